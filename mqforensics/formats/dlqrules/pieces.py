"""The rows of a long rules table: its bytes are cut into entries, and each that differs is read once.

An entry's piece begins after the entry before it, so that the comments above it are its own. The first entry, where
control data may stand, and the last, which the end of the table may spoil, are no pieces.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from mqforensics.codes.platforms import PLATFORMS
from mqforensics.formats.columnar import Distinct, line_edges, pieces
from mqforensics.formats.dlqrules.lexis import continues, is_nothing, lines, logical, text_of_line
from mqforensics.formats.dlqrules.rule_parser import entry
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import INT, RULES, TEXT, places, record_batch

BATCH, FEW = 32768, 64


class Piece(NamedTuple):
    """An entry by its bytes alone; its lines, and those of its errors, count from 0."""

    kind: str
    line: int
    keywords: dict[str, str]
    text: str
    errors: list[tuple[int, str]]


class Pieces:
    """The entries of a table but for the first and the last: bytes from edge to edge, and the lines they begin on."""

    def __init__(self, data: bytes, edges: np.ndarray, lines: np.ndarray):
        self.edges, self.lines = edges, lines
        self.found = Distinct(pieces(data, edges), _read)
        self._good = self.found.numbers(lambda one: one.kind == "rule" and not one.errors, bool)
        self.rules = int(self._good.sum())
        """How many rules stand in them without an error."""

    def batches(self, stretch: FileSlice, mark: int, before: int) -> Iterator[pa.RecordBatch]:
        """Their rows; `mark`: bytes before the data, `before`: rules before the first piece."""
        starts = self.lines[: len(self._good)] + stretch.line
        values = {
            **places(stretch.file, self.edges + stretch.offset + mark),
            "line": starts + self.found.numbers(lambda one: one.line),
            "number": pa.array(before + np.cumsum(self._good), mask=~self._good).cast(INT),
            **self._errors(starts),
        }  # fmt: skip
        for name in ("keywords", "text", "kind"):
            values[name] = self.found.column(RULES.field(name).type, lambda one, name=name: getattr(one, name))
        whole = record_batch(values, RULES)
        yield from (whole.slice(at, BATCH) for at in range(0, len(whole), BATCH))

    def _errors(self, starts: np.ndarray) -> dict[str, pa.Array | list]:
        """The errors of entries, by the lines that their pieces begin on."""
        sizes = self.found.numbers(lambda one: len(one.errors))
        ends, found = np.append(0, np.cumsum(sizes)), []
        joined: list[str | None] = [None] * len(starts)
        for nth in np.flatnonzero(sizes).tolist():
            own = self.found.values[self.found.ids[nth]].errors
            errors = [f"line {starts[nth] + place}: {words}" for place, words in own]
            joined[nth] = "; ".join(errors)
            found += errors
        return {
            "errors": pa.ListArray.from_arrays(pa.array(ends, INT), pa.array(found, TEXT)),
            "error": joined if found else pa.nulls(len(starts), TEXT),
        }


def pieces_of(data: bytes) -> Pieces | None:
    """The pieces of a long table; None for a short one, or one whose lines do not end in newlines."""
    edges = line_edges(data)
    if len(edges) <= FEW:
        return None
    last = np.flatnonzero(Distinct(pieces(data, edges), _ends).numbers(bool, bool))
    return Pieces(data, edges[last[:-1] + 1], last[:-1] + 1) if len(last) > FEW else None


def _ends(line: bytes) -> bool:
    """Whether a line ends an entry."""
    text = text_of_line(line.removesuffix(b"\n"))
    return not (is_nothing(text) or continues(text))


def _read(piece: bytes) -> Piece:
    every = lines(piece, 0)
    [part] = logical(every)
    found = entry(part, False, PLATFORMS[0])
    errors = [(problem.line, str(problem)) for problem in found.errors]
    keywords = {name: str(value) for name, value in found.keywords.items()}
    return Piece(found.kind, found.line, keywords, "".join(line.text + line.newline for line in every), errors)
