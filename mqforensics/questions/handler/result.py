"""The rows that a dry run gives: a row a message, in Arrow."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.questions.handler.cells import Cell
from mqforensics.questions.handler.kinds import MATCHES, ORDER

RESULT = pa.schema([
    ("file", pa.string()), ("number", pa.int32()), ("offset", pa.int64()), ("rule_line", pa.int32()),
    ("action", pa.string()),
    ("queue", pa.string()), ("queue_manager", pa.string()), ("header", pa.string()), ("outcome", pa.string()),
    ("attempts", pa.int64()), ("failed_with", pa.int32()), ("tries", pa.string()), ("failed", pa.list_(pa.int8())),
    ("assumed", pa.string()), ("message", pa.string()), ("seconds", pa.int64()), ("authority", pa.string()),
    ("Format", pa.string()), ("Encoding", pa.int32()), ("CodedCharSetId", pa.int32()),
    ("reason", pa.int32()), ("destination", pa.string()),
])  # fmt: skip
"""What `dry_run` says of; `failed` has for each rule before the one that decides its place in `NOTES`."""
TYPES = dict(zip(RESULT.names, RESULT.types, strict=True))
NOTES = (*ORDER, "matched, the put failed", "matched, its tries used up by others of the same MsgId and CorrelId")
"""Why a rule does not deal with a message: the keyword that does not match, or what came in between."""
TRIED, USED_UP = len(ORDER), len(ORDER) + 1
OWN = "DEF"


class Fared(NamedTuple):
    """How messages fared: `of_row` has for each a place in `cells` and in `kinds`, which is a row of `failed`."""

    of_row: np.ndarray
    cells: Sequence[Cell]
    kinds: np.ndarray
    failed: np.ndarray


def rows(table: pa.Table, fared: Fared) -> pa.RecordBatch:
    """The rows of the result for the messages in `table`."""
    index = fared.of_row
    took = {name: _column(name, fared) for name in Cell._fields if name in TYPES}
    sources = [np.array([cell.put[at] for cell in fared.cells])[index] for at in (0, 2)]
    names = [pa.array([cell.put[at] for cell in fared.cells], pa.string()).take(pa.array(index)) for at in (1, 3)]
    took["queue"] = _chosen(sources[0], names[0], table["DestQName"], table["ReplyToQ"])
    took["queue_manager"] = _chosen(sources[1], names[1], table["DestQMgrName"], table["ReplyToQMgr"])
    took["authority"] = _authority(fared, table["UserIdentifier"], took["queue"])
    took["failed"] = _failed(fared)
    state = np.array([cell.header_is for cell in fared.cells])[index]
    for name in ("Format", "Encoding", "CodedCharSetId"):
        own, inner = _flat(table[f"md_{name}"]), _flat(table[name])
        took[name] = _chosen(state, pa.nulls(len(index), own.type), own, inner)
    same = {"file": "file", "number": "number", "offset": "offset", "reason": "Reason", "destination": "DestQName"}
    took |= {name: _flat(table[column]) for name, column in same.items()}
    return pa.RecordBatch.from_arrays([took[name].cast(kind) for name, kind in TYPES.items()], schema=RESULT)


def _column(name: str, fared: Fared) -> pa.Array:
    return pa.array([getattr(cell, name) for cell in fared.cells], TYPES[name]).take(pa.array(fared.of_row))


def _chosen(which: np.ndarray, *columns: pa.Array | pa.ChunkedArray) -> pa.Array:
    return pc.choose(pa.array(which, pa.int8()), *(_flat(column) for column in columns))


def _flat(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _authority(fared: Fared, user: pa.ChunkedArray, queue: pa.Array) -> pa.Array:
    context = pa.array(np.array([cell.context for cell in fared.cells])[fared.of_row])
    said = pc.if_else(context, pc.binary_join_element_wise("CTX", pc.fill_null(_flat(user), ""), " "), OWN)
    return pc.if_else(pc.is_valid(queue), said, pa.scalar(None, pa.string()))


def _failed(fared: Fared) -> pa.ListArray:
    notes = fared.failed[fared.kinds]
    notes[notes == MATCHES] = USED_UP
    for at, cell in enumerate(fared.cells):
        notes[at, list(cell.tried)] = TRIED
    lengths = np.array([cell.before for cell in fared.cells])[fared.of_row]
    kept = np.arange(notes.shape[1]) < lengths[:, None]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(notes[fared.of_row][kept], pa.int8()))
