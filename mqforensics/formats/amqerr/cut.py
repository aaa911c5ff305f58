"""Where the entries of an error log begin: its text, line and JSON forms, all of them even in one file.

Every pattern is language neutral: the shape of the header, the message id or the JSON keys, never a word of the text.
The dashed line of a text log ends the entry above it, so nothing here looks for it.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

ID = rb"AMQ[A-Z]{0,2}\d{4,5}[A-Z]?: "
DATE = rb"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}"
CLOCK = rb"\d{1,2}[:.]\d\d[:.]\d\d(?:[ \t]*[AaPp]\.?[Mm]\b\.?)?"
FORMS = {
    "text": rb"^[ \t>#|*]{0,40}(?P<text>[^\s(\-][^\n(]{3,80}?)[ \t]+-[ \t]+Process\((?=\d)",
    "basic": rb"^[^\n]{0,160}?(?P<basic>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?Z)[ \t]+(?=" + ID + rb")",
    "appliance": rb"^[^\n]{0,40}?(?P<appliance>\d{8}T\d{6}(?:\.\d+)?Z)[ \t]+"
    rb"(?=(?:\[[^\]\n]{0,24}\]){3}[^\n]{0,60}?" + ID + rb")",
    "dated": rb"^[ \t]{0,40}(?:[$>#%][ \t]*)?(?P<dated>" + DATE + rb"[ \t]+" + CLOCK + rb")[ \t]+(?=" + ID + rb")",
    "old": rb"^[ \t]{0,40}(?P<old>" + DATE + rb"[ \t]+" + CLOCK + rb")[ \t]*\n[ \t]*(?=" + ID + rb")",
}  # fmt: skip
"""A named group for each form: its time as printed. `dated` is a line of `runmqdlq`, `old` an entry before v6."""
GLUED = rb"------{5,100}[ \t]+(?P<text>[^\s(\-][^\n(]{3,80}?)[ \t]+-[ \t]+Process\((?=\d)"
"""A copy that lost its line ends: the header right behind the dashed line of the entry before."""
RECORD = rb"^[^\n{}]{0,120}\{(?=\s{0,9}\"ibm_messageId\"\s{0,9}:\s{0,9}\"AMQ)"
LONGEST = 1 << 16
"""Bytes that a record printed over several lines may have."""

START = re.compile(b"(" + b"|".join([*FORMS.values(), RECORD]) + b")", re.M)
"""Where a large log may be split: only where `found` would begin an entry too; no match looks at 256 bytes or more."""
_NEEDLE = re.compile(rb" - Process\(\d|" + ID + rb"|\{\s*\"")
"""Every entry has one of these; looked for first, for a literal is found much faster than a shape."""
_LINE = re.compile(b"|".join(FORMS.values()), re.M)
_GLUED = re.compile(GLUED)
_DECODE = json.JSONDecoder(strict=False).raw_decode
_PAIR = re.compile(r'"(\w+)"\s*:\s*("(?:[^"\\\n]|\\.)*"|-?\d+)')
# cp037 has the characters of Latin-1, one byte each, and a new-line character of its own.
_EBCDIC = bytes(range(256)).decode("cp037").encode("latin-1").replace(b"\x85", b"\n")
_EBCDIC_MARK = " - Process(".encode("cp037")


class Found(NamedTuple):
    """An entry: its form, where it begins, its time as printed, and its record where it is JSON."""

    form: str
    at: int
    when: bytes
    record: dict[str, Any] | None = None


def plain(data: bytes) -> bytes:
    """The log in ASCII with `\\n` line ends, byte for byte as long as it was."""
    if _EBCDIC_MARK in data:
        data = data.translate(_EBCDIC)
    return data.replace(b"\r\n", b" \n").replace(b"\r", b"\n") if b"\r" in data else data


def found(data: bytes) -> Iterator[Found]:
    """The entries of a log in file order."""
    at, free = 0, 0
    while needle := _NEEDLE.search(data, at):
        at = needle.end()
        if needle[0][:1] == b"{":
            record, at = _record(data, needle.start())
            if record is not None:
                yield Found("json", max(free, data.rfind(b"\n", 0, needle.start()) + 1), b"", record)
                free = at
        elif entry := _shaped(data, needle.start(), free):
            yield entry
            free = needle.end()


def _shaped(data: bytes, needle: int, free: int) -> Found | None:
    """The entry whose header or id is at `needle`, if the line there or the one before has the shape of one."""
    line = data.rfind(b"\n", 0, needle) + 1
    for begin in (line, data.rfind(b"\n", 0, max(line - 1, 0)) + 1):
        match = _LINE.match(data, begin)
        if match and begin >= free and match.end() >= line:
            return Found(match.lastgroup, begin, match[match.lastgroup])
    match = _GLUED.search(data, max(line, free), needle + 12)
    return Found("text", match.start("text"), match["text"]) if match else None


def _record(data: bytes, at: int) -> tuple[dict[str, Any] | None, int]:
    """The MQ log record that begins at `at` (None when it is another's) and where to go on."""
    line = data.find(b"\n", at) + 1 or len(data)
    for end in (line, at + LONGEST):
        text = data[at:end].decode("utf-8", "replace")
        try:
            record, length = _DECODE(text)
        except (ValueError, RecursionError):
            continue
        return (record if _is_ours(record) else None), at + max(1, len(text[:length].encode()))
    record = _salvage(data[at:line]) | {"": "damaged"}
    return (record if _is_ours(record) else None), line


def _salvage(line: bytes) -> dict[str, Any]:
    pairs = _PAIR.findall(line.decode("utf-8", "replace"))
    return {key: value[1:-1] if value[0] == '"' else int(value) for key, value in pairs}


def _is_ours(record: Any) -> bool:
    """True for a record of MQ's error log; Liberty and the container's own script use the same names."""
    if not isinstance(record, dict):
        return False
    return record.get("type", "mq_log") == "mq_log" and str(record.get("ibm_messageId", "")).startswith("AMQ")
