"""The table of dead letters: one row a message, why it is on its queue, where it was meant to go, who put it there."""

import json

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics import codes
from mqforensics.case import CASE
from mqforensics.doors import door, either, table
from mqforensics.objects.of_case import by_product, is_dead_letter, once
from mqforensics.sparks import digest

PREVIEW = 80
NO_HEADER = "no valid MQDLH"
IN_GROUP = 8 | 16
"""MQMF_MSG_IN_GROUP, MQMF_LAST_MSG_IN_GROUP."""
SEGMENT = 2 | 4
"""MQMF_SEGMENT, MQMF_LAST_SEGMENT."""
SAME = (
    "queue", "reason", "destination", "destination_queue_manager", "put_time", "dlq_time", "size", "preview",
    "sequence", "segment",
)  # fmt: skip
"""Two rows with one MsgId that agree in these show the same message of the same queue."""
ONE = tuple(name for name in SAME if name not in ("reason", "destination", "destination_queue_manager", "dlq_time"))
"""What a message keeps that is put again and comes back: all but its MQDLH."""
MARKS = "letter", "owner", "alike", "once"
"""What `marked` tells of each row."""
TEXTS = "meaning", "cause", "retried"
"""What a reason explains."""


@door(messages=either(CASE, table(
    "file", "number", "offset", "queue", "dump_queue_manager", "md", "dlh", "headers", "put_time", "dlq_time", "error",
)))  # fmt: skip
def dead_letters(messages) -> DataFrame:
    """A row a message: why it is on the dead-letter queue, where it wanted to go, who put it, when.

    `messages`: a case, rows of its messages table, or of any reader of dumps. Records without a message (`md` and
    `dlh` null) are left out. Columns: `file`, `number`, `offset` (in the file), `queue`, `dump_queue_manager` (of the
    queue, where the command line of its dump names it), `reason`, `reason_name`, `meaning`, `cause`, `retried` (whether
    the channel tries such a put again), `destination`, `destination_queue_manager`, `application` (MQMD.PutApplName:
    who put the message), `moved_by` (MQDLH.PutApplName: who put it here), `put_time`, `dlq_time` (UTC), `waited`
    (seconds between the two), `format` (of what follows the header), `byte_order`, `size` (bytes declared), `preview`
    (the payload's first characters, or hex), `msg_id` (MQMD.MsgId in hex), `error`, `moved_by_type`
    (MQDLH.PutApplType), `msg_type` and `feedback` (of the MQMD: a report tells of another message), `inner_reason` and
    `inner_destination` (of a second MQDLH inside the first: where it was dead-lettered before), `expiry` (what was left
    of MQMD.Expiry when it was dumped, in tenths of a second; null where it has none), `group_id`, `sequence` (GroupId
    in hex and MsgSeqNumber of a member of a message group; else null), `segment` (MQMD.Offset of a segment: where in
    its logical message it begins; else null), `triggered` (of a trigger message the `queue`,
    the `process` and the `program` that should start; else null), `missing` (bytes that its dump does not show).
    A message without a valid MQDLH has a null `reason` and says so in `reason_name`.
    """
    if "md" not in getattr(messages, "columns", ()):  # of a DataFrame any name is an attribute on Spark Connect
        messages = messages.messages
    # What is too short to be a header was cut by its putter; what only its dump lacks is no fault of the message.
    valid = F.when(F.coalesce(is_dead_letter(), F.lit(True)), F.col("dlh"))
    messages, flags = messages.withColumn("dlh", valid), F.col("md.MsgFlags")
    grouped, is_segment = flags.bitwiseAND(IN_GROUP) != 0, flags.bitwiseAND(SEGMENT) != 0
    reason, dlh, md = F.col("dlh.Reason"), F.col("dlh"), F.col("md")
    letters = messages.where(md.isNotNull() | dlh.isNotNull()).select(
        "file", "number", "offset", "queue", "dump_queue_manager", reason.alias("reason"),
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
        _preview().alias("preview"), F.hex("md.MsgId").alias("msg_id"), "error",
        F.col("dlh.PutApplType").alias("moved_by_type"),
        F.col("md.MsgType").alias("msg_type"), F.col("md.Feedback").alias("feedback"),
        _inner("Reason").try_cast("int").alias("inner_reason"), _inner("DestQName").alias("inner_destination"),
        F.when(F.col("md.Expiry") >= 0, F.col("md.Expiry")).alias("expiry"),
        F.when(grouped, F.hex("md.GroupId")).alias("group_id"),
        F.when(grouped, F.col("md.MsgSeqNumber")).alias("sequence"),
        F.when(is_segment, F.col("md.Offset")).alias("segment"), _trigger().alias("triggered"), "missing",
    )  # fmt: skip
    return letters.transform(_explained)


def letters_of(case) -> DataFrame:
    """What lies on the dead-letter queues of a case, read once for all who ask: as `dead_letters`, without `TEXTS`."""
    return marked_of(case).drop(*MARKS)


@once
def marked_of(case) -> DataFrame:
    """`letters_of` with `MARKS`."""
    letters = dead_letters(case).drop(*TEXTS).transform(on_dead_letter_queues)
    return case.keep(letters.transform(marked if is_any_twice(case) else _marked_alone))


@once
def is_any_twice(case) -> bool:
    """Whether the dumps of a case show two messages that may be one: if not, there is nothing to bring together."""
    known = dead_letters(case).select(identity().alias("letter")).selectExpr(f"{digest('letter')} AS letter")
    return bool(known.groupBy("letter").count().where("count > 1").take(1))


def on_dead_letter_queues(letters: DataFrame) -> DataFrame:
    """Only what lies on queues that hold a dead letter: a browse of another queue is no alarm."""
    meant = letters.where("reason is not null or rtrim(format) = 'MQDEAD'")
    dead = meant.select(F.col("file").alias("_file"), F.col("queue").alias("_queue"))
    here = (F.col("file") == F.col("_file")) & F.col("queue").eqNullSafe(F.col("_queue"))
    return letters.join(F.broadcast(dead.distinct()), here, "left_semi")


def each_once(letters: DataFrame) -> DataFrame:
    """Each message once, as one dump has it, where several captures of its queue show it.

    Of one that was put again and came back, with another MQDLH in another dump, the last time counts.
    """
    return marked(letters).where("once").drop(*MARKS)


def marked(letters: DataFrame) -> DataFrame:
    """The letters with `MARKS`: the `letter` that is one message's, and the `owner` of its queue that any dump names.

    `alike`: true once for each time that a message was dead-lettered; `once`: for those that `each_once` keeps.
    """
    told = _in_fullest_browse(letters.withColumn("letter", identity()).repartition("letter"), "alike", *SAME)
    told = told.withColumn("owner", F.max("dump_queue_manager").over(Window.partitionBy(*_KEY)))
    # What one browse has twice with one MsgId are two messages; what another has with a newer MQDLH came back.
    return _in_fullest_browse(told, "once", "owner", *ONE).drop(*_KEY[:2])


def _marked_alone(letters: DataFrame) -> DataFrame:
    told = letters.withColumn("letter", identity())
    return told.selectExpr("*", "dump_queue_manager AS owner", "true AS alike", "true AS once")


_KEY = "_one", "_too", "letter"
"""What those that look like one message have alike: first in numbers, as they are sorted quickly."""


def _in_fullest_browse(letters: DataFrame, name: str, *of_one: str) -> DataFrame:
    """The letters with a column `name`: of those that look like one message, those in the browse with most of them.

    No browse shows a message twice: so many messages they are. Of browses that have as many, the one with the letter
    that came last, of these the first. `of_one`: what those that look like one message have alike.
    """
    keys = {key: F.expr(digest("letter", *of_one, seed=seed)) for seed, key in enumerate(_KEY[:2])}
    every, in_order = Window.partitionBy(*_KEY), Window.partitionBy(*_KEY).orderBy("file", "offset")
    # The numbers of each browse in a file begin anew.
    further = (F.lag("file").over(in_order) == F.col("file")) & (F.lag("number").over(in_order) < F.col("number"))
    so_far = in_order.rowsBetween(Window.unboundedPreceding, 0)
    told = letters.withColumns(keys).withColumn("_anew", F.when(further, 0).otherwise(1))
    told = told.withColumn("_browse", F.sum("_anew").over(so_far))
    browse = Window.partitionBy(*_KEY, "_browse")
    last = F.max(F.coalesce(F.unix_micros("dlq_time"), F.lit(0))).over(browse)
    told = told.withColumn("_order", F.struct(-F.count("*").over(browse), -last, F.col("_browse").alias("browse")))
    told = told.withColumn("_most", F.min("_order").over(every))
    return told.withColumn(name, F.expr("_browse = _most.browse")).drop("_anew", "_browse", "_order", "_most")


def identity() -> Column:
    """What tells a message from others that agree in `SAME`: its MsgId, or where it stands if it has none."""
    place = F.concat_ws(":", "file", "offset")
    return F.when(F.col("msg_id").rlike("[1-9A-F]"), F.col("msg_id")).otherwise(place)


def arrival() -> Column:
    """When a message came to its queue: what an MQDLH tells; the put told by MQMD was before that."""
    return F.coalesce("dlq_time", F.when(F.col("reason").isNull(), F.col("put_time")))


def by_its_clock() -> Column:
    """As `arrival`, where that is by the clock of the queue manager: not where another program wrote the MQDLH."""
    return F.when(F.col("reason").isNull() | by_product("moved_by", "moved_by_type"), arrival())


def _inner(field: str) -> Column:
    headers = F.filter("headers", lambda header: header["StrucId"] == "DLH")
    return F.try_element_at(F.get(headers, 1)["fields"], F.lit(field))


def _trigger() -> Column:
    fields = F.get(F.filter("headers", lambda header: F.rtrim(header["StrucId"]) == "TM"), 0)["fields"]
    told = {"queue": "QName", "process": "ProcessName", "program": "ApplId"}
    return F.when(fields.isNotNull(), F.struct(*[
        F.try_element_at(fields, F.lit(field)).alias(name) for name, field in told.items()
    ]))  # fmt: skip


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
