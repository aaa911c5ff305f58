"""What a decision is made from: the inputs by name, where each comes from, and what is assumed of them.

Inputs in lower case belong to the message or to the question, inputs in capitals are MQSC attributes: of the
channel, of the queue manager whose MCA holds the message, and (`PARTNER_`) of the queue manager at the other end.
"""

from collections.abc import Mapping
from difflib import get_close_matches

from mqforensics import codes, csv_tables
from mqforensics.errors import MQForensicsError
from mqforensics.objects.estate import RECEIVERS, SENDERS

TEXT, INT, FLAG = "string", "bigint", "boolean"

MESSAGE = {
    "persistence": INT, "report": INT, "reply_to_q": TEXT, "reply_to_qmgr": TEXT, "reason": INT,
    "clears_after": INT, "dead_letter_put": FLAG, "return_put": FLAG, "end": TEXT,
}  # fmt: skip
"""`clears_after`: ms from the first failure until the destination takes the message again, null for never;
`dead_letter_put`, `return_put`: whether a put to the dead-letter queue, of the exception report, works;
`end`: "sending" or "receiving", the end of the channel that cannot go on with the message."""
MESSAGE_FIELDS = {
    "persistence": ("md", "Persistence"), "report": ("md", "Report"), "reply_to_q": ("md", "ReplyToQ"),
    "reply_to_qmgr": ("md", "ReplyToQMgr"), "reason": ("dlh", "Reason"),
}  # fmt: skip
"""Where the same are in a table of messages."""
CHANNEL = {
    "CHANNEL": TEXT, "CHLTYPE": TEXT, "NPMSPEED": TEXT, "MRRTY": INT, "MRTMR": INT, "MREXIT": TEXT,
    "MSGEXIT": TEXT, "USEDLQ": TEXT, "SPLPROT": TEXT, "XMITQ": TEXT,
}  # fmt: skip
QUEUE_MANAGER = {"QMNAME": TEXT, "DEADQ": TEXT, "CMDLEVEL": INT, "VERSION": TEXT}
PARTNER = {"PARTNER_" + name: kind for name, kind in QUEUE_MANAGER.items()}
READINGS = {"discard_persistent": FLAG, "discard_normal": FLAG, "exits_pass": FLAG}
_ATTRIBUTES = csv_tables.rows(__package__, "attributes.csv")
OF_CHANNEL, OF_QUEUE_MANAGER = (
    frozenset(row["attribute"] for row in _ATTRIBUTES if row["object"] == of) for of in ("channel", "queue manager")
)
"""Attributes of a channel (documentation, DEFINE CHANNEL) and of a queue manager (ALTER QMGR and DISPLAY QMGR)."""
INPUTS = MESSAGE | CHANNEL | QUEUE_MANAGER | PARTNER | READINGS

ASSUMED = {
    "MSGEXIT": "",  # a definition that was not shown in full: most channels have no exit
    "MREXIT": "",
    "SPLPROT": "PASSTHRU",  # its default; only z/OS has the attribute
    "dead_letter_put": True,
    "return_put": True,
    "discard_persistent": True,  # as documented; False: MQRO_DISCARD_MSG drops nonpersistent messages only
    "discard_normal": False,  # True: with no DEADQ a nonpersistent message is lost at any NPMSPEED
    "exits_pass": False,  # True: message exits change nothing, message-retry exits give up at once
}
"""What holds where neither the definitions nor the row says otherwise; everything else stays unknown."""

RETRY_REASONS = tuple(filter(codes.retried_by_mca, range(2000, 3000)))
"""PUT_INHIBITED, Q_FULL, PAGESET_FULL (documentation, MsgRetryCount)."""
EXCEPTION, EXCEPTION_WITH_DATA, EXCEPTION_WITH_FULL_DATA = 0x01000000, 0x03000000, 0x07000000
DISCARD_MSG, PASS_DISCARD = 0x08000000, 0x00004000
RETURN = EXCEPTION_WITH_FULL_DATA | DISCARD_MSG
"""What a message must ask for to be sent back (documentation, Return-to-sender)."""
USEDLQ_SINCE, RETRY_SINCE = 710, 700
"""Command levels from which a channel has USEDLQ, and from which the 7.0 rule holds."""


class AttributesExpected(MQForensicsError, TypeError):
    """A set of attributes is not a mapping of MQSC keywords to values."""


class InputExpected(MQForensicsError, ValueError):
    """Something is assumed of an input that no decision has, or a flag is neither true nor false."""


class MessageChannelExpected(MQForensicsError, ValueError):
    """A channel type that moves no messages between queue managers."""


def valid_attributes(what: str, given: Mapping | None, prefix: str = "", of: frozenset[str] = OF_CHANNEL) -> dict:
    """As `attributes`, of what a caller wrote; raises `InputExpected` for a keyword that no definition has (`of`)."""
    found = attributes(what, given, prefix)
    strange = sorted(name.removeprefix(prefix) for name in found if name.removeprefix(prefix) not in of)
    if not strange:
        return found
    near = [close for one in strange for close in get_close_matches(one, sorted(of), 1)]
    meant = f" (did you mean {', '.join(near)}?)" if near else ""
    raise InputExpected(f"expected MQSC attributes as {what}, got {', '.join(strange)}{meant}")


def attributes(what: str, given: Mapping | None, prefix: str = "") -> dict:
    """The attributes of `what` with keywords in capitals; raises `AttributesExpected`, `MessageChannelExpected`."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise AttributesExpected(f"expected {what} as a mapping of MQSC keywords to values, got {given!r}")
    upper = {prefix + str(key).upper(): value for key, value in given.items() if value is not None}
    kind = str(upper.get("CHLTYPE", "SDR")).strip().upper()
    if kind not in SENDERS + RECEIVERS:
        raise MessageChannelExpected(f"expected a CHLTYPE of {', '.join(SENDERS + RECEIVERS)}, got {kind!r}")
    return upper


def assumptions(assume: Mapping | None, known: Mapping[str, str] = INPUTS, base: Mapping = ASSUMED) -> dict:
    """`base` with `assume` over it; raises `InputExpected` for a name that is not an input, and for what is not a
    flag."""
    strange = sorted(set(assume or {}) - set(known))
    if strange:
        raise InputExpected(f"expected assumptions about {', '.join(sorted(known))}; got {', '.join(strange)}")
    return {**base, **valid_inputs(assume or {}, known)}


def valid_inputs(given: Mapping, known: Mapping[str, str] = INPUTS) -> Mapping:
    """Inputs as they are; raises `InputExpected` for a name that is not an input, and where a flag is none."""
    strange = sorted(set(given) - set(known))
    if strange:
        raise InputExpected(f"expected inputs ({', '.join(sorted(known))}), got {', '.join(strange)}")
    for name, value in given.items():
        if known.get(name) == FLAG and value not in (None, True, False):
            raise flag_expected(name, repr(value))
    return given


def flag_expected(name: str, told: str) -> InputExpected:
    """The error for what is given as a flag and is none: a reason code would be read as its opposite."""
    return InputExpected(f"expected {name} as true or false, whether it works or holds; got {told}")
