"""Records as rows of the table `objects`, which cover every byte of their file: few as dicts, many as columns."""

from collections.abc import Iterator
from itertools import repeat

import numpy as np
import pyarrow as pa

from mqforensics.formats.mqsc import clock, keywords
from mqforensics.formats.mqsc.asked import MASK, masked, parsed
from mqforensics.formats.mqsc.blocks import Blocks
from mqforensics.formats.mqsc.record import ERROR, Record
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.tables import OBJECTS, array, record_batch
from mqforensics.formats.text import Text
from mqforensics.structures.arrays import with_rows

BATCH = 8192


def rows(
    records: list[Record], blocks: Blocks | None, text: Text, stretch: Stretch
) -> Iterator[dict | pa.RecordBatch]:
    """The rows of settled records in order, covering the stretch without hole or overlap."""
    bounds = [0, *(text.origin(_begin(record)) for record in records[1:]), len(stretch.data)]
    broken = {id(record.command) for record in records if record.errors and record.type != ERROR}
    for at in range(0, len(records), BATCH):
        some, edges = records[at : at + BATCH], bounds[at : at + BATCH + 1]
        if any(record.cells for record in some):
            yield _batch(some, edges, broken, blocks, stretch)
        else:
            yield from map(_row, some, edges, edges[1:], repeat(broken), repeat(stretch))


def _row(record: Record, begin: int, end: int, broken: set[int], stretch: Stretch) -> dict:
    command = record.command
    captured, zone = clock.captured(record.time)
    error = "; ".join(record.errors) or None
    if not stretch.shows_secrets:
        hide(record)
        error = masked(error) if error else None
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
        "command": command and (command.text if stretch.shows_secrets else command.masked),
        "asked": command.asked if command else None,
        "run": record.session,
        "whole": _is_whole(record, broken),
        "time": record.time,
        "captured": captured,
        "zone": zone,
        "error": error,
    }


def _is_whole(record: Record, broken: set[int]) -> bool:
    command = record.command
    return bool(command and command.ended and not command.broken and id(command) not in broken)


def _begin(record: Record) -> int:
    return record.at if record.begin is None else record.begin


def hide(record: Record) -> None:
    """Put a mask over every password among the attributes."""
    for key in record.attributes.keys() & keywords.SECRETS:
        record.attributes[key] = record.attributes[key] and MASK


def _batch(
    records: list[Record], bounds: list[int], broken: set[int], blocks: Blocks, stretch: Stretch
) -> pa.RecordBatch:
    """Records as columns; those that were taken line by line stand at their places among the others."""
    together = [nth for nth, record in enumerate(records) if record.cells]
    single = [nth for nth, record in enumerate(records) if not record.cells]
    places = np.array(bounds[:-1])[together] + stretch.offset, np.diff(bounds)[together]
    columns = _columns([records[nth] for nth in together], places, broken, blocks, stretch)
    made = [_row(records[nth], bounds[nth], bounds[nth + 1], broken, stretch) for nth in single]
    return record_batch(with_rows(columns, together, made, single), OBJECTS)


def _columns(
    records: list[Record], places: tuple[np.ndarray, np.ndarray], broken: set[int], blocks: Blocks, stretch: Stretch
) -> dict[str, pa.Array]:
    commands = [record.command and record.command.text for record in records]
    times = [record.time for record in records]
    values = {
        "file": [stretch.file] * len(records), "offset": places[0], "length": places[1],
        "line": [record.line for record in records],
        "queue_manager": [record.queue_manager for record in records], "type": [record.type for record in records],
        "name": [record.name for record in records],
        "message": [record.message for record in records], "run": [record.session for record in records],
        "whole": [_is_whole(record, broken) for record in records], "time": times,
        "times": [record.times or None for record in records], "error": [None] * len(records),
    }  # fmt: skip
    arrays = {name: array(given, OBJECTS.field(name).type) for name, given in values.items()}
    shows = stretch.shows_secrets
    made = {
        "command": (commands, lambda text: text if shows else text and masked(text)),
        "asked": (commands, parsed),
        "captured": (times, lambda time: clock.captured(time)[0]),
        "zone": (times, lambda time: clock.captured(time)[1]),
    }
    arrays |= {name: _of_each(*given, OBJECTS.field(name).type) for name, given in made.items()}
    return arrays | blocks.maps(records, shows)


def _of_each(values: list, make, kind: pa.DataType) -> pa.Array:
    """What is made of each value, made once for those that are the same."""
    numbers: dict[object, int] = {}
    nth = [numbers.setdefault(value, len(numbers)) for value in values]
    return pa.array([make(value) for value in numbers], kind).take(pa.array(nth))
