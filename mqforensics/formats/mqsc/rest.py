"""Replies of the administrative REST API: `runCommand` (text) and `runCommandJSON` (parameters).

JSON is found by its brackets wherever it stands in the file, so a capture with HTTP headers around it reads too.
Work is done on Latin-1 text: one character a byte, so that a position in the text is a position in the file.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator

from mqforensics.codes import code_pages
from mqforensics.formats.json_text import NotJson, Values
from mqforensics.formats.mqsc.capture_lines import Line
from mqforensics.formats.mqsc.captured_object import ERROR, Record
from mqforensics.formats.mqsc.command_parser import NAMED
from mqforensics.formats.mqsc.runmqsc_session import Session

ANSWERED = re.compile(rb'"commandResponse"\s{0,99}:')
"""What the reply to a command has; one that is an error alone is a client's error, too."""
REPLY = re.compile(
    rb'"commandResponse"\s{0,99}:|'
    rb'"error"\s{0,99}:\s{0,99}\[\s{0,99}\{[^}]{0,500}"msgId"\s{0,99}:\s{0,99}"MQWB'
)
WORDS = (b'"commandResponse"', b'"MQWB')
"""What no reply is without."""
END = re.compile("\n|\r(?!\n)")
NEAR = 1 << 15
"""How far from its bracket the keys of an answer are looked for."""
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)|[^\\\r\n]+|[\r\n]", re.S)
MANAGER = re.compile(r"/qmgr/([\w.%]+)/mqsc")
MESSAGE = re.compile(r"\s*([A-Z]{3,4}\w?\d{4}[A-Z]?|CSQ\w\d{3}[A-Z])\b")
GOOD = (0, None)


def is_reply(data: bytes) -> bool:
    """Whether there is a reply in the text."""
    return any(word in data for word in WORDS) and REPLY.search(data) is not None


def records(data: bytes, first: int = 1) -> list[Record]:
    """The objects and failures of every reply in the text, in order; line numbers from `first`."""
    text = data.decode("latin-1")
    found: list[Record] = []
    starts = [0, *(m.end() for m in END.finditer(text))]
    manager = MANAGER.search(text)
    for at, end, item in _items(text):
        line = bisect_right(starts, at) - 1 + first
        new = list(_item(text, at, end, item, line))
        for record in new:
            record.queue_manager = record.queue_manager or (manager[1] if manager else None)
        found += new
    return found


def _items(text: str) -> Iterator[tuple[int, int, dict]]:
    # An opening bracket that begins a reply is gone into; one that begins an answer is taken whole.
    at, values = text.find("{"), Values(text)
    while at >= 0 and not values.is_spent:
        try:
            item, end = values.at(at)
        except NotJson:
            item, end = None, at + 1
        if isinstance(item, dict) and (item.keys() & {"completionCode", "msgId"}):
            yield at, end, item
        elif isinstance(item, dict) and item.keys() & {"commandResponse", "error"}:
            end = at + 1
        at = text.find("{", end)


def _item(text: str, at: int, end: int, item: dict, line: int) -> Iterator[Record]:
    texts = item.get("text")
    texts = [texts] if isinstance(texts, str) else [t for t in texts or [] if isinstance(t, str)]
    if texts:
        yield from _printed(text, at, end, texts, line)
    elif isinstance(item.get("parameters"), dict):
        record = Record(at, line)
        for key, value in item["parameters"].items():
            record.add(_utf8(key).upper(), _plain(value), line + _before(text, at, key))
        yield record
    elif item.get("completionCode") not in GOOD or "msgId" in item:
        yield _failure(at, line, item)


def _before(text: str, at: int, key: str) -> int:
    place = text.find(f'"{key}"', at, at + NEAR)
    return len(END.findall(text, at, place)) if place >= 0 else 0


def _failure(at: int, line: int, item: dict) -> Record:
    words = [_plain(word) for word in _listed(item.get("message")) + _listed(item.get("explanation"))]
    if "completionCode" in item:
        words.append(f"(completion code {item['completionCode']}, reason {item.get('reasonCode')})")
    record = Record(at, line, type=ERROR, errors=[" ".join(words)])
    message = MESSAGE.match(_plain(item.get("msgId")) or "".join(words[:1]))
    record.message = message[1] if message else None
    record.name = next((found[1].strip() for pattern in NAMED if (found := pattern.search(" ".join(words)))), None)
    return record


def _printed(text: str, at: int, end: int, texts: list[str], line: int) -> Iterator[Record]:
    session, wanted = Session(), set(texts)
    for literal in STRING.finditer(text, at, end):
        if json.loads(literal[0], strict=False) in wanted:
            for place, end, words in _lines(literal[0], literal.start()):
                session.feed(Line(place, line, words, size=end - place))
    managers = {r.attributes["QMNAME"] for r in session.records if r.attributes.get("QMNAME")}
    for record in session.records:
        record.queue_manager = min(managers) if len(managers) == 1 else None
        yield record


def _lines(literal: str, start: int) -> Iterator[tuple[int, int, str]]:
    words, begin, at = [], start, start + 1
    for piece in ESCAPE.findall(literal[1:-1]):
        plain = json.loads(f'"{piece}"', strict=False) if piece[0] == "\\" else piece
        if plain in "\r\n":
            yield begin, at, _utf8("".join(words))
            words, begin = [], at + len(piece)
        else:
            words.append(plain)
        at += len(piece)
    yield begin, at, _utf8("".join(words))


def _utf8(words: str) -> str:
    # Two escapes may be the halves of one letter.
    return code_pages.of_bytes(words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


def _listed(value: object) -> list:
    return value if isinstance(value, list) else [] if value is None else [value]


def _plain(value: object) -> str:
    if isinstance(value, list) and not any(isinstance(part, list) for part in value):
        return ",".join(_plain(part) for part in value)
    if isinstance(value, str):
        return _utf8(value).strip()
    try:
        return "" if value is None else json.dumps(value)
    except (RecursionError, ValueError) as error:
        return f"({error})"
