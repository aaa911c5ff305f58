"""The notebooks: nbval runs each and compares what its cells print; here is what else must hold of them."""

import ast
from pathlib import Path

import nbformat
import papermill
import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))
LONGEST = 10


def code_cells(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_are_short_were_run_and_define_nothing(path):
    for cell in code_cells(path):
        assert cell.execution_count, cell.source  # nbval compares nothing without it
        assert cell.source.count("\n") < LONGEST, cell.source
        tree = ast.parse(cell.source)
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)], cell.source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_there_is_one_cell_of_parameters_and_no_path_of_a_machine(path):
    node = nbformat.read(path, as_version=4)
    tagged = [cell for cell in node.cells if "parameters" in cell.metadata.get("tags", ())]
    assert len(tagged) == 1
    text = path.read_text()
    assert "/work/" not in text and "/root/" not in text and "/tmp/" not in text


@pytest.mark.parametrize("name", ["dead_letters", "troubleshooting_walk"])
def test_papermill_gives_it_another_case(name, tmp_path):
    path = next(path for path in NOTEBOOKS if path.stem == name)
    papermill.execute_notebook(
        str(path), str(tmp_path / path.name), {"case": "../sample_dumps/everything"}, cwd=str(path.parent),
        kernel_name="python3", progress_bar=False, extra_arguments=["--log-level=ERROR"],
    )  # fmt: skip
    for cell in code_cells(tmp_path / path.name):
        assert not [out for out in cell.outputs if out.output_type == "stream" and out.name == "stderr"], cell.source


@pytest.mark.parametrize("name", ["incident_report", "investigate"])
def test_what_is_known_of_a_case_can_be_handed_to_it(name):
    path = next(path for path in NOTEBOOKS if path.stem == name)
    assert {"zone", "captured", "assume"} <= set(papermill.inspect_notebook(str(path)))
