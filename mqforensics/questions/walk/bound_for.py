"""Where the messages of a transmission queue are for, as its dump shows it in their MQXQH."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pyspark.sql import functions as F

from mqforensics.objects.case_evidence import dumps
from mqforensics.objects.fact import Place, instant
from mqforensics.questions.wording import count
from mqforensics.spark_compat import ordering, rows_of
from mqforensics.words import walk as said_of

MOST, NAMED = 200, 3
"""So many destinations of all dumps are looked at, and of one queue so many are named."""


class BoundFor(NamedTuple):
    """The messages of a transmission queue for one destination: how many, when the first was put, where it is."""

    queue: str
    manager: str
    messages: int
    first: int | None
    place: Place


Waiting = Mapping[tuple[str | None, str], list[BoundFor]]
"""By queue manager (None where a dump names none) and transmission queue."""


def of_dumps(case) -> Waiting:
    """What the dumps of transmission queues show; only they are read for it."""
    files = sorted({one.file for one in dumps(case) if one.onward and one.queue})
    if not files:
        return {}
    fields = F.get(F.filter("headers", lambda header: header["StrucId"] == "XQH"), 0)["fields"]
    named = {name: F.try_element_at(fields, F.lit(name)) for name in ("RemoteQName", "RemoteQMgrName")}
    rows = case.messages.where(F.col("file").isin(*files) & named["RemoteQMgrName"].isNotNull()).groupBy(
        "dump_queue_manager", "queue", named["RemoteQName"].alias("to"), named["RemoteQMgrName"].alias("at"),
    ).agg(F.count("*").alias("messages"), F.unix_micros(F.min("put_time")).alias("first"),
          F.min_by(F.struct("file", "number"), ordering("put_time", "file", "number")).alias("place"))  # fmt: skip
    found: dict[tuple[str | None, str], list[BoundFor]] = {}
    for row in rows_of(rows.orderBy(F.desc("messages"), "to", "at", "dump_queue_manager", "queue").limit(MOST)):
        place = Place(row.place.file, None, row.place.number)
        one = BoundFor(row.to or said_of.UNNAMED_QUEUE, row.at, row.messages, row.first, place)
        found.setdefault((row.dump_queue_manager, row.queue), []).append(one)
    return found


def in_words(waiting: list[BoundFor]) -> str:
    """What the evidence shows of a transmission queue, as sentences."""
    if not waiting:
        return ""
    named = [
        said_of.MESSAGES_FOR.format(messages=one.messages, queue=one.queue, manager=one.manager)
        for one in waiting[:NAMED]
    ]
    rest = sum(one.messages for one in waiting[NAMED:])
    named += [said_of.FOR_OTHER_PLACES.format(messages=rest)] if rest else []
    total = count(sum(one.messages for one in waiting), "message")
    told = said_of.DUMP_SHOWS.format(messages=total, named=", ".join(named))
    oldest = instant(min((one.first for one in waiting if one.first is not None), default=None))
    return said_of.OLDEST_PUT.format(said=told, time=oldest) if oldest else told
