"""Why are these messages here? The dead letters of a case: one row a message, and what they have in common.

Source of the facts: seed 1 (finding the reason in a dead letter), the product documentation of MQDLH.
"""

import json
from datetime import datetime

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics import codes
from mqforensics.questions.finding import Evidence, Finding, frame

QUESTION = "dead_letters"
PREVIEW = 80
CITED = 1000
"""So many messages of one reason are cited; more would only be a copy of the dump."""
RARE = 2
NO_HEADER = "no valid MQDLH"
AGES = ((3600, "under an hour"), (86_400, "under a day"), (7 * 86_400, "under a week"), (30 * 86_400, "under a month"))
OLDEST, UNDATED = "a month or more", "no date"
STEPS = ((2 * 3600, "minute"), (3 * 86_400, "hour"), (120 * 86_400, "day"))
"""A span up to so many seconds is drawn by such steps; a longer one by months."""

DISPLAY = {
    2030: "DISPLAY QLOCAL('{queue}') MAXMSGL",
    2031: "DISPLAY QMGR MAXMSGL",
    2035: "DISPLAY AUTHREC PROFILE('{queue}') OBJTYPE(QUEUE)",
    2048: "DISPLAY QLOCAL('{queue}') DEFPSIST TYPE",
    2051: "DISPLAY QUEUE('{queue}') PUT",
    2053: "DISPLAY QLOCAL('{queue}') CURDEPTH MAXDEPTH IPPROCS",
    2056: "DISPLAY QLOCAL('{queue}') CURDEPTH MAXDEPTH",
    2082: "DISPLAY QUEUE('{queue}') TARGET TARGTYPE",
    2085: "DISPLAY QUEUE('{queue}*') TYPE",
    2087: "DISPLAY QUEUE('{queue}') RQMNAME XMITQ",
}
DISPLAY_ANY = "DISPLAY QUEUE('{queue}') ALL"


def dead_letters(messages: DataFrame) -> DataFrame:
    """A row a message: why it is on the dead-letter queue, where it wanted to go, who put it, when.

    `messages`: rows of a case's messages table, or of any reader of dumps. Records without a message (`md` and
    `dlh` null) are left out. Columns: `file`, `number`, `offset` (in the file), `queue`, `reason`,
    `reason_name`, `meaning`, `cause`, `retried` (whether the channel tries such a put again), `destination`,
    `destination_queue_manager`, `application` (MQMD.PutApplName: who put the message), `moved_by` (MQDLH.PutApplName:
    who put it here), `put_time`, `dlq_time` (UTC), `waited` (seconds between the two), `format` (of what follows the
    header), `byte_order`, `size` (bytes declared), `preview` (the payload's first characters, or hex), `error`.
    A message without a valid MQDLH has a null `reason` and says so in `reason_name`.
    """
    reason, dlh, md = F.col("dlh.Reason"), F.col("dlh"), F.col("md")
    letters = messages.where(md.isNotNull() | dlh.isNotNull()).select(
        "file", "number", "offset", "queue", reason.alias("reason"),
        F.coalesce("dlh.ReasonName", reason.cast("string"), F.lit(NO_HEADER)).alias("reason_name"),
        F.col("dlh.DestQName").alias("destination"),
        F.col("dlh.DestQMgrName").alias("destination_queue_manager"),
        F.col("md.PutApplName").alias("application"),
        F.col("dlh.PutApplName").alias("moved_by"),
        "put_time", "dlq_time",
        F.round(F.col("dlq_time").cast("double") - F.col("put_time").cast("double"), 2).alias("waited"),
        F.coalesce("dlh.Format", "md.Format").alias("format"),
        F.col("dlh.ByteOrder").alias("byte_order"),
        F.col("data_length").alias("size"),
        _preview().alias("preview"), "error",
    )  # fmt: skip
    return letters.transform(_explained)


def on_dead_letter_queues(letters: DataFrame) -> DataFrame:
    """Only what lies on queues that hold a dead letter: a browse of another queue is no alarm."""
    has_one = F.max(F.col("reason").isNotNull()).over(Window.partitionBy("file", "queue"))
    return letters.withColumn("_dead", has_one).where("_dead").drop("_dead")


def _preview() -> Column:
    text = F.regexp_replace(F.substring("body_text", 1, PREVIEW), r"[\p{Cntrl}]+", " ")
    return F.coalesce(text, F.concat(F.lit("0x"), F.hex(F.substring("body", 1, PREVIEW // 2))))


def _explained(letters: DataFrame) -> DataFrame:
    # The codes are a small table: one literal map a text, so that no row is sent to Python and back.
    known = {code for name in ("MQRC", "MQFB") for code in codes.family(name).names if codes.meaning(code)}
    texts = {"meaning": codes.meaning, "cause": codes.cause}
    told = {name: json.dumps({code: text(code) for code in known}) for name, text in texts.items()}
    columns = {
        name: F.try_element_at(F.from_json(F.lit(text), "map<string, string>"), F.col("reason").cast("string"))
        for name, text in told.items()
    }
    retried = F.col("reason").isin([code for code in known if codes.retried_by_mca(code)])
    return letters.withColumns({**columns, "retried": retried})


def by_reason(letters: DataFrame) -> DataFrame:
    """`reason`, `reason_name`, `messages`, `share` (0–1), `destination` (the commonest), `destinations` (how many),
    `first`, `last`: the most frequent reason first.
    """
    counted = letters.groupBy("reason", "reason_name").agg(
        F.count("*").alias("messages"),
        F.mode("destination", True).alias("destination"),
        F.countDistinct("destination").alias("destinations"),
        F.min(_arrival()).alias("first"),
        F.max(_arrival()).alias("last"),
    )
    share = F.round(F.col("messages") / F.sum("messages").over(Window.partitionBy(F.lit(0))), 4)
    return counted.withColumn("share", share).orderBy(F.desc("messages"), "reason")


def by_origin(letters: DataFrame) -> DataFrame:
    """`reason`, `reason_name`, `destination`, `application`, `messages`: the most frequent combination first."""
    keys = ["reason", "reason_name", "destination", "application"]
    return letters.groupBy(*keys).agg(F.count("*").alias("messages")).orderBy(F.desc("messages"), *keys)


def outliers(letters: DataFrame, at_most: int = RARE) -> DataFrame:
    """The combinations of `by_origin` that are as rare as `at_most` messages: often the ones worth a look."""
    return by_origin(letters).where(F.col("messages") <= at_most).orderBy("messages", "reason", "destination")


def ages(letters: DataFrame, as_of: datetime | None = None) -> DataFrame:
    """`age`, `messages`, oldest last: how long the messages have lain there at `as_of`.

    Without `as_of` the newest time in the evidence counts as now, because a saved dump does not age.
    """
    now = F.lit(as_of).cast("timestamp") if as_of else F.max(_arrival()).over(Window.partitionBy(F.lit(0)))
    seconds = now.cast("double") - _arrival().cast("double")
    bucket, rank = F.when(seconds.isNull(), F.lit(UNDATED)), F.when(seconds.isNull(), F.lit(len(AGES) + 1))
    for place, (limit, label) in enumerate(AGES):
        bucket, rank = bucket.when(seconds < limit, F.lit(label)), rank.when(seconds < limit, F.lit(place))
    age, place = bucket.otherwise(F.lit(OLDEST)), rank.otherwise(F.lit(len(AGES)))
    labelled = letters.select(age.alias("age"), place.alias("rank"))
    return labelled.groupBy("rank", "age").agg(F.count("*").alias("messages")).orderBy("rank").drop("rank")


def arrivals(letters: DataFrame) -> DataFrame:
    """`time` (beginning of the step, UTC), `reason_name`, `messages`; the steps fit the span of the messages."""
    whole = Window.partitionBy(F.lit(0))
    dated = letters.select(_arrival().alias("time"), "reason_name").where(F.col("time").isNotNull())
    span = F.max("time").over(whole).cast("double") - F.min("time").over(whole).cast("double")
    step = F.lit("month")
    for limit, name in reversed(STEPS):
        step = F.when(F.col("span") <= limit, F.lit(name)).otherwise(step)
    stepped = dated.withColumn("span", span).withColumn("time", _truncated("time", step))
    return stepped.groupBy("time", "reason_name").agg(F.count("*").alias("messages")).orderBy("time", "reason_name")


def _truncated(column: str, step: Column) -> Column:
    cut = {name: F.date_trunc(name, F.col(column)) for name in ("minute", "hour", "day", "month")}
    chosen = cut["month"]
    for name in ("minute", "hour", "day"):
        chosen = F.when(step == name, cut[name]).otherwise(chosen)
    return chosen


def _arrival() -> Column:
    return F.coalesce("dlq_time", "put_time")


def findings(case) -> DataFrame | None:
    """A finding a reason (`DEAD_LETTER`), and one for the messages without MQDLH (`NO_DEAD_LETTER_HEADER`).

    Only queues that hold at least one dead letter are looked at, so that a browse of another queue is no alarm.
    """
    if not case.has("messages"):
        return None
    return findings_of(dead_letters(case.messages))


def findings_of(letters: DataFrame) -> DataFrame:
    """The findings of a table that `dead_letters` made; only its dead-letter queues count."""
    order = Window.partitionBy("reason").orderBy("file", "number")
    numbered = letters.transform(on_dead_letter_queues).withColumn("nth", F.row_number().over(order))
    cited = F.when(F.col("nth") <= CITED, F.struct("file", "number"))
    groups = numbered.groupBy("reason", "reason_name").agg(
        F.count("*").alias("messages"),
        F.mode("destination", True).alias("destination"),
        F.mode("destination_queue_manager", True).alias("queue_manager"),
        F.countDistinct("destination").alias("destinations"),
        F.sort_array(F.collect_list(cited)).alias("cited"),
    )
    found = [_finding(row) for row in groups.orderBy(F.desc("messages"), "reason").collect()]
    return frame(letters.sparkSession, found)


def _finding(row) -> Finding:
    evidence = [Evidence(file=at.file, number=at.number) for at in row.cited]
    count = f"{row.messages} message{'s' * (row.messages != 1)}"
    if row.reason is None:
        statement = f"{count} on a dead-letter queue without a valid MQDLH: put there by an application, or damaged."
        return Finding(QUESTION, "NO_DEAD_LETTER_HEADER", "warning", statement, evidence)
    where = f"{row.destination}" + (f" and {row.destinations - 1} more" if row.destinations > 1 else "")
    meaning = codes.meaning(row.reason)
    statement = f"{count} dead-lettered with reason {row.reason} {row.reason_name}, meant for {where}."
    statement += f" {meaning}" if meaning else ""
    return Finding(QUESTION, "DEAD_LETTER", "critical", statement, evidence, _next(row))


def _next(row) -> str:
    command = DISPLAY.get(row.reason, DISPLAY_ANY).format(queue=row.destination or "*")
    return f'echo "{command}" | runmqsc {row.queue_manager or ""}'.rstrip()
