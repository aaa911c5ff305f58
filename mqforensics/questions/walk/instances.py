"""Which instance of a cluster queue the message went to, where all others are known not to have it."""

from __future__ import annotations

from mqforensics.flow.answer import Answer
from mqforensics.questions.walk import message_sightings
from mqforensics.questions.walk.mail import ITSELF
from mqforensics.questions.walk.trail import Inquiry
from mqforensics.questions.walk.verdicts import AT_XMITQ, UNKNOWN


def chosen_instance(each: list[Inquiry], made: Answer) -> Inquiry | None:
    """The one way, of those to every instance, that the message took; None where more than one is possible.

    Where the message waits on a transmission queue that several ways share, the first of them has that queue, too.
    """
    told = [one for one in each if _is_seen(one)] if each[0].mail.of(ITSELF) else []
    told = told or [one for one in each if made.code != UNKNOWN and comes_to(one, made)]
    return told[0] if len(told) == 1 or (told and made.code in AT_XMITQ) else None


def comes_to(trail: Inquiry, made: Answer) -> bool:
    """Whether a way leads over the queue or the channel of an answer, to its queue manager, or ends there."""
    end, known = trail.route.end, {(hop.partner, made.object) for hop in trail.hops}
    known |= {(hop.manager, one) for hop in trail.hops for one in (hop.xmitq, *hop.channels)}
    return (made.queue_manager, made.object) in (*known, (end.manager, end.queue))


def _is_seen(trail: Inquiry) -> bool:
    verdict = message_sightings.sighting_verdict(trail)
    found = trail.seen_on is not None or trail.copied is not None or (verdict is not None and verdict.code != UNKNOWN)
    trail.seen_on = None
    return found
