"""What ended connections, or kept them from being made, without refusing any.

A queue manager that was down, a listener without its port, a program that failed, a cut when idle.

What a client prints of these names neither. A client that is cut off learns of it by its next call. Sources: messages
AMQ8003, AMQ8004, AMQ9218 and AMQ9545; "DISCINT"; failure reports (FDC).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from pyspark.sql import functions as F

from mqforensics.objects.entries import entries, of_an_instance
from mqforensics.objects.fact import instant
from mqforensics.objects.run_states import RunState
from mqforensics.objects.security import Security
from mqforensics.questions.refused.proposals import Note
from mqforensics.spark_compat import rows_of
from mqforensics.words import refused as words
from mqforensics.words.grammar import at_time

STARTED, ENDED, IDLE, UNBOUND = "AMQ8003", "AMQ8004", "AMQ9545", "AMQ9218"
DOWN, BROKEN, FAILED, UNREACHED = TOLD_OF = (
    "QUEUE_MANAGER_NOT_AVAILABLE", "CONNECTION_BROKEN", "UNEXPECTED_ERROR", "HOST_NOT_AVAILABLE",
)  # fmt: skip
"""The codes of what clients say that they may be told of."""
MOST, TOLD = 1000, 3
CLOCKS = timedelta(seconds=5)
LONGEST, MINUTE = timedelta(days=1), timedelta(minutes=1)


class Ending(NamedTuple):
    """From when to when: a queue manager that was down (`until` None: it did not start again), or a cut connection.

    `probe`: of a failure report, which ended nothing for sure. `port`: one that a listener did not get.
    """

    queue_manager: str
    since: datetime
    until: datetime | None
    channel: str | None
    places: tuple[tuple[str, int], ...]
    probe: str | None = None
    port: str | None = None


def endings(case) -> list[Ending]:
    """What the logs of the queue managers of a case show, in the order of time."""
    if not case.has("log"):
        return []
    channel, probe = (F.try_element_at("inserts", F.lit(name)).alias(name) for name in ("channel", "probe"))
    port = F.coalesce(F.nullif(F.regexp_extract("text", "port number ([0-9]{1,5})", 1), F.lit("")),
                      F.try_element_at("inserts", F.lit("ArithInsert1")))  # fmt: skip
    port = F.when(F.col("message") == UNBOUND, port).alias("port")
    wanted = F.col("message").isin(STARTED, ENDED, IDLE, UNBOUND) | probe.isNotNull()
    wanted = wanted & F.col("time").isNotNull() & F.col("time_note").isNull() & F.col("queue_manager").isNotNull()
    wanted = wanted & ~of_an_instance(case)
    found = entries(case, wanted).select(
        "queue_manager", "message", F.unix_micros("time").alias("time"), channel, probe, port, "file", "line"
    )
    rows = rows_of(found.orderBy(F.desc("time"), F.desc("file"), F.desc("line")).limit(MOST))
    return _endings(
        [
            (row.queue_manager, row.message, instant(row.time), row.channel, (row.file, row.line), row.probe, row.port)
            for row in reversed(rows)
        ]
    )


def _endings(rows: Iterable[tuple]) -> list[Ending]:
    made: list[Ending] = []
    down: dict[str, int] = {}
    for manager, message, time, channel, place, probe, *port in rows:
        if message == UNBOUND:
            made.append(Ending(manager, time, time, None, (place,), port=port[0]))
        elif probe:
            made.append(Ending(manager, time, time, None, (place,), probe))
        elif message == STARTED and manager in down:
            one = made[down.pop(manager)]
            made[made.index(one)] = one._replace(until=time, places=(*one.places, place))
        elif message == ENDED:
            down[manager] = len(made)
            made.append(Ending(manager, time, None, None, (place,)))
        elif message == IDLE and channel:
            made.append(Ending(manager, time, time, channel, (place,)))
    return made


def ending_of(row: Mapping, known: Sequence[Ending], securities: Mapping[str | None, Security]) -> Note | None:
    """What ended, or kept from being made, the connection that a client reports."""
    own = [one for one in known if row["queue_manager"] in (None, one.queue_manager)]
    if row["code"] == FAILED:
        return _failure_note([one for one in own if one.probe and _near(one, row["time"])], row["time"])
    if row["code"] == UNREACHED:
        return _unbound(
            [one for one in own if one.port and one.port == row.get("port") and _is_shortly_before(one, row["time"])]
        )
    if row["code"] == DOWN:
        down = [one for one in own if not (one.channel or one.probe or one.port)]
        return _downtime_note([one for one in down if _covers(one, row["time"])], row["time"])
    if row["code"] != BROKEN or row["time"] is None or row["channel"]:
        return None
    return _cut(
        [
            one
            for one in own
            if one.channel and _is_shortly_before(one, row["time"]) and _serves_clients(one, securities)
        ]
    )


def run_state(row: Mapping, shown: Mapping[str, RunState]) -> Note | None:
    """That dspmq shows the queue manager that a client called, or was connected to, to take none where it was asked."""
    one = shown.get(row["queue_manager"]) if row["code"] in (DOWN, UNREACHED, BROKEN) else None
    if one is None:
        return None
    is_then = row["time"] and one.at and abs(one.at - row["time"]) <= CLOCKS
    so_then = "" if is_then else words.OR_THEN
    said = words.NOT_RUNNING.format(
        manager=row["queue_manager"], status=one.status, when=at_time(one.at), meaning=one.meaning, so_then=so_then
    )
    return Note(said, ((one.place.file, one.place.line or 1),))


def _is_shortly_before(one: Ending, time: datetime | None) -> bool:
    return time is not None and one.since <= time + CLOCKS and time - one.since <= LONGEST


def _near(one: Ending, time: datetime | None) -> bool:
    return time is None or abs(one.since - time) <= MINUTE


def _failure_note(found: Sequence[Ending], time: datetime | None) -> Note | None:
    if len({(one.queue_manager, one.probe) for one in found}) != 1:
        return None
    last = found[-1]
    said = words.FAILURE_REPORT.format(manager=last.queue_manager, probe=last.probe, time=last.since)
    said += "" if time else words.MAY_BE_ANOTHERS
    return Note(said, last.places)


def _unbound(found: Sequence[Ending]) -> Note | None:
    if len({one.queue_manager for one in found}) != 1:
        return None
    last = found[-1]
    said = words.NO_PORT.format(manager=last.queue_manager, port=last.port, time=last.since)
    return Note(words.LISTENED_LATER.format(said=said), last.places)


def _covers(one: Ending, time: datetime | None) -> bool:
    return time is None or one.since - CLOCKS <= time <= (one.until or time) + CLOCKS


def _serves_clients(one: Ending, securities: Mapping[str | None, Security]) -> bool:
    shown = securities.get(one.queue_manager)
    return shown is not None and shown.channel(one.channel, "CHLTYPE") == "SVRCONN"


def _downtime_note(found: Sequence[Ending], time: datetime | None) -> Note | None:
    if not found or len(found) > TOLD:
        return None
    said = " ".join(words.ENDED.format(manager=one.queue_manager, time=one.since)
                    + (words.AND_STARTED.format(time=one.until) if one.until else ".")
                    for one in found)  # fmt: skip
    said += "" if time else words.WITHOUT_ZONE
    return Note(said, tuple(place for one in found for place in one.places))


def _cut(found: Sequence[Ending]) -> Note | None:
    if not found or len({(one.queue_manager, one.channel) for one in found}) > 1:
        return None
    last = found[-1]
    said = words.CUT.format(channel=last.channel, manager=last.queue_manager, time=last.since)
    return Note(words.NOTICED_LATER.format(said=said), last.places)
