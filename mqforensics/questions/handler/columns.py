"""Patterns against whole columns of values at once."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.dlqrules import PATTERNS
from mqforensics.questions.handler.patterns import ANY, ONE, matches


class Patterns(NamedTuple):
    """The different patterns that rules have for one keyword, and which of them each rule has; the last is none."""

    different: list[str | int | None]
    of_rule: np.ndarray

    @classmethod
    def of(cls, patterns: Sequence[str | int | None]) -> "Patterns":
        """From the pattern of each rule, None where it has none."""
        different = [*dict.fromkeys(pattern for pattern in patterns if pattern is not None), None]
        return cls(different, np.array([different.index(pattern) for pattern in patterns]))

    def hits(self, name: str, values: pa.Array) -> np.ndarray:
        """For each value (row) which of the different patterns (column) it matches."""
        length, patterns = PATTERNS[name].length, self.different[:-1]
        if length:
            given = pc.utf8_rtrim(pc.fill_null(values, ""), " ")
            columns = [text_hits(pattern, given, length) for pattern in patterns]
        else:
            columns = [pc.fill_null(pc.equal(values, pattern), False) for pattern in patterns]
        return np.column_stack([*columns, np.ones(len(values), dtype=bool)])


def text_hits(pattern: str, values: pa.Array, length: int) -> pa.Array:
    """Which of the values, bare of trailing blanks, match the pattern: `patterns.matches` for many at once.

    A value bare of trailing blanks has none that `?` must not take; only a blank in the pattern can match the padding.
    """
    inner = pattern.strip(ANY)
    if " " in pattern:
        return pa.array([matches(pattern, value, length) for value in values.to_pylist()], pa.bool_())
    if ONE in inner or ANY in inner:
        body = "".join({ANY: ".*", ONE: "."}.get(letter, re.escape(letter)) for letter in pattern)
        return pc.match_substring_regex(values, f"(?s)^{body}$")
    if pattern.startswith(ANY) and pattern.endswith(ANY):
        return pc.match_substring(values, inner)
    if pattern.startswith(ANY):
        return pc.ends_with(values, inner)
    return pc.starts_with(values, inner) if pattern.endswith(ANY) else pc.equal(values, pattern)


def encoded(column: pa.ChunkedArray) -> tuple[np.ndarray, pa.Array]:
    """A column as numbers and the distinct values that they stand for, null among them."""
    whole = column.combine_chunks().dictionary_encode("encode")
    return whole.indices.to_numpy().astype(np.int64), whole.dictionary


def distinct_rows(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The different rows of a matrix, and which of them each row is."""
    flat = np.ascontiguousarray(np.packbits(matrix, axis=1) if matrix.dtype == bool else matrix)
    rows = flat.view(np.dtype((np.void, flat.shape[1] * flat.itemsize))).ravel()
    _, first, inverse = np.unique(rows, return_index=True, return_inverse=True)
    return matrix[first], inverse
