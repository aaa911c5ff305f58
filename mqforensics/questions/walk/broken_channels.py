"""What the evidence shows to be broken where nobody asked for a message: one finding each, and one that sums up.

A batch in doubt of a channel that does not run; a transmission queue with messages whose channels do not run, that no
channel serves, or that wait there for long although one runs; one that takes no message or gives none; messages of an
application that nobody can get, whose reader nobody starts, or that wait for long. A remote definition that nobody is
known to use is none of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from mqforensics.objects import batch, channel_causes, checks, hops, readers
from mqforensics.objects.channel_causes import Entry
from mqforensics.objects.channel_not_running import Cause
from mqforensics.objects.check import Check
from mqforensics.objects.checks import State
from mqforensics.objects.commands import mqsc
from mqforensics.objects.estate import CLUSTER_QUEUE, QUEUES, SENDERS, Estate
from mqforensics.objects.fact import Fact, Place, positive
from mqforensics.objects.readers import units_command
from mqforensics.objects.route import Hop, Resolved
from mqforensics.questions.finding import Evidence, Finding, sentence
from mqforensics.questions.walk import serving_channels
from mqforensics.questions.walk.bound_for import NAMED, BoundFor, Waiting, in_words
from mqforensics.questions.walk.links import status_command
from mqforensics.questions.walk.next_commands import both_ends
from mqforensics.questions.walk.plain_walk import QUESTION
from mqforensics.questions.walk.verdict_time import as_of
from mqforensics.questions.walk.verdicts import SEVERITY, UNKNOWN
from mqforensics.questions.wording import count, reason
from mqforensics.words import walk as said_of

HALTED = ("RETRYING", "STOPPED", "PAUSED")
"""States in which a channel sends nothing although it may be wanted, even where no depth is in the evidence."""


@dataclass
class Queue:
    """A transmission queue, the channels that take from it, and what the evidence shows of both."""

    estate: Estate
    log: Sequence[Entry]
    manager: str
    name: str
    waiting: Sequence[BoundFor] = ()
    """What its dump shows."""

    @cached_property
    def hop(self) -> Hop:
        """The queue with its channels; those of a cluster's queue managers are known by these alone."""
        served = self.estate.servers(self.manager, self.name)
        for row in self.estate.of(self.manager, ("CLUSQMGR",)):
            channel = row.attributes.get("CHANNEL")
            if channel and row.name != self.manager and row.attributes.get("XMITQ") == self.name:
                served.setdefault(channel, self.estate.statuses(self.manager, channel)).append(row)
        return Hop(self.manager, self.name, "", served, self.name == CLUSTER_QUEUE)

    @cached_property
    def states(self) -> list[State]:
        """The state of each channel."""
        return [checks.state(self.estate, self.manager, name, rows) for name, rows in self.hop.channels.items()]

    @cached_property
    def deep(self) -> Fact:
        """Its depth."""
        return checks.depth(self.estate, self.manager, self.name)

    @property
    def waits(self) -> bool:
        """Whether messages are on it."""
        return self.deep.says(positive) is True

    @property
    def old(self) -> bool:
        """Whether the oldest of them waits for long."""
        rows = self.estate.newest(self.estate.of(self.manager, ("QSTATUS",), self.name))
        return (self.estate.fact_of(rows, "MSGAGE").number() or 0) >= readers.WAITED

    @property
    def is_taken_from(self) -> bool:
        """Whether a channel that runs is seen to take from it, of a queue of many channels each of them."""
        runs = [one.value == checks.RUNNING for one in self.states]
        return all(runs) and bool(runs) if self.hop.shared else any(runs)

    @property
    def halted_channels(self) -> list[State]:
        """The channels that are known not to run, of an ordinary queue only where none may run."""
        still = [one for one in self.states if one.value not in (None, checks.RUNNING, *checks.STARTING)]
        return still if self.hop.shared or len(still) == len(self.states) else []

    @property
    def holds(self) -> str:
        """The messages on it, in words."""
        full = said_of.FULL if checks.full(self.estate, self.manager, self.name).holds else ""
        return said_of.HOLDS.format(depth=self.deep.text(), queue=self.name, manager=self.manager, full=full)

    def cause(self, one: State) -> tuple[str, list[Place]]:
        """Why a channel does not run, as a sentence, and its lines."""
        told: Cause | None = channel_causes.cause(self.log, self.estate, self.hop, one.channel, one.value)
        return (said_of.WHY.format(said=told.said), told.places) if told else ("", [])

    def finding(self, code, said, places, next_, name=None, severity=None) -> Finding:
        """A finding about it or one of its channels."""
        places = [*places, *(one.place for one in self.waiting[:NAMED])]
        evidence, at = [Evidence.of(place) for place in dict.fromkeys(places)], self.manager
        said += in_words(self.waiting)
        seen = as_of(self.estate, at, name or self.name, places)
        return Finding(QUESTION, code, severity or SEVERITY[code], said, evidence, next_, at, name or self.name, seen)

    def asks(self, text: str, name: str) -> list:
        """A command for its queue manager."""
        return mqsc(text, name, on=self.manager)


def transmission_queues(estate: Estate) -> Iterator[tuple[str, str]]:
    """Every transmission queue, also one that only the status of a channel names: its queue manager and its name."""
    for manager in estate.managers:
        names = {row.name for row in estate.of(manager, QUEUES) if row.attributes.get("USAGE") == "XMITQ"}
        status = [row.attributes for row in estate.of(manager, ("CHSTATUS",))]
        names |= {one.get("XMITQ") for one in status if one.get("CHLTYPE", "SDR") in SENDERS}
        yield from ((manager, name) for name in sorted(name for name in names if name))


def broken(estate: Estate, log: Sequence[Entry], waiting: Waiting = MappingProxyType({})) -> list[Finding]:
    """What is broken, and a finding that says how much was looked at; `waiting`: what dumps show of the queues."""
    found, unseen = [], 0
    every = list(transmission_queues(estate))
    for manager, name in every:
        alone = [one for one, queue in every if queue == name] == [manager]
        shown = [*waiting.get((manager, name), ()), *(waiting.get((None, name), ()) if alone else ())]
        one = Queue(estate, log, manager, name, shown)
        some = _held_up(one) or list(_late(one)) or list(_closed_queue(one))
        unseen += one.waits and not some and (not one.is_taken_from or one.old)
        found += some
    found += _queues_nobody_reads(estate)
    return [*found, *_left_out(estate), *_summary(estate, found, unseen)]


def _left_out(estate: Estate) -> Iterator[Finding]:
    """The displays of which it is open whose they are: nothing is all clear there."""
    for manager, one in sorted(estate.disputed.items()):
        said = said_of.NOT_JUDGED.format(said=sentence(one.said))
        lines = [Evidence.of(place) for place in one.places]
        yield Finding(QUESTION, UNKNOWN, SEVERITY[UNKNOWN], said, lines, one.next, manager)


def channels(estate: Estate) -> set[str]:
    """The channels of which the log may show a cause, and their transmission queues."""
    queues = (Queue(estate, (), *place) for place in transmission_queues(estate))
    return {name for queue in queues for one in queue.halted_channels for name in (one.channel, queue.hop.xmitq)}


def _held_up(one: Queue) -> list[Finding]:
    """What channels that do not run, or are not there, keep back."""
    doubts = {state.channel: made for state in one.states for made in _in_doubt(one, state)}
    if one.hop.shared:
        left = [state for state in one.halted_channels if state.channel not in doubts]
        return [*doubts.values(), *(made for state in left for made in _for_one(one, state))]
    return list(doubts.values()) or list(_not_running(one) if one.states else _unserved_queue(one))


def _in_doubt(one: Queue, state: State) -> Iterator[Finding]:
    rows = batch.status(one.estate, one.manager, [state.channel])
    doubt, size = (one.estate.fact_of(rows, key) for key in ("INDOUBT", "CURMSGS"))
    # Of a channel that runs it is so for a moment, and so it may be of one whose state is not shown.
    if doubt.value != "YES" or size.says(positive) is False or state.value in (checks.RUNNING, *checks.STARTING):
        return
    told = one.estate.fact_of(rows, "RQMNAME").value
    one.hop.partner = told or hops.hop(one.estate, one.manager, Resolved(xmitq=one.name)).partner
    has, (why, lines) = (
        batch.receiver_committed(one.estate, one.manager, one.hop.partner, state.channel),
        one.cause(state),
    )
    is_ = said_of.STATE_AND_IN_DOUBT.format(state=state.value) if state.value else said_of.IS_IN_DOUBT
    said = said_of.IN_DOUBT_ABOUT.format(
        channel=state.channel, manager=one.manager, is_=is_, size=size.text(), holds=one.holds
    )
    said += "" if state.value else said_of.MAY_RUN
    said += f" {sentence(has.said)}" if has.said else ""
    said += said_of.ENDS_SETTLE.format(why=why)
    look = [] if state.value else one.asks("DISPLAY CHSTATUS({}) ALL", state.channel)
    next_ = [*look, *both_ends(one.estate, one.hop, state.channel)]
    places = [*doubt.places, *size.places, *state.places, *one.deep.places, *has.places, *lines]
    yield one.finding("IN_DOUBT", said, places, next_, state.channel, None if state.value else "warning")


def _for_one(one: Queue, state: State) -> Iterator[Finding]:
    """The messages on a queue of many channels that are for one which does not run."""
    mine = one.estate.fact_of(one.estate.newest(one.estate.statuses(one.manager, state.channel)), "XQMSGSA")
    if mine.says(positive):
        why, lines = one.cause(state)
        said = said_of.FOR_ONE.format(
            holds=one.holds, messages=mine.value, channel=state.channel, status=mine.text(), state=state.value, why=why
        )
        places = [*one.deep.places, *mine.places, *state.places, *lines]
        yield one.finding("CHANNEL_NOT_RUNNING", said, places, _saved_status_command(one, state.channel), state.channel)


def _unserved_queue(one: Queue) -> Iterator[Finding]:
    proof = checks.lines_without_server(one.estate, one.manager, one.name) if not one.name.startswith("SYSTEM.") else []
    if one.waits and proof:
        said, next_ = (
            said_of.NO_CHANNEL_SERVES.format(holds=one.holds),
            one.asks("DISPLAY CHSTATUS(*) WHERE(XMITQ EQ {})", one.name),
        )
        yield one.finding("NO_CHANNEL", said, [*one.deep.places, *proof], next_)


def _not_running(one: Queue) -> Iterator[Finding]:
    """Messages behind channels none of which runs; where no depth is in the evidence, channels that are halted."""
    shown = bool(one.deep.seen)
    if not one.halted_channels or not (
        one.waits if shown else any(state.value in HALTED for state in one.halted_channels)
    ):
        return
    first = one.halted_channels[0]
    why, lines = one.cause(first)
    said = "; ".join(state.said for state in one.halted_channels)
    places = [*one.deep.places, *(place for state in one.halted_channels for place in state.places), *lines]
    if shown:
        next_ = _saved_status_command(one, first.channel)
        yield one.finding("CHANNEL_NOT_RUNNING", f"{one.holds}; {said}.{why}", places, next_, first.channel)
    else:
        said += said_of.UNKNOWN_MESSAGES.format(why=why, queue=one.name, manager=one.manager)
        next_ = status_command(one.manager, one.name)
        yield one.finding("CHANNEL_NOT_RUNNING", said, places, next_, first.channel, "warning")


def _saved_status_command(one: Queue, channel: str) -> list:
    return one.asks("DISPLAY CHSTATUS({}) SAVED INDOUBT LSTSEQNO", channel)


def _late(one: Queue) -> Iterator[Finding]:
    """Messages that wait for long although a channel runs: none was got, or it takes them slowly."""
    estate, rows = one.estate, one.estate.newest(one.estate.of(one.manager, ("QSTATUS",), one.name))
    age, uncom, waits = (estate.fact_of(rows, key) for key in ("MSGAGE", "UNCOM", "QTIME"))
    open_ = estate.fact(one.manager, QUEUES, one.name, "GET").value != "DISABLED"
    idle = bool(rows) and all(readers.long_since_a_get(estate, row) for row in rows)
    slow = one.is_taken_from and readers.recent(waits) >= readers.WAITED * 1e6
    if not (one.waits and open_ and one.old and (idle or slow)):
        return
    how = said_of.NONE_GOT if idle else said_of.GOT_AS_LATE.format(waits=waits.text())
    said = said_of.OLDEST_WAITED.format(holds=one.holds, seconds=age.value, how=how)
    said += f" {sentence('; '.join(state.said for state in one.states))}" if one.states else ""
    next_ = status_command(one.manager, one.name)
    status = batch.status(estate, one.manager, one.hop.channels)
    size, busy = estate.fact_of(status, "CURMSGS"), serving_channels.busy_with(estate, one.hop, status)
    if (uncom.number() or 0) >= (one.deep.number() or 0) and uncom.value != size.value:
        said += said_of.PUTS_NOT_COMMITTED.format(units=uncom.text())
        next_ = units_command(estate, one.manager)
    else:
        said += busy.said
    states = [place for state in one.states for place in state.places]
    lines = [row.place("LGETTIME") for row in rows] if idle else waits.places
    places = [*one.deep.places, *age.places, *lines, *states, *uncom.places, *busy.places]
    yield one.finding("WAITING_ON_XMITQ", said, places, next_)


def _closed_queue(one: Queue) -> Iterator[Finding]:
    """A transmission queue that takes no message, or gives none, whatever its channels do."""
    estate, manager, name, deep = one.estate, one.manager, one.name, one.deep
    refused, closed = checks.refuses(estate, manager, [name]), estate.fact(manager, QUEUES, name, "GET")
    if refused.holds:
        said = said_of.REFUSES.format(why=refused.said, reason=reason(refused.code))
        next_ = one.asks("DISPLAY QLOCAL({}) PUT CURDEPTH MAXDEPTH DESCR ALTDATE ALTTIME", name)
        if refused.code == checks.Q_FULL:
            said += "" if one.states else said_of.UNKNOWN_TAKER
            next_ = checks.ask_channels(estate, manager, name)
        yield one.finding("PUT_REFUSED", said, refused.places, next_)
    if closed.value == "DISABLED" and one.waits:
        said = said_of.GET_DISABLED.format(depth=deep.text(), queue=name, manager=manager)
        next_ = one.asks("DISPLAY QLOCAL({}) GET DESCR ALTDATE ALTTIME", name)
        yield one.finding("WAITING_ON_XMITQ", said, [*deep.places, *closed.places], next_)


def _queues_nobody_reads(estate: Estate) -> Iterator[Finding]:
    """Messages on queues of applications that nobody can get, whose reader nobody starts, or that wait for long."""
    for manager in estate.managers:
        rows = [row for row in estate.of(manager, ("QLOCAL", "QUEUE")) if row.attributes.get("USAGE") != "XMITQ"]
        names = sorted({row.name for row in rows if row.name and not row.name.startswith("SYSTEM.")})
        for name in names:
            deep, found = checks.depth(estate, manager, name), _untaken_from(estate, manager, name)
            if found.holds and deep.says(positive):
                places = dict.fromkeys([*deep.places, *found.places])
                lines = [Evidence.of(place) for place in places]
                code = "READ_SLOWLY" if found.code == readers.SLOW else "NOT_READ"
                said = said_of.MESSAGES_WAIT.format(depth=deep.text(), queue=name, manager=manager, how=found.said)
                seen = as_of(estate, manager, name, places)
                yield Finding(QUESTION, code, "warning", said, lines, found.next, manager, name, seen)


def _untaken_from(estate: Estate, manager: str, name: str) -> Check:
    """Whether messages of a queue wait for somebody to take them, `said`: why, after the words for them."""
    found = readers.nobody_reads(estate, manager, name)
    full = next((one for ask in (checks.full, checks.file_full) if (one := ask(estate, manager, name)).holds), None)
    closed = estate.fact(manager, QUEUES, name, "GET").value == "DISABLED"
    asked = (readers.nobody_triggers, readers.unstartable) if readers.deep_enough(estate, manager, name) else ()
    if found.holds and (closed or full or any(ask(estate, manager, name).holds for ask in asked)):
        said = said_of.NOBODY_GETS.format(why=found.said, full=f" {sentence(full.said)}" if full else "")
        next_ = found.next or readers.handles_command(manager, name)
        return Check(True, said, [*found.places, *(full.places if full else ())], next_)
    if name == checks.dead_letter_queue(estate, manager).name:
        return Check(False)
    late = readers.held_up(estate, manager, name)
    return Check(late.holds, f". {late.said}", late.places, late.next, late.code)


DEFAULT_REMOTE = "SYSTEM.DEFAULT.REMOTE.QUEUE"
"""What every queue manager has as the model of remote definitions: no message goes over it."""


def _summary(estate: Estate, found: Sequence[Finding], unseen: int) -> Iterator[Finding]:
    rows = (row for manager in estate.managers for row in estate.of(manager, ("QREMOTE",)))
    remote = [row for row in rows if row.name != DEFAULT_REMOTE]
    queues = len(list(transmission_queues(estate)))
    if not remote and not queues:
        return
    defined = count(len({(row.queue_manager, row.name) for row in remote}), "remote definition")
    where = f"{count(len(estate.managers), 'queue manager')}, {defined}"
    told = said_of.FOUND.format(breaks=count(len(found), "break")) if found else said_of.NONE_HELD_UP
    told += said_of.MAY_NOT_BE_TAKEN.format(unseen=unseen) if unseen else ""
    said = said_of.SUMMARY.format(where=where, queues=count(queues, "transmission queue"), found=told)
    first = next((row.place() for row in remote), None)
    yield Finding(QUESTION, "SUMMARY", "info", said, [Evidence.of(first)] if first else [], [], None, None, None)
