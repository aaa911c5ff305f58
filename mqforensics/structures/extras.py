"""What headers hold after their fixed part: name-value strings, folders, strings at offsets, records, parameters."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mqforensics.structures.charsets import charset, decode
from mqforensics.structures.folders import folder
from mqforensics.structures.layouts import PADDING, layout
from mqforensics.structures.pcf import CFH_LENGTH, name_counter, pcf, properties


@dataclass
class Extra:
    """Findings of a header's variable part."""

    fields: dict[str, str | None] = field(default_factory=dict)
    properties: dict[str, str | None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Block:
    """A whole header: its bytes, its fixed fields, and what its text and its integers are in."""

    data: bytes
    fields: Mapping[str, Any]
    order: str
    codec: str
    ccsid: int | None

    def text(self, start: int, stop: int) -> str:
        """A stretch of it in the character set of the header's own fields."""
        return self.data[start:stop].decode(self.codec, "backslashreplace").rstrip(PADDING)

    def number(self, at: int) -> int:
        """A signed number of four bytes."""
        return int.from_bytes(self.data[at : at + 4], self.order, signed=True)


TOKEN = re.compile(r'"((?:[^"]|"")*)"|([^\s\0]+)')


def name_values(block: Block) -> Extra:
    """NameValueString of an MQRFH: names and values in turn, in quotation marks where they have blanks."""
    text = block.text(layout("MQRFH").length, len(block.data))
    words = [quoted.replace('""', '"') or bare for quoted, bare in TOKEN.findall(text)]
    notes = ["NameValueString of the MQRFH ends in a name without a value"] if len(words) % 2 else []
    names = name_counter()
    pairs = {names(name): value for name, value in zip(words[::2], words[1::2], strict=False)}
    return Extra({"NameValueString": text} if text else {}, pairs, notes)


def folders(block: Block) -> Extra:
    """Folders of an MQRFH2, each a length and XML-like text in NameValueCCSID."""
    extra, at, count = Extra(), layout("MQRFH2").length, 0
    ccsid, names = block.fields["NameValueCCSID"], name_counter()
    while at < len(block.data):
        length, count = block.number(at), count + 1
        start, at = at + 4, at + 4 + length
        if length < 0 or at > len(block.data) or start > len(block.data):
            extra.notes.append(f"NameValueLength {length} of folder {count} in the MQRFH2 cannot be right")
            break
        _folder(extra, names, block.data[start:at], ccsid, block.order, count)
    return extra


def _folder(extra: Extra, names: Callable[[str], str], data: bytes, ccsid: int, order: str, count: int) -> None:
    text = decode(data, ccsid if charset(ccsid) else 1208, order)
    if text is None:
        extra.notes.append(f"folder {count} of the MQRFH2 is not valid in NameValueCCSID {ccsid}")
        text = data.decode("utf-8", "backslashreplace")
    if not text.strip(PADDING + "\t\r\n"):
        return
    found = folder(text)
    for name, value, type_ in found.values:
        name = names(name)
        extra.properties[name] = value
        if type_:
            extra.fields[f"{name}@dt"] = type_
    extra.fields[numbered_field("NameValueData", count)] = text.rstrip(PADDING)
    if found.note:
        extra.notes.append(f"folder {count} of the MQRFH2 is not well-formed: {found.note}")


def numbered_field(name: str, count: int) -> str:
    """Name of the field that stands in a header more than once."""
    return name if count == 1 else f"{name}[{count}]"


STRINGS = ("SrcEnv", "SrcName", "DestEnv", "DestName")


def strings(block: Block) -> Extra:
    """Strings of an MQRMH, each by an offset from the header's beginning and a length."""
    extra = Extra()
    for name in STRINGS:
        length, offset = block.fields[f"{name}Length"], block.fields[f"{name}Offset"]
        if not length or length < 0:
            continue
        if offset is None or offset < layout("MQRMH").length or offset + length > len(block.data):
            extra.notes.append(f"{name}Offset {offset} and {name}Length {length} of the MQRMH point outside of it")
        else:
            extra.fields[name] = block.text(offset, offset + length)
    return extra


RECORD = ((1, "MsgId", 24), (2, "CorrelId", 24), (4, "GroupId", 24), (8, "Feedback", 4), (16, "AccountingToken", 32))
"""Fields of an MQPMR in the order in which PutMsgRecFields says that they are there."""


def records(block: Block) -> Extra:
    """Object records and put-message records of a distribution list (MQDH)."""
    extra, count = Extra(), block.fields["RecsPresent"] or 0
    shape = layout("MQOR")
    bits = block.fields["PutMsgRecFields"] or 0
    size = sum(length for bit, _, length in RECORD if bits & bit)
    for name, offset, length in (("ObjectRec", block.fields["ObjectRecOffset"], shape.length),
                                 ("PutMsgRec", block.fields["PutMsgRecOffset"], size)):  # fmt: skip
        if not offset or not length or count <= 0:
            continue
        if offset < layout("MQDH").length or offset + length * count > len(block.data):
            extra.notes.append(f"{name}Offset {offset} of the MQDH and its {count} records do not fit into it")
            continue
        for n in range(count):
            at = offset + n * length
            found = _object(block, at) if name == "ObjectRec" else _put(block, at, bits)
            extra.fields.update({f"{name}[{n + 1}].{key}": value for key, value in found.items()})
    return extra


def _object(block: Block, at: int) -> dict[str, str]:
    return layout("MQOR").read(block.data, at, block.order, block.codec)


def _put(block: Block, at: int, bits: int) -> dict[str, str]:
    found = {}
    for bit, name, length in RECORD:
        if bits & bit:
            word = block.data[at : at + length]
            found[name] = str(block.number(at)) if name == "Feedback" else word.hex().upper()
            at += length
    return found


def parameters(block: Block) -> Extra:
    """PCF of an MQEPH."""
    found = pcf(block.data[layout("MQEPH").length - CFH_LENGTH :], block.order, block.ccsid)
    if found is None:
        return Extra(notes=["the MQEPH holds no valid MQCFH"])
    return Extra({"CommandName": found["CommandName"]}, properties(found["Parameters"]), found["notes"])


EXTRAS: dict[str, Callable[[Block], Extra]] = {
    "MQRFH": name_values, "MQRFH2": folders, "MQRMH": strings, "MQDH": records, "MQEPH": parameters,
}  # fmt: skip
"""The reader of each layout that has more than fixed fields."""
