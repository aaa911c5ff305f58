"""Whose queue a dump is of, by what the case shows and by what its walks found; and the clocks that follow of it."""

from mqforensics.case.settings import walks_asked
from mqforensics.clock.offsets import Bound
from mqforensics.objects.case_clocks import bounds_of, known_clocks, managers_of, zones_of
from mqforensics.objects.case_evidence import Dump, dumps, estate, once
from mqforensics.objects.owners import of_dump
from mqforensics.questions import ask


def owners_by_walk(case) -> dict[tuple, str]:
    """The queue manager of a dead-letter queue's dump, by its file and queue, as the way of a message in it shows."""
    answer = ask(case, "walk") if walks_asked(case.settings) else None
    return dict(answer.figures["owners"]) if answer and not answer.error else {}


@once
def dumps_with_owners(case) -> dict[Dump, str | None]:
    """The dumps, each with the queue manager where just one of the case can be it, or a walk showed it."""
    known, by_walk, found = estate(case), owners_by_walk(case), {}
    for one in dumps(case):
        known_by = one.queue_manager, one.putter, one.row(), bool(one.dead_letters)
        shown = of_dump(known, one.queue, one.messages, *known_by).object
        found[one] = by_walk.get((one.file, one.queue)) or shown
    return found


@once
def owners_of(case) -> dict[str, str]:
    """The queue manager of the dumps of named queues, by file, where all of the file are of one."""
    found: dict[str, set[str | None]] = {}
    for one, owner in dumps_with_owners(case).items():
        if one.queue is not None:
            found.setdefault(one.file, set()).add(owner)
    return {file: names.pop() for file, names in sorted(found.items()) if len(names) == 1 and None not in names}


@once
def bounds(case) -> list[Bound]:
    """What the messages of a case show of the clocks of its queue managers."""
    return bounds_of(case, owners_of(case))


@once
def clocks(case) -> tuple:
    """`known_clocks` of the queue managers of a case."""
    return known_clocks(managers_of(case), bounds(case), zones_of(case))
