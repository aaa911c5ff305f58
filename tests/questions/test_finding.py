import pytest

from mqforensics.questions import _with_distinct_ids, with_causes_linked
from mqforensics.questions.answer import Answer
from mqforensics.questions.finding import Finding, without_capital


def test_what_a_terminal_would_obey_is_a_code_in_the_table_of_findings():
    found = Finding("walk", "UNKNOWN", "info", "Of A\x1b[2J\u202eB nothing is known.", [], None, "QM\x9b1", "A\x1b")
    assert found.row[3:6] == ("Of A\\x1b[2J\\u202eB nothing is known.", "QM\\x9b1", "A\\x1b")
    assert Finding("walk", "UNKNOWN", "info", "Größe of 山田.", []).row[3:6] == ("Größe of 山田.", None, None)


@pytest.mark.parametrize(
    ("said", "behind"),
    [
        ("ORDERS.IN at A is full.", "ORDERS.IN at A is full."),
        ("The message waits.", "the message waits."),
        ("Stock at A", "Stock at A"),
    ],
)
def test_a_name_with_which_a_sentence_begins_stays_as_it_is(said, behind):
    assert without_capital(said) == behind


def test_what_a_sure_cause_explains_follows_from_it():
    cause = Finding("timeline", "CAUSE", "critical", "PUT(DISABLED) was set.", [], None, "QM2", "PAY.IN",
                    message="change", explains=[("QM2", "PAY.IN", None), ("QM2", "DLQ", 2051)])  # fmt: skip
    same = Finding("dead_letters", "DEAD_LETTER", "critical", "Refused.", [], None, "QM2", "DLQ", reason=2051)
    other_reason = same._replace(reason=2053)
    elsewhere = same._replace(queue_manager="QM1")
    made = with_causes_linked(
        {
            "timeline": Answer("timeline", "", (cause,)),
            "dead_letters": Answer("dead_letters", "", (same, other_reason, elsewhere)),
        }
    )
    assert [one.follows for one in made["dead_letters"].findings] == [cause.id, None, None]
    assert made["timeline"].findings[0].follows is None
    unsure = cause._replace(explains=())
    assert (
        with_causes_linked({"timeline": Answer("timeline", "", (unsure, same))})["timeline"].findings[1].follows is None
    )


def test_of_several_findings_about_one_thing_each_has_an_id():
    one = Finding("poison", "LOOP", "warning", "Again.", [], None, "QM1", "Q")
    made = _with_distinct_ids([one, one._replace(statement="And again."), one._replace(object="R")])
    assert made[0].id == one.id and len({each.id for each in made}) == 3
