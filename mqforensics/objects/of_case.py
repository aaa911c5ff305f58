"""What of a case comes to the driver once for all questions: its estate, from the table `objects`, and its dumps."""

from collections.abc import Callable
from functools import reduce, wraps
from operator import or_
from typing import NamedTuple

from pyspark.sql import Column
from pyspark.sql import functions as F

from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import Row
from mqforensics.structures import MQDLH

TYPES = (
    "QMGR", "QMSTATUS", "QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QCLUSTER", "QUEUE", "QSTATUS", "HANDLE", "CONN",
    "CHANNEL", "CHSTATUS", "CLUSQMGR", "CHINIT", "TOPIC", "SUB", "ERROR",
)  # fmt: skip

ANSWERS = ("MsgType", "Feedback", "CorrelId")
"""What tells whether a message answers another one."""


class Dump(NamedTuple):
    """The dump of a queue in a file: the queue manager that its command line names, and how many messages it shows."""

    file: str
    queue: str | None
    queue_manager: str | None
    messages: int
    is_unread: bool
    """Whether of some of them it cannot be told whether they answer another one."""
    dead_letters: int = 0
    """How many of them have an MQDLH."""
    error: str | None = None
    """Why it shows no message, where it shows none."""
    last: int | None = None
    """When the last of its messages came to the queue, as far as they tell, in microseconds of Unix time."""


def once(make: Callable) -> Callable:
    """A function of a case, and of names, that many ask, and that works once for each; the case keeps what it made."""

    @wraps(make)
    def kept(case, *names):
        if (make, *names) not in case.made:
            case.made[make, *names] = make(case, *names)
        return case.made[make, *names]

    return kept


@once
def rows(case) -> list[Row]:
    """The definitions, status and failed searches of a case, in the order of files and lines."""
    if not case.has("objects"):
        return []
    chosen = case.objects.where(F.col("type").isin(*TYPES)).select(*Row.__slots__)
    return [Row.of(row.asDict(recursive=True)) for row in chosen.orderBy("file", "line").collect()]


@once
def estate(case) -> Estate:
    """The estate of a case."""
    return Estate(rows(case))


def is_dead_letter() -> Column:
    """Whether a row of `messages` has a whole MQDLH of version 1, as the dead-letter queue handler takes it."""
    long_enough = F.coalesce(F.col("data_length") >= MQDLH.length, F.lit(True))
    return (F.rtrim("dlh.StrucId") == "DLH") & (F.col("dlh.Version") == 1) & long_enough


@once
def dumps(case) -> list[Dump]:
    """The dumps of a case, in the order of their files and queues."""
    if not case.has("messages"):
        return []
    keys = "file", "queue", "dump_queue_manager"
    lost = reduce(or_, [F.col(f"md.{name}").isNull() for name in ANSWERS])
    why = F.when(F.count("md") == 0, F.min("error")).alias("error")
    counted = case.messages.groupBy(*keys).agg(
        F.count("md").alias("messages"), F.max(lost).alias("is_unread"), F.count("dlh").alias("dead_letters"), why,
        F.unix_micros(F.max(F.coalesce("dlq_time", "put_time"))),
    )
    return [Dump(*row) for row in counted.orderBy(*keys).collect()]
