"""The instances of a cluster queue as a queue manager knows them, and as it knew them at a moment.

Which one is chosen: documentation, "The cluster workload management algorithm" (rank of channels, rank of queues, who
is not suspended, state of channels, priority of channels, priority of queues, then by turns).
"""

from __future__ import annotations

from typing import NamedTuple

from mqforensics.objects import sentences
from mqforensics.objects.definition_history import value_then
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Row, Span

READY = frozenset(("RUNNING", "INACTIVE"))
"""States of a channel in which a destination is chosen before those whose channel is in another."""


def was_asked_narrowly(row: Row) -> bool:
    """Whether a cluster queue was asked for in a way that may have hidden other instances."""
    return bool(set(dict((row.asked or {}).get("filters") or {})) & {"WHERE", "CLUSTER", "CLUSNL"})


def complete(rows: list[Row]) -> bool:
    """Whether one whole answer has every instance of a cluster queue that any answer has."""
    owners = {row.attributes.get("CLUSQMGR") for row in rows}
    answers: dict[tuple, list[Row]] = {}
    for row in rows:
        answers.setdefault((*row.capture, row.command), []).append(row)
    wholes = [
        one for one in answers.values() if all(row.whole is not False and not was_asked_narrowly(row) for row in one)
    ]
    return any({row.attributes.get("CLUSQMGR") for row in each} == owners for each in wholes)


def was_put_inhibited(estate: Estate, at: str, name: str, owner: str, moment: Span | None) -> bool:
    """Whether an instance of a cluster queue is known to have been put-inhibited then, as a queue manager knew it."""
    rows = [row for row in estate.of(at, ("QCLUSTER",), name) if row.attributes.get("CLUSQMGR") == owner]
    rows = estate.of(at, QUEUES, name) if owner == at else rows
    return value_then(estate, estate.fact_of(rows, "PUT"), moment).value == "DISABLED"


def gone_since(estate: Estate, at: str, name: str, rows: list[Row], moment: Span | None) -> list[Row]:
    """The instances of a cluster queue that a display from before a moment has, and the newest ones have not."""
    if moment is None:
        return []
    early = estate.newest([row for row in estate.of(at, ("QCLUSTER",), name) if not estate.after(row, moment)])
    now = {row.attributes.get("CLUSQMGR") for row in rows}
    return [row for row in early if row.attributes.get("CLUSQMGR") not in now]


def choice(
    estate: Estate, at: str, rows: list[Row], clusters: set[str | None]
) -> tuple[str, list[str | None], str | None]:
    """What decides between instances, as the end of a sentence.

    With their owners, those first that are chosen before others, and the one that goes before all, if one does.
    """
    each = [_owner(estate, at, name, rows, clusters) for name in {row.attributes.get("CLUSQMGR") for row in rows}]
    each.sort(key=lambda one: (one.away, str(one.name)))
    said, away = _paths(each), [str(one.name) for one in each if one.away]
    said += sentences.SUSPENDED.format(away=", ".join(away)) if away else ""
    all_known = all(one.name not in (None, at) for one in each) and all(row.whole is not False for row in rows)
    first, why = _before_all(each) if all_known and len(each) > 1 else (None, "")
    names = [one.name for one in each]
    return said + why, [first, *(name for name in names if name != first)] if first else names, first


class Owner(NamedTuple):
    """A queue manager that has an instance, and what is known of it where the message is put."""

    name: str | None
    away: bool
    states: dict[str, str]
    """The state of each channel to it, where the evidence shows it."""
    waiting: dict[str, str]
    """How many messages wait for a channel, in words."""
    rank: tuple[int | None, int | None]
    priority: tuple[int | None, int | None]
    """Of the channel and of the queue."""


def _owner(estate: Estate, at: str, name: str | None, rows: list[Row], clusters: set[str | None]) -> Owner:
    known = estate.of(at, ("CLUSQMGR",), name) if name != at else []
    members = [row for row in known if row.attributes.get("CLUSTER") in clusters]
    own = [row for row in rows if row.attributes.get("CLUSQMGR") == name]
    states, waiting = {}, {}
    for channel in sorted({row.attributes.get("CHANNEL") for row in members} - {None, ""}):
        status = estate.newest(estate.statuses(at, channel))
        state, waits = estate.fact_of(status or members, "STATUS"), estate.fact_of(status, "XQMSGSA")
        states |= {channel: state.value} if state.value else {}
        waiting |= {channel: sentences.WITH_WAITING.format(messages=waits.text())} if waits.value else {}
    rank, priority = (
        (estate.fact_of(members, key).number(), estate.fact_of(own, key).number()) for key in ("CLWLRANK", "CLWLPRTY")
    )
    return Owner(name, estate.fact_of(members, "SUSPEND").value == "YES", states, waiting, rank, priority)


def _paths(each: list[Owner]) -> str:
    told = [
        sentences.CHANNEL_TO_INSTANCE_IS.format(
            channel=channel, name=one.name, state=state, get=one.waiting.get(channel, "")
        )
        for one in sorted(each, key=lambda one: str(one.name))
        for channel, state in one.states.items()
    ]
    return f"; {', '.join(told)}" if told else ""


def _before_all(each: list[Owner]) -> tuple[str | None, str]:
    """The owner that goes before all others, and why; of a state nobody knows how long it has been so."""
    left = _highest(each, "rank")
    if len(left) == 1:
        return left[0].name, sentences.CLWLRANK_PREFERS.format(name=left[0].name)
    left = [one for one in left if not one.away] or left
    ready = [one for one in left if set(one.states.values()) <= READY]
    top = ready if len(ready) == 1 else _highest(ready, "priority")
    if len(left) < 2 or len(top) != 1 or not all(len(one.states) == 1 for one in left):
        return None, ""
    first = top[0].name
    if len(ready) == len(left):
        return first, sentences.CLWLPRTY_PREFERS.format(first=first)
    return first, sentences.CLWLPRTY_AFTER_CHANNEL_STATE.format(first=first)


def _highest(each: list[Owner], key: str) -> list[Owner]:
    """Those with the highest value; none where the evidence does not show it of all."""
    values = [getattr(one, key) for one in each]
    if any(None in value for value in values):
        return []
    return [one for one, value in zip(each, values, strict=True) if value == max(values)]
