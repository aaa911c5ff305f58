"""The calls of a trace, each with its handle's story so far: which sweep, how many messages, how many 2033s.

The strategy: bring the calls of a connection together once, and pass them by the machines of `handle_history`, first
backwards (units of work), then handle by handle. The time of a call is taken as its begin; its duration gives the end.
"""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.mqi_calls import BACKED_OUT, FAILED, GETS, NOT_GIVEN, PUTS, owner
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handle_history import Backwards, Forwards
from mqforensics.questions.browse.stream import with_machine_columns
from mqforensics.spark_compat import sorted_within
from mqforensics.validation import ChoiceExpected

BEGIN, END = "begin", "end"
"""What a trace's time of a call is: `BEGIN` unless told otherwise."""
COMMITS, BACKOUTS = ("MQCMIT", "XACOMMIT", "MQDISC"), ("MQBACK", "XAROLLBACK")
PLACE = ("file", "offset", "number")

CONNECTION = ("queue_manager", "owner")
HANDLE = (*CONNECTION, "handle")


def handles(calls: DataFrame, time_is: str = BEGIN) -> DataFrame:
    """The calls that matter to browsing, a row each, with what each one's handle had done up to it.

    `kind` is open, first, next, under, get, put, commit or backout; `returned` says whether a get or browse
    gave a message; `began`, `ended` in microseconds; then the columns of
    `handle_history.Backwards` and `handle_history.Forwards`.
    Raises `ChoiceExpected` for a `time_is` other than "begin" or "end".
    """
    if time_is not in (BEGIN, END):
        raise ChoiceExpected(f"expected time_is of {BEGIN!r} or {END!r}, got {time_is!r}")
    together = calls.transform(_plain, time_is).repartition(*CONNECTION)
    down = sorted_within(together, CONNECTION, "file", F.desc("offset"), F.desc("number"))
    ordered = sorted_within(with_machine_columns(down, Backwards), HANDLE, "order", *PLACE)
    return with_machine_columns(ordered, Forwards)


def bits(column: str | Column, mask: int) -> Column:
    """Whether any bit of `mask` is set; null where the options are not known."""
    return (F.col(column) if isinstance(column, str) else column).bitwiseAND(F.lit(mask)) != 0


def _plain(calls: DataFrame, time_is: str) -> DataFrame:
    time, duration = F.unix_micros("time"), F.coalesce("duration", F.lit(0))
    return calls.where((_kind() != "other") & F.col("time").isNotNull()).select(
        *PLACE, "queue_manager", owner().alias("owner"), "handle", "queue", "application", "process", "thread",
        _kind().alias("kind"), _has_returned_message().alias("returned"), "msg_id", "priority", "backout_count",
        "reason", F.unix_micros("put_time").alias("md_put"), F.col("options_value").alias("gmo"),
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
        .when(verb.isin(*PUTS) & F.col("msg_id").isNotNull() & ~_has_failed(), F.lit("put"))
        .when(verb == "MQOPEN", F.lit("open"))
        .when(verb.isin(*BACKOUTS) | (verb.isin(*COMMITS) & (F.col("reason") == BACKED_OUT)), F.lit("backout"))
        .when(verb.isin(*COMMITS) & ~_has_failed(), F.lit("commit"))
        .otherwise(F.lit("other"))
    )


def _has_returned_message() -> Column:
    nothing = _has_failed() | (F.coalesce("reason", F.lit(0)).isin(*NOT_GIVEN))
    return F.col("verb").isin(*GETS) & F.col("msg_id").isNotNull() & ~nothing


def _has_failed() -> Column:
    return F.coalesce("comp_code", F.lit(0)) == FAILED
