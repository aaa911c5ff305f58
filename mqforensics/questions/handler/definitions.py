"""Queue definitions and depths out of the table `objects`: which queues there are, and whether the list is whole."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pyspark.sql import DataFrame

QUEUES = ("QUEUE", "QLOCAL", "QALIAS", "QREMOTE", "QMODEL", "QCLUSTER")
STATUS, MANAGER, ERROR = "QSTATUS", "QMGR", "ERROR"
NOT_FOUND = ("AMQ8147", "CSQM125")
"""Messages of a queue that is not there."""
EVERY_QUEUE = re.compile(r"(?!.*WHERE).*\bQ(?:UEUE|L|LOCAL)?\s*\(\s*'?\*'?\s*\)", re.I | re.S)
"""A command that shows every queue, or every local one."""
ALWAYS_THERE = "SYSTEM.DEFAULT.LOCAL.QUEUE"
"""Where this queue is defined, the definitions are a whole list."""
Attributes = Mapping[str, str]


@dataclass(frozen=True)
class Definitions:
    """Attributes of queues by queue manager and name; '' is a queue manager whose name the evidence lacks."""

    queues: Mapping[str, Mapping[str, Attributes]] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    """Queue managers whose list of queues is whole."""
    absent: frozenset[tuple[str, str]] = frozenset()
    """(queue manager, queue) that the queue manager said it does not have."""
    dead_letter_queues: Mapping[str, str] = field(default_factory=dict)

    @property
    def only(self) -> str:
        """The queue manager, where the evidence knows of one only."""
        return next(iter(self.queues)) if len(self.queues) == 1 else ""

    def find(self, queue_manager: str, queue: str) -> Attributes | None:
        """A queue's attributes, None when the evidence has none of it."""
        return self.queues.get(queue_manager, {}).get(queue)

    def is_missing(self, queue_manager: str, queue: str) -> bool:
        """Whether the evidence says that there is no such queue."""
        return (queue_manager, queue) in self.absent or queue_manager in self.whole


def definitions(objects: DataFrame | Iterable[Mapping[str, Any]] | None) -> Definitions:
    """From the table `objects`: a Spark or pandas frame, or its rows."""
    rows = rows_of(objects)
    names = {row["queue_manager"] for row in rows if row.get("queue_manager")}
    default = next(iter(names)) if len(names) == 1 else ""
    queues: dict[str, dict[str, dict[str, str]]] = {}
    absent = set()
    for row in rows:
        own, name, kind = row.get("queue_manager") or default, row.get("name"), row.get("type")
        if kind in (*QUEUES, STATUS) and name:
            queues.setdefault(own, {}).setdefault(name, {}).update(_attributes(row))
        elif kind == ERROR and name and (row.get("message") or "").startswith(NOT_FOUND):
            absent.add((own, name))
    whole = {row.get("queue_manager") or default for row in rows if _is_whole(row)}
    known = {(own, name) for own, found in queues.items() for name in found}
    return Definitions(queues, frozenset(whole), frozenset(absent - known), _dead_letter_queues(rows, default))


def rows_of(objects: DataFrame | Iterable[Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """The rows of a small table as dicts, whatever it comes as."""
    if objects is None:
        return []
    if hasattr(objects, "toLocalIterator"):
        return [row.asDict() for row in objects.toLocalIterator()]
    return objects.to_dict("records") if hasattr(objects, "to_dict") else [dict(row) for row in objects]


def _attributes(row: Mapping[str, Any]) -> dict[str, str]:
    found = dict(row.get("attributes") or {})
    if row["type"] in (STATUS, "QUEUE"):
        told = found.pop("TYPE", "")
        return found | ({"TYPE": told} if told in QUEUES[1:] else {})
    return found | {"TYPE": row["type"]}


def _is_whole(row: Mapping[str, Any]) -> bool:
    if row.get("type") not in QUEUES:
        return False
    return row.get("name") == ALWAYS_THERE or bool(EVERY_QUEUE.match(row.get("command") or ""))


def _dead_letter_queues(rows: list[dict[str, Any]], default: str) -> dict[str, str]:
    found = {}
    for row in rows:
        named = (row.get("attributes") or {}).get("DEADQ")
        if row.get("type") == MANAGER and named:
            found[row.get("queue_manager") or row.get("name") or default] = named
    return found
