"""A message of IBM i: in the print of a job's log (DSPJOBLOG), and on the screen that shows one message.

Behind the line that names it stand labels with dots, each with its text; a page of print has its head in between.
"""

import re
from mmap import mmap

from mqforensics.clock import timestamps
from mqforensics.formats.amqerr import inserts

TIME = rb"\d{2,4}[-/.](?:\d\d[-/.]\d{2,4}|\d{3})[ \t]+\d\d[:.]\d\d[:.]\d\d"
JOB_LOG = rb"^[ \t]{0,9}AMQ\d{4}[ \t]{2,9}[^\n\d]{3,40}?[ \t]\d\d[ \t]+(?P<joblog>" + TIME + rb")"
"""The line of a message in print: its number, type, severity, date and time, and the programs."""
SCREEN = rb"^[ \t]{0,20}[^\n:.]{2,40}[ .]{0,60}\.[ ]?:[ \t]+(?P<screen>)(?=AMQ\d{4}(?:[ \t]{2}|[ \t]*$))"
"""The line of a message on a screen, which has its number behind a label."""
HEADING = re.compile(rb"MSGID[ \t]+TYPE[ \t]+SEV")
ID = re.compile(r"AMQ\d{4}")
SEVERITY = {"00": "I", "10": "W", "20": "E", "30": "E", "40": "S", "50": "T"}
"""The letter that other systems print, by the number that this one prints ("Reading a message")."""
LABELS = {
    "message": "text", "nachricht": "text", "mensaje": "text", "messaggio": "text", "mensagem": "text",
    "cause": "explanation", "ursache": "explanation", "causa": "explanation",
    "recovery": "action", "fehlerbeseitigung": "action", "que faire": "action", "recuperación": "action",
    "ripristino": "action", "recuperação": "action",
}  # fmt: skip
_LABEL = re.compile(r"[ \t]*(?P<label>[^\W\d_][^\n:.]{1,40}?)[ \t]*(?:\.[ \t]{0,2}){0,20}:(?:[ \t]+(?P<value>.*)|$)")
_DOTTED = re.compile(r"\.[ \t]{0,2}:")
_PAGE = re.compile(r"[ \t]{0,9}\d{4}SS1[ \t]+V\dR\d")
_COLUMNS = re.compile(r"[ \t]{0,9}[^\W\d_]{4,12}[ \t]{2,}[^\n:]*$")
_HEAD = 6
"""A page's head has at most so many lines."""
_NAME, _DOTS = rb"([A-Z#@$][A-Z0-9#@$_]{0,9})", rb"[^\n:]{2,60}\.[ ]?:[ \t]{1,9}"
_JOB = re.compile(
    rb"[ \t]{0,9}" + _DOTS + _NAME + rb"[ \t]" + _DOTS + _NAME + rb"[ \t]" + _DOTS + rb"(\d{6})[ \t]*(?:\n|\Z)"
)
"""The line of a page's head that names the job: its name, its user and its number, whatever the labels are."""
_LABELLED = b". :"
_OTHER = re.compile(r"[ \t]{0,9}(?:[A-Z][A-Z0-9]{2}[0-9A-F]{4}|\*NONE)[ \t]{2,9}[^\n]{0,60}?[ \t]" + TIME.decode())
_KEYS = re.compile(r"[ \t]*F\d{1,2}=|[ \t]{50,}\S{3,12}(?: ?\.\.\.)?[ \t]*$")
"""What a screen has below a message's text."""
_PROGRAM = re.compile(r"\d\d[:.]\d\d[:.]\d\d(?:\.\d{1,6})?[ \t]+([A-Z@#$][\w@#$]{0,9})[ \t]")
_DAY = re.compile(r"(?<![\d.])\d{2,4}[-/.](?:\d\d[-/.]\d{2,4}|\d{3})(?![\d.])")
_CLOCK = re.compile(r"(?<![\d.])\d\d[:.]\d\d[:.]\d\d(?![.\d])")
_SEVERITY = re.compile(r":[ \t]+(\d\d)[ \t]*$")
_NUMBERED = re.compile(r"[ \t](\d\d)[ \t]+" + TIME.decode())


def last_job(data: bytes | mmap, start: int, stop: int) -> dict[str, str]:
    """`job`: number, user and name of the job that the last head of a page names, if there is one."""
    while (stop := data.rfind(_LABELLED, start, stop)) >= 0:
        begin = data.rfind(b"\n", 0, stop) + 1
        told = _JOB.match(data[begin : begin + 300].replace(b"\r", b""))
        if told:
            return {"job": b"/".join(told.groups()[::-1]).decode("ascii", "replace")}
        stop = max(begin, start)
    return {}


def of_job(row: dict, job: str | None) -> dict:
    """What the job tells of a message in its log: the user and, among the inserts, the whole name."""
    return {"user": job.split("/")[1], "inserts": {**(row.get("inserts") or {}), "job": job}} if job else {}


def ibmi_row(text: str, printed: bytes) -> dict:
    """The row of one message; `printed`: its date and time, where they stand on its first line."""
    first, *others = text.split("\n")
    before, told = _told(others)
    numbered = _NUMBERED.search(first) or _SEVERITY.search(first)
    program = _PROGRAM.search(first)
    stamp = " ".join(printed.decode("ascii", "replace").split()) or _stamp(before)
    message = ID.search(first)[0]
    named = inserts.inserts_by_name(message, told.values(), {})
    comp_code, reason = inserts.codes(named)
    return {
        **timestamps.time_columns(None, stamp), "message": message,
        "severity": SEVERITY.get(numbered[1]) if numbered else None,
        "program": program[1] if program else None, **dict.fromkeys(("text", "explanation", "action")), **told,
        "inserts": named or None, "comp_code": comp_code, "reason": reason,
    }  # fmt: skip


def _stamp(lines: list[str]) -> str | None:
    """The date and the time among the lines above a message's text."""
    above = "\n".join(lines)
    day, clock = _DAY.search(above), _CLOCK.search(above)
    return f"{day[0]} {clock[0]}" if day and clock else None


def _told(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """The lines above a message's own text, and that by column; another message's, and a page's head, are left out."""
    before: list[str] = []
    parts: dict[str, list[str]] = {}
    open_ = None
    for line in _without_pages(lines):
        if _OTHER.match(line) or (parts and _KEYS.match(line)):
            break
        label = _LABEL.match(line)
        known = LABELS.get(label["label"].casefold()) if label else None
        if known and known not in parts:
            open_ = parts.setdefault(known, [label["value"] or ""])
        elif (label and _DOTTED.search(line)) or not line.strip():
            open_ = None
        elif open_ is not None:
            open_.append(line)
        before += [] if parts else [line]
    return before, {name: said for name, value in parts.items() if (said := " ".join(" ".join(value).split()))}


def _without_pages(lines: list[str]) -> list[str]:
    """The lines without the head of a page: from the product's line to the names of the columns."""
    found, nth = [], 0
    while nth < len(lines):
        if not _PAGE.match(lines[nth].lstrip("\f")):
            found.append(lines[nth])
            nth += 1
            continue
        head = lines[nth + 1 : nth + _HEAD]
        nth += 1 + next((at for at, line in enumerate(head, 1) if _COLUMNS.match(line)), 0)
        while found and not found[-1].strip():
            found.pop()
        while nth < len(lines) and not lines[nth].strip():
            nth += 1
    return found
