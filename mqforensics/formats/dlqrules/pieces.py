"""The rows of a long rules table: its bytes are cut into entries, and each that differs is read once.

An entry's piece begins after the entry before it, so that the comments above it are its own. The first entry, where
control data may stand, and the last, which the end of the table may spoil, are no pieces.
"""

from collections.abc import Callable, Generator, Iterable
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from mqforensics.codes.platforms import PLATFORMS
from mqforensics.formats.columnar import NEWLINE, Distinct, line_edges, pieces
from mqforensics.formats.dlqrules.lexis import continues, is_nothing, lines, logical, text_of_line
from mqforensics.formats.dlqrules.rule_parser import entry
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import INT, RULES, TEXT, places, record_batch
from mqforensics.structures.arrays import count

FEW = 4096
"""Bytes of entries that are read one by one."""
WINDOW = 16 << 20
"""Bytes that a batch of rows is of: Spark takes these rows while the next ones are read."""
KNOWN = 1 << 13
"""Different lines, and entries, that are known from one window to the next."""


class Piece(NamedTuple):
    """An entry by its bytes alone: of how many lines, and on which of them, from 0 on, it and its errors stand."""

    lines: int
    line: int
    kind: str
    keywords: dict[str, str]
    text: str
    errors: list[tuple[int, str]]


class Pieces:
    """The entries of a table but for the first and the last: the bytes from `begin` to `end`.

    `ends`: behind which bytes entries end, a window of the data after the other.
    """

    def __init__(self, data: bytes, begin: int, end: int, ends: Iterable[np.ndarray]):
        self.data, self.begin, self.end, self._ends = data, begin, end, ends
        self._read = lru_cache(maxsize=KNOWN)(_read)

    def batches(self, stretch: FileSlice, mark: int, before: int) -> Generator[pa.RecordBatch, None, int]:
        """Their rows; `mark`: bytes before the data, `before`: rules before the first piece.

        Returns how many rules stand before their end without an error.
        """
        begin, line = self.begin, stretch.line + count(self.data, NEWLINE, 0, self.begin)
        for ends in self._ends:
            edges = np.append(begin, ends[(ends > begin) & (ends <= self.end)])
            if len(edges) == 1:
                continue
            found = Distinct(pieces(self.data, edges), self._read)
            good = found.numbers(lambda one: one.kind == "rule" and not one.errors, bool)
            sizes = found.numbers(lambda one: one.lines)
            starts = line + np.cumsum(sizes) - sizes
            values = {
                **places(stretch.file, edges + stretch.offset + mark),
                "file": found.encoded(TEXT, lambda _: stretch.file),
                "line": starts + found.numbers(lambda one: one.line),
                "number": pa.array(before + np.cumsum(good), mask=~good).cast(INT),
                **_errors(found, starts),
            }  # fmt: skip
            for name in ("keywords", "text", "kind"):
                values[name] = found.encoded(RULES.field(name).type, lambda one, name=name: getattr(one, name))
            yield record_batch(values, RULES)
            begin, line, before = int(edges[-1]), line + int(sizes.sum()), before + int(good.sum())
        return before


def _errors(found: Distinct[Piece], starts: np.ndarray) -> dict[str, pa.Array | list]:
    """The errors of entries, by the lines that their pieces begin on."""
    sizes = found.numbers(lambda one: len(one.errors))
    ends, every = np.append(0, np.cumsum(sizes)), []
    joined: list[str | None] = [None] * len(starts)
    for nth in np.flatnonzero(sizes).tolist():
        errors = [f"line {starts[nth] + place}: {words}" for place, words in found.values[found.ids[nth]].errors]
        joined[nth] = "; ".join(errors)
        every += errors
    return {
        "errors": pa.ListArray.from_arrays(pa.array(ends, INT), pa.array(every, TEXT)),
        "error": joined if every else pa.nulls(len(starts), TEXT),
    }


def pieces_of(data: bytes) -> Pieces | None:
    """The pieces of a long table; None for a short one, or one whose lines do not end in newlines."""
    if len(data) < FEW:
        return None
    windows = list(pairwise(_cuts(data)))
    ends = cache(partial(_ends, data, lru_cache(maxsize=KNOWN)(_is_end)))
    begin = next((int(some[0]) for some in map(ends, windows) if len(some)), len(data))
    behind: list[int] = []  # the last two ends
    for window in reversed(windows):
        behind = [*ends(window)[-2:].tolist(), *behind]
        if len(behind) > 1:
            break
    if len(behind) < 2 or behind[-2] - begin < FEW:
        return None
    return Pieces(data, begin, behind[-2], map(ends, windows))


def _cuts(data: bytes) -> list[int]:
    """Where windows begin, at lines, and where the last one ends."""
    cuts = [0]
    while len(data) - cuts[-1] > WINDOW and (at := data.find(b"\n", cuts[-1] + WINDOW - 1) + 1):
        cuts.append(at)
    return [*cuts, len(data)] if cuts[-1] < len(data) else cuts


def _ends(data: bytes, is_end: Callable[[bytes], bool], window: tuple[int, int]) -> np.ndarray:
    """Behind which bytes of a window lines end an entry."""
    begin, end = window
    text = np.frombuffer(data, np.uint8, end - begin, begin)
    edges = line_edges(text)
    return edges[1:][Distinct(pieces(text, edges), is_end).numbers(bool, bool)] + begin


def _is_end(line: bytes) -> bool:
    """Whether a line ends an entry."""
    text = text_of_line(line.removesuffix(b"\n"))
    return not (is_nothing(text) or continues(text))


def _read(piece: bytes) -> Piece:
    every = lines(piece, 0)
    [part] = logical(every)
    found = entry(part, False, PLATFORMS[0])
    errors = [(problem.line, str(problem)) for problem in found.errors]
    keywords = {name: str(value) for name, value in found.keywords.items()}
    text = "".join(line.text + line.newline for line in every)
    return Piece(len(every), found.line, found.kind, keywords, text, errors)
