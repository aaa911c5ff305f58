"""What a dry run says of all messages that fare alike, made from the story of one of them."""

from collections.abc import Sequence
from typing import NamedTuple

from mqforensics.formats.dlqrules import Rule
from mqforensics.questions.handler.kinds import FROM_DEST, FROM_REPLY
from mqforensics.questions.handler.passes import DISCARD, FWD, IGNORE, NOT_A_DEAD_LETTER, RETRY, Step, Story
from mqforensics.questions.handler.wording import count, reason

NO_HEADER, PUT_FAILED = "AMQ8721", "AMQ8722"
LITERAL, OF_DEST, OF_REPLY = range(3)
GONE, KEPT, STRIPPED = range(3)
"""What becomes of the message's first header: discarded with it, kept, taken off."""


class Cell(NamedTuple):
    """What is the same for all messages that fare alike."""

    rule_line: int | None = None
    action: str | None = None
    header: str | None = None
    outcome: str = NOT_A_DEAD_LETTER
    attempts: int = 0
    failed_with: int | None = None
    tries: str | None = None
    assumed: str | None = None
    message: str | None = None
    seconds: int = 0
    put: tuple[int, str | None, int, str | None] = (LITERAL, None, LITERAL, None)
    """Where the names of queue and queue manager come from, and the names that the rule itself has."""
    context: bool = False
    header_is: int = KEPT
    before: int = 0
    """How many rules there are to be told of that did not deal with the message."""
    tried: tuple[int, ...] = ()
    """Places of the rules whose put was tried in vain."""


def cell(rules: Sequence[Rule], interval: int, dead_for: int | None, story: Story) -> Cell:
    """What the story of one message says of all like it.

    `interval`: seconds between two passes; `dead_for`: the message's own MQDLH.Reason, where a put may fail for it too.
    """
    rule = rules[story.step.rule] if story.step else None
    failed, putting = story.failed, bool(rule) and rule.action in (FWD, RETRY)
    decides = rule is not None and (story.done or rule.action == IGNORE)
    return Cell(
        rule_line=rule.line if rule else None,
        action=rule.action if rule else IGNORE,
        header=_header(rule) if putting else None,
        outcome=story.outcome,
        attempts=story.attempts,
        failed_with=story.failure.fate.reason if story.failure else None,
        tries="; ".join(_tries(rules[step.rule], step, times) for step, times in failed) or None,
        assumed="; ".join(story.assumed) or None,
        message=_message([step for step, _ in failed], dead_for),
        seconds=max(story.passes - 1, 0) * interval,
        put=_put(rule) if putting else (LITERAL, None, LITERAL, None),
        context=putting and rule.putaut == "CTX",
        header_is=_header_is(rule) if story.done else KEPT,
        before=story.step.rule if decides else len(rules),
        tried=tuple(step.rule for step, _ in failed),
    )


def _header(rule: Rule) -> str:
    return rule.header if rule.action == FWD else "NO"


def _header_is(rule: Rule) -> int:
    if rule.action == DISCARD:
        return GONE
    return KEPT if _header(rule) == "YES" else STRIPPED


def _tries(rule: Rule, step: Step, times: int) -> str:
    why = f" with {reason(step.fate.reason)}" if step.fate.reason is not None else ""
    return f"line {rule.line}: {count(times, 'put')} failed{why}"


def _message(failed: list[Step], dead_for: int | None) -> str | None:
    """AMQ8722 for a failed put, unless it is the same failure at the same place as the MQDLH tells of already."""
    told = [s for s in failed if s.fate.reason is not None and not (s.same_place and s.fate.reason == dead_for)]
    return PUT_FAILED if told else None


def _put(rule: Rule) -> tuple[int, str | None, int, str | None]:
    if rule.action == RETRY:
        return OF_DEST, None, OF_DEST, None
    return _source(rule.fwdq), rule.fwdq, _source(rule.fwdqm), rule.fwdqm


def _source(name: str) -> int:
    return OF_DEST if name in FROM_DEST else OF_REPLY if name in FROM_REPLY else LITERAL
