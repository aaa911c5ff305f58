"""The desk in JupyterLab: a copy of the investigation's notebook for one case, opened on this machine alone."""

import hashlib
import importlib.util
import json
import os
import secrets
import subprocess
import sys
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from urllib.parse import quote
from urllib.request import Request, urlopen

from mqforensics import lab_server
from mqforensics.errors import FolderExpected, MQForensicsError
from mqforensics.files import files
from mqforensics.files.isolation import isolated_environment, run_with_children, scratch_folder, without
from mqforensics.files.output import make_folder, require_folder, write_file
from mqforensics.files.remote import is_remote, mask_urls
from mqforensics.report import UNNEEDED, notebook_path
from mqforensics.validation import PathExpected

with without(*UNNEEDED):
    import nbformat
    from nbformat.sign import NotebookNotary

NOTEBOOK, NO_BROWSER = "investigate.ipynb", "--no-browser"
FOLDED = "# The desk. A click on the three dots shows what it is made with."
"""The first line of the cell: JupyterLab shows it of a cell that is folded."""
PATIENCE = 60
"""So many seconds the server has to start a kernel."""
SHOWN = ("display_data", "execute_result", "stream", "error")
"""What a kernel sends that a notebook keeps as an output."""
OPTIONS = (
    "--ip=127.0.0.1", "--LabApp.news_url=None", "--LabApp.extension_manager=readonly",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
)  # fmt: skip
"""What JupyterLab is started with: on this machine alone, and it fetches nothing from a network of its own accord."""


SETTINGS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
"""JupyterLab asks nobody whether it may fetch its news."""


UNUSED = ("hub", "extensionmanager")
PAGE = {
    "buildCheck": "false",
    "buildAvailable": "false",
    "disabledExtensions": {f"@jupyterlab/{name}-extension": True for name in UNUSED},
}
"""What JupyterLab leaves out, so that the desk is there sooner."""


INSTALL = "pip install 'mqforensics[lab]', in a clone: pip install -e '.[lab]'"


class LabNotInstalled(MQForensicsError, ImportError):
    """JupyterLab, which the desk needs, is not installed."""


def lab(case: str | os.PathLike, folder: str | os.PathLike, options: Sequence[str] = (), **known: list[str]) -> int:
    """Open the desk for `case` (empty: none yet) with its notebook and notes in `folder`; gives JupyterLab's exit code.

    The kit's own notebook is run before the browser opens, so the desk is there without a cell being run; one that was
    changed is opened as it is. `options` go to JupyterLab; `known`: `zone`, `captured` and `assume` as `open_case`
    takes them, as texts. The server listens on the loopback alone and asks for a token. Raises `LabNotInstalled`.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise LabNotInstalled(f"JupyterLab is not installed. Install it with: {INSTALL}")
    notebook = prepare_notebook(case, folder, **known).absolute()
    # The server looks for its configuration where it is started, so not where the evidence may be.
    with scratch_folder() as scratch:
        runtime, token = scratch / "runtime", secrets.token_hex(24)
        with isolated_environment(TMPDIR=str(scratch), JUPYTER_RUNTIME_DIR=str(runtime), JUPYTER_TOKEN=token):
            (scratch / "settings").mkdir()
            (scratch / "settings" / "overrides.json").write_text(json.dumps(SETTINGS))
            (scratch / "settings" / "page_config.json").write_text(json.dumps(PAGE))
            where = os.path.abspath(case) if case and not is_remote(os.fspath(case)) else ""
            command = [sys.executable, "-P", "-m", lab_server.__name__, where, *OPTIONS,
                       f"--ServerApp.root_dir={notebook.parent}",
                       f"--LabApp.app_settings_dir={scratch / 'settings'}", NO_BROWSER,
                       *(one for one in options if one != NO_BROWSER)]  # fmt: skip
            begin = partial(_show_desk, notebook=notebook, runtime=runtime, browse=NO_BROWSER not in options)
            return run_with_children(command, scratch, begin)


def _show_desk(process: subprocess.Popen, notebook: Path, runtime: Path, browse: bool) -> None:
    """Run the desk's notebook in a kernel of the server that has just been started, then open it in the browser.

    JupyterLab takes the widgets from the kernel that runs. Where it cannot be run, the notebook is opened as it is.
    """
    server = _server(process, runtime)
    if server is None:
        return  # it ended, and has said why
    url = f"{server['url']}lab/tree/{quote(notebook.name)}?token={server['token']}"
    try:
        _run(notebook, server, runtime)
    except (OSError, ValueError, KeyError, RuntimeError, TimeoutError) as problem:
        said = f"mqforensics: the desk did not run by itself ({type(problem).__name__}). Run its cells."
        print(said, file=sys.stderr)
    # A page that is opened before the cells have run shows none of what they show.
    print(f"The desk is open at {url}", flush=True)
    if browse:
        webbrowser.open(url)


def _server(process: subprocess.Popen, runtime: Path) -> dict | None:
    """What the server says of itself once it listens; None where it ended before."""
    while process.poll() is None:
        for path in runtime.glob("jpserver-*.json"):
            with suppress(ValueError, OSError):
                return json.loads(path.read_bytes())
        time.sleep(0.1)
    return None


def _run(notebook: Path, server: dict, runtime: Path) -> None:
    """Run the cells of the desk in a session of the server and keep what they show in the notebook."""
    with without(*UNNEEDED):
        from jupyter_client import BlockingKernelClient

    node = nbformat.read(notebook, as_version=4)
    if node.metadata.get("mqforensics") != _digest(node):
        return  # its user changed it, and runs it
    asked = {"path": notebook.name, "name": notebook.name, "type": "notebook", "kernel": {"name": "python3"}}
    head = {"Authorization": f"token {server['token']}", "Content-Type": "application/json"}
    request = Request(f"{server['url']}api/sessions", json.dumps(asked).encode(), head)
    with urlopen(request, timeout=PATIENCE) as answer:
        kernel = json.load(answer)["kernel"]["id"]
    client = BlockingKernelClient(connection_file=str(runtime / f"kernel-{kernel}.json"))
    client.load_connection_file()
    client.start_channels(hb=False)  # a kernel that is slow to answer at first is not dead
    try:
        client.wait_for_ready(timeout=PATIENCE)
        for cell in (one for one in node.cells if one.cell_type == "code"):
            cell.outputs = []
            answer = client.execute_interactive(cell.source, output_hook=partial(_keep, cell), timeout=None)
            cell.execution_count = answer["content"].get("execution_count")
    finally:
        client.stop_channels()
    write_file(notebook, nbformat.writes(node) + "\n")
    NotebookNotary().sign(nbformat.read(notebook, as_version=4))


def _keep(cell, message: dict) -> None:
    from nbformat.v4 import output_from_msg

    if message["msg_type"] in SHOWN:
        cell.outputs.append(output_from_msg(message))


def prepare_notebook(case: str | os.PathLike, folder: str | os.PathLike, **known: list[str]) -> Path:
    """The notebook of the desk in `folder`, for `case`; one that is there and that this user trusts is kept as it is.

    A desk is trusted as Jupyter trusts notebooks: by a signature that is kept apart from it, so that one that came with
    evidence is none of this user's. Raises `FolderExpected` where it is not trusted or for another case, `FileExpected`
    where it is a link, `CaseNotFound` where there is no case.
    """
    with without(*UNNEEDED):
        from papermill.iorw import load_notebook_node
        from papermill.parameterize import parameterize_notebook

    target = Path(folder) / NOTEBOOK
    path = os.path.abspath(case) if case else ""
    given = {"cases": os.path.dirname(path) if path else os.getcwd(), "case": path, "output": "."} | known
    if is_remote(os.fspath(case)):
        given |= {"cases": os.getcwd(), "case": mask_urls(os.fspath(case))}
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
    code = [cell.source for cell in node.cells[: desk + 1] if cell.cell_type == "code"]
    node.cells = [
        nbformat.v4.new_code_cell("\n\n".join([FOLDED, *code]), metadata={"jupyter": {"source_hidden": True}})
    ]
    node.metadata["mqforensics"] = _digest(node)
    make_folder(target.parent)
    write_file(target, nbformat.writes(node) + "\n")
    NotebookNotary().sign(nbformat.read(target, as_version=4))
    return target


def _digest(node) -> str:
    """What tells the kit's own cells from changed ones."""
    return hashlib.sha256("\0".join(one.source for one in node.cells).encode()).hexdigest()


def _is_trusted(notebook: Path) -> bool:
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
