"""The calls of a trace, each with its handle's story so far: which sweep, how many messages, how many 2033s.

Spark windows only: one over a connection (units of work), one over a handle. Times are microseconds since 1970.
Times of a trace are taken as the begin of a call (its duration gives the end); a call known to the second only,
as MQCMIT and MQOPEN are in an activity trace, keeps its place among its connection's calls by the order of the file.
"""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.questions.browse import constants as mq

BEGIN, END = "begin", "end"
"""What a trace's time of a call is: `BEGIN` unless told otherwise."""
PUTS, GETS = ("MQPUT", "MQPUT1"), ("MQGET", "MQCALLBACK")
COMMITS, BACKOUTS = ("MQCMIT", "XACOMMIT", "MQDISC"), ("MQBACK", "XAROLLBACK")
TRUNCATED_FAILED = 2080
"""Comes with CompCode 1, and yet neither moves a cursor nor takes a message."""
SECOND = 1_000_000
PLACE = ("file", "offset", "number")

CONNECTION = ("queue_manager", "owner")
HANDLE = (*CONNECTION, "handle")


def handles(calls: DataFrame, time_is: str = BEGIN) -> DataFrame:
    """The calls that matter to browsing, a row each, with what each one's handle had done up to it.

    `kind` is open, first, next, under, get, put, commit or backout; `returned` says whether a get or browse
    gave a message; `began`, `ended` in microseconds; `consumer` is false for a handle opened to browse only
    (null where the trace has no MQOPEN of it); `sweep` counts MQOPEN and BROWSE_FIRST of the handle; `nexts`,
    `given`, `nothing` count its BROWSE_NEXT calls, messages and 2033s, this call included.
    Raises ValueError for a `time_is` other than "begin" or "end".
    """
    if time_is not in (BEGIN, END):
        raise ValueError(f"expected time_is of {BEGIN!r} or {END!r}, got {time_is!r}")
    together = calls.transform(_plain, time_is).repartition(*CONNECTION)  # one shuffle for every window here
    return together.transform(_units_of_work).transform(_once).transform(_stories)


def bits(column: str | Column, mask: int) -> Column:
    """Whether any bit of `mask` is set; null where the options are not known."""
    return (F.col(column) if isinstance(column, str) else column).bitwiseAND(F.lit(mask)) != 0


def _plain(calls: DataFrame, time_is: str) -> DataFrame:
    time, duration = F.unix_micros("time"), F.coalesce("duration", F.lit(0))
    owner = F.coalesce("connection", F.concat_ws("/", "process", "thread", "channel"))
    return calls.where((_kind() != "other") & F.col("time").isNotNull()).select(
        *PLACE, "queue_manager", owner.alias("owner"), "handle", "queue", "application", "process", "thread",
        _kind().alias("kind"), _returned().alias("returned"), "msg_id", "priority", "backout_count", "reason",
        F.unix_micros("put_time").alias("md_put"), F.col("options_value").alias("gmo"),
        F.coalesce("time_exact", F.lit(1)).alias("exact"),
        F.when(F.col("verb") == "MQOPEN", F.col("options_value")).alias("open_options"),
        (time - duration if time_is == END else time).alias("began"),
        (time if time_is == END else time + F.col("duration")).alias("ended"),
    )  # fmt: skip


def _kind() -> Column:
    verb, gets = F.col("verb"), F.col("verb").isin(*GETS)
    return (
        F.when(gets & bits("options_value", mq.BROWSE_FIRST), F.lit("first"))
        .when(gets & bits("options_value", mq.BROWSE_NEXT), F.lit("next"))
        .when(gets & bits("options_value", mq.BROWSE_MSG_UNDER_CURSOR), F.lit("under"))
        .when(gets & F.col("options_value").isNotNull(), F.lit("get"))
        .when(verb.isin(*PUTS), F.lit("put"))
        .when(verb == "MQOPEN", F.lit("open"))
        .when(verb.isin(*COMMITS), F.lit("commit"))
        .when(verb.isin(*BACKOUTS), F.lit("backout"))
        .otherwise(F.lit("other"))
    )


def _returned() -> Column:
    failed = (F.coalesce("comp_code", F.lit(0)) == 2) | (F.coalesce("reason", F.lit(0)) == TRUNCATED_FAILED)
    return F.col("verb").isin(*GETS) & F.col("msg_id").isNotNull() & ~failed


def _units_of_work(calls: DataFrame) -> DataFrame:
    # Told to the second, a call can stand before its predecessor; the file's order puts that right (`order`).
    of_file = Window.partitionBy(*CONNECTION, "file")
    told = of_file.orderBy("offset", "number")
    down = of_file.orderBy(F.desc("offset"), F.desc("number"))
    exact = F.col("exact") < SECOND
    before, after = told.rowsBetween(Window.unboundedPreceding, -1), down.rowsBetween(Window.unboundedPreceding, -1)
    ends = F.col("kind").isin("commit", "backout")
    bounded = calls.withColumns({
        "order": F.max("began").over(told.rowsBetween(Window.unboundedPreceding, 0)),
        "after_call": F.max(F.when(exact, F.coalesce("ended", "began"))).over(before),
        "before_call": F.last(F.when(exact, F.col("began")), ignorenulls=True).over(after),
    })  # fmt: skip
    latest = F.col("began") + F.when(exact, F.lit(0)).otherwise(F.col("exact"))
    latest = latest + F.coalesce(F.col("ended") - F.col("began"), F.lit(0))
    end = F.struct(
        F.col("kind").alias("kind"),
        F.when(exact, F.col("began")).otherwise(F.greatest("began", "after_call")).alias("earliest"),
        F.when(exact, latest).otherwise(F.least(latest, "before_call")).alias("latest"),
    )
    ended = bounded.withColumn("unit_end", F.last(F.when(ends, end), ignorenulls=True).over(after))
    of_put = F.when(F.col("kind") == "put", F.col("unit_end"))
    return ended.withColumn("unit_end", of_put).drop("after_call", "before_call")


def _once(calls: DataFrame) -> DataFrame:
    # One trace may be in a case in two forms: of two equal calls of a handle from two files, the first counts.
    told = Window.partitionBy(*HANDLE).orderBy("order", *PLACE)
    call = F.struct("began", "kind", "gmo", "msg_id", "reason")
    twin = F.lag(call).over(told).eqNullSafe(call) & ~F.lag("file").over(told).eqNullSafe(F.col("file"))
    on_handle = F.col("handle").isNotNull()
    return calls.withColumn("twin", on_handle & twin).where(~F.col("twin")).drop("twin")


def _stories(calls: DataFrame) -> DataFrame:
    of_handle = Window.partitionBy(*HANDLE)
    told = of_handle.orderBy("order", *PLACE)
    so_far = told.rowsBetween(Window.unboundedPreceding, 0)
    new_sweep = F.col("kind").isin("open", "first")
    opened = calls.withColumns({
        "open_options": F.last("open_options", ignorenulls=True).over(so_far),
        "opened": F.max(F.col("kind") == "open").over(so_far),
        "queue": F.coalesce("queue", F.last(F.when(F.col("kind") == "open", F.col("queue")), True).over(so_far)),
        "ended": _ended(F.lead("began").over(told)),
        "sweep": F.sum(new_sweep.cast("int")).over(so_far),
        "nexts": F.sum((F.col("kind") == "next").cast("int")).over(so_far),
        "given": F.sum((F.col("returned") & (F.col("kind") != "under")).cast("int")).over(so_far),
        "nothing": F.sum((F.col("reason") == mq.NO_MSG_AVAILABLE).cast("int")).over(so_far),
    })  # fmt: skip
    given_before = F.col("given") - F.col("returned").cast("int")
    begun = F.when(
        new_sweep, F.struct("began", "nexts", given_before.alias("given"), "nothing", "kind", "file", "number")
    )
    return opened.withColumns({
        "consumer": ~bits("open_options", mq.OPEN_BROWSE) | bits("open_options", mq.ANY_INPUT),
        "begun": F.last(begun, ignorenulls=True).over(so_far),
        "inverted": _inverted(told),
    }).withColumn("fifo", F.max("inverted").over(of_handle)).drop("inverted")  # fmt: skip


def _ended(following: Column) -> Column:
    # Without a duration a wait ends at the message's put where that is told, else no later than the next call.
    waits = F.col("returned") & bits("gmo", mq.WAIT)
    late = F.when(F.col("md_put").isNotNull(), F.greatest("began", "md_put")).otherwise(following)
    return F.coalesce("ended", F.when(waits, late), "began")


def _inverted(told) -> Column:
    # On a queue in priority order BROWSE_NEXT never goes up: where it does, the queue is FIFO.
    browsed = F.when(F.col("returned") & F.col("kind").isin("first", "next"), F.struct("sweep", "priority"))
    last = F.last(browsed, ignorenulls=True).over(told.rowsBetween(Window.unboundedPreceding, -1))
    rises = (F.col("kind") == "next") & F.col("returned") & (F.col("priority") > last["priority"])
    return F.coalesce(rises & (last["sweep"] == F.col("sweep")), F.lit(False))
