"""Every place on the way of a message, left or struck out, as the walk knows them; `flow` will answer this instead.

A place is struck out by the lines of its own check, else by those that the verdict rests on, or by an assumption. What
takes an unusual event (an exit, a restart, an expiry) is a row for each kind of event, struck out by its assumption.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from mqforensics.case.given import OPEN
from mqforensics.flow.assumptions import Assumption, assumption
from mqforensics.flow.paths import STAGING
from mqforensics.flow.possible import Possible, kinds
from mqforensics.objects import done
from mqforensics.objects.check import Check
from mqforensics.objects.commands import LOOKS, Command
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import Place
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk import arrival, destination, premises, serving
from mqforensics.questions.walk.claims import DEAD, UNKNOWN
from mqforensics.questions.walk.mail import ITSELF
from mqforensics.questions.walk.trail import Trail, Verdict

WAITING = ("WAITING_ON_XMITQ", "CHANNEL_NOT_RUNNING", "NO_CHANNEL")
"""One place: a transmission queue; they differ in the cause alone."""
NEVER_PUT = ("PUT_REFUSED", "NOT_DEFINED")
"""Verdicts by which there is no message that anything could become of."""
ACROSS = ("LOST_IN_TRANSIT", "TAKEN_BY_EXIT", "RETURNED_TO_SENDER")
"""What takes a channel."""
FOR_LACK_OF_PERSISTENCE = ("LOST_IN_TRANSIT", "LOST_WITH_RESTART")
UNUSUAL = ("UNCOMMITTED", "EXPIRED", "CLEARED", "LOST_IN_TRANSIT", "TAKEN_BY_EXIT", "RETURNED_TO_SENDER",
           "LOST_WITH_RESTART", "MOVED")  # fmt: skip
QUOTED = 6
"""So many lines stand beside a place."""
CLASSES = ("certain", "normal", "usual", "probable")


class Told(NamedTuple):
    """What is said beside a verdict: its degree, what it rests on, and the places."""

    degree: str
    assumes: tuple[Assumption, ...]
    possible: tuple[Possible, ...]
    opened: tuple[Assumption, ...] = ()
    """What would be assumed, had nobody said that it is open."""


@dataclass
class _Row:
    """A place before it is known what strikes it out."""

    code: str
    manager: str | None
    object: str | None
    check: Check
    keys: tuple[tuple[str, str | None, str | None], ...] = ()
    """The assumptions that strike it out, with the queue manager and object that each is about."""

    @property
    def is_open(self) -> bool:
        return self.check.holds is not False


def told(trail: Trail, verdict: Verdict, as_of: str | None) -> Told:
    """The degree, the assumptions and the places of a verdict that is said for `as_of`."""
    is_open = verdict.code == UNKNOWN
    rows = list(_on_the_way(trail))
    if is_open:
        _at_least_two(rows, verdict)
    else:
        rows = _decided(rows, verdict)
    rows += [*_unusual(trail, verdict), *_delayed(trail, verdict)]
    _link(rows, trail, verdict)
    rows, opened = _as_said(rows, trail)
    age = _age(trail, as_of)
    made = {key: assumption(*key, age=age) for row in rows for key in row.keys}
    assumes = tuple(dict.fromkeys(made.values()))
    places = tuple(_possible(row, verdict, is_open, [assumes.index(made[key]) for key in row.keys], as_of)
                   for row in rows)  # fmt: skip
    degree = "open" if is_open else CLASSES[max((" ABC".index(one.class_) for one in assumes), default=0)]
    return Told(degree, assumes, places, tuple(assumption(*key, age=age) for key in opened))


def _age(trail: Trail, as_of: str | None) -> timedelta | None:
    """From the put to the moment of the answer; without a put time it was put while the captures were made."""
    if trail.at is None:
        return timedelta()
    try:
        moment = datetime.fromisoformat(as_of or "")
    except ValueError:
        return None
    return abs(moment.astimezone(UTC) - trail.request.put_time) if moment.tzinfo else None


# Places


def _on_the_way(trail: Trail) -> Iterator[_Row]:
    """Each place on the way in its order, with what the walk knows of it."""
    _, names, _ = trail.route.queues(0)
    first = names[-1] if names else trail.request.queue
    refused = premises.refused_at_source(trail, 0)
    yield _Row("PUT_REFUSED", trail.request.queue_manager, refused.object or first, _known(refused))
    for step, hop in enumerate(trail.hops):
        yield _Row(_waiting(trail, step), hop.manager, hop.xmitq, _known(premises.waits(trail, step)))
        yield _Row("IN_DOUBT", hop.manager, hop.name, _in_batch(trail, step))
        yield from _after(trail, step + 1)
    end = trail.route.end
    if end.kind == DESTINATION:
        there, empty = destination.holds_messages(trail, len(trail.hops)), _empty(trail)
        yield _Row("DELIVERED", end.manager, end.queue, _known(there))
        yield _Row("CONSUMED", end.manager, end.queue, _known(empty))
    beyond = Check(False, "", [at for stop in trail.route.stops for at in stop.places] or end.places)
    is_known = end.kind == DESTINATION and bool(beyond.places)
    yield _Row(UNKNOWN, None, None, beyond if is_known else Check(None, end.said, end.places, end.next))


def _after(trail: Trail, step: int) -> Iterator[_Row]:
    """What can become of it where a channel puts it."""
    refused, hop = arrival.refused(trail, step), trail.hops[step - 1]
    excluded = arrival.dead_letters_excluded(trail, step)
    dead = Check({True: False}.get(excluded.holds), "", excluded.places, excluded.next)
    queue = trail.estate.manager(hop.partner, "DEADQ").value or None
    yield _Row("ON_DLQ", hop.partner, queue, _known(dead if dead.holds is False else _perhaps(refused, dead)))
    yield _Row("DISCARDED", hop.partner, refused.object, _known(refused))


def _perhaps(refused: Check, dead: Check) -> Check:
    """A message that is not refused is not dead-lettered, either."""
    return Check(False, "", refused.places) if refused.holds is False else dead


def _waiting(trail: Trail, step: int) -> str:
    if serving.unserved(trail, step).holds:
        return "NO_CHANNEL"
    return "CHANNEL_NOT_RUNNING" if serving.none_runs(trail, step).holds else "WAITING_ON_XMITQ"


def _in_batch(trail: Trail, step: int) -> Check:
    doubt, settled = serving.in_doubt(trail, step), serving.batch_settled(trail, step)
    if doubt.holds or not settled.holds:
        return Check(None, doubt.said, [*doubt.places, *settled.places], settled.next)
    return _known(Check(False, "", settled.places))


def _empty(trail: Trail) -> Check:
    """Whether an application can have got it: not where nothing was ever got."""
    end = trail.route.end
    there = destination.still_there(trail, len(trail.hops))
    never = Check(False, there.said, there.places, there.next)
    return never if there.holds and end.queue else Check(None, "", there.places, there.next)


def _known(check: Check) -> Check:
    """Of what no line strikes out it is not known: then the place is left."""
    return check if check.holds is not False or check.places else Check(None, check.said, check.places, check.next)


# What the verdict says of them


def _at_least_two(rows: Sequence[_Row], verdict: Verdict) -> None:
    """Of an open answer the place that it speaks of is left, and what is beyond the evidence."""
    for row in rows:
        if (row.manager, row.object) == verdict.at or row.code == UNKNOWN:
            row.check.holds = None


def _decided(rows: list[_Row], verdict: Verdict) -> list[_Row]:
    """The place of the verdict alone is left; the lines of the verdict strike out what has none itself."""
    kept = [row for row in rows if not _is_same(row, verdict)]
    at = next((number for number, row in enumerate(rows) if _is_same(row, verdict)), None)
    own = _Row(verdict.code, *verdict.at, Check(True, "", list(verdict.places), list(verdict.next)))
    for row in kept:
        lines = row.check.places if row.check.holds is False else []
        row.check = Check(False, row.check.said, lines or list(verdict.places), row.check.next)
    place = len(kept) - 1 if at is None else sum(not _is_same(row, verdict) for row in rows[:at])
    return [*kept[:place], own, *kept[place:]]


def _is_same(row: _Row, verdict: Verdict) -> bool:
    if row.code in WAITING and verdict.code in WAITING:
        return row.manager == verdict.at[0]
    if row.code in DEAD and verdict.code in DEAD:
        return row.manager == verdict.at[0]
    if row.code == verdict.code:
        return row.code != "DISCARDED" or row.manager in (verdict.at[0], None) or row.object == verdict.at[1]
    return False


def _unusual(trail: Trail, verdict: Verdict) -> Iterator[_Row]:
    """What takes an event that nothing shows: of each kind a row, as far as it can be on this way."""
    if verdict.code in NEVER_PUT or verdict.code in UNUSUAL:
        return
    seen = _seen(trail, verdict)
    for code in UNUSUAL:
        key, about = kinds()[code].key, _about(code, trail, verdict)
        if about is None or (code in FOR_LACK_OF_PERSISTENCE and trail.request.persistence == 1):
            continue
        signs = _signs(trail, code, about)
        if signs and verdict.code == UNKNOWN:
            yield _Row(code, *about, Check(None, "", signs))
            continue
        shown = seen or (list(verdict.places) if signs else _shown(trail, key, verdict))
        keys = () if shown else ((key, *about),)
        yield _Row(code, *about, Check(False, "", shown), keys)


def _delayed(trail: Trail, verdict: Verdict) -> Iterator[_Row]:
    """A message with a delivery delay waits on the staging queue of its queue manager, wherever it shall go."""
    if verdict.code != "NOT_DEFINED" and not _seen(trail, verdict) and not trail.mail.of(ITSELF):
        about = trail.request.queue_manager, STAGING
        yield _Row("DELIVERED", *about, Check(False, "", []), (("NO_DELAY", *about),))


def _signs(trail: Trail, code: str, about: tuple[str | None, str | None]) -> list[Place]:
    """Lines that show, or may show, that an unusual event happened: then nobody assumes that it did not."""
    estate, (manager, name) = trail.estate, about
    if code == "UNCOMMITTED":
        fact = estate.fact(manager, ("QSTATUS",), name, "UNCOM", trail.at)
        return [one.place for one in fact.seen if one.value not in ("NO", "0")]
    if code == "CLEARED":
        return done.cleared(estate, manager, name, trail.at).places
    if code == "EXPIRED" and (trail.request.expiry or 0) > 0:
        return list(trail.route.stops[0].places if trail.route.stops else trail.route.end.places)
    if code == "LOST_IN_TRANSIT":
        return destination.broke_then(trail).places
    if code == "LOST_WITH_RESTART":
        return destination.started_again(trail).places
    if code == "TAKEN_BY_EXIT":
        rows = [row for hop in trail.hops for rows in hop.channels.values() for row in rows]
        return [row.place("MSGEXIT") for row in rows if row.attributes.get("MSGEXIT")]
    return []


def _about(code: str, trail: Trail, verdict: Verdict) -> tuple[str | None, str | None] | None:
    """The queue manager and object that an event would be at; None where it cannot be on this way."""
    request, hops = trail.request, trail.hops
    if code in ACROSS:
        if not hops or (code == "RETURNED_TO_SENDER" and request.report is not None and not request.sent_back):
            return None
        hop = hops[0]
        return hop.manager, hop.xmitq if code == "RETURNED_TO_SENDER" else hop.name
    if code == "EXPIRED" and request.expiry == -1:
        return None
    if code == "MOVED":
        return verdict.at if verdict.code in DEAD else None
    if code == "LOST_WITH_RESTART":
        return verdict.at[0] or request.queue_manager, None
    at = verdict.at if all(verdict.at) else (request.queue_manager, request.queue)
    on_queue = verdict.code not in ("CHANNEL_NOT_RUNNING", "IN_DOUBT")
    return at if on_queue else next(((hop.manager, hop.xmitq) for hop in hops if hop.manager == at[0]), at)


def _seen(trail: Trail, verdict: Verdict) -> list[Place]:
    """The lines of the verdict that show the message itself or what became of it: then nothing else did."""
    shown = [at for one in trail.mail.letters if one.linked for at in one.places]
    shown += [call.place for call in trail.mail.calls]
    cited = [at for at in verdict.places if at in shown]
    return cited if verdict.code != UNKNOWN and (trail.request.msg_id or trail.request.correl_id) else []


def _shown(trail: Trail, key: str | None, verdict: Verdict) -> list[Place]:
    """Lines that settle an assumption."""
    if key == "COMMITTED":
        manager, name = _about("UNCOMMITTED", trail, verdict) or (None, None)
        fact = trail.estate.fact(manager, ("QSTATUS",), name, "UNCOM", trail.at)
        return fact.places if fact.value in ("NO", "0") else []
    if key == "NO_EXIT" and len(trail.hops) == 1 and trail.hops[0].name:
        rows = [*trail.hops[0].channels[trail.hops[0].name],
                *trail.estate.of(trail.hops[0].partner, ("CHANNEL",), trail.hops[0].name)]  # fmt: skip
        ends = [row for row in rows if row.type == "CHANNEL"]
        is_blank = len(ends) > 1 and all(row.attributes.get("MSGEXIT") == "" for row in ends)
        return [row.place("MSGEXIT") for row in ends] if is_blank else []
    if key == "NO_EXPIRY":
        rows = trail.estate.of(verdict.at[0], QUEUES, verdict.at[1])
        return [row.place("CUSTOM") for row in rows if "CAPEXPRY(" in row.attributes.get("CUSTOM", "")]
    return []


def _link(rows: list[_Row], trail: Trail, verdict: Verdict) -> None:
    """Gives what the verdict holds by to a place that would be left without it."""
    there = {key for row in rows for key, *_ in row.keys}
    for key, *about in verdict.assumes:
        if key in there:
            continue
        row = next((one for one in reversed(rows) if _takes(key, one, verdict)), None)
        if row:
            row.keys = (*row.keys, (key, *about))


def _takes(key: str, row: _Row, verdict: Verdict) -> bool:
    """Whether a place would be left without an assumption that links the message to the evidence."""
    wanted = {"CONSUMED": ("DELIVERED", UNKNOWN)}.get(verdict.code, ("CONSUMED", UNKNOWN))
    return not row.keys and row.code in wanted and not _is_same(row, verdict)


def _as_said(rows: list[_Row], trail: Trail) -> tuple[list[_Row], list[tuple[str, str | None, str | None]]]:
    """The places as a person knows them: what is said to hold is not assumed, what is left open is not, either."""
    given, kept, opened = trail.estate.given, [], []
    for row in rows if given.said else ():
        said = {key: one for key in row.keys if (one := given.of(*key))}
        shown = [one for one in said.values() if one.said != OPEN]
        lines = [Place(*line[:2], shows=one.key) for one in shown if (line := given.line("assume", one))]
        row.check.places = [*row.check.places, *lines]
        left = [key for key, one in said.items() if one.said == OPEN]
        row.check.holds = None if left else row.check.holds
        row.keys = tuple(key for key in row.keys if key not in said)
        opened += left
        # What the caller knows not to have happened is no place at all.
        kept += [row] if row.check.holds is not False or row.check.places or row.keys else []
    return (kept, opened) if given.said else (rows, [])


# As a row of the answer


def _possible(row: _Row, verdict: Verdict, is_open: bool, rests_on: list[int], as_of: str | None) -> Possible:
    left = row.is_open if is_open else row.check.holds is not False
    evidence = [Evidence.of(at) for at in row.check.places[:QUOTED]]
    return kinds()[row.code].at(
        row.manager, row.object, left, rests_on=tuple(rests_on), as_of=as_of, evidence=evidence,
        settles=_looks(row.check.next),
    )  # fmt: skip


def _looks(commands: Sequence[Command]) -> str | None:
    return next((one.command for one in commands if one.effect == LOOKS), None)
