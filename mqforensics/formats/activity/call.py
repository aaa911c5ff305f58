"""One MQI call: from the parameters that a trace gives, under amqsevt's JSON keys, to a row of the table `calls`."""

import re
import struct
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

import pyarrow as pa

from mqforensics.codes import code, flags, name
from mqforensics.formats.activity.call_time import Moments
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
"""Reasons with which MQGET returns a message all the same (truncated, not converted), where no CompCode is reported."""
NO_MESSAGE: Mapping = {}
PADDING = " \0"
NO_NAME = "a call without an operation that has a name"
SCALARS, NUMBERS = {str, int, type(None)}, {int, type(None)}
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


def connections(owns: Sequence[Mapping]) -> dict[str, list]:
    """The columns that `whose` tells of each call."""
    return {name: [own[name] for own in owns] for name in owns[0]}


def columns(calls: Sequence[Mapping], moments: Moments, queues: Sequence[str | None]) -> dict[str, list | pa.Array]:
    """The columns that calls tell of themselves, out of the parameters, the moment and the queue of each."""
    verbs = _each([params.get("operationId") for params in calls], verb)
    comps, reasons = numbers(calls, "compCode", 32), numbers(calls, "reasonCode", 32)
    given = [OPTIONS.get(called, (None, None)) for called in verbs]
    options = whole_numbers([params.get(key) for (key, _), params in zip(given, calls, strict=True)])
    # A failed MQGET shows what its caller passed in, not a message.
    failed = [_failed(*outcome) for outcome in zip(verbs, comps, reasons, strict=True)]
    shown = [NO_MESSAGE if nothing else params for nothing, params in zip(failed, calls, strict=True)]
    structures = [octets(params.get("mqmdStruct")) for params in shown]
    backouts = numbers(shown, "backoutCount", 32)
    return {
        "time": pa.array(moments.times, pa.timestamp("us", tz="UTC")),
        "time_exact": moments.exact,
        "time_note": moments.notes,
        "thread": texts(calls, "threadId"),
        "handle": texts(calls, "hobj"),
        "verb": verbs,
        "options": _names([family for _, family in given], options),
        "options_value": options,
        "queue": queues,
        "msg_id": [octets(params.get("msgId")) for params in shown],
        "correl_id": [octets(params.get("correlId")) for params in shown],
        "priority": numbers(shown, "priority", 32),
        "persistence": numbers(shown, "persistence", 32),
        "backout_count": [
            count if structure is None else whole(structure, 96)
            for count, structure in zip(backouts, structures, strict=True)
        ],
        "put_time": [_put_time(params.get("putDate"), params.get("putTime")) for params in shown],
        "comp_code": comps,
        "reason": reasons,
        "duration": numbers(calls, "qmgrOpDuration"),
        "wait_interval": [waits(params, value) for params, value in zip(calls, options, strict=True)],
        "msg_length": numbers(calls, "msgLength"),
        "error": [
            params.get("problem") or (None if called else NO_NAME) for called, params in zip(verbs, calls, strict=True)
        ],
    }


def _each(values: list, known: Callable[[Any], Any]) -> list:
    """What `known` says of each value; of those that come again, once."""
    if not SCALARS.issuperset(map(type, values)):
        return list(map(known, values))
    said = {value: known(value) for value in set(values)}
    return list(map(said.__getitem__, values))


def texts(calls: Sequence[Mapping], key: str) -> list[str | None]:
    """The text that each call has under a key, as `text` reads it."""
    return _each([params.get(key) for params in calls], text)


def numbers(calls: Sequence[Mapping], key: str, bits: int = 64) -> list[int | None]:
    """The number that each call has under a key, as `number` reads it."""
    return whole_numbers([params.get(key) for params in calls], bits)


def whole_numbers(values: list, bits: int = 64) -> list[int | None]:
    """Values as `number` reads them."""
    kinds = set(map(type, values))
    if dict in kinds:
        values = [number(value) if type(value) is dict else value for value in values]
    most = 1 << (bits - 1)
    if kinds <= NUMBERS and all(-most <= value < most for value in {*values} - {None}):
        return values
    return _each(values, lambda value: number(value, bits))


def _names(families: list[str | None], options: list[int | None]) -> pa.Array:
    """The names of options, those that come again once."""
    places: dict[tuple, int | None] = {}
    nth = [
        None if pair[1] is None else places.setdefault(pair, len(places))
        for pair in zip(families, options, strict=True)
    ]
    return pa.array([named(*pair) for pair in places], pa.list_(pa.string())).take(pa.array(nth, pa.int32()))


def _put_time(date: object, time: object) -> datetime | None:
    if type(date) is not str or type(time) is not str:
        date, time = text(date), text(time)
    return put_time(date and date.rstrip(PADDING), time and time.rstrip(PADDING))


def _failed(called: str | None, comp: int | None, reason: int | None) -> bool:
    return called == "MQGET" and (comp == FAILED or (comp is None and reason not in WARNINGS))
