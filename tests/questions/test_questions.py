"""What of all answers stands first; a question that fails over evidence says so, and costs no other question."""

from types import SimpleNamespace

import pytest

from mqforensics import questions
from mqforensics.errors import MQForensicsError
from mqforensics.formats.tables import SCHEMAS
from mqforensics.objects.estate import NOTHING_SAID
from mqforensics.questions.answer import Answer, Question
from mqforensics.questions.finding import Finding
from mqforensics.session import SAIL, engine
from mqforensics.views import page_sections
from tests.plain import faults_of

SECRET = "a stranger's text"


def asked(spark, monkeypatch, raised):
    """The answers of a case over which `delivery` alone fails, and of which `errors` knows something."""

    def answer(name):
        def of(case):
            if name == "delivery":
                raise raised
            return Answer(name, "Said.") if name == "errors" else None

        return Question(name, name.title(), "", "", of)

    monkeypatch.setattr(questions, "question", answer)
    monkeypatch.setattr(questions, "_with_commands_for_hosts", lambda case, findings: findings)
    monkeypatch.setattr(questions, "_with_quotes", lambda case, findings: findings)
    return questions.answers(SimpleNamespace(made={}, spark=spark, has=lambda table: False, given=NOTHING_SAID))


def test_every_question_says_whose_rows_it_looks_at_and_every_row_has_one():
    looked = {name: questions.question(name).tables for name in questions.NAMES}
    assert all(looked.values()) and {table for tables in looked.values() for table in tables} == set(SCHEMAS)


def test_the_others_are_answered_and_what_failed_is_said_with_its_place_and_without_a_stranger_s_text(
    spark, monkeypatch
):
    monkeypatch.delenv(questions.RAISES)
    found = asked(spark, monkeypatch, TypeError(SECRET))
    assert list(found) == ["delivery", "errors"] and found["errors"].headline == "Said."
    [said] = found["delivery"].findings
    assert (said.question, said.code, said.severity) == ("delivery", "NOT_ANSWERED", "warning")
    assert "TypeError in questions/__init__.py line " in said.statement and SECRET not in str(found)
    hint = "--engine spark" if engine(spark) == SAIL else questions.RAISES
    assert hint in said.statement and faults_of(found.values()) == []
    assert (
        page_sections.draw_sections(spark, found.values()) == {"delivery": [], "errors": []}
        and found["errors"].error is None
    )


def test_the_tests_of_the_kit_see_the_error_itself(spark, monkeypatch):
    with pytest.raises(TypeError, match=SECRET):
        asked(spark, monkeypatch, TypeError(SECRET))


def test_a_mistake_of_the_caller_is_raised_as_one(spark, monkeypatch):
    monkeypatch.delenv(questions.RAISES)
    with pytest.raises(MQForensicsError, match=SECRET):
        asked(spark, monkeypatch, MQForensicsError(SECRET))


def finding(code, severity, as_of=None, until=None):
    return Finding("refused", code, severity, "Said.", [], as_of=as_of, until=until)


def first(*answers):
    return [one.code for one in questions.findings_by_urgency(answers)]


def test_what_was_days_before_everything_else_is_less_urgent_than_it_is_grave():
    old, now = (
        finding("OLD", "critical", "2026-03-07T04:00:00Z"),
        finding("NOW", "warning", "2026-03-09T20:00:00+00:00"),
    )
    undated, local = finding("UNDATED", "warning"), finding("LOCAL", "info", "2026-03-09T21:00:00")
    assert first(Answer("refused", "", (old, now)), Answer("errors", "", (undated, local))) == [
        "NOW", "UNDATED", "OLD", "LOCAL"]  # fmt: skip
    assert first(Answer("refused", "", (old, undated))) == ["OLD", "UNDATED"], "nothing is newer"
    again = finding("AGAIN", "critical", "2026-03-07T04:00:00Z", "2026-03-09T04:00:00Z")
    assert first(Answer("refused", "", (now, again))) == ["AGAIN", "NOW"], "it goes on"
    assert first(Answer("refused", "", (finding("DAY", "critical", "2026-03-08T22:00:00Z"), now))) == ["DAY", "NOW"]


def test_what_the_case_asks_for_is_answered_before_what_it_does_not_unless_nothing_is_known():
    grave = Answer("refused", "", (finding("REFUSED", "critical"),))
    assert first(grave, Answer("walk", "", (finding("DELIVERED", "info"),), asked=True)) == ["DELIVERED", "REFUSED"]
    assert first(grave, Answer("walk", "", (finding("UNKNOWN", "warning"),), asked=True)) == ["REFUSED", "UNKNOWN"]
    assert first(grave, Answer("walk", "", (finding("DELIVERED", "info"),))) == ["REFUSED", "DELIVERED"]
