"""What changed: between two cases, or between the captures of one; what changes by itself is left out.

Two captures are of one object only where its time of creation and the QMID of its queue manager are the same.

To read: `expected_changes`, `sides`, `appearances`, `configuration_events`.
"""

import os
from functools import reduce
from operator import and_

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from mqforensics.case import CASE, Case, open_case
from mqforensics.objects import quotes
from mqforensics.objects.case_clocks import zones_of
from mqforensics.objects.case_columns import looked_up, seconds_later, zone_seconds
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.objects.commands import mqsc
from mqforensics.privacy.masked_evidence import MASKED
from mqforensics.questions.answer import Answer, Later, Question
from mqforensics.questions.changes.appearances import CAPTURE, OBJECT, QUEUES, come_and_gone, created_at, is_shown
from mqforensics.questions.changes.configuration_events import CHANGED, TIMED, by_whom, of_events
from mqforensics.questions.changes.expected_changes import (
    BARE,
    BY_ITSELF,
    CAUSED,
    JUDGED_NOT,
    RECORDS,
    STATUS,
    UNALTERABLE,
)
from mqforensics.questions.changes.sides import SIDES, of_messages, with_turned
from mqforensics.questions.finding import Evidence, Finding, sentence
from mqforensics.spark_compat import group_by, local_frame, ordering_text, rows_of
from mqforensics.validation import FLAG, PATH, either, validated
from mqforensics.words import changes as words
from mqforensics.words.changes import (
    ALTERED,
    ANEW,
    CONTRADICTS,
    DEFINITION,
    ITSELF,
    OTHER,
    PERSON,
    UNLIKE,
    change_sentence,
)

SCHEMA = (
    "queue_manager string, type string, object string, record string, attribute string, before string, after string, "
    "earliest timestamp_ntz, latest timestamp_ntz, earliest_utc timestamp_ntz, latest_utc timestamp_ntz, who string, "
    "kind string, unshown array<string>, evidence array<struct<file: string, line: int, number: int, text: string>>"
)
NAME, MOST = "changes", 100
BORN = ("CRDATE", "CRTIME")


@with_columns_described
@validated(before=CASE, after=CASE, everything=FLAG)
def changes(before, after=None, everything: bool = False) -> DataFrame:
    """What differs between the displays of two cases, or between those of one case that have an order in time.

    What a configuration event shows counts where no display shows a change of the object.

    Columns: `SCHEMA`. `record`: which of the records of an object it is, as of CHLAUTH; '' else. `earliest`, `latest`:
    between which times, by the clock of the queue manager's host, it changed; null where no time is in the evidence.
    `earliest_utc`, `latest_utc`: when the two captures were made, where shown in UTC. `who`: the user, where an event
    shows it. `kind`: `definition`; `status`, one that a person caused; `appeared` and `vanished`, of an object that an
    unfiltered answer shows and another for its name, or a pattern of it, lacks or calls not found, and between two
    cases of a message (`attribute` is its MsgId); `altered`, of an object whose ALTDATE and ALTTIME went on while
    nothing else that both captures show of it differs (`unshown`: what of it only the earlier one shows); `defined
    anew`, of an object with another time of creation, `other queue manager`, of one with another QMID, and `other
    object`, of a channel with another CHLTYPE, which no command alters: their attributes were not altered and are not
    told; `turned round`, of a queue manager whose captures of `before` are later than all of `after` by the times of
    capture that are in them, here `before` and `after`: what is known of it is the way back, its times and who did it
    are null; `contradicts`, of a definition of which captures of one case without an order show two values; `by
    itself`, depths, counts and times, and `stayed`, of a message that both have, only with `everything`. An attribute
    that one side does not show, or shows masked, has not changed. Of two cases each `file` of `evidence` begins with
    `before/` or `after/`.
    """
    cases = [case for case in (before, after) if case is not None] if after is not before else []
    if not cases or not all(case.has("objects") for case in cases):
        made = local_frame(before.spark, [], SCHEMA)
    else:
        shown = _objects_of_captures(cases)
        made = _attribute_changes(shown, everything).unionByName(
            come_and_gone(shown, len(cases) > 1), allowMissingColumns=True
        )
        made = made.transform(by_whom, cases)
        made = with_turned(made, shown) if after is not None else made
    for case, side in zip(cases, SIDES if after is not None else ("",), strict=False):
        if case.has("events"):
            told = of_events(case, side).join(made, list(OBJECT[:3]), "left_anti")
            made = made.unionByName(told, allowMissingColumns=True)
    if after is not None and before.has("messages") and after.has("messages"):
        made = made.unionByName(of_messages(before, after, everything), allowMissingColumns=True)
    return made.orderBy("latest", *OBJECT, "attribute")


def answer(case, after: Case | str | os.PathLike | None = None, everything: bool = False) -> Answer | None:
    """What changed between the captures of a case; None unless a queue manager was captured more than once, or a
    configuration event shows it. With `after`, a later case, what differs from that one.

    `everything`: as `changes` takes it. `figures["changes"]`: the first of them as mappings, which the story of the
    case is made of.
    """
    is_alone = after is None
    if is_alone and not _is_captured_twice(case) and not (case.has("events") and case.events.where(CHANGED).take(1)):
        return None
    later = after if is_alone or isinstance(after, Case) else open_case(case.spark, after)
    made = changes(case, later, everything)
    rows = rows_of(made.limit(MOST))
    found = [_finding(row) for row in rows]
    found = found if is_alone else _with_quotes(found, (case, later))
    told = {"changes": [row.asDict(recursive=True) for row in rows]}
    return Answer(NAME, _headline(rows), tuple(found), Later({words.TABLE: lambda: made.drop("evidence")}), told)


def _with_quotes(found: list[Finding], cases: tuple) -> list[Finding]:
    """Findings of two cases with the lines that they cite, each out of its own case."""
    cited = [at for one in found for at in one.evidence]
    texts = {}
    for case, side in zip(cases, SIDES, strict=True):
        own = {(at.file.removeprefix(side), *at[1:3], at.shows) for at in cited if at.file.startswith(side)}
        texts |= {(f"{side}{key[0]}", *key[1:]): quote.text for key, quote in quotes.proofs(case, own).items()}
    return [
        one._replace(evidence=[at._replace(text=texts.get((*at[:3], at.shows))) for at in one.evidence])
        for one in found
    ]


def _is_captured_twice(case) -> bool:
    if not case.has("objects"):
        return False
    captures = case.objects.where("queue_manager is not null").groupBy("queue_manager").agg(
        F.count_distinct("file", F.coalesce("run", F.lit(0))).alias("captures"))  # fmt: skip
    return bool(captures.where("captures > 1").take(1))


def _headline(found: list) -> str:
    if not found:
        return ""
    changed = [row for row in found if row.kind != CONTRADICTS]
    if not changed:
        return words.CONTRADICT.format(change=change_sentence(found[-1].asDict()))
    captured = any(at.number is None for row in changed for at in row.evidence)
    if len(changed) == 1:
        return _statement(changed[0])
    last = words.AT_MANAGER.format(change=change_sentence(changed[-1].asDict()), manager=changed[-1].queue_manager)
    return words.HEADLINE.format(
        number=len(changed), between=words.BETWEEN * captured, last=last, when=_when(changed[-1])
    )


def _statement(row) -> str:
    """What changed, when and who did it, as far as the evidence shows."""
    told = sentence(words.AT_MANAGER.format(change=change_sentence(row.asDict()), manager=row.queue_manager))
    told += words.WHICH if row.kind == CONTRADICTS else _when(row)
    return told + (f" {sentence(row.who)}" if row.who else "")


def _finding(row) -> Finding:
    evidence = [Evidence(at.file, at.line, at.number, shows=row.attribute) for at in row.evidence]
    text = LOOK.get(row.type) if row.kind in LOOKED_AT else None
    next_ = mqsc(text, *[row.object] * ("{}" in text), on=row.queue_manager) if text else ()
    code, at = row.kind.upper().replace(" ", "_"), row.latest and row.latest.isoformat()
    return Finding(NAME, code, "info", _statement(row), evidence, next_, row.queue_manager, row.object, at)


def _when(row) -> str:
    """Between which times it changed."""
    first, last = _bound(row.earliest, row.earliest_utc), _bound(row.latest, row.latest_utc)
    if row.latest and row.latest == row.earliest:
        return words.ALTERED_AT.format(time=last)
    if row.earliest and row.latest and row.earliest >= row.latest:
        first = None
    if not first and not last:
        return "" if TIMED.search(row.who or "") else words.UNKNOWN_WHEN
    since, by = words.AFTER.format(time=first), words.WAS_SO.format(time=last)
    told = words.BOTH.format(after=since, before=by) if first and last else since if first else by
    # A clock that both have is named once.
    return words.CHANGED_WHEN.format(when=told).replace(words.LOCAL, "", told.count(words.LOCAL) - 1)


def _bound(local, utc) -> str | None:
    return f"{local}{words.LOCAL}" if local else f"{utc} UTC" if utc else None


LOOKED_AT = (DEFINITION, ALTERED, CONTRADICTS)
"""The kinds of change of an object whose definition is worth a look."""
LOOK = {
    "QMGR": "DISPLAY QMGR ALL", "CHANNEL": "DISPLAY CHANNEL({}) ALL", **dict.fromkeys(QUEUES, "DISPLAY QUEUE({}) ALL"),
}  # fmt: skip
"""By the type of an object: what shows its definition now."""


def _is_masked(value: Column) -> Column:
    """Whether a value was made unreadable by anyone who handed the capture on."""
    return F.trim(value).rlike(MASKED)


def _objects_of_captures(cases: list) -> DataFrame:
    """The objects of all captures, each with its place in the order of captures, `at`, and a time for it, `stamp`.

    `local`: when it was captured by the clock of the host, where the zone is known; `qmid`: of its queue manager, where
    the same capture shows it.
    """
    sides, captures = [], []
    for place, case in enumerate(cases):
        rows = case.objects.where("type is not null and queue_manager is not null").where(is_shown())
        rows = rows.withColumns({"side": F.lit(place), "object": F.coalesce("name", "queue_manager")})
        if len(cases) > 1:
            rows = rows.withColumn("file", F.concat(F.lit(SIDES[place]), "file"))
        # The times of a cluster record are by the clock of its owner.
        own = F.when(~F.col("type").isin("QCLUSTER", "CLUSQMGR"), F.array_max(F.map_values("times")))
        qmid = F.when(F.col("type") == "QMGR", F.try_element_at("attributes", F.lit("QMID")))
        ends = F.max(own).alias("latest"), F.max(qmid).alias("qmid")
        runs = rows.groupBy(*CAPTURE, "captured", "zone").agg(*ends)
        captures.append(runs.join(F.broadcast(_zones(case)), "queue_manager", "left"))
        sides.append(rows.drop("captured", "zone"))
    sides = [rows.withColumn("record", _record()) for rows in sides]
    rows, captures = (reduce(DataFrame.unionByName, both) for both in (sides, captures))
    same = [F.col(f"capture.{name}").eqNullSafe(F.col(f"row.{name}")) for name in CAPTURE]
    known = F.broadcast(_capture_order(captures, len(cases) == 1)).alias("capture")
    own = [f"capture.{name}" for name in ("stamp", "local", "utc", "at", "qmid")]
    return rows.alias("row").join(known, reduce(and_, same)).select("row.*", *own)


def _capture_order(captures: DataFrame, is_one_case: bool) -> DataFrame:
    captures = captures.withColumn("utc", _local("captured", -zone_seconds()))
    own = F.when(F.col("zone").isNull() | (F.col("zone") != "UTC"), F.col("captured"))
    captures = captures.withColumn("local", F.coalesce(_local("utc", F.col("ahead")), own))
    ends = [F.max(name).alias(name) for name in ("utc", "local", "latest", "qmid")]
    captures = captures.groupBy(*CAPTURE).agg(*ends).withColumn("stamp", F.greatest("local", "latest"))
    # Two captures are compared by stamps of one clock: in UTC where all of a queue manager have it, else local ones.
    all_utc = F.min(F.col("utc").isNotNull()).over(Window.partitionBy("queue_manager"))
    order = F.when(F.lit(is_one_case), F.when(all_utc, F.col("utc")).otherwise(F.col("stamp")))
    return captures.withColumn("at", F.struct("side", order.alias("stamp")))


def _zones(case) -> DataFrame:
    rows = [(name, zone.ahead) for name, zone in zones_of(case).items()]
    return local_frame(case.spark, rows, "queue_manager string, ahead double")


def _local(time: str, seconds: Column) -> Column:
    return seconds_later(F.col(time).cast("timestamp"), seconds).cast("timestamp_ntz")


def _record() -> Column:
    """What tells a record from the others of its object, in words; '' where an object has just one."""
    told = F.lit("")
    for kind, names in RECORDS.items():
        values = {name: F.trim(F.try_element_at("attributes", F.lit(name))) for name in names}
        words = [F.when(value != "", F.concat(F.lit(f"{name}("), value, F.lit(")"))) for name, value in values.items()]
        told = F.when(F.col("type") == kind, F.concat_ws(" ", *words)).otherwise(told)
    return told


def _attribute_changes(shown: DataFrame, everything: bool) -> DataFrame:
    entries = shown.where("attributes is not null").withColumn("names", _names()).select(
        *OBJECT, "side", "stamp", "local", "utc", "at", "file", F.coalesce("run", F.lit(0)).alias("run"), "qmid",
        F.col("times").getItem("ALT").alias("alt"),
        created_at().alias("born"), _unalterable().alias("fixed"),
        F.try_element_at("attributes", F.lit("TRIGTYPE")).alias("trigtype"),
        F.explode(F.transform(F.map_entries("attributes"), lambda one: F.struct(
            one["key"].alias("shown_as"), one["value"].alias("value"),
            F.coalesce(F.try_element_at("lines", one["key"]), F.col("line")).alias("line"),
            F.when(one["key"] == JUDGED, F.col("names")).alias("names"),
        ))).alias("one"),
    )  # fmt: skip
    values = entries.select("*", "one.*").drop("one")
    values = values.where(~_is_masked(F.col("value")) | F.col("value").isNull())
    is_bare = F.col("shown_as").isin(*BARE, *BARE.values())
    values = values.withColumn("attribute", F.coalesce(looked_up(BARE, F.col("shown_as")), F.col("shown_as")))
    values = values.withColumn("value", F.when(is_bare, F.col("shown_as")).otherwise(F.rtrim("value")))
    values = values.withColumn("value", F.expr(f"IF({ALT}, CAST(alt AS string), value)"))
    is_alt = F.expr(ALT)
    values = values.where(~F.col("attribute").isin(*JUDGED_NOT) | (is_alt & ~F.col("type").isin(*STATUS)))
    values = values.withColumn("itself", _by_itself())
    values = values.where("value is not null").where("true" if everything else f"not itself or attribute = '{SPENT}'")
    told = "struct(value, stamp, local, utc, alt, born, qmid, fixed, itself, file, line, names)"
    in_each = [f"{end}_by({told}, {ordering_text(*by)}) AS {name}" for name, end, by in _TOLD]
    within = group_by(values, (*OBJECT, "attribute", "at", "file", "run"), *in_each)
    of_all = [f"{end}_by({name}, {ordering_text(*(f'{name}.{one}' for one in by))}) AS {name}"
              for name, end, by in _TOLD]  # fmt: skip
    clear = "bool_and(least.value = last.value) AS clear"
    once = group_by(within, (*OBJECT, "attribute", "at"), *of_all, "count(*) AS captures", clear)
    order = Window.partitionBy(*OBJECT, "attribute").orderBy("at.side", "at.stamp")
    pairs = once.where("least.value = last.value").withColumn("then", F.lag("now").over(order)).withColumn(
        "was_at", F.lag("at").over(order))  # fmt: skip
    differ = pairs.where("then is not null and then.value != now.value")
    differ = differ.where(f"not {ALT} or now.alt > then.alt").where(_has_order())
    altered = F.when(F.col("now.alt") > F.col("then.alt"), F.col("now.alt"))
    kind = F.when(F.col("type").isin(*STATUS), PERSON).otherwise(DEFINITION)
    kind = F.when(F.col("then.itself") | F.col("now.itself"), ITSELF).otherwise(kind)
    kind = F.when(is_alt, ALTERED).otherwise(kind)
    differ = differ.transform(_of_one_object).transform(_without_late_alterations)
    exactly = F.when(is_alt, F.col("now.alt"))
    changed = differ.where("true" if everything else "not now.itself and not then.itself").select(
        *OBJECT,
        F.when(~(F.col("is_anew") | F.col("is_other") | F.col("is_unlike") | is_alt), F.col("attribute"))
        .alias("attribute"),
        F.col("then.value").alias("before"), F.col("now.value").alias("after"),
        F.coalesce(exactly, "then.local", F.when(F.col("then.utc").isNull(), F.col("then.stamp"))).alias("earliest"),
        F.coalesce(F.when(F.col("is_anew"), F.col("now.born")), altered, "now.local").alias("latest"),
        F.col("then.utc").alias("earliest_utc"), F.col("now.utc").alias("latest_utc"),
        F.lit(None).cast("string").alias("who"),
        F.when(F.col("is_other"), OTHER).when(F.col("is_anew"), ANEW).when(F.col("is_unlike"), UNLIKE).otherwise(kind)
        .alias("kind"), F.array_except("then.names", "now.names").alias("unshown"),
        F.array(_place("then"), _place("now")).alias("evidence"),
    )  # fmt: skip
    return changed.unionByName(_contradictions(once), allowMissingColumns=True)


def _names() -> Column:
    """The attributes of a definition that a capture shows with a value, as the other value of a keyword, too."""
    shown = F.map_keys(F.map_filter("attributes", lambda _, value: ~F.coalesce(_is_masked(value), F.lit(False))))
    names = F.transform(shown, lambda name: F.coalesce(looked_up(BARE, name), name))
    return F.array_distinct(F.filter(names, lambda name: ~name.isin(*BY_ITSELF, *JUDGED_NOT, *BORN)))


def _without_late_alterations(differ: DataFrame) -> DataFrame:
    """Without an alteration beside which another attribute shows what it was."""
    order = Window.partitionBy(*OBJECT).orderBy("at.side", "at.stamp")
    shown = F.last(F.expr(f"IF({ALT}, NULL, at)"), ignorenulls=True).over(order)
    same = "shown.side = was_at.side and coalesce(shown.stamp <= was_at.stamp, shown.stamp is null)"
    before = f"shown.side < was_at.side or ({same})"
    return differ.withColumn("shown", shown).where(f"not {ALT} or shown is null or {before}")


TIMES = ("earliest", "latest", "earliest_utc", "latest_utc")
JUDGED = "ALTDATE"
ALT = f"attribute = '{JUDGED}'"
"""What stands for the date and the time of an alteration."""
SPENT = "TRIGGER"
_TOLD = (("now", "min", ("file", "line")), ("last", "max", ("value", "file", "line")),
         ("least", "min", ("value", "file", "line")))  # fmt: skip
"""What is kept of the values that an attribute appears with at one time: its name, which it is, by what."""


def _of_one_object(differ: DataFrame) -> DataFrame:
    """Pairs of values of one object; of one that is another by its creation, its QMID or its kind, a single row.

    `is_anew`, `is_other`, `is_unlike`: whether it is such a row.
    """
    anew, other, unlike = (
        F.coalesce(F.col(f"then.{name}") != F.col(f"now.{name}"), F.lit(False)) for name in ("born", "qmid", "fixed")
    )
    told = F.col("attribute")
    same_day = F.to_date("then.born") == F.to_date("now.born")
    shows_anew = (told == BORN[0]) | ((told == BORN[1]) & same_day)
    shows_other = (F.col("type") == "QMGR") & (told == "QMID")
    kept = F.when(other, shows_other).when(anew, shows_anew).when(unlike, told.isin(*UNALTERABLE.values()))
    differ = differ.where(kept.otherwise(~told.isin(*BORN)))
    return differ.withColumns({"is_other": other, "is_anew": anew & ~other, "is_unlike": unlike & ~anew & ~other})


def _unalterable() -> Column:
    return F.try_element_at("attributes", looked_up(UNALTERABLE, F.col("type")))


def _contradictions(once: DataFrame) -> DataFrame:
    """Two values of a definition in captures that have no order, each of which shows one value."""
    shown = once.where("at.stamp is null and least.value != last.value and captures > 1 and clear").where(f"not {ALT}")
    shown = shown.where(~F.col("type").isin(*STATUS) & ~F.col("least.itself") & ~F.col("last.itself"))
    none = F.lit(None)
    return shown.select(
        *OBJECT, "attribute", F.col("least.value").alias("before"), F.col("last.value").alias("after"),
        *[none.cast("timestamp_ntz").alias(name) for name in TIMES],
        none.cast("string").alias("who"), F.lit(CONTRADICTS).alias("kind"),
        F.array(_place("least"), _place("last")).alias("evidence"),
    )  # fmt: skip


def _has_order() -> Column:
    # Of one case two captures can be compared only if both have a time; of two cases the caller gives the order.
    return (F.col("was_at.side") < F.col("at.side")) | F.col("was_at.stamp").isNotNull()


def _by_itself() -> Column:
    person = F.lit(False)
    for kind, attribute, values in CAUSED:
        person |= (F.col("type") == kind) & (F.col("attribute") == attribute) & F.col("value").isin(*values)
    # A queue manager that has triggered by depth switches triggering off itself.
    spent = (F.col("attribute") == SPENT) & F.coalesce(F.col("trigtype") == "DEPTH", F.lit(False))
    moves = F.col("attribute").isin(*BY_ITSELF) | F.col("type").isin(*STATUS)
    return spent | (moves & ~person)


def _place(side: str) -> Column:
    none = F.lit(None)
    return F.struct(F.col(f"{side}.file").alias("file"), F.col(f"{side}.line").alias("line"),
                    none.cast("int").alias("number"), none.cast("string").alias("text"))  # fmt: skip


QUESTION = Question(
    NAME, "What changed", "What was altered between the captures, and before it broke?",
    "Displays with ALL of two times, each with its own command echo; configuration and command events.", answer,
    {"after": either(CASE, PATH), "everything": FLAG},
    tables=("objects", "events"),
)  # fmt: skip
