"""The premises of the claims: each a question about the message at one step of its way, answered yes, no or not known.

Each takes the `Matter` and the step (how many transmission queues the message has passed) and gives a `Check`.
"""

from __future__ import annotations

from datetime import timedelta

from mqforensics.objects import causes, checks
from mqforensics.objects.checks import INACTIVE, RUNNING, Check
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import OTHER_HOST, SAME_HOST, Fact, Span, distinct, positive
from mqforensics.objects.resolution import DESTINATION, NOWHERE, OPEN, TOPIC, UNDEFINED, Hop
from mqforensics.questions.walk.matter import Matter

STARTING = ("BINDING", "INITIALIZING", "INITIALISING", "STARTING", "REQUESTING", "SWITCHING")
LATELY, PROMPT, DAY = timedelta(minutes=15), timedelta(seconds=5), timedelta(hours=24)
USUAL = 4194304
"""MAXMSGL that a queue has unless somebody changed it."""
YES, NO = Check(True), Check(False)


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
    rows = [row for stop in matter.route.stops for row in stop.rows] + matter.route.end.rows
    held = None if matter.route.end.absent else checks.held(matter.estate, rows, matter.at)
    said = "whether it was so when the message was put is not shown"
    return Check(held, said, matter.route.end.places, _definition(matter))


def no_reply(matter: Matter, step: int) -> Check:
    """Whether nothing hints at a reply, which is opened with the queue manager of ReplyToQMgr."""
    estate, request = matter.estate, matter.request
    if request.object_queue_manager:
        return YES
    for other in estate.managers:
        at_home = estate.of(other, ("QLOCAL",), request.queue) if other != request.queue_manager else []
        way = estate.of(request.queue_manager, QUEUES, other) if at_home else []
        if way:
            said = f"{request.queue} is a queue of {other}, to which {request.queue_manager} has a transmission queue"
            said += ": a reply to it is opened with that queue manager's name"
            text = "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH LPUTDATE LPUTTIME LGETDATE LGETTIME"
            next_ = mqsc(text, other, on=request.queue_manager, zos=matter.zos(request.queue_manager))
            return Check(None, said, [at_home[0].place(), way[0].place()], next_)
    return YES


def refused_at_source(matter: Matter, step: int) -> Check:
    """Whether the application's own put fails."""
    found = matter.refusal(0)
    if found.holds and found.code == checks.Q_FULL and matter.at is None and not _long_full(matter):
        # A queue that is full now may have taken the message before.
        said = f"{found.said}: puts fail now with 2053, and the message may be in it"
        return Check(None, said, found.places, found.next)
    return found


def _long_full(matter: Matter) -> bool:
    manager, names, _ = matter.queues(0)
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
    if matter.seen_on:
        return YES
    if matter.at is None:
        holds = None if found.holds or found.said else True
        return Check(holds, found.said, found.places, found.next)
    if found.holds is False and not _surely_put(matter):
        said = "whether the put succeeded is not shown: later puts hide it, and the message may have been too long"
        return Check(None, said, found.places, _definition(matter))
    return Check({False: True, True: False}.get(found.holds), found.said, found.places, found.next)


def _surely_put(matter: Matter) -> bool:
    # The last put to the first queue is this one, or no ordinary message is too long for any queue that it is put to.
    estate, (manager, names, _) = matter.estate, matter.queues(0)
    put = checks.last(estate, manager, names[-1], "LPUT")
    if put.first and put.first == put.last and abs(put.first - matter.at.first) <= SAME_HOST:
        return True
    longest = estate.fact(manager, QUEUES, names[-1], "MAXMSGL").number()
    return longest is not None and longest >= USUAL


def resolved(matter: Matter, step: int) -> Check:
    """Whether the evidence shows what the name is that was put to."""
    end = matter.route.end
    there = bool(matter.hops) or end.kind == DESTINATION
    return Check(True if there else None, end.said, end.places, end.next)


# A transmission queue


def depth(matter: Matter, step: int) -> Fact:
    """How many messages the transmission queue of a step holds."""
    hop = matter.hops[step]
    return checks.depth(matter.estate, hop.manager, hop.xmitq, matter.at)


def waits(matter: Matter, step: int) -> Check:
    """Whether the message is on the transmission queue: True, False, or not known."""
    if matter.seen_on and matter.seen_on[0] == step:
        return matter.seen_on[1]
    hop, deep = matter.hops[step], depth(matter, step)
    some = deep.says(positive)
    look = _status(matter, hop.manager, hop.xmitq)
    if some is None:
        missing = f"{deep.text()} for {hop.xmitq} of {hop.manager}"
        return Check(None, f"it may be on the transmission queue: {missing}", deep.places, look)
    if some is False:
        return _empty(matter, hop, deep)
    if not_in_its_dump(matter, hop.xmitq, deep):
        return Check(None, f"the dump of {hop.xmitq} does not hold it", deep.places, look)
    if hop.shared:
        return _shared(matter, step, hop, deep)
    if matter.at is None:
        return _passing(matter, step, hop, deep)
    if outlived(matter, deep):
        return Check(None, f"it may have expired on {hop.xmitq} of {hop.manager}", deep.places, look)
    return _linked(matter, step, hop, deep)


def not_in_its_dump(matter: Matter, queue: str | None, deep: Fact) -> bool:
    """Whether the message is known by its identifier, and a dump of all messages of a queue has it not."""
    known = matter.request.msg_id and not matter.mail.of("MsgId")
    return bool(known and deep.number() and matter.mail.dumped(queue) == deep.number())


def outlived(matter: Matter, deep: Fact) -> bool:
    """Whether the message was put with an expiry that had passed when a depth was captured."""
    lives = matter.request.expiry
    if matter.at is None or lives in (None, -1):
        return False
    ends = matter.at.last + timedelta(seconds=lives / 10) - OTHER_HOST
    return any((at := matter.estate.captured(one.row).first) is None or at > ends for one in deep.seen)


def _empty(matter: Matter, hop: Hop, deep: Fact) -> Check:
    estate, rows = matter.estate, estate_status(matter, hop)
    unsettled = checks.uncommitted(estate, hop.manager, hop.xmitq, matter.at)
    lost = estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "UNCOM").lost
    doubt = estate.fact_of(rows, "INDOUBT")
    text = "DISPLAY CHSTATUS({}) SAVED INDOUBT CURLUWID LSTLUWID CURSEQNO LSTSEQNO"
    if doubt.says(lambda value: value == "NO") is not True and (doubt.seen or doubt.lost):
        said = f"{hop.xmitq} of {hop.manager} is empty, but {doubt.text()}: a batch may be held"
        next_ = mqsc(text, hop.name or "*", on=hop.manager, zos=matter.zos(hop.manager))
        return Check(None, said, [*deep.places, *doubt.places], next_)
    if unsettled or lost:
        said = f"{hop.xmitq} of {hop.manager} is empty, but puts or gets of it may not be committed"
        places = estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "UNCOM").places
        return Check(None, said, [*deep.places, *places], _units(matter, hop.manager))
    stuck = [one for states in [matter.states[matter.hops.index(hop)]] for one in states]
    held = [one for one in stuck if one.value in ("STOPPED", "RETRYING", "STOPPING")]
    if matter.at is None and stuck and len(held) == len(stuck):
        said = f"nothing waits on {hop.xmitq} of {hop.manager}, although {held[0].said}"
        next_ = _status(matter, hop.manager, hop.xmitq)
        return Check(None, said, [*deep.places, *held[0].places], next_)
    return Check(False, f"{hop.xmitq} of {hop.manager} is empty", deep.places)


def estate_status(matter: Matter, hop: Hop) -> list:
    """The newest status rows of the channels of a hop."""
    rows = [row for rows in hop.channels.values() for row in rows if row.type == "CHSTATUS"]
    return matter.estate.newest([row for row in rows if matter.estate.after(row, matter.at)])


def _shared(matter: Matter, step: int, hop: Hop, deep: Fact) -> Check:
    # The depth is of all clusters; each channel's own share is in its status.
    estate, rows = matter.estate, estate_status(matter, hop)
    own = estate.fact_of(rows, "XQMSGSA")
    look = (
        mqsc("DISPLAY CHSTATUS({}) XQMSGSA STATUS", hop.name, on=hop.manager, zos=matter.zos(hop.manager))
        if hop.name
        else []
    )
    here = f"{hop.xmitq} of {hop.manager} holds {deep.text()} for all its channels"
    if own.says(positive):
        if matter.at is not None:
            return _linked(matter, step, hop, deep)
        return Check(True, f"{here}, {own.text()} for {hop.name}", [*deep.places, *own.places])
    others = [
        row for row in estate.of(hop.manager, ("CHSTATUS",))
        if row.name not in hop.channels and row.attributes.get("XMITQ") == hop.xmitq and row.attributes.get("XQMSGSA")
    ]  # fmt: skip
    sums = sum(int(row.attributes["XQMSGSA"]) for row in others if row.attributes["XQMSGSA"].isdigit())
    if deep.number() is not None and sums >= deep.number() and len({row.name for row in others}) == len(others):
        places = [row.place("XQMSGSA") for row in others]
        return Check(False, f"{here}, all of it for other channels", [*deep.places, *places])
    said = f"{here}; how many of them are for {hop.partner or 'its queue manager'} is not shown"
    return Check(None, said, deep.places, look if not own.seen else browse(hop.xmitq, hop.manager))


def _passing(matter: Matter, step: int, hop: Hop, deep: Fact) -> Check:
    # A message put while the captures were taken; those that a running channel takes within seconds have just come.
    here = f"{deep.text()} on the transmission queue {hop.xmitq} of {hop.manager}"
    age = matter.estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "MSGAGE")
    runs = any(one.value == RUNNING for one in matter.states[step])
    young = age.says(lambda value: value.isdigit() and int(value) <= 60)
    if runs and young and age.seen and _flowing(matter, hop):
        said = f"messages pass over {hop.xmitq} of {hop.manager} ({deep.text()}, {age.text()})"
        return Check(None, said, [*deep.places, *age.places], browse(hop.xmitq, hop.manager))
    return Check(True, here, deep.places)


def _flowing(matter: Matter, hop: Hop) -> bool:
    got, _ = checks.last_local(matter.estate, hop.manager, hop.xmitq, "LGET")
    put, _ = checks.last_local(matter.estate, hop.manager, hop.xmitq, "LPUT")
    return bool(got and put and abs(got - put) <= timedelta(seconds=60))


def _linked(matter: Matter, step: int, hop: Hop, deep: Fact) -> Check:
    """Whether the message is among those of a queue, by the times of its last put and get and its oldest message."""
    link = link_to(matter, step, hop.manager, hop.xmitq)
    here = f"{deep.text()} on the transmission queue {hop.xmitq} of {hop.manager}"
    places = distinct([*deep.places, *link.places])
    if link.holds is None:
        said = f"{here}; whether the message is among them is not shown"
        return Check(None, said, places, browse(hop.xmitq, hop.manager) if not matter.zos(hop.manager) else link.next)
    return Check(link.holds, f"{here}, {link.said}", places)


def link_to(matter: Matter, step: int, manager: str, queue: str) -> Check:
    """Whether a message that came to a queue at or after its put is still there, by last put, last get and oldest."""
    estate, at = matter.estate, matter.at
    margin = SAME_HOST if step == 0 else OTHER_HOST
    put, got = (checks.last(estate, manager, queue, stem) for stem in ("LPUT", "LGET"))
    rows = estate.newest(estate.of(manager, ("QSTATUS",), queue))
    rows = [row for row in rows if estate.after(row, at)]
    places = [row.place(key) for row in rows for key in ("LPUTTIME", "LGETTIME", "MSGAGE") if key in row.attributes]
    next_ = _status(matter, manager, queue)
    if not rows:
        return Check(None, "no status of it from after the put is shown", [], next_)
    if put.before(at, margin) is True:
        return Check(False, f"the last put to {queue} was before this one", places)
    age = estate.fact_of(rows, "MSGAGE")
    if age.number() is not None and age.number() < 999999999:
        oldest = Span(*(t and t - timedelta(seconds=age.number()) for t in estate.captured(rows[0])))
        if at.before(oldest, margin) is True and checks.uncommitted(estate, manager, queue, at) is False:
            return Check(False, f"the oldest message there came {age.number()} seconds before the capture", places)
    never_got = any("LGETDATE" in row.attributes and not row.attributes["LGETDATE"] for row in rows)
    monitored = any(row.attributes.get("LPUTDATE") for row in rows)
    came = put.first is not None and put.first + margin >= at.last
    if (got.before(at, margin) is True or (never_got and monitored)) and came:
        return Check(True, "nothing was got from it since", places)
    return Check(None, "its last put and last get do not tell", places, next_)


def committed(matter: Matter, step: int) -> Check:
    """Whether no put to the transmission queue is left uncommitted."""
    hop = matter.hops[step]
    unsettled = checks.uncommitted(matter.estate, hop.manager, hop.xmitq, matter.at)
    fact = matter.estate.fact(hop.manager, ("QSTATUS",), hop.xmitq, "UNCOM", matter.at)
    batch = matter.estate.fact_of(estate_status(matter, hop), "CURMSGS")
    if matter.seen_on or (in_doubt(matter, step).holds and fact.value and fact.value == batch.value):
        # A browse shows what is committed; and what a batch in doubt holds are gets.
        return YES
    holds = {True: None, False: True}.get(unsettled, True if matter.at is None and not fact.lost else None)
    if unsettled is None and _may_be_triggered(matter, step):
        # A put that is not committed triggers nothing: the queue has a depth, and its channel is inactive.
        holds = None
    return Check(
        holds, f"puts to {hop.xmitq} may not be committed: {fact.text()}", fact.places, _units(matter, hop.manager)
    )


def _may_be_triggered(matter: Matter, step: int) -> bool:
    hop, states = matter.hops[step], matter.states[step]
    rows = matter.estate.newest(matter.estate.of(hop.manager, QUEUES, hop.xmitq))
    told = any(key in row.attributes for row in rows for key in ("TRIGGER", "NOTRIGGER"))
    return not told and any(one.value == INACTIVE for one in states)


# Its channels


def unserved(matter: Matter, step: int) -> Check:
    """Whether no channel serves the transmission queue."""
    hop = matter.hops[step]
    if hop.shared or hop.channels or hop.xmitq.startswith("SYSTEM."):
        return NO
    places = checks.unserved(matter.estate, hop.manager, hop.xmitq)
    said = f"the evidence does not show which channel serves {hop.xmitq} of {hop.manager}"
    next_ = mqsc("DISPLAY CHANNEL(*) WHERE(XMITQ EQ {})", hop.xmitq, on=hop.manager, zos=matter.zos(hop.manager))
    return Check(True if places else None, said, places, next_)


def none_runs(matter: Matter, step: int) -> Check:
    """Whether every channel that serves the transmission queue is shown not to run."""
    hop, states = matter.hops[step], matter.states[step]
    if not states:
        return Check(None, *_no_channel(matter, hop))
    unclear = [one for one in states if one.value is None]
    starting = [one for one in states if one.value in STARTING]
    running = [one for one in states if one.value == RUNNING]
    places = distinct(place for one in states for place in one.places)
    ask = next((one.channel for one in [*unclear, *starting]), None)
    next_ = mqsc("DISPLAY CHSTATUS({}) ALL", ask, on=hop.manager, zos=matter.zos(hop.manager)) if ask else []
    if running:
        return Check(False, running[0].said, running[0].places)
    if unclear or starting:
        said = unclear[0].said if unclear else f"{starting[0].said}: it is starting"
        return Check(None, said, places, next_)
    other = _other_reader(matter, hop)
    return other or Check(True, "; ".join(one.said for one in states), places)


def _no_channel(matter: Matter, hop: Hop) -> tuple:
    said = f"the evidence does not show which channel serves {hop.xmitq} of {hop.manager}"
    text = "DISPLAY CLUSQMGR(*) CHANNEL STATUS XMITQ" if hop.xmitq.startswith("SYSTEM.CLUSTER.") else None
    if text:
        return said, [], mqsc(text, on=hop.manager, zos=matter.zos(hop.manager))
    next_ = mqsc("DISPLAY CHANNEL(*) WHERE(XMITQ EQ {})", hop.xmitq, on=hop.manager, zos=matter.zos(hop.manager))
    return said, [], next_


def _other_reader(matter: Matter, hop: Hop) -> Check | None:
    # Somebody has the queue open for input, or it triggers a channel that is not among those shown.
    estate = matter.estate
    readers = estate.fact(hop.manager, ("QLOCAL", "QUEUE", "QSTATUS"), hop.xmitq, "IPPROCS", matter.at)
    data = estate.fact(hop.manager, QUEUES, hop.xmitq, "TRIGDATA")
    next_ = mqsc("DISPLAY CHSTATUS(*) ALL", on=hop.manager, zos=matter.zos(hop.manager))
    if readers.says(positive):
        said = f"something has {hop.xmitq} open for input ({readers.text()}), but none of the channels shown runs"
        return Check(None, said, readers.places, next_)
    if (
        data.value
        and data.value not in hop.channels
        and estate.fact(hop.manager, QUEUES, hop.xmitq, "USAGE").value == "XMITQ"
    ):
        defined = [row.attributes.get("XMITQ") for row in estate.of(hop.manager, ("CHANNEL",), data.value)]
        if not defined or hop.xmitq in defined:
            said = f"{hop.xmitq} triggers {data.value}, whose state is not shown"
            ask = mqsc("DISPLAY CHSTATUS({}) ALL", data.value, on=hop.manager, zos=matter.zos(hop.manager))
            return Check(None, said, data.places, ask)
    return None


def one_runs(matter: Matter, step: int) -> Check:
    """Whether a channel that serves the transmission queue runs."""
    running = [one for one in matter.states[step] if one.value == RUNNING]
    return Check(bool(running), running[0].said if running else "", running[0].places if running else [])


def not_overtaken(matter: Matter, step: int) -> Check:
    """Whether no entry of an error log tells, from after the captured status, that the channel runs or has ended."""
    hop = matter.hops[step]
    for one in matter.states[step]:
        spans = [matter.estate.captured(row) for row in one.rows]
        times = [span.last for span in spans]
        if not times or None in times:
            continue
        entries = [
            e for e in causes.of_hop(matter.log, matter.estate, hop, one.channel) if e.queue_manager == hop.manager
        ]
        later = [entry for entry in entries if entry.last and entry.last > max(times) + SAME_HOST]
        told = [entry for entry in later if entry.number in (*causes.STARTED, *causes.ENDED_WELL, *causes.CAUSES)]
        if told and (told[-1].number in causes.STARTED) != (one.value == RUNNING):
            said = f"the status of {one.channel} ({one.value}) is older than the error log: {told[-1].said}"
            next_ = mqsc("DISPLAY CHSTATUS({}) ALL", one.channel, on=hop.manager, zos=matter.zos(hop.manager))
            return Check(None, said, [*one.places, told[-1].place], next_)
    return YES


def in_doubt(matter: Matter, step: int) -> Check:
    """Whether a channel that does not run holds a batch of which it waits to hear."""
    hop, rows = matter.hops[step], estate_status(matter, matter.hops[step])
    fact, batch = matter.estate.fact_of(rows, "INDOUBT"), matter.estate.fact_of(rows, "CURMSGS")
    if fact.value != "YES" or any(one.value == RUNNING for one in matter.states[step]):
        return NO
    said = f"{hop.name or 'a channel'} of {hop.manager} is in doubt about a batch ({fact.text()}, {batch.text()})"
    return Check(True, said, [*fact.places, *batch.places])


def batch_settled(matter: Matter, step: int) -> Check:
    """Whether the message cannot be in a batch in doubt instead."""
    hop, rows = matter.hops[step], estate_status(matter, matter.hops[step])
    fact = matter.estate.fact_of(rows, "INDOUBT")
    free = fact.says(lambda value: value == "NO") or (not fact.seen and not fact.lost)
    if free or matter.seen_on or (matter.request.persistence == 0 and not fact.lost):
        return YES
    text = "DISPLAY CHSTATUS({}) ALL"
    next_ = mqsc(text, hop.name or "*", on=hop.manager, zos=matter.zos(hop.manager))
    return Check(None, f"whether it is in a batch in doubt is not shown ({fact.text()})", fact.places, next_)


def in_the_batch(matter: Matter, step: int) -> Check:
    """Whether the message is in the batch in doubt."""
    hop, rows = matter.hops[step], estate_status(matter, matter.hops[step])
    batch = matter.estate.fact_of(rows, "CURMSGS")
    text = "DISPLAY CHSTATUS({}) SAVED CURLUWID LSTLUWID CURSEQNO LSTSEQNO"
    next_ = mqsc(text, hop.name, on=hop.partner, zos=matter.zos(hop.partner)) if hop.name and hop.partner else []
    said = (
        f"{batch.value or 'some'} messages are in doubt at {hop.manager}; whether this one is among them is not shown"
    )
    if not batch.says(positive) or not hop.name or not matter.states[step] or matter.states[step][0].value is None:
        return Check(None, said, batch.places, next_)
    if matter.request.persistence == 0 and checks.speed(matter.estate, rows, []).holds is not False:
        return Check(None, f"{said}: fast messages are never in doubt", batch.places, next_)
    if matter.at is None:
        return Check(True, "", batch.places)
    return Check(None, said, batch.places, next_)


# Another queue manager takes it, or does not


def refused(matter: Matter, step: int) -> Check:
    """Whether the queue manager that a channel leads to cannot put the message where it goes."""
    if step == 0 or step > len(matter.hops):
        return NO
    return matter.refusal(step)


def accepted(matter: Matter, step: int) -> Check:
    """Whether nothing at this queue manager keeps the message from its next queue."""
    end = matter.route.end
    if step == len(matter.hops) and end.kind in (NOWHERE, UNDEFINED, OPEN, TOPIC):
        return Check(None, end.said, end.places, end.next)
    found = matter.refusal(step)
    if found.holds:
        return _not_accepted(matter, step, found) if step else Check(False, found.said, found.places, found.next)
    if found.said and step:
        return Check(None, found.said, found.places, found.next)
    return Check(True, "", found.places)


def _not_accepted(matter: Matter, step: int, found: Check) -> Check:
    hop, queue = matter.hops[step - 1], dead_letter_queue(matter, step)
    none = no_dead_letter_queue(matter, step)
    places = [*found.places, *none.places]
    if none.holds is False:
        told = f"so it should be on {queue.name}, the dead-letter queue of {queue.manager}, but no dump shows it there"
    elif none.holds is None:
        told = none.said
    elif matter.request.persistence == 0:
        told = f"{none.said}, so it is lost unless the channel sends it in a batch"
    else:
        told = f"{none.said}. Unless it is discarded it goes back to {hop.xmitq}, which does not have it now"
    return Check(
        False, f"{found.said}, {told}" if not told[0].isupper() else f"{found.said}. {told}", places, none.next
    )


def dead_letter_queue(matter: Matter, step: int) -> checks.DeadLetterQueue:
    """The dead-letter queue of the queue manager of a step."""
    manager = matter.hops[step - 1].partner if step else matter.request.queue_manager
    return checks.dead_letter_queue(matter.estate, manager, matter.at)


def no_dead_letter_queue(matter: Matter, step: int) -> Check:
    """Whether the channel cannot put the message to a dead-letter queue."""
    hop, queue = matter.hops[step - 1], dead_letter_queue(matter, step)
    for name in hop.channels:
        used = matter.estate.fact_of(checks.receivers(matter.estate, hop.partner, name), "USEDLQ")
        if checks.value_at(matter.estate, used, matter.at) == "NO":
            return Check(True, f"the channel {name} does not use the dead-letter queue (USEDLQ(NO))", used.places)
    if queue.usable is False:
        return Check(True, queue.said, queue.places)
    if queue.usable is None:
        return Check(None, queue.said, queue.places, queue.next or browse(queue.name, queue.manager))
    return Check(False, queue.said, queue.places, browse(queue.name, queue.manager))


def not_persistent(matter: Matter, step: int) -> Check:
    """Whether the message is known to be non-persistent."""
    given = matter.request.persistence
    said = "a non-persistent message is discarded then, a persistent one stays at the sender; which it was is not known"
    request = matter.request
    text = "DISPLAY QUEUE({}) DEFPSIST"
    next_ = mqsc(text, request.queue, on=request.queue_manager, zos=matter.zos(request.queue_manager))
    return (
        Check(None, said, [], next_) if given is None else Check(given == 0, "a persistent message is never discarded")
    )


def fast(matter: Matter, step: int) -> Check:
    """Whether non-persistent messages travel outside the batch."""
    hop = matter.hops[step - 1]
    answers = []
    for name, rows in hop.channels.items():
        ends = checks.receivers(matter.estate, hop.partner, name)
        answers.append(checks.speed(matter.estate, rows, ends, matter.at))
    if len(answers) == 1:
        answer = answers[0]
        form = "DISPLAY CHANNEL({}) NPMSPEED USEDLQ"
        answer.next = mqsc(form, hop.name, on=hop.partner, zos=matter.zos(hop.partner))
        return answer
    return Check(None, "which channel it took is not shown", [])


def retries_over(matter: Matter, step: int) -> Check:
    """Whether the channel's retries for the message are over."""
    if matter.at is None:
        return YES
    hop = matter.hops[step - 1]
    rows = [row for name in hop.channels for row in checks.receivers(matter.estate, hop.partner, name)]
    counts = [(row.attributes.get("MRRTY", "10"), row.attributes.get("MRTMR", "1000")) for row in rows]
    wait = max((int(n) * int(t) / 1000 for n, t in counts if n.isdigit() and t.isdigit()), default=10)
    shown = [matter.estate.captured(row).first for row in matter.estate.of(hop.partner, ("QMGR", *QUEUES))]
    latest = max((time for time in shown if time), default=None)
    due = matter.at.last + timedelta(seconds=wait) + OTHER_HOST
    return Check(True if latest and latest > due else None, "the channel may still be retrying to put it", [])


# The destination


def arrived(matter: Matter, step: int) -> Check:
    """Whether the route ends at a queue that takes messages and is no transmission queue."""
    end, estate = matter.route.end, matter.estate
    if end.kind != DESTINATION:
        return Check(None, end.said, end.places, end.next)
    usage = estate.fact(end.manager, QUEUES, end.queue, "USAGE")
    if usage.value == "XMITQ" or estate.servers(end.manager, end.queue) or usage.lost:
        return Check(None, f"{end.queue} of {end.manager} may be a transmission queue: {usage.text()}", usage.places)
    found = matter.refusal(step)
    mirror = estate.fact(end.manager, QUEUES, end.queue, "STREAMQ")
    must = estate.fact(end.manager, QUEUES, end.queue, "STRMQOS").value
    if (
        mirror.value
        and must == "MUSTDUP"
        and checks.refuses(estate, end.manager, [mirror.value], matter.at).holds is not False
    ):
        return Check(None, f"puts to {end.queue} fail while {mirror.value} cannot take the copy", mirror.places)
    said = found.said or f"whether {end.queue} at {end.manager} can take messages is not shown"
    return Check(True if found.holds is False else None, said, found.places, found.next)


def holds_messages(matter: Matter, step: int) -> Check:
    """Whether messages lie on the destination."""
    end = matter.route.end
    deep = checks.depth(matter.estate, end.manager, end.queue, matter.at)
    said = f"{deep.text()} on {end.queue} at {end.manager}"
    return Check(deep.says(positive), said, deep.places, _status(matter, end.manager, end.queue))


def still_there(matter: Matter, step: int) -> Check:
    """Whether nobody can have taken the message from its destination."""
    end, estate = matter.route.end, matter.estate
    unsettled = checks.uncommitted(estate, end.manager, end.queue, matter.at)
    uncom = estate.fact(end.manager, ("QSTATUS",), end.queue, "UNCOM", matter.at)
    writers = estate.fact(end.manager, ("QLOCAL", "QUEUE", "QSTATUS"), end.queue, "OPPROCS", matter.at)
    if unsettled or uncom.lost or (unsettled is None and not matter.hops and writers.says(positive)):
        said = f"puts or gets of {end.queue} at {end.manager} are not committed"
        return Check(None, said, uncom.places, _units(matter, end.manager))
    deep = checks.depth(estate, end.manager, end.queue, matter.at)
    if not_in_its_dump(matter, end.queue, deep):
        return Check(None, f"the dump of {end.queue} does not hold it", deep.places)
    if matter.at is None:
        return _unread(matter)
    if outlived(matter, deep):
        return Check(None, f"it may have expired on {end.queue} at {end.manager}", deep.places)
    if unsettled is None:
        return Check(
            None, f"whether all is committed at {end.queue} is not shown", [], _status(matter, end.manager, end.queue)
        )
    link = link_to(matter, step, end.manager, end.queue)
    near = _put_just_then(matter, step)
    return link if link.holds is not True or near.holds or not matter.hops else _came(matter, step, link)


def _unread(matter: Matter) -> Check:
    end, estate = matter.route.end, matter.estate
    readers = estate.fact(end.manager, ("QLOCAL", "QUEUE", "QSTATUS"), end.queue, "IPPROCS")
    got, _ = checks.last_local(estate, end.manager, end.queue, "LGET")
    put, _ = checks.last_local(estate, end.manager, end.queue, "LPUT")
    closed = estate.fact(end.manager, QUEUES, end.queue, "GET").value == "DISABLED"
    idle = got and put and got < put
    if (readers.says(positive) or readers.lost) and not (closed or idle):
        said = f"{end.queue} at {end.manager} is being read ({readers.text()}): the message may have been taken"
        return Check(None, said, readers.places, browse(end.queue, end.manager))
    return YES


def _put_just_then(matter: Matter, step: int) -> Check:
    end = matter.route.end
    put = checks.last(matter.estate, end.manager, end.queue, "LPUT")
    if matter.hops or not put.first or not put.last:
        return Check(None)
    return Check(abs(put.first - matter.at.first) <= SAME_HOST and put.first == put.last)


def _came(matter: Matter, step: int, link: Check) -> Check:
    # On another queue manager: it came only if nothing on the way can have kept or lost it.
    if matter.request.persistence != 1:
        fast_ = [fast(matter, place + 1).holds for place in range(len(matter.hops))]
        if any(value is not False for value in fast_):
            return Check(None, "a fast message can be lost on its way", link.places)
    for place in range(len(matter.hops) + 1):
        empty = dead_letters_excluded(matter, place)
        if not empty.holds:
            return empty
    return link


def dead_letters_excluded(matter: Matter, step: int) -> Check:
    """Whether the message is not on the dead-letter queue of a step: there is none, or nothing came to it since."""
    manager = matter.hops[step - 1].partner if step else matter.request.queue_manager
    fact = matter.estate.manager(manager, "DEADQ")
    name = checks.value_at(matter.estate, fact, matter.at)
    if name == "":
        return YES
    deep = checks.depth(matter.estate, manager, fact.value, matter.at)
    readers = matter.estate.fact(manager, ("QLOCAL", "QSTATUS"), fact.value, "IPPROCS", matter.at)
    put = checks.last(matter.estate, manager, fact.value, "LPUT")
    quiet = matter.at is not None and put.before(matter.at, OTHER_HOST) is True
    if name and (quiet or (deep.value == "0" and readers.value == "0")):
        return YES
    said = f"it may be on the dead-letter queue of {manager}: {fact.text()}"
    next_ = (
        browse(fact.value, manager) if fact.value else mqsc("DISPLAY QMGR DEADQ", on=manager, zos=matter.zos(manager))
    )
    return Check(None, said, [*fact.places, *deep.places], next_)


def taken(matter: Matter, step: int) -> Check:
    """Whether a reader took the message: the queue is empty, all is committed, and it was got after the last put."""
    end, estate = matter.route.end, matter.estate
    uncom = estate.fact(end.manager, ("QSTATUS",), end.queue, "UNCOM", matter.at)
    look = _status(matter, end.manager, end.queue)
    here = f"{end.queue} at {end.manager} takes messages and is empty"
    if checks.uncommitted(estate, end.manager, end.queue, matter.at) is not False:
        said = f"{here}, but whether every get is committed is not shown ({uncom.text()})"
        return Check(None, said, uncom.places, _units(matter, end.manager) if uncom.seen else look)
    got, row = checks.last_local(estate, end.manager, end.queue, "LGET")
    put, _ = checks.last_local(estate, end.manager, end.queue, "LPUT")
    readers = estate.fact(end.manager, ("QLOCAL", "QUEUE", "QSTATUS"), end.queue, "IPPROCS", matter.at)
    places = [row.place("LPUTTIME"), row.place("LGETTIME")] if row else []
    places = [*uncom.places, *places, *readers.places]
    if not got or not put:
        return Check(None, f"{here}; when it was last put to and got from is not shown", places, look)
    told = f"last put {put:%Y-%m-%d %H:%M:%S}, last get {got:%Y-%m-%d %H:%M:%S}"
    if got < put:
        return Check(None, f"{here}, but its last get is before its last put ({told})", places, look)
    since = _since_the_put(matter, step)
    if since.holds is not True:
        return Check(since.holds, f"{here}; {since.said} ({told})", places, since.next or look)
    known = matter.request.expiry == -1
    prompt = readers.says(positive) and got - put <= PROMPT
    if not known and not prompt:
        return Check(None, f"{here}: it was taken or has expired ({told}, {readers.text()})", places, _handles(matter))
    return Check(True, f"{told}, {readers.text()}", places)


def _since_the_put(matter: Matter, step: int) -> Check:
    end, estate = matter.route.end, matter.estate
    put = checks.last(estate, end.manager, end.queue, "LPUT")
    if matter.at is not None:
        margin = SAME_HOST if not matter.hops else OTHER_HOST
        if put.before(matter.at, margin) is True:
            return Check(False, "its last put was before this message, which never came there")
        after = put.first is not None and put.first + (margin if matter.hops else timedelta()) >= matter.at.last
        if not after:
            return Check(None, "whether it was put to since is not known")
        close = put.last is not None and put.last - matter.at.first <= timedelta(minutes=2)
        expiring = None if matter.request.expiry is None and not close else True
        return Check(expiring, "a message put so long before the last get may have expired")
    recent = lately(matter, end.manager, end.queue)
    return Check(True if recent else None, "its last put is not of the time of the capture")


def lately(matter: Matter, manager: str | None, queue: str | None) -> bool | None:
    """Whether a queue was last put to within a quarter of an hour before its capture."""
    estate, clock = matter.estate, matter.estate.clock(manager)
    rows = [row for row in estate.newest(estate.of(manager, ("QSTATUS",), queue)) if "LPUT" in row.times]
    ages = []
    for row in rows:
        at = estate.captured(row).first
        if at and clock.least == clock.most:
            ages.append(at - clock.utc(row.times["LPUT"]).first)
        elif row.captured:
            ages.append(row.captured - row.times["LPUT"])
    return all(age <= LATELY for age in ages) if ages else None


def not_expiring(matter: Matter, step: int) -> Check:
    """Whether no queue on the way limits how long the message lives, and it was not put with an expiry."""
    caps, places, sure = [], [], True
    for place in range(len(matter.hops) + 1):
        manager, names, _ = matter.queues(place)
        cap, at, known = checks.expiry_cap(matter.estate, manager, names)
        caps += [cap] if cap is not None else []
        places, sure = places + at, sure and known
    given = matter.request.expiry
    if caps or (given is not None and given != -1):
        lives = min([*caps, *([given] if given not in (None, -1) else [])]) / 10
        end = matter.route.end
        said = f"{end.queue} at {end.manager} is empty: the message was taken or expired after {lives:g} seconds"
        return Check(None, said, places, _handles(matter))
    return Check(True if sure else None, "whether the queue limits expiry is not shown", places)


def never_lost(matter: Matter, step: int) -> Check:
    """Whether a message with a known put time can only have come to the destination."""
    if matter.at is None:
        return YES
    return _came(matter, step, YES) if matter.hops else YES


def no_backout_queue(matter: Matter, step: int) -> Check:
    """Whether a reader's rollbacks cannot have moved the message to a backout queue."""
    end, estate = matter.route.end, matter.estate
    fact = estate.fact(end.manager, ("QLOCAL",), end.queue, "BOQNAME")
    if fact.lost:
        return Check(None, f"whether {end.queue} has a backout queue is not shown", [])
    if not fact.value:
        return YES
    deep = checks.depth(estate, end.manager, fact.value, matter.at)
    said = f"{end.queue} at {end.manager} is empty; its backout queue {fact.value} may hold the message"
    return Check(True if deep.says(positive) is False else None, said, fact.places, browse(fact.value, end.manager))


def fresh_enough(matter: Matter, step: int) -> Check:
    """Whether the destination was captured after the transmission queues on the way, so that nothing came between."""
    if matter.at is None:
        return YES
    estate, end = matter.estate, matter.route.end
    here = [estate.captured(one.row) for one in checks.depth(estate, end.manager, end.queue, matter.at).seen]
    for place, hop in enumerate(matter.hops):
        for one in depth(matter, place).seen:
            if not all(estate.captured(one.row).before(span) is True for span in here):
                said = f"{end.queue} was not captured after {hop.xmitq}"
                return Check(None, said, [one.place], _status(matter, end.manager, end.queue))
    return YES


# Commands


def _status(matter: Matter, manager: str | None, queue: str | None) -> list:
    text = "DISPLAY QSTATUS({}) TYPE(QUEUE) CURDEPTH UNCOM MSGAGE IPPROCS LPUTDATE LPUTTIME LGETDATE LGETTIME"
    return mqsc(text, queue, on=manager, zos=matter.zos(manager))


def _units(matter: Matter, manager: str | None) -> list:
    if matter.zos(manager):
        return mqsc("DISPLAY THREAD(*) TYPE(INDOUBT)", on=manager, zos=True)
    return mqsc("DISPLAY CONN(*) TYPE(CONN) WHERE(UOWSTATE NE NONE) APPLTAG PID UOWLOGDA UOWLOGTI", on=manager)


def _handles(matter: Matter) -> list:
    end = matter.route.end
    text = "DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG USERID CONNAME INPUT"
    return mqsc(text, end.queue, on=end.manager, zos=matter.zos(end.manager))


def _definition(matter: Matter) -> list:
    request = matter.request
    text = "DISPLAY QUEUE({}) ALL"
    return mqsc(text, request.queue, on=request.queue_manager, zos=matter.zos(request.queue_manager))
