"""The premises of the claims at the destination: whether the message came there, is there, or was taken."""

from __future__ import annotations

from datetime import timedelta

from mqforensics.objects import causes, checks, done, readers
from mqforensics.objects.check import Check
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.fact import OTHER_HOST, SAME_HOST, Fact, distinct, positive
from mqforensics.objects.readers import handles_command, units_command
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.finding import sentence
from mqforensics.questions.walk.arrival import dead_letters_excluded, fast, refused_goes
from mqforensics.questions.walk.links import (
    PROMPT,
    YES,
    depth,
    dumped_since,
    gone_by_then,
    lately,
    link_to,
    lives,
    margin_of,
    never_came,
    not_in_its_dump,
    outlived,
    status_command,
    status_since,
    unsettled,
)
from mqforensics.questions.walk.trail import Trail

BREAKS = (206, 208, 209, 259, 271, *causes.CLOSING)
"""Messages, by their last digits, of a session that ended without its channel's doing."""


def arrived(trail: Trail, step: int) -> Check:
    """Whether the route ends at a queue that takes messages and is not a transmission queue."""
    end, estate = trail.route.end, trail.estate
    if end.kind != DESTINATION:
        return Check(None, end.said, end.places, end.next)
    usage = estate.fact(end.manager, QUEUES, end.queue, "USAGE")
    if usage.value == "XMITQ" or estate.servers(end.manager, end.queue) or usage.lost:
        return Check(None, f"{end.queue} of {end.manager} may be a transmission queue: {usage.text()}", usage.places)
    found = trail.refusal(step)
    said = found.said or f"whether {end.queue} at {end.manager} can take messages is not shown"
    return Check(True if found.holds is False else None, said, found.places, found.next)


def holds_messages(trail: Trail, step: int) -> Check:
    """Whether messages lie on the destination."""
    end = trail.route.end
    deep = checks.depth(trail.estate, end.manager, end.queue, trail.at)
    look, since = status_command(end.manager, end.queue), dumped_since(trail, end.manager, end.queue, deep)
    if since.said:
        return Check(None, since.said, since.places, look)
    said = f"{deep.text()} on {end.queue} at {end.manager}"
    return Check(deep.says(positive), said, deep.places, look)


def refuses_now(trail: Trail) -> Check:
    """What keeps messages from the destination now, whether it did at the put or not; `said` ends a sentence."""
    found = trail.refusal(len(trail.hops))
    if not found.code or found.holds is not None:
        return Check(False)
    goes = refused_goes(trail, len(trail.hops))
    said = f". {sentence(found.said)} {goes.said}".rstrip(" .")
    return Check(True, said, [*found.places, *goes.places], [*goes.next, *found.next])


def still_there(trail: Trail, step: int) -> Check:
    """Whether nobody can have taken the message from its destination."""
    end, estate = trail.route.end, trail.estate
    open_ = unsettled(trail, end.manager, end.queue)
    uncom = estate.fact(end.manager, ("QSTATUS",), end.queue, "UNCOM", trail.at)
    # An application, other than a channel, commits when it likes.
    if open_.holds or uncom.lost or (open_.holds is None and not trail.hops):
        return Check(None, open_.said, open_.places, open_.next)
    deep = checks.depth(estate, end.manager, end.queue, trail.at)
    if absent := not_in_its_dump(trail, end.manager, end.queue):
        return Check(None, absent, deep.places)
    if trail.at is None:
        return _unread(trail)
    late = outlived(trail, step, deep)
    if late.holds:
        return Check(None, f"it may have expired on {end.queue} at {end.manager}{late.said}", late.places)
    if open_.holds is None:
        return open_
    link = link_to(trail, step, end.manager, end.queue)
    near = _put_just_then(trail, step)
    if link.holds is not True or near.holds or not trail.hops:
        return link
    told = f"{end.queue} at {end.manager} was put to when the message was, or since, and {link.said}: it may be there"
    return _came(trail, step, told, Check(True, link.said, link.places, browse(end.queue, end.manager)))


def _unread(trail: Trail) -> Check:
    end, estate = trail.route.end, trail.estate
    open_ = estate.fact(end.manager, ("QLOCAL", "QUEUE", "QSTATUS"), end.queue, "IPPROCS")
    got, _ = checks.last_local(estate, end.manager, end.queue, "LGET")
    put, _ = checks.last_local(estate, end.manager, end.queue, "LPUT")
    closed = estate.fact(end.manager, QUEUES, end.queue, "GET").value == "DISABLED"
    idle = got and put and got < put
    if checks.shared(estate, end.manager, end.queue) and not closed:
        said = f"{end.queue} is a shared queue, and who reads it at members other than {end.manager} is not shown"
        return Check(None, said, open_.places, status_command(end.manager, end.queue))
    if (open_.says(positive) or open_.lost) and not (closed or idle):
        said = f"{end.queue} at {end.manager} is being read ({open_.text()}): the message may have been taken"
        return Check(None, said, open_.places, browse(end.queue, end.manager))
    if lately(trail, end.manager, end.queue) is False:
        said = f"the last put to {end.queue} at {end.manager} was long before the capture"
        return Check(None, said, [], browse(end.queue, end.manager))
    if got and put and got >= put and not closed:
        said = f"{end.queue} at {end.manager} was read after its last put: the message may have been taken"
        return Check(None, said, [], browse(end.queue, end.manager))
    return YES


def _put_just_then(trail: Trail, step: int) -> Check:
    end = trail.route.end
    put = checks.last(trail.estate, end.manager, end.queue, "LPUT")
    if trail.hops or not put.first or not put.last:
        return Check(None)
    return Check(abs(put.first - trail.at.first) <= SAME_HOST and put.first == put.last)


def _came(trail: Trail, step: int, told: str, link: Check) -> Check:
    """Whether it came, as nothing on the way can have kept or lost it; `told`: what the destination shows."""
    if trail.copied:
        return link
    if trail.request.persistence != 1:
        again = started_again(trail)
        if again.holds:
            return Check(None, f"{told}. {again.said}", [*link.places, *again.places], link.next)
        lost = _in_transit(trail)
        if lost.holds:
            return Check(None, f"{told}{lost.said}", [*link.places, *lost.places], link.next)
    found = [dead_letters_excluded(trail, place) for place in range(len(trail.hops), -1, -1)]
    open_ = sorted((one for one in found if not one.holds), key=lambda one: -one.code)
    if not open_:
        return link
    there, been = ([one.said for one in open_ if one.holds is holds] for holds in (None, False))
    said = f"{told}. Or it may be on the dead-letter queue of {', or of '.join(there)}" if there else told
    said += "".join(f". Or it may have come to the dead-letter queue of {one}" for one in been)
    looks = [command for one in open_ for command in one.next]
    looks = [*looks, *link.next] if open_[0].code else [*link.next, *looks]
    return Check(None, said, distinct([*link.places, *(place for one in open_ for place in one.places)]), looks)


def _in_transit(trail: Trail) -> Check:
    """Whether the message may have been lost between two queue managers; `said` goes on behind a sentence."""
    may_be = any(fast(trail, place + 1).holds is not False for place in range(len(trail.hops)))
    if trail.request.persistence == 1 or not may_be:
        return Check(False)
    broke = broke_then(trail)
    return Check(True, f". A fast message can be lost on its way{broke.said}", broke.places)


def broke_then(trail: Trail) -> Check:
    """Whether a log tells that a channel on the way broke as the message was sent; `said` goes on with a sentence."""
    for hop in trail.hops if trail.at else ():
        found = [one for one in causes.of_hop(trail.log, trail.estate, hop) if one.number in BREAKS and one.last]
        for one in found:
            if trail.at.first - SAME_HOST <= one.last <= trail.at.last + OTHER_HOST:
                return Check(True, f", and {one.channel or hop.name} broke then ({one.message})", [one.place])
    return Check(False)


def taken(trail: Trail, step: int) -> Check:
    """Whether a reader took the message: the queue is empty, all is committed, and it was got after the last put."""
    end, estate = trail.route.end, trail.estate
    uncom = estate.fact(end.manager, ("QSTATUS",), end.queue, "UNCOM", trail.at)
    look = status_command(end.manager, end.queue)
    here = f"{end.queue} at {end.manager} takes messages and is empty"
    work = unsettled(trail, end.manager, end.queue)
    if work.holds and all(one.row.attributes.get("CURDEPTH") == "0" for one in uncom.seen):
        # A put that is not committed is in CURDEPTH: of a queue that one answer shows to be empty only gets are not.
        whose = readers.units(estate, end.manager)
        said = f"{here}, but a get of it is not committed ({uncom.text()}): what was got may come back"
        said += f". Programs with an open unit of work: {', '.join(whose)}" if whose else ""
        who = handles_command(end.manager, end.queue) if whose else units_command(estate, end.manager)
        return Check(None, said, uncom.places, who)
    if work.holds is not False:
        return Check(None, f"{here}, but {work.said}", work.places, work.next)
    by_command = done.cleared(estate, end.manager, end.queue, trail.at)
    if by_command.holds:
        return Check(None, f"{here}, but it {by_command.said}", [*uncom.places, *by_command.places], look)
    got, row = checks.last_local(estate, end.manager, end.queue, "LGET")
    put, _ = checks.last_local(estate, end.manager, end.queue, "LPUT")
    open_ = estate.fact(end.manager, ("QLOCAL", "QUEUE", "QSTATUS"), end.queue, "IPPROCS", trail.at)
    places = [row.place("LPUTTIME"), row.place("LGETTIME")] if row else []
    places = [*uncom.places, *places, *open_.places]
    if not got or not put:
        return _untimed(trail, here, places, look)
    told = f"last put {put:%Y-%m-%d %H:%M:%S}, last get {got:%Y-%m-%d %H:%M:%S}"
    if got < put:
        return Check(None, f"{here}, but its last get is before its last put ({told})", places, look)
    again = started_again(trail)
    if again.holds and trail.request.persistence != 1:
        return Check(None, f"{here} ({told}). {again.said}", [*places, *again.places], look)
    since = _since_the_put(trail, step)
    if since.holds is not True:
        lost = _in_transit(trail) if since.holds is False and trail.request.persistence == 0 else Check(False)
        said = f"{here}; {since.said} ({told}){lost.said}"
        return Check(since.holds, said, [*places, *lost.places], since.next or look)
    known = trail.request.expiry == -1
    prompt = open_.says(positive) and got - put <= PROMPT
    if not known and not prompt:
        said = f"{here}: it was taken or has expired ({told}, {open_.text()})"
        return Check(None, said, places, handles_command(end.manager, end.queue))
    return Check(True, f"{told}, {open_.text()}", places)


def started_again(trail: Trail) -> Check:
    """Whether a queue manager on the way is known to have been started since the put: not all messages outlive that."""
    estate = trail.estate
    for manager, queue in trail.queues:
        again, kept = readers.restarted(estate, manager, trail.at), estate.fact(manager, QUEUES, queue, "NPMCLASS")
        if again.holds and kept.value != "HIGH":
            lost = "was" if kept.value == "NORMAL" else "may have been"
            said = f"{again.said}: a non-persistent message that was on {queue} then {lost} lost"
            return Check(True, said, again.places)
    return Check(False)


def _untimed(trail: Trail, here: str, places: list, look: list) -> Check:
    """What is open of an empty queue of which no last put and get are in the evidence."""
    end, estate = trail.route.end, trail.estate
    again = readers.restarted(estate, end.manager, trail.at)
    off = readers.unmonitored(estate, end.manager, end.queue)
    told = off if again.holds is False or (again.holds is None and off.holds) else again
    said = f"{here}; when it was last put to and got from is not shown{f' ({told.said})' if told.holds else ''}"
    if told is again:
        said = f"{here}. {again.said}, and its last put and last get are not kept over that"
        kept = estate.fact(end.manager, QUEUES, end.queue, "NPMCLASS")
        lost = trail.request.persistence == 0 and kept.value == "NORMAL"
        said += ". A non-persistent message that was not read before was lost then" if lost else ""
    return Check(None, said, [*places, *(told.places if told.holds is not False else ())], look)


def left_lying(trail: Trail) -> Check:
    """Whether the destination has messages that nobody takes, or takes late; `said`: why, as sentences."""
    end, estate = trail.route.end, trail.estate
    if end.kind != DESTINATION or not checks.depth(estate, end.manager, end.queue, trail.at).says(positive):
        return Check(False)
    found = readers.unread(estate, end.manager, end.queue, trail.at)
    return found if found.holds else readers.held_up(estate, end.manager, end.queue, trail.at)


def _since_the_put(trail: Trail, step: int) -> Check:
    """Whether the destination was put to after this message; without its put time no put and no get is its
    own."""
    end, estate = trail.route.end, trail.estate
    put = checks.last(estate, end.manager, end.queue, "LPUT")
    if trail.at is not None:
        margin = SAME_HOST if not trail.hops else OTHER_HOST
        if put.before(trail.at, margin) is True:
            return Check(False, "its last put was before this message, which never came there")
        after = put.first is not None and put.first + (margin if trail.hops else timedelta()) >= trail.at.last
        if not after:
            return Check(None, "whether it was put to since is not known")
        close = put.last is not None and put.last - trail.at.first <= timedelta(minutes=2)
        expiring = None if trail.request.expiry is None and not close else True
        return Check(expiring, "its expiry is not known, and it may have expired before the last get")
    said = "this message was taken, has expired or never came; its put time, which is not given, may tell which"
    return Check(None, said, (), handles_command(end.manager, end.queue))


def not_expiring(trail: Trail, step: int) -> Check:
    """Whether no queue on the way limits how long the message lives, and it was not put with an expiry."""
    limits, places, sure = lives(trail, len(trail.hops))
    if limits:
        tenths, of = min(limits)
        end = trail.route.end
        until = f"after {tenths / 10:g} seconds{of}"
        said = f"{end.queue} at {end.manager} is empty: the message was taken or expired {until}"
        got = checks.last(trail.estate, end.manager, end.queue, "LGET")
        late = trail.at is not None and status_since(trail, end.manager, end.queue)
        if late and got.before(trail.at, margin_of(step)) is True:
            told = [row.place("LGETTIME") for row in late]
            said = f"{end.queue} at {end.manager} is empty, and its last get was before the message: nobody took it"
            said += f". If it came there, it most likely expired {until}"
            return Check(None, said, [*places, *told], handles_command(end.manager, end.queue))
        return Check(None, said, places, handles_command(end.manager, end.queue))
    return Check(True if sure else None, "whether the queue limits expiry is not shown", places)


def never_lost(trail: Trail, step: int) -> Check:
    """Whether a message with a known put time can only have come to the destination."""
    if trail.at is None:
        return YES
    if not trail.hops:
        return YES
    end, got = trail.route.end, taken(trail, step)
    told = f"{end.queue} at {end.manager} was read since ({got.said}): it may have been taken"
    return _came(trail, step, told, Check(True, "", got.places, handles_command(end.manager, end.queue)))


def no_backout_queue(trail: Trail, step: int) -> Check:
    """Whether a reader's rollbacks cannot have moved the message to a backout queue, or to the dead-letter queue.

    Source: documentation, "Handling poison messages in IBM MQ classes for JMS".
    """
    end, estate = trail.route.end, trail.estate
    fact, most = (estate.fact(end.manager, ("QLOCAL", "QUEUE"), end.queue, key) for key in ("BOQNAME", "BOTHRESH"))
    if fact.lost:
        return Check(None, f"whether {end.queue} has a backout queue is not shown", [])
    here = f"{end.queue} at {end.manager} is empty"
    if fact.value:
        return _not_moved(trail, step, fact.value, f"{here}; its backout queue {fact.value}", fact)
    if most.says(positive) is not True:
        return YES
    dead = estate.manager(end.manager, "DEADQ")
    here = f"{here}; what a JMS reader rolls back {most.value} times it puts on the dead-letter queue"
    if not dead.known:
        ask = mqsc("DISPLAY QMGR DEADQ", on=end.manager)
        return Check(None, f"{here}, of which the name is not shown", most.places, ask)
    return _not_moved(trail, step, dead.value, f"{here}: {dead.value}", most) if dead.value else YES


def _not_moved(trail: Trail, step: int, queue: str, told: str, why: Fact) -> Check:
    """Whether a queue to which readers move what they roll back cannot have the message: empty, or not put to since."""
    end, estate = trail.route.end, trail.estate
    deep = checks.depth(estate, end.manager, queue, trail.at)
    old = trail.at is None and lately(trail, end.manager, queue) is False
    if deep.says(positive) is False or old or never_came(trail, step, end.manager, queue):
        return YES
    got, put = (checks.last_local(estate, end.manager, *one)[0] for one in ((end.queue, "LGET"), (queue, "LPUT")))
    then = " was put to when that was last read, and" if got and put and abs(put - got) <= PROMPT else ""
    said = f"{told}{then} may hold the message"
    return Check(None, said, distinct([*why.places, *deep.places]), browse(queue, end.manager))


def come_by_then(trail: Trail, step: int) -> Check:
    """Whether the message had come to its destination, as far as the queues before it tell, when that was captured."""
    return YES if trail.copied else gone_by_then(trail, step)


def fresh_enough(trail: Trail, step: int) -> Check:
    """Whether the destination was captured after the transmission queues on the way, so that nothing came between."""
    if trail.at is not None:
        return gone_by_then(trail, len(trail.hops), timedelta())
    estate, end = trail.estate, trail.route.end
    here = [estate.captured(one.row) for one in checks.depth(estate, end.manager, end.queue).seen]
    for place, hop in enumerate(trail.hops):
        for one in depth(trail, place).seen:
            there = estate.captured(one.row)
            # What came meanwhile is not for this capture to tell.
            if any(span.before(there, OTHER_HOST) is True for span in here):
                said = f"{end.queue} was not captured after {hop.xmitq}"
                return Check(None, said, [one.place], status_command(end.manager, end.queue))
    return YES
