"""Which channels can lose a message: the audit of definitions."""

import pytest

from mqforensics.formats.tables import OBJECTS
from mqforensics.questions.delivery import findings, lossy_channels
from mqforensics.questions.finding import SCHEMA
from tests.questions.suggested import suggested

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
        return [row.asDict(recursive=True) for row in lossy_channels(spark.createDataFrame(self.rows, DEFINED)).collect()]


def of(found, code):
    return [f for f in found if f["code"] == code]


def lossy(found):
    return [f["statement"].split("'")[1] for f in of(found, "CAN_LOSE_MESSAGES")]


@pytest.fixture(scope="module")
def estate(spark):
    """One case for most questions, so that Spark is asked once."""
    objects = Objects()
    objects.qmgr("QM1", DEADQ="DLQ1", CMDLEVEL="943").qmgr("QM2", DEADQ="", CMDLEVEL="943").qmgr("QM4", DEADQ="DLQ4")
    objects.qmgr("QM5", DEADQ="DLQ5").qmgr("QM6", DEADQ="DLQ6")
    objects.add("QM4", "QLOCAL", "DLQ4", PUT="DISABLED", TYPE="QLOCAL")
    objects.add("QM5", "QLOCAL", "DLQ5", CURDEPTH="5000", MAXDEPTH="5000")
    objects.add("QM6", "ERROR", "DLQ6", message="AMQ8147E")
    objects.channel("QM2", "RECEIVES.NO.DLQ").channel("QM2", "RECEIVES.NORMAL", NPMSPEED="NORMAL")
    objects.channel("QM1", "RECEIVES.SAFE").channel("QM1", "RECEIVES.USEDLQ.NO", USEDLQ="NO")
    objects.channel("QM1", "SENDS.USEDLQ.NO", "SDR", USEDLQ="NO", XMITQ="QM9")
    objects.channel("QM1", "SENDS.SAFE", "SDR", XMITQ="QM9")
    objects.channel("QM2", "SYSTEM.DEF.SENDER", "SDR", XMITQ="")
    objects.channel("QM2", "CLIENTS", "SVRCONN")
    objects.channel("QM4", "PUT.INHIBITED").channel("QM5", "FULL").channel("QM6", "NOT.THERE")
    objects.channel("QM2", "PAIR.SLOWED").channel("QM1", "PAIR.SLOWED", "SDR", XMITQ="X", NPMSPEED="NORMAL")
    objects.channel("QM2", "PAIR.BOTH").channel("QM1", "PAIR.BOTH", "SVR", XMITQ="X", USEDLQ="NO")
    objects.channel("QM3", "DEADQ.NOT.SHOWN").channel("QM2", "SPEED.NOT.SHOWN", NPMSPEED=None)
    objects.channel("QM1", "USEDLQ.NOT.SHOWN", USEDLQ=None).channel("QM1", "WITH.EXIT", MSGEXIT="EXIT1")
    objects.channel("QM2", "EXIT.AND.LOSSY", MSGEXIT="EXIT1").channel("QM1", "NORMAL.NOTHING", NPMSPEED="NORMAL")
    return objects.audit(spark)


def test_a_channel_that_can_lose_a_message_is_a_finding_and_one_that_cannot_is_none(estate):
    assert sorted(lossy(estate)) == [
        "EXIT.AND.LOSSY", "FULL", "NOT.THERE", "PAIR.BOTH", "PUT.INHIBITED", "RECEIVES.NO.DLQ",
        "RECEIVES.USEDLQ.NO", "SENDS.USEDLQ.NO",
    ]  # fmt: skip
    everything = " ".join(f["statement"] for f in estate)
    for safe in ("RECEIVES.SAFE", "SENDS.SAFE", "RECEIVES.NORMAL", "PAIR.SLOWED", "SYSTEM.DEF.SENDER", "CLIENTS",
                 "NORMAL.NOTHING"):  # fmt: skip
        assert f"'{safe}'" not in everything


def test_a_finding_states_why_what_it_rests_on_and_what_would_mend_it(estate):
    [found] = [f for f in estate if "'RECEIVES.NO.DLQ'" in f["statement"]]
    assert (found["question"], found["severity"]) == ("delivery", "warning")
    assert found["statement"] == (
        "Channel 'RECEIVES.NO.DLQ' can lose nonpersistent messages: what its RCVR end on QM2 cannot put to its queue "
        "is discarded, because of NPMSPEED(FAST) and a blank DEADQ (unless the other end, which the case does not "
        "hold, says NPMSPEED(NORMAL))."
    )
    assert {(e["file"], e["line"]) for e in found["evidence"]} == {("QM2.txt", 2), ("QM2.txt", 9)}
    assert suggested(found) == "* on QM2\nALTER QMGR DEADQ('SYSTEM.DEAD.LETTER.QUEUE')"


def test_both_ends_of_a_channel_are_one_finding(estate):
    [found] = [f for f in estate if "'PAIR.BOTH'" in f["statement"]]
    assert "SVR end on QM1 cannot send" in found["statement"] and "RCVR end on QM2 cannot put" in found["statement"]
    assert {e["file"] for e in found["evidence"]} == {"QM1.txt", "QM2.txt"}
    assert "ALTER CHANNEL('PAIR.BOTH') CHLTYPE(SVR) USEDLQ(YES)" in suggested(found)


def test_a_dead_letter_queue_that_takes_nothing_counts_as_none(estate):
    said = {f["statement"].split("'")[1]: f for f in of(estate, "CAN_LOSE_MESSAGES")}
    assert "dead-letter queue DLQ4 which is put-inhibited" in said["PUT.INHIBITED"]["statement"]
    assert "dead-letter queue DLQ5 which is full" in said["FULL"]["statement"]
    assert "dead-letter queue DLQ6 which does not exist" in said["NOT.THERE"]["statement"]
    assert suggested(said["FULL"]).endswith("DISPLAY QLOCAL('DLQ5') PUT CURDEPTH MAXDEPTH MAXMSGL")


def test_missing_definitions_are_said_to_be_missing_with_the_command(estate):
    unsure = {f["statement"].split(" of ")[1].split(" ")[0]: f for f in of(estate, "MAY_LOSE_MESSAGES_UNKNOWN")}
    assert sorted(unsure) == ["QM1", "QM2", "QM3"]
    assert "'DEADQ.NOT.SHOWN'" in unsure["QM3"]["statement"]
    assert suggested(unsure["QM3"]) == "* on QM3\nDISPLAY QMGR DEADQ"
    assert "'USEDLQ.NOT.SHOWN', 'WITH.EXIT' (message exit EXIT1)" in unsure["QM1"]["statement"]
    assert "DISPLAY CHANNEL(*) CHLTYPE NPMSPEED USEDLQ MSGEXIT" in suggested(unsure["QM2"])
    assert {f["severity"] for f in unsure.values()} == {"info"}


def test_what_only_a_failing_channel_loses_is_one_finding_for_all(estate):
    [found] = of(estate, "FAST_MESSAGES_IN_FLIGHT")
    assert found["statement"].startswith("Fast channels that have a dead-letter queue: 2.")
    assert found["severity"] == "info" and len(found["evidence"]) == 3


def test_the_same_definition_shown_twice_is_one_channel_and_the_latest_value_holds(spark):
    objects = Objects().qmgr("QM1", DEADQ="").channel("QM1", "A", NPMSPEED="NORMAL").channel("QM1", "A")
    assert lossy(objects.audit(spark)) == ["A"]


def test_a_pasted_session_without_a_name_belongs_to_the_queue_manager_it_shows(spark):
    objects = Objects().add(None, "QMGR", "QM7", file="f.txt", QMNAME="QM7", DEADQ="")
    objects.add(None, "CHANNEL", "A", file="f.txt", CHLTYPE="RCVR", NPMSPEED="FAST", USEDLQ="YES")
    [found] = objects.audit(spark)
    assert found["code"] == "CAN_LOSE_MESSAGES" and "RCVR end on QM7" in found["statement"]


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
        n = int(one["statement"].split("'TO.")[1][:5])
        assert {e["line"] for e in one["evidence"]} == {n % 50 + 1, n + 51}


def test_a_case_without_definitions_has_no_answer_and_one_without_channels_an_empty_one(spark):
    class Case:
        objects = spark.createDataFrame([], DEFINED)

        def has(self, table):
            return table == "objects" and self.there

    case = Case()
    case.there = False
    assert findings(case) is None
    case.there = True
    empty = findings(case)
    assert empty.collect() == []
    assert empty.schema.simpleString() == spark.createDataFrame([], SCHEMA).schema.simpleString()


def test_the_rows_of_these_tests_have_the_columns_of_the_objects_table():
    assert {column.split()[0] for column in DEFINED.split(", ")} <= set(OBJECTS.names)
