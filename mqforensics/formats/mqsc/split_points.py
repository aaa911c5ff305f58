"""Where a large capture is cut, and what a stretch must know of the session that it begins in.

Best is where the product's own line begins another session. Where none is near, a capture is cut between two objects
of an answer: the answer goes on in the next stretch, and neither part of it can tell that it is whole.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from mmap import mmap

import numpy as np

from mqforensics.formats.mqsc import keywords
from mqforensics.formats.mqsc.capture_lines import Line, bare_line, cells, lines, two_cells
from mqforensics.formats.mqsc.command_parser import TYPED, Call, Command, parse_call
from mqforensics.formats.mqsc.runmqsc_session import ECHO, Session, is_source
from mqforensics.structures.arrays import count, padded, windows

START = re.compile(rb"^5\d{3}-\w{3}[ \t][^\n]{0,40}Copyright IBM", re.M)
PRODUCT, ANSWER = b"Copyright IBM", b"\nAMQ8"
"""What a literal search finds before its line is looked at: a session's first line, an object's."""
SHOWN = re.compile(rf"AMQ(?:{keywords.NUMBERS})[A-Z]?: ".encode())
CELL = re.compile(rb"   [A-Z][A-Z0-9]*\([^\r\n]*\)[ \t]*\r?")
LONGEST = 1024
COLUMNS = re.compile(rb"  [A-Z][A-Z0-9]*(?:\(|[ \t\r]*(?:\n|$))")
TAIL = 4096
"""Bytes before a session that may say when it was taken, and of which queue manager."""
LOOKAHEAD = 80
HEAD, NUMBER, INDENT, WORD, NEWLINE = b"AMQ8", 7, 3, 8, ord("\n")
MASKS = [np.uint64((1 << 8 * size) - 1) for size in range(WORD)]
"""What leaves so many of the first bytes of a word."""
BLANKS = int.from_bytes(b" " * INDENT, "little")


def next_record_start(data: bytes | mmap, offset: int, near: int) -> int:
    """Where the first session begins from `offset` on, if that is `near`; else, if the end is not, an object."""
    at = data.find(PRODUCT, offset, offset + near)
    while at >= 0:
        if (begin := _session_at(data, at)) is not None and begin >= offset:
            return begin
        at = data.find(PRODUCT, at + 1, offset + near)
    at = data.find(ANSWER, offset) if len(data) > offset + near else -1
    while at >= 0:
        before = data.rfind(b"\n", max(at - LONGEST, 0), at) + 1
        if before and CELL.fullmatch(data[before:at]) and SHOWN.match(data, at + 1):
            return at + 1
        at = data.find(ANSWER, at + 1)
    return len(data)


def context_after(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> dict[str, str]:
    """What the stretch at `stop` must know: of a session that goes on there, or of what stands before a new one."""
    stop = len(data) if stop is None else stop
    if not goes_on(data[stop : stop + LOOKAHEAD]):
        return _before(data, context, start, stop)
    begin = _last_start(data, start, stop)
    if begin > start:
        context, start = _before(data, context, start, begin), begin
    return _within(data[start:stop], context)


def goes_on(after: bytes) -> bool:
    """Whether a session goes on in the bytes after a stretch."""
    return bool(after) and not START.match(after)


def session_at(data: bytes, context: Mapping[str, str], first: int) -> Session:
    """The session that a stretch begins with on the line `first`, as far as its `context` knows it."""
    columns = "columns" in context or (bool(COLUMNS.search(data)) and _has_columns(lines(data, first)))
    session = Session(columns, first + int(context.get("run", 0)))
    session.time, session.hint, session.cut = context.get("time"), context.get("hint"), bool(context.get("cut"))
    if "echo" not in context:
        return session
    session.used = session.answered = True
    session.resumed, session.echo, session.heard = session.run, int(context["echo"]), context.get("heard")
    if "command" in context:
        session.command = Command(context["command"], broken=True)
    if "manager" in context:
        session.managers[session.run] = context["manager"]
    if "doubtful" in context:
        session.doubtful.add(session.run)
    return session


def _has_columns(shown: Iterable[Line]) -> bool:
    return any(two_cells(line.text.strip()) for line in shown)


def _last_start(data: bytes | mmap, start: int, stop: int) -> int:
    at = data.rfind(PRODUCT, start, stop)
    while at >= 0:
        if (begin := _session_at(data, at)) is not None and begin >= start:
            return begin
        at = data.rfind(PRODUCT, start, at)
    return start


def _session_at(data: bytes | mmap, at: int) -> int | None:
    """Where the line around a place begins that is a session's first; None for any other."""
    begin = data.rfind(b"\n", 0, at) + 1
    return begin if START.match(data, begin) else None


def _before(data: bytes | mmap, context: Mapping[str, str], start: int, stop: int) -> dict[str, str]:
    """What stands before the product's own line and is of the session that it begins: its date, the command typed.

    What the last call says of a program that takes lines out holds until the next one.
    """
    tail = data[max(stop - TAIL, 0) : stop]
    before = list(lines(tail, -tail.count(b"\n")))
    session = Session(_has_columns(before), before[0].number if before else 0)
    last = _last_call(data, start, stop)
    session.cut = last.cut if last else bool(context.get("cut"))
    for line in before[1:] if stop > TAIL else before:  # the first may be cut
        session.feed(line)
    known = {} if session.used else {"time": session.time, "hint": session.hint, "run": session.run}
    known["cut"] = session.cut
    return _context(known)


def _last_call(data: bytes | mmap, start: int, stop: int) -> Call | None:
    at = data.rfind(b"runmqsc", start, stop)
    while at >= 0:
        begin, end = data.rfind(b"\n", start, at) + 1 or start, data.find(b"\n", at, stop)
        words = bare_line(0, 0, data[begin : stop if end < 0 else end]).text
        if not (ECHO.match(words) or TYPED.match(words) or cells(words)) and (call := parse_call(words)):
            return call
        at = data.rfind(b"runmqsc", start, begin)
    return None


def _within(data: bytes, context: Mapping[str, str]) -> dict[str, str]:
    """What is known of the session that goes on after `data`, which ends inside an answer."""
    first = -count(data, NEWLINE, 0, len(data))
    session, source = session_at(data, context, first), False
    for number, begin, end in _judged(data):
        for line in lines(data[begin:end], first + number):
            source = is_source(line, source)
            if not source:
                session.feed(line)
    names = [name for record in session.records if record.session == session.run and (name := record.shown_by)]
    heard = session.heard if session.resumed == session.run else None
    known = {
        "run": session.run, "time": session.time, "cut": session.cut, "echo": str(session.echo),
        "command": session.command and session.command.text, "manager": session.managers.get(session.run),
        "heard": names[-1] if names else heard, "doubtful": session.run in session.doubtful,
        "columns": session.columns,
    }  # fmt: skip
    return _context(known)


def _context(known: Mapping[str, object]) -> dict[str, str]:
    return {key: str(value) for key, value in known.items() if value}


def _judged(data: bytes) -> Iterator[tuple[int, int, int]]:
    """What is more than objects with their cells: its first line's number from 0, its first byte, the one after it.

    The object before it is there too, of many the last. What has been passed over says nothing of a session.
    """
    text = padded(data)
    starts = np.append(0, np.flatnonzero(text[: len(data)] == NEWLINE) + 1)
    rows = windows(text, starts, WORD)
    words, letter = rows.view("<u8").ravel(), rows[:, INDENT]
    is_head = words & MASKS[len(HEAD)] == int.from_bytes(HEAD, "little")
    is_cell = (words & MASKS[INDENT] == BLANKS) & (letter >= ord("A")) & (letter <= ord("Z"))
    is_blank = (rows[:, 0] == NEWLINE) | (words & MASKS[2] == int.from_bytes(b"\r\n", "little"))
    block, heads = np.cumsum(is_head), np.append(0, np.flatnonzero(is_head))
    plain = (np.bincount(block[is_cell], minlength=len(heads)) > 0) & _are_shown(rows[heads, :NUMBER])
    plain[block[~(is_head | is_cell | is_blank)]] = False
    plain[0] = plain[-1] = False
    plain[:-1] &= plain[1:]  # the last one before what is judged
    edges = np.append(heads, len(starts))
    for nth in np.flatnonzero(~plain).tolist():
        line, after = edges[nth], edges[nth + 1]
        yield int(line), int(starts[line]), int(starts[after]) if after < len(starts) else len(data)


def _are_shown(heads: np.ndarray) -> np.ndarray:
    """Which messages, by the bytes of their numbers, show an object that names no queue manager as its own."""
    numbers, nth = np.unique(np.ascontiguousarray(heads).view(f"S{NUMBER}").ravel(), return_inverse=True)
    names = [number.decode("latin-1") for number in numbers.tolist()]
    return np.array([name in keywords.TYPES and name not in keywords.TELLING for name in names])[nth]
