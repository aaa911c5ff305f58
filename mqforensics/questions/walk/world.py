"""All definitions and status of a case by queue manager, type and name, and the questions the walk puts to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import NamedTuple

from mqforensics.formats.mqsc.commands import ABOUT
from mqforensics.formats.mqsc.keywords import WORDS
from mqforensics.questions.walk.facts import Fact, Row, Seen, fact, moment

QUEUES = ("QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QUEUE")
DEPTH = ("QLOCAL", "QUEUE", "QSTATUS")
SENDERS = ("SDR", "SVR", "CLUSSDR")
RECEIVERS = ("RCVR", "RQSTR", "CLUSRCVR")
CHANGING = frozenset(("CURDEPTH", "IPPROCS", "OPPROCS", "STATUS", "SUBSTATE", "INDOUBT", "LGETDATE", "LGETTIME"))
"""Attributes of which old evidence says nothing about a message put later."""
NOT_FOUND = ("AMQ8147", "AMQ8420", "AMQ8227", "CSQM125", "CSQM297")
WHERE = re.compile(r"\bWHERE\s*\(\s*(\w+)\s+EQ\s+'?([^')]*?)'?\s*\)", re.I)
PARTIAL = re.compile(r"\b(?:WHERE|SAVED|SHORT|CMDSCOPE|QSGDISP)\b", re.I)
CLUSTER_QUEUE = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"


class Failure(NamedTuple):
    """A command that found nothing: what it asked for, under which filter."""

    word: str
    name: str
    filter: tuple[str, str] | None
    row: Row


class Channel(NamedTuple):
    """A message channel as the sending side knows it; `name` is None where the evidence lost it."""

    name: str | None
    types: tuple[str, ...]
    definitions: tuple[Row, ...]


class World:
    """The objects of a case; `put_time`: when the message was put, so that older status says nothing of it."""

    def __init__(self, rows: Iterable[Mapping | Row], put_time: datetime | None = None):
        self.put_time = put_time
        self.rows: dict[tuple[str, str], dict[str | None, list[Row]]] = {}
        self.failures: dict[str, list[Failure]] = {}
        self.servers: dict[tuple[str, str], list[Row]] = {}
        for one in rows:
            row = one if isinstance(one, Row) else Row.of(one)
            if row.queue_manager and row.type == "ERROR":
                self._fail(row)
            elif row.queue_manager and row.type:
                self._add(row)

    def _add(self, row: Row) -> None:
        self.rows.setdefault((row.queue_manager, row.type), {}).setdefault(row.name, []).append(row)
        if row.type in ("CHANNEL", "CHSTATUS") and row.attributes.get("CHLTYPE", "SDR") in SENDERS:
            served = row.attributes.get("XMITQ")
            if served:
                self.servers.setdefault((row.queue_manager, served), []).append(row)

    def since(self, put_time: datetime | None) -> World:
        """The same evidence for a message put at another time, in UTC where it has no zone."""
        other = copy(self)
        other.put_time = put_time if not put_time or put_time.tzinfo else put_time.replace(tzinfo=UTC)
        return other

    def _fail(self, row: Row) -> None:
        about = ABOUT.match(row.command or "")
        if not about or (row.message or "")[:7] not in NOT_FOUND or not about[1].upper().startswith("DIS"):
            return
        where = WHERE.search(row.command)
        kept = (where[1].upper(), where[2]) if where else None
        if PARTIAL.search(WHERE.sub("", row.command)):
            return
        name = (about[3] or "*").strip()
        failure = Failure(WORDS[about[2].upper()], name if "'" in row.command else name.upper(), kept, row)
        self.failures.setdefault(row.queue_manager, []).append(failure)

    @property
    def managers(self) -> list[str]:
        """Every queue manager that the evidence is of."""
        return sorted({manager for manager, _ in self.rows} | set(self.failures))

    def of(self, manager: str, types: Iterable[str], name: str | None = None) -> list[Row]:
        """The rows of these types, all of them or those of one name."""
        tables = [self.rows.get((manager, kind), {}) for kind in types]
        if name is not None:
            return [row for table in tables for row in table.get(name, ())]
        return [row for table in tables for rows in table.values() for row in rows]

    def nameless(self, manager: str, kind: str) -> list[Row]:
        """The rows of a type that have lost their name."""
        return self.rows.get((manager, kind), {}).get(None, [])

    def fact(self, manager: str, types: Iterable[str], name: str | None, attribute: str) -> Fact:
        """What the evidence says of an attribute of an object; status from before the message was put is left out."""
        return self.fact_of(self.of(manager, types, name), attribute)

    def fact_of(self, rows: Iterable[Row], attribute: str) -> Fact:
        """The same for rows already chosen."""
        seen = [Seen(row.attributes[attribute], row) for row in rows if attribute in row.attributes]
        if attribute in CHANGING and self.put_time:
            seen = [one for one in seen if not self._too_old(one.row)]
        return fact(seen)

    def _too_old(self, row: Row) -> bool:
        time = moment(row.time)
        return time is not None and time.tzinfo is not None and time < self.put_time

    def manager_fact(self, manager: str, attribute: str) -> Fact:
        """What the evidence says of an attribute of a queue manager."""
        return self.fact(manager, ("QMGR",), None, attribute)

    def missing(self, manager: str, words: Iterable[str], name: str) -> list[Row]:
        """The commands that asked for just this name, in one of these words, and found nothing."""
        wanted = set(words)
        return [
            failure.row
            for failure in self.failures.get(manager, ())
            if failure.word in wanted and failure.filter is None and fnmatchcase(name, failure.name)
        ]

    def channels(self, manager: str, xmitq: str) -> list[Channel]:
        """The channels that serve a transmission queue, by their definitions and by their status."""
        found: dict[str | None, list[Row]] = {}
        for row in self.servers.get((manager, xmitq), ()):
            found.setdefault(row.name, []).append(row)
        for name, rows in found.items():
            rows += [r for r in self.of(manager, ("CHANNEL",), name) if name and r not in rows]
        return [
            Channel(name, tuple(sorted({r.attributes.get("CHLTYPE", "") for r in rows} - {""})), tuple(rows))
            for name, rows in sorted(found.items(), key=lambda item: item[0] or "")
        ]

    def unserved(self, manager: str, xmitq: str) -> list[Row]:
        """The rows that prove that no channel serves a transmission queue; none when it is not proved."""
        asked = [
            failure.row
            for failure in self.failures.get(manager, ())
            if failure.word == "CHANNEL" and failure.name == "*" and failure.filter in (None, ("XMITQ", xmitq))
        ]
        return asked or self._all_others(manager)

    def _all_others(self, manager: str) -> list[Row]:
        # The answer to a listing of all channels proves it, if each of them tells type and transmission queue.
        rows = self.of(manager, ("CHANNEL",))
        listed = [row for row in rows if lists_all_channels(row.command)]
        return listed if listed and all(_tells_all(row) for row in rows) else []


def _tells_all(row: Row) -> bool:
    told = "XMITQ" in row.attributes or row.attributes.get("CHLTYPE", "SDR") not in SENDERS
    return bool(row.name and told and not row.error)


def lists_all_channels(command: str | None) -> bool:
    """Whether a command asks for every channel with its transmission queue."""
    about = ABOUT.match(command or "")
    if not about or WORDS[about[2].upper()] != "CHANNEL" or about[3] != "*" or PARTIAL.search(command):
        return False
    return bool(re.search(r"\b(?:ALL|XMITQ)\b", command.upper()))
