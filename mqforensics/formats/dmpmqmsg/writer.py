"""Messages as the lines that dmpmqmsg loads: `header` once, then `lines` for each message."""

from collections.abc import Iterable, Mapping
from typing import Any

from mqforensics.formats.dmpmqmsg import attributes

WIDTH = 25
BANNER = "* DMPMQMSG Version:8.0 Created:by mqforensics"
"""The loader takes a file whose first line begins with `* DMPMQMSG`; what follows is free."""


def header(queue_manager: str | None = None, queue: str | None = None, notes: Iterable[str] = ()) -> str:
    """The lines a file begins with; names and notes are comments to the loader."""
    named = (("Qmgr ", queue_manager), ("Queue", queue))
    comments = [*(comment(f"{what} = {name}") for what, name in named if name), *map(comment, notes)]
    return "\n".join([BANNER, *comments, "", ""])


def comment(text: str) -> str:
    """One line of comment. What ends a line, and what is not ASCII, is written as `\\r` and `\\xdc`: the loader would
    take what follows the end of a line for its own.
    """
    shown = (one if one.isascii() and one.isprintable() else one.encode("unicode_escape").decode() for one in text)
    return f"* {''.join(shown)}"


def lines(md: Mapping[str, Any] | None, data: bytes, width: int = WIDTH) -> str:
    """One message: an attribute line a field of `md` that is known, N without one, and `data` in hexadecimal.

    Raises `FieldNotWritable` for a field that no line can mean exactly.
    """
    digits = data.hex().upper()
    rows = [digits[at : at + 2 * width] for at in range(0, len(digits), 2 * width)] or [""]
    described = attributes.lines(md) if md is not None else ["N"]
    return "\n".join([*described, *(f"X {row}" for row in rows), "", ""])
