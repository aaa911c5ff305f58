"""The incident report: papermill runs the notebook, one self-contained HTML file and findings.json come of it.

The notebook runs in an empty folder of its own, in which the evidence is a link: what lies beside the evidence is
never run, and the report names no place of this machine. All is built aside and comes to its place by renaming.
"""

import fcntl
import hashlib
import json
import logging
import os
import re
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

import mqforensics
from mqforensics.case import Case
from mqforensics.errors import CaseEmpty, MQForensicsError, require_folder
from mqforensics.files import files, remote
from mqforensics.files.isolation import errors_to, isolated
from mqforensics.formats import HEAD, identify
from mqforensics.privacy.names_of_case import names_of
from mqforensics.privacy.redaction import Redaction, current
from mqforensics.questions import headline
from mqforensics.views.webpage import TITLE, html

NOTEBOOK = "incident_report.ipynb"
PAGE, EXECUTED, FINDINGS = "report.html", "report.ipynb", "findings.json"
MARK = '<meta name="mqforensics-findings" content="{}">'
NAMES = "names.json"
UNTOLD = "The report is incomplete, and what there is could not be redacted: nothing of it is shown."
KERNEL = "mqforensics"
SHARED = "share/mqforensics/notebooks"
"""Where an installed package keeps its notebooks, under the environment's prefix."""


class NotebookNotFound(MQForensicsError, FileNotFoundError):
    """The kit's own notebooks are neither beside the package nor installed."""


class ReportIncomplete(MQForensicsError, RuntimeError):
    """A cell of the notebook failed; what was there until then is in the report."""

    exit_code = 1


def report(
    case: str | os.PathLike,
    folder: str | os.PathLike,
    notebook: str = NOTEBOOK,
    *,
    redact: str = "",
    key: bytes | None = None,
    previews: bool = False,
    **parameters,
) -> Path:
    """Write `report.html`, `report.ipynb` and `findings.json` for the evidence at `case` into `folder`.

    `parameters` go to the notebook; one it does not know raises ValueError. Gives the path of the page. Only this
    user can read the files; those of an earlier report stay as they are until all of the new ones are written.
    `redact` is `payload`, `identity` or `all`, see `mqforensics.privacy.redaction`; two reports with one `key`
    have the same tokens. Passwords are in no report, and the beginning of messages only with `previews`.
    Raises, before any work, `FolderExpected` when nothing can be written there, `CaseNotFound` or `CaseEmpty` when the
    evidence cannot be used; `ReportIncomplete`, after writing what there is, when the notebook fails.
    """
    require_folder(folder)
    _require_evidence(case)
    source, out, hidden = notebook_path(notebook), Path(folder), Redaction(redact, key, previews=previews)
    given = {"case": "", "findings_file": FINDINGS, **parameters}
    _require_known(source, given)
    with _interrupted(), _aside(out) as built, tempfile.TemporaryDirectory(prefix="mqforensics-") as work:
        given["case"], told = _named(case, Path(work))
        failed = _execute(source, Path(work) / EXECUTED, given, Path(work), {**told, **hidden.environment()})
        _findings(Path(work) / FINDINGS, failed, parameters)
        failed, title = _redacted(built, Path(work), hidden, failed, Path(given["case"]).name)
        page = html(built / EXECUTED, f"{title}: {TITLE}", failed or "")
        (built / PAGE).write_text(_marked(page, built / FINDINGS), encoding="utf-8", errors="backslashreplace")
        _put(built, out)
    if failed:
        raise ReportIncomplete(f"{failed} What was found before is in {out / PAGE}.")
    return out / PAGE


def _marked(page: str, findings: Path) -> str:
    """The page with the hash of its findings, so that `verify` can tell that they belong together."""
    return page.replace("</head>", MARK.format(_sha256(findings)) + "</head>", 1)


@contextmanager
def _interrupted() -> Iterator[None]:
    """Who is asked to end in here (SIGTERM, SIGHUP) is interrupted, and so leaves nothing that is unfinished."""

    def interrupt(*_) -> None:
        raise KeyboardInterrupt

    is_main = threading.current_thread() is threading.main_thread()
    heeded = [one for one in (signal.SIGTERM, signal.SIGHUP) if is_main and signal.getsignal(one) is signal.SIG_DFL]
    for one in heeded:
        signal.signal(one, interrupt)
    try:
        yield
    finally:
        for one in heeded:
            signal.signal(one, signal.SIG_DFL)


@contextmanager
def _aside(out: Path) -> Iterator[Path]:
    """A private folder on the disk of `out`, which goes whatever happens."""
    beside = next(place for place in (out.absolute().parent, *out.absolute().parents) if place.is_dir())
    inside = out if out.is_dir() else beside
    with tempfile.TemporaryDirectory(prefix=".mqforensics-", dir=inside) as built:
        yield Path(built)


def _put(built: Path, out: Path) -> None:
    out.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = os.open(out, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)  # of two reports into one folder the files of one stay together
        for name in (EXECUTED, FINDINGS, PAGE):
            with open(built / name, "rb") as whole:
                os.fchmod(whole.fileno(), 0o600)
                os.fsync(whole.fileno())
        for name in (EXECUTED, FINDINGS, PAGE):
            os.replace(built / name, out / name)
    finally:
        os.close(folder)


def _named(case: str | os.PathLike, work: Path) -> tuple[str, dict[str, str]]:
    """The path of the evidence as the notebook has it, by its own name, and what its environment says of it.

    It leads through a link in the folder that the notebook runs in; where a URL is behind it, the environment tells.
    """
    path = os.fspath(case).removeprefix("file://")
    if remote.is_remote(path):
        named = f"evidence/{remote.name_of(path)}"
        return named, {remote.BEHIND: f"{named}\n{path}"}
    path = os.path.abspath(path)
    fixed = path if os.path.exists(path) else os.path.dirname(re.split(r"[*?[]", path)[0])
    name = os.path.basename(fixed) or "case"
    (work / "evidence").mkdir()
    (work / "evidence" / name).symlink_to(fixed)
    return f"evidence/{name}{path[len(fixed) :]}", {}


def _findings(path: Path, failed: str | None, parameters: Mapping) -> None:
    """Where the notebook did not come to write its findings, what stopped it."""
    if not path.is_file():
        whole = {"kit": mqforensics.__version__, "inputs": [], "parameters": dict(parameters), "findings": []}
        _written(path, {**whole, "incomplete": failed or "the notebook writes no findings"})


def _require_evidence(case: str | os.PathLike) -> None:
    found = files(case)
    if not any(identify(file.head(HEAD)) for file in found):
        names = ", ".join(file.name for file in found[:5]) or "an empty folder"
        place = remote.masked(os.fspath(case))
        raise CaseEmpty(f"expected evidence of IBM MQ at {place}, found none that the kit can read: {names}")


def _require_known(source: Path, given: Mapping) -> None:
    import papermill  # here, because the notebook that writes findings.json needs none of it and it takes seconds

    known = papermill.inspect_notebook(str(source))
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise ValueError(f"expected parameters among {', '.join(sorted(known))}, got {', '.join(unknown)}")


def notebook_path(name: str) -> Path:
    """Path of one of the kit's notebooks: beside the package in a checkout, else where it was installed."""
    beside = Path(mqforensics.__file__).parents[1] / "notebooks" / name
    installed = Path(sys.prefix) / SHARED / name
    for path in (beside, installed):
        if path.exists():
            return path
    raise NotebookNotFound(f"expected the notebook {name} at {beside} or {installed}")


def _redacted(built: Path, work: Path, hidden: Redaction, failed: str | None, name: str) -> tuple[str | None, str]:
    """Redacts the executed notebook and the findings; gives the banner and the name of the case as they may be told.

    What is not redacted yet never lies beside the target.
    """
    import nbformat

    names, found = work / NAMES, json.loads((work / FINDINGS).read_bytes())
    if hidden.identity and not names.is_file():  # it failed before the names were known: then nothing is shown
        nbformat.write(nbformat.v4.new_notebook(), built / EXECUTED)
        _written(built / FINDINGS, {**found, "parameters": {"redact": hidden.mode}, "incomplete": UNTOLD})
        return UNTOLD, "case"
    hidden = Redaction(hidden.mode, hidden.key, json.loads(names.read_bytes()) if names.is_file() else ())
    node = nbformat.read(work / EXECUTED, as_version=4)
    for cell in node.cells:
        if "parameters" not in cell.metadata.get("tags", []):
            cell.source = hidden.text(cell.source)
        cell.outputs = [_output(output, hidden) for output in cell.get("outputs", [])]
    nbformat.write(node, built / EXECUTED)
    _written(built / FINDINGS, hidden.value(found))
    return failed and hidden.text(failed), hidden.value(name, "file")


def _output(output, hidden: Redaction):
    for kind, text in output.get("data", {}).items():
        if kind.startswith("text/html") or kind == "image/svg+xml":
            output.data[kind] = hidden.markup(text)
        elif isinstance(text, str) and kind.startswith("text/"):
            output.data[kind] = hidden.text(text)
    for name in ("text", "evalue"):
        if name in output:
            output[name] = hidden.text(output[name])
    if output.output_type == "error":
        output.traceback = [hidden.text(line) for line in output.traceback]
    for told in output.get("metadata", {}).values():
        if isinstance(told, dict) and "alt" in told:
            told["alt"] = hidden.text(told["alt"])
    return output


def _execute(source: Path, target: Path, parameters: Mapping, work: Path, more: Mapping[str, str]) -> str | None:
    import nbformat
    import papermill
    from papermill.exceptions import PapermillExecutionError

    kernel = {"argv": [sys.executable, "-P", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
              "display_name": "Python 3", "language": "python"}  # fmt: skip
    (work / "kernels" / KERNEL).mkdir(parents=True)
    (work / "kernels" / KERNEL / "kernel.json").write_text(json.dumps(kernel))
    failed = None
    places = {"JUPYTER_PATH": work, "JUPYTER_RUNTIME_DIR": work / "runtime", "IPYTHONDIR": work / "ipython"}
    told = {name: str(place) for name, place in places.items()} | more
    with isolated(**told), errors_to(work / "kernel.log"):
        try:
            papermill.execute_notebook(
                nbformat.read(source, as_version=4), str(target), dict(parameters), kernel_name=KERNEL, cwd=str(work),
                language="python", progress_bar=False, extra_arguments=["--log-level=ERROR"],
            )  # fmt: skip
        except KeyboardInterrupt:
            logging.getLogger("asyncio").disabled = True  # at the end it would tell of the cell that was stopped
            raise
        except PapermillExecutionError as problem:
            failed = (
                f"The report is incomplete: cell {problem.exec_count} failed with {problem.ename}: {problem.evalue}."
            )
    node = nbformat.read(target, as_version=4)
    nbformat.write(_lasting(node, str(work)), target)
    return failed


def _lasting(node, work: str):
    """The executed notebook without what differs from run to run: times, random ids, places."""
    node.metadata.pop("papermill", None)
    node.metadata.pop("widgets", None)
    node.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    node.cells = [cell for cell in node.cells if "papermill-error-cell-tag" not in cell.metadata.get("tags", [])]
    for number, cell in enumerate(node.cells):
        cell.id = f"cell-{number}"
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                output.traceback = [line.replace(work, "") for line in output.traceback]
    return node


def write_findings(case: Case, found: pd.DataFrame, parameters: Mapping, path: str | os.PathLike) -> None:
    """`findings.json`: the kit's version, what was read, with which parameters, and every finding, as the page has."""
    hidden = current()
    if hidden.identity:
        _written(Path(path).with_name(NAMES), names_of(case))
    whole = {
        "kit": mqforensics.__version__,
        "inputs": [row.asDict() for row in case.inventory.collect()],
        "parameters": dict(parameters) | ({"redact": hidden.mode} if hidden.mode else {}),
        "headline": headline(case),
        "findings": found.to_dict("records"),
    }
    _written(Path(path), whole)


def _written(path: Path, whole: Mapping | list) -> None:
    text = json.dumps(whole, indent=2, ensure_ascii=False, default=_plain)
    path.write_bytes((text + "\n").encode("utf-8", "backslashreplace"))


def _plain(value: object) -> object:
    # A time that Spark gave to Python is by this machine's clock.
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value)


def _sha256(path: str | os.PathLike) -> str:
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def verify(folder: str | os.PathLike, case: str | os.PathLike) -> str | None:
    """What differs between the report in `folder` and the evidence at `case`; None when the report is of this case.

    Each file of the case must be named in `findings.json` with its size and SHA-256, and no other; the page must be
    the one that was written with these findings. Raises `CaseNotFound`.
    """
    try:
        whole = json.loads((Path(folder) / FINDINGS).read_bytes())
        told = {one["file"]: one for one in whole["inputs"]}
        whole["parameters"].get("redact")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        return f"there are no findings of a report in {folder}: {type(problem).__name__}"
    if "incomplete" in whole:
        return f"the report is incomplete: {whole['incomplete']}"
    try:
        page = (Path(folder) / PAGE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return f"there is no {PAGE} in {folder}"
    if MARK.format(_sha256(Path(folder) / FINDINGS)) not in page:
        return f"{PAGE} was not written with this {FINDINGS}"
    return _differs(told, case, whole["parameters"].get("redact") not in ("identity", "all"))


def _differs(told: Mapping[str, Mapping], case: str | os.PathLike, are_named: bool) -> str | None:
    there = {file.name: file for file in files(case)}
    if not are_named:
        before = Counter((one.get("sha256"), one.get("bytes")) for one in told.values())
        now = Counter(there[name].digest()[:2] for name in there)
        other = next(iter((now - before) or (before - now)), None)
        return other and f"{other[1]} bytes with SHA-256 {other[0]} are not in both, the report and the case"
    for name in sorted(told.keys() | there.keys()):
        if name not in there:
            return f"{name} was read for the report and is not in the case"
        if name not in told:
            return f"{name} is in the case and was not read for the report"
        digest, before = there[name].digest(), told[name]
        if before.get("sha256") != digest.sha256 or before.get("bytes") != digest.size:
            now = f"{digest.size} bytes with SHA-256 {digest.sha256}"
            return f"{name} is now {now}; the report read {before.get('bytes')} bytes with {before.get('sha256')}"
    return None
