"""An estate of queue managers as a discrete-event model: what happens to every message, and when.

It knows nothing of the kit. Times are true UTC seconds; only a queue manager's clock turns them into what its host
shows. A message is in exactly one place at a time (`Message.place`) and keeps all its places with their times
(`Message.history`). Things that people do are methods of `Estate` with a time (`at`), run by `run_until`.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from tests.simulated.causes import CAUSES
from tests.simulated.resolve import Refused, Resolved, resolve

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""Second 0 of every estate."""
BEFORE = -6 * 86400.0
"""When an estate begins to live."""
FOR_EVER = -1
PUT_INHIBITED, Q_FULL, TOO_BIG, TOO_BIG_FOR_CHANNEL, NO_OBJECT = 2051, 2053, 2030, 2218, 2085
EXPIRY, ARRIVED, DELIVERED = 258, 259, 260
RETRIED = (PUT_INHIBITED, Q_FULL)
HEADER, XMIT_HEADER = 172, 428
SHORTTMR, LONGTMR = 60, 1200
LATENCY, SERVICE, TRIGGER_DELAY = 0.2, 0.3, 0.5


UNTRACED = frozenset({
    "messages", "unputs", "ungets", "last_put", "last_get", "last_msg", "seqno", "msgs", "batch", "luwid", "busy", "run",
    "since", "shortrts", "substate", "log", "knows",
})  # fmt: skip
"""What changes with every message, or is no attribute: what it was before is not kept."""
STAGING, PROTECTION = "SYSTEM.DDELAY.LOCAL.QUEUE", "SYSTEM.PROTECTION.ERROR.QUEUE"
PROTECTED, NOT_AUTHORISED = 2063, 2035


class Traced:
    """Keeps what each of its attributes was before, and until when: `past` by attribute, `was` at a time."""

    def __setattr__(self, key: str, value: object) -> None:
        own = self.__dict__
        if key not in UNTRACED and "estate" in own and own["estate"].now > BEFORE and own.get(key) != value:
            own["past"].setdefault(key, []).append((own["estate"].now, own.get(key)))
        own[key] = value

    def of(self, estate: Estate):
        """The same, its changes kept from now on by the time of the estate."""
        self.__dict__.update(estate=estate, past={})
        return self

    def was(self, key: str, time: float) -> object:
        """The value at a time."""
        return next((value for until, value in self.__dict__["past"].get(key, ()) if until > time), getattr(self, key))

    def changed(self, key: str, since: float, until: float) -> bool:
        """Whether it was another at any time between the two than at the second."""
        return any(since < at <= until for at, _ in self.__dict__["past"].get(key, ()))


@dataclass
class Clock:
    """A host's clock: `zone` seconds east of UTC, `skew` seconds fast."""

    zone: int = 0
    skew: float = 0.0

    def utc(self, at: float) -> datetime:
        return START + timedelta(seconds=at + self.skew)

    def local(self, at: float) -> datetime:
        return self.utc(at) + timedelta(seconds=self.zone)


@dataclass(eq=False)
class Message:
    """One message and everything that happened to it."""

    id: bytes
    queue: str
    """Where it was addressed to: the queue name and, where given, the queue manager of the open."""
    object_manager: str
    origin: str
    put_at: float
    persistent: bool = True
    expiry: int = FOR_EVER
    size: int = 40
    correl: bytes = bytes(24)
    reply_to: tuple[str, str] = ("", "")
    returns: bool = False
    """Whether it asks for its full data back in an exception report, and to be discarded then."""
    reports: tuple[int, ...] = ()
    """The feedbacks of the reports it asks for: 258 expiry, 259 arrival, 260 delivery."""
    text: str = ""
    type: int = 8
    feedback: int = 0
    put_by: str = "orders"
    dest: tuple[str, str] = ("", "")
    """Name and queue manager in the transmission header."""
    via: str = ""
    """The cluster-sender channel that is to take it."""
    arrived: tuple[str, str] | None = None
    """Queue manager and queue that a report of its arrival was made for."""
    dead: dict | None = None
    """The dead-letter header: reason, dest, at, by."""
    place: tuple = ("new",)
    history: list = field(default_factory=list)
    copied: bool = False
    """In a batch in doubt that the other end has committed."""
    priority: int = 0
    doom: str = ""
    """What is to become of it on a channel: `lost` with the line, or taken by an `exit`."""
    moved: tuple[str, str] | None = None
    """Queue manager and queue from which a person or program moved it to where it is."""
    backouts: int = 0
    copy_of: Message | None = None
    """The message of which this is the copy on a stream queue."""

    def move(self, at: float, *place) -> None:
        self.place = place
        self.history.append((at, place))

    def expired(self, at: float) -> bool:
        return self.expiry != FOR_EVER and at >= self.put_at + self.expiry / 10


@dataclass(eq=False)
class Queue(Traced):
    """A queue definition of any type; only QLOCAL holds messages."""

    name: str
    kind: str = "QLOCAL"
    put: bool = True
    get: bool = True
    maxdepth: int = 5000
    maxmsgl: int = 4194304
    usage: str = "NORMAL"
    capexpry: int | None = None
    trigger: bool = False
    initq: str = ""
    trigdata: str = ""
    target: str = ""
    targtype: str = "QUEUE"
    rname: str = ""
    rqmname: str = ""
    xmitq: str = ""
    cluster: str = ""
    clwluseq: str = "QMGR"
    defbind: str = "OPEN"
    descr: str = ""
    created: float = -20_000_000.0
    altered: float = -4_000_000.0
    boqname: str = ""
    bothresh: int = 0
    streamq: str = ""
    npmclass: str = "NORMAL"
    qsgdisp: str = ""
    """SHARED of one that all members of a queue-sharing group have: their queues hold the same list of messages."""
    policy: bool = False
    """Whether Advanced Message Security protects it: a get of what is not signed fails."""
    denied: bool = False
    """Whether the user of the receiving channels may not put to it."""
    messages: list[Message] = field(default_factory=list)
    unputs: list[Message] = field(default_factory=list)
    """Put, not yet committed."""
    ungets: list[Message] = field(default_factory=list)
    """Got, not yet committed."""
    last_put: float | None = None
    last_get: float | None = None
    readers: int = 0
    writers: int = 0

    @property
    def depth(self) -> int:
        return len(self.messages) + len(self.unputs)

    @property
    def is_xmitq(self) -> bool:
        return self.usage == "XMITQ"


@dataclass(eq=False)
class Channel(Traced):
    """One end of a channel; what a sending end does is here too."""

    name: str
    kind: str
    xmitq: str = ""
    partner: str = ""
    conname: str = ""
    npmspeed: str = "FAST"
    usedlq: bool = True
    mrrty: int = 10
    mrtmr: int = 1000
    maxmsgl: int = 4194304
    convert: bool = False
    cluster: str = ""
    discint: int = 6000
    descr: str = ""
    defined: bool = True
    """False of an automatically defined cluster sender."""
    altered: float = -4_000_000.0
    status: str = "INACTIVE"
    since: float | None = None
    substate: str = "MQGET"
    msgexit: str = ""
    fault: str = ""
    """Why it cannot start; a word of `causes.CAUSES`."""
    batch: list[Message] = field(default_factory=list)
    """In doubt."""
    msgs: int = 0
    last_msg: float | None = None
    seqno: int = 0
    luwid: int = 0x10000000
    shortrts: int = 10
    busy: bool = False
    run: int = 0
    """Counts its sessions: an event of an older one is void."""

    @property
    def sends(self) -> bool:
        return self.kind in ("SDR", "SVR", "CLUSSDR")


@dataclass(eq=False)
class Consumer:
    """An application that reads a queue; `hold` seconds pass between its get and its commit."""

    manager: str
    queue: str
    service: float = SERVICE
    hold: float = 0.0
    on: bool = True
    busy: bool = False
    rolls_back: bool = False
    """It never gets through: every message goes back."""


@dataclass(eq=False)
class Manager(Traced):
    """A queue manager."""

    name: str
    clock: Clock = field(default_factory=Clock)
    level: str = "9.3"
    deadq: str = ""
    defxmitq: str = ""
    defclxq: str = "SCTQ"
    clwluseq: str = "LOCAL"
    repos: str = ""
    monq: bool = True
    monchl: bool = True
    maxmsgl: int = 4194304
    chinit: bool = True
    host: str = "host1"
    zos: bool = False
    altered: float = -4_000_000.0
    queues: dict[str, Queue] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    knows: set[str] = field(default_factory=set)
    """Cluster queues that a partial repository has heard of."""
    log: list[tuple[float, str, dict]] = field(default_factory=list)
    group: str = ""
    """Its queue-sharing group."""
    admins: set[str] = field(default_factory=set)
    """Users that are in a group of administrators."""

    def utc(self, at: float) -> datetime:
        """A time by the clock of the host on which it ran then."""
        return self.was("clock", at).utc(at)

    def local(self, at: float) -> datetime:
        """A local time of the host on which it ran then."""
        return self.was("clock", at).local(at)

    def note(self, at: float, id: str, **inserts) -> None:
        self.log.append((at, id, inserts))


class Estate:
    """All queue managers, all messages, and the events to come."""

    def __init__(self, seed: int = 0):
        self.dice = random.Random(seed)
        self.now = BEFORE
        self.managers: dict[str, Manager] = {}
        self.messages: list[Message] = []
        self.consumers: list[Consumer] = []
        self.deeds: list[tuple[float, str, str, str]] = []
        """What people and programs did that is no message's move: (time, what, queue manager, object)."""
        self.refusals: list[tuple[float, int, str, str]] = []
        """Puts that failed: (time, reason, queue manager, object)."""
        self._events: list = []
        self._order = 0

    # -- building ------------------------------------------------------------------------------------------------

    def manager(self, name: str, **known) -> Manager:
        made = self.managers[name] = Manager(name, **known).of(self)
        for queue in ("SYSTEM.CHANNEL.INITQ", "SYSTEM.DEFAULT.LOCAL.QUEUE"):
            self.queue(name, queue)
        made.queues["SYSTEM.CHANNEL.INITQ"].readers = 1
        return made

    def queue(self, manager: str, name: str, **known) -> Queue:
        made = self.managers[manager].queues[name] = Queue(name, **known).of(self)
        return made

    def transmission(self, manager: str, name: str, **known) -> Queue:
        known = {"trigger": True, "initq": "SYSTEM.CHANNEL.INITQ", **known}
        return self.queue(manager, name, usage="XMITQ", **known)

    def channel(self, manager: str, name: str, kind: str, **known) -> Channel:
        made = self.managers[manager].channels[name] = Channel(name, kind, **known).of(self)
        return made

    def consumer(self, manager: str, queue: str, **known) -> Consumer:
        made = Consumer(manager, queue, **known)
        self.consumers.append(made)
        self.managers[manager].queues[queue].readers += made.on
        return made

    # -- time ----------------------------------------------------------------------------------------------------

    def at(self, time: float, deed: Callable, *what) -> None:
        """Do something at a time; what is planned first is done first."""
        self._order += 1
        heapq.heappush(self._events, (time, self._order, deed, what))

    def run_until(self, time: float) -> None:
        while self._events and self._events[0][0] <= time:
            self.now, _, deed, what = heapq.heappop(self._events)
            deed(*what)
        self.now = time

    # -- what people do ------------------------------------------------------------------------------------------

    def alter(self, manager: str, name: str, **values) -> None:
        """ALTER a queue, a channel (`name`) or the queue manager itself (`name` blank)."""
        owner = self.managers[manager]
        thing = owner if not name else owner.queues.get(name) or owner.channels[name]
        for key, value in values.items():
            setattr(thing, key, value)
        thing.altered = self.now
        self.deeds.append((self.now, "altered " + " ".join(sorted(values)), manager, name))
        if values.get("get") and name in owner.queues:
            self._wake(manager, thing)

    def delete(self, manager: str, name: str) -> Queue:
        """DELETE QUEUE … PURGE: what was on it is gone."""
        queue = self.managers[manager].queues.pop(name)
        for message in [*queue.messages, *queue.unputs, *queue.ungets]:
            message.move(self.now, "purged", manager, name)
        queue.messages, queue.unputs, queue.ungets = [], [], []
        self.deeds.append((self.now, "deleted", manager, name))
        return queue

    def stop(self, manager: str, name: str) -> None:
        channel = self.managers[manager].channels[name]
        channel.status, channel.run, channel.busy = "STOPPED", channel.run + 1, False
        self.managers[manager].note(self.now, "AMQ9528", channel=name)
        self.deeds.append((self.now, "stopped", manager, name))

    def start(self, manager: str, name: str) -> None:
        if name not in self.managers[manager].channels:
            return  # the command fails: there is no such channel
        self.deeds.append((self.now, "started", manager, name))
        self.managers[manager].channels[name].status = "INACTIVE"
        self._start(manager, name)

    def breaks(self, manager: str, name: str, fault: str) -> None:
        """From now on the channel cannot run; a running one ends and retries."""
        channel = self.managers[manager].channels[name]
        channel.fault = fault
        self.deeds.append((self.now, "broke: " + fault, manager, name))
        if channel.status in ("RUNNING", "INACTIVE"):
            self._fail(manager, channel, fault)

    def mends(self, manager: str, name: str) -> None:
        channel = self.managers[manager].channels[name]
        channel.fault = ""
        self.deeds.append((self.now, "mended", manager, name))

    def cuts(self, manager: str, name: str, committed: bool, limit: int = 50) -> None:
        """The line breaks between the end of a batch and its confirmation: what waits is in doubt."""
        owner, channel = self.managers[manager], self.managers[manager].channels.get(name)
        if channel is None or channel.status != "RUNNING":
            return
        queue = owner.queues[channel.xmitq]
        mine = [m for m in queue.messages if m.persistent and self._eligible(m, channel)][:limit]
        if not mine:
            return
        for message in mine:
            queue.messages.remove(message)
            queue.ungets.append(message)
            message.move(self.now, "in doubt", manager, name)
        queue.last_get = self.now
        channel.batch, channel.luwid, channel.last_msg = mine, channel.luwid + 1, self.now
        channel.fault = "cut"
        owner.note(self.now, "AMQ9208", channel=name, host=channel.conname)
        owner.note(self.now + 1, "AMQ9507", channel=name)
        self._fail(manager, channel, "cut", quiet=True)
        for message in mine if committed else []:
            message.copied = self._arrive(manager, channel, message) is None
        self.deeds.append((self.now, "in doubt", manager, name))

    def switch(self, consumer: Consumer, on: bool) -> None:
        queue = self.managers[consumer.manager].queues.get(consumer.queue)
        if queue is None:
            return
        if consumer.on != on:
            queue.readers += 1 if on else -1
            consumer.on = on
            self.deeds.append((self.now, "reader " + ("on" if on else "off"), consumer.manager, consumer.queue))
        if on:
            self._wake(consumer.manager, queue)

    def sets(self, manager: str, name: str, **values) -> None:
        """A program's MQSET: the attribute changes, the time of the last alteration does not."""
        queue = self.managers[manager].queues[name]
        for key, value in values.items():
            setattr(queue, key, value)
        self.deeds.append((self.now, "set " + " ".join(sorted(values)), manager, name))
        self._wake(manager, queue)

    def clear(self, manager: str, name: str) -> None:
        """CLEAR QLOCAL; it fails while a unit of work holds a message."""
        queue = self.managers[manager].queues[name]
        if queue.unputs or queue.ungets:
            return
        for message in list(queue.messages):
            message.move(self.now, "purged", manager, name)
        queue.messages.clear()
        self.deeds.append((self.now, "cleared", manager, name))

    def moves(self, manager: str, name: str, to: str) -> None:
        """A person or a handler moves what is committed on a queue to another of the same queue manager."""
        queue, other = self.managers[manager].queues[name], self.managers[manager].queues[to]
        for message in list(queue.messages):
            queue.messages.remove(message)
            queue.last_get = self.now
            message.moved, message.dead = (manager, name), None
            self._land(manager, other, message)
        self.deeds.append((self.now, "moved", manager, name))

    def restart(self, manager: str, clock: Clock | None = None, host: str = "") -> None:
        """It ends and starts again, on another host where a clock is given: what is not persistent is lost."""
        owner = self.managers[manager]
        for queue in owner.queues.values():
            if queue.kind == "QLOCAL" and not queue.qsgdisp:
                self._restarted(owner, queue)
        owner.note(self.now - 5, "AMQ8004", name=manager)
        if clock:
            owner.clock, owner.host = clock, host
        owner.note(self.now, "AMQ8003", name=manager)
        self.deeds.append((self.now, "restarted", manager, ""))
        for one in self.managers.values():
            for channel in one.channels.values():
                if channel.sends and channel.status == "RUNNING" and channel.partner == manager:
                    self._fail(one.name, channel, "network")
        for channel in owner.channels.values():
            if channel.sends and channel.status in ("RUNNING", "RETRYING"):
                channel.status, channel.run, channel.busy, channel.last_msg = "INACTIVE", channel.run + 1, False, None
        for queue in owner.queues.values():
            self.at(self.now + 1, self._wake, manager, queue)

    def _restarted(self, owner: Manager, queue: Queue) -> None:
        queue.last_put = queue.last_get = None
        for message in list(queue.unputs):
            queue.unputs.remove(message)
            message.move(self.now, "refused", owner.name, queue.name, 0, (queue.name,))
        for message in [m for m in queue.ungets if m.place[0] == "uncommitted get"]:
            queue.ungets.remove(message)
            self._land(owner.name, queue, message, front=True)
        for message in [m for m in queue.messages if not m.persistent and queue.npmclass != "HIGH"]:
            queue.messages.remove(message)
            message.move(self.now, "restart", owner.name, queue.name)

    def restore(self, manager: str) -> None:
        """Its storage is set back to a time before the messages that its queues hold were put."""
        owner = self.managers[manager]
        for queue in owner.queues.values():
            for message in [*queue.messages, *queue.unputs]:
                message.move(self.now, "storage", manager, queue.name)
            queue.messages.clear()
            queue.unputs.clear()
        self.deeds.append((self.now, "restored", manager, ""))

    def resolves(self, manager: str, name: str, commit: bool) -> None:
        """RESOLVE CHANNEL of a batch in doubt, right or wrong: deleted here, or sent again."""
        channel = self.managers[manager].channels.get(name)
        if channel is None:
            return
        queue = self.managers[manager].queues[channel.xmitq]
        for message in reversed(channel.batch):
            queue.ungets.remove(message)
            if not commit and not message.copied:
                self._land(manager, queue, message, front=True)
            elif commit and not message.copied:
                message.move(self.now, "resolved", manager, name)
            message.copied = False
        channel.batch = []
        self.deeds.append((self.now, "resolved " + ("COMMIT" if commit else "BACKOUT"), manager, name))

    def opened(self, manager: str, name: str, object_manager: str = "") -> Resolved | Refused:
        """What an open finds now: a put over its handle goes there later, whatever the names lead to then."""
        return resolve(self, manager, name, object_manager)

    def put_delayed(self, manager: str, name: str, object_manager: str, delay: float, **known) -> Message:
        """A put with a delivery delay: the message is on the staging queue until then. Its queue is opened at once."""
        message = self._new(manager, name, object_manager, known)
        if self._leads_nowhere(manager, name, object_manager):
            self._put(manager, name, object_manager, message)
            return message
        staging = self.managers[manager].queues.get(STAGING) or self.queue(manager, STAGING)
        self._land(manager, staging, message)
        self.at(self.now + delay, self._deliver, manager, staging, message)
        return message

    def _deliver(self, manager: str, staging: Queue, message: Message) -> None:
        if message in staging.messages:
            staging.messages.remove(message)
            staging.last_get = self.now
            self._put(manager, message.queue, message.object_manager, message)

    def deny(self, manager: str, name: str, object_manager: str, reason: int, **known) -> Message:
        """A put that fails without a refusing object, as of a user without authority."""
        message = self._new(manager, name, object_manager, known)
        if self._leads_nowhere(manager, name, object_manager):  # that is found before anybody asks who may put
            self._put(manager, name, object_manager, message)
            return message
        self.refusals.append((self.now, reason, manager, name))
        message.move(self.now, "refused", manager, name, reason, (name,))
        return message

    def _leads_nowhere(self, manager: str, name: str, object_manager: str) -> bool:
        """Whether an open fails because of the names."""
        found = resolve(self, manager, name, object_manager)
        return isinstance(found, Refused)

    def _new(self, manager: str, name: str, object_manager: str, known: dict) -> Message:
        serial = len(self.messages) + 1
        message = Message(self._id(manager, serial), name, object_manager, manager, self.now, **known)
        message.text = message.text or f"order {1000 + serial}"
        self.messages.append(message)
        return message

    def put(
        self, manager: str, name: str, object_manager: str = "", commit: bool = True, held=None, **known
    ) -> Message:
        """An application's put; a refused one is a message too, whose place says so. `held`: what its open found."""
        message = self._new(manager, name, object_manager, known)
        self._put(manager, name, object_manager, message, commit, held)
        return message

    def commit(self, message: Message) -> None:
        """Commit an application's put."""
        _, manager, name = message.place
        queue = self.managers[manager].queues[name]
        queue.unputs.remove(message)
        self._land(manager, queue, message)

    def back_out(self, message: Message) -> None:
        """Back out an application's put."""
        _, manager, name = message.place
        self.managers[manager].queues[name].unputs.remove(message)
        message.move(self.now, "refused", manager, name, 0, (name,))

    # -- puts ----------------------------------------------------------------------------------------------------

    def _id(self, manager: str, serial: int) -> bytes:
        return b"AMQ " + manager.encode().ljust(12)[:12] + (0x6A3B1C00).to_bytes(4, "big") + serial.to_bytes(4, "big")

    def _put(
        self, manager: str, name: str, object_manager: str, message: Message, commit: bool = True, held=None
    ) -> None:
        found = held or resolve(self, manager, name, object_manager)
        refused = found if isinstance(found, Refused) else self._refusal(manager, found, message)
        if refused:
            self.refusals.append((self.now, refused.reason, manager, refused.object))
            return message.move(self.now, "refused", manager, refused.object, refused.reason, refused.objects)
        if found.topic:
            return message.move(self.now, "published", manager, found.topic)
        self._limit(message, found)
        message.dest, message.via = (found.name, found.manager), found.channel
        if not commit:
            found.queue.unputs.append(message)
            found.queue.last_put = self.now
            return message.move(self.now, "uncommitted put", manager, found.queue.name)
        return self._land(manager, found.queue, message)

    def _refusal(self, manager: str, found: Resolved, message: Message) -> Refused | None:
        if found.topic:
            return None
        for passed in (*found.passed, found.queue):
            if not passed.put:
                return Refused(PUT_INHIBITED, passed.name, (*found.names, passed.name))
        return self._no_room(found.queue, message, found.names, XMIT_HEADER if found.manager else 0)

    def _no_room(self, queue: Queue, message: Message, names: tuple, more: int) -> Refused | None:
        if message.size + more > queue.maxmsgl:
            return Refused(TOO_BIG, queue.name, (*names, queue.name))
        if queue.depth >= queue.maxdepth:
            return Refused(Q_FULL, queue.name, (*names, queue.name))
        return None

    def _limit(self, message: Message, found: Resolved) -> None:
        for passed in (*found.passed, found.queue):
            if passed.capexpry is not None:
                spent = int((self.now - message.put_at) * 10)
                message.expiry = min(x for x in (message.expiry, spent + passed.capexpry) if x != FOR_EVER)

    def _land(self, manager: str, queue: Queue, message: Message, front: bool = False) -> None:
        place = 0 if front else len(queue.messages)
        while place and not front and queue.messages[place - 1].priority < message.priority:
            place -= 1
        queue.messages.insert(place, message)
        queue.last_put = self.now if not front else queue.last_put
        message.move(self.now, "queue", manager, queue.name)
        if not (queue.is_xmitq or message.dead or front or queue.name == STAGING):
            self._report(manager, message, ARRIVED)
        if queue.streamq in self.managers[manager].queues and not (message.dead or front or message.copy_of):
            copy = replace(message, history=[], reports=(), copy_of=message)
            self.messages.append(copy)
            self._land(manager, self.managers[manager].queues[queue.streamq], copy)
        if message.expiry != FOR_EVER and not message.dead:
            due = max(self.now, message.put_at + message.expiry / 10)
            self.at(due + self.dice.uniform(0, 60), self._scan, manager, queue, message)
        self._wake(manager, queue)

    def _scan(self, manager: str, queue: Queue, message: Message) -> None:
        # The queue manager looks for expired messages now and then.
        if message in queue.messages and message.expired(self.now):
            self._expire(manager, queue, message)

    def _expire(self, manager: str, queue: Queue, message: Message) -> None:
        queue.messages.remove(message)
        message.move(self.now, "expired", manager, queue.name)
        self._report(manager, message, EXPIRY)

    def _report(self, manager: str, about: Message, feedback: int) -> None:
        if feedback in about.reports and about.reply_to[0] and not (about.copied or about.dead):
            self._made(manager, about, feedback)
            about.arrived = about.place[1:] if feedback == ARRIVED else about.arrived

    def _made(self, manager: str, about: Message, feedback: int) -> Message:
        """A report, put by the queue manager that has something to tell."""
        name, towards = about.reply_to
        by = "amqrmppa" if feedback not in (ARRIVED, DELIVERED, EXPIRY) else manager[:28]
        report = Message(
            self._id(manager, len(self.messages) + 500_000), name, towards, manager, self.now, about.persistent,
            correl=about.id, size=about.size, text=about.text, type=4, feedback=feedback, put_by=by,
        )  # fmt: skip
        self.messages.append(report)
        self._put(manager, name, towards, report)
        return report

    def _wake(self, manager: str, queue: Queue) -> None:
        if queue.is_xmitq:
            for channel in self.serving(manager, queue.name):
                if channel.status == "RUNNING":
                    self._go_on(manager, channel)
                elif channel.status == "INACTIVE" and self._triggered(manager, queue, channel):
                    self.at(self.now + TRIGGER_DELAY, self._triggers, manager, channel.name)
            return
        members = self._members(manager, queue)
        for consumer in self.consumers:
            if consumer.on and consumer.manager in members and consumer.queue == queue.name and not consumer.busy:
                consumer.busy = True
                self.at(self.now + consumer.service, self._consume, consumer)

    def _members(self, manager: str, queue: Queue) -> set[str]:
        """The queue managers that have this queue: of a shared one all members of the group."""
        group = self.managers[manager].group if queue.qsgdisp else ""
        return {m.name for m in self.managers.values() if m.group == group} if group else {manager}

    # -- channels ------------------------------------------------------------------------------------------------

    def serving(self, manager: str, xmitq: str) -> list[Channel]:
        """The sending channels of a transmission queue."""
        return [c for c in self.managers[manager].channels.values() if c.sends and c.xmitq == xmitq]

    def _eligible(self, message: Message, channel: Channel) -> bool:
        return channel.kind != "CLUSSDR" or message.via == channel.name

    def _triggered(self, manager: str, queue: Queue, channel: Channel) -> bool:
        owner = self.managers[manager]
        if channel.kind == "CLUSSDR":
            return owner.chinit and any(m.via == channel.name for m in queue.messages)
        right = queue.trigdata in ("", channel.name) and queue.initq == "SYSTEM.CHANNEL.INITQ"
        return queue.trigger and right and owner.chinit and queue.get

    def _triggers(self, manager: str, name: str) -> None:
        channel = self.managers[manager].channels.get(name)
        if channel and channel.status == "INACTIVE":
            self._start(manager, name)

    def _start(self, manager: str, name: str) -> None:
        owner = self.managers[manager]
        channel = owner.channels[name]
        if channel.fault:
            return self._fail(manager, channel, channel.fault)
        held = [c for c in self.serving(manager, channel.xmitq) if c.status == "RUNNING" and c.kind != "CLUSSDR"]
        if held and channel.kind != "CLUSSDR":
            return None
        channel.status, channel.since, channel.msgs, channel.substate = "RUNNING", self.now, 0, "MQGET"
        channel.run, channel.busy, channel.shortrts, channel.last_msg = channel.run + 1, False, 10, None
        owner.note(self.now, "AMQ9002", channel=name)
        self._settle(manager, channel)
        self._far(channel).note(self.now, "AMQ9002", channel=name)
        return self._go_on(manager, channel)

    def _settle(self, manager: str, channel: Channel) -> None:
        # The two ends tell each other what they have of the batch in doubt.
        queue = self.managers[manager].queues.get(channel.xmitq)
        for message in reversed(channel.batch):
            queue.ungets.remove(message)
            if not message.copied:
                self._land(manager, queue, message, front=True)
            message.copied = False
        channel.batch = []

    def _fail(self, manager: str, channel: Channel, fault: str, quiet: bool = False) -> None:
        owner = self.managers[manager]
        channel.status, channel.run, channel.busy = "RETRYING", channel.run + 1, False
        channel.shortrts = max(0, channel.shortrts - 1)
        channel.since = self.now
        if not quiet:
            self._tell(owner, channel, fault)
        wait = SHORTTMR if channel.shortrts else LONGTMR
        self.at(self.now + wait, self._retries, manager, channel.name, channel.run)

    def _retries(self, manager: str, name: str, run: int) -> None:
        channel = self.managers[manager].channels.get(name)
        if channel and channel.status == "RETRYING" and channel.run == run:
            self._start(manager, name)

    def _tell(self, owner: Manager, channel: Channel, fault: str) -> None:

        here, there = CAUSES.get(fault, ((), ()))
        for id in here:
            owner.note(self.now, id, channel=channel.name, host=channel.conname)
        for id in there:
            self._far(channel).note(self.now, id, channel=channel.name, host=owner.host)

    def _far(self, channel: Channel) -> Manager:
        return self.managers.get(channel.partner) or Manager("")

    def _go_on(self, manager: str, channel: Channel) -> None:
        if not channel.busy:
            channel.busy = True
            self.at(self.now + LATENCY, self._send, manager, channel.name, channel.run)

    def _send(self, manager: str, name: str, run: int) -> None:
        channel = self.managers[manager].channels.get(name)
        if not channel or channel.status != "RUNNING" or channel.run != run:
            return
        channel.busy = False
        queue = self.managers[manager].queues[channel.xmitq]
        message = self._first(manager, queue, lambda m: self._eligible(m, channel)) if queue.get else None
        if not message:
            self.at(self.now + channel.discint, self._idle, manager, name, run, channel.msgs)
            return
        if message.size + XMIT_HEADER > channel.maxmsgl:
            queue.messages.remove(message)
            queue.last_get = self.now
            if not self._dead_letter(manager, channel, message, TOO_BIG_FOR_CHANNEL):
                self._land(manager, queue, message, front=True)
                return self._fail(manager, channel, "too big")
            return self._go_on(manager, channel)
        queue.messages.remove(message)
        queue.last_get = self.now
        self._transmit(manager, channel, message, 0)
        return None

    def _first(self, manager: str, queue: Queue, fits: Callable = lambda m: True) -> Message | None:
        for message in list(queue.messages):
            if not fits(message):
                continue
            if not message.expired(self.now):
                return message
            self._expire(manager, queue, message)
        return None

    def _idle(self, manager: str, name: str, run: int, msgs: int) -> None:
        channel = self.managers[manager].channels.get(name)
        if channel and channel.status == "RUNNING" and channel.run == run and channel.msgs == msgs and not channel.busy:
            channel.status, channel.run = "INACTIVE", channel.run + 1
            self.managers[manager].note(self.now, "AMQ9545", channel=name)
            self.managers[manager].note(self.now, "AMQ9001", channel=name)

    def _transmit(self, manager: str, channel: Channel, message: Message, tries: int) -> None:
        far = self._far(channel)
        if (
            message.doom == "lost"
            and not message.persistent
            and "NORMAL" not in (channel.npmspeed, far.channels[channel.name].npmspeed)
        ):
            message.move(self.now, "lost", manager, channel.name)
            channel.last_msg = self.now
            return self._fail(manager, channel, "network")
        if message.doom == "exit":
            message.move(self.now, "exit", far.name, channel.name)
            return self._sent(manager, channel)
        reason = self._arrive(manager, channel, message)
        if reason is None:
            self._sent(manager, channel)
            return
        self.refusals.append((self.now, reason, far.name, message.dest[0]))
        receiver = far.channels[channel.name]
        if reason in RETRIED and tries < receiver.mrrty:
            channel.busy = receiver.busy = True
            if message.persistent:
                self.managers[manager].queues[channel.xmitq].ungets.append(message)
            message.move(self.now, "retried", far.name, channel.name)
            wait = (receiver.mrrty - tries) * receiver.mrtmr / 1000
            self.at(self.now + wait, self._again, manager, channel, message)
            return
        self._undelivered(manager, channel, message, reason)

    def _again(self, manager: str, channel: Channel, message: Message) -> None:
        channel.busy = False
        receiver = self._far(channel).channels.get(channel.name)
        if receiver:
            receiver.busy = False
        queue = self.managers[manager].queues[channel.xmitq]
        if message in queue.ungets:
            queue.ungets.remove(message)
        if channel.status == "RUNNING":
            return self._transmit(manager, channel, message, 1 << 30)
        return self._land(manager, queue, message, front=True)

    def _sent(self, manager: str, channel: Channel) -> None:
        channel.msgs, channel.last_msg, channel.seqno = channel.msgs + 1, self.now, channel.seqno + 1
        receiver = self._far(channel).channels.get(channel.name)
        if receiver:
            receiver.last_msg, receiver.seqno = self.now, receiver.seqno + 1
        if channel.status == "RUNNING":
            self._go_on(manager, channel)

    def _arrive(self, manager: str, channel: Channel, message: Message) -> int | None:
        """Put at the receiving end; the reason why not."""
        far = self._far(channel)
        name, object_manager = message.dest
        found = resolve(self, far.name, name, object_manager if object_manager != far.name else "", incoming=True)
        refused = found if isinstance(found, Refused) else self._refusal(far.name, found, message)
        if refused:
            return refused.reason
        if found.queue and found.queue.denied:
            return NOT_AUTHORISED
        if found.topic:
            message.move(self.now, "published", far.name, found.topic)
            return None
        self._limit(message, found)
        if found.manager:
            message.dest, message.via = (found.name, found.manager), found.channel
        self._land(far.name, found.queue, message)
        return None

    def _undelivered(self, manager: str, channel: Channel, message: Message, reason: int) -> None:
        far = self._far(channel)
        receiver = far.channels[channel.name]
        if message.returns and message.reply_to[0] and self._return(far, message, reason):
            return self._sent(manager, channel)
        if self._dead_letter(far.name, receiver, message, reason):
            return self._sent(manager, channel)
        if not message.persistent and receiver.npmspeed == "FAST" and channel.npmspeed == "FAST":
            message.move(self.now, "discarded", far.name, message.dest[0], channel.name, receiver.name)
            return self._sent(manager, channel)
        stopped = channel.status != "RUNNING"
        if not stopped:
            self.managers[manager].note(self.now, "AMQ9506", channel=channel.name)
            self._fail(manager, channel, "refused")
        return self._land(manager, self.managers[manager].queues[channel.xmitq], message, front=True)

    def _dead_letter(self, manager: str, channel: Channel, message: Message, reason: int) -> bool:
        owner = self.managers[manager]
        queue = owner.queues.get(owner.deadq)
        usable = channel.usedlq and queue and queue.kind == "QLOCAL" and not queue.is_xmitq and queue.put
        if not usable or queue.depth >= queue.maxdepth or message.size + HEADER > queue.maxmsgl:
            owner.note(self.now, "AMQ9544" if owner.deadq else "AMQ9565", channel=channel.name)
            if queue:
                why = PUT_INHIBITED if not queue.put else Q_FULL if queue.depth >= queue.maxdepth else TOO_BIG
                self.refusals.append((self.now, why, manager, queue.name))
            return False
        message.dead = {"reason": reason, "dest": message.dest, "at": self.now, "by": manager}
        message.expiry = FOR_EVER
        owner.note(self.now, "AMQ9544", channel=channel.name)
        self._land(manager, queue, message)
        return True

    def _return(self, far: Manager, message: Message, reason: int) -> bool:
        name, manager = message.reply_to
        report = self._made(far.name, message, reason)
        if report.place[0] == "refused":
            return False
        message.move(self.now, "returned", far.name, message.dest[0], name, manager)
        return True

    # -- readers -------------------------------------------------------------------------------------------------

    def _consume(self, consumer: Consumer) -> None:
        consumer.busy = False
        queue = self.managers[consumer.manager].queues.get(consumer.queue)
        if queue is None:
            return
        message = self._first(consumer.manager, queue) if consumer.on and queue.get else None
        if not message:
            return
        queue.messages.remove(message)
        queue.last_get = self.now
        if queue.policy and not message.dead:
            return self._not_protected(consumer, queue, message)
        if consumer.hold:
            queue.ungets.append(message)
            message.move(self.now, "uncommitted get", consumer.manager, queue.name)
            self.at(self.now + consumer.hold, self._took, consumer, queue, message)
            consumer.busy = True
            return
        self._taken(consumer, queue, message)

    def _taken(self, consumer: Consumer, queue: Queue, message: Message) -> None:
        message.move(self.now, "consumed", consumer.manager, queue.name)
        self._report(consumer.manager, message, DELIVERED)
        self._wake(consumer.manager, queue)

    def _not_protected(self, consumer: Consumer, queue: Queue, message: Message) -> None:
        # The get fails, and what is not as the policy wants it goes to the error queue of the reader's queue manager.
        owner = self.managers[consumer.manager]
        errors = owner.queues.get(PROTECTION) or self.queue(owner.name, PROTECTION)
        message.dead = {"reason": PROTECTED, "dest": (queue.name, owner.name), "at": self.now, "by": owner.name}
        self._land(owner.name, errors, message)
        self._wake(owner.name, queue)

    def _took(self, consumer: Consumer, queue: Queue, message: Message) -> None:
        consumer.busy = False
        if message not in queue.ungets:
            return
        queue.ungets.remove(message)
        message.backouts += consumer.rolls_back
        backout = self.managers[consumer.manager].queues.get(queue.boqname)
        if consumer.rolls_back and backout and 0 < queue.bothresh <= message.backouts:
            message.moved = consumer.manager, queue.name
            self._land(consumer.manager, backout, message)
            return self._wake(consumer.manager, queue)
        if consumer.rolls_back:
            return self._land(consumer.manager, queue, message, front=True)
        return self._taken(consumer, queue, message)
