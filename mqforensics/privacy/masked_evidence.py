"""How values look that anyone who handed evidence on made unreadable: they tell nothing of what was there."""

import re
from functools import lru_cache

MASKED = r"^(?:X{4,}|x{4,}|[A-Za-z0-9_" + "\u0080-\U0010ffff" + r"]*(?:\*{3,}|#{3,}|\?{3,}))$"
"""A value of X alone, or a run of signs that no name and no keyword of MQ ends in, with what was left before it."""


@lru_cache(maxsize=4096)
def is_masked(value: str) -> bool:
    """Whether a value looks so."""
    return re.match(MASKED, value) is not None
