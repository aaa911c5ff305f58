"""What the data of many messages holds, as columns of the messages table: chains at once, the odd ones one by one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.amqsbcg.rows import times
from mqforensics.formats.tables import DLH, MESSAGES
from mqforensics.structures.arrays import PAD, at_places
from mqforensics.structures.chains import Chains

COLUMNS = ("dlh", "dlq_time", "headers", "properties", "data", "body", "body_text", "error")


def contents(
    datas: Sequence[bytes],
    said: Sequence[tuple[int, int, bytes]],
    alone: Callable[[int], Mapping[str, Any]],
    secrets: bool = False,
) -> dict[str, pa.Array]:
    """`COLUMNS` of messages by their data and the Encoding, CodedCharSetId and Format that their MQMDs state.

    `alone(nth)` is the row of one message, asked for those whose chain is odd. `secrets` as in `structures.message`.
    """
    sizes = np.array([len(data) for data in datas], np.int64)
    stops = np.cumsum(sizes)
    buffer = np.frombuffer(b"".join(datas) + bytes(PAD), np.uint8)
    encodings, ccsids, formats = zip(*said, strict=True)
    rows = np.frombuffer(b"".join(format.ljust(8)[:8] for format in formats), np.uint8).reshape(-1, 8)
    chains = Chains(buffer, (stops - sizes, stops), (np.array(encodings), np.array(ccsids), rows), secrets).walk()
    usual = _usual(chains, datas, secrets)
    odd = np.flatnonzero(chains.odd)
    if not len(odd):
        return usual
    made = [alone(nth) for nth in odd.tolist()]
    which = np.flatnonzero(~chains.odd)
    return {
        name: at_places([column, pa.array([row[name] for row in made], column.type)], [which, odd])
        for name, column in usual.items()
    }


def _usual(chains: Chains, datas: Sequence[bytes], secrets: bool) -> dict[str, pa.Array]:
    columns = chains.columns()
    fields, missing = columns.dead()
    dlh = pa.StructArray.from_arrays([fields[f.name] for f in DLH], fields=list(DLH), mask=pa.array(missing))
    body, text, _ = columns.bodies()
    hidden = chains.hidden & (not secrets)
    when = times(dlh.field("PutDate"), dlh.field("PutTime"), exact=True)
    which = columns.which.tolist()
    return {
        "dlh": dlh, "dlq_time": pc.if_else(pa.array(~missing), when, None),
        "headers": columns.headers().cast(MESSAGES.field("headers").type), "properties": columns.properties(),
        "data": pa.array([None if hidden[nth] else datas[nth] for nth in which], pa.binary()),
        "body": body, "body_text": text,
        "error": pa.array(["; ".join(columns.notes.get(nth, ())) or None for nth in which], pa.string()),
    }  # fmt: skip
