"""The premises of the claims at the destination: whether the message came there, lies there, or was taken."""

from __future__ import annotations

from datetime import timedelta

from mqforensics.objects import checks
from mqforensics.objects.checks import Check
from mqforensics.objects.commands import browse
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import OTHER_HOST, SAME_HOST, distinct, positive
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.walk.arrival import dead_letters_excluded, fast
from mqforensics.questions.walk.links import (
    PROMPT,
    YES,
    depth,
    handles_command,
    lately,
    link_to,
    not_in_its_dump,
    outlived,
    status_command,
    units_command,
)
from mqforensics.questions.walk.matter import Matter


def arrived(matter: Matter, step: int) -> Check:
    """Whether the route ends at a queue that takes messages and is no transmission queue."""
    end, estate = matter.route.end, matter.estate
    if end.kind != DESTINATION:
        return Check(None, end.said, end.places, end.next)
    usage = estate.fact(end.manager, QUEUES, end.queue, "USAGE")
    if usage.value == "XMITQ" or estate.servers(end.manager, end.queue) or usage.lost:
        return Check(None, f"{end.queue} of {end.manager} may be a transmission queue: {usage.text()}", usage.places)
    found = matter.refusal(step)
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
        return Check(None, said, uncom.places, units_command(matter.estate, end.manager))
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
    if link.holds is not True or near.holds or not matter.hops:
        return link
    told = f"{end.queue} at {end.manager} was put to when the message was, or since, and {link.said}: it may be there"
    return _came(matter, step, told, Check(True, link.said, link.places, browse(end.queue, end.manager)))


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


def _came(matter: Matter, step: int, told: str, link: Check) -> Check:
    """Whether it came, as nothing on the way can have kept or lost it; `told`: what the destination shows."""
    if matter.copied:
        return link
    if matter.request.persistence != 1:
        fast_ = [fast(matter, place + 1).holds for place in range(len(matter.hops))]
        if any(value is not False for value in fast_):
            return Check(None, f"{told}. A fast message can be lost on its way", link.places, link.next)
    found = [dead_letters_excluded(matter, place) for place in range(len(matter.hops), -1, -1)]
    open_ = sorted((one for one in found if not one.holds), key=lambda one: -one.code)
    if not open_:
        return link
    said = f"{told}. Or it may be on the dead-letter queue of {', or of '.join(one.said for one in open_)}"
    looks = [command for one in open_ for command in one.next]
    looks = [*looks, *link.next] if open_[0].code else [*link.next, *looks]
    return Check(None, said, distinct([*link.places, *(place for one in open_ for place in one.places)]), looks)


def taken(matter: Matter, step: int) -> Check:
    """Whether a reader took the message: the queue is empty, all is committed, and it was got after the last put."""
    end, estate = matter.route.end, matter.estate
    uncom = estate.fact(end.manager, ("QSTATUS",), end.queue, "UNCOM", matter.at)
    look = status_command(matter, end.manager, end.queue)
    here = f"{end.queue} at {end.manager} takes messages and is empty"
    if checks.uncommitted(estate, end.manager, end.queue, matter.at) is not False:
        said = f"{here}, but whether every get is committed is not shown ({uncom.text()})"
        return Check(None, said, uncom.places, units_command(matter.estate, end.manager) if uncom.seen else look)
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
        said = f"{here}: it was taken or has expired ({told}, {readers.text()})"
        return Check(None, said, places, handles_command(end.manager, end.queue))
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
        manager, names, _ = matter.route.queues(place)
        cap, at, known = checks.expiry_cap(matter.estate, manager, names)
        caps += [cap] if cap is not None else []
        places, sure = places + at, sure and known
    given = matter.request.expiry
    if caps or (given is not None and given != -1):
        lives = min([*caps, *([given] if given not in (None, -1) else [])]) / 10
        end = matter.route.end
        said = f"{end.queue} at {end.manager} is empty: the message was taken or expired after {lives:g} seconds"
        return Check(None, said, places, handles_command(end.manager, end.queue))
    return Check(True if sure else None, "whether the queue limits expiry is not shown", places)


def never_lost(matter: Matter, step: int) -> Check:
    """Whether a message with a known put time can only have come to the destination."""
    if matter.at is None:
        return YES
    if not matter.hops:
        return YES
    end, got = matter.route.end, taken(matter, step)
    told = f"{end.queue} at {end.manager} was read since ({got.said}): it may have been taken"
    return _came(matter, step, told, Check(True, "", got.places, handles_command(end.manager, end.queue)))


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
