"""A message's payload as a person reads it: JSON, XML and PCF laid out, text as it is, bytes left to the hex dump.

XML is laid out by its tags alone and never parsed: evidence may hold entities that grow without end.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from IPython.display import HTML

from mqforensics.privacy.mask import masked
from mqforensics.structures import Parameter, pcf
from mqforensics.structures.pcf import value_text
from mqforensics.views.parts import parts
from mqforensics.views.templates import on_desk

SHOWN = 20_000
"""So many characters of a payload are laid out; more is said."""
MOST = 50 * SHOWN
"""More than this is not laid out at all: what is nested deep grows with every line."""
DEEPEST = 40
"""Tags inside more tags than this are not indented further."""
NO_PAYLOAD = "No payload."
CLOSED_BY = (("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>"), ("<", ">"))
NAME = re.compile(r"</?([^\s/>]+)")


def payload(row: Mapping[str, Any]) -> HTML:
    """The payload of a message (a row of the messages table as a dict), laid out when it is JSON, XML or PCF,
    without secrets.
    """
    return on_desk("payload", one=laid_out(row))


def laid_out(row: Mapping[str, Any]) -> dict[str, Any]:
    """What the template of `payload` shows: what it is, its text, or the rows of its PCF."""
    command = next((part for part in parts(row) if part.name == "MQCFH"), None)
    if command is not None and row.get("data") is not None:
        return _pcf(bytes(row["data"])[command.offset :], row)
    text = row.get("body_text")
    if text is None:
        length = len(row.get("body") or b"")
        return _only(f"{length} bytes that are not text: see the hex dump." if length else NO_PAYLOAD)
    if not text:
        return _only(NO_PAYLOAD)
    kind, shown = pretty(text)
    shown = masked(shown)
    count = f"more than {MOST}" if len(shown) > MOST else str(len(shown))
    more = f" The first {SHOWN} of {count} characters." if len(shown) > SHOWN else ""
    return {"said": f"{kind}.{more}", "text": shown[:SHOWN], "rows": []}


def _only(said: str) -> dict[str, Any]:
    return {"said": said, "text": "", "rows": []}


def pretty(text: str) -> tuple[str, str]:
    """What kind of text it is (`JSON`, `XML`, `Text`), and the text laid out, up to a little over `MOST` characters."""
    begins = text.lstrip(" \t\r\n\ufeff\0")[:1]
    if begins in ("{", "["):
        try:
            value = json.loads(text.strip(" \t\r\n\ufeff\0"))
            return "JSON", "".join(_first(json.JSONEncoder(indent=2, ensure_ascii=False).iterencode(value)))
        except (ValueError, RecursionError):
            return "Text that begins like JSON", text
    if begins == "<":
        lines = _indented(text.strip("\0 \t\r\n\ufeff"))
        return ("XML", "\n".join(lines)) if lines else ("Text that begins like XML", text)
    return "Text", text.rstrip("\0")


def _first(pieces: Iterator[str]) -> Iterator[str]:
    left = MOST
    for piece in pieces:
        yield piece
        left -= len(piece)
        if left < 0:
            return


def _tokens(text: str) -> Iterator[str]:
    """Tags, comments and the text between them; a lone `<` for one that is never closed."""
    at = 0
    while at < len(text):
        if text[at] == "<":
            begin, close = next(pair for pair in CLOSED_BY if text.startswith(pair[0], at))
            end = text.find(close, at + len(begin)) + len(close)
            if end < len(close):
                yield "<"
                return
        else:
            following = text.find("<", at)
            end = following if following >= 0 else len(text)
        yield text[at:end]
        at = end


def _indented(text: str) -> list[str] | None:
    """XML with a line a tag; None when its tags do not match."""
    if len(text) > MOST:
        return None
    lines: list[str] = []
    open_: list[str] = []
    leaf = False  # whether the last line is a tag whose text may follow on it
    for token in _tokens(text):
        indent = "  " * min(len(open_), DEEPEST)
        tag = NAME.match(token)
        if not token.startswith("<"):
            words = token.strip()
            if words and leaf:
                lines[-1] += words
            elif words:
                lines.append(indent + words)
            leaf = leaf and not words.count("\n")
        elif token.startswith("</"):
            if not tag or not open_ or open_.pop() != tag[1]:
                return None
            indent = "  " * min(len(open_), DEEPEST)
            lines[-1:] = [lines[-1] + token] if leaf else [lines[-1], indent + token]
            leaf = False
        elif not token.endswith(">"):
            return None
        else:
            lines.append(indent + token)
            leaf = token[1] not in "?!" and not token.endswith("/>")
            if leaf:
                open_.append(tag[1] if tag else "")
    return None if open_ else lines


def _pcf(data: bytes, row: Mapping[str, Any]) -> dict[str, Any]:
    found = pcf(data, None, (row.get("md") or {}).get("CodedCharSetId"))
    if found is None:
        return _only("PCF that is not whole: see the hex dump.")
    head = f"PCF: {found['CommandName'] or found['Command']}, {found['ParameterCount']} parameters."
    return {"said": head, "text": "", "rows": list(_rows(found["Parameters"], 0))}


def _rows(parameters: list[Parameter], depth: int) -> Iterator[tuple[str, str]]:
    for one in parameters:
        name = "\u2003" * depth + one.name
        if isinstance(one.value, list) and one.value and isinstance(one.value[0], Parameter):
            yield name, f"group of {len(one.value)}"
            yield from _rows(one.value, depth + 1)
        else:
            yield name, value_text(one.value)
