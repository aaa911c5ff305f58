"""What a name is at one queue manager: a queue of any type, or another queue manager and the way to it."""

from __future__ import annotations

from mqforensics.questions.walk.facts import Row
from mqforensics.questions.walk.way import DESTINATION, NOWHERE, UNDEFINED, End, Found, Route, Stop, ask, places
from mqforensics.questions.walk.world import CLUSTER_QUEUE, QUEUES, World


def named_queue(world: World, way: Route, at: str, name: str) -> Found:
    """A queue by its name at one queue manager."""
    rows, missing = world.of(at, QUEUES, name), _undefined(world, at, name)
    cluster = world.of(at, ("QCLUSTER",), name)
    kinds = {kind_of(row) for row in rows}
    kinds = kinds - {None} or kinds
    if len(kinds) > 1 or (rows and missing):
        return ask(at, name, f"the evidence contradicts itself on what {name} is at {at}", places(rows, missing))
    if kinds == {"QREMOTE"}:
        return _remote(world, way, at, name, rows)
    if kinds == {"QALIAS"}:
        return _alias(world, way, at, name, rows)
    if kinds == {"QLOCAL"}:
        return Found(end=End(DESTINATION, at, name, f"{name} is a local queue of {at}", [r.evidence for r in rows]))
    if cluster and not rows:
        return _clustered(way, at, name, cluster)
    if missing and not rows and not _in_cluster(world, at):
        kind = NOWHERE if way.stops or way.hops else UNDEFINED
        return Found(end=End(kind, at, name, f"{name} is not defined at {at}", [row.evidence for row in missing]))
    return ask(at, name, f"the evidence does not show what {name} is at {at}", [row.evidence for row in rows])


def kind_of(row: Row) -> str | None:
    """The type of a queue, where the evidence tells it."""
    if row.type != "QUEUE":
        return row.type
    told = (("RNAME", "QREMOTE"), ("TARGET", "QALIAS"), ("TARGQ", "QALIAS"), ("CURDEPTH", "QLOCAL"))
    return next((kind for key, kind in told if key in row.attributes), None)


def _undefined(world: World, at: str, name: str) -> list[Row]:
    # Only a command for every type of queue proves it, or one for each.
    every = world.missing(at, ("QUEUE",), name)
    each = [world.missing(at, (kind,), name) for kind in ("QLOCAL", "QREMOTE", "QALIAS")]
    return every or ([row for rows in each for row in rows] if all(each) else [])


def _in_cluster(world: World, at: str) -> bool:
    repository = world.manager_fact(at, "REPOS").value
    return bool(world.of(at, ("QCLUSTER", "CLUSQMGR")) or repository)


def _remote(world: World, way: Route, at: str, name: str, rows: list[Row]) -> Found:
    facts = {key: world.fact_of(rows, key) for key in ("RNAME", "RQMNAME", "XMITQ")}
    unclear = [fact.text(key) for key, fact in facts.items() if not fact.known]
    cited = places(rows)
    if unclear:
        command = f"DISPLAY QREMOTE('{name}') RNAME RQMNAME XMITQ"
        said = f"the definition of {name} at {at} is not complete: {', '.join(unclear)}"
        return ask(at, name, said, cited, command)
    queue, manager, xmitq = (fact.value for fact in facts.values())
    if not queue:
        said = f"{name} at {at} names no queue (RNAME is blank): it is an alias of a queue manager"
        return Found(end=End(NOWHERE, at, name, said, cited))
    means = f"Messages for {name} go to {queue} at {manager or at}" + (f" over {xmitq}" if xmitq else "")
    way.stops.append(Stop(at, name, "QREMOTE", tuple(rows), means))
    way.targets.append((queue, manager or at))
    if manager in ("", at) and not xmitq:
        return Found(queue, at)
    return Found(queue, manager, xmitq, f"the XMITQ of the definition {name}" if xmitq else "")


def _alias(world: World, way: Route, at: str, name: str, rows: list[Row]) -> Found:
    targets = {fact.value for key in ("TARGET", "TARGQ") if (fact := world.fact_of(rows, key)).seen}
    cited = places(rows)
    if len(targets) != 1 or None in targets:
        command = f"DISPLAY QALIAS('{name}') TARGET TARGTYPE"
        return ask(at, name, f"the target of the alias {name} at {at} is not known", cited, command)
    target = targets.pop()
    if not target:
        return Found(end=End(NOWHERE, at, name, f"the alias {name} at {at} has no target", cited))
    way.stops.append(Stop(at, name, "QALIAS", tuple(rows), f"{name} is an alias of {target}"))
    way.targets.append((target, at))
    return Found(target, at)


def _clustered(way: Route, at: str, name: str, rows: list[Row]) -> Found:
    owners = {row.attributes.get("CLUSQMGR") for row in rows}
    cited = places(rows)
    if len(owners) > 1 or None in owners:
        said = f"{name} is a cluster queue with several owners, and the evidence does not tell which was chosen"
        return ask(at, name, said, cited, f"DISPLAY QCLUSTER('{name}') CLUSQMGR")
    owner = owners.pop()
    if owner == at:
        said = f"{name} is a cluster queue of {at} itself, and its own definition is not shown"
        return ask(at, name, said, cited, f"DISPLAY QLOCAL('{name}') ALL")
    way.stops.append(Stop(at, name, "QCLUSTER", tuple(rows), f"{name} is a cluster queue of {owner}"))
    way.targets.append((name, owner))
    return Found(name, owner)


def named_manager(world: World, way: Route, at: str, found: Found) -> Found:
    """A queue manager by its name at another."""
    name, rows = found.manager, world.of(at, QUEUES, found.manager)
    kinds = {kind_of(row) for row in rows}
    missing = _undefined(world, at, name)
    if rows and missing:
        return ask(at, name, f"the evidence contradicts itself on what {name} is at {at}", places(rows, missing))
    if kinds == {"QLOCAL"} and world.fact_of(rows, "USAGE").value != "NORMAL":
        return found._replace(xmitq=name, why=f"the queue named like the queue manager {name}")
    if kinds == {"QREMOTE"}:
        alias = _manager_alias(world, way, at, name, rows, found)
        if alias:
            return alias
    member = world.of(at, ("CLUSQMGR",), name)
    if member:
        return _to_member(world, at, member, found)
    return _default(world, at, name, found, rows, missing)


def _manager_alias(world: World, way: Route, at: str, name: str, rows: list[Row], found: Found) -> Found | None:
    facts = [world.fact_of(rows, key) for key in ("RNAME", "RQMNAME", "XMITQ")]
    if not all(fact.known for fact in facts):
        command = f"DISPLAY QREMOTE('{name}') RNAME RQMNAME XMITQ"
        return ask(at, name, f"the definition of {name} at {at} is not complete", places(rows), command)
    queue, manager, xmitq = (fact.value for fact in facts)
    if queue:
        return None
    means = f"{name} is an alias of the queue manager {manager or at}" + (f" over {xmitq}" if xmitq else "")
    way.stops.append(Stop(at, name, "queue-manager alias", tuple(rows), means))
    way.targets.append((found.queue, manager or at))
    why = f"the XMITQ of the queue-manager alias {name}" if xmitq else ""
    return found._replace(manager=manager or at, xmitq=xmitq, why=why)


def _to_member(world: World, at: str, member: list[Row], found: Found) -> Found:
    queue = world.fact_of(member, "XMITQ").value or CLUSTER_QUEUE
    if world.manager_fact(at, "DEFCLXQ").value == "CHANNEL" and queue == CLUSTER_QUEUE:
        said = f"the cluster transmission queue for {found.manager} is not shown"
        command = f"DISPLAY CLUSQMGR('{found.manager}') XMITQ CHANNEL STATUS"
        return ask(at, found.manager, said, places(member), command)
    channel = world.fact_of(member, "CHANNEL").value
    return found._replace(xmitq=queue, why=f"the cluster's way to {found.manager}", shared=True, channel=channel)


def _default(world: World, at: str, name: str, found: Found, rows: list[Row], missing: list[Row]) -> Found:
    default = world.manager_fact(at, "DEFXMITQ")
    if default.value and (missing or rows):
        return found._replace(xmitq=default.value, why=f"the default transmission queue of {at}")
    if default.known and (missing or rows) and not _in_cluster(world, at):
        said = f"{at} knows no way to a queue manager {name}: no such queue, and no default transmission queue"
        return Found(end=End(NOWHERE, at, name, said, [*places(rows, missing), *default.evidence]))
    if not default.known and missing:
        said = f"{name} is no queue of {at}, and its default transmission queue is not known"
        return ask(at, name, said, places(missing, []), "DISPLAY QMGR DEFXMITQ REPOS REPOSNL")
    return ask(at, name, f"the evidence does not show how {at} reaches a queue manager {name}", places(rows))
