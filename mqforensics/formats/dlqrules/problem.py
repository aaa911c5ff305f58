"""What is wrong with a rules table: the handler's message number, the line, and words of our own."""

from typing import NamedTuple

from mqforensics.codes.platforms import ZOS

RANGE, NO_INPUT, LENGTH, DUPLICATE, INTEGER, COMBINATION = 8747, 8750, 8752, 8753, 8757, 8759
COUNT = 8758
"""How many errors there are; with any, the handler processes nothing."""
SYNTAX = COUNT
"""The handler has no separate message number for a syntax error: it counts it in this one."""
NEWLINE, CONTROL = "newline", "control"


class Problem(NamedTuple):
    """An error (with the number of the handler's message, AMQ87nn) or, without a number, a warning of ours."""

    number: int | None
    line: int
    words: str
    topic: str = ""
    """`newline` or `control` for the two mistakes that have a remedy of their own."""
    platform: str = ""
    """CSQUDLQH on z/OS has its own messages, whose numbers the kit does not know."""

    @property
    def is_error(self) -> bool:
        """Whether the handler would refuse the table for it."""
        return self.number is not None

    def __str__(self) -> str:
        error = "error:" if self.platform == ZOS else f"AMQ{self.number}"
        return f"{error} {self.words}" if self.number else f"warning: {self.words}"


def warning(line: int, words: str) -> Problem:
    """What the handler accepts, but the reader should know."""
    return Problem(None, line, words)
