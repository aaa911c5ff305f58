"""Text dumps of amqsbcg, every program level, as printed and as people paste them.

The strict reader takes what the program prints; a record that it does not take goes to the tolerant one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping

import pyarrow as pa

from mqforensics.formats.amqsbcg import rows, strict, tolerant
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.text import text_of

NAME = "amqsbcg"
TABLE = "messages"
START = re.compile(rb"\n( ?MQGET of message number \d)")
OPEN = re.compile(rb"MQOPEN\s+-\s+(?:'|\xe2\x80\x98|\xe2\x80\x99)([^'\n]{0,60}?) *(?:'|\xe2\x80\x99)")
BANNER = re.compile(rb"AMQSBCG[04] - starts here")
FOREIGN = re.compile(rb"Sample AMQSBCG|^ *0x0000:|Accounting Token :", re.M)
SIGNS = (
    (re.compile(rb"MQGET of message number +\d+"), 60),
    (re.compile(rb"Message descriptor *(?:\\?\*){2}"), 40),
    (re.compile(rb"\*\* *Dead Letter Header *\*\*|^ *Reason +: \d+ \[(?:MQ\w+|UNKNOWN RC)\]", re.M), 40),
    (re.compile(rb"StrucId *: *'DLH"), 30),
    (re.compile(rb"\A\s*(?:[0-9A-Fa-f]{7}0: +(?:[0-9A-Fa-f]{4} +){2,}[0-9A-Fa-f. ]*(?:'.*)?(?:\n|\Z))"), 30),
)


def sniff(head: bytes) -> int:
    """How sure the first bytes are of a dump: the banner settles it, else what the record looks like."""
    text = text_of(head).data
    if BANNER.search(text):
        return 100
    if FOREIGN.search(text):
        return 0
    return min(90, sum(score for sign, score in SIGNS if sign.search(text)))


def carry(data: bytes, context: Mapping[str, str]) -> Mapping[str, str]:
    """The queue that the last MQOPEN line names."""
    at = data.rfind(b"\n MQOPEN - '")
    found = OPEN.match(data, at + 2) if at >= 0 else None
    return {"queue": found[1].decode("utf-8", "replace")} if found else context


def read(stretch: Stretch) -> Iterator[dict | pa.RecordBatch]:
    """The messages of a stretch, in order; strict records in batches, the others one by one."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    spots = _begins(text.data)
    queues = _Queues(text.data, stretch.context.get("queue"))
    if not spots:
        yield rows.nothing(stretch, text.data)
        return
    edges = [0, *spots[1:], len(text.data)]
    batch = rows.Batch(stretch.file)
    for begin, start, end in zip(spots, edges, edges[1:], strict=False):
        place = stretch.offset + text.origin(start), _length(text, start, end, stretch)
        record = text.data[begin:end]
        if b"\r" in record:
            record = record.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        exact = strict.record(record)
        if exact:
            batch.add(exact, record, place, queues.at(begin))
            continue
        if batch:
            yield batch.arrow()
            batch = rows.Batch(stretch.file)
        yield rows.loose(tolerant.loose(record), record, stretch.file, place, queues.at(begin))
    if batch:
        yield batch.arrow()


def _length(text, start: int, end: int, stretch: Stretch) -> int:
    last = len(stretch.data) if end == len(text.data) else text.origin(end)
    return last - text.origin(start)


def _begins(data: bytes) -> list[int]:
    head = [0] if data.startswith((b" MQGET of message", b"MQGET of message")) else []
    exact = head + [match.start(1) for match in START.finditer(data)]
    first = exact[0] if exact else len(data)
    if first and (not exact or b"Message descriptor" in data[:first]):
        return tolerant.begins(data[:first]) + exact
    return exact


class _Queues:
    """Which queue the dump is of, at any place of a stretch."""

    def __init__(self, data: bytes, before: str | None):
        found = list(OPEN.finditer(data))
        self.spots = [match.start() for match in found]
        self.names = [before, *(match[1].decode("utf-8", "replace") for match in found)]

    def at(self, position: int) -> str | None:
        return self.names[bisect_right(self.spots, position)]
