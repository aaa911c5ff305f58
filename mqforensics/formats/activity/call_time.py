"""Time of a call: UTC from the high-resolution time, or from local time and the zone that other calls betray."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from mqforensics.clock.zone_names import offset_text

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = 1_000_000
FIRST, LAST = ((end.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1) for end in (datetime.min, datetime.max))
COARSE = "to the second; "
ZONES = 900
"""Zones differ from UTC by whole quarters of an hour."""
NOT_TOLD = "local time of the queue manager's host taken as UTC: no record of this file tells its zone"


class Zone(NamedTuple):
    """What one call has told: local time less UTC, in seconds, on the host of a queue manager."""

    queue_manager: str | None
    seconds: int


class Moments(NamedTuple):
    """The times of calls, how exact each is in microseconds, and what there is to say about that."""

    times: list
    exact: list[int | None]
    notes: list[str | None]


def utc(microseconds: int) -> int | None:
    """Microseconds since 1970 as they are; None when no calendar has them."""
    return microseconds if FIRST <= microseconds <= LAST else None


@lru_cache(maxsize=64)
def day(date: str) -> int | None:
    """Seconds from 1970 to the beginning of `2024-03-05` or `20240305`."""
    try:
        return (datetime.fromisoformat(date.strip()).date().toordinal() - EPOCH.toordinal()) * 86400
    except ValueError:
        return None


def local(date: object, time: object) -> int | None:
    """Local seconds since 1970 of OperationDate and OperationTime (`10:00:16`); None when they are no time."""
    begin = day(date) if isinstance(date, str) else None
    try:
        return begin + int(time[0:2]) * 3600 + int(time[3:5]) * 60 + int(time[6:8])
    except (TypeError, ValueError):
        return None


def offset(local_seconds: int, highres: int) -> int:
    """Local time less UTC in seconds: OperationTime is local to 1 s, High Res Time UTC to 1 µs."""
    return round((local_seconds - highres / SECOND) / ZONES) * ZONES


def moment(seconds: int | None, zone: int | None) -> tuple[int | None, int | None, str | None]:
    """When a call was made that tells no exact time: by the second and the zone."""
    if seconds is None:
        return None, None, "the record tells no time"
    if zone is None:
        return utc(seconds * SECOND), SECOND, NOT_TOLD
    return utc((seconds - zone) * SECOND), SECOND, f"{COARSE}UTC by the local time {shown(zone)} of other calls"


@lru_cache(maxsize=256)
def shown(zone: int) -> str:
    """A zone as `UTC+01:00`."""
    return f"UTC{offset_text(zone // 60)}"
