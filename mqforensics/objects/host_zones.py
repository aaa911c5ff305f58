"""How far the hosts of queue managers are east of UTC, by the entries of their logs that show both times."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from pyspark.sql import functions as F

from mqforensics.clock.dates import moment, orders
from mqforensics.objects.fact import instant
from mqforensics.spark_compat import SPACE, rows_of

LOCAL = rf"^{SPACE}*[0-9]{{1,4}}[-/.][0-9]{{1,2}}[-/.][0-9]{{1,4}}[, ]"
"""How a heading in a host's own time begins; a log in JSON prints UTC alone."""
HEADING = re.compile(r"(\d{1,4})([-/.])(\d{1,2})[-/.](\d{1,4})[, ]+(\d{1,2})[:.](\d\d)[:.](\d\d)(?: ?([AP])M)?")


class ShownOffset(NamedTuple):
    """How far a queue manager's host was east of UTC by its log, and the first and last local time that show it."""

    queue_manager: str
    east: timedelta
    first: datetime
    last: datetime


def of_log(case) -> list[ShownOffset]:
    """What the log entries of a case with a local heading show, by the first and the last of each hour."""
    if not case.has("log"):
        return []
    exact = case.log.where(F.col("time").isNotNull() & F.col("queue_manager").isNotNull() & F.col("time_note").isNull())
    exact = exact.where(F.col("time_text").rlike(LOCAL))
    entry = F.struct(F.unix_micros("time").alias("at"), F.col("time_text").alias("text"))
    hourly = exact.groupBy("queue_manager", F.date_trunc("hour", "time").alias("hour"))
    rows = rows_of(hourly.agg(F.min(entry).alias("first"), F.max(entry).alias("last")))
    found: dict[tuple[str, timedelta], list[datetime]] = {}
    for row in rows:
        for at, text in (row.first, row.last):
            for east in offset(text, instant(at)):
                found.setdefault((row.queue_manager, east), []).append(instant(at).replace(tzinfo=None) + east)
    return [ShownOffset(*key, min(times), max(times)) for key, times in found.items()]


def last_of(shown: Iterable[ShownOffset]) -> dict[str, timedelta]:
    """How far each host was east of UTC at last."""
    return {one.queue_manager: one.east for one in sorted(shown, key=lambda one: one.last - one.east)}


def offset(text: str | None, time: datetime) -> list[timedelta]:
    """What the heading of an entry says of the zone, where its order of day and month leaves one answer."""
    told = HEADING.match((text or "").strip())
    if not told or "T" in (text or "")[:12]:
        return []
    found = set()
    for day in orders(told[1], "/", told[3], told[4]):  # whatever the mark: the time decides
        local = moment(day, told.group(5, 6, 7), told[8])
        if not local:
            continue
        east = local - time.replace(tzinfo=None)
        near = round(east / timedelta(minutes=15)) * timedelta(minutes=15)
        if abs(near) <= timedelta(hours=14) and abs(east - near) <= timedelta(seconds=2):
            found.add(near)
    return list(found) if len(found) == 1 else []
