"""What in a trace begins and ends calls: found by plain search, because almost all lines are something else."""

import re
from collections.abc import Iterator
from heapq import merge
from typing import NamedTuple

from mqforensics.formats.jmstrace import agent, header
from mqforensics.formats.jmstrace.lines import Line, line_at

ENTRY, RETURN, ABOUT, HEADER = ">>", "<<", "about", "header"
HEADLINE = re.compile(rb"(\w+\([^)]*\))? *\[(\w+) (>>|<<)\][ \t\r]*$")
TOKENS = {ENTRY: b" >>]", RETURN: b" <<]", ABOUT: agent.ABOUT, HEADER: header.TOKEN}


class Event(NamedTuple):
    """A line that matters; `api` and `method` for the headline of a block."""

    position: int
    kind: str
    line: Line | None = None
    api: str = ""
    method: bytes = b""


def events(text: bytes, start: int, end: int) -> Iterator[Event]:
    """The events whose line begins between `start` and `end`, in order."""
    return merge(*(_events(text, start, end, kind) for kind in TOKENS))


def _events(text: bytes, start: int, end: int, kind: str) -> Iterator[Event]:
    token = TOKENS[kind]
    at = text.find(token, start)
    while at >= 0:
        begin = text.rfind(b"\n", 0, at) + 1
        if begin >= end:
            return
        event = _event(text, begin, at, kind)
        if event and begin >= start:
            yield event
        at = text.find(token, at + 1)


def _event(text: bytes, begin: int, at: int, kind: str) -> Event | None:
    if kind == HEADER:
        return Event(begin, kind) if begin == at else None
    line = line_at(text, at)
    if line is None:
        return None
    if kind == ABOUT:
        return Event(begin, kind, line)
    found = HEADLINE.search(text, max(line.start, at - 2048), line.end)
    if not found or found[3].decode() != kind:
        return None
    return Event(begin, kind, line, found[2].decode(), found[1] or b"")
