"""The attribute lines of a dmpmqmsg file: three letters a field of the MQMD, read and written.

The order and the way of writing are the unload program's own: numbers in decimal, names up to their first NUL,
bytes in hexadecimal. What the loader does with a line is what the line means: a field without one is not known.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mqforensics.codes import code_pages
from mqforensics.errors import MQForensicsError
from mqforensics.structures import MQMD1, MQMD2

OF_FIELDS = (
    "VER", "RPT", "MST", "EXP", "FDB", "ENC", "CCS", "FMT", "PRI", "PER", "MSI", "COI", "BOC", "RTQ",
    "RTM", "USR", "ACC", "AID", "PAT", "PAN", "PTD", "PTT", "AOD", "GRP", "MSQ", "OFF", "MSF", "ORL",
)  # fmt: skip
"""The codes of an MQMD's fields behind StrucId, in their order."""
AS_CHARACTERS = {"AIX": "AID", "AOX": "AOD"}
"""Text that is written in hexadecimal unless it was asked for as characters (-dc)."""
IN_HEX = {characters: code for code, characters in AS_CHARACTERS.items()}


def _codes() -> Iterator[tuple[str, str, str, int]]:
    for code, name in zip(OF_FIELDS, MQMD2.fields[1:], strict=True):
        yield code, name, MQMD2.types[name], MQMD2.places[name][1]
        if code in IN_HEX:
            yield IN_HEX[code], name, "hex text", MQMD2.places[name][1]


CODES = tuple(_codes())
"""Code, field, how it is written, and its bytes in the MQMD, in the order of the program."""
VERSION_2 = frozenset(code for code, name, *_ in CODES if name not in MQMD1.types)
VERSION_1 = frozenset(name for code, name, *_ in CODES if code not in VERSION_2 and code != "VER")
"""All of these and no VER: the program writes Version from 2 on."""
KINDS = {code.encode(): (name, kind, length) for code, name, kind, length in CODES}
LONG = re.compile(r" *(-?\d{1,10})\b")
HIDDEN = re.compile(rb"\*\*|\.\.|\xe2\x80\xa6")


class Attribute(NamedTuple):
    """What an attribute line says: the field (None where the line names none), its value, and what is wrong with it."""

    name: str | None
    value: Any = None
    notes: tuple[str, ...] = ()


def attribute(line: bytes) -> Attribute:
    """The attribute on one line."""
    code, value = line[2:5], line[6:]
    known = KINDS.get(code)
    if known is None:
        return Attribute(None, notes=(f"attribute {code.decode('latin-1')!r} is not known",))
    name, kind, length = known
    notes: list[str] = []
    read = _value(kind, value.rstrip(b"\r"), length, code.decode(), notes)
    return Attribute(name, read, tuple(notes))


def fields(lines: Iterable[bytes]) -> tuple[dict[str, Any], list[str]]:
    """The MQMD that attribute lines give, and what is wrong with them."""
    found, notes = {"StrucId": "MD"}, []
    for name, value, more in map(attribute, lines):
        found |= {name: value} if name else {}
        notes += more
    if "Version" not in found and found.keys() >= VERSION_1:
        found["Version"] = 1
    return found, notes


def _value(kind: str, value: bytes, length: int, code: str, notes: list[str]) -> Any:
    if HIDDEN.search(value) and kind != "char":
        notes.append(f"the value of {code} is hidden")
        return None
    if kind == "long":
        return _long(value, code, notes)
    if kind == "char":
        return _text(value, length, code, notes)
    content = _bytes(value, length, code, notes)
    return _text(content, length, code, notes) if content is not None and kind == "hex text" else content


def _long(value: bytes, code: str, notes: list[str]) -> int | None:
    found = LONG.match(value.decode("latin-1"))
    if found and -(1 << 31) <= int(found[1]) < 1 << 31:
        return int(found[1])
    notes.append(f"{code} is not a number: {value.decode('latin-1')!r}" if value.strip() else f"{code} has no value")
    return None


def _text(value: bytes, length: int, code: str, notes: list[str]) -> str:
    if len(value) > length and value[length:].strip():
        notes.append(f"{code} has {len(value)} characters, the first {length} are taken")
    return _text_of_field(value[:length])


def _text_of_field(value: bytes) -> str:
    """A field's text without its padding; what is not UTF-8 is taken byte by byte."""
    return code_pages.text(value, code_pages.ASCII).rstrip(" \0")


def _bytes(value: bytes, length: int, code: str, notes: list[str]) -> bytes | None:
    digits = value.strip()
    if not digits:
        notes.append(f"{code} has no value")
        return None
    try:
        content = bytes.fromhex(digits[: len(digits) & ~1].decode("ascii"))
    except ValueError:
        notes.append(f"{code} is not hexadecimal: {digits.decode('latin-1')!r}")
        return None
    if len(content) != length or len(digits) % 2:
        taken = f"the first {length} are taken" if len(content) > length else f"{length} were expected"
        notes.append(f"{code} has {len(digits) / 2:g} bytes, {taken}")
    return content[:length]


class FieldNotWritable(MQForensicsError, ValueError):
    """A field of an MQMD cannot be written as a line that means exactly it."""


def lines(md: Mapping[str, Any]) -> list[str]:
    """The attribute lines of an MQMD; fields that are None or not there have none, so a loader's default holds.

    Raises `FieldNotWritable` for text outside ASCII, whose bytes on the queue are not known, for text that breaks
    the line, and for a value of another length than the field's.
    """
    newer = (md.get("Version") or 2) >= 2
    return [
        f"A {code} {_written(name, kind, length, md[name])}"
        for code, name, kind, length in CODES
        if md.get(name) is not None and code not in AS_CHARACTERS.values() and (newer or code not in VERSION_2)
    ]


def absent(md: Mapping[str, Any]) -> list[str]:
    """The fields that have no line because they are not known."""
    newer = (md.get("Version") or 2) >= 2
    return [n for c, n, _, _ in CODES if md.get(n) is None and c not in AS_CHARACTERS and (newer or c not in VERSION_2)]


def _written(name: str, kind: str, length: int, value: Any) -> str:
    if kind == "long":
        return str(value)
    if kind == "byte":
        if len(value) != length:
            raise FieldNotWritable(f"expected {length} bytes of {name}, got {len(value)}")
        return bytes(value).hex().upper()
    if not value.isascii() or len(value) > length or (kind == "char" and not value.isprintable()):
        raise FieldNotWritable(f"expected at most {length} characters of printable ASCII in {name}, got {value!r}")
    padded = value.ljust(length)
    return padded.encode("ascii").hex().upper() if kind == "hex text" else padded
