"""The places where a message can be: one row each, left or struck out, and what did it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables
from mqforensics.flow.sentence_templates import fill_sentence

EVIDENCE = "struct<file: string, line: int, number: int, text: string, shows: string>"
SCHEMA = (
    "place string, code string, queue_manager string, object string, open boolean, normal boolean, "
    f"rests_on array<int>, as_of string, text string, evidence array<{EVIDENCE}>, settles string, "
    "opens_without array<array<int>>"
)
"""The Spark type of a place, in the order of `Possible`."""
AT_APPLICATION, ON_QUEUE, HELD, IN_BATCH, RETRYING, GONE, BEYOND = (
    "AT_APPLICATION", "ON_QUEUE", "HELD", "IN_BATCH", "RETRYING", "GONE", "BEYOND"
)  # fmt: skip
"""Kinds of places: refused or not committed; on any queue; got and not committed; in a batch in doubt; retried by a
channel; gone for good; and BEYOND, where what the evidence shows of the route ends."""


class Possible(NamedTuple):
    """One place on the way of a message. `code` is the verdict that would be said if it were the only one left.

    `open`: whether the message can still be there; `normal`: whether that needs no unusual event (an exit, a restart,
    a person). `rests_on`: positions in the finding's `assumes`; a place that is struck out has these or `evidence`.
    `as_of`: the moment for which it is said, ISO 8601. `settles`: the command that decides it, ready to paste.
    `opens_without`: the smallest sets of positions in `assumes` without which it is open.
    """

    place: str
    code: str
    queue_manager: str | None
    object: str | None
    open: bool
    normal: bool
    rests_on: tuple[int, ...] = ()
    as_of: str | None = None
    text: str = ""
    evidence: Sequence = ()
    settles: str | None = None
    opens_without: tuple[tuple[int, ...], ...] = ()


class Kind(NamedTuple):
    """One row of `places.csv`: what a code means for the place of a message.

    `normal`: whether no unusual event is needed; `key`: the assumption that strikes it out where nothing shows it;
    `anywhere`: whether it is a verdict of its own where neither queue manager nor object is known.
    """

    code: str
    place: str
    normal: bool
    key: str | None
    anywhere: bool
    text: str

    def at(self, queue_manager: str | None, object: str | None, is_open: bool, **more) -> Possible:
        """The place at a queue manager and object, with its sentence; `more`: the other fields of `Possible`."""
        said = fill_sentence(self.text, {"queue_manager": queue_manager, "object": object})
        return Possible(
            self.place, self.code, queue_manager, object, is_open, self.normal, text=said, **more
        )  # fmt: skip


@cache
def kinds() -> Mapping[str, Kind]:
    """The kinds of places, by their code, in the order of the file."""
    return {
        row["code"]: Kind(
            row["code"], row["place"], row["normal"] == "yes", row["key"] or None, row["anywhere"] == "yes", row["text"]
        )
        for row in csv_tables.rows(__package__, "places.csv")
    }
