"""Which dumps of a case are of the queue that the handler reads with a rules table, and what is said of the others."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.case_evidence import dumps
from mqforensics.objects.commands import mqsc, shell
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.handler.subject import QUESTION, Subject, is_of_another_queue
from mqforensics.questions.wording import count, place
from mqforensics.spark_compat import local_frame, rows_of
from mqforensics.words import handler as words
from mqforensics.words.grammar import by_number

DUMPS = "file string, queue string, dump_queue_manager string, dead_letters bigint"
LISTED = 20
"""Dumps that a finding names."""


def of_the_queue(messages: DataFrame, about: Subject) -> DataFrame:
    """The messages that may be on the handler's queue: of a dump of another queue at most the dead-lettered messages.

    Where nothing names its queue, it may be each of which a dump has dead-lettered messages.
    """
    queue, names = F.col("queue"), _names(about)
    of_it = [queue.isin(*(names - {None})), *([queue.isNull()] if None in names else [])]
    may_be = reduce(or_, [F.coalesce(one, F.lit(False)) for one in of_it], F.col("dlh").isNotNull())
    return messages.where(may_be & ~is_of_another_queue(about))


def _names(about: Subject) -> frozenset[str | None]:
    """Of which queues the messages without an MQDLH count, too; None: those of a dump that names none."""
    return about.names | (about.holders & {None}) if about.queue else about.holders


def started_with(about: Subject) -> Iterator[Finding]:
    """A finding where a command that starts the handler names another queue or queue manager than its table."""
    given = about.told_queue, about.told_manager
    used = [one for one in about.starts if one.is_told and {one.queue, one.queue_manager} <= {*given, None}]
    if not used or given == about.table.input():
        return
    said = words.WORKS_ON.format(
        file=about.file, place=place(about.queue or words.THE_DEAD_LETTER_QUEUE, about.manager)
    )
    evidence = [Evidence(one.file, one.line) for one in used] + about.at(about.line)
    show = about.mqsc("DISPLAY QMGR DEADQ")
    yield Finding(QUESTION, "ARGUMENTS_COME_FIRST", "info", said, evidence, show, about.manager, about.queue or None)


def not_read(case, about: Subject) -> Iterator[Finding]:
    """A finding on dumps with dead-lettered messages that a handler with this table would not read."""
    rows = [(one.file, one.queue, one.queue_manager, one.dead_letters) for one in dumps(case) if one.dead_letters]
    found = rows_of(local_frame(case.spark, rows, DUMPS).where(is_of_another_queue(about))) if rows else []
    if not found:
        return
    number = sum(one.dead_letters for one in found)
    named = ", ".join(dict.fromkeys(place(one.queue, one.dump_queue_manager) for one in found[:LISTED]))
    said = words.NOT_READ.format(
        file=about.file, place=place(about.queue, about.manager), named=named,
        messages=count(number, "dead-lettered message"), are=by_number(number, "is", "are"),
    )  # fmt: skip
    evidence = about.at(about.line) + [Evidence(one.file) for one in found]
    managers = dict.fromkeys(one.dump_queue_manager or about.manager for one in found[:LISTED])
    show = [one for name in managers for one in mqsc("DISPLAY QMGR DEADQ", on=name)]
    yield Finding(QUESTION, "QUEUE_NOT_READ", "warning", said, evidence, show, about.manager, about.queue or None)


def not_tried(case, about: Subject) -> Iterator[Finding]:
    """A finding on dumps without any dead-lettered message, of which nothing says that they are of the handler's
    queue."""
    names, told = _names(about), about.told_manager
    found = [
        one for one in dumps(case)
        if one.messages and not one.meant and not (
            one.queue in names and (not told or one.queue_manager in (None, told)))
    ]  # fmt: skip
    if not found:
        return
    number = sum(one.messages for one in found)
    named = ", ".join(dict.fromkeys(one.queue or one.file for one in found[:LISTED]))
    said = words.NOT_TRIED.format(messages=count(number, "message"), are=by_number(number, "is", "are"), named=named)
    said += (
        words.IS_FOR.format(file=about.file, place=place(about.queue, about.manager))
        if about.queue
        else words.UNKNOWN_QUEUE.format(file=about.file)
    )
    evidence = about.at(about.line) + [Evidence(one.file) for one in found[:LISTED]]
    show = about.mqsc("DISPLAY QMGR DEADQ")
    yield Finding(QUESTION, "NO_DEAD_LETTERS_THERE", "info", said, evidence, show, about.manager, about.queue or None)


def how_it_runs(about: Subject) -> Iterator[Finding]:
    """A finding that says how a handler is run with a table that it accepts, and what it does to messages."""
    if about.table.errors:
        return
    wait = about.table.control["WAIT"].upper()
    ends = f"{words.STOPPED} (WAIT({wait}): " + (
        words.NEVER_ENDS if wait == "YES" else words.AT_ONCE if wait in ("NO", "0") else
        words.AFTER.format(wait=wait))  # fmt: skip
    is_elsewhere = about.table.platform != "distributed"
    said = words.CARRIED if is_elsewhere else f"{ends} {words.CARRIED}"
    names = about.queue, about.manager, about.file
    start = [] if is_elsewhere else shell("ps -ef") + shell("runmqdlq {} {} < {}", *names, on=about.manager)
    yield Finding(QUESTION, "HOW_THE_HANDLER_RUNS", "info", said, about.at(about.line), start, about.manager,
                  about.queue or None)  # fmt: skip


def not_the_dead_letter_queue(about: Subject) -> Iterator[Finding]:
    """A finding where the table names a queue that is not the queue manager's dead-letter queue."""
    named = about.targets.known.estate.manager(about.manager, "DEADQ")
    if not about.told_queue or not named.value or named.value in about.names:
        return
    said = words.NOT_DEADQ.format(file=about.file, queue=about.queue, manager=about.manager, deadq=named.value)
    evidence = about.at(about.line) + [Evidence.of(place) for place in named.places]
    show = about.mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT", named.value)
    yield Finding(QUESTION, "INPUTQ_IS_NOT_DEADQ", "info", said, evidence, show, about.manager, about.queue)
