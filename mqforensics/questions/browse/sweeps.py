"""The browse calls of each handle, and its sweeps: from one BROWSE_FIRST (or MQOPEN) to the next."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.case_columns import looked_up
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import BEGIN, HANDLE, bits, handles

MANNERS = ("plain browser", "browse-with-mark", "sweeping cursor")
"""How a handle browses: to look only (no MQOO_INPUT), stepping over marks, or by BROWSE_NEXT as seed 5 shows."""
COLUMNS = (
    "queue_manager", "queue", "application", "process", "thread", "handle", "sweep", "begins_with", "manner",
    "start", "end", "seconds", "browses", "messages", "no_message", "highest_priority", "lowest_priority",
)  # fmt: skip


CALLS = (
    "queue_manager", "queue", "found_by", "sweep", "call", "start", "end", "waits", "msg_id", "priority", "reason",
    "consumer", "file", "number",
)  # fmt: skip
VERBS = {"first": "BROWSE_FIRST", "next": "BROWSE_NEXT", "under": "BROWSE_MSG_UNDER_CURSOR", "get": "MQGET"}


def who(struct: str = "") -> Column:
    """A handle in words: application, process/thread, handle."""
    own = f"{struct}." if struct else ""
    at = F.concat_ws("/", f"{own}process", f"{own}thread")
    return F.concat_ws(" ", f"{own}application", at, F.concat(F.lit("handle "), F.col(f"{own}handle")))


def verb(kind: str) -> Column:
    """A kind of call by its MQGMO name."""
    return looked_up(VERBS, F.col(kind))


def browses(calls: DataFrame, time_is: str = BEGIN) -> DataFrame:
    """One row a browse call: `found_by` (whose handle), `sweep`, `call`, `start`, `end` (UTC), `waits`, and what came.

    `msg_id` and `priority` are null when no message came; `reason` says why (2033); `consumer` is false for a handle
    that is open to browse only, null when its MQOPEN is not in the trace.
    """
    made = handles(calls, time_is).where(F.col("kind").isin("first", "next", "under"))
    returned = {name: F.when(F.col("returned"), F.col(name)) for name in ("msg_id", "priority")}
    return made.withColumns({
        "found_by": who(), "call": verb("kind"), "waits": bits("gmo", mq.WAIT), **returned,
        "start": F.timestamp_micros("began"), "end": F.timestamp_micros("ended"),
    }).select(*CALLS)  # fmt: skip


def sweeps(calls: DataFrame, time_is: str = BEGIN) -> DataFrame:
    """One row a sweep of a handle that browses.

    `begins_with`: BROWSE_FIRST, MQOPEN, or null where the trace begins later; `manner`: one of `MANNERS`; `start`,
    `end` (UTC) and `seconds` from its first call to the end of its last; `browses` made, `messages` returned,
    `no_message` 2033s; the highest and lowest priority returned.
    """
    browses = handles(calls, time_is).where(F.col("kind").isin("first", "next", "under"))
    returned = F.when(F.col("returned"), F.col("priority"))
    grouped = browses.groupBy(*HANDLE, "queue", "sweep").agg(
        *[F.any_value(name).alias(name) for name in ("application", "process", "thread")],
        F.max(F.when(F.col("begun_kind") == "first", F.lit("BROWSE_FIRST"))
              .when(F.col("begun_kind") == "open", F.lit("MQOPEN"))).alias("begins_with"),
        F.min(_manner()).alias("manner_rank"),
        F.min("began").alias("began"), F.max("ended").alias("ended"), F.count("*").alias("browses"),
        F.sum(F.col("returned").cast("int")).alias("messages"),
        F.sum((F.col("reason") == mq.NO_MSG_AVAILABLE).cast("int")).alias("no_message"),
        F.max(returned).alias("highest_priority"), F.min(returned).alias("lowest_priority"),
    )  # fmt: skip
    return grouped.withColumns({
        "manner": F.element_at(F.array(*map(F.lit, MANNERS)), F.col("manner_rank")),
        "start": F.timestamp_micros("began"), "end": F.timestamp_micros("ended"),
        "seconds": F.round((F.col("ended") - F.col("began")) / 1_000_000, 3),
    }).select(*COLUMNS)  # fmt: skip


def _manner() -> Column:
    looks = ~F.coalesce("consumer", F.lit(True))
    return F.when(looks, 1).when(bits("gmo", mq.UNMARKED_BROWSE_MSG), 2).otherwise(3)
