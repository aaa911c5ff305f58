"""MQI calls and events out of the queue manager's own messages that a dump holds, when their queue was dumped."""

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema

from mqforensics.codes.code_pages import EBCDIC_FILE
from mqforensics.files import File
from mqforensics.files.archives import BROKEN, limit, pieces
from mqforensics.formats.activity import pcf_records
from mqforensics.formats.event import event
from mqforensics.formats.paste.encoding import text_in_any_code
from mqforensics.formats.tables import CALLS, EVENTS, record_batch
from mqforensics.privacy.mask_columns import columns_without_secrets
from mqforensics.structures import layout

SIGNS = {
    "calls": ("SYSTEM.ADMIN.TRACE.ACTIVITY",),
    "events": ("MQEVENT", "SYSTEM.ADMIN.STATISTICS", "SYSTEM.ADMIN.ACCOUNTING"),
}
"""By table: what a dump has in it when it can hold rows of it, in whatever code it was saved."""
OVERLAP = 2 * max(len(sign) for signs in SIGNS.values() for sign in signs)
UTF_16, CODES = ("utf-16-le", "utf-16-be"), ("ascii", EBCDIC_FILE)
FORMATS = ("MQADMIN", "MQEVENT", "MQPCF")
SPREAD = 10_000
"""A call's number is that of its message times this, and its own place in it: so calls keep their order."""
WANTED = ("file", "offset", "length", "number", "data")
HEAD = layout("MQCFH")


def tables_in(file: File) -> set[str]:
    """The tables that a dump may hold rows of; all of its bytes are looked at, as far as they can be read."""
    found: set[str] = set()
    before, signs = b"", None
    try:
        with file.open() as stream:
            for piece in pieces(stream, limit(file.layers, file.size)):
                data, signs = before + piece, signs or _signs(piece[:4096])
                found |= {table for table, of in signs.items() if table not in found and any(one in data for one in of)}
                if len(found) == len(SIGNS):
                    break
                before = data[-OVERLAP:]
    except BROKEN:
        pass  # whoever reads it says so
    return found


def _signs(head: bytes) -> dict[str, list[bytes]]:
    """The signs as they stand in a file that begins so: each more to look for takes as long again."""
    is_binary = b"\0" in head
    codes = CODES + UTF_16 if is_binary else CODES[text_in_any_code(head).data is not head :][:1]
    return {table: [sign.encode(code) for code in codes for sign in signs] for table, signs in SIGNS.items()}


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
        yield columns_without_secrets(pa.RecordBatch.from_pylist(rows, EVENTS))


def _event(message: dict) -> dict | None:
    data = message["data"] if message["data"] is not None else _masked(dict(message["head"]), message["body"] or b"")
    found = event(data, message["put_time"], message["correl_id"])
    return found and {**found, **{name: message[name] for name in ("file", "offset", "length", "number")}}


def _masked(head: dict[str, str | None], body: bytes) -> bytes:
    order = "little" if int.from_bytes(body[:4], "little") < 1 << 16 else "big"
    return HEAD.pack({name: int(head.get(name) or 0) for name in HEAD.fields}, order) + body


def _calls(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        data, correl_ids = (batch.column(name).to_pylist() for name in ("data", "correl_id"))
        of, calls = pcf_records.calls(list(zip(data, correl_ids, strict=True)))
        place = {name: batch.column(name).take(pa.array(of)) for name in ("file", "offset", "length")}
        nth = np.arange(len(of)) - np.searchsorted(of, of) + 1
        number = pc.fill_null(batch.column("number").cast(pa.int64()), 0).to_numpy()[of] * SPREAD + nth
        yield columns_without_secrets(record_batch({**calls, **place, "number": number}, CALLS))
