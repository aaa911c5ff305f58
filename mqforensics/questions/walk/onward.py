"""Steps 1 to 4: the definitions, and of each hop the transmission queue, the channel and its status."""

from __future__ import annotations

from collections.abc import Iterator

from mqforensics.questions.walk import signs
from mqforensics.questions.walk.matter import Matter
from mqforensics.questions.walk.signs import RUNNING
from mqforensics.questions.walk.steps import BREAK, OK, OPEN, Step, labelled, shown, state_of, timed
from mqforensics.questions.walk.way import DESTINATION, NOWHERE, UNDEFINED, Hop, Need
from mqforensics.questions.walk.world import QUEUES, Channel

DEFINITION = ("TYPE", "RNAME", "RQMNAME", "XMITQ", "TARGET", "TARGQ", "CLUSQMGR", "PUT")
CHANNEL = (
    "CHLTYPE", "XMITQ", "CONNAME", "USEDLQ", "NPMSPEED", "DISCINT", "SHORTRTY", "LONGRTY", "MRRTY", "MRTMR", "MREXIT"
)  # fmt: skip
STATUS = ("SUBSTATE", "INDOUBT", "RQMNAME", "CONNAME", "MSGS", "LSTMSGDA", "LSTMSGTI")
ENDS = {DESTINATION: OK, NOWHERE: BREAK, UNDEFINED: BREAK}


def definitions(matter: Matter) -> Iterator[Step]:
    """Step 1, once for every definition on the way."""
    route, hop_of = matter.route, {hop.manager: place for place, hop in enumerate(matter.route.hops, 1)}
    for stop in route.stops:
        found = shown([(key, matter.world.fact_of(stop.rows, key)) for key in DEFINITION])
        place = hop_of.get(stop.manager, len(route.hops))
        yield Step(1, place, stop.manager, stop.name, found, stop.means, OK, stop.evidence, label=stop.kind)
    end = route.end
    if not route.stops or end.kind in (NOWHERE, UNDEFINED):
        need, state = end.need.line if end.need else None, ENDS.get(end.kind, OPEN)
        yield Step(1, len(route.hops), end.manager, end.queue, "", f"{end.said}.", state, end.evidence, need, end.kind)


def hop_steps(matter: Matter, hop: Hop, place: int) -> Iterator[Step]:
    """Steps 2 to 4 of one hop."""
    yield _xmitq(matter, hop, place)
    if not hop.channels:
        yield _no_channel(matter, hop, place)
    for channel in hop.channels:
        yield _channel(matter, hop, place, channel)
    yield _status(matter, hop, place)


def _xmitq(matter: Matter, hop: Hop, place: int) -> Step:
    waits, depth = signs.waits(matter.world, hop), signs.depth(matter.world, hop.manager, hop.xmitq)
    facts = [(key, matter.world.fact(hop.manager, QUEUES, hop.xmitq, key)) for key in ("USAGE", "GET", "PUT")]
    means = {True: "Messages wait there.", False: "Nothing waits there."}.get(waits.holds, "Its depth is not known.")
    means += (f" It is {hop.why}." if hop.why else "") + timed(depth)
    state = state_of(depth, None if waits.holds is None else not waits.holds)
    need = waits.need.line if waits.holds is None else None
    found, label = shown([("CURDEPTH", depth), *facts]), labelled("depth", depth)
    return Step(2, place, hop.manager, hop.xmitq, found, means, state, depth.evidence, need, label)


def _no_channel(matter: Matter, hop: Hop, place: int) -> Step:
    proof = matter.world.unserved(hop.manager, hop.xmitq)
    need = Need(hop.manager, f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ '{hop.xmitq}')").line
    if proof:
        cited = [row.evidence for row in proof]
        return Step(3, place, hop.manager, None, "", "No channel serves it.", BREAK, cited, need, "no channel")
    means = "The evidence names no channel that serves it."
    return Step(3, place, hop.manager, None, "", means, OPEN, [], need, "channel unknown")


def _channel(matter: Matter, hop: Hop, place: int, channel: Channel) -> Step:
    rows = [row for row in channel.definitions if row.type == "CHANNEL"]
    found = shown([(key, matter.world.fact_of(rows, key)) for key in CHANNEL])
    means = f"It leads to {hop.partner}." if hop.partner else "Where it leads is not known."
    cited = [*(row.evidence for row in channel.definitions), *hop.partner_evidence]
    state = OK if channel.name else OPEN
    return Step(3, place, hop.manager, channel.name, found, means, state, list(dict.fromkeys(cited)), label="channel")


def _status(matter: Matter, hop: Hop, place: int) -> Step:
    rows, state = signs.status_rows(matter.world, hop), signs.state(matter.world, hop)
    name = next((channel.name for channel in hop.channels if channel.name), None)
    found = shown([("STATUS", state), *((key, matter.world.fact_of(rows, key)) for key in STATUS)])
    means = (f"The channel is {state.value}." if state.known else "Its state is not known.") + timed(state)
    need = None if state.known else Need(hop.manager, f"DISPLAY CHSTATUS('{name or '*'}') ALL").line
    good = state_of(state, state.value == RUNNING if state.known else None)
    label = state.value or ("contradictory" if state.conflict else "state unknown")
    return Step(4, place, hop.manager, name, found, means, good, state.evidence, need, label)
