"""The objects of a capture as columns: very many at once where their lines need no judgement, else by their records.

`Blocks` has `runmqsc_session.usual` read each different line, `Heads` has the lines that are no cells, `Group` makes
columns of the objects under them, and `rows` makes rows of these and of records, which cover every byte of their file.
The cells of an object whose lines need no judgement stay in this table from the text to the Arrow columns; the lines of
any other object are taken one by one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.clock.dates import printed_moment
from mqforensics.formats.columnar import Distinct, line_edges, pieces
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.mqsc import keywords
from mqforensics.formats.mqsc.captured_object import (
    ARE_NAMES,
    ERROR,
    Record,
    by_keys,
    can_have_name,
    moment,
    naming,
    refined_type,
)
from mqforensics.formats.mqsc.captured_object import pairs as pairs_of
from mqforensics.formats.mqsc.command_parser import Command, parse_command
from mqforensics.formats.mqsc.runmqsc_session import CELLS, ECHO, HEADER, NOTHING, TRAILER, classify_line, foreign_keys
from mqforensics.formats.paste.encoding import Text
from mqforensics.formats.tables import INT, LOCAL, OBJECTS, TEXT, array, record_batch
from mqforensics.structures.arrays import at_places, ranges, with_rows


class Blocks:
    """The lines of a text, and the cells on them as columns: `ids` (into `keys`), `values`, `lines`."""

    def __init__(self, data: bytes):
        whole = data + b"\n"
        self._data, self.places = data, line_edges(whole)
        self.said = Distinct(pieces(whole, self.places), lambda line: classify_line(line[:-1].decode("latin-1")))
        """What each line is by `usual`."""
        cells, self.lines, which = self.said.parts(_cells)
        keys = pa.array([key for key, _ in cells], TEXT).dictionary_encode()
        self.keys, self.ids = keys.dictionary.to_pylist(), keys.indices.to_numpy().astype(np.uint32)[which]
        self.values = pa.array([value for _, value in cells], TEXT).take(pa.array(which))

    def raw(self, line: int) -> bytes:
        """A line with its end."""
        return self._data[self.places[line] : self.places[line + 1]]

    def text(self, line: int) -> str:
        """A line without its newline, one character a byte."""
        return self._data[self.places[line] : self.places[line + 1] - 1].decode("latin-1")

    def filled(self) -> np.ndarray:
        """The lines that are no cells, and the end of the text."""
        filled = self.said.numbers(lambda what: what[0] not in (CELLS, NOTHING), bool)
        filled[0] = True
        return np.append(np.flatnonzero(filled), len(filled))

    def shapes(self, edges: np.ndarray) -> pa.Array:
        """The keys of the cells between edges, as bytes."""
        return pieces(self.ids, edges * self.ids.itemsize)

    def named(self, shape: pa.Scalar) -> list[str]:
        """The keys of a shape."""
        return [self.keys[key] for key in np.frombuffer(shape.as_py(), self.ids.dtype)]

    def _is_object(self, message: str, keys: Sequence[str]) -> bool:
        """Whether lines of these keys under a message are sure to be of one object."""
        number = message[:7]
        sound = len(set(keys)) == len(keys) > 0 and foreign_keys(number).isdisjoint(keys)
        return sound and number not in keywords.TELLING


def _cells(what: tuple) -> Sequence[tuple[str, str]]:
    kind, shown = what
    return tuple(shown.items()) if kind is CELLS else ()


KINDS: dict[Any, int] = {HEADER: 1, ECHO: 2, TRAILER: 3}
"""What ends an object without a look at it, by a number."""


class Heads:
    """Lines that are no cells, by their turn: `lines` (with the end of the text), what they say, the cells under them.

    `shape`: of an object that is whole its message and keys, as the place in `shapes`; -1 for any other line.
    """

    def __init__(self, blocks: Blocks):
        self.blocks, self.lines = blocks, blocks.filled()
        self._said, self._ids = blocks.said.values, blocks.said.ids[self.lines[:-1]]
        kinds = blocks.said.numbers(lambda what: KINDS.get(what[0], 0), np.int8)[self.lines[:-1]]
        self.cells = np.searchsorted(blocks.lines, self.lines)
        following = np.append(kinds[1:], 0)
        self._shaped(np.flatnonzero((kinds == KINDS[HEADER]) & (following > 0)))
        self._echoes = np.flatnonzero(kinds == KINDS[ECHO])
        self.echoes = np.append(0, np.cumsum(kinds == KINDS[ECHO]))
        """How many echoes there are before each."""

    def _shaped(self, heads: np.ndarray) -> None:
        cells = self.blocks.shapes(self.cells).dictionary_encode()
        keys, said = cells.indices.to_numpy()[heads], self._ids[heads]
        pairs, which = np.unique(keys.astype(np.int64) * len(self._said) + said, return_inverse=True)
        found = [divmod(pair, len(self._said)) for pair in pairs.tolist()]
        self.shapes = [(self._said[said][1], self.blocks.named(cells.dictionary[keys])) for keys, said in found]
        sound = np.array([self.blocks._is_object(*shape) for shape in self.shapes], bool)
        self.shape = np.full(len(self._ids), -1)
        self.shape[heads] = np.where(sound, np.arange(len(sound)), -1)[which]

    def what(self, head: int) -> tuple:
        """What a line is by `usual`."""
        return self._said[self._ids[head]]

    def place(self, head: int) -> int:
        """Where the first object from a line on begins."""
        return int(self.blocks.places[self.lines[head + int((self.shape[head:] >= 0).argmax())]])

    @cached_property
    def _numbers(self) -> list[int]:
        numbers = np.array([shown[0] if kind is ECHO else 0 for kind, shown in self._said])
        return numbers[self._ids[self._echoes]].tolist()

    @cached_property
    def _commands(self) -> list[str]:
        texts = [shown[1].strip() if kind is ECHO else "" for kind, shown in self._said]
        return [texts[said] for said in self._ids[self._echoes].tolist()]

    def echoed(self, begin: int, end: int) -> tuple[list[int], list[str]]:
        """The numbers and the commands of the echoes among some lines."""
        between = slice(self.echoes[begin], self.echoes[end])
        return self._numbers[between], self._commands[between]

    def pieces(self) -> Iterator[tuple[int, int, bool]]:
        """The lines in turn; together where they are whole objects and echoes that go on counting."""
        good = self.shape >= 0
        objects = np.flatnonzero(good)
        good[self._echoes] = self.cells[self._echoes] == self.cells[self._echoes + 1]  # cells need a header line
        edge = good[1:] != good[:-1]
        again = self._echoes[1:][np.diff(self._numbers) <= 0]
        edge[again - 1] = True
        edges = np.concatenate([[0], np.flatnonzero(edge) + 1, [len(good)]])
        before = np.searchsorted(objects, edges)
        for (begin, end), (first, after) in zip(pairwise(edges.tolist()), pairwise(before.tolist()), strict=True):
            last = int(objects[after - 1]) + 1 if after > first else begin
            if last > begin:
                yield begin, last, True
            if end > last:
                yield last, end, False


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
    """Where the session begins whose first record is theirs, if a line of the product says this."""
    queue_manager: str | None = None
    errors: list[str] = field(default_factory=list)

    @property
    def shown_by(self) -> None:
        """They name no queue manager as their own."""


class Table:
    """The objects of groups in their order, and what is known of all of them at once."""

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
        """When an object was displayed."""
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
        kinds = [refined_type(found, {"TYPE": one}) for one in told.dictionary.to_pylist()]
        ids = told.indices.to_numpy()
        those = [np.flatnonzero(ids == nth) for nth in range(len(kinds))]
        names = [_named(kind, [column(key) for key in naming(kind) if key in turns], len(which)) for kind in kinds]
        name = at_places([some.take(pa.array(rows)) for some, rows in zip(names, those, strict=True)], those)
        pairs = [(stem, column(date), column(time)) for stem, date, time in pairs_of(tuple(keys))]
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
            "asked": (commands, parse_command, command),
            "time": (times, lambda time: time, turn),
            "captured": (times, lambda time: printed_moment(time)[0], turn),
            "zone": (times, lambda time: printed_moment(time)[1], turn),
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
    return pa.array([one if can_have_name(kind, one or "") else None for one in shown], TEXT)


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
    made = [moment(days[pair // len(hours)], hours[pair % len(hours)]) for pair in found.tolist()]
    return pa.array(made, LOCAL).take(pa.array(which))


def _of_each(values: list, make, which: pa.Array | None, kind: pa.DataType) -> pa.Array:
    """What is made of each value, made once for those that are the same; of those at the places `which`."""
    numbers: dict[object, int] = {}
    nth = pa.array([numbers.setdefault(value, len(numbers)) for value in values])
    return pa.array([make(value) for value in numbers], kind).take(nth if which is None else nth.take(which))


BATCH = 8192


def rows(
    found: list[Record | Group], heads: Heads | None, text: Text, stretch: FileSlice
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


def _where(places: np.ndarray, bounds: np.ndarray, stretch: FileSlice) -> Iterator[tuple[str, pa.Array | np.ndarray]]:
    yield "file", pa.repeat(stretch.file, len(places))
    yield "offset", bounds[places] + stretch.offset
    yield "length", np.diff(bounds)[places]


def _row(record: Record, begin: int, end: int, broken: set[int], stretch: FileSlice) -> dict:
    command = record.command
    printed, zone = printed_moment(record.time)
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
