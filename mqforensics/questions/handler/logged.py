"""What the handler's own log says of the rules of a case: which line could not put a message, and why."""

from collections.abc import Iterator, Sequence

from pyspark.sql import functions as F

from mqforensics.formats.dlqrules import Rule
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.handler.passes import FWD, RETRY
from mqforensics.questions.handler.result import PUT_FAILED
from mqforensics.questions.handler.subject import QUESTION, Subject
from mqforensics.questions.wording import count, reason
from mqforensics.sparks import smallest

CITED = 200
ONCE = "The same failure of the same message is not logged again, so there may be more."


def logged(case, about: Sequence[Subject]) -> Iterator[Finding]:
    """A finding for each line and reason of AMQ8722, where one table alone has a rule on that line that puts."""
    if not case.has("log"):
        return
    place = F.struct("file", "line")
    told = case.log.where(F.col("message") == PUT_FAILED).select(
        place.alias("at"),
        *(F.try_element_at("inserts", F.lit(name)).try_cast("int").alias(name) for name in ("rule", "reason")),
    )
    entries = told.groupBy("rule", "reason").agg(F.count("*").alias("entries"), smallest("at", "at", CITED).alias("at"))
    for row in entries.where("rule IS NOT NULL AND reason IS NOT NULL").orderBy("rule", "reason").collect():
        fitting = [(one, rule) for one in about for rule in one.table.rules if _puts(rule, row.rule)]
        if len(fitting) == 1:
            yield _finding(row, *fitting[0])


def _puts(rule: Rule, line: int) -> bool:
    return rule.line == line and rule.action in (FWD, RETRY)


def _finding(row, about: Subject, rule: Rule) -> Finding:
    deed = f"forwards to {rule.fwdq}" if rule.action == FWD else "retries"
    words = (
        f"A handler logged {count(row.entries, 'put')} that failed with {reason(row.reason)} by line {rule.line} of "
        f"its rules. In {about.file} that line {deed}. {ONCE}"
    )
    evidence = [Evidence(at.file, at.line) for at in row.at] + about.at(rule.line)
    fixed = rule.action == FWD and not rule.fwdq.startswith("&")
    show = about.mqsc("DISPLAY QUEUE({}) ALL", rule.fwdq, on=rule.fwdqm or None) if fixed else about.check
    named = rule.fwdq if fixed else None
    return Finding(QUESTION, "PUT_FAILED_IN_LOG", "warning", words, evidence, show, about.manager, named)
