"""Incidents with a planted cause: what was done, what came of it in which order, by clocks that differ up to an hour.

`planted(seed)` gives the whole evidence of two queue managers (a look before, sessions, dumps and logs after, what the
applications printed) and the truth: `root`, `truth` (every happening with its true time), `offsets` (how fast each
host's clock is) and `chain`, the consequences of the root in their order.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.simulated import evidence, printers
from tests.simulated.lanes import Hop, Lane
from tests.simulated.model import Clock, Estate, Message
from tests.simulated.plot import HOUR

BEGIN, ROOT, END = 0.0, 2 * HOUR, 5 * HOUR
"""The first traffic, the earliest root, the captures, in true seconds."""
HOSTS = ("shop01", "bank07")
LEVELS = ("8.0", "9.1", "9.2", "9.3", "9.4")


@dataclass
class Planted:
    """A case with its cause."""

    seed: int
    story: str
    files: dict[str, bytes]
    root: tuple[float, str, str, str]
    """(true time, what, queue manager, object): the one thing that was done or that failed."""
    chain: list[tuple[float, str, str, str]]
    """What came of it, each kind at its first time: `dead letter 2051`, `dead-letter queue full` …"""
    truth: list[tuple[float, str, str, str]]
    """Every happening that the evidence may show: a message by its id in hex, all else by its object's name."""
    offsets: dict[str, float]
    """Seconds that each host's clock is fast."""
    changed: list[tuple[str, str, str]] = field(default_factory=list)
    """(queue manager, object, attribute) of every definition that was altered between the two looks."""


def planted(seed: int, tag: str = "") -> Planted:
    """The planted incident of a seed; `tag` ends every name, so that several incidents can lie in one case."""
    dice = random.Random(f"planted {seed}")
    made = _pair(seed, dice, tag)
    clocks = {name: dice.choice((0.0, dice.uniform(-3600, 3600), dice.uniform(-5, 5))) for name in made.names}
    for name, skew in clocks.items():
        made.estate.managers[name].clock = Clock(dice.choice((0, 0, 3600, -18000)), skew)
    cause = dice.choice(CAUSES)
    began = ROOT + dice.uniform(0, HOUR)
    root: list[tuple] = []
    changed: list[tuple] = []
    refused = _traffic(made, dice)
    files: dict[str, bytes] = {}
    captured: list[tuple] = []
    made.estate.at(BEGIN + HOUR, lambda: _look(made, files, captured, "before"))
    made.estate.at(began, lambda: root.append(cause(made, changed)))
    made.estate.run_until(END)
    _look(made, files, captured, "after")
    _rest(made, files, refused)
    truth = sorted([*_happenings(made), *captured])
    chain = [one for one in _chain(made, refused) if one[0] >= began]
    story = f"{root[0][1]} at {root[0][2]} ({root[0][3]}), then " + (
        ", ".join(one[1] for one in chain) or "nothing yet"
    )
    return Planted(seed, story, files, root[0], chain, truth, clocks, changed)


def _pair(seed: int, dice: random.Random, tag: str) -> Lane:
    """Two queue managers, a channel each way, queues small enough to fill."""
    estate, names = Estate(seed), list(dice.choice((["QM.SHOP", "QM.BANK"], ["LONDON", "ROMA"], ["QMA", "QMB"])))
    names = [name + tag for name in names]
    asked, target, note, noted = (name + tag for name in ("PAY.REQ", "PAY.IN", "NOTE.OUT", "NOTE.IN"))
    made = Lane(estate, dice, names, asked=asked, target=target, addressed=target, definition=asked)
    for name, host in zip(names, HOSTS, strict=True):
        estate.manager(name, level=dice.choice(LEVELS), deadq=f"{name}.DLQ", host=host + tag)
        estate.queue(name, f"{name}.DLQ", maxdepth=dice.choice((4, 9, 500)))
    for here, there in (names, names[::-1]):
        channel = f"{here}.TO.{there}"
        estate.transmission(here, there, maxdepth=dice.choice((6, 12, 500)), trigdata=channel)
        conname = f"{estate.managers[there].host}(1414)"
        estate.channel(here, channel, "SDR", xmitq=there, partner=there, conname=conname)
        estate.channel(there, channel, "RCVR", partner=here, mrrty=dice.choice((0, 2)))
        if here is names[0]:
            made.hops.append(Hop(here, there, channel, there))
    estate.queue(names[0], asked, kind="QREMOTE", rname=target, rqmname=names[1], xmitq=names[1])
    estate.queue(names[1], target, maxdepth=dice.choice((5, 8, 500)))
    # What goes the other way: read, or dead-lettered for a name that is not there, which bounds the clocks from that side.
    estate.queue(names[1], note, kind="QREMOTE", rname=noted, rqmname=names[0], xmitq=names[0])
    if dice.random() < 0.5:
        estate.queue(names[0], noted, maxdepth=500)
    estate.consumer(names[1], target, service=dice.uniform(0.1, 3))
    return made


def _traffic(made: Lane, dice: random.Random) -> list[Message]:
    """Puts at both ends all day; those that are refused, with the application that hears of it."""
    estate, refused, at = made.estate, [], BEGIN
    note = made.asked.replace("PAY.REQ", "NOTE.OUT")

    def put(manager: str, queue: str) -> None:
        message = estate.put(
            manager, queue, persistent=dice.random() < 0.8, put_by="shopd" if queue == made.asked else "noted"
        )
        if message.place[0] == "refused":
            refused.append(message)

    gap = dice.choice((60, 200, 500))
    while at < END:
        at += dice.expovariate(1 / gap)
        made.estate.at(at, put, made.names[0], made.asked)
        if dice.random() < 0.2:
            made.estate.at(at + dice.uniform(0, 30), put, made.names[1], note)
    return refused


# The causes: each does its deed and tells what it was.


def _inhibits(made: Lane, changed: list) -> tuple:
    made.estate.alter(made.names[1], made.target, put=False)
    changed.append((made.names[1], made.target, "PUT"))
    return made.estate.now, "altered PUT(DISABLED)", made.names[1], made.target


def _reader_stops(made: Lane, changed: list) -> tuple:
    made.estate.switch(made.estate.consumers[0], False)
    return made.estate.now, "reader stopped", made.names[1], made.target


def _line_breaks(made: Lane, changed: list) -> tuple:
    hop, cause = made.hops[0], made.dice.choice(("listener down", "certificate", "blocked", "network"))
    made.estate.breaks(hop.manager, hop.channel, cause)
    return made.estate.now, f"channel broke: {cause}", hop.manager, hop.channel


def _stopped(made: Lane, changed: list) -> tuple:
    hop = made.hops[0]
    made.estate.stop(hop.manager, hop.channel)
    return made.estate.now, "channel stopped", hop.manager, hop.channel


def _renamed(made: Lane, changed: list) -> tuple:
    made.estate.alter(made.names[0], made.asked, rname=made.target + ".NEW")
    changed.append((made.names[0], made.asked, "RNAME"))
    return made.estate.now, f"altered RNAME({made.target}.NEW)", made.names[0], made.asked


def _deleted(made: Lane, changed: list) -> tuple:
    made.estate.delete(made.names[1], made.target)
    return made.estate.now, "queue deleted", made.names[1], made.target


def _lowered(made: Lane, changed: list) -> tuple:
    made.estate.alter(made.names[1], made.target, maxmsgl=20)
    changed.append((made.names[1], made.target, "MAXMSGL"))
    return made.estate.now, "altered MAXMSGL(20)", made.names[1], made.target


CAUSES = (_inhibits, _reader_stops, _line_breaks, _stopped, _renamed, _deleted, _lowered)


# What is collected


def _look(made: Lane, files: dict, captured: list, word: str) -> None:
    for name in made.names:
        file = f"{name.lower().replace('.', '_')}_{word}.txt"
        files[file] = printers.session(made.estate, name, evidence.WHOLE).encode()
        captured.append((made.estate.now, "captured", name, file))


def _rest(made: Lane, files: dict, refused: list[Message]) -> None:
    """Dumps of what lies somewhere, error logs, and what the applications printed, all at the end."""
    estate = made.estate
    for name in made.names:
        owner, stem = estate.managers[name], name.lower().replace(".", "_")
        for queue in owner.queues.values():
            if queue.messages:
                files[f"{stem}_{queue.name.lower().replace('.', '_')}.txt"] = printers.browse(
                    estate, name, queue.name
                ).encode()
        log = printers.amqerr(owner, BEGIN, END)
        if log:
            files[f"{stem}_AMQERR01.LOG"] = log.encode()
        told = [message for message in refused if message.origin == name]
        if told:
            files[f"{stem}_app.log"] = "".join(_printed(owner, one) for one in told).encode()


def _printed(owner, message: Message) -> str:
    at = owner.clock.utc(message.put_at)
    reason = message.place[3]
    return (
        f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z ERROR {message.put_by} JMSWMQ2007: Failed to send a message to "
        f"destination '{message.queue}'. JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED') reason '{reason}' "
        f"('{REASONS.get(reason, 'MQRC_NONE')}').\n"
    )


REASONS = {
    2051: "MQRC_PUT_INHIBITED",
    2053: "MQRC_Q_FULL",
    2030: "MQRC_MSG_TOO_BIG_FOR_Q",
    2085: "MQRC_UNKNOWN_OBJECT_NAME",
}

# What is true


def _happenings(made: Lane) -> list[tuple]:
    """Moves of messages, deeds, log entries, alterations, with their true times."""
    estate = made.estate
    out = [(at, what, manager, name) for at, what, manager, name in estate.deeds]
    for message in estate.messages:
        out.append((message.put_at, "put", message.origin, message.id.hex().upper()))
        if message.dead:
            out.append((message.dead["at"], "dead letter", message.dead["by"], message.id.hex().upper()))
        for at, place in message.history:
            if place[0] in ("consumed", "discarded", "refused", "expired"):
                out.append((at, place[0], place[1], message.id.hex().upper()))
    for owner in estate.managers.values():
        out += [(at, f"log {id}", owner.name, inserts.get("channel", "")) for at, id, inserts in owner.log]
        for queue in owner.queues.values():
            out += [(queue.last_put, "last put", owner.name, queue.name)] if queue.last_put is not None else []
            out += [(queue.last_get, "last get", owner.name, queue.name)] if queue.last_get is not None else []
    return out


def _chain(made: Lane, refused: list[Message]) -> list[tuple]:
    """The consequences, each kind at its first time after the root."""
    first: dict[str, tuple] = {}

    def note(at: float, what: str, manager: str, name: str) -> None:
        if at >= ROOT and (what not in first or at < first[what][0]):
            first[what] = at, what, manager, name

    for message in made.estate.messages:
        if message.dead and message.queue == made.asked:
            note(message.dead["at"], f"dead letter {message.dead['reason']}", message.dead["by"], message.place[2])
    for owner in made.estate.managers.values():
        for at, id, inserts in owner.log:
            if (
                id in ("AMQ9506", "AMQ9999")
                and inserts["channel"] == made.hops[0].channel
                and owner.name == made.names[0]
            ):
                note(at, "channel retries", owner.name, inserts["channel"])
    for message in refused:
        if message.queue == made.asked:
            note(message.put_at, f"put refused {message.place[3]}", message.place[1], message.place[2])
    return sorted(first.values())
