"""Bounds on clocks against hosts whose true offsets are known."""

import random
from datetime import datetime
from math import inf

import pytest

from mqforensics.clock.offsets import (
    Bound,
    Offset,
    Zone,
    apart,
    offset_sentence,
    offsets,
    offsets_within,
    with_skew,
    zones,
)


@pytest.mark.parametrize("seed", range(200))
def test_the_true_offset_is_inside_the_interval_that_is_stated(seed):
    chance = random.Random(seed)
    names = [f"QM{n}" for n in range(chance.randint(2, 5))]
    true = {name: chance.uniform(-3600, 3600) for name in names}
    bounds = []
    for _ in range(chance.randint(1, 12)):
        a, b = chance.sample(names, 2)
        sent = chance.uniform(0, 1e6)
        arrived = sent + chance.expovariate(1)
        bounds.append(Bound(a, b, (arrived + true[b]) - (sent + true[a])))
    reference, found, wrong = offsets(names, bounds)
    assert wrong == [] and found[reference] == Offset(0, 0)
    for name, offset in found.items():
        assert offset.least - 1e-6 <= true[name] - true[reference] <= offset.most + 1e-6


def test_both_ways_bound_both_ends_and_one_way_bounds_one():
    _, found, _ = offsets(["A", "B"], [Bound("A", "B", 2.5), Bound("B", "A", -0.5)])
    assert found["B"] == Offset(0.5, 2.5) and found["B"].known
    _, found, _ = offsets(["A", "B"], [Bound("A", "B", 2.5)])
    assert found["B"] == Offset(-inf, 2.5) and not found["B"].known


def test_bounds_add_up_along_a_way():
    _, found, _ = offsets(["A", "B", "C"], [Bound("A", "B", 1), Bound("B", "C", 2), Bound("B", "A", 0)])
    assert found["C"].most - found["A"].most == 3 or found["C"].most == 2


def test_bounds_that_exclude_each_other_are_told_and_bound_nothing():
    reference, found, wrong = offsets(["A", "B", "C"], [Bound("A", "B", -5), Bound("B", "A", 1), Bound("A", "C", 1)])
    assert wrong == ["A", "B"]
    assert found["A"] == Offset() or reference == "A"


@pytest.mark.parametrize(("offset", "said"), [
    (Offset(-2.41, 0.08), "between 2.41 s behind and 0.08 s ahead of that of A"), (Offset(-inf, 3), "at most 3.00 s ahead"),
    (Offset(-inf, -37), "at least 37.00 s behind"), (Offset(-10, inf), "at most 10.00 s behind"), (Offset(4, inf), "at least 4.00 s ahead"),
    (Offset(), "not known"),
])  # fmt: skip
def test_an_offset_in_words(offset, said):
    assert said in offset_sentence("B", "A", offset)


def test_a_zone_is_known_only_where_all_that_tells_it_agrees():
    first, last = datetime(2026, 3, 1), datetime(2026, 3, 2)
    told = {"A": [Zone(3600.4, last, last), Zone(3599.0, first, first)], "B": [Zone(0), Zone(3600)], "C": []}
    assert zones(told) == {"A": Zone(3600.0, first, last)}


def test_a_clock_that_only_a_bound_names_is_one_of_them():
    reference, found, wrong = offsets(["A"], [Bound("A", "X", 1.0)])
    assert (
        set(found) == {"A", "X"}
        and reference in found
        and wrong == []
        and apart(["A"], [Bound("A", "X", 1.0)])["A", "X"] == 1.0
    )


@pytest.mark.parametrize("seed", range(200))
def test_the_offsets_that_order_the_time_line_contradict_no_bound(seed):
    chance = random.Random(seed)
    names = [f"QM{n}" for n in range(chance.randint(2, 6))]
    true = {name: chance.uniform(-3600, 3600) for name in names}
    pairs = [chance.sample(names, 2) for _ in range(chance.randint(1, 9))]
    bounds = [Bound(a, b, true[b] - true[a] + chance.expovariate(1)) for a, b in pairs]
    told = offsets_within(names, bounds)
    assert set(told) == set(names)
    for earlier, later, seconds in bounds:
        assert told[later] - told[earlier] <= seconds + 1e-6


def test_what_nothing_bounds_is_not_shifted_and_one_end_shifts_no_further_than_it_must():
    assert offsets_within(["A", "B"], []) == {"A": 0.0, "B": 0.0}
    assert offsets_within(["A", "B"], [Bound("A", "B", -37.0)]) == {"A": 0.0, "B": -37.0}, (
        "a message left before it arrived"
    )
    assert offsets_within(["A", "B"], [Bound("A", "B", 5.0)]) == {"A": 0.0, "B": 0.0}
    assert offsets_within(["A", "B"], [Bound("A", "B", 4.0), Bound("B", "A", -2.0)]) == {"A": 0.0, "B": 3.0}


def test_a_trusted_skew_keeps_what_is_proved():
    assert with_skew(Offset(), 5) == Offset(-5, 5) and with_skew(Offset(), None) == Offset()
    assert with_skew(Offset(-inf, 2), 5) == Offset(-5, 2) and with_skew(Offset(-3, inf), 5) == Offset(-3, 5)
    assert with_skew(Offset(-inf, -37), 5) == Offset(-inf, -37), "the proof that it is 37 s behind disproves the trust"
    assert with_skew(Offset(1, 2), 5) == Offset(1, 2)
