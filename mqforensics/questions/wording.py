"""Small words of findings: counts, lines, reasons, places."""

from collections.abc import Sequence

from mqforensics import codes
from mqforensics.words.grammar import count

__all__ = ["count", "lines", "place", "reason"]


def lines(numbers: Sequence[int]) -> str:
    """`line 3`, `lines 3, 5`."""
    return f"line{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def reason(code: int) -> str:
    """A reason's number and, where it has one, its name."""
    return f"{code} {codes.reason_name(code) or ''}".rstrip()


def place(queue: str | None, manager: str | None) -> str:
    """A queue and, where it is known, its queue manager."""
    return f"{queue or 'a dead-letter queue'}{f' of {manager}' if manager else ''}"
