"""A line that is too long is one row that names the limit; what stands around it is read."""

import json
import os
import subprocess
import sys
import tracemalloc

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqforensics import source
from mqforensics.formats import format_module
from mqforensics.source import Part, Reading, rows, stretches
from tests.dependencies import ROOT
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES

LIMIT = 4096
DISPLAY = b"AMQ8409I: Display Queue details.\n   QUEUE(%s)                           TYPE(QLOCAL)\n   CURDEPTH(7)\n"


def read(path, name):
    found = []
    [task] = Reading.of(name, list(source.files(path))).tasks
    for part in task.parts:
        for stretch in stretches(part, format_module(name)):
            for row in rows(format_module(name), stretch):
                found += row.to_pylist(maps_as_pydicts="lossy") if isinstance(row, pa.RecordBatch) else [row]
    return found


@given(st.lists(st.tuples(st.integers(0, 3 * LIMIT), st.booleans()), min_size=1, max_size=5))
def test_what_stands_around_a_long_line_is_read_and_every_byte_has_one_row(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("case") / "mqsc.txt"
    texts = [DISPLAY % b"Q%d" % n if is_shown else b"x" * length + b"\n" for n, (length, is_shown) in enumerate(lines)]
    path.write_bytes(b"".join(texts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "LONGEST_LINE", LIMIT)
        found = read(path, "mqsc")
    assert [row["name"] for row in found if row.get("name")] == [
        f"Q{n}" for n, (_, is_shown) in enumerate(lines) if is_shown
    ]
    place = 0
    for row in found:
        assert row["offset"] == place
        place += row["length"]
    assert place == path.stat().st_size
    told = [row["error"] for row in found if "above the limit" in (row.get("error") or "")]
    lengths = [
        len(text) for text, (_, is_shown) in zip(texts, lines, strict=True) if not is_shown and len(text) > LIMIT
    ]
    assert told == [f"a line of {length} bytes, above the limit of {LIMIT}: it was not read" for length in lengths]


def test_the_number_of_a_line_counts_those_that_are_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "LONGEST_LINE", LIMIT)
    (tmp_path / "a").write_bytes(DISPLAY % b"A" + b"x" * 9999 + b"\n" + DISPLAY % b"B")
    [one, other] = [row for row in read(tmp_path / "a", "mqsc") if row.get("name")]
    assert (one["line"], other["line"]) == (1, 5)


def test_a_long_line_costs_no_memory_of_its_size(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "LONGEST_LINE", 1 << 20)
    (tmp_path / "a").write_bytes(DISPLAY % b"A" + b"x" * (80 << 20))
    tracemalloc.start()
    try:
        assert [row["error"] for row in read(tmp_path / "a", "mqsc")][-1].startswith("a line of 83886080 bytes")
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()


def test_binary_messages_have_no_lines(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "LONGEST_LINE", 100)
    (tmp_path / "a").write_bytes(dump([{"data": b"a" * 3000}], "Q").encode())
    assert format_module("mqmessage").BINARY
    [stretch] = stretches(Part(source.files(tmp_path / "a")[0], 0, None, is_clean=True), format_module("mqmessage"))
    assert not stretch.left_out


MEASURED = """
import json, resource, sys, time
from mqforensics.case import open_case
from mqforensics.source import Reading
begun, case, found = time.monotonic(), open_case(None, sys.argv[1]), []
for name in filter(None, case.formats.values()):
    reading = Reading.of(name, case.files)
    found += [error for task in reading.tasks for batch in reading.reader.read(task) for error in batch.column("error").to_pylist()]
print(json.dumps([time.monotonic() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, found]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("head, unit", [
    (DISPLAY % b"A" + b"   ", b"DESCR(A) "), (b"x\n", b"the queue manager AMQ9209E "), (b"2026-05-11 07:30:01,250 ERROR com.ibm.mq.MQException: ", b"x "),
    (b"MQGET of message number 1\n****Message descriptor****\n00000000:  ", b"4D44 "), (b'{"ibm_messageId":"AMQ9209E","x":[', b'{"a":1},'),
], ids=["mqsc", "unknown", "clientlog", "amqsbcg", "amqerr"])  # fmt: skip
def test_a_line_of_500_mb_takes_at_most_a_minute_and_a_gigabyte(head, unit, tmp_path):
    with open(tmp_path / "long", "wb") as file:
        file.write(head)
        block = unit * ((1 << 20) // len(unit) + 1)
        for _ in range(500):
            file.write(block)
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(tmp_path / "long")], capture_output=True, text=True, cwd=ROOT, check=True
    )
    seconds, kilobytes, errors = json.loads(done.stdout)
    assert seconds < 60 and kilobytes < 1 << 20
    assert not errors or "above the limit of 16777216" in errors[-1]


@pytest.mark.parametrize(
    "verb", [["explain"], ["rules", "check", "/dev/stdin"], ["rules", "dry-run", "/dev/stdin", "case", "-o", "out.csv"]]
)
def test_a_text_beyond_what_memory_is_for_is_one_sentence(verb, tmp_path):
    start = "import resource, sys; from mqforensics.__main__ import main; resource.setrlimit(resource.RLIMIT_AS, (3 << 30,) * 2); sys.exit(main())"
    case = SAMPLES / "dlq_put_inhibited"
    asked = [str(case) if one == "case" else one for one in verb]
    done = subprocess.run([sys.executable, "-c", start, *asked], input=b"ACTION(RETRY) " * (40 << 20 >> 3), capture_output=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)  # fmt: skip
    assert done.returncode == 2 and b"expected at most" in done.stderr and done.stderr.count(b"\n") == 1, done.stderr
