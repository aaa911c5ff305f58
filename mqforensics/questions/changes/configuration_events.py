"""What configuration events show of a change: an object before and after a command, and who gave it.

Source: the event message reference, "Change object": two messages of one change, with the attributes of before and
after; the date and time of alteration in them are by the clock of the queue manager's host.
"""

import re
from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.case_clocks import ALTERED, CHANGED, alteration_time
from mqforensics.objects.case_columns import looked_up
from mqforensics.objects.entries import events
from mqforensics.spark_compat import ordering

TYPES = {"local": "QLOCAL", "alias": "QALIAS", "remote": "QREMOTE", "model": "QMODEL"}
NAMES = {
    "MQIA_INHIBIT_PUT": "PUT", "MQIA_INHIBIT_GET": "GET", "MQIA_MAX_Q_DEPTH": "MAXDEPTH",
    "MQIA_MAX_MSG_LENGTH": "MAXMSGL", "MQCA_DEAD_LETTER_Q_NAME": "DEADQ", "MQCA_XMIT_Q_NAME": "XMITQ",
    "MQCACH_XMIT_Q_NAME": "XMITQ", "MQCACH_CONNECTION_NAME": "CONNAME", "MQCA_REMOTE_Q_MGR_NAME": "RQMNAME",
    "MQCA_REMOTE_Q_NAME": "RNAME", "MQCA_BACKOUT_REQ_Q_NAME": "BOQNAME", "MQIA_BACKOUT_THRESHOLD": "BOTHRESH",
}  # fmt: skip
"""What MQSC calls an attribute; others keep their names of events."""
TIMED = re.compile(r"at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$")
"""How who changed something ends where the time of the event is known."""
ATTRIBUTE = r"^MQ[IC]A(CH)?_"


def of_events(case, side: str = "") -> DataFrame:
    """The changes of attributes that both events of a pair show, a row each, with the columns of `changes`.

    `side`: what is before the names of files, see `sides.SIDES`.
    """
    place = F.struct(
        F.concat(F.lit(side), "file").alias("file"), "line", "number", F.lit(None).cast("string").alias("text")
    )
    state, order = F.lower(F.col("fields")["ObjectState"]), ordering("file", "number")
    sides = {side: F.when(state.startswith(side), order) for side in ("before", "after")}
    same = ("queue_manager", "object_type", "object", "time", F.col("fields")["CorrelId"].alias("pair"))
    pairs = events(case, CHANGED).groupBy(*same).agg(
        *(F.min_by("fields", by).alias(side) for side, by in sides.items()),
        *(F.min_by(place, by).alias(f"{side}_place") for side, by in sides.items()),
        *(F.max(name).alias(name) for name in ("user", "application", "connection")),
    ).where("before is not null and after is not null")  # fmt: skip
    told = pairs.select("*", F.explode("after").alias("name", "value")).withColumn(
        "was", F.try_element_at("before", F.col("name")))  # fmt: skip
    told = told.where(F.col("name").rlike(ATTRIBUTE) & ~F.col("name").isin(*ALTERED)).where("was != value")
    at = alteration_time("after").cast("timestamp_ntz")
    return told.select(
        "queue_manager", _type().alias("type"), "object", F.lit("").alias("record"), _attribute().alias("attribute"),
        _value("was").alias("before"), _value("value").alias("after"), at.alias("earliest"), at.alias("latest"),
        _who(F.col("connection")).alias("who"), F.lit("definition").alias("kind"),
        F.array("before_place", "after_place").alias("evidence"),
    )  # fmt: skip


def _type() -> Column:
    kind, told = F.lower(F.try_element_at("after", F.lit("MQIA_Q_TYPE"))), F.col("object_type")
    for word, name in TYPES.items():
        told = F.when((F.col("object_type") == "QUEUE") & kind.contains(word), name).otherwise(told)
    return told


def _attribute() -> Column:
    return F.coalesce(looked_up(NAMES, F.col("name")), F.col("name"))


def _value(name: str) -> Column:
    """The value; of PUT and GET as MQSC has it."""
    text = F.lower(F.col(name))
    is_off = F.when(text.contains("inhibited") | (text == "1"), "DISABLED").otherwise("ENABLED")
    return F.when(F.col("name").startswith("MQIA_INHIBIT_"), is_off).otherwise(F.rtrim(name))


def by_whom(made: DataFrame, cases: list) -> DataFrame:
    """The changes with the user, program and origin that a configuration or command event names for them."""
    told_by = [case.events for case in cases if case.has("events")]
    if not told_by:
        return made
    told = reduce(DataFrame.unionByName, told_by)
    told = told.where(F.col("category").isin("CONFIG", "COMMAND") & F.col("user").isNotNull()).select(
        F.col("queue_manager").alias("of"), F.col("object").alias("about"), F.col("time").alias("when"),
        _who(F.coalesce("connection", _origin())).alias("said"),
    )  # fmt: skip
    same = (F.col("of") == F.col("queue_manager")) & (F.col("about") == F.col("object"))
    # A display's clock is local: events of the same object within a day of the interval are weighed, the last counts.
    day, when = F.expr("INTERVAL 1 DAY"), F.col("when").cast("timestamp_ntz")
    first, last = F.coalesce("earliest", "earliest_utc"), F.coalesce("latest", "latest_utc")
    near = last.isNull() | (when <= last + day)
    after = first.isNull() | (when >= first - day)
    keys = [name for name in made.columns if name != "who"]
    return (
        made.drop("who").join(F.broadcast(told), same & near & after, "left")
        .groupBy(*keys).agg(F.max_by("said", ordering("when", "said")).alias("who")).select(*made.columns)
    )  # fmt: skip


def _who(origin: Column) -> Column:
    """The user that an event names, its program, where it came from and when, as far as the event shows them."""
    at = F.concat(F.lit("at "), F.date_format("time", "yyyy-MM-dd HH:mm:ss"), F.lit(" UTC"))
    by = F.concat(F.lit("user "), "user"), F.concat(F.lit("by "), "application")
    return F.concat_ws(" ", *by, F.concat(F.lit("from "), origin), at)


def _origin() -> Column:
    """Whether a command came from a console, in a message, … where the event shows it in a word (MQEVO)."""
    told = F.get(F.map_values(F.map_filter("fields", lambda name, _: name.endswith("MQIACF_EVENT_ORIGIN"))), F.lit(0))
    word = F.lower(F.regexp_replace(F.regexp_replace(told, "^MQEVO_", ""), r"(?s) \[.*", ""))
    return F.when(~word.rlike("^[0-9]*$"), F.concat(F.lit("origin "), word))
