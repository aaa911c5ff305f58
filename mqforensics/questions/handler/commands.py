"""What the command line does with rules tables: check one, try one on a case, propose one."""

import csv
import os

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.formats.dlqrules import RulesTable, parse_rules
from mqforensics.questions.handler.definitions import Definitions, definitions
from mqforensics.questions.handler.dry_run import dry_run
from mqforensics.questions.handler.propose import propose_rules
from mqforensics.questions.handler.subject import QUESTION, subject
from mqforensics.questions.handler.wording import count

COLUMNS = (
    "file", "number", "rule_line", "action", "queue", "queue_manager", "header", "outcome", "attempts",
)  # fmt: skip
"""The columns of the file that `mqforensics rules dry-run` writes."""


def check_lines(text: str | bytes, file: str, platform: str = "distributed") -> list[str]:
    """Each error of a rules table as `file:line: AMQ87nn words`, the count of them last; empty when there is none."""
    table = parse_rules(text, file=file, platform=platform)
    errors = [*table.errors, *([table.verdict] if table.verdict else [])]
    return [f"{file}:{error.line}: {error}" for error in errors]


def note_lines(text: str | bytes, file: str, platform: str = "distributed") -> list[str]:
    """What the handler accepts but the reader should know, as `file:line: warning: words`."""
    return [f"{file}:{note.line}: {note}" for note in parse_rules(text, file=file, platform=platform).warnings]


def of_the_queue(messages: DataFrame, queue: str) -> DataFrame:
    """The messages that may be on the dead-letter queue: of a dump of another queue only the dead letters."""
    if not queue:
        return messages
    return messages.where(F.col("dlh").isNotNull() | F.col("queue").isNull() | (F.col("queue") == queue))


def dry_run_to_csv(case, text: str | bytes, path: str | os.PathLike, *, file: str = "", **options) -> list[str]:
    """Try a rules table on a case and write a row a message to the CSV `path`; gives the remarks, a sentence each.

    `options` are those of `dry_run`; what the case's `case.json` says under `handler` counts where they are silent.
    """
    given = (case.settings.get(QUESTION) or {}) | options
    table = parse_rules(text, file=file, platform=given.get("platform", "distributed"))
    known = definitions(case.objects) if case.has("objects") else Definitions()
    about = subject(table, known, given)
    result = dry_run(of_the_queue(case.messages, about.queue), table, objects=known, **_options(given))
    return _write(result.select(*COLUMNS, "assumed").orderBy("file", "number"), path) + _remarks(table)


def _options(given: dict) -> dict:
    names = ("failing", "queue_manager", "retry_rounds", "despite_errors")
    return {name: given[name] for name in names if name in given}


def _write(result: DataFrame, path: str | os.PathLike) -> list[str]:
    assumed: dict[str, int] = {}
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in result.toLocalIterator(prefetchPartitions=True):
            writer.writerow(row[:-1])
            if row.assumed:
                assumed[row.assumed] = assumed.get(row.assumed, 0) + 1
    return [f"The put of {count(n, 'message')} is assumed to work: {lacks}." for lacks, n in sorted(assumed.items())]


def _remarks(table: RulesTable) -> list[str]:
    return [f"{table.verdict.words}."] if table.verdict else []


def propose_to(case, path: str | os.PathLike) -> str:
    """Write a proposed rules table for the case's dead letters to `path`; gives its text."""
    text = propose_rules(case.messages, case.objects if case.has("objects") else None)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    return text
