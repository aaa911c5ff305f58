"""MQ's structures as data: `layouts.csv` has a line a field, and one reader and one writer serve them all."""

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from struct import Struct
from typing import Any

from mqforensics.errors import MQForensicsError

CODES = {"long": "i", "int64": "q", "char": "x", "byte": "s"}
SIGN = {"big": ">", "little": "<"}
PADDING = " \0"


class LayoutNotFound(MQForensicsError, LookupError):
    """No structure has this name."""


class Layout:
    """One structure: where its fields are, and how to read and write them in either byte order."""

    def __init__(self, name: str, rows: list[dict[str, str]]):
        self.name = name
        self.fields = tuple(row["field"] for row in rows)
        self.types = tuple(row["type"] for row in rows)
        self.places = {row["field"]: (int(row["offset"]), int(row["length"])) for row in rows}
        self.length = max(offset + length for offset, length in self.places.values())
        code = "".join(self._code(row) for row in rows)
        self.numbers = {order: Struct(sign + code) for order, sign in SIGN.items()}
        self.writers = {order: Struct(sign + code.replace("x", "s")) for order, sign in SIGN.items()}
        # Text is decoded once for the whole structure and then sliced, which is far faster than field by field.
        text = [f for f, kind in zip(self.fields, self.types, strict=True) if kind == "char"]
        slices = [slice(offset, offset + length) for offset, length in map(self.places.get, text)]
        self.slices = itemgetter(*slices) if len(slices) > 1 else lambda whole: tuple(whole[s] for s in slices)
        at = [f for f, kind in zip(self.fields, self.types, strict=True) if kind != "char"] + text
        self.arrange = itemgetter(*map(at.index, self.fields))

    @staticmethod
    def _code(row: Mapping[str, str]) -> str:
        kind = CODES[row["type"]]
        return kind if kind in "iq" else f"{row['length']}{kind}"

    def read(self, data: bytes, offset: int, order: str, codec: str = "latin-1") -> dict[str, Any]:
        """The fields at `offset`: numbers, bytes, and text without its padding; `codec` is a single-byte one."""
        text = data[offset : offset + self.length].decode(codec, "replace")
        words = [word.rstrip(PADDING) for word in self.slices(text)]
        if "\0" in "".join(words):  # MQ takes what follows a NUL for blanks
            words = [word.partition("\0")[0].rstrip() for word in words]
        values = self.arrange((*self.numbers[order].unpack_from(data, offset), *words))
        return dict(zip(self.fields, values, strict=True))

    def pack(self, fields: Mapping[str, Any], order: str, codec: str = "latin-1") -> bytes:
        """The structure's bytes; text is padded with blanks, bytes with NULs, and a missing field is blank or 0."""
        values = [self._value(field, kind, fields.get(field), codec) for field, kind in self._typed()]
        return self.writers[order].pack(*values)

    def _typed(self):
        return zip(self.fields, self.types, strict=True)

    def _value(self, field: str, kind: str, value: Any, codec: str) -> Any:
        length = self.places[field][1]
        if kind == "char":
            return (value or "").encode(codec).ljust(length, " ".encode(codec))[:length]
        if kind == "byte":
            return (value or b"").ljust(length, b"\0")[:length]
        return value or 0


@cache
def layouts() -> dict[str, Layout]:
    """Every structure by its name; where versions differ in length the name ends in the version."""
    with files(__package__).joinpath("layouts.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
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
