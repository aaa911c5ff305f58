"""Queue managers that ended, processes that failed, and the applications that lost their connections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mqforensics.questions import causes, wording
from mqforensics.questions.causes import Condition
from mqforensics.questions.timeline.displayed_conditions import clock_time
from mqforensics.words import timeline as words
from mqforensics.words.grammar import of_manager

if TYPE_CHECKING:
    from mqforensics.questions.timeline.case_stories import Kind

FAILURE, ENDED, GONE = "FDC", "AMQ8004", "AMQ5008"
"""What a failure report counts as; a queue manager ended; a process that it cannot do without is gone."""
LOST = (2009, 2059, 2161, 2162, 2202, 2203, 2223)
"""Reasons of an application whose queue manager ends or has ended."""


def conditions(kinds: Iterable[Kind]) -> Iterator[Condition]:
    """The failures, the ends and what applications lost; of these without a queue manager where the logs name one."""
    kinds = list(kinds)
    named = {one.queue_manager for one in kinds} - {None}
    alone = next(iter(named)) if len(named) == 1 else None
    gone = {(one.queue_manager, one.process) for one in kinds if (one.message or "")[:7] == GONE and one.process}
    for one in kinds:
        at, message = one.queue_manager, (one.message or "")[:7]
        if message == FAILURE and at and one.first is not None:
            yield _failure(one, (at, one.process) in gone)
        elif message == ENDED and at and one.first is not None:
            for when in sorted({one.first, one.last}):
                told = words.ENDED.format(manager=at, time=clock_time(when))
                yield Condition(causes.ENDED, at, None, told, [one.place], when)
        elif one.reason in LOST and not one.about and (at or alone) and one.first is not None:
            told = words.LOST.format(of=of_manager(at), reason=wording.reason(one.reason), time=clock_time(one.first))
            yield Condition(causes.LOST, at or alone, None, told, [one.place], one.first, reason=one.reason,
                            is_guess=not at)  # fmt: skip


def _failure(one: Kind, is_gone: bool) -> Condition:
    told = words.FAILED.format(
        program=one.about or words.A_PROGRAM, manager=one.queue_manager,
        time=clock_time(one.first) if one.first is not None else "",
        gone=words.GONE if is_gone else "",
    )  # fmt: skip
    return Condition(causes.FAILED, one.queue_manager, one.about, told, [one.place], one.first, is_vital=is_gone)
