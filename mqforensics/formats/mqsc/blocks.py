"""The attribute lines of many objects at once: where cells stand in their columns, NumPy finds the brackets.

What is made is what `session.usual` makes of each line, which reads every indented line that is not one cell, or two in
their columns, of printable ASCII. The cells of an object whose lines need no judgement (`Record.cells`) stay in this
table from the text to the Arrow columns; the lines of any other object are taken one by one.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.mqsc import keywords
from mqforensics.formats.mqsc.cells import INDENT, PLAIN_KEY, SECOND
from mqforensics.formats.mqsc.frame import ECHO, TRAILER
from mqforensics.formats.mqsc.session import CELLS, HEADER, foreign, usual
from mqforensics.formats.tables import TEXT
from mqforensics.structures.arrays import strings

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
        marks = np.flatnonzero((text - SPACE > LAST - SPACE) | (text - OPEN <= CLOSE - OPEN))
        kinds = text[marks]
        at_end = kinds == NEWLINE
        ends = marks[at_end]
        starts = np.append(0, ends[:-1] + 1)
        stops = ends - ((ends > starts) & (text[ends - 1] == RETURN))
        special = marks[~at_end & (kinds != OPEN) & (kinds != CLOSE)]
        on = np.searchsorted(ends, special)
        foul = np.full(len(starts), len(text) > LARGEST)
        foul[on[special < stops[on]]] = True
        self._data, self._text, self.places = data, text, np.append(starts, len(text))
        self._filled = foul | (np.maximum.reduceat(text, starts) > SPACE)
        indented = _indented(text, starts, stops)
        plain = indented[~foul[indented]]
        brackets = [_Signs(marks, kinds == sign, at_end, plain) for sign in (OPEN, CLOSE)]
        self._read(indented, *_in_columns(text, starts[plain], stops[plain], plain, *brackets))

    def _read(self, indented: np.ndarray, lines: np.ndarray, keys: pa.Array, values: pa.Array) -> None:
        keys = keys.dictionary_encode()
        known = {key: nth for nth, key in enumerate(keys.dictionary.to_pylist())}
        ids = keys.indices.to_numpy()
        sound = np.array([bool(PLAIN_KEY(key)) for key in known], bool)[ids]
        sound[1:] &= (lines[1:] != lines[:-1]) | (ids[1:] != ids[:-1])
        is_odd = np.zeros(len(self._filled), bool)
        is_odd[lines[~sound]] = True
        sound = ~is_odd[lines]
        if not sound.all():
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

    def raw(self, line: int) -> bytes:
        """A line with its end."""
        return self._data[self.places[line] : self.places[line + 1]]

    def text(self, line: int) -> str:
        """A line without its newline, one character a byte."""
        return self._data[self.places[line] : self.places[line + 1] - 1].decode("latin-1")

    def filled(self) -> np.ndarray:
        """The lines that are no cells, and the end of the text."""
        filled = self._filled.copy()
        filled[self.lines] = False
        filled[0] = True
        return np.append(np.flatnonzero(filled), len(filled))

    def whole(self, lines: np.ndarray) -> pa.Array:
        """Lines with their newlines, as bytes."""
        return strings(self._text, self.places[:-1], len(self.places) - 1, pa.binary()).take(pa.array(lines))

    def shapes(self, edges: np.ndarray) -> pa.Array:
        """The keys of the cells between edges, as bytes."""
        buffers = [None, pa.py_buffer((edges * self.ids.itemsize).astype(np.int32)), pa.py_buffer(self.ids)]
        return pa.Array.from_buffers(pa.binary(), len(edges) - 1, buffers)

    def named(self, shape: pa.Scalar) -> list[str]:
        """The keys of a shape."""
        return [self.keys[key] for key in np.frombuffer(shape.as_py(), self.ids.dtype)]

    def _is_object(self, message: str, keys: Sequence[str]) -> bool:
        """Whether lines of these keys under a message are sure to be of one object."""
        number = message[:7]
        sound = len(set(keys)) == len(keys) > 0 and foreign(number).isdisjoint(keys)
        return sound and number not in keywords.TELLING


def _indented(text: np.ndarray, starts: np.ndarray, stops: np.ndarray) -> np.ndarray:
    """The lines that begin with blanks and a capital letter, as those of cells do."""
    lines = np.flatnonzero(stops - starts > INDENT)
    for column in range(INDENT):
        lines = lines[text[starts[lines] + column] == SPACE]
    return lines[_is_letter(text[starts[lines] + INDENT])]


def _is_letter(signs: np.ndarray) -> np.ndarray:
    return (signs >= ord("A")) & (signs <= ord("Z"))


class _Signs:
    """Where a sign stands, how often before each of some lines, and how often on it."""

    def __init__(self, marks: np.ndarray, are: np.ndarray, at_end: np.ndarray, lines: np.ndarray):
        self.places = marks[are].astype(np.int32)
        until = np.append(0, np.cumsum(are, dtype=np.int32)[at_end])
        self.before, self.count = until[lines], np.diff(until)[lines]

    def on(self, lines: np.ndarray, nth: int = 0) -> np.ndarray:
        """Where a line has it for the `nth` time, from 0."""
        return self.places[self.before[lines] + nth]


def _in_columns(
    text: np.ndarray, starts: np.ndarray, stops: np.ndarray, lines: np.ndarray, opens: _Signs, closes: _Signs
) -> tuple[np.ndarray, pa.Array, pa.Array]:
    """The line, the key and the value of each cell of those lines that are one or two, by their brackets."""
    same = opens.count == closes.count
    one, two = np.flatnonzero(same & (opens.count == 1)), np.flatnonzero(same & (opens.count == 2))
    end = closes.on(one)
    one = one[(opens.on(one) < end) & _are_blank(text, end + 1, stops[one])]
    first, end = closes.on(two), closes.on(two, 1)
    second = np.minimum(starts[two] + INDENT + SECOND, stops[two])
    fits = (opens.on(two) < first) & (first < second - 2) & _are_blank(text, first + 1, second)
    opening = opens.on(two, 1)
    two = two[fits & (opening > second) & (opening < end) & _are_blank(text, end + 1, stops[two])]
    sizes = np.zeros(len(lines), np.int64)
    sizes[one], sizes[two] = 1, 2
    turns = np.cumsum(sizes) - sizes
    marks = np.empty((2, 2, int(sizes.sum())), np.int32)
    for which, nth, column in ((one, 0, 0), (two, 0, 0), (two, 1, SECOND)):
        begins, ends = opens.on(which, nth), closes.on(which, nth)
        marks[:, :, turns[which] + nth] = (starts[which] + INDENT + column, begins), (begins + 1, ends)
    return np.repeat(lines, sizes), *_texts(text, *marks)


def _are_blank(text: np.ndarray, begins: np.ndarray, stops: np.ndarray) -> np.ndarray:
    """Which stretches are blanks and nothing else; no line end may be in them."""
    found = begins <= stops
    some = np.flatnonzero(begins < stops)
    if len(some):
        most = np.maximum.reduceat(text, np.column_stack([begins[some], stops[some]]).ravel())[::2]
        found[some] = most == SPACE
    return found


def _texts(text: np.ndarray, keys: np.ndarray, values: np.ndarray) -> tuple[pa.Array, pa.Array]:
    """Keys and values, by where they begin and end; values without the blanks around them."""
    begins, ends = values
    begins += (begins < ends) & (text[begins] == SPACE)
    ends -= (begins < ends) & (text[ends - 1] == SPACE)
    found = _between(text, values)
    if ((begins < ends) & ((text[begins] == SPACE) | (text[ends - 1] == SPACE))).any():
        found = pc.ascii_trim(found, " ")
    return _between(text, keys), found


def _between(text: np.ndarray, edges: np.ndarray) -> pa.Array:
    """The texts between edges."""
    offsets = np.ascontiguousarray(edges.T)
    parts = pa.Array.from_buffers(TEXT, max(offsets.size - 1, 0), [None, pa.py_buffer(offsets), pa.py_buffer(text)])
    return parts.take(pa.array(np.arange(0, offsets.size, 2)))
