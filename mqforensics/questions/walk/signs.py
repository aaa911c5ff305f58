"""What can be said of a transmission queue, a channel and a destination: yes, no, or not known."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk.facts import Fact, Row, Seen, fact, positive
from mqforensics.questions.walk.way import Hop, Need, Route
from mqforensics.questions.walk.world import DEPTH, QUEUES, RECEIVERS, SENDERS, World

WHOLE = 20
"""A display of a channel with so many attributes was one of all of them."""
INACTIVE, RUNNING = "INACTIVE", "RUNNING"
DETAILS = frozenset(("BATCHES", "CURMSGS", "CURLUWID", "LSTLUWID", "BYTSSENT", "BUFSSENT", "LONGRTS", "CHSTADA"))
"""Attributes of a full channel status; one that has them has INDOUBT too, or has lost it."""


@dataclass
class Sign:
    """An answer with the lines it rests on and, where there is none, what would give it."""

    holds: bool | None
    said: str
    evidence: list[Evidence] = field(default_factory=list)
    need: Need | None = None
    code: int = 0
    """The reason that a put fails with, where one does."""


# A transmission queue and its channel


def depth(world: World, manager: str, queue: str) -> Fact:
    """How many messages a queue holds, by its definition's display and by its status."""
    return world.fact(manager, DEPTH, queue, "CURDEPTH")


def waits(world: World, hop: Hop) -> Sign:
    """Whether messages lie on the transmission queue."""
    found = depth(world, hop.manager, hop.xmitq)
    need = Need(hop.manager, f"DISPLAY QLOCAL('{hop.xmitq}') CURDEPTH IPPROCS GET PUT USAGE TRIGGER")
    return Sign(found.says(positive), f"{found.text('CURDEPTH')}{found.when}", found.evidence, need)


def status_rows(world: World, hop: Hop) -> list[Row]:
    """The current status of the channels of a hop, as its sending end shows it."""
    names = {channel.name for channel in hop.channels if channel.name}
    rows = [row for name in sorted(names) for row in world.of(hop.manager, ("CHSTATUS", "CLUSQMGR"), name)]
    rows += [row for channel in hop.channels for row in channel.definitions if row.type in ("CHSTATUS", "CLUSQMGR")]
    current = [row for row in rows if row.attributes.get("CHLTYPE", "SDR") in SENDERS and _current(row)]
    return list({(row.file, row.line): row for row in current}.values())


def _current(row: Row) -> bool:
    return "CURRENT" in row.attributes or not row.attributes.keys() & {"SAVED", "SHORT"}


def state(world: World, hop: Hop) -> Fact:
    """The state of the channel; INACTIVE where asking for its status found none. Of several channels, the best off."""
    names = sorted({channel.name for channel in hop.channels if channel.name})
    each = [_state_of(world, hop, name) for name in names]
    running = [one for one in each if one.value == RUNNING]
    unclear = [one for one in each if not one.known]
    return (running or unclear or each or [Fact()])[0]


def _state_of(world: World, hop: Hop, name: str) -> Fact:
    rows = [row for row in status_rows(world, hop) if row.name == name or row.type == "CLUSQMGR"]
    seen = list(world.fact_of(rows, "STATUS").seen)
    gone = world.missing(hop.manager, ("CHSTATUS",), name) + [
        failure.row
        for failure in world.failures.get(hop.manager, ())
        if failure.word == "CHSTATUS" and failure.filter == ("XMITQ", hop.xmitq)
    ]
    return fact([*seen, *(Seen(INACTIVE, row) for row in gone)])


def in_doubt(world: World, hop: Hop) -> Sign:
    """Whether the channel waits to hear what became of a batch; not known where the display has lost the answer."""
    rows = status_rows(world, hop)
    found = world.fact_of(rows, "INDOUBT")
    lost = any(_lost(row) for row in rows)
    need = Need(hop.manager, f"DISPLAY CHSTATUS('{_name(hop)}') INDOUBT CURLUWID CURSEQNO LSTLUWID LSTSEQNO")
    holds = None if lost or found.conflict else found.says(lambda value: value == "YES") or False
    said = found.text("INDOUBT") if found.seen else "INDOUBT was not displayed"
    return Sign(holds, said, found.evidence, need)


def _lost(row: Row) -> bool:
    asked = re.search(r"\b(?:ALL|INDOUBT)\b", (row.command or "").upper()) and row.type == "CHSTATUS"
    return "INDOUBT" not in row.attributes and bool(asked or row.attributes.keys() & DETAILS)


def _name(hop: Hop) -> str:
    return next((channel.name for channel in hop.channels if channel.name), "*")


def channel_fact(world: World, hop: Hop, attribute: str) -> Fact:
    """An attribute of the channel's definition at the sending end."""
    return world.fact_of([row for c in hop.channels for row in c.definitions if row.type == "CHANNEL"], attribute)


def receiver_fact(world: World, hop: Hop, attribute: str) -> Fact:
    """An attribute of the channel's definition at the receiving end."""
    return world.fact_of(_receivers(world, hop), attribute)


def _receivers(world: World, hop: Hop) -> list[Row]:
    names = {channel.name for channel in hop.channels if channel.name}
    rows = [row for name in names for row in world.of(hop.partner, ("CHANNEL",), name)] if hop.partner else []
    return [row for row in rows if row.attributes.get("CHLTYPE", "RCVR") in RECEIVERS]


def speed_lost(world: World, hop: Hop) -> bool:
    """Whether a display of either end had NPMSPEED and has lost it, or has lost which channel it is of."""
    ends = [*_receivers(world, hop), *(row for c in hop.channels for row in c.definitions if row.type == "CHANNEL")]
    nameless = [row for end in (hop.manager, hop.partner) if end for row in world.nameless(end, "CHANNEL")]
    return any(_without_speed(row) for row in ends) or any("NPMSPEED" in row.attributes for row in nameless)


def _without_speed(row: Row) -> bool:
    asked = re.search(r"\b(?:ALL|NPMSPEED)\b", (row.command or "").upper())
    return "NPMSPEED" not in row.attributes and bool(asked or len(row.attributes) >= WHOLE)


def fast(world: World, hop: Hop) -> Sign:
    """Whether non-persistent messages go outside the batch: one end with NORMAL makes the channel NORMAL."""
    ends = [channel_fact(world, hop, "NPMSPEED"), receiver_fact(world, hop, "NPMSPEED")]
    places = [place for end in ends for place in end.evidence]
    values = {one.value for end in ends for one in end.seen}
    holds = None if not values or any(end.conflict for end in ends) else "NORMAL" not in values
    said = f"NPMSPEED({'NORMAL' if 'NORMAL' in values else 'FAST'})" if values else "NPMSPEED not shown"
    return Sign(holds, said, places, Need(hop.manager, f"DISPLAY CHANNEL('{_name(hop)}') NPMSPEED USEDLQ"))


# The destination


def refuses(world: World, route: Route) -> Sign:
    """Whether the destination cannot take a message: put-inhibited, full, or behind an alias that is put-inhibited."""
    manager, queue = route.end.manager, route.end.queue
    stops = [stop for stop in route.stops if stop.manager == manager and route.hops]
    named = [(stop.name, world.fact_of(stop.rows, "PUT")) for stop in stops if stop.kind != "queue-manager alias"]
    for name, put in [*named, (queue, world.fact(manager, QUEUES, queue, "PUT"))]:
        if put.value == "DISABLED":
            return Sign(True, f"{name} at {manager} is put-inhibited (PUT(DISABLED))", put.evidence, code=2051)
    full = _full(world, manager, queue)
    puts = [world.fact(manager, QUEUES, queue, "PUT"), *(put for _, put in named if put.seen)]
    if full.holds or not all(put.value == "ENABLED" for put in puts):
        full.holds = full.holds or None
        full.evidence += [place for put in puts for place in put.evidence if full.holds is None]
        full.said = full.said if full.holds else f"{queue} at {manager}: {puts[0].text('PUT')}, {full.said}"
    return full


def _full(world: World, manager: str, queue: str) -> Sign:
    deep, most = depth(world, manager, queue), world.fact(manager, QUEUES, queue, "MAXDEPTH")
    answers = {
        int(one.value) >= int(other.value)
        for one in deep.seen for other in most.seen
        if one.value.isdigit() and other.value.isdigit()
    }  # fmt: skip
    need = Need(manager, f"DISPLAY QLOCAL('{queue}') PUT CURDEPTH MAXDEPTH MAXMSGL IPPROCS")
    holds = answers.pop() if len(answers) == 1 else False if not most.seen and deep.value == "0" else None
    said = f"{deep.text('CURDEPTH')} of {most.text('MAXDEPTH')}"
    if holds:
        said = f"{queue} at {manager} is full ({said})"
    return Sign(holds, said, [*deep.evidence, *most.evidence], need, 2053 if holds else 0)


def taken(world: World, manager: str, queue: str) -> Sign:
    """Whether the queue's last get came after its last put."""
    rows = world.of(manager, ("QSTATUS",), queue)
    keys = ("LGETDATE", "LGETTIME", "LPUTDATE", "LPUTTIME")
    facts = [world.fact_of(rows, key) for key in keys]
    need = Need(manager, f"DISPLAY QSTATUS('{queue}') TYPE(QUEUE) LGETDATE LGETTIME LPUTDATE LPUTTIME IPPROCS MONQ")
    if not all(one.value for one in facts):
        return Sign(None, "the times of the last get and the last put are not known", facts[0].evidence, need)
    get, put = (facts[0].value, facts[1].value), (facts[2].value, facts[3].value)
    said = f"last put {put[0]} {put[1]}, last get {get[0]} {get[1]}"
    return Sign(get >= put, said, facts[0].evidence, need)


def dead_letter_queue(world: World, manager: str) -> Fact:
    """The name of a queue manager's dead-letter queue; blank: there is none."""
    return world.manager_fact(manager, "DEADQ")
