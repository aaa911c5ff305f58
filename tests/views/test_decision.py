"""The picture of a decision: what is marked, and that no colour is needed to see it."""

import pytest

from mqforensics.flow.delivery.decision_table import STAGES
from mqforensics.questions.delivery import fate_at
from mqforensics.views import decision, style

CHANNEL = {"CHANNEL": "A.B", "CHLTYPE": "RCVR", "NPMSPEED": "FAST", "USEDLQ": "YES", "MRRTY": 3, "MRTMR": 1000}
MESSAGE = {"persistence": 0, "report": 0, "reason": 2053, "reply_to_q": ""}


@pytest.fixture
def lost():
    return fate_at(MESSAGE, CHANNEL, {"DEADQ": "", "QMNAME": "QM2"})


@pytest.fixture
def unsure():
    return fate_at(MESSAGE | {"persistence": None}, CHANNEL, {"QMNAME": "QM2"})


def marks(figure):
    return [text.get_text() for text in figure.axes[0].texts if text.get_text() in decision.MARKS.values()]


def test_one_branch_of_each_stage_is_taken_down_to_the_fate(lost):
    figure = decision.decision_figure(lost)
    assert marks(figure).count("●") == 5 and "?" not in marks(figure)
    bold = [t.get_text() for t in figure.axes[0].texts if t.get_fontweight() == "bold" and t.get_position()[0] > 0.2]
    assert bold[-2:] == ["nonpersistent, NPMSPEED(FAST), USEDLQ(YES), DEADQ blank", "→ DISCARDED"]
    assert figure.axes[0].get_title("left") == "DISCARDED: the message is lost"


def test_what_is_still_possible_is_dotted_and_has_a_question_mark(unsure):
    figure = decision.decision_figure(unsure)
    dotted = [line for line in figure.axes[0].lines if line.get_linestyle() == ":"]
    assert len(dotted) == marks(figure).count("?") > 1
    assert decision.headline(unsure) == "UNKNOWN: not known. More must be known of it."


def test_the_words_tell_what_the_picture_shows(lost, unsure):
    said = style.words(decision.decision_figure(lost))
    assert "dead-letter queue: USEDLQ(YES), DEADQ blank → next stage" in said and said.endswith("Fate: DISCARDED.")
    assert "Still possible: dead-letter queue: USEDLQ(YES), DEADQ blank" in decision.spoken(unsure)


def test_every_stage_is_drawn_even_when_it_is_not_reached():
    fate = fate_at(MESSAGE | {"clears_after": 1}, CHANNEL, {"DEADQ": "DLQ"})
    assert fate.fate == "RETRIED_AND_DELIVERED"
    shown = decision.branches(fate)
    assert {branch.stage for branch in shown} == set(STAGES)
    assert {branch.state for branch in shown if branch.stage == "discard"} == {"not taken"}


def test_branches_of_the_other_end_are_left_out():
    sending = fate_at(MESSAGE | {"reason": 2218}, CHANNEL | {"CHLTYPE": "SDR"}, {"DEADQ": "DLQ"})
    shown = decision.branches(sending)
    assert sending.fate == "ON_SENDER_DLQ"
    assert not [b for b in shown if b.row.when.get("receiving")]
    assert [decision.words(b) for b in shown if b.stage == "retry"] == ["not at this end"]
