"""MQI calls and events out of the queue manager's own messages that a dump holds, when their queue was dumped."""

from collections.abc import Iterable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from mqforensics.formats.activity import pcf
from mqforensics.formats.event import event
from mqforensics.formats.tables import CALLS, EVENTS

SIGNS = {
    "calls": (b"SYSTEM.ADMIN.TRACE.ACTIVITY",),
    "events": (b"MQEVENT", b"SYSTEM.ADMIN.STATISTICS", b"SYSTEM.ADMIN.ACCOUNTING"),
}
"""By table: what a dump has at its beginning when it can hold rows of it."""
FORMATS = ("MQADMIN", "MQEVENT", "MQPCF")
SPREAD = 10_000
"""A call's number is that of its message times this, and its own place in it: so calls keep their order."""
WANTED = ("file", "offset", "length", "number", "data")


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
    told = messages.where(F.col("md.Format").isin(*FORMATS) & F.col("data").isNotNull())
    chosen = told.select(*WANTED, "put_time", F.col("md.CorrelId").alias("correl_id"))
    return chosen.mapInArrow(_events, from_arrow_schema(EVENTS))


def _events(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = [row for message in batch.to_pylist() if (row := _event(message))]
        yield pa.RecordBatch.from_pylist(rows, EVENTS)


def _event(message: dict) -> dict | None:
    found = event(message["data"], message["put_time"], message["correl_id"])
    return found and {**found, **{name: message[name] for name in ("file", "offset", "length", "number")}}


def _calls(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = [call for message in batch.to_pylist() for call in _of(message)]
        yield pa.RecordBatch.from_pylist(rows, CALLS)


def _of(message: dict) -> Iterator[dict]:
    place = {name: message[name] for name in ("file", "offset", "length")}
    for nth, call in enumerate(pcf.calls(message["data"], message["correl_id"]), 1):
        yield {**call, **place, "number": (message["number"] or 0) * SPREAD + nth}
