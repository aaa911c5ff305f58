"""A finding for each group of dead-lettered messages that have one cause, and for each queue whose dump failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mqforensics import codes
from mqforensics.objects.case_evidence import Dump
from mqforensics.objects.checks import UNKNOWN_NAME
from mqforensics.objects.commands import mqsc, why_unfit
from mqforensics.objects.estate import Estate
from mqforensics.objects.owners import of_dump
from mqforensics.objects.puts import OF_NO_CHANNEL, OF_THE_SYSTEM
from mqforensics.objects.resolution import DYNAMIC
from mqforensics.questions import wording
from mqforensics.questions.dead_letters.failure_places import BY_APPLICATION, by_name, of_the_letters, state
from mqforensics.questions.dead_letters.queue_since_dump import QueueSinceDump, since_dump
from mqforensics.questions.dead_letters.reason_groups import CHANNEL, CITED, PROGRAM, CapturedLetters, Reason
from mqforensics.questions.finding import Evidence, Finding, seconds_of
from mqforensics.words import dead_letters as words
from mqforensics.words.grammar import by_number, count, when

NAME = "dead_letters"
REPORTS = 5
"""So many kinds of reports are named."""
OF_ITS_TIME = 2001, 2999
"""Reasons of a call: what such a one means was so when it failed, and may be otherwise now."""
APART = 1.0
"""Seconds: what is less may be a time cut off."""
DAY = 86_400_000_000
"""Microseconds: letters that came so much before the newest are another day's trouble."""


def of_queues(
    owners: Mapping[tuple, str | None], shown: Iterable[CapturedLetters], estate: Estate, dumps: Sequence[Dump] = ()
) -> dict[tuple, QueueSinceDump]:
    """What the evidence shows of each dead-letter queue beside its dumps, by the `queue` and `owner` of a group.

    `owners`: what `owners_of` gives; `dumps`: see `since_dump`.
    """
    every: dict[tuple, list[CapturedLetters]] = {}
    for one in shown:
        every.setdefault((one.queue, one.owner), []).append(one)
    return {key: since_dump(of_queue, owners[key], estate, dumps) for key, of_queue in every.items() if key in owners}


def of_reasons(
    found: list[Reason], estate: Estate, owners: Mapping[tuple, str | None], queues: Mapping[tuple, QueueSinceDump]
) -> Iterator[Finding]:
    """The findings of dead-lettered messages: those of the newest day first, of a day the most frequent reason, its
    largest groups first; `owners`, `queues`: what `owners_of` and `of_queues` give.
    """
    for reason, group in _newest_first(found):
        owner = owners[group.queue, group.owner] or by_name(group, estate)
        cited = group.cited[: max(1, CITED // len(reason.groups))]
        evidence = [Evidence(file=at.file, number=at.number) for at in cited]
        untold = words.MORE_WITH_REASON.format(number=reason.without_group) if reason.without_group else ""
        if reason.reason is None:
            yield _without_header(group, owner, evidence)
        else:
            on_queue = queues.get((group.queue, group.owner))
            yield _finding(group, owner, evidence, estate, untold if group is reason.groups[0] else "", on_queue)


def _newest_first(found: list[Reason]) -> list[tuple]:
    """Each group with its reason, by how many days before the newest letter its own newest came."""
    groups = [(reason, group) for reason in found for group in reason.groups]
    newest = max((group.last_micros for _, group in groups if group.last_micros is not None), default=0)
    return sorted(groups, key=lambda one: (newest - (one[1].last_micros or newest)) // DAY)


def unread_queues(dumps: Iterable[Dump], estate: Estate) -> Iterator[Finding]:
    """A finding for each queue of which a dump was tried that shows nothing of what is there."""
    for one in dumps:
        if one.messages or one.is_empty or not one.queue or not one.error:
            continue
        owner = of_dump(estate, one.queue, None, one.queue_manager).object
        said = words.UNREAD.format(queue=one.queue, error=one.error) + why_unfit(one.queue)
        show = mqsc("DISPLAY QLOCAL({}) CURDEPTH GET IPPROCS", one.queue, on=owner)
        yield Finding(NAME, "QUEUE_NOT_READ", "warning", said, [Evidence(one.file)], show, owner, one.queue)


def _without_header(group, owner: str | None, evidence: list[Evidence]) -> Finding:
    named = words.BY_NAME if group.application == group.least_application else words.BY_NAMES
    said = words.NO_HEADER.format(
        messages=count(group.messages, "message"), queue=group.queue or words.A_QUEUE,
        have=by_number(group.messages, "has", "have"), when=when(*_seconds(group)),
    ) + words.PUT_DAMAGED.format(
        it=by_number(group.messages, "It is", "They are"), them=by_number(group.messages, "it", "them"),
        named=named.format(application=group.application) if group.application else "",
    )  # fmt: skip
    show = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG OUTPUT", group.queue, on=owner)
    return Finding(NAME, "NO_DEAD_LETTER_HEADER", "warning", said + _again(group), evidence, show, owner, group.queue)


def _finding(
    group, owner: str | None, evidence: list[Evidence], estate: Estate, untold: str, on_queue: QueueSinceDump | None
) -> Finding:
    told, is_gone = state(group, owner, estate, on_queue), on_queue is not None and on_queue.is_gone
    evidence += [Evidence.of(place) for place in told.places]
    said = words.letters(group.messages, _meant(group), _seconds(group), group.reason, reason_of(group.reason))
    said += words.GONE.format(queue=group.queue) if is_gone else ""
    said += _meaning(group) + told.said + ("" if is_gone else of_the_letters(group)) + _cut(group)
    said += _put_by(group) + _report(group) + _inner(group) + _where_else_to_look(group) + _dynamic(group, told.said)
    said += _clocks(group) + untold + _again(group) + why_unfit(group.destination, group.destination_queue_manager)
    about, severity = told.object or group.destination or None, "warning" if is_gone else "critical"
    return Finding(NAME, "DEAD_LETTER", severity, said, evidence, told.next, told.manager, about, reason=group.reason,
                   against=told.against)  # fmt: skip


def reason_of(reason: int) -> str:
    """A reason as number and name."""
    return f"{reason} {codes.reason_name(reason) or words.NO_KNOWN_REASON}"


def _meant(group) -> str:
    return words.NO_DESTINATION_SHOWN if group.destination is None else group.destination or words.NO_DESTINATION


def _seconds(group) -> tuple[float | None, float | None]:
    """When the first and the last came, in seconds since 1970."""
    return seconds_of(group.first_micros), seconds_of(group.last_micros)


def _meaning(group) -> str:
    """What a reason means whose cause is not a part of the first sentence."""
    if group.reason == 0:
        return words.NO_REASON
    meaning = codes.meaning(group.reason)
    return words.MEANING.format(meaning=meaning) if meaning and group.reason not in words.WHY else ""


def _where_else_to_look(group) -> str:
    """Where no display shows why: in the logs of that time, or at anyone who wrote a reason that no channel has."""
    if group.reason in OF_THE_SYSTEM:
        return f" {codes.cause(group.reason)}"
    if group.kind != CHANNEL or group.reason not in OF_NO_CHANNEL:
        return ""
    return words.NO_CHANNEL_PUTS_SO


def _dynamic(group, told: str) -> str:
    if group.reason != UNKNOWN_NAME or "dynamic" in told or not DYNAMIC.fullmatch(group.destination or ""):
        return ""
    return words.DYNAMIC


def _cut(group) -> str:
    if not group.cut:
        return ""
    return words.CUT.format(them=words.them(group.cut, group.messages), it=by_number(group.cut, "it", "they"))


def _clocks(group) -> str:
    """That letters were put after they were dead-lettered, by their times."""
    if group.least_wait is None or group.least_wait > -APART:
        return ""
    put_ = by_number(group.messages, words.ITS_PUT_TIME, words.SOME_PUT_TIMES)
    return words.CLOCKS.format(put=put_, seconds=-group.least_wait)


def _put_by(group) -> str:
    told = group.kind == PROGRAM or group.reason == 0 or group.reason >= BY_APPLICATION
    if not told or not group.moved_by:
        return ""
    one = group.moved_by == group.least_mover
    who = group.moved_by if one else words.SEVERAL_PROGRAMS.format(name=group.moved_by)
    said = words.PUT_BY if group.kind == PROGRAM else words.PUT_BY_SOME
    return said.format(who=who, them=by_number(group.messages, "it", "them"))


def _report(group) -> str:
    """What reports are of: of these the messages that they are about are others, and may be well."""
    if not group.reports:
        return ""
    kinds = group.kinds[:REPORTS]
    what = words.REPORTS if group.reports == group.messages else words.SOME_REPORTS.format(number=group.reports)
    of = {kind: words.REPORTED.get(kind) or (words.NOT_PUT if OF_ITS_TIME[0] <= kind <= OF_ITS_TIME[1] else "")
          for kind in kinds}  # fmt: skip
    which = by_number(group.messages, words.THAT_ONE, words.THOSE_OF)
    told = [f"{which.format(kind=kind)} {word}" for kind, word in of.items() if word]
    return words.REPORT.format(
        what=by_number(group.messages, words.ONE_REPORT, what),
        feedback=", ".join(wording.reason(kind) for kind in kinds),
        told=f": {', '.join(told)}" if told else "",
    )  # fmt: skip


def _inner(group) -> str:
    if not group.nested:
        return ""
    queue = f" {words.INNER_OF.format(queue=group.inner_destination)}" if group.inner_destination else ""
    it = by_number(group.messages, "it", words.OF_THEM.format(number=group.nested))
    return words.INNER.format(it=it, reason=reason_of(group.inner_reason), queue=queue)


def _again(group) -> str:
    return "" if group.copies == group.messages else words.COPIES.format(copies=group.copies)
