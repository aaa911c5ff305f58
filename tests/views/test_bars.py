"""A click that filters: on a bar, on a step of time, on a cell of a table."""

from datetime import datetime, timedelta

import pandas as pd
import pytest

from mqforensics.views.bars import Bars
from mqforensics.views.condition import narrowed_by
from mqforensics.views.filters import FilterBar
from mqforensics.views.grid import Grid
from mqforensics.views.letters import steps
from mqforensics.views.source_view import LinkedAnswer

HOUR = timedelta(hours=1)
NINE = datetime(2026, 3, 2, 9)


def test_a_click_on_a_bar_chooses_it_and_one_on_the_chosen_bar_chooses_none():
    picked = []
    bars = Bars(picked.append, "by reason")
    bars.show([("A", 3, "a"), ("B", 1, "b")])
    for at in (1, 1, 0, 7, None):
        bars._handle_custom_msg({"pick": at}, [])
    assert picked == ["b", None, "a"] and bars.chosen == 0
    bars.mark("b")
    assert bars.chosen == 1
    bars.mark("other")
    assert bars.chosen is None and bars.bars == [["A", 3], ["B", 1]]


def test_a_stretch_of_steps_is_one_span_and_again_it_is_none():
    picked = []
    bars = Bars(picked.append, "over time", upright=True)
    bars.show([(f"{nth}", 1, (NINE + nth * HOUR, NINE + (nth + 1) * HOUR)) for nth in range(4)])
    for said in ({"pick": 1, "last": 2}, {"pick": 1, "last": 2}, {"pick": 3}, {"pick": 0, "last": 9}):
        bars._handle_custom_msg(said, [])
    assert picked == [(NINE + HOUR, NINE + 3 * HOUR), None, (NINE + 3 * HOUR, NINE + 4 * HOUR)]
    bars.mark((NINE, NINE + 2 * HOUR))
    assert (bars.chosen, bars.last) == (0, 1)
    bars.mark((NINE, NINE + HOUR / 2))
    assert (bars.chosen, bars.last) == (None, None)
    bars.mark((None, None))
    assert bars.chosen is None


def test_a_step_of_time_is_as_wide_as_the_nearest_two_are_apart():
    came = pd.DataFrame({"time": [NINE, NINE, NINE + 3 * HOUR, NINE + 4 * HOUR], "messages": [1, 2, 5, 1]})
    assert steps(came) == [
        ("2026-03-02 09:00 UTC", 3, (NINE, NINE + HOUR)), ("2026-03-02 12:00 UTC", 5, (NINE + 3 * HOUR, NINE + 4 * HOUR)),
        ("2026-03-02 13:00 UTC", 1, (NINE + 4 * HOUR, NINE + 5 * HOUR)),
    ]  # fmt: skip
    assert steps(came.head(0)) == [] and steps(came.head(1))[0][2] == (NINE, NINE + timedelta(minutes=1))


@pytest.mark.parametrize(("asked", "said"), [
    (("", "destination", "Q'1", False), "`destination` <=> 'Q\\'1'"),
    (("a = 1 or b = 2", "reason", 2051, True), "(a = 1 or b = 2) and not (`reason` <=> 2051)"),
    (("", "reason", None, False), "`reason` is null"), (("", "reason", None, True), "`reason` is not null"),
    (("", "put_time", "2026-03-02 09:00:00.00", False, True),
     "date_format(`put_time`, 'yyyy-MM-dd HH:mm:ss.SS') <=> '2026-03-02 09:00:00.00'"),
])  # fmt: skip
def test_only_this_and_not_this_as_a_condition(asked, said):
    assert narrowed_by(*asked) == said


def test_a_cell_of_the_grid_tells_its_column_and_value():
    told = []
    grid = Grid({"reason": 1.0, "destination": 1.0}, only=lambda *said: told.append(said))
    grid.show(pd.DataFrame({"reason": [2051, None], "destination": ["A", "B"]}, dtype=object), 2)
    for said in ({"only": 0, "column": "destination", "not": True}, {"only": 1, "column": "reason", "not": False},
                 {"only": 9, "column": "reason"}, {"only": 0, "column": "secret"}):  # fmt: skip
        grid._heard(said)
    assert told == [("destination", "A", True), ("reason", None, False)]


def test_a_range_of_time_is_chosen_at_once():
    told = []
    bar = FilterBar(told.append)
    bar.between(NINE, NINE + HOUR)
    assert [(one.since, one.until) for one in told] == [(NINE, NINE + HOUR)]
    bar.between(None, None)
    assert told[-1].since is None


def test_the_widgets_of_the_desk_tell_the_browser_what_they_are():
    for widget in (Bars(print, "by reason"), LinkedAnswer(print)):
        state = widget.get_state()
        assert state["_model_module"] == "anywidget" and {"_view_module", "_esm"} <= set(state), type(widget)
