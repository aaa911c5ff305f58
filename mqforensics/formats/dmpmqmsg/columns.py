"""Many messages at once: each different attribute line is read once, by the reader of one.

A message about which there is something to say, or whose data is not plain hexadecimal, is a row of its own among them.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.columnar import Distinct, line_edges, pieces
from mqforensics.formats.dmpmqmsg.attributes import attribute
from mqforensics.formats.dmpmqmsg.data_lines import even
from mqforensics.formats.dmpmqmsg.records import Record
from mqforensics.formats.message_columns import content_columns, times
from mqforensics.formats.tables import MD, MESSAGES, array, record_batch
from mqforensics.structures.arrays import with_rows

SAID = ("Encoding", "CodedCharSetId", "Format")
"""What an MQMD says of the data."""


class Together:
    """Messages in a row; `is_plain`: those that become columns."""

    def __init__(self, messages: Sequence[Record]):
        self.messages = messages
        self._md, noted = _descriptors(messages)
        self._datas = [_data(message) for message in messages]
        told = [self._md[name].is_valid() for name in ("Version", *SAID)]
        told.append(pc.fill_null(pc.string_is_ascii(self._md["Format"]), False))
        told.append(pa.array([data is not None for data in self._datas]))
        self.is_plain = np.logical_and.reduce(np.array([~noted, *(column.to_numpy(False) for column in told)]))

    def batch(
        self, file: str, edges: np.ndarray, row: Callable[[int], dict[str, Any]], secrets: bool = False
    ) -> pa.RecordBatch:
        """The rows: `edges` of their bytes in the file; `row` makes that of a message which is not plain."""
        which, single = np.flatnonzero(self.is_plain), np.flatnonzero(~self.is_plain)
        made = [dict.fromkeys(MESSAGES.names) | row(nth) for nth in single.tolist()]
        columns = self._columns(file, edges, row, which, secrets)
        return record_batch(with_rows(columns, which.tolist(), made, single.tolist()), MESSAGES)

    def _columns(
        self, file: str, edges: np.ndarray, row: Callable[[int], dict[str, Any]], which: np.ndarray, secrets: bool
    ) -> dict[str, pa.Array]:
        md = pa.StructArray.from_arrays(list(self._md.values()), fields=list(MD)).take(pa.array(which))
        messages, datas = ([them[nth] for nth in which.tolist()] for them in (self.messages, self._datas))
        encodings, ccsids, formats = (md.field(name).to_pylist() for name in SAID)
        said = list(zip(encodings, ccsids, (name.encode("ascii") for name in formats), strict=True))
        told = {source: source.columns for source in {message.source for message in messages}}
        count = len(which)
        values = {
            "file": [file] * count, "offset": edges[:-1][which], "length": np.diff(edges)[which],
            "number": [message.number for message in messages],
            **{name: [told[message.source][name] for message in messages] for name in next(iter(told.values()), {})},
            "data_length": list(map(len, datas)), "missing": [0] * count, "gaps": [[]] * count,
        }  # fmt: skip
        made = {name: array(given, MESSAGES.field(name).type) for name, given in values.items()}
        made |= content_columns(datas, said, lambda nth: row(int(which[nth])), secrets)
        return made | {"md": md, "put_time": times(md.field("PutDate"), md.field("PutTime"))}


def _descriptors(messages: Sequence[Record]) -> tuple[dict[str, pa.Array], np.ndarray]:
    """The fields of the MQMDs, and of which messages there is something to say about them."""
    runs = [[run if run.endswith(b"\n") else run + b"\n" for run in message.attributes] for message in messages]
    joined = b"".join(run for own in runs for run in own)
    owner = np.repeat(np.arange(len(runs)), [sum(run.count(b"\n") for run in own) for own in runs])
    lines = Distinct(pieces(joined, line_edges(joined)), lambda line: attribute(line.removesuffix(b"\n")))
    noted = np.array([message.is_exit for message in messages])
    noted[owner[lines.numbers(lambda one: bool(one.notes), bool)]] = True
    rows, none = lines.by_key(lambda one: one.name, owner, len(runs)), np.full(len(runs), -1)
    found = {"StrucId": pa.repeat("MD", len(runs))}
    for field in list(MD)[1:]:
        found[field.name] = lines.at(rows.get(field.name, none), field.type, lambda one: one.value)
    return found, noted


def _data(message: Record) -> bytes | None:
    """The data of a message all of whose lines are plain hexadecimal."""
    shown = even(message.data[0]) if len(message.data) == 1 else None
    return shown and shown.data
