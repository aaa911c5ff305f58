"""Which objects came and went: one answer shows an object, and another that asked for its name does not have it."""

from functools import reduce
from operator import and_

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.objects.absence import HIDES, NARROWS, NOT_FOUND
from mqforensics.objects.command_effects import DONE
from mqforensics.questions.changes.expected_changes import PASSING, STATUS
from mqforensics.spark_compat import ordering
from mqforensics.words.changes import APPEARED, VANISHED

QUEUES = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL")
OBJECT = ("queue_manager", "type", "object", "record")
CAPTURE = ("side", "file", "run", "queue_manager")
SEARCH = ("queue_manager", "word", "pattern", "at", "local", "stamp", "utc", "qmid", "place")
CUT = tuple(sorted({name[:size] for name in NARROWS for size in range(1, len(name) + 1)}))
"""The words that may have begun a filter where an echo is cut."""


def is_shown() -> Column:
    """Whether a row shows an object: that it is there, is not found, or is not to be seen by anyone who asked."""
    return ~F.col("type").isin("ERROR", DONE) | _says(NOT_FOUND) | _says(HIDES)


def created_at() -> Column:
    """When an object was created, by the clock of its host; its day alone where no more is in the evidence."""
    day = F.try_element_at("attributes", F.lit("CRDATE")).try_cast("timestamp_ntz")
    return F.coalesce(F.try_element_at("times", F.lit("CR")), day)


def come_and_gone(shown: DataFrame, are_two_cases: bool) -> DataFrame:
    """Objects that one unfiltered answer has and another one that asked for their names lacks, or calls not found."""
    none = F.lit(None)
    asks = F.col("asked.name").isNotNull() & (F.col("asked.verb") == "DISPLAY") & (F.size("asked.filters") == 0)
    asked = shown.where(asks & (F.col("at.stamp").isNotNull() | F.lit(are_two_cases))).withColumns({
        "word": F.col("asked.word"), "pattern": F.col("asked.name"),
        "place": F.struct("file", "line", none.cast("int").alias("number"), none.cast("string").alias("text")),
    })  # fmt: skip
    stays = [F.coalesce(F.try_element_at("attributes", F.lit(name)), F.lit("")) != value for name, value in PASSING]
    listed = asked.where(reduce(and_, stays, F.col("whole") & ~F.col("type").isin("ERROR", *STATUS)))
    listed = listed.where((F.col("word") == F.col("type")) | ((F.col("word") == "QUEUE") & F.col("type").isin(*QUEUES)))
    there = listed.select(*OBJECT, "at", "local", "stamp", "utc", "qmid", "place", created_at().alias("born"))
    there = there.withColumn("is_there", F.lit(True))
    lacking = _searches(there, _searches_that_prove(shown, asked, listed)).withColumn("is_there", F.lit(False))
    return there.unionByName(lacking, allowMissingColumns=True).transform(_presence_changes)


def _searches_that_prove(shown: DataFrame, asked: DataFrame, listed: DataFrame) -> DataFrame:
    """The searches that prove, of what they do not show, that it is not there."""
    unlisted = listed.where(F.col("pattern").endswith("*")).withColumn("place", F.lit(None).cast(PLACE))
    same = F.upper("pattern") == F.upper("name")
    answers = F.col("name").isNull() | same | F.col("name").isin("*", "(*)")
    missed = asked.where(_says(NOT_FOUND) & answers & ~F.arrays_overlap("asked.attributes", F.lit(list(CUT))))
    hidden = shown.where(_says(HIDES)).select(*CAPTURE).distinct()
    found = unlisted.select(*CAPTURE[:3], *SEARCH).unionByName(missed.select(*CAPTURE[:3], *SEARCH))
    is_blind = [found[name].eqNullSafe(hidden[name]) for name in CAPTURE] + [found["pattern"].endswith("*")]
    return found.join(F.broadcast(hidden), reduce(and_, is_blind), "left_anti").select(*SEARCH).distinct()


def _searches(there: DataFrame, searches: DataFrame) -> DataFrame:
    """Each object with the searches that would have shown it."""
    words = F.array(F.col("type"), F.when(F.col("type").isin(*QUEUES), "QUEUE"))
    objects = there.select(*OBJECT).distinct().withColumn("word", F.explode(F.array_compact(words)))
    is_generic, by = F.col("pattern").endswith("*"), ["queue_manager", "word"]
    one = objects.withColumn("pattern", F.col("object")).join(searches.where(~is_generic), [*by, "pattern"])
    some = objects.join(F.broadcast(searches.where(is_generic)), by)
    some = some.where(F.col("object").startswith(F.expr("left(pattern, length(pattern) - 1)")))
    return one.unionByName(some).drop("word", "pattern")


def _presence_changes(seen: DataFrame) -> DataFrame:
    """What is there in one capture and not in the one before it, a row each, with the columns of `changes`."""
    ends = [F.max(name).alias(name) for name in ("local", "stamp", "utc", "qmid", "born", "is_there")]
    by = ordering("place.file", "place.line")
    shown = F.min_by("place", F.when(F.col("is_there") & F.col("place").isNotNull(), by))
    place = F.coalesce(shown, F.min_by("place", F.when(F.col("place").isNotNull(), by))).alias("place")
    order = Window.partitionBy(*OBJECT).orderBy("at.side", "at.stamp")
    pairs = seen.groupBy(*OBJECT, "at").agg(*ends, place)
    told = F.struct("is_there", "local", "stamp", "utc", "qmid", "place")
    pairs = pairs.withColumn("was", F.lag(told).over(order))
    pairs = pairs.where("was.is_there != is_there and coalesce(was.qmid = qmid, true)")
    since, text = F.coalesce("was.local", "was.stamp"), F.lit(None).cast("string")
    made = F.when(F.col("is_there") & (F.col("born") >= since), F.col("born"))
    return pairs.select(
        *OBJECT, *[text.alias(name) for name in ("attribute", "before", "after", "who")],
        F.when(F.col("was.local").isNotNull() | F.col("was.utc").isNull(), since).alias("earliest"),
        F.coalesce(made, "local").alias("latest"), F.col("was.utc").alias("earliest_utc"),
        F.col("utc").alias("latest_utc"),
        F.when(F.col("is_there"), APPEARED).otherwise(VANISHED).alias("kind"),
        F.array_compact(F.array("was.place", "place")).alias("evidence"),
    )  # fmt: skip


def _says(messages: tuple) -> Column:
    return F.coalesce(F.substring("message", 1, 7).isin(*messages), F.lit(False))


PLACE = "struct<file: string, line: int, number: int, text: string>"
