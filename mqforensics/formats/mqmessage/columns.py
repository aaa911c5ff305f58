"""Raw messages as rows of the messages table: few as dicts, many as columns."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from mqforensics import structures
from mqforensics.formats import message_rows
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.message_columns import content_columns, times
from mqforensics.formats.mqmessage.descriptors import SECOND, Descriptors
from mqforensics.formats.mqmessage.descriptors import rows as descriptors
from mqforensics.formats.mqmessage.raw import Raw
from mqforensics.formats.tables import MESSAGES, record_batch
from mqforensics.structures.arrays import with_rows

BATCH, FEW = 8192, 64
COUNT = "count"
"""How many messages of the file came before the stretch, in its context."""


def rows(messages: list[Raw], stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """The rows of all messages of a stretch."""
    before = int(stretch.context.get(COUNT, 0))
    for first in range(0, len(messages), BATCH):
        some = messages[first : first + BATCH]
        following = messages[first + BATCH].begin if first + BATCH < len(messages) else len(stretch.data)
        batch = _Batch(stretch, some, before + first, following)
        if len(some) < FEW or not batch.is_plain.any():
            yield from map(batch.row, range(len(some)))
        else:
            yield batch.together()


class _Batch:
    """Messages in a row, how many came before them, and where the next one begins."""

    def __init__(self, stretch: FileSlice, messages: list[Raw], before: int, following: int):
        self.stretch, self.messages, self.before = stretch, messages, before
        self.edges = [*(message.begin for message in messages), following]
        places = np.array([message.at for message in messages])
        self.heads = descriptors(stretch.data, places)
        self.sizes = np.minimum(len(stretch.data) - places, SECOND.length)
        alone = np.array([bool(message.properties) for message in messages])
        self.is_plain = Descriptors(self.heads, self.sizes).plain & ~alone
        """Which have neither an odd MQMD nor properties of their own."""

    def row(self, nth: int, is_told: bool = False) -> dict[str, Any]:
        """One message as a row; without its notes where they are reported beside it."""
        message, stretch = self.messages[nth], self.stretch
        place = stretch.file, stretch.offset + self.edges[nth], self.edges[nth + 1] - self.edges[nth]
        md, data = structures.mqmd(stretch.data, message.at), stretch.data[message.start : message.end]
        notes = [] if is_told else [*md.notes, *message.notes]
        number, secrets = self.before + nth + 1, stretch.shows_secrets
        made = message_rows.message_row(place, number=number, md=md.fields, data=data, notes=notes, secrets=secrets)
        if message.properties:
            made["properties"] = {**(made["properties"] or {}), **message.properties}
        return made

    def together(self) -> pa.RecordBatch:
        """The messages as columns; those that are not plain stand as rows at their places."""
        plain, single = np.flatnonzero(self.is_plain), np.flatnonzero(~self.is_plain)
        made = [dict.fromkeys(MESSAGES.names) | self.row(nth) for nth in single.tolist()]
        return record_batch(with_rows(self._plain(plain), plain, made, single), MESSAGES)

    def _plain(self, which: np.ndarray) -> dict[str, pa.Array]:
        heads, count = Descriptors(self.heads[which], self.sizes[which]), len(which)
        data, messages = self.stretch.data, [self.messages[nth] for nth in which.tolist()]
        datas = [data[message.start : message.end] for message in messages]
        numbers = (heads.number(name).tolist() for name in ("Encoding", "CodedCharSetId"))
        formats = heads.text("Format").tobytes()
        said = list(zip(*numbers, (formats[at : at + 8] for at in range(0, len(formats), 8)), strict=True))
        columns = content_columns(
            datas, said, lambda nth: self.row(which[nth], is_told=True), self.stretch.shows_secrets
        )
        told = zip((message.notes for message in messages), columns.pop("error").to_pylist(), strict=True)
        md = heads.column()
        values = {
            "file": [self.stretch.file] * count, "offset": np.array(self.edges)[which] + self.stretch.offset,
            "length": np.diff(self.edges)[which], "number": which + self.before + 1,
            **dict.fromkeys(("queue", "dump_queue_manager", "captured", "zone"), [None] * count),
            "data_length": list(map(len, datas)), "missing": np.zeros(count, np.int32), "gaps": [[]] * count,
            "error": ["; ".join([*own, *([more] if more else [])]) or None for own, more in told],
        }  # fmt: skip
        made = {name: pa.array(given, MESSAGES.field(name).type) for name, given in values.items()}
        return columns | made | {"md": md, "put_time": times(md.field("PutDate"), md.field("PutTime"), exact=True)}
