"""What replies to the message, and reports about it, prove of it."""

from __future__ import annotations

from mqforensics.codes import mqrc
from mqforensics.objects import checks
from mqforensics.objects.commands import browse
from mqforensics.objects.readers import handles_command
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.walk.claims import FEEDBACK, MQRC, UNKNOWN
from mqforensics.questions.walk.mail import ANSWER, EARLIER, EITHER, ITSELF, REPLY, REPORT, Letter
from mqforensics.questions.walk.matter import Matter, Verdict

GONE = (275, 276, 260, 258)
"""Feedback of reports that it was taken, by an application's word or the queue manager's, or has expired."""

OWN = range(1 << 16, 1 << 30)
"""Feedback that applications give a meaning of their own (from MQFB_APPL_FIRST on)."""


def answered(matter: Matter) -> Verdict | None:
    """The verdict that an answer to the message gives; None where there is none, or where it is elsewhere."""
    proof = proved_by(matter)
    if proof is not None:
        told = f"was taken and answered: a reply {_tie(proof)} is on {_where(proof)}"
        return _proved(matter, "CONSUMED", told, proof) if proof.msg_type == REPLY else _reported(matter, proof)
    reports, dead = _reports(matter), matter.mail.of(ITSELF)
    mine = [one for one in reports.values() if one.by_application or one.feedback in OWN]
    failed = [one for one in reports.values() if one.feedback in MQRC and one not in mine]
    # Only of a message that is known to have asked for all of this, the report is the message itself.
    asked = failed if matter.request.sent_back and not dead else []
    back = [one for one in asked if one.data_length and one.reason is None and not one.on_xmitq]
    if back:
        return _returned(matter, back[0])
    if 259 not in reports or dead:
        told = [] if dead else [*(_not_delivered(matter, one) for one in failed), *(_read(matter, one) for one in mine)]
        return next(iter(told), None)
    if matter.mail.is_unread(reports[259]):
        said = f"{matter.label} did arrive (feedback 259 on {reports[259].queue}). What became of it is not shown: a"
        said = f"{said} message of the same dump, which may be a later report, cannot be read."
        return Verdict(UNKNOWN, said, reports[259].places, browse(reports[259].queue, matter.request.queue_manager))
    return _reported(matter, reports[259])


def _tie(letter: Letter) -> str:
    """How an answer is known to be one: by the MsgId, or by a CorrelId that other messages may have, too."""
    return "to it" if letter.has_id or letter.answers else "with its CorrelId"


def _where(letter: Letter) -> str:
    return f"{letter.queue}{f' on its way to {letter.to}' * (letter.on_xmitq and letter.is_addressed)}"


def proved_by(matter: Matter) -> Letter | None:
    """The reply, or the report that it was taken or has expired, which proves that the message is there no more."""
    replies, reports = [one for one in matter.mail.of(ANSWER) if one.msg_type == REPLY], _reports(matter)
    return [*replies, *(reports[one] for one in GONE if one in reports), None][0]


def _reports(matter: Matter) -> dict[int | None, Letter]:
    return {letter.feedback: letter for letter in matter.mail.of(ANSWER) if letter.msg_type == REPORT}


def _reported(matter: Matter, letter: Letter) -> Verdict:
    code, words = FEEDBACK[letter.feedback]
    tie = f"{_tie(letter)} " * (not letter.has_id and not letter.answers)
    return _proved(matter, code, f"{words} (feedback {letter.feedback} {tie}on {_where(letter)})", letter)


def _reporter(matter: Matter, letter: Letter) -> str | None:
    """The queue manager that made a report, which is the one where that happened; None where it does not tell."""
    if letter.msg_type != REPORT or not letter.by_queue_manager:
        return None
    named = [one for one in matter.estate.managers if one[:28] == letter.maker]
    return named[0] if len(named) == 1 else letter.maker


def _proved(matter: Matter, code: str, words: str, letter: Letter) -> Verdict:
    end, by = matter.route.end, _reporter(matter, letter)
    at = (end.manager, end.queue) if end.kind == DESTINATION else _addressed(matter)
    said = f"{matter.label} {words}."
    if by and (by != at[0] or (code == "EXPIRED" and matter.hops)):
        # It may have expired on its way, but is put and taken where that ends.
        leads = end.kind == DESTINATION and code != "EXPIRED"
        leads = f", though its route leads to {end.queue} of {end.manager}" if leads else ""
        return Verdict(code, f"{said} That was at {by}, which made the report{leads}: on which queue is not shown.",
                       letter.places, [], (by, None))  # fmt: skip
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
    by = _reporter(matter, letter)
    report = f"an exception report{f' of {by}' * bool(by)} on {_where(letter)}"
    said = f"{matter.label} could not be delivered: {report} says {_reason(letter)}."
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
    dead = [checks.dead_letter_queue(matter.estate, one, matter.at) for one in ([by] if by else ways) if one]
    looks = [one for queue in dead for one in (browse(queue.fact.value, queue.manager) or queue.next)]
    end = matter.route.end
    at = (end.manager, end.queue) if end.kind == DESTINATION and by in (None, end.manager) else (by, None)
    return Verdict(UNKNOWN, said, [*letter.places, *(place for one in dead for place in one.fact.places)], looks, at)


def _read(matter: Matter, letter: Letter) -> Verdict:
    """What a report of an application tells: that program had the message, and knows what it made of it."""
    by = letter.maker if letter.by_application and letter.maker else "an application"
    means = f"feedback {letter.feedback}, a number of its own" if letter.feedback in OWN else _reason(letter)
    said = f"{matter.label} came to {by}: a report {_tie(letter)}, which that program made, is on"
    said = f"{said} {_where(letter)} with {means}. Whether it took it or only read it, and where, is not shown."
    end = matter.route.end
    at = (end.manager, end.queue) if end.kind == DESTINATION else (None, None)
    return Verdict(UNKNOWN, said, letter.places, handles_command(*at) if at[1] else browse(letter.queue, None), at)


def _reason(letter: Letter) -> str:
    return f"{letter.feedback} {mqrc(letter.feedback).name or 'of no known name'}"


def beside(matter: Matter, verdict: Verdict) -> Verdict:
    """A verdict with what else has an identifier asked for, where that is neither the message nor sure to answer it."""
    mail = matter.mail
    if mail.of(ITSELF) or mail.of(ANSWER) or mail.calls:
        return verdict
    either = [one for one in mail.of(EITHER) if not one.has_id]
    if either:
        said = f"{_what(either[0]).capitalize()} with its CorrelId is on {_where(either[0])}"
        verdict.statement = f"{verdict.statement} {said}; others may have that, too."
        verdict.places = [*verdict.places, *either[0].places]
    earlier = [] if mail.of(EITHER) else mail.of(EARLIER)
    return _after(matter, verdict, max(earlier, key=lambda one: one.put_last)) if earlier else verdict


def _after(matter: Matter, verdict: Verdict, one: Letter) -> Verdict:
    """What is left of a verdict where only a message from before the put has the identifier asked for."""
    said = f"{matter.label} cannot be told from an earlier one: {_what(one)} with its identifier on {_where(one)} is of"
    said = f"{said} {one.put_last:%Y-%m-%d %H:%M:%S} UTC, before its put. If the time of that put is right:"
    told = verdict.statement.removeprefix(f"{matter.label} cannot be placed. ")
    next_ = [*browse(one.queue, one.queue_manager), *(look for look in verdict.next if look.effect == "looks")]
    return Verdict(UNKNOWN, f"{said} {told}", [*one.places, *verdict.places], next_, verdict.at)


def _what(one: Letter) -> str:
    return {REPLY: "a reply", REPORT: f"a report (feedback {one.feedback})"}.get(one.msg_type, "a message")


def targets(matter: Matter) -> list[tuple[str, str]]:
    """The names that the message carries, those that it was opened with, and what each is at its queue manager."""
    request = matter.request
    own = [(request.queue, request.object_queue_manager)] if request.object_queue_manager else []
    named = [*matter.route.targets, *own]
    there = [resolve(matter.estate, queue, manager, manager) for queue, manager in named]
    return named + [(one.end.queue, one.end.manager) for one in there if one.end.kind == DESTINATION and not one.hops]
