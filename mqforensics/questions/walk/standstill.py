"""Why a channel does not run, in sentences, and what to look at or do about that."""

from __future__ import annotations

from mqforensics.objects import channel_causes, channel_not_running
from mqforensics.objects.channel_not_running import Cause
from mqforensics.objects.check import Check
from mqforensics.objects.commands import Command, browse, mqsc
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.route import Hop
from mqforensics.questions.walk import serving_channels
from mqforensics.questions.walk.next_commands import STATE_NOW, both_ends, definition
from mqforensics.questions.walk.trail import Inquiry
from mqforensics.words import walk as said_of

LEFT_IN_DOUBT = "DISPLAY CHSTATUS({}) SAVED INDOUBT CURLUWID LSTLUWID"
"""Shows what a channel left in doubt when it ended."""


def why(trail: Inquiry, step: int, channel: str | None, asks: str = "Why") -> Check:
    """Why a channel does not run, in sentences, as far as the evidence shows it, and what to look at or do about it."""
    state = _state(trail, step, channel)
    found = channel_causes.cause(trail.log, trail.estate, trail.hops[step], channel, state)
    next_ = _restart(trail, step, channel, found)
    if found:
        return Check(True, f"{asks}: {found.said}.", found.places, next_)
    told = _not_explained(trail, step, channel) if state == "STOPPED" else Check(None)
    return Check(None, told.said, told.places, next_)


def _state(trail: Inquiry, step: int, channel: str | None) -> str | None:
    return next((one.value for one in trail.states[step] if one.channel == channel), None)


def _restart(trail: Inquiry, step: int, channel: str | None, why: Cause | None) -> list[Command]:
    """For a channel that does not run: look first; start it only where nothing but a start is wanting."""
    hop, state = trail.hops[step], _state(trail, step, channel)
    at, rows = hop.manager, hop.channels.get(channel, ())
    if why and why.entry:
        if why.entry.number == channel_causes.SEQUENCE:
            return both_ends(trail.estate, hop, channel)
        look = [*channel_causes.displays_of_cause(why, trail.estate, hop, channel), *_who_stopped(trail, hop)]
        now = mqsc(STATE_NOW, channel, on=at)
        return look if any("CHSTATUS" in one.command and one.on == at for one in look) else [*look, *now]
    if why and why.look:
        return [*why.look, *_who_stopped(trail, hop)]
    look: list[Command] = []
    if not any(row.type == "CHANNEL" for row in rows):
        look = definition(trail.estate, hop, channel)
    if state == "STOPPED":
        look = look or mqsc("DISPLAY CHANNEL({}) DESCR SSLCIPH ALTDATE ALTTIME", channel, on=at)
        look += mqsc(LEFT_IN_DOUBT, channel, on=at)
        look += _who_commanded(trail, at)
    elif state == "INACTIVE":
        other = trail.estate.fact(at, QUEUES, hop.xmitq, "TRIGDATA").value
        elsewhere = (
            other
            and other not in hop.channels
            and not channel_not_running.lines_without_channel(trail.estate, at, other)
        )
        look = look or (mqsc("DISPLAY CHSTATUS({}) ALL", other, on=at) if elsewhere else [])
        known = why or trail.estate.fact(at, ("QMSTATUS",), ..., "CHINIT", trail.at).seen
        text = "DISPLAY CHINIT" if trail.estate.zos(at) else "DISPLAY QMSTATUS CHINIT"
        text = LEFT_IN_DOUBT if known else text
        look = look or mqsc(text, *[channel] * bool(known), on=at)
    else:
        return look or mqsc(STATE_NOW, channel, on=at)
    wanting = (why is None or why.start) and len(hop.channels) == 1
    return [*look, *mqsc("START CHANNEL({})", channel, on=at)] if wanting else look


def _not_explained(trail: Inquiry, step: int, channel: str | None) -> Check:
    """That nothing shows why a channel was stopped, with what its definition says of it, whatever that may be."""
    rows = [row for row in trail.hops[step].channels.get(channel, ()) if row.type in ("CHANNEL", "CLUSQMGR")]
    text = trail.estate.fact_of(rows, "DESCR")
    said = said_of.STOPPED.format(channel=channel)
    said += said_of.HAS_DESCRIPTION.format(text=text.text()) if text.value else ""
    failed = channel_causes.failed_before(trail.log, trail.hops[step], channel, trail.estate)
    said += f" {failed.said}." if failed.holds else ""
    places = [*(text.places if text.value else []), *failed.places]
    return Check(None, said + said_of.LOOK_FIRST, places)


def _who_stopped(trail: Inquiry, hop: Hop) -> list[Command]:
    """What shows who stopped the other end of a channel, where the evidence shows it to be stopped."""
    stopped = any(row.attributes.get("STATUS") == "STOPPED" for row in serving_channels.far_status(trail, hop))
    return _who_commanded(trail, hop.partner) if stopped else []


def _who_commanded(trail: Inquiry, at: str) -> list[Command]:
    """What shows who gave a command to a queue manager, where it records commands at all."""
    events = trail.estate.manager(at, "CMDEV")
    if events.value == "ENABLED":
        return browse("SYSTEM.ADMIN.COMMAND.EVENT", at)
    return [] if events.value == "DISABLED" or events.lost else mqsc("DISPLAY QMGR CMDEV", on=at)
