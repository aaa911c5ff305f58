"""One record of an activity trace as a program's reader gives it: what holds for all its calls, and the calls."""

from collections.abc import Mapping
from typing import NamedTuple

OWN = {"processId", "connectionId"}
"""Where a call tells one of these itself, it need not be of the record's connection."""


class Call(NamedTuple):
    """A call as the trace gives it: where it begins in the record, and its parameters under amqsevt's keys."""

    position: int
    params: Mapping


class Record(NamedTuple):
    """A record as a dialect reads it. `problem`: what there is to say when it holds no calls."""

    head: Mapping
    calls: list[Call]
    problem: str | None = None
