"""Files of dmpmqmsg and its ancestors qload and MO03: the messages of a queue as lines of text.

Attribute lines carry the MQMD, X, S and T lines the data. Variants (-da, -dc, -di, -dp, -dt, -dw, -dH, -dN), files
without the header that the loader wants, and two other programs' files of this kind are read as well.

To read: `plain`, `records` (where messages begin), `attributes`, `data_lines`, `loose` (line by line), `strict`
(exactly as written), `writer`.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from mmap import mmap

import pyarrow as pa

from mqforensics.formats.dmpmqmsg import loose, strict
from mqforensics.formats.dmpmqmsg.attributes import KINDS, FieldNotWritable, absent
from mqforensics.formats.dmpmqmsg.plain import Plain, plain
from mqforensics.formats.dmpmqmsg.records import Record, Source, State, records
from mqforensics.formats.dmpmqmsg.writer import comment, header, lines
from mqforensics.formats.file_slice import Stretch
from mqforensics.formats.message_rows import nothing

__all__ = [
    "LOOKAHEAD", "NAME", "START", "TABLE", "FieldNotWritable", "absent", "carry", "comment", "header", "lines", "read",
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
    text = plain(head).data
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


def carry(data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None) -> Mapping[str, str]:
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


def read(stretch: Stretch) -> Iterator[dict | pa.RecordBatch]:
    """The messages of a stretch, in order; those as the program writes them in batches, the others one by one."""
    if not stretch.data:
        return
    text = plain(stretch.data)
    known = stretch.context
    state = State(int(known.get("count", 0)), Source(*map(known.get, Source._fields)))
    rows, before = _Rows(text, stretch), None
    for message in _messages(text.data, state):
        if before:
            yield from rows.add(before, message.begin)
        message.begin = message.begin if before else 0
        before = message
    if before:
        yield from rows.add(before, None)
        yield from rows.flush()
    else:
        yield {**nothing(rows.place(0, None), _instead(text.data)), **state.source.columns}


def _messages(text: bytes, state: State) -> Iterator[strict.Exact | Record]:
    """The messages in order: regular pieces between blank lines by one regex, what is between line by line."""
    spots = [0, *(match.start(1) for match in START.finditer(text)), len(text)]
    unread = 0
    for begin, end in pairwise(spots):
        # The last piece may be cut, which is for the slow reader to see.
        exact = strict.exact(text[begin:end], begin) if end < len(text) else None
        if exact is None:
            continue
        yield from _line_by_line(text, unread, begin, state)
        unread = begin if state.is_exit else end
        if not state.is_exit:
            yield _numbered(exact, state, unread)
    yield from _line_by_line(text, unread, len(text), state)


def _line_by_line(text: bytes, begin: int, end: int, state: State) -> Iterator[Record]:
    for record in records(text[begin:end], state):
        record.begin, record.end = record.begin + begin, record.end + begin
        yield record
    if state.comments is not None:  # they are the next message's
        state.comments += begin - end


def _numbered(exact: strict.Exact, state: State, end: int) -> strict.Exact:
    state.count += 1
    exact.number, exact.source = state.count, state.source
    exact.begin += state.comments or 0
    state.comments, state.has_data, state.is_open, state.codes = None, True, True, frozenset((b"VER",))
    return exact


class _Rows:
    """The rows of a stretch, gathered where they can be."""

    def __init__(self, text: Plain, stretch: Stretch):
        self.text, self.stretch = text, stretch
        self.gathered: list[tuple[strict.Exact, int, int]] = []

    def place(self, begin: int, following: int | None) -> tuple[str, int, int]:
        """File, offset and length of what is between two lines, or from a line to the end."""
        start = self.text.origin(begin)
        end = len(self.stretch.data) if following is None else self.text.origin(following)
        return self.stretch.file, self.stretch.offset + start, end - start

    def add(self, message: strict.Exact | Record, following: int | None) -> Iterator[dict | pa.RecordBatch]:
        """One more message, and what is ready with it."""
        place = self.place(message.begin, following)
        if isinstance(message, strict.Exact):
            self.gathered.append((message, *place[1:]))
            if len(self.gathered) == BATCH:
                yield from self.flush()
            return
        yield from self.flush()
        is_end = following is None and not self.stretch.after
        rest = self.text.data[message.end :] if is_end else None
        yield loose.row(message, place, self.text.foreign, rest, self.stretch.shows_secrets)

    def flush(self) -> Iterator[dict | pa.RecordBatch]:
        """What has been gathered: few messages are cheaper as rows."""
        secrets = self.stretch.shows_secrets
        if len(self.gathered) < FEW:
            yield from (strict.row(self.stretch.file, *message, secrets) for message in self.gathered)
        else:
            yield strict.batch(self.stretch.file, self.gathered, secrets)
        self.gathered = []


def _instead(text: bytes) -> str:
    if BANNER.match(text):
        return "a header without any message: the queue was empty or the file is cut"
    return "no message of dmpmqmsg in this file" if text.strip() else "no text"
