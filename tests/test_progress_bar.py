"""How far a report is: what the kernel notes is heard by whoever waits, and printed on standard error alone."""

import json
import os
import subprocess
import sys
import time

from mqforensics import __main__ as command_line
from mqforensics import kernel
from mqforensics import report as reporting
from mqforensics.progress import STEPS, note_step, steps_noted
from tests.writers.cases import SAMPLES


def test_what_another_process_notes_is_heard_in_order(tmp_path):
    heard = []
    code = "from mqforensics.progress import note_step; [note_step(f'{n} of 3') for n in (1, 2, 3)]"
    with steps_noted(tmp_path / "steps", heard.append):
        subprocess.run([sys.executable, "-c", code], env={**os.environ, STEPS: str(tmp_path / "steps")}, check=True)
        until = time.time() + 20
        while len(heard) < 3 and time.time() < until:
            time.sleep(0.05)
    assert heard == ["1 of 3", "2 of 3", "3 of 3"]


def test_nothing_is_noted_where_nobody_waits(monkeypatch, tmp_path):
    monkeypatch.delenv(STEPS, raising=False)
    monkeypatch.chdir(tmp_path)
    note_step("1 of 3")
    assert list(tmp_path.iterdir()) == []


def test_a_report_says_how_much_there_is_to_read():
    assert kernel.required_evidence(SAMPLES / "walk_wrong_rqmname") == "Reading 4 files, 0.0 MB."


def test_progress_stands_on_standard_error_and_the_headline_ends_the_output(monkeypatch, tmp_path, capfd):
    def made(case, folder, *, told, **more):
        told("Reading 4 files, 0.0 MB.")
        told("1 of 10 questions asked.")
        (tmp_path / "findings.json").write_text(json.dumps({"headline": "Q6 is full."}))
        return tmp_path / "report.html"

    monkeypatch.setattr(reporting, "report", made)
    assert command_line.main(["report", str(SAMPLES / "walk_wrong_rqmname"), "-o", str(tmp_path)]) == 0
    out, err = capfd.readouterr()
    assert err.splitlines() == ["Reading 4 files, 0.0 MB.", "1 of 10 questions asked."]
    assert out.splitlines() == [str(tmp_path / "report.html"), "Q6 is full."]
