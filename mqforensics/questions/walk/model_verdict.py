"""What the model of `flow` says of a message: the walk hands it the estate, and what shows the message itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

from mqforensics.case.given import OPEN
from mqforensics.flow.answer import GENERAL, NO_PLACE, Answer, Dumped, Shown, Sighting, answer, open_answer
from mqforensics.flow.assumptions import Assumption
from mqforensics.flow.engine import NOTHING_NORMAL, smallest
from mqforensics.flow.model import Taken, laws
from mqforensics.flow.next import commands_for_zones, looks_at_managers, looks_at_units, state_command
from mqforensics.flow.next import proof_commands as proofs
from mqforensics.flow.possible import Possible, kinds
from mqforensics.objects import checks
from mqforensics.objects.commands import Command, clock, for_platform, in_order
from mqforensics.objects.fact import Place, distinct
from mqforensics.objects.readers import handles_command
from mqforensics.objects.route import OPEN as ROUTE_OPEN
from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk import (
    dead_letter_candidates,
    destination,
    dump_owners,
    links,
    message_sightings,
    onward_trace,
    replies,
    serving_channels,
)
from mqforensics.questions.walk.mail import ANSWER, EITHER, ITSELF, DumpedMessages
from mqforensics.questions.walk.next_commands import (
    can_be_browsed,
    commands_not_run,
    is_answered,
    is_dated,
    of_every_member,
)
from mqforensics.questions.walk.trail import Inquiry, Verdict
from mqforensics.questions.walk.verdicts import QUOTED, UNKNOWN
from mqforensics.words import places as words
from mqforensics.words.grammar import capital

CONTRADICTED = 3
"""So many contradictions are named beside a verdict."""
BEST, ASKED = 2, 4
"""So many commands of the model come before those of the walk, and so many are suggested beside who reads a queue."""
OR_ELSE = {law.code for law in laws().values() if law.covered_by}
"""What else may be so where a message waits on a transmission queue: it is full, or the put is not committed."""


class ModelAnswer(NamedTuple):
    """What is said beside a verdict: its degree, what it rests on, and the places."""

    degree: str
    assumes: tuple[Assumption, ...]
    possible: tuple[Possible, ...]


def is_told_otherwise(trail: Inquiry) -> bool:
    """Whether a trace, an answer or a failed put is about the message, too, which the model does not take in."""
    mail = trail.mail
    return bool(mail.calls or mail.failures or mail.puts or mail.of(ANSWER) or mail.of(EITHER))


def left_open(trail: Inquiry, routes: list, shown: Verdict | None) -> str:
    """That an assumption which the caller leaves open would settle where the message is, as a sentence; else blank."""
    given = trail.estate.given
    kept = tuple(one for one in given.said if one.said != OPEN)
    if len(kept) == len(given.said):
        return ""
    estate = copy(trail.estate)
    estate.given = given._replace(said=kept)
    made = model_answer(replace(trail, estate=estate), routes, shown)
    opened = [
        one.text
        for one in made.assumes
        if (said := given.of(one.key, one.queue_manager, one.object)) and said.said == OPEN
    ]
    return words.left_open(trail.label, " ".join(opened), made.code) if made.code != UNKNOWN and opened else ""


def with_what_is_shown(trail: Inquiry, routes: list) -> tuple[Verdict | None, Answer]:
    """What dumps, traces and answers show of the message, and what the model says with that.

    A dead-lettered message of about that time counts where nothing waits on the way: what is put now waits, too. A
    trace of where the message is for, or came to, argues against each place before it.
    """
    before = trail.route
    shown = message_sightings.sighting_verdict(trail)
    routes = routes if trail.route is before else [trail.route]
    gone = _gone_since_its_arrival(trail, routes) if shown and shown.code == "DELIVERED" else None
    if gone:
        return None, gone
    made = model_answer(trail, routes, shown)
    lettered = None if shown or trail.mail.of(ITSELF) else dead_letter_candidates.dead_lettered(trail)
    if lettered and (trail.at or GENERAL.get(made.code, made.code) != "WAITING_ON_XMITQ"):
        return lettered, model_answer(trail, routes, lettered, _queues_of_letters(trail))
    passed = onward_trace.passed_on(trail) if not shown and made.code in onward_trace.BEFORE else None
    return (passed, open_answer(made)) if passed else (shown, made)


def _gone_since_its_arrival(trail: Inquiry, routes: list) -> Answer | None:
    """What became of a message whose arrival was confirmed and whose queue a display shows without it; None where that
    is open."""
    report, at = replies.arrival_at_destination(trail), trail.route.end.destination
    if report is None or trail.at is None or not at[0]:
        return None
    came = Sighting(at[1], (at[0],), True, tuple(report.places), is_owned=True, is_there=False)
    made = model_answer(trail, routes, None, also=[came])
    return made if made.code not in (UNKNOWN, "DELIVERED") else None


def _queues_of_letters(trail: Inquiry) -> frozenset[str]:
    """The dead-letter queues of the messages that may be the one asked for."""
    return frozenset(one.queue for one in dead_letter_candidates.candidates(trail) if one.queue)


def model_answer(
    trail: Inquiry, routes: list, shown: Verdict | None, doubtful: frozenset[str] = frozenset(), also: Sequence = ()
) -> Answer:  # fmt: skip
    """What the model says of the message of a trail; `shown`: what a dump, a trace or an answer shows of it.

    `also`: the queues that it is known to have come to besides; `doubtful`: those where dumps have messages of which it
    is open whether one of them is this one.
    """
    against: dict[str, Any] = {
        "NOT_LOST": destination.channels_that_broke(trail), "NOT_PUT": destination.puts_that_failed(trail),
        "NO_RESTART": destination.starts_in_logs(trail),
    }  # fmt: skip
    overtaken = [
        step for step in range(len(trail.hops)) if serving_channels.not_overtaken(trail, step).holds is not True
    ]
    against["STATUS"] = [(trail.hops[step].manager, trail.hops[step].xmitq) for step in overtaken]
    about = {"against": against, "dumps": list(_dumps(trail))}
    if shown and shown.code != UNKNOWN:
        return answer(trail.estate, trail.request, routes, **about, shown=[_shown_of_verdict(shown)])
    seen, parts = [*sightings(trail), *_came_to(trail), *also], False
    made = _answer_of_the_same(trail, routes, seen, about)
    if shown and seen and made.degree in NO_PLACE:  # parts of it are on several queues
        made, parts = answer(trail.estate, trail.request, routes, **about), True
    # Where a dump of its destination has it and a display shows that empty, either may be the later one.
    unclear = (shown and (not seen or parts or is_told_otherwise(trail))) or trail.came
    return open_answer(made, doubtful) if unclear and (made.code != UNKNOWN or made.degree in NO_PLACE) else made


def _answer_of_the_same(trail: Inquiry, routes: list, seen: list, about: dict) -> Answer:
    """What the model says; of a message that only its identifier tells from the one asked for before, the same."""
    known = trail.estate.answers[_answer_of_the_same]
    unnamed = replace(trail.request, msg_id=trail.request.msg_id and "", correl_id=None, apart="")
    asked = [unnamed, trail.estate.given, routes, seen, about]
    if not known or known[()][0] != asked:
        known[()] = asked, answer(trail.estate, trail.request, routes, seen, **about)
    return known[()][1]


def _shown_of_verdict(shown: Verdict) -> Shown:
    """What a dump, a trace or an answer shows of the message itself, and what that rests on."""
    return Shown(shown.code, *shown.at, tuple(shown.places), frozenset(Taken(*one) for one in shown.assumes))


def sightings(trail: Inquiry) -> list[Sighting]:
    """The message in dumps whose queue manager is in the evidence; by its put time, if no other can be it.

    Nothing shows that an application got it since, or that a dump of the same queue lacks it.
    """
    own = [one for one in trail.mail.of(ITSELF) if not message_sightings.is_copy(trail, one)]
    near = [] if own else [*dead_letter_candidates.candidates(trail), *dead_letter_candidates.at_rest(trail)]
    alone = near if near and dead_letter_candidates.the_message_itself(trail).holds else []
    found = []
    for letter in own or alone:
        place = dump_owners.place_of(trail, letter)
        is_by_channel = letter.reason is None or letter.by_channel or letter.put_by
        if place.holds and place.object and is_by_channel and not _has_left(trail, letter, place.object):
            is_owned = place.code != dead_letter_candidates.BY_NAME
            known = bool(own), tuple(letter.places), letter.reason, letter.near, is_owned
            made = trail.mail.dump_as_display(letter, place.object)
            found.append(Sighting(letter.queue, (place.object,), *known, made, letter.on_xmitq))
    return found if len(found) == len(own or alone) else []


def _came_to(trail: Inquiry) -> Iterator[Sighting]:
    """The queue that a dump shows the message on and a display shows empty: it came there, and is there no more."""
    at, lines = (trail.came.at, trail.came.places) if trail.came else ((None, None), [])
    if trail.was_on and trail.was_on[0] < len(trail.hops):
        hop = trail.hops[trail.was_on[0]]
        at, lines = (hop.manager, hop.xmitq), trail.was_on[1].places
    if at[0] and at[1]:
        yield Sighting(at[1], (at[0],), True, tuple(lines), is_owned=True, is_there=False)


def _has_left(trail: Inquiry, letter: DumpedMessages, manager: str) -> bool:
    """Whether evidence says that a message has left the queue that a dump shows it on."""
    deep = checks.depth(trail.estate, manager, letter.queue)
    is_other = not trail.mail.dump_as_display(letter, manager) and message_sightings.holds_others(trail, letter, deep)
    is_absent = letter.same == ITSELF and dump_owners.not_in_another(trail, letter, manager).said
    return bool(is_other or is_absent or links.may_have_left_since(trail, letter, manager).said)


def as_finding(trail: Inquiry, made: Answer) -> ModelAnswer:
    """The degree, the assumptions and the places of an answer of the model, as a finding has them.

    Where one place is left it is the row of the verdict; what is beyond the evidence is one row.
    """
    number = {one.about: at for at, one in enumerate(made.assumes)}
    places: dict[tuple, Possible] = {}
    for row in made.possible:
        key = row.code, row.queue_manager, row.object
        if row.code == UNKNOWN:
            key = UNKNOWN, None, None
        elif row.open and made.code != UNKNOWN:
            key = made.code, made.queue_manager, made.object
        lines = made.lines if row.open and made.code != UNKNOWN else row.lines
        evidence = tuple(Evidence.of(line) for line in lines[:QUOTED])
        on = tuple(sorted(number[about] for about in row.about.values()))
        opens = tuple(tuple(sorted(number[about] for about in some)) for some in row.opens)
        one = kinds()[key[0]].at(
            *key[1:], row.open, rests_on=on, as_of=made.as_of, evidence=evidence, opens_without=opens
        )
        if row.code in OR_ELSE and row.code != key[0]:
            other = kinds()[row.code].at(row.queue_manager, row.object, row.open)
            one = one._replace(text=f"{one.text} Or: {other.text}")
        places[key] = _both(places[key], one) if key in places else one
    if (UNKNOWN, None, None) not in places:
        cited = [*(at for stop in trail.route.stops for at in stop.places), *trail.route.end.places]
        evidence = tuple(map(Evidence.of, distinct(cited)[:QUOTED]))
        places[UNKNOWN, None, None] = kinds()[UNKNOWN].at(None, None, False, as_of=made.as_of, evidence=evidence)
    used = sorted({at for one in places.values() for at in one.rests_on})
    ordered = sorted(places.values(), key=lambda one: one.code == UNKNOWN)
    place = {at: number for number, at in enumerate(used)}
    rows = [
        one._replace(rests_on=tuple(place[at] for at in one.rests_on), opens_without=_sets(one.opens_without, place))
        for one in ordered
    ]
    return ModelAnswer(made.degree, tuple(made.assumes[at] for at in used), tuple(rows))


def _sets(each: Iterable[tuple[int, ...]], place: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """The smallest of several sets, by the new positions of their members; those that have one without are left out."""
    told = smallest(frozenset(map(place.__getitem__, some)) for some in each if place.keys() >= {*some})
    return tuple(sorted((tuple(sorted(one)) for one in told), key=lambda one: (len(one), one)))


def _both(one: Possible, other: Possible) -> Possible:
    """One row of two for the same place: it is left where one of them is."""
    if one.open != other.open:
        return one if one.open else other
    on = () if one.open else tuple(sorted({*one.rests_on, *other.rests_on}))
    evidence, text = tuple(dict.fromkeys((*one.evidence, *other.evidence)))[:QUOTED], max(one.text, other.text, key=len)
    opens = () if one.open else (*one.opens_without, *other.opens_without)
    return one._replace(rests_on=on, evidence=evidence, text=text, opens_without=opens)


def _dumps(trail: Inquiry) -> Iterator[Dumped]:
    """The dumps of the case that can be shown not to have the message: by its identifier, by the times at which their
    messages were put, or as dead-lettered messages."""
    same = dead_letter_candidates.candidates(trail, at_any_time=True)
    if trail.route.end.kind == ROUTE_OPEN and not trail.route.targets:
        # A program that puts to a transmission queue itself names the destination in its own header.
        same = [letter for letter in trail.mail.letters if letter.reason is not None]
    for one in trail.mail.dumps.values():
        own = [letter for letter in trail.mail.letters if trail.mail.dump(letter) is one]
        dead = [letter for letter in own if letter.reason is not None]
        is_unread = bool(one.is_unnamed and trail.request.id_field)
        of_it = [letter for letter in own if letter.linked or letter in same]
        of_then = [letter for letter in own if letter.around and (letter.reason is None or letter in same)]
        elsewhen = bool(trail.at) and not any(letter.linked for letter in own) and not of_then
        is_cut = one.is_cut or not (one.messages or one.is_empty)
        if one.queue is None or is_cut or (is_unread and not elsewhen):
            continue
        told = bool(trail.request.msg_id) or one.is_empty or sum(letter.count for letter in dead) >= one.messages
        named = told and not is_unread and not of_it
        made = one.row(one.queue_manager)
        yield Dumped(one.file, one.queue, one.queue_manager, named or elsewhen, not named, made, (Place(one.file),))


def contradictions_of(made: Answer) -> list[str]:
    """What would contradict a verdict of the model, a sentence each."""
    said = [words.reason(*one) for one in made.against]
    said = said if any(said) else [words.contradictions()[made.code]]
    return [f"{capital(one)}." for one in dict.fromkeys(said) if one][:CONTRADICTED]


def proof_commands_of(trail: Inquiry, made: Answer) -> list[Command]:
    """What proves the weakest of what a verdict assumes, as far as the case does not show it."""
    return for_platform([one for one in made.next if not is_answered(trail, one)][:1], trail.estate.platform)


def asked_next(trail: Inquiry, made: Answer, before: list[Command], seen: tuple | None) -> list[Command]:
    """What to run next where the message has no known place: what leaves the fewest places, then what the walk asks.

    `seen`: the queue manager and the queue where a dump or an answer has the message, or may have it: then only what
    the walk asks about that is asked; before who reads that queue comes its state now. Where nothing tells the places
    apart, what was captured at a time that nothing shows is looked at again, in the end the clock.
    """
    if seen and before:
        is_of_readers = before[0] in handles_command(*seen)
        return in_order([*(_now(trail, seen) if is_of_readers else []), *before])
    new = [one for one in made.next if "(*)" in one.command or not is_answered(trail, one)]
    new = [one for one in new if can_be_browsed(trail, one)]
    best = commands_not_run(trail, [of_every_member(trail.estate, one) for one in new])[:BEST]
    readers = [one for one in before if "TYPE(HANDLE)" in one.command]
    own = [one for one in before if one not in readers]
    found = [*best, *own] if best else [*_open_units_and_clocks(trail, made), *own, *_later_looks(trail, made)]
    found = [*found[:ASKED], *readers]
    return in_order(found or for_platform(clock(trail.request.queue_manager), trail.estate.platform))


def _now(trail: Inquiry, at: tuple) -> list[Command]:
    """What shows the state of a queue now, unless an answer with a known time has it."""
    looks = [one for one in state_command(*at) if not is_dated(trail, one)]
    return for_platform(looks, trail.estate.platform)


def _open_units_and_clocks(trail: Inquiry, made: Answer) -> list[Command]:
    """Where no answer tells the places apart: open units of work again, as they end some time, and what shows the zone
    of a clock."""
    if made.facts is None:
        return []
    units = looks_at_units(made.paths) if made.degree != NOTHING_NORMAL else []
    zones = commands_not_run(trail, commands_for_zones(made.facts, made.paths))[:BEST]
    return [*for_platform(units, trail.estate.platform), *zones]


def _later_looks(trail: Inquiry, made: Answer) -> list[Command]:
    """What proves an assumption, and the newest state of the queue managers on the way."""
    if made.facts is None:
        return []
    state = [one for one in looks_at_managers(made.facts) if not is_dated(trail, one)][:BEST]
    proved = commands_not_run(trail, proofs(made.assumes))
    return [*proved, *for_platform(state, trail.estate.platform)]
