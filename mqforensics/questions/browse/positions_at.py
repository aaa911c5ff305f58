"""Where the cursor stood that was to find a message, at the moment the message became visible.

The strategy: put the moments of each message among the calls of the handle that found it, in order of time, and let
one machine pass over them (`lookback`); then bring the moments of a message together again.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.case.settings import is_sequence
from mqforensics.objects.case_columns import looked_up
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.cursor_position import CALL, FOUND, LATEST, VISIBLE, LookBack
from mqforensics.questions.browse.handles import PLACE
from mqforensics.questions.browse.stream import with_machine_columns
from mqforensics.spark_compat import sorted_within
from mqforensics.validation import ChoiceExpected, Kind

BOX = ("queue_manager", "box_owner", "box_handle")
OF_BOTH = ("queue_manager", "queue", *PLACE, "order", "msg_id", "own_priority", "arrival", "is_fifo")
OF_CALL = ("kind", "returned", "sweep", "nexts", "given", "nothing")
OF_MESSAGE = (
    "message", "instance", "put", "found", "got", "gets", "browses", "last_browse", "backouts", "put_time", "seen_time",
    "visible", "visible_latest", "visible_by", "is_late", "order_known", "is_fifo_later",
    "finding_sweep",
)  # fmt: skip
"""The columns that calls and messages take along."""
CURSOR = ("msg_id", "priority", "file", "number")
SPREAD = 64
"""Messages that nobody found are spread over so many groups of their own."""


class Order(NamedTuple):
    """The MSGDLVSQ of a queue of a queue manager, in force from `since` (UTC) on."""

    queue_manager: str
    queue: str
    sequence: str
    since: datetime


Orders = str | Mapping[str, str] | Sequence[Order] | None
"""MSGDLVSQ of all queues, by queue, or as definitions show it."""


def _orders(given: Orders) -> Orders:
    shown = not isinstance(given, str | Mapping) and all(isinstance(one, Order) for one in given)
    return given if shown or is_sequence(given) else None


ORDERS = Kind(f"{mq.PRIORITY} or {mq.FIFO}, for all queues or by queue,", ChoiceExpected, _orders)


def cursor_positions(told: DataFrame, late: float, msgdlvsq: Orders = None) -> DataFrame:
    """One row a message: the rows of `messages` that show one, with the columns of `lookback.LookBack`.

    They are for the moment it became visible; where that is not exactly known, for the earliest, and `at_latest` has
    `sweep`, `nexts`, `cursor`, `passed` and `equal` for the latest. `is_late`: put to get (or to the first browse) took
    `late` seconds or more; `newer`, `went_by` and `overtaken` are reported of late messages only.
    """
    told, declared, later = _with_delivery_order(told, msgdlvsq)
    taken = F.coalesce("got", "seen_time") - F.col("put_time")
    known = told.withColumns({
        "order_known": declared.isNotNull(),
        "is_fifo_later": F.coalesce(later == mq.FIFO, F.lit(False)),
        "is_late": F.coalesce(taken >= round(late * 1_000_000), F.lit(False)),
        "is_fifo": F.coalesce(declared == mq.FIFO, F.col("found.fifo"), F.lit(False)),
        "arrival": F.coalesce("put_time", "began"),
        "finding_sweep": F.col("found.sweep"),
    })  # fmt: skip
    return known.transform(_moments).transform(_looked_back).transform(_one_a_message)


def _with_delivery_order(told: DataFrame, msgdlvsq: Orders) -> tuple[DataFrame, Column, Column]:
    """The messages, the sequence that each was put under where it is known, and one that is known of later only.

    What is queued keeps its order.
    """
    unknown = F.lit(None).cast("string")
    if isinstance(msgdlvsq, str):
        return told, F.lit(msgdlvsq), unknown
    if not msgdlvsq:
        return told, unknown, unknown
    if isinstance(msgdlvsq, Mapping):
        return told, looked_up(msgdlvsq, F.col("queue")), unknown
    orders = told.sparkSession.createDataFrame(list(msgdlvsq), "queue_manager string, queue string, msgdlvsq string,"
                                               " since timestamp")  # fmt: skip
    known = told.join(F.broadcast(orders), ["queue_manager", "queue"], "left")
    is_then = F.unix_micros("since") <= F.col("put_time")
    return known, F.when(is_then, F.col("msgdlvsq")), F.when(~is_then, F.col("msgdlvsq"))


def _moments(rows: DataFrame) -> DataFrame:
    nobody = F.concat(F.lit("nobody "), F.abs(F.xxhash64("message")) % SPREAD)
    found = F.col("found").isNotNull()
    finder = F.when(found, F.col("found.owner")).otherwise(nobody)

    def moment(name: str, time: Column, owner: Column, handle: Column) -> Column:
        return F.struct(F.lit(name).alias("moment"), time.alias("happened"), owner.alias("box_owner"),
                        handle.alias("box_handle"))  # fmt: skip

    def of_message(name: str, time: Column) -> Column:
        return moment(name, time, finder, F.col("found.handle"))

    late = F.col("teller") & F.col("is_late") & found
    unsure = late & (F.col("visible_latest") > F.col("visible"))
    is_call = F.col("kind").isin("first", "next", "under", "get", "open")
    events = F.array_compact(F.array(
        F.when(F.col("teller"), of_message(VISIBLE, F.coalesce("visible", "put_time"))),
        F.when(unsure, of_message(LATEST, F.col("visible_latest"))),
        F.when(late, of_message(FOUND, F.col("found.ended"))),
        F.when(is_call, moment(CALL, F.col("ended"), F.col("owner"), F.col("handle"))),
    ))  # fmt: skip
    exploded = rows.withColumn("event", F.explode(events)).select(*OF_BOTH, *OF_CALL, *OF_MESSAGE, "event.*")
    of_call, told_once = F.col("moment") == CALL, F.col("moment") == VISIBLE
    needed = {"message", "instance", "finding_sweep", "visible_latest"}
    return exploded.withColumns({
        **{name: F.when(of_call, F.col(name)) for name in OF_CALL},
        **{name: F.when(~of_call if name in needed else told_once, F.col(name)) for name in OF_MESSAGE},
    })  # fmt: skip


def _looked_back(moments: DataFrame) -> DataFrame:
    together = moments.withColumn("calls_last", (F.col("moment") == CALL).cast("int")).repartition(*BOX)
    told = sorted_within(together, BOX, "happened", "calls_last", "order", *PLACE)
    return with_machine_columns(told, LookBack).drop("calls_last", *OF_CALL)


def _one_a_message(looked: DataFrame) -> DataFrame:
    own = Window.partitionBy("queue_manager", "queue", "message", "instance")
    cursor = F.struct(*[F.col(f"cursor_{name}").alias(name) for name in CURSOR])
    cursor = F.when(F.col("cursor_number").isNotNull() | F.col("cursor_msg_id").isNotNull(), cursor)
    there = looked.withColumn("cursor", cursor)
    state = F.struct(
        F.col("then_sweep").alias("sweep"), F.col("then_nexts").alias("nexts"), "cursor", "passed", "equal"
    )
    latest, found = F.col("moment") == LATEST, F.col("moment") == FOUND
    together = there.withColumns({
        "at_latest": F.first(F.when(latest, state), ignorenulls=True).over(own),
        "newer": F.max(F.when(found, F.col("newer"))).over(own),
        **{name: F.coalesce(F.max(F.when(found, F.col(name))).over(own), F.lit(False))
           for name in ("went_by", "overtaken")},
    })  # fmt: skip
    return together.where(F.col("moment") == VISIBLE)
