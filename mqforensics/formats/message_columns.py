"""What the data of many messages holds, as columns of the messages table: chains at once, the odd ones one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics import codes
from mqforensics.formats.tables import DLH, MESSAGES, TIME
from mqforensics.structures.arrays import PAD, Maps, at_places, binaries, texts, with_rows
from mqforensics.structures.chains import DEAD_NUMBERS, DEAD_TEXTS, Chains, Entry
from mqforensics.structures.texts import ORDERS, Bodies

BLANK = " " * 16


def content_columns(
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
    words = np.frombuffer(b"".join(format.ljust(8)[:8] for format in formats), np.uint8).reshape(-1, 8)
    chains = Chains(buffer, (stops - sizes, stops), (np.array(encodings), np.array(ccsids), words), secrets).walk()
    odd = np.flatnonzero(chains.odd)
    rows = [alone(nth) for nth in odd.tolist()]
    return with_rows(_usual(chains, datas, secrets), np.flatnonzero(~chains.odd), rows, odd)


def _usual(chains: Chains, datas: Sequence[bytes], secrets: bool) -> dict[str, pa.Array]:
    columns = Columns(chains)
    made = header_columns(columns)
    hidden, which = chains.hidden & (not secrets), columns.which.tolist()
    if hidden.any():
        data = pa.array([None if hidden[nth] else datas[nth] for nth in which], pa.binary())
    else:
        data = binaries([datas[nth] for nth in which])
    notes = ["; ".join(columns.notes.get(nth, ())) or None for nth in which] if columns.notes else [None] * len(which)
    return made | {"data": data, "error": pa.array(notes, pa.string())}


def header_columns(columns: Columns) -> dict[str, pa.Array]:
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


class Columns:
    """The columns of the messages whose chain is not odd (`which`), and the notes on each by its number."""

    def __init__(self, chains: Chains):
        self.chains = chains
        self.which = np.flatnonzero(~chains.odd)
        self.where = np.full(len(chains.odd), -1)
        self.where[self.which] = np.arange(len(self.which))
        self.notes: dict[int, list[str]] = {}
        for which, text in chains.noted:
            said = [text] * len(which) if isinstance(text, str) else text
            for nth, note in zip(which.tolist(), said, strict=True):
                self.notes.setdefault(nth, []).extend([note] if isinstance(note, str) else note)

    def dead(self) -> tuple[dict[str, pa.Array], np.ndarray]:
        """The fields of the MQDLHs, and which messages have none."""
        found, which = self.chains.dead, self.which
        missing = ~self.chains.has_dead[which]
        columns = {name: texts(found[name][which]) for name in DEAD_TEXTS}
        columns |= {name: pa.array(found[name][which]) for name in DEAD_NUMBERS}
        reasons, place = np.unique(found["Reason"][which], return_inverse=True)
        names = pa.array([codes.reason_name(int(reason)) for reason in reasons], pa.string())
        columns["ReasonName"] = names.take(pa.array(place)) if len(which) else pa.array([], pa.string())
        columns["ByteOrder"] = pa.array(ORDERS, pa.string()).take(pa.array(found["order"][which]))
        return columns, missing

    def headers(self) -> pa.ListArray:
        """The list of each message's headers."""
        chains = self.chains
        count = np.where(self.where >= 0, chains.turn, 0)
        offsets = np.append(0, np.cumsum(count))
        total = int(offsets[-1])
        maps, parts, places = Maps(), [], []
        for entry in chains.entries:
            place = np.where(self.where[entry.which] >= 0, offsets[entry.which] + entry.turn, -1)
            kept = np.flatnonzero(place >= 0)
            parts.append({name: values.take(pa.array(kept)) for name, values in entry.columns.items()})
            places.append(place[kept])
            for turn, (name, values) in enumerate(entry.fields):
                maps.add(place[kept], turn, name, values.take(pa.array(kept)))
            self._more(maps, entry, place)
        kinds = {"StrucId": pa.string(), "offset": pa.int32(), "length": pa.int32(), "Encoding": pa.int32(),
                 "CodedCharSetId": pa.int32(), "Format": pa.string()}  # fmt: skip
        columns = [
            at_places([part[name] for part in parts], places) if total else pa.array([], kind)
            for name, kind in kinds.items()
        ]
        columns.append(maps.column(total))
        inside = pa.StructArray.from_arrays(columns, names=[*kinds, "fields"])
        ends = np.append(0, np.cumsum(count[self.which])).astype(np.int32)
        return pa.ListArray.from_arrays(pa.array(ends), inside)

    def _more(self, maps: Maps, entry: Entry, place: np.ndarray) -> None:
        first = len(entry.fields)
        if entry.more:
            owners, turns, names, values = entry.more
            kept = np.flatnonzero(place[owners] >= 0)
            rows = pa.array(kept)
            maps.add(place[owners][kept], turns[kept] + first, names.take(rows), values.take(rows))
        if entry.dicts:
            kept = [(place[nth], found) for nth, found in zip(*entry.dicts, strict=True) if place[nth] >= 0]
            maps.add_dicts([at for at, _ in kept], [found for _, found in kept], first)

    def properties(self) -> pa.MapArray:
        """The properties of each message."""
        return self.chains.properties.column(len(self.which), self.where)

    def bodies(self) -> tuple[pa.Array, pa.Array, Bodies]:
        """What follows the headers: as bytes, as text, and how it was read."""
        chains, which = self.chains, self.which
        bodies = Bodies(chains.buffer, chains.at[which], chains.stops[which])
        bodies.read(chains.format[which], chains.order[which], chains.ccsid[which])
        for nth, notes in bodies.notes.items():
            self.notes.setdefault(int(which[nth]), []).extend(notes)
        return *bodies.columns(), bodies


def times(dates: pa.Array, clocks: pa.Array, exact: bool = False) -> pa.Array:
    """PutDate (YYYYMMDD) and PutTime (HHMMSSTH) as UTC times, as `structures.put_time`; null where they are not a time.

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
    right &= (year >= 1) & (hour < 24) & (minute < 60) & (second < 62) & (digits[:, 8:] != 0).any(axis=1)
    if exact:
        right &= (digits < 10).all(axis=1)
    hundredth = np.where((digits[:, 14:] < 10).all(axis=1), hundredth, 0)
    leap = second >= 60
    second, hundredth = np.where(leap, 59, second), np.where(leap, 99, hundredth)
    seconds = (((first + day - 1) * 24 + hour) * 60 + minute) * 60 + second
    return pa.array((seconds * 100 + hundredth) * 10_000, pa.timestamp("us"), mask=~right).cast(TIME)
