"""What the comparison of two engines says of two answers."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.simulated import equal

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=2), inside, max_size=3),
    max_leaves=8,
)


@given(VALUES, VALUES)
def test_what_is_written_the_same_has_no_difference_and_all_else_has_one(one, other):
    assert bool(equal.difference(one, other)) == (json.dumps(one) != json.dumps(other))


def test_the_first_difference_is_said_with_its_place():
    one, other = ({"findings": [{"code": "A", "next": [1, last]}]} for last in (2, 3))
    assert equal.difference(one, other) == "findings[0].next[1]: 2 and 3"
    assert equal.difference([1], [1, 2], "next") == "next: 1 and 2 of them"


def test_a_case_that_two_engines_answer_otherwise_is_named(tmp_path):
    for engine, code in zip(equal.ENGINES, ("ON_DLQ", "UNKNOWN"), strict=True):
        (tmp_path / engine).mkdir()
        (tmp_path / engine / "70000.json").write_text(json.dumps({"findings": [{"code": code}]}))
        (tmp_path / engine / "70001.json").write_text("{}")
    found = equal.compared([tmp_path / "cases" / name for name in ("70000", "70001")], tmp_path)
    assert found == {"70000": "findings[0].code: 'ON_DLQ' and 'UNKNOWN'"}


def test_incidents_are_written_once(tmp_path):
    first, again = (equal.cases(2, 70_000, equal.WORLDS["wide"], tmp_path) for _ in range(2))
    assert first == again and all((path / "case.json").is_file() for path in first)
