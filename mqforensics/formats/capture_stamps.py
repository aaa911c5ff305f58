"""When something was printed: the line that `date` or a script leaves before it, typed.

Such a time is by the clock of the host that printed it; a zone is known only where the stamp names one.
"""

import re

from mqforensics.clock.dates import FORMS, STAMP

ALONE = re.compile(rf"\W*(?:\w+\s*[:=]\s*)?({STAMP})\W*$")
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


def lone_stamp(line: str) -> str | None:
    """The stamp that a line is; None where it is another line."""
    found = ALONE.match(line) or BY_DATE.match(line)
    return found[1] if found else None


def leading_stamp(line: str) -> str | None:
    """The stamp that a line begins with."""
    found = LEADING.match(line)
    return found[1] if found else None


def is_of_now(above: str) -> bool:
    """Whether a stamp below this line is what `date` printed, or a script: the line may show what else was typed."""
    typed = PROMPT.match(above)
    return not typed or NOW.match(typed[1]) is not None
