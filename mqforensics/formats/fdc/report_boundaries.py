"""Where the records of an FDC file and the rows of ffstsummary begin."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mqforensics.formats.literal_search import NONE, LiteralSearch

BOX, JAVA, SUMMARY = "box", "java", "summary"
_BORDER = rb"[ \t>]{0,40}(?:\+-{20,200}\+|-{60,200})[ \t]{0,40}"
_LITERALS = (b"START FFST", b"First Failure Symptom Report", b"Date/Time", b"Probe Id", b".FDC")
_EMPTY = rb"[ \t>]{0,40}\|[ \t]{0,200}\|[ \t]{0,40}"
_SIGNS = re.compile(
    rb"(?P<java>-{5}[ -]?START FFST)|(?P<title>First Failure Symptom Report(?! completed))|(?P<date>Date/Time {0,20}:-)"
    rb"|(?P<probe>Probe Id {0,20}:-)"
    rb"|(?P<summary>AMQ[\w.]{1,80}\.FDC[ \t]{1,20}\d{4}/\d\d/\d\d[ \t]{1,20}\d\d:\d\d:\d\d)"
)
START = re.compile(
    rb"^(?:" + _BORDER + rb"\r?\n(?:" + _EMPTY + rb"\r?\n)?[ \t>]{0,40}\|[ \t]{0,40}(?:IBM |WebSphere )?MQ(?:Series)?"
    rb" First Failure Symptom Report|-{20,60}[ -]?START FFST)",
    re.M,
)
"""Where a large file may be split: at a title with its border, or at the frame of a record of the classes for Java."""
_ABOVE = re.compile(_BORDER)
_BLANK_BOX = re.compile(_EMPTY)


class Record(NamedTuple):
    """A record: where it begins, what it is, how sure it makes us of the file."""

    at: int
    kind: str
    sure: int


def reports(data: bytes) -> Iterator[Record]:
    """The records in file order."""
    floor, known = 0, {"title", "date", "probe"}
    is_open = False
    for sign in _signs(data):
        kind = sign.lastgroup
        line = max(data.rfind(b"\n", floor, sign.start()) + 1, floor)
        if kind == "summary":
            yield Record(line, SUMMARY, 95)
            known, is_open = {"title", "date", "probe"}, False
        elif kind == "java":
            yield Record(line, JAVA, 100)
            known, is_open = set(), True
        elif kind in known or not is_open:
            at = _border(data, line, floor, sign.start()) if kind == "title" else _field(data, line, sign.start())
            yield Record(at, BOX, 100 if kind == "title" else 95)
            known, is_open = {kind}, True
        else:
            known.add(kind)
        floor = sign.end()


def _signs(data: bytes) -> Iterator[re.Match[bytes]]:
    needles, at = LiteralSearch(data, _LITERALS), 0
    while (hit := needles.after(at)) < NONE:
        sign = _SIGNS.search(data, max(at, hit - 90), hit + 90)
        if sign:
            yield sign
        at = sign.end() if sign else hit + 1


def _border(data: bytes, line: int, floor: int, title: int) -> int:
    """Where the border over a title begins: on the line above, or before it where line ends are lost."""
    flat = data.rfind(b"-" * 60, max(line, title - 400), title)
    if flat >= 0:
        while flat > line and data[flat - 1 : flat] in (b"-", b"+"):
            flat -= 1
        return flat
    begin = line
    for shape in (_BLANK_BOX, _ABOVE):
        above = max(data.rfind(b"\n", floor, max(begin - 1, floor)) + 1, floor)
        if above < begin and shape.fullmatch(data, above, begin - 1):
            begin = above
    return begin if _ABOVE.match(data, begin) else line


def _field(data: bytes, line: int, label: int) -> int:
    """Where the field begins: its line, or its bar where several stand on one line."""
    bar = data.rfind(b"|", line, label)
    return max(bar, line) if b":-" in data[line:label] else line
