"""Where the messages of a dmpmqmsg file begin and end, and which of its lines are whose.

As the loader reads it: attribute lines, then data lines; blank lines and comments mean nothing. Beyond the loader:
a message without data lines ends where an attribute comes again or a new file header begins, and data lines
without attributes are a message whose MQMD was left out.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mqforensics.clock.dates import printed_moment
from mqforensics.formats.dmpmqmsg.attributes import KINDS

RUN = re.compile(
    rb"(?P<attributes>(?:A (?:" + b"|".join(KINDS) + rb")(?:[ \r][^\n]*+)?+(?:\n|\Z))++)"
    rb"|(?P<data>(?:[XST](?: [^\n]*+)?+(?:\r?\n|\Z))++)"
    rb"|(?P<bare>N *\r?(?:\n|\Z))"
    rb"|(?P<comment>\*[^\n]*(?:\n|\Z))"
    rb"|(?P<blank>(?:[ \t\r]*\n)+|[ \t\r]+\Z)"
    rb"|(?P<other>[^\n]*(?:\n|\Z))"
)
QUEUE = re.compile(rb"\* (?:Remote )?Queue +[=:] +([^\r\n]*)")
MANAGER = re.compile(rb"\* Qmgr +[=:] +([\w./%]{1,48})[ \t\r]*\n")
HEADER = re.compile(rb"\* (?:QLOAD|DMPMQMSG)\b(?:[^\r\n]*\bCreated:([^\r\n]*))?")
DIALECT = re.compile(rb"\* QLOAD [^\n]*Invenire Aude")
ELIDED = re.compile(rb"[ \t]*(?:\.\.+|\xe2\x80\xa6|[*][*][*]+)[ \t\r]*\n?")


class Source(NamedTuple):
    """The queue that messages were written from, its queue manager, and the time printed when: as comments say."""

    queue: str | None = None
    queue_manager: str | None = None
    stamp: str | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of the messages table that tell this."""
        at, zone = printed_moment(self.stamp)
        return {"queue": self.queue, "dump_queue_manager": self.queue_manager, "captured": at, "zone": zone}


NOT_TOLD = Source()


@dataclass(slots=True)
class Record:
    """One message's lines; `begin` is where its first line is, comments before it included."""

    begin: int
    number: int
    source: Source = NOT_TOLD
    attributes: list[bytes] = field(default_factory=list)
    data: list[bytes] = field(default_factory=list)
    is_bare: bool = False
    """An N line says that the MQMD was not written."""
    is_exit: bool = False
    """Written by a message exit that adds 1 to Version."""
    end: int = 0
    """Where its last line ends."""


@dataclass
class State:
    """What is known of a file up to a place in it."""

    count: int = 0
    source: Source = NOT_TOLD
    is_exit: bool = False
    codes: frozenset[bytes] = frozenset()
    """Attributes that the message which is being read has."""
    has_data: bool = True
    """Whether the next attribute begins another message."""
    is_open: bool = False
    """Whether there is a message that lines may belong to."""
    comments: int | None = None
    """Where comments and blank lines begin that no message has followed yet."""

    @classmethod
    def of(cls, context: Mapping[str, str]) -> "State":
        """The state that `kept` has kept."""
        codes = frozenset(context.get("codes", "").encode().split())
        return cls(
            int(context.get("count", 0)), Source(*map(context.get, Source._fields)), "exit" in context, codes,
            "attributes" not in context, "open" in context,
        )  # fmt: skip

    def kept(self) -> dict[str, str]:
        """The state as words, for another process."""
        words = {"count": str(self.count), "codes": b" ".join(sorted(self.codes)).decode("latin-1")}
        words |= {name: value for name, value in self.source._asdict().items() if value is not None}
        words |= {"exit": "yes"} if self.is_exit else {}
        words |= {"open": "yes"} if self.is_open else {}
        return words if self.has_data else words | {"attributes": "yes"}


def records(text: bytes, state: State) -> Iterator[Record]:
    """The messages in lines that follow what `state` knows; `state` moves along."""
    record = None
    for run in RUN.finditer(text):
        if run.end() == run.start():
            continue
        for piece in _pieces(run, state):
            if piece.begins:
                if record:
                    yield record
                begin = run.start() + piece.start if state.comments is None else state.comments
                state.count, state.comments = state.count + 1, None
                record = Record(begin, state.count, state.source, is_exit=state.is_exit)
            _take(record, piece, state, run.start())
    if record:
        yield record


@dataclass(slots=True)
class _Piece:
    kind: str
    text: bytes
    start: int = 0
    begins: bool = False


def _pieces(run: re.Match, state: State) -> Iterator[_Piece]:
    kind, text = run.lastgroup, run[0]
    if kind == "attributes":
        yield from _attributes(text, state)
    elif kind == "bare":
        state.codes, state.has_data, state.is_open = frozenset(), False, True
        yield _Piece(kind, text, begins=True)
    elif kind == "data":
        begins = not state.is_open
        state.has_data, state.is_open = True, True
        yield _Piece(kind, text, begins=begins)
    else:
        if kind == "comment":
            _comment(text, state)
        if state.comments is None and kind != "other":
            state.comments = run.start()
        if kind == "blank" and state.has_data and not state.codes:
            state.is_open = False
        yield _Piece(kind, text)


def _attributes(text: bytes, state: State) -> Iterator[_Piece]:
    """A run of attribute lines, cut where an attribute comes again."""
    start = at = 0
    begins = state.has_data or not state.is_open
    codes = set() if begins else set(state.codes)
    lines = text.split(b"\n")
    own = {line[2:5] for line in lines}
    if len(own) == len(lines) and own.isdisjoint(codes):
        lines, codes = [], codes | own  # none comes again
    for line in lines:
        code = line[2:5]
        if code in codes:
            yield _Piece("attributes", text[start:at], start, begins)
            start, begins, codes = at, True, set()
        codes.add(code)
        at += len(line) + 1
    state.codes, state.has_data, state.is_open = frozenset(codes - {b""}), False, True
    yield _Piece("attributes", text[start:], start, begins)


def _comment(text: bytes, state: State) -> None:
    if header := HEADER.match(text):
        state.has_data, state.is_open, state.codes = True, False, frozenset()
        state.is_exit = bool(DIALECT.match(text))
        state.source = Source(stamp=header[1] and header[1].decode("utf-8", "replace"))  # of another export
    if found := QUEUE.match(text):
        state.source = state.source._replace(queue=found[1].decode("utf-8", "replace").strip() or None)
    if found := MANAGER.match(text):
        state.source = state.source._replace(queue_manager=found[1].decode("ascii", "replace"))


def _take(record: Record | None, piece: _Piece, state: State, at: int) -> None:
    if record is None:
        return
    if piece.kind == "attributes" or (piece.kind == "other" and piece.text.startswith(b"A ")):
        record.attributes.append(piece.text)
    elif piece.kind == "bare":
        record.is_bare = True
    elif piece.kind == "data" or (piece.kind == "other" and record.data and ELIDED.fullmatch(piece.text)):
        record.data.append(piece.text)
    else:
        return
    record.end = at + piece.start + len(piece.text)
    state.comments = None
