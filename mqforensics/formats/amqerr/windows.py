"""An event of Windows' Application log, field by field, as a row: its number is that of the AMQ message."""

import html
import re

from mqforensics.clock import timestamps
from mqforensics.formats.amqerr import inserts
from mqforensics.formats.paste import windows_events
from mqforensics.formats.paste.windows_events import CLOCK, HOST, LABEL, LEVEL, NUMBER, TEXT, TIME, USER

LEVELS = {
    "error": "E", "fehler": "E", "erreur": "E", "errore": "E", "erro": "E", "warning": "W", "warnung": "W",
    "avertissement": "W", "advertencia": "W", "avviso": "W", "information": "I", "informationen": "I",
    "información": "I", "informazioni": "I", "critical": "S", "kritisch": "S",
    "1": "S", "2": "E", "3": "W", "4": "I", "0": "I",
}  # fmt: skip
"""The letter of a message by the word or the number for its level."""
MANY = 1 << 16
"""An event's number is the low half of what some programs show."""
NO_NUMBER = "the event shows no number: the AMQ message that it is cannot be told"
XML = re.compile(
    windows_events.PROVIDER.pattern + rb".{0,600}?<EventID[^>\n]{0,60}>(?P<number>\d{1,10})<(?:(?!</System>).){0,1000}?"
    rb"<TimeCreated SystemTime=['\"](?P<time>[^'\"\n]{10,40})['\"]",
    re.S,
)
"""An event in XML; where it stands below the same event in words, it tells the time by UTC."""
ELEMENTS = {
    "level": re.compile(rb"<Level>(\d)</Level>"), "host": re.compile(rb"<Computer>([^<\n]{1,255})</Computer>"),
    "text": re.compile(rb"<Message>([^<]{1,30000})</Message>"),
}  # fmt: skip
DATA = re.compile(rb"<Data>([^<]{0,4000})</Data>")
_XML = re.compile(rb"[ \t]{0,4}<Event[ \t>]|[ \t]{0,4}[\w .-]{0,20}X[Mm][Ll][\w .-]{0,20}:[ \t]*$")
_COUNTED = re.compile(rb"[ \t]{0,4}Event\[\d{1,9}\]")
_GAP = re.compile(r"\n[ \t]*\n")


def windows_row(data: bytes) -> dict:
    """The row of one event; what another program says below it is not a part of it."""
    fields, said = _fields(data.split(b"\n"))
    value = {meaning: _text(text) for meaning, text in fields.items()}
    message = _message(value.get(NUMBER) or "")
    stamp = " ".join(filter(None, (value.get(TIME), value.get(CLOCK)))) or None
    same = XML.search(data)
    zoned = _text(same["time"]) if same and _message(_text(same["number"])) == message else stamp
    return {
        **timestamps.time_columns(zoned, stamp), "host": value.get(HOST) or None,
        "user": user if (user := value.get(USER)) not in ("", "N/A", None) else None,
        "severity": LEVELS.get((value.get(LEVEL) or "").casefold()), **_saying(message, _text(b"\n".join(said)), {}),
    }  # fmt: skip


def xml_row(data: bytes) -> dict:
    """The row of one event in XML: what it says where its words are there, else the strings put into them."""
    end = data.find(b"</Event>")
    data = data[: end if end >= 0 else len(data)]
    found = XML.search(data)
    value = {name: _unescaped(each[1]) for name, pattern in ELEMENTS.items() if (each := pattern.search(data))}
    stamp = _text(found["time"]) if found else None
    strings = {f"Data{nth}": _unescaped(one) for nth, one in enumerate(DATA.findall(data), 1)}
    return {
        **timestamps.time_columns(stamp, stamp), "host": value.get("host"),
        "severity": LEVELS.get(value.get("level", "")),
        **_saying(_message(_text(found["number"]) if found else ""), value.get("text", ""), strings),
    }  # fmt: skip


def _message(digits: str) -> str | None:
    number = int(digits) % MANY if digits.isascii() and digits.isdecimal() and len(digits) < 11 else None
    return f"AMQ{number:04}" if number and number < 10_000 else None


def _saying(message: str | None, text: str, strings: dict[str, str]) -> dict:
    """The columns of what an event says."""
    told = _parts(text)
    named = inserts.inserts_by_name(message, told.values(), {}) | strings
    comp_code, reason = inserts.codes(named)
    return {
        "message": message, **dict.fromkeys(("text", "explanation", "action")), **told, "inserts": named or None,
        "comp_code": comp_code, "reason": reason, "error": None if message else NO_NUMBER,
    }  # fmt: skip


def _fields(lines: list[bytes]) -> tuple[dict[str, bytes], list[bytes]]:
    """What the labels of the event name, by its meaning, and the lines of its text."""
    fields: dict[str, bytes] = {}
    said: list[bytes] = []
    first, is_told = None, False
    source = next((line for line in lines if windows_events.OWN.match(line)), b"")
    for line in lines:
        label = LABEL.fullmatch(line)
        meaning = windows_events.meaning(label["label"]) if label else None
        if is_told and (_COUNTED.match(line) or _XML.match(line) or (meaning and label["label"] == first)):
            break
        first = first or (label["label"] if meaning else None)
        if meaning == TEXT and not is_told:
            said, is_told = [label["value"] or b""], True
        elif meaning and (not is_told or line.find(b":") == source.find(b":")):
            fields.setdefault(meaning, label["value"] or b"")
        elif is_told:
            said.append(line)
    return fields, said


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").strip()


def _unescaped(raw: bytes) -> str:
    return html.unescape(_text(raw))


def _parts(text: str) -> dict[str, str]:
    """Summary, explanation and action of an event that has these three paragraphs; of another what there is."""
    paragraphs = [" ".join(one.split()) for one in _GAP.split(text) if one.strip()]
    if len(paragraphs) < 3:
        return dict(zip(("text", "explanation"), paragraphs, strict=False))
    return {"text": paragraphs[0], "explanation": "\n\n".join(paragraphs[1:-1]), "action": paragraphs[-1]}
