"""What several threads do at once, and what is made once though they all ask for it."""

import time
from types import SimpleNamespace

import pyarrow as pa
import pytest
from pyspark.sql import functions as F

from mqforensics.objects.case_evidence import once
from mqforensics.session import SAIL, engine
from mqforensics.spark_compat import (
    FIRST_BYTES,
    SECONDS,
    digest,
    first_bytes,
    format_text,
    greatest,
    least,
    run_concurrently,
    seconds,
    smallest,
    sorted_within,
)  # fmt: skip


def test_each_answer_stands_at_the_place_of_what_was_asked(spark):
    assert run_concurrently(spark, lambda n: spark.range(n).count(), range(12)) == list(range(12))
    assert run_concurrently(spark, str, ()) == []


def test_the_first_failure_is_raised(spark):
    def failing(n):
        if n > 3:
            raise ValueError(n)
        return n

    with pytest.raises(ValueError, match=r"^4$"):
        run_concurrently(spark, failing, range(9))


def test_a_thread_belongs_to_the_work_that_began_it_and_keeps_its_own_besides(spark):
    if engine(spark) == SAIL:
        pytest.skip("Spark Connect has tags in place of job groups")
    context = spark.sparkContext

    def grouped(n):
        before = context.getLocalProperty("n")
        context.setLocalProperty("n", str(n))
        time.sleep(0.01)
        return context.getLocalProperty("spark.jobGroup.id"), before, context.getLocalProperty("n")

    context.setJobGroup("asked", "")
    try:
        assert run_concurrently(spark, grouped, range(4)) == [("asked", None, str(n)) for n in range(4)]
    finally:
        context.setLocalProperty("spark.jobGroup.id", None)


def test_what_several_ask_at_once_is_made_once(spark):
    made = []

    @once
    def slow(case, name):
        time.sleep(0.05)
        made.append(name)
        return name * 2

    @once
    def asks_another(case):
        return slow(case, "b")

    case = SimpleNamespace(made={})
    ask = {0: lambda: slow(case, "a"), 1: lambda: asks_another(case), 2: lambda: slow(case, "b")}
    assert run_concurrently(spark, lambda n: ask[n % 3](), range(12)) == ["aa", "bb", "bb"] * 4
    assert sorted(made) == ["a", "b"]


def test_a_digest_tells_in_which_column_a_value_stands_and_which_has_none(spark):
    rows = [(None, "x", None), ("x", None, None), (None, None, "x"), ("x", "x", None), (None, None, None)]
    table = spark.createDataFrame(rows, "a string, b string, c string")
    kinds = table.selectExpr(digest("a", "b", "c"), digest("a", "b", "c", seed=1)).collect()
    assert len({kind for kind, _ in kinds}) == len({other for _, other in kinds}) == len(rows)
    assert all(kind != other for kind, other in kinds)


def test_rows_are_ordered_alike_by_every_engine_also_where_they_hold_nulls(spark):
    rows = spark.createDataFrame([("a", None), ("a", 3), (None, 3), ("a", 1)], "a string, b int")
    for order in ("a", "b"):
        told = rows.orderBy(F.desc(order)).agg(
            least("a", "b").alias("least"), greatest("a", "b").alias("greatest"),
            least("a", "b", where=F.col("a").isNotNull()).alias("named"), smallest("b", F.struct("a", "b"), 2).alias("two"),
        ).first()  # fmt: skip
        assert (tuple(told.least), tuple(told.greatest), tuple(told.named)) == ((None, 3), ("a", 3), ("a", None))
        assert told.two == [3, None]


def test_seconds_are_those_of_unix_time(spark):
    row = spark.sql(f"select timestamp'1970-01-01 00:00:01.5' as t, {SECONDS('timestamp_micros(2500000)')} as text")
    assert row.select(seconds("t").alias("told"), "text").first() == (1.5, 2.5)


def test_a_function_gets_rows_as_they_are_sorted(spark):
    rows = spark.range(0, 500, 1, 4).selectExpr("id % 7 as k", "(id * 7919) % 1009 as v").repartition("k")

    def numbered(batches):
        rows = [
            row for batch in batches for row in zip(*(batch.column(name).to_pylist() for name in "kv"), strict=True)
        ]
        yield pa.RecordBatch.from_pydict({"sorted": [rows == sorted(rows)]})

    assert all(row.sorted for row in sorted_within(rows, ["k"], "v").mapInArrow(numbered, "sorted boolean").collect())


def test_words_have_numbers_as_their_text_has_them(spark):
    assert spark.range(1).select(format_text("%s of %s: %s", F.lit(0.0), F.lit(7), "id")).first()[0] == "0.0 of 7: 0"


def test_the_first_bytes_are_in_hex_whatever_they_are(spark):
    given = {bytes(range(100, 250)): "6465666768", b"\xff\xfe": "FFFE", b"": "", None: None}
    frame = spark.createDataFrame([(value,) for value in given], "value binary")
    told = frame.select(first_bytes("value", 5), F.expr(FIRST_BYTES("value", 5))).collect()
    assert [tuple(row) for row in told] == [(text, text) for text in given.values()]
