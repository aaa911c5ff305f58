"""Says the strongest claim whose premises are all shown, step by step along the way of a message; else UNKNOWN."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mqforensics.objects import checks, done, in_time
from mqforensics.objects.check import Check
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.fact import Fact, Place, Row, distinct, positive
from mqforensics.objects.near_names import near
from mqforensics.objects.readers import handles_command
from mqforensics.objects.route import DESTINATION, NOWHERE, UNDEFINED
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk import (
    ahead,
    arrival,
    destination,
    letters,
    premises,
    replies,
    serving,
    standstill,
)
from mqforensics.questions.walk.claims import DEAD, SEVERITY, STEPS, UNKNOWN, Claim
from mqforensics.questions.walk.following import QUEUE_NOW, both_ends, following
from mqforensics.questions.walk.links import depth, dumped_since, estate_status
from mqforensics.questions.walk.mail import ITSELF
from mqforensics.questions.walk.trail import Trail, Verdict
from mqforensics.words import places as words

PREMISES = (premises, serving, arrival, destination, letters)
"""Where the premises are, by their names in the table of claims."""
LOOKS = {"PUT_REFUSED": "refused_at_source", "WAITING_ON_XMITQ": "not_sent_yet"}
"""The premise that knows where to look next, by the claim."""
PLAIN = re.compile(r"[A-Z0-9._]+")


def gone_from_xmitq(trail: Trail, step: int) -> Check:
    """Whether the message was on the transmission queue and is there no more."""
    found = premises.waits(trail, step)
    holds = {False: True, True: None}.get(found.holds)
    # What goes in a circle is on any of its queues again and again, once it has left the first.
    holds = True if step and found.holds is None and trail.route.end.is_circle else holds
    open_ = (premises.of_another_time, premises.never_there, premises.never_left, serving.not_sent)
    unclear = next((one for ask in open_ if (one := ask(trail, step))), None) if holds else None
    return unclear or Check(holds, found.said, found.places, found.next)


def empty_destination(trail: Trail, step: int) -> Check:
    """Whether the destination was seen to be empty."""
    found = destination.holds_messages(trail, step)
    return Check({False: True, True: False}.get(found.holds), found.said, found.places, found.next)


def shown(name: str, trail: Trail, step: int) -> Check:
    """The answer to a premise by its name in the table of claims."""
    own = {"gone_from_xmitq": gone_from_xmitq, "empty_destination": empty_destination}
    premise = own.get(name) or next(getattr(room, name) for room in PREMISES if hasattr(room, name))
    return premise(trail, step)


def decide(trail: Trail, shown: Verdict | None) -> Verdict:
    """What the walk says of a message; `shown`: what a dump, a trace or an answer shows of it."""
    verdict = replies.beside(trail, shown or _followed(trail))
    copied, was_on = trail.copied or Check(False), trail.was_on[1] if trail.was_on else Check(False)
    verdict.statement = " ".join(filter(None, (verdict.statement, was_on.said, copied.said)))
    verdict.places = distinct([*verdict.places, *was_on.places, *copied.places, *_way(trail)])
    with_its_definition(trail, verdict)
    _with_its_readers(trail, verdict)
    _with_dead_letters(trail, verdict)
    _with_commands(trail, verdict)
    verdict.next = following(trail, verdict)
    end = trail.route.end
    if verdict.code == UNKNOWN and end.is_circle and end.said not in verdict.statement:  # wherever it is by now
        verdict.statement += f" {sentence(end.said)}"
        verdict.places = distinct([*verdict.places, *end.places])
    return verdict


def _followed(trail: Trail) -> Verdict:
    walked = _walked(trail)
    return trail.came if trail.came and walked.code != "CONSUMED" else walked


def steps(trail: Trail) -> Iterator[tuple[str, int]]:
    """The kinds of step on the way, each with how many transmission queues the message has passed."""
    yield "source", 0
    for step in range(len(trail.hops)):
        yield "transmission queue", step
        yield "arrival", step + 1
    yield "end", len(trail.hops)


def _walked(trail: Trail) -> Verdict:
    for kind, step in steps(trail):
        if trail.seen_on and (kind, step) != ("transmission queue", trail.seen_on[0]):
            continue
        if trail.copied and kind != "end":  # it came there
            continue
        if trail.was_on and (kind == "source" or step < trail.was_on[0] + (kind == "arrival")):  # it came that far
            continue
        claims, passed = STEPS[kind]
        at = _where(trail, kind, step)
        told = _first(trail, step, claims, at)
        if told and told.code != UNKNOWN:
            return told
        gate = shown(passed, trail, step) if passed else Check(None, *_end(trail))
        if gate.holds and not told:
            continue
        if kind == "transmission queue" and not told and premises.waits(trail, step).holds is None:
            gate = _with_its_channels(gate, serving.told(trail, step))
        open_ = told or _open(trail, gate, at)
        if kind != "transmission queue":
            return open_
        return _behind_its_channels(trail, step, ahead.told(trail, step, open_))
    raise AssertionError("the last step always ends")


def _with_its_channels(gate: Check, told: Check) -> Check:
    """What is open of a transmission queue, with the state of its channels, whether the message is there or not."""
    is_more = told.said.removesuffix(".") not in gate.said
    said = f"{sentence(gate.said)} {told.said}".removesuffix(".") if is_more else gate.said
    return Check(gate.holds, said, [*gate.places, *told.places], [*gate.next, *told.next])


def _behind_its_channels(trail: Trail, step: int, verdict: Verdict) -> Verdict:
    """An open verdict at a transmission queue, with why messages wait there wherever this one is."""
    halted = serving.none_runs(trail, step)
    doubt, deep = serving.in_doubt(trail, step), depth(trail, step)
    waits = deep.says(positive) or doubt.holds
    if verdict.code != UNKNOWN or not waits or not halted.holds or not serving.not_overtaken(trail, step).holds:
        return verdict
    told = f" {sentence(halted.said)}" if halted.said not in verdict.statement else ""
    channel = _channel(trail, step)
    why = standstill.why(trail, step, channel, f"Why {channel} does not run")
    verdict.statement += f"{told} {why.said}".rstrip()
    verdict.places = [*verdict.places, *halted.places, *why.places]
    # What is in a batch in doubt cannot be browsed.
    rest = both_ends(trail.estate, trail.hops[step], channel) if doubt.holds and channel else verdict.next
    verdict.next = [*dict.fromkeys([*(one for one in why.next if one.effect == "looks"), *rest])]
    hop = trail.hops[step]
    mine = trail.estate.fact_of(estate_status(trail, hop), "XQMSGSA")
    verdict.severity = SEVERITY["CHANNEL_NOT_RUNNING"] if not hop.shared or mine.says(positive) else None
    return verdict


def with_its_definition(trail: Trail, verdict: Verdict) -> None:
    """Names the definition that is wrong as what the verdict is about, with the change that would correct it."""
    stop = trail.route.misleading
    if verdict.code != "REMOTE_DEFINITION_WRONG" or stop is None:
        return
    wrong, end = trail.route.end.queue, trail.route.end
    meant = near(wrong, {*trail.estate.managers, *(hop.partner for hop in trail.hops)} - {stop.manager})
    verdict.statement = words.misled(trail.label, stop.manager, stop.name, wrong, end.manager, meant)
    verdict.places = distinct([*(row.place("RQMNAME") for row in stop.rows), *verdict.places])
    verdict.at = stop.manager, stop.name
    change = mqsc("ALTER QREMOTE({}) RQMNAME({})", stop.name, meant, on=stop.manager) if meant else []
    look = mqsc("DISPLAY QREMOTE({}) RNAME RQMNAME XMITQ ALTDATE ALTTIME", stop.name, on=stop.manager)
    verdict.next = [*look, *verdict.next, *change]


def _with_its_readers(trail: Trail, verdict: Verdict) -> None:
    """Adds to a verdict at the destination what is known to keep messages from being taken there."""
    end = trail.route.end
    if verdict.code not in ("DELIVERED", UNKNOWN) or verdict.at != (end.manager, end.queue):
        return
    found = destination.left_lying(trail)
    if not found.holds:
        return
    verdict.statement += f" {found.said}"
    verdict.places = [*verdict.places, *found.places]
    if verdict.code == "DELIVERED":
        verdict.severity = SEVERITY[UNKNOWN]
    next_ = [*verdict.next, *found.next] if verdict.code == UNKNOWN else [*found.next, *verdict.next]
    verdict.next = sorted(next_, key=lambda one: one.effect != "looks")


def _with_dead_letters(trail: Trail, verdict: Verdict) -> None:
    """Adds to an open verdict at the destination that dead-lettered messages came on its way as the message was put."""
    end = trail.route.end
    if verdict.code != UNKNOWN or verdict.at != (end.manager, end.queue) or trail.mail.of(ITSELF):
        return
    for step, hop in enumerate(trail.hops, 1):
        one = arrival.dead_letters_excluded(trail, step)
        if one.code and f"of {hop.partner} (DEADQ" not in verdict.statement:
            been = "have come to" if one.holds is False else "be on"
            verdict.statement += f" Or it may {been} the dead-letter queue of {one.said}."
            verdict.places, verdict.next = distinct([*verdict.places, *one.places]), [*one.next, *verdict.next]


def _with_commands(trail: Trail, verdict: Verdict) -> None:
    """Adds to an open verdict the commands that were carried out on its way, which end what displays showed before."""
    if verdict.code != UNKNOWN:
        return
    estate = trail.estate
    queues = dict.fromkeys([*trail.queues, verdict.at])
    found = [(f"{queue} of {manager} ", done.cleared(estate, manager, queue, trail.at)) for manager, queue in queues]
    found += [("", done.moved(estate, hop.manager, name)) for hop in trail.hops for name in hop.channels]
    for about, one in found:
        if one.holds and one.said not in verdict.statement:
            verdict.statement += f" {sentence(about + one.said)}"
            verdict.places = distinct([*verdict.places, *one.places])


def _where(trail: Trail, kind: str, step: int) -> tuple[str | None, str | None]:
    """What a step is about."""
    end, request = trail.route.end, trail.request
    if kind == "source" and trail.hops:
        return request.queue_manager, request.queue
    if kind == "transmission queue":
        return trail.hops[step].manager, trail.hops[step].xmitq
    if kind == "arrival" and step < len(trail.hops):
        return trail.hops[step].manager, trail.hops[step].xmitq
    return end.manager, end.queue


def _end(trail: Trail) -> tuple:
    end = trail.route.end
    if end.kind != DESTINATION:
        return end.said, end.places, end.next
    found = destination.holds_messages(trail, len(trail.hops))
    deep = checks.depth(trail.estate, end.manager, end.queue)
    said = f"what became of the message at {end.queue} of {end.manager} is not shown"
    if (since := dumped_since(trail, end.manager, end.queue, deep)).said:
        said, deep = f"{since.said}; {said}", Fact()
    if deep.seen:
        when = in_time.untimed(trail.estate, [one.row for one in deep.seen], trail.at)
        said = f"{deep.text()} on {end.queue} at {end.manager}{when}; {said}"
    there = destination.still_there(trail, len(trail.hops)) if found.holds and trail.at else Check(None)
    if there.holds is False:
        said = f"{found.said}, but {there.said}: the message is not among them"
        return said, [*found.places, *there.places], handles_command(end.manager, end.queue)
    now = destination.refuses_now(trail)
    return said + now.said, [*found.places, *deep.places, *now.places], [*now.next, *found.next]


def _first(trail: Trail, step: int, claims, at: tuple) -> Verdict | None:
    """The first claim whose premises all hold; else what is open of the first that comes into question; else None."""
    open_: Verdict | None = None
    for claim in claims:
        when: dict[str, Check] = {}
        for name in claim.when:
            when[name] = shown(name, trail, step)
            if not when[name].holds:
                break
        *before, last = when.values()
        if not last.holds:
            if last.holds is None and before and last.said:
                open_ = open_ or _open(trail, last, at, before)
            continue
        found = {name: shown(name, trail, step) for name in claim.premises}
        if all(check.holds for check in found.values()):
            return _said(trail, step, claim, {**when, **found})
        missing = next(check for check in found.values() if not check.holds)
        if missing.holds is False and claim.code != "CONSUMED":
            continue
        open_ = open_ or _open(trail, missing, at, list(when.values()))
    return open_


def _open(trail: Trail, check: Check, at: tuple, before: Sequence[Check] = ()) -> Verdict:
    """What is known, what is not, and the command that settles it."""
    told = [one.said for one in before if one.said][-1:] + [check.said] * bool(check.said)
    said = " ".join(map(sentence, told))
    places = [place for one in (*before, check) for place in one.places]
    return Verdict(UNKNOWN, f"{words.open_where(trail.label)} {said}", places, check.next or _look(trail, at), at)


def _look(trail: Trail, at: tuple) -> list[Command]:
    """Where nothing else settles it: the messages of the queue that it is about."""
    manager, name = at
    if not manager or not name:
        return mqsc("DISPLAY QUEUE({}) ALL", trail.request.queue, on=manager or None)
    return browse(name, manager)


def _said(trail: Trail, step: int, claim: Claim, found: dict[str, Check]) -> Verdict:
    said = claim.says.format(label=trail.label, **{name: check.said for name, check in found.items()})
    places = [place for check in found.values() for place in check.places]
    at, next_ = _about(trail, claim.about, found, step), []
    if claim.code == "CHANNEL_NOT_RUNNING":
        why = standstill.why(trail, step, at[1])
        said, places = f"{said} {why.said}".rstrip(), [*places, *why.places]
        doubt = "batch_settled" in found and found["batch_settled"].said
        next_ = both_ends(trail.estate, trail.hops[step], at[1]) if doubt else why.next
    elif "discard_asked" in found:
        next_ = found["refused"].next
    elif claim.code in LOOKS:
        next_ = found[LOOKS[claim.code]].next
    next_ = next_ or _next(trail, claim, at, step)
    assumes = [one for check in found.values() for one in check.assumes]
    return Verdict(claim.code, said, places, next_, at, assumes=list(dict.fromkeys(assumes)))


def _about(trail: Trail, about: str, found: dict[str, Check], step: int) -> tuple[str | None, str | None]:
    end = trail.route.end
    if about == "channel":
        return trail.hops[step].manager, _channel(trail, step)
    if about == "transmission queue":
        return trail.hops[step].manager, trail.hops[step].xmitq
    if about == "lost" and step < len(trail.hops):
        return trail.hops[step].manager, found["refused"].object or trail.hops[step].xmitq
    if about == "refusing queue":
        return trail.request.queue_manager, found["refused_at_source"].object
    stop = trail.route.stops[-1] if trail.route.stops and about == "definition" else None
    return (stop.manager, stop.name) if stop else (end.manager, end.queue)


def _channel(trail: Trail, step: int) -> str | None:
    """The channel to speak of: of those that do not look retired the one that the queue triggers, else the newest."""
    hop, estate = trail.hops[step], trail.estate
    stopped = [one.channel for one in trail.states[step] if one.value == "STOPPED"]
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


def _next(trail: Trail, claim: Claim, at: tuple, step: int) -> list[Command]:
    """What to look at next where a claim is made: what would contradict it first."""
    manager, name = at
    if claim.code == "DELIVERED":
        return browse(name, manager)
    if claim.code == "IN_DOUBT":
        return both_ends(trail.estate, trail.hops[step], name)
    if claim.code == "WAITING_ON_XMITQ":
        return mqsc(QUEUE_NOW, name, on=manager)
    if claim.code == "NO_CHANNEL":
        return mqsc("DISPLAY CHSTATUS(*) WHERE(XMITQ EQ {})", name, on=manager)
    if claim.code == "CONSUMED":
        return handles_command(manager, name)
    if claim.code == "DISCARDED":
        return _after_a_loss(trail, manager, step)
    return _after_a_name(trail, claim, at)


def _after_a_loss(trail: Trail, manager: str, step: int) -> list[Command]:
    look = mqsc("DISPLAY QLOCAL(*) CURDEPTH PUT MAXDEPTH USAGE", on=manager)
    dlq = checks.dead_letter_queue(trail.estate, manager)
    if dlq.name == "" and not trail.estate.zos(manager):
        look = mqsc("DISPLAY QLOCAL({}) PUT CURDEPTH MAXDEPTH MAXMSGL USAGE", dlq.advised, on=manager)
        return [*look, *mqsc("ALTER QMGR DEADQ({})", dlq.advised, on=manager)]
    return look


def _after_a_name(trail: Trail, claim: Claim, at: tuple) -> list[Command]:
    (manager, name), end = at, trail.route.end
    if claim.code == "REMOTE_DEFINITION_WRONG" and end.kind in (NOWHERE, UNDEFINED):
        queue = trail.estate.manager(manager, "DEADQ").value if trail.hops else None
        if queue or end.next:
            return browse(queue, manager) if queue else end.next
    stem = (name or "")[:8].rstrip(".")
    return mqsc(f"DISPLAY QUEUE({stem}*) TYPE", on=manager) if PLAIN.fullmatch(stem) else []


def _way(trail: Trail) -> Iterator[Place]:
    """The lines that show how the message came to where the verdict finds it."""
    for stop in trail.route.stops:
        yield from stop.places
    for hop in trail.hops:
        deep = trail.estate.fact(hop.manager, ("QLOCAL", "QUEUE", "QSTATUS"), hop.xmitq, "CURDEPTH", trail.at)
        yield from deep.places
        yield from hop.partner_places
        if deep.says(positive):
            return
