"""Which statements about one message are true at the present moment of the model.

A statement is (code, queue manager, object): the codes of the walk, and what the verdict is about. Where one fact may
be said of several objects (the definition or the queue that it misses), each of them is a true statement.
"""

from __future__ import annotations

from tests.simulated.model import PROTECTION, Estate, Message
from tests.simulated.resolve import Refused, resolve

UNKNOWN = "UNKNOWN"
USUAL = 4194304
"""What a queue takes where nobody altered it, in bytes."""
NAMES = {2085, 2082, 2001, 2184, 2087, 2196, 2091, 2092, 2197, 2198, 2199, 2270, 2189}
"""Reasons of names that do not resolve; every other reason of a put is a refusal by an object that is there."""

A_TRY = 61.0
"""By so many seconds at most two tries of a channel follow one another (SHORTTMR)."""


def statements(estate: Estate, message: Message) -> set[tuple[str, str, str]]:
    """All that may be said of the message now."""
    kind, *rest = message.place
    if kind == "new":
        return set()
    said = TOLD[kind](estate, message, *rest)
    if message.copied:
        said |= _held(estate, message)
    if message.arrived:
        # A confirmation of arrival proves for ever that it came there, whatever became of it.
        manager, name = message.arrived
        said |= {("DELIVERED", manager, one) for one in _names(estate, manager, name)}
    if message.moved:
        said |= {("MOVED", *message.moved)}
    if message.place[0] == "queue" and (message.moved or message.place[2] == PROTECTION):
        said |= {("MOVED", *message.place[1:3])}
    return _members(estate, said | _misled(estate, message))


def _members(estate: Estate, said: set) -> set:
    """The same of every member of a group, where it is of a shared queue."""
    more = set()
    for code, manager, name in said:
        queue = estate.managers[manager].queues.get(name) if manager in estate.managers else None
        if queue is not None and queue.qsgdisp:
            more |= {
                (code, m.name, name) for m in estate.managers.values() if m.group == estate.managers[manager].group
            }
    return said | more


def agrees(said: tuple, acceptable: set) -> bool:
    """Whether a statement is one of the acceptable; a queue manager or object that it leaves open contradicts none."""
    return any(
        all(one in (None, right) for one, right in zip(said, true, strict=True)) for true in acceptable if said[0]
    )


def _queued(estate: Estate, message: Message, manager: str, name: str) -> set:
    queue = estate.managers[manager].queues[name]
    if message.dead:
        codes = ["ON_DLQ"]
        if _sending(estate, message, manager):
            codes.append("ON_SENDER_DLQ")
        return {(code, manager, name) for code in codes}
    if queue.is_xmitq:
        return _waiting(estate, message, manager, name)
    said = {("DELIVERED", manager, one) for one in _names(estate, manager, name)}
    if message.expired(estate.now):
        said |= {("EXPIRED", manager, name)}
    return said


def _waiting(estate: Estate, message: Message, manager: str, name: str) -> set:
    serving = [c for c in estate.serving(manager, name) if c.kind != "CLUSSDR" or c.name == message.via]
    said = {("WAITING_ON_XMITQ", manager, name)}
    if not serving:
        return said | {("NO_CHANNEL", manager, name)}
    if not any(c.status == "RUNNING" and not _tries_again(estate, c) for c in serving):
        said |= {("CHANNEL_NOT_RUNNING", manager, c.name) for c in serving}
    # A message behind a batch in doubt: the channel is in doubt, whether this message is in the batch or waits for it.
    said |= {("IN_DOUBT", manager, one) for c in serving if c.batch for one in (c.name, name)}
    return said | ({("EXPIRED", manager, name)} if message.expired(estate.now) else set())


def _tries_again(estate: Estate, channel) -> bool:
    """Whether it tries once a minute: a display catches it in between, or in the seconds of a try."""
    tries = channel.__dict__["past"].get("status", ())
    return any(status == "RETRYING" and estate.now - at <= A_TRY for at, status in tries)


def _sending(estate: Estate, message: Message, manager: str) -> bool:
    # A dead letter of the sending end, or of a queue manager on the way: that one sends, too.
    return message.dest[1] not in ("", manager)


def _names(estate: Estate, manager: str, name: str) -> set[str]:
    queues = estate.managers[manager].queues.values()
    return {name} | {q.name for q in queues if q.kind == "QALIAS" and q.target == name and q.targtype == "QUEUE"}


def _held(estate: Estate, message: Message) -> set:
    holders = [
        (m.name, c) for m in estate.managers.values() for c in m.channels.values() if message in c.batch
    ]  # fmt: skip
    return {("IN_DOUBT", m, name) for m, c in holders for name in (c.name, c.xmitq)}


def _in_doubt(estate: Estate, message: Message, manager: str, channel: str) -> set:
    return _held(estate, message) | {("CHANNEL_NOT_RUNNING", manager, channel)}


def _consumed(estate: Estate, message: Message, manager: str, name: str) -> set:
    if message.dead:  # a handler took it
        return {("MOVED", manager, name)}
    led = {message.dest[0]} if message.dest[1] == manager else set()  # its alias may have been deleted since
    return {("CONSUMED", manager, one) for one in _names(estate, manager, name) | led}


def _expired(estate: Estate, message: Message, manager: str, name: str) -> set:
    return {("EXPIRED", manager, one) for one in _names(estate, manager, name)}


def _discarded(estate: Estate, message: Message, manager: str, queue: str, channel: str, receiver: str) -> set:
    dead = estate.managers[manager].deadq
    queues = estate.managers[manager].queues
    target = queues.get(queue)
    more = {target.target} if target and target.kind == "QALIAS" else set()
    if target is None:  # where it would be sent on, a transmission queue refused it
        more = {one.name for one in queues.values() if one.kind == "QLOCAL" and one.is_xmitq}
    return {("DISCARDED", manager, one) for one in {queue, channel, *more} | ({dead} if dead else set())}


def _refused(estate: Estate, message: Message, manager: str, name: str, reason: int, objects: tuple) -> set:
    if not reason:
        return {("ROLLED_BACK", manager, one) for one in (name, *objects)}
    every = {name, message.queue, *objects, *_also_shut(estate, message, manager)}
    said = {("PUT_REFUSED", manager, one) for one in every} | _behind(estate, manager, name, reason)
    if reason in NAMES:
        said |= {("NOT_DEFINED", manager, one) for one in every}
        said |= {("REMOTE_DEFINITION_WRONG", manager, one) for one in every}
    return said


def _also_shut(estate: Estate, message: Message, manager: str) -> set[str]:
    """The objects on the way of a name that took no puts then, were full or take none of the usual length, whatever
    else refused this one."""
    found, at = resolve(estate, manager, message.queue, message.object_manager), message.put_at
    queues = estate.managers[manager].queues
    base = getattr(queues.get(message.queue), "target", "")
    named = [queues[one] for one in (message.queue, base, *getattr(found, "objects", ())) if one in queues]
    shut = {one.name for one in named if not one.was("put", at)}
    queue = None if isinstance(found, Refused) else found.queue
    if queue is None:
        return shut
    was_full = queue.was("maxdepth", at) < queue.maxdepth or queue.depth >= queue.maxdepth
    return shut | ({queue.name} if was_full or not queue.was("put", at) or queue.was("maxmsgl", at) < USUAL else set())


def _behind(estate: Estate, manager: str, name: str, reason: int) -> set:
    # The root of a full transmission queue is the channel that does not empty it.
    queue = estate.managers[manager].queues.get(name)
    if reason != 2053 or queue is None or not queue.is_xmitq:
        return set()
    serving = estate.serving(manager, name)
    stuck = serving and not any(channel.status == "RUNNING" for channel in serving)
    return {("CHANNEL_NOT_RUNNING", manager, c.name) for c in serving} if stuck else set()


def _returned(estate: Estate, message: Message, manager: str, queue: str, reply: str, reply_manager: str) -> set:
    queues = estate.managers[manager].queues
    stands_for = {queues[queue].target} if queue in queues and queues[queue].kind == "QALIAS" else set()
    about = {(manager, one) for one in {queue, *stands_for}} | {(reply_manager, reply)}
    return {("RETURNED_TO_SENDER", *one) for one in about}


def _uncommitted(estate: Estate, message: Message, manager: str, name: str) -> set:
    # A put that is not committed is on the transmission queue, but not yet on its destination.
    queue = estate.managers[manager].queues[name]
    return {("UNCOMMITTED", manager, name)} | ({("WAITING_ON_XMITQ", manager, name)} if queue.is_xmitq else set())


def _retried(estate: Estate, message: Message, manager: str, channel: str) -> set:
    senders = [
        (m.name, c) for m in estate.managers.values() for c in m.channels.values() if c.name == channel and c.sends
    ]
    named = estate.managers[manager].queues.get(message.dest[0])
    queues = {message.dest[0], *([named.target] if named and named.target else [])}
    # At a hub it is put to the transmission queue of the way on.
    if message.dest[1] != manager:
        queues |= {c.xmitq for c in estate.managers[manager].channels.values() if c.partner == message.dest[1]}
    about = {(manager, one) for one in (channel, *queues)} | {(m, n) for m, c in senders for n in (c.name, c.xmitq)}
    return {("RETRYING", *one) for one in about}


def _lost(estate: Estate, message: Message, manager: str, channel: str) -> set:
    """Nowhere, by a channel: either end may be named."""
    return {("LOST_IN_TRANSIT", m.name, channel) for m in estate.managers.values() if channel in m.channels}


def _exit(estate: Estate, message: Message, manager: str, channel: str) -> set:
    return {("TAKEN_BY_EXIT", m.name, channel) for m in estate.managers.values() if channel in m.channels}


def _misled(estate: Estate, message: Message) -> set:
    """The names that led nowhere, where the message came to a queue manager at which they do not resolve."""
    dead = message.dead
    if message.place[0] == "refused":
        return set()
    said = set()
    for owner in estate.managers.values():
        name, towards = message.dest
        if owner.name == message.origin or not towards:
            continue
        if dead and dead["by"] != owner.name:
            continue
        if not (dead or message.place[0] in ("discarded", "queue", "in doubt", "returned")):
            continue
        if message.place[0] in ("discarded", "returned") and message.place[1] != owner.name:
            continue
        if message.place[0] == "queue" and not dead and not _next(estate, message, owner.name):
            continue
        found = resolve(estate, owner.name, name, "" if towards == owner.name else towards, incoming=True)
        if isinstance(found, Refused) and found.reason in NAMES:
            missing = {found.object, *found.objects, name}
        elif dead and dead["reason"] in NAMES:  # what it leads to was defined since
            missing = {name, getattr(owner.queues.get(name), "target", name)}
        else:
            continue
        said |= {("NOT_DEFINED", owner.name, one) for one in missing}
        said |= {("REMOTE_DEFINITION_WRONG", owner.name, one) for one in missing}
        said |= {("REMOTE_DEFINITION_WRONG", m, d) for m, d in _definitions(estate, message)}
    return said


def _next(estate: Estate, message: Message, manager: str) -> bool:
    # Whether the message waits on a transmission queue whose channel leads to this queue manager.
    _, at, name = message.place
    serving = [c for c in estate.serving(at, name) if c.kind != "CLUSSDR" or c.name == message.via]
    return estate.managers[at].queues[name].is_xmitq and any(c.partner == manager for c in serving)


def _definitions(estate: Estate, message: Message) -> set[tuple[str, str]]:
    """Every definition that gave the message the names it has now."""
    out = set()
    for owner in estate.managers.values():
        for queue in owner.queues.values():
            if queue.kind == "QREMOTE" and (queue.rname, queue.rqmname) == message.dest:
                out.add((owner.name, queue.name))
                out |= {(owner.name, q.name) for q in owner.queues.values() if q.target == queue.name}
    return out


TOLD = {
    "queue": _queued, "in doubt": _in_doubt, "consumed": _consumed, "expired": _expired, "discarded": _discarded,
    "refused": _refused, "returned": _returned, "uncommitted put": _uncommitted,
    "uncommitted get": lambda _, __, *at: {("UNCOMMITTED", *at)}, "retried": _retried, "published": lambda *_: set(),
    "purged": lambda _, __, *at: {("CLEARED", *at)}, "restart": lambda _, __, *at: {("LOST_WITH_RESTART", *at)},
    "storage": lambda _, __, *at: {("LOST_WITH_RESTART", *at)}, "lost": _lost, "resolved": _lost, "exit": _exit,
}  # fmt: skip
