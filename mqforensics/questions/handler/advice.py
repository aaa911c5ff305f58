"""Advice on a rules table: rules that cannot fire, messages that will stay, puts that cannot work, mistakes.

Sources: seed 3 for the queue that fills and the two remedies; the handler's documentation for the rest.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mqforensics import codes
from mqforensics.formats.dlqrules import Rule
from mqforensics.formats.dlqrules.problem import CONTROL, NEWLINE
from mqforensics.questions.finding import Finding
from mqforensics.questions.handler.order import order
from mqforensics.questions.handler.passes import DISCARD, FWD, IGNORE, RETRY
from mqforensics.questions.handler.subject import QUESTION, Subject
from mqforensics.questions.handler.targets import UNKNOWN_QUEUE, base
from mqforensics.questions.handler.wording import count, lines, reason

CATCH_ALL = "ACTION(FWD) FWDQ(REALLY.DEAD.QUEUE) HEADER(YES)"
INSTEAD_OF_IGNORE = "ACTION(FWD) FWDQ(IGNORED.DEAD.QUEUE) HEADER(YES)"
THEN = {"YES": "the handler finds it again and never ends", "NO": "it lies there without an MQDLH"}
NAMED = {
    NEWLINE: ("LAST_LINE_UNFINISHED", "echo >> {file}"),
    CONTROL: ("CONTROL_DATA_OUT_OF_PLACE", "mqforensics rules check {file}"),
}
"""(code, next) of the mistakes that have a finding of their own."""


def advice(subject: Subject, retried: Iterable[Mapping[str, Any]] = (), messages: int | None = None) -> list[Finding]:
    """Findings on the table itself.

    `retried`: groups of messages (`rule_line`, `reason`, `count`) that RETRY puts; `messages`: how many there are.
    """
    found = [*_errors(subject, messages), *_notes(subject)]
    for check in (order, _ignoring, _no_catch_all, _to_itself, _missing, _reading):
        found += check(subject)
    return [*found, *_hopeless(subject, retried)]


def _errors(subject: Subject, messages: int | None) -> Iterator[Finding]:
    errors = subject.table.errors
    if not errors:
        return
    first = "; ".join(f"line {error.line}: {error}" for error in errors[:3])
    more = f" and {len(errors) - 3} more" if len(errors) > 3 else ""
    none = f"none of the {count(messages, 'message')}" if messages else "no message"
    words = f"{subject.file} has {count(len(errors), 'error')}, so the handler would process {none}: {first}{more}."
    evidence = subject.at(*sorted({error.line for error in errors}))
    yield Finding(QUESTION, "TABLE_IN_ERROR", "critical", words, evidence, subject.check)
    for error in errors:
        if error.topic in NAMED:
            code, command = NAMED[error.topic]
            words = f"{subject.file}, line {error.line}: {error.words}."
            at = subject.at(error.line)
            yield Finding(QUESTION, code, "critical", words, at, command.format(file=subject.file))


def _notes(subject: Subject) -> Iterator[Finding]:
    notes = subject.table.warnings
    if notes:
        words = f"{subject.file}: " + "; ".join(f"line {note.line}: {note.words}" for note in notes) + "."
        evidence = subject.at(*sorted({note.line for note in notes}))
        yield Finding(QUESTION, "TABLE_NOTES", "info", words, evidence, subject.check)


def _ignoring(subject: Subject) -> Iterator[Finding]:
    ignoring = [rule.line for rule in subject.table.rules if rule.action == IGNORE]
    if ignoring:
        words = (
            f"{subject.file} leaves messages on the dead-letter queue with ACTION(IGNORE) on {lines(ignoring)}. The "
            "handler keeps a record of each message that it leaves and looks at them all again, so its work grows and "
            f"the queue can fill up. Two remedies: move such messages away with {INSTEAD_OF_IGNORE} instead, and end "
            f"the table with a rule for all the rest, {CATCH_ALL}."
        )
        define = subject.mqsc("DEFINE QLOCAL('IGNORED.DEAD.QUEUE')")
        yield Finding(QUESTION, "IGNORE_FILLS_QUEUE", "warning", words, subject.at(*ignoring), define)


def _no_catch_all(subject: Subject) -> Iterator[Finding]:
    rules = subject.table.rules
    if rules and (rules[-1].patterns or rules[-1].action not in (FWD, DISCARD)):
        words = (
            f"The last rule of {subject.file}, on line {rules[-1].line}, does not take every message off the queue: "
            f"what no rule matches, or no put delivers, stays for ever. End the table with {CATCH_ALL}."
        )
        add = f"echo '{CATCH_ALL}' >> {subject.file}"
        yield Finding(QUESTION, "NO_CATCH_ALL", "warning", words, subject.at(rules[-1].line), add)


def _to_itself(subject: Subject) -> Iterator[Finding]:
    for rule in _forwarding(subject):
        found = subject.targets.known.find(subject.targets.queue_manager, rule.fwdq)
        if subject.queue and subject.queue in (rule.fwdq, base(found or {}, rule.fwdq)):
            words = (
                f"The rule on line {rule.line} of {subject.file} forwards to {rule.fwdq}, which is the dead-letter "
                f"queue that the handler reads: a message comes back to where it was and {THEN[rule.header]}."
            )
            show = subject.mqsc("DISPLAY QMGR DEADQ")
            yield Finding(QUESTION, "FORWARD_TO_ITSELF", "critical", words, subject.at(rule.line), show)


def _missing(subject: Subject) -> Iterator[Finding]:
    for rule in _forwarding(subject):
        known = subject.targets.known
        fate = subject.targets.fate(rule.fwdq, rule.fwdqm)
        define = subject.mqsc(f"DEFINE QLOCAL('{rule.fwdq}')")
        head = f"The rule on line {rule.line} of {subject.file} forwards to {rule.fwdq}"
        if fate.reason == UNKNOWN_QUEUE:
            words = f"{head}, which does not exist in the evidence: the put fails with {reason(UNKNOWN_QUEUE)}."
            yield Finding(QUESTION, "TARGET_MISSING", "warning", words, subject.at(rule.line), define)
        elif fate.assumed and known.queues and known.find(subject.targets.queue_manager, rule.fwdq) is None:
            words = f"{head}; whether it exists is not known: {fate.assumed}."
            show = subject.mqsc(f"DISPLAY QUEUE('{rule.fwdq}') ALL")
            yield Finding(QUESTION, "TARGET_MISSING", "warning", words, subject.at(rule.line), show)


def _reading(subject: Subject) -> Iterator[Finding]:
    # The handler opens the queue with MQOO_INPUT_AS_Q_DEF, so the queue's own definition decides who may read it.
    found = subject.targets.known.find(subject.targets.queue_manager, subject.queue) or {}
    show = subject.mqsc(f"DISPLAY QLOCAL('{subject.queue}') GET SHARE DEFSOPT IPPROCS")
    if found.get("GET") == "DISABLED":
        words = f"{subject.queue} has GET(DISABLED): the handler cannot take messages off it ({reason(2016)})."
        yield Finding(QUESTION, "QUEUE_CANNOT_BE_READ", "critical", words, subject.at(), show)
    if "NOSHARE" in found or found.get("DEFSOPT") == "EXCL":
        words = (
            f"{subject.queue} is opened for one reader alone (NOSHARE or DEFSOPT(EXCL)): while anything else reads it, "
            "a second handler too, the handler ends with 2042 MQRC_OBJECT_IN_USE."
        )
        yield Finding(QUESTION, "ONE_READER_ONLY", "info", words, subject.at(), show)


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
            there = f" ({count(number, 'message')} here)" if number else ""
            words = (
                f"ACTION(RETRY) on line {line} of {subject.file} puts messages again that are here for {reason(code)}"
                f"{there}. That reason does not pass by itself: forward such messages to a queue where someone looks "
                "at them, and retry only after the cause is mended."
            )
            show = f"mqforensics mqrc {code}"
            yield Finding(QUESTION, "RETRY_CANNOT_HELP", "warning", words, subject.at(line), show)


def _forwarding(subject: Subject) -> list[Rule]:
    here = ("", subject.targets.queue_manager)
    found = [rule for rule in subject.table.rules if rule.action == FWD and not rule.fwdq.startswith("&")]
    return [rule for rule in found if rule.fwdqm in here]
