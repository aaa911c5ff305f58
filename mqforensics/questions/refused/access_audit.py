"""What the definitions let in or leave behind, whether or not anybody was refused: doors, dead rules, warnings."""

from collections.abc import Iterator

from mqforensics.objects import chlauth, gates
from mqforensics.objects.chlauth import MAPS, MESSAGE_CHANNELS, Peer, Record
from mqforensics.objects.commands import mqsc
from mqforensics.objects.security import Security, covers
from mqforensics.objects.wildcards import fits
from mqforensics.objects.worlds import RIGHT
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.words import refused as words

QUESTION = "refused"
ASKING = ("REQUIRED",)
STRANGERS = ("192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1")
"""Addresses that nobody has: who comes from one that records do not name."""
NOBODY, ADMINISTRATORS = "one of the administrators", ("mqm",)
"""A user and host that no record can name, and a group of administrators."""


def audit(known: Security) -> Iterator[Finding]:
    """Findings on one queue manager: `CHANNEL_OPEN_TO_ANYBODY`, `RULE_NEVER_MATCHES`, `WARN_LEFT`.

    Each is said only where all channel authentication records are in the evidence.
    """
    if known.records_whole:
        yield from _open_channels(known)
        yield from _dead_rules(known)
    yield from _warnings(known)


def _evidence(*places) -> list[Evidence]:
    return [Evidence(file, line) for file, line in dict.fromkeys(place for place in places if place)]


def _channels(known: Security, *types: str) -> list[str]:
    names = {row.name for row in known.of("CHANNEL") if row.name}
    return sorted(name for name in names if known.channel(name, "CHLTYPE") in types)


def _default(known: Security, channel: str) -> Record | None:
    """The record that decides for who matches no narrower one; None where none does."""
    found = [one for one in known.records if one.anybody and fits(one.profile, channel)]
    winners = chlauth.best(found)
    return winners[0] if len(winners) == 1 else None


def _narrower(known: Security, channel: str) -> list[Record]:
    """The records that refuse some clients of a channel without TLS, or treat them in another way than all others."""
    if known.switch != "ENABLED":
        return []
    maps = [one for one in known.records if one.type in ("USERMAP", "ADDRESSMAP") and not one.anybody and not one.warn]
    return [*known.blocking_addresses, *(one for one in maps if fits(one.profile, channel)
                         and (one.source != "CHANNEL" or one.check not in ("ASQMGR", "")))]  # fmt: skip


def _open_channels(known: Security) -> Iterator[Finding]:
    check = known.authinfo(known.connauth, "CHCKCLNT") if known.connauth else ("NONE" if known.connauth == "" else None)
    if known.switch is None or check is None or check == "REQUIRED":
        return
    for name in _channels(known, "SVRCONN"):
        record = None if known.switch != "ENABLED" else _default(known, name)
        refuses = record is not None and record.source in ("NOACCESS", "MAP") and not record.warn
        closed = refuses or (record is not None and record.check in ASKING)
        blank = all(known.channel(name, one) == "" for one in ("MCAUSER", "SSLCIPH", "SCYEXIT"))
        if closed or not blank or known.channel(name, "MAXINST") == "0":
            continue
        place, narrower = known.channel_place(name, "MCAUSER"), _narrower(known, name)
        asking = _administrator(name, narrower)
        administrator = gates.decide(known, asking)
        but = words.ADMINISTRATORS[administrator.allowed]
        # A list of blocked users keeps them out whatever they send.
        if administrator.allowed is False and gates.decide(known, asking._replace(password=RIGHT)).allowed is not False:
            but = words.BUT_WITHOUT
        where = words.FROM_UNNAMED_ADDRESSES if narrower else words.FROM_ANY_ADDRESS
        some = "; ".join(one.said for one in narrower[:3]) + (words.AND_MORE if len(narrower) > 3 else "")
        yield Finding(
            QUESTION, "CHANNEL_OPEN_TO_ANYBODY", "critical" if administrator.allowed else "warning",
            words.OPEN.format(
                name=name, manager=known.name or words.THE_QUEUE_MANAGER, where=where, but=but,
                narrower=words.NARROWER.format(records=some) if some else "",
            ),
            _evidence(place, record.place if record else None, *(one.place for one in narrower[:3]),
                      *administrator.places),
            [*mqsc("DISPLAY CHLAUTH({}) MATCH(GENERIC) ALL", name, on=known.name, zos=known.zos),
             *mqsc("DISPLAY CHSTATUS({}) CONNAME MCAUSER", name, on=known.name, zos=known.zos)],
            known.name, name,
        )  # fmt: skip


def _administrator(channel: str, narrower: list[Record]) -> gates.Connection:
    """An administrator without a password, under a name and from an address that no record names."""
    named = [one for record in narrower for one in (*record.addresses, record.address) if one.strip("*")]
    free = (one for one in STRANGERS if not any(chlauth.address_matches(each, one, NOBODY) for each in named))
    return gates.Connection(Peer(channel, next(free, None), NOBODY, NOBODY, ""), NOBODY, groups=ADMINISTRATORS)


def _dead_rules(known: Security) -> Iterator[Finding]:
    if not any(covers(row, "CHANNEL") for row in known.of("CHANNEL")):
        return
    clients, receivers = _channels(known, "SVRCONN"), _channels(known, *MESSAGE_CHANNELS)
    for record in known.records:
        if record.type not in MAPS or not record.complete:
            continue
        names = {"USERMAP": clients, "QMGRMAP": receivers}.get(record.type, [*clients, *receivers])
        mine = [name for name in names if fits(record.profile, name)]
        above = [_above(known, record, name) for name in mine]
        if not mine or not all(above):
            continue
        others = list(dict.fromkeys(one for one in above if one))
        told = "; ".join(one.said for one in others[:3])
        yield Finding(
            QUESTION, "RULE_NEVER_MATCHES", "warning",
            words.NEVER_DECIDES.format(record=record.said, others=told),
            _evidence(record.place, *(one.place for one in others)),
            mqsc("DISPLAY CHLAUTH({}) ALL", "*", on=known.name, zos=known.zos), known.name, record.profile,
        )  # fmt: skip


def _above(known: Security, record: Record, channel: str) -> Record | None:
    """A record that takes everybody on a channel before this one."""
    return next((
        one for one in known.records
        if one.anybody and fits(one.profile, channel) and chlauth.order(one, record) == 1
    ), None)  # fmt: skip


def _warnings(known: Security) -> Iterator[Finding]:
    for record in known.records:
        if record.warn:
            yield Finding(
                QUESTION, "WARN_LEFT", "warning",
                words.ONLY_WARNS.format(record=record.said),
                _evidence(record.place), mqsc("DISPLAY CHLAUTH({}) ALL", "*", on=known.name, zos=known.zos), known.name,
                record.profile,
            )  # fmt: skip
    if known.switch == "WARN":
        rows = [row for row in known.of("QMGR") if row.attributes.get("CHLAUTH")]
        places = [(row.file, row.lines.get("CHLAUTH", row.line)) for row in rows]
        yield Finding(
            QUESTION, "WARN_LEFT", "critical", words.ALL_ONLY_WARN,
            _evidence(*places), mqsc("DISPLAY QMGR CHLAUTH", on=known.name, zos=known.zos), known.name, known.name,
        )  # fmt: skip
