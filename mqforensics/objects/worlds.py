"""A described connection, and every world that is possible where settings of its queue manager are not in the
evidence."""

from collections.abc import Collection, Iterator
from itertools import product
from typing import NamedTuple

from mqforensics.objects import chlauth, sentences
from mqforensics.objects.check import Check
from mqforensics.objects.chlauth import Peer
from mqforensics.objects.security import Security

EARLY_FROM = 905
"""Command level from which a new queue manager adopts the MQCSP user before it looks at CHLAUTH."""
SENT, WRONG, RIGHT = "sent", "wrong", "right"


class Connection(NamedTuple):
    """A described connection. `password`: None for none sent, else `SENT`, `RIGHT` or `WRONG`.

    `user` is the one in MQCSP where a password is sent; `asserted` the operating-system user, `user` unless told.
    `groups`: of the user who is authorised, None where they are not known. `missing`: whether `queue` is not there, as
    `undefined` shows; None where nobody looked.
    """

    peer: Peer
    user: str | None = None
    password: str | None = None
    asserted: str | None = None
    queue: str | None = None
    to: str | None = None
    permissions: tuple[str, ...] = ()
    groups: tuple[str, ...] | None = None
    missing: Check | None = None


class Assumed(NamedTuple):
    """What an answer holds by where nothing shows it: a key of the list of assumptions, and what it is about.

    `note`: what is known of a default beyond its value.
    """

    key: str
    object: str | None = None
    attribute: str | None = None
    value: str | None = None
    note: str = ""


NOT_ADMIN, AUTHORISED, TLS_AGREES, DEFAULT = "NOT_ADMIN", "AUTHORISED", "TLS_AGREES", "DEFAULT"
SWITCH = Assumed(DEFAULT, "QMGR", "CHLAUTH", "ENABLED")
IDPWOS = Assumed(DEFAULT, "QMGR", "CONNAUTH", "SYSTEM.DEFAULT.AUTHINFO.IDPWOS")
REQDADM = Assumed(DEFAULT, "SYSTEM.DEFAULT.AUTHINFO.IDPWOS", "CHCKCLNT", "REQDADM")
SETTINGS = {"CHLAUTH": SWITCH, "CONNAUTH": IDPWOS, "CHCKCLNT": REQDADM}
"""The documented defaults of a new queue manager that may stand for a setting that the evidence does not show."""


def worlds(
    known: Security, connection: Connection, may: Collection[Assumed] = ()
) -> Iterator[tuple[dict[str, str | None], frozenset[Assumed]]]:
    """Every combination of the values that the settings can have, with the defaults that it rests on.

    `may`: the defaults that may be taken for settings that the evidence does not show.
    """
    shown = {"CHLAUTH": known.switch, "CONNAUTH": known.connauth}
    taken = {name: SETTINGS[name] for name, value in shown.items() if value is None and SETTINGS[name] in may}
    switches = _values("ENABLED" if "CHLAUTH" in taken else known.switch, "ENABLED", "DISABLED", "WARN")
    names = ("?",) if "CONNAUTH" in taken else _values(known.connauth, "", "?")
    for switch, name, early in product(switches, names, _early(known, connection)):
        passwords = (RIGHT, WRONG) if connection.password == SENT else (connection.password,)
        check = known.authinfo(name, "CHCKCLNT") if name else "NONE"
        of_check = {REQDADM} if check is None and REQDADM in may and name in ("?", REQDADM.object) else set()
        check = REQDADM.value if of_check else check
        checks = _values(check, "NONE", "OPTIONAL", "REQDADM", "REQUIRED")
        adopts = _values(known.authinfo(name, "ADOPTCTX") if name else "NO", "YES", "NO")
        for check, adopt, password in product(checks, adopts, passwords):
            world = {"CHLAUTH": switch, "CONNAUTH": name, "EARLY": early, "CHCKCLNT": check, "ADOPTCTX": adopt,
                     "PASSWORD": password}  # fmt: skip
            yield world, frozenset({*taken.values(), *of_check})


def _values(shown: str | None, *possible: str) -> tuple[str, ...]:
    return possible if shown is None else (shown,)


def _early(known: Security, connection: Connection) -> tuple[str, ...]:
    if connection.password is None:
        return ("N",)  # nothing to adopt
    if known.early_adopt is not None:
        return ("Y" if known.early_adopt else "N",)
    if known.level is None:
        return ("Y", "N")
    return ("Y" if known.level >= EARLY_FROM else "N",)


def assumed_defaults(known: Security, connection: Connection) -> Iterator[Assumed]:
    """The defaults that every answer holds by where nothing shows the settings of qm.ini, or a record's WARN."""
    if connection.password is not None and known.early_adopt is None and known.level is not None:
        said = "Y" if known.level >= EARLY_FROM else "N"
        note = sentences.CREATED_AT_LEVEL.format(level=known.level)
        yield Assumed(DEFAULT, "qm.ini", "ChlauthEarlyAdopt", said, note)
    silent = [one for one in known.records if one.warn is None]
    refusing = [one.profile for one in silent if one.type not in chlauth.MAPS or one.source == "NOACCESS"]
    if refusing:
        yield Assumed(DEFAULT, f"CHLAUTH({refusing[0]})" if len(refusing) == 1 else "the CHLAUTH records", "WARN", "NO")
    far = connection.queue and "PUT" in connection.permissions and not known.hosts(connection.queue)
    if far and known.cluster_access is None:
        yield Assumed(DEFAULT, "qm.ini", "ClusterQueueAccessControl", "Xmitq")
