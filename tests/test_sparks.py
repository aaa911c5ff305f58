"""What several threads do at once, and what is made once though they all ask for it."""

import time
from types import SimpleNamespace

import pytest

from mqforensics.objects.of_case import once
from mqforensics.sparks import digest, together


def test_each_answer_stands_at_the_place_of_what_was_asked(spark):
    assert together(spark, lambda n: spark.range(n).count(), range(12)) == list(range(12))
    assert together(spark, str, ()) == []


def test_the_first_failure_is_raised(spark):
    def failing(n):
        if n > 3:
            raise ValueError(n)
        return n

    with pytest.raises(ValueError, match=r"^4$"):
        together(spark, failing, range(9))


def test_a_thread_belongs_to_the_work_that_began_it_and_keeps_its_own_besides(spark):
    context = spark.sparkContext

    def grouped(n):
        before = context.getLocalProperty("n")
        context.setLocalProperty("n", str(n))
        time.sleep(0.01)
        return context.getLocalProperty("spark.jobGroup.id"), before, context.getLocalProperty("n")

    context.setJobGroup("asked", "")
    try:
        assert together(spark, grouped, range(4)) == [("asked", None, str(n)) for n in range(4)]
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
    assert together(spark, lambda n: ask[n % 3](), range(12)) == ["aa", "bb", "bb"] * 4
    assert sorted(made) == ["a", "b"]


def test_a_digest_tells_in_which_column_a_value_stands_and_which_has_none(spark):
    rows = [(None, "x", None), ("x", None, None), (None, None, "x"), ("x", "x", None), (None, None, None)]
    table = spark.createDataFrame(rows, "a string, b string, c string")
    kinds = table.selectExpr(digest("a", "b", "c"), digest("a", "b", "c", seed=1)).collect()
    assert len({kind for kind, _ in kinds}) == len({other for _, other in kinds}) == len(rows)
    assert all(kind != other for kind, other in kinds)
