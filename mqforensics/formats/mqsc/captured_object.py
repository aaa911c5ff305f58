"""An object or a command of note as the lines of a capture show it: its times, and what tells its type and name.

MQSC prints a date and a time in the local time of the queue manager's host: `2024-03-05`, `10.00.00` or `10:00:00`.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from mqforensics.clock import dates
from mqforensics.formats.mqsc import keywords
from mqforensics.formats.mqsc.command_parser import Command

PAIRS = (("DATE", "TIME"), ("DA", "TI"))


def times(attributes: Mapping[str, str]) -> dict[str, datetime]:
    """Each pair of date and time among the attributes by its stem: `ALTDATE` and `ALTTIME` are `ALT`.

    A pair that is blank, of which one half is missing, or that is not a moment, is not there.
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
    return dates.moment(dates.DAY.fullmatch(day.strip()), dates.HOUR.fullmatch(hour.strip()))


ERROR, DONE = "ERROR", "DONE"
"""Types of the rows of commands: of one that failed, and of one that was carried out and changes something."""
IS_NAME = re.compile(r"[A-Za-z0-9._/%]{1,48}").fullmatch
ARE_NAMES = re.compile(r"(?:[A-Za-z0-9._/%]{0,48}+\n)*+[A-Za-z0-9._/%]{0,48}").fullmatch
"""The same of many names at once, each on a line."""
STRICT = frozenset((
    *keywords.QUEUE_TYPES, "QUEUE", "QSTATUS", "QMGR", "QMSTATUS", "CHANNEL", "CHSTATUS", "NAMELIST", "PROCESS",
    "TOPIC", "TCLUSTER", "LISTENER", "LSSTATUS", "SERVICE", "SVSTATUS", "AUTHINFO",
))  # fmt: skip
"""Types whose names have only the characters that MQ allows ("Rules for naming IBM MQ objects")."""
OTHERS = {("QMSTATUS", "NATIVEHA"): "NHA", ("TOPIC", "CLUSTER"): "TCLUSTER"}
"""By the type of an object and its TYPE: what it is instead. What a cluster tells of a topic does not define it."""
NAMELESS = frozenset(("QMGR", "TPSTATUS", "RDQM"))
"""Types whose name may be blank: that of the root of the topic tree is."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(slots=True)
class Record:
    """One object, or command that failed or changed something.

    `at` is where it begins in `Text.data`, `session` which run of runmqsc it is of.
    """

    at: int
    line: int
    message: str | None = None
    type: str | None = None
    name: str | None = None
    attributes: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    command: Command | None = None
    time: str | None = None
    queue_manager: str | None = None
    session: int | None = None
    begin: int | None = None
    """Where the session begins whose first record it is, if a line of the product says this."""
    again: bool = False
    """Whether it follows another object without its own header line."""
    errors: list[str] = field(default_factory=list)
    times: dict[str, datetime] = field(default_factory=dict)

    def add(self, key: str, value: str, line: int | None = None) -> None:
        """Take an attribute of a line; a second, different value is reported, not taken.

        A description may hold any character: it says nothing of what else the line shows.
        """
        if key not in keywords.FREE and CONTROL.search(value):
            self.errors.append(f"{key} has characters that move a cursor: it is not what the terminal showed")
            return
        self.lines.setdefault(key, line or self.line)
        if self.attributes.setdefault(key, value) != value:
            self.errors.append(f"{key} stands twice in this object: ({self.attributes[key]}) and ({value})")

    @property
    def number(self) -> str:
        """Its message without the severity letter."""
        return (self.message or "")[:7]

    @property
    def shown_by(self) -> str | None:
        """The queue manager that it names as the one it appears by."""
        name = self.attributes.get("QMNAME") if self.number in keywords.TELLING else None
        return name if IS_NAME(name or "") else None

    def settle(self) -> None:
        """Tell type, name and times once all attributes are there."""
        self.times = times(self.attributes)
        if self.type in (ERROR, DONE):
            return
        if not self.type:
            self.type = None if self.again else keywords.TYPES.get(self.number)
            self.type = refined_type(self.type or by_keys(self.attributes), self.attributes)
        names = [self.attributes[key] for key in naming(self.type) if self.attributes.get(key)]
        self.name = self.name or (names[0] if names else None)
        if not self.attributes and not (self.name and not self.message):  # a definition may leave all to the defaults
            self.errors.append("a header line without the object that belongs under it")
        elif self.name and not can_have_name(self.type, self.name):
            self.errors.append(f"{self.name!a} is not a name that MQ allows: its name is not known")
            self.name = None
        elif self.name is None and self.type not in NAMELESS:
            self.errors.append("the attribute that names the object is not there")


def can_have_name(found: str | None, name: str) -> bool:
    """Whether an object of a type can have a name."""
    return found not in STRICT or bool(IS_NAME(name))


def by_keys(attributes: Collection[str]) -> str | None:
    """The type of an object by the keys of its attributes."""
    for name, key, others in keywords.KEYS:
        if key in attributes and all(other in attributes for other in others):
            return name
    return None


def refined_type(found: str | None, attributes: Mapping[str, str]) -> str | None:
    """The type where an attribute tells more."""
    told = attributes.get("TYPE", attributes.get("QTYPE", ""))
    if found in ("QUEUE", "QSTATUS") and told in keywords.QUEUE_TYPES:
        return told
    if found in ("QUEUE", "QSTATUS", "CONN") and told in ("QUEUE", "HANDLE"):
        return "HANDLE" if told == "HANDLE" else "QSTATUS"
    return OTHERS.get((found, told), found)


@lru_cache
def naming(found: str | None) -> list[str]:
    """The keys of which the first that has a value names an object of the type."""
    queues = ("HANDLE", *keywords.QUEUE_TYPES)
    keys = [key for name, key, _ in keywords.KEYS if name == ("TOPIC" if found == "TCLUSTER" else found)]
    return [*keys, "QUEUE", "CONN"] if found in queues or found == "QSTATUS" else keys
