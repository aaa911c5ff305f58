"""The walk over the tables of a case: what is filtered by Spark, the columns, the findings."""

import json
import shutil
from datetime import UTC, datetime, timedelta

import pytest

import mqforensics
from mqforensics.objects import case_evidence, channel_log, host_zones
from mqforensics.objects.case_clocks import zones_of
from mqforensics.questions import walk as ask
from mqforensics.questions.finding import SCHEMA as FINDINGS
from mqforensics.questions.walk import MsgIdExpected, mail_of_case
from mqforensics.questions.walk.request import Request
from tests.questions.plain_rows import calls_on, log_entries, walk_rows
from tests.questions.walk_cases import A, local, session, show
from tests.questions.walk_evidence import gather, rows_of
from tests.questions.walked import SAMPLES, TRUTH, files_of
from tests.writers.amqsbcg import dump
from tests.writers.cases import letter
from tests.writers.traces import Call, Record
from tests.writers.traces.amqsact import act_verbose

DLQ_ID = "414D5120514D5F414E473735202020206A3B1C0000000009"


@pytest.fixture(scope="module")
def cases(spark):
    return {name: mqforensics.open_case(spark, SAMPLES / name) for name in TRUTH}


@pytest.mark.parametrize("name", TRUTH)
def test_findings_of_a_sample_case(cases, name):
    found = ask.findings(cases[name])
    assert found.schema.simpleString() == cases[name].spark.createDataFrame([], FINDINGS).schema.simpleString()
    rows = found.collect()
    assert [(row.question, row.code) for row in rows] == [("walk", TRUTH[name])]
    assert rows[0].evidence and rows[0].next and rows[0].queue_manager and rows[0].object and rows[0].as_of


@pytest.mark.parametrize("name", TRUTH)
def test_spark_and_plain_rows_say_the_same(cases, name):
    [pure] = gather(files_of(name))
    [made] = ask.walks(cases[name])
    assert made.verdict == pure.verdict
    assert made.trail.mail.letters == pure.trail.mail.letters
    counted = [{one.key: one.messages for one in walk.trail.mail.dumps.values() if one.queue} for walk in (made, pure)]
    assert counted[0] == counted[1]


def test_the_steps_as_a_table(cases):
    steps = mqforensics.walk(cases["walk_dlq_2051"])
    assert steps.columns[:3] == ["route", "step", "hop"]
    assert steps.columns[-5:] == ["file", "line", "number", "evidence", "next"]
    rows = steps.collect()
    assert [row.step for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    reason = next(row for row in rows if row.step == 8)
    assert (reason.file, reason.line, reason.number) == ("DLQ.txt", None, 1)
    assert "2051 MQRC_PUT_INHIBITED" in reason.found
    assert rows[-1].found == "ON_DLQ"


def test_the_log_is_counted(cases):
    rows = mqforensics.walk(cases["walk_retrying_channel"]).where("step = 9").collect()
    assert [(row.label, "(2 times)" in row.found) for row in rows] == [("AMQ9202", True), ("AMQ9999", True)]
    assert rows[0].found.startswith("2026-04-15 11:03:12 UTC")


def test_a_request_of_the_caller(cases):
    case = cases["walk_no_dlq"]
    code = {p: mqforensics.walk(case, "Q6_VER75", "QM_ANG75", persistence=p).collect()[-1].found for p in (0, 1)}
    assert code == {0: "DISCARDED", 1: "UNKNOWN"}


def test_what_case_json_knows_counts_where_it_is_not_given(cases):
    assert mqforensics.walk(cases["walk_no_dlq"], "Q6_VER75", "QM_ANG75").collect()[-1].found == "DISCARDED"


def test_the_message_by_its_id(cases):
    case = cases["walk_dlq_2051"]
    for id_ in (DLQ_ID, bytes.fromhex(DLQ_ID)):
        assert mqforensics.walk(case, "Q6_VER75", "QM_ANG75", msg_id=id_).collect()[-1].found == "ON_DLQ"
    other = mqforensics.walk(case, "Q6_VER75", "QM_ANG75", msg_id="00" * 24).collect()[-1]
    assert other.found == "UNKNOWN"
    with pytest.raises(MsgIdExpected):
        mqforensics.walk(case, "Q6_VER75", msg_id="12")


def test_a_put_time_finds_the_letter_that_was_put_then(cases):
    [one] = ask.walks(cases["walk_dlq_2051"])
    put = one.trail.mail.letters[0].put_first
    asked = [{"queue": "Q6_VER75", "queue_manager": "QM_ANG75", "put_time": put}]
    [near] = ask.walks(cases["walk_dlq_2051"], asked)
    assert [letter.near for letter in near.trail.mail.letters] == [True]
    far = [{**asked[0], "put_time": datetime(2020, 1, 1, tzinfo=UTC)}]
    assert not any(letter.near for letter in ask.walks(cases["walk_dlq_2051"], far)[0].trail.mail.letters)


def test_a_put_that_failed_is_found_in_the_log_of_its_application(spark, tmp_path):
    (tmp_path / "a.txt").write_text(
        session(A, local("R", "PUT=ENABLED;CURDEPTH=4;MAXDEPTH=9"), time="2026-01-02T10:00:00Z")
    )
    failed = "JMSWMQ2007: Failed to send a message to destination 'R'.\nJMSCMQ0001: compcode '2' reason '2053'"
    (tmp_path / "app.log").write_text(f"2026-01-02T09:00:01.050Z ERROR {failed} ('MQRC_Q_FULL').\n")
    asked = {"queue": "R", "queue_manager": A, "put_time": "2026-01-02T09:00:01Z"}
    (tmp_path / "case.json").write_text(json.dumps({"walk": [asked]}))
    [found] = ask.walks(mqforensics.open_case(spark, tmp_path))
    assert (found.verdict.code, found.verdict.places[0]) == ("PUT_REFUSED", ("app.log", 1, None)), (
        found.verdict.statement
    )


@pytest.mark.parametrize(("reasons", "queue", "code"), [
    ((2053,), "R", "PUT_REFUSED"), ((2053, 0), "R", "UNKNOWN"), ((0,), "R", "UNKNOWN"), ((2053,), "ELSE", "UNKNOWN"),
])  # fmt: skip
def test_a_put_that_failed_is_found_in_a_trace_unless_one_beside_it_did_not(spark, tmp_path, reasons, queue, code):
    at = int(datetime(2026, 1, 2, 9, 0, 1, tzinfo=UTC).timestamp() * 1_000_000)
    calls = tuple(
        Call("MQPUT", at + n, reason=reason, comp=2 * bool(reason), hobj=2, object=queue)
        for n, reason in enumerate(reasons)
    )
    (tmp_path / "act.txt").write_text(act_verbose([Record(qm=A, appl="booker", calls=calls)]))
    (tmp_path / "a.txt").write_text(
        session(A, local("R", "PUT=ENABLED;CURDEPTH=4;MAXDEPTH=9"), time="2026-01-02T10:00:00Z")
    )
    asked = {"queue": "R", "queue_manager": A, "put_time": "2026-01-02T09:00:01Z"}
    (tmp_path / "case.json").write_text(json.dumps({"walk": [asked]}))
    [found] = ask.walks(mqforensics.open_case(spark, tmp_path))
    assert found.verdict.code == code, found.verdict.statement
    told = "a trace has 2053 MQRC_Q_FULL for R at that time" in found.verdict.statement
    assert told == (code == "PUT_REFUSED")
    rows = {name: rows_of(name, (tmp_path / name).read_bytes())[1] for name in ("a.txt", "act.txt")}
    assert (
        walk_rows(rows["a.txt"], calls=rows["act.txt"], asked=[asked])[0].verdict.statement == found.verdict.statement
    )


def test_without_a_request_what_is_broken_and_a_summary(cases, spark, tmp_path):
    for name in ("walk_stopped_channel", "walk_two_hops"):
        for path in (SAMPLES / name).glob("*.txt"):
            shutil.copy(path, tmp_path / f"{name}_{path.name}")
    rows = ask.findings(mqforensics.open_case(spark, tmp_path)).collect()
    assert [row.code for row in rows][-1] == "SUMMARY"
    assert {row.severity for row in rows if row.code == "SUMMARY"} == {"info"}


@pytest.mark.parametrize("streams_to", ["COPIES", "ELSEWHERE"])
def test_what_a_queue_streams_is_no_second_message(spark, tmp_path, streams_to):
    (tmp_path / "q.txt").write_text(
        "Starting MQSC for queue manager QM1.\n     1 : DISPLAY QLOCAL(IN) STREAMQ\nAMQ8409I: Display Queue details.\n"
        f"   QUEUE(IN) TYPE(QLOCAL)\n   STREAMQ({streams_to})\n"
    )
    sent = [{"MsgId": bytes([number] * 24), "data": b"x"} for number in (1, 2, 3)]
    for name, shown in (("IN", sent[:2]), ("COPIES", sent)):
        (tmp_path / f"{name}.txt").write_text(dump(shown, name))
    made = ask.answer(mqforensics.open_case(spark, tmp_path))
    assert (made is not None) == (streams_to == "COPIES")
    for one in made.findings if made else ():
        assert (one.code, one.object) == ("STREAMED_COPIES", "COPIES")
        assert one.statement.startswith("2 messages on IN of QM1 are on COPIES with the same MsgId")


@pytest.mark.parametrize("settings", [{"walk": "Q"}, {"walk": []}, {"walk": [1]}, {}])
def test_requests_in_a_case_that_make_no_sense(spark, tmp_path, settings):
    shutil.copy(SAMPLES / "walk_stopped_channel" / "QMLON01.txt", tmp_path)
    (tmp_path / "case.json").write_text(json.dumps(settings))
    assert [row.code for row in ask.findings(mqforensics.open_case(spark, tmp_path)).collect()][-1] == "SUMMARY"


def test_a_case_without_definitions(spark):
    case = mqforensics.open_case(spark, SAMPLES / "dlq_put_inhibited")
    assert ask.findings(case) is None
    assert mqforensics.walk(case).count() == 0
    asked = mqforensics.walk(case, "Q6_VER75", "QM_ANG75").collect()
    assert asked[-1].found == "UNKNOWN"
    assert asked[-1].next == 'echo "DISPLAY QUEUE(*) CLUSINFO ALL" | runmqsc QM_ANG75'


def test_the_walk_says_what_becomes_of_a_message_that_the_destination_cannot_take(cases):
    ends = {
        "walk_no_dlq": "A message arriving there ends as DISCARDED", "walk_dlq_2051": "A message arriving there ends as ON_DLQ",
        "walk_full_queue": "It is not known where a message ends that arrives there",
    }  # fmt: skip
    for name, said in ends.items():
        [step] = mqforensics.walk(cases[name]).where("step = 5").collect()
        assert said in step.means


def test_the_answer_has_its_steps_and_its_routes_as_plain_data(cases):
    made = ask.answer(cases["walk_two_hops"])
    assert made.headline == made.findings[0].statement
    assert [row[1] for row in made.figures["routes"]["STOCK.ROME at QMLON01"]][-1] == 10
    assert made.tables["The steps"].count() == len(made.figures["routes"]["STOCK.ROME at QMLON01"])


def test_a_log_that_prints_only_utc_hides_no_zone_of_another(spark, tmp_path):
    text = (
        "04/14/26 12:00:00 - Process(1.1) User(mqm) Program(amqzxma0)\n"
        "                    Host(h) Installation(Installation1)\n"
        "                    VRMF(9.3.0.0) QMgr(QM.A)\n"
        "                    Time(2026-04-14T10:00:00.000Z)\n\n"
        "AMQ8004I: IBM MQ queue manager 'QM.A' ended.\n\nEXPLANATION:\nIt ended.\nACTION:\nNone.\n"
        "----- amqzxma0.c : 1 -----------------------------------------------------------\n"
    )
    entry = {"ibm_messageId": "AMQ9001I", "ibm_datetime": "2026-04-14T11:00:00.000Z", "ibm_serverName": "QM.A",
             "message": "AMQ9001I: Channel 'A.TO.B' ended normally.", "type": "mq_log"}  # fmt: skip
    (tmp_path / "a.LOG").write_text(text)
    (tmp_path / "a.json").write_text(json.dumps(entry) + "\n")
    with mqforensics.open_case(spark, tmp_path) as case:
        assert {row.time_text[:10] for row in case.log.collect()} == {"04/14/26 1", "2026-04-14"}
        assert host_zones.last_of(host_zones.of_log(case)) == {"QM.A": timedelta(hours=2)}
        assert {name: (zone.ahead, zone.first) for name, zone in zones_of(case).items()} == {
            "QM.A": (7200, datetime(2026, 4, 14, 12))
        }
        assert (
            case_evidence.estate(case).clock("QM.A").utc(datetime(2026, 4, 14, 12))
            == (datetime(2026, 4, 14, 10, tzinfo=UTC),) * 2
        )


def test_a_message_that_is_asked_about_has_an_answer_though_no_definition_is_shown(spark, tmp_path):
    (tmp_path / "case.json").write_text('{"walk": [{"queue": "Q.ASKED", "queue_manager": "QM1"}]}')
    (tmp_path / "dlq.txt").write_text(dump([{"data": b"x"}], "QM1.DLQ"))
    with mqforensics.open_case(spark, tmp_path) as case:
        [found] = ask.answer(case).findings
        assert (found.code, found.queue_manager, found.object) == ("UNKNOWN", "QM1", "Q.ASKED")
        assert any("DISPLAY QUEUE('Q.ASKED')" in one.command for one in found.next)
    (tmp_path / "case.json").unlink()
    with mqforensics.open_case(spark, tmp_path) as case:
        assert ask.answer(case) is None


def written(second, message, text, inserts="", thread="77.1"):
    stamp = f"01/02/2026 09:00:{second:02} AM - Process({thread}) User(mqm) Program(amqrmppa)\n"
    head = f"{stamp}{' ' * 20}Host(b) Installation(I)\n{' ' * 20}VRMF(9.3.0.5) QMgr(QM.B)\n{' ' * 20}Time(2026-01-02T09:00:{second:02}.500Z)\n"
    return f"{head}{inserts}\n{message}: {text}\n\nEXPLANATION:\n{text}\n----- a.c : 1 -----\n"


def test_what_a_thread_wrote_right_before_the_channel_ended_is_of_that_channel(spark, tmp_path):
    said, full = "Messages cannot be put to a queue.", f"{' ' * 20}ArithInsert1(2053)\n{' ' * 20}CommentInsert1(DEAD)\n"
    ended = "Channel 'A.TO.B' to host 'a' ended abnormally."
    log = (written(0, "AMQ9511E", said, full) + written(5, "AMQ9511E", said, full, "77.2") + written(5, "AMQ9511E", said, full)
           + written(5, "AMQ9999E", ended))  # fmt: skip
    (tmp_path / "AMQERR01.LOG").write_text(log)
    with mqforensics.open_case(spark, tmp_path) as case:
        made = channel_log.of_channels(case, ["A.TO.B"])
    rows = rows_of("AMQERR01.LOG", log.encode())[1]
    assert [(one.message, one.last.second, one.count) for one in made] == [("AMQ9511", 5, 1), ("AMQ9999", 5, 1)]
    assert "2053 MQRC_Q_FULL" in made[0].text
    assert [one for one in log_entries(rows) if one.channel == "A.TO.B"] == made


SYNCPOINT, NO_SYNCPOINT, TAKEN_AT = 2, 4, 1_767_344_400_000_000


def trace(options, *ends):
    """A trace of a get with these options and of what its connection, and another one, called then."""
    got = Call("MQGET", TAKEN_AT, options=options, hobj=2, object="L", resolved="L", msg=bytes.fromhex(DLQ_ID))
    then = [Call(verb, TAKEN_AT + 1_000_000 * n) for n, verb in enumerate(ends, 1)]
    other = Record(
        qm="QM.B", tid=4, connection=bytes.fromhex("65E6EE0000000022"), calls=(Call("MQBACK", TAKEN_AT + 9),)
    )
    return act_verbose([Record(qm="QM.B", calls=(got, *then)), other])


@pytest.mark.parametrize(
    ("options", "ends", "takes", "in_unit", "committed"),
    [
        (NO_SYNCPOINT, (), True, False, None), (SYNCPOINT, (), True, True, None), (SYNCPOINT, ("MQCMIT",), True, True, True),
        (SYNCPOINT, ("MQBACK", "MQCMIT"), True, True, False), (None, (), None, None, None), (16, (), False, None, None),
    ],
)  # fmt: skip
def test_what_a_trace_shows_of_a_get_and_of_its_unit_of_work(spark, tmp_path, options, ends, takes, in_unit, committed):
    text = trace(NO_SYNCPOINT if options is None else options, *ends)
    text = text if options is not None else "".join(line for line in text.splitlines(True) if "Get Options" not in line)
    (tmp_path / "act.txt").write_text(text)
    asked = Request("R", "QM.A", msg_id=DLQ_ID)
    with mqforensics.open_case(spark, tmp_path) as case:
        [made] = mail_of_case.mails(case, [asked], ["L"])
    [call] = made.calls
    assert (call.takes, call.in_unit, call.committed) == (takes, in_unit, committed)
    assert calls_on(rows_of("act.txt", text.encode())[1], asked)[0].committed == committed


def test_a_letter_that_two_dumps_show_is_counted_once(spark, tmp_path):
    files = files_of("walk_dlq_2051")
    for name, data in {**files, "again.txt": files["DLQ.txt"] + b"\n"}.items():
        (tmp_path / name).write_bytes(data)
    with mqforensics.open_case(spark, tmp_path) as case:
        [made] = ask.walks(case)
    [pure] = gather({**dict(sorted(files.items())), "again.txt": files["DLQ.txt"] + b"\n"})
    assert sum(one.count for one in made.trail.mail.letters) == sum(one.count for one in pure.trail.mail.letters) == 1
    assert len(made.trail.mail.letters) == 2 and "2 messages" not in made.verdict.statement
    origins = [{(one.put_at, one.reply_to) for one in walk.trail.mail.letters} for walk in (made, pure)]
    assert origins[0] == origins[1] == {(made.request.queue_manager, made.request.queue_manager)}


def test_the_dumps_with_an_identifier_that_cannot_be_read_are_those_of_plain_rows(spark, tmp_path):
    files = files_of("walk_dlq_2051")
    files["cut.txt"] = files["DLQ.txt"].replace(DLQ_ID[-8:].encode(), b"XXXXXXXX")
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with mqforensics.open_case(spark, tmp_path) as case:
        [made] = ask.walks(case)
    [pure] = gather(files)
    dumps = [[one for one in walk.trail.mail.dumps.values() if one.is_unnamed] for walk in (made, pure)]
    assert [[(one.file.rpartition("/")[2], one.queue) for one in of] for of in dumps] == [[("cut.txt", "DLQ")]] * 2


def test_the_dead_copy_of_a_publication_is_found_though_it_is_for_another_queue(spark, tmp_path):
    put = datetime(2026, 1, 2, 9, 0, 1, tzinfo=UTC)
    (tmp_path / "shown.txt").write_text(session(
        A, ("DISPLAY QALIAS(R)", [show("Q", "QUEUE=R;TYPE=QALIAS;TARGET=T;TARGTYPE=TOPIC")]),
        ("DISPLAY TOPIC(*) ALL", [show("TOPIC", "TOPIC=T;TYPE=LOCAL;PUB=ENABLED;TOPICSTR=a/b")]),
        ("DISPLAY SUB(*) ALL", [show("SUB", f"SUB=S;DEST=L;DESTQMGR={A};TOPICSTR=a/b;WSCHEMA=TOPIC;SUBTYPE=ADMIN")]),
    ))  # fmt: skip
    (tmp_path / "dlq.txt").write_text(
        dump([letter(2053, "L", A, 546, 1208, "pay", put, put, 1, "feed", "ann", A)], "DLQ")
    )
    (tmp_path / "case.json").write_text(
        json.dumps({"walk": {"queue": "R", "queue_manager": A, "put_time": "2026-01-02T09:00:01Z"}})
    )
    (found,) = ask.walks(mqforensics.open_case(spark, tmp_path))
    assert "DLQ has one for L with 2053 MQRC_Q_FULL that was put then: probably a copy of it" in found.verdict.statement


def test_what_is_broken_elsewhere_is_said_beside_a_message_that_could_not_be_placed(spark, tmp_path):
    for name, data in files_of("walk_stopped_channel").items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "case.json").write_text(json.dumps({"walk": {"queue": "OTHER", "queue_manager": "QMLON01"}}))
    with mqforensics.open_case(spark, tmp_path) as case:
        made = ask.answer(case)
    codes = [(one.code, one.object) for one in made.findings]
    assert codes == [("CHANNEL_NOT_RUNNING", "QMLON01.QMPAR01"), ("UNKNOWN", "OTHER")]
    assert "QMLON01.QMPAR01 is STOPPED" in made.headline
