"""Is a file an activity trace, by the marks that no other evidence bears; and what is one of MQ's other traces."""

import re

from mqforensics.formats.activity import pcf_records, summary
from mqforensics.formats.paste.encoding import text_of

JSON = re.compile(rb'"eventType"\s{0,99}:\s{0,99}\{\s{0,99}"name"\s{0,99}:\s{0,99}"(?:MQCMD_)?ACTIVITY[_ ]TRACE', re.I)
MARKS = (
    (100, JSON),
    (100, re.compile(rb"^Event Type +: (?:Activity Trace|MQCMD_ACTIVITY_TRACE) \[209\]", re.M)),
    (100, re.compile(rb"^MonitoringType: MQI Activity Trace", re.M)),
    (100, re.compile(rb"\A\s*MQAPI Trace[ \t\r]*\n START ")),
    (95, re.compile(rb"^[ \t>]*1LS= [^\n]*\bOpr\(MQXF_\w+\)", re.M)),
    (95, re.compile(rb"^MQ[A-Z]\w+[ \t\r]*\n BEFORE +\d{4}-\d\d-\d\d ", re.M)),
    (90, re.compile(rb"^[ \t>]*AMQ86(?:53|54|66)[A-Z]?: ", re.M)),
    (90, re.compile(rb"^[ \t>]*Activity:[ \t\r]*\n[ \t>]*Appl\w+:[^\n]*\n(?:[^\n]*\n){0,8}?[ \t>]*Operation:", re.M)),
    (80, summary.LINE),
    (70, re.compile(rb"^[ \t>]*Operation Id: MQXF_\w+[ \t\r]*$", re.M)),
)
HEADINGS = rb"^(?:Counter +)?Time[Ss]tamp +(?:Process\.Thread|PID\.TID) +(?:Trace )?Ident +(?:Trace )?Data"
STRMQTRC = (
    (60, re.compile(HEADINGS, re.M)),
    (25, re.compile(rb"^(?:[0-9A-F]{8} )? *\d\d:\d\d:\d\d\.\d{6} +\d+\.\d+ +\S*:", re.M)),
)
CONTEXT_ONLY = (
    "a trace of the product's own code (strmqtrc): recognised as context, its calls are not read. "
    "For the calls take an activity trace, browsed (-b): amqsact -b -v, or amqsevt -b -o json"
)


def sniff(head: bytes) -> int:
    """How sure the first bytes of a file are an activity trace."""
    if _pcf(head):
        return 100
    return _score(text_of(head).data, MARKS + STRMQTRC)


def context_only(data: bytes) -> str | None:
    """What a file without calls in it is, where that can be told."""
    return CONTEXT_ONLY if _score(data[: 1 << 16], STRMQTRC) else None


def _score(data: bytes, marks: tuple[tuple[int, re.Pattern], ...]) -> int:
    return next((score for score, mark in marks if mark.search(data)), 0)


def _pcf(head: bytes) -> bool:
    return any(
        head.startswith(token, at) and pcf_records.begin(head, at) == 0
        for token in pcf_records.TOKENS
        for at in (0, pcf_records.SHORT_HEAD)
    )
