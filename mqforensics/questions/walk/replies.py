"""What replies to the message, and reports about it, prove of it."""

from __future__ import annotations

from mqforensics.codes import mqrc
from mqforensics.objects import checks
from mqforensics.objects.commands import browse
from mqforensics.objects.fact import positive
from mqforensics.objects.readers import handles_command
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.walk.mail import ANSWER, EARLIER, EITHER, ITSELF, REPLY, REPORT, DumpedMessages
from mqforensics.questions.walk.trail import Inquiry, Verdict
from mqforensics.questions.walk.undeliverable import emptied_queue
from mqforensics.questions.walk.verdicts import FEEDBACK, MQRC, UNKNOWN
from mqforensics.words import places as words
from mqforensics.words import walk as said_of
from mqforensics.words.grammar import of_manager

GONE = (275, 276, 260, 258)
"""Feedback of reports that it was taken, by an application's word or the queue manager's, or has expired."""
STOPPED = (268, 271, 277, 279)
"""Feedback of reports of a message that an exit stopped, or a header that cannot be read (MQFB): it did not arrive."""
OWN = range(1 << 16, 1 << 30)
"""Feedback that applications give a meaning of their own (from MQFB_APPL_FIRST on)."""


def verdict_of_answer(trail: Inquiry) -> Verdict | None:
    """The verdict that an answer to the message gives; None where there is none, or where it is elsewhere."""
    proof = proved_by(trail)
    if proof is not None:
        told = said_of.ANSWERED.format(tie=_tie(proof), where=_letter_place(proof))
        return (
            _verdict_that_it_proves(trail, "CONSUMED", told, proof)
            if proof.msg_type == REPLY
            else _verdict_of_report(trail, proof)
        )
    reports, dead = _reports(trail), trail.mail.of(ITSELF)
    mine = [one for one in reports.values() if one.by_application or one.feedback in OWN]
    failed = [one for one in reports.values() if (one.feedback in MQRC or one.feedback in STOPPED) and one not in mine]
    # Only of a message that is known to have asked for all of this, the report is the message itself.
    asked = failed if trail.request.sent_back and not dead else []
    back = [one for one in asked if one.data_length and one.reason is None and not one.on_xmitq]
    if back:
        return _verdict_of_return(trail, back[0])
    if 259 not in reports or dead:
        told = (
            []
            if dead
            else [*(_not_delivered(trail, one) for one in failed), *(_verdict_of_reader(trail, one) for one in mine)]
        )
        return next(iter(told), None)
    if trail.mail.is_unread(reports[259]):
        said = said_of.ARRIVED_UNREAD.format(message=trail.label, queue=_queue(reports[259]))
        return Verdict(UNKNOWN, said, reports[259].places, browse(reports[259].queue, trail.request.queue_manager))
    return _verdict_of_report(trail, reports[259])


def verdict_of_arrival_report(trail: Inquiry) -> Verdict | None:
    """The verdict of a confirmation of arrival, whatever dumps leave open; None where none is readable."""
    report = _reports(trail).get(259)
    return _verdict_of_report(trail, report) if report and not trail.mail.is_unread(report) else None


def arrival_at_destination(trail: Inquiry) -> DumpedMessages | None:
    """The confirmation that the message itself arrived where its way ends, as its queue manager made it."""
    report, end = _reports(trail).get(259), trail.route.end
    if not report or trail.mail.is_unread(report) or not (report.has_id or report.answers):
        return None
    return report if end.kind == DESTINATION and _reporter(trail, report) == end.manager else None


def _tie(letter: DumpedMessages) -> str:
    """How an answer is known to be one: by the MsgId, or by a CorrelId that other messages may have, too."""
    return said_of.TO_IT if letter.has_id or letter.answers else said_of.WITH_CORREL_ID


def _letter_place(letter: DumpedMessages) -> str:
    to = said_of.ON_ITS_WAY.format(to=letter.to) if letter.on_xmitq and letter.is_addressed else ""
    return f"{_queue(letter)}{to}"


def _queue(letter: DumpedMessages) -> str:
    return letter.queue or said_of.UNNAMED_QUEUE


def proved_by(trail: Inquiry) -> DumpedMessages | None:
    """The reply, or the report that it was taken or has expired, which proves that the message is there no more."""
    replies, reports = [one for one in trail.mail.of(ANSWER) if one.msg_type == REPLY], _reports(trail)
    return [*replies, *(reports[one] for one in GONE if one in reports), None][0]


def _reports(trail: Inquiry) -> dict[int | None, DumpedMessages]:
    return {letter.feedback: letter for letter in trail.mail.of(ANSWER) if letter.msg_type == REPORT}


def _verdict_of_report(trail: Inquiry, letter: DumpedMessages) -> Verdict:
    code, words = FEEDBACK[letter.feedback]
    tie = f"{_tie(letter)} " * (not letter.has_id and not letter.answers)
    said = said_of.WITH_FEEDBACK.format(said=words, feedback=letter.feedback, tie=tie, where=_letter_place(letter))
    return _verdict_that_it_proves(trail, code, said, letter)


def _reporter(trail: Inquiry, letter: DumpedMessages) -> str | None:
    """The queue manager that made a report, which is the one where that happened; None where it does not show it."""
    if letter.msg_type != REPORT or not letter.by_queue_manager:
        return None
    named = [one for one in trail.estate.managers if one[:28] == letter.maker]
    return named[0] if len(named) == 1 else letter.maker


def _verdict_that_it_proves(trail: Inquiry, code: str, words: str, letter: DumpedMessages) -> Verdict:
    """The verdict that an answer proves; one that has only the CorrelId may be another message's."""
    made = _verdict_at_place(trail, code, words, letter)
    made.assumes = [] if letter.has_id or letter.answers else [("IDENTITY", *made.at)]
    if code == "DELIVERED":  # what arrived may have been got since
        made.assumes.append(("NOTHING_SINCE", *made.at, said_of.CONFIRMED))
    return made


def _verdict_at_place(trail: Inquiry, code: str, words: str, letter: DumpedMessages) -> Verdict:
    end, by = trail.route.end, _reporter(trail, letter)
    at = (end.manager, end.queue) if end.kind == DESTINATION else _address(trail)
    said = f"{trail.label} {words}."
    is_on_its_way = bool(trail.hops) or end.kind != DESTINATION
    if by and (by != at[0] or (code == "EXPIRED" and is_on_its_way)):
        # It may have expired on its way, but is put and taken where that ends.
        leads = end.kind == DESTINATION and code != "EXPIRED"
        leads = said_of.ROUTE_LEADS_TO.format(queue=end.queue, manager=end.manager) if leads else ""
        return Verdict(code, said_of.MADE_AT.format(said=said, manager=by, leads=leads),
                       letter.places, [], (by, None))  # fmt: skip
    if code == "EXPIRED" and (is_on_its_way or at[0] != trail.request.queue_manager):
        # It may have lain anywhere on its way when its time was over.
        return Verdict(code, said_of.EXPIRED_SOMEWHERE.format(said=said), letter.places, [], (None, None))
    if None in at:
        return Verdict(code, said_of.UNKNOWN_QUEUE.format(said=said), letter.places, end.next, at)
    return Verdict(code, said, letter.places, browse(at[1], at[0]) if code == "DELIVERED" else [], at)


def _address(trail: Inquiry) -> tuple[str | None, str | None]:
    # Where its destination is not shown, the names that the message carries show it.
    queue, manager = trail.route.targets[-1] if trail.route.targets else (None, None)
    return (manager, queue) if manager in trail.estate.managers else (None, None)


def _verdict_of_return(trail: Inquiry, letter: DumpedMessages) -> Verdict:
    estate = trail.estate
    homes = [one for one in estate.managers if estate.of(one, ("QLOCAL",), letter.queue)]
    homes = [letter.queue_manager] if letter.queue_manager else homes
    mine = trail.request.queue_manager
    home = mine if mine in homes else homes[0] if len(homes) == 1 else None
    said = said_of.CAME_BACK.format(message=trail.label, queue=_queue(letter), feedback=letter.feedback)
    if home is None:
        said = said_of.UNKNOWN_OWNER.format(said=said)
    return Verdict("RETURNED_TO_SENDER", said, letter.places, browse(letter.queue, home), (home, letter.queue))


def _not_delivered(trail: Inquiry, letter: DumpedMessages) -> Verdict:
    """What an exception report proves that does not bring the message back: it could not be put, and is elsewhere."""
    by = _reporter(trail, letter)
    report = said_of.EXCEPTION_REPORT.format(of=of_manager(by), where=_letter_place(letter))
    said = said_of.NOT_DELIVERED.format(message=trail.label, report=report, reason=_reason(letter))
    if letter.reason is not None:
        said = said_of.REPORT_DEAD.format(said=said, reason=letter.said)
    asked, estate = trail.request.report, trail.estate
    ways = dict.fromkeys([trail.route.end.manager, *(hop.partner for hop in reversed(trail.hops))])
    dead = [checks.dead_letter_queue(estate, one, trail.at) for one in ([by] if by else ways) if one]
    looks = [one for queue in dead for one in (browse(queue.fact.value, queue.manager) or queue.next)]
    places = [*letter.places, *(place for one in dead for place in one.fact.places)]
    if trail.request.discarded:
        kept = said_of.REPORT_HAS_DATA if trail.request.sent_back and letter.data_length else ""
        said = said_of.DISCARD_ASKED.format(said=said, kept=kept)
    else:
        unless = "It" if asked is not None else said_of.UNLESS_DISCARDED
        said = said_of.SHOULD_BE_DEAD.format(said=said, unless=unless)
        none = [one for one in dead if checks.depth(estate, one.manager, one.name, trail.at).says(positive) is False]
        for one in none:
            empty = emptied_queue(trail, one.manager, one.name)
            said = said_of.QUEUE_EMPTY.format(said=said, queue=one.name, manager=one.manager, empty=empty.said)
            looks, places = [*looks, *empty.next], [*places, *empty.places]
    end = trail.route.end
    at = (end.manager, end.queue) if end.kind == DESTINATION and by in (None, end.manager) else (by, None)
    return Verdict(UNKNOWN, said, places, looks, at)


def _verdict_of_reader(trail: Inquiry, letter: DumpedMessages) -> Verdict:
    """What a report of an application shows: that program had the message, and knows what it made of it."""
    by = letter.maker if letter.by_application and letter.maker else said_of.AN_APPLICATION
    means = said_of.OWN_FEEDBACK.format(feedback=letter.feedback) if letter.feedback in OWN else _reason(letter)
    said = said_of.CAME_TO.format(
        message=trail.label, by=by, tie=_tie(letter), where=_letter_place(letter), means=means
    )
    at = trail.route.end.destination
    return Verdict(UNKNOWN, said, letter.places, handles_command(*at) if at[1] else browse(letter.queue, None), at)


def _reason(letter: DumpedMessages) -> str:
    return f"{letter.feedback} {mqrc(letter.feedback).name or said_of.NO_KNOWN_NAME}"


def with_doubtful_answers(trail: Inquiry, verdict: Verdict) -> Verdict:
    """A verdict with what else has an identifier asked for, where that is neither the message nor sure to answer it."""
    mail = trail.mail
    if mail.of(ITSELF) or mail.of(ANSWER) or mail.calls:
        return verdict
    either = [one for one in mail.of(EITHER) if not one.has_id]
    if either:
        said = said_of.WITH_CORREL_ID_ON.format(what=_what(either[0]).capitalize(), where=_letter_place(either[0]))
        verdict.statement = said_of.OTHERS_MAY.format(said=verdict.statement, what=said)
        verdict.places = [*verdict.places, *either[0].places]
    earlier = [] if mail.of(EITHER) else mail.of(EARLIER)
    return _without_earlier_message(trail, verdict, max(earlier, key=lambda one: one.put_last)) if earlier else verdict


def _without_earlier_message(trail: Inquiry, verdict: Verdict, one: DumpedMessages) -> Verdict:
    """What is left of a verdict where only a message from before the put has the identifier asked for."""
    said = said_of.MAY_BE_EARLIER.format(
        message=trail.label, what=_what(one), where=_letter_place(one), time=one.put_last
    )
    told = verdict.statement.removeprefix(f"{words.open_where(trail.label)} ")
    next_ = [*browse(one.queue, one.queue_manager), *(look for look in verdict.next if look.effect == "looks")]
    return Verdict(UNKNOWN, f"{said} {told}", [*one.places, *verdict.places], next_, verdict.at)


def _what(one: DumpedMessages) -> str:
    what = said_of.A_REPLY if one.msg_type == REPLY else said_of.A_REPORT if one.msg_type == REPORT else None
    return what.format(feedback=one.feedback) if what else said_of.A_MESSAGE_OF


def targets(trail: Inquiry) -> list[tuple[str, str]]:
    """The names that the message carries, those that it was opened with, and what each is at its queue manager."""
    request = trail.request
    own = [(request.queue, request.object_queue_manager)] if request.object_queue_manager else []
    named = [*trail.route.targets, *own]
    there = [resolve(trail.estate, queue, manager, manager) for queue, manager in named]
    return named + [(one.end.queue, one.end.manager) for one in there if one.end.kind == DESTINATION and not one.hops]
