"""The definitions of one queue manager that decide who comes in and who may do what, with where each of them is."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import cached_property
from types import MappingProxyType

from mqforensics.clock.offsets import Zone
from mqforensics.clock.zone_names import EAST
from mqforensics.codes.platforms import ZOS
from mqforensics.objects import authority, chlauth
from mqforensics.objects.ambiguous_captures import sure_captures
from mqforensics.objects.check import Check
from mqforensics.objects.command_effects import follows, with_command_effects
from mqforensics.objects.commands import Command, Value, mqsc
from mqforensics.objects.estate import platform_of
from mqforensics.objects.fact import SAME_HOST, Row, capture_times, number
from mqforensics.objects.security_records import is_answer, is_made

TYPES = ("QMGR", "CHANNEL", "CHLAUTH", "AUTHINFO", "AUTHREC", "QLOCAL", "QREMOTE", "QALIAS", "QMODEL", "QCLUSTER",
         "CLUSQMGR", "LSSTATUS", "LISTENER", "QMINI", "ERROR", "DONE")  # fmt: skip
"""Types of the rows of `objects` that are needed."""
LOCAL = ("QLOCAL", "QREMOTE", "QALIAS", "QMODEL")
NO_RECORD = "AMQ8884"
"""The message of a DISPLAY CHLAUTH that shows no record."""
NARROWING = ("ALL",)


class Security:
    """What the rows of the table `objects` show for `name`; what they do not show is None.

    `early_adopt` (ChlauthEarlyAdopt) and `cluster_access` (ClusterQueueAccessControl, `XMITQ` or `RQMNAME`) are in
    qm.ini: None where the evidence does not show it, unless they are given. `zone`: of its host, where the evidence
    shows it. `doubt`: why it is open whose captures of this name are.
    """

    def __init__(self, name: str | None, rows: Iterable[Row], early_adopt: bool | None = None,
                 cluster_access: str | None = None, zone: Zone | None = None, doubt: Check | None = None):  # fmt: skip
        self.name, self.rows, self.zone = name, [row for row in rows if row.type in TYPES], zone
        self.doubt = doubt
        early = (self._latest_value(self.of("QMINI", name="Channels"), "ChlauthEarlyAdopt") or "").upper()[:1]
        access = (
            self._latest_value(self.of("QMINI", name="Security"), "ClusterQueueAccessControl") or ""
        ).upper() or None
        self.early_adopt = {"Y": True, "N": False}.get(early) if early_adopt is None else early_adopt
        self.cluster_access = cluster_access or access

    def of(self, *types: str, name: str | None = None) -> list[Row]:
        """The rows of these types, of this name where one is given."""
        found = [row for kind in types for row in self._by_type.get(kind, ())]
        return found if name is None else [row for row in found if row.name == name]

    @cached_property
    def _by_type(self) -> dict[str, list[Row]]:
        out: dict[str, list[Row]] = {}
        for row in self.rows:
            out.setdefault(row.type, []).append(row)
        return out

    def _latest(self, rows: Iterable[Row], attribute: str) -> Row | None:
        """The row that shows an attribute; None where none does, or where rows differ that no time puts in order."""
        found = [row for row in rows if attribute in row.attributes and not row.error]
        last = [row for row in found if not any(_later(other, row) or follows(other, row) for other in found)]
        return last[-1] if len({row.attributes[attribute] for row in last}) == 1 else None

    def _latest_value(self, rows: Iterable[Row], attribute: str) -> str | None:
        row = self._latest(rows, attribute)
        return None if row is None else row.attributes[attribute].strip()

    def channel(self, name: str, attribute: str) -> str | None:
        """An attribute of a channel; of one shown in full, '' where the display leaves it out."""
        rows = self.of("CHANNEL", name=name)
        told = self._latest_value(rows, attribute)
        if told is None and attribute in ("SCYEXIT", "MAXINST", "MAXINSTC") and rows:
            return ""
        return told

    def channel_place(self, name: str, attribute: str) -> tuple[str, int] | None:
        """Where the attribute of a channel is."""
        return _place(self._latest(self.of("CHANNEL", name=name), attribute), attribute)

    def lacks_channel(self, name: str) -> bool:
        """Whether every channel is in the evidence and none has this name."""
        return not self.of("CHANNEL", name=name) and any(covers(row, "CHANNEL") for row in self.of("CHANNEL"))

    @cached_property
    def defines_channels(self) -> bool | None:
        """QMGR CHAD: whether a channel that comes in and is not defined is defined for it."""
        told = self._latest_value(self.of("QMGR"), "CHAD")
        return None if told is None else told != "DISABLED"

    @cached_property
    def zos(self) -> bool:
        """Whether the queue manager is on z/OS."""
        told = self._latest_value(self.of("QMGR"), "PLATFORM")
        return platform_of(told, (row.message for row in self.rows)) == ZOS

    @cached_property
    def switch(self) -> str | None:
        """QMGR CHLAUTH: `ENABLED`, `DISABLED`, `WARN`."""
        return self._latest_value(self.of("QMGR"), "CHLAUTH")

    @property
    def switch_place(self) -> tuple[str, int] | None:
        """Where that is."""
        return _place(self._latest(self.of("QMGR"), "CHLAUTH"), "CHLAUTH")

    @cached_property
    def connauth(self) -> str | None:
        """QMGR CONNAUTH: the name of the AUTHINFO, '' for no check."""
        return self._latest_value(self.of("QMGR"), "CONNAUTH")

    @cached_property
    def level(self) -> int | None:
        """QMGR CMDLEVEL."""
        return number(self._latest_value(self.of("QMGR"), "CMDLEVEL"))

    @cached_property
    def reverse_lookup(self) -> bool | None:
        """QMGR REVDNS: whether records with host names can match."""
        told = self._latest_value(self.of("QMGR"), "REVDNS")
        return None if told is None else told != "DISABLED"

    def authinfo(self, name: str, attribute: str) -> str | None:
        """An attribute of an AUTHINFO."""
        return self._latest_value(self.of("AUTHINFO", name=name), attribute)

    def authinfo_place(self, name: str, attribute: str) -> tuple[str, int] | None:
        """Where the attribute of an AUTHINFO is."""
        return _place(self._latest(self.of("AUTHINFO", name=name), attribute), attribute)

    @cached_property
    def records(self) -> tuple[chlauth.Record, ...]:
        """The channel authentication records, each once; what RUNCHECK answered is none."""
        rows = _newest(self._records_listed, "CHLAUTH")
        once = {record._replace(place=None): record for record in map(chlauth.record_of, rows)}
        return tuple(once.values())

    @cached_property
    def _records_listed(self) -> list[Row]:
        return [row for row in self.of("CHLAUTH") if not is_answer(row)]

    @cached_property
    def _commands(self) -> list[Row]:
        return [row for row in self.of("DONE") if (row.asked or {}).get("word") == "CHLAUTH"]

    def runcheck_record(self, peer: chlauth.Peer) -> chlauth.Record | None:
        """The record that RUNCHECK found for this very peer: the queue manager's own word on which one wins."""
        rows = [row for row in self.of("CHLAUTH") if is_answer(row) and not row.error and _asks_for(row, peer)]
        done = self._commands
        last = [row for row in rows if not any(_later(other, row) for other in (*rows, *done))]
        last = [row for row in last if not any(one.capture == row.capture and one.line > row.line for one in done)]
        found = {chlauth.record_of(row) for row in last}
        return found.pop() if len(found) == 1 else None

    def mapping(self, peer: chlauth.Peer, message_channel: bool) -> chlauth.Winner:
        """Which of the records that map decides for a peer."""
        told = self.runcheck_record(peer)
        if told is not None and told.type in chlauth.MAPS:
            return chlauth.Winner(told, True, (told,))
        return chlauth.mapping(self.records, peer, self.records_whole, message_channel, self.reverse_lookup)

    @property
    def blocking_addresses(self) -> list[chlauth.Record]:
        """The records that refuse every caller from one of their addresses."""
        return [one for one in self.records if one.type == "BLOCKADDR" and not one.warn]

    @cached_property
    def records_whole(self) -> bool:
        """Whether these are all records that the queue manager has."""
        rows = self._records_listed
        shown = any(covers(row, "CHLAUTH") for row in rows) and not any(row.error for row in rows)
        none = any((row.message or "").startswith(NO_RECORD) and _all_of(row, "CHLAUTH") for row in self.of("ERROR"))
        return shown or (none and not rows)

    def has_records_after(self, time: datetime | None) -> bool:
        """Whether a display from after a time (UTC) shows all records: another one would show no more."""
        rows = self._records_listed if time and self.records_whole else []
        at = capture_times(rows) if all(row.zone for row in rows) else None
        return bool(at) and min(at) > time.replace(tzinfo=None)

    @cached_property
    def grants(self) -> tuple[authority.Grant, ...]:
        """The authority records; those of the queue manager itself have the profile `SELF`."""
        found = [one for one in map(authority.grant_of, _newest(self.of("AUTHREC"), "AUTHREC")) if one]
        return tuple(one._replace(profile=authority.SELF) if one.object_type == "QMGR" else one for one in found)

    @cached_property
    def grants_whole(self) -> bool:
        """Whether these are all authority records."""
        rows = self.of("AUTHREC")
        damaged = any(row.error or authority.grant_of(row) is None for row in rows)
        return not damaged and any(covers(row, "AUTHREC") for row in rows)

    def is_granted(self, user: str) -> bool:
        """Whether authority was granted to this very user: an administrator needs none."""
        return any(one.entity == user and not one.is_group for one in self.grants)

    def hosts(self, queue: str | None) -> bool | None:
        """Whether a queue of this name is defined here; None where the evidence does not show it."""
        if self.of(*LOCAL, name=queue):
            return True
        whole = any(covers(row, "QUEUE") for row in self.of(*LOCAL, "QCLUSTER"))
        return False if whole else None

    def in_cluster(self, queue: str) -> bool:
        """Whether the queue appears as one of a cluster."""
        return bool(self.of("QCLUSTER", name=queue))

    def transmits(self, queue: str | None) -> bool | None:
        """Whether this is a transmission queue; None where the evidence does not show it."""
        rows = self.of(*LOCAL, name=queue)
        shown = {row.attributes.get("USAGE") for row in rows if row.type == "QLOCAL"}
        return True if "XMITQ" in shown else None if None in shown or not rows else False

    def knows_cluster_manager(self, name: str | None) -> bool:
        """Whether the queue manager appears as one of a cluster."""
        return bool(self.of("CLUSQMGR", name=name))

    def unknown_settings(self) -> list[str]:
        """The settings that the evidence does not show, as a person names them."""
        names = {"QMGR CHLAUTH": self.switch, "QMGR CONNAUTH": self.connauth}
        if self.connauth:
            wanted = ("CHCKCLNT", "ADOPTCTX")
            names |= {f"AUTHINFO({self.connauth}) {key}": self.authinfo(self.connauth, key) for key in wanted}
        if self.early_adopt is None and self.level is None:
            names["ChlauthEarlyAdopt of qm.ini"] = None
        return [name for name, value in names.items() if value is None]


def altered_after(altered: datetime | None, time: datetime | None, zone: Zone | None = None) -> bool:
    """Whether a definition may have been changed after a time (UTC): ALTDATE is by the host's clock, of any `zone`."""
    if altered is None or time is None:
        return True
    if zone and zone.shows(altered):
        return altered - timedelta(seconds=zone.ahead) > time.replace(tzinfo=None) - SAME_HOST
    return (altered - time.replace(tzinfo=None)).total_seconds() > -EAST.total_seconds()


def surely_altered_after(altered: datetime | None, time: datetime | None, zone: Zone | None = None) -> bool:
    """Whether a definition was changed after a time (UTC), whatever zone its host may have where none is in the
    evidence."""
    if altered is None or time is None:
        return False
    ahead = timedelta(seconds=zone.ahead) if zone and zone.shows(altered) else EAST
    return altered - ahead > time.replace(tzinfo=None) + SAME_HOST


def _filters(row: Row) -> dict[str, str]:
    return dict((row.asked or {}).get("filters") or {})


def _later(one: Row, other: Row) -> bool:
    """Whether a row was surely captured after another."""
    times = capture_times([one, other])
    return times is not None and times[0] > times[1]


def _asks_for(row: Row, peer: chlauth.Peer) -> bool:
    """Whether RUNCHECK was asked for a peer and nobody else."""
    asked = {"CLNTUSER": peer.user, "QMNAME": peer.queue_manager, "SSLPEER": peer.certificate, "SSLCERTI": peer.issuer}
    told = {key: value for key, value in _filters(row).items() if key not in ("MATCH", "TYPE")}
    wanted = {"ADDRESS": peer.address} | {key: value for key, value in asked.items() if value}
    return row.asked["name"] == peer.channel and peer.certificate is not None and told == wanted


def _all_of(row: Row, word: str) -> bool:
    """Whether the command of a row asked for every object of its kind."""
    asked = row.asked or {}
    words = {word} | ({"Q"} if word == "QUEUE" else set())
    filters = {key: value for key, value in _filters(row).items() if key not in NARROWING}
    every = asked.get("name") == "*" or (word == "AUTHREC" and asked.get("name") is None)
    if word == "CHLAUTH" and filters.get("TYPE", "").upper() == "ALL":
        filters.pop("TYPE")
    return asked.get("verb") == "DISPLAY" and asked.get("word") in words and every and not filters


def covers(row: Row, word: str) -> bool:
    """Whether the row is in an answer that is known to show every object of its kind."""
    return bool(row.whole) and _all_of(row, word)


def _newest(rows: list[Row], word: str) -> list[Row]:
    """The rows of the last capture, where every one is dated and the last one shows all objects of the kind.

    Of a record that a session without a date added it is only known there that it came after what that session shows.
    """
    shown = {row.capture for row in rows if not is_made(row)}
    rows = [row for row in rows if row.captured or row.capture in shown]
    times = capture_times(rows)
    if not times:
        return rows
    newest = [row for row, time in zip(rows, times, strict=True) if time == max(times)]
    return newest if any(covers(row, word) for row in newest) else rows


def _place(row: Row | None, attribute: str) -> tuple[str, int] | None:
    return None if row is None else (row.file, row.lines.get(attribute, row.line))


def runcheck(peer: chlauth.Peer, on: str | None, zos: bool = False) -> list[Command]:
    """DISPLAY CHLAUTH MATCH(RUNCHECK) for a peer: the queue manager's own word on which record wins.

    None without an address and one of user and queue manager (syntax diagram of DISPLAY CHLAUTH, MQRC 3350).
    """
    if not peer.address:
        return []
    text, values = "DISPLAY CHLAUTH({}) MATCH(RUNCHECK) ALL ADDRESS({})", [peer.channel, Value("address", peer.address)]
    if peer.queue_manager:  # of a message channel; it and a client's user exclude each other
        text, values = f"{text} QMNAME({{}})", [*values, peer.queue_manager]
    else:
        text, values = f"{text} CLNTUSER({{}})", [*values, Value("user", peer.user)]
    if peer.certificate:
        text, values = f"{text} SSLPEER({{}})", [*values, Value("certificate", peer.certificate)]
    return mqsc(text, *values, on=on, zos=zos)


def by_queue_manager(rows: Iterable[Mapping | Row], zones: Mapping[str, Zone] = MappingProxyType({}), **options
                     ) -> dict[str | None, Security]:  # fmt: skip
    """The `Security` of each queue manager that the rows name; `zones`: those of their hosts that are known."""
    settled, doubts = sure_captures([Row.of(row) for row in rows])
    settled = with_command_effects(settled, _later)
    out: dict[str | None, list[Row]] = {name: [] for name in doubts}
    for row in settled:
        out.setdefault(row.queue_manager or (row.name if row.type == "QMGR" else None), []).append(row)
    told = {name for name, found in out.items() if {row.type for row in found} - {"ERROR", "QMINI"}}
    return {name: Security(name, found, zone=zones.get(name), doubt=doubts.get(name), **options)
            for name, found in out.items() if name or name in told}  # fmt: skip
