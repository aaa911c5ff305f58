"""A dmpmqmsg file as lines that begin at column 0, whatever it went through, with the way back to its offsets."""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from mqforensics.codes.code_pages import EBCDIC, to_latin
from mqforensics.formats.dmpmqmsg.attributes import CODES
from mqforensics.formats.paste.encoding import text_of

NAMED = "|".join(code for code, *_ in CODES).encode()
LINE = re.compile(rb"^(?:A (?:" + NAMED + rb")\b|X [0-9A-Fa-f]{2}|\* (?:QLOAD|DMPMQMSG)\b)", re.M)
QUOTED = re.compile(rb"^([^\n]{1,120}?)A (?:" + NAMED + rb") ", re.M)
NUMBERED = re.compile(rb"^(?:[^\s:]*[:-])?\d+[:-]|^[^\s:]+:|^[> |]+", re.M)
"""What grep puts before a line, and mail."""
EACH = re.compile(rb"[^\n]*\n|[^\n]+")
RUN_TOGETHER = re.compile(rb"[ \t](?=A (?:" + NAMED + rb") |X [0-9A-Fa-f]{4}|\* (?:Qmgr|Queue|Index) )")
EBCDIC_LINE = re.compile(
    rb"(?:\A|[\x15\x25])(?:\xc1\x40[\xc1-\xe9]{3}\x40|\x5c\x40(?:\xd8\xd3\xd6\xc1\xc4|\xc4\xd4\xd7\xd4\xd8))"
)


@dataclass(frozen=True)
class PlainLines:
    """`data`: the lines; `origin(position)`: the offset of a line in the file; `foreign`: the codec of its text."""

    data: bytes
    origin: Callable[[int], int]
    foreign: str | None = None


def plain_lines(data: bytes) -> PlainLines:
    """The lines of a file: UTF-16, EBCDIC, carriage returns, mail quotes, log prefixes and lost newlines undone."""
    text = text_of(data)
    content, foreign = text.data, text.encoding if text.encoding != "utf-8" else None
    if EBCDIC_LINE.search(content[:4096]):
        content, foreign = content.translate(to_latin(EBCDIC)), EBCDIC
    if b"\r" in content and b"\n" not in content:
        content = content.replace(b"\r", b"\n")
    found = LINE.search(content)
    if not found and not QUOTED.search(content):
        return PlainLines(content, text.origin, foreign)
    if content.find(b"\n") < 0 or (content.count(b"\n") < 3 and len(RUN_TOGETHER.findall(content)) > 3):
        content = RUN_TOGETHER.sub(b"\n", content)
    if not LINE.search(content):
        return _unquoted(content, text.origin, foreign)
    return PlainLines(content, text.origin, foreign)


def _unquoted(content: bytes, origin: Callable[[int], int], foreign: str | None) -> PlainLines:
    """Every line without the prefix that something put before it: as wide as the attribute lines', or grep's."""
    widths = {len(prefix) for prefix in QUOTED.findall(content)}
    width = widths.pop() if len(widths) == 1 else None
    here, there, out, size, at = [], [], [], 0, 0
    for line in EACH.findall(content):
        cut = _prefix(line, width)
        here.append(size)
        there.append(at)
        out.append(line[cut:])
        size, at = size + len(line) - cut, at + len(line)
    back = _Back(here, there, origin)
    return PlainLines(b"".join(out), back, foreign)


def _prefix(line: bytes, width: int | None) -> int:
    if width is not None:
        return min(width, len(line.rstrip(b"\r\n")))
    found = NUMBERED.match(line)
    return found.end() if found else 0


@dataclass(frozen=True)
class _Back:
    here: list[int]
    there: list[int]
    origin: Callable[[int], int]

    def __call__(self, position: int) -> int:
        at = bisect_right(self.here, position) - 1
        return self.origin(self.there[at] + position - self.here[at]) if at >= 0 else 0
