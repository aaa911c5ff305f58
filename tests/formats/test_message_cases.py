import pyarrow as pa
import pytest

from mqforensics.formats import format_module, identify
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import MESSAGES
from mqforensics.tools.rescue import verdicts
from tests.writers.message_cases import FILES, SAMPLES


def rows(name: str) -> list[dict]:
    data = (SAMPLES / name).read_bytes()
    found = []
    for row in format_module(identify(data)).read(FileSlice(data, name)):
        found += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return pa.Table.from_pylist(found, MESSAGES).to_pylist(maps_as_pydicts="strict")


def case(folder: str) -> list[dict]:
    return [row for name in FILES if name.startswith(folder) for row in rows(name)]


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_as_they_were_made(name):
    assert (SAMPLES / name).read_bytes() == FILES[name]()


@pytest.mark.parametrize(("folder", "count", "whole"), [("dmpmqmsg_export", 9, 6), ("raw_messages", 11, 7)])
def test_as_many_messages_as_the_truth_says_and_as_many_to_rescue(folder, count, whole):
    found = case(folder)
    assert len(found) == count
    assert sum(verdict.lines is not None for verdict in verdicts(found)) == whole


def test_the_export():
    found = rows("dmpmqmsg_export/dlq.txt")
    assert [row["dlh"] and (row["dlh"]["Reason"], row["dlh"]["DestQName"]) for row in found] == [
        (2053, "PALLETS.IN"), (2085, "PALLETS.V2"), (2051, "LABELS"), None, None,
    ]  # fmt: skip
    assert found[2]["body_text"] == "label 88" and found[3]["properties"]["usr.dock"] == "7"
    assert (found[4]["data"], found[0]["queue"]) == (b"", "DOCK.DLQ")
    assert rows("dmpmqmsg_export/headerless.txt")[0]["gaps"] == [{"offset": 35, "length": 15}]


def test_the_raw_messages():
    saved = rows("raw_messages/saved.dat")
    assert (saved[1]["properties"]["usr.dock"], saved[1]["properties"]["usr.retry"]) == ("3", "2")
    reasons = {name: [row["dlh"]["Reason"] for row in rows(name) if row["dlh"]] for name in FILES}
    assert [reasons[f"raw_messages/{name}"] for name in ("saved.dat", "host.bin", "header_alone.bin")] == [
        [2035],
        [2051],
        [2087],
    ]
    assert [reasons[f"raw_messages/{name}.txt"] for name in ("screen", "formatted", "browsed")] == [
        [2035],
        [2030],
        [2053],
    ]
    assert rows("raw_messages/screen.txt")[1]["body_text"] == "short"
    assert rows("raw_messages/trace_rows.txt")[0]["body_text"] == "label 96"
