"""A row in the making, and how rows come to cover every byte of their file."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from mqforensics.formats.mqsc import clock, keywords
from mqforensics.formats.mqsc.asked import MASK, Command, masked
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.text import Text

ERROR = "ERROR"


@dataclass(slots=True)
class Record:
    """One object or failed command; `at` is where it begins in `Text.data`, `session` which run of runmqsc it is of."""

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
    """Where the session begins whose first record it is, if a line of the product says so."""
    again: bool = False
    """Whether it follows another object without a header line of its own."""
    errors: list[str] = field(default_factory=list)

    def add(self, key: str, value: str, line: int | None = None) -> None:
        """Take an attribute of a line; a second, different value is told, not taken."""
        self.lines.setdefault(key, line or self.line)
        if self.attributes.setdefault(key, value) != value:
            self.errors.append(f"{key} stands twice in this object: ({self.attributes[key]}) and ({value})")

    @property
    def number(self) -> str:
        """Its message without the severity letter."""
        return (self.message or "")[:7]

    def settle(self) -> None:
        """Tell type and name once all attributes are there."""
        if self.type == ERROR:
            return
        if not self.type:
            self.type = None if self.again else keywords.TYPES.get(self.number)
            self.type = _refined(self.type or _by_keys(self.attributes), self.attributes)
        names = [self.attributes[key] for key in _names(self.type) if self.attributes.get(key)]
        self.name = self.name or (names[0] if names else None)
        if not self.attributes:
            self.errors.append("a header line without the object that belongs under it")
        elif self.name is None and self.type != "QMGR":
            self.errors.append("the attribute that names the object is not there")


def rows(records: list[Record], text: Text, stretch: Stretch) -> Iterator[dict]:
    """The rows of the table `objects`, covering the stretch without hole or overlap."""
    bounds = [0, *(text.origin(_begin(record)) for record in records[1:]), len(stretch.data)]
    broken = {id(record.command) for record in records if record.errors and record.type != ERROR}
    for record, begin, end in zip(records, bounds, bounds[1:], strict=False):
        command = record.command
        captured, zone = clock.captured(record.time)
        error = "; ".join(record.errors) or None
        if not stretch.shows_secrets:
            hide(record)
            error = masked(error) if error else None
        yield {
            "file": stretch.file,
            "offset": stretch.offset + begin,
            "length": end - begin,
            "line": record.line,
            "queue_manager": record.queue_manager,
            "type": record.type,
            "name": record.name,
            "attributes": record.attributes or None,
            "lines": record.lines or None,
            "times": clock.times(record.attributes) or None,
            "message": record.message,
            "command": command and (command.text if stretch.shows_secrets else command.masked),
            "asked": command.asked if command else None,
            "run": record.session,
            "whole": bool(command and command.ended and not command.broken and id(command) not in broken),
            "time": record.time,
            "captured": captured,
            "zone": zone,
            "error": error,
        }


def _begin(record: Record) -> int:
    return record.at if record.begin is None else record.begin


def hide(record: Record) -> None:
    """Put a mask over every password among the attributes."""
    for key in record.attributes.keys() & keywords.SECRETS:
        record.attributes[key] = record.attributes[key] and MASK


def _by_keys(attributes: dict[str, str]) -> str | None:
    for name, key, others in keywords.KEYS:
        if key in attributes and all(other in attributes for other in others):
            return name
    return None


def _refined(found: str | None, attributes: dict[str, str]) -> str | None:
    told = attributes.get("TYPE", attributes.get("QTYPE", ""))
    if found in ("QUEUE", "QSTATUS") and told in keywords.QUEUE_TYPES:
        return told
    if found in ("QUEUE", "QSTATUS", "CONN") and told in ("QUEUE", "HANDLE"):
        return "HANDLE" if told == "HANDLE" else "QSTATUS"
    return "NHA" if found == "QMSTATUS" and told == "NATIVEHA" else found


@lru_cache
def _names(found: str | None) -> list[str]:
    queues = ("HANDLE", *keywords.QUEUE_TYPES)
    keys = [key for name, key, _ in keywords.KEYS if name == found]
    return [*keys, "QUEUE", "CONN"] if found in queues or found == "QSTATUS" else keys
