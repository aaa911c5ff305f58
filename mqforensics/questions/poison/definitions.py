"""What the definitions of a case say of a queue's way out: its threshold, its backout queue, the dead-letter queue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname
from typing import NamedTuple

from pyspark.sql import DataFrame

from mqforensics.questions.finding import Evidence
from mqforensics.questions.handler.definitions import QUEUES, STATUS, definitions
from mqforensics.questions.walk.facts import Fact, Row, Seen, fact

TYPES = (*QUEUES, STATUS, "QMGR", "HANDLE", "CONN", "CHSTATUS", "ERROR")
LOCAL = ("QLOCAL", "QMODEL", "QUEUE", "")
ALIAS_TARGETS = ("TARGET", "TARGQ")
NOT_THERE, PUT_INHIBITED, FULL = 2085, 2051, 2053
PROBLEMS = {NOT_THERE: "does not exist", PUT_INHIBITED: "is put-inhibited", FULL: "is full"}
"""Reasons with which the put to a backout queue fails, as far as definitions and status tell."""


class Problem(NamedTuple):
    """Why a queue takes no message: the reason its put fails with (0 when nothing says so) and where that stands."""

    reason: int
    evidence: tuple[Evidence, ...] = ()
    most: int = 0
    """MAXDEPTH of a full queue."""


@dataclass(frozen=True, eq=False)
class Queue:
    """One queue by its queue manager, with every row about it."""

    name: str
    queue_manager: str | None
    rows: tuple[Row, ...]

    def fact(self, attribute: str) -> Fact:
        """What the rows say of an attribute."""
        return fact(Seen(row.attributes[attribute].strip(), row) for row in self.rows if attribute in row.attributes)

    @cached_property
    def threshold(self) -> int | None:
        """BOTHRESH; None where it is not shown, or shown with several values."""
        return self.fact("BOTHRESH").number()

    @cached_property
    def backout_queue(self) -> str | None:
        """BOQNAME, '' for a blank one; None where it is not shown, or shown with several values."""
        return self.fact("BOQNAME").value

    @cached_property
    def is_hardened(self) -> bool | None:
        """Whether the count survives a restart of the queue manager for sure; None where it is not shown."""
        if any("HARDENBO" in row.attributes for row in self.rows):
            return True
        return False if any("NOHARDENBO" in row.attributes for row in self.rows) else None

    @property
    def is_local(self) -> bool:
        """Whether messages can lie on it, as far as its type is shown."""
        return all((row.attributes.get("TYPE") or row.type) in (*LOCAL, STATUS) for row in self.rows)

    @property
    def evidence(self) -> list[Evidence]:
        """Where threshold and backout queue stand, else where the queue does."""
        seen = self.fact("BOTHRESH").evidence + self.fact("BOQNAME").evidence
        return list(dict.fromkeys(seen or [row.evidence for row in self.rows[:1]]))


class World:
    """The queues of a case."""

    def __init__(self, rows: Iterable[Mapping]):
        kept = [dict(row) for row in rows]
        self.rows = [Row.of(row) for row in kept]
        self._known = definitions(kept)
        self._queues: dict[str, dict[str | None, list[Row]]] = {}
        for row in self.rows:
            if row.name and (row.type in QUEUES or row.type == STATUS):
                self._queues.setdefault(row.name, {}).setdefault(row.queue_manager, []).append(row)

    @property
    def queues(self) -> list[Queue]:
        """Every queue, by name and queue manager."""
        return [
            Queue(name, manager, tuple(rows))
            for name, by_manager in sorted(self._queues.items())
            for manager, rows in sorted(by_manager.items(), key=lambda item: item[0] or "")
        ]

    @property
    def names(self) -> list[str]:
        """What queues are called."""
        return sorted(self._queues)

    def directories(self, name: str) -> list[str]:
        """Where the files lie that show queues of this name."""
        return sorted({dirname(row.file) for rows in self._queues.get(name, {}).values() for row in rows})

    def is_shared(self, name: str) -> bool:
        """Whether several queue managers have a queue of this name."""
        return len(self._queues.get(name, {})) > 1

    def find(self, name: str, queue_manager: str | None = None, file: str = "") -> Queue | None:
        """A queue by name: of that queue manager, of the one there is, or of the one whose files lie beside `file`.

        The queue behind an alias is the alias's. None when there is none, or several that cannot be told apart.
        """
        by_manager = self._queues.get(name, {})
        chosen = [manager for manager in by_manager if queue_manager in (None, manager)] or list(by_manager)
        if len(chosen) > 1:
            beside = {m for m in chosen for row in by_manager[m] if dirname(row.file) == dirname(file)}
            chosen = sorted(beside, key=str)
        if len(chosen) != 1:
            return None
        queue = Queue(name, chosen[0], tuple(by_manager[chosen[0]]))
        target = next((t for a in ALIAS_TARGETS if (t := queue.fact(a).value)), None)
        behind = target and target != name and self.find(target, queue.queue_manager, file)
        return behind or queue

    def problem(self, name: str, queue_manager: str | None) -> Problem:
        """Why a put to the queue fails, as far as the evidence tells."""
        queue = self.find(name, queue_manager)
        if queue is None:
            missing = self._known.is_missing(queue_manager or self._known.only, name)
            said = tuple(row.evidence for row in self.rows if row.type == "ERROR" and row.name == name)
            return Problem(NOT_THERE, said) if missing else Problem(0)
        put, depth, most = (queue.fact(attribute) for attribute in ("PUT", "CURDEPTH", "MAXDEPTH"))
        if put.value == "DISABLED":
            return Problem(PUT_INHIBITED, tuple(put.evidence))
        if depth.number() is not None and most.number() is not None and depth.number() >= most.number():
            return Problem(FULL, tuple(dict.fromkeys(depth.evidence + most.evidence)), most.number())
        return Problem(0)

    def dead_letter_queue(self, queue_manager: str | None) -> Fact:
        """What the evidence says of the queue manager's DEADQ."""
        rows = [row for row in self.rows if row.type == "QMGR" and "DEADQ" in row.attributes]
        own = [row for row in rows if (row.queue_manager or row.name) == queue_manager] if queue_manager else rows
        own = own or [row for row in rows if not (row.queue_manager or row.name)]
        return fact(Seen(row.attributes["DEADQ"].strip(), row) for row in own)


def world(objects: DataFrame) -> World:
    """The queues of the table `objects`: a small table, so it comes to the driver."""
    columns = [name for name in Row._fields if name in objects.columns]
    rows = objects.where(objects.type.isin(*TYPES)).select(*columns).toLocalIterator()
    return World(row.asDict() for row in rows)
