"""What becomes of a put of a name at a queue manager: which of its queues takes the message, or why none does."""

from __future__ import annotations

from typing import NamedTuple

from mqforensics.objects import checks
from mqforensics.objects.checks import Check
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Row, Span
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import DESTINATION, NOWHERE, UNDEFINED, Hop
from mqforensics.structures import MQXQH

UNKNOWN_BASE, UNKNOWN_NAME = 2082, 2085


class Put(NamedTuple):
    """A put: whether it is `refused`, the queues of the queue manager that it is opened through, its way out."""

    refused: Check
    names: list[str]
    hop: Hop | None
    """The transmission queue, where the message goes on to another queue manager."""
    rows: list[Row]
    """What shows these queues."""

    def after(self, estate: Estate, moment: Span) -> bool:
        """Whether all that shows these queues was surely captured after a moment."""
        return bool(self.rows) and all(estate.after(row, moment) for row in self.rows)


def put(estate: Estate, manager: str, queue: str, object_manager: str = "", length: int | None = None) -> Put:
    """The put of a message of `length` bytes to `queue` of `object_manager` (blank: wherever it is) at `manager`."""
    route = resolve(estate, queue, manager, object_manager)
    end, (names, cluster) = route.end, route.opened(0)
    hop = route.hops[0] if route.hops and route.hops[0].manager == manager else None
    if hop:
        names.append(hop.xmitq)
        length = length and length + MQXQH.length
    elif end.manager == manager and (end.kind == DESTINATION or estate.of(manager, QUEUES, end.queue)):
        names.append(end.queue)
    shown = [row for name in names for row in estate.newest(estate.of(manager, (*QUEUES, "QSTATUS"), name))]
    if hop or (names and end.kind == DESTINATION):
        return Put(checks.refuses(estate, manager, names, None, cluster, length), names, hop, shown)
    shut = checks.puts(estate, manager, names, None, cluster) if names else Check(None)
    if shut.holds:
        return Put(shut, names, None, shown)
    code = {UNDEFINED: UNKNOWN_NAME}.get(end.kind, UNKNOWN_BASE if end.absent and _is_alias(route.chain(0)) else 0)
    wrong = Check(True if end.kind in (NOWHERE, UNDEFINED) else None, end.said, end.places, end.next, code, end.queue)
    return Put(wrong, names, None, shown or end.rows)


def _is_alias(chain) -> bool:
    return bool(chain) and chain[-1].kind == "QALIAS"
