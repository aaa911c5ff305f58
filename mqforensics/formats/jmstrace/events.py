"""What in a trace begins and ends calls: found by plain search, because almost all lines are something else."""

import re
from collections.abc import Iterator
from functools import lru_cache
from heapq import merge
from typing import NamedTuple

from mqforensics.formats.jmstrace import agent, header
from mqforensics.formats.jmstrace.lines import Line, line_between
from mqforensics.structures.arrays import positions

ENTRY, RETURN, ABOUT, HEADER = ">>", "<<", "about", "header"
HEADLINE = re.compile(rb"(\w{1,200}\([^)]{0,1000}\))? {0,40}\[(\w{1,80}) (>>|<<)\][ \t\r]{0,40}$")
TOKENS = {ENTRY: b" >>]", RETURN: b" <<]", ABOUT: agent.ABOUT, HEADER: header.TOKEN}
WIDEST = 2048
"""Bytes of a line in which its headline is looked for."""
PIECE = 1 << 20
"""Bytes that are looked through at once: who looks ahead may find what it looks for at the beginning."""


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
    after = start
    for at in _marks(text, start, end, TOKENS[kind]):
        if at < after:
            continue
        begin = text.rfind(b"\n", start, at) + 1 or text.rfind(b"\n", 0, start) + 1
        if begin >= end:
            return
        line_end = text.find(b"\n", at)
        line_end = len(text) if line_end < 0 else line_end
        event = _event(text, begin, at, line_end, kind)
        if event and begin >= start:
            yield event
        after = header.end(text, at) if event and kind == HEADER else line_end


def _marks(text: bytes, start: int, end: int, token: bytes) -> Iterator[int]:
    """Where a token stands on the lines that begin before `end`; none goes over a line's end."""
    stop = text.find(b"\n", max(end - 1, start))
    stop = len(text) if stop < 0 else stop
    for at in range(start, stop, PIECE):
        yield from positions(text, token, at, min(at + PIECE + len(token) - 1, stop)).tolist()


def _event(text: bytes, begin: int, at: int, line_end: int, kind: str) -> Event | None:
    if kind == HEADER:
        return Event(begin, kind) if begin == at else None
    line = line_between(text, begin, line_end)
    if line is None:
        return None
    if kind == ABOUT:
        return Event(begin, kind, line)
    start = max(line.start + len(line.stamp), line_end - WIDEST)
    found = _headline(text[start:line_end], at + 1 - start)
    return Event(begin, kind, line, found[0], found[1]) if found and found[2] == kind else None


@lru_cache(maxsize=4096)
def _headline(line: bytes, mark: int) -> tuple[str, bytes, str] | None:
    """API, method and kind of a headline with its mark, without its time: many are alike."""
    found = HEADLINE.search(line, _near(line, 0, mark))
    return (found[2].decode(), found[1] or b"", found[3].decode()) if found else None


def _near(text: bytes, start: int, at: int) -> int:
    """From where on to look for a headline whose mark is at `at`: its method holds one closing bracket and no blank."""
    bracket = text.rfind(b")", start, at)
    start = max(start, text.rfind(b")", start, max(bracket, start)) + 1)
    opening = text.find(b"(", start, at)
    return max(start, text.rfind(b" ", start, opening) + 1) if opening > 0 else start
