"""Why a channel does not run: what each message of the error logs means, and what status and definitions tell.

Only what came after the last session that worked counts. Sources: documentation, messages AMQ9nnn and CSQXnnn;
"Channel states", "Triggering channels", "Stopping and quiescing channels".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import OTHER_HOST, Place, Span
from mqforensics.objects.route import Hop

CAUSES = {
    202: "the partner's address does not answer: host, port, network or listener",
    203: "the partner's address cannot be used",
    206: "the connection broke while data was sent",
    207: "data of another protocol came from the partner's address",
    208: "the connection broke while data was received",
    209: "the connection was closed by the partner",
    213: "a communications error of this host",
    489: "the maximum number of instances of the channel is in use",
    490: "the maximum number of instances of the channel from one client is in use",
    503: "channel negotiation failed",
    506: "the receiver could not put the last batch and has no usable dead-letter queue",
    507: "the channel is in doubt about a batch",
    509: "a queue could not be opened",
    510: "messages could not be got from the transmission queue",
    511: "messages could not be put to a queue",
    513: "the maximum number of channels is in use",
    514: "the channel is in use at the partner, perhaps by a session that it has not ended yet",
    519: "the channel is not defined there",
    520: "the channel is not defined at the partner",
    524: "the partner's queue manager is not available",
    526: "the message sequence numbers of both ends differ",
    528: "somebody stopped the channel",
    534: "the channel is not enabled at this end",
    547: "the channel has another type at the partner",
    558: "the channel is not available at the partner",
    565: "no dead-letter queue is defined",
    573: "the maximum number of active channels is in use",
    616: "the cipher specification of the partner is not accepted",
    631: "the cipher specifications of both ends differ",
    633: "a certificate is bad",
    636: "the partner's certificate has another name than SSLPEER wants",
    637: "a certificate is missing",
    639: "the partner named no cipher specification",
    640: "the cipher specification is not valid",
    641: "the cipher specifications of both ends differ",
    642: "the partner supplied no certificate",
    643: "the partner refused the name in the certificate",
    654: "a certificate is not valid",
    660: "the key repository cannot be read",
    661: "a certificate is unknown",
    665: "the partner closed the connection in the TLS handshake",
    776: "a channel authentication record blocks the user",
    777: "a channel authentication record blocks the channel",
}
"""By the last three digits, which AMQ9nnn and CSQXnnn share."""
STARTED, ENDED_WELL = (2, 500), (1, 501, 545)
CONSEQUENCES = (999, 599, 206, 207, 208, 209)
"""What often only follows from another entry: taken only where no other cause is told."""
RETRY = timedelta(seconds=60)


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
    def place(self) -> Place:
        """Where the last of them stands."""
        return Place(self.file, self.line)

    @property
    def number(self) -> int | None:
        """The last three digits of its message, None for a message that is not of a channel."""
        name = self.message or ""
        digits = name[4:7] if name[:4] in ("AMQ9", "CSQX") else ""
        return int(digits) if digits.isdigit() else None

    @property
    def said(self) -> str:
        """The last of them in one line."""
        when = f"{self.last:%Y-%m-%d %H:%M:%S} UTC " if self.last else ""
        times = f" ({self.count} times)" if self.count > 1 else ""
        return f"{when}{self.message} {self.text}".rstrip(".") + times


class Cause(NamedTuple):
    """Why a channel does not run, as a sentence without its full stop, and the lines that tell."""

    said: str
    places: list[Place]
    entry: Entry | None = None
    start: bool = False
    """Whether starting the channel would do, because only its start is wanting."""


def of_hop(entries: Iterable[Entry], estate: Estate, hop: Hop, channel: str | None = None) -> list[Entry]:
    """The entries of the channels of a hop at either end, oldest first: by name or, failing that, by the host."""
    names = {channel} if channel else set(hop.channels)
    rows = [row for name in names for row in hop.channels.get(name, ())]
    hosts = {_host(one) for row in rows for one in row.attributes.get("CONNAME", "").split(",")} - {""}
    found = [
        entry
        for entry in entries
        if (entry.channel in names and (entry.queue_manager in (hop.manager, hop.partner, None) or not hop.partner))
        or (entry.queue_manager == hop.manager and entry.channel in (None, "", "????") and _same_host(entry, hosts))
    ]
    return sorted(found, key=lambda one: (one.last is not None, one.last or datetime.min.replace(tzinfo=UTC)))


def _host(connection: str) -> str:
    return connection.split("(")[0].strip().lower()


def _same_host(entry: Entry, hosts: set[str]) -> bool:
    return bool(hosts & set((entry.host or "").replace("(", " ").replace(")", " ").lower().split()))


def fresh(entries: Sequence[Entry], estate: Estate, manager: str, rows: Sequence) -> list[Entry]:
    """The entries that tell a cause after the last session that worked, oldest first."""
    well = [entry.last for entry in entries if entry.number in ENDED_WELL and entry.last]
    errors = [entry for entry in entries if entry.number in CAUSES]
    for entry in entries:
        if entry.number in STARTED and entry.last:
            soon = [one for one in errors if one.last and entry.last <= one.last <= entry.last + RETRY]
            well += [] if soon else [entry.last]
    since = max(well, default=None)
    left = [one for one in errors if since is None or (one.last and one.last >= since)]
    return [one for one in left if not _before_session(one, estate, rows)]


def _before_session(entry: Entry, estate: Estate, rows: Sequence) -> bool:
    if entry.last is None:
        return False
    at = Span(entry.last, entry.last)
    return any(
        at.before(estate.moment(row, stem), OTHER_HOST) is True
        for row in rows for stem in ("CHSTA", "LSTMSG") if row.type == "CHSTATUS" and stem in row.times
    )  # fmt: skip


def cause(entries: Sequence[Entry], estate: Estate, hop: Hop, channel: str, state: str | None) -> Cause | None:
    """Why a channel does not run: the newest fresh entry that is specific, else what status and definitions tell."""
    known = fresh(of_hop(entries, estate, hop, channel), estate, hop.manager, hop.channels.get(channel, ()))
    told = next(iter(_told(estate, hop, channel, state)), None)
    if told and state in ("INACTIVE", "STOPPED"):
        return told
    specific = [entry for entry in known if entry.number not in CONSEQUENCES] or known
    if specific:
        entry = specific[-1]
        where = entry.queue_manager or "this system"
        said = f"{CAUSES[entry.number]}, says the error log of {where} ({entry.said})"
        return Cause(said, [entry.place], entry)
    return told


def _told(estate: Estate, hop: Hop, channel: str, state: str | None) -> Iterator[Cause]:
    """What status and definitions tell of a channel that does not run."""
    at, queue = hop.manager, hop.xmitq
    rows = list(hop.channels.get(channel, ()))
    get = estate.fact(at, QUEUES, queue, "GET")
    if get.value == "DISABLED":
        yield Cause(f"nothing can be got from {queue}: GET(DISABLED)", get.places)
    attempts = estate.fact_of(rows, "LONGRTS")
    if state == "STOPPED" and attempts.value == "0":
        yield Cause("all its retries are used up (LONGRTS(0))", attempts.places)
    initiator = estate.fact(at, ("QMSTATUS",), None, "CHINIT")
    if initiator.value in ("STOPPED", "STOPPING"):
        yield Cause(f"the channel initiator of {at} is {initiator.value}", initiator.places)
    if state not in ("INACTIVE", None):
        return
    address = estate.fact_of([row for row in rows if row.attributes.get("CHLTYPE") == "SVR"], "CONNAME")
    if address.value == "":
        yield Cause("a server channel without CONNAME is started by its requester only", address.places)
    yield from _triggering(estate, at, queue, channel)


def _triggering(estate: Estate, at: str, queue: str, channel: str) -> Iterator[Cause]:
    rows = estate.newest(estate.of(at, QUEUES, queue))
    off = [row.place("NOTRIGGER") for row in rows if "NOTRIGGER" in row.attributes]
    if off:
        yield Cause(f"nothing starts it: {queue} is NOTRIGGER", off, start=True)
        return
    initiation, data = estate.fact_of(rows, "INITQ"), estate.fact_of(rows, "TRIGDATA")
    if initiation.value == "":
        yield Cause(f"nothing starts it: {queue} has no initiation queue (INITQ blank)", initiation.places, start=True)
    elif initiation.value:
        readers = estate.fact(at, ("QLOCAL", "QUEUE", "QSTATUS"), initiation.value, "IPPROCS")
        if readers.value == "0":
            yield Cause(f"no channel initiator reads {initiation.value} (IPPROCS(0))", readers.places)
    if data.value and data.value != channel:
        yield Cause(f"{queue} triggers another channel: TRIGDATA({data.value})", data.places, start=True)
