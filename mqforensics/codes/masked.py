"""How values look that whoever handed evidence on made unreadable: they tell nothing of what was there."""

MASKED = r"^(?:X{4,}|x{4,}|\w*(?:\*{3,}|#{3,}|\?{3,}))$"
"""A value of X alone, or a run of signs that no name and no keyword of MQ ends in, with what was left before it."""
