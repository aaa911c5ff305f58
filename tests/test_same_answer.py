"""One answer a question: report, command line, notebook function and `findings` say the same of a case.

Some of the cases are asked; with MQFORENSICS_EVERY=1 in the environment every one is, which takes half an hour.
"""

import json
import os

import pytest

from mqforensics import findings, open_case
from mqforensics.__main__ import main
from mqforensics.questions import NAMES, all_findings, answers
from mqforensics.views.page import Page
from tests.conftest import SHARED
from tests.plain import faults_of
from tests.writers.cases import SAMPLES

CASES = sorted(path for path in SAMPLES.iterdir() if path.is_dir())
EVERY = bool(os.environ.get("MQFORENSICS_EVERY"))
ASKED = sorted(path for path in (SHARED / "cases").glob("*") if path.is_dir()) if (SHARED / "cases").is_dir() else []


def said(rows):
    return [(one["question"], one["code"], one["statement"], one["queue_manager"], one["object"]) for one in rows]


@pytest.mark.parametrize("path", [*CASES, *ASKED] if EVERY else [*CASES[::5], *ASKED[::9]], ids=lambda path: path.name)
def test_the_page_shows_the_findings_of_the_table(spark, path):
    with open_case(spark, path) as case:
        table = [row.asDict(recursive=True) for row in findings(case).collect()]
        shown = Page(case).findings()
        assert said(table) == said([one._asdict() for one in all_findings(case)])
        assert set(answers(case)) <= set(NAMES)
        assert faults_of(answers(case).values()) == [] or path.parent != SAMPLES
        assert (shown.data.count('<article class="finding') if shown else 0) == len(table)


@pytest.mark.parametrize("path", [*CASES, *ASKED] if EVERY else [SAMPLES / "handler_mixed"], ids=lambda path: path.name)
def test_the_report_of_the_command_line_says_what_the_function_says(spark, tmp_path, path):
    assert main(["report", str(path), "-o", str(tmp_path)]) == 0
    with open_case(spark, path) as case:
        table = [row.asDict(recursive=True) for row in findings(case).collect()]
    assert said(json.loads((tmp_path / "findings.json").read_text())["findings"]) == said(table)
    page = (tmp_path / "report.html").read_text()
    assert page.count('<article class="finding') == len(table)
