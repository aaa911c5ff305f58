"""Reports: nothing beside the evidence is run, all is written or nothing, and the same case gives the same report."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from mqforensics import report as reporting
from mqforensics.__main__ import main
from mqforensics.files import files
from mqforensics.files.context_kinds import OWN
from mqforensics.report import FINDINGS, PAGE, ReportExpected, report, verify
from tests.test_verify import made
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = "import os\nopen({!r}, 'a').write(__name__ + '\\n')\n"
SHADOWS = (
    "pandas.py", "json.py", "random.py", "pyspark.py", "mqforensics.py", "sitecustomize.py", "usercustomize.py",
    "ipykernel.py", "IPython.py", "matplotlib.py", "numpy.py", "py4j.py", "papermill.py", "ebcdic.py", "case.py",
    "ipython_config.py", "ipykernel_config.py", "jupyter_config.py", "jupyter_nbconvert_config.py",
    ".ipython/profile_default/startup/00.py", ".ipython/profile_default/ipython_config.py", "pandas/__init__.py",
)  # fmt: skip


@pytest.fixture
def case(tmp_path):
    folder = tmp_path / "case"
    shutil.copytree(SAMPLES / "dlq_put_inhibited", folder)
    return folder


def run(*arguments, before=(), **given):
    # As the installed command: without the working directory on the path. `before`: what starts it.
    start = "import sys; from mqforensics.__main__ import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **given.pop("env", {})}
    return subprocess.run(
        [*before, sys.executable, "-P", "-c", start, *map(str, arguments)], capture_output=True, text=True, timeout=500,
        env=environment, **given,
    )  # fmt: skip


def test_a_report_in_a_case_of_odd_names_reads_itself_as_no_evidence(case, tmp_path):
    """The default `-o report` in a case that has an older report; a case and a TMPDIR that no format string can hold."""
    made(case, case / "report")
    odd = os.path.join(os.fsencode(tmp_path), b"c\xe9{s}e")
    os.rename(case, odd)
    (tmp_path / "t{m}p d").mkdir()
    given = {"cwd": odd, "env": {"TMPDIR": str(tmp_path / "t{m}p d")}}
    done = run("report", ".", **given)
    assert done.returncode == 0 and done.stdout.startswith("report/report.html\n"), done.stderr
    done = run("verify", "report", ".", **given)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(Path(os.fsdecode(odd), "report", FINDINGS).read_bytes())
    assert {one["file"]: one["format"] for one in found["inputs"] if one["format"]} == {"dlq.txt": "amqsbcg"}
    own = {one["file"] for one in found["inputs"] if one["problem"] == OWN}
    assert own == {f"report/{name}" for name in (PAGE, FINDINGS, "report.ipynb")}
    assert not any(at["file"] in own for one in found["findings"] for at in one["evidence"])
    assert not list((tmp_path / "t{m}p d").iterdir())


@pytest.mark.parametrize("name", [b"c\xe9", b"c{}", "\u202e".encode(), b"a b"])
def test_a_notebook_can_hold_the_paths_of_any_case_and_notes(name, tmp_path):
    place, work = os.path.join(os.fsencode(tmp_path), name), tmp_path / "work"
    os.mkdir(place), work.mkdir()
    for one in ("dlq.txt", "notes"):
        Path(os.fsdecode(place), one).write_text(one)
    named, told = reporting._named(os.path.join(os.fsdecode(place), "*.txt"), work)
    notes = reporting._readable(os.path.join(os.fsdecode(place), "notes"), work).get(
        "notes", os.path.join(os.fsdecode(place), "notes")
    )
    assert nbformat.writes(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(f"{named} {notes}")])).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(work)
        for key, value in told.items():
            patch.setenv(key, value)
        assert [file.name for file in files(named)] == ["dlq.txt"] and Path(notes).read_text() == "notes"


def test_a_report_that_cannot_be_written_is_said_before_any_work(case, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(reporting.kernel, "required_evidence", lambda *_: pytest.fail("the evidence was read first"))
    for name in (PAGE, "report.ipynb", FINDINGS, "signature.json"):
        (tmp_path / name / name).mkdir(parents=True)
        assert main(["report", str(case), "-o", str(tmp_path / name)]) == 2
        assert f"got the folder {tmp_path / name / name}" in capsys.readouterr().err


def test_no_code_in_the_folder_of_a_case_is_run(case, tmp_path):
    ran = tmp_path / "ran.txt"
    for name in SHADOWS:
        (case / name).parent.mkdir(parents=True, exist_ok=True)
        (case / name).write_text(SCRIPT.format(str(ran)))
    done = run("report", ".", "-o", tmp_path / "out", cwd=case)
    assert done.returncode == 0, done.stderr
    assert not ran.exists(), ran.read_text()
    done = run("decode", ".", cwd=case)
    assert done.returncode == 0 and done.stdout.count("\n") >= 1, done.stderr
    assert not ran.exists(), ran.read_text()


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    place = tmp_path_factory.mktemp("twice")
    folders = [place / "one", place / "two"]
    for folder in folders:
        report(SAMPLES / "dlq_put_inhibited", folder)
    return folders


def test_the_same_case_gives_the_same_report(twice):
    for name in (PAGE, FINDINGS, "report.ipynb"):
        one, two = ((folder / name).read_bytes() for folder in twice)
        assert one == two, name


def test_a_report_names_no_place_of_this_machine_and_is_private(twice):
    [folder, _] = twice
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in folder.iterdir():
        text = path.read_text()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert str(ROOT) not in text and "/tmp/" not in text and str(Path.home()) + "/" not in text, path


def test_a_report_says_which_kit_made_it_of_which_files(twice):
    whole = json.loads((twice[0] / FINDINGS).read_text())
    assert whole["kit"] and whole["parameters"]["case"] == "dlq_put_inhibited"
    assert all({"file", "sha256", "bytes", "modified"} <= set(one) for one in whole["inputs"])


def test_a_report_is_of_its_case_and_of_no_other(twice, case, capsys):
    [folder, _] = twice
    assert main(["verify", str(folder), str(case)]) == 0
    assert main(["verify", str(folder), str(SAMPLES / "dlq_unknown_object")]) == 1
    assert capsys.readouterr().out.count("\n") == 2
    dlq = next(path for path in case.iterdir() if path.suffix == ".txt")
    dlq.write_bytes(dlq.read_bytes().replace(b"0", b"1", 1))
    assert dlq.name in verify(folder, case)
    (case / "more.txt").write_text("more")
    assert "more.txt" in verify(folder, case) or dlq.name in verify(folder, case)


def test_a_page_beside_the_findings_of_another_report_is_told(twice, case, tmp_path):
    shutil.copytree(twice[0], tmp_path / "mixed")
    (tmp_path / "mixed" / FINDINGS).write_text((twice[0] / FINDINGS).read_text().replace("warning", "info") + " ")
    assert "not written with" in verify(tmp_path / "mixed", case)
    with pytest.raises(ReportExpected):
        verify(tmp_path, case)


def earlier(folder):
    folder.mkdir()
    for name in (PAGE, FINDINGS, "report.ipynb"):
        (folder / name).write_text(f"the old {name}")


def is_untouched(folder):
    names = sorted(path.name for path in folder.iterdir())
    return names == sorted((PAGE, FINDINGS, "report.ipynb")) and all(
        (folder / name).read_text() == f"the old {name}" for name in names
    )


def test_a_full_disk_leaves_the_earlier_report(case, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    earlier(tmp_path / "out")
    monkeypatch.setattr(reporting, "_execute", full)
    assert main(["report", str(case), "-o", str(tmp_path / "out")]) == 2
    assert is_untouched(tmp_path / "out")


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda asked: asked.name)
def test_an_interrupt_is_one_line_and_leaves_the_earlier_report(case, tmp_path, asked):
    earlier(tmp_path / "out")
    (tmp_path / "tmp").mkdir()
    heeding = "signal.signal(signal.SIGHUP, signal.SIG_DFL); signal.signal(signal.SIGINT, signal.default_int_handler)"
    # Who runs the tests in the background, or under nohup, has their programs ignore these signals.
    start = f"import signal, sys; {heeding}; from mqforensics.__main__ import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", start, "report", str(case), "-o", str(tmp_path / "out")],
        stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "tmp")},
    )  # fmt: skip
    deadline = time.time() + 60
    while time.time() < deadline and not any(p.name.startswith(".mqf") for p in (tmp_path / "out").iterdir()):
        time.sleep(0.2)
    time.sleep(4)
    assert not any(path.is_file() for path in (tmp_path / "out").glob(".mqf*/*"))
    process.send_signal(asked)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and said.strip().splitlines()[-1] == "mqforensics: cancelled"
    assert said.count("mqforensics:") == 1 and "Traceback" not in said, said
    assert is_untouched(tmp_path / "out") and not list((tmp_path / "tmp").iterdir())


def test_a_notebook_that_fails_leaves_no_findings_of_another_case(case, tmp_path, monkeypatch):
    earlier(tmp_path / "out")

    def failed(source, target, parameters, work, *more):
        target.write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
        return "The report is incomplete: <script>alert(1)</script>"

    monkeypatch.setattr(reporting, "_execute", failed)
    assert main(["report", str(case), "-o", str(tmp_path / "out")]) == 1
    whole = json.loads((tmp_path / "out" / FINDINGS).read_text())
    assert whole["findings"] == [] and "incomplete" in whole
    page = (tmp_path / "out" / PAGE).read_text()
    assert "<script" not in page and "&lt;script" in page and "Content-Security-Policy" in page
    assert "incomplete" in verify(tmp_path / "out", case)


ALONE = (
    "env", "unshare", "--map-root-user", "--net", "sh", "-c",
    'ip link set lo up && exec setpriv --bounding-set=-all --inh-caps=-all "$@"', "sh",
)  # fmt: skip
"""Starts a program with the loopback alone, and without the right to write where the mode of a file forbids it."""
PROBE = """
import socket, sys
for forbidden in (lambda: socket.create_connection(("192.0.2.1", 9), 5), lambda: open(sys.argv[1] + "/new", "w")):
    try:
        forbidden()
    except OSError as problem:
        print(problem.errno)
"""
UNREACHABLE, DENIED = "101", "13"


def test_without_a_home_a_network_and_the_right_to_write_in_the_case(case, tmp_path):
    evidence = {path.name: path.read_bytes() for path in case.iterdir()}
    for path in case.iterdir():
        path.chmod(0o400)
    case.chmod(0o500)
    try:
        tried = subprocess.run([*ALONE, sys.executable, "-c", PROBE, str(case)], capture_output=True, text=True)
        is_alone = tried.stdout.split() == [UNREACHABLE, DENIED]
        done = run("report", case, "-o", tmp_path / "out", before=ALONE if is_alone else (), cwd="/",
                   env={"HOME": "/nonexistent", "MPLCONFIGDIR": ""})  # fmt: skip
    finally:
        case.chmod(0o700)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / PAGE).is_file() and verify(tmp_path / "out", case) is None
    assert {path.name: path.read_bytes() for path in case.iterdir()} == evidence
    if not is_alone:
        pytest.skip(f"only without a home: no network of its own can be made here ({tried.stderr.strip()})")


def test_two_reports_into_one_folder_do_not_mix(tmp_path):
    cases = []
    for number in range(2):
        (tmp_path / f"case{number}").mkdir()
        (tmp_path / f"case{number}" / "dlq.txt").write_text(dump([{"data": b"x" * number}], "DLQ"))
        cases.append(tmp_path / f"case{number}")
    start = "import sys; from mqforensics.__main__ import main; sys.exit(main())"
    running = [
        subprocess.Popen([sys.executable, "-P", "-c", start, "report", str(case), "-o", str(tmp_path / "out")],
                         env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL)
        for case in cases
    ]  # fmt: skip
    assert [process.wait(400) for process in running] == [0, 0]
    assert sum(verify(tmp_path / "out", case) is None for case in cases) == 1
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted((PAGE, FINDINGS, "report.ipynb"))
