"""Traces that were made to be slow or to break the reader: time grows in line, and every value fits its column."""

import pyarrow as pa
import pytest

from mqforensics.formats import jmstrace
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import CALLS
from tests.linear import assert_in_line, processor_time

LINE = b"[05/03/26 11:00:00.123.00]  00000001 com.ibm.mq       "
WORST = (
    b" >>]", b" <<]", b"[MQGET >>]", LINE + b"[MQGET >>]\n", LINE + b"[MQGET <<]\n", LINE + b"About to browse message\n",
    LINE + b"x [MQGET >>]\n" + LINE + b"Hobj [x@1]\n", b"Process ID:1\n", b"Process ID:", LINE + b"Hconn [", b"Hconn [",
    LINE + b"MQMD [", b"MQMD [", LINE + b"[__________]\n", b"a(", b"(", b"[05/03/26 ", b"[", LINE, b"----+ ",
    LINE + b"- browsing first message\n", b"|   com.ibm.x  :-  y\n", LINE + b"CompCode [99999999999999999999]\n",
)  # fmt: skip


def rows(data: bytes) -> list[dict]:
    out = []
    for row in jmstrace.read(FileSlice(data, "f")):
        out += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    pa.RecordBatch.from_pylist(out, CALLS)
    assert sum(row["length"] for row in out) == len(data)
    return out


def work(data: bytes) -> None:
    rows(data)
    jmstrace.sniff(data[: 1 << 16])
    jmstrace.context_after(data, {})
    list(jmstrace.START.finditer(data))


@pytest.mark.parametrize("piece", WORST)
@pytest.mark.parametrize("before", [b"", LINE + b" [MQGET >>]\n" + LINE + b"Hobj ["])
def test_time_grows_in_line(piece, before):
    small, large = before + piece * (20_000 // len(piece)), before + piece * (80_000 // len(piece))
    assert_in_line(work, small, large)


def test_numbers_that_fit_no_column():
    lines = [b"[MQGET >>]", b"Hobj [0x1FFFFFFFFFFFFFFFFFF]", b"[__________]", b"[MQGET <<]", b"CompCode [" + b"9" * 40 + b"]",
             b"Reason [" + b"9" * 40 + b"]", b"Datalength [" + b"9" * 40 + b"]", b"[__________]"]  # fmt: skip
    (row,) = rows(b"".join(LINE + line + b"\n" for line in lines))
    assert row["verb"] == "MQGET" and row["comp_code"] is None and row["reason"] is None


def test_many_threads_that_never_return():
    made = b"".join(LINE.replace(b"00000001", b"%08x" % at) + b"[MQGET >>]\n" for at in range(400))
    assert len(rows(made)) == 400 and processor_time(work, made * 4) < 20


def test_blanks_in_a_property_take_time_in_line():
    small, large = (b"Process ID:9916\n|   user.timezone :-  x" + b" " * size + b"y\n" for size in (20_000, 80_000))
    assert_in_line(work, small, large)
