"""The date and time that `java.text.DateFormat` prints in its long form, whose shape goes by the JDK and the locale.

`May 7, 2020 11:05:07 AM EDT` (JDK 8), `July 31, 2023 at 2:53:38 PM EEST` (9), `July 20, 2024, 9:14:09 PM WIB` (20, with
a narrow blank before PM), `9 de mayo de 2023, 15:41:52 PET`, `2023年7月10日 9:21:14 JST`. Source: the CLDR patterns of
those JDKs; the months are CLDR's wide names.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from mqforensics.clock.dates import moment, months
from mqforensics.clock.zone_names import difference, minutes, names

CLOCK = re.compile(r"(?<!\d)(\d{1,2})[:.](\d\d)[:.](\d\d)(?!\d)")
YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)")
NUMBERED = re.compile(r"(\d{4})[年년][ ]?(\d{1,2})[月월][ ]?(\d{1,2})[日일]")
"""How Chinese, Japanese and Korean have a date."""
DAY = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
WORD = re.compile(r"[^\W\d_]{3,15}")
MORNING = re.compile(r"(?<![^\W_])(?:a\.? ?m\b\.?|vorm\.)|午前|上午|오전", re.I)
EVENING = re.compile(r"(?<![^\W_])(?:p\.? ?m\b\.?|nachm\.)|午後|下午|오후", re.I)
ZONE = re.compile(r"\b(GMT|UTC)(?:([+-])(\d{1,2})(?::?(\d\d))?)?\b|\b(?!AM\b|PM\b)([A-Z]{2,5})$")


class Printed(NamedTuple):
    """What a printed date says: the local time, the name of its zone, and UTC where that name is of one zone."""

    local: datetime | None
    zone: str | None
    utc: datetime | None


def parse_date(text: str) -> Printed:
    """What a date of `DateFormat` says."""
    text = " ".join(text.split())
    zone = next(iter(ZONE.finditer(text)), None)
    local, east = _local(text), _east(zone)
    utc = None
    if local and east is not None:
        try:
            utc = (local - timedelta(minutes=east)).replace(tzinfo=UTC)
        except OverflowError:
            utc = None
    return Printed(local, zone and (zone[5] or zone[0]), utc)


def _east(zone: re.Match | None) -> int | None:
    if not zone:
        return None
    return minutes(zone[5]) if zone[5] else difference(zone[0]) if zone[2] else 0


def _local(text: str) -> datetime | None:
    clock = CLOCK.search(text)
    day = _day(text[: clock.start()]) if clock else None
    if not clock or not day:
        return None
    half = "PM" if EVENING.search(text) else "AM" if MORNING.search(text) else None
    return moment(day, clock.groups(), half)


def _day(text: str) -> tuple[int, int, int] | None:
    if found := NUMBERED.search(text):
        return int(found[1]), int(found[2]), int(found[3])
    year, day = YEAR.search(text), DAY.search(text)
    month = next((known for word in WORD.findall(text) if (known := months().get(word.lower()))), None)
    return (int(year[1]), month, int(day[1])) if year and month and day else None


def columns(text: str) -> dict:
    """`time`, `time_text` and `time_note` of a printed date: what zone it names, and whether that name is of one."""
    found = parse_date(text)
    if found.zone is None:
        note = "local time without a zone" if found.local else "a date in a form that is not known"
    elif found.utc:
        note = f"by the zone that is named ({found.zone})"
    elif found.zone in names():
        note = f"local time; more than one zone is called {found.zone}"
    else:
        note = f"local time of a zone that is named ({found.zone})"
    return {"time": found.utc, "time_text": text, "time_note": note}
