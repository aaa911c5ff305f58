"""What goes wrong on a lane: each fault can begin (`on`) and end (`off`) at any time.

`about` of a fault is its word in the story; `alone`: it hits the message asked for and not every other one, so that
only what belongs to this message can show it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.simulated.causes import NETWORK
from tests.simulated.lanes import Lane


@dataclass
class Fault:
    """One fault of one lane."""

    about: str
    on: Callable[[], None]
    off: Callable[[], None] | None = None
    alone: bool = False
    message: dict | None = None
    """What the message asked for is like because of it."""


def nothing(made: Lane) -> Fault:
    return Fault("all well", lambda: None, lambda: None)


def _hop(made: Lane) -> int:
    return made.dice.randrange(len(made.hops))


def stopped(made: Lane) -> Fault:
    hop = made.hops[_hop(made)]
    return Fault(
        f"{hop.channel} stopped by hand", lambda: made.estate.stop(hop.manager, hop.channel),
        lambda: made.estate.start(hop.manager, hop.channel),
    )  # fmt: skip


def broken(made: Lane) -> Fault:
    hop, cause = made.hops[_hop(made)], made.dice.choice(NETWORK)

    def on():
        made.estate.breaks(hop.manager, hop.channel, cause)

    return Fault(f"{hop.channel}: {cause}", on, lambda: made.estate.mends(hop.manager, hop.channel))


def untriggered(made: Lane) -> Fault:
    hop = made.hops[_hop(made)]

    def on():
        channel = made.estate.managers[hop.manager].channels[hop.channel]
        channel.status, channel.run, channel.busy = "INACTIVE", channel.run + 1, False
        made.estate.alter(hop.manager, hop.xmitq, trigger=False)

    def off():
        made.estate.alter(hop.manager, hop.xmitq, trigger=True)
        made.estate.start(hop.manager, hop.channel)

    return Fault(f"{hop.xmitq} has NOTRIGGER", on, off)


def no_channel(made: Lane) -> Fault:
    hop = made.hops[_hop(made)]
    owner = made.estate.managers[hop.manager]
    kept = owner.channels[hop.channel]

    def off():
        owner.channels[hop.channel] = kept
        made.estate.deeds.append((made.estate.now, "served", hop.manager, hop.xmitq))
        made.estate.start(hop.manager, hop.channel)

    def on():
        kept.status, kept.run = "INACTIVE", kept.run + 1
        owner.channels.pop(hop.channel)
        made.estate.deeds.append((made.estate.now, "unserved", hop.manager, hop.xmitq))

    return Fault(f"no channel serves {hop.xmitq}", on, off)


def inhibited(made: Lane) -> Fault:
    end, alias = made.names[-1], made.addressed != made.target and made.dice.random() < 0.5
    queue = made.addressed if alias else made.target
    return Fault(
        f"{queue} is put-inhibited", lambda: made.estate.alter(end, queue, put=False),
        lambda: made.estate.alter(end, queue, put=True),
    )  # fmt: skip


def full(made: Lane) -> Fault:
    estate, end, limit = made.estate, made.names[-1], made.dice.randrange(2, 6)

    def on():
        for consumer in estate.consumers:
            if (consumer.manager, consumer.queue) == (end, made.target):
                estate.switch(consumer, False)
        estate.alter(end, made.target, maxdepth=limit)
        while made.target_queue.depth < limit and made.target_queue.put:
            estate.put(end, made.target)

    return Fault(f"{made.target} is full", on, lambda: estate.alter(end, made.target, maxdepth=5000))


def missing(made: Lane) -> Fault:
    owner = made.end
    name = made.addressed if made.addressed != made.target and made.dice.random() < 0.5 else made.target
    kept = owner.queues[name]

    def off():
        kept.created = kept.altered = made.estate.now
        owner.queues[name] = kept

    def on():
        made.estate.delete(owner.name, name)

    return Fault(f"{name} does not exist at {owner.name}", on, off)


def too_small(made: Lane) -> Fault:
    end = made.names[-1]
    return Fault(
        f"{made.target} takes only short messages", lambda: made.estate.alter(end, made.target, maxmsgl=200),
        lambda: made.estate.alter(end, made.target, maxmsgl=4194304), True, {"size": 900},
    )  # fmt: skip


def too_big_to_send(made: Lane) -> Fault:
    hop = made.hops[_hop(made)]
    return Fault(
        f"{hop.channel} takes only short messages", lambda: made.estate.alter(hop.manager, hop.channel, maxmsgl=1000),
        lambda: made.estate.alter(hop.manager, hop.channel, maxmsgl=4194304), True, {"size": 5000},
    )  # fmt: skip


def refused_here(made: Lane) -> Fault:
    owner = made.source
    names = [
        name for name in (made.asked, made.definition, made.hops[0].xmitq if made.hops else "") if name in owner.queues
    ]
    name = made.dice.choice(names)
    return Fault(
        f"{name} is put-inhibited at the source", lambda: made.estate.alter(owner.name, name, put=False),
        lambda: made.estate.alter(owner.name, name, put=True),
    )  # fmt: skip


def full_here(made: Lane) -> Fault:
    hop, estate, limit = made.hops[0], made.estate, made.dice.randrange(2, 6)

    def on():
        estate.stop(hop.manager, hop.channel)
        estate.alter(hop.manager, hop.xmitq, maxdepth=limit)
        while made.xmitq(0).depth < limit:
            if estate.put(hop.manager, made.asked, made.object_manager).place[0] == "refused":
                break

    def off():
        estate.alter(hop.manager, hop.xmitq, maxdepth=5000)
        estate.start(hop.manager, hop.channel)

    return Fault(f"{hop.xmitq} is full behind a stopped channel", on, off)


def wrong_name(made: Lane) -> Fault:
    """The definition names a queue, queue manager or transmission queue that is not there."""
    which = made.dice.choice(("rname", "rqmname", "xmitq"))
    if which == "rqmname":
        values = {"rqmname": made.names[-1] + "X", "xmitq": "" if made.dice.random() < 0.6 else made.hops[0].xmitq}
    else:
        values = {which: getattr(made.source.queues[made.definition], which) + ".OLD"}
    kept = {key: getattr(made.source.queues[made.definition], key) for key in values}
    return Fault(
        f"{made.definition}: wrong {which}", lambda: made.estate.alter(made.names[0], made.definition, **values),
        lambda: made.estate.alter(made.names[0], made.definition, **kept),
    )  # fmt: skip


def dangling(made: Lane) -> Fault:
    return Fault(
        f"{made.asked} names a queue that is not there",
        lambda: made.estate.alter(made.names[0], made.asked, target="NO.SUCH.QUEUE"),
        lambda: made.estate.alter(made.names[0], made.asked, target=made.definition or made.target),
    )


def undefined(made: Lane) -> Fault:
    owner, name = made.source, made.asked
    kept = owner.queues.get(name)

    def off():
        kept.created = kept.altered = made.estate.now
        owner.queues[name] = kept

    return Fault(f"{name} is not defined", lambda: made.estate.delete(owner.name, name), off)


def shut_at_hub(made: Lane) -> Fault:
    hop = made.hops[1]
    return Fault(
        f"{hop.xmitq} at {hop.manager} is put-inhibited", lambda: made.estate.alter(hop.manager, hop.xmitq, put=False),
        lambda: made.estate.alter(hop.manager, hop.xmitq, put=True),
    )  # fmt: skip


def no_way_at_hub(made: Lane) -> Fault:
    hub, there = made.estate.managers[made.names[1]], made.names[-1]
    kept = hub.queues.get(there) if made.hops[1].xmitq != there else None

    def on():
        hub.defxmitq, hub.altered = "", made.estate.now
        if kept:
            hub.queues.pop(there)

    def off():
        made.estate.alter(hub.name, "", defxmitq=made.hops[1].xmitq)

    return Fault(f"{hub.name} knows no way to {there}", on, off)


def shut_for_get(made: Lane) -> Fault:
    hop = made.hops[_hop(made)]
    return Fault(
        f"{hop.xmitq} is get-inhibited", lambda: made.estate.alter(hop.manager, hop.xmitq, get=False),
        lambda: made.estate.alter(hop.manager, hop.xmitq, get=True),
    )  # fmt: skip


def retired_twin(made: Lane) -> Fault:
    """A second, old channel on the same transmission queue, stopped on purpose."""
    hop = made.hops[0]
    old = hop.channel[:14] + ".OLD"

    def on():
        made.estate.channel(hop.manager, old, "SDR", xmitq=hop.xmitq, partner=hop.partner, conname="10.9.9.9(1414)",
                            descr="old line, do not start")  # fmt: skip
        made.estate.stop(hop.manager, old)

    return Fault(f"{old} is retired, {hop.channel} serves", on, lambda: None)


def topic(made: Lane) -> Fault:
    """What is put is published; a queue of the topic's name has nothing to do with it."""
    made.addressed = made.target + ".PUB"
    end, name = made.names[-1], "PRICES"
    made.estate.queue(end, made.addressed, kind="QALIAS", target=name, targtype="TOPIC")
    made.estate.queue(end, name)
    for _ in range(made.dice.randrange(4)):
        made.estate.put(end, name)
    made.target = name
    if made.definition:
        made.source.queues[made.definition].rname = made.addressed
    elif made.hops:
        made.asked = made.addressed
    else:
        made.asked = made.addressed
    return Fault(f"{made.addressed} is an alias of a topic", lambda: None)


def doubtful_before(made: Lane) -> Fault:
    """A batch of others is in doubt; what comes after it waits."""
    hop = made.hops[0]
    done = made.dice.random() < 0.5

    def on():
        for _ in range(made.dice.randrange(1, 5)):
            made.estate.put(hop.manager, made.asked, made.object_manager, put_by="others")
        made.estate.cuts(hop.manager, hop.channel, done)

    return Fault(
        f"{hop.channel} has a batch of others in doubt", on, lambda: made.estate.mends(hop.manager, hop.channel)
    )


ANYWHERE = (nothing, nothing, inhibited, full, too_small, topic)
REMOTE = (stopped, broken, broken, untriggered, no_channel, missing, too_big_to_send, refused_here, full_here, shut_for_get,
          retired_twin, doubtful_before)  # fmt: skip
DEFINED = (wrong_name, wrong_name, undefined)
HUB = (shut_at_hub, no_way_at_hub)


def choose(made: Lane) -> Fault:
    """A fault that this lane can have."""
    options = list(ANYWHERE) + list(REMOTE if made.hops else ())
    if made.definition:
        options += DEFINED
    if made.asked in made.source.queues and made.source.queues[made.asked].kind == "QALIAS":
        options.append(dangling)
    if len(made.hops) > 1:
        options += HUB
        if made.hops[1].xmitq == made.names[-1]:
            options.remove(no_way_at_hub)
    if not made.hops:
        options += [undefined, refused_here]
    return made.dice.choice(options)(made)
