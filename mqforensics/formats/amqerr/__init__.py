"""Error logs: `AMQERR0n.LOG` and `.json`, what containers, appliances and `runmqdlq` print."""

import re
from collections.abc import Iterator

from mqforensics.formats.amqerr.cut import START, found, plain
from mqforensics.formats.amqerr.rows import entries, row_of
from mqforensics.formats.clientlog.blocks import blocks
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.text import text_of

__all__ = ["NAME", "START", "TABLE", "queue_manager_of", "read", "sniff"]

NAME, TABLE = "amqerr", "log"
SURE = {"text": 100, "json": 100, "appliance": 100, "basic": 100, "old": 60, "dated": 60}
"""How sure one entry of a form makes us of the file."""
MIXED = 45
"""The most for a text that has errors of clients too: `clientlog` reads both."""
_HANDLER = re.compile(rb"AMQ87\d\d[A-Z]?: ")
_QUEUE_MANAGER = re.compile(r"(?:^|[\\/])qmgrs[\\/]([^\\/]+)[\\/]errors[\\/][^\\/]+$", re.I)
_UNIQUE = re.compile(r"\.\d{3}$")


def sniff(head: bytes) -> int:
    """How sure the first bytes of a file are of an error log, by its first entry."""
    data = plain(text_of(head).data)
    first = next(found(data), None)
    if first is None:
        return 0
    if first.form == "dated" and _HANDLER.search(data, first.at, first.at + 80):
        return 90
    taken = [(begin, end) for begin, end, _ in entries(data)]
    return SURE[first.form] if next(blocks(data, taken), None) is None else min(MIXED, SURE[first.form])


def read(stretch: Stretch) -> Iterator[dict]:
    """One row an entry; a stretch without any is one row that says so."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    data = plain(text.data)
    entries = list(found(data))
    if not entries:
        yield _place(stretch, 0, len(stretch.data)) | {"line": stretch.line, "error": _nothing(data)}
        return
    ends = [entry.at for entry in entries[1:]] + [len(data)]
    line, counted, begin = stretch.line, 0, 0
    for entry, end in zip(entries, ends, strict=True):
        line += data.count(b"\n", counted, entry.at)
        counted = entry.at
        close = text.origin(end) if end < len(data) else len(stretch.data)
        row = row_of(entry, data[entry.at : end])
        row["queue_manager"] = row.get("queue_manager") or queue_manager_of(stretch.file)
        yield _place(stretch, begin, close) | {"line": line} | row
        begin = close


def queue_manager_of(path: str) -> str | None:
    """The queue manager whose log a path like `qmgrs/QM!1/errors/AMQERR01.LOG` is; None for any other path.

    A directory is named after its queue manager with `!` for `.` and `&` for `/`; a number after a dot, added
    where two such names are the same, is no part of the name. `@SYSTEM` belongs to none.
    """
    match = _QUEUE_MANAGER.search(path)
    if not match or match[1].startswith("@"):
        return None
    return _UNIQUE.sub("", match[1]).replace("!", ".").replace("&", "/")


def _place(stretch: Stretch, begin: int, end: int) -> dict:
    return {"file": stretch.file, "offset": stretch.offset + begin, "length": end - begin}


def _nothing(data: bytes) -> str:
    other = " (its JSON records are not of type mq_log)" if b'"ibm_' in data else ""
    return f"no entry of an MQ error log{other}"
