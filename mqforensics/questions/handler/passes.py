"""The handler's passes over the queue, for the messages that share one counter (MsgId and CorrelId).

One counter serves all messages of the same MsgId and CorrelId: it grows by one each time any of them is looked at, and
is forgotten when one of them leaves the queue. A rule applies while the counter is below the sum of RETRY over the
matching rules up to it; IGNORE applies at once. Passes in which nothing changes but the counter are not played but
counted, so that RETRY(999999999) costs no more than RETRY(1).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mqforensics.questions.handler.targets import FOR_EVER, Fate

DISCARD, IGNORE, RETRY, FWD = "DISCARD", "IGNORE", "RETRY", "FWD"
FORWARDED, RETRIED, DISCARDED, IGNORED = "FORWARDED", "RETRIED", "DISCARDED", "IGNORED"
NO_RULE, NOT_A_DEAD_LETTER, WAITING = "NO_RULE", "NOT_A_DEAD_LETTER", "WAITING"
DONE = {DISCARD: DISCARDED, RETRY: RETRIED, FWD: FORWARDED}


class Step(NamedTuple):
    """A rule that matches a message: its place in the table, and what becomes of its put for this message."""

    rule: int
    action: str
    retry: int
    fate: Fate = Fate()
    same_place: bool = False
    """Whether the put is to where the message was to go in the first place."""


@dataclass
class Story:
    """What happens to one message: the rule tried last, how often each was tried, and how it ends."""

    steps: Sequence[Step]
    outcome: str = ""
    step: Step | None = None
    passes: int = 0
    """Passes until nothing more happens to it; 1 when the first look decides."""
    tries: dict[int, int] = field(default_factory=dict)
    """How often the put of a rule was tried, by the rule's place in the table."""
    failure: Step | None = None
    """The rule whose put failed last; not always the last of `failed`, for a counter may begin again."""

    @property
    def done(self) -> bool:
        """Whether the message has left the queue."""
        return self.outcome in DONE.values()

    @property
    def attempts(self) -> int:
        """Actions taken on the message, failed ones too; IGNORE is none."""
        return sum(self.tries.values())

    @property
    def failed(self) -> list[tuple[Step, int]]:
        """The rules whose put failed, with how often, in the order of the table."""
        last = self.step if self.done else None
        counted = [(step, self.tries.get(step.rule, 0) - (step is last)) for step in self.steps]
        return [(step, count) for step, count in counted if count]


def play(plans: Sequence[Sequence[Step]], rounds: int | None = None) -> list[Story]:
    """The stories of messages that share a counter, in the order of the queue; `rounds`: passes before it is stopped.

    Without `rounds` the handler goes on until a pass changes nothing.
    """
    stories = waiting = [Story(steps) for steps in plans]
    counter, passed, quiet = 0, 0, False
    while waiting and not quiet and passed != rounds:
        passed += 1
        counter, failed = _pass(waiting, counter, passed)
        left = [story for story in waiting if not story.outcome]
        if len(left) == len(waiting):
            quiet = not failed
            skipped = _uneventful(failed, passed, len(left), rounds)
            counter, passed = counter + skipped * len(left), passed + skipped
        waiting = left
    for seen, story in enumerate(waiting, counter):
        story.outcome = _left(story, None if quiet else _next(story.steps, seen)[0])
    return stories


def _pass(waiting: list[Story], counter: int, passed: int) -> tuple[int, list[tuple[Story, int]]]:
    """One look at each message; gives the counter and, for each failed put, how many more tries its rule has."""
    failed = []
    for story in waiting:
        seen, counter = counter, counter + 1
        step, budget = _next(story.steps, seen)
        if step is None or (step is story.step and step.action == IGNORE):
            continue
        story.step, story.passes = step, passed
        if step.action == IGNORE:
            continue
        story.tries[step.rule] = story.tries.get(step.rule, 0) + 1
        if step.action == DISCARD or 0 <= step.fate.passes < passed:
            story.outcome, counter = DONE[step.action], 0
        else:
            story.failure = step
            failed.append((story, budget - seen - 1))
    return counter, failed


def _next(steps: Sequence[Step], seen: int) -> tuple[Step | None, int]:
    budget = 0
    for step in steps:
        budget += step.retry
        if step.action == IGNORE or budget > seen:
            return step, budget
    return None, budget


def _uneventful(failed: list[tuple[Story, int]], passed: int, growth: int, rounds: int | None) -> int:
    """Passes to come in which every message fails or stays as it did in this one; they are counted at once."""
    limits = [more // growth for _, more in failed]
    limits += [s.step.fate.passes - passed for s, _ in failed if s.step.fate.passes != FOR_EVER]
    limits += [rounds - passed] if rounds is not None else []
    skipped = min(limits, default=0) if failed else 0
    for story, _ in failed:
        story.tries[story.step.rule] += skipped
        story.passes += skipped
    return skipped


def _left(story: Story, to_come: Step | None) -> str:
    if to_come is not None and to_come.action != IGNORE:
        return WAITING
    return IGNORED if story.steps else NO_RULE
