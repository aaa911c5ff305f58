"""Messages that no consumer of a trace had by its end: how long at least, and what they were given meanwhile."""

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from mqforensics.questions.browse.handles import BEGIN, handles
from mqforensics.questions.browse.traced_messages import SIGHTS
from mqforensics.spark_compat import greatest, ordering, rows_of

QUEUE = ("queue_manager", "queue")
PUT = ("since", "msg_id", "put_time", "priority", "visible_by", "evidence")


def remaining_messages(timeline: DataFrame, calls: DataFrame, late: float, time_is: str = BEGIN) -> list[Row]:
    """One row a queue on which messages waited `late` seconds or more until the last call of a consumer in the trace.

    `messages`: how many; `worst`: the `PUT` columns of the one that waited longest; `waited`: seconds, at least;
    since it was surely visible consumers were given `given` other messages, `newer` of them put later, and got 2033
    `nothing` times; `end`: their last call. The longest wait first.
    """
    waiting = timeline.where("first_time is null and put_time is not null and visible_by <> 'MQBACK'")
    within = F.expr("make_dt_interval(0, 0, 0, coalesce(visible_within, 0))")
    waiting = waiting.withColumn("since", F.col("visible_time") + within)
    if not waiting.take(1):
        return []
    asked = handles(calls, time_is).where(F.col("kind").isin(*SIGHTS) & F.coalesce("consumer", F.lit(True)))
    asked = asked.select(*QUEUE, "ended", "returned", "reason", "md_put", "file", "number").persist()
    try:
        last = asked.groupBy(*QUEUE).agg(F.timestamp_micros(F.max("ended")).alias("last"))
        long = F.col("last") - F.expr(f"make_dt_interval(0, 0, 0, {float(late)})") >= F.col("since")
        kept = waiting.join(F.broadcast(last), list(QUEUE)).where(long).groupBy(*QUEUE).agg(
            F.count("*").alias("messages"), F.min_by(F.struct(*PUT), ordering(*PUT[:-1])).alias("worst"),
        )  # fmt: skip
        after = F.col("ended") > F.unix_micros("worst.since")
        given = F.col("returned").cast("int")
        newer = F.coalesce((F.col("md_put") > F.unix_micros("worst.put_time")).cast("int"), F.lit(0)) * given
        end = greatest("ended", "file", "number")
        told = asked.join(F.broadcast(kept), list(QUEUE)).where(after).groupBy(*QUEUE).agg(
            F.first("messages").alias("messages"), F.first("worst").alias("worst"), F.sum(given).alias("given"),
            F.sum(newer).alias("newer"), F.count_if(F.col("reason") == 2033).alias("nothing"), end.alias("end"),
        )  # fmt: skip
        waited = F.round((F.col("end.ended") - F.unix_micros("worst.since")) / 1_000_000, 3)
        return rows_of(told.withColumn("waited", waited).orderBy(F.desc("waited"), *QUEUE))
    finally:
        asked.unpersist()
