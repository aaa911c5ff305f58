import pytest

from mqforensics.questions.finding import Finding, continued


def test_what_a_terminal_would_obey_is_a_code_in_the_table_of_findings():
    found = Finding("walk", "UNKNOWN", "info", "Of A\x1b[2J\u202eB nothing is known.", [], None, "QM\x9b1", "A\x1b")
    assert found.row[3:6] == ("Of A\\x1b[2J\\u202eB nothing is known.", "QM\\x9b1", "A\\x1b")
    assert Finding("walk", "UNKNOWN", "info", "Größe of 山田.", []).row[3:6] == ("Größe of 山田.", None, None)


@pytest.mark.parametrize(
    ("said", "behind"),
    [("ORDERS.IN at A is full.", "ORDERS.IN at A is full."), ("The message waits.", "the message waits."), ("Stock at A", "Stock at A")],
)
def test_a_name_with_which_a_sentence_begins_stays_as_it_is(said, behind):
    assert continued(said) == behind
