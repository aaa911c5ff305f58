"""What the q program (MA01) prints: structures field by field (-df), or rows of hexadecimal (-dh).

[  181 bytes] Dead Letter Queue Header (MQDLH)
Reason       :2085 (Unknown object name)
+00000000 444C4820 01000000 25080000 54415247 45542E51  DLH ....%...TARGET.Q
"""

import re
from itertools import zip_longest
from typing import Any

from mqforensics import codes
from mqforensics.formats.gap_budget import GapBudget, joined_rows
from mqforensics.formats.hexrows import OF_Q
from mqforensics.formats.lookalikes.printed_message import PrintedMessage
from mqforensics.structures import MQDLH, MQMD2

MD_LABELS = dict(zip((
    "StrucId", "Version", "Report", "Message Type", "Expiry", "Feedback", "MQEncoding", "CCSID", "Format", "Priority",
    "Persistence", "Message Id", "Correl. Id", "Backout Cnt.", "ReplyToQ", "ReplyToQMgr", "UserId", "AccountingTkn",
    "ApplIdentity", "PutApplType", "PutApplName", "Put Date", "Put Time", "ApplOriginDat", "Group Id", "Msg Seq No.",
    "Offset", "MsgFlags", "Original Len.",
), MQMD2.fields, strict=True))  # fmt: skip
DLH_LABELS = dict(zip((
    "StrucId", "Version", "Reason", "Dest. Queue", "Dest. QMgr", "MQEncoding", "CCSID", "Format", "PutApplType",
    "PutApplName", "Put Date", "Put Time",
), MQDLH.fields, strict=True))  # fmt: skip
FLAGS = ("Report", "MsgFlags")
BYTES = {name: MQMD2.places[name][1] for name in MQMD2.fields if MQMD2.types[name] == "byte"}
TITLE = re.compile(rb"^(?P<length>\[ *-?\d+ bytes\] )?(?P<title>Message Content|[A-Z][\w ]+ \(MQ\w+\)) *\r?$", re.M)
KNOWN = "|".join(sorted({*MD_LABELS, *DLH_LABELS}, key=len, reverse=True)).encode()
FIELD = re.compile(
    rb"^(" + KNOWN + rb"|[A-Z][\w. ]{12}) *:(?:[0-9A-F ]{16}:)?([^\r\n]*)\r?\n?(?: {10}[^\n]*+\n)*", re.M
)
INDENTED = re.compile(rb"^ {10,}([0-9A-F]{48,64}) *\r?$", re.M)
TEXTS = {name for shape in (MQMD2, MQDLH) for name, kind in shape.types.items() if kind == "char"}
AS_TEXT = "the data after the header is printed as text, so its bytes are not known"
NO_BYTES = "the MQDLH is printed as fields: its bytes are not in the text"
NO_MD = "the MQMD is absent"


def sniff(text: bytes) -> int:
    """How sure the first bytes are of the program's output."""
    if TITLE.search(text) and FIELD.search(text) and re.search(rb"^StrucId {6}:", text, re.M):
        return 100
    if re.search(rb"^StrucId {6}:'\w{2,4} *'", text, re.M) and re.search(rb"^Version {6}:\d", text, re.M):
        return 90
    rows = OF_Q.findall(text)
    return 70 if rows and rows[0][0] == b"00000000" else 0


def read(text: bytes) -> list[PrintedMessage]:
    """The messages: each begins with its descriptor, or with its content where that was not asked for."""
    marks, filler = _begins(text), GapBudget()
    return [
        _message(text[at:end], at, number, filler)
        for number, (at, end) in enumerate(zip(marks, [*marks[1:], len(text)], strict=True), 1)
    ]


def _begins(text: bytes) -> list[int]:
    titles = list(TITLE.finditer(text))
    if titles:
        # Only a descriptor inside a transmission header has its length before it.
        chosen = [mark for mark in titles if b"(MQMD)" in mark["title"] and not mark["length"]]
        chosen = chosen or [mark for mark in titles if mark["title"] == b"Message Content"]
        return [mark.start() for mark in chosen or titles[:1]]
    fields = [mark.start() for mark in re.finditer(rb"^StrucId {6}:'MD  '", text, re.M)]
    fields = fields or [mark.start() for mark in re.finditer(rb"^StrucId {6}:", text, re.M)]
    return fields or [mark.start() for mark in OF_Q.finditer(text) if mark[1] == b"00000000"]


def _message(text: bytes, begin: int, number: int, filler: GapBudget) -> PrintedMessage:
    shown = PrintedMessage(begin, number)
    sections = _sections(text)
    for name, section in sections.items():
        if name == "MD":
            shown.md = _fields(section, MD_LABELS, shown.notes)
        elif name == "DLH":
            shown.dlh = _dead_letter(_fields(section, DLH_LABELS, shown.notes))
    if shown.md is None:
        shown.notes.append(NO_MD)
    content = re.search(rb"^\[ *(\d+) bytes\] (?:Message Content|Dead Letter)", text, re.M)
    shown.length = int(content[1]) if content else None
    _data(text, shown, filler)
    return shown


def _sections(text: bytes) -> dict[str, bytes]:
    """The text of each structure by its StrucId."""
    marks = list(re.finditer(rb"^StrucId {6}:'(\w{2,4}) *'", text, re.M))
    found: dict[str, bytes] = {}
    for mark, following in zip_longest(marks, marks[1:]):
        end = following.start() if following else len(text)
        found.setdefault(mark[1].decode("ascii"), text[mark.start() : end])
    return found


def _fields(section: bytes, labels: dict[str, str], notes: list[str]) -> dict[str, Any]:
    found, broken = dict.fromkeys(labels.values()), []
    for mark in FIELD.finditer(section):
        name = labels.get(mark[1].decode("latin-1"))
        if name is None or found[name] is not None:
            continue
        found[name] = _value(name, mark[2].decode("utf-8", "replace"), mark[0])
        if found[name] is None:
            broken.append(name)
    if broken:
        notes.append(f"not read: {', '.join(broken)}")
    return found


def _value(name: str, value: str, lines: bytes) -> Any:
    if name in BYTES:
        digits = INDENTED.search(lines)
        plain = digits[1].decode("ascii") if digits else value.strip()
        is_hex = re.fullmatch(rf"[0-9A-F]{{{2 * BYTES[name]}}}", plain)
        return bytes.fromhex(plain) if is_hex else None
    if name in TEXTS:
        return value.strip().removeprefix("'").removesuffix("'").rstrip(" \0")
    if value.startswith("0x'"):
        return _number(value[3:].partition("'")[0], 16)
    return _number(value.split(" ")[0], 16 if name in FLAGS else 10)


def _number(digits: str, base: int) -> int | None:
    try:
        value = int(digits, base)
    except ValueError:
        return None
    value = value - (1 << 32) if base == 16 and value >= 1 << 31 else value
    return value if -(1 << 31) <= value < 1 << 31 else None


def _dead_letter(fields: dict[str, Any]) -> dict[str, Any]:
    reason = fields["Reason"]
    return fields | {"ReasonName": reason and codes.reason_name(reason), "ByteOrder": None}


def _data(text: bytes, shown: PrintedMessage, filler: GapBudget) -> None:
    rows = [(int(at, 16), _bytes(cells)) for at, cells in OF_Q.findall(text)]
    first = MQDLH.length if shown.dlh else 0
    if rows:
        start = min(first, rows[0][0])
        near, refused = filler.within((at - start, content) for at, content in rows)
        shown.data, shown.gaps = joined_rows(near)
        shown.gaps += [(len(shown.data), None)] if refused else []
        shown.notes += refused
    elif shown.length is not None and shown.length == first:
        shown.data = b""
    else:
        last = max((mark.end() for pattern in (FIELD, TITLE) for mark in pattern.finditer(text)), default=0)
        shown.text = text[last:].strip(b"\r\n").decode("utf-8", "replace") or None
        shown.notes.append(AS_TEXT if shown.text else "the data is not printed")
    if shown.dlh:
        shown.notes.append(NO_BYTES)


def _bytes(cells: bytes) -> bytes:
    digits = cells.replace(b" ", b"")  # of a row that is cut half a byte may be left
    return bytes.fromhex(digits[: len(digits) & ~1].decode("ascii"))
