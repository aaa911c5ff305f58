"""What the handler would do with the dead-lettered messages of a case, by each rules table in it, and advice on the
table."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from pyspark.sql import DataFrame, Row

from mqforensics.codes.platforms import PLATFORMS, ZOS
from mqforensics.formats.dlqrules import RulesTable, parse_rules
from mqforensics.objects.case_evidence import Dump, displayed_rows, dumps, estate
from mqforensics.questions.answer import Answer
from mqforensics.questions.attribution import dumps_with_owners
from mqforensics.questions.finding import Finding, frame, sentence
from mqforensics.questions.handler.advice import advice, last_rule_discards
from mqforensics.questions.handler.dry_run import RulesNotFound, dry_run
from mqforensics.questions.handler.handled_dumps import (
    how_it_runs,
    not_read,
    not_the_dead_letter_queue,
    not_tried,
    of_the_queue,
    started_with,
)
from mqforensics.questions.handler.handler_log import did_not_run, failed_puts
from mqforensics.questions.handler.passes import DISCARDED, DONE, IGNORED, RETRY
from mqforensics.questions.handler.propose import propose_rules
from mqforensics.questions.handler.result_groups import MOST, finding, flow_of, groups
from mqforensics.questions.handler.start_arguments import HandlerStart, of_table
from mqforensics.questions.handler.subject import QUESTION, Subject, subject
from mqforensics.questions.handler.target_queues import Definitions, grants
from mqforensics.questions.wording import count, reason
from mqforensics.spark_compat import each_row_of, local_frame, rows_of
from mqforensics.words import handler as words

ARGUMENTS = ("dead_letter_queue", "queue_manager")
"""The arguments of the handler's command, as the case's settings call them."""
OPTIONS = ("failing", "queue_manager", "user", "retry_rounds", "despite_errors")
"""Of what a case may say of this question, what a dry run takes."""
GROUPS = 10_000
"""Groups that come to the driver."""
FLOW = "reason int, rule_line int, action string, queue string, outcome string, count bigint"


def answer(case, rules: str | RulesTable | None = None) -> Answer | None:
    """What the handler would do by each rules table of a case; None when the case has no rules table.

    Parameters for the question may be in the case's `case.json` under `handler`: `failing`, `queue_manager`,
    `dead_letter_queue`, `user`, `platform`, `retry_rounds`, `despite_errors`. Figures: `flow`, by the file the rows of
    `groups.flow`, and `queue`, by the table's file the names of the dead-letter queue.

    `rules`: one table to try instead, by its file's name in the case or its path. Raises `RulesNotFound`.
    """
    if rules is None and not case.has("rules"):
        return None
    tried = tables(case) if rules is None else [chosen_table(case, rules) if isinstance(rules, str) else rules]
    about = [subject_of(case, table) for table in tried]
    said = {each.file: _findings_on_table(case, each) for each in about}
    found = [one for findings, _ in said.values() for one in findings] + _together(about)
    found += [*failed_puts(case, about), *did_not_run(case)]
    flows = {file: flow_of(alike) for file, (_, alike) in said.items()}
    queues = {each.file: sorted(each.names) for each in about}
    headline = " ".join(_headline(each, flows[each.file], said[each.file][1]) for each in about)
    shown = {words.TITLE.format(file=file): _table(case, rows) for file, rows in flows.items() if rows}
    return Answer(QUESTION, headline, tuple(found), shown, {"flow": flows, "queue": queues})


def findings_of(about: Subject, result: DataFrame) -> DataFrame:
    """The findings on one table whose dry run gave `result`."""
    return frame(result.sparkSession, _findings_on_groups(about, rows_of(groups(result).limit(GROUPS))))


def _headline(about: Subject, rows: list[dict], alike: list[Row]) -> str:
    total = sum(row["count"] for row in rows)
    stay = sum(row["count"] for row in rows if stays(row, about.names))
    if about.table.errors:
        return words.HAS_ERRORS.format(file=about.file)
    if not total:
        return words.NO_MESSAGES.format(file=about.file)
    gone = sum(row["count"] for row in rows if row["outcome"] == DISCARDED)
    files = {at.file for group in alike for at in group.cited}
    staying = [row for row in rows if stays(row, about.names) and row["outcome"] in words.WHY_STAY]
    return words.OUTCOME.format(
        file=about.file, gone=total - stay, total=count(total, "message"), stay=stay,
        discarded=words.DELETED.format(number=gone) if gone else "", why=_why(staying, alike, stay),
        doubts="".join(f" {sentence(doubt)}" for doubt in about.doubts(files)),
    )  # fmt: skip


def _why(staying: list[dict], alike: list[Row], stay: int) -> str:
    """Why most of the messages stay that do; blank where no one reason is that of more than half."""
    counts: Counter[tuple] = Counter()
    for group in alike:
        if any(row["outcome"] == group.outcome for row in staying):
            failed = (group.queue, group.failed_with) if group.outcome == IGNORED else (None, None)
            counts[group.outcome, *failed] += group["count"]
    (outcome, queue, code), number = next(iter(counts.most_common(1)), ((None, None, None), 0))
    if outcome is None or 2 * number <= stay or (outcome == IGNORED and code is None):
        return ""
    return words.WHY_STAY[outcome].format(queue=queue, reason=reason(code) if code is not None else "")


def stays(row: Mapping, queues: Collection[str]) -> bool:
    """Whether the messages of a row of `flow` are on the dead-letter queue in the end; those that come back are.

    `queues`: the names of that queue.
    """
    comes_back = row["outcome"] != DISCARDED and row["queue"] in queues
    return comes_back or row["outcome"] not in DONE.values()


def _table(case, rows: list[dict]) -> DataFrame:
    return local_frame(case.spark, [tuple(row.values()) for row in rows], FLOW)


def tables(case) -> list[RulesTable]:
    """The rules tables of a case, one a file, as the handler of their queue manager's platform reads them."""
    rows = (row.asDict() for row in each_row_of(case.rules.select("file", "offset", "text")))
    return [_as_there(case, table) for table in RulesTable.by_file(rows)]


def _as_there(case, table: RulesTable) -> RulesTable:
    return table.on(_platform(case, table))


def _platform(case, table: RulesTable) -> str:
    """Whose handler the table is for: by the case's settings, by displays of its queue manager, or by the letters."""
    given, known = _start_settings(case, table), estate(case)
    queue, manager = table.input(given.get("dead_letter_queue"), given.get("queue_manager"))
    manager = manager or Definitions(known, owner=_owner(case, queue)).only
    told = given.get("platform") or (known.platform(manager) if known.platform(manager) in PLATFORMS else "")
    if told or known.on_zos(manager) is False:
        return told or PLATFORMS[0]
    here = [one for one in dumps(case) if one.dead_letters and queue in ("", one.queue)]
    return ZOS if here and all(one.initiated for one in here) else PLATFORMS[0]


def chosen_table(case, name: str | None = None) -> RulesTable:
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
        return _as_there(case, parse_rules(Path(name).read_bytes(), file=name))
    if there:
        return next((table for table in reversed(there.values()) if not table.errors), list(there.values())[-1])
    objects = case.objects if case.has("objects") else None
    return _as_there(case, parse_rules(propose_rules(case.messages, objects), file="proposed.rules"))


def subject_of(case, table: RulesTable) -> Subject:
    """The table with what the case knows of its queue and targets."""
    given = _start_settings(case, table)
    known = Definitions(estate(case), owner=_owner(case, table.input(given.get("dead_letter_queue"))[0]))
    if given.get("user"):
        known = replace(known, grants=grants(displayed_rows(case)))
    about, owners = subject(table, known, given), _owners(case)
    others = (set(known.estate.managers) | set(owners.values())) - {None, "", about.manager}
    is_there = about.manager and others
    return replace(
        about,
        holders=frozenset(one.queue for one in dumps(case) if one.meant),
        unowned=frozenset(one.file for one, owner in owners.items() if is_there and owner != about.manager),
        is_open=not about.manager and len(others) > 1,
        starts=tuple(_starts(case, table)),
    )


def _owners(case) -> dict[Dump, str | None]:
    """The dumps of dead-lettered messages of a case, with the queue manager that each is known to be of."""
    return {one: owner for one, owner in dumps_with_owners(case).items() if one.dead_letters}


def _owner(case, queue: str) -> str:
    """The queue manager of the dumps of dead-lettered messages, of this queue if it is named; blank where the evidence
    does not show it."""
    found = {owner for one, owner in _owners(case).items() if queue in ("", one.queue)}
    return found.pop() or "" if len(found) == 1 else ""


def dry_run_of(case, about: Subject, **options) -> DataFrame:
    """The dry run of a table on the messages of its case that may be on its queue; `options` are those of `dry_run`."""
    given = {name: value for name, value in _start_settings(case, about.table).items() if name in OPTIONS} | options
    # Which queue the handler reads its command may show, which only the case knows: nothing is asked of dumps again.
    messages = of_the_queue(case.messages, about).drop("queue", "dump_queue_manager")
    return dry_run(messages, about.table, objects=about.targets.known, **given)


def _start_settings(case, table: RulesTable) -> dict:
    """What the case's settings say, and what else the command that starts the handler names."""
    told = {one[:2] for one in _starts(case, table) if one.is_told}
    names = zip(ARGUMENTS, told.pop(), strict=True) if len(told) == 1 else ()
    return {name: value for name, value in names if value is not None} | (case.settings.get(QUESTION) or {})


def _starts(case, table: RulesTable) -> list[HandlerStart]:
    return of_table(case, table.file, sum("rules" in case.tables_of(file.name) for file in case.files) == 1)


def _findings_on_table(case, about: Subject) -> tuple[list[Finding], list[Row]]:
    """The findings on a table, and the groups of messages that fare alike."""
    about_queue = [*started_with(about), *not_the_dead_letter_queue(about), *how_it_runs(about)]
    if not case.has("messages"):
        return [*about_queue, *advice(about)], []
    about_queue += [*not_read(case, about), *not_tried(case, about)]
    if about.table.errors:
        messages = of_the_queue(case.messages, about)
        return [*about_queue, *advice(about, messages=messages.where("md is not null").count())], []
    alike = rows_of(groups(dry_run_of(case, about)).limit(GROUPS))
    return [*_findings_on_groups(about, alike), *about_queue], alike


def _findings_on_groups(about: Subject, alike: list[Row]) -> list[Finding]:
    retried = [group.asDict() for group in alike if group.action == RETRY]
    said = [finding(about, group) for group in alike[:MOST]]
    return [*said, *advice(about, retried), *last_rule_discards(about, alike)]


def _together(about: list[Subject]) -> list[Finding]:
    """Several tables for one queue: handlers may run side by side, but each counts its own tries."""
    by_queue: dict[tuple[str | None, str], list[Subject]] = {}
    for each in about:
        by_queue.setdefault((each.manager, each.queue), []).append(each)
    found = []
    for (_, queue), several in by_queue.items():
        if len(several) > 1:
            files = " and ".join(each.file for each in several)
            said = words.SEVERAL_TABLES.format(files=files, queue=queue or words.DEFAULT_QUEUE)
            evidence = [at for each in several for at in each.at(1)]
            found.append(Finding(QUESTION, "SEVERAL_TABLES", "info", said, evidence, several[0].check))
    return found
