"""Rows of hexadecimal out of MQ traces: `0x01c0:  c4d3c840 00000001 000007f3 e3c1d9c7  |................|`.

Each run of rows whose offsets go on is one buffer. A row of another offset begins the next one; rows that the
trace left out because they repeat the row above are stated, so they are filled in.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mqforensics import structures
from mqforensics.formats.gap_budget import GapBudget, joined_rows
from mqforensics.formats.hexrows import TRACED
from mqforensics.formats.lookalikes.printed_message import Gap, PrintedMessage

SUPPRESSED = re.compile(rb"(?<!\d)(\d{1,9}) lines suppressed, same as above")
LINE = re.compile(rb"^[^\n]*\S", re.M)
WIDTH = 16
ENOUGH = 0.8
"""The share of a text's lines that are such rows."""
NOTHING_ELSE = "rows of a trace show a buffer alone: the MQMD is absent"
NOT_FILLED = "{} rows that repeat the one above are left out: more than {} bytes of one text are not filled in"
FAR = "the first row shown has the offset {:08X}: as many bytes before it are not laid out"


def sniff(text: bytes) -> int:
    """How sure the first bytes are of such rows and little else."""
    rows, lines = len(TRACED.findall(text)), len(LINE.findall(text)) - len(SUPPRESSED.findall(text))
    return 60 if rows > 1 and rows >= ENOUGH * lines else 0


class Buffer(NamedTuple):
    """Rows whose offsets go on: where the first begins in the text, their bytes, the gaps in them."""

    begin: int
    data: bytes
    gaps: list[Gap]
    notes: list[str]


def read(text: bytes) -> list[PrintedMessage]:
    """The buffers, in order."""
    found = []
    for begin, data, gaps, notes in buffers(text, GapBudget()):
        shown = PrintedMessage(begin, len(found) + 1, data=data, gaps=gaps, notes=notes)
        md = structures.mqmd(data) if not gaps or gaps[0][0] > 324 else None
        if md:
            shown.md, shown.data = md.fields, data[md.length :]
            shown.gaps = [(at - md.length, size) for at, size in gaps]
            shown.notes += md.notes
        else:
            shown.notes.append(NOTHING_ELSE)
            shown.notes += [f"{size} bytes from offset {at} are not shown" for at, size in gaps]
        found.append(shown)
    return found


def buffers(text: bytes, filler: GapBudget) -> Iterator[Buffer]:
    """Each buffer; `filler`: what the text's gaps and repeated rows may fill together."""
    rows, begin, base, end, notes = [], 0, 0, 0, []
    for at, offset, content, note in _rows(text, filler):
        if rows and (offset < end or len(rows[-1][1]) < WIDTH or not filler.takes(offset - end)):
            yield Buffer(begin, *joined_rows(rows), notes)
            rows = []
        if not rows:
            begin, base, notes = at, 0, []
            if not filler.takes(offset):
                base, notes = offset, [FAR.format(offset)]
        notes += [note] if note else []
        rows.append((offset - base, content))
        end = offset + len(content)
    if rows:
        yield Buffer(begin, *joined_rows(rows), notes)


def _rows(text: bytes, filler: GapBudget) -> Iterator[tuple[int, int, bytes, str]]:
    """Where each row begins in the text, its offset and bytes, and a note."""
    marks = sorted([*TRACED.finditer(text), *SUPPRESSED.finditer(text)], key=re.Match.start)
    last = None
    for mark in marks:
        if mark.re is TRACED:
            cells = mark["cells"].replace(b"*", b"").replace(b" ", b"")
            last = int(mark["offset"], 16), bytes.fromhex(cells[: len(cells) & ~1].decode("ascii"))
            yield mark.start(), *last, ""
        elif last and len(last[1]) == WIDTH:
            stated = int(mark[1])
            count = min(stated, filler.left // WIDTH)
            filler.takes(count * WIDTH)
            note = NOT_FILLED.format(stated - count, filler.most) if count < stated else ""
            yield mark.start(), last[0] + WIDTH, last[1] * count, note
            last = last[0] + count * WIDTH, last[1]
