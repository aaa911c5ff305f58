"""The structure of a coupling facility that a shared queue is in: documentation, "DISPLAY CFSTATUS"."""

from __future__ import annotations

from mqforensics.objects import sentences
from mqforensics.objects.check import Check
from mqforensics.objects.commands import mqsc
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import Span

STRUCTURE_FAILED = 2373


def failed_structure(estate: Estate, manager: str | None, queue: str | None, at: Span | None) -> Check | None:
    """What a structure that has failed does to puts at a moment; None where no failure of it is in the evidence."""
    name = estate.fact(manager, QUEUES, queue, "CFSTRUCT").value
    rows = estate.of(manager, ("CFSTATUS",), name) if name else []
    # The status of a connection, or of a backup, is another one.
    rows = estate.newest([row for row in rows if row.attributes.get("TYPE", "SUMMARY") == "SUMMARY"])
    state = estate.fact_of(rows, "STATUS")
    if state.value != "FAILED":
        return None
    row = state.seen[0].row
    since = sentences.STRUCTURE_FAILED_SINCE.format(fail=row.times["FAIL"]) if "FAIL" in row.times else ""
    said = sentences.STRUCTURE_FAILED.format(name=name, queue=queue, state=state.text(), since=since)
    then = at is None or (estate.after(row, at) and estate.moment(row, "FAIL").before(at) is True)
    said += "" if then else sentences.PUTS_FAIL_MEANWHILE.format(structure_failed=STRUCTURE_FAILED)
    look = mqsc("DISPLAY CFSTATUS({}) TYPE(SUMMARY)", name, on=manager)
    return Check(True if then else None, said, state.places, look, STRUCTURE_FAILED, queue)
