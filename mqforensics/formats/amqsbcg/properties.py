"""The message properties that amqsbcg prints: `  name : value`, a text in quotes, which may go on over lines.

Nothing is escaped, so a text ends at the first quote at a line's end after which a property, or no line, follows.
"""

import re
from bisect import bisect_left

BEGIN = re.compile(rb"  (.+?) : (?=.)")
NONE = b"  None"


def properties(block: bytes) -> dict[str, str]:
    """The properties of a message by the lines between their title and the next one's."""
    lines = block.split(b"\n")
    marks = [BEGIN.match(line) for line in lines]
    following = [mark is not None or line in (NONE, b"", b" ") for mark, line in zip(marks, lines, strict=True)]
    ends = [at for at, line in enumerate(lines) if line.endswith(b"'") and (at + 1 == len(lines) or following[at + 1])]
    found, at = {}, 0
    while at < len(lines):
        mark, stop = marks[at], at
        if mark and lines[at].startswith(b"'", mark.end()):
            stop = _closing(lines[at][mark.end() :], at, ends)
        elif at + 1 < len(lines) and not following[at + 1]:
            stop = None
        if mark and stop is not None:
            text = b"\n".join([lines[at][mark.end() :], *lines[at + 1 : stop + 1]]).decode("utf-8", "replace")
            found[mark[1].decode("utf-8", "replace")] = text[1:-1] if text.startswith("'") else text
        at = at + 1 if stop is None else stop + 1
    return found


def _closing(first: bytes, at: int, ends: list[int]) -> int | None:
    place = bisect_left(ends, at + (len(first) == 1))
    return ends[place] if place < len(ends) else None
