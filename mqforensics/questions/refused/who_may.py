"""Who may connect and open: a connection that is only described, walked through the gates that a case shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from mqforensics.case import CASE
from mqforensics.errors import MQForensicsError
from mqforensics.flow.assumptions import Assumption, assumption, in_order
from mqforensics.objects import case_evidence, commands, gates, quotes, security
from mqforensics.objects.case_evidence import displayed_rows
from mqforensics.objects.check import Check
from mqforensics.objects.chlauth import Peer, plain_address
from mqforensics.objects.commands import Command, Value, mqsc
from mqforensics.objects.missing_queues import no_such_queue
from mqforensics.objects.worlds import Assumed
from mqforensics.questions.finding import Evidence
from mqforensics.validation import TEXT, TEXTS, is_name, validated
from mqforensics.words import refused as words

CHANNEL_NAME = 20
DISPLAYS = {
    "CHLAUTH": "DISPLAY QMGR CHLAUTH", "CONNAUTH": "DISPLAY QMGR CONNAUTH", "WARN": "DISPLAY CHLAUTH(*) ALL",
    "CHCKCLNT": "DISPLAY AUTHINFO(*) ALL", "CONNECT": "DISPLAY ENTAUTH PRINCIPAL({value:user}) OBJTYPE(QMGR)",
    "ChlauthEarlyAdopt": "", "ClusterQueueAccessControl": "",
}  # fmt: skip
"""What shows a setting by its name; nothing of MQ displays qm.ini."""


class ChannelExpected(MQForensicsError, ValueError):
    """The name of a channel: up to 20 characters that MQ allows."""


class AddressExpected(MQForensicsError, ValueError):
    """An IP address, version 4 or 6, without port."""


class QueueExpected(MQForensicsError, ValueError):
    """The name of a queue: up to 48 characters that MQ allows."""


class OptionExpected(MQForensicsError, ValueError):
    """Options of MQOPEN (`OUTPUT`, `MQOO_INPUT_SHARED`) or permissions (`put`, `browse`)."""


class QueueManagerExpected(MQForensicsError, LookupError):
    """A queue manager that the case shows; named where it shows several."""


@dataclass(frozen=True)
class Access:
    """What the gates say: `allowed` True, False, or None where what decides is not in the evidence.

    `gate` (LIMIT, TLS, CHLAUTH, CONNAUTH, AUTHORITY, NETWORK, or OBJECT: the queue is not there, 2085): the one that
    closes or is not known; `record`: what decided; `user`: as whom; `warned`: records that would refuse but for WARN;
    `assumes`: what it holds by where nothing shows it, a row each as in the findings.
    """

    allowed: bool | None
    gate: str | None
    record: str | None
    user: str | None
    because: str
    evidence: tuple[Evidence, ...] = ()
    next: tuple[Command, ...] = ()
    warned: tuple[str, ...] = ()
    assumes: tuple[Assumption, ...] = ()


@validated(
    case=CASE, user=TEXT, certificate=TEXT, options=TEXTS._replace(error=OptionExpected), asserted=TEXT, issuer=TEXT,
    host=TEXT, groups=TEXTS, to=TEXT, partner=TEXT, cluster_access=TEXT,
)  # fmt: skip
def who_may(case, channel: str, address: str | None = None, user: str | None = None, *,
            certificate: str | None = None, password: bool | str | None = None,
            queue: str | None = None, options: str | Iterable[str] | None = None, queue_manager: str | None = None,
            asserted: str | None = None, issuer: str | None = None, host: str | None = None,
            groups: str | Iterable[str] | None = None, to: str | None = None, partner: str | None = None,
            early_adopt: bool | None = None, cluster_access: str | None = None) -> Access:  # fmt: skip
    """Whether a client that is described so may connect over `channel` and open `queue`, and what decides.

    `address`: the client's IP; `user`: the one it sends; `certificate`, `issuer`: distinguished names, none sent
    without; `password`: None none sent, True sent and right, False sent and wrong, a text sent (whether it is right no
    evidence of MQ shows; the text itself is not looked at); `queue` with `options` (`put` unless told) and `to`, the
    remote queue manager it is opened at; `queue_manager`: of the case, where it shows several. `asserted`: the
    operating-system user where it differs; `host`: the name of the address; `groups` of the user who is authorised;
    `partner`: the queue manager at the other end of a message channel. `early_adopt` (ChlauthEarlyAdopt) and
    `cluster_access` (ClusterQueueAccessControl: `XMITQ`, `RQMNAME`) are in qm.ini; without them the defaults of the
    level that DISPLAY QMGR shows are taken and `assumes` says this.

    Raises `ChannelExpected`, `AddressExpected`, `QueueExpected`, `OptionExpected`, `QueueManagerExpected`; what else is
    given as it cannot be, an error of `validation`.
    """
    _check_names(channel, address, queue)
    permissions = _permissions(options, queue)
    known = _security(case, queue_manager, early_adopt, cluster_access)
    sent = {None: None, True: gates.RIGHT, False: gates.WRONG}.get(password, gates.SENT) if not isinstance(
        password, str) else (gates.SENT if password else None)  # fmt: skip
    peer = Peer(channel, address, host, asserted or user, certificate or "", issuer, partner)
    missing = _absence_of_queue(case, known, queue, to, permissions)
    connection = gates.Connection(peer, user, sent, asserted, queue, to, permissions, groups, missing)
    verdict = gates.decide_by_the_usual(known, connection)
    doubt = known.doubt or Check(None)
    places = [(file, line, None) for file, line in verdict.places] + doubt.places
    texts = quotes.quoted_lines(case, {tuple(place[:3]) for place in places})
    evidence = tuple(Evidence.of(place)._replace(text=texts.get(place[:3])) for place in places)
    return Access(
        verdict.allowed, verdict.gate, verdict.record, verdict.user,
        "; ".join(filter(None, (verdict.because, doubt.said))), evidence,
        (*doubt.next, *commands_to_settle(verdict, connection, known)), verdict.warned,
        tuple(in_order(_assumption(one, known.name) for one in verdict.assumes)),
    )  # fmt: skip


def _assumption(one: Assumed, manager: str | None) -> Assumption:
    """What the gates assume as a row of the list, with the command that shows it."""
    command = DISPLAYS.get(one.attribute or "", None if one.key != "DEFAULT" else "DISPLAY CHANNEL({object}) MCAUSER")
    made = assumption(one.key, manager, one.object, one.attribute, one.value, command=command)
    return made._replace(text=f"{made.text} {one.note}".rstrip())


def _absence_of_queue(
    case, known: security.Security, queue: str | None, to: str | None, permissions: Iterable[str]
) -> Check:
    """Whether the queue that is opened is not there; of a remote queue manager's nothing is known here."""
    if queue is None or known.name is None or to not in (None, "", known.name):
        return Check(None)
    found = no_such_queue(case_evidence.estate(case), known.name, queue, own=to == known.name)
    if "PUT" not in permissions and found.holds is None and found.said:
        # Only a put finds a queue of the cluster: any other open needs one of the queue manager's own.
        return Check(True, words.NOT_DEFINED.format(queue=queue, manager=known.name), found.places, found.next)
    return found


def commands_to_settle(verdict: gates.Verdict, connection: gates.Connection, known: security.Security) -> list[Command]:
    """The commands that show what decides, nothing where the verdict is that it gets through."""
    on, peer, zos = known.name, connection.peer, known.zos
    if verdict.allowed:
        return []
    command, found = partial(mqsc, on=on, zos=zos), []
    if verdict.gate == gates.CHLAUTH or verdict.allowed is None:
        found += security.runcheck(peer, on, zos)
        found += command("DISPLAY CHLAUTH({}) ALL", "*")
        found += command("DISPLAY QMGR CHLAUTH CONNAUTH REVDNS CMDLEVEL")
    if verdict.gate in (gates.TLS, gates.LIMIT, gates.NETWORK) or verdict.allowed is None:
        found += command("DISPLAY CHANNEL({}) ALL", peer.channel)
    if verdict.gate == gates.NETWORK and verdict.allowed is None:
        found += command("DISPLAY QMGR CHAD")
    if verdict.gate == gates.CONNAUTH or verdict.allowed is None:
        found += command("DISPLAY AUTHINFO({}) ALL", known.connauth or "*")
    if verdict.gate == gates.OBJECT:
        found += commands.in_order([*(connection.missing.next if connection.missing else ()),
                                    *command("DISPLAY QUEUE({}) TYPE CLUSQMGR", connection.queue)])  # fmt: skip
    if verdict.gate == gates.AUTHORITY and not zos:  # there the security manager keeps them
        found += authority_display(verdict.user, connection.queue, on)
    return commands.in_order(found)


def authority_display(user: str | None, queue: str | None, on: str | None) -> list[Command]:
    """What shows the effective authority of a user."""
    who = Value("user", user)
    found = mqsc("DISPLAY ENTAUTH PRINCIPAL({}) OBJTYPE(QMGR)", who, on=on)
    if queue:
        found += mqsc("DISPLAY ENTAUTH PRINCIPAL({}) OBJTYPE(QUEUE) OBJNAME({})", who, queue, on=on)
        found += mqsc("DISPLAY QUEUE({}) TYPE CLUSQMGR", queue, on=on)
    return found + mqsc("DISPLAY AUTHREC", on=on)


def _check_names(channel: str, address: str | None, queue: str | None) -> None:
    if not isinstance(channel, str) or not is_name(channel, CHANNEL_NAME):
        raise ChannelExpected(f"expected the name of a channel, up to {CHANNEL_NAME} characters, got {channel!r}")
    if address is not None and plain_address(address) is None:
        raise AddressExpected(f"expected an IP address without port, got {address!r}")
    if queue is not None and not is_name(queue):
        raise QueueExpected(f"expected the name of a queue, got {queue!r}")


def _permissions(options: Iterable[str] | None, queue: str | None) -> tuple[str, ...]:
    if options is None:
        return ("PUT",) if queue else ()
    found = []
    for option in " ".join(options).replace(",", " ").split():
        word = option.upper().lstrip("+").removeprefix("MQOO_")
        word = gates.OPTIONS.get(word, word)
        if word not in gates.PERMISSIONS:
            known = ", ".join(sorted({*gates.OPTIONS, *gates.PERMISSIONS}))
            raise OptionExpected(f"expected options of MQOPEN or permissions ({known}), got {option!r}")
        found.append(word)
    return tuple(dict.fromkeys(found))


def securities(case, **options) -> dict[str | None, security.Security]:
    """The definitions that decide, by queue manager: a small table, so it comes to the driver."""
    return security.by_queue_manager(displayed_rows(case), **options)


def _security(case, name: str | None, early: bool | None, access: str | None) -> security.Security:
    found = securities(case, early_adopt=early, cluster_access=access and access.upper())
    if name is not None:
        if name not in found and set(found) - {None}:
            shown = ", ".join(sorted(one for one in found if one))
            raise QueueManagerExpected(f"expected a queue manager that the case shows ({shown}), got {name!r}")
        return found.get(name) or found.get(None) or security.Security(name, ())
    if len(found) > 1:
        shown = ", ".join(sorted(str(one or "one without a name") for one in found))
        raise QueueManagerExpected(f"expected queue_manager=, because the case shows several: {shown}")
    return next(iter(found.values()), security.Security(None, ()))
