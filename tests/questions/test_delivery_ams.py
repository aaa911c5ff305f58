"""AMS on z/OS: every combination against a model by another hand, and each sentence of the seed on it."""

import itertools

import pytest

from mqforensics.questions.delivery import ams_delivery

VALUES = {
    "CHLTYPE": ("SDR", "RCVR"),
    "SPLPROT": ("PASSTHRU", "REMOVE", "ASPOLICY"),
    "USEDLQ": ("YES", "NO"),
    "DEADQ": ("SYSTEM.DEAD.LETTER.QUEUE", "MY.DLQ", ""),
    "dlq_policy": (True, False),
    "toleration": (True, False),
    "may_protect": (True, False),
    "pdmq": (True, False),
    "target_policy": (True, False),
    "persistence": (0, 1),
    "NPMSPEED": ("FAST", "NORMAL"),
}
SCHEMA = (
    "n int, CHLTYPE string, SPLPROT string, USEDLQ string, DEADQ string, dlq_policy boolean, toleration boolean, "
    "may_protect boolean, pdmq boolean, target_policy boolean, persistence int, NPMSPEED string"
)


def model(v):
    """(fate, protected where it ends; None where that cannot be said) by plain questions."""
    sends = v["CHLTYPE"] == "SDR"
    if (sends and v["SPLPROT"] == "ASPOLICY") or (not sends and v["SPLPROT"] == "REMOVE"):
        protected = None  # not a value for this end
    elif sends:
        protected = v["pdmq"] and v["SPLPROT"] == "PASSTHRU"
    else:
        protected = v["pdmq"] or (v["SPLPROT"] == "ASPOLICY" and v["target_policy"])
    if v["USEDLQ"] == "YES" and v["DEADQ"]:
        placed = "ON_SENDER_DLQ" if sends else "ON_DLQ"
        if v["DEADQ"].startswith("SYSTEM.") or not v["dlq_policy"]:
            return placed, protected
        if protected:
            return placed, True
        if v["toleration"] and v["may_protect"]:
            return placed, True
    if v["persistence"] == 0 and v["NPMSPEED"] == "FAST":
        return "DISCARDED", None
    if sends or not v["DEADQ"]:
        return "ON_XMITQ_CHANNEL_RETRYING", v["pdmq"]
    return "ON_XMITQ_CHANNEL_ENDS", v["pdmq"]


def sensible(v):
    """Whether this end can have this SPLPROT."""
    return v["SPLPROT"] != ("ASPOLICY" if v["CHLTYPE"] == "SDR" else "REMOVE")


def test_every_combination_ends_where_the_model_says_and_as_protected(spark):
    cases = [dict(zip(VALUES, c, strict=True)) for c in itertools.product(*VALUES.values())]
    cases = [case for case in cases if sensible(case)]
    rows = [(n, *case.values()) for n, case in enumerate(cases)]
    answers = ams_delivery(spark.createDataFrame(rows, SCHEMA)).select("n", "fate", "protected").collect()
    got = [(row.fate, row.protected) for row in sorted(answers, key=lambda row: row.n)]
    for case, answer in zip(cases, got, strict=True):
        assert answer == model(case), case
        assert not (case["persistence"] == 1 and answer[0] == "DISCARDED")
    assert len(cases) == 3072


PLAIN = {"CHLTYPE": "SDR", "SPLPROT": "REMOVE", "USEDLQ": "YES", "DEADQ": "MY.DLQ", "dlq_policy": True,
         "toleration": True, "may_protect": True, "pdmq": True, "target_policy": True, "persistence": 1,
         "NPMSPEED": "FAST"}  # fmt: skip
RECEIVER = PLAIN | {"CHLTYPE": "RCVR", "SPLPROT": "PASSTHRU"}
SYSTEM = "SYSTEM.DEAD.LETTER.QUEUE"
KEPT, ENDED = "ON_XMITQ_CHANNEL_RETRYING", "ON_XMITQ_CHANNEL_ENDS"

SENTENCES = {
    "a sender that unprotected a message and cannot send it moves it to the local dead-letter queue":
        ({}, "ON_SENDER_DLQ", True),
    "only when USEDLQ is YES": ({"USEDLQ": "NO"}, KEPT, True),
    "on SYSTEM.DEAD.LETTER.QUEUE it is unprotected": ({"DEADQ": SYSTEM}, "ON_SENDER_DLQ", False),
    "on a named one it is protected when there is a policy of its name": ({}, "ON_SENDER_DLQ", True),
    "and unprotected when there is none": ({"dlq_policy": False}, "ON_SENDER_DLQ", False),
    "it cannot be put and is persistent: backed out, RETRY": ({"may_protect": False}, KEPT, True),
    "it cannot be put and the speed is NORMAL: backed out, RETRY":
        ({"may_protect": False, "persistence": 0, "NPMSPEED": "NORMAL"}, KEPT, True),
    "otherwise it is discarded and the MCA goes on": ({"may_protect": False, "persistence": 0}, "DISCARDED", None),
    "protected stays protected on the system queue": (RECEIVER | {"DEADQ": SYSTEM}, "ON_DLQ", True),
    "unprotected stays unprotected on the system queue":
        (RECEIVER | {"DEADQ": SYSTEM, "pdmq": False}, "ON_DLQ", False),
    "a named queue without a policy: protected as it is": (RECEIVER | {"dlq_policy": False}, "ON_DLQ", True),
    "a named queue without a policy: unprotected as it is":
        (RECEIVER | {"dlq_policy": False, "pdmq": False}, "ON_DLQ", False),
    "a named queue with a policy protects": (RECEIVER | {"pdmq": False}, "ON_DLQ", True),
    "but not twice": (RECEIVER | {"may_protect": False, "toleration": False}, "ON_DLQ", True),
    "toleration off: the put of a message without PDMQ header fails":
        (RECEIVER | {"pdmq": False, "toleration": False}, ENDED, False),
    "not when the receiver has SPLPROT(ASPOLICY) and the destination a policy":
        (RECEIVER | {"pdmq": False, "toleration": False, "SPLPROT": "ASPOLICY"}, "ON_DLQ", True),
    "the channel initiator's user may not protect: the put fails":
        (RECEIVER | {"pdmq": False, "may_protect": False}, ENDED, False),
    "no dead-letter queue, persistent: ends abnormally, retries": (RECEIVER | {"DEADQ": ""}, KEPT, True),
    "no dead-letter queue, nonpersistent: discarded, runs on":
        (RECEIVER | {"DEADQ": "", "persistence": 0}, "DISCARDED", None),
}  # fmt: skip


@pytest.fixture(scope="module")
def answers(spark):
    rows = [(n, *(PLAIN | given).values()) for n, (given, _, _) in enumerate(SENTENCES.values())]
    collected = ams_delivery(spark.createDataFrame(rows, SCHEMA)).orderBy("n").collect()
    return dict(zip(SENTENCES, collected, strict=True))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentence(sentence, answers):
    answer, (_, fate, protected) = answers[sentence], SENTENCES[sentence]
    assert (answer.fate, answer.protected) == (fate, protected)
    assert all(step.source for step in answer.actions)
    running = fate in ("ON_SENDER_DLQ", "ON_DLQ", "DISCARDED")
    assert answer.channel_state == (
        "RUNNING" if running else "RETRYING" if fate == KEPT else "RETRYING, or STOPPED without retries"
    )


def test_no_dead_letter_queue_loses_nonpersistent_messages_at_normal_speed_only_in_the_last_sentence_s_reading(spark):
    row = [(0, *(RECEIVER | {"DEADQ": "", "persistence": 0, "NPMSPEED": "NORMAL"}).values())]
    frame = spark.createDataFrame(row, SCHEMA)
    assert ams_delivery(frame).first().fate == KEPT
    assert ams_delivery(frame, assume={"discard_normal": True}).first().fate == "DISCARDED"


def test_where_the_document_s_sentences_conflict_both_readings_are_told_and_one_is_the_default(spark):
    sender = PLAIN | {"toleration": False, "DEADQ": "MY.DLQ"}
    none = RECEIVER | {"DEADQ": "", "persistence": 0, "NPMSPEED": "NORMAL"}
    for case, flag, other in (
        (sender, "protect_at_sender", ("ON_SENDER_DLQ", True)),
        (none, "discard_normal", ("DISCARDED", None)),
    ):
        frame = spark.createDataFrame([(0, *case.values())], SCHEMA)
        told, read = ams_delivery(frame).first(), ams_delivery(frame, assume={flag: True}).first()
        assert told.fate == KEPT and f"set {flag} to read it so" in told.because
        assert (read.fate, read.protected) == other
    receiver = spark.createDataFrame([(0, *(RECEIVER | {"toleration": False, "pdmq": False}).values())], SCHEMA)
    assert "protect_at_sender" not in ams_delivery(receiver).first().because, (
        "of a receiver the document says one thing"
    )


def test_an_unknown_policy_leaves_the_place_known_where_it_makes_no_difference(spark):
    unknown = {"dlq_policy": None, "toleration": None, "pdmq": None}
    rows = [(0, *(RECEIVER | unknown | {"DEADQ": SYSTEM}).values()), (1, *(RECEIVER | unknown).values())]
    system, named = ams_delivery(spark.createDataFrame(rows, SCHEMA)).orderBy("n").collect()
    assert (system.fate, system.protected) == ("ON_DLQ", None)
    assert named.fate == "UNKNOWN" and named.next.splitlines()[-1] == 'echo "DISPLAY QMGR QMNAME" | runmqsc'
    frame = spark.createDataFrame([(1, *(RECEIVER | unknown).values())], SCHEMA)
    assert "dspmqspl -m QM2 -p MY.DLQ" in ams_delivery(frame, queue_manager={"QMNAME": "QM2"}).first().next
