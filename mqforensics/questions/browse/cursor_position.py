"""The machine that reads a handle's calls with the messages it was to find among them: where did its cursor stand?"""

from array import array
from typing import ClassVar

import numpy as np
import pyarrow as pa

LONG, INT, TEXT, BYTES, YES_NO = pa.int64(), pa.int32(), pa.string(), pa.binary(), pa.bool_()
CALL, VISIBLE, LATEST, FOUND = "call", "visible", "latest", "found"
"""What a row of the stream is: a call, or one of the moments of a message: when it became visible (the earliest
time, and the latest where that is not exactly known), and just before it was found."""


class Sweep:
    """The messages that one sweep has returned: their arrivals, and the deepest place, in either order of a queue."""

    def __init__(self, number: int | None):
        self.number = number
        self._arrivals = array("q")  # eight bytes a message: a sweep may be as long as the trace
        self._sorted = np.array([], np.int64)
        self._deepest: dict[bool, tuple] = {}

    def add(self, priority: int, arrival: int) -> None:
        """A message was returned."""
        self._arrivals.append(arrival)
        for fifo in (False, True):
            self._deepest[fifo] = max(self._deepest.get(fifo, ()), place(priority, arrival, fifo))

    def newer(self, arrival: int) -> int:
        """How many of them were put later."""
        if len(self._sorted) < len(self._arrivals):
            self._sorted = np.sort(np.array(self._arrivals, np.int64))
        return len(self._sorted) - int(np.searchsorted(self._sorted, arrival, "right"))

    def went_by(self, priority: int, arrival: int, fifo: bool) -> bool:
        """Whether it returned a message behind this place."""
        return place(priority, arrival, fifo) < self._deepest.get(fifo, ())


def place(priority: int, arrival: int, fifo: bool) -> tuple[int, int]:
    """Where a message is in a queue: the lesser the nearer to its head."""
    return (0 if fifo else -priority, arrival)


class GotMessages:
    """The messages that a handle's gets have returned: when the latest of each priority was put."""

    UNSURE = 10_000
    """Microseconds: PutTime has hundredths of a second."""

    def __init__(self):
        self._latest: dict[int, int] = {}

    def add(self, priority: int, arrival: int) -> None:
        """A get returned a message."""
        self._latest[priority] = max(self._latest.get(priority, arrival), arrival)

    def has_overtaken(self, priority: int, visible: int, fifo: bool) -> bool:
        """Whether one was returned that is behind a message which was visible when that one was put."""
        return any(put > visible + self.UNSURE for own, put in self._latest.items() if fifo or own <= priority)


class LookBack:
    """Calls of a handle change what is known of it; for a moment of a message, that is reported.

    `then_...` is the handle's state, null before its first call; `cursor_...` the message its cursor is on in that
    sweep; `passed`: the message's place is before the cursor's, `equal`: at the same effective priority. At the moment
    a message is found: `newer` and `went_by` of the sweep before the one that finds it (see `Sweep`), and `overtaken`
    by what the gets returned (see `GotMessages`).
    """

    READS = (
        "queue_manager", "box_owner", "box_handle", "moment", "kind", "returned", "sweep", "nexts", "given", "nothing",
        "own_priority", "arrival", "msg_id", "file", "number", "is_fifo", "finding_sweep",
        "visible_latest",
    )  # fmt: skip
    ADDS: ClassVar = {
        "then_sweep": LONG, "then_nexts": LONG, "then_given": LONG, "then_nothing": LONG, "cursor_msg_id": BYTES,
        "cursor_priority": INT, "cursor_file": TEXT, "cursor_number": LONG, "passed": YES_NO, "equal": YES_NO,
        "newer": LONG, "went_by": YES_NO, "overtaken": YES_NO,
    }  # fmt: skip
    UNKNOWN = (None,) * 4

    def __init__(self):
        self._of = None

    def take(self, manager, owner, handle, moment, kind, returned, sweep, nexts, given, nothing, priority, arrival,
             msg_id, file, number, fifo, finding_sweep, visible) -> tuple | None:  # fmt: skip
        """See `stream.Machine`; calls themselves are not told on."""
        if self._of != (manager, owner, handle):
            self._of = (manager, owner, handle)
            self._state, self._cursor = self.UNKNOWN, None
            self._sweeps, self._taken = (Sweep(None), Sweep(None)), GotMessages()
        if moment != CALL:
            before = None if finding_sweep is None else finding_sweep - 1
            overtaken = self._taken.has_overtaken(priority or 0, visible, fifo) if moment == FOUND else None
            return (*self._state_at(moment, priority or 0, arrival, fifo, before), overtaken)
        if sweep != self._sweeps[1].number:
            self._sweeps, self._cursor = (self._sweeps[1], Sweep(sweep)), None
        self._state = (sweep, nexts, given, nothing)
        if returned and kind in ("first", "next"):
            self._cursor = (msg_id, priority, file, number, arrival)
            self._sweeps[1].add(priority or 0, arrival)
        if returned and kind == "get":
            self._taken.add(priority or 0, arrival)
        return None

    def _state_at(self, moment: str, priority: int, arrival: int, fifo: bool, before: int | None) -> tuple:
        newer = went_by = None
        if moment == FOUND:
            swept = next((sweep for sweep in self._sweeps if sweep.number == before and before is not None), None)
            newer, went_by = (swept.newer(arrival), swept.went_by(priority, arrival, fifo)) if swept else (None, False)
        if self._cursor is None:
            return (*self._state, *self.UNKNOWN, False, False, newer, went_by)
        at = place(self._cursor[1] or 0, self._cursor[4], fifo)
        own = place(priority, arrival, fifo)
        return (*self._state, *self._cursor[:4], own < at, own[0] == at[0], newer, went_by)
