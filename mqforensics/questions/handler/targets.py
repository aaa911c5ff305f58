"""Whether a put to a queue would work: what the evidence says of the queue, or what the caller knows better."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from mqforensics.case.settings import is_failing
from mqforensics.errors import MQForensicsError
from mqforensics.formats.dlqrules import RulesTable
from mqforensics.objects.authority import missing_permissions
from mqforensics.objects.checks import Q_FULL, UNKNOWN_BASE, UNKNOWN_NAME
from mqforensics.objects.puts import Put, put
from mqforensics.objects.route import DESTINATION
from mqforensics.questions.handler.target_queues import Definitions
from mqforensics.structures import MQXQH
from mqforensics.validation import TEXTS, Kind
from mqforensics.words import handler as words

NOT_AUTHORIZED = 2035
NEEDED = ("PUT", "PASSALL")
"""Authorities that the handler's user needs for a put with MQPMO_PASS_ALL_CONTEXT."""
FOR_EVER = -1
EVERYWHERE = "*"
NO_DEFINITIONS = "the evidence has no queue of this queue manager"
NOT_STATED, NO_LIMIT, NO_SIZE, AUTHORITY, NO_PUTS, NO_GETS = map(
    words.DOUBTS.__getitem__, ("not stated", "no limit", "no size", "authority", "no puts", "no gets")
)
PROMISED = "the rules table says that the target queue is defined before the handler starts"
"""What the evidence lacks to be sure of a put, besides what the check of the put says."""
KEPT = 1 << 16
"""Puts whose fate is remembered."""

Place = tuple[str, str]
"""Queue manager and queue."""


class FailingExpected(MQForensicsError, ValueError):
    """Puts that fail: names of queues, with each the MQRC, or the MQRC and the number of passes."""


def _failing_names(given: Any) -> Any:
    names = given if isinstance(given, Mapping) else TEXTS.made(given)
    return names if names is not None and is_failing(names) else None


FAILING = Kind("names of queues, or a reason or (reason, passes) for each", FailingExpected, _failing_names)


class Fate(NamedTuple):
    """What becomes of a put: `passes` is 0 when it works, `FOR_EVER`, or how many passes of the handler it fails in.

    `reason` is the MQRC that it fails with, `assumed` what the evidence lacks to be sure of that. `room`: the queue
    whose depth is known and on which the message would be; the put works only while that queue is not full.
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
        """How many messages each queue still takes, where CURDEPTH and MAXDEPTH are in the evidence."""
        shown = {place: self._numbers(place, "CURDEPTH", "MAXDEPTH") for place in self._places}
        return {place: max(most - depth, 0) for place, (depth, most) in shown.items() if None not in (depth, most)}

    @cached_property
    def longest(self) -> list[int]:
        """The lengths from which on a put fails, shortest first: each MAXMSGL, and what is left of it for MQXQH."""
        shown = {number for place in self._places for number in self._numbers(place, "MAXMSGL")}
        return sorted({length - header for length in shown - {None} for header in (0, MQXQH.length)})

    @property
    def _places(self) -> list[Place]:
        return [(manager, name) for manager, names in self.known.names.items() for name in names]

    def _numbers(self, place: Place, *attributes: str) -> list[int | None]:
        return [self.known.number(*place, attribute) for attribute in attributes]

    def put(self, queue: str, queue_manager: str, length: int | None = None) -> Put:
        """The handler's put; where it is not known which queue manager it works on, that of the one it names."""
        return put(self.known.estate, self.queue_manager or queue_manager, queue, queue_manager, length)

    def fate(self, queue: str, queue_manager: str, length: int | None = None) -> Fate:
        """What becomes of a put of so many bytes to this queue of this queue manager (blank: the handler's own)."""
        asked = queue, queue_manager, length
        if asked not in self._fates:
            if len(self._fates) > KEPT:
                self._fates.clear()
            self._fates[asked] = self._fate_by_caller(queue, queue_manager) or self._fate(*asked)
        return self._fates[asked]

    @cached_property
    def _fates(self) -> dict[tuple, Fate]:
        return {}

    def _fate_by_caller(self, queue: str, queue_manager: str) -> Fate | None:
        """What the caller knows better."""
        names = (f"{queue}@{queue_manager}", queue, EVERYWHERE)
        told = next((self.failing[name] for name in names if name in self.failing), None)
        return told or (None if queue else Fate(FOR_EVER, UNKNOWN_NAME))

    def _fate(self, queue: str, queue_manager: str, length: int | None) -> Fate:
        own = self.queue_manager or queue_manager
        if own not in self.known.names:
            return Fate(assumed=(NO_DEFINITIONS,))
        made = self.put(queue, queue_manager, length)
        found, lies = made.refused, made.hop is not None or made.end.kind == DESTINATION
        if not lies and found.code in (UNKNOWN_NAME, UNKNOWN_BASE) and found.object in self.promised:
            return Fate(assumed=(PROMISED,))
        may = missing_permissions(
            self.known.grants.get(own, ()), self.user, None, "QUEUE", (made.names or [queue])[0], NEEDED, False
        )
        if lies and self.user and may.missing:
            return Fate(FOR_EVER, NOT_AUTHORIZED)
        if found.holds:
            return Fate(FOR_EVER, found.code or None, (NO_GETS,) if found.code == Q_FULL else ())
        if not lies:
            # A member of a cluster may well find it there; where no cluster is shown, that is the less likely.
            fails = made.end.absent and not self.known.estate.in_cluster(own)[0]
            return Fate(FOR_EVER, found.code, (found.said,)) if fails else Fate(assumed=(found.said,))
        place = own, made.names[-1]
        room, longest = self.rooms.get(place), self.known.number(*place, "MAXMSGL")
        lacking = {
            NOT_STATED: room is None or found.holds is None, NO_LIMIT: longest is None,
            NO_SIZE: longest is not None and length is None, AUTHORITY: not self.user or bool(may.open),
            NO_PUTS: room is not None,
        }  # fmt: skip
        return Fate(assumed=tuple(what for what, lacks in lacking.items() if lacks), room=place if room else None)


def fates_by_name(given: Mapping[str, Any] | Iterable[str] | None) -> dict[str, Fate]:
    """Puts that fail by the caller's word; a name is `QUEUE`, `QUEUE@QUEUE.MANAGER` or `*` for all.

    `{"Q6": 2053}` fails for ever, `{"Q6": (2053, 3)}` in the handler's first three passes, `["Q6"]` for ever without
    a reason that is known.
    """
    if given is None:
        return {}
    pairs = given.items() if isinstance(given, Mapping) else ((name, None) for name in given)
    return {name: _given_fate(said) for name, said in pairs}


def _given_fate(said: Any) -> Fate:
    return Fate(*reversed(said)) if isinstance(said, tuple | list) else Fate(FOR_EVER, said)


def targets_of(
    table: RulesTable,
    known: Definitions,
    given: Mapping[str, Any] | Iterable[str] | None = None,
    queue_manager: str | None = None,
    user: str = "",
) -> Targets:
    """The queues that the table's rules may put to, as the handler of this queue manager would find them."""
    own = table.input(queue_manager=queue_manager)[1] or known.only
    return Targets(known, fates_by_name(given), table.promised, own, user)
