"""The model and the reconstruction must tell the same story: one from inside the queue, the other from calls alone."""

import pandas as pd
import pytest

from mqforensics import open_case
from mqforensics.questions.browse import REASONS, as_calls, browse_timeline
from tests.questions.browse_runs import as_amqsevt, runs

RUNS = 1000
HUNDREDTH_OF_A_MS = 0.0006
"""Both sides are rounded to the millisecond, of times in microseconds."""


@pytest.fixture(scope="module")
def told():
    return runs(range(RUNS))


def together(truth: pd.DataFrame, timeline) -> pd.DataFrame:
    found = timeline.select(
        "queue_manager", "msg_id", "delay", "total", "reason", "visible_within", "uncommitted", "skipped", "queued",
        "dispatched",
    ).toPandas()  # fmt: skip
    both = truth.merge(found, on=["queue_manager", "msg_id"], how="outer", suffixes=("_true", ""), indicator=True)
    assert set(both["_merge"]) == {"both"} and len(both) == len(truth)
    return both


def assert_same_delays(both: pd.DataFrame) -> None:
    for column in ("delay", "total"):
        true = both[f"{column}_true"].astype(float)
        pd.testing.assert_series_equal(true, both[column].astype(float), check_names=False, atol=HUNDREDTH_OF_A_MS)


def test_delays_and_reasons_from_the_calls_alone(spark, told):
    calls, truth = told
    both = together(truth, browse_timeline(as_calls(spark, calls)))
    assert_same_delays(both)
    wrong = both[both["reason_true"].fillna("") != both["reason"].fillna("")]
    assert wrong.empty, wrong.head(10).to_string()
    assert set(both["reason"].dropna()) == set(REASONS) - {"UNKNOWN"}


def test_delays_and_reasons_through_a_trace_that_tells_commits_to_the_second(spark, told, tmp_path):
    """Where an unsure commit leaves two parts of a delay too close together to call, either reason may be given."""
    calls, truth = told
    (tmp_path / "trace.json").write_text(as_amqsevt(calls))
    case = open_case(spark, tmp_path)
    assert case.formats == {"trace.json": "activity"}
    both = together(truth, browse_timeline(case.calls))
    assert_same_delays(both)
    parts = both[["uncommitted", "skipped", "queued", "dispatched"]].apply(lambda row: sorted(row)[-2:], axis=1)
    close = parts.map(lambda two: two[1] - two[0]) <= 2 * both["visible_within"] + 0.001
    wrong = both[~close & (both["reason_true"].fillna("") != both["reason"].fillna(""))]
    assert wrong.empty, wrong.head(10).to_string()
    unsure = close & both["reason"].notna()
    assert unsure.sum() < 0.05 * both["reason"].notna().sum()
