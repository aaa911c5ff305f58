"""The desk in JupyterLab: a copy of the investigation's notebook for one case, opened on this machine alone."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

from mqforensics.errors import FolderExpected, MQForensicsError
from mqforensics.files import files
from mqforensics.files.isolation import isolated
from mqforensics.files.remote import is_remote, masked
from mqforensics.report import notebook_path
from mqforensics.validation import PathExpected

NOTEBOOK = "investigate.ipynb"


class LabNotInstalled(MQForensicsError, ImportError):
    """JupyterLab, which the desk needs, is not installed."""


def lab(case: str | os.PathLike, folder: str | os.PathLike) -> int:
    """Open the desk for `case` (empty: none yet) with its notebook and notes in `folder`; gives JupyterLab's exit code.

    The server listens on the loopback alone and asks for the token that it prints. Raises `LabNotInstalled`.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise LabNotInstalled("expected JupyterLab: pip install 'mqforensics[lab]'")
    notebook = prepared(case, folder)
    with isolated():
        return subprocess.call([sys.executable, "-m", "jupyterlab", "--ip=127.0.0.1", str(notebook)])


def prepared(case: str | os.PathLike, folder: str | os.PathLike) -> Path:
    """The notebook of the desk in `folder`, for `case`; one that is there already is kept as it is.

    Raises `FolderExpected` where that is for another case, `CaseNotFound` where there is none.
    """
    import nbformat
    from papermill.iorw import load_notebook_node
    from papermill.parameterize import parameterize_notebook

    target = Path(folder) / NOTEBOOK
    path = os.path.abspath(case) if case else ""
    given = {"cases": os.path.dirname(path) if path else os.getcwd(), "case": path, "output": "."}
    if is_remote(os.fspath(case)):
        given |= {"cases": os.getcwd(), "case": masked(os.fspath(case))}
    if case:
        files(case)  # raises where nothing is there
    if target.exists():
        if case and _case_of(target) != given["case"]:
            raise FolderExpected(f"expected a folder for {given['case']}, got {folder}: its {NOTEBOOK} is for "
                                 f"{_case_of(target) or 'no case'}; name another with -o")  # fmt: skip
        return target
    if given["case"].encode(errors="replace").decode() != given["case"]:
        raise PathExpected(f"expected a path that a notebook can hold, as UTF-8, got {path!r}")
    node = parameterize_notebook(load_notebook_node(str(notebook_path(NOTEBOOK))), given)
    desk = next(at for at, cell in enumerate(node.cells) if "Investigation(" in cell.source)
    node.cells = node.cells[: desk + 1]
    for cell in node.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    nbformat.write(node, target)
    return target


def _case_of(notebook: Path) -> str | None:
    """The case that the notebook was made for, as papermill notes it; None where it does not tell."""
    try:
        return json.loads(notebook.read_bytes())["metadata"]["papermill"]["parameters"]["case"]
    except (ValueError, KeyError, TypeError):
        return None
