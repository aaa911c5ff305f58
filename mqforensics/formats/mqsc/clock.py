"""The times that displays show, typed: pairs of date and time, and when a capture was taken.

MQSC prints both in the local time of the queue manager's host: dates `2024-03-05`, times `10.00.00` or `10:00:00`.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache

DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
HOUR = re.compile(r"(\d\d)[.:](\d\d)[.:](\d\d)(?:[.,](\d{1,6})\d*)?")
STAMP = re.compile(rf"{DAY.pattern}[T ]{HOUR.pattern} ?(Z|[+-]\d\d:?\d\d|[A-Z]{{3,5}})?$")
MONTHS = {
    "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6,
    "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10, "Nov": 11, "Dec": 12,
}  # fmt: skip
SHOWN_BY_DATE = (
    re.compile(r"[A-Z]\w+ +(?P<month>[A-Z][a-z]{2})\w* +(?P<day>\d+) +(?P<time>[\d:]{8}) (?:(?P<half>[AP]M) )?"
               r"(?P<zone>\w+) (?P<year>\d{4})$"),
    re.compile(r"[A-Z]\w+,? +(?P<day>\d+) +(?P<month>[A-Z][a-z]{2})\w* +(?P<year>\d{4}) +(?P<time>[\d:]{8})"
               r"(?: (?P<half>[AP]M))? (?P<zone>[\w+-]+)$"),
)  # fmt: skip
"""What `date` prints, by locale."""
ZONES = {
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "CET": 60, "CEST": 120, "EET": 120, "EEST": 180, "SAST": 120,
    "MSK": 180, "HKT": 480, "AWST": 480, "JST": 540, "KST": 540, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660,
    "NZST": 720, "NZDT": 780, "EDT": -240, "MDT": -360, "PDT": -420, "AKDT": -480, "AKST": -540,
}  # fmt: skip
"""Minutes east of Greenwich, of the names that hosts of today give one zone only; CST, IST or BST are of several."""
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
    return _moment(DAY.fullmatch(day.strip()), HOUR.fullmatch(hour.strip()))


@lru_cache(maxsize=4096)
def captured(stamp: str | None) -> tuple[datetime | None, str | None]:
    """When a capture was taken, by the clock that its stamp shows, and the zone where the stamp names one."""
    text = (stamp or "").strip()
    whole = STAMP.match(text)
    if whole:
        return _moment(whole.groups()[:3], whole.groups()[3:7]), _zone(whole[8])
    for pattern in SHOWN_BY_DATE:
        found = pattern.match(text)
        if found and found["month"] in MONTHS:
            day = (found["year"], MONTHS[found["month"]], found["day"])
            hour = (*found["time"].split(":"), None)
            return _moment(day, hour, found["half"]), _zone(found["zone"])
    return None, None


def _moment(day, hour, half: str | None = None) -> datetime | None:
    if not day or not hour:
        return None
    year, month, date = day.groups() if isinstance(day, re.Match) else day
    hours, minutes, seconds, part = hour.groups() if isinstance(hour, re.Match) else hour
    hours = int(hours) % 12 + (12 if half == "PM" else 0) if half else int(hours)
    try:
        found = datetime(int(year), int(month), int(date), hours, int(minutes), int(seconds))
    except ValueError:
        return None
    return found + timedelta(microseconds=int((part or "0").ljust(6, "0")))


def _zone(shown: str | None) -> str | None:
    """A zone as `UTC` or `+02:00`; None for a name that does not say which it is."""
    offset = re.fullmatch(r"([+-]\d\d):?(\d\d)", shown or "")
    if offset:
        return f"{offset[1]}:{offset[2]}"
    east = ZONES.get(shown)
    if not east:
        return None if east is None else "UTC"
    return f"{'-' if east < 0 else '+'}{abs(east) // 60:02}:{abs(east) % 60:02}"
