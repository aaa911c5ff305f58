"""The mutants that `tests.mutation` plants: each is other code, and only the module that is named has it."""

import ast
import sys

import pytest

from mqforensics.codes.exit_codes import exit_code
from tests.mutation import ROOT, SURVIVED, Planted, mutants, plant, tried

PATH = ROOT / "mqforensics" / "codes" / "exit_codes.py"


@pytest.mark.parametrize("mutant", list(mutants(PATH)), ids=lambda one: f"{one.line} {one.told}")
def test_a_mutant_is_other_code_and_is_imported_alone(mutant):
    finder, name = Planted(mutant), "mqforensics.codes.exit_codes"
    assert finder.find_spec("mqforensics.codes.reasons") is None and finder.find_spec(name).loader is finder
    assert ast.unparse(finder.tree()) != ast.unparse(ast.parse(PATH.read_text()))
    compile(finder.tree(), str(PATH), "exec")


def test_every_kind_of_change_is_tried():
    told = {one.told for one in mutants(ROOT / "mqforensics" / "clock" / "offsets.py")}
    assert {"compared otherwise", "condition negated", "returns None", "has an x behind it", "became Sub"} <= told
    assert not any(isinstance(one, Planted) for one in sys.meta_path)


def test_a_planted_change_is_in_functions_that_were_imported_before():
    assert exit_code("crtmqm", "8") and tried(_a_planted_none_is_returned, 60) == SURVIVED
    assert exit_code("crtmqm", "8")


def _a_planted_none_is_returned() -> int:
    plant(next(one for one in reversed(list(mutants(PATH))) if one.told == "returns None" and one.lines))
    return int(exit_code("crtmqm", "8") is not None)


def test_the_tests_of_a_change_are_those_that_run_its_statement():
    inside = {one.line: one.lines for one in mutants(PATH) if one.lines}
    assert all(line in lines for line, lines in inside.items()) and len(inside) > 1
    assert any(not one.lines for one in mutants(ROOT / "mqforensics" / "clock" / "dates.py"))
