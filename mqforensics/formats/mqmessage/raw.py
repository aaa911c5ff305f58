"""Raw messages in a file: an MQMD and the data after it, one after the other, with or without something between them.

No length is written anywhere. Where a delimiter stands before the next MQMD (what rfhutil's Save Q and mqcapture
write unless told otherwise) the message ends there; else it ends where the next sane MQMD begins.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from mqforensics import structures
from mqforensics.structures import Descriptor

DELIMITER, PROPERTIES_END = b"#@%@#", b"$%$%$"
EYE = re.compile(rb"(?:MD  |\xd4\xc4\x40\x40)(?=\0\0\0[\x01\x02]|[\x01\x02]\0\0\0)")
XQH_EYES, XQH_BEFORE_MD = (b"XQH ", b"\xe7\xd8\xc8\x40"), 104
PROPERTY = rb"[\w.$]+(?:\([^)\n]{1,40}\))?=[^\n]*\n"
PROPERTIES = re.compile(
    rb"(?:\A|" + re.escape(DELIMITER) + rb")(?P<lines>(?:" + PROPERTY + rb")+)" + re.escape(PROPERTIES_END) + rb"\Z"
)
LINE = re.compile(rb"^([\w.$]+)(?:\([^)\n]{1,40}\))?=([^\n]*)\n", re.M)
LIMITS = {
    "Expiry": (-1, 1 << 31), "Encoding": (0, 4095), "CodedCharSetId": (-4, 65535), "Priority": (-3, 9),
    "Persistence": (-1, 2), "BackoutCount": (0, 1 << 31), "MsgType": (1, 999_999_999),
}  # fmt: skip
DIGITS = ("PutDate", "PutTime")
NAMES = ("Format", "ReplyToQ", "ReplyToQMgr")
NEXT = "no length is stated: it is taken to end where the next MQMD begins"
COMMON = 3
"""Bytes that many messages end in are worth a word from this many on."""


@dataclass(slots=True)
class Raw:
    """One message: where it begins, its MQMD, where its data is, and properties that were saved beside it."""

    begin: int
    md: Descriptor
    start: int
    end: int
    properties: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def raw(data: bytes) -> list[Raw]:
    """The messages that begin with an MQMD."""
    spots = list(_descriptors(data))
    if not spots:
        return []
    ends = [*(at for at, _ in spots[1:]), len(data)]
    found, previous = [], 0
    for (at, md), end in zip(spots, ends, strict=True):
        before = PROPERTIES.search(data, previous, at) if data.endswith(PROPERTIES_END, 0, at) else None
        begin = before.start("lines") if before else at
        found.append(Raw(begin, md, at + md.length, end, _properties(before)))
        previous = at + md.length
    for message, following in pairwise(found):
        _end(message, following.begin, data)
    _leading(found[0], data)
    _ending(found, data)
    return found


def is_raw(head: bytes) -> bool:
    """Whether a file with these first bytes is of raw messages: an MQMD first, or what is saved before one."""
    first = next(_descriptors(head), None)
    if first is None or first[0] == 0:
        return first is not None
    return bool(PROPERTIES.match(head, 0, first[0])) or head[: first[0]].endswith(DELIMITER)


def _descriptors(data: bytes) -> Iterator[tuple[int, Descriptor]]:
    free = 0
    for eye in EYE.finditer(data):
        at = eye.start()
        before = max(at - XQH_BEFORE_MD, 0)
        if at < free or data[before : before + 4] in XQH_EYES:
            continue
        md = structures.mqmd(data, at)
        if md and (at == 0 or _is_sane(md)):
            free = at + md.length
            yield at, md


def _is_sane(md: Descriptor) -> bool:
    """Whether this can be an MQMD and not bytes that look like the beginning of one."""
    fields = md.fields
    if any(fields[name] is not None and not low <= fields[name] <= high for name, (low, high) in LIMITS.items()):
        return False
    if any(fields[name] and not (fields[name].isascii() and fields[name].isdigit()) for name in DIGITS):
        return False
    return all((fields[name] or "").isascii() and (fields[name] or " ").isprintable() for name in NAMES)


def _properties(before: re.Match | None) -> dict[str, str]:
    lines = LINE.findall(before["lines"]) if before else []
    return {name.decode("latin-1"): value.decode("utf-8", "replace") for name, value in lines}


def _end(message: Raw, following: int, data: bytes) -> None:
    message.end = following
    if data.endswith(DELIMITER, message.start, following):
        message.end = following - len(DELIMITER)
    else:
        message.notes.append(NEXT)


def _leading(first: Raw, data: bytes) -> None:
    if first.begin and not data.endswith(DELIMITER, 0, first.begin):
        first.notes.append(f"{first.begin} bytes stand before the first MQMD")
    first.begin = 0


def _ending(found: list[Raw], data: bytes) -> None:
    """Say what may be a delimiter; it is not taken away, because the messages may really end so."""
    ends = [data[m.start : m.end][-64:] for m in found[:-1] if NEXT in m.notes]
    columns = takewhile(lambda column: len(set(column)) == 1, zip(*map(reversed, ends), strict=False))
    common = bytes(column[0] for column in columns)[::-1] if len(ends) > 1 else b""
    if len(common) >= COMMON and not data.endswith(common):
        for message in found[:-1]:
            message.notes.append(f"every message but the last ends in X'{common.hex().upper()}', maybe a delimiter")
