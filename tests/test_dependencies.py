"""What is installed is what `constraints.txt` says, and each licence of it is named."""

import sys

import pytest

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
    installs = [
        line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith(".venv/bin/pip install")
    ]
    assert installs and all(" -c constraints.txt " in line for line in installs)
