"""Which file is what, over all the outside evidence: by folder, and what in a folder is something else."""

import gzip
from fnmatch import fnmatch

import pyarrow as pa
import pytest

from mqforensics.formats import HEAD, NAMES, SURE_ENOUGH, format_module, identify
from mqforensics.formats.file_slice import FileSlice
from tests.conftest import SAMPLES

NONE = None
EXPECTED = (
    ("*/SOURCES.md", NONE), ("README.md", NONE),
    ("amqsbcg/021.txt", NONE),  # invented output
    ("amqsbcg_generated/qload_*", "dmpmqmsg"), ("amqsbcg_generated/raw_*", "mqmessage"), ("amqsbcg*/*", "amqsbcg"),
    ("errlog/*", "amqerr"), ("container/*", "amqerr"), ("fdc/*", "fdc"),
    ("pasted/container412*", "fdc"), ("pasted/*fdc*", "fdc"), ("pasted/container460*", "clientlog"),
    ("pasted/container*", "amqerr"), ("pasted/helm95*", "clientlog"), ("pasted/helm*", "amqerr"),
    ("pasted/mqdocker*", "amqerr"), ("pasted/kafka_2538*", "clientlog"), ("pasted/metric75*", "clientlog"),
    ("pasted/mqje*", "clientlog"), ("pasted/nodejs*", "clientlog"), ("pasted/xyna*", "clientlog"), ("pasted/*", "mqsc"),
    ("refusals/client_v9*", "amqerr"), ("refusals/client_*", "clientlog"), ("refusals/container_*", "amqerr"),
    ("refusals/qmgr_*", "amqerr"), ("refusals/zos_*", "amqerr"), ("refusals/runmqsc_*", "mqsc"),
    ("refusals/dspmqaut*", "mqsc"), ("mqsc/*", "mqsc"), ("rules/*", "dlqrules"),
    ("events/*", "event"), ("config/dmpmqcfg_*", "mqsc"), ("config/*", "qmini"), ("route/*", "activity"),
    ("other/dmpmqmsg_*", "dmpmqmsg"), ("other/qload_*", "dmpmqmsg"),
    ("other/zos_csq4bca1_report.txt", NONE),  # the first 80 characters of each message, no bytes
    ("other/*", "mqmessage"),
    ("trace/qstatus_*", "mqsc"), ("trace/jmstrace_*", "jmstrace"), ("trace/was_*", "jmstrace"), ("trace*/*", "activity"),
)  # fmt: skip
"""Path under the samples, and its format; the first that fits."""
MARGIN = 20
FILES = sorted(p.relative_to(SAMPLES).as_posix() for p in SAMPLES.rglob("*")
               if p.is_file() and p.parent.name != "pasted2") or [None]  # fmt: skip


def head(samples, name: str) -> bytes:
    opened = gzip.open if name.endswith(".gz") else open
    with opened(samples / name, "rb") as file:
        return file.read(HEAD)


def expected(name: str) -> str | None:
    return next(format for pattern, format in EXPECTED if fnmatch(name, pattern))


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_known_for_what_it_is(samples, name):
    data = head(samples, name)
    assert identify(data) == expected(name)
    *_, second, best = sorted(format_module(format).sniff(data) for format in NAMES)
    assert best == 0 if expected(name) is None else best - second >= MARGIN


@pytest.mark.parametrize("name", FILES)
def test_how_a_text_was_saved_makes_no_difference(samples, name):
    data = head(samples, name)[:20_000]
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return
    if "\0" in text or (expected(name) == "mqmessage" and not name.endswith(".txt")):
        return
    lines = text.replace("\r\n", "\n")
    for saved in (lines.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + lines.encode(), lines.encode("utf-16")):
        assert identify(saved) == expected(name)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\0" * 100, bytes(range(256)), b"[]", b"{}", b"<html></html>", b"\x1f\x8b\x08", b"'" * 99]
)
def test_anything_else_is_nothing(data):
    assert identify(data) is None
    assert max(format_module(format).sniff(data) for format in NAMES) < SURE_ENOUGH


@pytest.mark.parametrize("name", FILES)
def test_what_a_reader_reads_whole_is_recognised(samples, name):
    data = head(samples, name)[:40_000]
    if expected(name) is None:  # nobody's output, which no reader may be offered
        return
    whole = [format for format in NAMES if all(row.get("error") is None for row in read(format, data))]
    assert not whole or identify(data), whole


def read(format: str, data: bytes) -> list[dict]:
    found = [{"error": "no row"}]
    for row in format_module(format).read(FileSlice(data, "f")):
        found += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return found[1:] or found
