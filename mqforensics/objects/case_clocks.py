"""The queue managers of a case and their clocks: pairs of stamps that must have an order, and what shows a zone.

`clock.offsets` has what follows of such pairs, `zones` what logs show of zones; here both are read out of a case.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from functools import reduce
from typing import NamedTuple

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.clock.offsets import (
    QUARTER,
    Bound,
    Offset,
    Zone,
    offset_sentence,
    offsets,
    offsets_within,
    with_skew,
    zones,
)
from mqforensics.clock.zone_names import EAST, WEST
from mqforensics.objects.case_columns import CENTI, owner, putter, seconds_later, zone_seconds
from mqforensics.objects.case_evidence import by_product, dumps, once, zones_of_log
from mqforensics.objects.case_evidence import estate as estate_of
from mqforensics.objects.estate import RECEIVERS, SENDERS, Estate
from mqforensics.spark_compat import local_frame, rows_of, seconds

NO_CONTEXT = 0
REPLY, REPORT = 2, 4
STAMPED = 2.0
"""Seconds: what a stamp of a display may stand for, and as much for which call about a message it is made at."""
AT_ONCE = 2.0
"""Seconds between an alteration and the event of it."""
NAMED = "objects", "log", "events", "calls"
"""The tables whose rows name their queue manager."""
CHANGED = "reason = 2368 and object is not null and queue_manager is not null and fields['ObjectState'] is not null"
"""The events of a change of an object, of before and of after it."""
ALTERED = ("MQCA_ALTERATION_DATE", "MQCA_ALTERATION_TIME")
"""The attributes of such an event that have the time of the alteration."""
SUMMER = 3600.0
ZONE = "ahead double, first timestamp_ntz, last timestamp_ntz"


@once
def managers_of(case) -> list[str]:
    """The queue managers that displays, logs, events, traces and the command lines of dumps name."""
    found = {one.queue_manager for one in dumps(case)}
    if named := [getattr(case, table).select("queue_manager") for table in NAMED if case.has(table)]:
        found.update(row.queue_manager for row in rows_of(reduce(DataFrame.unionByName, named).distinct()))
    return sorted(found - {None})


def bounds_of(case, owners: Mapping[str, str]) -> list[Bound]:
    """What the messages of a case show of the clocks of its queue managers; `owners`: of its dumps, by file."""
    managers = managers_of(case)
    if len(managers) < 2:
        return []
    shown = of_channels(estate_of(case), zones_of(case)) if case.has("objects") else []
    if not case.has("messages"):
        return shown
    known = case.messages.where("md is not null")
    return shown + of_dead_letters(known, owners, managers) + of_replies(known, managers)


def of_channels(estate: Estate, zones: Mapping[str, Zone]) -> list[Bound]:
    """The two ends of a channel that show the same message as their last: it was sent before it arrived.

    It is the same where each end names the other, and the number of the message and a unit of work are the same
    (documentation of DISPLAY CHSTATUS, CURSEQNO and LSTLUWID).
    """
    senders: dict[tuple, list[_End]] = {}
    receivers: dict[tuple, list[_End]] = {}
    for at in estate.managers:
        for end in _ends(estate, at, zones[at]) if at in zones else ():
            if end.sends:
                senders.setdefault((end.channel, end.number, end.at, end.partner), []).append(end)
            else:
                receivers.setdefault((end.channel, end.number, end.partner, end.at), []).append(end)
    pairs = [(a, b) for key, own in senders.items() for a in own for b in receivers.get(key, ())]
    return [Bound(a.at, b.at, b.moved - a.moved + STAMPED) for a, b in pairs if a.units & b.units]


class _End(NamedTuple):
    """What one end of a channel shows of its last message; `moved`: when, in seconds since 1970 by its own clock."""

    at: str
    partner: str | None
    channel: str
    sends: bool
    number: str
    units: frozenset[str]
    moved: float


def _ends(estate: Estate, at: str, zone: Zone) -> Iterator[_End]:
    for row in estate.of(at, ("CHSTATUS",)):
        shown, moved = row.attributes, row.times.get("LSTMSG")
        kind, number = shown.get("CHLTYPE"), shown.get("CURSEQNO") or ""
        if moved is None or not number.strip("0") or kind not in SENDERS + RECEIVERS or not zone.shows(moved):
            continue
        units = frozenset(shown.get(name) or "" for name in ("CURLUWID", "LSTLUWID"))
        units = frozenset(one for one in units if one.strip("0"))
        seconds = moved.replace(tzinfo=UTC).timestamp() - zone.ahead
        yield _End(at, shown.get("RQMNAME"), row.name, kind in SENDERS, number, units, seconds)


def of_dead_letters(messages: DataFrame, owners: Mapping[str, str], managers: list[str]) -> list[Bound]:
    """A message is put before it is dead-lettered elsewhere; the shortest of all says most.

    Only where the descriptor's time is the queue manager's own, and a channel or the queue manager dead-lettered it.
    """
    sure = messages.where(by_product() & (F.col("md.PutApplType") != NO_CONTEXT)).select(
        putter(managers).alias("earlier"), owner(owners).alias("later"), _seconds("dlq_time", "put_time"),
    )  # fmt: skip
    return _bounds(sure)


def of_replies(messages: DataFrame, managers: list[str]) -> list[Bound]:
    """A request is put before its reply or report, which carries its MsgId as CorrelId."""
    own = F.col("md.PutApplType") != NO_CONTEXT
    asked = messages.where(own & F.col("md.MsgId").isNotNull()).select(
        F.col("md.MsgId").alias("id"), putter(managers).alias("earlier"), F.col("put_time").alias("asked"),
    )  # fmt: skip
    answered = messages.where(own & F.col("md.MsgType").isin(REPLY, REPORT)).select(
        F.col("md.CorrelId").alias("id"), putter(managers).alias("later"), F.col("put_time").alias("answered"),
    )  # fmt: skip
    paired = asked.dropDuplicates(["id"]).join(answered, "id")
    return _bounds(paired.select("earlier", "later", _seconds("answered", "asked")))


def _seconds(later: str, earlier: str) -> Column:
    return (seconds(later) - seconds(earlier) + CENTI).alias("seconds")


def _bounds(pairs: DataFrame) -> list[Bound]:
    told = pairs.where("earlier is not null and later is not null and earlier != later and seconds is not null")
    return [Bound(*row) for row in rows_of(told.groupBy("earlier", "later").agg(F.min("seconds")))]


@once
def zones_of(case) -> dict[str, Zone]:
    """The zone of each queue manager's host, where the evidence shows it.

    An entry of a log that prints both times shows it, a capture with an offset, and an event of an object after it was
    altered, which has the moment of that by its host's clock; a capture in UTC does not: anyone who took it may have
    asked for UTC.
    """
    told: dict[str, list[Zone]] = {}
    for one in zones_of_log(case):
        told.setdefault(one.queue_manager, []).append(Zone(one.east.total_seconds(), one.first, one.last))
    for row in _zone_rows(case):
        told.setdefault(row.queue_manager, []).append(Zone(row.ahead, row.first, row.last))
    return zones(told)


def _zone_rows(case) -> list:
    tables = [shown(case) for name, shown in TELLING.items() if case.has(name)]
    if not tables:
        return []
    told = reduce(DataFrame.unionByName, tables).where("queue_manager is not null and ahead is not null")
    ends = F.min("local").alias("first"), F.max("local").alias("last")
    return rows_of(told.groupBy("queue_manager", "ahead").agg(*ends))


def _of_captures(case) -> DataFrame:
    return _ahead(case.objects.where("zone != 'UTC' and captured is not null"), zone_seconds(), F.col("captured"))


def _of_alterations(case) -> DataFrame:
    after = case.events.where(CHANGED).where("lower(fields['ObjectState']) like 'after%' and time is not null")
    seconds = F.unix_timestamp(alteration_time("fields")) - F.unix_timestamp("time")
    at_once = F.abs(seconds - F.round(seconds / QUARTER) * QUARTER) <= AT_ONCE
    return _ahead(after.where(at_once & (F.abs(seconds) <= EAST.total_seconds())), seconds, alteration_time("fields"))


TELLING = {"objects": _of_captures, "events": _of_alterations}
"""By the table of a case: what in it shows a zone, beside its log."""


def _ahead(rows: DataFrame, ahead: Column, local: Column) -> DataFrame:
    quarter = (F.round(ahead / QUARTER) * QUARTER).cast("double").alias("ahead")
    return rows.select("queue_manager", quarter, local.cast("timestamp_ntz").alias("local"))


def alteration_time(fields: str) -> Column:
    """When the object was altered, by the clock of its host, from the fields of an event."""
    text = F.concat_ws(" ", *(F.try_element_at(fields, F.lit(name)) for name in ALTERED))
    return F.try_to_timestamp(F.rtrim(text), F.lit("yyyy-MM-dd HH.mm.ss"))


def known_clocks(names: Iterable[str], bounds: Sequence[Bound], zones: Mapping[str, Zone]) -> tuple:
    """What `offsets` makes of these bounds, the zones of the hosts, and what `agreed` takes."""
    known = offsets(names, bounds)
    # What a stamp cuts off is no reason to show what came of something before it, if the bounds leave the room.
    tight = [one._replace(seconds=one.seconds - CENTI) for one in bounds]
    taken = tight if offsets(names, tight)[2] == known[2] else bounds
    return (*known, zones, offsets_within(names, taken))


def clock_table(spark, known: tuple, managers: Iterable[str], skew: float | None) -> DataFrame:
    """What is known of the clock of each queue manager, for `placed`; `known`: as `clocks` gives it."""
    reference, told, wrong, zones, shifts = known
    rows = []
    for name in managers:
        offset = told.get(name, Offset())
        said = offset_sentence(name, reference, offset)
        said += "; its pairs contradict each other" if name in wrong else ""
        taken = with_skew(offset, skew)
        least, most = (None if abs(end) == float("inf") else end for end in (taken.least, taken.most))
        rows.append((name, said, least, most, shifts.get(name, 0.0), *zones.get(name, (None, None, None))))
    schema = "queue_manager string, said string, least double, most double, shift double, "
    return local_frame(spark, rows, schema + ZONE)


def floats() -> Column:
    """Whether a time is by the wall clock of a host whose zone is not known."""
    return ~F.col("is_utc") & F.col("ahead").isNull()


def instants() -> list[Column]:
    """`time`, `earliest` and `latest` of rows with `at`, `is_utc`, `resolution` and the columns of `clock_table`."""
    utc = seconds_later("at", -F.when(F.col("is_utc"), F.lit(0.0)).otherwise(F.coalesce("ahead", F.lit(0.0))))
    # Clocks may have been put forward or back for the summer between a local time and the days that show the zone.
    day = F.expr("INTERVAL 1 DAY")
    shown = F.col("at").cast("timestamp_ntz").between(F.col("first") - day, F.col("last") + day)
    summer = F.when(~F.col("is_utc") & ~F.coalesce(shown, F.lit(False)), SUMMER).otherwise(0.0)
    early = F.col("most") + F.when(floats(), EAST.total_seconds()).otherwise(summer)
    late = -F.col("least") + F.col("resolution") + F.when(floats(), -WEST.total_seconds()).otherwise(summer)
    return [
        seconds_later(utc, -F.coalesce("shift", F.lit(0.0))).alias("time"),
        seconds_later(utc, -early).alias("earliest"),
        seconds_later(utc, late).alias("latest"),
    ]
