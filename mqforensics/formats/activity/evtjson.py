"""amqsevt's JSON in its three forms: objects one after the other, one a line, or one array of them."""

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow.json import ParseOptions, ReadOptions, read_json

from mqforensics.formats.activity.call_columns import Records
from mqforensics.formats.activity.parameter_labels import KEYS, NUMBERS, TEXT
from mqforensics.formats.activity.record import OWN, Call, Record
from mqforensics.formats.json_text import DECODER, pairs
from mqforensics.structures import arrays

TOKENS = (b'"eventSource"',)
OPERATION = re.compile(rb'"(?:operationId|MQIACF_OPERATION_ID)"')
OPERATIONS = (b'"operationId"', b'"MQIACF_OPERATION_ID"')
EXACT = (b'"highresTime"', b'"MQIAMO64_HIGHRES_TIME"')
HEAD = ("queueMgrName", "applName", "processId", "connectionId", "channelName")
NUMBERED = pa.struct([("value", pa.int64()), ("options", pa.int64())])
BETWEEN = b" \t\r\n,]"
"""What stands between two objects."""
ODD = {"problem", "fraction"} | OWN
"""Keys that no call of the usual event has."""
CALL = tuple(sorted(set(KEYS.values()) - {*HEAD} | {"waitInterval", "backoutCount"} | ODD))
CONSTANT = re.compile(rb'"MQ\w+"\s*:')
USUAL = {name: b"0" for name in {*NUMBERS, "threadId", "hobj", "processId"} if not name.endswith("Options")}
USUAL |= dict.fromkeys(("compCode", "reasonCode", "openOptions"), b"{")
"""What a value that is not a text begins with."""
UNUSUAL = (b"null", b"Inf")
LOOK = 1 << 13
"""Bytes at the beginning of many events that show what their values begin with."""
GROUP = "MQGACF_ACTIVITY_TRACE"
BROKEN_EVENT = "an event that is not whole JSON, with no MQI operation in it"
BROKEN = "this call is not whole JSON: "


def begin(data: bytes, token: int) -> int | None:
    """Where the object begins whose first key is at `token`; None when something else stands before the key."""
    brace = data.rfind(b"{", max(token - 64, 0), token)
    return brace if brace >= 0 and not data[brace + 1 : token].strip() else None


def positions(unit: bytes) -> list[int]:
    """Where each call begins: at the brace before its first key, which no two calls share."""
    places, last = [], 0
    for key in sorted(_keys(unit)):
        brace = unit.rfind(b"{", last, key)
        places.append(key if brace < 0 else brace)
        last = key + 1
    return places


def _keys(unit: bytes) -> Iterator[int]:
    for spelt in OPERATIONS:
        at = unit.find(spelt)
        while at >= 0:
            yield at
            at = unit.find(spelt, at + 1)


def count(unit: bytes) -> int:
    """How many calls the object holds."""
    return sum(map(unit.count, OPERATIONS))


def total(data: bytes, places: list[tuple[int, int]]) -> int:
    """How many calls the objects hold."""
    return sum(data.count(spelt, places[0][0], places[-1][1]) for spelt in OPERATIONS)


def parse(unit: bytes) -> Record:
    """The record of one event; of a damaged one, every call that is whole and what is left of the others."""
    places = positions(unit)
    try:
        event = DECODER.raw_decode(unit[unit.index(b"{") :].decode("utf-8", "replace"))[0]
        head, calls = _known(event["eventData"]), _traced(event["eventData"])
        if b'"MQ' in unit or b"\\" in unit:  # printed with `-d`
            calls = list(map(_known, calls))
        if len(calls) == len(places) and all(isinstance(call, dict) for call in calls):
            return Record(head, list(map(Call, places, calls)), _none(event))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    return salvage(unit, places)


def records(data: bytes, places: list[tuple[int, int]]) -> Records | None:
    """Events as columns, where all of them are whole and as amqsevt prints them."""
    body = b"".join([data[start:end].rstrip(BETWEEN) + b"\n" for start, end in places])
    if any(len(arrays.positions(body, word)) for word in UNUSUAL) or CONSTANT.search(body):
        return None
    if b"\\" in body and b"\\u" in body:
        return None
    if not _is_text(body):
        return None
    heads, calls = ({name: _kind(body, name) for name in names} for names in (HEAD, CALL))
    fields = [*heads.items(), ("activityTrace", pa.list_(pa.struct(list(calls.items()))))]
    schema = pa.schema([("eventData", pa.struct(fields))])
    try:
        events = read_json(
            pa.BufferReader(body),
            ReadOptions(use_threads=False, block_size=len(body) + 1),
            ParseOptions(schema, newlines_in_values=False, unexpected_field_behavior="ignore"),
        )
    except pa.ArrowException:
        return None
    told = events.column("eventData").combine_chunks()
    traced = told.field("activityTrace")
    starts, sizes = _positions(data, places)
    if told.null_count or not np.array_equal(pc.list_value_length(traced).fill_null(0).to_numpy(False), sizes):
        return None
    if not sizes.all():
        return None
    heads = pa.StructArray.from_arrays([told.field(name) for name in HEAD], list(HEAD)).to_pylist()
    found = traced.flatten()
    if any(found.field(name).null_count < len(found) for name in ODD):
        return None
    return Records(heads, sizes, starts, {name: _numbers(found.field(name)) for name in CALL})


def _is_text(body: bytes) -> bool:
    try:
        return body.isascii() or bool(body.decode())
    except UnicodeDecodeError:
        return False


def _kind(body: bytes, name: str) -> pa.DataType:
    """The type of a field, as the first of that name is printed."""
    found = re.compile(b'"%s"\\s*:\\s*(.)' % name.encode()).search(body, 0, LOOK)
    sign = found[1] if found else USUAL.get(name, b'"')
    return NUMBERED if sign == b"{" and name in NUMBERS else pa.string() if sign == b'"' else pa.int64()


def _numbers(column: pa.Array) -> pa.Array:
    """A number that stands beside its name."""
    if column.type != NUMBERED:
        return column
    return pc.coalesce(*(pc.struct_field(column, field.name) for field in NUMBERED))


def _positions(data: bytes, places: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Where each call begins, as `positions` says, and how many each object holds."""
    begin, end = places[0][0], places[-1][1]
    keys = np.sort(np.concatenate([arrays.positions(data, spelt, begin, end) for spelt in OPERATIONS]))
    braces = np.flatnonzero(np.frombuffer(data, np.uint8, end - begin, begin) == ord("{")) + begin
    brace = braces[np.maximum(np.searchsorted(braces, keys) - 1, 0)]
    owner = np.searchsorted([start for start, _ in places], keys, "right") - 1
    after = np.maximum(np.append(0, keys[:-1] + 1)[: len(keys)], np.array([start for start, _ in places])[owner])
    return np.where(brace >= after, brace, keys), np.bincount(owner, minlength=len(places))


def _traced(data: dict) -> list:
    found = data.get("activityTrace", data.get(GROUP, []))
    return found if isinstance(found, list) else [found]


def _known(params: dict) -> dict:
    """Parameters under amqsevt's keys, where it printed the constants (`-d`)."""
    return {TEXT.get(key, key) if key[:2] == "MQ" else key: value for key, value in params.items()}


def _none(event: dict) -> str:
    kind = event.get("eventType")
    kind = kind.get("name") if isinstance(kind, dict) else kind
    return f"an event with no activity trace in it: {kind}"


def salvage(unit: bytes, places: list[int]) -> Record:
    """Each call on its own, behind whatever can be read of the event's own fields."""
    bounds = [*places, len(unit)]
    calls = [Call(start, _call(unit[start:end])) for start, end in pairwise(bounds)]
    return Record(_scalars(unit[: bounds[0]]), calls, BROKEN_EVENT)


def last_exact(unit: bytes) -> Record | None:
    """The record with only its last call that tells a high-resolution time."""
    told = max(unit.rfind(spelt) for spelt in EXACT)
    at = max(unit.rfind(spelt, 0, max(told, 0)) for spelt in OPERATIONS)
    if at < 0:
        return None
    first = OPERATION.search(unit).start()
    start = max(unit.rfind(b"{", 0, at), 0)
    return Record(_scalars(unit[:first]), [Call(start, _call(unit[start:]))])


def _call(part: bytes) -> dict:
    text = part.decode("utf-8", "replace")
    try:
        found = DECODER.raw_decode(text)[0]
        if isinstance(found, dict):
            return _known(found)
        problem = "no object"
    except (ValueError, RecursionError) as error:
        problem = str(error)
    return _scalars(part) | {"problem": BROKEN + problem}


def _scalars(part: bytes) -> dict[str, str | int]:
    return _known(dict(pairs(part.decode("utf-8", "replace"))))
