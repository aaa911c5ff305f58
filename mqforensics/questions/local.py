"""What passes between the driver and Spark: small tables as Arrow, for which no Python worker has to start."""

from collections.abc import Iterable, Mapping

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import ArrayType, DataType, StructType

from mqforensics.sparks import arrow_schema, table_of


def local_frame(spark: SparkSession, rows: Iterable[tuple], schema: str) -> DataFrame:
    """`rows`, tuples in the order of the DDL `schema`, as a DataFrame."""
    kind = StructType.fromDDL(schema)
    made = [_value(row, kind) for row in rows]
    table = pa.Table.from_pylist(made, arrow_schema(kind))
    return table_of(spark, table, kind)


def _value(value: object, kind: DataType) -> object:
    if value is None or isinstance(value, Mapping):
        return value
    if isinstance(kind, StructType):
        return {field.name: _value(one, field.dataType) for field, one in zip(kind, value, strict=True)}
    return [_value(one, kind.elementType) for one in value] if isinstance(kind, ArrayType) else value
