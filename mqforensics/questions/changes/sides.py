"""What is known of two cases alone: whether the one given as the later is the older, and which messages they share."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.spark_compat import least, ordering
from mqforensics.words.changes import APPEARED, STAYED, TURNED, VANISHED

SIDES = ("before/", "after/")
"""What is before the name of a file where two cases are compared: both may have a file of one name."""
STAMP = "yyyy-MM-dd HH:mm:ss 'UTC'"


def with_turned(made: DataFrame, shown: DataFrame) -> DataFrame:
    """The changes with a row for each queue manager whose captures were given in the reverse order of their times.

    Of its other rows the times and who did it are left out: they are those of the other direction.
    """
    sides = {name: F.col("side") == place for place, name in enumerate(("before", "after"))}
    none = F.lit(None)
    lines = [least("file", "line", where=side).alias(f"{name}_line") for name, side in sides.items()]
    ends = F.min(F.when(sides["before"], F.col("utc"))).alias("first"), F.max("utc_after").alias("last")
    shown = shown.withColumn("utc_after", F.when(sides["after"], F.col("utc")))
    spans = shown.groupBy("queue_manager").agg(*ends, F.bool_and(F.col("utc").isNotNull()).alias("timed"), *lines)
    turned = spans.where("timed and first > last")
    places = [
        F.struct(f"{name}_line.file", f"{name}_line.line", none.cast("int").alias("number"),
                 none.cast("string").alias("text")) for name in sides
    ]  # fmt: skip
    told = turned.select(
        "queue_manager", F.lit("QMGR").alias("type"), F.col("queue_manager").alias("object"), F.lit("").alias("record"),
        F.date_format("first", STAMP).alias("before"), F.date_format("last", STAMP).alias("after"),
        F.lit(TURNED).alias("kind"), F.array(*places).alias("evidence"),
    )  # fmt: skip
    names = made.columns
    made = made.join(F.broadcast(turned.select("queue_manager", "first")), "queue_manager", "left")
    for name in ("earliest", "latest", "earliest_utc", "latest_utc", "who"):
        made = made.withColumn(name, F.when(F.col("first").isNull(), F.col(name)))
    return made.select(*names).unionByName(told, allowMissingColumns=True)


def of_messages(before, after, everything: bool) -> DataFrame:
    """Messages that two dumps of one queue do not share, by MsgId; with `everything` those that they share, too."""
    none, text = F.lit(None).cast("int"), F.lit(None).cast("string")

    def dumped_ids(case, side: str) -> DataFrame:
        known = case.messages.where("queue is not null and md.MsgId is not null")
        file = F.concat(F.lit(side), "file").alias("file")
        place = F.struct(file, none.alias("line"), "number", text.alias("text"))
        first = F.min_by(place, ordering("file", "number")).alias("place")
        return known.groupBy("queue", F.hex("md.MsgId").alias("id")).agg(first)

    old, new = map(dumped_ids, (before, after), SIDES)
    both = old.select("queue").distinct().join(new.select("queue").distinct(), "queue")
    gone = old.join(new, ["queue", "id"], "left_anti").join(both, "queue").withColumn("kind", F.lit(VANISHED))
    come = new.join(old, ["queue", "id"], "left_anti").join(both, "queue").withColumn("kind", F.lit(APPEARED))
    time = F.lit(None).cast("timestamp_ntz")
    found = come.unionByName(gone)
    if everything:
        both = new.join(old.select("queue", "id"), ["queue", "id"])
        found = found.unionByName(both.withColumn("kind", F.lit(STAYED)))
    return found.select(
        text.alias("queue_manager"), F.lit("MESSAGE").alias("type"), F.col("queue").alias("object"),
        F.lit("").alias("record"),
        F.col("id").alias("attribute"), text.alias("before"), text.alias("after"), time.alias("earliest"),
        time.alias("latest"), text.alias("who"), "kind", F.array("place").alias("evidence"),
    )  # fmt: skip
