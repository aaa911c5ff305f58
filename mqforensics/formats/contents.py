"""What the data of many messages holds, as columns of the messages table: chains at once, the odd ones one by one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.tables import DLH, MESSAGES, TIME
from mqforensics.structures.arrays import PAD, at_places
from mqforensics.structures.chains import Chains, Columns

BLANK = " " * 16


def contents(
    datas: Sequence[bytes],
    said: Sequence[tuple[int, int, bytes]],
    alone: Callable[[int], Mapping[str, Any]],
    secrets: bool = False,
) -> dict[str, pa.Array]:
    """The columns of messages that come of their data, `error` among them.

    `said`: Encoding, CodedCharSetId and Format as each MQMD states them.

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
    made = decoded(columns)
    hidden = chains.hidden & (not secrets)
    which = columns.which.tolist()
    return made | {
        "data": pa.array([None if hidden[nth] else datas[nth] for nth in which], pa.binary()),
        "error": pa.array(["; ".join(columns.notes.get(nth, ())) or None for nth in which], pa.string()),
    }


def decoded(columns: Columns) -> dict[str, pa.Array]:
    """The columns that chains make; after it `columns.notes` is whole, the notes on the bodies too."""
    fields, missing = columns.dead()
    dlh = pa.StructArray.from_arrays([fields[f.name] for f in DLH], fields=list(DLH), mask=pa.array(missing))
    when = times(dlh.field("PutDate"), dlh.field("PutTime"), exact=True)
    body, text, _ = columns.bodies()
    return {
        "dlh": dlh, "dlq_time": pc.if_else(pa.array(~missing), when, None),
        "headers": columns.headers().cast(MESSAGES.field("headers").type), "properties": columns.properties(),
        "body": body, "body_text": text,
    }  # fmt: skip


def times(dates: pa.Array, clocks: pa.Array, exact: bool = False) -> pa.Array:
    """PutDate (YYYYMMDD) and PutTime (HHMMSSTH) as UTC times; null where they are not a time.

    `exact`: a time without its hundredths is none, as in `structures.put_time`.
    """
    padded = [pc.utf8_rpad(pc.utf8_slice_codeunits(part, 0, 8), 8) for part in (dates, clocks)]
    text = pc.fill_null(pc.binary_join_element_wise(*padded, ""), BLANK)
    text = pc.if_else(pc.equal(pc.binary_length(text), len(BLANK)), text, BLANK)
    digits = np.frombuffer(text.buffers()[2], np.uint8, len(text) * len(BLANK)).reshape(-1, len(BLANK)) - ord("0")
    pairs = digits[:, 0::2].astype(np.int64) * 10 + digits[:, 1::2]
    century, year, month, day, hour, minute, second, hundredth = pairs.T
    year = century * 100 + year
    months = (year - 1970) * 12 + month - 1
    first, after = (nth.astype("M8[M]").astype("M8[D]").astype(np.int64) for nth in (months, months + 1))
    right = (digits[:, :14] < 10).all(axis=1) & (month >= 1) & (month <= 12) & (day >= 1) & (day <= after - first)
    right &= (year >= 1) & (hour < 24) & (minute < 60) & (second < 60)
    if exact:
        right &= (digits < 10).all(axis=1)
    hundredth = np.where((digits[:, 14:] < 10).all(axis=1), hundredth, 0)
    seconds = (((first + day - 1) * 24 + hour) * 60 + minute) * 60 + second
    return pa.array((seconds * 100 + hundredth) * 10_000, pa.timestamp("us"), mask=~right).cast(TIME)
