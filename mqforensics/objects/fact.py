"""Facts: what the evidence shows of an attribute, where it is, when it held, and what contradicts it.

A status (a depth, a state) holds for the moment of its capture alone. A definition holds from its last alteration
(ALTDATE, ALTTIME) on, until the capture that shows it; what held before that is not known. Times that displays print
are of the host's own clock; `Clock` says what they can mean in UTC.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from mqforensics.clock.zone_names import EAST, WEST
from mqforensics.clock.zones import Zone
from mqforensics.objects import sentences
from mqforensics.privacy.masked_evidence import is_masked

QUEUES = ("QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QUEUE")
SENDERS = ("SDR", "SVR", "CLUSSDR")
STATUS = frozenset((
    "CURDEPTH", "IPPROCS", "OPPROCS", "UNCOM", "MSGAGE", "QTIME", "STATUS", "SUBSTATE", "INDOUBT", "CURMSGS",
    "CURLUWID", "CURSEQNO", "LSTLUWID", "LSTSEQNO", "XQMSGSA", "MSGS", "SHORTRTS", "LONGRTS", "MCASTAT", "CHINIT",
    "JOBNAME", "LGETDATE", "LGETTIME", "LPUTDATE", "LPUTTIME", "LSTMSGDA", "LSTMSGTI",
))  # fmt: skip
"""Attributes that hold for the moment of a capture alone."""
GROWS = ("ALT", "CR", "LPUT", "LGET", "LSTMSG", "CHSTA")
"""Times of one object that only go forward: of two captures, the one where they are later is the later one."""
DIGITS = 20
"""Those of the longest number that a display prints: one of 64 bits."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATELY = timedelta(minutes=15)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SAME_HOST, OTHER_HOST = timedelta(seconds=2), timedelta(seconds=120)
"""How far two clocks may differ: an application and its queue manager, two hosts."""


def instant(micros: int | None) -> datetime | None:
    """A time that was collected as a number of `unix_micros`: a collected timestamp takes the zone of the driver."""
    return None if micros is None else EPOCH + timedelta(microseconds=micros)


def offset(zone: str) -> timedelta:
    """How far ahead of UTC a zone is: `UTC` or `+hh:mm`."""
    if zone == "UTC":
        return timedelta()
    hours, minutes = zone[1:].split(":")
    return (-1 if zone[0] == "-" else 1) * timedelta(hours=int(hours), minutes=int(minutes))


def in_utc(local: datetime, zone: str) -> datetime:
    """A time of a host's clock in UTC, where its zone is in the evidence."""
    return (local - offset(zone)).replace(tzinfo=UTC)


class _Place(NamedTuple):
    file: str
    line: int | None = None
    number: int | None = None


class Place(_Place):
    """Where something is: a file and a line from 1, or the number of a message in a dump.

    `shows`: the attribute or field that it is cited for; it is not a part of what the place is, so two are one place
    where they differ in it alone.
    """

    shows: str | None = None

    def __new__(cls, file: str, line: int | None = None, number: int | None = None, shows: str | None = None) -> Place:
        """A place that is cited for what it `shows`."""
        made = super().__new__(cls, file, line, number)
        made.shows = shows
        return made


class Span(NamedTuple):
    """A moment in UTC that is known to be between two times; None is not a bound."""

    first: datetime | None = None
    last: datetime | None = None

    def before(self, other: Span, margin: timedelta = timedelta()) -> bool | None:
        """Whether this is surely before the other (True), surely not (False), or neither is known."""
        if self.last and other.first and self.last + margin < other.first:
            return True
        if self.first and other.last and self.first >= other.last + margin:
            return False
        return None


def span_of_header_time(at: datetime | None, is_own: bool) -> Span:
    """A moment that a header shows; of another program's clock, which may show the local time of any place."""
    return Span(at, at) if at is None or is_own else Span(at - EAST, at - WEST)


@dataclass(frozen=True)
class Clock:
    """How far a host's clock may be east of UTC."""

    least: timedelta = WEST
    most: timedelta = EAST

    def utc(self, local: datetime | None) -> Span:
        """What a time of this clock is in UTC."""
        if local is None:
            return Span()
        return Span((local - self.most).replace(tzinfo=UTC), (local - self.least).replace(tzinfo=UTC))


@dataclass(frozen=True)
class Zoned(Clock):
    """A clock whose zone is given: it knows when it was put forward and back."""

    zone: Zone | None = None

    @classmethod
    def of(cls, zone: Zone, near: datetime) -> Zoned:
        """The clock of a zone; `least` and `most` as they are about a local time."""
        return cls(*zone.east(near), zone)

    def utc(self, local: datetime | None) -> Span:
        """What a time of this clock is in UTC."""
        return Span() if local is None else Span(*self.zone.utc(local))


@dataclass(frozen=True, eq=False, slots=True)
class Row:
    """One row of the table `objects`."""

    file: str
    line: int | None
    queue_manager: str | None
    type: str | None
    name: str | None
    attributes: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    times: Mapping[str, datetime] = field(default_factory=dict)
    message: str | None = None
    command: str | None = None
    asked: Mapping | None = None
    run: int | None = None
    whole: bool | None = None
    time: str | None = None
    captured: datetime | None = None
    zone: str | None = None
    error: str | None = None

    @classmethod
    def of(cls, row: Mapping | Row) -> Row:
        """A row from a mapping with at least `file`, `line`, `queue_manager`, `type`, `name`, `attributes`."""
        if isinstance(row, cls):
            return row
        values = {name: row.get(name) for name in cls.__slots__}
        for name in ("attributes", "lines", "times"):
            values[name] = dict(values[name] or {})
        return cls(**values)

    def place(self, attribute: str | None = None) -> Place:
        """Where it is: the attribute's own line, or the first line of the object."""
        line = self.lines.get(attribute, self.line) if attribute else self.line
        return Place(self.file, line, shows=attribute if attribute in self.attributes else None)

    @property
    def source(self) -> bool:
        """Whether it is a definition of MQSC source and not what a queue manager showed."""
        return self.message is None and bool(self.command) and self.command[:3].upper() in ("DEF", "ALT", "SET")

    @property
    def capture(self) -> tuple:
        """The run of a program that printed it."""
        return self.file, self.run, self.queue_manager

    @property
    def altered(self) -> datetime | None:
        """When the object was last altered, by the clock of its host."""
        return self.times.get("ALT")

    def clock_of(self, stem: str) -> str | None:
        """The queue manager by whose clock a time of it is: a cluster record has ALT by the clock of its owner."""
        owner = self.attributes.get("CLUSQMGR") if self.type in ("QCLUSTER", "CLUSQMGR") and stem == "ALT" else None
        return owner or self.queue_manager

    def lost(self, attribute: str) -> bool:
        """Whether the command asked for the attribute and the answer does not have it, or has it masked."""
        if attribute in self.attributes:
            return is_masked(self.attributes[attribute])
        if self.source or self.type in (None, "ERROR"):
            return False
        if self.asked is None:
            return len(self.attributes) > 12 or bool(self.error)
        wanted = self.asked["attributes"] or []
        if not wanted:
            return len(self.attributes) > 12
        return "ALL" in wanted or attribute in wanted


class SeenValue(NamedTuple):
    """A value and the row that shows it."""

    value: str
    row: Row
    attribute: str

    @property
    def place(self) -> Place:
        """The line of the attribute."""
        return self.row.place(self.attribute)


@dataclass(frozen=True)
class Fact:
    """Every value that the newest evidence shows of one attribute; `older`: what captures before it showed.

    `lost`: an answer should have it and has not; then nothing may be made of its absence.
    """

    attribute: str = ""
    seen: tuple[SeenValue, ...] = ()
    older: tuple[SeenValue, ...] = ()
    lost: bool = False
    by: str = ""
    """The other member of a queue-sharing group that shows it, where the one that was asked about does not."""

    @cached_property
    def known(self) -> bool:
        """Whether there is exactly one answer."""
        return len({one.value for one in self.seen}) == 1

    @property
    def conflict(self) -> bool:
        """Whether the evidence contradicts itself."""
        return len({one.value for one in self.seen}) > 1

    @property
    def value(self) -> str | None:
        """The answer; None when there is none, or more than one."""
        return self.seen[0].value if self.known else None

    @property
    def places(self) -> list[Place]:
        """Where every value is, each at the attribute's own line."""
        return list(dict.fromkeys(one.place for one in self.seen))

    def says(self, test: Callable[[str], bool | None]) -> bool | None:
        """What all values say to a test; None when there are none or they differ."""
        answers = {test(one.value) for one in self.seen}
        return answers.pop() if len(answers) == 1 else None

    def number(self) -> int | None:
        """The answer as a number."""
        return number(self.value)

    def text(self) -> str:
        """The answer as it would be printed, each contradicting value with its line."""
        if not self.seen:
            return sentences.NOT_SHOWN.format(attribute=self.attribute)
        if not self.conflict:
            return f"{self.attribute}({self.value or ' '})" + (sentences.SHOWN_BY.format(by=self.by) if self.by else "")
        each = {one.value: one for one in self.seen}
        return " but ".join(
            sentences.IN_LINE.format(attribute=self.attribute, v=v or " ", file=s.row.file, line=s.place.line)
            for v, s in each.items()
        )


def number(text: str | None) -> int | None:
    """A whole number as displays print it; None for anything else, as damage leaves it."""
    return int(text) if text and text.isdecimal() and len(text) <= DIGITS else None


def positive(value: str) -> bool | None:
    """Whether a number is above 0; None for what is not a number."""
    told = number(value)
    return None if told is None else told > 0


def distinct(places: Iterable[Place]) -> list[Place]:
    """Each place once, in order."""
    return list(dict.fromkeys(places))


def capture_times(rows: Sequence[Row]) -> list[datetime] | None:
    """When each of the rows was captured, by one clock; None where the evidence does not show it of all of them."""
    if not all(row.captured for row in rows) or len({row.zone is None for row in rows}) > 1:
        return None
    return [row.captured - offset(row.zone or "UTC") for row in rows]
