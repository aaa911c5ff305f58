"""The arguments of an MQI call: a block of lines `Label [value]` behind `[MQGET >>]` or `[MQGET <<]`."""

from mqforensics.formats.jmstrace.lines import LINE

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
    at, foreign, mine = start, 0, thread.encode("latin-1")
    while at < limit and foreign < FOREIGN:
        end = text.find(b"\n", at + 1, limit)
        end = limit if end < 0 else end
        place = LINE.match(text, at + text.startswith(b"\n", at), end)
        at = end
        if not place or place["thread"] != mine:
            foreign += bool(place)
            continue
        foreign = 0
        line = text[place.start("thread") - 1 : end].rstrip()
        if line.endswith((RULE, b" >>]", b" <<]")):
            break
        if line.endswith(b"]") and (argument := _argument(line)):
            found.setdefault(argument[0], line[argument[1] : -1].decode("utf-8", "replace"))
    return found


def _argument(line: bytes) -> tuple[str, int] | None:
    """The argument that a line shows, and where its value begins."""
    at = line.find(VALUE)
    while at >= 0:
        near = max(at - LONGEST_LABEL - 1, 0)
        before = max(line.rfind(b" ", near, at), line.rfind(b")", near, at))
        if before >= 0 and (label := LABELS.get(line[before + 1 : at])):
            return label, at + len(VALUE)
        at = line.find(VALUE, at + 1)
    return None
