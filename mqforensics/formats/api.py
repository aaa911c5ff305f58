"""What a format is: the names that its module has to have, those that it may have, and where its parts begin in others.

A module is a format by these names alone; everything that is said of a format anywhere stands in its module.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from mmap import mmap
from typing import Protocol, runtime_checkable

import pyarrow as pa

from mqforensics.formats.file_slice import FileSlice

Marks = tuple[tuple[bytes, re.Pattern[bytes]], ...]
BEFORE = rb"(?m)^[#> \t|]{0,20}"
"""What may stand before the line of a mark: quotes of mails, and the edge of a box."""


@runtime_checkable
class Format(Protocol):
    """The names that each format has."""

    NAME: str
    """What `spark.read.format` knows it by."""
    TABLE: str
    """The table of `tables.SCHEMAS` that its rows belong to."""

    def sniff(self, head: bytes, /) -> int:
        """How sure (0 to 100) the first bytes of a file are of this format."""
        ...

    def read(self, stretch: FileSlice, /) -> Iterator[Mapping | pa.RecordBatch]:
        """The rows of a stretch; never raises on bad evidence. Columns of a batch may be encoded (`tables.decoded`)."""
        ...


@dataclass(frozen=True)
class Traits:
    """The names that a format may have, and what holds of one that has them not."""

    START: re.Pattern[bytes] | None = None
    """Where its first group (or it) begins, a large file may be split; without it, a file is read whole."""
    next_record_start: Callable[[bytes | mmap, int, int], int] | None = None
    """`next_record_start(data, offset, near)`: where to split a file from `offset` on, for a format in which what
    `START` finds may be far away: that if it is at most `near` bytes away, else what is nearly as good, else the
    end."""
    context_after: Callable[..., Mapping[str, str]] | None = None
    """`context_after(data, context, start=0, stop=None)`: what a later stretch must know of the bytes before it,
    `data[start:stop]`, after what `context` knows."""
    RAW_INPUT: bool = False
    """Whether the reader judges the file itself: only what it cannot have is taken off."""
    LOOKAHEAD: int = 0
    """How many bytes after a stretch its last records may need."""
    BINARY: bool = False
    """Whether its data has no lines, so that none is too long."""
    BY_NAME: bool = False
    """Whether a file's name decides what its rows are: then a copy under another name is read, too."""
    MARKS: Marks = ()
    """(what a plain search finds, the line that it must be on) of what it alone has, and has near its beginning."""
    begins: Callable[[bytes], Iterator[int]] | None = None
    """`begins(data)`: where lines begin that it alone has, for a format that no marks tell. Of small texts only."""
    ABOVE: re.Pattern[bytes] | None = None
    """Lines above a mark that belong to it and end no record of another format."""
    LISTS: tuple[str, ...] = ()
    """Other formats that something looks like which it prints among its own."""


@cache
def traits(module: Format) -> Traits:
    """What a format has of the names that it may have."""
    return Traits(**{one.name: getattr(module, one.name) for one in fields(Traits) if hasattr(module, one.name)})


def mark_starts(data: bytes, marks: Marks) -> Iterator[int]:
    """Where the lines of marks begin."""
    for needle, line in marks:
        at = data.find(needle)
        while at >= 0:
            begin = data.rfind(b"\n", 0, at) + 1
            if line.match(data, begin):
                yield begin
            at = data.find(needle, at + 1)
