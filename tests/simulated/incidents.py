"""Incidents: an estate lived through, what was collected of it, what is asked, and what is true.

`incident(seed)` is one, always the same for a seed.
"""

from __future__ import annotations

import random

from tests.simulated import faults, lanes, wide
from tests.simulated.clusters import clustered
from tests.simulated.lanes import Lane
from tests.simulated.model import Message
from tests.simulated.plot import HOUR, NOW, Incident, Plan, ago, finished, gather, planned, requested, traffic
from tests.simulated.wide import ONE_DISPLAY, PLAIN, World


def incident(seed: int, world: World = PLAIN) -> Incident:
    """The incident of a seed, in a plain world or a wider one (`tests.simulated.wide`)."""
    dice = random.Random(f"incident {seed}")
    kind = dice.choice(("direct", "direct", "direct", "hub", "hub", "local", "cluster"))
    made = clustered(seed, dice, world) if kind == "cluster" else laned(seed, dice, kind, world)
    made.told = wide.told(made, random.Random(f"told {seed}")) if world.wide else {}
    return made


def laned(seed: int, dice: random.Random, kind: str, world: World = PLAIN) -> Incident:
    """An incident on a lane."""
    copy = random.Random()
    copy.setstate(dice.getstate())
    made = lanes.lane(seed, dice, kind)
    harmed = dice.random() < 0.55
    lanes.clocks(made, harmed and dice.random() < 0.3, harmed and dice.random() < 0.4)
    fault = faults.choose(made)
    plan = planned(dice, fault)
    known = {"persistent": dice.random() < 0.5, **(fault.message or {})}
    about = [
        _dead_letter_queue(made),
        _dead_letter_queue_later(made, plan),
        _readers(made, plan, known),
        _reports(made, fault, known),
    ]
    plan.known_id = plan.known_id or known.get("returns", False)
    reader, writer = _special(made, fault, plan, known, about)
    wide.widen(world, made, plan, known, seed, lambda: lanes.lane(seed, copy, kind))
    traffic(made, fault, plan)
    at = made.estate.at
    at(plan.fault_on, fault.on)
    if plan.fault_off is not None and fault.off:
        at(plan.fault_off, fault.off)
    put: list[Message] = []
    plain = lambda **told: made.estate.put(made.names[0], made.asked, made.object_manager, writer, **told)  # noqa: E731
    at(plan.put_at, lambda: put.append((plan.put or plain)(**known)))
    for time, deed in reader:
        at(time, deed)
    taken = wide.put(made, plan, put) if world.wide else made.estate.run_until(plan.put_at)
    taken = gather(made, plan, put[0], harmed and world.evidence != ONE_DISPLAY, taken=taken)
    request = requested(made, plan, put[0], dice)
    if made.hops and dice.random() < 0.03 and not world.evidence:
        request = {**request, "queue": made.hops[0].xmitq}
        request.pop("object_queue_manager", None)
        taken.harm.add("asked for the transmission queue")
    story = f"{made.topology}, {fault.about}" + "".join(f", {one}" for one in about if one)
    if plan.timed:
        story += f"; put {ago(NOW - plan.put_at)} before, fault from {ago(NOW - plan.fault_on)} before"
        story += "" if plan.fault_off is None else f" to {ago(NOW - plan.fault_off)} before"
    return finished(seed, kind, story, made, plan, fault, put[0], taken, request)


def _dead_letter_queue(made: Lane) -> str:
    """The state of the dead-letter queue of the end, and the speed of the channel there."""
    if not made.hops:
        return ""
    dice, owner = made.dice, made.estate.managers[made.dice.choice(made.names[1:])]
    for hop in made.hops:
        if hop.partner == owner.name and dice.random() < 0.1:
            owner.channels[hop.channel].usedlq = False
    state = dice.choice(("usable", "usable", "usable", "blank", "missing", "full", "inhibited"))
    queue = owner.queues[owner.deadq]
    if state == "usable" and dice.random() < 0.15:
        made.estate.consumer(owner.name, owner.deadq, service=20)
        return f"a handler reads the dead-letter queue of {owner.name}"
    if state == "blank":
        owner.queues.pop(owner.deadq)
        owner.deadq = ""
    elif state == "missing":
        owner.queues.pop(owner.deadq)
    elif state == "full":
        queue.maxdepth = 3
        for _ in range(3):
            made.estate.put(owner.name, owner.deadq, text="parked here by hand")
    elif state == "inhibited":
        queue.put = False
    return "" if state == "usable" else f"dead-letter queue of {owner.name} {state}"


def _dead_letter_queue_later(made: Lane, plan: Plan) -> str:
    """Somebody gives a queue manager a dead-letter queue, or takes it away, after the message was put."""
    dice = made.dice
    if not plan.timed or len(made.names) < 2 or dice.random() < 0.8:
        return ""
    owner, at = made.estate.managers[made.names[-1]], dice.uniform(plan.put_at, NOW)
    if owner.deadq:
        made.estate.at(at, lambda: made.estate.alter(owner.name, "", deadq=""))
        return f"{owner.name} loses its dead-letter queue later"

    def give():
        made.estate.queue(owner.name, "NEW.DLQ", created=at, altered=at)
        made.estate.alter(owner.name, "", deadq="NEW.DLQ")

    made.estate.at(at, give)
    return f"{owner.name} gets a dead-letter queue later"


def _readers(made: Lane, plan: Plan, known: dict) -> str:
    if made.dice.random() < 0.5:
        reader = made.estate.consumer(made.names[-1], made.target, service=made.dice.uniform(0.1, 2))
        if plan.timed and made.dice.random() < 0.4:
            ends = made.dice.uniform(plan.put_at - HOUR, NOW)
            made.estate.at(ends, lambda: made.estate.switch(reader, False))
            if made.dice.random() < 0.5:
                made.estate.at(made.dice.uniform(ends, NOW), lambda: made.estate.switch(reader, True))
            return "the queue is read at times"
        return "the queue is read"
    # Without a put time the message is as old as the captures: there is no telling whether it has expired.
    if plan.timed and made.dice.random() < 0.3:
        if made.dice.random() < 0.5:
            known["expiry"] = made.dice.choice((50, 100, 600))
            return "the message expires"
        made.end.queues[made.target].capexpry = made.dice.choice((50, 600))
        return "the queue caps expiry"
    return ""


def _reports(made: Lane, fault, known: dict) -> str:
    """Whether the message asks for reports; the queue manager of the end must know the way back."""
    if len(made.names) != 2 or fault.about.endswith(("rqmname", "rname")) or made.dice.random() < 0.7:
        return ""
    lanes.way_back(made)
    known["reply_to"] = ("REPLY.Q", made.names[0])
    if made.dice.random() < 0.4:
        known["returns"] = True
        return "it asks to be sent back"
    known["reports"] = made.dice.choice(((259,), (260,), (259, 260), (258,), (258, 259, 260)))
    return "it asks for reports " + " ".join(map(str, known["reports"]))


def _special(made: Lane, fault, plan: Plan, known: dict, about: list) -> tuple[list, bool]:
    """Units of work: a batch in doubt, a get or a put that nobody commits."""
    dice = made.dice
    if fault.about not in ("all well",) or dice.random() < 0.4:
        return [], True
    which = dice.choice(("in doubt", "uncommitted get", "uncommitted put", "rolled back"))
    if which == "in doubt" and made.hops and known["persistent"]:
        hop = made.hops[0]
        done = dice.random() < 0.4
        about.append("batch in doubt" + (", which has arrived" if done else ""))
        return [(plan.put_at - 5, lambda: made.estate.start(hop.manager, hop.channel)),
                (plan.put_at + 0.1, lambda: made.estate.cuts(hop.manager, hop.channel, done))], True  # fmt: skip
    if which == "uncommitted get":
        made.estate.consumer(made.names[-1], made.target, hold=10 * 86400.0)
        about.append("a reader does not commit")
        # Which of the messages it holds, no display tells: only a dump that has this one does.
        plan.unclear = True
        return [], True
    if which == "rolled back":
        made.estate.consumer(made.names[-1], made.target, hold=2.0, rolls_back=True)
        about.append("a reader backs everything out")
        plan.unclear = True
        return [], True
    if which == "uncommitted put":
        about.append("the writer does not commit")
        return [], False
    return [], True
