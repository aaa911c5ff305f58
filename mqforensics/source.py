"""The one Spark data source that serves every format: list the files, split the large ones, read, Arrow out."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from mqforensics import formats
from mqforensics.evidence import File, files
from mqforensics.formats.stretch import Stretch
from mqforensics.formats.tables import SCHEMAS

SPLIT = 64 << 20
PIECE = 8 << 20
SPAN = 256
"""No longer than this is what marks the beginning of a record."""
ROWS = 2048


@dataclass(frozen=True)
class Part:
    """A range of one file: every record that begins in it, and what came before it."""

    file: File
    start: int
    end: int | None
    line: int = 1
    context: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Parts(InputPartition):
    """What one Spark task reads: a range of a large file, or several small files."""

    parts: tuple[Part, ...]


class Evidence(DataSource):
    """A format as a Spark data source; options `path`, `files` (JSON names under it), `splitSize` (bytes)."""

    FORMAT = ""

    @classmethod
    def name(cls) -> str:
        """The name for `spark.read.format`."""
        return cls.FORMAT

    def schema(self) -> StructType:
        """The schema of the format's table."""
        return from_arrow_schema(SCHEMAS[formats.named(self.FORMAT).TABLE])

    def reader(self, schema: StructType) -> DataSourceReader:
        """A reader of the columns of `schema` alone."""
        return Reader(self.FORMAT, self.options, schema.names)


class Reader(DataSourceReader):
    """Splits a case's files into tasks and reads each into Arrow batches."""

    def __init__(self, name: str, options: Mapping[str, str], columns: list[str]):
        self.format, self.columns = name, columns
        self.path, self.only = options["path"], options.get("files")
        self.split = int(options.get("splitsize") or SPLIT)

    def partitions(self) -> list[Parts]:
        """One task a range of a large file, one for a bundle of small ones."""
        module = formats.named(self.format)
        small, tasks = [], []
        for file in self._files():
            if file.size > self.split and file.seekable and hasattr(module, "START"):
                tasks += [Parts((part,)) for part in ranges(file, module, self.split)]
            else:
                small.append(Part(file, 0, None))
        return tasks + [Parts(tuple(bundle)) for bundle in _bundles(small, self.split)] or [Parts(())]

    def _files(self) -> list[File]:
        only = set(json.loads(self.only)) if self.only else None
        return [file for file in files(self.path) if only is None or file.name in only]

    def read(self, partition: Parts) -> Iterator[pa.RecordBatch]:
        """The rows of the records that begin in the partition's ranges."""
        module = formats.named(self.format)
        schema = SCHEMAS[module.TABLE]
        for part in partition.parts:
            for stretch in stretches(part, module):
                for batch in batches(rows(module, stretch), schema):
                    yield batch.select(self.columns)


def _bundles(parts: list[Part], limit: int) -> Iterator[list[Part]]:
    bundle, size = [], 0
    for part in parts:
        if bundle and size + part.file.size > limit:
            yield bundle
            bundle, size = [], 0
        bundle.append(part)
        size += part.file.size
    if bundle:
        yield bundle


def ranges(file: File, module, split: int) -> Iterator[Part]:
    """A large file cut every `split` bytes, each range with the line and context that it begins in."""
    carry, context, line = getattr(module, "carry", None), {}, 1
    with file.open() as stream:
        for start in range(0, file.size, split):
            yield Part(file, start, min(start + split, file.size), line, context)
            data = stream.read(split)
            line += data.count(b"\n")
            context = carry(data, context) if carry else context


def stretches(part: Part, module, piece: int = PIECE) -> Iterator[Stretch]:
    """The part's records in stretches of about `piece` bytes; a format without `START` is read whole."""
    pattern, ahead = getattr(module, "START", None), getattr(module, "LOOKAHEAD", 0)
    carry, context = getattr(module, "carry", None), part.context
    with part.file.open() as stream:
        window = Window(stream, part.start)
        begin = window.boundary(part.start, pattern) if part.start else 0
        line = part.line + window.bytes(part.start, begin).count(b"\n")
        context = carry(window.bytes(part.start, begin), context) if carry and part.start else context
        while window.reach(begin + 1) and (part.end is None or begin < part.end):
            target = begin + piece if part.end is None else min(begin + piece, part.end)
            stop = window.boundary(target, pattern)
            window.reach(stop + ahead)
            data = window.bytes(begin, stop)
            yield Stretch(data, part.file.name, begin, line, window.bytes(stop, stop + ahead), context)
            line, begin = line + data.count(b"\n"), stop
            context = carry(data, context) if carry else context
            window.forget(begin)


class Window:
    """The part of a stream that is in memory; offsets are those of the file."""

    def __init__(self, stream: BinaryIO, start: int):
        self.stream, self.base, self.data, self.ended = stream, max(start - 1, 0), b"", False
        if self.base:
            stream.seek(self.base)  # one byte early: a record's line begins after a newline

    @property
    def end(self) -> int:
        """Offset behind the last byte in memory."""
        return self.base + len(self.data)

    def reach(self, offset: int) -> bool:
        """Read on until `offset` is covered; False when the file ends before it."""
        missing = offset - self.end
        if missing > 0 and not self.ended:
            more = self.stream.read(missing + PIECE)
            self.ended = len(more) < missing + PIECE
            self.data += more
        return offset <= self.end

    def bytes(self, start: int, stop: int) -> bytes:
        """The bytes from `start` to `stop`."""
        return self.data[start - self.base : stop - self.base]

    def boundary(self, offset: int, pattern: re.Pattern | None) -> int:
        """Where the first record begins at or after `offset`; the end of the file when none does."""
        while not self.ended or pattern:
            self.reach(offset + SPAN)
            found = self._first(offset, pattern) if pattern else None
            if found is not None or self.ended:
                return self.end if found is None else found
            offset = max(offset, self.end - SPAN + 1)
        return self.end

    def _first(self, offset: int, pattern: re.Pattern) -> int | None:
        begins = (
            self.base + match.start(match.lastindex or 0)
            for match in pattern.finditer(self.data, max(offset - 1 - self.base, 0))
        )
        return next((begin for begin in begins if begin >= offset), None)

    def forget(self, before: int) -> None:
        """Drop what lies before an offset, but for one byte."""
        keep = max(before - 1, self.base)
        self.data, self.base = self.data[keep - self.base :], keep


def rows(module, stretch: Stretch) -> Iterator[Mapping | pa.RecordBatch]:
    """What the format reads; should its reader fail, one row for the bytes it has not read, saying so."""
    done = stretch.offset
    try:
        for row in module.read(stretch):
            yield row
            done = _end(row)
    except Exception as problem:  # a worker that raises would take the whole job with it
        length = stretch.offset + len(stretch.data) - done
        error = f"{module.NAME} could not be read from here on: {type(problem).__name__}: {problem}"
        yield {"file": stretch.file, "offset": done, "length": length, "error": error}


def _end(row: Mapping | pa.RecordBatch) -> int:
    if isinstance(row, pa.RecordBatch):
        return row.column("offset")[-1].as_py() + row.column("length")[-1].as_py()
    return row["offset"] + row["length"]


def batches(rows: Iterable[Mapping | pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Rows gathered into Arrow batches of `schema`; what is a batch already passes through."""
    gathered: list[Mapping] = []
    for row in rows:
        if isinstance(row, Mapping):
            gathered.append(row)
        if gathered and (len(gathered) == ROWS or not isinstance(row, Mapping)):
            yield pa.RecordBatch.from_pylist(gathered, schema)
            gathered = []
        if not isinstance(row, Mapping):
            yield row
    if gathered:
        yield pa.RecordBatch.from_pylist(gathered, schema)


def _named(name: str) -> type[Evidence]:
    return type(
        name, (Evidence,), {"FORMAT": name, "__doc__": f"The format `{name}`.", "__module__": __name__}
    )


SOURCES = tuple(_named(name) for name in formats.NAMES)
globals().update({source.__name__: source for source in SOURCES})  # so that they pickle by name
