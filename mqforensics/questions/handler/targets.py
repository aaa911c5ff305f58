"""Whether a put to a queue would work: what the evidence says of the queue, or what the caller knows better."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mqforensics.questions.handler.definitions import Attributes, Definitions

INHIBITED, FULL, UNKNOWN_QUEUE, UNKNOWN_BASE = 2051, 2053, 2085, 2082
FOR_EVER = -1
EVERYWHERE = "*"
NO_DEFINITIONS = "the evidence has no queue definitions of this queue manager"
NOT_DEFINED = "the evidence has no definition of the target queue"
NOT_STATED = "the evidence does not state PUT, CURDEPTH and MAXDEPTH of the target queue"
ELSEWHERE = "the target is on another queue manager and the evidence does not tell how it is reached"
PROMISED = "the rules table says that the target queue is defined before the handler starts"


class Fate(NamedTuple):
    """What becomes of a put: `passes` is 0 when it works, `FOR_EVER`, or how many passes of the handler it fails in.

    `reason` is the MQRC that it fails with, `assumed` what the evidence lacks to be sure that it works.
    """

    passes: int = 0
    reason: int | None = None
    assumed: str | None = None


@dataclass(frozen=True)
class Targets:
    """The queues a handler may put to; `queue_manager` is the one it works on, blank when that is not known."""

    known: Definitions = field(default_factory=Definitions)
    failing: Mapping[str, Fate] = field(default_factory=dict)
    promised: frozenset[str] = frozenset()
    queue_manager: str = ""

    def fate(self, queue: str, queue_manager: str) -> Fate:
        """What becomes of a put to this queue of this queue manager (blank: the handler's own)."""
        for name in (f"{queue}@{queue_manager}", queue, EVERYWHERE):
            if name in self.failing:
                return self.failing[name]
        if not queue:
            return Fate(FOR_EVER, UNKNOWN_QUEUE)
        if queue_manager in ("", self.queue_manager) or queue_manager in self.known.queues:
            return self._local(queue, queue_manager or self.queue_manager, 0)
        if self.queue_manager or self.known.find("", queue_manager):
            return self._through(queue_manager, self.queue_manager, 0)
        return self._local(queue, "", 0)

    def _local(self, queue: str, own: str, depth: int) -> Fate:
        found = self.known.find(own, queue)
        if found is None:
            return self._undefined(queue, own)
        if found.get("PUT") == "DISABLED":
            return Fate(FOR_EVER, INHIBITED)
        if found.get("TYPE") == "QALIAS" and depth == 0:
            fate = self._local(base(found, queue), own, 1)
            return Fate(FOR_EVER, UNKNOWN_BASE) if fate.reason == UNKNOWN_QUEUE else fate
        if found.get("TYPE") == "QREMOTE":
            return self._through(found.get("XMITQ") or found.get("RQMNAME") or "", own, depth)
        return room(found)

    def _through(self, transmission_queue: str, own: str, depth: int) -> Fate:
        # A put to another queue manager goes to a transmission queue here; clusters and DEFXMITQ are not followed.
        if depth or self.known.find(own, transmission_queue) is None:
            return Fate(assumed=ELSEWHERE if self.known.queues.get(own) else NO_DEFINITIONS)
        return self._local(transmission_queue, own, 1)

    def _undefined(self, queue: str, own: str) -> Fate:
        if queue in self.promised:
            return Fate(assumed=PROMISED)
        if self.known.is_missing(own, queue):
            return Fate(FOR_EVER, UNKNOWN_QUEUE)
        return Fate(assumed=NOT_DEFINED if self.known.queues.get(own) else NO_DEFINITIONS)


def base(found: Attributes, queue: str) -> str:
    """The queue that an alias leads to; any other queue leads to itself."""
    return (found.get("TARGET") or found.get("TARGQ") or queue) if found.get("TYPE") == "QALIAS" else queue


def room(found: Attributes) -> Fate:
    """What becomes of a put to a local queue that is not inhibited, by its depth."""
    current, most = (found.get(name, "") for name in ("CURDEPTH", "MAXDEPTH"))
    if not (current.isdecimal() and most.isdecimal()):
        return Fate(assumed=NOT_STATED)
    if int(current) >= int(most):
        return Fate(FOR_EVER, FULL)
    return Fate() if "PUT" in found else Fate(assumed=NOT_STATED)


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
