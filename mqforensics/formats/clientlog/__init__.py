"""What applications and MQ clients print when a call of MQ fails, in whatever log stands around it: classes for Java
and JMS, Spring, Kafka Connect, WebSphere, .NET and XMS, Go, Node, Python, C samples, Logstash.

One row an error: a chain of `Caused by` is one, a repeat is another. Entries of a queue manager's log among them are
rows too, as `amqerr` reads them.

To read: `blocks` (where errors begin), `fields`, `failure_patterns`.
"""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from mqforensics.clock import java_dates
from mqforensics.clock.timestamps import time_columns
from mqforensics.codes.code_pages import without_halves
from mqforensics.codes.reason_parser import reasons_in
from mqforensics.formats.amqerr.entry import decode
from mqforensics.formats.amqerr.entry_boundaries import ascii_log
from mqforensics.formats.amqerr.entry_rows import entries
from mqforensics.formats.clientlog import fields
from mqforensics.formats.clientlog.blocks import HEAD, LONGEST, SIGNAL, TIMED, Block, blocks, sentences
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.line_counter import LineCounter
from mqforensics.formats.paste.encoding import text_of

__all__ = ["NAME", "START", "TABLE", "begins", "read", "sniff"]

NAME, TABLE = "clientlog", "log"
START = re.compile(
    b"^(?:" + TIMED.pattern + rb")[^\n]{0,2000}?(?:\n(?!" + HEAD.pattern + rb")[^\n]{0,500}?)?" + SIGNAL.pattern,
    re.M,
)
"""A line with a time, and an error on it or on the line under it, where that has no separate time."""
SURE, BESIDE_A_TRACE = 70, 30
NOTHING = "no error of an MQ client in this text"
PROSE = "a sentence names it, which may be a person's and not a program's"
CUT = f"the error is longer than {LONGEST} bytes: only its beginning was read"
_TRACE = re.compile(rb"\[MQ\w+ (?:>>|<<)\]|^TimeStamp +TID +ObjectId", re.M)
_NO_SEVERITY = re.compile(rb"[ \t>#|*]{0,40}AMQ\d{4,5}: ")
_OF_COMMAND = re.compile(rb"[ \t>#|*]{0,40}AMQ8101[A-Z]?: ")
"""A control command has failed with a reason, in hexadecimal."""
_NOTICE = re.compile(rb"\bJMSCC0108\b")
"""No error: a listener's message was gone. What it says of browsing is `jmstrace`'s."""
_FAKE = re.compile(rb"^Sample AMQSBCG", re.M)
"""A banner of no program: somebody has written what he thinks that it prints."""
_CLOCK = r"\d{1,2}[:.]\d\d[:.]\d\d(?:[.,:]\d{1,9})?"
_STAMPED = re.compile(
    rf"\d{{4}}[-/.]\d\d[-/.]\d\d[T ,]{{1,2}}{_CLOCK}(?: ?(?:Z|[+-]\d\d:?\d\d)\b)?|\d{{8}}T\d{{6}}(?:\.\d+)?Z"
    rf"|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{2,4}},?[T ]{{1,4}}{_CLOCK}(?: [AaPp][Mm]\b)?(?: (?!AM|PM)[A-Z]{{2,5}}\b)?"
    rf"|(?:[A-Z][a-z]{{2}},? )?[A-Z][a-z]{{2}} {{1,2}}\d{{1,2}},? (?:\d{{4}},? )?{_CLOCK}(?: [AP]M)?|{_CLOCK}"
)
_JAVA = re.compile(r"([^\[\n]{10,80}?\d[:.]\d\d[:.]\d\d[^\[\n]{0,24})\[[^\]\n]{1,200}\] com\.ibm\.")
"""The date of a line of `mqjms.log`."""
_TEXTS = (
    "message", "msg", "log", "MESSAGE", "textPayload", "stack_trace", "exception", "thrown", "error", "err", "stack",
)  # fmt: skip
_TIMES = ("@timestamp", "timestamp", "time", "ts", "ibm_datetime")
_LEVELS = ("level", "severity", "loglevel", "log.level")


def sniff(head: bytes) -> int:
    """How sure the first bytes of a file are of a log with errors of MQ clients."""
    data = ascii_log(text_of(head).data)
    errors = [what for _, _, what in _all(data) if isinstance(what, Block) and not what.is_prose]
    texts = [data[block.begin : block.end] for block in errors]
    if all(_NOTICE.search(text) for text in texts) or _FAKE.search(data):
        return 0
    return BESIDE_A_TRACE if _TRACE.search(data) else SURE


def begins(data: bytes) -> Iterator[int]:
    """Where errors of clients begin, outside the entries of a queue manager's log."""
    taken = [(begin, end) for begin, end, _ in entries(data)]
    yield from (block.begin for block in blocks(data, taken) if not block.is_prose)


def names(data: bytes) -> bool:
    """Whether somebody's sentence names a reason or a message of the product in a text of no format."""
    return next(sentences(ascii_log(text_of(data).data)), None) is not None


def read(stretch: FileSlice) -> Iterator[dict]:
    """One row an error and one an entry of a queue manager's log; a text without any is one row that says this."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    data = ascii_log(text.data)
    found = list(_all(data)) or [(one.begin, one.end, one) for one in sentences(data)]
    if not found:
        yield stretch.place(0, len(stretch.data)) | {"line": stretch.line, "error": NOTHING}
        return
    lines, begin = LineCounter(data, stretch.line), 0
    for index, (at, end, what) in enumerate(found):
        following = found[index + 1][0] if index + 1 < len(found) else len(data)
        row = _row(data[at:end], what) if isinstance(what, Block) else what(data[at : min(end, following)])
        close = text.origin(following) if following < len(data) else len(stretch.data)
        yield stretch.place(begin, close) | {"line": lines.at(at)} | row
        begin = close


def _all(data: bytes) -> Iterator[tuple[int, int, Block | Callable[[bytes], dict]]]:
    """Errors and entries in file order; a client prints a server's ids without their severity, inside its own error."""
    written = list(entries(data))
    sure = [entry for entry in written if not _is_quoted(data, entry[0], entry[2].args[0].form)]
    errors = list(blocks(data, [(begin, end) for begin, end, _ in sure]))
    unsure, at = [], 0
    for entry in written if len(sure) < len(written) else ():
        while at < len(errors) and errors[at].end <= entry[0]:
            at += 1
        is_inside = at < len(errors) and errors[at].begin <= entry[0]
        if not is_inside and _is_quoted(data, entry[0], entry[2].args[0].form):
            unsure.append(entry)
    begun = {entry[0] for entry in (*sure, *unsure)}
    ours = [(block.begin, block.end, block) for block in errors if block.begin not in begun]
    yield from sorted([*ours, *sure, *unsure], key=lambda one: one[0])


def _is_quoted(data: bytes, at: int, form: str) -> bool:
    """Whether an entry without a header may be a client's own line, or what a control command prints."""
    return form == "bare" and bool(_NO_SEVERITY.match(data, at) or _OF_COMMAND.match(data, at))


def _row(data: bytes, block: Block) -> dict:
    printed = decode(data).strip("\n \t\0")
    text, zoned, level = _unpacked(printed)
    row = {**_times(printed, zoned), **fields.columns(text), "text": printed}
    row["severity"] = row["severity"] or level
    if block.is_prose and row["reason"] is None:
        row["reason"] = next(reasons_in(text), None)
    return row | {"error": PROSE if block.is_prose else CUT if block.is_cut else None}


def _times(text: str, zoned: str | None) -> dict:
    """The time columns: `zoned` is what a record in JSON says, else the head line tells."""
    if not zoned and (java := _JAVA.match(text)):
        return java_dates.columns(java[1].strip())
    stamp = zoned or _stamp(text)
    iso = stamp.replace(" ", "T", 1) if stamp and re.match(r"\d{4}-\d\d-\d\d ", stamp) else stamp
    return time_columns(iso, stamp)


def _stamp(text: str) -> str | None:
    """The time at the head of a record; one further down is another's."""
    if not HEAD.match(text[:400].encode("utf-8", "replace")):
        return None
    found = _STAMPED.search(text.split("\n", 1)[0][:200])
    return found[0] if found else None


def _unpacked(text: str) -> tuple[str, str | None, str | None]:
    """Message and stack of a log record that is JSON, its time and its level; any other text as it is."""
    if not text.startswith("{") or "\n" in text:
        return text, None, None
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return text, None, None
    if not isinstance(record, dict):
        return text, None, None
    parts = [value if isinstance(value, str) else json.dumps(value) for key in _TEXTS if (value := record.get(key))]
    time, level = (next((record[key] for key in keys if record.get(key)), None) for keys in (_TIMES, _LEVELS))
    return (
        without_halves("\n".join(parts)) or text,
        _zoned(time),
        without_halves(level) if isinstance(level, str) else None,
    )


def _zoned(time: object) -> str | None:
    if isinstance(time, str):
        return without_halves(time)
    if isinstance(time, (int, float)) and not isinstance(time, bool) and 0 < time < 1e14:
        seconds = time / 1000 if time > 1e11 else time
        return datetime.fromtimestamp(seconds, UTC).isoformat()
    return None
