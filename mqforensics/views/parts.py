"""The parts of a message's data: each header with its fields, then the payload; where they are, and what is secret."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mqforensics.privacy.mask import byte_spans
from mqforensics.structures import layout, secrets
from mqforensics.structures.headers import HEADERS
from mqforensics.structures.layouts import Layout
from mqforensics.views.field_meanings import meaning

SHAPES = {header.eye.rstrip(): header for header in HEADERS}
PAYLOAD = "payload"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HIDDEN = "hidden"


class Part(NamedTuple):
    """A header, or the payload (`header` is None); `offset` and `length` in bytes of the message's data."""

    name: str
    offset: int
    length: int
    header: Mapping[str, Any] | None = None


class Span(NamedTuple):
    """Bytes that mean one thing: `part` counts the message's parts, `field` counts within the part."""

    offset: int
    length: int
    part: int
    field: int
    title: str
    secret: bool = False


def parts(row: Mapping[str, Any]) -> list[Part]:
    """The chain of a row of the messages table (as a dict): its headers and what follows them."""
    found = [Part(f"MQ{h['StrucId']}", h["offset"], h["length"], h) for h in _headers(row)]
    end = max((part.offset + part.length for part in found), default=0)
    length = len(row["data"]) - end if row.get("data") is not None else len(_in_place(row, end))
    return [*found, Part(PAYLOAD, end, length)] if length > 0 else found


def content(row: Mapping[str, Any]) -> tuple[bytes | None, int]:
    """The bytes of a message that are there, with filler in its gaps, and the offset of the first; None without any."""
    if row.get("data") is not None:
        return bytes(row["data"]), 0
    if row.get("body") is None:
        return None, 0
    chain = parts(row)
    base = chain[-1].offset if chain and row["body"] else 0  # what is before is shown as fields
    return _in_place(row, base), base


def _in_place(row: Mapping[str, Any], base: int) -> bytes:
    """The body, which has the known bytes alone, each byte as far from `base` as in the message."""
    body, made = bytes(row.get("body") or b""), bytearray()
    for gap in sorted(row.get("gaps") or (), key=lambda one: one["offset"]):
        start, stop = max(gap["offset"] - base, len(made)), gap["offset"] + gap["length"] - base
        known = start - len(made)
        if stop <= start or known >= len(body):  # before the body, or behind its last known byte
            continue
        made += body[:known] + bytes(stop - start)
        body = body[known:]
    return bytes(made) + body


def _headers(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The headers, each with its fields: those of the first MQDLH have a column of their own."""
    found = list(row.get("headers") or [])
    own = {name: None if value is None else str(value) for name, value in (row.get("dlh") or {}).items()}
    at = next((n for n, header in enumerate(found) if header["StrucId"] == "DLH" and not header["fields"]), None)
    if at is not None:
        found[at] = {**found[at], "fields": {name: own.get(name) for name in layout("MQDLH").own}}
    return found


def shape(part: Part) -> Layout | None:
    """The layout of a header; None for the payload."""
    if part.header is None:
        return None
    if part.name == "MQCFH":
        return layout("MQCFH")
    known = SHAPES.get(part.header["StrucId"])
    version = (part.header["fields"] or {}).get("Version") or ""
    return known.layout(int(version) if version.strip().isdigit() else 0) if known else None


def fields(part: Part) -> list[tuple[str, int | None, int | None, str | None]]:
    """Name, offset in the data, length and value of each field of a header, those of its variable part last."""
    known, values = shape(part), _values(part)
    if known is None:
        return []
    fixed = [(name, part.offset + at, length, values.get(name)) for name, (at, length) in known.places.items()]
    return fixed + [(name, None, None, value) for name, value in values.items() if name not in known.places]


def _values(part: Part) -> dict[str, str | None]:
    header = part.header or {}
    own = {"StrucId": header.get("StrucId"), **(header.get("fields") or {})}
    follows = {name: header.get(name) for name in ("Encoding", "CodedCharSetId", "Format")}
    return {**{name: None if value is None else str(value) for name, value in follows.items()}, **own}


def hidden(row: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Where a message's passwords are, as (offset, length) in its data."""
    return secrets(row.get("headers") or [], row.get("data_length"))


def hidden_in_payload(row: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Where what the payload says has a secret, as (begin, end) in the data."""
    last = next(reversed(parts(row)), None)
    if last is None or last.header is not None or row.get("body") is None:
        return []
    found = byte_spans(bytes(row["body"]), row.get("body_text"))
    if found and (row.get("gaps") or row.get("missing")):  # the letters are not where the text has them
        return [(last.offset, last.offset + last.length)]
    return [(last.offset + begin, last.offset + end) for begin, end in found]


def spans(row: Mapping[str, Any]) -> list[Span]:
    """Every byte of the data with what it means, in order."""
    kept = {offset for offset, _ in hidden(row)}
    return [span for number, part in enumerate(parts(row)) for span in _spans(number, part, kept)]


def _spans(number: int, part: Part, kept: set[int]) -> Iterator[Span]:
    end, at, count = part.offset + part.length, part.offset, 0
    told = [(name, offset, length, value) for name, offset, length, value in fields(part) if offset is not None]
    values = _values(part)
    for count, (name, offset, length, value) in enumerate(told):
        length, at = min(length, end - offset), offset + length
        if length > 0:
            secret = offset in kept
            shown = HIDDEN if secret else _said(name, value, values)
            yield Span(offset, length, number, count, f"{part.name}.{name} = {shown}{_at(offset, length)}", secret)
    if at < end:
        rest = PAYLOAD if part.header is None else f"{part.name}, variable part"
        yield Span(at, end - at, number, count + 1, rest + _at(at, end - at), at in kept)


def _said(name: str, value: str | None, values: Mapping[str, str | None]) -> str:
    words = meaning(name, value, values)
    return f"{value} ({words})" if words and value is not None else words or str(value)


def _at(offset: int, length: int) -> str:
    return f" · offset {offset} (0x{offset:X}), {length} byte{'s' * (length != 1)}"
