"""What the handler's own log says: which line of its rules could not put a message, and why it read none at all."""

from collections.abc import Iterator, Sequence

from pyspark.sql import functions as F

from mqforensics.codes import explain
from mqforensics.formats.dlqrules import Rule
from mqforensics.objects.commands import mqsc
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.handler.passes import FWD, RETRY
from mqforensics.questions.handler.result import PUT_FAILED
from mqforensics.questions.handler.subject import QUESTION, Subject
from mqforensics.questions.wording import count, reason
from mqforensics.spark_compat import among, rows_of, smallest
from mqforensics.words import handler as words
from mqforensics.words.grammar import times

ENDED = ("AMQ8741", "AMQ8745", "AMQ8748", "AMQ8750", "AMQ8758")
"""Messages of a handler that ends, for it has no queue manager, queue or rules, or an error in these."""
CITED = 200


def failed_puts(case, about: Sequence[Subject]) -> Iterator[Finding]:
    """A finding for each line and reason of AMQ8722, where one table alone has a rule on that line that puts."""
    if not case.has("log"):
        return
    place = F.struct("file", "line")
    told = case.log.where(F.col("message") == PUT_FAILED).select(
        place.alias("at"),
        *(F.try_element_at("inserts", F.lit(name)).try_cast("int").alias(name) for name in ("rule", "reason")),
    )
    entries = told.groupBy("rule", "reason").agg(F.count("*").alias("entries"), smallest("at", "at", CITED).alias("at"))
    for row in rows_of(entries.where("rule IS NOT NULL AND reason IS NOT NULL").orderBy("rule", "reason")):
        fitting = [(one, rule) for one in about for rule in one.table.rules if _puts(rule, row.rule)]
        if len(fitting) == 1:
            yield _finding(row, *fitting[0])


def did_not_run(case) -> Iterator[Finding]:
    """A finding for each message with which a handler of a queue manager says that it read no queue, or by no rules."""
    if not case.has("log"):
        return
    message, place = F.substring("message", 1, 7).alias("id"), F.struct("file", "line")
    told = case.log.where(among("substring(message, 1, 7)", ENDED)).select(message, "queue_manager", place.alias("at"))
    rows = told.groupBy("id", "queue_manager").agg(
        F.count("*").alias("entries"), smallest("at", "at", CITED).alias("at"))  # fmt: skip
    for row in rows_of(rows.orderBy("id", "queue_manager")):
        known = explain(row.id)
        title = known.title or ""
        said = words.DID_NOT_RUN.format(
            message=row.id, times=times(row.entries), title=f"{title[:1].lower()}{title[1:]}",
            meaning=known.meaning, look=known.look,
        )  # fmt: skip
        show = mqsc("DISPLAY QMGR DEADQ", on=row.queue_manager)
        evidence = [Evidence(at.file, at.line) for at in row.at]
        yield Finding(QUESTION, "HANDLER_DID_NOT_RUN", "warning", said, evidence, show, row.queue_manager)


def _puts(rule: Rule, line: int) -> bool:
    return rule.line == line and rule.action in (FWD, RETRY)


def _finding(row, about: Subject, rule: Rule) -> Finding:
    deed = words.FORWARDS_TO.format(queue=rule.fwdq) if rule.action == FWD else "retries"
    said = words.FAILED_IN_LOG.format(
        puts=count(row.entries, "put"),
        reason=reason(row.reason),
        line=rule.line,
        file=about.file,
        deed=deed,
        once=words.ONCE,
    )
    evidence = [Evidence(at.file, at.line) for at in row.at] + about.at(rule.line)
    fixed = rule.action == FWD and not rule.fwdq.startswith("&")
    show = about.mqsc("DISPLAY QUEUE({}) ALL", rule.fwdq, on=rule.fwdqm or None) if fixed else about.check
    named = rule.fwdq if fixed else None
    return Finding(QUESTION, "PUT_FAILED_IN_LOG", "warning", said, evidence, show, about.manager, named)
