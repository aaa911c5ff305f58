"""Comparisons of moments give proofs, and only true ones."""

from hypothesis import given
from hypothesis import strategies as st

from mqforensics.clock.moments import Apart, Bound, Clock, Clocks, Moment, Proof, between

LOCAL, UTC, OTHER = Clock("QM1", "local"), Clock("QM1", "utc"), Clock("QM2", "utc")


def moment(clock: Clock, low: float | None, high: float | None) -> Moment:
    return Moment(
        () if low is None else (Bound(clock, low),), () if high is None else (Bound(clock, high),)
    )  # fmt: skip


def test_two_readings_of_one_clock_compare_whatever_its_zone_is():
    clocks = Clocks([])
    assert list(clocks.before(moment(LOCAL, 0, 1), moment(LOCAL, 5, 6))) == [Proof()]
    assert not list(clocks.before(moment(LOCAL, 5, 6), moment(LOCAL, 0, 1)))
    assert not list(clocks.before(moment(LOCAL, 0, 1), moment(UTC, 9, 10)))


def test_a_difference_that_is_assumed_is_told_with_the_proof():
    zone = Proof(frozenset({"ZONE"}), ("a log entry",))
    clocks = Clocks([*between(UTC, LOCAL, 3600, 3600, zone), *between(UTC, LOCAL, -7200, 7200)])
    found = list(clocks.before(moment(LOCAL, 0, 100), moment(UTC, 200, 300)))
    assert found == [zone]  # 100 local is at most 7300 UTC by lines alone
    assert list(clocks.before(moment(LOCAL, 0, 100), moment(UTC, 7300, 7400))) == [Proof()]


def test_assumptions_that_contradict_each_other_are_found():
    edges = [
        *between(UTC, LOCAL, 0, 0, Proof(frozenset({"UTC"}))),
        *between(UTC, LOCAL, 3600, 7200, Proof((), ("log",))),
    ]
    wrong = Clocks([one._replace(proof=Proof(frozenset(one.proof.rests), one.proof.lines)) for one in edges]).wrong
    assert any(proof.rests == {"UTC"} for proof in wrong)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 5)), max_size=12),
    st.lists(st.integers(-20, 20), min_size=4, max_size=4), st.integers(-30, 30), st.integers(-30, 30),
)  # fmt: skip
def test_what_is_proved_is_so(pairs, offsets, one, other):
    """Clocks with true offsets, bounds that hold of them, and two instants: no proof says the opposite of the truth."""
    clocks = [Clock(str(n), "utc") for n in range(4)]
    edges = [
        Apart(clocks[a], clocks[b], offsets[b] - offsets[a] + slack, Proof(frozenset({n})))
        for n, (a, b, slack) in enumerate(pairs)
    ]  # fmt: skip
    known = Clocks(edges)
    assert not known.wrong
    first, second = (moment(clocks[n], at + offsets[n], at + offsets[n]) for n, at in ((0, one), (3, other)))
    if list(known.before(first, second)):
        assert one <= other


def test_a_moment_that_is_moved_is_as_much_later_at_both_ends():
    assert moment(UTC, 10, 20).moved(5) == moment(UTC, 15, 25)
    assert moment(UTC, None, 20).moved(-5) == moment(UTC, None, 15)


def test_a_moment_is_before_another_by_a_margin_only_where_that_is_left_between_them():
    clocks = Clocks([])
    assert clocks.before(moment(UTC, 0, 10), moment(UTC, 15, 20), by=5) == [Proof()]
    assert not clocks.before(moment(UTC, 0, 10), moment(UTC, 15, 20), by=6)
