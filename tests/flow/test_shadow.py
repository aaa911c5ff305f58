"""The engine of flow on simulated incidents and on the cases beside the checkout."""

import re
from pathlib import Path

import pytest

from mqforensics.flow import engine
from mqforensics.flow.answer import paths_with_strikes
from mqforensics.flow.paths import paths
from tests.conftest import SHARED
from tests.flow.shadow import UNKNOWN, answers, compared

SEEDS = range(3000, 3120)
CASES = sorted(one.parent for one in (SHARED / "cases").glob("*/TRUTH.md")) if SHARED.is_dir() else []
WRONG = re.compile(r"Wrong if the kit says: (.*)")
EXPECTED = re.compile(r"Expected verdict: (\w+)(?: \(acceptable: ([^)]*)\))?")
CODE = re.compile(r"[A-Z_]{6,}")
RIGHT_AT_ANOTHER = ("h01_dead_letter_at_the_hub",)
"""Of these the code is right at one queue manager and wrong at another one."""


@pytest.fixture(scope="module")
def told():
    return [compared(seed) for seed in SEEDS]


def test_lines_alone_never_strike_out_the_true_place(told):
    assert not [(one.seed, one.story) for one in told if not one.is_left]


def test_a_verdict_is_false_only_where_something_was_assumed(told):
    wrong = [one for one in told if one.said.code != UNKNOWN and not one.is_right]
    assert all(one.said.assumes and one.said.degree != "certain" for one in wrong)
    assert len(wrong) <= 0.05 * sum(one.said.code != UNKNOWN for one in told) + 1, [
        (one.seed, one.story) for one in wrong
    ]


def test_much_is_settled(told):
    assert sum(one.is_right for one in told) > len(told) / 4


def test_every_answer_keeps_the_contract(told):
    for one in (each.said for each in told):
        left = [row for row in one.possible if row.open]
        assert {two for row in one.possible for two in row.rests} == one.rests
        assert all(row.rests or row.lines for row in one.possible if not row.open), one
        if one.code == UNKNOWN:
            assert len(left) != 1 or one.degree in ("open", "nothing_normal", "contradiction")
        else:
            assert one.lines, "a verdict has a sign of its place"
            assert left
            assert (one.degree == "certain") == (not one.assumes)


def test_what_is_printed_is_the_least(told):
    """Without any of the assumptions that a verdict prints a path to another place is left."""
    settled = [one.said for one in told if one.said.code != UNKNOWN]
    for said in settled:
        every = [
            path
            for path in paths_with_strikes(said.facts, paths(said.facts))
            if all(s.rests or s.lines for s in path.strikes)
        ]
        kept = {path.place for path in engine.paths_left(every, said.rests)}
        for one in said.rests:
            more = engine.paths_left(every, said.rests - {one})
            assert {path.place for path in more} > kept or {path.code for path in more} - {said.code}, (said.code, one)
    assert len(settled) > len(told) / 3


@pytest.mark.skipif(not CASES, reason="no cases beside this checkout")
@pytest.mark.parametrize("folder", CASES, ids=lambda one: one.name)
def test_no_case_is_answered_with_what_its_truth_calls_wrong(folder: Path):
    files = {one.relative_to(folder).as_posix(): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}
    truth = files.pop("TRUTH.md").decode()
    if "case.json" not in files or b"walk" not in files["case.json"] or not EXPECTED.search(truth):
        pytest.skip("it asks for no walk")
    wrong = set(CODE.findall(found[1])) if (found := WRONG.search(truth)) else set()
    for said in answers(files):
        assert said.code not in wrong or folder.name in RIGHT_AT_ANOTHER, truth
