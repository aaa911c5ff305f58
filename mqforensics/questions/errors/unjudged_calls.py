"""The calls of traces that failed and that no other question judges."""

from pyspark.sql import Row
from pyspark.sql import functions as F

from mqforensics.objects.failed_calls import failed_calls, is_refused
from mqforensics.objects.first_steps import first_step
from mqforensics.questions import wording
from mqforensics.questions.finding import Evidence, Finding, as_of
from mqforensics.spark_compat import ordering, rows_of
from mqforensics.words import errors as words

KEYS = ("verb", "reason", "queue", "queue_manager", "application")
STEPS = 3
"""So many commands are offered."""
KINDS = 12
"""So many kinds are named and cited."""


def findings(case) -> list[Finding]:
    """A finding of the calls that failed, the most common kinds first; none without such calls."""
    calls = failed_calls(case)
    if calls is None:
        return []
    first = F.min_by(F.struct("file", "number"), ordering("time", "file", "number")).alias("first")
    told = calls.where(~F.coalesce(is_refused(), F.lit(False))).groupBy(*KEYS)
    counted = told.agg(F.count("*").alias("count"), first, F.unix_micros(F.max("time")).alias("last"))
    rows = rows_of(counted.orderBy(F.desc("count"), *KEYS).limit(KINDS + 1))
    return [_finding(rows)] if rows else []


def _finding(rows: list[Row]) -> Finding:
    said = words.FAILED_CALLS.format(calls="; ".join(_kind(row) for row in rows[:KINDS]))
    said += words.MORE_KINDS if len(rows) > KINDS else ""
    managers = {row.queue_manager for row in rows}
    last = max((row.last for row in rows if row.last is not None), default=None)
    evidence = [Evidence(row.first.file, None, row.first.number) for row in rows[:KINDS]]
    manager = managers.pop() if len(managers) == 1 else None
    steps = (first_step(row.reason, {"queue": row.queue}, row.queue_manager) for row in rows[:KINDS])
    next_ = list(dict.fromkeys(step for found in steps for step in found))[:STEPS]
    return Finding("errors", "FAILED_CALLS", "warning", said, evidence, next_, manager, as_of=as_of(last))


def _kind(row: Row) -> str:
    told = (("on", row.queue), ("at", row.queue_manager), ("by", row.application))
    parts = [row.verb or "a call", *(f"{word} {value}" for word, value in told if value)]
    often = [f"({wording.count(row['count'], 'time')})"] if row["count"] > 1 else []
    return " ".join([*parts, "with", wording.reason(row.reason), *often])
