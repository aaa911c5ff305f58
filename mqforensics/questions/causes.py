"""What explains what: conditions of an incident, linked into stories that begin with their root.

Two tables are the rules. `links.csv`: which kind of condition explains which other, where they fit, and the document
that says this. `symptoms.csv`: the reasons that an altered attribute gives; `names`: whether the reason comes for the
object (`after`), or for messages to the queue manager (`manager`), that the new value names; `proves`: whether the
reason after the old value was seen proves that it was altered. A link is made only where object, reason and time fit; a
story is reported only where it has one root.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf

from mqforensics import csv_tables
from mqforensics.clock.offsets import Apart
from mqforensics.clock.zone_names import EAST
from mqforensics.objects.checks import PUT_INHIBITED, Q_FULL, dead_letter_queue, depth
from mqforensics.objects.estate import Estate
from mqforensics.objects.fact import number
from mqforensics.objects.resolution import resolve
from mqforensics.objects.route import DESTINATION

CAUSE = "CAUSE"
"""The code of a finding that explains others."""
SECOND = 1.0
"""Seconds that a stamp of a display may stand for."""
CHANGE, INHIBITED, SHUT, UNREAD, FULL = "change", "inhibited", "shut", "unread", "full"
LETTERS, REFUSED, STOPPED, BROKEN, CHANNEL_REFUSED = "dead letters", "refused", "stopped", "broken", "channel refused"
CHANNEL_ENDED, FAILED, ENDED, LOST = "channel ended", "failed", "ended", "lost"
SHOWN = (INHIBITED, SHUT, UNREAD)
"""What a display shows of its capture: what came of it is known only where it is known to have been so before."""
ROOTS = (CHANGE, *SHOWN, STOPPED, BROKEN, FAILED, ENDED)
"""What can begin a story: something that was done or that failed, not what only follows from another thing."""
WIDE = ("QMGR", "CHLAUTH", "AUTHINFO")
"""Types whose change bears on every object of their queue manager."""
SOON = 60.0
"""Seconds in which a queue manager ends that lost a process, and in which applications learn that it ended."""
DAY = 86_400.0
"""Seconds for which a session that began before a change may have gone on with what was before."""
SESSION = (
    "CONNAME", "LOCLADDR", "TRPTYPE", "CHLTYPE", "XMITQ", "SSLCIPH", "SSLPEER", "SSLCAUTH", "CERTLABL", "MCAUSER",
    "PUTAUT", "SCYEXIT", "SENDEXIT", "RCVEXIT", "MSGEXIT",
)  # fmt: skip
"""Attributes of a channel that decide whether its two ends can begin a session."""


@dataclass(frozen=True)
class Change:
    """An alteration: of what, to what, and from what."""

    type: str
    attribute: str | None
    after: str | None
    before: str | None = None


@dataclass(frozen=True, eq=False)
class Condition:
    """Something that was so at an object: what, since when, how it is said, and where the evidence shows it.

    `first`: seconds since 1970, by the clock of `queue_manager`, at which it was first seen, or before which a change
    was not made, or what a display shows is not known to have been so; `last`: by when a change was surely made, or it
    was surely so; `until`: by when the display that shows it was surely not yet made. None where that is not known.
    """

    kind: str
    queue_manager: str | None
    object: str | None
    said: str
    places: Sequence = ()
    first: float | None = None
    last: float | None = None
    until: float | None = None
    reason: int | None = None
    change: Change | None = None
    partner: str | None = None
    """Of a channel: the queue manager at its other end."""
    channels: tuple[str, ...] = ()
    """Of a queue: the channels that take from it. Of a put that was refused: the channel that put."""
    queues: frozenset[str] = frozenset()
    """Of a put: what it passes of its queue manager, as `local_queues` has it."""
    fills: bool = False
    """Of dead-lettered messages: whether they are most of what is on their dead-letter queue."""
    meant: str | None = None
    """Of dead-lettered messages: the queue manager that they were for."""
    is_vital: bool = False
    """Of a process that failed: whether its queue manager says that it cannot do without it."""
    is_guess: bool = False
    """Of what an application lost: whether it does not say which queue manager it was connected to. Of dead-lettered
    messages: whether their queue is not known to be one of `queue_manager`, which they were for."""


@dataclass(frozen=True)
class Story:
    """A root and what came of it, nearest first."""

    root: Condition
    effects: list[Condition] = field(default_factory=list)
    sure: bool = True
    """Whether the root is known to have been so when what came of it was first seen."""


@cache
def _symptoms() -> Mapping[tuple[str, str], list[Mapping[str, str]]]:
    found: dict[tuple[str, str], list] = {}
    for row in csv_tables.rows(__package__, "symptoms.csv"):
        found.setdefault((row["type"], row["attribute"]), []).append(row)
    return found


@cache
def _links() -> Sequence[Mapping[str, str]]:
    return csv_tables.rows(__package__, "links.csv")


def symptoms_of(change: Change) -> list[Mapping[str, str]]:
    """The rows of `symptoms.csv` that a change is of."""
    rows = _symptoms().get((change.type, change.attribute or ""), [])
    rows = rows if change.attribute is None else [*rows, *_symptoms().get((change.type, ""), [])]
    return [row for row in rows if row["after"] in ("", change.after)]


def reasons(row: Mapping[str, str]) -> set[int]:
    """The reasons of a row of `symptoms.csv`."""
    return set(map(int, row["reasons"].split()))


def stories(conditions: Iterable[Condition], estate: Estate, apart: Apart) -> list[Story]:
    """What is explained, each by the one thing that began it; the longest story first."""
    conditions = list(conditions)
    fits = Fits(estate, apart)
    links = [(a, b) for a in conditions for b in conditions if a is not b and fits.explains(a, b)]
    # What took as much before it was altered needs no other reason to be full.
    lowered = [b for a, b in links if a.kind == CHANGE and b.kind == FULL and fits.narrows(a, b)]
    links = [(a, b) for a, b in links if a.kind != UNREAD or b not in lowered]
    told = []
    for group in _groups(links):
        begins = [one for one in group if not any(b is one for _, b in links)]
        if len(begins) == 1 and begins[0].kind in ROOTS:
            sure = all(fits.known_before(a, b) for a, b in links if a is begins[0] or a.kind == ENDED)
            told.append(Story(begins[0], _in_order(begins[0], links), sure))
    return sorted(told, key=lambda one: -len(one.effects))


def _groups(links: list[tuple[Condition, Condition]]) -> list[list[Condition]]:
    groups: list[list[Condition]] = []
    for pair in links:
        touched = [group for group in groups if any(one in group for one in pair)]
        merged = list(dict.fromkeys([one for group in touched for one in group] + list(pair)))
        groups = [group for group in groups if group not in touched] + [merged]
    return groups


def _in_order(root: Condition, links: list[tuple[Condition, Condition]]) -> list[Condition]:
    found = [root]
    for one in found:
        found += [b for a, b in links if a is one and b not in found]
    return found[1:]


class Fits:
    """Whether one condition explains another: by the table of links, the objects and the times."""

    def __init__(self, estate: Estate, apart: Apart):
        self.estate, self.apart = estate, apart
        self._dead_letter_queues: dict[str | None, str | None] = {}
        self._tests: Mapping[str, Callable[[Condition, Condition], bool]] = {
            "gives its reason": self._gives, "is put to": self._is_put_to, "is the same": self._same,
            "lie on it": self._lie_on, "is its dead-letter queue": self._serves, "takes from it": self._takes,
            "takes less than lies on it": self.narrows,
            "takes its dead-letter queue": self._took_the_dead_letter_queue, "ends its readers": self._ends,
            "is of the channel": self._is_of,
            "was needed": self._was_needed, "came at once": self._at_once, "ended its channel": self._ended_its_channel,
        }  # fmt: skip

    def explains(self, cause: Condition, effect: Condition) -> bool:
        """Whether a row of the table of links holds for these two."""
        rows = [row for row in _links() if (row["cause"], row["effect"]) == (cause.kind, effect.kind)]
        return any(self._tests[row["fits"]](cause, effect) for row in rows) and not self._too_late(cause, effect)

    def known_before(self, cause: Condition, effect: Condition) -> bool:
        """Whether the cause is known to have been so when the effect was first seen.

        What is not a display is, where the effect has a time by a known clock. Of what an application lost that names
        no queue manager it is not known whether it was of the cause.
        """
        if effect.kind == LETTERS and effect.is_guess:
            return False
        if (cause.kind, effect.kind) == (CHANGE, BROKEN):
            # An old change, or one that may have been made later, did not surely end a session.
            return self._surely_before(cause, effect) and effect.first - cause.last <= DAY
        if cause.kind not in SHOWN:
            return not effect.is_guess and (cause.kind != CHANGE or effect.first is not None)
        # That puts were not allowed then, the reason of the effect shows as well.
        still = cause.kind == INHIBITED or (cause.until is not None and cause.until >= (effect.first or inf))
        return still and self._surely_before(cause, effect)

    def _too_late(self, cause: Condition, effect: Condition) -> bool:
        """Whether the cause surely began after the effect was seen."""
        if cause.first is None or effect.first is None:
            return False
        return cause.first - self._ahead(effect, cause) > effect.first + SECOND

    def _ahead(self, one: Condition, other: Condition) -> float:
        """By how much, at most, the clock of the second is ahead of that of the first."""
        return min(self.apart[one.queue_manager, other.queue_manager], EAST.total_seconds())

    def _surely_before(self, cause: Condition, effect: Condition) -> bool:
        if cause.last is None or effect.first is None:
            return False
        return cause.last + self.apart[cause.queue_manager, effect.queue_manager] <= effect.first + SECOND

    def _same(self, cause: Condition, effect: Condition) -> bool:
        return (cause.queue_manager, cause.object) == (effect.queue_manager, effect.object)

    def _is_put_to(self, cause: Condition, effect: Condition) -> bool:
        wanted = {INHIBITED: PUT_INHIBITED, FULL: Q_FULL}[cause.kind]
        at = cause.queue_manager == effect.queue_manager
        return effect.reason == wanted and at and cause.object in (effect.object, *effect.queues)

    def _gives(self, cause: Condition, effect: Condition) -> bool:
        for row in symptoms_of(cause.change):
            told = {"after": effect.object, "manager": effect.meant}.get(row["names"])
            named = told is not None and told == cause.change.after
            own = not row["names"] and self._is_of_its_own_manager(cause, effect)
            if effect.reason in reasons(row) and (named or own):
                return bool(row["proves"]) or self._surely_before(cause, effect)
        return False

    def _is_of_its_own_manager(self, cause: Condition, effect: Condition) -> bool:
        if cause.queue_manager != effect.queue_manager:
            return False
        same = cause.object is not None and cause.object in (effect.object, *effect.queues)
        return same or cause.change.type in WIDE

    def _lie_on(self, cause: Condition, effect: Condition) -> bool:
        own = self._dead_letter_queue(cause.queue_manager)
        return cause.fills and cause.queue_manager == effect.queue_manager and effect.object == own

    def _serves(self, cause: Condition, effect: Condition) -> bool:
        """Whether the cause is at the dead-letter queue that the receiving end of a channel would put to."""
        return cause.queue_manager == effect.partner and cause.object == self._dead_letter_queue(effect.partner)

    def _took_the_dead_letter_queue(self, cause: Condition, effect: Condition) -> bool:
        if cause.queue_manager != effect.partner or not self._surely_before(cause, effect):
            return False
        if cause.change.type == "QMGR":
            return cause.change.attribute == "DEADQ"
        inhibited = (cause.change.attribute, cause.change.after) == ("PUT", "DISABLED")
        return inhibited and cause.object == self._dead_letter_queue(effect.partner)

    def narrows(self, cause: Condition, effect: Condition) -> bool:
        """Whether a queue holds as much as it takes since it was altered, and less than it took before."""
        made, deep = cause.change, depth(self.estate, effect.queue_manager, effect.object).number()
        before, after = number(made.before), number(made.after)
        if made.attribute != "MAXDEPTH" or None in (deep, before, after):
            return False
        return self._same(cause, effect) and after <= deep < before

    def _takes(self, cause: Condition, effect: Condition) -> bool:
        return cause.queue_manager == effect.queue_manager and cause.object in effect.channels

    def _ends(self, cause: Condition, effect: Condition) -> bool:
        return (cause.change.attribute, cause.change.after) == ("GET", "DISABLED") and self._same(cause, effect)

    def _was_needed(self, cause: Condition, effect: Condition) -> bool:
        return cause.is_vital and self._at_once(cause, effect)

    def _at_once(self, cause: Condition, effect: Condition) -> bool:
        """Whether, by the clocks as they are, one came just before the other; those of hosts may differ a little."""
        return cause.queue_manager == effect.queue_manager and -SECOND <= effect.first - cause.first <= SOON

    def _ended_its_channel(self, cause: Condition, effect: Condition) -> bool:
        timed = None not in (cause.first, effect.first)
        return timed and effect.object in cause.channels and self._at_once(cause, effect)

    def _is_of(self, cause: Condition, effect: Condition) -> bool:
        same = cause.change.type == "CHANNEL" and cause.object == effect.object
        bears = cause.change.attribute is None or cause.change.attribute in SESSION
        return same and bears and cause.queue_manager in (effect.queue_manager, effect.partner)

    def _dead_letter_queue(self, manager: str | None) -> str | None:
        if manager not in self._dead_letter_queues:
            self._dead_letter_queues[manager] = dead_letter_queue(self.estate, manager).name or None
        return self._dead_letter_queues[manager]


def local_queues(estate: Estate, manager: str, queue: str | None) -> frozenset[str]:
    """What a put to `queue` there passes of a queue manager: the transmission queue, or aliases and its local queue.

    Nothing is known of a put whose queue is not.
    """
    if not queue:
        return frozenset()
    route = resolve(estate, queue, manager)
    if route.hops and route.hops[0].manager == manager:
        return frozenset({route.hops[0].xmitq})
    ends = {route.end.queue} if (route.end.kind, route.end.manager) == (DESTINATION, manager) else set()
    return frozenset(stop.name for stop in route.chain(0) if stop.manager == manager) | ends
