"""What replies to the message, and reports about it, prove of it."""

from __future__ import annotations

from mqforensics.codes import mqrc
from mqforensics.objects import checks
from mqforensics.objects.commands import browse
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.walk.claims import FEEDBACK, MQRC, UNKNOWN
from mqforensics.questions.walk.mail import Letter
from mqforensics.questions.walk.matter import Matter, Verdict

REPORT, REPLY = 4, 2
GONE = (275, 276, 260, 258)
"""Feedback of reports that it was taken, by an application's word or the queue manager's, or has expired."""


def answered(matter: Matter) -> Verdict | None:
    """The verdict that an answer to the message gives; None where there is none, or where it is elsewhere."""
    proof = proved_by(matter)
    if proof is not None:
        told = f"was taken and answered: a reply to it is on {proof.queue}"
        return _proved(matter, "CONSUMED", told, proof) if proof.msg_type == REPLY else _reported(matter, proof)
    answers = matter.mail.of("CorrelId")
    reports = {letter.feedback: letter for letter in answers if letter.msg_type == REPORT}
    dead = [letter for letter in matter.mail.of("MsgId") if not is_its_reply(matter, letter)]
    failed = [one for one in reports.values() if one.feedback in MQRC]
    # Only of a message that is known to have asked for all of this, the report is the message itself.
    back = [one for one in failed if matter.request.sent_back and one.data_length and one.reason is None]
    if back and not dead:
        return _returned(matter, back[0])
    if 259 not in reports or matter.mail.of("MsgId"):
        return _not_delivered(matter, failed[0]) if failed and not dead else None
    if reports[259].file in matter.mail.unread:
        said = f"{matter.label} did arrive (feedback 259 on {reports[259].queue}). What became of it is not shown: a"
        said = f"{said} message of the same dump, which may be a later report, cannot be read."
        return Verdict(UNKNOWN, said, reports[259].places, browse(reports[259].queue, matter.request.queue_manager))
    return _reported(matter, reports[259])


def proved_by(matter: Matter) -> Letter | None:
    """The reply, or the report that it was taken or has expired, which proves that the message is there no more."""
    answers = matter.mail.of("CorrelId")
    replies = [letter for letter in matter.mail.of("MsgId") if is_its_reply(matter, letter)]
    reports = {letter.feedback: letter for letter in answers if letter.msg_type == REPORT}
    first = (letter for letter in (*answers, *replies) if letter.msg_type == REPLY)
    return [*first, *(reports[one] for one in GONE if one in reports), None][0]


def is_its_reply(matter: Matter, letter: Letter) -> bool:
    """Whether a dead letter with the message's own id is a reply that took it over (MQRO_PASS_MSG_ID)."""
    if letter.msg_type != REPLY or letter.reason is None or matter.route.end.kind != DESTINATION:
        return False
    names = {(matter.route.end.queue, matter.route.end.manager), *targets(matter)}
    return letter.destination not in {queue for queue, _ in names} and letter.destination != matter.request.queue


def _reported(matter: Matter, letter: Letter) -> Verdict:
    code, words = FEEDBACK[letter.feedback]
    return _proved(matter, code, f"{words} (feedback {letter.feedback} on {letter.queue})", letter)


def _proved(matter: Matter, code: str, words: str, letter: Letter) -> Verdict:
    end = matter.route.end
    at = (end.manager, end.queue) if end.kind == DESTINATION else _addressed(matter)
    said = f"{matter.label} {words}."
    if code == "EXPIRED" and (matter.hops or at[0] != matter.request.queue_manager):
        # It may have lain anywhere on its way when its time was over.
        return Verdict(code, f"{said} On which queue of its way it was is not shown.", letter.places, [], (None, None))
    if None in at:
        return Verdict(code, f"{said} On which queue that was is not shown.", letter.places, end.next, at)
    return Verdict(code, said, letter.places, browse(at[1], at[0]) if code == "DELIVERED" else [], at)


def _addressed(matter: Matter) -> tuple[str | None, str | None]:
    # Where its destination is not shown, the names that the message carries tell of it.
    queue, manager = matter.route.targets[-1] if matter.route.targets else (None, None)
    return (manager, queue) if manager in matter.estate.managers else (None, None)


def _returned(matter: Matter, letter: Letter) -> Verdict:
    estate = matter.estate
    homes = [one for one in estate.managers if estate.of(one, ("QLOCAL",), letter.queue)]
    homes = [letter.queue_manager] if letter.queue_manager else homes
    mine = matter.request.queue_manager
    home = mine if mine in homes else homes[0] if len(homes) == 1 else None
    said = f"{matter.label} came back: an exception report with its data is on {letter.queue}"
    said = f"{said} (feedback {letter.feedback})."
    if home is None:
        said = f"{said} Whose queue that is is not shown."
    return Verdict("RETURNED_TO_SENDER", said, letter.places, browse(letter.queue, home), (home, letter.queue))


def _not_delivered(matter: Matter, letter: Letter) -> Verdict:
    """What an exception report proves that does not bring the message back: it could not be put, and is elsewhere."""
    reason = f"{letter.feedback} {mqrc(letter.feedback).name or 'of no known name'}"
    said = f"{matter.label} could not be delivered: an exception report on {letter.queue} says {reason}."
    if letter.reason is not None:
        said = f"{said} That report is itself a dead letter ({letter.said}): it came to nobody."
    asked = matter.request.report
    if matter.request.discarded:
        kept = ", but that report has its data" if matter.request.sent_back and letter.data_length else ""
        said = f"{said} It asked to be discarded then (MQRO_DISCARD_MSG), so no queue may have it{kept}."
    else:
        unless = "It" if asked is not None else "Unless it asked to be discarded (MQRO_DISCARD_MSG) it"
        said = f"{said} {unless} should be on a dead-letter queue then, and no dump shows it there."
    ways = dict.fromkeys([matter.route.end.manager, *(hop.partner for hop in reversed(matter.hops))])
    dead = [checks.dead_letter_queue(matter.estate, one, matter.at) for one in ways if one]
    looks = [one for queue in dead for one in (browse(queue.fact.value, queue.manager) or queue.next)]
    end = matter.route.end
    at = (end.manager, end.queue) if end.kind == DESTINATION else (None, None)
    return Verdict(UNKNOWN, said, [*letter.places, *(place for one in dead for place in one.fact.places)], looks, at)


def targets(matter: Matter) -> list[tuple[str, str]]:
    """The names that the message carries, those that it was opened with, and what each is at its queue manager."""
    request = matter.request
    own = [(request.queue, request.object_queue_manager)] if request.object_queue_manager else []
    named = [*matter.route.targets, *own]
    there = [resolve(matter.estate, queue, manager, manager) for queue, manager in named]
    return named + [(one.end.queue, one.end.manager) for one in there if one.end.kind == DESTINATION and not one.hops]
