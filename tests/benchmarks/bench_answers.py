"""What an answer of the model costs: of small incidents, of many requests about one estate, and of the widest request.

Run: `python -m tests.benchmarks.bench_answers [incidents] [seed]` (default 200, 0). Processor time of one core, without
an engine; the last column is the ratio to what the reading of the evidence takes in the same run.
"""

import argparse
import json
import random
import time
from datetime import UTC, datetime, timedelta

from mqforensics.flow.answer import answer
from mqforensics.objects.estate import QUEUES
from tests.flow.test_widest import widest
from tests.simulated.ask import SETTINGS, ask, forget, tables_of
from tests.simulated.incidents import incident
from tests.simulated.wide import World

REQUESTS, HOUR = 20, 3600
CAPTURED = datetime(2026, 3, 2, 15, tzinfo=UTC)
"""An hour before the simulated captures."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.bench_answers", description=__doc__.split("\n")[0]
    )
    parser.add_argument("incidents", nargs="?", type=int, default=200)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    given = parser.parse_args()
    cases = [incident(seed, World(True)).evidence for seed in range(given.seed, given.seed + given.incidents)]
    ask(cases[0])
    print("| what | requests | ms each | slowest ms | each / reading |\n|---|---|---|---|---|")
    reading, single, many, any_ = [], [], [], []
    for files in cases:
        forget()
        reading.append(_seconds(tables_of, files))
        single.append(_seconds(ask, files))  # its files were read before
        several = _with_more_requests(files)
        tables_of(several)
        many.append(_seconds(ask, several) / REQUESTS)
        others = _with_requests_of_any_queue(files)
        any_.append(_seconds(ask, others) / REQUESTS)
    of = sum(reading) / len(reading)
    for what, took, number in (
        ("evidence of an incident, read", reading, 1), ("an incident", single, 1), ("one estate", many, REQUESTS),
        ("one estate, any queue, any time within two hours", any_, REQUESTS),
    ):  # fmt: skip
        mean = sum(took) / len(took)
        print(f"| {what} | {number * len(took)} | {1e3 * mean:.1f} | {1e3 * max(took):.0f} | {mean / of:.2f} |")
    estate, request, routes, letters = widest()
    took = _seconds(answer, estate, request, routes, letters)
    print(
        f"| five hops, eight instances, 300 dead-lettered messages | 1 | {1e3 * took:.0f} | {1e3 * took:.0f} | {took / of:.2f} |"
    )


def _with_more_requests(files: dict) -> dict:
    """The same evidence, asked of as many messages as there are requests."""
    case = json.loads(files[SETTINGS])
    asked = case["walk"][0]
    case["walk"] = [{**asked, "msg_id": f"{number:048X}"} for number in range(REQUESTS)]
    return {**files, SETTINGS: json.dumps(case).encode()}


def _with_requests_of_any_queue(files: dict) -> dict:
    """The same evidence, asked of messages to each of its queues, put within two hours around the capture."""
    case, dice = json.loads(files[SETTINGS]), random.Random(REQUESTS)
    rows, asked = tables_of(files)[0][0], case["walk"][0]
    names = {(row["queue_manager"], row["name"]) for row in rows if row["type"] in QUEUES}
    queues = sorted((on, name) for on, name in names if on and name and not name.startswith("SYSTEM."))
    queues = queues or [(asked["queue_manager"], asked["queue"])]
    case["walk"] = [
        {"queue": name, "queue_manager": on, "msg_id": f"{number:048X}", "persistence": number % 2,
         "put_time": (CAPTURED + timedelta(seconds=dice.randint(-HOUR, HOUR))).isoformat()}
        for number, (on, name) in enumerate(dice.choices(queues, k=REQUESTS))
    ]  # fmt: skip
    return {**files, SETTINGS: json.dumps(case).encode()}


def _seconds(call, *arguments) -> float:
    began = time.process_time()
    call(*arguments)
    return time.process_time() - began


if __name__ == "__main__":
    main()
