"""The messages table for the records that the bulk reader takes: plain text, bare or behind one dead letter header."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics import codes, structures
from mqforensics.formats.amqsbcg.bulk import TEMPLATES, Walk, descriptors, hex_rows, strings, texts
from mqforensics.formats.amqsbcg.rows import times
from mqforensics.formats.tables import DLH, HEADER, MESSAGES
from mqforensics.structures import MQDLH
from mqforensics.structures.body import ASCII_CONTROLS
from mqforensics.structures.headers import EYES

PLAIN, DEAD = b"MQSTR   ", b"MQDEAD  "
LENGTH = MQDLH.length
PRINTED = range(0x20, 0x7F)
UNPLAIN = np.array([b >= 0x80 or b in ASCII_CONTROLS for b in range(256)])
EYE_NUMBERS = np.array([int.from_bytes(eye, "little") for eye in EYES], np.uint32)
SEPARATORS = 8
"""A longer text after the last hex row is more than the blank lines between two records."""


def at_once(data: bytes, begins: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, dict[str, pa.Array]]:
    """Which records are taken, and the columns of all (meaningless where not taken) but file, place and queue."""
    for template in TEMPLATES:
        walk = _walk(data, begins, template)
        if walk.taken.any():
            break
    else:
        return walk.taken, {}
    flat, first = hex_rows(walk)
    _only_separators(walk, ends)
    columns = Content(walk, flat, first).columns()
    number = np.where(walk.taken, walk.found["number"], 0)
    return walk.taken, {"number": pa.array(number, pa.int32()), **columns}


def _walk(data: bytes, begins: np.ndarray, template: list) -> Walk:
    walk = Walk(data, begins)
    walk.follow(template)
    walk.found.setdefault("declared", walk.found["shown"])
    walk.taken &= walk.found["declared"] == walk.found["shown"]
    return walk


def _only_separators(walk: Walk, ends: np.ndarray) -> None:
    left = ends - walk.at
    nth = np.arange(SEPARATORS)
    after = walk.text[np.minimum(walk.at[:, None] + nth, walk.end - 1)]
    blank = (after == 10) | (after == 32) | (nth >= left[:, None])
    walk.taken &= (left >= 0) & (left <= SEPARATORS) & blank.all(axis=1)


class Content:
    """What the data of the records holds; takes a record off the walk when it is more than this can tell."""

    def __init__(self, walk: Walk, flat: np.ndarray, first: np.ndarray):
        self.walk, self.flat, self.first = walk, flat, first
        self.last = np.append(first[1:], len(flat))
        format = walk.found["Format"]
        self.dead = (format == np.frombuffer(DEAD, np.uint8)).all(axis=1)
        walk.taken &= self.dead | (format == np.frombuffer(PLAIN, np.uint8)).all(axis=1)
        walk.taken &= ~self.dead | (self.last - first >= LENGTH)
        self.dead &= walk.taken
        self.headers = self._headers()
        self._plain_text()

    def _headers(self) -> dict[str, np.ndarray]:
        padded = np.append(self.flat, np.zeros(LENGTH, np.uint8))
        rows = np.lib.stride_tricks.sliding_window_view(padded, LENGTH)[np.where(self.dead, self.first, 0)]
        found = {name: rows[:, at : at + size] for name, (at, size) in MQDLH.places.items()}
        little = _number(found["Version"], "<i4") == 1
        found |= {
            name: np.where(little, _number(found[name], "<i4"), _number(found[name], ">i4"))
            for name in ("Version", "Reason", "Encoding", "CodedCharSetId", "PutApplType")
        }
        found["little"] = little
        stated = self.walk.found["Encoding"] & 15
        sound = (found["Version"] == 1) & (stated == np.where(little, 2, 1))
        sound &= (found["StrucId"] == np.frombuffer(b"DLH ", np.uint8)).all(axis=1)
        sound &= (found["Format"] == np.frombuffer(PLAIN, np.uint8)).all(axis=1)
        for name in ("DestQName", "DestQMgrName", "PutApplName", "PutDate", "PutTime"):
            sound &= ((found[name] >= 32) & (found[name] < 0x80)).all(axis=1)
        self.walk.taken &= ~self.dead | (sound & _readable(found["CodedCharSetId"]) & (found["Encoding"] > 0))
        rows[~(self.walk.taken & self.dead)] = ord(" ")
        return found

    def _plain_text(self) -> None:
        self.walk.taken &= _readable(self.walk.found["CodedCharSetId"])
        body = np.where(self.dead, self.first + LENGTH, self.first)
        unusual = np.flatnonzero((self.flat - PRINTED.start) >= len(PRINTED))  # unsigned: far above, when below
        unplain = unusual[UNPLAIN[self.flat[unusual]]]
        owner = np.searchsorted(self.first, unplain, "right") - 1
        self.walk.taken[owner[unplain >= body[owner]]] = False
        padded = np.append(self.flat, np.zeros(4, np.uint8))
        eyes = np.lib.stride_tricks.sliding_window_view(padded, 4)[np.minimum(body, len(self.flat))]
        self.walk.taken &= ~np.isin(np.ascontiguousarray(eyes).view("<u4").ravel(), EYE_NUMBERS)

    def columns(self) -> dict[str, pa.Array]:
        """The columns of the messages table that come of the record itself."""
        count, dead = len(self.first), pa.array(self.dead)
        md = descriptors(self.walk)
        data = strings(self.flat, self.first, count, pa.binary())
        body = pc.if_else(dead, pc.binary_replace_slice(data, 0, LENGTH, b""), data) if self.dead.any() else data
        dlh = self._dead_letter_headers()
        date, clock = dlh.field("PutDate"), dlh.field("PutTime")
        nothing = pa.array(np.zeros(count, np.int64))
        return {
            "md": md, "put_time": times(md.field("PutDate"), md.field("PutTime")),
            "dlh": dlh, "dlq_time": pc.if_else(dead, times(date, clock), None),
            "headers": self._header_lists(dlh), "properties": _empty(MESSAGES.field("properties").type, count),
            "data": data, "body": body, "body_text": pa.Array.from_buffers(pa.string(), count, body.buffers()),
            "data_length": pa.array(self.last - self.first), "missing": nothing,
            "gaps": _empty(MESSAGES.field("gaps").type, count), "error": pa.nulls(count, pa.string()),
        }  # fmt: skip

    def _dead_letter_headers(self) -> pa.StructArray:
        found = self.headers
        order = np.where(found["little"], "little", "big")
        reasons = {int(code): codes.reason_name(int(code)) for code in np.unique(found["Reason"][self.walk.taken])}
        names = [reasons.get(code) for code in found["Reason"].tolist()]
        made = {"ReasonName": pa.array(names, pa.string()), "ByteOrder": pa.array(order, pa.string())}
        for field in DLH:
            if field.name not in made:
                is_text = pa.types.is_string(field.type)
                made[field.name] = texts(found[field.name]) if is_text else pa.array(found[field.name], field.type)
        columns = [made[field.name] for field in DLH]
        return pa.StructArray.from_arrays(columns, fields=list(DLH), mask=pa.array(~self.dead))

    def _header_lists(self, dlh: pa.StructArray) -> pa.ListArray:
        which = pa.array(self.dead)
        inside = {name: dlh.field(name).filter(which) for name in ("StrucId", "Encoding", "CodedCharSetId", "Format")}
        count = len(inside["StrucId"])
        inside |= {
            "offset": pa.array(np.zeros(count, np.int32)), "length": pa.array(np.full(count, LENGTH, np.int32)),
            "fields": _empty(HEADER.field("fields").type, count),
        }  # fmt: skip
        entries = pa.StructArray.from_arrays([inside[field.name] for field in HEADER], fields=list(HEADER))
        offsets = np.append(0, np.cumsum(self.dead)).astype(np.int32)
        return pa.ListArray.from_arrays(pa.array(offsets), entries, type=MESSAGES.field("headers").type)


def _number(column: np.ndarray, kind: str) -> np.ndarray:
    return np.ascontiguousarray(column).view(kind).ravel().astype(np.int32)


def _readable(ccsids: np.ndarray) -> np.ndarray:
    found, which = np.unique(ccsids, return_inverse=True)
    kinds = [known.kind if (known := structures.charset(int(ccsid))) else None for ccsid in found]
    return np.array([kind in ("ascii", "multi") for kind in kinds])[which]


def _empty(kind: pa.DataType, count: int) -> pa.Array:
    offsets = pa.array(np.zeros(count + 1, np.int32))
    if pa.types.is_map(kind):
        none = pa.nulls(0, pa.string())
        return pa.MapArray.from_arrays(offsets, none, none)
    return pa.ListArray.from_arrays(offsets, pa.array([], kind.value_type), type=kind)
