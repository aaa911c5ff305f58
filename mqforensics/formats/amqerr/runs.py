"""Entries that follow one another as the product writes them, as columns: in the text form, and as JSON a line.

An entry falls into parts that do not depend on each other: when it was written, who wrote it, and what it says. The
last two come again and again in one log, so each is read once, by the reader of a single entry. What is odd ends a run
and is read alone; so is the last entry of a run, because nothing after it says where it ends.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.amqerr.entry import FIELD, ID, decode, printed_inserts, saying, writer
from mqforensics.formats.amqerr.entry_boundaries import (
    LONGEST,
    NEEDLES,
    RECORD_KEY,
    EntryStart,
    entry_starts,
    is_ours,
    ours_in,
)
from mqforensics.formats.amqerr.json_entry import COLUMNS, INSERTS, json_row
from mqforensics.formats.tables import LOG, array, places, record_batch

SHORTEST = 32
"""Entries in a run: an Arrow batch of fewer costs more than it saves."""
LINE = 90
"""Bytes of a header before its process."""
WRITER = ("queue_manager", "host", "program", "user", "pid", "tid")
SAYING = (
    "message", "severity", "comp_code", "reason", "text", "explanation", "action", "inserts", "source", "error",
)  # fmt: skip
_UTC = rb"[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}|\.\d{6})Z"
_ENTRY = re.compile(
    rb"(\d[\d./\-]{5,9} \d\d?[:.]\d\d[:.]\d\d(?: [AP]M)?) - (Process\(\d[^()\n]{0,90}\)\s{1,60}"
    + b"".join(rb"%s\([^()\n]{0,400}\)\s{1,60}" % name for name in (b"User", b"Program", b"Host"))
    + b"".join(rb"(?:%s\([^()\n]{0,400}\)\s{1,60})?" % name for name in (b"Installation", b"VRMF"))
    + rb"QMgr\([^()\n]{0,400}\)\s{1,60})Time\((" + _UTC + rb")\)\s{1,60}"
    + rb"((?:(?:RemoteHost|ArithInsert[12]|CommentInsert[123])\([^\n]{0,4000}\n\s{0,60})*+"
    + rb"()AMQ[A-Z]{0,2}\d{4,5}[A-Z]?: [^\n]{0,4000}+\n(?:(?!-----)[^\n]{0,4000}+\n){0,120}+-----[^\n]{0,200}+\n)"
)  # fmt: skip
"""When, who, the time in UTC, and from the inserts to the dashed line what it says."""
_PROCESS = b" - Process("
_WRITER_KEYS = (*COLUMNS.values(), "ibm_processId", "ibm_threadId")
_SAYING_KEYS = ("ibm_messageId", "message", "loglevel", "module", *(key for key, _ in INSERTS))
_DATETIME = b'"ibm_datetime":"'
MOST_KEPT = 1 << 14
"""So many lines are known again by all but their time."""
_TRUTH = re.compile(rb":\s*(?:true|false)")
"""A value that equals a number, and is printed otherwise."""
_TIMES = (len("2026-01-01T00:00:00Z"), len("2026-01-01T00:00:00.000Z"), len("2026-01-01T00:00:00.000000Z"))


@dataclass
class Parts:
    """What entries have in common, each part once."""

    rows: list[dict] = field(default_factory=list)
    nth: dict[Any, int | None] = field(default_factory=dict)
    """Which of `rows` belongs to a key; None where the part is odd."""

    def add(self, key: Any, row: dict | None) -> int | None:
        """Keep a part under its key; None says that it is odd."""
        self.nth[key] = None if row is None else len(self.rows)
        self.rows += [] if row is None else [row]
        return self.nth[key]

    def columns(self, names: tuple[str, ...], which: list[int]) -> dict[str, pa.Array]:
        """The columns of entries by the part that each has."""
        used, places = np.unique(np.array(which), return_inverse=True)
        rows, places = [self.rows[at] for at in used.tolist()], pa.array(places)
        return {name: array([row.get(name) for row in rows], LOG.field(name).type).take(places) for name in names}


@dataclass
class Run:
    """Entries one behind the other: where each begins, its times, and which parts it has."""

    form: str
    end: int
    writers: Parts
    sayings: Parts
    starts: list[int] = field(default_factory=list)
    printed: list[bytes | str] = field(default_factory=list)
    times: list[bytes | str] = field(default_factory=list)
    by: list[int] = field(default_factory=list)
    say: list[int] = field(default_factory=list)

    @property
    def at(self) -> int:
        """Where its first entry begins."""
        return self.starts[0]

    def add(self, start: int, printed: bytes | str, time: bytes | str, by: int, say: int) -> None:
        """One more entry."""
        self.starts.append(start)
        self.printed.append(printed)
        self.times.append(time)
        self.by.append(by)
        self.say.append(say)

    def closed(self) -> Iterator["Run"]:
        """The run without its last entry, if it is worth while and its times are times."""
        count = len(self.starts) - 1
        if count < SHORTEST:
            return
        self.end = self.starts[-1]
        for column in (self.starts, self.printed, self.times, self.by, self.say):
            del column[count:]
        try:
            self.time = pc.cast(pa.array(self.times, pa.string()), LOG.field("time").type)
        except pa.ArrowInvalid:
            return
        yield self

    def batch(self, file: str, offsets: np.ndarray, lines: np.ndarray, of_path: str | None) -> pa.RecordBatch:
        """The rows: `offsets` of their beginnings and of the end of the last, `lines` on which they begin."""
        columns = self.writers.columns(WRITER, self.by) | self.sayings.columns(SAYING, self.say)
        manager = columns["queue_manager"]
        columns["queue_manager"] = pc.coalesce(manager, pa.scalar(of_path, pa.string())) if of_path else manager
        times = {"time": self.time, "time_text": self.printed, "time_note": [None] * len(lines)}
        columns |= {**places(file, offsets), "line": lines, **times}
        return record_batch(columns, LOG)


def consecutive(data: bytes) -> list[Run]:
    """Every run in a log, in order."""
    return sorted([*_text_runs(data), *_json_runs(data)], key=lambda run: run.at)


def _text_runs(data: bytes) -> Iterator[Run]:
    writers, sayings = Parts(), Parts()
    at = data.find(_PROCESS)
    while at >= 0:
        run = Run("text", 0, writers, sayings)
        begin = data.rfind(b"\n", max(at - LINE, 0), at) + 1 or (0 if at <= LINE else at)
        while (entry := _ENTRY.match(data, begin)) and (parts := _parts(entry, writers, sayings)):
            run.add(begin, entry[1], entry[3], *parts)
            begin = entry.end()
        yield from run.closed()
        at = data.find(_PROCESS, max(begin, at + 1))


def _parts(entry: re.Match[bytes], writers: Parts, sayings: Parts) -> tuple[int, int] | None:
    """Which parts an entry has; None when it is odd."""
    by_key, say_key = entry[2], entry[4]
    if not by_key.isascii():  # the code page of an entry is told by the whole of it
        by_key = say_key = by_key + say_key
    by, say = writers.nth.get(by_key, -1), sayings.nth.get(say_key, -1)
    if by == -1 or say == -1:
        if not _is_alone(entry):
            return None
        text = decode(entry[0])
        at = text.find("AMQ")
        header, id_ = text[:at], ID.match(text, at)
        if by == -1:
            by = writers.add(by_key, writer(dict(reversed(FIELD.findall(header)))))
        if say == -1:
            say = sayings.add(say_key, saying(id_, text[id_.end() :], printed_inserts(header)))
    return by, say


def _is_alone(entry: re.Match[bytes]) -> bool:
    """Whether nothing else in the entry begins one, and its id is the first in it."""
    data = entry[0]
    if len(data) > LONGEST // 2 or data.find(b"AMQ") != entry.start(5) - entry.start():
        return False
    behind = data[len(entry[1]) :]
    return sum(map(behind.count, NEEDLES)) == 2 or list(entry_starts(data)) == [EntryStart("text", 0, entry[1])]


class _Odd(ValueError):
    """A number with a fraction equals a whole one, and is printed otherwise."""


def _fraction(text: str) -> float:
    raise _Odd(text)


_SCAN = json.JSONDecoder(strict=False, parse_float=_fraction).scan_once


def _json_runs(data: bytes) -> Iterator[Run]:
    writers, sayings = Parts(), Parts()
    run = Run("json", 0, writers, sayings)
    seen: dict[bytes, tuple[int, int] | tuple[()]] = {}
    begin = _first_line(data, 0)
    tells_truth = begin >= 0 and bool(_TRUTH.search(data))
    while begin >= 0:
        end = data.find(b"\n", begin)
        line = data[begin:end] if end >= 0 else b""
        rest, stamp = _without_time(line)
        known = seen.get(rest)
        if known and _is_time(stamp):
            run.add(begin, stamp, stamp, *known)
        elif known != () or not run.starts:  # within a run a line of others is passed over
            record = _record(line, tells_truth) if line else None
            is_ours = record is not None and _add(run, begin, record, writers, sayings)
            if not (is_ours or (record is not None and run.starts and _is_others(record))):
                yield from run.closed()
                run = Run("json", 0, writers, sayings)
            elif rest and len(seen) < MOST_KEPT and record.get("ibm_datetime") == stamp and b"\\u" not in rest:
                seen[rest] = (run.by[-1], run.say[-1]) if is_ours else ()
            if record is None and end >= 0:
                begin = _first_line(data, end)
                continue
        begin = end + 1 if 0 <= end < len(data) - 1 else -1
    yield from run.closed()


def _without_time(line: bytes) -> tuple[bytes, str]:
    """A line but for its time, and that; nothing where it is not one line of one time."""
    at = line.find(_DATETIME) + len(_DATETIME)
    stop = line.find(b'"', at)
    stamp = line[at:stop]
    if at < len(_DATETIME) or not 0 < len(stamp) <= 32 or len(line) > LONGEST // 2:
        return b"", ""
    if stamp.translate(None, b"0123456789-+:.TZ") or line.find(_DATETIME[:-2], stop) >= 0:
        return b"", ""
    return line[:at] + line[stop:], stamp.decode("ascii")


def _is_time(stamp: str) -> bool:
    return len(stamp) in _TIMES and stamp[-1] == "Z" and stamp[0] in "12"


def _first_line(data: bytes, at: int) -> int:
    if at == 0 and data.startswith(b'{"'):
        return 0
    return data.find(b'\n{"', at) + 1 or -1


def _record(line: bytes, tells_truth: bool) -> Mapping[str, Any] | None:
    """The record that a line is, where nothing else in it could begin an entry."""
    key = line.find(RECORD_KEY)
    if not key > 0 or len(line) >= LONGEST or not line.startswith(b'{"') or not line.rstrip().endswith(b"}"):
        return None
    if key > 1 and (b"{" in line[1:key] or any(line.find(needle, 0, key) >= 0 for needle in NEEDLES)):
        return None
    if tells_truth and _TRUTH.search(line):
        return None
    text = line.decode("utf-8", "replace")
    try:
        record, end = _SCAN(text, 0)
    except (ValueError, RecursionError, StopIteration):
        return None
    return record if end == len(text) or text[end:].isspace() else None


def _is_others(record: Mapping[str, Any]) -> bool:
    return next(ours_in(record), None) is None


def _add(run: Run, begin: int, record: Mapping[str, Any], writers: Parts, sayings: Parts) -> bool:
    """Add an entry to the run; False when it is odd or none."""
    get = record.get
    stamp = get("ibm_datetime")
    if get("type") != "mq_log" or type(stamp) is not str or "" in record or not _is_time(stamp):
        return False
    by_key, say_key = tuple(map(get, _WRITER_KEYS)), tuple(map(get, _SAYING_KEYS))
    try:
        by, say = writers.nth.get(by_key, -1), sayings.nth.get(say_key, -1)
    except TypeError:  # a list or another record in place of a text
        return False
    if by == -1 or say == -1:
        row = json_row(record) if is_ours(record) else None
        by = writers.add(by_key, row) if by == -1 else by
        say = sayings.add(say_key, row) if say == -1 else say
    if by is None or say is None:
        return False
    run.add(begin, stamp, stamp, by, say)
    return True
