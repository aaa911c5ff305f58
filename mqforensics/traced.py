"""MQI calls out of activity-trace messages that a dump holds, when the trace queue itself was dumped."""

from collections.abc import Iterable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from mqforensics.formats.activity import pcf
from mqforensics.formats.tables import CALLS

TRACE_QUEUE = b"SYSTEM.ADMIN.TRACE.ACTIVITY"
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


def _calls(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = [call for message in batch.to_pylist() for call in _of(message)]
        yield pa.RecordBatch.from_pylist(rows, CALLS)


def _of(message: dict) -> Iterator[dict]:
    place = {name: message[name] for name in ("file", "offset", "length")}
    for nth, call in enumerate(pcf.calls(message["data"], message["correl_id"]), 1):
        yield {**call, **place, "number": (message["number"] or 0) * SPREAD + nth}
