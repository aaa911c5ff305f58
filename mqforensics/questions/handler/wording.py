"""Small words of the handler's findings: counts, lines, reasons."""

from collections.abc import Sequence

from mqforensics import codes


def count(number: int, noun: str) -> str:
    """`1 message`, `2 messages`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def lines(numbers: Sequence[int]) -> str:
    """`line 3`, `lines 3, 5`."""
    return f"line{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def reason(code: int) -> str:
    """A reason's number and, where it has one, its name."""
    name = codes.reason_name(code)
    return f"{code} {name}" if name else str(code)


def place(queue: str | None, manager: str | None) -> str:
    """A queue and, where it is known, its queue manager."""
    return f"{queue or 'a dead-letter queue'}{f' of {manager}' if manager else ''}"
