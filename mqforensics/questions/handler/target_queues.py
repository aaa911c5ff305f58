"""The queues that a handler may put to, as the estate of the case shows them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pyspark.sql import DataFrame

from mqforensics.objects.authority import Grant, grant_of
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Row
from mqforensics.spark_compat import each_row_of
from mqforensics.validation import rows

SHOWN = (*QUEUES, "QCLUSTER", "QSTATUS")
OBJECTS = rows("type", "name", "queue_manager", "attributes")


@dataclass(frozen=True)
class Definitions:
    """What is known of the queues: the estate of a case, and its authority records."""

    estate: Estate = field(default_factory=lambda: Estate(()))
    grants: Mapping[str, tuple[Grant, ...]] = field(default_factory=dict)
    """Authority records by queue manager."""
    owner: str = ""
    """The queue manager of the dumps of dead-lettered messages, where they are known to be of one."""

    @property
    def only(self) -> str:
        """The queue manager that is meant where none is named: the dumps' own, or the only one of the evidence."""
        if self.owner:
            return self.owner
        known = [one for one in self.estate.managers if self.estate.of(one, ("QMGR", *SHOWN))]
        return known[0] if len(known) == 1 else ""

    @cached_property
    def dead_letter_queues(self) -> dict[str, str]:
        """DEADQ by queue manager, where the evidence shows it and not blank."""
        named = {manager: self.estate.manager(manager, "DEADQ").value for manager in self.estate.managers}
        return {manager: name for manager, name in named.items() if name}

    @cached_property
    def names(self) -> dict[str, list[str]]:
        """What queues are called, by queue manager."""
        shown = {one: {row.name for row in self.estate.of(one, SHOWN)} - {None} for one in self.estate.managers}
        return {manager: sorted(names) for manager, names in shown.items() if names}

    def number(self, queue_manager: str, queue: str, attribute: str) -> int | None:
        """A number in the evidence of a queue."""
        return self.estate.fact(queue_manager, SHOWN, queue, attribute).number()

    def queue_behind(self, queue_manager: str, queue: str) -> str:
        """The queue that an alias leads to; any other queue leads to itself."""
        return self.estate.target(self.estate.of(queue_manager, QUEUES, queue)) or queue

    def transmits(self, queue_manager: str, queue: str) -> bool:
        """Whether the very name opens a transmission queue; where name resolution leads to one, an MQXQH is added."""
        return (
            self.estate.fact(queue_manager, QUEUES, self.queue_behind(queue_manager, queue), "USAGE").value == "XMITQ"
        )


def definitions(objects: DataFrame | Iterable[Mapping[str, Any]] | None) -> Definitions:
    """From the table `objects`: a Spark or pandas frame, or its rows."""
    rows = [Row.of(row) for row in rows_of(objects)]
    names = {row.queue_manager for row in rows if row.queue_manager}
    default = next(iter(names)) if len(names) == 1 else None
    estate = Estate(row if row.queue_manager else replace(row, queue_manager=default) for row in rows)
    return Definitions(estate, grants(rows))


def grants(rows: Iterable[Row]) -> dict[str, tuple[Grant, ...]]:
    """The authority records among these rows, by queue manager."""
    found: dict[str, tuple[Grant, ...]] = {}
    for row in rows:
        if row.type == "AUTHREC" and row.queue_manager and (grant := grant_of(row)):
            found[row.queue_manager] = (*found.get(row.queue_manager, ()), grant)
    return found


def rows_of(objects: DataFrame | Iterable[Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """The rows of a small table as dicts, whatever it comes as."""
    if objects is None:
        return []
    if hasattr(objects, "toLocalIterator"):
        return [row.asDict(recursive=True) for row in each_row_of(objects)]
    return objects.to_dict("records") if hasattr(objects, "to_dict") else [dict(row) for row in objects]
