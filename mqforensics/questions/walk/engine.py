"""Says the strongest claim whose premises are all shown, step by step along the way of a message; else UNKNOWN."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mqforensics.objects import checks, done, in_time
from mqforensics.objects.check import Check
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.fact import Fact, Place, Row, distinct, positive
from mqforensics.objects.readers import handles_command
from mqforensics.objects.route import DESTINATION, NOWHERE, UNDEFINED
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk import (
    ahead,
    arrival,
    destination,
    letters,
    passing,
    premises,
    replies,
    serving,
    sighting,
    standstill,
)
from mqforensics.questions.walk.claims import AMONG, ASSUMED, DEAD, SEVERITY, STEPS, UNKNOWN, Claim
from mqforensics.questions.walk.following import QUEUE_NOW, both_ends, following
from mqforensics.questions.walk.links import depth, dumped_since, estate_status
from mqforensics.questions.walk.matter import Matter, Verdict

PREMISES = (premises, serving, arrival, destination, letters)
"""Where the premises are, by their names in the table of claims."""
LOOKS = {"PUT_REFUSED": "refused_at_source", "WAITING_ON_XMITQ": "not_sent_yet"}
"""The premise that knows where to look next, by the claim."""
PLAIN = re.compile(r"[A-Z0-9._]+")


def gone_from_xmitq(matter: Matter, step: int) -> Check:
    """Whether the message was on the transmission queue and is there no more."""
    found = premises.waits(matter, step)
    holds = {False: True, True: None}.get(found.holds)
    # What goes in a circle is on any of its queues again and again, once it has left the first.
    holds = True if step and found.holds is None and matter.route.end.is_circle else holds
    open_ = (premises.of_another_time, premises.never_there, premises.never_left, serving.not_sent)
    unclear = next((one for ask in open_ if (one := ask(matter, step))), None) if holds else None
    return unclear or Check(holds, found.said, found.places, found.next)


def empty_destination(matter: Matter, step: int) -> Check:
    """Whether the destination was seen to be empty."""
    found = destination.holds_messages(matter, step)
    return Check({False: True, True: False}.get(found.holds), found.said, found.places, found.next)


def shown(name: str, matter: Matter, step: int) -> Check:
    """The answer to a premise by its name in the table of claims."""
    own = {"gone_from_xmitq": gone_from_xmitq, "empty_destination": empty_destination}
    premise = own.get(name) or next(getattr(room, name) for room in PREMISES if hasattr(room, name))
    return premise(matter, step)


def decide(matter: Matter) -> Verdict:
    """The verdict on a message."""
    verdict = replies.beside(matter, sighting.seen(matter) or _followed(matter))
    copied, was_on = matter.copied or Check(False), matter.was_on[1] if matter.was_on else Check(False)
    verdict.statement = " ".join(filter(None, (verdict.statement, was_on.said, copied.said)))
    verdict.places = distinct([*verdict.places, *was_on.places, *copied.places, *_way(matter)])
    _with_its_readers(matter, verdict)
    _with_commands(matter, verdict)
    verdict.next = following(matter, verdict)
    end = matter.route.end
    if verdict.code == UNKNOWN and end.is_circle and end.said not in verdict.statement:  # wherever it is by now
        verdict.statement += f" {sentence(end.said)}"
        verdict.places = distinct([*verdict.places, *end.places])
    if verdict.code != UNKNOWN and matter.at is None:
        verdict.statement += f" {AMONG if verdict.code in DEAD and not matter.request.msg_id else ASSUMED}"
    return verdict


def _followed(matter: Matter) -> Verdict:
    walked = _walked(matter)
    passed = passing.passed(matter) if walked.code in passing.BEFORE else None
    return passed or (matter.came if matter.came and walked.code != "CONSUMED" else walked)


def steps(matter: Matter) -> Iterator[tuple[str, int]]:
    """The kinds of step on the way, each with how many transmission queues the message has passed."""
    yield "source", 0
    for step in range(len(matter.hops)):
        yield "transmission queue", step
        yield "arrival", step + 1
    yield "end", len(matter.hops)


def _walked(matter: Matter) -> Verdict:
    for kind, step in steps(matter):
        if matter.seen_on and (kind, step) != ("transmission queue", matter.seen_on[0]):
            continue
        if matter.copied and kind != "end":  # it came there
            continue
        if matter.was_on and (kind == "source" or step < matter.was_on[0] + (kind == "arrival")):  # it came that far
            continue
        claims, passed = STEPS[kind]
        at = _where(matter, kind, step)
        told = _first(matter, step, claims, at)
        if told and told.code != UNKNOWN:
            return told
        gate = shown(passed, matter, step) if passed else Check(None, *_end(matter))
        if gate.holds and not told:
            continue
        if kind == "transmission queue" and not told and premises.waits(matter, step).holds is None:
            gate = _with_its_channels(gate, serving.told(matter, step))
        # Where the way is not clear, a dead letter may still be the message.
        dead = _first(matter, step, [one for one in STEPS["arrival"][0] if "DLQ" in one.code], at)
        if dead and (dead.code != UNKNOWN or told is None):
            return dead
        open_ = told or _open(matter, gate, at)
        if kind != "transmission queue":
            return open_
        return _behind_its_channels(matter, step, ahead.told(matter, step, open_))
    raise AssertionError("the last step always ends")


def _with_its_channels(gate: Check, told: Check) -> Check:
    """What is open of a transmission queue, with what is shown of its channels whether the message is there or not."""
    said = f"{sentence(gate.said)} {told.said}".removesuffix(".") if told.said else gate.said
    return Check(gate.holds, said, [*gate.places, *told.places], [*gate.next, *told.next])


def _behind_its_channels(matter: Matter, step: int, verdict: Verdict) -> Verdict:
    """An open verdict at a transmission queue, with why messages wait there wherever this one is."""
    halted = serving.none_runs(matter, step)
    doubt, deep = serving.in_doubt(matter, step), depth(matter, step)
    waits = deep.says(positive) or doubt.holds
    if verdict.code != UNKNOWN or not waits or not halted.holds or not serving.not_overtaken(matter, step).holds:
        return verdict
    told = f" {sentence(halted.said)}" if halted.said not in verdict.statement else ""
    channel = _channel(matter, step)
    why = standstill.why(matter, step, channel, f"Why {channel} does not run")
    verdict.statement += f"{told} {why.said}".rstrip()
    verdict.places = [*verdict.places, *halted.places, *why.places]
    # What is in a batch in doubt cannot be browsed.
    rest = both_ends(matter.estate, matter.hops[step], channel) if doubt.holds and channel else verdict.next
    verdict.next = [*dict.fromkeys([*(one for one in why.next if one.effect == "looks"), *rest])]
    hop = matter.hops[step]
    mine = matter.estate.fact_of(estate_status(matter, hop), "XQMSGSA")
    verdict.severity = SEVERITY["CHANNEL_NOT_RUNNING"] if not hop.shared or mine.says(positive) else None
    return verdict


def _with_its_readers(matter: Matter, verdict: Verdict) -> None:
    """Adds to a verdict at the destination what is shown to keep messages from being taken there."""
    end = matter.route.end
    if verdict.code not in ("DELIVERED", UNKNOWN) or verdict.at != (end.manager, end.queue):
        return
    found = destination.left_lying(matter)
    if not found.holds:
        return
    verdict.statement += f" {found.said}"
    verdict.places = [*verdict.places, *found.places]
    if verdict.code == "DELIVERED":
        verdict.severity = SEVERITY[UNKNOWN]
    next_ = [*verdict.next, *found.next] if verdict.code == UNKNOWN else [*found.next, *verdict.next]
    verdict.next = sorted(next_, key=lambda one: one.effect != "looks")


def _with_commands(matter: Matter, verdict: Verdict) -> None:
    """Adds to an open verdict the commands that were carried out on its way, which end what was shown before."""
    if verdict.code != UNKNOWN:
        return
    estate = matter.estate
    queues = dict.fromkeys([*matter.queues, verdict.at])
    found = [(f"{queue} of {manager} ", done.cleared(estate, manager, queue, matter.at)) for manager, queue in queues]
    found += [("", done.moved(estate, hop.manager, name)) for hop in matter.hops for name in hop.channels]
    for about, one in found:
        if one.holds and one.said not in verdict.statement:
            verdict.statement += f" {sentence(about + one.said)}"
            verdict.places = distinct([*verdict.places, *one.places])


def _where(matter: Matter, kind: str, step: int) -> tuple[str | None, str | None]:
    """What a step is about."""
    end, request = matter.route.end, matter.request
    if kind == "source" and matter.hops:
        return request.queue_manager, request.queue
    if kind == "transmission queue":
        return matter.hops[step].manager, matter.hops[step].xmitq
    if kind == "arrival" and step < len(matter.hops):
        return matter.hops[step].manager, matter.hops[step].xmitq
    return end.manager, end.queue


def _end(matter: Matter) -> tuple:
    end = matter.route.end
    if end.kind != DESTINATION:
        return end.said, end.places, end.next
    found = destination.holds_messages(matter, len(matter.hops))
    deep = checks.depth(matter.estate, end.manager, end.queue)
    said = f"what became of the message at {end.queue} of {end.manager} is not shown"
    if (since := dumped_since(matter, end.manager, end.queue, deep)).said:
        said, deep = f"{since.said}; {said}", Fact()
    if deep.seen:
        when = in_time.untimed(matter.estate, [one.row for one in deep.seen], matter.at)
        said = f"{deep.text()} on {end.queue} at {end.manager}{when}; {said}"
    there = destination.still_there(matter, len(matter.hops)) if found.holds and matter.at else Check(None)
    if there.holds is False:
        said = f"{found.said}, but {there.said}: the message is not among them"
        return said, [*found.places, *there.places], handles_command(end.manager, end.queue)
    now = destination.refuses_now(matter)
    return said + now.said, [*found.places, *deep.places, *now.places], [*now.next, *found.next]


def _first(matter: Matter, step: int, claims, at: tuple) -> Verdict | None:
    """The first claim that is shown; else what is open of the first claim that comes into question; else None."""
    open_: Verdict | None = None
    for claim in claims:
        when: dict[str, Check] = {}
        for name in claim.when:
            when[name] = shown(name, matter, step)
            if not when[name].holds:
                break
        *before, last = when.values()
        if not last.holds:
            if last.holds is None and before and last.said:
                open_ = open_ or _open(matter, last, at, before)
            continue
        found = {name: shown(name, matter, step) for name in claim.premises}
        if all(check.holds for check in found.values()):
            return _said(matter, step, claim, {**when, **found})
        missing = next(check for check in found.values() if not check.holds)
        if missing.holds is False and claim.code != "CONSUMED":
            continue
        open_ = open_ or _open(matter, missing, at, list(when.values()))
    return open_


def _open(matter: Matter, check: Check, at: tuple, before: Sequence[Check] = ()) -> Verdict:
    """What is known, what is not, and the command that settles it."""
    told = [one.said for one in before if one.said][-1:] + [check.said] * bool(check.said)
    said = " ".join(map(sentence, told))
    places = [place for one in (*before, check) for place in one.places]
    return Verdict(UNKNOWN, f"{matter.label} cannot be placed. {said}", places, check.next or _look(matter, at), at)


def _look(matter: Matter, at: tuple) -> list[Command]:
    """Where nothing else settles it: the messages of the queue that it is about."""
    manager, name = at
    if not manager or not name:
        return mqsc("DISPLAY QUEUE({}) ALL", matter.request.queue, on=manager or None)
    return browse(name, manager)


def _said(matter: Matter, step: int, claim: Claim, found: dict[str, Check]) -> Verdict:
    said = claim.says.format(label=matter.label, **{name: check.said for name, check in found.items()})
    places = [place for check in found.values() for place in check.places]
    at, next_ = _about(matter, claim.about, found, step), []
    if claim.code == "CHANNEL_NOT_RUNNING":
        why = standstill.why(matter, step, at[1])
        said, places = f"{said} {why.said}".rstrip(), [*places, *why.places]
        doubt = "batch_settled" in found and found["batch_settled"].said
        next_ = both_ends(matter.estate, matter.hops[step], at[1]) if doubt else why.next
    elif "discard_asked" in found:
        next_ = found["refused"].next
    elif claim.code in LOOKS:
        next_ = found[LOOKS[claim.code]].next
    next_ = next_ or _next(matter, claim, at, step)
    return Verdict(claim.code, said, places, next_, at)


def _about(matter: Matter, about: str, found: dict[str, Check], step: int) -> tuple[str | None, str | None]:
    end = matter.route.end
    if about == "channel":
        return matter.hops[step].manager, _channel(matter, step)
    if about == "transmission queue":
        return matter.hops[step].manager, matter.hops[step].xmitq
    if about == "lost" and step < len(matter.hops):
        return matter.hops[step].manager, found["refused"].object or matter.hops[step].xmitq
    if about == "refusing queue":
        return matter.request.queue_manager, found["refused_at_source"].object
    if about == "dead-letter queue":
        return found["owner_shown"].object, found["dead_letters"].object
    if about == "sender's queue":
        return found["sender_shown"].object, found["dead_letters_of_the_sender"].object
    stop = matter.route.stops[-1] if matter.route.stops and about == "definition" else None
    return (stop.manager, stop.name) if stop else (end.manager, end.queue)


def _channel(matter: Matter, step: int) -> str | None:
    """The channel to speak of: of those that do not look retired the one that the queue triggers, else the newest."""
    hop, estate = matter.hops[step], matter.estate
    stopped = [one.channel for one in matter.states[step] if one.value == "STOPPED"]
    left = [name for name in hop.channels if name not in stopped] or list(hop.channels)
    triggered = estate.fact(hop.manager, ("QLOCAL", "QUEUE"), hop.xmitq, "TRIGDATA").value
    if triggered in left:
        return triggered
    return max(left, key=lambda name: _newest(hop.channels[name]), default=None)


def _newest(rows: Sequence[Row]) -> tuple[str, str]:
    """When a channel last sent and was last altered, as far as its rows print it."""
    sent = [str(row.times["LSTMSG"]) for row in rows if "LSTMSG" in row.times]
    altered = [str(row.times["ALT"]) for row in rows if "ALT" in row.times]
    return max(sent, default=""), max(altered, default="")


def _next(matter: Matter, claim: Claim, at: tuple, step: int) -> list[Command]:
    """What to look at next where a claim is made: what would contradict it first."""
    manager, name = at
    if claim.code in ("DELIVERED", *DEAD):
        return browse(name, manager)
    if claim.code == "IN_DOUBT":
        return both_ends(matter.estate, matter.hops[step], name)
    if claim.code == "WAITING_ON_XMITQ":
        return mqsc(QUEUE_NOW, name, on=manager)
    if claim.code == "NO_CHANNEL":
        return mqsc("DISPLAY CHSTATUS(*) WHERE(XMITQ EQ {})", name, on=manager)
    if claim.code == "CONSUMED":
        return handles_command(manager, name)
    if claim.code == "DISCARDED":
        return _after_a_loss(matter, manager, step)
    return _after_a_name(matter, claim, at)


def _after_a_loss(matter: Matter, manager: str, step: int) -> list[Command]:
    look = mqsc("DISPLAY QLOCAL(*) CURDEPTH PUT MAXDEPTH USAGE", on=manager)
    dlq = checks.dead_letter_queue(matter.estate, manager)
    if dlq.name == "" and not matter.estate.zos(manager):
        look = mqsc("DISPLAY QLOCAL({}) PUT CURDEPTH MAXDEPTH MAXMSGL USAGE", dlq.advised, on=manager)
        return [*look, *mqsc("ALTER QMGR DEADQ({})", dlq.advised, on=manager)]
    return look


def _after_a_name(matter: Matter, claim: Claim, at: tuple) -> list[Command]:
    (manager, name), end = at, matter.route.end
    if claim.code == "REMOTE_DEFINITION_WRONG" and end.kind in (NOWHERE, UNDEFINED):
        queue = matter.estate.manager(manager, "DEADQ").value if matter.hops else None
        if queue or end.next:
            return browse(queue, manager) if queue else end.next
    stem = (name or "")[:8].rstrip(".")
    return mqsc(f"DISPLAY QUEUE({stem}*) TYPE", on=manager) if PLAIN.fullmatch(stem) else []


def _way(matter: Matter) -> Iterator[Place]:
    """The lines that show how the message came to where the verdict finds it."""
    for stop in matter.route.stops:
        yield from stop.places
    for hop in matter.hops:
        deep = matter.estate.fact(hop.manager, ("QLOCAL", "QUEUE", "QSTATUS"), hop.xmitq, "CURDEPTH", matter.at)
        yield from deep.places
        yield from hop.partner_places
        if deep.says(positive):
            return
