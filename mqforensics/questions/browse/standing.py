"""Where the cursor stood that was to find a message, at the moment the message became visible.

The strategy: put each message as an event among the calls of the handle that found it, in order of time, and look
back to the last call (a window); then, within the sweep that ran then, count by put time (another window).
"""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import PLACE

BOX = ("queue_manager", "box_owner", "box_handle")
SPREAD = 64
"""Messages that nobody found are spread over so many groups of their own."""


def standings(told: DataFrame, late: float, msgdlvsq: str | dict[str, str] | None = None) -> DataFrame:
    """One row a message: the rows of `messages` that tell one, with `then` (the finder's state when it became visible).

    `then.sweep`, `then.nexts`, `then.given`, `then.nothing` are null when the finder has no earlier call;
    `cursor` is the message its cursor was on in that sweep (null before the first); `passed`: the message's place
    is before the cursor's; `equal`: at the same effective priority; `went_by`: it was not, but the cursor went by
    before the sweep ended, as it does while a message is not committed; `newer`: how many messages put later than
    this one the sweep had returned. `is_late`: put to get (or to the first browse) took `late` seconds or more.
    """
    taken = F.coalesce("got", "seen_time") - F.col("put_time")
    late_rows = told.withColumns({
        "is_late": F.coalesce(taken >= round(late * 1_000_000), F.lit(False)),
        "counts_as": -_effective(msgdlvsq),
        "arrival": F.coalesce("put_time", "began"),
    })  # fmt: skip
    return late_rows.transform(_events).transform(_looked_back).transform(_counted).where("is_message")


def _effective(msgdlvsq) -> Column:
    declared = F.lit(None).cast("string")
    if isinstance(msgdlvsq, str):
        declared = F.lit(msgdlvsq)
    elif msgdlvsq:
        of = F.create_map(*[F.lit(x) for pair in msgdlvsq.items() for x in pair])
        declared = F.try_element_at(of, F.col("queue"))
    inferred = F.when(F.coalesce("fifo", F.lit(False)) | F.coalesce("found.fifo", F.lit(False)), F.lit(mq.FIFO))
    return F.when(F.coalesce(declared, inferred) == mq.FIFO, F.lit(0)).otherwise(F.coalesce("own_priority", F.lit(0)))


def _events(rows: DataFrame) -> DataFrame:
    nobody = F.concat(F.lit("nobody "), F.abs(F.xxhash64("message")) % SPREAD)
    message = F.struct(
        F.lit(True).alias("is_message"), F.coalesce("visible", "put_time").alias("happened"),
        F.when(F.col("found").isNull(), nobody).otherwise(F.col("found.owner")).alias("box_owner"),
        F.col("found.handle").alias("box_handle"),
    )  # fmt: skip
    call = F.struct(
        F.lit(False).alias("is_message"), F.col("ended").alias("happened"),
        F.col("owner").alias("box_owner"), F.col("handle").alias("box_handle"),
    )  # fmt: skip
    of_handle = F.col("kind").isin("first", "next", "under", "get", "open")
    events = F.array_compact(F.array(F.when(F.col("teller"), message), F.when(of_handle, call)))
    return rows.withColumn("event", F.explode(events)).select("*", "event.*").drop("event")


def _looked_back(events: DataFrame) -> DataFrame:
    told = Window.partitionBy(*BOX).orderBy("happened", F.desc("is_message"), "order", *PLACE)
    before = told.rowsBetween(Window.unboundedPreceding, -1)
    call = ~F.col("is_message")
    browsed = call & F.col("returned") & F.col("kind").isin("first", "next")
    priority = F.col("own_priority").alias("priority")
    cursor = F.struct("sweep", "counts_as", "arrival", priority, "msg_id", *PLACE)
    looked = events.withColumns({
        "then": F.last(F.when(call, F.struct("sweep", "nexts", "given", "nothing")), ignorenulls=True).over(before),
        "cursor": F.last(F.when(browsed, cursor), ignorenulls=True).over(before),
    })  # fmt: skip
    looked = looked.withColumn("cursor", F.when(F.col("cursor.sweep") == F.col("then.sweep"), F.col("cursor")))
    own, its = F.struct("counts_as", "arrival"), F.struct("cursor.counts_as", "cursor.arrival")
    return looked.withColumns({
        "passed": F.coalesce(own < its, F.lit(False)),
        "equal": F.coalesce(F.col("counts_as") == F.col("cursor.counts_as"), F.lit(False)),
    })  # fmt: skip


def _counted(looked: DataFrame) -> DataFrame:
    asked = F.when(F.col("is_late"), F.col("then.sweep"))
    browsed = ~F.col("is_message") & F.col("returned") & F.col("kind").isin("first", "next")
    swept = looked.withColumn("in_sweep", F.when(F.col("is_message"), asked).otherwise(F.col("sweep")))
    whole = Window.partitionBy(*BOX, "in_sweep")
    older = whole.orderBy("arrival", "is_message").rowsBetween(Window.unboundedPreceding, 0)
    counted = swept.withColumns({
        "older": F.sum(browsed.cast("int")).over(older),
        "all_of_sweep": F.sum(browsed.cast("int")).over(whole),
        "deepest": F.max(F.when(browsed, F.struct("counts_as", "arrival"))).over(whole),
    })  # fmt: skip
    own = F.struct("counts_as", "arrival")
    return counted.withColumns({
        "newer": F.col("all_of_sweep") - F.col("older"),
        "went_by": F.coalesce(~F.col("passed") & (own < F.col("deepest")), F.lit(False)),
        "equal_to_deepest": F.coalesce(F.col("counts_as") == F.col("deepest.counts_as"), F.lit(False)),
    })  # fmt: skip
