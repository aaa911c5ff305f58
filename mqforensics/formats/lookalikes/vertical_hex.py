"""ISPF's HEX ON (z/OS): a byte is a column of three rows – the character, its first hex digit, its second.

DLH .......3
CDC40000000F      C4 D3 C8 40 = EBCDIC "DLH ", 00000001, 000007F3
438000010073
"""

import re
from bisect import bisect_right

from mqforensics.codes.code_pages import EBCDIC
from mqforensics.formats.gap_budget import GapBudget, joined_rows
from mqforensics.formats.lookalikes.printed_message import PrintedMessage

PAIR = re.compile(
    rb"^(?P<characters>[^\n]*)\n"
    rb"(?P<indent> *)(?P<zones>[0-9A-F]{4,})[ \t\r]*\n"
    rb"(?P=indent)(?P<digits>[0-9A-F]{4,})[ \t\r]*$",
    re.M,
)
NUMBER = re.compile(rb"^ *(\d{6})\b")
TITLE = re.compile(rb"^ *(?:View|Browse|Edit) +(?:\w{1,4}):([A-Z0-9./_%]+)", re.M | re.I)
COLUMN = re.compile(rb"\bCol(?:umns?)? +0*(\d{1,9})(?!\d)")
RULER = re.compile(rb"^ *(-{4}\+(?:----|----[\d+-])[-+\d]*)", re.M)
AGREE = 0.8
"""The share of printable characters that must be what the hexadecimal says."""
NO_MD = "ISPF shows the data alone: the MQMD is absent"


def sniff(text: bytes) -> int:
    """How sure the first bytes are of such a screen."""
    found = [pair for pair in PAIR.finditer(text) if _agrees(pair)]
    return min(60 + 10 * len(found), 90) if found else 0


def read(text: bytes) -> list[PrintedMessage]:
    """The records of the screens, one a record number."""
    title = TITLE.search(text)
    queue = title[1].decode("ascii") if title else None
    columns, filler = [(mark.end(), int(mark[1])) for mark in COLUMN.finditer(text)], GapBudget()
    found = []
    for pair in PAIR.finditer(text):
        if not _agrees(pair):
            continue
        number = NUMBER.match(pair["characters"])
        shown = PrintedMessage(pair.start(), int(number[1]) if number else len(found) + 1, queue, notes=[NO_MD])
        before, content = _base(columns, pair.start()), _bytes(pair)
        near, refused = filler.within([(before, content)])
        shown.data, shown.gaps = joined_rows(near)
        shown.gaps += [(0, None)] if refused else []
        shown.notes += refused
        width = RULER.match(text, pair.end() + 1)
        if not width or len(content) >= len(width[1].rstrip()):
            shown.gaps.append((len(shown.data), None))
            shown.notes.append(f"the screen ends after column {len(shown.data)}: more bytes may follow")
        found.append(shown)
    return found


def _bytes(pair: re.Match) -> bytes:
    columns = zip(pair["zones"].decode("ascii"), pair["digits"].decode("ascii"), strict=False)
    return bytes.fromhex("".join(zone + digit for zone, digit in columns))


def _agrees(pair: re.Match) -> bool:
    if len(pair["zones"]) != len(pair["digits"]):
        return False
    content = _bytes(pair).decode(EBCDIC)
    start = len(pair["indent"])
    characters = pair["characters"].decode("latin-1")[start : start + len(content)].ljust(len(content))
    pairs = [(c, d) for c, d in zip(characters, content, strict=True) if d.isascii() and d.isprintable()]
    same = sum(shown == meant for shown, meant in pairs)
    return bool(pairs) and same >= AGREE * len(pairs)


def _base(columns: list[tuple[int, int]], at: int) -> int:
    """The data before the first column of the screen at a place of the text."""
    nth = bisect_right(columns, (at,))
    return max(columns[nth - 1][1] - 1, 0) if nth else 0
