"""Why a channel does not run, as the status and the definitions of its end show it.

Sources: documentation, "Triggering channels", "Channel states", "Stopping and quiescing channels".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mqforensics.objects import readers, sentences
from mqforensics.objects.absence import proof
from mqforensics.objects.checks import UNKNOWN_NAME
from mqforensics.objects.commands import Command, mqsc
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Fact, Place
from mqforensics.objects.route import Hop

CHANNEL_INITQ = "SYSTEM.CHANNEL.INITQ"


class Cause(NamedTuple):
    """Why a channel does not run, as a sentence without its full stop, and the lines that show it."""

    said: str
    places: list[Place]
    entry: Any = None
    """The entry of an error log that shows it."""
    start: bool = False
    """Whether starting the channel would do, because only its start is wanting."""
    look: Sequence[Command] = ()
    """What shows more of a cause that status or definitions show."""
    sure: bool = True
    """Whether the channel surely does not start by it, whatever is put to its queue."""


def reasons(estate: Estate, hop: Hop, channel: str, state: str | None) -> Iterator[Cause]:
    """What status and definitions show of a channel that does not run."""
    at, queue = hop.manager, hop.xmitq
    rows = list(hop.channels.get(channel, ()))
    get = estate.fact(at, QUEUES, queue, "GET")
    if get.value == "DISABLED":
        when = mqsc("DISPLAY QUEUE({}) GET IPPROCS ALTDATE ALTTIME", queue, on=at)
        when += mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) ALL", queue, on=at)
        yield Cause(sentences.GET_IS_DISABLED.format(queue=queue), get.places, look=when)
    attempts = estate.fact_of(rows, "LONGRTS")
    if state == "STOPPED" and attempts.value == "0":
        yield Cause(sentences.RETRIES_USED_UP, attempts.places)
    initiator = estate.fact(at, ("QMSTATUS",), ..., "CHINIT")
    if initiator.value in ("STOPPED", "STOPPING"):
        yield Cause(sentences.CHANNEL_INITIATOR_IS.format(at=at, initiator=initiator.value), initiator.places)
    if state not in ("INACTIVE", None):
        return
    address = estate.fact_of([row for row in rows if row.attributes.get("CHLTYPE") == "SVR"], "CONNAME")
    if address.value == "":
        other = mqsc("DISPLAY CHANNEL({}) CHLTYPE CONNAME", channel, on=hop.partner) if hop.partner else []
        other += mqsc("DISPLAY CHSTATUS({}) ALL", channel, on=hop.partner) if hop.partner else []
        yield Cause(sentences.STARTED_BY_REQUESTER, address.places, look=other)
    yield from _trigger_causes(estate, at, queue, channel)


def _initiation(estate: Estate, at: str, queue: str, initiation: Fact) -> Iterator[Cause]:
    """Why no initiation queue announces that a channel is wanted."""
    found = readers.initiation(estate, at, initiation.value)
    if found.holds:
        said = sentences.TRIGGERS_BY_INITQ_FOUND.format(queue=queue, initiation=initiation.value, found=found.said)
        yield Cause(said, [*initiation.places, *found.places], start=found.code == UNKNOWN_NAME)


def lines_without_channel(estate: Estate, manager: str | None, channel: str) -> list[Place]:
    """The lines that show that a queue manager has no channel of a name; none where the evidence shows it, or not
    looked for."""
    found = proof(estate.absences(manager), ("CHANNEL",), channel)
    return [] if estate.of(manager, ("CHANNEL", "CHSTATUS"), channel) else [one.place for one in found]


def _trigger_causes(estate: Estate, at: str, queue: str, channel: str) -> Iterator[Cause]:
    rows = estate.newest(estate.of(at, QUEUES, queue))
    off = [row.place("NOTRIGGER") for row in rows if "NOTRIGGER" in row.attributes]
    if off:
        yield Cause(sentences.NOTRIGGER.format(queue=queue), off, start=True)
        return
    initiation, data = estate.fact_of(rows, "INITQ"), estate.fact_of(rows, "TRIGDATA")
    if initiation.value == "":
        yield Cause(sentences.NO_INITIATION_QUEUE.format(queue=queue), initiation.places, start=True)
    elif initiation.value:
        yield from _initiation(estate, at, queue, initiation)
    for ask in (readers.no_trigger_yet, readers.too_low):
        if (condition := ask(estate, at, queue)).holds:
            yield Cause(condition.said, condition.places, start=True, sure=ask is readers.no_trigger_yet)
    if data.value and data.value != channel:
        # Where that channel is not shown, it may be the one that is wanted.
        known, gone = bool(estate.of(at, ("CHANNEL",), data.value)), lines_without_channel(estate, at, data.value)
        said = sentences.TRIGGERS_ANOTHER_CHANNEL.format(
            queue=queue, data=data.value, more=sentences.WHICH_IS_NOT_DEFINED if gone else ""
        )
        yield Cause(said, [*data.places, *gone], start=known or bool(gone), sure=known or bool(gone))
    if initiation.value and initiation.value != CHANNEL_INITQ and not estate.of(at, QUEUES, initiation.value):
        what = sentences.INITIATORS_USUALLY_READ.format(channel_initq=CHANNEL_INITQ)
        yield Cause(
            sentences.TRIGGERS_BY_INITQ_WHAT.format(queue=queue, initiation=initiation.value, what=what),
            initiation.places,
            start=True,
            sure=False,
        )
