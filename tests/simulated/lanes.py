"""Where messages run: a source, perhaps a hub, a target, with all definitions on the way, drawn at random."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.simulated.model import Channel, Clock, Estate, Manager, Queue

MANAGERS = (("QM.APP1", "QM.HUB", "QM.BANK"), ("LONDON", "PARIS", "ROMA"), ("QMA", "QMH", "QMB"), ("EDGE01", "CORE01", "HOST9"),
            ("QM_SHOP", "QM_MID", "QM_STORE"), ("P1QM", "P2QM", "P3QM"),
            ("QM.WEB", "QM.GATE", "MQ1A"))  # fmt: skip
QUEUES = (("PAY.REQ", "PAY.IN"), ("ORDERS.OUT", "ORDERS.IN"), ("STOCK", "STOCK"), ("CLAIMS.REMOTE", "CLAIMS"), ("Q1", "Q2"),
          ("INVOICE.SEND", "INVOICE.RECEIVE.QUEUE.FOR.ACCOUNTS"))  # fmt: skip
DEAD = ("SYSTEM.DEAD.LETTER.QUEUE", "{}.DLQ", "DLQ")
ZOS = ("MQ1A",)
PAIRS = (*6 * [("SDR", "RCVR")], ("SVR", "RCVR"), ("SVR", "RQSTR"), ("SDR", "RQSTR"))
"""The two ends of a channel; a server with CONNAME starts as a sender does."""
LEVELS = ("7.5", "8.0", "9.0", "9.1", "9.2", "9.3", "9.3", "9.4")


@dataclass
class Hop:
    """From one queue manager to the next."""

    manager: str
    xmitq: str
    channel: str
    partner: str


@dataclass
class Lane:
    """One route with what is on it; `asked` is the queue that the application opens."""

    estate: Estate
    dice: random.Random
    names: list[str]
    asked: str = ""
    object_manager: str = ""
    target: str = ""
    """The local queue at the end."""
    addressed: str = ""
    """The name in the transmission header: the target or an alias of it."""
    hops: list[Hop] = field(default_factory=list)
    definition: str = ""
    """The remote definition at the source, where there is one."""
    topology: str = ""
    alias: str = ""
    """The alias of a queue manager that the application names."""
    replies: bool = False
    """Whether REPLY.Q is at the source, and a way back to it."""

    @property
    def source(self) -> Manager:
        return self.estate.managers[self.names[0]]

    @property
    def end(self) -> Manager:
        return self.estate.managers[self.names[-1]]

    @property
    def target_queue(self) -> Queue:
        return self.end.queues[self.target]

    def sender(self, hop: int = 0) -> Channel:
        return self.estate.managers[self.hops[hop].manager].channels[self.hops[hop].channel]

    def cluster_queues(self, manager: str) -> list[str]:
        """The cluster transmission queues of a queue manager that channels serve."""
        channels = self.estate.managers[manager].channels.values()
        return list(dict.fromkeys(c.xmitq for c in channels if c.kind == "CLUSSDR")) if manager == self.names[0] else []

    def receiver(self, hop: int = -1) -> Channel:
        return self.estate.managers[self.hops[hop].partner].channels[self.hops[hop].channel]

    def xmitq(self, hop: int = 0) -> Queue:
        return self.estate.managers[self.hops[hop].manager].queues[self.hops[hop].xmitq]


def lane(seed: int, dice: random.Random, topology: str) -> Lane:
    """A lane of a topology, all well: every channel can run, every queue takes messages."""
    estate = Estate(seed)
    names = list(dice.choice(MANAGERS))
    names = {"local": names[:1], "hub": names}.get(topology, [names[0], names[2]])
    made = Lane(estate, dice, names, topology=topology)
    same = dice.random() < 0.3
    pattern = dice.choice(DEAD)
    for place, name in enumerate(names):
        if place and not same:
            pattern = dice.choice(DEAD)
        dead = pattern.format(name[-4:].strip("._"))
        zos = name in ZOS
        estate.manager(
            name,
            level=dice.choice(LEVELS[3:] if zos else LEVELS),
            deadq=dead,
            zos=zos,
            host=f"10.20.{place}.{dice.randrange(2, 250)}",
        )
        estate.queue(name, dead)
    made.asked, made.target = dice.choice(QUEUES)
    made.asked = made.asked if made.asked != made.target or len(names) > 1 else "ASKED"
    made.addressed = made.target
    estate.queue(names[-1], made.target, maxdepth=dice.choice((5000, 5000, 1000, 200)))
    if len(names) > 1:
        _connect(made, random.Random(f"ends {seed}"))
        _define(made)
    else:
        _local(made)
    return made


def _connect(made: Lane, ends: random.Random) -> None:
    estate, dice = made.estate, made.dice
    style = dice.choice(("{0}.TO.{1}", "{0}.{1}", "C.{0}.{1}"))
    for here, there in zip(made.names, made.names[1:], strict=False):
        for one, other in ((here, there), (there, here)):
            name = style.format(one.split(".")[-1], other.split(".")[-1])
            xmitq = dice.choice((other, f"{other}.XMIT", f"XMIT.{other}"))
            estate.transmission(one, xmitq, trigdata=dice.choice((name, "")))
            known = {
                "npmspeed": dice.choice(("FAST", "FAST", "FAST", "NORMAL")),
                "discint": dice.choice((6000, 6000, 300, 10**6)),
            }
            conname = f"{estate.managers[other].host}({dice.choice((1414, 1415, 1500))})"
            sending, receiving = ends.choice(PAIRS)
            back = f"{estate.managers[one].host}(1414)" if receiving == "RQSTR" else ""
            estate.channel(one, name, sending, xmitq=xmitq, partner=other, conname=conname, **known)
            estate.channel(
                other,
                name,
                receiving,
                partner=one,
                conname=back,
                npmspeed=known["npmspeed"],
                mrrty=dice.choice((10, 10, 0, 3)),
            )
            if one is here:
                made.hops.append(Hop(one, xmitq, name, other))


def _define(made: Lane) -> None:
    """The definition at the source and, over a hub, the way on from there."""
    estate, dice, hop = made.estate, made.dice, made.hops[0]
    here, there = made.names[0], made.names[-1]
    named = hop.xmitq == there
    xmitq = dice.choice((hop.xmitq, "")) if named else hop.xmitq
    if len(made.names) == 3 and not xmitq:
        xmitq = hop.xmitq
    if not named and len(made.names) == 2 and dice.random() < 0.15:
        estate.managers[here].defxmitq, xmitq = hop.xmitq, ""
    if dice.random() < 0.2:
        made.addressed = made.target + ".A"
        estate.queue(there, made.addressed, kind="QALIAS", target=made.target)
    if len(made.names) == 2 and dice.random() < 0.15:
        made.topology, made.object_manager, made.asked = "by queue manager", there, made.addressed
        if dice.random() < 0.4:
            made.object_manager = made.alias = "CLASS1." + there
            estate.queue(here, made.alias, kind="QREMOTE", rname="", rqmname=there, xmitq=hop.xmitq)
        elif not named:
            estate.managers[here].defxmitq = hop.xmitq
    else:
        made.definition = made.asked
        estate.queue(here, made.asked, kind="QREMOTE", rname=made.addressed, rqmname=there, xmitq=xmitq)
        if dice.random() < 0.15:
            made.asked = made.definition + ".ALIAS"
            estate.queue(here, made.asked, kind="QALIAS", target=made.definition)
    if len(made.names) == 3 and made.hops[1].xmitq != there:
        if dice.random() < 0.5:
            estate.managers[made.names[1]].defxmitq = made.hops[1].xmitq
        else:
            estate.queue(made.names[1], there, kind="QREMOTE", rname="", rqmname=there, xmitq=made.hops[1].xmitq)


def _local(made: Lane) -> None:
    if made.dice.random() < 0.5:
        made.estate.queue(made.names[0], made.asked, kind="QALIAS", target=made.target)
    else:
        made.asked = made.target


def way_back(made: Lane) -> None:
    """A queue for reports at the source, and a way to it from the end; for two queue managers."""
    estate, here, there = made.estate, made.names[0], made.end
    estate.queue(here, "REPLY.Q")
    back = next(c for c in there.channels.values() if c.kind in ("SDR", "SVR"))
    if back.xmitq != here:
        estate.queue(there.name, here, kind="QREMOTE", rname="", rqmname=here, xmitq=back.xmitq)
    made.replies = True


def clocks(made: Lane, zones: bool, skews: bool) -> None:
    """Hosts that do not agree on the time of day."""
    for name in made.names:
        made.estate.managers[name].clock = Clock(
            made.dice.choice((0, 3600, 7200, -18000, 19800)) if zones else 0,
            made.dice.uniform(-40, 40) if skews else 0.0,
        )
