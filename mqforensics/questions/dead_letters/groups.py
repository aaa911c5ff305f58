"""The dead letters that have one cause, counted by Spark: of one reason, for one destination, on one queue.

Everything comes to the driver in one job, and as little of it as is told: of each reason, the largest groups.
"""

from typing import NamedTuple

from pyspark.sql import Column, DataFrame, Row
from pyspark.sql import functions as F

from mqforensics.objects.owners import CHANNELS
from mqforensics.questions.dead_letters.letters import SAME, arrival, identity
from mqforensics.sparks import smallest

MOST = 10
"""So many groups of a reason are told, the largest; of the others only how many there are."""
CITED = 1000
"""So many messages of a reason are cited; more would only be a copy of the dump."""
SEVERAL = 10
"""Of one message that many dumps show so many places are cited."""
CHANNEL, QUEUE_MANAGER, PROGRAM = "channel", "queue manager", "program"
AT_QMGR, REPORT = 7, 4
"""MQAT_QMGR: the queue manager itself put the message here. MQMT_REPORT."""
CAUSE = ("reason", "reason_name", "destination")
PLACE = ("destination_queue_manager", "queue", "owner", "kind")


class Reason(NamedTuple):
    """The dead letters of one reason: how many, for how many destinations and the commonest, and the largest groups.

    A group has the columns of `CAUSE` and `PLACE`, what `_counted` counts of it, and `cited`, the places of some.
    """

    reason: int | None
    reason_name: str
    messages: int
    copies: int
    """How often the dumps show them."""
    destination: str | None
    destinations: int
    first: object
    last: object
    groups: list[Row]

    @property
    def untold(self) -> int:
        """How many of the messages are in none of the groups."""
        return self.messages - sum(one.messages for one in self.groups)


class Captured(NamedTuple):
    """The messages of a queue that stand in the same dumps, and when the first and last came, in Unix microseconds."""

    queue: str | None
    owner: str | None
    files: list[str]
    messages: int
    first: int | None
    last: int | None


def reasons(letters: DataFrame) -> list[Reason]:
    """What the dead letters of a case have in common, the most frequent reason first; each message counts once."""
    place = F.struct("file", "number")
    known = letters.select("*", identity().alias("letter"), _kind().alias("kind"), arrival().alias("arrived"))
    once = known.groupBy("letter", "reason_name", *SAME).agg(
        F.max("dump_queue_manager").alias("owner"), F.max("kind").alias("kind"), F.max("arrived").alias("arrived"),
        F.count("*").alias("copies"), F.min(place).alias("place"), F.max("moved_by").alias("moved_by"),
        F.max(F.when(F.col("msg_type") == REPORT, F.col("feedback"))).alias("report"),
        F.max("inner_reason").alias("inner_reason"), F.max("inner_destination").alias("inner_destination"),
        F.min("expiry").alias("expiry"), F.max("group_id").alias("group_id"), F.max("sequence").alias("sequence"),
        F.max("triggered").alias("triggered"),
    )  # fmt: skip
    groups = once.groupBy(*CAUSE, *PLACE).agg(*_counted(), smallest("place", "place", CITED).alias("cited"))
    told, by = F.struct(*groups.columns), F.struct(-F.col("messages"), *PLACE)
    targets = groups.groupBy(*CAUSE).agg(*_summed(), smallest(told, by, MOST).alias("groups"))
    by = F.struct(-F.col("messages"), "destination")
    of_reason = targets.groupBy("reason", "reason_name").agg(
        F.min_by("destination", F.when(F.col("destination").isNotNull(), by)).alias("destination"),
        F.count("destination").alias("destinations"), *_summed(), smallest("groups", by, MOST).alias("groups"),
    )  # fmt: skip
    found = [_reason(row) for row in of_reason.collect()]
    return sorted(found, key=lambda one: (-one.messages, one.reason is not None, one.reason))


def captures(letters: DataFrame) -> list[Captured]:
    """Which messages of each queue stand in which of its dumps; each message counts once."""
    known = letters.select("*", identity().alias("letter"), arrival().alias("arrived"))
    once = known.groupBy("letter", "reason_name", *SAME).agg(
        F.max("dump_queue_manager").alias("owner"), F.sort_array(F.collect_set("file")).alias("files"),
        F.unix_micros(F.max("arrived")).alias("arrived"),
    )  # fmt: skip
    counted = once.groupBy("queue", "owner", "files").agg(F.count("*"), F.min("arrived"), F.max("arrived"))
    return [Captured(*row) for row in counted.orderBy("queue", "owner", "files").collect()]


def elsewhere(letters: DataFrame) -> list[Row]:
    """The dead letters of one MsgId that stand on several queues: `queues`, `owners`, `last`, `messages`, `cited`."""
    place = F.struct("file", "number")
    known = letters.where(F.col("reason").isNotNull() & F.col("msg_id").rlike("[1-9A-F]"))
    of_id = known.groupBy("msg_id", "put_time", "application").agg(
        F.sort_array(F.collect_set("queue")).alias("queues"),
        F.sort_array(F.collect_set("dump_queue_manager")).alias("owners"),
        F.when(F.min("dlq_time") < F.max("dlq_time"), F.max_by("queue", "dlq_time")).alias("last"),
        smallest(place, place, SEVERAL).alias("places"),
    )  # fmt: skip
    several = of_id.where((F.size("queues") > 1) | (F.size("owners") > 1))
    keys = "queues", "owners", "last"
    counted = several.groupBy(*keys).agg(
        F.count("*").alias("messages"), smallest("places", "places", CITED).alias("cited")
    )
    return counted.orderBy(F.desc("messages"), *keys).limit(MOST).collect()


def _counted() -> tuple[Column, ...]:
    return (
        F.count("*").alias("messages"), F.sum("copies").alias("copies"),
        F.min("arrived").alias("first"), F.max("arrived").alias("last"),
        F.unix_micros(F.max("arrived")).alias("last_micros"), F.max("size").alias("longest"),
        F.min("place.file").alias("first_file"), F.max("place.file").alias("last_file"),
        F.min("moved_by").alias("least_mover"), F.max("moved_by").alias("moved_by"), F.count("report").alias("reports"),
        F.sort_array(F.collect_set("report")).alias("kinds"),
        F.count("inner_reason").alias("nested"), F.max("inner_reason").alias("inner_reason"),
        F.max_by("inner_destination", "inner_reason").alias("inner_destination"),
        F.count("expiry").alias("expiring"), F.min("expiry").alias("least_expiry"),
        F.count("group_id").alias("grouped"), F.max("sequence").alias("highest"),
        F.max("triggered").alias("triggered"), (F.min("triggered") == F.max("triggered")).alias("is_one_trigger"),
        (F.min("group_id") == F.max("group_id")).alias("is_one_group"),
    )  # fmt: skip


def _summed() -> tuple[Column, ...]:
    sums = (F.sum(name).alias(name) for name in ("messages", "copies"))
    return *sums, F.min("first").alias("first"), F.max("last").alias("last")


def _kind() -> Column:
    """What put a message on its dead-letter queue; null where that is not told."""
    program = F.col("moved_by")
    named = F.when(program.rlike(CHANNELS), CHANNEL).when(program != "", PROGRAM)
    return F.when(F.col("moved_by_type") == AT_QMGR, QUEUE_MANAGER).otherwise(named)


def _reason(row: Row) -> Reason:
    every = [one for of_target in row.groups for one in of_target]
    groups = sorted(every, key=lambda one: -one.messages)[:MOST]
    return Reason(**{**row.asDict(), "groups": groups})
