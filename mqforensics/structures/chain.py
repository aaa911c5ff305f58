"""One walker for the whole chain of headers before a message's data.

Each header's Encoding, CodedCharSetId and Format say what follows it; its own fields are in those of the one
before. The byte order is the one that its Version proves, whatever Encoding says; a contradiction is a note.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mqforensics import codes
from mqforensics.structures.body import body_text
from mqforensics.structures.charsets import ASCII, EBCDIC, charset
from mqforensics.structures.clock import put_time
from mqforensics.structures.extras import EXTRAS, Block
from mqforensics.structures.gaps import Gaps
from mqforensics.structures.headers import EYES, FORMATS, PCF_FORMATS, UNMISTAKABLE, Header, byte_order
from mqforensics.structures.layouts import Layout, layout
from mqforensics.structures.pcf import CFH_LENGTH, begins_pcf, pcf, properties

INTEGER = {1: "big", 2: "little"}
"""The integer part of Encoding."""
TRIPLE = ("Encoding", "CodedCharSetId", "Format")
NOT_SHOWN = frozenset(("StrucId", *TRIPLE))
AMS = b"PDMQ"


def message(
    md: Mapping[str, Any] | None,
    data: bytes,
    *,
    dlh: Mapping[str, Any] | None = None,
    gaps: Iterable[Sequence[int]] = (),
    secrets: bool = False,
) -> dict[str, Any]:
    """What a message's data holds: its headers one by one, and the body after them.

    `md`: Encoding, CodedCharSetId and Format of the MQMD; without them the data speaks for itself. `dlh`: an MQDLH
    that a dump printed as text and took out of the data; it is the first header then. `gaps`: (offset, length) of
    bytes in `data` that are filler. `secrets`: show the passwords inside headers. Keys of the result: `dlh`,
    `dlq_time`, `headers`, `properties`, `body`, `body_text` as in the table of messages, and `notes`.
    """
    chain = Chain(md or {}, data, gaps, secrets)
    if dlh is not None:
        chain.printed(dlh)
    while chain.step():
        pass
    return chain.result()


class Chain:
    """Where the walk stands and what it has found."""

    def __init__(self, md: Mapping[str, Any], data: bytes, gaps: Iterable[Sequence[int]], secrets: bool):
        self.data, self.secrets = data, secrets
        self.gaps = Gaps(gaps, len(data)) if gaps else None
        self.at = self.base = 0
        self.order = self.ccsid = self.format = None
        self.dlh = self.dlq_time = None
        self.opaque = False
        self.headers, self.properties, self.notes = [], {}, []
        self.follow(md.get("Encoding"), md.get("CodedCharSetId"), md.get("Format"))

    def follow(self, encoding: int | None, ccsid: int | None, format: str | None) -> None:
        """Take over what a header says of what follows it; 0 and MQ's special values leave things as they are."""
        self.order = INTEGER.get(encoding & 15, self.order) if encoding else self.order
        self.ccsid = ccsid if ccsid and ccsid > 0 else self.ccsid
        self.format = format.rstrip(" \0") if format is not None else None

    def printed(self, dlh: Mapping[str, Any]) -> None:
        """An MQDLH that is text already; offsets count the bytes that it stood for."""
        fields = {name: dlh.get(name) for name in layout("MQDLH").fields}
        self.dead_letter(fields, dlh.get("ByteOrder") or self.order)
        self.enter("DLH ", fields, layout("MQDLH").length, ())
        self.base = layout("MQDLH").length
        self.follow(*(fields[name] for name in TRIPLE))

    def step(self) -> bool:
        """Read the header that stands here; False when there is none or it cannot be read."""
        found = EYES.get(self.data[self.at : self.at + 4])
        named = FORMATS.get(self.format)
        if found and (named or self.format is None or found[0].eye in UNMISTAKABLE):
            return self.header(*found, named)
        if named:
            self.missing(named)
        elif self.format in PCF_FORMATS or (self.format is None and begins_pcf(self.data[self.at :])):
            self.pcf()
        return False

    def header(self, header: Header, is_ebcdic: bool, named: Header | None) -> bool:
        """Read one header whose eye-catcher is here."""
        word = self.data[self.at + 4 : self.at + 8]
        codec = EBCDIC if is_ebcdic else ASCII
        if header.eye == "TMC ":  # its Version is text
            text = word.decode(codec).strip()
            order, version = self.order or "big", int(text) if text in ("1", "2") else 0
        else:
            order = byte_order(word)
            version = int.from_bytes(word, order) if order else 0
        if not version or (header.eye == "DLH " and version != 1):
            if named:
                self.missing(named)
            return False
        self.contradictions(header, is_ebcdic, named, order)
        return self.take(header, header.layout(version), order, self.codec(is_ebcdic))

    def take(self, header: Header, shape: Layout, order: str, codec: str) -> bool:
        """Read the fields of a header, and what it says of what follows."""
        start, present = self.at, len(self.data) - self.at
        if present < shape.length:
            self.notes.append(f"{shape.name} at offset {self.base + start} is cut: {present} of {shape.length} bytes")
            return self.cut(header, shape, order, codec)
        fields = shape.read(self.data, start, order, codec)
        if self.gaps:
            self.hide(shape, fields)
        length, sound = self.extent(shape, fields, present)
        entry = self.enter(header.eye, fields, length, header.secrets)
        self.at = start + length
        if header.eye == "DLH " and self.dlh is None:
            self.dead_letter(fields, order)
        if sound and shape.name in EXTRAS:
            self.extra(shape, fields, entry, start, order, codec)
        self.follow(*(entry[name] for name in TRIPLE))
        return sound and self.format is not None

    def cut(self, header: Header, shape: Layout, order: str, codec: str) -> bool:
        """Read what is there of a header that the data ends in."""
        fields = shape.read(self.data[self.at :].ljust(shape.length, b"\0"), 0, order, codec)
        present = len(self.data) - self.at
        for name, (offset, length) in shape.places.items():
            if offset + length > present or (self.gaps and self.gaps.touch(self.at + offset, length)):
                fields[name] = None
        self.enter(header.eye, fields, present, header.secrets)
        if header.eye == "DLH " and self.dlh is None:
            self.dead_letter(fields, order)
        self.at = len(self.data)
        return False

    def hide(self, shape: Layout, fields: dict[str, Any]) -> None:
        """Fields that touch a gap are not known."""
        lost = [name for name, (at, size) in shape.places.items() if self.gaps.touch(self.at + at, size)]
        fields.update(dict.fromkeys(lost))
        if lost:
            self.notes.append(f"not known in {shape.name} because of missing bytes: {', '.join(lost)}")

    def extent(self, shape: Layout, fields: dict[str, Any], present: int) -> tuple[int, bool]:
        """How long a header is, and whether its StrucLength can be believed."""
        length = fields.get("StrucLength", shape.length)
        if length is not None and shape.length <= length <= present:
            return length, True
        told = "is not known" if length is None else f"{length} cannot be right"
        where = f"{shape.name} at offset {self.base + self.at}"
        self.notes.append(f"StrucLength of {where} {told}: {present} bytes are there")
        return present if length and length > present else shape.length, False

    def enter(self, eye: str, fields: dict[str, Any], length: int, secrets: Sequence[str]) -> dict[str, Any]:
        """Add a header to the list."""
        prefix = "MsgDesc." if eye == "XQH " else ""
        triple = {name: fields.get(prefix + name) for name in TRIPLE}
        shown = {
            name: value if value.__class__ is str or value is None else shown_as_text(value)
            for name, value in fields.items()
            if name not in NOT_SHOWN
        }
        if secrets and not self.secrets:
            shown.update(dict.fromkeys(secrets))
        entry = {"StrucId": eye.rstrip(), "offset": self.base + self.at, "length": length, **triple, "fields": shown}
        self.headers.append(entry)
        return entry

    def dead_letter(self, fields: dict[str, Any], order: str | None) -> None:
        """The first MQDLH is the message's own."""
        self.dlh = {**fields, "ReasonName": codes.reason_name(fields["Reason"]), "ByteOrder": order}
        self.dlq_time = put_time(fields["PutDate"], fields["PutTime"])

    def extra(self, shape: Layout, fields: dict[str, Any], entry: dict[str, Any], start: int, order: str, codec: str) -> None:
        """What a header holds after its fixed part."""
        block = self.data[start : self.at]
        if self.gaps and self.gaps.touch(start + shape.length, len(block) - shape.length):
            self.notes.append(f"the variable part of {shape.name} is not read because bytes of it are missing")
            return
        more = EXTRAS[shape.name](Block(block, fields, order, codec, self.ccsid))
        entry["fields"].update(more.fields)
        self.properties.update(more.properties)
        self.notes.extend(more.notes)

    def pcf(self) -> None:
        """A PCF message: its header is a header, its parameters are the body and are named in the properties."""
        found = pcf(self.data[self.at :], self.order, self.ccsid)
        if found is None:
            self.notes.append(f"Format is {self.format} but the data does not begin with an MQCFH")
            return
        fields = {name: found[name] for name in layout("MQCFH").fields}
        entry = self.enter("CFH ", fields, CFH_LENGTH, ())
        entry["fields"]["CommandName"] = found["CommandName"]
        self.properties.update(properties(found["Parameters"]))
        self.notes.extend(found["notes"])
        self.at += CFH_LENGTH
        self.opaque = True

    def contradictions(self, header: Header, is_ebcdic: bool, named: Header | None, order: str) -> None:
        """Say where the fields before a header and the header itself disagree; the header is believed."""
        what = f"MQ{header.eye.strip()}"
        if named is not header and self.format is not None:
            self.notes.append(f"{what} found although Format is {self.format or 'blank'}")
        if self.order and self.order != order:
            self.notes.append(f"{what} is {order}-endian although Encoding says {self.order}-endian")
        known = charset(self.ccsid)
        if known and known.kind != "wide" and known.is_ebcdic != is_ebcdic:
            script = "EBCDIC" if is_ebcdic else "ASCII"
            self.notes.append(f"{what} is in {script} although CodedCharSetId is {self.ccsid}")

    def codec(self, is_ebcdic: bool) -> str:
        """The single-byte codec of a header's own text."""
        known = charset(self.ccsid)
        if known and known.kind == ("ebcdic" if is_ebcdic else "ascii"):
            return known.codec
        return EBCDIC if is_ebcdic else ASCII

    def missing(self, named: Header) -> None:
        """Format promises a header that is not here; that is legal."""
        where = f"at offset {self.base + self.at}" if self.base + self.at else "at its beginning"
        self.notes.append(f"Format is {self.format} but the data has no valid MQ{named.eye.strip()} {where}")

    def result(self) -> dict[str, Any]:
        """The whole message."""
        if not self.gaps:
            parts = [self.data[self.at :] if self.at else self.data]
        else:
            parts = [self.data[a:b] for a, b in self.gaps.known(self.at, len(self.data))]
        body = b"".join(parts)
        text = None
        if body.startswith(AMS):
            self.notes.append("the body is protected by Advanced Message Security and cannot be read without its keys")
        elif not self.opaque:
            text, notes = body_text(parts, self.format, self.order, self.ccsid)
            self.notes.extend(notes)
        return {
            "dlh": self.dlh, "dlq_time": self.dlq_time, "headers": self.headers, "properties": self.properties,
            "body": body, "body_text": text, "notes": self.notes,
        }  # fmt: skip


def shown_as_text(value: int | bytes) -> str:
    """Numbers in decimal, bytes in hexadecimal."""
    return str(value) if value.__class__ is int else value.hex().upper()
