"""MQI calls out of activity traces: amqsevt, amqsact, amqsactz, raw PCF messages, the log of amqsaxe; routes of
dspmqrte.

Each program's way of writing has its own module that knows where records begin and what their parameters are; from the
parameters to a row there is one way for all of them (`record`, `call`, `call_time`).

To read: `units` (where records begin), `label_lines`, `evtjson`, `evttext`, `amqsact`, `oneline`, `summary`,
`pcf_records`, `apiexit` and `dspmqrte` (the programs), `parameter_labels`, `record`, `call`, `call_time`,
`call_columns` (many records at once), `state`, `sniffing`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from mmap import mmap
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from mqforensics.formats.activity import dspmqrte
from mqforensics.formats.activity.call_columns import Columns, Records, records_of
from mqforensics.formats.activity.call_time import Zone
from mqforensics.formats.activity.sniffing import context_only, sniff
from mqforensics.formats.activity.state import State, state, zone
from mqforensics.formats.activity.units import Unit, units
from mqforensics.formats.api import BEFORE
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.encoding import Text, text_of
from mqforensics.formats.tables import CALLS, places, record_batch

__all__ = ["LISTS", "LOOKAHEAD", "MARKS", "NAME", "START", "TABLE", "context_after", "read", "sniff"]

NAME, TABLE = "activity", "calls"
MARKS = (
    (b"AMQ8653", re.compile(BEFORE + rb"AMQ8653[A-Z]?: ")),
    (b"Activity:", re.compile(BEFORE + rb"Activity:[ \t\r]*\n[> \t|]{0,20}Appl\w+: ")),
)
LISTS = ("qmini",)
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
TOGETHER = 1 << 22
"""Bytes of records whose calls are rows of one batch: each batch costs some time, however few rows it has."""
NOTHING = "no MQI call of an activity trace in these bytes"


def context_after(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> dict[str, str]:
    """How many calls there were, what they told of the zone, and the record that `data` ends in."""
    known = state(context)
    known.feed(data[start:stop])
    return known.kept()


def read(stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """One row a call, in the table's columns; bytes without any call are one row that says this."""
    known = state(stretch.context)
    known.settle()
    text = text_of(stretch.data)
    begin, waiting = 0, None
    for rows in _rows(text.data, stretch.after, known):
        if waiting:
            end = text.origin(int(rows.starts[0]))
            yield _batch(stretch, text, begin, end, waiting)
            begin = end
        waiting = rows
    if waiting:
        yield _batch(stretch, text, begin, len(stretch.data), waiting)
    elif stretch.data:
        error = context_only(text.data) or dspmqrte.nothing_back(text.data) or NOTHING
        yield {"file": stretch.file, "offset": stretch.offset, "length": len(stretch.data), "error": error}


class Rows(NamedTuple):
    """Calls, and records without any: where each row begins, its number if it is a call, the other columns."""

    starts: Sequence[int]
    numbers: pa.Array
    columns: Mapping[str, list | pa.Array]


def _batch(stretch: FileSlice, text: Text, begin: int, end: int, rows: Rows) -> pa.RecordBatch:
    bounds = np.concatenate([[begin], text.origins(rows.starts[1:]), [end]]) + stretch.offset
    return record_batch({**rows.columns, **places(stretch.file, bounds), "number": rows.numbers}, CALLS)


def _rows(data: bytes, after: bytes, known: State) -> Iterator[Rows]:
    """The rows of records, those of one program together."""
    found = units(data)
    reading = Reading(data, after, found, known)
    begin = 0
    for index, unit in enumerate(found):
        last = index + 1 == len(found)
        if last or unit.dialect is not found[index + 1].dialect or unit.end - found[begin].start >= TOGETHER:
            rows = reading.rows(begin, index + 1)
            if len(rows.starts):
                yield rows
            begin = index + 1


class Reading:
    """Records in turn, each with what those before it tell of the zone."""

    def __init__(self, data: bytes, after: bytes, found: list[Unit], known: State):
        self.data, self.after, self.found, self.known = data, after, found, known
        self.ahead: Zone | None = None
        self.has_looked = False

    def rows(self, begin: int, end: int) -> Rows:
        """The rows of records of one program."""
        units, records = self.together(begin, end) or self.one_by_one(begin, end)
        columns, elsewhere = Columns(records), []
        for index, (queue_manager, last) in zip(units, columns.told(), strict=True):
            told = None if last is None else Zone(queue_manager, last)
            zone = self.zone(told, index)
            elsewhere.append(zone.seconds if zone and zone.queue_manager == queue_manager else None)
            self.known.zone = told or self.known.zone
        numbers = pa.array(self.known.number + np.cumsum(~columns.empty), pa.int64(), mask=columns.empty)
        self.known.number += int((~columns.empty).sum())
        return Rows(records.starts.tolist(), numbers, columns.table(elsewhere))

    def together(self, begin: int, end: int) -> tuple[Sequence[int], Records] | None:
        """Records by their turn, as columns, where their program's reader can make such of them."""
        some = self.found[begin:end]
        records = some[0].dialect.records(self.data, [(unit.start, unit.end) for unit in some])
        if records is None:
            return None
        starts = records.starts.copy()
        starts[np.cumsum(records.sizes) - records.sizes] = [unit.start for unit in some]
        return range(begin, end), records._replace(starts=starts)

    def one_by_one(self, begin: int, end: int) -> tuple[Sequence[int], Records]:
        """Records by their turn, each read by itself."""
        units, records = [], []
        for index in range(begin, end):
            unit, known = self.found[index], self.known
            part = self.data[unit.start : unit.end]
            if unit.dialect.headline(part):
                known.digest(self.data, [unit])
                continue
            units.append(index)
            records.append(unit.dialect.parse(part, known.memory))
        return units, records_of(records, [self.found[index].start for index in units])

    def zone(self, told: Zone | None, index: int) -> Zone | None:
        """What calls elsewhere in the file have told when a record's turn is, which itself tells `told`."""
        if not (told or self.known.zone or self.has_looked):
            self.ahead, self.has_looked = _ahead(self.data, self.found[index + 1 :], self.after), True
        return self.known.zone or self.ahead


def _ahead(data: bytes, later: list[Unit], after: bytes) -> Zone | None:
    """The first zone that later records tell."""
    parts = [(data, unit) for unit in later] + [(after, unit) for unit in units(after)]
    return next((told for text, unit in parts if (told := zone(text[unit.start : unit.end], unit.dialect))), None)
