"""The manual is built without network, and without a warning."""

import subprocess
import sys
from pathlib import Path

import pytest

from mqforensics import formats
from mqforensics.questions import NAMES
from mqforensics.questions.meanings import meanings

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def manual(tmp_path_factory):
    folder = tmp_path_factory.mktemp("manual")
    made = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", folder / "trees", ROOT / "docs", folder / "html"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return folder / "html"


def test_every_table_and_question_is_in_it(manual):
    columns, asked = ((manual / "generated" / f"{name}.html").read_text() for name in ("columns", "questions"))
    assert all(f"<h2>{table}" in columns for table in ("messages", "objects", "log", "events", "calls", "rules"))
    assert "as_of" in columns and "What happened, in order" in asked


def test_every_format_is_in_it(manual):
    page = (manual / "spark.html").read_text()
    assert all(f'<span class="pre">{name}</span>' in page for name in formats.NAMES) and "qload" in page


def test_every_finding_code_is_in_it(manual):
    page = (manual / "generated" / "codes.html").read_text()
    heads = {one.question for one in meanings()}
    assert {*NAMES} < heads and all(f">{one.code}<" in page for one in meanings())
    assert page.count("<tr") == len(meanings()) + len(heads)


def test_every_notebook_is_a_page(manual):
    pages = {path.stem for path in (manual / "generated" / "notebooks").glob("*.html")}
    assert pages == {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")} - {"incident_report"}
