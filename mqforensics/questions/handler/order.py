"""Rules in the wrong order: those that never fire, or fire only when another one fails."""

from collections.abc import Iterator

from mqforensics.formats.dlqrules import Rule
from mqforensics.questions.finding import Finding
from mqforensics.questions.handler.passes import DISCARD, FWD, IGNORE
from mqforensics.questions.handler.patterns import covers
from mqforensics.questions.handler.subject import QUESTION, Subject
from mqforensics.questions.handler.wording import count


def order(subject: Subject) -> Iterator[Finding]:
    """A finding for each rule that an earlier one leaves nothing to do."""
    rules = subject.table.rules
    for rule in rules:
        wider = [before for before in rules[: rule.number - 1] if covers_rule(before, rule)]
        certain = [before for before in wider if before.action in (DISCARD, IGNORE)]
        # The same patterns twice are a second choice on purpose; a narrower rule after a wider one is not.
        likely = [before for before in wider if before.action == FWD and before.patterns != rule.patterns]
        if certain:
            yield _never(subject, rule, certain[0])
        elif likely:
            yield _shadowed(subject, rule, likely[0])


def _never(subject: Subject, rule: Rule, before: Rule) -> Finding:
    words = (
        f"The rule on line {rule.line} of {subject.file} can never fire. ACTION({before.action}) on line {before.line} "
        "takes every message that it matches, and cannot fail."
    )
    return Finding(QUESTION, "RULE_NEVER_FIRES", "warning", words, subject.at(rule.line, before.line), subject.check)


def _shadowed(subject: Subject, rule: Rule, before: Rule) -> Finding:
    words = (
        f"The rule on line {rule.line} of {subject.file} fires only for messages that line {before.line} could not put "
        f"to {before.fwdq} in {count(before.retry, 'attempt')}. Line {before.line} matches every message that it "
        "matches. Put the narrower rule first."
    )
    return Finding(QUESTION, "RULE_SHADOWED", "warning", words, subject.at(rule.line, before.line), subject.check)


def covers_rule(wide: Rule, narrow: Rule) -> bool:
    """Whether every message that `narrow` matches, `wide` matches too; False when that is not certain."""
    return all(_covers(pattern, narrow.patterns.get(name)) for name, pattern in wide.patterns.items())


def _covers(wide: str | int, narrow: str | int | None) -> bool:
    if isinstance(wide, str) and isinstance(narrow, str):
        return covers(wide, narrow)
    return wide == narrow
