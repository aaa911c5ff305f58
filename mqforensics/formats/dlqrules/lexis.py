"""Lines and tokens of a rules table, in the order in which the handler's own scanner works.

Comments and blank lines are dropped first, wherever they stand; only then do `+` and `-` join lines. So a comment may
stand between a line and its continuation, and a comment that ends in `-` joins nothing.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from mqforensics.codes import code_pages
from mqforensics.codes.code_pages import WINDOWS

END = re.compile(rb"\r?\n")
END_OF_CR = re.compile(rb"\r")
RECORD = 80
"""Bytes of a record of a file that came off z/OS or IBM i as it is, without newlines."""
BLANK = re.compile(r"[ \r\t]*")
BOM = "\ufeff"
"""A byte order mark: the text of a file begins with it that was saved with one, or as UTF-16."""
WORD = r"[A-Za-z0-9_./%*?&]+"
TOKEN = re.compile(
    rf"(?P<quoted>'(?:[^']|'')*')|(?P<bracket>[()])|(?P<word>{WORD})|(?P<space>[^\S \t\r]+)|(?P<other>[^\s,()]+)"
)


class Line(NamedTuple):
    """A line of the file: where it begins and ends in the data (its newline included), its text, and its newline."""

    start: int
    end: int
    number: int
    text: str
    newline: str


class Token(NamedTuple):
    """`kind` is `quoted`, `bracket`, `word`, `space` or `other`; `line` is the one of the file that it begins on.

    A `space` only looks like one: the handler takes no other than blank, comma, tab and carriage return.
    """

    kind: str
    text: str
    line: int


class Logical(NamedTuple):
    """Lines of the file joined into one entry; `joints` are where in `text` each of `lines` begins."""

    text: str
    lines: tuple[Line, ...]
    joints: tuple[int, ...]

    @property
    def ended(self) -> bool:
        """Whether a newline ends it that no continuation takes away."""
        return self.lines[-1].newline.endswith("\n") and not continues(self.lines[-1].text)

    def tokens(self) -> list[Token]:
        """Its tokens; blanks, commas, tabs and carriage returns only separate them."""
        return [
            Token(m.lastgroup or "", m[0], self.lines[bisect_right(self.joints, m.start()) - 1].number)
            for m in TOKEN.finditer(self.text)
        ]


def is_in_records(data: bytes) -> bool:
    """Whether data consists of records of 80 bytes without newlines."""
    return b"\n" not in data and b"\r" not in data and len(data) > RECORD and not len(data) % RECORD


def lines(data: bytes, first: int = 1) -> list[Line]:
    """Every line of the data; where no newline is at all, a carriage return ends a line, or a record of 80 bytes."""
    if is_in_records(data):
        starts = range(0, len(data), RECORD)
        return [
            Line(at, at + RECORD, n, text_of_line(data[at : at + RECORD]), "\n") for n, at in enumerate(starts, first)
        ]
    end = END_OF_CR if b"\n" not in data else END
    found, at = [], 0
    for number, match in enumerate(end.finditer(data), first):
        found.append(Line(at, match.end(), number, text_of_line(data[at : match.start()]), text_of_line(match[0])))
        at = match.end()
    if at < len(data):
        found.append(Line(at, len(data), first + len(found), text_of_line(data[at:]), ""))
    return found


def text_of_line(raw: bytes) -> str:
    """UTF-8 or, where it is not, Windows' western code page: comments are written in anything."""
    return code_pages.text(raw, WINDOWS)


def is_comment(text: str) -> bool:
    """Only an asterisk in column 1 makes a comment; an indented one is a mistake."""
    return text.startswith("*")


def is_nothing(text: str) -> bool:
    """Whether a line is a comment or blank, which means nothing wherever it stands."""
    return is_comment(text) or bool(BLANK.fullmatch(text))


def continues(text: str) -> str:
    """`+` or `-` when it is the last character that is not blank, else nothing."""
    last = text.rstrip(" \t\r")[-1:]
    return last if last in ("+", "-") else ""


def logical(lines: list[Line]) -> Iterator[Logical]:
    """The entries of a table: `+` joins at the next line's first character that is not blank, `-` at column 1."""
    text, parts, joints, mark = "", [], [], ""
    for line in lines:
        if is_nothing(line.text):
            continue
        joints.append(len(text))
        parts.append(line)
        added = line.text.lstrip(" \t\r") if mark == "+" else line.text
        mark = continues(line.text)
        text += added.rstrip(" \t\r")[:-1] if mark else added
        if not mark:
            yield Logical(text, tuple(parts), tuple(joints))
            text, parts, joints = "", [], []
    if parts:
        yield Logical(text, tuple(parts), tuple(joints))
