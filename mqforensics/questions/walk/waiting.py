"""Verdicts on a message that waits on a transmission queue: its channel decides."""

from __future__ import annotations

from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk import diary, signs
from mqforensics.questions.walk.facts import Fact
from mqforensics.questions.walk.matter import Matter, Verdict, unknown
from mqforensics.questions.walk.signs import RUNNING, Sign
from mqforensics.questions.walk.way import Hop, Need


def waiting(matter: Matter, hop: Hop) -> Verdict | None:
    """The verdict where the transmission queue holds messages or may hold them; None where it is empty."""
    waits = signs.waits(matter.world, hop)
    if waits.holds is None:
        said = f"{matter.label} may be on the transmission queue {hop.xmitq} of {hop.manager}: {waits.said}."
        return unknown(said, waits.evidence, waits.need, (hop.manager, hop.xmitq))
    return on_xmitq(matter, hop, waits) if waits.holds else None


def on_xmitq(matter: Matter, hop: Hop, waits: Sign) -> Verdict:
    """The verdict for a message that is on the transmission queue."""
    where = f"{matter.label} is on the transmission queue {hop.xmitq} of {hop.manager} ({waits.said})"
    name = next((channel.name for channel in hop.channels if channel.name), None)
    if not name:
        return _unserved(matter, hop, waits, where)
    state = signs.state(matter.world, hop)
    places = [*waits.evidence, *state.evidence]
    unclear = _in_doubt(matter, hop, name, where, places) or _unclear(matter, hop, name, where, places)
    if unclear:
        return unclear
    if state.value == RUNNING:
        return _running(hop, name, where, places)
    return _not_running(matter, hop, name, state, where, places)


def _unserved(matter: Matter, hop: Hop, waits: Sign, where: str) -> Verdict:
    proof = [] if hop.channels else matter.world.unserved(hop.manager, hop.xmitq)
    need, at = Need(hop.manager, f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ '{hop.xmitq}')"), (hop.manager, hop.xmitq)
    if not proof:
        return unknown(f"{where}; the evidence does not show which channel serves it.", waits.evidence, need, at)
    places = [*waits.evidence, *(row.evidence for row in proof)]
    return Verdict("NO_CHANNEL", f"{where}, and no channel serves it.", places, need.line, at)


def _in_doubt(matter: Matter, hop: Hop, name: str, where: str, places: list[Evidence]) -> Verdict | None:
    doubt = signs.in_doubt(matter.world, hop)
    if not doubt.holds:
        return None
    said = f"{where}; {name} is in doubt about a batch: {doubt.said}, {signs.state(matter.world, hop).text('STATUS')}."
    need = Need(hop.manager, f"DISPLAY CHSTATUS('{name}') SAVED CURLUWID CURSEQNO LSTLUWID LSTSEQNO")
    return Verdict("IN_DOUBT", said, [*places, *doubt.evidence], need.line, (hop.manager, name))


def _unclear(matter: Matter, hop: Hop, name: str, where: str, places: list[Evidence]) -> Verdict | None:
    state, doubt = signs.state(matter.world, hop), signs.in_doubt(matter.world, hop)
    need = Need(hop.manager, f"DISPLAY CHSTATUS('{name}') STATUS SUBSTATE INDOUBT RQMNAME")
    newer = diary.overtaken(matter.entries(hop), state)
    if newer:
        said = f"{where}, but the saved status of {name} ({state.value}) is older than the error log: {newer.said}"
        return unknown(said, [*places, newer.evidence], need, (hop.manager, name))
    if state.known and doubt.holds is not None:
        return None
    what = doubt.said if state.known else state.text("STATUS")
    return unknown(f"{where}; of its channel {name} the evidence says: {what}.", places, need, (hop.manager, name))


def _running(hop: Hop, name: str, where: str, places: list[Evidence]) -> Verdict:
    need = Need(hop.manager, f"DISPLAY QSTATUS('{hop.xmitq}') TYPE(QUEUE) CURDEPTH MSGAGE LGETDATE LGETTIME UNCOM")
    if hop.shared:
        said = f"{where}, which other destinations share; {name} runs, so the messages may be for others."
        return unknown(said, places, need, (hop.manager, hop.xmitq))
    said = f"{where}; its channel {name} is RUNNING and has not sent it yet."
    return Verdict("WAITING_ON_XMITQ", said, places, need.line, (hop.manager, hop.xmitq))


def _not_running(matter: Matter, hop: Hop, name: str, state: Fact, where: str, places: list[Evidence]) -> Verdict:
    said, why = f"{where}; its channel {name} is {state.value}{state.when}.", diary.cause(matter.entries(hop))
    if why:
        said += f" The error log of {why.queue_manager or 'this system'} says: {why.said.rstrip('.')}."
        places = [*places, why.evidence]
    verb = "PING" if state.value.startswith("RETRY") else "START"
    need = Need(hop.manager, f"{verb} CHANNEL('{name}')")
    return Verdict("CHANNEL_NOT_RUNNING", said, places, need.line, (hop.manager, name))
