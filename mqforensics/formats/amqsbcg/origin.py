"""Whose dump it is and when it was made: the queue that it opened, the command line above it, and the date there."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from mmap import mmap
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from mqforensics.clock.dates import printed_moment
from mqforensics.formats import capture_stamps
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import MESSAGES
from mqforensics.structures.arrays import matching

OPENED = b"MQOPEN"
OPEN = re.compile(
    rb"MQOPEN(?:\s|\xc2\xa0)+-(?:\s|\xc2\xa0)+(?:'|\xe2\x80\x98|\xe2\x80\x99)([^'\n]{0,60}?) *(?:'|\xe2\x80\x99)"
)
EMPTY = re.compile(OPEN.pattern + rb"\W{0,200}No\W{1,3}more\W{1,3}messages")
"""The dump of a queue without any message."""
PROGRAM, BANNER = b"AMQSBCG", re.compile(rb"AMQSBCG[04] - starts here")
NAME_OF = rb"[\"']?([\w./%]{1,48})[\"']?"
CALL = re.compile(
    rb"(?:^|[\s/\\$#%>+|])amqsbcgc?(?:\.exe)?[ \t]+" + NAME_OF + rb"[ \t]+" + NAME_OF + rb"(?=[\s|]|\Z)", re.M
)
PARM = rb"[ \t]+PARM\([ \t]*'?([\w./%]{1,48})'?[ \t]+'?([\w./%]{1,48})'?[ \t]*\)"
CALL_OF_IBM_I = re.compile(rb"(?i:\bCALL[ \t]+(?:PGM\()?(?:[\w#@$]{1,10}/)?AMQSBCG4\)?" + PARM + rb")")
CALLS = (CALL, CALL_OF_IBM_I)
"""The command lines that make a dump: they name the queue and its queue manager."""
JOB_STEP = re.compile(
    rb"(?m)^[^\n]{0,20}//[^\n]{0,40}EXEC[ \t]+PGM=CSQ4BCG1,(?:[^\n]{0,60},)?(?:[ \t]*\n[^\n]{0,20}//[ \t]+)?"
    rb"PARM=\(?'([\w./%]{1,48})[ \t]+([\w./%]{1,48})'"
)
"""The step of a job on z/OS that makes a dump: its queue, which the dump names, and the other name."""
IN_LINE = 200
"""So many bytes after its beginning a line's quoted text, as the column beside hex rows is, begins at most."""
BEFORE_OPEN = 500
"""So many bytes before the line that names the queue its command line may begin."""
END = re.compile(rb"No\W{1,3}more\W{1,3}messages|MQCLOSE|MQDISC|failed with CompCode")
"""What a dump ends with, or prints where a call failed."""
SAYS = ((OPENED, OPEN), (PROGRAM, BANNER))
"""By which lines a dump is distinguished from the one before it: what a plain search finds, and the line."""
LETTER = b"Q"
"""A letter of each of these and of the line above a message, which is rare in a dump: looked for once."""


class Origin(NamedTuple):
    """Of a dump: its queue, that one's queue manager, and the stamp printed before it."""

    queue: str | None = None
    dump_queue_manager: str | None = None
    stamp: str | None = None


def context_after(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> Mapping[str, str]:
    """What is known of the last dump that begins before `stop`; a line that begins before `start` counts, too."""
    begin, stop = max(start - len(OPENED), 0), len(data) if stop is None else stop
    lasts = [next(_said(data, backwards(data, text, begin, stop), line), None) for text, line in SAYS]
    last = max(filter(None, lasts), key=re.Match.start, default=None)
    if last is None:
        return dict(context)
    told = {name: value for name, value in _of(data, last)._asdict().items() if value is not None}
    return {key: value for key, value in context.items() if key not in Origin._fields} | told


def turns_of(data: bytes, marks: np.ndarray) -> list[re.Match]:
    """The lines with which dumps begin or open their queue, in their order; `marks`: each `LETTER`."""
    raw = np.frombuffer(data, np.uint8)
    places = [(matching(raw, marks - text.index(LETTER), text).tolist(), line) for text, line in SAYS]
    return sorted((found for at, line in places for found in _said(data, at, line)), key=re.Match.start)


def empty_queues(data: bytes, turns: Iterable[re.Match]) -> list[int]:
    """Where a queue is opened that has no message."""
    return [found.start() for found in turns if found.re is OPEN and EMPTY.match(data, found.start())]


def cut_off(data: bytes, turns: Sequence[re.Match], begins: np.ndarray, stretch: FileSlice) -> list[int]:
    """The numbers of the messages behind which a dump breaks off that shows which queue it opened.

    Another dump begins there, or the file ends. A dump whose calls failed ends with the failure.
    """
    opened = [found.start() for found in turns if found.re is OPEN]
    ends = [*opened, *([] if stretch.after else [len(data)])]
    found = []
    for end in ends:
        last = int(np.searchsorted(begins, end)) - 1
        if last < 0 or (not stretch.context.get("queue") and not any(at <= begins[last] for at in opened)):
            continue
        tail = data[begins[last] : end]
        if not END.search(tail) and last not in found:
            found.append(last)
    return found


def origin_columns(
    data: bytes, turns: list[re.Match], begins: Sequence[int], before: Mapping[str, str]
) -> dict[str, pa.Array]:
    """The columns that tell of which dump each record is: the one that begins last before it."""
    spots = [found.start() for found in turns]
    told = [Origin(*map(before.get, Origin._fields)), *(_of(data, found) for found in turns)]
    made = [(one.queue, one.dump_queue_manager, *printed_moment(one.stamp)) for one in told]
    nth = pa.array(np.searchsorted(np.array(spots, np.int64), begins, "right"))
    names = ("queue", "dump_queue_manager", "captured", "zone")
    columns = zip(names, zip(*made, strict=True), strict=True)
    return {name: pa.array(values, MESSAGES.field(name).type).take(nth) for name, values in columns}


def _said(data: bytes | mmap, places: Iterable[int], pattern: re.Pattern) -> Iterator[re.Match]:
    """What the program says by this pattern at some places; not what is in quotes."""
    for at in places:
        said = pattern.match(data, at)
        if said and b"'" not in data[max(at - IN_LINE, 0) : at].rpartition(b"\n")[2]:
            yield said


def backwards(data: bytes | mmap, text: bytes, start: int, stop: int) -> Iterator[int]:
    """Where a text stands, the last first."""
    # Backwards Python's search skips what cannot match: four times as fast as forwards or by a pattern.
    while (stop := data.rfind(text, start, stop)) >= 0:
        yield stop


def _of(data: bytes | mmap, found: re.Match) -> Origin:
    """What is known where the program begins, of which the command line alone tells, or where it opens a queue.

    Where another dump begins, the one before it has ended: its queue and queue manager are not those of the next.
    """
    if found.re is BANNER:
        return Origin(*(_asked(data, found) or (None, None)), _stamp(data, found))
    return Origin(found[1].decode("utf-8", "replace"), _called(data, found), _stamp(data, found))


def _above(data: bytes | mmap, found: re.Match) -> bytes:
    return data[max(found.start() - BEFORE_OPEN, 0) : found.start()]


def _stamp(data: bytes | mmap, found: re.Match) -> str | None:
    """The date above the beginning of a dump, with nothing but its command line between; or at the head of that."""
    above = _above(data, found)
    *_, begun = [len(above), *(banner.start() for banner in BANNER.finditer(above))]
    lines = above[:begun].split(b"\n")[len(above) == BEFORE_OPEN :]
    for nth in reversed(range(len(lines))):
        line, words = lines[nth], lines[nth].decode("utf-8", "replace")
        call = _last(line, CALLS)
        if stamp := capture_stamps.lone_stamp(words):
            before = next((line for line in reversed(lines[:nth]) if line.strip()), b"")
            return stamp if capture_stamps.is_of_now(before.decode("utf-8", "replace")) else None
        if call and (stamp := capture_stamps.leading_stamp(words)):
            return stamp
        if not (call or capture_stamps.ABOVE.fullmatch(line)):
            return None
    return None


def _asked(data: bytes | mmap, banner: re.Match) -> tuple[str, str] | None:
    """The queue and the queue manager that the command line just before the beginning of a dump names."""
    text = _above(data, banner)
    last = _last(text, CALLS)
    if not last or OPENED in text[last.end() :] or BANNER.search(text, last.end()):
        return None
    return last[1].decode("ascii", "replace"), last[2].decode("ascii", "replace")


def _last(text: bytes, patterns: Iterable[re.Pattern]) -> re.Match | None:
    """The last match of any of these in a text."""
    return max((one for pattern in patterns for one in pattern.finditer(text)), key=re.Match.end, default=None)


def _called(data: bytes | mmap, opened: re.Match) -> str | None:
    """The queue manager that the command line of one dump names: just before it, and for the same queue."""
    text = _above(data, opened)
    last = _last(text, (*CALLS, JOB_STEP))
    if not last or OPENED in text[last.end() :] or len(BANNER.findall(text, last.end())) > 1:
        return None
    queue, manager = last.groups() if last.re is not JOB_STEP or last[1] == opened[1] else last.groups()[::-1]
    return manager.decode("ascii", "replace") if queue == opened[1] else None
