"""Verdicts on a message that its destination cannot take: dead-letter queue, transmission queue, or lost."""

from __future__ import annotations

from mqforensics.questions.walk import signs
from mqforensics.questions.walk.facts import Fact
from mqforensics.questions.walk.matter import Matter, Verdict, unknown
from mqforensics.questions.walk.signs import RUNNING, Sign
from mqforensics.questions.walk.way import Hop, Need
from mqforensics.questions.walk.words import UNKNOWN

NOT_PERSISTENT, PERSISTENT = 0, 1


def undeliverable(matter: Matter, hop: Hop, refuses: Sign) -> Verdict:
    """The verdict where `refuses` says why the destination at the end of `hop` cannot take the message."""
    manager = matter.route.end.manager
    queue = signs.dead_letter_queue(matter.world, manager)
    if not queue.known:
        said = f"{refuses.said}; whether {manager} has a dead-letter queue is not known: {queue.text('DEADQ')}."
        need = Need(manager, "DISPLAY QMGR DEADQ")
        return unknown(said, [*refuses.evidence, *queue.evidence], need, (manager, matter.route.end.queue))
    none = _none(matter, hop, queue)
    if not none:
        return _perhaps_dead(matter, refuses, queue)
    none = Sign(True, f"{refuses.said}, and {none.said}", [*refuses.evidence, *none.evidence])
    return _no_dead_letter_queue(matter, hop, none)


def _none(matter: Matter, hop: Hop, queue: Fact) -> Sign | None:
    """Why the dead-letter queue cannot be used; None when it can."""
    world, manager = matter.world, matter.route.end.manager
    if not queue.value:
        return Sign(True, f"{manager} has no dead-letter queue (DEADQ blank)", queue.evidence)
    used = signs.receiver_fact(world, hop, "USEDLQ")
    if used.value == "NO":
        return Sign(True, "the channel does not use the dead-letter queue: USEDLQ(NO)", used.evidence)
    gone = world.missing(manager, ("QUEUE", "QLOCAL"), queue.value)
    if gone and not world.of(manager, signs.DEPTH, queue.value):
        return Sign(True, f"its dead-letter queue {queue.value} is not defined", [row.evidence for row in gone])
    return None


def _perhaps_dead(matter: Matter, refuses: Sign, queue: Fact) -> Verdict:
    manager, name = matter.route.end.manager, queue.value
    depth = signs.depth(matter.world, manager, name)
    said = f"{refuses.said}, so the message should be on {name}, the dead-letter queue of {manager}"
    told = "its dump holds no such message" if name in matter.mail.dumped else "no dump of it proves that"
    places, said = [*refuses.evidence, *queue.evidence, *depth.evidence], f"{said} ({depth.text('CURDEPTH')}); {told}."
    return Verdict(UNKNOWN, said, places, f"amqsbcg {name} {manager}", (manager, name))


def _no_dead_letter_queue(matter: Matter, hop: Hop, none: Sign) -> Verdict:
    if matter.request.persistence == PERSISTENT:
        return _stays(matter, hop, none, "A persistent message is never discarded: its batch is backed out")
    if matter.request.persistence != NOT_PERSISTENT:
        said = f"{none.said}. A non-persistent message is discarded then, a persistent one stays on {hop.xmitq}"
        need = Need(matter.route.manager, f"DISPLAY QUEUE('{matter.route.queue}') DEFPSIST")
        at = matter.route.end.manager, matter.route.end.queue
        return unknown(f"{said}; which it was is not known.", none.evidence, need, at)
    fast = signs.fast(matter.world, hop)
    if fast.holds is False:
        return _stays(matter, hop, none, f"{fast.said} sends non-persistent messages in the batch, which is backed out")
    return _discarded(matter, hop, none, fast)


def _discarded(matter: Matter, hop: Hop, none: Sign, fast: Sign) -> Verdict:
    state, left = signs.state(matter.world, hop), signs.waits(matter.world, hop)
    places = [*none.evidence, *left.evidence, *fast.evidence, *state.evidence]
    # A NORMAL channel would have kept the message and stopped: one that runs with nothing left to send is FAST.
    if signs.speed_lost(matter.world, hop) or (not fast.holds and state.value != RUNNING):
        return unknown(f"{none.said}; {fast.said}.", places, fast.need, (hop.manager, hop.xmitq))
    seen = [f"{hop.xmitq} of {hop.manager} has nothing left to send ({left.said})"]
    seen += [f"the channel has {fast.said}"] if fast.holds else []
    seen += [f"it was {state.value}{state.when}"] if state.known else []
    said = f"{matter.label} was non-persistent and is discarded: {none.said}. {', '.join(seen)}."
    mend = Need(matter.route.end.manager, "ALTER QMGR DEADQ('SYSTEM.DEAD.LETTER.QUEUE')")
    return Verdict("DISCARDED", said, places, mend.line, (matter.route.end.manager, matter.route.end.queue))


def _stays(matter: Matter, hop: Hop, none: Sign, why: str) -> Verdict:
    state, waits = signs.state(matter.world, hop), signs.waits(matter.world, hop)
    places, at = [*none.evidence, *waits.evidence, *state.evidence], (hop.manager, hop.xmitq)
    said = (
        f"{matter.label} belongs on {hop.xmitq} of {hop.manager}: {none.said}. {why}. The saved status "
        f"({waits.said}; {state.text('STATUS')}) contradicts that or is of another moment: display it again."
    )
    need = Need(hop.manager, f"DISPLAY QSTATUS('{hop.xmitq}') TYPE(QUEUE) CURDEPTH UNCOM MSGAGE")
    if not state.known:
        return unknown(said, places, need, at)
    code = "WAITING_ON_XMITQ" if state.value == RUNNING else "CHANNEL_NOT_RUNNING"
    return Verdict(code, said, places, need.line, at)
