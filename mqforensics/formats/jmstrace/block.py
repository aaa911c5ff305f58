"""The arguments of an MQI call: a block of lines `Label [value]` behind `[MQGET >>]` or `[MQGET <<]`."""

import re

from mqforensics.formats.jmstrace.lines import LINE

RULE = b"[__________]"
LONGEST = 1 << 20
"""Bytes in which a block is looked for: it may hold a whole message in hexadecimal."""
FOREIGN = 500
"""Lines of other threads in a row, behind which a block is not looked for any more."""
LABELS = {
    "Hconn": "Hconn", "Hobj": "Hobj", "MQMD": "MQMD", "Msgdesc": "MQMD", "MQGMO": "MQGMO", "Getmsgops": "MQGMO",
    "Getmsgopts": "MQGMO", "MQPMO": "MQPMO", "Putmsgopts": "MQPMO", "Putmsgops": "MQPMO", "MQOD": "MQOD",
    "Objdesc": "MQOD", "Options": "Options", "SpiOpenOptions": "SpiOpenOptions", "ConnectOpts": "ConnectOpts",
    "CompCode": "CompCode", "Reason": "Reason", "Datalength": "Datalength", "Bufferlength": "Bufferlength",
}  # fmt: skip
ARGUMENT = re.compile(rf"[ )]({'|'.join(LABELS)}) \[".encode())


def arguments(text: bytes, start: int, thread: str) -> dict[str, str]:
    """The arguments in the block whose headline ends at `start`; lines of other threads in between are not its own."""
    found: dict[str, str] = {}
    limit = min(len(text), start + LONGEST)
    at, foreign = start, 0
    while at < limit and foreign < FOREIGN:
        end = text.find(b"\n", at + 1, limit)
        end = limit if end < 0 else end
        line = text[at:end].lstrip(b"\n")
        at = end
        place = LINE.match(line)
        if not place or place["thread"].decode("latin-1") != thread:
            foreign += bool(place)
            continue
        foreign = 0
        if line.rstrip().endswith((RULE, b" >>]", b" <<]")):
            break
        line = line.rstrip()
        if line.endswith(b"]") and (argument := ARGUMENT.search(line)):
            found.setdefault(LABELS[argument[1].decode()], line[argument.end() : -1].decode("utf-8", "replace"))
    return found
