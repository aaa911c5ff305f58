"""The very lines that are cited, read from the files of a case when all that is said of it is known."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from pyspark.sql import functions as F

from mqforensics.formats.mqsc.lines import END, decoded, text

LONGEST = 400
"""Characters of a line that are quoted; a longer one ends in `…`."""
AT_ONCE = 64 << 20
"""Files up to so many bytes may be in any encoding; a larger one is read line by line."""
BEGINS = b"MQGET of message number"
PREAMBLE = 1 << 16
Place = tuple[str, int]


def lines(case, wanted: Iterable[Place]) -> dict[Place, str]:
    """The text of each line, by file name and number from 1; one pass a file, up to the last line that is asked for."""
    return {
        (file.name, number): quoted(line)
        for file, numbers in _by_file(case, wanted)
        for number, line in _numbered(file, max(numbers))
        if number in numbers
    }


def messages(case, wanted: Iterable[Place]) -> dict[Place, str]:
    """The line with which each message of a dump begins, by file name and the message's number."""
    wanted = set(wanted)
    if not wanted or not case.has("messages"):
        return {}
    numbers = sorted({number for _, number in wanted})
    rows = case.messages.where(F.col("number").isin(numbers)).select("file", "number", "offset", "length").collect()
    at = {(row.file, row.number): row for row in rows if (row.file, row.number) in wanted}
    found = {}
    for file, of in _by_file(case, at):
        with file.mapped() as data:
            for number in of:
                row = at[file.name, number]
                found[file.name, number] = quoted(_first(data[row.offset : row.offset + min(row.length, PREAMBLE)]))
    return found


def _by_file(case, wanted: Iterable[Place]) -> Iterator[tuple]:
    numbers: dict[str, set[int]] = {}
    for name, number in wanted:
        numbers.setdefault(name, set()).add(number)
    return ((file, numbers[file.name]) for file in case.files if file.name in numbers)


def _numbered(file, last: int) -> Iterator[tuple[int, bytes]]:
    if file.size > AT_ONCE:
        with file.open() as stream:
            yield from enumerate(islice(stream, last), 1)
        return
    with file.mapped() as data:
        whole = text(bytes(data)).data
    yield from enumerate(islice(END.split(whole), last), 1)


def _first(record: bytes) -> bytes:
    begin = max(record.find(BEGINS), 0)
    return next((line for line in record[begin:].splitlines() if line.strip()), b"")


def quoted(line: bytes) -> str:
    """A line as it is quoted: without its end, cut at `LONGEST`."""
    said = decoded(line.removeprefix(b"\xef\xbb\xbf")).rstrip("\r\n")
    return said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"


def by_place(case, places: Iterable[Mapping]) -> dict[tuple, str]:
    """The quoted line of each place that has `file` and either `line` or `number`, by these three."""
    places = list(places)
    at_lines = lines(case, {(at["file"], at["line"]) for at in places if at["line"] is not None})
    at_messages = messages(case, {(at["file"], at["number"]) for at in places if at["number"] is not None})
    return {
        **{(file, line, None): said for (file, line), said in at_lines.items()},
        **{(file, None, number): said for (file, number), said in at_messages.items()},
    }
