"""The error-log entries that show poison messages: rolled-back transactions, JMS clients, listeners that stopped."""

from pyspark.sql import functions as F

from mqforensics.objects.checks import CONVERSION
from mqforensics.objects.entries import entries
from mqforensics.spark_compat import among, rows_of, smallest
from mqforensics.words import poison as words

ROLLED_BACK = {
    "AMQ7469": words.LOG_RELEASED,
    "AMQ7463": words.LOG_FULL,
    "AMQ7466": words.LOG_SMALL,
}
"""Entries of a queue manager that rolls back by itself: BackoutCount grows, and no application has done it."""
ARRIVED = {
    "JMSWMQ1116": words.DEAD_LETTERED,
    "JMSWMQ1117": words.DISCARDED_AS_ASKED,
}
NO_WAY_OUT = {
    "JMSWMQ1120": words.NOT_BACKED_OUT,
    **dict.fromkeys(
        ("JMSWMQ0032", "JMSWMQ0035", "JMSWMQ1079", "JMSWMQ1080"),
        words.NO_DEAD_LETTER_QUEUE,
    ),
}
STOPPED = {
    "WMSG0036": words.LISTENER_STOPPED,
    "WMSG0059": words.LISTENER_PORT_STOPPED,
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
