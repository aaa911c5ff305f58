"""What Java programs after amqsbcg print: its labels spelt a little differently, rows as it has them or as traces do.

`OPEN - 'q'`, `GET of message number N`, `Accounting Token :`, values without padding; JmqiBrowse has rows of the
trace's kind.
"""

import re

from mqforensics.formats import hexrows
from mqforensics.formats.gap_budget import GapBudget
from mqforensics.formats.hexdata import hex_data
from mqforensics.formats.labels import LABELS, fields, plain_text
from mqforensics.formats.lookalikes import trace_hex
from mqforensics.formats.lookalikes.printed_message import PrintedMessage

GET = re.compile(rb"^ ?(?:MQ)?GET of message number:? *\d+", re.M)
OPEN = re.compile(rb"^ (?:MQ)?OPEN - '([^'\n]*?) *'", re.M)
JAVA = re.compile(rb"^ *Accounting Token :|^[*]{4} {3}Message {5}[*]{4}|^ GET of message number", re.M)
TITLE = re.compile(rb"Message descriptor|^ *StrucId +: ", re.M)
LABEL = re.compile(r"Accounting Token *:")
NUMBER = re.compile(r"GET of message number:? *(\d{1,9})(?!\d)")
LENGTH = re.compile(r"(?<![\w-])length\s+-\s+(\d{1,9}) bytes")


def sniff(text: bytes) -> int:
    """How sure the first bytes are of such a program's output."""
    if not GET.search(text) or not TITLE.search(text) or b"AMQSBCG0 - starts" in text or b"AMQSBCG4 - starts" in text:
        return 0
    return 100 if JAVA.search(text) or hexrows.OF_JAVA.search(text) else 0


def read(text: bytes) -> list[PrintedMessage]:
    """The messages, one for each that was got."""
    marks = [mark.start() for mark in GET.finditer(text)]
    opened, filler = OPEN.search(text), GapBudget()
    queue = opened[1].decode("utf-8", "replace") if opened else None
    return [_message(text[at:end], at, queue, filler) for at, end in zip(marks, [*marks[1:], len(text)], strict=True)]


def _message(text: bytes, begin: int, queue: str | None, filler: GapBudget) -> PrintedMessage:
    traced = list(trace_hex.buffers(text, filler))
    clean = LABEL.sub("AccountingToken :", plain_text(hexrows.TRACED.sub(b"", text) if traced else text))
    number, length = NUMBER.search(clean), LENGTH.search(clean)
    shown = PrintedMessage(begin, int(number[1]) if number else None, queue, length=int(length[1]) if length else None)
    title = TITLE.search(text)
    if title:
        shown.md = dict.fromkeys(name for name, _ in LABELS) | fields(clean, LABELS, shown.notes)
    if traced:
        _, shown.data, shown.gaps, notes = traced[-1]
        shown.notes += notes
        if shown.length is not None and len(shown.data) < shown.length:
            shown.gaps.append((len(shown.data), shown.length - len(shown.data)))
    else:
        found = hex_data(hexrows.rows(clean[length.start() :] if length else clean), shown.length, filler=filler)
        shown.data, shown.gaps = found.data, [*found.gaps]
        shown.notes += found.notes
    return shown
