"""The way out of each queue: what its client will do with a poison message, as far as the case shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mqforensics.objects import checks
from mqforensics.objects.check import Check
from mqforensics.objects.checks import DeadLetterQueue
from mqforensics.objects.estate import QUEUES
from mqforensics.objects.puts import Put, put
from mqforensics.questions.poison.clients import JMS, MQI, Client, Readers, client
from mqforensics.questions.poison.definitions import Queue, World
from mqforensics.questions.poison.outcome import CHOICES, Outcome, Settings, outcome, outcome_of_poison
from mqforensics.structures import MQXQH

UNKNOWN = "UNKNOWN"
KINDS = {"persistent": (1, False), "nonpersistent": (0, False), "discard": (1, True)}
"""The kinds of message whose ends differ: persistence, and MQRO_DISCARD_MSG."""
LENGTHS = {"": False, "_long": True}
"""Of each kind, those that are too long for the backout queue end otherwise."""
NOBODY = Client()
CHANNEL, HANDLER = "channel", "handler"
"""Who reads a transmission queue, and a dead-letter queue: neither looks at BOTHRESH."""


@dataclass(frozen=True, eq=False)
class PoisonPolicy:
    """A queue with all that decides what becomes of its poison messages."""

    queue: Queue
    boq: Put | None
    """The put to the backout queue; None where none is named."""
    dead: DeadLetterQueue
    client: Client = NOBODY
    listener: str | None = None
    retries: int | None = None
    comparison: str = "at_least"
    circles: bool = False
    """Whether the backout queue is the queue itself by another name, or backout queues lead back to it."""

    @property
    def dlq(self) -> str | None:
        """The dead-letter queue; '' for none, None where the case does not show it."""
        return self.dead.name

    @property
    def refused(self) -> Check:
        """Whether the put to the backout queue is refused; one that nothing argues against is taken to work."""
        return self.boq.refused if self.boq else Check(False)

    @property
    def unsure(self) -> str:
        """Why it is not known whether there is the backout queue that is named; blank where it is."""
        found = self.refused
        return found.said if found.holds is None and found.code and found.places else ""

    @property
    def no_dead_letter_queue(self) -> str:
        """Why poison messages do not come to a dead-letter queue, to go on behind what becomes of them; else blank."""
        return f": {self.dead.said}" if self.queue.threshold and self.dead.usable is False else ""

    @property
    def keeper(self) -> str | None:
        """Who reads it: `CHANNEL`, `HANDLER`, '' for applications; None where USAGE is not in the evidence."""
        usage = self.queue.fact("USAGE").value
        if usage == "XMITQ":
            return CHANNEL
        if self.queue.name == self.dlq and self.client.kind != JMS:
            return HANDLER
        return "" if usage else None

    @property
    def _dlq_reason(self) -> int | None:
        return self.dead.code or None if self.dead.name and self.dead.usable is False else 0

    @property
    def longest(self) -> int | None:
        """How many bytes a message may have for the backout queue; None where the evidence does not show it."""
        if not self.boq or not self.boq.names:
            return None
        most = self.queue.estate.fact(self.queue.queue_manager, QUEUES, self.boq.names[-1], "MAXMSGL").number()
        return most if most is None or not self.boq.hop else max(most - MQXQH.length, 0)

    def settings(self, kind: str = "persistent", is_long: bool = False) -> list[Settings]:
        """Every pair of settings that the evidence leaves possible; more than one where something is not known.

        `is_long`: of a message that is too long for the backout queue.
        """
        persistence, discard = KINDS[kind]
        base = Settings(
            self.queue.threshold or 0, None, self.retries, self.listener, self.comparison, persistence, discard,
            client=self.client.kind or "jms", dlq_reason=self._dlq_reason,
        )  # fmt: skip
        backout = (self.queue.backout_queue or None,) if self.queue.backout_queue is not None else (None, "?")
        dead = (self.dlq or None,) if self.dlq is not None else (None, "?")
        fails = self.refused.code or None
        reasons = (0, fails) if self.unsure else (fails,) if self.refused.holds else (0,)
        reasons = (checks.TOO_BIG,) if is_long and not self.refused.holds else reasons
        return [replace(base, boqname=boq, dlq=dlq, boq_reason=at) for boq in backout for dlq in dead for at in reasons]

    def end(self, kind: str = "persistent", poisoned: bool = True, is_long: bool = False) -> Outcome:
        """What becomes of a message that is poison already, or will be; UNKNOWN where the evidence leaves it open."""
        ends = set()
        for settings in self.settings(kind, is_long):
            at_once = poisoned and settings.poison_at is not None
            ends.add(outcome_of_poison(settings) if at_once else outcome(settings))
        return ends.pop() if len(ends) == 1 else Outcome(UNKNOWN, None)

    @property
    def stops_first(self) -> bool:
        """Whether the listener stops before the client takes the message for poison."""
        return self.queue.threshold is not None and self.settings()[0].is_listener_first and self.queue.threshold > 0


def policies(world: World, readers: Readers, told: Any, comparison: str) -> list[PoisonPolicy]:
    """A way for every queue that messages can be on. `told`: `poison` of a case's own settings."""
    notes = {note["queue"]: note for note in _notes(told)}
    local = [queue for queue in world.queues if queue.is_local]
    return [_way(world, queue, readers, notes.get(queue.name, {}), comparison) for queue in local]


class Place(NamedTuple):
    """What a queue is called in a dump, and the way that it means.

    `owner`: the queue manager that the dump names, None for a dump without; of these, `directory` is the one they are
    in (None: any).
    """

    queue: str
    owner: str | None
    directory: str | None
    way: PoisonPolicy


def places(world: World, every: Iterable[PoisonPolicy]) -> list[Place]:
    """How a message's queue is found: by name and queue manager, or by directory where the dump names no manager."""
    known = {(way.queue.name, way.queue.queue_manager): way for way in every}
    found = []
    for name in world.names:
        beside = (None,) if world.find(name) else world.directories(name)
        where = [(manager, None) for manager in world.managers(name)] + [(None, directory) for directory in beside]
        for owner, directory in where:
            one = world.find(name, owner, f"{directory}/" if directory else "")
            way = one and known.get((one.name, one.queue_manager))
            if way:
                found.append(Place(name, owner, directory, way))
    return found


def _way(world: World, queue: Queue, readers: Readers, note: Mapping, comparison: str) -> PoisonPolicy:
    manager = queue.queue_manager
    backout = put(world.estate, manager, queue.backout_queue) if queue.backout_queue else None
    circles = _circles(world, queue)
    dead = checks.dead_letter_queue(world.estate, manager)
    who = client(readers, manager, queue.name, note.get("client"))
    listener = note.get("listener") if who.kind != MQI else None
    return PoisonPolicy(queue, backout, dead, who, listener, note.get("retries"), comparison, circles)


def _circles(world: World, queue: Queue) -> bool:
    """Whether what is moved to backout queues comes back: each of them has a threshold, and names the next."""
    seen, one = set(), queue
    while one.backout_queue and one.name not in seen:
        seen.add(one.name)
        one = world.find(one.backout_queue, queue.queue_manager)
        if one is None or one.name == queue.name:
            return one is not None
        if not one.threshold:
            return False
    return False


def _notes(told: Any) -> list[dict[str, Any]]:
    """What a case says of its own queues: `queue`, `client`, `listener`, `retries`; what cannot be is left out."""
    entries = told if isinstance(told, list) else [told]
    return [
        {name: value for name, value in entry.items() if _is_setting(name, value)}
        for entry in entries
        if isinstance(entry, dict) and isinstance(entry.get("queue"), str)
    ]


def _is_setting(name: str, value: Any) -> bool:
    if name == "retries":
        return type(value) is int and value >= 0
    return name == "queue" or value in CHOICES.get(name, ())
