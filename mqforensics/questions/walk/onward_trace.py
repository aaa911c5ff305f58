"""What a trace shows of a message that went on: who looked at it where it was for, or put it where from there."""

from __future__ import annotations

from mqforensics.objects.commands import browse
from mqforensics.objects.mqi_calls import FAILED, PUTS
from mqforensics.questions.walk.mail import ITSELF
from mqforensics.questions.walk.message_calls import Call
from mqforensics.questions.walk.trail import Inquiry, Verdict
from mqforensics.questions.walk.verdicts import UNKNOWN
from mqforensics.questions.wording import reason
from mqforensics.words import walk as said_of

BEFORE = frozenset((
    UNKNOWN, "WAITING_ON_XMITQ", "CHANNEL_NOT_RUNNING", "NO_CHANNEL", "IN_DOUBT", "ON_SENDER_DLQ", "PUT_REFUSED",
    "NOT_DEFINED", "REMOTE_DEFINITION_WRONG",
))  # fmt: skip
"""Verdicts that a message cannot have that was at the queue manager that it is for, or that show less."""


def passed_on(trail: Inquiry) -> Verdict | None:
    """The last that a trace of the queue manager that a message is for shows of it, where it came from another one."""
    end, known = trail.route.end, trail.mail
    if not end.manager or end.manager == trail.request.queue_manager or known.of(ITSELF):
        return None
    there = [call for call in known.calls if call.queue_manager == end.manager and call.comp_code is not None]
    looked = [call for call in there if call.queue == end.queue and call.comp_code < FAILED]
    shown = [call for call in there if call.queue and (call.verb in PUTS or call in looked)]
    if not shown:
        return None
    last = shown[-1]
    said = said_of.TRACED.format(message=trail.label, how=_call_in_words(last, shown))
    return Verdict(UNKNOWN, said, [last.place], browse(last.queue, end.manager), (end.manager, last.queue))


def _call_in_words(last: Call, calls: list[Call]) -> str:
    who = last.application or said_of.AN_APPLICATION
    at = said_of.QUEUE_OF.format(queue=last.queue, manager=last.queue_manager)
    if last.verb not in PUTS:
        return said_of.LOOKED_AT.format(queue=at, by=who)
    if last.comp_code == FAILED:
        return said_of.NOT_PUT_AT.format(
            manager=last.queue_manager, by=who, queue=last.queue, reason=reason(last.reason or 0)
        )
    failed = [one for one in calls if one.comp_code == FAILED and one.queue != last.queue]
    after = (
        said_of.AFTER_FAILED_PUT.format(queue=failed[-1].queue, reason=reason(failed[-1].reason or 0)) if failed else ""
    )
    return said_of.PUT_BY.format(queue=at, by=who, after=after)
