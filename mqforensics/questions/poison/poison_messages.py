"""The messages of a case that were backed out or came as poison: a row each, told by Spark columns alone."""

from collections.abc import Iterable

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.poison.outcome import AT_LEAST, DEAD_LETTER_QUEUE, DISCARDED, THRESHOLD_REACHED
from mqforensics.questions.poison.poison_policy import CHANNEL, KINDS, LENGTHS, UNKNOWN, Place, PoisonPolicy
from mqforensics.spark_compat import local_frame

NOW, NEXT, LOOPING, RETRIED, KEPT = "POISON_NOW", "POISON_NEXT", "LOOPING", "RETRIED", "ROLLED_BACK"
DISCARD, EXCEPTION = 0x08000000, 0x01000000
"""MQRO_DISCARD_MSG, and the bit that all of MQRO_EXCEPTION* have."""
JAVA = 28
CONSUMER = "MQ JMS ConnectionConsumer"
"""What a dead-lettered message of the JMS client says of who put it: PutApplType and PutApplName of its MQDLH."""
TRANSMITTED = "MQXMIT"
"""MQMD.Format of what is on a transmission queue."""
ON_BACKOUT_QUEUE = "on a backout queue"
NOT_POISON = (2363, 2364)
"""Reasons of the same client for messages that no consumer wanted, or that it could not read."""
END = "struct<outcome: string, destination: string, reason: int>"
ENDS = {f"{kind}{length}": (kind, is_long) for kind in KINDS for length, is_long in LENGTHS.items()}
WAY = (
    "way_queue string, way_owner string, way_directory string, way_manager string, threshold int, "
    "backout_queue string, client string, keeper string, longest long, "
    + ", ".join(f"now_{kind} {END}, later_{kind} {END}" for kind in ENDS)
)
SOURCES = "backout_name string, backout_manager string, sources array<string>"


def states(messages: DataFrame, places: Iterable[Place], comparison: str = AT_LEAST) -> DataFrame:
    """The backed-out and the arrived messages of a case; see `poison` for the columns."""
    places = list(places)
    spark = messages.sparkSession
    ways = local_frame(spark, map(_row, places), WAY)
    sources = local_frame(spark, _sources(place.way for place in places), SOURCES)
    columns = {"directory": _directory(), "count": F.col("md.BackoutCount")}
    found = messages.where(F.col("md").isNotNull()).withColumns(columns)
    beside = F.coalesce(F.col("directory") == F.col("way_directory"), F.lit(True))
    told = F.col("dump_queue_manager")
    here = (F.col("queue") == F.col("way_queue")) & told.eqNullSafe(F.col("way_owner")) & beside
    found = found.join(F.broadcast(ways), here, "left").withColumn("queue_manager", F.coalesce("way_manager", told))
    named = F.coalesce(F.when(F.col("dlh").isNotNull(), F.col("dlh.DestQName")), F.col("queue"))
    backed = (named == F.col("backout_name")) & F.col("queue_manager").eqNullSafe(F.col("backout_manager"))
    found = found.join(F.broadcast(sources), backed, "left")
    is_long = F.coalesce(F.col("data_length") > F.col("longest"), F.lit(False))
    found = found.withColumns({"state": _state(comparison), "came_as": _mark(), "is_long": is_long})
    found = found.where("state IS NOT NULL OR came_as IS NOT NULL")
    end = _end()
    return found.select(
        "file", "number", "queue", "queue_manager", F.col("md.MsgId").alias("msg_id"), "put_time",
        F.col("md.Persistence").alias("persistence"), F.col("count").alias("backout_count"), "threshold",
        "backout_queue", "state", end["outcome"].alias("outcome"), end["destination"].alias("destination"),
        end["reason"].alias("reason"), "client", "came_as",
        F.when(F.col("came_as").isNotNull(), _source()).alias("source_queue"),
        F.when(F.col("came_as").isNotNull() & _source().isNull(), F.sort_array("sources")).alias("may_come_from"),
        F.col("md.PutApplType").alias("put_appl_type"), _report(end["outcome"]).alias("report_to"), "is_long",
    )  # fmt: skip


def _directory() -> Column:
    return F.when(F.col("file").contains("/"), F.regexp_replace("file", "/[^/]*$", "")).otherwise("")


def _state(comparison: str) -> Column:
    count, threshold = F.col("count"), F.col("threshold")
    bar = threshold + (0 if comparison == AT_LEAST else 1)
    never = threshold == 0 if comparison == AT_LEAST else F.lit(False)
    return (
        F.when(count.isNull() | (count <= 0), None)
        .when(F.coalesce("keeper", F.when(F.rtrim("md.Format") == TRANSMITTED, CHANNEL), F.lit("")) != "", KEPT)
        .when(threshold.isNull(), UNKNOWN)
        .when(never, LOOPING)
        .when(count >= bar, NOW)
        .when(count + 1 == bar, NEXT)
        .otherwise(RETRIED)
    )


def _mark() -> Column:
    """How a message is known to have come as poison; null for one that did not, as far as it shows."""
    reason = F.col("dlh.Reason")
    return (
        F.when(reason == THRESHOLD_REACHED, f"MQDLH reason {THRESHOLD_REACHED}")
        .when(by_client(), F.concat(F.lit(f"put by {CONSUMER} with reason "), reason))
        .when(F.col("dlh").isNull() & F.col("sources").isNotNull(), ON_BACKOUT_QUEUE)
    )


def by_client() -> Column:
    """Whether a JMS client dead-lettered a message as poison."""
    reason, name = F.col("dlh.Reason"), F.col("dlh.PutApplName")
    return (F.col("dlh.PutApplType") == JAVA) & name.startswith(CONSUMER) & ~reason.isin(*NOT_POISON)


def _report(outcome: Column) -> Column:
    """The reply-to queue that the client puts an exception report to: when it dead-letters a message or discards it."""
    asked = (F.col("md.Report").bitwiseAND(EXCEPTION) != 0) & (F.col("md.ReplyToQ") != "")
    return F.when(asked & outcome.isin(DEAD_LETTER_QUEUE, DISCARDED), F.col("md.ReplyToQ"))


def _source() -> Column:
    """The queue that a message came from: the one that names this backout queue, the destination of a dead-lettered
    message.

    Of several queues that share a backout queue, the one that the message's JMS destination names. With another reason
    the destination of a dead-lettered message is the backout queue that could not take it ("Delivery and poison", 5).
    """
    sent_to = F.regexp_extract(F.try_element_at("properties", F.lit("jms.Dst")), r"^queue://[^/]*/([^?]+)", 1)
    told = F.when(F.array_contains("sources", sent_to), sent_to)
    only = F.when(F.size("sources") == 1, F.col("sources")[0])
    is_source = F.col("sources").isNull() & (F.col("dlh.Reason") == THRESHOLD_REACHED)
    return F.coalesce(told, only, F.when(is_source, F.col("dlh.DestQName")))


def _end() -> Column:
    kinds = {"discard": F.col("md.Report").bitwiseAND(DISCARD) != 0, "nonpersistent": F.col("md.Persistence") == 0}
    chosen = {}
    for time in ("now", "later"):
        of_length = {}
        for length in LENGTHS:
            end = F.col(f"{time}_persistent{length}")
            for kind in ("nonpersistent", "discard"):
                end = F.when(kinds[kind], F.col(f"{time}_{kind}{length}")).otherwise(end)
            of_length[length] = end
        chosen[time] = F.when(F.col("is_long"), of_length["_long"]).otherwise(of_length[""])
    is_told = F.col("state").isNotNull() & ~F.col("state").isin(UNKNOWN, KEPT)
    return F.when(is_told, F.when(F.col("state") == NOW, chosen["now"]).otherwise(chosen["later"]))


def _row(place: Place) -> tuple:
    name, owner, directory, way = place
    ends = [way.end(kind, now, is_long) for kind, is_long in ENDS.values() for now in (True, False)]
    queue = way.queue
    named = (name, owner, directory, queue.queue_manager, queue.threshold, queue.backout_queue, way.client.kind)
    return (*named, way.keeper, way.longest, *((end.code, end.queue, end.reason) for end in ends))


def _sources(ways: Iterable[PoisonPolicy]) -> list[tuple[str, str | None, list[str]]]:
    """Of each backout queue the queues that name it: at its queue manager, and (None) at any."""
    found: dict[tuple[str, str | None], list[str]] = {}
    for way in ways:
        if way.circles:
            continue  # which of the queues of a circle is the way out, is not known
        for manager in {way.queue.queue_manager, None}:
            names = found.setdefault((way.queue.backout_queue or "", manager), [])
            names += [way.queue.name] if way.queue.name not in names else []
    return [(*place, names) for place, names in found.items() if place[0]]
