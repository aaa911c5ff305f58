"""What the exit codes of control commands mean, which the start program of a container prints.

Source: "Return codes" of strmqm and crtmqm in the reference of control commands.
"""

from functools import cache

from mqforensics import csv_tables


@cache
def _meanings() -> dict[tuple[str, str], str]:
    rows = csv_tables.rows(__package__, "exit_codes.csv")
    return {(row["command"], row["code"]): f"{row['meaning']} Look first: {row['look']}" for row in rows}


def exit_code(command: str | None, code: str | None) -> str | None:
    """What the exit code of a command means, and where to look first; None where that is not known."""
    return _meanings().get((command or "", code or ""))
