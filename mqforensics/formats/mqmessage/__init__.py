"""Messages that no dump program wrote: raw MQMD and data in either byte order or EBCDIC, data alone, and texts that
look like dumps, such as hex of ISPF and of traces.

A file is one of four things, tried in this order: raw messages that begin with an MQMD, a text that one of the
`lookalikes` reads, data that begins with an MQ header, data whose file name tells of its MQMD.

To read: `raw`, `descriptors`, `bodies`, `columns`.
"""

from collections.abc import Iterator, Mapping
from mmap import mmap

import pyarrow as pa

from mqforensics.formats import lookalikes
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.lookalikes import PrintedMessage
from mqforensics.formats.message_rows import message_row, unreadable_row
from mqforensics.formats.mqmessage import bodies
from mqforensics.formats.mqmessage.columns import COUNT, rows
from mqforensics.formats.mqmessage.descriptors import places
from mqforensics.formats.mqmessage.raw import FOLLOWED, is_raw, raw
from mqforensics.formats.paste.encoding import Text, text_of

NAME = "mqmessage"
TABLE = "messages"
BINARY = True
BY_NAME = True
START, LOOKAHEAD = FOLLOWED, 1
RAW, HEADER, PCF = 100, 90, 70


def sniff(head: bytes) -> int:
    """How sure the first bytes are of an MQMD, an MQ header, or a text that one of the look-alikes reads."""
    if is_raw(head):
        return RAW
    header = bodies.first_header(head)
    if header:
        return PCF if header == "MQCFH" else HEADER
    return lookalikes.sniff(text_of(head).data)


def context_after(
    data: bytes | mmap, context: Mapping[str, str], start: int = 0, stop: int | None = None
) -> Mapping[str, str]:
    """How many messages came before."""
    return {COUNT: str(int(context.get(COUNT, 0)) + len(places(data[start:stop])))}


def read(stretch: FileSlice) -> Iterator[dict | pa.RecordBatch]:
    """The messages of a stretch, in order."""
    data = stretch.data
    if not data:
        return
    found = raw(data, stretch.offset > 0, bool(stretch.after))
    if found:
        yield from rows(found, stretch)
        return
    text = text_of(data)
    reader = lookalikes.best_reader(text.data)
    shown = reader.read(text.data) if reader else []
    if shown:
        yield from _shown_rows(shown, text, stretch)
    else:
        yield from _bodies(stretch)


def _shown_rows(found: list[PrintedMessage], text: Text, stretch: FileSlice) -> Iterator[dict]:
    starts = [0, *(text.origin(message.begin) for message in found[1:]), len(stretch.data)]
    for at, message in enumerate(found):
        place = stretch.file, stretch.offset + starts[at], starts[at + 1] - starts[at]
        is_exact = message.dlh is None and message.data is not None
        made = message_row(
            place, number=message.number, queue=message.queue, md=message.md, dlh=message.dlh, gaps=message.gaps,
            data=b"" if message.data is None else message.data, notes=message.notes, is_exact=is_exact,
            secrets=stretch.shows_secrets,
        )  # fmt: skip
        if message.data is None:
            made |= {"body": None, "body_text": message.text}
        elif message.text and not made.get("body_text"):
            made["body_text"] = message.text
        if message.length is not None:
            made["data_length"] = message.length
        yield made


def _bodies(stretch: FileSlice) -> Iterator[dict]:
    data, place = stretch.data, (stretch.file, stretch.offset, len(stretch.data))
    pieces = bodies.split(data)
    if len(pieces) > 1 and not bodies.fields_of_name(stretch.file):
        edges = [*(at for at, _ in pieces), len(data)]
        for number, (at, content) in enumerate(pieces, 1):
            part = stretch.file, stretch.offset + at, edges[number] - at
            yield bodies.body(content, part, number, stretch.shows_secrets)
    elif bodies.first_header(data) or bodies.fields_of_name(stretch.file):
        yield bodies.body(data, place, 1, stretch.shows_secrets)
    else:
        yield unreadable_row(place, lookalikes.kind_of_fake(data))
