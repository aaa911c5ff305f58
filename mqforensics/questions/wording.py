"""Small words of findings: counts, lines, reasons, places."""

from collections.abc import Sequence

from mqforensics.codes import numbered as reason
from mqforensics.words.grammar import count, of_manager

__all__ = ["count", "lines", "place", "reason"]


def lines(numbers: Sequence[int]) -> str:
    """`line 3`, `lines 3, 5`."""
    return f"line{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def place(queue: str | None, manager: str | None) -> str:
    """A queue and, where it is known, its queue manager."""
    return f"{queue or 'a dead-letter queue'}{of_manager(manager)}"
