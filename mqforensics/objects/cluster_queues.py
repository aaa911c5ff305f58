"""The instances of a cluster queue as a queue manager knows them, and as it knew them at a moment."""

from __future__ import annotations

from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Row, Span
from mqforensics.objects.in_time import then


def narrowed(row: Row) -> bool:
    """Whether a cluster queue was asked for in a way that may have hidden other instances."""
    return bool(set(dict((row.asked or {}).get("filters") or {})) & {"WHERE", "CLUSTER", "CLUSNL"})


def closed(estate: Estate, at: str, name: str, owner: str, moment: Span | None) -> bool:
    """Whether an instance of a cluster queue is shown to have been put-inhibited then, as a queue manager knew it."""
    rows = [row for row in estate.of(at, ("QCLUSTER",), name) if row.attributes.get("CLUSQMGR") == owner]
    rows = estate.of(at, QUEUES, name) if owner == at else rows
    return then(estate, estate.fact_of(rows, "PUT"), moment).value == "DISABLED"


def gone_since(estate: Estate, at: str, name: str, rows: list[Row], moment: Span | None) -> list[Row]:
    """The instances of a cluster queue that a display from before a moment has, and the newest ones have not."""
    if moment is None:
        return []
    early = estate.newest([row for row in estate.of(at, ("QCLUSTER",), name) if not estate.after(row, moment)])
    now = {row.attributes.get("CLUSQMGR") for row in rows}
    return [row for row in early if row.attributes.get("CLUSQMGR") not in now]


def suspended(estate: Estate, at: str, owner: str, clusters: set[str | None]) -> bool:
    """Whether a queue manager is shown to be suspended from a cluster: others are chosen before it."""
    rows = [row for row in estate.of(at, ("CLUSQMGR",), owner) if row.attributes.get("CLUSTER") in clusters]
    return estate.fact_of(rows, "SUSPEND").value == "YES"


def paths(estate: Estate, at: str, owners: set[str | None], clusters: set[str | None]) -> str:
    """What the channels to the owners of a cluster queue are shown to do, as the end of a sentence; else nothing."""
    told = []
    for owner in sorted(one for one in owners if one and one != at):
        members = [row for row in estate.of(at, ("CLUSQMGR",), owner) if row.attributes.get("CLUSTER") in clusters]
        for channel in sorted({row.attributes.get("CHANNEL") for row in members} - {None, ""}):
            status = estate.newest(estate.statuses(at, channel))
            state, waiting = estate.fact_of(status or members, "STATUS"), estate.fact_of(status, "XQMSGSA")
            waits = f" with {waiting.text()}" if waiting.value else ""
            told += [f"{channel} to {owner} is {state.value}{waits}"] if state.value else []
    return f"; {', '.join(told)}" if told else ""
