"""The lines of a capture with the place each has in the file, freed of what other programs put before and into them.

Mail quotes, `docker compose` service names and the time and path that a container log prefixes are taken off; the
time is kept, for it says when the line was printed.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import ebcdic  # noqa: F401  (brings code page 1047)

from mqforensics.formats.text import Text, text_of

END = re.compile(rb"\r\n|\n|\r")
STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d[:.]\d\d[:.]\d\d(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d|[A-Z]{3,5}))?"
QUOTE = re.compile(r"\s*(?:>\s?)+(?=\s*\S)")
SERVICE = re.compile(r"[\w.-]+\s*\|\s?")
PREFIX = re.compile(rf"(?:#\s)?({STAMP})\s(?:\S{{0,200}}/\S{{0,100}}:\s?|[\w.-]+\[\d+\]:\s?)?(?!\s*$)")
ESCAPES = re.compile(
    rb"\x1b(?:\[(?:[0-9;:]*m|0?K|\?[0-9;]*[hl])|\][^\x07\x1b\r\n]*(?:\x07|\x1b\\)|[()][0-9A-Z]|[=>])|[\x0e\x0f]"
)
"""What colours a terminal's text and names its window. One that moves the cursor stays, and spoils its line."""
ESCAPE = b"\x1b"
ASCII_BLANK, EBCDIC_BLANK = 0x20, 0x40
EBCDIC = bytes(bytes([b]).decode("cp1047").encode("latin-1")[0] for b in range(256)).translate(
    bytes(0x0A if b in (0x85, 0x0A) else b for b in range(256))
)
"""EBCDIC to Latin-1; both line ends of EBCDIC, NEL and LF, become LF."""


class Line(NamedTuple):
    """A line: where it begins in `Text.data`, its number in the file, its text, and when it was printed."""

    at: int
    number: int
    text: str = ""
    time: str | None = None
    size: int = 0
    """How many bytes it has in the file, what was taken off among them."""


def text(data: bytes) -> Text:
    """The text of a file, EBCDIC too: a file of print in which 0x40 is the blank and 0x20 hardly occurs."""
    head = data[:4096]
    if head.count(EBCDIC_BLANK) > len(head) // 20 and head.count(ASCII_BLANK) < len(head) // 200:
        return Text(data.translate(EBCDIC), "utf-8")
    return text_of(data)


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
    for before in (QUOTE, SERVICE):
        found = before.match(words)
        words = words[found.end() :] if found else words
    prefix = PREFIX.match(words)
    if not prefix:
        return Line(at, number, words, size=len(raw))
    return Line(at, number, words[prefix.end() :], prefix[1], len(raw))


def plain(raw: bytes) -> bytes:
    """Without what colours the text."""
    return ESCAPES.sub(b"", raw) if ESCAPE in raw or b"\x0f" in raw else raw


def decoded(raw: bytes) -> str:
    """UTF-8 or, where it is not, Windows' western code page; without colours."""
    raw = plain(raw)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")
