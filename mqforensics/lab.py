"""The desk in JupyterLab: a copy of the investigation's notebook for one case, opened on this machine alone."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from mqforensics.errors import MQForensicsError
from mqforensics.isolation import isolated
from mqforensics.remote import is_remote, masked
from mqforensics.report import notebook_path

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
    """The notebook of the desk in `folder`, for `case`; one that is there already is kept as it is."""
    import nbformat
    from papermill.iorw import load_notebook_node
    from papermill.parameterize import parameterize_notebook

    target = Path(folder) / NOTEBOOK
    if target.exists():
        return target
    path = os.path.abspath(case) if case else ""
    given = {"cases": os.path.dirname(path) if path else os.getcwd(), "case": path, "output": "."}
    if is_remote(os.fspath(case)):
        given |= {"cases": os.getcwd(), "case": masked(os.fspath(case))}
    node = parameterize_notebook(load_notebook_node(str(notebook_path(NOTEBOOK))), given)
    desk = next(at for at, cell in enumerate(node.cells) if "Investigation(" in cell.source)
    node.cells = node.cells[: desk + 1]
    for cell in node.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    nbformat.write(node, target)
    return target
