"""A range of time on the desk: chosen on the time line's tab, it bounds the tabs that list evidence."""

from datetime import datetime, timedelta

import pytest

from mqforensics import open_case
from mqforensics.questions.timeline import lanes
from mqforensics.views.investigation import Investigation
from mqforensics.views.span import BARS, NARROWEST, STEPS, RangeBar, span_text
from tests.writers.cases import SAMPLES

DAY = datetime(2026, 5, 11)
EVERYTHING = SAMPLES / "everything"


def test_a_range_goes_from_a_day_to_a_millisecond():
    heard = []
    bar = RangeBar(heard.append)
    bar.offer(DAY, DAY + timedelta(days=1))
    assert bar.value is None and len(bar.slider.options) == STEPS + 1 and heard == []
    while True:
        first, last = bar.slider.options[100][1], bar.slider.options[110][1]
        bar.slider.index = (100, 110)
        assert bar.value is None and heard == [], "moving alone reads nothing"
        if last - first < NARROWEST:
            break
        bar.zoom()
        assert bar.slider.value == (first, last), "what is chosen stays, only the steps are finer"
    bar.show()
    assert heard == [(first, last)] == [bar.value] and f"{first:%H:%M:%S.%f}" in span_text(bar.value)
    bar.reset()
    assert bar.value is None and heard[1:] == [None] and bar.slider.value == bar.whole
    assert span_text(None) == ""


def test_a_case_between_two_times_has_the_rows_of_them_alone(spark):
    case = open_case(spark, EVERYTHING)
    times = sorted(row.time for row in case.calls.where("time is not null").collect())
    since, until = times[1], times[-2]
    part = case.between(since, until)
    assert sorted(row.time for row in part.calls.collect()) == [at for at in times if since <= at <= until]
    inside = part.messages.collect()
    assert all(since <= (row.dlq_time or row.put_time) <= until for row in inside)
    assert len(inside) < case.messages.count() and part.objects.count() == case.objects.count() and part.whole is case
    untimed = {table: getattr(case, table).where("time is null").count() for table in ("log", "events", "calls")}
    untimed["messages"] = case.messages.where("put_time is null and dlq_time is null").count()
    assert case.untimed() == part.untimed() == {table: count for table, count in untimed.items() if count}


@pytest.fixture(scope="module")
def desk(spark, tmp_path_factory):
    desk = Investigation(spark, SAMPLES, case=str(EVERYTHING), output=str(tmp_path_factory.mktemp("desk")))
    desk.tabs.selected_index = 2 + list(desk.answers).index("timeline")
    desk.wait()
    return desk


def test_a_range_bounds_what_the_other_tabs_list(desk):
    bar = desk.answers["timeline"].range
    desk.letters.look()
    desk.wait()
    every = desk.letters.grid.total
    assert bar.value is None and bar.whole and not desk.answers["timeline"].picture.value
    desk.tables.which.value = "calls"
    desk.tables.look()
    desk.wait()
    calls = desk.tables.grid.total
    [first] = desk.case.messages.selectExpr("min(dlq_time)").first()
    index = next(nth for nth, (_, at) in enumerate(bar.slider.options) if at > first)
    bar.slider.index = (index, STEPS)
    bar.show()
    desk.letters.look()
    desk.wait()
    since = bar.value[0]
    expected = desk.case.calls.where(f"time >= timestamp'{since}'").count()
    desk.tables.which.value = "calls"
    desk.tables.look()
    desk.wait()
    assert desk.tables.grid.total == expected < calls
    letters = desk.case.messages.where(f"dlq_time >= timestamp'{since}'").count()
    assert desk.letters.grid.total == letters < every
    assert 'alt="Time line' in desk.answers["timeline"].picture.value
    assert span_text(bar.value) in desk.letters.sentence.value
    without = desk.case.untimed()
    assert all(str(count) in bar.said.value for count in without.values()) and ("Not shown" in bar.said.value) == bool(
        without
    )
    assert "rests on all the evidence" in desk.answers["walk"].rests.value and not desk.answers["errors"].rests.value
    bar.reset()
    desk.letters.look()
    desk.wait()
    assert desk.letters.grid.total == every and desk.letters.case is desk.case
    assert not bar.said.value and not desk.answers["walk"].rests.value and not desk.answers["timeline"].picture.value


def test_the_bars_count_what_their_span_holds(desk):
    tab = desk.answers["timeline"]
    counts, spans = [count for _, count in tab.steps.bars], tab.steps.meant
    assert len(counts) == BARS and sum(counts) == sum(row["count"] for row in lanes(desk.case))
    fullest = counts.index(max(counts))
    tab.steps.pick(fullest)
    desk.wait()
    assert tab.range.value == spans[fullest] and (tab.steps.chosen, tab.steps.last) == (fullest, fullest)
    assert sum(row["count"] for row in lanes(desk.case.between(*spans[fullest]))) == counts[fullest]
    tab.steps.pick(fullest)
    desk.wait()
    assert tab.range.value is None and tab.steps.chosen is None
