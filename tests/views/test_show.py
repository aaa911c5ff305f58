"""`show`: what each question takes, and what it says to somebody who gives it something else."""

import html
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

from mqforensics import open_case, parse_rules, show
from mqforensics.errors import MQForensicsError
from mqforensics.questions import NAMES, question
from mqforensics.views import page
from mqforensics.views.show import QuestionExpected

SAMPLES = Path(__file__).resolve().parents[2] / "sample_dumps"
LATE = "414D5120514D5249534B2020202020200000000000000009"
RULES = "REASON(*) ACTION(RETRY)\n"
WRONG = {
    ("walk", "queue", 7): "Expected the queue that the application puts to as queue, got 7",
    ("walk", "msg_id", "4711"): "Expected its MsgId, 48 hex digits as msg_id, got '4711'",
    ("dead_letters", "as_of", "soon"): "Expected a datetime or a time in ISO 8601 as as_of, got 'soon'",
    ("poison", "comparison", "more"): "Expected one of at_least, greater as comparison, got 'more'",
    ("poison", "retries", -1): "Expected a number of at least 0 as retries, got -1",
    ("browse", "message", "4711"): "Expected a MsgId of 24 bytes or 48 hex digits as message, got '4711'",
    ("browse", "late", "long"): "Expected a number of seconds as late, got 'long'",
    ("handler", "rules", 3): "Expected a text or a RulesTable as rules, got 3",
    ("handler", "platform", "vms"): "Expected distributed, zos or ibmi as platform, got 'vms'",
    ("changes", "everything", 1): "Expected one of True, False as everything, got 1",
    ("timeline", "skew", "a day"): "Expected a number of at least 0 as skew, got 'a day'",
    ("refused", "user", "app"): "The question 'refused' has no parameter 'user'. Ask it without any.",
    ("changes", "before", "a"): "The question 'changes' has no parameter 'before'. Ask it with after, everything.",
}  # fmt: skip
"""What a question is asked with that it does not take, and the sentence for it."""


@pytest.fixture
def shown(monkeypatch):
    """What is displayed, as one text."""
    seen = []
    for name in ("display", "display_each"):
        monkeypatch.setattr(page, name, lambda things: seen.append(things))
    monkeypatch.setattr("mqforensics.views.show.display", seen.append)
    return lambda: " ".join(getattr(one, "data", "") or "" for one in seen)


@pytest.mark.parametrize(("name", "parameter", "value"), WRONG)
def test_what_cannot_be_asked_is_a_sentence_and_no_error(spark, shown, name, parameter, value):
    with open_case(spark, SAMPLES / "everything") as case:
        answer = show(case, name, **{parameter: value})
    assert answer.error == answer.headline == WRONG[name, parameter, value]
    assert answer.question == name and not answer.findings
    assert html.unescape(shown()).count(answer.error) == 1


def test_an_error_of_the_kit_is_one_sentence_in_a_notebook():
    shell = InteractiveShell()
    told = []
    shell._showtraceback = lambda kind, error, lines: told.extend(lines)
    try:
        open_case(None, "/no/such/case")
    except MQForensicsError:
        shell.showtraceback()
    assert len(told) == 1 and told[0].startswith("CaseNotFound: ") and "/no/such/case" in told[0]


def test_every_parameter_of_a_question_is_tried_with_a_wrong_value():
    assert {name for name in NAMES if question(name).parameters} <= {name for name, *_ in WRONG}


def test_what_is_none_is_not_asked(spark, shown):
    with open_case(spark, SAMPLES / "walk_no_dlq") as case:
        asked = dict.fromkeys(("queue", "queue_manager", "msg_id", "put_time"))
        assert show(case, "walk", **asked).headline == show(case, "walk").headline
        assert show(case, **asked).headline == show(case).headline


def test_a_question_without_evidence_and_one_that_there_is_not(spark, shown):
    with open_case(spark, SAMPLES / "walk_no_dlq") as case:
        said = show(case, "browse")
        assert said.error.startswith("walk_no_dlq has no evidence for the question 'Browse'. Collect an activity trace")
        assert said.error in html.unescape(shown())
        with pytest.raises(QuestionExpected, match=r"'letters' is not a question\. Ask one of these: walk, "):
            show(case, "letters")


def test_a_message_of_a_trace_is_looked_at(spark, shown):
    with open_case(spark, SAMPLES / "browse_priority_delay") as case:
        worst, other = show(case, "browse"), show(case, "browse", message=LATE)
        none = show(case, "browse", message="00" * 24)
    assert worst.figures["story"].late["msg_id"].hex().upper() != LATE
    assert other.figures["story"].late["msg_id"].hex().upper() == LATE
    assert other.headline.startswith(f"The message {LATE} waited 10.40 s on QUOTES.REQUEST. It was committed behind")
    assert none.headline == f"No call of this trace found the message {'00' * 24}." and none.figures["story"] is None


def test_two_cases_are_compared_and_each_line_is_quoted_from_its_own(spark, shown):
    pair = SAMPLES / "changes_put_inhibited"
    with open_case(spark, pair / "before") as case:
        answer = show(case, "changes", after=pair / "after")
        missing = show(case, "changes", after=pair / "never")
        turned = show(case, "changes", after=open_case(spark, pair / "before"))
    [one] = answer.findings
    assert one.object == "BOARDING.IN" and "PUT of QLOCAL BOARDING.IN went from ENABLED to DISABLED" in answer.headline
    assert [at.file for at in one.evidence] == ["before/quay.txt", "after/quay.txt"]
    assert ["ENABLED" in at.text for at in one.evidence] == [True, False]
    assert "DISABLED" in one.evidence[1].text and all(at.shows == "PUT" for at in one.evidence)
    assert "evidence" not in answer.tables["All changes"].columns
    assert "never" in missing.error and not turned.findings


def test_rules_of_the_case_of_a_file_and_of_a_proposal_are_tried(spark, shown, tmp_path):
    (tmp_path / "mine.rules").write_text(RULES)
    with open_case(spark, SAMPLES / "handler_mixed") as case:
        both, one = show(case, "handler"), show(case, "handler", rules="second_try.rules")
        mine = show(case, "handler", rules=str(tmp_path / "mine.rules"))
        made = show(case, "handler", rules=parse_rules(RULES.encode(), file="proposed.rules"))
        failing = show(case, "handler", rules="second_try.rules", failing={"CLAIMS.IN": 2053})
        none = show(case, "handler", rules="no.rules")
    assert set(both.figures["flow"]) == {"first_try.rules", "second_try.rules"}
    assert set(one.figures["flow"]) == {"second_try.rules"}
    assert "mine.rules" in mine.headline and "proposed.rules" in made.headline
    assert one.headline != failing.headline
    assert none.error.startswith("Expected one of first_try.rules, second_try.rules or the path of one, got 'no.rules'")


def test_ages_count_from_a_time_and_poison_by_the_slides(spark, shown):
    with open_case(spark, SAMPLES / "dlq_put_inhibited") as case:
        aged = [show(case, "dead_letters", as_of=of).tables["Age"].toPandas() for of in ("2030-01-01", None)]
    assert not aged[0].equals(aged[1])
    with open_case(spark, SAMPLES / "poison_loop") as case:
        codes = [[one.code for one in show(case, "poison", comparison=by).findings] for by in ("at_least", "greater")]
    assert "THRESHOLD_ZERO" in codes[0] and "THRESHOLD_ZERO" not in codes[1]


def test_clocks_are_trusted_to_agree_when_it_is_asked(spark, shown):
    with open_case(spark, SAMPLES / "walk_two_hops") as case:
        wide, close = (show(case, "timeline", skew=skew).figures["lanes"] for skew in (None, 5))
    bounded = [sum(row["earliest"] is not None for row in rows) for rows in (wide, close)]
    assert bounded[0] < bounded[1]
