"""Advice on a rules table: rules that cannot fire, messages that will stay, puts that cannot work, mistakes.

Sources: the document "DLQ handler rules table processing" for the queue that fills and the two remedies; the product
documentation of the handler for the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mqforensics import codes
from mqforensics.formats.dlqrules import Rule
from mqforensics.formats.dlqrules.problem import CONTROL, NEWLINE
from mqforensics.objects import commands
from mqforensics.objects.checks import UNKNOWN_BASE, UNKNOWN_NAME
from mqforensics.objects.estate import QUEUES
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.handler.passes import DISCARD, FORWARDED, FWD, IGNORE, RETRIED, RETRY
from mqforensics.questions.handler.patterns import covers
from mqforensics.questions.handler.result_groups import CITED
from mqforensics.questions.handler.subject import QUESTION, Subject
from mqforensics.questions.wording import count, lines, reason
from mqforensics.words import handler as words
from mqforensics.words.grammar import by_number

CATCH_ALL = "ACTION(FWD) FWDQ(REALLY.DEAD.QUEUE) HEADER(YES)"
INSTEAD_OF_IGNORE = "ACTION(FWD) FWDQ(IGNORED.DEAD.QUEUE) HEADER(YES)"
SHOWN = 5
"""Target queues whose display is suggested."""
NAMED = {NEWLINE: "LAST_LINE_UNFINISHED", CONTROL: "CONTROL_DATA_OUT_OF_PLACE"}
"""The mistakes that have a finding of their own."""


def advice(subject: Subject, retried: Iterable[Mapping[str, Any]] = (), messages: int | None = None) -> list[Finding]:
    """Findings on the table itself.

    `retried`: groups of messages (`rule_line`, `reason`, `count`) that RETRY puts; `messages`: how many there are.
    """
    found = [*_errors(subject, messages), *_notes(subject)]
    for check in (order, _ignore_finding, _no_catch_all, _to_itself, _missing_targets, _queue_cannot_be_read):
        found += check(subject)
    return [*found, *_hopeless(subject, retried)]


def _errors(subject: Subject, messages: int | None) -> Iterator[Finding]:
    errors = subject.table.errors
    if not errors:
        return
    first = " ".join(words.ERROR.format(line=error.line, error=error) for error in errors[:1])
    others = len(errors) - 1
    more = words.MORE_ERRORS.format(number=others, follow=by_number(others, "follows", "follow")) if others else ""
    tried = messages or 0
    none = words.NONE_OF.format(messages=count(tried, "message")) if tried > 1 else words.NO_MESSAGE
    said = words.ERRORS.format(file=subject.file, errors=count(len(errors), "error"), none=none, first=first, more=more)
    evidence = subject.at(*sorted({error.line for error in errors}))
    yield Finding(QUESTION, "TABLE_IN_ERROR", "critical", said, evidence, subject.check)
    for error in errors:
        if error.topic in NAMED:
            said = f"{subject.file}, line {error.line}: {error.words}."
            yield Finding(QUESTION, NAMED[error.topic], "critical", said, subject.at(error.line), subject.check)


def _notes(subject: Subject) -> Iterator[Finding]:
    notes = subject.table.warnings
    if notes:
        said = " ".join(f"{subject.file}, line {note.line}: {note.words}." for note in notes)
        evidence = subject.at(*sorted({note.line for note in notes}))
        yield Finding(QUESTION, "TABLE_NOTES", "info", said, evidence, subject.check)


def _ignore_finding(subject: Subject) -> Iterator[Finding]:
    ignoring = [rule.line for rule in subject.table.rules if rule.action == IGNORE]
    if ignoring:
        said = words.IGNORING.format(
            file=subject.file, lines=lines(ignoring), instead=INSTEAD_OF_IGNORE, catch_all=CATCH_ALL
        )
        define = subject.define("IGNORED.DEAD.QUEUE")
        yield Finding(QUESTION, "IGNORE_FILLS_QUEUE", "warning", said, subject.at(*ignoring), define)


def _no_catch_all(subject: Subject) -> Iterator[Finding]:
    rules = subject.table.rules
    if rules and (rules[-1].patterns or rules[-1].action not in (FWD, DISCARD)):
        said = words.NO_CATCH_ALL.format(file=subject.file, line=rules[-1].line, catch_all=CATCH_ALL)
        add = subject.check + subject.define("REALLY.DEAD.QUEUE")
        yield Finding(QUESTION, "NO_CATCH_ALL", "warning", said, subject.at(rules[-1].line), add)


def last_rule_discards(subject: Subject, alike: Iterable[Mapping[str, Any]]) -> Iterator[Finding]:
    """That the table deletes what no put delivers, or all, with how many of those puts rest on an assumption."""
    rules = [rule for rule in subject.table.rules if not _rules_that_take_all(subject.table.rules, rule)]
    if not rules or rules[-1].action != DISCARD:
        return
    depending = [group for group in alike if group["assumed"] and group["outcome"] in (FORWARDED, RETRIED)]
    unsure = [group for group in depending if group["meet_last"]]
    number, at = sum(group["meet_last"] for group in unsure), rules[-1].line
    puts = any(rule.action in (FWD, RETRY) for rule in rules)
    fires = words.CAN_FIRE if rules[-1] is not subject.table.rules[-1] else ""
    said = words.LAST_DISCARDS.format(file=subject.file, fires=fires, line=at)
    said += "" if puts else words.ONLY_DELETES
    if number:
        depend = by_number(number, "depends", "depend")
        said += words.DEPENDING.format(messages=count(number, "message"), depend=depend)
    queues = dict.fromkeys(group["queue"] for group in unsure if group["queue"])
    show = [one for queue in list(queues)[:SHOWN] for one in subject.mqsc("DISPLAY QUEUE({}) ALL", queue)]
    cited = [Evidence(place.file, number=place.number) for group in unsure for place in group["cited"]]
    evidence = subject.at(at) + cited
    severity = "warning" if puts else "critical"
    yield Finding(QUESTION, "LAST_RULE_DISCARDS", severity, said, evidence[:CITED], show or subject.check)


def _to_itself(subject: Subject) -> Iterator[Finding]:
    for rule in _local_forwards(subject):
        if rule.fwdq in subject.names:
            said = words.TO_ITSELF.format(
                line=rule.line, file=subject.file, queue=rule.fwdq, then=words.THEN[rule.header]
            )
            at = subject.at(rule.line)
            yield Finding(
                QUESTION, "FORWARD_TO_ITSELF", "critical", said, at, subject.check, subject.manager, rule.fwdq
            )


def _missing_targets(subject: Subject) -> Iterator[Finding]:
    for rule in _local_forwards(subject):
        fate, gone = subject.targets.fate(rule.fwdq, rule.fwdqm), subject.targets.put(rule.fwdq, rule.fwdqm).refused
        if gone.code not in (UNKNOWN_NAME, UNKNOWN_BASE) or not subject.targets.known.names:
            continue
        target = gone.object
        fails = fate.reason in (UNKNOWN_NAME, UNKNOWN_BASE)
        lacks = " and ".join(fate.assumed)
        near = subject.spelt_otherwise(target)
        alias = words.ALIAS.format(target=target) if target != rule.fwdq else ""
        head = words.HEAD.format(line=rule.line, file=subject.file, queue=rule.fwdq, alias=alias)
        if fails:
            doubts = words.UNSURE.format(doubts=lacks) if lacks else ""
            said = words.MISSING.format(head=head, target=target, reason=reason(fate.reason), doubts=doubts)
        elif lacks:
            said = words.MAY_BE_MISSING.format(head=head, target=target, lacks=lacks)
        else:
            continue
        said += words.NEAR.format(near=near) if near and near not in said else ""
        show = gone.next + (subject.define(target) if fails else [])
        evidence = subject.at(rule.line) + [Evidence.of(place) for place in gone.places]
        yield Finding(QUESTION, "TARGET_MISSING", "warning", said, evidence, show, subject.manager, rule.fwdq)


def _queue_cannot_be_read(subject: Subject) -> Iterator[Finding]:
    # The handler opens the queue with MQOO_INPUT_AS_Q_DEF, so the queue's own definition decides who may read it.
    estate, where = subject.targets.known.estate, (subject.manager, subject.queue)
    rows = estate.newest(estate.of(subject.manager, QUEUES, subject.queue))
    if estate.fact_of(rows, "GET").value == "DISABLED":
        said = words.GET_DISABLED.format(queue=subject.queue, reason=reason(2016))
        show = subject.mqsc("DISPLAY QLOCAL({}) GET DESCR ALTDATE ALTTIME", subject.queue)
        yield Finding(QUESTION, "QUEUE_CANNOT_BE_READ", "critical", said, subject.at(), show, *where)
    if any("NOSHARE" in row.attributes for row in rows) or estate.fact_of(rows, "DEFSOPT").value == "EXCL":
        said = words.ONE_READER.format(queue=subject.queue, reason=reason(2042))
        show = subject.mqsc("DISPLAY QSTATUS({}) TYPE(HANDLE) APPLTAG INPUT", subject.queue)
        yield Finding(QUESTION, "ONE_READER_ONLY", "info", said, subject.at(), show, *where)


def _hopeless(subject: Subject, retried: Iterable[Mapping[str, Any]]) -> Iterator[Finding]:
    counts: dict[tuple[int, int], int] = {}
    for group in retried:
        key = group["rule_line"], group["reason"]
        counts[key] = counts.get(key, 0) + group["count"]
    for rule in subject.table.rules:
        if rule.action == RETRY and "REASON" in rule.patterns:
            counts.setdefault((rule.line, rule.patterns["REASON"]), 0)
    for (line, code), number in sorted(counts.items()):
        if code is not None and not codes.may_pass(code):
            there = words.THERE.format(messages=count(number, "message")) if number else ""
            said = words.HOPELESS.format(line=line, file=subject.file, reason=reason(code), there=there)
            show = commands.shell(f"mqforensics mqrc {int(code)}")
            yield Finding(QUESTION, "RETRY_CANNOT_HELP", "warning", said, subject.at(line), show)


def _local_forwards(subject: Subject) -> list[Rule]:
    here = ("", subject.targets.queue_manager)
    found = [rule for rule in subject.table.rules if rule.action == FWD and not rule.fwdq.startswith("&")]
    return [rule for rule in found if rule.fwdqm in here]


def order(subject: Subject) -> Iterator[Finding]:
    """A finding for each rule that an earlier one leaves nothing to do."""
    rules = subject.table.rules
    for rule in rules:
        # The same patterns twice are a second choice on purpose; a narrower rule after a wider one is not.
        likely = [one for one in _wider(rules, rule) if one.action == FWD and one.patterns != rule.patterns]
        if certain := _rules_that_take_all(rules, rule):
            yield _never(subject, rule, certain[0])
        elif likely:
            yield _shadow_finding(subject, rule, likely[0])


def _wider(rules: Sequence[Rule], rule: Rule) -> list[Rule]:
    return [before for before in rules[: rule.number - 1] if covers_rule(before, rule)]


def _rules_that_take_all(rules: Sequence[Rule], rule: Rule) -> list[Rule]:
    """The rules before one that leave it nothing: they match all that it matches, and cannot fail."""
    return [before for before in _wider(rules, rule) if before.action in (DISCARD, IGNORE)]


def _never(subject: Subject, rule: Rule, before: Rule) -> Finding:
    said = words.NEVER.format(line=rule.line, file=subject.file, action=before.action, before=before.line)
    return Finding(QUESTION, "RULE_NEVER_FIRES", "warning", said, subject.at(rule.line, before.line), subject.check)


def _shadow_finding(subject: Subject, rule: Rule, before: Rule) -> Finding:
    said = words.SHADOWED.format(
        line=rule.line,
        file=subject.file,
        before=before.line,
        queue=before.fwdq,
        attempts=count(before.retry, "attempt"),
    )
    return Finding(QUESTION, "RULE_SHADOWED", "warning", said, subject.at(rule.line, before.line), subject.check)


def covers_rule(wide: Rule, narrow: Rule) -> bool:
    """Whether every message that `narrow` matches, `wide` matches too; False when that is not certain."""
    return all(_covers(pattern, narrow.patterns.get(name)) for name, pattern in wide.patterns.items())


def _covers(wide: str | int, narrow: str | int | None) -> bool:
    if isinstance(wide, str) and isinstance(narrow, str):
        return covers(wide, narrow)
    return wide == narrow
