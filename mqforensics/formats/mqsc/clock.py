"""The times that displays show, typed: pairs of date and time.

MQSC prints both in the local time of the queue manager's host: dates `2024-03-05`, times `10.00.00` or `10:00:00`.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache

from mqforensics.formats.stamps import DAY, HOUR, moment_of

PAIRS = (("DATE", "TIME"), ("DA", "TI"))


def times(attributes: Mapping[str, str]) -> dict[str, datetime]:
    """Each pair of date and time among the attributes by its stem: `ALTDATE` and `ALTTIME` are `ALT`.

    A pair that is blank, of which one half is missing, or that is no moment, is not there.
    """
    found = {}
    for stem, date, time in pairs(tuple(attributes)):
        shown = moment(attributes[date], attributes[time])
        if shown:
            found[stem] = shown
    return found


@lru_cache(maxsize=4096)
def pairs(keys: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """The pairs among keys: their stem, and the keys of both halves."""
    among = frozenset(keys)
    ends = [(key, *pair) for key in keys for pair in PAIRS if key.endswith(pair[0])]
    found = [(stem, key, stem + time) for key, date, time in ends if (stem := key.removesuffix(date)) + time in among]
    return [pair for pair in found if pair[0] != pair[1]]


@lru_cache(maxsize=4096)
def moment(day: str, hour: str) -> datetime | None:
    """The moment of a date and a time; None where they are none."""
    return moment_of(DAY.fullmatch(day.strip()), HOUR.fullmatch(hour.strip()))
