"""What a walk needs of messages, log and calls: filtered and counted by Spark, only the counts come to the driver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.objects.case_evidence import QUEUE_MANAGER, dumps
from mqforensics.objects.fact import instant
from mqforensics.objects.mqi_calls import PUTS, owner
from mqforensics.objects.owners import CHANNELS, MAKERS, NAMED
from mqforensics.objects.puts import OF_A_PUT
from mqforensics.questions.walk import mail
from mqforensics.questions.walk.handlers import handlers
from mqforensics.questions.walk.mail import (
    REPLY,
    REPORT,
    DumpedMessages,
    Mail,
)
from mqforensics.questions.walk.message_calls import ENDING, READS, Call, of_row, puts
from mqforensics.questions.walk.request import AROUND, ID_DIGITS, NEAR, Request
from mqforensics.spark_compat import each_row_of, rows_of
from mqforensics.structures import MQDLH

HEADER = MQDLH.length
"""Length of an MQDLH: with a gap in it, nothing in it is sure."""
XMIT_QUEUE, XMIT_MANAGER = "RemoteQName", "RemoteQMgrName"
INNER = "MsgDesc."
"""How the fields of the descriptor begin that a transmission header keeps: that of the message itself."""
OF_ONE = ("number", "msg_type", "feedback", "expiry", "data_length", "flags", "maker", "maker_type")
"""What a message shows that is not counted with others."""
INSIDE = {"MsgType": "int", "Feedback": "int", "PutApplType": "int", "PutApplName": "string"}
"""What else is recognised by the descriptor of the message itself."""
HEADERS = 3
"""Among so many headers that of a transmission queue is: it is the first, but for what a dead-lettered message has
before it."""
WITH_NAME = 2 * (len(next(iter(MAKERS))) + NAMED)
"""So many digits of a MsgId show which queue manager made it."""
CALLS = 100
"""So many calls on one message, and failed puts of applications, are looked at."""
MESSAGE = (
    "struct(hex(md.MsgId) as id, put_time, data_length, md.MsgSeqNumber, md.Offset, "
    "if(hex(md.MsgId) rlike '[1-9A-F]' and put_time is not null, null, struct(file, offset, number)) as place)"
)
"""What the copies of one message in several dumps have in common; of one without an id or a time, where it is."""


def mails(case, requests: Sequence[Request], targets: Iterable[str]) -> list[Mail]:
    """What the dumps and traces of a case say of each request; `targets`: the queues that the messages are for."""
    if not requests:
        return []
    shown = {one.key: one for one in dumps(case)}
    found = _letters(case, requests, sorted(set(targets)))
    taken, failed = _calls(case, [one.msg_id for one in requests if one.msg_id]), _failed_puts(case, requests)
    tables, put = handlers(_rules(case)), _puts(case, requests)
    calls = [[call for id_, call in taken if one.msg_id == id_] for one in requests]
    return [
        Mail(found[place], shown, calls[place], mail.failures(failed, one), tables, puts(put, one))
        for place, one in enumerate(requests)
    ]


def _letters(case, requests: Sequence[Request], targets: list[str]) -> list[list[DumpedMessages]]:
    if not case.has("messages"):
        return [[] for _ in requests]
    ids = sorted({id_ for one in requests for id_ in (one.msg_id, one.correl_id) if id_})
    known = _messages(case)
    about = F.coalesce(F.col("destination").isin(*targets), F.lit(False)) if targets else F.lit(False)
    is_mine = [F.coalesce(F.col(name).isin(*ids), F.lit(False)) for name in ("own", "inner", "to_id")] if ids else []
    mine = reduce(or_, is_mine, F.lit(False))
    chosen = known.where(about | mine | _is_near_put(requests))
    return [_of_request(chosen, one) for one in requests]


def _messages(case) -> DataFrame:
    """A row a message with what may make it the one asked for."""
    # Sail sends a condition down to Parquet files, and finds no column there that a function of an array takes.
    headers = [F.get("headers", F.lit(nth)) for nth in range(HEADERS)]
    xmit = F.coalesce(*(F.when(header["StrucId"] == "XQH", header["fields"]) for header in headers))
    broken = F.coalesce(F.array_min("gaps")["offset"] < HEADER, F.lit(False))
    dlh = {name: F.when(~broken, F.col(f"dlh.{name}")) for name in ("DestQName", "DestQMgrName", "Reason", "ByteOrder")}
    by = F.when(~broken & (F.col("dlh.PutApplType") == QUEUE_MANAGER), F.col("dlh.PutApplName"))
    by_channel = F.coalesce(~broken & F.col("dlh.PutApplName").rlike(CHANNELS), F.lit(False)).alias("by_channel")
    is_channel = ~broken & F.col("dlh.PutApplName").rlike(CHANNELS)
    made = F.hex("md.MsgId").rlike(f"^({'|'.join(prefix.hex().upper() for prefix in MAKERS)})")
    # How a queue manager begins is all that is kept: every id is another one.
    name = F.rpad(F.left(F.hex("md.MsgId"), F.lit(WITH_NAME)), F.length(F.hex("md.MsgId")), "0")
    of_channel = {
        "channel_type": F.col("dlh.PutApplType"), "put_at": F.when(made, name), "reply_to": F.col("md.ReplyToQMgr"),
    }  # fmt: skip
    damaged = F.col("error").isNotNull() | (F.size("gaps") > 0) | (F.coalesce("missing", F.lit(0)) > 0)
    field = {name: F.try_element_at(xmit, F.lit(name)) for name in (XMIT_QUEUE, XMIT_MANAGER)}
    inner = {name: F.try_element_at(xmit, F.lit(INNER + name)) for name in ("MsgId", "CorrelId", *INSIDE)}
    # The descriptor of the message itself is inside of a transmission header where it has one.
    own = {
        name: F.when(xmit.isNull(), F.col(f"md.{name}")).otherwise(inner[name].try_cast(kind))
        for name, kind in INSIDE.items()
    }
    on_xmitq = F.coalesce((F.col("md.Format") == "MQXMIT") | xmit.isNotNull(), F.lit(False))
    to_id = F.when(on_xmitq, F.upper(inner["CorrelId"])).otherwise(F.hex("md.CorrelId"))
    inner_id = F.coalesce(F.upper(inner["MsgId"]), F.when(on_xmitq, F.hex("md.CorrelId")))
    return case.messages.where(F.col("md").isNotNull()).select(
        "file", "offset", "queue", F.col("dump_queue_manager").alias("queue_manager"), "captured", "zone", "number",
        "put_time", "dlq_time",
        "data_length",
        dlh["DestQName"].alias("destination"), dlh["DestQMgrName"].alias("destination_manager"),
        dlh["Reason"].alias("reason"), dlh["ByteOrder"].alias("byte_order"), by.alias("put_by"), by_channel,
        *(F.when(is_channel, column).alias(key) for key, column in of_channel.items()),
        F.col("md.Persistence").alias("persistence"), own["MsgType"].alias("msg_type"),
        own["Feedback"].alias("feedback"), F.col("md.Expiry").alias("expiry"), F.col("md.MsgFlags").alias("flags"),
        own["PutApplName"].alias("maker"), own["PutApplType"].alias("maker_type"),
        F.hex("md.MsgId").alias("own"), F.hex("md.CorrelId").alias("correl"), inner_id.alias("inner"),
        to_id.alias("to_id"), on_xmitq.alias("on_xmitq"),
        field[XMIT_QUEUE].alias("remote_queue"), field[XMIT_MANAGER].alias("remote_manager"),
        F.coalesce(damaged, F.lit(False)).alias("damaged"), F.when(made, name).alias("made"),
        F.expr(MESSAGE).alias("message"),
    )  # fmt: skip


def _of_request(chosen: DataFrame, one: Request) -> list[DumpedMessages]:
    links = _links(one)
    around = _is_near_put([one])
    rows = chosen.withColumns({**links, "near": _near(one), "around": around, "unnamed": _is_unnamed(one)})
    linked = reduce(or_, map(F.col, links))
    plain = ~linked & F.col("destination").isNull()
    by_time = F.col("around") & (F.col("unnamed") | F.lit(one.msg_id is None))
    rows = rows.where(~plain | by_time)
    copies = Window.partitionBy("queue", "message").orderBy("file", "offset")
    rows = rows.withColumn("is_first", F.row_number().over(copies) == 1)
    single = (F.col("near") & ~plain) | linked
    # Of messages that are only for the same queue, or of about that time, nothing but what makes them alike is kept.
    remote = "remote_queue", "remote_manager"
    made = F.when(plain & ~F.col("on_xmitq"), F.col("made")).otherwise(F.col("put_at"))
    rows = rows.withColumns({f"one_{name}": F.when(single | plain, F.col(name)) for name in remote} | {"put_at": made})
    rows = rows.withColumns({f"one_{name}": F.when(single, F.col(name)) for name in OF_ONE})
    rows = rows.withColumns({"on_xmitq": (single | plain) & F.col("on_xmitq"), "damaged": single & F.col("damaged")})
    only = *OF_ONE, *remote
    keys = [
        "file", "queue", "queue_manager", "captured", "zone", "destination", "destination_manager", "reason",
        "byte_order", "persistence", "put_by", "by_channel", "channel_type", "put_at", "reply_to", *links, "near",
        "around", "unnamed", "on_xmitq", "damaged",
        *(f"one_{name}" for name in only),
    ]  # fmt: skip
    told = rows.groupBy(*keys).agg(
        F.count_if("is_first").alias("count"), F.min("number").alias("lowest"), F.max("number").alias("highest"),
        F.unix_micros(F.min("put_time")).alias("put_first"), F.unix_micros(F.max("put_time")).alias("put_last"),
        F.unix_micros(F.max("dlq_time")).alias("dead_last"),
    )  # fmt: skip
    ordered = told.orderBy("file", "queue", "captured", "reason", "one_number", "lowest")
    return [_letter(row) for row in rows_of(ordered)]


def _links(one: Request) -> dict[str, Column]:
    """The columns of `mail._links`."""
    has_id = reduce(or_, (F.col(name).eqNullSafe(one.msg_id) for name in ("own", "inner")))
    # Several messages may have one correlation id.
    then = F.lit(False) if one.msg_id else _near(one) if one.put_time else F.lit(True)
    may_be = F.coalesce(F.col("msg_type").isin(REPLY, REPORT), F.lit(False)) | then
    # Zeros are no identifier: many messages have them.
    has = {
        "has_id": has_id,
        "answers": F.col("to_id").eqNullSafe(F.lit(one.msg_id)) & F.lit(bool((one.msg_id or "").strip("0"))),
    }
    has = {name: column & F.lit(one.msg_id is not None) for name, column in has.items()}
    return {**has, "has_correl": may_be & F.col("to_id").eqNullSafe(one.correl_id) & F.lit(one.correl_id is not None)}


def _is_unnamed(one: Request) -> Column:
    column = {"MsgId": "own", "CorrelId": "correl"}.get(one.id_field)
    return F.coalesce(F.length(column), F.lit(0)) != ID_DIGITS if column else F.lit(False)


def _near(one: Request) -> Column:
    return F.coalesce(_is_put_between([one.put_time], NEAR), F.lit(False)) if one.put_time else F.lit(False)


def _is_near_put(requests: Sequence[Request]) -> Column:
    """Whether a message was put from a while before the first of the put times to a while after the last, or at a time
    that cannot be read."""
    times = [one.put_time for one in requests if one.put_time]
    return F.coalesce(_is_put_between(times, AROUND), F.lit(True)) if times else F.lit(False)


def _is_put_between(times: Sequence[datetime], margin: timedelta) -> Column:
    first, last = (int(at.timestamp() * 1e6) for at in (min(times) - margin, max(times) + margin))
    return F.unix_micros("put_time").between(F.lit(first), F.lit(last))


def _letter(row) -> DumpedMessages:
    times = {name: instant(row[name]) for name in ("put_first", "put_last", "dead_last")}
    plain = (
        "file", "queue", "queue_manager", "captured", "zone", "destination", "destination_manager", "reason",
        "byte_order", "persistence", "put_by", "by_channel", "channel_type", "reply_to", "has_id", "answers",
        "has_correl", "near", "around", "unnamed",
        "on_xmitq", "damaged",
    )  # fmt: skip
    one = {name: row[f"one_{name}"] for name in OF_ONE}
    remote = row.one_remote_queue, row.one_remote_manager
    return DumpedMessages(
        **{name: row[name] for name in plain},
        **one,
        put_at=mail.maker(row.put_at),
        remote=remote,
        count=row["count"],
        numbers=mail.ends(row.lowest, row.highest),
        **times,
    )


def _calls(case, ids: list[str]) -> list[tuple[str, Call]]:
    wanted = sorted(set(ids))
    if not wanted or not case.has("calls"):
        return []
    place = F.struct(F.col("offset"), F.col("number")).alias("place")
    found = case.calls.withColumn("id", F.hex("msg_id")).where(F.col("id").isin(*wanted))
    one = found.select("id", *READS, place, owner().alias("owner")).orderBy("file", "number").limit(CALLS).alias("one")
    ending = F.col("verb").isin(*ENDING) | F.startswith("verb", F.lit("XA"))
    told = F.struct("verb", "comp_code", "reason", "error").alias("told")
    ends = case.calls.where(ending | F.col("error").isNotNull())
    ends = ends.select("file", "queue_manager", place, owner().alias("owner"), told).alias("other")
    same = "one.owner <> '' AND other.owner = one.owner AND other.queue_manager <=> one.queue_manager"
    later = f"other.file = one.file AND other.place > one.place AND (other.told.error IS NOT NULL OR {same})"
    first = F.min_by("other.told", "other.place").alias("end")
    keys = [f"one.{name}" for name in ("id", *READS, "place")]
    rows = rows_of(one.join(ends, F.expr(later), "left").groupBy(*keys).agg(first).orderBy("file", "place"))
    return [(row.id, of_row(row.asDict(), row.end and row.end.asDict())) for row in rows]


def _rules(case) -> list[Mapping]:
    """The lines of the rules tables, which are few."""
    rows = each_row_of(case.rules.select("file", "offset", "text")) if case.has("rules") else ()
    return [row.asDict() for row in rows]


def _puts(case, requests: Sequence[Request]) -> list[Mapping]:
    """The puts that traces show from the times at which messages were put."""
    near = _at_the_put(requests)
    if near is None or not case.has("calls"):
        return []
    found = case.calls.where(F.col("verb").isin(*PUTS) & near).orderBy("file", "number").limit(CALLS)
    names = ("file", "number", "verb", "queue", "queue_manager", "comp_code", "reason")
    rows = rows_of(found.select(*names, F.unix_micros("time").alias("time")))
    return [{**row.asDict(), "time": instant(row.time)} for row in rows]


def _at_the_put(requests: Sequence[Request]) -> Column | None:
    times = dict.fromkeys(one.put_time for one in requests if one.put_time)
    near = [F.col("time").between(F.lit(time - NEAR), F.lit(time + NEAR)) for time in times]
    return reduce(or_, near) if near else None


def _failed_puts(case, requests: Sequence[Request]) -> list[Mapping]:
    """The errors of applications, with a reason of a put, from the times at which messages were put."""
    near = _at_the_put(requests)
    if near is None or not case.has("log"):
        return []
    found = case.log.where(F.col("reason").isin(*OF_A_PUT) & near).orderBy("file", "line").limit(CALLS)
    names = ["file", "line", "reason", "queue_manager", "time_note", "inserts"]
    rows = rows_of(found.select(*names, F.unix_micros("time").alias("time")))
    return [{**row.asDict(), "time": instant(row.time)} for row in rows]
