"""However many questions are asked of a case, each of its bytes is decoded once."""

import json
from collections import Counter
from pathlib import Path

import pytest
from pyspark.sql import functions as F

from mqforensics import findings, open_case, source
from mqforensics.formats.tables import SCHEMAS
from tests.writers import shapes
from tests.writers.cases import SAMPLES


class CountingReader(source.Reader):
    """A reader that writes down which stretch of which file it reads."""

    log = None

    def __init__(self, *given):
        super().__init__(*given)
        self.log = type(self).log

    def rows(self, partition, most):
        with open(self.log, "a") as out:
            out.writelines(f"{part.file.name} {part.start}\n" for part in partition.parts)
        yield from super().rows(partition, most)


@pytest.fixture
def counted(spark, tmp_path, monkeypatch):
    """A case of some megabytes that counts as large, and what was read of it."""
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "dlq.txt").write_text(shapes.dump("JMS", 600))
    log = tmp_path / "case.log"
    monkeypatch.setattr(CountingReader, "log", log)
    for name, value in {"SMALL": 0, "SPLIT": 1 << 20, "Reader": CountingReader}.items():
        monkeypatch.setattr(source, name, value)
    with open_case(spark, folder) as case:
        yield case, lambda: Counter(log.read_text().splitlines())


def test_inventory_findings_and_tables_share_one_reading(counted):
    case, read = counted
    assert case.inventory.first().records == 600
    findings(case).collect()
    assert case.messages.groupBy("dlh.Reason").count().collect()
    assert case.messages.agg(F.sum(F.length("body_text"))).first()[0] > 0
    assert case.messages.where("file = 'dlq.txt' and number = 599").count() == 1
    assert len(read()) > 2 and set(read().values()) == {1}


def test_the_first_page_reads_the_first_stretch_alone(counted):
    case, read = counted
    assert case.messages.limit(10).collect()[0].number == 1
    assert sum(read().values()) == 1


def test_spark_does_not_send_much_evidence_whole_from_task_to_task(spark, counted):
    case, _ = counted
    told = case.messages._jdf.queryExecution().optimizedPlan().stats().sizeInBytes()
    assert told > 10 << 20 == spark._jsparkSession.sessionState().conf().autoBroadcastJoinThreshold()


def test_closing_lets_go_and_the_case_can_be_asked_again(counted):
    case, read = counted
    assert case.messages.count() == 600
    case.close()
    assert not case._kept
    assert case.messages.count() == 600
    assert set(read().values()) == {2}


def test_what_is_kept_on_disk_is_for_its_owner_alone(spark, counted):
    case, _ = counted
    case.messages.count()
    kept = list(Path(spark.conf.get("spark.local.dir")).rglob("rdd_*"))
    assert kept
    for path in kept:
        assert any(folder.stat().st_mode & 0o077 == 0 for folder in path.parents[:5]), path


def test_large_tables_are_read_into_files_of_their_owner_and_go_with_the_case(counted):
    case, read = counted
    case.read("messages")
    path, *others = {Path(path.removeprefix("file://")) for path in case.messages.inputFiles()}
    assert others and path.is_file() and path.parents[1].stat().st_mode & 0o077 == 0
    assert case.messages.where("number = 600").count() == 1 and set(read().values()) == {1}
    case.close()
    assert not path.parent.exists()
    assert case.messages.count() == 600


def test_what_was_begun_is_not_read_a_second_time(counted):
    case, read = counted
    first = case.messages.limit(1).collect()
    case.read("messages")
    assert case.messages.limit(1).collect() == first and not case.messages.inputFiles()
    assert case.messages.count() == 600 and set(read().values()) == {1}


@pytest.mark.parametrize("name", ["dlq_mixed", "everything", "trace_jms"])
def test_files_of_large_tables_hold_the_same_rows(spark, monkeypatch, name):
    with open_case(spark, SAMPLES / name) as small, open_case(spark, SAMPLES / name) as large:
        monkeypatch.setattr(source, "SMALL", -1)
        for table in filter(small.has, SCHEMAS):
            assert _digest(large.read(table)) == _digest(getattr(small, table)), table
            assert getattr(large, table).schema == getattr(small, table).schema


def _digest(rows) -> list:
    return sorted(row[0] for row in rows.select(F.to_json(F.struct("*"))).collect())


@pytest.mark.parametrize("table", SCHEMAS)
def test_a_case_can_be_closed_whatever_it_has(spark, tmp_path, table):
    (tmp_path / "case.json").write_text(json.dumps({}))
    with open_case(spark, tmp_path) as case:
        assert getattr(case, table).count() == 0
