"""Every byte of every file belongs to exactly one row, whichever format a file is asked to be."""

import gzip

import pyarrow as pa
import pytest

from mqforensics.formats import NAMES, format_module
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import SCHEMAS, decoded
from tests.writers.cases import SAMPLES

MOST = 400_000


def places(name, data):
    module = format_module(name)
    for row in module.read(FileSlice(data, "f")):
        if isinstance(row, pa.RecordBatch):
            assert {part.schema for part in decoded(row, 1 << 20)} == {SCHEMAS[module.TABLE]}
            yield from zip(row.column("offset").to_pylist(), row.column("length").to_pylist(), strict=True)
        else:
            assert set(row) <= set(SCHEMAS[module.TABLE].names)
            pa.RecordBatch.from_pylist([row], SCHEMAS[module.TABLE])
            yield row["offset"], row["length"]


def assert_partition(name, data, path):
    at = 0
    for offset, length in places(name, data):
        assert (offset, length > 0) == (at, True), (name, path)
        at += length
    assert at == len(data), (name, path)


def content(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data)[:MOST]


@pytest.mark.parametrize("name", NAMES)
def test_the_rows_of_our_own_samples_partition_them(name):
    for path in sorted(SAMPLES.glob("*/*")):
        if path.is_file():
            assert_partition(name, content(path), path)


@pytest.mark.parametrize("name", NAMES)
def test_the_rows_of_any_sample_partition_it(samples, name):
    for path in sorted(samples.glob("*/*")):
        assert_partition(name, content(path), path)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_nothing_and_a_file_of_anything(name):
    for data in (
        b"",
        b"\0",
        b"\n",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        bytes(range(256)) * 3,
        b"\xff\xfe\0",
        b"{" * 99,
        b"'" * 99,
    ):
        assert_partition(name, data, data[:9])
