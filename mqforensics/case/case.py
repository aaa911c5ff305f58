"""A case: a folder, a file or an archive of evidence; which file is what, and the tables that come of them."""

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial, reduce
from pathlib import Path
from shutil import rmtree
from typing import Any

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, Row, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from mqforensics import formats, sail, source
from mqforensics.case.embedded_messages import SIGNS, calls_of, events_of, tables_in
from mqforensics.case.given import Given, merge, of_case_json
from mqforensics.case.given import from_arguments as given_by
from mqforensics.case.settings import of_questions, parse_json, settings
from mqforensics.errors import FileRefused
from mqforensics.files import File, files, remote
from mqforensics.files.context_kinds import LOOKED_AT, OWN, UNKNOWN, context, is_written_by_us
from mqforensics.files.isolation import private_folder
from mqforensics.formats.column_meanings import spark_schema
from mqforensics.formats.paste.clean_text import LARGEST
from mqforensics.formats.recognition import Recognised, parts, recognise
from mqforensics.formats.sections import Section
from mqforensics.formats.tables import SCHEMAS
from mqforensics.session import is_own, session, tune
from mqforensics.spark_compat import rows_of, table_of
from mqforensics.validation import PATH, TIME, CaseExpected, a, validated

SETTINGS = "case.json"
NOTES = (SETTINGS, "TRUTH.md", "README.md", "SOURCES.md")
"""Files about the case, not evidence in it."""
SETTINGS_SIZE = 1 << 20
NOTHING_SAID = Given()
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TIMED = ("messages", "log", "events", "calls")
"""Tables whose rows have a time in UTC, where the evidence tells it."""
TIMES = (("time",), ("dlq_time", "put_time"), ("put_time",))
"""The columns that a row's time is taken from: the first of them that a table has."""
INVENTORY = pa.schema([
    ("file", pa.string()), ("sha256", pa.string()), ("bytes", pa.int64()), ("format", pa.string()),
    ("records", pa.int64()), ("problems", pa.int64()), ("problem", pa.string()),
    ("modified", pa.timestamp("us", "UTC")),
])  # fmt: skip


class Case:
    """The evidence at `path` as tables; a table without evidence is empty. Nothing is read before it is asked for.

    A file is decoded once: the tables are kept, large ones on disk in a private folder that goes with the session.
    `close` lets go of them earlier; so does `with`.
    """

    def __init__(self, spark: SparkSession | None, path: str | os.PathLike, said: Given = NOTHING_SAID):
        given = os.fspath(path)
        self.said = said
        """What the caller knows of it."""
        self.spark, self.path = spark, remote.mask_urls(given)
        self.name = remote.name_of(given) if remote.is_remote(given) else os.path.basename(os.path.normpath(given))
        self.whole, self.span = self, None
        self._files = evidence(path)
        if spark:  # who asks for the files alone has none
            tune(spark, sum(file.size for file in self._files) <= source.SMALL)
        self._kept: list[Callable[[], object]] = []
        self._now = False
        self.made: dict = {}

    def __enter__(self) -> "Case":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the tables that were kept; the case can be asked again, and is read again then."""
        for let_go in self._kept:
            let_go()
        self._kept.clear()
        self.made.clear()
        for name in [name for name, value in vars(self).items() if isinstance(value, DataFrame)]:
            delattr(self, name)

    def keep(self, frame: DataFrame, level: StorageLevel = StorageLevel.MEMORY_AND_DISK_DESER) -> DataFrame:
        """`frame`, kept by Spark until `close`, for what a question reads more than once."""
        if sail.is_own(self.spark):  # which keeps nothing by itself
            frame.write.parquet(str(folder := self._folder() / "rows"))
            return self.spark.read.schema(frame.schema).parquet(str(folder))
        self._kept.append(frame.persist(level).unpersist)
        return frame

    def _folder(self) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="case-", dir=private_folder()))
        self._kept.append(partial(rmtree, folder, ignore_errors=True))
        return folder

    def read(self, table: str) -> DataFrame:
        """A table for many questions: a large one that was not begun yet is read now, once.

        Each question then reads its columns alone. On a cluster, and what is small, is read when it is asked for.
        """
        self._now = True
        return getattr(self, table)

    @validated(since=TIME, until=TIME)
    def between(self, since: str | datetime, until: str | datetime) -> "Case":
        """This case with those messages, log entries, events and calls alone from `since` to `until`.

        Times are datetimes or ISO 8601, in UTC where they have no zone. Raises `TimeExpected`.

        A row without a time in UTC is not in it; displays and rules stay. It is for looking around: what it does not
        show may be in the case, `whole`.
        """
        part = copy(self)
        part.whole, part.span, part._kept = self.whole, (since, until), []
        part.made = {}
        for table in filter(self.whole.has, TIMED):
            vars(part)[table] = part.clip(getattr(self.whole, table))
        return part

    def clip(self, rows: DataFrame) -> DataFrame:
        """The rows of a table that are in the case's `span`, by their own time; all where it has none."""
        if self.span is None:
            return rows
        since, until = ((at - EPOCH) // timedelta(microseconds=1) for at in self.span)
        return rows.where(F.unix_micros(_time(rows)).between(since, until))

    def untimed(self) -> dict[str, int]:
        """How many rows have no time in UTC, by table; `between` leaves them out."""
        tables = {table: getattr(self.whole, table) for table in TIMED if self.whole.has(table)}
        counts = {table: rows.where(_time(rows).isNull()).count() for table, rows in tables.items()}
        return {table: count for table, count in counts.items() if count}

    @property
    def files(self) -> list[File]:
        """The files of the case, in the order of their names."""
        return self._files

    @cached_property
    def formats(self) -> dict[str, str | None]:
        """The format of each file by its name; None for a file that is not evidence the kit knows."""
        return {name: found.format for name, found in self._recognised.items()}

    @cached_property
    def _recognised(self) -> dict[str, Recognised]:
        return {file.name: _recognised(file) for file in self._files}

    @cached_property
    def sections(self) -> dict[str, list[Section]]:
        """The parts of each file that holds several kinds one behind the other, by its name; of no other file.

        A large file whose first known line stands far down is one part, which begins near that line.
        """
        found = {file.name: _sections_of(file, self._recognised[file.name]) for file in self._files}
        return {name: parts for name, parts in found.items() if parts}

    @cached_property
    def copies(self) -> dict[str, str]:
        """The files with the same bytes as another, which is read for both: its name, by theirs."""
        alike: dict[int, list[File]] = {}
        for file in sorted(self._files, key=lambda file: len(file.layers)):  # what lies open is read, not its archive
            kinds = self.kinds_of(file.name)
            if kinds and not any(map(formats.is_by_name, kinds)):
                alike.setdefault(file.size, []).append(file)
        first: dict[str, str] = {}
        digests = ((file.name, file.digest()) for same in alike.values() if len(same) > 1 for file in same)
        firsts = {name: first.setdefault(one.sha256, name) for name, one in digests if not one.problem}
        return {name: other for name, other in firsts.items() if name != other}

    def formats_of(self, file: str) -> list[str]:
        """The formats that a file is read in, in the order of its parts; none for one that is not evidence."""
        return list(dict.fromkeys(self.kinds_of(file)))

    def kinds_of(self, file: str) -> list[str]:
        """The format of each part of a file, in their order; none for one that is not evidence."""
        named = [part.format for part in self.sections.get(file, ())] or [self.formats.get(file)]
        return [name for name in named if name]

    def tables_of(self, file: str) -> set[str]:
        """The tables that hold the rows of a file."""
        return {formats.format_module(name).TABLE for name in self.formats_of(file)}

    def asking(self, **settings) -> "Case":
        """The same evidence, asked with other settings than those of its `case.json`, by question: `walk={"queue": …}`.

        Tables that this case has read are not read again. Raises `SettingsExpected`.
        """
        other = copy(self)
        other.made = {}
        other.whole = other if self.whole is self else self.whole.asking(**settings)
        other._settings = ({**self.settings, **of_questions(**settings)}, self._settings[1])
        return other

    @cached_property
    def given(self) -> Given:
        """What a person knows of it: zones of hosts, capture times, assumptions; the caller's word, then `case.json`.

        It is for what the displays show; the tables have what the evidence prints.
        """
        return merge(self.said, self._own_words[0])

    @cached_property
    def _own_words(self) -> tuple[Given, list[str]]:
        own = self._own
        try:
            whole, _ = parse_json(data := own.head(SETTINGS_SIZE)) if own and not own.problem else (None, ())
        except (ValueError, RecursionError):
            return NOTHING_SAID, []
        return of_case_json(whole, data, own.name) if isinstance(whole, dict) else (NOTHING_SAID, [])

    @property
    def _own(self) -> File | None:
        return next((file for file in self._files if os.path.basename(file.name) == SETTINGS), None)

    @property
    def settings(self) -> dict:
        """What the case's own `case.json` says, by question; what cannot be used is left out, as `inventory` says."""
        return self._settings[0]

    @cached_property
    def _settings(self) -> tuple[dict, str | None]:
        own = self._own
        told, problem = settings(own.head(SETTINGS_SIZE)) if own and not own.problem else ({}, None)
        left_out = ", ".join(map(repr, self._own_words[1][:9]))
        problems = [problem, left_out and f"left out, because it cannot be used: {left_out}"]
        return told, "; ".join(filter(None, problems)) or None

    def has(self, table: str) -> bool:
        """Whether the case has any file of this table; costs no Spark job."""
        is_read = any(table in self.tables_of(file.name) for file in self._files)
        return is_read or (table in SIGNS and table in self._dumped)

    @cached_property
    def _dumped(self) -> set[str]:
        """The tables that messages in dumps have rows of."""
        return {table for file in self._files if "messages" in self.tables_of(file.name) for table in tables_in(file)}

    @cached_property
    def messages(self) -> DataFrame:
        """One row a message, from dumps of every format."""
        return self._table("messages")

    @cached_property
    def objects(self) -> DataFrame:
        """One row an object, from runmqsc output and its relatives."""
        return self._table("objects")

    @cached_property
    def log(self) -> DataFrame:
        """One row an error-log entry."""
        return self._table("log")

    @cached_property
    def events(self) -> DataFrame:
        """One row an event that a queue manager reported, from amqsevt, and from event messages in a dump."""
        events = self._table("events")
        return events.unionByName(events_of(self.messages)) if "events" in self._dumped else events

    @cached_property
    def calls(self) -> DataFrame:
        """One row an MQI call, from traces, and from trace messages in a dump of the trace queue."""
        calls = self._table("calls")
        return calls.unionByName(calls_of(self.messages)) if "calls" in self._dumped else calls

    @cached_property
    def rules(self) -> DataFrame:
        """One row a logical line of a dead-letter handler's rules table."""
        return self._table("rules")

    @cached_property
    def inventory(self) -> DataFrame:
        """`file`, `sha256`, `bytes`, `format`, `records`, `problems` (rows with an error) of each file; `problem`: why
        it, or what part of it, was not read, or of which file it is a copy; `modified`: when the file on disk was last
        written, in UTC.

        Each file is read once more for it, and must not have changed.
        """
        counts = {row.file: (row.records, row.problems) for row in self._counts()}
        rows = []
        for file in self._files:
            digest = file.digest()
            own = (file.name, digest.sha256, digest.size, " + ".join(self.formats_of(file.name)) or None)
            problem = digest.problem or self._unread(file)
            rows.append((*own, *counts.get(file.name, (None, None)), problem, file.modified))
        named = [dict(zip(INVENTORY.names, row, strict=True)) for row in rows]
        return table_of(self.spark, pa.Table.from_pylist(named, INVENTORY), self._kind("inventory", INVENTORY))

    def _unread(self, file: File) -> str | None:
        name = os.path.basename(file.name)
        if file.name in self.copies:
            return f"the same as {self.copies[file.name]}, byte for byte: read once"
        if name == SETTINGS:
            return self._settings[1]
        if self.formats[file.name] or name in NOTES:
            return None
        return f"not read: {context(file.head(LOOKED_AT), file.name)}"

    def _counts(self) -> list[Row]:
        counted = [
            self.read(table).groupBy("file").agg(F.count("*").alias("records"), F.count("error").alias("problems"))
            for table in SCHEMAS
            if self.has(table)
        ]
        if not counted:
            return []
        both = [F.sum(name).alias(name) for name in ("records", "problems")]
        return rows_of(reduce(DataFrame.unionByName, counted).groupBy("file").agg(*both))

    def _kind(self, table: str, schema: pa.Schema) -> StructType:
        # Sail takes no described columns.
        return from_arrow_schema(schema) if sail.is_own(self.spark) else spark_schema(table, schema)

    def _table(self, table: str) -> DataFrame:
        of = self.to_read(table)
        readings = [source.Reading.of(name, *both) for name, both in of.items()]
        if not readings:
            return table_of(self.spark, SCHEMAS[table].empty_table(), self._kind(table, SCHEMAS[table]))
        is_small = sum(file.size for found, _ in of.values() for file in found) <= source.SMALL
        if sail.is_own(self.spark):
            return source.decode(self.spark, readings, self._folder())
        if self._now and not is_small and is_own(self.spark):
            return source.written(self.spark, readings, self._folder())
        level = StorageLevel.MEMORY_AND_DISK if is_small else StorageLevel.DISK_ONLY
        return self.keep(reduce(DataFrame.unionByName, (one.frame(self.spark) for one in readings)), level)

    def to_read(self, table: str) -> dict[str, tuple[list[File], list[source.Part]]]:
        """By each format of a table that the case has: the files that are read whole, and the parts of others."""
        names = [name for name in formats.NAMES if table == formats.format_module(name).TABLE]
        of = {name: (self._of(name), self._parts(name)) for name in names}
        return {name: both for name, both in of.items() if any(both)}

    def _of(self, name: str) -> list[File]:
        known = (file for file in self._files if self.formats[file.name] == name)
        return [file for file in known if file.name not in self.sections and file.name not in self.copies]

    def _parts(self, name: str) -> list[source.Part]:
        read = (file for file in self._files if file.name not in self.copies)
        of = ((file, part) for file in read for part in self.sections.get(file.name, ()) if part.format == name)
        return [_part(file, part) for file, part in of]


CASE = a(Case)._replace(what="a case of open_case", error=CaseExpected)


@validated(path=PATH)
def open_case(
    spark: SparkSession | str | os.PathLike | None,
    path: str | os.PathLike | None = None,
    *,
    zone: str | Mapping[str, str] | Iterable[str] | None = None,
    captured: str | datetime | Mapping[str, str | datetime] | Iterable[str] | None = None,
    assume: Mapping[str, str] | Iterable[str | Mapping[str, Any]] | None = None,
) -> Case:
    """The case at `path`: a folder, a file, a glob, a zip or a gz, or a URL of one that fsspec reads (`s3://…`).

    `open_case(spark, path)`, or `open_case(path)` in a session of the kit's own. What you know and the evidence does
    not show: `zone`, the time zone of the hosts; `captured`, when it was captured, in ISO 8601, by the clock of the
    host where it names no zone; each for all, or by queue manager or file (`{"QM1": "Europe/Berlin"}`). `assume`: by
    key of the list of assumptions `shown` (it holds), `open` (do not assume it) or its value.

    Raises `CaseNotFound` when nothing is there; of a URL that cannot be looked at `SchemeExpected` or `FileRefused`;
    `ZoneExpected`, `TimeExpected`, `AssumptionExpected` and `NameExpected` for what you know.
    Missing evidence is an empty table, never an error.
    """
    said = given_by(zone, captured, assume)
    if path is None:
        path = PATH.taken("path", spark)
        spark = session(evidence=path)
    return Case(spark, path, said)


def evidence(path: str | os.PathLike) -> list[File]:
    """The files at `path`; one in a folder or an archive that the kit itself wrote has the problem `OWN`. Raises as
    `files` does.
    """
    found = files(path)
    is_asked_for = len(found) == 1 and not found[0].layers and os.path.isfile(path)
    return found if is_asked_for else [_unless_own(file) for file in found]


def _unless_own(file: File) -> File:
    is_written = not file.problem and is_written_by_us(file.head(formats.HEAD))
    return replace(file, size=0, problem=OWN, fingerprint=()) if is_written else file


def _recognised(file: File) -> Recognised:
    if os.path.basename(file.name) in NOTES:
        return Recognised(None)
    head = file.head(formats.HEAD)
    found = recognise(head)
    is_unknown = not found.format and not file.problem and len(head) == formats.HEAD
    if not is_unknown or not context(head[:LOOKED_AT], file.name).startswith(UNKNOWN):
        return found
    with suppress(FileRefused), file.mapped() as data:  # whoever reads it says why it was refused
        return recognise(data)
    return found


def _sections_of(file: File, found: Recognised) -> list[Section]:
    if found.format is None or file.problem or (file.size > LARGEST and not found.at):
        return []
    with suppress(FileRefused), file.mapped() as data:  # whoever reads it says why it was refused
        made = parts(data, found)
        return made if len(made) > 1 or made[0].start or made[0].format != found.format else []
    return []


def _part(file: File, part: Section) -> source.Part:
    is_clean = file.size <= LARGEST
    return source.Part(file, part.start, part.end, part.line, is_clean=is_clean, lead=None if is_clean else 0)


def _time(rows: DataFrame) -> Column:
    names = next(names for names in TIMES if set(names) <= set(rows.columns))
    return F.coalesce(*names)
