"""The result of a dry run by groups of messages that fare alike, and a finding for each group."""

from collections import Counter
from collections.abc import Iterable
from functools import partial

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from mqforensics.codes.platforms import ZOS
from mqforensics.flow.assumptions import assumption, in_order
from mqforensics.objects.check import Check
from mqforensics.objects.checks import Q_FULL, UNKNOWN_NAME
from mqforensics.objects.commands import Command, why_unfit
from mqforensics.objects.puts import display
from mqforensics.questions.finding import Evidence, Finding
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
from mqforensics.spark_compat import group_by, ordering_text, smallest
from mqforensics.words import handler as words
from mqforensics.words.grammar import by_number

KEYS = (
    "outcome", "rule_line", "action", "reason", "queue", "queue_manager", "header", "failed_with", "assumed",
)  # fmt: skip
FLOW = ("reason", "rule_line", "action", "queue", "outcome")
CITED = 1000
"""So many messages of a group are cited; more would only be a copy of the dump."""
MOST = 500
"""Groups with a finding of their own, the largest first."""
KEYS_OF = {said: key for key, said in words.DOUBTS.items()}
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

    And `is_mixed`: whether `destination` is only the most common; `meet_last`: how many of them the table's last rule
    may come to.

    A file without any dead-lettered message is not a dump of a dead-letter queue, so its messages make no group; nor do
    those of another queue than the handler reads.
    """
    place = F.struct("file", "number")
    of_file = group_by(
        result.where(F.col("outcome") != NOT_READ), (*KEYS, "file"),
        "count(*) AS count", "min(attempts) AS fewest", "max(attempts) AS attempts",
        "max(seconds) AS seconds", "count_if(meets_last) AS meet_last",
        "min(destination) AS first", "max(destination) AS last",
        destination=F.mode("destination", True), cited=smallest(place, place, CITED),
    )  # fmt: skip
    dead = of_file.selectExpr("*", f"max(outcome != '{NOT_A_DEAD_LETTER}') OVER (PARTITION BY file) AS dead")
    whole = group_by(
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
    severity = "warning" if _misuse_in_words(subject, group) else SEVERITY.get(group.outcome, "warning")
    severity = "critical" if _comes_back(subject, group) else severity
    where = group.queue_manager or subject.manager, group.queue or subject.queue or None
    doubts = group.assumed.split("; ") if group.assumed else []
    assumes = [assumption(words.ASSUMED[KEYS_OF[one]], *where) for one in doubts if one in KEYS_OF]
    said = f"{SAYS[group.outcome](subject, group)}{_unsure(subject, group, doubts)}{why_unfit(group.queue)}"
    return Finding(QUESTION, group.outcome, severity, said, evidence, _next(subject, group), *where,
                   assumes=in_order(assumes))  # fmt: skip


def _messages(group: Row) -> str:
    messages = count(group["count"], "message")
    if group.reason is None:
        return messages
    return words.MESSAGES.format(
        messages=messages, reason=reason(group.reason), destination=group.destination or words.NO_QUEUE,
        others=words.OTHERS if group.is_mixed else "",
    )  # fmt: skip


def _by(subject: Subject, group: Row) -> str:
    return words.BY.format(line=group.rule_line, file=subject.file)


def _place(group: Row) -> str:
    on = words.ON_MANAGER.format(manager=group.queue_manager) if group.queue_manager else ""
    return f"{group.queue or words.NO_QUEUE}{on}"


def _unsure(subject: Subject, group: Row, doubts: list[str]) -> str:
    """What keeps the outcome from being certain, beside what is an assumption."""
    others = [one for one in doubts if one not in KEYS_OF]
    if group.outcome in DONE.values():
        others += subject.doubts({at.file for at in group.cited})
    return "".join(words.UNSURE.format(doubts=one) for one in others)


def _attempts(group: Row, spared: int) -> str:
    up_to = words.UP_TO if group.fewest < group.attempts else ""
    return f"{up_to}{count(group.attempts - spared, 'failed attempt')}"


def _tries(group: Row) -> str:
    if group.attempts <= 1:
        return ""
    return words.TRIES.format(attempts=_attempts(group, 1), seconds=group.seconds)


def _comes_back(subject: Subject, group: Row) -> bool:
    return group.outcome in (FORWARDED, RETRIED) and _is_here(subject, group) and group.queue in subject.names


def _back(subject: Subject, group: Row) -> str:
    if not _comes_back(subject, group):
        return ""
    if group.header == "YES":
        return words.COMES_BACK.format(they=by_number(group["count"], words.IT_COMES, words.THEY_COME))
    return words.COMES_BACK_BARE.format(they=by_number(group["count"], words.IT_STAYS, words.THEY_STAY))


def _misuse_in_words(subject: Subject, group: Row) -> str:
    """What is wrong with a put that works: who reads the queue cannot use what comes."""
    if group.outcome not in (FORWARDED, RETRIED) or _comes_back(subject, group):
        return ""
    at, known = subject.targets.queue_manager or group.queue_manager or "", subject.targets.known
    if _is_here(subject, group) and known.transmits(at, group.queue):
        return words.ON_XMITQ.format(reason=reason(XMIT_Q_MSG_ERROR))
    if group.outcome == FORWARDED and group.header == "YES" and group.queue == group.destination:
        return words.HEADER_STAYS
    return ""


def _is_here(subject: Subject, group: Row) -> bool:
    return group.queue_manager in ("", subject.targets.queue_manager)


def _put_in_words(template: str, subject: Subject, group: Row) -> str:
    return template.format(
        messages=_messages(group), place=_place(group), out="" if group.header == "YES" else "out",
        its=by_number(group["count"], "its", "their"), by=_by(subject, group), back=_back(subject, group),
        unwanted=_misuse_in_words(subject, group), tries=_tries(group),
    )  # fmt: skip


def _discard_in_words(subject: Subject, group: Row) -> str:
    failed = group.failed_with is not None and words.BEFORE_FAILED.format(reason=reason(group.failed_with))
    return words.DISCARDED.format(messages=_messages(group), by=_by(subject, group), failed=failed or "")


def _ignore_in_words(subject: Subject, group: Row) -> str:
    messages = _messages(group)
    if group.action == IGNORE and group.rule_line is not None:
        return words.IGNORED_BY_RULE.format(messages=messages, by=_by(subject, group))
    if group.rule_line is None:
        return words.TRIES_USED_UP.format(messages=messages, file=subject.file)
    failed, refused = "", _refusal(subject, group)
    if group.failed_with is not None:
        failed = words.WITH.format(reason=reason(group.failed_with))
    elif refused.holds:
        failed = words.AS.format(said=refused.said)
    return words.IGNORED.format(
        messages=messages, attempts=_attempts(group, 0), last=words.LAST_PUT[group.attempts > 1],
        by=_by(subject, group), place=_place(group), failed=failed,
    )  # fmt: skip


def _refusal(subject: Subject, group: Row) -> Check:
    return subject.targets.put(group.queue, group.queue_manager or "").refused


def _not_a_dead_letter(subject: Subject, group: Row) -> str:
    them = by_number(group["count"], "it", "them")
    return words.NOT_A_DEAD_LETTER.format(messages=_messages(group), them=them)


SAYS = {
    FORWARDED: partial(_put_in_words, words.FORWARDED), RETRIED: partial(_put_in_words, words.RETRIED),
    DISCARDED: _discard_in_words, IGNORED: _ignore_in_words, NOT_A_DEAD_LETTER: _not_a_dead_letter,
    NO_RULE: lambda subject, group: words.NO_RULE.format(messages=_messages(group), file=subject.file),
    WAITING: lambda subject, group: words.WAITING.format(messages=_messages(group), by=_by(subject, group)),
}  # fmt: skip


def _next(subject: Subject, group: Row) -> list[Command]:
    if group.outcome == NO_RULE or _comes_back(subject, group):
        return subject.propose
    if group.outcome == NOT_A_DEAD_LETTER:
        return subject.mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG OUTPUT", subject.queue)
    if group.outcome == IGNORED and group.queue and _is_here(subject, group) and group.failed_with:
        return _repair(subject, group)
    if group.outcome == IGNORED and group.queue:
        return _refusal(subject, group).next or subject.check
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
    """What fixes a put that fails, as the evidence shows the queue; a look at it first."""
    made = subject.targets.put(group.queue, group.queue_manager or "")
    if group.failed_with == UNKNOWN_NAME:
        return made.refused.next + subject.define(group.queue)
    zos = True if subject.table.platform == ZOS else subject.targets.known.estate.on_zos(subject.manager)
    look = display(group.failed_with or 0, group.queue, subject.manager, zos)
    full = group.failed_with == Q_FULL
    return look + (subject.mqsc("DISPLAY QLOCAL({}) CURDEPTH MAXDEPTH IPPROCS", group.queue) if full else [])
