"""The premises of the claims at the source and at transmission queues: each answered yes, no or not known.

Each takes the `Trail` and the step (how many transmission queues the message has passed) and gives a `Check`; those
about channels are in `serving`, about the queue managers that they lead to in `arrival`, about dead-lettered messages
in `letters`.
"""

from __future__ import annotations

from datetime import timedelta

from mqforensics.objects import checks, done, in_time, not_started, readers
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
    all_for_others,
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
from mqforensics.questions.walk.trail import Trail

NOT_SHOWN = "whether it was so when the message was put is not shown"
USUAL = 4194304
"""MAXMSGL that a queue has unless somebody changed it."""


# The source


def undefined(trail: Trail, step: int) -> Check:
    """Whether the name that was put to is known not to be defined there."""
    end = trail.route.end
    return Check(end.kind == UNDEFINED, end.said, end.places, end.next)


def nowhere(trail: Trail, step: int) -> Check:
    """Whether the definitions lead nowhere from this step on."""
    end = trail.route.end
    here = end.kind == NOWHERE and step == len(trail.hops)
    return Check(here, end.said, end.places, end.next)


def still_so_at_the_put(trail: Trail, step: int) -> Check:
    """Whether what leads nowhere did so when the message was put."""
    if trail.at is None:
        return YES
    end = trail.route.end
    if end.absent:
        events = mqsc("DISPLAY QMGR CMDEV CONFIGEV", on=end.manager)
        again = [*mqsc("DISPLAY QUEUE({}) ALL", end.queue, on=end.manager), *definition_command(trail)]
        told = [one.row for one in trail.estate.absences(end.manager) if one.covers(end.queue)]
        early = bool(told) and all(trail.estate.captured(row).before(trail.at) for row in told)
        said = f"that is from before the message was put: {NOT_SHOWN}" if early else NOT_SHOWN
        return _deleted(trail, events) or Check(None, said, end.places, [*again, *events])
    rows = [row for stop in trail.route.stops for row in stop.rows] + end.rows
    return Check(in_time.held(trail.estate, rows, trail.at), NOT_SHOWN, end.places, definition_command(trail))


def _deleted(trail: Trail, events: list[Command]) -> Check | None:
    """What the evidence shows of a queue that was there when the message was put and is no more; None where nothing
    is."""
    estate, end = trail.estate, trail.route.end
    rows = [row for row in estate.of(end.manager, QUEUES, end.queue) if in_time.held(estate, [row], trail.at)]
    if not rows:
        return None
    deep = checks.depth(estate, end.manager, end.queue, trail.at)
    said = f"{end.queue} was defined at {end.manager} when the message was put: it was deleted since"
    if deep.says(positive):
        said += f". The last capture of it shows {deep.text()}: the message may have gone with it"
    places = [*end.places, *(row.place() for row in rows), *deep.places]
    return Check(None, said, distinct(places), events)


def no_reply(trail: Trail, step: int) -> Check:
    """Whether nothing hints at a reply, which is opened with the queue manager of ReplyToQMgr."""
    estate, request = trail.estate, trail.request
    if request.object_queue_manager:
        return YES
    for other in estate.managers:
        at_home = estate.of(other, ("QLOCAL",), request.queue) if other != request.queue_manager else []
        way = estate.of(request.queue_manager, QUEUES, other) if at_home else []
        if way and not _never_put_to(trail, request.queue_manager, other):
            said = f"{request.queue} is a queue of {other}, to which {request.queue_manager} has a transmission queue"
            said += ": a reply to it is opened with that queue manager's name"
            text = "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH LPUTDATE LPUTTIME LGETDATE LGETTIME"
            next_ = mqsc(text, other, on=request.queue_manager)
            return Check(None, said, [at_home[0].place(), way[0].place()], next_)
    return YES


def _never_put_to(trail: Trail, manager: str, queue: str) -> bool:
    """Whether the status of a queue shows that nothing was put to it at the time of the message."""
    estate = trail.estate
    if trail.at is not None:
        return checks.last(estate, manager, queue, "LPUT").before(trail.at, SAME_HOST) is True
    rows = estate.newest(estate.of(manager, ("QSTATUS",), queue))
    blank = bool(rows) and all(map(readers.never_put, rows))
    return blank or lately(trail, manager, queue) is False


def refused_at_source(trail: Trail, step: int) -> Check:
    """Whether the application's own put fails."""
    found, end = trail.refusal(0), trail.route.end
    if end.kind == TOPIC and end.code and not trail.hops:
        held = in_time.held(trail.estate, end.rows, trail.at)
        return Check(held, end.said, end.places, end.next, end.code, end.queue)
    if found.holds and found.code == checks.Q_FULL and trail.at is None and not _long_full(trail):
        # A queue that is full now may have taken the message before.
        said = f"{found.said}: puts fail now with 2053, and the message may be in it"
        return Check(None, said, found.places, found.next)
    return found


def _long_full(trail: Trail) -> bool:
    manager, names, _ = trail.route.queues(0)
    held = bool(trail.hops) and not any(one.value == RUNNING for one in trail.states[0])
    return not held and lately(trail, manager, names[-1]) is False


def full_behind_a_channel(trail: Trail, step: int) -> Check:
    """Whether the first transmission queue is full, so that puts fail until its channel takes messages from it."""
    found = trail.refusal(0) if step == 0 else Check(False)
    here = found.holds and found.code == checks.Q_FULL and found.object == trail.hops[0].xmitq
    return Check(bool(here) and trail.at is None and not trail.seen_on, found.said, found.places)


def accepted_at_source(trail: Trail, step: int) -> Check:
    """Whether nothing on the way to the first queue refused the application's put."""
    found = trail.refusal(0)
    if trail.seen_on or trail.copied:
        return YES
    if trail.at is None:
        holds = None if found.holds or found.said else True
        return Check(holds, found.said, found.places, found.next)
    if found.holds is False and not _surely_put(trail):
        said = "whether the put succeeded is not shown: later puts hide it, and the message may have been too long"
        return Check(None, said, found.places, definition_command(trail))
    return Check({False: True, True: False}.get(found.holds), found.said, found.places, found.next)


def _surely_put(trail: Trail) -> bool:
    # The last put to the first queue is this one, or no ordinary message is too long for any queue that it is put to.
    estate, (manager, names, _) = trail.estate, trail.route.queues(0)
    put = checks.last(estate, manager, names[-1], "LPUT")
    if put.first and put.first == put.last and abs(put.first - trail.at.first) <= SAME_HOST:
        return True
    longest = estate.fact(manager, QUEUES, names[-1], "MAXMSGL").number()
    return longest is not None and longest >= USUAL


def resolved(trail: Trail, step: int) -> Check:
    """Whether the evidence shows what the name is that was put to."""
    end = trail.route.end
    there, elsewhere = bool(trail.hops) or end.kind == DESTINATION, trail.led_elsewhere(0)
    if elsewhere:
        at, text = trail.request.queue_manager, "DISPLAY QLOCAL(*) WHERE(USAGE EQ XMITQ) CURDEPTH"
        text = text if trail.hops else "DISPLAY QSTATUS(*) TYPE(QUEUE) CURDEPTH LPUTDATE LPUTTIME LGETDATE LGETTIME"
        return Check(None, elsewhere.said, elsewhere.places, mqsc(text, on=at))
    return Check(True if there else None, end.said, end.places, end.next)


# A transmission queue


def waits(trail: Trail, step: int) -> Check:
    """Whether the message is on the transmission queue: True, False, or not known."""
    if trail.seen_on and trail.seen_on[0] == step:
        return trail.seen_on[1]
    hop, deep = trail.hops[step], depth(trail, step)
    some = deep.says(positive)
    look = status_command(hop.manager, hop.xmitq)
    if some is None:
        missing = f"{deep.text()} for {hop.xmitq} of {hop.manager}"
        early = checks.depth(trail.estate, hop.manager, hop.xmitq)
        if early.seen and not deep.seen:
            when = in_time.untimed(trail.estate, [one.row for one in early.seen], trail.at)
            missing = f"{early.text()} for {hop.xmitq} of {hop.manager}{when}"
            deep = early
        return Check(None, f"it may be on the transmission queue: {missing}", deep.places, look)
    if (since := dumped_since(trail, hop.manager, hop.xmitq, deep)).said:
        return Check(None, since.said, since.places, look)
    late = gone_by_then(trail, step)
    if not late.holds:
        return Check(None, f"it may have come to {hop.xmitq} of {hop.manager} since: {late.said}", late.places, look)
    if some is False:
        return _empty(trail, hop, deep)
    found = _among(trail, step, hop, deep)
    if found.holds and (absent := not_in_its_dump(trail, hop.manager, hop.xmitq)):
        return Check(None, absent, deep.places, look)
    return found


def _among(trail: Trail, step: int, hop: Hop, deep: Fact) -> Check:
    """Whether the message is among those that are on the transmission queue."""
    if hop.shared:
        return _shared(trail, step, hop, deep)
    if trail.at is None:
        return _passing(trail, step, hop, deep)
    late = outlived(trail, step, deep)
    if late.holds:
        look = status_command(hop.manager, hop.xmitq)
        return Check(None, f"it may have expired on {hop.xmitq} of {hop.manager}{late.said}", late.places, look)
    return _linked(trail, step, hop, deep)


def of_another_time(trail: Trail, step: int) -> Check | None:
    """What is open where the next queue on the way was captured at quite another time than this one."""
    estate, (at, name) = trail.estate, trail.queues[step + 1]
    if trail.at is not None or trail.seen_on:
        return None
    hop = trail.hops[step]
    here = [estate.captured(one.row) for one in depth(trail, step).seen]
    there = [estate.captured(one.row) for one in checks.depth(estate, at, name).seen]
    if not far_apart(here, there):
        return None
    said = f"{hop.xmitq} of {hop.manager} and {name} of {at} were captured more than an hour apart: "
    said += "what a message did between is not shown"
    older = (hop.manager, hop.xmitq) if here[0].before(there[0]) is True else (at, name)
    return Check(None, said, depth(trail, step).places, status_command(*older))


def never_there(trail: Trail, step: int) -> Check | None:
    """What is open where the transmission queue was last put to before the message: what is behind it had others."""
    hop = trail.hops[step]
    places = never_came(trail, step, hop.manager, hop.xmitq)
    if not places or trail.seen_on:
        return None
    said = f"nothing was put to {hop.xmitq} of {hop.manager} since before the message: it never was on that queue"
    if not step:
        return Check(None, said, places, status_command(hop.manager, hop.xmitq))
    name = trail.estate.manager(hop.manager, "DEADQ").value
    look = browse(name, hop.manager) if name else mqsc("DISPLAY QMGR DEADQ", on=hop.manager)
    return Check(None, said, places, look)


def never_left(trail: Trail, step: int) -> Check | None:
    """What is open where nothing was got from the transmission queue since before the message: it has not gone on."""
    hop, deep, places = trail.hops[step], depth(trail, step), none_left(trail, step)
    if not places or trail.seen_on:
        return None
    said = f"nothing was got from {hop.xmitq} of {hop.manager} since before the put: no message put then has gone on"
    if deep.says(positive):
        said += f". What waits there ({deep.text()}) came after it, unless the time of the put is not exact"
    else:
        said += ". It was rolled back, or has expired or was cleared there"
    return Check(None, said, [*deep.places, *places], status_command(hop.manager, hop.xmitq))


def _empty(trail: Trail, hop: Hop, deep: Fact) -> Check:
    estate, rows = trail.estate, batch_status(trail, hop)
    unsettled = checks.uncommitted(estate, hop.manager, hop.xmitq, trail.at)
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
        return Check(None, said, [*deep.places, *places], units_command(trail.estate, hop.manager))
    by_command = done.cleared(estate, hop.manager, hop.xmitq, trail.at)
    if by_command.holds:
        said = f"{hop.xmitq} of {hop.manager} is empty, but it {by_command.said}"
        return Check(None, said, [*deep.places, *by_command.places], status_command(hop.manager, hop.xmitq))
    stuck = [one for states in [trail.states[trail.hops.index(hop)]] for one in states]
    held = [one for one in stuck if one.value in ("STOPPED", "RETRYING", "STOPPING")]
    if trail.at is None and stuck and len(held) == len(stuck):
        said = f"nothing waits on {hop.xmitq} of {hop.manager}{hop.note}, although {held[0].said}"
        next_ = status_command(hop.manager, hop.xmitq)
        return Check(None, said, [*deep.places, *held[0].places], next_)
    return Check(False, f"{hop.xmitq} of {hop.manager} is empty", deep.places)


def _shared(trail: Trail, step: int, hop: Hop, deep: Fact) -> Check:
    # The depth is of all clusters; each channel's own share is in its status.
    estate, rows = trail.estate, estate_status(trail, hop)
    own = estate.fact_of(rows, "XQMSGSA")
    look = mqsc("DISPLAY CHSTATUS({}) XQMSGSA STATUS", hop.name, on=hop.manager) if hop.name else []
    here = f"{hop.xmitq} of {hop.manager}{hop.note} holds {deep.text()} for all its channels"
    if own.says(positive):
        if trail.at is not None:
            return _linked(trail, step, hop, deep)
        return Check(True, f"{here}, {own.text()} for {hop.name}", [*deep.places, *own.places])
    if places := all_for_others(estate, hop, deep):
        return Check(False, f"{here}, all of it for other channels", [*deep.places, *places])
    said = f"{here}; how many of them are for {hop.partner or 'its queue manager'} is not shown"
    return Check(None, said, deep.places, look if not own.seen else browse(hop.xmitq, hop.manager))


def _passing(trail: Trail, step: int, hop: Hop, deep: Fact) -> Check:
    # A message put while the captures were taken; those that a running channel takes within seconds have just come.
    here = f"{deep.text()} on {_named(trail, hop)}"
    age = trail.estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "MSGAGE")
    runs = any(one.value == RUNNING for one in trail.states[step])
    young = age.says(lambda value: (count := number(value)) is not None and count <= 60)
    if runs and young and age.seen and _flowing(trail, hop):
        said = f"messages pass over {hop.xmitq} of {hop.manager} ({deep.text()}, {age.text()})"
        return Check(None, said, [*deep.places, *age.places], browse(hop.xmitq, hop.manager))
    if lately(trail, hop.manager, hop.xmitq) is False:
        said = f"{here}, but its last put was long before the capture"
        return Check(None, said, deep.places, browse(hop.xmitq, hop.manager))
    return Check(True, here, deep.places)


def _named(trail: Trail, hop: Hop) -> str:
    """The transmission queue in words; where its USAGE is not in the evidence, by what it is assumed for one."""
    if trail.estate.fact(hop.manager, QUEUES, hop.xmitq, "USAGE").known or hop.shared or not hop.why:
        return f"the transmission queue {hop.xmitq} of {hop.manager}{hop.note}"
    return f"{hop.xmitq} of {hop.manager}, {hop.why} (USAGE not shown)"


def _flowing(trail: Trail, hop: Hop) -> bool:
    got, _ = checks.last_local(trail.estate, hop.manager, hop.xmitq, "LGET")
    put, _ = checks.last_local(trail.estate, hop.manager, hop.xmitq, "LPUT")
    return bool(got and put and abs(got - put) <= timedelta(seconds=60))


def _linked(trail: Trail, step: int, hop: Hop, deep: Fact) -> Check:
    """Whether the message is among those of a queue, by the times of its last put and get and its oldest message."""
    link = link_to(trail, step, hop.manager, hop.xmitq)
    here = f"{deep.text()} on {_named(trail, hop)}"
    places = distinct([*deep.places, *link.places])
    if link.holds is None:
        said = f"{here}; whether the message is among them is not shown"
        return Check(None, said, places, browse(hop.xmitq, hop.manager))
    return Check(link.holds, f"{here}, {link.said}", places)


def committed(trail: Trail, step: int) -> Check:
    """Whether no put to the transmission queue is left uncommitted."""
    hop = trail.hops[step]
    open_ = unsettled(trail, hop.manager, hop.xmitq)
    fact = trail.estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "UNCOM", trail.at)
    batch = trail.estate.fact_of(estate_status(trail, hop), "CURMSGS")
    if trail.seen_on or (serving.in_doubt(trail, step).holds and fact.value and fact.value == batch.value):
        # A browse shows what is committed; and what a batch in doubt holds are gets.
        return YES
    holds = {True: None, False: True}.get(open_.holds, True if trail.at is None and not fact.lost else None)
    if open_.holds is None and _may_be_triggered(trail, step):
        # A put that is not committed triggers nothing: the queue has a depth, and its channel is inactive.
        holds = None
    return Check(holds, open_.said, open_.places, open_.next)


def _may_be_triggered(trail: Trail, step: int) -> bool:
    hop, states = trail.hops[step], trail.states[step]
    idle = [one for one in states if one.value == INACTIVE]
    return any(not not_started.unstarted(trail.estate, hop, one.channel, one.value) for one in idle)
