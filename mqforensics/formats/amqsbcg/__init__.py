"""Text dumps of amqsbcg, every program level, as printed and as people paste them.

Two readers: `wellformed` reads all records together that are as the program prints them, `tolerant` reads what is left
of one that people have handled.

To read: `origin` (whose dump it is), `printed_lines`, `vector_cursor`, `hexgrid` and `wellformed` (as printed),
`tolerant` (as people left it), `properties`, `dump_rows`.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pyarrow as pa

from mqforensics.formats import hexrows
from mqforensics.formats.amqsbcg import dump_rows, tolerant
from mqforensics.formats.amqsbcg.origin import (
    BANNER,
    LETTER,
    context_after,
    cut_off,
    empty_queues,
    origin_columns,
    turns_of,
)
from mqforensics.formats.amqsbcg.vector_cursor import BLANK, NEWLINE
from mqforensics.formats.amqsbcg.wellformed import at_once
from mqforensics.formats.api import BEFORE
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.gap_budget import GapBudget
from mqforensics.formats.paste.encoding import text_of
from mqforensics.formats.tables import MESSAGES, record_batch
from mqforensics.structures.arrays import matching, positions

__all__ = ["ABOVE", "LISTS", "LOOKAHEAD", "MARKS", "NAME", "SIGNS", "START", "TABLE", "context_after", "read", "sniff"]

NAME = "amqsbcg"
TABLE = "messages"
MARKS = (
    *((name, re.compile(BEFORE + name + rb" - starts here")) for name in (b"AMQSBCG0", b"AMQSBCG4")),
    (b"MQGET of message number", re.compile(BEFORE + rb"MQGET of message number \d")),
)
ABOVE = re.compile(rb"[> \t|]*(?:CALL [^\n]{0,40}AMQSBCG4|//)[^\n]*")
LISTS = ("qmini",)
QUOTED = rb"[> \t]{0,40}"
"""What mail puts before a line."""
LOOKAHEAD = 1
"""Whether the file goes on behind a stretch."""
START = re.compile(rb"\n(" + QUOTED + rb"MQGET of message number \d)")
PRINTED = re.compile(rb"\n ?MQGET of message number \d")
GET, DESCRIPTOR = b"MQGET of message number", b"Message descriptor"
RUNS = 64
"""With more changes from one reader to another than this, the rows are copied together."""
FOREIGN = re.compile(rb"Sample AMQSBCG|^ *0x0000:|Accounting Token :", re.M)
SIGNS = (
    (re.compile(rb"MQGET of message number +\d+"), 60),
    (re.compile(rb"Message descriptor *(?:\\?\*){2}"), 40),
    (re.compile(rb"\*\* *Dead Letter Header *\*\*|(?<!\w)Reason +: \d+ \[(?:MQ\w+|UNKNOWN RC)\]", re.M), 40),
    (re.compile(rb"StrucId *: *'DLH"), 30),
    (hexrows.FIRST, 30),
)


def sniff(head: bytes) -> int:
    """How sure the first bytes are of a dump: the banner settles it, else what the record looks like."""
    text = text_of(head).data.replace(b"\xc2\xa0", b" ")
    if BANNER.search(text):
        return 100
    if FOREIGN.search(text):
        return 0
    return min(90, sum(score for sign, score in SIGNS if sign.search(text)))


def read(stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """The messages of a stretch: most at once, the unusual ones each by itself, in the order of the file."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    marks = positions(text.data, LETTER)
    begins, turns = _begins(text.data, marks), turns_of(text.data, marks)
    none = empty_queues(text.data, turns)
    # An empty dump beside others is a record of its own: it shows what is not there any more.
    begins = np.sort(np.append(begins, np.array(none, np.int64))) if len(begins) or len(none) > 1 else begins
    if not len(begins):
        told = origin_columns(text.data, turns, none or [len(text.data)], stretch.context)
        yield {**{name: value.as_py() for name, [value] in told.items()}, **dump_rows.nothing(stretch, text.data)}
        return
    edges = np.array([0, *text.origins(begins[1:]), len(stretch.data)])
    places = {
        "file": pa.repeat(stretch.file, len(begins)),
        "offset": pa.array(stretch.offset + edges[:-1]),
        "length": pa.array(np.diff(edges)),
    }
    whole = {name: values.cast(MESSAGES.field(name).type) for name, values in places.items()}
    whole |= origin_columns(text.data, turns, begins, stretch.context)
    cut = cut_off(text.data, turns, begins, stretch)
    data, spots = _plain_lines(text.data, np.append(begins, len(text.data)))
    yield from _assembled(data, spots, whole, stretch.shows_secrets, cut)


def _plain_lines(data: bytes, spots: np.ndarray) -> tuple[bytes, np.ndarray]:
    """The text with plain newlines, and where the spots are in it."""
    if b"\r" not in data:
        return data, spots
    text = np.frombuffer(data, np.uint8)
    pairs = np.flatnonzero((text[:-1] == 13) & (text[1:] == 10))
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), spots - np.searchsorted(pairs, spots)


def _assembled(
    data: bytes, spots: np.ndarray, whole: dict[str, pa.Array], secrets: bool, cut: list[int]
) -> Iterator[pa.RecordBatch]:
    count, made = len(spots) - 1, []
    rest = _take(made, data, spots, np.arange(count), whole, secrets)
    records = [data[spots[nth] : spots[nth + 1]] for nth in rest.tolist()]
    undone = [tolerant.without_prefixes(record) for record in records]
    again = np.array([nth for nth, text in enumerate(undone) if text is not None], np.int64)
    left = np.arange(len(rest))
    if len(again):
        texts = [undone[nth] for nth in again.tolist()]
        ends = np.cumsum([0, *map(len, texts)])
        still = _take(made, b"".join(texts), ends, rest[again], whole, secrets)
        left = np.flatnonzero(np.isin(rest, still) | ~np.isin(left, again))
    handled, filler = dump_rows.Handled(secrets), GapBudget()
    for nth in left.tolist():
        handled.add(tolerant.read_damaged(records[nth], filler), records[nth], int(rest[nth]))
    if handled.numbers:
        made.append((handled.batch(whole), np.array(handled.numbers)))
    if cut:
        made = [(dump_rows.with_note(batch, np.isin(found, cut), dump_rows.CUT_OFF), found) for batch, found in made]
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
    """The records of all batches, each with its own numbers, in the order of the file."""
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


def _begins(data: bytes, marks: np.ndarray) -> np.ndarray:
    head = [0] if data.startswith((b" MQGET of message", b"MQGET of message")) else []
    exact = np.append(np.array(head, np.int64), _gets(data, marks))
    if not any(not at or PRINTED.match(data, at - 1) for at in exact.tolist()):
        return np.array(tolerant.record_starts(data), np.int64)
    first = int(exact[0])
    before = tolerant.record_starts(data[:first]) if DESCRIPTOR in data[:first] else []
    begins = np.append(np.array(before, np.int64), exact)
    return begins if data.count(DESCRIPTOR) <= len(begins) else _without_a_number(data, begins)


def _without_a_number(data: bytes, begins: np.ndarray) -> np.ndarray:
    """Where the messages begin, those too of which the line with the number is lost: another descriptor shows them."""
    found = []
    for start, stop in pairwise([*begins.tolist(), len(data)]):
        record = data[start:stop]
        inner = tolerant.record_starts(record) if record.count(DESCRIPTOR) > 1 else [0]
        found += [start, *(start + at for at in inner[1:])]
    return np.array(found, np.int64)


def _gets(data: bytes, marks: np.ndarray) -> np.ndarray:
    """Where the lines begin that tell the number of a message; but for a first one, with no newline before it."""
    text = np.frombuffer(data, np.uint8)
    gets = matching(text, marks - GET.index(LETTER), GET)
    gets = gets[(gets > 0) & (gets < len(data) - len(GET) - 1)]
    above, before, after, digit = (text[gets + by] for by in (-2, -1, len(GET), len(GET) + 1))
    printed = (gets > 1) & (above == NEWLINE) & (before == BLANK) & (after == BLANK) & (digit - ord("0") < 10)
    odd = [_line_of(data, at) for at in gets[~printed].tolist()]
    rest = [at for at in odd if at and START.match(data, at - 1)]
    return np.sort(np.append(gets[printed] - 1, np.array(rest, np.int64)))


def _line_of(data: bytes, at: int) -> int:
    """Where the line begins whose first words are at a place, but for what mail put before them."""
    before = data[max(at - 40, 0) : at]
    return at - len(before) + len(before.rstrip(b"> \t"))
