"""The tables of a case as Arrow schemas, one for each kind of evidence, whatever the format it came in; and how rows
become their columns."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from mqforensics.structures import MQDLH, MQMD2

TEXT, INT, LONG, BYTES = pa.string(), pa.int32(), pa.int64(), pa.binary()
TIME = pa.timestamp("us", tz="UTC")
LOCAL = pa.timestamp("us")
"""A time by the clock of a host whose zone is not in the evidence."""
TEXTS = pa.map_(TEXT, TEXT)

PLACE = [("file", TEXT), ("offset", LONG), ("length", LONG)]
"""Where a row's bytes are; the rows of a file partition it."""

KINDS = {"long": INT, "int64": LONG, "char": TEXT, "byte": BYTES}
MD = pa.struct([(name, KINDS[kind]) for name, kind in MQMD2.types.items()])
DLH = pa.struct([
    *((name, KINDS[kind]) for name, kind in MQDLH.types.items()), ("ReasonName", TEXT), ("ByteOrder", TEXT),
])  # fmt: skip
HEADER = pa.struct([
    ("StrucId", TEXT), ("offset", INT), ("length", INT), ("Encoding", INT), ("CodedCharSetId", INT),
    ("Format", TEXT), ("fields", TEXTS),
])  # fmt: skip
"""`Encoding`, `CodedCharSetId`, `Format`: the header's own three fields, that is, what follows it."""
GAP = pa.struct([("offset", LONG), ("length", LONG)])

MESSAGES = pa.schema([
    *PLACE, ("number", INT), ("queue", TEXT), ("dump_queue_manager", TEXT), ("captured", LOCAL), ("zone", TEXT),
    ("md", MD), ("put_time", TIME), ("dlh", DLH), ("dlq_time", TIME),
    ("headers", pa.list_(HEADER)), ("properties", TEXTS),
    ("data", BYTES), ("body", BYTES), ("body_text", TEXT), ("data_length", LONG), ("missing", LONG),
    ("gaps", pa.list_(GAP)), ("error", TEXT),
])  # fmt: skip
"""`dump_queue_manager`: of the queue, where the command line of its dump stands before it; `captured`: when that was
made, by the clock of its host, where a date stands before it; `zone`: of `captured`, `UTC` or `+hh:mm`, null where the
evidence does not show it; `data`: all the data bytes of the message as on the queue; `body`: what follows the headers
in it."""

ASKED = pa.struct([
    ("verb", TEXT), ("word", TEXT), ("name", TEXT), ("filters", TEXTS), ("attributes", pa.list_(TEXT)),
])  # fmt: skip
"""A command as it was parsed: `DISPLAY`, `CHSTATUS`, the name or pattern asked for, what narrows the answer
(`TYPE`, `CHLTYPE`, `WHERE`, `CONNAME`, `SAVED` …: its value, empty for a bare word), the attributes asked for."""

OBJECTS = pa.schema([
    *PLACE, ("line", INT), ("queue_manager", TEXT), ("type", TEXT), ("name", TEXT), ("attributes", TEXTS),
    ("lines", pa.map_(TEXT, INT)), ("times", pa.map_(TEXT, LOCAL)), ("message", TEXT), ("command", TEXT),
    ("asked", ASKED), ("run", INT), ("whole", pa.bool_()), ("time", TEXT), ("captured", LOCAL), ("zone", TEXT),
    ("error", TEXT),
])  # fmt: skip
"""`lines`: the line of each attribute; `times`: each pair of date and time in `attributes` by its stem (`ALT`, `CR`,
`LPUT`, `LGET`, `LSTMSG`, `CHSTA`, `CLUS` …); `run`: the run of runmqsc, by the line that it begins on; `whole`: whether
the answer to the command is known to be complete (its end, the next echo or a trailer that counts it, is there, and it
was read in one piece: of sessions of more than 16 MB answers may be cut); `captured`: `time` as a time of the host's
clock; `zone`: of `captured`, `UTC` or `+hh:mm`, null where the evidence does not show it."""

LOG = pa.schema([
    *PLACE, ("line", INT), ("time", TIME), ("time_text", TEXT), ("time_note", TEXT), ("queue_manager", TEXT),
    ("host", TEXT), ("program", TEXT), ("user", TEXT), ("pid", LONG), ("tid", LONG),
    ("message", TEXT), ("severity", TEXT), ("comp_code", INT), ("reason", INT),
    ("text", TEXT), ("explanation", TEXT), ("action", TEXT), ("inserts", TEXTS), ("source", TEXT), ("error", TEXT),
])  # fmt: skip
"""`inserts`: what an entry names, by the same keys whatever printed it: `queue_manager`, `channel`, `connection`,
`host`, `queue`, `user`, `program` … and, of an FDC, `probe`, `component`, `major`, `minor`."""

EVENTS = pa.schema([
    *PLACE, ("line", INT), ("number", INT), ("time", TIME), ("time_note", TEXT), ("queue_manager", TEXT),
    ("category", TEXT), ("event", TEXT), ("reason", INT), ("comp_code", INT), ("qualifier", TEXT),
    ("object_type", TEXT), ("object", TEXT), ("channel", TEXT), ("connection", TEXT), ("user", TEXT),
    ("application", TEXT), ("fields", TEXTS), ("error", TEXT),
])  # fmt: skip
"""`category`: `QMGR`, `CHANNEL`, `PERFM`, `CONFIG`, `COMMAND`, `LOGGER`, `PUBSUB`, `STATISTICS`, `ACCOUNTING`;
`event`: the name of the reason without `MQRC_`; `fields`: every parameter by its MQ name."""

CALLS = pa.schema([
    *PLACE, ("number", LONG), ("time", TIME), ("time_exact", LONG), ("time_note", TEXT), ("queue_manager", TEXT),
    ("application", TEXT), ("process", TEXT), ("thread", TEXT), ("connection", TEXT), ("channel", TEXT),
    ("handle", TEXT), ("verb", TEXT), ("options", pa.list_(TEXT)), ("options_value", LONG),
    ("queue", TEXT), ("msg_id", BYTES), ("correl_id", BYTES), ("priority", INT), ("persistence", INT),
    ("backout_count", INT), ("put_time", TIME), ("comp_code", INT), ("reason", INT), ("duration", LONG),
    ("wait_interval", LONG), ("msg_length", LONG), ("error", TEXT),
])  # fmt: skip
"""`time_exact`, `duration` in microseconds, `wait_interval` in milliseconds."""

RULES = pa.schema([
    *PLACE, ("line", INT), ("number", INT), ("kind", TEXT), ("keywords", TEXTS), ("text", TEXT),
    ("errors", pa.list_(TEXT)), ("error", TEXT),
])  # fmt: skip
"""`kind`: `control` or `rule`; `number`: of a rule without errors; `text`: the lines, comments before them too."""

SCHEMAS = {
    "messages": MESSAGES, "objects": OBJECTS, "log": LOG, "events": EVENTS, "calls": CALLS, "rules": RULES,
}  # fmt: skip


def record_batch(columns: Mapping[str, pa.Array | Sequence[Any]], schema: pa.Schema) -> pa.RecordBatch:
    """The columns of a schema, by their names, as one batch; one that is encoded stays so."""
    made = [array(columns[field.name], field.type) for field in schema]
    kinds = [
        one.type if pa.types.is_dictionary(one.type) else field.type for one, field in zip(made, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(made, schema=pa.schema(zip(schema.names, kinds, strict=True)))


def decoded(batch: pa.RecordBatch, most: int) -> Iterator[pa.RecordBatch]:
    """A batch without encoded columns; one that has some in parts of at most so many rows."""
    if not any(map(pa.types.is_dictionary, batch.schema.types)):
        yield batch
        return
    for at in range(0, len(batch), most):
        columns = batch.slice(at, most).columns
        values = [one.dictionary.take(one.indices) if pa.types.is_dictionary(one.type) else one for one in columns]
        yield pa.RecordBatch.from_arrays(values, batch.schema.names)


def places(file: str, edges: Sequence[int] | np.ndarray) -> dict[str, pa.Array | np.ndarray]:
    """`file`, `offset` and `length` of rows that follow one another: where each begins, and where the last ends."""
    return {"file": pa.repeat(file, len(edges) - 1), "offset": edges[:-1], "length": np.diff(edges)}


def array(values: pa.Array | Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Values as an Arrow column; what is one already stays."""
    if isinstance(values, pa.Array):
        return values
    if pa.types.is_struct(kind):
        return _shared(values, kind)
    if not pa.types.is_map(kind) or not all(value is None or type(value) is dict for value in values):
        return pa.array(values, kind)
    # Arrow makes maps out of dicts six times more slowly than out of their keys and items in one list each.
    keys, items, offsets = [], [], []
    for value in values:
        offsets.append(None if value is None else len(keys))
        if value:
            keys += value.keys()
            items += value.values()
    offsets = pa.array([*offsets, len(keys)], pa.int32())
    return pa.MapArray.from_arrays(offsets, pa.array(keys, kind.key_type), pa.array(items, kind.item_type))


def _shared(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """A column of structs, of which many rows may have the same one."""
    places: dict[int, int] = {}
    nth = [places.setdefault(id(value), len(places)) for value in values]
    if len(places) == len(values):
        return pa.array(values, kind)
    return pa.array(list({id(value): value for value in values}.values()), kind).take(pa.array(nth))
