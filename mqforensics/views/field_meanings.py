"""What the numbers in MQ's structures say, in words: options, persistence, feedback, times, ids."""

from collections.abc import Mapping
from typing import Any

from mqforensics import codes
from mqforensics.objects.owners import maker
from mqforensics.structures import charset, put_time

NAMED = {"MsgType": "MQMT", "PutApplType": "MQAT", "Type": "MQCFT", "Command": "MQCMD", "CompCode": "MQCC"}
"""Fields whose value is one constant of a family."""
REASONS = ("Feedback", "Reason")
REPORTS = {
    "MQRO_EXCEPTION": "report when it cannot be delivered", "MQRO_EXPIRATION": "report when it expires",
    "MQRO_COA": "report when it arrives", "MQRO_COD": "report when it is got",
    "MQRO_PAN": "report of success", "MQRO_NAN": "report of failure", "MQRO_ACTIVITY": "report of its route",
    "MQRO_PASS_MSG_ID": "reports keep the MsgId", "MQRO_PASS_CORREL_ID": "reports keep the CorrelId",
    "MQRO_DISCARD_MSG": "discard it when it cannot be delivered",
    "MQRO_PASS_DISCARD_AND_EXPIRY": "reports inherit discard and expiry",
}  # fmt: skip
DATA = (("_WITH_FULL_DATA", " with all its data"), ("_WITH_DATA", " with its first 100 bytes"))
NO_REPORT = "no report; to the dead-letter queue when it cannot be delivered"
PERSISTENCE = {
    0: "not persistent: may not survive a restart of the queue manager",
    1: "persistent: survives a restart of the queue manager", 2: "as the queue's DEFPSIST",
}  # fmt: skip
ORDERS = {1: "big-endian integers", 2: "little-endian integers"}
CCSIDS = {
    0: "that of the queue manager", -1: "embedded", -2: "as in the structure before", -3: "that of the application",
}  # fmt: skip
FLAGS = {
    "MQMF_SEGMENTATION_ALLOWED": "may be segmented", "MQMF_SEGMENT": "a segment",
    "MQMF_LAST_SEGMENT": "the last segment", "MQMF_MSG_IN_GROUP": "in a group",
    "MQMF_LAST_MSG_IN_GROUP": "the last of its group",
}  # fmt: skip
STEPS = ((86_400, "d"), (3600, "h"), (60, "min"))


def meaning(field: str, value: Any, fields: Mapping[str, Any] | None = None) -> str:
    """What a field's value says, empty when it needs no words; `fields` are those beside it.

    `field` is a name of MQMD, MQDLH or another header, `MsgDesc.Report` too; numbers may be given as text.
    """
    if value is None:
        return "not known"
    name = field.rpartition(".")[2]
    prefix = field[: len(field) - len(name)]
    if name in SAYS:
        number = _number(value)
        return SAYS[name](value if number is None else number)
    if name in NAMED and _number(value) is not None:
        return codes.name(NAMED[name], _number(value)) or ""
    if name in REASONS and _number(value) is not None:
        return reason(_number(value))
    if name == "PutTime" and fields:
        at = put_time(fields.get(f"{prefix}PutDate"), value)
        return f"{at:%Y-%m-%d %H:%M:%S.%f}"[:-4] + " UTC" if at else ""
    return ""


def reason(code: int) -> str:
    """A reason or feedback by name, with its meaning where the kit has words for it."""
    if code == 0:
        return "none"
    name, said = codes.reason_name(code) or "", codes.meaning(code)
    return f"{name}: {said}" if said else name


def report(options: int) -> str:
    """Report options in words."""
    return "; ".join(map(_option, codes.flags("MQRO", options))) or NO_REPORT


def _option(name: str) -> str:
    for ending, words in DATA:
        if name.endswith(ending):
            return f"{REPORTS.get(name.removesuffix(ending), name)}{words}"
    return REPORTS.get(name, name)


def expiry(tenths: int) -> str:
    """What is left of a message's time, given in tenths of a second."""
    return "never expires" if tenths < 0 else f"{duration(tenths / 10)} left when it was read"


def duration(seconds: float) -> str:
    """A length of time with its largest two units: `2 h 5 min`."""
    parts = []
    for size, unit in STEPS:
        if seconds >= size:
            parts.append(f"{int(seconds // size)} {unit}")
            seconds %= size
    if len(parts) < 2 and (seconds or not parts):
        parts.append(f"{seconds:.3g} s")
    return " ".join(parts[:2])


def encoding(value: int) -> str:
    """Byte order of the integers, by the last digit of Encoding; the constants where one names it."""
    names = " ".join(codes.flags("MQENC", value))
    order = ORDERS.get(value & 15)
    return f"{order} ({names})" if order else names


def ccsid(value: int) -> str:
    """The character set of a CCSID."""
    known = charset(value)
    codec = f"{known.codec}{' (EBCDIC)' * known.is_ebcdic}" if known else "no codec known"
    return CCSIDS.get(value) or codec


def identifier(value: bytes | str) -> str:
    """What can be told of a MsgId, CorrelId or GroupId, as bytes or in hexadecimal."""
    data = value if isinstance(value, bytes | bytearray) else _unhexed(value)
    if data is None or not any(data):
        return "none" if data is not None else ""
    name = maker(data)
    return f"made by a queue manager whose name begins {name}" if name is not None else ""


def _flags(value: int) -> str:
    return ", ".join(FLAGS.get(name, name) for name in codes.flags("MQMF", value)) or "none"


def _unhexed(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


def _number(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def _of_number(says):
    return lambda value: says(value) if isinstance(value, int) else ""


SAYS = {
    "Report": _of_number(report), "Expiry": _of_number(expiry), "Encoding": _of_number(encoding),
    "CodedCharSetId": _of_number(ccsid), "NameValueCCSID": _of_number(ccsid), "MsgFlags": _of_number(_flags),
    "Persistence": lambda value: PERSISTENCE.get(value, ""),
    "Priority": lambda value: "highest" if value == 9 else "lowest" if value == 0 else "",
    "OriginalLength": lambda value: "undefined" if value == -1 else "",
    "BackoutCount": lambda value: "never rolled back" if value == 0 else f"rolled back {value} times" if value else "",
    "MsgId": lambda value: identifier(_bytes(value)), "CorrelId": lambda value: identifier(_bytes(value)),
    "GroupId": lambda value: identifier(_bytes(value)), "AccountingToken": lambda value: _none(_bytes(value)),
}  # fmt: skip


def _bytes(value: Any) -> bytes | str:
    return value if isinstance(value, bytes | bytearray | str) else ""


def _none(value: bytes | str) -> str:
    return "none" if not any(_unhexed(value) or b"" if isinstance(value, str) else value) else ""
