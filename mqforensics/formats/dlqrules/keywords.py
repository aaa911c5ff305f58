"""The words of a rules table as data: what each keyword holds, how long it may be, and the field it is held against."""

from functools import cache
from typing import NamedTuple

from mqforensics.codes import family
from mqforensics.codes.platforms import IBM_I, ZOS


class Keyword(NamedTuple):
    """A keyword: `kind` is `text`, `number`, `name`, `integer` or `choice`; `field` as in the messages table."""

    kind: str
    length: int = 0
    field: str | None = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 999_999_999


# In the order in which the handler compares them, so that "which keyword failed" is its own answer.
PATTERNS = {
    "APPLIDAT": Keyword("text", 32, "md.ApplIdentityData"),
    "DESTQ": Keyword("text", 48, "dlh.DestQName"),
    "DESTQM": Keyword("text", 48, "dlh.DestQMgrName"),
    "FORMAT": Keyword("text", 8, "dlh.Format"),
    "APPLNAME": Keyword("text", 28, "md.PutApplName"),
    "REPLYQ": Keyword("text", 48, "md.ReplyToQ"),
    "REPLYQM": Keyword("text", 48, "md.ReplyToQMgr"),
    "USERID": Keyword("text", 12, "md.UserIdentifier"),
    "APPLTYPE": Keyword("number", field="md.PutApplType"),
    "FEEDBACK": Keyword("number", field="md.Feedback"),
    "MSGTYPE": Keyword("number", field="md.MsgType"),
    "REASON": Keyword("number", field="dlh.Reason"),
    "PERSIST": Keyword("number", field="md.Persistence"),
}
ACTIONS = {
    "ACTION": Keyword("choice", choices=("DISCARD", "IGNORE", "RETRY", "FWD")),
    "FWDQ": Keyword("name", 48, choices=("&DESTQ", "&REPLYQ")),
    "FWDQM": Keyword("name", 48, choices=("&DESTQM", "&REPLYQM")),
    "HEADER": Keyword("choice", choices=("YES", "NO")),
    "PUTAUT": Keyword("choice", choices=("DEF", "CTX")),
    "RETRY": Keyword("integer", low=1),
}
CONTROL = {
    "INPUTQ": Keyword("name", 48),
    "INPUTQM": Keyword("name", 48),
    "RETRYINT": Keyword("integer"),
    "WAIT": Keyword("integer", choices=("YES", "NO"), high=999_999),
}
LARGEST = 999_999_999
"""No integer may be larger, whatever its keyword (AMQ8757); a keyword's own range is AMQ8747."""
RULE = {**PATTERNS, **ACTIONS}
KEYWORDS = {**RULE, **CONTROL}
DEFAULTS = {"INPUTQ": "", "INPUTQM": "", "RETRYINT": "60", "WAIT": "YES"}

UNCONFIRMED = {ZOS: ("CONVERT",)}
"""Keywords said to exist on a platform, but not found in its documentation: a warning there, not an error."""
RECORDS = (ZOS, IBM_I)
"""Platforms whose rules table is a file of records, so that the last line cannot lack its end."""

FEEDBACK_SYMBOLS = (
    "NONE SYSTEM_FIRST EXPIRATION COA COD QUIT CHANNEL_COMPLETED CHANNEL_FAIL_RETRY CHANNEL_FAIL "
    "APPL_CANNOT_BE_STARTED TM_ERROR APPL_TYPE_ERROR STOPPED_BY_MSG_EXIT XMIT_Q_MSG_ERROR SYSTEM_LAST APPL_FIRST "
    "APPL_LAST ACTIVITY MAX_ACTIVITIES NOT_FORWARDED NOT_DELIVERED UNSUPPORTED_FORWARDING UNSUPPORTED_DELIVERY"
)
NO_SYMBOL = {
    "MQAT_JAVA", "MQAT_CICS_BRIDGE", "MQMT_MQE_FIELDS", "MQMT_MQE_FIELDS_FROM_MQE",
    "MQPER_PERSISTENCE_AS_PARENT", "MQPER_PERSISTENCE_AS_TOPIC_DEF",
}  # fmt: skip
"""Constants of MQ that the handler's own table lacks."""
UNSURE_SYMBOLS = {
    "MQAT_AMQP", "MQAT_BATCH", "MQAT_CHANNEL_INITIATOR", "MQAT_DQM", "MQAT_MCAST_PUBLISH", "MQAT_OPEN_TP1",
    "MQAT_RRS_BATCH", "MQAT_SIB", "MQAT_SYSTEM_EXTENSION", "MQAT_TPF", "MQAT_VM", "MQAT_WLM",
}  # fmt: skip
"""Application types that the handler's table of twenty may lack: their numbers are safe, their names are not."""


@cache
def symbols() -> dict[str, int]:
    """The names a number may be written as; one table for every keyword, so REASON(MQFB_TM_ERROR) is legal."""
    whole = {name: code for of in ("MQRC", "MQAT", "MQMT", "MQPER") for name, code in family(of).codes.items()}
    feedback = family("MQFB").codes
    whole |= {f"MQFB_{name}": feedback[f"MQFB_{name}"] for name in FEEDBACK_SYMBOLS.split()}
    return {name: code for name, code in whole.items() if name not in NO_SYMBOL}
