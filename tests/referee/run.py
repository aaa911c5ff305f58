"""The kit's certain answers against those of the referee: `python -m tests.referee.run N [--seed S] [--jobs J]`.

Printed is each net of which the kit is certain and the referee is not, or of another place; then, of which the referee
is certain and the kit is not. The first are wrong by one of the two; the second are what the kit could say and does not.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from inspect import signature
from typing import NamedTuple

from mqforensics.case.given import of_case_json
from mqforensics.objects.estate import Estate
from mqforensics.questions.walk.plain_walk import requests, ways
from tests.questions.plain_rows import zones_of_log
from tests.referee.nets import ASSUMPTIONS, Net
from tests.referee.solve import possible
from tests.simulated.ask import SETTINGS, ask, forget, tables_of, weighed

CODES = {
    "refused": {"PUT_REFUSED"}, "uncommitted": {"UNCOMMITTED", "WAITING_ON_XMITQ"}, "rolled_back": {"ROLLED_BACK"},
    "got": {"CONSUMED"}, "expired": {"EXPIRED"}, "cleared": {"CLEARED"}, "lost": {"LOST_WITH_RESTART"}, "moved": {"MOVED"},
    "doubt": {"IN_DOUBT"}, "gone": {"LOST_IN_TRANSIT"}, "own_dlq": {"ON_SENDER_DLQ"}, "exit": {"TAKEN_BY_EXIT"},
    "delayed": {"DELIVERED"}, "beyond": {"UNKNOWN"}, "returned": {"RETURNED_TO_SENDER"}, "discarded": {"DISCARDED"}, "retrying": {"RETRYING"},
}  # fmt: skip
"""The codes of the kit for a place of the laws; one on a queue depends on which queue it is."""
WAITING = {"WAITING_ON_XMITQ", "CHANNEL_NOT_RUNNING", "NO_CHANNEL"}
CERTAIN = "certain"


class Compared(NamedTuple):
    """One net: what the referee leaves, and what the kit says."""

    seed: int
    left: frozenset[str]
    code: str
    at: tuple
    degree: str
    kit_left: tuple

    @property
    def referee(self) -> str:
        """The place of which the referee is certain; blank: none."""
        left = {place.removesuffix("(full)") for place in self.left}
        return next(iter(left)) if len(left) == 1 else ""

    @property
    def kind(self) -> str:
        """`agree`, or how the two differ."""
        certain = self.degree == CERTAIN
        if certain and not self.left:
            return "kit certain, referee finds a contradiction"
        if certain and not all(fits(place, self.code) for place in self.left):
            return "kit certain, referee not" if not self.referee else "certain of different places"
        if not self.referee or certain:
            return "agree"
        # Where nothing speaks for the one place that is left, the kit names it and gives no verdict.
        alone = {code for code, *_ in self.kit_left}
        return "agree" if len(alone) == 1 and fits(self.referee, *alone) else "referee certain, kit not"


def fits(place: str, code: str) -> bool:
    """Whether a code of the kit says this place of the laws."""
    kind, _, about = place.rstrip(")").partition("(")
    if place == "refused(full)" and code == "CHANNEL_NOT_RUNNING":
        return True  # what a full transmission queue has and what it refused: one channel holds up both
    if kind == "on":
        return code in ({"x": WAITING, "t": {"DELIVERED"}, "d": {"ON_DLQ", "ON_SENDER_DLQ"}}[about[:1]])
    return code in CODES.get(kind, ())


def compared(seed: int, engine: str = "flow") -> Compared:
    """The kit and the referee on one net; `engine`: that of worlds alone, or the whole walk."""
    made, left = possible(seed)
    code, at, degree, places = ENGINES[engine](made)
    kit_left = tuple(sorted({row[:3] for row in places if row[3]}, key=str))
    return Compared(seed, frozenset(left), code, at, degree, kit_left)


def walk(made: Net) -> tuple:
    """What the walk says of a net, as `of_worlds`."""
    forget()
    said = ask(made.files)[0]
    return said.code, said[1:3], said.degree, said.possible


def of_worlds(made: Net) -> tuple:
    """What the engine says of a net: code, what it is about, degree, and the places. What is given is in `case.json`."""
    from mqforensics.flow.answer import answer

    forget()
    (objects, _, log, _), asked = tables_of(made.files)
    given, _ = of_case_json(json.loads(made.files[SETTINGS]), made.files[SETTINGS], SETTINGS)
    estate = Estate(objects, zones_of_log(log), given=given)
    (request,) = requests(estate, asked)
    first, *each = ways(estate, request)
    # An engine that does not look into the estate for it is told here what is shown.
    told = {}
    if "given" in signature(answer).parameters:
        assume = dict.fromkeys(ASSUMPTIONS, "open") | dict.fromkeys(made.shown, "shown")
        told = {"given": {"zone": {name: timedelta(0) for name in estate.managers}, "assume": assume}}
    said = answer(estate, request, each or [first], **told)
    return said.code, (said.queue_manager, said.object), said.degree, weighed(said)[2]


ENGINES = {"flow": of_worlds, "walk": walk}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.referee.run", description="Certain answers against the referee."
    )
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--engine", choices=ENGINES, default="flow")
    parser.add_argument("--show", type=int, default=10, help="so many of each kind are printed")
    given = parser.parse_args(arguments)
    began, seeds = time.time(), range(given.seed, given.seed + given.number)
    if given.jobs > 1:
        with ProcessPoolExecutor(given.jobs) as pool:
            found = list(pool.map(compared, seeds, [given.engine] * len(seeds), chunksize=32))
    else:
        found = [compared(seed, given.engine) for seed in seeds]
    print(report(found, given.show))
    print(f"{given.number} nets in {time.time() - began:.1f} s")
    return 1 if any(one.kind != "agree" for one in found) else 0


def report(found: list[Compared], show: int = 10) -> str:
    """The nets on which they differ, and how often they agree."""
    lines, kinds = [], Counter(one.kind for one in found)
    for kind in sorted(set(kinds) - {"agree"}):
        for one in [one for one in found if one.kind == kind][:show]:
            lines.append(f"{kind}, seed {one.seed}: kit {one.code} {one.at} ({one.degree}), referee {sorted(one.left)}")
    certain = Counter(one.referee.partition("(")[0] for one in found if one.referee)
    lines.append(", ".join(f"{kind}: {count}" for kind, count in kinds.most_common()))
    lines.append(
        f"the referee is certain in {sum(certain.values())}: " + ", ".join(f"{k} {n}" for k, n in certain.most_common())
    )
    lines.append(f"no life is possible in {sum(not one.left for one in found)}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
