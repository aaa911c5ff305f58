"""Which channels can lose a message: the audit of definitions."""

import pytest

from mqforensics import open_case
from mqforensics.case.given import Given
from mqforensics.formats.tables import OBJECTS
from mqforensics.objects.estate import Estate
from mqforensics.questions.delivery import answer, lossy_channels
from mqforensics.questions.delivery.channel_audit import _headline, audit, ends
from tests.questions.suggested import suggested
from tests.writers.amqsbcg import dump

DEFINED = (
    "file string, offset bigint, length bigint, line int, queue_manager string, type string, name string, "
    "attributes map<string,string>, message string, command string, time string, error string"
)


class Objects:
    """Rows of an objects table, each on a line of its own."""

    def __init__(self, *rows):
        self.rows = []
        for row in rows:
            self.add(*row)

    def add(self, queue_manager, kind, name, message=None, file=None, **attributes):
        at = len(self.rows) + 1
        file = file or f"{queue_manager}.txt"
        self.rows.append((file, at, 1, at, queue_manager, kind, name, attributes, message, None, None, None))
        return self

    def qmgr(self, name, **attributes):
        return self.add(name, "QMGR", name, QMNAME=name, **attributes)

    def channel(self, queue_manager, name, kind="RCVR", **attributes):
        shown = {"NPMSPEED": "FAST", "USEDLQ": "YES", "MSGEXIT": ""} | attributes
        return self.add(queue_manager, "CHANNEL", name, CHANNEL=name, CHLTYPE=kind,
                        **{k: v for k, v in shown.items() if v is not None})  # fmt: skip

    def audit(self, spark):
        return [
            row.asDict(recursive=True) for row in lossy_channels(spark.createDataFrame(self.rows, DEFINED)).collect()
        ]


def of(found, code):
    return [f for f in found if f["code"] == code]


def lossy(found):
    return [f["object"] for f in of(found, "CAN_LOSE_MESSAGES")]


@pytest.fixture(scope="module")
def estate(spark):
    """One case for most questions, so that Spark is asked once."""
    objects = Objects()
    objects.qmgr("QM1", DEADQ="DLQ1", CMDLEVEL="943").qmgr("QM2", DEADQ="", CMDLEVEL="943").qmgr("QM4", DEADQ="DLQ4")
    objects.qmgr("QM5", DEADQ="DLQ5")
    objects.add("QM4", "QLOCAL", "DLQ4", PUT="DISABLED", TYPE="QLOCAL")
    objects.add("QM5", "QLOCAL", "DLQ5", CURDEPTH="5000", MAXDEPTH="5000")
    objects.channel("QM2", "RECEIVES.NO.DLQ").channel("QM2", "RECEIVES.NORMAL", NPMSPEED="NORMAL")
    objects.channel("QM1", "RECEIVES.SAFE").channel("QM1", "RECEIVES.USEDLQ.NO", USEDLQ="NO")
    objects.channel("QM1", "SENDS.USEDLQ.NO", "SDR", USEDLQ="NO", XMITQ="QM9")
    objects.channel("QM1", "SENDS.SAFE", "SDR", XMITQ="QM9")
    objects.channel("QM2", "SYSTEM.DEF.SENDER", "SDR", XMITQ="").channel("QM2", "SYSTEM.DEF.RECEIVER")
    objects.channel("QM2", "SYSTEM.AUTO.RECEIVER")
    objects.channel("QM2", "CLIENTS", "SVRCONN")
    objects.channel("QM4", "PUT.INHIBITED").channel("QM5", "FULL")
    objects.channel("QM2", "PAIR.SLOWED").channel("QM1", "PAIR.SLOWED", "SDR", XMITQ="X", NPMSPEED="NORMAL")
    for name, manager, partner in (("SHOWN", "QM1", "QM2"), ("TOLD", "QM2", "QM1"), ("OTHER", "QM1", "COPY")):
        objects.channel("QM2", f"PAIR.{name}").channel("QM1", f"PAIR.{name}", "SDR", XMITQ="X", NPMSPEED="NORMAL")
        objects.add(manager, "CHSTATUS", f"PAIR.{name}", RQMNAME=partner)
    objects.channel("QM2", "PAIR.BOTH").channel("QM1", "PAIR.BOTH", "SVR", XMITQ="X", USEDLQ="NO")
    objects.channel("QM3", "DEADQ.NOT.SHOWN").channel("QM2", "SPEED.NOT.SHOWN", NPMSPEED=None)
    objects.channel("QM1", "USEDLQ.NOT.SHOWN", USEDLQ=None).channel("QM1", "WITH.EXIT", MSGEXIT="EXIT1")
    objects.channel("QM2", "EXIT.AND.LOSSY", MSGEXIT="EXIT1").channel("QM1", "NORMAL.NOTHING", NPMSPEED="NORMAL")
    return objects.audit(spark)


def test_a_channel_that_can_lose_a_message_is_a_finding_and_one_that_cannot_is_none(estate):
    assert sorted(lossy(estate)) == [
        "EXIT.AND.LOSSY", "FULL", "PAIR.BOTH", "PAIR.OTHER", "PUT.INHIBITED", "RECEIVES.NO.DLQ",
        "RECEIVES.USEDLQ.NO", "SENDS.USEDLQ.NO",
    ]  # fmt: skip
    everything = " ".join(f["statement"] for f in estate if f["code"] != "FAST_MESSAGES_IN_FLIGHT") + " "
    for safe in ("RECEIVES.SAFE", "SENDS.SAFE", "RECEIVES.NORMAL", "PAIR.SHOWN", "PAIR.TOLD", "SYSTEM.DEF.SENDER",
                 "SYSTEM.DEF.RECEIVER", "SYSTEM.AUTO.RECEIVER", "CLIENTS", "NORMAL.NOTHING"):  # fmt: skip
        assert f" {safe} " not in everything


def test_a_finding_states_why_what_it_rests_on_and_what_would_mend_it(estate):
    [found] = [f for f in estate if f["object"] == "RECEIVES.NO.DLQ"]
    assert (found["question"], found["severity"]) == ("delivery", "warning")
    assert (found["queue_manager"], found["object"]) == ("QM2", "RECEIVES.NO.DLQ")
    assert found["statement"] == (
        "Channel RECEIVES.NO.DLQ can lose nonpersistent messages. Its RCVR on QM2 discards those that it cannot put: "
        "NPMSPEED is FAST and DEADQ is blank."
    )
    assert [(one["key"], one["attribute"], one["value"]) for one in found["assumes"]] == [
        ("DEFAULT", "NPMSPEED", "FAST")
    ]
    assert {(e["file"], e["line"]) for e in found["evidence"]} == {("QM2.txt", 2), ("QM2.txt", 7)}
    assert [one["effect"] for one in found["next"]] == ["looks", "changes"]
    assert suggested(found).splitlines()[1] == "echo \"ALTER QMGR DEADQ('SYSTEM.DEAD.LETTER.QUEUE')\" | runmqsc QM2"


def test_both_ends_of_a_channel_are_one_finding(estate):
    [found] = [f for f in estate if f["object"] == "PAIR.BOTH"]
    assert "SVR on QM1 discards those that it cannot send" in found["statement"]
    assert "RCVR on QM2 discards those that it cannot put" in found["statement"]
    assert {e["file"] for e in found["evidence"]} == {"QM1.txt", "QM2.txt"}
    assert "ALTER CHANNEL('PAIR.BOTH') CHLTYPE(SVR) USEDLQ(YES)" in suggested(found)


def test_a_definition_that_has_only_the_name_of_the_other_end_slows_nothing(estate):
    [unsure] = [f for f in of(estate, "MAY_LOSE_MESSAGES_UNKNOWN") if f["queue_manager"] == "QM2"]
    assert "PAIR.SLOWED (unless its other end is on QM1)" in unsure["statement"]
    assert "DISPLAY CHSTATUS('PAIR.SLOWED') RQMNAME NPMSPEED" in suggested(unsure)
    [other] = [f for f in estate if f["object"] == "PAIR.OTHER"]
    assert {one["key"] for one in other["assumes"]} == {"DEFAULT"}, "its sender is shown to lead to another"
    [both] = [f for f in estate if f["object"] == "PAIR.BOTH"]
    assert "PARTNER" in {one["key"] for one in both["assumes"]}


def test_a_dead_letter_queue_that_takes_nothing_counts_as_none(estate):
    said = {f["object"]: f for f in of(estate, "CAN_LOSE_MESSAGES")}
    assert "dead-letter queue DLQ4 has PUT(DISABLED)" in said["PUT.INHIBITED"]["statement"]
    assert "dead-letter queue DLQ5 is full" in said["FULL"]["statement"]
    assert "DISPLAY QSTATUS('DLQ5') TYPE(QUEUE) ALL" in suggested(said["FULL"])


def test_missing_definitions_are_said_to_be_missing_with_the_command(estate):
    unsure = {f["queue_manager"]: f for f in of(estate, "MAY_LOSE_MESSAGES_UNKNOWN")}
    assert sorted(unsure) == ["QM1", "QM2", "QM3"]
    assert (
        "DEADQ.NOT.SHOWN of QM3 loses messages that it cannot deliver: the evidence lacks DEADQ of QM3"
        in unsure["QM3"]["statement"]
    )
    assert suggested(unsure["QM3"]) == 'echo "DISPLAY QMGR DEADQ" | runmqsc QM3'
    assert "USEDLQ.NOT.SHOWN (lacks USEDLQ) and WITH.EXIT (message exit EXIT1)" in unsure["QM1"]["statement"]
    assert "DISPLAY CHANNEL(*) CHLTYPE NPMSPEED USEDLQ MSGEXIT" in suggested(unsure["QM2"])
    assert {f["severity"] for f in unsure.values()} == {"info"}


def test_what_only_a_failing_channel_loses_is_one_finding_for_all(estate):
    [found] = of(estate, "FAST_MESSAGES_IN_FLIGHT")
    assert found["statement"].startswith("2 channels have NPMSPEED(FAST) and a dead-letter queue: ")
    assert found["severity"] == "info" and len(found["evidence"]) == 3


def test_a_dead_letter_queue_displayed_put_disabled_is_one_that_takes_nothing_here_as_in_the_walk(spark):
    objects = Objects().qmgr("QM1", DEADQ="DLQ").channel("QM1", "A")
    objects.add("QM1", "QLOCAL", "DLQ", PUT="DISABLED", TYPE="QLOCAL")
    from mqforensics.objects import checks
    from mqforensics.objects.estate import Estate
    from mqforensics.objects.fact import Row

    rows = [Row.of(row.asDict(recursive=True)) for row in spark.createDataFrame(objects.rows, DEFINED).collect()]
    assert checks.dead_letter_queue(Estate(rows), "QM1").usable is False
    assert lossy(objects.audit(spark)) == ["A"]


def test_a_definition_shown_twice_with_two_values_is_one_channel_of_unknown_speed(spark):
    objects = Objects().qmgr("QM1", DEADQ="").channel("QM1", "A", NPMSPEED="NORMAL").channel("QM1", "A")
    [found] = objects.audit(spark)
    assert found["code"] == "MAY_LOSE_MESSAGES_UNKNOWN", "without times no capture is known to be the later one"


def test_ten_thousand_channels_take_one_spark_job(spark):
    objects = Objects()
    for manager in range(50):
        objects.qmgr(f"QM{manager}", DEADQ="" if manager % 5 == 0 else "DLQ")
    for n in range(10_000):
        objects.channel(f"QM{n % 50}", f"TO.{n:05}", NPMSPEED="NORMAL" if n % 3 == 0 else "FAST",
                        USEDLQ="NO" if n % 7 == 0 else "YES")  # fmt: skip
    frame = spark.createDataFrame(objects.rows, DEFINED)
    spark.sparkContext.setJobGroup("audit", "audit")
    found = [row.asDict(recursive=True) for row in lossy_channels(frame).collect()]
    spark.sparkContext.setJobGroup("other", "other")
    assert len(spark.sparkContext.statusTracker().getJobIdsForGroup("audit")) == 1
    expected = {f"TO.{n:05}" for n in range(10_000) if n % 3 and (n % 7 == 0 or n % 50 % 5 == 0)}
    assert set(lossy(found)) == expected and len(lossy(found)) == len(expected)
    for one in of(found, "CAN_LOSE_MESSAGES"):
        n = int(one["object"].removeprefix("TO."))
        assert {e["line"] for e in one["evidence"]} == {n % 50 + 1, n + 51}


def test_a_case_without_definitions_has_no_answer_and_one_without_channels_an_empty_one(spark):
    class Case:
        given = Given()
        objects = spark.createDataFrame(
            [],
            DEFINED + ", lines map<string,int>, times map<string,timestamp>, "
            "asked string, run int, whole boolean, captured timestamp, zone string",
        )

        def has(self, table):
            return table == "objects" and self.there

    case = Case()
    case.there, case.spark, case.made = False, spark, {}
    assert answer(case) is None
    case.there, case.made = True, {}
    empty = answer(case)
    assert (empty.findings, empty.headline) == ((), "The evidence has no definition of a message channel.")


def test_the_rows_of_these_tests_have_the_columns_of_the_objects_table():
    assert {column.split()[0] for column in DEFINED.split(", ")} <= set(OBJECTS.names)


def test_a_dead_letter_queue_that_is_not_defined_is_told_without_any_channel(spark, tmp_path):
    head = "Starting MQSC for queue manager QM1.\n     1 : DISPLAY QMGR DEADQ\nAMQ8408I: Display Queue Manager details.\n" \
           "   QMNAME(QM1)                             DEADQ(GONE.DLQ)\n     2 : DISPLAY QUEUE(GONE.DLQ) ALL\n"  # fmt: skip
    gone, there = "AMQ8147E: IBM MQ object GONE.DLQ not found.\n", \
        "AMQ8409I: Display Queue details.\n   QUEUE(GONE.DLQ)                         TYPE(QLOCAL)\n" \
        "   PUT(ENABLED)                            CURDEPTH(0)\n   MAXDEPTH(5)                             USAGE(NORMAL)\n"  # fmt: skip
    for shown, codes in ((gone, ["DEAD_LETTER_QUEUE_UNUSABLE"]), (there, [])):
        (tmp_path / "qm1.txt").write_text(head + shown + "2 MQSC commands read.\n")
        found = answer(open_case(spark, tmp_path)).findings
        assert [one.code for one in found] == codes
        assert all("is not defined" in one.statement and one.object == "GONE.DLQ" and one.next for one in found)
    (tmp_path / "qm1.txt").write_text(head + gone + "2 MQSC commands read.\n")
    (tmp_path / "dlq.txt").write_text(dump([{"data": b"x"}], "GONE.DLQ"))
    assert answer(open_case(spark, tmp_path)).findings == (), "it was there, whatever the display lacks"


def test_a_channel_whose_name_is_lost_stands_beside_the_others():
    row = {"file": "d.txt", "line": 1, "queue_manager": "QM1", "type": "CHANNEL"}
    attributes = {"CHLTYPE": "SDR", "NPMSPEED": "FAST", "USEDLQ": "YES", "XMITQ": "QM2"}
    found = ends(Estate([row | {"name": name, "attributes": attributes} for name in (None, "TO.QM2", None, "TO.QM3")]))
    assert [one.name for one in found] == ["TO.QM2", "TO.QM3"]


def test_headline_and_findings_count_the_same_channels(spark):
    """Of three queue managers two send by the same name to one, and its status shows which of them it is."""
    objects = Objects()
    for sender in ("QM1", "QM1T"):
        objects.qmgr(sender, DEADQ="DLQ").channel(sender, "TO.QM2", "SDR", XMITQ="QM2")
    objects.qmgr("QM2", DEADQ="DLQ").channel("QM2", "TO.QM2")
    objects.add("QM1", "CHSTATUS", "TO.QM2", RQMNAME="QM2")
    audited = ends(
        Estate(
            [dict(zip([field.split()[0] for field in DEFINED.split(", ")], row, strict=True)) for row in objects.rows]
        )
    )
    assert [f.statement.split(" have")[0] for f in audit(audited)] == ["2 channels"]
    assert _headline(audited).startswith("Channel TO.QM2 of QM1 loses nonpersistent messages only if it fails")
    assert _headline(audited).endswith("In all, 2 can lose what is in transit.")
