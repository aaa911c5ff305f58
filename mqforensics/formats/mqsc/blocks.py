"""The attribute lines of many objects at once: where cells stand in their columns, NumPy finds the brackets.

What is made is what `session.usual` makes of each line, which reads every indented line that is not one cell, or two in
their columns, of printable ASCII. The cells of an object whose lines need no judgement (`Record.cells`) stay in this
table from the text to the Arrow columns; the lines of any other object are taken one by one.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.mqsc import clock, keywords
from mqforensics.formats.mqsc.asked import MASK
from mqforensics.formats.mqsc.cells import INDENT, PLAIN_KEY, SECOND
from mqforensics.formats.mqsc.frame import ECHO, TRAILER
from mqforensics.formats.mqsc.record import ARE_NAMES, Record, by_keys, named, naming, refined
from mqforensics.formats.mqsc.session import CELLS, HEADER, foreign, usual
from mqforensics.formats.tables import TEXT
from mqforensics.structures.arrays import ranges

NEWLINE, RETURN, SPACE, OPEN, CLOSE, LAST = b"\n\r ()~"
ENDS = (ECHO, HEADER, TRAILER)
"""What ends an object without a look at it."""
ALIKE = 8
"""So many objects with the same keys are worth columns of their own."""
LARGEST = 1 << 30
"""Bytes of a text whose positions are sure to fit in an Arrow column."""


class Blocks:
    """The lines of a text, and the cells on them as columns: `ids` (into `keys`), `values`, `lines`."""

    def __init__(self, data: bytes):
        text = np.frombuffer(data + b"\n", np.uint8)
        special = np.flatnonzero(text - SPACE > LAST - SPACE)
        ends = special[text[special] == NEWLINE]
        starts = np.append(0, ends[:-1] + 1)
        stops = ends - ((ends > starts) & (text[ends - 1] == RETURN))
        on = np.searchsorted(ends, special)
        foul = np.full(len(starts), len(text) > LARGEST)
        foul[on[special < stops[on]]] = True
        self._data, self._text, self._places = data, data.decode("latin-1"), [*starts.tolist(), len(text)]
        self._filled = foul | (np.maximum.reduceat(text, starts) > SPACE)
        indented = _indented(text, starts, stops)
        plain = indented[~foul[indented]]
        self._read(indented, *_in_columns(text, starts[plain], stops[plain], plain))
        self._shapes, self._sound = self.ids.tobytes(), {}

    def _read(self, indented: np.ndarray, lines: np.ndarray, keys: pa.Array, values: pa.Array) -> None:
        keys = keys.dictionary_encode()
        known = {key: nth for nth, key in enumerate(keys.dictionary.to_pylist())}
        ids = keys.indices.to_numpy()
        sound = np.array([bool(PLAIN_KEY(key)) for key in known], bool)[ids]
        sound[1:] &= (lines[1:] != lines[:-1]) | (ids[1:] != ids[:-1])
        is_odd = np.zeros(len(self._filled), bool)
        is_odd[lines[~sound]] = True
        sound = ~is_odd[lines]
        ids, lines, values = ids[sound], lines[sound], values.filter(pa.array(sound))
        is_odd[indented] = True
        is_odd[lines] = False
        places, names, others = [], [], []
        for line in np.flatnonzero(is_odd).tolist():
            kind, shown = usual(self.text(line))
            if kind is CELLS:
                places += [line] * len(shown)
                names += [known.setdefault(key, len(known)) for key in shown]
                others += shown.values()
        if places:
            lines = np.append(lines, places)
            order = np.argsort(lines, kind="stable")
            ids, lines = np.append(ids, names)[order], lines[order]
            values = pa.concat_arrays([values, pa.array(others, TEXT)]).take(pa.array(order))
        self.keys, self.ids, self.lines, self.values = list(known), ids.astype(np.uint32), lines, values

    def place(self, line: int) -> int:
        """Where a line begins."""
        return self._places[line]

    def raw(self, line: int) -> bytes:
        """A line with its end."""
        return self._data[self._places[line] : self._places[line + 1]]

    def text(self, line: int) -> str:
        """A line without its newline, one character a byte."""
        return self._text[self._places[line] : self._places[line + 1] - 1]

    def heads(self) -> Iterator[tuple[int, int, tuple, tuple[int, int] | None]]:
        """Each line that is no cell, the one after the last under it, what it is by `usual`, and the cells under it.

        No cells where they may not be all of one object.
        """
        filled = self._filled.copy()
        filled[self.lines] = False
        filled[0] = True
        filled = np.append(np.flatnonzero(filled), len(filled))
        cells = np.searchsorted(self.lines, filled).tolist()
        filled, text, places = filled.tolist(), self._text, self._places
        whats = [usual(text[places[line] : places[line + 1] - 1]) for line in filled[:-1]]
        whats.append((None, None))
        for nth, (line, (kind, shown)) in enumerate(zip(filled[:-1], whats, strict=False)):
            under = None
            if kind is HEADER and whats[nth + 1][0] in ENDS:
                under = cells[nth], cells[nth + 1]
                under = under if self._is_object(shown, under) else None
            yield line, filled[nth + 1], whats[nth], under

    def _is_object(self, message: str, cells: tuple[int, int]) -> bool:
        shape = self._shape(message, cells)
        if shape not in self._sound:
            keys = self._keys(shape)
            sound = len(set(keys)) == len(keys) > 0 and foreign(shape[0]).isdisjoint(keys)
            self._sound[shape] = sound and shape[0] not in keywords.TELLING
        return self._sound[shape]

    def _shape(self, message: str, cells: tuple[int, int]) -> tuple[str, bytes]:
        return message[:7], self._shapes[4 * cells[0] : 4 * cells[1]]

    def _keys(self, shape: tuple[str, bytes]) -> list[str]:
        return [self.keys[key] for key in np.frombuffer(shape[1], np.uint32)]

    def fill(self, record: Record) -> None:
        """Give a record its cells, as if they had been taken line by line."""
        first, last = record.cells
        record.errors, record.type = list(record.errors), None
        keys = [self.keys[key] for key in self.ids[first:last]]
        lines = self.lines[first:last] + record.added
        record.attributes = dict(zip(keys, self.values[first:last].to_pylist(), strict=True))
        record.lines = dict(zip(keys, lines.tolist(), strict=True))
        record.cells = None

    def settle(self, records: Iterable[Record]) -> None:
        """Tell type, name and times of records with `cells`, where enough of them have the same keys."""
        shapes: dict[tuple[str, bytes], list[Record]] = {}
        for record in records:
            shapes.setdefault(self._shape(record.message, record.cells), []).append(record)
        for shape, same in shapes.items():
            if len(same) >= ALIKE:
                self._settle(shape[0], self._keys(shape), same)

    def _settle(self, number: str, keys: list[str], records: list[Record]) -> None:
        begins = np.array([record.cells[0] for record in records])
        turns = {key: nth for nth, key in enumerate(keys)}
        columns: dict[str, list[str]] = {}

        def column(key: str) -> list[str]:
            if key not in columns:
                columns[key] = self.values.take(pa.array(begins + turns[key])).to_pylist()
            return columns[key]

        found = keywords.TYPES.get(number) or by_keys(turns)
        told = next((column(key) for key in ("TYPE", "QTYPE") if key in turns), [""] * len(records))
        kinds = {one: refined(found, {"TYPE": one}) for one in set(told)}
        names = {kind: [column(key) for key in naming(kind) if key in turns] for kind in set(kinds.values())}
        pairs = [(stem, column(date), column(time)) for stem, date, time in clock.pairs(tuple(keys))]
        stems = tuple(stem for stem, _, _ in pairs)
        moments = zip(*(map(clock.moment, dates, times) for _, dates, times in pairs), strict=True)
        for nth, record in enumerate(records):
            record.type = kinds[told[nth]]
            record.name = next((name[nth] for name in names[record.type] if name[nth]), None)
        if not ARE_NAMES("\n".join(record.name or "" for record in records)):
            for record in records:
                record.name = record.name if named(record.type, record.name or "") else None
        for record, each in zip(records, moments, strict=False):
            record.times = _by_stem(stems, each)

    def maps(self, records: Sequence[Record], secrets: bool) -> dict[str, pa.Array]:
        """The maps `attributes` and `lines` of records with `cells`."""
        first, last = np.array([record.cells for record in records]).T
        which = ranges(first, last - first)
        keys = pa.array(self.keys, TEXT).take(pa.array(self.ids[which]))
        values = self.values.take(pa.array(which))
        lines = self.lines[which] + np.repeat([record.added for record in records], last - first)
        if not secrets and any(key in keywords.SECRETS for key in self.keys):
            hidden = pc.and_(pc.is_in(keys, pa.array(keywords.SECRETS)), pc.not_equal(values, ""))
            values = pc.if_else(hidden, MASK, values)
        offsets = pa.array(np.append(0, np.cumsum(last - first)).astype(np.int32))
        return {
            "attributes": pa.MapArray.from_arrays(offsets, keys, values),
            "lines": pa.MapArray.from_arrays(offsets, keys, pa.array(lines.astype(np.int32))),
        }


@lru_cache(maxsize=4096)
def _by_stem(stems: tuple[str, ...], moments: tuple[datetime | None, ...]) -> dict[str, datetime]:
    return {stem: moment for stem, moment in zip(stems, moments, strict=True) if moment}


def _indented(text: np.ndarray, starts: np.ndarray, stops: np.ndarray) -> np.ndarray:
    """The lines that begin with blanks and a capital letter, as those of cells do."""
    lines = np.flatnonzero(stops - starts > INDENT)
    for column in range(INDENT):
        lines = lines[text[starts[lines] + column] == SPACE]
    return lines[_is_letter(text[starts[lines] + INDENT])]


def _is_letter(signs: np.ndarray) -> np.ndarray:
    return (signs >= ord("A")) & (signs <= ord("Z"))


def _in_columns(
    text: np.ndarray, starts: np.ndarray, stops: np.ndarray, lines: np.ndarray
) -> tuple[np.ndarray, pa.Array, pa.Array]:
    """The line, the key and the value of each cell of those lines that are one or two, by their brackets."""
    opens, closes = np.flatnonzero(text == OPEN), np.flatnonzero(text == CLOSE)
    opened, closed = np.searchsorted(opens, starts), np.searchsorted(closes, starts)
    count = np.searchsorted(opens, stops) - opened
    count[count != np.searchsorted(closes, stops) - closed] = 0
    one, two = np.flatnonzero(count == 1), np.flatnonzero(count == 2)
    end = closes[closed[one]]
    one = one[(opens[opened[one]] < end) & _are_blank(text, end + 1, stops[one])]
    first, end = closes[closed[two]], closes[closed[two] + 1]
    second = np.minimum(starts[two] + INDENT + SECOND, stops[two])
    fits = (opens[opened[two]] < first) & (first < second - 2) & _are_blank(text, first + 1, second)
    opening = opens[opened[two] + 1]
    two = two[fits & (opening > second) & (opening < end) & _are_blank(text, end + 1, stops[two])]
    marks = np.concatenate([
        np.column_stack([begins + INDENT + column, opens[opened[which] + nth], closes[closed[which] + nth]])
        for which, nth, column in ((one, 0, 0), (two, 0, 0), (two, 1, SECOND)) for begins in [starts[which]]
    ])  # fmt: skip
    order = np.argsort(marks[:, 0], kind="stable")
    return np.concatenate([lines[one], lines[two], lines[two]])[order], *_texts(text, marks[order])


def _are_blank(text: np.ndarray, begins: np.ndarray, stops: np.ndarray) -> np.ndarray:
    """Which stretches are blanks and nothing else; no line end may be in them."""
    found = begins <= stops
    some = np.flatnonzero(begins < stops)
    if len(some):
        most = np.maximum.reduceat(text, np.column_stack([begins[some], stops[some]]).ravel())[::2]
        found[some] = most == SPACE
    return found


def _texts(text: np.ndarray, marks: np.ndarray) -> tuple[pa.Array, pa.Array]:
    """Keys and values, by where each key begins and its brackets stand; values without the blanks around them."""
    begins, opens, closes = marks.T
    offsets = np.column_stack([begins, opens, opens + 1, closes, closes]).astype(np.int32)
    parts = pa.Array.from_buffers(TEXT, max(offsets.size - 1, 0), [None, pa.py_buffer(offsets), pa.py_buffer(text)])
    keys, values = (parts.take(pa.array(np.arange(part, offsets.size, offsets.shape[1]))) for part in (0, 2))
    return keys, pc.ascii_trim(values, " ")
