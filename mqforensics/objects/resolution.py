"""Where a name leads: through definitions, transmission queues and channels, from one queue manager to the next.

Names are resolved as a queue manager does it at open (documentation, "Name resolution" and "How queue names are
resolved"): first where the message is put, then again at each queue manager that a channel leads to. Nothing is
assumed: where the evidence does not show a definition, the route ends in a question and the command that answers it.
"""

from __future__ import annotations

import re
from functools import partial

from mqforensics.objects.absence import WAYS, Absence, no_queue, proof
from mqforensics.objects.checks import UNKNOWN_BASE, UNKNOWN_NAME, depth
from mqforensics.objects.cluster_queues import choice, closed, complete, gone_since, narrowed
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import CLUSTER_QUEUE, QUEUES, Estate
from mqforensics.objects.fact import Fact, Place, Row, Span, distinct, positive
from mqforensics.objects.hops import IS_XMITQ, ask, hop, look, newest, to_its_own_name, to_member, travel
from mqforensics.objects.near_names import near
from mqforensics.objects.route import (
    DESTINATION,
    NOWHERE,
    OPEN,
    UNDEFINED,
    End,
    Found,
    Route,
    Stop,
    kind_of,
)
from mqforensics.objects.topics import published
from mqforensics.objects.undefined import not_its_own

LONGEST = 32
"""No route has more links; one that has runs in a circle."""
GROUP_QUEUE = "SYSTEM.QSG.TRANSMIT.QUEUE"
DYNAMIC = re.compile(r"[A-Za-z0-9._/%]{0,32}[0-9A-F]{16}")
"""A name that a queue manager made up for a dynamic queue: what the application gave, and 16 hex digits."""


def resolve(
    estate: Estate, queue: str, manager: str, object_manager: str = "", instance: str | None = None,
    moment: Span | None = None, is_copy: bool = False, persistence: int | None = None, by_default: bool = False,
) -> Route:  # fmt: skip
    """Follow `queue` from `manager` as far as the evidence goes.

    `object_manager`: as the open named it; `instance`: of a cluster queue, the one to follow; the rest: see `Route`.
    `by_default`: go on as `Route.by_default` says, where nobody showed what has a name.
    """
    route = Route(
        queue, manager, instance=instance, moment=moment, is_copy=is_copy, persistence=persistence,
        by_default=by_default,
    )  # fmt: skip
    at, been = manager, set()
    found = Found(queue, object_manager or "")
    while route.end is None:
        state = at, found.queue, found.manager, found.xmitq
        if state in been or len(been) > LONGEST:
            cited = [place for stop in route.stops for place in stop.places]
            rows = [row for stop in route.stops for row in stop.rows]
            said = f"the definitions lead in a circle back to {at}"
            route.end = End(NOWHERE, at, found.queue, said, cited, [], rows, is_circle=True)
            return route
        been.add(state)
        if found.xmitq:
            at, found = travel(estate, route, at, found)
        elif found.manager in ("", at):
            found = _queue(estate, route, at, found)
        else:
            found = _manager(estate, route, at, found)
        route.end = found.end
    return route


# A queue by its name


def _queue(estate: Estate, route: Route, at: str, found: Found) -> Found:
    name, own = found.queue, bool(found.manager)
    rows, missing = newest(estate, at, name)
    kinds = {kind_of(row) for row in rows}
    kinds = kinds - {None} or kinds
    if len(kinds) > 1 or (rows and missing):
        places = [*(row.place() for row in rows), *(one.place for one in missing)]
        return ask(estate, at, name, f"the evidence contradicts itself on what {name} is at {at}", places)
    if kinds == {"QREMOTE"}:
        return _remote(estate, route, at, name, rows)
    if kinds == {"QALIAS"}:
        return _alias(estate, route, at, name, rows)
    if kinds == {"QLOCAL"}:
        return _local(estate, route, at, found, rows)
    if kinds == {"QMODEL"}:
        said = f"{name} is a model queue of {at} and holds no messages: its open makes a dynamic queue of another name"
        made = mqsc("DISPLAY QLOCAL(*) WHERE(DEFTYPE NE PREDEFINED) CURDEPTH CRDATE CRTIME", on=at)
        return Found(end=End(OPEN, at, name, said, [row.place() for row in rows], made))
    cluster = _of_type(estate, at, name, is_alias=False)
    if cluster and not rows and not own:
        return _instances(estate, route, at, name, cluster)
    if missing and not rows:
        return _missing(estate, route, at, found, missing)
    local = [] if rows else proof(estate.absences(at), ("QLOCAL",), name)
    if local:
        said = f"{name} is not a local queue of {at}, and the evidence does not show whether it is another kind"
        return ask(estate, at, name, said, [one.place for one in local], "QUEUE", _unknown(route))
    places, code = [row.place() for row in rows], 0 if rows else _unknown(route)
    said, told = _unshown(estate, at, name)
    return ask(estate, at, name, said, [*places, *told], "QUEUE", code)


def _unshown(estate: Estate, at: str, name: str) -> tuple[str, list[Place]]:
    """That no display of a queue manager shows a queue, and what the records of its cluster tell of it."""
    others = [row for one in estate.managers for row in _of_type(estate, one, name, is_alias=False)]
    records = [row for row in others if row.attributes.get("CLUSQMGR") == at and row.attributes.get("CLUSQT")]
    kinds = {row.attributes["CLUSQT"] for row in records}
    if len(kinds) != 1:
        nameless = [row for row in estate.nameless if row.name == name]
        said = ": a session that does not name its queue manager shows one of that name" if nameless else ""
        return f"the evidence does not show what {name} is at {at}{said}", [row.place() for row in nameless]
    said = f"{name} at {at} is shown by records of its cluster alone (CLUSQT({kinds.pop()})), by no display of {at}"
    return said, [row.place("CLUSQT") for row in records]


def _missing(estate: Estate, route: Route, at: str, found: Found, missing: list[Absence]) -> Found:
    name = found.queue
    if DYNAMIC.fullmatch(name):
        said = f"{name} is not at {at}: it may have been dynamic, and a temporary queue goes when its creator ends"
        next_ = mqsc("DISPLAY QMGR DEADQ", on=at)
        return Found(end=End(OPEN, at, name, said, [one.place for one in missing], next_))
    gone = not_its_own(estate, at, name, missing, bool(found.manager))
    alone = route.by_default and gone.holds is None and estate.in_cluster(at)[0] is None
    route.unshown += [(at, name, None)] if alone else []
    kind = OPEN if gone.holds is None and not alone else NOWHERE if route.stops or route.hops else UNDEFINED
    return Found(end=End(kind, at, name, gone.said, gone.places, gone.next, absent=True, code=_unknown(route)))


def _unknown(route: Route) -> int:
    """The reason that an open fails with, where there is no queue of the name that it comes to."""
    passed = [stop.kind for stop in route.chain(len(route.hops))]
    return UNKNOWN_BASE if passed[-1:] == ["QALIAS"] else UNKNOWN_NAME


def _remote(estate: Estate, route: Route, at: str, name: str, rows: list[Row]) -> Found:
    facts = [estate.fact_of(rows, key) for key in ("RNAME", "RQMNAME", "XMITQ")]
    cited = distinct(place for fact in facts for place in fact.places)
    if not all(fact.known for fact in facts):
        unclear = ", ".join(fact.text() for fact in facts if not fact.known)
        said = f"the definition of {name} at {at} is not complete: {unclear}"
        return ask(estate, at, name, said, cited, "QREMOTE")
    queue, manager, xmitq = (fact.value for fact in facts)
    if manager == at and (senders := to_its_own_name(estate, at)):
        # A channel learns the name of its partner from the partner: two queue managers are called so, or were made so.
        said = f"{name} at {at} names {at} in RQMNAME, which channels of {at} show as their partner's name, too: "
        said += "which of two queue managers is meant is not known"
        return ask(estate, at, name, said, distinct([*cited, *(row.place("RQMNAME") for row in senders)]), "QREMOTE")
    if not queue or manager in ("", at):
        # Without a queue 2184, without another queue manager 2087, whatever XMITQ says (documentation of the reasons).
        why = "names no queue (RNAME is blank)" if not queue else f"names {manager or 'no queue manager'} in RQMNAME"
        code = 2087 if queue else 2184
        said = f"{name} at {at} {why}: opening it for output fails with {code}"
        return Found(end=End(NOWHERE, at, name, said, cited, [], rows, code=code))
    means = f"Messages for {name} go to {queue} at {manager}" + (f" over {xmitq}" if xmitq else "")
    route.stops.append(Stop(at, name, "QREMOTE", tuple(rows), means, len(route.hops)))
    route.targets.append((queue, manager))
    return Found(queue, manager, xmitq, f"the XMITQ of the definition {name}" if xmitq else "")


def _alias(estate: Estate, route: Route, at: str, name: str, rows: list[Row]) -> Found:
    facts = [fact for key in ("TARGET", "TARGQ") if (fact := estate.fact_of(rows, key)).seen]
    targets, kind = {fact.value for fact in facts}, estate.fact_of(rows, "TARGTYPE")
    cited = distinct(place for fact in [*facts, kind] for place in fact.places)
    old = any("TARGQ" in row.attributes for row in rows)
    if len(targets) != 1 or None in targets or not (kind.known or old):
        return ask(estate, at, name, f"what the alias {name} at {at} stands for is not known", cited, "QALIAS")
    target = targets.pop()
    if kind.value == "TOPIC":
        put = None if route.hops else route.moment  # behind a channel it is published later
        follow = None if route.is_copy else partial(resolve, is_copy=True)  # lest it be published for ever
        return Found(end=published(estate, at, name, target, cited, rows, put, follow, route.persistence))
    if not target:
        return Found(end=End(NOWHERE, at, name, f"the alias {name} at {at} has no target", cited, [], rows))
    bases = {kind_of(row) for row in estate.of(at, QUEUES, target)}
    if bases == {"QALIAS"}:
        said = f"{name} at {at} is an alias of {target}, which is an alias itself: opening it fails with 2001"
        return Found(end=End(NOWHERE, at, name, said, cited, [], rows, code=2001))
    route.stops.append(Stop(at, name, "QALIAS", tuple(rows), f"{name} is an alias of {target}", len(route.hops)))
    route.targets.append((target, at))
    return Found(target, "")


def _local(estate: Estate, route: Route, at: str, found: Found, rows: list[Row]) -> Found:
    name, usage = found.queue, estate.fact_of(rows, "USAGE")
    cited = usage.places or [row.place() for row in rows]
    if usage.value == "XMITQ" and not route.hops:
        route.hops.append(hop(estate, at, Found(name, "", name, f"the queue {name} that was asked for")))
        said = f"{name} is a transmission queue of {at}: where a message on it goes is in its transmission header"
        return Found(end=End(OPEN, at, name, said, cited))
    own = Found(end=End(DESTINATION, at, name, f"{name} is a local queue of {at}", cited, [], rows))
    others = [row for row in estate.of(at, ("QCLUSTER",), name) if row.attributes.get("CLUSQMGR") != at]
    clustered = others or any(row.attributes.get("CLUSTER") or row.attributes.get("CLUSNL") for row in rows)
    if found.manager or not clustered:
        return own
    use = estate.fact_of(rows, "CLWLUSEQ")
    of_manager = use.value == "QMGR"
    use = estate.manager(at, "CLWLUSEQ") if of_manager else use
    shut = estate.fact_of(rows, "PUT")
    only = estate.of(at, ("QCLUSTER",), name) and not others
    if shut.value == "DISABLED":
        # A local instance is preferred only while it can be put to.
        use = shut
        if only:
            return own
    elif use.value == "LOCAL" or (only and use.value != "ANY"):
        if of_manager and others:
            route.chosen_by.append((len(route.hops), at, use))
        return own
    owners = sorted({row.attributes.get("CLUSQMGR") or "?" for row in others})
    if route.instance == at:
        return own
    if route.instance in owners:
        return _instances(estate, route, at, name, others)
    said = f"{name} is a local queue of {at} and a cluster queue"
    said += f" of {', '.join(owners)} too" if owners else ""
    said += f" ({use.text()}): messages may go to either"
    next_ = [] if others else look(estate, at, "QCLUSTER", name)
    places = [*cited, *use.places, *(row.place("CLUSQMGR") for row in others)]
    whole = owners and "?" not in owners and complete(others)
    return Found(end=End(OPEN, at, name, said, places, next_, [], (at, *owners) if whole else ()))


def _instances(estate: Estate, route: Route, at: str, name: str, rows: list[Row], what: str = "queue") -> Found:
    rows = rows + gone_since(estate, at, name, rows, route.moment)
    each = {row.attributes.get("CLUSQMGR") for row in rows}
    shut = {owner for owner in each if owner and closed(estate, at, name, owner, route.moment)}
    passed = tuple(row.place("PUT") for row in rows if row.attributes.get("CLUSQMGR") in shut)
    rows = [row for row in rows if row.attributes.get("CLUSQMGR") not in shut] or rows
    owners = {row.attributes.get("CLUSQMGR") for row in rows}
    clusters = {row.attributes.get("CLUSTER") for row in rows}
    cited = [row.place("CLUSQMGR") for row in rows]
    whole = complete(rows)
    if all(narrowed(row) for row in rows):
        told = ", ".join(sorted(one or "?" for one in owners))
        said = f"{name} is a cluster {what} of {told} and perhaps of others, for which was not asked"
        return ask(estate, at, name, said, cited, "QCLUSTER")
    if route.instance in owners:
        owners, rows = {route.instance}, [row for row in rows if row.attributes.get("CLUSQMGR") == route.instance]
        clusters = {row.attributes.get("CLUSTER") for row in rows}
    if len(owners) > 1 or None in owners or not whole:
        said = ", ".join(sorted(owner or "one that is not named" for owner in owners))
        said = f"{name} is a cluster {what} of {said}, and the evidence does not tell which was chosen"
        late = {row.attributes["CLUSQMGR"] for row in rows if row.attributes.get("PUT") == "DISABLED"} - {None} - shut
        said += f"; at {', '.join(sorted(late))} it was perhaps put-inhibited only since" if late else ""
        said += f"; {at} knows all of them as put-inhibited, so the put fails (2268)" if shut == each else ""
        told, owners, first = choice(estate, at, rows, clusters)
        said, known = said + told, whole and None not in owners
        word, where = ("QUEUE", owners) if known else ("QCLUSTER", [at])
        next_ = browse(name, first) if first and depth(estate, first, name).says(positive) else []
        next_ += [one for owner in where for one in look(estate, owner, word, name)]
        return Found(end=End(OPEN, at, name, said, cited, next_, [], tuple(sorted(owners)) if known else ()))
    owner = owners.pop()
    if owner == at:
        said = f"{name} is a cluster {what} of {at} itself, and its own definition is not shown"
        return ask(estate, at, name, said, cited, "QLOCAL" if what == "queue" else "QREMOTE")
    means = f"{name} is a cluster {what} of {owner}"
    means += f"; that of {', '.join(sorted(shut - {owner}))} is put-inhibited" if shut - {owner} else ""
    route.stops.append(Stop(at, name, "QCLUSTER", tuple(rows), means, len(route.hops), passed))
    if what == "queue":
        route.targets.append((name, owner))
    return Found(name, owner, cluster=clusters.pop() if len(clusters) == 1 else None)


# A queue manager by its name


def _manager(estate: Estate, route: Route, at: str, found: Found) -> Found:
    name = found.manager
    group = estate.manager(at, "QSGNAME")
    if group.value and group.value == name:
        means = f"{name} is the queue-sharing group of {at}"
        route.stops.append(Stop(at, name, "queue-sharing group", (), means, len(route.hops)))
        return found._replace(manager=at)
    rows, missing = newest(estate, at, name)
    missing = missing or ([] if rows else no_queue(estate.absences(at), name, WAYS))
    kinds = {kind_of(row) for row in rows}
    if rows and missing:
        places = [*(row.place() for row in rows), *(one.place for one in missing)]
        return ask(estate, at, name, f"the evidence contradicts itself on what {name} is at {at}", places)
    usage = estate.fact_of(rows, "USAGE")
    if kinds == {"QLOCAL"} and usage.value != "NORMAL":
        return found._replace(xmitq=name, why=f"the queue named like the queue manager {name}")
    if kinds == {"QLOCAL"} and not estate.of(at, ("CLUSQMGR",), name):
        said = f"the queue {name} at {at} is not a transmission queue (USAGE(NORMAL)): the open fails with 2092"
        return Found(end=End(NOWHERE, at, name, said, usage.places, mqsc(IS_XMITQ, name, on=at), rows, code=2092))
    if kinds == {"QREMOTE"}:
        return _manager_alias(estate, route, at, found, rows)
    shared = _group(estate, at, found, group)
    if shared:
        return shared
    member = tuple(estate.newest(estate.of(at, ("CLUSQMGR",), name)))
    if member:
        return to_member(estate, route, at, member, found)
    clustered = _of_type(estate, at, name, is_alias=True)
    if clustered:
        return _clustered_alias(estate, route, at, found, clustered)
    return _default(estate, route, at, found, rows, missing)


def _of_type(estate: Estate, at: str, name: str, is_alias: bool) -> list[Row]:
    """The cluster records of a name that are aliases of queue managers, or those that are queues."""
    rows = estate.newest(estate.of(at, ("QCLUSTER",), name))
    return [row for row in rows if (row.attributes.get("CLUSQT") == "QMGR") == is_alias]


def _clustered_alias(estate: Estate, route: Route, at: str, found: Found, rows: list[Row]) -> Found:
    """Over the cluster to the queue manager that has an alias, which resolves the name again."""
    chosen = _instances(estate, route, at, found.manager, rows, "queue-manager alias")
    if chosen.end:
        return chosen
    member = tuple(estate.newest(estate.of(at, ("CLUSQMGR",), chosen.manager)))
    if not member:
        said = f"the evidence does not show how {at} reaches {chosen.manager}, which has the alias {found.manager}"
        return ask(estate, at, chosen.manager, said, [row.place("CLUSQMGR") for row in rows], "CLUSQMGR")
    way = to_member(estate, route, at, member, found._replace(manager=chosen.manager, cluster=chosen.cluster))
    return way if way.end else way._replace(manager=found.manager)


def _manager_alias(estate: Estate, route: Route, at: str, found: Found, rows: list[Row]) -> Found:
    name, facts = found.manager, [estate.fact_of(rows, key) for key in ("RNAME", "RQMNAME", "XMITQ")]
    cited = distinct(place for fact in facts for place in fact.places)
    if not all(fact.known for fact in facts):
        return ask(estate, at, name, f"the definition of {name} at {at} is not complete", cited, "QREMOTE")
    queue, manager, xmitq = (fact.value for fact in facts)
    if queue:
        code = "" if route.chain(len(route.hops)) else " with 2087"  # of RQMNAME the documentation tells none
        said = f"{name} at {at} is not an alias of a queue manager, because it has an RNAME: the open fails{code}"
        return Found(end=End(NOWHERE, at, name, said, cited, [], rows))
    means = f"{name} is an alias of the queue manager {manager or at}" + (f" over {xmitq}" if xmitq else "")
    route.stops.append(Stop(at, name, "queue-manager alias", tuple(rows), means, len(route.hops)))
    route.targets.append((found.queue, manager or at))
    why = f"the XMITQ of the queue-manager alias {name}" if xmitq else ""
    if manager == name and not xmitq:
        return _way_without_alias(estate, route, at, found)
    return found._replace(manager=manager, xmitq=xmitq, why=why)


def _way_without_alias(estate: Estate, route: Route, at: str, found: Found) -> Found:
    member = tuple(estate.newest(estate.of(at, ("CLUSQMGR",), found.manager)))
    return to_member(estate, route, at, member, found) if member else _default(estate, route, at, found, [], [])


def _group(estate: Estate, at: str, found: Found, group: Fact) -> Found | None:
    # Intra-group queuing needs neither a channel nor a transmission queue of that name.
    if not estate.zos(at) or group.value == "":
        return None
    other, igq = estate.manager(found.manager, "QSGNAME"), estate.manager(at, "IGQ")
    if igq.value == "DISABLED" or (other.known and group.known and other.value != group.value):
        return None
    said = f"{found.manager} may be in the queue-sharing group of {at}"
    said += f" ({group.text()}, {igq.text()}): then messages go over {GROUP_QUEUE}"
    if not group.known or not igq.seen:
        next_ = mqsc("DISPLAY QMGR QSGNAME IGQ", on=at)
    else:
        next_ = mqsc("DISPLAY QMGR QSGNAME", on=found.manager, zos=True) if not other.known else []
    next_ = next_ or mqsc("DISPLAY QUEUE({}) CURDEPTH", GROUP_QUEUE, on=at)
    return Found(end=End(OPEN, at, found.manager, said, [*group.places, *igq.places], next_))


def _default(estate: Estate, route: Route, at: str, found: Found, rows: list[Row], missing: list[Absence]) -> Found:
    name, default = found.manager, estate.manager(at, "DEFXMITQ")
    places = [*(row.place() for row in rows), *(one.place for one in missing)]
    what = "queue" if rows or no_queue(estate.absences(at), name) else "local queue or remote definition"
    member, signs = estate.in_cluster(at)
    if member and (missing or rows) and default.known:
        said = f"whether {name} is in a cluster with {at} is not shown"
        # A queue manager itself, or an alias of one: an alias is among the queues of the cluster.
        next_ = [one for word in ("CLUSQMGR", "QCLUSTER") for one in look(estate, at, word, name)]
        return Found(end=End(OPEN, at, name, said, [*places, *signs[:3]], next_))
    if default.value == CLUSTER_QUEUE and (missing or rows):
        said = f"the default transmission queue of {at} is {CLUSTER_QUEUE}: the open fails with 2199"
        return Found(end=End(NOWHERE, at, name, said, default.places, [], [one.row for one in default.seen], code=2199))
    if default.value and (missing or rows):
        route.chosen_by.append((len(route.hops), at, default))
        return found._replace(xmitq=default.value, why=f"the default transmission queue of {at}")
    if route.by_default and not member and default.value and estate.of(at, QUEUES, default.value):
        route.unshown.append((at, name, default))
        route.chosen_by.append((len(route.hops), at, default))
        return found._replace(xmitq=default.value, why=f"the default transmission queue of {at}")
    if default.known and (missing or rows):
        # REPOS and REPOSNL are blank at most members of a cluster too.
        other = near(name, (row.name for row in estate.of(at, QUEUES)))
        hint = f" ({other} is one)" if other else ""
        places += [row.place() for row in estate.of(at, QUEUES, other)[:1] if other]
        none = f"{at} has no {what} {name}{hint} and no default transmission queue"
        route.unshown += [(at, name, None)] if route.by_default and member is None else []
        if member is False or route.by_default:
            said, answers = f"{none}, and knows no way there", [one.row for one in default.seen]
            end = End(NOWHERE, at, name, said, [*places, *default.places], [], [*rows, *answers], (), bool(missing))
            return Found(end=end)
        said, next_ = f"{none}; whether it is in a cluster is not shown", mqsc("DISPLAY CLUSQMGR(*)", on=at)
        return Found(end=End(OPEN, at, name, said, [*places, *default.places], next_))
    if missing:
        said = f"{name} is no {what} of {at}; its default transmission queue is not shown"
        return Found(end=End(OPEN, at, name, said, places, mqsc("DISPLAY QMGR DEFXMITQ", on=at)))
    return ask(estate, at, name, f"the evidence does not show how {at} reaches a queue manager {name}", places)
