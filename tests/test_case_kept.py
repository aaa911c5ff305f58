"""However many questions are asked of a case, each of its bytes is decoded once."""

import json
from collections import Counter
from pathlib import Path

import pytest
from pyspark.sql import functions as F

from mqforensics import findings, open_case, source
from mqforensics.formats.tables import SCHEMAS
from tests.writers import shapes


class CountingReader(source.Reader):
    """A reader that writes down which stretch of which file it reads."""

    log = None

    def __init__(self, *given):
        super().__init__(*given)
        self.log = type(self).log

    def read(self, partition):
        with open(self.log, "a") as out:
            out.writelines(f"{part.file.name} {part.start}\n" for part in partition.parts)
        yield from super().read(partition)


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


@pytest.mark.parametrize("table", SCHEMAS)
def test_a_case_can_be_closed_whatever_it_has(spark, tmp_path, table):
    (tmp_path / "case.json").write_text(json.dumps({}))
    with open_case(spark, tmp_path) as case:
        assert getattr(case, table).count() == 0
