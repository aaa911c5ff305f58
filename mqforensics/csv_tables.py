"""The tables that the package carries beside its modules: CSV files in UTF-8, whose first line names the columns."""

import csv
from importlib.resources import files


def rows(package: str | None, name: str) -> list[dict[str, str]]:
    """The rows of a table by the names of their columns; `package`: as `__package__` has it; `name`: of the file."""
    with files(package).joinpath(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
