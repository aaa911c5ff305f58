"""Dates and times that no calendar or clock has: the row of their message says this."""

import re
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.structures.put_times import UNSET, put_time

PLACES = (("md", "put_time", "MQMD"), ("dlh", "dlq_time", "MQDLH"))
"""The structure, the column of its time, and its name."""
DIGITS = "^[0-9]{8}$"


def with_invalid_timestamps(row: Mapping[str, Any] | pa.RecordBatch) -> Mapping[str, Any] | pa.RecordBatch:
    """A row of messages, or many, with what is impossible of their dates and times in `error`."""
    if isinstance(row, Mapping):
        notes = [note for struct, _, name in PLACES if (note := _note(row.get(struct) or {}, name))]
        return {**row, "error": "; ".join([row["error"], *notes] if row.get("error") else notes)} if notes else row
    odd = [nth for struct, time, _ in PLACES for nth in _odd(row, struct, time)]
    if not odd:
        return row
    errors = row.column("error").to_pylist()
    for nth in dict.fromkeys(odd):
        one = {struct: row.column(struct)[nth].as_py() for struct, _, _ in PLACES}
        errors[nth] = with_invalid_timestamps({**one, "error": errors[nth]})["error"]
    place = row.schema.get_field_index("error")
    return row.set_column(place, row.schema.field(place), pa.array(errors, row.schema.field(place).type))


def _note(fields: Mapping[str, Any], name: str) -> str | None:
    date, time = (fields.get(part) or "" for part in ("PutDate", "PutTime"))
    is_full = all(re.fullmatch(DIGITS, part) for part in (date, time)) and time != UNSET
    told = f"PutDate {date} and PutTime {time} of the {name} are no date and time"
    return told if is_full and put_time(date, time) is None else None


def _odd(batch: pa.RecordBatch, struct: str, time: str) -> list[int]:
    date, clock = (pc.struct_field(batch.column(struct), part) for part in ("PutDate", "PutTime"))
    full = pc.and_(pc.match_substring_regex(date, DIGITS), pc.match_substring_regex(clock, DIGITS))
    odd = pc.and_(pc.and_(pc.is_null(batch.column(time)), full), pc.not_equal(clock, UNSET))
    return pc.indices_nonzero(pc.fill_null(odd, False)).to_pylist()
