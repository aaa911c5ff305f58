"""The calls of traces that failed and that no other question judges."""

from pyspark.sql import Row
from pyspark.sql import functions as F

from mqforensics.objects.failed_calls import failed_calls, is_refused
from mqforensics.objects.first_steps import first_step
from mqforensics.questions import wording
from mqforensics.questions.errors.counted_kinds import KINDS, most_common
from mqforensics.questions.finding import Evidence, Finding, as_of
from mqforensics.words import errors as words

KEYS = ("verb", "reason", "queue", "queue_manager", "application")
STEPS = 3
"""So many commands are offered."""


def findings(case) -> list[Finding]:
    """A finding of the calls that failed, the most common kinds first; none without such calls."""
    calls = failed_calls(case)
    if calls is None:
        return []
    told = calls.where(~F.coalesce(is_refused(), F.lit(False)))
    rows = most_common(told, KEYS, ("file", "number"), KINDS + 1)
    return [_finding(rows)] if rows else []


def _finding(rows: list[Row]) -> Finding:
    said = words.FAILED_CALLS.format(calls="; ".join(_kind(row) for row in rows[:KINDS]))
    said += words.MORE_KINDS if len(rows) > KINDS else ""
    managers = {row.queue_manager for row in rows}
    last = max((row.last for row in rows if row.last is not None), default=None)
    evidence = [Evidence(row.place.file, None, row.place.number) for row in rows[:KINDS]]
    manager = managers.pop() if len(managers) == 1 else None
    steps = (first_step(row.reason, {"queue": row.queue}, row.queue_manager) for row in rows[:KINDS])
    next_ = list(dict.fromkeys(step for found in steps for step in found))[:STEPS]
    return Finding("errors", "FAILED_CALLS", "warning", said, evidence, next_, manager, as_of=as_of(last))


def _kind(row: Row) -> str:
    told = (("on", row.queue), ("at", row.queue_manager), ("by", row.application))
    parts = [row.verb or "a call", *(f"{word} {value}" for word, value in told if value)]
    often = [f"({wording.count(row['count'], 'time')})"] if row["count"] > 1 else []
    return " ".join([*parts, "with", wording.reason(row.reason), *often])
