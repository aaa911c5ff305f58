"""The short names of zones that programs print, in one table, and the differences from UTC that a zone can have.

A name that several zones share (BST, IST, CST, EST …) does not say which of them a host is in: it gives no UTC time.
Source: the abbreviations of the IANA time zone database, with those that its older editions gave Australia.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from functools import cache

from mqforensics import csv_tables

WEST, EAST = timedelta(hours=-12), timedelta(hours=14)
"""How far a zone of the earth is behind UTC at most, and ahead of it at most."""
BETWEEN = (-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825)
"""Minutes east of UTC of the zones that are not whole hours away, daylight saving time included."""
OFFSETS = tuple(sorted([*(timedelta(hours=n) for n in range(-12, 15)), *(timedelta(minutes=n) for n in BETWEEN)]))
"""Every difference from UTC that a zone of the earth has."""
DIFFERENCE = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?")
RARE = frozenset(timedelta(hours=hours) for hours in (-12, -11, -2, -1, 14))
"""The zones of a few islands alone: a host is seldom in one of them."""


@cache
def names() -> Mapping[str, frozenset[int]]:
    """The minutes east of UTC that each name can mean."""
    found: dict[str, set[int]] = {}
    for row in csv_tables.rows(__package__, "names.csv"):
        found.setdefault(row["name"], set()).add(int(row["minutes"]))
    return {name: frozenset(minutes) for name, minutes in found.items()}


def minutes(name: str | None) -> int | None:
    """The minutes east of UTC that a name means; None for an unknown name, and for one that several zones share."""
    found = names().get(name or "", ())
    return next(iter(found)) if len(found) == 1 else None


def difference(text: str) -> int | None:
    """The minutes east of UTC of `+02:00`, `-0530`, `+2` or `GMT+2`; None for another text, and for a day or more."""
    found = DIFFERENCE.fullmatch(text)
    east = int(found[2]) * 60 + int(found[3] or 0) if found else 1440
    return None if not found or east >= 1440 else -east if found[1] == "-" else east


def offset_text(east: int) -> str:
    """Minutes east of UTC as `+02:00`."""
    return f"{'-' if east < 0 else '+'}{abs(east) // 60:02}:{abs(east) % 60:02}"


def offsets_between(least: timedelta, most: timedelta) -> list[timedelta]:
    """The differences from UTC that exist between two bounds, both included."""
    return [one for one in OFFSETS if least <= one <= most]
