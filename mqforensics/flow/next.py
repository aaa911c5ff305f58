"""The best next command: of the lines that a person can run, the one whose answer leaves the fewest places.

A probe is one line of MQSC about one object or one generic name, or the dump of one queue; `probes.csv` names the
observations that its answer feeds. What an answer can strike out is known from the laws: an observation strikes out a
literal, so in a world where the literal is not the case the answer may show that, and every path that has the literal
goes. That command comes first whose answer most likely leaves one place, of which there is a sign; then the one that
leaves the fewest on average, over the places that are left now. An answer that the case has already, or that can never
come (a queue that was put to since the put will always show that), strikes out nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables
from mqforensics.flow.assumptions import CLASSES, Assumption
from mqforensics.flow.engine import UNCOMMITTED, Rests, common_end
from mqforensics.flow.facts import Facts
from mqforensics.flow.model import Literal, Path, Taken
from mqforensics.flow.observations import (
    OBSERVATIONS,
    RETURNED,
    expired_by_then,
    has_a_life,
    may_be_all_open,
    reply_rows,
)
from mqforensics.flow.paths import DLQ
from mqforensics.formats.mqsc.command_parser import parse_command
from mqforensics.objects import checks
from mqforensics.objects.absence import proof
from mqforensics.objects.commands import LOOKS, Command, browse, browse_by_client, mqsc, parsed_command
from mqforensics.objects.estate import DEPTH, QUEUES, SENDERS
from mqforensics.objects.fact import Row
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import DESTINATION

SUGGESTED = 3
"""So many commands are suggested at most."""
LIKELY = {"A": 0.05, "B": 0.2, "C": 0.5}
"""How much a path counts that needs an assumption of a class to be false; one that needs none counts 1."""
SPOKEN_FOR = 0.7
"""How much a path counts for each such assumption that the evidence argues against."""
UNUSUAL = 0.3
"""How much a path counts that takes an unusual law."""
WITH_MESSAGES, WITHOUT_MESSAGES = 2.0, 0.5
"""How many times as much a path to a dead-letter queue counts that has messages, by its newest displays, or none that
the evidence shows."""
OPEN_END = 2.0
"""How many places what is beyond the evidence stands for."""
UNSEEN = 1.5
"""How much the places count that are found where an open end of the way was."""
LITTLE = 0.93
"""Where every answer stays open with this share of the weight, none is a help."""
SHARE = 0.97
"""A command that leaves more than this share of what is left now is not a help."""
BEYOND = "beyond"
OPEN_ENDS = (BEYOND,)
"""The literals of a way that the evidence does not show to its end."""
BROWSE = "browse"
ELSEWHERE_THEN = ("led_elsewhere", "refused_elsewhere")
"""The literals that only definitions of the time of the put deny, or that nothing was put at all."""
OFF_THE_WAY = (*OPEN_ENDS, "led_elsewhere")
"""The literals of a message that went where the evidence does not show a way."""
SEEN = "message_seen"
"""What a dump shows of the message itself: it is on this queue and on no other."""
ON_A_QUEUE = ("stays",)
BY_LATER_LOOKS = (*ON_A_QUEUE, "expires")
"""The literals of which a later look shows more where the message has an expiry."""
MOVED = "moved"
CONTENT = ("came", "stays", "stays_behind", "got", "held", "uncommitted", "sent", "expires")
"""The literals that the state of a queue decides, not its definition."""
STATUS = ("queue_status", "all_statuses")
SIGNED_BY = {
    **dict.fromkeys(CONTENT, ("queue_status", BROWSE)),
    **dict.fromkeys(("stays", "stays_behind"), (BROWSE, "queue_status")),
    "doubt": ("channel_status",),
}
"""The probes whose answers can show a sign of a place, by its literals, the surer one first."""
FEW, REPORTED = 3, 0.7
"""Up to so many queues that may have a report of the message are dumped; how likely a dump has it."""
SEVERAL = 1
"""A queue with more messages than this will hardly be empty at the next look."""
ELSEWHERE = ("QREMOTE", "QALIAS", "QCLUSTER")
"""Queues that have no messages of their own."""
WIDER = {
    "QMGR": "queue_manager",
    "CLUSQMGR": "all_members",
    **dict.fromkeys(("QUEUE", "QLOCAL", "QREMOTE", "QALIAS", "QCLUSTER"), "all_queues"),
}
"""By the word of a command the probe that asks for more at once."""
TIMES = {"came": ("LPUT",), "got": ("LGET",), "sent": ("LGET", "LSTMSG")}
"""The times that only go forward, by the literal of which they can show that it is not the case."""


SHOWS = ("CURDEPTH", "LPUTDATE", "LGETDATE")
"""What DISPLAY QSTATUS shows of the content of a queue, be it blank."""


class Probe(NamedTuple):
    """A kind of command, as `probes.csv` has it: what it is about, its text, the observations that it feeds.

    `shows`: what its answer has of every object, unless a line of it is lost.
    """

    key: str
    about: str
    command: str
    observations: tuple[str, ...]
    shows: tuple[str, ...]
    cost: int
    source: str

    @property
    def strikes(self) -> frozenset[str]:
        """The kinds of literals that its answer can strike out."""
        return _strikes_of(self.observations)


@cache
def _strikes_of(observations: tuple[str, ...]) -> frozenset[str]:
    """The kinds of literals that some observations can strike out."""
    return frozenset(what for one in OBSERVATIONS if one.key in observations for what in one.forbids)


@cache
def probes() -> Mapping[str, Probe]:
    """Every probe, by its key, in the order of the file."""
    return {
        row["key"]: Probe(
            row["key"], row["about"], row["command"], tuple(row["observations"].split()), tuple(row["shows"].split()),
            int(row["cost"]), row["source"],
        )
        for row in csv_tables.rows(__package__, "probes.csv")
    }  # fmt: skip


@cache
def _shown_of(word: str) -> frozenset[str]:
    """What an answer about objects has that a command of this word asks for."""
    asked = ((parse_command(one.command.format("A", "A")), one.shows) for one in probes().values())
    return frozenset(each for command, shows in asked if command and command["word"] == word for each in shows)


def lost(row: Row) -> list[str]:
    """What a probe wants to see in a row that has lost it; a receiving channel has no batch that could be in doubt."""
    attributes = row.attributes
    if row.type == "CHSTATUS" and attributes.get("CHLTYPE") not in SENDERS and "XMITQ" not in attributes:
        return []
    shown = _shown_of("QUEUE" if row.type in QUEUES else row.type or "")
    return sorted(one for one in shown if one not in attributes and row.lost(one))


class Candidate(NamedTuple):
    """One command, the literals that its answer can strike out, and those of which it shows the message itself."""

    command: Command
    cost: int
    strikes: set[Literal]
    shows: set[Literal]
    ends: bool = False
    """Whether it asks for what the way lacks: in place of its open end there will be places."""
    chance: float = 1.0
    """How likely its answer has the message, or a report of it, where it can have one."""


class Weighed(NamedTuple):
    """A path that is left, and how much it counts."""

    path: Path
    weight: float


class Outcome(NamedTuple):
    """What a command leaves on average: how many places, and with what share of the weight it stays open where the
    message is."""

    left: float
    open: float


def best(f: Facts, weighed: Sequence[Weighed], allowed: Rests, is_struck: bool = False) -> list[Command]:
    """The commands that settle the most and leave the fewest places, best first, at most `SUGGESTED`; else what shows a
    sign of one.

    `allowed`: what may be assumed of the captures, so that nothing is asked that the case shows already; `is_struck`:
    whether what may be assumed strikes out every place.
    """
    before = sum(_worlds(weighed).values())
    place = {it: number for number, it in enumerate(dict.fromkeys(it for path, _ in weighed for it in path.literals))}
    found: dict[Command, tuple] = {}
    for one in _candidates(f, [path for path, _ in weighed], allowed):
        furthest = max(place[it] for it in (*one.strikes, *one.shows))
        after = outcome(one, weighed)
        share = after.left / before
        found.setdefault(
            one.command,
            (share, round(after.open, 2), round(share, 2), not one.shows, -len(one.strikes), one.cost, -furthest),
        )
    ranked = sorted(found, key=lambda command: found[command][1:])
    telling = [one for one in ranked if found[one][0] < SHARE]
    # What can only deny all that is left tests what is assumed against the other places.
    signs = () if telling else _commands_for_signs(f, weighed, allowed)
    asked = list(telling or signs or ranked)
    if asked and all(found[one][1] >= LITTLE for one in asked if one in found):
        asked = [*_looks_again(f, weighed, is_struck), *asked]
    return list(dict.fromkeys(asked))[:SUGGESTED]


def _looks_again(f: Facts, weighed: Sequence[Weighed], is_struck: bool) -> list[Command]:
    """Where no answer is likely to settle it: the state and the clock of the host of the put, where nothing shows that
    clock, but something that of another host.

    Where an assumption is false, and `is_struck` out is every place, the clock of each host.
    """
    origin, clock = f.request.queue_manager, f.estate.shown_clock
    is_wanted = clock(origin) is None and (is_struck or any(clock(one) is not None for one in f.managers))
    first = mqsc(probes()["all_statuses"].command, on=origin) if is_wanted else []
    return [*first, *(commands_for_zones(f, weighed) if is_struck else [])]


def _commands_for_signs(f: Facts, weighed: Sequence[Weighed], allowed: Rests) -> list[Command]:
    """Where no answer tells places apart, what would show a sign of the likeliest ones."""
    made, shared = [], {(hop.manager, hop.xmitq) for hop in f.legs if hop.shared}
    least = UNUSUAL * max((one.weight for one in weighed), default=0.0)
    for path, _ in sorted((one for one in weighed if one.weight >= least), key=lambda one: -one.weight):
        own = [it for it in reversed(path.literals[path.last :]) if it.what in SIGNED_BY]
        # Only its channels count what a queue of several of them has for each.
        by = [("channel_status",) if it[1:] in shared else SIGNED_BY[it.what] for it in own]
        for it, probe in ((it, probes()[key]) for it, keys in zip(own, by, strict=True) for key in keys):
            for on, names in _subjects(f, probe, it):
                if _can_tell(f, probe, it, on, names, allowed):
                    made.append(_command(f, probe, on, names))
    return list(dict.fromkeys(one for one in made if one))


def commands_for_zones(f: Facts, weighed: Sequence[Weighed]) -> list[Command]:
    """Where nothing else tells places apart, the queues of hosts of which nothing shows the zone: the time above an
    answer shows it. The furthest on the way come first."""
    likely = sorted(weighed, key=lambda one: one.weight)
    literals = (it for path, _ in reversed(likely) for it in reversed(path.literals))
    asked = dict.fromkeys((it.queue_manager, it.object) for it in literals if it.what in CONTENT)
    unshown = [(on, name) for on, name in asked if name and f.estate.shown_clock(on) is None]
    made = [_command(f, probes()[key], on, (name,)) for on, name in unshown for key in STATUS]
    return list(dict.fromkeys(one for one in made if one))


def state_command(manager: str | None, queue: str | None) -> list[Command]:
    """The command that shows what a queue has now, and when something was last put to it and got from it."""
    return mqsc(probes()["queue_status"].command, queue or "", on=manager)


def looks_at_units(weighed: Iterable[Weighed]) -> list[Command]:
    """The state now of the queues of which a unit of work may hold the message: such a unit ends some time."""
    places = dict.fromkeys(path.place[1:] for path, _ in weighed if path.place and path.code == UNCOMMITTED)
    return [one for at in places for one in state_command(*at)]


def looks_at_managers(f: Facts) -> list[Command]:
    """The state now of the queues of each queue manager on the way, and what the names lead to at that of the put.

    Those come first of whose host nothing shows the zone: the time above an answer shows it.
    """
    managers = sorted(f.managers, key=lambda one: f.estate.shown_clock(one) is not None)
    states = [one for on in managers for one in mqsc(probes()["all_statuses"].command, on=on)]
    return [*states[:1], *mqsc(probes()["all_queues"].command, on=f.request.queue_manager), *states[1:]]


def weight(path: Path, class_of: Mapping[Taken, str], available: Rests) -> float:
    """How much a path counts among those that are left: less where something unusual would have to be the case.

    What evidence supports is not unusual: then the assumption against it is not `available`.
    """
    counted = 1.0 if path.normal or not available.issuperset(path.needs) else UNUSUAL
    for one in path.needs:
        counted *= LIKELY[class_of.get(one, "C")] if one in available else SPOKEN_FOR
    return counted


def weight_where_struck(path: Path, class_of: Mapping[Taken, str], available: Rests) -> float:
    """How much a path counts where what may be assumed strikes out all paths: by what has to be false of that.

    Of what strikes it out, each time that is taken to be false which costs the least for the strikes it takes away.
    """
    counted = weight(path, class_of, available)
    strikes = [rests for rests in path.rests if rests <= available and not rests <= set(path.needs)]
    while strikes:
        each = dict.fromkeys(one for rests in strikes for one in rests)
        falls = {one: sum(one in rests for rests in strikes) for one in each}
        false = max(each, key=lambda one: LIKELY[class_of.get(one, "C")] ** (1 / falls[one]))
        counted *= LIKELY[class_of.get(false, "C")]
        strikes = [rests for rests in strikes if false not in rests]
    return counted


def with_dead_letter_queues(f: Facts, weighed: Iterable[Weighed], every: Iterable[Path]) -> list[Weighed]:
    """The paths that are left with those to the dead-letter queues that the evidence shows to have messages.

    Messages that nobody expected there are likelier than not what is looked for: they count more. So do those paths of
    `every` count that only assumptions strike out, for what is on that queue tests them.
    """
    known = {path.place for path, _ in weighed}
    found = [Weighed(path, much * _by_its_depth(f, path)) for path, much in weighed]
    dead = [path for path in every if path.place and path.place.kind == DLQ and path.place not in known]
    assumed_away = {path.place: path for path in dead if all(one.rests for one in path.strikes)}.values()
    return found + [Weighed(path, LIKELY["B"]) for path in assumed_away if _by_its_depth(f, path) == WITH_MESSAGES]


def _by_its_depth(f: Facts, path: Path) -> float:
    """How many times as much a path counts by what the evidence shows of its dead-letter queue."""
    kind, manager, queue = path.place or (None, None, None)
    if kind != DLQ or not queue:
        return 1.0
    rows = f.estate.newest(f.estate.of(manager, DEPTH, queue))
    is_deep = any((f.number(row, "CURDEPTH") or 0) > 0 for row in rows)
    return WITH_MESSAGES if is_deep and not any(f.before_put(row, "LPUT") for row in rows) else WITHOUT_MESSAGES


def observations_against(paths: Iterable[Path]) -> list[tuple[str, str | None, str | None]]:
    """The observations that would strike out all of these paths at their place, with what each is of: of the last move
    first."""
    each = [{(one.key, *it[1:]): None for it in reversed(path.literals) if it[1:] == place[1:]
             for one in OBSERVATIONS if it.what in one.forbids} for path in paths if (place := path.place)]  # fmt: skip
    return [one for one in each[0] if all(one in other for other in each)] if each else []


def proof_commands(assumes: Iterable[Assumption]) -> list[Command]:
    """The commands at a queue manager that would prove what a verdict assumes, the weakest first; each looks.

    What is nearly always true is not asked for.
    """
    known = (one for one in assumes if one.command and one.on and one.class_ != CLASSES[0])
    weak = sorted(known, key=lambda one: -CLASSES.index(one.class_))
    return list(dict.fromkeys(Command(one.command, one.on) for one in weak))[:SUGGESTED]


def _worlds(weighed: Iterable[Weighed]) -> dict[tuple, float]:
    """The places, each with the weight of the likeliest path to it."""
    found: dict[tuple, float] = {}
    for path, counted in weighed:
        at = path.place, path.code
        much = counted * (OPEN_END if path.place and path.place.kind == BEYOND else 1)
        found[at] = max(much, found.get(at, 0.0))
    return found


def outcome(one: Candidate, weighed: Sequence[Weighed]) -> Outcome:
    """What the answer of a command leaves on average, over the paths that may be the true one."""
    told = [(other, frozenset(one.strikes.intersection(other.path.literals))) for other in weighed]
    each: dict[tuple, tuple[float, bool]] = {}
    before = sum(_worlds(weighed).values()) if one.chance < 1 else 0.0
    total = left = still_open = 0.0
    for (path, counted), has in told:
        shown = bool(one.shows.intersection(path.literals))
        if (has, shown) not in each:
            # What asks for the end of a way leaves no path to that end.
            kept = [other for other, its in told if its <= has and not (one.ends and its)]
            ends = one.ends and bool(has)
            places = sum(_worlds(kept).values()) + (UNSEEN if ends else 0)
            # What a dump shows is at one place, whatever way led there.
            each[has, shown] = (counted, False) if shown else (places, ends or not _is_settled_by(one, kept))
        places, is_open = each[has, shown]
        if shown:
            places, is_open = one.chance * places + (1 - one.chance) * before, 1 - one.chance
        total, left, still_open = total + counted, left + counted * places, still_open + counted * is_open
    return Outcome(left / total, still_open / total) if total else Outcome(0.0, 0.0)


def _is_settled_by(one: Candidate, kept: Sequence[Weighed]) -> bool:
    """Whether the paths that an answer leaves agree in a known place, of which there is a sign or the answer shows
    one."""
    is_one = common_end([path for path, _ in kept]) is not None
    return is_one and any(path.signs or one.strikes.intersection(path.literals[path.last :]) for path, _ in kept)


# Candidates ---------------------------------------------------------------------------------------------------------


def _candidates(f: Facts, left: Sequence[Path], allowed: Rests) -> Iterator[Candidate]:
    """Every command that the places left give rise to, in the order of the way."""
    literals = list(dict.fromkeys(it for path in left for it in path.literals))
    ends = {it for it in literals if it.what in OPEN_ENDS}
    found: dict[Command, Candidate] = {}
    for command, cost, of in (*_of_the_way(f, ends), *_where_returned(f, literals)):
        found.setdefault(command, Candidate(command, cost, set(of), set(), True))
    for it in literals:
        for probe in probes().values():
            for on, names in _subjects(f, probe, it) if it.what in probe.strikes else ():
                command = _command(f, probe, on, names) if _can_tell(f, probe, it, on, names, allowed) else None
                if command is None:
                    continue
                one = found.setdefault(command, Candidate(command, _cost(f, probe, on, names), set(), set()))
                one.strikes.add(it)
                if SEEN in probe.observations and it.what in ON_A_QUEUE:
                    one.shows.add(it)
    for it, place in [(one, place) for one in literals for place in _other_queues(f, one)]:
        names = (place.object or "",)
        command = _command(f, probes()[BROWSE], place.queue_manager, names)
        if command and _can_be_browsed(f, place, allowed):
            cost = _cost(f, probes()[BROWSE], place.queue_manager, names)
            found.setdefault(command, Candidate(command, cost, set(), set())).shows.add(it)
    replies = _reply_queues(f)
    for manager, name in replies if len(replies) <= FEW else ():
        command = _command(f, probes()[BROWSE], manager, (name or "",))
        if command and command not in found and _can_be_browsed(f, Literal(RETURNED, manager, name), allowed):
            cost = _cost(f, probes()[BROWSE], manager, (name or "",))
            found[command] = Candidate(command, cost, set(), set(literals), chance=REPORTED)
    yield from found.values()


def _cost(f: Facts, probe: Probe, on: str | None, names: tuple) -> int:
    """What a probe costs; a dump of some hundred messages one more, with each further digit of their number another."""
    rows = f.estate.newest(f.estate.of(on, DEPTH, names[0])) if probe.key == BROWSE else []
    hundreds = [(f.number(row, "CURDEPTH") or 0) // 100 for row in rows]
    return probe.cost + max((len(str(one)) for one in hundreds if one), default=0)


def _other_queues(f: Facts, it: Literal) -> list[Literal]:
    """The queues where the message may be if it left its way.

    Applications put what they back out too often on a queue of its own. A name leads to a queue that the evidence may
    show, whatever way leads there. And what a channel returns is on some queue where it was put.
    """
    found = [Literal(it.what, *at) for at in _reply_queues(f)] if it.what == RETURNED else []
    if it.what == MOVED:
        named = (row.attributes.get("BOQNAME") for row in f.displays(it.queue_manager, it.object))
        found = [it._replace(object=name) for name in named if name]
    if it.what in OFF_THE_WAY:
        of_the_put = (f.request.queue, f.request.object_queue_manager)
        named = [*(one for route in f.routes for one in route.targets), *([of_the_put] if all(of_the_put) else [])]
        ends = [resolve(f.estate, name, manager, manager).end for name, manager in dict.fromkeys(named)]
        found = [it._replace(queue_manager=end.manager, object=end.queue) for end in ends if end.kind == DESTINATION]
    return list(dict.fromkeys(found))


def _reply_queues(f: Facts) -> list[tuple[str | None, str | None]]:
    """The queues where the message, or a report of it, may have come back to."""
    return [(row.queue_manager, row.name) for row in reply_rows(f)]


def _where_returned(f: Facts, literals: Iterable[Literal]) -> Iterator[tuple[Command, int, set[Literal]]]:
    """The list of the queues to which a channel may have returned it, where the evidence does not have it."""
    origin, asked = f.request.queue_manager, probes()["all_statuses"]
    returned = {it for it in literals if it.what == RETURNED}
    if returned and origin and not _is_listed(f, origin, "QSTATUS"):
        yield from ((command, asked.cost, returned) for command in mqsc(asked.command, on=origin))


def _of_the_way(f: Facts, ends: set[Literal]) -> Iterator[tuple[Command, int, set[Literal]]]:
    """What the resolution of the name asks for where it does not come to an end, or the same with a generic name.

    Who asks a queue manager for one name, or one attribute, will ask it for the next. Where the end of one way is at
    another queue manager than that of the other, each is asked for its own.
    """
    each = {it.queue_manager: {one for one in ends if one.queue_manager == it.queue_manager} for it in ends}
    open_ = [route.end for route in f.routes if route.end and route.end.kind != DESTINATION]
    for end in open_ if ends else ():
        of = each.get(end.manager, set()) if any(one.manager in each for one in open_) else ends
        for one in end.next if of else ():
            asked = parsed_command(one)
            word = asked["word"] if asked and _is_plain(asked) else ""
            wider = probes().get(WIDER.get(word, ""))
            if wider and not _is_listed(f, one.on, word):
                yield from ((command, wider.cost, of) for command in mqsc(wider.command, on=one.on))
            elif one.effect == LOOKS:
                yield one, 1, of


def _is_listed(f: Facts, manager: str | None, word: str) -> bool:
    """Whether all that a word asks for is listed with every attribute."""
    found = [one for one in f.estate.absences(manager) if one.word == word and one.pattern == "*" and not one.narrowed]
    return any("ALL" in ((one.row.asked or {}).get("attributes") or ["ALL"]) for one in found)


def _is_plain(asked: Mapping) -> bool:
    """Whether a command asks for attributes of one object, and not whose displays these are."""
    is_one = not asked["filters"] and "*" not in (asked["name"] or "")
    return asked["verb"] == "DISPLAY" and is_one and "QMID" not in (asked["attributes"] or ())


def _command(f: Facts, probe: Probe, on: str | None, names: tuple[str, ...]) -> Command | None:
    if probe.key == BROWSE:
        made = browse_by_client(names[0], on) if f.estate.zos(on) else browse(names[0], on)
        return next(iter(made), None)
    return next(iter(mqsc(probe.command, *names, on=on)), None)


def _subjects(f: Facts, probe: Probe, it: Literal) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """The queue managers and names that a probe is asked about to strike out a literal."""
    manager, name, hop = it.queue_manager, it.object, f.hops.get((it.queue_manager, it.object))
    if probe.about == "queue" and name:
        yield manager, (name,)
    elif probe.about == "names":
        yield from ((manager, (one,)) for one in _names(f, it))
    elif probe.about == "channels" and hop and hop.name:
        yield manager, (hop.name,)
    elif probe.about == "xmitq" and hop and (probe.key == "servers" or not hop.name):
        yield manager, (hop.xmitq,)
    elif probe.about == "receivers":
        own = [one for one in f.legs if (one.manager, one.xmitq) == (manager, name)]
        ends = own or [one for one in f.legs if one.partner == manager]
        yield from ((one.partner, (name,)) for one in ends for name in one.channels if one.partner)
    elif probe.about == "manager" and manager:
        yield manager, ()


def _names(f: Facts, it: Literal) -> list[str]:
    """The queues that a put goes through, or those that decided its way."""
    if it.object:
        names = f.puts.get((it.queue_manager, it.object), ([it.object], []))[0]
        return [name for name in names if name]
    stops = (stop for route in f.routes for stop in route.stops if stop.manager == it.queue_manager)
    ends = (one.end.queue for one in f.routes if one.end and one.end.manager == it.queue_manager)
    return list(dict.fromkeys([*(stop.name for stop in stops), *(name for name in ends if name)]))


# What an answer can tell --------------------------------------------------------------------------------------------


def _can_tell(f: Facts, probe: Probe, it: Literal, on: str | None, names: tuple, allowed: Rests) -> bool:
    """Whether the answer of a command can show that a literal is not the case, and the case does not have it yet."""
    if probe.key == BROWSE:
        return _can_be_browsed(f, it, allowed)
    if probe.key not in STATUS and it.what in ELSEWHERE_THEN and _is_altered(f, it):
        return False
    if probe.about == "channels" or probe.key == "channels_of_queue":
        return _channels(f, probe, it, allowed)
    if probe.key == "receiver":
        seen = f.estate.of(on, ("CHANNEL",), names[0])
        shown = any(_is_after(f, row, allowed) and row.altered for row in seen)
        return not shown and not _is_absent(f, on, ("CHANNEL",), names[0], allowed)
    if probe.key == "queue_manager":
        seen = f.estate.of(on, ("QMGR",))
        return not any(_is_after(f, row, allowed) and row.attributes.keys() >= {*probe.shows} for row in seen)
    if probe.key == "servers":
        return not f.hops[it.queue_manager, it.object].channels and not f.estate.senders_known(on)
    if probe.key in STATUS and it.what not in CONTENT:  # what a list of all queues shows of a put
        return probe.key != "queue_status" and f.put is not None and not _is_listed(f, on, "QSTATUS")
    return _content(f, probe, it, allowed) if it.what in CONTENT else _definitions(f, it, names, allowed)


def _is_after(f: Facts, row: Row, allowed: Rests) -> bool:
    """Whether a row is of the time after the put, as far as that may be assumed."""
    return any(proof.rests <= allowed for proof in f.after(row))


def _is_absent(f: Facts, manager: str | None, words: Sequence[str], name: str, allowed: Rests) -> bool:
    """Whether a question about an object found none, after the put as far as that may be assumed."""
    found = proof(f.estate.absences(manager), words, name)
    return any(_is_after(f, one.row, allowed) for one in found)


def _is_settled(f: Facts, row: Row, it: Literal, allowed: Rests) -> bool:
    """Whether a row was captured when the message had come, as far as that may be assumed."""
    return any(proof.rests <= allowed for proof in f.arrived_by(row, it.queue_manager, it.object))


def _content(f: Facts, probe: Probe, it: Literal, allowed: Rests) -> bool:
    """Whether the state of a queue can tell: not where the evidence shows it, nor where its times have passed the
    put."""
    manager, name = it.queue_manager, it.object
    rows = f.statuses(manager, name)
    if not name or f.is_shared(manager, name) or f.estate.of(manager, ELSEWHERE, name):
        return False
    if probe.key not in STATUS and it.what in TIMES:
        return False
    if any(f.since_put(row, stem) for row in rows for stem in TIMES.get(it.what, ())):
        return False
    if it.what in BY_LATER_LOOKS and probe.key in STATUS and _is_to_expire(f, it):
        return True
    deep = [f.number(row, "CURDEPTH") or 0 for row in f.estate.newest(f.estate.of(manager, DEPTH, name))]
    if it.what in ON_A_QUEUE and any(one > SEVERAL for one in deep):
        return False
    rows = rows if probe.key in STATUS else f.estate.of(manager, DEPTH, name)
    asked = ["CURDEPTH", *(f"{stem}DATE" for stem in TIMES.get(it.what, ()) if probe.key in STATUS)]
    asked = [one for one in asked if one in SHOWS]
    shown = any(_is_settled(f, row, it, allowed) and row.attributes.keys() >= {*asked} for row in rows)
    shown = shown or _is_asked_in_vain(rows)
    return not shown and not _is_absent(f, manager, DEPTH, name, allowed)


def _is_to_expire(f: Facts, it: Literal) -> bool:
    """Whether a message with an expiry had not expired when its queue was looked at: a later look shows that it has."""
    return has_a_life(f, it) and not any(expired_by_then(f, it))


def _is_altered(f: Facts, it: Literal) -> bool:
    """Whether a definition on the way was altered since the put: no look shows any more what it was."""
    rows = (row for name in _names(f, it) for row in f.estate.of(it.queue_manager, QUEUES, name))
    return any(f.since_put(row, "ALT") for row in rows)


def _definitions(f: Facts, it: Literal, names: tuple, allowed: Rests) -> bool:
    wanted = _names(f, it)
    new = [name for name in wanted if not _is_defined(f, it.queue_manager, name, allowed)]
    # Where several are not shown, one of them alone shows nothing.
    return bool(new) and (not names or new == [names[0]])


def _is_defined(f: Facts, manager: str | None, name: str, allowed: Rests) -> bool:
    rows = f.estate.of(manager, QUEUES, name)
    shown = any(_is_after(f, row, allowed) and row.altered for row in rows)
    return shown or _is_asked_in_vain(rows) or _is_absent(f, manager, ("QUEUE",), name, allowed)


def _is_asked_in_vain(rows: Sequence[Row]) -> bool:
    """Whether several captures have the answer, and none shows when it was made: nor will the next one."""
    return len({row.capture for row in rows}) > 1 and not any(row.captured and row.zone for row in rows)


def _channels(f: Facts, probe: Probe, it: Literal, allowed: Rests) -> bool:
    hop = f.hops[it.queue_manager, it.object]
    if not hop.channels and not f.estate.senders_known(hop.manager):
        return False  # which channels there are is asked first: one that does not run may have no status
    rows = [row for name in hop.channels for row in f.channel_rows(hop, name)]
    if it.what == "sent" and any(f.since_put(row, "LSTMSG") for row in rows):
        return False
    gone = hop.channels and all(_is_absent(f, hop.manager, ("CHSTATUS",), name, allowed) for name in hop.channels)
    return not gone and not any(_is_after(f, row, allowed) and row.attributes.keys() >= {*probe.shows} for row in rows)


def _can_be_browsed(f: Facts, it: Literal, allowed: Rests) -> bool:
    """Whether a dump can tell the message from others: by its MsgId or by the time at which it was put."""
    manager, name, estate = it.queue_manager, it.object, f.estate
    if not manager or not name:
        return False
    if estate.fact(manager, QUEUES, name, "GET").value == "DISABLED" or _is_absent(f, manager, DEPTH, name, allowed):
        return False
    is_known = f.request.msg_id or f.put is not None or f.is_dead(manager, name)  # a dead-letter header has the name
    if not is_known and not _may_be_all_open(f, it):
        return False
    dumps = [one.row for one in f.dumps if one.queue == name and one.queue_manager in (None, manager)]
    if any(not (row and f.put and f.before(f.capture(row), f.put)) for row in dumps):
        return False
    newest = estate.newest(estate.of(manager, DEPTH, name))
    empty = any(row.attributes.get("CURDEPTH") == "0" and _is_settled(f, row, it, allowed) for row in newest)
    return not empty and not checks.is_shared(estate, manager, name)


def _may_be_all_open(f: Facts, it: Literal) -> bool:
    """Whether all messages of a queue may belong to open units of work: then a dump of it has none."""
    return any(may_be_all_open(f, row) for row in f.estate.newest(f.statuses(it.queue_manager, it.object)))
