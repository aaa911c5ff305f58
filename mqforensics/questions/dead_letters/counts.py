"""Counts of dead-lettered messages: by reason, by origin, by age, over time, of `letters` as `dead_letters` gives
them."""

from datetime import datetime

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.objects.dead_letters import arrival
from mqforensics.spark_compat import moment, seconds

RARE = 2
AGES = ((3600, "under an hour"), (86_400, "under a day"), (7 * 86_400, "under a week"), (30 * 86_400, "under a month"))
OLDEST, UNDATED = "a month or more", "no date"
STEPS = ((2 * 3600, "minute"), (3 * 86_400, "hour"), (120 * 86_400, "day"))
"""A span up to so many seconds is drawn by such steps; a longer one by months."""


def by_reason(letters: DataFrame) -> DataFrame:
    """`reason`, `reason_name`, `messages`, `share` (0–1), `destination` (the most common), `destinations` (how many),
    `first`, `last`: the most frequent reason first, of two alike the newer one.
    """
    counted = letters.groupBy("reason", "reason_name").agg(
        F.count("*").alias("messages"),
        F.mode("destination", True).alias("destination"),
        F.countDistinct("destination").alias("destinations"),
        F.min(arrival()).alias("first"),
        F.max(arrival()).alias("last"),
    )
    share = F.round(F.col("messages") / F.sum("messages").over(Window.partitionBy(F.lit(0))), 4)
    return counted.withColumn("share", share).orderBy(F.desc("messages"), F.desc("last"), "reason")


def by_origin(letters: DataFrame) -> DataFrame:
    """`reason`, `reason_name`, `destination`, `application`, `messages`: the most frequent combination first."""
    keys = ["reason", "reason_name", "destination", "application"]
    return letters.groupBy(*keys).agg(F.count("*").alias("messages")).orderBy(F.desc("messages"), *keys)


def outliers(letters: DataFrame, at_most: int = RARE) -> DataFrame:
    """The combinations of `by_origin` that are as rare as `at_most` messages: often the ones worth a look."""
    rare = by_origin(letters).where(F.col("messages") <= at_most)
    return rare.orderBy("messages", "reason", "destination", "application")


def ages(letters: DataFrame, as_of: datetime | None = None) -> DataFrame:
    """`age`, `messages`, oldest last: how long the messages have been there at `as_of`.

    Without `as_of` the newest letter's time counts as now, because a saved dump does not age.
    """
    now = moment(as_of) if as_of else F.col("_now")
    if not as_of:
        letters = letters.crossJoin(F.broadcast(letters.agg(F.max(arrival()).alias("_now"))))
    ago = seconds(now) - seconds(arrival())
    bucket, rank = F.when(ago.isNull(), F.lit(UNDATED)), F.when(ago.isNull(), F.lit(len(AGES) + 1))
    for place, (limit, label) in enumerate(AGES):
        bucket, rank = bucket.when(ago < limit, F.lit(label)), rank.when(ago < limit, F.lit(place))
    age, place = bucket.otherwise(F.lit(OLDEST)), rank.otherwise(F.lit(len(AGES)))
    labelled = letters.select(age.alias("age"), place.alias("rank"))
    return labelled.groupBy("rank", "age").agg(F.count("*").alias("messages")).orderBy("rank").drop("rank")


def arrivals(letters: DataFrame) -> DataFrame:
    """`time` (beginning of the step, UTC), `reason_name`, `messages`; the steps fit the span of the messages."""
    dated = letters.select(arrival().alias("time"), "reason_name").where(F.col("time").isNotNull())
    span = (seconds(F.max("time")) - seconds(F.min("time"))).alias("span")
    step = F.lit("month")
    for limit, name in reversed(STEPS):
        step = F.when(F.col("span") <= limit, F.lit(name)).otherwise(step)
    stepped = dated.crossJoin(F.broadcast(dated.agg(span))).withColumn("time", _start_of_step("time", step))
    return stepped.groupBy("time", "reason_name").agg(F.count("*").alias("messages")).orderBy("time", "reason_name")


def _start_of_step(column: str, step: Column) -> Column:
    cut = {name: F.date_trunc(name, F.col(column)) for name in ("minute", "hour", "day", "month")}
    chosen = cut["month"]
    for name in ("minute", "hour", "day"):
        chosen = F.when(step == name, cut[name]).otherwise(chosen)
    return chosen
