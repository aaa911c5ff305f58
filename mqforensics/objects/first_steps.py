"""What to run first where a reason, or what the system said, is all that is known: one command each, which only looks.

Where a name is not known the command asks for all of its kind. Source: the programmer responses of the reasons,
"API completion and reason codes"; for what the system says, the texts of POSIX's error numbers, and `mqconfig`, which
compares the limits of a host with those that the product needs.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables
from mqforensics.objects.commands import Command, mqsc, shell
from mqforensics.validation import is_name

ANY = "*"
OBJECT = ("queue", "destination", "object")
"""What evidence calls the queue of a failed call."""


@cache
def _steps() -> Mapping[int, tuple[str, str]]:
    rows = csv_tables.rows(__package__, "first_steps.csv")
    return {int(row["code"]): (row["names"], row["command"]) for row in rows}


class SystemText(NamedTuple):
    """What a system said: `text`, how it says it; `command`, what to run first."""

    text: str
    command: str


@cache
def _system_errors() -> tuple[SystemText, ...]:
    return tuple(SystemText(**row) for row in csv_tables.rows(__package__, "system_errors.csv"))


def system_error(text: str | None) -> SystemText | None:
    """The error of the system that a text quotes; None for any other text."""
    return next((one for one in _system_errors() if text and one.text.lower() in text.lower()), None)


def first_step(reason: int | None, named: Mapping[str, str | None], queue_manager: str | None = None) -> list[Command]:
    """The command to run first for a reason, for the queue manager that is named; none for a reason without one.

    `named`: what the evidence names, by what it is: `queue`, `channel`, `topic` …
    """
    wanted, command = _steps().get(reason or 0, ("", ""))
    on = queue_manager if is_name(queue_manager) else None
    if not command:
        return []
    if not command.startswith("DISPLAY"):
        return shell(command, on=on)
    keys = OBJECT if wanted == "queue" else (wanted,)
    name = next((value for key in keys if is_name(value := named.get(key))), ANY)
    return mqsc(command, *([name] if wanted else []), on=on)
