"""The very lines that are cited, without secrets, read from the files of a case when all that is said of it is known.

A place is a file's name with either the number of a line, from 1, or the number of a message or call in it.
"""

from collections.abc import Iterable, Iterator
from itertools import count, islice, takewhile

from pyspark.sql import Row

from mqforensics.formats.mqsc.lines import decoded
from mqforensics.formats.paste.encoding import END, text_in_any_code
from mqforensics.objects.of_case import once
from mqforensics.privacy.mask import masked_lines
from mqforensics.privacy.redaction import current
from mqforensics.sparks import rows_of

LONGEST = 400
"""Characters of a line that are quoted; a longer one ends in `…`."""
READ = 10 * LONGEST
"""Characters of a line that are looked into for secrets."""
BEFORE, AFTER = 40, 4
"""Lines around a quoted one that may tell that it is part of a secret: a key has its name on its first line."""
AT_ONCE = 64 << 20
"""Files up to so many bytes may be in any encoding; a larger one is read line by line."""
BEGINS = b"MQGET of message number"
PREAMBLE = 1 << 16
NUMBERED = ("messages", "calls")
"""The tables whose rows are cited by their number."""
Place = tuple[str, int | None, int | None]
Lines = list[tuple[int | None, str, bool]]
"""Number, text, and whether it is the line that is cited."""


def quoted(case, places: Iterable[Place]) -> dict[Place, str]:
    """The line at each place; one pass a file, up to the last line that is asked for."""
    shown = around(case, places, 0)
    return {place: text for place, lines in shown.items() for _, text, is_cited in lines if is_cited}


def around(case, places: Iterable[Place], width: int) -> dict[Place, Lines]:
    """The line at each place with up to `width` lines before and after it; of a message or call what begins it."""
    places = set(places)
    at_lines = [place for place in places if place[1] is not None]
    at_records = [place for place in places if place[1] is None and place[2] is not None]
    found = {**_lines(case, at_lines, width), **_records(case, at_records, 2 * width + 1)}
    return {place: [(n, _told(place, line), cited) for n, line, cited in lines] for place, lines in found.items()}


def _told(place: Place, line: str) -> str:
    hidden = current()
    is_carried = hidden.payload and place[1] is None and not line.startswith(BEGINS.decode())
    return hidden.token(line) if hidden.mode == "all" or is_carried else line


def _lines(case, places: list[Place], width: int) -> dict[Place, Lines]:
    found = {}
    for file, of in _by_file(case, places):
        wanted = {near for _, line, _ in of for near in range(max(1, line - width), line + width + 1)}
        texts = _told_of(file, wanted)
        for place in of:
            near = range(max(1, place[1] - width), place[1] + width + 1)
            found[place] = [(number, texts[number], number == place[1]) for number in near if number in texts]
    return found


def _told_of(file, wanted: set[int]) -> dict[int, str]:
    """The lines of these numbers without secrets, which may begin on a line before."""
    near = {at for number in wanted for at in range(number - BEFORE, number + AFTER + 1)}
    lines = {number: _read(line) for number, line in _numbered(file, max(near)) if number in near}
    found = {}
    for begin in sorted(number for number in lines if number - 1 not in lines):
        run = list(takewhile(lines.__contains__, count(begin)))
        found.update(zip(run, map(_cut, masked_lines(lines[number] for number in run)), strict=True))
    return {number: found[number] for number in wanted & found.keys()}


def _records(case, places: list[Place], length: int) -> dict[Place, Lines]:
    rows = _rows(case, places)
    found = {}
    for file, of in _by_file(case, rows):
        with file.mapped() as data:
            for place in of:
                row = rows[place]
                texts = _beginning(data[row.offset : row.offset + min(row.length, PREAMBLE)], length)
                found[place] = [(None, text, not at) for at, text in enumerate(texts)]
    return found


def _rows(case, places: list[Place]) -> dict:
    known = _found(case)
    for table in NUMBERED:
        asked = {place for place in places if place not in known and table in case.tables_of(place[0])}
        if asked:
            # As a text: a thousand literals would be some thousand calls of the JVM.
            chosen = f"number in ({', '.join(f'{number:d}' for number in sorted({number for *_, number in asked}))})"
            found = rows_of(getattr(case, table).where(chosen).select("file", "number", "offset", "length"))
            known.update({(row.file, None, row.number): row for row in found})
    return {place: known[place] for place in places if place in known}


@once
def _found(case) -> dict[Place, Row]:
    """Where each message or call that was cited stands: several questions cite the same ones."""
    return {}


def _by_file(case, places: Iterable[Place]) -> Iterator[tuple]:
    of: dict[str, list[Place]] = {}
    for place in places:
        of.setdefault(place[0], []).append(place)
    return ((file, of[file.name]) for file in case.files if file.name in of)


def _numbered(file, last: int) -> Iterator[tuple[int, bytes]]:
    if file.size > AT_ONCE:
        with file.open() as stream:
            yield from enumerate(islice(stream, last), 1)
        return
    with file.mapped() as data:
        whole = text_in_any_code(bytes(data)).data
    yield from enumerate(islice(END.split(whole), last), 1)


def _beginning(record: bytes, length: int) -> list[str]:
    record = text_in_any_code(record).data
    begin = max(record.find(BEGINS), 0)
    lines = islice((line for line in record[begin:].splitlines() if line.strip()), length)
    return [*map(_cut, masked_lines(map(_read, lines)))]


def _read(line: bytes) -> str:
    return decoded(line.removeprefix(b"\xef\xbb\xbf")).rstrip("\r\n")[:READ]


def _cut(said: str) -> str:
    return said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"
