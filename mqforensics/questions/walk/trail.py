"""All that a claim about one message may look at, and what was worked out from it once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mqforensics.objects import checks
from mqforensics.objects.channel_causes import Entry
from mqforensics.objects.check import Check
from mqforensics.objects.checks import State
from mqforensics.objects.commands import Command
from mqforensics.objects.definition_history import value_at
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import OTHER_HOST, Fact, Place, Row, SeenValue, Span
from mqforensics.objects.route import Hop, Route
from mqforensics.questions.walk.mail import Mail
from mqforensics.questions.walk.request import Request
from mqforensics.words import walk as said_of

ROUTING = ("RNAME", "RQMNAME", "XMITQ", "TARGET", "TARGQ")
"""What of a definition shows where a message goes."""


@dataclass
class Verdict:
    """The answer of a walk: a code, what is said, where that is, what to run next, what it is about."""

    code: str
    statement: str
    places: list[Place] = field(default_factory=list)
    next: list[Command] = field(default_factory=list)
    at: tuple[str | None, str | None] = (None, None)
    """The queue manager and the object where the way breaks or ends."""
    severity: str | None = None
    """Where it is another than that of the code, for what is known to be broken there."""
    assumes: list[tuple[str, str | None, str | None]] = field(default_factory=list)
    """What it holds by where nothing shows it: keys of `flow/assumptions.csv`, with queue manager and object."""


@dataclass
class Inquiry:
    """A request, its route, the estate, the messages and the log."""

    estate: Estate
    route: Route
    mail: Mail
    request: Request
    log: Sequence[Entry] = ()
    seen_on: tuple[int, Check] | None = None
    """The step of the transmission queue whose dump has the message itself."""
    copied: Check | None = None
    """What is said where a dump has a copy of the message that its destination streamed: it came there."""
    came: Verdict | None = None
    """What is said of a message that a dump of its destination has, which was seen to be empty."""
    was_on: tuple[int, Check] | None = None
    """The step of the transmission queue on its way that a dump shows it on and a display empty, and what is said."""

    @property
    def at(self) -> Span | None:
        """When the message was put; None for while the captures were taken."""
        return self.request.at

    @property
    def hops(self) -> list[Hop]:
        """The transmission queues on the way."""
        return self.route.hops

    @property
    def queues(self) -> list[tuple[str | None, str | None]]:
        """The queues that the message goes through, a step each, with their queue managers: the last is the end."""
        end = self.route.end
        return [*((hop.manager, hop.xmitq) for hop in self.hops), (end.manager, end.queue)]

    @cached_property
    def states(self) -> list[list[State]]:
        """The state of every channel of each hop."""
        return [
            [checks.state(self.estate, hop.manager, name, rows, self.at) for name, rows in hop.channels.items()]
            for hop in self.hops
        ]

    def refusal(self, step: int) -> Check:
        """Whether the put after so many transmission queues is refused."""
        manager, names, cluster = self.route.queues(step)
        if not names:
            return Check(None, "")
        return self.led_elsewhere(step) or checks.refuses(self.estate, manager, names, self.at, cluster)

    def led_elsewhere(self, step: int) -> Check | None:
        """What is open where a definition was altered since the put: the message follows what held then."""
        for told, fact in self._led_by(step) if self.at else ():
            then = value_at(self.estate, fact, self.at)
            if not fact.known or then == fact.value:
                continue
            altered = [one for one in fact.seen if self._may_be_newer(one.row)]
            if then is not None or altered:
                return self._altered_since(told, fact, then, altered)
        return None

    def _led_by(self, step: int) -> Iterator[tuple[str, Fact]]:
        """What the way after so many transmission queues was chosen by: definitions, and queue managers."""
        for stop in self.route.chain(step):
            told = said_of.AT_MANAGER.format(queue=stop.name, manager=stop.manager)
            yield from ((told, self.estate.fact(stop.manager, QUEUES, stop.name, key)) for key in ROUTING)
        for hop, at, fact in self.route.chosen_by:
            if hop == step:
                yield said_of.THE_QUEUE_MANAGER.format(manager=at), fact

    def _altered_since(self, told: str, fact: Fact, then: str | None, altered: Sequence[SeenValue]) -> Check:
        sure = any(self.at.before(self.estate.moment(one.row, "ALT"), OTHER_HOST) is True for one in altered)
        was = "was" if sure or then is not None else said_of.MAY_HAVE_BEEN
        unknown = said_of.WHERE_IT_LED if fact.attribute in ROUTING else said_of.ATTRIBUTE_IT_HAD
        unknown = unknown.format(attribute=fact.attribute)
        had = said_of.UNKNOWN_THEN.format(what=unknown)
        had = had if then is None else said_of.HAD_THEN.format(attribute=fact.attribute, value=then or " ")
        said = said_of.ALTERED_SINCE.format(what=told, was=was, had=had)
        lines = [one.row.place("ALTTIME") for one in altered]
        return Check(None, said, [*fact.places, *(one.place for one in fact.older), *lines])

    def _may_be_newer(self, row: Row) -> bool:
        return bool(row.altered) and self.estate.moment(row, "ALT").before(self.at, OTHER_HOST) is not True

    @property
    def label(self) -> str:
        """The message in words, as a sentence begins."""
        return said_of.THE_MESSAGE.format(name=self.request.name)
