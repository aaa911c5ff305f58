"""Messages that share a counter, found in a stream of batches in which they stand together."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

IDENTITY = ("file", "MsgId", "CorrelId")
"""Messages of one dump that agree in these share a counter; a second dump of the queue holds no new messages."""
ROWS = 16384
"""Rows worked on at once."""


def whole_groups(
    batches: Iterable[pa.RecordBatch], together: Sequence[str] = IDENTITY
) -> Iterator[tuple[pa.Table, np.ndarray]]:
    """Tables that end where rows no longer agree in `together`, and for each row whether it shares the counter of the
    row before.
    """
    held, same = [], []
    for table in _gathered(batches):
        before = held[-1].slice(len(held[-1]) - 1) if held else None
        belongs = _same(table, before, IDENTITY)
        begins = np.flatnonzero(~_same(table, before, together))
        cut = int(begins[-1]) if len(begins) else len(table)
        held, same = [*held, table.slice(0, cut)], [*same, belongs[:cut]]
        if len(begins):
            yield from _joined(held, same)
            held, same = [table.slice(cut)], [belongs[cut:]]
    yield from _joined(held, same)


def _joined(held: list[pa.Table], same: list[np.ndarray]) -> Iterator[tuple[pa.Table, np.ndarray]]:
    whole = pa.concat_tables(held) if held else ()
    if len(whole):
        yield whole, np.concatenate(same)


def _gathered(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    held: list[pa.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(part.num_rows for part in held) >= ROWS:
            yield pa.Table.from_batches(held)
            held = []
    if sum(part.num_rows for part in held):
        yield pa.Table.from_batches(held)


def _same(table: pa.Table, before: pa.Table | None, names: Sequence[str]) -> np.ndarray:
    whole = pa.concat_tables([before if before is not None else table.slice(0, 1), table]).select(names)
    same = np.ones(len(table), dtype=bool)
    for column in (column.combine_chunks() for column in whole.columns):
        equal = pc.fill_null(pc.equal(column.slice(1), column.slice(0, len(table))), False)
        same &= equal.to_numpy(zero_copy_only=False)
    same[0] &= before is not None
    return same


def shared(same: np.ndarray, valid: np.ndarray) -> Iterator[list[int]]:
    """The rows of each group that has more than one dead letter."""
    if not same.any():
        return
    starts = np.flatnonzero(~same)
    for start, end in zip(starts, [*starts[1:], len(same)], strict=True):
        members = [at for at in range(start, end) if valid[at]] if end - start > 1 else []
        if len(members) > 1:
            yield members
