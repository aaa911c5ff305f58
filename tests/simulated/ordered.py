"""Whether what is told of planted incidents is true: `python -m tests.simulated.ordered N [--seed S] [--batch B]`.

Several incidents lie in one case, each with names of its own, so that Spark reads them together. Of every happening
the true instant, by the reference clock of its incident, must lie between the bounds that are stated, and so must the
true offsets of the clocks; no two happenings whose bounds do not overlap may be in another order than they were; and
a root that is named must be the one that was planted (`tests.simulated.rooted` asks that of many, without Spark).
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, timedelta
from functools import reduce
from pathlib import Path
from typing import NamedTuple

from mqforensics import open_case, session
from mqforensics.clock.offsets import offsets
from mqforensics.objects.case_clocks import bounds_of, clock_table, known_clocks, managers_of, zones_of
from mqforensics.questions import ask, timeline
from mqforensics.questions.attribution import owners_of
from mqforensics.questions.timeline import case_stories
from tests.simulated.model import START
from tests.simulated.planted import Planted, planted
from tests.simulated.rooted import collected, sorted_out, stories

MOVED = re.compile(r"Message ([0-9A-F]{48}) was (put|dead-lettered)")
ALTERED, CREATED = -4_000_000.0, -20_000_000.0
EXACT = timedelta(microseconds=20)
"""Stamps are rounded to microseconds on their way."""


class Wrong(NamedTuple):
    """One thing that is not as it is told."""

    seed: int
    said: str


class Judged(NamedTuple):
    """What was compared: incidents, happenings with a true time, those with both bounds, offsets bounded twice."""

    wrong: list[Wrong]
    incidents: int = 0
    happenings: int = 0
    bounded: int = 0
    offsets: int = 0
    told: int = 0
    """Incidents of which the root is named."""
    explained: int = 0
    """Incidents of which something came that the evidence may show."""

    def __add__(self, other: Judged) -> Judged:
        return Judged(*(one + two for one, two in zip(self, other, strict=True)))


def tag(seed: int) -> str:
    """What the names of an incident end with in a case of several."""
    return f"{seed:04}"


def written(folder: Path, seeds: list[int]) -> dict[int, Planted]:
    """The incidents of these seeds as one case in `folder`, a folder each."""
    made = {seed: planted(seed, tag(seed)) for seed in seeds}
    for seed, one in made.items():
        (folder / tag(seed)).mkdir()
        for name, data in collected(seed, one).items():
            (folder / tag(seed) / name).write_bytes(data)
    return made


def judged(case, made: dict[int, Planted]) -> Judged:
    """The time line of a case against what is true of its incidents."""
    owners, managers = owners_of(case), managers_of(case)
    bounds, zones = bounds_of(case, owners), zones_of(case)
    result, tables, references = Judged([]), [], {}
    for seed, one in made.items():
        own = [bound for bound in bounds if bound.earlier in one.offsets]
        known = offsets(one.offsets, own)
        references[seed] = known[0]
        result += Judged(
            list(_clocks(seed, one, known)), 1, offsets=sum(offset.known for offset in known[1].values()) - 1
        )
        tables.append(clock_table(case.spark, known_clocks(one.offsets, own, zones), list(one.offsets), None))
    rows = timeline.by_reference_clock(
        timeline.happenings(case, owners, managers), reduce(lambda a, b: a.unionByName(b), tables)
    )
    shown = rows.select("*", rows.evidence[0].file.alias("file"), rows.evidence[0].line.alias("line")).toPandas()
    for folder, own in shown.groupby(shown.file.str.split("/").str[0]):
        seed = int(folder)
        result += _happenings(seed, made[seed], references[seed], own.sort_values(["file", "line"]).to_dict("records"))
    return result + _roots(case, made)


def _roots(case, made: dict[int, Planted]) -> Judged:
    """The stories of a case, as Spark gathers them: the same that plain Python gathers of each incident."""
    found: dict[str, list] = defaultdict(list)
    answer = ask(case, "changes")
    changed = answer.figures["changes"] if answer else []
    for one in case_stories.stories(case, changed):
        found[one.root.queue_manager].append(one)
    result = Judged([])
    for seed, one in made.items():
        right, wrong = sorted_out(one, [each for at in one.offsets for each in found[at]])
        missing = not right and any(sorted_out(one, stories(collected(seed, one))))
        wrong = [f"told {case_stories.in_words(each)}" for each in wrong] + ["its root is not told of many"] * missing
        result += Judged(
            [Wrong(seed, f"{one.story}: {said}") for said in wrong], told=bool(right), explained=bool(one.chain)
        )
    return result


def _clocks(seed: int, made: Planted, known: tuple) -> Iterator[Wrong]:
    reference, told, wrong = known
    if wrong:
        yield Wrong(seed, f"the clocks of {wrong} are told to contradict each other")
    for name, offset in told.items():
        true = made.offsets[name] - made.offsets[reference]
        if not offset.least - 1e-6 <= true <= offset.most + 1e-6:
            yield Wrong(seed, f"the clock of {name} is {true:.3f} s ahead, told {offset}")


def _happenings(seed: int, made: Planted, reference: str, rows: list[dict]) -> Judged:
    wrong, placed = [], []
    for row, at in zip(rows, _true_times(made, rows), strict=True):
        if at is None:
            continue
        true = START + timedelta(seconds=at + made.offsets[reference])
        early, late = (None if value is None or value != value else value.tz_localize(UTC) if value.tzinfo is None else value
                       for value in (row["earliest"], row["latest"]))  # fmt: skip
        placed.append((at, early, late))
        if (early is not None and true < early - EXACT) or (late is not None and true > late + EXACT):
            wrong.append(Wrong(seed, f"{row['kind']} {row['what'][:60]} at {true:%H:%M:%S.%f}, told {early} to {late}"))
    both = sum(None not in one[1:] for one in placed)
    return Judged(wrong + list(_out_of_order(seed, placed)), 0, len(placed), both)


def _out_of_order(seed: int, placed: list[tuple]) -> Iterator[Wrong]:
    """Happenings told to be after others that were in truth after them."""
    ended = sorted((late, at) for at, _, late in placed if late is not None)
    begun = sorted((early, at) for at, early, _ in placed if early is not None)
    last, nth = float("-inf"), 0
    for early, at in begun:
        while nth < len(ended) and ended[nth][0] < early - EXACT:
            last, nth = max(last, ended[nth][1]), nth + 1
        if at < last - EXACT.total_seconds():
            yield Wrong(seed, f"what was at {at:.3f} is told to be after what was at {last:.3f}")


def _true_times(made: Planted, rows: list[dict]) -> Iterator[float | None]:
    """The true second of each row; None where the truth does not say."""
    first, entries = {}, defaultdict(list)
    for at, what, manager, name in made.truth:
        first.setdefault((what, manager, name), at)
        if what.startswith("log "):
            entries[what[4:], manager, name].append(at)
    altered = {(manager, name): made.root[0] for manager, name, _ in made.changed}
    captured = {name: at for at, what, _, name in made.truth if what == "captured"}
    for row in rows:
        kind, about, name = row["kind"], row["queue_manager"], row["file"].split("/")[-1]
        if found := MOVED.match(row["what"]):
            what = {"put": "put", "dead-lettered": "dead letter"}[found[2]]
            yield next((at for (one, _, id_), at in first.items() if (one, id_) == (what, found[1])), None)
        elif kind == "log":
            left = entries.get((row["what"][:7], about, row["object"] or ""), [])
            yield left.pop(0) if left else None
        elif kind in ("capture", "depth"):
            yield captured[name]
        elif kind == "definition altered":
            yield altered.get((about, row["object"]), ALTERED) if "after" in name else ALTERED
        elif kind == "definition created":
            yield CREATED
        elif kind in ("last put", "last get") and "after" in name:
            yield first.get((kind, about, row["object"]))
        else:
            yield None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulated.ordered", description="Order of planted incidents."
    )
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--batch", type=int, default=25, help="so many incidents lie in one case")
    given = parser.parse_args(arguments)
    began, spark, result = time.time(), session(), Judged([])
    for start in range(given.seed, given.seed + given.number, given.batch):
        seeds = list(range(start, min(start + given.batch, given.seed + given.number)))
        with tempfile.TemporaryDirectory() as folder:
            made = written(Path(folder), seeds)
            with open_case(spark, folder) as case:
                told = judged(case, made)
        for one in told.wrong[:10]:
            print(f"WRONG seed {one.seed}: {one.said}", flush=True)
        result += told
    print(f"{result.incidents} incidents: {len(result.wrong)} wrong; {result.happenings} happenings with a true time, "
          f"{result.bounded} of them bounded at both ends, {result.offsets} offsets bounded at both ends; of {result.explained} that something came of the root is named in {result.told}; "
          f"{time.time() - began:.0f} s")  # fmt: skip
    return 1 if result.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
