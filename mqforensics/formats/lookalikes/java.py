"""What Java programs after amqsbcg print: its labels spelt a little differently, rows as it has them or as traces do.

`OPEN - 'q'`, `GET of message number N`, `Accounting Token :`, values without padding; JmqiBrowse has rows of the
trace's kind. Labels and rows that are amqsbcg's own are read by its tolerant reader.
"""

import re

from mqforensics.formats.amqsbcg import tolerant
from mqforensics.formats.lookalikes import trace_hex
from mqforensics.formats.lookalikes.shown import Shown

GET = re.compile(rb"^ ?(?:MQ)?GET of message number:? *\d+", re.M)
OPEN = re.compile(rb"^ (?:MQ)?OPEN - '([^'\n]*?) *'", re.M)
JAVA = re.compile(rb"^ *Accounting Token :|^[*]{4} {3}Message {5}[*]{4}|^ GET of message number", re.M)
TRACE_ROW = re.compile(rb"^ *0x[0-9a-f]{4}: ", re.M)
TITLE = re.compile(rb"Message descriptor|^ *StrucId +: ", re.M)
SAME = (
    (re.compile(rb"Accounting Token :"), b"AccountingToken  :"),
    (re.compile(rb"^ ?(?:MQ)?GET of message number:? *(\d+)", re.M), rb" MQGET of message number \1"),
)


def sniff(text: bytes) -> int:
    """How sure the first bytes are of such a program's output."""
    if not GET.search(text) or not TITLE.search(text) or b"AMQSBCG0 - starts" in text or b"AMQSBCG4 - starts" in text:
        return 0
    return 100 if JAVA.search(text) or TRACE_ROW.search(text) else 0


def read(text: bytes) -> list[Shown]:
    """The messages, one for each that was got."""
    marks = [mark.start() for mark in GET.finditer(text)]
    opened = OPEN.search(text)
    queue = opened[1].decode("utf-8", "replace") if opened else None
    return [_message(text[at:end], at, queue) for at, end in zip(marks, [*marks[1:], len(text)], strict=True)]


def _message(text: bytes, begin: int, queue: str | None) -> Shown:
    rows = list(trace_hex.buffers(text))
    for sign, usual in SAME:
        text = sign.sub(usual, text)
    if rows:
        text = trace_hex.ROW.sub(b"", text)
    found = tolerant.loose(text)
    data, gaps = (rows[-1][1], rows[-1][2]) if rows else (found.data, list(found.gaps))
    shown = Shown(begin, found.number, queue, data=data, gaps=gaps, notes=found.notes, length=found.declared)
    shown.md = {name: found.fields.get(name) for name, _ in tolerant.LABELS} if found.fields else None
    if rows and found.declared is not None and len(data) < found.declared:
        shown.gaps.append((len(data), found.declared - len(data)))
    return shown
