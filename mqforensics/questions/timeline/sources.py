"""Everything in a case that has a time, as events of one form: one row each, whatever evidence shows it.

An event's `at` is the time as its clock shows it: in UTC where `zone` is known, else by the wall clock of the host.
"""

from collections.abc import Callable, Mapping
from functools import reduce

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.objects.case_columns import (
    CENTI,
    SECOND,
    captured_in_utc,
    exactness,
    local_time,
    owner,
    put_by,
    putter,
)
from mqforensics.objects.case_evidence import by_product, dumps
from mqforensics.objects.entries import entries, events
from mqforensics.spark_compat import SPACE, fill, local_frame
from mqforensics.words import timeline as words

HAPPENING = ("at", "is_utc", "resolution", "queue_manager", "host", "kind", "object", "what", "file", "line", "number")
"""`resolution`: seconds that a stamp may stand for; `queue_manager`: whose clock it is, null where not known."""
DUMPS = "file string, queue string, queue_manager string, captured timestamp_ntz, zone string"
MILLI = 0.001
LONGEST = 240
"""Characters of a text that a sentence quotes."""
PRODUCT = "^(?:AMQ|CSQ|ICH)"
"""How the messages of queue managers, and of RACF about them, begin; an entry with a reason alone is a client's."""


def happenings(case, owners: Mapping[str, str], managers: list[str]) -> DataFrame | None:
    """All events of a case, `HAPPENING` each; None when it has no evidence that has a time.

    `owners`: the queue manager of a dump by its file; `managers`: the queue managers that the case names.
    """
    made = [rows for table, source in SOURCES.items() if case.has(table) for rows in source(case, owners, managers)]
    return reduce(DataFrame.unionByName, made) if made else None


def _happening(rows: DataFrame, **given: Column | str | float | None) -> DataFrame:
    made = {name: _column(given.get(name)) for name in HAPPENING}
    types = {"at": "timestamp", "is_utc": "boolean", "resolution": "double", "line": "int", "number": "int"}
    chosen = rows.select(*[made[name].cast(types.get(name, "string")).alias(name) for name in HAPPENING])
    return chosen


def _column(value: object) -> Column:
    return value if isinstance(value, Column) else F.lit(value)


def _messages(case, owners: Mapping[str, str], managers: list[str]) -> list[DataFrame]:
    known, id_ = case.messages.where("md is not null or dlh is not null"), F.hex("md.MsgId")
    put = _happening(
        known.where("put_time is not null"), at=F.col("put_time"), is_utc=True, resolution=CENTI, kind="put",
        queue_manager=putter(managers), object=F.col("queue"), file=F.col("file"), number=F.col("number"),
        what=fill(words.PUT, message=id_, by=put_by()),
    )  # fmt: skip
    named = F.concat_ws(" ", "dlh.Reason", "dlh.ReasonName")
    meant = F.concat_ws(" at ", "dlh.DestQName", F.nullif(F.col("dlh.DestQMgrName"), F.lit("")))
    dead = _happening(
        known.where("dlq_time is not null"), at=F.col("dlq_time"), is_utc=True, resolution=CENTI, kind="dead letter",
        queue_manager=F.when(by_product(), owner(owners)), object=F.col("dlh.DestQName"), file=F.col("file"),
        number=F.col("number"),
        what=fill(words.DEAD_LETTERED, message=id_, reason=named, destination=meant),
    )  # fmt: skip
    shown = [(one.queue, one.queue_manager) for one in dumps(case) if one.messages]
    told = [put, dead] if len(shown) < 2 else [_each_once(put), _each_once(dead)]
    return [*told, *_dump_happenings(case, owners)]


def _each_once(rows: DataFrame) -> DataFrame:
    """What several dumps show of messages, once, at its first place: the n-th of one file is the n-th of another."""
    same, place = ("at", "is_utc", "resolution", "kind", "what"), F.struct("file", "line", "number")
    nth = F.row_number().over(Window.partitionBy(*same, "file").orderBy("number"))
    kept = [F.max(name).alias(name) for name in ("queue_manager", "host", "object")]
    each = rows.withColumn("nth", nth).groupBy(*same, "nth").agg(*kept, F.min(place).alias("place"))
    return each.select("*", "place.*").select(*HAPPENING)


def _dump_happenings(case, owners: Mapping[str, str]) -> list[DataFrame]:
    """The dumps of which a date is in the evidence; none costs no plan."""
    made = [
        (one.file, one.queue, one.queue_manager or owners.get(one.file), one.captured, one.zone)
        for one in dumps(case) if one.row()
    ]  # fmt: skip
    return [_happening(
        local_frame(case.spark, made, DUMPS), at=captured_in_utc(), is_utc=F.col("zone").isNotNull(), resolution=SECOND,
        file=F.col("file"), kind="capture", queue_manager=F.col("queue_manager"), object=F.col("queue"),
        what=fill(words.DUMPED, queue=F.coalesce("queue", F.lit(words.A_QUEUE))),
    )] if made else []  # fmt: skip


def _log(case, owners: Mapping[str, str], managers: list[str]) -> list[DataFrame]:
    of_fdc = F.coalesce(*(F.try_element_at("inserts", F.lit(name)) for name in ("probe", "fdc"))).isNotNull()
    of_product = F.coalesce(F.col("message").rlike(PRODUCT), F.lit(False))
    kind = F.when(of_fdc, "fdc").when(F.col("reason").isNotNull() & ~of_product, "client error")
    said = F.substring(F.regexp_replace(F.coalesce("text", "message"), f"{SPACE}+", " "), 1, LONGEST)
    what = F.concat_ws(": ", "message", F.when(said != F.coalesce("message", F.lit("")), said))
    about = F.coalesce(*[F.try_element_at("inserts", F.lit(name)) for name in ("channel", "queue", "connection")])
    local = local_time("time_text", "time_note")
    rows = entries(case, "message is not null or text is not null")
    return [_happening(
        rows, at=F.coalesce("time", local), is_utc=F.col("time").isNotNull(), queue_manager=F.col("queue_manager"),
        resolution=F.when(F.coalesce("time", local) != F.date_trunc("second", F.coalesce("time", local)), MILLI)
        .otherwise(SECOND), host=F.col("host"), kind=F.coalesce(kind, F.lit("log")), object=about, what=what,
        file=F.col("file"), line=F.col("line"),
    )]  # fmt: skip


def _events(case, owners: Mapping[str, str], managers: list[str]) -> list[DataFrame]:
    about = F.coalesce("object", "channel")
    whose = F.concat_ws(
        " ",
        fill(words.BY_USER, user=F.col("user")),
        fill(words.OF_APPLICATION, application=F.col("application")),
    )
    named = F.coalesce(F.initcap(F.replace(F.col("event"), F.lit("_"), F.lit(" "))), F.col("category"))
    told = F.concat_ws(" ", named, fill(words.FOR, object=about), F.nullif(whose, F.lit("")))
    what = fill(words.EVENT, event=told)
    return [_happening(
        events(case, "event is not null or category is not null"), at=F.col("time"), is_utc=True,
        resolution=SECOND, queue_manager=F.col("queue_manager"), kind="event", object=about, what=what,
        file=F.col("file"), line=F.col("line"), number=F.when(F.col("line").isNull(), F.col("number")),
    )]  # fmt: skip


def _calls(case, owners: Mapping[str, str], managers: list[str]) -> list[DataFrame]:
    reason = F.when(F.col("reason") > 0, fill(words.GAVE, reason=F.col("reason").cast("string")))
    parts = {
        "on": fill(words.ON, queue=F.col("queue")),
        "by": fill(words.BY, application=F.col("application")),
    }
    known = {name: F.coalesce(part, F.lit("")) for name, part in {**parts, "reason": reason}.items()}
    what = fill(words.CALLED, verb=F.col("verb"), **known)
    return [_happening(
        case.calls.where("verb is not null"), at=F.col("time"), is_utc=F.col("time_note").isNull(),
        resolution=exactness(), kind="call", queue_manager=F.col("queue_manager"), object=F.col("queue"), what=what,
        file=F.col("file"), number=F.col("number"),
    )]  # fmt: skip


def _objects(case, owners: Mapping[str, str], managers: list[str]) -> list[DataFrame]:
    shown = case.objects.where("type is not null and type != 'ERROR'")
    named = {"type": F.col("type"), "name": F.coalesce("name", "queue_manager")}
    times = shown.select("*", F.explode("times").alias("stem", "stamp")).where(F.col("stem").isin(*words.STAMPS))
    at_stamp = [F.try_element_at("lines", F.concat("stem", F.lit(end))) for end in ("TIME", "TI", "DATE", "DA")]
    line = F.coalesce(*at_stamp, F.col("line"))
    stamped = _happening(
        times, at=F.col("stamp").cast("timestamp"), is_utc=False, resolution=SECOND,
        queue_manager=F.col("queue_manager"), kind=_by_stem(0, named), object=named["name"], what=_by_stem(1, named),
        file=F.col("file"), line=line,
    )  # fmt: skip
    depth = F.try_element_at("attributes", F.lit("CURDEPTH"))
    captured = shown.where("captured is not null")
    seen = _happening(
        captured.where(depth.isNotNull()), at=captured_in_utc(), is_utc=F.col("zone").isNotNull(), resolution=SECOND,
        queue_manager=F.col("queue_manager"), kind="depth", object=F.col("name"),
        what=fill(words.HELD, queue=F.col("name"), depth=depth), file=F.col("file"),
        line=F.coalesce(F.try_element_at("lines", F.lit("CURDEPTH")), F.col("line")),
    )  # fmt: skip
    taken = captured.groupBy("file", "queue_manager", "captured", "zone").agg(F.min("line").alias("line"))
    capture = _happening(
        taken, at=captured_in_utc(), is_utc=F.col("zone").isNotNull(), resolution=SECOND,
        queue_manager=F.col("queue_manager"), kind="capture", object=F.col("queue_manager"),
        what=fill(words.CAPTURED, manager=F.coalesce("queue_manager", F.lit(words.A_MANAGER))), file=F.col("file"),
        line=F.col("line"),
    )  # fmt: skip
    return [stamped, seen, capture]


def _by_stem(part: int, named: Mapping[str, Column]) -> Column:
    made = None
    for stem, said in words.STAMPS.items():
        pieces = fill(said[part], **named)
        made = F.when(F.col("stem") == stem, pieces) if made is None else made.when(F.col("stem") == stem, pieces)
    return made


SOURCES: dict[str, Callable] = {
    "messages": _messages, "log": _log, "events": _events, "calls": _calls, "objects": _objects,
}  # fmt: skip
"""By the table of a case: what in it happened."""
