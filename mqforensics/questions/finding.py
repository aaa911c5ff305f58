"""A finding: one answer to one question, with the evidence it rests on and what to run next."""

from collections.abc import Iterable
from typing import NamedTuple

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

SCHEMA = (
    "question string, code string, severity string, statement string, "
    "evidence array<struct<file: string, line: int, number: int>>, next string"
)
"""`line` for line evidence, `number` for a message of a dump; the other is null."""

PLACE = pa.struct([("file", pa.string()), ("line", pa.int32()), ("number", pa.int32())])
TEXTS = [(name, pa.string()) for name in ("question", "code", "severity", "statement")]
ARROW = pa.schema([*TEXTS, ("evidence", pa.list_(PLACE)), ("next", pa.string())])
SEVERITIES = ("info", "warning", "critical")


class Evidence(NamedTuple):
    """One place in a case: a file and either a line (from 1) or a message number."""

    file: str
    line: int | None = None
    number: int | None = None


class Finding(NamedTuple):
    """One row of the findings table."""

    question: str
    code: str
    severity: str
    statement: str
    evidence: list[Evidence]
    next: str | None = None


def frame(spark: SparkSession, findings: Iterable[Finding]) -> DataFrame:
    """Findings as a DataFrame of `SCHEMA`, empty when there are none."""
    rows = [f._asdict() | {"evidence": [Evidence(*at)._asdict() for at in f.evidence]} for f in findings]
    return spark.createDataFrame(pa.Table.from_pylist(rows, ARROW))  # as Arrow: no Python worker, no job
