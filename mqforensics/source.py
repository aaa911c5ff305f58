"""The one Spark data source that serves every format: list the files, split the large ones, read, Arrow out."""

import gc
import json
import mmap
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from mqforensics import formats
from mqforensics.errors import MQForensicsError
from mqforensics.files import File, FileRefused, distinct, files
from mqforensics.formats import is_as_found
from mqforensics.formats.api import Format, traits
from mqforensics.formats.column_meanings import spark_schema
from mqforensics.formats.file_slice import SECRETS, FileSlice
from mqforensics.formats.invalid_timestamps import with_invalid_timestamps
from mqforensics.formats.paste.clean_text import LARGEST, clean_text
from mqforensics.formats.tables import SCHEMAS, decoded, record_batch
from mqforensics.privacy.mask import row_without_secrets
from mqforensics.privacy.mask_columns import columns_without_secrets
from mqforensics.structures.arrays import count

SPLIT = 16 << 20
PIECE = 16 << 20
ROWS = 2048
SENT = 512
"""Rows of a batch that is decoded for Spark: Java takes it out of the socket while the next one is made."""
GROUP = 32768
"""Rows of a batch that is decoded for a file."""
NEWLINE = ord("\n")
LONGEST_LINE = 16 << 20
"""Bytes that a line may have to be read; evidence that has none is binary."""
LINE_ENDS = (b"\n", b"\r", b"\x15")
"""What ends a line, the last in EBCDIC."""
SMALL = 64 << 20
"""Tables of so many bytes of evidence are kept in memory, larger ones on disk: memory stays as it is."""
BROADCAST_ROW_LIMIT = 2 << 20
"""So many rows Spark takes for too many to be sent whole from task to task, which it does with what is small."""
DONT_NEED = getattr(mmap, "MADV_DONTNEED", None)
"""What tells the system that pages are not needed; not every system has it."""
UNSEEN = " on the machine that reads it: evidence must lie where every executor of the cluster can read it"


AS_IT_IS = "messages"
"""The table in which no text is searched for secrets: its formats know where those of a message are."""
OPTIONS = ("path", "paths", "files", "splitsize", "secrets")
"""What `load` and `option` may say, in lower case; `paths` is what `load` makes of a list."""


class OptionExpected(MQForensicsError, ValueError):
    """An option has a value that means nothing."""


@dataclass(frozen=True)
class Part:
    """A range of one file: every record that begins in it, and what came before it."""

    file: File
    start: int
    end: int | None
    line: int = 1
    context: Mapping[str, str] = field(default_factory=dict)
    is_clean: bool = False
    """Of the clean text of the file, if something was pasted around it: `start`, `end` and `line` are of that."""
    lead: int | None = None
    """Where the text begins, ahead of `start`, in which no record is known: it belongs to the first row."""

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return (self.file.size if self.end is None else self.end) - self.start


@dataclass
class Parts(InputPartition):
    """What one Spark task reads: a range of a large file, or several small files."""

    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """How many bytes that is."""
        return sum(part.size for part in self.parts)


class Evidence(DataSource):
    """A format as a Spark data source; options `path`, `files` (JSON names under it), `splitSize` (bytes), `secrets`.

    `secrets`: `true` shows the passwords inside headers (`fields` of IIH, CIH and SAPH, properties of such a name in an
    MQRFH or MQRFH2, and the `data` they are in), of definitions, and in texts of logs.
    """

    FORMAT = ""

    @classmethod
    def name(cls) -> str:
        """The name for `spark.read.format`."""
        return cls.FORMAT

    def schema(self) -> StructType | pa.Schema:
        """The schema of the format's table, as the engine of this process takes it.

        Raises `OptionExpected` for an option that no format has.
        """
        unknown = sorted(name for name in self.options if name.lower() not in OPTIONS)
        if unknown:
            raise OptionExpected(f"expected options among {', '.join(OPTIONS)}, got {', '.join(unknown)}")
        return SCHEMAS[formats.format_module(self.FORMAT).TABLE] if "pysail" in sys.modules else _schema(self.FORMAT)

    def reader(self, schema: StructType) -> DataSourceReader:
        """A reader of the columns of `schema` alone."""
        return Reader(self.FORMAT, self.options, schema.names)


class Reader(DataSourceReader):
    """Splits a case's files into tasks and reads each into Arrow batches."""

    def __init__(self, name: str, options: Mapping[str, str], columns: list[str]):
        self.format, self.columns = name, columns
        self.paths, self.only = _paths(options), options.get("files")
        self.split = _size("splitSize", options.get("splitsize") or str(SPLIT))
        self.given = {SECRETS: _truth(SECRETS, options.get(SECRETS) or "false")}

    def partitions(self) -> list[Parts]:
        """One task a range of a large file, one for a bundle of small ones."""
        only = set(json.loads(self.only)) if self.only else None
        found = distinct(file for path in self.paths for file in files(path))
        return self.tasks(file for file in found if only is None or file.name in only)

    def tasks(self, files: Iterable[File], parts: Iterable[Part] = ()) -> list[Parts]:
        """The tasks that read these files, and parts of others."""
        module = formats.format_module(self.format)
        whole = [Part(file, 0, None, is_clean=True) for file in files]
        small, tasks = [part for part in parts if part.is_clean], []
        for part in (*whole, *(part for part in parts if not part.is_clean)):
            if part.size > self.split and part.file.seekable and traits(module).START:
                tasks += [Parts((one,)) for one in ranges(part.file, module, self.split, part.start, part.line)]
            else:
                small.append(part)
        return tasks + [Parts(tuple(bundle)) for bundle in _bundles(small, self.split)] or [Parts(())]

    def read(self, partition: Parts) -> Iterator[pa.RecordBatch]:
        """The rows of the records that begin in the partition's ranges."""
        yield from self.rows(partition, SENT)

    def rows(self, partition: Parts, most: int) -> Iterator[pa.RecordBatch]:
        """The same; at most so many of them in a batch of which a column was encoded."""
        module = formats.format_module(self.format)
        schema, hides = SCHEMAS[module.TABLE], _hides(module, self.given)
        with _uncollected():
            for part in partition.parts:
                for batch in batches(self._rows(part, module), schema):
                    asked = batch.select(self.columns)
                    yield from decoded(columns_without_secrets(asked) if hides else asked, most)

    def _rows(self, part: Part, module: Format) -> Iterator[Mapping | pa.RecordBatch]:
        try:
            of = (replace(one, context={**one.context, **self.given}) for one in stretches(part, module))
            yield from _led(chain.from_iterable(_read_rows(module, stretch) for stretch in of), part)
        except FileRefused as refused:
            unseen = UNSEEN if isinstance(refused.__cause__, FileNotFoundError) else ""
            yield {"file": part.file.name, "offset": part.start, "length": 0, "error": f"{refused}{unseen}"}


@dataclass(frozen=True)
class Reading:
    """The tasks that read files, and parts of others, in one format.

    They are planned here and now, because Spark starts two processes to have a data source plan its own.
    """

    reader: Reader
    tasks: list[Parts]

    @classmethod
    def of(cls, name: str, files: Iterable[File], parts: Iterable[Part] = ()) -> "Reading":
        """What reads these in the format `name`."""
        reader = Reader(name, {"paths": "[]"}, SCHEMAS[formats.format_module(name).TABLE].names)
        return cls(reader, reader.tasks(files, parts))

    def frame(self, spark: SparkSession) -> DataFrame:
        """The rows, read when they are asked for: of whole files what `spark.read.format` gives."""
        told = 1 if sum(task.size for task in self.tasks) <= SMALL else 1 + BROADCAST_ROW_LIMIT // len(self.tasks)
        places = spark.range(told * len(self.tasks), numPartitions=len(self.tasks))
        return places.mapInArrow(partial(_read, self, told), _schema(self.reader.format))


def written(spark: SparkSession, readings: Iterable[Reading], folder: Path) -> DataFrame:
    """The rows, read now, as Parquet files in `folder` of this machine: a question then reads its columns alone.

    Spark's own store takes five times as long for them, and reads every column for the few that are asked for.
    """
    folder.mkdir(exist_ok=True)
    each = [(one.reader, task) for one in readings for task in one.tasks]
    numbered = spark.sparkContext.parallelize(list(enumerate(each)), len(each))
    numbered.foreach(partial(_write, folder))
    return spark.read.schema(_schema(each[0][0].format)).parquet(str(folder))


def decode(spark: SparkSession, readings: Iterable[Reading], folder: Path) -> DataFrame:
    """The same, read by this process."""
    each = [(one.reader, task) for one in readings for task in one.tasks]
    for numbered in enumerate(each):
        _write(folder, numbered)
    kind = from_arrow_schema(SCHEMAS[formats.format_module(each[0][0].format).TABLE])  # Sail takes no described columns
    return spark.read.schema(kind).parquet(str(folder))


def _schema(name: str) -> StructType:
    table = formats.format_module(name).TABLE
    return spark_schema(table, SCHEMAS[table])


def _write(folder: Path, numbered: tuple[int, tuple[Reader, Parts]]) -> None:
    number, (reader, task) = numbered
    schema = SCHEMAS[formats.format_module(reader.format).TABLE]
    # Each stretch is a group of rows: Spark never holds more of large messages at once.
    with pq.ParquetWriter(folder / f"{number:06}.parquet", schema, compression="lz4") as out:
        for batch in reader.rows(task, GROUP):
            out.write_batch(batch)


def _read(reading: Reading, told: int, places: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in places:
        ids = batch.column("id").to_numpy()
        for place in ids[ids % told == 0].tolist():
            yield from reading.reader.read(reading.tasks[place // told])


@cache
def _settled() -> None:
    """What a worker of Spark has loaded stays: it looks for garbage after each task, and not again among this."""
    gc.freeze()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looks for garbage in cycles: a reader makes many objects and no cycles."""
    was_on = gc.isenabled()
    if TaskContext.get():
        _settled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _paths(options: Mapping[str, str]) -> list[str]:
    if "paths" in options:
        return json.loads(options["paths"])
    if "path" not in options:
        raise OptionExpected("expected a path of evidence: load(path)")
    return [options["path"]]


def _size(name: str, value: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise OptionExpected(f"expected a number of bytes as the option {name!r}, got {value!r}")
    return int(value)


def _truth(name: str, value: str) -> str:
    if value.lower() not in ("true", "false"):
        raise OptionExpected(f"expected true or false as the option {name!r}, got {value!r}")
    return value.lower()


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


def ranges(file: File, module: Format, split: int, begin: int = 0, line: int = 1) -> Iterator[Part]:
    """A large file cut where a record begins, about every `split` bytes; with the line and context of each beginning.

    `begin` and `line`: where the first record that is known may begin; what stands before belongs to its row. Where a
    record begins is reported here alone: searched for from elsewhere, what shows it might be overlooked.
    """
    context_after, counts, context = traits(module).context_after, _cites_lines(module), {}
    lead = 0 if begin else None
    with ExitStack() as opened:
        try:
            data = opened.enter_context(file.mapped())
        except FileRefused:
            yield Part(file, 0, None)  # whoever reads it says so
            return
        while begin < len(data):
            end = next_record_start(data, begin + split, module, split)
            yield Part(file, begin, end, line, context, lead=lead)
            lead = None
            line += count(data, NEWLINE, begin, end) if counts else 0
            context = context_after(data, context, begin, end) if context_after and end < len(data) else context
            release_pages(data, begin, end)
            begin = end


def release_pages(data: bytes | mmap.mmap, begin: int, end: int) -> None:
    """Keep no more of a mapped file in memory than what is being looked at: the rest counts as this process's own."""
    if isinstance(data, mmap.mmap) and DONT_NEED is not None:
        begin -= begin % mmap.PAGESIZE
        data.madvise(DONT_NEED, begin, end - begin)


def stretches(part: Part, module: Format, piece: int = PIECE) -> Iterator[FileSlice]:
    """The part's records in stretches of about `piece` bytes; a format without `START` is read whole."""
    context_after, ahead = traits(module).context_after, traits(module).LOOKAHEAD
    counts, line, context = _cites_lines(module), part.line, part.context
    with _mapped(part) as data:
        clean = clean_text(bytes(data), is_as_found(module)) if part.is_clean and len(data) <= LARGEST else None
        data = clean.data if clean else data
        begin, end = part.start, len(data) if part.end is None else min(part.end, len(data))
        while begin < end:
            stop = min(next_record_start(data, begin + piece, module, piece), end)
            for first, last, is_read in _of_lines(data, begin, stop, module):
                own, after = (data[first:last], data[last : last + ahead]) if is_read else (b"", b"")
                left = 0 if is_read else last - first
                yield FileSlice(own, part.file.name, first, line, after, context, clean, left)
                line += count(data, NEWLINE, first, last) if counts and last < end else 0
                context = (
                    context_after(data, context, first, last) if context_after and is_read and last < end else context
                )
            begin = stop


def _of_lines(data: bytes | mmap.mmap, begin: int, end: int, module: Format) -> Iterator[tuple[int, int, bool]]:
    """The bytes from `begin` to `end` as runs of lines: from where, to where, and whether they are to be read.

    A line of more than `LONGEST_LINE` bytes is not: readers of lines would take many times its size for it.
    """
    done = at = begin
    while end - at > LONGEST_LINE and not traits(module).BINARY:
        within = at + LONGEST_LINE
        newline = next((found for one in LINE_ENDS if (found := data.rfind(one, at, within)) >= 0), None)
        if newline is not None:
            at = newline + 1
            continue
        if at > done:
            yield done, at, True
        done = min((found for one in LINE_ENDS if (found := data.find(one, within, end)) >= 0), default=end - 1) + 1
        yield at, done, False
        at = done
    if done < end:
        yield done, end, True


def _mapped(part: Part) -> AbstractContextManager:
    return part.file.mapped() if part.is_clean else part.file.mapped(part.start, part.end)


def _cites_lines(module: Format) -> bool:
    return "line" in SCHEMAS[module.TABLE].names


def next_record_start(data: bytes | mmap.mmap, offset: int, module: Format, near: int) -> int:
    """Where the first record begins at or after `offset`, the better one if it is `near`; the end when none does."""
    pattern = traits(module).START
    if offset >= len(data) or not pattern:
        return len(data)
    if own := traits(module).next_record_start:
        return own(data, offset, near)
    for match in pattern.finditer(data, offset - 1):  # a record's line begins after a newline
        begin = match.start(match.lastindex or 0)
        if begin >= offset:
            return begin
    return len(data)


def rows(module: Format, stretch: FileSlice) -> Iterator[Mapping | pa.RecordBatch]:
    """What the format reads; should its reader fail, one row for the bytes it has not read, saying so."""
    for row in _read_rows(module, stretch):
        if not _hides(module, stretch.context):
            yield row
        else:
            yield row_without_secrets(row) if isinstance(row, Mapping) else columns_without_secrets(row)


def _hides(module: Format, context: Mapping[str, str]) -> bool:
    return module.TABLE != AS_IT_IS and context.get(SECRETS) != "true"


def _read_rows(module: Format, stretch: FileSlice) -> Iterator[Mapping | pa.RecordBatch]:
    for row in _safely_read(module, stretch):
        placed = stretch.clean.placed(row) if stretch.clean else row
        yield with_invalid_timestamps(placed) if module.TABLE == "messages" else placed


def _safely_read(module: Format, stretch: FileSlice) -> Iterator[Mapping | pa.RecordBatch]:
    done = stretch.offset
    if stretch.left_out:
        error = f"a line of {stretch.left_out} bytes, above the limit of {LONGEST_LINE}: it was not read"
        yield {"file": stretch.file, "offset": done, "length": stretch.left_out, "error": error}
        return
    try:
        for row in module.read(stretch):
            yield row
            done = _end(row)
    except Exception as problem:  # a worker that raises would take the whole job with it
        length = stretch.offset + len(stretch.data) - done
        error = f"{module.NAME} could not be read from here on: {type(problem).__name__}: {problem}"
        yield {"file": stretch.file, "offset": done, "length": length, "error": error}


def _led(rows: Iterator[Mapping | pa.RecordBatch], part: Part) -> Iterator[Mapping | pa.RecordBatch]:
    """The rows of a part, the first of which has the text ahead of it, too."""
    first = next(rows, None) if part.lead is not None else None
    if isinstance(first, pa.RecordBatch):
        rows, first = chain([first.slice(1)], rows), first.slice(0, 1).to_pylist(maps_as_pydicts="lossy")[0]
    if first is not None:
        yield {**first, "offset": part.lead, "length": _end(first) - part.lead}
    yield from rows


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
            yield _batch(gathered, schema)
            gathered = []
        if not isinstance(row, Mapping):
            yield row
    if gathered:
        yield _batch(gathered, schema)


def _batch(rows: list[Mapping], schema: pa.Schema) -> pa.RecordBatch:
    return record_batch({name: [row.get(name) for row in rows] for name in schema.names}, schema)


def _named(name: str) -> type[Evidence]:
    return type(name, (Evidence,), {"FORMAT": name, "__doc__": f"The format `{name}`.", "__module__": __name__})


SOURCES = tuple(_named(name) for name in formats.NAMES)
globals().update({source.__name__: source for source in SOURCES})  # so that they pickle by name
