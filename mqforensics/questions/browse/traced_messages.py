"""What a trace's calls say of each message: its put, the end of that unit of work, its first browse, its last get.

One Spark window over (queue manager, queue, MsgId); no row is lost, so that the handles' stories stay whole.
"""

from functools import reduce
from operator import and_

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.handles import PLACE, bits
from mqforensics.spark_compat import least

MESSAGE = ("queue_manager", "queue", "message")
FOUND = ("ended", "began", "owner", "handle", "kind", "gmo", "application", "process", "thread", "sweep", "nexts",
         "given", "nothing", "opened", "first_call", "fifo", "file", "number")  # fmt: skip
"""What is kept of the call that gave the message to a consumer first."""
BEGUN = ("began", "nexts", "given", "nothing", "kind", "file", "number")
"""And of the call that began its sweep."""
UNIT = ("unit_end", "unit_earliest", "unit_latest")
SIGHTS = ("first", "next", "get")
"""The kinds of call that give a consumer a message."""


def messages(stories: DataFrame) -> DataFrame:
    """The rows of `handles`, each with what all rows together say of its message.

    Adds `seen` (whether this call gave a consumer the message), `put_time` (microseconds; by MQPUT, else by the MQMD,
    which has hundredths), and `teller`: true on one row a message, the first call that gave it to a consumer or else
    its MQPUT. That row has `put`, `found` (these two calls, as structs), `got`, `gets`, `browses`, `last_browse`,
    `backouts`, `visible` and `visible_latest` with `visible_by`.
    A MsgId put again after it was got is another message.
    """
    return stories.transform(_by_message).transform(_one_row_a_message).transform(_visible)


def _by_message(stories: DataFrame) -> DataFrame:
    put = F.col("kind") == "put"
    seen = F.col("returned") & F.col("kind").isin(*SIGHTS) & F.coalesce("consumer", F.lit(True))
    # Rows without a message are spread by another key; a MsgId has 24 bytes.
    nobody = F.xxhash64(*PLACE).cast("string").cast("binary")
    keyed = stories.withColumns({
        "seen": seen,
        "message": F.when(seen | put, F.col("msg_id")),
        "at": F.when(put, F.col("began")).otherwise(F.col("ended")),
        "puts_first": (~put).cast("int"),
    }).withColumn("message", F.coalesce("message", nobody))  # fmt: skip
    told = Window.partitionBy(*MESSAGE).orderBy("at", "puts_first", "order", *PLACE)
    before, so_far = told.rowsBetween(Window.unboundedPreceding, -1), told.rowsBetween(Window.unboundedPreceding, 0)
    got = F.col("seen") & (F.col("kind") == "get")
    last = F.last(F.when(put, F.lit("put")).when(got, F.lit("get")), ignorenulls=True).over(before)
    call = ("began", "process", "thread", "handle")
    other = F.last(F.when(got, F.struct(*call)), ignorenulls=True).over(before)
    same = reduce(and_, (other[name].eqNullSafe(F.col(name)) for name in call), other.isNotNull())
    return keyed.withColumns({
        "again": F.coalesce(put & (last == "get"), F.lit(False)).cast("int"),
        "new_get": got & ~F.coalesce(same, F.lit(False)),  # the same call may be told by two files
    }).withColumn("instance", F.sum("again").over(so_far)).drop("again", "puts_first", "at")  # fmt: skip


def _one_row_a_message(keyed: DataFrame) -> DataFrame:
    whole = Window.partitionBy(*MESSAGE, "instance")
    browsed = F.col("seen") & (F.col("kind") != "get")
    put, first_seen = ("began", "gmo", *UNIT, "application", *PLACE), ("ended", "began", "order", *PLACE)
    named = F.when(F.col("priority") >= 0, F.col("priority"))  # -1 on a put is "as the queue's DEFPRTY"
    told = keyed.withColumns({
        "put": least(*put, where=F.col("kind") == "put").over(whole),
        "first_seen": least(*first_seen, where=F.col("seen")).over(whole),
        "got": F.max(F.when(F.col("new_get"), F.col("ended"))).over(whole),
        "gets": _most_of_one_source(F.collect_list(F.when(F.col("new_get"), _source())).over(whole)),
        "browses": F.sum(browsed.cast("int")).over(whole),
        "last_browse": F.max(F.when(browsed, F.col("ended"))).over(whole),
        "backouts": F.max("backout_count").over(whole),
        "own_priority": F.max(named).over(whole),
        "md_put": F.min("md_put").over(whole),
    })  # fmt: skip
    of_put = F.col("put").isNotNull() & _is_this_place("put")
    of_sight = F.col("seen") & _is_this_place("first_seen")
    return told.withColumns({
        "teller": F.when(F.col("first_seen").isNotNull(), of_sight).otherwise(of_put),
        "put_time": F.coalesce("put.began", "md_put"),
    }).transform(_only_once)  # fmt: skip


def _only_once(told: DataFrame) -> DataFrame:
    # What is said of a message is kept on the one row that shows it: the others go on as calls of their handle.
    teller = F.coalesce("teller", F.lit(False))
    begun = F.struct(*[F.col(f"begun_{name}").alias(name) for name in BEGUN])
    begun = F.when(F.col("begun_began").isNotNull(), begun).alias("begun")
    return told.withColumns({
        "found": F.when(teller & F.col("seen"), F.struct(*FOUND, begun)),
        **{name: F.when(teller, F.col(name)) for name in ("put", "got", "gets", "browses", "last_browse", "backouts")},
        "teller": teller,
    }).drop("first_seen", *UNIT)  # fmt: skip


def _source() -> Column:
    # Client and queue manager both trace a get: two kinds of file, one get. Rotated files differ in digits only.
    return F.regexp_replace(F.coalesce("file", F.lit("")), "[0-9]", "")


def _most_of_one_source(sources: Column) -> Column:
    counts = F.transform(F.array_distinct(sources), lambda one: F.size(F.filter(sources, lambda other: other == one)))
    return F.coalesce(F.array_max(counts), F.lit(0))


def _is_this_place(struct: str) -> Column:
    here = F.lit(True)
    for name in PLACE:
        here = here & F.col(f"{struct}.{name}").eqNullSafe(F.col(name))
    return here


def _visible(told: DataFrame) -> DataFrame:
    ended = F.when(F.col("found").isNotNull(), F.greatest("found.ended", "put_time"))
    committed = F.col("put.unit_end") == "commit"
    in_unit = F.coalesce(bits("put.gmo", mq.PUT_SYNCPOINT), F.lit(False))
    by = (
        F.when(F.col("put").isNull(), F.lit("no MQPUT"))
        .when(in_unit & (F.col("put.unit_end") == "backout") & ended.isNull(), F.lit("MQBACK"))
        .when(~in_unit, F.lit("MQPUT"))
        .when(committed, F.lit("MQCMIT"))
        .otherwise(F.lit("no MQCMIT"))
    )
    latest = F.least(F.when(by == "MQCMIT", F.col("put.unit_latest")).otherwise(F.col("put_time")), ended)
    earliest = F.when(by == "MQCMIT", F.col("put.unit_earliest")).otherwise(F.col("put_time"))
    return told.withColumns({
        "seen_time": ended,
        "visible_by": by,
        "visible_latest": F.greatest(latest, "put_time"),
        "visible": F.greatest(F.least(earliest, latest), "put_time"),
    })  # fmt: skip
