"""The incident report: papermill runs the notebook, one self-contained HTML file and findings.json come of it."""

import json
import os
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import pandas as pd

import mqforensics
from mqforensics.case import Case
from mqforensics.errors import CaseEmpty, MQForensicsError
from mqforensics.files import files
from mqforensics.formats import HEAD, identify
from mqforensics.views.webpage import TITLE, html

NOTEBOOK = "incident_report.ipynb"
SHARED = "share/mqforensics/notebooks"
"""Where an installed package keeps its notebooks, under the environment's prefix."""


class NotebookNotFound(MQForensicsError, FileNotFoundError):
    """The kit's own notebooks are neither beside the package nor installed."""


class ReportIncomplete(MQForensicsError, RuntimeError):
    """A cell of the notebook failed; what was there until then is in the report."""

    exit_code = 1


def report(case: str | os.PathLike, folder: str | os.PathLike, notebook: str = NOTEBOOK, **parameters) -> Path:
    """Write `report.html`, `report.ipynb` and `findings.json` for the evidence at `case` into `folder`.

    `parameters` go to the notebook; one it does not know raises ValueError. Gives the path of the page.
    Raises `CaseNotFound` or `CaseEmpty` when the evidence cannot be used, `ReportIncomplete` (after writing what
    there is) when the notebook fails.
    """
    _require_evidence(case)
    source, out = notebook_path(notebook), Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    given = {"case": os.path.abspath(case), "findings_file": str((out / "findings.json").resolve()), **parameters}
    _require_known(source, given)
    failed = _execute(source, out / "report.ipynb", given)
    page = out / "report.html"
    page.write_text(html(out / "report.ipynb", f"{Path(case).name}: {TITLE}", failed or ""), encoding="utf-8")
    if failed:
        raise ReportIncomplete(f"{failed} What was found before is in {page}.")
    return page


def _require_evidence(case: str | os.PathLike) -> None:
    found = files(case)
    if not any(identify(file.head(HEAD)) for file in found):
        names = ", ".join(file.name for file in found[:5]) or "an empty folder"
        raise CaseEmpty(f"expected evidence of IBM MQ at {case}, found none that the kit can read: {names}")


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


def _execute(source: Path, target: Path, parameters: Mapping) -> str | None:
    import papermill
    from papermill.exceptions import PapermillExecutionError

    try:
        papermill.execute_notebook(
            str(source), str(target), dict(parameters), kernel_name="python3", extra_arguments=["--log-level=ERROR"]
        )
    except PapermillExecutionError as problem:
        return f"The report is incomplete: cell {problem.exec_count} failed with {problem.ename}: {problem.evalue}."
    return None


def write_findings(case: Case, found: pd.DataFrame, parameters: Mapping, path: str | os.PathLike) -> None:
    """`findings.json`: what was read, with which parameters, and every finding; the same that the report shows."""
    whole = {
        "inputs": [row.asDict() for row in case.inventory.collect()],
        "parameters": {name: _plain(value) for name, value in parameters.items()},
        "findings": found.to_dict("records"),
    }
    Path(path).write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value
