"""The machines that read a connection's calls backwards, and a handle's forwards: what each call came after, or before.

All times are microseconds since 1970. A call that is known to the second only, as MQCMIT and MQOPEN are in an activity
trace, is given its place among its connection's calls by the order of the file.
"""

from typing import ClassVar

import pyarrow as pa

from mqforensics.questions.browse import constants as mq

SECOND = 1_000_000
LONG, TEXT, YES_NO = pa.int64(), pa.string(), pa.bool_()


class Backwards:
    """The calls of a connection and file from the last to the first: when each ended, and the end of a put's unit.

    `order` sorts the calls of a handle, whatever file they are in; `unit_end` (commit or backout) is what ended the
    unit of work that a put belongs to, between `unit_earliest` and `unit_latest`.
    """

    READS = ("queue_manager", "owner", "file", "kind", "began", "ended", "exact", "returned", "gmo", "md_put")
    ADDS: ClassVar = {
        "order": LONG, "ended": LONG, "unit_end": TEXT, "unit_earliest": LONG, "unit_latest": LONG,
    }  # fmt: skip

    def __init__(self):
        self._of = None

    def take(self, manager, owner, file, kind, began, ended, exact, returned, gmo, md_put) -> tuple:
        """See `stream.Machine`."""
        if self._of != (manager, owner, file):
            self._of = (manager, owner, file)
            self._next_order = self._next_began = self._next_exact = self._end = None
        is_exact = exact < SECOND
        order = began if is_exact else _lesser(began + exact - 1, self._next_order)
        if ended is None:
            ended = self._end_of_wait(began, returned, gmo, md_put)
        if is_exact and self._end and self._end.before is None:
            self._end.before = ended
        unit = self._end.unit() if kind == "put" and self._end else (None, None, None)
        if kind in ("commit", "backout"):
            self._end = _End(kind, began, ended, exact, self._next_exact)
        if is_exact:
            self._next_exact = began
        self._next_order, self._next_began = order, began
        return order, ended, *unit

    def _end_of_wait(self, began, returned, gmo, md_put) -> int:
        # Without a duration a wait ends at its message's put where that is told, else no later than the next call.
        if returned and gmo is not None and gmo & mq.WAIT:
            return max(began, md_put if md_put is not None else self._next_began or began)
        return began


class _End:
    """The end of a unit of work; `before` and `after` are exact times of calls around one known to the second."""

    def __init__(self, kind: str, began: int, ended: int, exact: int, after: int | None):
        self.kind, self.began, self.ended, self.exact, self.after = kind, began, ended, exact, after
        self.before: int | None = None

    def unit(self) -> tuple[str, int, int]:
        """Kind, earliest, latest."""
        if self.exact < SECOND:
            return self.kind, self.began, self.ended
        return self.kind, max(self.began, self.before or self.began), _lesser(self.ended + self.exact, self.after)


class Forwards:
    """The calls of a handle in order: what it had done up to each, this call included.

    `sweep` counts MQOPEN and BROWSE_FIRST; `nexts`, `given`, `nothing` count BROWSE_NEXT calls, messages (one
    that is browsed and then got is one) and 2033s;
    the columns `begun_...` are of the call that began the sweep, and the counts before it. `consumer` is false for a
    handle that is open to browse only, null where its MQOPEN is not known. `first_call`: when the trace has the first
    call of the handle, in microseconds. `fifo`: its browses have gone up in
    priority, which they cannot on a queue in priority order. Of a call that two files show, the first is kept.
    """

    READS = (
        "queue_manager", "owner", "handle", "file", "number", "kind", "began", "gmo", "msg_id", "reason", "returned",
        "priority", "queue", "open_options",
    )  # fmt: skip
    ADDS: ClassVar = {
        "queue": TEXT, "opened": YES_NO, "consumer": YES_NO, "fifo": YES_NO, "sweep": LONG, "nexts": LONG,
        "given": LONG, "nothing": LONG, "begun_began": LONG, "begun_nexts": LONG, "begun_given": LONG,
        "begun_nothing": LONG, "begun_kind": TEXT, "begun_file": TEXT, "begun_number": LONG, "first_call": LONG,
    }  # fmt: skip
    NONE_BEGUN = (None,) * 7

    def __init__(self):
        self._of = None

    def take(self, manager, owner, handle, file, number, kind, began, gmo, msg_id, reason, returned, priority,
             queue, options) -> tuple | None:  # fmt: skip
        """See `stream.Machine`."""
        if self._of != (manager, owner, handle):
            self._start((manager, owner, handle), began)
        if handle is not None and self._is_twin((began, kind, gmo, msg_id, reason), file):
            return None
        is_same = kind == "get" and msg_id is not None and msg_id == self._browsed_id
        given = int(returned and kind != "under" and not is_same)
        if kind == "open":
            self._opened, self._consumer, self._queue = True, _consumes(options), queue
        if kind in ("open", "first"):
            self._sweep += 1
            self._begun = (began, self._nexts, self._given, self._nothing, kind, file, number)
        self._nexts += kind == "next"
        self._given += given
        self._nothing += reason == mq.NO_MSG_AVAILABLE
        if given and kind in ("first", "next"):
            self._note_browse(kind, priority)
            self._browsed_id = msg_id
        return (queue or self._queue, self._opened, self._consumer, self._fifo, self._sweep, self._nexts, self._given,
                self._nothing, *self._begun, self._first_call)  # fmt: skip

    def _start(self, handle: tuple, began: int) -> None:
        self._first_call = began
        self._of, self._last, self._last_file = handle, None, None
        self._opened = self._fifo = False
        self._consumer = self._queue = None
        self._sweep = self._nexts = self._given = self._nothing = 0
        self._begun, self._at, self._browsed_id = self.NONE_BEGUN, (None, None), None

    def _is_twin(self, call: tuple, file: str | None) -> bool:
        twin = call == self._last and file != self._last_file
        self._last, self._last_file = call, file
        return twin

    def _note_browse(self, kind: str, priority: int | None) -> None:
        sweep, before = self._at
        if kind == "next" and sweep == self._sweep and None not in (priority, before) and priority > before:
            self._fifo = True
        self._at = (self._sweep, priority)


def _consumes(options: int | None) -> bool | None:
    return None if options is None else not options & mq.OPEN_BROWSE or bool(options & mq.ANY_INPUT)


def _lesser(one: int, other: int | None) -> int:
    return one if other is None else min(one, other)
