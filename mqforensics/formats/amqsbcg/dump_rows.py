"""What the two readers of amqsbcg found, as rows of the messages table."""

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics import codes, structures
from mqforensics.formats.amqsbcg import tolerant
from mqforensics.formats.amqsbcg.origin import OPENED as OPENS
from mqforensics.formats.amqsbcg.tolerant import DamagedRecord
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.labels import DEAD_LABELS, LABELS
from mqforensics.formats.lookalikes.fakes import OTHER_BANNER
from mqforensics.formats.tables import MESSAGES, record_batch
from mqforensics.structures import MQDLH

DEAD_NUMBERS = ("Version", "Reason", "Encoding", "CodedCharSetId", "PutApplType")
DEAD_WIDTHS = {"DestQName": 48, "DestQMgrName": 48, "Format": 8, "PutApplName": 28, "PutDate": 8, "PutTime": 8}
FAILED = re.compile(rb"(MQ[A-Z]+)(?: (\d+),)?(?: - [^\n]*\n MQ[A-Z]+)? +failed with CompCode:(\d+),? Reason:(\d+)")
EMPTY = "no messages on queue"
"""What is said of a queue that a dump shows to be empty."""
NO_LENGTH = "the length of the message is not in the dump"
"""What is said of a message before whose `length - N bytes` the dump ends, or that lost this line."""
CUT_OFF = "the dump breaks off behind this message: its end, 'No more messages', is not there"
"""What the reader says of the last message of a dump that has its beginning and lacks its end."""
NOT_A_DUMP = (
    OTHER_BANNER,
    (re.compile(rb"Required parameter missing"), "amqsbcg was started without a queue name: no message was read"),
    (re.compile(rb"PropOption \"[^\"]*\" invalid"), "amqsbcg was started with a wrong option: no message was read"),
)
NOT_A_NAME, OPENED_NAME = re.compile(r"[^\w.%/]+\Z"), 200
OPENED = re.compile(rb"MQOPEN(?:\s|\xc2\xa0){1,8}-(?:\s|\xc2\xa0){1,8}\W{1,3}([^'\n]*+)[^\w\n]*+\n")


class Handled:
    """Records that only the tolerant reader could make out; `secrets`: the passwords inside headers are asked for."""

    def __init__(self, secrets: bool = False):
        self.secrets = secrets
        self.rows, self.numbers = [], []

    def add(self, record: DamagedRecord, text: bytes, number: int) -> None:
        """One more record, and its text."""
        is_empty = text.startswith(OPENS)
        self.rows.append({"error": f"{EMPTY} {_opened(text)}"} if is_empty else damaged_row(record, text, self.secrets))
        self.numbers.append(number)

    def batch(self, places: Mapping[str, pa.Array]) -> pa.RecordBatch:
        """The messages; `places`: file, offset, length and queue of every record of the stretch."""
        told = {name: [row.get(name) for row in self.rows] for name in MESSAGES.names}
        own = {name: values.take(pa.array(self.numbers)) for name, values in places.items()}
        return record_batch(told | own, MESSAGES)


def column(values: Iterable[bytes], kind: pa.DataType) -> pa.Array:
    """Printed values as an Arrow column: numbers, names without their padding, or bytes from hex."""
    raw = pa.array(values, pa.binary())
    if pa.types.is_binary(kind):
        joined = bytes.fromhex(b"".join(values).decode("ascii"))
        width = len(joined) // len(raw)
        return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(raw), [None, pa.py_buffer(joined)]).cast(kind)
    if pa.types.is_integer(kind):
        return raw.cast(pa.string()).cast(kind)
    try:
        text = raw.cast(pa.string())
    except pa.ArrowInvalid:
        text = pa.array([value.decode("latin-1") for value in values], pa.string())
    return pc.utf8_rtrim(text, " \0")


def with_note(batch: pa.RecordBatch, which: np.ndarray, note: str) -> pa.RecordBatch:
    """The same messages, with one more note in the error of some."""
    if not which.any():
        return batch
    place = batch.schema.get_field_index("error")
    errors = [
        "; ".join(filter(None, (error, note))) if one else error
        for error, one in zip(batch.column(place).to_pylist(), which.tolist(), strict=True)
    ]
    columns = [*batch.columns[:place], pa.array(errors, pa.string()), *batch.columns[place + 1 :]]
    return pa.RecordBatch.from_arrays(columns, schema=batch.schema)


def content(
    md: Mapping, data: bytes, dlh: Mapping | None, gaps: list, length: int, notes: list[str], secrets: bool = False
) -> dict:
    """The columns that come of a message's data; `gaps` are offsets in `data`, `length` is the message's own.

    Data with a password in one of its headers is not given unless `secrets` asks for it.
    """
    shift = MQDLH.length if dlh else 0
    inner = [(at, size) for at, size in gaps if at < len(data)]
    trimmed = dlh and {name: value.rstrip(" \0") if isinstance(value, str) else value for name, value in dlh.items()}
    decoded = structures.message(md, data, dlh=trimmed, gaps=inner, secrets=secrets)
    is_hidden = not secrets and structures.secrets(decoded["headers"])
    notes = [*notes, *decoded.pop("notes")]
    missing = sum(size for _, size in gaps)
    if missing:
        notes.append(not_there([(at + shift, size) for at, size in gaps], length))
    return {
        **decoded,
        "data": None if inner or is_hidden else _whole(data, dlh),
        "data_length": length,
        "missing": missing,
        "gaps": [{"offset": at + shift, "length": size} for at, size in gaps],
        "error": "; ".join(notes) or None,
    }


def not_there(gaps: Sequence[tuple[int, int]], length: int) -> str:
    """What is said of bytes that a dump does not show."""
    spans = ", ".join(f"{size} from offset {at}" for at, size in gaps)
    return f"{sum(size for _, size in gaps)} of {length} bytes are not in the dump: {spans}"


def _whole(data: bytes, dlh: Mapping | None) -> bytes | None:
    # The program took the header's 172 bytes out of the hex; a name printed only up to its NUL cannot be put back.
    if not dlh:
        return data
    if dlh["ByteOrder"] is None or any(len(dlh[name] or "") != width for name, width in DEAD_WIDTHS.items()):
        return None
    try:
        return structures.pack("MQDLH", dlh, dlh["ByteOrder"], "latin-1") + data
    except UnicodeEncodeError:  # which bytes such a character was is not known
        return None


def dead_letter_header(printed: dict, encoding: int | None) -> dict:
    """The block that 9.3.4 and later print; its integers come as that machine reads them, so a foreign order shows."""
    order = "big" if (encoding or 0) & 0xF == 1 else "little"
    if printed["Version"] == 1 << 24:
        swapped = {name: _swap(printed[name]) for name in DEAD_NUMBERS}
        printed = printed | swapped
    return printed | {"ReasonName": codes.reason_name(printed["Reason"]), "ByteOrder": order}


def _swap(value: int) -> int:
    return int.from_bytes((value & 0xFFFFFFFF).to_bytes(4, "little"), "big", signed=True)


def failure(text: bytes) -> str | None:
    """What the program says of a call that failed after this message."""
    found = FAILED.search(text) if b"failed" in text else None
    if not found:
        return None
    call, number, code, reason = (part.decode() if part else "" for part in found.groups())
    which = f"{call} of message {number}" if number else call
    return f"{which} failed: CompCode {code}, reason {reason} {codes.reason_name(int(reason)) or 'unknown'}"


def fragment(text: bytes) -> DamagedRecord | None:
    """Hex rows or lines of a dead-lettered message header that stand alone; None when there are none."""
    if any(sign.search(text) for sign, _ in NOT_A_DUMP):
        return None
    found = tolerant.read_damaged(text)
    return found if found.data or found.dead or found.is_fake else None


def nothing(stretch: FileSlice, text: bytes) -> dict:
    """The one row of a text without any message: what it is instead."""
    place = {"file": stretch.file, "offset": stretch.offset, "length": len(stretch.data), "queue": _opened(text)}
    found = fragment(text)
    return place | (damaged_row(found, text, stretch.shows_secrets) if found else {"error": _instead(text)})


def _opened(text: bytes) -> str | None:
    found = OPENED.search(text)
    return NOT_A_NAME.sub("", found[1].decode("utf-8", "replace")[:OPENED_NAME]) if found else None


def _instead(text: bytes) -> str:
    for sign, meaning in NOT_A_DUMP:
        if sign.search(text):
            return meaning
    failed = failure(text)
    if failed:
        return f"{failed}; no message was read"
    if b"No more messages" in text:
        return f"{EMPTY} {_opened(text)}"
    return "no message of an amqsbcg dump in this text"


def damaged_row(found: DamagedRecord, text: bytes, secrets: bool = False) -> dict:
    """The columns, but for its place, of a record that the tolerant reader made out; `secrets` as in `content`."""
    md = {name: found.fields.get(name) for name, _ in LABELS}
    notes = found.notes + [note for note in [failure(text)] if note]
    if not found.is_message and not found.is_fake:
        notes.insert(0, "no message descriptor: a fragment of a dump")
    elif found.is_message and found.declared is None:
        notes.append(NO_LENGTH)
    dlh = _loose_dead_letter_header(found, md["Encoding"])
    length = found.end + (MQDLH.length if dlh and found.dead_title else 0)
    row = content(md if found.data else {}, found.data, dlh, found.gaps, length, notes, secrets)
    return row | {
        "number": found.number,
        "md": md if found.is_message else None,
        "put_time": structures.put_time(md["PutDate"] or "", md["PutTime"] or ""),
        "properties": {**(row["properties"] or {}), **found.properties},
        "data_length": length if found.declared is not None else None,
    }


def _loose_dead_letter_header(found: DamagedRecord, encoding: int | None) -> dict | None:
    if not found.dead:
        return None
    printed = {name: found.dead.get(name) for name, _ in DEAD_LABELS}
    if all(printed[name] is not None for name in DEAD_NUMBERS):
        return dead_letter_header(printed, encoding)
    return printed | {"ReasonName": codes.reason_name(printed["Reason"]), "ByteOrder": None}
