"""Lines of z/OS's job logs and of its system log: what the console puts before a message and before its further lines.

A job's log has the time of day, and its date on its own line at the beginning and after midnight; the system log has a
date by the number of the day. A number ties a message's further lines to its first. ("Support evidence", 8.)
"""

import re
from datetime import date, timedelta
from typing import NamedTuple

from mqforensics.clock.dates import calendar_day
from mqforensics.formats.paste.line_prefixes import Line

JOB = rb"(?:STC|JOB|TSU)\d{2,8}"
CLOCK = rb"\d\d[.:]\d\d[.:]\d\d(?:\.\d\d)?"
FLAGS = rb"(?:[0-9A-F]{8}[ \t]+)?"
FIRST = re.compile(
    rb"(?:[MN][A-Z ]? ?[0-9A-F]{7}[ \t]+\S{1,8}[ \t]+)?(?:(?P<day>(?:\d\d)?\d{5})[ \t]+)?[ \t]*(?P<clock>"
    + CLOCK
    + rb")[ \t]+(?P<job>"
    + JOB
    + rb")[ \t]+"
    + FLAGS
    + rb"(?=[^\s\w]?[A-Z]{3}\w{3,6}[A-Z]\b)"
)
"""What stands before a message, of which day where the line says this."""
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
ANSWER = re.compile(rb"[^\s\w]?CSQ(?:N205|M[24]\d\d|9022|9023)[IE]\b")
DISPLAY = re.compile(rb"CSQM[24]\d\dI[ \t]")
DONE = re.compile(rb"[^\s\w]?CSQ902[23]")
"""The answers to commands, those of them that show an object, and those that end one."""


JOBS = (b" STC", b" JOB", b" TSU")
NUMBERED = re.compile(rb"(?P<letter>[DEL])?[A-Z ]?[ \t]*(?P<number>\d{3})(?:[ \t]|$)")
"""A line that a number may tie to a message above; E and L: the last one of it in the system log."""
FAR = 500
"""A number ties no line to a message that is more lines above: it is given again to others."""
SEVERAL = -1


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


def date_line(text: bytes) -> tuple[bytes, date] | None:
    """The job and the date that a line of dates tells."""
    found = DATED.match(text)
    day = calendar_day(*(part.decode() for part in found.group("year", "month", "day"))) if found else None
    return (found["job"], day) if found and day else None


def further_lines(first: bytes) -> re.Pattern | None:
    """What stands before the lines that a message's first line is tied to, if it is."""
    tied = TIED.search(first)
    return re.compile(FURTHER % tied[1]) if tied else None


def has_displays(data: bytes) -> bool:
    """Whether a text may be a console's, with displays in it."""
    return b"CSQM" in data and has_jobs(data)


def has_jobs(data: bytes) -> bool:
    """Whether a text may be a console's, on which several jobs write."""
    return any(job in data for job in JOBS)


def with_messages_together(lines: list[Line]) -> list[Line] | None:
    """The lines with each message's own together, where others were written between them; None where none was.

    A line goes up to those that its number ties it to, a message to the answer to a command that its job has begun. It
    stands then where the line stood that was there, so that rows still part the file; its number says which one it
    is. Of two messages of one number nothing is moved.
    """
    messages, answers, last = Messages(), {}, 0
    groups: list[tuple[int, list[int]]] = [(0, [])]
    for nth, line in enumerate(lines):
        if DAY_SIGN in line.text and date_line(line.text):
            messages, answers, last = Messages(), {}, len(groups)  # nothing goes up to another day
            groups.append((last, []))
        elif start := head(line.text):
            last = len(groups)
            groups.append((_first(answers, start, line.text, nth, last), []))
            messages.begin(line.text, start.size, nth, last)
        else:
            last = messages.of(line.text, nth, last)
        groups[last][1].append(nth)
    order = [nth for _, group in sorted(groups, key=lambda one: one[0]) for nth in group]
    if all(map(int.__eq__, order, range(len(order)))):
        return None
    return [
        lines[nth] if nth == place else lines[nth]._replace(at=lines[place].at, inner=lines[place].at)
        for place, nth in enumerate(order)
    ]


def _first(answers: dict[bytes, tuple[int, int]], start: Head, text: bytes, nth: int, group: int) -> int:
    """The first message of the answer that a message goes on; itself where it goes on none."""
    if not ANSWER.match(text, start.size):
        return group
    first, before = answers.pop(start.job, (group, nth))
    first = first if nth - before <= FAR else group
    if not DONE.match(text, start.size):
        answers[start.job] = (first, nth)
    return first


class Messages:
    """The messages of several lines that are not known to be over, by the number that ties their lines."""

    def __init__(self):
        self._open: dict[bytes, tuple[int, int, re.Pattern]] = {}

    def begin(self, text: bytes, size: int, nth: int, group: int) -> None:
        """Take the first line of a message."""
        tied = TIED.search(text, size)
        if tied:
            before = self._open.get(tied[1])
            is_shared = before and text.startswith(b"M") and nth - before[1] <= FAR
            self._open[tied[1]] = (SEVERAL if is_shared else group, nth, further_lines(text))

    def of(self, text: bytes, nth: int, last: int) -> int:
        """The message that a further line is of: of the one that its number says, else of the line above."""
        found = NUMBERED.match(text)
        group, begun, before = self._open.get(found["number"], (SEVERAL, 0, None)) if found else (SEVERAL, 0, None)
        if group == SEVERAL or nth - begun > FAR or not before.match(text):
            return last
        if found["letter"] in (b"E", b"L"):
            del self._open[found["number"]]
        return group


def without_console(lines: list[Line]) -> list[Line] | None:
    """The lines of answers to commands without what the console put before them; None where no object is in the
    evidence."""
    days: dict[bytes, date] = {}
    found, before, is_shown = list(lines), None, False
    for nth, line in enumerate(lines):
        if DAY_SIGN in line.text and (told := date_line(line.text)):
            days[told[0]] = told[1]
        start = head(line.text)
        if start and ANSWER.match(line.text, start.size):
            before = further_lines(line.text)
            cut = line.cut(start.size, start.time(days))
            found[nth] = cut._replace(text=TIED.sub(b"", cut.text) if before else cut.text)
            is_shown = is_shown or bool(DISPLAY.search(cut.text[:20]))
        elif before and not start and (rest := before.match(line.text)):
            found[nth] = line.cut(rest.end())
        elif start or line.text.strip():
            found[nth] = line._replace(stamp=start.time(days)) if start else line
            before = None
    return found if is_shown else None
