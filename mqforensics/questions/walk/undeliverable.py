"""What a queue manager does with a message that it cannot put: its dead-letter queue, and who empties that."""

from __future__ import annotations

from collections.abc import Sequence

from mqforensics.objects import checks, definition_history
from mqforensics.objects.check import Check
from mqforensics.objects.command_effects import was_cleared
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import DAY, positive
from mqforensics.objects.readers import handles_command
from mqforensics.questions.walk.handlers import done_by
from mqforensics.questions.walk.links import are_far_apart, status_command
from mqforensics.questions.walk.trail import Inquiry
from mqforensics.words import walk as said_of


def no_dead_letter_queue(trail: Inquiry, step: int) -> Check:
    """Whether the channel cannot put the message to a dead-letter queue."""
    hop = trail.hops[step - 1]
    queue = checks.dead_letter_queue(trail.estate, hop.partner, trail.at)
    for name in hop.channels:
        used = trail.estate.fact_of(checks.receivers(trail.estate, hop.partner, name), "USEDLQ")
        had = definition_history.value_then(trail.estate, used, trail.at)
        if had.value == "NO":
            does = said_of.DID_NOT_USE if had.now else said_of.DOES_NOT_USE
            return Check(True, said_of.USES_NO_DLQ.format(channel=name, uses=does, now=had.now), had.places)
        if used.value == "NO":
            return Check(None, said_of.USEDLQ_MAY_HAVE_BEEN.format(channel=name), used.places)
    if queue.usable is False and trail.at is None and _asked_long_ago(trail, step, queue):
        said = said_of.OTHER_DAY.format(fact=queue.fact.text(), manager=queue.manager)
        ask = mqsc("DISPLAY QMGR DEADQ", on=queue.manager)
        return Check(None, said, queue.places, ask)
    if queue.usable is False:
        return Check(True, queue.said, queue.places)
    if queue.usable is None:
        return Check(None, queue.said, queue.places, queue.next or browse(queue.name, queue.manager))
    return Check(False, queue.said, queue.places, browse(queue.name, queue.manager))


def _asked_long_ago(trail: Inquiry, step: int, queue: checks.DeadLetterQueue) -> bool:
    estate, (manager, name) = trail.estate, _queue_that_refuses(trail, step)
    then = [estate.captured(one.row) for one in queue.fact.seen]
    now = [estate.captured(row) for row in estate.newest(estate.of(manager, QUEUES, name))]
    return are_far_apart(then, now, DAY)


def _queue_that_refuses(trail: Inquiry, step: int) -> tuple[str | None, str | None]:
    manager, names, _ = trail.route.queues(step)
    return manager, names[-1] if names else None


def emptied_queue(trail: Inquiry, at: str | None, name: str | None, others: Sequence[Command] = ()) -> Check:
    """What an empty dead-letter queue shows of who has taken what came to it, in words behind a name for it.

    `others`: what is to be looked at where nobody reads it.
    """
    estate, done = trail.estate, done_by(trail.mail.handlers, name, at)
    deep = checks.depth(estate, at, name, trail.at)
    reader = estate.fact(at, ("QLOCAL", "QUEUE", "QSTATUS"), name, "IPPROCS", trail.at)
    last = [(word, checks.last_local(estate, at, name, stem)[0]) for word, stem in (("put", "LPUT"), ("get", "LGET"))]
    shown = [fact.text() for fact in (deep, reader) if fact.seen]
    shown += [said_of.LAST_TIME.format(what=word, time=time) for word, time in last if time]
    by_command = was_cleared(estate, at, name, trail.at)
    gone = (
        said_of.GOT_OR_DELETED.format(done=by_command.said)
        if by_command.holds
        else said_of.GOT_SINCE_BY.format(done=done.said)
    )
    said = said_of.IS_EMPTY_NOW.format(facts=", ".join(shown), gone=gone)
    next_ = handles_command(at, name) if reader.says(positive) else others
    next_ = next_ if last[0][1] else status_command(at, name)
    return Check(None, said, [*deep.places, *reader.places, *done.places, *by_command.places], [*next_, *done.next])
