"""What each column of the questions' tables means, its unit and what redaction hides of it: `columns.csv`.

A row of the function `*` is for a column of that name in every table. `formats.column_meanings`
has the tables of a case.
"""

from collections.abc import Callable, Mapping
from functools import cache, wraps

from pyspark.sql import DataFrame
from pyspark.sql.types import ArrayType, DataType, StructField, StructType

from mqforensics import csv_tables, sail
from mqforensics.formats.column_meanings import EVERY, Column

SAME = {"ams_delivery": "delivery"}
"""Functions whose columns are those of another one."""


@cache
def columns() -> Mapping[tuple[str, str], Column]:
    """Every column by its function and its path: `evidence.file`."""
    return {
        (row["function"], row["column"]): Column(row["comment"], row["unit"] or None, row["redaction"])
        for row in csv_tables.rows(__package__, "columns.csv")
    }


def column(function: str, path: str) -> Column | None:
    """What a column means; None for one that is the caller's own."""
    return columns().get((SAME.get(function, function), path)) or columns().get((EVERY, path))


def with_meanings(schema: StructType, function: str, path: str = "") -> StructType:
    """The schema with `comment`, `unit` and `redaction` as metadata of every column and of every field in it."""
    return StructType([_field(field, function, f"{path}{field.name}") for field in schema])


def _field(field: StructField, function: str, path: str) -> StructField:
    known = column(function, path)
    return StructField(
        field.name, _inside(field.dataType, function, f"{path}."), field.nullable,
        field.metadata or (known.metadata if known else {}),
    )  # fmt: skip


def _inside(kind: DataType, function: str, path: str) -> DataType:
    if isinstance(kind, StructType):
        return with_meanings(kind, function, path)
    return ArrayType(_inside(kind.elementType, function, path), kind.containsNull) if isinstance(kind, ArrayType) else (
        kind)  # fmt: skip


def with_columns_described(function: Callable[..., DataFrame]) -> Callable[..., DataFrame]:
    """The function, whose table says what its columns are; Sail, which is on trial, is not asked for that."""

    @wraps(function)
    def with_described_columns(*args, **kwargs) -> DataFrame:
        made = function(*args, **kwargs)
        return made if sail.is_own(made.sparkSession) else made.to(with_meanings(made.schema, function.__name__))

    return with_described_columns
