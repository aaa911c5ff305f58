"""The very lines that are cited, without secrets, read from the files of a case when all that is said of it is known.

A place is a file's name with either the number of a line, from 1, or the number of a message or call in it. What is
quoted of it is what decides: of an entry of a log the line with its number, of a dead-lettered message the reason and
the destination in its MQDLH with the rows of bytes that hold them, of "not found" the command that was answered so.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice, takewhile
from typing import NamedTuple

from pyspark.sql import Row
from pyspark.sql import functions as F

from mqforensics.codes.code_pages import EBCDIC
from mqforensics.formats.mqsc.capture_lines import text_of_line
from mqforensics.formats.paste.encoding import END, text_in_any_code
from mqforensics.objects.case_evidence import once
from mqforensics.plaintext import shortened
from mqforensics.privacy.mask import masked_lines
from mqforensics.privacy.redaction import current
from mqforensics.spark_compat import rows_of

LONGEST = 400
"""Characters of a line that are quoted; a longer one ends in `…`."""
READ = 10 * LONGEST
"""Characters of a line that are looked into for secrets."""
BEFORE, AFTER = 40, 4
"""Lines around a quoted one that may show that it is part of a secret: a key has its name on its first line."""
AT_ONCE = 64 << 20
"""Files up to so many bytes may be in any encoding; a larger one is read line by line."""
BEGINS = b"MQGET of message number"
PREAMBLE, LINES = 1 << 16, 200
"""Bytes and lines of a record that are looked at."""
BACK, AHEAD = 24, 40
"""Lines before a cited one that may have the command it answers, and behind it that belong to what it begins."""
APART = " | "
"""Between the lines of one quotation."""
Place = tuple[str, int | None, int | None]
Asked = tuple[str, int | None, int | None, str | None]
"""A place, and the attribute or field that it is cited for, where the question says that."""
Lines = list[tuple[int | None, str, bool]]
"""Number, text, and whether it is the line that is cited."""
OF_MESSAGE = {"Reason": "dlh.Reason", "DestQName": "dlh.DestQName", "DestQMgrName": "dlh.DestQMgrName",
              "Format": "md.Format", "BackoutCount": "md.BackoutCount", "MsgId": "hex(md.MsgId)"}  # fmt: skip
OF_CALL = {"verb": "verb"}
NUMBERED = {"messages": OF_MESSAGE, "calls": OF_CALL}
"""The tables whose rows are cited by their number, and what is quoted of them where no line says it."""
ALSO = {
    "Format": ("FMT",), "BackoutCount": ("BOC", "Backout Cnt."), "MsgId": ("MSI", "Message Id"),
    "PUT": ("inhibitPut", "Inhibit Put"), "GET": ("inhibitGet", "Inhibit Get"),
    "MAXDEPTH": ("maxQDepth", "Max Q Depth"),
    "MAXMSGL": ("maxMsgLength", "Max Msg Length"), "DEADQ": ("deadLetterQName", "Dead Letter Q Name"),
}  # fmt: skip
"""What other programs than amqsbcg call a field of the MQMD, and what events call an attribute of MQSC."""
IN_CALL = ("operationId", "Operation Id", "reasonCode", "Reason Code", "priority", "Priority")
"""What is quoted of a traced call, as the two forms of its trace name it."""
NOT_FOUND = re.compile(r"\b((?:AMQ(?:8147|8420|8227)|CSQM(?:125|297))[A-Z]?)\b")
"""Messages by which a command says that there is not such a object."""
ECHO = re.compile(r"(?i)^[^a-z]*(?:[+!%-]?\w{1,8}\s+)?(?:DIS|DISPLAY)\s+\w+")
HEADING = re.compile(r"(?i)\bAMQ8\d{3}[A-Z]?\b: .*(?:details|display)")
"""The heading of an answer, which says nothing: what decides is on the lines below it."""
RULE = re.compile(r"\s*-{5,}|\*{4} Message|[$#] ?\w|\}$")
"""What is between two entries of a log, two events, two commands of a shell."""
DECIDES = (
    r"\b((?:AMQ\d{4}|CSQ[A-Z0-9]\d{3}|BIP\d{4}|JMS[A-Z]{2,4}\d{4})[A-Z]?)\b", r"\b(MQ(?:RC|RCCF|FB)_\w+)",
    r'"(eventReason|operationId|reasonCode)"\s*:', r"^\s*(Reason|Operation Id)\s*:",
    r"(?i:\breason(?:\s*code)?\D{0,4})\b(2\d{3})\b", r"\|\s*(Probe Id|Probe Type|Major Errorcode)\s*:-",
    r"\b(\w+)\((?:JmqiEnv|Hconn)",
)  # fmt: skip
"""How a line says by itself what is wrong or was done: the number of a message, a reason, an event's, a call."""
ATTRIBUTE = r"\b([A-Z][A-Z0-9]{1,11})\s?\("
FIELD = r'^[\s|]*"?([A-Za-z][A-Za-z_]{2,30}(?: [A-Z][A-Za-z]+){0,3})"?\s*(?::-?|=)\s*\S'
PATTERNS = [re.compile(f"(?:{one})") for one in ("|".join(DECIDES), ATTRIBUTE, FIELD)]
"""The surest way first."""
CELLS = re.compile(r"^(?:[Xx]\s+|\W*[0-9A-Fa-f]{8}:\s*)?((?:[0-9A-Fa-f]{2,8} ?)+)(?=\s|$)")
"""The bytes of a line of a dump, in hexadecimal."""
DLH, TARGET = ("444C4820", "C4D3C840"), 12
"""How an MQDLH begins; where in it DestQName begins, right behind the Reason."""
IN_DLH = ("Reason", "DestQName", "DestQMgrName")


class Quote(NamedTuple):
    """What is quoted of a place; `shows`: the attribute or field in it that decides; `line`: where it is."""

    text: str
    shows: str
    line: int | None = None


def quoted_lines(case, places: Iterable[Place]) -> dict[Place, str]:
    """The line at each place; one pass a file, up to the last line that is asked for."""
    shown = lines_around(case, places, 0)
    return {place: text for place, lines in shown.items() for _, text, is_cited in lines if is_cited}


def proofs(case, asked: Iterable[Asked]) -> dict[Asked, Quote]:
    """What decides at each place; a place of a file that is not in the case is left out.

    What begins on a cited line may decide on one below it: then that one is quoted, and its number told.
    """
    asked = set(asked)
    found = {}
    for file, of in _by_file(case, (one for one in asked if one[1] is not None)):
        wanted = {near for one in of for near in range(max(1, one[1] - BACK), one[1] + AHEAD + 1)}
        texts = _told_of(file, wanted)
        found.update((one, _of_line(texts, one[1], one[3])) for one in of if one[1] in texts)
    at_records = [one for one in asked if one[1] is None]
    rows = _rows(case, {one[:3] for one in at_records if one[2] is not None})
    for file, of in _by_file(case, at_records):
        with file.mapped() as data:
            found.update((one, _of_record(_Record.of(data, rows.get(one[:3])), one[3])) for one in of)
    return {one: quote._replace(text=_redacted_line(one[:3], quote.text)) for one, quote in found.items()}


def lines_around(case, places: Iterable[Place], width: int) -> dict[Place, Lines]:
    """The line at each place with up to `width` lines before and after it; of a message or call what decides in it."""
    places = set(places)
    at_lines = [place for place in places if place[1] is not None]
    at_records = [place for place in places if place[1] is None and place[2] is not None]
    found = {**_lines(case, at_lines, width), **_records(case, at_records, width)}
    return {
        place: [(n, _redacted_line(place, line), cited) for n, line, cited in lines] for place, lines in found.items()
    }


def deciding_text(line: str) -> str | None:
    """What a line shows by itself; None where it names nothing, or is the heading of what follows."""
    found = () if HEADING.search(line) else (pattern.search(line) for pattern in PATTERNS)
    return next((one[one.lastindex] for one in found if one), None)


def _redacted_line(place: Place, line: str) -> str:
    hidden = current()
    is_carried = hidden.payload and place[1] is None and not line.startswith((BEGINS.decode(), *IN_DLH))
    return hidden.token(line) if hidden.mode == "all" or is_carried else line


def _of_line(lines: Mapping[int, str], at: int, shows: str | None) -> Quote:
    own = lines[at]
    none, lists = NOT_FOUND.search(own), shows is not None and ECHO.search(shows)
    if none or lists:
        before = takewhile(lines.__contains__, range(at - 1, max(0, at - BACK - 1), -1))
        asks = next((lines[number].strip() for number in before if ECHO.search(lines[number])), None)
        if none or asks:
            return Quote(APART.join(filter(None, (asks, own.strip()))), none[1] if none else asks, at)
        shows = None
    run = list(_until_the_next(lines, at))
    for name in (shows, *ALSO.get(shows, ())) if shows else ():
        if there := next((number for number in run if _has(lines[number], name)), None):
            return Quote(*_whole(lines, there, name), there)
    if own.strip() and (named := deciding_text(own)):
        return Quote(*_whole(lines, at, named), at)
    for pattern in PATTERNS:
        for number in run:
            if (found := pattern.search(lines[number])) and not HEADING.search(lines[number]):
                return Quote(*_whole(lines, number, found[found.lastindex]), number)
    return Quote(own.strip(), own.strip(), at)


def _until_the_next(lines: Mapping[int, str], at: int) -> Iterator[int]:
    """The numbers of the lines of what begins at a line, up to where something else does."""
    for number in takewhile(lines.__contains__, range(at, at + AHEAD + 1)):
        if number != at and (RULE.match(lines[number]) or ECHO.search(lines[number])):
            return
        yield number


def _has(line: str, shows: str) -> bool:
    """Whether a line has this attribute, field or message: with its value, or as a word by itself."""
    word = re.escape(shows)
    return bool(re.search(rf'(?i:(?<![\w.]){word}"?\s*[(:=])|(?<![\w.]){word}[A-Z]?(?![\w.])', line))


def _whole(lines: Mapping[int, str], at: int, shows: str) -> tuple[str, str]:
    """A line with those below it that its value goes on over, as a JSON object's does; `shows` as it is written."""
    told, number = lines[at].strip(), at
    while told.count("{") > told.count("}") and number - at < 4 and number + 1 in lines:
        number += 1
        told = f"{told} {lines[number].strip()}"
    written = re.search(rf"(?i){re.escape(shows)}", told)
    return told, written[0] if written else shows


class _Record(NamedTuple):
    """A message or call as it is in its file: its bytes, the row of its table, its first lines by their numbers."""

    data: bytes
    row: Row | None
    lines: dict[int, str]
    is_numbered: bool
    """Whether the numbers of the lines are those of the file."""

    @classmethod
    def of(cls, whole, row: Row | None) -> "_Record":
        """The record of a row in the bytes of its file; without a row, what the file begins with."""
        begin, size = (row.offset, row.length) if row else (0, PREAMBLE)
        data = bytes(whole[begin : begin + min(size, PREAMBLE)])
        text = text_in_any_code(data).data
        preamble = max(text.find(BEGINS), 0)
        is_numbered = text == data and begin + preamble <= AT_ONCE
        first = bytes(whole[: begin + preamble]).count(b"\n") + 1 if is_numbered else 1
        lines = END.split(text[preamble:], LINES)[:LINES]
        return cls(data, row, dict(enumerate(map(_line_text, lines), first)), is_numbered)

    @property
    def is_text(self) -> bool:
        """Whether it is read line by line."""
        return b"\0" not in self.data[:LONGEST]

    @property
    def values(self) -> dict:
        """What its table says of it."""
        return self.row.asDict() if self.row else {}

    def shown(self, numbers: Iterable[int]) -> dict[int, str]:
        """The lines of these numbers, and those between and right behind them, without secrets."""
        numbers = list(numbers)
        near = [at for at in self.lines if numbers and min(numbers) - BEFORE <= at <= max(numbers) + AFTER]
        return dict(zip(near, map(_cut, masked_lines(self.lines[at] for at in near)), strict=True))

    def of_dlh(self) -> list[int]:
        """The lines whose bytes hold Reason and DestQName."""
        wanted, held, found = TARGET + max(1, len(self.values["DestQName"] or "")), 0, []
        for number, line in self.lines.items():
            cells = CELLS.match(line)
            digits = re.sub(r"\s", "", cells[1]).upper() if cells else ""
            if not found:
                at = next((place for eye in DLH if (place := digits.find(eye)) >= 0), None)
                digits = "" if at is None else digits[at:]
            if digits:
                found.append(number)
                held += len(digits) // 2
            if found and (not digits or held >= wanted):
                break
        return found

    def line_of(self, name: str) -> tuple[int, str] | None:
        """The line of a field, and how it is written there."""
        names = (name, *ALSO.get(name, ()))
        found = ((at, one) for at, line in self.lines.items() for one in names if _has(line, one))
        return next(found, None)

    def decides(self, shows: str | None) -> tuple[dict[str, object], dict[int, str]]:
        """The fields that are quoted of it with their values, and the lines with what each shows."""
        values = self.values
        if values.get("Reason") is not None and shows in (None, *IN_DLH):
            names = list(dict.fromkeys((shows or IN_DLH[0], *IN_DLH[:2])))
            lines = dict.fromkeys(self.of_dlh() if self.is_text else (), names[0])
            return {name: values[name] for name in names}, lines
        names = [shows] if shows else IN_CALL if "verb" in values else ["Format", "MsgId"] if values else []
        lines = [self.line_of(name) for name in names] if self.is_text else []
        if "verb" in values and not any(lines[:2]):
            return {}, {}  # it is a trace of another form, of which a line says all
        found = dict(filter(None, lines if "verb" in values else [one for one in lines if one][:1]))
        if found:
            return {}, found
        return {name: values[name] for name in names if values.get(name) is not None}, {}


def _of_record(record: _Record, shows: str | None) -> Quote:
    """Of a dead-lettered message reason and destination with their bytes, of another message or call the line of its
    field."""
    told, at = record.decides(shows)
    lines = record.shown(at)
    if told:
        values = " ".join(f"{name}({'' if value is None else value})" for name, value in told.items())
        rows = [lines[number].strip() for number in at] or ([] if record.is_text else _as_rows(record.data))
        return Quote(APART.join((values, *rows)), next(iter(told)))
    if at:
        texts = [_whole(lines, number, name) for number, name in at.items()]
        return Quote(APART.join(text for text, _ in texts), texts[0][1])
    if not record.is_text:
        eye = "".join(filter(str.isprintable, record.data[:4].decode("latin-1")))
        return Quote(APART.join((f"StrucId({eye.strip()})", _as_rows(record.data)[0])), "StrucId")
    every = record.shown(record.lines)
    surely = (number for number, line in every.items() if PATTERNS[0].search(line))
    begins = next(surely, None) or next((number for number, line in every.items() if line.strip()), None)
    return Quote("", "") if begins is None else _of_line(every, begins, shows)._replace(line=None)


def _as_rows(data: bytes) -> list[str]:
    """The bytes of an MQDLH, or those at the beginning, in rows as amqsbcg prints them, where no line has them."""
    at = max(data.find(b"DLH "), data.find("DLH ".encode(EBCDIC)), 0)
    rows = (data[at + begin : at + begin + 16] for begin in range(0, 64, 16))
    return [f"{16 * nth:08X}:  {row.hex(' ', 2).upper()}" for nth, row in enumerate(rows) if row]


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
    lines = {number: _line_text(line) for number, line in _numbered_lines(file, max(near)) if number in near}
    found = {}
    for begin in sorted(number for number in lines if number - 1 not in lines):
        run = list(takewhile(lines.__contains__, count(begin)))
        found.update(zip(run, map(_cut, masked_lines(lines[number] for number in run)), strict=True))
    return {number: found[number] for number in wanted & found.keys()}


def _records(case, places: list[Place], width: int) -> dict[Place, Lines]:
    rows = _rows(case, set(places))
    found = {}
    for file, of in _by_file(case, rows):
        with file.mapped() as data:
            for place in of:
                record = _Record.of(data, rows[place])
                cited = list(record.decides(None)[1]) or list(record.lines)[:1]
                near = [at for at in record.lines if cited[0] - width <= at <= cited[-1] + width]
                shown = record.shown(near)
                found[place] = [(at if record.is_numbered else None, shown[at], at in cited) for at in near]
    return found


def _rows(case, places: set[Place]) -> dict:
    known = _cited_records(case)
    for table, columns in NUMBERED.items():
        asked = {place for place in places if place not in known and table in case.tables_of(place[0])}
        if asked:
            # As a text: a thousand literals would be some thousand calls of the JVM.
            chosen = f"number in ({', '.join(f'{number:d}' for number in sorted({number for *_, number in asked}))})"
            wanted = [F.expr(column).alias(name) for name, column in columns.items()]
            found = rows_of(getattr(case, table).where(chosen).select("file", "number", "offset", "length", *wanted))
            known.update({(row.file, None, row.number): row for row in found})
    return {place: known[place] for place in places if place in known}


@once
def _cited_records(case) -> dict[Place, Row]:
    """Where each message or call that was cited is: several questions cite the same ones."""
    return {}


def _by_file(case, places: Iterable[tuple]) -> Iterator[tuple]:
    of: dict[str, list[tuple]] = {}
    for place in places:
        of.setdefault(place[0], []).append(place)
    return ((file, of[file.name]) for file in case.files if file.name in of)


def _numbered_lines(file, last: int) -> Iterator[tuple[int, bytes]]:
    if file.size > AT_ONCE:
        with file.open() as stream:
            yield from enumerate(islice(stream, last), 1)
        return
    with file.mapped() as data:
        whole = text_in_any_code(bytes(data)).data
    yield from enumerate(islice(END.split(whole), last), 1)


def _line_text(line: bytes) -> str:
    return text_of_line(line.removeprefix(b"\xef\xbb\xbf")).rstrip("\r\n")[:READ]


def _cut(said: str) -> str:
    return shortened(said, LONGEST)
