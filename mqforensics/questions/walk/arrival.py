"""The premises of the claims at the queue managers that channels lead to: whether they take the message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from mqforensics.objects import checks, in_time
from mqforensics.objects.check import Check
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.done import cleared
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import DAY, OTHER_HOST, Place, Span, distinct, number, positive
from mqforensics.objects.readers import handles_command
from mqforensics.objects.route import NOWHERE, OPEN, TOPIC, UNDEFINED
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk.handlers import done_by
from mqforensics.questions.walk.links import (
    NO,
    YES,
    far_apart,
    just_then,
    last_puts,
    lately,
    never_came,
    not_in_its_dump,
    status_command,
)
from mqforensics.questions.walk.trail import Trail

NOT_PUT = 544
"""AMQ9544: a channel could not put messages where they go, and tried a dead-letter queue."""
LONGEST = 1e9
"""So many seconds, some thirty years, a channel is taken to retry at most: MRRTY times MRTMR may be far more."""
EXITS = ("MSGEXIT", "MREXIT")
"""Exits of a receiver that see a message that cannot be put: the second in place of the channel's own retries."""


def refused(trail: Trail, step: int) -> Check:
    """Whether the queue manager that a channel leads to cannot put the message where it goes."""
    if step == 0 or step > len(trail.hops):
        return NO
    found = trail.refusal(step)
    manager, names, _ = trail.route.queues(step)
    if found.holds and found.code == checks.Q_FULL and trail.at is None and lately(trail, manager, names[-1]):
        return Check(None, f"{found.said}, and its last put is of now: the message may be in it", found.places,
                     browse(names[-1], manager))  # fmt: skip
    return found


def accepted(trail: Trail, step: int) -> Check:
    """Whether nothing at this queue manager keeps the message from its next queue."""
    end = trail.route.end
    if step == len(trail.hops) and end.kind in (NOWHERE, UNDEFINED, OPEN, TOPIC):
        return Check(None, end.said, end.places, end.next)
    found = refused(trail, step) if step else trail.refusal(step)
    if found.holds:
        return _not_accepted(trail, step, found) if step else Check(False, found.said, found.places, found.next)
    if found.said and step:
        goes = refused_goes(trail, step) if found.code else Check(None)
        said = f"{sentence(found.said)} {goes.said}" if goes.said else found.said
        return Check(None, said, [*found.places, *goes.places], [*goes.next, *found.next])
    return Check(True, "", found.places)


def refused_goes(trail: Trail, step: int) -> Check:
    """Where a channel puts what a queue does not take; `said`: that, without a period, or blank."""
    queue = dead_letter_queue(trail, step) if step else None
    if not queue or not queue.name or no_dead_letter_queue(trail, step).holds:
        return Check(None)
    absent = not_in_its_dump(trail, queue.manager, queue.name)
    said = f"What it refuses goes to {queue.name}, the dead-letter queue of {queue.manager}"
    look = [] if trail.mail.dumped(queue.manager, queue.name) else browse(queue.name, queue.manager)
    return Check(True, f"{said}: {absent}" if absent else said, queue.places, look)


def _not_accepted(trail: Trail, step: int, found: Check) -> Check:
    hop, queue = trail.hops[step - 1], dead_letter_queue(trail, step)
    none = no_dead_letter_queue(trail, step)
    if none.holds is False:
        none = _should_be(trail, step, queue)
        told = none.said
    elif none.holds is None:
        told = none.said
    else:
        kept, sent = {0: "Not sent as a fast message, it", 1: "A persistent message"}, fast(trail, step)
        unless = kept.get(trail.request.persistence, "Unless it is discarded it")
        unless = f"With {sent.said} it" if trail.request.persistence == 0 and sent.holds is False else unless
        back = f"the transmission queue {hop.xmitq} of {hop.manager}"
        told = f"{none.said}. {unless} goes back to {back}, which does not have it now"
    said = f"{found.said}, {told}" if not told[0].isupper() else f"{found.said}. {told}"
    return Check(False, said, [*found.places, *none.places], none.next or _of_channel(trail, step))


def _should_be(trail: Trail, step: int, queue: checks.DeadLetterQueue) -> Check:
    """What the evidence shows of a message that can only be on the dead-letter queue of a step, and what to look at
    there."""
    estate, at, name = trail.estate, queue.manager, queue.name
    named, browses = f"{name}, the dead-letter queue of {at}", browse(name, at)
    puts = [*queue.fact.places, *(row.place("LPUTTIME") for row in last_puts(trail, at, name))]
    if never_came(trail, step, at, name):
        return Check(None, f"but nothing came to {named}, since before it was put", puts, _of_channel(trail, step))
    if trail.at is None and lately(trail, at, name) is False:
        said = f"but the last put to {named}, was long before the capture"
        return Check(None, said, puts, _of_channel(trail, step))
    deep = checks.depth(estate, at, name, trail.at)
    if deep.says(positive) is not False:
        return Check(None, f"so it should be on {named}, but no dump shows it there", queue.places, browses)
    empty = emptied(trail, at, name, _of_channel(trail, step))
    said = f"so it should have come to {named}. That {empty.said}"
    return Check(None, said, distinct([*queue.places, *puts, *empty.places]), empty.next)


def emptied(trail: Trail, at: str | None, name: str | None, others: Sequence[Command] = ()) -> Check:
    """What an empty dead-letter queue shows of who has taken what came to it, in words behind a name for it.

    `others`: what is to be looked at where nobody reads it.
    """
    estate, done = trail.estate, done_by(trail.mail.handlers, name, at)
    deep = checks.depth(estate, at, name, trail.at)
    reader = estate.fact(at, ("QLOCAL", "QUEUE", "QSTATUS"), name, "IPPROCS", trail.at)
    last = [(word, checks.last_local(estate, at, name, stem)[0]) for word, stem in (("put", "LPUT"), ("get", "LGET"))]
    shown = [fact.text() for fact in (deep, reader) if fact.seen]
    shown += [f"last {word} {time:%Y-%m-%d %H:%M:%S}" for word, time in last if time]
    by_command = cleared(estate, at, name, trail.at)
    gone = f"taken since, or deleted: the queue {by_command.said}" if by_command.holds else f"taken since{done.said}"
    said = f"is empty ({', '.join(shown)}): if it came, it was {gone}"
    next_ = handles_command(at, name) if reader.says(positive) else others
    next_ = next_ if last[0][1] else status_command(at, name)
    return Check(None, said, [*deep.places, *reader.places, *done.places, *by_command.places], [*next_, *done.next])


def _of_channel(trail: Trail, step: int) -> list[Command]:
    """What tells whether the channel still tries to put a message."""
    hop = trail.hops[step - 1]
    return mqsc("DISPLAY CHSTATUS({}) ALL", hop.name or "*", on=hop.partner)


def not_dead_lettered(trail: Trail, step: int) -> Check:
    """Whether a message that cannot arrive is not on a dead-letter queue, either: where there is one, it should be."""
    if not step or trail.route.end.is_circle:
        return YES
    none, queue = no_dead_letter_queue(trail, step), dead_letter_queue(trail, step)
    if none.holds is False:
        return _should_be(trail, step, queue)
    said = f"it may be on a dead-letter queue of {queue.manager}: {none.said}"
    return none if none.holds else Check(None, said, none.places, none.next)


def dead_letter_queue(trail: Trail, step: int) -> checks.DeadLetterQueue:
    """The dead-letter queue of the queue manager of a step."""
    manager = trail.hops[step - 1].partner if step else trail.request.queue_manager
    return checks.dead_letter_queue(trail.estate, manager, trail.at)


def no_dead_letter_queue(trail: Trail, step: int) -> Check:
    """Whether the channel cannot put the message to a dead-letter queue."""
    hop, queue = trail.hops[step - 1], dead_letter_queue(trail, step)
    for name in hop.channels:
        used = trail.estate.fact_of(checks.receivers(trail.estate, hop.partner, name), "USEDLQ")
        had = in_time.then(trail.estate, used, trail.at)
        if had.value == "NO":
            does = "did not use" if had.now else "does not use"
            return Check(True, f"the channel {name} {does} the dead-letter queue (USEDLQ(NO){had.now})", had.places)
        if used.value == "NO":
            return Check(None, f"{name} has USEDLQ(NO), and whether it had it then is not shown", used.places)
    if queue.usable is False and trail.at is None and _asked_long_ago(trail, step, queue):
        said = f"{queue.fact.text()} of {queue.manager} was captured on quite another day"
        ask = mqsc("DISPLAY QMGR DEADQ", on=queue.manager)
        return Check(None, said, queue.places, ask)
    if queue.usable is False:
        return Check(True, queue.said, queue.places)
    if queue.usable is None:
        return Check(None, queue.said, queue.places, queue.next or browse(queue.name, queue.manager))
    return Check(False, queue.said, queue.places, browse(queue.name, queue.manager))


def _asked_long_ago(trail: Trail, step: int, queue: checks.DeadLetterQueue) -> bool:
    estate, (manager, name) = trail.estate, _refusing(trail, step)
    then = [estate.captured(one.row) for one in queue.fact.seen]
    now = [estate.captured(row) for row in estate.newest(estate.of(manager, QUEUES, name))]
    return far_apart(then, now, DAY)


def not_persistent(trail: Trail, step: int) -> Check:
    """Whether the message is known to be non-persistent."""
    given, request = trail.request.persistence, trail.request
    if given is not None:
        return Check(given == 0, "a persistent message is never discarded")
    why = refused(trail, step).said
    said = "a non-persistent message is discarded then, a persistent one stays at the sender; which it was is not known"
    said = f"{why}: {said}" if why else said
    default = mqsc("DISPLAY QUEUE({}) DEFPSIST", request.queue, on=request.queue_manager)
    return Check(None, said, [], [*default, *_of_channel(trail, step)])


def not_sent_back(trail: Trail, step: int) -> Check:
    """Whether the message did not ask to be sent back to its sender; taken so where nobody says what it asked."""
    asked = trail.request.sent_back
    if asked is None:
        return Check(True, "", assumes=(("NO_REPORT_OPTIONS", *_refusing(trail, step)),))
    said = "its report options ask for it to be sent back (MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG)"
    return Check(None, f"{said}: look on its reply-to queue") if asked else Check(True, "")


def discard_asked(trail: Trail, step: int) -> Check:
    """Whether the message asked to be discarded where it cannot be delivered."""
    said = "It asked to be discarded then (MQRO_DISCARD_MSG), so no dead-letter queue has it"
    return Check(True, said) if trail.request.discarded else NO


def fast(trail: Trail, step: int) -> Check:
    """Whether non-persistent messages travel outside the batch."""
    hop = trail.hops[step - 1]
    answers = []
    for name, rows in hop.channels.items():
        ends = checks.receivers(trail.estate, hop.partner, name)
        answers.append(checks.speed(trail.estate, rows, ends, trail.at))
    if len(answers) == 1:
        answer = answers[0]
        form = "DISPLAY CHANNEL({}) NPMSPEED USEDLQ"
        answer.next = [*mqsc(form, hop.name, on=hop.partner), *_of_channel(trail, step)]
        return answer
    return Check(None, "which channel it took is not shown", [])


def retries_over(trail: Trail, step: int) -> Check:
    """Whether the channel's retries for the message are over."""
    hop = trail.hops[step - 1]
    ends = [row for name in hop.channels for row in trail.estate.of(hop.partner, ("CHSTATUS",), name)]
    waiting = [row for row in trail.estate.newest(ends) if row.attributes.get("STATUS") == "PAUSED"]
    if waiting:
        said = f"{waiting[0].name} is PAUSED at {hop.partner}: it retries to put a message and has not given up"
        return Check(None, said, [waiting[0].place("STATUS")], status_command(*_refusing(trail, step)))
    if trail.at is None:
        return YES
    rows = [row for name in hop.channels for row in checks.receivers(trail.estate, hop.partner, name)]
    counts = [(number(row.attributes.get("MRRTY", "10")), number(row.attributes.get("MRTMR", "1000"))) for row in rows]
    wait = min(max((n * t / 1000 for n, t in counts if None not in (n, t)), default=10), LONGEST)
    shown = [trail.estate.captured(row).first for row in trail.estate.of(hop.partner, ("QMGR", *QUEUES))]
    latest = max((time for time in shown if time), default=None)
    due = trail.at.last + timedelta(seconds=wait) + OTHER_HOST
    over, said = bool(latest and latest > due) or None, "the channel may still be retrying to put it"
    return Check(over, said, [], _of_channel(trail, step))


def same_way_then(trail: Trail, step: int) -> Check:
    """Whether the definitions on the way are known to be those of the time of the put."""
    rows = [row for stop in trail.route.stops if stop.hop <= step and stop.kind != "QCLUSTER" for row in stop.rows]
    rows += [one.row for hop, _, fact in trail.route.chosen_by if hop <= step for one in fact.seen]
    held = in_time.held(trail.estate, rows, trail.at) if rows else True
    said = "whether the definitions on its way were the same when it was put is not shown"
    return Check(True if held else None, said, [])


def no_exit(trail: Trail, step: int) -> Check:
    """Whether no exit of the channel may have kept the message; taken so where the definitions do not show any."""
    hop, unseen = trail.hops[step - 1], []
    for name, rows in hop.channels.items():
        ends = checks.receivers(trail.estate, hop.partner, name)
        begins = [row for row in rows if row.type == "CHANNEL"]
        unseen += [] if begins and ends else [name]
        for row, key in [*((row, "MSGEXIT") for row in begins), *((row, key) for row in ends for key in EXITS)]:
            unseen += [] if key in row.attributes else [name]
            if row.attributes.get(key):
                said = f"{name} has an exit ({key}({row.attributes[key]})), which may have done something else with it"
                return Check(None, said, [row.place(key)], _of_channel(trail, step))
    return Check(True, "", assumes=tuple(("NO_EXIT", hop.partner, name) for name in dict.fromkeys(unseen)))


def _refusing(trail: Trail, step: int) -> tuple[str | None, str | None]:
    manager, names, _ = trail.route.queues(step)
    return manager, names[-1] if names else None


def dead_letters_excluded(trail: Trail, step: int) -> Check:
    """Whether the message is not on the dead-letter queue of a step: there is none, or nothing came to it since.

    `said` is that queue in words, `code` 1 where something came to it as the message was put; `holds` False: it may
    have been there, but that queue was seen to be empty since.
    """
    manager, estate = trail.hops[step - 1].partner if step else trail.request.queue_manager, trail.estate
    fact = estate.manager(manager, "DEADQ")
    name = in_time.value_at(estate, fact, trail.at)
    if name == "":
        return YES
    named = name or fact.value
    deep = checks.depth(estate, manager, named, trail.at)
    readers = estate.fact(manager, ("QLOCAL", "QSTATUS"), named, "IPPROCS", trail.at)
    put = checks.last(estate, manager, named, "LPUT")
    untouched = deep.value == "0" and readers.value == "0" and not put.first
    if name and (untouched or never_came(trail, step, manager, name)):
        return YES
    just_then = _put_just_then(trail, step, manager, named)
    said = f"{manager} ({', '.join([fact.text(), *(told for told, _ in just_then)])})"
    places, came = [*fact.places, *deep.places, *(place for _, place in just_then)], int(bool(just_then))
    if deep.says(positive) is False:
        empty = emptied(trail, manager, named)
        return Check(False, f"{said}, which {empty.said}", distinct([*places, *empty.places]), empty.next, code=came)
    next_ = browse(named, manager) if named else mqsc("DISPLAY QMGR DEADQ", on=manager)
    return Check(None, said, places, next_, code=came)


def _put_just_then(trail: Trail, step: int, manager: str | None, queue: str | None) -> list[tuple[str, Place]]:
    """What shows that dead-lettered messages came as the message was put, in words and where it stands."""
    if trail.at is None:
        return []
    put, rows = checks.last(trail.estate, manager, queue, "LPUT"), last_puts(trail, manager, queue)
    found = []
    if rows and just_then(put, trail.at, OTHER_HOST):
        found.append((f"last put {rows[0].times['LPUT']:%Y-%m-%d %H:%M:%S}", rows[0].place("LPUTTIME")))
    names = trail.hops[step - 1].channels if step else ()
    told = [one for one in trail.log if (one.number, one.queue_manager) == (NOT_PUT, manager) and one.channel in names]
    then = [one for one in told if just_then(Span(one.last, one.last), trail.at, OTHER_HOST)]
    return found + [(f"{one.message} then", one.place) for one in then]
