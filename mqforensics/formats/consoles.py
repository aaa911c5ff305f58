"""Lines of z/OS's job logs and of its system log: what the console puts before a message and before its further lines.

A job's log has the time of day, and its date on a line of its own at the beginning and after midnight; the system log
has a date by the number of the day. A number ties a message's further lines to its first. ("Support evidence", 8.)
"""

import re
from datetime import date, timedelta
from typing import NamedTuple

from mqforensics.formats.wrappings import Line

JOB = rb"(?:STC|JOB|TSU)\d{2,8}"
CLOCK = rb"\d\d[.:]\d\d[.:]\d\d(?:\.\d\d)?"
FLAGS = rb"(?:[0-9A-F]{8}[ \t]+)?"
FIRST = re.compile(
    rb"(?:[MN][A-Z ]? ?[0-9A-F]{7}[ \t]+\S{1,8}[ \t]+)?(?:(?P<day>(?:\d\d)?\d{5})[ \t]+)?[ \t]*(?P<clock>" + CLOCK
    + rb")[ \t]+(?P<job>" + JOB + rb")[ \t]+" + FLAGS + rb"(?=[^\s\w]?[A-Z]{3}\w{3,6}[A-Z]\b)"
)
"""What stands before a message, of which day where the line says so."""
TIED = re.compile(rb"[ \t]+(\d{3})[ \t]*$")
FURTHER = rb"(?:[DEL][A-Z ]?[ \t]{10,60})?[ \t]*%b(?:[ \t][0-9A-F]{8}(?=[ \t]))?(?:[ \t]|$)"
"""What stands before a line that a number ties to the first."""
GOES_ON = re.compile(rb"S[A-Z ]?[ \t]{20,60}(?=\S)")
"""What stands in the system log before the rest of a line that was too long."""
DATED = re.compile(
    rb"[^\n]{0,24}?" + CLOCK + rb"[ \t]+(?P<job>" + JOB + rb")[ \t]+-{2,9}[ \t]+[A-Z]{3,6}DAY,[ \t]+"
    rb"(?P<day>\d\d?)[ \t]+(?P<month>[A-Z]{3})[ \t]+(?P<year>\d{4})[ \t]+-{2,9}"
)
DAY_SIGN = b"DAY, "
MONTHS = (b"JAN", b"FEB", b"MAR", b"APR", b"MAY", b"JUN", b"JUL", b"AUG", b"SEP", b"OCT", b"NOV", b"DEC")
ANSWER = re.compile(rb"[^\s\w]?CSQ(?:N205|M[24]\d\d|9022|9023)[IE]\b")
DISPLAY = re.compile(rb"CSQM[24]\d\dI[ \t]")
"""The answers to commands, and those of them that show an object."""


class Head(NamedTuple):
    """What a console puts before a message."""

    size: int
    job: bytes
    clock: bytes
    day: date | None

    def time(self, days: dict[bytes, date]) -> str | None:
        """The local time with its date, as this line or the last line of dates of the same job tells it."""
        day = self.day or days.get(self.job)
        return f"{day:%Y-%m-%d} {self.clock[:8].replace(b'.', b':').decode()}{self.clock[8:].decode()}" if day else None


def head(text: bytes) -> Head | None:
    """What stands before the message that a line begins with."""
    found = FIRST.match(text)
    if not found:
        return None
    number = found["day"] or b""
    year, nth = (int(number[:-3]), int(number[-3:])) if number else (0, 0)
    year += 2000 if len(number) == 5 else 0
    day = date(year, 1, 1) + timedelta(nth - 1) if number and year and 0 < nth <= 366 else None
    return Head(found.end(), found["job"], found["clock"], day)


def dated(text: bytes) -> tuple[bytes, date] | None:
    """The job and the date that a line of dates tells."""
    found = DATED.match(text)
    if not found or found["month"] not in MONTHS:
        return None
    try:
        return found["job"], date(int(found["year"]), MONTHS.index(found["month"]) + 1, int(found["day"]))
    except ValueError:
        return None


def further(first: bytes) -> re.Pattern | None:
    """What stands before the lines that a message's first line is tied to, if it is."""
    tied = TIED.search(first)
    return re.compile(FURTHER % tied[1]) if tied else None


def displayed(data: bytes) -> bool:
    """Whether a text may be a console's, with displays in it."""
    return b"CSQM" in data and any(job in data for job in (b" STC", b" JOB", b" TSU"))


def without_console(lines: list[Line]) -> list[Line] | None:
    """The lines of answers to commands without what the console put before them; None where no object is shown."""
    days: dict[bytes, date] = {}
    found, before, is_shown = list(lines), None, False
    for nth, line in enumerate(lines):
        if DAY_SIGN in line.text and (told := dated(line.text)):
            days[told[0]] = told[1]
        start = head(line.text)
        if start and ANSWER.match(line.text, start.size):
            before = further(line.text)
            cut = line.cut(start.size, start.time(days))
            found[nth] = cut._replace(text=TIED.sub(b"", cut.text) if before else cut.text)
            is_shown = is_shown or bool(DISPLAY.search(cut.text[:20]))
        elif before and not start and (rest := before.match(line.text)):
            found[nth] = line.cut(rest.end())
        elif start or line.text.strip():
            found[nth] = line._replace(stamp=start.time(days)) if start else line
            before = None
    return found if is_shown else None
