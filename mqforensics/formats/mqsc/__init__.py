"""MQ's definitions and status as text: runmqsc and CSQUTIL sessions, dspmq, dmpmqcfg and MQSC source, REST replies.

One row an object, and one for every command that failed. The layout is what decides, not the language of the words:
messages count by their number, attributes by `KEY(VALUE)`.
"""

import re
from collections.abc import Iterator, Mapping
from mmap import mmap

import pyarrow as pa

from mqforensics.formats.mqsc import dspmq, rest, zos
from mqforensics.formats.mqsc.blocks import TELLING, Blocks
from mqforensics.formats.mqsc.call import Call, called
from mqforensics.formats.mqsc.cells import cells, two
from mqforensics.formats.mqsc.columns import rows
from mqforensics.formats.mqsc.commands import TYPED
from mqforensics.formats.mqsc.frame import BANNER, ECHO, TRAILER
from mqforensics.formats.mqsc.keywords import TYPES
from mqforensics.formats.mqsc.lines import Line, bare, lines, plain, raw_lines, text
from mqforensics.formats.mqsc.record import IS_NAME, Record
from mqforensics.formats.mqsc.script import GENERATED, MANAGER, Script
from mqforensics.formats.mqsc.session import HEADER, PARTS, Session, usual
from mqforensics.formats.stretch import Stretch

NAME = "mqsc"
TABLE = "objects"

NUMBERS = "|".join(number[3:] for number in TYPES if number.startswith("AMQ"))
SHOWN = re.compile(rf"(?m)^[> \t]*AMQ(?:{NUMBERS})[A-Z]?: ".encode())
SIGNS = (
    (100, re.compile(rb"Starting MQSC for queue manager *[^\s`]*\.[ \t]*(?:[\r\n]|$)")),
    (95, rest.REPLY),
    (95, SHOWN),
    (90, re.compile(rb"CSQN205I   COUNT=|CSQM[24]\d\dI .{0,200}(?:\(|DETAILS)|CSQ9022I|CSQU0\d\dI ")),
    (90, re.compile(rb"\* Script generated on \d{4}-|\* Queue manager name: ")),
    (85, re.compile(rb"(?m)^[> \t]*QMNAME\([^)\r\n]*\)[ \t]+(?:STATUS|ROLE|DEFAULT|STANDBY|INSTNAME)\(")),
    (85, re.compile(rb"(?:No|One|\d) MQSC commands? read\.|valid MQSC commands? (?:were|could not be) processed")),
    (80, re.compile(rb"(?m)^[> \t]*AMQ8\d\d\d[A-Z]?: .*\r?\n[> \t]*(?:[A-Z][A-Z0-9]*\(|(?:One|No) )")),
    (80, re.compile(rb"(?mi)^[> \t]*\d{1,9} : (?:dis|def|alt|start|stop|set)\w*\s+\w")),
    (70, re.compile(rb"(?mi)^[> \t]*(?:def|define|alter)\s+(?:q\w*|channel|chl|listener|topic|namelist|process)\s*\(")),
)
"""(score, what a file of the kind has in its first bytes)."""
TOLD = (
    (re.compile(rb"(?m)^[> \t]*(?:AMQ8653[A-Z]?: |Activity:[ \t\r]*\n ApplName: )"), "a route as dspmqrte shows it"),
    (re.compile(rb"(?m)^[> \t]*LOG (?:RECORD - LSN <|FILE HEADER)"), "recovery log records as dmpmqlog shows them"),
)
"""Output of MQ's programs that is recognised and not read any further."""
LOG = re.compile(rb"Process\(\d{1,20}\.\d{1,20}\)|ibm_messageId|\dZ AMQ\d{4}[A-Z]: ")
COLUMNS = re.compile(rb"  [A-Z][A-Z0-9]*(?:\(|[ \t\r]*(?:\n|$))")
PRINTED = re.compile(rb"Starting MQSC|MQSC command|AMQ\d{4}|CSQ[A-Z0-9]\d{3}[A-Z]|QMNAME\(|\d : ?")
"""What no file is without that is more than source."""
START = re.compile(rb"^5\d{3}-\w{3}[ \t][^\n]{0,40}Copyright IBM", re.M)
TAIL = 4096
"""Bytes before a session that may say when it was taken, and of which queue manager."""
NOBODY = "no banner that can be read says which queue manager this is of"
FEW = 64
"""So many objects are cheaper as rows than as columns."""
TOLD_SCORE, LOG_SCORE = 85, 30
"""A log may quote a session; it is a log all the same."""


def sniff(head: bytes) -> int:
    """How sure (0-100) the first bytes of a file are of this format."""
    data = plain(text(head).data)
    signs = (*SIGNS, *((TOLD_SCORE, sign) for sign, _ in TOLD))
    score = max((score for score, sign in signs if sign.search(data)), default=0)
    return min(score, LOG_SCORE) if LOG.search(data) else score


def carry(data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None) -> dict[str, str]:
    """What stands before the product's own line and is of the session that it begins: its date, the command typed.

    What the last call says of a program that takes lines out holds until the next one.
    """
    stop = len(data) if stop is None else stop
    tail = data[max(stop - TAIL, 0) : stop]
    before = list(lines(tail, -tail.count(b"\n")))
    session = Session(any(two(line.text.strip()) for line in before), before[0].number if before else 0)
    last = _last_call(data, start, stop)
    session.cut = last.cut if last else bool(context.get("cut"))
    for line in before[1:] if stop > TAIL else before:  # the first may be cut
        session.feed(line)
    known = {} if session.used else {"time": session.time, "hint": session.hint, "run": session.run}
    known["cut"] = session.cut
    return {key: str(value) for key, value in known.items() if value}


def _last_call(data: bytes | mmap, start: int, stop: int) -> Call | None:
    at = data.rfind(b"runmqsc", start, stop)
    while at >= 0:
        begin, end = data.rfind(b"\n", start, at) + 1 or start, data.find(b"\n", at, stop)
        words = bare(0, 0, data[begin : stop if end < 0 else end]).text
        if not (ECHO.match(words) or TYPED.match(words) or cells(words)) and (call := called(words)):
            return call
        at = data.rfind(b"runmqsc", start, begin)
    return None


def read(stretch: Stretch) -> Iterator[dict | pa.RecordBatch]:
    """The rows of a stretch: one an object or failed command; without any, one row that says so."""
    if not stretch.data:
        return
    view = text(stretch.data)
    found, note, blocks = _records(view.data, stretch)
    _settle(found, blocks)
    yield from rows(found or [Record(0, stretch.line, errors=[note])], blocks, view, stretch)


def _settle(records: list[Record], blocks: Blocks | None) -> None:
    together = [record for record in records if record.cells]
    if len(together) >= FEW:
        blocks.settle(together)
    for record in together:
        if len(together) < FEW or record.errors or (record.name is None and record.type != "QMGR"):
            blocks.fill(record)
    for record in records:
        if not record.cells:
            record.settle()


def _records(data: bytes, stretch: Stretch) -> tuple[list[Record], str, Blocks | None]:
    first, context = stretch.line, stretch.context
    if rest.is_reply(data):
        return rest.records(data, first), "a REST reply without an object", None
    script, blocks = Script(), None
    columns = any(two(line.text.strip()) for line in lines(data, first)) if COLUMNS.search(data) else False
    session = Session(columns, first + int(context.get("run", 0)))
    session.time, session.hint, session.cut = context.get("time"), context.get("hint"), bool(context.get("cut"))
    if PRINTED.search(data) and any(_printed(line) for line in lines(data, first)):
        blocks = Blocks(data)
        _take(blocks, first, session, script)
    else:
        for line in lines(data, first):
            script.feed(line)
    script.end()
    _name_managers(session)
    found = sorted(session.records + script.records, key=lambda record: record.at)
    return found, "" if found else _nothing(session, data), blocks


def _take(blocks: Blocks, first: int, session: Session, script: Script) -> None:
    """Read a capture: an object whose lines need no judgement at once, everything else line by line."""
    source = False
    for begin, end, what, under in blocks.heads():
        if under and session.is_open and not source:
            session.shown(Line(blocks.place(begin), first + begin), what[1], under, first)
            continue
        for line in range(begin, end):
            at, number, shown = blocks.place(line), first + line, blocks.text(line)
            if source or not session.printed(what if line == begin else usual(shown), shown, at, number):
                for place, number, raw in raw_lines(blocks.raw(line), number):  # noqa: B020
                    taken = bare(at + place, number, raw)
                    source = _source(taken, source)
                    (script if source else session).feed(taken)
                first = number - line  # a carriage return alone ends a line too


def _printed(line: Line) -> bool:
    signs = (BANNER, TRAILER, HEADER, ECHO, zos.MESSAGE, dspmq.MANAGER)
    return any(sign.match(part) for part in PARTS.split(line.text) for sign in signs)


def _source(line: Line, source: bool) -> bool:
    # In a capture of sessions, commands are echoes; only dmpmqcfg's own heading says that source follows.
    if GENERATED.match(line.text) or MANAGER.match(line.text):
        return True
    return source and not _printed(line)


def _name_managers(session: Session) -> None:
    """Give every object its queue manager: of the banner or, without one, of a QMNAME that the same run shows."""
    unnamed: dict[int | None, list[Record]] = {}
    for record in session.records:
        record.queue_manager = record.queue_manager or session.managers.get(record.session)
        if record.queue_manager is None:
            unnamed.setdefault(record.session, []).append(record)
    for run in unnamed.values():
        shown = {id(record): record.attributes.get("QMNAME") for record in run if record.number in TELLING}
        shown = {key: name for key, name in shown.items() if IS_NAME(name or "")}
        names = set(shown.values())
        told = min(names) if len(names) == 1 else None
        for record in run:
            # Of several in one paste, each holds for what is pasted after it.
            told = record.queue_manager = shown.get(id(record)) or told
            if told is None and record.session in session.doubtful:
                record.errors = [*record.errors, NOBODY]


def _nothing(session: Session, data: bytes) -> str:
    for sign, words in TOLD:
        if sign.search(data):
            return f"{words}: recognised, not read any further"
    if session.commands:
        return f"an MQSC session of {session.commands} commands, none of which showed an object"
    return "MQSC text without an object"


