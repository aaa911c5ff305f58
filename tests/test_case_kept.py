"""However many questions are asked of a case, each of its bytes is decoded once."""

import json
from collections import Counter
from pathlib import Path

import pytest
from pyspark.sql import functions as F

from mqforensics import case as room
from mqforensics import findings, open_case, register, source
from mqforensics.formats.tables import SCHEMAS
from tests.writers import shapes


class CountingReader(source.Reader):
    """A reader that writes down which stretch of which file it reads."""

    log = ""

    def read(self, partition):
        with open(self.log, "a") as out:
            out.writelines(f"{part.file.name} {part.start}\n" for part in partition.parts)
        yield from super().read(partition)


class Counting(source.amqsbcg):
    """The format amqsbcg, counted."""

    log = ""

    @classmethod
    def name(cls):
        return "amqsbcg"

    def reader(self, schema):
        reader = CountingReader(self.FORMAT, {**self.options, "splitsize": str(1 << 20)}, schema.names)
        reader.log = Path(self.options["path"]).with_suffix(".log").as_posix()
        return reader


@pytest.fixture
def counted(spark, tmp_path, monkeypatch):
    """A case of some megabytes that counts as large, and what was read of it."""
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "dlq.txt").write_text(shapes.dump("JMS", 600))
    monkeypatch.setattr(room, "SMALL", 0)
    spark.dataSource.register(Counting)
    with open_case(spark, folder) as case:
        yield case, lambda: Counter(folder.with_suffix(".log").read_text().splitlines())
    register(spark)


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
