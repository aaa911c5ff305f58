"""MQI calls and events out of the queue manager's own messages that a dump holds, when their queue was dumped."""

from collections.abc import Iterable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from mqforensics.formats.activity import pcf
from mqforensics.formats.event import event
from mqforensics.formats.tables import CALLS, EVENTS
from mqforensics.structures import layout

SIGNS = {
    "calls": (b"SYSTEM.ADMIN.TRACE.ACTIVITY",),
    "events": (b"MQEVENT", b"SYSTEM.ADMIN.STATISTICS", b"SYSTEM.ADMIN.ACCOUNTING"),
}
"""By table: what a dump has at its beginning when it can hold rows of it."""
FORMATS = ("MQADMIN", "MQEVENT", "MQPCF")
SPREAD = 10_000
"""A call's number is that of its message times this, and its own place in it: so calls keep their order."""
WANTED = ("file", "offset", "length", "number", "data")
HEAD = layout("MQCFH")


def calls_of(messages: DataFrame) -> DataFrame:
    """The calls in trace messages among `messages`, in the columns of the calls table.

    `offset` and `length` are the message's; `number` is the message's number times 10,000 plus the call's place in it.
    """
    traces = messages.where(F.col("md.Format").isin(*FORMATS) & F.col("data").isNotNull())
    chosen = traces.select(*WANTED, F.col("md.CorrelId").alias("correl_id"))
    return chosen.mapInArrow(_calls, from_arrow_schema(CALLS))


def events_of(messages: DataFrame) -> DataFrame:
    """The events, statistics and accounting records among `messages`, in the columns of the events table.

    `offset`, `length` and `number` are the message's; `time` is its put time.
    """
    # Of an event that tells a password, `data` is not shown; its MQCFH and the parameters with a mask are.
    is_masked = F.col("data").isNull() & (F.get("headers", F.lit(0))["StrucId"] == "CFH")
    head = F.when(is_masked, F.get("headers", F.lit(0))["fields"]).alias("head")
    body = F.when(is_masked, F.col("body")).alias("body")
    told = messages.where(F.col("md.Format").isin(*FORMATS) & (F.col("data").isNotNull() | is_masked))
    chosen = told.select(*WANTED, head, body, "put_time", F.col("md.CorrelId").alias("correl_id"))
    return chosen.mapInArrow(_events, from_arrow_schema(EVENTS))


def _events(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = [row for message in batch.to_pylist() if (row := _event(message))]
        yield pa.RecordBatch.from_pylist(rows, EVENTS)


def _event(message: dict) -> dict | None:
    data = message["data"] if message["data"] is not None else _masked(dict(message["head"]), message["body"] or b"")
    found = event(data, message["put_time"], message["correl_id"])
    return found and {**found, **{name: message[name] for name in ("file", "offset", "length", "number")}}


def _masked(head: dict[str, str | None], body: bytes) -> bytes:
    order = "little" if int.from_bytes(body[:4], "little") < 1 << 16 else "big"
    return HEAD.pack({name: int(head.get(name) or 0) for name in HEAD.fields}, order) + body


def _calls(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = [call for message in batch.to_pylist() for call in _of(message)]
        yield pa.RecordBatch.from_pylist(rows, CALLS)


def _of(message: dict) -> Iterator[dict]:
    place = {name: message[name] for name in ("file", "offset", "length")}
    for nth, call in enumerate(pcf.calls(message["data"], message["correl_id"]), 1):
        yield {**call, **place, "number": (message["number"] or 0) * SPREAD + nth}
