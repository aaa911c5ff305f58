"""The structure of a coupling facility that a shared queue is in: documentation, "DISPLAY CFSTATUS"."""

from __future__ import annotations

from mqforensics.objects.check import Check
from mqforensics.objects.commands import mqsc
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Span

STRUCTURE_FAILED = 2373


def failed(estate: Estate, manager: str | None, queue: str | None, at: Span | None) -> Check | None:
    """What a structure that has failed does to puts at a moment; None where no failure of it is in the evidence."""
    name = estate.fact(manager, QUEUES, queue, "CFSTRUCT").value
    rows = estate.of(manager, ("CFSTATUS",), name) if name else []
    # The status of a connection, or of a backup, is another one.
    rows = estate.newest([row for row in rows if row.attributes.get("TYPE", "SUMMARY") == "SUMMARY"])
    state = estate.fact_of(rows, "STATUS")
    if state.value != "FAILED":
        return None
    row = state.seen[0].row
    since = f" since {row.times['FAIL']:%Y-%m-%d %H:%M:%S} by its clock" if "FAIL" in row.times else ""
    said = f"the coupling facility structure {name} of {queue} has failed ({state.text()}{since})"
    then = at is None or (estate.after(row, at) and estate.moment(row, "FAIL").before(at) is True)
    said += "" if then else f": puts fail with {STRUCTURE_FAILED} while it is so"
    look = mqsc("DISPLAY CFSTATUS({}) TYPE(SUMMARY)", name, on=manager)
    return Check(True if then else None, said, state.places, look, STRUCTURE_FAILED, queue)
