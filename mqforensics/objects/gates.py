"""The gates that a connection passes, replayed: addresses, TLS, CHLAUTH, CONNAUTH, the user, the authorities.

`decide` walks one described connection through what the definitions of a queue manager show, in the order of the
documentation's "Interaction of CHLAUTH and CONNAUTH". A setting that the evidence does not show has every value that it
can have: the walk is made for each, and only what all of them agree in is said. Sources further: SET CHLAUTH, SET
AUTHREC, DEFINE AUTHINFO, "Determining which user is used for authorization", "Access control and multiple cluster
transmission queues".
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from mqforensics.codes.families import family
from mqforensics.objects import authority, chlauth, sentences
from mqforensics.objects.chlauth import MESSAGE_CHANNELS, MQADMIN, Record
from mqforensics.objects.estate import CLUSTER_QUEUE
from mqforensics.objects.security import Security
from mqforensics.objects.worlds import (
    AUTHORISED,
    DEFAULT,
    NOT_ADMIN,
    RIGHT,
    SENT,
    SETTINGS,
    TLS_AGREES,
    WRONG,
    Assumed,
    Connection,
    assumed_defaults,
    worlds,
)

LIMIT, TLS, CHLAUTH, CONNAUTH, AUTHORITY, NETWORK = "LIMIT", "TLS", "CHLAUTH", "CONNAUTH", "AUTHORITY", "NETWORK"
OBJECT = "OBJECT"
"""Not a gate of security: the queue that is opened is not there (2085, before anybody's authority is looked at)."""
NOBODY = "*NOACCESS"
"""As MCAUSER, whether of a channel or of a record: a user that cannot be, so that nobody comes in."""
ADMINISTRATORS = frozenset(("mqm", "musr_mqadmin", "administrator", "system", "qmqm", "qmqmadm"))
"""Users and groups that every platform counts as privileged."""
OWN_USERS = ADMINISTRATORS | {"root", "qsecofr", "ibmuser", "nobody"}
"""Users of the product and of the systems it runs on: of these nobody assumes that they are no administrators."""
OPTIONS = {
    "INPUT": "GET", "INPUT_AS_Q_DEF": "GET", "INPUT_SHARED": "GET", "INPUT_EXCLUSIVE": "GET", "OUTPUT": "PUT",
    "PUT1": "PUT", "INQUIRE": "INQ", "PASS_IDENTITY_CONTEXT": "PASSID", "PASS_ALL_CONTEXT": "PASSALL",
    "SET_IDENTITY_CONTEXT": "SETID", "SET_ALL_CONTEXT": "SETALL", "ALTERNATE_USER_AUTHORITY": "ALTUSR",
}  # fmt: skip
"""The permission that an option of MQOPEN asks for."""
PERMISSIONS = frozenset(("GET", "BROWSE", "PUT", "INQ", "SET", "PASSID", "PASSALL", "SETID", "SETALL", "ALTUSR"))
OTHER_USER = "ALTUSR"
UNKNOWN_QUEUE = "2085 MQRC_UNKNOWN_OBJECT_NAME"
ON_QUEUE_MANAGER = frozenset(("SETID", "SETALL", OTHER_USER))


class Verdict(NamedTuple):
    """Whether the connection gets through: True, False, or None where what decides is not in the evidence.

    `gate`: the one that closed, or that is not known; `record`: what decided there; `user`: as whom; `warned`:
    records that would have refused but for WARN; `assumes`: what it holds by where nothing shows it; `open`: what the
    evidence does not show.
    """

    allowed: bool | None
    gate: str | None = None
    record: str | None = None
    user: str | None = None
    because: str = ""
    places: tuple[tuple[str, int], ...] = ()
    warned: tuple[str, ...] = ()
    assumes: tuple[Assumed, ...] = ()
    open: tuple[str, ...] = ()


class _Stop(Exception):
    """The walk ends: refused, or not known."""

    def __init__(self, allowed: bool | None, gate: str, because: str, record: str | None = None, place=None,
                 open: str | None = None):  # fmt: skip
        super().__init__(because)
        self.allowed, self.gate, self.record, self.because, self.place, self.open = (
            allowed, gate, record, because, place, open,
        )  # fmt: skip


class _Walk:
    """One walk in one world: every setting that is unknown has one value here."""

    def __init__(self, known: Security, connection: Connection, world: dict[str, str | None],
                 may: Collection[Assumed] = ()):  # fmt: skip
        self.may, self.assumes = may, set[Assumed]()
        """What may be assumed where nothing shows it, and what was."""
        self.known, self.connection, self.peer, self.world = known, connection, connection.peer, world
        self.message_channel = known.channel(self.peer.channel, "CHLTYPE") in MESSAGE_CHANNELS
        self.user: str | None = connection.asserted or connection.user
        self.places: list[tuple[str, int]] = []
        self.warned: list[str] = []
        self.record: Record | None = None
        self.unsettled: _Stop | None = None

    def verdict(self) -> Verdict:
        try:
            self.limits()
            self.blocked_addresses()
            self.tls()
            self.assign_user()
            self.blocked_users()
            self.record_check()
            if self.channel_attribute("SCYEXIT"):
                raise _Stop(None, CHLAUTH, "a security exit may refuse it or change the user", open="the security exit")
            self.authorities()
            if self.unsettled:
                raise self.unsettled
        except _Stop as stop:
            stop = self.missing if self.missing and stop.allowed is None else stop
            place = (stop.place,) if stop.place else ()
            return Verdict(stop.allowed, stop.gate, stop.record, self.user, stop.because,
                           tuple(dict.fromkeys((*self.places, *place))), tuple(self.warned),
                           open=(stop.open,) if stop.open else ())  # fmt: skip
        said = sentences.LET_THROUGH_AS.format(user=self.user) if self.user else sentences.LETS_THROUGH
        decided = self.record.said if self.record else None
        return Verdict(True, None, decided, self.user, said, tuple(dict.fromkeys(self.places)), tuple(self.warned))

    @property
    def missing(self) -> _Stop | None:
        """The end of every walk to a queue that is surely not there."""
        missing = self.connection.missing
        if missing is None or missing.holds is not True:
            return None
        place = next((at[:2] for at in missing.places if at.line), None)
        return _Stop(
            False,
            OBJECT,
            sentences.OPEN_FAILS_WITH.format(missing=missing.said, unknown_queue=UNKNOWN_QUEUE),
            place=place,
        )

    def channel_attribute(self, attribute: str) -> str | None:
        return self.known.channel(self.peer.channel, attribute)

    def takes(self, one: Assumed) -> bool:
        """Whether something may be assumed; then the answer rests on it."""
        if one in self.may:
            self.assumes.add(one)
        return one in self.may

    def limits(self) -> None:
        if self.known.lacks_channel(self.peer.channel):
            said = sentences.CHANNEL_NOT_DEFINED.format(channel=self.peer.channel)
            if self.known.defines_channels is not False:
                raise _Stop(None, NETWORK, sentences.ONLY_CHAD.format(said=said),
                            open="QMGR CHAD and the channel that it would define")  # fmt: skip
            raise _Stop(False, NETWORK, said)
        for attribute in ("MAXINST", "MAXINSTC"):
            if self.channel_attribute(attribute) == "0":
                raise _Stop(False, LIMIT, f"{attribute}(0) lets nobody start this channel",
                            f"CHANNEL({self.peer.channel}) {attribute}(0)",
                            self.known.channel_place(self.peer.channel, attribute))  # fmt: skip

    @property
    def switch(self) -> str:
        return self.world["CHLAUTH"] or ""

    def blocked_addresses(self) -> None:
        if self.switch == "DISABLED":
            return
        for record in self.known.records:
            if record.type != "BLOCKADDR":
                continue
            said = {chlauth.address_matches(one, self.peer.address, None) for one in record.addresses}
            said |= set() if record.complete else {None}
            if True in said:
                self.refuse(record, sentences.ADDRESS_IS_BLOCKED)
            elif None in said:
                raise _Stop(None, CHLAUTH, sentences.ADDRESS_IS_UNKNOWN, record.said,
                            record.place, "the address")  # fmt: skip
        if not self.known.records_whole:
            raise _Stop(None, CHLAUTH, sentences.CHLAUTH_IS_CUT, open="the CHLAUTH records")

    def refuse(self, record: Record, because: str) -> None:
        if record.warn or self.switch == "WARN":
            self.warned.append(record.said)
            return
        raise _Stop(False, CHLAUTH, because, record.said, record.place)

    def tls(self) -> None:
        cipher, given = self.channel_attribute("SSLCIPH"), self.peer.certificate
        if cipher is None and self.takes(Assumed(TLS_AGREES, self.peer.channel)):
            return
        if cipher is None:
            self.unsettled = _Stop(None, TLS, sentences.SSLCIPH_IS_UNKNOWN, open=sentences.THE_CHANNEL)
            return
        if not cipher:
            if given:
                raise _Stop(False, TLS, "the client uses TLS, the channel has no SSLCIPH",
                            f"CHANNEL({self.peer.channel}) SSLCIPH( )",
                            self.known.channel_place(self.peer.channel, "SSLCIPH"))  # fmt: skip
            return
        required, pattern = self.channel_attribute("SSLCAUTH"), self.channel_attribute("SSLPEER")
        if given == "" and (required == "REQUIRED" or pattern):
            decided = "SSLCAUTH" if required == "REQUIRED" else "SSLPEER"
            raise _Stop(False, TLS, "the channel requires a certificate and the client sends none",
                        f"CHANNEL({self.peer.channel}) {decided}({required if decided == 'SSLCAUTH' else pattern})",
                        self.known.channel_place(self.peer.channel, decided))  # fmt: skip
        if given == "" and (required is None or pattern is None):
            raise _Stop(None, TLS, sentences.CERTIFICATE_IS_UNKNOWN, open="the channel")
        if pattern is None:
            raise _Stop(None, TLS, sentences.SSLPEER_IS_UNKNOWN, open="the channel")
        fits = chlauth.name_matches(pattern, given)
        if fits is not True:
            raise _Stop(fits, TLS, "the certificate does not match SSLPEER" if fits is False
                        else "whether the certificate matches SSLPEER is not told",
                        f"CHANNEL({self.peer.channel}) SSLPEER({pattern})",
                        self.known.channel_place(self.peer.channel, "SSLPEER"))  # fmt: skip

    def assign_user(self) -> None:
        fixed = "" if self.message_channel else None
        own = self.channel_attribute("MCAUSER")
        if own is None and self.takes(Assumed(DEFAULT, self.peer.channel, "MCAUSER", "")):
            own = ""
        self.user = own or (fixed if self.message_channel else self.user) if own is not None else None
        early = self.world["EARLY"] == "Y" and self.adopts
        if early:
            self.gate_of_connauth()
            self.user = self.connection.user
        unmapped = own is None and not early
        self.gate_of_records(self.connection.user if early else self.connection.asserted or self.connection.user)
        if self.record and self.record.source == "MAP":
            self.user, unmapped = self.record.mcauser, False
        if not early:
            self.gate_of_connauth()
            if self.adopts:
                self.user, unmapped = self.connection.user, False
        if (self.user or "").upper() == NOBODY and not self.channel_attribute("SCYEXIT"):
            said = f"CHANNEL({self.peer.channel}) MCAUSER({NOBODY})"
            of_channel = (own or "").upper() == NOBODY and not (self.record and self.record.source == "MAP")
            raise _Stop(False, AUTHORITY, f"MCAUSER({NOBODY}) lets nobody in",
                        said if of_channel else self.record and self.record.said,
                        self.known.channel_place(self.peer.channel, "MCAUSER") if of_channel else None)  # fmt: skip
        if unmapped:
            raise _Stop(None, AUTHORITY, sentences.MCAUSER_IS_UNKNOWN, open="the channel")

    @property
    def adopts(self) -> bool:
        return (
            not self.message_channel
            and bool(self.world["CONNAUTH"])
            and self.world["ADOPTCTX"] == "YES"
            and (self.world["CHCKCLNT"] != "NONE" and self.connection.password is not None)
        )

    def gate_of_records(self, asserted: str | None) -> None:
        if self.switch == "DISABLED":
            return
        found = self.known.mapping(self.peer._replace(user=asserted), self.message_channel)
        if not found.known:
            said = "; ".join(one.said for one in found.possible[:3])
            because = sentences.WINNER_IS_UNKNOWN.format(said=sentences.IT_MAY_BE.format(said=said) if said else "")
            raise _Stop(None, CHLAUTH, because, open="the winning CHLAUTH record")
        self.record = found.record
        if not self.record:
            return
        self.places += [self.record.place] if self.record.place else []
        if self.record.source == "NOACCESS":
            if self.channel_attribute("SCYEXIT"):
                raise _Stop(None, CHLAUTH, "the record refuses, but a security exit may override it", self.record.said,
                            self.record.place, "the security exit")  # fmt: skip
            self.refuse(self.record, sentences.RECORD_REFUSES)

    def gate_of_connauth(self) -> None:
        """Gate CONNAUTH: what the AUTHINFO asks of a client."""
        name, sent = self.world["CONNAUTH"], self.world["PASSWORD"]
        if self.message_channel or not name or self.world["CHCKCLNT"] == "NONE":
            return
        check = self.world["CHCKCLNT"]
        said = f"AUTHINFO({name}) CHCKCLNT({check})"
        place = self.known.authinfo_place(name, "CHCKCLNT")
        if sent == WRONG:
            raise _Stop(False, CONNAUTH, "the user id and password that were sent are wrong", said, place)
        if sent == RIGHT or check == "OPTIONAL":
            return
        if check == "REQUIRED" or self.is_administrator(self.user, CONNAUTH, said, place):
            raise _Stop(False, CONNAUTH, "no user id and password were sent", said, place)

    def is_administrator(self, user: str | None, gate: str, said: str | None, place) -> bool:
        """Whether a user is an administrator; ends the walk where the evidence does not show it."""
        if self.message_channel and user == "":
            return True
        groups = self.connection.groups
        if user and user.upper() == NOBODY:
            return False
        if user and user.split("@")[0].lower() in ADMINISTRATORS:
            return True
        if groups is not None:
            return any(group.lower() in ADMINISTRATORS | {"administrators"} for group in groups)
        if user and self.known.is_granted(user):
            return False
        if user and user.split("@")[0].lower() not in OWN_USERS and self.takes(Assumed(NOT_ADMIN, value=user)):
            return False
        raise _Stop(None, gate, sentences.ADMINISTRATOR_IS_UNKNOWN.format(user=user or 'the user'), said, place,
                    "the groups of the user")  # fmt: skip

    def blocked_users(self) -> None:
        if self.switch == "DISABLED" or self.message_channel:
            return
        for record in chlauth.block_user(self.known.records, self.peer.channel):
            if not record.complete:
                raise _Stop(None, CHLAUTH, sentences.BLOCKED_USERS_ARE_CUT, record.said, record.place)
            if self.user in record.users:
                self.refuse(record, sentences.USER_IS_BLOCKED.format(user=self.user))
            elif MQADMIN in record.users and self.is_administrator(self.user, CHLAUTH, record.said, record.place):
                self.refuse(record, sentences.ADMINISTRATOR_IS_BLOCKED.format(user=self.user))

    def record_check(self) -> None:
        """CHCKCLNT of the record that mapped."""
        record = self.record
        if self.message_channel or not record or record.check == "ASQMGR":
            return
        if not record.check:
            if self.connection.password is not None and self.world["CONNAUTH"]:
                return
            if self.takes(Assumed(DEFAULT, f"CHLAUTH({record.profile})", "CHCKCLNT", "ASQMGR")):
                return
            raise _Stop(None, CHLAUTH, sentences.CHCKCLNT_IS_UNKNOWN, record.said, record.place,
                        "the CHLAUTH records with ALL")  # fmt: skip
        if record.check == "REQDADM" and not self.is_administrator(self.user, CHLAUTH, record.said, record.place):
            return
        if not self.world["CONNAUTH"]:
            raise _Stop(False, CHLAUTH, "the record asks for a password, and CONNAUTH is blank: none can be checked",
                        record.said, record.place)  # fmt: skip
        if self.connection.password is None:
            raise _Stop(False, CHLAUTH, "the record asks for a password and none was sent", record.said, record.place)
        if self.world["CHCKCLNT"] == "NONE":
            raise _Stop(None, CHLAUTH, "the record asks for a password that CHCKCLNT(NONE) does not check", record.said,
                        record.place, "what CHCKCLNT(NONE) does with this record")  # fmt: skip

    def authorities(self) -> None:
        needs_none, missing = self.connects(), self.connection.missing
        if self.missing:
            raise self.missing
        wanted = tuple(one for one in self.connection.permissions if one != "ALTUSR")
        if needs_none or not self.connection.queue or not wanted:
            return
        if missing and missing.holds is None and missing.said:
            raise _Stop(None, OBJECT, f"{missing.said}: if it is none, the open fails with {UNKNOWN_QUEUE}",
                        open="the queue's definition")  # fmt: skip
        kind, name = checked_object(self.known, self.connection.queue, self.connection.to, wanted)
        self.allowed_on(kind, name, wanted)

    def connects(self) -> bool:
        """Whether the user needs no authority; ends the walk of one that may not connect."""
        if self.message_channel and self.user == "":
            return True
        if self.user is None:
            raise _Stop(None, AUTHORITY, sentences.USER_IS_UNKNOWN, open="the user")
        if not self.known.grants and not self.known.grants_whole and not self.connection.groups:
            if self.user.lower() in ADMINISTRATORS:
                return True
            # Where a queue is asked for, its authorities are the question; without one it is whether a record refuses.
            if not self.connection.queue and self.takes(Assumed(AUTHORISED, None, "CONNECT", self.user)):
                return True
            raise _Stop(None, AUTHORITY, sentences.AUTHORITY_IS_UNKNOWN, open="the authority records")
        told = self.user.lower() in ADMINISTRATORS or self.connection.groups is not None
        if told and self.is_administrator(self.user, AUTHORITY, None, None):
            return True
        wanted = (one for one in self.connection.permissions if one in ON_QUEUE_MANAGER)
        self.allowed_on("QMGR", authority.SELF, ("CONNECT", *wanted))
        return False

    def allowed_on(self, kind: str, name: str, needed: tuple[str, ...]) -> None:
        found = authority.missing_permissions(
            self.known.grants, self.user or "", self.connection.groups, kind, name, needed, self.known.grants_whole
        )
        said = f"AUTHREC PROFILE({found.profile or name}) OBJTYPE({kind})"
        place = next((one.place for one in found.grants), None)
        if found.missing:
            lacks = ", ".join(found.missing).lower()
            because = sentences.LACKS_RIGHTS.format(user=self.user, rights=lacks, name=name)
            raise _Stop(False, AUTHORITY, because, said, place)
        if found.open:
            rights = ", ".join(found.open).lower()
            because = sentences.RIGHTS_ARE_UNKNOWN.format(user=self.user, rights=rights, name=name)
            raise _Stop(None, AUTHORITY, because, said, place, "the authority records and the groups of the user")
        self.places += [one.place for one in found.grants if one.place]


def permissions_asked_for(options: int) -> tuple[str, ...]:
    """The permissions on a queue that these options of MQOPEN ask for; none where they ask for another user's.

    Then it is not known which of the two users lacked one.
    """
    chosen = (name.removeprefix("MQOO_") for name, bit in family("MQOO").codes.items() if bit & options)
    words = dict.fromkeys(OPTIONS.get(name, name) for name in chosen)
    return () if OTHER_USER in words else tuple(word for word in words if word in PERMISSIONS)


def checked_object(known: Security, queue: str, to: str | None, permissions: Iterable[str]) -> tuple[str, str]:
    """The object whose profile MQ checks when `queue` (of queue manager `to`) is opened: its type and name.

    Raises the end of the walk where the definitions do not show it.
    """
    own = to in (None, "", known.name)
    if own and (known.hosts(queue) or not {"PUT"} & set(permissions)):
        return "QUEUE", queue
    if known.cluster_access == "RQMNAME":
        return ("QUEUE", queue) if own else ("RQMNAME", to or "")
    if own and known.hosts(queue) is False and known.in_cluster(queue):
        return "QUEUE", CLUSTER_QUEUE
    if not own and known.transmits(to):
        return "QUEUE", to or ""
    if not own and known.hosts(to) is False and known.knows_cluster_manager(to):
        return "QUEUE", CLUSTER_QUEUE
    raise _Stop(None, AUTHORITY, sentences.KIND_OF_QUEUE_IS_UNKNOWN.format(queue=queue),
                open="the queue's definition")  # fmt: skip


def decide_by_the_usual(known: Security, connection: Connection) -> Verdict:
    """The same, and where the evidence leaves it open what holds with the fewest usual assumptions; `assumes` has them.

    A user whom nothing shows as an administrator is none, and a setting that nobody displayed has its default.
    """
    certain = decide(known, connection)
    if certain.allowed is not None:
        return certain
    user = [connection.asserted, connection.user, *(one.mcauser for one in known.records)]
    may = [
        *(Assumed(NOT_ADMIN, value=one) for one in dict.fromkeys(user) if one), *SETTINGS.values(),
        *(Assumed(DEFAULT, f"CHLAUTH({one.profile})", "CHCKCLNT", "ASQMGR") for one in known.records if not one.check),
        Assumed(TLS_AGREES, connection.peer.channel), Assumed(DEFAULT, connection.peer.channel, "MCAUSER", ""),
        *(Assumed(AUTHORISED, None, "CONNECT", one) for one in dict.fromkeys(user) if one),
    ]  # fmt: skip
    settled = decide(known, connection, may)
    if settled.allowed is None:
        return certain
    kept = [one for one in may if one in settled.assumes]
    for one in list(kept):
        fewer = decide(known, connection, [other for other in kept if other is not one])
        if (fewer.allowed, fewer.gate) == (settled.allowed, settled.gate):
            kept, settled = [other for other in kept if other is not one], fewer
    return settled


def decide(known: Security, connection: Connection, may: Collection[Assumed] = ()) -> Verdict:
    """Whether the connection gets through, in every world that what the evidence shows leaves open.

    `may`: what may be assumed besides where nothing shows it; as far as it was, it is in `assumes`.
    """
    walks = [(_Walk(known, connection, world, may), rests) for world, rests in worlds(known, connection, may)]
    found = [walk.verdict() for walk, _ in walks]
    first = found[0]
    used = {one for walk, rests in walks for one in (*walk.assumes, *rests)}
    taken = (*assumed_defaults(known, connection), *sorted(used, key=str))
    if len({(one.allowed, one.gate, one.record, one.user) for one in found}) == 1:
        return first._replace(assumes=taken)
    allowed = {one.allowed for one in found}
    gates, records, users = ({getattr(one, name) for one in found} for name in ("gate", "record", "user"))
    secret = [sentences.RIGHT_PASSWORD] if connection.password == SENT else []
    open_ = dict.fromkeys([*secret, *known.unknown_settings(), *(name for one in found for name in one.open)])
    if len(allowed) == 1:
        because = " or ".join(dict.fromkeys(one.because for one in found))
    else:
        because = sentences.IT_DEPENDS_ON.format(open=", ".join(open_))
    return Verdict(
        first.allowed if len(allowed) == 1 else None,
        first.gate if len(gates) == 1 else next((one.gate for one in found if one.gate), None)
        if len(allowed) > 1 else None,
        first.record if len(records) == 1 else None, first.user if len(users) == 1 else None, because,
        tuple(dict.fromkeys(place for one in found for place in one.places)),
        tuple(dict.fromkeys(said for one in found for said in one.warned)), taken, tuple(open_),
    )  # fmt: skip
