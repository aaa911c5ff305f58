"""Which record or attribute decided a failure, by the definitions of the case."""

from collections.abc import Mapping
from typing import NamedTuple

from mqforensics.objects import authority, chlauth
from mqforensics.objects.chlauth import MQADMIN, Peer, Record
from mqforensics.objects.security import Security, altered_after
from mqforensics.questions.refused.proposals import Place


class DecidingRecord(NamedTuple):
    """What decides by the definitions in the evidence; `later`: it may have been altered after the failure."""

    said: str
    place: Place | None
    later: bool = False
    value: str | None = None
    """Of the attribute that decides."""


def deciding_record_of(record: Record, row: Mapping, known: Security) -> DecidingRecord:
    """A record as what decided."""
    return DecidingRecord(record.said, record.place, altered_after(record.altered, row["time"], known.zone))


def peer_of(row: Mapping) -> Peer:
    """The peer as the channel authentication records saw it."""
    shown = row["asserted"] is not None or row["certificate"] is not None
    return Peer(row["channel"] or "", row["address"], row["host"], row["asserted"],
                row["certificate"] or ("" if shown else None), row["issuer"], row["partner"])  # fmt: skip


def record_of(row: Mapping, known: Security) -> Record | DecidingRecord | None:
    """What decided a failure; None where the evidence does not show it."""
    by = {
        "CHLAUTH_NOACCESS": _mapping_record, "CHLAUTH_NO_CREDENTIALS": _mapping_record, "CHLAUTH_BLOCKED_USER": _list,
        "CHLAUTH_BLOCKED_ADDRESS": _addresses, "CONNAUTH_REJECTED": _authinfo, "CONNAUTH_NO_CREDENTIALS": _authinfo,
        "TLS_NO_CERTIFICATE": _certificate, "CHANNEL_TYPE": _type,
        "NO_AUTHORITY": _profile, "NO_AUTHORITY_QMGR": _profile, "NO_AUTHORITY_CLUSTER": _profile,
    }.get(row["code"])  # fmt: skip
    return by(row, known) if by else _attribute(row, known)


def winner_of(row: Mapping, known: Security) -> chlauth.Winner:
    """Which mapping record counts for the peer of a failure."""
    return known.mapping(peer_of(row), _between_managers(row, known))


def _between_managers(row: Mapping, known: Security) -> bool:
    return row["partner"] is not None or known.channel(row["channel"], "CHLTYPE") in chlauth.MESSAGE_CHANNELS


def fits(record: Record, row: Mapping, known: Security, reverse: bool) -> bool | None:
    """Whether a record matches the peer of a failure; None where the evidence does not show it."""
    return chlauth.matches(record, peer_of(row), _between_managers(row, known), reverse)


def refuses(record: Record) -> bool:
    """Whether a record lets nobody in."""
    return record.source == "NOACCESS" and not record.warn


def _mapping_record(row: Mapping, known: Security) -> Record | None:
    if not row["channel"]:
        return None
    found = winner_of(row, known)
    record = found.record if found.known else None
    if record is None or row["code"] == "CHLAUTH_NO_CREDENTIALS":
        return record if record and record.check in ("REQUIRED", "REQDADM") else None
    return record if refuses(record) else None


def _list(row: Mapping, known: Security) -> Record | None:
    told = known.runcheck_record(peer_of(row))
    if told is not None and told.type == "BLOCKUSER":
        return told
    if not row["channel"] or not known.records_whole:
        return None
    found = chlauth.block_user(known.records, row["channel"])
    hits = [one for one in found if one.complete and blocks(one, row)]
    return hits[0] if len(found) == 1 and hits else None


def blocks(record: Record, row: Mapping) -> bool:
    """Whether a list of blocked users has the user of a failure."""
    return not record.warn and bool({row["user"], MQADMIN} & set(record.users))


def _addresses(row: Mapping, known: Security) -> Record | None:
    if not row["address"] or not known.records_whole:
        return None
    found = known.blocking_addresses
    hit = [one for one in found if any(chlauth.address_matches(a, row["address"], None) for a in one.addresses)]
    return hit[0] if len(hit) == 1 else None


def _authinfo(row: Mapping, known: Security) -> DecidingRecord | None:
    checks = ("REQUIRED",) if row["code"] == "CONNAUTH_NO_CREDENTIALS" else ("OPTIONAL", "REQDADM", "REQUIRED")
    shown = deciding_attribute(row, known)
    return shown if shown and shown.value in checks else None


def _profile(row: Mapping, known: Security) -> DecidingRecord | None:
    if not row["user"] or not row["object"] or not known.grants_whole:
        return None
    own = row["code"] == "NO_AUTHORITY_QMGR"
    kind, name = ("QMGR", authority.SELF) if own else ("QUEUE", row["object"])
    needed = (row["permission"] or "").upper().split()
    found = authority.missing_permissions(known.grants, row["user"], None, kind, name, needed, True)
    place = next((one.place for one in found.grants if one.profile == found.profile), None)
    said = f"AUTHREC PROFILE({found.profile}) OBJTYPE({kind})"
    return DecidingRecord(said, place) if found.profile and found.missing else None


ATTRIBUTES = {
    "TLS_CIPHER_DIFFERS": "SSLCIPH", "TLS_CIPHER_MISSING": "SSLCIPH", "TLS_NAME_DIFFERS": "SSLPEER",
    "MAXINST_REACHED": "MAXINST", "MAXINSTC_REACHED": "MAXINSTC", "DISCINT_EXPIRED": "DISCINT",
}  # fmt: skip
"""The attribute of the channel that decides, by the code of the failure."""


def _type(row: Mapping, known: Security) -> DecidingRecord | None:
    """The type of the channel, where the queue manager that has it says that it does not fit."""
    return _of_channel(row, known, "CHLTYPE") if (row["words"] or "").startswith(UNFIT) else None


NOT_SENT, UNFIT = "AMQ9637", "AMQ9502"
"""The messages of a queue manager to which no certificate was sent, and whose own channel has another type."""


def _attribute(row: Mapping, known: Security) -> DecidingRecord | None:
    shown = deciding_attribute(row, known)
    return shown if shown and shown.value else None


def deciding_attribute(row: Mapping, known: Security) -> DecidingRecord | None:
    """The attribute that decides failures of this code, as the evidence shows it."""
    if row["code"] in ("CONNAUTH_REJECTED", "CONNAUTH_NO_CREDENTIALS"):
        name, attribute = known.connauth, "CHCKCLNT"
        value = known.authinfo(name, attribute) if name else None
        return None if value is None else DecidingRecord(
            f"AUTHINFO({name}) {attribute}({value})", known.authinfo_place(name, attribute),
            _may_be_altered(known, "AUTHINFO", name, row), value,
        )  # fmt: skip
    return _of_channel(row, known, ATTRIBUTES.get(row["code"] or ""))


def _of_channel(row: Mapping, known: Security, attribute: str | None) -> DecidingRecord | None:
    channel = row["channel"]
    value = known.channel(channel, attribute) if attribute and channel else None
    place = known.channel_place(channel, attribute) if value is not None else None
    return place and DecidingRecord(f"CHANNEL({channel}) {attribute}({value})", place,
                           _may_be_altered(known, "CHANNEL", channel, row), value)  # fmt: skip


def _certificate(row: Mapping, known: Security) -> DecidingRecord | None:
    """What asks for a certificate that did not come: SSLPEER does so as well, whatever SSLCAUTH has."""
    if not (row["words"] or "").startswith(NOT_SENT):
        return None
    required = _of_channel(row, known, "SSLCAUTH")
    if required is None or required.value == "REQUIRED":
        return required
    pattern = _of_channel(row, known, "SSLPEER")
    return pattern if pattern and pattern.value else None


def _may_be_altered(known: Security, kind: str, name: str, row: Mapping) -> bool:
    """Whether an object may have been altered after the failure."""
    times = [one.times.get("ALT") for one in known.of(kind, name=name)]
    return not times or any(altered_after(time, row["time"], known.zone) for time in times)
