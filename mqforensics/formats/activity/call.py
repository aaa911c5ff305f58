"""What single parameters of an MQI call say, as a trace gives them under amqsevt's JSON keys."""

import re
import struct
from collections.abc import Mapping
from functools import lru_cache

from mqforensics.codes import code, code_pages, flags, name

OPTIONS = {
    "MQCONN": ("connectOptions", "MQCNO"),
    "MQCONNX": ("connectOptions", "MQCNO"),
    "MQOPEN": ("openOptions", "MQOO"),
    "MQGET": ("getOptions", "MQGMO"),
    "MQCB": ("getOptions", "MQGMO"),
    "MQCALLBACK": ("getOptions", "MQGMO"),
    "MQPUT": ("putOptions", "MQPMO"),
    "MQPUT1": ("putOptions", "MQPMO"),
    "MQCLOSE": ("closeOptions", "MQCO"),
    "MQSUB": ("subOptions", "MQSO"),
    "MQCTL": ("ctlOperation", "MQOP"),
}
"""Which parameter holds a verb's options, and the family that names them."""
WAIT = 1
FAILED = 2
WARNINGS = {0, 2079, 2080, 2110, 2119, 2120, 2190, *range(2111, 2119), *range(2143, 2151)}
"""Reasons with which MQGET returns a message all the same (truncated, not converted), where no CompCode is reported."""
PADDING = " \0"
NO_NAME = "a call without an operation that has a name"
CONNECTION = 48
"""Hexadecimal digits of `AMQC`, 12 bytes of queue manager name, 8 bytes of connection."""


ROUTE = {
    **{name: name for name in ("BROWSE", "DISCARD", "RECEIVE", "SEND", "TRANSFORM", "PUBLISH", "EXCLUDED_PUBLISH",
                               "DISCARDED_PUBLISH", "ROUTE")},
    "PUT_REPLY": "MQPUT", "PUT_REPORT": "MQPUT",
}  # fmt: skip
"""Operations on a trace-route message that are no calls; `ROUTE`: it came through a queue, that alone is reported."""


def verb(operation: object) -> str | None:
    """The call by its name: `MQXF_GET`, `Get` and 10 are `MQGET`; XA calls keep theirs (`XACOMMIT`), `ROUTE` too."""
    return (_verb(operation) or None) if isinstance(operation, (int, str)) else None


@lru_cache(maxsize=256)
def _verb(operation: int | str) -> str | None:
    spelt = name("MQXF", operation) if isinstance(operation, int) else operation
    plain = (spelt or "").strip().upper().removeprefix("MQXF_").replace(" ", "_")
    if plain.isdecimal() and len(plain) < LONGEST_NUMBER:
        return _verb(int(plain))
    if plain in ROUTE:
        return ROUTE[plain]
    return plain if plain.startswith(("XA", "AX")) or not plain else f"MQ{plain}"


LONGEST_NUMBER = 40
SPELT = re.compile(r"(0x[0-9A-Fa-f]+)|(-?\d+)\s*$|.*\[(-?\d+)\]\s*$")


def number(value: object, bits: int = 64) -> int | None:
    """A number in any of the programs' habits: 16, `16`, `0x10`, `Ok [0]`, `MQCC_OK`, `{"value": 0}`."""
    if value is None:
        return None
    if type(value) is dict:
        value = value.get("value", value.get("options"))
    if type(value) is str:
        value = int(value) if value.isdecimal() and len(value) < LONGEST_NUMBER else _number(value)
    if type(value) is not int or not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        return None
    return value


@lru_cache(maxsize=1024)
def _number(value: str) -> int | None:
    found = SPELT.match(value.strip())
    if found:
        digits = found[1] or found[2] or found[3]
        return int(digits, 16 if found[1] else 10) if len(digits) < LONGEST_NUMBER else None
    known = code(value) if value.startswith("MQ") else None
    return known if isinstance(known, int) else None


def text(value: object) -> str | None:
    """A name without its padding; None when there is none."""
    return None if isinstance(value, (dict, list)) else _text(value)


@lru_cache(maxsize=4096, typed=True)
def _text(value: object) -> str | None:
    if value is None:
        return None
    plain = str(value).rstrip(PADDING)
    return code_pages.without_halves(plain) or None


def octets(value: object) -> bytes | None:
    """Bytes, given as such or as hexadecimal digits."""
    if isinstance(value, bytes):
        return value or None
    try:
        return bytes.fromhex(value) or None if isinstance(value, str) else None
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def option_names(family: str, value: int) -> list[str]:
    """The names of options; one list for all calls that have the same."""
    return flags(family, value)


def connection(identifier: object) -> str | None:
    """A connection as DISPLAY CONN writes it: 16 hexadecimal digits, out of those or of the 24 bytes around them.

    The handle of an API exit's log (`0x20007`) is left as it is."""
    digits = identifier.hex() if isinstance(identifier, bytes) else text(identifier)
    if not digits or not digits.strip("0"):
        return None
    return digits[-16:].upper() if len(digits) == CONNECTION else digits


def whole(data: bytes | None, offset: int) -> int | None:
    """A number out of a structure whose byte order its version betrays."""
    if not data or len(data) < offset + 4:
        return None
    order = "<" if data[4] else ">"
    return struct.unpack_from(order + "i", data, offset)[0]


WHOSE = ("queue_manager", "application", "process", "connection", "channel")


def whose(head: Mapping) -> dict:
    """The columns that hold for all calls of a connection."""
    return {
        "queue_manager": text(head.get("queueMgrName")),
        "application": text(head.get("applName")),
        "process": text(head.get("processId")),
        "connection": connection(head.get("connectionId")),
        "channel": text(head.get("channelName")),
    }
