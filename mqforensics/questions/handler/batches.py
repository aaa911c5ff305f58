"""The dry run of the messages in Arrow batches: what Spark runs on its workers, and a test without it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.dlqrules import RulesTable
from mqforensics.questions.handler.passes import Story, play
from mqforensics.questions.handler.plans import Plan, Planner
from mqforensics.questions.handler.result import NO_HEADER, Cell, cell, rows
from mqforensics.questions.handler.targets import Targets

IDENTITY = ("file", "MsgId", "CorrelId")
"""Messages of one dump that agree in these share a counter; a second dump of the queue holds no new messages."""
NOT_STARTED = "NOT_STARTED"
ROWS = 16384
"""Rows worked on at once."""
STAYS = Cell(message=NO_HEADER)


@dataclass
class DryRun:
    """A dry run of one rules table; `batches` in, rows of `result.RESULT` out."""

    table: RulesTable
    targets: Targets
    rounds: int | None = None
    despite_errors: bool = False

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Rows for batches in which messages that share a counter stand together, in the order of the queue."""
        planner, cells = Planner(self.table.rules, self.targets), {}
        for part, same in whole_groups(batches):
            yield self._rows(planner, cells, part, same)

    def _rows(self, planner: Planner, made: dict[int, Cell], part: pa.Table, same: np.ndarray) -> pa.RecordBatch:
        refused = self.table.verdict if not self.despite_errors else None
        if refused:
            return rows(part, [Cell(outcome=NOT_STARTED, why=refused.words)], np.zeros(len(part), dtype=np.int64))
        valid = pc.fill_null(part["dead_letter"], False).to_numpy()
        numbers, plans = planner.plan(part)
        for plan in plans:
            if id(plan) not in made:  # a plan lives as long as its planner
                made[id(plan)] = self._cell(plan, play([plan.steps], self.rounds)[0])
        cells = [STAYS, *(made[id(plan)] for plan in plans)]
        index = np.where(valid, numbers + 1, 0)
        known: dict[Cell, int] = {}
        for members in _shared(same, valid):
            stories = play([plans[numbers[at]].steps for at in members], self.rounds)
            for at, story in zip(members, stories, strict=True):
                one = self._cell(plans[numbers[at]], story)
                index[at] = known.setdefault(one, len(cells))
                cells += [one] if index[at] == len(cells) else []
        return rows(part, cells, index)

    def _cell(self, plan: Plan, story: Story) -> Cell:
        return cell(self.table.rules, self.table.retry_interval, plan, story)


def whole_groups(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[pa.Table, np.ndarray]]:
    """Tables that end where a group ends, and for each row whether it belongs to the group of the row before."""
    held, same = [], []
    for table in _gathered(batches):
        belongs = _same(table, held[-1].slice(len(held[-1]) - 1) if held else None)
        begins = np.flatnonzero(~belongs)
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


def _same(table: pa.Table, before: pa.Table | None) -> np.ndarray:
    whole = pa.concat_tables([before if before is not None else table.slice(0, 1), table]).select(IDENTITY)
    same = np.ones(len(table), dtype=bool)
    for column in (column.combine_chunks() for column in whole.columns):
        equal = pc.fill_null(pc.equal(column.slice(1), column.slice(0, len(table))), False)
        same &= equal.to_numpy(zero_copy_only=False)
    same[0] &= before is not None
    return same


def _shared(same: np.ndarray, valid: np.ndarray) -> Iterator[list[int]]:
    """The rows of each group that has more than one dead letter."""
    if not same.any():
        return
    starts = np.flatnonzero(~same)
    for start, end in zip(starts, [*starts[1:], len(same)], strict=True):
        members = [at for at in range(start, end) if valid[at]] if end - start > 1 else []
        if len(members) > 1:
            yield members
