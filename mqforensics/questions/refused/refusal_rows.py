"""`refused`: a row a refusal or break of a case, joined, counted, and with what decided it."""

from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa
from pyspark.sql import DataFrame, Row

from mqforensics.case import CASE
from mqforensics.codes.refusals import CLIENT
from mqforensics.objects import entries
from mqforensics.objects.case_clocks import zones_of
from mqforensics.objects.case_evidence import dumps, estate, once
from mqforensics.objects.column_meanings import with_columns_described
from mqforensics.objects.run_states import RunState, run_states
from mqforensics.objects.security import Security
from mqforensics.questions.refused import connection_endings, explanation, sign_matching
from mqforensics.questions.refused.who_may import securities
from mqforensics.spark_compat import local_frame
from mqforensics.validation import validated

COLUMNS = (
    "time", "queue_manager", "channel", "address", "host", "user", "certificate", "application", "gate", "record",
    "object", "permission", "reason", "code", "cause", "likely", "note", "count", "last", "evidence", "next",
    "local_time", "against",
)  # fmt: skip
SCHEMA = (
    "time timestamp, queue_manager string, channel string, address string, host string, user string, "
    "certificate string, application string, gate string, record string, object string, permission string, "
    "reason int, code string, cause string, likely string, note string, count long, last timestamp, "
    "evidence array<struct<file: string, line: int, number: int, text: string>>, "
    "next array<struct<command: string, on: string, effect: string>>, local_time string, against string"
)
_EVIDENCE = pa.list_(pa.struct([
    ("file", pa.string()), ("line", pa.int32()), ("number", pa.int32()), ("text", pa.string()),
]))  # fmt: skip
_NEXT = pa.list_(pa.struct([("command", pa.string()), ("on", pa.string()), ("effect", pa.string())]))
_ARROW = pa.schema([
    ("time", pa.timestamp("us", tz="UTC")),
    *((name, pa.string()) for name in COLUMNS[1:12]), ("reason", pa.int32()),
    *((name, pa.string()) for name in COLUMNS[13:17]), ("count", pa.int64()), ("last", pa.timestamp("us", tz="UTC")),
    ("evidence", _EVIDENCE), ("next", _NEXT), ("local_time", pa.string()), ("against", pa.string()),
])  # fmt: skip


@with_columns_described
@validated(case=CASE)
def refused(case) -> DataFrame:
    """A row a refusal or broken connection that the logs, events, traces, clients' texts and dead-lettered messages
    show.

    Columns: `time` (UTC, of the first of `count` that are alike), `queue_manager`, `channel`, `address` and `host` (of
    the other end; the one that was called where that failed, or where only a client's own text is there), `user` (as
    the queue manager shows it), `certificate` (distinguished name), `application` (for a dead-lettered message the
    program that dead-lettered it), `gate` (NETWORK, LIMIT, TLS, CHLAUTH, CONNAUTH, AUTHORITY, MCA for what a channel
    dead-lettered, null where not known), `record` (the record or attribute that decided, null where not known),
    `object`, `permission` (asked for and missing; of what only an event shows all that were asked for, of which one or
    more is missing), `reason` (MQRC), `code` (the cause in a word), `cause`, `likely` (what is only likely), `note`
    (what else is to be known, as why no change is offered), `count`, `last` (UTC, of the last of them), `evidence`
    (`file`, `line`, `number` of a message or event, `text` null), `next` (commands; what looks comes first),
    `local_time` (when it happened by a clock whose zone the evidence does not show, null where `time` is known) and
    `against` (what would contradict that all of the evidence belongs to this failure). A case without such evidence has
    no rows.
    """
    failures = _failures(case)
    if failures is None:
        return local_frame(case.spark, [], SCHEMA)
    # The log is gone through again only for what clients may have been cut off by.
    ended, states = (
        (connection_endings.endings(case), run_states(estate(case))) if _counts(case)["cut_off"] else ([], {})
    )
    return failures.mapInArrow(_decision_of_batches(securities(case, zones=zones_of(case)), ended, states), SCHEMA)


@once
def signs(case) -> DataFrame | None:
    """What each entry of the log says of a refusal, by the columns of `refused`; None without a log."""
    return case.keep(sign_matching.of_log(case)) if case.has("log") else None


COUNTS = {
    **{f"{end}{kind}": f"kind = '{kind}'{test}" for kind in ("log", CLIENT)
       for end, test in (("", ""), ("timed_", " AND time IS NOT NULL"))},
    "lone": sign_matching.LONE, "cut_off": f"code IN {connection_endings.TOLD_OF}",
}  # fmt: skip
"""What is counted of the signs of a log, in one go: what is not there costs no join."""


@once
def _counts(case) -> Mapping[str, int]:
    told = signs(case)
    return (
        dict.fromkeys(COUNTS, 0)
        if told is None
        else dict(zip(COUNTS, _test_counts(told, COUNTS.values()), strict=True))
    )


def _failures(case) -> DataFrame | None:
    found, sources, all_timed = None, [], True
    for source, other, is_timed in _sources(case):
        all_timed &= is_timed
        if found is None:
            found = sign_matching.unmatched_failures(other)
            continue
        # Each of these is read several times: a plan of plans would be made anew for each.
        found = case.keep(found)
        of = sign_matching.attach_to_failures(found.where("into IS NULL"), case.keep(other), source, all_timed)
        found = found.unionByName(of)
        sources.append(source)
    return None if found is None else sign_matching.counted_once(found, sources)


def _sources(case) -> Iterator[tuple[str, DataFrame, bool]]:
    """The failures of a case by where they come from, in the order in which they are joined; none that has none.

    With whether all have their times in UTC.
    """
    told, many = signs(case), _counts(case)
    if many["log"]:
        attempts, is_timed = sign_matching.attempts(told.where("kind = 'log'")), many["timed_log"] == many["log"]
        if many["lone"]:
            attempts = case.keep(attempts)
            yield "log", attempts.where("NOT is_lone").drop("is_lone"), is_timed
            yield sign_matching.CONSEQUENCE, attempts.where("is_lone").selectExpr(*sign_matching.FAILURE), is_timed
        else:
            yield "log", attempts.drop("is_lone"), is_timed
    letters = sign_matching.of_letters(case) if any(one.refused for one in dumps(case)) else None
    if letters is not None and not any(map(case.has, ("log", "events", "calls"))):
        yield "letter", sign_matching.as_failures(letters), True  # what nothing else is joined to is read once
        return
    letters = case.keep(letters) if letters is not None else None
    events = case.keep(sign_matching.of_events(entries.events(case))) if case.has("events") else None
    calls = case.keep(sign_matching.of_calls(case)) if case.has("calls") else None
    for source, found in ("event", events), ("letter", letters), (sign_matching.CALL, calls):
        every, timed = _test_counts(found, ("true", "time IS NOT NULL")) if found is not None else (0, 0)
        if every:
            yield source, sign_matching.as_failures(found), timed == every
    if many[CLIENT]:
        clients = told.where(f"kind = '{CLIENT}'")
        yield CLIENT, sign_matching.as_failures(clients), many[f"timed_{CLIENT}"] == many[CLIENT]


def _test_counts(found: DataFrame, tests: Iterable[str]) -> Row:
    """How many of the signs pass each test."""
    return found.selectExpr(*(f"count_if({test})" for test in tests)).first()


def _decision_of_batches(
    known: Mapping[str | None, Security], *more: list[connection_endings.Ending] | dict[str, RunState]
):
    def convert(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield pa.RecordBatch.from_pylist([_row(row, known, *more) for row in batch.to_pylist()], _ARROW)

    return convert


def _row(
    row: dict, known: Mapping[str | None, Security], *more: list[connection_endings.Ending] | dict[str, RunState]
) -> dict:
    said = explanation.decide(row, known, *more)
    places = [{**at, "text": None} for at in row["places"]]
    places += [{"file": file, "line": line, "number": None, "text": None} for file, line in said.places]
    return {
        **{name: row.get(name) for name in COLUMNS}, "record": said.record, "cause": said.cause, "likely": said.likely,
        "note": said.note, "local_time": said.local_time, "against": said.against,
        "evidence": places, "next": [one._asdict() for one in said.next],
    }  # fmt: skip
