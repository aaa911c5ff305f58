"""What must not matter does not: `python -m tests.noninterference.run N [--seed S] [--jobs J] [--engine flow] [CASE …]`.

N changes, of cases with their folders and of simulated incidents in turn. A renaming renames the answer and changes
nothing else in it; any text in a free field changes no verdict; with less evidence the laws 1 and 3 of certain and of
assumed answers hold. Each answer that breaks one of these is printed with what was done.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.noninterference import free_text
from tests.noninterference.renaming import Renaming, names_of
from tests.simulated import mutate
from tests.simulated.ask import SETTINGS, Said, forget, tables_of
from tests.simulated.incidents import incident
from tests.simulated.run import ENGINES
from tests.simulated.wide import WIDE

HERE = Path(__file__).resolve().parents[2]
FOLDERS = (HERE / "sample_dumps", HERE.parent / "shared" / "cases")
"""Cases: those of the kit, and incidents beside the checkout where there are any."""
EACH = {"renaming": 1, "text": 2, "removal": 20}
"""How many changes of each kind one case has before it is the next one's turn; of removals so many lines, besides each
file: only the file that lost a line is read again."""
FOLDERS_IN = 4
"""Every so many-th case is a folder; the others are simulated."""


class Broken(NamedTuple):
    """One change that changed an answer."""

    case: str
    kind: str
    said: str


class Tried(NamedTuple):
    """How many changes of each kind were made of a case, and what they broke."""

    kinds: Counter
    broken: list[Broken]
    seconds: float
    """Seconds of a core."""


def folders() -> list[Path]:
    """The folders of cases that ask where a message is."""
    found = sorted(one for root in FOLDERS if root.is_dir() for one in root.iterdir())
    return [one for one in found if (one / SETTINGS).is_file() and b'"walk"' in (one / SETTINGS).read_bytes()]


def files_of(folder: Path) -> dict[str, bytes]:
    """The evidence of a case, without what is true of it."""
    return {one.relative_to(folder).as_posix(): one.read_bytes() for one in sorted(folder.rglob("*"))
            if one.is_file() and one.name != "TRUTH.md"}  # fmt: skip


def tried(task: tuple[int, str, str]) -> Tried:
    """All changes of the case of a seed."""
    began = time.process_time()
    seed, folder, engine = task
    made = None if folder else incident(seed, WIDE)
    files = files_of(Path(folder)) if folder else made.evidence
    name, ask = Path(folder).name if folder else f"seed {seed}", ENGINES[engine]
    forget()
    before = ask(files)
    kinds, broken = Counter(), []
    # Renamed files come last: those that are read until then stay known, for each change alters a few of them.
    changes = [*_texts(files, seed), *_removals(files, seed), *_renamings(files, seed)]
    for kind, done, after, back in changes:
        kinds[kind] += 1
        forget() if kind == "renaming" else None
        try:
            said = [back(one) for one in ask(after)]
        except Exception as error:
            broken.append(Broken(name, kind, f"{done}: {type(error).__name__}: {error}"))
            continue
        found = _differs(before, said, kind, made)
        broken += [Broken(name, kind, f"{done}: {found}")] if found else []
    return Tried(kinds, broken, time.process_time() - began)


def _renamings(files: dict[str, bytes], seed: int) -> Iterator[tuple]:
    (objects, *_), asked = tables_of(files)
    names = names_of({"objects": objects}, asked)
    for number in range(EACH["renaming"]):
        new = Renaming(names, seed * 7 + number, files)
        yield "renaming", f"renamed {number}", new.files(files), lambda said, new=new: _renamed(said, new)


def _renamed(said: Said, new: Renaming) -> Said:
    """An answer with the old names again."""
    text, name = new.text_back, lambda one: one and new.old(one)
    thing = lambda one: {key: value and text(value) for key, value in one.items()}  # noqa: E731
    return said._replace(
        queue_manager=name(said.queue_manager), object=name(said.object), statement=text(said.statement),
        next=tuple((text(command), looks) for command, looks in said.next), on=tuple(one and text(one) for one in said.on),
        assumes=tuple(map(thing, said.assumes)),
        possible=tuple((row[0], name(row[1]), name(row[2]), *row[3:5], tuple(map(thing, row[5]))) for row in said.possible),
    )  # fmt: skip


def _texts(files: dict[str, bytes], seed: int) -> Iterator[tuple]:
    for number in range(EACH["text"]):
        yield "text", f"texts {number}", free_text.files(files, seed * 7 + number), lambda said: said


def _removals(files: dict[str, bytes], seed: int) -> Iterator[tuple]:
    every = [one for one in mutate.deferred(files) if "without " in one[0]]
    for place in sorted(mutate.chosen([words for words, _ in every], EACH["removal"], seed)):
        words, change = every[place]
        yield "removal", words, change(), lambda said: said


def _differs(before: list[Said], after: list[Said], kind: str, made) -> str:
    """How an answer differs where it may not; blank: it does not."""
    if kind != "removal" and len(before) != len(after):
        return f"{len(before)} answers became {len(after)}"
    for one, other in zip(before, after, strict=False):
        if kind == "removal":
            true = made.acceptable if made else ()
            if law := mutate.broken(one, other, true, made):
                return f"{law}: {mutate.words_of(one)} became {mutate.words_of(other)}"
        elif kind == "text" and (*one[:3], one.degree) != (*other[:3], other.degree):
            return f"{mutate.words_of(one)} became {mutate.words_of(other)}"
        elif kind == "renaming" and (ours := _in_order(one)) != (theirs := _in_order(other)):
            field = next(name for name, a, b in zip(one._fields, ours, theirs, strict=True) if a != b)
            return f"{field}: {_short(getattr(ours, field), getattr(theirs, field))}"
    return ""


def _in_order(said: Said) -> Said:
    """Assumptions in one order: that of their names is another beside those of the product, which stay."""
    return said._replace(
        assumes=tuple(sorted(said.assumes, key=str)),
        possible=tuple((*row[:5], tuple(sorted(row[5], key=str))) for row in said.possible),
    )


def _short(one: object, other: object) -> str:
    """Where two values begin to differ."""
    left, right = str(one), str(other)
    at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), 0)
    return f"…{left[max(0, at - 40) : at + 60]}… became …{right[max(0, at - 40) : at + 60]}…"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.noninterference.run", description="What must not matter does not."
    )
    parser.add_argument("number", type=int, help="so many changes")
    parser.add_argument("cases", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--engine", choices=ENGINES, default="walk")
    parser.add_argument("--show", type=int, default=30, help="so many broken ones are printed")
    given = parser.parse_intermixed_args(arguments)
    began, kinds, broken, spent = time.time(), Counter(), [], 0.0
    for one in _all(given):
        for found in one.broken[: max(0, given.show - len(broken))]:
            print(f"BROKEN {found.case}, {found.kind}: {found.said}", flush=True)
        kinds, broken, spent = kinds + one.kinds, broken + one.broken, spent + one.seconds
        if kinds.total() >= given.number:
            break
    print(f"{kinds.total()} changes ({', '.join(f'{count} of {kind}' for kind, count in sorted(kinds.items()))}), {len(broken)} broken; "
          f"{time.time() - began:.0f} s, {kinds.total() / max(spent, 0.01):.0f} a second of a core")  # fmt: skip
    return 1 if broken else 0


def _all(given: argparse.Namespace) -> Iterator[Tried]:
    tasks = _tasks(given.cases or folders(), given.seed, given.engine, bool(given.cases))
    if given.jobs == 1:
        yield from map(tried, tasks)
        return
    with ProcessPoolExecutor(given.jobs) as pool:
        while True:
            yield from pool.map(tried, [next(tasks) for _ in range(8 * given.jobs)])


def _tasks(cases: list[Path], seed: int, engine: str, alone: bool) -> Iterator[tuple[int, str, str]]:
    number = 0
    while True:
        of_folder = cases and (alone or number % FOLDERS_IN == 0)
        turn = number if alone else number // FOLDERS_IN
        yield seed + number, str(cases[(seed + turn) % len(cases)]) if of_folder else "", engine
        number += 1


if __name__ == "__main__":
    sys.exit(main())
