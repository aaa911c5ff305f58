import gc
import gzip
import random
import zipfile

import pyarrow as pa
import pytest

from mqforensics import source, structures
from mqforensics.errors import CaseNotFound
from mqforensics.files import File, files
from mqforensics.formats import amqsbcg
from mqforensics.formats.tables import SCHEMAS
from tests.writers.amqsbcg import dump
from tests.writers.qload import unload


@pytest.fixture(scope="module")
def long_dump():
    dice = random.Random(7)
    first = dump([{"data": dice.randbytes(dice.randrange(0, 3000))} for _ in range(40)], "Q.FIRST")
    second = dump([{"data": dice.randbytes(dice.randrange(0, 90))} for _ in range(60)], "Q.SECOND", "p944")
    return (first + second).encode()


def read(path, split, piece=source.PIECE):
    [file] = files(path)
    found = []
    for part in source.ranges(file, amqsbcg, split):
        for stretch in source.stretches(part, amqsbcg, piece):
            for row in source.rows(amqsbcg, stretch):
                found += row.to_pylist() if isinstance(row, pa.RecordBatch) else [row]
    return found


@pytest.mark.parametrize("split", [700, 5_000, 77_777, 1 << 30])
@pytest.mark.parametrize("piece", [512, 10_000, 1 << 20])
def test_a_file_reads_the_same_however_it_is_split(tmp_path, long_dump, split, piece):
    path = tmp_path / "dump.txt"
    path.write_bytes(long_dump)
    whole, parts = read(path, 1 << 30, 1 << 30), read(path, split, piece)
    assert len(parts) == 100
    assert parts == whole
    assert [row["queue"] for row in parts] == ["Q.FIRST"] * 40 + ["Q.SECOND"] * 60


class Lined:
    """A format whose rows cite lines."""

    NAME, TABLE, START = "lined", "log", amqsbcg.START


def test_lines_are_counted_across_ranges(tmp_path, long_dump):
    path = tmp_path / "dump.txt"
    path.write_bytes(long_dump)
    [file] = files(path)
    for part in source.ranges(file, Lined, 9_999):
        for stretch in source.stretches(part, Lined, 4_000):
            assert stretch.line == 1 + long_dump[: stretch.offset].count(b"\n")


class Broken:
    NAME, TABLE = "broken", "messages"

    @staticmethod
    def read(stretch):
        yield {"file": stretch.file, "offset": 0, "length": 4}
        raise RuntimeError("no idea")


def test_a_reader_that_fails_becomes_a_row_for_the_rest():
    stretch = source.FileSlice(b"0123456789", "f")
    _, rest = source.rows(Broken, stretch)
    assert (rest["offset"], rest["length"]) == (4, 6) and "no idea" in rest["error"]


def test_spark_reads_every_record_once_from_many_tasks(spark, tmp_path, long_dump):
    (tmp_path / "dump.txt").write_bytes(long_dump)
    frame = spark.read.format("amqsbcg").option("splitSize", "20000").load(str(tmp_path))
    rows = frame.orderBy("offset").collect()
    assert [row.length for row in rows] and sum(row.length for row in rows) == len(long_dump)
    assert len(rows) == 100 and rows[45].queue == "Q.SECOND" and rows[45].number == 6


def test_only_the_asked_columns_are_made(spark, tmp_path, long_dump):
    (tmp_path / "dump.txt").write_bytes(long_dump)
    frame = spark.read.format("amqsbcg").schema("number int, queue string").load(str(tmp_path))
    assert frame.where("queue = 'Q.FIRST'").agg({"number": "max"}).first()[0] == 40


def test_archives_are_folders(tmp_path, long_dump):
    with zipfile.ZipFile(tmp_path / "case.zip", "w") as archive:
        archive.writestr("deep/dlq.txt", long_dump)
        archive.writestr("deep/dlq2.txt.gz", gzip.compress(long_dump))
    (tmp_path / "dlq3.txt.gz").write_bytes(gzip.compress(long_dump))
    found = files(tmp_path)
    assert [file.name for file in found] == ["case.zip!/deep/dlq.txt", "case.zip!/deep/dlq2.txt.gz", "dlq3.txt.gz"]
    for file in found:
        with file.open() as stream:
            assert stream.read() == long_dump


def test_packed_files_are_read_piece_by_piece(spark, tmp_path, long_dump):
    (tmp_path / "dlq.txt.gz").write_bytes(gzip.compress(long_dump))
    frame = spark.read.format("amqsbcg").load(str(tmp_path / "dlq.txt.gz"))
    assert frame.where("error is null").count() == 100


def test_what_is_not_there_is_the_callers_mistake(tmp_path):
    with pytest.raises(CaseNotFound, match="found nothing at"):
        files(tmp_path / "nowhere")
    assert files(tmp_path) == []


def test_a_broken_archive_is_only_a_file(tmp_path):
    (tmp_path / "broken.gz").write_bytes(b"\x1f\x8b broken")
    [file] = files(tmp_path)
    assert file.head(100) == b""
    assert isinstance(file, File)


@pytest.mark.parametrize("split", ["100", "1000000"])
def test_passwords_are_shown_to_who_asks(spark, tmp_path, split):
    header = structures.pack(
        "MQSAPH", {"StrucId": "SAPH", "Version": 1, "StrucLength": 108, "Password": "HUNTER42"}, "big"
    )
    letter = {"Format": "MQHSAP", "Encoding": 273, "CodedCharSetId": 819, "data": header + b"x"}
    (tmp_path / "export.txt").write_bytes(unload([letter] * 40))
    read = spark.read.format("dmpmqmsg").option("splitSize", split)
    assert {row.data for row in read.load(str(tmp_path)).collect()} == {None}
    rows = read.option("secrets", True).load(str(tmp_path)).collect()
    assert [bytes(row.data) for row in rows] == [header + b"x"] * 40
    assert {row.headers[0].fields["Password"] for row in rows} == {"HUNTER42"}


def test_an_option_that_means_nothing_is_the_callers_mistake(spark, tmp_path):
    with pytest.raises(Exception, match="expected true or false as the option 'secrets', got 'maybe'"):
        spark.read.format("dmpmqmsg").option("secrets", "maybe").load(str(tmp_path)).count()


def test_several_paths_are_read_together_and_keep_their_own_names(spark, tmp_path):
    for name, data in (("a", b"first"), ("b", b"second")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "dlq.txt").write_text(dump([{"data": data}], "Q"))
    rows = spark.read.format("amqsbcg").load([str(tmp_path / "a"), str(tmp_path / "b" / "dlq.txt")]).collect()
    assert sorted(bytes(row.data) for row in rows) == [b"first", b"second"]
    assert len({row.file for row in rows}) == 2


@pytest.mark.parametrize(("name", "value"), [("splitsize", "large"), ("splitSize", "0"), ("secret", "true")])
def test_an_option_that_no_format_has_is_the_callers_mistake(spark, tmp_path, name, value):
    (tmp_path / "dlq.txt").write_text(dump([{"data": b"a"}], "Q"))
    with pytest.raises(Exception, match=r"expected (a number|options)"):
        spark.read.format("amqsbcg").option(name, value).load(str(tmp_path)).count()


def test_a_file_that_an_executor_cannot_see_is_a_row_that_says_so(tmp_path):
    (tmp_path / "dlq.txt").write_text(dump([{"data": b"a"}], "Q"))
    reader = source.Reader("amqsbcg", {"path": str(tmp_path)}, SCHEMAS["messages"].names)
    [task] = reader.partitions()
    (tmp_path / "dlq.txt").unlink()
    [row] = [row for batch in reader.read(task) for row in batch.to_pylist()]
    assert "dlq.txt" in row["error"] and "every executor of the cluster" in row["error"]


def test_garbage_is_looked_for_again_after_a_reading_also_one_that_is_left(tmp_path, long_dump):
    path = tmp_path / "dump.txt"
    path.write_bytes(long_dump)
    reader = source.Reader("amqsbcg", {"path": str(path)}, SCHEMAS["messages"].names)
    [task] = reader.partitions()
    reading = reader.read(task)
    next(reading)
    assert not gc.isenabled()
    reading.close()
    assert gc.isenabled()
    list(reader.read(task))
    assert gc.isenabled()
