"""The rows of a long rules table: its bytes are cut into entries, and each that differs is read once.

What is made is what `parse_rules` makes of the table. An entry's piece begins after the entry before it, so that the
comments above it are its own. The first entry, where control data may stand, and the last, which the end of the table
may spoil, are no pieces.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from mqforensics.formats.dlqrules.keywords import PLATFORMS
from mqforensics.formats.dlqrules.lexis import lines, logical
from mqforensics.formats.dlqrules.rule_parser import entry
from mqforensics.formats.file_slice import Stretch
from mqforensics.formats.tables import RULES, array, places, record_batch
from mqforensics.structures.arrays import below

NEWLINE, TAB, BLANK, COMMENT = b"\n\t *"
PLUS, MINUS = b"+-"
"""What joins a line to the next one that is neither comment nor blank."""
LARGEST = 1 << 30
"""Bytes whose places fit in an Arrow column."""
BATCH, FEW = 32768, 64


class Pieces:
    """The entries of a table but for the first and the last: bytes from edge to edge, and the lines they begin on."""

    def __init__(self, data: bytes, edges: np.ndarray, lines: np.ndarray):
        self.edges, self.lines = edges, lines
        offsets = pa.py_buffer(edges.astype(np.int32))
        pieces = pa.Array.from_buffers(pa.binary(), len(edges) - 1, [None, offsets, pa.py_buffer(data)])
        encoded = pieces.dictionary_encode()
        self.ids = encoded.indices.to_numpy()
        self.read = [_read(piece) for piece in encoded.dictionary.to_pylist()]
        self._wrong = np.array([bool(errors) for *_, errors in self.read])
        self._good = np.array([kind == "rule" for kind, *_ in self.read]) & ~self._wrong
        self.rules = int(self._good[self.ids].sum())
        """How many rules stand in them without an error."""

    def batches(self, stretch: Stretch, mark: int, before: int) -> Iterator[pa.RecordBatch]:
        """Their rows; `mark`: bytes before the data, `before`: rules before the first piece."""
        told = [{"keywords": keywords, "text": text} for _, _, keywords, text, _ in self.read]
        each = {name: array([one[name] for one in told], RULES.field(name).type) for name in ("keywords", "text")}
        each["kind"] = pa.array([kind for kind, *_ in self.read], RULES.field("kind").type)
        own = np.array([line for _, line, *_ in self.read])
        numbers = before + np.cumsum(self._good[self.ids])
        for at in range(0, len(self.ids), BATCH):
            ids, edges = self.ids[at : at + BATCH], self.edges[at : at + BATCH + 1]
            lines = self.lines[at : at + len(ids)] + stretch.line
            found = self._errors(ids, lines)
            values = {
                **places(stretch.file, edges + stretch.offset + mark), "line": lines + own[ids],
                "number": pa.array(numbers[at : at + BATCH], mask=~self._good[ids]).cast(pa.int32()), **found,
            }  # fmt: skip
            values |= {name: column.take(pa.array(ids)) for name, column in each.items()}
            yield record_batch(values, RULES)

    def _errors(self, ids: np.ndarray, lines: np.ndarray) -> dict[str, list]:
        """The errors of entries, by the lines that their pieces begin on."""
        found = {"errors": [()] * len(ids), "error": [None] * len(ids)}
        for nth in np.flatnonzero(self._wrong[ids]).tolist():
            errors = [f"line {lines[nth] + place}: {words}" for place, words in self.read[ids[nth]][4]]
            found["errors"][nth], found["error"][nth] = errors, "; ".join(errors)
        return found


def cut(data: bytes) -> Pieces | None:
    """The pieces of a long table whose lines end in newlines and hold no control characters; None for any other."""
    text = np.frombuffer(data, np.uint8)
    control = below(text, BLANK)
    is_end = text[control] == NEWLINE
    ends = control[is_end]
    if not len(ends) > FEW or len(text) > LARGEST or not (text[control[~is_end]] == TAB).all():
        return None
    starts = np.append(0, ends[:-1] + 1)
    last = (text[starts] != COMMENT) & (np.maximum.reduceat(text, starts) > BLANK)
    last[_joined(data, text, starts, ends)] = False
    last = np.flatnonzero(last)
    return Pieces(data, ends[last[:-1]] + 1, last[:-1] + 1) if len(last) > FEW else None


def _joined(data: bytes, text: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The lines that end in a mark; few have blanks behind it."""
    final = text[ends - 1]
    padded = np.flatnonzero((final == BLANK) | (final == TAB)).tolist()
    more = [nth for nth in padded if data[starts[nth] : ends[nth]].rstrip(b" \t").endswith((b"+", b"-"))]
    return np.append(np.flatnonzero((final == PLUS) | (final == MINUS)), np.array(more, np.int64))


def _read(piece: bytes) -> tuple[str, int, dict[str, str], str, list[tuple[int, str]]]:
    """Kind, line from 0, keywords, text and errors of an entry, their lines from 0, too."""
    every = lines(piece, 0)
    [part] = logical(every)
    found = entry(part, False, PLATFORMS[0])
    errors = [(problem.line, str(problem)) for problem in found.errors]
    keywords = {name: str(value) for name, value in found.keywords.items()}
    return found.kind, found.line, keywords, "".join(line.text + line.newline for line in every), errors
