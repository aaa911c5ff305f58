"""Random courses of events for browse cursors, and their calls as amqsevt prints them."""

import random

import pandas as pd

from mqforensics.questions.browse import simulate_browse
from tests.writers.traces import Call, Record
from tests.writers.traces.amqsevt import evt_compact

DEFINED = {"Q.PRIORITY": "PRIORITY", "Q.FIFO": "FIFO"}
"""MSGDLVSQ of the runs' queues, as a case knows it from their definitions."""


def settings(seed: int) -> tuple[list[dict], dict]:
    """Arrivals and everything else of the run number `seed`; times are so odd that nothing happens twice at once."""
    dice = random.Random(seed)

    def ms(low: float, high: float) -> float:
        return round(dice.uniform(low, high), 3)

    mode = dice.choice(["asf", "asf", "asf", "browse_with_mark", "non_asf"])
    arrivals = []
    for _ in range(dice.randint(3, 9)):
        row = {"put": ms(-2000, dice.choice([3000, 25_000])), "priority": dice.choice([0, 4, 4, 4, 5, 9])}
        if dice.random() < 0.3:
            row["commit_after"] = ms(1, dice.choice([500, 20_000]))
        if dice.random() < 0.3:
            row["service_time"] = ms(1, dice.choice([300, 9000]))
        if dice.random() < 0.08:
            row["rollbacks"] = dice.randint(1, 2)
        if dice.random() < 0.05 and mode != "non_asf":
            row["lost"] = 1
        arrivals.append(row)
    return arrivals, {
        "mode": mode, "service_time": ms(20, dice.choice([200, 2000])), "threads": dice.randint(1, 3),
        "listeners": dice.choice([1, 1, 2]), "eoq_timeout": dice.choice([-1, -1, 1000, 3000, 10_000]),
        "msgdlvsq": dice.choice(["PRIORITY", "PRIORITY", "FIFO"]), "call_time": 0.1,
    }  # fmt: skip


def runs(seeds) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Calls and truth of many runs, each with a queue manager of its own, so that one Spark job does all."""
    calls, truth = [], []
    for seed in seeds:
        arrivals, way = settings(seed)
        run = simulate_browse(arrivals, queue_manager=f"QM{seed}", queue=f"Q.{way['msgdlvsq']}", **way)
        calls.append(run.calls)
        truth.append(run.delays.assign(queue_manager=f"QM{seed}"))
    return pd.concat(calls, ignore_index=True), pd.concat(truth, ignore_index=True)


def as_amqsevt(calls: pd.DataFrame) -> str:
    """Calls of a simulation as `amqsevt -o json_compact` prints them: an event a connection."""
    return evt_compact(records(calls))


def records(calls: pd.DataFrame) -> list[Record]:
    """One activity trace record a connection."""
    by_connection: dict[tuple, list[dict]] = {}
    for row in calls.to_dict("records"):
        by_connection.setdefault((row["queue_manager"], row["connection"]), []).append(row)
    return [_record(*key, own) for key, own in by_connection.items()]


def _record(manager: str, connection: str, own: list[dict]) -> Record:
    first = own[0]
    return Record(
        manager, first["application"], int(first["process"]), int(first["thread"]), first["channel"],
        bytes.fromhex(connection), calls=tuple(map(_call, own)),
    )  # fmt: skip


def _call(row: dict) -> Call:
    returned = isinstance(row["msg_id"], bytes)
    on_object = isinstance(row["queue"], str)
    return Call(
        row["verb"], row["time"].value // 1000, row["duration"], reason=row["reason"], comp=row["comp_code"],
        options=None if pd.isna(row["options_value"]) else int(row["options_value"]),
        hobj=int(row["handle"]) if on_object else None, object=row["queue"] if on_object else None,
        wait=0 if pd.isna(row["wait_interval"]) else int(row["wait_interval"]),
        msg=row["msg_id"] if returned else None, priority=int(row["priority"]) if returned else 0,
        put=row["put_time"].value // 1000 if returned else None,
    )  # fmt: skip
