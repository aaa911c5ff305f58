"""Any table as one file: CSV and Excel without formulas, JSON, Parquet; row by row, never all at once."""

import csv
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import IO

import ipywidgets as widgets
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    DataType,
    MapType,
    NumericType,
    StringType,
    StructType,
    TimestampType,
)

from mqforensics.case.plain_rows import json_line, redacted_row
from mqforensics.errors import MQForensicsError
from mqforensics.files.output import make_folder, new_file
from mqforensics.plaintext import safe, shortened
from mqforensics.privacy.redaction import Redaction, current
from mqforensics.spark_compat import arrow_schema, each_row_of

BATCH = 2048
SHEET, CELL, EXACT = 1_048_576, 32_767, 15
"""Rows of a sheet of Excel, characters of a cell, and digits of a number that it keeps."""
MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""The date that a workbook says it was made: the same table gives the same file."""


class FormatExpected(MQForensicsError, ValueError):
    """A format that a table cannot be written in."""


def export(
    frame: DataFrame | pd.DataFrame, path: str | os.PathLike, format: str = "", redaction: Redaction | None = None
) -> Path:
    """Write a table to one file; `format` (`csv`, `xlsx`, `json`, `parquet`) is by default that of the file's name.

    CSV has times in UTC, bytes in hexadecimal, what is nested as JSON; an apostrophe is before what a spreadsheet
    would take for a formula, behind a semicolon or tab, too. Excel has the same texts, and numbers as numbers; a table
    of more rows than a sheet holds goes on in the next one, and a text that is too long for a cell ends in `…`. JSON
    is an array of objects. Passwords have a mask; of a message that holds one its bytes are left out. `redaction` hides
    more, see `mqforensics.privacy.redaction`; by default what the process was started with. The file is there when all
    of it is written. Raises `FormatExpected`.
    """
    path = Path(path)
    name = (format or path.suffix.lstrip(".")).lower()
    if name not in WRITERS:
        raise FormatExpected(f"expected one of {', '.join(WRITERS)}, got {name or 'no format'!r}")
    make_folder(path.parent)
    kind = {} if name in BINARY else {"encoding": "utf-8", "newline": ""}
    with new_file(path, **kind) as file:
        WRITERS[name](_spark(frame), file, redaction or current())
    return path


def _spark(frame: DataFrame | pd.DataFrame) -> DataFrame:
    if isinstance(frame, DataFrame):
        return frame
    from pyspark.sql import SparkSession

    rows = [tuple(None if pd.api.types.is_scalar(v) and pd.isna(v) else v for v in row) for row in
            frame.astype(object).itertuples(index=False)]  # fmt: skip
    names = ", ".join(f"`{name}` {_type(frame[name])}" for name in frame.columns)
    return SparkSession.active().createDataFrame(rows, names)


def _type(column: pd.Series) -> str:
    kinds = {"b": "boolean", "i": "long", "u": "long", "f": "double"}
    return kinds.get(column.infer_objects().dtype.kind, "string")


def csv_file(frame: DataFrame, file: IO, redaction: Redaction) -> None:
    """A table as CSV; see `export`."""
    columns = [_text(f.name, f.dataType).alias(f.name) for f in frame.schema]
    nested = {f.name for f in frame.schema if isinstance(f.dataType, ArrayType | MapType | StructType)}
    risky = [f.name in nested or isinstance(f.dataType, StringType) for f in frame.schema]
    writer = csv.writer(file)
    writer.writerow([safe(name) for name in frame.columns])
    for row in _rows(frame, columns, redaction, nested):
        writer.writerow([safe(v) if r else v for v, r in zip(row.values(), risky, strict=True)])


def json_lines(frame: DataFrame, redaction: Redaction | None = None) -> Iterator[str]:
    """Each row of a table as `case.plain_rows.json_line` writes it, times in UTC; `redaction` as in `export`."""
    columns = [_plain(f.name, f.dataType).alias(f.name) for f in frame.schema]
    return map(json_line, _rows(frame, columns, redaction or current()))


def json_file(frame: DataFrame, file: IO, redaction: Redaction) -> None:
    """A table as an array of JSON objects, a row each; see `export`."""
    before = "[\n"
    for line in json_lines(frame, redaction):
        file.write(before + line)
        before = ",\n"
    file.write("\n]\n" if before[0] == "," else "[]\n")


def parquet_file(frame: DataFrame, file: IO, redaction: Redaction) -> None:
    """A table as Parquet, with its own types; see `export`."""
    schema = arrow_schema(frame.schema)
    columns = [F.unix_micros(f.name).alias(f.name) if isinstance(f.dataType, TimestampType) else F.col(f"`{f.name}`")
               for f in frame.schema]  # fmt: skip
    rows = _rows(frame, columns, redaction)
    with pq.ParquetWriter(file, schema) as writer:
        while batch := list(islice(rows, BATCH)):
            writer.write_batch(pa.RecordBatch.from_pylist(batch, schema))


def excel_file(frame: DataFrame, file: IO, redaction: Redaction) -> None:
    """A table as a workbook of Excel; see `export`."""
    columns = [_text(f.name, f.dataType).alias(f.name) for f in frame.schema]
    nested = {f.name for f in frame.schema if isinstance(f.dataType, ArrayType | MapType | StructType)}
    numbers = [isinstance(f.dataType, NumericType) for f in frame.schema]
    write_workbook(file, frame.columns, numbers, (row.values() for row in _rows(frame, columns, redaction, nested)))


def write_workbook(file: IO, names: Collection[str], numbers: Collection[bool], rows: Iterable[Iterable]) -> None:
    """Rows of texts as a workbook; `numbers`: which columns are of numbers. Nothing in it is a formula or a link."""
    import xlsxwriter  # here, because only who saves a workbook needs it

    book = xlsxwriter.Workbook(file, {
        "constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False,
    })  # fmt: skip
    book.set_properties({"created": MADE})
    bold, rows = book.add_format({"bold": True}), iter(rows)
    for sheet in _sheets(book):
        for column, name in enumerate(names):
            sheet.write_string(0, column, name[:CELL], bold)
        at = 0
        for at, row in enumerate(islice(rows, SHEET - 1), 1):
            for column, (value, is_number) in enumerate(zip(row, numbers, strict=True)):
                if is_number and value is not None and NUMBER.fullmatch(str(value)):
                    sheet.write_number(at, column, float(value))
                elif value is not None:
                    sheet.write_string(at, column, _fitting(str(value)))
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, at, max(0, len(names) - 1))
        if at < SHEET - 1:
            break
    book.close()


def _sheets(book) -> Iterator:
    """New sheets, as long as somebody wants another."""
    while True:
        yield book.add_worksheet()


def _fitting(text: str) -> str:
    return shortened(text, CELL)


BINARY = ("parquet", "xlsx")
NUMBER = re.compile(rf"-?(?!0\d)\d{{1,{EXACT}}}(?:\.\d{{1,6}})?")
"""What Excel keeps as it is."""
WRITERS: dict[str, Callable[[DataFrame, IO, Redaction], None]] = {
    "csv": csv_file, "xlsx": excel_file, "json": json_file, "parquet": parquet_file,
}  # fmt: skip


def _rows(
    frame: DataFrame, columns: list[Column], redaction: Redaction, nested: Collection[str] = ()
) -> Iterator[dict]:
    """The rows as dicts, as `case.plain_rows.redacted_row` gives them."""
    is_messages, nested = {"headers", "data"} <= set(frame.columns), frozenset(nested)
    extra = [F.col("headers").alias("_headers")] if is_messages else []
    for row in each_row_of(frame.select(*columns, *extra)):
        shown = row.asDict(recursive=True)
        headers = (shown.pop("_headers") or []) if is_messages else None
        yield redacted_row(shown, headers, redaction, nested)


def _text(name: str, kind: DataType) -> Column:
    if isinstance(kind, ArrayType | MapType | StructType):
        return F.to_json(F.col(f"`{name}`"))
    return _plain(name, kind).cast("string")


def _plain(name: str, kind: DataType) -> Column:
    if isinstance(kind, TimestampType):
        return F.date_format(name, "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
    return F.hex(name) if isinstance(kind, BinaryType) else F.col(f"`{name}`")


class ExportBar(widgets.HBox):
    """A format and a button; `wanted` is called with the format, `value` is the file that was written last."""

    def __init__(self, wanted: Callable[[str], None], label: str = "Save the table as"):
        self.format = widgets.Dropdown(options=list(WRITERS), description=label,
                                       style={"description_width": "initial"}, layout={"width": "230px"})  # fmt: skip
        self.button = widgets.Button(description="Save", icon="download", layout={"width": "90px"})
        self.said = widgets.Label()
        self.value: Path | None = None
        self.button.on_click(lambda _: wanted(self.format.value))
        super().__init__([self.format, self.button, self.said])

    def wrote(self, path: Path) -> None:
        """Say which file is there now."""
        self.value, self.said.value = path, f"Saved: {path}"
