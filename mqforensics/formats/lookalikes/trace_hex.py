"""Rows of hexadecimal out of MQ traces: `0x01c0:  c4d3c840 00000001 000007f3 e3c1d9c7  |................|`.

Each run of rows whose offsets go on is one buffer. A row of another offset begins the next one; rows that the
trace left out because they repeat the row above are stated, so they are filled in.
"""

import re
from collections.abc import Iterator

from mqforensics import structures
from mqforensics.formats.lookalikes.shown import MOST_SKIPPED, Gap, Shown, joined

ROW = re.compile(
    rb"^[^\n]*?\b0x(?P<offset>[0-9A-Fa-f]{4,8}):? +(?P<cells>[*]*+[0-9A-Fa-f](?: *+[0-9A-Fa-f*])*+) *+(?:[|:][^\n]*)?$",
    re.M,
)
SUPPRESSED = re.compile(rb"(?<!\d)(\d{1,9}) lines suppressed, same as above")
LINE = re.compile(rb"^[^\n]*\S", re.M)
WIDTH = 16
ENOUGH = 0.8
"""The share of a text's lines that are such rows."""
NOTHING_ELSE = "rows of a trace show a buffer alone: the MQMD is absent"
MOST_SUPPRESSED = 1 << 22
"""So many bytes of a text are filled in."""


def sniff(text: bytes) -> int:
    """How sure the first bytes are of such rows and little else."""
    rows, lines = len(ROW.findall(text)), len(LINE.findall(text)) - len(SUPPRESSED.findall(text))
    return 60 if rows > 1 and rows >= ENOUGH * lines else 0


def read(text: bytes) -> list[Shown]:
    """The buffers, in order."""
    found = []
    for begin, data, gaps in buffers(text):
        shown = Shown(begin, len(found) + 1, data=data, gaps=gaps)
        md = structures.mqmd(data) if not gaps or gaps[0][0] > 324 else None
        if md:
            shown.md, shown.data = md.fields, data[md.length :]
            shown.gaps, shown.notes = [(at - md.length, size) for at, size in gaps], list(md.notes)
        else:
            shown.notes.append(NOTHING_ELSE)
            shown.notes += [f"{size} bytes from offset {at} are not shown" for at, size in gaps]
        found.append(shown)
    return found


def buffers(text: bytes) -> Iterator[tuple[int, bytes, list[Gap]]]:
    """Each buffer: where its first row begins, its bytes, and the gaps in them."""
    rows, begin, base, end, left = [], 0, 0, 0, MOST_SKIPPED
    for at, offset, content in _rows(text):
        if rows and (offset < end or offset - end > left or len(rows[-1][1]) < WIDTH):
            yield (begin, *joined(rows))
            rows = []
        if not rows:
            begin, base = at, offset if offset > left else 0
            end = base
        left -= offset - end
        rows.append((offset - base, content))
        end = offset + len(content)
    if rows:
        yield (begin, *joined(rows))


def _rows(text: bytes) -> Iterator[tuple[int, int, bytes]]:
    marks = sorted([*ROW.finditer(text), *SUPPRESSED.finditer(text)], key=re.Match.start)
    last, left = None, MOST_SUPPRESSED // WIDTH
    for mark in marks:
        if mark.re is ROW:
            cells = mark["cells"].replace(b"*", b"").replace(b" ", b"")
            content = bytes.fromhex(cells[: len(cells) & ~1].decode("ascii"))
            last = mark.start(), int(mark["offset"], 16), content
            yield last
        elif last and len(last[2]) == WIDTH:
            count = min(int(mark[1]), left)
            left -= count
            for _ in range(count):
                last = mark.start(), last[1] + WIDTH, last[2]
                yield last
