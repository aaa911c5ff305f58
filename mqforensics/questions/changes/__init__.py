"""What changed: between two cases, or between the captures of one; what changes by itself is left out."""

from datetime import UTC, datetime

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.objects.clocks import Zone
from mqforensics.questions.answer import Answer, Later, Question
from mqforensics.questions.causes import CAUSE, Change, Symptom, explaining, reasons_of
from mqforensics.questions.changes.itself import BY_ITSELF, CAUSED, JUDGED_NOT, STATUS
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.local import local_frame
from mqforensics.questions.timeline.bounds import zones_of

SCHEMA = (
    "queue_manager string, type string, object string, attribute string, before string, after string, "
    "earliest timestamp_ntz, latest timestamp_ntz, who string, kind string, "
    "evidence array<struct<file: string, line: int, number: int, text: string>>"
)
NAME, MOST, SYMPTOMS = "changes", 100, 500
WEST = 12 * 3600.0
DEFINITION, PERSON, APPEARED, VANISHED, ITSELF = "definition", "status", "appeared", "vanished", "by itself"
QUEUES = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL")
OBJECT = ("queue_manager", "type", "object")
CONFIG, COMMAND = "CONFIG", "COMMAND"


def changes(before, after=None, everything: bool = False) -> DataFrame:
    """What differs between the displays of two cases, or between those of one case that have an order in time.

    Columns: `SCHEMA`. `earliest`, `latest`: between which times, by the clock of the queue manager's host, it changed;
    null where no time is shown. `who`: the user, where an event tells it. `kind`: `definition`; `status`, one that a
    person caused; `appeared` and `vanished`, of an object that a complete listing shows or lacks, and between two cases
    of a message (`attribute` is its MsgId); `by itself`, depths, counts and times, only with `everything`. An attribute
    that one side does not show has not changed. Captures of one case without an order in time are not compared.
    """
    spark = before.spark
    cases = [case for case in (before, after) if case is not None]
    if not all(case.has("objects") for case in cases):
        made = local_frame(spark, [], SCHEMA)
    else:
        shown = _shown(cases)
        made = _altered(shown, everything).unionByName(_come_and_gone(shown, cases)).transform(_by_whom, cases)
    if after is not None and before.has("messages") and after.has("messages"):
        made = made.unionByName(_messages(before, after))
    return made.orderBy("latest", *OBJECT, "attribute")


def answer(case) -> Answer | None:
    """What changed between the captures of a case; None unless a queue manager was captured more than once."""
    if not case.has("objects"):
        return None
    captures = case.objects.where("queue_manager is not null").groupBy("queue_manager").agg(
        F.count_distinct("file", F.coalesce("run", F.lit(0))).alias("captures"))  # fmt: skip
    if captures.where("captures > 1").isEmpty():
        return None
    found = [row for row in changes(case).limit(MOST).collect() if row.kind != ITSELF]
    told = [(row, _explained(case, row)) if row.kind == DEFINITION else (row, []) for row in found]
    findings = tuple(_finding(row, symptoms) for row, symptoms in told)
    return Answer(NAME, _headline(told), findings, Later({"All changes": lambda: changes(case)}))


def _explained(case, row) -> list[Symptom]:
    """The dead letters that a change explains: of its object, for a reason that it gives, and all after it."""
    change = _change(row, zones_of(case).get(row.queue_manager))
    return [one for one in _symptoms(case) if reasons_of(change) and explaining(one, [change])]


def _change(row, zone: Zone | None) -> Change:
    # Where the zone is not shown, the change is as late as any zone of the earth makes it.
    local = row.latest.replace(tzinfo=UTC).timestamp() if row.latest else None
    latest = None if local is None else local - zone.ahead if zone else local + WEST
    return Change(row.queue_manager, row.type, row.object, row.attribute, row.after, latest, _words(row))


def _symptoms(case) -> list[Symptom]:
    if not case.has("messages"):
        return []
    kinds = case.messages.where("dlh is not null").groupBy("dlh.Reason", "dlh.DestQName", "dlh.DestQMgrName")
    rows = kinds.agg(F.min(F.unix_micros("dlq_time")).alias("first")).limit(SYMPTOMS).collect()
    return [Symptom(row.Reason, row.DestQName, row.DestQMgrName or None, row.first and row.first / 1e6) for row in rows]


def _headline(told: list) -> str:
    found, causes = [row for row, _ in told], [(row, symptoms) for row, symptoms in told if symptoms]
    if causes:
        return f"{_upper(_words(causes[0][0]))}; {_dead_letters(causes[0][1])} after it."
    if not found:
        return ""
    count = f"{len(found)} thing{'s' * (len(found) != 1)} changed between the captures"
    return f"{count}; the last: {_words(found[-1])}."


def _finding(row, symptoms: list[Symptom]) -> Finding:
    said = f"{_upper(_words(row))} at {row.queue_manager}."
    said += f" It was so by {row.latest}, local time of its host." if row.latest else " When is not shown."
    said += f" {_upper(row.who)}." if row.who else ""
    said += f" That explains it: {_dead_letters(symptoms)} after it." if symptoms else ""
    code, severity = (CAUSE, "critical") if symptoms else (row.kind.upper().replace(" ", "_"), "info")
    evidence = [Evidence(at.file, at.line, at.number) for at in row.evidence]
    return Finding(NAME, code, severity, said, evidence, (), row.queue_manager, row.object,
                   row.latest and row.latest.isoformat())  # fmt: skip


def _dead_letters(symptoms: list[Symptom]) -> str:
    first = min(symptoms, key=lambda one: one.first)
    when = datetime.fromtimestamp(first.first, UTC)
    return f"the first dead letter for {first.object} with reason {first.reason} came at {when:%Y-%m-%d %H:%M:%S} UTC,"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _words(row) -> str:
    if row.kind in (APPEARED, VANISHED):
        return f"{row.type} {row.object} {row.kind}"
    return f"{row.attribute} of {row.type} {row.object} went from {_value(row.before)} to {_value(row.after)}"


def _value(text: str) -> str:
    return text or "blank"


def _shown(cases: list) -> DataFrame:
    """The objects of all captures, each with its place in the order of captures, `at`, and a time for it, `stamp`."""
    sides = []
    for place, case in enumerate(cases):
        rows = case.objects.where("type is not null and type != 'ERROR' and queue_manager is not null")
        sides.append(rows.withColumns({"side": F.lit(place), "object": F.coalesce("name", "queue_manager")}))
    rows = sides[0] if len(sides) == 1 else sides[0].unionByName(sides[1])
    capture = Window.partitionBy("side", "file", "run", "queue_manager")
    latest = F.array_max(F.map_values("times"))
    stamped = rows.withColumn("stamp", F.max(F.greatest("captured", latest)).over(capture))
    return stamped.withColumn("at", F.struct("side", F.when(F.lit(len(cases) == 1), F.col("stamp")).alias("stamp")))


def _altered(shown: DataFrame, everything: bool) -> DataFrame:
    values = shown.where("attributes is not null").select(
        *OBJECT, "side", "stamp", "at", "captured", "file", "line", "lines", F.col("times").getItem("ALT").alias("alt"),
        F.explode("attributes").alias("attribute", "value"),
    )  # fmt: skip
    values = values.where(~F.col("attribute").isin(*JUDGED_NOT)).withColumn("itself", _by_itself())
    values = values.where("true" if everything else "not itself").withColumn("value", F.rtrim("value"))
    told = F.struct("value", "stamp", "captured", "alt", "itself", "file", _line("attribute"))
    once = values.groupBy(*OBJECT, "attribute", "at").agg(
        F.min_by(told, F.struct("file", "line")).alias("now"), F.count_distinct("value").alias("values")
    )
    order = Window.partitionBy(*OBJECT, "attribute").orderBy("at")
    pairs = once.where("values = 1").withColumn("then", F.lag("now").over(order)).withColumn(
        "was_at", F.lag("at").over(order))  # fmt: skip
    differ = pairs.where("then is not null and then.value != now.value and was_at < at").where(_ordered())
    altered = F.when(F.col("now.alt") > F.coalesce("then.stamp", F.col("then.alt")), F.col("now.alt"))
    kind = F.when(F.col("type").isin(*STATUS), PERSON).otherwise(DEFINITION)
    kind = F.when(F.col("then.itself") | F.col("now.itself"), ITSELF).otherwise(kind)
    return differ.select(
        *OBJECT, "attribute", F.col("then.value").alias("before"), F.col("now.value").alias("after"),
        F.coalesce("then.captured", "then.stamp").alias("earliest"),
        F.coalesce(altered, "now.captured").alias("latest"), F.lit(None).cast("string").alias("who"),
        kind.alias("kind"), F.array(_place("then"), _place("now")).alias("evidence"),
    )  # fmt: skip


def _ordered() -> Column:
    # Of one case two captures can be compared only if both have a time; of two cases the caller gives the order.
    return (F.col("was_at.side") < F.col("at.side")) | F.col("was_at.stamp").isNotNull()


def _by_itself() -> Column:
    person = F.lit(False)
    for kind, attribute, values in CAUSED:
        person |= (F.col("type") == kind) & (F.col("attribute") == attribute) & F.col("value").isin(*values)
    return F.col("attribute").isin(*BY_ITSELF) | (F.col("type").isin(*STATUS) & ~person)


def _line(attribute: str) -> Column:
    return F.coalesce(F.try_element_at("lines", F.col(attribute)), F.col("line")).alias("line")


def _place(side: str) -> Column:
    none = F.lit(None)
    return F.struct(F.col(f"{side}.file").alias("file"), F.col(f"{side}.line").alias("line"),
                    none.cast("int").alias("number"), none.cast("string").alias("text"))  # fmt: skip


def _come_and_gone(shown: DataFrame, cases: list) -> DataFrame:
    """Objects that one complete listing has and another, of the same types at the same queue manager, lacks."""
    word = F.col("asked.word")
    is_whole = (F.col("asked.name") == "*") & (F.size("asked.filters") == 0) & F.col("whole")
    listed = shown.where(is_whole & (F.col("at.stamp").isNotNull() | F.lit(len(cases) > 1)))
    listed = listed.where((word == F.col("type")) | ((word == "QUEUE") & F.col("type").isin(*QUEUES)))
    listings = listed.groupBy("queue_manager", word.alias("word"), "at").agg(F.min("stamp").alias("stamp"))
    order = Window.partitionBy("queue_manager", "word").orderBy("at")
    pairs = listings.withColumns({"was": F.lag("at").over(order), "since": F.lag("stamp").over(order)})
    pairs = pairs.where("was is not null")
    none = F.lit(None).cast("int")
    place = F.struct("file", "line", none.alias("number"), none.cast("string").alias("text"))
    members = listed.groupBy(*OBJECT, word.alias("word"), "at").agg(F.min(place).alias("place"))
    old = pairs.join(members.withColumnRenamed("at", "was"), ["queue_manager", "word", "was"])
    new = pairs.join(members, ["queue_manager", "word", "at"])
    keys = ["queue_manager", "word", "at", "type", "object"]
    come = new.join(old.select(*keys), keys, "left_anti").withColumn("kind", F.lit(APPEARED))
    gone = old.join(new.select(*keys), keys, "left_anti").withColumn("kind", F.lit(VANISHED))
    text = F.lit(None).cast("string")
    return come.unionByName(gone, allowMissingColumns=True).select(
        *OBJECT, text.alias("attribute"), text.alias("before"), text.alias("after"), F.col("since").alias("earliest"),
        F.col("stamp").alias("latest"), text.alias("who"), "kind", F.array("place").alias("evidence"),
    )  # fmt: skip


def _by_whom(made: DataFrame, cases: list) -> DataFrame:
    """The changes with the user, program and origin that a configuration or command event names for them."""
    events = [case.events for case in cases if case.has("events")]
    if not events:
        return made
    told = events[0] if len(events) == 1 else events[0].unionByName(events[1])
    told = told.where(F.col("category").isin(CONFIG, COMMAND) & F.col("user").isNotNull()).select(
        F.col("queue_manager").alias("of"), F.col("object").alias("about"), F.col("time").alias("when"),
        F.concat_ws(" ", F.concat(F.lit("user "), "user"), F.concat(F.lit("by "), "application"),
                    F.concat(F.lit("at "), F.date_format("time", "yyyy-MM-dd HH:mm:ss"), F.lit(" UTC"))).alias("said"),
    )  # fmt: skip
    same = (F.col("of") == F.col("queue_manager")) & (F.col("about") == F.col("object"))
    # A display's clock is local: events of the same object within a day of the interval are weighed, the last counts.
    day, when = F.expr("INTERVAL 1 DAY"), F.col("when").cast("timestamp_ntz")
    near = F.col("latest").isNull() | (when <= F.col("latest") + day)
    after = F.col("earliest").isNull() | (when >= F.col("earliest") - day)
    keys = [name for name in made.columns if name != "who"]
    return (
        made.drop("who").join(F.broadcast(told), same & near & after, "left")
        .groupBy(*keys).agg(F.max_by("said", "when").alias("who")).select(*made.columns)
    )  # fmt: skip


def _messages(before, after) -> DataFrame:
    """Messages that two dumps of one queue do not share, by MsgId."""
    none, text = F.lit(None).cast("int"), F.lit(None).cast("string")

    def dumped(case) -> DataFrame:
        known = case.messages.where("queue is not null and md.MsgId is not null")
        place = F.struct("file", none.alias("line"), "number", text.alias("text"))
        return known.groupBy("queue", F.hex("md.MsgId").alias("id")).agg(F.min(place).alias("place"))

    old, new = dumped(before), dumped(after)
    both = old.select("queue").distinct().join(new.select("queue").distinct(), "queue")
    gone = old.join(new, ["queue", "id"], "left_anti").join(both, "queue").withColumn("kind", F.lit(VANISHED))
    come = new.join(old, ["queue", "id"], "left_anti").join(both, "queue").withColumn("kind", F.lit(APPEARED))
    time = F.lit(None).cast("timestamp_ntz")
    return come.unionByName(gone).select(
        text.alias("queue_manager"), F.lit("MESSAGE").alias("type"), F.col("queue").alias("object"),
        F.col("id").alias("attribute"), text.alias("before"), text.alias("after"), time.alias("earliest"),
        time.alias("latest"), text.alias("who"), "kind", F.array("place").alias("evidence"),
    )  # fmt: skip


QUESTION = Question(
    NAME, "What changed", "What was altered between the captures, and before it broke?",
    "Displays with ALL of two times, each with its own command echo; configuration and command events.", answer,
)  # fmt: skip
