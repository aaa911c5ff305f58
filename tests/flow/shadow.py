"""The model alone on simulated incidents and on folders of cases, without Spark.

`python -m tests.flow.shadow N [--seed S]` counts S1, where the true place is not among those that lines alone leave,
and how many answers of each degree are right.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from mqforensics.case.given import of_case_json
from mqforensics.flow import engine
from mqforensics.flow.answer import Answer, answer, paths_with_strikes
from mqforensics.flow.facts import Facts
from mqforensics.flow.paths import paths
from mqforensics.objects.estate import Estate
from mqforensics.questions.walk import plain_walk as walk
from tests.questions.plain_rows import zones_of_log
from tests.simulated.ask import SETTINGS, forget, read
from tests.simulated.incidents import incident
from tests.simulated.truth import agrees

UNKNOWN = "UNKNOWN"
HELD = {"uncommitted get": "UNCOMMITTED", "uncommitted put": "UNCOMMITTED", "retried": "RETRYING", "purged": "CLEARED"}
"""The codes of places for which the simulator has no statement of its own."""


def asked(files: dict[str, bytes]) -> tuple[Estate, list, dict[str, list]]:
    """The estate of a case, its requests, and its tables."""
    tables, told = read(files)
    wanted = told.get("walk", [])
    log = tables.get("log", [])
    given, _ = of_case_json(json.loads(files[SETTINGS]), files[SETTINGS], SETTINGS)
    estate = Estate(tables.get("objects", []), zones_of_log(log), given=given)
    return estate, walk.requests(estate, [wanted] if isinstance(wanted, dict) else wanted), tables


def routes_of(estate: Estate, request) -> list:
    """The ways of a request: one, or one for each instance of a cluster queue."""
    first, *each = walk.ways(estate, request)
    return each or [first]


def answers(files: dict[str, bytes]) -> Iterator[Answer]:
    """What the engine says of each request of a case."""
    estate, requests, _ = asked(files)
    for request in requests:
        yield answer(estate, request, routes_of(estate, request))


def proved(files: dict[str, bytes]) -> list:
    """The paths of the first request of a case that lines alone leave."""
    estate, (request, *_), _ = asked(files)
    facts = Facts(estate, request, routes_of(estate, request))
    return engine.paths_left(paths_with_strikes(facts, paths(facts)), frozenset())


class Compared(NamedTuple):
    """What came out for one incident."""

    seed: int
    story: str
    said: Answer
    is_right: bool
    is_left: bool
    """Whether the true place is among those that lines alone leave."""


def compared(seed: int) -> Compared:
    """The engine on one simulated incident."""
    made = incident(seed)
    forget()
    (said,) = answers(made.evidence)
    held = HELD.get(made.place[0])
    right = agrees((said.code, said.queue_manager, said.object), made.acceptable)
    # Of a dead letter that a handler took the simulator has no statement.
    right = right or (said.code in ("MOVED", held) and made.place[0] in ("consumed", *HELD) and said.code != UNKNOWN)
    is_left = any(
        path.code in (UNKNOWN, held, "MOVED") or agrees((path.code, *path.place[1:]), made.acceptable)
        for path in proved(made.evidence)
    ) or not made.acceptable  # fmt: skip
    return Compared(seed, made.story, said, right, is_left)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.flow.shadow")
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    counts: Counter = Counter()
    for seed in range(given.seed, given.seed + given.number):
        one = compared(seed)
        counts["S1"] += not one.is_left
        word = "right" if one.is_right else "open" if one.said.code == UNKNOWN else "wrong"
        counts[f"{one.said.degree} {word}"] += 1
        if word == "wrong":
            keys = sorted({f"{each.class_} {each.key}" for each in one.said.assumes if each.class_ != "A"})
            print(f"{seed}: {one.story}\n    said {one.said.code} {one.said.queue_manager} {one.said.object}: {keys}")
    print("\n".join(f"{key}: {count}" for key, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
