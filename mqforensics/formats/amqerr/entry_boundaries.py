"""Where the entries of an error log begin: its text, line and JSON forms, all of them even in one file.

Every pattern is language neutral: the shape of the header, the message id or the JSON keys, never a word of the text.
The dashed line of a text log ends the entry above it. An id at the beginning of a line is an entry without its header,
unless the entry above still lacks its id, or has not come to its action.
"""

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from mqforensics.codes.code_pages import EBCDIC_LOG, to_latin
from mqforensics.formats.amqerr import ibmi
from mqforensics.formats.json_text import DECODER, pairs
from mqforensics.formats.literal_search import NONE, LiteralSearch
from mqforensics.formats.paste import windows_events, zos_consoles

ID = rb"AMQ[A-Z]{0,2}\d{4,5}[A-Z]?: "
DATE = rb"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}"
CLOCK = rb"\d{1,2}[:.]\d\d[:.]\d\d(?:[ \t]*[AaPp]\.?[Mm]\b\.?)?"
ISO = rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)"
_OWN_ISO = rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:[03]0)"
QUOTED = rb"[ \t>#|*]{0,40}"
"""What mail and Markdown put before a line."""
SCRIPT = (
    rb"(?:Using queue manager name: "
    rb"|(?:Creating|Created|Starting|Started|Stopping|Stopped|Detected existing) (?:\w{1,20} )?queue manager"
    rb"|Error (?:\d{1,4} )?\w{1,20}ing |Signal received: |CPU architecture: |Linux kernel version: |Container runtime: "
    rb"|Base image: |Running as user ID |Capabilities: |seccomp enforcing mode: |Process security attributes: "
    rb"|Detected '|Created directory structure |Image (?:created|tag): |MQ (?:version|level|license): "
    rb"|Set password for |Reaped PID |Cancel log |Waiting for log |Context cancelled |Finished monitoring "
    rb"|File exists: |mqhtpass: |Native HA )"
)
"""How the lines of the start program of MQ's container begin."""
SAID = rb"(?:Reason|(?:[\w./-]{1,80}/)?(?=[a-z]{0,9}mq)[a-z]{4,12})"
"""What the start program of a container, or a control command itself, puts before the message of a command."""
ZOS_ID = rb"(?:CSQ[A-Z0-9]\d{3}|ICH408)[IWEDA]\b"
_TEXT = rb"[^\s(\-\0][^\n(\0]{3,80}?)[ \t]+-[ \t]+Process\((?=\d)"
FORMS = {
    "text": rb"^" + QUOTED + rb"(?P<text>" + _TEXT,
    "basic": rb"^[^\n]{0,160}?(?P<basic>" + ISO + rb")[ \t]+(?=" + ID + rb")",
    "script": rb"^[^\n]{0,160}?(?P<script>" + _OWN_ISO + rb") (?=" + SCRIPT + rb")",
    "appliance": rb"^[^\n]{0,40}?(?P<appliance>\d{8}T\d{6}(?:\.\d{1,9})?Z)[ \t]+"
    rb"(?=(?:\[[^\]\n]{0,24}\]){3}[^\n]{0,60}?" + ID + rb")",
    "dated": rb"^[ \t]{0,40}(?:[$>#%][ \t]*)?(?P<dated>" + DATE + rb"[ \t]+" + CLOCK + rb")[ \t]+(?=" + ID + rb")",
    "old": rb"^[ \t]{0,40}(?P<old>" + DATE + rb"[ \t]+" + CLOCK + rb")[ \t]*\n[ \t]*(?=" + ID + rb")",
    "zos": rb"^(?=[^\n]{0,60}?\b" + zos_consoles.JOB + rb"\b)[^\n]{0,60}?(?P<zos>" + zos_consoles.CLOCK + rb")[ \t]+"
    + zos_consoles.JOB + rb"[ \t]+" + zos_consoles.FLAGS + rb"\+?(?=" + ZOS_ID + rb")",
    "joblog": ibmi.JOB_LOG, "screen": ibmi.SCREEN,
}  # fmt: skip
"""A named group for each form: its time as printed. `dated` is a line of `runmqdlq`, `old` an entry before v6."""
GLUED = (
    rb"(?:------{5,100}[ \t]+(?P<dashed>" + _TEXT + rb"|\0(?P<holed>" + _TEXT
    + rb"|(?<=[ \t])(?P<after>" + DATE + rb"[ \t]+" + CLOCK + rb")[ \t]+-[ \t]+Process\((?=\d))"
)  # fmt: skip
"""A copy that lost its line ends: the header right behind the entry before, or behind a hole that a crash has left."""
KEYS = rb"\"(?:ibm_messageId|ibm_datetime|host|loglevel|type)\""
RECORD = (
    rb"^[^\n{}]{0,120}\{(?=[ \t]{0,9}" + KEYS + rb"[ \t]{0,9}:)"
    rb"(?=[^\n]{0,4000}?\"(?:ibm_messageId\"[ \t]{0,9}:[ \t]{0,9}\"AMQ|type\"[ \t]{0,9}:[ \t]{0,9}\"(?:mq_|mqsc_)))"
)
COLLECTED = ("log", "line", "message", "MESSAGE", "_raw", "textPayload")
"""Under which keys docker, Loki, journald, Splunk and others keep the line that they have collected."""
SAME = ("ibm_messageId", "ibm_datetime", "message", "ibm_sequence", "ibm_processId", "ibm_threadId")
"""A collector that keeps a record twice, as a text and in members, has these alike."""
DEEPEST = 6
"""So far inside a collector's record MQ's own may be."""
NEAR, LONGEST = 1 << 12, 1 << 16
"""Bytes that a record printed over several lines mostly has, and may have."""
LITERAL = len("-Infinity")
"""A literal of JSON that is cut is an error at its beginning."""

START = re.compile(b"(" + b"|".join([*FORMS.values(), RECORD]) + b")", re.M)
"""Where a large log may be split: only where `entry_starts` begins one too; a match looks at 5,000 bytes at most."""
RECORD_KEY = b'"ibm_'
NEEDLES = (b"Process(", b"AMQ", RECORD_KEY, b"CSQ", b"ICH408I", b"Z ", b":00 ", b":30 ")
_PROCESS = re.compile(rb"Process\(\d")
_ID = re.compile(ID)
_NAMED = re.compile(rb"AMQ\d{4}(?=[ \t]{2}|[ \t]*$)", re.M)
"""A number as IBM i shows it."""
_ISO_END = re.compile(rb"(?:Z|[+-]\d\d:[03]0) (?=" + SCRIPT + rb")")
_LINE = re.compile(b"|".join(FORMS.values()), re.M)
_TIMED = re.compile(rb"\d(?:[:.]\d\d[:.]\d\d|T\d{6})|Process\(\d")
"""What no line of any form is without, in its first bytes."""
TIME_WITHIN = 600
_FORM = {form: re.compile(pattern, re.M) for form, pattern in FORMS.items()}
_BASIC = re.compile(rb"(?P<basic>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?=AMQ)")
_GLUED = re.compile(GLUED)
_BARE = re.compile(rb"^" + QUOTED + rb"(?:" + ISO + rb"[ \t]+)?(?:" + SAID + rb": )?(?=" + ID + rb")", re.M)
"""An entry without its header."""
_ZOS = re.compile(rb"^[ \t+>]{0,40}(?=" + ZOS_ID + rb")", re.M)
_OVER = re.compile(rb"ACTION ?:|AKTION ?:|^-{5,}", re.M)
"""What an entry above has had when the next may begin."""
_FLAT = re.compile(rb"ACTION ?:|AKTION ?:|-{20}")
_NEXT_RECORD = re.compile(rb"\{\s{0,9}" + KEYS + rb"\s{0,9}:")
_EBCDIC_MARK = " - Process(".encode(EBCDIC_LOG)
TEXT_FORMS = frozenset(("text", "old", "bare"))
IBM_I = ("joblog", "screen")
LONG_FORMS = frozenset(("json", "zos", "windows", "winxml", *IBM_I))
"""Forms whose entries end where the next one begins, as far as the line does not tell."""


class EntryStart(NamedTuple):
    """An entry: its form, where it begins, its time as printed, and its record where it is JSON."""

    form: str
    at: int
    when: bytes = b""
    record: dict[str, Any] | None = None


def ascii_log(data: bytes) -> bytes:
    """The log in ASCII with `\\n` line ends, byte for byte as long as it was."""
    if _EBCDIC_MARK in data:
        data = data.translate(to_latin(EBCDIC_LOG))
    return data.replace(b"\r\n", b" \n").replace(b"\r", b"\n") if b"\r" in data else data


class Run(Protocol):
    """Entries that were found and read already."""

    form: str
    at: int
    end: int


def entry_starts(data: bytes, runs: Iterable[Run] = ()) -> Iterator[EntryStart | Run]:
    """The entries of a log in file order; each of `runs` in place of its entries."""
    at = free = several = 0
    later = deque(runs)
    needles = LiteralSearch(data, NEEDLES + windows_events.needles(data))
    last: EntryStart | None = None
    named = -1  # where the last entry's id stands, once it has been met
    is_over, looked, twin = False, 0, None
    while (hit := at if later and later[0].at == at >= free else needles.after(at)) < NONE:
        if later and hit >= later[0].at:
            run = later.popleft()
            if run.at >= at and run.at >= free:  # else what is above goes on into it
                yield run
                last, named, at = EntryStart(run.form, run.at), -1, run.end
                continue
        at = hit + 1
        kind = data[hit : hit + 1]
        entry, is_id = None, False
        if kind == b'"':
            entry, at, several = _json(data, hit, free, several)
            if entry and at <= several:
                before, twin = twin, (several, _key(entry.record))
                entry, free = (None, at) if before == twin else (entry, free)  # which a collector keeps twice
        elif kind == b"P" and _PROCESS.match(data, hit):
            entry = _shaped(data, hit, free)
        elif kind == b"A":
            is_id = bool(_ID.match(data, hit))
            if is_id:
                if last and last.form in TEXT_FORMS and named >= 0 and not is_over:
                    is_over = bool(_OVER.search(data, max(named, looked), hit))
                    looked = max(hit - 40, 0)
                entry = _with_id(data, hit, free, last, named, is_over)
            elif _NAMED.match(data, hit):
                entry = _of("joblog", data, hit, free) or _of("screen", data, hit, free)
        elif kind in b"CI":
            entry = _zos(data, hit, free)
        elif data.startswith(windows_events.NEEDLES, hit):
            entry = _windows(data, hit, free)
        elif _ISO_END.match(data, hit) or (kind == b":" and _ISO_END.match(data, hit - 3)):
            entry = _of("script", data, hit, free)
        if entry:
            yield entry
            last, free = entry, max(at, hit)
            named = hit if is_id else -1
            is_over, looked = entry.form == "bare", hit
        elif is_id and named < 0:
            named = hit


def _line_of(data: bytes, hit: int) -> int:
    return data.rfind(b"\n", max(hit - 4096, 0), hit) + 1 or (0 if hit <= 4096 else hit)


def _of(form: str, data: bytes, hit: int, free: int) -> EntryStart | None:
    line = _line_of(data, hit)
    match = _FORM[form].match(data, line)
    return EntryStart(form, line, match[form]) if match and line >= free and match.end() >= hit else None


def _with_id(data: bytes, hit: int, free: int, last: EntryStart | None, named: int, is_over: bool) -> EntryStart | None:
    """The entry that an id begins: with a time before it, or alone on a line."""
    if match := _BASIC.match(data, hit - 25) if hit >= 25 else None:
        line = _line_of(data, hit)
        return EntryStart("basic", line, match["basic"]) if line >= free and hit - line <= 190 else None
    if entry := _shaped(data, hit, free):
        return entry
    line = _line_of(data, hit)
    match = _BARE.match(data, line)
    if match and match.end() == hit and line >= free:
        if last is None or last.form not in TEXT_FORMS or (named >= 0 and is_over):
            return EntryStart("bare", line)
    elif named >= 0 and last and last.form in TEXT_FORMS and data[hit - 1 : hit] in (b" ", b"\t"):
        return EntryStart("bare", hit) if _FLAT.search(data, max(line, named, hit - 4096), hit) else None
    return None


def _zos(data: bytes, hit: int, free: int) -> EntryStart | None:
    line = _line_of(data, hit)
    if line < free:
        return None
    if match := _FORM["zos"].match(data, line):
        return EntryStart("zos", line, match["zos"]) if match.end() == hit else None
    match = _ZOS.match(data, line)
    return EntryStart("zos", line) if match and match.end() == hit else None


def _windows(data: bytes, hit: int, free: int) -> EntryStart | None:
    if data[hit : hit + 1] == b"<":
        begin = windows_events.begin_of_xml(data, hit, free)
        return None if begin is None else EntryStart("winxml", begin)
    line = _line_of(data, hit)
    begin = windows_events.begin(data, line, free) if line >= free else None
    return None if begin is None else EntryStart("windows", begin)


def _shaped(data: bytes, needle: int, free: int) -> EntryStart | None:
    """The entry whose header or id is at `needle`, if the line there or the one before has the shape of one."""
    line = _line_of(data, needle)
    for begin in (line, _line_of(data, max(line - 1, 0))):
        end = data.find(b"\n", begin, begin + TIME_WITHIN)
        is_timed = _TIMED.search(data, begin, end if end >= 0 else begin + TIME_WITHIN)
        match = _LINE.match(data, begin) if is_timed else None
        if match and begin >= free and match.end() >= line:
            return EntryStart(match.lastgroup, begin, match[match.lastgroup])
    begin = max(free, needle - 200)
    match = _GLUED.search(data, begin, needle + 12) if data.find(b"Process(", begin + 1, needle + 12) >= 0 else None
    if not match:
        return None
    group = match.lastgroup
    return EntryStart("text", match.start(group), match[group])


def _json(data: bytes, hit: int, free: int, several: int) -> tuple[EntryStart | None, int, int]:
    """The record around a key of MQ's, None when it is another's, and where to go on.

    And up to where a collector's record holds several of MQ's: each is read by itself there.
    """
    line = max(_line_of(data, hit), free)
    floor = begin = data.find(b"{", line, hit)
    if begin < 0:
        floor = max(free, hit - 4096)
        begin = data.rfind(b"{", floor, hit)
    if begin < 0:
        return None, hit + 1, several
    if glued := list(_NEXT_RECORD.finditer(data, begin, hit)):
        begin = glued[-1].start()
    is_tried = hit >= several
    record, end, count = _record(data, begin) if is_tried else (None, hit + 1, 2)
    several = max(several, end) if count > 1 else several
    if record is None:
        record, end, begin = _within(data, floor, hit, end, begin if is_tried else -1)
    if record is None:
        return None, max(end, hit + 1), several
    return EntryStart("json", max(free, data.rfind(b"\n", 0, begin) + 1), b"", record), max(end, hit + 1), several


def _within(data: bytes, floor: int, hit: int, end: int, tried: int) -> tuple[dict[str, Any] | None, int, int]:
    """The record around a key that is one of several, or a text in a member that stands on its own line.

    With it where to go on, and where it begins.
    """
    at, damaged = hit, (None, end, floor)
    for _ in range(DEEPEST):
        at = data.rfind(b"{", floor, at)
        is_text = data.startswith(b"\\", at + 1)
        if at < 0:
            break
        if (at == tried and not is_text) or (is_text and (data[at - 1 : at] != b'"' or data[at - 2 : at - 1] == b"\\")):
            continue
        record, stop, _ = (_quoted if is_text else _record)(data, at)
        if record is not None and stop > hit:
            if "" not in record:
                return record, stop, at
            damaged = damaged if damaged[0] else (record, stop, at)
    return damaged


def _record(data: bytes, at: int) -> tuple[dict[str, Any] | None, int, int]:
    """The MQ log record that begins at `at` (None when it is another's), where to go on, and how many are in it."""
    line = min(data.find(b"\n", at) + 1 or len(data), at + LONGEST)
    ends = at + NEAR, at + LONGEST
    for end in (line, *ends) if data.find(b"}", at, line) >= 0 else ends:
        text = data[at:end].decode("utf-8", "replace")
        try:
            record, length = DECODER.raw_decode(text)
        except (ValueError, RecursionError) as problem:
            if _is_final(problem, len(text)):
                break
            continue
        if not text.isascii():
            length = DECODER.raw_decode(data[at:end].decode("latin-1"))[
                1
            ]  # a byte a character, whatever the code page was
        ours = {_key(one): one for one in ours_in(record)}
        return (next(iter(ours.values())) if len(ours) == 1 else None), at + max(1, length), len(ours)
    following = _NEXT_RECORD.search(data, at + 1, line)
    end = following.start() if following else line
    return *_damaged(data[at:end], end), 1


def _is_final(problem: Exception, length: int) -> bool:
    """Whether a text of this length is not JSON whatever comes after it."""
    is_within = isinstance(problem, json.JSONDecodeError) and problem.pos + LITERAL < length
    return is_within and problem.msg.startswith("Expecting")


def _damaged(raw: bytes, end: int) -> tuple[dict[str, Any] | None, int]:
    record = dict(pairs(raw.decode("utf-8", "replace"))) | {"": "damaged"}
    return (record if is_ours(record) else None), end


def _key(record: dict[str, Any]) -> tuple:
    values = map(record.get, SAME)
    return tuple(str(value) if isinstance(value, str | int) else None for value in values)


def _quoted(data: bytes, at: int) -> tuple[dict[str, Any] | None, int, int]:
    """As `_record`, of one that begins at `at` in a string of JSON."""
    end = min(data.find(b"\n", at) + 1 or len(data), at + LONGEST)
    try:
        text, length = DECODER.raw_decode(data[at - 1 : end].decode("latin-1"))
        return next(ours_in(text.encode("latin-1").decode("utf-8", "replace")), None), at - 1 + length, 1
    except (ValueError, RecursionError, AttributeError):
        following = data.find(b"{\\", at + 1, end)
    end = following if following > 0 else end
    return *_damaged(data[at:end].replace(b"\\", b""), end), 1


def ours_in(record: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """The records of MQ in what a collector has made of them: members of its own records, or texts in them."""
    if isinstance(record, str) and record.startswith("{") and "ibm_" in record:
        try:
            record = DECODER.raw_decode(record)[0]
        except (ValueError, RecursionError):
            return
    if is_ours(record):
        yield record
    elif isinstance(record, dict | list) and depth < DEEPEST:
        for value in record.values() if isinstance(record, dict) else record:
            yield from ours_in(value, depth + 1)


def collected_line(record: Any) -> str | None:
    """The line of a log that a collector has put into its own record."""
    if not isinstance(record, dict):
        return None
    return next((line for key in COLLECTED if isinstance(line := record.get(key), str)), None)


def is_ours(record: Any) -> bool:
    """True for a record of MQ's error log, or of the start program of its container; Liberty uses the same names."""
    if not isinstance(record, dict):
        return False
    if str(record.get("ibm_messageId", "")).startswith("AMQ"):
        return record.get("type", "mq_log") == "mq_log"
    is_script = str(record.get("ibm_processName", "")).startswith(("runmqserver", "runmqdevserver", "runmqintegration"))
    return "message" in record and record.get("type", "mq_containerlog" if is_script else "") in (
        "mq_containerlog", "mqsc_log",
    )  # fmt: skip
