"""MQ's structures as data: `layouts.csv` has a line a field, and one reader and one writer serve them all."""

from collections.abc import Mapping
from functools import cache
from itertools import groupby
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np

from mqforensics import csv_tables
from mqforensics.errors import MQForensicsError
from mqforensics.structures.charsets import MULTI_BYTE

NUMBERS = {"long": "i4", "int64": "i8"}
CODES = {"long": "i", "int64": "q", "char": "x", "byte": "s"}
SIGN = {"big": ">", "little": "<"}
PADDING = " \0"
CONTROL_FIELDS = ("StrucId", "Encoding", "CodedCharSetId", "Format")
"""What a header says of itself and of what follows it; the rest are its own fields."""


class LayoutNotFound(MQForensicsError, LookupError):
    """No structure has this name."""


class Layout:
    """One structure: where its fields are, and how to read and write them in either byte order."""

    def __init__(self, name: str, rows: list[dict[str, str]]):
        self.name = name
        self.types = {row["field"]: row["type"] for row in rows}
        self.fields = tuple(self.types)
        self.places = {row["field"]: (int(row["offset"]), int(row["length"])) for row in rows}
        self.length = max(offset + length for offset, length in self.places.values())
        code = "".join(self._code(row) for row in rows)
        self.readers = {order: Struct(sign + code) for order, sign in SIGN.items()}
        self.records = {
            order: np.dtype({
                "names": self.fields, "formats": [self._type(sign, row) for row in rows],
                "offsets": [at for at, _ in self.places.values()], "itemsize": self.length,
            })
            for order, sign in SIGN.items()
        }  # fmt: skip
        """NumPy's types for many at once, text and bytes as the bytes that they are; of one, `readers` are faster."""
        self.writers = {order: Struct(sign + code.replace("x", "s")) for order, sign in SIGN.items()}
        # All text is decoded at once and then sliced, which is far faster than field by field.
        words = [field for field in self.fields if self.types[field] == "char"]
        places = [self.places[field] for field in words]
        self._slices = _getter([slice(offset, offset + length) for offset, length in places])
        found = [field for field in self.fields if self.types[field] != "char"] + words
        self._arrange = _getter([found.index(field) for field in self.fields])
        self.own = tuple(field for field in self.fields if field not in CONTROL_FIELDS)
        self._own = _getter(self.own)
        self._bytes = "byte" in self.types.values()

    @staticmethod
    def _code(row: Mapping[str, str]) -> str:
        kind = CODES[row["type"]]
        return kind if kind in "iq" else f"{row['length']}{kind}"

    @staticmethod
    def _type(sign: str, row: Mapping[str, str]) -> Any:
        kind = NUMBERS.get(row["type"])
        return sign + kind if kind else (np.uint8, (int(row["length"]),))

    def of_rows(self, rows: np.ndarray, order: str) -> np.ndarray:
        """Rows of as many bytes as the structure has, as NumPy's records: `of_rows(rows, "big")["Version"]`."""
        return np.ascontiguousarray(rows).view(self.records[order])[:, 0]

    def read(self, data: bytes, offset: int, order: str, codec: str = "latin-1") -> dict[str, Any]:
        """The fields at `offset`: numbers, bytes, and text without its padding; all of it must be there."""
        words = [word.rstrip(PADDING) for word in self._words(data[offset : offset + self.length], codec)]
        if "\0" in "".join(words):  # MQ takes what follows a NUL for blanks
            words = [word.partition("\0")[0].rstrip() for word in words]
        values = self._arrange((*self.readers[order].unpack_from(data, offset), *words))
        return dict(zip(self.fields, values, strict=True))

    def _words(self, block: bytes, codec: str) -> tuple[str, ...]:
        text = block.decode("latin-1" if codec in MULTI_BYTE else codec, "replace")
        words = self._slices(text)
        if codec not in MULTI_BYTE or "".join(words).isascii():
            return words
        return tuple(word.encode("latin-1").decode(codec, "backslashreplace") for word in words)

    def shown(self, fields: Mapping[str, Any], partly: bool = True) -> dict[str, str | None]:
        """A header's own fields as text: numbers in decimal, bytes in hexadecimal.

        `partly`: some may be None because they are not known.
        """
        return dict(zip(self.own, map(_shown if self._bytes or partly else str, self._own(fields)), strict=True))

    def pack(self, fields: Mapping[str, Any], order: str, codec: str = "latin-1") -> bytes:
        """The structure's bytes; text is padded with blanks, bytes with NULs, and a missing field is blank or 0."""
        return self.writers[order].pack(*(self._packed(field, fields.get(field), codec) for field in self.fields))

    def _packed(self, field: str, value: Any, codec: str) -> Any:
        kind, length = self.types[field], self.places[field][1]
        if kind == "char":
            return (value or "").encode(codec).ljust(length, " ".encode(codec))[:length]
        if kind == "byte":
            return (value or b"").ljust(length, b"\0")[:length]
        return value or 0


def _getter(keys: list) -> Any:
    return itemgetter(*keys) if len(keys) > 1 else lambda whole: tuple(whole[key] for key in keys)


def _shown(value: Any) -> str | None:
    if value.__class__ is bytes:
        return value.hex().upper()
    return None if value is None else str(value)


@cache
def layouts() -> dict[str, Layout]:
    """Every structure by its name; where versions differ in length the name ends in the version."""
    table = csv_tables.rows(__package__, "layouts.csv")
    return {name: Layout(name, list(rows)) for name, rows in groupby(table, itemgetter("structure"))}


def layout(name: str) -> Layout:
    """One structure; raises LayoutNotFound."""
    try:
        return layouts()[name]
    except KeyError:
        known = ", ".join(layouts())
        raise LayoutNotFound(f"expected one of the structures {known}, got {name!r}") from None


def pack(name: str, fields: Mapping[str, Any], order: str = "big", codec: str = "latin-1") -> bytes:
    """Bytes of the structure `name` (`MQDLH`, `MQMD2` …) in a byte order (`big`, `little`) and a codec."""
    return layout(name).pack(fields, order, codec)


def read(name: str, data: bytes, offset: int = 0, order: str = "big", codec: str = "latin-1") -> dict[str, Any]:
    """Fields of the structure `name` in `data`, the reverse of `pack`; `data` must hold all of it."""
    return layout(name).read(data, offset, order, codec)
