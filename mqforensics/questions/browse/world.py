"""What the simulated programs share: one queue, one clock, and a record of every MQI call (times in microseconds)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

from mqforensics.questions.browse.constants import FAIL_IF_QUIESCING
from mqforensics.questions.browse.message_history import Life
from mqforensics.questions.browse.queue_model import Message, Queue
from mqforensics.questions.browse.simulated_clock import Clock, Until

START = datetime(2024, 3, 5, 10, tzinfo=UTC)


@dataclass(frozen=True)
class Seat:
    """Who makes a call: one connection and its one object handle."""

    application: str
    process: str
    thread: str
    channel: str | None = None
    handle: str = "2"

    @property
    def connection(self) -> str:
        """Its own connection id, as a queue manager would give one."""
        return f"{int(self.process):08X}{int(self.thread):08X}"


@dataclass
class World:
    """`call_time` microseconds pass in every MQI call; `calls` are rows of the calls table."""

    queue: Queue
    queue_name: str
    queue_manager: str = "QM1"
    call_time: int = 0
    start: datetime = START
    clock: Clock = field(default_factory=Clock)
    calls: list[dict] = field(default_factory=list)
    lives: dict[Message, Life] = field(default_factory=dict)
    agents: list = field(default_factory=list)

    def __post_init__(self):
        self._numbers = count(1)

    def when(self, time: int) -> datetime:
        """A simulated time as a date and time in UTC."""
        return self.start + timedelta(microseconds=time)

    def record(self, seat: Seat, verb: str, begin: int, options: int | None = None, reason: int = 0, **fields) -> None:
        """Note a call that ends now."""
        self.calls.append({
            "number": next(self._numbers), "time": self.when(begin), "time_exact": 1,
            "queue_manager": self.queue_manager, "application": seat.application, "process": seat.process,
            "thread": seat.thread, "connection": seat.connection, "channel": seat.channel, "handle": seat.handle,
            "verb": verb, "options_value": options, "comp_code": 2 if reason else 0, "reason": reason,
            "duration": self.clock.now - begin, **fields,
        })  # fmt: skip

    def on_queue(self, message: Message | None = None, **fields) -> dict:
        """The fields of a call that names the queue, and the message it returned."""
        if message is None:
            return {"queue": self.queue_name, **fields}
        put_time = self.when(message.put_time // 10_000 * 10_000)  # MQMD.PutTime is in hundredths
        return {
            "queue": self.queue_name, "msg_id": message.msg_id, "priority": message.priority,
            "backout_count": message.backout_count, "put_time": put_time, **fields,
        }  # fmt: skip

    def get(self, seat: Seat, attempt, options: int, wait: int = 0) -> Iterator:
        """One MQGET as part of a process: `attempt` is made at its end, or all the while it waits."""
        begin = self.clock.now
        if wait:
            reply = yield Until(lambda: _reply_with_message(attempt()), begin + wait)
        else:
            yield self.call_time
            reply = _reply_with_message(attempt())
        message = reply.message if reply else None
        fields = self.on_queue(message, wait_interval=wait // 1000 if wait else None)
        self.record(seat, "MQGET", begin, options | FAIL_IF_QUIESCING, 0 if message else 2033, **fields)
        return message

    def becomes_visible(self, message: Message) -> None:
        """A put or its commit: note where every cursor is, then wake who waits."""
        self.lives[message].becomes_visible(self.clock.now, self.agents)
        self.clock.changed()


def _reply_with_message(reply):
    return reply if reply.message else None
