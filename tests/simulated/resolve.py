"""Name resolution as the queue manager does it at open, on the model: where does this name lead from here?"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Refused:
    """An open or put that failed: the reason, the object that is to blame, all objects on the way."""

    reason: int
    object: str
    objects: tuple[str, ...] = ()


@dataclass
class Resolved:
    """The local queue that takes the message and, for another queue manager, the names in the transmission header."""

    queue: object = None
    name: str = ""
    manager: str = ""
    """Blank where `queue` is the destination."""
    channel: str = ""
    topic: str = ""
    passed: list = field(default_factory=list)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(queue.name for queue in self.passed)


def resolve(estate, manager: str, name: str, object_manager: str = "", incoming: bool = False) -> Resolved | Refused:
    """One step at one queue manager; `incoming`: by a channel, which creates no dynamic queue."""
    owner = estate.managers[manager]
    if object_manager in ("", manager):
        return _local(estate, owner, name, [], bool(object_manager))
    alias = owner.queues.get(object_manager)
    if alias is None or alias.kind != "QREMOTE":
        return _towards(estate, owner, name, object_manager, "", [])
    if alias.rname:
        return Refused(2087, alias.name, (alias.name,))
    if alias.rqmname in ("", manager):
        return _local(estate, owner, name, [alias], False)
    return _towards(estate, owner, name, alias.rqmname, alias.xmitq, [alias])


def _local(estate, owner, name: str, passed: list, own: bool) -> Resolved | Refused:
    queue = owner.queues.get(name)
    names = tuple(one.name for one in passed)
    if queue is None:
        return Refused(2085, name, (*names, name)) if own else _clustered(estate, owner, name, passed)
    if queue.kind == "QALIAS":
        return _aliased(estate, owner, queue, passed)
    if queue.kind == "QREMOTE":
        if not queue.rname or queue.rqmname in ("", owner.name):
            return Refused(2087 if queue.rname else 2184, name, (*names, name))
        return _towards(estate, owner, queue.rname, queue.rqmname, queue.xmitq, [*passed, queue])
    use = owner.clwluseq if queue.clwluseq == "QMGR" else queue.clwluseq
    if queue.cluster and use == "ANY" and not own and not passed:
        return _clustered(estate, owner, name, passed)
    return Resolved(queue, name, "", passed=passed)


def _aliased(estate, owner, alias, passed: list) -> Resolved | Refused:
    passed = [*passed, alias]
    if alias.targtype == "TOPIC":
        return Resolved(topic=alias.target, passed=passed)
    base = owner.queues.get(alias.target)
    names = tuple(one.name for one in passed)
    if base is not None and base.kind == "QALIAS":
        return Refused(2001, alias.name, (*names, base.name))
    if base is None:
        found = _clustered(estate, owner, alias.target, passed)
        return Refused(2082, alias.name, (*names, alias.target)) if isinstance(found, Refused) else found
    found = _local(estate, owner, alias.target, [], False)
    if isinstance(found, Refused):
        return Refused(found.reason, found.object, (*names, *found.objects))
    found.passed = [*passed, *found.passed]
    return found


def _towards(estate, owner, name: str, manager: str, xmitq: str, passed: list) -> Resolved | Refused:
    names = tuple(one.name for one in passed)
    if xmitq:
        return _through(owner, xmitq, name, manager, passed, (2196, 2091, 2092))
    if manager in owner.queues:
        return _through(owner, manager, name, manager, passed, (2196, 2091, 2092))
    way = cluster_way(estate, owner, manager)
    if way:
        return Resolved(owner.queues[way.xmitq], name, manager, way.name, passed=passed)
    if owner.defxmitq:
        return _through(owner, owner.defxmitq, name, manager, passed, (2197, 2198, 2199))
    return Refused(2087, manager, (*names, manager))


def _through(owner, xmitq: str, name: str, manager: str, passed: list, reasons: tuple) -> Resolved | Refused:
    names = (*(one.name for one in passed), xmitq)
    queue = owner.queues.get(xmitq)
    if queue is None:
        return Refused(reasons[0], xmitq, names)
    if queue.kind != "QLOCAL":
        return Refused(reasons[1], xmitq, names)
    if not queue.is_xmitq:
        return Refused(reasons[2], xmitq, names)
    return Resolved(queue, name, manager, passed=passed)


def members(estate, owner) -> list:
    """The queue managers that share a cluster with this one, itself too."""
    mine = {c.cluster for c in owner.channels.values() if c.kind == "CLUSRCVR"}
    return [
        m for m in estate.managers.values()
        if any(c.kind == "CLUSRCVR" and c.cluster in mine for c in m.channels.values())
    ]  # fmt: skip


def cluster_way(estate, owner, manager: str):
    """The cluster-sender channel to a member, or None."""
    for channel in owner.channels.values():
        if channel.kind == "CLUSSDR" and channel.partner == manager:
            return channel
    return None


def instances(estate, owner, name: str) -> list:
    """(queue manager, queue) of every instance of a cluster queue."""
    return [(m, m.queues[name]) for m in members(estate, owner) if name in m.queues and m.queues[name].cluster]


def _clustered(estate, owner, name: str, passed: list) -> Resolved | Refused:
    names = (*(one.name for one in passed), name)
    every = instances(estate, owner, name)
    if not every:
        return Refused(2085, name, names)
    owner.knows.add(name)  # it has asked a full repository, whether the open succeeds or not
    open_ones = [one for one in every if one[1].put]
    if not open_ones:
        return Refused(2268, name, names)
    ways = [(m, q, None if m is owner else cluster_way(estate, owner, m.name)) for m, q in open_ones]
    ways = [way for way in ways if way[0] is owner or way[2]]
    if not ways:
        return Refused(2270, name, names)
    well = [way for way in ways if way[0] is owner or way[2].status in ("RUNNING", "INACTIVE")]
    chosen, queue, channel = estate.dice.choice(well or ways)
    if chosen is owner:
        return Resolved(queue, name, "", passed=passed)
    return Resolved(owner.queues[channel.xmitq], name, chosen.name, channel.name, passed=passed)
