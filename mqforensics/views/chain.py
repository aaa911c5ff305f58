"""The chain of headers as a diagram: each box with its offsets and what it says of what follows it."""

from collections.abc import Mapping
from typing import Any

from IPython.display import HTML

from mqforensics.plaintext import escaped
from mqforensics.views.parts import HIDDEN, LETTERS, Part, fields, hidden, parts
from mqforensics.views.sheet import styled, tint
from mqforensics.views.words import meaning

ORDERS = {1: "big-endian", 2: "little-endian"}
LENGTHS = {1: 324, 2: 364}
"""Bytes of an MQMD by its Version."""


def chain(row: Mapping[str, Any]) -> HTML:
    """The headers of a message (a row of the messages table as a dict) in their order, each with its fields."""
    return styled(diagram(row) + details(row))


def diagram(row: Mapping[str, Any]) -> str:
    """The boxes alone, as text of HTML."""
    boxes = [_descriptor(row["md"])] if row.get("md") else []
    boxes += [_box(number, part) for number, part in enumerate(parts(row))]
    words = escaped(spoken(row))
    arrows = "<div class='arrow'>→</div>".join(boxes)
    return f"<div class='chain' role='img' aria-label=\"{words}\">{arrows}</div>"


def spoken(row: Mapping[str, Any]) -> str:
    """The chain in one sentence."""
    chain = [f"{part.name} at {part.offset}, {part.length} bytes" for part in parts(row)]
    return "; then ".join(["MQMD", *chain] if row.get("md") else chain)


def _descriptor(md: Mapping[str, Any]) -> str:
    length = LENGTHS.get(md.get("Version"))
    size = f"version {md['Version']}, {length} bytes" if length else "descriptor"
    return f"<div class='box'><b>MQMD</b><span>{size}</span>{_follows(md)}</div>"


def _box(number: int, part: Part) -> str:
    look = tint(None if part.header is None else number)
    end = part.offset + part.length
    place = f"{part.offset}–{end - 1} (0x{part.offset:X}–0x{end - 1:X})"
    size = f"{part.length} byte{'s' * (part.length != 1)}"
    follows = _follows(part.header) if part.header else ""
    name = f"{LETTERS[number % 26]} {part.name}"
    return f"<div class='box {look}'><b>{name}</b><span>{place}</span><span>{size}</span>{follows}</div>"


def _follows(header: Mapping[str, Any]) -> str:
    """What a header says of what follows it."""
    format, ccsid, encoding = (header.get(name) for name in ("Format", "CodedCharSetId", "Encoding"))
    if format is None and ccsid is None and encoding is None:
        return ""
    order = ORDERS.get((encoding or 0) & 15, "")
    said = ", ".join(x for x in (format or "no format", f"CCSID {ccsid}" if ccsid else "", order) if x)
    return f"<span>then: {escaped(said)}</span>"


def details(row: Mapping[str, Any]) -> str:
    """Each header's fields, folded away."""
    kept = {offset for offset, _ in hidden(row)}
    return "".join(_details(n, part, kept) for n, part in enumerate(parts(row)) if part.header)


def _details(number: int, part: Part, kept: set[int]) -> str:
    told = fields(part)
    values = {name: value for name, _, _, value in told}
    rows = "".join(_row(*one, values, kept) for one in told)
    head = f"{LETTERS[number % 26]} {part.name}: {len(told)} fields"
    cells = "<tr><th>field</th><th>offset</th><th>value</th><th>in words</th></tr>"
    return f"<details><summary class='{tint(number)}'>{escaped(head)}</summary><table>{cells}{rows}</table></details>"


def _row(name: str, offset: int | None, length: int | None, value: str | None, values: Mapping, kept: set[int]) -> str:
    place = "" if offset is None else f"{offset} +{length}"
    secret = offset in kept
    shown = HIDDEN if secret else "" if value is None else value
    words = "" if secret else meaning(name, value, values)
    return (
        f"<tr><td class='key'>{escaped(name)}</td><td>{place}</td>"
        f"<td class='mono'>{escaped(shown)}</td><td>{escaped(words)}</td></tr>"
    )
