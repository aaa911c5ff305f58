"""Every column says what it means, in which unit, and what redaction hides of it."""

import pytest
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import ArrayType, StructType

from mqforensics import open_case
from mqforensics.case.case import INVENTORY
from mqforensics.formats.column_meanings import columns, with_meanings
from mqforensics.formats.tables import SCHEMAS
from tests.writers.cases import SAMPLES

TABLES = {**SCHEMAS, "inventory": INVENTORY}
REDACTION = {"public", "identity", "payload"}


def fields(schema, path=""):
    for field in schema:
        yield f"{path}{field.name}", field
        kind = field.dataType.elementType if isinstance(field.dataType, ArrayType) else field.dataType
        if isinstance(kind, StructType):
            yield from fields(kind, f"{path}{field.name}.")


@pytest.mark.parametrize("table", TABLES)
def test_every_column_and_field_is_described(table):
    for path, field in fields(with_meanings(from_arrow_schema(TABLES[table]), table)):
        assert set(field.metadata) == {"comment", "unit", "redaction"}, path
        assert field.metadata["comment"] and field.metadata["redaction"] in REDACTION, path


def test_no_row_describes_a_column_that_is_not_there():
    there = {(table, path) for table in TABLES for path, _ in fields(from_arrow_schema(TABLES[table]))}
    assert {one for one in columns() if one[0] != "*"} <= there
    assert {path for table, path in columns() if table == "*"} <= {path for _, path in there}


def test_the_tables_of_a_case_bring_it(spark):
    with open_case(spark, SAMPLES / "dlq_put_inhibited") as case:
        for table in ("messages", "inventory", "objects", "log"):
            assert all(field.metadata.get("comment") for _, field in fields(getattr(case, table).schema)), table
        case.messages.createOrReplaceTempView("described")
        told = {row.col_name: row.comment for row in spark.sql("DESCRIBE described").collect()}
    assert told["md"] == "Message descriptor (MQMD)"
