"""What the evidence shows of the channels of a transmission queue: whether one serves it, runs, or is in doubt."""

from __future__ import annotations

from collections.abc import Sequence

from mqforensics.objects import batch, channel_causes, channel_not_running, checks, readers
from mqforensics.objects.check import Check
from mqforensics.objects.checks import PAUSED, RUNNING
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.definition_history import why_undated
from mqforensics.objects.estate import QUEUES, RECEIVERS, Estate
from mqforensics.objects.fact import SAME_HOST, Fact, Row, distinct, number, positive
from mqforensics.objects.route import Hop
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk.links import (
    NO,
    YES,
    are_far_apart,
    batch_status,
    depth,
    estate_status,
    status_command,
)
from mqforensics.questions.walk.trail import Inquiry
from mqforensics.words import walk as said_of

FEW = 3
"""So many channels are asked for."""
MICRO, SLOW, BRISK = 1_000_000, 1, 100
"""Times of monitoring are in microseconds; an answer of a second is reported, as are fewer messages a second than
these."""
HELD = {PAUSED: said_of.IS_PAUSED, "STOPPED": "STOPPED"}
"""States of a receiving end that keep messages from it."""
DOES = {
    "RECEIVE": said_of.RECEIVES, "SEND": said_of.SENDS,
    "MSGEXIT": said_of.IN_MSGEXIT, "SENDEXIT": said_of.IN_SENDEXIT, "RCVEXIT": said_of.IN_RCVEXIT,
    "SCYEXIT": said_of.IN_SCYEXIT, "NAMESERVER": said_of.NAMESERVER,
    "NETCONNECTING": said_of.NETCONNECTING,
}  # fmt: skip
"""What a channel does in a substate in which it takes no message from its queue."""
MEANS = {
    True: said_of.PARTNER_HAS_IT,
    False: said_of.PARTNER_LACKS_IT,
    None: said_of.PARTNER_MAY_HAVE_IT,
}
"""What it means for a message of a batch in doubt that the other end has the batch, has it not, or may have it."""


def no_channel_serves(trail: Inquiry, step: int) -> Check:
    """Whether no channel serves the transmission queue."""
    hop = trail.hops[step]
    if hop.shared or hop.channels or hop.xmitq.startswith("SYSTEM."):
        return NO
    open_ = trail.estate.fact(hop.manager, ("QLOCAL", "QUEUE", "QSTATUS"), hop.xmitq, "IPPROCS", trail.at)
    if open_.says(positive):
        whose = _open_by(trail, hop)
        said = said_of.OPEN_BUT_NO_CHANNEL.format(
            queue=hop.xmitq, manager=hop.manager, who=whose.said, open=open_.text()
        )
        return Check(None, said, [*open_.places, *whose.places], whose.next)
    places = checks.lines_without_server(trail.estate, hop.manager, hop.xmitq, trail.at)
    found = _no_channel(trail, hop)
    return Check(True if places else None, found.said, places, found.next)


def none_runs(trail: Inquiry, step: int) -> Check:
    """Whether every channel that serves the transmission queue is known not to run."""
    hop, states = trail.hops[step], trail.states[step]
    if not states:
        return _no_channel(trail, hop)
    unclear = [one for one in states if one.value is None]
    starting = [one for one in states if one.value in checks.STARTING]
    running = [one for one in states if one.value == RUNNING]
    places = distinct(place for one in states for place in one.places)
    ask = next((one.channel for one in [*unclear, *starting]), None)
    next_ = mqsc("DISPLAY CHSTATUS({}) ALL", ask, on=hop.manager) if ask else []
    if unclear and trail.estate.zos(hop.manager):  # there no channel is displayed while the channel initiator is down
        next_ = [*mqsc("DISPLAY CHINIT", on=hop.manager), *next_]
    if running:
        return Check(False, running[0].said, running[0].places)
    if unclear or starting:
        does = Check(False) if unclear else _does(trail.estate, hop, starting[0].rows)
        said = unclear[0].said if unclear else said_of.STARTING.format(state=starting[0].said)
        said += f".{does.said}".removesuffix(".") if does.said else ""
        return Check(None, said, [*places, *does.places], next_)
    other = _other_reader(trail, step)
    return other or Check(True, "; ".join(one.said for one in states), places)


def _no_channel(trail: Inquiry, hop: Hop) -> Check:
    said = said_of.NO_CHANNEL_KNOWN.format(queue=hop.xmitq, manager=hop.manager)
    if not hop.xmitq.startswith("SYSTEM.CLUSTER."):
        return Check(None, said, [], checks.ask_channels(trail.estate, hop.manager, hop.xmitq))
    return Check(None, said, [], mqsc("DISPLAY CLUSQMGR(*) CHANNEL STATUS XMITQ", on=hop.manager))


def _other_reader(trail: Inquiry, step: int) -> Check | None:
    # Somebody has the queue open for input, or it triggers a channel that is not among those shown.
    estate, hop, states = trail.estate, trail.hops[step], trail.states[step]
    own = sum(one.value in checks.OPENS for one in states)
    open_ = estate.fact(hop.manager, ("QLOCAL", "QUEUE", "QSTATUS"), hop.xmitq, "IPPROCS", trail.at)
    data = estate.fact(hop.manager, QUEUES, hop.xmitq, "TRIGDATA")
    # The queue of a cluster is open to the repository manager and to channels to other queue managers, too.
    if open_.says(lambda value: (number(value) or 0) > own) and not hop.shared:
        whose = _open_by(trail, hop)
        said = said_of.OPEN_BUT_NONE_RUNS.format(
            who=whose.said, queue=hop.xmitq, open=open_.text(), states="; ".join(one.said for one in states)
        )
        return Check(None, said, [*open_.places, *whose.places], whose.next)
    if (
        data.value
        and not channel_not_running.lines_without_channel(estate, hop.manager, data.value)
        and open_.value != "0"  # a channel that runs has its transmission queue open
        and data.value not in hop.channels
        and estate.fact(hop.manager, QUEUES, hop.xmitq, "USAGE").value == "XMITQ"
    ):
        defined = [row.attributes.get("XMITQ") for row in estate.of(hop.manager, ("CHANNEL",), data.value)]
        if not defined or hop.xmitq in defined:
            said = said_of.TRIGGERS.format(queue=hop.xmitq, channel=data.value)
            return Check(None, said, data.places, mqsc("DISPLAY CHSTATUS({}) ALL", data.value, on=hop.manager))
    return None


def _open_by(trail: Inquiry, hop: Hop) -> Check:
    """Who has a transmission queue open for input, and what shows more of it: who that is, or what its channels do."""
    found = readers.open_by(trail.estate, hop.manager, hop.xmitq)
    text = "DISPLAY CHSTATUS(*) ALL" if found.holds else "DISPLAY QSTATUS({}) TYPE(HANDLE) ALL"
    next_ = mqsc(text, *[] if found.holds else [hop.xmitq], on=hop.manager)
    return Check(found.holds, found.said or "something", found.places, next_)


def one_runs(trail: Inquiry, step: int) -> Check:
    """Whether a channel that serves the transmission queue runs."""
    running = [one for one in trail.states[step] if one.value == RUNNING]
    return Check(bool(running), running[0].said if running else "", running[0].places if running else [])


def _busy_with(trail: Inquiry, step: int) -> Check:
    hop = trail.hops[step]
    return busy_with(trail.estate, hop, estate_status(trail, hop))


def busy_with(estate: Estate, hop: Hop, rows: Sequence[Row]) -> Check:
    """What a channel that runs is known to be busy with by its status; `said` is sentences, always holds."""
    net, doubt, size = (estate.fact_of(rows, key) for key in ("NETTIME", "INDOUBT", "CURMSGS"))
    interval, does = estate.fact_of(_definitions(hop), "BATCHINT"), _does(estate, hop, rows)
    said, places, next_ = does.said, does.places, does.next
    if size.says(positive) and doubt.value == "NO" and interval.says(positive):
        said += said_of.OPEN_BATCH.format(size=size.text(), interval=interval.text())
        places = [*places, *size.places, *interval.places]
    pace = _pace(estate, rows, net)
    return Check(True, said + pace.said, [*places, *pace.places], next_)


def _definitions(hop: Hop) -> list[Row]:
    return [row for of in hop.channels.values() for row in of if row.type == "CHANNEL"]


def _does(estate: Estate, hop: Hop, rows: Sequence[Row]) -> Check:
    """What a channel is doing by its substate, in place of taking a message; `said` is a sentence."""
    sub = estate.fact_of(rows, "SUBSTATE")
    if sub.value not in DOES:
        return Check(False)
    exit_ = estate.fact_of(_definitions(hop), sub.value) if sub.value.endswith("EXIT") else Fact()
    spent = estate.fact_of(rows, "EXITTIME") if exit_.value else Fact()
    seconds = int(readers.recent(spent) / MICRO)
    told = [one.text() for one in (sub, exit_) if one.value]
    told += [said_of.A_MESSAGE.format(time=spent.text(), seconds=seconds)] if seconds >= SLOW else []
    next_ = mqsc("DISPLAY CHSTATUS({}) ALL", hop.name, on=hop.partner) if hop.name and hop.partner else []
    places = [*sub.places, *exit_.places, *(spent.places if seconds >= SLOW else [])]
    said = said_of.DOES.format(does=DOES[sub.value], attributes=", ".join(told))
    return Check(True, said, places, next_ if sub.value == "RECEIVE" else [])


def _pace(estate: Estate, rows: Sequence[Row], net: Fact) -> Check:
    """How long the network takes for an answer, and how many messages a second a channel sends at most by that."""
    answer, most = readers.recent(net) / MICRO, estate.fact_of(rows, "BATCHSZ")
    size = most.number()
    if size and answer and size / answer < BRISK:
        said = said_of.WAITS_FOR_ANSWER.format(
            size=size, batch=most.text(), seconds=answer, network=net.text(), rate=max(1, round(size / answer))
        )
        return Check(True, said, [*net.places, *most.places])
    slow = answer >= SLOW
    said = said_of.ANSWER_TAKES.format(seconds=int(answer), network=net.text()) if slow else ""
    return Check(slow, said, net.places if slow else [])


def _held_back(trail: Inquiry, step: int) -> Check | None:
    """What keeps messages on a transmission queue from any channel."""
    hop, estate = trail.hops[step], trail.estate
    uncom = estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "UNCOM", trail.at)
    size = estate.fact_of(estate_status(trail, hop), "CURMSGS")
    some = depth(trail, step).says(positive) and uncom.value != size.value
    if some and checks.has_open_unit(estate, hop.manager, hop.xmitq, trail.at):
        whose = readers.units(estate, hop.manager)
        said = said_of.NOT_COMMITTED.format(units=uncom.text())
        said += said_of.OPEN_UNITS.format(programs=", ".join(whose)) if whose else ""
        next_ = readers.handles_command(hop.manager, hop.xmitq) if whose else readers.units_command(estate, hop.manager)
        return Check(True, said, uncom.places, next_)
    get = estate.fact(hop.manager, QUEUES, hop.xmitq, "GET")
    if get.value == "DISABLED":
        return Check(True, said_of.NOTHING_GOT.format(queue=hop.xmitq, get=get.text()), get.places)
    return None


def receiver_in_words(trail: Inquiry, step: int) -> Check:
    """What the evidence shows at the other end that keeps messages from being taken there; always holds."""
    hop, runs = trail.hops[step], any(one.value == RUNNING for one in trail.states[step])
    shown = {row.attributes.get("STATUS"): row for row in far_status(trail, hop)}
    held = [row for state, row in shown.items() if state in HELD]
    # A session of the other end is none of this one where this one does not run.
    other = [] if runs else [row for state, row in shown.items() if state in checks.STATES - HELD.keys()]
    told = "".join(
        said_of.HELD_AT.format(partner=hop.partner, channel=row.name, state=HELD[row.attributes["STATUS"]])
        for row in held
    )
    told += "".join(said_of.STATE_AT.format(partner=hop.partner, state=_left_over(row)) for row in other)
    places = [row.place("STATUS") for row in (*held, *other)]
    found, dead = _refused_now(trail, step + 1), _no_dead_letter_queue(trail, hop)
    why = (found, dead) if dead else (found,) if PAUSED in shown else ()
    for one in why if found.holds else ():
        told, places = f"{told} {sentence(one.said)}", [*places, *one.places]
    return Check(True, told, places)


def far_status(trail: Inquiry, hop: Hop) -> list[Row]:
    """The newest status of the channels of a hop as its other end shows it, from after the message was put."""
    estate = trail.estate
    rows = [row for name in hop.channels for row in estate.of(hop.partner, ("CHSTATUS",), name)]
    rows = [row for row in rows if row.attributes.get("CHLTYPE") in RECEIVERS and estate.after(row, trail.at)]
    rows = [row for row in rows if "SAVED" not in row.attributes]
    return estate.newest([row for row in rows if row.attributes.get("RQMNAME") in (None, "", hop.manager)])


def _left_over(row: Row) -> str:
    """The state of a receiving end whose sending end does not run, with what its session is known to have done."""
    since, last = row.times.get("CHSTA"), row.times.get("LSTMSG")
    told = [f"{what} {at:%Y-%m-%d %H:%M:%S}" for what, at in (("since", since), (said_of.LAST_MESSAGE, last)) if at]
    said = said_of.IS_IN_STATE.format(channel=row.name, state=row.attributes["STATUS"])
    is_dated = told and row.attributes["STATUS"] == RUNNING
    return said_of.WITH_TIMES.format(said=said, times=", ".join(told)) if is_dated else said


def _no_dead_letter_queue(trail: Inquiry, hop: Hop) -> Check | None:
    """Why the other end puts no dead-lettered message: its channel uses no dead-letter queue, or that cannot be
    used."""
    ends = [row for name in hop.channels for row in checks.receivers(trail.estate, hop.partner, name)]
    uses, dead = trail.estate.fact_of(ends, "USEDLQ"), checks.dead_letter_queue(trail.estate, hop.partner)
    if uses.value == "NO":
        return Check(True, said_of.NO_DLQ_USED.format(usedlq=uses.text()), uses.places)
    return Check(True, dead.said, dead.places) if dead.usable is False else None


def _refused_now(trail: Inquiry, step: int) -> Check:
    """Whether puts after so many transmission queues fail as it was captured, if that was after the put."""
    manager, names, cluster = trail.route.queues(step)
    late = names and (trail.at is None or checks.depth(trail.estate, manager, names[-1], trail.at).seen)
    return checks.refuses(trail.estate, manager, names, None, cluster) if late else Check(None)


def channels_in_words(trail: Inquiry, step: int) -> Check:
    """What the evidence shows of the channels of a transmission queue, whatever is on it; `said` is sentences."""
    hop, none = trail.hops[step], no_channel_serves(trail, step)
    if none.holds:
        return Check(True, said_of.NO_CHANNEL.format(queue=hop.xmitq, manager=hop.manager), none.places, none.next)
    if none.said:
        return Check(None, sentence(none.said), none.places, [*none.next, *browse(hop.xmitq, hop.manager)])
    stopped, runs = none_runs(trail, step), one_runs(trail, step)
    if runs.holds:
        held = _held_back(trail, step)
        if held:
            return Check(True, f"{runs.said}{held.said}", [*runs.places, *held.places], held.next)
    if runs.holds or stopped.holds:
        shown, far = runs if runs.holds else stopped, receiver_in_words(trail, step)
        busy = _busy_with(trail, step) if runs.holds else Check(True)
        said, places = f"{sentence(shown.said)}{busy.said}{far.said}", [*shown.places, *busy.places, *far.places]
        return Check(True, said, places, busy.next)
    found = [checks.state(trail.estate, hop.manager, name, rows) for name, rows in hop.channels.items()]
    early = [(one, why_undated(trail.estate, one.rows, trail.at)) for one in found if one.rows]
    said = " ".join(sentence(f"{one.said}{when}") for one, when in early if when)
    if not said and trail.states[step]:
        return Check(None, sentence(stopped.said), stopped.places, stopped.next)
    ask = [one for name in hop.channels for one in mqsc("DISPLAY CHSTATUS({}) ALL", name, on=hop.manager)]
    return Check(None, said, [place for one, when in early for place in one.places if when], ask[:FEW])


def not_overtaken(trail: Inquiry, step: int) -> Check:
    """Whether no entry of an error log tells, from after the captured status, that the channel runs or has ended."""
    hop = trail.hops[step]
    deep = [trail.estate.captured(one.row) for one in depth(trail, step).seen]
    known = [trail.estate.captured(row) for one in trail.states[step] for row in one.rows]
    if trail.at is None and not trail.seen_on and are_far_apart(deep, known):
        said = said_of.FAR_APART.format(queue=hop.xmitq)
        return Check(None, said, [], status_command(hop.manager, hop.xmitq))
    for one in trail.states[step]:
        spans = [trail.estate.captured(row) for row in one.rows]
        times = [span.last for span in spans]
        if not times or None in times:
            continue
        entries = [
            e
            for e in channel_causes.of_hop(trail.log, trail.estate, hop, one.channel)
            if e.queue_manager == hop.manager
        ]
        later = [entry for entry in entries if entry.last and entry.last > max(times) + SAME_HOST]
        told = [
            entry
            for entry in later
            if entry.number in (*channel_causes.STARTED, *channel_causes.ENDED_WELL) or entry.tells
        ]
        if told and (told[-1].number in channel_causes.STARTED) != (one.value == RUNNING):
            said = said_of.OLDER_THAN_LOG.format(channel=one.channel, state=one.value, entry=told[-1].said)
            next_ = mqsc("DISPLAY CHSTATUS({}) ALL", one.channel, on=hop.manager)
            return Check(None, said, [*one.places, told[-1].place], next_)
    return YES


def in_doubt(trail: Inquiry, step: int) -> Check:
    """Whether a channel that does not run holds a batch of which it waits to hear."""
    hop, rows = trail.hops[step], batch_status(trail, trail.hops[step])
    fact, size = trail.estate.fact_of(rows, "INDOUBT"), trail.estate.fact_of(rows, "CURMSGS")
    if fact.value != "YES" or any(one.value == RUNNING for one in trail.states[step]):
        return NO
    said = said_of.IN_DOUBT.format(
        channel=hop.name or "a channel", manager=hop.manager, indoubt=fact.text(), size=size.text()
    )
    has = _batch_arrival(trail, hop)
    said += f". {has.said}" if has.said else ""
    return Check(True, said, [*fact.places, *size.places, *has.places])


def _batch_arrival(trail: Inquiry, hop: Hop) -> Check:
    """Whether the other end has the batch in doubt, by the units of work of both."""
    return (
        batch.receiver_committed(trail.estate, hop.manager, hop.partner, hop.name, trail.at)
        if hop.name
        else Check(None)
    )


def means(trail: Inquiry, step: int) -> Check:
    """What it means for a message that it is in a batch in doubt."""
    hop, has = trail.hops[step], _batch_arrival(trail, trail.hops[step])
    partner = hop.partner or trail.estate.fact_of(batch_status(trail, hop), "RQMNAME").value
    return Check(None, MEANS[has.holds].format(partner=partner or said_of.OTHER_END), has.places)
