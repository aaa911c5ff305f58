"""Random configurations that refuse a connection, told by the slow model of the gates, with what then stands in logs,
events and clients' texts: `configuration(number)` is always the same for a number.
"""

import json
import random
from datetime import timedelta
from itertools import count

from tests.objects import gates_model
from tests.writers.refused_cases import (
    AUTHINFO,
    CIPHER,
    LAYOUTS,
    OTHER,
    START,
    blocked,
    checked,
    ended,
    go,
    jms,
    lacking,
    logged,
    unset,
)
from tests.writers.refused_show import definitions, grant, record

CHANNEL = gates_model.CHANNEL
KINDS = ("NOACCESS", "BLOCKUSER", "BLOCKADDR", "RECORD", "WRONG", "NOT_SENT", "CONNECT", "OPEN", "NO_CERTIFICATE",
         "LIMIT", "CIPHER", "RESET")  # fmt: skip
LET_IN = ("LIMIT", "CIPHER", "RESET")
"""What refuses although every gate of the model lets the connection through."""
REASON = {"BLOCKADDR": (2009, "MQRC_CONNECTION_BROKEN"), "NO_CERTIFICATE": (2393, "MQRC_SSL_INITIALIZATION_ERROR"),
          "LIMIT": (2537, "MQRC_CHANNEL_NOT_AVAILABLE"), "CIPHER": (2393, "MQRC_SSL_INITIALIZATION_ERROR"),
          "RESET": (2009, "MQRC_CONNECTION_BROKEN")}  # fmt: skip
REFUSED = (2035, "MQRC_NOT_AUTHORIZED")
GATE = {"NO_CERTIFICATE": "TLS", "CIPHER": "TLS", "LIMIT": "LIMIT", "RESET": "NETWORK", "WRONG": "CONNAUTH",
        "NOT_SENT": "CONNAUTH", "CONNECT": "AUTHORITY", "OPEN": "AUTHORITY"}  # fmt: skip


def kind_of(settings, records, connection, verdict):
    """Which of `KINDS` a verdict of the model is; None for one that no log tells of, `LET_IN` for all of these."""
    allowed, gate, which, _ = verdict
    if allowed:
        return "LET_IN"
    if allowed is None or (gate == "TLS" and (connection[2] or not settings["SSLCIPH"])):
        return None
    if gate == "CHLAUTH":
        of = records[which]
        return of["TYPE"] if of["TYPE"].startswith("BLOCK") else "NOACCESS" if of["USERSRC"] == "NOACCESS" else "RECORD"
    if gate == "CONNAUTH":
        return "WRONG" if connection[3] else "NOT_SENT"
    return "NO_CERTIFICATE" if gate == "TLS" else gate


def drawn(number):
    """Settings, records, grants, connection and verdict of the model for configuration `number`, and its kind."""
    kind = KINDS[number % len(KINDS)]
    for seed in count(1_000_000 * number):
        made = gates_model.made(random.Random(seed))
        settings, records, grants, connection = made
        verdict = gates_model.model(*made)
        found = kind_of(settings, records, connection, verdict)
        if found == "AUTHORITY":
            found = "OPEN" if "CONNECT" in grants.get(("SELF", verdict[3]), ()) else "CONNECT"
        if found == kind or (found == "LET_IN" and kind in LET_IN and bool(settings["SSLCIPH"]) == (kind == "CIPHER")):
            return *made, verdict, kind


def said(one):
    """A record as DISPLAY CHLAUTH shows what it matches and does."""
    keys = ["ADDRLIST", "SSLPEER", "CLNTUSER", "ADDRESS", "USERLIST", "USERSRC"]
    keys += ["MCAUSER"] if one.get("USERSRC") == "MAP" else []
    keys += ["CHCKCLNT"] if one.get("USERSRC") in ("MAP", "CHANNEL") and one["CHCKCLNT"] != "ASQMGR" else []
    told = {key: ",".join(one[key]) if isinstance(one.get(key), list) else one.get(key) for key in keys}
    return f"CHLAUTH({one['profile']}) TYPE({one['TYPE']}) " + " ".join(f"{k}({v})" for k, v in told.items() if v)


def shown(records):
    """The records as the arguments of `record`."""
    for one in records:
        told = {key: ",".join(one[key]) if isinstance(one[key], list) else one[key]
                for key in ("ADDRLIST", "USERLIST", "SSLPEER", "CLNTUSER", "ADDRESS", "USERSRC") if key in one}  # fmt: skip
        if one.get("USERSRC") == "MAP":
            told["MCAUSER"] = one["MCAUSER"]
        of = ("WARN",) if one["TYPE"].startswith("BLOCK") or one["USERSRC"] == "NOACCESS" else ("CHCKCLNT",)
        yield record(one["profile"], one["TYPE"], **told, **{key: one[key] for key in of})


def told(number, manager):
    """The entries of the log, the event (reason, name, qualifier, data) or None, what is true, and the limits."""
    settings, records, _, (user, address, certificate, _, permission, queue), verdict, kind = drawn(number)
    host = ("pc7.example", None)[number % 2]
    place = f"{host} ({address})" if host else address
    final = verdict[3]
    values = " ".join(f"{key}({value})" for key, value in (
        ("MCAUSER", final if kind == "BLOCKUSER" else ""), ("CLNTUSER", user), ("SSLPEER", certificate),
        ("ADDRESS", host),
    ) if value)  # fmt: skip
    check, which = settings["CHCKCLNT"], records[verdict[2]] if isinstance(verdict[2], int) and not verdict[0] else None
    common = {"channelName": CHANNEL, "connectionName": address, "clientUserId": user, "applName": "shop.jar"}
    limit, truth = {}, {"gate": GATE.get(kind, "CHLAUTH"), "record": said(which) if which else None, "channel": CHANNEL}
    ending, event = [ended(CHANNEL, place)], None
    if kind in ("NOACCESS", "BLOCKUSER"):
        id_, word = {"NOACCESS": ("AMQ9777E", "Noaccess"), "BLOCKUSER": ("AMQ9776E", "Userid")}[kind]
        entries, truth["user"] = [blocked(id_, CHANNEL, place, values)], user if kind == "NOACCESS" else final
        more = {"mcaUserIdList": final} if kind == "BLOCKUSER" else {}
        event = 2577, "Channel Blocked", f"Channel Blocked {word}", {**common, **more, "sslPeerName": certificate}
    elif kind == "BLOCKADDR":
        entries, ending, truth["channel"] = [], [], None
        event = 2577, "Channel Blocked", "Channel Blocked Address", {"connectionName": address}
    elif kind == "RECORD":
        id_, text, _, inserts = blocked("AMQ9777E", CHANNEL, place, values)
        lines = [f"The inbound channel '{CHANNEL}' was blocked from address '{place}'. The active values of the channel "
                 f"were '{values}'."]  # fmt: skip
        entries, truth["user"] = [("AMQ9791E", text, lines, inserts)], user
    elif kind in ("WRONG", "NOT_SENT"):
        truth |= {"record": f"AUTHINFO({AUTHINFO}) CHCKCLNT({check})", "channel": None}
        first = (
            "AMQ5534E",
            f"User ID '{user}' authentication failed",
            ["It was checked."],
            {"C1": user, "C2": "shop.jar"},
        )
        if kind == "NOT_SENT":
            first = ("AMQ5540E", "Application 'shop.jar' did not supply a user ID and password", ["None came."],
                     {"C1": "shop.jar"})  # fmt: skip
        truth["user"] = who = user if kind == "WRONG" else final
        entries, ending = [first, checked("AMQ5541I" if check == "REQDADM" else "AMQ5542I", who, check)], []
        event = 2035, "Not Authorized", "Csp Not Authorized", {"userIdentifier": who, "applName": "shop.jar"}
    elif kind in ("CONNECT", "OPEN"):
        truth |= {"user": final, "channel": None, "permission": "connect" if kind == "CONNECT" else permission.lower()}
        name, of = (manager, "qmgr") if kind == "CONNECT" else (queue, "queue")
        entries, ending = [lacking(final, name, of, truth["permission"])], []
        entries += [unset(final, "", user)] if kind == "CONNECT" else []
        word = "Conn" if kind == "CONNECT" else "Open"
        event = 2035, "Not Authorized", f"{word} Not Authorized", {
            "userIdentifier": final, **({} if kind == "CONNECT" else {"queueName": queue, "openOptions": 16}),
        }  # fmt: skip
        truth["record"] = "AUTHREC"
    elif kind == "NO_CERTIFICATE":
        entries = [("AMQ9637E", "Channel is lacking a certificate.", [f"The channel is '{CHANNEL}'; the remote host is "
                    f"'{place}'."], {"C1": CHANNEL, "C2": place})]  # fmt: skip
        event = 2371, "Channel SSL Error", "SSL Client Auth Error", {"channelName": CHANNEL, "connectionName": address}
        truth["record"] = f"CHANNEL({CHANNEL}) SSLCAUTH(REQUIRED)"
    elif kind == "LIMIT":
        own, most = number % 2, str(3 + number)
        limit = {"MAXINSTC" if own else "MAXINST": most}
        text = f"Channel '{CHANNEL}' has reached the limit of '{most}' instances" + (
            f" from client '{address}'." if own else "."
        )
        entries = [("AMQ9490E" if own else "AMQ9489E", text, ["No more of them start."],
                    {"A1": most, "C1": CHANNEL, **({"C2": address} if own else {})})]  # fmt: skip
        word = "Client Inst Limit" if own else "Svrconn Inst Limit"
        event = 2537, "Channel Not Available", word, {"channelName": CHANNEL, "connectionName": address}
        truth["record"] = f"CHANNEL({CHANNEL}) {'MAXINSTC' if own else 'MAXINST'}({most})"
    elif kind == "CIPHER":
        limit = {"SSLCIPH": CIPHER}
        entries = [("AMQ9631E", f"The CipherSpec negotiated for channel '{CHANNEL}' is not the one it requires.",
                    [f"The CipherSpec required in the local channel definition is '{CIPHER}'. The name of the CipherSpec "
                     f"negotiated during the TLS handshake is '{OTHER}'."], {"C1": CHANNEL, "C2": CIPHER, "C3": OTHER})]  # fmt: skip
        event = 2371, "Channel SSL Error", "SSL Cipher Spec Error", {"channelName": CHANNEL, "connectionName": address}
        truth["record"] = f"CHANNEL({CHANNEL}) SSLCIPH({CIPHER})"
    else:
        entries = [("AMQ9208E", f"Error on receive from host {place}.", ["The return code was 104 (X'68')."],
                    {"A1": "104", "A2": "104", "C1": place, "C2": "TCP/IP", "C3": "recv"})]  # fmt: skip
    truth.setdefault("user", None)
    return entries + ending, event, truth, limit


def event_text(manager, at, reason, name, qualifier, data):
    """An event as amqsevt prints it in JSON."""
    return json.dumps({
        "eventSource": {"objectName": "SYSTEM.ADMIN.CHANNEL.EVENT", "objectType": "Queue", "queueMgr": manager},
        "eventType": {"name": "Channel Event", "value": 46}, "eventReason": {"name": name, "value": reason},
        "eventCreation": {"timeStamp": f"{at:%Y-%m-%dT%H:%M:%S}Z", "epoch": int(at.timestamp())},
        "eventData": {"queueMgrName": manager, "reasonQualifier": qualifier, **data},
    }, indent=2) + "\n"  # fmt: skip


def python(at, reason, name):
    """The line that a Python program prints."""
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z ERROR pymqi.MQMIError: MQI Error. Comp: 2, Reason {reason}: FAILED: {name}\n"


def client_text(number, manager, at, kind, queue):
    """What the client prints, in one of several forms."""
    reason, name = REASON.get(kind, REFUSED)
    opened = kind == "OPEN"
    return (
        jms(at, manager, reason, name, *([queue] if opened else [])),
        go(at, "MQOPEN" if opened else "MQCONNX", reason, name),
        python(at, reason, name),
        go(at, "OPEN" if opened else "CONNX", reason, name),
    )[number // len(KINDS) % 4]


def configuration(number, manager="QM1", start=START):
    """(files by name, what is true): `AMQERR01.LOG`, `events.json`, `client.log`, `definitions.txt`."""
    settings, records, grants, connection, _, kind = drawn(number)
    entries, event, truth, limit = told(number, manager)
    timed = [(start + timedelta(milliseconds=3 * n), 77, *one) for n, one in enumerate(entries)]
    channel = {"CHANNEL": CHANNEL, **{key: settings[key] for key in ("MCAUSER", "SSLCIPH", "SSLCAUTH")}, **limit}
    text = definitions(
        manager, list(shown(records)), channel,
        {"CHLAUTH": settings["CHLAUTH"], "CONNAUTH": AUTHINFO if settings["CONNAUTH"] else ""},
        {"CHCKCLNT": settings["CHCKCLNT"], "ADOPTCTX": settings["ADOPTCTX"]},
        [grant(profile, who, "QMGR" if profile == "SELF" else "QUEUE", ",".join(sorted(words)))
         for (profile, who), words in grants.items()],
        [{"QUEUE": "ORDERS", "TYPE": "QLOCAL", "USAGE": "NORMAL"}],
    )  # fmt: skip
    found = {
        "AMQERR01.LOG": logged(layout(number), manager, timed),
        "events.json": event_text(manager, start, *event) if event else "",
        "client.log": client_text(number, manager, start + timedelta(milliseconds=40), kind, connection[5]),
        "definitions.txt": text,
    }  # fmt: skip
    return {name: made for name, made in found.items() if made}, truth


def layout(number):
    """Which of `LAYOUTS` the log of a configuration has."""
    return LAYOUTS[(number + number // len(KINDS)) % len(LAYOUTS)]
