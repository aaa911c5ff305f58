"""How the tests walk: a made case or a sample case, without Spark."""

from functools import cache
from pathlib import Path

from mqforensics.questions.walk.core import follow, requests
from mqforensics.questions.walk.facts import Row
from mqforensics.questions.walk.letters import Mail
from mqforensics.questions.walk.world import World
from tests.questions import walk_evidence
from tests.questions.walk_cases import A

SAMPLES = Path(__file__).parents[2] / "sample_dumps"
TRUTH = {
    "walk_no_dlq": "DISCARDED",
    "walk_dlq_2051": "ON_DLQ",
    "walk_stopped_channel": "CHANNEL_NOT_RUNNING",
    "walk_retrying_channel": "CHANNEL_NOT_RUNNING",
    "walk_wrong_rqmname": "REMOTE_DEFINITION_WRONG",
    "walk_full_queue": "ON_DLQ",
    "walk_two_hops": "CHANNEL_NOT_RUNNING",
}


def rows(sessions):
    return [Row.of(row) for place, text in enumerate(sessions) for row in read(f"{place}.txt", text.encode())]


@cache
def read(name, data):
    return walk_evidence.rows_of(name, data)[1]


def walked(made, queue="R", log=()):
    world = World(rows(made.sessions))
    request = requests(world, [{"queue": queue, "queue_manager": A, **made.request}])[0]
    return follow(world, request, Mail(made.letters, made.dumped, made.calls), log)


def files_of(name):
    return {path.name: path.read_bytes() for path in (SAMPLES / name).iterdir() if path.suffix != ".md"}
