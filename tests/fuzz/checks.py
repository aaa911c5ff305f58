"""What must hold for any bytes whatever: nothing raises, nothing takes long, every byte is in exactly one row."""

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pyarrow as pa

from mqforensics import source
from mqforensics.codes.platforms import PLATFORMS
from mqforensics.files import FileRefused, files
from mqforensics.formats import NAMES, format_module, identify
from mqforensics.formats.dlqrules import parse_rules
from mqforensics.formats.file_slice import FileSlice
from mqforensics.formats.tables import SCHEMAS
from mqforensics.privacy import redaction
from mqforensics.structures import message as message_data
from mqforensics.structures import pcf
from mqforensics.structures.folders import folder
from mqforensics.tools import explain

QUICK, SLOW = 0.02, 1.0
"""Seconds of processor time: what was quick before it was mutated may not be slow after."""


class Broken(AssertionError):
    """A row that no row may be."""


def rows(name: str, data: bytes) -> None:
    """Reads `data` in the format `name`; its rows fit their table and partition the bytes."""
    module = format_module(name)
    _partition(module.read(FileSlice(data, "f")), SCHEMAS[module.TABLE], data)


def _partition(found: Iterable, schema: pa.Schema, data: bytes) -> None:
    gathered, at = [], 0
    for row in found:
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
            message_data({"Encoding": order, "CodedCharSetId": 1208, "Format": told}, data)
    message_data(None, data)
    for order in ("big", "little"):
        pcf(data, order)
    folder(data.decode("latin-1"))


def rules(data: bytes) -> None:
    """Reads `data` as the rules table of one platform after the other."""
    parse_rules(data, platform=PLATFORMS[len(data) % len(PLATFORMS)])


def sniffed(data: bytes) -> None:
    """Says what `data` is."""
    identify(data[: 1 << 16])


def explained(data: bytes) -> None:
    """Says of `data`, as it would be pasted, what it is and what it says."""
    str(explain.explain(data))


def archives(data: bytes) -> None:
    """Opens `data` as a case, hashes and reads each file in it: what is damaged says so, and no two have one name."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / "case"
        path.write_bytes(data)
        found = files(path)
        if len({file.name for file in found}) < len(found):
            raise Broken("two files of one name")
        for file in found[:50]:
            told = file.digest()
            if told.sha256 is None and not told.problem:
                raise Broken("a file without a hash or a reason")
            try:
                with file.mapped() as content:
                    _fits(file, content)
            except FileRefused as refused:
                if not str(refused):
                    raise Broken("a file is refused without a word") from refused


def _fits(file, content) -> None:
    if not file.layers and len(content) != file.size:
        raise Broken(f"{len(content)} bytes of {file.size}")


def split(data: bytes) -> None:
    """Reads `data` in what it is taken for, in ranges of 3,000 bytes: the rows of all of them partition it, too."""
    name = identify(data[: 1 << 16])
    if not name or not hasattr(format_module(name), "START"):
        return
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        path = Path(folder) / "f"
        path.write_bytes(data)
        for file in files(path):
            if file.problem or file.layers:
                return
            reader = source.Reader(
                name, {"path": str(path), "splitsize": "3000"}, SCHEMAS[format_module(name).TABLE].names
            )
            found = [batch for task in reader.partitions() for batch in reader.read(task)]
            _partition(found, SCHEMAS[format_module(name).TABLE], data)


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
    "structures": structures, "rules": rules, "identify": sniffed, "redaction": masks, "explain": explained,
    "archives": archives, "split": split,
}  # fmt: skip
