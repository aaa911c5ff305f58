"""The parts of the model: places, laws, paths and strikes.

A message's life is a path through places. A law says which step is possible from a place, and which literals are the
case if it was taken. So a path is a conjunction of literals, and nothing forks: evidence strikes literals out, each
strike names its lines and the assumptions that it rests on, and a path is gone when one of its literals is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables


class Taken(NamedTuple):
    """What is taken for true about one thing: a key of the list of assumptions, and the thing."""

    key: str
    queue_manager: str | None = None
    object: str | None = None
    attribute: str | None = None
    value: str | None = None


class Place(NamedTuple):
    """Where a message can be: a kind of place, and which one it is."""

    kind: str
    queue_manager: str | None = None
    object: str | None = None


class Literal(NamedTuple):
    """Something that is the case on a path: what, and of which object of which queue manager."""

    what: str
    queue_manager: str | None = None
    object: str | None = None


class Strike(NamedTuple):
    """Why something cannot be: what it rests on, the lines that show it, and the observation that saw it."""

    rests: frozenset[Taken]
    lines: tuple
    by: str


class Law(NamedTuple):
    """One step that a message can take, as `laws.csv` has it.

    `start`: at which kind of place; `literals`: what is the case then; `not_so`: the assumption that says it did not
    happen where nothing shows it; `code`: the verdict where the path ends with it, blank where it leads on;
    `covered_by`: the verdict that is true of it, too, where messages wait on its queue; `normal`: whether it belongs to
    the ordinary way of a message; `source`: where the product documents it.
    """

    key: str
    start: str
    literals: tuple[str, ...]
    not_so: str
    code: str
    covered_by: str
    normal: bool
    source: str


@cache
def laws() -> Mapping[str, Law]:
    """Every law, by its key, in the order of the file."""
    return {
        row["key"]: Law(
            row["key"], row["start"], tuple(row["literals"].split()), row["not_so"], row["code"], row["covered_by"],
            row["normal"] == "yes", row["source"],
        )
        for row in csv_tables.rows(__package__, "laws.csv")
    }  # fmt: skip


def endings(start: str) -> Iterator[Law]:
    """The laws that end a path at a queue of this kind."""
    return (law for law in laws().values() if law.start == start and law.code)


@dataclass(slots=True)
class Path:
    """One way that the life of a message can have gone, as far as the moment of the answer."""

    laws: tuple[str, ...]
    literals: tuple[Literal, ...]
    needs: tuple[Taken, ...] = ()
    """The assumptions each of which says that it did not go so."""
    place: Place | None = None
    code: str = ""
    cause: str = ""
    """The law that decided the place, where another law leads there too."""
    normal: bool = True
    last: int = 0
    """How many literals say how it came to its place; the others say what happened there."""
    strikes: Sequence[Strike] = ()
    rests: Sequence[frozenset[Taken]] = ()
    """What each of its strikes rests on."""
    signs: Sequence = ()

    @property
    def end(self) -> tuple[str, Place | None, str]:
        """What is said of the message where the path ends, the place, and the law that decided it."""
        return self.code, self.place, self.cause

    def with_strikes(self, strikes: Sequence[Strike]) -> Path:
        """The same path, which these strikes are against."""
        self.strikes, self.rests = strikes, list(dict.fromkeys([one.rests for one in strikes]))
        return self

    def with_step(self, law: Law, *subjects: Literal, about: tuple = (None, None)) -> Path:
        """The path with one step more; `about`: the thing that the assumption against it is about."""
        needs = (*self.needs, Taken(law.not_so, *about)) if law.not_so else self.needs
        return Path(
            (*self.laws, law.key), (*self.literals, *subjects), needs, self.place, self.code, self.cause,
            self.normal and law.normal, len(self.literals),
        )  # fmt: skip

    def ends(self, place: Place, code: str, cause: str = "") -> Path:
        """The path, ended at a place."""
        return Path(self.laws, self.literals, self.needs, place, code, cause or self.laws[-1], self.normal, self.last)
