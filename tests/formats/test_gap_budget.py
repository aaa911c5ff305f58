"""Gaps between rows are filled up to one bound for a whole text, however many messages it has and whatever shows them."""

import tracemalloc

import pyarrow as pa
import pytest

from mqforensics.formats import amqsbcg, mqmessage
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.gap_budget import MOST, GapBudget, joined_rows
from tests.writers.amqsbcg import dump
from tests.writers.cases import dlh
from tests.writers.shown import java, q_hex, q_long, screens, trace_rows

NUMBER, FAR = 60, 0x180000
MESSAGE = {"Format": "MQSTR", "Encoding": 546, "CodedCharSetId": 819, "MsgId": bytes(24), "data": b"a" * 64}
TEXTS = {
    "amqsbcg": lambda: dump([MESSAGE] * NUMBER).replace("00000030:", f"{FAR:08X}:").replace(
        "64 of 64", f"{FAR + 16} of {FAR + 16}"),
    "java": lambda: java([MESSAGE] * NUMBER).replace("00000030:", f"{FAR:08X}:").replace("64 bytes", f"{FAR + 16} bytes"),
    "java, rows of a trace": lambda: java([MESSAGE] * NUMBER, rows="trace").replace("0x0030:", f"0x{FAR:04x}:"),
    "trace": lambda: (trace_rows(b"a" * 64).replace("0x0030:", f"0x{FAR:04x}:")) * NUMBER,
    "trace, repeated": lambda: (trace_rows(b"a" * 32) + f"{FAR // 16} lines suppressed, same as above\n") * NUMBER,
    "q": lambda: q_long([MESSAGE] * NUMBER).replace("+0000003C", f"+{FAR:08X}"),
    "q, rows alone": lambda: q_hex(b"a" * 64).replace("+0000003C", f"+{FAR:08X}") * NUMBER,
    "ISPF": lambda: "".join(screens([dlh(2085, "A", "B", 785, 500, "2026010112000000")[0]]).replace(
        "Col 1 ", f"Col {FAR} ") for _ in range(NUMBER)),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_far_rows_of_many_messages_fill_no_memory(name):
    text = TEXTS[name]().encode()
    module = amqsbcg if name == "amqsbcg" else mqmessage
    tracemalloc.start()
    found = []
    for row in module.read(FileSlice(text, "f")):
        found += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert NUMBER * FAR > 2.5 * MOST and most < 2 * MOST + (16 << 20)
    said = [row["error"] or "" for row in found]
    refused = [one for one in said if "left out" in one or "not laid out" in one]
    assert 0 < len(refused) < len(found)
    assert sum(row["length"] for row in found) == len(text)


@pytest.mark.parametrize("before", ["", "> "])
def test_rows_of_a_long_message_take_some_bytes_of_memory_each(before):
    text = dump([{**MESSAGE, "data": b"ab" * 40_000}] * 3).replace("\n", f"\n{before}").encode()
    list(amqsbcg.read(FileSlice(text[:5000], "f")))
    tracemalloc.start()
    assert sum(row.num_rows for row in amqsbcg.read(FileSlice(text, "f"))) == 3
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 16 * len(text)


@pytest.mark.parametrize("name", TEXTS)
def test_few_far_rows_are_all_read(name):
    text = TEXTS[name]()
    few = text[: len(text) // NUMBER + (2000 if name == "amqsbcg" else 0)]
    module = amqsbcg if name == "amqsbcg" else mqmessage
    found = []
    for row in module.read(FileSlice(few.encode(), "f")):
        found += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    assert found and "left out" not in str([row["error"] for row in found])


def test_the_rows_that_are_refused_are_named():
    filler = GapBudget(100)
    kept, notes = filler.within([(0, b"ab"), (50, b"cd"), (200, b"ef"), (52, b"gh"), (300, b"ij")])
    assert kept == [(0, b"ab"), (50, b"cd"), (52, b"gh")] and filler.left == 52
    assert notes == [
        "2 rows from offset 000000C8 on are left out: gaps of more than 100 bytes in one text are not laid out"
    ]
    assert joined_rows(kept) == (b"ab" + bytes(48) + b"cdgh", [(2, 48)])
    assert not filler.takes(53) and filler.takes(-5) and filler.left == 52
