"""The queues that a handler may put to, as the estate of the case shows them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pyspark.sql import DataFrame

from mqforensics.objects.authority import Grant, grant_of
from mqforensics.objects.checks import Check
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Row
from mqforensics.objects.undefined import undefined

STATUS = "QSTATUS"
Attributes = Mapping[str, str]


@dataclass(frozen=True)
class Definitions:
    """Attributes of queues by queue manager and name; an attribute that the case shows with two values is not there."""

    queues: Mapping[str, Mapping[str, Attributes]] = field(default_factory=dict)
    estate: Estate = field(default_factory=lambda: Estate(()))
    grants: Mapping[str, tuple[Grant, ...]] = field(default_factory=dict)
    """Authority records by queue manager."""

    @property
    def only(self) -> str:
        """The queue manager, where the evidence knows of one only."""
        return next(iter(self.queues)) if len(self.queues) == 1 else ""

    @cached_property
    def dead_letter_queues(self) -> dict[str, str]:
        """DEADQ by queue manager, where it is shown and not blank."""
        named = {manager: self.estate.manager(manager, "DEADQ").value for manager in self.estate.managers}
        return {manager: name for manager, name in named.items() if name}

    def find(self, queue_manager: str, queue: str) -> Attributes | None:
        """A queue's attributes, None when the evidence has none of it."""
        return self.queues.get(queue_manager, {}).get(queue)

    def undefined(self, queue_manager: str, queue: str, is_named: bool = False) -> Check:
        """Whether there is no such queue, nor a cluster queue; `is_named`: the put names the queue manager too."""
        return undefined(self.estate, queue_manager or None, queue, is_named)


def definitions(objects: DataFrame | Iterable[Mapping[str, Any]] | None) -> Definitions:
    """From the table `objects`: a Spark or pandas frame, or its rows."""
    rows = [Row.of(row) for row in rows_of(objects)]
    names = {row.queue_manager for row in rows if row.queue_manager}
    default = next(iter(names)) if len(names) == 1 else None
    estate = Estate(row if row.queue_manager else replace(row, queue_manager=default) for row in rows)
    return replace(of_estate(estate), grants=grants(rows))


def grants(rows: Iterable[Row]) -> dict[str, tuple[Grant, ...]]:
    """The authority records among these rows, by queue manager."""
    found: dict[str, tuple[Grant, ...]] = {}
    for row in rows:
        if row.type == "AUTHREC" and row.queue_manager and (grant := grant_of(row_of(row))):
            found[row.queue_manager] = (*found.get(row.queue_manager, ()), grant)
    return found


def row_of(row: Row) -> dict[str, Any]:
    """A row as `authority.grant_of` reads it."""
    return {"attributes": row.attributes, "error": row.error, "file": row.file, "line": row.line}


def of_estate(estate: Estate) -> Definitions:
    """From the estate of a case."""
    found: dict[str, dict[str, Attributes]] = {}
    for manager in estate.managers:
        by_name: dict[str, list[Row]] = {}
        for row in estate.of(manager, (*QUEUES, "QCLUSTER", STATUS)):
            if row.name:
                by_name.setdefault(row.name, []).append(row)
        queues = {name: _attributes(estate, rows) for name, rows in by_name.items()}
        if queues or estate.of(manager, ("QMGR",)):
            found[manager] = queues
    return Definitions(found, estate)


def _attributes(estate: Estate, rows: list[Row]) -> dict[str, str]:
    shown = {name: estate.fact_of(rows, name).value for row in rows for name in row.attributes if name != "TYPE"}
    kinds = {row.attributes.get("TYPE") if row.type == "QUEUE" else row.type for row in rows if row.type != STATUS}
    kind = {"TYPE": kinds.pop()} if len(kinds - {None}) == 1 else {}
    return {name: value for name, value in shown.items() if value is not None} | {k: v for k, v in kind.items() if v}


def rows_of(objects: DataFrame | Iterable[Mapping[str, Any]] | None) -> list[dict[str, Any]]:
    """The rows of a small table as dicts, whatever it comes as."""
    if objects is None:
        return []
    if hasattr(objects, "toLocalIterator"):
        return [row.asDict(recursive=True) for row in objects.toLocalIterator()]
    return objects.to_dict("records") if hasattr(objects, "to_dict") else [dict(row) for row in objects]
