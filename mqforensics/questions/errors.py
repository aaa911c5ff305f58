"""Which errors do the logs and events hold? All that they and applications report, counted, judged or not."""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.questions.answer import Answer, Question
from mqforensics.questions.finding import Evidence, Finding

NAME = "errors"
SEVERE = ("E", "S", "T", "1", "2", "3")
"""The letters of messages, and the severities of First Failure Support but the fourth, which only informs."""
TROUBLE = ("QMGR", "CHANNEL", "PERFM", "PUBSUB")
"""The categories of events that tell of trouble; the others tell of commands, changes and numbers."""
WELL = (
    "CHANNEL_STARTED", "CHANNEL_ACTIVATED", "CHANNEL_AUTO_DEF_OK", "Q_MGR_ACTIVE", "Q_DEPTH_LOW",
    "Q_SERVICE_INTERVAL_OK", "CHANNEL_STOPPED_BY_USER",
)  # fmt: skip
"""Events of these categories that tell of none; a channel that stopped has its qualifier, too."""
COLUMNS = ("message", "reason", "queue_manager", "severity", "time", "text", "file", "line")
KINDS = 12
"""So many kinds are named and cited; the table has all."""


def errors(case) -> DataFrame:
    """A row for each kind of entry in the logs of a case and of its events of trouble, the most frequent first.

    Columns: `message` (its number; of an event its name), `reason` (of a client's error), `queue_manager`, `severity`
    (I, W, E, S, T; 1 to 4 of First Failure Support; null where the level prints none), `count`, `first`, `last` (UTC,
    null where no entry is dated in it), `text` (of the first entry), `file`, `line`.
    """
    letter = F.regexp_extract("message", r"^(?:AMQ\d{4}|CSQ\w\d{3})([IWEST])", 1)
    known = case.log.where("message is not null or reason is not null").withColumn(
        "severity", F.coalesce(F.nullif(letter, F.lit("")), F.upper(F.substring("severity", 1, 1)))
    )
    known = known.select(*COLUMNS).unionByName(_events(case).select(*COLUMNS))
    first = F.min_by(F.struct("text", "file", "line"), F.struct("time", "file", "line"))
    kinds = known.groupBy("message", "reason", "queue_manager", "severity").agg(
        F.count("*").alias("count"), F.min("time").alias("first"), F.max("time").alias("last"), first.alias("entry")
    )
    return kinds.select("message", "reason", "queue_manager", "severity", "count", "first", "last", "entry.*").orderBy(
        F.desc("count"), "message", "reason"
    )


def _events(case) -> DataFrame:
    about = F.concat_ws(" ", "event", "object", "channel", "qualifier", "application", "user")
    is_well = F.col("event").isin(*WELL) | F.coalesce(F.col("qualifier") == "CHANNEL_STOPPED_OK", F.lit(False))
    trouble = case.events.where(F.col("category").isin(*TROUBLE) & ~is_well)
    none = F.lit(None).cast("string")
    return trouble.withColumns({"message": F.col("event"), "reason": none.cast("int"), "severity": none, "text": about})


def answer(case) -> Answer | None:
    """The errors of a case's logs and events, in one finding; None without either."""
    if not (case.has("log") or case.has("events")):
        return None
    table = case.keep(errors(case))
    rows = table.where(F.col("severity").isNull() | F.col("severity").isin(*SEVERE)).collect()
    told = " and ".join(word for name, word in (("log", "logs"), ("events", "events")) if case.has(name))
    return Answer(NAME, _headline(rows, told), tuple(_findings(rows, told)), {f"What the {told} report": table})


def _headline(rows: list, told: str) -> str:
    if not rows:
        return f"The {told} report no error."
    count, kinds = sum(row["count"] for row in rows), len({_name(row) for row in rows})
    if kinds == 1:
        return f"The {told} report {count} error{'s' * (count != 1)}: {_name(rows[0])}."
    return f"The {told} report {count} errors of {kinds} kinds; {_name(rows[0])} leads with {rows[0]['count']}."


def _name(row) -> str:
    return row.message or f"reason {row.reason}"


def _findings(rows: list, told: str) -> list[Finding]:
    if not rows:
        return []
    named = ", ".join(f"{_name(row)} ({row['count']})" for row in rows[:KINDS])
    more = f" and {len(rows) - KINDS} more kinds" if len(rows) > KINDS else ""
    evidence = [Evidence(row.file, row.line) for row in rows[:KINDS]]
    managers = {row.queue_manager for row in rows} - {None}
    manager = managers.pop() if len(managers) == 1 else None
    said = f"The {told} report errors: {named}{more}. What prints no severity is counted with them."
    return [Finding(NAME, "LOG_ERRORS", "warning", said, evidence, queue_manager=manager)]


QUESTION = Question(
    NAME, "Errors in the logs", "Which errors do the logs and the applications report?",
    "Copy the error logs: /var/mqm/qmgrs/QMGR/errors/AMQERR0*.LOG and /var/mqm/errors/AMQERR0*.LOG.", answer,
)  # fmt: skip
