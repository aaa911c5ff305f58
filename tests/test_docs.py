"""The manual is built without network, and without a warning."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mqforensics import formats, source
from mqforensics.__main__ import _parser
from mqforensics.case.given import WORDS, of_case_json
from mqforensics.case.settings import REQUEST, SETTINGS, settings
from mqforensics.formats.file_slice import FileSlice
from mqforensics.questions import NAMES
from mqforensics.questions.meanings import meanings

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "sample_dumps" / "walk_dlq_2051"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
VERB = re.compile(r"(?:^|`)(?: {4})?(?:\.venv/bin/)?(mqforensics [a-z][^`\n]*)", re.M)
OPEN_ENDED = re.compile(r"[…|<]|^mqforensics VERB")
"""What is the name of a verb in a sentence, or reads standard input, and no whole command."""
CAPTURES = [
    pytest.param(line.strip(), id=f"{page.stem}-{number}")
    for page in PAGES for number, line in enumerate(page.read_text().splitlines(), 1)
    if line.strip().startswith("(date ")
]  # fmt: skip


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


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_every_command_of_the_manual_is_one(page):
    for command in VERB.findall(page.read_text()):
        words = shlex.split(command)
        if len(words) > 2 and "--help" not in words and not OPEN_ENDED.search(command):
            own = words.index("--") if "--" in words else len(words)
            assert _parser().parse_args(words[1:own]).run, command


@pytest.mark.parametrize("line", CAPTURES)
def test_a_capture_as_the_manual_makes_it_has_its_time_and_its_queue_manager(line, tmp_path):
    """Programs of the product are played by the shell, with what they print in a sample case."""
    dump, display = SAMPLE / "DLQ.txt", SAMPLE / "QM_VER75.txt"
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "amqsbcg").write_text(f"#!/bin/sh\nsed \"s/MQOPEN - 'DLQ'/MQOPEN - '$1'/\" {shlex.quote(str(dump))}\n")
    shown = f"sed '/^2026-/d; s/QM_VER75/'\"$1\"'/' {shlex.quote(str(display))}"
    (tools / "runmqsc").write_text(f"#!/bin/sh\ncat > /dev/null\n{shown}\n")
    for one in tools.iterdir():
        one.chmod(0o700)
    target = tmp_path / re.search(r"> (\S+)$", line)[1]
    target.parent.mkdir(exist_ok=True)
    (tmp_path / "display.mqsc").write_text("DISPLAY QMGR ALL\n")
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["sh", "-c", line], cwd=tmp_path, env={**os.environ, "PATH": path, "TZ": "UTC-2"}, check=True)
    data = target.read_bytes()
    rows = [row for made in source.rows(formats.format_module(formats.identify(data)), FileSlice(data, target.name))
            for row in (made.to_pylist() if hasattr(made, "to_pylist") else [made])]  # fmt: skip
    manager = re.search(r"(?:amqsbcg \S+|runmqsc) (QM\w+)", line)[1]
    assert rows and {row.get("dump_queue_manager") or row.get("queue_manager") for row in rows} == {manager}
    assert all(row["captured"] is not None and row["zone"] == "+02:00" for row in rows)


def test_every_key_of_case_json_is_listed_and_each_example_can_be_used():
    page = (ROOT / "docs" / "howto.md").read_text()
    section = page.partition("## All keys of case.json")[2]
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| `(.*)` \|$", section, re.M))
    assert set(rows) == {*SETTINGS, *WORDS} and all(f"`{name}`" in page for name in REQUEST)
    assert all(f"`{name}`" in section for one, known in SETTINGS.items() if one != "walk" for name in known)
    whole = [json.dumps({key: json.loads(example)}) for key, example in rows.items()]
    for text in (*whole, *re.findall(r"```json\n(.*?)```", page, re.S)):
        data = text.encode()
        assert settings(data)[1] is None and of_case_json(json.loads(data), data, "case.json")[1] == []
