"""Bytes of a message that the evidence does not show: their offsets are known, their values are not."""

from collections.abc import Iterable, Sequence


class Gaps:
    """Stretches of a message's data (offset, length) that hold filler instead of evidence."""

    def __init__(self, gaps: Iterable[Sequence[int]] = (), end: int = 0):
        self.spans = sorted((max(start, 0), min(start + length, end)) for start, length in gaps)

    def touch(self, offset: int, length: int) -> bool:
        """Whether any byte of this stretch is unknown."""
        return any(start < offset + length and offset < stop for start, stop in self.spans)

    def known(self, offset: int, end: int) -> list[tuple[int, int]]:
        """The known stretches (start, stop) between two offsets."""
        parts, at = [], offset
        for start, stop in self.spans:
            if start > at and at < end:
                parts.append((at, min(start, end)))
            at = max(at, stop)
        return [*parts, (at, end)] if at < end else parts

    def add(self, offset: int, length: int) -> None:
        """One more stretch that is not known."""
        self.spans = sorted([*self.spans, (offset, offset + length)])
