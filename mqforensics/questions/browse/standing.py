"""Where the cursor stood that was to find a message, at the moment the message became visible.

The strategy: put each message as an event among the calls of the handle that found it, in order of time, and look
back to the last call (a window); then count, within the sweep before that, by put time (another window).
"""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import PLACE

BOX = ("queue_manager", "box_owner", "box_handle")
OF_CALL = (
    "queue_manager", "queue", *PLACE, "order", "kind", "returned", "msg_id", "sweep", "nexts", "given", "nothing",
    "counts_as", "arrival", "own_priority",
)  # fmt: skip
OF_MESSAGE = (
    "message", "instance", "put", "found", "got", "gets", "browses", "last_browse", "backouts", "put_time", "seen_time",
    "visible", "visible_latest", "visible_by", "is_late", "order_known",
)  # fmt: skip
"""The columns that a call, and that a message, takes along."""
SPREAD = 64
"""Messages that nobody found are spread over so many groups of their own."""


def standings(told: DataFrame, late: float, msgdlvsq: str | dict[str, str] | None = None) -> DataFrame:
    """One row a message: the rows of `messages` that tell one, with `then` (the finder's state when it became visible).

    `then.sweep`, `then.nexts`, `then.given`, `then.nothing` are null when the finder has no earlier call;
    `cursor` is the message its cursor was on in that sweep (null before the first); `passed`: the message's place
    is before the cursor's; `equal`: at the same effective priority. Where the moment is not exactly known this is so
    for the earliest, and `at_latest` is the same for the latest. Of the sweep before the one that found it: `newer`,
    how many messages put later than this one it returned, and `went_by`, whether it went by its place.
    `is_late`: put to get (or to the first browse) took `late` seconds or more.
    """
    declared = _declared(msgdlvsq)
    taken = F.coalesce("got", "seen_time") - F.col("put_time")
    late_rows = told.withColumns({
        "order_known": declared.isNotNull(),
        "is_late": F.coalesce(taken >= round(late * 1_000_000), F.lit(False)),
        "counts_as": -_effective(declared),
        "arrival": F.coalesce("put_time", "began"),
    })  # fmt: skip
    return late_rows.transform(_events).transform(_looked_back).transform(_counted).transform(_one_a_message)


def _declared(msgdlvsq: str | dict[str, str] | None) -> Column:
    if isinstance(msgdlvsq, str):
        return F.lit(msgdlvsq)
    if not msgdlvsq:
        return F.lit(None).cast("string")
    return F.try_element_at(F.create_map(*[F.lit(x) for pair in msgdlvsq.items() for x in pair]), F.col("queue"))


def _effective(declared: Column) -> Column:
    inferred = F.when(F.coalesce("fifo", F.lit(False)) | F.coalesce("found.fifo", F.lit(False)), F.lit(mq.FIFO))
    return F.when(F.coalesce(declared, inferred) == mq.FIFO, F.lit(0)).otherwise(F.coalesce("own_priority", F.lit(0)))


def _events(rows: DataFrame) -> DataFrame:
    nobody = F.concat(F.lit("nobody "), F.abs(F.xxhash64("message")) % SPREAD)

    def message(when: str) -> Column:
        return F.struct(
            F.lit(True).alias("is_message"), F.coalesce(when, "put_time").alias("happened"),
            F.when(F.col("found").isNull(), nobody).otherwise(F.col("found.owner")).alias("box_owner"),
            F.col("found.handle").alias("box_handle"),
        )  # fmt: skip

    unsure = F.col("teller") & F.col("is_late") & (F.col("visible_latest") > F.col("visible"))
    call = F.struct(
        F.lit(False).alias("is_message"), F.col("ended").alias("happened"),
        F.col("owner").alias("box_owner"), F.col("handle").alias("box_handle"),
    )  # fmt: skip
    of_handle = F.col("kind").isin("first", "next", "under", "get", "open")
    told = [F.when(F.col("teller"), message("visible")), F.when(unsure, message("visible_latest"))]
    events = F.array_compact(F.array(*told, F.when(of_handle, call)))
    exploded = rows.withColumn("event", F.explode(events)).select(*OF_CALL, *OF_MESSAGE, "event.*")
    return exploded.withColumns({name: F.when(F.col("is_message"), F.col(name)) for name in OF_MESSAGE})


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
    asked = F.when(F.col("is_late"), F.col("found.sweep") - 1)
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
        "went_by": F.coalesce(own < F.col("deepest"), F.lit(False)),
    })  # fmt: skip


def _one_a_message(counted: DataFrame) -> DataFrame:
    both = Window.partitionBy(*BOX, "message", "instance")
    state = F.struct("then.sweep", "then.nexts", "cursor", "passed", "equal", "newer")
    latest = F.max(F.when(F.col("happened") > F.col("visible"), state)).over(both)
    told = counted.where("is_message").withColumn("at_latest", latest)
    return told.where(F.col("happened") <= F.coalesce("visible", "happened"))
