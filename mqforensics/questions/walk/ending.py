"""Steps 5 to 9: the destination, the dead-letter queue, its depth and reasons, and the error logs."""

from __future__ import annotations

from collections.abc import Iterator

from mqforensics.questions.walk import signs
from mqforensics.questions.walk.facts import Fact
from mqforensics.questions.walk.matter import Matter
from mqforensics.questions.walk.prediction import prediction
from mqforensics.questions.walk.steps import BREAK, CONTRADICTION, NOTE, OK, OPEN, Step, labelled, shown, timed
from mqforensics.questions.walk.way import DESTINATION, Need
from mqforensics.questions.walk.world import QUEUES

FACTS = ("PUT", "CURDEPTH", "MAXDEPTH", "MAXMSGL", "IPPROCS", "LGETDATE", "LGETTIME", "LPUTDATE", "LPUTTIME", "BOQNAME")
LOG_LINES = 5
"""So many of the last entries of a hop are shown."""


def destination(matter: Matter) -> Step:
    """Step 5."""
    end, place, world = matter.route.end, len(matter.route.hops), matter.world
    if end.kind != DESTINATION:
        need, means = end.need.line if end.need else None, f"The evidence does not lead there: {end.said}."
        return Step(5, place, end.manager, None, "", means, OPEN, end.evidence, need)
    refuses, depth = signs.refuses(world, matter.route), signs.depth(world, end.manager, end.queue)
    found = shown([(key, world.fact(end.manager, (*QUEUES, "QSTATUS"), end.queue, key)) for key in FACTS])
    means = {True: f"It cannot take the message: {refuses.said}.", False: "It can take messages."}
    means = means.get(refuses.holds, "Whether it can take messages is not known.") + timed(depth)
    state = CONTRADICTION if depth.conflict else {True: BREAK, False: OK}.get(refuses.holds, OPEN)
    becomes, lines = prediction(matter)
    cited = list(dict.fromkeys([*refuses.evidence, *depth.evidence, *end.evidence, *lines]))
    means += becomes
    need = refuses.need.line if refuses.holds is None and refuses.need else None
    label = labelled("depth", depth) + (", cannot take it" if refuses.holds else "")
    return Step(5, place, end.manager, end.queue, found, means, state, cited, need, label)


def dead_letter_queue(matter: Matter) -> Iterator[Step]:
    """Steps 6 and 7."""
    manager, place = matter.route.end.manager, len(matter.route.hops)
    queue = signs.dead_letter_queue(matter.world, manager)
    none = queue.known and not queue.value
    means = f"{manager} has no dead-letter queue." if none else f"It is {queue.value}." if queue.known else "Not known."
    need = None if queue.known else Need(manager, "DISPLAY QMGR DEADQ").line
    state = CONTRADICTION if queue.conflict else NOTE if queue.seen else OPEN
    label = "no DLQ" if none else queue.value or "DLQ unknown"
    found = shown([("DEADQ", queue)])
    yield Step(6, place, manager, queue.value or None, found, means, state, queue.evidence, need, label)
    yield _depth(matter, manager, place, queue)


def _depth(matter: Matter, manager: str, place: int, queue: Fact) -> Step:
    if not queue.value:
        means = "There is none to look at." if queue.known else "Its name is not known."
        return Step(7, place, manager, None, "", means, NOTE if queue.known else OPEN, queue.evidence)
    depth = signs.depth(matter.world, manager, queue.value)
    some = depth.says(signs.positive)
    means = {True: "Messages lie there.", False: "It is empty."}.get(some, "Its depth is not known.") + timed(depth)
    need = Need(manager, f"DISPLAY QLOCAL('{queue.value}') CURDEPTH").line if some is None else None
    state = CONTRADICTION if depth.conflict else OPEN if some is None else NOTE
    found, label = shown([("CURDEPTH", depth)]), labelled("depth", depth)
    return Step(7, place, manager, queue.value, found, means, state, depth.evidence, need, label)


def reasons(matter: Matter) -> Iterator[Step]:
    """Step 8, once for every reason of a dump."""
    manager, place = matter.route.end.manager, len(matter.route.hops)
    letters = matter.mail.dead(matter.route, matter.request.persistence, bool(matter.request.msg_id))
    for letter in letters:
        order = f", its header {letter.byte_order}-endian" if letter.byte_order else ""
        found = f"MQDLH: {letter.said}, for {letter.destination} at {letter.destination_manager}{order}"
        means = f"{letter.count} message{'s' * (letter.count != 1)} for this destination."
        yield Step(8, place, manager, letter.queue, found, means, BREAK, letter.evidence, label=str(letter.reason))
    if not letters:
        yield _no_reason(matter, manager, place, signs.dead_letter_queue(matter.world, manager))


def _no_reason(matter: Matter, manager: str, place: int, queue: Fact) -> Step:
    if queue.known and not queue.value:
        means = "Without a dead-letter queue there is no header to read."
        return Step(8, place, manager, None, "", means, NOTE, queue.evidence)
    if queue.value in matter.mail.dumped:
        return Step(8, place, manager, queue.value, "", "Its dump holds no message for this destination.", NOTE)
    need = f"amqsbcg {queue.value} {manager}" if queue.value else None
    return Step(8, place, manager, queue.value, "", "There is no dump to read it in.", OPEN, [], need)


def log(matter: Matter) -> Iterator[Step]:
    """Step 9, once for every kind of entry."""
    found = False
    for place, hop in enumerate(matter.route.hops, 1):
        for entry in matter.entries(hop)[-LOG_LINES:]:
            found = True
            name = entry.channel or next((channel.name for channel in hop.channels), None)
            means = "It names the channel." if entry.channel else "It names the host that the channel connects to."
            cited = [entry.evidence]
            yield Step(9, place, entry.queue_manager, name, entry.said, means, NOTE, cited, label=entry.message)
    if not found:
        means = "No entry of a saved error log names a channel of this route."
        yield Step(9, len(matter.route.hops), None, None, "", means, NOTE)
