"""When something was printed: the line that `date` or a script leaves before it, typed.

Such a time is by the clock of the host that printed it; a zone is known only where the stamp names one.
"""

import re
from datetime import datetime, timedelta
from functools import lru_cache

from mqforensics.clock.zone_names import minutes

DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
HOUR = re.compile(r"(\d\d)[.:](\d\d)[.:](\d\d)(?:[.,](\d{1,6})\d*)?")
STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d[:.]\d\d[:.]\d\d(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d|[A-Z]{3,5}))?"
ALONE = re.compile(rf"\W*(?:\w+\s*[:=]\s*)?({STAMP})\W*$")
ZONE = r"(?:[A-Z]{1,5}|[+-]\d\d(?::?\d\d)?)"
WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Mo|Di|Mi|Do|Fr|Sa|So)\w{0,6}[,.]?"
CLOCK = rf"(?P<time>\d\d?:\d\d:\d\d)(?: (?P<half>[AP]M))?(?: (?P<zone>{ZONE}))?"
FORMS = (
    rf"{WEEKDAY} +(?P<month>\w{{3}})\w* +(?P<day>\d+) +{CLOCK} (?P<year>\d{{4}})",
    rf"{WEEKDAY} +(?P<day>\d+)\.? +(?P<month>\w{{3}})\w* +{CLOCK} (?P<year>\d{{4}})",
    rf"{WEEKDAY} +(?P<day>\d+)\.? +(?P<month>\w{{3}})\w* +(?P<year>\d{{4}}) +{CLOCK}",
)
"""What `date` prints, by locale: in English and in German."""
BY_DATE = re.compile(rf"\W*({re.sub('P<[a-z]+>', ':', '|'.join(FORMS))})\W*$")
"""A stamp that is alone on its line: as scripts write it, and as `date` prints it."""
LEADING = re.compile(rf"\W*({STAMP})(?=[\s\]])")
ABOVE = re.compile(
    rb"[> \t|\r]*|[^\n]{0,60}[$#>%] [^\n]*|\W*\d{4}-\d\d-\d\d[ T][^\n]{0,30}|\W*(?:[A-Z][a-z]{2} ){2}[^\n]{0,40}"
    rb"|[ \t]*(?:={3}|#{3}|\*{3}|-{3,9}(?!-)(?! ?\S+ : \d))[^\n]*"
)
"""Lines that stand above what a program prints and are of it: blank ones, prompts, dates, rules."""
PROMPT = re.compile(r"[> \t]*+[^\n]{0,60}?[$#%>] *([a-z/.][^\n]*)")
"""A command that was typed; not what mail quotes."""
NOW = re.compile(
    r"(?:[^\n]{0,200}?[;&|] *)?(?:[\w/.-]*/)?date\b(?![^;&|\n]*\s(?:-[a-zA-Z]*[rdf]|--(?:ref|date|file)))"
    r"|(?:[kz]|ba)?sh +[\w/.-]+|\./[\w.-]+|[\w/.-]+\.(?:sh|ksh|bash)\b"
)
"""Of these `date`, but for another time than the present one, and scripts: they say when they run."""
WHOLE = re.compile(rf"{DAY.pattern}[T ]{HOUR.pattern} ?(Z|[+-]\d\d:?\d\d|[A-Z]{{3,5}})?$")
MONTHS = {
    "Jan": 1, "Feb": 2, "Mar": 3, "Mär": 3, "Apr": 4, "May": 5, "Mai": 5, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9,
    "Oct": 10, "Okt": 10, "Nov": 11, "Dec": 12, "Dez": 12,
}  # fmt: skip
SHOWN_BY_DATE = tuple(re.compile(f"{form}$") for form in FORMS)


def alone(line: str) -> str | None:
    """The stamp that a line is; None where it is another line."""
    found = ALONE.match(line) or BY_DATE.match(line)
    return found[1] if found else None


def leading(line: str) -> str | None:
    """The stamp that a line begins with."""
    found = LEADING.match(line)
    return found[1] if found else None


def is_of_now(above: str) -> bool:
    """Whether a stamp below this line is what `date` printed, or a script: the line may show what else was typed."""
    typed = PROMPT.match(above)
    return not typed or NOW.match(typed[1]) is not None


@lru_cache(maxsize=4096)
def captured(stamp: str | None) -> tuple[datetime | None, str | None]:
    """When a capture was taken, by the clock that its stamp shows, and the zone where the stamp names one."""
    text = (stamp or "").strip()
    whole = WHOLE.match(text)
    if whole:
        return moment_of(whole.groups()[:3], whole.groups()[3:7]), _zone(whole[8])
    for pattern in SHOWN_BY_DATE:
        found = pattern.match(text)
        if found and found["month"] in MONTHS:
            day = (found["year"], MONTHS[found["month"]], found["day"])
            hour = (*found["time"].split(":"), None)
            return moment_of(day, hour, found["half"]), _zone(found["zone"])
    return None, None


def moment_of(day, hour, half: str | None = None) -> datetime | None:
    """The moment of a day and a time of day: matches of `DAY` and `HOUR`, or their groups; None where it is none."""
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
    offset = re.fullmatch(r"([+-]\d\d):?(\d\d)?", shown or "")
    if offset:
        return f"{offset[1]}:{offset[2] or '00'}"
    east = minutes(shown)
    if not east:
        return None if east is None else "UTC"
    return f"{'-' if east < 0 else '+'}{abs(east) // 60:02}:{abs(east) % 60:02}"
