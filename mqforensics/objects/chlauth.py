"""Channel authentication records: which of them match a connection, and which one of these wins.

A match is True, False, or None where the connection or the record is not known in full. The order of precedence: the
channel's name first, then the identity (certificate, user or queue manager, address alone), then the address. Sources:
the documentation of SET CHLAUTH and of DISPLAY CHLAUTH, "Channel authentication records", "Generic IP addresses" and
"WebSphere MQ rules for SSLPEER values". What these do not settle makes two records incomparable, never a guess.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from mqforensics.objects.fact import Row
from mqforensics.objects.wildcards import fits

MAPS = {"SSLPEERMAP": 3, "USERMAP": 2, "QMGRMAP": 2, "ADDRESSMAP": 1}
"""The records that map, by the weight of what they identify."""
NEEDED = {
    "BLOCKADDR": ("ADDRLIST",), "BLOCKUSER": ("USERLIST",), "SSLPEERMAP": ("SSLPEER",), "USERMAP": ("CLNTUSER",),
    "QMGRMAP": ("QMNAME",), "ADDRESSMAP": ("ADDRESS",),
}  # fmt: skip
"""What a record of each type cannot be without."""
MESSAGE_CHANNELS = frozenset(("RCVR", "RQSTR", "CLUSRCVR"))
MQADMIN = "*MQADMIN"
DN_ORDER = (
    "SERIALNUMBER", "MAIL", "UID", "CN", "T", "OU", "DC", "O", "STREET", "L", "ST", "PC", "C", "UNSTRUCTUREDNAME",
    "UNSTRUCTUREDADDRESS", "DNQ",
)  # fmt: skip
SYNONYMS = {
    "E": "MAIL", "EMAIL": "MAIL", "EMAILADDRESS": "MAIL", "USERID": "UID", "S": "ST", "SP": "ST", "DNQUALIFIER": "DNQ",
    "POSTALCODE": "PC",
}  # fmt: skip
_PART = re.compile(r"\s*([^=,;+\s]{1,40})\s*=\s*(\"(?:[^\"\\]|\\.)*+\"|(?:[^,;+\\\"]|\\.)*+)\s*(?:[,;+]|$)")
_IP_PATTERN = re.compile(r"[0-9.*-]+|[0-9A-Fa-f:.*-]*:[0-9A-Fa-f:.*-]*")
EXACT, RANGE, PARTIAL, HOST, HOSTS, ANY = range(6)


class Peer(NamedTuple):
    """Who is at the other end, as a record sees it; None for what is not known.

    `certificate`, `issuer`: distinguished names, `certificate` '' where none was sent.
    """

    channel: str
    address: str | None = None
    host: str | None = None
    user: str | None = None
    certificate: str | None = ""
    issuer: str | None = None
    queue_manager: str | None = None


class Record(NamedTuple):
    """One record; `complete` says that all of it that decides is in the evidence."""

    profile: str
    type: str
    address: str = ""
    addresses: tuple[str, ...] = ()
    peer: str = ""
    issuer: str = ""
    user: str = ""
    queue_manager: str = ""
    source: str = ""
    mcauser: str = ""
    check: str = "ASQMGR"
    """CHCKCLNT, '' where a display without ALL leaves it out."""
    users: tuple[str, ...] = ()
    warn: bool | None = False
    """WARN(YES); None where a display without ALL leaves it out."""
    complete: bool = True
    place: tuple[str, int] | None = None
    altered: datetime | None = None

    @property
    def said(self) -> str:
        """The record as MQSC shows it: what it matches and what it does."""
        keys = (
            ("ADDRLIST", ",".join(self.addresses)), ("SSLPEER", self.peer), ("SSLCERTI", self.issuer),
            ("CLNTUSER", self.user), ("QMNAME", self.queue_manager), ("ADDRESS", self.address),
            ("USERLIST", ",".join(self.users)), ("USERSRC", self.source),
            ("MCAUSER", self.mcauser if self.source == "MAP" else ""),
            ("CHCKCLNT", self.check if self.check != "ASQMGR" else ""), ("WARN", "YES" if self.warn else ""),
        )  # fmt: skip
        shown = " ".join(f"{key}({value})" for key, value in keys if value)
        return f"CHLAUTH({self.profile}) TYPE({self.type}) {shown}".rstrip()

    @property
    def anybody(self) -> bool:
        """Whether it matches everybody who comes over a channel that it is for."""
        return self.type == "ADDRESSMAP" and self.address == "*" and self.complete

    @property
    def effect(self) -> tuple:
        """What a match does: records of the same effect need no order."""
        return self.source, self.mcauser, self.check, self.warn


def record_of(row: Row) -> Record:
    """The record that a row of the table `objects` shows."""
    told, asked = row.attributes, row.asked or {}
    kind = told.get("TYPE", "").upper()
    source = told.get("USERSRC", "").upper() or ("MAP" if told.get("MCAUSER") else "")
    if not source and kind in MAPS and asked.get("verb") == "SET":
        source = "MAP"  # the default of SET CHLAUTH
    needed = set(NEEDED.get(kind, ("TYPE",))) | ({"USERSRC"} if kind in MAPS else set())
    needed |= {"MCAUSER"} if source == "MAP" else set()
    if asked.get("verb") == "DISPLAY" and kind in MAPS:
        needed |= {"ADDRESS"}
    # CHCKCLNT and WARN say what a match does; which record wins they cannot change.
    if "ALL" in (asked.get("attributes") or ()):
        needed |= {"SSLCERTI"} if kind == "SSLPEERMAP" else set()
    blank = {"ADDRESS", "SSLCERTI"} if kind != "ADDRESSMAP" else {"SSLCERTI"}
    shown = {**told, "USERSRC": source}
    whole = kind in NEEDED and all(shown.get(key) or (key in blank and key in shown) for key in needed)
    check = told.get("CHCKCLNT", "").upper() or ("" if asked.get("verb") == "DISPLAY" else "ASQMGR")
    return Record(
        profile=row.name or "", type=kind, address=told.get("ADDRESS", "").strip(),
        addresses=_items(told.get("ADDRLIST", "")), peer=told.get("SSLPEER", "").strip(),
        issuer=told.get("SSLCERTI", "").strip(), user=told.get("CLNTUSER", "").strip(),
        queue_manager=told.get("QMNAME", "").strip(), source=source, mcauser=told.get("MCAUSER", "").strip(),
        check=check if source != "NOACCESS" else "ASQMGR", users=_items(told.get("USERLIST", "")),
        warn=_warns(told, asked), complete=whole and not row.error and bool(row.name),
        place=(row.file, row.lines.get("CHLAUTH", row.line)), altered=row.times.get("ALT"),
    )  # fmt: skip


def _warns(told: Mapping, asked: Mapping) -> bool | None:
    if "WARN" not in told and asked.get("verb") == "DISPLAY" and told.get("USERSRC") not in ("MAP", "CHANNEL"):
        return None
    return told.get("WARN", "").upper() == "YES"


def _items(text: str) -> tuple[str, ...]:
    return tuple(item for part in text.split(",") if (item := part.strip().strip("'")))


def plain_address(address: str | None) -> str | None:
    """An address as it is compared: an IPv6 address that maps an IPv4 one is that one; None for what is none."""
    try:
        found = ip_address((address or "").strip())
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return str(mapped or found)


def is_address_pattern(pattern: str) -> bool:
    """Whether this is a pattern of IP addresses rather than of host names."""
    return _IP_PATTERN.fullmatch(pattern) is not None


def address_matches(pattern: str, address: str | None, host: str | None, reverse: bool | None = True) -> bool | None:
    """Whether a peer fits ADDRESS or an entry of ADDRLIST; `reverse`: whether host names are looked up (REVDNS)."""
    if pattern in ("", "*"):
        return True
    if not is_address_pattern(pattern):
        if reverse is False:
            return False
        return fits(pattern.lower(), host.lower()) if host and reverse else None
    plain = plain_address(address)
    if plain is None:
        return None
    exact = plain_address(pattern)
    if exact is not None:
        return exact == plain
    mark = ":" if ":" in pattern else "."
    if (mark == ":") != (":" in plain):
        return False
    parts = plain.split(".") if mark == "." else IPv6Address(plain).exploded.split(":")
    return _parts_match(pattern.split(mark), parts, 10 if mark == "." else 16)


def _parts_match(pattern: list[str], parts: list[str], base: int) -> bool | None:
    if len(pattern) > len(parts) or (len(pattern) < len(parts) and pattern[-1] != "*"):
        return None if "" in pattern else False
    try:
        for want, have in zip(pattern, parts, strict=False):
            low, _, high = want.partition("-")
            if want != "*" and not int(low, base) <= int(have, base) <= int(high or low, base):
                return False
    except ValueError:
        return None
    return True


def distinguished_name(text: str) -> list[tuple[str, str]] | None:
    """Attributes and values of a distinguished name or of a pattern for one, in their order; None for anything else."""
    found, at = [], 0
    while at < len(text):
        part = _PART.match(text, at)
        if not part or part.end() == at:
            return None
        key, value = part[1].upper(), part[2].strip()
        if value.startswith('"'):
            value = value[1:-1]
        found.append((SYNONYMS.get(key, key), re.sub(r"\\(.)", r"\1", value)))
        at = part.end()
    return found


def name_matches(pattern: str, name: str | None) -> bool | None:
    """Whether a certificate's name fits SSLPEER or SSLCERTI; `name` '' is not a certificate, None one that is not
    told."""
    if not pattern:
        return True
    if name is None or not name:
        return None if name is None else False
    wanted, shown = distinguished_name(pattern), distinguished_name(name)
    if wanted is None or shown is None:
        return None
    said: set[bool | None] = set()
    for key in dict.fromkeys(key for key, _ in wanted):
        said.add(_values_match([v for k, v in wanted if k == key], [v for k, v in shown if k == key]))
    return False if False in said else None if None in said else True


def _values_match(wanted: list[str], shown: list[str]) -> bool | None:
    if len(shown) < len(wanted):
        return False
    if all(fits(want, have) for want, have in zip(wanted, shown, strict=False)):
        return True
    # Whether letters count alike, and whether the first of several OUs may be left out, differs by level.
    left = iter(shown)
    apart = all(any(fits(want.lower(), have.lower()) for have in left) for want in wanted)
    return None if apart else False


def matches(record: Record, peer: Peer, message_channel: bool = False, reverse: bool | None = True) -> bool | None:
    """Whether a record that maps matches a peer."""
    applies = {"QMGRMAP": message_channel, "USERMAP": not message_channel}.get(record.type, True)
    if not applies or not fits(record.profile, peer.channel):
        return False
    said: list[bool | None] = [address_matches(record.address, peer.address, peer.host, reverse)]
    if record.type == "SSLPEERMAP":
        said += [name_matches(record.peer, peer.certificate), name_matches(record.issuer, peer.issuer)]
    elif record.type == "USERMAP":
        said.append(fits(record.user, peer.user) if record.user and peer.user is not None else None)
        if said[-1] is False and fits(record.user.lower(), (peer.user or "").lower()):
            said[-1] = None  # from 9.2 an option makes letters count alike
    elif record.type == "QMGRMAP":
        told = record.queue_manager and peer.queue_manager is not None
        said.append(fits(record.queue_manager, peer.queue_manager or "") if told else None)
    if False in said:
        return False
    return None if None in said or not record.complete else True


def generic(one: str, other: str) -> int | None:
    """Which of two patterns that both fit is the more specific: 1 the first, -1 the second, 0 alike, None untold."""
    if one == other:
        return 0
    if ("*" in one) != ("*" in other):
        return 1 if "*" in other else -1
    for a, b in zip(one, other, strict=False):
        if a != b:
            return (1 if b == "*" else -1) if "*" in (a, b) else None
    return 1 if len(one) > len(other) else -1


def _address_class(pattern: str) -> int:
    if pattern in ("", "*"):
        return ANY
    if not is_address_pattern(pattern):
        return HOSTS if "*" in pattern else HOST
    if "*" in pattern:
        return PARTIAL
    return RANGE if "-" in pattern else EXACT


def _address_order(one: str, other: str) -> int | None:
    if one == other or _address_class(one) == _address_class(other) == ANY:
        return 0
    if _address_class(one) != _address_class(other):
        return 1 if _address_class(one) < _address_class(other) else -1
    if _address_class(one) in (HOST, HOSTS):
        return generic(one.lower(), other.lower())
    mark = ":" if ":" in one else "."
    for a, b in zip(one.split(mark), other.split(mark), strict=False):
        if a != b:
            return _part_order(a, b, 16 if mark == ":" else 10)
    return 1 if one.count(mark) > other.count(mark) else -1


def _part_order(one: str, other: str, base: int) -> int | None:
    if "*" in (one, other):
        return 1 if other == "*" else -1
    (a, b), (c, d) = ((int(low, base), int(high or low, base))
                      for low, _, high in (one.partition("-"), other.partition("-")))  # fmt: skip
    if (a, b) == (c, d):
        return 0
    if a >= c and b <= d:
        return 1
    return -1 if c >= a and d <= b else None


def _name_order(one: str, other: str) -> int | None:
    first, second = distinguished_name(one) or [], distinguished_name(other) or []
    for key in DN_ORDER:
        mine, theirs = [v for k, v in first if k == key], [v for k, v in second if k == key]
        if mine == theirs:
            continue
        if len(mine) != len(theirs):
            return 1 if len(mine) > len(theirs) else -1
        return next((order for a, b in zip(mine, theirs, strict=True) if (order := generic(a, b)) != 0), 0)
    return 0


def order(one: Record, other: Record) -> int | None:
    """Which of two records that both match wins: 1 the first, -1 the second, 0 alike, None where the evidence does not
    show it."""
    steps: list = [lambda: generic(one.profile, other.profile), lambda: MAPS[one.type] - MAPS[other.type]]
    if one.type == other.type == "SSLPEERMAP":
        steps += [lambda: _name_order(one.peer, other.peer), lambda: _name_order(one.issuer, other.issuer)]
    elif one.type == other.type:
        steps += [lambda: generic(one.user, other.user), lambda: generic(one.queue_manager, other.queue_manager)]
    steps.append(lambda: _address_order(one.address, other.address))
    for step in steps:
        found = step()
        if found is None or found:
            return found and (1 if found > 0 else -1)
    return 0


def best(candidates: Iterable[Record]) -> list[Record]:
    """The records that no other one surely beats: one where the winner is known."""
    found = list(candidates)
    return [one for one in found if not any(order(other, one) == 1 for other in found if other is not one)]


class Winner(NamedTuple):
    """Which record that maps wins: `record` None where none matches, `known` False where the evidence does not show
    it."""

    record: Record | None
    known: bool
    possible: tuple[Record, ...] = ()


def mapping(records: Iterable[Record], peer: Peer, whole: bool, message_channel: bool = False,
            reverse: bool | None = True) -> Winner:  # fmt: skip
    """The record that decides for a peer; `whole`: whether these are all records that there are."""
    maps = [record for record in records if record.type in MAPS]
    said = {place: matches(record, peer, message_channel, reverse) for place, record in enumerate(maps)}
    sure = [maps[place] for place, one in said.items() if one]
    winners = best(sure)
    # What may match counts unless a record that surely matches beats it.
    rivals = [
        maps[place] for place, one in said.items()
        if one is None and not any(order(winner, maps[place]) == 1 for winner in sure)
    ]  # fmt: skip
    possible = (*winners, *rivals)
    if not whole or any(not record.complete for record in rivals):
        return Winner(None, False, possible)
    if not possible:
        return Winner(None, True)
    alike = len({record.effect for record in possible}) == 1 and winners
    if (len(possible) == 1 and winners) or alike:
        return Winner(winners[0], True, possible)
    return Winner(None, False, possible)


def block_user(records: Iterable[Record], channel: str) -> list[Record]:
    """The BLOCKUSER records that count for a channel: of those that match, only the most specific profile's."""
    found = [one for one in records if one.type == "BLOCKUSER" and fits(one.profile, channel)]
    return [one for one in found if not any(generic(other.profile, one.profile) == 1 for other in found)]
