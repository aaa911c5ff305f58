"""The notebook of the investigation: short cells, no functions, committed as it ran."""

import ast
import csv
import re
from pathlib import Path

import nbformat
import pytest

from mqforensics.questions.meanings import meanings
from tests.conftest import SHARED

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "investigate.ipynb"
CELLS = [cell for cell in nbformat.read(NOTEBOOK, as_version=4).cells if cell.cell_type == "code"]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.id)
def test_a_cell_is_short_defines_nothing_and_has_run(cell):
    assert len(cell.source.splitlines()) <= 10
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    assert not any(isinstance(node, kinds) for node in ast.walk(ast.parse(cell.source)))
    assert cell.execution_count and not any(output.output_type in ("error", "stream") for output in cell.outputs)


def test_no_path_of_a_machine_is_in_it():
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert "/home/" not in text and "/tmp/" not in text and str(NOTEBOOK.parents[1]) not in text


ROWS = [
    [cell.strip() for cell in line.strip("|\n ").split(" | ")]
    for line in (NOTEBOOK.parent / "SEEDS.md").read_text(encoding="utf-8").splitlines()
    if line[:3] in ("| 1", "| 2", "| 3", "| 4", "| 5")
]


COUNTS = {1: 31, 2: 8, 3: 11, 4: 10, 5: 7}
"""How many claims each of the five support documents makes, as they were gone through."""


def test_every_claim_of_the_documents_has_its_row():
    ids = [f"{document}.{number:02}" for document, count in COUNTS.items() for number in range(1, count + 1)]
    assert [row[0] for row in ROWS] == ids
    if SHARED.is_dir():
        with open(SHARED / "reference" / "seeds-rows.csv", encoding="utf-8", newline="") as file:
            assert [row["id"] for row in csv.DictReader(file)] == ids


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_claim_is_answered_by_what_is_there(row):
    _, claim, file, place, _ = row
    known = {one.code for one in meanings()}
    for code in re.findall(r"`([A-Z][A-Z_]{5,})`", f"{claim} {place}"):
        assert code in known, code
    if file == "`README.md`":
        assert "mqrc(" in (NOTEBOOK.parents[1] / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("row", [row for row in ROWS if ".ipynb" in row[2]], ids=lambda row: f"{row[0]} {row[1][:40]}")
def test_every_step_leads_to_a_cell_and_a_case_that_are_there(row):
    _, _, notebook, place, case = row
    cells = nbformat.read(NOTEBOOK.parent / notebook.strip("`"), as_version=4).cells
    headings = [line.lstrip("# ") for cell in cells if cell.cell_type == "markdown" for line in cell.source.splitlines()
                if line.startswith("#")]  # fmt: skip
    assert not headings or place.split(" (")[0] in headings
    assert (NOTEBOOK.parents[1] / "sample_dumps" / case.strip("`")).is_dir()
