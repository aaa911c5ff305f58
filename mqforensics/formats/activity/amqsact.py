"""A record as amqsact and amqsactz print it: verbose, one line a call (`1LS=`), or the summary."""

import re
from itertools import pairwise

import numpy as np

from mqforensics.formats.activity import oneline, summary
from mqforensics.formats.activity.call_columns import Records
from mqforensics.formats.activity.label_lines import params, starts, tail, together
from mqforensics.formats.activity.parameter_labels import VERBOSE, Labels
from mqforensics.formats.activity.record import Call, Record

TOKENS = (b"MonitoringType:",)
OPERATION = re.compile(rb"^[ \t>]*(?:MQI Operation: *\d[^\n]*+\n(?:[ \t>]*Operation Id: )?|Operation Id: )", re.M)
_USUAL = re.compile(rb"\nMQI Operation: *\d[^\n]*+\n  Operation Id: ")
HEAD = Labels(VERBOSE | {"Correl_id": "connectionId"})
"""Above the calls, the CorrelId is that of the trace message: it names the connection."""
RULE = re.compile(rb"^={20,}[ \t\r]*$", re.M)
EXACT = (b"  High Res Time:", b"  838:")
MARKS = (b"Operation Id:",)
HEAD_ONLY = "the header of an activity trace record, with no MQI operation below it"


def begin(data: bytes, token: int) -> int | None:
    """Where the record begins whose first label is at `token`."""
    line = data.rfind(b"\n", 0, token) + 1
    return line if not data[line:token].strip(b" \t>") else None


def count(unit: bytes) -> int:
    """How many calls the record holds."""
    manner = _manner(unit)
    return len(_operations(unit)) if manner is OPERATION else sum(1 for _ in manner.finditer(unit))


def _operations(unit: bytes) -> list[int]:
    usual = _usual(unit, 0, len(unit))
    return starts(unit, b"Operation", OPERATION) if usual is None else usual


def _usual(data: bytes, begin: int, end: int) -> list[int] | None:
    """Where calls begin whose two lines are as usual; None where others may be among them."""
    found = [found.start() + 1 for found in _USUAL.finditer(data, begin, end)]
    counts = (data.count(words, begin, end) for words in (b"MQI Operation: ", b"Operation Id: "))
    return found if all(number == len(found) for number in counts) else None


def _calls(data: bytes, places: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray] | None:
    """Where the calls of verbose records begin, and how many each has; None where one is not as usual."""
    begin, end = places[0][0], places[-1][1]
    found = _usual(data, begin, end) if data.find(oneline.TOKEN, begin, end) < 0 else None
    if not found:
        return None
    starts = np.array(found)
    sizes = np.bincount(np.searchsorted([start for start, _ in places], starts, "right") - 1, minlength=len(places))
    return (starts, sizes) if sizes.all() else None


def total(data: bytes, places: list[tuple[int, int]]) -> int | None:
    """How many calls verbose records hold."""
    calls = _calls(data, places)
    return None if calls is None else len(calls[0])


def _manner(unit: bytes) -> re.Pattern:
    if oneline.TOKEN in unit:
        return oneline.LINE
    return OPERATION if b"Operation Id:" in unit else summary.LINE


def parse(unit: bytes) -> Record:
    """The record, in whichever of the three manners it was printed."""
    manner = _manner(unit)
    found = [] if manner is OPERATION else list(manner.finditer(unit))
    places = _operations(unit) if manner is OPERATION else [line.start() for line in found]
    top = _top(unit[: places[0] if places else len(unit)])
    if manner is oneline.LINE:
        return Record(top, [Call(line.start(), oneline.params(line)) for line in found], HEAD_ONLY)
    if manner is summary.LINE:
        return Record(top, [Call(line.start(), summary.params(line)) for line in found], HEAD_ONLY)
    return Record(top, _verbose(unit, places), HEAD_ONLY)


def records(data: bytes, places: list[tuple[int, int]]) -> Records | None:
    """Verbose records as columns."""
    calls = _calls(data, places)
    return calls and together(data, places, *calls, _top, VERBOSE)


def _top(head: bytes) -> dict[str, str]:
    if rule := RULE.search(head):
        head = head[: rule.start()]
    return params(head.decode("utf-8", "replace"), HEAD)


def _verbose(unit: bytes, places: list[int]) -> list[Call]:
    parts = (unit[start:end].decode("utf-8", "replace") for start, end in pairwise([*places, len(unit)]))
    return [Call(start, params(part, VERBOSE)) for start, part in zip(places, parts, strict=True)]


def last_exact(unit: bytes) -> Record | None:
    """The record with only its last call that tells a high-resolution time."""
    return tail(unit, EXACT, MARKS, HEAD, VERBOSE)
