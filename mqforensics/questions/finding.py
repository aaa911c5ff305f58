"""A finding: one answer to one question, with the evidence it rests on and what to run next."""

from collections.abc import Iterable
from typing import NamedTuple

from pyspark.sql import DataFrame, SparkSession

from mqforensics.questions.local import local_frame

SCHEMA = (
    "question string, code string, severity string, statement string, "
    "evidence array<struct<file: string, line: int, number: int>>, next string"
)
"""`line` for line evidence, `number` for a message of a dump; the other is null."""

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
    return local_frame(spark, findings, SCHEMA)
