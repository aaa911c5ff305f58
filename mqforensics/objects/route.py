"""A route: the definitions that resolve a name, the transmission queues between queue managers, and where it ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from mqforensics.objects.commands import Command
from mqforensics.objects.fact import Fact, Place, Row, Span

DESTINATION, NOWHERE, UNDEFINED, TOPIC, OPEN = "destination", "nowhere", "undefined", "topic", "unknown"
"""How a route ends."""


class Stop(NamedTuple):
    """A definition that a name was resolved by."""

    manager: str
    name: str
    kind: str
    rows: tuple[Row, ...]
    means: str
    hop: int
    """How many transmission queues the message had passed before it."""
    others: tuple[Place, ...] = ()
    """Where the evidence shows it why others of the name were not taken."""

    @property
    def places(self) -> list[Place]:
        """Where it is defined."""
        key = {"QALIAS": "TARGET", "QCLUSTER": "CLUSQMGR"}.get(self.kind, "RNAME")
        return [*(row.place(key) for row in self.rows), *self.others]


@dataclass
class Hop:
    """From one queue manager to the next: the transmission queue, the channels that serve it, and where they lead."""

    manager: str
    xmitq: str
    why: str
    channels: dict[str, list[Row]]
    """What defines each channel and its status, by name."""
    shared: bool = False
    """Whether channels to other queue managers take from the same queue, as from a cluster's."""
    partner: str | None = None
    partner_places: list[Place] = field(default_factory=list)
    note: str = ""
    """What is to be told with the name of the transmission queue, as the end of a sentence."""

    @property
    def name(self) -> str | None:
        """The one channel, where there is just one."""
        return next(iter(self.channels), None) if len(self.channels) == 1 else None


@dataclass
class End:
    """Where a route leads: a destination, a topic, nowhere, or to a question."""

    kind: str
    manager: str | None
    queue: str | None
    said: str
    places: list[Place] = field(default_factory=list)
    next: list[Command] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    """Definitions that this rests on, for the time they hold for."""
    instances: tuple[str, ...] = ()
    """The queue managers of a cluster queue, where it may have gone to any of them."""
    absent: bool = False
    """Whether it rests on an object that is not there, of which nobody can tell since when."""
    is_circle: bool = False
    """Whether every queue manager takes the message and sends it on."""
    code: int = 0
    """The reason that the open fails with there, where the documentation shows it; of a question, where it fails."""
    copies: frozenset[tuple[str, str]] = frozenset()
    """(queue, queue manager) that copies of what a topic is published to may carry as their destination."""

    @property
    def destination(self) -> tuple[str | None, str | None]:
        """The queue manager and the queue that it leads to; none where it leads to no queue that is known."""
        return (self.manager, self.queue) if self.kind == DESTINATION else (None, None)


@dataclass
class Route:
    """A way from the queue that was put to."""

    queue: str
    manager: str
    stops: list[Stop] = field(default_factory=list)
    hops: list[Hop] = field(default_factory=list)
    targets: list[tuple[str, str]] = field(default_factory=list)
    """(queue, queue manager) that the message carries as its destination, hop after hop."""
    end: End = None  # pyright: ignore[reportAssignmentType]  # every route that is given out has one
    instance: str | None = None
    """The queue manager of the cluster queue that is taken, where there are several."""
    chosen_by: list[tuple[int, str, Fact]] = field(default_factory=list)
    """(hop, queue manager, attribute of it): what of queue managers the way was chosen by, as `Stop.hop`."""
    moment: Span | None = None
    """When it is opened; None for the time of the captures."""
    is_copy: bool = False
    """Whether it is that of a copy that was published."""
    persistence: int | None = None
    """That of the message, 0 or 1; None where it is not known."""
    by_default: bool = False
    """Whether it goes on where nobody showed what has a name: by DEFXMITQ, and as a queue manager in no cluster."""
    unshown: list[tuple[str, str, Fact | None]] = field(default_factory=list)
    """(queue manager, name, DEFXMITQ) of each of these; None where it is a cluster that nobody showed."""

    @property
    def wrong_remote_definition(self) -> Stop | None:
        """The definition whose RQMNAME names a queue manager to which no way leads."""
        if self.end is None or self.end.kind != NOWHERE:
            return None
        wrong = self.end.queue
        names = [(one, [row.attributes.get("RQMNAME") for row in one.rows]) for one in reversed(self.stops)]
        return next((one for one, named in names if wrong in named), None)

    def chain(self, hop: int) -> list[Stop]:
        """The definitions that resolve the name after so many transmission queues."""
        return [stop for stop in self.stops if stop.hop == hop]

    def queues(self, hop: int) -> tuple[str | None, list[str], list[Row]]:
        """Where the message is put after so many transmission queues.

        The queue manager, its own queues that the put goes through, the last of them the one that takes it, and
        definitions of cluster queues on the way.
        """
        chain = self.chain(hop)
        names = [stop.name for stop in chain if stop.rows and stop.kind != "QCLUSTER"]
        cluster = [row for stop in chain if stop.kind == "QCLUSTER" for row in stop.rows]
        if hop < len(self.hops):
            return self.hops[hop].manager, [*names, self.hops[hop].xmitq], cluster
        is_there = self.end.kind == DESTINATION
        return self.end.manager, [*names, self.end.queue] if is_there else names, cluster


class Resolved(NamedTuple):
    """What a name resolves to: another name, a transmission queue, or the end."""

    queue: str = ""
    manager: str = ""
    """Blank: resolved wherever the message is."""
    xmitq: str = ""
    why: str = ""
    member: tuple[Row, ...] = ()
    """The cluster records of the queue manager that it goes to."""
    cluster: str | None = None
    note: str = ""
    """See `Hop.note`."""
    end: End | None = None


def kind_of(row: Row) -> str | None:
    """The type of a queue, where the evidence shows it."""
    if row.type != "QUEUE":
        return row.type
    told = (("RNAME", "QREMOTE"), ("TARGET", "QALIAS"), ("TARGQ", "QALIAS"), ("CURDEPTH", "QLOCAL"))
    return next((kind for key, kind in told if key in row.attributes), None)
