"""Instrumentation events: amqsevt in JSON and text, in every spelling of its names; and as PCF in a dumped message.

One row an event. Statistics and accounting records are rows too; activity traces are the format `activity`'s.
Sources: IBM documentation, "Event message reference"; the sample program amqsevt.

To read: `parameter_names`, `evjson`, `evtext`, `evpcf` and `evjava` (the ways of writing), `row`.
"""

import re
from collections.abc import Iterator, Mapping
from mmap import mmap

from mqforensics.formats.event import evjava, evjson, evtext
from mqforensics.formats.event.evpcf import event
from mqforensics.formats.event.row import Event, row
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.paste.encoding import text_of

__all__ = ["NAME", "START", "TABLE", "context_after", "event", "read", "sniff"]

NAME, TABLE = "event", "events"
START = re.compile(rb'\}\s{0,99},?\s{0,99}(\{\s{0,99}"eventSource")|^(\*{4} Message #(?!1 ))', re.M)
ANY = re.compile(rb'\{\s{0,99}"eventSource"|^\*{4} Message #', re.M)
SIGNS = (
    (95, re.compile(rb'"eventSource"\s{0,99}:\s{0,99}\{')),
    (95, re.compile(rb'"eventType"\s{0,99}:\s{0,99}\{[^{}]{0,200}\}[\s\S]{0,2000}"eventData"\s{0,99}:')),
    (95, re.compile(rb"(?m)^[ \t>]{0,40}\*{4} Message #\d{1,10} \(\d{1,12} Bytes?\) on (?:Queue|Topic) ")),
    (90, re.compile(rb"(?m)^Event Type {1,99}: ")),
    (85, re.compile(rb"\bMQCFH ?\[type: \d{1,2}, strucLength: ")),
)
TRACE = re.compile(
    rb'"eventType"\s{0,99}:\s{0,99}\{\s{0,99}"name"\s{0,99}:\s{0,99}"(?:Activity Trace|MQCMD_ACTIVITY_TRACE)"'
    rb"|^Event Type {1,99}: (?:Activity Trace|MQCMD_ACTIVITY_TRACE) \[209\]", re.M
)  # fmt: skip
TRACE_SCORE = 40
LINE_END = re.compile(r"\n|\r(?!\n)")
NOTHING = "no event in these bytes"


def sniff(head: bytes) -> int:
    """How sure (0-100) the first bytes of a file are events; of an activity trace, less than its own format is."""
    data = text_of(head).data
    score = max((score for score, sign in SIGNS if sign.search(data)), default=0)
    return min(score, TRACE_SCORE) if TRACE.search(data) else score


def context_after(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> dict[str, str]:
    """How many events begin before the next stretch."""
    stop = len(data) if stop is None else stop
    begun = sum(found.start() < stop for found in ANY.finditer(data, start, stop + 200))
    return {"number": str(int(context.get("number", 0)) + begun)}


def read(stretch: FileSlice) -> Iterator[dict]:
    """One row an event; bytes without any are one row that says this."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    source = text.data.decode("latin-1")  # one character a byte
    at, line, counted, waiting = 0, stretch.line, 0, None
    number = int(stretch.context.get("number", 0))
    for start, found in _events(source):
        line += _lines(source, counted, start)
        counted, number = start, number + 1
        if waiting:
            end = text.origin(start)
            yield stretch.place(at, end) | waiting
            at = end
        waiting = {"line": line, "number": number, **row(found)}
    yield stretch.place(at, len(stretch.data)) | (waiting or {"line": stretch.line, "error": NOTHING})


def _events(source: str) -> Iterator[tuple[int, Event]]:
    reader = evtext if evtext.HEAD.search(source) else evjava if evjava.HEAD.search(source) else evjson
    return reader.events(source)


def _lines(source: str, begin: int, end: int) -> int:
    if "\r" not in source[begin:end]:
        return source.count("\n", begin, end)
    return len(LINE_END.findall(source, begin, end))
