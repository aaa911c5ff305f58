"""The mutants that `tests.mutation` plants: each is other code, and only the module that is named has it."""

import ast
import sys

import pytest

from tests.mutation import ROOT, Planted, mutants

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
