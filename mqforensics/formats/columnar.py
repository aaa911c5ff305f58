"""The one engine that makes columns of lines: bytes are cut into pieces, each different piece is read once.

A format says where its pieces begin, and gives the one reader that it has for a piece. Evidence says the same again and
again, so few pieces are different; what was read of these is taken to the rows that have them. Nothing is read twice in
two ways, so nothing can differ from what the reader of a single piece says.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
import pyarrow as pa

from mqforensics.formats.tables import array
from mqforensics.structures.arrays import NEAR, ranges

Read = TypeVar("Read")
NEWLINE = ord("\n")
PLAIN = {str, int, bytes, type(None)}
"""Kinds of values of which equal ones are the same."""
SHORT = (1 << 31) - 1
"""Bytes up to which Arrow's short offsets reach."""


def line_edges(data: bytes | np.ndarray) -> np.ndarray:
    """Where each line begins, and where the last one ends; newlines alone end lines."""
    text = np.frombuffer(data, np.uint8)
    found = [np.flatnonzero(text[at : at + NEAR] == NEWLINE) + (at + 1) for at in range(0, len(text), NEAR)]
    edges = np.concatenate([np.zeros(1, np.int64), *found])
    return edges if edges[-1] == len(text) else np.append(edges, len(text))


def pieces(data: bytes | np.ndarray, edges: np.ndarray) -> pa.Array:
    """The bytes from edge to edge as a column, not copied: each byte between the first and the last is in one piece."""
    is_short = edges[-1] <= SHORT
    offsets = np.ascontiguousarray(edges, np.int32 if is_short else np.int64)
    kind = pa.binary() if is_short else pa.large_binary()
    return pa.Array.from_buffers(kind, len(edges) - 1, [None, pa.py_buffer(offsets), pa.py_buffer(data)])


def _encoded(values: list) -> tuple[list, pa.Array]:
    """The different ones of some values of any kind, and which of these each is."""
    if PLAIN.issuperset(map(type, values)):
        different = [value for value in dict.fromkeys(values) if value is not None]
        places = {None: None} | {value: nth for nth, value in enumerate(different)}
        return different, pa.array(list(map(places.__getitem__, values)), pa.int32())
    there = [value is not None for value in values]
    numbers = pa.array(np.cumsum(there) - 1, pa.int32(), mask=~np.array(there, bool))
    return [value for value in values if value is not None], numbers


class Distinct(Generic[Read]):
    """What `read` says of each value of a column or list, of equal ones once; of null nothing.

    `values`: what it has said, in the order in which the values come first; `ids`: which of these a row has.
    """

    def __init__(self, column: pa.Array | list, read: Callable[[Any], Read]):
        if isinstance(column, list):
            different, self._indices = _encoded(column)
        else:
            encoded = column.dictionary_encode()
            different, self._indices = encoded.dictionary.to_pylist(), encoded.indices
        self.values = list(map(read, different))

    @property
    def ids(self) -> np.ndarray:
        """Which of `values` each row has; for a column without nulls."""
        return self._indices.to_numpy()

    def column(self, kind: pa.DataType, of: Callable[[Read], Any] | None = None) -> pa.Array:
        """A column of the rows: what was read, or what `of` makes of that."""
        encoded = self.encoded(kind, of)
        return encoded.dictionary.take(encoded.indices)

    def encoded(self, kind: pa.DataType, of: Callable[[Read], Any] | None = None) -> pa.DictionaryArray:
        """The same as its different values and which of them a row has."""
        made = array(self.values if of is None else list(map(of, self.values)), kind)
        return pa.DictionaryArray.from_arrays(self._indices, made)

    def at(self, rows: np.ndarray, kind: pa.DataType, of: Callable[[Read], Any]) -> pa.Array:
        """What `of` makes of some rows, null where one is -1; for a column without nulls."""
        used, places = np.unique(self.ids[rows[rows >= 0]], return_inverse=True)
        back = np.zeros(len(rows), np.int64)
        back[rows >= 0] = places
        made = array([of(self.values[nth]) for nth in used.tolist()], kind)
        return made.take(pa.array(back, mask=rows < 0))

    def numbers(self, of: Callable[[Read], Any], kind: Any = np.int64) -> np.ndarray:
        """The number, or the flag, that `of` makes of what was read, a row each; for a column without nulls."""
        return np.fromiter(map(of, self.values), kind, len(self.values))[self.ids]

    def by_key(
        self, key: Callable[[Read], Any], owners: np.ndarray, count: int, first: bool = False
    ) -> dict[Any, np.ndarray]:
        """Of each key that was read the row that each of `count` owners has, or -1: of several the last, or the first.

        `owners`: whose a row is, -1 for nobody's. A row whose key is None has none.
        """
        keys: dict[Any, int] = {}
        found = [-1 if (name := key(one)) is None else keys.setdefault(name, len(keys)) for one in self.values]
        which = np.array(found, np.int64)[self.ids]
        rows = np.flatnonzero((which >= 0) & (owners >= 0))[:: -1 if first else 1]
        cells = np.full((len(keys), count), -1)
        cells[which[rows], owners[rows]] = rows
        return dict(zip(keys, cells, strict=True))

    def parts(self, of: Callable[[Read], Sequence]) -> tuple[list, np.ndarray, np.ndarray]:
        """What `of` makes several of: all of these, and of each that a row has the row and its place among these."""
        groups = list(map(of, self.values))
        sizes = np.fromiter(map(len, groups), np.int64, len(groups))
        firsts, own = np.cumsum(sizes) - sizes, sizes[self.ids]
        rows = np.repeat(np.arange(len(own)), own)
        return [part for group in groups for part in group], rows, ranges(firsts[self.ids], own)
