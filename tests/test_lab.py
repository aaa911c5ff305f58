"""The notebook that `mqforensics lab CASE` opens."""

import os

import nbformat
import pytest

from mqforensics import lab
from mqforensics.errors import CaseNotFound, FolderExpected
from mqforensics.validation import PathExpected
from tests.writers.cases import SAMPLES


@pytest.fixture
def made(tmp_path):
    return lab.prepared(SAMPLES / "dlq_mixed", tmp_path / "desk")


def test_it_is_the_desk_of_the_case_and_has_not_run(made):
    cells = nbformat.read(made, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert all(cell.execution_count is None and not cell.outputs for cell in code)
    assert any(f'case = "{SAMPLES / "dlq_mixed"}"' in cell.source for cell in code)
    assert "Investigation(" in code[-1].source and cells[-1] == code[-1]


def test_one_that_is_there_is_kept(made):
    made.write_text("mine")
    assert lab.prepared("", made.parent) == made and made.read_text() == "mine"


def test_without_a_case_it_has_none(tmp_path):
    text = lab.prepared("", tmp_path / "desk").read_text()
    assert 'case = \\"\\"' in text


def test_jupyterlab_is_started_on_the_loopback_alone(made, monkeypatch):
    asked = []
    monkeypatch.setattr(lab.subprocess, "call", lambda command: asked.append(command) or 0)
    assert lab.lab("", made.parent) == 0
    assert "--ip=127.0.0.1" in asked[0] and asked[0][-1] == str(made)


def test_a_notebook_of_another_case_is_not_taken_for_the_one_that_is_asked_for(made, tmp_path):
    assert lab.prepared(SAMPLES / "dlq_mixed", made.parent) == made
    with pytest.raises(FolderExpected, match=r"expected a folder for .*dlq_put_inhibited, .* is for .*dlq_mixed"):
        lab.prepared(SAMPLES / "dlq_put_inhibited", made.parent)
    with pytest.raises(CaseNotFound):
        lab.prepared(tmp_path / "nowhere", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_path_that_no_notebook_can_hold(tmp_path):
    case = os.path.join(os.fsencode(tmp_path), b"caf\xe9")
    os.mkdir(case)
    with pytest.raises(PathExpected, match="UTF-8"):
        lab.prepared(os.fsdecode(case), tmp_path / "desk")
