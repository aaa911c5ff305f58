"""What it means that a client failed before MQ could give a reason."""

from dataclasses import dataclass
from functools import cache

from mqforensics import csv_tables


@dataclass(frozen=True)
class Failure:
    """One kind: what is missing, what that means, and where to look first."""

    code: str
    title: str
    meaning: str
    look: str

    def __str__(self) -> str:
        return f"{self.title}. {self.meaning} Look first: {self.look}"


@cache
def _failures() -> dict[str, Failure]:
    return {row["code"]: Failure(**row) for row in csv_tables.rows(__package__, "failures.csv")}


def failure(code: str | None) -> Failure | None:
    """The kind with this code; None for any other."""
    return _failures().get(code or "")
