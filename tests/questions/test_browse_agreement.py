"""The model and the reconstruction must tell the same story: one from inside the queue, the other from calls alone."""

import pandas as pd
import pytest
from pyspark.sql import functions as F

from mqforensics import open_case
from mqforensics.questions.browse import REASONS, as_calls, browse_timeline
from tests.questions.browse_runs import DEFINED, as_amqsevt, runs

RUNS = 1000
ROUNDED = 0.0006
"""Both sides are rounded to the millisecond, of times in microseconds."""
PARTS = ["uncommitted", "skipped", "queued", "dispatched"]
KEY = ["queue_manager", "msg_id"]


@pytest.fixture(scope="module")
def both(spark, tmp_path_factory):
    """Every message of every run, as it was and as its calls tell it: the calls themselves, and their trace read back."""
    calls, truth = runs(range(RUNS))
    folder = tmp_path_factory.mktemp("trace")
    (folder / "trace.json").write_text(as_amqsevt(calls))
    case = open_case(spark, folder)
    assert case.formats == {"trace.json": "activity"}
    exact = as_calls(spark, calls).withColumn("queue_manager", F.concat("queue_manager", F.lit(" exact")))
    timeline = browse_timeline(exact.unionByName(case.calls), msgdlvsq=DEFINED)
    found = timeline.select(*KEY, "delay", "total", "reason", "visible_within", *PARTS).toPandas()
    manager = found["queue_manager"].str.removesuffix(" exact")
    found = found.assign(exact=manager != found["queue_manager"], queue_manager=manager)
    joined = truth.merge(found, on=KEY, how="outer", suffixes=("_true", ""), indicator=True)
    assert set(joined["_merge"]) == {"both"} and len(joined) == 2 * len(truth)
    return joined


def other_reasons(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[rows["reason_true"].fillna("") != rows["reason"].fillna("")]


def test_the_same_delays_from_either(both):
    for column in ("delay", "total"):
        true = both[f"{column}_true"].astype(float)
        pd.testing.assert_series_equal(true, both[column].astype(float), check_names=False, atol=ROUNDED)


def test_the_same_reasons_from_the_calls(both):
    exact = both[both["exact"]]
    wrong = other_reasons(exact)
    assert wrong.empty, wrong.head(10).to_string()
    assert set(exact["reason"].dropna()) == set(REASONS) - {"UNKNOWN"}


def test_the_same_reasons_from_a_trace_that_tells_commits_to_the_second(both):
    """But where an unsure second leaves open which part was longest, or on which priority the cursor was."""
    traced = both[~both["exact"]].replace({"LATE_COMMIT_SKIP": "CURSOR_SKIP"})
    parts = traced[PARTS].apply(lambda row: sorted(row)[-2:], axis=1)
    close = parts.map(lambda two: two[1] - two[0]) <= 2 * traced["visible_within"] + 0.001
    wrong = other_reasons(traced[~close])
    assert wrong.empty, wrong.head(10).to_string()
    assert (close & traced["reason"].notna()).sum() < 0.1 * traced["reason"].notna().sum()
