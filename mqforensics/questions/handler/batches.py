"""The dry run of the messages in Arrow batches: what Spark runs on its workers, and a test without it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.codes.platforms import ZOS
from mqforensics.formats.dlqrules import RulesTable
from mqforensics.questions.handler.kinds import MATCHES, Kinds, Sorter
from mqforensics.questions.handler.passes import DISCARD, IGNORE, NOT_READ, Step, Story, play
from mqforensics.questions.handler.patterns import dictionary_codes
from mqforensics.questions.handler.result import NO_HEADER, NOT_STARTED, Cell, Outcome, cell, rows
from mqforensics.questions.handler.targets import Place, Targets

STAYS, ELSEWHERE = Cell(message=NO_HEADER), Cell(outcome=NOT_READ)


@dataclass
class DryRun:
    """A dry run of one rules table; batches in, rows of `result.RESULT` out."""

    table: RulesTable
    targets: Targets
    rounds: int | None = None
    despite_errors: bool = False

    @property
    def zos(self) -> bool:
        """Whether the handler is CSQUDLQH."""
        return self.table.platform == ZOS

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Rows for batches in which messages that share a counter are together, in the order of the queue.

        Where depths are known, messages of one dump are together too: they fill the same queues.
        """
        refused = None if self.despite_errors else self.table.verdict
        work = Work(self, Sorter(self.table.rules, self.targets))
        for part, same in whole_groups(batches, together(self.targets)):
            yield rows(
                part, all_alike(len(part), Cell(outcome=NOT_STARTED)) if refused else work.outcome_of(part, same)
            )


def together(targets: Targets) -> tuple[str, ...]:
    """What messages agree in that bear on one another: a counter or, where depths are known, the whole dump."""
    return ("file",) if targets.rooms else IDENTITY


def all_alike(count: int, cell: Cell) -> Outcome:
    """Messages that all fare alike, whatever they are."""
    return Outcome(
        np.zeros(count, dtype=np.int64), [cell], np.zeros(1, dtype=np.int64), np.zeros((1, 0), dtype=np.int8)
    )


@dataclass
class Work:
    """What one worker has worked out so far."""

    run: DryRun
    sorter: Sorter
    cells: dict[tuple, Cell] = field(default_factory=dict)

    def outcome_of(self, part: pa.Table, same: np.ndarray) -> Outcome:
        """How the messages of a part fare; `same`: whether each shares its counter with the one before."""
        here = ~pc.fill_null(part["elsewhere"], False).to_numpy()
        valid = pc.fill_null(part["dead_letter"], False).to_numpy() & here
        kinds = self.sorter.kinds(part)
        stays = STAYS._replace(message=None) if self.run.zos else STAYS
        cells = [stays, ELSEWHERE, *self._singles(kinds)]
        of_kind = [0, 0, *range(len(kinds.failed))]
        of_row = np.where(valid, kinds.of_row + 2, np.where(here, 0, 1))
        known: dict[tuple[int, Cell], int] = {}
        for members, counters, rooms in self._groups_in_order(part, kinds, same, valid):
            for at, one in zip(members, self._together(kinds, members, counters, rooms), strict=True):
                kind = int(kinds.of_row[at])
                of_row[at] = known.setdefault((kind, one), len(cells))
                if of_row[at] == len(cells):
                    cells.append(one)
                    of_kind.append(kind)
        return Outcome(of_row, cells, np.array(of_kind), kinds.failed)

    def _groups_in_order(
        self, part: pa.Table, kinds: Kinds, same: np.ndarray, valid: np.ndarray
    ) -> Iterator[tuple[list[int], list[int] | None, dict[Place, int]]]:
        """Messages that bear on one another, in the order of the queue, with the counter of each and the rooms."""
        if not self.run.targets.rooms:
            yield from ((members, None, {}) for members in groups_with_one_counter(same, valid))
            return
        counter, (codes, names) = np.cumsum(~same), dictionary_codes(part["file"])
        for file in range(len(names)):
            here = valid & (codes == file)
            scarce, rooms = self._scarce(kinds, here)
            at_stake = np.isin(counter, counter[scarce & here]) & here
            members = np.flatnonzero(at_stake)
            members = members[np.argsort(part["offset"].to_numpy()[members], kind="stable")].tolist()
            yield members, counter[members].tolist(), rooms
            yield from ((others, None, {}) for others in groups_with_one_counter(same, here & ~at_stake))

    def _scarce(self, kinds: Kinds, valid: np.ndarray) -> tuple[np.ndarray, dict[Place, int]]:
        """Which messages may be put to a queue that has no room for all of them, and the room of such queues."""
        number = np.bincount(kinds.of_row[valid], minlength=len(kinds.failed))
        asked = [self.sorter.rooms(kinds, kind) for kind in range(len(number))]
        demand: Counter[Place] = Counter()
        for places, count in zip(asked, number.tolist(), strict=True):
            demand.update(dict.fromkeys(places, count))
        rooms = {place: self.run.targets.rooms[place] for place in demand}
        rooms = {place: room for place, room in rooms.items() if room < demand[place]}
        return np.array([bool(places & rooms.keys()) for places in asked])[kinds.of_row], rooms

    def _singles(self, kinds: Kinds) -> list[Cell]:
        """How a message of each kind fares that shares its counter with none."""
        matching = kinds.failed == MATCHES
        first = np.where(matching.any(axis=1), matching.argmax(axis=1), -1).tolist()
        fates = kinds.fates[np.arange(len(first)), first].tolist()
        last = self.sorter.meet_last(kinds).tolist()
        return [self._single(kinds, kind, *at) for kind, at in enumerate(zip(first, fates, last, strict=True))]

    def _single(self, kinds: Kinds, kind: int, first: int, fate: int, meets_last: bool) -> Cell:
        if first < 0 or self._at_once(first, fate):
            steps, dead_for = () if first < 0 else (self.sorter.step(first, fate),), None
        else:
            steps, dead_for = self.sorter.steps(kinds, kind), kinds.reasons[kind]
        key = (steps, dead_for, meets_last)
        if key not in self.cells:
            self.cells[key] = self._cell(dead_for, meets_last, play([steps], self.run.rounds)[0])
        return self.cells[key]

    def _at_once(self, rule: int, fate: int) -> bool:
        return self.sorter.rules[rule].action in (DISCARD, IGNORE) or self.sorter.fates[fate][0].passes == 0

    def _together(
        self, kinds: Kinds, members: list[int], counters: list[int] | None, rooms: dict[Place, int]
    ) -> Iterator[Cell]:
        of_member = [int(kinds.of_row[at]) for at in members]
        steps: dict[int, tuple[Step, ...]] = {kind: self.sorter.steps(kinds, kind) for kind in set(of_member)}
        stories = play([steps[kind] for kind in of_member], self.run.rounds, counters, rooms)
        last = self.sorter.meet_last(kinds).tolist()
        for kind, story in zip(of_member, stories, strict=True):
            yield self._cell(kinds.reasons[kind], last[kind], story)

    def _cell(self, dead_for: int | None, meets_last: bool, story: Story) -> Cell:
        table = self.run.table
        return cell(table.rules, table.retry_interval, dead_for, meets_last, story, self.run.zos)


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
    for table in _larger_batches(batches):
        before = held[-1].slice(len(held[-1]) - 1) if held else None
        belongs = _same(table, before, IDENTITY)
        begins = np.flatnonzero(~_same(table, before, together))
        cut = int(begins[-1]) if len(begins) else len(table)
        held, same = [*held, table.slice(0, cut)], [*same, belongs[:cut]]
        if len(begins):
            yield from _as_one_table(held, same)
            held, same = [table.slice(cut)], [belongs[cut:]]
    yield from _as_one_table(held, same)


def _as_one_table(held: list[pa.Table], same: list[np.ndarray]) -> Iterator[tuple[pa.Table, np.ndarray]]:
    whole = pa.concat_tables(held) if held else ()
    if len(whole):
        yield whole, np.concatenate(same)


def _larger_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
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


def groups_with_one_counter(same: np.ndarray, valid: np.ndarray) -> Iterator[list[int]]:
    """The rows of each group that has more than one dead-lettered message."""
    if not same.any():
        return
    starts = np.flatnonzero(~same)
    for start, end in zip(starts, [*starts[1:], len(same)], strict=True):
        members = [at for at in range(start, end) if valid[at]] if end - start > 1 else []
        if len(members) > 1:
            yield members
