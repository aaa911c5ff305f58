"""Wider worlds: exits, AMS, restarts, failover, stream and backout queues, sharing groups, clocks, captures at odd times.

Each twist makes one assumption of the list false that an analyst would take for granted (`Plan.twists` has it by its
key), or adds a feature of the product that no assumption speaks of. How often a class of assumptions is false is `World`'s:
one key of class A in 2 % of the incidents, of B in 10 %, of C in 25 %. Which way a message went is the model's alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.simulated import lanes
from tests.simulated.evidence import Collection
from tests.simulated.lanes import Lane
from tests.simulated.model import NOT_AUTHORISED, Clock, Message
from tests.simulated.plot import HOUR, Incident, Plan, ago, before
from tests.simulated.printers import offset

ONE_DISPLAY = "one-display"
ZONES = (0, 3600, 7200, 10800, 19800, 20700, 28800, 32400, 34200, -10800, -12600, -18000, -21600, -28800, 46800, -39600)
"""Seconds east of UTC, half and quarter hours among them."""
TOLD = 0.15
"""How often who collected says the zones of the hosts, and how often when the displays were made."""
FEATURES = 0.02
"""How often each feature that no assumption speaks of is there."""


@dataclass(frozen=True)
class World:
    """`false`: how often an assumption of class A, of B and of C is false; `evidence`: a profile of what is collected."""

    wide: bool = False
    evidence: str = ""
    false: tuple[float, float, float] = (0.02, 0.10, 0.25)


PLAIN, WIDE = World(), World(True)


def widen(world: World, made: Lane, plan: Plan, known: dict, seed: int, copy: Callable[[], Lane]) -> None:
    """Twist an incident before its message is put; `copy` makes the same lane as another estate."""
    if not world.wide:
        return
    dice = random.Random(f"wide {seed}")
    for share, twists in zip(world.false, (A, B, C), strict=True):
        if dice.random() < share:
            options = list(twists)
            dice.shuffle(options)
            next((key for key in options if _twisted(key, twists[key], made, plan, known, dice, copy)), None)
    for feature, twist in FEATURE.items():
        if dice.random() < FEATURES:
            _twisted(feature, twist, made, plan, known, dice, copy)
    style = {"date": dice.choice((True, "offset"))}
    if world.evidence == ONE_DISPLAY:
        style = {"names": "plain", "narrow": False, "zos": False, "echo": True, "calls": True, "cluster": made.topology == "cluster",
                 "whole": dice.random() < 0.5, "date": dice.choice((True, "offset", False)), "dumps": float(dice.random() < 0.15),
                 "logs": 2 * HOUR if dice.random() < 0.1 else 0.0}  # fmt: skip
        plan.twists.setdefault("one display", "one display of each queue manager")
    plan.style = style | plan.style


def _twisted(
    key: str, twist: Callable, made: Lane, plan: Plan, known: dict, dice: random.Random, copy: Callable
) -> bool:
    words = twist(made, plan, known, dice, copy)
    if words:
        plan.twists[key] = words
    return bool(words)


def put(made: Lane, plan: Plan, message: list[Message]) -> Collection:
    """Live until the message is put, with whatever is done to it afterwards; what was looked at before."""
    taken, estate = Collection(), made.estate
    if plan.early:
        estate.run_until(plan.put_at - 5)
        nothing = Message(b"", "", "", made.names[0], plan.put_at)
        before(made, plan, nothing, taken)
    estate.run_until(plan.put_at)
    for seconds, deed in plan.after:
        if plan.put_at + seconds < plan.begin:
            estate.at(plan.put_at + seconds, lambda deed=deed: deed(message[0]))
    return taken


def told(made: Incident, dice: random.Random) -> dict:
    """What who collected says in case.json, rightly: in which zone each host is, and when each display was made.

    Of a queue manager that failed over to a host in another zone no zone is said.
    """
    said = {}
    if dice.random() < TOLD:
        managers = [made.estate.managers[name] for name in made.offsets]
        zones = {one.name: {one.was("clock", made.message.put_at).zone, one.clock.zone} for one in managers}
        said["zone"] = {name: offset(*both) for name, both in zones.items() if len(both) == 1}
    if dice.random() < TOLD:
        displays = [one for one in made.captures if one.kind == "display" and one.file in made.files]
        files = [one.file for one in displays]
        said["captured"] = {one.file: f"{made.estate.managers[one.manager].utc(one.at):%Y-%m-%dT%H:%M:%SZ}"
                            for one in displays if files.count(one.file) == 1}  # fmt: skip
    return {key: value for key, value in said.items() if value}


def _sometime(plan: Plan, dice: random.Random, least: float = 1.0) -> float:
    """Seconds after the put, before the captures; 0: there is no time."""
    span = plan.begin - plan.put_at
    return dice.uniform(least, span - 1) if span > least + 1 else 0.0


# -- class A -----------------------------------------------------------------------------------------------------------


def _denied(made, plan, known, dice, copy):
    def deny(**told):
        return made.estate.deny(made.names[0], made.asked, made.object_manager, NOT_AUTHORISED, **told)

    plan.put = deny
    return "the put fails and only its application knows"


def _uncommitted(made, plan, known, dice, copy):
    plan.put = lambda **told: made.estate.put(made.names[0], made.asked, made.object_manager, False, **told)
    return "the writer does not commit"


def _in_doubt(made, plan, known, dice, copy):
    if not made.hops or _fails(made):
        return ""
    known["persistent"], hop, done = True, made.hops[0], dice.random() < 0.4
    made.estate.at(plan.put_at - 5, lambda: made.estate.start(hop.manager, hop.channel))
    plan.after.append((0.1, lambda message: made.estate.cuts(hop.manager, hop.channel, done)))
    return f"batch of {hop.channel} in doubt" + (", which has arrived" if done else "")


def _fails(made: Lane) -> bool:
    return made.sender().name not in made.source.channels


def _resolved(made, plan, known, dice, copy):
    words = plan.begin - plan.put_at > 90 and _in_doubt(made, plan, known, dice, copy)
    if not words:
        return ""
    hop, commit = made.hops[0], dice.random() < 0.6
    plan.after.append((dice.uniform(1, 50), lambda message: made.estate.resolves(hop.manager, hop.channel, commit)))
    return f"{words}, resolved by hand"


def _lost(made, plan, known, dice, copy):
    if not made.hops:
        return ""
    known |= {"persistent": False, "doom": "lost"}
    return "the line breaks while it is sent"


def _exit(made, plan, known, dice, copy):
    if not made.hops:
        return ""
    known["doom"] = "exit"
    if dice.random() < 0.5:
        made.receiver(0).msgexit = "LOGEXIT"
    return "an exit takes it"


def _protected(made, plan, known, dice, copy):
    queue = made.end.queues.get(made.target)
    if queue is None or queue.kind != "QLOCAL":
        return ""
    queue.policy = True
    _read(made)
    return f"a policy protects {made.target}"


def _read(made: Lane) -> None:
    if not any((one.manager, one.queue) == (made.names[-1], made.target) for one in made.estate.consumers):
        made.estate.consumer(made.names[-1], made.target, service=1.0)


def _returns(made, plan, known, dice, copy):
    if len(made.names) != 2 or not made.hops or made.topology == "cluster" or "reports" in known:
        return ""
    if not made.replies:
        lanes.way_back(made)
    known |= {"reply_to": ("REPLY.Q", made.names[0]), "returns": True}
    plan.silent |= {"report", "msg_id"}
    return "it asks to be sent back, and nobody says so"


def _switched(made, plan, known, dice, copy):
    end = made.end
    queue = end.queues.get(made.target)
    if queue is None or not queue.put:
        return ""
    ends = _sometime(plan, dice, 5)

    def sets(value):
        if made.target in end.queues:
            made.estate.sets(end.name, made.target, put=value)

    made.estate.at(plan.put_at - 20, lambda: sets(False))
    if ends:
        plan.after.append((ends, lambda message: sets(True)))
    return f"a program switches PUT of {made.target}"


def _too_long(made, plan, known, dice, copy):
    queue = made.end.queues.get(made.target)
    if queue is None or queue.kind != "QLOCAL":
        return ""
    queue.maxmsgl, known["size"] = 20_000, 25_000
    return f"it is longer than {made.target} takes"


def _not_authorised(made, plan, known, dice, copy):
    queue = made.end.queues.get(made.target)
    if queue is None or not made.hops:
        return ""
    queue.denied = True
    return f"the user of the channels may not put to {made.target}"


def _same_names(made, plan, known, dice, copy):
    plan.copied = copy()
    return "one display is of a copy for tests"


def _opened_before(made, plan, known, dice, copy):
    definition = made.source.queues.get(made.definition)
    if definition is None or made.asked != made.definition:
        return ""
    held, estate, other = [], made.estate, made.target + ".NEW"
    estate.queue(made.names[-1], other)
    estate.at(plan.put_at - 600, lambda: held.append(estate.opened(made.names[0], made.asked)))
    if made.definition in made.source.queues:
        estate.at(
            plan.put_at - 300,
            lambda: made.definition in made.source.queues and estate.alter(made.names[0], made.definition, rname=other),
        )

    def over_it(**told):
        usable = held[0] if getattr(held[0], "queue", None) in made.source.queues.values() else None
        return estate.put(made.names[0], made.asked, made.object_manager, held=usable, **told)

    plan.put = over_it
    return f"its queue was opened before {made.definition} was altered"


def _restored(made, plan, known, dice, copy):
    at, name = _sometime(plan, dice), dice.choice(made.names)
    if not at:
        return ""
    plan.after.append((at, lambda message: made.estate.restore(name)))
    return f"the storage of {name} is set back {ago(at)} after the put"


def _expires(made, plan, known, dice, copy):
    if known.get("expiry", -1) != -1:
        return ""
    known["expiry"] = dice.choice((50, 100, 600, 36000))
    plan.silent |= {"expiry", "msg_id"}
    return "it expires, and nobody says so"


def _restarted(made, plan, known, dice, copy):
    at, name = _sometime(plan, dice), dice.choice(made.names)
    if not at:
        return ""
    moves = dice.random() < 0.4
    clock = Clock(dice.choice(ZONES[:4]), dice.uniform(-60, 60)) if moves else None
    plan.after.append((at, lambda message: made.estate.restart(name, clock, "10.77.0.9" if moves else "")))
    return f"{name} {'fails over' if moves else 'restarts'} {ago(at)} after the put"


def _cleared(made, plan, known, dice, copy):
    at = _sometime(plan, dice)
    if not at:
        return ""
    places = [(made.names[-1], made.target), *((hop.manager, hop.xmitq) for hop in made.hops)]
    manager, name = dice.choice(places)

    def clears(message):
        queue = made.estate.managers[manager].queues.get(name)
        if queue is not None and queue.kind == "QLOCAL":
            made.estate.clear(manager, name)

    plan.after.append((at, clears))
    return f"{name} is cleared {ago(at)} after the put"


def _moved(made, plan, known, dice, copy):
    at, end = _sometime(plan, dice), made.end
    if not at:
        return ""
    made.estate.queue(end.name, "HOLD.Q")
    name = dice.choice((made.target, end.deadq))

    def moves(message):
        queue = end.queues.get(name)
        if queue is not None and queue.kind == "QLOCAL":
            made.estate.moves(end.name, name, "HOLD.Q")

    plan.after.append((at, moves))
    return f"somebody moves what is on {name} {ago(at)} after the put"


def _not_admin(made, plan, known, dice, copy):
    made.source.admins.add("orders")
    return "orders is an administrator"


# -- class B -----------------------------------------------------------------------------------------------------------


def _looked_before(made, plan, known, dice, copy):
    plan.early = {dice.choice(made.names)}
    return f"{' '.join(plan.early)} was looked at before the put"


def _at_once(made, plan, known, dice, copy):
    plan.begin = plan.put_at + dice.uniform(0.05, 3.0) - 2  # the first look is two seconds after the beginning, or more
    plan.style["date"] = dice.choice((False, True))
    return "it was looked at before it had come to rest"


def _fast_clock(made, plan, known, dice, copy):
    name = dice.choice(made.names)
    owner = made.estate.managers[name]
    owner.clock = Clock(owner.clock.zone, dice.choice((-1, 1)) * dice.uniform(121, 3600))
    return f"the clock of {name} is {owner.clock.skew:.0f} s fast"


def _no_room(made, plan, known, dice, copy):
    queue = made.end.queues.get(made.target)
    if queue is None or queue.kind != "QLOCAL" or (len(made.names) > 1 and not made.hops):
        return ""
    limit, estate, end = dice.randrange(2, 6), made.estate, made.end
    queue.maxdepth = limit

    def fills():
        if end.queues.get(made.target) is queue and queue.put:
            for consumer in estate.consumers:
                if (consumer.manager, consumer.queue) == (end.name, made.target):
                    estate.switch(consumer, False)
            while queue.depth < limit and estate.put(end.name, made.target, put_by="others").place[0] == "queue":
                pass

    estate.at(plan.put_at - 10, fills)
    reader = estate.consumer(end.name, made.target, on=False)
    empties = _sometime(plan, dice, 12)
    if empties:
        plan.after.append((empties, lambda message: estate.switch(reader, True)))
    return f"{made.target} was full for a while"


def _altered(made, plan, known, dice, copy):
    at = _sometime(plan, dice)
    queue, end = made.end.queues.get(made.target), made.end
    if not at or queue is None or not queue.put:
        return ""
    made.estate.at(
        plan.put_at - 30, lambda: made.target in end.queues and made.estate.alter(end.name, made.target, put=False)
    )
    plan.after.append(
        (at, lambda message: made.target in end.queues and made.estate.alter(end.name, made.target, put=True))
    )
    plan.style["whole"] = False
    return f"PUT of {made.target} was altered since"


def _sibling(made, plan, known, dice, copy):
    told = {
        "persistent": dice.random() < 0.5,
        "size": 900 if dice.random() < 0.5 else 40,
        "put_by": known.get("put_by", "orders"),
    }
    made.estate.at(plan.put_at + 0.01, lambda: made.estate.put(made.names[0], made.asked, made.object_manager, **told))
    plan.silent.add("msg_id")
    return "another one was put at the same time"


def _no_owner(made, plan, known, dice, copy):
    if len(made.names) < 2 or made.source.deadq == made.end.deadq or "" in (made.source.deadq, made.end.deadq):
        return ""
    old = made.source.queues.pop(made.source.deadq, None)
    if old is None:
        return ""
    made.source.deadq = made.end.deadq
    made.estate.queue(made.source.name, made.source.deadq)
    plan.style |= {"calls": False, "names": "odd", "dumps": 0.6}
    return "dumps of queues of one name do not say whose they are"


def _wrong_time(made, plan, known, dice, copy):
    plan.put_time_off = dice.choice((-1, 1)) * dice.choice((20, 60, 300, 900))
    plan.silent.add("msg_id")
    return f"the put time asked for is {plan.put_time_off} s off"


def _priority(made, plan, known, dice, copy):
    if dice.random() < 0.5:
        known["priority"] = 7
    else:
        plan.others["priority"] = 7
    return "priorities differ"


def _not_default(made, plan, known, dice, copy):
    if not made.hops:
        return ""
    channel = made.receiver()
    attribute, value = dice.choice((("mrrty", 40), ("usedlq", False), ("npmspeed", "NORMAL"), ("mrtmr", 5000)))
    setattr(channel, attribute, value)
    plan.style["whole"] = False
    return f"{attribute.upper()} of {channel.name} is not the default"


# -- class C -----------------------------------------------------------------------------------------------------------


def _long_ago(made, plan, known, dice, copy):
    if not plan.timed or plan.begin - plan.put_at < 900:
        return ""
    plan.silent |= {"put_time", "msg_id"}
    return "it was put long ago, and nobody says when"


def _changed_since(made, plan, known, dice, copy):
    at = _sometime(plan, dice)
    if not at or not made.hops:
        return ""
    hop = dice.choice(made.hops)

    def changes(message):
        channel = made.estate.managers[hop.manager].channels.get(hop.channel)
        if channel is not None and channel.status != "STOPPED":
            made.estate.stop(hop.manager, hop.channel)

    plan.after.append((at, changes))
    return f"{hop.channel} is stopped {ago(at)} after the put"


def _zones(made, plan, known, dice, copy):
    for name in made.names:
        owner = made.estate.managers[name]
        owner.clock = Clock(dice.choice(ZONES), owner.clock.skew)
    return "hosts keep the time of their zones"


# -- features ----------------------------------------------------------------------------------------------------------


def _backout(made, plan, known, dice, copy):
    queue = made.end.queues.get(made.target)
    if queue is None or queue.kind != "QLOCAL":
        return ""
    made.estate.queue(made.end.name, "BACKOUT.Q")
    queue.boqname, queue.bothresh = "BACKOUT.Q", dice.choice((1, 3))
    for one in made.estate.consumers:
        if (one.manager, one.queue) == (made.end.name, made.target):
            one.hold, one.rolls_back = 0.5, True
            return "a reader puts it on the backout queue"
    made.estate.consumer(made.end.name, made.target, hold=0.5, rolls_back=True)
    return "a reader puts it on the backout queue"


def _streamed(made, plan, known, dice, copy):
    queue = made.end.queues.get(made.target)
    if queue is None or queue.kind != "QLOCAL" or made.end.level < "9.3":
        return ""
    made.estate.queue(made.end.name, "STREAM.Q")
    queue.streamq = "STREAM.Q"
    return f"{made.target} is streamed"


def _delayed(made, plan, known, dice, copy):
    delay = dice.choice((5, 60, HOUR, 24 * HOUR))

    def delays(**told):
        return made.estate.put_delayed(made.names[0], made.asked, made.object_manager, delay, **told)

    plan.put = delays
    return f"its delivery is delayed by {delay} s"


def _shared(made, plan, known, dice, copy):
    queue, end = made.end.queues.get(made.target), made.end
    if not end.zos or queue is None or queue.kind != "QLOCAL":
        return ""
    other = made.estate.manager("MQ1B", level=end.level, zos=True, host="10.20.9.9", deadq=end.deadq)
    if end.deadq:
        made.estate.queue("MQ1B", end.deadq)
    end.group = other.group = "QSG1"
    queue.qsgdisp = "SHARED"
    mine = made.estate.queue("MQ1B", made.target, qsgdisp="SHARED", maxdepth=queue.maxdepth)
    mine.messages, mine.unputs = queue.messages, queue.unputs
    made.estate.consumer("MQ1B", made.target, service=dice.uniform(0.1, 2))
    if dice.random() < 0.5:
        plan.early.discard("MQ1B")
    return f"{made.target} is shared with MQ1B, where it is read"


A = {
    "PUT_OK": _denied, "COMMITTED": _uncommitted, "NO_DOUBT": _in_doubt, "NOT_LOST": _lost, "NO_EXIT": _exit,
    "NO_AMS": _protected, "NO_REPORT_OPTIONS": _returns, "NOT_SWITCHED": _switched, "FITS": _too_long,
    "AUTHORISED": _not_authorised, "SAME_ESTATE": _same_names, "OPENED_SINCE": _opened_before, "NOT_RESOLVED": _resolved,
    "NO_RESTORE": _restored, "NOT_ADMIN": _not_admin, "NO_EXPIRY": _expires, "NO_RESTART": _restarted,
    "NOT_CLEARED": _cleared, "NOT_MOVED": _moved,
}  # fmt: skip
B = {
    "AFTER": _looked_before, "SETTLED": _at_once, "CLOCKS": _fast_clock, "ROOM": _no_room, "UNALTERED": _altered,
    "IDENTITY": _sibling, "OWNER": _no_owner, "PUT_TIME": _wrong_time, "FIFO": _priority, "DEFAULT": _not_default,
    "NO_RESTART": _restarted, "NOT_CLEARED": _cleared, "NOT_MOVED": _moved,
}  # fmt: skip
C = {"WHEN": _long_ago, "STANDS": _changed_since, "ZONE": _zones}
"""By class: what makes each key false. Where the answer is for hours after the put, three keys of A are of B."""
FEATURE = {"backout queue": _backout, "stream queue": _streamed, "delivery delay": _delayed, "sharing group": _shared}
