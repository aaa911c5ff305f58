"""Where a name leads: through definitions, transmission queues and channels, from one queue manager to the next.

Names are resolved as a queue manager does it at open (documentation, "Name resolution" and "How queue names are
resolved"): first where the message is put, then again at each queue manager that a channel leads to. Nothing is
assumed: where the evidence does not show a definition, the route ends in a question and the command that answers it.
"""

from __future__ import annotations

import re
from functools import partial

from mqforensics.objects import sentences
from mqforensics.objects.absence import WAYS, Absence, no_queue, proof
from mqforensics.objects.checks import UNKNOWN_BASE, UNKNOWN_NAME, depth
from mqforensics.objects.cluster_queues import choice, complete, gone_since, was_asked_narrowly, was_put_inhibited
from mqforensics.objects.commands import browse, mqsc
from mqforensics.objects.estate import CLUSTER_QUEUE, DEPTH, QUEUES, Estate
from mqforensics.objects.fact import Fact, Place, Row, Span, distinct, positive
from mqforensics.objects.hops import IS_XMITQ, ask, display_of_name, hop, newest, to_its_own_name, to_member, travel
from mqforensics.objects.missing_queues import not_its_own
from mqforensics.objects.near_names import near_name
from mqforensics.objects.route import (
    DESTINATION,
    NOWHERE,
    OPEN,
    UNDEFINED,
    End,
    Resolved,
    Route,
    Stop,
    kind_of,
)
from mqforensics.objects.topics import end_of_publication

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
    found = Resolved(queue, object_manager or "")
    while route.end is None:
        state = at, found.queue, found.manager, found.xmitq
        if state in been or len(been) > LONGEST:
            cited = [place for stop in route.stops for place in stop.places]
            rows = [row for stop in route.stops for row in stop.rows]
            said = sentences.DEFINITIONS_LEAD_IN_CIRCLE.format(at=at)
            name = next((stop.name for stop in reversed(route.stops) if stop.manager == at), found.queue)
            route.end = End(NOWHERE, at, name, said, cited, [], rows, is_circle=True)
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


def _queue(estate: Estate, route: Route, at: str, found: Resolved) -> Resolved:
    name, own = found.queue, bool(found.manager)
    rows, missing = newest(estate, at, name)
    kinds = {kind_of(row) for row in rows}
    kinds = kinds - {None} or kinds
    if len(kinds) > 1 or (rows and missing):
        places = [*(row.place() for row in rows), *(one.place for one in missing)]
        return ask(estate, at, name, sentences.KIND_IS_CONTRADICTED.format(name=name, at=at), places)
    if kinds == {"QREMOTE"}:
        return _remote(estate, route, at, name, rows)
    if kinds == {"QALIAS"}:
        return _alias(estate, route, at, name, rows)
    if kinds == {"QLOCAL"}:
        return _local(estate, route, at, found, rows)
    if kinds == {"QMODEL"}:
        said = sentences.MODEL_QUEUE.format(name=name, at=at)
        made = mqsc("DISPLAY QLOCAL(*) WHERE(DEFTYPE NE PREDEFINED) CURDEPTH CRDATE CRTIME", on=at)
        return Resolved(end=End(OPEN, at, name, said, [row.place() for row in rows], made))
    cluster = _of_type(estate, at, name, is_alias=False)
    if cluster and not rows and not own:
        return _instances(estate, route, at, name, cluster)
    if missing and not rows:
        return _end_without_queue(estate, route, at, found, missing)
    local = [] if rows else proof(estate.absences(at), ("QLOCAL",), name)
    if local:
        said = sentences.NOT_LOCAL_MAYBE_OTHER.format(name=name, at=at)
        return ask(estate, at, name, said, [one.place for one in local], "QUEUE", _reason_of_missing_name(route))
    places, code = [row.place() for row in rows], 0 if rows else _reason_of_missing_name(route)
    said, told = _unknown_queue_note(estate, at, name)
    return ask(estate, at, name, said, [*places, *told], "QUEUE", code)


def _unknown_queue_note(estate: Estate, at: str, name: str) -> tuple[str, list[Place]]:
    """That no display of a queue manager shows a queue, and what the records of its cluster show of it."""
    others = [row for one in estate.managers for row in _of_type(estate, one, name, is_alias=False)]
    records = [row for row in others if row.attributes.get("CLUSQMGR") == at and row.attributes.get("CLUSQT")]
    kinds = {row.attributes["CLUSQT"] for row in records}
    if len(kinds) != 1:
        nameless = [row for row in estate.nameless if row.name == name]
        said = sentences.OTHER_SESSION_SHOWS if nameless else ""
        return sentences.KIND_IS_UNKNOWN.format(name=name, at=at, said=said), [row.place() for row in nameless]
    said = sentences.KNOWN_FROM_CLUSTER_ONLY.format(name=name, at=at, kinds=kinds.pop())
    return said, [row.place("CLUSQT") for row in records]


def _end_without_queue(estate: Estate, route: Route, at: str, found: Resolved, missing: list[Absence]) -> Resolved:
    name = found.queue
    if DYNAMIC.fullmatch(name):
        said = sentences.MAY_HAVE_BEEN_DYNAMIC.format(name=name, at=at)
        next_ = mqsc("DISPLAY QMGR DEADQ", on=at)
        return Resolved(end=End(OPEN, at, name, said, [one.place for one in missing], next_))
    gone = not_its_own(estate, at, name, missing, bool(found.manager))
    alone = route.by_default and gone.holds is None and estate.in_cluster(at)[0] is None
    route.unshown += [(at, name, None)] if alone else []
    kind = OPEN if gone.holds is None and not alone else NOWHERE if route.stops or route.hops else UNDEFINED
    return Resolved(
        end=End(kind, at, name, gone.said, gone.places, gone.next, absent=True, code=_reason_of_missing_name(route))
    )


def _reason_of_missing_name(route: Route) -> int:
    """The reason that an open fails with, where there is no queue of the name that it comes to."""
    passed = [stop.kind for stop in route.chain(len(route.hops))]
    return UNKNOWN_BASE if passed[-1:] == ["QALIAS"] else UNKNOWN_NAME


def _remote(estate: Estate, route: Route, at: str, name: str, rows: list[Row]) -> Resolved:
    facts = [estate.fact_of(rows, key) for key in ("RNAME", "RQMNAME", "XMITQ")]
    cited = distinct(place for fact in facts for place in fact.places)
    if not all(fact.known for fact in facts):
        unclear = ", ".join(fact.text() for fact in facts if not fact.known)
        said = sentences.DEFINITION_INCOMPLETE_IN.format(name=name, at=at, unclear=unclear)
        return ask(estate, at, name, said, cited, "QREMOTE")
    queue, manager, xmitq = (fact.value for fact in facts)
    if manager == at and (senders := to_its_own_name(estate, at)):
        # A channel learns the name of its partner from the partner: two queue managers are called so, or were made so.
        said = sentences.RQMNAME_NAMES_ITSELF.format(name=name, at=at)
        return ask(estate, at, name, said, distinct([*cited, *(row.place("RQMNAME") for row in senders)]), "QREMOTE")
    if not queue or manager in ("", at):
        # Without a queue 2184, without another queue manager 2087, whatever XMITQ says (documentation of the reasons).
        why = (
            sentences.NAMES_NO_QUEUE
            if not queue
            else sentences.NAMES_IN_RQMNAME.format(manager=manager or sentences.NO_MANAGER)
        )
        code = 2087 if queue else 2184
        said = sentences.OPEN_FOR_OUTPUT_FAILS.format(name=name, at=at, why=why, code=code)
        return Resolved(end=End(NOWHERE, at, name, said, cited, [], rows, code=code))
    means = sentences.MESSAGES_GO_TO.format(name=name, queue=queue, manager=manager) + (
        sentences.OVER.format(xmitq=xmitq) if xmitq else ""
    )
    route.stops.append(Stop(at, name, "QREMOTE", tuple(rows), means, len(route.hops)))
    route.targets.append((queue, manager))
    return Resolved(queue, manager, xmitq, sentences.XMITQ_OF_DEFINITION.format(name=name) if xmitq else "")


def _alias(estate: Estate, route: Route, at: str, name: str, rows: list[Row]) -> Resolved:
    facts = [fact for key in ("TARGET", "TARGQ") if (fact := estate.fact_of(rows, key)).seen]
    targets, kind = {fact.value for fact in facts}, estate.fact_of(rows, "TARGTYPE")
    cited = distinct(place for fact in [*facts, kind] for place in fact.places)
    old = any("TARGQ" in row.attributes for row in rows)
    if len(targets) != 1 or None in targets or not (kind.known or old):
        return ask(estate, at, name, sentences.ALIAS_TARGET_IS_UNKNOWN.format(name=name, at=at), cited, "QALIAS")
    target = targets.pop()
    if kind.value == "TOPIC":
        put = None if route.hops else route.moment  # behind a channel it is published later
        follow = None if route.is_copy else partial(resolve, is_copy=True)  # lest it be published for ever
        return Resolved(end=end_of_publication(estate, at, name, target, cited, rows, put, follow, route.persistence))
    if not target:
        return Resolved(
            end=End(NOWHERE, at, name, sentences.ALIAS_WITHOUT_TARGET.format(name=name, at=at), cited, [], rows)
        )
    bases = {kind_of(row) for row in estate.of(at, QUEUES, target)}
    if bases == {"QALIAS"}:
        said = sentences.ALIAS_OF_ALIAS.format(name=name, at=at, target=target)
        return Resolved(end=End(NOWHERE, at, name, said, cited, [], rows, code=2001))
    route.stops.append(
        Stop(at, name, "QALIAS", tuple(rows), sentences.ALIAS_OF.format(name=name, target=target), len(route.hops))
    )
    route.targets.append((target, at))
    return Resolved(target, "")


def _local(estate: Estate, route: Route, at: str, found: Resolved, rows: list[Row]) -> Resolved:
    name, usage = found.queue, estate.fact_of(rows, "USAGE")
    cited = usage.places or [row.place() for row in rows]
    if usage.value == "XMITQ" and not route.hops:
        route.hops.append(hop(estate, at, Resolved(name, "", name, sentences.QUEUE_ASKED_FOR.format(name=name))))
        said = sentences.TRANSMISSION_QUEUE_ITSELF.format(name=name, at=at)
        return Resolved(end=End(OPEN, at, name, said, cited))
    own = Resolved(end=End(DESTINATION, at, name, sentences.LOCAL_QUEUE_OF.format(name=name, at=at), cited, [], rows))
    listed = estate.of(at, ("QCLUSTER",), name)
    if not listed and not any({"CLUSTER", "CLUSNL"} & row.attributes.keys() for row in rows):
        # What its own displays were not asked for, the records of other queue managers may show.
        known = [row for one in estate.managers for row in estate.of(one, ("QCLUSTER",), name)]
        listed = known if any(row.attributes.get("CLUSQMGR") == at for row in known) else listed
    others = [row for row in listed if row.attributes.get("CLUSQMGR") != at]
    clustered = others or any(row.attributes.get("CLUSTER") or row.attributes.get("CLUSNL") for row in rows)
    if found.manager or not clustered:
        return own
    use = estate.fact_of(rows, "CLWLUSEQ")
    of_manager = use.value == "QMGR"
    use = estate.manager(at, "CLWLUSEQ") if of_manager else use
    shut = estate.fact_of(rows, "PUT")
    only = listed and not others and complete(listed)
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
    said = sentences.LOCAL_AND_CLUSTER_QUEUE.format(name=name, at=at)
    said += sentences.OF_OWNERS_TOO.format(owners=", ".join(owners)) if owners else ""
    said += sentences.EITHER_MAY_GET_IT.format(use=use.text())
    asks = mqsc("DISPLAY QMGR CLWLUSEQ", on=at) if of_manager else mqsc("DISPLAY QUEUE({}) CLWLUSEQ", name, on=at)
    whole = owners and "?" not in owners and complete(others)
    next_ = [*([] if use.known else asks), *([] if whole else display_of_name(estate, at, "QCLUSTER", name))]
    places = [*cited, *use.places, *(row.place("CLUSQMGR") for row in others)]
    return Resolved(end=End(OPEN, at, name, said, places, next_, [], (at, *owners) if whole else ()))


def _instances(estate: Estate, route: Route, at: str, name: str, rows: list[Row], what: str = "queue") -> Resolved:
    rows = rows + gone_since(estate, at, name, rows, route.moment)
    each = {row.attributes.get("CLUSQMGR") for row in rows}
    shut = {owner for owner in each if owner and was_put_inhibited(estate, at, name, owner, route.moment)}
    passed = tuple(row.place("PUT") for row in rows if row.attributes.get("CLUSQMGR") in shut)
    rows = [row for row in rows if row.attributes.get("CLUSQMGR") not in shut] or rows
    owners = {row.attributes.get("CLUSQMGR") for row in rows}
    clusters = {row.attributes.get("CLUSTER") for row in rows}
    cited = [row.place("CLUSQMGR") for row in rows]
    whole = complete(rows)
    if all(was_asked_narrowly(row) for row in rows):
        told = ", ".join(sorted(one or "?" for one in owners))
        said = sentences.CLUSTER_PERHAPS_OF_OTHERS.format(name=name, what=what, told=told)
        return ask(estate, at, name, said, cited, "QCLUSTER")
    if route.instance in owners:
        owners, rows = {route.instance}, [row for row in rows if row.attributes.get("CLUSQMGR") == route.instance]
        clusters = {row.attributes.get("CLUSTER") for row in rows}
    if len(owners) > 1 or None in owners or not whole:
        said = ", ".join(sorted(owner or sentences.UNNAMED_ONE for owner in owners))
        said = sentences.CLUSTER_INSTANCE_IS_UNKNOWN.format(name=name, what=what, said=said)
        shown = {row.attributes.get("CLUSQMGR") for row in rows if row.attributes.get("PUT") == "DISABLED"}
        late = [one for one in shown - shut if one]
        said += sentences.PERHAPS_INHIBITED_SINCE.format(late=", ".join(sorted(late))) if late else ""
        said += sentences.ALL_KNOWN_PUT_INHIBITED.format(at=at) if shut == each else ""
        told, owners, first = choice(estate, at, rows, clusters)
        said, known = said + told, whole and None not in owners
        word, where = ("QUEUE", owners) if known else ("QCLUSTER", [at])
        next_ = browse(name, first) if first and depth(estate, first, name).says(positive) else []
        next_ += [one for owner in where for one in display_of_name(estate, owner, word, name)]
        return Resolved(end=End(OPEN, at, name, said, cited, next_, [], tuple(sorted(owners)) if known else ()))
    owner = owners.pop()
    if owner == at:
        said = sentences.CLUSTER_QUEUE_OF_ITSELF.format(name=name, what=what, at=at)
        return ask(estate, at, name, said, cited, "QLOCAL" if what == "queue" else "QREMOTE")
    means = sentences.CLUSTER_QUEUE_OF.format(name=name, what=what, owner=owner)
    means += sentences.INSTANCE_PUT_INHIBITED.format(shut=", ".join(sorted(shut - {owner}))) if shut - {owner} else ""
    route.stops.append(Stop(at, name, "QCLUSTER", tuple(rows), means, len(route.hops), passed))
    if what == "queue":
        route.targets.append((name, owner))
    return Resolved(name, owner, cluster=clusters.pop() if len(clusters) == 1 else None)


# A queue manager by its name


def _manager(estate: Estate, route: Route, at: str, found: Resolved) -> Resolved:
    name = found.manager
    group = estate.manager(at, "QSGNAME")
    if group.value and group.value == name:
        means = sentences.IS_SHARING_GROUP.format(name=name, at=at)
        route.stops.append(Stop(at, name, sentences.SHARING_GROUP, (), means, len(route.hops)))
        return found._replace(manager=at)
    rows, missing = newest(estate, at, name)
    missing = missing or ([] if rows else no_queue(estate.absences(at), name, WAYS))
    kinds = {kind_of(row) for row in rows}
    if rows and missing:
        places = [*(row.place() for row in rows), *(one.place for one in missing)]
        return ask(estate, at, name, sentences.KIND_IS_CONTRADICTED.format(name=name, at=at), places)
    usage = estate.fact_of(rows, "USAGE")
    if kinds == {"QLOCAL"} and usage.value != "NORMAL":
        return found._replace(xmitq=name, why=sentences.QUEUE_NAMED_LIKE_MANAGER.format(name=name))
    if kinds == {"QLOCAL"} and not estate.of(at, ("CLUSQMGR",), name):
        said = sentences.QUEUE_IS_NOT_TRANSMISSION_QUEUE.format(name=name, at=at)
        return Resolved(end=End(NOWHERE, at, name, said, usage.places, mqsc(IS_XMITQ, name, on=at), rows, code=2092))
    if kinds == {"QREMOTE"}:
        return _manager_alias(estate, route, at, found, rows)
    status = [] if rows or missing else [row for of in estate.servers(at, name).values() for row in of]
    if any(row.type == "CHSTATUS" for row in status):  # a channel that has a state serves a transmission queue
        return found._replace(xmitq=name, why=sentences.QUEUE_NAMED_LIKE_MANAGER.format(name=name))
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


def _clustered_alias(estate: Estate, route: Route, at: str, found: Resolved, rows: list[Row]) -> Resolved:
    """Over the cluster to the queue manager that has an alias, which resolves the name again."""
    chosen = _instances(estate, route, at, found.manager, rows, sentences.MANAGER_ALIAS_KIND)
    if chosen.end:
        return chosen
    member = tuple(estate.newest(estate.of(at, ("CLUSQMGR",), chosen.manager)))
    if not member:
        said = sentences.ROUTE_TO_ALIASED_IS_UNKNOWN.format(at=at, manager=chosen.manager, manager_2=found.manager)
        return ask(estate, at, chosen.manager, said, [row.place("CLUSQMGR") for row in rows], "CLUSQMGR")
    way = to_member(estate, route, at, member, found._replace(manager=chosen.manager, cluster=chosen.cluster))
    return way if way.end else way._replace(manager=found.manager)


def _manager_alias(estate: Estate, route: Route, at: str, found: Resolved, rows: list[Row]) -> Resolved:
    name, facts = found.manager, [estate.fact_of(rows, key) for key in ("RNAME", "RQMNAME", "XMITQ")]
    cited = distinct(place for fact in facts for place in fact.places)
    if not all(fact.known for fact in facts):
        return ask(estate, at, name, sentences.DEFINITION_INCOMPLETE.format(name=name, at=at), cited, "QREMOTE")
    queue, manager, xmitq = (fact.value for fact in facts)
    if queue:
        code = "" if route.chain(len(route.hops)) else sentences.WITH_2087  # of RQMNAME the documentation shows none
        said = sentences.NOT_A_MANAGER_ALIAS.format(name=name, at=at, code=code)
        return Resolved(end=End(NOWHERE, at, name, said, cited, [], rows))
    means = sentences.MANAGER_ALIAS.format(name=name, manager=manager or at) + (
        sentences.OVER.format(xmitq=xmitq) if xmitq else ""
    )
    route.stops.append(Stop(at, name, sentences.MANAGER_ALIAS_KIND, tuple(rows), means, len(route.hops)))
    route.targets.append((found.queue, manager or at))
    why = sentences.XMITQ_OF_ALIAS.format(name=name) if xmitq else ""
    if manager == name and not xmitq:
        return _way_without_alias(estate, route, at, found)
    return found._replace(manager=manager, xmitq=xmitq, why=why)


def _way_without_alias(estate: Estate, route: Route, at: str, found: Resolved) -> Resolved:
    member = tuple(estate.newest(estate.of(at, ("CLUSQMGR",), found.manager)))
    return to_member(estate, route, at, member, found) if member else _default(estate, route, at, found, [], [])


def _group(estate: Estate, at: str, found: Resolved, group: Fact) -> Resolved | None:
    # Intra-group queuing needs neither a channel nor a transmission queue of that name.
    if not estate.zos(at) or group.value == "":
        return None
    other, igq = estate.manager(found.manager, "QSGNAME"), estate.manager(at, "IGQ")
    takes = estate.manager(found.manager, "IGQ")
    if igq.value == "DISABLED" or (other.known and group.known and other.value != group.value):
        return None
    is_member = group.known and other.known and igq.value == "ENABLED"
    said = (sentences.IS_IN_GROUP if is_member else sentences.MAY_BE_IN_GROUP).format(manager=found.manager, at=at)
    then = sentences.SO_OVER_GROUP_QUEUE if is_member else sentences.THEN_OVER_GROUP_QUEUE
    said += then.format(group=group.text(), igq=igq.text(), group_queue=GROUP_QUEUE)
    places = [*group.places, *igq.places]
    if is_member:
        deep = estate.fact(at, DEPTH, GROUP_QUEUE, "CURDEPTH")
        shut = takes.value == "DISABLED"
        said += sentences.GROUP_QUEUE_HAS.format(depth=deep.text()) if deep.value else ""
        said += sentences.AGENT_TAKES_NONE.format(manager=found.manager, igq=takes.text()) if shut else ""
        places += [*deep.places, *(takes.places if shut else ())]
    if not group.known or not igq.seen:
        next_ = mqsc("DISPLAY QMGR QSGNAME IGQ", on=at)
    else:
        asked = [key for key, fact in (("QSGNAME", other), ("IGQ", takes)) if not fact.known]
        next_ = mqsc(f"DISPLAY QMGR {' '.join(asked)}", on=found.manager, zos=True) if asked else []
    if not next_ and estate.fact(at, DEPTH, GROUP_QUEUE, "CURDEPTH").seen:
        next_ = mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) ALL", GROUP_QUEUE, on=found.manager)
    next_ = next_ or mqsc("DISPLAY QUEUE({}) CURDEPTH", GROUP_QUEUE, on=at)
    return Resolved(end=End(OPEN, at, found.manager, said, places, next_))


def _default(
    estate: Estate, route: Route, at: str, found: Resolved, rows: list[Row], missing: list[Absence]
) -> Resolved:
    name, default = found.manager, estate.manager(at, "DEFXMITQ")
    places = [*(row.place() for row in rows), *(one.place for one in missing)]
    what = "queue" if rows or no_queue(estate.absences(at), name) else sentences.LOCAL_OR_REMOTE
    member, signs = estate.in_cluster(at)
    if member and (missing or rows) and (default.known or found.cluster):
        said = sentences.SAME_CLUSTER_IS_UNKNOWN.format(name=name, at=at)
        # A queue manager itself, or an alias of one: an alias is among the queues of the cluster.
        next_ = [one for word in ("CLUSQMGR", "QCLUSTER") for one in display_of_name(estate, at, word, name)]
        return Resolved(end=End(OPEN, at, name, said, [*places, *signs[:3]], next_))
    if default.value == CLUSTER_QUEUE and (missing or rows):
        said = sentences.DEFAULT_IS_CLUSTER_QUEUE.format(at=at, cluster_queue=CLUSTER_QUEUE)
        return Resolved(
            end=End(NOWHERE, at, name, said, default.places, [], [one.row for one in default.seen], code=2199)
        )
    if default.value and (missing or rows):
        route.chosen_by.append((len(route.hops), at, default))
        return found._replace(xmitq=default.value, why=sentences.DEFAULT_TRANSMISSION_QUEUE.format(at=at))
    if route.by_default and not member and default.value and estate.of(at, QUEUES, default.value):
        route.unshown.append((at, name, default))
        route.chosen_by.append((len(route.hops), at, default))
        return found._replace(xmitq=default.value, why=sentences.DEFAULT_TRANSMISSION_QUEUE.format(at=at))
    if default.known and (missing or rows):
        # REPOS and REPOSNL are blank at most members of a cluster too.
        other = near_name(name, (row.name for row in estate.of(at, QUEUES)))
        hint = sentences.OTHER_IS_ONE.format(other=other) if other else ""
        places += [row.place() for row in estate.of(at, QUEUES, other)[:1] if other]
        none = sentences.NO_DEFAULT_TRANSMISSION_QUEUE.format(at=at, what=what, name=name, hint=hint)
        route.unshown += [(at, name, None)] if route.by_default and member is None else []
        if member is False or route.by_default:
            said, answers = sentences.NO_ROUTE_THERE.format(none=none), [one.row for one in default.seen]
            end = End(NOWHERE, at, name, said, [*places, *default.places], [], [*rows, *answers], (), bool(missing))
            return Resolved(end=end)
        said, next_ = sentences.MEMBERSHIP_IS_UNKNOWN.format(none=none), mqsc("DISPLAY CLUSQMGR(*)", on=at)
        return Resolved(end=End(OPEN, at, name, said, [*places, *default.places], next_))
    if missing:
        said = sentences.DEFAULT_IS_UNKNOWN.format(name=name, what=what, at=at)
        return Resolved(end=End(OPEN, at, name, said, places, mqsc("DISPLAY QMGR DEFXMITQ", on=at)))
    return ask(estate, at, name, sentences.ROUTE_IS_UNKNOWN.format(at=at, name=name), places)
