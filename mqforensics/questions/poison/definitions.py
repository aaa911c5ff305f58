"""What the definitions of a case say of a queue's way out: its threshold, its backout queue, the dead-letter queue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname

from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Fact, Place, Row
from mqforensics.questions.finding import Evidence

STATUS = "QSTATUS"
LOCAL = ("QLOCAL", "QMODEL", "QUEUE", "")


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
        """BOTHRESH; None where the evidence does not show it, or shown with several values."""
        return self.fact("BOTHRESH").number()

    @cached_property
    def backout_queue(self) -> str | None:
        """BOQNAME, '' for a blank one; None where the evidence does not show it, or shown with several values."""
        return self.fact("BOQNAME").value

    @cached_property
    def may_forget(self) -> bool:
        """Whether BackoutCount may be lower than the truth after a restart: only z/OS knows queues that are so."""
        return self.estate.zos(self.queue_manager) and any("NOHARDENBO" in row.attributes for row in self.rows)

    @property
    def target(self) -> str | None:
        """The queue that an alias stands for; None for any other queue."""
        return self.estate.target(self.rows)

    @cached_property
    def depth(self) -> Fact:
        """What the rows say of CURDEPTH."""
        return self.fact("CURDEPTH")

    @property
    def is_local(self) -> bool:
        """Whether messages can be on it, as far as its type is in the evidence."""
        return all((row.attributes.get("TYPE") or row.type) in (*LOCAL, STATUS, "QUEUE") for row in self.rows)

    @property
    def evidence(self) -> list[Evidence]:
        """Where threshold and backout queue are, else where the queue is."""
        seen = self.fact("BOTHRESH").places + self.fact("BOQNAME").places
        return evidence_of(seen or [row.place() for row in self.rows[:1]])


def evidence_of(places: Iterable[Place]) -> list[Evidence]:
    """Places as evidence, each once."""
    return [Evidence.of(place) for place in dict.fromkeys(places)]


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
        """Where the files are that show queues of this name."""
        return sorted({dirname(row.file) for rows in self._queues.get(name, {}).values() for row in rows})

    def queues_named(self, name: str) -> list[Queue]:
        """The queues of this name, by queue manager."""
        by_manager = self._queues.get(name, {})
        return [Queue(name, at, tuple(by_manager[at]), self.estate) for at in self.managers(name)]

    def find(self, name: str, queue_manager: str | None = None, file: str = "") -> Queue | None:
        """A queue by name: of that queue manager; without one, the only one, or the one whose files are beside `file`.

        The queue behind an alias is the alias's; an alias of an alias has none. None when there is none, or several
        that cannot be told apart.
        """
        queue = self._of_name(name, queue_manager, file)
        behind = queue and queue.target and self._of_name(queue.target, queue.queue_manager, file)
        return behind if behind and not behind.target else queue

    def _of_name(self, name: str, queue_manager: str | None, file: str) -> Queue | None:
        by_manager = self._queues.get(name, {})
        chosen = [manager for manager in by_manager if queue_manager in (None, manager)]
        if len(chosen) > 1:
            beside = {m for m in chosen for row in by_manager[m] if dirname(row.file) == dirname(file)}
            chosen = sorted(beside, key=str)
        return Queue(name, chosen[0], tuple(by_manager[chosen[0]]), self.estate) if len(chosen) == 1 else None
