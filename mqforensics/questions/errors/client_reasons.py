"""Reasons that applications and logs report and no other question judges, and clients that failed before a reason."""

from pyspark.sql import functions as F

from mqforensics import codes
from mqforensics.codes.client_failures import failure
from mqforensics.codes.exit_codes import exit_code
from mqforensics.codes.refusals import reasons
from mqforensics.formats.clientlog import PROSE
from mqforensics.objects.case_evidence import estate
from mqforensics.objects.commands import shell
from mqforensics.objects.entries import entries
from mqforensics.objects.first_steps import OBJECT, first_step
from mqforensics.questions.errors.counted_kinds import KINDS, LINE, most_common
from mqforensics.questions.errors.exclusive_opens import IN_USE
from mqforensics.questions.finding import Evidence, Finding, as_of
from mqforensics.words import errors as words
from mqforensics.words.grammar import at_manager, times

UNEXPECTEDLY = "ended unexpectedly"
"""The value of STATUS, without its case, of a queue manager that nobody ended."""
NO_MESSAGE = 2033
"""A get that found nothing is not a failure."""
KEYS = ("reason", "failure", "queue_manager", "queue", "channel", "is_named")


def findings(case) -> list[Finding]:
    """A finding for each reason of a log with the object that it names, and for each kind of early failure."""
    insert = {name: F.try_element_at("inserts", F.lit(name)) for name in ("failure", "channel")}
    queue = F.coalesce(*(F.try_element_at("inserts", F.lit(name)) for name in OBJECT))
    judged = sorted({*reasons(), IN_USE, NO_MESSAGE})
    wanted = insert["failure"].isNotNull() | (F.col("reason").isNotNull() & (F.col("reason") > 0)
                                              & ~F.col("reason").isin(judged))  # fmt: skip
    is_named = F.col("error").eqNullSafe(PROSE)
    rows = entries(case, wanted & (F.col("error").isNull() | is_named))
    rows = rows.withColumns({**insert, "queue": queue, "is_named": is_named})
    return [_finding(row) for row in most_common(rows, KEYS, LINE)]


def ended_commands(case) -> list[Finding]:
    """A finding for each exit code of a control command that a log prints and whose meaning is known."""
    keys = "command", "exit_code"
    rows = entries(case, F.try_element_at("inserts", F.lit("command")).isNotNull())
    rows = rows.withColumns({key: F.try_element_at("inserts", F.lit(key)) for key in keys})
    return [made for row in most_common(rows, (*keys, "queue_manager"), LINE) if (made := _exit_code_finding(row))]


def _exit_code_finding(row) -> Finding | None:
    meaning = exit_code(row.command, row.exit_code)
    if not meaning:
        return None
    of = words.FOR_MANAGER.format(manager=row.queue_manager) if row.queue_manager else ""
    said = words.EXIT_CODE.format(
        command=row.command, code=row.exit_code, times=times(row["count"]), of=of, meaning=meaning
    )
    evidence = [Evidence(row.place.file, row.place.line)]
    return Finding(
        "errors", "COMMAND_FAILED", "warning", said, evidence, (), row.queue_manager, row.command, as_of(row.last)
    )


def unexpected_ends(case) -> list[Finding]:
    """A finding for each queue manager whose newest status says that it ended unexpectedly."""
    if not case.has("objects"):
        return []
    known = estate(case)
    found = []
    for manager in known.managers:
        rows = known.newest(known.of(manager, ("QMSTATUS",)))
        row = next((one for one in rows if one.attributes.get("STATUS", "").lower() == UNEXPECTEDLY), None)
        if row:
            evidence = [Evidence.of(row.place("STATUS"))]
            said = words.ENDED.format(manager=manager)
            found.append(
                Finding(
                    "errors",
                    "QUEUE_MANAGER_ENDED",
                    "warning",
                    said,
                    evidence,
                    shell("ffstsummary", on=manager),
                    manager,
                )
            )
    return found[:KINDS]


def _finding(row) -> Finding:
    evidence = [Evidence(row.place.file, row.place.line)]
    if known := failure(row.failure):
        said = words.EARLY.format(title=known.title, times=times(row["count"]), meaning=known.meaning, look=known.look)
        return Finding(
            "errors", "CLIENT_INCOMPLETE", "warning", said, evidence, (), row.queue_manager, None, as_of(row.last)
        )
    name, meaning = codes.reason_name(row.reason), codes.meaning(row.reason)
    where = (
        words.FOR_QUEUE.format(queue=row.queue)
        if row.queue
        else words.OVER_CHANNEL.format(channel=row.channel)
        if row.channel
        else ""
    )
    where += at_manager(row.queue_manager)
    said = words.REASON.format(
        reason=f"{row.reason} {name}" if name else row.reason, times=times(row["count"]), where=where,
        meaning=f" {meaning}" if meaning else "",
    )  # fmt: skip
    said += words.NAMED_ONLY if row.is_named else ""
    step = first_step(row.reason, {"queue": row.queue, "channel": row.channel}, row.queue_manager)
    about = row.queue or row.channel
    severity = "info" if row.is_named else "warning"
    return Finding(
        "errors", "REASON_REPORTED", severity, said, evidence, step, row.queue_manager, about, as_of(row.last)
    )
