"""One sign of a refusal or a break: what an entry of a log, a client's text, an event or a dead-lettered message says
of it.

Inserts count first, because they are the same in every language; English text only where an entry has none. The numbers
of the inserts are those of the message reference.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from mqforensics.codes.refusals import (
    BOTH,
    BY_CHANNEL,
    BY_OTHERS,
    CLIENT,
    CONNECT,
    EVENT,
    LETTER,
    MANAGER,
    OPEN,
    OPENS,
    OWN_LOG,
    Cause,
    cause_of,
    client_keys,
    ids,
    of_zos,
    reasons,
)
from mqforensics.formats.event import parameter_names
from mqforensics.objects import gates
from mqforensics.objects.case_evidence import CHANNEL, PROGRAM
from mqforensics.objects.chlauth import plain_address
from mqforensics.objects.estate import CLUSTER_QUEUE

SERVER = re.compile(r"(?:amq|run|strmq|endmq|crtmq|AMQ|RUN)")
"""Programs of the product begin so; an entry of any other program is from a client's log."""
KEYS = ("MCAUSER", "CLNTUSER", "SSLPEER", "SSLCERTI", "ADDRESS", "QMNAME")
UNKNOWN = ("????", "-", "")
UNSEEN = "unseen"
"""The qualifier of a dead-lettered message whose header is not in the evidence as far as the name of who put it
there."""
UNNAMED = "unnamed"
"""The qualifier of an entry from before its channel was known."""
SECURITY = re.compile(r"DetailedJMSSecurity|JMSWMQ2013|JmsSecurityException")
CLIENTS_OWN = (2381, 2400)
"""Reasons of a client that its own key repository or runtime gives, before any queue manager is asked."""
OPENED = (("open", "queue"), ("destination", "destination"))
"""The qualifier of an object that a client was refused, and where its name is."""
CONNECTING = ("JMSWMQ2013", "JMSWMQ0018")
"""The messages of JMS that show a connection that was not made."""
RACF, ZOS = "ICH408", "z/OS"
"""The message of RACF, and what is among the keys of a sign of z/OS."""
_CLASS = re.compile(r"G?M[QX](CONN|QUEUE|ADMIN|TOPIC|CMDS)")
_ACTIVE = re.compile(r"active values of the channel were '(.*)'", re.S)
_OBJECT = re.compile(r"access object (?:'([^']{1,200})'|(\S{1,200}))(?: \[(\w{1,30})\])?")
_SUBJECT = re.compile(r"\[Subject=\]([^\[\]]{1,512})\[")
_JAVA = re.compile(r"([^/\s]{0,255})/([0-9A-Fa-f:.]{2,45}):\d{1,5}(?: |$)")
_PORT = re.compile(r"(?:\(|/[0-9A-Fa-f:.]{2,45}:)(\d{1,5})(?=\)| |$)")
LIMIT = r"(?i:limit|maximum)(?:,? (?!channel |connection )[a-z]{1,12}){0,6},? '?(\d{1,9})(?![\w.:]*\w)"
"""A limit and its number, with nothing but plain words between: the digits of a name or an address are none."""
TEXTS = (
    ("AMQ9776 AMQ9777 AMQ9791", "channel", r"[Cc]hannel '([^']{1,20})' was blocked"),
    ("AMQ9776 AMQ9777 AMQ9791", "from", r"from address '([^']{1,300})'"),
    ("AMQ9776 AMQ9777", "from", r"from (\S{2,300}) has been blocked"),
    ("AMQ5534", "user", r"User ID '([^']{1,1024})'"),
    ("AMQ5540", "application", r"Application '([^']{1,300})' did not"),
    ("AMQ5541 AMQ5542", "check", r"(CHCKCLNT\(\w{1,10}\))"),
    ("AMQ8077", "user", r"Entity '([^']{1,64})'"),
    ("AMQ8077", "permission", r"permissions are unauthorized: ([a-z ,]{1,200}?)(?: ACTION|\.|$)"),
    ("AMQ9557", "user", r"initialization failed for '([^']{1,64})'"),
    ("AMQ9557", "mqcsp", r"in the MQCSP block was '([^']{0,64})'"),
    ("AMQ9557", "uid", r"in the UID header was '([^']{0,64})'"),
    ("AMQ9631", "cipher", r"local channel definition is '([^']{1,64})'"),
    ("AMQ9631", "proposed", r"negotiated during the (?:SSL|TLS|SSL or TLS) handshake is '([^']{1,64})'"),
    ("AMQ9636", "certificate", r"[Dd]istinguished name,? '([^']{1,1024})'"),
    ("AMQ9633 AMQ9637 AMQ9639 AMQ9641 AMQ9642", "from", r"remote host (?:name )?is '([^']{1,300})'"),
    ("AMQ9489 AMQ9490 AMQ9513 AMQ9573", "limit", LIMIT),
    ("AMQ9490", "from", r"(?:address|from|client) '([^']{1,300})'"),
)
"""Message ids, a fact, and the English text around it, for entries without inserts."""
_TEXTS = tuple((ids_.split(), key, re.compile(pattern)) for ids_, key, pattern in TEXTS)
NUMBERS = {
    "AMQ9776": "channel=C1 from=C2 values=C3", "AMQ9777": "channel=C1 from=C2 values=C3",
    "AMQ9791": "channel=C1 from=C2 values=C3", "AMQ5534": "user=C1 application=C2", "AMQ5540": "application=C1",
    "AMQ5541": "user=C1 authinfo=C2 check=C3", "AMQ5542": "user=C1 authinfo=C2 check=C3",
    "AMQ8077": "user=C1 target=C2 permission=C3", "AMQ9245": "user=C1 channel=C2", "AMQ8079": "user=C1",
    "AMQ9557": "reason=A2 user=C1 mqcsp=C2 uid=C3", "AMQ9631": "channel=C1 cipher=C2 proposed=C3",
    "AMQ9633": "channel=C1 chain=C2 from=C3", "AMQ9642": "channel=C1 from=C2", "AMQ9637": "channel=C1 from=C2 from=C3",
    "AMQ9665": "channel=C1 from=C2", "AMQ5653": "user=C1",
    "AMQ9639": "channel=C1", "AMQ9641": "channel=C1 from=C2", "AMQ9489": "limit=A1 channel=C1",
    "AMQ9490": "limit=A1 channel=C1 from=C2", "AMQ9513": "limit=A1", "AMQ9573": "limit=A1", "AMQ9519": "channel=C1",
    "AMQ9209": "from=C1 channel=C3", "AMQ9206": "from=C1", "AMQ9208": "from=C1", "AMQ9207": "from=C1",
    "AMQ9202": "from=C1", "AMQ9999": "channel=C1 from=C3",
}  # fmt: skip
"""What the inserts of a message hold: A1, A2 its ArithInserts, C1 to C3 its CommentInserts; of two, the first told."""
LABEL_FIRST = "AMQ9675"
"""Of this one the first insert may be the label of a certificate."""
CHANNEL_FIRST = ("AMQ96", "AMQ950", "AMQ953", "AMQ954", "AMQ952")
_FULL = {"A": "ArithInsert", "C": "CommentInsert"}


class Sign(NamedTuple):
    """What one piece of evidence says; None for what it does not."""

    kind: str
    role: str
    gate: str | None = None
    code: str | None = None
    keys: tuple[str, ...] = ()
    channel: str | None = None
    address: str | None = None
    host: str | None = None
    user: str | None = None
    certificate: str | None = None
    application: str | None = None
    record: str | None = None
    object: str | None = None
    permission: str | None = None
    reason: int | None = None
    asserted: str | None = None
    mqcsp: str | None = None
    issuer: str | None = None
    partner: str | None = None
    words: str | None = None
    port: str | None = None
    """Of a host that a client called and nothing answered at; of what called in it is a passing one."""
    refused_by: str | None = None
    """Which end refused a TLS handshake, as `Cause.refused_by`."""
    damage: str | None = None
    """What is wrong with the entry that shows it."""


def of_log(row: Mapping) -> Sign | None:
    """The sign in a row of the table `log`; None where it says nothing of a refusal."""
    inserts = tuple(sorted((row["inserts"] or {}).items()))
    sign = _of_log(row["message"], row["text"], row["explanation"], inserts, row["reason"], row["program"],
                   row["queue_manager"] is None)  # fmt: skip
    return sign and sign._replace(damage=row.get("error"))


NO_ANSWER, EXPIRED, NO_HOST = "no answer", "CERTIFICATE_EXPIRED", "HOST_NOT_AVAILABLE"
SILENT = frozenset(("110", "113", "101", "10060", "10065", "10051", "78", "81"))
"""Return codes of a connect that timed out or had no route, on Linux, Windows and AIX: nobody refused it."""


@lru_cache(20_000)
def _of_log(message: str | None, text: str | None, explanation: str | None, inserts: tuple, reason: int | None,
            program: str | None, nameless: bool) -> Sign | None:  # fmt: skip
    told = dict(inserts)
    if message not in ids() or "chain" in told or "verb" in told or "inner" in told:
        return of_client(message, text or "", told, reason, program)
    zos, message = (ZOS,) * message.startswith(("CSQ", RACF)), of_zos().get(message, message)
    found = _facts(message, " ".join(f"{text or ''} {explanation or ''}".split()), told)
    number = str(reason or found.get("reason") or told.get("reason") or "")
    own_log = nameless and program is not None and not SERVER.match(program)
    qualifier = _qualifier(message, found, number)
    if message == "AMQ9202" and told.get("return_code") in SILENT:
        qualifier = NO_ANSWER
    if message == "AMQ9633" and EXPIRED in f"{found.get('chain')} {explanation}":
        qualifier = "expired"
    if message == "AMQ9209" and found.get("channel") in UNKNOWN:
        qualifier = UNNAMED
    own = (f"{OWN_LOG} {qualifier}", OWN_LOG) if own_log else ()
    cause = cause_of(message, *own, qualifier, "")
    if cause is None:
        return None
    sign = _sign(CLIENT if own_log else "log", cause, found)
    sign = sign._replace(keys=sign.keys + zos)
    if own_log:
        # There the other end is the queue manager's, and the settings are the client's.
        sign = sign._replace(application=sign.application or program, host=sign.host or sign.address, address=None,
                             record=None)  # fmt: skip
    return sign


def _qualifier(message: str, found: dict[str, str], number: str) -> str:
    if message == "AMQ8077":
        kind = found.get("type", "")
        return "cluster" if found.get("object") == CLUSTER_QUEUE else kind
    if message == RACF:
        hit = _CLASS.fullmatch(found.get("class", ""))
        # Of a class that is not MQ's nothing is said; without one it is a sign-on that failed.
        return hit[1] if hit else "other" if found.get("class") else "sign-on"
    return number


def _facts(message: str, text: str, inserts: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in NUMBERS.get(message, "").split():
        key, place = item.split("=")
        value = inserts.get(_FULL[place[0]] + place[1], "").strip()
        if value and not (value == "0" and place[0] == "A") and found.get(key) in (None, *UNKNOWN):
            found[key] = value
    for ids_, key, pattern in _TEXTS:
        if message in ids_ and key not in found and (hit := pattern.search(text)):
            found[key] = hit[1].strip()
    first = inserts.get("CommentInsert1")
    is_channel = message.startswith(CHANNEL_FIRST) and message != LABEL_FIRST
    if is_channel and first and first not in map(inserts.get, ("object", "queue_manager")):
        found.setdefault("channel", first.strip())
    for key, own in (("channel", "channel"), ("host", "from"), ("queue", "object"), ("object", "object"),
                     ("user", "user"), ("connection", "from"), ("class", "class"), ("reason", "reason"),
                     ("intent", "permission"), ("allowed", "allowed")):  # fmt: skip
        if inserts.get(key):
            found.setdefault(own, inserts[key].strip())
    if "from" not in found and inserts.get("RemoteHost"):
        found["from"] = inserts["RemoteHost"].strip()
    if message in ("AMQ9776", "AMQ9777", "AMQ9791"):
        active = found.get("values") or ((hit := _ACTIVE.search(text)) and hit[1]) or text.partition("Detail: ")[2]
        found |= {key.lower(): value for key, value in values_in_brackets(active).items()}
    if message == RACF and found.get("class"):
        # A generic profile that decided is named after FROM; without it the one of the resource's own name did.
        resource = found.get("object", "")
        found |= {"racf": inserts.get("profile") or resource, "object": resource.partition(".")[2]}
    if message == "AMQ8077":
        found |= _target(found.get("target"), text)
    if "chain" in found and (hit := _SUBJECT.search(found["chain"])):
        found["certificate"] = hit[1]
    return found


def _target(target: str | None, text: str) -> dict[str, str]:
    if target:
        name, _, kind = target.rpartition(" [")
        return {"object": name or target, "type": kind.rstrip("]") if name else ""}
    hit = _OBJECT.search(text)
    return {"object": (hit[1] or hit[2]).rstrip("."), "type": hit[3] or ""} if hit else {}


def values_in_brackets(text: str) -> dict[str, str]:
    """The active values of a channel, `KEY(value) …`; a value may hold brackets, commas and blanks."""
    found, at = {}, 0
    while at < len(text):
        begin = text.find("(", at)
        if begin < 0:
            break
        key, depth, end = text[at:begin].strip(), 0, begin
        while end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if not depth:
                break
            end += 1
        if key in KEYS and end < len(text):
            found.setdefault(key, text[begin + 1 : end].strip())
        at = end + 1
    return found


def peer(text: str | None) -> tuple[str | None, str | None]:
    """Host name and address out of `name (ip)(port)`, `ip(port)`, `name/ip:port (name)`; None for what is not there."""
    told = (text or "").strip()
    if told in UNKNOWN:
        return None, None
    if java := _JAVA.match(told):
        return java[1] or None, plain_address(java[2])
    parts = [part.strip(" )") for part in told.split("(")]
    address = next((found for part in parts[:2] if (found := plain_address(part))), None)
    name = parts[0] if parts[0] and not plain_address(parts[0]) and parts[0] not in UNKNOWN else None
    return name, address


def _port(cause: Cause, text: str | None) -> str | None:
    ports = set(_PORT.findall(text or "")) if cause.code == NO_HOST else ()
    return ports.pop() if len(ports) == 1 else None


def _sign(kind: str, cause: Cause, found: dict[str, str]) -> Sign:
    host, address = peer(found.get("from"))
    named = found.get("address")
    host = host or (named if named and not plain_address(named) else None)
    channel = found.get("channel")
    channel = None if channel in UNKNOWN else channel
    sure = cause.gate in ("CHLAUTH", "CONNAUTH", "AUTHORITY", "LIMIT") and len(cause.client) == 1
    permission = _words(found.get("permission"))
    reason = found.get("reason") or (cause.client[0] if sure and not found.get("qmname") else None)
    return Sign(
        kind, cause.role, cause.gate or None, cause.code or None, tuple(cause.keys(permission)), channel, address, host,
        found.get("user") or found.get("mcauser") or found.get("clntuser"),
        found.get("certificate") or found.get("sslpeer"), found.get("application"), _record(cause, found, channel),
        found.get("object"), permission, int(reason) if reason and reason.isdecimal() else None,
        found.get("clntuser") or found.get("uid"), found.get("mqcsp"), found.get("sslcerti"), found.get("qmname"),
        cause.words, _port(cause, found.get("from")), cause.refused_by,
    )  # fmt: skip


def _words(text: str | None) -> str | None:
    return " ".join(text.replace(",", " ").split()) if text else None


def _record(cause: Cause, found: dict[str, str], channel: str | None) -> str | None:
    if found.get("racf"):
        held = f" ACCESS ALLOWED({found['allowed']})" if found.get("allowed") else ""
        return f"{found['class']} {found['racf']}{held}"
    if "check" in found:
        return f"AUTHINFO({found['authinfo']}) {found['check']}" if found.get("authinfo") else None
    if cause.code == "TLS_CIPHER_DIFFERS" and channel and found.get("cipher"):
        return f"CHANNEL({channel}) SSLCIPH({found['cipher']})"
    limits = {"MAXINST_REACHED": "MAXINST", "MAXINSTC_REACHED": "MAXINSTC"}
    if cause.code in limits and channel and found.get("limit"):
        return f"CHANNEL({channel}) {limits[cause.code]}({found['limit']})"
    stanza = {"MAXCHANNELS_REACHED": "MaxChannels", "MAXACTIVECHANNELS_REACHED": "MaxActiveChannels"}
    if cause.code in stanza and found.get("limit"):
        return f"{stanza[cause.code]}={found['limit']}"
    return None


def of_client(message: str | None, text: str, told: dict[str, str], reason: int | None, program: str | None
              ) -> Sign | None:  # fmt: skip
    """The sign in what a client received: `told` as the inserts of its text, or as a call of its trace has it."""
    if reason is None and SECURITY.search(text):
        reason = 2035
    if reason not in reasons():
        return None
    chain = (message or "", *told.get("chain", "").split())
    steps = _steps(told.get("verb"), chain)
    opened = reason == 2035 and (told.get("verb") in OPENS or "JMSWMQ2008" in chain)
    thrown = told.get("exception", "")
    narrow = {
        2397: "expired" if re.search("certificate_expired|CertificateExpired", thrown)
        else "trust" if "PKIX path" in thrown or "certification path" in thrown else None,
        2538: "name" if "AMQ9205" in (told.get("inner"), message) or "UnknownHost" in thrown else None,
        2035: next((key for key, name in OPENED if told.get(name)), "unnamed") if opened else None,
    }.get(reason)  # fmt: skip
    cause = cause_of(CLIENT, f"{reason} {narrow}" if narrow else None, str(reason))
    # A fatal alert came from the other end; what the client finds of a certificate itself, it refuses itself.
    is_own = reason in CLIENTS_OWN or (reason == 2397 and narrow)
    by = MANAGER if "fatal alert" in thrown else CLIENT if is_own else None
    host, address = peer(told.get("connection"))
    return cause and Sign(
        CLIENT, cause.role, cause.gate or None, cause.code, tuple(client_keys(reason, steps)), told.get("channel"),
        None, host or address, told.get("user"), None, told.get("program") or program,
        object=(told.get("queue") or told.get("destination")) if opened else None, reason=reason,
        words=cause.words, port=_port(cause, told.get("connection")), refused_by=by,
    )  # fmt: skip


def _steps(verb: str | None, chain: tuple[str, ...]) -> tuple[str, ...]:
    """At which call a client was refused: the verb decides, else the message of JMS."""
    if verb:
        return (CONNECT,) if verb.startswith("MQCONN") else (OPEN,)
    return (OPEN,) if "JMSWMQ2008" in chain else (CONNECT,) if set(CONNECTING) & set(chain) else BOTH


def of_event(row: Mapping) -> Sign | None:
    """The sign in a row of the table `events`; None for events of anything else and for warnings."""
    from mqforensics import codes

    if row["reason"] not in (2035, 2537, 2371, 2577):
        return None
    word = "_".join((row["qualifier"] or "").upper().removeprefix("MQRQ_").split())
    number = word if word.isdecimal() else str(codes.family("MQRQ").codes.get(f"MQRQ_{word}", ""))
    number = {"20": "1", "3": "2"}.get(number, number)
    cause = cause_of(EVENT, number)
    if cause is None:
        return None
    fields = {_letters(key): value for key, value in (row["fields"] or {}).items()}
    host, address = peer(row["connection"])
    asserted = fields.get("CLIENTUSERID")
    # The user that a list blocks is the one that the channel would run as, not the one that was asserted.
    user = fields.get("MCAUSERIDLIST") if number == "22" else row["user"] or asserted
    named = row["object"] or fields.get("QNAME") or fields.get("QUEUENAME") or None
    keys = (f"event {number}", *cause.client_keys())
    return Sign(
        EVENT, cause.role, cause.gate or None, cause.code, keys,
        row["channel"] or None, address, host, user or None, fields.get("SSLPEERNAME"), row["application"] or None,
        object=named if cause.gate == "AUTHORITY" and number != "1" else None,
        permission=_permissions_asked_for(fields, row["queue_manager"]) if cause.gate == "AUTHORITY" else None,
        reason=row["reason"] if row["reason"] in (2035, 2537) else 2035 if cause.client == ("2035",) else None,
        asserted=asserted, words=cause.words,
    )  # fmt: skip


def _permissions_asked_for(fields: Mapping[str, str], queue_manager: str | None) -> str | None:
    """The permissions that the open of a queue asked for; of a queue of another one, its way there is checked."""
    options = parameter_names.number("MQOO", fields.get("OPENOPTIONS"))
    at = fields.get("OBJECTQMGRNAME") or fields.get("OBJECTQUEUEMGRNAME") or queue_manager
    is_queue = fields.get("QNAME") or fields.get("QUEUENAME")
    words = gates.permissions_asked_for(options) if options and options > 0 and is_queue and at == queue_manager else ()
    return " ".join(words).lower() or None


def _letters(key: str) -> str:
    return re.sub(r"^MQ[A-Z]{2,6}_", "", key).replace("_", "").upper()


def of_letter(row: Mapping) -> Sign:
    """The sign in a dead-lettered message with reason 2035: `object`, `application`.

    Only one that a channel put there was refused to the user of a channel. `object`: of one that was to go on to
    another queue manager that one, as the way there has its name in most cases. Where the evidence does not show whose
    dead-letter queue it is on, the place that refused it is not sure. A header that is cut before that name (None)
    shows no putter; a blank one belongs to no channel.
    """
    target, own = row["target"], row["queue_manager"]
    is_onward = bool(target and own and target != own)
    where = " onward" if is_onward else "" if row["is_owned"] else " somewhere"
    putter = row["put_by"] or (UNSEEN if row["application"] is None else PROGRAM)
    qualifier = f"2035{where}" if row["put_by"] == CHANNEL else f"2035 {putter}"
    cause, keys = cause_of(LETTER, qualifier), BY_CHANNEL if row["put_by"] == CHANNEL else BY_OTHERS
    return Sign(LETTER, "cause", cause.gate or None, cause.code, (keys,), application=row["application"],
                object=target if is_onward else row["object"], reason=2035, words=cause.words)  # fmt: skip


def of_call(row: Mapping) -> Sign | None:
    """The sign in a call of a trace that failed."""
    told = {"verb": row["verb"], "queue": row["queue"], "channel": row["channel"], "program": row["application"]}
    sign = of_client(None, "", told, row["reason"], None)
    options = row["options_value"] if row["verb"] == "MQOPEN" else None
    asked = (
        " ".join(gates.permissions_asked_for(options)).lower()
        if options and options > 0 and sign and sign.object
        else None
    )
    return sign and sign._replace(permission=asked or None)
