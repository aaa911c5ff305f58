"""Sorted rows, one after the other, past a small machine: for stories that a Spark window would hold in memory whole.

Where a handle made ten million calls, a window keeps ten million rows; a machine keeps what it needs of the last ones.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Protocol

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType


class Machine(Protocol):
    """`take` is given the `READS` columns of one row after the other; it gives the `ADDS` columns, or None: no row."""

    READS: tuple[str, ...]
    ADDS: dict[str, pa.DataType]

    def take(self, *values) -> tuple | None:
        """What to add to this row."""


def with_machine_columns(rows: DataFrame, machine: type[Machine]) -> DataFrame:
    """`rows` with the columns that a machine of this kind adds or replaces, in their order within each partition."""
    kept = [field for field in rows.schema.fields if field.name not in machine.ADDS and field.name != "nth"]
    added = from_arrow_schema(pa.schema(list(machine.ADDS.items())))
    return rows.mapInArrow(partial(_scan, machine), StructType([*kept, *added.fields]))


def _scan(machine: type[Machine], batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    take = machine().take
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in machine.READS]
        taken = [take(*row) for row in zip(*columns, strict=True)]
        kept = [answer for answer in taken if answer is not None]
        if kept:
            if len(kept) < len(taken):
                batch = batch.filter(pa.array([answer is not None for answer in taken]))
            yield _with(batch, machine.ADDS, kept)


def _with(batch: pa.RecordBatch, adds: dict[str, pa.DataType], answers: list[tuple]) -> pa.RecordBatch:
    old = [name for name in batch.schema.names if name not in adds and name != "nth"]
    new = [pa.array(column, kind) for column, kind in zip(zip(*answers, strict=True), adds.values(), strict=True)]
    return pa.RecordBatch.from_arrays([*(batch.column(name) for name in old), *new], names=[*old, *adds])
