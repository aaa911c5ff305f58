"""Whether a put to a queue would work: what the evidence says of the queue, or what the caller knows better."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from mqforensics.objects.authority import held
from mqforensics.questions.handler.definitions import Attributes, Definitions
from mqforensics.structures import MQXQH

TOO_BIG, NOT_AUTHORIZED, INHIBITED, FULL, UNKNOWN_QUEUE, UNKNOWN_BASE = 2030, 2035, 2051, 2053, 2085, 2082
NEEDED = ("PUT", "PASSALL")
"""Authorities that the handler's user needs for a put with MQPMO_PASS_ALL_CONTEXT."""
FOR_EVER = -1
EVERYWHERE = "*"
NO_DEFINITIONS = "no queue of this queue manager is shown"
NOT_DEFINED = "the target queue is not shown"
IN_CLUSTER = "the target queue is no queue of the queue manager's own, and whether a cluster has it is not shown"
NO_CLUSTERS = "whether the queue manager is in a cluster that has the queue is not shown"
NOT_STATED = "PUT, CURDEPTH and MAXDEPTH of the target queue are not all shown"
NO_LIMIT = "MAXMSGL of the target queue is not shown"
NO_SIZE = "the length of the message is not known"
AUTHORITY = "the authority to put there is not shown"
NO_PUTS = "puts there by other programs are not known"
NO_GETS = "gets from the full queue by other programs are not known"
ELSEWHERE = "how the other queue manager is reached is not shown"
PROMISED = "the rules table says that the target queue is defined before the handler starts"
"""What the evidence lacks to be sure of a put."""

Place = tuple[str, str]
"""Queue manager and queue."""


class Fate(NamedTuple):
    """What becomes of a put: `passes` is 0 when it works, `FOR_EVER`, or how many passes of the handler it fails in.

    `reason` is the MQRC that it fails with, `assumed` what the evidence lacks to be sure of that. `room`: the queue
    whose depth is known and on which the message would lie; the put works only while that queue is not full.
    """

    passes: int = 0
    reason: int | None = None
    assumed: tuple[str, ...] = ()
    room: Place | None = None


@dataclass(frozen=True)
class Targets:
    """The queues a handler may put to; `queue_manager` is the one it works on, blank when that is not known."""

    known: Definitions = field(default_factory=Definitions)
    failing: Mapping[str, Fate] = field(default_factory=dict)
    promised: frozenset[str] = frozenset()
    queue_manager: str = ""
    user: str = ""
    """Whom the handler runs as; blank when that is not known."""

    @cached_property
    def rooms(self) -> dict[Place, int]:
        """How many messages each queue still takes, where CURDEPTH and MAXDEPTH are shown."""
        queues = ((own, name, found) for own, named in self.known.queues.items() for name, found in named.items())
        shown = {(own, name): (_number(found, "CURDEPTH"), _number(found, "MAXDEPTH")) for own, name, found in queues}
        return {place: max(most - depth, 0) for place, (depth, most) in shown.items() if None not in (depth, most)}

    @cached_property
    def longest(self) -> list[int]:
        """The lengths from which on a put fails, shortest first: each MAXMSGL, and what is left of it for MQXQH."""
        shown = {_number(found, "MAXMSGL") for named in self.known.queues.values() for found in named.values()}
        return sorted({length - header for length in shown - {None} for header in (0, MQXQH.length)})

    def fate(self, queue: str, queue_manager: str, length: int | None = None) -> Fate:
        """What becomes of a put of so many bytes to this queue of this queue manager (blank: the handler's own)."""
        for name in (f"{queue}@{queue_manager}", queue, EVERYWHERE):
            if name in self.failing:
                return self.failing[name]
        if not queue:
            return Fate(FOR_EVER, UNKNOWN_QUEUE)
        if queue_manager in ("", self.queue_manager) or queue_manager in self.known.queues:
            return self._local(queue, queue_manager or self.queue_manager, length, is_named=bool(queue_manager))
        if self.queue_manager or self.known.find("", queue_manager):
            return self._through(queue_manager, self.queue_manager, length, 0)
        return self._local(queue, "", length)

    def _local(self, queue: str, own: str, length: int | None, depth: int = 0, is_named: bool = False) -> Fate:
        found = self.known.find(own, queue)
        if found is None:
            return self._undefined(queue, own, is_named)
        if found.get("PUT") == "DISABLED":
            return Fate(FOR_EVER, INHIBITED)
        if found.get("TYPE") == "QALIAS" and depth == 0:
            fate = self._local(base(found, queue), own, length, 1)
            return fate._replace(reason=UNKNOWN_BASE) if fate.reason == UNKNOWN_QUEUE else fate
        if found.get("TYPE") == "QREMOTE":
            return self._through(found.get("XMITQ") or found.get("RQMNAME") or "", own, length, depth)
        return self._there(found, (own, queue), length)

    def _through(self, transmission_queue: str, own: str, length: int | None, depth: int) -> Fate:
        # A put to another queue manager goes to a transmission queue here; clusters and DEFXMITQ are not followed.
        if depth or self.known.find(own, transmission_queue) is None:
            return Fate(assumed=(ELSEWHERE if self.known.queues.get(own) else NO_DEFINITIONS,))
        return self._local(transmission_queue, own, None if length is None else length + MQXQH.length, 1)

    def _undefined(self, queue: str, own: str, is_named: bool) -> Fate:
        if queue in self.promised:
            return Fate(assumed=(PROMISED,))
        gone = self.known.undefined(own, queue, is_named)
        if gone.holds:
            return Fate(FOR_EVER, UNKNOWN_QUEUE)
        if gone.said:
            # A member of a cluster may well find it there; where no cluster is shown, that is the less likely.
            is_member = self.known.estate.in_cluster(own)[0]
            return Fate(assumed=(IN_CLUSTER,)) if is_member else Fate(FOR_EVER, UNKNOWN_QUEUE, (NO_CLUSTERS,))
        return Fate(assumed=(NOT_DEFINED if self.known.queues.get(own) else NO_DEFINITIONS,))

    def _there(self, found: Attributes, place: Place, length: int | None) -> Fate:
        """What becomes of a put to a local queue that is not inhibited, by its size and depth."""
        own, queue = place
        may = held(self.known.grants.get(own, ()), self.user, None, "QUEUE", queue, NEEDED, False)
        if self.user and may.missing:
            return Fate(FOR_EVER, NOT_AUTHORIZED)
        longest, room = _number(found, "MAXMSGL"), self.rooms.get(place)
        if longest is not None and length is not None and length > longest:
            return Fate(FOR_EVER, TOO_BIG)
        if room == 0:
            return Fate(FOR_EVER, FULL, (NO_GETS,))
        lacking = {
            NOT_STATED: room is None or "PUT" not in found, NO_LIMIT: longest is None,
            NO_SIZE: longest is not None and length is None, AUTHORITY: not self.user or bool(may.open),
            NO_PUTS: room is not None,
        }  # fmt: skip
        return Fate(assumed=tuple(what for what, lacks in lacking.items() if lacks), room=place if room else None)


def _number(found: Attributes, name: str) -> int | None:
    value = found.get(name, "")
    return int(value) if value.isdecimal() else None


def base(found: Attributes, queue: str) -> str:
    """The queue that an alias leads to; any other queue leads to itself."""
    return (found.get("TARGET") or found.get("TARGQ") or queue) if found.get("TYPE") == "QALIAS" else queue


def failing(given: Mapping[str, Any] | Iterable[str] | None) -> dict[str, Fate]:
    """Puts that fail by the caller's word; a name is `QUEUE`, `QUEUE@QUEUE.MANAGER` or `*` for all.

    `{"Q6": 2053}` fails for ever, `{"Q6": (2053, 3)}` in the handler's first three passes, `["Q6"]` for ever without
    a reason that is known.
    """
    if given is None:
        return {}
    pairs = given.items() if isinstance(given, Mapping) else ((name, None) for name in given)
    return {name: _told(said) for name, said in pairs}


def _told(said: Any) -> Fate:
    return Fate(*reversed(said)) if isinstance(said, tuple | list) else Fate(FOR_EVER, said)
