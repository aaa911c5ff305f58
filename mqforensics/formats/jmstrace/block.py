"""The arguments of an MQI call: a block of lines `Label [value]` behind `[MQGET >>]` or `[MQGET <<]`."""

import re
from collections.abc import Callable
from functools import lru_cache

from mqforensics.formats.jmstrace.lines import LINE, STAMP

RULE = b"[__________]"
LONGEST = 1 << 20
"""Bytes in which a block is looked for: it may hold a whole message in hexadecimal."""
FOREIGN = 500
"""Lines of other threads in a row, behind which a block is not looked for any more."""
LABELS = {
    b"Hconn": "Hconn", b"Hobj": "Hobj", b"MQMD": "MQMD", b"Msgdesc": "MQMD", b"MQGMO": "MQGMO", b"Getmsgops": "MQGMO",
    b"Getmsgopts": "MQGMO", b"MQPMO": "MQPMO", b"Putmsgopts": "MQPMO", b"Putmsgops": "MQPMO", b"MQOD": "MQOD",
    b"Objdesc": "MQOD", b"Options": "Options", b"SpiOpenOptions": "SpiOpenOptions", b"ConnectOpts": "ConnectOpts",
    b"CompCode": "CompCode", b"Reason": "Reason", b"Datalength": "Datalength", b"Bufferlength": "Bufferlength",
}  # fmt: skip
LONGEST_LABEL = max(map(len, LABELS))
VALUE = b" ["
"""Between the label of an argument and its value."""


def arguments(text: bytes, start: int, thread: str) -> dict[str, str]:
    """The arguments in the block whose headline ends at `start`; lines of other threads in between are not its own."""
    found: dict[str, str] = {}
    limit = min(len(text), start + LONGEST)
    at, foreign, mine = start, 0, _begin(thread)
    while at < limit and foreign < FOREIGN:
        end = text.find(b"\n", at + 1, limit)
        end = limit if end < 0 else end
        begin = at + text.startswith(b"\n", at)
        at, place = end, mine(text, begin, end)
        if not place:
            foreign += bool(LINE.match(text, begin, end))
            continue
        foreign = 0
        line = text[place.end() - 1 : end].rstrip()
        if line.endswith((RULE, b" >>]", b" <<]")):
            break
        if line.endswith(b"]") and (argument := _argument(line)):
            found.setdefault(argument[0], line[argument[1] : -1].decode("utf-8", "replace"))
    return found


@lru_cache(maxsize=1024)
def _begin(thread: str) -> Callable[..., re.Match | None]:
    """Matches a line of a thread, up to the thread."""
    return re.compile(STAMP + rb" +(?=" + re.escape(thread.encode("latin-1")) + rb"(?!\S))").match


def _argument(line: bytes) -> tuple[str, int] | None:
    """The argument that a line shows, and where its value begins."""
    at = line.find(VALUE)
    while at >= 0:
        if label := _label(line[max(at - LONGEST_LABEL - 1, 0) : at]):
            return label, at + len(VALUE)
        at = line.find(VALUE, at + 1)
    return None


@lru_cache(maxsize=4096)
def _label(before: bytes) -> str | None:
    """The argument of which a value follows, whose label a blank or a bracket parts from what stands before it."""
    at = max(before.rfind(b" "), before.rfind(b")"))
    return LABELS.get(before[at + 1 :]) if at >= 0 else None
