"""What is installed is what `constraints.txt` says, and each licence of it is named."""

import sys

import pytest
from packaging.specifiers import SpecifierSet

from tests.dependencies import CONSTRAINTS, LICENSES, PYTHON, QUICK, ROOT, constraints, installed, licenses, quick


@pytest.fixture(scope="module")
def packages():
    if sys.version_info[:2] != PYTHON:
        pytest.skip("both files are for another Python")
    return installed()


def test_the_constraints_are_what_is_installed(packages):
    assert CONSTRAINTS.read_text() == constraints(packages)


def test_the_constraints_of_the_quick_extra_differ_in_its_own_packages_alone():
    assert QUICK.read_text() == quick(CONSTRAINTS.read_text())


def test_every_licence_of_what_comes_along_is_named(packages):
    assert LICENSES.read_text() == licenses(packages)
    assert not [line for line in LICENSES.read_text().splitlines() if line.startswith("| ") and line.endswith(" |  |")]


def test_the_readme_installs_with_the_constraints():
    lines = (ROOT / "README.md").read_text().splitlines()
    installs = [line.strip() for line in lines if line.strip().startswith(".venv/bin/pip install")]
    assert len(installs) > 2
    for line in installs:
        assert f" -c {'constraints-quick.txt' if 'quick' in line.rpartition('[')[2] else 'constraints.txt'} " in line


def test_every_version_runs_on_the_first_release_of_the_oldest_python(packages):
    """README's first command is for whatever Python 3.11 a system has."""
    oldest = ".".join(map(str, (*PYTHON, 0)))
    too_new = {name: one.metadata.get("Requires-Python") or "" for name, one in packages.items()}
    assert {name: said for name, said in too_new.items() if not SpecifierSet(said).contains(oldest)} == {}
