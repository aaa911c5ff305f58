"""One late message's surroundings, small enough for a picture: messages and browse calls of its time, step by step."""

from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.browse.message_timeline import late_messages
from mqforensics.questions.browse.sweeps import browses
from mqforensics.spark_compat import moment, rows_of
from mqforensics.words import browse as words

AT_MOST = 200
"""So many messages and browse calls are named, those nearest to the late message's time."""
SKIPS_FIRST = "case when reason in ('CURSOR_SKIP', 'LATE_COMMIT_SKIP') then 0 else 1 end"


class Story(NamedTuple):
    """Frames on the driver. `messages`: rows of the timeline in order of place; `calls`: the finder's browses."""

    late: pd.Series
    messages: pd.DataFrame
    calls: pd.DataFrame


@dataclass(frozen=True)
class Step:
    """The queue after one event: `rows` are (name, priority, has the cursor, is the late message), head first."""

    title: str
    time: pd.Timestamp
    rows: list[tuple[str, int | None, bool, bool]] = field(default_factory=list)


def story(timeline: DataFrame, calls: DataFrame, msg_id: bytes | None = None, at_most: int = AT_MOST) -> Story | None:
    """What happened on the queue from shortly before a late message's put until it was found; None without one.

    `msg_id`: which message; without it the longest cursor skip, else the longest delay.
    """
    late = timeline.where(F.col("msg_id") == F.lit(msg_id)) if msg_id else late_messages(timeline)
    chosen = _pandas(
        late.where("first_time is not null").orderBy(F.expr(SKIPS_FIRST), F.desc("total"), "msg_id").limit(1)
    )
    if chosen.empty:
        return None
    row = chosen.iloc[0]
    end = row["first_time"] if pd.isna(row["get_time"]) else max(row["get_time"], row["first_time"])
    begin = row["put_time"] - pd.Timedelta(seconds=max(0.1 * (end - row["put_time"]).total_seconds(), 1))
    same = F.col("queue").eqNullSafe(row["queue"]) & F.col("queue_manager").eqNullSafe(row["queue_manager"])
    seen = F.coalesce(F.greatest("get_time", "first_time"), moment(end))
    near = F.abs(F.unix_micros("put_time") - F.lit(int(row["put_time"].value // 1000)))
    around = timeline.where(same & (F.col("put_time") <= moment(end)) & (seen >= moment(begin))).orderBy(near, "msg_id")
    by_finder = browses(calls).where(same & (F.col("found_by") == row["found_by"]))
    made = by_finder.where((F.col("end") >= moment(begin)) & (F.col("start") <= moment(end))).orderBy("end", "number")
    return Story(row, _in_order(_pandas(around.limit(at_most))), _pandas(made.limit(at_most)))


def _pandas(frame: DataFrame) -> pd.DataFrame:
    return pd.DataFrame([row.asDict(recursive=True) for row in rows_of(frame)], columns=frame.columns)


def _in_order(messages: pd.DataFrame) -> pd.DataFrame:
    keys = messages.assign(place=-messages["effective_priority"], id=[bytes(one).hex() for one in messages["msg_id"]])
    return keys.sort_values(["place", "put_time", "id"], kind="stable").drop(columns="id").reset_index(drop=True)


def names(told: Story) -> dict[bytes, str]:
    """A short name for each message: the digits at which their MsgIds differ."""
    ids = [bytes(msg_id).hex().upper() for msg_id in told.messages["msg_id"]]
    width = next((n for n in range(4, 49, 2) if len({i[-n:] for i in ids}) == len(ids)), 48)
    return {bytes.fromhex(i): i[-width:] for i in ids}


def steps(told: Story) -> list[Step]:
    """The queue after every browse call, and after the late message's put, as seed 5 draws it."""
    named = names(told)
    late = bytes(told.late["msg_id"])
    events = [(call["end"], 1, call) for _, call in told.calls.iterrows()]
    events.append((told.late["visible_time"], 0, None))
    told_steps, cursor = [], None
    for time, _, call in sorted(events, key=lambda event: event[:2]):
        if call is None:
            title = words.VISIBLE.format(message=named[late], priority=_number(told.late["priority"]))
        else:
            cursor = _cursor_after(call, cursor)
            title = f"{call['call']}{' + WAIT' if call['waits'] else ''}: {_answer(call, named)}"
        told_steps.append(Step(title, time, _rows(told.messages, time, cursor, late, named)))
    return told_steps


def _cursor_after(call: pd.Series, cursor: bytes | None) -> bytes | None:
    if isinstance(call["msg_id"], bytes | bytearray):
        return bytes(call["msg_id"])
    return None if call["call"] == "BROWSE_FIRST" else cursor


def _answer(call: pd.Series, named: dict[bytes, str]) -> str:
    if isinstance(call["msg_id"], bytes | bytearray):
        return words.MESSAGE.format(message=named.get(bytes(call["msg_id"]), bytes(call["msg_id"]).hex().upper()[-8:]))
    return words.NO_MESSAGE if call["reason"] == 2033 else words.REASON.format(reason=_number(call["reason"]))


def _rows(messages: pd.DataFrame, time, cursor: bytes | None, late: bytes, named: dict[bytes, str]) -> list[tuple]:
    # The cursor keeps the place of a message that has gone, so that one stays in the picture.
    on_queue = (messages["visible_time"] <= time) & ~(messages["get_time"] <= time)
    ids = messages["msg_id"].map(bytes)
    shown = messages[on_queue | (ids == cursor)]
    rows = zip(shown["msg_id"].map(bytes), shown["priority"], strict=True)
    return [(named[msg_id], _number(priority), msg_id == cursor, msg_id == late) for msg_id, priority in rows]


def _number(value) -> int | None:
    return None if value is None or pd.isna(value) else int(value)
