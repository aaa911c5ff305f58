"""The route as a picture: its boxes, its words, and that state is never told by colour alone."""

from datetime import UTC, datetime

import pandas as pd
import pytest

from mqforensics.questions.walk import steps as walk_steps
from mqforensics.questions.walk.request import Request
from mqforensics.views import style
from mqforensics.views import walk as draw
from tests.questions.walk_cases import CASES
from tests.questions.walk_evidence import gather
from tests.questions.walked import TRUTH, files_of, walked

COLUMNS = [
    "route", "step", "hop", "question", "queue_manager", "object", "found", "means", "state", "label", "file", "line",
    "number", "evidence", "next",
]  # fmt: skip


def steps_of(walk):
    return pd.DataFrame(list(walk_steps.rows(walk)), columns=COLUMNS)


def steps(name):
    return steps_of(gather(files_of(name))[0])


def test_boxes_of_two_hops():
    found = draw.boxes(steps("walk_two_hops"))
    assert [box.name for box in found] == ["QMLON01", "QMHUB", "QMROM01"]
    assert [(line.kind, line.name, line.state) for line in found[1].queues] == [
        ("definition", "QMROM01", "ok"), ("transmission queue", "QMROM01.XMIT", "break"),
    ]  # fmt: skip
    assert [(line.name, line.label) for line in found[1].channels] == [("QMHUB.QMROM01", "INACTIVE")]


def test_where_the_channel_leads_is_not_known():
    assert [box.name for box in draw.boxes(steps("walk_retrying_channel"))] == ["QMLON01", "?"]


def test_the_break_is_marked_in_the_words_and_in_the_picture():
    made = draw.route_figure(steps("walk_no_dlq"))
    assert "destination Q6: depth 0, cannot accept it (the way breaks here)" in style.words(made)
    texts = [text.get_text() for text in made.axes[0].texts]
    assert any(text.startswith("\u2716 destination") for text in texts)
    assert made.axes[0].get_title(loc="left") or made.axes[0].get_title() == "Q6_VER75 at QM_ANG75: DISCARDED"


def test_every_state_has_a_mark_or_a_line_of_its_own():
    looks = [(stroke, mark) for state, (_, stroke, mark) in draw.LOOKS.items() if state not in ("ok", "note")]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("name", [*TRUTH, *CASES])
def test_every_walk_can_be_drawn(name):
    table = steps(name) if name in TRUTH else steps_of(walked(CASES[name]))
    made = draw.route_figure(table)
    assert style.words(made)
    assert len(style.png(made)) > 1000


def test_nothing_to_draw():
    empty = pd.DataFrame(columns=COLUMNS)
    assert draw.headline(empty) == "There is no route to walk in this case."
    assert style.words(draw.route_figure(empty)) == "No route."


def test_one_of_several_routes():
    both = pd.concat([steps("walk_no_dlq"), steps("walk_two_hops")])
    assert draw.headline(both).startswith("DISCARDED")
    assert draw.headline(both, "STOCK.ROME at QMLON01").startswith("CHANNEL_NOT_RUNNING")


def test_what_is_known_of_the_message_stands_with_the_picture():
    made = gather(files_of("walk_no_dlq"))[0]
    known = made.request.words
    assert "persistent" in known
    drawn = draw.route_figure(steps_of(made), message=known)
    assert drawn.axes[0].get_title(loc="left").endswith(f"\n{known}") and f"The message: {known}." in style.words(drawn)


@pytest.mark.parametrize(("request_", "said"), [
    ({}, ""), ({"put_time": datetime(2026, 1, 2, 9, 0, 1, tzinfo=UTC), "persistence": 0, "expiry": 300},
              "put 2026-01-02 09:00:01 UTC, not persistent, expires after 30 seconds"),
    ({"persistence": 1, "expiry": -1, "report": 0x08000000}, "persistent, does not expire, asks to be discarded"),
    ({"expiry": 0, "report": 0x0F000000}, "expires after 0 seconds, asks to be sent back"),
])  # fmt: skip
def test_the_message_in_words(request_, said):
    assert Request("Q", "QM", **request_).words == said
