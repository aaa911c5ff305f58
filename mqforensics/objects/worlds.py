"""A described connection, and every world that is possible where settings of its queue manager are not shown."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from mqforensics.objects import chlauth
from mqforensics.objects.check import Check
from mqforensics.objects.chlauth import Peer
from mqforensics.objects.security import Security

EARLY_FROM = 905
"""Command level from which a new queue manager adopts the MQCSP user before it looks at CHLAUTH."""
SENT, WRONG, RIGHT = "sent", "wrong", "right"


class Connection(NamedTuple):
    """A described connection. `password`: None for none sent, else `SENT`, `RIGHT` or `WRONG`.

    `user` is the one in MQCSP where a password is sent; `asserted` the operating-system user, `user` unless told.
    `groups`: of the user who is authorised, None where they are not told. `missing`: whether `queue` is not there, as
    `undefined` tells; None where nobody looked.
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


def worlds(known: Security, connection: Connection) -> Iterator[dict[str, str | None]]:
    """Every combination of the values that the settings can have."""
    switches, names = _values(known.switch, "ENABLED", "DISABLED", "WARN"), _values(known.connauth, "", "?")
    for switch, name, early in product(switches, names, _early(known, connection)):
        passwords = (RIGHT, WRONG) if connection.password == SENT else (connection.password,)
        check = known.authinfo(name, "CHCKCLNT") if name else "NONE"
        checks = _values(check, "NONE", "OPTIONAL", "REQDADM", "REQUIRED")
        adopts = _values(known.authinfo(name, "ADOPTCTX") if name else "NO", "YES", "NO")
        for check, adopt, password in product(checks, adopts, passwords):
            yield {"CHLAUTH": switch, "CONNAUTH": name, "EARLY": early, "CHCKCLNT": check, "ADOPTCTX": adopt,
                   "PASSWORD": password}  # fmt: skip


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


def assumed(known: Security, connection: Connection) -> Iterator[str]:
    """What is taken for granted where nothing shows it."""
    if connection.password is not None and known.early_adopt is None and known.level is not None:
        said = "Y" if known.level >= EARLY_FROM else "N"
        yield (f"ChlauthEarlyAdopt={said}, the default of a queue manager created at level {known.level}: "
               "qm.ini is not shown, and a migrated one keeps N")  # fmt: skip
    if any(one.type not in chlauth.MAPS or one.source == "NOACCESS" for one in known.records if one.warn is None):
        yield "WARN(NO), the default: a display without ALL leaves it out"
    if known.channel(connection.peer.channel, "SSLCIPH") is None:
        yield "that both ends agree on TLS: the channel is not shown"
    far = connection.queue and "PUT" in connection.permissions and not known.hosts(connection.queue)
    if far and known.cluster_access is None:
        yield "ClusterQueueAccessControl=Xmitq, the default: qm.ini is not shown"
