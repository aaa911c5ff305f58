"""From a transmission queue over its channels to the next queue manager."""

from __future__ import annotations

from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk.facts import Fact
from mqforensics.questions.walk.names import kind_of
from mqforensics.questions.walk.way import NOWHERE, End, Found, Hop, Route, ask, places
from mqforensics.questions.walk.world import QUEUES, RECEIVERS, SENDERS, Channel, World


def travel(world: World, way: Route, at: str, found: Found) -> tuple[str, Found]:
    """Take the message over its transmission queue: the queue manager it comes to, and what it is to find there."""
    wrong = _no_xmitq(world, at, found.xmitq)
    if wrong:
        return at, wrong
    channels = _channels(world, at, found)
    hop = Hop(at, found.xmitq, found.why, channels, found.shared)
    hop.partner, hop.partner_evidence = _partner(world, at, channels)
    way.hops.append(hop)
    if not hop.partner:
        return at, _no_partner(hop)
    return hop.partner, Found(found.queue, found.manager)


def _channels(world: World, at: str, found: Found) -> list[Channel]:
    if not found.shared:
        return world.channels(at, found.xmitq)
    rows = world.of(at, ("CHANNEL", "CHSTATUS"), found.channel) if found.channel else []
    members = world.of(at, ("CLUSQMGR",), found.manager)
    return [Channel(found.channel, ("CLUSSDR",), (*rows, *members))] if found.channel else []


def _no_xmitq(world: World, at: str, name: str) -> Found | None:
    rows, missing = world.of(at, QUEUES, name), world.missing(at, ("QUEUE", "QLOCAL"), name)
    usage = world.fact_of(rows, "USAGE")
    if rows and missing:
        return ask(at, name, f"the evidence contradicts itself on whether {name} is at {at}", places(rows, missing))
    if missing:
        said = f"the transmission queue {name} is not defined at {at}"
    elif rows and {kind_of(row) for row in rows} - {"QLOCAL", None}:
        said = f"{name} at {at} is no local queue and cannot be a transmission queue"
    elif usage.value == "NORMAL":
        said = f"{name} at {at} is no transmission queue: USAGE(NORMAL)"
    else:
        return None
    return Found(end=End(NOWHERE, at, name, said, places(rows, missing)))


def _partner(world: World, at: str, channels: list[Channel]) -> tuple[str | None, list[Evidence]]:
    """The queue manager at the other end: told by the status of either end, or by the only receiver there is."""
    told = _told(world, at, channels)
    if told.seen:
        return told.value, told.evidence
    named = {channel.name for channel in channels if channel.name}
    for types, same in ((("CHSTATUS",), True), (("CHANNEL",), False)):
        ends = {
            other: row
            for other in world.managers if other != at
            for name in named for row in world.of(other, types, name)
            if row.attributes.get("CHLTYPE") in RECEIVERS
            and (not same or row.attributes.get("RQMNAME") == at)
        }  # fmt: skip
        if len(ends) == 1:
            other, row = ends.popitem()
            return other, [row.evidence]
    return None, []


def _told(world: World, at: str, channels: list[Channel]) -> Fact:
    rows = [row for channel in channels for row in channel.definitions if row.type == "CLUSQMGR"]
    if rows:
        return world.fact_of([row._replace(attributes={"RQMNAME": row.name or ""}) for row in rows], "RQMNAME")
    status = [
        row
        for channel in channels
        if channel.name
        for row in world.of(at, ("CHSTATUS",), channel.name)
        if row.attributes.get("CHLTYPE", "SDR") in SENDERS and row.attributes.get("RQMNAME")
    ]
    return world.fact_of(status, "RQMNAME")


def _no_partner(hop: Hop) -> Found:
    names = [channel.name for channel in hop.channels if channel.name]
    if not names:
        command = f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ '{hop.xmitq}')"
        said = f"no channel in the evidence serves {hop.xmitq} at {hop.manager}"
        return ask(hop.manager, hop.xmitq, said, [], command)
    command = f"DISPLAY CHSTATUS('{names[0]}') RQMNAME STATUS SUBSTATE"
    said = f"the evidence does not show which queue manager {names[0]} of {hop.manager} leads to"
    return ask(hop.manager, names[0], said, [], command)
