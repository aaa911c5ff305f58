"""What the estate shows, as the observations ask for it: rows with their moments, and what may be assumed of them.

The estate has the rows and keeps them in order; here each row gets a moment on a clock, and the question "was this
captured after the put" gets proofs instead of a yes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cached_property
from itertools import product

from mqforensics.clock.moments import (
    NOTHING,
    Bound,
    Clock,
    Clocks,
    Moment,
    Proof,
    between,
    clocks_of,
    seconds,
    smallest,
)
from mqforensics.clock.zone_names import OFFSETS, RARE
from mqforensics.flow.model import Taken
from mqforensics.objects import checks
from mqforensics.objects.estate import CLUSTER_QUEUE, DEPTH, QUEUES, Estate
from mqforensics.objects.fact import HOUR, Row, number
from mqforensics.objects.route import DESTINATION, Hop, Route

ASKED = Clock("", "asked")
EARTH = Clock("", "utc")
STAGING = "SYSTEM.DDELAY.LOCAL.QUEUE"
"""Where messages with a delivery delay wait."""
RIGHT_TO, ASKED_TO = 120.0, 15.0
"""How far a host's clock may be off (CLOCKS), and the time that a person gave for the put (PUT_TIME), in seconds."""
AT_ONCE, ON_ITS_WAY = 2.0, 5.0
"""So many seconds after the put the last put of its first queue, or of one on its way, is taken for the same one."""
LATER = 300.0
"""By so many seconds one capture has to be later than another to count as a later look."""
AT_MOST = 120.0
"""Of a message that was put while the captures were made: it was put at most so many seconds before one of them."""


class Facts:
    """The evidence about one request: its rows, each with the proofs that it is from after the put."""

    def __init__(self, estate: Estate, request, routes: Sequence[Route], sightings: Sequence = (),
                 zones: Mapping | None = None, against: Mapping | None = None, dumps: Sequence = (),
                 shown: Sequence = (), last_put: Row | None = None):  # fmt: skip
        self.became = shown
        """What became of the message, where the evidence shows it itself."""
        self.last_put = last_put
        """The status whose last put is taken for that of the message, where no time of the put was asked for."""
        self.estate, self.request, self.routes, self.sightings = estate, request, routes, sightings
        self.against = dict(against or {})
        """By the key of an assumption and a queue manager what a log shows against it there; `STATUS`: of the channels
        that a log shows to have done something after their status, by queue manager and transmission queue; `NOT_PUT`:
        the queue managers whose log shows that a channel could not put a message as this one came."""
        self.tried = dict(zones or {})
        """By queue manager a zone that is tried for its host: how far it is east of UTC; None: it is left open."""
        each = {(hop.manager, hop.xmitq, hop.partner): hop for one in routes for hop in one.hops}
        each |= _hops_of_dumps(estate, sightings, {at[:2] for at in each})
        self.legs: list[Hop] = list(each.values())
        """The hops of all ways, and from the transmission queues off these where a dump has the message."""
        self.hops: dict[tuple[str, str], Hop] = {}
        """By a transmission queue its hop; of ways that share it, with the channels of all and no partner."""
        for leg in self.legs:
            other = self.hops.setdefault((leg.manager, leg.xmitq), leg)
            if other is not leg:
                both = other.channels | leg.channels
                self.hops[leg.manager, leg.xmitq] = replace(other, channels=both, partner=None, shared=True)
        self.puts: dict[tuple[str, str], tuple[list[str], list[Row]]] = {}
        """By a queue that takes messages: the queues that the put goes through, and its cluster records."""
        self.first: dict[tuple[str | None, str], None] = {}
        """The queues that the application itself puts to, in the order of the ways."""
        self.dumps: Sequence = dumps
        self._compared: dict[tuple[Moment, Moment, float], list[Proof]] = {}
        self._after: dict[tuple, list[Proof]] = {}
        self._hours: dict[tuple, list[Proof]] = {}
        self._dead: dict[str, str | None] = {}

    # Clocks

    @cached_property
    def managers(self) -> list[str]:
        """The queue managers on the way."""
        found = [self.request.queue_manager, *(hop.manager for hop in self.legs)]
        found += [hop.partner for hop in self.legs if hop.partner]
        found += [one.end.manager for one in self.routes if one.end and one.end.manager]
        return list(dict.fromkeys(one for one in found if one))

    @cached_property
    def clocks(self) -> Clocks:
        """What is known of the clocks of the hosts on the way, and of the asker's."""
        return self.clocks_in(self.tried)

    def clocks_in(self, tried: Mapping[str, timedelta | None]) -> Clocks:
        """The same with these zones to try."""
        edges = []
        for manager in self.managers:
            local, utc = Clock(manager, "local"), Clock(manager, "utc")
            for least, most, proof in self._zones(manager, tried):
                edges += between(utc, local, least.total_seconds(), most.total_seconds(), proof)
            right = Proof(frozenset({Taken("CLOCKS", manager)}))
            edges += between(EARTH, utc, -RIGHT_TO, RIGHT_TO, right)
        if row := self.last_put:
            same = Taken("WHEN", row.queue_manager, row.name, None, str(row.times["LPUT"]))
            proof = Proof(frozenset({same}), (row.place("LPUTTIME"),))
            edges += between(Clock(row.queue_manager or "", "local"), ASKED, 0, 1, proof)
        else:
            told = Proof(frozenset({Taken("PUT_TIME", None, self.request.queue)}))
            edges += between(Clock(self.request.queue_manager, "utc"), ASKED, -ASKED_TO, ASKED_TO, told)
        return clocks_of(tuple(edges))

    @cached_property
    def first_queues(self) -> list[tuple[str, str]]:
        """The queues that the application itself may have put to."""
        ways = (one.queues(0) for one in self.routes if one.hops or (one.end and one.end.kind == DESTINATION))
        return list(dict.fromkeys((manager, names[-1]) for manager, names, _ in ways if manager and names))

    @cached_property
    def _way(self) -> list[tuple[str, str]]:
        """The queues that take the message on its ways."""
        each = (one.queues(step) for one in self.routes for step in range(len(one.hops) + 1))
        last = [(manager, names[-1]) for manager, names, _ in each if manager and names]
        return list(dict.fromkeys([*self.first_queues, *last]))

    def last_puts(self, manager: str | None, queue: str | None) -> list[tuple[timedelta, Taken, Row]]:
        """The last puts of a queue that came in the seconds of the put, each with the zone of the host by which it did.

        Minutes and seconds are the same in every zone but a few, so a last put that has those of the put is seldom
        another one; of a full minute that is not said. On the way the message needs some seconds.
        """
        at = self.request.put_time
        if at is None or self.is_shared(manager, queue):
            return []
        least, most = self.estate.bounded_clock(manager)
        shown, found = self.estate.shown_clock(manager), []
        usual = [timedelta()] if not at.second else [one for one in OFFSETS if one not in RARE]
        early, late = (1, AT_ONCE) if (manager, queue) in self.first_queues else (AT_ONCE, ON_ITS_WAY)
        for row in self.statuses(manager, queue):
            last = row.times.get("LPUT")
            for east in ([shown] if shown is not None else usual) if last else ():
                ahead = seconds(last) - at.timestamp() - east.total_seconds()
                if least <= east <= most and -early <= ahead <= late:
                    found.append((east, Taken("LAST_PUT", manager, queue), row))
        return found

    def _zones(self, manager: str, tried: Mapping) -> Iterator[tuple[timedelta, timedelta, Proof]]:
        """How far a host's local time is ahead of UTC: what lines bound, and the zone that is assumed."""
        east = tried.get(manager)
        if east is not None:
            yield east, east, NOTHING
            return
        known = self.estate.clock(manager)
        shown = self.estate.shown_clock(manager)
        if shown is not None:
            yield shown, shown, NOTHING
            return
        least, most = self.estate.bounded_clock(manager)
        yield least, most, NOTHING
        near = known.least if known.least == known.most else None
        guess = near if near is not None else timedelta()
        told = [one for at, queue in self._way if at == manager for one in self.last_puts(at, queue)]
        # A delay of whole hours would show the put in another zone.
        at_once = Taken("NO_DELAY", self.request.queue_manager, STAGING)
        for east, taken, row in told:
            yield east, east, Proof(frozenset({taken, at_once}), (row.place("LPUTTIME"),))
        if manager not in tried and least <= guess <= most and all(east == guess for east, _, _ in told):
            text = (
                "UTC"
                if not guess
                else f"UTC{'-' if guess < timedelta() else '+'}{abs(guess).seconds // 3600:02}:"
                f"{abs(guess).seconds // 60 % 60:02}"
            )
            yield guess, guess, Proof(frozenset({Taken("ZONE", manager, None, None, text)}))

    # Moments

    @cached_property
    def put(self) -> Moment | None:
        """When the message was put; None where that was not said, and no last put is taken for it."""
        said, last = self.request.put_time, self.last_put
        at = said.timestamp() if said else seconds(last.times["LPUT"]) if last else None
        return None if at is None else Moment((Bound(ASKED, at),), (Bound(ASKED, at),))

    def capture(self, row: Row) -> Moment:
        """When a row was captured, by its clock."""
        return self.estate.capture_by_its_clock(row)

    def moment(self, row: Row, stem: str) -> Moment | None:
        """The moment of a pair of date and time of a row (`LPUT`, `ALT` …), by its clock."""
        return self.estate.time_by_its_clock(row, stem)

    def before(self, one: Moment | None, other: Moment | None, by: float = 0) -> list[Proof]:
        """The proofs that a moment is before another; none where one of them is not known."""
        if one is None or other is None:
            return []
        about = one, other, by
        if about not in self._compared:
            self._compared[about] = self.clocks.before(*about)
        return self._compared[about]

    def compares_alike_by(self, clocks: Clocks) -> bool:
        """Whether each comparison of two moments that was made comes out the same by other clocks."""
        each = self._compared.items()
        return clocks.wrong == self.clocks.wrong and all(clocks.before(*about) == found for about, found in each)

    def before_put(self, row: Row, stem: str) -> list[Proof]:
        """The proofs that a time of a row is before the put."""
        moment = self.moment(row, stem)
        return [one | Proof(frozenset(), (row.place(_line_of(row, stem)),)) for one in self.before(moment, self.put)]

    def since_put(self, row: Row, stem: str) -> list[Proof]:
        """The proofs that a time of a row is not before the put."""
        moment = self.moment(row, stem)
        return self.before(self.put, moment.moved(1)) if moment and self.put else []

    def after(self, row: Row) -> list[Proof]:
        """The proofs that a row was captured after the put; where nothing shows it, the assumption that it was."""
        if row.capture not in self._after:
            self._after[row.capture] = self._captured_after(row)
        return self._after[row.capture]

    def _captured_after(self, row: Row) -> list[Proof]:
        made = self.capture(row)
        if self.put is None:
            # What was put while the captures were made is not on what was captured hours before the others.
            if self._hours_before(row):
                return []
            return [Proof(frozenset({Taken("WHEN", self.request.queue_manager, self.request.queue)}))]
        proofs = self.before(self.put, made)
        if not self.before(made, self.put):
            proofs = [*proofs, Proof(frozenset({Taken("AFTER", row.queue_manager, row.file)}))]
        return smallest(proofs)

    def _hours_before(self, row: Row) -> list[Proof]:
        """The proofs that a row was captured an hour or more before another look at the way.

        Of a host whose zone nobody shows, local times hours before those of others rather show another zone.
        """
        if row.capture not in self._hours:
            made, hour = self.capture(row), HOUR.total_seconds()
            found = (self.before(made, self.capture(one), hour) for one in self.newest_looks)
            each = [proof for proofs in found for proof in proofs]
            self._hours[row.capture] = [one for one in each if all(taken.key != "ZONE" for taken in one.rests)]
        return self._hours[row.capture]

    def arrived_by(self, row: Row, manager: str | None, queue: str | None) -> list[Proof]:
        """The proofs that a row was captured after the message had come to a queue, if it came there at all."""
        proofs = self.after(row)
        if (manager, queue) in self.first or self.put is None:
            return proofs
        if self.is_older_than_the_way(row) or self._has_later_look(row, manager, queue):
            return []
        return [one | self.settled(row) for one in proofs]

    def settled(self, row: Row) -> Proof:
        """What it rests on that a message was not on its way, or in the hands of a channel, when a row was captured."""
        if self.put is None:
            return NOTHING
        return Proof(frozenset({Taken("SETTLED", row.queue_manager, row.file)}))

    def _has_later_look(self, row: Row, manager: str | None, queue: str | None) -> bool:
        """Whether a queue was looked at again: the message may have come between."""
        same = self.estate.of(manager, (row.type,), queue)
        newest = self.estate.newest(same)
        # Of looks without an order either may be the later one.
        differs = row.attributes.get("CURDEPTH") == "0" and any(self.number(one, "CURDEPTH") for one in newest)
        return row in same and (row not in newest or differs)

    def _may_be_the_earlier(self, row: Row) -> bool:
        """Whether its queue manager was looked at in another capture too, which may be the later one."""
        same = [one for one in self.looks if one.queue_manager == row.queue_manager]
        others = [one for one in same if one.capture != row.capture]
        return any(not self.before(self.capture(one), self.capture(row)) for one in others)

    def is_older_than_the_way(self, row: Row) -> bool:
        """Whether another queue manager on the way was looked at later: the message may still have been coming."""
        made = self.capture(row)
        others = [one for one in self.newest_looks if one.queue_manager != row.queue_manager]
        return any(self.before(made, self.capture(one), LATER) for one in others)

    def until_now(self, row: Row, attribute: str, about: str | None = None) -> Proof:
        """What it rests on that something a row shows was so up to the moment of the answer.

        What a later look at the next queue manager could contradict is assumed where nobody took one: with less
        evidence no answer is surer.
        """
        if self.put is None:
            return NOTHING
        again = self._has_later_look(row, row.queue_manager, row.name) or self._may_be_the_earlier(row)
        if again or self.is_older_than_the_way(row):
            return Proof(frozenset({Taken("STANDS", row.queue_manager, about or row.name, attribute)}))
        ways = [hop for hop in self.legs if (about or row.name) in (hop.xmitq, *hop.channels)]
        ways = [hop for hop in ways if hop.manager == row.queue_manager and not self._is_last(row, hop.partner)]
        return Proof(frozenset(Taken("NOTHING_SINCE", hop.manager, hop.xmitq) for hop in ways))

    def _is_last(self, row: Row, partner: str | None) -> bool:
        """Whether the next queue manager was looked at, and not later."""
        looks = [one for one in self.newest_looks if one.queue_manager == partner]
        return bool(looks) and all(self.before(self.capture(one), self.capture(row)) for one in looks)

    @cached_property
    def looks(self) -> list[Row]:
        """One row of each capture that shows a queue or a channel on the way."""
        found: dict[tuple, Row] = {}
        for manager in self.managers:
            names = {queue for at, queue in (*self.hops, *self.puts) if at == manager}
            names |= {name for (at, _), hop in self.hops.items() for name in hop.channels if at == manager}
            rows = [row for name in sorted(names) for row in self.estate.of(manager, (*DEPTH, "CHSTATUS"), name)]
            found |= {row.capture: row for row in rows}
        return list(found.values())

    @cached_property
    def newest_looks(self) -> list[Row]:
        """Of each queue manager on the way one row of its newest look."""
        each = [[row for row in self.looks if row.queue_manager == manager] for manager in self.managers]
        return [row for rows in each for row in self.estate.newest(rows)[:1]]

    # Rows

    def statuses(self, manager: str | None, queue: str | None) -> list[Row]:
        """The answers of DISPLAY QSTATUS about a queue."""
        return self.estate.of(manager, ("QSTATUS",), queue)

    def displays(self, manager: str | None, queue: str | None) -> list[Row]:
        """Every answer that shows a queue's definition."""
        return self.estate.of(manager, QUEUES, queue)

    def dead_letter_queue(self, manager: str) -> str | None:
        """The dead-letter queue that a queue manager names, else the one whose dump has dead-lettered messages."""
        if manager not in self._dead:
            named = self.estate.manager(manager, "DEADQ").value
            seen = {one.queue for one in self.sightings if one.reason is not None and manager in one.managers}
            self._dead[manager] = named or (seen.pop() if len(seen) == 1 else None)
        return self._dead[manager]

    def is_dead(self, manager: str | None, queue: str | None) -> bool:
        """Whether a queue is the dead-letter queue of its queue manager."""
        return self.dead_letter_queue(manager) == queue

    def is_shared(self, manager: str | None, queue: str | None) -> bool:
        """Whether a queue-sharing group shares a queue: then readers and units of work are those of one member."""
        return checks.is_shared(self.estate, manager, queue)

    def proofs_unaltered(self, row: Row, attribute: str | None, value: str | None = None) -> list[Proof]:
        """The proofs that an attribute, or None for all of them, was so from the put to its capture: last altered
        before it, or assumed so."""
        if self.put is None:  # what was altered just before its capture may have been so for a moment only
            made, altered = self.capture(row).moved(-AT_MOST), self.moment(row, "ALT")
            return [] if self.before(made, altered) else [NOTHING]
        if "ALT" in row.times:
            return self.before_put(row, "ALT")
        taken = Taken("UNALTERED", row.queue_manager, row.name or row.queue_manager, attribute, value)
        return [Proof(frozenset({taken}))]

    def rows_that_show(self, rows: Iterable[Row], attribute: str) -> list[Row]:
        """The rows that show an attribute, and did not lose it."""
        return [row for row in rows if attribute in row.attributes and not row.lost(attribute)]

    def number(self, row: Row, attribute: str) -> int | None:
        """An attribute of a row as a number."""
        return number(row.attributes.get(attribute))

    def channel_rows(self, hop: Hop, name: str) -> list[Row]:
        """The status of one channel at its sending end, current ones."""
        return self.estate.statuses(hop.manager, name)


def _hops_of_dumps(estate: Estate, sightings: Sequence, known: Collection[tuple]) -> dict[tuple, Hop]:
    """The hops from transmission queues, but for these, where dumps have the message on its way; where they lead is
    not known."""
    at = [(one.managers[0], one.queue) for one in sightings if one.is_onward and one.queue and len(one.managers) == 1]
    return {
        (*one, None): Hop(*one, "", estate.servers(*one), one[1] == CLUSTER_QUEUE) for one in at if one not in known
    }


def proofs_of_all(*each: list[Proof]) -> list[Proof]:
    """The proofs of all of several things: one of each, the smallest ones."""
    if not all(each):
        return []
    made = smallest(each[0])[:8] if each else [NOTHING]
    for proofs in each[1:]:
        made = smallest(one | other for one, other in product(made, proofs))[:8]
    return made


def _line_of(row: Row, stem: str) -> str:
    return next((f"{stem}{end}" for end in ("TIME", "TI") if f"{stem}{end}" in row.lines), stem)
