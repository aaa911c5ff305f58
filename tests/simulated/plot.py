"""What every incident has: its plan in time, the other messages, the captures, the request, and what is true of it.

A request without `put_time` is about a message put while the captures were taken: there the estate stands still from
shortly before the put to the last capture.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.simulated import evidence, printers
from tests.simulated.evidence import Capture, Collection
from tests.simulated.lanes import Lane
from tests.simulated.model import Estate, Message
from tests.simulated.truth import statements

NOW, HOUR = 4 * 3600.0, 3600.0
"""When the captures begin."""
PROVABLE = {"queue", "discarded", "refused", "in doubt"}
"""Where complete evidence of one moment shows the message to be; that it was taken needs its put time."""


@dataclass
class Incident:
    """One incident with its truth."""

    seed: int
    kind: str
    story: str
    files: dict[str, bytes]
    request: dict
    acceptable: set[tuple[str, str, str]]
    complete: bool
    """Complete and fresh evidence, unfiltered, of one moment: then UNKNOWN is a fault of the kit."""
    harm: set[str] = field(default_factory=set)
    truth: list[tuple[float, str, str, str]] = field(default_factory=list)
    """(true time in seconds, what happened, queue manager, object) in order."""
    place: tuple = ()
    offsets: dict[str, float] = field(default_factory=dict)
    """How much each host's clock is fast, in seconds."""
    estate: Estate | None = None
    """The estate at the last capture: it can be asked for more."""
    message: Message | None = None
    captures: list[Capture] = field(default_factory=list)
    twists: dict[str, str] = field(default_factory=dict)
    """What is not as usual in it, by the key of the assumption that is false because of it."""
    put_time_off: float = 0.0
    told: dict = field(default_factory=dict)
    """What case.json says beside the request: the zones of hosts, when files were captured."""

    @property
    def case_json(self) -> bytes:
        return json.dumps({"walk": [self.request], **self.told}).encode()

    @property
    def evidence(self) -> dict[str, bytes]:
        """All files of the case."""
        return {"case.json": self.case_json, **self.files}


@dataclass
class Plan:
    """How an incident goes: when the message is put, when the fault is there, how it is collected."""

    timed: bool
    put_at: float
    fault_on: float
    fault_off: float | None
    known_id: bool
    unclear: bool = False
    """Whether a unit of work or a handler makes more than one end possible."""
    twists: dict[str, str] = field(default_factory=dict)
    """What makes it a wider world, in words, by the key of the assumption that is false because of it."""
    put: Callable | None = None
    """How the message is put, where not by a plain put: takes what is known of it."""
    after: list[tuple[float, Callable]] = field(default_factory=list)
    """(seconds after the put, what happens to the message then)."""
    silent: set[str] = field(default_factory=set)
    """What is true of the message and not said in the request."""
    put_time_off: float = 0.0
    """By how much the put time asked for is wrong."""
    others: dict = field(default_factory=dict)
    """What the other messages of the traffic are like."""
    begin: float = NOW
    """When the captures begin."""
    early: set[str] = field(default_factory=set)
    """Queue managers that were looked at before the put, and not again."""
    copied: Lane | None = None
    """Another estate of the same names; one queue manager's evidence is of it."""
    style: dict = field(default_factory=dict)


def finished(
    seed, kind, story, made: Lane, plan: Plan, fault, message: Message, taken: Collection, request: dict
) -> Incident:
    """The incident with what is acceptable to say of it."""
    said = {one for manager, all_ in taken.said.items() for one in all_ if one[1] == manager}
    said |= statements(made.estate, message)
    complete = not taken.harm and bool(said) and _provable(plan, fault, message, taken)
    complete = complete and not _led_elsewhere_since(made, message)
    if message.place[0] == "discarded" and "persistence" not in request:
        complete = False  # a persistent message would have stayed: who does not say which it was cannot be told
    truth = sorted(
        [*((at, place[0], *place[1:3]) for at, place in message.history), *made.estate.deeds], key=lambda t: t[0]
    )
    story += "".join(f", {words}" for words in plan.twists.values())
    story = f"{story}: the message is {' '.join(map(str, message.place[:3]))}"
    story += f" [{', '.join(sorted(taken.harm))}]" if taken.harm else ""
    offsets = {name: made.estate.managers[name].clock.skew for name in made.names}
    return Incident(seed, kind, story, taken.files, request, said, complete, taken.harm, truth, message.place, offsets,
                    made.estate, message, taken.captures, plan.twists, plan.put_time_off)  # fmt: skip


def _provable(plan: Plan, fault, message: Message, taken: Collection) -> bool:
    kind = message.place[0]
    if kind not in PROVABLE or (fault.alone and not message.dead) or message.expiry != -1:
        return False
    if kind == "queue" and plan.known_id and taken.seen:
        return not (taken.by_name and fault.about.startswith("no channel"))
    return not (plan.timed or taken.by_name or plan.unclear or fault.about.endswith("in doubt"))


LEADS = {"rname", "rqmname", "xmitq", "target"}
"""Attributes that say where a name leads."""


def _led_elsewhere_since(made: Lane, message: Message) -> bool:
    """Whether what was put to led elsewhere then: no display shows what a definition was before its last alteration."""
    return any(
        time > message.put_at and manager == made.names[0] and name in (made.asked, made.definition)
        and (what == "deleted" or LEADS & set(what.split()))
        for time, what, manager, name in made.estate.deeds
    )  # fmt: skip


def planned(dice: random.Random, fault) -> Plan:
    # What hits this message alone cannot be told from how the others fare: somebody has to say when it was put.
    timed = dice.random() < 0.5 or fault.alone
    if not timed:
        return Plan(
            False, NOW - dice.uniform(20, 50), NOW - dice.uniform(1.5 * HOUR, 40 * HOUR), None, dice.random() < 0.4
        )
    ago = dice.choice((dice.uniform(60, 600), dice.uniform(600, 3 * HOUR), dice.uniform(3 * HOUR, 30 * HOUR)))
    pattern = dice.choice(("stays", "stays", "begins after", "ends before", "ends before"))
    put_at = NOW - ago
    on = put_at - dice.uniform(600, 20 * HOUR) if pattern != "begins after" else put_at + dice.uniform(0.2, 0.9) * ago
    off = put_at + dice.uniform(0.2, 0.9) * ago if pattern == "ends before" else None
    return Plan(True, put_at, on, off, dice.random() < 0.6)


def traffic(made: Lane, fault, plan: Plan) -> None:
    """Other messages on the same way: days ago, and today up to some time before the message."""
    dice, estate = made.dice, made.estate

    def put():
        estate.put(
            made.names[0],
            made.asked,
            made.object_manager,
            persistent=dice.random() < 0.5,
            put_by="others",
            **plan.others,
        )

    times = [dice.uniform(-4 * 86400, -86400) for _ in range(dice.choice((0, 0, 2, 5)))]
    quiet = max(HOUR, plan.put_at - plan.fault_on if plan.fault_on < plan.put_at else 0) if not plan.timed else 120
    quiet = quiet if fault.alone or not plan.timed else 120
    last = plan.put_at - (quiet if fault.alone else dice.choice((60, 300, quiet)))
    times += [dice.uniform(0, max(1, last)) for _ in range(dice.choice((0, 3, 8, 15)))] if last > 0 else []
    if plan.timed and dice.random() < 0.5:
        times += [dice.uniform(plan.put_at + 60, NOW) for _ in range(dice.choice((1, 4, 12))) if plan.put_at + 60 < NOW]
    for time in times:
        estate.at(time, put)


def gather(made: Lane, plan: Plan, message: Message, harmed: bool, cluster: bool = False,
           taken: Collection | None = None) -> Collection:  # fmt: skip
    """Let the estate live on to the captures, and take them; `taken`: what there is already."""
    dice, estate, taken = made.dice, made.estate, taken or Collection()
    style = {
        "names": "plain", "whole": dice.random() < 0.6, "narrow": False, "zos": False, "date": True, "echo": True,
        "dumps": 1.0, "calls": True, "logs": 0.0, "ending": "", "cluster": cluster,
    }  # fmt: skip
    style["logs"] = dice.choice((0.0, 2 * HOUR, 90 * HOUR))
    style |= plan.style
    taken.harm |= set(plan.twists.values())
    taken.by_name = not style["whole"]
    if harmed:
        _worsen(dice, style, taken, made)
    _early(made, plan, message, taken, style, harmed)
    names = [name for name in estate.managers if name not in plan.early] if plan.twists else list(made.names)
    dice.shuffle(names)
    at = plan.begin
    for name in names:
        at += dice.choice((2.0, 10.0)) if not harmed or not plan.timed else dice.choice((2.0, 60.0, 900.0))
        estate.run_until(at)
        evidence.collect(made, taken, name, message, style)
    if plan.copied:
        _of_the_copy(plan.copied, taken, dice)
    if any(estate.managers[name].clock.zone or abs(estate.managers[name].clock.skew) > 1 for name in made.names):
        taken.harm.add("clocks differ")
    if dice.random() < 0.15:
        evidence.joined(taken)
    if harmed and dice.random() < 0.4:
        evidence.spoil(dice, taken, made.estate)
    return taken


def before(made: Lane, plan: Plan, message: Message, taken: Collection) -> None:
    """Look at some queue managers before the message is put: no time is printed, and nobody looks again."""
    style = {"names": "odd", "whole": made.dice.random() < 0.6, "narrow": False, "zos": False, "date": False, "echo": True,
             "dumps": 0.5, "calls": True, "logs": 0.0, "ending": "", "cluster": made.topology == "cluster"}  # fmt: skip
    for name in sorted(plan.early):
        evidence.collect(made, taken, name, message, style)


def _of_the_copy(copy: Lane, taken: Collection, dice: random.Random) -> None:
    """The display of one queue manager is of another one that has its name: a copy for tests."""
    shown = [one for one in taken.captures if one.kind == "display"]
    one = dice.choice(shown)
    if one.manager not in copy.estate.managers:  # it joined a group after the copy was made
        return
    copy.estate.run_until(one.at)
    whole = [*evidence.WHOLE, *(evidence.CLUSTER if copy.topology == "cluster" else ())]
    taken.files[one.file] = printers.session(copy.estate, one.manager, whole).encode()
    one.copy = True


def _worsen(dice: random.Random, style: dict, taken: Collection, made: Lane) -> None:
    for key, value, odds, word in (
        ("names", "odd", 0.3, ""), ("narrow", True, 0.5, ""), ("date", False, 0.25, "no date"),
        ("echo", False, 0.15, "no echo"), ("dumps", 0.5, 0.4, "a dump is not there"), ("calls", False, 0.4, "no prompt"),
        ("dumps", 0.0, 0.3, "no dumps"), ("zos", True, 0.1, "asked by CSQUTIL"),
    ):  # fmt: skip
        if dice.random() < odds:
            style[key] = value
            taken.harm |= {word} if word else set()
    if dice.random() < 0.3:
        for name in made.names:
            made.estate.managers[name].monq = False
        taken.harm.add("no monitoring")


def _early(made: Lane, plan: Plan, message: Message, taken: Collection, style: dict, harmed: bool) -> None:
    """Somebody looked before, too: hours ago, at some queue managers, with names that may mislead."""
    dice = made.dice
    if not harmed or dice.random() < 0.7:
        return
    early = dice.uniform(max(plan.put_at - 2 * HOUR, 0), NOW - 120) if plan.timed else plan.put_at
    if early <= made.estate.now or early >= plan.begin:
        return
    made.estate.run_until(early)
    for name in dice.sample(made.names, dice.randrange(1, len(made.names) + 1)):
        old = {**style, "ending": dice.choice(("", "_before", "_after", "_2")), "dumps": 0.0, "logs": 0.0}
        evidence.collect(made, taken, name, message, old)
    taken.harm.add("captures of two times")


def requested(made: Lane, plan: Plan, message: Message, dice: random.Random) -> dict:
    asks = {"queue": made.asked, "queue_manager": made.names[0]}
    said = lambda what: what not in plan.silent  # noqa: E731
    if made.object_manager:
        asks["object_queue_manager"] = made.object_manager
    if dice.random() < 0.85:
        asks["persistence"] = int(message.persistent)
    if plan.timed and said("put_time"):
        asks["put_time"] = printers.day(made.source.utc(message.put_at + plan.put_time_off))
    if message.expiry != -1 and said("expiry"):
        asks["expiry"] = message.expiry
    if message.returns and said("report"):
        asks["report"] = printers.options(message)
    if plan.known_id and said("msg_id"):
        asks["msg_id"] = message.id.hex().upper()
    return asks


def ago(seconds: float) -> str:
    return f"{seconds / HOUR:.1f} h" if seconds > HOUR else f"{seconds / 60:.0f} min"
