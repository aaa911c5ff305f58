"""What would have helped: the same arrivals under every remedy, with what each costs and what sets it."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.simulate import simulate_browse
from mqforensics.spark_compat import pandas_of
from mqforensics.words import browse as words

EOQ_TIMEOUTS = (10_000, 5_000, 3_000, 1_000)
SKIPS = ("CURSOR_SKIP", "LATE_COMMIT_SKIP")
AT_MOST = 5_000
"""So many messages of a trace are simulated again; a simulation runs in this process."""


class Remedy(NamedTuple):
    """A change: what of the simulation it sets, the command or property that sets it, and its price."""

    name: str
    settings: dict
    how: str
    cost: str


AS_IT_IS = Remedy(words.AS_IT_IS, {}, "", "")
FIFO = Remedy(
    "MSGDLVSQ(FIFO)", {"msgdlvsq": mq.FIFO}, "ALTER QLOCAL('{queue}') MSGDLVSQ(FIFO)",
    words.FIFO_COSTS,
)  # fmt: skip
NON_ASF = Remedy(
    "non-ASF", {"mode": "non_asf"},
    words.NON_ASF_HOW.format(timeout=mq.NON_ASF_TIMEOUT),
    words.NON_ASF_COSTS,
)  # fmt: skip
BROWSE_WITH_MARK = Remedy(
    "browse-with-mark", {"mode": "browse_with_mark"},
    words.WITH_MARK_HOW,
    words.WITH_MARK_COSTS,
)  # fmt: skip


def eoq(timeout: int) -> Remedy:
    """The custom property eoqTimeout, in milliseconds."""
    return Remedy(
        f"eoqTimeout {timeout}", {"eoq_timeout": timeout}, f"-Dcom.ibm.mq.jms.tuning.eoqTimeout={timeout}",
        words.EOQ_COSTS,
    )  # fmt: skip


def more_consumers(threads: int, listeners: int) -> tuple[Remedy, Remedy]:
    """Twice the sessions; one listener more."""
    return (
        Remedy(words.SESSIONS.format(number=2 * threads), {"threads": 2 * threads},
               words.SESSIONS_HOW.format(number=2 * threads),
               words.SESSIONS_COST),
        Remedy(words.LISTENERS.format(number=listeners + 1), {"listeners": listeners + 1},
               words.LISTENERS_HOW,
               words.LISTENERS_COST),
    )  # fmt: skip


def remedies(
    arrivals: pd.DataFrame | Sequence[dict],
    *,
    eoq_timeouts: Sequence[int] = EOQ_TIMEOUTS,
    queue: str = "QUEUE",
    channel: str = "CHANNEL",
    threads: int = 1,
    listeners: int = 1,
    late: float = mq.LATE,
    **settings,
) -> pd.DataFrame:
    """One row a remedy, the present state first, as a pandas frame; `arrivals` and `settings` as `simulate_browse` has.

    `followed` is the longest put-to-get time, in seconds, of the messages that are passed over as it is (of all
    messages, when none is); `longest` and `mean` are of all messages; `late` counts those that took `late` seconds
    or more, `skipped` those whose reason is a cursor's skip; `waiting` those not taken by the end. Then `how` it is
    set and its `cost`.
    """
    tried = [AS_IT_IS, FIFO, NON_ASF, *map(eoq, eoq_timeouts), BROWSE_WITH_MARK, *more_consumers(threads, listeners)]
    base = {"threads": threads, "listeners": listeners, "late": late, **settings}
    runs = [simulate_browse(arrivals, **{**base, **remedy.settings}).delays for remedy in tried]
    followed = set(runs[0].loc[runs[0]["reason"].isin(SKIPS), "name"]) or set(runs[0]["name"])
    return pd.DataFrame([
        {"remedy": remedy.name, **_delay_figures(run, followed, late),
         "how": remedy.how.format(queue=queue, channel=channel), "cost": remedy.cost}
        for remedy, run in zip(tried, runs, strict=True)
    ])  # fmt: skip


def _delay_figures(delays: pd.DataFrame, followed: set[str], late: float) -> dict:
    return {
        "followed": _milliseconds_kept(delays.loc[delays["name"].isin(followed), "total"].max()),
        "longest": _milliseconds_kept(delays["total"].max()),
        "mean": _milliseconds_kept(delays["total"].mean()),
        "late": int((delays["total"] >= late).sum()),
        "skipped": int(delays["reason"].isin(SKIPS).sum()),
        "waiting": int(delays["total"].isna().sum()),
    }


def _milliseconds_kept(seconds: float) -> float | None:
    return None if pd.isna(seconds) else round(float(seconds), 3)


def arrivals(timeline: DataFrame, queue: str, at_most: int = AT_MOST) -> pd.DataFrame:
    """What arrived on a queue according to a trace, for `simulate_browse`: the first `at_most` messages.

    Columns `name` (end of the MsgId), `msg_id`, `put` (ms after the first), `priority`, `commit_after` (ms, where the
    trace has the MQCMIT), `rollbacks`.
    """
    put = F.unix_micros("put_time")
    committed = F.when(F.col("visible_by") == "MQCMIT", F.unix_micros("visible_time") - put) / 1000
    here = timeline.where((F.col("queue") == queue) & F.col("put_time").isNotNull())
    rows = (
        pandas_of(here.select(
            F.expr("right(hex(msg_id), 8)").alias("name"), "msg_id", (put / 1000).alias("put"),
            F.when(F.col("priority").between(0, 9), F.col("priority")).alias("priority"),
            committed.alias("commit_after"), F.greatest(F.col("gets") - 1, F.lit(0)).alias("rollbacks"),
        ).orderBy("put", "name").limit(at_most))
    )  # fmt: skip
    rows["put"] = (rows["put"] - rows["put"].min()).round(3)
    return rows
