"""Dates and times of day as programs print them: in numbers, by `date`, with the name of a month.

What is read here is the time of the clock that printed it. A zone is known only where the text names one, and None is
what no calendar or clock has. Every reader of evidence takes its dates from here; the forms that one program alone has
stay with the reader of that program.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache, lru_cache

from mqforensics import csv_tables
from mqforensics.clock.zone_names import difference, minutes, offset_text

DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
HOUR = re.compile(r"(\d\d)[.:](\d\d)[.:](\d\d)(?:[.,](\d{1,6})\d*)?")
STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d[:.]\d\d[:.]\d\d(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d|[A-Z]{3,5}))?"
WHOLE = re.compile(rf"{DAY.pattern}[T ]{HOUR.pattern} ?(Z|[+-]\d\d:?\d\d|[A-Z]{{3,5}})?$")
ZONE = r"(?:[A-Z]{1,5}|[+-]\d\d(?::?\d\d)?)"
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
WEEKDAY = rf"(?:{'|'.join(WEEKDAYS)}|Mo|Di|Mi|Do|Fr|Sa|So)\w{{0,6}}[,.]?"
CLOCK = rf"(?P<time>\d\d?:\d\d:\d\d)(?: (?P<half>[AP]M))?(?: (?P<zone>{ZONE}))?"
FORMS = (
    rf"{WEEKDAY} +(?P<month>\w{{3}})\w* +(?P<day>\d+) +{CLOCK} (?P<year>\d{{4}})",
    rf"{WEEKDAY} +(?P<day>\d+)\.? +(?P<month>\w{{3}})\w* +{CLOCK} (?P<year>\d{{4}})",
    rf"{WEEKDAY} +(?P<day>\d+)\.? +(?P<month>\w{{3}})\w* +(?P<year>\d{{4}}) +{CLOCK}",
)
"""What `date` prints, by locale: in English and in German."""
SHOWN_BY_DATE = tuple(re.compile(f"{form}$") for form in FORMS)


@cache
def months() -> Mapping[str, int]:
    """The number of each month by its name in small letters."""
    return {row["name"]: int(row["month"]) for row in _rows()}


@cache
def short_months() -> Mapping[str, int]:
    """The number of each month by its first three letters, small, as programs print them in English and German."""
    return {row["short"]: int(row["month"]) for row in _rows() if row["short"]}


def _rows() -> list[dict[str, str]]:
    return csv_tables.rows(__package__, "months.csv")


def month(word: str) -> int | None:
    """The number of a month by its name, or by its first three letters; None for another word."""
    word = word.lower()
    return months().get(word) or short_months().get(word[:3])


def calendar_day(year: str, month_: str, day: str) -> date | None:
    """A day by its year, the name of its month and its number; None where no calendar has it."""
    found = moment((year, month_, day))
    return found.date() if found else None


def moment(day, hour=("0", "0", "0"), half: str | None = None) -> datetime | None:
    """The moment of a day and a time of day, as numbers or digits; None where no calendar or clock has it.

    `day`: year, month and day; a year of two digits is of this century, and a month may be a name. `hour`: hours,
    minutes, seconds and, where they are printed, the digits after the second. `half`: `AM` or `PM`. Both may be
    matches of `DAY` and `HOUR`.
    """
    if not day or not hour:
        return None
    year, named, nth = day.groups() if isinstance(day, re.Match) else day
    hours, minute, second, *part = hour.groups() if isinstance(hour, re.Match) else hour
    number = month(named) if isinstance(named, str) and not named.isdecimal() else int(named)
    full = int(year) + 2000 * (len(str(year)) < 3)
    hours = int(hours) % 12 + 12 * half.upper().startswith("P") if half else int(hours)
    micros = int(part[0].ljust(6, "0")) if part and part[0] else 0
    try:
        return datetime(full, number or 0, int(nth), hours, int(minute), int(second), micros)
    except ValueError:
        return None


def orders(first: str, mark: str, second: str, third: str) -> list[tuple[int, int, int]]:
    """The days that a date in numbers can mean, as year, month and day: the order of month and day goes by the locale.

    With dots the day comes first; a first number of four digits, or beyond 31, is the year. Else both orders, the month
    first.
    """
    one, two, three = int(first), int(second), int(third)
    if len(first) == 4 or one > 31:
        return [(one, two, three)]
    ways = [(three, one, two), (three, two, one)] if mark != "." else [(three, two, one)]
    return [way for way in dict.fromkeys(ways) if way[1] <= 12]


@lru_cache(maxsize=4096)
def printed_moment(stamp: str | None) -> tuple[datetime | None, str | None]:
    """When a stamp says that something was printed, by the clock of its host, and the zone where it names one."""
    text = (stamp or "").strip()
    whole = WHOLE.match(text)
    if whole:
        return moment(whole.groups()[:3], whole.groups()[3:7]), _zone(whole[8])
    for pattern in SHOWN_BY_DATE:
        found = pattern.match(text)
        if found and month(found["month"]):
            hour = found["time"].split(":")
            return moment((found["year"], found["month"], found["day"]), hour, found["half"]), _zone(found["zone"])
    return None, None


def _zone(named: str | None) -> str | None:
    """A zone as `UTC` or `+02:00`; None for a name that does not say which it is."""
    east = difference(named or "")
    if east is not None:
        return offset_text(east)
    east = minutes(named)
    return None if east is None else offset_text(east) if east else "UTC"
