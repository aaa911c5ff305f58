"""What happened, in order: every source of a case on one time line, with how exactly each time is known.

To read: `sources` (what has a time), then the stories: `displayed_conditions`, `program_endings`, `case_stories`,
`figure_marks`; the clocks are `objects.case_clocks`.
"""

from collections.abc import Iterator
from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.case import CASE
from mqforensics.objects.case_clocks import clock_table, floats, instants, managers_of
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.questions.answer import Answer, Later, Question
from mqforensics.questions.attribution import clocks, owners_of
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.timeline.figure_marks import marks
from mqforensics.questions.timeline.sources import SOURCES, happenings
from mqforensics.spark_compat import local_frame, rows_of
from mqforensics.validation import number, validated
from mqforensics.words import timeline as words

SCHEMA = (
    "time timestamp, earliest timestamp, latest timestamp, clock string, queue_manager string, host string, "
    "kind string, object string, what string, "
    "evidence array<struct<file: string, line: int, number: int, text: string>>"
)
NAME = "timeline"
STEPS = 240
SKEW = number(0, whole=False)
KINDS = 20
"""So many kinds of rows without a time are named."""
FLOATS = "local time of the host of {}, zone unknown"
UNKNOWN = "a clock that the evidence does not name"


@with_columns_described
@validated(case=CASE, skew=SKEW)
def timeline(case, skew: float | None = None) -> DataFrame:
    """Everything in a case that has a time, sorted by it, and what has none that can be read as it is in its file.

    Columns: `SCHEMA`.

    `time` is the best reading in UTC, such that the order contradicts no bound between any two clocks; `earliest` and
    `latest` bound the true instant by the reference clock, and are null where the evidence does not bound it. `clock`
    says whose clock it is and how it stands to the others, or that a local time floats because its zone is not in the
    evidence. `skew`: seconds by which clocks without evidence are trusted to agree; None trusts none of them. Nothing
    is collected but what is known of each clock.
    """
    rows = happenings(case, owners_of(case), managers_of(case))
    if rows is None:
        return local_frame(case.spark, [], SCHEMA)
    told = by_reference_clock(rows, clock_table(case.spark, clocks(case), managers_of(case), skew))
    in_file = F.when(F.col("time").isNull(), F.col("evidence"))
    return told.orderBy("time", in_file, "kind", "what")


def by_reference_clock(rows: DataFrame, clocks: DataFrame) -> DataFrame:
    """Events by the reference clock, as rows of `SCHEMA` in no order; `clocks`: what `clock_table` gave."""
    return rows.join(F.broadcast(clocks), "queue_manager", "left").select(*_columns_of_place())


def lanes(case, steps: int = STEPS, skew: float | None = None) -> list[dict]:
    """The time line of a case, or of its span, in `steps` equal steps for each queue manager and kind: for a picture.

    Keys: `queue_manager`, `kind`, `time`, `earliest`, `latest` (of the step's events, seconds since 1970; the last two
    null where one of them is not bounded), `count`. At most `steps` rows a queue manager and kind.
    """
    rows = (
        case.clip(timeline(case.whole, skew))
        .where("time is not null")
        .select("queue_manager", "kind", *[F.unix_micros(name).alias(name) for name in ("time", "earliest", "latest")])
    )
    [ends] = rows_of(rows.agg(F.min("time").alias("first"), F.max("time").alias("last")))
    if ends.first is None:
        return []
    width = max(1, (ends.last - ends.first) // steps + 1)
    step = F.floor((F.col("time") - ends.first) / width)
    bounded = [F.when(F.count("*") == F.count(name), pick(name)).alias(name) for name, pick in
               (("earliest", F.min), ("latest", F.max))]  # fmt: skip
    counted = F.min("time").alias("time"), *bounded, F.count("*").alias("count")
    told = rows.groupBy("queue_manager", "kind", step).agg(*counted)
    seconds = [(F.col(name) / 1_000_000).alias(name) for name in ("time", "earliest", "latest")]
    chosen = told.select("queue_manager", "kind", *seconds, "count").orderBy("queue_manager", "kind", "time")
    return [row.asDict() for row in rows_of(chosen)]


def answer(case, skew: float | None = None) -> Answer | None:
    """The time line of a case, its stories, and clocks whose pairs contradict each other. None without any time.

    `skew`: as `timeline` takes it.
    """
    if not any(case.has(table) for table in SOURCES):
        return None
    # They rest on the changes, which rest on the zones of this room.
    from mqforensics.questions.timeline import case_stories

    made = {"Everything that has a time": lambda: timeline(case, skew)}
    told = case_stories.stories(case, _changes(case))
    found = (*[case_stories.finding(NAME, one) for one in told], *_contradictions(case), *_findings_without_time(case))
    headline = case_stories.in_words(told[0]) if told else ""
    drawn = {"lanes": lambda: lanes(case, skew=skew), "stories": lambda: [marks(one, clocks(case)[1]) for one in told]}
    return Answer(NAME, headline, found, Later(made), Later(drawn))


def _changes(case) -> list:
    from mqforensics.questions import ask  # its answer is made once, whoever asks

    changes = ask(case, "changes")
    return changes.figures["changes"] if changes and not changes.error else []


def _contradictions(case) -> Iterator[Finding]:
    wrong = clocks(case)[2]
    if wrong:
        said = words.CLOCKS_CONTRADICT.format(managers=" and ".join(wrong))
        yield Finding(NAME, "CLOCKS_CONTRADICT", "warning", said, [])


def _findings_without_time(case) -> Iterator[Finding]:
    """What has no time that can be read, counted by its kind; messages without one are not on the time line."""
    rows = happenings(case, owners_of(case), managers_of(case))
    place = F.struct("file", F.col("line").cast("int"), F.col("number").cast("int"))
    parts = [] if rows is None else [rows.where("at is null").select("kind", place.alias("place"))]
    if case.has("messages"):
        put = case.messages.where("md is not null and put_time is null").withColumn("line", F.lit(None))
        parts.append(put.select(F.lit("message put").alias("kind"), place.alias("place")))
    if not parts:
        return
    found = reduce(DataFrame.unionByName, parts).groupBy("kind")
    each = found.agg(F.count("*").alias("count"), F.min("place").alias("first"))
    counted = rows_of(each.orderBy("kind").limit(KINDS))
    if counted:
        each = ", ".join(f"{row.kind}: {row['count']}" for row in counted)
        said = words.NO_TIME.format(each=each)
        yield Finding(NAME, "NO_READABLE_TIME", "info", said, [Evidence(*row.first) for row in counted])


def _columns_of_place() -> list[Column]:
    name = F.coalesce("queue_manager", F.lit("a queue manager that is not named"))
    clock = F.when(floats(), F.format_string(FLOATS.replace("{}", "%s"), name)).otherwise(
        F.coalesce("said", F.lit(UNKNOWN))
    )
    place = F.struct("file", "line", "number", F.lit(None).cast("string").alias("text"))
    return [
        *instants(), clock.alias("clock"), F.col("queue_manager"), F.col("host"), F.col("kind"), F.col("object"),
        F.col("what"), F.array(place).alias("evidence"),
    ]  # fmt: skip


QUESTION = Question(
    NAME, "What happened, in order", "In which order did it happen, and how exactly is each time known?",
    "Any evidence with a time: dumps, error logs, events, traces, displays with ALL.", answer,
    {"skew": SKEW},
    tables=("messages", "objects", "log", "events", "calls"),
)  # fmt: skip
