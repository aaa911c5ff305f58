"""All benchmarks, one after the other, and the page of the manual that shows them.

`python -m tests.benchmarks [PAGE] [NAME …]` (default docs/benchmarks.md, all of them) runs each in a process of its own
with nothing else, as far as the machine allows: its load is told with each. Takes about half an hour on two cores.
"""

import os
import platform
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUN = (
    ("Readers against Spark's text reader", "bench_formats", "160 3"),
    ("Growth, memory, and a second core", "bench_growth", "JMS 0.25 0.5 1 2"),
    ("The report", "bench_report", "500 2"),
    ("Against other decoders", "bench_peers", ""),
    ("Undelivered messages and channels", "bench_delivery", ""),
    ("The dead-letter handler", "bench_handler", ""),
    ("Answers", "bench_answers", "200"),
    ("Refusals", "bench_refused", ""),
    ("The browse cursor", "bench_browse", "1 3"),
    ("The time line", "bench_timeline", "0.25 1"),
)
"""Title, program and arguments of each."""
VERSIONS = ("pyspark", "pyarrow", "numpy", "pandas")


def machine() -> str:
    """What the figures were taken on."""
    root = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    told = ", ".join(f"{name} {version(name)}" for name in VERSIONS)
    return (
        f"{root['project']['name']} {root['project']['version']} on {os.cpu_count()} cores ({platform.machine()}), "
        f"{memory:.0f} GiB; Python {platform.python_version()}, {told}."
    )


def section(title: str, name: str, given: str) -> str:
    """One benchmark: what it measures in its own words, its command, and what it prints."""
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", *given.split()]
    before = os.getloadavg()[0]
    done = subprocess.run(command, cwd=HERE.parents[1], stdout=subprocess.PIPE, text=True)
    said = done.stdout.strip() if done.returncode == 0 else f"{done.stdout}\nended with {done.returncode}".strip()
    shown = said if said.startswith("|") else f"```\n{said}\n```"
    about = (HERE / f"{name}.py").read_text().removeprefix('"""').partition("\n")[0]
    return (
        f"## {title}\n\n{about} `python -m tests.benchmarks.{name} {given}`".rstrip(" `")
        + f"`, load before it {before:.1f}.\n\n{shown}\n"
    )


def main(page: str = str(HERE.parents[1] / "docs" / "benchmarks.md"), *names: str) -> None:
    """Run, and write the page after each."""
    parts = [f"# Benchmarks\n\n{machine()} Made by `python -m tests.benchmarks`; ratios are of one run.\n"]
    for title, name, given in RUN:
        if not names or name in names:
            parts.append(section(title, name, given))
            print(parts[-1], flush=True)
            Path(page).write_text("\n".join(parts))


if __name__ == "__main__":
    main(*sys.argv[1:])
