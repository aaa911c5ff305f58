"""The premises of the claims at the source and at transmission queues: each answered yes, no or not known.

Each takes the `Matter` and the step (how many transmission queues the message has passed) and gives a `Check`; those
about channels are in `serving`, about the queue managers that they lead to in `arrival`, about dead letters in
`letters`.
"""

from __future__ import annotations

from datetime import timedelta

from mqforensics.objects import checks, done, in_time, not_started
from mqforensics.objects.check import Check
from mqforensics.objects.checks import INACTIVE, RUNNING
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import SAME_HOST, Fact, distinct, number, positive
from mqforensics.objects.readers import units_command
from mqforensics.objects.route import DESTINATION, NOWHERE, TOPIC, UNDEFINED, Hop
from mqforensics.questions.walk import serving
from mqforensics.questions.walk.links import (
    YES,
    batch_status,
    definition_command,
    depth,
    dumped_since,
    estate_status,
    far_apart,
    gone_by_then,
    lately,
    link_to,
    never_came,
    none_left,
    not_in_its_dump,
    outlived,
    status_command,
    unsettled,
)
from mqforensics.questions.walk.matter import Matter

NOT_SHOWN = "whether it was so when the message was put is not shown"
MONITORED = ("LOW", "MEDIUM", "HIGH")
USUAL = 4194304
"""MAXMSGL that a queue has unless somebody changed it."""


# The source


def undefined(matter: Matter, step: int) -> Check:
    """Whether the name that was put to is shown not to be defined there."""
    end = matter.route.end
    return Check(end.kind == UNDEFINED, end.said, end.places, end.next)


def nowhere(matter: Matter, step: int) -> Check:
    """Whether the definitions lead nowhere from this step on."""
    end = matter.route.end
    here = end.kind == NOWHERE and step == len(matter.hops)
    return Check(here, end.said, end.places, end.next)


def still_so_at_the_put(matter: Matter, step: int) -> Check:
    """Whether what leads nowhere did so when the message was put."""
    if matter.at is None:
        return YES
    end = matter.route.end
    if end.absent:
        events = mqsc("DISPLAY QMGR CMDEV CONFIGEV", on=end.manager)
        again = [*mqsc("DISPLAY QUEUE({}) ALL", end.queue, on=end.manager), *definition_command(matter)]
        told = [one.row for one in matter.estate.absences(end.manager) if one.covers(end.queue)]
        early = bool(told) and all(matter.estate.captured(row).before(matter.at) for row in told)
        said = f"that is from before the message was put: {NOT_SHOWN}" if early else NOT_SHOWN
        return _deleted(matter, events) or Check(None, said, end.places, [*again, *events])
    rows = [row for stop in matter.route.stops for row in stop.rows] + end.rows
    return Check(in_time.held(matter.estate, rows, matter.at), NOT_SHOWN, end.places, definition_command(matter))


def _deleted(matter: Matter, events: list[Command]) -> Check | None:
    """What is shown of a queue that was there when the message was put and is no more; None where nothing is."""
    estate, end = matter.estate, matter.route.end
    rows = [row for row in estate.of(end.manager, QUEUES, end.queue) if in_time.held(estate, [row], matter.at)]
    if not rows:
        return None
    deep = checks.depth(estate, end.manager, end.queue, matter.at)
    said = f"{end.queue} was defined at {end.manager} when the message was put: it was deleted since"
    if deep.says(positive):
        said += f". The last capture of it shows {deep.text()}: the message may have gone with it"
    places = [*end.places, *(row.place() for row in rows), *deep.places]
    return Check(None, said, distinct(places), events)


def no_reply(matter: Matter, step: int) -> Check:
    """Whether nothing hints at a reply, which is opened with the queue manager of ReplyToQMgr."""
    estate, request = matter.estate, matter.request
    if request.object_queue_manager:
        return YES
    for other in estate.managers:
        at_home = estate.of(other, ("QLOCAL",), request.queue) if other != request.queue_manager else []
        way = estate.of(request.queue_manager, QUEUES, other) if at_home else []
        if way and not _never_put_to(matter, request.queue_manager, other):
            said = f"{request.queue} is a queue of {other}, to which {request.queue_manager} has a transmission queue"
            said += ": a reply to it is opened with that queue manager's name"
            text = "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH LPUTDATE LPUTTIME LGETDATE LGETTIME"
            next_ = mqsc(text, other, on=request.queue_manager)
            return Check(None, said, [at_home[0].place(), way[0].place()], next_)
    return YES


def _never_put_to(matter: Matter, manager: str, queue: str) -> bool:
    """Whether the status of a queue shows that nothing was put to it at the time of the message."""
    estate = matter.estate
    if matter.at is not None:
        return checks.last(estate, manager, queue, "LPUT").before(matter.at, SAME_HOST) is True
    rows = estate.newest(estate.of(manager, ("QSTATUS",), queue))
    blank = bool(rows) and all(
        row.attributes.get("LPUTDATE") == "" and row.attributes.get("MONQ") in MONITORED for row in rows
    )
    return blank or lately(matter, manager, queue) is False


def refused_at_source(matter: Matter, step: int) -> Check:
    """Whether the application's own put fails."""
    found, end = matter.refusal(0), matter.route.end
    if end.kind == TOPIC and end.code and not matter.hops:
        held = in_time.held(matter.estate, end.rows, matter.at)
        return Check(held, end.said, end.places, end.next, end.code, end.queue)
    if found.holds and found.code == checks.Q_FULL and matter.at is None and not _long_full(matter):
        # A queue that is full now may have taken the message before.
        said = f"{found.said}: puts fail now with 2053, and the message may be in it"
        return Check(None, said, found.places, found.next)
    return found


def _long_full(matter: Matter) -> bool:
    manager, names, _ = matter.route.queues(0)
    held = bool(matter.hops) and not any(one.value == RUNNING for one in matter.states[0])
    return not held and lately(matter, manager, names[-1]) is False


def full_behind_a_channel(matter: Matter, step: int) -> Check:
    """Whether the first transmission queue is full, so that puts fail until its channel takes messages from it."""
    found = matter.refusal(0) if step == 0 else Check(False)
    here = found.holds and found.code == checks.Q_FULL and found.object == matter.hops[0].xmitq
    return Check(bool(here) and matter.at is None and not matter.seen_on, found.said, found.places)


def accepted_at_source(matter: Matter, step: int) -> Check:
    """Whether nothing on the way to the first queue refused the application's put."""
    found = matter.refusal(0)
    if matter.seen_on or matter.copied:
        return YES
    if matter.at is None:
        holds = None if found.holds or found.said else True
        return Check(holds, found.said, found.places, found.next)
    if found.holds is False and not _surely_put(matter):
        said = "whether the put succeeded is not shown: later puts hide it, and the message may have been too long"
        return Check(None, said, found.places, definition_command(matter))
    return Check({False: True, True: False}.get(found.holds), found.said, found.places, found.next)


def _surely_put(matter: Matter) -> bool:
    # The last put to the first queue is this one, or no ordinary message is too long for any queue that it is put to.
    estate, (manager, names, _) = matter.estate, matter.route.queues(0)
    put = checks.last(estate, manager, names[-1], "LPUT")
    if put.first and put.first == put.last and abs(put.first - matter.at.first) <= SAME_HOST:
        return True
    longest = estate.fact(manager, QUEUES, names[-1], "MAXMSGL").number()
    return longest is not None and longest >= USUAL


def resolved(matter: Matter, step: int) -> Check:
    """Whether the evidence shows what the name is that was put to."""
    end = matter.route.end
    there, elsewhere = bool(matter.hops) or end.kind == DESTINATION, matter.led_elsewhere(0)
    if elsewhere:
        at, text = matter.request.queue_manager, "DISPLAY QLOCAL(*) WHERE(USAGE EQ XMITQ) CURDEPTH"
        text = text if matter.hops else "DISPLAY QSTATUS(*) TYPE(QUEUE) CURDEPTH LPUTDATE LPUTTIME LGETDATE LGETTIME"
        return Check(None, elsewhere.said, elsewhere.places, mqsc(text, on=at))
    return Check(True if there else None, end.said, end.places, end.next)


# A transmission queue


def waits(matter: Matter, step: int) -> Check:
    """Whether the message is on the transmission queue: True, False, or not known."""
    if matter.seen_on and matter.seen_on[0] == step:
        return matter.seen_on[1]
    hop, deep = matter.hops[step], depth(matter, step)
    some = deep.says(positive)
    look = status_command(hop.manager, hop.xmitq)
    if some is None:
        missing = f"{deep.text()} for {hop.xmitq} of {hop.manager}"
        early = checks.depth(matter.estate, hop.manager, hop.xmitq)
        if early.seen and not deep.seen:
            when = in_time.untimed(matter.estate, [one.row for one in early.seen], matter.at)
            missing = f"{early.text()} for {hop.xmitq} of {hop.manager}{when}"
            deep = early
        return Check(None, f"it may be on the transmission queue: {missing}", deep.places, look)
    if (since := dumped_since(matter, hop.manager, hop.xmitq, deep)).said:
        return Check(None, since.said, since.places, look)
    late = gone_by_then(matter, step)
    if not late.holds:
        return Check(None, f"it may have come to {hop.xmitq} of {hop.manager} since: {late.said}", late.places, look)
    if some is False:
        return _empty(matter, hop, deep)
    found = _among(matter, step, hop, deep)
    if found.holds and (absent := not_in_its_dump(matter, hop.manager, hop.xmitq)):
        return Check(None, absent, deep.places, look)
    return found


def _among(matter: Matter, step: int, hop: Hop, deep: Fact) -> Check:
    """Whether the message is among those that are on the transmission queue."""
    if hop.shared:
        return _shared(matter, step, hop, deep)
    if matter.at is None:
        return _passing(matter, step, hop, deep)
    late = outlived(matter, step, deep)
    if late.holds:
        look = status_command(hop.manager, hop.xmitq)
        return Check(None, f"it may have expired on {hop.xmitq} of {hop.manager}{late.said}", late.places, look)
    return _linked(matter, step, hop, deep)


def of_another_time(matter: Matter, step: int) -> Check | None:
    """What is open where the next queue on the way was captured at quite another time than this one."""
    estate, (at, name) = matter.estate, matter.queues[step + 1]
    if matter.at is not None or matter.seen_on:
        return None
    hop = matter.hops[step]
    here = [estate.captured(one.row) for one in depth(matter, step).seen]
    there = [estate.captured(one.row) for one in checks.depth(estate, at, name).seen]
    if not far_apart(here, there):
        return None
    said = f"{hop.xmitq} of {hop.manager} and {name} of {at} were captured more than an hour apart: "
    said += "what a message did between is not shown"
    older = (hop.manager, hop.xmitq) if here[0].before(there[0]) is True else (at, name)
    return Check(None, said, depth(matter, step).places, status_command(*older))


def never_there(matter: Matter, step: int) -> Check | None:
    """What is open where the transmission queue was last put to before the message: what is behind it had others."""
    hop = matter.hops[step]
    places = never_came(matter, step, hop.manager, hop.xmitq)
    if not places or matter.seen_on:
        return None
    said = f"nothing was put to {hop.xmitq} of {hop.manager} since before the message: it never was on that queue"
    if not step:
        return Check(None, said, places, status_command(hop.manager, hop.xmitq))
    name = matter.estate.manager(hop.manager, "DEADQ").value
    look = browse(name, hop.manager) if name else mqsc("DISPLAY QMGR DEADQ", on=hop.manager)
    return Check(None, said, places, look)


def never_left(matter: Matter, step: int) -> Check | None:
    """What is open where nothing was got from the transmission queue since before the message: it has not gone on."""
    hop, deep, places = matter.hops[step], depth(matter, step), none_left(matter, step)
    if not places or matter.seen_on:
        return None
    said = f"nothing was got from {hop.xmitq} of {hop.manager} since before the put: no message put then has gone on"
    if deep.says(positive):
        said += f". What waits there ({deep.text()}) came after it, unless the time of the put is not exact"
    else:
        said += ". It was rolled back, or has expired or was cleared there"
    return Check(None, said, [*deep.places, *places], status_command(hop.manager, hop.xmitq))


def _empty(matter: Matter, hop: Hop, deep: Fact) -> Check:
    estate, rows = matter.estate, batch_status(matter, hop)
    unsettled = checks.uncommitted(estate, hop.manager, hop.xmitq, matter.at)
    lost = estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "UNCOM").lost
    doubt = estate.fact_of(rows, "INDOUBT")
    text = "DISPLAY CHSTATUS({}) SAVED INDOUBT CURLUWID LSTLUWID CURSEQNO LSTSEQNO"
    if doubt.says(lambda value: value == "NO") is not True and (doubt.seen or doubt.lost):
        held = sorted({one.row.name for one in doubt.seen if one.value == "YES"} - {None}) if doubt.conflict else []
        told = f"{', '.join(held)} is in doubt (INDOUBT(YES))" if held else doubt.text()
        said = f"{hop.xmitq} of {hop.manager} is empty, but {told}: a batch may be held"
        next_ = mqsc(text, hop.name or "*", on=hop.manager)
        return Check(None, said, [*deep.places, *doubt.places], next_)
    if unsettled or lost:
        said = f"{hop.xmitq} of {hop.manager} is empty, but puts or gets of it may not be committed"
        places = estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "UNCOM").places
        return Check(None, said, [*deep.places, *places], units_command(matter.estate, hop.manager))
    by_command = done.cleared(estate, hop.manager, hop.xmitq, matter.at)
    if by_command.holds:
        said = f"{hop.xmitq} of {hop.manager} is empty, but it {by_command.said}"
        return Check(None, said, [*deep.places, *by_command.places], status_command(hop.manager, hop.xmitq))
    stuck = [one for states in [matter.states[matter.hops.index(hop)]] for one in states]
    held = [one for one in stuck if one.value in ("STOPPED", "RETRYING", "STOPPING")]
    if matter.at is None and stuck and len(held) == len(stuck):
        said = f"nothing waits on {hop.xmitq} of {hop.manager}{hop.note}, although {held[0].said}"
        next_ = status_command(hop.manager, hop.xmitq)
        return Check(None, said, [*deep.places, *held[0].places], next_)
    return Check(False, f"{hop.xmitq} of {hop.manager} is empty", deep.places)


def _shared(matter: Matter, step: int, hop: Hop, deep: Fact) -> Check:
    # The depth is of all clusters; each channel's own share is in its status.
    estate, rows = matter.estate, estate_status(matter, hop)
    own = estate.fact_of(rows, "XQMSGSA")
    look = (
        mqsc("DISPLAY CHSTATUS({}) XQMSGSA STATUS", hop.name, on=hop.manager)
        if hop.name
        else []
    )
    here = f"{hop.xmitq} of {hop.manager}{hop.note} holds {deep.text()} for all its channels"
    if own.says(positive):
        if matter.at is not None:
            return _linked(matter, step, hop, deep)
        return Check(True, f"{here}, {own.text()} for {hop.name}", [*deep.places, *own.places])
    others = [
        row for row in estate.of(hop.manager, ("CHSTATUS",))
        if row.name not in hop.channels and row.attributes.get("XMITQ") == hop.xmitq and row.attributes.get("XQMSGSA")
    ]  # fmt: skip
    sums = sum(number(row.attributes["XQMSGSA"]) or 0 for row in others)
    if deep.number() is not None and sums >= deep.number() and len({row.name for row in others}) == len(others):
        places = [row.place("XQMSGSA") for row in others]
        return Check(False, f"{here}, all of it for other channels", [*deep.places, *places])
    said = f"{here}; how many of them are for {hop.partner or 'its queue manager'} is not shown"
    return Check(None, said, deep.places, look if not own.seen else browse(hop.xmitq, hop.manager))


def _passing(matter: Matter, step: int, hop: Hop, deep: Fact) -> Check:
    # A message put while the captures were taken; those that a running channel takes within seconds have just come.
    here = f"{deep.text()} on {_named(matter, hop)}"
    age = matter.estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "MSGAGE")
    runs = any(one.value == RUNNING for one in matter.states[step])
    young = age.says(lambda value: (count := number(value)) is not None and count <= 60)
    if runs and young and age.seen and _flowing(matter, hop):
        said = f"messages pass over {hop.xmitq} of {hop.manager} ({deep.text()}, {age.text()})"
        return Check(None, said, [*deep.places, *age.places], browse(hop.xmitq, hop.manager))
    if lately(matter, hop.manager, hop.xmitq) is False:
        said = f"{here}, but its last put was long before the capture"
        return Check(None, said, deep.places, browse(hop.xmitq, hop.manager))
    return Check(True, here, deep.places)


def _named(matter: Matter, hop: Hop) -> str:
    """The transmission queue in words; where its USAGE is not shown, by what it is taken for one."""
    if matter.estate.fact(hop.manager, QUEUES, hop.xmitq, "USAGE").known or hop.shared or not hop.why:
        return f"the transmission queue {hop.xmitq} of {hop.manager}{hop.note}"
    return f"{hop.xmitq} of {hop.manager}, {hop.why} (USAGE not shown)"


def _flowing(matter: Matter, hop: Hop) -> bool:
    got, _ = checks.last_local(matter.estate, hop.manager, hop.xmitq, "LGET")
    put, _ = checks.last_local(matter.estate, hop.manager, hop.xmitq, "LPUT")
    return bool(got and put and abs(got - put) <= timedelta(seconds=60))


def _linked(matter: Matter, step: int, hop: Hop, deep: Fact) -> Check:
    """Whether the message is among those of a queue, by the times of its last put and get and its oldest message."""
    link = link_to(matter, step, hop.manager, hop.xmitq)
    here = f"{deep.text()} on {_named(matter, hop)}"
    places = distinct([*deep.places, *link.places])
    if link.holds is None:
        said = f"{here}; whether the message is among them is not shown"
        return Check(None, said, places, browse(hop.xmitq, hop.manager))
    return Check(link.holds, f"{here}, {link.said}", places)


def committed(matter: Matter, step: int) -> Check:
    """Whether no put to the transmission queue is left uncommitted."""
    hop = matter.hops[step]
    open_ = unsettled(matter, hop.manager, hop.xmitq)
    fact = matter.estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "UNCOM", matter.at)
    batch = matter.estate.fact_of(estate_status(matter, hop), "CURMSGS")
    if matter.seen_on or (serving.in_doubt(matter, step).holds and fact.value and fact.value == batch.value):
        # A browse shows what is committed; and what a batch in doubt holds are gets.
        return YES
    holds = {True: None, False: True}.get(open_.holds, True if matter.at is None and not fact.lost else None)
    if open_.holds is None and _may_be_triggered(matter, step):
        # A put that is not committed triggers nothing: the queue has a depth, and its channel is inactive.
        holds = None
    return Check(holds, open_.said, open_.places, open_.next)


def _may_be_triggered(matter: Matter, step: int) -> bool:
    hop, states = matter.hops[step], matter.states[step]
    idle = [one for one in states if one.value == INACTIVE]
    return any(not not_started.unstarted(matter.estate, hop, one.channel, one.value) for one in idle)
