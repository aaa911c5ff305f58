"""Which channels can lose a message? Asked of every definition of a case at once."""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.questions.delivery.decide import decide
from mqforensics.questions.delivery.definitions import channels
from mqforensics.questions.delivery.facts import FACTS
from mqforensics.questions.delivery.given import given
from mqforensics.questions.delivery.inputs import assumptions
from mqforensics.questions.delivery.table import STAGES, UNKNOWN
from mqforensics.questions.finding import Evidence, Finding, frame

CAN_LOSE, MAY_LOSE, IN_FLIGHT = "CAN_LOSE_MESSAGES", "MAY_LOSE_MESSAGES_UNKNOWN", "FAST_MESSAGES_IN_FLIGHT"
SEVERITY = {CAN_LOSE: "warning", MAY_LOSE: "info", IN_FLIGHT: "info"}
NAMED = 20
"""Channels that a finding about many of them names; the others are in its evidence."""

WITNESS = {
    "persistence": 0, "report": 0, "reply_to_q": "", "reply_to_qmgr": "", "reason": 2085, "exits_pass": True,
    "PARTNER_DEADQ": "", "PARTNER_CMDLEVEL": 900,
}  # fmt: skip
"""The message that is lost wherever any is, short of one whose sender asks with MQRO_DISCARD_MSG: nonpersistent,
not tried again, not returned. The last two bear only on how the channel stops."""


def lossy_channels(objects: DataFrame) -> DataFrame:
    """Findings about the channels among `objects` (a table of `tables.OBJECTS`), in one Spark job.

    `CAN_LOSE_MESSAGES`: a channel one of whose ends discards a nonpersistent message that it cannot deliver. An end
    that the case does not hold is taken to agree with the one it does. `MAY_LOSE_MESSAGES_UNKNOWN`, one for each
    queue manager: channels whose definitions leave it open, with the command that tells.
    `FAST_MESSAGES_IN_FLIGHT`, one for all: channels that lose only what is under way when they fail. A channel that
    loses nothing is in no finding. MQRO_DISCARD_MSG, which is its sender's wish, does not count.
    """
    rows = channels(objects)
    rows = rows.withColumn("dead_letter_put", F.col("problem").isNull())
    rows = decide(rows, STAGES, FACTS, given(rows, {}, assumptions(WITNESS)), ["fate"])
    rows = rows.withColumn("code", _code()).where("code IS NOT NULL")
    rows = rows.withColumn("loses", F.max(F.col("code") == CAN_LOSE).over(Window.partitionBy(_one_channel())))
    rows = rows.where(f"NOT (loses AND code = '{IN_FLIGHT}')")
    rows = rows.withColumns({"channel": _channel(), "group": _group(), "said": _said(), "ask": _next()})
    return _findings(rows)


def findings(case) -> DataFrame | None:
    """The findings about the channels of `case`; None when it has no definitions."""
    return lossy_channels(case.objects) if case.has("objects") else None


def _code() -> Column:
    has_exit = F.coalesce(F.col("MSGEXIT") != "", F.lit(False))
    return (
        F.when(F.col("fate") == "DISCARDED", CAN_LOSE)
        .when((F.col("fate") == UNKNOWN) | has_exit, MAY_LOSE)
        .when(F.col("NPMSPEED") == "FAST", IN_FLIGHT)
    )


def _channel() -> Column:
    return F.concat(F.lit("'"), "name", F.lit("'"))


def _one_channel() -> Column:
    """The same for the ends of one channel; without its other end a definition is a channel of its own."""
    return F.when(F.col("paired"), F.col("name")).otherwise(F.concat_ws("\n", "name", "qm"))


def _group() -> Column:
    """What makes one finding: both ends of a channel, the open questions of a queue manager, all that are fast."""
    return F.when(F.col("code") == CAN_LOSE, _one_channel()).when(F.col("code") == MAY_LOSE, F.col("qm")).otherwise("")


def _said() -> Column:
    """What one end says: why it loses messages, or what is not known of it."""
    deed = F.when(F.col("sends"), F.lit("send")).otherwise("put to its queue")
    why = F.concat_ws(
        " and ",
        F.lit("NPMSPEED(FAST)"),
        F.when(F.col("USEDLQ") == "NO", F.lit("USEDLQ(NO)")),
        F.when(F.col("DEADQ") == "", F.lit("a blank DEADQ")),
        F.when(F.col("problem").isNotNull(), F.concat_ws(" ", F.lit("dead-letter queue"), "DEADQ", F.lit("which"),
                                                         "problem")),
    )  # fmt: skip
    alone = F.when(~F.col("paired"), " (unless the other end, which the case does not hold, says NPMSPEED(NORMAL))")
    lost = F.concat(F.lit("what its "), "CHLTYPE", F.lit(" end on "), "qm", F.lit(" cannot "), deed,
                    F.lit(" is discarded, because of "), why, F.coalesce(alone, F.lit("")))  # fmt: skip
    unsure = F.when(F.col("MSGEXIT") != "", F.concat(F.lit(" (message exit "), "MSGEXIT", F.lit(")")))
    return F.when(F.col("code") == CAN_LOSE, lost).otherwise(F.concat(F.col("channel"), F.coalesce(unsure, F.lit(""))))


def _next() -> Column:
    """The commands that mend one end, or that tell what is not known."""
    where = F.concat(F.lit("* on "), "qm")
    quoted = F.concat(F.lit("('"), "name", F.lit("') CHLTYPE("), "CHLTYPE", F.lit(")"))
    mend = F.concat_ws(
        "\n", where,
        F.when(F.col("DEADQ") == "", F.lit("ALTER QMGR DEADQ('SYSTEM.DEAD.LETTER.QUEUE')")),
        F.when(F.col("USEDLQ") == "NO", F.concat(F.lit("ALTER CHANNEL"), quoted, F.lit(" USEDLQ(YES)"))),
        F.when(F.col("problem").isNotNull(),
               F.concat(F.lit("DISPLAY QLOCAL('"), "DEADQ", F.lit("') PUT CURDEPTH MAXDEPTH MAXMSGL"))),
    )  # fmt: skip
    unshown = F.col("NPMSPEED").isNull() | F.col("USEDLQ").isNull() | (F.col("MSGEXIT") != "")
    tell = F.concat_ws(
        "\n", where,
        F.when(unshown, F.lit("DISPLAY CHANNEL(*) CHLTYPE NPMSPEED USEDLQ MSGEXIT")),
        F.when(F.col("DEADQ").isNull(), F.lit("DISPLAY QMGR DEADQ")),
    )  # fmt: skip
    return (
        F.when(F.col("code") == CAN_LOSE, mend)
        .when(F.col("code") == MAY_LOSE, tell)
        .otherwise("DISPLAY CHANNEL(*) WHERE(NPMSPEED EQ FAST)")
    )


def _findings(rows: DataFrame) -> DataFrame:
    grouped = rows.groupBy("code", "group").agg(
        F.first("channel").alias("channel"),
        F.array_sort(F.collect_set("said")).alias("said"),
        F.array_sort(F.collect_set("channel")).alias("channels"),
        F.array_sort(F.collect_set("ask")).alias("asks"),
        F.array_sort(F.array_distinct(F.flatten(F.collect_list("lines")))).alias("evidence"),
    )
    severity = F.coalesce(*[F.when(F.col("code") == code, level) for code, level in SEVERITY.items()])
    said = grouped.select(
        "code", severity.alias("severity"), _statement().alias("statement"), "evidence",
        F.array_join("asks", "\n").alias("next"),
    ).orderBy("code", "statement")  # fmt: skip
    return frame(rows.sparkSession, [
        Finding("delivery", row.code, row.severity, row.statement, [Evidence(*at) for at in row.evidence], row.next)
        for row in said.collect()
    ])  # fmt: skip


def _statement() -> Column:
    count = F.size("channels")
    some = F.array_join(F.slice("said", 1, NAMED), ", ")
    more = F.when(count > NAMED, F.concat(F.lit(" and "), count - NAMED, F.lit(" more"))).otherwise("")
    can = F.concat(F.lit("Channel "), "channel", F.lit(" can lose nonpersistent messages: "),
                   F.array_join("said", "; "), F.lit("."))  # fmt: skip
    may = F.concat(
        F.lit("Whether channels of "), "group", F.lit(" can lose messages is not known, because definitions are "
              "missing or a message exit decides: "), some, more, F.lit("."))  # fmt: skip
    flight = F.concat(
        F.lit("Fast channels that have a dead-letter queue: "), count, F.lit(". They lose nonpersistent messages "
              "only when they fail while these are under way."))  # fmt: skip
    return F.when(F.col("code") == CAN_LOSE, can).when(F.col("code") == MAY_LOSE, may).otherwise(flight)
