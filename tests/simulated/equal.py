"""Whether Sail says what Spark says: `python -m tests.simulated.equal N [CASE …] [--seed S] [--world wide|plain]`.

It writes N simulated incidents as cases, and takes the folders CASE, too. Each engine, in a process of its own with
one session, writes `findings.json` of every case, as a report does. The files are compared byte for byte: the first
difference of each case is printed, and the exit code is 1 where there is one. `--into DIR` keeps what was written: run
again, it goes on with what is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.simulated.incidents import incident
from tests.simulated.wide import PLAIN, World

ENGINES = ("spark", "sail")
WORLDS = {"wide": World(True), "plain": PLAIN}
MARK = "mqforensics-equal"
"""Begins the line that says how many seconds a case took; an engine may print others."""


def cases(number: int, seed: int, world: World, folder: Path) -> list[Path]:
    """Folders of the incidents with the seeds from `seed` on, written where they are not yet."""
    made = [folder / str(one) for one in range(seed, seed + number)]
    for path in made:
        if path.is_dir():
            continue
        for name, data in incident(int(path.name), world).evidence.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(data)
    return made


def asked(engine: str, paths: Sequence[Path], folder: Path) -> dict[str, float]:
    """Seconds that each case took; its `findings.json` is in `folder`, by its name. What is there is not asked again."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [path for path in paths if not (folder / f"{path.name}.json").is_file()]
    if not wanted:
        return {}
    command = [sys.executable, "-m", "tests.simulated.equal", "--ask", str(folder), *map(str, wanted)]
    environment = {**os.environ, "MQFORENSICS_ENGINE": engine}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        marked = [line.split() for line in process.stdout if line.startswith(MARK)]
    if process.returncode:
        raise SystemExit(f"{engine} ended with {process.returncode} after {len(marked)} of {len(wanted)} cases")
    return {name: float(seconds) for _, name, seconds in marked}


def ask(folder: Path, paths: Sequence[Path]) -> None:
    """Write `findings.json` of each case, with the engine of this process."""
    from mqforensics import open_case, session
    from mqforensics.questions import answers, findings_by_urgency
    from mqforensics.questions.finding import frame
    from mqforensics.report import write_findings
    from mqforensics.views.page import collect_findings

    spark = session()
    for path in paths:
        begun, written = time.monotonic(), folder / f"{path.name}.part"
        with open_case(spark, path) as case:
            found = frame(spark, findings_by_urgency(answers(case).values()))
            write_findings(case, collect_findings(found), {}, written)
        written.rename(folder / f"{path.name}.json")
        print(MARK, path.name, f"{time.monotonic() - begun:.2f}", flush=True)


def difference(one: object, other: object, place: str = "") -> str:
    """Where two values of JSON first differ, and how; blank where they are the same."""
    if type(one) is type(other) and isinstance(one, dict):
        if list(one) != list(other):
            return f"{place or 'top'}: keys {list(one)} and {list(other)}"
        found: Iterator = (difference(one[key], other[key], f"{place}.{key}" if place else key) for key in one)
        return next(filter(None, found), "")
    if type(one) is type(other) and isinstance(one, list):
        pairs = enumerate(zip(one, other, strict=False))
        found = (difference(mine, theirs, f"{place}[{number}]") for number, (mine, theirs) in pairs)
        return next(filter(None, found), "") or (
            f"{place}: {len(one)} and {len(other)} of them" if len(one) != len(other) else ""
        )
    return "" if (type(one), one) == (type(other), other) else f"{place}: {one!r:.300} and {other!r:.300}"


def compared(paths: Sequence[Path], folder: Path) -> dict[str, str]:
    """The first difference of each case that differs, by its name."""
    found = {}
    for path in paths:
        spark, sail = ((folder / engine / f"{path.name}.json").read_bytes() for engine in ENGINES)
        if spark != sail:
            found[path.name] = difference(json.loads(spark), json.loads(sail)) or "the same values, written otherwise"
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask both engines, print what differs; gives 1 where something does."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulated.equal", description="Compare Sail with Spark.")
    parser.add_argument("number", nargs="?", type=int, default=0, metavar="N")
    parser.add_argument("cases", nargs="*", type=Path, metavar="CASE")
    parser.add_argument("--seed", type=int, default=70_000)
    parser.add_argument("--world", choices=WORLDS, default="wide")
    parser.add_argument("--into", type=Path, help="a folder that keeps the cases and what each engine said of them")
    told = list(sys.argv[1:] if arguments is None else arguments)
    if told[:1] == ["--ask"]:
        ask(Path(told[1]), [Path(one) for one in told[2:]])
        return 0
    given = parser.parse_args(told)
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.into or Path(scratch)
        paths = [*given.cases, *cases(given.number, given.seed, WORLDS[given.world], folder / "cases")]
        for engine in ENGINES:
            seconds = asked(engine, paths, folder / engine).values()
            if seconds:
                print(f"{engine}: {len(seconds)} cases, {sum(seconds) / len(seconds):.2f} s each", flush=True)
        found = compared(paths, folder)
    for name, said in found.items():
        print(f"{name}: Spark and Sail differ at {said}")
    print(f"{len(paths)} cases compared, {len(found)} differ")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
