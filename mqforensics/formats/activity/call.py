"""One MQI call: from the parameters that a trace gives, under amqsevt's JSON keys, to a row of the table `calls`."""

import re
import struct
from collections.abc import Mapping
from functools import lru_cache

from mqforensics.codes import code, flags, name
from mqforensics.formats.activity.clock import Moment
from mqforensics.structures import put_time

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
"""Reasons with which MQGET returns a message all the same (truncated, not converted), where no CompCode is told."""
CONNECTION = 48
"""Hexadecimal digits of `AMQC`, 12 bytes of queue manager name, 8 bytes of connection."""


def verb(operation: object) -> str | None:
    """The call by its name: `MQXF_GET`, `Get` and 10 are `MQGET`; XA calls keep theirs (`XACOMMIT`)."""
    return (_verb(operation) or None) if isinstance(operation, (int, str)) else None


@lru_cache(maxsize=256)
def _verb(operation: int | str) -> str | None:
    spelt = name("MQXF", operation) if isinstance(operation, int) else operation
    plain = (spelt or "").strip().upper().removeprefix("MQXF_").replace(" ", "_")
    if plain.isdecimal() and len(plain) < LONGEST_NUMBER:
        return _verb(int(plain))
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
        value = _number(value)
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
    if type(value) is not str:
        if value is None or isinstance(value, (dict, list)):
            return None
        value = str(value)
    plain = value.rstrip(" \0")
    if not plain.isascii():
        plain = plain.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no text
    return plain or None


def octets(value: object) -> bytes | None:
    """Bytes, given as such or as hexadecimal digits."""
    if isinstance(value, bytes):
        return value or None
    try:
        return bytes.fromhex(value) or None if isinstance(value, str) else None
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def named(family: str, value: int) -> list[str]:
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


def waits(params: Mapping, options: int | None) -> int | None:
    """WaitInterval out of the MQGMO, where the call waits and the trace holds the structure."""
    if options is None or not options & WAIT or "mqgmoStruct" not in params:
        return number(params.get("waitInterval"))
    return whole(octets(params["mqgmoStruct"]), 12)


def whose(head: Mapping) -> dict:
    """The columns that hold for all calls of a connection."""
    return {
        "queue_manager": text(head.get("queueMgrName")),
        "application": text(head.get("applName")),
        "process": text(head.get("processId")),
        "connection": connection(head.get("connectionId")),
        "channel": text(head.get("channelName")),
    }


def row(params: Mapping, moment: Moment, queue: str | None) -> dict:
    """A call's own columns."""
    called = verb(params.get("operationId"))
    comp, reason = number(params.get("compCode"), 32), number(params.get("reasonCode"), 32)
    nothing = called == "MQGET" and (comp == FAILED or (comp is None and reason not in WARNINGS))
    given, family = OPTIONS.get(called, (None, None))
    options = number(params.get(given)) if given else None
    get = {}.get if nothing else params.get  # a failed MQGET shows what its caller passed in, not a message
    structure = octets(get("mqmdStruct"))
    return {
        "time": moment.time,
        "time_exact": moment.exact,
        "time_note": moment.note,
        "thread": text(params.get("threadId")),
        "handle": text(params.get("hobj")),
        "verb": called,
        "options": None if options is None else named(family, options),
        "options_value": options,
        "queue": queue,
        "msg_id": octets(get("msgId")),
        "correl_id": octets(get("correlId")),
        "priority": number(get("priority"), 32),
        "persistence": number(get("persistence"), 32),
        "backout_count": number(get("backoutCount"), 32) if structure is None else whole(structure, 96),
        "put_time": put_time(text(get("putDate")), text(get("putTime"))),
        "comp_code": comp,
        "reason": reason,
        "duration": number(params.get("qmgrOpDuration")),
        "wait_interval": waits(params, options),
        "msg_length": number(params.get("msgLength")),
        "error": params.get("problem") or (None if called else "a call without an operation that has a name"),
    }
