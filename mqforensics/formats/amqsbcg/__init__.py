"""Text dumps of amqsbcg, every program level, as printed and as people paste them.

Two readers: `wellformed` reads all records together that are as the program prints them, `tolerant` reads what is left
of one that people have handled.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from mmap import mmap

import numpy as np
import pyarrow as pa

from mqforensics.formats.amqsbcg import rows, tolerant
from mqforensics.formats.amqsbcg.wellformed import at_once
from mqforensics.formats.filler import Filler
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.tables import MESSAGES, record_batch
from mqforensics.formats.text import text_of

NAME = "amqsbcg"
TABLE = "messages"
QUOTED = rb"[> \t]{0,40}"
"""What mail puts before a line."""
START = re.compile(rb"\n(" + QUOTED + rb"MQGET of message number \d)")
PRINTED = re.compile(rb"\n ?MQGET of message number \d")
GET, OPENED = b"MQGET of message number", b"MQOPEN"
OPEN = re.compile(
    rb"MQOPEN(?:\s|\xc2\xa0)+-(?:\s|\xc2\xa0)+(?:'|\xe2\x80\x98|\xe2\x80\x99)([^'\n]{0,60}?) *(?:'|\xe2\x80\x99)"
)
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
RUNS = 64
"""With more changes from one reader to another than this, the rows are copied together."""
FOREIGN = re.compile(rb"Sample AMQSBCG|^ *0x0000:|Accounting Token :", re.M)
SIGNS = (
    (re.compile(rb"MQGET of message number +\d+"), 60),
    (re.compile(rb"Message descriptor *(?:\\?\*){2}"), 40),
    (re.compile(rb"\*\* *Dead Letter Header *\*\*|(?<!\w)Reason +: \d+ \[(?:MQ\w+|UNKNOWN RC)\]", re.M), 40),
    (re.compile(rb"StrucId *: *'DLH"), 30),
    (re.compile(rb"\A\s*(?:[0-9A-Fa-f]{7}0: +(?:[0-9A-Fa-f]{4} +){2,}[0-9A-Fa-f. ]*(?:'[^\r\n]*)?(?:[\r\n]|\Z))"), 30),
)


def sniff(head: bytes) -> int:
    """How sure the first bytes are of a dump: the banner settles it, else what the record looks like."""
    text = text_of(head).data.replace(b"\xc2\xa0", b" ")
    if BANNER.search(text):
        return 100
    if FOREIGN.search(text):
        return 0
    return min(90, sum(score for sign, score in SIGNS if sign.search(text)))


def carry(data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None) -> Mapping[str, str]:
    """The queue that the last MQOPEN line names, and whose it is; a line that begins before `start` counts, too."""
    stop = len(data) if stop is None else stop
    found = next(_said(data, OPENED, OPEN, max(start - len(OPENED), 0), stop), None)
    known = dict(context)
    if found:
        manager = _called(data, found)
        known = {"queue": _name(found)} | ({"dump_queue_manager": manager} if manager else {})
    begun = next(_said(data, PROGRAM, BANNER, found.start() if found else start, stop), None)
    if begun:  # the next dump: that its command line names is all that is known of it yet
        named = zip(("queue", "dump_queue_manager"), _asked(data, begun) or (), strict=False)
        known = {key: value for key, value in known.items() if key not in ("queue", "dump_queue_manager")} | dict(named)
    return known


def read(stretch: Stretch) -> Iterator[dict | pa.RecordBatch]:
    """The messages of a stretch: most at once, the unusual ones each by itself, in the order of the file."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    begins = _begins(text.data)
    if not begins:
        whose = carry(text.data, stretch.context).get("dump_queue_manager")
        yield {"dump_queue_manager": whose, **rows.nothing(stretch, text.data)}
        return
    edges = [text.origin(at) for at in (0, *begins[1:])] + [len(stretch.data)]
    places = {
        "file": [stretch.file] * len(begins), "offset": [stretch.offset + at for at in edges[:-1]],
        "length": [end - at for at, end in pairwise(edges)],
        **dict(zip(("queue", "dump_queue_manager"), queues(text.data, begins, stretch.context), strict=True)),
    }  # fmt: skip
    whole = {name: pa.array(values, MESSAGES.field(name).type) for name, values in places.items()}
    data, spots = _plain_lines(text.data, np.array([*begins, len(text.data)]))
    yield from _assembled(data, spots, whole, stretch.shows_secrets)


def _plain_lines(data: bytes, spots: np.ndarray) -> tuple[bytes, np.ndarray]:
    """The text with plain newlines, and where the spots are in it."""
    if b"\r" not in data:
        return data, spots
    text = np.frombuffer(data, np.uint8)
    pairs = np.flatnonzero((text[:-1] == 13) & (text[1:] == 10))
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), spots - np.searchsorted(pairs, spots)


def _assembled(data: bytes, spots: np.ndarray, whole: dict[str, pa.Array], secrets: bool) -> Iterator[pa.RecordBatch]:
    count, made = len(spots) - 1, []
    rest = _take(made, data, spots, np.arange(count), whole, secrets)
    records = [data[spots[nth] : spots[nth + 1]] for nth in rest.tolist()]
    undone = [tolerant.undone(record) for record in records]
    again = np.array([nth for nth, text in enumerate(undone) if text is not None], np.int64)
    left = np.arange(len(rest))
    if len(again):
        texts = [undone[nth] for nth in again.tolist()]
        ends = np.cumsum([0, *map(len, texts)])
        still = _take(made, b"".join(texts), ends, rest[again], whole, secrets)
        left = np.flatnonzero(np.isin(rest, still) | ~np.isin(left, again))
    handled, filler = rows.Handled(secrets), Filler()
    for nth in left.tolist():
        handled.add(tolerant.loose(records[nth], filler), records[nth], int(rest[nth]))
    if handled.numbers:
        made.append((handled.batch(whole), np.array(handled.numbers)))
    yield from _in_order(made, count)


def _take(
    made: list, data: bytes, spots: np.ndarray, numbers: np.ndarray, whole: dict[str, pa.Array], secrets: bool
) -> np.ndarray:
    """Add a batch of the records that are as printed; gives the numbers of the others."""
    taken = at_once(data, spots[:-1], spots[1:], secrets)
    if not len(taken.numbers):
        return numbers
    found = numbers[taken.numbers]
    columns = {name: values.take(pa.array(found)) for name, values in whole.items()} | taken.columns()
    made.append((record_batch(columns, MESSAGES), found))
    return np.setdiff1d(numbers, found)


def _in_order(made: list[tuple[pa.RecordBatch, np.ndarray]], count: int) -> Iterator[pa.RecordBatch]:
    """The records of all batches, each with the numbers of its own, in the order of the file."""
    owner, place = np.zeros(count, int), np.zeros(count, int)
    for nth, (batch, numbers) in enumerate(made):
        owner[numbers], place[numbers] = nth, np.arange(batch.num_rows)
    edges = [0, *(np.flatnonzero(np.diff(owner)) + 1).tolist(), count]
    if len(edges) <= RUNS:
        for start, stop in pairwise(edges):
            yield made[owner[start]][0].slice(place[start], stop - start)
        return
    sizes = np.cumsum([0, *(batch.num_rows for batch, _ in made)])
    table = pa.Table.from_batches([batch for batch, _ in made]).take(pa.array(sizes[owner] + place))
    yield table.combine_chunks().to_batches()[0]


def _begins(data: bytes) -> list[int]:
    head = [0] if data.startswith((b" MQGET of message", b"MQGET of message")) else []
    gets = [_line_of(data, at) for at in _backwards(data, GET, 0, len(data))][::-1]
    exact = head + [at for at in gets if at and START.match(data, at - 1)]
    if not any(not at or PRINTED.match(data, at - 1) for at in exact):
        return tolerant.begins(data)
    first = exact[0]
    return tolerant.begins(data[:first]) + exact if b"Message descriptor" in data[:first] else exact


def _line_of(data: bytes | mmap, at: int) -> int:
    """Where the line begins whose first words are at a place, but for what mail put before them."""
    before = data[max(at - 40, 0) : at]
    return at - len(before) + len(before.rstrip(b"> \t"))


def _said(data: bytes | mmap, text: bytes, pattern: re.Pattern, start: int, stop: int) -> Iterator[re.Match]:
    """What the program says by this pattern, beginning with `text`, the last first; not what is in quotes."""
    for at in _backwards(data, text, start, stop):
        said = pattern.match(data, at)
        if said and b"'" not in data[max(at - IN_LINE, 0) : at].rpartition(b"\n")[2]:
            yield said


def _backwards(data: bytes | mmap, text: bytes, start: int, stop: int) -> Iterator[int]:
    # Backwards Python's search skips what cannot match: four times as fast as forwards or by a pattern.
    while (stop := data.rfind(text, start, stop)) >= 0:
        yield stop


def queues(data: bytes, begins: list[int], before: Mapping[str, str]) -> tuple[list, list]:
    """Which queue the dump is of that each record belongs to, and of which queue manager."""
    opened, begun = (list(_said(data, *sign, 0, len(data))) for sign in ((OPENED, OPEN), (PROGRAM, BANNER)))
    opens = [(match.start(), _name(match), _called(data, match)) for match in opened]
    # Where another dump begins, the one before it has ended: its queue and queue manager are not those of the next.
    begins_anew = [(match.start(), *(_asked(data, match) or (None, None))) for match in begun]
    turns = sorted([*opens, *begins_anew], key=lambda turn: turn[0])
    names = [before.get("queue"), *(name for _, name, _ in turns)]
    owners = [before.get("dump_queue_manager"), *(owner for _, _, owner in turns)]
    spots = [turn[0] for turn in turns]
    nth = [bisect_right(spots, at) for at in begins]
    return [names[one] for one in nth], [owners[one] for one in nth]


def _name(opened: re.Match) -> str:
    return opened[1].decode("utf-8", "replace")


def _asked(data: bytes | mmap, banner: re.Match) -> tuple[str, str] | None:
    """The queue and the queue manager that the command line just before the beginning of a dump names."""
    text = data[max(banner.start() - BEFORE_OPEN, 0) : banner.start()]
    last = _last(text, CALLS)
    if not last or OPENED in text[last.end() :] or BANNER.search(text, last.end()):
        return None
    return last[1].decode("ascii", "replace"), last[2].decode("ascii", "replace")


def _last(text: bytes, patterns: Iterable[re.Pattern]) -> re.Match | None:
    """The last match of any of these in a text."""
    return max((one for pattern in patterns for one in pattern.finditer(text)), key=re.Match.end, default=None)


def _called(data: bytes | mmap, opened: re.Match) -> str | None:
    """The queue manager that the command line of one dump names: just before it, and for the same queue."""
    text = data[max(opened.start() - BEFORE_OPEN, 0) : opened.start()]
    last = _last(text, (*CALLS, JOB_STEP))
    if not last or OPENED in text[last.end() :] or len(BANNER.findall(text, last.end())) > 1:
        return None
    queue, manager = last.groups() if last.re is not JOB_STEP or last[1] == opened[1] else last.groups()[::-1]
    return manager.decode("ascii", "replace") if queue == opened[1] else None
