"""Why a channel does not run: what each message of the error logs means, and what status and definitions tell.

Only what came after the last session that worked counts. Sources: documentation, messages AMQ9nnn and CSQXnnn;
"Channel states", "Triggering channels", "Stopping and quiescing channels".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from mqforensics.objects.absence import no_queue
from mqforensics.objects.commands import Command, mqsc
from mqforensics.objects.estate import QUEUES, Estate
from mqforensics.objects.fact import OTHER_HOST, Fact, Place, Span
from mqforensics.objects.route import Hop

CAUSES = {
    202: "the partner's address does not answer: host, port, network or listener",
    203: "the partner's address cannot be used",
    206: "the connection broke while data was sent",
    207: "data of another protocol came from the partner's address",
    208: "the connection broke while data was received",
    209: "the connection was closed by the partner",
    213: "a communications error of this host",
    204: "the partner's host refused the connection",
    205: "the partner's host name has no address",
    259: "the connection timed out",
    271: "the partner did not answer in time",
    489: "the maximum number of instances of the channel is in use",
    490: "the maximum number of instances of the channel from one client is in use",
    496: "an exit of the partner ended the channel",
    498: "the channel's definition is not valid",
    502: "the channel has a type that does not fit",
    503: "channel negotiation failed",
    504: "what came from the partner did not fit the protocol",
    505: "SEQWRAP of both ends differs",
    506: "the receiving end did not accept the last batch",
    507: "the channel is in doubt about a batch",
    508: "the channel could not connect to its queue manager",
    509: "a queue could not be opened",
    510: "messages could not be got from the transmission queue",
    511: "messages could not be put to a queue",
    513: "the maximum number of channels is in use",
    514: "the channel is in use at the partner, perhaps by a session that it has not ended yet",
    519: "the channel is not defined there",
    520: "the channel is not defined where CONNAME leads to",
    523: "the partner did not understand this end",
    524: "the partner's queue manager is not available",
    525: "the partner's queue manager is ending",
    526: "the message sequence numbers of both ends differ",
    527: "a message could not be sent",
    528: "somebody stopped the channel",
    531: "XMITQ of the channel names no transmission queue",
    534: "the channel is not enabled at this end",
    535: "a channel exit could not be used",
    536: "a channel exit ended the channel",
    542: "the queue manager was ending",
    547: "the channel has another type at the partner",
    558: "the channel is not available at the partner",
    565: "no dead-letter queue is defined",
    573: "the maximum number of active channels is in use",
    599: "the channel ended abnormally",
    604: "the channel's program failed, which an FDC may explain",
    616: "the cipher specification of the partner is not accepted",
    620: "a call of TLS failed",
    630: "a certificate is outside its dates",
    631: "the cipher specifications of both ends differ",
    633: "a certificate is bad",
    635: "the cipher specification is unknown or disabled",
    636: "the partner's certificate has another name than SSLPEER wants",
    637: "a certificate is missing",
    638: "the communication of TLS failed",
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
    999: "the channel ended abnormally",
}
"""By the last three digits, which AMQ9nnn and CSQXnnn share."""
CHANNEL_INITQ = "SYSTEM.CHANNEL.INITQ"
PORT = "1414"
"""Of a CONNAME that names none."""
STARTED, ENDED_WELL = (2, 500), (1, 501, 545)
SESSION = {"CHSTATUS": ("CHSTA", "LSTMSG"), "QSTATUS": ("LGET",)}
"""The times of a channel and of its transmission queue that a session which works leaves."""
CONSEQUENCES = (999, 599, 527, 206, 207, 208, 209)
"""What often only follows from another entry: taken only where no other cause is told."""
SYMPTOMS = (503, 506, 520, 558, 620, 638, 665)
"""What tells only that the other end refused: its log has the cause."""
STOP, UNKNOWN_THERE = 528, 519
ADDRESSES = (202, 203, 204, 205)
EXITS, STATUS, LISTENERS = "SCYEXIT SENDEXIT RCVEXIT MSGEXIT", "CHSTATUS({}) ALL", "LSSTATUS(*) ALL"
LOOKS = {
    **dict.fromkeys((*ADDRESSES, 271, 519, 520), ("partner", LISTENERS)),
    **dict.fromkeys((514, 528, 534), ("writer", STATUS)),
    558: ("partner", STATUS),
    **dict.fromkeys((630, 633, 637, 642, 654, 660, 661), ("writer", "QMGR SSLKEYR CERTLABL")),
    **dict.fromkeys((535, 536), ("writer", f"CHANNEL({{}}) {EXITS}")),
    496: ("partner", f"CHANNEL({{}}) {EXITS}"),
}
"""What to display for a message, at the receiving end or at that which wrote it; of any other, the definitions."""
AT_ONCE = timedelta(seconds=5)
"""How far apart the entries of two hosts on one attempt are at most, where nothing else ties them."""
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
    def unnamed(self) -> bool:
        """Whether it names no channel."""
        return self.channel in (None, "", "????")

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
    """The entries of the channels of a hop at either end, oldest first: by name or, failing that, by the address."""
    names = {channel} if channel else set(hop.channels)
    rows = [row for name in names for row in hop.channels.get(name, ())]
    addresses = [_address(one) for row in rows for one in row.attributes.get("CONNAME", "").split(",") if one.strip()]
    found = [
        entry
        for entry in entries
        if (entry.channel in names and (entry.queue_manager in (hop.manager, hop.partner, None) or not hop.partner))
        or (entry.queue_manager == hop.manager and entry.unnamed and _is_at(entry, addresses))
    ]
    return sorted(found, key=lambda one: (one.last is not None, one.last or datetime.min.replace(tzinfo=UTC)))


def _address(text: str) -> tuple[set[str], str | None]:
    """The names of a host and the port in a CONNAME or an entry: `name (address) (port)`; any may be missing."""
    words = text.replace("(", " ").replace(")", " ").lower().split()
    port = words.pop() if words and words[-1].isdigit() else None
    return set(words), port


def _is_at(entry: Entry, addresses: Iterable[tuple[set[str], str | None]]) -> bool:
    hosts, port = _address(entry.host or "")
    return any(hosts & named and port in (None, told or PORT) for named, told in addresses)


def fresh(entries: Sequence[Entry], estate: Estate, manager: str, rows: Sequence) -> list[Entry]:
    """The entries that tell a cause after the last session that worked, oldest first."""
    since = _worked(entries)
    left = [one for one in entries if one.number in CAUSES and (since is None or (one.last and one.last >= since))]
    return [one for one in left if not _before_session(one.last, estate, rows)]


def is_over(last: datetime, entries: Sequence[Entry], estate: Estate, rows: Sequence) -> bool:
    """Whether a session of the channel that these entries and rows are of worked after the last of its failures."""
    since = _worked(entries)
    return (since is not None and last < since) or _before_session(last, estate, rows)


def _worked(entries: Sequence[Entry]) -> datetime | None:
    well = [entry.last for entry in entries if entry.number in ENDED_WELL and entry.last]
    errors = [entry for entry in entries if entry.number in CAUSES]
    for entry in entries:
        if entry.number in STARTED and entry.last:
            soon = [one for one in errors if one.last and entry.last <= one.last <= entry.last + RETRY]
            well += [] if soon else [entry.last]
    return max(well, default=None)


def _before_session(last: datetime | None, estate: Estate, rows: Sequence) -> bool:
    if last is None:
        return False
    at = Span(last, last)
    return any(
        at.before(estate.moment(row, stem), OTHER_HOST) is True
        for row in rows for stem in SESSION.get(row.type, ()) if stem in row.times
    )  # fmt: skip


def cause(entries: Sequence[Entry], estate: Estate, hop: Hop, channel: str, state: str | None) -> Cause | None:
    """Why a channel does not run: what the error logs tell since it last worked, and what status and definitions do."""
    told = next(iter(_told(estate, hop, channel, state)), None)
    status = [] if hop.shared else estate.newest(estate.of(hop.manager, ("QSTATUS",), hop.xmitq))
    rows, known = [*hop.channels.get(channel, ()), *status], of_hop(entries, estate, hop, channel)
    entry = _telling(entries, fresh(known, estate, hop.manager, rows), hop, channel)
    if not entry:
        return told
    where = entry.queue_manager or "this system"
    said = f"{CAUSES[entry.number]}, says the error log of {where} ({entry.said})"
    if entry.unnamed and entry.queue_manager != hop.manager:
        said += ", which names no channel and is tied to it by its time alone"
    several = estate.fact_of([row for row in rows if row.type == "CHANNEL"], "CONNAME")
    if entry.number in ADDRESSES and "," in (several.value or ""):
        said += ". CONNAME has several addresses, and an entry may name only the last that was tried"
    if entry.number == UNKNOWN_THERE and hop.partner and entry.queue_manager not in (hop.partner, None):
        said += f". CONNAME seems to lead to {where}, not to {hop.partner}"
    if not told or state not in ("INACTIVE", "STOPPED"):
        return Cause(said, [entry.place], entry)
    return Cause(f"{said}. Moreover {told.said}", [entry.place, *told.places], entry)


def _telling(entries: Iterable[Entry], known: Sequence[Entry], hop: Hop, channel: str) -> Entry | None:
    """The newest entry that is specific; instead of one that only says so of the other end, that of the other end."""
    last = next(iter([*(one for one in reversed(known) if one.number not in CONSEQUENCES), *reversed(known)]), None)
    if not last or last.number not in SYMPTOMS or last.queue_manager != hop.manager or not last.last:
        return last
    causes = [one for one in entries if one.number in CAUSES and one.number not in (*SYMPTOMS, *CONSEQUENCES)]
    causes = [one for one in causes if one.last and one.queue_manager not in (hop.manager, None)]
    named = [
        one for one in causes if one.channel == channel and (
            abs(one.last - last.last) <= (OTHER_HOST if one.queue_manager == hop.partner else AT_ONCE)
            or (one.number == STOP and one in known)
        )
    ]  # fmt: skip
    if named:
        return max(named, key=lambda one: one.last)
    unnamed = [one for one in causes if one.unnamed and one.queue_manager == hop.partner]
    unnamed = [one for one in unnamed if abs(one.last - last.last) <= AT_ONCE]
    return unnamed[0] if len(unnamed) == 1 else last


def look(why: Cause, estate: Estate, hop: Hop, channel: str) -> list[Command]:
    """What to display about a cause that an error log tells."""
    writer, number = why.entry.queue_manager or hop.manager, why.entry.number
    end, what = LOOKS.get(number, ("partner" if writer == hop.manager else "sender", "CHANNEL({}) ALL"))
    at = {"writer": writer, "sender": hop.manager}.get(end, hop.partner)
    if not at:
        at, what = hop.manager, "CHANNEL({}) CONNAME"
    if what == LISTENERS:
        return mqsc("DISPLAY CHINIT" if estate.zos(at) else f"DISPLAY {what}", on=at)
    return mqsc(f"DISPLAY {what}", channel, on=at)


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


def _initiation(estate: Estate, at: str, queue: str, initiation: Fact) -> Iterator[Cause]:
    """Why nobody is told by an initiation queue that a channel is wanted."""
    name = initiation.value
    gone = [] if estate.of(at, QUEUES, name) else no_queue(estate.absences(at), name)
    if gone:
        places = [*initiation.places, *(one.place for one in gone)]
        yield Cause(f"{queue} triggers by INITQ({name}), which is not defined", places, start=True)
    readers = estate.fact(at, ("QLOCAL", "QUEUE", "QSTATUS"), name, "IPPROCS")
    if readers.value == "0":
        yield Cause(f"no channel initiator reads {name} (IPPROCS(0))", readers.places)


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
        yield from _initiation(estate, at, queue, initiation)
    if data.value and data.value != channel:
        yield Cause(f"{queue} triggers another channel: TRIGDATA({data.value})", data.places, start=True)
    if initiation.value and initiation.value != CHANNEL_INITQ and not estate.of(at, QUEUES, initiation.value):
        what = f"and channel initiators usually read {CHANNEL_INITQ}"
        yield Cause(f"{queue} triggers by INITQ({initiation.value}), {what}", initiation.places, start=True)
