"""The plain lines of the queue agent that browses for message listeners: a browse without a block of its own."""

import re
from itertools import islice

from mqforensics.formats.jmstrace.lines import line_at

ABOUT = b"About to browse message"
WINDOW = 1 << 16
"""Bytes in which the block of the same MQGET begins, if the trace holds one."""
FOREIGN = 500
"""What other threads say in between, behind which the end of a browse is not looked for any more."""
FIRST, NEXT, WAIT = 16, 32, 1
SAID = re.compile(
    rb"- browsing (?P<which>first|next) message|- browsing with wait for (?P<wait>-?\d+)"
    rb"|(?P<none>MQRC_NO_MSG_AVAILABLE)|Browsed message: length= ?(?P<length>\d+)|(?P<again>About to browse message)"
)
BLOCK = re.compile(rb"\[\w*[gG][eE][tT]\w* >>\]")
NO_OUTCOME = "the lines of this browse do not tell how it ended"


def has_block(text: bytes, after: int, thread: str) -> bool:
    """Whether the same MQGET has a block, which tells more."""
    window = min(len(text), after + WINDOW)
    again = _next_about(text, after, window, thread)
    blocks = BLOCK.finditer(text, after, again)
    return any((line := line_at(text, found.start())) and line.thread == thread for found in blocks)


def _next_about(text: bytes, after: int, window: int, thread: str) -> int:
    at = text.find(ABOUT, after, window)
    for _ in range(FOREIGN):
        if at < 0:
            return window
        line = line_at(text, at)
        if line and line.thread == thread:
            return at
        at = text.find(ABOUT, at + 1, window)
    return min(at, window) if at >= 0 else window


def browse(text: bytes, after: int, thread: str) -> tuple[dict, int | None]:
    """The parameters that the lines tell, and where the outcome stands; `after`: the end of the first of them."""
    options, found = 0, {"operationId": "GET"}
    for said in islice(SAID.finditer(text, after), FOREIGN):
        line = line_at(text, said.start())
        if line is None or line.thread != thread:
            continue
        if said["again"]:
            break
        if said["which"]:
            options |= FIRST if said["which"] == b"first" else NEXT
        elif said["wait"]:
            options |= WAIT
            found["waitInterval"] = said["wait"].decode()
        else:
            return _ended(found | {"getOptions": options}, said), line.start
    return found | {"getOptions": options, "problem": NO_OUTCOME}, None


def _ended(found: dict, said: re.Match[bytes]) -> dict:
    if said["none"]:
        return found | {"compCode": 2, "reasonCode": 2033}
    return found | {"compCode": 0, "reasonCode": 0, "msgLength": said["length"].decode()}
