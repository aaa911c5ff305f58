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
NO_TIME = "the record tells no time"
NOT_TOLD = "local time of the queue manager's host taken as UTC: no record of this file tells its zone"


class Zone(NamedTuple):
    """What one call has told: local time less UTC, in seconds, on the host of a queue manager."""

    queue_manager: str | None
    seconds: int


@lru_cache(maxsize=64)
def day(date: str) -> int | None:
    """Seconds from 1970 to the beginning of `2024-03-05` or `20240305`."""
    try:
        return (datetime.fromisoformat(date.strip()).date().toordinal() - EPOCH.toordinal()) * 86400
    except ValueError:
        return None


def note(zone: int | None) -> str:
    """What there is to say about the time of a call that tells no exact one."""
    return NOT_TOLD if zone is None else f"{COARSE}UTC by the local time {zone_text(zone)} of other calls"


@lru_cache(maxsize=256)
def zone_text(zone: int) -> str:
    """A zone as `UTC+01:00`."""
    return f"UTC{offset_text(zone // 60)}"
