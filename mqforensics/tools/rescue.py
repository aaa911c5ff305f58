"""Messages out again: a file that dmpmqmsg can load, so that what was rescued can be put back."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from mqforensics import structures
from mqforensics.errors import MQForensicsError
from mqforensics.files.output import new_file
from mqforensics.formats import dmpmqmsg
from mqforensics.spark_compat import each_row_of, local_frame
from mqforensics.structures import MQDLH
from mqforensics.validation import FLAG, PATH, table, validated

COLUMNS = (
    "file", "offset", "number", "queue", "md", "dlh", "headers", "data", "body", "data_length", "missing", "gaps",
    "error",
)  # fmt: skip
NEEDED = ("md", "data")
REPORT = "file string, offset long, number int, queue string, written boolean, reason string"
TRIPLE = ("Encoding", "CodedCharSetId", "Format")
AS_BEFORE = (0, -2)
"""CodedCharSetId of a header that says: as in the structure before (MQCCSI_UNDEFINED, MQCCSI_INHERIT)."""
HIDDEN = 'its data holds a password ({}) and is masked: read the messages with .option("secrets", "true")'


KEPT, UNLIMITED, LEFT_OUT = EXPIRIES = ("kept", "unlimited", "left_out")
NOTES = (
    "These are copies: the originals are still on the queue that was dumped.",
    "Load them to another queue or take care: loaded to the same queue they are there twice.",
    "Check the load. Only then take the originals off: dmpmqmsg -m QMGR -I QUEUE -f TAKEN.OFF gets every message of",
    "the queue, those that are not in this file, too.",
    "A EXP n is the expiry in tenths of a second; it counts again from the load.",
)


class ExpiryExpected(MQForensicsError, ValueError):
    """An expiry that is none of `EXPIRIES`."""


class MessagesExpected(MQForensicsError, ValueError):
    """A table without the columns of messages."""


class NotKnown(Exception):
    """What a message lacks to be written."""


@dataclass(frozen=True)
class Verdict:
    """What becomes of one message: its lines, or None when it is left out, and what is to be said of it."""

    row: Mapping[str, Any]
    lines: str | None
    reason: str = ""


@dataclass(frozen=True)
class Rescued:
    """What became of the messages; `report` has a row for each that was left out or written with a remark."""

    path: str
    written: int
    left_out: int
    report: DataFrame

    def __str__(self) -> str:
        copies = "; the originals are still on the queue" if self.written else ""
        return f"{self.written} messages written to {self.path}, {self.left_out} left out{copies}"


@validated(messages=table(*NEEDED)._replace(error=MessagesExpected), path=PATH, dlh=FLAG)
def write_dmpmqmsg(messages: DataFrame, path: str | os.PathLike, *, dlh: bool = True, expiry: str = KEPT) -> Rescued:
    """Write copies of `messages` to one file that `dmpmqmsg -o QUEUE -f FILE` loads, in the order that they come in.

    `messages` has at least the columns `md` and `data` of the messages table. With `dlh=False` the MQDLH is taken off:
    Format, Encoding and CodedCharSetId of the MQMD become those that it keeps, and its bytes go. `expiry`: `kept` (what
    is left of it counts again from the load), `unlimited`, or `left_out` (dmpmqmsg's default). A message whose bytes or
    MQMD are not all known is left out, never fixed; the report says which and why, and which fields dmpmqmsg will fill
    with its defaults. The file is there when all of it is written, or not at all. Its first lines say that the
    originals are still on the queue.

    Raises `MessagesExpected` for a table that holds no messages, `ExpiryExpected` for another `expiry`.
    """
    if expiry not in EXPIRIES:
        raise ExpiryExpected(f"expected expiry as one of {', '.join(EXPIRIES)}, got {expiry!r}")
    return write(rows(messages), path, messages.sparkSession, dlh=dlh, expiry=expiry)


def write(
    found: Iterable[Mapping[str, Any]], path: str | os.PathLike, spark: SparkSession, *, dlh: bool, expiry: str = KEPT
) -> Rescued:
    """The same for rows that `rows` gave."""
    path, report, counts = os.fspath(path), [], Counter()
    with new_file(path, encoding="ascii", newline="\n") as file:
        for text, verdict in loadable(verdicts(found, dlh, expiry)):
            file.write(text)
            counts[verdict is not None and verdict.lines is not None] += verdict is not None
            if verdict and verdict.reason:
                place = (verdict.row[name] for name in ("file", "offset", "number", "queue"))
                report.append((*place, verdict.lines is not None, verdict.reason))
    return Rescued(path, counts[True], counts[False], local_frame(spark, report, REPORT))


def rows(messages: DataFrame) -> Iterator[dict[str, Any]]:
    """The messages of a table one after another, with all that writing needs."""
    there = [name for name in messages.columns if name in COLUMNS or name.startswith("_")]
    for row in each_row_of(messages.select(*there)):
        yield {"file": None, "offset": None, "number": None, "queue": None, **row.asDict(recursive=True)}


def loadable(messages: Iterable[Verdict]) -> Iterator[tuple[str, Verdict | None]]:
    """The text of the file that dmpmqmsg loads, piece by piece, each with the message that it is of."""
    queue, is_empty = None, True
    for message in messages:
        text, name = message.lines, message.row.get("queue")
        if text is not None:
            if is_empty:
                text = dmpmqmsg.header(queue=name, notes=NOTES) + text
            elif name and name != queue:
                text = f"{dmpmqmsg.comment(f'Queue = {name}')}\n{text}"
            queue, is_empty = name or queue, False
        yield text or "", message
    if is_empty:
        yield dmpmqmsg.header(), None


def verdicts(found: Iterable[Mapping[str, Any]], dlh: bool = True, expiry: str = KEPT) -> Iterator[Verdict]:
    """What becomes of each message of the messages table, in order; `dlh` and `expiry` as in `write_dmpmqmsg`."""
    for row in found:
        try:
            yield _verdict(row, dlh, expiry)
        except (NotKnown, dmpmqmsg.FieldNotWritable) as why:
            yield Verdict(row, None, str(why))


def _verdict(row: Mapping[str, Any], dlh: bool, expiry: str) -> Verdict:
    md, data, error, remarks = row["md"], row["data"], row.get("error"), []
    if md is None:
        raise NotKnown("its MQMD is not in the evidence")
    if row.get("gaps") or row.get("missing"):
        raise NotKnown(f"not all of its bytes are in the evidence: {error}")
    if not dlh and row.get("dlh"):
        md, data = _without_dlh(row, remarks)
    passwords = structures.secrets(row.get("headers") or (), row.get("data_length")) if data is None else ()
    if passwords:
        raise NotKnown(HIDDEN.format(", ".join(f"{length} bytes at offset {offset}" for offset, length in passwords)))
    if data is None or row.get("data_length", 0) is None:
        raise NotKnown(f"its bytes are not exactly known: {error}")
    if any(md.get(name) is None for name in TRIPLE):
        raise NotKnown(f"Format, Encoding and CodedCharSetId are not all known: {error}")
    md = _with_expiry(md, expiry, remarks)
    defaults = dmpmqmsg.absent(md)
    if defaults:
        remarks.append(f"not in the evidence, so dmpmqmsg will use its defaults: {', '.join(defaults)}")
    return Verdict(row, dmpmqmsg.lines(md, data), "; ".join([*remarks, error] if error else remarks))


def _with_expiry(md: Mapping[str, Any], expiry: str, remarks: list[str]) -> Mapping[str, Any]:
    if expiry == LEFT_OUT:
        return {name: value for name, value in md.items() if name != "Expiry"}
    if expiry == UNLIMITED:
        return {**md, "Expiry": -1}
    left = md.get("Expiry")
    if left is not None and left > 0:
        remarks.append(f"its Expiry of {left / 10:g} seconds counts again from the load")
    return md


def _without_dlh(row: Mapping[str, Any], remarks: list[str]) -> tuple[dict[str, Any], bytes | None]:
    """MQMD and data as before the message became a dead-lettered message."""
    md, header, data = row["md"], row["dlh"], row["data"]
    headers = row.get("headers") or []
    if headers and headers[0]["StrucId"] != "DLH":
        raise NotKnown(f"its MQDLH stands behind an MQ{headers[0]['StrucId']} and cannot be taken off alone")
    if any(header[name] is None for name in TRIPLE):
        raise NotKnown("its MQDLH does not tell Format, Encoding and CodedCharSetId of the message")
    if data is not None and len(data) < MQDLH.length:
        raise NotKnown(f"its MQDLH is cut: {len(data)} of its {MQDLH.length} bytes are there, and none of the message")
    if data is not None:
        data = data[MQDLH.length :]
    elif len(headers) == 1:
        data = row.get("body")  # the header was printed as text; what follows it is whole
    restored = {name: header[name] for name in TRIPLE}
    if header["CodedCharSetId"] in AS_BEFORE:
        restored["CodedCharSetId"] = md["CodedCharSetId"]
        remarks.append("the MQDLH has no CodedCharSetId, that of the MQMD is kept")
    return {**md, **restored}, data
