"""The result of a dry run by groups of messages that fare alike, and a finding for each group."""

from pyspark.sql import DataFrame, Row, Window
from pyspark.sql import functions as F

from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.handler.passes import (
    DISCARDED,
    FORWARDED,
    IGNORE,
    IGNORED,
    NO_RULE,
    NOT_A_DEAD_LETTER,
    RETRIED,
    WAITING,
)  # fmt: skip
from mqforensics.questions.handler.subject import QUESTION, UNKNOWN_QUEUE, Subject
from mqforensics.questions.handler.wording import count, reason

KEYS = (
    "outcome", "rule_line", "action", "reason", "queue", "queue_manager", "header", "failed_with", "assumed",
)  # fmt: skip
CITED = 1000
"""So many messages of a group are cited; more would only be a copy of the dump."""
MOST = 500
"""Groups with a finding of their own, the largest first."""
SEVERITY = {FORWARDED: "info", RETRIED: "info"}
"""Every other outcome is a warning: a message is lost, or stays."""


def flow(result: DataFrame) -> DataFrame:
    """`reason`, `rule_line`, `action`, `queue`, `outcome`, `count`: what becomes of the messages of each reason."""
    keys = ["reason", "rule_line", "action", "queue", "outcome"]
    return result.groupBy(*keys).count().orderBy(F.desc("count"), *keys)


def groups(result: DataFrame, most: int = MOST) -> DataFrame:
    """One row a group of `KEYS` with `count`, `fewest`, `attempts` (the most), `seconds`, `destination`, `cited`.

    A file without any dead letter is no dump of a dead-letter queue, so its messages make no group.
    """
    nth = F.row_number().over(Window.partitionBy(*KEYS, "file").orderBy("number"))
    cited = F.when(F.col("nth") <= CITED, F.struct("file", "number"))
    of_file = result.withColumn("nth", nth).groupBy(*KEYS, "file").agg(
        F.count("*").alias("count"), F.min("attempts").alias("fewest"), F.max("attempts").alias("attempts"),
        F.max("seconds").alias("seconds"),
        F.mode("destination", True).alias("destination"), F.sort_array(F.collect_list(cited)).alias("cited"),
    )  # fmt: skip
    dead = F.max(F.col("outcome") != NOT_A_DEAD_LETTER).over(Window.partitionBy("file"))
    whole = of_file.withColumn("dead", dead).where("dead").groupBy(*KEYS).agg(
        F.sum("count").alias("count"), F.min("fewest").alias("fewest"), F.max("attempts").alias("attempts"),
        F.max("seconds").alias("seconds"),
        F.max_by("destination", "count").alias("destination"),
        F.slice(F.flatten(F.sort_array(F.collect_list("cited"))), 1, CITED).alias("cited"),
    )  # fmt: skip
    return whole.orderBy(F.desc("count"), *KEYS).limit(most)


def finding(subject: Subject, group: Row) -> Finding:
    """What the handler would do with a group of messages, and what to run next."""
    evidence = [Evidence(at.file, number=at.number) for at in group.cited]
    severity = "critical" if _comes_back(subject, group) else SEVERITY.get(group.outcome, "warning")
    words = f"{_messages(group)} {SAYS[group.outcome](subject, group)}"
    return Finding(QUESTION, group.outcome, severity, words, evidence, _next(subject, group))


def _messages(group: Row) -> str:
    messages = count(group["count"], "message")
    if group.reason is None:
        return messages
    return f"{messages} here for {reason(group.reason)}, meant for {group.destination or 'no queue'},"


def _by(subject: Subject, group: Row) -> str:
    return f"by the rule on line {group.rule_line} of {subject.file}"


def _place(group: Row) -> str:
    return f"{group.queue or 'no queue'}{f' on {group.queue_manager}' if group.queue_manager else ''}"


def _assumed(group: Row) -> str:
    return f" That the put works is assumed: {group.assumed}." if group.assumed else ""


def _attempts(group: Row, spared: int) -> str:
    up_to = "up to " if group.fewest < group.attempts else ""
    return f"{up_to}{count(group.attempts - spared, 'attempt')} in vain"


def _tries(group: Row) -> str:
    return f" after {_attempts(group, 1)}, about {group.seconds} seconds later" if group.attempts > 1 else ""


def _comes_back(subject: Subject, group: Row) -> bool:
    here = group.queue_manager in ("", subject.targets.queue_manager)
    return group.outcome == FORWARDED and here and group.queue == subject.queue


def _forwarded(subject: Subject, group: Row) -> str:
    header = "with its MQDLH" if group.header == "YES" else "without its MQDLH"
    itself = ", the very queue that it is on" if _comes_back(subject, group) else ""
    words = f"would be forwarded {_by(subject, group)} to {_place(group)} {header}{itself}{_tries(group)}."
    return words + _assumed(group)


def _retried(subject: Subject, group: Row) -> str:
    words = f"would be put to {_place(group)} again {_by(subject, group)} without the MQDLH{_tries(group)}."
    return words + _assumed(group)


def _discarded(subject: Subject, group: Row) -> str:
    return f"would be deleted {_by(subject, group)}."


def _ignored(subject: Subject, group: Row) -> str:
    if group.action == IGNORE and group.rule_line is not None:
        return f"would stay on the queue, ignored {_by(subject, group)}."
    if group.rule_line is None:
        return f"would stay on the queue: messages with the same MsgId and CorrelId use up the tries of {subject.file}."
    failed = f" with {reason(group.failed_with)}" if group.failed_with is not None else ""
    return (
        f"would stay on the queue: {_attempts(group, 0)}, {'the last ' * (group.attempts > 1)}{_by(subject, group)} "
        f"to {_place(group)}{failed}, and no further rule matches."
    )


def _no_rule(subject: Subject, group: Row) -> str:
    return f"would stay on the queue: no rule of {subject.file} matches."


def _not_a_dead_letter(subject: Subject, group: Row) -> str:
    return "would be reported (AMQ8721) and stay on the queue: without a valid MQDLH no rule is tried."


def _waiting(subject: Subject, group: Row) -> str:
    return f"would still be waiting for the next attempt {_by(subject, group)} when the handler is stopped."


SAYS = {
    FORWARDED: _forwarded, RETRIED: _retried, DISCARDED: _discarded, IGNORED: _ignored, NO_RULE: _no_rule,
    NOT_A_DEAD_LETTER: _not_a_dead_letter, WAITING: _waiting,
}  # fmt: skip


def _next(subject: Subject, group: Row) -> str:
    if group.outcome == NO_RULE or _comes_back(subject, group):
        return subject.propose
    if group.outcome == NOT_A_DEAD_LETTER:
        return f"amqsbcg {subject.queue or UNKNOWN_QUEUE} {subject.targets.queue_manager}".rstrip()
    if group.assumed or (group.outcome == IGNORED and group.queue):
        return subject.mqsc(f"DISPLAY QUEUE('{group.queue}') ALL")
    return subject.start
