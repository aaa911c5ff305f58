"""Over a transmission queue: which channels serve it, and the queue manager at their other end."""

from __future__ import annotations

from mqforensics.objects import sentences
from mqforensics.objects.absence import Absence, no_queue, proof
from mqforensics.objects.checks import depth, state
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.estate import CHANNEL_QUEUE, CLUSTER_QUEUE, QUEUES, RECEIVERS, SENDERS, Estate
from mqforensics.objects.fact import Fact, Place, Row, positive
from mqforensics.objects.route import NOWHERE, OPEN, End, Hop, Resolved, Route, kind_of
from mqforensics.objects.wildcards import fits

IS_XMITQ = "DISPLAY QLOCAL({}) USAGE ALTDATE ALTTIME"
"""What shows of a queue whether it is a transmission queue, and since when."""


def travel(estate: Estate, route: Route, at: str, found: Resolved) -> tuple[str, Resolved]:
    """Take the next hop of a route: where it leads, and the name that is resolved there."""
    wrong = _no_xmitq(estate, at, found.xmitq)
    if wrong:
        return at, wrong
    taken = hop(estate, at, found)
    route.hops.append(taken)
    asks: list[Command] = []
    if not found.member and taken.partner and _may_be_a_copy(estate, taken, found.manager):
        asks = _where_it_leads_on(estate, taken.partner, found.manager)
        taken.partner, taken.partner_places = None, []
    if not taken.partner:
        return at, _no_partner(estate, taken, asks, found.manager)
    return taken.partner, Resolved(found.queue, found.manager or taken.partner)


def hop(estate: Estate, at: str, found: Resolved) -> Hop:
    """What the evidence shows of the transmission queue that a name resolves to, and of the channels that serve it."""
    if found.member:
        name = found.member[0].attributes["CHANNEL"]
        rows = [*found.member, *estate.of(at, ("CHANNEL",), name), *estate.statuses(at, name)]
        places = [row.place("CLUSQMGR") for row in found.member]
        shared = found.xmitq == CLUSTER_QUEUE
        # The queue manager of the record: the one that was named may be an alias of it.
        return Hop(at, found.xmitq, found.why, {name: rows}, shared, found.member[0].name, places, found.note)
    channels = estate.servers(at, found.xmitq)
    if found.xmitq == CLUSTER_QUEUE:
        return Hop(at, found.xmitq, found.why, channels, True)
    return Hop(at, found.xmitq, found.why, channels, False, *partner(estate, at, channels))


def _no_xmitq(estate: Estate, at: str, name: str) -> Resolved | None:
    rows, missing = newest(estate, at, name)
    if not rows:
        # A transmission queue is a local queue, whatever else may have its name.
        missing = missing or proof(estate.absences(at), ("QLOCAL",), name)
    usage = estate.fact_of(rows, "USAGE")
    places = [*(row.place("USAGE") for row in rows), *(one.place for one in missing)]
    if rows and missing:
        return ask(estate, at, name, sentences.EXISTENCE_IS_CONTRADICTED.format(name=name, at=at), places)
    if missing:
        said = sentences.TRANSMISSION_QUEUE_NOT_DEFINED.format(name=name, at=at)
    elif rows and {kind_of(row) for row in rows} - {"QLOCAL", None}:
        said = sentences.NOT_A_LOCAL_QUEUE.format(name=name, at=at)
    elif usage.value == "NORMAL":
        said = sentences.USAGE_IS_NORMAL.format(name=name, at=at)
    else:
        return None
    next_ = mqsc(IS_XMITQ, name, on=at) if usage.value == "NORMAL" else []
    return Resolved(end=End(NOWHERE, at, name, said, places, next_, rows, (), bool(missing)))


def partner(estate: Estate, at: str, channels: dict[str, list[Row]]) -> tuple[str | None, list[Place]]:
    """The queue manager at the other end: told by the status of either end, or by the only receiver there is."""
    status = [
        row for rows in channels.values() for row in rows if row.attributes.get("RQMNAME") and row.type == "CHSTATUS"
    ]
    told = estate.fact_of(status, "RQMNAME")
    if told.seen:
        return told.value, told.places
    for types, same in ((("CHSTATUS",), True), (("CHANNEL",), False)):
        ends = {
            other: row.place("CHLTYPE")
            for other in estate.managers if other != at
            for name in channels for row in estate.of(other, types, name)
            if row.attributes.get("CHLTYPE") in RECEIVERS and (not same or row.attributes.get("RQMNAME") == at)
        }  # fmt: skip
        if len(ends) == 1:
            other, place = ends.popitem()
            return other, [place]
    return None, []


def _may_be_a_copy(estate: Estate, hop: Hop, target: str) -> bool:
    """Whether the queue manager with the receiver of a channel may not be its other end: a copy of a disaster site or a
    test has receivers of the same names.

    A status shows the other end. A transmission queue with the name of a queue manager is the one for messages to it.
    And a way to the queue manager that is meant speaks for it.
    """
    if target in ("", hop.partner) or hop.xmitq == hop.partner:
        return False
    if any(row.type == "CHSTATUS" for row in _at(estate, hop)):
        return False
    ways = estate.manager(hop.partner, "DEFXMITQ").value, estate.of(hop.partner, ("CLUSQMGR", *QUEUES), target)
    return not any(ways)


def _where_it_leads_on(estate: Estate, manager: str, target: str) -> list[Command]:
    """What shows whether a queue manager is on the way: its definition of the target, or where that is not there the
    messages on its dead-letter queue."""
    if not proof(estate.absences(manager), ("QUEUE",), target):
        return display_of_name(estate, manager, "QUEUE", target)
    dead = estate.manager(manager, "DEADQ").value
    return browse(dead, manager)[:1] if dead else []


def _at(estate: Estate, hop: Hop) -> list[Row]:
    """The rows that show a hop's partner."""
    ends = [row for rows in hop.channels.values() for row in rows if row.attributes.get("RQMNAME") == hop.partner]
    told = [row for name in hop.channels for row in estate.of(hop.partner, ("CHSTATUS",), name)]
    return ends + [row for row in told if row.attributes.get("RQMNAME") == hop.manager]


def _no_partner(estate: Estate, hop: Hop, asks: list[Command], target: str) -> Resolved:
    """An end in the question which queue manager is at the other end; `asks`: what shows of one whether it is;
    `target`: the queue manager that the message is for."""
    at = hop.manager
    if not hop.channels:
        said = sentences.NO_CHANNEL_SERVES.format(xmitq=hop.xmitq, at=at)
        ordinary, clusters = "DISPLAY CHANNEL(*) WHERE(XMITQ EQ {}) ALL", "DISPLAY CLUSQMGR(*) CHANNEL STATUS XMITQ"
        next_ = mqsc(clusters, on=at) if hop.shared else mqsc(ordinary, hop.xmitq, on=at)
        return Resolved(end=End(OPEN, at, hop.xmitq, said, [], next_))
    names = ", ".join(hop.channels)
    said = sentences.PARTNER_IS_UNKNOWN.format(names=names, at=at)
    first = next(iter(hop.channels))
    asked = bool(estate.statuses(at, first) or proof(estate.absences(at), ("CHSTATUS",), first))
    form = "DISPLAY CHANNEL({}) CONNAME" if asked else "DISPLAY CHSTATUS({}) ALL"
    named = any("CONNAME" in row.attributes for rows in hop.channels.values() for row in rows)
    next_ = _other_ends(estate, hop, first, target) if asked and named else []
    return Resolved(end=End(OPEN, at, hop.xmitq, said, [], asks or next_ or mqsc(form, first, on=at)))


def _other_ends(estate: Estate, hop: Hop, channel: str, target: str) -> list[Command]:
    """What asks the queue managers of the case, or else the one that the message is for, whether they have the other
    end of a channel: the likeliest first."""
    others = [one for one in estate.managers if one != hop.manager] or ([target] if target else [])
    others = [one for one in others if not proof(estate.absences(one), ("CHANNEL",), channel)]
    others.sort(key=lambda one: one not in hop.xmitq)
    return [command for one in others for command in mqsc("DISPLAY CHANNEL({}) ALL", channel, on=one)]


def newest(estate: Estate, at: str, name: str) -> tuple[list[Row], list[Absence]]:
    """The definitions of a name, and the answers that it is not defined, whichever are not overtaken by the other."""
    return estate.still_valid(estate.newest(estate.of(at, QUEUES, name)), no_queue(estate.absences(at), name))


def display_of_name(estate: Estate, manager: str | None, word: str, name: str) -> list[Command]:
    """The display that shows what a name is, where it can be answered.

    A cluster record that a queue manager has not got is asked of the full repositories that it knows.
    """
    where: list[str | None] = [manager]
    if word in ("QCLUSTER", "CLUSQMGR") and proof(estate.absences(manager), (word,), name):
        rows = estate.of(manager, ("CLUSQMGR",))
        full = {row.name for row in rows if row.attributes.get("QMTYPE") == "REPOS" and row.name}
        where = sorted(full - {manager}) or where
    return [one for at in where for one in mqsc(f"DISPLAY {word}({{}}) ALL", name, on=at)]


def ask(estate: Estate, at: str, name: str, said: str, places: list[Place], word="QUEUE", code=0) -> Resolved:
    """An end in a question, with the command that answers it; first of all, whose displays those of `at` are."""
    doubts = [one for manager, one in estate.disputed.items() if at in (manager, "")]
    said = ": ".join([said, *(one.said for one in doubts)])
    places = [*places, *(place for one in doubts for place in one.places)]
    next_ = [command for one in doubts for command in one.next] or display_of_name(estate, at, word, name)
    return Resolved(end=End(OPEN, at, name, said, places, next_, code=code))


def to_its_own_name(estate: Estate, at: str) -> list[Row]:
    """The statuses of sending channels of a queue manager whose partner has its name."""
    rows = estate.of(at, ("CHSTATUS",))
    return [row for row in rows if row.attributes.get("RQMNAME") == at and row.attributes.get("CHLTYPE") in SENDERS]


# To a queue manager of a cluster


def to_member(estate: Estate, route: Route, at: str, member: tuple[Row, ...], found: Resolved) -> Resolved:
    """The transmission queue for a queue manager of a cluster, by its records there."""
    chosen = tuple(row for row in member if found.cluster and row.attributes.get("CLUSTER") == found.cluster) or member
    channels = {row.attributes.get("CHANNEL") for row in chosen}
    places = [row.place("CHANNEL") for row in chosen]
    if len(channels) > 1 or None in channels:
        told = ", ".join(sorted(name or "?" for name in channels))
        said = sentences.SEVERAL_ROUTES.format(manager=found.manager, told=told)
        each = [(name, [row for row in chosen if row.attributes.get("CHANNEL") == name]) for name in channels - {None}]
        states = [state(estate, at, name, rows) for name, rows in sorted(each)]
        said += "".join(f"; {one.said}" for one in states)
        places += [place for one in states for place in one.places]
        ask_for = [one.channel for one in states if one.value is None]
        next_ = [one for name in ask_for for one in mqsc("DISPLAY CHSTATUS({}) ALL", name, on=at)]
        queues = sorted({row.attributes["XMITQ"] for row in chosen if row.attributes.get("XMITQ")})
        next_ += [one for name in queues for one in browse(name, at)]
        next_ = next_ or display_of_name(estate, at, "CLUSQMGR", found.manager)
        return Resolved(end=End(OPEN, at, found.manager, said, places, next_))
    channel = channels.pop()
    name, other = _xmitq_of_channel(estate, at, channel, chosen)
    note = sentences.AS_STATUS_SHOWS.format(channel=channel, other=other.text()) if other else ""
    if other and depth(estate, at, other.value).says(positive):
        said = sentences.ONE_CHANNEL_SERVES_BOTH.format(channel=channel, name=name, note=note)
        next_ = [one for queue in (name, other.value) for one in browse(queue, at)]
        return Resolved(end=End(OPEN, at, found.manager, said, [*places, *other.places], next_))
    own = _own_queues(estate, at, channel) if not name else []
    if own:
        name = own[0].name if len({row.name for row in own}) == 1 else ""
    elif not name:
        way = estate.manager(at, "DEFCLXQ")
        route.chosen_by.append((len(route.hops), at, way))
        name = {"SCTQ": CLUSTER_QUEUE, "CHANNEL": f"{CHANNEL_QUEUE}{channel}"}.get(way.value or "")
    if not name:
        said = sentences.TRANSMISSION_QUEUE_IS_UNKNOWN.format(at=at, manager=found.manager)
        return ask(estate, at, found.manager, said, places, "CLUSQMGR")
    return found._replace(
        xmitq=name, why=sentences.CLUSTER_ROUTE_TO.format(manager=found.manager), member=chosen, note=note
    )


def _xmitq_of_channel(estate: Estate, at: str, channel: str, member: tuple[Row, ...]) -> tuple[str | None, Fact | None]:
    """The transmission queue of a cluster-sender channel, and what the cluster record shows where that is another.

    A status shows the queue that the channel serves; the record may show the one that it serves after its next start.
    """
    queue, rows = estate.fact_of(member, "XMITQ"), estate.newest(estate.statuses(at, channel))
    if queue.value:
        rows = [row for row in rows if not any(estate.later(one, row) for one in member)]
    served = estate.fact_of(rows, "XMITQ").value
    return served or queue.value, queue if served and queue.value and served != queue.value else None


def _own_queues(estate: Estate, at: str, channel: str) -> list[Row]:
    """The transmission queues whose CLCHNAME fits a cluster-sender channel."""
    rows = [row for row in estate.of(at, QUEUES) if row.attributes.get("CLCHNAME") and row.name]
    return [row for row in estate.newest(rows) if fits(row.attributes["CLCHNAME"], channel)]
