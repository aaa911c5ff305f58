"""The zone of a trace's local times: from the header, from each line, or from the put times of messages put here."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from mqforensics.clock.names import minutes

MILLISECOND = 1000
OFFSET = re.compile(r"(?:GMT|UTC)?([+-])(\d{1,2}):?(\d\d)")
PLACE = re.compile(r"[A-Za-z]{2,20}(?:/[A-Za-z0-9_+-]{1,30}){1,2}")
"""A zone by its place. Nothing else is looked up: Python looks in packages, and a trace may hold any text."""
QUARTER, SLACK = timedelta(minutes=15), timedelta(minutes=1)


class Moment(NamedTuple):
    """A call's time, how exact it is in microseconds, and what there is to say about that."""

    time: datetime | None
    exact: int | None
    note: str | None


class Zone(NamedTuple):
    """A zone by Java's name or as `+02:00`, and where it is known from."""

    name: str
    source: str | None = None


@lru_cache(maxsize=64)
def zone_info(name: str) -> tzinfo | None:
    """The zone of a name out of a trace; None when it is not known, or stands for more than one."""
    offset = OFFSET.fullmatch(name)
    if offset:
        ahead = int(offset[2]) * 60 + int(offset[3])
        return timezone(timedelta(minutes=-ahead if offset[1] == "-" else ahead)) if ahead < 1440 else None
    if (east := minutes(name)) is not None:
        return timezone(timedelta(minutes=east))
    try:
        return ZoneInfo(name) if PLACE.fullmatch(name) else None
    except (LookupError, ValueError, OSError):
        return None


def told_by(local: datetime, put_time: datetime) -> Zone | None:
    """The zone in which a message put at `put_time` (UTC) is traced at `local`; None when the two do not fit."""
    difference = local.replace(tzinfo=UTC) - put_time
    quarters = round(difference / QUARTER)
    if abs(difference - quarters * QUARTER) > SLACK or abs(quarters) > 56:
        return None
    minutes = abs(quarters) * 15
    name = f"{'-' if quarters < 0 else '+'}{minutes // 60:02}:{minutes % 60:02}"
    return Zone(name, f"UTC by the put times of messages put here: local time is UTC{name}")


def moment(local: datetime | None, zone: Zone | None) -> Moment:
    """A local time as UTC; where the zone is not known, only the text of it."""
    if local is None:
        return Moment(None, None, "the line tells no time")
    info = zone_info(zone.name) if zone else None
    if info is None:
        shown = local.isoformat(" ", "milliseconds")
        named = f"in the zone {zone.name}, which is no one zone" if zone else "in a zone that the trace does not tell"
        return Moment(None, None, f"local time {shown} {named}")
    return Moment(local.replace(tzinfo=info).astimezone(UTC), MILLISECOND, _doubt(local, info) or zone.source)


def _doubt(local: datetime, info: tzinfo) -> str | None:
    if info.utcoffset(local) == info.utcoffset(local.replace(fold=1)):
        return None
    return "an hour that the clock goes through twice: taken as the first time"
