"""MQ's definitions and status as text: runmqsc sessions from 5.3 on, CSQUTIL and z/OS replies, dspmq, dspmqtrn,
dmpmqcfg and MQSC source, REST replies.

One row an object, and one for every command that failed (ERROR), or was carried out and changes something (DONE). The
layout is what decides, not the language of the words: messages count by their number, attributes by `KEY(VALUE)`.

Read `capture_lines` (lines and cells), `keywords`, `command_parser`, `captured_object`, `runmqsc_session` and `script`
(the two forms of a file), `dspmq`, `dspmqaut`, `dspmqspl`, `dspmqtrn`, `rdqm`, `setmqaut`, `zos_replies` and `rest`
(other programs), `columns` (many objects at once), `split_points` (where a large file is cut).
"""

import re
from collections.abc import Iterator

import pyarrow as pa

from mqforensics.formats.api import BEFORE
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.mqsc import keywords, rest
from mqforensics.formats.mqsc.capture_lines import bare_line, lines, raw_lines
from mqforensics.formats.mqsc.captured_object import Record
from mqforensics.formats.mqsc.columns import Blocks, Group, Heads, rows
from mqforensics.formats.mqsc.runmqsc_session import Session, classify_line, is_printed, is_source
from mqforensics.formats.mqsc.script import Script
from mqforensics.formats.mqsc.split_points import (
    LOOKAHEAD,
    START,
    context_after,
    goes_on,
    next_record_start,
    session_at,
)
from mqforensics.formats.paste.encoding import text_in_any_code
from mqforensics.formats.paste.line_prefixes import plain

__all__ = [
    "ABOVE",
    "LOOKAHEAD",
    "MARKS",
    "NAME",
    "START",
    "TABLE",
    "context_after",
    "next_record_start",
    "read",
    "sniff",
]

NAME, TABLE = "mqsc", "objects"

_ANSWER = rb"AMQ8\d{3}[A-Z]?: "
_SOURCE = re.compile(
    BEFORE + rb"(?i:define +(?:q\w{1,8}|channel|chl|listener|topic|namelist|process) *\("
    rb"|set +(?:chlauth *\(|authrec\b[^\n]*\())"
)
MARKS = (
    (b"Copyright IBM", re.compile(BEFORE + rb"5\d{3}-\w{3}[ \t][^\n]{0,40}Copyright IBM")),
    (b"Starting MQSC", re.compile(BEFORE + rb"Starting MQSC for queue manager [^\n]{0,60}\.\s")),
    (b"AMQ8", re.compile(BEFORE + _ANSWER + rb"[^\n]{1,200}\n[> \t|]{0,20}   ?[A-Z][A-Z0-9]{1,20}\([^\n]*\)\s")),
    (b"AMQ7056", re.compile(BEFORE + rb"AMQ7056[A-Z]?: [^\n]{1,200}\n[> \t|]{0,20}XID: ")),
    (b"CSQ", re.compile(BEFORE + rb"CSQ(?:N205|M[24]\d\d|9022)I ")),
    (b"QMNAME(", re.compile(BEFORE + rb"QMNAME\([^)\n]*\)[ \t]+(?:STATUS|ROLE|DEFAULT|STANDBY|INSTNAME)\(")),
    *((verb, _SOURCE) for verb in (b"DEFINE ", b"SET CHLAUTH", b"SET AUTHREC", b"define ")),
    (b" : ", re.compile(BEFORE + rb"\d{1,6} : [A-Za-z]{3,8} [^\n]{1,200}\n\s{0,9}[> \t|]{0,20}" + _ANSWER)),
)
ABOVE = re.compile(rb"[> \t|]*(?:\d{1,6} : ?|[^\w\s]\w{1,7} [A-Z]{3,8} )[^\n]*")

SHOWN = re.compile(rf"(?m)^[> \t]*AMQ(?:{keywords.NUMBERS})[A-Z]?: ".encode())
BARE = rb"(?m)^[> \t]*(?:QUEUE|CHANNEL|QMNAME|CONN)\([^)\n]*\)[ \t]+[A-Z][A-Z0-9]{1,20}[( ]"
"""How an object begins whose first line is lost."""
SIGNS = (
    (100, re.compile(rb"Starting MQSC for queue manager *[^\s`]*\.[ \t]*(?:[\r\n]|$)")),
    (95, rest.ANSWERED),
    (95, SHOWN),
    (90, re.compile(rb"CSQN205I   COUNT=|CSQM[24]\d\dI .{0,200}(?:\(|DETAILS)|CSQ9022I|CSQU0\d\dI ")),
    (90, re.compile(rb"\* Script generated on \d{4}-|\* Queue manager name: ")),
    (85, re.compile(rb"(?m)^[> \t]*QMNAME\([^)\r\n]*\)[ \t]+(?:STATUS|ROLE|DEFAULT|STANDBY|INSTNAME)\(")),
    (85, re.compile(rb"(?m)^[> \t]*HA (?:role|status|current location)[ \t]*:[ \t]*\w")),
    (85, re.compile(rb"(?m)^[> \t]*DR(?: (?:role|status)[ \t]*|BD [a-zOS ]{5,30}):[ \t]*\w")),
    (85, re.compile(rb"(?m)^[> \t]*Node [\w.-]{1,255} is (?:on|off)line")),
    (80, re.compile(rb"(?m)^(?:[^\n]{0,80}[\s/\\$#>%])?setmqaut(?:\.exe)?[ \t]+-[mtnpg]")),
    (85, re.compile(rb"(?m)^[> \t]*Entity \S{1,64} has the following authorizations for object ")),
    (85, re.compile(rb"(?m)^[> \t]*(?:AMQ7056[A-Z]?: |TranNum\([ \t]*\d)")),
    (85, re.compile(rb"(?m)^[> \t]*Policy name:[ \t]*\S{1,48}[ \t\r]*\n[ \t]*Quality of protection:")),
    (85, re.compile(rb"(?m)^[^\n]{0,80}\bsetmqspl[ \t]+-[^\n]{0,200}-p[ \t]*\S")),
    (85, re.compile(rb"(?:No|One|\d) MQSC commands? read\.|valid MQSC commands? (?:were|could not be) processed")),
    (80, re.compile(rb"(?m)^[> \t]*AMQ8\d\d\d[A-Z]?: .*\r?\n[> \t]*(?:[A-Z][A-Z0-9]*\(|(?:One|No) )")),
    (80, re.compile(rb"(?mi)^[> \t]*\d{1,9} : (?:dis|def|alt|start|stop|set)\w*\s+\w")),
    (75, re.compile(rb"(?mi)^[> \t]*dis\w*\s+\w[^\n]*\n(?:[^\n]*\n)?[> \t]*[A-Z]{2,12}\([^)\n]*\)[ \t]+[A-Z]{2,12}\(")),
    (65, rest.REPLY),
    (60, re.compile(BARE)),
    (70, re.compile(rb"(?mi)^[> \t]*set\s+(?:authrec|chlauth)\b[^\n]*(?:\(|[+-][ \t\r]*$)")),
    (70, re.compile(rb"(?mi)^[> \t]*(?:def|define|alter)\s+(?:q\w*|channel|chl|listener|topic|namelist|process)\s*\(")),
)
"""(score, what a file of the kind has in its first bytes)."""
TOLD = (
    (re.compile(rb"(?m)^[> \t]*There are no prepared transactions\."), "an answer of dspmqtrn without a transaction"),
    (
        re.compile(
            rb"(?m)^[ \t]{5,60}(?:Display|Change|Create|Copy|Work with) (?:MQM?|Queue Manager)\b[^\n]{0,40}$"
            rb"|^[ \t]{0,9}Message Queue Manager name(?:[ .]{3,40}):"
        ),
        "a panel of IBM MQ for IBM i, of which DISPLAY in MQSC shows the same",
    ),
    (
        re.compile(
            rb"(?m)^[ \t]{5,60}(?:Display|Alter|Define|List|Manage) [^\n]{0,40}\b(?:Queues?|Channels?|Queue Manager)\b"
            rb"[^\n]{0,40}\n(?:[^\n]{0,160}\n){1,50}?[^\n]{0,20}Command ===>"
        ),
        "a panel of IBM MQ for z/OS, of which DISPLAY in MQSC shows the same",
    ),
    (
        re.compile(rb"(?m)^[> \t]*Name:[ \t]+(?:IBM|WebSphere) MQ[^\n]*\n[> \t]*Version:[ \t]+\d"),
        "the level of an installation as dspmqver shows it",
    ),
    (re.compile(rb"(?m)^[> \t]*LOG (?:RECORD - LSN <|FILE HEADER)"), "recovery log records as dmpmqlog shows them"),
)
"""Output of MQ's programs that is recognised and not read any further."""
NOT_READ = "recognised, not read any further"
LOG = re.compile(rb"Process\(\d{1,20}\.\d{1,20}\)|ibm_messageId|\dZ AMQ\d{4}[A-Z]: ")
PRINTED = re.compile(
    BARE + rb"|Starting MQSC|MQSC command|AMQ\d{4}|CSQ[A-Z0-9]\d{3}[A-Z]|QMNAME\(|\d : ?|Entity |TranNum\("
    rb"|^[> \t]*Display [A-Za-z -]{3,60} details\.|(?:HA|DR) (?:role|status|current location)[ \t]*:"
    rb"|DRBD [a-zOS ]{5,30}:|Node [\w.-]{1,255} is |Policy name|setmqspl"
)
"""What no file is without that is more than source."""
NOBODY = "no banner that can be read says which queue manager this is of"
TOLD_SCORE, LOG_SCORE = 85, 30
"""A log may quote a session; it is a log all the same."""
_SUREST_FIRST = sorted((*SIGNS, *((TOLD_SCORE, sign) for sign, _ in TOLD)), key=lambda one: -one[0])


def sniff(head: bytes) -> int:
    """How sure (0-100) the first bytes of a file are of this format."""
    data = plain(text_in_any_code(head).data)
    score = next((score for score, sign in _SUREST_FIRST if sign.search(data)), 0)
    return min(score, LOG_SCORE) if LOG.search(data) else score


def read(stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """The rows of a stretch: one an object or failed command; without any, one row that says this."""
    if not stretch.data:
        return
    view = text_in_any_code(stretch.data)
    found, note, heads = _records(view.data, stretch)
    stamps = stretch.stamps
    for record in found:
        if isinstance(record, Record):
            record.time = record.time or stamps.get(record.line)
            record.settle()
    yield from rows(found or [Record(0, stretch.line, errors=[note])], heads, view, stretch)


def _records(data: bytes, stretch: FileSlice) -> tuple[list[Record | Group], str, Heads | None]:
    first = stretch.line
    if rest.is_reply(data):
        return rest.records(data, first), "a REST reply without an object", None
    script, heads = Script(), None
    session = session_at(data, stretch.context, first)
    if PRINTED.search(data) and any(is_printed(line) for line in lines(data, first)):
        heads = Heads(Blocks(data))
        _take(heads, first, session, script)
    else:
        for line in lines(data, first):
            script.feed(line)
    script.end()
    _name_managers(session, goes_on(stretch.after))
    found = sorted(session.records + script.records, key=lambda record: record.at)
    return found, "" if found else _nothing(session, data), heads


def _take(heads: Heads, first: int, session: Session, script: Script) -> None:
    """Read a capture: objects whose lines need no judgement at once, everything else line by line."""
    blocks, source = heads.blocks, False
    for begin, end, are_objects in heads.pieces():
        for head in range(begin, end):
            if are_objects and not source and _together(heads, head, end, first, session):
                break
            for line in range(heads.lines[head], heads.lines[head + 1]):
                at, number, shown = int(blocks.places[line]), first + line, blocks.text(line)
                what = heads.what(head) if line == heads.lines[head] else classify_line(shown)
                if source or not session.printed(what, shown, at, number):
                    for place, number, raw in raw_lines(blocks.raw(line), number):  # noqa: B020
                        taken = bare_line(at + place, number, raw)
                        source = is_source(taken, source)
                        (script if source else session).feed(taken)
                    first = number - line  # a carriage return alone ends a line too


def _together(heads: Heads, begin: int, end: int, added: int, session: Session) -> bool:
    """Take whole objects and echoes, if their lines say of the session that is open what they say of any."""
    numbers, commands = heads.echoed(begin, end)
    if not session.is_open or (numbers and numbers[0] <= session.echo):
        return False
    group = Group(heads.place(begin), begin, end, added, [], session.run, session.time, session.begun)
    group.commands = session.passed(zip(numbers, commands, strict=True))
    session.records.append(group)
    return True


def _name_managers(session: Session, goes_on: bool) -> None:
    """Give every object its queue manager: of the banner or, without one, of a QMNAME that the same run shows.

    Of a run that is cut, only what stands behind the QMNAME: elsewhere it may show another one.
    """
    unnamed: dict[int | None, list[Record | Group]] = {}
    for record in session.records:
        record.queue_manager = record.queue_manager or session.managers.get(record.session)
        if record.queue_manager is None:
            unnamed.setdefault(record.session, []).append(record)
    for run in unnamed.values():
        names = {name for record in run if (name := record.shown_by)}
        if run[0].session == session.resumed:
            told = session.heard
        elif len(names) != 1 or (goes_on and run[0].session == session.run):
            told = None
        else:
            [told] = names
        for record in run:
            # Of several in one paste, each holds for what is pasted after it.
            told = record.queue_manager = record.shown_by or told
            if told is None and record.session in session.doubtful:
                record.errors = [*record.errors, NOBODY]


def _nothing(session: Session, data: bytes) -> str:
    for sign, words in TOLD:
        if sign.search(data):
            return f"{words}: {NOT_READ}"
    if session.commands:
        return f"an MQSC session of {session.commands} commands, none of which showed an object"
    return "MQSC text without an object"
