"""Run the model: arrivals and a way to consume them in, the calls of a trace and every message's true story out."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from mqforensics.formats.tables import CALLS
from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.consumers import Agent, QueueAgent, Sessions, getter, marking_agent
from mqforensics.questions.browse.message_history import Life
from mqforensics.questions.browse.queue_model import Queue
from mqforensics.questions.browse.world import START, Seat, World
from mqforensics.validation import NAME, ChoiceExpected, Kind, TableExpected, TimeExpected, number, validated

MODES = ("asf", "browse_with_mark", "non_asf")
DELAYS = ["name", "msg_id", "priority", "put_time", "visible_time", "first_time", "get_time",
          "delay", "total", "reason"]  # fmt: skip
TAIL = 120_000
"""How long after the last arrival a simulation is followed when `until` is not given, in milliseconds."""


class Simulation(NamedTuple):
    """`calls`: the columns of the calls table, one row an MQI call. `delays`: one row a message."""

    calls: pd.DataFrame
    delays: pd.DataFrame


TIME, SWITCH = number(0, whole=False), number(whole=False)
"""Milliseconds; and those of which a negative number is a switch."""
ARRIVALS = Kind("a pandas frame or mappings", TableExpected, lambda given: (
    given.to_dict("records") if isinstance(given, pd.DataFrame) else [dict(row) for row in given]))  # fmt: skip


@validated(
    arrivals=ARRIVALS, service_time=TIME, threads=number(1), listeners=number(1), eoq_timeout=SWITCH, sweep_time=SWITCH,
    wait_time=SWITCH, redeliver_interval=SWITCH, markint=SWITCH, defprty=number(0, 9), late=TIME, call_time=TIME,
    until=SWITCH, queue=NAME, queue_manager=NAME,
)  # fmt: skip
def simulate_browse(
    arrivals: pd.DataFrame | Sequence[Mapping],
    mode: str = "asf",
    *,
    service_time: float = 200,
    threads: int = 1,
    listeners: int = 1,
    eoq_timeout: float = mq.EOQ_TIMEOUT,
    sweep_time: float = mq.SWEEP_TIME,
    wait_time: float = mq.WAIT_TIME,
    redeliver_interval: float = mq.REDELIVER_INTERVAL,
    markint: float = mq.MARKINT,
    msgdlvsq: str = mq.MSGDLVSQ,
    defprty: int = mq.DEFPRTY,
    late: float = mq.LATE,
    call_time: float = 0,
    until: float | None = None,
    queue: str = "QUEUE",
    queue_manager: str = "QM1",
    start=START,
) -> Simulation:
    """What a queue's consumers do with `arrivals`: their MQI calls, and each message's true delay. Pure Python.

    Every interval is in milliseconds, as the properties are set; delays come out in seconds.
    `arrivals`: a pandas frame or dicts with `put` (ms after `start`; below 0 is before the consumers open the queue),
    `priority`, and optionally `name`, `msg_id`, `commit_after` (ms; put under syncpoint), `service_time` (ms),
    `rollbacks` (how often onMessage fails) and `lost` (how many dispatches are never taken).
    `mode`: "asf" (sweeping cursor), "browse_with_mark" (the client's default since version 7) or "non_asf".
    `threads` server sessions serve each of the `listeners` (cluster members); eoq_timeout -1 is off.
    Gives `Simulation(calls, delays)`, two pandas frames; `as_calls(spark, calls)` makes the first a Spark table.
    Raises errors of `validation`: of an unknown mode or MSGDLVSQ, of numbers that cannot be, of arrivals without `put`.
    """
    if mode not in MODES:
        raise ChoiceExpected(f"expected a mode of {', '.join(MODES)}, got {mode!r}")
    world = World(Queue(msgdlvsq, defprty, _us(markint)), queue, queue_manager, call_time=_us(call_time), start=start)
    rows = _valid_arrivals(arrivals)
    for nth, row in enumerate(rows, 1):
        _schedule(world, row, nth, service_time)
    timing = {"eoq_timeout": _us(eoq_timeout), "sweep_time": _us(sweep_time), "wait_time": _us(wait_time),
              "redeliver_interval": _us(redeliver_interval)}  # fmt: skip
    world.clock.at(0, lambda: _open_consumers(world, mode, threads, listeners, timing))
    last = max((row["put"] + (row.get("commit_after") or 0) for row in rows), default=0)
    world.clock.run(_us(last + TAIL if until is None else until), lambda: _all_done(world, len(rows)))
    return Simulation(pd.DataFrame(world.calls), _delays(world, late))


def as_calls(spark: SparkSession, calls: pd.DataFrame) -> DataFrame:
    """The `calls` of a simulation as a Spark table with every column of the calls table."""
    columns = [
        pa.Array.from_pandas(calls[field.name] if field.name in calls else [None] * len(calls), type=field.type)
        for field in CALLS
    ]
    return spark.createDataFrame(pa.Table.from_arrays(columns, schema=CALLS), from_arrow_schema(CALLS))


def traffic(
    backlog: int = 0,
    every: float = 0,
    lasting: float = 60_000,
    priority: int = 4,
    urgent: Sequence[float] = (3_000,),
    urgent_priority: int = 5,
) -> pd.DataFrame:
    """Arrivals for `simulate_browse`: a backlog at time 0, one message `every` ms up to `lasting`, urgent ones between.

    Columns `name`, `put` (ms), `priority`; of messages put at the same time the urgent one is first.
    """
    steady = [] if not every else [step * every for step in range(1, int(lasting // every) + 1)]
    plain = [(put, 1, priority) for put in [0] * backlog + steady]
    rows = sorted(plain + [(put, 0, urgent_priority) for put in urgent], key=lambda row: row[:2])
    numbers = (count(1), count(1))
    return pd.DataFrame([
        {"name": f"{'urgent' if kind == 0 else 'plain'} {next(numbers[kind])}", "put": put, "priority": own}
        for put, kind, own in rows
    ])  # fmt: skip


def _us(milliseconds: float) -> int:
    # Negative intervals are switches ("off", "unlimited"), not times.
    return -1 if milliseconds < 0 else round(milliseconds * 1000)


def _valid_arrivals(arrivals: Sequence[Mapping]) -> list[dict]:
    rows = [{key: value for key, value in row.items() if not _is_null(value)} for row in arrivals]
    if any("put" not in row for row in rows):
        raise TimeExpected("expected every arrival to say when it is `put` (milliseconds)")
    for name, kind in (("put", SWITCH), ("priority", number(mq.PRIORITY_AS_Q_DEF, 9, whole=False))):
        for row in rows:
            kind.taken(name, row.get(name, 0))
    return rows


def _is_null(value) -> bool:
    return value is None or (isinstance(value, float) and value != value)


def _schedule(world: World, row: dict, number: int, service_time: float) -> None:
    put, commit_after = round(row["put"] * 1000), row.get("commit_after")
    seat = Seat("putter", "4711", "3" if commit_after is None else str(100 + number))
    options = mq.FAIL_IF_QUIESCING | (mq.PUT_NO_SYNCPOINT if commit_after is None else mq.PUT_SYNCPOINT)
    msg_id = row.get("msg_id") or b"AMQ " + world.queue_manager.ljust(12).encode() + number.to_bytes(8)

    def arrive() -> None:
        message = world.queue.put(msg_id, row.get("priority"), put, commit_after is None)
        world.lives[message] = Life(
            message, str(row.get("name", number)), put, round(row.get("service_time", service_time) * 1000),
            rollbacks=int(row.get("rollbacks", 0)), lost=int(row.get("lost", 0)),
        )  # fmt: skip
        world.record(seat, "MQPUT", put, options, **world.on_queue(message))
        if commit_after is None:
            world.becomes_visible(message)
        else:
            world.clock.at(put + _us(commit_after), lambda: commit(message))

    def commit(message) -> None:
        world.record(seat, "MQCMIT", world.clock.now)
        world.queue.commit(message)
        world.becomes_visible(message)

    world.clock.at(put, arrive)


def _open_consumers(world: World, mode: str, threads: int, listeners: int, timing: dict) -> None:
    if mode == "non_asf":
        for thread in range(threads * listeners):
            agent = Agent(world, _open_seat(world, str(20 + thread), mq.OPEN_INPUT))
            world.agents.append(agent)
            world.clock.start(getter(agent, _us(mq.NON_ASF_TIMEOUT)))
        return
    opens = mq.OPEN_QUEUE_AGENT if mode == "asf" else mq.OPEN_ASYNC_CONSUMER
    for listener in range(listeners):
        sessions = Sessions(world, [_seat(str(1000 * (listener + 1) + thread)) for thread in range(threads)])
        seat = _open_seat(world, str(7 + listener), opens)
        agent = Agent(world, seat, world.queue.open(co_op=mode == "browse_with_mark"))
        world.agents.append(agent)
        if mode == "asf":
            world.clock.start(QueueAgent(agent, sessions, **timing).run())
        else:
            world.clock.start(marking_agent(agent, sessions, timing["wait_time"]))


def _seat(thread: str) -> Seat:
    return Seat("WebSphere MQ JMS", "8123", thread, "WAS.SVRCONN")


def _open_seat(world: World, thread: str, options: int) -> Seat:
    seat = _seat(thread)
    world.record(seat, "MQOPEN", world.clock.now, options, queue=world.queue_name)
    return seat


def _all_done(world: World, arrivals: int) -> bool:
    return len(world.lives) == arrivals and len(world.queue) == 0


def _delays(world: World, late: float) -> pd.DataFrame:
    rows = []
    for life in world.lives.values():
        seconds = [None if time is None else (time - life.put) / 1e6 for time in (life.first, life.got)]
        times = [None if t is None else world.when(t) for t in (life.put, life.visible, life.first, life.got)]
        rows.append([life.name, life.message.msg_id, life.message.priority, *times, *seconds,
                     life.reason(round(late * 1e6))])  # fmt: skip
    return pd.DataFrame(rows, columns=DELAYS)
