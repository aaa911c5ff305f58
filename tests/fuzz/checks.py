"""What must hold for any bytes whatever: nothing raises, nothing takes long, every byte is in exactly one row."""

from collections.abc import Callable

import pyarrow as pa

from mqforensics import redaction
from mqforensics.formats import NAMES, identify, named
from mqforensics.formats.dlqrules import PLATFORMS, parse_rules
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.tables import SCHEMAS
from mqforensics.structures import message, pcf
from mqforensics.structures.folders import folder

QUICK, SLOW = 0.02, 1.0
"""Seconds of processor time: what was quick before it was mutated may not be slow after."""


class Broken(AssertionError):
    """A row that no row may be."""


def rows(name: str, data: bytes) -> None:
    """Reads `data` in the format `name`; its rows fit their table and partition the bytes."""
    module, at = named(name), 0
    schema = SCHEMAS[module.TABLE]
    gathered = []
    for row in module.read(Stretch(data, "f")):
        if isinstance(row, pa.RecordBatch):
            places = zip(row.column("offset").to_pylist(), row.column("length").to_pylist(), strict=True)
        else:
            if not set(row) <= set(schema.names):
                raise Broken(f"columns that the table has not: {set(row) - set(schema.names)}")
            gathered.append(row)
            places = [(row["offset"], row["length"])]
        for offset, length in places:
            if offset != at or length <= 0:
                raise Broken(f"a row of {length} bytes at {offset}, where {at} was due")
            at += length
    if at != len(data):
        raise Broken(f"rows end at {at} of {len(data)} bytes")
    pa.RecordBatch.from_pylist(gathered, schema)


def structures(data: bytes) -> None:
    """Reads `data` as a message's data in each habit, as PCF and as a folder of properties."""
    for order in (546, 273):
        for told in ("MQDEAD", "MQHRF2", "MQADMIN", "MQSTR", ""):
            message({"Encoding": order, "CodedCharSetId": 1208, "Format": told}, data)
    message(None, data)
    for order in ("big", "little"):
        pcf(data, order)
    folder(data.decode("latin-1"))


def rules(data: bytes) -> None:
    """Reads `data` as a rules table of each platform, and renders what it found."""
    for platform in PLATFORMS:
        parse_rules(data, platform=platform)


def sniffed(data: bytes) -> None:
    """Says what `data` is."""
    identify(data[: 1 << 16])


def masks(data: bytes) -> None:
    """Redacts `data` as text and as markup."""
    hidden = redaction.Redaction("all", b"k", ["ORDERS", "QM1"])
    text = data.decode("utf-8", "replace")
    hidden.text(text)
    hidden.markup(text)


def _format(name: str) -> Callable[[bytes], None]:
    def check(data: bytes) -> None:
        rows(name, data)

    return check


CHECKS = {name: _format(name) for name in NAMES} | {
    "structures": structures, "rules": rules, "identify": sniffed, "redaction": masks,
}  # fmt: skip
