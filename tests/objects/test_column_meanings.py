"""Every column and nested field of the front door's tables says what it is, its unit and what redaction hides of it."""

import csv
from pathlib import Path

import pytest
from pyspark.sql.types import ArrayType, StructType

import mqforensics
from mqforensics import open_case
from mqforensics.objects import column_meanings
from tests.writers.cases import SAMPLES

MEANINGS = Path(column_meanings.__file__).with_name("columns.csv")
KEYS = {"comment", "unit", "redaction"}


def paths(schema, above=""):
    """Every column and field of a schema, with its metadata."""
    for field in schema:
        yield f"{above}{field.name}", field.metadata
        kind = field.dataType
        while isinstance(kind, ArrayType):
            kind = kind.elementType
        if isinstance(kind, StructType):
            yield from paths(kind, f"{above}{field.name}.")


@pytest.fixture(scope="module")
def tables(spark):
    walked, changed = (open_case(spark, SAMPLES / name) for name in ("walk_dlq_2051", "changes_put_inhibited"))
    everything, traced = (open_case(spark, SAMPLES / name) for name in ("everything", "trace_amqsact"))
    return {
        "dead_letters": mqforensics.dead_letters(walked), "walk": mqforensics.walk(walked, "Q6_VER75", "QM_ANG75"),
        "transformed": walked.messages.transform(mqforensics.dead_letters),
        "delivery": walked.messages.transform(mqforensics.delivery, {"CHLTYPE": "RCVR"}),
        "ams_delivery": walked.messages.transform(mqforensics.ams_delivery),
        "dry_run": walked.messages.transform(mqforensics.dry_run, "ACTION(RETRY)\n"),
        "poison": mqforensics.poison(everything), "refused": mqforensics.refused(everything),
        "browse_timeline": traced.calls.transform(mqforensics.browse_timeline),
        "timeline": mqforensics.timeline(changed), "changes": mqforensics.changes(changed),
        "biography": mqforensics.biography(walked, "41" * 24), "coverage": mqforensics.coverage(changed),
        "findings": mqforensics.findings(changed),
    }  # fmt: skip


def test_every_column_and_field_of_every_table_says_what_it_is(tables):
    silent = {(name, path) for name, table in tables.items() for path, told in paths(table.schema) if set(told) != KEYS}
    assert silent == set()
    assert sum(1 for table in tables.values() for _ in paths(table.schema)) > 300


def test_every_row_of_the_table_of_columns_is_of_a_column(tables):
    there = {name: {path for path, _ in paths(table.schema)} for name, table in tables.items()}
    there["delivery"] |= there["ams_delivery"]
    anywhere = set().union(*there.values())
    rows = list(csv.DictReader(MEANINGS.read_text(encoding="utf-8").splitlines()))
    assert len(rows) > 200
    for row in rows:
        known = anywhere if row["function"] == "*" else there[row["function"]]
        assert row["column"] in known, row


def test_a_column_of_the_caller_keeps_what_it_says(spark):
    from pyspark.sql import functions as F

    own = F.lit("x").alias("mine", metadata={"comment": "my own"})
    made = spark.range(1).select(own, F.lit(0).alias("persistence"), F.lit(2053).alias("reason"))
    told = dict(paths(made.transform(mqforensics.delivery).schema))
    assert told["mine"] == {"comment": "my own"} and set(told["fate"]) == KEYS


def test_comments_are_short_and_plain():
    from tests.test_wording import wrong

    for row in csv.DictReader(MEANINGS.read_text(encoding="utf-8").splitlines()):
        assert not wrong(row["comment"], "docstrings") and len(row["comment"].split()) <= 25, row
        assert row["redaction"] in ("public", "identity", "payload"), row
