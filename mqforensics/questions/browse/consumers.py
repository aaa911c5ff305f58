"""The programs that take messages off a queue: the ASF queue agent in its two versions, and plain getters.

What they call, and when, is what the IBM MQ classes for JMS are seen to do (reference: their trace);
`OPTIONS` says which MQGET options each of them uses.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from mqforensics.questions.browse import constants as mq
from mqforensics.questions.browse.message_history import AgentState
from mqforensics.questions.browse.queue_model import Cursor, Message, Reply
from mqforensics.questions.browse.simulated_clock import Until
from mqforensics.questions.browse.world import Seat, World

TAKE = mq.SYNCPOINT
MARKED_BROWSE = mq.BROWSE_FIRST | mq.UNMARKED_BROWSE_MSG | mq.MARK_BROWSE_CO_OP | mq.WAIT | mq.NO_SYNCPOINT


@dataclass(eq=False)
class Agent:
    """A consumer whose state counts: its cursor (none for a getter), and what it has been given so far."""

    world: World
    seat: Seat
    cursor: Cursor | None = None
    returned: int = 0
    nexts: int = 0
    """BROWSE_NEXT calls that have ended."""
    sweep_start: int = 0
    nexts_before_sweep: int = 0
    returned_before_sweep: int = 0

    def state(self, message: Message) -> AgentState:
        """Where it stands to a message now."""
        place = self.cursor.place if self.cursor else None
        passed = place is not None and self.cursor.has_passed(message)
        return AgentState(passed, passed and place[0] == message.place[0], self.returned, self.nexts)

    def given(self, message: Message) -> None:
        """A call returned the message."""
        self.world.lives[message].found(self, self.world.clock.now)
        self.returned += 1

    def browse(self, first: bool, wait: int = 0, **marks) -> Iterator:
        """One BROWSE_FIRST or BROWSE_NEXT; returns the message or None."""
        if first:
            self.sweep_start = self.world.clock.now
            self.nexts_before_sweep, self.returned_before_sweep = self.nexts, self.returned
        move = self.cursor.browse_first if first else self.cursor.browse_next
        options = mq.BROWSE_FIRST if first else mq.BROWSE_NEXT
        options |= (mq.WAIT if wait else 0) | (MARKED_BROWSE if marks else 0)
        message = yield from self.world.get(self.seat, lambda: move(self.world.clock.now, **marks), options, wait)
        self.nexts += not first
        if message:
            self.given(message)
        return message


@dataclass
class Sessions:
    """The server sessions that an agent hands messages to: each takes one by its MsgId, works, and commits."""

    world: World
    free: list[Seat]

    def deliver(self, message: Message) -> Iterator:
        """Wait for a free session and hand it the message; the agent browses no further meanwhile."""
        seat = yield Until(lambda: self.free.pop(0) if self.free else None)
        life = self.world.lives[message]
        if life.lost:
            life.lost -= 1
            self.free.append(seat)
        else:
            self.world.clock.start(self._session(seat, message))
            yield 0  # the session makes its get before the agent's next browse

    def _session(self, seat: Seat, message: Message) -> Iterator:
        def take() -> Reply:
            return self.world.queue.get(message.msg_id, syncpoint=True)

        taken = yield from self.world.get(seat, take, TAKE)
        if taken:
            yield from work(self.world, seat, taken)
        self.free.append(seat)
        self.world.clock.changed()


def work(world: World, seat: Seat, message: Message) -> Iterator:
    """onMessage: the time it takes, then MQCMIT, or MQBACK as often as the message fails."""
    life = world.lives[message]
    life.gets, life.got = life.gets + 1, world.clock.now
    yield life.service
    fails = life.gets <= life.rollbacks
    world.record(seat, "MQBACK" if fails else "MQCMIT", world.clock.now)
    (world.queue.back if fails else world.queue.commit)(message)
    world.clock.changed()


@dataclass
class QueueAgent:
    """ASF with a sweeping cursor: one BROWSE_FIRST, then BROWSE_NEXT until the sweep ends. Times in microseconds."""

    agent: Agent
    sessions: Sessions
    eoq_timeout: int
    sweep_time: int
    wait_time: int
    redeliver_interval: int
    first: bool = True
    seen_before: dict = field(default_factory=dict)
    seen: dict = field(default_factory=dict)
    first_delivery: int | None = None
    first_end: int | None = None

    @property
    def now(self) -> int:
        """The time on the world's clock."""
        return self.agent.world.clock.now

    def start_sweep(self) -> None:
        """Have the next browse begin at the head of the queue."""
        self.first, self.first_delivery, self.first_end = True, None, None
        self.seen_before, self.seen = self.seen, {}

    def browse(self, wait: int = 0) -> Iterator:
        """The sweep's next browse."""
        first, self.first = self.first, False
        message = yield from self.agent.browse(first, wait)
        return message

    def run(self) -> Iterator:
        """Sweep for ever."""
        while True:
            message = yield from self.browse()
            if message is None:
                message = yield from self.end_of_queue()
            if message is not None and self.is_suitable(message):
                yield from self.sessions.deliver(message)
                self.end_sweep_if_long()

    def end_of_queue(self) -> Iterator:
        """After a 2033: begin a new sweep when eoqTimeout is over, else wait where the cursor is."""
        if self.eoq_timeout >= 0:
            if self.first_end is not None and self.now - self.first_end >= self.eoq_timeout:
                return self.start_sweep()
            self.first_end = self.now if self.first_end is None else self.first_end
        wait = self.wait_time if self.eoq_timeout < 0 else min(self.wait_time, self.eoq_timeout)
        message = yield from self.browse(max(wait, mq.LEAST_WAIT * 1000))
        if message is None:
            self.start_sweep()
        return message

    def end_sweep_if_long(self) -> None:
        """The sweep timeout; looked at only when a message has been delivered."""
        if self.first_delivery is None:
            self.first_delivery = self.now
        elif self.now > self.first_delivery + self.sweep_time:
            self.start_sweep()

    def is_suitable(self, message: Message) -> bool:
        """Not seen before, or backed out since, or browsed long ago and never taken."""
        before = self.seen_before.get(message) or self.seen.get(message)
        if before and before[0] == message.backout_count:
            again = self.now - before[1] >= self.redeliver_interval
            self.seen[message] = (message.backout_count, self.now) if again else before
            self.agent.world.lives[message].handed_out_again |= again
            return again
        self.seen[message] = (message.backout_count, self.now)
        return True


def marking_agent(agent: Agent, sessions: Sessions, wait_time: int) -> Iterator:
    """Browse-with-mark: always from the head of the queue, stepping over what a co-operating handle has marked."""
    while True:
        message = yield from agent.browse(True, wait_time, unmarked=True, mark=True)
        if message:
            agent.world.lives[message].mark_ran_out |= message.marks > 1
            yield from sessions.deliver(message)


def getter(agent: Agent, wait_time: int) -> Iterator:
    """Non-ASF: a thread that takes whatever is at the head of the queue, and works on it."""
    world = agent.world
    while True:
        take = lambda: world.queue.get(syncpoint=True)  # noqa: E731
        message = yield from world.get(agent.seat, take, TAKE | mq.WAIT, wait_time)
        if message:
            agent.given(message)
            yield from work(world, agent.seat, message)
