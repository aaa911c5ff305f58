import pandas as pd
import pytest

from mqforensics.questions.browse.findings import LONGEST
from mqforensics.questions.walk.words import AGAINST
from mqforensics.views import page

COLUMNS = ("question", "code", "severity", "statement", "evidence", "next")


def found(*rows):
    return pd.DataFrame([(*row, [], None) for row in rows], columns=COLUMNS)


def test_the_answer_is_the_worst_of_each_question_without_details():
    told = page.answer(found(
        ("browse", "UNKNOWN", "info", f"Two were late.{LONGEST}MsgId 41, put at noon."),
        ("walk", "QUEUE_FULL", "critical", f"It lies on QM2.{AGAINST}a get of it."),
        ("walk", "ALSO", "critical", "Another follows it."), ("dead_letters", "DEAD_LETTER", "critical", "<One> is dead."),
        ("delivery", "LOSES", "info", "A fourth question."),
    )).data  # fmt: skip
    assert told == ("<div class='headline critical'>It lies on QM2.<br/>&lt;One&gt; is dead.<br/>Two were late.</div>")


def test_an_answer_without_findings_says_so():
    assert "Nothing in this evidence needs attention." in page.answer(found()).data
    assert page.findings_table(found()) is None


@pytest.mark.parametrize(("evidence", "said"), [
    ([], ""),
    ([{"file": "a", "line": 3, "number": None}, {"file": "a", "line": 5, "number": None}], "a line 3, 5"),
    ([{"file": "a", "line": None, "number": 1}, {"file": "b", "line": 2, "number": None}], "a message 1; b line 2"),
])  # fmt: skip
def test_places_in_words(evidence, said):
    assert page.places(evidence) == said
