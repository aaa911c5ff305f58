"""Small words of findings: counts, lines, reasons, places."""

from collections.abc import Sequence

from mqforensics import codes


def count(number: int, noun: str, several: str = "") -> str:
    """`1 message`, `2 messages`; `several`: the noun of several, where it has no plain `s`."""
    return f"{number} {noun if number == 1 else several or noun + 's'}"


def lines(numbers: Sequence[int]) -> str:
    """`line 3`, `lines 3, 5`."""
    return f"line{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def reason(code: int) -> str:
    """A reason's number and, where it has one, its name."""
    return f"{code} {codes.reason_name(code) or ''}".rstrip()


def place(queue: str | None, manager: str | None) -> str:
    """A queue and, where it is known, its queue manager."""
    return f"{queue or 'a dead-letter queue'}{f' of {manager}' if manager else ''}"
