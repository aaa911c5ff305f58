"""The lines of a capture with the place each has in the text, freed of the time and path before single lines.

They are what a container log prefixes; the time is kept, for it says when the line was printed. What stands before
every line of a file is taken off earlier (`clean_text`).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mqforensics.formats.paste.encoding import END
from mqforensics.formats.paste.line_prefixes import plain
from mqforensics.formats.stamps import STAMP

PREFIX = re.compile(rf"(?:#\s)?({STAMP})\s(?:\S{{0,200}}/\S{{0,100}}:\s?|[\w.-]+\[\d+\]:\s?)?(?!\s*$)")


class Line(NamedTuple):
    """A line: where it begins in `Text.data`, its number in the file, its text, and when it was printed."""

    at: int
    number: int
    text: str = ""
    time: str | None = None
    size: int = 0
    """How many bytes it has in the file, what was taken off among them."""


def lines(data: bytes, first: int = 1) -> Iterator[Line]:
    """Every line of `data`, numbered from `first`."""
    return (bare(at, number, raw) for at, number, raw in raw_lines(data, first))


def raw_lines(data: bytes, first: int = 1) -> Iterator[tuple[int, int, bytes]]:
    """Every line of `data` as it stands: its place, its number from `first`, its bytes without the line end."""
    at, number, size = 0, first, len(data)
    if b"\r" not in data:
        while at < size:
            end = data.find(b"\n", at)
            end = size if end < 0 else end
            yield at, number, data[at:end]
            at, number = end + 1, number + 1
        return
    for end in END.finditer(data):
        yield at, number, data[at : end.start()]
        at, number = end.end(), number + 1
    if at < size:
        yield at, number, data[at:]


def bare(at: int, number: int, raw: bytes) -> Line:
    """One line, without what stands before it; a time stamp alone on its line is left there."""
    words = decoded(raw)
    prefix = PREFIX.match(words)
    if not prefix:
        return Line(at, number, words, size=len(raw))
    return Line(at, number, words[prefix.end() :], prefix[1], len(raw))


def decoded(raw: bytes) -> str:
    """UTF-8 or, where it is not, Windows' western code page; without colours."""
    raw = plain(raw)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")
