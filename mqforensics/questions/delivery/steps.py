"""What the channel does, one step after the other with its time, as Spark SQL text."""

from collections.abc import Mapping

from mqforensics.questions.delivery.sources import SOURCES
from mqforensics.questions.delivery.sql import INPUT, case, fill, quoted
from mqforensics.questions.delivery.table import Row, Step

TYPE = "array<struct<time: bigint, action: string, detail: string, source: string>>"
"""`time` in milliseconds since the first failure; null where it cannot be told."""
LISTED = 100
"""Retries listed one by one; MRRTY may be 999999999, and the others are one step with their number."""
RETRIES, INTERVAL = INPUT + "MRRTY", INPUT + "MRTMR"
TRIES, DELAY = "_tries", "_delay"
NONE = f"cast(array() AS {TYPE})"
AT_ONCE = ("put", "send")
"""What fails first; all other steps of its row come at the same time, and those of later rows after the retries."""


def tries(stages: Mapping[str, tuple[Row, ...]]) -> dict[str, str]:
    """`TRIES`: how often the put is tried again; `DELAY`: ms until then, 0 without, null where it is not known."""
    for number, rows in enumerate(stages.values()):
        if any(_retries(row) for row in rows):
            count = case((f"_row_{number} = {n}", _count(row)) for n, row in enumerate(rows))
            return {TRIES: count, DELAY: f"if({count} = 0, 0L, try_multiply({count}, {INTERVAL}))"}
    return {TRIES: "0L", DELAY: "0L"}


def actions(stages: Mapping[str, tuple[Row, ...]]) -> str:
    """The steps of every stage that is reached for certain, in order; what is unknown is a step that says so."""
    return f"concat({', '.join(_stage(number, rows) for number, rows in enumerate(stages.values()))})"


def _stage(number: int, rows: tuple[Row, ...]) -> str:
    unknown = f"concat('not known: ', array_join(_lack_{number}, ', '))"
    unsure = f"array({_struct(DELAY, 'unknown', unknown, 'cast(NULL AS string)')})"
    known = [(f"_row_{number} = {n}", _steps(row)) for n, row in enumerate(rows) if row.steps]
    known += [(f"_row_{number} IS NOT NULL", NONE)]
    return case([(f"NOT _enter_{number}", NONE), *known], unsure)


def _steps(row: Row) -> str:
    time = "0L" if any(step.action in AT_ONCE for step in row.steps) else DELAY
    plain = f"array({', '.join(_step(step, time) for step in row.steps if step.action != 'retry')})"
    return f"concat({plain}, {_tried(row)})" if _retries(row) else plain


def _step(step: Step, time: str) -> str:
    return _struct(time, step.action, fill(step.detail), quoted(SOURCES[step.source]))


def _retries(row: Row) -> bool:
    return any(step.action == "retry" for step in row.steps)


def _count(row: Row) -> str:
    """Up to the try that works, or all of MRRTY."""
    if not _retries(row):
        return "0L"
    if not row.fate:
        return RETRIES
    return f"greatest(1L, coalesce(cast(ceil({INPUT}clears_after / nullif({INTERVAL}, 0)) AS bigint), 1L))"


def _tried(row: Row) -> str:
    """Each try at its time."""
    source, fails = quoted(SOURCES["retry"]), quoted("the put fails")
    last = quoted("the put works") if row.fate else fails
    detail = f"concat('try ', n, ' of ', {RETRIES}, ': ', if(n = {TRIES}, {last}, {fails}))"
    one = _struct(f"try_multiply(n, {INTERVAL})", "retry", detail, source)
    rest = f"concat('and ', {TRIES} - {LISTED}, ' more, ', {INTERVAL}, ' ms apart; at the last ', {last})"
    more = case([(f"{TRIES} > {LISTED}", f"array({_struct(DELAY, 'retry', rest, source)})")], NONE)
    return f"transform(sequence(1L, least({TRIES}, {LISTED}L)), n -> {one}), {more}"


def _struct(time: str, action: str, detail: str, source: str) -> str:
    return f"named_struct('time', {time}, 'action', '{action}', 'detail', {detail}, 'source', {source})"
