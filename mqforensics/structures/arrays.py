"""Many stretches of bytes at once: moves with NumPy and Arrow that the readers of many messages share."""

from collections.abc import Mapping, Sequence
from mmap import mmap

import numpy as np
import pyarrow as pa

PAD = 1024
"""Zero bytes after a padded buffer: no structure's fixed part, read at its last byte, goes beyond them."""
SAMPLE, NEAR = 1 << 14, 1 << 18
"""Bytes that stay in a processor's cache while they are looked at more than once."""
BLANK = ord(" ")
TEXTS = pa.map_(pa.string(), pa.string())
NUMBER = {"little": "<i4", "big": ">i4"}
PAIRS = np.frombuffer("".join(f"{value:02X}" for value in range(256)).encode(), "<u2")


def padded(data: bytes) -> np.ndarray:
    """A buffer that may be read at any of its positions."""
    return np.frombuffer(bytes(data) + bytes(PAD), np.uint8)


def count(data: bytes | mmap, sign: int, begin: int, end: int) -> int:
    """How often a byte stands between two places: a piece at a time, which stays in the processor's cache."""
    text = np.frombuffer(data, np.uint8, end - begin, begin)
    return sum(int(np.count_nonzero(text[at : at + NEAR] == sign)) for at in range(0, len(text), NEAR))


def positions(data: bytes, literal: bytes, begin: int = 0, end: int | None = None) -> np.ndarray:
    """Where a literal stands between two places, by those of the byte of it that is the rarest at the beginning."""
    text = np.frombuffer(data, np.uint8)[begin:end]
    last, often = len(text) - len(literal) + 1, np.bincount(text[:SAMPLE], minlength=256)
    rare = min(range(len(literal)), key=lambda nth: often[literal[nth]])
    found = [
        np.flatnonzero(text[at + rare : min(at + NEAR, last) + rare] == literal[rare]) + at
        for at in range(0, last, NEAR)
    ]
    return matching(text, np.concatenate([np.empty(0, np.int64), *found]), literal) + begin


def below(text: np.ndarray, limit: int) -> np.ndarray:
    """Where bytes under a limit stand."""
    found = [np.flatnonzero(text[at : at + NEAR] < limit) + at for at in range(0, len(text), NEAR)]
    return np.concatenate([np.empty(0, np.int64), *found])


def matching(text: np.ndarray, places: np.ndarray, literal: bytes) -> np.ndarray:
    """Those of some places where a literal stands."""
    places = places[(places >= 0) & (places <= len(text) - len(literal))]
    for nth, sign in enumerate(literal):
        places = places[text[places + nth] == sign]
    return places


def windows(text: np.ndarray, at: np.ndarray, width: int) -> np.ndarray:
    """The `width` bytes at each position, a row each; those of the last possible one where it is beyond the end."""
    view = np.ndarray(len(text) - width + 1, f"V{width}", text, 0, (1,))
    return view[np.clip(at, 0, len(view) - 1)].view(np.uint8).reshape(-1, width)


def looked_up(table: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The values of a table at each place, all of which it has: NumPy would make 64-bit numbers of the places first."""
    flat = np.ascontiguousarray(places).ravel()
    return pa.array(table).take(pa.array(flat)).to_numpy().reshape(places.shape)


def translated(values: np.ndarray, table: bytes) -> np.ndarray:
    """Each byte as the table has it."""
    return np.frombuffer(bytearray(values).translate(table), np.uint8).reshape(values.shape)


def eights(rows: np.ndarray) -> np.ndarray:
    """Rows of eight bytes as one number each."""
    return np.ascontiguousarray(rows).view("<u8").ravel()


def strings(data: np.ndarray, begins: np.ndarray, count: int, kind: pa.DataType | None = None) -> pa.Array:
    """An Arrow column over bytes that lie one after the other."""
    offsets = np.append(begins, len(data)).astype(np.int32)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(data))]
    return pa.Array.from_buffers(kind or pa.string(), count, buffers)


def binaries(pieces: Sequence[bytes | memoryview]) -> pa.Array:
    """Pieces of bytes as an Arrow column."""
    sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
    joined = np.frombuffer(b"".join(pieces), np.uint8)
    return strings(joined, np.cumsum(sizes) - sizes, len(pieces), pa.binary())


def lengths(rows: np.ndarray) -> np.ndarray:
    """How long each row of bytes is without the blanks and NULs at its end."""
    kept = (rows != BLANK) & (rows != 0)
    return np.where(kept.any(axis=1), rows.shape[1] - kept[:, ::-1].argmax(axis=1), 0)


def texts(rows: np.ndarray, length: np.ndarray | None = None) -> pa.Array:
    """Rows of ASCII bytes as text without the padding at their ends."""
    length = lengths(rows) if length is None else length
    inside = np.arange(rows.shape[1]) < length[:, None]
    return strings(rows[inside], np.cumsum(length) - length, len(rows))


def in_hex(rows: np.ndarray) -> pa.Array:
    """Rows of bytes as hexadecimal text."""
    count, width = rows.shape
    return strings(PAIRS[rows].ravel().view(np.uint8), np.arange(count) * 2 * width, count)


def ranges(starts: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Every position of the stretches, one after the other."""
    before = np.cumsum(sizes) - sizes
    return np.repeat(starts - before, sizes) + np.arange(int(sizes.sum()))


def stretches(text: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> pa.Array:
    """Short stretches of a buffer as an Arrow column of bytes."""
    return strings(text[ranges(starts, sizes)], np.cumsum(sizes) - sizes, len(starts), pa.binary())


def flagged(flags: np.ndarray, starts: np.ndarray, stops: np.ndarray) -> np.ndarray:
    """Which stretches hold at least one of the flags, one of which belongs to each byte."""
    if not len(starts):
        return np.zeros(0, bool)
    edges = np.stack([starts, stops], axis=1).ravel()
    return np.logical_or.reduceat(np.append(flags, False), edges)[::2] & (stops > starts)


def as_text(column: pa.Array) -> pa.Array:
    """A column of bytes, known to be UTF-8, as text."""
    return pa.Array.from_buffers(pa.string(), len(column), column.buffers(), offset=column.offset)


def at_places(arrays: Sequence[pa.Array], places: Sequence[np.ndarray]) -> pa.Array:
    """The values of all arrays, each at its place in the whole."""
    if len(arrays) == 1 and np.array_equal(places[0], np.arange(len(arrays[0]))):
        return arrays[0]
    order = np.concatenate(places)
    back = np.empty(len(order), np.int64)
    back[order] = np.arange(len(order))
    return pa.concat_arrays(arrays).take(pa.array(back))


def with_rows(
    columns: Mapping[str, pa.Array], which: Sequence[int], rows: Sequence[Mapping], places: Sequence[int]
) -> Mapping[str, pa.Array]:
    """Columns whose values belong at the places `which` of the whole, and rows that belong at the other `places`."""
    if not rows:
        return columns
    return {
        name: at_places([column, pa.array([row[name] for row in rows], column.type)], [which, places])
        for name, column in columns.items()
    }


class Maps:
    """A map column in the making: names and texts by the owner that they belong to and their turn in it."""

    def __init__(self):
        self.owners: list[np.ndarray] = []
        self.turns: list[np.ndarray] = []
        self.names: list[pa.Array] = []
        self.values: list[pa.Array] = []

    def add(self, owners: np.ndarray, turns: np.ndarray, names: pa.Array | str, values: pa.Array) -> None:
        """One entry for each owner; an owner's turns go from 0 on without a hole."""
        self.owners.append(owners)
        self.turns.append(np.broadcast_to(turns, len(owners)))
        is_one = isinstance(names, str)
        self.names.append(pa.repeat(pa.scalar(names, pa.string()), len(owners)) if is_one else names)
        self.values.append(values)

    def add_dicts(self, owners: Sequence[int], dicts: Sequence[dict[str, str | None]], first: Sequence[int] | int = 0):
        """The entries of dictionaries, one an owner, from turn `first` on."""
        sizes = np.array([len(found) for found in dicts], np.int64)
        if sizes.sum():
            turns = ranges(np.broadcast_to(np.asarray(first, np.int64), len(sizes)), sizes)
            names = pa.array([name for found in dicts for name in found], pa.string())
            values = pa.array([value for found in dicts for value in found.values()], pa.string())
            self.add(np.repeat(np.asarray(owners, np.int64), sizes), turns, names, values)

    def column(self, count: int, where: np.ndarray | None = None) -> pa.MapArray:
        """The map of each of `count` owners; `where` says which row an owner is (-1: none)."""
        owners = np.concatenate([np.empty(0, np.int64), *self.owners])
        rows = owners if where is None else where[owners]
        kept = rows >= 0
        offsets = np.append(0, np.cumsum(np.bincount(rows[kept], minlength=count))).astype(np.int32)
        names, values = pa.array([], pa.string()), pa.array([], pa.string())
        if len(rows):
            back = np.zeros(int(offsets[-1]), np.int64)
            turns = np.concatenate(self.turns)
            back[offsets[rows[kept]] + turns[kept]] = np.flatnonzero(kept)
            names, values = (pa.concat_arrays(parts).take(pa.array(back)) for parts in (self.names, self.values))
        return pa.MapArray.from_arrays(pa.array(offsets), names, values)
