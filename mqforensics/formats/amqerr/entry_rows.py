"""An entry that was found, as a row, and where its own text ends."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial

from mqforensics.formats.amqerr.entry import TRAILER_LINE, decode, line_row, script_row, text_row
from mqforensics.formats.amqerr.entry_boundaries import (
    IBM_I,
    LONG_FORMS,
    LONGEST,
    TEXT_FORMS,
    EntryStart,
    collected_line,
    entry_starts,
)
from mqforensics.formats.amqerr.ibmi import ibmi_row
from mqforensics.formats.amqerr.json_entry import json_row
from mqforensics.formats.amqerr.windows import windows_row, xml_row
from mqforensics.formats.amqerr.zos_entries import zos_row

_MAKE = {"text": text_row, "old": text_row, "bare": text_row, "script": script_row, "zos": zos_row}
_MAKE |= {"windows": lambda data, _: windows_row(data), "winxml": lambda data, _: xml_row(data)}
_MAKE |= dict.fromkeys(IBM_I, lambda data, printed: ibmi_row(decode(data), printed))
CUT = f"the entry is longer than {LONGEST} bytes: only its beginning was read"
_PLACEHOLDER = re.compile(rb"(?<![\w&])&\d\b|<insert[ _]\w{1,5}>|\bcsect-name\b")
_CATALOGUE = b"QMQMMSG"
"""The file of messages of IBM i: its name stands on the screen of a description."""
DESCRIBED = "{} as the product's catalogue or manual describes it: nothing that happened"


def entries(data: bytes) -> Iterator[tuple[int, int, Callable[[bytes], dict]]]:
    """The entries in a text: where each begins, where its own text ends, and what makes a row of its bytes."""
    whole = list(entry_starts(data))
    for entry, following in zip(whole, [*(one.at for one in whole[1:]), len(data)], strict=False):
        end = following
        if entry.form in TEXT_FORMS:
            trailer = TRAILER_LINE.search(data, entry.at, following)
            end = trailer.end() if trailer else following
        elif entry.form not in LONG_FORMS:
            end = data.find(b"\n", entry.at, following) + 1 or following
        yield entry.at, end, partial(row_of, entry)


def row_of(entry: EntryStart, data: bytes) -> dict:
    """The row of an entry, but for its place and line; `data`: its bytes."""
    if entry.record is not None:
        return json_row(entry.record)
    if data[:1] == b"{" and entry.form in ("basic", "script"):
        data = _collected(data[:LONGEST])
    row = _MAKE.get(entry.form, line_row)(data[:LONGEST], entry.when)
    if len(data) > LONGEST and entry.form in TEXT_FORMS and not row.get("source"):
        row["error"] = row.get("error") or CUT
    return _described(row) if _is_description(row, data) else row


def _is_description(row: dict, data: bytes) -> bool:
    """Whether an entry without a time has what a catalogue prints where one that happened has a value."""
    undated = row.get("message") and not (row.get("time") or row.get("time_text"))
    return bool(undated) and (_CATALOGUE in data or bool(_PLACEHOLDER.search(data[:LONGEST])))


def _described(row: dict) -> dict:
    """A description as a row: only its words, so that no question takes it for an occurrence."""
    words = {name: row.get(name) for name in ("text", "explanation", "action")}
    return dict.fromkeys(row) | words | {"error": DESCRIBED.format(row["message"])}


def _collected(data: bytes) -> bytes:
    """The line inside a collector's record; the bytes as they are where they are none."""
    try:
        line = collected_line(json.loads(data.split(b"\n", 1)[0]))
    except (ValueError, RecursionError):
        return data
    return line.encode("utf-8", "replace") if line else data
