"""Why a channel does not run: what each message of the error logs means, and what status and definitions show.

What a message means and at which end the cause is, is in the table of messages in `codes`. Only what came after the
last session that worked counts. Sources: documentation, messages AMQ9nnn and CSQXnnn; "Channel states", "Triggering
channels", "Stopping and quiescing channels".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mqforensics.codes.amq_messages import BOTH, CONSEQUENCE, EXITS, OWN, SYMPTOM, OfChannel, of_channel
from mqforensics.objects import sentences
from mqforensics.objects.channel_not_running import Cause, reasons
from mqforensics.objects.check import Check
from mqforensics.objects.checks import RUNNING, STARTING, receivers
from mqforensics.objects.chlauth import Peer, plain_address
from mqforensics.objects.commands import Command, mqsc
from mqforensics.objects.estate import SENDERS, Estate
from mqforensics.objects.fact import OTHER_HOST, Fact, Place, Row, Span, number
from mqforensics.objects.listeners import on_port
from mqforensics.objects.route import Hop
from mqforensics.objects.security import runcheck

PORT = "1414"
"""Of a CONNAME that names none."""
STARTED, ENDED_WELL = (2, 500), (1, 501, 545)
SESSION = {"CHSTATUS": ("CHSTA", "LSTMSG"), "QSTATUS": ("LGET",)}
"""The times of a channel and of its transmission queue that a session which works leaves."""
UNNAMED = "????"
"""What stands for the channel of an entry that was written before its name was known."""
STOP, UNKNOWN_THERE, NOT_THERE, SHUT, SEQUENCE, STOPS = 528, 519, 520, 549, 526, (528, 534)
"""Numbers of messages; `SHUT` names the transmission queue in place of the channel, after `STOPS` no end tries again.
"""
ADDRESSES = (202, 203, 204, 205)
CLOSING, LIMITS = (599, 999), (513, 573)
"""Of a channel that ended in whatever way; of a queue manager that lets no further channel run, which name none."""
ANSWERED = (520, 524, 525, 526, 547, 558)
"""Of what the other end says once a connection to it is there."""
LISTENERS, RECORDS = "LSSTATUS(*) ALL", "CHLAUTH(*) ALL"
AT_ONCE = timedelta(seconds=5)
"""How far apart the entries of two hosts on one attempt are at most, where nothing else ties them."""
STARTS = ("AMQ8003", "CSQY022")
"""Messages of a queue manager that has started."""
RETRY, LONG_RETRY = timedelta(seconds=60), timedelta(seconds=1200)
"""Between two attempts to start a channel, SHORTTMR and LONGTMR as they are by default."""


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
        """Where the last of them is."""
        return Place(self.file, self.line, shows=self.message)

    @property
    def names_no_channel(self) -> bool:
        """Whether it names no channel."""
        return self.channel in (None, "", UNNAMED)

    @property
    def is_start(self) -> bool:
        """Whether it shows that a queue manager has started."""
        return (self.message or "")[:7] in STARTS

    @property
    def number(self) -> int | None:
        """The last three digits of its message, None for a message that is not of a channel."""
        name = self.message or ""
        digits = name[4:7] if name[:4] in ("AMQ9", "CSQX") else ""
        return number(digits)

    @property
    def tells(self) -> OfChannel | None:
        """What its message shows of a channel that does not run."""
        return of_channel(self.message)

    @property
    def stops(self) -> bool:
        """Whether a channel is STOPPED by what it shows; after most it is RETRYING."""
        return self.number in (*STOPS, SEQUENCE) or bool(self.tells and self.tells.display == EXITS)

    def writer(self, hop: Hop) -> str | None:
        """The queue manager that wrote it; where it names none, only this end calls the other one by its port."""
        addresses = _addresses(row for rows in hop.channels.values() for row in rows)
        is_own = _address(self.host or "")[1] and _is_at(self, addresses)
        return self.queue_manager or (hop.manager if is_own else None)

    def why(self, hop: Hop) -> str:
        """That in words, with the names of both ends."""
        writer = self.writer(hop)
        other = hop.partner if writer == hop.manager else hop.manager
        if self.tells is None:
            return ""
        return self.tells.why(writer, other) if writer else sentences.MAYBE.format(
            why=self.tells.why(sentences.END_OF_LOG))  # fmt: skip

    @property
    def said(self) -> str:
        """The last of them in one line."""
        when = f"{self.last:%Y-%m-%d %H:%M:%S} UTC " if self.last else ""
        times = sentences.SO_OFTEN.format(times=self.count) if self.count > 1 else ""
        return f"{when}{self.message} {self.text}".rstrip(".") + times


def of_hop(entries: Iterable[Entry], estate: Estate, hop: Hop, channel: str | None = None) -> list[Entry]:
    """The entries of the channels of a hop at either end, oldest first: by name or, failing that, by the address."""
    names = {channel} if channel else set(hop.channels)
    addresses = _addresses(row for name in names for row in hop.channels.get(name, ()))
    # Two channels may lead to one address: then an entry that names none is of both only where it is of the address.
    senders = [row for row in estate.of(hop.manager, ("CHANNEL",)) if row.attributes.get("CHLTYPE") in SENDERS]
    others = _addresses(row for row in senders if row.name not in names)
    found = [
        entry
        for entry in entries
        if (entry.channel in names and (entry.queue_manager in (hop.manager, None) or _is_of_partner(entry, hop)))
        or (entry.queue_manager == hop.manager and entry.names_no_channel and _is_at(entry, addresses)
            and (entry.number in ADDRESSES or not _is_at(entry, others)))
        or (entry.number == SHUT and entry.channel == hop.xmitq and entry.queue_manager == hop.manager)
    ]  # fmt: skip
    return sorted(found, key=_order)


def _is_of_partner(entry: Entry, hop: Hop) -> bool:
    """Whether the other end of a hop wrote an entry, or may have written it where the evidence does not name that end.

    A symptom, or an address that does not answer, is what an end writes that calls: an entry with one by any other
    queue manager is of a channel of the same name.
    """
    if hop.partner:
        return entry.queue_manager == hop.partner
    return bool(entry.tells and not entry.tells.rank and entry.number not in ADDRESSES)


def _order(entry: Entry) -> tuple[bool, datetime]:
    return entry.last is not None, entry.last or datetime.min.replace(tzinfo=UTC)


def _addresses(rows: Iterable[Row]) -> list[tuple[set[str], str | None]]:
    return [_address(one) for row in rows for one in row.attributes.get("CONNAME", "").split(",") if one.strip()]


def _address(text: str) -> tuple[set[str], str | None]:
    """The names of a host and the port in a CONNAME or an entry: `name (address) (port)`; any may be missing."""
    words = text.replace("(", " ").replace(")", " ").lower().split()
    port = words.pop() if words and words[-1].isdigit() else None
    return set(words), port


def _is_at(entry: Entry, addresses: Iterable[tuple[set[str], str | None]]) -> bool:
    hosts, port = _address(entry.host or "")
    return any(hosts & named and port in (None, told or PORT) for named, told in addresses)


def fresh(entries: Sequence[Entry], estate: Estate, manager: str, rows: Sequence) -> list[Entry]:
    """The entries that show a cause after the last session that worked, oldest first."""
    since = _last_session_time(entries, estate, rows)
    left = [one for one in entries if one.tells and (since is None or (one.last and one.last >= since))]
    return [one for one in left if not _before_session(one.last, estate, rows)]


def is_over(last: datetime, entries: Sequence[Entry], estate: Estate, rows: Sequence) -> bool:
    """Whether a session of the channel that these entries and rows are of worked after the last of its failures."""
    since = _last_session_time(entries, estate, rows)
    return (since is not None and last < since) or _before_session(last, estate, rows)


def _last_session_time(entries: Sequence[Entry], estate: Estate, rows: Sequence) -> datetime | None:
    """When the last session worked: the end of one that nothing broke, or the start of one that did not soon fail."""
    dated = [one for one in entries if one.last]
    failures = [one.last for one in dated if one.tells]
    starts, ends = ([one.last for one in dated if one.number in numbers] for numbers in (STARTED, ENDED_WELL))
    # A session that somebody stops, or that fails, ends with the same message as one that has done its work.
    broken = [(max(near), end) for end in ends if (near := [one for one in failures if one <= end <= one + RETRY])]
    closed = {end for failed, end in broken if not any(failed <= start <= end for start in starts)}
    begun = [start for start in starts if not any(start <= one <= start + RETRY for one in failures)]
    begun = [start for start in begun if any(start < one for one in failures) or not _still_tries(start, estate, rows)]
    return max([*begun, *(end for end in ends if end not in closed)], default=None)


def _still_tries(start: datetime, estate: Estate, rows: Sequence) -> bool:
    """Whether the channel appears soon after that without a session: a start of which no end is reported failed,
    too."""
    shown = estate.newest([row for row in rows if row.type == "CHSTATUS"])
    spans = [estate.captured(row) for row in shown if row.attributes.get("STATUS") in ("RETRYING", *STARTING)]
    return any(one.first and one.last and start <= one.first and one.last <= start + LONG_RETRY for one in spans)


def _before_session(last: datetime | None, estate: Estate, rows: Sequence) -> bool:
    if last is None:
        return False
    at = Span(last, last)
    times = (estate.moment(row, stem) for row in rows for stem in SESSION.get(row.type, ()) if stem in row.times)
    # A sending end has one session at a time: one that runs later began after the failure, whatever its clock.
    runs = [row for row in rows if row.attributes.get("STATUS") == RUNNING and row.attributes.get("CHLTYPE") in SENDERS]
    return any(at.before(span, OTHER_HOST) is True for span in (*times, *map(estate.captured, runs)))


def cause(entries: Sequence[Entry], estate: Estate, hop: Hop, channel: str, state: str | None) -> Cause | None:
    """Why a channel does not run: what the error logs show since it last worked, and what status and definitions do."""
    told = next(reasons(estate, hop, channel, state), None)
    status = [] if hop.shared else estate.newest(estate.of(hop.manager, ("QSTATUS",), hop.xmitq))
    rows, known = [*hop.channels.get(channel, ()), *status], of_hop(entries, estate, hop, channel)
    left = fresh(known, estate, hop.manager, rows)
    left = [one for one in left if (state, one.writer(hop)) != ("RETRYING", hop.manager) or one.number not in STOPS]
    tries = estate.fact_of(rows, "LONGRTS") if state == "STOPPED" else Fact()
    if tries.value not in (None, "0"):
        left = [one for one in left if one.stops]
    entry = _telling_entry(entries, left, hop, channel)
    if not entry:
        return told
    writer, where = entry.writer(hop), sentences.ERROR_LOG_OF.format(queue_manager=entry.queue_manager)
    there = _defined_there(estate, entry, hop, channel)
    if not entry.queue_manager:
        where = sentences.UNNAMED_LOG + sentences.WHICH_END_IS_UNKNOWN * (not writer)
    said = sentences.AS_LOG_SAYS.format(why=there.said or entry.why(hop), log=where, entry=entry.said)
    limit, shown = _limit(entries, entry, hop), [*there.places]
    if limit:
        said += sentences.MAY_BE_LIMIT_OF_PARTNER.format(partner=hop.partner, why=limit.why(hop), limit=limit.said)
    elif entry.tells.rank == CONSEQUENCE:
        ends = [one for one in (hop.manager, hop.partner) if one not in (None, writer)]
        other = (
            sentences.LOG_OF_ENDS.format(ends=ends[0])
            if writer and ends
            else sentences.LOG_OF_OTHER_END
            if writer
            else sentences.LOGS_OF_BOTH
        )
        said += sentences.CAUSE_IS_UNKNOWN.format(other=other)
    if entry.names_no_channel and entry.queue_manager != hop.manager:
        said += sentences.NAMES_NO_CHANNEL
    several = estate.fact_of([row for row in rows if row.type == "CHANNEL"], "CONNAME")
    if entry.number in ADDRESSES and "," in (several.value or ""):
        said += sentences.SEVERAL_ADDRESSES
    elsewhere = _active_elsewhere(estate, entry, hop, several)
    for more in (_listener_state(estate, entry, hop), elsewhere, _exits(estate, entry, hop, channel)):
        said += f". {more.said}" if more.said else ""
        shown += more.places
    said += _altered_since(estate, entry, [row for row in rows if row.type == "CHANNEL"])
    if state == "STOPPED" and not entry.stops and tries.value is None:
        said += sentences.TRIES_OR_STOPPED
    if entry.number == UNKNOWN_THERE and hop.partner and entry.queue_manager not in (hop.partner, None):
        said += sentences.CONNAME_LEADS_ELSEWHERE.format(queue_manager=entry.queue_manager, partner=hop.partner)
    places, last = [*(one.place for one in (entry, limit) if one), *shown], limit or entry
    if not told or state not in ("INACTIVE", "STOPPED"):
        return Cause(said, places, last)
    return Cause(sentences.MOREOVER.format(said=said, more=told.said), [*places, *told.places], last)


def failed_before(entries: Sequence[Entry], hop: Hop, channel: str, estate: Estate) -> Check:
    """The newest failure of a channel that was stopped though it had tries left: none that stopped it."""
    entry = _telling_entry(entries, [one for one in of_hop(entries, estate, hop, channel) if one.tells], hop, channel)
    tries = estate.fact_of(hop.channels.get(channel, ()), "LONGRTS")
    if not entry or not tries.value:
        return Check(None)
    said = sentences.FAILED_EARLIER.format(entry=entry.said, tries=tries.text())
    return Check(True, said, [*tries.places, entry.place])


def _at(entry: Entry, hop: Hop) -> str | None:
    """The queue manager that what an entry shows is about; None where the evidence does not show it."""
    writer = entry.writer(hop)
    other = hop.partner if writer == hop.manager else hop.manager
    return other if writer and entry.tells.end != OWN else writer


def _defined_there(estate: Estate, entry: Entry, hop: Hop, channel: str) -> Check:
    """That the partner has the channel which, by an entry of this end, is not defined where CONNAME leads to."""
    rows = estate.newest(receivers(estate, hop.partner, channel)) if entry.number == NOT_THERE else []
    last = Span(entry.last, entry.last)
    rows = [row for row in rows if not (entry.last and last.before(estate.moment(row, "ALT")) is True)]
    if not rows or entry.writer(hop) != hop.manager:
        return Check(False)
    said = sentences.DEFINED_AT_PARTNER.format(channel=channel, partner=hop.partner)
    return Check(True, said, [row.place("CHLTYPE") for row in rows])


def _listener_state(estate: Estate, entry: Entry, hop: Hop) -> Check:
    """What the evidence shows of listeners where an entry shows that a connection was not accepted."""
    at, port = _at(entry, hop), _address(entry.host or "")[1]
    wanted = at and at == hop.partner and entry.tells.display == LISTENERS
    return on_port(estate, at, port or PORT) if wanted else Check(None)


def _exits(estate: Estate, entry: Entry, hop: Hop, channel: str) -> Check:
    """The exits that the definition of a channel has which one of them ended."""
    at = _at(entry, hop) if entry.tells.display == EXITS else None
    rows = estate.newest(estate.of(at, ("CHANNEL",), channel)) if at else []
    named = [fact for key in EXITS.split()[1:] if (fact := estate.fact_of(rows, key)).value]
    said = (
        sentences.CHANNEL_HAS.format(channel=channel, at=at, fact=", ".join(fact.text() for fact in named))
        if named
        else ""
    )
    return Check(bool(named), said, [place for fact in named for place in fact.places])


def _active_elsewhere(estate: Estate, entry: Entry, hop: Hop, address: Fact) -> Check:
    """That the partner's active instance is on a host which the address of the channel does not name, or may not."""
    rows = estate.newest(estate.of(hop.partner, ("INSTANCE",)))
    active = [row for row in rows if row.attributes.get("MODE", "").upper() == "ACTIVE" and row.name]
    words = {word for hosts, _ in _addresses(one.row for one in address.seen) for word in hosts}
    is_number = any(":" in word or word.replace(".", "").isdigit() for word in words)  # it may be of any host
    if entry.number not in ADDRESSES or len(active) != 1 or not address.value or (is_number and len(rows) == 1):
        return Check(False)
    if is_number:
        said = sentences.PARTNER_ACTIVE_ON.format(partner=hop.partner, name=active[0].name, address=address.text())
        return Check(None, said, [active[0].place("MODE"), *address.places])
    if active[0].name.lower().split(".")[0] in {word.split(".")[0] for word in words}:
        return Check(False)
    said = sentences.PARTNER_ACTIVE_ELSEWHERE.format(partner=hop.partner, name=active[0].name, address=address.text())
    return Check(True, said, [active[0].place("MODE"), *address.places])


def _limit(entries: Iterable[Entry], last: Entry, hop: Hop) -> Entry | None:
    """The limit that the other end shows since an entry of this end that only says this or follows from a cause."""
    if not last.tells.rank or last.queue_manager != hop.manager or not last.last:
        return None
    told = [
        one for one in entries if one.number in LIMITS and one.names_no_channel and one.queue_manager == hop.partner
    ]
    return next((one for one in reversed(told) if one.last and one.last >= last.last - AT_ONCE), None)


def _rank(entry: Entry) -> tuple:
    """How much an entry shows of a cause: what only closes a chain of them nothing, where there is any other."""
    return entry.tells.rank != CONSEQUENCE, entry.number not in CLOSING, _order(entry)


def _altered_since(estate: Estate, entry: Entry, definitions: Sequence) -> str:
    """That the definition of the channel is another than the one that an entry is of."""
    last = Span(entry.last, entry.last)
    rows = [row for row in estate.newest(definitions) if entry.last and last.before(estate.moment(row, "ALT")) is True]
    if not rows:
        return ""
    address = estate.fact_of(rows, "CONNAME") if entry.number in ADDRESSES else Fact()
    return sentences.CHANNEL_ALTERED_AFTER.format(
        more=sentences.NOW.format(address=address.text()) if address.value else ""
    )


def _telling_entry(entries: Iterable[Entry], known: Sequence[Entry], hop: Hop, channel: str) -> Entry | None:
    """The newest entry that is specific; instead of one that only says this of the other end, that of the other end."""
    last = max(reversed(known), key=_rank, default=None)
    if not last or last.tells.rank != SYMPTOM or last.queue_manager != hop.manager or not last.last:
        return last
    causes = [one for one in entries if one.tells and not one.tells.rank]
    causes = [one for one in causes if one.last and one.queue_manager not in (hop.manager, None)]
    named = [
        one for one in causes if one.channel == channel and (
            abs(one.last - last.last) <= (OTHER_HOST if one.queue_manager == hop.partner else AT_ONCE)
            or (one.number == STOP and one in known)
        )
    ]  # fmt: skip
    if named:
        return sorted(named, key=lambda one: one.last)[-1]  # of several at once the last that was written
    unnamed = [
        one for one in causes if one.names_no_channel and one.number not in LIMITS and one.queue_manager == hop.partner
    ]
    unnamed = [one for one in unnamed if abs(one.last - last.last) <= AT_ONCE]
    return unnamed[0] if len(unnamed) == 1 else last


def displays_of_cause(why: Cause, estate: Estate, hop: Hop, channel: str) -> list[Command]:
    """What to display about a cause that an error log shows."""
    writer, at = why.entry.writer(hop), _at(why.entry, hop)
    what = why.entry.tells.display or "CHANNEL({}) ALL"
    if writer and (not at or (why.entry.number == UNKNOWN_THERE and writer != hop.partner)):
        at, what = hop.manager, "CHANNEL({}) CONNAME"
    if _defined_there(estate, why.entry, hop, channel).holds:
        what = LISTENERS
    if what == LISTENERS and estate.zos(at):
        return mqsc("DISPLAY CHINIT", on=at)
    check = _records_checked(why.entry, estate, hop, channel) if what == RECORDS and at == hop.partner else []
    names = [hop.xmitq if what.startswith("QUEUE") else channel] * ("{}" in what)
    ends = [at] if writer and why.entry.tells.end != BOTH else filter(None, (hop.manager, hop.partner or writer))
    return [*check, *(one for end in ends for one in mqsc(f"DISPLAY {what}", *names, on=end))]


def _records_checked(entry: Entry, estate: Estate, hop: Hop, channel: str) -> list[Command]:
    """What shows which record decides for a channel; of one with a certificate its name would have to be known."""
    cipher = estate.fact_of([row for row in hop.channels.get(channel, ()) if row.type == "CHANNEL"], "SSLCIPH")
    addresses = [one for word in _address(entry.host or "")[0] if (one := plain_address(word))]
    if cipher.value or len(addresses) != 1:
        return []
    return runcheck(Peer(channel, addresses[0], queue_manager=hop.manager), hop.partner, estate.zos(hop.partner))
