"""What decided a failure, and what to run next: the record out of the definitions of the case, the smallest change.

A change is offered only where everything in it is known: one record, one user, one object. None of them opens a door
for anybody else: no CHLAUTH(DISABLED), no administrator, no `+all`, no grant on the cluster's transmission queue.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from mqforensics.objects import authority, chlauth, gates
from mqforensics.objects.chlauth import MQADMIN, Peer, Record
from mqforensics.objects.commands import Command, Value, in_order, mqsc
from mqforensics.objects.security import Security, altered_after
from mqforensics.questions.refused.causes import by_code
from mqforensics.questions.refused.signs import ZOS
from mqforensics.questions.refused.who_may import runcheck

WORDS = frozenset(("GET", "BROWSE", "PUT", "INQ", "SET", "PASSID", "PASSALL", "CONNECT", "PUB", "SUB"))
"""Permissions that a proposed grant may name; those that let a program act for others are for a person to give."""


REGULAR, SHORTEST, SPREAD, TOGETHER = 3, 30, 10, 2
"""Breaks are regular from so many intervals on, of so many seconds or more, that differ by no more than so many."""


class Decided(NamedTuple):
    """`record`: what decided, None where that is not known; `place`: where it stands; `likely`; `next`."""

    record: str | None
    place: tuple[str, int] | None
    cause: str | None
    likely: str | None
    next: list[Command]


def decide(row: Mapping, securities: Mapping[str | None, Security]) -> Decided:
    """What the definitions of the case add to one failure, a row of `joined.summed`."""
    told = by_code().get(row["code"])
    known = securities.get(row["queue_manager"]) if row["queue_manager"] else None
    record, place, notes = row["record"], None, [told.likely] if told and told.likely else []
    if record is None and known is not None:
        found = _record(row, known)
        if isinstance(found, Record):
            if altered_after(found.altered, row["time"]):
                notes.append(f"{found.said} matches now; whether it stood so then is not shown.")
            else:
                record, place = found.said, found.place
        elif found:
            record, place = found
    notes += [said] if (said := _regular(row, known)) else []
    commands = [*_looks(told.look if told else (), row), *_changes(row, known)]
    return Decided(record, place, told.cause if told else None, " ".join(notes) or None, in_order(commands))


def _regular(row: Mapping, known: Security | None) -> str | None:
    """That connections break at the same interval, as they do behind a device that cuts idle ones."""
    times: list = []
    for time in row.get("times") or ():  # of one connection all conversations break together
        times += [time] if not times or (time - times[-1]).total_seconds() > TOGETHER else []
    gaps = [(after - before).total_seconds() for before, after in pairwise(times)]
    if len(gaps) < REGULAR or min(gaps) < SHORTEST or max(gaps) - min(gaps) > SPREAD:
        return None
    apart = round(sum(gaps) / len(gaps))
    said = f"The breaks come {apart} seconds apart: a device that cuts idle connections does that."
    shown = [f"{key}({value})" for key in ("HBINT", "SHARECNV") if known is not None and row["channel"]
             and (value := known.channel(row["channel"], key))]  # fmt: skip
    return f"{said} The channel has {' '.join(shown)}." if shown else said


def peer_of(row: Mapping) -> Peer:
    """The peer as the channel authentication records saw it."""
    shown = row["asserted"] is not None or row["certificate"] is not None
    return Peer(row["channel"] or "", row["address"], row["host"], row["asserted"],
                row["certificate"] or ("" if shown else None), row["issuer"], row["partner"])  # fmt: skip


def _record(row: Mapping, known: Security) -> Record | tuple[str, tuple[str, int] | None] | None:
    by = {
        "CHLAUTH_NOACCESS": _mapping, "CHLAUTH_NO_CREDENTIALS": _mapping, "CHLAUTH_BLOCKED_USER": _list,
        "CHLAUTH_BLOCKED_ADDRESS": _addresses, "CONNAUTH_REJECTED": _authinfo, "CONNAUTH_NO_CREDENTIALS": _authinfo,
        "NO_AUTHORITY": _profile, "NO_AUTHORITY_QMGR": _profile, "NO_AUTHORITY_CLUSTER": _profile,
    }.get(row["code"])  # fmt: skip
    return by(row, known) if by else _attribute(row, known)


def _mapping(row: Mapping, known: Security) -> Record | None:
    if not row["channel"]:
        return None
    message_channel = row["partner"] is not None or known.channel(row["channel"], "CHLTYPE") in chlauth.MESSAGE_CHANNELS
    found = chlauth.mapping(known.records, peer_of(row), known.records_whole, message_channel, known.reverse_lookup)
    record = found.record if found.known else None
    if record is None or row["code"] == "CHLAUTH_NO_CREDENTIALS":
        return record if record and record.check in ("REQUIRED", "REQDADM") else None
    return record if record.source == "NOACCESS" and not record.warn else None


def _list(row: Mapping, known: Security) -> Record | None:
    if not row["channel"] or not known.records_whole:
        return None
    found = chlauth.block_user(known.records, row["channel"])
    fits = [one for one in found if one.complete and not one.warn and ({row["user"], MQADMIN} & set(one.users))]
    return fits[0] if len(found) == 1 and fits else None


def _addresses(row: Mapping, known: Security) -> Record | None:
    if not row["address"] or not known.records_whole:
        return None
    found = [one for one in known.records if one.type == "BLOCKADDR" and not one.warn]
    hit = [one for one in found if any(chlauth.address_matches(a, row["address"], None) for a in one.addresses)]
    return hit[0] if len(hit) == 1 else None


def _authinfo(row: Mapping, known: Security) -> tuple[str, tuple[str, int] | None] | None:
    check = known.authinfo(known.connauth, "CHCKCLNT") if known.connauth else None
    deciding = ("REQUIRED",) if row["code"] == "CONNAUTH_NO_CREDENTIALS" else ("OPTIONAL", "REQDADM", "REQUIRED")
    if check not in deciding or not known.connauth or _altered(known.of("AUTHINFO", name=known.connauth), row):
        return None
    return f"AUTHINFO({known.connauth}) CHCKCLNT({check})", known.authinfo_place(known.connauth, "CHCKCLNT")


def _profile(row: Mapping, known: Security) -> tuple[str, tuple[str, int] | None] | None:
    if not row["user"] or not row["object"] or not known.grants_whole:
        return None
    own = row["code"] == "NO_AUTHORITY_QMGR"
    kind, name = ("QMGR", authority.SELF) if own else ("QUEUE", row["object"])
    needed = (row["permission"] or "").upper().split()
    found = authority.held(known.grants, row["user"], None, kind, name, needed, True)
    place = next((one.place for one in found.grants if one.profile == found.profile), None)
    return (f"AUTHREC PROFILE({found.profile}) OBJTYPE({kind})", place) if found.profile and found.missing else None


ATTRIBUTES = {
    "TLS_CIPHER_DIFFERS": "SSLCIPH", "TLS_CIPHER_MISSING": "SSLCIPH", "TLS_NAME_DIFFERS": "SSLPEER",
    "MAXINST_REACHED": "MAXINST", "MAXINSTC_REACHED": "MAXINSTC", "DISCINT_EXPIRED": "DISCINT",
}  # fmt: skip
"""The attribute of the channel that decides, by the code of the failure."""


def _attribute(row: Mapping, known: Security) -> tuple[str, tuple[str, int] | None] | None:
    attribute = ATTRIBUTES.get(row["code"] or "")
    value = known.channel(row["channel"], attribute) if attribute and row["channel"] else None
    if not value or _altered(known.of("CHANNEL", name=row["channel"]), row):
        return None
    return f"CHANNEL({row['channel']}) {attribute}({value})", known.channel_place(row["channel"], attribute)


def _altered(rows: Iterable[Mapping], row: Mapping) -> bool:
    """Whether what rows of the objects table define may have been altered after the failure."""
    times = [(one.get("times") or {}).get("ALT") for one in rows]
    return not times or any(altered_after(time, row["time"]) for time in times)


def _looks(look: tuple[str, ...], row: Mapping) -> list[Command]:
    zos = ZOS in (row.get("keys") or ())
    command, found = partial(mqsc, on=row["queue_manager"], zos=zos), []
    for text in look:
        if zos and any(word in text for word in ("ENTAUTH", "AUTHREC")):
            continue  # authorities are the security manager's there
        if text == "RUNCHECK":
            peer = peer_of(row)._replace(certificate=row["certificate"])
            found += runcheck(peer, row["queue_manager"], zos) if row["channel"] else []
        elif text == "ENTAUTH QMGR":
            found += command("DISPLAY ENTAUTH PRINCIPAL({}) OBJTYPE(QMGR)", Value("user", row["user"]))
        elif text == "ENTAUTH QUEUE":
            who = Value("user", row["user"])
            found += command("DISPLAY ENTAUTH PRINCIPAL({}) OBJTYPE(QUEUE) OBJNAME({})", who, row["object"])
        else:
            name = next((row[field] for field in ("channel", "object") if f"{{{field}}}" in text), None)
            plain = text.replace("{channel}", "{}").replace("{object}", "{}").replace("(*)", "({})")
            values = ["*" if "(*)" in text else name] if "{}" in plain else []
            found += command(plain, *values)
    return found


def _changes(row: Mapping, known: Security | None) -> list[Command]:
    by = {"CHLAUTH_NOACCESS": _mapped, "NO_AUTHORITY": _granted, "NO_AUTHORITY_QMGR": _granted,
          "NO_AUTHORITY_CLUSTER": _alias, "CHANNEL_STOPPED": _started,
          "CHLAUTH_BLOCKED_ADDRESS": _unblocked}.get(row["code"] or "")  # fmt: skip
    return by(row, known) if by else []


def _ordinary(user: str | None) -> bool:
    return bool(user) and str(user).split("@")[0].lower() not in gates.ADMINISTRATORS


def _mapped(row: Mapping, known: Security | None) -> list[Command]:
    """A record for this very address, certificate or user on this very channel, to the ordinary user that it named."""
    user, address = row["asserted"], row["address"]
    if not (_ordinary(user) and address and row["channel"]) or row["partner"]:
        return []
    if row["channel"].startswith("SYSTEM."):
        return []  # those are closed for everybody on purpose
    if known is None or not known.is_granted(user) or not known.connauth:
        return []  # an administrator could hide behind any other name, and without CONNAUTH no password is checked
    kind = "SSLPEERMAP" if row["certificate"] else "USERMAP"
    made = Record(row["channel"], kind, address, peer=row["certificate"] or "", user=user)
    refusing = _mapping(row, known)
    if refusing is None or chlauth.order(made._replace(user="") if row["certificate"] else made, refusing) != 1:
        return []  # which record refuses is not known, or this one would not win over it
    common = "ADDRESS({}) USERSRC(MAP) MCAUSER({})"
    who, where = Value("user", user), Value("address", address)
    if row["certificate"]:
        peer = Value("certificate", row["certificate"])
        text = f"SET CHLAUTH({{}}) TYPE(SSLPEERMAP) SSLPEER({{}}) {common} ACTION(ADD)"
        return mqsc(text, row["channel"], peer, where, who, on=row["queue_manager"])
    text = f"SET CHLAUTH({{}}) TYPE(USERMAP) CLNTUSER({{}}) {common} CHCKCLNT(REQUIRED) ACTION(ADD)"
    return mqsc(text, row["channel"], who, where, who, on=row["queue_manager"])


def _granted(row: Mapping, known: Security | None) -> list[Command]:
    """The permissions that were asked for and missing, for that user on that object."""
    words = (row["permission"] or "").upper().split()
    if not words or not set(words) <= WORDS or not _ordinary(row["user"]):
        return []
    who, granted = Value("user", row["user"]), Value("permissions", ",".join(words))
    if row["code"] == "NO_AUTHORITY_QMGR":
        return mqsc("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL({}) AUTHADD({})", who, granted, on=row["queue_manager"])
    text = "SET AUTHREC PROFILE({}) OBJTYPE(QUEUE) PRINCIPAL({}) AUTHADD({})"
    return mqsc(text, row["object"], who, granted, on=row["queue_manager"])


def _alias(row: Mapping, known: Security | None) -> list[Command]:
    """An alias to the one cluster queue that was meant, and put on that alone."""
    queue = row.get("wanted")
    if not queue or not _ordinary(row["user"]):
        return []
    alias, on = f"{queue}.ALIAS", row["queue_manager"]
    made = mqsc("DEFINE QALIAS({}) TARGET({})", alias, queue, on=on)
    who = Value("user", row["user"])
    given = mqsc("SET AUTHREC PROFILE({}) OBJTYPE(QUEUE) PRINCIPAL({}) AUTHADD(PUT)", alias, who, on=on)
    return [*made, *given] if made and given else []


def _started(row: Mapping, known: Security | None) -> list[Command]:
    return mqsc("START CHANNEL({})", row["channel"], on=row["queue_manager"])


def _unblocked(row: Mapping, known: Security | None) -> list[Command]:
    """The address taken off the list, where the list names it alone and not as part of a pattern."""
    listed = {one for record in known.records for one in record.addresses} if known is not None else set()
    if row["address"] not in listed:
        return []
    text = "SET CHLAUTH({}) TYPE(BLOCKADDR) ADDRLIST({}) ACTION(REMOVE)"
    return mqsc(text, "*", Value("address", row["address"]), on=row["queue_manager"])
