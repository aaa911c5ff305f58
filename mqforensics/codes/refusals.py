"""What each message, reason and qualifier says of a refusal: the table `refusals.csv`.

Sources: the message reference of AMQ4000–AMQ9999, "Not Authorized", "Channel Blocked", "Channel SSL Error" and "Channel
Not Available" of the event reference, "Resolving CHLAUTH access issues", "Security violation messages on z/OS". What
only experience says stands in `likely`. A row without a `cause` says what its message does: the table of `codes`.
"""

from functools import cache
from typing import NamedTuple

from mqforensics import csv_tables
from mqforensics.codes.amq_messages import OWN, of_channel

CLIENT, EVENT, LETTER = "client", "event", "letter"
MANAGER = "queue manager"
OWN_LOG = "own log"
"""The qualifier of a message where a client's own log has it: the other end is the queue manager's."""
ENDS, ENDS_OF_CLIENT = ("this end", "the other end"), ("the client", "the queue manager")
"""Which end wrote a message and which is the other one, in words: in a log of a queue manager, in a client's own."""
BY_OTHER_END = frozenset(("AMQ9641", "AMQ9642", "AMQ9643", "AMQ9665"))
"""Messages of TLS that tell of what the other end refused; the others of what the end that wrote them did."""
BY_EITHER_END = frozenset((
    ("AMQ9620", ""), ("AMQ9630", ""), ("AMQ9638", ""), (EVENT, "13"), (EVENT, "14"),
))  # fmt: skip
"""Messages and events of TLS that do not tell which of the two refused."""


class Cause(NamedTuple):
    """One row: `role` cause, companion (adds to one), consequence (a cause where none stands before) or closing.

    `client`: the reasons that a client gets for it; `event`: the qualifiers (MQRQ) of its event; `look`: commands that
    show what decides, apart by `|`.
    """

    id: str
    qualifier: str
    role: str
    gate: str
    code: str
    client: tuple[str, ...]
    event: tuple[str, ...]
    cause: str
    likely: str
    note: str
    look: tuple[str, ...]

    @property
    def words(self) -> str | None:
        """The first row that says the same, as a key of `said_by`: messages of one code may say different things."""
        return _words().get(_said(self)) if self.code else None

    def keys(self, permission: str | None = None) -> list[str]:
        """What other evidence of the same failure is joined by; `permission`: the missing one, where the evidence shows
        it."""
        letters = LETTERS.get(self.code, ())
        return [*letters, *self.client_keys(permission), *(f"event {one}" for one in self.event)]

    def client_keys(self, permission: str | None = None) -> list[str]:
        """What a client's text of the same failure is joined by."""
        steps = (CONNECT,) if "connect" in (permission or "").split() else self.steps
        return [key for one in self.client for key in client_keys(one, steps)]

    @property
    def refused_by(self) -> str | None:
        """Which end refused a TLS handshake, `CLIENT` or `MANAGER`; None where the evidence does not show it, and at
        other gates."""
        id_, qualifier = self.id, self.qualifier.removeprefix(OWN_LOG)
        if self.gate != "TLS" or id_ == CLIENT or (id_, qualifier) in BY_EITHER_END:
            return None
        is_own = (qualifier == self.qualifier) == (id_ not in BY_OTHER_END)
        return MANAGER if is_own else CLIENT

    @property
    def steps(self) -> tuple[str, ...]:
        """At which calls of a client it refuses: what closes an object lets the connection in."""
        either = self.code in AT_EITHER or (self.code == "NO_AUTHORITY" and not self.qualifier)
        if either and self.id != EVENT:
            return BOTH
        return (OPEN,) if self.code in AT_OPEN else (CONNECT,)


CONNECT, OPEN = BOTH = ("connect", "open")
CONNECTS, OPENS = ("MQCONN", "MQCONNX"), ("MQOPEN", "MQPUT", "MQPUT1")
"""The calls that are refused a queue manager, and those that are refused an object."""
AT_OPEN = frozenset((
    "NO_AUTHORITY", "NO_AUTHORITY_CLUSTER", "NO_AUTHORITY_TOPIC", "OPEN_NOT_AUTHORIZED", "RACF_QUEUE", "RACF_TOPIC",
    "RACF_CONTEXT", "RACF_COMMAND",
))  # fmt: skip
"""Codes of what a client is refused that is connected already."""
AT_EITHER = frozenset(("NO_AUTHORITY_QMGR", "SID_UNKNOWN", "USER_UNKNOWN"))


def client_keys(reason: int | str, steps: tuple[str, ...]) -> list[str]:
    """What a failure with a reason is joined by: with 2035 a client is refused at two calls, which are two failures."""
    return [f"client {reason} {step}" for step in steps] if str(reason) == "2035" else [f"client {reason}"]


BY_CHANNEL, BY_OTHERS = "letter by channel", "letter by others"
LETTERS = {
    "NO_AUTHORITY": (BY_CHANNEL, BY_OTHERS), "RACF_QUEUE": (BY_CHANNEL, BY_OTHERS),
    "CHANNEL_OPEN_REFUSED": (BY_CHANNEL,), "CHANNEL_PUT_REFUSED": (BY_CHANNEL,),
}  # fmt: skip
"""What leaves a message on a dead-letter queue with 2035, and by what it is joined to that."""


@cache
def causes() -> dict[tuple[str, str], Cause]:
    """Every cause by its message id (`client`, `event`, `letter` for what is not a log entry) and qualifier."""
    table = csv_tables.rows(__package__, "refusals.csv")
    found = {(row["id"], row["qualifier"]): _cause(row) for row in table}
    of_tls = (_of_own_log(row) for row in table if row["gate"] == "TLS" and row["id"].startswith("AMQ"))
    return found | {(one.id, one.qualifier): one for one in of_tls if (one.id, one.qualifier) not in found}


def _cause(row: dict[str, str], ends: tuple[str, str] = ENDS) -> Cause:
    told = {**row, "client": tuple(row["client"].split()), "event": tuple(row["event"].split())}
    told |= {"cause": _with(row["cause"], ends) or _why(row, ends), "likely": _with(row["likely"], ends),
             "note": _with(row["note"], ends)}  # fmt: skip
    return Cause(**{**told, "look": tuple(filter(None, row["look"].split("|")))})


def _of_own_log(row: dict[str, str]) -> Cause:
    """What a message of TLS says in a client's own log: the settings of that end are in no queue manager."""
    own = _cause({**row, "qualifier": f"{OWN_LOG} {row['qualifier']}".rstrip()}, ENDS_OF_CLIENT)
    known = of_channel(row["id"])
    return own._replace(look=()) if known is None or known.end == OWN else own


def _with(text: str, ends: tuple[str, str]) -> str:
    told = text.format(own=ends[0], other=ends[1])
    return told[:1].upper() + told[1:]


def _why(row: dict[str, str], ends: tuple[str, str]) -> str:
    """What the message itself tells, for a row that adds nothing to it."""
    known = of_channel(row["id"]) if row["role"] != "closing" else None
    return _with(f"{known.text}.", ends) if known else ""


def _said(cause: Cause) -> tuple:
    return cause.code, cause.cause, cause.likely, cause.note, cause.look


@cache
def _words() -> dict[tuple, str]:
    out: dict[tuple, str] = {}
    for one in causes().values():
        out.setdefault(_said(one), f"{one.id} {one.qualifier}".rstrip())
    return out


def said_by(words: str | None) -> Cause | None:
    """The row that says it, by the `words` of a cause."""
    id_, _, qualifier = (words or "").partition(" ")
    return causes().get((id_, qualifier))


def of_channel_type(told: Cause | None, kind: str | None) -> Cause | None:
    """The cause, as it is reported of channels of clients or of queue managers where it is not the same of both."""
    own = "client" if kind == "SVRCONN" else "message" if kind else None
    return told and ((cause_of(told.id, own) if not told.qualifier else None) or told)


@cache
def of_zos() -> dict[str, str]:
    """The message of the other platforms by the one of z/OS that says the same."""
    own = {id_ for id_, _ in causes()}
    return {
        row["zos"]: row["code"] for row in csv_tables.rows(__package__, "amq.csv") if row["zos"] and row["code"] in own
    }


@cache
def ids() -> frozenset[str]:
    """The messages of a queue manager's log that say something of a refusal or a break."""
    return frozenset((*(id_ for id_, _ in causes() if id_ not in (CLIENT, EVENT, LETTER)), *of_zos()))


@cache
def reasons() -> frozenset[int]:
    """The reasons that a client gets for a refusal or a break."""
    return frozenset(int(qualifier.split()[0]) for id_, qualifier in causes() if id_ == CLIENT)


def cause_of(id_: str, *qualifiers: str | None) -> Cause | None:
    """The cause of a message: of the first qualifier that the table has."""
    found = causes()
    return next((found[id_, one] for one in qualifiers if one is not None and (id_, one) in found), None)


@cache
def by_code() -> dict[str, Cause]:
    """The first row of each code: what is known of the code itself."""
    out: dict[str, Cause] = {}
    for one in causes().values():
        if one.code:
            out.setdefault(one.code, one)
    return out
