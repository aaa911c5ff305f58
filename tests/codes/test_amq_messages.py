"""What is said of error messages."""

import pytest

from mqforensics.codes import explain, mqrc
from mqforensics.csv_tables import rows


@pytest.mark.parametrize("text", ["AMQ9202", "amq9202E", "CSQX202E", "26/04/20 AMQ9202E: Remote host", "+CSQX202E QM1"])
def test_a_message_is_found_however_it_is_written(text):
    found = explain(text)
    assert found.title == "Remote host not available, retry later" and "listener" in str(found)
    assert "Do not reset" in found.avoid


def test_a_message_without_words_says_so():
    assert explain("AMQ1234E").title is None and "no words" in str(explain("AMQ1234E"))
    assert explain("nothing").code == "nothing"


def test_each_text_is_short_and_says_where_to_look():
    table = rows("mqforensics.codes", "amq.csv")
    assert len(table) >= 150 and len({row["code"] for row in table}) == len(table)
    for row in table:
        assert row["title"] and row["meaning"].endswith(".") and row["look"].endswith("."), row
        for text in (row["meaning"], row["look"], row["avoid"]):
            assert all(len(sentence.split()) <= 25 for sentence in text.replace(": ", ". ").split(". ")), text


@pytest.mark.parametrize("text", ["2053 2035", "2053, 2035", "2035;2085"])
def test_several_numbers_are_not_the_bytes_of_one(text):
    assert mqrc(text).code is None and "several numbers" in mqrc(text).note


@pytest.mark.parametrize("text", ["2053 MQRC_NOT_AUTHORIZED", "MQRC_Q_FULL (2035)", "2035: MQRC_Q_FULL"])
def test_a_number_and_a_name_that_contradict_each_other_are_two_reasons(text):
    assert mqrc(text).code is None and "ask for each: " in mqrc(text).note


@pytest.mark.parametrize("text", ["2035 MQRC_NOT_AUTHORIZED", "MQRC_NOT_AUTHORIZED (2035)", "2035/MQRC_NOT_AUTHORIZED"])
def test_a_number_with_its_own_name_is_one_reason(text):
    assert (mqrc(text).code, mqrc(text).note) == (2035, None)


def test_a_number_that_can_be_read_in_two_ways_says_which_was_read():
    assert (
        mqrc("1000").code == 0x1000 and mqrc("1000").note == "read as hexadecimal; decimal 1000 is not a reason of MQ"
    )
    assert mqrc("2035").note is None


@pytest.mark.parametrize("code", [
    2363, 2371, 2381, 2391, 2392, 2398, 2400, 2543, 2548, 2577, 2583, 2594, 2005, 2010, 2026, 2027, 2044, 2186, 2193,
    2208, 2260, 2373,
])  # fmt: skip
def test_reasons_that_people_look_up_have_words(code):
    assert mqrc(code).meaning and mqrc(code).cause


@pytest.mark.parametrize(("code", "word"), [
    (2270, "REFRESH CLUSTER"), (2086, "2087"), (2152, "ObjectName blank"), (2153, "ObjectQMgrName blank"),
    (2035, "+setall"), (2087, "2196"), (2192, "z/OS"), (2336, "2339"), (2052, "dynamic"), (2101, "replicated"),
    (2051, "Ask first why"), (2092, "Never turn"), (298, "PassTicket"), (294, "longer than"), (2056, "CURMAXFS"),
])  # fmt: skip
def test_causes_that_were_corrected(code, word):
    assert word in mqrc(code).cause
