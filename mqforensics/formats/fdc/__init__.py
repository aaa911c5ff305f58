"""FDC files: what MQ writes when it fails inside. Each record's header, of the product and of the classes for Java, and
the rows that `ffstsummary` prints of them.

Of the stack behind a header the names of the functions are kept; the trace behind it is not interpreted.

To read: `report_boundaries` (where records begin), `report_rows`.
"""

import re
from collections.abc import Iterator

from mqforensics.formats.amqerr.entry_boundaries import ascii_log
from mqforensics.formats.api import BEFORE
from mqforensics.formats.fdc.report_boundaries import START, Record, reports
from mqforensics.formats.fdc.report_rows import row_of
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.line_counter import LineCounter
from mqforensics.formats.paste.encoding import text_of

__all__ = ["ABOVE", "LISTS", "MARKS", "NAME", "START", "TABLE", "read", "sniff"]

NAME, TABLE = "fdc", "log"
BY_NAME = True
MARKS = (
    (b" First Failure Symptom", re.compile(BEFORE + rb"\|[A-Za-z \t]{2,60} First Failure Symptom Report")),
)  # fmt: skip
ABOVE = re.compile(rb"[+-][+-]{20,}[ \t\r]*")
LISTS = ("clientlog", "qmini")
"""A failure report of Java lists what a client prints."""
NOTHING = "no record of an FDC and no row of ffstsummary"


def sniff(head: bytes) -> int:
    """How sure the first bytes of a file are of an FDC: its title settles it, else fields or rows of a summary."""
    first = next(reports(ascii_log(text_of(head).data)), None)
    return first.sure if first else 0


def read(stretch: FileSlice) -> Iterator[dict]:
    """One row a record; text before the first belongs to it; a file without any is one row that says this."""
    if not stretch.data:
        return
    text = text_of(stretch.data)
    data = ascii_log(text.data)
    begin, lines = 0, LineCounter(data, stretch.line)
    records = reports(data)
    record = next(records, None)
    if record is None:
        yield stretch.place(0, len(stretch.data)) | {"line": stretch.line, "error": NOTHING}
    while record:
        following: Record | None = next(records, None)
        end = following.at if following else len(data)
        close = text.origin(end) if following else len(stretch.data)
        line = {"line": lines.at(record.at)}
        yield stretch.place(begin, close) | line | row_of(record, data[record.at : end], stretch.file)
        begin, record = close, following
