"""What a person knows of a case and no evidence shows: the zones of its hosts, when it was captured, what holds.

`case.json` may say it (then it came with the evidence, and findings quote it), or the caller, who is right where both
speak of the same thing. The keys of assumptions are those of `flow/assumptions.csv`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from mqforensics import csv_tables
from mqforensics.clock.zones import EXAMPLES, Zone, is_ambiguous, zone_of
from mqforensics.errors import MQForensicsError
from mqforensics.validation import NameExpected, TimeExpected

LONGEST = 256
WORDS = ("zone", "captured", "assume")
SHOWN, OPEN = "shown", "open"
"""That something holds, as if a line showed it; that it is not assumed, whatever is usual."""
ABOUT = ("queue_manager", "object", "attribute", "value")


class ZoneExpected(MQForensicsError, ValueError):
    """A time zone: a name of the IANA database, a difference from UTC, or UTC."""


class AssumptionExpected(MQForensicsError, ValueError):
    """A key of the list of assumptions, and what is said of it."""


class Line(NamedTuple):
    """A line of `case.json` that says something."""

    file: str
    line: int
    text: str


class Captured(NamedTuple):
    """When something was captured: a time in `UTC`, or by the clock of its host, where `zone` is None."""

    local: datetime
    zone: str | None


class Said(NamedTuple):
    """What is said of an assumption about what it names: that it is `shown` or left `open`, or its value."""

    key: str
    said: str
    queue_manager: str | None = None
    object: str | None = None
    attribute: str | None = None
    value: str | None = None

    @property
    def about(self) -> tuple[str | None, ...]:
        """The key and the queue manager and object that it is about."""
        return self.key, self.queue_manager, self.object

    def is_about(self, key: str, queue_manager: str | None, object: str | None) -> bool:
        """Whether this speaks of an assumption; without a name it speaks of every one of the key."""
        return self.key == key and self.queue_manager in (None, queue_manager) and self.object in (None, object)


class Given(NamedTuple):
    """Zones and capture times by queue manager or file, None for all; what is said of assumptions, the caller's first.

    `lines`: by word and name (or number of `said`) the line of `case.json` that says it; the caller's word has none.
    """

    zones: Mapping[str | None, Zone] = {}
    captured: Mapping[str | None, Captured] = {}
    said: tuple[Said, ...] = ()
    lines: Mapping[tuple, Line] = {}

    def __bool__(self) -> bool:
        return bool(self.zones or self.captured or self.said)

    def zone(self, queue_manager: str | None) -> Zone | None:
        """The zone of a queue manager's host."""
        assumed = self.of("ZONE", queue_manager)
        value = zone_of(assumed.said) if assumed and assumed.said not in (SHOWN, OPEN) else None
        return self.zones.get(queue_manager, self.zones.get(None, value))

    def when(self, file: str | None, queue_manager: str | None) -> Captured | None:
        """When a file, or what it has of a queue manager, was captured."""
        short = (file or "").rpartition("/")[2]
        return next((self.captured[name] for name in (file, short, queue_manager, None) if name in self.captured), None)

    def of(self, key: str, queue_manager: str | None = None, object: str | None = None) -> Said | None:
        """What is said of an assumption; None where nobody speaks of it."""
        return next((one for one in self.said if one.is_about(key, queue_manager, object)), None)

    def line(self, word: str, name: object) -> Line | None:
        """The line of `case.json` that says something; None for the caller's word."""
        return self.lines.get((word, name))

    @property
    def names(self) -> set[str]:
        """The queue managers and files that the caller names."""
        return {one for word in (self.zones, self.captured) for one in word if one} - {
            name for _, name in self.lines if isinstance(name, str)
        }


@cache
def keys() -> tuple[str, ...]:
    """The closed list of assumptions, which is data of the room above."""
    return tuple(row["key"] for row in csv_tables.rows("mqforensics", "flow/assumptions.csv"))


def from_arguments(zone: Any = None, captured: Any = None, assume: Any = None) -> Given:
    """What a caller says: each a value for all, a mapping by queue manager or file, or texts as at the command line.

    Raises `ZoneExpected`, `TimeExpected`, `AssumptionExpected`, `NameExpected`.
    """
    zones = {name: _zone(value) for name, value in _each(zone, "zone").items()}
    times = {name: _captured(value) for name, value in _each(captured, "captured").items()}
    known = tuple(_said(assume))
    for one in _torn(known):
        raise AssumptionExpected(f"expected one thing said of {one.key}, got {one.said} and another")
    return Given(zones, times, known)


def of_case_json(said: Mapping[str, Any], text: bytes, name: str) -> tuple[Given, list[str]]:
    """What `case.json` says, each thing with its line, and what of it cannot be used."""
    left_out, parts, lines = [], {}, {}
    numbered = [line.strip() for line in text.decode("utf-8", "replace").splitlines()]
    for word, make in (("zone", _zone), ("captured", _captured)):
        parts[word] = {}
        for about, value in _or_nothing(lambda w=word: _each(said.get(w), w), {}, left_out, word).items():
            made = _or_nothing(lambda m=make, v=value: m(v), None, left_out, f"{word}.{about}" if about else word)
            if made is not None:
                parts[word][about] = made
                lines[word, about] = _line(numbered, name, word, about)
    known = []
    for one in _items(said.get("assume")):
        about = one.get("key") if isinstance(one, Mapping) else one
        known += _or_nothing(lambda o=one: list(_said([o])), [], left_out, f"assume.{about}"[:LONGEST])
    torn = _torn(known)
    left_out += sorted({f"assume.{one.key}" for one in torn})
    known = [one for one in known if one not in torn]
    lines |= {("assume", one): _line(numbered, name, "assume", one.key) for one in known}
    return Given(parts["zone"], parts["captured"], tuple(known), lines), left_out


def merge(caller: Given, own: Given) -> Given:
    """What both say; where they speak of the same thing the caller is right."""
    lines = {
        (word, name): line for (word, name), line in own.lines.items()
        if not (word == "zone" and (name in caller.zones or None in caller.zones))
        and not (word == "captured" and (name in caller.captured or None in caller.captured))
    }  # fmt: skip
    zones = caller.zones if None in caller.zones else {**own.zones, **caller.zones}
    times = caller.captured if None in caller.captured else {**own.captured, **caller.captured}
    return Given(zones, times, (*caller.said, *own.said), lines)


def as_texts(zone: Any = None, captured: Any = None, assume: Any = None) -> dict[str, list[str]]:
    """The same as texts of the command line, for a notebook's parameters; a word that says nothing is left out."""
    made = from_arguments(zone, captured, assume)
    of = lambda name: f"{name}=" if name else ""  # noqa: E731
    told = {
        "zone": [f"{of(name)}{one.name}" for name, one in made.zones.items()],
        "captured": [f"{of(name)}{_iso(one)}" for name, one in made.captured.items()],
        "assume": [f"{':'.join(filter(None, one.about))}={one.said}" for one in made.said],
    }  # fmt: skip
    return {word: texts for word, texts in told.items() if texts}


def _iso(one: Captured) -> str:
    return one.local.isoformat() + ("Z" if one.zone else "")


def _or_nothing(make, nothing: Any, left_out: list[str], name: str) -> Any:
    try:
        return make()
    except MQForensicsError:
        left_out.append(name)
        return nothing


def _line(numbered: list[str], name: str, word: str, about: str | None) -> Line:
    """The line that names the thing, below the one that names the word; the first line of all where none does."""
    start = next((at for at, line in enumerate(numbered) if f'"{word}"' in line), 0)
    wanted = json.dumps(about) if about else f'"{word}"'
    at = next((at for at in range(start, len(numbered)) if wanted in numbered[at]), start)
    return Line(name, at + 1, numbered[at] if numbered else "")


def _each(value: Any, word: str) -> dict[str | None, Any]:
    """A value for all, or a value by name."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return {_named(name, word): one for name, one in value.items()}
    if isinstance(value, str | datetime):
        value = [value]
    if not isinstance(value, Iterable):
        return {None: value}
    found: dict[str | None, Any] = {}
    for one in value:
        about, mark, text = one.rpartition("=") if isinstance(one, str) else ("", "", one)
        name = _named(about, word) if mark else None
        if found.setdefault(name, text) != text:
            raise NameExpected(f"expected one {word}{f' of {name}' if name else ''}, got {found[name]} and {text}")
    return found


def _named(name: Any, word: str) -> str:
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST or not name.isprintable():
        raise NameExpected(f"expected a queue manager or a file before the = of {word}, got {name!r}")
    return name


def _zone(value: Any) -> Zone:
    made = zone_of(value) if isinstance(value, str) and len(value) <= LONGEST else None
    if made is None:
        why = ", because several zones have this name" if isinstance(value, str) and is_ambiguous(value) else ""
        raise ZoneExpected(f"expected a time zone such as {EXAMPLES}, got {value!r}{why}")
    return made


def _captured(value: Any) -> Captured:
    try:
        at = value if isinstance(value, datetime) else datetime.fromisoformat(value if len(value) < 40 else "")
    except (ValueError, TypeError):
        raise TimeExpected(
            f"expected a time in ISO 8601 as captured, such as 2026-03-02T14:30:00+01:00, got {value!r}"
        ) from None
    if at.tzinfo is None:
        return Captured(at, None)
    # The zone of whoever says it need not be the host's.
    return Captured(at.astimezone(UTC).replace(tzinfo=None), "UTC")


def _said(value: Any) -> Iterable[Said]:
    """What is said of assumptions: `KEY=shown`, a mapping of keys, or mappings that name what it is about."""
    for one in _items(value):
        if isinstance(one, str):
            about, mark, said = one.partition("=")
            key, *names = about.split(":")
            if not mark or len(names) > 2:
                raise AssumptionExpected(f"expected KEY={SHOWN}, KEY={OPEN} or KEY=VALUE, got {one!r}")
            one = {"key": key, "said": said, **dict(zip(ABOUT, names, strict=False))}
        yield _checked(one)


def _torn(known: Iterable[Said]) -> set[Said]:
    """What says of one thing something else than another does: nobody knows which one is meant."""
    said: dict[tuple, set[Said]] = {}
    for one in known:
        said.setdefault((*one.about, one.attribute, one.value), set()).add(one)
    return {one for those in said.values() if len({each.said for each in those}) > 1 for one in those}


def _items(value: Any) -> list:
    """What is said of each assumption, whether it is one text, a mapping by key, or several."""
    if isinstance(value, Mapping) and "key" not in value:
        return [{"key": key, "said": said} for key, said in value.items()]
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        return [] if value is None else [value]
    return list(value)


def _checked(one: Any) -> Said:
    if not isinstance(one, Mapping) or one.get("key") not in keys():
        got = one.get("key") if isinstance(one, Mapping) else one
        word = re.sub(r"\W", "", str(got)).upper()
        near = [key for key in keys() if word and word in key.replace("_", "")]
        raise AssumptionExpected(f"expected one of the keys {', '.join(near[:3] or keys())}, got {got!r}")
    said = one.get("said")
    if said is None and isinstance(one.get("holds"), bool):
        said = SHOWN if one["holds"] else OPEN
    said = said if said is not None else one.get("value")
    about = [one.get(name) for name in ABOUT]
    texts = [said, *(text for text in about if text is not None)]
    if not all(isinstance(text, str) and 0 < len(text) <= LONGEST and text.isprintable() for text in texts):
        raise AssumptionExpected(f"expected {SHOWN}, {OPEN} or a value for {one['key']}, got {dict(one)!r}")
    if said not in (SHOWN, OPEN):
        if one["key"] != "ZONE":
            key = one["key"]
            raise AssumptionExpected(f"expected {key}={SHOWN} or {key}={OPEN}, got {said!r}: only ZONE has a value")
        _zone(said)
    return Said(one["key"], said, *about)
