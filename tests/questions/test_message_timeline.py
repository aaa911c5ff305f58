"""The time line of a case, and the biography of one message."""

from datetime import UTC, datetime, timedelta

import pytest

from mqforensics import biography, open_case, timeline
from mqforensics.objects.case_evidence import dumps
from mqforensics.objects.dead_letters import marked_of
from mqforensics.questions import answers
from mqforensics.questions.biography import IdExpected
from mqforensics.questions.biography import _by_reference_clock as placed_by_clock
from mqforensics.questions.dead_letters.reason_groups import captures
from mqforensics.questions.timeline import answer
from mqforensics.spark_compat import local_frame
from mqforensics.views.page import _span
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES

LATE = "414D5120514D464552525920202020206A3B1C0000000002"


@pytest.fixture(scope="module")
def everything(spark):
    return open_case(spark, SAMPLES / "everything")


def test_every_source_is_on_it_sorted_by_time(everything):
    rows = timeline(everything).collect()
    times = [row.time for row in rows if row.time]
    assert times == sorted(times)
    assert {"put", "dead letter", "call", "log"} <= {row.kind for row in rows}
    assert all(row.evidence[0].file for row in rows)


def test_a_time_is_inside_its_own_bounds(everything):
    for row in timeline(everything).collect():
        assert row.earliest is None or row.earliest <= row.time
        assert row.latest is None or row.time <= row.latest


def test_a_dump_that_tells_when_it_was_made_is_a_mark_and_counts_in_the_span(spark, tmp_path):
    texts = dump([{"data": b"a", "PutDate": "20260302", "PutTime": "10000000"}], "L"), dump([], "L")
    heads = "2026-03-02T10:05:00Z\n$ amqsbcg L QM1\n", "\n2026-03-02T12:05:00+01:00\n$ amqsbcg L QM1\n"
    (tmp_path / "l.txt").write_text("".join(map("".join, zip(heads, texts, strict=True))))
    case = open_case(spark, tmp_path)
    shown = [row for row in timeline(case).collect() if row.kind == "capture"]
    assert [(row.what, row.queue_manager, row.evidence[0].file) for row in shown] == [
        ("A dump of L was taken.", "QM1", "l.txt")
    ] * 2
    assert [f"{row.time:%H:%M}" for row in shown] == ["10:05", "11:05"]
    assert _span(case)[:2] == ("2026-03-02 10:00:00", "2026-03-02 11:05:00")


def test_a_local_time_without_its_zone_floats_and_says_so(spark):
    rows = timeline(open_case(spark, SAMPLES / "walk_full_queue")).where("queue_manager = 'QMMEX01'")
    floats = rows.where("clock like '%zone unknown'").collect()
    assert floats and all((row.latest - row.earliest).total_seconds() >= 26 * 3600 for row in floats)


def test_clocks_of_which_nothing_is_known_bound_no_time_unless_they_are_trusted(spark):
    case = open_case(spark, SAMPLES / "walk_full_queue")
    one_way = timeline(case).where("queue_manager = 'QMSTL01'").collect()
    assert all(row.earliest is None and row.latest for row in one_way)  # dead letters bound it one way
    trusted = timeline(case, skew=2.0).where("queue_manager = 'QMSTL01'").collect()
    assert all(row.earliest is not None for row in trusted)


LINE = "{} - Process(1.1) User(mqm) Program(amqrmppa)\n          Host(h) Installation(I)\n          VRMF(8.0.0.4) QMgr(QM1)\n\n{}: x\n----\n"


@pytest.mark.parametrize(("first", "second", "read"), [
    ("25/10/2026 02:59:50", "25/10/2026 02:30:00", ["2026-10-25 02:30:00", "2026-10-25 02:59:50"]),
    ("10/25/2026 11:59:50 PM", "10/26/2026 1:00:00 AM", ["2026-10-25 23:59:50", "2026-10-26 01:00:00"]),
    ("25/10/26 02:59:50", "25/10/26 02:30:00", ["2026-10-25 02:30:00", "2026-10-25 02:59:50"]),
    ("10/25/26 11:59:50 PM", "10/26/26 01:00:00", ["2026-10-25 23:59:50", "2026-10-26 01:00:00"]),
    ("25.10.2026 02:59:50", "5.10.2026 02:59:50", ["2026-10-05 02:59:50", "2026-10-25 02:59:50"]),
    ("03/04/2026 05:06:07", "02/04/2026 05:06:07", ["None", "None"]),
])  # fmt: skip
def test_a_local_time_is_read_as_its_reader_says_and_what_cannot_be_read_stays_in_its_order(
    spark, tmp_path, first, second, read
):
    (tmp_path / "AMQERR01.LOG").write_text(LINE.format(first, "AMQ9002") + LINE.format(second, "AMQ9001"))
    rows = timeline(open_case(spark, tmp_path)).collect()
    assert [str(row.time) for row in rows] == read
    assert all(row.latest - row.earliest >= timedelta(hours=26) for row in rows if row.time)
    assert read[0] != "None" or [row.what[:7] for row in rows] == ["AMQ9002", "AMQ9001"]


@pytest.mark.parametrize(("name", "kinds"), [("fdc_disk_full", {"fdc"}), ("refused_mqadmin", {"client error", "log"})])
def test_a_failure_report_and_a_client_s_error_are_told_as_what_they_are(spark, name, kinds):
    with open_case(spark, SAMPLES / name) as case:
        told = timeline(case).where("kind in ('fdc', 'client error', 'log')").collect()
        assert {row.kind for row in told} == kinds
        of = {row.kind: {one.evidence[0].file for one in told if one.kind == row.kind} for row in told}
        assert of.get("client error", {"client.log"}) == {"client.log"}


@pytest.mark.parametrize("year", ["2026", "26"])
def test_both_times_of_a_log_tell_the_zone_of_its_host_however_the_year_is_printed(spark, tmp_path, year):
    entry = LINE.format(f"10/24/{year} 12:00:00", "AMQ9002I").replace(
        "\n\n", "\n          Time(2026-10-24T10:30:00.000Z)\n\n"
    )
    (tmp_path / "AMQERR01.LOG").write_text(entry)
    text = "Starting MQSC for queue manager QM1.\n     1 : DISPLAY QLOCAL(A) ALL\nAMQ8409I: Display Queue details.\n"
    (tmp_path / "q.txt").write_text(text + "   QUEUE(A)  TYPE(QLOCAL)\n   ALTDATE(2026-10-24)  ALTTIME(12.15.00)\n")
    [row] = timeline(open_case(spark, tmp_path)).where("kind = 'definition altered'").collect()
    assert str(row.time) == "2026-10-24 10:45:00" and "zone" not in row.clock


def test_a_case_without_times_has_an_empty_line(spark, tmp_path):
    (tmp_path / "t.rul").write_text("REASON(*) ACTION(RETRY)\n")
    assert timeline(open_case(spark, tmp_path)).count() == 0


@pytest.mark.parametrize("given", [LATE, f"ID:{LATE.lower()}", bytes.fromhex(LATE)])
def test_every_place_of_a_message(everything, given):
    rows = biography(everything, given).collect()
    assert [row.what for row in rows][:1] == ["The message was put by ferryshop."]
    assert {at.file for row in rows for at in row.evidence} == {"ferry_in.dmp", "mqjms.trc", "amqsact.txt"}
    assert rows[1].stretch == 4.0 and not any(row.inferred for row in rows)
    assert str(datetime(2026, 5, 11, 7, 30, 2)) == str(rows[0].time)


def test_a_call_is_as_exact_as_its_trace_wherever_it_is_told(everything):
    """`mqjms.trc` prints milliseconds, `amqsact.txt` microseconds."""
    for rows in (timeline(everything), biography(everything, LATE)):
        calls = rows.where("what like 'MQGET%'").collect()
        spans = {(at.file, row.latest - row.earliest) for row in calls for at in row.evidence}
        assert {("mqjms.trc", timedelta(milliseconds=1)), ("amqsact.txt", timedelta(microseconds=1))} <= spans


def test_a_biography_tells_a_local_time_of_an_unknown_zone_no_more_surely_than_the_time_line(spark, tmp_path):
    (tmp_path / "managers.txt").write_text("QMNAME(QM1) STATUS(RUNNING)\n")
    case = open_case(spark, tmp_path)
    noon = local_frame(spark, [(datetime(2026, 1, 1, 12, tzinfo=UTC), False, 1.0, "QM1", True)],
                       "at timestamp, is_utc boolean, resolution double, queue_manager string, is_own_clock boolean")  # fmt: skip
    [row] = placed_by_clock(case, noon).collect()
    assert row.latest - row.earliest >= timedelta(hours=26) and not row.is_bounded


def test_a_message_with_the_same_id_that_was_put_at_another_time_is_another_message(spark, tmp_path):
    one = {
        "MsgId": bytes([7] * 24),
        "PutDate": "20260511",
        "PutTime": "09010000",
        "PutApplName": "orders",
        "data": b"x",
    }
    other = {**one, "PutTime": "11000000", "PutApplName": "copytool"}
    (tmp_path / "a.txt").write_text(dump([one, one, other], "A.Q"))
    rows = biography(open_case(spark, tmp_path), one["MsgId"]).collect()
    told = {row.what: [at.number for at in row.evidence] for row in rows}
    assert told["The message was put by orders."] == [1, 2]
    assert told["Another message with the same MsgId was put by copytool."] == [3]
    assert sorted(at for what, at in told.items() if "is in a dump" in what) == [[1, 2], [3]]


@pytest.mark.parametrize(
    ("date", "made"),
    [("Mon May 11 09:31:00 CEST 2026", "made at 2026-05-11 09:31:00+02:00."), ("2026-05-11 09:31:00Z", "made at 2026-05-11 09:31:00 UTC."),
     ("2026-05-11 09:31:00", "made at 2026-05-11 09:31:00 by the clock of its host."), ("", "the evidence does not show when it was taken.")],
)  # fmt: skip
def test_a_dump_tells_when_it_was_made(spark, tmp_path, date, made):
    one = {"MsgId": bytes([7] * 24), "PutDate": "20260511", "PutTime": "07010000", "data": b"x"}
    (tmp_path / "a.txt").write_text(f"{date}\n{dump([one], 'A.Q')}")
    rows = biography(open_case(spark, tmp_path), one["MsgId"]).collect()
    [seen] = [row for row in rows if "is in a dump" in row.what]
    assert seen.what.endswith(made), seen
    hour = 7 if "CEST" in date else 9
    has_zone = date.endswith("Z") or "CEST" in date
    assert str(seen.time) == f"2026-05-11 0{hour}:31:00" if has_zone else seen.time is None


def test_no_id_is_nobodys(spark, tmp_path):
    zeros = {"MsgId": bytes(24), "CorrelId": bytes(24), "data": b"x"}
    (tmp_path / "a.txt").write_text(dump([zeros, zeros | {"MsgId": bytes([7] * 24)}], "A.Q"))
    case = open_case(spark, tmp_path)
    assert biography(case, bytes(24)).count() == 0 and biography(case, bytes([7] * 24)).count() == 2


def test_a_message_that_nothing_shows_has_no_biography(everything):
    assert biography(everything, "41" * 24).count() == 0


@pytest.mark.parametrize("given", ["41", "no id", b"1", "zz" * 24])
def test_what_is_no_id_is_refused(everything, given):
    with pytest.raises(IdExpected, match="expected an id"):
        biography(everything, given)


def letter(sent_by: str, number: int, put: str, dead: str) -> dict:
    """A message of one queue manager that another's channel dead-lettered; times of 2026-01-01 as HHMMSSTH."""
    dlh = {"Version": 1, "Reason": 2053, "ReasonName": "MQRC_Q_FULL", "DestQName": "Q", "DestQMgrName": "", "Encoding": 546,
           "CodedCharSetId": 1208, "Format": "", "PutApplType": 6, "PutApplName": "amqrmppa", "PutDate": "20260101",
           "PutTime": dead}  # fmt: skip
    return {"MsgId": b"AMQ " + sent_by.encode().ljust(12) + bytes(7) + bytes([number]), "dlh": dlh, "data": b"x",
            "PutDate": "20260101", "PutTime": put, "PutApplType": 6, "PutApplName": "shop"}  # fmt: skip


def test_a_biography_is_by_one_clock_where_the_evidence_bounds_the_others(spark, tmp_path):
    there, back = letter("QMA", 1, "12000000", "11000100"), letter("QMB", 2, "11000000", "12000200")
    (tmp_path / "b.txt").write_text("$ amqsbcg DLQ QMB\n" + dump([there], "DLQ", "p944"))
    (tmp_path / "a.txt").write_text("$ amqsbcg DLQ QMA\n" + dump([back], "DLQ", "p944"))
    case = open_case(spark, tmp_path)
    put, dead, seen = biography(case, there["MsgId"]).collect()
    assert (put.queue_manager, dead.queue_manager) == ("QMA", "QMB") and seen.time is None
    assert str(put.time) == str(put.earliest) == "2026-01-01 12:00:00"
    assert 0 < dead.stretch < 2 and put.time < dead.time  # by its own clock QMB was an hour before
    assert dead.earliest <= dead.time <= dead.latest and (dead.latest - dead.earliest).total_seconds() < 3.1
    (tmp_path / "a.txt").unlink()
    put, dead, _ = sorted(biography(open_case(spark, tmp_path), there["MsgId"]).collect(), key=lambda row: row.what)[
        ::-1
    ]
    assert dead.stretch is None or put.stretch is None, "how far apart two clocks are is not known"


def test_the_order_shown_contradicts_no_bound_and_trust_keeps_what_is_proved(spark, tmp_path):
    (tmp_path / "b.txt").write_text(
        "$ amqsbcg DLQ QMB\n" + dump([letter("QMA", 1, "12000000", "11000100")], "DLQ", "p944")
    )
    (tmp_path / "a.txt").write_text(
        "Starting MQSC for queue manager QMA.\nAMQ8408I: Display Queue Manager details.\n   QMNAME(QMA)\n"
    )
    case = open_case(spark, tmp_path)
    for skew in (None, 1.0):
        rows = {row.kind: row for row in timeline(case, skew=skew).where("time is not null").collect()}
        put, dead = rows["put"], rows["dead letter"]
        assert put.time <= dead.time, "by its own clock QMB dead-lettered it an hour before it was put"
        assert dead.earliest >= put.time - timedelta(seconds=1) and dead.latest is None, (
            "the proof goes before the trust"
        )


def test_what_has_no_readable_time_is_counted_and_told(spark, tmp_path):
    broken = {"MsgId": bytes([7] * 24), "PutDate": "99999999", "PutTime": "99999999", "data": b"x"}
    fine = {"MsgId": bytes([8] * 24), "PutDate": "20260511", "PutTime": "07010000", "data": b"x"}
    (tmp_path / "a.txt").write_text(dump([broken, fine, broken], "A.Q"))
    case = open_case(spark, tmp_path)
    [told] = [one for one in answer(case).findings if one.code == "NO_READABLE_TIME"]
    assert "(message put: 2)" in told.statement and told.evidence[0][:3] == ("a.txt", None, 1)


def test_only_what_a_channel_or_the_queue_manager_dead_lettered_is_by_the_clock_of_that_one(spark, tmp_path):
    kinds = {"amqrmppa": 6, "QMB": 7, "MQ JMS ConnectionConsumer": 28, "router": 6}
    letters = [letter("QMA", 1 + nth, "12000000", "12000100") for nth in range(len(kinds))]
    for one, (name, kind) in zip(letters, kinds.items(), strict=True):
        one["dlh"] |= {"PutApplName": name, "PutApplType": kind}
    (tmp_path / "b.txt").write_text("$ amqsbcg DLQ QMB\n" + dump(letters, "DLQ", "p944"))
    case = open_case(spark, tmp_path)
    rows = timeline(case, skew=1.0).where("kind = 'dead letter'").collect()
    known = {row.evidence[0].number: row.queue_manager for row in rows}
    assert known == {1: "QMB", 2: "QMB", 3: None, 4: None}
    assert dumps(case)[0].last is None and captures(marked_of(case))[0].last is None, "two came at an unknown time"
    for row in rows:
        assert (row.latest is not None) == (row.queue_manager is not None) == ("not name" not in row.clock)
    [dead] = biography(case, letters[2]["MsgId"]).where("what like '%dead-lettered%'").collect()
    assert dead.queue_manager == "QMB" and dead.earliest is None and dead.stretch is None


def test_a_message_whose_application_is_blank_was_put_by_nobody_in_particular(spark, tmp_path):
    one = {"MsgId": bytes([7] * 24), "PutDate": "20260511", "PutTime": "09010000", "PutApplName": " ", "data": b"x"}
    (tmp_path / "a.txt").write_text(dump([one], "A.Q"))
    case = open_case(spark, tmp_path)
    assert timeline(case).collect()[0].what.endswith(" was put, as its descriptor says.")
    assert biography(case, one["MsgId"]).collect()[0].what == "The message was put."


def test_one_mqdlh_is_one_event_on_whatever_queues_it_is_shown(spark, tmp_path):
    one = letter("QMA", 1, "12000000", "12000100")
    for name, queue in (("a", "DLQ"), ("b", "HOLD")):
        (tmp_path / f"{name}.txt").write_text(f"$ amqsbcg {queue} QMB\n" + dump([one], queue, "p944"))
    rows = [row for row in biography(open_case(spark, tmp_path), one["MsgId"]).collect() if "dead-lettered" in row.what]
    assert [row.queue for row in rows] == [
        None
    ] and "several queues show it, and the evidence does not show on which it is" in rows[0].what
    assert {at.file for at in rows[0].evidence} == {"a.txt", "b.txt"}
    text = (
        "Starting MQSC for queue manager QMB.\n     1 : DISPLAY QMGR DEADQ\nAMQ8408I: Display Queue Manager details.\n"
    )
    (tmp_path / "q.txt").write_text(text + "   QMNAME(QMB)\n   DEADQ(DLQ)\n")
    rows = [row for row in biography(open_case(spark, tmp_path), one["MsgId"]).collect() if "dead-lettered" in row.what]
    assert [row.queue for row in rows] == ["DLQ"] and "is not told" not in rows[0].what


def test_a_copy_on_a_streaming_queue_and_a_report_are_told_as_such(spark, tmp_path):
    one = {"MsgId": bytes([7] * 24), "MsgType": 4, "Feedback": 260, "data": b"x"}
    (tmp_path / "a.txt").write_text("$ amqsbcg COPY QMB\n" + dump([one], "COPY"))
    text = (
        "Starting MQSC for queue manager QMB.\n     1 : DISPLAY QLOCAL(IN) STREAMQ\nAMQ8409I: Display Queue details.\n"
    )
    (tmp_path / "q.txt").write_text(text + "   QUEUE(IN)  TYPE(QLOCAL)\n   STREAMQ(COPY)\n")
    told = [row.what for row in biography(open_case(spark, tmp_path), one["MsgId"]).collect()]
    assert any("a dump of COPY, to which IN of QMB streams copies" in what for what in told)
    assert all(what.startswith("A report with feedback 260 MQFB_COD ") for what in told)


def test_a_queue_manager_that_only_a_dump_s_command_line_names_has_a_clock(spark, tmp_path):
    dead = {"Version": 1, "Reason": 2053, "ReasonName": "MQRC_Q_FULL", "DestQName": "Q", "DestQMgrName": "QMTO", "Encoding": 546,
            "CodedCharSetId": 1208, "Format": "", "PutApplType": 6, "PutApplName": "amqrmppa", "PutDate": "20260101",
            "PutTime": "12000100"}  # fmt: skip
    one = {"MsgId": b"AMQ " + b"QMFROM".ljust(12) + bytes(8), "dlh": dead, "data": b"x"}
    (tmp_path / "dlq.txt").write_text("$ amqsbcg DLQ QMTO\n" + dump([one], "DLQ", "p944"))
    (tmp_path / "from.txt").write_text("QMNAME(QMFROM) STATUS(RUNNING)\n")
    with open_case(spark, tmp_path) as case:
        assert answers(case)
        assert {"QMFROM", "QMTO"} >= {row.queue_manager for row in timeline(case).collect()} - {None}
        assert "QMTO" in {row.queue_manager for row in timeline(case).collect()}
