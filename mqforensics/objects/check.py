"""The answer to a question of the objects: yes, no, or not known, with what it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field

from mqforensics.objects.commands import Command
from mqforensics.objects.fact import Place


@dataclass
class Check:
    """An answer with what it rests on and, where there is none, what would give it."""

    holds: bool | None
    said: str = ""
    places: list[Place] = field(default_factory=list)
    next: list[Command] = field(default_factory=list)
    code: int = 0
    """The reason that a put fails with, where one does."""
    object: str | None = None
    """The queue that refuses it."""
