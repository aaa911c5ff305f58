"""MQI calls out of activity traces: amqsevt, amqsact, amqsactz, raw PCF messages, and the log of amqsaxe.

Each program's way of writing has a module of its own that knows where records begin and what their parameters are;
from the parameters to a row there is one way for all of them (`record`, `call`, `clock`).
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from mmap import mmap
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from mqforensics.formats.activity.clock import Zone
from mqforensics.formats.activity.record import Traced, table, traced, zone_of
from mqforensics.formats.activity.sniffing import context_only, sniff
from mqforensics.formats.activity.state import State, state, zone
from mqforensics.formats.activity.units import Unit, units
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.tables import CALLS, record_batch
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
ROWS = 1024
"""Calls in a batch: few enough to stay in a processor's cache."""
NOTHING = "no MQI call of an activity trace in these bytes"


def carry(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> dict[str, str]:
    """How many calls there were, what they told of the zone, and the record that `data` ends in."""
    known = state(context)
    known.feed(data[start:stop])
    return known.kept()


def read(stretch: Stretch) -> Iterator[dict | pa.RecordBatch]:
    """One row a call, in the table's columns; bytes without any call are one row that says so."""
    known = state(stretch.context)
    known.settle()
    text = text_of(stretch.data)
    calls = iter(_calls(text.data, stretch.after, known))
    begin, waiting = 0, next(calls, None)
    while waiting:
        rows = [waiting, *islice(calls, ROWS - 1)]
        waiting = next(calls, None)
        inner = [text.origin(call.start) for call in rows[1:]]
        end = text.origin(waiting.start) if waiting else len(stretch.data)
        yield _batch(stretch, [begin, *inner, end], rows)
        begin = end
    if stretch.data and not begin:
        error = context_only(text.data) or NOTHING
        yield {"file": stretch.file, "offset": stretch.offset, "length": len(stretch.data), "error": error}


class Placed(NamedTuple):
    """A call, or a record without any, by where its row begins; `number` of a call."""

    start: int
    number: int | None
    call: Traced


def _batch(stretch: Stretch, bounds: list[int], rows: list[Placed]) -> pa.RecordBatch:
    offsets = np.array(bounds) + stretch.offset
    columns = table(row.call for row in rows) | {
        "file": [stretch.file] * len(rows), "offset": offsets[:-1], "length": np.diff(offsets),
        "number": [row.number for row in rows],
    }  # fmt: skip
    return record_batch(columns, CALLS)


def _calls(data: bytes, after: bytes, known: State) -> Iterator[Placed]:
    """Where each row begins and what it tells, record by record."""
    found, ahead, looked = units(data), None, False
    for index, unit in enumerate(found):
        part = data[unit.start : unit.end]
        if unit.dialect.headline(part):
            known.digest(data, [unit])
            continue
        record = unit.dialect.parse(part, known.memory)
        told = zone_of(record)
        if not (told or known.zone or looked):
            ahead, looked = _ahead(data, found[index + 1 :], after), True
        for nth, call in enumerate(traced(record, known.zone or ahead)):
            known.number += bool(record.calls)
            yield Placed(unit.start + (call.position if nth else 0), known.number if record.calls else None, call)
        known.zone = told or known.zone


def _ahead(data: bytes, later: list[Unit], after: bytes) -> Zone | None:
    """The first zone that later records tell."""
    parts = [(data, unit) for unit in later] + [(after, unit) for unit in units(after)]
    return next((told for text, unit in parts if (told := zone(text[unit.start : unit.end], unit.dialect))), None)
