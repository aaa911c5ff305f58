"""The channels of a case with all that decides what they lose: one row a definition, out of the objects table."""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.questions.delivery.inputs import RECEIVING, SENDING

CHANNEL_ATTRIBUTES = ("CHLTYPE", "NPMSPEED", "USEDLQ", "MSGEXIT", "XMITQ")
QUEUE_MANAGER_ATTRIBUTES = ("DEADQ", "CMDLEVEL", "VERSION")
QUEUES = ("QLOCAL", "QUEUE")
NOT_FOUND = ("AMQ8147", "CSQM125")
"""Messages of a queue that is not there."""
PLACE = "named_struct('file', file, 'line', line, 'number', cast(NULL AS int))"


def channels(objects: DataFrame) -> DataFrame:
    """Every definition of a message channel: `qm`, `name`, its attributes, those of its queue manager, `problem`
    (why the dead-letter queue takes nothing, null when nothing says so), the speed of the other end, and `lines`.

    One task reads it all and every step is a window or a group in it: definitions are few, and without an exchange
    the whole audit is one Spark job.
    """
    kinds = ("CHANNEL", "QMGR", "ERROR", *QUEUES)
    rows = objects.where(F.col("type").isin(*kinds)).coalesce(1)
    rows = rows.withColumn("qm", _queue_manager()).withColumn("at", F.struct("file", "line"))
    rows = _of_queue_manager(rows)
    rows = rows.where("type = 'CHANNEL'").withColumns({a: _attribute(a) for a in CHANNEL_ATTRIBUTES})
    rows = _one_each(rows)
    kind = F.upper("CHLTYPE")
    rows = rows.withColumn("sends", F.when(kind.isin(*SENDING), True).when(kind.isin(*RECEIVING), False))
    # A sender without a transmission queue cannot start.
    rows = rows.where("sends IS NOT NULL AND NOT (sends AND coalesce(XMITQ, '-') = '')")
    return _with_other_end(rows)


def _queue_manager() -> Column:
    """The row's queue manager, else the one that its file shows, else its file."""
    own = F.when(F.col("type") == "QMGR", F.coalesce(_text("queue_manager"), _text("name")))
    in_file = F.max(own).over(Window.partitionBy("file"))
    return F.coalesce(_text("queue_manager"), own, in_file, F.col("file"))


def _of_queue_manager(rows: DataFrame) -> DataFrame:
    everywhere = Window.partitionBy("qm")
    is_qmgr = F.col("type") == "QMGR"
    shown = {a: F.when(is_qmgr, _attribute(a)) for a in QUEUE_MANAGER_ATTRIBUTES}
    rows = rows.withColumns({a: _latest(value).over(everywhere) for a, value in shown.items()})
    says_deadq = is_qmgr & _attribute("DEADQ").isNotNull()
    problem = F.when((F.col("DEADQ") != "") & (_text("name") == F.col("DEADQ")), _problem())
    return rows.withColumns(
        {
            "problem": F.max(problem).over(everywhere),
            "qmgr_lines": F.collect_list(F.when(says_deadq, F.expr(PLACE))).over(everywhere),
            "dlq_lines": F.collect_list(F.when(problem.isNotNull(), F.expr(PLACE))).over(everywhere),
        }
    )


def _problem() -> Column:
    """Why a queue takes no message, as far as its definition and status say."""
    full = _attribute("CURDEPTH").try_cast("bigint") >= _attribute("MAXDEPTH").try_cast("bigint")
    is_queue = F.col("type").isin(*QUEUES)
    return (
        F.when(is_queue & (_attribute("PUT") == "DISABLED"), "is put-inhibited")
        .when(is_queue & full, "is full")
        .when((F.col("type") == "ERROR") & F.substring("message", 1, 7).isin(*NOT_FOUND), "does not exist")
    )


def _one_each(rows: DataFrame) -> DataFrame:
    """One row a definition, however often the case shows it: the latest value of each attribute."""
    kept = (*QUEUE_MANAGER_ATTRIBUTES, "problem", "qmgr_lines", "dlq_lines")
    return rows.groupBy("qm", "name").agg(
        *[_latest(F.col(a)).alias(a) for a in CHANNEL_ATTRIBUTES],
        *[F.first(a).alias(a) for a in kept],
        F.collect_list(F.expr(PLACE)).alias("own_lines"),
    )


def _with_other_end(rows: DataFrame) -> DataFrame:
    """`NPMSPEED` as the two ends agree on it: NORMAL when one says so (recalled from DEFINE CHANNEL).

    `paired` tells whether the other end is in the case, `other_line` is one that says FAST.
    """
    same_name = Window.partitionBy("name")
    own = F.upper("NPMSPEED")
    other = {}
    for sends in (True, False):
        there = F.col("sends") == (not sends)
        other[sends] = F.struct(
            F.count(F.when(there, 1)).over(same_name).alias("ends"),
            F.count(F.when(there & (own == "NORMAL"), 1)).over(same_name).alias("normal"),
            F.min(F.when(there & (own == "FAST"), F.col("own_lines")[0])).over(same_name).alias("line"),
        )
    rows = rows.withColumn("other", F.when(F.col("sends"), other[True]).otherwise(other[False]))
    slowed = (F.col("other.ends") > 0) & (F.col("other.ends") == F.col("other.normal"))
    rows = rows.withColumns({"NPMSPEED": F.when(slowed, "NORMAL").otherwise(own), "paired": F.col("other.ends") > 0})
    other_line = F.array_compact(F.array("other.line"))
    return rows.withColumn("lines", F.concat("own_lines", other_line, "qmgr_lines", "dlq_lines"))


def _attribute(name: str) -> Column:
    return F.trim(F.col("attributes")[name])


def _text(name: str) -> Column:
    value = F.trim(F.col(name))
    return F.when(value != "", value)


def _latest(value: Column) -> Column:
    return F.max_by(value, F.when(value.isNotNull(), F.col("at")))
