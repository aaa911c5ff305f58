"""What the saved evidence says of one attribute: nothing, one thing, or several that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from mqforensics.questions.finding import Evidence

TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d)[:.](\d\d)[:.](\d\d)(?:[.,]\d+)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?", re.A
)
C_TIME = re.compile(r"\w{3,9} +(\w{3})\w* +(\d+) +(\d\d):(\d\d):(\d\d) (?:([AP])M )?(\w+) (\d{4})", re.A)
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()  # noqa: SIM905
UTC_NAMES = ("Z", "UTC", "GMT")


class Row(NamedTuple):
    """One row of the table `objects`, as far as the walk looks at it."""

    file: str
    line: int | None
    queue_manager: str | None
    type: str | None
    name: str | None
    attributes: Mapping[str, str]
    message: str | None = None
    command: str | None = None
    time: str | None = None
    error: str | None = None

    @classmethod
    def of(cls, row: Mapping) -> Row:
        """A row from a mapping with at least these keys."""
        values = {name: row.get(name) for name in cls._fields}
        return cls(**{**values, "attributes": dict(values["attributes"] or {})})

    @property
    def evidence(self) -> Evidence:
        """Where it stands."""
        return Evidence(self.file, self.line)

    @property
    def source(self) -> bool:
        """Whether it is a definition of MQSC source and not what a queue manager showed."""
        return self.message is None and bool(self.command) and self.command[:3].upper() in ("DEF", "ALT", "SET")


class Seen(NamedTuple):
    """A value and the row that shows it."""

    value: str
    row: Row


@dataclass(frozen=True)
class Fact:
    """Every value that the newest evidence shows for one attribute; `older`: what older or weaker evidence showed."""

    seen: tuple[Seen, ...] = ()
    older: tuple[Seen, ...] = field(default=())

    @property
    def known(self) -> bool:
        """Whether there is exactly one answer."""
        return len({one.value for one in self.seen}) == 1

    @property
    def conflict(self) -> bool:
        """Whether the evidence contradicts itself."""
        return len({one.value for one in self.seen}) > 1

    @property
    def value(self) -> str | None:
        """The answer; None when there is none, or more than one."""
        return self.seen[0].value if self.known else None

    @property
    def evidence(self) -> list[Evidence]:
        """Where every value stands."""
        return [one.row.evidence for one in self.seen]

    def says(self, test: Callable[[str], bool | None]) -> bool | None:
        """What all values say to a test; None when there are none or they differ."""
        answers = {test(one.value) for one in self.seen}
        return answers.pop() if len(answers) == 1 else None

    def number(self) -> int | None:
        """The answer as a number."""
        return int(self.value) if self.known and self.value.isdigit() else None

    @property
    def when(self) -> str:
        """The times at which it was so, as the evidence has them; nothing where it has none."""
        times = sorted({one.row.time for one in self.seen if one.row.time})
        return f" at {', '.join(times)}" if times else ""

    def text(self, name: str) -> str:
        """The answer as it would be printed, each contradicting value with its line."""
        if not self.seen:
            return f"{name} not shown"
        if not self.conflict:
            return f"{name}({self.value})" if self.value or "(" in name else f"{name}( )"
        return " but ".join(f"{name}({one.value}) in {one.row.file} line {one.row.line}" for one in self.seen)


def fact(seen: Iterable[Seen]) -> Fact:
    """The newest of what was seen; of undated evidence, all. Source counts only where nothing was shown."""
    everything = list(seen)
    shown = [one for one in everything if not one.row.source] or _last_of_file(everything)
    newest = _newest(shown)
    return Fact(tuple(newest), tuple(one for one in everything if one not in newest))


def positive(value: str) -> bool | None:
    """Whether a number is above 0; None for what is no number."""
    return int(value) > 0 if value.isdigit() else None


def moment(text: str | None) -> datetime | None:
    """A time of the evidence; naive where it names no zone that is sure."""
    found = TIME.search(text or "")
    if found:
        made = datetime(*map(int, found.groups()[:6]))
        return made if not found[7] else made.replace(tzinfo=UTC) if found[7] in UTC_NAMES else _zoned(made, found[7])
    found = C_TIME.search(text or "")
    if not found or found[1] not in MONTHS:
        return None
    hour = int(found[3]) % 12 + 12 * (found[6] == "P") if found[6] else int(found[3])
    made = datetime(int(found[8]), MONTHS.index(found[1]) + 1, int(found[2]), hour, int(found[4]), int(found[5]))
    return made.replace(tzinfo=UTC) if found[7] in UTC_NAMES else made


def _zoned(made: datetime, offset: str) -> datetime:
    return datetime.fromisoformat(f"{made.isoformat()}{offset}").astimezone(UTC)


def _newest(seen: list[Seen]) -> list[Seen]:
    times = [moment(one.row.time) for one in seen]
    if len(seen) < 2 or None in times or len({time.tzinfo is None for time in times}) > 1:
        return seen
    return [one for one, time in zip(seen, times, strict=True) if time == max(times)]


def _last_of_file(seen: list[Seen]) -> list[Seen]:
    # A script is carried out from its top: of each file the last command counts.
    return list({one.row.file: one for one in sorted(seen, key=lambda one: (one.row.file, one.row.line or 0))}.values())
