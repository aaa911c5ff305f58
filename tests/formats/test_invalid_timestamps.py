"""Dates and times that there are not: told by the row of their message, in rows and in batches alike."""

import pyarrow as pa
import pytest

from mqforensics import source
from mqforensics.formats import amqsbcg
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.invalid_timestamps import with_invalid_timestamps
from mqforensics.formats.tables import MESSAGES
from tests.writers.amqsbcg import dump

SENT = {"MsgId": bytes([1] * 24), "data": b"x"}


@pytest.mark.parametrize(("date", "time", "is_odd"), [
    ("20260302", "10115812", False), ("20260230", "10115812", True), ("20260302", "25000000", True),
    ("20260302", "23596050", False), ("20260302", "00000000", False), ("", "", False), ("2026030", "10115812", False),
])  # fmt: skip
def test_a_date_that_no_calendar_has_is_an_error_of_its_row(date, time, is_odd):
    said = [f"PutDate {date} and PutTime {time} of the MQMD are no date and time"] if is_odd else [None]
    text = dump([{**SENT, "PutDate": date, "PutTime": time}], "Q").encode()
    made = [
        one
        for row in source.rows(amqsbcg, FileSlice(text, "q.txt"))
        for one in (row.to_pylist() if isinstance(row, pa.RecordBatch) else [row])
    ]
    assert [one.get("error") for one in made] == said
    for one in made:
        plain = {name: one.get(name) for name in MESSAGES.names} | {"error": "more"}
        batch = pa.RecordBatch.from_pylist([plain, plain], MESSAGES)
        told = [row["error"] for row in with_invalid_timestamps(batch).to_pylist()]
        assert told == [with_invalid_timestamps(plain)["error"]] * 2 == ["; ".join(["more", *filter(None, said)])] * 2


def test_the_date_of_a_dead_letter_header_is_one_of_its_own():
    row = {"md": {"PutDate": "20260302", "PutTime": "10115812"}, "dlh": {"PutDate": "20261301", "PutTime": "10115812"}}
    assert "of the MQDLH" in with_invalid_timestamps(row)["error"] and with_invalid_timestamps(
        {"md": None, "error": "x"}
    ) == {"md": None, "error": "x"}
