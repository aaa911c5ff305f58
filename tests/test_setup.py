import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
import yaml

import mqforensics
from mqforensics.__main__ import main
from mqforensics.formats import NAMES, format_module
from mqforensics.formats.tables import SCHEMAS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
FROM_A_ZIP = """
import pkgutil, sys
from importlib import import_module
sys.path.append(sys.argv[1])
import mqforensics
names = [one.name for one in pkgutil.walk_packages(mqforensics.__path__, "mqforensics.") if "__main__" not in one.name]
assert all("kit.zip" in import_module(name).__file__ for name in names)
from mqforensics.codes import mqrc
assert mqrc(2035).name == "MQRC_NOT_AUTHORIZED"
print(len(names))
"""
SHELL = re.findall(r"```sh\n(.*?)```", README, re.S)


def test_the_front_door_opens_on_every_name():
    assert mqforensics.__all__ == sorted(mqforensics.__all__, key=lambda name: (name[0].islower(), name))
    for name in mqforensics.__all__:
        assert callable(getattr(mqforensics, name)), name
    with pytest.raises(AttributeError):
        mqforensics.nothing_of_the_kind  # noqa: B018


@pytest.mark.parametrize("name", NAMES)
def test_every_format_is_the_same_few_names(name):
    module = format_module(name)
    assert name == module.NAME and module.TABLE in SCHEMAS
    assert module.sniff(b"") == 0
    assert callable(module.read)


def test_no_format_of_that_name():
    with pytest.raises(ValueError, match="expected one of the formats"):
        format_module("floppy")


def test_the_environment_file_agrees_with_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    conda = yaml.safe_load((ROOT / "environment.yml").read_text())
    python = next(d for d in conda["dependencies"] if str(d).startswith("python="))
    least = re.search(r"\d+\.\d+", project["requires-python"])[0]
    assert python == f"python={least}"
    assert any(str(d).startswith("openjdk=17") for d in conda["dependencies"])
    assert {"pip": ["-e ."]} in conda["dependencies"] and "pip" in conda["dependencies"]
    assert conda["channels"] == ["conda-forge", "nodefaults"]


def test_the_readme_begins_with_its_two_commands():
    assert "report sample_dumps/" in SHELL[0] and "pip install" in SHELL[0]
    assert ".[test]" in SHELL[1] and SHELL[1].splitlines()[-1] == '.venv/bin/pytest -n 2 --dist loadfile -m "not slow"'


def test_ci_runs_the_second_command_of_the_readme():
    script = (ROOT / ".ci/run").read_text()
    assert "n==2" in script and "README.md" in script


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README, re.S))
def test_examples_of_the_readme_run(code, monkeypatch, spark, capsys):
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_without_java_one_sentence_says_how_to_get_it(tmp_path):
    environment = {**os.environ, "PATH": str(tmp_path), "JAVA_HOME": ""}
    ran = subprocess.run(
        [sys.executable, "-m", "mqforensics", "report", "sample_dumps/dlq_mixed", "-o", str(tmp_path / "out")],
        env=environment, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1 and "Java 17" in ran.stderr and "install" in ran.stderr


@pytest.mark.parametrize("case", ["nowhere", "empty", "strange"])
def test_a_case_that_cannot_be_used_is_one_line_and_exit_2(tmp_path, capsys, case):
    (tmp_path / "empty").mkdir()
    (tmp_path / "strange").mkdir()
    (tmp_path / "strange" / "poem.txt").write_text("no evidence of anything\n")
    assert main(["report", str(tmp_path / case), "-o", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "expected" in said


@pytest.mark.parametrize(
    "verb", [["report"], ["collect"], ["lab"], ["rules", "dry-run", "t.rules"], ["rules", "propose"]]
)
@pytest.mark.parametrize("place", ["file", "file/in", "/dev/null", "dangling"])
def test_what_cannot_be_written_is_said_before_any_work(tmp_path, capsys, monkeypatch, verb, place):
    monkeypatch.setattr(mqforensics, "open_case", lambda *_: pytest.fail("the case was opened"))
    monkeypatch.setattr("mqforensics.report.report", lambda *_, **__: pytest.fail("the report was begun"))
    (tmp_path / "file").write_text("kept")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    if verb[0] == "rules":
        place = place if place != "file" else ""
    assert main([*verb, "case", "-o", str(tmp_path / place)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "expected a" in said and (tmp_path / "file").read_text() == "kept"


def test_notes_that_are_not_there_are_said_before_any_work(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("mqforensics.report.report", lambda *_, **__: pytest.fail("the report was begun"))
    assert main(["report", "case", "-o", str(tmp_path / "out"), "--notes", str(tmp_path / "notes.json")]) == 2
    assert "notes" in capsys.readouterr().err


@pytest.mark.parametrize(("given", "said"), [
    (["--notes", "bad.json"], "expected the record of an investigation"), (["--queue", "A;B"], "expected a name"),
    (["--queue", ""], "expected a name"), (["--queue", "Q", "--expiry", "-7"], "or -1, got -7"),
])  # fmt: skip
def test_what_a_report_cannot_use_is_said_before_any_work(tmp_path, capsys, monkeypatch, given, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text("{}")
    monkeypatch.setattr("mqforensics.report.report", lambda *_, **__: pytest.fail("the report was begun"))
    assert main(["report", str(ROOT / "sample_dumps" / "dlq_mixed"), "-o", "out", *given]) == 2
    assert said in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_a_number_that_no_message_has_is_said(spark, capsys):
    assert main(["decode", str(ROOT / "sample_dumps" / "dlq_put_inhibited"), "-n", "99999"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and "found none that is 99999" in told.err


def test_an_argument_in_another_encoding_than_the_locale_is_explained():
    environment = {**os.environ, "LC_ALL": "POSIX", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "mqforensics", "explain", "Größe", "AMQ8077"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and "AMQ8077" in done.stdout


def test_mqrc_on_the_command_line(capsys):
    assert main(["mqrc", "0308", "0000"]) == 0
    assert "2051" in capsys.readouterr().out
    assert main(["mqrc", "MQRC_NO_SUCH_THING"]) == 1


def test_the_project_speaks_of_itself_alone():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    if not tracked:
        pytest.skip("not a checkout: no list of files")
    own = [ROOT / name for name in tracked if not name.startswith("tests/")]
    for path in own:
        text = path.read_bytes()
        assert b"/work/" not in text and b"/root/" not in text and b"/opt/pypi" not in text, path


def test_every_module_works_out_of_a_zip(tmp_path):
    subprocess.run([sys.executable, "-m", "zipfile", "-c", tmp_path / "kit.zip", "mqforensics"], cwd=ROOT, check=True)
    ran = subprocess.run(
        [sys.executable, "-S", "-c", FROM_A_ZIP, sysconfig.get_path("purelib")],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "kit.zip")}, capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 200
