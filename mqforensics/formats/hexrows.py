"""Rows of a hex dump in text that people have handled: `00000010:  4142 4344 ...   'ABCD'`, one by one.

A row is found by its offset or, where that is lost, by its cells. Of its cells those are read that are whole; a mask
stands for as many bytes as it is wide, and an ellipsis ends what is known of the row.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

TRACED = re.compile(
    rb"^[^\n]*?\b0x(?P<offset>[0-9A-Fa-f]{4,8}):? +(?P<cells>[*]*+[0-9A-Fa-f](?: *+[0-9A-Fa-f*])*+) *+(?:[|:][^\n]*)?$",
    re.M,
)
"""A row of a trace of MQ: `0x01c0:  c4d3c840 00000001  |........|`."""
OF_JAVA = re.compile(rb"^ *0x[0-9a-f]{4}: ", re.M)
"""How one begins that a program in Java prints."""
OF_API_EXIT = re.compile(rb"0x[0-9A-Fa-f]+: +((?:[0-9A-Fa-f]{2,8} ?){1,4})")
"""A row of the sample API exit's log."""
OF_Q = re.compile(rb"^\+([0-9A-F]{8}) ((?:[0-9A-F]{8} )*[0-9A-F]{2,8})(?=  | ?\r?$)[^\n]*", re.M)
"""A row of the q program: `+00000000 444C4820 01000000  DLH ....`."""
# The others are amqsbcg's.
FIRST = re.compile(rb"\A\s*(?:[0-9A-Fa-f]{7}0: +(?:[0-9A-Fa-f]{4} +){2,}[0-9A-Fa-f. ]*(?:'[^\r\n]*)?(?:[\r\n]|\Z))")
"""A text that begins with a row."""
BEGIN = re.compile(rb"\s*[0-9A-Fa-f]{8}:")
PASTED = re.compile(r"([ \t]*[0-9A-Fa-f]{8}:[ \t0-9A-Fa-f\xa0]{4,60})([^\n]*)")
"""Offset and cells, and the text column, in whatever quotes."""
CELL = r"(?:[0-9A-Fa-f]{2})+"
MASK = r"\*{2,}|[xX#?]{2,}"
TOKEN = re.compile(rf"\s*({CELL}|{MASK}|\.{{3,}})(?=[\s']|$)", re.ASCII)
ROW = re.compile(
    rf"([0-9A-Fa-f](?<![0-9A-Fa-f].)[0-9A-Fa-f]{{7}}):(?=\s*$|\s*'|\s+(?:{CELL}|{MASK}|\.{{3}})(?:[\s']|$))([^\n]*)",
    re.M,
)
BARE = re.compile(
    r"^[> ]*((?:[0-9A-Fa-f]{4} +){2,7}[0-9A-Fa-f]{2,4} *(?='[^\n]*')"
    r"|(?:[0-9A-Fa-f]{4} +)?[0-9A-Fa-f]{2,4} {3,}(?='[^\n]*')"
    r"|(?:[0-9A-Fa-f]{4} +){7}[0-9A-Fa-f]{4}(?= *$))([^\n]*)",
    re.M,
)
"""A row without its offset: cells and text column, or eight whole cells alone."""
SURELY_BARE = re.compile(r"^[> ]*(?:[0-9A-Fa-f]{4} +){3,8}'", re.M)
WHOLE = re.compile(r"[> ]*([0-9A-Fa-f]{8}): +((?:[0-9A-Fa-f]{4} ){0,7}[0-9A-Fa-f]{2}(?:[0-9A-Fa-f]{2})?) *('[^\n]*)$")
"""A line that is a whole row, and nothing else."""
USUAL = re.compile(r"\s*((?:[0-9A-Fa-f]{4}\s+){0,7}[0-9A-Fa-f]{2}(?:[0-9A-Fa-f]{2})?)(?=\s*')", re.ASCII)
"""Whole cells and the text column, which are read at once."""
LONG_LINE = re.compile(r"[^\n]{150,}")
IN_LINE = re.compile(r"(?<=[' ])(?=[0-9A-Fa-f]{7}0: )")
"""Before each row of a dump that lost its newlines."""
WIDTH, WIDEST = 16, 19
"""Bytes in a row; one that completes a character of several bytes, as the program does in UTF-8 locales, has more."""
USUAL_CELL = 4
MARKS = "*xX#?"

Cells = list[bytes | int]
"""Known bytes, or how many unknown ones."""


@dataclass(slots=True)
class Row:
    """One row; `cells`: known bytes, or how many unknown ones a mask stands for; `text`: what follows the cells."""

    offset: int | None
    cells: Cells
    text: str = ""
    is_elided: bool = False
    is_wide: bool = False
    """The last cell completes a character of several bytes."""

    @property
    def size(self) -> int:
        """How many bytes the cells are."""
        cells = self.cells
        return len(cells[0]) if len(cells) == 1 and cells[0].__class__ is bytes else span(cells)

    @property
    def is_plain(self) -> bool:
        """Whether it is one stretch of known bytes."""
        return len(self.cells) == 1 and self.cells[0].__class__ is bytes

    @property
    def data(self) -> bytes | None:
        """The bytes, when all are known."""
        if self.is_plain:
            return self.cells[0]
        return None if self.is_masked else b"".join(self.cells)

    @property
    def is_masked(self) -> bool:
        """Whether a mask stands in it."""
        return any(isinstance(cell, int) for cell in self.cells)

    @property
    def has_column(self) -> bool:
        """Whether the text column follows the cells, so that no cell is cut off."""
        return self.text.startswith("'") and not self.is_elided

    @property
    def is_overfull(self) -> bool:
        """Whether more cells follow than a row can have."""
        return "'" in self.text and TOKEN.match(self.text) is not None


def span(cells: Cells) -> int:
    """How many bytes cells are."""
    return sum(cell if isinstance(cell, int) else len(cell) for cell in cells)


def cut(cells: Cells, size: int) -> Cells:
    """The first `size` bytes of cells."""
    kept: Cells = []
    for cell in cells:
        left = size - span(kept)
        if left > 0:
            kept.append(min(cell, left) if isinstance(cell, int) else cell[:left])
    return kept


def first(text: str) -> int | None:
    """Where the first row of a text surely begins."""
    found = ROW.search(text) or SURELY_BARE.search(text)
    return found.start() if found else None


def rows(section: str) -> Iterator[Row]:
    """The rows of a section, in the order of the text."""
    for line in section.split("\n"):
        whole = WHOLE.match(line)
        if whole:
            yield Row(int(whole[1], 16), [bytes.fromhex(whole[2])], whole[3].rstrip())
        elif line.strip():
            yield from _odd_rows(line)


def _odd_rows(line: str) -> Iterator[Row]:
    """The rows of a line that is more, or less, than one whole row."""
    section = LONG_LINE.sub(lambda line: IN_LINE.sub("\n", line[0]), line)
    spots = [(row.start(), int(row[1], 16), row[2]) for row in ROW.finditer(section)]
    spots += [(row.start(), None, row[1] + row[2]) for row in BARE.finditer(section)]
    for _, offset, text in sorted(spots, key=lambda spot: spot[0]):
        row = _row(offset, text)
        if row.cells:
            yield row


def _row(offset: int | None, text: str) -> Row:
    usual = USUAL.match(text)
    if usual:
        return Row(offset, [bytes.fromhex(usual[1])], text[usual.end() :].strip())
    row = Row(offset, [])
    at, limit = 0, WIDTH
    while row.size < limit and (token := TOKEN.match(text, at)):
        at, word = token.end(), token[1]
        if word.startswith("..."):
            row.is_elided = True
            break
        if word[0] in MARKS:
            row.cells.append(max(1, len(word) // 2))
            continue
        limit = WIDEST if len(word) > USUAL_CELL else limit
        row.is_wide = row.is_wide or len(word) > USUAL_CELL
        row.cells.append(bytes.fromhex(word))
    row.text = text[at:].strip()
    return row
