"""Pairs of stamps on two hosts that must have an order, counted by Spark; and what tells the zone of a host."""

from collections.abc import Mapping

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.clocks import Bound, zones
from mqforensics.questions.timeline.sources import CENTI, _local, owner, putter

MCAS = r"^(amqrmppa|amqcrsta|runmqchl|runmqlsr|amqrmppa64|CSQX)"
"""Programs of the product that dead-letter what a channel brings (documentation of MQDLH, PutApplName)."""
QUEUE_MANAGER, NO_CONTEXT = 7, 0
REPLY, REPORT = 2, 4


def of_dead_letters(messages: DataFrame, owners: Mapping[str, str], managers: list[str]) -> list[Bound]:
    """A message is put before it is dead-lettered elsewhere; the shortest of all says most.

    Only where the descriptor's time is the queue manager's own, and a channel or the queue manager dead-lettered it.
    """
    by_product = F.col("dlh.PutApplName").rlike(MCAS) | (F.col("dlh.PutApplType") == QUEUE_MANAGER)
    sure = messages.where(by_product & (F.col("md.PutApplType") != NO_CONTEXT)).select(
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
    return (F.col(later).cast("double") - F.col(earlier).cast("double") + CENTI).alias("seconds")


def _bounds(pairs: DataFrame) -> list[Bound]:
    told = pairs.where("earlier is not null and later is not null and earlier != later and seconds is not null")
    return [Bound(*row) for row in told.groupBy("earlier", "later").agg(F.min("seconds")).collect()]


def zones_of(case) -> dict[str, float]:
    """By how many seconds the local time of each queue manager's host is ahead of UTC, where the evidence tells it."""
    told: dict[str, set[float]] = {}
    for row in _told(case):
        told.setdefault(row.queue_manager, set()).add(row.ahead)
    return zones(told)


def _told(case) -> list:
    rows = []
    if case.has("log"):
        ahead = F.unix_timestamp(_local("time_text")) - F.unix_timestamp("time")
        rows += _distinct(case.log.where("time is not null"), ahead)
    if case.has("objects"):
        rows += _distinct(case.objects.where("zone is not null"), zone_seconds())
    return rows


def _distinct(rows: DataFrame, ahead: Column) -> list:
    quarter = (F.round(ahead / 900) * 900).cast("double").alias("ahead")
    return rows.select("queue_manager", quarter).where("queue_manager is not null and ahead is not null") \
        .distinct().collect()  # fmt: skip


def zone_seconds() -> Column:
    """The column `zone` as seconds ahead of UTC."""
    minutes = F.substring("zone", 2, 2).try_cast("int") * 60 + F.substring("zone", 5, 2).try_cast("int")
    signed = F.when(F.substring("zone", 1, 1) == "-", -minutes).otherwise(minutes)
    return F.when(F.col("zone") == "UTC", F.lit(0)).otherwise(signed) * 60
