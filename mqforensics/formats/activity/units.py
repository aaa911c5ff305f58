"""Where the records of a trace begin, whichever program wrote them, and how each is read."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from mqforensics.formats.activity import amqsact, apiexit, dspmqrte, evtjson, evttext, pcf_records
from mqforensics.formats.activity.call_columns import Records
from mqforensics.formats.activity.record import Record
from mqforensics.structures.arrays import positions


class Dialect(NamedTuple):
    """How one program writes records."""

    tokens: tuple[bytes, ...]
    """What each record has near its beginning."""
    begin: Callable[[bytes, int], int | None]
    count: Callable[[bytes], int]
    parse: Callable[[bytes, dict[str, str]], Record]
    last_exact: Callable[[bytes], Record | None]
    """The record with only its last call that tells a high-resolution time, at little cost."""
    headline: Callable[[bytes], bool] = lambda unit: False
    """Whether a record without calls belongs to the next one."""
    learn: Callable[[bytes, dict[str, str]], None] = lambda unit, memory: None
    total: Callable[[bytes, list[tuple[int, int]]], int | None] = lambda data, places: None
    """How many calls many records hold, which lie one behind the other, where they are as usual."""
    records: Callable[[bytes, list[tuple[int, int]]], Records | None] = lambda data, places: None
    """Many records as columns, where they are as usual."""
    rare: bytes = b""
    """A byte of every token that traces of other programs seldom have: looked for first, because that is fastest."""


def _plain(module, rare: bytes = b"") -> Dialect:
    told = {name: getattr(module, name) for name in ("total", "records") if hasattr(module, name)}
    return Dialect(
        module.TOKENS, module.begin, module.count, lambda unit, memory: module.parse(unit), module.last_exact,
        rare=rare, **told,
    )  # fmt: skip


EXIT = Dialect(
    apiexit.TOKENS,
    apiexit.begin,
    apiexit.count,
    apiexit.parse,
    apiexit.last_exact,
    apiexit.headline,
    apiexit.learn,
)
FRAGMENT = _plain(amqsact)
"""Also reads lines whose record header is missing."""
DIALECTS = (_plain(evtjson, b'"'), _plain(evttext, b"#"), FRAGMENT, _plain(pcf_records, b"\0"), EXIT, _plain(dspmqrte))


class Unit(NamedTuple):
    """One record: its dialect, and where it lies in the data."""

    dialect: Dialect
    start: int
    end: int


def units(data: bytes) -> list[Unit]:
    """Every record in `data`; each lasts until the next begins. Calls above the first record are one without header."""
    starts = sorted({start: dialect for dialect in DIALECTS for start in _starts(data, dialect)}.items())
    above = starts[0][0] if starts else len(data)
    if above and FRAGMENT.count(data[:above]):
        starts.insert(0, (0, FRAGMENT))
    bounds = pairwise([*starts, (len(data), FRAGMENT)])
    return [Unit(dialect, start, end) for (start, dialect), (end, _) in bounds]


def _starts(data: bytes, dialect: Dialect) -> Iterator[int]:
    for token in dialect.tokens if dialect.rare in data else ():
        for at in positions(data, token).tolist():
            start = dialect.begin(data, at)
            if start is not None:
                yield start
