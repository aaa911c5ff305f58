"""The zone of a host's clock as a person names it: `Europe/Berlin`, `+02:00`, `UTC`; and its local times in UTC.

A name of the IANA database knows when clocks are put forward and back; a difference from UTC holds for the whole year.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from mqforensics.clock.zone_names import EAST, WEST, difference, minutes, names

EXAMPLES = "Europe/Berlin, +02:00 or UTC"


class Zone(NamedTuple):
    """A zone by its name; `rules` give its difference from UTC at any time."""

    name: str
    rules: tzinfo

    def east(self, local: datetime) -> tuple[timedelta, timedelta]:
        """How far a local time is ahead of UTC, at least and at most: two answers in the hour that comes twice."""
        found = [local.replace(tzinfo=self.rules, fold=fold).utcoffset() for fold in (0, 1)]
        return min(found), max(found)

    def utc(self, local: datetime) -> tuple[datetime, datetime]:
        """The first and the last moment in UTC that a local time can be."""
        least, most = self.east(local)
        return (local - most).replace(tzinfo=UTC), (local - least).replace(tzinfo=UTC)


def zone_of(text: str) -> Zone | None:
    """The zone that a text names; None for none, and for a short name that several zones share (CST, IST, BST …)."""
    named = text.strip()
    fixed = difference(named)
    if fixed is not None:
        east = timedelta(minutes=fixed)
        return Zone(named, timezone(east)) if WEST <= east <= EAST else None
    known = minutes(named)
    if named in names() and known is None:
        return None
    try:
        return Zone(named, UTC if named in ("UTC", "Z") else ZoneInfo(named))
    except (LookupError, ValueError, OSError):  # ZoneInfo lets nobody out of its own folder
        return None if known is None else Zone(named, timezone(timedelta(minutes=known)))


def is_ambiguous(text: str) -> bool:
    """Whether several zones have this short name."""
    return len(names().get(text.strip(), ())) > 1
