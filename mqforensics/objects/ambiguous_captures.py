"""Captures of which it is open whose they are: a queue manager's name is not an address, and two may have the same
one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqforensics.objects import sentences
from mqforensics.objects.check import Check
from mqforensics.objects.commands import mqsc
from mqforensics.objects.fact import Row
from mqforensics.privacy.masked_evidence import is_masked

ITSELF = ("AMQ8408", "AMQ8705")
"""Messages by which a queue manager shows itself or its status."""
NAMED = 3
"""So many queue managers of one name are distinguished in a sentence."""


def sure_captures(rows: Sequence[Row]) -> tuple[list[Row], dict[str, Check]]:
    """The rows whose queue manager is the one that they name, and by its name, why it is open whose others are.

    Of a run below whose banner another queue manager shows itself no row counts; of queue managers of one name, which
    their QMIDs show, none at all: a run that shows no QMID may be of either.
    """
    others = [row for row in rows if _names_another(row)]
    captures = {row.capture for row in others}
    left = [row for row in rows if row.capture not in captures]
    same = {name: shown for name, shown in _identifiers(left).items() if len(shown) > 1}
    doubts = {row.queue_manager: _other(row) for row in others} | {name: _several(name, same[name]) for name in same}
    return [row for row in left if row.queue_manager not in same], doubts


def _names_another(row: Row) -> bool:
    """Whether a queue manager that is not the one of the banner shows itself; on z/OS a group answers as one."""
    own = row.attributes.get("QMNAME") if (row.message or "")[:7] in ITSELF else None
    return bool(own and row.queue_manager) and own != row.queue_manager


def _other(row: Row) -> Check:
    said = sentences.BANNER_OF_ANOTHER.format(queue_manager=row.queue_manager, qmname=row.attributes["QMNAME"])
    return Check(None, said, [row.place("QMNAME")])


def _identifiers(rows: Iterable[Row]) -> dict[str, dict[str, Row]]:
    """By the name of a queue manager the QMIDs that its displays show, each with the first row of it."""
    found: dict[str, dict[str, Row]] = {}
    for row in rows:
        name, own = row.queue_manager, row.attributes.get("QMID") if row.type == "QMGR" else None
        # A member of a queue-sharing group, which may answer below the group's name, shows its own QMNAME.
        if name and own and not (row.error or is_masked(own)) and row.attributes.get("QMNAME", name) == name:
            found.setdefault(name, {}).setdefault(own, row)
    return found


def _several(name: str, shown: dict[str, Row]) -> Check:
    told = [sentences.QMID_IN.format(qmid=own, file=row.file) for own, row in shown.items()]
    which = sentences.first_of(told, NAMED, between=" and ")
    said = sentences.SEVERAL_OF_ONE_NAME.format(count=len(told), name=name, which=which)
    return Check(None, said, [row.place("QMID") for row in shown.values()], mqsc("DISPLAY QMGR QMID", on=name))
