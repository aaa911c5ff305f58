"""What error logs say of channels: their entries, those that are alike counted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import reduce
from operator import and_

from pyspark.sql import Window
from pyspark.sql import functions as F

from mqforensics.codes import numbered
from mqforensics.objects.channel_causes import LIMITS, STARTS, UNNAMED, Entry
from mqforensics.objects.entries import entries as entries_of
from mqforensics.objects.fact import instant
from mqforensics.spark_compat import greatest, rows_of

SESSION = ("5", "6", "7")
"""AMQ95nn to AMQ97nn and their like on z/OS show one channel."""
WRITER = ("host", "queue_manager", "pid", "tid")
"""What tells the threads of a log's entries apart; all but the host has to be told."""
ENDED, AT_ONCE = "AMQ9999", timedelta(seconds=1)
"""The message that names the channel of what the same thread wrote so shortly before."""


def with_reason(text: str | None, code: int | None) -> str:
    """The first line of an entry with the reason that its other lines show."""
    return f"{(text or '').removesuffix('.')} ({numbered(code)})" if code else text or ""


def of_channels(case, channels: Iterable[str]) -> list[Entry]:
    """The log entries that name one of these, or only a host, or no channel yet or ever, and the starts of queue
    managers, counted.

    Of each kind it is the last one. What a thread wrote right before AMQ9999 is of the channel that this names.
    """
    names = sorted(set(channels))
    if not names or not case.has("log"):
        return []
    keys = ("channel", "CommentInsert1", "host", "connection")
    named, first, *hosts = (F.try_element_at("inserts", F.lit(name)) for name in keys)
    session = F.substring("message", 5, 1).isin(*SESSION) & first.rlike(r"^[A-Za-z0-9._/%]{1,20}$")
    wrote = [F.col(name) for name in WRITER]
    after = Window.partitionBy(*wrote).orderBy("time", "file", "offset").rowsBetween(0, Window.unboundedFollowing)
    is_end = F.startswith("message", F.lit(ENDED)) & named.isNotNull() & F.col("time").isNotNull()
    ended = F.first(F.when(is_end, F.struct("time", named.alias("channel"))), ignorenulls=True).over(after)
    told = reduce(and_, [one.isNotNull() for one in wrote[1:]])
    by_thread = told & (ended.time <= F.col("time") + F.lit(AT_ONCE))
    channel = F.coalesce(named, F.when(by_thread, ended.channel), F.when(session, first))
    told = entries_of(case, F.col("message").rlike(f"^(AMQ9|CSQX|{'|'.join(STARTS)})"))
    told = told.withColumns({"channel": channel, "remote": F.coalesce(*hosts)})
    unnamed = F.col("channel").isNull() | F.col("channel").isin("", UNNAMED)
    limit = F.substring("message", 5, 3).isin(*map(str, LIMITS))
    tied = F.col("remote").isNotNull() | (F.col("channel") == UNNAMED) | limit
    starts = F.substring("message", 1, 7).isin(*STARTS)
    chosen = told.where(F.col("channel").isin(*names) | (unnamed & tied) | starts)
    last = greatest(F.unix_micros("time").alias("at"), "file", "line", "text", "reason").alias("last")
    keys = ["message", "channel", "queue_manager", "remote"]
    counted = chosen.groupBy(*keys).agg(F.count("*").alias("count"), last).orderBy("last.at", "message", "channel")
    return [_entry_of_kind([row[key] for key in keys], row["count"], row.last) for row in rows_of(counted)]


def _entry_of_kind(kind: list, count: int, last) -> Entry:
    return Entry(*kind, count, instant(last.at), with_reason(last.text, last.reason), last.file, last.line)
