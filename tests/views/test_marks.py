"""Stars, tags and saved views: what they choose, and that they are kept with the notes."""

import math
from datetime import datetime

import pandas as pd
import pytest

from mqforensics.investigation_record import Mark, Record, RecordExpected, place_of
from mqforensics.views.filters import Filter, FilterBar
from mqforensics.views.grid import Grid
from mqforensics.views.marks import STARRED, RowMarks, SavedViews
from mqforensics.views.notes import notes

ROW = {"file": "dlq.txt", "number": 3, "offset": 99, "reason": 2053}
PLACE = ("dlq.txt", None, 3, 99)


@pytest.fixture
def record(tmp_path):
    return Record(tmp_path / "case.notes.json", "case")


def test_a_row_has_its_place_whatever_pandas_made_of_its_numbers():
    assert place_of(ROW) == place_of({**ROW, "number": 3.0, "offset": 99.0, "line": math.nan}) == PLACE


def test_stars_and_tags_are_given_and_taken_and_kept(record):
    record.star(PLACE)
    record.tag(PLACE, " urgent  one ")
    record.tag(PLACE, "late")
    assert Record(record.path).marks == {PLACE: Mark(True, ("urgent one", "late"))}
    record.star(PLACE)
    record.tag(PLACE, "late")
    assert str(Record(record.path).marks[PLACE]) == "urgent one"
    record.tag(PLACE, "urgent one")
    record.tag(PLACE, "  ")
    assert Record(record.path).marks == {}


def test_the_grid_gives_stars_and_tags_to_the_row_that_was_meant(record):
    changed = []
    marks = RowMarks(lambda: changed.append(grid.draw()))
    grid = Grid({"reason": 1.0}, marks=marks)
    marks.record = record
    grid.show(pd.DataFrame([{**ROW, "number": 2}, ROW]).astype(object), 2)
    assert [row[-1][0] for row in grid.body.page["rows"]] == ["☆", "☆"]
    for said in ({"star": 1}, {"tag": 1, "word": "<b>"}, {"star": 7}, {"tag": None}):
        grid._heard(said)
    assert len(changed) == 2 and [row[-1][0] for row in grid.body.page["rows"]] == ["☆", "★ <b>"]
    assert marks.named() == {STARRED: [PLACE], "<b>": [PLACE]}
    plain = Grid({"reason": 1.0})
    plain.show(pd.DataFrame([ROW]), 1)
    assert [one["name"] for one in plain.body.page["columns"]] == ["reason"]


def test_marked_rows_are_chosen_as_long_as_they_are_marked():
    said = []
    bar = FilterBar(said.append)
    bar.offer_marks({STARRED: [PLACE], "late": [PLACE]})
    assert said == [] and [name for name, _ in bar.marked.options] == ["any or none", "★ (1)", "late (1)"]
    bar.marked.index = 1
    assert said[-1].marked.places == (PLACE,) and str(said[-1]) == "marked ★"
    bar.offer_marks({"late": [PLACE]})
    assert said[-1] == Filter() and bar.marked.index == 0


def test_a_view_is_what_was_chosen_and_is_chosen_again(record):
    said = []
    bar = FilterBar(said.append)
    bar.offer(pd.DataFrame({"reason_name": ["A"], "destination": ["Q"], "application": ["x"], "messages": [1]}))
    views = SavedViews("dead_letters", bar.taken, bar.show)
    views.begin(record)
    bar.lists["destination"].value, bar.since.value = "Q", datetime(2026, 3, 2, 9)
    bar.where.value = "number < 9"
    chosen = bar.value
    views.keep_as("mine")
    bar.reset()
    assert views.value == "mine" and bar.value == Filter()
    again = SavedViews("dead_letters", bar.taken, bar.show)
    again.begin(Record(record.path))
    assert again.value is None
    again.list.value = "mine"
    assert bar.value == chosen == said[-1]
    again.forget()
    assert Record(record.path).views == {"dead_letters": {}} and again.value is None
    again.keep_as("")
    assert len(again.list.options) == 1


def test_marks_stand_with_the_notes_of_a_report(record):
    record.star(PLACE)
    record.tag(PLACE, "<i>late</i>")
    shown = notes(record.path).data
    assert (
        "Rows with a star or a tag" in shown and "★ &lt;i&gt;late&lt;/i&gt;" in shown and "dlq.txt message 3" in shown
    )


@pytest.mark.parametrize("text", ['{"notes": [], "marks": [{"file": "x"}]}', '{"notes": [], "views": []}', '{"notes": [], "views": {"a": 1}}'])  # fmt: skip
def test_a_record_whose_marks_or_views_are_none(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    if text.endswith('"views": []}'):
        assert Record(tmp_path / "x.json").views == {}
        return
    with pytest.raises(RecordExpected):
        Record(tmp_path / "x.json")
