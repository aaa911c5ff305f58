"""The desk in JupyterLab: a copy of the investigation's notebook for one case, opened on this machine alone."""

import importlib.util
import json
import os
import sys
from pathlib import Path

from nbformat.sign import NotebookNotary

from mqforensics.errors import FolderExpected, MQForensicsError
from mqforensics.files import files
from mqforensics.files.isolation import isolated, run_with_children, scratch_folder
from mqforensics.files.output import make_folder, require_folder, write_file
from mqforensics.files.remote import is_remote, masked
from mqforensics.report import notebook_path
from mqforensics.validation import PathExpected

NOTEBOOK = "investigate.ipynb"
OPTIONS = (
    "--ip=127.0.0.1", "--LabApp.news_url=None", "--LabApp.extension_manager=readonly",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
)  # fmt: skip
"""What JupyterLab is started with: on this machine alone, and it fetches nothing from a network of its own accord."""


class LabNotInstalled(MQForensicsError, ImportError):
    """JupyterLab, which the desk needs, is not installed."""


def lab(case: str | os.PathLike, folder: str | os.PathLike, **known: list[str]) -> int:
    """Open the desk for `case` (empty: none yet) with its notebook and notes in `folder`; gives JupyterLab's exit code.

    `known`: `zone`, `captured` and `assume` as `open_case` takes them, as texts.
    The server listens on the loopback alone and asks for the token that it prints. Raises `LabNotInstalled`.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise LabNotInstalled("expected JupyterLab: pip install 'mqforensics[lab]'")
    notebook = prepared(case, folder, **known)
    # The server looks for its configuration where it is started, so not where the evidence may be.
    with scratch_folder() as scratch, isolated(TMPDIR=str(scratch)):
        command = [sys.executable, "-m", "jupyterlab", *OPTIONS, str(notebook.absolute())]
        return run_with_children(command, scratch)


def prepared(case: str | os.PathLike, folder: str | os.PathLike, **known: list[str]) -> Path:
    """The notebook of the desk in `folder`, for `case`; one that is there and that this user trusts is kept as it is.

    A desk is trusted as Jupyter trusts notebooks: by a signature that is kept apart from it, so that one that came with
    evidence is none of this user's. Raises `FolderExpected` where it is not trusted or for another case, `FileExpected`
    where it is a link, `CaseNotFound` where there is no case.
    """
    import nbformat
    from papermill.iorw import load_notebook_node
    from papermill.parameterize import parameterize_notebook

    target = Path(folder) / NOTEBOOK
    path = os.path.abspath(case) if case else ""
    given = {"cases": os.path.dirname(path) if path else os.getcwd(), "case": path, "output": "."} | known
    if is_remote(os.fspath(case)):
        given |= {"cases": os.getcwd(), "case": masked(os.fspath(case))}
    if case:
        files(case)  # raises where nothing is there
    require_folder(folder, NOTEBOOK)
    if target.exists():
        if not _is_trusted(target):
            how = f"Name another with -o, or read it and then run: jupyter trust {target}"
            raise FolderExpected(f"expected your own folder, got {folder}: its {NOTEBOOK} was not made by you. {how}")
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
    make_folder(target.parent)
    write_file(target, nbformat.writes(node) + "\n")
    NotebookNotary().sign(nbformat.read(target, as_version=4))
    return target


def _is_trusted(notebook: Path) -> bool:
    import nbformat

    try:
        return NotebookNotary().check_signature(nbformat.read(notebook, as_version=4))
    except (ValueError, OSError, AttributeError, TypeError, RecursionError):  # it is not a notebook
        return False


def _case_of(notebook: Path) -> str | None:
    """The case that the notebook was made for, as papermill notes it; None where it does not tell."""
    try:
        return json.loads(notebook.read_bytes())["metadata"]["papermill"]["parameters"]["case"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
