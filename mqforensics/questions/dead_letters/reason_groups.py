"""The dead-lettered messages that have one cause, counted by Spark: of one reason, for one destination, on one queue.

Everything comes to the driver in one job, and as little of it as is reported: of each reason, the largest groups.
"""

from typing import NamedTuple

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from mqforensics.objects import case_evidence
from mqforensics.objects.dead_letters import ONE, SAME, arrival, by_its_clock
from mqforensics.objects.owners import NAMED
from mqforensics.spark_compat import group_by, ordering, ordering_text, rows_of, smallest
from mqforensics.validation import instant

MOST = 10
"""So many groups of a reason are named, the largest; of the others only how many there are."""
CITED = 1000
"""So many messages of a reason are cited; more would only be a copy of the dump."""
NAMED_APPLICATIONS = 50
"""So many applications of a group come to the driver."""
SEVERAL = 10
"""Of one message that many dumps show so many places are cited."""
CHANNEL, QUEUE_MANAGER, PROGRAM = case_evidence.PUTTERS
REPORT = 4
"""MQMT_REPORT."""
CAUSE = ("reason", "reason_name", "destination")
PLACE = ("destination_queue_manager", "queue", "owner", "kind")
IDENTITY = ("letter", "reason_name", *SAME)
PLACED = "struct(file, offset, number)"
# As texts: functions of columns would make a dozen calls of the JVM for each.
MADE = f"substring(letter, 1, {2 * (4 + NAMED)})"
"""How the MsgId begins that a queue manager made: the product and its name."""
OF_MESSAGE = {
    "owner": ("max", "dump_queue_manager"), "kind": ("max", "kind"), "arrived": ("max", "arrived"),
    "copies": ("sum", "1L"), "moved_by": ("max", "moved_by"),
    "report": ("max", f"if(msg_type = {REPORT}, feedback, null)"), "inner_reason": ("max", "inner_reason"),
    "inner_destination": ("max", "inner_destination"), "expiry": ("min", "expiry"), "group_id": ("max", "group_id"),
    "triggered": ("max", "triggered"), "application": ("max", "application"), "waited": ("min", "waited"),
    "missing": ("min", "missing"),
}  # fmt: skip
"""What the dumps that show a message show of it: what counts of several, and what each shows."""
OF_GROUP = (
    "count(*) as messages", "sum(copies) as copies", "min(arrived) as first", "max(arrived) as last",
    "unix_micros(min(arrived)) as first_micros", "unix_micros(max(arrived)) as last_micros", "max(size) as longest",
    "min(place.file) as first_file", "max(place.file) as last_file", "min(moved_by) as least_mover",
    "max(moved_by) as moved_by", "count(report) as reports", "sort_array(collect_set(report)) as kinds",
    "count(inner_reason) as nested", "max(inner_reason) as inner_reason",
    f"max_by(inner_destination, {ordering_text('inner_reason', 'inner_destination')}) as inner_destination",
    "count(expiry) as expiring",
    "min(expiry) as least_expiry", "count(group_id) as grouped", "max(sequence) as highest",
    "max(triggered) as triggered", "min(triggered) = max(triggered) as is_one_trigger",
    "min(group_id) = max(group_id) as is_one_group", "min(waited) as least_wait",
    "min(application) as least_application", "max(application) as application",
    f"slice(sort_array(collect_set(application)), 1, {NAMED_APPLICATIONS}) as applications",
    "count_if(missing > 0) as cut", f"max({MADE}) as made", f"min({MADE}) = max({MADE}) as is_made_alike",
)  # fmt: skip
SUMS = "sum(messages) as messages", "sum(copies) as copies", "min(first) as first", "max(last) as last"


class Reason(NamedTuple):
    """The dead-lettered messages of one reason: how many, for how many destinations and the most common, and the
    largest groups.

    A group has the columns of `CAUSE` and `PLACE`, what `OF_GROUP` counts of it, and `cited`, the places of some.
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
    def without_group(self) -> int:
        """How many of the messages are in none of the groups."""
        return self.messages - sum(one.messages for one in self.groups)


class CapturedLetters(NamedTuple):
    """The messages of a queue that are in the same dumps, and when the first and last came, in Unix microseconds.

    None where one of them does not show when by the clock of the queue manager.
    """

    queue: str | None
    owner: str | None
    files: list[str]
    messages: int
    first: int | None
    last: int | None
    returns: int = 0
    """How often these came back, dead-lettered again after another dump had shown them."""


def reasons(letters: DataFrame, is_any_twice: bool = True) -> list[Reason]:
    """What dead-lettered messages have in common, the most frequent reason first, of two alike the newer one.

    `letters`: as `marked`. Each message counts once. `is_any_twice`: whether any of them may be shown twice.
    """
    kind = case_evidence.put_by("moved_by", "moved_by_type").alias("kind")
    known = letters.drop("owner").select("*", kind, arrival().alias("arrived"))
    once = _brought_together(known) if is_any_twice else known.selectExpr(
        *IDENTITY, f"{PLACED} as place", *(f"{what} as {name}" for name, (_, what) in OF_MESSAGE.items())
    )  # fmt: skip
    groups = group_by(once, (*CAUSE, *PLACE), *OF_GROUP, cited=smallest("place", "place", CITED))
    told, by = F.expr(f"struct({', '.join(groups.columns)})"), F.struct(-F.col("messages"), *PLACE)
    targets = group_by(groups, CAUSE, *SUMS, groups=smallest(told, by, MOST))
    by = F.struct(-F.col("messages"), "destination")
    of_reason = targets.groupBy("reason", "reason_name").agg(
        F.min_by("destination", F.when(F.col("destination").isNotNull(), by)).alias("destination"),
        F.count("destination").alias("destinations"), *map(F.expr, SUMS), smallest("groups", by, MOST).alias("groups"),
    )  # fmt: skip
    found = [_reason(row) for row in rows_of(of_reason)]
    found.sort(key=lambda one: (one.reason is not None, one.reason))
    found.sort(key=lambda one: instant(one.last).timestamp() if one.last else 0, reverse=True)
    return sorted(found, key=lambda one: -one.messages)


def _brought_together(known: DataFrame) -> DataFrame:
    told = group_by(known, IDENTITY, f"collect_list(if(alike, {PLACED}, null)) as places",
                   *(f"{of}({what}) as {name}" for name, (of, what) in OF_MESSAGE.items()))  # fmt: skip
    each = told.withColumn("place", F.explode("places"))
    return each.withColumn("copies", F.expr("if(place = places[0], copies, 0)"))


def captures(letters: DataFrame) -> list[CapturedLetters]:
    """Which messages of each queue are in which of its dumps; each counts once. `letters`: as `marked`."""
    known = letters.withColumn("arrived", by_its_clock())
    once = known.groupBy("letter", "owner", *ONE).agg(
        F.sort_array(F.collect_set("file")).alias("files"), F.unix_micros(F.max("arrived")).alias("arrived"),
        F.count_if("alike").alias("times"), F.count_if("once").alias("messages"),
    )  # fmt: skip
    told = F.count("arrived") == F.count("*")
    counted = once.groupBy("queue", "owner", "files").agg(
        F.sum("messages"), F.when(told, F.min("arrived")), F.when(told, F.max("arrived")),
        F.sum(F.col("times") - F.col("messages")))  # fmt: skip
    return [CapturedLetters(*row) for row in rows_of(counted.orderBy("queue", "owner", "files"))]


def on_several_queues(letters: DataFrame) -> list[Row]:
    """The dead-lettered messages of one MsgId that are on several queues: `queues`, `owners`, `last`, `messages`,
    `cited`.

    `is_back`: whether one of the queues has it without an MQDLH, as a message that was put again. `letters`: those of
    every queue that they may be on.
    """
    place, is_dead = F.struct("file", "number"), F.col("reason").isNotNull()
    of_id = letters.where(F.col("msg_id").rlike("[1-9A-F]")).groupBy("msg_id", "put_time", "application").agg(
        F.sort_array(F.collect_set("queue")).alias("queues"),
        F.sort_array(F.collect_set("dump_queue_manager")).alias("owners"),
        F.when(F.min("dlq_time") < F.max("dlq_time"), F.max_by("queue", ordering("dlq_time", "queue"))).alias("last"),
        smallest(place, place, SEVERAL).alias("places"),
        F.bool_or(is_dead).alias("is_any"), F.bool_or(~is_dead).alias("is_back"),
    )  # fmt: skip
    several = of_id.where("is_any and (size(queues) > 1 or size(owners) > 1)")
    keys = "queues", "owners", "last", "is_back"
    counted = several.groupBy(*keys).agg(
        F.count("*").alias("messages"), smallest("places", "places", CITED).alias("cited")
    )
    return rows_of(counted.orderBy(F.desc("messages"), *keys).limit(MOST))


def _reason(row: Row) -> Reason:
    every = [one for of_target in row.groups for one in of_target]
    groups = sorted(every, key=lambda one: -one.messages)[:MOST]
    return Reason(**{**row.asDict(), "groups": groups})
