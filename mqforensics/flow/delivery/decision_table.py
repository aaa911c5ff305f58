"""The decision table: what a channel does with a message that it cannot deliver.

Six stages, asked in this order. A row holds when all its facts do; the rows of a stage exclude one another and
leave nothing out. A row ends in a fate, or (None) hands the message on to the next stage.
"""

from typing import NamedTuple

YES, NO = True, False


class Step(NamedTuple):
    """What is done: `{NAME}` in `detail` is an input, `source` a key of `sources.SOURCES`."""

    action: str
    detail: str
    source: str


class Row(NamedTuple):
    """One line of the table. `where`, `protected` and `next` override what the fate says."""

    when: dict[str, bool]
    fate: str | None
    because: str
    steps: tuple[Step, ...] = ()
    where: str | None = None
    next: str | None = None
    protected: bool | str | None = None


class Meaning(NamedTuple):
    """What a fate says of the message and of the channel."""

    where: str
    channel_state: str
    lost: str | None = None


UNKNOWN = "UNKNOWN"
ENDS, RETRYING = "ON_XMITQ_CHANNEL_ENDS", "ON_XMITQ_CHANNEL_RETRYING"
XMITQ = "transmission queue {XMITQ} of the sending queue manager"
FATES = {
    "RETRIED_AND_DELIVERED": Meaning("the destination queue", "RUNNING"),
    "RETURNED_TO_SENDER": Meaning("on its way to reply-to queue {reply_to_q} of {reply_to_qmgr}", "RUNNING"),
    "ON_DLQ": Meaning("dead-letter queue {DEADQ} of the receiving queue manager", "RUNNING"),
    "ON_SENDER_DLQ": Meaning("dead-letter queue {DEADQ} of the sending queue manager", "RUNNING"),
    "DISCARDED": Meaning("nowhere", "RUNNING", "the message"),
    ENDS: Meaning(XMITQ, "RETRYING, or STOPPED without retries"),
    RETRYING: Meaning(XMITQ, "RETRYING"),
    UNKNOWN: Meaning("not known", UNKNOWN, "perhaps the message"),
}
WEAKER = {frozenset({ENDS, RETRYING}): ENDS}
"""What holds when one of several fates does: a channel that retries has ended first."""

PUT_FAILS = Step("put", "the put to the destination queue fails with reason {reason}", "retry")
RETRIES = Step("retry", "", "retry")
NOT_SENT = Step("send", "the message cannot be sent, reason {reason}", "cannot send")
BACK_OUT = Step("back out", "the batch is backed out, the message is on the transmission queue", "channel ends")
DROP = "the message is discarded"
REPORT = "an exception report with the whole message"
MADE = Step("report", REPORT + " is made", "return")

EXIT = (
    Row({"message_channel": NO}, UNKNOWN, "CHLTYPE({CHLTYPE}) is not a message channel",
        (Step("unknown", "CHLTYPE({CHLTYPE}) is not a message channel", "not a message channel"),)),
    Row({"message_channel": YES, "message_exit": NO}, None, ""),
    Row({"message_channel": YES, "message_exit": YES}, UNKNOWN,
        "message exit {MSGEXIT} is an unknown: it may change the message or suppress it",
        (Step("unknown", "message exit {MSGEXIT} decides", "message exit"),),
        next="DISPLAY CHANNEL('{CHANNEL}') CHLTYPE MSGEXIT MSGDATA"),
)  # fmt: skip

RETRY = (
    Row({"receiving": NO}, None, "it fails at the sending end", (NOT_SENT,)),
    Row({"receiving": YES, "retry_exit": YES}, UNKNOWN,
        "message-retry exit {MREXIT} is an unknown: it decides for every reason whether, when and how often the "
        "put is tried again",
        (PUT_FAILS, Step("unknown", "message-retry exit {MREXIT} decides", "retry exit")),
        next="DISPLAY CHANNEL('{CHANNEL}') CHLTYPE MREXIT MRDATA"),
    Row({"receiving": YES, "retry_exit": NO, "transient": NO}, None, "reason {reason} is not tried again",
        (PUT_FAILS._replace(source="retry reasons"),)),
    Row({"receiving": YES, "retry_exit": NO, "transient": YES, "retries": NO}, None, "there are no retries",
        (PUT_FAILS._replace(source="no retries"),)),
    Row({"receiving": YES, "retry_exit": NO, "transient": YES, "retries": YES, "clears": YES},
        "RETRIED_AND_DELIVERED", "a retry finds the destination queue able to take it", (PUT_FAILS, RETRIES)),
    Row({"receiving": YES, "retry_exit": NO, "transient": YES, "retries": YES, "clears": NO}, None,
        "none of the {MRRTY} retries succeeds", (PUT_FAILS, RETRIES)),
)  # fmt: skip

RETURN = (
    Row({"receiving": NO}, None, ""),
    Row({"receiving": YES, "return_asked": YES, "return_put": YES, "reply_local": YES}, "RETURNED_TO_SENDER",
        "its report options and reply-to queue ask for return to sender",
        (MADE, Step("report", REPORT + " is put to {reply_to_q}", "return local")),
        where="reply-to queue {reply_to_q}, local to the MCA"),
    Row({"receiving": YES, "return_asked": YES, "return_put": YES, "reply_local": NO}, "RETURNED_TO_SENDER",
        "its report options and reply-to queue ask for return to sender",
        (MADE, Step("report", REPORT + " for {reply_to_q} is put to a transmission queue", "return remote")),
        where="a transmission queue toward {reply_to_qmgr}, for reply-to queue {reply_to_q}"),
    Row({"receiving": YES, "return_asked": YES, "return_put": NO, "pass_discard": NO}, None,
        "its exception report cannot be put, so the report itself goes the way of the message",
        (Step("report", REPORT + " cannot be put", "not returned"),)),
    Row({"receiving": YES, "return_asked": YES, "return_put": NO, "pass_discard": YES}, "DISCARDED",
        "its exception report cannot be put, and inherits MQRO_DISCARD_MSG by MQRO_PASS_DISCARD_AND_EXPIRY",
        (Step("report", REPORT + " cannot be put", "not returned"),
         Step("discard", "the report is discarded with the message in it", "report inherits"))),
    Row({"receiving": YES, "return_asked": NO, "discard_asked": NO}, None, "no return to sender was asked for"),
    Row({"receiving": YES, "return_asked": NO, "discard_asked": YES, "persistent": NO}, "DISCARDED",
        "its sender set MQRO_DISCARD_MSG", (Step("discard", DROP, "discard asked"),)),
    Row({"receiving": YES, "return_asked": NO, "discard_asked": YES, "persistent": YES,
         "discard_persistent": YES}, "DISCARDED",
        "its sender set MQRO_DISCARD_MSG, which is documented to drop persistent messages too",
        (Step("discard", DROP, "discard asked"),)),
    Row({"receiving": YES, "return_asked": NO, "discard_asked": YES, "persistent": YES,
         "discard_persistent": NO}, None,
        "we assume that MQRO_DISCARD_MSG does not drop persistent messages; set discard_persistent to change that",
        (Step("keep", "the message is kept although MQRO_DISCARD_MSG is set", "persistent kept"),)),
)  # fmt: skip

DEAD_LETTER = (
    Row({"use_dlq": NO}, None, "USEDLQ(NO)", (Step("dead-letter put", "none: it is not used", "USEDLQ(NO)"),)),
    Row({"use_dlq": YES, "deadq": NO}, None, "DEADQ is blank",
        (Step("dead-letter put", "none: no queue is named", "no DEADQ"),)),
    Row({"use_dlq": YES, "deadq": YES, "dead_letter_put": NO}, None, "{DEADQ} does not take it",
        (Step("dead-letter put", "the put to {DEADQ} fails", "put fails"),)),
    Row({"use_dlq": YES, "deadq": YES, "dead_letter_put": YES, "receiving": YES}, "ON_DLQ",
        "USEDLQ(YES) and {DEADQ} takes it",
        (Step("dead-letter put", "the message is put to {DEADQ}", "dead-letter queue"),)),
    Row({"use_dlq": YES, "deadq": YES, "dead_letter_put": YES, "receiving": NO}, "ON_SENDER_DLQ",
        "USEDLQ(YES) and {DEADQ} takes it",
        (Step("dead-letter put", "the message is put to {DEADQ}", "sender's dead-letter queue"),)),
)  # fmt: skip

LOSE = (
    Row({"persistent": YES}, None, "a persistent message is not discarded",
        (Step("keep", "the message is persistent", "persistent kept"),)),
    Row({"persistent": NO, "fast": NO}, None, "a nonpersistent message on a normal channel is inside the batch",
        (Step("keep", "the message is part of the batch", "normal kept"),)),
    Row({"persistent": NO, "fast": YES, "use_dlq": NO}, "DISCARDED",
        "nonpersistent and NPMSPEED(FAST), and no dead-letter queue is used",
        (Step("discard", DROP, "USEDLQ(NO)"),)),
    Row({"persistent": NO, "fast": YES, "use_dlq": YES, "deadq": NO}, "DISCARDED",
        "nonpersistent and NPMSPEED(FAST), and there is no dead-letter queue",
        (Step("discard", DROP, "no DEADQ, lost"),)),
    Row({"persistent": NO, "fast": YES, "use_dlq": YES, "deadq": YES}, "DISCARDED",
        "nonpersistent and NPMSPEED(FAST), and the dead-letter queue does not take it",
        (Step("discard", DROP, "fast, lost"),)),
)  # fmt: skip

LEFT = (
    Row({"receiving": NO, "interception": NO}, ENDS, "the channel ends and the message stays",
        (BACK_OUT, Step("end", "the channel ends", "channel ends"))),
    Row({"receiving": NO, "interception": YES}, RETRYING, "AMS interception: the batch is backed out",
        (BACK_OUT._replace(source="AMS backed out"), Step("retry channel", "the channel retries", "AMS backed out"))),
    Row({"receiving": YES, "has_dlq": YES}, ENDS, "the channel ends and the message stays",
        (BACK_OUT, Step("end", "the channel ends", "channel ends"))),
    Row({"receiving": YES, "has_dlq": NO, "interception": YES}, RETRYING, "no dead-letter queue on z/OS",
        (BACK_OUT._replace(source="AMS no DLQ, kept"),
         Step("retry channel", "the channel ends abnormally and retries", "AMS no DLQ, kept"))),
    Row({"receiving": YES, "has_dlq": NO, "interception": NO, "partner_deadq": YES}, ENDS,
        "the channel ends and the message stays",
        (BACK_OUT, Step("end", "the channel ends", "channel ends"))),
    Row({"receiving": YES, "has_dlq": NO, "interception": NO, "partner_deadq": NO, "level_7": YES}, RETRYING,
        "neither end has a dead-letter queue, at level 7.0 or later",
        (BACK_OUT._replace(source="7.0 rule"), Step("retry channel", "the sender retries", "7.0 rule"))),
    Row({"receiving": YES, "has_dlq": NO, "interception": NO, "partner_deadq": NO, "level_7": NO}, ENDS,
        "neither end has a dead-letter queue, before level 7.0. Compare the LUWID and sequence number of both ends. "
        "Then resolve with COMMIT if they are equal and with BACKOUT if they are not",
        (Step("end", "the channel ends abnormally, the batch in doubt", "before 7.0"),),
        where=XMITQ + ", in doubt until the channel is resolved",
        next="DISPLAY CHSTATUS('{CHANNEL}') SAVED CURLUWID LSTLUWID CURSEQNO LSTSEQNO INDOUBT"),
)  # fmt: skip

STAGES = {
    "message exit": EXIT, "retry": RETRY, "return to sender": RETURN, "dead-letter queue": DEAD_LETTER,
    "discard": LOSE, "transmission queue": LEFT,
}  # fmt: skip
