"""Files of dmpmqmsg and its ancestors qload and MO03: the messages of a queue as lines of text.

Attribute lines carry the MQMD, X, S and T lines the data. Variants (-da, -dc, -di, -dp, -dt, -dw, -dH, -dN), files
without the header that the loader wants, and two other programs' files of this kind are read as well.

To read: `plain`, `records` (where messages begin), `attributes`, `data_lines`, `loose` (a message), `columns` (many
at once), `writer`.
"""

import re
from collections.abc import Iterator, Mapping
from mmap import mmap

import numpy as np
import pyarrow as pa

from mqforensics.formats.dmpmqmsg import loose
from mqforensics.formats.dmpmqmsg.attributes import KINDS, FieldNotWritable, absent
from mqforensics.formats.dmpmqmsg.columns import Together
from mqforensics.formats.dmpmqmsg.plain import PlainLines, plain_lines
from mqforensics.formats.dmpmqmsg.records import Record, Source, State, records
from mqforensics.formats.dmpmqmsg.writer import comment, header, lines
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.message_rows import unreadable_row

__all__ = [
    "LOOKAHEAD",
    "NAME",
    "START",
    "TABLE",
    "FieldNotWritable",
    "absent",
    "comment",
    "context_after",
    "header",
    "lines",
    "read",
    "sniff",
]  # fmt: skip

NAME = "dmpmqmsg"
TABLE = "messages"
NAMED = rb"A (?:" + b"|".join(KINDS) + rb") "
START = re.compile(rb"\n(\r?\n(?:" + NAMED + rb"|N\r?\n|\* (?:QLOAD|DMPMQMSG|Index )))")
LOOKAHEAD = 1
BANNER = re.compile(rb"\A\s*\* (?:QLOAD|DMPMQMSG)\b")
ATTRIBUTE = re.compile(rb"^" + NAMED, re.M)
DATA = re.compile(rb"^(?:X (?:[0-9A-F]{2}){4,}|[ST] )", re.M)
NOT_DATA = re.compile(rb"^(?!X |S |T |[XST]?[ \t\r]*$)", re.M)
PROSE = 4
"""A text with this many times more lines than attributes and data only quotes them."""
TAIL, BATCH, FEW = 256, 4096, 64


def sniff(head: bytes) -> int:
    """How sure the first bytes are of such a file: its header settles it, else the attribute lines."""
    text = plain_lines(head).data
    if BANNER.match(text):
        return 100
    count = len(ATTRIBUTE.findall(text))
    if count and _lines(text) > PROSE * (count + len(DATA.findall(text))):
        return 0
    if count:
        return 95 if count > 4 else 60 if DATA.search(text) or count > 2 else 20
    only_data = DATA.search(text) and b"X " in text and not NOT_DATA.search(text.rpartition(b"\n")[0])
    return 40 if only_data else 0


def _lines(text: bytes) -> int:
    return len(re.findall(rb"^[^\n]*\S", text, re.M))


def context_after(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> Mapping[str, str]:
    """How many messages came before, the queue they are from, and how far the last one was."""
    state = State.of(context)
    text = context.get("tail", "").encode("latin-1") + data[start:stop]
    cut = text.rfind(b"\n") + 1
    spots = [match.start(1) for match in START.finditer(text, 0, cut)]
    if len(spots) > 2 and _is_regular(text[spots[0] : spots[-1]], len(spots) - 1):
        _pass(records(text[: spots[0]], state))
        state.count += len(spots) - 1
        state.has_data, text, cut = True, text[spots[-1] :], cut - spots[-1]
    _pass(records(text[:cut], state))
    return {**state.kept(), "tail": text[cut : cut + TAIL].decode("latin-1")}


def _is_regular(text: bytes, count: int) -> bool:
    return text.count(b"\nA VER ") == count and b"\n*" not in text


def _pass(messages: Iterator[Record]) -> None:
    for _ in messages:
        pass


def read(stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """The messages of a stretch, in order."""
    if not stretch.data:
        return
    text = plain_lines(stretch.data)
    known = stretch.context
    state = State(int(known.get("count", 0)), Source(*map(known.get, Source._fields)))
    found, begin, some = records(text.data, state), 0, []
    for message in found:
        if len(some) == BATCH:
            end = text.origin(message.begin)
            yield from _rows(some, begin, end, text, stretch)
            begin, some = end, []
        some.append(message)
    if some:
        yield from _rows(some, begin, len(stretch.data), text, stretch)
    else:
        place = stretch.file, stretch.offset, len(stretch.data)
        yield {**unreadable_row(place, _instead(text.data)), **state.source.columns}


def _rows(
    messages: list[Record], begin: int, end: int, text: PlainLines, stretch: FileSlice
) -> Iterator[dict | pa.RecordBatch]:
    """The rows of messages whose bytes reach from `begin` to `end`: few are cheaper as rows than as columns."""
    edges = np.array([begin, *(text.origin(message.begin) for message in messages[1:]), end]) + stretch.offset
    is_last = end == len(stretch.data) and not stretch.after

    def row(nth: int) -> dict:
        message, place = messages[nth], (stretch.file, int(edges[nth]), int(edges[nth + 1] - edges[nth]))
        rest = text.data[message.end :] if is_last and nth == len(messages) - 1 else None
        return loose.row(message, place, text.foreign, rest, stretch.shows_secrets)

    together = Together(messages) if len(messages) >= FEW else None
    if together and is_last:
        together.is_plain[-1] = False  # it may be cut
    if together is None or not together.is_plain.any():
        yield from map(row, range(len(messages)))
    else:
        yield together.batch(stretch.file, edges, row, stretch.shows_secrets)


def _instead(text: bytes) -> str:
    if BANNER.match(text):
        return "a header without any message: the queue was empty or the file is cut"
    return "no message of dmpmqmsg in this file" if text.strip() else "no text"
