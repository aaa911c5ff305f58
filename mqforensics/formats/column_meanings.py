"""What each column of the tables means, its unit and what redaction hides of it: `columns.csv`, a row a column.

A row of the table `*` stands for a column of that name in every table. `redaction`: `public` is never hidden,
`identity` names somebody or something, `payload` is what messages carry.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import pyarrow as pa
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import ArrayType, DataType, StructField, StructType

from mqforensics import csv_tables

EVERY = "*"


class Column(NamedTuple):
    """One column: what it means, its unit (None without one), and its redaction."""

    comment: str
    unit: str | None
    redaction: str

    @property
    def metadata(self) -> dict[str, str | None]:
        """As Spark keeps it beside the column."""
        return self._asdict()


@cache
def columns() -> Mapping[tuple[str, str], Column]:
    """Every column by its table and its path: `md.PutApplName`."""
    return {
        (row["table"], row["column"]): Column(row["comment"], row["unit"] or None, row["redaction"])
        for row in csv_tables.rows(__package__, "columns.csv")
    }


def column(table: str, path: str) -> Column:
    """What a column means. Raises KeyError for one that `columns.csv` does not have."""
    return columns().get((table, path)) or columns()[EVERY, path]


def with_meanings(schema: StructType, table: str, path: str = "") -> StructType:
    """The schema with `comment`, `unit` and `redaction` as metadata of every column and of every field in it."""
    return StructType([_described(field, table, f"{path}{field.name}") for field in schema])


def spark_schema(table: str, schema: pa.Schema) -> StructType:
    """The Arrow schema of a table as Spark has it, described."""
    return with_meanings(from_arrow_schema(schema), table)


def _described(field: StructField, table: str, path: str) -> StructField:
    kind = _inside(field.dataType, table, f"{path}.")
    return StructField(field.name, kind, field.nullable, column(table, path).metadata)


def _inside(kind: DataType, table: str, path: str) -> DataType:
    if isinstance(kind, StructType):
        return with_meanings(kind, table, path)
    return ArrayType(_inside(kind.elementType, table, path), kind.containsNull) if isinstance(kind, ArrayType) else kind
