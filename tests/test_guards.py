"""What guards the house: each guard passes over the package, and fails over what is planted."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """The package and its settings, copied: `planted(path, line)` appends a line to a module for one run."""
    place = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "mqforensics", place / "mqforensics", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)

    def run(module: str, line: str, *command: str) -> subprocess.CompletedProcess:
        path = place / module
        before = path.read_text(encoding="utf-8")
        path.write_text(f"{before}\n{line}\n" if line else before, encoding="utf-8")
        try:
            return subprocess.run(
                [TOOLS / command[0], *command[1:]], cwd=place, capture_output=True, text=True, check=False
            )
        finally:
            path.write_text(before, encoding="utf-8")

    return run


IMPORTS = {
    "Questions import no question": (
        "questions/poison/poison_policy.py",
        "from mqforensics.questions.browse import model",
    ),
    "Arrows only point down": ("codes/families.py", "from mqforensics.formats import tables"),
    "Flow and words know no Spark": ("words/grammar.py", "import pyspark"),
}


@pytest.mark.parametrize("contract", IMPORTS)
def test_a_planted_import_breaks_its_contract(planted, contract):
    module, line = IMPORTS[contract]
    made = planted(f"mqforensics/{module}", line, "lint-imports", "--no-cache")
    broken = [told.strip() for told in made.stdout.splitlines() if " BROKEN" in told]
    assert made.returncode and len(broken) == 1 and broken[0].startswith(contract), made.stdout


MODULE = "mqforensics/codes/exit_codes.py"
STYLE = {
    "an import that nothing uses": ("import os", ("ruff", "check", "--no-cache"), "F401"),
    "a line that is not formatted": (
        "ANSWER = [1,2]",
        ("ruff", "format", "--check", "--no-cache"),
        "would be reformatted",
    ),
    "a value of another type": ("ANSWER: int = 'none'", ("basedpyright", "--level", "error"), "reportAssignmentType"),
}


@pytest.mark.parametrize("violation", STYLE)
def test_a_planted_violation_is_found(planted, violation):
    line, command, told = STYLE[violation]
    made = planted(MODULE, line, *command, MODULE)
    assert made.returncode and told in made.stdout, made.stdout + made.stderr
    assert planted(MODULE, "", *command, MODULE).returncode == 0


def test_the_guards_run_each_of_them():
    told = (ROOT / ".ci" / "guards").read_text()
    assert all(f'"$bin/{command}"' in told for command in ("ruff", "lint-imports", "basedpyright"))
