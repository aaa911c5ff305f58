"""The result of a dry run by groups of messages that fare alike, and a finding for each group."""

from collections import Counter
from collections.abc import Iterable

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from mqforensics.objects.check import Check
from mqforensics.objects.checks import Q_FULL, UNKNOWN_NAME
from mqforensics.objects.commands import Command, unfit
from mqforensics.objects.puts import display
from mqforensics.questions.finding import Evidence, Finding, sentence
from mqforensics.questions.handler.passes import (
    DISCARDED,
    DONE,
    FORWARDED,
    IGNORE,
    IGNORED,
    NO_RULE,
    NOT_A_DEAD_LETTER,
    NOT_READ,
    RETRIED,
    WAITING,
)  # fmt: skip
from mqforensics.questions.handler.subject import QUESTION, Subject
from mqforensics.questions.wording import count, reason
from mqforensics.sparks import grouped, ordering_text, smallest

KEYS = (
    "outcome", "rule_line", "action", "reason", "queue", "queue_manager", "header", "failed_with", "assumed",
)  # fmt: skip
FLOW = ("reason", "rule_line", "action", "queue", "outcome")
CITED = 1000
"""So many messages of a group are cited; more would only be a copy of the dump."""
MOST = 500
"""Groups with a finding of their own, the largest first."""
XMIT_Q_MSG_ERROR = 271
"""MQFB_XMIT_Q_MSG_ERROR: what a channel says of a message without an MQXQH on its transmission queue."""
SEVERITY = {FORWARDED: "info", RETRIED: "info", DISCARDED: "critical"}
"""Every other outcome is a warning: a message stays."""


def flow(result: DataFrame) -> DataFrame:
    """`reason`, `rule_line`, `action`, `queue`, `outcome`, `count`: what becomes of the messages of each reason."""
    return result.groupBy(*FLOW).count().orderBy(F.desc("count"), *FLOW)


def flow_of(alike: Iterable[Row]) -> list[dict]:
    """The rows of `flow`, from those of `groups`."""
    counts: Counter[tuple] = Counter()
    for group in alike:
        counts[tuple(group[name] for name in FLOW)] += group["count"]
    return [{**dict(zip(FLOW, key, strict=True)), "count": number} for key, number in counts.most_common()]


def groups(result: DataFrame) -> DataFrame:
    """One row a group of `KEYS` with `count`, `fewest`, `attempts` (the most), `seconds`, `destination`, `cited`.

    And `is_mixed`: whether `destination` is only the commonest; `meet_last`: how many of them the table's last rule may
    come to.

    A file without any dead letter is no dump of a dead-letter queue, so its messages make no group; nor do those of
    another queue than the handler reads.
    """
    place = F.struct("file", "number")
    of_file = grouped(
        result.where(F.col("outcome") != NOT_READ), (*KEYS, "file"),
        "count(*) AS count", "min(attempts) AS fewest", "max(attempts) AS attempts",
        "max(seconds) AS seconds", "count_if(meets_last) AS meet_last",
        "min(destination) AS first", "max(destination) AS last",
        destination=F.mode("destination", True), cited=smallest(place, place, CITED),
    )  # fmt: skip
    dead = of_file.selectExpr("*", f"max(outcome != '{NOT_A_DEAD_LETTER}') OVER (PARTITION BY file) AS dead")
    whole = grouped(
        dead.where("dead"), KEYS, "sum(count) AS count", "min(fewest) AS fewest", "max(attempts) AS attempts",
        "max(seconds) AS seconds", "sum(meet_last) AS meet_last",
        f"max_by(destination, {ordering_text('count', 'destination')}) AS destination",
        "coalesce(min(first) != max(last), false) AS is_mixed",
        cited=F.slice(F.flatten(smallest("cited", "file", CITED)), 1, CITED),
    )  # fmt: skip
    return whole.orderBy(F.desc("count"), *KEYS)


def finding(subject: Subject, group: Row) -> Finding:
    """What the handler would do with a group of messages, and what to run next."""
    evidence = [Evidence(at.file, number=at.number) for at in group.cited]
    severity = "warning" if _unwanted(subject, group) else SEVERITY.get(group.outcome, "warning")
    severity = "critical" if _comes_back(subject, group) else severity
    words = f"{_messages(group)} {SAYS[group.outcome](subject, group)}{_assumed(subject, group)}{unfit(group.queue)}"
    where = group.queue_manager or subject.manager, group.queue or subject.queue or None
    return Finding(QUESTION, group.outcome, severity, words, evidence, _next(subject, group), *where)


def _messages(group: Row) -> str:
    messages = count(group["count"], "message")
    if group.reason is None:
        return messages
    others = " and others" if group.is_mixed else ""
    return f"{messages} with reason {reason(group.reason)}, meant for {group.destination or 'no queue'}{others},"


def _by(subject: Subject, group: Row) -> str:
    return f"by line {group.rule_line} of {subject.file}"


def _place(group: Row) -> str:
    return f"{group.queue or 'no queue'}{f' on {group.queue_manager}' if group.queue_manager else ''}"


def _assumed(subject: Subject, group: Row) -> str:
    doubts = group.assumed.split("; ") if group.assumed else []
    if group.outcome in DONE.values():
        doubts += subject.doubts({at.file for at in group.cited})
    return " Not certain. " + " ".join(map(sentence, doubts)) if doubts else ""


def _attempts(group: Row, spared: int) -> str:
    up_to = "up to " if group.fewest < group.attempts else ""
    return f"{up_to}{count(group.attempts - spared, 'failed attempt')}"


def _tries(group: Row) -> str:
    if group.attempts <= 1:
        return ""
    return f" Before that there would be {_attempts(group, 1)}, which takes about {group.seconds} seconds."


def _comes_back(subject: Subject, group: Row) -> bool:
    return group.outcome in (FORWARDED, RETRIED) and _is_here(subject, group) and group.queue in subject.names


def _back(subject: Subject, group: Row) -> str:
    if not _comes_back(subject, group):
        return ""
    if group.header == "YES":
        return " That is the queue that the handler reads, so they come back."
    return " That leads to the queue that the handler reads. Without an MQDLH they stay there: AMQ8721."


def _unwanted(subject: Subject, group: Row) -> str:
    """What is wrong with a put that works: who reads the queue cannot use what comes."""
    if group.outcome not in (FORWARDED, RETRIED) or _comes_back(subject, group):
        return ""
    at, known = subject.targets.queue_manager or group.queue_manager or "", subject.targets.known
    if _is_here(subject, group) and known.transmits(at, group.queue):
        return (
            " That is a transmission queue. What is put there without an MQXQH its channel cannot send: it becomes a "
            f"dead letter again, with {reason(XMIT_Q_MSG_ERROR)}."
        )
    if group.outcome == FORWARDED and group.header == "YES" and group.queue == group.destination:
        return " There an application finds an MQDLH before its data; HEADER(NO) takes it off."
    return ""


def _is_here(subject: Subject, group: Row) -> bool:
    return group.queue_manager in ("", subject.targets.queue_manager)


def _forwarded(subject: Subject, group: Row) -> str:
    header = "with its MQDLH" if group.header == "YES" else "without its MQDLH"
    where = f"{_place(group)} {header}, {_by(subject, group)}"
    return f"would be forwarded to {where}.{_back(subject, group)}{_unwanted(subject, group)}{_tries(group)}"


def _retried(subject: Subject, group: Row) -> str:
    where = f"{_place(group)} again without the MQDLH, {_by(subject, group)}"
    return f"would be put to {where}.{_back(subject, group)}{_unwanted(subject, group)}{_tries(group)}"


def _discarded(subject: Subject, group: Row) -> str:
    failed = f" The put before that failed with {reason(group.failed_with)}." if group.failed_with is not None else ""
    return f"would be deleted {_by(subject, group)}.{failed}"


def _ignored(subject: Subject, group: Row) -> str:
    if group.action == IGNORE and group.rule_line is not None:
        return f"would stay on the queue, ignored {_by(subject, group)}."
    if group.rule_line is None:
        return f"would stay on the queue. Messages with the same MsgId and CorrelId use up the tries of {subject.file}."
    failed, refused = "", _refused(subject, group)
    if group.failed_with is not None:
        failed = f" with {reason(group.failed_with)}"
    elif refused.holds:
        failed = f", as {refused.said}"
    last = "The last put" if group.attempts > 1 else "The put"
    return (
        f"would stay on the queue after {_attempts(group, 0)}. {last}, {_by(subject, group)} to {_place(group)}, "
        f"failed{failed}. No further rule matches."
    )


def _refused(subject: Subject, group: Row) -> Check:
    return subject.targets.put(group.queue, group.queue_manager or "").refused


def _no_rule(subject: Subject, group: Row) -> str:
    return f"would stay on the queue. No rule of {subject.file} matches."


def _not_a_dead_letter(subject: Subject, group: Row) -> str:
    return "would be reported with AMQ8721 and stay on the queue. Without a valid MQDLH no rule is tried."


def _waiting(subject: Subject, group: Row) -> str:
    return f"would still wait for the next attempt {_by(subject, group)} when the handler is stopped."


SAYS = {
    FORWARDED: _forwarded, RETRIED: _retried, DISCARDED: _discarded, IGNORED: _ignored, NO_RULE: _no_rule,
    NOT_A_DEAD_LETTER: _not_a_dead_letter, WAITING: _waiting,
}  # fmt: skip


def _next(subject: Subject, group: Row) -> list[Command]:
    if group.outcome == NO_RULE or _comes_back(subject, group):
        return subject.propose
    if group.outcome == NOT_A_DEAD_LETTER:
        return subject.mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG OUTPUT", subject.queue)
    if group.outcome == IGNORED and group.queue and _is_here(subject, group) and group.failed_with:
        return _repair(subject, group)
    if group.outcome == IGNORED and group.queue:
        return _refused(subject, group).next or subject.check
    if group.assumed and group.queue:
        made, elsewhere = subject.targets.put(group.queue, group.queue_manager or ""), not _is_here(subject, group)
        look = subject.mqsc("DISPLAY QUEUE({}) PUT CURDEPTH MAXDEPTH MAXMSGL", group.queue, on=group.queue_manager)
        if elsewhere and group.queue_manager not in subject.targets.known.names:
            way = subject.mqsc("DISPLAY QUEUE({}) ALL", group.queue_manager) + subject.mqsc("DISPLAY QMGR DEFXMITQ")
            return made.refused.next or way
        authority = subject.mqsc("DISPLAY AUTHREC PROFILE({}) OBJTYPE(QUEUE)", group.queue)
        return (made.refused.next if made.end.absent else look) + ([] if elsewhere else authority)
    return subject.check


def _repair(subject: Subject, group: Row) -> list[Command]:
    """What mends a put that fails, as the evidence shows the queue; a look at it first."""
    made = subject.targets.put(group.queue, group.queue_manager or "")
    if group.failed_with == UNKNOWN_NAME:
        return made.refused.next + subject.define(group.queue)
    zos = True if subject.table.platform == "zos" else subject.targets.known.estate.on_zos(subject.manager)
    look = display(group.failed_with or 0, group.queue, subject.manager, zos)
    full = group.failed_with == Q_FULL
    return look + (subject.mqsc("DISPLAY QLOCAL({}) CURDEPTH MAXDEPTH IPPROCS", group.queue) if full else [])
