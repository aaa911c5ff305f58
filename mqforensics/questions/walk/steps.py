"""The steps of the walk as rows: what was asked, what was found and where, and what that means."""

from __future__ import annotations

from dataclasses import dataclass, field

from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk.facts import Fact

QUESTIONS = {
    1: "Where do messages for this name go?",
    2: "Does the message lie on the transmission queue?",
    3: "Which channel serves the transmission queue?",
    4: "Does that channel run?",
    5: "Can the destination take the message, and is it there?",
    6: "Is there a dead-letter queue?",
    7: "Does anything lie on the dead-letter queue?",
    8: "For which reason is it there?",
    9: "What do the error logs say of the channel?",
    10: "Where is the message?",
}
"""1 to 8 are the steps of seed 1."""
OK, BREAK, OPEN, CONTRADICTION, NOTE = "ok", "break", "unknown", "contradiction", "note"


@dataclass
class Step:
    """One step; `hop` counts the transmission queues from 1, 0 is a queue manager that no channel was needed for."""

    step: int
    hop: int
    queue_manager: str | None
    object: str | None
    found: str
    means: str
    state: str
    evidence: list[Evidence] = field(default_factory=list)
    next: str | None = None
    label: str = ""
    """The finding in two words, for a picture."""

    @property
    def question(self) -> str:
        """What was asked."""
        return QUESTIONS[self.step]


def state_of(fact: Fact, good: bool | None) -> str:
    """The state of a step by its fact, and by whether that is good."""
    if fact.conflict:
        return CONTRADICTION
    return OPEN if not fact.seen or good is None else OK if good else BREAK


def shown(pairs: list[tuple[str, Fact]]) -> str:
    """Facts as they would be printed, and what older or weaker evidence has for them."""
    text = " ".join(fact.text(name) for name, fact in pairs if fact.seen)
    older = [one for _, fact in pairs for one in fact.older if one.value not in {new.value for new in fact.seen}]
    notes = [f"({one.value}) in {one.row.file} line {one.row.line}" for one in older]
    return text + (f" [older or only defined: {'; '.join(notes)}]" if notes else "")


def timed(fact: Fact) -> str:
    """When it was so, as a sentence."""
    return f" That was so{fact.when}; it is no proof of any other time." if fact.when else ""


def labelled(word: str, fact: Fact) -> str:
    """A fact in two words."""
    return f"{word} {fact.value}" if fact.known else f"{word} {'contradictory' if fact.conflict else 'unknown'}"
