"""The chain of headers as a diagram: each box with its offsets and what it says of what follows it."""

from collections.abc import Mapping
from typing import Any

from IPython.display import HTML

from mqforensics.views.field_meanings import meaning
from mqforensics.views.parts import HIDDEN, LETTERS, Part, fields, hidden, parts
from mqforensics.views.sheet import tint
from mqforensics.views.templates import on_desk

ORDERS = {1: "big-endian", 2: "little-endian"}
LENGTHS = {1: 324, 2: 364}
"""Bytes of an MQMD by its Version."""


def chain(row: Mapping[str, Any]) -> HTML:
    """The headers of a message (a row of the messages table as a dict) in their order, each with its fields."""
    return on_desk("chain", one=laid_out(row))


def laid_out(row: Mapping[str, Any]) -> dict[str, Any]:
    """What the template shows: the chain in words, the boxes, and each header's fields."""
    boxes = [_descriptor(row["md"])] if row.get("md") else []
    boxes += [_box(number, part) for number, part in enumerate(parts(row))]
    kept = {offset for offset, _ in hidden(row)}
    headers = [_details(number, part, kept) for number, part in enumerate(parts(row)) if part.header]
    return {"spoken": spoken(row), "boxes": boxes, "headers": headers}


def spoken(row: Mapping[str, Any]) -> str:
    """The chain in one sentence."""
    chain = [f"{part.name} at {part.offset}, {part.length} bytes" for part in parts(row)]
    return "; then ".join(["MQMD", *chain] if row.get("md") else chain)


def _descriptor(md: Mapping[str, Any]) -> dict[str, Any]:
    length = LENGTHS.get(md.get("Version"))
    size = f"version {md['Version']}, {length} bytes" if length else "descriptor"
    return {"look": "", "name": "MQMD", "lines": [size, *_follows(md)]}


def _box(number: int, part: Part) -> dict[str, Any]:
    end = part.offset + part.length
    place = f"{part.offset}–{end - 1} (0x{part.offset:X}–0x{end - 1:X})"
    size = f"{part.length} byte{'s' * (part.length != 1)}"
    return {"look": tint(None if part.header is None else number), "name": f"{LETTERS[number % 26]} {part.name}",
            "lines": [place, size, *(_follows(part.header) if part.header else ())]}  # fmt: skip


def _follows(header: Mapping[str, Any]) -> list[str]:
    """What a header says of what follows it."""
    format, ccsid, encoding = (header.get(name) for name in ("Format", "CodedCharSetId", "Encoding"))
    if format is None and ccsid is None and encoding is None:
        return []
    order = ORDERS.get((encoding or 0) & 15, "")
    said = ", ".join(x for x in (format or "no format", f"CCSID {ccsid}" if ccsid else "", order) if x)
    return [f"then: {said}"]


def _details(number: int, part: Part, kept: set[int]) -> dict[str, Any]:
    told = fields(part)
    values = {name: value for name, _, _, value in told}
    head = f"{LETTERS[number % 26]} {part.name}: {len(told)} fields"
    return {"look": tint(number), "head": head, "rows": [_row(*one, values, kept) for one in told]}


def _row(
    name: str, offset: int | None, length: int | None, value: str | None, values: Mapping, kept: set[int]
) -> tuple[str, str, str, str]:
    place = "" if offset is None else f"{offset} +{length}"
    secret = offset in kept
    shown = HIDDEN if secret else "" if value is None else value
    return name, place, shown, "" if secret else meaning(name, value, values)
