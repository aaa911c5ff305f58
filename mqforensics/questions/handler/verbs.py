"""What the command line does with rules tables: check one, try one on a case, propose one."""

import csv
import os
from collections.abc import Callable
from typing import Any

from pyspark.sql import DataFrame

from mqforensics.codes.platforms import PLATFORMS
from mqforensics.errors import CaseEmpty
from mqforensics.files.output import new_file, write_file
from mqforensics.formats.dlqrules import RulesTable, parse_rules
from mqforensics.objects.case_evidence import dumps
from mqforensics.plaintext import safe
from mqforensics.questions.handler.case_findings import dry_run_of, subject_of
from mqforensics.questions.handler.propose import propose_rules
from mqforensics.questions.handler.subject import Subject
from mqforensics.questions.wording import count, place
from mqforensics.spark_compat import each_row_of
from mqforensics.words import handler as words

COLUMNS = (
    "file", "number", "rule_line", "action", "queue", "queue_manager", "header", "outcome", "attempts",
)  # fmt: skip
"""The columns of the file that `mqforensics rules dry-run` writes."""
Told = Callable[[Any, str], Any]


def check_lines(text: str | bytes, file: str, platform: str = PLATFORMS[0]) -> list[str]:
    """Each error of a rules table as `file:line: AMQ87nn words`, the count of them last; empty when there is none."""
    table = parse_rules(text, file=file, platform=platform)
    errors = [*table.errors, *([table.verdict] if table.verdict else [])]
    return [f"{file}:{error.line}: {error}" for error in errors]


def note_lines(text: str | bytes, file: str, platform: str = PLATFORMS[0]) -> list[str]:
    """What the handler accepts but the reader should know, as `file:line: warning: words`."""
    return [f"{file}:{note.line}: {note}" for note in parse_rules(text, file=file, platform=platform).warnings]


def dry_run_to_csv(
    case, text: str | bytes, path: str | os.PathLike, *, file: str = "", told: Told = lambda value, _: value, **options
) -> list[str]:
    """Try a rules table on a case and write a row a message to the CSV `path`; gives the remarks, a sentence each.

    `told` gives each value as it may be shown, from it and its column's name.
    `options` are those of `dry_run`; what the case's `case.json` says under `handler` counts where they are silent.
    """
    table = parse_rules(text, file=file, platform=options.pop("platform", PLATFORMS[0]))
    about = subject_of(case, table)
    result = dry_run_of(case, about, **options)
    said = _write(result.select(*COLUMNS, "assumed").orderBy("file", "number"), path, told, about)
    return said + _remarks(table)


def _write(result: DataFrame, path: str | os.PathLike, told: Told, about: Subject) -> list[str]:
    assumed: dict[str, int] = {}
    row = None
    with new_file(path, encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in each_row_of(result):
            shown = [told(value, name) for value, name in zip(row, COLUMNS, strict=False)]
            writer.writerow([safe(value) if isinstance(value, str) else value for value in shown])
            if row.assumed:
                assumed[row.assumed] = assumed.get(row.assumed, 0) + 1
    remarks = sorted(assumed.items())
    if row is None:
        return [told(words.NO_MESSAGE_THERE.format(file=about.file, place=place(about.queue, about.manager)), "")]
    return [told(words.UNSURE_OF.format(messages=count(n, "message"), lacks=lacks), "") for lacks, n in remarks]


def _remarks(table: RulesTable) -> list[str]:
    return [f"{table.verdict.words}."] if table.verdict else []


def propose_to(case, path: str | os.PathLike) -> str:
    """Write a proposed rules table for the case's dead-lettered messages to `path`; gives its text.

    Raises `CaseEmpty` where there is none: such a table would move whatever is on the default dead-letter queue.
    """
    if not any(one.dead_letters for one in dumps(case)):
        raise CaseEmpty(f"expected a dump with dead-lettered messages at {case.path}, found none")
    text = propose_rules(case.messages, case.objects if case.has("objects") else None)
    write_file(path, text)
    return text
