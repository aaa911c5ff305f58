"""What is on a dead-letter queue beside what its dumps show: by its depth, and by what a later dump lacks.

A dump seldom has its own time. That a message is not in another dump of the queue which shows a younger one shows that
it had left by then; that the depth of a later capture is lower, that some have left; that it is higher, that others are
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from pyspark.sql import Row

from mqforensics.objects import checks, owners
from mqforensics.objects.case_evidence import Dump
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.estate import DEPTH, Estate
from mqforensics.objects.fact import Fact, Place, Span, instant
from mqforensics.objects.fact import Row as Display
from mqforensics.questions.dead_letters.reason_groups import CapturedLetters
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.wording import count, place
from mqforensics.words import dead_letters as words
from mqforensics.words.grammar import at_manager, by_number

NAMED = 5
"""So many readers of a queue are named."""


@dataclass
class QueueSinceDump:
    """What the evidence shows of one dead-letter queue: `messages` in its dumps, how many of these have `left` it
    since.

    `later`: the dump that lacks them; `depth`: what a capture shows; `is_later`: whether that is surely newer than all
    of these messages; `more`: how many messages the queue then held that no dump shows.
    """

    queue: str | None
    manager: str | None
    messages: int
    left: int = 0
    later: str | None = None
    depth: Fact = field(default_factory=Fact)
    is_later: bool = False
    more: int = 0
    returns: int = 0
    """How often messages came back to it."""

    @property
    def is_gone(self) -> bool:
        """Whether none of the messages was there any more."""
        return self.left == self.messages

    @property
    def is_open(self) -> bool:
        """Whether an empty queue is in the evidence, but not whether before or after these messages."""
        return self.depth.number() == 0 and not self.is_later


def moment(micros: int | None) -> Span:
    """A time in Unix microseconds; no bounds where there is none."""
    return Span(instant(micros), instant(micros))


def since_dump(
    of_queue: list[CapturedLetters], manager: str | None, estate: Estate, dumps: Sequence[Dump] = ()
) -> QueueSinceDump:
    """What the evidence shows of a queue of `manager`, of which these are the messages.

    `dumps`: those of the case: what was captured before one of the queue does not show what has left it since.
    """
    told = QueueSinceDump(of_queue[0].queue, manager, sum(one.messages for one in of_queue))
    told.left, told.later = _count_that_left(of_queue, _dump_displays(of_queue, manager, dumps), estate)
    told.returns = sum(one.returns for one in of_queue)
    came = [one.last for one in of_queue]
    last = moment(None if None in came else max(came))
    if not told.queue:
        return told
    if not manager:
        told.depth = _seen_empty(told.queue, last, estate, [one for one in dumps if one.queue == told.queue])
        return told
    of_it = [one for one in dumps if one.queue == told.queue and one.queue_manager in (None, manager)]
    made = [row for one in of_it if (row := one.row(manager))]
    if none := _dump_of_empty_queue(of_it, manager, last, estate):
        told.left, told.later = told.messages, none.file
        return told
    told.depth = owners.depth_since(estate, manager, told.queue, last, made)
    held, still = told.depth.number(), told.messages - told.left
    if held is None:
        return told
    told.is_later = bool(last.last) and all(estate.after(one.row, last) for one in told.depth.seen)
    if held < still and told.is_later:
        told.left, told.later = told.messages - held, None
    told.more = max(held - told.messages, 0)
    return told


def _seen_empty(queue: str, last: Span, estate: Estate, of_it: list[Dump]) -> Fact:
    """That each dead-letter queue of this name was empty, where the evidence does not show whose the messages are
    on."""
    named = [one for one in estate.managers if estate.manager(one, "DEADQ").value == queue]
    deep = [
        owners.depth_since(estate, one, queue, last, [row for dump in of_it if (row := dump.row(one))]) for one in named
    ]
    return deep[0] if deep and all(one.number() == 0 for one in deep) else Fact()


def _dump_of_empty_queue(of_it: list[Dump], manager: str, last: Span, estate: Estate) -> Dump | None:
    """The dump that shows the queue empty after the last of its messages came and after each other dump of it."""
    made = [(one, one.row(manager)) for one in of_it]
    full = [row for one, row in made if one.messages]
    for one, row in made:
        own = row and one.is_empty and one.queue_manager == manager and last.last and estate.after(row, last)
        if own and all(each and estate.later(row, each) for each in full):
            return one
    return None


def _dump_displays(of_queue: list[CapturedLetters], manager: str | None, dumps: Sequence[Dump]) -> dict[str, Display]:
    """The dumps of a queue in the evidence when they were made, by their files; none of a file that has several."""
    first = of_queue[0]
    own = [one for one in dumps if one.queue == first.queue and one.queue_manager in (first.owner, None, manager)]
    files = Counter(one.file for one in own)
    return {one.file: row for one in own if files[one.file] == 1 and (row := one.row(manager))}


def _count_that_left(
    of_queue: list[CapturedLetters], made: dict[str, Display], estate: Estate
) -> tuple[int, str | None]:
    """How many of the messages had left by a later dump, and the one that is the last of these.

    Which dump is later their stamps show, `made`; where these do not, what one lacks of the other.
    """
    files = sorted({name for one in of_queue for name in one.files})

    def is_later(one: str, other: str) -> bool:
        if not of_queue[0].owner and not any({one, other} <= {*each.files} for each in of_queue):
            return False  # they may be of queues of two queue managers
        if one in made and other in made and made[one].captured != made[other].captured:
            return estate.later(made[one], made[other])
        return _lacks(of_queue, other, one) and not _lacks(of_queue, one, other)

    pairs = {(a, b) for a, b in permutations(files, 2) if is_later(b, a)}
    gone = [one for one in of_queue if any(a in one.files and b not in one.files for a, b in pairs)]
    ends = {b for _, b in pairs} - {a for a, _ in pairs}
    return sum(one.messages for one in gone), ends.pop() if len(ends) == 1 else None


def _lacks(of_queue: list[CapturedLetters], one: str, other: str) -> bool:
    """Whether a dump lacks a message that another dump of the queue shows, and shows a younger one."""
    youngest = max((each.last for each in of_queue if other in each.files and each.last is not None), default=None)
    only = [each.first for each in of_queue if one in each.files and other not in each.files]
    return youngest is not None and any(first is not None and first < youngest for first in only)


def findings(every: Iterable[QueueSinceDump], estate: Estate) -> Iterator[Finding]:
    """A finding for each queue of which messages have left, and for each that held more than its dumps show."""
    for one in every:
        where = place(one.queue, None) + at_manager(one.manager)
        evidence = [Evidence.of(each) for each in one.depth.places]
        if one.left:
            said, places, next_ = _departure(one, where, estate)
            cited = [Evidence(one.later)] if one.later else evidence
            yield _finding(one, "DEAD_LETTERS_LEFT", said, [*cited, *(Evidence.of(each) for each in places)], next_)
        if one.returns:
            yield _return_finding(one, where)
        if one.more:
            held = count(one.depth.number(), "message")
            said = words.NOT_DUMPED.format(where=where, held=held, messages=one.messages)
            yield _finding(one, "DEAD_LETTERS_NOT_DUMPED", said, evidence, browse(one.queue, one.manager))


def _return_finding(one: QueueSinceDump, where: str) -> Finding:
    times = words.SO_OFTEN.format(times=count(one.returns, "time")) if one.returns > 1 else ""
    said = words.RETURNED.format(where=where, times=times)
    show = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT", one.queue, on=one.manager)
    return _finding(one, "DEAD_LETTERS_CAME_BACK", said, [], show)


def of_several(rows: Iterable[Row]) -> Iterator[Finding]:
    """A finding for the dead-lettered messages that are on several queues: each is one message."""
    for row in rows:
        where = words.QUEUE_OF.format(queue=row.queues[0], managers=" and ".join(row.owners))
        where = " and ".join(row.queues) if len(row.queues) > 1 else where
        are = by_number(row.messages, "is", "are")
        said = words.COPIED.format(messages=count(row.messages, "message"), are=are, where=where)
        said += words.TWICE.format(it=by_number(row.messages, "it", "they")) if row.is_back else ""
        said += words.CAME_LAST.format(queue=row.last) if row.last and row.messages == 1 else ""
        cited = [Evidence(at.file, number=at.number) for places in row.cited for at in places]
        yield Finding("dead_letters", "ON_SEVERAL_QUEUES", "info", said, cited, [], None, None)


def _finding(one: QueueSinceDump, code: str, said: str, evidence: list[Evidence], next_: list[Command]) -> Finding:
    return Finding("dead_letters", code, "warning", said, evidence, next_, one.manager, one.queue)


def _departure(one: QueueSinceDump, where: str, estate: Estate) -> tuple[str, list[Place], list[Command]]:
    have = by_number(one.left, "has", "have")
    of = by_number(one.messages, words.ONE_OF, words.ALL_OF if one.is_gone else words.SOME_OF)
    which, them = of.format(messages=one.messages, left=one.left, where=where), by_number(one.left, "it", "them")
    if one.later:
        said = words.TAKEN_BY_DUMP.format(which=which, have=have, file=one.later, them=them)
    elif one.is_later and one.depth.seen:
        which = which if one.is_gone else f"{words.AT_LEAST}{which}"
        said = words.TAKEN_BY_DEPTH.format(which=which, have=have, depth=one.depth.text())
    else:
        said = words.TAKEN.format(which=which, have=have, them=them)
    readers = estate.fact(one.manager, DEPTH, one.queue, "IPPROCS")
    rows = estate.newest(estate.of(one.manager, ("HANDLE",), one.queue))
    names = sorted({row.attributes.get("APPLTAG") for row in rows if row.attributes.get("INPUT") != "NO"} - {None, ""})
    read, row = checks.last_local(estate, one.manager, one.queue, "LGET")
    if read:
        said += words.LAST_GET.format(time=read)
    if not readers.number() and not names:
        return said + words.BY_NOBODY.format(them=them), [row.place("LGETTIME")] if row else [], []
    who = ", ".join(names[:NAMED]) or readers.text()
    said += words.READERS.format(who=who)
    show = [] if names else mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT", one.queue, on=one.manager)
    return said, [*([row.place("LGETTIME")] if row else []), *(readers.places or [each.place() for each in rows])], show
