"""The message descriptor out of bytes."""

from dataclasses import dataclass, field
from typing import Any

from mqforensics.codes.code_pages import ASCII, EBCDIC
from mqforensics.structures.headers import VERSIONS
from mqforensics.structures.layouts import layout

EYES = {b"MD  ": ASCII, b"\xd4\xc4\x40\x40": EBCDIC}
LAYOUTS = {1: "MQMD1", 2: "MQMD2"}


@dataclass
class Descriptor:
    """An MQMD and how its bytes were read."""

    fields: dict[str, Any]
    byte_order: str
    length: int
    codec: str
    notes: list[str] = field(default_factory=list)


def mqmd(data: bytes, offset: int = 0) -> Descriptor | None:
    """The MQMD that begins at `offset`, in ASCII or EBCDIC and either byte order; None when there is none.

    One that is cut has the fields that are whole, the others None, and a note.
    """
    codec = EYES.get(bytes(data[offset : offset + 4]))
    proved = VERSIONS.get(bytes(data[offset + 4 : offset + 8])) if codec else None
    if proved is None:
        return None
    order, version = proved
    shape = layout(LAYOUTS.get(version, "MQMD2"))
    notes = [] if version in LAYOUTS else [f"MQMD Version {version} is not known, read as version 2"]
    block = bytes(data[offset : offset + shape.length])
    fields = shape.read(block.ljust(shape.length, b"\0"), 0, order, codec)
    if len(block) < shape.length:
        notes.append(f"MQMD is cut: {len(block)} of {shape.length} bytes")
        ends = {name: start + length for name, (start, length) in shape.places.items()}
        fields = {name: value if ends[name] <= len(block) else None for name, value in fields.items()}
    return Descriptor(fields, order, len(block), codec, notes)
