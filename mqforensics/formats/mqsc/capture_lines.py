"""The lines of a capture with the place each has in the text, and the cells in them: `KEY(VALUE)` and bare words.

Lines are freed of the time and path that a container log puts before them; the time is kept, for it says when the line
was printed. What stands before every line of a file is taken off earlier (`clean_text`).

Values are printed unquoted and unescaped, so the columns decide before the brackets: the second cell always begins
40 characters after the first, and a cell that is longer than 37 stands alone. Brackets are counted only where the
layout is lost, as in a REST reply of one line or in a copy whose blanks were collapsed.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mqforensics.clock.dates import STAMP, printed_moment
from mqforensics.codes import code_pages
from mqforensics.codes.code_pages import WINDOWS
from mqforensics.formats.capture_stamps import lone_stamp
from mqforensics.formats.mqsc.keywords import BARE, FREE
from mqforensics.formats.paste.encoding import END
from mqforensics.formats.paste.line_prefixes import plain

PREFIX = re.compile(rf"(?:#\s)?({STAMP})\s(?:\S{{0,200}}/\S{{0,100}}:\s?|[\w.-]+\[\d+\]:\s?)?(?!\s*$)")
LONGEST_STAMP = 60
"""So many characters a line has at most that is a stamp alone."""


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
    return (bare_line(at, number, raw) for at, number, raw in raw_lines(data, first))


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


def bare_line(at: int, number: int, raw: bytes) -> Line:
    """One line, without what stands before it; a time stamp alone on its line is left there."""
    words = text_of_line(raw)
    prefix = PREFIX.match(words)
    if not prefix or (len(words) < LONGEST_STAMP and printed_moment(lone_stamp(words))[1]):
        return Line(at, number, words, size=len(raw))
    return Line(at, number, words[prefix.end() :], prefix[1], len(raw))


def text_of_line(raw: bytes) -> str:
    """UTF-8 or, where it is not, Windows' western code page; without colours."""
    return code_pages.text(plain(raw), WINDOWS)


SECOND = 40
KEY = r"[A-Z][A-Z0-9]*"
WHOLE = re.compile(rf"({KEY})\((.*)\)$", re.S)
OPEN = re.compile(rf"({KEY})\((.*)$", re.S)
START = re.compile(rf"({KEY})\(")
TWO_IN_ONE = re.compile(rf"\)\s{{2,20}}\S|\s{{2}}{KEY}\(")
"""What stands between two cells; a value that seems to hold it has lost its bracket."""
PLAIN_KEY = re.compile(KEY).fullmatch
WORD = re.compile(r"[A-Z]{4,12}(?=\s|$)")
BLANKS = re.compile(r"\s*")
BRACKET = re.compile(r"[()]")
FOLLOWING = re.compile(rf"\s*$|\s+(?:{KEY}\(|([A-Z]{{4,12}})(?=\s|$))")
Cells = list[tuple[str, str]]


def cells(line: str, columns: bool = True) -> Cells | None:
    """The cells of a line, values trimmed; None when the line is none of an object.

    `columns`: whether the layout of the capture is whole, so that a line without a cell in the second column is one
    cell however its value reads.
    """
    body = line.expandtabs().strip()
    return two_cells(body) or cells_by_brackets(body, columns) or one_cell(body)


INDENT = 3
PLAIN = re.compile(rf"({KEY})\(([ -'*-~]*)\)")
"""A cell that may be longer than the first column: it has no brackets in it."""


def printed_cells(line: str) -> Cells | None:
    """The cells of a line (one character a byte), as `cells` gives them, where it is exactly as runmqsc prints it."""
    if not line.isascii():
        try:
            line = line.encode("latin-1").decode()
        except UnicodeDecodeError:
            return None
    if not line.isprintable():
        return None
    body = line[INDENT:].rstrip()
    if alone := PLAIN.fullmatch(body):
        return [(alone[1], alone[2].strip())]
    left, right = body[:SECOND], body[SECOND:]
    if not right:
        key, bracket, rest = body.partition("(")
        if not bracket:
            return [(body, "")] if body in BARE else None
        if not rest.endswith(")") or "(" in rest or not PLAIN_KEY(key):
            return None
        return [(key, rest[:-1].strip())]
    if right[0] == " " or not left.endswith("  "):
        return None
    found = []
    for text in (left.rstrip(), right):
        key, bracket, rest = text.partition("(")
        if bracket and rest.endswith(")") and PLAIN_KEY(key):
            found.append((key, rest[:-1].strip()))
        elif not bracket and text in BARE:
            found.append((text, ""))
        else:
            return None
    return found if found[0][0] != found[1][0] else None


def left_cell(line: str) -> tuple[str, str] | None:
    """The left cell of a line of two whose right one is damaged; None for any other line."""
    body = line.expandtabs().strip()
    left, right = body[:SECOND], body[SECOND:]
    if not right or right[0] == " " or not left.endswith("  "):
        return None
    found = cell(left.rstrip())
    return found if found and found[0] not in FREE and not cell(right) else None


def two_cells(body: str) -> Cells | None:
    """Two cells by their columns."""
    left, right = body[:SECOND], body[SECOND:]
    if not right or right[0] == " " or not left.endswith("  "):
        return None
    found = [cell(left.rstrip()), cell(right)]
    return found if all(found) else None


def cells_by_brackets(body: str, columns: bool) -> Cells | None:
    """Cells by their brackets, where there are at least two and no value of free text may hide one."""
    found = scan(body)
    if found is None or len(found) < 2 or (columns and found[0][0] in FREE):
        return None
    return found


def one_cell(body: str) -> Cells | None:
    """One cell on its own line."""
    found = cell(body)
    if found and found[0] not in FREE and TWO_IN_ONE.search(body):
        return None
    return [found] if found and (found[1] or "(" in body or body in BARE) else None


def cell(text: str) -> tuple[str, str] | None:
    """One cell; a word without brackets has the value ''."""
    whole = WHOLE.match(text)
    if whole:
        return whole[1], whole[2].strip()
    return (text, "") if WORD.fullmatch(text) else None


def open_cell(line: str) -> tuple[str, str] | None:
    """Key and what there is of the value of a cell that has no end on its line."""
    line = line.strip()
    left, right = line[:SECOND], line[SECOND:]
    body = OPEN.match(right if left.endswith("  ") and OPEN.match(right) else line)
    return (body[1], body[2]) if body and not body[2].endswith(")") else None


def scan(text: str) -> Cells | None:
    """All cells of a text without columns; None when anything else stands between them.

    A value ends with the bracket that balances and is followed by a cell or by nothing; failing that, with the first
    one that is so followed.
    """
    ends, balanced = _ends(text)
    found, at, last = [], 0, -1
    while at < len(text):
        start = START.match(text, at)
        if start:
            if last + 1 >= len(ends):
                return None
            last = balanced[last + 1] if balanced[last + 1] is not None else last + 1
            found.append((start[1], text[start.end() : ends[last]].strip()))
            at = ends[last] + 1
        else:
            word = WORD.match(text, at)
            if not word or word[0] not in BARE:
                return None
            found.append((word[0], ""))
            at = word.end()
        at = BLANKS.match(text, at).end()
    return found


def _ends(text: str) -> tuple[list[int], list[int | None]]:
    """The closing brackets that may end a value; and for the cell after each, the one that balances it.

    The second list begins with the first cell's. Depths only fall at a balance, so the next end that is no deeper than
    the one before a cell is the cell's own: one pass with a stack finds all of them.
    """
    ends, depths, depth = [], [0], 0
    for bracket in BRACKET.finditer(text):
        depth += 1 if bracket[0] == "(" else -1
        if bracket[0] == ")" and _free(text, bracket.end()):
            ends.append(bracket.start())
            depths.append(depth)
    balanced: list[int | None] = [None] * len(depths)
    waiting: list[int] = []
    for place, now in enumerate(depths):
        while waiting and depths[waiting[-1]] >= now:
            balanced[waiting.pop()] = place - 1
        waiting.append(place)
    return ends, balanced


def _free(text: str, at: int) -> bool:
    following = FOLLOWING.match(text, at)
    return bool(following) and (following[1] is None or following[1] in BARE)
