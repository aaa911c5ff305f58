"""The time columns of a row of a log: UTC where the text says it, else as printed with a note of what is not known."""

import re
from datetime import UTC, datetime

from mqforensics.clock.dates import orders

_DATE = re.compile(r"(?<!\d)(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?!\d)")
_ZONE = re.compile(r"\b(?!AM\b|PM\b)[A-Z]{3,5}$")
LOCAL = "local time without a zone"


def utc(text: str | None) -> datetime | None:
    """A time with its zone (`Z` or an offset) in UTC; None for any other."""
    if not text:
        return None
    try:
        when = datetime.fromisoformat(text.strip().replace(",", "."))
        return when if when.tzinfo is UTC else when.astimezone(UTC) if when.tzinfo else None
    except (ValueError, OverflowError):
        return None


def note(text: str | None) -> str:
    """Why a printed time without a zone gives no UTC time, and whether its day and month can be told apart."""
    if zone := _ZONE.search(text or ""):
        if zone[0] in ("UTC", "GMT"):
            return f"{zone[0]}, but its date is in a local form"
        return f"local time; more than one zone is called {zone[0]}"
    date = _DATE.search(text or "")
    if not date:
        return LOCAL if text else "the entry has no time"
    days = orders(*date.groups())
    if len(days) > 1:
        return f"{LOCAL}; ambiguous: {date[0]} may be month or day first"
    if max(int(date[1]), int(date[3])) <= 12 or len(date[1]) == 4 or date[2] == ".":
        return LOCAL
    return f"{LOCAL}, {'day' if int(date[1]) > 12 else 'month'} first"


def time_columns(zoned: str | None, printed: str | None) -> dict:
    """`time`, `time_text` and `time_note` of an entry from its zoned and its printed time."""
    time = utc(zoned)
    text = printed or zoned or None
    return {"time": time, "time_text": text, "time_note": None if time else note(text)}
