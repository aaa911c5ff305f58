"""How the tests walk: a made case or a sample case, without Spark."""

from functools import cache
from pathlib import Path

from mqforensics.objects.estate import NOTHING_SAID
from tests.questions import walk_evidence
from tests.questions.plain_rows import walk_rows
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


@cache
def read(name, data):
    return walk_evidence.rows_of(name, data)[1]


def walked(made, queue="R", log=(), rules=(), given=NOTHING_SAID, **request):
    """The walk of a made case."""
    objects = [row for place, text in enumerate(made.sessions) for row in read(f"{place}.txt", text.encode())]
    asked = {"queue": queue, "queue_manager": A, **made.request, **request}
    return walk_rows(objects, made.messages, log, made.calls, [asked], rules, given)[0]


def files_of(name):
    return {path.name: path.read_bytes() for path in (SAMPLES / name).iterdir() if path.suffix != ".md"}
