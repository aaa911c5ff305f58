"""The error-log entries that tell of poison messages: rolled-back transactions, JMS clients, listeners that stopped."""

from pyspark.sql import functions as F

from mqforensics.objects.checks import CONVERSION
from mqforensics.objects.entries import entries
from mqforensics.sparks import among, rows_of, smallest

ROLLED_BACK = {
    "AMQ7469": "transactions rolled back to release log space",
    "AMQ7463": "the log is full",
    "AMQ7466": "the log is too small for the data rate",
}
"""Entries of a queue manager that rolls back by itself: BackoutCount grows, and no application has done it."""
ARRIVED = {
    "JMSWMQ1116": "was put to the dead-letter queue",
    "JMSWMQ1117": "was discarded, as its MQRO_DISCARD_MSG asks",
}
NO_WAY_OUT = {
    "JMSWMQ1120": "could not put a poison message to its backout queue",
    **dict.fromkeys(
        ("JMSWMQ0032", "JMSWMQ0035", "JMSWMQ1079", "JMSWMQ1080"),
        "found no dead-letter queue that took a poison message",
    ),
}
STOPPED = {
    "WMSG0036": "A message-driven bean's listener stopped after its maximum of message deliveries",
    "WMSG0059": "A listener port was not started again after its maximum of restarts",
}
IDS = (*ROLLED_BACK, *ARRIVED, *NO_WAY_OUT, *STOPPED)
CITED = 200


def signs(case) -> list:
    """A row for each kind of entry, also of clients that could not convert a message.

    Columns: `message`, `queue_manager`, `queue`, `reason`, `text`, `entries`, `places`.
    """
    unread = F.col("queue_manager").isNull() & among("reason", CONVERSION)  # no channel of a queue manager
    told = entries(case, F.coalesce(among("message", IDS), F.lit(False)) | unread).withColumns({
        "queue": F.try_element_at("inserts", F.lit("queue")),
        "reason": F.coalesce(F.col("reason").cast("string"), F.try_element_at("inserts", F.lit("reason"))),
    })  # fmt: skip
    place = F.struct("file", "line")
    grouped = told.groupBy("message", "queue_manager", "queue", "reason").agg(
        F.count("*").alias("entries"),
        F.min("text").alias("text"),
        F.array_distinct(smallest(place, place, CITED)).alias("places"),
    )
    return rows_of(grouped.orderBy("message", "queue_manager", "queue", "reason"))
