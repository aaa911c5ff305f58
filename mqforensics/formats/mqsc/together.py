"""Objects whose lines need no judgement, very many at once: from their lines to columns without a record of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.mqsc import clock, keywords
from mqforensics.formats.mqsc.asked import Command, parsed
from mqforensics.formats.mqsc.heads import Heads
from mqforensics.formats.mqsc.record import ARE_NAMES, Record, by_keys, named, naming, refined
from mqforensics.formats.stamps import captured
from mqforensics.formats.tables import INT, LOCAL, OBJECTS, TEXT
from mqforensics.structures.arrays import at_places, ranges

FEW = 64
"""So many objects are cheaper as rows than as columns."""
ALIKE = 8
"""So many objects with the same keys are worth columns of their own."""
TIMES = OBJECTS.field("times").type


@dataclass(slots=True)
class Group:
    """Objects in a row, with the echoes between them: from which line on to which, by their turn in `Heads`."""

    at: int
    first: int
    after: int
    added: int
    """What makes the number of a line there the number of the line in the file."""
    commands: list[Command | None]
    """The command before them, and those that are echoed among them."""
    session: int | None
    time: str | None
    begin: int | None
    """Where the session begins whose first record is theirs, if a line of the product says so."""
    queue_manager: str | None = None
    errors: list[str] = field(default_factory=list)

    @property
    def shown_by(self) -> None:
        """They name no queue manager as their own."""


class Table:
    """The objects of groups in their order, and what is told of all of them at once."""

    def __init__(self, heads: Heads, groups: Sequence[Group], stamps: Mapping[int, str]):
        self.heads, self.groups = heads, groups
        firsts, afters = np.array([(group.first, group.after) for group in groups]).T
        which, group = ranges(firsts, afters - firsts), np.repeat(np.arange(len(groups)), afters - firsts)
        are_objects = heads.shape[which] >= 0
        self.which, self.group = which[are_objects], group[are_objects]
        self.sizes = np.bincount(self.group, minlength=len(groups))
        self.shape = heads.shape[self.which]
        self.cells = heads.cells[self.which], heads.cells[self.which + 1]
        self.added = np.array([group.added for group in groups])[self.group]
        self.lines = heads.lines[self.which] + self.added
        self.at = heads.blocks.places[heads.lines[self.which]]
        self.commands = [command for group in groups for command in group.commands]
        sizes = np.array([len(group.commands) for group in groups])
        before = np.cumsum(sizes) - sizes - heads.echoes[firsts]
        self.command = before[self.group] + heads.echoes[self.which]
        shown = zip(self.group.tolist(), self.lines.tolist(), strict=True) if stamps else ()
        self._times = [groups[group].time or stamps.get(line) for group, line in shown]

    @property
    def begins(self) -> np.ndarray:
        """Where each begins, with the lines of the product that begin its session."""
        begins = self.at.copy()
        told = [group.begin for group in self.groups]
        firsts = (np.cumsum(self.sizes) - self.sizes).tolist()
        for first, begin in zip(firsts, told, strict=True):
            begins[first] = begins[first] if begin is None else begin
        return begins

    def time(self, nth: int) -> str | None:
        """When an object was shown."""
        return self._times[nth] if self._times else self.groups[self.group[nth]].time

    def record(self, nth: int) -> Record:
        """An object as if its lines had been taken one by one."""
        group, blocks = self.groups[self.group[nth]], self.heads.blocks
        message, keys = self.heads.shapes[self.shape[nth]]
        record = Record(int(self.at[nth]), int(self.lines[nth]), message, command=self.commands[self.command[nth]])
        record.time, record.session, record.queue_manager = self.time(nth), group.session, group.queue_manager
        record.begin = group.begin if nth == 0 or self.group[nth - 1] != self.group[nth] else None
        record.errors = list(group.errors)
        cells = slice(self.cells[0][nth], self.cells[1][nth])
        record.attributes = dict(zip(keys, blocks.values[cells].to_pylist(), strict=True))
        record.lines = dict(zip(keys, (blocks.lines[cells] + self.added[nth]).tolist(), strict=True))
        return record

    def settle(self) -> np.ndarray:
        """Tell type, name and times; which objects are for a record each."""
        odd = np.zeros(len(self.which), bool)
        if len(odd) < FEW:
            return ~odd
        order = np.argsort(self.shape, kind="stable")
        edges = np.flatnonzero(np.diff(self.shape[order])) + 1
        places = np.split(order, edges)
        made = [self._alike(some) if len(some) >= ALIKE else _nothing(len(some)) for some in places]
        self.types, self.names, self.times = (at_places(parts, places) for parts in zip(*made, strict=True))
        odd |= pc.and_(pc.is_null(self.names), pc.fill_null(pc.not_equal(self.types, "QMGR"), True)).to_numpy(False)
        return odd | np.array([bool(group.errors) for group in self.groups])[self.group]

    def _alike(self, which: np.ndarray) -> tuple[pa.Array, pa.Array, pa.Array]:
        """Type, name and times of objects with the same keys."""
        message, keys = self.heads.shapes[self.shape[which[0]]]
        begins, turns = self.cells[0][which], {key: nth for nth, key in enumerate(keys)}
        columns: dict[str, pa.Array] = {}

        def column(key: str) -> pa.Array:
            if key not in columns:
                columns[key] = self.heads.blocks.values.take(pa.array(begins + turns[key]))
            return columns[key]

        found = keywords.TYPES.get(message[:7]) or by_keys(turns)
        told = next((column(key) for key in ("TYPE", "QTYPE") if key in turns), pa.repeat("", len(which)))
        told = told.dictionary_encode()
        kinds = [refined(found, {"TYPE": one}) for one in told.dictionary.to_pylist()]
        ids = told.indices.to_numpy()
        those = [np.flatnonzero(ids == nth) for nth in range(len(kinds))]
        names = [_named(kind, [column(key) for key in naming(kind) if key in turns], len(which)) for kind in kinds]
        name = at_places([some.take(pa.array(rows)) for some, rows in zip(names, those, strict=True)], those)
        pairs = [(stem, column(date), column(time)) for stem, date, time in clock.pairs(tuple(keys))]
        return pa.array(kinds, TEXT).take(told.indices), name, _times(pairs, len(which))

    def columns(self, which: np.ndarray, broken: set[int]) -> dict[str, pa.Array]:
        """Those columns of the objects table that tell of objects, but not where their bytes are."""
        rows, group = pa.array(which), pa.array(self.group[which])
        commands, command = [command and command.text for command in self.commands], pa.array(self.command[which])
        whole = [bool(one and one.ended and not one.broken) and id(one) not in broken for one in self.commands]
        times = [self.time(nth) for nth in which.tolist()] if self._times else [one.time for one in self.groups]
        turn = None if self._times else group
        managers, runs = zip(*((one.queue_manager, one.session) for one in self.groups), strict=True)
        messages = pa.array([message for message, _ in self.heads.shapes], TEXT)
        made = {
            "command": (commands, lambda text: text, command),
            "asked": (commands, parsed, command),
            "time": (times, lambda time: time, turn),
            "captured": (times, lambda time: captured(time)[0], turn),
            "zone": (times, lambda time: captured(time)[1], turn),
        }
        return {
            "line": pa.array(self.lines[which].astype(np.int32)), "message": messages.take(pa.array(self.shape[which])),
            "type": self.types.take(rows), "name": self.names.take(rows), "times": self.times.take(rows),
            "whole": pa.array(whole, pa.bool_()).take(command), "error": pa.nulls(len(which), TEXT),
            "queue_manager": pa.array(managers, TEXT).take(group), "run": pa.array(runs, INT).take(group),
            **{name: _of_each(*given, OBJECTS.field(name).type) for name, given in made.items()},
            **self._maps(which),
        }  # fmt: skip

    def _maps(self, which: np.ndarray) -> dict[str, pa.Array]:
        """The maps `attributes` and `lines`."""
        blocks, first, last = self.heads.blocks, self.cells[0][which], self.cells[1][which]
        sizes = last - first
        if (first[1:] == last[:-1]).all():
            cells = slice(first[0], last[-1])
            ids, values, lines = blocks.ids[cells], blocks.values[cells], blocks.lines[cells]
        else:
            cells = ranges(first, sizes)
            ids, values, lines = blocks.ids[cells], blocks.values.take(pa.array(cells)), blocks.lines[cells]
        keys = pa.array(blocks.keys, TEXT).take(pa.array(ids))
        offsets = pa.array(np.append(0, np.cumsum(sizes)).astype(np.int32))
        lines = pa.array((lines + np.repeat(self.added[which], sizes)).astype(np.int32))
        return {
            "attributes": pa.MapArray.from_arrays(offsets, keys, values),
            "lines": pa.MapArray.from_arrays(offsets, keys, lines),
        }


def _nothing(count: int) -> tuple[pa.Array, pa.Array, pa.Array]:
    return pa.nulls(count, TEXT), pa.nulls(count, TEXT), pa.nulls(count, TIMES)


def _named(kind: str | None, columns: Sequence[pa.Array], count: int) -> pa.Array:
    """The names of objects of one type: the first value that is not blank, where such an object can have it."""
    name = pa.nulls(count, TEXT)
    for column in columns:
        name = pc.coalesce(name, pc.if_else(pc.equal(column, ""), None, column))
    shown = name.to_pylist()
    if ARE_NAMES("\n".join(one or "" for one in shown)):
        return name
    return pa.array([one if named(kind, one or "") else None for one in shown], TEXT)


def _times(pairs: Sequence[tuple[str, pa.Array, pa.Array]], count: int) -> pa.Array:
    """The map `times` of objects, by the stems, dates and times of their pairs."""
    if not pairs:
        return pa.nulls(count, TIMES)
    moments = [_moments(dates, times) for _, dates, times in pairs]
    there = np.column_stack([column.is_valid().to_numpy(False) for column in moments])
    rows, turns = np.nonzero(there)
    offsets = np.append(0, np.cumsum(there.sum(axis=1))).astype(np.int32)
    blank = np.append(~there.any(axis=1), False)
    keys = pa.array([stem for stem, _, _ in pairs], TEXT).take(pa.array(turns))
    values = pa.concat_arrays(moments).take(pa.array(turns * count + rows))
    return pa.MapArray.from_arrays(pa.array(offsets, mask=blank), keys, values)


def _moments(dates: pa.Array, times: pa.Array) -> pa.Array:
    dates, times = dates.dictionary_encode(), times.dictionary_encode()
    days, hours = dates.dictionary.to_pylist(), times.dictionary.to_pylist()
    both = dates.indices.to_numpy().astype(np.int64) * len(hours) + times.indices.to_numpy()
    found, which = np.unique(both, return_inverse=True)
    made = [clock.moment(days[pair // len(hours)], hours[pair % len(hours)]) for pair in found.tolist()]
    return pa.array(made, LOCAL).take(pa.array(which))


def _of_each(values: list, make, which: pa.Array | None, kind: pa.DataType) -> pa.Array:
    """What is made of each value, made once for those that are the same; of those at the places `which`."""
    numbers: dict[object, int] = {}
    nth = pa.array([numbers.setdefault(value, len(numbers)) for value in values])
    return pa.array([make(value) for value in numbers], kind).take(nth if which is None else nth.take(which))
