"""One call of a trace as a row of the table `calls`."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from mqforensics.formats.activity.call import row, whose
from mqforensics.formats.activity.clock import Moment
from mqforensics.formats.jmstrace import agent, block, header, values
from mqforensics.formats.jmstrace.events import ABOUT
from mqforensics.formats.jmstrace.lines import Line, line_at, local_time
from mqforensics.formats.jmstrace.nesting import Open
from mqforensics.formats.jmstrace.zone import Zone, moment

NO_RETURN = "the trace does not show this call's return"
ONLY_EXIT = "the trace shows when this call ended, not how"
FROM_LINES = "read from the agent's plain lines: the trace holds no block for this call"


def call_row(text: bytes, call: Open, facts: Mapping[str, str], told: Zone | None) -> dict:
    """The row of a call, but for its place and number."""
    line = call.entry.line
    if call.entry.kind == ABOUT:
        params, end = agent.browse(text, line.end, line.thread)
        own: dict = {}
    else:
        entry = block.arguments(text, line.end, line.thread)
        back = block.arguments(text, call.back.line.end, line.thread) if call.back else None
        params, own = values.params(call.api, entry, back), values.whose(entry, back)
        end = call.back.position if call.back else call.exit
        if back is None:
            params |= _set(text, call, entry)
            params["problem"] = NO_RETURN if end is None else ONLY_EXIT
    begun, zone = _when(line, facts, told)
    params |= {"threadId": line.thread, "qmgrOpDuration": _duration(text, begun, end, zone)}
    own |= {"processId": facts.get("process"), "applName": facts.get("application")}
    found = {**whose(own), **row(params, _noted(moment(begun, zone), call), params.get("objectName"))}
    if call.api and not call.api.startswith("MQ") and call.api not in values.VERBS:
        found["verb"] = call.api
    return found


def _set(text: bytes, call: Open, entry: Mapping[str, str]) -> dict:
    """The handle that a call without a block on return has put into its argument, as spiOpen does."""
    pointer = values.POINTER.search(entry.get("Hobj", ""))
    setters = values.SETTER.finditer(text, call.entry.line.end, call.exit) if pointer and call.exit else ()
    for setter in setters:
        line = line_at(text, setter.start())
        mine = line and line.thread == call.entry.line.thread
        if mine and f" @{pointer[1]} ".encode() in text[line.start : setter.start()]:
            found = values.handle(setter[1].decode("utf-8", "replace"))
            if found["hobj"]:
                return found
    return {}


def _when(line: Line, facts: Mapping[str, str], told: Zone | None) -> tuple[datetime | None, Zone | None]:
    local, named = local_time(line.stamp)
    return local, Zone(named) if named else header.zone(facts) or told


def _noted(when: Moment, call: Open) -> Moment:
    if call.entry.kind != ABOUT:
        return when
    return when._replace(note="; ".join(filter(None, (when.note, FROM_LINES))))


def _duration(text: bytes, begun: datetime | None, end: int | None, zone: Zone | None) -> int | None:
    """Microseconds from entry to return; over UTC where the zone is known, because clocks are put forward and back."""
    line = line_at(text, end) if end is not None else None
    ended = local_time(line.stamp)[0] if line else None
    if not (begun and ended):
        return None
    first, last = moment(begun, zone).time, moment(ended, zone).time
    return (last - first if first and last else ended - begun) // timedelta(microseconds=1)
