"""Which instance of a cluster queue the message went to, where all others are known not to have it."""

from __future__ import annotations

from mqforensics.objects import checks, cluster_queues
from mqforensics.objects.fact import positive
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.walk import links, premises, sighting
from mqforensics.questions.walk.claims import UNKNOWN
from mqforensics.questions.walk.mail import ITSELF
from mqforensics.questions.walk.trail import Trail


def chosen(each: list[Trail]) -> Trail | None:
    """The one way, of those to every instance, that the message took; None where more than one is possible."""
    if each[0].mail.of(ITSELF):
        told = [one for one in each if _seen(one)]
        return told[0] if len(told) == 1 else None
    open_ = [one for one in each if not _closed(one)]
    left = [one for one in open_ or each if not _never_sent(one) and not _not_there(one)]
    return left[0] if len(left) == 1 else None


def _seen(trail: Trail) -> bool:
    verdict = sighting.seen(trail)
    found = trail.seen_on is not None or trail.copied is not None or (verdict is not None and verdict.code != UNKNOWN)
    trail.seen_on = None
    return found


def _closed(trail: Trail) -> bool:
    """Whether the instance was put-inhibited, as the queue manager of the put knew it."""
    request, owner = trail.request, trail.route.instance
    return cluster_queues.closed(trail.estate, request.queue_manager, request.queue, owner, trail.at)


def _never_sent(trail: Trail) -> bool:
    """Whether the queue that only messages to an instance go through was last put to before the put."""
    hop = trail.hops[0] if trail.hops else None
    if hop and hop.shared:
        return False
    at = (hop.manager, hop.xmitq) if hop else (trail.route.end.manager, trail.route.end.queue)
    return bool(links.never_came(trail, 0, *at))


def _not_there(trail: Trail) -> bool:
    """Whether nothing waits on the way to an instance, and its queue takes messages, but has it not.

    For it was not put to since, or is empty although nobody reads it.
    """
    estate, end, last = trail.estate, trail.route.end, len(trail.hops)
    if end.kind != DESTINATION or any(premises.waits(trail, step).holds is not False for step in range(last)):
        return False
    deep = checks.depth(estate, end.manager, end.queue, trail.at)
    readers = estate.fact(end.manager, ("QLOCAL", "QSTATUS"), end.queue, "IPPROCS", trail.at)
    settled = checks.uncommitted(estate, end.manager, end.queue, trail.at) is False
    puts = links.last_puts(trail, end.manager, end.queue)
    quiet = trail.at is not None or not puts or links.lately(trail, end.manager, end.queue) is False
    empty = deep.says(positive) is False and readers.value == "0" and settled and quiet
    never = links.never_came(trail, last, end.manager, end.queue)
    return bool((empty or never) and trail.refusal(last).holds is False)
