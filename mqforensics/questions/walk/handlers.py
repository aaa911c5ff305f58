"""What the rules tables of a case say of a dead-letter queue: where its handler may have put what was on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mqforensics.formats.dlqrules import RulesTable
from mqforensics.objects.check import Check
from mqforensics.objects.commands import browse
from mqforensics.objects.fact import Place
from mqforensics.words import walk as said_of

DOES = {"RETRY": said_of.RETRIES, "DISCARD": said_of.DISCARDS}
SHOWN = 4
"""So many queues that a table forwards to are named."""


class Handler(NamedTuple):
    """A rules table: the dead-letter queue that it names, blank where it names none, and what its rules do."""

    file: str
    queue: str
    queue_manager: str
    does: tuple[str, ...]
    """In words."""
    targets: tuple[tuple[str, str], ...]
    """(queue, queue manager) that it forwards to; blank is the handler's own queue manager."""
    places: tuple[Place, ...]


def handlers(rows: Iterable[Mapping]) -> list[Handler]:
    """The rules tables that rows of the table `rules` were read from, but for those with an error: they do nothing."""
    return [_handler(table) for table in RulesTable.by_file(rows) if table.rules and not table.errors]


def _handler(table: RulesTable) -> Handler:
    queue, manager = table.input()
    targets = list(dict.fromkeys((rule.fwdq, rule.fwdqm) for rule in table.rules if rule.action == "FWD"))
    said = list(dict.fromkeys(DOES[rule.action] for rule in table.rules if rule.action in DOES))
    said += [
        said_of.FORWARDS.format(queue=to, at=said_of.AT_BLANK if on else "", manager=on) for to, on in targets[:SHOWN]
    ]
    said += [said_of.FORWARDS_TO_OTHERS.format(number=len(targets) - SHOWN)] if len(targets) > SHOWN else []
    places = tuple(Place(table.file, rule.line) for rule in table.rules[: 2 * SHOWN])
    return Handler(table.file, queue, manager, tuple(said), tuple(targets[:SHOWN]), places)


def working_on(found: Iterable[Handler], queue: str | None, manager: str | None) -> list[Handler]:
    """Those that name a dead-letter queue, or the queue manager whose it is."""
    inputs = ((queue, ""), (queue, manager), ("", manager))
    return [one for one in found if (one.queue, one.queue_manager) in inputs]


def done_by(found: Iterable[Handler], queue: str | None, manager: str | None) -> Check:
    """Whether handlers work on a dead-letter queue; `said`: what their rules may have done, behind another sentence."""
    working = working_on(found, queue, manager)
    said = [said_of.RULES_MAY.format(file=one.file, deeds=" or ".join(one.does)) for one in working if one.does]
    next_ = [look for one in working for target, on in one.targets for look in browse(target, on or manager)]
    return Check(bool(working), "".join(said), [place for one in working for place in one.places], next_)
