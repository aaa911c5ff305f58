"""What the error logs say of the channels of a route, and whether they say it later than the saved status."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from mqforensics.questions.finding import Evidence
from mqforensics.questions.walk.facts import Fact, moment
from mqforensics.questions.walk.signs import RUNNING, channel_fact
from mqforensics.questions.walk.way import Hop
from mqforensics.questions.walk.world import World

STARTED = frozenset(("AMQ9002",))
ENDED = frozenset((
    "AMQ9001", "AMQ9202", "AMQ9206", "AMQ9207", "AMQ9208", "AMQ9209", "AMQ9213", "AMQ9271", "AMQ9503", "AMQ9506",
    "AMQ9524", "AMQ9528", "AMQ9545", "AMQ9547", "AMQ9558", "AMQ9999",
))  # fmt: skip
"""Messages after which a channel does not run."""
CAUSES = ENDED - {"AMQ9001", "AMQ9999"} | {"AMQ9526", "AMQ9527", "AMQ9519", "AMQ9520", "AMQ9654", "AMQ9636"}
"""Messages that say why."""


@dataclass(frozen=True)
class Entry:
    """Log entries of one message, channel and queue manager that are alike: how many, the last of them."""

    message: str
    channel: str | None
    queue_manager: str | None
    host: str | None
    count: int
    last: datetime | None
    text: str
    file: str
    line: int | None

    @property
    def evidence(self) -> Evidence:
        """Where the last of them stands."""
        return Evidence(self.file, self.line)

    @property
    def number(self) -> str:
        """The message without its severity letter."""
        return self.message[:7]

    @property
    def said(self) -> str:
        """The last of them in one line."""
        when = f"{self.last:%Y-%m-%d %H:%M:%S} UTC " if self.last else ""
        return f"{when}{self.message} {self.text}" + (f" ({self.count} times)" if self.count > 1 else "")


def of_hop(entries: Iterable[Entry], world: World, hop: Hop) -> list[Entry]:
    """The entries that tell of the channels of a hop, oldest first: by channel name or, failing that, by its host."""
    names = {channel.name for channel in hop.channels if channel.name}
    hosts = [_host(one) for one in (channel_fact(world, hop, "CONNAME").value or "").split(",")]
    ends = {hop.manager, hop.partner, None}
    found = [
        entry
        for entry in entries
        if (entry.queue_manager in ends and entry.channel in names)
        or (entry.queue_manager == hop.manager and not entry.channel and _same_host(entry, hosts))
    ]
    return sorted(found, key=lambda entry: (entry.last is not None, entry.last or datetime.min.replace(tzinfo=UTC)))


def _host(connection: str) -> str:
    return connection.split("(")[0].strip().lower()


def _same_host(entry: Entry, hosts: list[str]) -> bool:
    words = (entry.host or "").replace("(", " ").replace(")", " ").lower().split()
    return any(host and host in words for host in hosts)


def cause(entries: list[Entry]) -> Entry | None:
    """The last entry that says why a channel does not run."""
    return next((entry for entry in reversed(entries) if entry.number in CAUSES), None)


def overtaken(entries: list[Entry], state: Fact) -> Entry | None:
    """An entry later than the saved status that tells another story; None when times do not prove it."""
    times = [moment(one.row.time) for one in state.seen]
    if not times or any(time is None or time.tzinfo is None for time in times):
        return None
    later = [entry for entry in entries if entry.last and entry.last > max(times) and entry.number in STARTED | ENDED]
    if not later:
        return None
    running = later[-1].number in STARTED
    return later[-1] if running != (state.value == RUNNING) else None
