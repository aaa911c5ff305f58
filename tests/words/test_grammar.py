"""Numbers, lists and times as a sentence has them."""

from datetime import UTC, datetime

import pytest

from mqforensics.words import grammar

NINE = datetime(2026, 3, 2, 9, 14, 7, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(("number", "said", "how_often", "verb"), [
    (0, "0 messages", " 0 times", "were"), (1, "1 message", "", "was"), (2, "2 messages", " twice", "were"),
    (3, "3 messages", " 3 times", "were"),
])  # fmt: skip
def test_a_number_agrees_with_its_noun_and_its_verb(number, said, how_often, verb):
    assert (grammar.count(number, "message"), grammar.times(number), grammar.were(number)) == (said, how_often, verb)
    assert grammar.count(number, "entry", "entries") == f"{number} {'entry' if number == 1 else 'entries'}"


@pytest.mark.parametrize(("things", "said"), [
    ("A", "A"), ("AB", "A and B"), ("ABC", "A, B and C"), ("ABCD", "A, B, C and D"),
    ("ABCDEF", "A, B, C, D and 2 more"),
])  # fmt: skip
def test_a_long_series_ends_with_how_many_more_there_are(things, said):
    assert grammar.in_series(things) == said


@pytest.mark.parametrize(("last", "said"), [
    (None, " at 09:14:07 UTC on 2026-03-02"), (NINE + 0.5, " at 09:14:07 UTC on 2026-03-02"),
    (NINE + 1, " from 09:14:07 to 09:14:08 UTC on 2026-03-02"),
    (NINE + 86400, " from 2026-03-02 09:14:07 to 2026-03-03 09:14:07 UTC"),
])  # fmt: skip
def test_a_stretch_of_time_names_its_day_once(last, said):
    assert grammar.when(NINE, last) == said


def test_what_the_evidence_does_not_show_is_left_out():
    assert grammar.when(None) == grammar.since_time(None) == grammar.of_manager(None) == grammar.at_manager("") == ""
    assert grammar.since_time(NINE) == " since 2026-03-02 09:14:07 UTC"
    assert (grammar.of_manager("QM.A"), grammar.at_manager("QM.A")) == (" of QM.A", " at QM.A")
    assert grammar.at_time(None) == "at an unknown time"
    assert grammar.at_time(datetime(2026, 3, 2, 9, 14, 7)) == "at 2026-03-02 09:14:07 UTC"
    assert grammar.capital("queue ABC") == "Queue ABC" and grammar.capital("") == ""
