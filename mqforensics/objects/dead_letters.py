"""The table of dead-lettered messages: one row a message, why it is on its queue, where it was meant to go, who put it
there."""

import json

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from mqforensics import codes
from mqforensics.case import CASE
from mqforensics.objects.case_evidence import IS_DEAD_LETTER, by_product, dumps, once
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.spark_compat import FIRST_BYTES, SECONDS, among, digest, local_frame
from mqforensics.validation import either, table, validated

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
MARKS = "letter", "owner", "alike", "once", "captures"
"""What `with_marks` shows each row."""
PLACE = "struct(file, number, offset)"
TEXTS = "meaning", "cause", "retried"
"""What a reason explains."""


@with_columns_described
@validated(messages=either(CASE, table(
    "file", "number", "offset", "queue", "dump_queue_manager", "md", "dlh", "headers", "put_time", "dlq_time", "error",
)))  # fmt: skip
def dead_letters(messages) -> DataFrame:
    """One row a message: why it is on the dead-letter queue, where it wanted to go, who put it, when.

    `messages`: a case, rows of its messages table, or of any reader of dumps. Of dead-letter queues only: those that
    hold a dead-lettered message. Records without a message (`md` and `dlh` null) are left out. A message that several
    dumps show is one row; of one that was put again and came back, with another MQDLH, the last time counts.

    Columns: `file`, `number`, `offset` (in the newest dump that shows it), `queue`, `dump_queue_manager` (of the queue,
    where the command line of its dump names it), `reason`, `reason_name`, `meaning`, `cause`, `retried` (whether the
    channel tries such a put again), `destination`, `destination_queue_manager`, `application` (MQMD.PutApplName: who
    put the message), `user` (MQMD.UserIdentifier), `moved_by` (MQDLH.PutApplName: who put it here), `put_time`,
    `dlq_time` (UTC), `waited` (seconds between the two), `format` (of what follows the header), `encoding`, `ccsid`
    (MQDLH.Encoding and CodedCharSetId: the message's own), `byte_order`, `size` (bytes declared), `preview` (the
    payload's first characters, or hex), `msg_id` (MQMD.MsgId in hex), `error`, `moved_by_type` (MQDLH.PutApplType),
    `msg_type` and `feedback` (of the MQMD: a report shows another message), `inner_reason` and `inner_destination`
    (of a second MQDLH inside the first: where it was dead-lettered before), `expiry` (what was left of MQMD.Expiry when
    it was dumped, in tenths of a second; null where it has none), `group_id`, `sequence` (GroupId in hex and
    MsgSeqNumber of a member of a message group; else null), `segment` (MQMD.Offset of a segment: where in its logical
    message it begins; else null), `triggered` (of a trigger message the `queue`, the `process` and the `program` that
    should start; else null), `missing` (bytes that its dump does not show), `captures` (array of `file`, `number`,
    `offset`: every place that shows it). A message without a valid MQDLH has a null `reason` and says this in
    `reason_name`.
    """
    if "md" in getattr(messages, "columns", ()):  # of a DataFrame any name is an attribute on Spark Connect
        letters = messages.transform(letters_in).transform(on_dead_letter_queues)
        letters = letters.transform(with_marks).transform(_of_the_newest)
    else:
        letters = letters_of(messages)
    return letters.transform(_with_meanings)


def letters_in(messages: DataFrame) -> DataFrame:
    """The messages of every queue as `dead_letters` has them, without `TEXTS` and `captures`: a row a dump."""
    if "captured" not in messages.columns:
        messages = messages.withColumns({name: F.lit(None).cast("string") for name in ("captured", "zone")})
    return messages.where(f"md is not null or (dlh is not null and {_IS_VALID})").selectExpr(*_MADE)


def letters_of(case) -> DataFrame:
    """The rows of `dead_letters` of a case, read once for all who ask, without `TEXTS`."""
    return marked_of(case).transform(_of_the_newest)


def every_once(case) -> DataFrame:
    """The same of the messages of every queue of a case."""
    return every_of(case).transform(with_marks).transform(_of_the_newest)


@once
def every_of(case) -> DataFrame:
    """The messages of a case as `letters_in`: planned once for all that begin with them."""
    return letters_in(case.messages)


@once
def marked_of(case) -> DataFrame:
    """What is on the dead-letter queues of a case, a row each time that a dump shows it, with `MARKS`."""
    shown = {(one.file, one.queue) for one in dumps(case)}
    dead = {(one.file, one.queue) for one in dumps(case) if one.meant}
    letters = every_of(case) if dead == shown else _on(every_of(case), local_frame(case.spark, dead, _QUEUE))
    return case.keep(letters.transform(with_marks if is_any_twice(case) else _marked_alone))


@once
def is_any_twice(case) -> bool:
    """Whether the dumps of a case show two messages that may be one: if not, there is nothing to bring together."""
    known = every_of(case).select(identity().alias("letter")).selectExpr(f"{digest('letter')} AS letter")
    return bool(known.groupBy("letter").count().where("count > 1").take(1))


def on_dead_letter_queues(letters: DataFrame) -> DataFrame:
    """Only what is on queues that hold a dead-lettered message: a browse of another queue is not an alarm."""
    meant = letters.where("reason is not null or rtrim(format) = 'MQDEAD'")
    return _on(letters, meant.selectExpr("file AS _file", "queue AS _queue").distinct())


_QUEUE = "_file string, _queue string"


def _on(letters: DataFrame, queues: DataFrame) -> DataFrame:
    return letters.join(F.broadcast(queues), _same_queue(), "left_semi")


def _same_queue() -> Column:
    return (F.col("file") == F.col("_file")) & F.col("queue").eqNullSafe(F.col("_queue"))


def _of_the_newest(letters: DataFrame) -> DataFrame:
    """Each message once, of letters with `MARKS`: as the newest dump that shows it most often has it."""
    return letters.where("once").drop(*(name for name in MARKS if name != "captures"), "made")


def with_marks(letters: DataFrame) -> DataFrame:
    """The letters with `MARKS`: the `letter` that is one message's, and the `owner` of its queue that any dump names.

    `alike`: true once for each time that a message was dead-lettered; `once`: once for each message, in the newest dump
    that shows it; `captures`: every place that shows it.
    """
    newest = letters.groupBy("file", "queue").agg(
        F.max("made").alias("_made"), F.unix_micros(F.max(arrival())).alias("_came"))  # fmt: skip
    newest = newest.selectExpr("file AS _file", "queue AS _queue", "coalesce(_made, _came, 0) AS _newest")
    told = letters.join(F.broadcast(newest), _same_queue(), "left").drop("_file", "_queue")
    named = told.withColumn("letter", identity()).repartition("letter")
    told = _in_fullest_browse(named, "alike", SAME, f"max(dump_queue_manager) OVER ({_EVERY}) AS owner")
    # What one browse has twice with one MsgId are two messages; what another has with a newer MQDLH came back.
    return _in_fullest_browse(told, "once", ("owner", *ONE)).drop("_newest")


def _marked_alone(letters: DataFrame) -> DataFrame:
    told = letters.withColumn("letter", identity())
    return told.selectExpr("*", "dump_queue_manager AS owner", "true AS alike", "true AS once",
                           f"array({PLACE}) AS captures")  # fmt: skip


_KEY = "_one", "_too", "letter"
"""What those that look like one message have alike: first in numbers, as they are sorted quickly."""
_EVERY = f"PARTITION BY {', '.join(_KEY)}"


def _in_fullest_browse(letters: DataFrame, name: str, of_one: tuple[str, ...], *more: str) -> DataFrame:
    """The letters with a column `name`: of those that look like one message, those in the browse with most of them.

    No browse shows a message twice: so many messages they are. Of browses that have as many, the newest dump counts,
    by when it was made or its last letter came, of these the letter that came last.
    `of_one`: what those that look like one message have alike.
    """
    one, too = (digest("letter", *of_one, seed=seed) for seed in (0, 1))
    in_order, browse = f"{_EVERY} ORDER BY file, offset", f"{_EVERY}, _browse"
    # The numbers of each browse in a file begin anew.
    further = f"lag(file) OVER ({in_order}) = file AND lag(number) OVER ({in_order}) < number"
    last = f"max(coalesce(unix_micros(dlq_time), 0)) OVER ({browse})"
    told = letters.selectExpr("*", f"{one} AS {_KEY[0]}", f"{too} AS {_KEY[1]}")
    told = told.selectExpr("*", f"if({further}, 0, 1) AS _anew")
    told = told.selectExpr("*", f"sum(_anew) OVER ({in_order} ROWS UNBOUNDED PRECEDING) AS _browse")
    nth = f"row_number() OVER ({browse} ORDER BY offset)"
    told = told.selectExpr(
        "*", f"struct(-count(*) OVER ({browse}), -_newest, -{last}, _browse AS browse) AS _order", f"{nth} AS _nth"
    )
    places = f"array_sort(collect_list({PLACE}) OVER ({_EVERY}, _nth))"
    told = told.drop("captures").selectExpr(
        "*", f"_browse = (min(_order) OVER ({_EVERY})).browse AS {name}", f"{places} AS captures", *more
    )
    return told.drop("_anew", "_browse", "_order", "_nth", *_KEY[:2])


def identity() -> Column:
    """What tells a message from others that agree in `SAME`: its MsgId, or where it is if it has none."""
    return F.expr("if(msg_id rlike '[1-9A-F]', msg_id, concat_ws(':', file, offset))")


def arrival() -> Column:
    """When a message came to its queue: what an MQDLH shows; the put told by MQMD was before that."""
    return F.coalesce("dlq_time", F.when(F.col("reason").isNull(), F.col("put_time")))


def by_its_clock() -> Column:
    """As `arrival`, where that is by the clock of the queue manager: not where another program wrote the MQDLH."""
    return F.when(F.col("reason").isNull() | by_product("moved_by", "moved_by_type"), arrival())


def _inner(field: str) -> str:
    return f"try_element_at(get(filter(headers, one -> one.StrucId = 'DLH'), 1).fields, '{field}')"


def _member(flag: int, value: str) -> str:
    return f"if((md.MsgFlags & {flag}) != 0, {value}, null)"


_TRIGGER = "get(filter(headers, one -> rtrim(one.StrucId) = 'TM'), 0).fields"
_TOLD = {"queue": "QName", "process": "ProcessName", "program": "ApplId"}
_TRIGGERED = ", ".join(f"try_element_at({_TRIGGER}, '{field}') as {name}" for name, field in _TOLD.items())
_PREVIEW = rf"regexp_replace(substring(body_text, 1, {PREVIEW}), r'[\x00-\x1F\x7F]+', ' ')"
# What is too short to be a header was cut by its putter; what only its dump lacks is no fault of the message.
_IS_VALID = f"coalesce({IS_DEAD_LETTER}, true)"


def _dlh(field: str) -> str:
    return f"if({_IS_VALID}, dlh.{field}, null)"


# As texts: functions of columns would make some five hundred calls of the JVM.
_MADE = (
    "file", "number", "offset", "queue", "dump_queue_manager", f"{_dlh('Reason')} as reason",
    f"coalesce({_dlh('ReasonName')}, string({_dlh('Reason')}), '{NO_HEADER}') as reason_name",
    f"{_dlh('DestQName')} as destination", f"{_dlh('DestQMgrName')} as destination_queue_manager",
    "md.PutApplName as application", "md.UserIdentifier as user",
    f"{_dlh('PutApplName')} as moved_by", "put_time", "dlq_time",
    f"round({SECONDS('dlq_time')} - {SECONDS('put_time')}, 2) as waited",
    f"coalesce({_dlh('Format')}, md.Format) as format",
    f"{_dlh('Encoding')} as encoding", f"{_dlh('CodedCharSetId')} as ccsid",
    f"{_dlh('ByteOrder')} as byte_order", "data_length as size",
    f"coalesce({_PREVIEW}, concat('0x', {FIRST_BYTES('body', PREVIEW // 2)})) as preview",
    "hex(md.MsgId) as msg_id", "error", f"{_dlh('PutApplType')} as moved_by_type", "md.MsgType as msg_type",
    "md.Feedback as feedback", f"try_cast({_inner('Reason')} as int) as inner_reason",
    f"{_inner('DestQName')} as inner_destination", "if(md.Expiry >= 0, md.Expiry, null) as expiry",
    f"{_member(IN_GROUP, 'hex(md.GroupId)')} as group_id", f"{_member(IN_GROUP, 'md.MsgSeqNumber')} as sequence",
    f"{_member(SEGMENT, 'md.Offset')} as segment",
    f"if({_TRIGGER} is not null, struct({_TRIGGERED}), null) as triggered", "missing",
    "unix_micros(to_utc_timestamp(try_cast(captured as timestamp), coalesce(zone, 'UTC'))) as made",
)  # fmt: skip


def _with_meanings(letters: DataFrame) -> DataFrame:
    # The codes are a small table: one literal map a text, so that no row is sent to Python and back.
    known = {code for name in ("MQRC", "MQFB") for code in codes.family(name).names if codes.meaning(code)}
    texts = {"meaning": codes.meaning, "cause": codes.cause}
    told = {name: json.dumps({code: text(code) for code in known}) for name, text in texts.items()}
    columns = {
        name: F.try_element_at(F.from_json(F.lit(text), "map<string, string>"), F.col("reason").cast("string"))
        for name, text in told.items()
    }
    retried = among("reason", [code for code in known if codes.retried_by_mca(code)])
    return letters.withColumns({**columns, "retried": retried})
