"""Records as rows of the table `objects`, which cover every byte of their file: few as dicts, many as columns."""

from collections.abc import Iterator
from operator import itemgetter

import numpy as np
import pyarrow as pa

from mqforensics.formats.mqsc.heads import Heads
from mqforensics.formats.mqsc.record import ERROR, Record
from mqforensics.formats.mqsc.together import Group, Table
from mqforensics.formats.paste.encoding import Text
from mqforensics.formats.stamps import captured
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.tables import OBJECTS, array, record_batch
from mqforensics.structures.arrays import ranges, with_rows

BATCH = 8192


def rows(
    found: list[Record | Group], heads: Heads | None, text: Text, stretch: Stretch
) -> Iterator[dict | pa.RecordBatch]:
    """The rows of records and of objects taken together, in order, covering the stretch without hole or overlap."""
    records = [record for record in found if isinstance(record, Record)]
    groups = [group for group in found if isinstance(group, Group)]
    table = Table(heads, groups, stretch.stamps) if groups else None
    places, single = _places(found, table)
    begins = np.empty(len(single) + len(places), np.int64)
    begins[places] = table.begins if table else 0
    begins[single] = [_begin(record) for record in records]
    bounds = np.concatenate([[0], text.origins(begins[1:]), [len(stretch.data)]])
    odd = table.settle() if table else np.zeros(0, bool)
    unlike = [table.record(nth) for nth in np.flatnonzero(odd).tolist()]
    for record in unlike:
        record.settle()
    records, single = records + unlike, np.append(single, places[odd]).tolist()
    broken = {id(record.command) for record in records if record.errors and record.type != ERROR}
    edges = bounds.tolist()
    made = [
        _row(record, edges[nth], edges[nth + 1], broken, stretch) for nth, record in zip(single, records, strict=True)
    ]
    if odd.all():
        yield from (row for _, row in sorted(zip(single, made, strict=True), key=itemgetter(0)))
        return
    kept = np.flatnonzero(~odd)
    columns = table.columns(kept, broken)
    columns |= {name: array(column, OBJECTS.field(name).type) for name, column in _where(places[kept], bounds, stretch)}
    whole = record_batch(with_rows(columns, places[kept], made, single), OBJECTS)
    yield from (whole.slice(at, BATCH) for at in range(0, len(whole), BATCH))


def _places(found: list[Record | Group], table: Table | None) -> tuple[np.ndarray, np.ndarray]:
    """Which rows are those of the table, and which those of the records."""
    is_group = np.array([isinstance(one, Group) for one in found], bool)
    sizes = np.ones(len(found), np.int64)
    if table:
        sizes[is_group] = table.sizes
    starts = np.cumsum(sizes) - sizes
    return ranges(starts[is_group], sizes[is_group]), starts[~is_group]


def _where(places: np.ndarray, bounds: np.ndarray, stretch: Stretch) -> Iterator[tuple[str, pa.Array | np.ndarray]]:
    yield "file", pa.repeat(stretch.file, len(places))
    yield "offset", bounds[places] + stretch.offset
    yield "length", np.diff(bounds)[places]


def _row(record: Record, begin: int, end: int, broken: set[int], stretch: Stretch) -> dict:
    command = record.command
    printed, zone = captured(record.time)
    return {
        "file": stretch.file,
        "offset": stretch.offset + begin,
        "length": end - begin,
        "line": record.line,
        "queue_manager": record.queue_manager,
        "type": record.type,
        "name": record.name,
        "attributes": record.attributes or None,
        "lines": record.lines or None,
        "times": record.times or None,
        "message": record.message,
        "command": command and command.text,
        "asked": command.asked if command else None,
        "run": record.session,
        "whole": _is_whole(record, broken),
        "time": record.time,
        "captured": printed,
        "zone": zone,
        "error": "; ".join(record.errors) or None,
    }


def _is_whole(record: Record, broken: set[int]) -> bool:
    command = record.command
    return bool(command and command.ended and not command.broken and id(command) not in broken)


def _begin(record: Record) -> int:
    return record.at if record.begin is None else record.begin
