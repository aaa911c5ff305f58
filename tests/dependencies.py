"""What the kit installs with all its extras: `constraints.txt` has the versions, `LICENSES.md` the licences.

`python -m tests.dependencies` writes both from what is installed here, after a change of `pyproject.toml`.
"""

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS, LICENSES = ROOT / "constraints.txt", ROOT / "LICENSES.md"
QUICK = ROOT / "constraints-quick.txt"
"""The same for the extra `quick`, which needs an older Spark than the newest: that is an environment of its own."""
OTHERS = {"pyspark": "4.2.0", "pysail": "0.7.2"}
"""What it has other versions of."""
PYTHON = (3, 11)
"""The Python that both files are for."""
LONGEST = 60
HEAD = """# Licences of what is installed

The kit itself is under Apache-2.0, see `LICENSE`. This is what `pip install -c constraints.txt '.[docs,lab,remote,sign,test]'`
installs beside it, with the licence that each package says it has; the kit contains none of their code.
`python -m tests.dependencies` writes this file, and a test compares it with what is installed.

Some packages bring other programs along: pyspark brings Apache Spark with its Java libraries (Apache-2.0 and others, see
`licenses` and `NOTICE` in the package), itables brings DataTables and jQuery (MIT), numpy, pandas, pyarrow and matplotlib
bring libraries in C, C++ and Fortran and fonts (see `LICENSE` of each package). Java is not installed by pip.

| package | version | licence |
|---|---|---|
"""


def installed() -> dict[str, metadata.Distribution]:
    """Every package that the kit with all its extras needs here, by its name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project.get("optional-dependencies", {})
    extras.pop("quick", None)
    waiting = [Requirement(one) for group in (project["dependencies"], *extras.values()) for one in group]
    found, seen = {}, set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name == project["name"] or (name, frozenset(wanted.extras)) in seen:
            continue
        seen.add((name, frozenset(wanted.extras)))
        found[name] = metadata.distribution(wanted.name)
        for text in found[name].requires or ():
            needed = Requirement(text)
            if needed.marker is None or any(needed.marker.evaluate({"extra": one}) for one in ("", *wanted.extras)):
                waiting.append(needed)
    return dict(sorted(found.items()))


def licence(package: metadata.Distribution) -> str:
    """The licence that a package says it has: its expression, else its classifiers, else the first line of its text or its file."""
    said = package.metadata
    if said.get("License-Expression"):
        return said["License-Expression"]
    named = [one.rpartition(" :: ")[2] for one in said.get_all("Classifier") or () if one.startswith("License ::")]
    named = [one for one in named if one != "OSI Approved"]
    texts = [said.get("License") or "", *(one.read_text() for one in package.files or () if "LICENSE" in one.name)]
    text = next((line for one in texts for line in one.splitlines() if line.strip()), "")
    return ", ".join(named) or re.sub(r"[|\s]+", " ", text).strip()[:LONGEST]


def constraints(packages: dict[str, metadata.Distribution]) -> str:
    """The text of `constraints.txt`."""
    lines = [f"{name}=={package.version}" for name, package in packages.items()]
    return "\n".join(
        [f"# What the tests ran with, on Python {'.'.join(map(str, PYTHON))}: python -m tests.dependencies", *lines, ""]
    )


def quick(text: str) -> str:
    """The text of `constraints-quick.txt`, from that of `constraints.txt`."""
    head, *lines = text.splitlines()
    kept = [line for line in lines if line.partition("==")[0] not in OTHERS]
    lines = sorted(
        [*kept, *(f"{name}=={version}" for name, version in OTHERS.items())], key=lambda line: line.partition("==")[0]
    )
    return "\n".join([head, *lines, ""])


def licenses(packages: dict[str, metadata.Distribution]) -> str:
    """The text of `LICENSES.md`."""
    return HEAD + "".join(f"| {name} | {one.version} | {licence(one)} |\n" for name, one in packages.items())


def main() -> None:
    """Write both files."""
    if sys.version_info[:2] != PYTHON:
        sys.exit(f"expected Python {'.'.join(map(str, PYTHON))}")
    packages = installed()
    CONSTRAINTS.write_text(constraints(packages))
    QUICK.write_text(quick(constraints(packages)))
    LICENSES.write_text(licenses(packages))


if __name__ == "__main__":
    main()
