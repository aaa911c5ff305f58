"""Which dumps of a case are of the queue that the handler reads with a rules table, and what is said of the others."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.commands import mqsc, shell
from mqforensics.objects.of_case import dumps
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.handler.subject import QUESTION, Subject, elsewhere
from mqforensics.questions.wording import count, place
from mqforensics.sparks import local_frame, rows_of

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
    return messages.where(may_be & ~elsewhere(about))


def _names(about: Subject) -> frozenset[str | None]:
    """Of which queues the messages without an MQDLH count, too; None: those of a dump that names none."""
    return about.names | (about.holders & {None}) if about.queue else about.holders


def started_with(about: Subject) -> Iterator[Finding]:
    """A finding where a command that starts the handler names another queue or queue manager than its table."""
    given = about.told_queue, about.told_manager
    used = [one for one in about.starts if one.is_told and {one.queue, one.queue_manager} <= {*given, None}]
    if not used or given == about.table.input():
        return
    words = (
        f"The command that starts the handler has arguments, and these come before INPUTQ and INPUTQM of {about.file}: "
        f"it works on {place(about.queue or 'the dead-letter queue', about.manager)}."
    )
    evidence = [Evidence(one.file, one.line) for one in used] + about.at(about.line)
    show = about.mqsc("DISPLAY QMGR DEADQ")
    yield Finding(QUESTION, "ARGUMENTS_COME_FIRST", "info", words, evidence, show, about.manager, about.queue or None)


def not_read(case, about: Subject) -> Iterator[Finding]:
    """A finding on dumps with dead-lettered messages that a handler with this table would not read."""
    rows = [(one.file, one.queue, one.queue_manager, one.dead_letters) for one in dumps(case) if one.dead_letters]
    found = rows_of(local_frame(case.spark, rows, DUMPS).where(elsewhere(about))) if rows else []
    if not found:
        return
    number = sum(one.dead_letters for one in found)
    named = ", ".join(dict.fromkeys(place(one.queue, one.dump_queue_manager) for one in found[:LISTED]))
    words = (
        f"{about.file} is for {place(about.queue, about.manager)}, and {count(number, 'dead letter')} of this case "
        f"{'is' if number == 1 else 'are'} shown to lie elsewhere: on {named}. A handler with this table does not read "
        "that, so no rule is tried there. The handler's own arguments come before INPUTQ and INPUTQM of the table."
    )
    evidence = about.at(about.line) + [Evidence(one.file) for one in found]
    managers = dict.fromkeys(one.dump_queue_manager or about.manager for one in found[:LISTED])
    show = [one for name in managers for one in mqsc("DISPLAY QMGR DEADQ", on=name)]
    yield Finding(QUESTION, "QUEUE_NOT_READ", "warning", words, evidence, show, about.manager, about.queue or None)


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
    words = f"{count(number, 'message')} without an MQDLH {'is' if number == 1 else 'are'} not tried: on {named}. "
    words += (
        f"{about.file} is for {place(about.queue, about.manager)}."
        if about.queue
        else (f"Nothing names the queue that {about.file} is for, and the evidence has no dead-lettered message there.")
    )
    evidence = about.at(about.line) + [Evidence(one.file) for one in found[:LISTED]]
    show = about.mqsc("DISPLAY QMGR DEADQ")
    yield Finding(QUESTION, "NO_DEAD_LETTERS_THERE", "info", words, evidence, show, about.manager, about.queue or None)


STOPPED = (
    "The handler keeps the prompt, and Ctrl-Z only suspends it. End it with kill and the process number that ps shows, "
    "or let WAIT end it"
)
CARRIED = (
    "The handler passes all context and alters neither content, MQDLH (with HEADER(YES)) nor descriptor, so its "
    "user needs +passall beside +put. A protected payload does not hide the reason from it. Messages that arrive while "
    "it runs are not guaranteed to be seen until it scans the queue again."
)
"""Source: the documents "How the rules table is processed" (note 4, and new messages), "Undelivered messages for AMS on
z/OS" (the header is in clear), "Handling undelivered messages" (Ctrl-Z, ps and kill)."""


def how_it_runs(about: Subject) -> Iterator[Finding]:
    """A finding that says how a handler is run with a table that it accepts, and what it does to messages."""
    if about.table.errors:
        return
    wait = about.table.control["WAIT"].upper()
    ends = f"{STOPPED} (WAIT({wait}): " + (
        "it never does)." if wait == "YES" else "at once when the queue is empty)." if wait in ("NO", "0") else
        f"{wait} seconds after the last message).")  # fmt: skip
    is_elsewhere = about.table.platform != "distributed"
    words = CARRIED if is_elsewhere else f"{ends} {CARRIED}"
    names = about.queue, about.manager, about.file
    start = [] if is_elsewhere else shell("ps -ef") + shell("runmqdlq {} {} < {}", *names, on=about.manager)
    yield Finding(QUESTION, "HOW_THE_HANDLER_RUNS", "info", words, about.at(about.line), start, about.manager,
                  about.queue or None)  # fmt: skip


def not_the_dead_letter_queue(about: Subject) -> Iterator[Finding]:
    """A finding where the table names a queue that is not the queue manager's dead-letter queue."""
    named = about.targets.known.estate.manager(about.manager, "DEADQ")
    if not about.told_queue or not named.value or named.value in about.names:
        return
    words = (
        f"{about.file} is for {about.queue}, and the dead-letter queue of {about.manager} is {named.value}. What the "
        f"queue manager and its channels put aside does not come to {about.queue}."
    )
    evidence = about.at(about.line) + [Evidence.of(place) for place in named.places]
    show = about.mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT", named.value)
    yield Finding(QUESTION, "INPUTQ_IS_NOT_DEADQ", "info", words, evidence, show, about.manager, about.queue)
