"""Questions that several rooms ask of the same objects: yes, no, or not known, with the lines and the next command.

`at` is the `Span` of the moment that a question is about, None for the time of the captures themselves: then what was
captured is taken as it is. A definition answers for `at` only if it was captured after and altered before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mqforensics.objects import sentences
from mqforensics.objects.absence import no_server, proof
from mqforensics.objects.check import Check
from mqforensics.objects.commands import Command, mqsc
from mqforensics.objects.coupling_facility import failed_structure
from mqforensics.objects.definition_history import ValueThen, value_at, value_then, why_undated
from mqforensics.objects.estate import DEFAULT_DLQ, DEPTH, QUEUES, RECEIVERS, Estate
from mqforensics.objects.fact import OTHER_HOST, Fact, Place, Row, Span, distinct, number, positive

TOO_BIG, PUT_INHIBITED, Q_FULL, UNKNOWN_BASE, UNKNOWN_NAME = 2030, 2051, 2053, 2082, 2085
RUNNING, INACTIVE, PAUSED = "RUNNING", "INACTIVE", "PAUSED"
STARTING = ("BINDING", "INITIALIZING", "INITIALISING", "STARTING", "REQUESTING", "SWITCHING")
OPENS = (PAUSED, "STOPPING")
"""States of a channel that sends nothing in which it still has its transmission queue open."""
STATES = frozenset((*STARTING, RUNNING, INACTIVE, PAUSED, "RETRYING", "RETRY", "STOPPED", "STOPPING", "DISCONNECTED"))
"""Every STATUS of a channel (MQCHS_*, z/OS prints RETRY): another word was masked or cut, and shows nothing."""
CONVERSION = frozenset((2079, 2080, *range(2110, 2121)))
"""Reasons of a get from the transmission queue that fails to convert ("Channel Conversion Error")."""
AT_SENDER = CONVERSION | {271, 277, 281, 2218}
"""Reasons for which a sending channel puts a message on its own dead-letter queue: conversion, size, header, exit.

Sources: "Channel Conversion Error", "Reason (MQLONG) for MQDLH", "2218 (08AA)". 277 is of the exit that defines
channels, which sees a message where a cluster-sender is to be made for it.
"""
AT_EITHER_END = frozenset((268, 279, 2150, 2190))
"""Reasons that do not show the end: a message exit runs at both, and of the others no document says where they arise.

Every reason in neither list comes of a put to the destination, and only the receiving end puts there.
"""


# A queue


def depth(estate: Estate, manager: str | None, queue: str | None, at: Span | None = None) -> Fact:
    """How many messages a queue holds, by its definition's display and by its status."""
    return estate.fact(manager, DEPTH, queue, "CURDEPTH", at)


def puts(estate: Estate, manager: str, names: Sequence[str], at: Span | None = None, rows: Sequence[Row] = ()) -> Check:
    """Whether a put through these queues is refused because one of them is PUT(DISABLED).

    `rows`: definitions on the way that are not the queue manager's own (of a cluster queue). `holds` False: every one
    is known to be open at that time; None with words: one of them is not, or its answer has lost it.
    """
    open_, places, unclear = True, [], ""
    facts = [(name, manager, estate.fact(manager, QUEUES, name, "PUT")) for name in names]
    facts += [(row.name, row.attributes.get("CLUSQMGR") or manager, estate.fact_of([row], "PUT")) for row in rows]
    text = "DISPLAY QUEUE({}) PUT DESCR ALTDATE ALTTIME"
    for name, owner, fact in facts:
        had = value_then(estate, fact, at)
        places += had.places
        if had.value == "DISABLED":
            said = sentences.PUT_INHIBITED.format(
                queue=name, manager=owner, was="was" if had.now else "is", now=had.now
            )
            said += sentences.AS_MANAGER_KNOWS_IT.format(manager=manager) if owner != manager else ""
            later, shown = _put_since(estate, owner, name, at, [one.row for one in fact.seen]), [*had.places]
            if later:
                said += sentences.BUT_PUT_TO_AT.format(lput=later.times["LPUT"])
                shown.append(later.place("LPUTTIME"))
            return Check(None if later else True, said, shown, mqsc(text, name, on=owner), PUT_INHIBITED, name)
        if had.value != "ENABLED":
            open_ = None
            unclear = unclear or (
                _definition_time_in_words(estate, name, owner, fact, at) if fact.seen or fact.lost or at else ""
            )
    next_ = mqsc(text, names[-1], on=manager) if names else []
    return Check(False if open_ else None, unclear, distinct(places), next_)


def _put_since(estate: Estate, manager: str, name: str, at: Span | None, shown: Sequence[Row]) -> Row | None:
    """The status of a queue that shows a put at a moment or since, else since these captures: it took messages then."""
    row, put = last_local(estate, manager, name, "LPUT")[1], last(estate, manager, name, "LPUT").first
    if at:
        return row if put and put + OTHER_HOST >= at.last else None
    return row if row and all(estate.is_before(one, row, "LPUT") for one in shown) else None


def _definition_time_in_words(
    estate: Estate, name: str, manager: str | None, fact: Fact, at: Span | None, told: str = ""
) -> str:
    """What a definition shows of a queue where it shows no moment; `told`: in which words."""
    told = told or sentences.FACT_AT.format(queue=name, manager=manager, fact=fact.text())
    early = why_undated(estate, [one.row for one in fact.seen], at)
    if at is None or not fact.known or early:
        return f"{told}{early}"
    row = fact.seen[0].row
    if not row.altered:
        return sentences.SINCE_IS_UNKNOWN.format(told=told)
    if row.times.get("CR") == row.altered:
        return sentences.CREATED_AT.format(name=name, manager=manager, altered=row.altered)
    when = sentences.ALTERED_AT.format(altered=row.altered)
    return sentences.BUT_ALTERED.format(told=told, when=when)


def full(estate: Estate, manager: str, queue: str, at: Span | None = None) -> Check:
    """Whether a queue has no room for a message that comes to it at or after `at`."""
    deep, most = depth(estate, manager, queue, at), estate.fact(manager, QUEUES, queue, "MAXDEPTH", at)
    answers = {
        have >= limit
        for one in deep.seen for other in most.seen
        if (have := number(one.value)) is not None and (limit := number(other.value)) is not None
    }  # fmt: skip
    holds = answers.pop() if len(answers) == 1 else None
    if holds is None and not most.seen and not most.lost and deep.value == "0":
        holds = False
    # How much room there is was not asked: that is no sign that there is none.
    unasked = at is None and deep.known and not most.seen and not most.lost
    said = "" if unasked else sentences.DEPTH_OF_MOST.format(deep=deep.text(), most=most.text())
    check = Check(holds, said, [*deep.places, *most.places], _look(estate, manager, queue))
    if holds:
        check.said, check.code, check.object = (
            sentences.QUEUE_IS_FULL.format(queue=queue, manager=manager, said=said),
            Q_FULL,
            queue,
        )
        return check if at is None else _full_then(estate, manager, queue, at, check, deep)
    return check


def file_full(estate: Estate, manager: str | None, queue: str | None) -> Check:
    """Whether the file of a queue is known to be as large as it may be: then puts fail with 2056."""
    rows = estate.newest(estate.of(manager, ("QSTATUS",), queue))
    size, most = estate.fact_of(rows, "CURFSIZE"), estate.fact_of(rows, "CURMAXFS")
    holds = None not in (size.number(), most.number()) and size.number() >= most.number() > 0
    said = sentences.QUEUE_FILE_FULL.format(queue=queue, manager=manager, size=size.text(), most=most.text())
    return Check(holds, said if holds else "", [*size.places, *most.places] if holds else [])


def _full_then(estate: Estate, manager: str, queue: str, at: Span, now: Check, deep: Fact) -> Check:
    """Whether a queue that is full now was so at a moment: nothing was put to it since, and as much was the most."""
    status = estate.newest(estate.of(manager, ("QSTATUS",), queue))
    places = [*now.places, *(row.place("LPUTTIME") for row in status if "LPUT" in row.times)]
    most, said = estate.fact(manager, QUEUES, queue, "MAXDEPTH"), now.said
    had = value_then(estate, most, at)
    limit = number(had.value)
    was = limit is not None and deep.says(lambda value: (number(value) or 0) >= limit)
    # Full now says nothing of a message that came before its last put: it may be one of these.
    idle = last(estate, manager, queue, "LPUT").before(at, OTHER_HOST)
    if idle and not was:
        if had.value:
            said = sentences.BUT_HAD_THEN.format(said=said, attribute=most.attribute, had=had.value)
        else:
            said = _definition_time_in_words(estate, queue, manager, most, at, said)
    places = distinct([*places, *had.places])
    room = at.before(last(estate, manager, queue, "LPUT"), OTHER_HOST) is True
    kept = room and last(estate, manager, queue, "LGET").before(at, OTHER_HOST) is True
    said += sentences.MAY_BE_AMONG_THEM if kept else ""
    return Check(True if idle and was else None, said, places, now.next, now.code, now.object)


def _look(estate: Estate, manager: str, queue: str) -> list[Command]:
    return mqsc("DISPLAY QLOCAL({}) PUT CURDEPTH MAXDEPTH MAXMSGL IPPROCS", queue, on=manager)


def refuses(
    estate: Estate, manager: str, names: Sequence[str], at: Span | None = None, rows: Sequence[Row] = (),
    length: int | None = None,
) -> Check:  # fmt: skip
    """Whether the last of these queues, opened through the others, cannot take a message at or after `at`.

    `length`: how many bytes the message has there, where that matters. A put that must be streamed (STRMQOS(MUSTDUP))
    fails where its copy does ("Streaming queue configuration").
    """
    found = _takes(estate, manager, names, at, rows, length)
    lost = None if found.holds else failed_structure(estate, manager, names[-1], at)
    if found.holds or lost:
        return lost or found
    copy = _copy(estate, manager, names[-1], at)
    return copy if copy and (copy.holds or found.holds is False) else found


def _copy(estate: Estate, manager: str, name: str, at: Span | None) -> Check | None:
    """What keeps the copy of a message from the queue that it must be streamed to; None where nothing does."""
    facts = [estate.fact(manager, QUEUES, name, key) for key in ("STREAMQ", "STRMQOS")]
    if not facts[0].value or facts[1].value != "MUSTDUP":
        return None
    mirror, places = facts[0].value, [place for fact in facts for place in fact.places]
    took = _takes(estate, manager, [mirror], at)
    if took.holds is False:
        return None
    sure = took.holds and None not in [value_at(estate, fact, at) for fact in facts]
    why = took.said if took.object else sentences.STREAMQ_IS_UNKNOWN.format(mirror=mirror)
    said = sentences.MUST_STREAM_COPY.format(name=name, manager=manager, mirror=mirror, why=why)
    said += "" if sure or not took.object else sentences.SINCE_IS_UNKNOWN_TOO
    return Check(True if sure else None, said, [*took.places, *places], took.next, took.code, took.object)


def _takes(
    estate: Estate, manager: str, names: Sequence[str], at: Span | None, rows: Sequence[Row] = (),
    length: int | None = None,
) -> Check:  # fmt: skip
    shut = puts(estate, manager, names, at, rows)
    if shut.holds:
        return shut
    longest = value_then(estate, estate.fact(manager, QUEUES, names[-1], "MAXMSGL"), at)
    limit = number(longest.value)
    if length is not None and limit is not None and length > limit:
        has = f"{'had' if longest.now else 'has'} MAXMSGL({longest.value}){longest.now}"
        said = sentences.TOO_LITTLE_FOR_MESSAGE.format(names=names[-1], manager=manager, has=has, length=length)
        return Check(True, said, longest.places, [], TOO_BIG, names[-1])
    room = full(estate, manager, names[-1], at)
    if room.holds or room.object:  # full then, or full now
        return room
    if shut.holds is None and (shut.said or not room.places):
        there = distinct(row.place() for row in estate.newest(estate.of(manager, QUEUES, names[-1])))
        told = sentences.PUTS_ARE_UNKNOWN if there else sentences.QUEUE_IS_UNKNOWN
        said = told.format(name=names[-1], manager=manager)
        return Check(None, shut.said or said, shut.places or there, shut.next)
    if room.holds is None and room.said:
        said = sentences.LACKS_ROOM.format(queue=names[-1], manager=manager, room=room.said)
        return Check(None, said, [*shut.places, *room.places], room.next)
    known = shut.holds is False and room.holds is False
    return Check(False if known else None, "", [*shut.places, *room.places], room.next)


def last(estate: Estate, manager: str | None, queue: str | None, stem: str) -> Span:
    """When something was last put (`LPUT`) or got (`LGET`) by the status of a queue, in UTC.

    What a member of a queue-sharing group shows of a shared queue is its own: another one may have done so later.
    """
    rows = [row for row in estate.newest(estate.of(manager, ("QSTATUS",), queue)) if stem in row.times]
    spans = {estate.moment(row, stem) for row in rows}
    if is_shared(estate, manager, queue):
        return Span(max((span.first for span in spans if span.first), default=None), None)
    return spans.pop() if len(spans) == 1 else Span()


def last_local(estate: Estate, manager: str | None, queue: str | None, stem: str):
    """The same by the clock of the host, with the row that shows it; None where there is none or more than one."""
    if is_shared(estate, manager, queue):
        return None, None
    rows = [row for row in estate.newest(estate.of(manager, ("QSTATUS",), queue)) if stem in row.times]
    times = {row.times[stem] for row in rows}
    return (times.pop(), rows[0]) if len(times) == 1 else (None, None)


def has_open_unit(estate: Estate, manager: str | None, queue: str | None, at: Span | None = None) -> bool | None:
    """Whether puts or gets of a queue are not committed; None where the evidence does not show it."""
    fact = estate.fact(manager, ("QSTATUS",), queue, "UNCOM", at)
    answer = fact.says(lambda value: {"NO": False, "YES": True}.get(value, positive(value)))
    # Of a shared queue a member of the group knows only its own units of work.
    return None if answer is False and is_shared(estate, manager, queue) else answer


def is_shared(estate: Estate, manager: str | None, queue: str | None) -> bool:
    """Whether a queue is shared by a queue-sharing group: its readers and units of work are then shown by member."""
    return estate.fact(manager, (*QUEUES, "QSTATUS"), queue, "QSGDISP").value == "SHARED"


# A channel


def receivers(estate: Estate, manager: str | None, channel: str) -> list[Row]:
    """The definitions of the receiving end of a channel."""
    rows = estate.of(manager, ("CHANNEL",), channel) if manager else []
    return [row for row in rows if row.attributes.get("CHLTYPE", "RCVR") in RECEIVERS]


class State(NamedTuple):
    """The state of one channel: its value, None where not known; where the evidence shows it; the rows it rests on."""

    channel: str
    value: str | None
    places: list[Place]
    rows: list[Row]
    said: str


def paused(rows: Iterable[Row]) -> list[Row]:
    """The statuses of receiving ends that wait to put a message again."""
    return [row for row in rows if row.attributes.get("STATUS") == PAUSED]


def state(estate: Estate, manager: str, channel: str, more: Sequence[Row] = (), at: Span | None = None) -> State:
    """The state of a channel at its sending end; INACTIVE where a search that its status passes found none."""
    rows = estate.newest([row for row in estate.statuses(manager, channel) if estate.after(row, at)])
    serves = {"XMITQ": estate.fact_of([row for row in more if row.type == "CHANNEL"], "XMITQ").value}
    none = [one for one in estate.absences(manager) if estate.after(one.row, at)]
    if any(is_shared(estate, manager, row.attributes.get("XMITQ")) for row in more):
        none = []  # the channel of a shared transmission queue runs on any member of the group
    rows, gone = estate.still_valid(rows, proof(none, ("CHSTATUS",), channel, serves))
    fact = estate.fact_of(rows, "STATUS")
    members = estate.fact_of([row for row in more if row.type == "CLUSQMGR" and estate.after(row, at)], "STATUS")
    values = {one.value for one in fact.seen} | ({INACTIVE} if gone else set())
    values = values or {one.value for one in members.seen}
    places = distinct([*fact.places, *(one.place for one in gone), *([] if fact.seen or gone else members.places)])
    shown = [one.row for one in fact.seen] + [one.row for one in gone] or [one.row for one in members.seen]
    masked = [row for row in estate.newest(rows) if row.lost("STATUS") and "STATUS" in row.attributes]
    if unread := sorted({*values, *(row.attributes["STATUS"] for row in masked)} - STATES):
        said = sentences.STATE_UNREADABLE.format(channel=channel, unread=", ".join(unread))
        return State(channel, None, [*places, *(row.place("STATUS") for row in masked)], shown, said)
    if len(values) == 1:
        value = values.pop()
        return State(channel, value, places, shown, sentences.CHANNEL_IS.format(channel=channel, state=value))
    if not values and (runs_not := proof(none, ("CHSTATUS",), channel, {**serves, "STATUS": RUNNING})):
        said = sentences.STATE_NOT_RUNNING.format(channel=channel, running=RUNNING)
        return State(channel, None, [one.place for one in runs_not], [], said)
    told = sentences.STATE_CONTRADICTS_ITSELF if values else sentences.STATE_IS_UNKNOWN
    return State(channel, None, places, shown, told.format(channel=channel, values=", ".join(sorted(values))))


def ask_channels(estate: Estate, manager: str, xmitq: str) -> list[Command]:
    """What tells whether a channel takes messages from a transmission queue."""
    served = sorted(estate.servers(manager, xmitq))
    if not served:
        return mqsc("DISPLAY CHANNEL(*) WHERE(XMITQ EQ {})", xmitq, on=manager)
    return [one for each in served for one in mqsc("DISPLAY CHSTATUS({}) ALL", each, on=manager)]


def lines_without_server(estate: Estate, manager: str, xmitq: str, at: Span | None = None) -> list[Place]:
    """The lines that prove, after `at`, that no channel is defined for an ordinary transmission queue; else none."""
    if estate.fact(manager, QUEUES, xmitq, "CLCHNAME").value:
        return []  # cluster-sender channels take from it, and their definitions do not name it
    proofs = [one.row for one in no_server(estate.absences(manager), xmitq)] or estate.senders_known(manager)
    return [row.place() for row in proofs if estate.after(row, at)]


# A dead-letter queue


@dataclass
class DeadLetterQueue:
    """The dead-letter queue of a queue manager: whether the evidence names one, and whether it can be used."""

    manager: str
    fact: Fact
    usable: bool | None
    said: str
    places: list[Place]
    next: list[Command] = field(default_factory=list)
    code: int = 0
    """The reason that a put to it fails with, where one does."""
    then: str | None = None
    """Its name at the moment that was asked for, where that is known."""

    @property
    def name_to_set(self) -> str:
        """What to name in a blank DEADQ: the queue that was named there before, else the product's own."""
        had = {one.value for one in self.fact.older} - {""}
        return had.pop() if len(had) == 1 else DEFAULT_DLQ

    @property
    def name(self) -> str | None:
        """Its name; blank where there is none, None where that is not known."""
        return self.fact.value if self.then is None else self.then


def dead_letter_queue(estate: Estate, manager: str | None, at: Span | None = None) -> DeadLetterQueue:
    """Which dead-letter queue a queue manager has, and whether a channel could use it at `at`."""
    fact = estate.manager(manager, "DEADQ")
    had = value_then(estate, fact, at)
    if not fact.known:
        next_ = mqsc("DISPLAY QMGR DEADQ", on=manager)
        said = sentences.DEAD_LETTER_QUEUE_UNKNOWN.format(manager=manager, fact=fact.text())
        return DeadLetterQueue(manager, fact, None, said, fact.places, next_)
    if had.value is None:
        said = sentences.FACT_OF_CAPTURE_ONLY.format(fact=fact.text(), manager=manager)
        return DeadLetterQueue(manager, fact, None, said, fact.places)
    if had.value:
        return _usable(estate, manager, fact, had, at)
    said = sentences.HAS_NO_DEAD_LETTER_QUEUE.format(manager=manager, more="had" if had.now else "has", now=had.now)
    return DeadLetterQueue(manager, fact, False, said, had.places, then=had.value)


def _usable(estate: Estate, manager: str, fact: Fact, had: ValueThen, at: Span | None) -> DeadLetterQueue:
    name, next_, places = had.value, _look(estate, manager, had.value), had.places
    gone = [one.place for one in proof(estate.absences(manager), ("QUEUE", "QLOCAL"), name)]
    rows = estate.newest(estate.of(manager, QUEUES, name))
    if gone and not rows:
        said = sentences.DEAD_LETTER_QUEUE_NOT_DEFINED.format(name=name, manager=manager)
        said += sentences.SINCE_IS_UNKNOWN_TOO if at else ""
        usable = None if at else False
        return DeadLetterQueue(manager, fact, usable, said, [*places, *gone], next_, UNKNOWN_NAME, name)
    usage = estate.fact_of(rows, "USAGE")
    if rows and (usage.value == "XMITQ" or not {row.type for row in rows} & {"QLOCAL", "QUEUE"}):
        said = sentences.DEAD_LETTER_QUEUE_NOT_LOCAL.format(name=name, manager=manager)
        usable = False if at is None else None
        return DeadLetterQueue(manager, fact, usable, said, [*places, *usage.places], then=name)
    check = refuses(estate, manager, [name], at)
    said = sentences.IS_DEAD_LETTER_QUEUE.format(name=name, more="was" if had.now else "is", manager=manager)
    if check.holds:
        said = sentences.BUT.format(said=said, other=check.said)
    usable = None if check.holds is None else not check.holds
    return DeadLetterQueue(manager, fact, usable, said, [*places, *check.places], next_, check.code, name)
