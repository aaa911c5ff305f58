"""What a walk needs of the tables of a case: all definitions, and of messages, log and calls only what is on a route.

Messages and log entries are filtered and counted by Spark; only the counts come to the driver.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.walk.diary import CAUSES, Entry
from mqforensics.questions.walk.facts import Row
from mqforensics.questions.walk.letters import Letter

TYPES = (
    "QMGR", "QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QCLUSTER", "QUEUE", "QSTATUS", "CHANNEL", "CHSTATUS",
    "CLUSQMGR", "ERROR",
)  # fmt: skip
HEADER = 172
"""Length of an MQDLH: with a gap in it, nothing in it is sure."""
CITED = 100
"""So many messages of one kind are cited."""
TAKES = r"^(MQGET|CALLBACK)$"
BROWSES = "MQGMO_BROWSE"
XMIT_ID = "MsgDesc.MsgId"


def objects(case) -> list[Row]:
    """The definitions and status that a walk can use."""
    if not case.has("objects"):
        return []
    chosen = case.objects.where(F.col("type").isin(*TYPES)).select(*Row._fields)
    return [Row.of(row.asDict()) for row in chosen.orderBy("file", "line").collect()]


def mail(case, destinations: Iterable[str]) -> tuple[list[Letter], dict[str, int]]:
    """The dead letters for these queues, by dump, destination, reason and persistence; the messages of each dump."""
    if not case.has("messages"):
        return [], {}
    counted = case.messages.withColumn("letter", F.when(_whole() & _for(destinations), F.col("dlh"))).groupBy(
        "file", "queue", F.col("letter.DestQName").alias("destination"), F.col("letter.DestQMgrName").alias("manager"),
        F.col("letter.Reason").alias("reason"), F.col("letter.ByteOrder").alias("order"),
        F.when(F.col("letter").isNotNull(), F.col("md.Persistence")).alias("persistence"),
    )  # fmt: skip
    dead = F.when(F.col("letter").isNotNull(), F.col("number"))
    numbers = F.slice(F.array_sort(F.collect_list(dead)), 1, CITED)
    sums = F.count("*").alias("count"), F.count("md").alias("messages"), numbers.alias("numbers")
    rows = counted.agg(*sums).orderBy("file", "queue", "reason").collect()
    dumped: dict[str, int] = {}
    for row in rows:
        dumped[row.queue] = dumped.get(row.queue, 0) + row.messages
    return [_counted_letter(row) for row in rows if row.destination is not None], dumped


def _for(destinations: Iterable[str]) -> Column:
    return F.coalesce(F.col("dlh.DestQName").isin(*sorted(set(destinations))), F.lit(False))


def _counted_letter(row) -> Letter:
    keys = row.destination, row.manager, row.reason, row.order, row.persistence
    return Letter(row.file, tuple(row.numbers), row.queue, *keys, row["count"])


def _whole() -> Column:
    broken = F.exists(F.col("gaps"), lambda gap: gap["offset"] < HEADER)
    return F.col("dlh").isNotNull() & ~F.coalesce(broken, F.lit(False))


def messages(case, ids: Iterable[str]) -> dict[str, list[Letter]]:
    """Every message with one of these ids, or that reports on one, by id."""
    wanted = sorted(set(ids))
    if not wanted or not case.has("messages"):
        return {}
    inner = F.filter(
        F.transform("headers", lambda h: F.try_element_at(h["fields"], F.lit(XMIT_ID))), lambda id_: id_.isNotNull()
    )
    known = case.messages.withColumns({
        "own": F.hex("md.MsgId"), "correl": F.hex("md.CorrelId"), "inner": F.try_element_at(inner, F.lit(1)),
        "letter": F.when(_whole(), F.col("dlh")),
    })  # fmt: skip
    found = known.where(F.col("own").isin(*wanted) | F.col("correl").isin(*wanted) | F.col("inner").isin(*wanted))
    columns = [
        "file", "number", "queue", "letter", "own", "correl", "inner", F.col("md.Persistence").alias("persistence"),
        F.col("md.MsgType").alias("type"), F.col("md.Feedback").alias("feedback"), F.col("md.Format").alias("format"),
    ]  # fmt: skip
    rows = found.select(*columns).orderBy("file", "number").collect()
    return {id_: [_letter(row, id_) for row in rows if id_ in (row.own, row.correl, row.inner)] for id_ in wanted}


def _letter(row, msg_id: str) -> Letter:
    dlh = row.letter.asDict() if row.letter else {}
    same = "MsgId" if msg_id in (row.own, row.inner) or row.format == "MQXMIT" else "CorrelId"
    return Letter(
        row.file, (row.number,), row.queue, dlh.get("DestQName"), dlh.get("DestQMgrName"), dlh.get("Reason"),
        dlh.get("ByteOrder"), row.persistence, 1, same, row.type, row.feedback, row.format == "MQXMIT",
    )  # fmt: skip


def gets(case, ids: Iterable[str]) -> dict[str, list[dict]]:
    """The calls that took one of these messages from its queue, by id."""
    wanted = sorted(set(ids))
    if not wanted or not case.has("calls"):
        return {}
    browses = F.coalesce(F.exists("options", lambda option: option.startswith(BROWSES)), F.lit(False))
    took = F.col("verb").rlike(TAKES) & (F.coalesce("comp_code", F.lit(0)) < 2) & ~browses
    found = case.calls.withColumn("id", F.hex("msg_id")).where(F.col("id").isin(*wanted) & took)
    columns = ["id", "file", "number", "queue", "queue_manager", "application"]
    rows = found.select(*columns).orderBy("file", "number").collect()
    return {id_: [row.asDict() for row in rows if row.id == id_] for id_ in wanted}


def entries(case, channels: Iterable[str]) -> list[Entry]:
    """The log entries of these channels, and those that name only a host, counted; the last of each kind."""
    names = sorted(set(channels))
    if not names or not case.has("log"):
        return []
    channel, host = (F.try_element_at("inserts", F.lit(name)) for name in ("channel", "host"))
    told = case.log.where(F.col("message").isNotNull()).withColumns({"channel": channel, "remote": host})
    chosen = told.where(
        F.col("channel").isin(*names)
        | (F.col("channel").isNull() & F.col("remote").isNotNull() & F.substring("message", 1, 7).isin(*sorted(CAUSES)))
    )
    return [_entry(row) for row in _counted(chosen).collect()]


def _counted(chosen: DataFrame) -> DataFrame:
    # As a number, because a collected timestamp takes the zone of the driver's machine.
    last = F.max(F.struct(F.unix_micros("time").alias("at"), "file", "line", "text")).alias("last")
    keys = ["message", "channel", "queue_manager", "remote"]
    return chosen.groupBy(*keys).agg(F.count("*").alias("count"), last).orderBy("last.at", "message", "channel")


def _entry(row) -> Entry:
    last = row.last
    when = None if last.at is None else datetime.fromtimestamp(last.at / 1e6, UTC)
    key = row.message, row.channel, row.queue_manager, row.remote, row["count"]
    return Entry(*key, when, last.text or "", last.file, last.line)
