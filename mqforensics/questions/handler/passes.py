"""The handler's passes over the queue, for messages that share a counter or room on a queue.

One counter serves all messages of the same MsgId and CorrelId: it grows by one each time any of them is looked at, and
is forgotten when one of them leaves the queue. A rule applies while the counter is below the sum of RETRY over the
matching rules up to it; IGNORE applies at once. A put takes a place on its queue, and fails when none is left. Passes
in which nothing changes but the counters are not played but counted, so that RETRY(999999999) costs no more than
RETRY(1).
"""

from collections import Counter
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mqforensics.objects.checks import Q_FULL
from mqforensics.questions.handler.targets import FOR_EVER, NO_GETS, Fate, Place

DISCARD, IGNORE, RETRY, FWD = "DISCARD", "IGNORE", "RETRY", "FWD"
FORWARDED, RETRIED, DISCARDED, IGNORED = "FORWARDED", "RETRIED", "DISCARDED", "IGNORED"
NO_RULE, NOT_A_DEAD_LETTER, WAITING = "NO_RULE", "NOT_A_DEAD_LETTER", "WAITING"
NOT_READ = "NOT_READ"
"""The message is on another queue than the handler's."""
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
    counter: int = 0
    """Which counter is the message's."""
    outcome: str = ""
    step: Step | None = None
    passes: int = 0
    """Passes until nothing more happens to it; 1 when the first look decides."""
    tries: dict[int, int] = field(default_factory=dict)
    """How often the put of a rule was tried, by the rule's place in the table."""
    failures: dict[int, Fate] = field(default_factory=dict)
    """How the put of a rule failed, by the rule's place in the table."""
    failure: Step | None = None
    """The rule whose put failed last; not always the last of `failed`, for a counter may begin again."""
    to_come: Step | None = None
    """The rule that is tried next on a message that still waits when the handler is stopped."""
    shared: tuple[str, ...] = ()
    """What the evidence lacks to be sure of the puts of the messages that have the same counter."""

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
        return [(step._replace(fate=self.failures[step.rule]), count) for step, count in counted if count]

    @property
    def assumed(self) -> tuple[str, ...]:
        """What the evidence lacks to be sure of the outcome: of the put that works, and of those that fail."""
        works = self.step.fate.assumed if self.done else ()
        fails = (what for fate in self.failures.values() for what in fate.assumed)
        return tuple(dict.fromkeys([*works, *fails, *self.shared]))


def play(
    plans: Sequence[Sequence[Step]],
    rounds: int | None = None,
    counters: Sequence[int] | None = None,
    rooms: MutableMapping[Place, int] | None = None,
) -> list[Story]:
    """The stories of messages in the order of the queue; `rounds`: passes before the handler is stopped.

    `counters`: which counter each message has, by default all the same; `rooms`: how many messages the queues take that
    fates name, those that are not named have room for all. Without `rounds` the handler goes on until a pass changes
    nothing.
    """
    stories = waiting = [Story(steps, at) for steps, at in zip(plans, counters or [0] * len(plans), strict=True)]
    seen, rooms = dict.fromkeys((story.counter for story in stories), 0), {} if rooms is None else rooms
    passed, quiet = 0, False
    while waiting and not quiet and passed != rounds:
        passed += 1
        failed = _pass(waiting, seen, rooms, passed)
        left = [story for story in waiting if not story.outcome]
        if len(left) == len(waiting):
            quiet = not failed
            passed += _uneventful(failed, left, seen, passed, rounds)
        waiting = left
    for story in waiting:
        story.to_come = None if quiet else _next(story.steps, seen[story.counter])[0]
        story.outcome = _outcome_on_queue(story, story.to_come)
        seen[story.counter] += 1
    _share(stories)
    return stories


def _share(stories: Sequence[Story]) -> None:
    """What one message's puts rest on, the others rest on that have its counter."""
    of_counter: dict[int, list[Story]] = {}
    for story in stories:
        of_counter.setdefault(story.counter, []).append(story)
    for together in of_counter.values():
        lacks = tuple(dict.fromkeys(what for story in together for what in story.assumed)) if len(together) > 1 else ()
        for story in together:
            story.shared = lacks


def _pass(
    waiting: list[Story], seen: dict[int, int], rooms: MutableMapping[Place, int], passed: int
) -> list[tuple[Story, int]]:
    """One look at each message; gives for each failed put how many more tries its rule has."""
    failed = []
    for story in waiting:
        before = seen[story.counter]
        seen[story.counter] += 1
        step, budget = _next(story.steps, before)
        if step is None or (step is story.step and step.action == IGNORE):
            continue
        story.step, story.passes = step, passed
        if step.action == IGNORE:
            continue
        story.tries[step.rule] = story.tries.get(step.rule, 0) + 1
        fate = _fate(step, rooms)
        if step.action == DISCARD or 0 <= fate.passes < passed:
            story.outcome, seen[story.counter] = DONE[step.action], 0
            if fate.room in rooms:
                rooms[fate.room] -= 1
        else:
            story.failures[step.rule] = fate
            story.failure = step._replace(fate=fate)
            failed.append((story, budget - before - 1))
    return failed


def _fate(step: Step, rooms: MutableMapping[Place, int]) -> Fate:
    if rooms.get(step.fate.room, 1) > 0:
        return step.fate
    return Fate(FOR_EVER, Q_FULL, (NO_GETS, *step.fate.assumed))


def _next(steps: Sequence[Step], seen: int) -> tuple[Step | None, int]:
    budget = 0
    for step in steps:
        budget += step.retry
        if step.action == IGNORE or budget > seen:
            return step, budget
    return None, budget


def _uneventful(
    failed: list[tuple[Story, int]], waiting: list[Story], seen: dict[int, int], passed: int, rounds: int | None
) -> int:
    """Passes to come in which every message fails or stays as it did in this one; they are counted at once."""
    growth = Counter(story.counter for story in waiting)
    limits = [more // growth[story.counter] for story, more in failed]
    limits += [s.step.fate.passes - passed for s, _ in failed if s.step.fate.passes > 0]
    limits += [rounds - passed] if rounds is not None else []
    skipped = min(limits, default=0) if failed else 0
    if skipped:
        for story, _ in failed:
            story.tries[story.step.rule] += skipped
            story.passes += skipped
        for counter, grown in growth.items():
            seen[counter] += skipped * grown
    return skipped


def _outcome_on_queue(story: Story, to_come: Step | None) -> str:
    if to_come is not None and to_come.action != IGNORE:
        return WAITING
    return IGNORED if story.steps else NO_RULE
