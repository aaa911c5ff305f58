"""Sniffers and readers agree: what a log reader reads whole, `identify` knows, and what it names, the reader reads."""

import gzip

import pyarrow as pa
import pytest

from mqforensics.formats import HEAD, format_module, identify
from mqforensics.formats.file_slice import FileSlice
from tests.writers.log_cases import SAMPLES

LOGS = ("amqerr", "clientlog", "fdc")
MOST = 400_000


def content(path) -> bytes:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data)[:MOST]


def errors_of(name: str, data: bytes, file: str) -> list[str | None]:
    found = []
    for row in format_module(name).read(FileSlice(data, file)):
        found += row.column("error").to_pylist() if isinstance(row, pa.RecordBatch) else [row.get("error")]
    return found


def assert_agree(path):
    data = content(path)
    known = identify(data[:HEAD])
    for name in LOGS:
        errors = errors_of(name, data, str(path))
        if known == name:
            assert None in errors, f"{path} is said to be {name}, and nothing in it is read"
        elif errors and not any(errors):
            assert known is not None, f"{name} reads {path} whole, and no format is named"


def test_on_our_own_cases():
    paths = [path for path in sorted(SAMPLES.glob("*/**/*")) if path.is_file()]
    assert len(paths) > 50
    for path in paths:
        assert_agree(path)


@pytest.mark.parametrize(
    "folder", ["errlog", "container", "pasted", "refusals", "fdc", "events", "mqsc", "trace", "other"]
)
def test_on_samples(samples, folder):
    for path in sorted((samples / folder).iterdir()):
        assert_agree(path)


@pytest.mark.parametrize("folder", ["errlog", "container", "fdc"])
def test_every_log_sample_is_read_whole(samples, folder):
    for path in sorted((samples / folder).iterdir()):
        if path.name == "SOURCES.md":
            assert identify(path.read_bytes()) is None
            continue
        data = path.read_bytes()
        errors = errors_of(identify(data), data, path.name)
        assert errors and not any(errors)
