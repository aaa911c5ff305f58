"""The premises of the claims at the queue managers that channels lead to, and at the destination."""

from __future__ import annotations

from datetime import timedelta

from mqforensics.objects import checks
from mqforensics.objects.checks import Check
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import DAY, OTHER_HOST, SAME_HOST, positive
from mqforensics.objects.route import DESTINATION, NOWHERE, OPEN, TOPIC, UNDEFINED
from mqforensics.questions.walk.links import (
    NO,
    PROMPT,
    YES,
    depth,
    far_apart,
    handles_command,
    lately,
    link_to,
    not_in_its_dump,
    outlived,
    status_command,
    units_command,
)
from mqforensics.questions.walk.matter import Matter

SHOULD_BE = "so it should be on {0.name}, the dead-letter queue of {0.manager}, but no dump shows it there"

# Another queue manager takes it, or does not


def refused(matter: Matter, step: int) -> Check:
    """Whether the queue manager that a channel leads to cannot put the message where it goes."""
    if step == 0 or step > len(matter.hops):
        return NO
    found = matter.refusal(step)
    manager, names, _ = matter.queues(step)
    if found.holds and found.code == checks.Q_FULL and matter.at is None and lately(matter, manager, names[-1]):
        return Check(None, f"{found.said}, and its last put is of now: the message may be in it", found.places,
                     browse(names[-1], manager))  # fmt: skip
    return found


def accepted(matter: Matter, step: int) -> Check:
    """Whether nothing at this queue manager keeps the message from its next queue."""
    end = matter.route.end
    if step == len(matter.hops) and end.kind in (NOWHERE, UNDEFINED, OPEN, TOPIC):
        return Check(None, end.said, end.places, end.next)
    found = refused(matter, step) if step else matter.refusal(step)
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
        told = SHOULD_BE.format(queue)
    elif none.holds is None:
        told = none.said
    elif matter.request.persistence == 0:
        told = f"{none.said}, so it is lost unless the channel sends it in a batch"
    else:
        unless = "A persistent message" if matter.request.persistence else "Unless it is discarded it"
        told = f"{none.said}. {unless} goes back to {hop.xmitq}, which does not have it now"
    return Check(
        False, f"{found.said}, {told}" if not told[0].isupper() else f"{found.said}. {told}", places, none.next
    )


def not_dead_lettered(matter: Matter, step: int) -> Check:
    """Whether a message that cannot arrive is not on a dead-letter queue, either: where there is one, it should be."""
    if not step or matter.route.end.is_circle:
        return YES
    none = no_dead_letter_queue(matter, step)
    queue = dead_letter_queue(matter, step)
    open_ = f"it may be on a dead-letter queue of {queue.manager}: {none.said}"
    said = SHOULD_BE.format(queue) if none.holds is False else open_
    return none if none.holds else Check(None, said, none.places, none.next)


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
    if queue.usable is False and matter.at is None and _asked_long_ago(matter, step, queue):
        said = f"{queue.fact.text()} of {queue.manager} was captured on quite another day"
        ask = mqsc("DISPLAY QMGR DEADQ", on=queue.manager, zos=matter.zos(queue.manager))
        return Check(None, said, queue.places, ask)
    if queue.usable is False:
        return Check(True, queue.said, queue.places)
    if queue.usable is None:
        return Check(None, queue.said, queue.places, queue.next or browse(queue.name, queue.manager))
    return Check(False, queue.said, queue.places, browse(queue.name, queue.manager))


def _asked_long_ago(matter: Matter, step: int, queue: checks.DeadLetterQueue) -> bool:
    estate, (manager, name) = matter.estate, _refusing(matter, step)
    then = [estate.captured(one.row) for one in queue.fact.seen]
    now = [estate.captured(row) for row in estate.newest(estate.of(manager, QUEUES, name))]
    return far_apart(then, now, DAY)


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


def not_sent_back(matter: Matter, step: int) -> Check:
    """Whether the message did not ask to be sent back to its sender; taken so where nobody says what it asked."""
    asked = matter.request.sent_back
    if asked is None:
        return Check(True, " It is taken that its report options did not ask for it to be sent back.")
    said = "its report options ask for it to be sent back (MQRO_EXCEPTION_WITH_FULL_DATA and MQRO_DISCARD_MSG)"
    return Check(None, f"{said}: look on its reply-to queue") if asked else Check(True, "")


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
    hop = matter.hops[step - 1]
    ends = [row for name in hop.channels for row in matter.estate.of(hop.partner, ("CHSTATUS",), name)]
    waiting = [row for row in matter.estate.newest(ends) if row.attributes.get("STATUS") == "PAUSED"]
    if waiting:
        said = f"{waiting[0].name} is PAUSED at {hop.partner}: it retries to put a message and has not given up"
        return Check(None, said, [waiting[0].place("STATUS")], status_command(matter, *_refusing(matter, step)))
    if matter.at is None:
        return YES
    rows = [row for name in hop.channels for row in checks.receivers(matter.estate, hop.partner, name)]
    counts = [(row.attributes.get("MRRTY", "10"), row.attributes.get("MRTMR", "1000")) for row in rows]
    wait = max((int(n) * int(t) / 1000 for n, t in counts if n.isdigit() and t.isdigit()), default=10)
    shown = [matter.estate.captured(row).first for row in matter.estate.of(hop.partner, ("QMGR", *QUEUES))]
    latest = max((time for time in shown if time), default=None)
    due = matter.at.last + timedelta(seconds=wait) + OTHER_HOST
    return Check(True if latest and latest > due else None, "the channel may still be retrying to put it", [])


def _refusing(matter: Matter, step: int) -> tuple[str | None, str | None]:
    manager, names, _ = matter.queues(step)
    return manager, names[-1] if names else None


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
    return Check(deep.says(positive), said, deep.places, status_command(matter, end.manager, end.queue))


def still_there(matter: Matter, step: int) -> Check:
    """Whether nobody can have taken the message from its destination."""
    end, estate = matter.route.end, matter.estate
    unsettled = checks.uncommitted(estate, end.manager, end.queue, matter.at)
    uncom = estate.fact(end.manager, ("QSTATUS",), end.queue, "UNCOM", matter.at)
    writers = estate.fact(end.manager, ("QLOCAL", "QUEUE", "QSTATUS"), end.queue, "OPPROCS", matter.at)
    if unsettled or uncom.lost or (unsettled is None and not matter.hops and writers.says(positive)):
        said = f"puts or gets of {end.queue} at {end.manager} are not committed"
        return Check(None, said, uncom.places, units_command(matter, end.manager))
    if unsettled is None and not matter.hops:  # an application, not a channel, put it, and commits when it likes
        said = f"whether the puts to {end.queue} at {end.manager} are committed is not shown"
        return Check(None, said, [], status_command(matter, end.manager, end.queue))
    deep = checks.depth(estate, end.manager, end.queue, matter.at)
    if not_in_its_dump(matter, end.manager, end.queue, deep):
        return Check(None, f"the dump of {end.queue} does not hold it", deep.places)
    if matter.at is None:
        return _unread(matter)
    if outlived(matter, deep):
        return Check(None, f"it may have expired on {end.queue} at {end.manager}", deep.places)
    if unsettled is None:
        return Check(
            None,
            f"whether all is committed at {end.queue} is not shown",
            [],
            status_command(matter, end.manager, end.queue),
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
    if checks.shared(estate, end.manager, end.queue) and not (closed or idle):
        said = f"{end.queue} is a shared queue, and who reads it at members other than {end.manager} is not shown"
        return Check(None, said, readers.places, status_command(matter, end.manager, end.queue))
    if (readers.says(positive) or readers.lost) and not (closed or idle):
        said = f"{end.queue} at {end.manager} is being read ({readers.text()}): the message may have been taken"
        return Check(None, said, readers.places, browse(end.queue, end.manager))
    if lately(matter, end.manager, end.queue) is False:
        said = f"the last put to {end.queue} at {end.manager} was long before the capture"
        return Check(None, said, [], browse(end.queue, end.manager))
    if got and put and got >= put and not closed:
        said = f"{end.queue} at {end.manager} was read after its last put: the message may have been taken"
        return Check(None, said, [], browse(end.queue, end.manager))
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
    look = status_command(matter, end.manager, end.queue)
    here = f"{end.queue} at {end.manager} takes messages and is empty"
    if checks.uncommitted(estate, end.manager, end.queue, matter.at) is not False:
        said = f"{here}, but whether every get is committed is not shown ({uncom.text()})"
        return Check(None, said, uncom.places, units_command(matter, end.manager) if uncom.seen else look)
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
        return Check(
            None, f"{here}: it was taken or has expired ({told}, {readers.text()})", places, handles_command(matter)
        )
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
        return Check(None, said, places, handles_command(matter))
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
    estate, end = matter.estate, matter.route.end
    here = [estate.captured(one.row) for one in checks.depth(estate, end.manager, end.queue, matter.at).seen]
    for place, hop in enumerate(matter.hops):
        for one in depth(matter, place).seen:
            there = estate.captured(one.row)
            early = [there.before(span) is not True for span in here]
            if matter.at is None:  # what came meanwhile is not for this capture to tell
                early = [span.before(there, OTHER_HOST) is True for span in here]
            if any(early):
                said = f"{end.queue} was not captured after {hop.xmitq}"
                return Check(None, said, [one.place], status_command(matter, end.manager, end.queue))
    return YES
