"""What a route is made of: the definitions a name is resolved by, the hops between queue managers, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk.facts import Row
from mqforensics.questions.walk.world import Channel

DESTINATION, NOWHERE, UNDEFINED, UNKNOWN = "destination", "nowhere", "undefined", "unknown"


class Need(NamedTuple):
    """A command that would tell what the evidence does not, and the queue manager to run it at."""

    manager: str | None
    command: str

    @property
    def line(self) -> str:
        """The command, ready to paste."""
        return f'echo "{self.command}" | runmqsc {self.manager or ""}'.rstrip()


class Stop(NamedTuple):
    """A definition that the name was resolved by."""

    manager: str
    name: str
    kind: str
    rows: tuple[Row, ...]
    means: str

    @property
    def evidence(self) -> list[Evidence]:
        """Where it is defined."""
        return [row.evidence for row in self.rows]


@dataclass
class Hop:
    """From one queue manager to the next: the transmission queue and the channels that serve it."""

    manager: str
    xmitq: str
    why: str
    channels: list[Channel]
    shared: bool = False
    """Whether other destinations wait on the same queue, as on a cluster's."""
    partner: str | None = None
    partner_evidence: list[Evidence] = field(default_factory=list)


@dataclass
class End:
    """Where the route leads: the destination, nowhere, or to a question."""

    kind: str
    manager: str | None
    queue: str | None
    said: str
    evidence: list[Evidence] = field(default_factory=list)
    need: Need | None = None


@dataclass
class Route:
    """A way from the queue that was put to."""

    queue: str
    manager: str
    stops: list[Stop] = field(default_factory=list)
    hops: list[Hop] = field(default_factory=list)
    targets: list[tuple[str, str]] = field(default_factory=list)
    """(queue, queue manager) that the message carries as its destination."""
    end: End | None = None


class Found(NamedTuple):
    """What a name resolves to: another name, a transmission queue, or the end."""

    queue: str = ""
    manager: str = ""
    xmitq: str = ""
    why: str = ""
    shared: bool = False
    channel: str | None = None
    end: End | None = None


def ask(at: str, name: str, said: str, cited: list[Evidence], command: str = "") -> Found:
    """The evidence does not tell what `name` is at `at`; `command` would."""
    need = Need(at, command or f"DISPLAY QUEUE('{name}') ALL")
    return Found(end=End(UNKNOWN, at, name, said, cited, need))


def places(*rows: list[Row]) -> list[Evidence]:
    """Where rows stand."""
    return [row.evidence for some in rows for row in some]
