"""Error logs: `AMQERR0n.LOG` and `.json`, what containers, appliances and `runmqdlq` print, job logs of IBM i and z/OS,
events of Windows.

To read: `entry_boundaries` (where entries begin), `entry`, `json_entry` (JSON), `inserts`, `product_sentences`,
`windows`, `ibmi` and `zos_entries` (other systems), `entry_rows`, `runs` (many entries at once).
"""

import re
from collections.abc import Iterator, Mapping
from mmap import mmap

import numpy as np
import pyarrow as pa

from mqforensics.clock import timestamps
from mqforensics.formats import qmgr_directory
from mqforensics.formats.amqerr import ibmi, product_sentences
from mqforensics.formats.amqerr.entry_boundaries import ISO, START, EntryStart, ascii_log, entry_starts
from mqforensics.formats.amqerr.entry_rows import entries, row_of
from mqforensics.formats.amqerr.ibmi import last_job, of_job
from mqforensics.formats.amqerr.runs import Run, consecutive
from mqforensics.formats.amqerr.zos_entries import Days, last_day
from mqforensics.formats.api import BEFORE
from mqforensics.formats.clientlog.blocks import blocks
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.line_counter import LineCounter
from mqforensics.formats.paste import windows_events, zos_consoles
from mqforensics.formats.paste.encoding import Text, text_of

__all__ = ["MARKS", "NAME", "START", "TABLE", "context_after", "queue_manager_of", "read", "sniff"]

NAME, TABLE = "amqerr", "log"
BY_NAME = True
_CONSOLE = re.compile(
    rb"(?m)^[^\n]{0,60}?" + zos_consoles.CLOCK + rb"[ \t]+" + zos_consoles.JOB
    + rb"[ \t]+" + zos_consoles.FLAGS + rb"\+?CSQ[A-Z]\d{3}[IWEDA]\b"
)  # fmt: skip
_DAY = rb"\d{4}-\d\d-\d\d"
MARKS = (
    (b" - Process(", re.compile(BEFORE + rb"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[^\n(]{3,40} - Process\(\d")),
    (b" AMQ", re.compile(BEFORE + _DAY + rb"T\d\d:\d\d:\d\d[.\d]{0,10}(?:Z|[+-]\d\d:?\d\d) AMQ\d{4}[A-Z]: ")),
    (b"CSQ", re.compile(BEFORE + rb"CSQ(?![MNU])[A-Z]\d{3}[EW] ")),
    *((job, _CONSOLE) for job in (b" STC", b" JOB", b" TSU")),
    (b"MSGID ", re.compile(BEFORE + ibmi.HEADING.pattern)),
    (b"AMQ", re.compile(BEFORE + ibmi.SCREEN)),
    *((label, windows_events.OWN) for label in windows_events.NEEDLES),
)
SURE = {
    "text": 100, "json": 100, "appliance": 100, "basic": 100, "script": 100, "zos": 100, "joblog": 100, "screen": 100,
    "windows": 100, "winxml": 100, "old": 60, "dated": 60, "bare": 60,
}  # fmt: skip
"""How sure one entry of a form makes us of the file."""
MIXED = 45
"""The most for a text that has errors of clients too: `clientlog` reads both."""
_REPLY = re.compile(rb"AMQ8(?!07[3-9]|135|5|7[0-6])\d{3}|AMQ7056|CSQ(?:N205|M|9|U|V)")
"""What commands answer: no entries of a log."""
_TOLD, TOLD = re.compile(rb"CSQ[A-Z0-9]\d{3}I"), 80
"""What is only told stands among what commands answer, too."""
_HANDLER = re.compile(rb"AMQ87\d\d[A-Z]?: ")
_QUEUE_MANAGER = re.compile(r"(?:^|[\\/])qmgrs[\\/]([^\\/]+)[\\/]errors[\\/][^\\/]+$", re.I)
_NAMING = b"Using queue manager name: "
_NAMED = re.compile(rb"(?P<prefix>[^\n]{0,160}?)" + ISO + rb"[ \t]+" + _NAMING + rb"(?P<name>[A-Za-z0-9._%/]{1,48})")
CONTAINER = ("script", "basic")
_CONTAINER, CONTAINERS = "container ", 64
"""How the key of a container begins, behind which its prefix stands; so many are known at a time."""


def sniff(head: bytes) -> int:
    """How sure the first bytes of a file are of an error log, by its surest entry."""
    data = ascii_log(text_of(head).data)
    score, taken = 0, []
    for begin, end, make in entries(data):
        taken.append((begin, end))
        score = max(score, _sure(make.args[0].form, data[begin : min(end, begin + 400)]))
    if not taken:
        return product_sentences.SURE if next(product_sentences.sentence_starts(data), None) else 0
    has_client = any(not block.is_prose for block in blocks(data, taken))
    return min(MIXED, score) if has_client else score


def _sure(form: str, entry: bytes) -> int:
    if form == "dated" and _HANDLER.search(entry):
        return 90
    if form in ("bare", "zos") and _REPLY.search(entry[:120]):
        return 0
    return TOLD if form == "zos" and _TOLD.search(entry[:120]) else SURE[form]


def context_after(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> dict[str, str]:
    """The queue managers that start programs of containers have named last, by what stood before the time of that line.

    Of a job's log on z/OS the last date, of one on IBM i the last job.
    """
    stop = len(data) if stop is None else stop
    context = {**context, **last_day(data, start, stop), **last_job(data, start, stop)}
    lines: dict[bytes, re.Match] = {}
    while (at := data.rfind(_NAMING, start, stop)) >= 0 and len(lines) < CONTAINERS:
        begin, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
        if name := _NAMED.match(data, begin, end if end >= 0 else len(data)):
            lines.setdefault(name["prefix"], name)
        stop = at
    for name in reversed(lines.values()):
        context = _with(context, name)
    return context


def read(stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """One row an entry; text before the first belongs to it; a stretch without any is one row that says this."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    data = ascii_log(text.data)
    whole = list(entry_starts(data, consecutive(data) if text.encoding == "utf-8" else ()))
    if not whole and (told := list(product_sentences.sentence_starts(data))):
        yield from _numberless(data, told, text, stretch)
        return
    if not whole:
        yield stretch.place(0, len(stretch.data)) | {"line": stretch.line, "error": _nothing(data)}
        return
    ends = [entry.at for entry in whole[1:]]
    ends.append(len(data))
    of_path, known = queue_manager_of(stretch.file), dict(stretch.context)
    lines, begin = LineCounter(data, stretch.line), 0
    days, stamps = Days(data, known.get("day")), stretch.stamps
    for entry, end in zip(whole, ends, strict=True):
        known |= last_job(data, lines.place, entry.at) if entry.form == "joblog" else {}
        line = lines.at(entry.at)
        close = text.origin(end) if end < len(data) else len(stretch.data)
        if isinstance(entry, Run):
            offsets = np.concatenate([[begin], text.origins(entry.starts[1:]), [close]]) + stretch.offset
            yield entry.batch(stretch.file, offsets, line + _lines(data, entry), of_path)
            begin = close
            continue
        bytes_ = data[entry.at : end]
        row = row_of(entry, bytes_)
        if not row.get("queue_manager"):
            row["queue_manager"] = of_path or (_of_container(entry, bytes_, known) if entry.form in CONTAINER else None)
        elif entry.form == "script" and (name := _NAMED.match(bytes_)):
            known = _with(known, name)
        if entry.form == "joblog":
            row |= of_job(row, known.get("job"))
        elif entry.form == "zos":
            row |= days.time(bytes_.split(b"\n", 1)[0], entry.at, stamps.get(line))
        elif line in stamps and not row.get("time_text"):
            # It has none of its own: what collected it says when.
            row |= timestamps.time_columns(stamps[line], stamps[line])
        row |= stretch.place(begin, close) | {"line": line}
        yield row
        begin = close


def _numberless(data: bytes, told: list[tuple[int, bytes]], text: Text, stretch: FileSlice) -> Iterator[dict]:
    """Rows of entries that are known by their sentences."""
    begin, ends, lines = 0, [*(at for at, _ in told[1:]), len(data)], LineCounter(data, stretch.line)
    for (at, message), end in zip(told, ends, strict=True):
        close = text.origin(end) if end < len(data) else len(stretch.data)
        row = row_of(EntryStart("bare", at), product_sentences.with_number(data[at:end], message))
        yield row | stretch.place(begin, close) | {"line": lines.at(at)}
        begin = close


def _lines(data: bytes, run: Run) -> np.ndarray:
    """How many lines each entry of a run is below the first."""
    ends = np.flatnonzero(np.frombuffer(data, np.uint8, run.end - run.at, run.at) == ord("\n"))
    return np.searchsorted(ends, np.array(run.starts) - run.at)


def _with(context: Mapping[str, str], named: re.Match) -> dict[str, str]:
    """What is known, and the queue manager of one container more; of very many containers, of the last ones."""
    key = _CONTAINER + named["prefix"].decode("latin-1")
    known = {other: value for other, value in context.items() if other != key}
    of_containers = [other for other in known if other.startswith(_CONTAINER)]
    known = {other: value for other, value in known.items() if other not in of_containers[: 1 - CONTAINERS]}
    return {**known, key: named["name"].decode("ascii", "replace")}


def _of_container(entry: EntryStart, data: bytes, known: Mapping[str, str]) -> str | None:
    """The queue manager that was named before, on a line of the same container."""
    return known.get(_CONTAINER + data[: data.find(entry.when)].decode("latin-1"))


def queue_manager_of(path: str) -> str | None:
    """The queue manager whose log a path like `qmgrs/QM!1/errors/AMQERR01.LOG` is; None for any other path.

    `@SYSTEM` belongs to none.
    """
    match = _QUEUE_MANAGER.search(path)
    if not match or match[1].startswith("@"):
        return None
    return qmgr_directory.queue_manager_of(match[1])


def _nothing(data: bytes) -> str:
    other = " (its JSON records are not of type mq_log)" if b'"ibm_' in data else ""
    return f"no entry of an MQ error log{other}"
