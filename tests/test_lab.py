"""The notebook that `mqforensics lab CASE` opens."""

import json
import os
import signal
import subprocess
import sys
import time

import nbformat
import pytest
from jupyterlab import NeverCheckForUpdate
from jupyterlab.labapp import LabApp
from nbformat.sign import NotebookNotary

from mqforensics import lab
from mqforensics.errors import CaseNotFound, FileExpected, FolderExpected
from mqforensics.validation import PathExpected
from tests.writers.cases import SAMPLES


@pytest.fixture(autouse=True)
def own_signatures(tmp_path, monkeypatch):
    """Signatures of notebooks that no other test, and no user of this machine, has."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))


@pytest.fixture
def made(tmp_path):
    return lab.prepare_notebook(SAMPLES / "dlq_mixed", tmp_path / "desk")


def test_it_is_the_desk_of_the_case_and_has_not_run(made):
    cells = nbformat.read(made, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert all(cell.execution_count is None and not cell.outputs for cell in code)
    assert any(f'case = "{SAMPLES / "dlq_mixed"}"' in cell.source for cell in code)
    [cell] = cells
    assert "Investigation(" in cell.source and cell.metadata["jupyter"] == {"source_hidden": True}


def test_one_that_is_there_is_kept(made):
    node = nbformat.read(made, as_version=4)
    node.cells.append(nbformat.v4.new_code_cell("mine"))
    nbformat.write(node, made)
    NotebookNotary().sign(nbformat.read(made, as_version=4))  # as JupyterLab does when its user saves it
    assert lab.prepare_notebook("", made.parent) == made and "mine" in made.read_text()


HOSTILE = {"cells": [{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": None, "outputs": [], "source": "import os"}],
           "metadata": {}, "nbformat": 4, "nbformat_minor": 5}  # fmt: skip


@pytest.mark.parametrize("text", [json.dumps(HOSTILE), "mine", "[]", "", "[" * 9999])
def test_a_notebook_that_came_with_the_evidence_is_not_opened_as_the_desk(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "investigation").mkdir()
    (tmp_path / "investigation" / "investigate.ipynb").write_text(text)
    with pytest.raises(FolderExpected, match=r"not made by you. Name another with -o"):
        lab.prepare_notebook("", "investigation")
    assert (tmp_path / "investigation" / "investigate.ipynb").read_text() == text


def test_one_whose_cells_a_stranger_changed_is_not_opened(made):
    made.write_text(made.read_text().replace("Investigation(", "print(Investigation)("))
    with pytest.raises(FolderExpected, match="jupyter trust"):
        lab.prepare_notebook("", made.parent)


def test_a_dangling_link_is_not_written_through(tmp_path):
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / "investigate.ipynb").symlink_to(tmp_path / "victim")
    with pytest.raises(FileExpected, match="the link"):
        lab.prepare_notebook("", tmp_path / "desk")
    (tmp_path / "other").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FolderExpected, match="the link"):
        lab.prepare_notebook("", tmp_path / "other")
    assert not (tmp_path / "victim").exists() and not (tmp_path / "nowhere").exists()


def test_without_a_case_it_has_none(tmp_path):
    text = lab.prepare_notebook("", tmp_path / "desk").read_text()
    assert 'case = \\"\\"' in text


def test_jupyterlab_is_started_on_the_loopback_alone_and_fetches_nothing(made, monkeypatch):
    asked = []
    monkeypatch.setattr(lab, "run_with_children", lambda command, folder, begin: asked.append((command, folder)) or 0)
    assert lab.lab("", made.parent) == 0
    [(command, folder)] = asked
    assert "--ip=127.0.0.1" in command and f"--ServerApp.root_dir={made.parent}" in command
    assert command[1:5] == ["-P", "-m", "mqforensics.lab_server", ""]
    assert os.path.basename(folder).startswith("mqforensics-") and "--no-browser" in command
    app = LabApp()
    app.parse_command_line(command[5:])
    app.update_config(app.cli_config)
    assert (
        app.news_url is None
        and app.extension_manager == "readonly"
        and app.check_for_updates_class is NeverCheckForUpdate
    )


STUBBORN = """
import subprocess, sys, time, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"], start_new_session=True)
print(child.pid, flush=True)
time.sleep(60)
"""
STARTED = "import sys; from pathlib import Path; from mqforensics.__main__ import main; from mqforensics import lab; lab.lab = lambda *_: lab.run_with_children([sys.executable, '-c', sys.argv[2]], Path('.')); sys.exit(main(['lab', '-o', sys.argv[1]]))"


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT], ids=lambda asked: asked.name)
def test_whoever_ends_the_verb_ends_its_server_and_the_kernels(asked, tmp_path):
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    process = subprocess.Popen(
        [sys.executable, "-c", heeding + STARTED, str(tmp_path), STUBBORN], stdout=subprocess.PIPE, text=True
    )
    child = int(process.stdout.readline())
    begun = time.monotonic()
    process.send_signal(asked)
    assert process.wait(30) == 130 and time.monotonic() - begun < 20
    with pytest.raises(ProcessLookupError):  # on a busy machine it is gone a moment later
        for _ in range(100):
            os.kill(child, 0)
            time.sleep(0.1)


def test_a_notebook_of_another_case_is_not_taken_for_the_one_that_is_asked_for(made, tmp_path):
    assert lab.prepare_notebook(SAMPLES / "dlq_mixed", made.parent) == made
    with pytest.raises(FolderExpected, match=r"expected a folder for .*dlq_put_inhibited, .* is for .*dlq_mixed"):
        lab.prepare_notebook(SAMPLES / "dlq_put_inhibited", made.parent)
    with pytest.raises(CaseNotFound):
        lab.prepare_notebook(tmp_path / "nowhere", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_path_that_no_notebook_can_hold(tmp_path):
    case = os.path.join(os.fsencode(tmp_path), b"caf\xe9")
    os.mkdir(case)
    with pytest.raises(PathExpected, match="UTF-8"):
        lab.prepare_notebook(os.fsdecode(case), tmp_path / "desk")


def test_a_desk_that_its_user_changed_is_not_run_by_itself(made):
    """`_run` asks the server for a kernel, and there is none: only the kit's own cells come so far."""
    with pytest.raises(OSError):
        lab._run(made, {"url": "http://127.0.0.1:9/", "token": ""}, made.parent)
    node = nbformat.read(made, as_version=4)
    node.cells[0].source += "\nprint(1)"
    nbformat.write(node, made)
    lab._run(made, {"url": "http://127.0.0.1:9/", "token": ""}, made.parent)
