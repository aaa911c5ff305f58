"""Every sign of a case joined to failures: log entry, event, client text and dead-lettered message of one failure are
one row.

Entries of one process and thread within two seconds are one attempt: a cause, what adds to it, and what closes it. What
another process writes of it in the same second, with a name that says this, is of it too: the authority service refuses
in one process, the channel closes in another. An event or a client's text belongs to an attempt where exactly one kind
of failure fits it by reason, time and every name that both have; where several fit, it stays its own row, and so does a
client's text of another host. A client's text that nothing but the time and its queue manager ties to it is only
probably of it, and fills nothing. Nothing is collected: all of it runs in Spark.
"""

from collections.abc import Callable, Collection, Iterable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.clock.zone_names import EAST, WEST
from mqforensics.codes.refusals import CLIENT, cause_of, ids, reasons
from mqforensics.formats.amqerr.entry import WITHIN
from mqforensics.objects.case_columns import local_time, owner
from mqforensics.objects.case_evidence import by_product, put_by
from mqforensics.objects.case_evidence import estate as estate_of
from mqforensics.objects.dead_letters import marked_of
from mqforensics.objects.entries import entries
from mqforensics.objects.estate import CLUSTER_QUEUE
from mqforensics.objects.failed_calls import failed_calls, is_refused
from mqforensics.questions.attribution import owners_of
from mqforensics.questions.refused import signs
from mqforensics.spark_compat import SECONDS, among, digest, group_by

ATTEMPT, AT_ONCE = 2, 0.1
"""Seconds between entries of one attempt: of one process and thread, and where these are not known."""
TOLERANCE = 5
"""Seconds between the clocks of a queue manager and of a client whose texts are of one failure."""
ONE_CLOCK = 1
"""Seconds between what two processes of a queue manager write of one failure."""
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
    "permission", "asserted", "mqcsp", "issuer", "partner", "words", "port", "refused_by", "damage",
)  # fmt: skip
IDENTITY = ("queue_manager", *TEXTS, "reason")
"""What makes two failures the same but for their time."""
_PLACES = "array<struct<file: string, line: int, number: int>>"
SIGN = (
    "file string, line int, number int, offset long, end long, time timestamp, local timestamp, "
    "queue_manager string, pid long, "
    "tid long, ran_on string, kind string, role string, keys array<string>, reason int, "
    + ", ".join(f"{name} string" for name in TEXTS)
)
_ARROW = pa.schema([
    ("file", pa.string()), ("line", pa.int32()), ("number", pa.int32()), ("offset", pa.int64()), ("end", pa.int64()),
    ("time", pa.timestamp("us", tz="UTC")), ("local", pa.timestamp("us", tz="UTC")), ("queue_manager", pa.string()),
    ("pid", pa.int64()), ("tid", pa.int64()), ("ran_on", pa.string()),
    ("kind", pa.string()), ("role", pa.string()), ("keys", pa.list_(pa.string())), ("reason", pa.int32()),
    *((name, pa.string()) for name in TEXTS),
])  # fmt: skip
LOG = ("message", "text", "explanation", "inserts", "reason", "program", "error")
EVENT = ("reason", "qualifier", "fields", "connection", "user", "channel", "application", "object")


def of_log(case) -> DataFrame:
    """The signs in the logs of a case, of queue managers (`kind` log) and of clients."""
    told = among("message", sorted(ids())) | among("reason", sorted(reasons()))
    mixed = F.try_element_at("inserts", F.lit(WITHIN)).isNotNull()
    wanted = entries(case, told | mixed | F.col("text").rlike(signs.SECURITY.pattern))
    place = ("file", "line", "offset", "length", "time", "queue_manager", "pid", "tid")
    local = F.when(F.col("time").isNull(), local_time("time_text", "time_note").cast("timestamp")).alias("local")
    # RACF names a resource by its queue manager, or by the group of that: which, only a name that is shown shows.
    first = F.substring_index(F.try_element_at("inserts", F.lit("object")), ".", 1)
    named = F.when(F.col("message").startswith(signs.RACF) & first.isin(estate_of(case).managers), first)
    # In the log of a job of IBM i the number of the job shows whose entry it is.
    job = F.try_element_at("inserts", F.lit("job"))
    by_job = F.when(F.col("message").startswith("AMQ"), F.nullif(F.regexp_extract(job, "^([0-9]{6})/", 1), F.lit("")))
    wanted = wanted.withColumns({"queue_manager": F.coalesce("queue_manager", named),
                                 "pid": F.coalesce("pid", by_job.cast("long"))})  # fmt: skip
    chosen = wanted.select(*place, local, F.col("host").alias("ran_on"), F.lit(None).cast("int").alias("number"), *LOG)
    return chosen.mapInArrow(_signs(signs.of_log, _within), SIGN)


def of_calls(case) -> DataFrame | None:
    """The signs in the traces of a case; None without traces."""
    calls = failed_calls(case)
    if calls is None:
        return None
    none = F.lit(None)
    told = calls.where(is_refused()).withColumns({
        "line": none.cast("int"), "number": F.col("number").cast("int"), "pid": none.cast("long"),
        "tid": none.cast("long"),
    })  # fmt: skip
    return told.mapInArrow(_signs(signs.of_call), SIGN)


def of_events(events: DataFrame) -> DataFrame:
    """The signs in the events of a case."""
    none = F.lit(None).cast("long")
    wanted = events.where(F.col("reason").isin(2035, 2537, 2371, 2577)).select(
        "file", "line", "offset", "length", "time", "queue_manager", none.alias("pid"), none.alias("tid"),
        "number", *EVENT,
    )  # fmt: skip
    return wanted.mapInArrow(_signs(signs.of_event), SIGN)


def of_letters(case) -> DataFrame:
    """The signs in the dead-lettered messages of a case, each time that one came once: those with reason 2035.

    They failed at the queue manager whose dead-letter queue they are on, also those that wanted to go on from there;
    where that is not known, it is assumed to be the one that they were for.
    """
    none = F.lit(None).cast("long")
    named = F.coalesce("dump_queue_manager", owner(owners_of(case)))
    estate, target = estate_of(case), F.col("destination_queue_manager")
    aliases = [f"{at} {row.name}" for at in estate.managers for row in estate.of(at, ("QREMOTE",))
               if row.attributes.get("RQMNAME") == at]  # fmt: skip
    is_alias = F.concat_ws(" ", named, target).isin(aliases)
    wanted = marked_of(case).where("alike AND reason = 2035").select(
        "file", F.lit(None).cast("int").alias("line"), "offset", F.lit(0).alias("length"),
        F.when(by_product("moved_by", "moved_by_type"), F.col("dlq_time")).alias("time"),
        F.coalesce(named, F.nullif(target, F.lit(""))).alias("queue_manager"),
        none.alias("pid"), none.alias("tid"), "number", F.col("destination").alias("object"),
        F.when(~is_alias, target).alias("target"), F.col("moved_by").alias("application"),
        put_by("moved_by", "moved_by_type").alias("put_by"),
        named.isNotNull().alias("is_owned"),
    )  # fmt: skip
    return wanted.mapInArrow(_signs(signs.of_letter), SIGN)


def _signs(read: Callable, within: Callable = lambda row: ()) -> Callable:
    def convert(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            rows = [_with_maps(row) for row in batch.to_pylist()]
            made = [_flat(row, sign) for row in rows if (sign := read(row)) is not None]
            made += [{**_flat(row, sign), **UNDATED} for row in rows for sign in within(row)]
            yield pa.RecordBatch.from_pylist(made, _ARROW)

    return convert


UNDATED = dict.fromkeys(("time", "local", "pid", "tid"))


def _within(row: dict) -> Iterator[signs.Sign]:
    """The signs of entries that were written into another one: whom and when is not to be told."""
    for id_ in sorted(set((row["inserts"] or {}).get(WITHIN, "").split())):
        cause = cause_of(id_, "")
        if cause and cause.role in ("cause", CONSEQUENCE):
            yield signs.Sign("log", "cause", cause.gate or None, cause.code, words=cause.words, damage=row["error"])


def _with_maps(row: dict) -> dict:
    return {key: dict(value) if isinstance(value, list) else value for key, value in row.items()}


def _flat(row: dict, sign: signs.Sign) -> dict:
    told = sign._asdict()
    place = {key: row[key] for key in ("file", "line", "number", "offset", "time", "queue_manager", "pid", "tid")}
    place |= {key: row.get(key) for key in ("local", "ran_on")}
    own = told["object"] if sign.code == "NO_AUTHORITY_QMGR" else None
    return {**place, "end": row["offset"] + row["length"], **told, "keys": list(sign.keys),
            "queue_manager": row["queue_manager"] or own}  # fmt: skip


def attempts(found: DataFrame) -> DataFrame:
    """One row an attempt out of the entries of queue managers' logs; `places` are those of all of its entries."""
    begun = found.selectExpr("*", *_WRITER).selectExpr("*", *_BEFORE).selectExpr("*", f"{_BEGINS} AS begins")
    numbered = begun.selectExpr(
        "*", f"sum(int(begins)) OVER ({_THREAD}) AS attempt",
        # A closing entry names the channel and host of the attempt, and no gate; what the cause names counts before it.
        f"offset + if(role = 'cause', 0, {1 << 60}) AS nth",
    )  # fmt: skip
    first = [f"min_by({name}, if({name} IS NOT NULL, nth, NULL)) AS {name}" for name in (*IDENTITY, "keys")]
    places = f"slice(sort_array(collect_list({_PLACE})), 1, {CITED}) AS places"
    each = group_by(
        numbered, (*WRITER, "attempt"), "min(time) AS time", "min(local) AS local", *first, places,
        "min_by(role, nth) AS begun", "min(ran_on) AS ran_on",
    )  # fmt: skip
    is_alone = "begun = 'closing' AND pid IS NOT NULL"
    known = {name: f"coalesce({name}, if({is_alone}, '{said}', NULL))" for name, said in UNEXPLAINED.items()}
    told = each.withColumns({name: F.expr(said) for name, said in known.items()})
    return told.where("code IS NOT NULL").selectExpr(*FAILURE, f"{_IS_LONE} AS is_lone")


UNEXPLAINED = {"code": "UNKNOWN", "words": "AMQ9999 alone"}
"""What is said of a closing entry before which none of its process names an error."""


FAILURE = ("time", "local", *IDENTITY, "keys", "places", "ran_on")
CONSEQUENCE, CALL = "consequence", "call"
LONE = "kind = 'log' AND role = 'consequence' AND gate = 'AUTHORITY'"
"""Of entries, those whose cause another process may have written."""
_IS_LONE = "begun = 'consequence' AND gate = 'AUTHORITY'"
_PROCESS = "PARTITION BY file, pid, tid"
# One stream may hold what several queue managers wrote, whose processes have the same numbers in containers.
_NAMES_OF = {"writer": "queue_manager", "writer_on": "ran_on"}
_WRITER = [
    f"if(min({name}) OVER ({_PROCESS}) = max({name}) OVER ({_PROCESS}), min({name}) OVER ({_PROCESS}), {name}) AS {of}"
    for of, name in _NAMES_OF.items()
]
WRITER = ("file", "pid", "tid", *_NAMES_OF)
"""Who wrote an entry; one that names no queue manager or host is of the only one that its process and thread name."""
_THREAD = f"PARTITION BY {', '.join(WRITER)} ORDER BY offset"
# A time in UTC and one as it is printed are not compared.
_WAITED = [f"abs({SECONDS(at)} - {SECONDS(f'lag({at}) OVER ({_THREAD})')})" for at in ("time", "local")]
_BEFORE = (
    f"coalesce({', '.join(_WAITED)}) AS waited",
    f"lag(`end`) OVER ({_THREAD}) = offset AS adjacent",
    *(f"lag({name}) OVER ({_THREAD}) AS {name}_before" for name in ("role", "code", "channel", "user")),
)
# Where no process is told, entries are of one attempt that follow at once and name nobody else.
_OTHER = "(role = 'closing' AND NOT coalesce(channel_before = channel, false)) OR coalesce(user_before != user, false)"
_APART = (
    f"if(pid IS NULL, coalesce(NOT adjacent OR waited > {AT_ONCE} OR {_OTHER}, true), "
    f"coalesce(waited > {ATTEMPT}, NOT adjacent, true))"
)
_FOLLOWS = (
    "CASE WHEN role = 'companion' THEN role_before = 'cause' "
    "WHEN role = 'consequence' THEN role_before != 'closing' AND code_before != code "
    + "".join(f"WHEN code = '{later}' THEN code_before = '{earlier}' " for later, earlier in COMES_OF.items())
    + "END"
)
_BEGINS = f"{_APART} OR NOT coalesce({_FOLLOWS}, role = 'closing')"
_PLACE = "struct(file, line, number)"
_BY_PLACES = "transform({}, at -> struct(at.file, coalesce(at.line, -1), coalesce(at.number, -1)))".format
"""What orders arrays of places: see `spark_compat.ordering`."""


def as_failures(found: DataFrame) -> DataFrame:
    """Signs as failures of their own."""
    place = f"CAST(array({_PLACE}) AS {_PLACES}) AS places"
    return found.where("role != 'closing'").selectExpr(*FAILURE[:-2], place, "ran_on")


def unmatched_failures(failures: DataFrame) -> DataFrame:
    """Failures of their own beside those that `attach_to_failures` finds to be of others."""
    none = "CAST(NULL AS bigint) AS into", "CAST(NULL AS boolean) AS probable", "CAST(NULL AS string) AS source"
    return failures.selectExpr(*none, *FAILURE)


def counted_once(found: DataFrame, sources: Collection[str]) -> DataFrame:
    """Failures that differ only in their time, once: `time` of the first, `last`, `count`, the first `places`.

    `local`, `last_local`: the first and last time of those whose time no zone shows in UTC. `times`: of connections
    that broke, so many of them as show whether they broke regularly. What `attach_to_failures` found to be of them, by
    its `sources`: what all of it agrees in fills what they lack. What is only probably of them fills nothing:
    `probable` counts it, with its first and last time, `local` and UTC.
    """
    kinds = found.selectExpr("*", f"coalesce(into, {_KIND}) AS kind")
    each = group_by(kinds, ("kind",), *_of_their_own(), *(_of_others(sources) if sources else ()))
    return each.selectExpr(*_FILLED) if sources else each


def _of_their_own() -> Iterator[str]:
    at = "coalesce(time, timestamp_seconds(0))"
    broke = f"code IN {BREAKS}"
    own = {name: f"if(into IS NULL, {name}, NULL)" for name in (*IDENTITY, "time", "local")}
    yield from (f"min({own[name]}) AS {name}" for name in own)
    yield from (f"max({own[name]}) AS {last}" for name, last in (("time", "last"), ("local", "last_local")))
    yield "count_if(into IS NULL) AS count"
    yield f"min_by(keys, if(into IS NULL, struct({at}, array_join(keys, ' ')), NULL)) AS keys"
    yield f"slice(sort_array(collect_list(if({broke}, {own['time']}, NULL))), 1, {MANY}) AS times"
    yield f"min_by(places, if(into IS NULL, struct({at}, {_BY_PLACES('places')}), NULL)) AS places"


BOUNDS = {"first": "min", "last": "max"}
_NONE = f"CAST(array() AS {_PLACES})"


def _of_others(sources: Iterable[str]) -> Iterator[str]:
    own = {name: f"if(NOT probable, {name}, NULL)" for name in IDENTITY}
    # One value, told by its bounds: to count what is distinct in so many columns, Spark takes each row as many times.
    # Of several users in MQCSP one is told: whichever it was, no other one was adopted.
    same = {name: f"min({one}) = max({one})" if name != "mqcsp" else "true" for name, one in own.items()}
    yield from (f"if({same[name]}, min({one}), NULL) AS of_{name}" for name, one in own.items())
    yield f"max({own['gate']} = 'MCA') AS letters"
    places = [
        f"coalesce(min_by(places, {_BY_PLACES(one)}), {_NONE})"
        for one in (f"if(source = '{source}', places, NULL)" for source in sources)
    ]
    yield f"concat({', '.join(places)}) AS more"
    bounds = [f"{of}(if(probable, {name}, NULL)) AS {end}_{name}"
              for name in ("local", "time") for end, of in BOUNDS.items()]  # fmt: skip
    yield f"struct(count_if(probable) AS count, {', '.join(bounds)}) AS probable"


_ELSEWHERE = ", ".join(f"'{code}'" for code in ELSEWHERE)
_TELLS = f"(code IN ({_ELSEWHERE}) AND coalesce(startswith(of_code, 'TLS_') AND of_code NOT IN ({_ELSEWHERE}), false))"
# A client names the host that it called, an attempt the one that it came from.
_OF_BOTH = {name: f"coalesce({name}, of_{name})" if name != "host" else name for name in IDENTITY} | {
    "gate": "if(letters, 'MCA', coalesce(gate, of_gate))",
    "words": f"if({_TELLS}, of_words, coalesce(words, of_words))",
    "code": f"if({_TELLS}, of_code, code)",
    "places": "concat(places, more)",
}
_FILLED = (
    *(f"{told} AS {name}" for name, told in _OF_BOTH.items()),
    "time", "last", "count", "local", "last_local", "keys", "times", "of_object AS wanted", "probable",
)  # fmt: skip


_KIND = digest(*IDENTITY)
_TELLING = ("channel", "address", "user", "object", "certificate")
_NAMES = ("queue_manager", *_TELLING, "refused_by")
_CARRIED = (*_NAMES, "host", "ran_on")
_QUARTERS = QUARTER // TOLERANCE
_BUCKET = f"floor({SECONDS('at')} / {TOLERANCE}) AS bucket"
_CLOCK = f"floor(pmod({SECONDS('local')}, {QUARTER}) / {TOLERANCE}) AS clock"
"""What a time without a zone is known to be: its place in a quarter of an hour."""
# The queue that the program names is not the one that is checked.
_CLUSTERED = f"(f.object = '{CLUSTER_QUEUE}' AND o.object IS NOT NULL)"
_COMPATIBLE = " AND ".join(
    f"(f.{name} IS NULL OR o.{name} IS NULL OR f.{name} = o.{name}"
    + (f" OR {_CLUSTERED})" if name == "object" else ")")
    for name in _NAMES
)


def _any(*tests: str) -> str:
    return f"({' OR '.join(f'coalesce({one}, false)' for one in tests)})"


def _label(host: str) -> str:
    """The first part of a host's name; null for an address and for what is each host's own name."""
    name = f"{host} RLIKE '[A-Za-z]' AND {host} NOT RLIKE ':|^(?i)localhost'"
    return f"if({name}, lower(substring_index({host}, '.', 1)), NULL)"


_AGREE = _any(_CLUSTERED, *(f"f.{name} = o.{name}" for name in _TELLING))
"""Whether a name shows that both are of one failure; that of the queue manager is the same for all clients."""
_CALLED_ANOTHER = (
    f"(coalesce({_label('o.host')} != {_label('f.ran_on')}, false) "
    "AND NOT coalesce(o.queue_manager = f.queue_manager, false))"
)
"""Whether a client called another host than that of the log, and does not name its queue manager."""
_ITS_HOST = f"{_label('o.ran_on')} = {_label('f.host')}"
_IT_REFUSED = f"f.refused_by = '{CLIENT}' AND o.refused_by = '{CLIENT}'"
_TIED = f"(NOT {_CALLED_ANOTHER} AND {_any(_AGREE, _ITS_HOST, _IT_REFUSED)})"
"""Whether more than the time shows that a client's text belongs to a failure: a name, its own host, or that it
refused."""
_BY_PROGRAMS = f"{_COMPATIBLE} AND ({_AGREE} OR NOT {_CALLED_ANOTHER})"
_FITS = {
    CLIENT: _BY_PROGRAMS, CALL: _BY_PROGRAMS,
    CONSEQUENCE: f"{_COMPATIBLE} AND {_AGREE}",
}  # fmt: skip
"""What has to be so, beside the reason and the time, by the source; of the others, that no name differs."""
# Whether a time without a zone is that of a failure in some zone of the earth.
_IN_A_ZONE = (
    f"{SECONDS('o.local')} - {SECONDS('f.last')} <= {TOLERANCE + EAST.total_seconds()} "
    f"AND {SECONDS('f.first')} - {SECONDS('o.last_local')} <= {TOLERANCE - WEST.total_seconds()}"
)
_ONE_CLOCK = f"pmod(o.clock - f.clock, {_QUARTERS}) IN (0, 1, {_QUARTERS - 1})"
_SOME_TIME = f"(f.untimed OR o.bucket IS NULL) AND coalesce({_ONE_CLOCK} AND {_IN_A_ZONE}, true)"


def _at_once(seconds: int) -> str:
    first, last = f"{SECONDS('o.first')} <= {SECONDS('f.last')}", f"{SECONDS('o.last')} >= {SECONDS('f.first')}"
    return f"{first} + {seconds} AND {last} - {seconds}"


def attach_to_failures(failures: DataFrame, other: DataFrame, source: str, all_timed: bool = False) -> DataFrame:
    """Each of `other` with the kind of `failures` that it is of, `into`: null where it is of none or of several.

    Both are failures one by one; `local` is the time as printed where no zone shows what it is in UTC. Such a failure
    is one of those that happened at its time but for quarters of an hour. `source` is where `other` is from; a client's
    text, and one whose time has no zone, is `probable` where nothing else shows the same. `all_timed`: each has its
    time in UTC, and such failures need not be looked for.
    """
    # Processes of one queue manager have one clock, whatever its zone.
    is_local = source == CONSEQUENCE
    failures, other = (one.selectExpr("*", f"{'coalesce(time, local)' if is_local else 'time'} AS at")
                       for one in (failures, other))  # fmt: skip
    base, own, fits = _kinds(failures), _kinds(other, _CLOCK), _FITS.get(source, _COMPATIBLE)
    near = own.where("bucket IS NOT NULL").selectExpr("*", "explode(array(bucket - 1, bucket, bucket + 1)) AS near")
    at_once = F.expr(f"{_at_once(ONE_CLOCK if is_local else TOLERANCE)} AND {fits}")
    timed = near.alias("o").join(base.alias("f"), F.expr("o.near = f.bucket AND o.key = f.key")).where(at_once)
    pair = ("o.kind AS of_kind", "o.bucket AS of_bucket", "o.clock AS of_clock", "f.kind")
    pairs = timed.selectExpr(*pair, _sure(_TIED if source in (CLIENT, CALL) else "true"))
    if not is_local and not all_timed:
        pairs = pairs.unionByName(_at_some_time(base, own, fits).selectExpr(*pair, _sure(_TIED)))
    bounds = ("min(kind) AS into", "max(kind) AS last", "NOT max(sure) AS probable")
    single = group_by(pairs, ("of_kind", "of_bucket", "of_clock"), *bounds).where("into = last")
    marked = other.selectExpr("*", f"{_KIND} AS kind", _BUCKET, _CLOCK)
    found = F.expr("kind = of_kind AND bucket <=> of_bucket AND clock <=> of_clock")
    return marked.join(single, found, "left").selectExpr("into", "probable", f"'{source}' AS source", *FAILURE)


def _sure(test: str) -> str:
    # Never null, and yet it may be for the engine: Sail takes what both sides of a union are for two things else.
    return f"nullif({test}, CAST(NULL AS boolean)) AS sure"


def _at_some_time(base: DataFrame, own: DataFrame, fits: str) -> DataFrame:
    """The pairs of which one has no time in UTC."""
    clock = base.selectExpr("*", "bucket IS NULL AS untimed", f"pmod(bucket, {_QUARTERS}) AS clock")
    times = ("min(first) AS first", "max(last) AS last")
    once = group_by(clock, ("kind", "key", *_CARRIED, "untimed", "clock"), *times)
    few = group_by(once, ("key",), "count(DISTINCT kind) AS kinds").where(f"kinds <= {FEW}").select("key")
    fitting = F.expr(f"{_SOME_TIME} AND {fits}")
    return own.alias("o").join(once.join(few, "key").alias("f"), F.expr("o.key = f.key")).where(fitting)


def _kinds(failures: DataFrame, *clock: str) -> DataFrame:
    keyed = failures.selectExpr(f"{_KIND} AS kind", _BUCKET, "at", "local", *clock, *_CARRIED, "explode(keys) AS key")
    times = ("min(at) AS first", "max(at) AS last", "min(local) AS local", "max(local) AS last_local")
    return group_by(keyed, ("kind", "bucket", *("clock" for _ in clock), "key", *_CARRIED), *times)
