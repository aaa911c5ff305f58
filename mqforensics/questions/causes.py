"""What explains what: changes before a symptom that a change of this kind gives, at the object that the symptom names.

The table says which reasons an altered attribute gives; its source is the documentation of the attributes and reasons.
A change explains a symptom only if all three fit: object, reason, and that it came before; else nothing is said.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

CAUSE = "CAUSE"
"""The code of a finding that explains others."""
CLOCKS = 1.0
"""Seconds that a stamp of a display may stand for."""
WIDE = ("QMGR", "CHLAUTH", "AUTHINFO")
"""Types whose change bears on every object of their queue manager."""


@dataclass(frozen=True)
class Change:
    """An alteration: what was altered from what to what, and by when it was so, in seconds since 1970."""

    queue_manager: str
    type: str
    object: str
    attribute: str | None
    after: str | None
    latest: float | None
    says: str


@dataclass(frozen=True)
class Symptom:
    """Something that went wrong: the reason, the object it names, and when it was first seen, in seconds since 1970."""

    reason: int
    object: str | None
    queue_manager: str | None
    first: float | None


@cache
def _reasons() -> Mapping[tuple[str, str], list[tuple[str, frozenset[int]]]]:
    text = files(__package__).joinpath("symptoms.csv").read_text(encoding="utf-8")
    found: dict[tuple[str, str], list] = {}
    for row in csv.DictReader(text.splitlines()):
        reasons = frozenset(map(int, row["reasons"].split()))
        found.setdefault((row["type"], row["attribute"]), []).append((row["after"], reasons))
    return found


def reasons_of(change: Change) -> frozenset[int]:
    """The reasons that a change of this kind gives."""
    rows = _reasons().get((change.type, change.attribute or ""), []) + _reasons().get((change.type, ""), [])
    return frozenset().union(*(reasons for after, reasons in rows if after in ("", change.after)))


def explaining(symptom: Symptom, changes: Iterable[Change]) -> Change | None:
    """The last change before a symptom that explains it; None where none does or two could."""
    fit = [one for one in changes if symptom.reason in reasons_of(one) and _same_place(one, symptom)]
    before = [one for one in fit if _precedes(one, symptom)]
    if not before or len(before) != len(fit):
        return None
    last = max(before, key=lambda one: one.latest)
    return last if sum(one.latest == last.latest for one in before) == 1 else None


def _same_place(change: Change, symptom: Symptom) -> bool:
    if symptom.queue_manager and symptom.queue_manager != change.queue_manager:
        return False
    return change.object == symptom.object or (change.type in WIDE and symptom.queue_manager is not None)


def _precedes(change: Change, symptom: Symptom) -> bool:
    return None not in (change.latest, symptom.first) and change.latest <= symptom.first + CLOCKS
