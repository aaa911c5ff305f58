"""The smallest change that lets through what was refused, or why none is offered.

A change is offered only where everything that it rests on is in the evidence: one record, one user, one object, at the
queue manager that refused. None of them opens a door for anybody else (no CHLAUTH(DISABLED), no administrator, no
`+all`, no grant on a transmission queue), and none takes away what somebody has: an exact profile hides the generic
ones. Sources: the documentation of SET CHLAUTH and SET AUTHREC, "Profile priorities", "Resolving CHLAUTH access
issues".
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from mqforensics.objects import authority, chlauth, gates
from mqforensics.objects.chlauth import Record
from mqforensics.objects.commands import Command, Value, mqsc
from mqforensics.objects.owners import by_initiator
from mqforensics.objects.security import Security
from mqforensics.questions.refused.signs import ZOS
from mqforensics.words import refused as said_of

WORDS = frozenset(("GET", "BROWSE", "PUT", "INQ", "SET", "PASSID", "PASSALL", "CONNECT", "PUB", "SUB"))
"""Permissions that a proposed grant may name; those that let a program act for others are for a person to give."""
CHECKS = ("OPTIONAL", "REQDADM", "REQUIRED")
"""Values of CHCKCLNT with which a password that is sent is looked at."""
NO_QUEUE = "event 4"
"""Among the keys of a missing permission on an object that is not known to be a queue."""


Place = tuple[str, int]


class Note(NamedTuple):
    """What a person has to know of a failure or of a change, and where that is."""

    text: str
    places: tuple[Place | None, ...] = ()


class Proposal(NamedTuple):
    """The commands that change something, and what is to be known of them or why there are none."""

    commands: list[Command]
    note: Note | None = None


NOTHING = Proposal([])


def _with(commands: list[Command], text: str) -> Proposal:
    return Proposal(commands, Note(text)) if commands else NOTHING


def _no_proposal(text: str, *places: Place | None) -> Proposal:
    return Proposal([], Note(text, places))


def is_zos(row: Mapping, known: Security | None) -> bool:
    """Whether the queue manager of a failure is on z/OS."""
    by_its_channel = row.get("gate") == "MCA" and by_initiator(row.get("application"))
    return by_its_channel or ZOS in (row.get("keys") or ()) or (known is not None and known.zos)


def user_meant(row: Mapping) -> str | None:
    """The user in MQCSP, where the user of the client's process was authorized instead; None where it was not so."""
    sent, ran = row.get("mqcsp"), row["user"]
    if not sent or "=" in sent or not ran or row.get("asserted") is None:
        return None  # a name of the directory is another writing of a user
    return sent if _comparable(ran) == _comparable(row["asserted"]) != _comparable(sent) else None


def _comparable(user: str) -> str:
    # Letters and domain differ by platform, and a descriptor has room for 12 characters.
    return user.split("@")[0].lower()[:12]


def proposal(row: Mapping, known: Security | None, refusing: Record | None) -> Proposal:
    """What would let a failure through; `refusing`: the channel authentication record that refuses it, where known."""
    by = {
        "CHLAUTH_NOACCESS": partial(_mapping_proposal, refusing=refusing),
        "CHLAUTH_BLOCKED_ADDRESS": _unblock_proposal,
        "NO_AUTHORITY": _granted_on_queue,
        "NO_AUTHORITY_QMGR": _granted_on_queue_manager,
        "NO_AUTHORITY_CLUSTER": _alias,
        "CHANNEL_STOPPED": _start_proposal,
    }.get(row["code"] or "")
    # Without a name a command would run at the default queue manager, whichever that is.
    return by(row, known) if by and row["queue_manager"] else NOTHING


def _ordinary(user: str | None) -> bool:
    return bool(user) and str(user).split("@")[0].lower() not in gates.ADMINISTRATORS


def _mapping_proposal(row: Mapping, known: Security | None, refusing: Record | None) -> Proposal:
    """A record for this very address, certificate or user on this very channel, to the ordinary user that it named."""
    user, address = row["asserted"], row["address"]
    if not (_ordinary(user) and address and row["channel"]) or row["partner"]:
        return NOTHING
    if row["channel"].startswith("SYSTEM."):
        return NOTHING  # those are closed for everybody on purpose
    if known is None or refusing is None or known.switch in ("DISABLED", "WARN") or not _checks_passwords(known):
        return NOTHING
    if not known.is_granted(user):
        return NOTHING  # an administrator could hide behind any other name
    if not refusing.anybody:
        return _no_proposal(said_of.MAY_REFUSE_ON_PURPOSE)
    kind = "SSLPEERMAP" if row["certificate"] else "USERMAP"
    made = Record(row["channel"], kind, address, peer=row["certificate"] or "", user=user)
    if chlauth.order(made._replace(user="") if row["certificate"] else made, refusing) != 1:
        return NOTHING  # this one would not win over it
    who, issuer = Value("user", user), row["certificate"] and row["issuer"]
    identity = [("SSLPEER", Value("certificate", row["certificate"]))] if row["certificate"] else [("CLNTUSER", who)]
    identity += [("SSLCERTI", Value("certificate", issuer))] if issuer else []
    shown = " ".join(f"{key}({{}})" for key, _ in identity)
    # The name was only asserted, with a certificate too: somebody's password is asked for.
    does = "ADDRESS({}) USERSRC(MAP) MCAUSER({}) CHCKCLNT(REQUIRED) ACTION(ADD)"
    values = [row["channel"], *(value for _, value in identity), Value("address", address), who]
    return Proposal(mqsc(f"SET CHLAUTH({{}}) TYPE({kind}) {shown} {does}", *values, on=row["queue_manager"],
                         zos=is_zos(row, known)))  # fmt: skip


def _checks_passwords(known: Security) -> bool:
    return bool(known.connauth) and known.authinfo(known.connauth, "CHCKCLNT") in CHECKS


def _unblock_proposal(row: Mapping, known: Security | None) -> Proposal:
    """The address taken off the list, where the list names it alone and not as part of a pattern."""
    if not row["address"] or known is None or not known.records_whole:
        return NOTHING
    listed = [one for record in known.records if record.type == "BLOCKADDR" for one in record.addresses]
    if {one for one in listed if chlauth.address_matches(one, row["address"], None)} != {row["address"]}:
        return NOTHING
    text, address = "SET CHLAUTH({}) TYPE(BLOCKADDR) ADDRLIST({}) ACTION(REMOVE)", Value("address", row["address"])
    commands = mqsc(text, "*", address, on=row["queue_manager"], zos=is_zos(row, known))
    return _with(commands, said_of.OFF_THE_LIST)


def _permissions_to_grant(row: Mapping) -> list[str]:
    """The permissions that a grant would name: those that were asked for and missing, for an ordinary user."""
    words = (row["permission"] or "").upper().split()
    return words if set(words) <= WORDS and _ordinary(row["user"]) and not user_meant(row) else []


def _grant(text: str, *values: str | Value | None, words: list[str], on: str | None, why: str = "") -> Proposal:
    commands = mqsc(text, *values, Value("permissions", ",".join(words)), on=on)
    return _with(commands, f"{why} {said_of.PRIMARY_GROUP}".strip())


def _given_now(row: Mapping, known: Security | None, kind: str, name: str, words: list[str]) -> Proposal | None:
    """Why no grant is offered of what the user has by the records in the evidence; None where they do not give it."""
    if known is None:
        return None
    now = authority.missing_permissions(known.grants, row["user"], None, kind, name, words, known.grants_whole)
    if not now.grants or now.missing or now.open:
        return None
    return _no_proposal(said_of.GIVEN_NOW,
                 *(one.place for one in now.grants))  # fmt: skip


def _granted_on_queue_manager(row: Mapping, known: Security | None) -> Proposal:
    words, on = _permissions_to_grant(row), row["queue_manager"]
    if not words or is_zos(row, known):
        return NOTHING
    if given := _given_now(row, known, "QMGR", authority.SELF, words):
        return given
    adopts = known.authinfo(known.connauth, "ADOPTCTX") if known is not None and known.connauth else None
    why = said_of.PROCESS if adopts == "NO" else ""
    text = "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL({}) AUTHADD({})"
    return _grant(text, Value("user", row["user"]), words=words, on=on, why=why)


def _granted_on_queue(row: Mapping, known: Security | None) -> Proposal:
    """The permissions on that queue, with those that the user has there by a profile that the new one would hide."""
    words, user, queue = _permissions_to_grant(row), row["user"], row["object"]
    if not words or not queue or NO_QUEUE in (row.get("keys") or ()) or is_zos(row, known):
        return NOTHING
    if given := _given_now(row, known, "QUEUE", queue, words):
        return given
    if known is None or not known.grants_whole:
        return _no_proposal(said_of.NO_GRANT + said_of.MAY_HIDE_PROFILES)
    if queue.startswith("SYSTEM."):
        return _no_proposal(said_of.NO_GRANT + said_of.PRODUCT_QUEUE)
    if known.transmits(queue) is not False:
        told = said_of.LACKS_USAGE
        told = said_of.OPENS_EVERY_QUEUE if known.transmits(queue) else told
        return _no_proposal(said_of.ON_TRANSMISSION_QUEUE.format(no=said_of.NO_GRANT, why=told))
    own, others = authority.hidden_by_exact(known.grants, user, "QUEUE", queue)
    lose = [one for one in others if one.entity.split("@")[0].lower() not in gates.ADMINISTRATORS]
    if lose:
        told = said_of.PROFILE_GIVES.format(profile=lose[0].profile, entity=lose[0].entity)
        return _no_proposal(said_of.COULD_HIDE.format(no=said_of.NO_GRANT, what=told), lose[0].place)
    why = said_of.REPEATS.format(profile=own.profile, user=user) if own else ""
    text = "SET AUTHREC PROFILE({}) OBJTYPE(QUEUE) PRINCIPAL({}) AUTHADD({})"
    both = [*words, *sorted(own.words - set(words))] if own else words
    return _grant(text, queue, Value("user", user), words=both, on=row["queue_manager"], why=why)


def _alias(row: Mapping, known: Security | None) -> Proposal:
    """An alias to the one cluster queue that was meant, and put on that alone."""
    queue = row.get("wanted")
    if not queue or queue.startswith("SYSTEM.") or not _ordinary(row["user"]):
        return NOTHING
    alias, on = f"{queue}.ALIAS", row["queue_manager"]
    if known is not None and (known.hosts(queue) or known.hosts(alias)):
        return NOTHING
    made = mqsc("DEFINE QALIAS({}) TARGET({})", alias, queue, on=on)
    text, who = "SET AUTHREC PROFILE({}) OBJTYPE(QUEUE) PRINCIPAL({}) AUTHADD({})", Value("user", row["user"])
    given = _grant(text, alias, who, words=["PUT"], on=on)
    return Proposal([*made, *given.commands], given.note) if made and given.commands else NOTHING


def _start_proposal(row: Mapping, known: Security | None) -> Proposal:
    commands = mqsc("START CHANNEL({})", row["channel"], on=row["queue_manager"], zos=is_zos(row, known))
    return _with(commands, said_of.ASK_FIRST)
