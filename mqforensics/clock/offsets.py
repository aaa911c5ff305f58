"""What the clocks of several queue managers have to do with each other, from pairs of which one cannot come first.

A cause at A before an effect at B says: the clock of B minus the clock of A is at most the difference of the stamps
(and the resolution of B's): nothing arrives before it is sent. It is a bound, never the offset itself. Bounds add up
along a way; two ways that exclude each other are a contradiction, and are reported.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from math import inf
from typing import NamedTuple

DAY = timedelta(days=1)
QUARTER = 900
"""Seconds: all zones are whole quarters of an hour ahead of UTC or behind it."""


class Bound(NamedTuple):
    """`later` minus `earlier` is at most `seconds`: the clocks of two queue managers."""

    earlier: str
    later: str
    seconds: float


@dataclass(frozen=True)
class Offset:
    """Seconds that a clock is ahead of the reference: at least `least`, at most `most`; infinite where unknown."""

    least: float = -inf
    most: float = inf

    @property
    def known(self) -> bool:
        """Whether both ends are bounded."""
        return self.least > -inf and self.most < inf


class Apart(Mapping):
    """By how many seconds, at most, the second clock of a pair is ahead of the first; infinite where no evidence shows
    it.

    Shortest ways over all pairs (Floyd and Warshall): the estate has few clocks.
    """

    def __init__(self, names: Iterable[str], bounds: Iterable[Bound]):
        bounds = list(bounds)
        told = sorted({name for one in bounds for name in one[:2]})
        self.names = sorted({*names, *told})
        self._most = {(a, b): 0.0 if a == b else inf for a, b in product(self.names, self.names)}
        for earlier, later, seconds in bounds:
            self._most[earlier, later] = min(self._most[earlier, later], seconds)
        for through, a, b in product(told, told, told):
            self._most[a, b] = min(self._most[a, b], self._most[a, through] + self._most[through, b])

    def __getitem__(self, pair: tuple[str | None, str | None]) -> float:
        return self._most.get(pair, 0.0 if pair[0] == pair[1] and pair[0] is not None else inf)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._most)

    def __len__(self) -> int:
        return len(self._most)

    @property
    def wrong(self) -> list[str]:
        """The clocks whose bounds contradict each other."""
        return [name for name in self.names if self._most[name, name] < 0]


def apart(names: Iterable[str], bounds: Iterable[Bound]) -> Apart:
    """What is known of all pairs of clocks, those left out whose bounds contradict each other."""
    return _sound(names, bounds)[0]


def _sound(names: Iterable[str], bounds: Iterable[Bound]) -> tuple[Apart, list[Bound], list[str]]:
    """What the bounds say that contradict no other, those bounds, and the clocks of the others."""
    bounds = list(bounds)
    found = Apart(names, bounds)
    wrong = found.wrong
    if wrong:
        bounds = [one for one in bounds if not {*one[:2]} & {*wrong}]
        found = Apart(found.names, bounds)
    return found, bounds, wrong


def offsets(names: Iterable[str], bounds: Iterable[Bound]) -> tuple[str | None, dict[str, Offset], list[str]]:
    """The reference clock, each clock's offset from it, and the clocks whose bounds contradict each other.

    The reference is the clock with most bounds, of several the first by name. A clock that is in a contradiction has no
    bounds.
    """
    most, kept, wrong = _sound(names, bounds)
    if not most.names:
        return None, {}, []
    counts = {name: sum(name in one[:2] for one in kept) for name in most.names}
    reference = max(most.names, key=lambda name: (counts[name], [-ord(c) for c in name]))
    return reference, {name: Offset(-most[name, reference], most[reference, name]) for name in most.names}, wrong


def offsets_within(names: Iterable[str], bounds: Iterable[Bound]) -> dict[str, float]:
    """One offset from the reference for each clock, such that all bounds hold between any two of them.

    The middle of what is left to a clock where that has two ends, else what is nearest to no offset. Bounds that are
    closed under addition leave room for the next clock wherever those before it are put.
    """
    most, _, _ = _sound(names, bounds)
    reference, found, _ = offsets(names, bounds)
    told: dict[str, float] = {reference: 0.0} if reference else {}
    # Those with two ends first: the others have more room.
    for name in sorted(found, key=lambda one: (one != reference, not found[one].known, one)):
        least = max((at - most[name, other] for other, at in told.items()), default=0.0)
        top = min((at + most[other, name] for other, at in told.items()), default=0.0)
        told[name] = (least + top) / 2 if abs(least) < inf and abs(top) < inf else max(least, min(0.0, top))
    return told


def with_skew(offset: Offset, skew: float | None) -> Offset:
    """An offset where clocks without evidence are trusted to agree to `skew` seconds; proof goes before trust."""
    if skew is None or offset.known:
        return offset
    both = Offset(max(offset.least, -skew), min(offset.most, skew))
    return both if both.least <= both.most else offset


def offset_sentence(name: str, reference: str, offset: Offset) -> str:
    """How a clock stands to the reference, in words."""
    if name == reference:
        return f"the clock of {name}"
    if offset.known:
        return f"the clock of {name}, between {_ahead(offset.least)} and {_ahead(offset.most)} of that of {reference}"
    if offset.most < inf:
        return f"the clock of {name}, {_at(offset.most, 'most')} of that of {reference}"
    if offset.least > -inf:
        return f"the clock of {name}, {_at(offset.least, 'least')} of that of {reference}"
    return f"the clock of {name}, its offset from that of {reference} not known"


def _ahead(seconds: float) -> str:
    return f"{abs(seconds):.2f} s {'ahead' if seconds >= 0 else 'behind'}"


def _at(seconds: float, end: str) -> str:
    # At most so far ahead is, of a clock that is behind, at least so far behind.
    turned = {"most": "least", "least": "most"}[end] if seconds < 0 else end
    return f"at {turned} {_ahead(seconds)}"


class Zone(NamedTuple):
    """How many seconds local time is ahead of UTC, and the first and last local time at which displayed."""

    ahead: float
    first: datetime | None = None
    last: datetime | None = None

    def shows(self, local: datetime) -> bool:
        """Whether a local time is of the days that tell the zone: clocks may be put forward for the summer."""
        return bool(self.first and self.last) and self.first - DAY <= local <= self.last + DAY


def zones(told: Mapping[str, Iterable[Zone]]) -> dict[str, Zone]:
    """The zone of each host, where all that tells it agrees to a quarter of an hour."""
    found = {}
    for name, shown in told.items():
        shown = [one._replace(ahead=float(round(one.ahead / QUARTER) * QUARTER)) for one in shown]
        if len({one.ahead for one in shown}) == 1:
            first = min((one.first for one in shown if one.first), default=None)
            found[name] = Zone(shown[0].ahead, first, max((one.last for one in shown if one.last), default=None))
    return found
