"""The case `browse_priority_delay`: made anew by `python -m tests.writers.browse_case`."""

from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

from mqforensics.questions.browse import Simulation, simulate_browse
from tests.questions.browse_runs import records
from tests.writers.traces.amqsevt import evt_json

FOLDER = Path(__file__).resolve().parents[2] / "sample_dumps" / "browse_priority_delay"
QUEUE, MANAGER = "QUOTES.REQUEST", "QMRISK"
START = datetime(2026, 4, 14, 9, 30, tzinfo=UTC)
FEED = [*range(200, 13_400, 1100), *range(24_300, 33_000, 1100)]
"""When the feed puts, in milliseconds: every 1.1 s, with a pause."""


def run() -> Simulation:
    """A listener that sweeps its queue, a feed of priority 4, and three messages that fare differently."""
    arrivals = [{"name": f"feed {n}", "put": put, "priority": 4} for n, put in enumerate(FEED, 1)]
    arrivals += [
        {"name": "urgent", "put": 2_650, "priority": 8},
        {"name": "held back", "put": 6_900, "priority": 4, "commit_after": 2_400},
        {"name": "fails once", "put": 26_800, "priority": 4, "rollbacks": 1},
    ]
    return simulate_browse(
        sorted(arrivals, key=lambda row: row["put"]), service_time=350, call_time=0.09, queue=QUEUE,
        queue_manager=MANAGER, start=START,
    )  # fmt: skip


def onlooker() -> list[dict]:
    """An administrator browses the queue at the urgent message's worst moment: no consumer, so nothing is found."""
    told = run()
    urgent = told.calls[told.calls["msg_id"] == told.delays.set_index("name").loc["urgent", "msg_id"]].iloc[0]
    seat = urgent.to_dict() | {
        "application": "MQ Explorer", "process": "7790", "thread": "2", "connection": "00001E6E00000002",
        "verb": "MQOPEN", "options_value": 0x2008, "msg_id": None, "priority": None, "put_time": None,
        "time": urgent["time"] + pd.Timedelta(seconds=5), "duration": 110,
    }  # fmt: skip
    browse = urgent.to_dict() | seat | {
        "verb": "MQGET", "options_value": 0x2010, "time": seat["time"] + pd.Timedelta(milliseconds=3), "duration": 80,
        **{name: urgent[name] for name in ("msg_id", "priority", "put_time")},
    }  # fmt: skip
    return [seat, browse]


NAMED = {
    '"Some Reason",\n\t"value" : 2033': '"No Msg Available",\n\t"value" : 2033',
    '"options" : 8362,\n    "optionsString" : [ "brw" ]':
        '"options" : 8362,\n    "optionsString" : [ "brw","fiq","in_shared","inq","save_ctx" ]',
    '"options" : 8200,\n    "optionsString" : [ "brw" ]':
        '"options" : 8200,\n    "optionsString" : [ "brw","fiq" ]',
}  # fmt: skip
"""Names that the plain writer does not know."""


def content() -> str:
    """The trace as `amqsevt -o json` prints it, connection after connection."""
    text = evt_json(records(pd.concat([run().calls, pd.DataFrame(onlooker())], ignore_index=True)))
    for plain, named in NAMED.items():
        text = text.replace(plain, named)
    return text


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "trace.json").write_text(content())
