"""What somebody collects of a lane: which commands at which queue manager, which dumps and logs, and how it suffers.

A `Capture` is taken at one moment; `Collection` holds the files, what is true at each capture, and what was done to
the evidence (`harm`), which decides whether it is complete.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.simulated import printers
from tests.simulated.lanes import Lane
from tests.simulated.model import PROTECTION, STAGING, Estate, Message
from tests.simulated.truth import statements

WHOLE = ("DISPLAY QMGR ALL", "DISPLAY QUEUE(*) ALL", "DISPLAY QSTATUS(*) TYPE(QUEUE) ALL", "DISPLAY CHANNEL(*) ALL",
         "DISPLAY CHSTATUS(*) ALL")  # fmt: skip
"""Everything, asked without a filter."""
SIDE = ("BACKOUT.Q", "HOLD.Q", "STREAM.Q", STAGING, PROTECTION)
"""Where messages come to lie beside their way; who collects thinks of them as of any other queue."""
CLUSTER = ("DISPLAY QCLUSTER(*) ALL", "DISPLAY CLUSQMGR(*) ALL")


@dataclass
class Capture:
    """One file: of which queue manager, when, what kind of evidence, and of which queue a dump is."""

    file: str
    manager: str
    at: float
    kind: str
    queue: str = ""
    copy: bool = False
    """Whether it is of another estate, whose names are the same."""


@dataclass
class Collection:
    """The evidence of an incident in the making."""

    files: dict[str, bytes] = field(default_factory=dict)
    said: dict[str, set] = field(default_factory=dict)
    """What was true of the message when each queue manager was last looked at."""
    before: dict[str, set] = field(default_factory=dict)
    """What was true of it at each look before."""
    harm: set[str] = field(default_factory=set)
    by_name: bool = False
    """Whether only what lies on the way was asked for: that something is not there was never shown."""
    seen: bool = False
    """Whether the message was in a dump where it lay at the end."""
    first: float | None = None
    last: float = 0.0
    captures: list[Capture] = field(default_factory=list)

    def looked(self, made: Lane, manager: str, message: Message) -> None:
        now = made.estate.now
        self.first = now if self.first is None else self.first
        self.last = now
        self.before.setdefault(manager, set()).update(self.said.get(manager, ()))
        self.said[manager] = statements(made.estate, message) if message.history else set()

    def missed(self, name: str) -> None:
        """A look whose file is harmed may not be the last that the evidence has."""
        for manager in {one.manager for one in self.captures if one.file == name}:
            self.said.setdefault(manager, set()).update(self.before.get(manager, ()))

    def add(self, dice: random.Random, name: str, text: str) -> str:
        number = 1
        while name in self.files:
            number += 1
            name = f"{number}_{name}"
        self.files[name] = text.encode()
        return name

    def captured(
        self, dice: random.Random, name: str, text: str, made: Lane, manager: str, kind: str, queue: str = ""
    ) -> None:
        """Add a file that shows a queue manager now."""
        self.captures.append(Capture(self.add(dice, name, text), manager, made.estate.now, kind, queue))


def commands(made: Lane, manager: str, cluster: bool = False) -> list[str]:
    """The questions of somebody who follows the lane, by name, at one queue manager."""
    dice, owner = made.dice, made.estate.managers[manager]
    asks = []
    for name in _queues(made, manager):
        queue = owner.queues.get(name)
        verb = "QUEUE" if queue is None or dice.random() < 0.3 else queue.kind
        asks.append(f"DISPLAY {verb}({name})" + dice.choice((" ALL", " ALL", "")))
        if queue is not None and queue.kind == "QLOCAL":
            asks.append(f"DISPLAY QSTATUS({name}) TYPE(QUEUE) ALL")
    for name, xmitq in _channels(made, manager):
        clustered = owner.channels[name].cluster if name in owner.channels else ""
        if xmitq and not clustered and dice.random() < 0.5:
            asks.append(f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ {xmitq})")
        asks += [f"DISPLAY CHANNEL({name}) ALL", f"DISPLAY CHSTATUS({name}) ALL"]
    asks.append("DISPLAY QMGR ALL" if dice.random() < 0.8 else "DISPLAY QMGR DEADQ DEFXMITQ REPOS REPOSNL")
    if owner.deadq:
        asks.append(f"DISPLAY QLOCAL({owner.deadq}) ALL")
    if dice.random() < 0.2:
        dice.shuffle(asks)
    return asks + list(CLUSTER if cluster else ())


def _queues(made: Lane, manager: str) -> list[str]:
    out = []
    if manager == made.names[0]:
        out = [made.asked, *([made.definition] if made.definition not in ("", made.asked) else [])]
        queue = made.source.queues.get(made.definition)
        if queue is not None and queue.xmitq not in ("", *[hop.xmitq for hop in made.hops]):
            out.append(queue.xmitq)
        if made.object_manager:
            out = [made.alias] if made.alias else []
    out += [hop.xmitq for hop in made.hops if hop.manager == manager] + made.cluster_queues(manager)
    if manager == made.names[-1] or (
        made.topology == "cluster" and made.target in made.estate.managers[manager].queues
    ):
        out += [made.addressed, *([made.target] if made.target != made.addressed else [])]
    elif manager in made.names[1:-1] and made.names[-1] in made.estate.managers[manager].queues:
        out.append(made.names[-1])
    return list(dict.fromkeys(out))


def _channels(made: Lane, manager: str) -> list[tuple[str, str]]:
    sending = [(hop.channel, hop.xmitq) for hop in made.hops if hop.manager == manager]
    sending += [(c.name, c.xmitq) for c in made.estate.managers[manager].channels.values() if c.kind == "CLUSSDR"]
    return [*sending, *((hop.channel, "") for hop in made.hops if hop.partner == manager)]


def collect(made: Lane, taken: Collection, manager: str, message: Message, style: dict) -> None:
    """Take one queue manager's evidence now: a session, dumps, a log."""
    dice, estate, owner = made.dice, made.estate, made.estate.managers[manager]
    taken.looked(made, manager, message)
    stem = (
        manager.lower().replace(".", "_")
        if style["names"] == "plain"
        else dice.choice("abcdxyz") + str(dice.randrange(9))
    )
    asks = (
        list(WHOLE) + list(CLUSTER if style["cluster"] else ())
        if style["whole"]
        else commands(made, manager, style["cluster"])
    )
    asks = narrowed(dice, asks, made, taken) if style["narrow"] else asks
    if style["zos"] or owner.zos:
        text = printers.csqutil(estate, manager, asks)
    else:
        text = printers.session(estate, manager, asks, style["date"], style["echo"], dice.random() < 0.3)
    taken.captured(dice, stem + style["ending"] + ".txt", text, made, manager, "display")
    if style["dumps"]:
        for queue in dict.fromkeys(_holding(made, manager)):
            if owner.queues[queue].messages and dice.random() < style["dumps"]:
                taken.seen = taken.seen or message in owner.queues[queue].messages
                dump = printers.browse(estate, manager, queue, style["calls"], dice.choice(("v7", "v7", "v6")))
                short = queue.lower().replace(".", "_") if style["names"] == "plain" else f"dump{dice.randrange(99)}"
                taken.captured(dice, f"{stem}_{short}{style['ending']}.txt", dump, made, manager, "dump", queue)
    if style["logs"] and not owner.zos:
        log = printers.amqerr(owner, estate.now - style["logs"], estate.now)
        if log:
            taken.captured(dice, f"{stem}{style['ending']}_AMQERR01.LOG", log, made, manager, "log")


def _holding(made: Lane, manager: str) -> list[str]:
    owner = made.estate.managers[manager]
    names = (
        [hop.xmitq for hop in made.hops if hop.manager == manager]
        + made.cluster_queues(manager)
        + [owner.deadq, made.target]
    )
    names += [name for name in ("REPLY.Q", *SIDE) if name in owner.queues]
    return [name for name in names if name in owner.queues and owner.queues[name].kind == "QLOCAL"]


def narrowed(dice: random.Random, asks: list[str], made: Lane, taken: Collection) -> list[str]:
    """Questions asked too narrowly, or not at all."""
    out = []
    for ask in asks:
        what = ask.split()[1].split("(")[0]
        luck = dice.random()
        if luck < 0.12:
            taken.harm.add("a question was not asked")
            continue
        if luck < 0.30 and what in NARROW:
            ask = dice.choice(NARROW[what])(ask, dice)
            taken.harm.add("a question was narrow")
        out.append(ask)
    return out or ["DISPLAY QMGR QMNAME"]


def _stem(ask: str) -> str:
    return ask.split(")")[0] + ")"


NARROW = {
    "QUEUE": (
        lambda ask, dice: _stem(ask) + f" TYPE({dice.choice(('QLOCAL', 'QREMOTE', 'QALIAS'))}) ALL",
        lambda ask, dice: _stem(ask) + " WHERE(CURDEPTH GT 0)",
        lambda ask, dice: _stem(ask) + " PUT",
    ),
    "QLOCAL": (
        lambda ask, dice: _stem(ask) + " CURDEPTH",
        lambda ask, dice: _stem(ask) + " CURDEPTH PUT MAXDEPTH",
        lambda ask, dice: "DISPLAY QLOCAL(*) WHERE(CURDEPTH GT 0)",
    ),
    "QREMOTE": (lambda ask, dice: _stem(ask) + " RNAME RQMNAME XMITQ",),
    "QSTATUS": (lambda ask, dice: _stem(ask) + " TYPE(QUEUE) CURDEPTH UNCOM",),
    "CHANNEL": (
        lambda ask, dice: "DISPLAY CHANNEL(*) CHLTYPE(RCVR) ALL",
        lambda ask, dice: "DISPLAY CHANNEL(*) WHERE(XMITQ EQ NO.SUCH.XMITQ)",
        lambda ask, dice: _stem(ask) + " CONNAME XMITQ",
    ),
    "CHSTATUS": (
        lambda ask, dice: "DISPLAY CHSTATUS(*) CONNAME('10.99.9.9')",
        lambda ask, dice: "DISPLAY CHSTATUS(*) WHERE(STATUS EQ RUNNING)",
        lambda ask, dice: "DISPLAY CHSTATUS(*) XMITQ(NO.SUCH.XMITQ)",
        lambda ask, dice: _stem(ask),
    ),
    "QMGR": (lambda ask, dice: "DISPLAY QMGR CMDLEVEL", lambda ask, dice: "DISPLAY QMGR DEADQ"),
}


ONE_RUN = 120.0
"""Seconds that a collecting script takes at most."""


def joined(taken: Collection) -> None:
    """Everything that runmqsc printed in one file, one run after the other, as a collecting script leaves it."""
    names = [name for name, data in taken.files.items() if b"Starting MQSC" in data]
    if len(names) > 1:
        taken.files["collected.txt"] = b"".join(taken.files.pop(name) for name in names)
        for one in taken.captures:
            one.file = "collected.txt" if one.file in names else one.file


def spoil(dice: random.Random, taken: Collection, estate: Estate) -> None:
    """What happens to files on their way: lost, cut off, prefixed by the clock of the host, with other line ends."""
    names = sorted(taken.files)
    luck = dice.random()
    if luck < 0.35 and len(names) > 1:
        name = dice.choice(names)
        taken.files.pop(name)
        taken.missed(name)
        taken.harm.add("a file is lost")
    elif luck < 0.65:
        name = dice.choice(names)
        lines = taken.files[name].splitlines(keepends=True)
        taken.files[name] = b"".join(lines[: dice.randrange(4, max(5, len(lines)))])
        taken.missed(name)
        taken.harm.add("a file is cut off")
    elif luck < 0.8:
        name = dice.choice(names)
        looks = [one for one in taken.captures if one.file == name]
        last = max(looks, key=lambda one: one.at)
        if last.at - min(one.at for one in looks) > ONE_RUN or len({one.manager for one in looks}) > 1:
            return  # each look would have a time of its own
        lines = taken.files[name].decode().splitlines()
        when = f"{estate.managers[last.manager].utc(last.at):%Y-%m-%dT%H:%M:%S}.142Z"
        taken.files[name] = "".join(f"{when} /opt/collect.sh: {line.strip()}\n" for line in lines).encode()
        taken.harm.add("every line has a prefix")
    else:
        for name in names:
            taken.files[name] = taken.files[name].replace(b"\n", b"\r\n")
