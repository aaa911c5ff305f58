"""What Spark 4.0 and 4.1 lack, or call otherwise than the later ones, and what is quicker said to it another way."""

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from string import Formatter
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pyarrow as pa
from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, Row, SparkSession, Window
from pyspark.sql import functions as F
from pyspark.sql.pandas import types
from pyspark.sql.types import ArrayType, DataType, MapType, StructField, StructType, TimestampNTZType, TimestampType
from pyspark.util import inheritable_thread_target

from mqforensics import sail

if TYPE_CHECKING:
    import pandas as pd

HAS_ARROW = hasattr(F, "arrow_udf")
"""From Spark 4.1 on."""
ZONE = {"timezone": "UTC"} if "timezone" in inspect.signature(types.to_arrow_schema).parameters else {}
"""The earlier ones have times in UTC alone."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SPACE = r"[ \t\n\x0B\f\r]"
"""A white space of a regular expression: with `\\s`, as with `\\d` and `\\w`, engines mean different signs.

Patterns that engines get have no look-around, no possessive quantifier and no back-reference: Sail's, those of Rust,
have none, and take time that grows with the text alone.
"""
THREADS = min(4, os.cpu_count() or 1)


def run_concurrently(spark: SparkSession, work: Callable[[Any], Any], things: Iterable) -> list:
    """What `work` makes of each thing, in their order, a few at a time: one is planned while another is computed.

    Of small evidence Spark's planning takes most of the time, and that is one thread's. The first failure is raised.
    """
    pool = ThreadPoolExecutor(THREADS)
    try:  # each has properties of its own, as Spark writes in them
        begun = [pool.submit(inheritable_thread_target(spark)(work), thing) for thing in things]
        return [one.result() for one in begun]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def has_smallest(spark: SparkSession) -> bool:
    """Whether the engine gives the first few of a group; PySpark and the engine may be of two versions."""
    if "k" not in inspect.signature(F.min_by).parameters:  # from 4.2 on
        return False
    if spark not in _HAS_SMALLEST:
        try:
            kind = spark.range(1).select(F.min_by("id", "id", 1).alias("first")).schema["first"].dataType
        except AnalysisException:
            kind = None
        _HAS_SMALLEST[spark] = isinstance(kind, ArrayType)
    return _HAS_SMALLEST[spark]


_HAS_SMALLEST: MutableMapping[SparkSession, bool] = WeakKeyDictionary()


def keeps_order(spark: SparkSession) -> bool:
    """Whether a function of rows gets them as they were sorted within their partition; Sail forgets the order."""
    if ".connect." not in type(spark).__module__:
        return True
    if spark not in _KEEPS_ORDER:
        few = spark.range(0, 9, 1, 1).sortWithinPartitions(F.desc("id")).mapInArrow(lambda rows: rows, "id long")
        _KEEPS_ORDER[spark] = [row.id for row in few.collect()] == list(range(8, -1, -1))
    return _KEEPS_ORDER[spark]


_KEEPS_ORDER: MutableMapping[SparkSession, bool] = WeakKeyDictionary()


def sorted_within(rows: DataFrame, keys: Iterable[str], *order: str | Column) -> DataFrame:
    """`rows`, those of the same `keys` one after the other, in this order; maybe with one more column, `nth`."""
    keys = list(keys)
    if keeps_order(rows.sparkSession):
        return rows.sortWithinPartitions(*keys, *order)
    return rows.withColumn("nth", F.row_number().over(Window.partitionBy(*keys).orderBy(*order)))


def smallest(value: Column | str, by: Column | str, count: int) -> Column:
    """An aggregate: the values with the `count` smallest `by` of a group, in their order.

    Before Spark 4.2, and on Sail, all values of a group are held in memory for it.
    """
    if has_smallest(SparkSession.active()):
        return F.min_by(value, by, count)
    value, by = (F.col(one) if isinstance(one, str) else one for one in (value, by))
    ordered = F.sort_array(F.collect_list(F.struct(by.alias("by"), value.alias("value"))))
    return F.transform(F.slice(ordered, 1, count), lambda one: one["value"])


def seconds(time: str | Column) -> Column:
    """A timestamp as seconds of Unix time, a double."""
    return F.unix_micros(time) / F.lit(1e6)


SECONDS = "(unix_micros({}) / 1e6)".format
"""The same as SQL. A cast does not do: what a timestamp is as a double, engines tell in different units."""


FIRST_BYTES = "substring(hex({0}), 1, 2 * {1})".format
"""The first few bytes of a binary column in hex, as SQL: what Sail cuts out of bytes, it takes for UTF-8."""


def first_bytes(value: str | Column, count: int) -> Column:
    """The same as a column."""
    return F.substring(F.hex(value), 1, 2 * count)


def ordering(*fields: str | Column) -> Column:
    """What `min_by`, `max_by` and comparisons order rows by: the fields one after the other, null before all else.

    Not all engines order structs that hold nulls; what they give then depends on the order of the rows.
    """
    named = [F.col(one) if isinstance(one, str) else one for one in fields]
    pairs = [column for one in named for column in (one.isNotNull(), one)]
    return F.struct(*(column.alias(f"by{nth}") for nth, column in enumerate(pairs)))


def ordering_text(*fields: str) -> str:
    """The same as SQL."""
    return f"struct({', '.join(f'{one} IS NOT NULL, {one}' for one in fields)})"


def least(*fields: str | Column, where: Column | None = None) -> Column:
    """An aggregate: the struct of these fields that is the least of a group, of the rows `where` alone."""
    return F.min_by(F.struct(*fields), ordering(*fields) if where is None else F.when(where, ordering(*fields)))


def greatest(*fields: str | Column) -> Column:
    """An aggregate: the struct of these fields that is the greatest of a group."""
    return F.max_by(F.struct(*fields), ordering(*fields))


def digest(*names: str, seed: int = 0) -> str:
    """A number, as SQL, that is another one for other values of these columns, but for a chance of 2^-64 a pair.

    Spark's own hash passes over what is null: a column's number before it tells where.
    """
    return f"xxhash64({seed}, {', '.join(f'{nth}, {name}' for nth, name in enumerate(names))})"


def group_by(rows: DataFrame, by: Iterable[str], *told: str, **more: Column) -> DataFrame:
    """The columns `by` and the aggregates `told` of each group; as SQL: a call a column costs more than few rows.

    `more`: aggregates that SQL cannot say everywhere, by their names.
    """
    keys, made = (F.expr(f"struct({', '.join(columns)}) AS {name}") for name, columns in (("by", by), ("told", told)))
    rest = [column.alias(name) for name, column in more.items()]
    return rows.groupBy(keys).agg(made, *rest).select("by.*", "told.*", *more)


def fill(template: str, **columns: Column) -> Column:
    """A template with columns in its blanks, `{name}` each; null where one of them is null."""
    parts = [(F.lit(said), name) for said, name, _, _ in Formatter().parse(template)]
    return F.concat(*(one for said, name in parts for one in (said, *([columns[name]] if name else []))))


def format_text(words: str, *values: str | Column) -> Column:
    """`words` with the values in place of each `%s`; a number as its cast to a string has it."""
    named = [F.col(one) if isinstance(one, str) else one for one in values]
    return F.format_string(words, *(one.cast("string") for one in named))


def among(name: str, values: Iterable[str | int]) -> Column:
    """Whether a column has one of the kit's own values; as SQL for the same reason."""
    return F.expr(f"{name} IN ({', '.join(map(repr, values))})")


def table_of(spark: SparkSession, table: pa.Table, kind: StructType) -> DataFrame:
    """A small table as a DataFrame of this kind; one without rows, Sail cannot be sent."""
    if table.num_rows or not sail.is_own(spark):
        return spark.createDataFrame(table, kind)
    none = pa.Table.from_pylist([dict.fromkeys(table.schema.names)], table.schema)
    return spark.createDataFrame(none, kind).limit(0)


def arrow_schema(kind: StructType) -> pa.Schema:
    """The Arrow schema of a table, times in UTC."""
    return types.to_arrow_schema(kind, **ZONE)


def arrow_function(answers: Callable[..., pa.Array], kind: StructType) -> Callable[..., Column]:
    """A function of columns: `answers` gets them as Arrow arrays of integers, booleans or text, and gives `kind`."""
    if HAS_ARROW:
        return F.arrow_udf(answers, kind)

    import pandas as pd  # here, because it takes longer to load than what needs no engine

    def of_pandas(*columns: pd.Series) -> pd.DataFrame:
        return pd.DataFrame(answers(*map(_array, columns)).to_pylist(), columns=kind.names)

    return F.pandas_udf(of_pandas, kind)


def _array(column: "pd.Series") -> pa.Array:
    import pandas as pd

    # In pandas an integer beside a null is a float.
    return pa.array([None if pd.isna(value) else int(value) if isinstance(value, float) else value for value in column])


def rows_of(frame: DataFrame) -> list[Row]:
    """The rows of a small table, times in UTC.

    `collect` of Spark gives times by the clock of this machine, without saying so.
    """
    return _in_utc(frame).collect()


def each_row_of(frame: DataFrame) -> Iterator[Row]:
    """The same of a large table, one after the other; the next partition is computed meanwhile."""
    return _in_utc(frame).toLocalIterator(prefetchPartitions=True)


def pandas_of(frame: DataFrame) -> "pd.DataFrame":
    """A small table in pandas, times in UTC."""
    return _in_utc(frame).toPandas()


def moment(at: datetime) -> Column:
    """A time as a column; UTC is what has no zone."""
    known = at if at.tzinfo else at.replace(tzinfo=UTC)
    return F.timestamp_micros(F.lit((known - EPOCH) // timedelta(microseconds=1)))


def _in_utc(frame: DataFrame) -> DataFrame:
    """A table whose times are what a clock of UTC shows: as such no machine moves them."""
    shown = [(field.name, _shown(field.dataType), field.dataType) for field in frame.schema]
    if all(told == kind for _, told, kind in shown):
        return frame
    columns = (F.col(f"`{name.replace('`', '``')}`") for name, _, _ in shown)
    return frame.select(
        *(column if told == kind else column.cast(told).alias(name)
          for column, (name, told, kind) in zip(columns, shown, strict=True))
    )  # fmt: skip


def _shown(kind: DataType) -> DataType:
    if isinstance(kind, TimestampType):
        return TimestampNTZType()
    if isinstance(kind, ArrayType):
        return ArrayType(_shown(kind.elementType), kind.containsNull)
    if isinstance(kind, MapType):
        return MapType(_shown(kind.keyType), _shown(kind.valueType), kind.valueContainsNull)
    if isinstance(kind, StructType):
        return StructType([StructField(one.name, _shown(one.dataType), one.nullable) for one in kind])
    return kind


def local_frame(spark: SparkSession, rows: Iterable[tuple], schema: str) -> DataFrame:
    """`rows`, tuples in the order of the DDL `schema`, as a DataFrame; as Arrow, so that no Python worker starts."""
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
