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
DELAY = "_delay"


def actions(stages: Mapping[str, tuple[Row, ...]]) -> str:
    """The steps of every stage that is reached for certain, in order; what is unknown is a step that says so."""
    return f"concat({', '.join(_stage(number, rows) for number, rows in enumerate(stages.values()))})"


def delay(stages: Mapping[str, tuple[Row, ...]]) -> str:
    """Milliseconds that the retries take: 0 without any, null where they are not known."""
    for number, rows in enumerate(stages.values()):
        if any(_retries(row) for row in rows):
            return case((f"_row_{number} = {n}", _taken(row)) for n, row in enumerate(rows))
    return "0L"


def _stage(number: int, rows: tuple[Row, ...]) -> str:
    unsure = _struct(DELAY, "unknown", f"concat('not known: ', array_join(_lack_{number}, ', '))", "NULL")
    known = [(f"_row_{number} = {n}", _steps(row)) for n, row in enumerate(rows) if row.steps]
    known += [(f"_row_{number} IS NOT NULL OR NOT _enter_{number}", _array())]
    return case([(f"NOT _enter_{number}", _array()), *known], _array(unsure))


def _steps(row: Row) -> str:
    time = "0L" if _first(row) else DELAY
    plain = _array(*[_step(step, time) for step in row.steps if step.action != "retry"])
    return f"concat({plain}, {_tried(row)})" if _retries(row) else plain


def _first(row: Row) -> bool:
    return any(step.action in ("put", "send") for step in row.steps)


def _retries(row: Row) -> bool:
    return any(step.action == "retry" for step in row.steps)


def _tries(row: Row) -> str:
    """How often the put is tried again: up to the try that works, or all of MRRTY."""
    if not row.fate:
        return RETRIES
    return f"greatest(1L, coalesce(cast(ceil({INPUT}clears_after / nullif({INTERVAL}, 0)) AS bigint), 1L))"


def _taken(row: Row) -> str:
    return f"try_multiply({_tries(row)}, {INTERVAL})" if _retries(row) else "0L"


def _tried(row: Row) -> str:
    tries, source = _tries(row), quoted(SOURCES["retry"])
    works = "'the put works'" if row.fate else "'the put fails'"
    outcome = f"CASE WHEN n = {tries} THEN {works} ELSE 'the put fails' END"
    one = _struct(f"n * {INTERVAL}", "retry", f"concat('try ', n, ' of ', {RETRIES}, ': ', {outcome})", source)
    listed = f"transform(sequence(1L, least(greatest({tries}, 1L), {LISTED}L)), n -> {one})"
    rest = f"concat('and ', {tries} - {LISTED}, ' more, ', {INTERVAL}, ' ms apart: the last of them ', {works})"
    more = _array(_struct(_taken(row), "retry", rest, source))
    return f"cast({listed} AS {TYPE}), " + case([(f"{tries} > {LISTED}", more)], _array())


def _step(step: Step, time: str) -> str:
    return _struct(time, step.action, fill(step.detail), quoted(SOURCES[step.source]))


def _struct(time: str, action: str, detail: str, source: str) -> str:
    return f"named_struct('time', {time}, 'action', '{action}', 'detail', {detail}, 'source', {source})"


def _array(*structs: str) -> str:
    return f"cast(array({', '.join(structs)}) AS {TYPE})"
