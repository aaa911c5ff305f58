"""What a walk is asked, what it may look at, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk import diary
from mqforensics.questions.walk.diary import Entry
from mqforensics.questions.walk.letters import Mail
from mqforensics.questions.walk.way import Hop, Need, Route
from mqforensics.questions.walk.words import AGAINST, CONTRADICTED, SEVERITY, UNKNOWN
from mqforensics.questions.walk.world import World


@dataclass(frozen=True)
class Request:
    """What to follow: a queue and where it was put to, and what is known of the message."""

    queue: str
    queue_manager: str
    persistence: int | None = None
    msg_id: str | None = None
    """24 bytes as hex digits, upper case."""
    put_time: datetime | None = None
    asked: bool = True
    """Whether somebody asked for it; otherwise it is one of all remote definitions."""


@dataclass
class Verdict:
    """The answer of a walk."""

    code: str
    statement: str
    evidence: list[Evidence] = field(default_factory=list)
    next: str | None = None
    at: tuple[str | None, str | None] = (None, None)
    """The queue manager and the object where the way breaks or ends."""

    @property
    def severity(self) -> str:
        """How bad it is."""
        return SEVERITY[self.code]

    @property
    def whole(self) -> str:
        """The statement with what would contradict it."""
        against = CONTRADICTED.get(self.code)
        return f"{self.statement}{AGAINST}{against}." if against else self.statement


@dataclass
class Matter:
    """All that a decision may look at."""

    world: World
    route: Route
    mail: Mail
    request: Request
    log: Sequence[Entry] = ()

    def entries(self, hop: Hop) -> list[Entry]:
        """What the error logs say of a hop."""
        return diary.of_hop(self.log, self.world, hop)

    @property
    def label(self) -> str:
        """The message in words, as a sentence begins."""
        where = self.route.manager or "a queue manager that is not named"
        return f"The message put to {self.route.queue} at {where}"


def unknown(
    said: str, evidence: list[Evidence], need: Need | None, at: tuple[str | None, str | None] = (None, None)
) -> Verdict:
    """The evidence does not tell; `need` would."""
    return Verdict(UNKNOWN, said, evidence, need.line if need else None, at)
