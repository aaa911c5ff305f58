"""The trace cases of sample_dumps: what their writers print, and true to what stands beside them."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pyarrow as pa
import pytest

from mqforensics.formats import activity, identify, jmstrace
from mqforensics.formats.file_slice import FileSlice
from tests.writers.trace_cases import FILES, SAMPLES

READERS = {
    "trace_amqsevt/amqsevt.json": activity,
    "trace_amqsact/amqsact_v.txt": activity,
    "trace_jms/mqjavaclient_8123.trc": jmstrace,
}
URGENT = bytes.fromhex("414D5120514D434C4D2020202020202069AFBC2000000006")
PUT = datetime(2026, 3, 10, 8, 0, 3, 300_000, UTC)


def rows(name):
    found = []
    for row in READERS[name].read(FileSlice((SAMPLES / name).read_bytes(), name)):
        found += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return found


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_what_their_writers_print(name):
    assert (SAMPLES / name).read_bytes() == FILES[name]().encode()
    assert identify((SAMPLES / name).read_bytes()[: 1 << 16]) == READERS[name].NAME


def test_who_calls_what():
    found = Counter(
        (row["process"], row["thread"], row["verb"], row["reason"]) for row in rows("trace_amqsevt/amqsevt.json")
    )
    assert found == {
        ("3020", "1", "MQPUT", 0): 15,
        ("8123", "7", "MQOPEN", 0): 1, ("8123", "7", "MQGET", 0): 15, ("8123", "7", "MQGET", 2033): 18,
        ("8123", "12", "MQOPEN", 0): 1, ("8123", "12", "MQGET", 0): 15, ("8123", "12", "MQCMIT", 0): 15,
    }  # fmt: skip


def test_every_message_but_the_urgent_one_is_browsed_at_once():
    calls = rows("trace_amqsevt/amqsevt.json")
    put = {row["msg_id"]: row["time"] for row in calls if row["verb"] == "MQPUT"}
    seen = {}
    for row in calls:
        if row["verb"] == "MQGET" and row["thread"] == "7" and row["msg_id"]:
            seen.setdefault(row["msg_id"], row["time"] + timedelta(microseconds=row["duration"]))
    late = {message for message in put if seen[message] - put[message] > timedelta(seconds=0.31)}
    assert late == {URGENT} and put[URGENT] == PUT
    assert sum(put[m] > PUT and seen[m] < seen[URGENT] for m in put) == 9


@pytest.mark.parametrize("name", FILES)
def test_browse_first_finds_the_urgent_message(name):
    browsed = next(row for row in rows(name) if row["msg_id"] == URGENT and row["verb"] == "MQGET")
    assert browsed["options"][0] == "MQGMO_BROWSE_FIRST" and browsed["priority"] == 7
    assert browsed["time"] - PUT == timedelta(seconds=11.124) and browsed["put_time"] == PUT


def test_amqsact_tells_the_same_and_the_connections():
    ignored = ("file", "offset", "length", "connection")
    evt, act = ([{k: v for k, v in row.items() if k not in ignored} for row in rows(name)] for name in list(FILES)[:2])
    assert act == evt
    assert {row["connection"] for row in rows("trace_amqsact/amqsact_v.txt")} == {
        "69AFBC0000010001", "69AFBC0000020001", "69AFBC0000030001",
    }  # fmt: skip


def test_the_clients_layers_are_one_call_each():
    calls = rows("trace_jms/mqjavaclient_8123.trc")
    assert Counter(row["verb"] for row in calls) == {"MQGET": 48, "MQCMIT": 15, "MQOPEN": 2}
    text = (SAMPLES / "trace_jms/mqjavaclient_8123.trc").read_text()
    assert text.count("[MQGET >>]") == 2
    assert [(row["handle"], row["options_value"]) for row in calls if row["verb"] == "MQOPEN"] == [
        ("2", 8362),
        ("3", 0x2002),
    ]
    assert {row["application"] for row in calls} == {"OrderConsumer"} and {row["time_note"] for row in calls} == {None}
