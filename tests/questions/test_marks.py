"""A story by the reference clock, as the picture of the time line marks it."""

from datetime import datetime

import pytest

from mqforensics.clock.offsets import Offset
from mqforensics.questions.causes import CHANGE, FULL, INHIBITED, LETTERS, Condition, Story
from mqforensics.questions.timeline.figure_marks import marks
from mqforensics.views import style
from mqforensics.views.timeline import timeline_figure

NOON = datetime.fromisoformat("2026-05-11T12:00:00+00:00").timestamp()
STORY = Story(Condition(CHANGE, "QMA", "Q.A", "PUT of Q.A became DISABLED", first=NOON - 100, last=NOON), [
    Condition(LETTERS, "QMB", "Q.A", "letters", first=NOON + 50), Condition(FULL, "QMC", "DLQ", "the queue was full", first=NOON + 60),
    Condition(INHIBITED, "QMA", "Q.B", "no puts"),
])  # fmt: skip
LANES = [{"queue_manager": "QMB", "kind": kind, "time": NOON + at, "earliest": None, "latest": None, "count": 3}
         for kind in ("put", "dead letter") for at in (0, 40, 400)]  # fmt: skip


def test_times_are_by_the_reference_clock():
    change, letters, full, inhibited = marks(STORY, {"QMA": Offset(0, 0), "QMB": Offset(10, 30), "QMC": Offset(-5)})
    assert (change["earliest"], change["time"], change["latest"]) == (NOON - 100, NOON, NOON)
    assert (letters["earliest"], letters["time"], letters["latest"]) == (NOON + 20, NOON + 30, NOON + 40)
    assert (full["earliest"], full["time"], full["latest"]) == (None, NOON + 60, None)  # its clock is bounded one way
    assert (inhibited["earliest"], inhibited["time"], inhibited["latest"]) == (None, None, None)


def test_of_a_change_one_end_alone_may_be_known():
    [only_last] = marks(Story(Condition(CHANGE, "QMA", "Q", "x", last=NOON)), {"QMA": Offset(0, 0)})
    [only_first] = marks(Story(Condition(CHANGE, "QMA", "Q", "x", first=NOON)), {"QMA": Offset(0, 0)})
    assert (only_last["earliest"], only_last["time"], only_last["latest"]) == (None, NOON, NOON)
    assert (only_first["earliest"], only_first["time"], only_first["latest"]) == (NOON, NOON, None)


def test_the_story_has_lanes_above_the_others_its_root_first():
    marked = marks(STORY, {"QMA": Offset(0, 0), "QMB": Offset(10, 30)})
    shown, plain = timeline_figure(LANES, marked), timeline_figure(LANES)
    drawing = style.svg(shown)
    said = [
        "1 root: change, Q.A at QMA",
        "2 dead letters, Q.A at QMB",
        "3 full, DLQ at QMC",
        "QMB: put",
        "QMB: dead letter",
    ]
    assert [label.get_text() for label in shown.axes[0].get_yticklabels()] == said
    assert all(label in drawing for label in said) and "root" not in style.svg(plain)
    assert "then no puts (time unknown)" in style.words(shown)
    assert shown.get_size_inches()[1] > plain.get_size_inches()[1]


def test_a_range_bounds_the_picture():
    span = datetime(2026, 5, 11, 12, 0, 30), datetime(2026, 5, 11, 12, 0, 50)
    shown = timeline_figure([row for row in LANES if row["time"] == NOON + 40], marks(STORY, {}), span)
    assert "2 happenings" not in shown.axes[0].get_title(loc="left") and "12:00:30" in shown.axes[0].get_title(
        loc="left"
    )
    assert (shown.axes[0].get_xlim()[1] - shown.axes[0].get_xlim()[0]) * 86_400 == pytest.approx(20, abs=1e-3)
