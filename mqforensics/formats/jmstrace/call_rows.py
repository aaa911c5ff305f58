"""Calls of a trace as rows of the table `calls`."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.activity.call_columns import Columns, Records
from mqforensics.formats.jmstrace import call_boundaries, trace_lines
from mqforensics.formats.jmstrace.call_boundaries import ABOUT, Open
from mqforensics.formats.jmstrace.trace_lines import Line, Moment, Zone, line_at, local_time, moment

NO_RETURN = "the trace does not show this call's return"
ONLY_EXIT = "the trace shows when this call ended, not how"
FROM_LINES = "read from the agent's plain lines: the trace holds no block for this call"


class TracedCall(NamedTuple):
    """What a trace tells of a call: of its connection, its parameters, when it was made, its name."""

    own: Mapping
    params: Mapping
    when: Moment
    verb: str | None


def traced_call(text: bytes, call: Open, facts: Mapping[str, str], told: Zone | None) -> TracedCall:
    """What the trace tells of a call."""
    line = call.entry.line
    if call.entry.kind == ABOUT:
        params, end = trace_lines.agent_browse(text, line.end, line.thread)
        own: dict = {}
    else:
        entry = trace_lines.block_arguments(text, line.end, line.thread)
        back = trace_lines.block_arguments(text, call.back.line.end, line.thread) if call.back else None
        params, own = call_boundaries.params(call.api, entry, back), call_boundaries.connection_columns(entry, back)
        end = call.back.line if call.back else line_at(text, call.exit) if call.exit is not None else None
        if back is None:
            params |= _set(text, call, entry)
            params["problem"] = NO_RETURN if end is None else ONLY_EXIT
    begun, zone = _when(line, facts, told)
    when = moment(begun, zone)
    params |= {"threadId": line.thread, "qmgrOpDuration": _duration(begun, when, end, zone)}
    own |= {"processId": facts.get("process"), "applName": facts.get("application")}
    is_named = call.api and not call.api.startswith("MQ") and call.api not in call_boundaries.VERBS
    return TracedCall(own, params, _noted(when, call), call.api if is_named else None)


def table(calls: Sequence[TracedCall]) -> dict[str, list | pa.Array]:
    """The columns of calls, but for their places and numbers."""
    owns, params, whens, verbs = zip(*calls, strict=True)
    one_each = np.ones(len(calls), np.int64)
    found = Columns(Records(list(owns), one_each, np.cumsum(one_each), params))
    columns = found.whose() | found.said()
    times, exact, notes = zip(*whens, strict=True)
    return columns | {
        "time": times, "time_exact": exact, "time_note": notes, "queue": [own.get("objectName") for own in params],
        "verb": pc.coalesce(pa.array(verbs, pa.string()), columns["verb"]),
    }  # fmt: skip


def _set(text: bytes, call: Open, entry: Mapping[str, str]) -> dict:
    """The handle that a call without a block on return has put into its argument, as spiOpen does."""
    pointer = call_boundaries.POINTER.search(entry.get("Hobj", ""))
    setters = call_boundaries.SETTER.finditer(text, call.entry.line.end, call.exit) if pointer and call.exit else ()
    for setter in setters:
        line = line_at(text, setter.start())
        mine = line and line.thread == call.entry.line.thread
        if mine and f" @{pointer[1]} ".encode() in text[line.start : setter.start()]:
            found = call_boundaries.handle(setter[1].decode("utf-8", "replace"))
            if found["hobj"]:
                return found
    return {}


def _when(line: Line, facts: Mapping[str, str], told: Zone | None) -> tuple[datetime | None, Zone | None]:
    local, named = local_time(line.stamp)
    return local, Zone(named) if named else trace_lines.header_zone(facts) or told


def _noted(when: Moment, call: Open) -> Moment:
    if call.entry.kind != ABOUT:
        return when
    return when._replace(note="; ".join(filter(None, (when.note, FROM_LINES))))


def _duration(begun: datetime | None, when: Moment, end: Line | None, zone: Zone | None) -> int | None:
    """Microseconds from entry to return; over UTC where the zone is known, because clocks are put forward and back."""
    ended = local_time(end.stamp)[0] if end else None
    if not (begun and ended):
        return None
    first, last = when.time, moment(ended, zone).time
    return (last - first if first and last else ended - begun) // timedelta(microseconds=1)
