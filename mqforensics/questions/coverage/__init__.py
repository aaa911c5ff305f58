"""What the evidence covers: for each queue manager and question what is there, as of when, and what is missing."""

from functools import cache
from typing import NamedTuple

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics import csv_tables
from mqforensics.case import CASE
from mqforensics.objects.case_clocks import managers_of
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.questions.attribution import owners_of
from mqforensics.spark_compat import local_frame, ordering_text, rows_of
from mqforensics.validation import is_name, validated

SCHEMA = (
    "queue_manager string, question string, there array<string>, as_of string, missing array<string>, command string"
)
STAMP = (
    "concat(date_format(max(captured), 'yyyy-MM-dd HH:mm:ss'), "
    f"coalesce(' ' || max_by(zone, {ordering_text('captured', 'zone')}), ''))"
)
ABOUT_ALL = ("rules", "calls")
"""Tables whose evidence seldom says which queue manager it is of: it counts for each."""


class Need(NamedTuple):
    """A kind of evidence: what it is called, how a case shows it, the command that gathers it, and who asks for it."""

    need: str
    title: str
    words: tuple[str, ...]
    table: str
    command: str
    questions: tuple[str, ...]


@cache
def needs() -> tuple[Need, ...]:
    """All kinds of evidence that questions ask for."""
    rows = csv_tables.rows(__package__, "needs.csv")
    return tuple(Need(**{**row, "words": tuple(row["words"].split()), "questions": tuple(row["questions"].split())})
                 for row in rows)  # fmt: skip


@with_columns_described
@validated(case=CASE)
def coverage(case) -> DataFrame:
    """A row for each queue manager that the case names and each question. Columns: `SCHEMA`.

    Of a case that names none, one row a question, with a null `queue_manager`: everything is missing. `there`,
    `missing`: kinds of evidence; `as_of`: the newest capture of what is there, by the clock of the queue manager's host
    and with its zone where the evidence shows it, null where none is dated; `command`: what gathers the first that is
    missing, for runmqsc.
    """
    shown = shown_by_manager(case)
    rows = []
    for manager in managers(case) or [None]:
        there = shown.get(manager, {})
        for question in dict.fromkeys(name for need in needs() for name in need.questions):
            asked = [need for need in needs() if question in need.questions]
            held = [need for need in asked if need.need in there]
            lacks = [need for need in asked if need.need not in there]
            dated = [there[need.need] for need in held if there[need.need]]
            command = next((need.command for need in lacks if need.command), None)
            rows.append((manager, question, [need.title for need in held], max(dated, default=None),
                         [need.title for need in lacks], command))  # fmt: skip
    return local_frame(case.spark, rows, SCHEMA)


def managers(case) -> list[str]:
    """The queue managers that anything in the case names: as its own, or as where a message or channel goes."""
    named = set(managers_of(case))
    if case.has("objects"):
        remote = F.try_element_at("attributes", F.lit("RQMNAME"))
        rows = rows_of(case.objects.where("type = 'QREMOTE'").select(remote.alias("name")).distinct())
        named |= {row.name.strip() for row in rows if row.name and row.name.strip()}
    if case.has("messages"):
        rows = rows_of(case.messages.select(F.col("dlh.DestQMgrName").alias("name")).distinct().limit(1000))
        named |= {row.name for row in rows if row.name}
    return sorted(name for name in named if is_name(name))


def shown_by_manager(case) -> dict[str, dict[str, object]]:
    """For each queue manager the needs that the case meets, with the newest capture of each."""
    found: dict[str, dict[str, object]] = {}
    if case.has("objects"):
        saved = F.coalesce(F.map_contains_key("asked.filters", F.lit("SAVED")), F.lit(False))
        rows = rows_of(case.objects.where("queue_manager is not null").groupBy(
            "queue_manager", F.coalesce("asked.word", "type").alias("word"), "type", saved.alias("saved"),
        ).agg(F.expr(f"{STAMP} AS captured")))  # fmt: skip
        for row in rows:
            for need in needs():
                is_saved = need.need == "saved_status"
                if {row.word, row.type} & set(need.words) and (is_saved == row.saved or row.word != "CHSTATUS"):
                    _newest(found.setdefault(row.queue_manager, {}), need.need, row.captured)
    for name in managers_of(case):
        own = found.setdefault(name, {})
        for need in needs():
            if need.table in ABOUT_ALL and case.has(need.table):
                own.setdefault(need.need, None)
    if case.has("log"):
        for row in rows_of(case.log.select("queue_manager").where("queue_manager is not null").distinct()):
            found.setdefault(row.queue_manager, {}).setdefault("log", None)
    for manager in owners_of(case).values():
        found.setdefault(manager, {}).setdefault("dead_letters", None)
    return found


def _newest(own: dict[str, object], need: str, captured: str | None) -> None:
    own[need] = max(filter(None, (own.get(need), captured)), default=None)
