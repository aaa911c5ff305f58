"""Which errors do the logs hold? All that error logs and applications report, counted, whether or not it was judged."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.answer import Answer, Question
from mqforensics.questions.finding import Evidence, Finding

NAME = "errors"
SEVERE = ("E", "S", "T")
KINDS = 12
"""So many kinds are named and cited; the table has all."""


def errors(case) -> DataFrame:
    """A row for each kind of entry in the logs of a case, the most frequent first.

    Columns: `message` (its number), `reason` (of a client's error), `queue_manager`, `severity` (I, W, E, S, T; null
    where the level prints none), `count`, `first`, `last` (UTC, null where no entry is dated in it), `text` (of the
    first entry), `file`, `line`.
    """
    letter = F.regexp_extract("message", r"^(?:AMQ\d{4}|CSQ\w\d{3})([IWEST])", 1)
    known = case.log.where("message is not null or reason is not null").withColumn(
        "severity", F.coalesce(F.nullif(letter, F.lit("")), F.upper(F.substring("severity", 1, 1)))
    )
    first = F.min_by(F.struct("text", "file", "line"), F.struct("time", "file", "line"))
    kinds = known.groupBy("message", "reason", "queue_manager", "severity").agg(
        F.count("*").alias("count"), F.min("time").alias("first"), F.max("time").alias("last"), first.alias("entry")
    )
    return kinds.select("message", "reason", "queue_manager", "severity", "count", "first", "last", "entry.*").orderBy(
        F.desc("count"), "message", "reason"
    )


def answer(case) -> Answer | None:
    """The errors of a case's logs, in one finding; None without a log."""
    if not case.has("log"):
        return None
    table = errors(case).persist()
    rows = table.where(F.col("severity").isNull() | F.col("severity").isin(*SEVERE)).collect()
    return Answer(NAME, _headline(rows), tuple(_findings(rows)), {"What the logs report": table})


def _headline(rows: list) -> str:
    if not rows:
        return "The logs report no error."
    count, kinds = sum(row["count"] for row in rows), len({_name(row) for row in rows})
    return f"The logs report {count} error{'s' * (count != 1)} of {kinds} kind{'s' * (kinds != 1)}; {_told(rows[0])}."


def _told(row) -> str:
    return f"{_name(row)} leads with {row['count']}"


def _name(row) -> str:
    return row.message or f"reason {row.reason}"


def _findings(rows: list) -> list[Finding]:
    if not rows:
        return []
    named = ", ".join(f"{_name(row)} ({row['count']})" for row in rows[:KINDS])
    more = f" and {len(rows) - KINDS} more kinds" if len(rows) > KINDS else ""
    evidence = [Evidence(row.file, row.line) for row in rows[:KINDS]]
    managers = {row.queue_manager for row in rows} - {None}
    manager = managers.pop() if len(managers) == 1 else None
    said = f"The logs report errors: {named}{more}. Entries whose level prints no severity are counted with them."
    return [Finding(NAME, "LOG_ERRORS", "warning", said, evidence, queue_manager=manager)]


QUESTION = Question(
    NAME, "Errors in the logs", "Which errors do the logs and the applications report?",
    "Copy the error logs: /var/mqm/qmgrs/QMGR/errors/AMQERR0*.LOG and /var/mqm/errors/AMQERR0*.LOG.", answer,
)  # fmt: skip
