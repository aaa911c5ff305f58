"""The style sheet of what the kit shows as HTML; each piece carries it, to look the same wherever it lands."""

from functools import cache
from importlib.resources import files

TINTS = 7
"""So many headers have a colour of their own; then the colours begin again."""


PAGE, DESK = "mqf.css", "views.css"
"""The sheet of everything that is read, and of what the desk adds to it."""


@cache
def css(name: str = PAGE) -> str:
    """The text of a sheet."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def tint(part: int | None) -> str:
    """The class that colours the part of this number; None for a payload."""
    return "payload" if part is None else f"t{part % TINTS}"
