"""A text of several kinds, one behind the other: what a home-made collector or a ticket puts into one file.

A session ends where a log, a dump or an FDC has a line that only its own kind has, and so on; the lines just above it
that no record ends in, a command or a date, belong to it. ("Support evidence": split on the start patterns.)
"""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from mqforensics.formats import SURE_ENOUGH, identify, named, stamps
from mqforensics.formats.amqerr import ibmi
from mqforensics.formats.amqerr.rows import entries
from mqforensics.formats.clientlog.blocks import blocks
from mqforensics.formats.paste import windows_events, zos_consoles
from mqforensics.formats.paste.clean_text import LARGEST
from mqforensics.formats.qmini import ccdt, ini, settings

KINDS = ("mqsc", "amqerr", "amqsbcg", "fdc", "activity", "qmini", "clientlog")
LOGS = ("clientlog", "amqerr")
"""The first reads what is of the second, too."""
PASTED = 1 << 20
"""A text of so many bytes may be a paste, in which an application's error stands beside what else was copied."""
BEFORE, SHOWN, DAY = rb"(?m)^[#> \t|]{0,20}", rb"AMQ8\d{3}[A-Z]?: ", rb"\d{4}-\d\d-\d\d"
SOURCE = (
    rb"(?i:define +(?:q\w{1,8}|channel|chl|listener|topic|namelist|process) *\("
    rb"|set +(?:chlauth *\(|authrec\b[^\n]*\())"
)
CONSOLE = re.compile(
    rb"(?m)^[^\n]{0,60}?" + zos_consoles.CLOCK + rb"[ \t]+" + zos_consoles.JOB
    + rb"[ \t]+" + zos_consoles.FLAGS + rb"\+?CSQ[A-Z]\d{3}[IWEDA]\b"
)  # fmt: skip
LISTING = {"fdc": ("clientlog", "qmini"), "activity": ("qmini",), "amqsbcg": ("qmini",)}
"""What a kind prints among its own that looks like another: a failure report of Java lists what a client prints."""
MARKS = {
    "mqsc": (
        (b"Copyright IBM", re.compile(BEFORE + rb"5\d{3}-\w{3}[ \t][^\n]{0,40}Copyright IBM")),
        (b"Starting MQSC", re.compile(BEFORE + rb"Starting MQSC for queue manager [^\n]{0,60}\.\s")),
        (b"AMQ8", re.compile(BEFORE + SHOWN + rb"[^\n]{1,200}\n[> \t|]{0,20}   ?[A-Z][A-Z0-9]{1,20}\([^\n]*\)\s")),
        (b"AMQ7056", re.compile(BEFORE + rb"AMQ7056[A-Z]?: [^\n]{1,200}\n[> \t|]{0,20}XID: ")),
        (b"CSQ", re.compile(BEFORE + rb"CSQ(?:N205|M[24]\d\d|9022)I ")),
        (b"QMNAME(", re.compile(BEFORE + rb"QMNAME\([^)\n]*\)[ \t]+(?:STATUS|ROLE|DEFAULT|STANDBY|INSTNAME)\(")),
        *((verb, re.compile(BEFORE + SOURCE)) for verb in (b"DEFINE ", b"SET CHLAUTH", b"SET AUTHREC", b"define ")),
        (b" : ", re.compile(BEFORE + rb"\d{1,6} : [A-Za-z]{3,8} [^\n]{1,200}\n\s{0,9}[> \t|]{0,20}" + SHOWN)),
    ),
    "amqerr": (
        (b" - Process(", re.compile(BEFORE + rb"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[^\n(]{3,40} - Process\(\d")),
        (b" AMQ", re.compile(BEFORE + DAY + rb"T\d\d:\d\d:\d\d[.\d]{0,10}(?:Z|[+-]\d\d:?\d\d) AMQ\d{4}[A-Z]: ")),
        (b"CSQ", re.compile(BEFORE + rb"CSQ(?![MNU])[A-Z]\d{3}[EW] ")),
        *((job, CONSOLE) for job in (b" STC", b" JOB", b" TSU")),
        (b"MSGID ", re.compile(BEFORE + ibmi.HEADING.pattern)), (b"AMQ", re.compile(BEFORE + ibmi.SCREEN)),
        *((label, windows_events.OWN) for label in windows_events.NEEDLES),
    ),
    "amqsbcg": (
        *((name, re.compile(BEFORE + name + rb" - starts here")) for name in (b"AMQSBCG0", b"AMQSBCG4")),
        (b"MQGET of message number", re.compile(BEFORE + rb"MQGET of message number \d")),
    ),
    "fdc": (
        (b" First Failure Symptom", re.compile(BEFORE + rb"\|[A-Za-z \t]{2,60} First Failure Symptom Report")),
    ),
    "activity": (
        (b"AMQ8653", re.compile(BEFORE + rb"AMQ8653[A-Z]?: ")),
        (b"Activity:", re.compile(BEFORE + rb"Activity:[ \t\r]*\n[> \t|]{0,20}Appl\w+: ")),
    ),
}  # fmt: skip
"""(what a plain search finds, the line that it must be on) of what a kind alone has, and has near its beginning."""
ABOVE = {
    None: stamps.ABOVE,
    "mqsc": re.compile(rb"[> \t|]*(?:\d{1,6} : ?|[^\w\s]\w{1,7} [A-Z]{3,8} )[^\n]*"),
    "fdc": re.compile(rb"[+-][+-]{20,}[ \t\r]*"),
    "amqsbcg": re.compile(rb"[> \t|]*(?:CALL [^\n]{0,40}AMQSBCG4|//)[^\n]*"),
    "qmini": re.compile(
        rb"[ \t]*(?:[{\[<#][^\n]*|[\w\"'.-]{1,80}[ \t]*(?::[ \t]*[{\[]?|[:=][ \t]*[^\s=:][^\s:]*))[ \t]*"
    ),
}
"""Lines above what a kind has alone that are of it and end no other record; the first of all kinds."""


class Section(NamedTuple):
    """A part of a file that is of one kind: its format, first byte, the one after its last, the number of its line."""

    format: str
    start: int
    end: int
    line: int


def sections(data: bytes, format: str) -> list[Section]:
    """The parts of a text that by its first bytes is in `format`; none where all of it is of one kind."""
    if format not in (*KINDS, *LOGS) or len(data) > LARGEST:
        return []
    there = [kind for kind in KINDS if next(_marked(data, kind), None) is not None]
    without = {kind for of, kinds in LISTING.items() if of in (*there, format) for kind in kinds}
    there = [kind for kind in there if kind not in without]
    format = LOGS[0] if set(LOGS) <= {*there, format} else format
    if len({_reader(kind, format) for kind in (*there, format)}) < 2:
        return []
    has_logs = LOGS[0] in there
    found = sorted(
        {
            (at, LOGS[0] if has_logs and kind in LOGS else _reader(kind, format))
            for kind in there
            for at in _marked(data, kind)
        }
    )
    runs = [(kind, next(of)[0]) for kind, of in groupby(found, lambda one: one[1])]
    places = [(kind, _from(data, at, kind)) for kind, at in runs]
    if places[0][0] != format and places[0][1] > 0 and identify(data[: places[0][1]]) == format:
        places.insert(0, (format, 0))
    edges = [0, *(at for _, at in places[1:]), len(data)]
    parts = [(kind, start, end) for (kind, _), (start, end) in zip(places, pairwise(edges), strict=True)]
    return [Section(*part, 1 + data[: part[1]].count(b"\n")) for part in _sure(parts, data)]


def _reader(kind: str, format: str) -> str:
    return LOGS[0] if format == LOGS[0] and kind in LOGS else kind


def _marked(data: bytes, kind: str) -> Iterator[int]:
    """Where lines begin that only this kind has."""
    if kind == LOGS[0]:
        yield from _errors(data) if len(data) <= PASTED else ()
        return
    if kind == "qmini":
        yield from _configured(data) if len(data) <= PASTED else ()
        return
    for needle, line in MARKS[kind]:
        at = data.find(needle)
        while at >= 0:
            begin = data.rfind(b"\n", 0, at) + 1
            if line.match(data, begin):
                yield begin
            at = data.find(needle, at + 1)


def _errors(data: bytes) -> Iterator[int]:
    """Where errors of clients begin, outside the entries of a queue manager's log."""
    taken = [(begin, end) for begin, end, _ in entries(data)]
    yield from (block.begin for block in blocks(data, taken) if not block.is_prose)


def _configured(data: bytes) -> Iterator[int]:
    """Where stanzas, tables of client channels and settings of programs begin."""
    if found := ccdt.SIGN.search(data) if ccdt.CLIENT.search(data) else None:
        yield data.rfind(b"\n", 0, found.start()) + 1
    elif ini.BEGUN.search(data):
        yield from (found.start() for found in ini.BEGUN.finditer(data))
    elif settings.SIGN.search(data):
        places = [one.at for one in settings.stanzas(data.decode("latin-1"), 1)]
        yield from (data.rfind(b"\n", 0, at) + 1 for at in places)


def _from(data: bytes, at: int, kind: str) -> int:
    """Where what is of a kind begins, whose first sure line is `at`."""
    while at:
        begin = data.rfind(b"\n", 0, at - 1) + 1
        above = data[begin : at - 1]
        if not any(lines.fullmatch(above) for of, lines in ABOVE.items() if of in (None, kind)):
            break
        at = begin
    return at


def _sure(parts: list[tuple[str, int, int]], data: bytes) -> Iterator[tuple[str, int, int]]:
    """Parts that are what they look like; one that is not goes to the part above it."""
    kept: list[tuple[str, int, int]] = []
    for kind, start, end in parts:
        is_sure = not kept or named(kind).sniff(data[start : min(end, start + (1 << 16))]) >= SURE_ENOUGH
        if kept and (not is_sure or kept[-1][0] == kind):
            kept[-1] = (kept[-1][0], kept[-1][1], end)
        else:
            kept.append((kind, start, end))
    yield from kept
