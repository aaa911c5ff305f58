"""The header of a trace file: which process, which program, in which zone."""

import re
from collections.abc import Mapping

from mqforensics.formats.jmstrace.lines import BEGIN
from mqforensics.formats.jmstrace.zone import Zone, zone_info

TOKEN = b"Process ID:"
DATE = re.compile(rb"^Date: \w+ \w+ +\d+ [\d:]+ (\S+) \d{4}[ \t\r]*$", re.M)
PROCESS = re.compile(rb"^Process ID:[ \t]*(\w+)", re.M)
PROPERTY = re.compile(rb"^\|   ([\w.]+) +:-  ([^\n]*)", re.M)
LONGEST = 1 << 17
"""Bytes of a header that are looked at: a class path is long."""


def complete(text: bytes, at: int) -> bool:
    """Whether the header at `at` is all there: a line with a time follows it, or it is too long to wait for."""
    return len(text) - at > LONGEST or BEGIN.search(text, at) is not None


def end(text: bytes, at: int) -> int:
    """Where the header at `at` ends: at the first line with a time."""
    found = BEGIN.search(text, at, at + LONGEST)
    return found.start() if found else min(at + LONGEST, len(text))


def facts(text: bytes, at: int) -> dict[str, str]:
    """`process`, `application` and `zone` of the header whose process line is at `at`."""
    end = BEGIN.search(text, at, at + LONGEST)
    part = text[text.rfind(b"Date: ", max(at - 256, 0), at) : end.start() if end else at + LONGEST]
    part = part or text[at : end.start() if end else at + LONGEST]
    properties = ((name.decode(), value.rstrip(b" \t\r")) for name, value in PROPERTY.findall(part))
    known = {name: value.decode("utf-8", "replace") for name, value in properties}
    process, date = PROCESS.search(part), DATE.search(part)
    command = known.get("sun.java.command", "").split()
    found = {
        "process": process[1].decode() if process else None,
        "application": command[0] if command else None,
        "zone": _zone(known.get("user.timezone"), date[1].decode("latin-1") if date else None),
    }
    return {name: value for name, value in found.items() if value}


def _zone(named: str | None, shown: str | None) -> str | None:
    """The JVM's own zone, else the abbreviation beside the date, where it is one zone's."""
    if named and zone_info(named):
        return named
    return shown if shown and zone_info(shown) else named or shown


def zone(known: Mapping[str, str]) -> Zone | None:
    """The zone that a header told."""
    return Zone(known["zone"]) if "zone" in known else None
