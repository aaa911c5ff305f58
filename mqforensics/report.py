"""The incident report: papermill runs the notebook, one self-contained HTML file and findings.json come of it.

The notebook runs in its own empty folder, in which the evidence is a link: what lies beside the evidence is never run,
and the report names no place of this machine. All is built aside and comes to its place by renaming.
"""

import json
import logging
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import file_digest, sha256
from pathlib import Path
from typing import TYPE_CHECKING

import mqforensics
from mqforensics import kernel
from mqforensics.errors import NOT_ANSWERED, EngineFailed, MQForensicsError
from mqforensics.files import clean, remote, signature
from mqforensics.files.context_kinds import OWN
from mqforensics.files.isolation import errors_to, interruptible, isolated_environment, scratch_folder, without
from mqforensics.files.output import new_files, require_folder, write_file
from mqforensics.privacy import digest_key as keys
from mqforensics.progress import STEPS, steps_noted
from mqforensics.session import ENGINE, SPARK, asked_for, chosen, has_java
from mqforensics.validation import instant
from mqforensics.views.webpage import TITLE, html, load

if TYPE_CHECKING:
    from subprocess import Popen

    import pandas as pd

    from mqforensics.case import Case
    from mqforensics.privacy.redaction import Redaction

NOTEBOOK = "incident_report.ipynb"
OUTPUTS = PAGE, EXECUTED, FINDINGS, SIGNATURE = "report.html", "report.ipynb", "findings.json", "signature.json"
SCHEMA = 2
"""The form of `findings.json`, which `docs/findings.schema.json` describes."""
MARK = '<meta name="mqforensics-findings" content="{}">'
HEAD_END = b"</head>"
NAMES, OLDER = "names.json", "older.json"
UNTOLD = "The report is incomplete, and what there is could not be redacted: nothing of it is on the page."
INCOMPLETE = "The report is incomplete. {}"
AGAIN = "Spark made this report, because Sail could not. {}"
KERNEL = "mqforensics"
UNNEEDED = ("rfc3987_syntax", "rfc3986_validator", "pyarrow", "boto3", "gcsfs", "azure", "github")
"""What no notebook on this machine needs: a grammar of addresses that jsonschema makes as it is loaded, in more than a
second, and what papermill has for notebooks that lie elsewhere."""
SHARED = "share/mqforensics/notebooks"
"""Where an installed package keeps its notebooks, under the environment's prefix."""


class NotebookNotFound(MQForensicsError, FileNotFoundError):
    """The kit's own notebooks are neither beside the package nor installed."""


class ReportExpected(MQForensicsError, FileNotFoundError):
    """A folder that holds no report."""


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
    sign: str | os.PathLike = "",
    digest_key: str | os.PathLike | None = None,
    told: Callable[[str], None] = lambda said: None,
    **parameters,
) -> Path:
    """Write `report.html`, `report.ipynb` and `findings.json` for the evidence at `case` into `folder`.

    `parameters` go to the notebook; one it does not know raises ValueError. Gives the path of the page. Only this
    user can read the files; those of an earlier report stay as they are until all of the new ones are written.
    `redact` is `payload`, `identity` or `all`, see `mqforensics.privacy.redaction`; two reports with one `key`
    have the same tokens. Passwords are in no report, and the beginning of messages only with `previews`.
    With `all` the digests and sizes of files are keyed with what is in the file `digest_key`, by default `DIR.key`
    beside the folder, which is made where it is not there: `verify` needs it.
    `compare`, a parameter, is the folder of an older report: the page says what is new, gone and changed since.
    `told` hears how far it is: how much is read, how many questions are asked, each as a short sentence.
    `sign`: the PEM file of a private ed25519 key, with which `signature.json` is made; see `files.signature`.
    Raises, before any work, `FolderExpected` or `FileExpected` when nothing can be written there, `KeyExpected`,
    `DigestKeyExpected`, `CaseNotFound` or `CaseEmpty` when the evidence cannot be used; `ReportIncomplete`, after
    writing what there is, when the notebook fails.
    """
    require_folder(folder, *OUTPUTS)
    signer = signature.private_key(sign) if sign else None
    source, out = notebook_path(notebook), Path(folder)
    given = {"case": "", "findings_file": FINDINGS, **parameters}
    with interruptible(), scratch_folder() as work, kernel.ready_kernel(work, case) as ready:
        _require_known(source, given)
        told(kernel.required_evidence(case, ready))
        from mqforensics.privacy.redaction import Redaction

        keyed = keys.for_report(out, digest_key) if redact == "all" else None
        hidden = Redaction(redact, key, previews=previews, digest_key=keyed)
        if hidden.identity and given.get("compare"):
            raise ValueError("expected no older report to compare with where names are hidden: it has names of its own")
        given["case"], behind = _named(case, work)
        given |= _readable(given.get("notes"), work) | _older(given.get("compare"), work)
        known = {**behind, **hidden.environment(), STEPS: str(work / "steps")}
        with new_files(out, *OUTPUTS) as built:
            with steps_noted(work / "steps", told):
                failed, again = _answered(source, given, work, known, case, ready)
            _findings(work / FINDINGS, failed, parameters)
            failed, title, found = _redacted(built, work, hidden, failed, Path(given["case"]))
            banner = failed or (again and hidden.text(again)) or ""
            _written_together(built, found, html(built / EXECUTED, f"{title}: {TITLE}", banner), signer)
    if failed:
        raise ReportIncomplete(f"{failed} What was found before is in {out / PAGE}.")
    return out / PAGE


def _written_together(built: Path, found: dict, page: str, signer) -> None:
    """Write the findings with the hashes of the notebook and of the page, the page with that of the findings.

    So a change of one of them can be seen; who changes all of them can be seen by the signature alone.
    """
    whole = page.encode("utf-8", "backslashreplace")
    found["outputs"] = {EXECUTED: _sha256(built / EXECUTED), PAGE: sha256(whole).hexdigest()}
    _written(built / FINDINGS, found)
    write_file(built / PAGE, whole.replace(HEAD_END, MARK.format(_sha256(built / FINDINGS)).encode() + HEAD_END, 1))
    if signer:
        digests = {name: _sha256(built / name) for name in (PAGE, EXECUTED, FINDINGS)}
        write_file(built / SIGNATURE, signature.signature(signature.entries(found, digests), signer))


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
    name = clean(os.path.basename(fixed)) or "case"
    (work / "evidence").mkdir()
    (work / "evidence" / name).symlink_to(fixed)
    pattern = path[len(fixed) :]
    if clean(pattern) == pattern:
        return f"evidence/{name}{pattern}", {}
    named = f"evidence/{name}{clean(pattern)}"  # a notebook holds no bytes that are not UTF-8
    return named, {remote.BEHIND: f"{named}\n{path}"}


def _readable(notes: str | None, work: Path) -> dict[str, str]:
    """The notes under a path that a notebook can hold: by a link where their own is not UTF-8."""
    if not notes or clean(notes) == notes:
        return {}
    (work / "notes.json").symlink_to(os.path.abspath(notes))
    return {"notes": "notes.json"}


def _older(report: str | None, work: Path) -> dict[str, str]:
    """The findings of an older report, copied to where the notebook runs, so that it names no place of this machine."""
    if not report:
        return {}
    found = Path(report) / FINDINGS if Path(report).is_dir() else Path(report)
    if not found.is_file():
        raise ReportExpected(f"expected the folder of an older report, with {FINDINGS}, found none in {report}")
    write_file(work / OLDER, found.read_bytes())
    return {"compare": OLDER}


def _findings(path: Path, failed: str | None, parameters: Mapping) -> None:
    """Where the notebook did not come to write its findings, what stopped it."""
    if not path.is_file():
        whole = {"schema": SCHEMA, "kit": mqforensics.__version__, "inputs": []}
        whole |= {"parameters": dict(parameters), "findings": []}
        _written(path, {**whole, "incomplete": failed or "the notebook writes no findings"})


def _require_known(source: Path, given: Mapping) -> None:
    # Here, because the notebook that writes findings.json needs none of it.
    with without(*UNNEEDED):
        import papermill

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


def _redacted(
    built: Path, work: Path, hidden: "Redaction", failed: str | None, path: Path
) -> tuple[str | None, str, dict]:
    """Redacts the executed notebook; gives the banner, the name of the case and the findings as they may be told.

    `path`: of the case, as the notebook has it: what it names in its own folder is the case's.
    What is not redacted yet never lies beside the target.
    """
    import nbformat

    from mqforensics.privacy.redaction import Redaction

    names, found = work / NAMES, json.loads((work / FINDINGS).read_bytes())
    if hidden.identity and not names.is_file():  # it failed before the names were known: then nothing is shown
        nbformat.write(nbformat.v4.new_notebook(), built / EXECUTED)
        return UNTOLD, "case", {**found, "parameters": {"redact": hidden.mode}, "incomplete": UNTOLD}
    hidden = Redaction(hidden.mode, hidden.key, json.loads(names.read_bytes()) if names.is_file() else (),
                       digest_key=hidden.digest_key, places=path.parts[1:])  # fmt: skip
    node = nbformat.read(work / EXECUTED, as_version=4)
    for cell in node.cells:
        if "parameters" not in cell.metadata.get("tags", []):
            cell.source = hidden.text(cell.source)
        cell.outputs = [_output(output, hidden) for output in cell.get("outputs", [])]
    nbformat.write(node, built / EXECUTED)
    return failed and hidden.text(failed), hidden.text(path.name), hidden.value(found)


def _output(output, hidden: "Redaction"):
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


def _answered(
    source: Path,
    given: Mapping,
    work: Path,
    more: Mapping[str, str],
    case: str | os.PathLike,
    ready: "Popen | None" = None,
) -> tuple[str | None, str]:
    """Run the notebook, in the kernel that is `ready`; gives why it is incomplete, and why Spark was asked after Sail.

    What Sail cannot answer Spark is asked in another process, where nobody named an engine and there is Java.
    """
    failed = _execute(source, work / EXECUTED, given, work, more, ready)  # its session chooses as `chosen` does
    if asked_for() or chosen(case) == SPARK or not has_java():
        return _incomplete(failed), ""
    missed = failed or _not_answered(work / FINDINGS)
    if not missed:
        return None, ""
    for name in (FINDINGS, NAMES, EXECUTED):
        (work / name).unlink(missing_ok=True)
    failed = _execute(source, work / EXECUTED, given, work, {**more, ENGINE: SPARK})
    return _incomplete(failed), AGAIN.format(missed)


def _incomplete(why: str | None) -> str | None:
    """Said of the engine that made the report, and of no other: what Spark made whole is whole."""
    return why and INCOMPLETE.format(why)


def _not_answered(path: Path) -> str:
    """What the first finding says that tells of a question without an answer; blank without one."""
    found = json.loads(path.read_bytes())["findings"] if path.is_file() else []
    return next((one["statement"] for one in found if one["code"] == NOT_ANSWERED), "")


def _execute(
    source: Path, target: Path, parameters: Mapping, work: Path, more: Mapping[str, str], ready: "Popen | None" = None
) -> str | None:
    import nbformat
    import papermill
    from papermill.exceptions import PapermillExecutionError

    started_as = {"argv": [sys.executable, "-P", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                  "display_name": "Python 3", "language": "python"}  # fmt: skip
    (work / "kernels" / KERNEL).mkdir(parents=True, exist_ok=True)
    (work / "kernels" / KERNEL / "kernel.json").write_text(json.dumps(started_as))
    failed = None
    with isolated_environment(**kernel.environment(work), **more), errors_to(work / kernel.LOG):
        try:
            papermill.execute_notebook(
                nbformat.read(source, as_version=4), str(target).replace("{", "{{").replace("}", "}}"),
                dict(parameters), kernel_name=KERNEL, cwd=str(work), language="python", progress_bar=False,
                extra_arguments=["--log-level=ERROR"], kernel_manager_class=kernel.kernels(work, ready, load),
                shutdown_kernel="immediate", request_save_on_cell_execute=False,
            )  # fmt: skip
        except KeyboardInterrupt:
            logging.getLogger("asyncio").disabled = True  # at the end it would tell of the cell that was stopped
            raise
        except PapermillExecutionError as problem:
            if problem.ename in (EngineFailed.__name__, MemoryError.__name__):
                raise EngineFailed(problem.evalue) from None
            failed = f"Cell {problem.exec_count} failed with {problem.ename}: {problem.evalue}."
        except RuntimeError as problem:
            why = "It may have had too little memory (ulimit -v)."
            raise EngineFailed(f"The kernel of the report ended: {problem}. {why}") from None
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


def write_findings(case: "Case", found: "pd.DataFrame", parameters: Mapping, path: str | os.PathLike) -> None:
    """`findings.json`: the kit's version, what was read, with which parameters, and every finding, as the page has."""
    # Here, because the process that runs the notebook asks the questions, and the one that waits for it does not.
    from mqforensics.privacy.redaction import current
    from mqforensics.questions import headline
    from mqforensics.spark_compat import rows_of
    from mqforensics.tools.names_of_case import names_of

    hidden = current()
    if hidden.identity:
        _written(Path(path).with_name(NAMES), names_of(case))
    whole = {
        "schema": SCHEMA,
        "kit": mqforensics.__version__,
        "inputs": [row.asDict() for row in rows_of(case.inventory)],
        "parameters": dict(parameters) | _told_of(hidden),
        "headline": headline(case),
        "findings": found.to_dict("records"),
    }
    _written(Path(path), whole)


def _told_of(hidden: "Redaction") -> dict[str, str]:
    mode = {"redact": hidden.mode} if hidden.mode else {}
    return mode | ({"digest_key": hidden.digest_mark} if hidden.mode == "all" else {})


def _written(path: Path, whole: Mapping | list) -> None:
    write_file(path, json.dumps(whole, indent=2, ensure_ascii=False, default=_plain) + "\n")


def _plain(value: object) -> object:
    return instant(value).isoformat() if isinstance(value, datetime) else str(value)


def _sha256(path: str | os.PathLike) -> str:
    with open(path, "rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def verify(
    folder: str | os.PathLike, case: str | os.PathLike, key: str | os.PathLike = "",
    digest_key: str | os.PathLike | None = None,
) -> str | None:  # fmt: skip
    """What differs between the report in `folder` and the evidence at `case`; None when the report belongs to this
    case.

    Each file of the case must be named in `findings.json` with its size and SHA-256, and no other; the page and the
    notebook must be as they were written with these findings. What `signature.json` says must be so; with `key`, the
    PEM file of a public ed25519 key, it must be there and be made with this key. `digest_key`: the file of the key of a
    report whose digests are keyed. Raises `ReportExpected` where there is no report, `CaseNotFound`, `KeyExpected`, and
    `DigestKeyExpected` where the report needs a key, or another one.
    """
    folder, asked = Path(folder), signature.public_key(key) if key else None
    if not any(os.path.lexists(folder / name) for name in OUTPUTS):
        raise ReportExpected(f"expected the folder of a report, with {FINDINGS}, found none in {folder}")
    try:
        found, outputs = _read(folder)
    except ReportChanged as problem:
        return str(problem)
    digests = {name: sha256(content).hexdigest() for name, content in outputs.items()}
    mark = MARK.format(digests[FINDINGS]).encode()
    if mark not in outputs[PAGE]:
        return f"{PAGE} was not written with this {FINDINGS}"
    unmarked = sha256(outputs[PAGE].replace(mark, b"", 1)).hexdigest()
    for name, now in ((PAGE, unmarked), (EXECUTED, digests[EXECUTED])):
        if now != found["outputs"][name]:
            return f"{name} changed after it was written with this {FINDINGS}"
    signed = _signature_differs(folder, signature.entries(found, digests), asked)
    told = {one["file"]: one for one in found["inputs"]}
    if signed:
        return signed
    hidden = _keyed(found["parameters"].get("digest_key"), folder, digest_key)
    return _differs(told, case, found["parameters"].get("redact") not in ("identity", "all"), hidden)


def _keyed(mark: str | None, folder: Path, given: str | os.PathLike | None) -> "Redaction | None":
    """What keys the digests of a report as they were; None where they are plain."""
    from mqforensics.privacy.redaction import Redaction

    if mark is None:
        return None
    if given is None:
        raise keys.DigestKeyExpected(
            f"the digests in {folder} are keyed: give the key's file with --digest-key; "
            f"unless another was given, the report left it at {keys.key_beside(folder)}"
        )
    hidden = Redaction("all", digest_key=keys.read(given))
    if hidden.digest_mark != mark:
        raise keys.DigestKeyExpected(f"the digests in {folder} are keyed with another key than that in {given}")
    return hidden


def is_signed(folder: str | os.PathLike) -> bool:
    """Whether the report in `folder` has a signature; `verify` says whether it is one of this report."""
    return (Path(folder) / SIGNATURE).is_file()


class ReportChanged(Exception):
    """What is wrong with the files of a report."""


def _read(folder: Path) -> tuple[dict, dict[str, bytes]]:
    """The findings of a report, and the bytes of its files. Raises `ReportChanged`."""
    outputs = {}
    for name in (FINDINGS, PAGE, EXECUTED):
        try:
            outputs[name] = (folder / name).read_bytes()
        except OSError as problem:
            raise ReportChanged(f"{name} cannot be read in {folder}: {problem.strerror}") from None
    try:
        found = json.loads(outputs[FINDINGS])
    except (ValueError, RecursionError) as problem:
        raise ReportChanged(f"{FINDINGS} is not JSON: {str(problem)[:99]}") from None
    if not _is_report(found):
        raise ReportChanged(f"{FINDINGS} does not have what a report of this kit has")
    if "incomplete" in found:
        raise ReportChanged(f"the report is incomplete: {found['incomplete']}")
    return found, outputs


def _is_report(found: object) -> bool:
    """Whether JSON has what `verify` looks at, each of its own kind; anybody may have written it."""
    kinds = {"kit": str, "inputs": list, "parameters": dict, "findings": list, "outputs": dict}
    if not isinstance(found, dict) or not all(isinstance(found.get(name), kind) for name, kind in kinds.items()):
        return False
    names = [one.get("file") if isinstance(one, dict) else None for one in found["inputs"]]
    hashes = [one.get("sha256") for one in found["inputs"]] if None not in names else []
    size = str if "digest_key" in found["parameters"] else int
    return (
        all(isinstance(name, str) for name in names) and len(set(names)) == len(names)
        and all(one is None or isinstance(one, str) for one in hashes)
        and all(isinstance(found["parameters"].get(name, ""), str) for name in ("redact", "digest_key"))
        and all(type(one.get("bytes")) in (size, type(None)) for one in found["inputs"])
        and all(isinstance(one, dict) and isinstance(one.get("assumes") or [], list) for one in found["findings"])
        and found["outputs"].keys() == {PAGE, EXECUTED}
    )  # fmt: skip


def _signature_differs(folder: Path, entries: list[dict], key) -> str | None:
    try:
        text = (folder / SIGNATURE).read_bytes()
    except FileNotFoundError:
        return f"the report is not signed: there is no {SIGNATURE}" if key else None
    except OSError as problem:
        return f"{SIGNATURE} cannot be read in {folder}: {problem.strerror}"
    return signature.differs(text, entries, key)


def _differs(
    told: Mapping[str, Mapping], case: str | os.PathLike, are_named: bool, hidden: "Redaction | None" = None
) -> str | None:
    from mqforensics.case import evidence

    there = {file.name: file for file in evidence(case) if file.problem != OWN}
    told = {name: one for name, one in told.items() if one.get("problem") != OWN}
    if not are_named:
        before = Counter((one.get("sha256"), one.get("bytes")) for one in told.values())
        key = hidden.digest if hidden else (lambda value: value)
        plain = (there[name].digest()[:2] for name in there)
        now = Counter((value and key(value), key(size)) for value, size in plain)
        written = (None, key(0))  # what the kit wrote has this, and a problem that is redacted
        other = next((one for one in (*(now - before), *(before - now)) if one != written), None)
        what = "a file whose keyed digest is {0} is" if hidden else "{1} bytes with SHA-256 {0} are"
        return other and f"{what.format(*other)} not in both, the report and the case"
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
