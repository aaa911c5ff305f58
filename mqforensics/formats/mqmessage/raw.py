"""Raw messages in a file: an MQMD and the data after it, one after the other, with or without something between them.

No length is written anywhere. Where a delimiter stands before the next MQMD (what rfhutil's Save Q and mqcapture
write unless told otherwise) the message ends there; else it ends where the next sane MQMD begins.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from mqforensics.formats.mqmessage.descriptors import VERSION, places

DELIMITER, PROPERTIES_END = b"#@%@#", b"$%$%$"
PROPERTY = rb"[\w.$]+(?:\([^)\n]{1,40}\))?=[^\n]*\n"
PROPERTIES = re.compile(
    rb"(?:\A|" + re.escape(DELIMITER) + rb")(?P<lines>(?:" + PROPERTY + rb")+)" + re.escape(PROPERTIES_END) + rb"\Z"
)
UNTIL_PUT = VERSION + rb"(?s:.{300})"
FOLLOWED = re.compile(
    re.escape(DELIMITER) + rb"((?:(?:" + PROPERTY + rb")++" + re.escape(PROPERTIES_END) + rb")?"
    rb"(?:MD  " + UNTIL_PUT + rb"[0-9 \0]{16}|\xd4\xc4\x40\x40" + UNTIL_PUT + rb"[\xf0-\xf9\x40\0]{16}))"
)
"""A delimiter and, as its group, the message after it, as far as PutDate and PutTime."""
LINE = re.compile(rb"^([\w.$]+)(?:\([^)\n]{1,40}\))?=([^\n]*)\n", re.M)
NEXT = "no length is stated: it is assumed to end where the next MQMD begins"
COMMON = 3
"""Bytes that many messages end in are worth a word from this many on."""


@dataclass(slots=True)
class Raw:
    """One message: where it begins, where its MQMD and its data are, and properties that were saved beside it."""

    begin: int
    at: int
    start: int
    end: int
    properties: dict[str, str] | None
    notes: list[str] = field(default_factory=list)


def raw(data: bytes, before: bool = False, after: bool = False) -> list[Raw]:
    """The messages that begin with an MQMD; whether other messages of the file come `before` these or `after` them."""
    spots = places(data)
    if not spots:
        return []
    ends = [*(at for at, _ in spots[1:]), len(data)]
    found, previous = [], 0
    for (at, size), end in zip(spots, ends, strict=True):
        saved = PROPERTIES.search(data, previous, at) if data.endswith(PROPERTIES_END, 0, at) else None
        found.append(Raw(saved.start("lines") if saved else at, at, at + size, end, saved and _properties(saved)))
        previous = at + size
    for message, following in pairwise(found):
        _end(message, following.begin, data)
    if after:
        _end(found[-1], len(data), data)
    _leading(found[0], data)
    if not (before or after):
        _ending(found, data)
    return found


def is_raw(head: bytes) -> bool:
    """Whether a file with these first bytes is of raw messages: an MQMD first, or what is saved before one."""
    first = next(iter(places(head)), None)
    if first is None or first[0] == 0:
        return first is not None
    return bool(PROPERTIES.match(head, 0, first[0])) or head[: first[0]].endswith(DELIMITER)


def _properties(saved: re.Match) -> dict[str, str]:
    lines = LINE.findall(saved["lines"])
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
    unstated = [message for message in found[:-1] if NEXT in message.notes]
    ends = [data[message.start : message.end][-64:] for message in unstated]
    columns = takewhile(lambda column: len(set(column)) == 1, zip(*map(reversed, ends), strict=False))
    common = bytes(column[0] for column in columns)[::-1] if len(ends) > 1 else b""
    if len(common) >= COMMON and not data.endswith(common):
        said = f"maybe a delimiter: all messages without a stated end, but the last, end in X'{common.hex().upper()}'"
        for message in unstated:
            message.notes.append(said)
