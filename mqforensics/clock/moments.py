"""Moments as bounds on clocks, and the one comparison of them: what proves that one moment came before another.

A time that evidence prints was read off one clock: a host's local time, its UTC, or the asker's. Two readings of one
clock compare as they are, whatever its zone is. Readings of two clocks compare only over what is known of their
difference, and each such piece of knowledge rests on something: on lines, or on an assumption such as the zone of a
host. So a comparison does not answer yes or no: it gives proofs, each with the lines and the assumptions that it needs.
No proof means that nothing is known.

An interval on one true time line would lose what is known best: with an unknown zone a last put at 09.00 and an
alteration at 08.00 of one host are a day wide each, though their order is certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

Rests = frozenset
"""The assumptions that something rests on; empty where lines alone prove it."""
KEPT = 6
"""So many proofs are kept of one difference; to drop one only proves less."""


LOCAL_EPOCH = datetime(1970, 1, 1)
"""The beginning of 1970 of any clock."""


def seconds(local: datetime) -> float:
    """A reading of a clock as seconds since 1970 of the same clock."""
    return ((local.replace(tzinfo=None) if local.tzinfo else local) - LOCAL_EPOCH).total_seconds()


class Clock(NamedTuple):
    """One clock: a host's `local` time or its `utc`, the asker's time, or UTC itself."""

    host: str
    kind: str


class Proof(NamedTuple):
    """What proves something: the assumptions it rests on, and the lines that show the rest."""

    rests: frozenset = frozenset()
    lines: tuple = ()

    def __or__(self, other: Proof) -> Proof:
        return Proof(self.rests | other.rests, self.lines + other.lines)


NOTHING = Proof()
"""The proof of what rests on nothing."""


class Bound(NamedTuple):
    """A reading of a clock, in seconds, that a moment is not before or not after."""

    clock: Clock
    at: float
    proof: Proof = NOTHING


class Moment(NamedTuple):
    """A moment between bounds: not before any of `low`, not after any of `high`."""

    low: tuple[Bound, ...] = ()
    high: tuple[Bound, ...] = ()

    def moved(self, seconds: float) -> Moment:
        """The moment so many seconds later."""
        return Moment(*(tuple(one._replace(at=one.at + seconds) for one in ends) for ends in (self.low, self.high)))


class Apart(NamedTuple):
    """The reading of `b` minus the reading of `a` at one instant is at most `most` seconds."""

    a: Clock
    b: Clock
    most: float
    proof: Proof = NOTHING


def between(a: Clock, b: Clock, least: float, most: float, proof: Proof = NOTHING) -> list[Apart]:
    """Both bounds of a difference: `b` is ahead of `a` by at least `least` and at most `most` seconds."""
    return [Apart(a, b, most, proof), Apart(b, a, -least, proof)]


def pareto(found: Iterable[tuple[float, Proof]], keep: int = KEPT) -> list[tuple[float, Proof]]:
    """The bounds of which none is both looser than another and rests on all that the other rests on."""
    out: list[tuple[float, Proof]] = []
    found = list(found)
    if len(found) == 1:
        return found
    for most, proof in sorted(found, key=lambda one: (one[0], len(one[1].rests), sorted(map(str, one[1].rests)))):
        if not any(other.rests <= proof.rests for _, other in out):
            out.append((most, proof))
    # One that rests on nothing is worth more than a tighter one that does.
    return sorted(out, key=lambda one: len(one[1].rests))[:keep]


class Clocks:
    """What is known of the differences of clocks: shortest ways between all pairs, each with what it rests on."""

    def __init__(self, edges: Iterable[Apart]):
        edges = list(edges)
        self.names = sorted({name for one in edges for name in (one.a, one.b)})
        zero = (0.0, Proof())
        # Only what is known is stored: the estate's clocks hang in stars around UTC, and most pairs are not asked for.
        known: dict[tuple[Clock, Clock], list[tuple[float, Proof]]] = {(one, one): [zero] for one in self.names}
        for one in edges:
            known[one.a, one.b] = pareto([*known.get((one.a, one.b), []), (one.most, one.proof)])
        for through in self.names:
            others = [one for one in self.names if one != through]
            first = [(one, known[one, through]) for one in others if (one, through) in known]
            second = [(one, known[through, one]) for one in others if (through, one) in known]
            for (a, before), (b, after) in product(first, second):
                more = [(x + y, p | q) for (x, p), (y, q) in product(before, after)]
                known[a, b] = pareto([*known.get((a, b), []), *more])
        self.known = known

    def most(self, a: Clock, b: Clock) -> list[tuple[float, Proof]]:
        """What is known of by how much `b` is ahead of `a` at most."""
        return [(0.0, Proof())] if a == b else self.known.get((a, b), [])

    @cached_property
    def wrong(self) -> list[Proof]:
        """Assumptions, or lines, about clocks that contradict each other."""
        return [proof for (a, b), found in self.known.items() if a == b for most, proof in found if most < 0]

    def before(self, one: Moment, other: Moment, by: float = 0) -> list[Proof]:
        """The proofs that a moment is before another by at least so many seconds; none needs all that another needs."""
        found: list[Proof] = []
        for last, first in product(one.high, other.low):
            ahead = first.at - last.at - by
            known = self.most(last.clock, first.clock)
            found += [last.proof | first.proof | proof for most, proof in known if most <= ahead]
        return smallest(found)


@lru_cache(maxsize=1024)
def clocks_of(edges: tuple[Apart, ...]) -> Clocks:
    """The clocks of these bounds: most requests about an estate have the same hosts on their way."""
    return Clocks(edges)


def smallest(found: Iterable[Proof]) -> list[Proof]:
    """The proofs of which none rests on all that another rests on."""
    out: list[Proof] = []
    found = list(found)
    if len(found) == 1:
        return found
    for proof in sorted(found, key=lambda one: len(one.rests)):
        if not any(other.rests <= proof.rests for other in out):
            out.append(proof)
    return out
