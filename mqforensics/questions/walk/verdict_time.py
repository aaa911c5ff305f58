"""The time that a verdict is said for: when the objects were displayed that it rests on."""

from __future__ import annotations

from collections.abc import Collection

from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import STATUS, Place, Row

STANDING = (*QUEUES, "QSTATUS", "CHANNEL", "CHSTATUS")
SHOWN = ("QMGR", "QMSTATUS", *STANDING, "QCLUSTER", "CLUSQMGR")


def as_of(estate: Estate, manager: str | None, name: str | None, places: Collection[Place] = (),
          dumps: Collection[Row] = ()) -> str | None:  # fmt: skip
    """When the evidence at `places` was captured at a queue manager; None where not all of it has a stamp.

    `dumps`: those of them that show the message itself: it was there when the last of these was made.

    Status has to hold together: of the newest captures of each object the oldest counts. Without any status it is what
    the evidence shows of the object `name` itself, of a shared queue by any member; without that, what else is in the
    evidence there. ISO 8601, with `Z` where it is UTC.
    """
    own = estate.of(manager, STANDING, name)
    absent = [one.row for one in estate.absences(manager)]
    lines = {(place.file, place.line) for place in places if place.number is None}
    files = {file for file, _ in lines}
    shown = dict.fromkeys(row for row in (*estate.of(manager, SHOWN), *own, *absent) if row.file in files)
    cited = [row for row in shown if not lines.isdisjoint((row.file, at) for at in (row.line, *row.lines.values()))]
    status = [row for row in cited if row in absent or not lines.isdisjoint(_lines_of_status(row))]
    each: dict[tuple, list[Row]] = {}
    for row in status or own or cited:
        each.setdefault((row.type == "ERROR", row.name), []).append(row)
    newest = [row for rows in each.values() for row in estate.newest(rows)]
    newest = [max(dumps, key=lambda row: estate.captured(row).first)] if dumps else newest
    if not newest or not all(row.captured for row in newest):
        return None
    least = min(newest, key=lambda row: estate.captured(row).first)
    return least.captured.isoformat() + {"UTC": "Z", None: ""}.get(least.zone, least.zone or "")


def _lines_of_status(row: Row) -> set[tuple[str, int | None]]:
    """Where a row has its attributes that hold for the moment of a capture alone."""
    return {(row.file, at) for attribute, at in row.lines.items() if attribute in STATUS}
