"""What truly happened to one simulated message, and why it was late: told from inside the model, not from calls."""

from dataclasses import dataclass, field
from typing import NamedTuple

from mqforensics.questions.browse.queue_model import Message


class AgentState(NamedTuple):
    """Where a consumer stood when the message became visible."""

    passed: bool
    equal: bool
    """Its cursor is on a message of the same effective priority."""
    returned: int
    nexts: int


NOT_OPEN = AgentState(False, False, 0, 0)


@dataclass
class Life:
    """Times in microseconds; `first` is when a consumer was first given the message, by a browse or a get."""

    message: Message
    name: str
    put: int
    service: int
    visible: int | None = None
    first: int | None = None
    got: int | None = None
    gets: int = 0
    rollbacks: int = 0
    lost: int = 0
    """How many dispatches die before their get."""
    mark_ran_out: bool = False
    handed_out_again: bool = False
    states: dict = field(default_factory=dict)
    skipped: int = 0
    equal: bool = False
    others: int = 0

    def becomes_visible(self, now: int, agents: list) -> None:
        """Remember how every consumer stands to it at this moment."""
        self.visible = now
        self.states = {agent: agent.state(self.message) for agent in agents}

    def found(self, agent, now: int) -> None:
        """A consumer is given the message for the first time."""
        if self.first is not None:
            return
        self.first, then = now, self.states.get(agent, NOT_OPEN)
        if then.passed and agent.nexts_before_sweep > then.nexts:
            self.skipped, self.equal = agent.sweep_start - self.visible, then.equal
        self.others = agent.returned - (agent.returned_before_sweep if self.skipped else then.returned)

    def parts(self) -> list[tuple[int, str]]:
        """The stretches of the delay in microseconds, in order, each with the reason that it stands for."""
        return [
            (self.visible - self.put, "UNCOMMITTED"),
            (self.skipped, "LATE_COMMIT_SKIP" if self.equal else "CURSOR_SKIP"),
            (self.first - self.visible - self.skipped, "BACKLOG" if self.others else "DISPATCH"),
            (0 if self.got is None else self.got - self.first, self._taken_late()),
        ]

    def reason(self, late: int) -> str | None:
        """The reason of the longest part when the whole takes `late` microseconds or more."""
        if self.first is None or (self.first if self.got is None else self.got) - self.put < late:
            return None
        return max(self.parts(), key=lambda part: part[0])[1]

    def _taken_late(self) -> str:
        if self.gets > 1 or self.handed_out_again:
            return "REDELIVERY"
        return "MARKED" if self.mark_ran_out else "DISPATCH"
