"""What opens if an assumption is not made: as the engine says where the case leaves that assumption open."""

from itertools import chain, combinations

import pytest

from mqforensics.case.given import Given, Said
from mqforensics.flow.answer import GENERAL
from mqforensics.flow.engine import opening
from mqforensics.flow.model import Taken
from tests.questions.walk_cases import CASES
from tests.questions.walked import walked

MANY = {name: one for name, one in CASES.items() if len(walked(one).finding.assumes) > 1}
WAITING = "WAITING_ON_XMITQ"
A, B, C = (Taken(name) for name in "ABC")


def subsets(each):
    return [frozenset(one) for one in chain.from_iterable(combinations(each, n) for n in range(len(each) + 1))]


@pytest.mark.parametrize(
    "paths",
    [
        [[{A}]],
        [[{A}, {B}]],
        [[{A, B}, {C}]],
        [[{A}], [{B}, {C}]],
        [[{A, B}, {B, C}], [{A, C}]],
        [[{A}, set()]],
        [[]],
    ],
)
def test_a_place_opens_with_a_path_of_which_no_strike_is_left(paths):
    paths = [[frozenset(rests) for rests in one] for one in paths]
    found = opening(paths, frozenset({A, B, C}))
    for off in subsets((A, B, C)):
        is_open = any(all(rests & off for rests in one) for one in paths)
        assert is_open == any(some <= off for some in found), off
    assert opening(paths, frozenset({A})) == {one for one in found if one <= {A}}


def place(row):
    """A place of the table; a reason why a channel does not run is none of it."""
    code = GENERAL.get(row.code, row.code)
    return code, row.queue_manager, None if code == WAITING else row.object


@pytest.mark.parametrize("name", MANY)
def test_what_opens_is_what_the_engine_says_of_an_assumption_that_the_case_leaves_open(name):
    one = walked(MANY[name]).finding
    struck = {place(row) for row in one.possible if not row.open}
    for about in {(at.key, at.queue_manager, at.object) for at in one.assumes}:
        said = Said(about[0], "open", *about[1:])
        off = {n for n, at in enumerate(one.assumes) if said.is_about(at.key, at.queue_manager, at.object)}
        told = {place(row) for row in one.possible if any(off.issuperset(some) for some in row.opens_without)}
        again = walked(MANY[name], given=Given(said=(said,))).finding
        # What is in a unit of work on a transmission queue waits there: one row names both.
        joined = {
            place(row) for row in one.possible for at in again.possible if f"Or: {row.text}" in at.text and at.open
        }
        assert told - joined == struck.intersection(place(row) for row in again.possible if row.open) - joined, about


def test_a_place_that_something_else_strikes_out_stays_so():
    one = walked(CASES["stopped"]).finding
    [number] = [n for n, at in enumerate(one.assumes) if at.key == "NO_EXPIRY"]
    rested = [(row.code, row.object) for row in one.possible if number in row.rests_on]
    opened = [(row.code, row.object) for row in one.possible if (number,) in row.opens_without]
    assert rested == [("EXPIRED", "QM.B.XMIT"), ("EXPIRED", None)]
    assert opened == [("EXPIRED", "QM.B.XMIT"), ("UNKNOWN", None)], "what lasts is taken of a verdict alone"
