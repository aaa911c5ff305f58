"""Whether messages are unread at the end of a way, and what may have lost them before."""

from __future__ import annotations

from mqforensics.objects import channel_causes, checks, readers
from mqforensics.objects.check import Check
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import OTHER_HOST, SAME_HOST, Place, Span, positive
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.walk.links import is_time_of_put
from mqforensics.questions.walk.trail import Inquiry
from mqforensics.words import walk as said_of

BREAKS = (206, 208, 209, 259, 271, *channel_causes.CLOSING)
"""Messages, by their last digits, of a session that ended without its channel's doing."""
NOT_PUT = 544
"""AMQ9544: a channel could not put messages where they go, and tried a dead-letter queue."""


def channels_that_broke(trail: Inquiry) -> dict[str, Check]:
    """By the sending queue manager, what a log shows of a channel on the way that broke as the message was sent; `said`
    goes on with a sentence."""
    broke: dict[str, Check] = {}
    for hop in trail.hops if trail.at else ():
        found = [
            one for one in channel_causes.of_hop(trail.log, trail.estate, hop) if one.number in BREAKS and one.last
        ]
        for one in found:
            if trail.at.first - SAME_HOST <= one.last <= trail.at.last + OTHER_HOST:
                said = said_of.BROKE_THEN.format(channel=one.channel or hop.name, message=one.message)
                broke.setdefault(hop.manager, Check(True, said, [one.place]))
    return broke


def started_again(trail: Inquiry) -> Check:
    """Whether a queue manager on the way is known to have been started since the put: not all messages outlive that."""
    estate, logged = trail.estate, starts_in_logs(trail)
    for manager, queue in trail.queues:
        again, kept = readers.restart_since(estate, manager, trail.at), estate.fact(manager, QUEUES, queue, "NPMCLASS")
        again = again if again.holds else logged.get(manager, again)
        if again.holds and kept.value != "HIGH":
            lost = "was" if kept.value == "NORMAL" else said_of.MAY_HAVE_BEEN
            said = said_of.LOST_IN_RESTART.format(said=again.said, queue=queue, lost=lost)
            return Check(True, said, again.places)
    return Check(False)


def starts_in_logs(trail: Inquiry) -> dict[str | None, Check]:
    """By a queue manager on the way what its log shows of a start since the put; `said` begins a sentence."""
    found: dict[str | None, Check] = {}
    put = trail.at and trail.at.first
    for one in trail.log:
        if put and one.is_start and one.last and one.last >= put - OTHER_HOST:
            said = said_of.STARTED_BY_LOG.format(manager=one.queue_manager, message=one.message, start=one.last)
            found[one.queue_manager] = Check(True, said, [one.place])
    return found


def untaken_messages(trail: Inquiry) -> Check:
    """Whether the destination has messages that nobody takes, or takes late; `said`: why, as sentences."""
    end, estate = trail.route.end, trail.estate
    if end.kind != DESTINATION or not checks.depth(estate, end.manager, end.queue, trail.at).says(positive):
        return Check(False)
    found = readers.nobody_reads(estate, end.manager, end.queue, trail.at)
    return found if found.holds else readers.held_up(estate, end.manager, end.queue, trail.at)


def puts_that_failed(trail: Inquiry) -> dict[str, list[Place]]:
    """By the queue manager what its log shows of a channel that could not put a message as this one came."""
    found: dict[str, list[Place]] = {}
    for hop in trail.hops:
        for one in channel_causes.of_hop(trail.log, trail.estate, hop):
            if trail.at is None or hop.partner is None:
                continue
            told = (one.number, one.queue_manager) == (NOT_PUT, hop.partner) and one.last
            if told and is_time_of_put(Span(one.last, one.last), trail.at, OTHER_HOST):
                found.setdefault(hop.partner, []).append(one.place)
    return found
