"""What the definitions of a case say of a queue's way out: its threshold, its backout queue, the dead-letter queue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname
from typing import NamedTuple

from mqforensics.objects import absence, checks
from mqforensics.objects.commands import Command
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Fact, Place, Row
from mqforensics.objects.route import kind_of
from mqforensics.objects.undefined import undefined
from mqforensics.questions.finding import Evidence

STATUS = "QSTATUS"
LOCAL = ("QLOCAL", "QMODEL", "QUEUE", "")
CHANGEABLE = {"QLOCAL", "QALIAS", "QREMOTE"}
ALIAS_TARGETS = ("TARGET", "TARGQ")
NOT_THERE, NO_BASE, PUT_INHIBITED, FULL = 2085, 2082, 2051, 2053
PROBLEMS = {
    NOT_THERE: "does not exist", NO_BASE: "is an alias of a queue that does not exist",
    PUT_INHIBITED: "is put-inhibited", FULL: "is full",
}  # fmt: skip
"""Reasons with which the put to a backout queue fails, as far as definitions and status tell."""


class Problem(NamedTuple):
    """Why a queue takes no message: the reason its put fails with (0 when nothing says so) and where that stands."""

    reason: int
    evidence: tuple[Evidence, ...] = ()
    object: str = ""
    """The queue that refuses the message: the one named, or the one behind it."""
    kind: str = "QLOCAL"
    most: int = 0
    """MAXDEPTH of a full queue."""
    open: str = ""
    """Why it is not known whether there is such a queue; `next` settles it."""
    next: tuple[Command, ...] = ()


@dataclass(frozen=True, eq=False)
class Queue:
    """One queue by its queue manager, with every row about it."""

    name: str
    queue_manager: str | None
    rows: tuple[Row, ...]
    estate: Estate

    def fact(self, attribute: str) -> Fact:
        """What the rows say of an attribute."""
        return self.estate.fact_of(self.rows, attribute)

    @cached_property
    def threshold(self) -> int | None:
        """BOTHRESH; None where it is not shown, or shown with several values."""
        return self.fact("BOTHRESH").number()

    @cached_property
    def backout_queue(self) -> str | None:
        """BOQNAME, '' for a blank one; None where it is not shown, or shown with several values."""
        return self.fact("BOQNAME").value

    @cached_property
    def may_forget(self) -> bool:
        """Whether BackoutCount may be lower than the truth after a restart: only z/OS knows queues that are so."""
        return self.estate.zos(self.queue_manager) and any("NOHARDENBO" in row.attributes for row in self.rows)

    @property
    def target(self) -> str | None:
        """The queue that an alias stands for; None for any other queue."""
        return next((t for a in ALIAS_TARGETS if (t := self.fact(a).value)), None)

    @cached_property
    def depth(self) -> Fact:
        """What the rows say of CURDEPTH."""
        return self.fact("CURDEPTH")

    @property
    def is_local(self) -> bool:
        """Whether messages can lie on it, as far as its type is shown."""
        return all((row.attributes.get("TYPE") or row.type) in (*LOCAL, STATUS, "QUEUE") for row in self.rows)

    @property
    def evidence(self) -> list[Evidence]:
        """Where threshold and backout queue stand, else where the queue does."""
        seen = self.fact("BOTHRESH").places + self.fact("BOQNAME").places
        return cited(seen or [row.place() for row in self.rows[:1]])


def cited(places: Iterable[Place]) -> list[Evidence]:
    """Places as evidence, each once."""
    return [Evidence(*place) for place in dict.fromkeys(places)]


class World:
    """The queues of a case."""

    def __init__(self, estate: Estate):
        self.estate = estate
        self._queues: dict[str, dict[str, list[Row]]] = {}
        for manager in estate.managers:
            for row in estate.of(manager, (*QUEUES, STATUS)):
                if row.name:
                    self._queues.setdefault(row.name, {}).setdefault(manager, []).append(row)

    @property
    def queues(self) -> list[Queue]:
        """Every queue, by name and queue manager."""
        return [
            Queue(name, manager, tuple(rows), self.estate)
            for name, by_manager in sorted(self._queues.items())
            for manager, rows in sorted(by_manager.items())
        ]

    @property
    def names(self) -> list[str]:
        """What queues are called."""
        return sorted(self._queues)

    def rows(self, *types: str) -> list[Row]:
        """The rows of these types at every queue manager."""
        return [row for manager in self.estate.managers for row in self.estate.of(manager, types)]

    def managers(self, name: str) -> list[str]:
        """The queue managers that have a queue of this name."""
        return sorted(self._queues.get(name, {}))

    def directories(self, name: str) -> list[str]:
        """Where the files lie that show queues of this name."""
        return sorted({dirname(row.file) for rows in self._queues.get(name, {}).values() for row in rows})

    def is_shared(self, name: str) -> bool:
        """Whether several queue managers have a queue of this name."""
        return len(self.managers(name)) > 1

    def find(self, name: str, queue_manager: str | None = None, file: str = "") -> Queue | None:
        """A queue by name: of that queue manager; without one, the only one, or the one whose files lie beside `file`.

        The queue behind an alias is the alias's. None when there is none, or several that cannot be told apart.
        """
        by_manager = self._queues.get(name, {})
        chosen = [manager for manager in by_manager if queue_manager in (None, manager)]
        if len(chosen) > 1:
            beside = {m for m in chosen for row in by_manager[m] if dirname(row.file) == dirname(file)}
            chosen = sorted(beside, key=str)
        if len(chosen) != 1:
            return None
        queue = Queue(name, chosen[0], tuple(by_manager[chosen[0]]), self.estate)
        target = queue.target
        behind = target and target != name and self.find(target, queue.queue_manager, file)
        return behind or queue

    def problem(self, name: str, queue_manager: str, local: bool = False) -> Problem:
        """Why a put to the queue fails, as far as the evidence tells; `local`: only a local queue takes it."""
        rows = self._queues.get(name, {}).get(queue_manager)
        if rows is None:
            return self._missing(name, queue_manager, local)
        target = Queue(name, queue_manager, tuple(rows), self.estate).target
        gone = self._missing(target, queue_manager, False) if target and not self.find(target, queue_manager) else None
        if gone:
            return gone._replace(reason=NO_BASE if gone.reason else 0)
        names = [name, target] if target else [name]
        shut = checks.puts(self.estate, queue_manager, names)
        if shut.holds:
            kinds = {kind_of(row) for row in self._queues[shut.object][queue_manager]} & CHANGEABLE
            kind = kinds.pop() if len(kinds) == 1 else "QLOCAL"
            return Problem(PUT_INHIBITED, tuple(cited(shut.places)), shut.object, kind)
        room = checks.full(self.estate, queue_manager, names[-1])
        most = self.estate.fact(queue_manager, QUEUES, names[-1], "MAXDEPTH").number() or 0
        return Problem(FULL, tuple(cited(room.places)), names[-1], most=most) if room.holds else Problem(0)

    def _missing(self, name: str, queue_manager: str, local: bool) -> Problem:
        not_local = absence.proof(self.estate.absences(queue_manager), ("QLOCAL",), name)
        if local and not_local:
            return Problem(NOT_THERE, tuple(cited(one.place for one in not_local)), name)
        gone = undefined(self.estate, queue_manager, name)
        said, places = gone.said, gone.places
        if not said and not_local:
            said = f"{name} is no local queue of {queue_manager}, and whether it is another one is not shown"
            places = [one.place for one in not_local]
        if gone.holds or not said:
            return Problem(NOT_THERE if gone.holds else 0, tuple(cited(places)), name)
        return Problem(0, tuple(cited(places)), name, open=said, next=tuple(gone.next))

    def dead_letter_queue(self, queue_manager: str) -> Fact:
        """What the evidence says of the queue manager's DEADQ."""
        return self.estate.manager(queue_manager, "DEADQ")
