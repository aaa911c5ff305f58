"""A queue as its browsers see it: places, visibility, marks, and cursors that only move down.

The strategy: a message's place is fixed when it is put, `(-effective priority, arrival)`, and never changes: not at
commit, not at backout. A cursor is a place too, so "passed over" is one comparison of two places. No time passes in
here; anyone who calls brings the time, in any unit as long as MARKINT is in the same one.
"""

from bisect import bisect_right, insort
from dataclasses import dataclass, field
from typing import NamedTuple

from mqforensics.questions.browse.constants import (
    DEFPRTY,
    FIFO,
    MARKINT,
    MSGDLVSQ,
    NO_MSG_AVAILABLE,
    NO_MSG_UNDER_CURSOR,
    PRIORITY,
    PRIORITY_AS_Q_DEF,
)
from mqforensics.validation import ChoiceExpected

Place = tuple[int, int]


@dataclass(eq=False)
class Message:
    """One message on a queue. `place` is where it stays from put to removal."""

    msg_id: bytes | str
    priority: int
    place: Place
    put_time: float = 0
    committed: bool = True
    taken: bool = False
    """Got under a unit of work that is not ended yet."""
    backout_count: int = 0
    marked_at: float | None = None
    """When a co-operating handle marked it last."""
    marks: int = 0
    """How often co-operating handles have marked it since it last came to be here."""
    marked_by: set = field(default_factory=set)
    """The handles whose own mark it carries; these do not run out."""

    @property
    def visible(self) -> bool:
        """Whether a get or a browse can return it."""
        return self.committed and not self.taken


class Reply(NamedTuple):
    """What an MQGET gave: the reason code (0 is fine) and the message, if any."""

    reason: int
    message: Message | None = None


NOTHING = Reply(NO_MSG_AVAILABLE)


class Queue:
    """A local queue: `MSGDLVSQ` and `DEFPRTY` hold for messages as they arrive, `MARKINT` for marks."""

    def __init__(self, msgdlvsq: str = MSGDLVSQ, defprty: int = DEFPRTY, markint: float = MARKINT):
        self.defprty, self.markint = defprty, markint
        self.alter(msgdlvsq)
        self._arrivals = 0
        self._places: list[Place] = []
        self._at: dict[Place, Message] = {}

    def __iter__(self):
        """The messages from the head of the queue down, visible or not."""
        return (self._at[place] for place in self._places)

    def __len__(self) -> int:
        return len(self._places)

    def alter(self, msgdlvsq: str) -> None:
        """ALTER QLOCAL MSGDLVSQ(...): messages that are there already keep their places."""
        if msgdlvsq not in (PRIORITY, FIFO):
            raise ChoiceExpected(f"expected MSGDLVSQ of PRIORITY or FIFO, got {msgdlvsq!r}")
        self.msgdlvsq = msgdlvsq

    def put(self, msg_id, priority: int | None = None, time: float = 0, committed: bool = True) -> Message:
        """Place a message; `priority` None or -1 (MQPRI_PRIORITY_AS_Q_DEF) is DEFPRTY. Unseen until committed."""
        own = self.defprty if priority in (None, PRIORITY_AS_Q_DEF) else priority
        counts = own if self.msgdlvsq == PRIORITY else self.defprty
        self._arrivals += 1
        message = Message(msg_id, own, (-counts, self._arrivals), time, committed)
        insort(self._places, message.place)
        self._at[message.place] = message
        return message

    def commit(self, message: Message) -> None:
        """MQCMIT: a put becomes visible at its old place; a get is final."""
        if message.taken:
            self._remove(message)
        message.committed = True

    def back(self, message: Message) -> None:
        """MQBACK: a put is undone; a message that was got is at its old place again, BackoutCount + 1."""
        if not message.committed:
            self._remove(message)
        elif message.taken:
            message.taken, message.marked_at, message.marks = False, None, 0
            message.backout_count += 1

    def get(self, msg_id=None, syncpoint: bool = False) -> Reply:
        """Destructive MQGET: the first visible message, or the first with this MsgId. No cursor moves."""
        for message in self:
            if message.visible and msg_id in (None, message.msg_id):
                return Reply(0, self._take(message, syncpoint))
        return NOTHING

    def open(self, co_op: bool = False) -> "Cursor":
        """MQOPEN with MQOO_BROWSE: its own cursor, before the first message."""
        return Cursor(self, co_op)

    def following(self, place: Place | None):
        """The visible messages behind a place, in order; all of them for None."""
        start = 0 if place is None else bisect_right(self._places, place)
        for at in range(start, len(self._places)):
            message = self._at[self._places[at]]
            if message.visible:
                yield message

    def _take(self, message: Message, syncpoint: bool) -> Message:
        message.taken = True
        if not syncpoint:
            self._remove(message)
        return message

    def _remove(self, message: Message) -> None:
        if self._at.pop(message.place, None):
            del self._places[bisect_right(self._places, message.place) - 1]

    def holds(self, message: Message) -> bool:
        """Whether the message is still there to be read."""
        return message.visible and self._at.get(message.place) is message


class Cursor:
    """The browse cursor of one handle. `place` None is before the first message."""

    def __init__(self, queue: Queue, co_op: bool = False):
        self.queue, self.co_op = queue, co_op
        self.place: Place | None = None
        self.under: Message | None = None

    def browse_first(self, time: float = 0, unmarked: bool = False, mark: bool = False) -> Reply:
        """MQGMO_BROWSE_FIRST: back to the head of the queue, then the first suitable message."""
        self.place = self.under = None
        return self.browse_next(time, unmarked, mark)

    def browse_next(self, time: float = 0, unmarked: bool = False, mark: bool = False) -> Reply:
        """MQGMO_BROWSE_NEXT: the first suitable message behind the cursor; at the end 2033, the cursor stays."""
        for message in self.queue.following(self.place):
            if not (unmarked and self._is_marked(message, time)):
                self.place, self.under = message.place, message
                if mark:
                    self._mark(message, time)
                return Reply(0, message)
        return NOTHING

    def browse_under(self) -> Reply:
        """MQGMO_BROWSE_MSG_UNDER_CURSOR: the same message again; 2034 when it has gone."""
        if self.under and self.queue.holds(self.under):
            return Reply(0, self.under)
        return Reply(NO_MSG_UNDER_CURSOR)

    def has_passed(self, message: Message) -> bool:
        """Whether this cursor is behind the message's place: BROWSE_NEXT will not return it."""
        return self.place is not None and message.place < self.place

    def _is_marked(self, message: Message, time: float) -> bool:
        if self in message.marked_by:
            return True
        if not self.co_op or message.marked_at is None:
            return False
        return self.queue.markint < 0 or time - message.marked_at < self.queue.markint

    def _mark(self, message: Message, time: float) -> None:
        if self.co_op:
            message.marked_at, message.marks = time, message.marks + 1
        else:
            message.marked_by.add(self)
