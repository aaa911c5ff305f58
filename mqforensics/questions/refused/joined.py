"""Every sign of a case joined to failures: log entry, event, client text and dead letter of one failure are one row.

Entries of one process and thread within two seconds are one attempt: a cause, what adds to it, and what closes it.
An event or a client's text belongs to an attempt where exactly one kind of failure fits it by reason, time and every
name that both have; where several fit, it stays a row of its own. Where neither a time in UTC nor a name tells so, it
is only probably of it, and fills nothing. Nothing is collected: all of it runs in Spark.
"""

from collections.abc import Callable, Iterable, Iterator

import pyarrow as pa
from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.objects.estate import CLUSTER_QUEUE
from mqforensics.objects.fact import EAST, WEST
from mqforensics.objects.of_case import estate as estate_of
from mqforensics.questions.dead_letters.letters import each_once, letters_of
from mqforensics.questions.entries import entries
from mqforensics.questions.refused import signs
from mqforensics.questions.refused.causes import ids, reasons
from mqforensics.questions.timeline.bounds import owners_of
from mqforensics.questions.timeline.sources import local_time

ATTEMPT, AT_ONCE = 2, 0.1
"""Seconds between entries of one attempt: of one process and thread, and where these are not told."""
TOLERANCE = 5
"""Seconds between the clocks of a queue manager and of a client whose texts are of one failure."""
QUARTER = 900
"""Seconds by which zones of the earth are apart, or several times as many: a time without a zone is known but for it.
"""
FEW = 20
"""Where a text has no time, so many kinds of failure are looked at for the one that fits."""
CITED = 5
ELSEWHERE = ("TLS_CLOSED_BY_PEER", "TLS_FAILED")
"""Codes that only say that the other end ended it: what that one says itself counts."""
COMES_OF = {"CONNAUTH_REJECTED": "LDAP_TROUBLE"}
"""Codes that are causes, but after this one in their attempt come of it: a password that nothing could check."""
BREAKS = ("CONNECTION_RESET", "CONNECTION_CLOSED", "CONNECTION_TIMED_OUT", "CONNECTION_BROKEN")
MANY = 100
TEXTS = (
    "gate", "code", "channel", "address", "host", "user", "certificate", "application", "record", "object",
    "permission", "asserted", "mqcsp", "issuer", "partner", "words",
)  # fmt: skip
IDENTITY = ("queue_manager", *TEXTS, "reason")
"""What makes two failures the same but for their time."""
_PLACES = "array<struct<file: string, line: int, number: int>>"
SIGN = (
    "file string, line int, number int, offset long, end long, time timestamp, local timestamp, "
    "queue_manager string, pid long, "
    "tid long, kind string, role string, keys array<string>, reason int, "
    + ", ".join(f"{name} string" for name in TEXTS)
)
_ARROW = pa.schema([
    ("file", pa.string()), ("line", pa.int32()), ("number", pa.int32()), ("offset", pa.int64()), ("end", pa.int64()),
    ("time", pa.timestamp("us", tz="UTC")), ("local", pa.timestamp("us", tz="UTC")), ("queue_manager", pa.string()),
    ("pid", pa.int64()), ("tid", pa.int64()),
    ("kind", pa.string()), ("role", pa.string()), ("keys", pa.list_(pa.string())), ("reason", pa.int32()),
    *((name, pa.string()) for name in TEXTS),
])  # fmt: skip
LOG = ("message", "text", "explanation", "inserts", "reason", "program")
EVENT = ("reason", "qualifier", "fields", "connection", "user", "channel", "application", "object")


def of_log(case) -> DataFrame:
    """The signs in the logs of a case, of queue managers (`kind` log) and of clients."""
    told = F.col("message").isin(sorted(ids())) | F.col("reason").isin(sorted(reasons()))
    wanted = entries(case, told | F.col("text").rlike(signs.SECURITY.pattern))
    place = ("file", "line", "offset", "length", "time", "queue_manager", "pid", "tid")
    local = F.when(F.col("time").isNull(), local_time("time_text", "time_note").cast("timestamp")).alias("local")
    chosen = wanted.select(*place, local, F.lit(None).cast("int").alias("number"), *LOG)
    return chosen.mapInArrow(_signs(signs.of_log), SIGN)


def of_events(events: DataFrame) -> DataFrame:
    """The signs in the events of a case."""
    none = F.lit(None).cast("long")
    wanted = events.where(F.col("reason").isin(2035, 2537, 2371, 2577)).select(
        "file", "line", "offset", "length", "time", "queue_manager", none.alias("pid"), none.alias("tid"),
        "number", *EVENT,
    )  # fmt: skip
    return wanted.mapInArrow(_signs(signs.of_event), SIGN)


def of_letters(case) -> DataFrame:
    """The signs in the dead letters of a case, each once: those with reason 2035.

    They failed at the queue manager whose dead-letter queue they lie on, also those that wanted to go on from there;
    where that is not known, it is taken to be the one that they were for.
    """
    none, owners = F.lit(None).cast("long"), owners_of(case)
    known = F.create_map(*(F.lit(word) for pair in owners.items() for word in pair))
    told = F.try_element_at(known, F.col("file")) if owners else F.lit(None).cast("string")
    owner = F.coalesce("dump_queue_manager", told)
    estate, target = estate_of(case), F.col("destination_queue_manager")
    aliases = [f"{at} {row.name}" for at in estate.managers for row in estate.of(at, ("QREMOTE",))
               if row.attributes.get("RQMNAME") == at]  # fmt: skip
    is_alias = F.concat_ws(" ", owner, target).isin(aliases)
    wanted = letters_of(case).where("reason = 2035").transform(each_once).select(
        "file", F.lit(None).cast("int").alias("line"), "offset", F.lit(0).alias("length"),
        F.col("dlq_time").alias("time"), F.coalesce(owner, F.nullif(target, F.lit(""))).alias("queue_manager"),
        none.alias("pid"), none.alias("tid"), "number", F.col("destination").alias("object"),
        F.when(~is_alias, target).alias("target"), F.col("moved_by").alias("application"),
    )  # fmt: skip
    return wanted.mapInArrow(_signs(signs.of_letter), SIGN)


def _signs(read: Callable) -> Callable:
    def convert(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            made = [_flat(row, sign) for row in batch.to_pylist() if (sign := read(_with_maps(row))) is not None]
            yield pa.RecordBatch.from_pylist(made, _ARROW)

    return convert


def _with_maps(row: dict) -> dict:
    return {key: dict(value) if isinstance(value, list) else value for key, value in row.items()}


def _flat(row: dict, sign: signs.Sign) -> dict:
    told = sign._asdict()
    place = {key: row[key] for key in ("file", "line", "number", "offset", "time", "queue_manager", "pid", "tid")}
    place["local"] = row.get("local")
    own = told["object"] if sign.code == "NO_AUTHORITY_QMGR" else None
    return {**place, "end": row["offset"] + row["length"], **told, "keys": list(sign.keys),
            "queue_manager": row["queue_manager"] or own}  # fmt: skip


def attempts(found: DataFrame) -> DataFrame:
    """One row an attempt out of the entries of queue managers' logs; `places` are those of all of its entries."""
    thread = [F.col("file"), F.col("pid"), F.col("tid")]
    order = Window.partitionBy(*thread).orderBy("offset")
    waited = F.abs(F.col("time").cast("double") - F.lag("time").over(order).cast("double"))
    adjacent = F.lag("end").over(order) == F.col("offset")
    apart = F.coalesce(waited > ATTEMPT, ~adjacent, F.lit(True))
    # Where no process is told, entries are of one attempt that follow at once and name nobody else.
    other = (F.col("role") == "closing") & ~F.coalesce(F.lag("channel").over(order) == F.col("channel"), F.lit(False))
    other = other | F.coalesce(F.lag("user").over(order) != F.col("user"), F.lit(False))
    unnamed = F.coalesce(~adjacent | (waited > AT_ONCE) | other, F.lit(True))
    apart = F.when(F.col("pid").isNull(), unnamed).otherwise(apart)
    before, code = F.lag("role").over(order), F.lag("code").over(order)
    follows = F.when(F.col("role") == "companion", before == "cause")
    follows = follows.when(F.col("role") == "consequence", (before != "closing") & (code != F.col("code")))
    for later, earlier in COMES_OF.items():
        follows = follows.when(F.col("code") == later, code == earlier)
    begins = apart | ~F.coalesce(follows, F.col("role") == "closing")
    numbered = found.withColumns({
        "attempt": F.sum(begins.cast("int")).over(order),
        "nth": F.col("offset") + F.when(F.col("role") == "cause", 0).otherwise(1 << 60),
    })  # fmt: skip
    first = [_first(name) for name in (*IDENTITY, "keys")]
    each = numbered.groupBy("file", "pid", "tid", "attempt").agg(
        F.min("time").alias("time"), F.min("local").alias("local"), *first,
        F.slice(F.array_sort(F.collect_list(_place())), 1, CITED).alias("places"),
    )  # fmt: skip
    return each.where(F.col("code").isNotNull()).select("time", "local", *IDENTITY, "keys", "places")


def _first(name: str) -> Column:
    # A closing entry names the channel and host of the attempt, and no gate; what the cause names counts before it.
    return F.min_by(F.col(name), F.when(F.col(name).isNotNull(), F.col("nth"))).alias(name)


def _place() -> Column:
    return F.struct("file", "line", "number")


def alone(found: DataFrame) -> DataFrame:
    """Signs as failures of their own."""
    causes = found.where(F.col("role") != "closing")
    return causes.select("time", "local", *IDENTITY, "keys", F.array(_place()).cast(_PLACES).alias("places"))


def summed(failures: DataFrame) -> DataFrame:
    """Failures that differ only in their time, once: `time` of the first, `last`, `count`, the first `places`.

    `local`, `last_local`: the first and last time of those whose time no zone tells in UTC.
    `times`: of connections that broke, so many of them as tell whether they broke regularly.
    """
    broke = F.when(F.col("code").isin(*BREAKS), F.col("time"))
    return failures.groupBy(*IDENTITY).agg(
        F.min("time").alias("time"), F.max("time").alias("last"), F.count("*").alias("count"),
        F.min("local").alias("local"), F.max("local").alias("last_local"),
        F.min_by("keys", F.coalesce("time", F.lit(0).cast("timestamp"))).alias("keys"),
        F.slice(F.array_sort(F.collect_list(broke)), 1, MANY).alias("times"),
        F.min_by("places", F.struct(F.coalesce("time", F.lit(0).cast("timestamp")), "places")).alias("places"),
    ).withColumn("kind", F.xxhash64(*IDENTITY))  # fmt: skip


def matched(failures: DataFrame, other: DataFrame) -> DataFrame:
    """Each of `other` with the kind of `failures` that it is of, `into`: null where it is of none or of several.

    Both are failures one by one; `local` is the time as printed where no zone tells what it is in UTC. Such a failure
    is one of those that happened at its time but for quarters of an hour, `probable` where no name tells the same.
    """
    base, own = _kinds(failures), _kinds(other, _clock())
    left = own.select(*(F.col(name).alias(f"of_{name}") for name in own.columns))
    at = F.explode(F.array(F.col("of_bucket") - 1, F.col("of_bucket"), F.col("of_bucket") + 1))
    near = left.where("of_bucket is not null").withColumn("near", at)
    timed = near.join(base, (F.col("near") == F.col("bucket")) & (F.col("of_key") == F.col("key"))).where(
        (F.col("of_first").cast("double") <= F.col("final").cast("double") + TOLERANCE)
        & (F.col("of_final").cast("double") >= F.col("first").cast("double") - TOLERANCE)
    )  # fmt: skip
    clock = F.pmod(F.col("bucket"), F.lit(QUARTER // TOLERANCE)).alias("clock")
    once = base.groupBy("kind", "key", *_NAMES, F.col("bucket").isNull().alias("untimed"), clock).agg(
        F.min("first").alias("first"), F.max("final").alias("final")
    )  # fmt: skip
    few = once.groupBy("key").agg(F.countDistinct("kind").alias("many")).where(F.col("many") <= FEW).select("key")
    untimed = left.join(once.join(few, "key"), F.col("of_key") == F.col("key")).where("untimed or of_bucket is null")
    untimed = untimed.where(F.coalesce(_one_clock() & _in_a_zone(), F.lit(True)))
    names = ["of_kind", "of_bucket", "of_clock", "kind"]
    pairs = timed.where(_compatible()).select(*names, F.lit(True).alias("sure")).unionByName(
        untimed.where(_compatible()).select(*names, _agree().alias("sure"))
    )  # fmt: skip
    single = pairs.groupBy("of_kind", "of_bucket", "of_clock").agg(
        F.countDistinct("kind").alias("many"), F.first("kind").alias("into"), (~F.max("sure")).alias("probable")
    ).where("many = 1")  # fmt: skip
    marked = _with_kind(other).withColumn("bucket", _bucket()).withColumn("clock", _clock())
    found = (marked["kind"] == single["of_kind"]) & marked["bucket"].eqNullSafe(single["of_bucket"])
    found = found & marked["clock"].eqNullSafe(single["of_clock"])
    joint = marked.join(single, found, "left")
    return joint.select("into", "probable", "time", "local", *IDENTITY, "keys", "places")


_TELLING = ("channel", "address", "user", "object", "certificate")
_NAMES = ("queue_manager", *_TELLING)


def _agree() -> Column:
    """Whether a name tells that both are of one failure; that of the queue manager is the same for all clients."""
    return F.greatest(*(F.coalesce(F.col(name) == F.col(f"of_{name}"), F.lit(False)) for name in _TELLING))


def _one_clock() -> Column:
    apart = F.pmod(F.col("of_clock") - F.col("clock"), F.lit(QUARTER // TOLERANCE))
    return apart.isin(0, 1, QUARTER // TOLERANCE - 1)


def _in_a_zone() -> Column:
    """Whether a time without a zone is that of a failure in some zone of the earth."""
    late = F.col("of_local").cast("double") - F.col("final").cast("double") - EAST.total_seconds()
    early = F.col("first").cast("double") + WEST.total_seconds() - F.col("of_last_local").cast("double")
    return (late <= TOLERANCE) & (early <= TOLERANCE)


def _compatible() -> Column:
    fits = F.lit(True)
    for name in _NAMES:
        same = F.col(name).isNull() | F.col(f"of_{name}").isNull() | (F.col(name) == F.col(f"of_{name}"))
        if name == "object":  # the queue that the program names is not the one that is checked
            same = same | (F.col(name) == CLUSTER_QUEUE)
        fits = fits & same
    return fits


def _bucket() -> Column:
    return F.floor(F.col("time").cast("double") / TOLERANCE)


def _clock() -> Column:
    """What a time without a zone is known to be: its place in a quarter of an hour."""
    return F.floor(F.pmod(F.col("local").cast("double"), F.lit(QUARTER)) / TOLERANCE)


def _with_kind(failures: DataFrame) -> DataFrame:
    return failures.withColumn("kind", F.xxhash64(*IDENTITY))


def _kinds(failures: DataFrame, *clock: Column) -> DataFrame:
    found = _with_kind(failures).withColumn("bucket", _bucket())
    more = [one.alias("clock") for one in clock]
    keyed = found.select("kind", "bucket", "time", "local", *more, *_NAMES, F.explode("keys").alias("key"))
    times = [F.min("time").alias("first"), F.max("time").alias("final")]
    times += [F.min("local").alias("local"), F.max("local").alias("last_local")] if clock else []
    return keyed.groupBy("kind", "bucket", *(["clock"] if clock else []), "key", *_NAMES).agg(*times)


BOUNDS = {"first": F.min, "last": F.max}


def enriched(failures: DataFrame, inside: DataFrame, sources: Iterable[str]) -> DataFrame:
    """Summed failures with what `matched` found to be of them: what all of it agrees in fills what they do not tell.

    What is only probably of them fills nothing: `probable` counts it, with its first and last time, `local` and UTC.
    """
    own = {name: F.when(~F.col("probable"), F.col(name)) for name in IDENTITY}
    told = [F.when(F.count_distinct(one) == 1, F.first(one, True)).alias(f"of_{name}") for name, one in own.items()]
    printed = {name: F.when(F.col("probable"), F.col(name)) for name in ("local", "time")}
    bounds = [of(one).alias(f"{end}_{name}") for name, one in printed.items() for end, of in BOUNDS.items()]
    probable = F.struct(F.count_if("probable").alias("count"), *bounds)
    places = [F.min(F.when(F.col("source") == source, F.col("places"))) for source in sources]
    none = F.array().cast(_PLACES)
    added = inside.groupBy("into").agg(
        *told, F.max(own["gate"] == "MCA").alias("letters"), probable.alias("probable"),
        F.concat(*(F.coalesce(one, none) for one in places)).alias("more"),
    )  # fmt: skip
    whole = failures.join(added, failures["kind"] == added["into"], "left")
    # A client names the host that it called, an attempt the one that it came from.
    kept = ("gate", "code", "host")
    filled = {name: F.coalesce(F.col(name), F.col(f"of_{name}")) for name in IDENTITY if name not in kept}
    filled["wanted"] = F.col("of_object")
    filled["gate"] = F.when(F.col("letters"), F.lit("MCA")).otherwise(F.coalesce("gate", "of_gate"))
    tells = F.col("of_code").startswith("TLS_") & ~F.col("of_code").isin(*ELSEWHERE)
    tells = F.col("code").isin(*ELSEWHERE) & F.coalesce(tells, F.lit(False))
    filled["words"] = F.when(tells, F.col("of_words")).otherwise(filled["words"])
    filled["code"] = F.when(tells, F.col("of_code")).otherwise(F.col("code"))
    filled["places"] = F.concat("places", F.coalesce("more", none))
    return whole.withColumns(filled).select(*failures.columns, "wanted", "probable")
