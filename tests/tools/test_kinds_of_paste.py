"""Texts of every kind that people paste are understood, and a case of each names the same first step."""

import pytest

from mqforensics import findings, open_case
from mqforensics.tools.explain import explain
from tests.tools.kinds_of_paste import KINDS

EACH = {name: one for kind in KINDS.values() for name, one in kind.items()}
OWN_TESTS = {"rdqmstatus", "authorities", "dspmqrte", "a misspelt type", "what is no evidence"}
"""Kinds that have more inputs, with the rows expected, in the tests of their formats."""


def test_each_kind_has_three_inputs():
    assert len(EACH) == sum(map(len, KINDS.values()))
    assert [kind for kind, some in KINDS.items() if len(some) < 3 and kind not in OWN_TESTS] == []


@pytest.mark.parametrize("name", EACH)
def test_each_text_is_told_as_what_it_is(name):
    text, told, never = EACH[name]
    said = explain(text)
    assert said.known is bool(told)
    assert [words for words in told if words not in str(said)] == []
    assert [words for words in never if words in str(said)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", EACH)
def test_a_case_of_each_text_names_the_same_first_step(spark, tmp_path, name):
    path = tmp_path / f"{name}.txt"
    path.write_text(EACH[name][0], encoding="utf-8")
    steps = [
        line.removeprefix("First step: ") for line in explain(EACH[name][0]).says if line.startswith("First step: ")
    ]
    with open_case(spark, path) as case:
        first = {row.next[0].command for row in findings(case).collect() if row.next}
    assert set(steps) <= first
