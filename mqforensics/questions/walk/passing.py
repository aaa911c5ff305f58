"""What a trace shows of a message that went on: who looked at it where it was for, or put it where from there."""

from __future__ import annotations

from mqforensics.objects.commands import browse
from mqforensics.objects.mqi_calls import FAILED, PUTS
from mqforensics.questions.walk.calls import Call
from mqforensics.questions.walk.mail import ITSELF
from mqforensics.questions.walk.trail import Trail, Verdict
from mqforensics.questions.walk.verdicts import UNKNOWN
from mqforensics.questions.wording import reason

BEFORE = frozenset((
    UNKNOWN, "WAITING_ON_XMITQ", "CHANNEL_NOT_RUNNING", "NO_CHANNEL", "IN_DOUBT", "ON_SENDER_DLQ", "PUT_REFUSED",
    "NOT_DEFINED", "REMOTE_DEFINITION_WRONG",
))  # fmt: skip
"""Verdicts that a message cannot have that was at the queue manager that it is for, or that tell less."""


def passed(trail: Trail) -> Verdict | None:
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
    said = f"{trail.label}{_told(last, shown)}, a trace shows; what became of it then is not shown."
    return Verdict(UNKNOWN, said, [last.place], browse(last.queue, end.manager), (end.manager, last.queue))


def _told(last: Call, calls: list[Call]) -> str:
    who, at = last.application or "an application", f"{last.queue} of {last.queue_manager}"
    if last.verb not in PUTS:
        return f" was on {at} when {who} looked at it"
    if last.comp_code == FAILED:
        return f" reached {last.queue_manager}: {who} failed to put it to {last.queue}, with {reason(last.reason)}"
    failed = [one for one in calls if one.comp_code == FAILED and one.queue != last.queue]
    after = f", after a put to {failed[-1].queue} had failed with {reason(failed[-1].reason)}" if failed else ""
    return f", or another of its identifier, was put to {at} by {who}{after}"
