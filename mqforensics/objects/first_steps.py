"""What to run first where a reason is all that is known: one command a reason, which only looks.

Where a name is not told the command asks for all of its kind. Source: the programmer responses of the reasons,
"API completion and reason codes".
"""

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from mqforensics.objects.commands import Command, mqsc, shell
from mqforensics.validation import is_name

ANY = "*"
OBJECT = ("queue", "destination", "object")
"""What evidence calls the queue of a failed call."""


@cache
def _steps() -> Mapping[int, tuple[str, str]]:
    text = files(__package__).joinpath("first_steps.csv").read_text(encoding="utf-8")
    return {int(row["code"]): (row["names"], row["command"]) for row in csv.DictReader(text.splitlines())}


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
