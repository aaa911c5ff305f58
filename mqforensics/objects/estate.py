"""The queue managers of a case: queues, channels, status and cluster records, indexed once, as the newest show them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property, wraps
from types import EllipsisType
from typing import Any, TypeVar, cast

from mqforensics.case.given import Given
from mqforensics.clock import moments
from mqforensics.clock.moments import Bound, Moment, seconds
from mqforensics.clock.zone_names import EAST, OFFSETS, WEST
from mqforensics.codes.platforms import IBM_I, WINDOWS, ZOS
from mqforensics.objects import absence, command_effects, sentences
from mqforensics.objects.absence import Absence
from mqforensics.objects.ambiguous_captures import sure_captures
from mqforensics.objects.command_effects import covers, follows
from mqforensics.objects.fact import (
    GROWS,
    HOUR,
    LATELY,
    QUEUES,
    SAME_HOST,
    SENDERS,
    Clock,
    Fact,
    Place,
    Row,
    SeenValue,
    Span,
    Zoned,
    distinct,
    in_utc,
    number,
    offset,
)
from mqforensics.privacy.masked_evidence import is_masked

DEPTH = ("QLOCAL", "QUEUE", "QSTATUS")
RECEIVERS = ("RCVR", "RQSTR", "CLUSRCVR")
CLUSTER_QUEUE, DEFAULT_DLQ = "SYSTEM.CLUSTER.TRANSMIT.QUEUE", "SYSTEM.DEAD.LETTER.QUEUE"
CHANNEL_QUEUE = "SYSTEM.CLUSTER.TRANSMIT."
"""With DEFCLXQ(CHANNEL) the transmission queue of a cluster channel is called so, and by the channel."""
PLATFORMS = {"MVS": ZOS, "ZOS": ZOS, "OS400": IBM_I, "WINDOWSNT": WINDOWS}
"""What PLATFORM is called there."""
ZONES, FRESH = timedelta(minutes=30), timedelta(seconds=30)

WINTER = datetime(2000, 1, 1)
"""A time for what prints none."""
NOTHING_SAID = Given()
Asked = TypeVar("Asked", bound=Callable)
KEPT = 50_000
"""So many facts are kept to be asked again: ten thousand requests, each with its own put time, fill no memory."""


def once(make: Asked) -> Asked:
    """A question to an estate that works once for the same names; the estate keeps the answer, which stays as it is."""

    @wraps(make)
    def kept(estate: Estate, *about):
        known = estate.answers[make]
        if about not in known:
            _keep(known, about, make(estate, *about))
        return known[about]

    return cast(Asked, kept)


class Estate:
    """All that the rows of the table `objects` say, by queue manager; of a fact, the newest captures count.

    `clocks`: for a queue manager, how far the clock of its host is east of UTC, where a log shows it; `platforms`: what
    else than a display shows to be its PLATFORM.
    """

    def __init__(self, rows: Iterable[Mapping | Row], clocks: Mapping[str, timedelta] | None = None,
                 platforms: Mapping[str, str] | None = None, given: Given = NOTHING_SAID):  # fmt: skip
        self.given = given
        """What a person knows of the hosts and captures."""
        rows = [_as_captured(Row.of(one), given) for one in rows]
        self._rows: dict[tuple[str, str], dict[str | None, list[Row]]] = {}
        self._captures: dict[tuple, Capture] = {}
        self._of_manager: dict[str, list[Row]] = {}
        self._servers: dict[tuple[str, str], dict[str, list[Row]]] = {}
        self._shared: dict[tuple[str, str], list[Row]] = {}
        self._shown_clocks, self._shown_platforms = dict(clocks or {}), dict(platforms or {})
        self.answers: dict[Callable, dict[tuple, Any]] = defaultdict(dict)
        """What was asked `once`."""
        self._named: dict[tuple, list[Row]] = {}
        self._facts: dict[tuple, Fact] = {}
        self._newest: dict[tuple[int, ...], tuple[Sequence[Row], list[Row]]] = {}
        settled, self.disputed = sure_captures([_of_its_member(Row.of(one)) for one in rows])
        """By the name of a queue manager why it is open whose captures of that name are; no row of these is here."""
        self.nameless = [row for row in settled if row.type in QUEUES and not row.queue_manager]
        """The queues of sessions that do not name their queue manager, which are of nobody here."""
        # A template of a group is no object.
        settled = [
            row for row in settled if row.queue_manager and row.type and row.attributes.get("QSGDISP") != "GROUP"
        ]
        for row in settled:
            self._captures.setdefault(row.capture, Capture(row.capture)).add(row)
        for row in command_effects.with_command_effects(settled, self.later):
            self._add(row)

    def _add(self, row: Row) -> None:
        manager = row.queue_manager
        self._of_manager.setdefault(manager, []).append(row)
        if row.type == "ERROR":
            return
        self._rows.setdefault((manager, row.type), {}).setdefault(row.name, []).append(row)
        if row.attributes.get("QSGDISP") == "SHARED" and row.name:
            self._shared.setdefault((row.type, row.name), []).append(row)
        xmitq = row.attributes.get("XMITQ") if row.type in ("CHANNEL", "CHSTATUS") else None
        if xmitq and row.name and row.attributes.get("CHLTYPE", "SDR") in SENDERS:
            self._servers.setdefault((manager, xmitq), {}).setdefault(row.name, []).append(row)

    # Rows

    @cached_property
    def managers(self) -> list[str]:
        """Every queue manager that the evidence is of."""
        return sorted(self._of_manager)

    def of(self, manager: str | None, types: Iterable[str], name: str | EllipsisType | None = ...) -> list[Row]:
        """The rows of these types, all of them or those of one name; of a shared queue, what each member shows.

        An object whose name is not known (None) is none of those in the evidence.
        """
        key = manager, tuple(types), name
        if key not in self._named:
            _keep(self._named, key, self._of(*key))
        return list(self._named[key])

    def _of(self, manager: str | None, types: tuple[str, ...], name: str | EllipsisType | None) -> list[Row]:
        tables = [self._rows.get((manager, kind), {}) for kind in types]
        if name is ...:
            return [row for table in tables for rows in table.values() for row in rows]
        found = [row for table in tables for row in table.get(name, ()) if name is not None]
        return found + self._of_the_group(manager, found) if any(_is_shared(row) for row in found) else found

    def _of_the_group(self, manager: str | None, found: list[Row]) -> list[Row]:
        group = self.manager(manager, "QSGNAME").value
        kinds = {row.type for row in found}
        return [
            row
            for kind in sorted(kinds) for row in self._shared.get((kind, found[0].name), ())
            if group and row.queue_manager != manager and self.manager(row.queue_manager, "QSGNAME").value == group
        ]  # fmt: skip

    @once
    def platform(self, manager: str | None) -> str:
        """What the host of a queue manager is, where it takes commands in its own way; else blank."""
        told = self.manager(manager, "PLATFORM").value or self._shown_platforms.get(manager or "")
        return platform_of(told, (row.message for row in self._of_manager.get(manager or "", ())))

    def zos(self, manager: str | None) -> bool:
        """Whether a queue manager is on z/OS."""
        return self.platform(manager) == ZOS

    def on_zos(self, manager: str | None) -> bool | None:
        """Whether a queue manager is on z/OS; None where no evidence shows its platform."""
        return True if self.zos(manager) else False if self.manager(manager, "PLATFORM").seen else None

    @once
    def absences(self, manager: str | None) -> list[Absence]:
        """Every answer of a queue manager that lacks a name."""
        return list(absence.absences(self._of_manager.get(manager or "", ())))

    def not_found(self, manager: str | None) -> list[Row]:
        """The messages of a queue manager that it has no object of the name asked for."""
        return [row for row in self._of_manager.get(manager or "", ()) if absence.is_not_found(row)]

    # Facts

    def fact(self, manager: str | None, types: Iterable[str], name: str | EllipsisType | None, attribute: str,
             since: Span | None = None) -> Fact:  # fmt: skip
        """What the evidence says of an attribute of an object; `since`: only captures surely after that `Span`."""
        key = manager, tuple(types), name, attribute, since
        if key not in self._facts:
            found = self.fact_of(self.of(manager, key[1], name), attribute, since)
            members = {one.row.queue_manager for one in found.seen}
            known = manager in members or not members
            _keep(self._facts, key, found if known else replace(found, by=", ".join(sorted(members))))
        return self._facts[key]

    def manager(self, manager: str | None, attribute: str, since: Span | None = None) -> Fact:
        """What the evidence says of an attribute of a queue manager."""
        return self.fact(manager, ("QMGR",), ..., attribute, since)

    def fact_of(self, rows: Sequence[Row], attribute: str, since: Span | None = None) -> Fact:
        """The same for rows already chosen."""
        rows = [row for row in rows if not _broken(row, attribute)]
        rows = [row for row in rows if self.after(row, since)] if since else rows
        there = [row for row in rows if attribute in row.attributes]
        hidden = [row for row in there if is_masked(row.attributes[attribute])]
        seen = [SeenValue(row.attributes[attribute], row, attribute) for row in there if row not in hidden]
        shown = [one for one in seen if not one.row.source] or _last_of_script(seen)
        newer = [*(one.row for one in shown), *hidden]
        new = [one for one in shown if not any(self.later(row, one.row) or follows(row, one.row) for row in newer)]
        old = [one for one in seen if one not in new]
        return Fact(attribute, tuple(new), tuple(old), any(row.lost(attribute) for row in rows))

    def newest(self, rows: Sequence[Row]) -> list[Row]:
        """The rows that no other row of these is later than."""
        if len(rows) < 2:
            return list(rows)
        key = tuple(map(id, rows))
        if key not in self._newest:  # the rows are kept with it: no other row has the identity of one of them
            found = [row for row in rows if not any(self._supersedes(other, row) for other in rows)]
            _keep(self._newest, key, (tuple(rows), found))
        return list(self._newest[key][1])

    def still_valid(self, rows: Sequence[Row], missing: Sequence[Absence]) -> tuple[list[Row], list[Absence]]:
        """Rows, and answers that there is none, whichever are not overtaken by one of the other."""
        left = [row for row in rows if not any(self.later(one.row, row) for one in missing)]
        return left, [one for one in missing if not any(self.later(row, one.row) for row in rows)]

    def _supersedes(self, one: Row, other: Row) -> bool:
        if one.capture == other.capture:
            return follows(one, other) and covers(one, other)
        # A command shows only what it sets.
        return self.later(one, other) and (not command_effects.is_told(one) or covers(one, other))

    def done(self, manager: str | None, name: str | None, verbs: Iterable[str]) -> list[Row]:
        """The commands with these verbs that are known to have been carried out on an object."""
        return [
            row for row in self.of(manager, (command_effects.DONE,), name) if (row.asked or {}).get("verb") in verbs
        ]

    def target(self, rows: Sequence[Row]) -> str | None:
        """What these rows show an alias to stand for; None for any other queue, and where that is not known."""
        return next((value for key in ("TARGET", "TARGQ") if (value := self.fact_of(rows, key).value)), None)

    # Time

    def later(self, one: Row, other: Row) -> bool:
        """Whether a row was surely captured after another; file names and the order of reading say nothing."""
        if one is other or one.capture == other.capture:
            return False
        a, b = (self._captures.get(row.capture) or Capture(row.capture) for row in (one, other))
        if one.queue_manager == other.queue_manager:
            grown = _has_grown(one.times, other.times)
            if grown is not None and _object(one) == _object(other):
                return grown
        first, second = self.captured(one), self.captured(other)
        if _has_stamp(one) and _has_stamp(other) and first.first and second.first:
            # Of a stamp with a zone and one without only the bounds of that clock tell the order.
            is_mixed = bool(one.zone) != bool(other.zone)
            return second.before(first) is True if is_mixed else first.first > second.first
        if one.queue_manager != other.queue_manager:
            return second.before(first) is True
        grown = a.went_forward(b)
        return grown if grown is not None else second.before(first) is True

    def captured(self, row: Row) -> Span:
        """When a row was captured: at its stamp; without one, not before the latest time that the same run prints."""
        if row.captured and row.zone:
            at = in_utc(row.captured, row.zone)
            return Span(at, at)
        clock = self.clock(row.queue_manager)
        if row.captured:
            return clock.utc(row.captured)
        latest = self._captures[row.capture].latest
        return Span(clock.utc(latest).first, None) if latest else Span()

    def after(self, row: Row, since: Span | None) -> bool:
        """Whether a row was surely captured after a moment; without a moment, every row is."""
        return since is None or since.before(self.captured(row)) is True

    def is_before(self, row: Row, other: Row, stem: str) -> bool:
        """Whether a row was surely captured before what another of the same queue manager shows the time of."""
        if row.captured and not row.zone:  # both are of one clock
            return row.captured < other.times[stem]
        return self.captured(row).before(self.moment(other, stem)) is True

    @once
    def clock(self, manager: str | None) -> Clock:
        """What the evidence shows of the clock of a queue manager's host."""
        zone, near = self.given.zone(manager), self._near_time(manager)
        shown = self._shown_clocks.get(manager)
        if zone and (shown is None or shown in zone.east(near)):  # what a log shows is no matter of belief
            return Zoned.of(zone, near)
        if manager in self._shown_clocks:
            return Clock(self._shown_clocks[manager], self._shown_clocks[manager])
        west: list[timedelta] = []
        for capture in self._captures.values():
            if capture.key[2] != manager or not capture.stamp or not capture.latest:
                continue
            stamp, zone = capture.stamp
            if not zone:
                return Clock()
            if zone != "UTC":
                return Clock(offset(zone), offset(zone))
            east = capture.latest - stamp
            near = round(east / ZONES) * ZONES
            if -SAME_HOST <= near - east <= FRESH and WEST <= near <= EAST:
                # What happened half a minute before the capture shows the zone. What is hours old by the stamp may be
                # just that: only where two captures say the same is it a host so far to the west.
                if near >= timedelta() or near in west:
                    return Clock(near, near)
                west.append(near)
        return Clock(*self.bounded_clock(manager))

    @once
    def shown_clock(self, manager: str | None) -> timedelta | None:
        """How far the clock of a host is east of UTC, where it is given, or a log or a stamp shows it; else None."""
        clock = self.clock(manager)
        if isinstance(clock, Zoned) and clock.least == clock.most:
            return clock.least
        if manager in self._shown_clocks:
            return self._shown_clocks[manager]
        stamps = (one.stamp for one in self._captures.values() if one.key[2] == manager and one.stamp)
        zones = {offset(zone) for _, zone in stamps if zone and zone != "UTC"}
        return zones.pop() if len(zones) == 1 else None

    @once
    def bounded_clock(self, manager: str | None) -> tuple[timedelta, timedelta]:
        """How far a host's clock can be east of UTC at least and at most, by the stamps of its captures.

        No time that a capture prints is later than its stamp, and the oldest message of a queue came no later than its
        last put.
        """
        least, most = Clock().least, Clock().most
        for capture in self._captures.values():
            if capture.key[2] != manager or not capture.stamp or capture.stamp[1] != "UTC":
                continue
            stamp, _ = capture.stamp
            if capture.latest:
                least = max(least, next((one for one in OFFSETS if one >= capture.latest - stamp - LATELY), most))
            if capture.until:
                last = max(capture.until - stamp + LATELY, WEST)
                most = min(most, max(one for one in OFFSETS if one <= last))
        return (least, most) if least <= most else (Clock().least, Clock().most)

    def latest(self, row: Row) -> datetime | None:
        """The latest time that the run of a row prints, by the clock of its host."""
        known = self._captures.get(row.capture)
        return known.latest if known else None

    @once
    def capture_by_its_clock(self, row: Row) -> Moment:
        """When a row was captured: at its stamp, and not before the latest time that the same run prints."""
        local, utc = moments.Clock(row.queue_manager or "", "local"), moments.Clock(row.queue_manager or "", "utc")
        low, high = [], []
        if latest := self.latest(row):
            low.append(Bound(local, seconds(latest)))
        if row.captured:
            at = seconds(row.captured) - (offset(row.zone).total_seconds() if row.zone else 0)
            clock = utc if row.zone else local
            low.append(Bound(clock, at))
            high.append(Bound(clock, at + 1))
        return Moment(tuple(low), tuple(high))

    @once
    def time_by_its_clock(self, row: Row, stem: str) -> Moment | None:
        """The moment of a pair of date and time of a row (`LPUT`, `ALT` …), printed to the second."""
        time = row.times.get(stem)
        if time is None:
            return None
        clock, at = moments.Clock(row.clock_of(stem) or "", "local"), seconds(time)
        # An older time may have been printed in the other half of the year.
        now = row.captured or self.latest(row)
        wide = HOUR.total_seconds() if now and time < _may_have_changed(now) else 0
        return Moment((Bound(clock, at - wide),), (Bound(clock, at + 1 + wide),))

    def _near_time(self, manager: str | None) -> datetime:
        """A local time of about the captures of a queue manager."""
        captures = [one for one in self._captures.values() if one.key[2] == manager]
        times = [time for one in captures for time in (one.latest, one.stamp and one.stamp[0]) if time]
        return max(times, default=WINTER)

    def moment(self, row: Row, stem: str) -> Span:
        """A pair of date and time of a row (`LPUT`, `ALT` …) in UTC."""
        time, clock = row.times.get(stem), self.clock(row.clock_of(stem))
        span = clock.utc(time)
        now = row.captured or self._captures[row.capture].latest
        if isinstance(clock, Zoned):
            return span
        if not time or not now or time >= _may_have_changed(now):
            return span
        return Span(span.first - HOUR, span.last + HOUR)

    # Channels and clusters

    def servers(self, manager: str | None, xmitq: str) -> dict[str, list[Row]]:
        """The channels that serve a transmission queue, by name: what defines them and their status.

        The queue of one cluster channel names it.
        """
        named = {*self._servers.get((manager or "", xmitq), {})}
        if not named and xmitq.startswith(CHANNEL_QUEUE) and xmitq != CLUSTER_QUEUE:
            named = {xmitq.removeprefix(CHANNEL_QUEUE)}
        return {name: [*self.of(manager, ("CHANNEL",), name), *self.statuses(manager, name)] for name in sorted(named)}

    def statuses(self, manager: str | None, channel: str) -> list[Row]:
        """The current status of a channel as its sending end shows it."""
        return [
            row for row in self.of(manager, ("CHSTATUS",), channel)
            if row.attributes.get("CHLTYPE", "SDR") in SENDERS and _current(row)
        ]  # fmt: skip

    @once
    def senders_known(self, manager: str | None) -> list[Row]:
        """The rows of a complete listing of channels in which each sender shows its transmission queue; else none."""
        rows = self.of(manager, ("CHANNEL",))
        complete = [
            one for one in self.absences(manager) if one.word == "CHANNEL" and one.pattern == "*" and one.listed
        ]
        whole = [one.row for one in complete if not one.narrowed]
        told = all("XMITQ" in row.attributes or row.attributes.get("CHLTYPE") not in ("SDR", "SVR") for row in rows)
        named = all(row.name and "CHLTYPE" in row.attributes for row in rows)
        return whole if told and named else []

    def in_cluster(self, manager: str | None) -> tuple[bool | None, list[Place]]:
        """Whether a queue manager is in a cluster, and where the evidence shows it; None where nothing was asked about
        it."""
        signs = [row.place() for row in self.of(manager, ("CLUSQMGR", "QCLUSTER"))]
        for row in self.of(manager, ("CHANNEL", "CHSTATUS")):
            if row.attributes.get("CHLTYPE") in ("CLUSSDR", "CLUSRCVR"):
                signs.append(row.place("CHLTYPE"))
        for row in self.of(manager, ("QMGR", *QUEUES)):
            keys = ("REPOS", "REPOSNL") if row.type == "QMGR" else ("CLUSTER", "CLUSNL")
            signs += [row.place(key) for key in keys if row.attributes.get(key)]
        if signs:
            return True, distinct(signs)
        found = [one for one in self.absences(manager) if one.pattern == "*" and not one.narrowed]
        none = [one for one in found if one.word in ("CLUSQMGR", "QCLUSTER")]
        none += [one for one in found if one.word == "CHANNEL"]
        return (False, [one.place for one in none]) if none else (None, [])


def platform_of(told: str | None, messages: Iterable[str | None]) -> str:
    """The platform of a queue manager, by its PLATFORM or by the messages of its displays; blank for any other."""
    return ZOS if any((one or "").startswith("CSQ") for one in messages) else PLATFORMS.get(told, "")


class Capture:
    """One run of a program at one queue manager: its stamp, and the times that it prints."""

    def __init__(self, key: tuple):
        self.key, self.stamp, self.latest, self.until = key, None, None, None
        self.times: dict[tuple, datetime] = {}

    def add(self, row: Row) -> None:
        """Take what a row says of time."""
        if row.captured and not self.stamp:
            self.stamp = row.captured, row.zone
        for stem, time in row.times.items():
            if stem in GROWS:
                self.times[row.type, row.name, stem] = max(time, self.times.get((row.type, row.name, stem), time))
            # The times of a cluster record are by the clock of its owner.
            if row.type not in ("QCLUSTER", "CLUSQMGR"):
                self.latest = max(self.latest or time, time)
        if until := _until(row):
            self.until = min(self.until or until, until)

    def went_forward(self, other: Capture) -> bool | None:
        """Whether the times of the same objects went forward since another capture; None where the evidence does not
        show it."""
        return _has_grown(self.times, other.times)


def _object(row: Row) -> tuple[str | None, ...]:
    """What a row is about: a cluster queue has a record for each of its instances."""
    return row.type, row.name, row.attributes.get("CLUSQMGR")


def _has_grown(one: Mapping, other: Mapping) -> bool | None:
    both = [(one[key], other[key]) for key in one if key in other and (not isinstance(key, str) or key in GROWS)]
    forward, back = any(a > b for a, b in both), any(a < b for a, b in both)
    return None if forward == back else forward


def _until(row: Row) -> datetime | None:
    """Until when, by its host's clock, the status of a queue was taken: it was put to when its oldest message came.

    None where the evidence does not show it, or the clock may have been changed since.
    """
    put, age = row.times.get("LPUT"), number(row.attributes.get("MSGAGE"))
    if not (put and age and row.captured) or _is_shared(row) or put < _may_have_changed(row.captured):
        return None
    return put + timedelta(seconds=age)


def _may_have_changed(now: datetime) -> datetime:
    """The last time before which a clock may have been in its other half of the year: it changes on a Sunday before
    five, and in these hours it may just have done so.
    """
    five = now.replace(hour=5, minute=0, second=0, microsecond=0) - timedelta(days=(now.weekday() + 1) % 7)
    return min(five, now)


def _has_stamp(row: Row) -> bool:
    return row.captured is not None


def _of_its_member(row: Row) -> Row:
    """A row with the member of a queue-sharing group that answered, where the command was sent to others (CMDSCOPE)."""
    scope = dict((row.asked or {}).get("filters") or {}).get("CMDSCOPE", "").strip()
    if not scope or scope == row.queue_manager:
        return row
    return replace(row, queue_manager=None if scope == "*" else scope)


def _keep(known: dict, key: tuple, value: object) -> None:
    """Keeps what was found to be asked again."""
    if len(known) >= KEPT:
        known.clear()
    known[key] = value


def _is_shared(row: Row) -> bool:
    return row.attributes.get("QSGDISP") == "SHARED"


def _current(row: Row) -> bool:
    return "CURRENT" in row.attributes or not row.attributes.keys() & {"SAVED", "SHORT"}


def _broken(row: Row, attribute: str) -> bool:
    # Of an object into which lines of another one ran, nothing is sure.
    return bool(row.error) and sentences.GIVEN_TWICE.format(attribute=attribute) in row.error


def _last_of_script(seen: list[SeenValue]) -> list[SeenValue]:
    # A script is carried out from its top: of each file the last command counts.
    ordered: Iterator[SeenValue] = iter(sorted(seen, key=lambda one: (one.row.file, one.row.line or 0)))
    return list({one.row.file: one for one in ordered}.values())


def _as_captured(row: Row, given: Given) -> Row:
    """A row with the capture time that a person gives, where the evidence shows none."""
    when = given.when(row.file, row.queue_manager) if given.captured and row.captured is None else None
    return replace(row, captured=when.local, zone=when.zone) if when else row
