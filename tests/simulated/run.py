"""Ask the kit of many simulated incidents: `python -m tests.simulated.run N [--seed S] [--jobs J] [--mutate [--changes C]] [CASE …]`.

Prints each wrong answer with its seed and story, then the share of UNKNOWN: over all, over those with complete
evidence, by kind. With `--mutate`, also every change of evidence that changes a verdict; given folders of cases, only
those are mutated.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.simulated.ask import Said, ask, forget
from tests.simulated.incidents import incident
from tests.simulated.mutate import violations
from tests.simulated.truth import agrees

UNKNOWN = "UNKNOWN"


class Told(NamedTuple):
    """How one incident came out."""

    seed: int
    kind: str
    story: str
    complete: bool
    right: bool
    said: Said
    acceptable: list
    violations: list


def judged(seed: int, mutate: bool = False, most: int = 0) -> Told:
    """Ask the kit of one incident; `most`: so many changes of its evidence."""
    made = incident(seed)
    forget()
    try:
        said = ask(made.evidence)[0]
    except Exception as error:
        said = Said(f"{type(error).__name__}: {error}", None, None, "")
    right = said.code == UNKNOWN or agrees(said[:3], made.acceptable)
    found = list(violations(made.evidence, most, seed, made.acceptable)) if mutate else []
    return Told(seed, made.kind, made.story, made.complete, right, said, sorted(made.acceptable), found)


def _judged(task: tuple) -> Told:
    return judged(*task)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulated.run", description="Ask the kit of incidents.")
    parser.add_argument("number", nargs="?", type=int, default=0)
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--mutate", action="store_true")
    parser.add_argument("--changes", type=int, default=0, help="so many changes an incident, by chance; 0: every one")
    parser.add_argument("--show", type=int, default=40, help="so many wrong answers are printed")
    given = parser.parse_intermixed_args(arguments)
    bad = sum(_folder(path, given.changes) for path in given.cases)
    if given.number:
        bad += _many(given)
    return 1 if bad else 0


def _folder(path: Path, most: int) -> int:
    files = {one.relative_to(path).as_posix(): one.read_bytes() for one in sorted(path.rglob("*")) if one.is_file()}
    files.pop("TRUTH.md", None)
    found = list(violations(files, most))
    print(f"{path.name}: {len(found)} violations")
    for one in found[:5]:
        print(f"    {one}")
    return len(found)


def _many(given: argparse.Namespace) -> int:
    began = time.time()
    tasks = [(seed, given.mutate, given.changes) for seed in range(given.seed, given.seed + given.number)]
    if given.jobs > 1:
        with ProcessPoolExecutor(given.jobs) as pool:
            told = list(pool.map(_judged, tasks, chunksize=8))
    else:
        told = [_judged(task) for task in tasks]
    print(report(told, given.show))
    print(f"{given.number} incidents in {time.time() - began:.1f} s")
    return sum(not one.right for one in told) + sum(len(one.violations) for one in told)


def report(told: list[Told], show: int) -> str:
    """The wrong ones with their stories, and the shares of UNKNOWN."""
    lines = []
    wrong = [one for one in told if not one.right]
    for one in wrong[:show]:
        lines += [f"WRONG seed {one.seed} ({one.kind}{', complete' if one.complete else ''}): {one.story}"]
        lines += [f"    said {' '.join(str(word) for word in one.said[:3])}: {one.said.statement[:160]}"]
        lines += ["    true " + ("; ".join(" ".join(words) for words in one.acceptable) or "only UNKNOWN")]
    broken = [(one.seed, change) for one in told for change in one.violations]
    lines += [f"MUTATION seed {seed}: {change}" for seed, change in broken[:show]]
    lines.append(f"wrong: {len(wrong)} of {len(told)}" + (f"; mutations that change a verdict: {len(broken)}" if broken else ""))
    lines.append(f"UNKNOWN: {_share(told)}; with complete evidence: {_share([one for one in told if one.complete])}")
    for kind in sorted({one.kind for one in told}):
        same = [one for one in told if one.kind == kind]
        lines.append(f"    {kind}: {_share(same)}; complete: {_share([one for one in same if one.complete])}")
    truths = Counter(sorted({code for code, *_ in one.acceptable})[0] if one.acceptable else UNKNOWN for one in told)
    lines.append("truths: " + ", ".join(f"{code} {count}" for code, count in truths.most_common()))
    return "\n".join(lines)


def _share(told: list[Told]) -> str:
    count = sum(one.said.code == UNKNOWN for one in told)
    return f"{count} of {len(told)} ({100 * count / max(1, len(told)):.1f} %)"


if __name__ == "__main__":
    sys.exit(main())
