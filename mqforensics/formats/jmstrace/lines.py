"""A line of the trace: written by the client itself, or wrapped by WebSphere Application Server."""

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

STAMP = rb"\[(?P<stamp>\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d\d:\d\d[.:]\d{3}(?:\.\w\w| [\w+:-]+))\]"
BEGIN = re.compile(rb"^\[\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d\d:\d\d[.:]\d{3}[. ]", re.M)
"""Where a line begins that has a time; a value of many lines has others too."""
LINE = re.compile(STAMP + rb" +(?P<thread>\S+)")
DEPTH = re.compile(rb" (?P<depth>[-+:]+) +[a-zA-Z{}!] ")
OWN = re.compile(r"(\d\d)/(\d\d)/(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})\.\w\w")
"""dd/MM/yy, whatever the locale; behind the milliseconds a counter of the lines within one."""
SERVER = re.compile(r"(\d{1,2})([/.])(\d{1,2})[/.](\d{2,4}),? (\d{1,2}):(\d\d):(\d\d)[.:](\d{3}) ([\w+:-]+)")
"""A server writes the date as its locale has it, M/d/yy or dd.MM.yy, and the zone with each line."""
FOLD = 25
"""Levels that a colon of the depth stands for."""


class Line(NamedTuple):
    """One line: where it lies, its thread, how deep the calls are nested there (None where that is not told)."""

    start: int
    end: int
    thread: str
    stamp: str
    depth: int | None


def line_at(text: bytes, position: int) -> Line | None:
    """The line around a position; None when it has no time and thread."""
    start, end = text.rfind(b"\n", 0, position) + 1, text.find(b"\n", position)
    return line_between(text, start, len(text) if end < 0 else end)


def line_between(text: bytes, start: int, end: int) -> Line | None:
    """The line there; None when it has no time and thread."""
    found = LINE.match(text, start, end)
    if not found:
        return None
    depth = _depth(text[found.end() : min(end, found.end() + 200)])
    if depth is None and b"/" in found["stamp"][:3] and b"." in found["stamp"][-3:]:
        depth = 0  # the client leaves the column blank on the outermost level
    return Line(start, end, found["thread"].decode("latin-1"), found["stamp"].decode("latin-1"), depth)


@lru_cache(maxsize=4096)
def _depth(rest: bytes) -> int | None:
    nested = DEPTH.search(rest)
    return None if nested is None else len(nested["depth"]) + nested["depth"].count(b":") * (FOLD - 1)


@lru_cache(maxsize=1024)
def local_time(stamp: str) -> tuple[datetime | None, str | None]:
    """The local time of a stamp and the zone it names, if it names one."""
    own, server = OWN.fullmatch(stamp), SERVER.fullmatch(stamp)
    try:
        if own:
            day, month, year, *clock = map(int, own.groups())
            return datetime(2000 + year, month, day, *clock[:3], clock[3] * 1000), None
        if server:
            return _server(server), server[9]
    except ValueError:
        pass
    return None, None


def _server(found: re.Match[str]) -> datetime:
    first, second, year = int(found[1]), int(found[3]), int(found[4])
    month, day = (first, second) if found[2] == "/" and first <= 12 else (second, first)
    hour, minute, seconds, milliseconds = map(int, found.group(5, 6, 7, 8))
    return datetime(year % 100 + 2000, month, day, hour, minute, seconds, milliseconds * 1000)
