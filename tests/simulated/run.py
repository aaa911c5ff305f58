"""Ask the kit of simulated incidents: `python -m tests.simulated.run N [--seed S] [--jobs J] [--evidence one-display] …`.

The worlds are wide (`tests.simulated.wide`), or with `--plain` as most incidents are. Printed are the answers that are
wrong though all that they assume is true, with seed and story, then: how many are settled, by degree; how many are wrong
because an assumption is false, by key; what is open, and whether the true place is among those left. `--engine` asks
the walk, the engine of `mqforensics.flow`, or compares the two (S1, S2, S3). With `--follow` the first suggested
commands of open incidents are run. With `--mutate`, every change of evidence that breaks a law is printed; given
folders of cases, only those are mutated.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.simulated import ask as kit
from tests.simulated.ask import UNKNOWN, Said, forget
from tests.simulated.assumed import true_of
from tests.simulated.following import Followed, followed, shown_whole
from tests.simulated.incidents import incident
from tests.simulated.mutate import violations
from tests.simulated.plot import Incident
from tests.simulated.truth import agrees
from tests.simulated.wide import PLAIN, World

ENGINES = {"walk": lambda files: kit.ask(files), "flow": lambda files: kit.shadow(files)}
NOT_SAID = "no degree"
OPEN = ("open", "nothing_normal", "contradiction")
BEYOND = "BEYOND"
REFUSED = {"PUT_REFUSED", "NOT_DEFINED", "REMOTE_DEFINITION_WRONG"}


@dataclass(frozen=True)
class Task:
    """What is asked of each incident."""

    world: World = PLAIN
    engine: str = "walk"
    mutate: bool = False
    most: int = 0
    follow: bool = False


@dataclass
class Told:
    """How one incident came out."""

    seed: int
    kind: str
    story: str
    complete: bool
    right: bool
    said: Said
    acceptable: list
    violations: list = field(default_factory=list)
    fresh: bool = False
    """Whether every queue manager on the way was captured after the put, at last."""
    timed: bool = False
    false: tuple = ()
    """The keys of what it assumes and is not so in this story; a key that the simulator cannot judge has a mark."""
    twists: tuple = ()
    among: str = ""
    """Where the true place is among those that are told: `left`, left as `beyond`, `assumed away` by something that is
    false, or `struck`; blank where no place is told."""
    followed: Followed | None = None
    shadow: Said | None = None
    shadow_among: str = ""

    @property
    def settled(self) -> bool:
        return self.said.code not in (UNKNOWN, "CONTRADICTION")

    @property
    def wrong(self) -> bool:
        """Wrong, with nothing false in what it assumes."""
        return not self.right and not self.false


def judged(seed: int, mutate: bool = False, most: int = 0, task: Task | None = None) -> Told:
    """Ask the kit of one incident; `most`: so many changes of its evidence."""
    task = task or Task(mutate=mutate, most=most)
    made = incident(seed, task.world)
    engine = ENGINES["walk" if task.engine == "compare" else task.engine]
    forget()
    said = _asked(engine, made)
    right = said.code == UNKNOWN or agrees(said[:3], made.acceptable)
    told = Told(seed, made.kind, made.story, made.complete, right, said, sorted(made.acceptable), fresh=fresh(made),
                timed="put_time" in made.request, twists=tuple(made.twists), false=false_ones(made, said), among=among(made, said))  # fmt: skip
    if task.engine == "compare":
        told.shadow = _asked(ENGINES["flow"], made)
        told.shadow_among = among(made, told.shadow)
    if task.mutate:
        told.violations = list(violations(made.evidence, task.most, seed, made.acceptable, engine, made))
    if task.follow and said.code == UNKNOWN:
        told.followed = followed(made, said, engine)
        told.followed = replace(told.followed, whole=shown_whole(made, engine))
    return told


def _asked(engine, made: Incident) -> Said:
    try:
        return engine(made.evidence)[0]
    except Exception as error:
        return Said(f"{type(error).__name__}: {error}", None, None, "")


def fresh(made: Incident) -> bool:
    """Whether every queue manager was captured after the put, and none of its captures is lost."""
    last = {}
    for one in made.captures:
        if one.file in made.files and one.kind == "display" and not one.copy:
            last[one.manager] = max(one.at, last.get(one.manager, one.at))
    return all(
        last.get(name, float("-inf")) >= made.message.put_at for name in made.estate.managers if name in made.offsets
    )


def false_ones(made: Incident, said: Said) -> tuple[str, ...]:
    """The keys of the assumptions that do not hold, each once."""
    verdicts = {one["key"]: [] for one in said.assumes}
    for one in said.assumes:
        verdicts[one["key"]].append(true_of(made, one))
    return tuple(sorted([key for key, held in verdicts.items() if False in held]))


def among(made: Incident, said: Said) -> str:
    """What became of the true place among those that are told (`Told.among`)."""
    if not said.possible or not made.acceptable:
        return ""
    true = [row for row in said.possible if _is_there(row, made.acceptable)]
    if any(row[3] for row in true) or agrees(said[:3], made.acceptable):
        return "left"
    beyond = [row for row in said.possible if row[4] == BEYOND or row[0] == UNKNOWN]
    if any(row[3] for row in beyond):
        return "beyond"
    # What led elsewhere, or to a namesake, may have ended at any place.
    false = any(true_of(made, one) is False for row in (*true, *beyond) for one in row[5])
    return "assumed away" if false else "struck"


def _is_there(row: tuple, acceptable: set) -> bool:
    """Whether a row is of the true place: of a put that failed the queue manager is the place, whatever is to blame."""
    if row[0] in REFUSED:
        return any(code == "PUT_REFUSED" and row[1] in (None, manager) for code, manager, _ in acceptable)
    return agrees(row[:3], acceptable)


def _task(asked: tuple[int, Task]) -> Told:
    return judged(asked[0], task=asked[1])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulated.run", description="Ask the kit of incidents.")
    parser.add_argument("number", nargs="?", type=int, default=0)
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="worlds without restarts, exits, zones and the like")
    parser.add_argument(
        "--evidence", choices=("one-display",), default="", help="one display of each queue manager after the put"
    )
    parser.add_argument("--false", type=_shares, default=World().false, metavar="A,B,C",
                        help="in how many of a hundred incidents an assumption of each class is false")  # fmt: skip
    parser.add_argument("--engine", choices=(*ENGINES, "compare"), default="walk")
    parser.add_argument(
        "--follow", action="store_true", help="run the first commands that are suggested for open incidents"
    )
    parser.add_argument("--mutate", action="store_true")
    parser.add_argument("--changes", type=int, default=0, help="so many changes an incident, by chance; 0: every one")
    parser.add_argument("--show", type=int, default=40, help="so many wrong answers are printed")
    given = parser.parse_intermixed_args(arguments)
    bad = sum(_folder(path, given) for path in given.cases)
    if given.number:
        bad += _many(given)
    return 1 if bad else 0


def _shares(text: str) -> tuple[float, ...]:
    shares = tuple(float(one) / 100 for one in text.split(","))
    if len(shares) != 3 or not all(0 <= one <= 1 for one in shares):
        raise argparse.ArgumentTypeError("expected three numbers from 0 to 100, as 2,10,25")
    return shares


def _folder(path: Path, given: argparse.Namespace) -> int:
    files = {one.relative_to(path).as_posix(): one.read_bytes() for one in sorted(path.rglob("*")) if one.is_file()}
    files.pop("TRUTH.md", None)
    found = list(
        violations(files, given.changes, given.seed, engine=ENGINES["flow" if given.engine == "flow" else "walk"])
    )
    print(f"{path.name}: {len(found)} violations")
    for one in found[:5]:
        print(f"    {one}")
    return len(found)


def _many(given: argparse.Namespace) -> int:
    began = time.time()
    world = World(not given.plain, given.evidence, given.false)
    task = Task(world, given.engine, given.mutate, given.changes, given.follow)
    tasks = [(seed, task) for seed in range(given.seed, given.seed + given.number)]
    if given.jobs > 1:
        with ProcessPoolExecutor(given.jobs) as pool:
            told = list(pool.map(_task, tasks, chunksize=8))
    else:
        told = [_task(task) for task in tasks]
    print(report(told, given.show))
    print(f"{given.number} incidents in {time.time() - began:.1f} s")
    return sum(one.wrong for one in told) + sum(len(one.violations) for one in told)


def report(told: list[Told], show: int) -> str:
    """The wrong ones with their stories, and the shares."""
    lines = []
    wrong = [one for one in told if one.wrong]
    for one in wrong[:show]:
        lines += [f"WRONG seed {one.seed} ({one.kind}{', complete' if one.complete else ''}): {one.story}"]
        lines += [
            f"    said {' '.join(str(word) for word in one.said[:3])}, {one.said.degree}: {one.said.statement[:160]}"
        ]
        lines += ["    true " + ("; ".join(" ".join(words) for words in one.acceptable) or "only UNKNOWN")]
        lines += ["    assumed " + ", ".join(_about(each) for each in one.said.assumes)] if one.said.assumes else []
    broken = [(one.seed, change) for one in told for change in one.violations]
    lines += [f"MUTATION seed {seed}: {change}" for seed, change in broken[:show]]
    lines.append(
        f"wrong: {len(wrong)} of {len(told)}" + (f"; mutations that break a law: {len(broken)}" if broken else "")
    )
    lines += [*_degrees(told), *_failed(told), *_class_c(told), *_places(told), *_commands(told), *_shadow(told, show)]
    lines.append(f"UNKNOWN: {_share(told)}; with complete evidence: {_share([one for one in told if one.complete])}; "
                 f"all captured after the put: {_share([one for one in told if one.fresh])}")  # fmt: skip
    for kind in sorted({one.kind for one in told}):
        same = [one for one in told if one.kind == kind]
        lines.append(f"    {kind}: {_share(same)}; complete: {_share([one for one in same if one.complete])}")
    truths = Counter(sorted({code for code, *_ in one.acceptable})[0] if one.acceptable else UNKNOWN for one in told)
    lines.append("truths: " + ", ".join(f"{code} {count}" for code, count in truths.most_common()))
    twists = Counter(key for one in told for key in one.twists)
    lines += ["not as usual: " + ", ".join(f"{key} {count}" for key, count in twists.most_common())] if twists else []
    return "\n".join(lines)


def _about(assumption: dict) -> str:
    thing = ", ".join(
        str(assumption[key]) for key in ("queue_manager", "object", "attribute", "value") if assumption.get(key)
    )
    return f"{assumption['key']}({thing})"


def _part(count: int, whole: int) -> str:
    return f"{count} of {whole} ({100 * count / max(1, whole):.1f} %)"


def _share(told: list[Told]) -> str:
    return _part(sum(one.said.code == UNKNOWN for one in told), len(told))


def _degrees(told: list[Told]) -> list[str]:
    settled = [one for one in told if one.settled]
    degrees = Counter(one.said.degree or NOT_SAID for one in settled)
    others = Counter(one.said.degree for one in told if not one.settled and one.said.degree in OPEN[1:])
    said = f"settled: {_part(len(settled), len(told))}: " + ", ".join(
        f"{key} {count}" for key, count in degrees.most_common()
    )
    return [said + "".join(f"; {key} {count}" for key, count in others.items())]


def _failed(told: list[Told]) -> list[str]:
    settled = [one for one in told if one.settled]
    failed = [one for one in settled if not one.right and one.false]
    keys = Counter(key for one in failed for key in one.false)
    return [f"wrong because a printed assumption is false: {_part(len(failed), len(settled))} of the settled"
            + "".join(f", {key} {count}" for key, count in keys.most_common())]  # fmt: skip


def _class_c(told: list[Told]) -> list[str]:
    timed = [one for one in told if one.settled and one.timed]
    with_c = [one for one in timed if any(each.get("class") == "C" for each in one.said.assumes)]
    keys = Counter(each["key"] for one in with_c for each in one.said.assumes if each.get("class") == "C")
    return [f"class C in {_part(len(with_c), len(timed))} of the settled with a put time"
            + "".join(f", {key} {count}" for key, count in keys.most_common())]  # fmt: skip


def _places(told: list[Told]) -> list[str]:
    left = [one for one in told if one.said.code == UNKNOWN]
    found = Counter(one.among or ("no place told" if not one.said.possible else "no statement is true") for one in left)
    return [
        f"open: {len(left)}; the true place is " + ", ".join(f"{key} {count}" for key, count in found.most_common())
    ]


def _commands(told: list[Told]) -> list[str]:
    tried = [one.followed for one in told if one.followed]
    if not tried:
        return []
    after = [sum(0 < one.settled <= number for one in tried) for number in (1, 2)]
    able = sum(one.can_be_settled for one in tried)
    wrong = [one for one in told if one.followed and one.followed.settled
             and not agrees(one.followed.said[:3], set(one.acceptable))]  # fmt: skip
    without = sum(not one.commands for one in tried)
    passed = Counter(_kind(command) for one in tried for command in one.passed)
    return [f"open ones settled by one command: {_part(after[0], len(tried))}, by two: {_part(after[1], len(tried))}; "
            f"of those that the whole estate settles: {_part(after[0], able)}, {_part(after[1], able)}; "
            f"no command that the simulator can answer: {without}; other than the story at the captures: {len(wrong)}",
            "passed over: " + ", ".join(f"{kind} {count}" for kind, count in passed.most_common(8))]  # fmt: skip


def _kind(command: str) -> str:
    words = command.removeprefix('echo "').removeprefix("+cpf ").split()
    return " ".join(word.split("(")[0] for word in words[:2])


def _shadow(told: list[Told], show: int) -> list[str]:
    both = [one for one in told if one.shadow]
    if not both:
        return []
    struck = [one for one in both if one.shadow_among == "struck"]
    definite = [one for one in both if one.settled]
    not_entailed = [one for one in definite if not _same(one.said, one.shadow)]
    alone = [one for one in both if one.said.code == UNKNOWN and one.shadow.code != UNKNOWN]
    lines = [f"S1 {one.seed}: {one.story}: {' '.join(map(str, one.shadow[:3]))}" for one in struck[:show]]
    lines += [f"S2 {one.seed}: {' '.join(map(str, one.said[:3]))} against {' '.join(map(str, one.shadow[:3]))}; "
              + ("true" if one.right else "false") for one in not_entailed[:show]]  # fmt: skip
    return [*lines, f"S1, the true place is struck out: {_part(len(struck), len(both))}",
            f"S2, a definite verdict of the walk is not entailed: {_part(len(not_entailed), len(definite))}",
            f"S3, UNKNOWN by the walk and settled by the engine: {_part(len(alone), len(both))}"]  # fmt: skip


def _same(one: Said, other: Said) -> bool:
    return one.code == other.code and all(
        None in pair or pair[0] == pair[1] for pair in zip(one[1:3], other[1:3], strict=True)
    )


if __name__ == "__main__":
    sys.exit(main())
