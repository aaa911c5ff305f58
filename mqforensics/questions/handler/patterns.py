"""A pattern of a rules table against a field of a message.

A field is padded with blanks to its length. `*` stands for any characters or none, `?` for one character that is not a
trailing blank; leading and embedded blanks count, trailing ones do not; upper and lower case differ.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.dlqrules import PATTERNS

ANY, ONE = "*", "?"


def matches(pattern: str, value: str | None, length: int) -> bool:
    """Whether the field of `length` characters with this value matches the pattern."""
    kept = (value or "").rstrip(" ")
    return _walk(pattern.rstrip(" "), kept.ljust(length), len(kept))


def _walk(pattern: str, padded: str, significant: int) -> bool:
    # After a mismatch only the last `*` needs to take one character more: what came before it cannot do better.
    at, here, star, back = 0, 0, -1, 0
    while True:
        if at == len(pattern) and here >= significant:
            return True
        if at < len(pattern) and pattern[at] == ANY:
            star, back, at = at, here, at + 1
        elif at < len(pattern) and here < len(padded) and _same(pattern[at], padded[here], here < significant):
            at, here = at + 1, here + 1
        elif star >= 0 and back < len(padded):
            back += 1
            at, here = star + 1, back
        else:
            return False


def _same(expected: str, there: str, significant: bool) -> bool:
    return significant if expected == ONE else expected == there


def covers(wide: str, narrow: str) -> bool:
    """Whether everything that `narrow` matches, `wide` matches too; False when that is not certain."""
    reached = {0}
    for there in narrow.rstrip(" "):
        reached = _places_after(_stars(reached, wide), wide, there)
    return len(wide) in _stars(reached, wide)


def _stars(reached: set[int], wide: str) -> set[int]:
    found = set(reached)
    for at in sorted(reached):
        while at < len(wide) and wide[at] == ANY:
            at += 1
            found.add(at)
    return found


def _places_after(reached: set[int], wide: str, there: str) -> set[int]:
    # A `*` of the narrow pattern is only inside a `*` of the wide one; a `?` also inside a `?`.
    kept = {at for at in reached if at < len(wide) and wide[at] == ANY}
    one = {at + 1 for at in reached if at < len(wide) and _takes(wide[at], there)}
    return kept | one


def _takes(expected: str, there: str) -> bool:
    return there != ANY and expected != ANY and (expected == there or (expected == ONE and there != " "))


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


def dictionary_codes(column: pa.ChunkedArray) -> tuple[np.ndarray, pa.Array]:
    """A column as numbers and the distinct values that they stand for, null among them."""
    whole = column.combine_chunks().dictionary_encode("encode")
    return whole.indices.to_numpy().astype(np.int64), whole.dictionary


def distinct_rows(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The different rows of a matrix, and which of them each row is."""
    flat = np.ascontiguousarray(np.packbits(matrix, axis=1) if matrix.dtype == bool else matrix)
    rows = flat.view(np.dtype((np.void, flat.shape[1] * flat.itemsize))).ravel()
    _, first, inverse = np.unique(rows, return_index=True, return_inverse=True)
    return matrix[first], inverse
