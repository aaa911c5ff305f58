"""Events of Windows' Application log that MQ has written, as people save and copy them: their labels, their tables.

The number of an event is that of the AMQ message. Each program that shows events puts a label before each of their
fields (the Event Viewer's copy, `wevtutil`, `Get-WinEvent | Format-List`); a table has the labels as its headings, and
its rows are turned into lines with them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mqforensics.formats.paste.line_prefixes import Line

SOURCE, NUMBER, TIME, CLOCK, LEVEL, HOST, USER, TEXT, OTHER = (
    "source", "number", "time", "clock", "level", "host", "user", "text", "other",
)  # fmt: skip
LABELS = {
    "source": SOURCE, "event source": SOURCE, "providername": SOURCE, "quelle": SOURCE, "ereignisquelle": SOURCE,
    "origen": SOURCE, "origine": SOURCE, "fonte": SOURCE,
    "event id": NUMBER, "eventid": NUMBER, "id": NUMBER, "instanceid": NUMBER, "ereignis-id": NUMBER,
    "ereigniskennung": NUMBER, "id. de evento": NUMBER, "id del evento": NUMBER, "id de l’événement": NUMBER,
    "id de l'événement": NUMBER, "id evento": NUMBER,
    "date": TIME, "date and time": TIME, "timecreated": TIME, "timegenerated": TIME, "datum": TIME,
    "datum und uhrzeit": TIME, "fecha": TIME, "fecha y hora": TIME, "date et heure": TIME, "data": TIME,
    "data e ora": TIME, "time": CLOCK, "uhrzeit": CLOCK, "zeit": CLOCK, "heure": CLOCK, "hora": CLOCK, "ora": CLOCK,
    "level": LEVEL, "event type": LEVEL, "entrytype": LEVEL, "leveldisplayname": LEVEL, "ebene": LEVEL, "typ": LEVEL,
    "ereignistyp": LEVEL, "niveau": LEVEL, "nivel": LEVEL, "livello": LEVEL,
    "computer": HOST, "machinename": HOST, "ordinateur": HOST, "equipo": HOST,
    "user": USER, "benutzer": USER, "utilisateur": USER, "usuario": USER, "utente": USER,
    "description": TEXT, "message": TEXT, "beschreibung": TEXT, "descripción": TEXT, "descrizione": TEXT,
    **dict.fromkeys((
        "log name", "protokollname", "logname", "task category", "aufgabenkategorie", "keywords", "keyword",
        "schlüsselwörter", "opcode", "opcodedisplayname", "task", "taskdisplayname", "user name", "index", "category",
        "categorynumber", "event category", "recordid", "replacementstrings", "timewritten", "username", "version",
        "qualifiers", "providerid", "processid", "threadid", "userid", "activityid", "relatedactivityid",
        "containerlog", "matchedqueryids", "bookmark", "keywordsdisplaynames", "properties", "site", "container",
    ), OTHER),
}  # fmt: skip
"""What a label means, in small letters; in the languages of those who copy most."""
NAMED = rb"(?:IBM |WebSphere )MQ(?: \([^)\n]{1,60}\))?|MQSeries"
"""The source of MQ's events, at every level."""
IS_OURS = re.compile(NAMED)
_LABEL = rb"[ \t]{0,4}(?P<label>[^\s\d:<>\"'][^\n:<>\"]{0,29}?)[ \t]*:"
LABEL = re.compile(_LABEL + rb"(?:[ \t]+(?P<value>[^\n]*?))?[ \t]*(?=\n|$)")
OWN = re.compile(_LABEL + rb"[ \t]+(?:" + NAMED + rb")[ \t]*$", re.M)
NEEDLES = (b"Source", b"ProviderName", b"Quelle", b"Ereignisquelle", b"Orig", b"Fonte", b"<Provider ")
"""How the labels of a source are written, and its element in XML."""
PROVIDER = re.compile(rb"<Provider Name=['\"](?:" + NAMED + rb")['\"]")
XML_ABOVE = 400
"""An event's XML has at most so many bytes above its source."""
FIRST = 60
"""An event has at most so many lines above its source."""
HEADING = re.compile(rb"(?:\xef\xbb\xbf)?(?:#TYPE [^\n]{0,200}\n)?(?P<heading>[^\n]{10,4000})\r?\n")
DELIMITERS = (b",", b";", b"\t")
QUOTED = re.compile(rb'((?:[^"]|"")*+)("?)')
LOOKED = 1 << 20
"""So many bytes of a stretch of a log are looked at for an event: where one is, the others are near."""
TOLD = (LEVEL, TIME, CLOCK, SOURCE, NUMBER, HOST, USER)


def needles(data: bytes) -> tuple[bytes, ...]:
    """What to look for in these bytes; nothing in a long log of other entries, which would be gone through for each."""
    return NEEDLES if any(data.find(label, 0, LOOKED) >= 0 for label in NEEDLES) else ()


def meaning(label: bytes) -> str | None:
    """What a label means."""
    return LABELS.get(label.decode("utf-8", "replace").strip().casefold())


def begin(data: bytes, line: int, floor: int) -> int | None:
    """Where the event begins whose source is on the line at `line`; None where that is none of MQ's."""
    found = OWN.match(data, line)
    label = LABEL.match(data, line) if found else None
    if not label or meaning(label["label"]) != SOURCE:
        return None
    at, seen, indent = line, {label["label"]}, _indent(label)
    for _ in range(FIRST):
        above = data.rfind(b"\n", floor, max(at - 1, floor)) + 1 or floor
        text = data[above : max(at - 1, above)]
        label = LABEL.fullmatch(text)
        if not (label and label["label"] not in seen) and not (indent and text.startswith(indent)):
            break
        at = above
        seen.add(label["label"] if label else b"")
    return at


def _indent(label: re.Match[bytes]) -> bytes:
    """The blanks before what goes on from the line above, where all colons of an event are in one column."""
    column = label[0].find(b":")
    return b" " * (column + 1) if label[0][:column].endswith(b" ") else b""


def begin_of_xml(data: bytes, hit: int, floor: int) -> int | None:
    """Where the event begins whose source is at `hit` in XML; None where the evidence shows it in words above that."""
    at = data.rfind(b"<Event", max(hit - XML_ABOVE, floor), hit) if PROVIDER.match(data, hit) else -1
    return None if at < 0 or data[max(at - XML_ABOVE, 0) : at].rstrip().endswith(b":") else at


LISTED = (
    re.compile(
        rb"[ \t]{0,9}(?P<time>\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?[ T]{1,3}\d{1,2}[:.]\d\d[:.]\d\d(?: ?[AaPp]\.?[Mm]\.?)?)"
        rb"[ \t]+(?P<number>\d{1,5})[ \t]+(?P<level>\S{3,16})[ \t]+(?P<text>\S[^\n]*)"
    ),
    re.compile(
        rb"[ \t]{0,9}\d{1,9}[ \t](?P<time>\S{2,5}[ \t]\S{2,4}[ \t]\d\d:\d\d)[ \t]+(?P<level>\S{3,16})[ \t]+"
        rb"(?P<source>\S[^\n]{0,60}?)[ \t]+(?P<number>\d{1,10})[ \t]+(?P<text>\S[^\n]*)"
    ),
)
"""Lines of the tables that Get-WinEvent, which names the source above them, and Get-EventLog show."""
ABOVE = re.compile(rb"[ \t]{0,9}ProviderName:[ \t]*([^\n]{1,80}?)[ \t]*")
LISTS = (b"LevelDisplayName Message", b"InstanceID Message")
SHOWN = (
    (b"TimeCreated", "time"), (b"Source", None), (b"Id", "number"), (b"LevelDisplayName", "level"),
    (b"Message", "text"),
)  # fmt: skip
"""The fields of a line, which a source above stands for in the second."""


def has_list(data: bytes) -> bool:
    """Whether a text may have a table as PowerShell shows it."""
    return any(heading in data for heading in LISTS)


def without_list(lines: list[Line]) -> list[Line] | None:
    """The lines of a table of MQ's events as lines of one field each."""
    found, source, count = [], b"", 0
    for line in lines:
        above = ABOVE.fullmatch(line.text)
        source = above[1] if above else source
        row = next((row for shape in LISTED if (row := shape.match(line.text))), None)
        its = (row and row.groupdict().get("source")) or source
        if row and IS_OURS.fullmatch(its):
            shown = [label + b": " + (row[name] if name else its) for label, name in SHOWN]
            shown = [b"", *shown, SHOWN[0][0] + b":"]  # the label that begins an event ends the one above
            found += [line._replace(text=text, at=line.at + nth, inner=line.at + nth) for nth, text in enumerate(shown)]
            count += 1
        else:
            found.append(line._replace(text=b"") if above or (row and its) else line)
    return found if count else None


class Column(NamedTuple):
    """A heading of a table of events, and what it means."""

    heading: bytes
    meaning: str | None


class Piece(NamedTuple):
    """What a line has of a cell: of which column, whether the cell begins there, and where."""

    column: int
    is_first: bool
    text: bytes
    line: Line
    at: int


def has_table(data: bytes) -> bool:
    """Whether a text may be a table of events."""
    found = HEADING.match(data)
    return bool(found) and {SOURCE, NUMBER} <= {one.meaning for one in _columns(found["heading"])[0]}


def _columns(heading: bytes) -> tuple[list[Column], bytes]:
    delimiter = max(DELIMITERS, key=heading.count)
    names = [one.strip(b' \t\r"') for one in heading.split(delimiter)]
    return [Column(name, meaning(name)) for name in names], delimiter


def without_table(lines: list[Line]) -> list[Line] | None:
    """The fields of MQ's events a line each, its label before it, and what the event says last; no others."""
    nth = 1 if lines[0].text.startswith(b"#TYPE ") else 0
    columns, delimiter = _columns(lines[nth].text.removeprefix(b"\xef\xbb\xbf"))
    found = [lines[0]._replace(text=b"")]
    for record in _records(lines[nth + 1 :], delimiter):
        found += _labelled(record, columns)
    return found if len(found) > 1 else None


def _records(lines: list[Line], delimiter: bytes) -> Iterator[list[Piece]]:
    record: list[Piece] = []
    column, is_open = 0, False
    for line in lines:
        pieces, column, is_open = _pieces(line, delimiter, column, is_open)
        record += pieces
        if not is_open:
            yield record
            record, column = [], 0
    if record:
        yield record


def _pieces(line: Line, delimiter: bytes, column: int, is_open: bool) -> tuple[list[Piece], int, bool]:
    """What is on a line, the column of the last cell, and whether that goes on."""
    found, at, text = [], 0, line.text
    while True:
        is_first = not is_open
        if is_open or text[at : at + 1] == b'"':
            begin = at if is_open else at + 1
            cell = QUOTED.match(text, begin)
            found.append(Piece(column, is_first, cell[1].replace(b'""', b'"'), line, begin))
            is_open = not cell[2]
            if is_open:
                return found, column, True
            at = cell.end()
        end = text.find(delimiter, at)
        if is_first and (not found or found[-1].column != column):
            found.append(Piece(column, True, text[at : end if end >= 0 else len(text)].strip(b"\r"), line, at))
        if end < 0:
            return found, column, False
        at, column = end + 1, column + 1


def _labelled(record: list[Piece], columns: list[Column]) -> Iterator[Line]:
    of = [columns[one.column] if one.column < len(columns) else Column(b"Description", TEXT) for one in record]
    told = list(zip(of, record, strict=True))
    if not any(column.meaning == SOURCE and IS_OURS.fullmatch(one.text.strip()) for column, one in told):
        return
    places = sorted(one.line.at + one.at if nth else one.line.at for nth, one in enumerate(record))
    shown = [(b"", record[0])]
    shown += [(column.heading + b": " + one.text, one) for column, one in told if column.meaning in TOLD and one.text]
    shown += [(b"Description: " * one.is_first + one.text, one) for column, one in told if column.meaning == TEXT]
    for place, (text, one) in zip([places[0], *places], shown, strict=False):
        yield one.line._replace(text=text, at=place, inner=place)
