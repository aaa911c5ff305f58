"""The answer to where a message is: what is decided, what that rests on, every place, and what to ask next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache, partial
from typing import NamedTuple

from mqforensics.case.given import OPEN as OPEN_LEFT
from mqforensics.clock.zone_names import OFFSETS, RARE, offsets_between
from mqforensics.flow import engine, observations
from mqforensics.flow.assumptions import HOUR, Assumption, assumption, class_of, in_order
from mqforensics.flow.engine import CERTAIN, NOTHING_TAKEN, Rests
from mqforensics.flow.facts import Facts
from mqforensics.flow.model import Literal, Path, Place, Strike, Taken, laws
from mqforensics.flow.next import (
    Weighed,
    best,
    observations_against,
    proof_commands,
    weight,
    weight_where_struck,
    with_dead_letter_queues,
)
from mqforensics.flow.paths import DLQ, GONE, XMITQ, comes_to, paths, ways
from mqforensics.objects.commands import Command
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Place as Line
from mqforensics.objects.fact import Row
from mqforensics.objects.route import Route

UNKNOWN = "UNKNOWN"
GENERAL = {"CHANNEL_NOT_RUNNING": "WAITING_ON_XMITQ", "NO_CHANNEL": "WAITING_ON_XMITQ"}
"""The codes that differ from another one in the cause alone."""
UNDATED = ("UNALTERED", "DEFAULT")
"""The assumptions about definitions that show no time."""
CHANNEL_NOT_RUNNING, NO_CHANNEL = "CHANNEL_NOT_RUNNING", "NO_CHANNEL"
ARRIVAL = "arrival"
"""Where the laws begin by which a queue manager takes or refuses what a channel brings."""
BY_LAST_PUT = ("WHEN", "PUT_TIME")
"""What is taken of the time of the put: the last put to the first queue shows it."""
FEW_HOSTS = 3
"""Of more hosts it is not tried whether every zone gives the same answer: it takes a run for each zone of each."""
REFUSING = (
    "refused_put", "refused_full", "refused_long", "refused_user", "refused_copy", "refused_structure", "refused_name",
    "unsendable",
)  # fmt: skip

FIRST = "first queue"
NOT_BY_WAY_OF = {
    "led_elsewhere": XMITQ, "rolled_back": FIRST, "moved": "any", "protected": "any", "seen_elsewhere": "any",
    "doubt": "any",
}  # fmt: skip
"""By what happens on a path, the queues whose last put may be this message though the path does not come to them.

A transmission queue says nothing of names. The last put of the first queue may have been backed out. Who moves a
message may put it anywhere. Of a queue where a dump has the message, no evidence may show the way there. And what is in
a batch in doubt may have been put at the receiving end already.
"""

NO_PLACE = (engine.NOTHING_NORMAL, engine.CONTRADICTION)
"""The degrees of an answer that leaves no place."""
STATE = "DISPLAY QSTATUS({object}) TYPE(QUEUE) CURDEPTH UNCOM MSGAGE IPPROCS LPUTDATE LPUTTIME LGETDATE LGETTIME"
ASKED_OF = {
    **{("STANDS", one): STATE for one in ("IPPROCS", "CURDEPTH", "LGETTIME", "MSGAGE")},
    ("STANDS", "XMITQ"): "DISPLAY CHANNEL(*) WHERE(XMITQ EQ {object})",
    **{("UNALTERED", one): "DISPLAY CHANNEL({object}) {attribute} ALTDATE ALTTIME"
       for one in ("USEDLQ", "MRRTY", "NPMSPEED", "MSGEXIT")},
    ("DEFAULT", "PUT"): "DISPLAY QUEUE({object}) PUT ALTDATE ALTTIME",
    **{("UNALTERED", one): "DISPLAY QMGR {attribute} ALTDATE ALTTIME" for one in ("DEADQ", "DEFXMITQ")},
}  # fmt: skip
"""The command that settles an assumption about something else than the list of assumptions has it for."""


class Sighting(NamedTuple):
    """A message of a dump that is, or may be, the one asked for."""

    queue: str | None
    managers: tuple[str, ...]
    """The queue managers whose queue it can be; empty where no evidence shows it."""
    is_sure: bool
    """Whether its identifier says that it is the one asked for."""
    lines: tuple
    reason: int | None = None
    """That of its dead-letter header."""
    is_near: bool = False
    """Whether it was put at the time asked for."""
    is_owned: bool = False
    """Whether the dump itself names its queue manager."""
    row: Row | None = None
    """Its dump as a display, where the evidence shows when it was made."""
    is_onward: bool = False
    """Whether it has a transmission header: it is on its way."""
    is_there: bool = True
    """Whether it may still be there: not where a display shows that queue empty."""


class Shown(NamedTuple):
    """What the evidence shows of the message itself: a dump that has it, a trace of its put or get, an answer to it."""

    code: str
    queue_manager: str | None
    object: str | None
    """Null where the evidence does not name the queue."""
    lines: tuple
    rests: Rests = frozenset()

    def fits(self, path: Path) -> bool:
        """Whether a path ends there."""
        same = GENERAL.get(path.code, path.code) == GENERAL.get(self.code, self.code)
        at = path.place[1:] if path.place else (None, None)
        return same and all(
            mine in (None, its) for mine, its in zip((self.queue_manager, self.object), at, strict=True)
        )


class Dumped(NamedTuple):
    """A dump of a queue that shows all of its messages."""

    file: str
    queue: str
    queue_manager: str | None
    """As its command line names it."""
    lacks: bool
    """Whether each of its messages is known to be another one than that asked for."""
    by_time: bool
    """Whether that is known by the time of the put alone."""
    row: Row | None
    """It as a display, where the evidence shows when it was made."""
    lines: tuple = ()


@dataclass
class Possible:
    """One place on the way: still possible, or struck out by lines and by what is taken for true."""

    place: str
    code: str
    queue_manager: str | None
    object: str | None
    open: bool
    normal: bool
    rests: Rests = frozenset()
    by: tuple[str, ...] = ()
    """The observations that strike it out."""
    lines: tuple = ()
    cause: str = ""
    laws: tuple[str, ...] = ()
    about: Mapping[Taken, tuple] = field(default_factory=dict)
    """The same as `rests`, as the assumptions of the answer name it."""
    ways: tuple[frozenset[Rests], ...] = ()
    """Of each path to it what its strikes rest on."""
    is_contrary: bool = False
    """Whether the verdict falls where this place opens."""
    opens: frozenset[frozenset] = frozenset()
    """The smallest sets of assumptions without which it opens, as the answer names them."""


@dataclass
class Answer:
    """Where a message is, how surely, and what that rests on."""

    code: str
    queue_manager: str | None
    object: str | None
    degree: str
    assumes: list[Assumption] = field(default_factory=list)
    possible: list[Possible] = field(default_factory=list)
    against: list[tuple[str, str | None, str | None]] = field(default_factory=list)
    """The observations that would contradict it, with the queue manager and the object that each is of."""
    next: list[Command] = field(default_factory=list)
    as_of: str | None = None
    cause: str = ""
    lines: tuple = ()
    """What supports the place, and shows the way there."""
    rests: Rests = frozenset()
    facts: Facts | None = field(default=None, repr=False)
    refuted: frozenset[Taken] = frozenset()
    """What would have been assumed, had the evidence not spoken against it."""
    available: Rests = frozenset()
    """What may be assumed."""
    every: Sequence[Path] = field(default=(), repr=False)
    """All paths, with what strikes each out."""
    paths: Sequence[Weighed] = field(default=(), repr=False)
    """Those that are left with all of that, and how much each counts; where none is, those that are left without."""

    @property
    def code_of_cause(self) -> str | None:
        """The code of the law by which the message was refused where it arrived; None where it has none, or where a
        dump shows the message in its place."""
        law = laws().get(self.cause)
        is_refused = law is not None and law.start == ARRIVAL and not (self.facts and self.facts.sightings)
        return (law.code or None) if law and is_refused else None


def answer(estate: Estate, request, routes: Sequence[Route], sightings: Sequence[Sighting] = (),
           zones: Mapping | None = None, against: Mapping | None = None,
           dumps: Sequence[Dumped] = (), shown: Sequence[Shown] = ()) -> Answer:  # fmt: skip
    """Where the message of a request is, by the evidence of an estate.

    `request`: with `queue`, `queue_manager`, `put_time`, `persistence`, `expiry`, `report` and the like; `routes`: the
    ways that the resolution of its name gives. What the caller or the case says of zones, capture times and assumptions
    is in the estate. `zones`: by queue manager, a zone to try. `against`: by the key of an assumption and a queue
    manager what logs show against it there. `shown`: what became of the message, where it or an answer to it is in the
    evidence.
    """
    about = estate, request, ways(estate, request, routes), sightings, dumps, tuple(shown)
    made = _in_its_zones(about, zones, against)
    if made.code == UNKNOWN and (last := _status_of_its_put(made)):
        at_that_time = _in_its_zones((*about, last), zones, against)
        made = made if at_that_time.code == UNKNOWN else at_that_time
    made = _with_what_opens(made)
    made.against = [] if made.code == UNKNOWN else observations_against(path for path, _ in made.paths)
    f = made.facts
    made.next = _commands_where_open(f, made) if f and made.code == UNKNOWN else proof_commands(made.assumes)
    return made


def _status_of_its_put(made: Answer) -> Row | None:
    """The status of the one queue that the application puts to whose last put may be the message, where no time of the
    put was asked for, and nobody said whether it was shortly before the captures; of places that are known."""
    f = made.facts
    if f is None or f.request.put_time is not None or all(path.code == UNKNOWN for path, _ in made.paths):
        return None
    told = [f.estate.given.of("WHEN", *at) for at in ((f.request.queue_manager, f.request.queue), *f.first_queues)]
    if any(told) or len(f.first_queues) != 1 or f.is_shared(*f.first_queues[0]):
        return None
    rows = f.estate.newest(f.statuses(*f.first_queues[0]))
    return rows[0] if len(rows) == 1 and "LPUT" in rows[0].times else None


def _commands_where_open(f: Facts, made: Answer) -> list[Command]:
    """The commands that leave the fewest of the places that are left, and look where messages were dead-lettered."""
    is_struck = made.degree == engine.NOTHING_NORMAL
    return best(f, with_dead_letter_queues(f, made.paths, made.every), made.available, is_struck)


def open_answer(made: Answer, also: Collection[str] = ()) -> Answer:
    """The same answer with nothing assumed: every place that no line strikes out is left.

    `also`: the queues where a dump has a message that may be this one. Where only that is open, what is nearly always
    true still strikes out the places elsewhere.
    """
    f = made.facts
    if f is None:
        return made
    age = _age(f)
    usual = frozenset(one for one in made.available if also and _class(f, one, age, set()) == "A")
    left = engine.paths_left(made.every, usual)
    kept = set(map(id, left))
    left += [
        one for one in engine.paths_left(made.every, NOTHING_TAKEN) if one.place.object in also and id(one) not in kept
    ]
    decision, classes = engine.Decision(engine.OPEN, None, left, NOTHING_TAKEN, usual), dict.fromkeys(usual, "A")
    told = _answer_of(f, list(made.every), decision, classes, age)
    told.available, told.refuted, told.every = made.available, made.refuted, made.every
    told = _with_what_opens(told)
    told.paths = [Weighed(one, weight(one, {}, NOTHING_TAKEN)) for one in left]
    told.next = list(best(f, told.paths, told.available))
    return told


def _in_its_zones(about: tuple, zones: Mapping | None, against: Mapping | None) -> Answer:
    made = _answer(about, zones, against)
    if made.degree == engine.NOTHING_NORMAL:
        return _in_any_zone(about, zones, against, made)
    hosts = [one for one in made.rests if one.key == "ZONE"]
    if made.code == UNKNOWN or not hosts or any(one.class_ == "C" and one.key != "ZONE" for one in made.assumes):
        return made
    if len(hosts) > FEW_HOSTS:
        return made
    # Where every zone that is left says the same or nothing, the zone is a usual assumption and no reading of its own.
    agree = {one.queue_manager for one in hosts if _agrees(made, about, against, one)}
    return _answer(about, zones, against, agree) if agree else made


def _in_any_zone(about: tuple, zones: Mapping | None, against, made: Answer) -> Answer:
    """What every zone of one host gives that leaves a place at all, where the zones that are assumed leave none.

    No zone of another host is assumed then, and at least one of the zones is not rare. It rests on what leaves no place
    in the other zones, too.
    """
    estate = about[0]
    assumed = {one.queue_manager for one in made.available if one.key == "ZONE"}
    hosts = [one for one in made.facts.managers if one in assumed]
    for host in hosts if len(hosts) <= FEW_HOSTS and not zones else ():
        others = dict.fromkeys(one for one in hosts if one != host)
        each: dict[timedelta, Answer] = {}
        offsets = offsets_between(*estate.bounded_clock(host))
        zones_to_try = [others | {host: east} for east in offsets]
        for east, one in zip(offsets, _in_each(about, zones_to_try, against), strict=True):
            each[east] = one
            left = {zone: one for zone, one in each.items() if one.degree not in NO_PLACE}
            told = {(one.code, one.queue_manager, one.object) for one in left.values()}
            if len(told) > 1 or (UNKNOWN, None, None) in told:
                break  # other zones cannot make it one answer any more
        else:
            if told and not RARE.issuperset(left):
                return _of_all_zones(list(left.values()), list(each.values()))
    return made


def _in_each(about: tuple, zones_to_try: Iterable[Mapping], against: Mapping | None) -> Iterator[Answer]:
    """The answer in each of several zones: that of another one where no comparison of times comes out otherwise."""
    found: list[tuple[Facts, Answer]] = []
    for zones in zones_to_try:
        clocks = found[0][0].clocks_in(zones) if found else None
        made = next((one for f, one in found if clocks and f.compares_alike_by(clocks)), None)
        if made is None:
            made = _answer(about, zones, against)
            found += [(made.facts, made)] if made.facts else []
        yield made


def _of_all_zones(found: Sequence[Answer], each: Sequence[Answer]) -> Answer:
    """One answer of those that are the same in several zones, with all that they and the zones without one rest on."""
    made = found[0]
    made.assumes = in_order(one for told in each for one in told.assumes)
    made.rests = frozenset(one for told in each for one in told.rests)
    made.degree = engine.BY_CLASS[max((one.class_ for one in made.assumes), default="")]
    same = {(row.place, row.code, row.queue_manager, row.object): row for row in made.possible}
    for row in (row for told in each if told is not made for row in told.possible):
        one = same.get((row.place, row.code, row.queue_manager, row.object))
        if one is None or one.open or row.open:
            continue
        one.rests, one.about = one.rests | row.rests, {**one.about, **row.about}
        one.ways, one.is_contrary = (*one.ways, *row.ways), one.is_contrary or row.is_contrary
        one.by, one.lines = (tuple(dict.fromkeys((*a, *b))) for a, b in ((one.by, row.by), (one.lines, row.lines)))
    return made


def _agrees(made: Answer, about: tuple, against, zone: Taken) -> bool:
    least, most = about[0].bounded_clock(zone.queue_manager)
    whole = [east for east in OFFSETS if least <= east <= most and east.total_seconds() % 3600 == 0]
    others = _in_each(about, [{zone.queue_manager: east} for east in whole], against)
    return all(one.code == UNKNOWN or (one.code, one.object) == (made.code, made.object) for one in others)


def _answer(
    about: tuple, zones: Mapping | None = None, against: Mapping | None = None, zones_agree: set | None = None
) -> Answer:
    estate, request, routes, sightings, dumps, shown, *last_put = about
    f = Facts(estate, request, routes, sightings, zones, against, dumps, shown, *last_put)
    # What the request itself excludes is no place at all: a persistent message is not lost with a restart.
    every = [path for path in paths_with_strikes(f, paths(f)) if all(one.rests or one.lines for one in path.strikes)]
    found = {one for rests in {rests for path in every for rests in path.rests} for one in rests}
    wrong = [proof.rests for proof in f.clocks.wrong]
    contradicted = {one for rests in wrong for one in rests}
    said = {one: told for one in found if (told := estate.given.of(*one[:3]))}
    refuted = frozenset(one for one in found if one not in said and observations.is_refuted(f, one))
    available = frozenset(found - said.keys() - contradicted - refuted)
    age = _age(f)
    classes = {one: _class(f, one, age, zones_agree or set()) for one in found}
    shown = {one: _line(estate, told) for one, told in said.items() if told.said != OPEN_LEFT}
    every = [_without(path, shown) for path in every] if shown else every
    every = [path for path in every if all(one.rests or one.lines for one in path.strikes)]
    made = engine.decision_on(every, available, classes.__getitem__)
    if made.agreed and made.agreed[0] == "DISCARDED":
        # That a message is lost is not said of a definition of which nobody knows since when it is so.
        made = engine.decision_on(
            every, frozenset(one for one in available if one.key not in UNDATED), classes.__getitem__
        )
    told = _answer_of(f, every, made._replace(allowed=made.allowed | frozenset(shown)), classes, age)
    if told.code == engine.WAITING and any(path.code == "PUT_REFUSED" for path in made.left):
        # Only a channel that does not run holds up what a full queue has and what it refused alike.
        made = engine.decision_on(every, available, classes.__getitem__, (engine.WAITING,))
        told = _answer_of(f, every, made._replace(allowed=made.allowed | frozenset(shown)), classes, age)
    told.refuted = refuted
    told.available, told.every = available, every
    left = engine.paths_left(made.left, available) or made.left
    told.paths = [Weighed(one, weight(one, classes, available)) for one in left]
    if not left:
        maybe = engine.paths_left(every, NOTHING_TAKEN)
        told.paths = [Weighed(one, weight_where_struck(one, classes, available)) for one in maybe]
    return told


def _without(path: Path, shown: Mapping[Taken, tuple]) -> Path:
    """The path with what somebody said to hold: it is assumed no more, and the line of the case is quoted."""
    strikes = []
    for one in path.strikes:
        lines = tuple(line for taken in one.rests if taken in shown for line in shown[taken])
        strikes.append(one._replace(rests=one.rests.difference(shown), lines=(*one.lines, *lines)))
    return path.with_strikes(strikes)


def _line(estate: Estate, told) -> tuple:
    line = estate.given.line("assume", told)
    return (Line(*line[:2], shows=told.key),) if line else ()


def _class(f: Facts, one: Taken, age: timedelta | None, zones_agree: set) -> str:
    is_request = bool(getattr(f.request, "is_request", False))
    is_definition = one.key == "STANDS" and one.attribute == "XMITQ"
    return class_of(one.key, age=age, is_request=is_request, zones_agree=one.queue_manager in zones_agree,
                    is_definition=is_definition)  # fmt: skip


def _age(f: Facts) -> timedelta | None:
    """From the put to the newest look at the way.

    Where no look shows when it was taken, it is not an older than an hour only if somebody says this: the latest time
    that it prints shows whether it is of the day of the put. None where no evidence shows it.
    """
    if f.put is None:
        return timedelta()
    since = f.put.low[0].at
    # The time of a last put is by the clock of its own host.
    looks = [row for row in f.newest_looks if not f.last_put or row.queue_manager == f.last_put.queue_manager]
    ends = [one.at for row in looks for one in f.capture(row).high]
    if ends:
        return timedelta(seconds=max(0.0, max(ends) - since))
    printed = [one.at for row in looks for one in f.capture(row).low]
    return max(HOUR, timedelta(seconds=max(printed) - since)) if printed else None


def paths_with_strikes(f: Facts, every: list[Path]) -> list[Path]:
    """The paths with all that is against each, and with what supports its place."""
    sightings, last = _of_a_kind(f.sightings), _last_puts(f, every)
    strikes, signs = cache(partial(observations.strikes, f)), cache(partial(observations.sign, f))
    for path in every:
        # Where the evidence shows the message counters say nothing against a path that ends there.
        shown = [one for one in f.became if one.fits(path)]
        against = [] if shown else [one for it in path.literals for one in strikes(it)]
        if not shown:
            against += [Strike(frozenset({one}), (), one.key) for one in path.needs]
            against += [*_strikes_of_other_queues(sightings, path), *_went_elsewhere(f, last, path)]
        against += [Strike(one.rests, one.lines, "message_shown") for one in f.became if one not in shown]
        path.with_strikes(against)
        # What supports a place is at the place; a dead letter or a discarded message needs the refusal shown.
        kind = path.place.kind if path.place else ""
        of_a_channel = {DLQ: observations.DEAD_LETTERED, GONE: (observations.RETURNED,)}.get(kind)
        refusal = (*REFUSING, *of_a_channel) if of_a_channel else ()
        says = [it for it in path.literals if it.what in refusal]
        path.signs = [line for one in shown for line in one.lines]
        path.signs += [line for it in says or path.literals[path.last :] for line in signs(it)]
        path.signs += [line for one in sightings if _fits(path, one, ends=True) for line in one.lines]
    return every


def _fits(path: Path, one: Sighting, ends: bool = False) -> bool:
    """Whether a path comes to the queue that a sighting is of; `ends`: whether it ends there."""
    if ends:
        return path.place.object == one.queue and (not one.managers or path.place.queue_manager in one.managers)
    managers = one.managers or (None,)
    # Where the message is shown says nothing of whose displays the others are.
    of_namesake = any(it.what == "namesake" and it.queue_manager in managers for it in path.literals)
    return of_namesake or any(comes_to(path, manager, one.queue) for manager in managers)


def _of_a_kind(sightings: Sequence[Sighting]) -> list[Sighting]:
    """One sighting of each kind: a queue has many dead-lettered messages of which each may be the message."""
    kinds: dict[Sighting, list] = {}
    for one in sightings:
        kinds.setdefault(one._replace(lines=(), reason=None), []).extend(one.lines)
    return [kind._replace(lines=tuple(dict.fromkeys(lines))) for kind, lines in kinds.items()]


def _strikes_of_other_queues(sightings: Sequence[Sighting], path: Path) -> list[Strike]:
    """The strikes of a path that does not come to a queue on which a dump shows the message."""
    found = []
    for one in sightings:
        if not (one.is_sure or one.is_near) or _fits(path, one):
            continue
        found.append(Strike(observations.of_sighting(one), one.lines, "message_seen"))
    return found


def _last_puts(f: Facts, every: Sequence[Path]) -> list[tuple]:
    """The queues of which the last put may have been this message, with the lines that show it.

    Of two that no path comes to both, neither counts.
    """
    literals = dict.fromkeys(it for path in every for it in path.literals)
    ways = [it[1:] for it in literals if it.what == "came" and it.object and not f.is_dead(*it[1:])]
    found = [(at, one, row) for at in ways for _, one, row in f.last_puts(*at)]
    queues = {at for at, _, _ in found}
    came = [{it[1:] for it in path.literals if it.what == "came"} for path in every] if found else []
    alone = {at for at in queues if all(any({at, other} <= each for each in came) for other in queues)}
    return [told for told in found if told[0] in alone]


def _went_elsewhere(f: Facts, last: Sequence[tuple], path: Path) -> list[Strike]:
    """The strikes of a path that does not come to a queue of which the last put was this message.

    A dead-letter queue takes what others of the same second had.
    """
    if not last:
        return []
    came = [it[1:] for it in path.literals if it.what == "came"]
    queues = {XMITQ: f.hops, FIRST: f.first, "any": [at for at, _, _ in last]}
    excused = [queues[NOT_BY_WAY_OF[it.what]] for it in path.literals if it.what in NOT_BY_WAY_OF]
    found = []
    for at, one, row in last:
        if at not in came and not any(at in each for each in excused):
            found.append(Strike(frozenset({one}), (row.place("LPUTTIME"),), "last_put_is_it"))
    return found


def _answer_of(f: Facts, every: list[Path], made: engine.Decision, classes: Mapping[Taken, str], age) -> Answer:
    rows = _possible(every, made, classes)
    rests = frozenset(one for row in rows for one in row.rests)
    taken = {one: _assumption(f, one, classes.get(one, "C"), age) for one in rests}
    for row in rows:
        row.about = {one: taken[one].about for one in row.rests}
    told = Answer(UNKNOWN, None, None, made.degree, in_order(taken.values()), rows, facts=f, rests=rests)
    told.as_of = _as_of(f)
    if made.agreed:
        told.code, told.queue_manager, told.object, kind = made.agreed
        told.cause = made.left[0].cause if len({path.cause for path in made.left}) == 1 else ""
        told.lines = tuple(dict.fromkeys(line for path in made.left for line in path.signs))
        committed = all(path.code != engine.UNCOMMITTED for path in made.left)  # else no channel could take it yet
        if kind == XMITQ and told.code == engine.WAITING and committed:
            _why_waiting(f, told, made.allowed)
        if told.code == "PUT_REFUSED":
            told.object = observations.refusing_queue(f, told.queue_manager, told.object)
    return told


def _with_what_opens(made: Answer) -> Answer:
    """The answer, each place with the assumptions without which it opens.

    Where the verdict falls, nothing is assumed of an incident that still lasts, nor a zone that others do not confirm.
    """
    f = made.facts
    if f is None:
        return made
    age, struck_out = _age(f), [row for row in made.possible if not row.open]
    rests = {two for row in struck_out for ways in row.ways for one in ways for two in one}
    classes = {one: _class(f, one, age, set()) for one in rests | made.available}
    about = {one: named for row in made.possible for one, named in row.about.items()}
    falls = engine.smallest(
        one for row in struck_out if row.is_contrary for one in engine.opening(row.ways, made.rests)
    )
    tried = _left_without(made, classes) if made.degree == engine.NOTHING_NORMAL else {}
    for row in struck_out:
        found = engine.opening(row.ways, made.rests)
        firm = [[one for one in ways if all(classes[at] < "C" for at in one)] for ways in row.ways]
        if falls and any(len(some) < len(ways) for some, ways in zip(firm, row.ways, strict=True)):
            found |= {one | some for some in engine.opening(firm, made.rests) for one in falls}
        at = Place(row.place, row.queue_manager, row.object)
        found |= {frozenset({one}) for one, left in tried.items() if (at, row.code) in left}
        told = engine.smallest(some for some in found if about.keys() >= some)  # of what the answer names
        row.opens = frozenset(frozenset(about[one] for one in some) for some in told)
    return made


def _left_without(made: Answer, classes: Mapping[Taken, str]) -> dict[Taken, set[tuple]]:
    """The places that are left where one assumption is not made, of evidence that leaves none where all are made."""
    paths, found = engine.paths_left(made.every, NOTHING_TAKEN), {}
    for one in made.rests:
        fewer = made.available - {one}
        left = engine.decision_on(paths, fewer, classes.__getitem__, is_rest_wanted=False).left
        found[one] = {(path.place, path.code) for path in left}
    return found


def _why_waiting(f: Facts, told: Answer, allowed: Rests) -> None:
    """The stronger code of a message that waits: no channel serves its queue, or none of its channels runs."""
    it = Literal("sent", told.queue_manager, told.object)
    hop = f.hops.get((it.queue_manager, it.object))
    for code, find in ((NO_CHANNEL, observations.no_channel), (CHANNEL_NOT_RUNNING, observations.none_runs)):
        # A state is said for its capture: that it has been so since the put is not needed for that.
        shown = [(proof, lines) for proof, lines in find(f, it) if proof.rests - {*_states(proof)} <= allowed]
        if shown:
            proof, lines = shown[0]
            told.code, told.lines = code, (*told.lines, *lines, *proof.lines)
            if code == CHANNEL_NOT_RUNNING:
                told.object = hop.name or next(iter(hop.channels))
            return


def _states(proof) -> list[Taken]:
    return [one for one in proof.rests if one.key == "STANDS"]


def _possible(every: list[Path], made: engine.Decision, classes: Mapping[Taken, str]) -> list[Possible]:
    groups: dict[tuple, list[Path]] = {}
    for path in every:
        groups.setdefault((path.place, path.code), []).append(path)
    still = set(map(id, engine.paths_left(every, made.rests) if made.agreed else made.left))
    struck = [path for path in every if id(path) not in still]
    chosen = made.rests or engine.least(struck, made.allowed, classes.__getitem__)
    left = engine.one_to_each_end(made.left)
    in_force = made.available if made.agreed else made.allowed
    rows = []
    for (place, code), some in groups.items():
        # Of a place that the verdict covers, the reasons that are struck out are a row of their own.
        is_covered = bool(made.agreed) and code != made.agreed[0]
        gone = [path for path in some if id(path) not in still]
        kept = [path for path in some if id(path) in still]
        for of, is_open in ((kept, True), (gone if is_covered or not kept else [], False)):
            if not of:
                continue
            row = Possible(place.kind, code, place.queue_manager, place.object, is_open, any(p.normal for p in of))
            row.cause, row.laws = of[0].cause, of[0].laws
            struck = [] if is_open else of
            each = [some for path in struck if (some := engine.ways(path, chosen))]
            used = [min(some, key=lambda one: engine.weight(one.rests, classes.__getitem__)) for some in each]
            row.rests = frozenset(two for one in used for two in one.rests)
            row.ways = tuple(dict.fromkeys(frozenset(filter(in_force.issuperset, path.rests)) for path in struck))
            ends = engine.one_to_each_end(of) if made.agreed else []
            row.is_contrary = not all(engine.common_end([*left, path]) for path in ends)
            row.by = tuple(dict.fromkeys(one.by for one in used))
            shown = (path.signs for path in of) if is_open else (one.lines for one in used)
            row.lines = tuple(dict.fromkeys(line for lines in shown for line in lines))
            rows.append(row)
    return rows


def _assumption(f: Facts, one: Taken, class_: str, age) -> Assumption:
    command = ASKED_OF.get((one.key, one.attribute))
    made = assumption(one.key, one.queue_manager, one.object, one.attribute, one.value, class_=class_, command=command)
    if one.key in BY_LAST_PUT and f.first:  # the name may be that of a definition, which has no status
        asked = assumption(one.key, *next(iter(f.first)), class_=class_)
        return made._replace(command=asked.command, on=asked.on)
    return made


def _as_of(f: Facts) -> str | None:
    """The newest look at a queue or channel on the way, ISO 8601; with `Z` where its stamp names a zone."""
    stamps = [(row.captured, row.zone) for row in f.newest_looks if row.captured]
    if not stamps:
        return None
    at, zone = max(stamps, key=lambda one: one[0])
    return at.isoformat() + ("Z" if zone == "UTC" else zone or "")


__all__ = ["CERTAIN", "UNKNOWN", "Answer", "Place", "Possible", "Sighting", "answer"]
