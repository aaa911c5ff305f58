"""Incidents in a cluster: one queue on one or several queue managers, full and partial repositories."""

from __future__ import annotations

import random

from tests.simulated import lanes, wide
from tests.simulated.causes import NETWORK
from tests.simulated.faults import Fault
from tests.simulated.lanes import Lane
from tests.simulated.model import Estate
from tests.simulated.plot import Incident, finished, gather, planned, requested, traffic
from tests.simulated.wide import ONE_DISPLAY, PLAIN, World

SCTQ = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"
OWN = "SYSTEM.CLUSTER.TRANSMIT.{}"


def clustered(seed: int, dice: random.Random, world: World = PLAIN) -> Incident:
    """An incident in a cluster of four."""
    copy = random.Random()
    copy.setstate(dice.getstate())
    made = _cluster(seed, dice)
    harmed = dice.random() < 0.5
    lanes.clocks(made, harmed and dice.random() < 0.2, harmed and dice.random() < 0.3)
    fault = dice.choice((_well, _one_broken, _other_broken, _inhibited, _absent))(made)
    plan = planned(dice, fault)
    if dice.random() < 0.5:
        for name in made.names[1:]:
            if made.target in made.estate.managers[name].queues:
                made.estate.consumer(name, made.target)
    known = {"persistent": dice.random() < 0.5} if world.wide else {}
    wide.widen(world, made, plan, known, seed, lambda: _cluster(seed, copy))
    traffic(made, fault, plan)
    made.estate.at(plan.fault_on, fault.on)
    if plan.fault_off is not None and fault.off:
        made.estate.at(plan.fault_off, fault.off)
    put = []
    known = known or {"persistent": dice.random() < 0.5}
    plain = lambda **told: made.estate.put(made.names[0], made.asked, **told)  # noqa: E731
    made.estate.at(plan.put_at, lambda: put.append((plan.put or plain)(**known)))
    taken = wide.put(made, plan, put) if world.wide else made.estate.run_until(plan.put_at)
    taken = gather(made, plan, put[0], harmed and world.evidence != ONE_DISPLAY, cluster=True, taken=taken)
    owners = [name for name in made.names if made.target in made.estate.managers[name].queues]
    if len(owners) > 1 and not (plan.known_id and put[0].place[0] == "queue"):
        taken.harm.add("several instances")
    if put[0].place[0] == "refused" and put[0].place[3] == 2085:
        # That a full repository lacks it proves it only while its channels run, which nothing shows at once.
        taken.harm.add("an absence in a cluster")
    request = requested(made, plan, put[0], dice)
    story = f"cluster of {', '.join(made.names)}, {made.target} on {' and '.join(owners) or 'none'}, {fault.about}"
    return finished(seed, "cluster", story, made, plan, fault, put[0], taken, request)


def _cluster(seed: int, dice: random.Random) -> Lane:
    estate, names = Estate(seed), [*dice.choice(lanes.MANAGERS), "QM.FULL2"]
    made = Lane(estate, dice, names, topology="cluster")
    made.asked, made.target = [dice.choice(("ORDERS.REQ", "PAY.REQ", "CLAIMS"))] * 2
    made.addressed = made.target
    cluster = dice.choice(("CLPAY", "INVENTORY"))
    full = dice.random() < 0.5
    for place, name in enumerate(names):
        estate.manager(name, level=dice.choice(lanes.LEVELS), deadq="SYSTEM.DEAD.LETTER.QUEUE", host=f"10.30.{place}.7",
                       defclxq=dice.choice(("SCTQ", "SCTQ", "CHANNEL")))  # fmt: skip
        estate.queue(name, "SYSTEM.DEAD.LETTER.QUEUE")
        estate.transmission(name, SCTQ)
        estate.channel(name, f"{cluster}.{name}", "CLUSRCVR", cluster=cluster, conname=f"10.30.{place}.7(1414)")
        if place in (1, 3) or (not place and full):
            estate.managers[name].repos = cluster
    for one in names:
        for other in names:
            if one == other:
                continue
            channel, owner = f"{cluster}.{other}", estate.managers[one]
            xmitq = SCTQ if owner.defclxq == "SCTQ" else OWN.format(channel)
            if xmitq not in owner.queues:
                estate.transmission(one, xmitq)
            estate.channel(one, channel, "CLUSSDR", xmitq=xmitq, partner=other, cluster=cluster,
                           conname=estate.managers[other].channels[channel].conname,
                           defined=bool(estate.managers[other].repos) and other == names[3])  # fmt: skip
    owners = dice.choice(([names[2]], [names[2]], [names[1], names[2]], [names[0], names[2]]))
    for name in owners:
        estate.queue(name, made.target, cluster=cluster, defbind=dice.choice(("OPEN", "NOTFIXED")))
    if names[0] in owners and dice.random() < 0.5:
        estate.managers[names[0]].clwluseq = "ANY"
    if dice.random() < 0.5:
        estate.managers[names[0]].knows.add(made.target)
    return made


def _well(made: Lane):
    return Fault("all well", lambda: None, lambda: None)


def _channel(made: Lane, there: str) -> str:
    return next(c.name for c in made.source.channels.values() if c.kind == "CLUSSDR" and c.partner == there)


def _broken(made: Lane, there: str):
    name, cause = _channel(made, there), made.dice.choice(NETWORK)
    return Fault(
        f"{name}: {cause}", lambda: made.estate.breaks(made.names[0], name, cause),
        lambda: made.estate.mends(made.names[0], name),
    )  # fmt: skip


def _one_broken(made: Lane):
    return _broken(made, made.names[2])


def _other_broken(made: Lane):
    """The channel to another member is broken, and messages for that one wait on the same queue."""
    fault, there = _broken(made, made.names[3]), made.names[3]
    made.estate.queue(there, "OTHER.Q", cluster="")

    def on():
        fault.on()
        for _ in range(made.dice.randrange(1, 6)):
            made.estate.put(made.names[0], "OTHER.Q", there, put_by="others")

    fault.about += ", with messages for it"
    return type(fault)(fault.about, on, fault.off)


def _inhibited(made: Lane):
    end = made.names[2]
    return Fault(f"{made.target} at {end} is put-inhibited", lambda: made.estate.alter(end, made.target, put=False),
                 lambda: made.estate.alter(end, made.target, put=True))  # fmt: skip


def _absent(made: Lane):
    owners = [m for m in made.estate.managers.values() if made.target in m.queues]

    def on():
        for owner in owners:
            made.estate.delete(owner.name, made.target)

    return Fault(f"{made.target} is on no member", on)
