"""Where one message was, and what belongs to it: every place at which the evidence shows it, in order of time."""

import json
import re
from collections.abc import Mapping
from functools import reduce
from operator import or_

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics import codes
from mqforensics.case import CASE
from mqforensics.objects.case_clocks import clock_table, floats, instants, managers_of
from mqforensics.objects.case_columns import CENTI, captured_in_utc, exactness, owner, put_by, putter
from mqforensics.objects.case_evidence import IS_DEAD_LETTER, by_product, estate
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.questions.attribution import clocks, owners_of
from mqforensics.spark_compat import fill, least, local_frame, rows_of, seconds
from mqforensics.structures import put_time
from mqforensics.validation import IdExpected, validated
from mqforensics.words import biography as words

SCHEMA = (
    "time timestamp, earliest timestamp, latest timestamp, queue_manager string, queue string, msg_id string, "
    "what string, inferred boolean, stretch double, "
    "evidence array<struct<file: string, line: int, number: int, text: string>>"
)
HEX = re.compile(r"[0-9A-F]{48}")
NONE = "0" * 48
GENERATIONS = 6
"""A reply to a reply to a reply … is followed so far."""
RELATED = 10_000
"""More messages than this belong to no one message: a CorrelId that an application uses for all of them."""
TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
OUTER = 4
"""So many headers of a message are looked at for the one of a transmission queue: an MQDLH may be before it."""
REPLY, REPORT = 2, 4


@with_columns_described
@validated(case=CASE)
def biography(case, msg_id: str | bytes) -> DataFrame:
    """Every place where a message, or what belongs to it, was seen: a row each, by time. Columns: `SCHEMA`.

    `msg_id`: a MsgId, CorrelId or GroupId as 24 bytes or 48 hex digits, a JMS message id (`ID:…`), or a traceparent.
    What belongs to it: its replies and reports (by CorrelId), its dead-lettered messages, its copies, the calls that
    put, browsed or took it. `time`, `earliest`, `latest`: as in `timeline`, by the reference clock where the evidence
    bounds the row's own. `inferred`: the row rests on an id that was carried over, not on the message's own. `stretch`:
    seconds since the row before, null where one of the two has no time, or where they are by two clocks whose offset
    the evidence does not bound. A message with the same MsgId that was put at another time or by another application is
    reported as another one. 24 zero bytes (MQMI_NONE, MQCI_NONE) are no id: they have no rows. Raises `IdExpected`.
    """
    wanted, trace = _ids_asked_for(msg_id)
    ids = _family(case, wanted, trace) if wanted != {NONE} else set()
    if not ids:
        return local_frame(case.spark, [], SCHEMA)
    rows = [part for table, part in ((t, f(case, ids, wanted)) for t, f in PLACES.items() if case.has(t)) if part]
    if not rows:
        return local_frame(case.spark, [], SCHEMA)
    whole = rows[0]
    for more in rows[1:]:
        whole = whole.unionByName(more, allowMissingColumns=True)
    whole = _by_reference_clock(case, whole)
    # The rows of one message are few: a window over all of them is small.
    order = Window.partitionBy(F.lit(0)).orderBy(F.col("time").asc_nulls_last(), "rank", "what")
    since = seconds("time") - F.lag(seconds("time")).over(order)
    is_one = F.col("clock") == F.lag("clock").over(order)
    is_known = is_one | (F.col("is_bounded") & F.lag("is_bounded").over(order))
    same = [name for name in whole.columns if name != "evidence"]
    told = whole.groupBy(*same).agg(F.flatten(F.sort_array(F.collect_set("evidence"))).alias("evidence"))
    told = told.withColumn("stretch", F.when(is_known, F.round(since, 6)))
    told = told.orderBy(F.col("time").asc_nulls_last(), "rank", "what")
    return told.select(*[part.split()[0] for part in SCHEMA.split(", ")[:9]], "evidence")


def _by_reference_clock(case, rows: DataFrame) -> DataFrame:
    """The rows by the reference clock; `clock`: whose, `is_bounded`: whether its offset from that one is known."""
    known = clock_table(case.spark, clocks(case), managers_of(case), None).withColumnRenamed("queue_manager", "of")
    whose = F.when(F.col("is_own_clock"), F.col("queue_manager"))
    is_bounded = F.col("least").isNotNull() & F.col("most").isNotNull() & ~floats()
    return rows.join(F.broadcast(known), F.col("of") == whose, "left").select(
        *instants(), is_bounded.alias("is_bounded"), F.concat("of", floats().cast("string")).alias("clock"),
        *[name for name in rows.columns if name not in ("at", "is_utc", "resolution", "is_own_clock")],
    )  # fmt: skip


def _ids_asked_for(given: str | bytes) -> tuple[set[str], str | None]:
    if isinstance(given, bytes | bytearray):
        text = bytes(given).hex().upper()
    elif isinstance(given, str) and TRACEPARENT.fullmatch(given.strip().lower()):
        return set(), given.strip().lower()
    else:
        text = str(given).strip().upper().removeprefix("ID:").removeprefix("0X")
        text = text.removeprefix("X'").removesuffix("'")
    if not HEX.fullmatch(text):
        raise IdExpected(f"expected an id of 24 bytes or 48 hex digits, or a traceparent, got {given!r}")
    return {text}, None


def _family(case, wanted: set[str], trace: str | None) -> set[str]:
    """The MsgIds of the messages that belong together: those asked for, and by generations what carries them.

    A CorrelId joins two messages only where it is the MsgId of one of them: messages that merely share one, as
    applications give to all of a session, are not one another's.
    """
    known = _all_ids(case)
    if known is None:
        return wanted
    if trace and case.has("messages"):
        held = F.lower(F.concat_ws(" ", F.map_values("properties"))).contains(trace)
        found = case.messages.where("properties is not null").where(held).select(F.hex("md.MsgId").alias("own"))
        wanted |= {row.own for row in rows_of(found.limit(RELATED)) if row.own}
    touched = _rows_with_ids(known, dict.fromkeys(("own", "inner", "correl", "group"), wanted))
    ids = set(wanted)
    for _ in range(GENERATIONS):
        new = {one for row in touched for one in (row.own, row.inner) if one} - ids
        asked = {row.correl for row in touched if row.correl and row.correl != NONE} - ids
        if not (new or asked):
            break
        ids |= new
        # A reply carries the request's MsgId; a request is found from its reply by the reply's CorrelId.
        touched = _rows_with_ids(known, {"own": asked | new, "inner": asked | new, "correl": new})
    return ids


def _all_ids(case) -> DataFrame | None:
    """The ids of every message and call: its own, the one that it carries, its CorrelId, its GroupId."""
    none, parts = F.lit(None).cast("string"), []
    if case.has("messages"):
        rows = case.messages.where("md is not null")
        within = rows.select(_within("MsgId").alias("own"), _within("CorrelId").alias("correl"), none.alias("group"),
                             none.alias("inner"))  # fmt: skip
        parts += [rows.select(*_ids()), within.where("own is not null")]
    if case.has("calls"):
        ids = F.hex("msg_id").alias("own"), F.hex("correl_id").alias("correl"), none.alias("group"), none.alias("inner")
        parts.append(case.calls.where("msg_id is not null").select(*ids))
    return reduce(DataFrame.unionByName, parts) if parts else None


def _within(field: str) -> Column:
    """A field of the descriptor that a message on a transmission queue carries within."""
    # Not by a lambda function: Sail knows none in what it looks for as it reads.
    fields = [F.get("headers", F.lit(at))["fields"] for at in range(OUTER)]
    found = F.coalesce(*[F.try_element_at(one, F.lit(f"MsgDesc.{field}")) for one in fields])
    return F.upper(found) if field.endswith("Id") else found


def _rows_with_ids(known: DataFrame, ids: Mapping[str, set[str]]) -> list:
    linked = [F.col(name).isin(*sorted(values)) for name, values in ids.items() if values]
    return rows_of(known.where(reduce(or_, linked)).distinct().limit(RELATED)) if linked else []


def _ids() -> list[Column]:
    return [F.hex("md.MsgId").alias("own"), F.hex("md.CorrelId").alias("correl"), F.hex("md.GroupId").alias("group"),
            _within("MsgId").alias("inner")]  # fmt: skip


def _of_messages(case, ids: set[str], wanted: set[str]) -> DataFrame:
    owners, managers = owners_of(case), managers_of(case)
    rows = case.messages.where("md is not null").select("*", *_ids())
    rows = rows.where(F.col("own").isin(*ids) | F.col("inner").isin(*ids))
    rows = rows.transform(_first_put).transform(_is_another)
    report = F.concat_ws(" ", F.lit(words.REPORT), "md.Feedback", _feedback())
    seen_as = F.when(F.col("md.MsgType") == REPLY, words.THE_REPLY).when(F.col("md.MsgType") == REPORT, report)
    seen_as = seen_as.otherwise(words.THE_MESSAGE)
    seen_as = F.when(F.col("is_another"), words.ANOTHER).otherwise(seen_as)
    own = F.coalesce("inner", "own")
    inferred = _is_carried_over(own, wanted)
    put = rows.select(
        *_times(F.col("put_time")), putter(managers).alias("queue_manager"), F.lit(None).cast("string").alias("queue"),
        own.alias("msg_id"), fill(words.PUT, message=_upper(seen_as), by=put_by()).alias("what"),
        inferred.alias("inferred"), _place(), F.lit(0).alias("rank"),
    )  # fmt: skip
    carried = rows.where("inner is not null and inner != own")
    put = put.unionByName(carried.where("first_put is not null").select(
        *_times(F.col("first_put")), putter(managers, F.unhex("inner")).alias("queue_manager"),
        F.lit(None).cast("string").alias("queue"), F.col("inner").alias("msg_id"),
        fill(words.PUT, message=_upper(seen_as), by=put_by("first_name")).alias("what"),
        inferred.alias("inferred"), _place(), F.lit(0).alias("rank"),
    ))  # fmt: skip
    queue, doubt = _dead_letter_queue(case, own)
    dead = rows.where(IS_DEAD_LETTER).select(
        *_times(F.col("dlq_time"), is_own=by_product()), owner(owners).alias("queue_manager"), queue.alias("queue"),
        own.alias("msg_id"),
        fill(words.DEAD_LETTERED, message=_upper(seen_as), reason=F.concat_ws(" ", "dlh.Reason", "dlh.ReasonName"),
               destination=F.col("dlh.DestQName"), doubt=doubt).alias("what"),
        inferred.alias("inferred"), _place(), F.lit(1).alias("rank"),
    )  # fmt: skip
    seen = rows.select(
        *_dump_times(), owner(owners).alias("queue_manager"),
        F.col("queue"), own.alias("msg_id"),
        fill(words.DUMPED, message=_upper(seen_as), queue=F.coalesce("queue", F.lit(words.UNNAMED)),
               streamed=_copy_in_words(case), made=_dump_time_in_words()).alias("what"),
        inferred.alias("inferred"), _place(), F.lit(2).alias("rank"),
    )  # fmt: skip
    return put.unionByName(dead).unionByName(seen)


def _dump_time_in_words() -> Column:
    """When a dump was made, as the end of a sentence."""
    at = F.date_format(F.col("captured").cast("timestamp"), "yyyy-MM-dd HH:mm:ss")
    by = F.when(F.col("zone") == "UTC", " UTC").otherwise(F.coalesce("zone", F.lit(words.LOCAL)))
    made = fill(words.MADE, time=at, clock=by)
    return F.coalesce(made, F.lit(words.NOT_DATED))


def _feedback() -> Column:
    names = {code: codes.reason_name(code) for kind in ("MQFB", "MQRC") for code in codes.family(kind).names}
    told = F.from_json(F.lit(json.dumps(names)), "map<string, string>")
    return F.try_element_at(told, F.col("md.Feedback").cast("string"))


def _dead_letter_queue(case, own: Column) -> tuple[Column, Column]:
    """The queue that an MQDLH was made for, and what is not known of it: one MQDLH may have gone to several queues."""
    of_header = Window.partitionBy(own, "dlq_time", "dlh.Reason", "dlh.DestQName")
    known = estate(case)
    named = sorted({fact.value for one in known.managers if (fact := known.manager(one, "DEADQ")).value})
    is_named = F.when(F.col("queue").isin(*named), F.col("queue"))
    # Their first and last name, and not a set of them: of that Sail is not sure in a window whether it can be null.
    first, last, dead, other = (pick(of).over(of_header) for of in ("queue", is_named) for pick in (F.min, F.max))
    queue = F.when(first.eqNullSafe(last), F.col("queue")).when(dead == other, dead)
    doubt = F.when(queue.isNull() & (first != last), words.SEVERAL)
    return queue, F.coalesce(doubt, F.lit(""))


def _copy_in_words(case) -> Column:
    """That a queue is one to which another one streams copies of its messages; blank for any other queue."""
    known, sources = estate(case), {}
    for one in known.managers:
        for row in known.newest(known.of(one, ("QLOCAL", "QUEUE"))):
            if row.attributes.get("STREAMQ") and row.name:
                sources.setdefault(row.attributes["STREAMQ"], set()).add(f"{row.name} of {one}")
    told = {copy: words.STREAMED.format(queues=" and ".join(sorted(names))) for copy, names in sources.items()}
    found = F.from_json(F.lit(json.dumps(told)), "map<string, string>")
    return F.coalesce(F.try_element_at(found, F.col("queue")), F.lit("")) if told else F.lit("")


def _first_put(rows: DataFrame) -> DataFrame:
    """With when and by whom a message on a transmission queue was put first: its own descriptor is within."""
    date, clock, name = _within("PutDate"), _within("PutTime"), _within("PutApplName")
    # The rows of one message are few, and so is what Python reads of them.
    first = F.udf(lambda *told: put_time(*told), "timestamp")
    return rows.withColumns({"first_put": first(date, clock), "first_name": F.rtrim(name)})


def _is_another(rows: DataFrame) -> DataFrame:
    """With whether a message was put at another time, or by another application, than the first one of its MsgId."""
    is_within = F.col("inner").isNotNull()
    time, name = (
        F.when(is_within, F.col(within)).otherwise(F.col(own))
        for within, own in (("first_put", "put_time"), ("first_name", "md.PutApplName"))
    )
    told = time.alias("time"), name.alias("name")
    # The rows of one message are few, and so is a window over them.
    of_id = Window.partitionBy(F.coalesce("inner", "own"))
    rows = rows.withColumns({"context": F.struct(*told), "first": least(*told, where=time.isNotNull()).over(of_id)})
    differs = [F.coalesce(F.col(f"context.{one}") != F.col(f"first.{one}"), F.lit(False)) for one in ("time", "name")]
    return rows.withColumn("is_another", reduce(or_, differs))


def _is_carried_over(own: Column, wanted: set[str]) -> Column:
    """Whether an id is none that was asked for, but one that was carried over."""
    # Of a negated list Sail is not sure whether it can be null.
    return F.when(own.isin(*wanted), F.lit(False)).otherwise(F.lit(True)) if wanted else F.lit(False)


def _of_calls(case, ids: set[str], wanted: set[str]) -> DataFrame:
    own, correl = F.hex("msg_id"), F.hex("correl_id")
    # What a sender gets from its transmission queue has an id of its own, and the message's as CorrelId.
    rows = case.calls.where(own.isin(*ids) | correl.isin(*ids))
    failed = F.when(F.col("reason") > 0, fill(words.WITH_REASON, reason=F.col("reason").cast("string")))
    by = F.coalesce(fill(words.BY, application=F.col("application")), F.lit(""))
    what = fill(words.CALLED, verb=F.col("verb"), by=by, reason=F.coalesce(failed, F.lit("")))
    return rows.select(
        *_times(F.col("time"), exactness(), F.col("time_note").isNull()), "queue_manager", "queue", own.alias("msg_id"),
        what.alias("what"), _is_carried_over(own, wanted).alias("inferred"), _place(), F.lit(1).alias("rank"),
    )  # fmt: skip


def _times(at: Column, resolution: Column | float = CENTI, is_utc: Column | bool = True,
           is_own: Column | bool = True) -> list[Column]:  # fmt: skip
    """When a row was; `is_own`: whether by the clock of its queue manager."""
    told = {"at": at, "resolution": resolution, "is_utc": is_utc, "is_own_clock": is_own}
    return [F.lit(value).alias(name) for name, value in told.items()]


def _dump_times() -> list[Column]:
    """When a dump was made, where the zone of its date is in the evidence: any other time might be before the put."""
    return _times(F.when(F.col("zone").isNotNull(), captured_in_utc()), 1.0)


def _upper(text: Column) -> Column:
    return F.concat(F.upper(F.substring(text, 1, 1)), F.substring(text, 2, 200))


def _place() -> Column:
    none = F.lit(None)
    place = F.struct("file", none.cast("int").alias("line"), F.col("number").cast("int").alias("number"),
                     none.cast("string").alias("text"))  # fmt: skip
    return F.array(place).alias("evidence")


PLACES = {"messages": _of_messages, "calls": _of_calls}
"""By the table of a case: where a message shows in it."""
