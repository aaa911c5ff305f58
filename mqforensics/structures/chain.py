"""The walk along the chain of headers before a message's data.

Each header's Encoding, CodedCharSetId and Format say what follows it; its own fields are in those of the one
before. The byte order is the one that its Version proves, whatever Encoding says; a contradiction is a note.
Lengths that cannot be right end the walk, and what is left is the body.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mqforensics import codes
from mqforensics.codes.code_pages import ASCII, EBCDIC
from mqforensics.structures.charsets import charset
from mqforensics.structures.extras import EXTRAS, Block
from mqforensics.structures.gaps import Gaps
from mqforensics.structures.headers import EYES, FORMATS, PCF_FORMATS, UNMISTAKABLE, Header, version_of
from mqforensics.structures.layouts import Layout, layout
from mqforensics.structures.pcf import CFH_LENGTH, begins_pcf, pcf, properties
from mqforensics.structures.put_times import put_time

INTEGER = {1: "big", 2: "little"}
"""The integer part of Encoding."""
TRIPLE = ("Encoding", "CodedCharSetId", "Format")
TRIPLES = {"XQH ": tuple(f"MsgDesc.{name}" for name in TRIPLE)}
"""Where a header that has not these fields itself has them."""


class Chain:
    """Where the walk stands and what it has found."""

    __slots__ = (
        "at", "base", "ccsid", "data", "dlh", "dlq_time", "format", "gaps", "headers", "is_pcf", "notes", "order",
        "pcf_at", "properties", "show_secrets",
    )  # fmt: skip

    def __init__(self, md: Mapping[str, Any], data: bytes, gaps: Iterable[Sequence[int]], show_secrets: bool):
        self.data, self.show_secrets = data, show_secrets
        self.gaps = Gaps(gaps, len(data)) if gaps else None
        self.at = self.base = 0  # `base`: bytes before `data` that a dump has printed as fields
        self.order = self.ccsid = None
        self.dlh = self.dlq_time = None
        self.headers, self.properties, self.notes = [], {}, []
        self.is_pcf, self.pcf_at = False, None
        self.follow(md.get("Encoding"), md.get("CodedCharSetId"), md.get("Format"))

    def follow(self, encoding: int | None, ccsid: int | None, format: str | None) -> None:
        """Take over what a header says of what follows it; 0 and MQ's special values leave things as they are."""
        if encoding:
            self.order = INTEGER.get(encoding & 15, self.order)
        if ccsid and ccsid > 0:
            self.ccsid = ccsid
        self.format = format.rstrip(" \0") if format is not None else None

    def printed(self, dlh: Mapping[str, Any]) -> None:
        """An MQDLH that is text already; offsets count the bytes that it stood for."""
        shape = layout("MQDLH")
        fields = {name: dlh.get(name) for name in shape.fields}
        self.enter("DLH ", shape, fields, shape.length)
        self.dead_letter(fields, dlh.get("ByteOrder") or self.order)
        self.base = shape.length
        self.follow(fields["Encoding"], fields["CodedCharSetId"], fields["Format"])

    def step(self) -> bool:
        """Read the header that stands here; False when there is none or nothing can be read after it."""
        found = EYES.get(self.data[self.at : self.at + 4])
        named = FORMATS.get(self.format)
        if found and (named or self.format is None or found[0].eye in UNMISTAKABLE):
            return self.header(*found, named)
        if named:
            self.absent(named.eye)
        elif self.format in PCF_FORMATS or (self.format is None and begins_pcf(self.data, self.at)):
            self.pcf()
        return False

    def header(self, header: Header, is_ebcdic: bool, named: Header | None) -> bool:
        """Read one header whose eye-catcher is here."""
        order, version = version_of(header, self.data[self.at + 4 : self.at + 8], self.order)
        if version not in header.layouts and (not version or header.eye in UNMISTAKABLE):
            if named:
                self.absent(named.eye)
            return False
        if version not in header.layouts:
            self.notes.append(f"MQ{header.eye.strip()} has the unknown Version {version}")
        known = charset(self.ccsid)
        if (self.order and order != self.order) or header is not named or (known and known.is_ebcdic != is_ebcdic):
            self.contradictions(header, is_ebcdic, order)
        if known and known.is_ebcdic == is_ebcdic and known.kind != "wide":
            codec = known.codec
        else:
            codec = EBCDIC if is_ebcdic else ASCII
        return self.take(header, header.layout(version), order, codec)

    def take(self, header: Header, shape: Layout, order: str, codec: str) -> bool:
        """Read the fields of a header, and what it says of what follows."""
        start, present = self.at, len(self.data) - self.at
        whole = present >= shape.length
        data, at = (self.data, start) if whole else (self.data[start:].ljust(shape.length, b"\0"), 0)
        fields = shape.read(data, at, order, codec)
        partly = self.gaps is not None or not whole
        if partly:
            self.hide(shape, fields, present)
        if not whole:
            length, sound = present, False
        elif "StrucLength" in fields:
            length, sound = self.extent(shape, fields, present)
        else:
            length, sound = shape.length, True
        entry = self.enter(header.eye, shape, fields, length, header.secrets, partly)
        self.at = start + length
        if header.eye == "DLH " and self.dlh is None:
            self.dead_letter(fields, order)
        if sound and shape.name in EXTRAS:
            self.extra(shape, Block(self.data[start : self.at], fields, order, codec, self.ccsid), entry)
        if header.eye == "XQH " and fields["MsgDesc.StrucId"] != "MD":
            self.notes.append("the MQXQH holds no valid MQMD")
            sound = False
        self.follow(entry["Encoding"], entry["CodedCharSetId"], entry["Format"])
        return sound and self.format is not None

    def hide(self, shape: Layout, fields: dict[str, Any], present: int) -> None:
        """Fields that are not there, or that touch a gap, are not known."""
        where = f"{shape.name} at offset {self.base + self.at}"
        cut = [name for name, (at, size) in shape.places.items() if at + size > present]
        gap = [name for name, (at, size) in shape.places.items() if self.gaps and self.gaps.touch(self.at + at, size)]
        fields.update(dict.fromkeys(cut + gap))
        if cut:
            self.notes.append(f"{where} is cut: {present} of {shape.length} bytes")
        if gap:
            self.notes.append(f"not known in {where} because of missing bytes: {', '.join(gap)}")

    def extent(self, shape: Layout, fields: dict[str, Any], present: int) -> tuple[int, bool]:
        """How long a header is, and whether its StrucLength can be believed."""
        length = fields["StrucLength"]
        if length is not None and shape.length <= length <= present:
            return length, True
        told = "is not known" if length is None else f"{length} cannot be right"
        where = f"{shape.name} at offset {self.base + self.at}"
        self.notes.append(f"StrucLength of {where} {told}: {present} bytes are there")
        return (present if length and length > present else shape.length), False

    def enter(
        self,
        eye: str,
        shape: Layout,
        fields: Mapping[str, Any],
        length: int,
        secrets: Sequence[str] = (),
        partly: bool = True,
    ) -> dict[str, Any]:
        """Add a header to the list; the fields of the message's own MQDLH are in `dlh` already."""
        encoding, ccsid, format = TRIPLES.get(eye, TRIPLE)
        entry = {
            "StrucId": eye.rstrip(), "offset": self.base + self.at, "length": length,
            "Encoding": fields.get(encoding), "CodedCharSetId": fields.get(ccsid), "Format": fields.get(format),
            "fields": {} if eye == "DLH " and self.dlh is None else shape.shown(fields, partly),
        }  # fmt: skip
        if not self.show_secrets:
            entry["fields"].update(dict.fromkeys(secrets))
        self.headers.append(entry)
        return entry

    def dead_letter(self, fields: dict[str, Any], order: str | None) -> None:
        """The first MQDLH is the message's own."""
        self.dlh = {**fields, "ReasonName": codes.reason_name(fields["Reason"]), "ByteOrder": order}
        self.dlq_time = put_time(fields["PutDate"], fields["PutTime"])

    def extra(self, shape: Layout, block: Block, entry: dict[str, Any]) -> None:
        """What a header holds after its fixed part."""
        if self.gaps and self.gaps.touch(self.at - len(block.data) + shape.length, len(block.data) - shape.length):
            self.notes.append(f"the variable part of {shape.name} is not read because bytes of it are missing")
            return
        more = EXTRAS[shape.name](block)
        entry["fields"].update(more.fields)
        self.properties.update(more.properties)
        self.notes += more.notes

    def pcf(self) -> None:
        """A PCF message: its MQCFH is a header, its parameters are the body and are named in the properties."""
        self.pcf_at = self.at
        if self.gaps and self.gaps.touch(self.at, len(self.data) - self.at):
            self.notes.append("the PCF message is not read because bytes of it are missing")
            return
        found = pcf(self.data[self.at :], self.order, self.ccsid)
        if found is None:
            self.absent("CFH ")
            return
        entry = self.enter("CFH ", layout("MQCFH"), found, CFH_LENGTH)
        entry["fields"]["CommandName"] = found["CommandName"]
        self.properties.update(properties(found["Parameters"]))
        self.notes += found["notes"]
        self.at += CFH_LENGTH
        self.is_pcf = True

    def contradictions(self, header: Header, is_ebcdic: bool, order: str) -> None:
        """Say where a header and what was said of it disagree; the header is believed."""
        what = f"MQ{header.eye.strip()}"
        if self.format is not None and self.format not in header.formats:
            self.notes.append(f"{what} found although Format is {self.format or 'blank'}")
        if self.order and self.order != order:
            self.notes.append(f"{what} is {order}-endian although Encoding says {self.order}-endian")
        known = charset(self.ccsid)
        if known and known.is_ebcdic != is_ebcdic:
            script = "EBCDIC" if is_ebcdic else "ASCII"
            self.notes.append(f"{what} is in {script} although CodedCharSetId is {self.ccsid}")

    def absent(self, eye: str) -> None:
        """Format promises a header that is not here; that is legal."""
        where = f"at offset {self.base + self.at}"
        self.notes.append(f"Format is {self.format} but the data has no valid MQ{eye.strip()} {where}")

    def rest(self) -> list[bytes]:
        """The known stretches of what follows the headers."""
        if not self.gaps:
            return [self.data[self.at :] if self.at else self.data]
        return [self.data[start:stop] for start, stop in self.gaps.known(self.at, len(self.data))]
