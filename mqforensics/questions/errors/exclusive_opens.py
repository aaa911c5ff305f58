"""Who holds a queue that a program could not open, because somebody else has it open in a way that excludes that."""

from collections.abc import Iterator
from typing import NamedTuple

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from mqforensics.objects.case_evidence import estate
from mqforensics.objects.check import Check
from mqforensics.objects.entries import entries
from mqforensics.objects.estate import Estate
from mqforensics.objects.failed_calls import failed_calls
from mqforensics.objects.readers import EXCLUSIVE, SHARED, handles_command, open_by
from mqforensics.questions import wording
from mqforensics.questions.errors.counted_kinds import KINDS, PLACE, most_common
from mqforensics.questions.finding import Evidence, Finding, as_of
from mqforensics.words import errors as words
from mqforensics.words.grammar import at_time, times

IN_USE = 2042
KEYS = ("queue_manager", "queue")


class OpenQueue(NamedTuple):
    """A queue of a queue manager, and who is known to have it open; `alone`: so that nobody else gets it for input."""

    queue_manager: str
    queue: str
    by: Check
    alone: bool


def findings(case, is_logged: bool) -> list[Finding]:
    """A finding for each queue that was in use, or for all failures that name none; `is_logged`: if a log shows any."""
    rows = [row for found in _failures(case, is_logged) for row in most_common(found, KEYS, PLACE)][:KINDS]
    known = estate(case) if rows else None
    return [made for row in rows if (made := _finding(row, known))]


def _failures(case, is_logged: bool) -> Iterator[DataFrame]:
    none, is_it = F.lit(None).cast("int"), F.col("reason") == IN_USE
    if is_logged:
        named = F.coalesce(*(F.try_element_at("inserts", F.lit(name)) for name in ("queue", "destination", "object")))
        told = entries(case, is_it).withColumns({"queue": named, "number": none})
        yield told.select(*KEYS, "time", "file", "line", "number")
    calls = failed_calls(case)
    if calls is not None:
        number = F.col("number").cast("int").alias("number")
        yield calls.where(is_it).select(*KEYS, "time", "file", none.alias("line"), number)


def _finding(row, known: Estate) -> Finding | None:
    held = _holders(row, known)
    if not held and not row.queue:
        return None
    of = words.ON.format(queue=wording.place(row.queue, row.queue_manager)) if row.queue else ""
    said = words.IN_USE.format(reason=wording.reason(IN_USE), of=of, times=times(row["count"]))
    said += "" if row.queue or not held else words.UNKNOWN_QUEUE
    said += "".join(_open_in_words(one, known) for one in held)
    said += words.NOT_SHOWN_THEN if held else ""
    evidence = [Evidence.of(row.place), *(Evidence.of(place) for one in held for place in one.by.places)]
    only = held[0] if len(held) == 1 else None
    queue, at = row.queue or (only and only.queue), row.queue_manager or (only and only.queue_manager)
    look = [] if held else handles_command(at, queue)
    return Finding("errors", "QUEUE_IN_USE", "warning", said, evidence, look, at, queue, as_of(row.last))


def _holders(row, known: Estate) -> list[OpenQueue]:
    managers = [row.queue_manager] if row.queue_manager else known.managers
    named = [(at, one) for at in managers for one in ([row.queue] if row.queue else _open_queues(known, at))]
    # What is open for shared input excludes only who asks for it alone: that is told of the very queue.
    for inputs in (EXCLUSIVE, SHARED) if row.queue else (EXCLUSIVE,):
        held = [OpenQueue(at, queue, open_by(known, at, queue, inputs), inputs == EXCLUSIVE) for at, queue in named]
        if held := [one for one in held if one.by.holds]:
            return held[:KINDS]
    return []


def _open_queues(known: Estate, at: str) -> list[str]:
    return sorted({row.name for row in known.of(at, ("HANDLE",)) if row.name})


def _open_in_words(held: OpenQueue, known: Estate) -> str:
    rows = known.newest(known.of(held.queue_manager, ("HANDLE",), held.queue))
    when = {known.captured(row) for row in rows}
    first, last = when.pop() if len(when) == 1 else (None, None)
    at = at_time(last if first == last else None)
    only = "" if held.alone else words.EXCLUDES_EXCLUSIVE
    return words.OPEN.format(queue=held.queue, manager=held.queue_manager, at=at, programs=held.by.said, only=only)
