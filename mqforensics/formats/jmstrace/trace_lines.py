"""What lines of the trace say: their times and zone, the header, arguments of calls, and what the queue agent does.

The client itself writes them, or WebSphere Application Server wraps them.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

from mqforensics.clock import dates
from mqforensics.clock.zone_names import difference, minutes, offset_text

STAMP = rb"\[(?P<stamp>\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d\d:\d\d[.:]\d{3}(?:\.\w\w| [\w+:-]+))\]"
BEGIN = re.compile(rb"^\[\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d\d:\d\d[.:]\d{3}[. ]", re.M)
"""Where a line begins that has a time; a value of many lines has others too."""
LINE = re.compile(STAMP + rb" +(?P<thread>\S+)")
DEPTH = re.compile(rb" (?P<depth>[-+:]+) +[a-zA-Z{}!] ")
OWN = re.compile(r"(\d\d)/(\d\d)/(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})\.\w\w")
"""dd/MM/yy, whatever the locale; behind the milliseconds a counter of the lines within one."""
SERVER = re.compile(r"(\d{1,2})([/.])(\d{1,2})[/.](\d{2,4}),? (\d{1,2}):(\d\d):(\d\d)[.:](\d{3}) ([\w+:-]+)")
"""A server writes the date as its locale has it, M/d/yy or dd.MM.yy, and the zone with each line."""
FOLD = 25
"""Levels that a colon of the depth stands for."""


class Line(NamedTuple):
    """One line: where it lies, its thread, how deep the calls are nested there (None where the evidence does not show
    it)."""

    start: int
    end: int
    thread: str
    stamp: str
    depth: int | None


def line_at(text: bytes, position: int) -> Line | None:
    """The line around a position; None when it has no time and thread."""
    start, end = text.rfind(b"\n", 0, position) + 1, text.find(b"\n", position)
    return line_between(text, start, len(text) if end < 0 else end)


def line_between(text: bytes, start: int, end: int) -> Line | None:
    """The line there; None when it has no time and thread."""
    found = LINE.match(text, start, end)
    if not found:
        return None
    depth = _depth(text[found.end() : min(end, found.end() + 200)])
    if depth is None and b"/" in found["stamp"][:3] and b"." in found["stamp"][-3:]:
        depth = 0  # the client leaves the column blank on the outermost level
    return Line(start, end, found["thread"].decode("latin-1"), found["stamp"].decode("latin-1"), depth)


@lru_cache(maxsize=4096)
def _depth(rest: bytes) -> int | None:
    nested = DEPTH.search(rest)
    return None if nested is None else len(nested["depth"]) + nested["depth"].count(b":") * (FOLD - 1)


@lru_cache(maxsize=1024)
def local_time(stamp: str) -> tuple[datetime | None, str | None]:
    """The local time of a stamp and the zone it names, if it names one."""
    own, server = OWN.fullmatch(stamp), SERVER.fullmatch(stamp)
    if own:
        return dates.moment(own.group(3, 2, 1), own.group(4, 5, 6, 7)), None
    days = dates.orders(*server.group(1, 2, 3, 4)) if server else []
    found = dates.moment(days[0], server.group(5, 6, 7, 8)) if server and days else None
    return (found, server[9]) if server and found else (None, None)


MILLISECOND = 1000
PLACE = re.compile(r"[A-Za-z]{2,20}(?:/[A-Za-z0-9_+-]{1,30}){1,2}")
"""A zone by its place. Nothing else is looked up: Python looks in packages, and a trace may hold any text."""
QUARTER, SLACK = timedelta(minutes=15), timedelta(minutes=1)


class Moment(NamedTuple):
    """A call's time, how exact it is in microseconds, and what there is to say about that."""

    time: datetime | None
    exact: int | None
    note: str | None


class Zone(NamedTuple):
    """A zone by Java's name or as `+02:00`, and where it is known from."""

    name: str
    source: str | None = None


@lru_cache(maxsize=64)
def zone_info(name: str) -> tzinfo | None:
    """The zone of a name out of a trace; None when it is not known, or stands for more than one."""
    east = difference(name)
    east = minutes(name) if east is None else east
    if east is not None:
        return timezone(timedelta(minutes=east))
    try:
        return ZoneInfo(name) if PLACE.fullmatch(name) else None
    except (LookupError, ValueError, OSError):
        return None


def zone_by_put_time(local: datetime, put_time: datetime) -> Zone | None:
    """The zone in which a message put at `put_time` (UTC) is traced at `local`; None when the two do not fit."""
    difference = local.replace(tzinfo=UTC) - put_time
    quarters = round(difference / QUARTER)
    if abs(difference - quarters * QUARTER) > SLACK or abs(quarters) > 56:
        return None
    name = offset_text(quarters * 15)
    return Zone(name, f"UTC by the put times of messages put here: local time is UTC{name}")


@lru_cache(maxsize=1024)
def moment(local: datetime | None, zone: Zone | None) -> Moment:
    """A local time as UTC; where the zone is not known, only the text of it."""
    if local is None:
        return Moment(None, None, "the line tells no time")
    info = zone_info(zone.name) if zone else None
    if info is None:
        shown = local.isoformat(" ", "milliseconds")
        named = f"in the zone {zone.name}, which is not one zone" if zone else "in a zone that the trace does not tell"
        return Moment(None, None, f"local time {shown} {named}")
    return Moment(local.replace(tzinfo=info).astimezone(UTC), MILLISECOND, _doubt(local, info) or zone.source)


def _doubt(local: datetime, info: tzinfo) -> str | None:
    if info.utcoffset(local) == info.utcoffset(local.replace(fold=1)):
        return None
    return "an hour that the clock goes through twice: taken as the first time"


TOKEN = b"Process ID:"
DATE = re.compile(rb"^Date: \w+ \w+ +\d+ [\d:]+ (\S+) \d{4}[ \t\r]*$", re.M)
PROCESS = re.compile(rb"^Process ID:[ \t]*(\w+)", re.M)
PROPERTY = re.compile(rb"^\|   ([\w.]+) +:-  ([^\n]*)", re.M)
LONGEST_HEADER = 1 << 17
"""Bytes of a header that are looked at: a class path is long."""


def header_complete(text: bytes, at: int) -> bool:
    """Whether the header at `at` is all there: a line with a time follows it, or it is too long to wait for."""
    return len(text) - at > LONGEST_HEADER or BEGIN.search(text, at) is not None


def header_end(text: bytes, at: int) -> int:
    """Where the header at `at` ends: at the first line with a time."""
    found = BEGIN.search(text, at, at + LONGEST_HEADER)
    return found.start() if found else min(at + LONGEST_HEADER, len(text))


def header_facts(text: bytes, at: int) -> dict[str, str]:
    """`process`, `application` and `zone` of the header whose process line is at `at`."""
    header_end = BEGIN.search(text, at, at + LONGEST_HEADER)
    part = text[text.rfind(b"Date: ", max(at - 256, 0), at) : header_end.start() if header_end else at + LONGEST_HEADER]
    part = part or text[at : header_end.start() if header_end else at + LONGEST_HEADER]
    properties = ((name.decode(), value.rstrip(b" \t\r")) for name, value in PROPERTY.findall(part))
    known = {name: value.decode("utf-8", "replace") for name, value in properties}
    process, date = PROCESS.search(part), DATE.search(part)
    command = known.get("sun.java.command", "").split()
    found = {
        "process": process[1].decode() if process else None,
        "application": command[0] if command else None,
        "zone": _header_zone(known.get("user.timezone"), date[1].decode("latin-1") if date else None),
    }
    return {name: value for name, value in found.items() if value}


def _header_zone(named: str | None, shown: str | None) -> str | None:
    """The JVM's own zone, else the abbreviation beside the date, where it is one zone's."""
    if named and zone_info(named):
        return named
    return shown if shown and zone_info(shown) else named or shown


def header_zone(known: Mapping[str, str]) -> Zone | None:
    """The zone that a header told."""
    return Zone(known["zone"]) if "zone" in known else None


RULE = b"[__________]"
LONGEST_BLOCK = 1 << 20
"""Bytes in which a block is looked for: it may hold a whole message in hexadecimal."""
FOREIGN_TO_BLOCK = 500
"""Lines of other threads in a row, behind which a block is not looked for any more."""
LABELS = {
    b"Hconn": "Hconn", b"Hobj": "Hobj", b"MQMD": "MQMD", b"Msgdesc": "MQMD", b"MQGMO": "MQGMO", b"Getmsgops": "MQGMO",
    b"Getmsgopts": "MQGMO", b"MQPMO": "MQPMO", b"Putmsgopts": "MQPMO", b"Putmsgops": "MQPMO", b"MQOD": "MQOD",
    b"Objdesc": "MQOD", b"Options": "Options", b"SpiOpenOptions": "SpiOpenOptions", b"ConnectOpts": "ConnectOpts",
    b"CompCode": "CompCode", b"Reason": "Reason", b"Datalength": "Datalength", b"Bufferlength": "Bufferlength",
}  # fmt: skip
LONGEST_LABEL = max(map(len, LABELS))
END = "end"
"""What the line that ends a block shows in place of an argument."""
LONGEST_KEPT = 4096
"""Bytes of a line, or characters of a structure in it, that are kept with what they say: many calls have the same."""
VALUE = b" ["
"""Between the label of an argument and its value."""


def block_arguments(text: bytes, start: int, thread: str) -> dict[str, str]:
    """The arguments in the block whose headline ends at `start`; lines of other threads in between are not its own."""
    found: dict[str, str] = {}
    limit = min(len(text), start + LONGEST_BLOCK)
    at, foreign, mine = start + text.startswith(b"\n", start), 0, _block_begin(thread)
    while at < limit and foreign < FOREIGN_TO_BLOCK:
        begin, end = at, text.find(b"\n", at, limit)
        end = limit if end < 0 else end
        at, place = end + 1, mine(text, begin, end)
        if not place:
            foreign += bool(LINE.match(text, begin, end))
            continue
        foreign = 0
        line = text[place.end() - 1 : end]
        label, value = _argument(line) if len(line) < LONGEST_KEPT else _argument.__wrapped__(line)
        if label == END:
            break
        if label:
            found.setdefault(label, value)
    return found


@lru_cache(maxsize=1024)
def _block_begin(thread: str) -> Callable[..., re.Match | None]:
    """Matches a line of a thread, up to the thread."""
    return re.compile(STAMP + rb" +(?=" + re.escape(thread.encode("latin-1")) + rb"(?!\S))").match


@lru_cache(maxsize=2048)
def _argument(line: bytes) -> tuple[str, str]:
    """The argument that a line without its time shows, and its value; `END` where it ends a block. Many are alike."""
    line = line.rstrip()
    if line.endswith((RULE, b" >>]", b" <<]")):
        return END, ""
    at = line.find(VALUE) if line.endswith(b"]") else -1
    while at >= 0:
        if label := _label(line[max(at - LONGEST_LABEL - 1, 0) : at]):
            return label, line[at + len(VALUE) : -1].decode("utf-8", "replace")
        at = line.find(VALUE, at + 1)
    return "", ""


@lru_cache(maxsize=4096)
def _label(before: bytes) -> str | None:
    """The argument of which a value follows, whose label a blank or a bracket parts from what stands before it."""
    at = max(before.rfind(b" "), before.rfind(b")"))
    return LABELS.get(before[at + 1 :]) if at >= 0 else None


ABOUT = b"About to browse message"
WINDOW = 1 << 16
"""Bytes in which the block of the same MQGET begins, if the trace holds one."""
FOREIGN_TO_AGENT = 500
"""What other threads say in between, behind which the end of a browse is not looked for any more."""
FIRST, NEXT, WAIT = 16, 32, 1
SAID = re.compile(
    rb"- browsing (?P<which>first|next) message|- browsing with wait for (?P<wait>-?\d+)"
    rb"|(?P<none>MQRC_NO_MSG_AVAILABLE)|Browsed message: length= ?(?P<length>\d+)|(?P<again>About to browse message)"
)
AGENT_BLOCK = re.compile(rb"\[\w*[gG][eE][tT]\w* >>\]")
NO_OUTCOME = "the lines of this browse do not tell how it ended"


def has_block(text: bytes, after: int, thread: str) -> bool:
    """Whether the same MQGET has a block, which tells more."""
    window = min(len(text), after + WINDOW)
    again = _next_about(text, after, window, thread)
    blocks = AGENT_BLOCK.finditer(text, after, again)
    return any((line := line_at(text, found.start())) and line.thread == thread for found in blocks)


def _next_about(text: bytes, after: int, window: int, thread: str) -> int:
    at = text.find(ABOUT, after, window)
    for _ in range(FOREIGN_TO_AGENT):
        if at < 0:
            return window
        line = line_at(text, at)
        if line and line.thread == thread:
            return at
        at = text.find(ABOUT, at + 1, window)
    return min(at, window) if at >= 0 else window


def agent_browse(text: bytes, after: int, thread: str) -> tuple[dict, Line | None]:
    """The parameters that the lines tell, and the line with the outcome; `after`: the end of the first of them."""
    options, found = 0, {"operationId": "GET"}
    for said in islice(SAID.finditer(text, after), FOREIGN_TO_AGENT):
        line = line_at(text, said.start())
        if line is None or line.thread != thread:
            continue
        if said["again"]:
            break
        if said["which"]:
            options |= FIRST if said["which"] == b"first" else NEXT
        elif said["wait"]:
            options |= WAIT
            found["waitInterval"] = said["wait"].decode()
        else:
            return _ended(found | {"getOptions": options}, said), line
    return found | {"getOptions": options, "problem": NO_OUTCOME}, None


def _ended(found: dict, said: re.Match[bytes]) -> dict:
    if said["none"]:
        return found | {"compCode": 2, "reasonCode": 2033}
    return found | {"compCode": 0, "reasonCode": 0, "msgLength": said["length"].decode()}
