"""CCSIDs: which codec reads which, as data in `charsets.csv`.

Kinds: `ascii` and `ebcdic` are single-byte, `multi` contains ASCII, `wide` is UTF-16 and UTF-32 in the byte order
of Encoding, `mixed` is EBCDIC with double-byte stretches between SO and SI, of which only the rest can be read.
"""

from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables
from mqforensics.codes import code_pages  # noqa: F401 – registers the EBCDIC code pages that Python lacks


class Charset(NamedTuple):
    """How to read one CCSID."""

    ccsid: int
    codec: str
    kind: str

    @property
    def is_ebcdic(self) -> bool:
        """Whether its letters are EBCDIC's."""
        return self.kind in ("ebcdic", "mixed")

    def codec_for(self, order: str | None) -> str:
        """The codec's name, for wide characters in a byte order."""
        if self.kind != "wide" or self.codec[-3:] in ("-be", "-le"):
            return self.codec
        return self.codec + ("-le" if order == "little" else "-be")


@cache
def charsets() -> dict[int, Charset]:
    """The CCSIDs that the kit can read."""
    rows = csv_tables.rows(__package__, "charsets.csv")
    return {int(row["ccsid"]): Charset(int(row["ccsid"]), row["codec"], row["kind"]) for row in rows}


MULTI_BYTE = frozenset(row.codec for row in charsets().values() if row.kind == "multi")
"""Codecs in which the fields of a structure must be decoded one by one when they are not ASCII."""


def charset(ccsid: int | None) -> Charset | None:
    """The charset of a CCSID; None for MQ's special values and for what no codec is known for."""
    return charsets().get(ccsid)


def decode(data: bytes, ccsid: int | None, order: str | None = None) -> str | None:
    """Bytes as text by CCSID; None when there is no codec for it or the bytes are not valid in it."""
    known = charset(ccsid)
    if known is None or (known.kind == "mixed" and b"\x0e" in data):
        return None
    try:
        return data.decode(known.codec_for(order))
    except UnicodeDecodeError:
        return None
