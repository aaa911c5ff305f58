"""MQI calls out of activity traces: amqsevt, amqsact, amqsactz, raw PCF messages, and the log of amqsaxe.

Each program's way of writing has a module of its own that knows where records begin and what their parameters are;
from the parameters to a row there is one way for all of them (`record`, `call`, `clock`).
"""

import re
from collections.abc import Iterator, Mapping
from mmap import mmap

from mqforensics.formats.activity.clock import Zone
from mqforensics.formats.activity.record import Record, head_only, rows, zone_of
from mqforensics.formats.activity.sniffing import context_only, sniff
from mqforensics.formats.activity.state import State, state, zone
from mqforensics.formats.activity.units import Unit, units
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.text import text_of

__all__ = ["LOOKAHEAD", "NAME", "START", "TABLE", "carry", "read", "sniff"]

NAME, TABLE = "activity", "calls"
START = re.compile(
    rb"""\}\s*,?\s*(\{\s*"eventSource")"""  # not the first object of a file: what stands above belongs to it
    rb"|^(\*{4} Message #(?!1 ))"
    rb"|^={20,}[ \t]*\r?\n\s*^(MonitoringType:)"
    rb"|^ *Reason: [^\n]*\n-{20,}[ \t]*\r?\n(MQ[A-Z]\w+[ \t]*\r?\n BEFORE )"
    rb"|(\d{16}AMQC[\s\S]{20}(?:\x1a\0\0\0\x24\0\0\0|\0\0\0\x1a\0\0\0\x24))",
    re.M,
)
LOOKAHEAD = 1 << 20
"""Where to look for a call that tells the zone, when none has so far."""
NOTHING = "no MQI call of an activity trace in these bytes"


def carry(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> dict[str, str]:
    """How many calls there were, what they told of the zone, and the record that `data` ends in."""
    known = state(context)
    known.feed(data[start:stop])
    return known.kept()


def read(stretch: Stretch) -> Iterator[dict]:
    """One row a call, in the table's columns; bytes without any call are one row that says so."""
    known = state(stretch.context)
    known.settle()
    text = text_of(stretch.data)
    at, waiting = 0, None
    for start, row in _calls(text.data, stretch.after, known):
        if waiting:
            end = text.origin(start)
            yield _placed(stretch, at, end, waiting)
            at = end
        waiting = row
    if stretch.data:
        last = waiting or {"error": context_only(text.data) or NOTHING}
        yield _placed(stretch, at, len(stretch.data), last)


def _placed(stretch: Stretch, start: int, end: int, row: dict) -> dict:
    return {"file": stretch.file, "offset": stretch.offset + start, "length": end - start, **row}


def _calls(data: bytes, after: bytes, known: State) -> Iterator[tuple[int, dict]]:
    """Where each row begins and what it tells, record by record."""
    found, ahead, looked = units(data), None, False
    for index, unit in enumerate(found):
        part = data[unit.start : unit.end]
        if unit.dialect.headline(part):
            known.digest(data, unit)
            continue
        record = unit.dialect.parse(part, known.memory)
        told = zone_of(record)
        if not (told or known.zone or looked):
            ahead, looked = _ahead(data, found[index + 1 :], after), True
        yield from _numbered(unit.start, record, known.zone or ahead, known)
        known.zone = told or known.zone


def _numbered(start: int, record: Record, lean: Zone | None, known: State) -> Iterator[tuple[int, dict]]:
    for first, (position, row) in enumerate(rows(record, lean)):
        known.number += 1
        yield start + (position if first else 0), {"number": known.number, **row}
    if not record.calls:
        yield start, head_only(record)


def _ahead(data: bytes, later: list[Unit], after: bytes) -> Zone | None:
    """The first zone that later records tell."""
    parts = [(data, unit) for unit in later] + [(after, unit) for unit in units(after)]
    return next((told for text, unit in parts if (told := zone(text[unit.start : unit.end], unit.dialect))), None)
