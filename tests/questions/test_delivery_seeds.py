"""Each sentence of seeds 1 and 2 on undelivered messages, as one case of the decision."""

import pytest

from mqforensics.flow.delivery.inputs import (
    AttributesExpected,
    InputExpected,
    MessageChannelExpected,
)
from mqforensics.questions.delivery import delivery, fate_at

FULL_RETURN = 0x07000000 | 0x08000000
RECEIVER = {"end": "receiving", "NPMSPEED": "FAST", "USEDLQ": "YES", "MRRTY": 3, "MRTMR": 1000, "MSGEXIT": "",
            "MREXIT": "", "QMNAME": "QM2", "DEADQ": "DLQ", "CMDLEVEL": 750, "PARTNER_DEADQ": "DLQ1",
            "persistence": 0, "report": 0, "reply_to_q": "", "reply_to_qmgr": "", "reason": 2085,
            "clears_after": None, "dead_letter_put": True, "return_put": True}  # fmt: skip
SENDER = RECEIVER | {"end": "sending", "reason": 2218}

SENTENCES = {
    "seed 1: a message that fails to arrive is placed on the dead-letter queue, if there is one":
        ({}, "ON_DLQ"),
    "seed 1: no dead-letter queue and not persistent: discarded":
        ({"DEADQ": ""}, "DISCARDED"),
    "seed 1: no dead-letter queue and persistent: the channel is stopped, the message is not discarded":
        ({"DEADQ": "", "persistence": 1}, "ON_XMITQ_CHANNEL_ENDS"),
    "seed 1: destination queue full, no dead-letter queue, at any speed (its own wording)":
        ({"DEADQ": "", "reason": 2053, "NPMSPEED": "NORMAL", "discard_normal": True}, "DISCARDED"),
    "seed 1: destination queue full, with a dead-letter queue: there it is sent":
        ({"reason": 2053}, "ON_DLQ"),
    "seed 1: put inhibited, no dead-letter queue, not persistent: discarded":
        ({"DEADQ": "", "reason": 2051}, "DISCARDED"),
    "seed 1: USEDLQ is YES by default, and unknown before it existed":
        ({"USEDLQ": None, "CMDLEVEL": 700}, "ON_DLQ"),
    "seed 2: the MCA can try again: a retry delivers":
        ({"reason": 2053, "clears_after": 1500}, "RETRIED_AND_DELIVERED"),
    "seed 2: full or put-inhibited is tried as often as told, then no more":
        ({"reason": 2051, "clears_after": 3001}, "ON_DLQ"),
    "seed 2: a message-retry exit decides for itself":
        ({"MREXIT": "MINE"}, "UNKNOWN"),
    "seed 2: a different error is returned to its sender":
        ({"reason": 2035, "report": FULL_RETURN, "reply_to_q": "RQ", "reply_to_qmgr": "QM1"}, "RETURNED_TO_SENDER"),
    "seed 2: retry unsuccessful, then returned to its sender":
        ({"reason": 2053, "report": FULL_RETURN, "reply_to_q": "RQ", "reply_to_qmgr": "QM2"}, "RETURNED_TO_SENDER"),
    "seed 2: return needs MQRO_EXCEPTION_WITH_FULL_DATA":
        ({"report": 0x09000000, "reply_to_q": "RQ", "reply_to_qmgr": "QM1", "persistence": 1}, "ON_DLQ"),
    "seed 2: return needs MQRO_DISCARD_MSG":
        ({"report": 0x07000000, "reply_to_q": "RQ", "reply_to_qmgr": "QM1"}, "ON_DLQ"),
    "seed 2: return needs a reply-to queue":
        ({"report": FULL_RETURN, "persistence": 1}, "ON_DLQ"),
    "seed 2: neither delivered nor returned: the dead-letter queue":
        ({"report": FULL_RETURN, "reply_to_q": "RQ", "return_put": False}, "ON_DLQ"),
    "seed 2: no dead-letter queue available: on the transmission queue, the channel stops":
        ({"dead_letter_put": False, "persistence": 1}, "ON_XMITQ_CHANNEL_ENDS"),
    "seed 2: fast, nonpersistent, not writable to a dead-letter queue: lost":
        ({"dead_letter_put": False}, "DISCARDED"),
    "seed 2: only on a fast channel":
        ({"dead_letter_put": False, "NPMSPEED": "NORMAL"}, "ON_XMITQ_CHANNEL_ENDS"),
    "seed 2: 7.0, no local and no remote dead-letter queue: RETRY, rolled back":
        ({"DEADQ": "", "PARTNER_DEADQ": "", "persistence": 1, "CMDLEVEL": 700}, "ON_XMITQ_CHANNEL_RETRYING"),
    "seed 2: 7.0, not with a local dead-letter queue":
        ({"DEADQ": "", "PARTNER_DEADQ": "DLQ1", "persistence": 1, "CMDLEVEL": 700}, "ON_XMITQ_CHANNEL_ENDS"),
    "seed 2: 7.0, not at level 6.0":
        ({"DEADQ": "", "PARTNER_DEADQ": "", "persistence": 1, "CMDLEVEL": 600}, "ON_XMITQ_CHANNEL_ENDS"),
    "documentation: any other reason is not tried again":
        ({"reason": 2085, "clears_after": 0}, "ON_DLQ"),
    "documentation: MRRTY(0) means no retry":
        ({"reason": 2053, "MRRTY": 0, "clears_after": 0}, "ON_DLQ"),
    "documentation: MQRC_PAGESET_FULL is tried again too":
        ({"reason": 2192, "clears_after": 1}, "RETRIED_AND_DELIVERED"),
    "documentation: USEDLQ(NO) and fast: discarded":
        ({"USEDLQ": "NO"}, "DISCARDED"),
    "documentation: USEDLQ(NO) and normal: the channel ends":
        ({"USEDLQ": "NO", "NPMSPEED": "NORMAL"}, "ON_XMITQ_CHANNEL_ENDS"),
    "documentation: USEDLQ(YES) with a blank DEADQ is as NO":
        ({"DEADQ": " ", "NPMSPEED": "NORMAL"}, "ON_XMITQ_CHANNEL_ENDS"),
    "documentation: MQRO_DISCARD_MSG alone drops a nonpersistent message":
        ({"report": 0x08000000}, "DISCARDED"),
    "documentation: MQRO_DISCARD_MSG alone, persistent, discarded as documented":
        ({"report": 0x08000000, "persistence": 1, "discard_persistent": None}, "DISCARDED"),
    "documentation: MQRO_DISCARD_MSG alone, persistent, kept where that is assumed":
        ({"report": 0x08000000, "persistence": 1, "discard_persistent": False}, "ON_DLQ"),
    "documentation: the sending end has its own dead-letter queue for conversion errors":
        (SENDER | {"reason": 2119}, "ON_SENDER_DLQ"),
    "documentation: the sending end, too large, no dead-letter queue, fast":
        (SENDER | {"DEADQ": ""}, "DISCARDED"),
    "documentation: the sending end, too large, no dead-letter queue, persistent":
        (SENDER | {"DEADQ": "", "persistence": 1}, "ON_XMITQ_CHANNEL_ENDS"),
    "documentation: a message exit is an unknown":
        ({"MSGEXIT": "MINE"}, "UNKNOWN"),
}  # fmt: skip
SCHEMA = (
    "n int, `end` string, NPMSPEED string, USEDLQ string, MRRTY int, MRTMR int, MSGEXIT string, MREXIT string, "
    "QMNAME string, DEADQ string, CMDLEVEL int, PARTNER_DEADQ string, persistence int, report int, "
    "reply_to_q string, reply_to_qmgr string, reason int, clears_after int, dead_letter_put boolean, "
    "return_put boolean, discard_persistent boolean, discard_normal boolean"
)
NAMES = [column.split()[0].strip("`") for column in SCHEMA.split(", ")]


def ask(spark, cases):
    """The answers for these circumstances, in order: attributes as columns, everything else a plain receiver."""
    rows = [{"n": n, "discard_persistent": False, "discard_normal": False, **RECEIVER, **c}
            for n, c in enumerate(cases)]  # fmt: skip
    frame = spark.createDataFrame([tuple(row[name] for name in NAMES) for row in rows], SCHEMA)
    return delivery(frame).orderBy("n").collect()


@pytest.fixture(scope="module")
def answers(spark):
    return dict(zip(SENTENCES, ask(spark, [given for given, _ in SENTENCES.values()]), strict=True))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentence(sentence, answers):
    answer, (_, fate) = answers[sentence], SENTENCES[sentence]
    assert answer.fate == fate
    assert (answer.lost is None) == (fate not in ("DISCARDED", "UNKNOWN"))
    assert all(step.source for step in answer.actions)


def test_an_exception_report_goes_to_a_local_reply_queue_directly_and_over_a_transmission_queue_elsewhere(spark):
    asked = {"report": FULL_RETURN, "reply_to_q": "RQ"}
    local, remote = ask(spark, [asked | {"reply_to_qmgr": "QM2"}, asked | {"reply_to_qmgr": "QM1"}])
    assert local["where"] == "reply-to queue RQ, local to the MCA"
    assert remote["where"] == "a transmission queue toward QM1, for reply-to queue RQ"
    assert remote.actions[-1].detail == (
        "an exception report with the whole message for RQ is put to a transmission queue"
    )


def test_each_retry_stands_at_its_interval(spark):
    cases = [  # clears_after, MRTMR, MRRTY, the times of all steps
        (None, 1000, 3, [0, 1000, 2000, 3000, 3000]),  # never: three tries, then the dead-letter queue at once
        (1, 1000, 3, [0, 1000]),
        (1000, 1000, 3, [0, 1000]),
        (1001, 1000, 3, [0, 1000, 2000]),
        (0, 250, 2, [0, 250]),
        (0, 0, 2, [0, 0]),
        (1, 0, 2, [0, 0, 0, 0]),
    ]
    answers = ask(spark, [{"reason": 2053, "clears_after": c, "MRTMR": i, "MRRTY": n} for c, i, n, _ in cases])
    for (clears_after, _, _, times), answer in zip(cases, answers, strict=True):
        assert [step.time for step in answer.actions] == times
        delivered = clears_after is not None and answer.actions[-1].action == "retry"
        assert answer.fate == ("RETRIED_AND_DELIVERED" if delivered else "ON_DLQ")


def test_a_thousand_million_retries_are_told_and_not_listed(spark):
    [answer] = ask(spark, [{"reason": 2053, "MRRTY": 999_999_999, "MRTMR": 999_999_999}])
    assert len(answer.actions) == 103
    assert answer.actions[-2].detail.startswith("and 999999899 more, 999999999 ms apart")
    assert answer.actions[-1].time == 999_999_999**2


def test_how_often_it_is_tried_is_unknown_without_mrrty_and_so_are_the_later_times(spark):
    [answer] = ask(spark, [{"reason": 2053, "MRRTY": None}])
    assert answer.fate == "ON_DLQ"
    assert [(step.action, step.time) for step in answer.actions] == [("unknown", None), ("dead-letter put", None)]


def test_what_is_not_known_is_named_with_the_command_that_tells(spark):
    [answer] = ask(spark, [{"NPMSPEED": None, "DEADQ": None}])
    assert (answer.fate, answer["where"], answer.lost) == ("UNKNOWN", "not known", "perhaps the message")
    assert "NPMSPEED(FAST) or not" in answer.because and "possible: ON_DLQ, DISCARDED" in answer.because
    assert answer.next.splitlines() == [
        f'echo "{one}" | runmqsc QM2' for one in ("DISPLAY QMGR DEADQ", "DISPLAY CHANNEL(*) CHLTYPE NPMSPEED")
    ]


def test_an_unknown_that_makes_no_difference_leaves_the_fate_known(spark):
    kept = {"persistence": 1, "NPMSPEED": None, "DEADQ": "", "PARTNER_DEADQ": None}
    answers = ask(spark, [{"NPMSPEED": None}, kept])
    assert answers[0].fate == "ON_DLQ"
    assert answers[1].fate == "ON_XMITQ_CHANNEL_ENDS", "whether it retries is not known, that it ended is"


def test_rows_of_a_messages_table_and_attributes_from_definitions(spark):
    rows = [((0, 1, "RQ", "QM1"), (2053,)), ((FULL_RETURN, 1, "RQ", "QM1"), (2085,)), (None, None)]
    schema = "md struct<Report:int,Persistence:int,ReplyToQ:string,ReplyToQMgr:string>, dlh struct<Reason:int>"
    messages = spark.createDataFrame(rows, schema)
    channel = {"CHANNEL": "A.B", "CHLTYPE": "RCVR", "NPMSPEED": "FAST", "MRRTY": "2", "MRTMR": "500", "USEDLQ": "YES"}
    answers = delivery(messages, channel, {"QMNAME": "QM2", "DEADQ": "DLQ", "VERSION": "09040300"}).collect()
    assert [a.fate for a in answers] == ["ON_DLQ", "RETURNED_TO_SENDER", "UNKNOWN"]
    assert [s.time for s in answers[0].actions] == [0, 500, 1000, 1000]
    assert answers[0]["where"] == "dead-letter queue DLQ of the receiving queue manager"


def test_attributes_that_differ_by_row_are_columns(spark):
    frame = spark.createDataFrame([(1, "YES"), (2, "NO")], "n int, USEDLQ string").selectExpr(
        "*", "0 persistence", "0 report", "2085 reason", "'' reply_to_q"
    )
    answers = delivery(frame, {"npmspeed": "FAST", "CHLTYPE": "RCVR"}, {"DEADQ": "DLQ"}).orderBy("n").collect()
    assert [a.fate for a in answers] == ["ON_DLQ", "DISCARDED"]


def test_the_level_is_read_from_version_where_cmdlevel_is_not_there(spark):
    frame = spark.range(1).selectExpr("1 persistence", "0 report", "2085 reason", "'' reply_to_q")

    def at(version):
        return delivery(frame, {"CHLTYPE": "RCVR", "USEDLQ": "YES"}, {"DEADQ": "", "VERSION": version},
                        partner={"DEADQ": ""}).first().fate  # fmt: skip

    assert at("07000100") == "ON_XMITQ_CHANNEL_RETRYING"
    assert at("06000200") == "ON_XMITQ_CHANNEL_ENDS"


def test_misuse_is_told_apart_from_evidence(spark):
    frame = spark.range(1)
    with pytest.raises(AttributesExpected, match="channel"):
        delivery(frame, "A.B")
    with pytest.raises(MessageChannelExpected, match="SVRCONN"):
        delivery(frame, {"CHLTYPE": "SVRCONN"})
    with pytest.raises(InputExpected, match="NPMSPED"):
        delivery(frame, assume={"NPMSPED": "FAST"})
    with pytest.raises(InputExpected, match=r"dead_letter_put as true or false.*got 2053"):
        delivery(frame, assume={"dead_letter_put": 2053})
    with pytest.raises(InputExpected, match="return_put"):
        fate_at({"return_put": 2085})
    with pytest.raises(InputExpected, match=r"dead_letter_put.*a column of int"):
        delivery(frame.selectExpr("2085 reason", "2053 dead_letter_put"))
    row = frame.selectExpr("'SVRCONN' CHLTYPE", "0 persistence", "2085 reason")
    assert delivery(row).first().fate == "UNKNOWN", "in evidence it is a row, not an error"
