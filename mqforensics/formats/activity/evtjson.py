"""amqsevt's JSON in its three forms: objects one after the other, one a line, or one array of them."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise

from mqforensics.formats.activity.fields import TEXT
from mqforensics.formats.activity.record import Call, Record

TOKENS = (b'"eventSource"',)
OPERATION = re.compile(rb'"(?:operationId|MQIACF_OPERATION_ID)"')
DECODER = json.JSONDecoder(strict=False)
SCALAR = re.compile(r'"(\w+)"\s*:\s*(?:"([^"\\]*)"|(-?\d+)|\{[^{}]*"value"\s*:\s*(-?\d+))')
OPERATIONS = (b'"operationId"', b'"MQIACF_OPERATION_ID"')
EXACT = (b'"highresTime"', b'"MQIAMO64_HIGHRES_TIME"')
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


def _scalars(part: bytes) -> dict[str, str]:
    text = part.decode("utf-8", "replace")
    return _known({key: string or number or value for key, string, number, value in SCALAR.findall(text)})
