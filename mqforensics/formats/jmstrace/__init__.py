"""MQI calls out of the trace of the IBM MQ classes for JMS and Java, in the client's own files or a server's log.

A call is a block of lines on entry and one on return, paired by thread; the client's layers print the same call again
inside, which is not counted twice. Almost all of a trace is something else, so the blocks are found by plain search.

Read `trace_lines` (a line, its time and zone, the header, a block of arguments, the queue agent), `call_boundaries`
(what begins and ends calls, which are nested, what a later stretch must know), `call_rows` (the rows).
"""

import re
from collections.abc import Iterator, Mapping
from mmap import mmap

import numpy as np
import pyarrow as pa

from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.jmstrace.call_boundaries import Open, State, events, state
from mqforensics.formats.jmstrace.call_rows import table, traced_call
from mqforensics.formats.jmstrace.trace_lines import BEGIN as START
from mqforensics.formats.paste.encoding import text_of
from mqforensics.formats.tables import CALLS, places, record_batch

__all__ = ["LOOKAHEAD", "NAME", "START", "TABLE", "context_after", "read", "sniff"]

NAME, TABLE = "jmstrace", "calls"
SURE = (
    (100, re.compile(rb"^TimeStamp +TID +ObjectId +Class +Data", re.M)),
    (95, re.compile(rb"^\[\d\d/\d\d/\d\d \d\d:\d\d:\d\d\.\d{3}\.[0-9A-Z]{2}\]  \w{8}[ \t]", re.M)),
    (70, re.compile(
        rb"^\[\d[\d/.]+,? [\d:.]+ [\w+:-]+\] +[0-9a-f]{8} \S{1,40} +[<>1-3-] [^\n]*\bcom\.ibm\.(?:mq|msg\.client)\.",
        re.M,
    )),
)  # fmt: skip
HEADED = (
    re.compile(rb"^Process ID:\w", re.M),
    re.compile(rb"^\|   com\.ibm\.(?:msg\.client|mq)\.\S{1,200} +:-  ", re.M),
)  # fmt: skip
NOTICE = re.compile(rb"\bJMSCC0108\b|\bCWSJY0003W\b")
NO_MESSAGE = (
    "context only: JMSCC0108 says that a message marked for a listener was gone when it was to be got. "
    "The client browses with marks (MARK_BROWSE_CO_OP): see the queue manager's MARKINT"
)
LOOKAHEAD = 32 << 20
"""Where a call's return is looked for: other threads trace on while one waits."""
ROWS = 4096
"""Calls in a batch."""
NOTHING = "no MQI call begins in these bytes of the trace"


def sniff(head: bytes) -> int:
    """How sure the first bytes of a file are such a trace."""
    data = text_of(head).data
    score = next((score for score, mark in SURE if mark.search(data)), 0)
    if not score and all(mark.search(data) for mark in HEADED):
        return 60
    return score or (40 if NOTICE.search(data) else 0)


def context_only(data: bytes) -> str | None:
    """What bytes without calls are, where that can be told."""
    return NO_MESSAGE if NOTICE.search(data) else None


def context_after(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> dict[str, str]:
    """Whose trace it is, its zone, the calls still open, and how many there were."""
    known = state(context)
    known.feed(data[start:stop])
    return known.kept()


def read(stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """One row for each call that begins in the stretch; bytes in which none begins are one row that says this."""
    known = state(stretch.context)
    text = text_of(stretch.data)
    before = len(known.rest)
    bytes_ = known.rest + text.data + (stretch.after if text.encoding == "utf-8" else b"")
    end = before + len(text.data)
    begun = [call for call in _begun(bytes_, end, known) if call[0].entry.position >= before]
    _finish(bytes_, end, known, [call for call, _, _ in begun])
    inner = text.origins([call.entry.position - before for call, _, _ in begun[1:]])
    bounds = np.concatenate([[0], inner, [len(stretch.data)]]) + stretch.offset
    for at in range(0, len(begun), ROWS):
        some, edges = begun[at : at + ROWS], bounds[at : at + ROWS + 1]
        columns = table([traced_call(bytes_, call, facts, known.told) for call, _, facts in some])
        numbers = [number for _, number, _ in some]
        yield record_batch({**columns, **places(stretch.file, edges), "number": numbers}, CALLS)
    if stretch.data and not begun:
        error = context_only(text.data) or NOTHING
        yield {"file": stretch.file, "offset": stretch.offset, "length": len(stretch.data), "error": error}


def _begun(text: bytes, end: int, known: State) -> Iterator[tuple[Open, int, dict[str, str]]]:
    """The calls that begin before `end`, numbered, each with what the header above it tells."""
    for event in events(text, 0, end):
        call = known.take(text, event)
        if call:
            yield call, known.number, known.facts


def _finish(text: bytes, end: int, known: State, calls: list[Open]) -> None:
    """Look for the returns of calls that are still open, in the bytes behind the stretch."""
    known.nesting.sweep(text, end)
    waiting = [call for call in calls if not call.over]
    for event in events(text, end, len(text)) if waiting else ():
        known.take(text, event)
        waiting = [call for call in waiting if not call.over]
        if not waiting:
            return
    known.nesting.sweep(text, len(text))
