"""What in a trace begins and ends calls: found by plain search, because almost all lines are something else."""

import re
from collections.abc import Iterator
from heapq import merge
from typing import NamedTuple

from mqforensics.formats.jmstrace import agent, header
from mqforensics.formats.jmstrace.lines import Line, line_at

ENTRY, RETURN, ABOUT, HEADER = ">>", "<<", "about", "header"
HEADLINE = re.compile(rb"(\w{1,200}\([^)]{0,1000}\))? {0,40}\[(\w{1,80}) (>>|<<)\][ \t\r]{0,40}$")
TOKENS = {
    ENTRY: re.compile(rb">>\](?<= >>\])"), RETURN: re.compile(rb"<<\](?<= <<\])"),
    ABOUT: re.compile(re.escape(agent.ABOUT)), HEADER: re.compile(re.escape(header.TOKEN)),
}  # fmt: skip
"""They begin with a sign that is rare in a trace, so that a search can skip to it."""


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
    """The events of one kind; a line begins one at most, and a header ends where a line has a time."""
    token = TOKENS[kind]
    found = token.search(text, start)
    while found:
        at = found.start()
        begin = text.rfind(b"\n", start, at) + 1 or text.rfind(b"\n", 0, start) + 1
        if begin >= end:
            return
        line_end = text.find(b"\n", at)
        line_end = len(text) if line_end < 0 else line_end
        event = _event(text, begin, at, line_end, kind)
        if event and begin >= start:
            yield event
        found = token.search(text, header.end(text, at) if event and kind == HEADER else line_end)


def _event(text: bytes, begin: int, at: int, line_end: int, kind: str) -> Event | None:
    if kind == HEADER:
        return Event(begin, kind) if begin == at else None
    line = line_at(text, at)
    if line is None:
        return None
    if kind == ABOUT:
        return Event(begin, kind, line)
    found = HEADLINE.search(text, _near(text, max(line.start, line_end - 2048), at), line_end)
    if not found or found[3].decode() != kind:
        return None
    return Event(begin, kind, line, found[2].decode(), found[1] or b"")


def _near(text: bytes, start: int, at: int) -> int:
    """From where on to look for a headline whose mark is at `at`: its method holds one closing bracket and no blank."""
    bracket = text.rfind(b")", start, at)
    start = max(start, text.rfind(b")", start, max(bracket, start)) + 1)
    opening = text.find(b"(", start, at)
    return max(start, text.rfind(b" ", start, opening) + 1) if opening > 0 else start
