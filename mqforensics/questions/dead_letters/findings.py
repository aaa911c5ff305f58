"""A finding for each group of dead letters that have one cause, and for each queue whose dump failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mqforensics import codes
from mqforensics.objects.checks import AT_EITHER_END, AT_SENDER, UNKNOWN_NAME
from mqforensics.objects.commands import mqsc, unfit
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import instant
from mqforensics.objects.of_case import Dump
from mqforensics.objects.owners import of_dump
from mqforensics.objects.puts import OF_NO_CHANNEL, OF_THE_SYSTEM
from mqforensics.objects.resolution import DYNAMIC
from mqforensics.questions import wording
from mqforensics.questions.dead_letters.groups import CHANNEL, CITED, PROGRAM, Captured, Reason
from mqforensics.questions.dead_letters.queue_since_dump import QueueSinceDump, since_dump
from mqforensics.questions.dead_letters.where import BY_APPLICATION, by_name, of_the_letters, owners_of, state
from mqforensics.questions.finding import Evidence, Finding

NAME = "dead_letters"
TOLD = {258: "expired", 259: "arrived", 260: "reached a program"}
NOT_PUT = "could not be put"
"""What a report's Feedback tells of the message that it is a report on; a reason of a put is one that failed."""
REPORTS = 5
"""So many kinds of reports are named."""
OF_ITS_TIME = 2001, 2999
"""Reasons of a call: what such a one means was so when it failed, and may be otherwise now."""
APART = 1.0
"""Seconds: what is less may be a time cut off."""
DAY = 86_400_000_000
"""Microseconds: letters that came so much before the newest are another day's trouble."""


def of_queues(
    found: list[Reason],
    shown: Iterable[Captured],
    estate: Estate,
    walked: Mapping[tuple, str] | None = None,
    dumps: Iterable[Dump] = (),
) -> dict[tuple, QueueSinceDump]:
    """What is shown of each dead-letter queue beside its dumps, by the `queue` and `owner` of a group.

    `walked`: see `owners_of`; `dumps`: see `since_dump`.
    """  # fmt: skip
    dumps = list(dumps)
    known, every = owners_of(found, estate, walked, dumps), {}
    for one in shown:
        every.setdefault((one.queue, one.owner), []).append(one)
    return {key: since_dump(of_queue, known[key], estate, dumps) for key, of_queue in every.items() if key in known}


def of_reasons(
    found: list[Reason], estate: Estate, queues: dict[tuple, QueueSinceDump] | None = None,
    walked: Mapping[tuple, str] | None = None, dumps: Iterable[Dump] = (),
) -> Iterator[Finding]:  # fmt: skip
    """The findings of dead letters: those of the newest day first, of a day the most frequent reason, its largest
    groups first; `walked`, `dumps`: see `owners_of`.
    """
    known, queues = owners_of(found, estate, walked, dumps), queues or {}
    for reason, group in _newest_first(found):
        owner = known[group.queue, group.owner] or by_name(group, estate)
        cited = group.cited[: max(1, CITED // len(reason.groups))]
        evidence = [Evidence(file=at.file, number=at.number) for at in cited]
        untold = f" {reason.untold} more with this reason are not told one by one." if reason.untold else ""
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


def unread(dumps: Iterable[Dump], estate: Estate) -> Iterator[Finding]:
    """A finding for each queue of which a dump was tried that shows nothing of what lies there."""
    for one in dumps:
        if one.messages or one.is_empty or not one.queue or not one.error:
            continue
        owner = of_dump(estate, one.queue, None, one.queue_manager).object
        said = f"What lies on {one.queue} is not known: {one.error}.{unfit(one.queue)}"
        show = mqsc("DISPLAY QLOCAL({}) CURDEPTH GET IPPROCS", one.queue, on=owner)
        yield Finding(NAME, "QUEUE_NOT_READ", "warning", said, [Evidence(one.file)], show, owner, one.queue)


def _without_header(group, owner: str | None, evidence: list[Evidence]) -> Finding:
    words = f"{_many(group)} on a dead-letter queue without a valid MQDLH.{_dated(group)}"
    it = "it there, or it is" if group.messages == 1 else "them there, or they are"
    words += f" An application put {it} damaged.{_named(group)}{_again(group)}"
    show = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG OUTPUT", group.queue, on=owner)
    return Finding(NAME, "NO_DEAD_LETTER_HEADER", "warning", words, evidence, show, owner, group.queue)


def _named(group) -> str:
    """The programs that the descriptors name: of a damaged dead letter it is the one that first put the message."""
    if not group.application:
        return ""
    several = group.application != group.least_application
    which = "several programs, such as" if several else "the program"
    return f" By PutApplName of {'its MQMD' if group.messages == 1 else 'their MQMD'}: {which} {group.application}."


def _finding(
    group, owner: str | None, evidence: list[Evidence], estate: Estate, untold: str, on_queue: QueueSinceDump | None
) -> Finding:
    told, is_gone = state(group, owner, estate, on_queue), on_queue is not None and on_queue.is_gone
    evidence += [Evidence.of(place) for place in told.places]
    words = f"{_many(group)} dead-lettered with reason {reason_of(group.reason)}, meant for {_meant(group)}."
    words += _dated(group) + _meaning(group) + _elsewhere(group) + _dynamic(group, told.said)
    words += _put_by(group) + _report(group) + _inner(group) + told.said
    words += "" if is_gone else of_the_letters(group)
    words += _cut(group) + _clocks(group) + untold + _again(group)
    words += unfit(group.destination, group.destination_queue_manager)
    words += f" None of the messages lay on {group.queue} any more when it was last shown." if is_gone else ""
    about, severity = told.object or group.destination or None, "warning" if is_gone else "critical"
    return Finding(NAME, "DEAD_LETTER", severity, words, evidence, told.next, told.manager, about, reason=group.reason)


def reason_of(reason: int) -> str:
    """A reason as number and name."""
    return f"{reason} {codes.reason_name(reason) or '(no known reason)'}"


def _many(group) -> str:
    return f"{group.messages} message{'s' * (group.messages != 1)}"


def _meant(group) -> str:
    if group.destination is None:
        return "a queue that the dump does not show"
    return group.destination or "no queue (DestQName is blank)"


def _dated(group) -> str:
    first, last = (f"{at:%Y-%m-%d %H:%M:%S}" if (at := instant(each)) else "" for each in
                   (group.first_micros, group.last_micros))  # fmt: skip
    if last:
        return f" Dated {first}{f' to {last}' if last != first else ''} UTC."
    return "" if group.reason is None else " When that was is not shown."


def _meaning(group) -> str:
    reason = group.reason
    if reason == 0:
        return " The reason was left empty, so why is not known."
    meaning = codes.meaning(reason)
    if not meaning or not OF_ITS_TIME[0] <= reason <= OF_ITS_TIME[1] or reason in AT_SENDER | AT_EITHER_END:
        return f" {meaning}" if meaning else ""
    when = "When the put failed" if group.last_micros is None else "At that time"
    return f" {when}: {meaning[0].lower()}{meaning[1:]}"


def _elsewhere(group) -> str:
    """Where no display tells why: in the logs of that time, or at whoever wrote a reason that no channel has."""
    if group.reason in OF_THE_SYSTEM:
        return f" {codes.cause(group.reason)}"
    if group.kind != CHANNEL or group.reason not in OF_NO_CHANNEL:
        return ""
    return " No put of a channel is known to fail so: a program may have written the header, or its bytes are damaged."


def _dynamic(group, told: str) -> str:
    if group.reason != UNKNOWN_NAME or "dynamic" in told or not DYNAMIC.fullmatch(group.destination or ""):
        return ""
    return " By its name that was a dynamic queue: a temporary one goes with whoever opened it."


def _cut(group) -> str:
    if not group.cut:
        return ""
    of = "it" if group.messages == 1 else "them" if group.cut == group.messages else f"{group.cut} of them"
    return f" Of {of} the dump does not show all bytes, so that is no copy to put again."


def _clocks(group) -> str:
    """That letters were put after they were dead-lettered, by their times."""
    if group.least_wait is None or group.least_wait > -APART:
        return ""
    which = "its times it was" if group.messages == 1 else "their times some were"
    said = f" By {which} put up to {-group.least_wait:.0f} s after the put to the dead-letter queue."
    return f"{said} Two clocks differ by at least that much, or a program wrote the put time itself."


def _put_by(group) -> str:
    told = group.kind == PROGRAM or group.reason == 0 or group.reason >= BY_APPLICATION
    them = "it" if group.messages == 1 else "them"
    channel = ", and no channel: ask whoever runs it." if group.kind == PROGRAM else "."
    who = group.moved_by if group.moved_by == group.least_mover else f"Several programs, such as {group.moved_by},"
    return f" {who} put {them} there{channel}" if told and group.moved_by else ""


def _report(group) -> str:
    """What reports are of: of these the messages that they tell of are others, and may be well."""
    if not group.reports:
        return ""
    kinds, single = group.kinds[:REPORTS], group.messages == 1
    several = "These" if group.reports == group.messages else f"{group.reports} of them"
    count = "It is a report on another message" if single else f"{several} are reports on other messages"
    said = f" {count}, with Feedback {', '.join(wording.reason(kind) for kind in kinds)}"
    words = {kind: TOLD.get(kind) or (NOT_PUT if OF_ITS_TIME[0] <= kind <= OF_ITS_TIME[1] else "") for kind in kinds}
    told = [f"{'that one' if single else f'those of {kind}'} {word}" for kind, word in words.items() if word]
    return said + (f": {', '.join(told)}." if told else ".")


def _inner(group) -> str:
    if not group.nested:
        return ""
    told = "it is an older MQDLH:" if group.messages == 1 else f"{group.nested} of them is an older MQDLH, for example"
    queue = f", meant for {group.inner_destination}" if group.inner_destination else ""
    return f" Inside {told} {reason_of(group.inner_reason)}{queue}."


def _again(group) -> str:
    if group.copies == group.messages:
        return ""
    return f" The dumps show them {group.copies} times, in several captures; each message is counted once."
