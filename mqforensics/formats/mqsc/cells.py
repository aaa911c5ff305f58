"""The cells of a line of runmqsc output: `KEY(VALUE)` and bare words, one or two to a line.

Values are printed unquoted and unescaped, so the columns decide before the brackets: the second cell always begins
40 characters after the first, and a cell that is longer than 37 stands alone. Brackets are counted only where the
layout is lost, as in a REST reply of one line or in a copy whose blanks were collapsed.
"""

import re

from mqforensics.formats.mqsc.keywords import BARE, FREE

SECOND = 40
KEY = r"[A-Z][A-Z0-9]*"
WHOLE = re.compile(rf"({KEY})\((.*)\)$", re.S)
OPEN = re.compile(rf"({KEY})\((.*)$", re.S)
START = re.compile(rf"({KEY})\(")
WORD = re.compile(r"[A-Z]{4,12}(?=\s|$)")
Cells = list[tuple[str, str]]


def cells(line: str, columns: bool = True) -> Cells | None:
    """The cells of a line, values trimmed; None when the line is none of an object.

    `columns`: whether the layout of the capture is whole, so that a line without a cell in the second column is one
    cell however its value reads.
    """
    body = line.expandtabs().strip()
    return two(body) or several(body, columns) or one(body)


def two(body: str) -> Cells | None:
    """Two cells by their columns."""
    left, right = body[:SECOND], body[SECOND:]
    if not right or right[0] == " " or not left.endswith("  "):
        return None
    found = [cell(left.rstrip()), cell(right)]
    return found if all(found) else None


def several(body: str, columns: bool) -> Cells | None:
    """Cells by their brackets, where there are at least two and no value of free text may hide one."""
    found = scan(body)
    if found is None or len(found) < 2 or (columns and found[0][0] in FREE):
        return None
    return found


def one(body: str) -> Cells | None:
    """One cell on a line of its own."""
    found = cell(body)
    return [found] if found and (found[1] or "(" in body or body in BARE) else None


def cell(text: str) -> tuple[str, str] | None:
    """One cell; a word without brackets has the value ''."""
    whole = WHOLE.match(text)
    if whole:
        return whole[1], whole[2].strip()
    return (text, "") if WORD.fullmatch(text) else None


def unclosed(line: str) -> tuple[str, str] | None:
    """Key and what there is of the value of a cell that has no end on its line."""
    body = OPEN.match(line.strip())
    return (body[1], body[2]) if body and not body[2].endswith(")") else None


def scan(text: str) -> Cells | None:
    """All cells of a text without columns; None when anything else stands between them."""
    found, at = [], 0
    while at < len(text):
        start = START.match(text, at)
        if start:
            end = _close(text, start.end())
            if end is None:
                return None
            found.append((start[1], text[start.end() : end].strip()))
            at = end + 1
        else:
            word = WORD.match(text, at)
            if not word or word[0] not in BARE:
                return None
            found.append((word[0], ""))
            at = word.end()
        at += len(text[at:]) - len(text[at:].lstrip())
    return found


def _close(text: str, at: int) -> int | None:
    # The bracket that balances and is followed by a cell or by nothing; failing that, the first that is so followed.
    depth, unbalanced = 1, None
    for position in range(at, len(text)):
        depth += (text[position] == "(") - (text[position] == ")")
        if text[position] == ")" and _ends(text, position + 1):
            if depth <= 0:
                return position
            unbalanced = position if unbalanced is None else unbalanced
    return unbalanced


def _ends(text: str, at: int) -> bool:
    rest = text[at:].lstrip()
    if not rest:
        return True
    word = WORD.match(rest)
    return len(rest) < len(text) - at and bool(START.match(rest) or (word and word[0] in BARE))
