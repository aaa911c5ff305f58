"""What the handler would do with the dead letters of a case, by each rules table in it, and advice on the table."""

from pyspark.sql import Row

from mqforensics.formats.dlqrules import RulesTable
from mqforensics.questions.finding import Finding, frame
from mqforensics.questions.handler.advice import advice
from mqforensics.questions.handler.commands import of_the_queue
from mqforensics.questions.handler.definitions import Definitions, definitions
from mqforensics.questions.handler.dry_run import dry_run
from mqforensics.questions.handler.groups import finding, groups
from mqforensics.questions.handler.passes import FORWARDED, RETRY
from mqforensics.questions.handler.subject import QUESTION, Subject, subject

DRY_RUN = ("failing", "queue_manager", "retry_rounds")


def findings(case):
    """A finding a group of messages, and advice on each rules table; None when the case has no rules table.

    Parameters for the question may stand in the case's `case.json` under `handler`: `failing`, `queue_manager`,
    `dead_letter_queue`, `platform`, `retry_rounds`.
    """
    if not case.has("rules"):
        return None
    given = case.settings.get(QUESTION) or {}
    known = definitions(case.objects) if case.has("objects") else Definitions()
    about = [subject(table, known, given, case.path) for table in tables(case, given)]
    found = [one for each in about for one in _of(case, each, given)]
    return frame(case.spark, found + _together(about))


def tables(case, given: dict | None = None) -> list[RulesTable]:
    """The rules tables of a case, one a file."""
    platform = (given or {}).get("platform", "distributed")
    rows: dict[str, list[dict]] = {}
    for row in case.rules.select("file", "offset", "text").toLocalIterator():
        rows.setdefault(row["file"], []).append(row.asDict())
    return [RulesTable.of_rows(rows[file], platform) for file in sorted(rows)]


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


def _of(case, about: Subject, given: dict) -> list[Finding]:
    if not case.has("messages"):
        return advice(about)
    messages = of_the_queue(case.messages, about.queue)
    if about.table.errors:
        return advice(about, messages=messages.where("md is not null").count())
    options = {name: given[name] for name in DRY_RUN if name in given}
    alike = groups(dry_run(messages, about.table, objects=about.targets.known, **options)).collect()
    retried = [group.asDict() for group in alike if group.action == RETRY]
    return [*(finding(about, group) for group in alike), *advice(about, retried), *_too_small(about, alike)]


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
