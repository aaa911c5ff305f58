"""What the handler would do with the dead letters of a case, by each rules table in it, and advice on the table."""

from pathlib import Path

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from mqforensics.errors import MQForensicsError
from mqforensics.formats.dlqrules import PLATFORMS, RulesTable, parse_rules
from mqforensics.questions.finding import Finding, frame
from mqforensics.questions.handler.advice import advice
from mqforensics.questions.handler.definitions import Definitions, definitions
from mqforensics.questions.handler.dry_run import dry_run
from mqforensics.questions.handler.groups import finding, groups
from mqforensics.questions.handler.passes import FORWARDED, RETRY
from mqforensics.questions.handler.propose import propose_rules
from mqforensics.questions.handler.subject import QUESTION, Subject, subject

OPTIONS = ("failing", "queue_manager", "retry_rounds", "despite_errors")
"""Of what a case may say of this question, what a dry run takes."""


class RulesNotFound(MQForensicsError, FileNotFoundError):
    """No rules table has this name."""


def findings(case):
    """A finding a group of messages, and advice on each rules table; None when the case has no rules table.

    Parameters for the question may stand in the case's `case.json` under `handler`: `failing`, `queue_manager`,
    `dead_letter_queue`, `platform`, `retry_rounds`.
    """
    if not case.has("rules"):
        return None
    about = [subject_of(case, table) for table in tables(case)]
    found = [one for each in about for one in _of(case, each)]
    return frame(case.spark, found + _together(about))


def findings_of(about: Subject, result: DataFrame) -> DataFrame:
    """The findings on one table whose dry run gave `result`."""
    return frame(result.sparkSession, _said(about, result))


def tables(case) -> list[RulesTable]:
    """The rules tables of a case, one a file."""
    rows: dict[str, list[dict]] = {}
    for row in case.rules.select("file", "offset", "text").toLocalIterator():
        rows.setdefault(row["file"], []).append(row.asDict())
    platform = _given(case).get("platform", PLATFORMS[0])
    return [RulesTable.of_rows(rows[file], platform) for file in sorted(rows)]


def chosen(case, name: str | None = None) -> RulesTable:
    """One rules table for a case: by its file's name in the case, or by a path.

    Without a name it is the case's last table that has no error, else its last; a case without any gets a proposal.
    Raises `RulesNotFound`.
    """
    there = {table.file: table for table in tables(case)}
    if name in there:
        return there[name]
    if name is not None and not Path(name).is_file():
        raise RulesNotFound(f"expected one of {', '.join(there) or 'no rules table'} or the path of one, got {name!r}")
    if name is not None:
        return parse_rules(Path(name).read_bytes(), file=name, platform=_given(case).get("platform", PLATFORMS[0]))
    if there:
        return next((table for table in reversed(there.values()) if not table.errors), list(there.values())[-1])
    objects = case.objects if case.has("objects") else None
    return parse_rules(propose_rules(case.messages, objects), file="proposed.rules")


def subject_of(case, table: RulesTable) -> Subject:
    """The table with what the case knows of its queue and targets."""
    known = definitions(case.objects) if case.has("objects") else Definitions()
    return subject(table, known, _given(case), case.path)


def dry_run_of(case, about: Subject, **options) -> DataFrame:
    """The dry run of a table on the messages of its case that may be on its queue; `options` are those of `dry_run`."""
    given = {name: value for name, value in _given(case).items() if name in OPTIONS} | options
    return dry_run(of_the_queue(case.messages, about.queue), about.table, objects=about.targets.known, **given)


def of_the_queue(messages: DataFrame, queue: str) -> DataFrame:
    """The messages that may be on the dead-letter queue: of a dump of another queue only the dead letters."""
    if not queue:
        return messages
    return messages.where(F.col("dlh").isNotNull() | F.col("queue").isNull() | (F.col("queue") == queue))


def _given(case) -> dict:
    return case.settings.get(QUESTION) or {}


def _of(case, about: Subject) -> list[Finding]:
    if not case.has("messages"):
        return advice(about)
    if about.table.errors:
        messages = of_the_queue(case.messages, about.queue)
        return advice(about, messages=messages.where("md is not null").count())
    return _said(about, dry_run_of(case, about))


def _said(about: Subject, result: DataFrame) -> list[Finding]:
    alike = groups(result).collect()
    retried = [group.asDict() for group in alike if group.action == RETRY]
    return [*(finding(about, group) for group in alike), *advice(about, retried), *_too_small(about, alike)]


def _together(about: list[Subject]) -> list[Finding]:
    """Several tables for one queue: handlers may run side by side, but each counts its own tries."""
    by_queue: dict[str, list[Subject]] = {}
    for each in about:
        by_queue.setdefault(each.queue, []).append(each)
    found = []
    for queue, several in by_queue.items():
        if len(several) > 1:
            files = " and ".join(each.file for each in several)
            words = (
                f"{files} are all for {queue or 'the default dead-letter queue'}. Several handlers may work on one "
                "queue, but which of them takes a message is chance, and each counts its own tries: usually one does."
            )
            evidence = [at for each in several for at in each.at(1)]
            found.append(Finding(QUESTION, "SEVERAL_TABLES", "info", words, evidence, several[0].check))
    return found


def _too_small(about: Subject, alike: list[Row]) -> list[Finding]:
    """Queues that would be given more messages than they have room for."""
    given: dict[str, list[Row]] = {}
    for group in alike:
        if group.outcome == FORWARDED and group.queue_manager in ("", about.targets.queue_manager):
            given.setdefault(group.queue, []).append(group)
    found = []
    for queue, several in given.items():
        known = about.targets.known.find(about.targets.queue_manager, queue) or {}
        depth, most = known.get("CURDEPTH", ""), known.get("MAXDEPTH", "")
        total = sum(group["count"] for group in several)
        if depth.isdecimal() and most.isdecimal() and int(most) - int(depth) < total:
            words = (
                f"{about.file} forwards {total} messages to {queue}, which has room for {int(most) - int(depth)}: the "
                "rest would fail with 2053 MQRC_Q_FULL and fall through to the next matching rule, or stay."
            )
            more = about.mqsc(f"ALTER QLOCAL('{queue}') MAXDEPTH({int(depth) + total})")
            at = about.at(*sorted({group.rule_line for group in several}))
            found.append(Finding(QUESTION, "TARGET_TOO_SMALL", "warning", words, at, more))
    return found
