"""A record of an FDC, or a row of ffstsummary, as a row of the log."""

import re
from datetime import UTC, datetime, timedelta

from mqforensics.clock import dates, timestamps, zone_names
from mqforensics.formats import qmgr_directory
from mqforensics.formats.amqerr.entry import decode
from mqforensics.formats.fdc.report_boundaries import JAVA, SUMMARY, Record

HEADER = 1 << 16
"""Bytes of a record that are looked at for its fields; the trace behind them may have many more."""
INSERTS = {
    "probe": ("Probe Id", "ProbeID"), "component": ("Component",), "major": ("Major Errorcode",),
    "minor": ("Minor Errorcode",), "probe_type": ("Probe Type",), "level": ("LVLS",), "build": ("Build Level",
    "CMVC level"), "product": ("Product Long Name", "Product"), "platform": ("Operating System",),
    "arith1": ("Arith1",), "arith2": ("Arith2",), "comment1": ("Comment1",), "comment2": ("Comment2",),
    "comment3": ("Comment3",), "sequence": ("FDCSequenceNumber",), "arguments": ("Arguments",),
    "job": ("Job Name",), "user_application": ("UserApp",), "last_object": ("Last ObjectName",),
    "class": ("Source Class",), "method": ("Source Method",), "java": ("Java Version",),
}  # fmt: skip
"""Key of `inserts`, and the labels it stands under."""
CONTRADICTED = "by UTC Time; the record's Date/Time says another time"
NO_PROBE = "the record has no probe id: it is cut"
CUT = "the box of the record has no end: it is cut"
LONG = f"the record's header is longer than {HEADER} bytes: only its beginning was read"
_LABEL = r"[A-Z][\w./() -]{1,30}?"
_FIELD = re.compile(rf"[ \t>|]{{0,40}}({_LABEL})[ \t]{{0,40}}:-(?:[ \t]|$)")
_FLAT = re.compile(rf"\|[ \t]{{0,9}}({_LABEL})[ \t]{{0,9}}:-(?=[ \t])")
_MORE = re.compile(r"[ \t>]{0,40}\|[ \t]{3,40}(?=[^ \t|])")
_BODY = re.compile(r"(?m)^[ \t>]{0,40}(?:\+-{20}|-{60})|MQM Function Stack|All Thread Information")
_BOX = re.compile(r"[ \t>]{0,40}\+-{20,200}\+\r?\n")
_STACK, _STACK_ENDS = "MQM Function Stack", re.compile(r"\n[ \t]{0,200}\n|MQM Trace History|\Z")
_UTC = re.compile(r"(\d{1,11})\.(\d{1,6})(?!\d)")
_PLAIN_UTC = re.compile(r"([A-Z][a-z]{2,8}) (\d{1,2}),? (\d{4}) (\d\d):(\d\d):(\d\d) (?:GMT|UTC)\b")
_AMQ = re.compile(r"(?<!\w)(?:MSG)?((?:AMQ|JMS(?:WMQ|CMQ|FMQ|CC|MQ))\d{4,5})([IWEST])?(?!\.FDC|\d)")
_SAID = (
    "Description", "Exception", "Exception Message", "Exception Summary", "Message", "Reason", "ReasonCode", "Cause",
)  # fmt: skip
"""Labels of the data of a Java report that say what failed; its list of versions says nothing of the failure."""
_VERSIONS = re.compile(r"Version information|mqjbnd level")
"""Where a Java report begins to list versions, among which a message stands always, whatever has failed."""
_JAVA_REASON = re.compile(r"(?:RC=|[Rr]eason(?: code)?[ :=']{1,4}|^)(2\d{3})(?!\d)")
_USER = re.compile(r"\(([^()]{1,64})\)")
_MANAGER = re.compile(r"(?:^|\s)-m ?([A-Za-z0-9._%/]{1,48})(?=\s|$)")
_FILE_PID = re.compile(r"(?:^|[\\/])AMQ(\d{1,10})\.\d+\.FDC", re.I)
_FRAME_PID = re.compile(r"\bPID ?:[ \t]{0,9}(\d{1,10})\b")
_SUMMARY = re.compile(
    r"(?P<file>AMQ[\w.]{1,80}\.FDC)[ \t]+(?P<date>\d{4}/\d\d/\d\d)[ \t]+(?P<clock>\d\d:\d\d:\d\d(?:\.\d{1,6})?)"
    r"(?P<offset>[+-]\d{1,2}(?::?\d\d)?)?[ \t]+(?P<words>\S[^\n]*)"
)
_PROBE = re.compile(r"[A-Z]{2}\d{6}")


def row_of(record: Record, data: bytes, file: str) -> dict:
    """The row of one record, but for its place and line."""
    text = decode(data[:HEADER])
    if record.kind == SUMMARY:
        return _summary(text.split("\n", 1)[0])
    body = _BODY.search(text, _title_end(text))
    fields = _fields(text[: body.start()] if body else text)
    row = _row(fields, text, file)
    if record.kind == JAVA:
        row = _java(row, fields, text)
    if "probe" not in (row["inserts"] or {}):
        row["error"] = NO_PROBE
    elif body is None and len(data) > HEADER:
        row["error"] = LONG
    elif body is None and record.kind != JAVA and _BOX.match(text):
        row["error"] = CUT
    return row


def _title_end(text: str) -> int:
    title = text.find("First Failure Symptom Report")
    return title + 1 if title >= 0 else text.find(":-") + 1


def _fields(text: str) -> dict[str, str]:
    """Label and value; a value may go on over lines, and what is cut at the box's edge is joined without a blank."""
    if _FLAT.search(text, max(text.find(":-"), 0)) and any(line.count(":-") > 2 for line in text.split("\n")):
        return _flat(text)
    out: dict[str, str] = {}
    label = None
    is_full = False
    for line in text.split("\n"):
        content = line.rstrip().removesuffix("|")
        if field := _FIELD.match(content):
            label = " ".join(field[1].split())
            out.setdefault(label, content[field.end() :].strip())
        elif label and (more := _MORE.match(content)):
            out[label] += ("" if is_full else " ") + content[more.end() :].strip()
        else:
            label = None
        is_full = line.rstrip().endswith("|") and not content.endswith("  ")
    return out


def _flat(text: str) -> dict[str, str]:
    marks = list(_FLAT.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    out: dict[str, str] = {}
    for mark, end in zip(marks, ends, strict=True):
        out.setdefault(
            " ".join(mark[1].split()), text[mark.end() : end].strip().rstrip("-").rstrip().removesuffix("|").rstrip()
        )
    return out


def _row(fields: dict[str, str], text: str, file: str) -> dict:
    inserts = {key: fields[label] for key, labels in INSERTS.items() for label in labels if fields.get(label)}
    description = fields.get("Probe Description")
    id_ = _AMQ.match(description or "") or _AMQ.match(fields.get("Probe Type", ""))
    if stack := _stack(text):
        inserts["stack"] = stack
    arguments = _MANAGER.search(fields.get("Arguments", ""))
    manager = qmgr_directory.plain_name(fields.get("QueueManager") or (arguments[1] if arguments else "")) or None
    if manager:
        inserts["queue_manager"] = manager
    user = fields.get("Effective UserID") or fields.get("UserID") or fields.get("Real UserID")
    named = _USER.search(user or "")
    pid = _number(fields.get("Process")) or _number(next(iter(_FILE_PID.findall(file)), None))
    source = fields.get("SCCS Info")
    line = fields.get("Line Number")
    return {
        **_times(fields), "queue_manager": manager, "host": fields.get("Host Name"),
        "program": fields.get("Program Name") or fields.get("Process Name"), "user": named[1] if named else user,
        "pid": pid, "tid": _number(fields.get("Process(Thread)") or fields.get("Thread")),
        "message": id_[1] if id_ else None, "severity": fields.get("Probe Severity"),
        "text": description if description not in (None, "", "0") else None, "inserts": inserts or None,
        "source": f"{source} : {line}" if source and line else source, "error": None,
    }  # fmt: skip


def _stack(text: str) -> str:
    """The functions that called one another, the one that failed near the end."""
    at = text.find(_STACK)
    if at < 0:
        return ""
    begin = at + len(_STACK)
    return " ".join(text[begin : _STACK_ENDS.search(text, begin).start()].split())


def _java(row: dict, fields: dict[str, str], text: str) -> dict:
    inserts = row["inserts"] or {}
    names = [inserts[key] for key in ("class", "method") if key in inserts]
    if names and "component" not in inserts:
        inserts["component"] = ".".join(names)
    pid = _FRAME_PID.search(text)
    said = [data for label, data in fields.items() if label in _SAID]
    versions = _VERSIONS.search(text)
    id_ = _AMQ.search(text, 0, versions.start() if versions else len(text))
    if said and "comment1" not in inserts:
        inserts["comment1"] = said[0]
    milliseconds = _number(fields.get("System time") or fields.get("System Time"))
    time = _instant(milliseconds * 1000) if milliseconds else None
    return row | {
        "inserts": inserts or None, "pid": row["pid"] or _number(pid and pid[1]), "text": row["text"] or _said(said),
        "message": row["message"] or (id_ and id_[1]), "time": row["time"] or time,
        "time_note": None if time else row["time_note"], "reason": _reason(said),
    }  # fmt: skip


def _said(values: list[str]) -> str | None:
    """What the data of a report of the classes for Java say that failed."""
    return "; ".join(dict.fromkeys(values)) or None


def _reason(values: list[str]) -> int | None:
    found = next((found for one in values if (found := _JAVA_REASON.search(one))), None)
    return int(found[1]) if found else None


def _times(fields: dict[str, str]) -> dict:
    """UTC by the field that counts seconds, else by a date in English that says GMT or UTC."""
    printed = fields.get("Date/Time")
    exact = _UTC.match(fields.get("UTC Time") or fields.get("UTC Time/Zone") or "")
    counted = _instant(int(exact[1]) * 1_000_000 + int(exact[2].ljust(6, "0"))) if exact else None
    shown = _plain_utc(printed or "")
    if counted and shown and abs(counted - shown) > timedelta(minutes=1):
        return {"time": counted, "time_text": printed, "time_note": CONTRADICTED}
    if counted or shown:
        return {"time": counted or shown, "time_text": printed or exact[0], "time_note": None}
    return timestamps.time_columns(None, printed)


def _plain_utc(printed: str) -> datetime | None:
    found = _PLAIN_UTC.search(printed)
    shown = dates.moment(found.group(3, 1, 2), found.group(4, 5, 6)) if found else None
    return shown.replace(tzinfo=UTC) if shown else None


def _instant(microseconds: int) -> datetime | None:
    try:
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
    except OverflowError:
        return None


def _number(text: str | None) -> int | None:
    digits = re.match(r"[0-9]{1,18}(?![0-9])", text or "")
    return int(digits[0]) if digits else None


def _summary(line: str) -> dict:
    """A row of ffstsummary: its time less its offset is UTC; before the probe stand thread, process and program."""
    found = _SUMMARY.search(line)
    if not found:
        return {"text": line.strip(), "error": NO_PROBE}
    words = found["words"].split()
    at = next((at for at, word in enumerate(words) if _PROBE.fullmatch(word)), None)
    printed = f"{found['date']} {found['clock']}{found['offset'] or ''}"
    offset = zone_names.difference(found["offset"] or "")
    row = {"text": " ".join(line.split()).lstrip("! "), **timestamps.time_columns(None, printed)}
    if offset is not None:
        row |= timestamps.time_columns(
            f"{found['date'].replace('/', '-')}T{found['clock']}{zone_names.offset_text(offset)}", printed
        )
    if at is None:
        return row | {"inserts": {"fdc": found["file"]}, "error": NO_PROBE}
    before, after = words[:at], words[at + 1 :]
    inserts = {"fdc": found["file"], "probe": words[at]}
    inserts |= dict(zip(("component", "major", "minor"), after, strict=False))
    numbers = [_number(word) for word in before[-2:]]
    row |= {"pid": numbers[0] if len(numbers) == 2 else None, "tid": numbers[-1] if numbers else None}
    names = before[:-2]
    row["program"] = names[-1] if names else None
    if len(names) > 1:
        inserts["installation"] = names[0]
    return row | {"inserts": inserts}
