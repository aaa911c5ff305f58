"""Refusals and breaks as a queue manager's log, its definitions and a client tell them, in the layouts of several levels.

`python -m tests.writers.refused_cases` makes the cases of sample_dumps anew.
"""

import json
from datetime import UTC, datetime, timedelta

from tests.writers.cases import SAMPLES
from tests.writers.log_cases import entry
from tests.writers.refused_show import DEFAULTS, definitions, grant, record, runmqsc

START = datetime(2026, 3, 2, 9, 14, 7, 120000, tzinfo=UTC)
GRANTS = (grant("SELF", "orders", "QMGR", "CONNECT,INQ"), grant("ORDERS.IN", "orders", words="BROWSE,GET,INQ"),
          grant("SELF", "mqm", "QMGR", "ALL", "GROUP"))  # fmt: skip
QUEUE = {"QUEUE": "ORDERS.IN", "TYPE": "QLOCAL", "USAGE": "NORMAL"}
AUTHINFO = "SYSTEM.DEFAULT.AUTHINFO.IDPWOS"
CIPHER, OTHER = "TLS_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_CBC_SHA256"
ENDED = ("AMQ9999E", "Channel '{channel}' to host '{host}' ended abnormally.", ["The channel ended; see above."],
         {"C1": "{channel}", "C2": "512(77)", "C3": "{host}"})  # fmt: skip


def logged(layout, manager, entries):
    """Entries `(time, tid, id, text, explanation, inserts)` as `text` (9.1 and later), `old` (8.0), `container`, `json`."""
    make = {"text": _text, "old": _old, "container": _container, "json": _json}[layout]
    return "".join(make(manager, *one) for one in entries)


def _header(manager, version, *more):
    return ["Host(mqhost1) Installation(Installation1)", f"VRMF({version}) QMgr({manager})", *more]


def _long(inserts):
    names = {"A": "ArithInsert", "C": "CommentInsert"}
    return {names[key[0]] + key[1]: value for key, value in inserts.items()}


def _text(manager, time, tid, id_, text, explanation, inserts):
    shown = [f"{key}({value})" for key, value in _long(inserts).items() if value]
    head = _header(manager, "9.3.0.10", f"Time({time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z)", *shown)
    return entry(f"{time:%m/%d/%y %H:%M:%S}", f"Process(512.{tid}) User(mqm) Program(amqrmppa)", head, f"{id_}: {text}",
                 explanation, ["Ask who owns the channel."], "amqrmrsa.c : 100")  # fmt: skip


def _old(manager, time, tid, id_, text, explanation, inserts):
    return entry(f"{time:%m/%d/%y %H:%M:%S}", f"Process(512.{tid}) User(mqm) Program(amqrmppa)",
                 _header(manager, "8.0.0.9"), f"{id_[:-1]}: {text}", explanation, ["Ask who owns the channel."],
                 "amqrmrsa.c : 100")  # fmt: skip


def _container(manager, time, tid, id_, text, explanation, inserts):
    shown = ", ".join(f"{key}({value})" for key, value in _long(inserts).items() if value)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z {id_}: {text} [{shown}]\n"


def _json(manager, time, tid, id_, text, explanation, inserts):
    told = {f"ibm_{key[0].lower()}{key[1:]}": value for key, value in _long(inserts).items()}
    return json.dumps({
        "ibm_messageId": id_, **told, "ibm_datetime": f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z",
        "ibm_serverName": manager, "type": "mq_log", "host": "mqhost1", "loglevel": "ERROR", "module": "amqrmrsa.c:100",
        "ibm_version": "9.3.0.10", "ibm_processName": "amqrmppa", "ibm_processId": 512, "ibm_threadId": tid,
        "message": f"{id_}: {text}",
    }) + "\n"  # fmt: skip


def jms(time, manager, reason, name, queue=None):
    """The chain of exceptions that a JMS program prints."""
    at = f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z"
    secure = "Security" if reason == 2035 else ""
    if queue:
        outer = f"JMSWMQ2008: Failed to open MQ queue '{queue}'."
    else:
        id_, words = ("JMSWMQ2013", "Not let in to") if secure else ("JMSWMQ0018", "Failed to connect to")
        outer = (
            f"{id_}: {words} QueueManager '{manager}' with connection mode 'Client' and host name 'mq1.example(1414)'."
        )
    return (
        f"{at} ERROR orders.Listener - com.ibm.msg.client.jms.DetailedJMS{secure}Exception: {outer}\n"
        f"Caused by: com.ibm.mq.MQException: JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED') "
        f"reason '{reason}' ('{name}').\n"
    )


def go(time, verb, reason, name):
    """The line that a Go program prints."""
    return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z ERROR {verb}: MQCC = MQCC_FAILED [2] MQRC = {name} [{reason}]\n"


def blocked(id_, channel, address, values):
    """AMQ9776 or AMQ9777 with its active values."""
    what = "user id" if id_ == "AMQ9776E" else "record"
    lines = [f"The inbound channel '{channel}' was blocked from address '{address}' because of a {what}.",
             f"The active values of the channel were '{values}'."]  # fmt: skip
    return id_, "Channel was blocked", lines, {"C1": channel, "C2": address, "C3": values}


def ended(channel, host):
    """The entry that closes a chain."""
    id_, text, lines, inserts = ENDED
    told = {"channel": channel, "host": host}
    return id_, text.format(**told), lines, {key: value.format(**told) for key, value in inserts.items()}


def lacking(user, object_, kind, words):
    """AMQ8077."""
    text = f"Entity '{user}' has insufficient authority to access object {object_} [{kind}]."
    lines = ["The user may not do this.", f"The following requested permissions are unauthorized: {words}"]
    return "AMQ8077W", text, lines, {"C1": user, "C2": f"{object_} [{kind}]", "C3": words}


def checked(id_, user, value):
    """AMQ5541 or AMQ5542."""
    text = f"The failed authentication check was caused by the queue manager CONNAUTH CHCKCLNT({value}) configuration."
    return id_, text, ["See the entry before."], {"C1": user, "C2": AUTHINFO, "C3": f"CHCKCLNT({value})"}


def unset(user, mqcsp="", uid=""):
    """AMQ9557."""
    lines = [f"The User ID in the MQCSP block was '{mqcsp}'.", f"The User ID in the UID header was '{uid}'."]
    inserts = {"A1": "2", "A2": "2035", "C1": user, "C2": mqcsp, "C3": uid}
    return "AMQ9557E", f"Queue Manager User ID initialization failed for '{user}'.", lines, inserts


def scene(entries, text=(), truth=None, **told):
    """One failure: entries of the log, arguments of `definitions`, the client's text, and what is true."""
    return {"entries": entries, "client": text, "truth": truth or {}, "definitions": told}


NOACCESS = (*DEFAULTS, record("APP.*", "ADDRESSMAP", ADDRESS="10.20.*", USERSRC="CHANNEL"),
            record("APP.*", "ADDRESSMAP", ADDRESS="*", USERSRC="NOACCESS"))  # fmt: skip
BACKSTOP = "CHLAUTH(APP.*) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(NOACCESS)"
ADMINS = "CHLAUTH(*) TYPE(BLOCKUSER) USERLIST(*MQADMIN)"
CLUSTER = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"
REFUSED = (2035, "MQRC_NOT_AUTHORIZED")
SHOWN = {"channel": "APP.SVRCONN"}
SCENES = {
    "chlauth_address": scene(
        [blocked("AMQ9777E", "APP.SVRCONN", "pc7.example (192.0.2.7)", "CLNTUSER(orders) ADDRESS(pc7.example)"),
         ended("APP.SVRCONN", "pc7.example (192.0.2.7)")], REFUSED,
        {"gate": "CHLAUTH", "record": BACKSTOP, "user": "orders", "address": "192.0.2.7", **SHOWN},
        records=NOACCESS, grants=GRANTS),
    "mqadmin": scene(
        [blocked("AMQ9776E", "APP.SVRCONN", "10.20.0.5", "MCAUSER(mqm) CLNTUSER(mqm)"), ended("APP.SVRCONN", "10.20.0.5")],
        REFUSED, {"gate": "CHLAUTH", "record": ADMINS, "user": "mqm", "address": "10.20.0.5", **SHOWN}, grants=GRANTS),
    "blocked_user": scene(
        [blocked("AMQ9776E", "APP.SVRCONN", "10.20.0.5", "MCAUSER(guest) CLNTUSER(guest)")], REFUSED,
        {"gate": "CHLAUTH", "record": "CHLAUTH(APP.SVRCONN) TYPE(BLOCKUSER) USERLIST(guest,*MQADMIN)", "user": "guest"},
        records=(*DEFAULTS, record("APP.SVRCONN", "BLOCKUSER", USERLIST="guest,*MQADMIN"))),
    "wrong_password": scene(
        [("AMQ5534E", "User ID 'orders' authentication failed", ["It was checked and refused."],
          {"C1": "orders", "C2": "orders-service.jar", "C3": "Pipe returned 2035"}), checked("AMQ5542I", "orders", "REQDADM"),
         unset("orders", "orders", "")], REFUSED,
        {"gate": "CONNAUTH", "record": f"AUTHINFO({AUTHINFO}) CHCKCLNT(REQDADM)", "user": "orders"}, grants=GRANTS),
    "directory_down": scene(
        [("AMQ5530E", "Error from LDAP authentication and authorization service", ["The call failed."],
          {"A1": "81", "C1": "ldap.example(636)", "C2": "ldap_simple_bind: no server answers"}),
         ("AMQ5534E", "User ID 'orders' authentication failed", ["It was checked and refused."],
          {"C1": "orders", "C2": "orders-service.jar", "C3": "LDAP"})], REFUSED,
        {"gate": "CONNAUTH", "code": "LDAP_TROUBLE", "user": "orders", "record": None}, grants=GRANTS),
    "no_credentials": scene(
        [("AMQ5540E", "Application 'orders-service' did not supply a user ID and password", ["None came."],
          {"C1": "orders-service"}), checked("AMQ5541I", "mqm", "REQDADM")], REFUSED,
        {"gate": "CONNAUTH", "record": f"AUTHINFO({AUTHINFO}) CHCKCLNT(REQDADM)", "user": "mqm"}, grants=GRANTS),
    "cluster_put": scene(
        [lacking("orders", CLUSTER, "queue", "put")], (*REFUSED, "SHARED.IN"),
        {"gate": "AUTHORITY", "user": "orders", "object": CLUSTER, "permission": "put", "record": None},
        grants=GRANTS, queues=[{"QUEUE": "SHARED.IN", "TYPE": "QCLUSTER"}]),
    "queue_put": scene(
        [lacking("orders", "ORDERS.IN", "queue", "put")], (*REFUSED, "ORDERS.IN"),
        {"gate": "AUTHORITY", "user": "orders", "object": "ORDERS.IN", "permission": "put",
         "record": "AUTHREC PROFILE(ORDERS.IN) OBJTYPE(QUEUE)"}, grants=GRANTS, queues=[QUEUE]),
    "connect": scene(
        [lacking("web", "{manager}", "qmgr", "connect"), unset("web", "", "web")], REFUSED,
        {"gate": "AUTHORITY", "user": "web", "permission": "connect", "record": "AUTHREC PROFILE(SELF) OBJTYPE(QMGR)"},
        grants=GRANTS[:2]),
    "tls_cipher": scene(
        [("AMQ9631E", "The CipherSpec negotiated for channel 'APP.SVRCONN' is not the one it requires.",
          [f"The CipherSpec required in the local channel definition is '{CIPHER}'. The name of the CipherSpec "
           f"negotiated during the TLS handshake is '{OTHER}'."], {"C1": "APP.SVRCONN", "C2": CIPHER, "C3": OTHER}),
         ended("APP.SVRCONN", "10.20.0.5")], (2393, "MQRC_SSL_INITIALIZATION_ERROR"),
        {"gate": "TLS", "record": f"CHANNEL(APP.SVRCONN) SSLCIPH({CIPHER})", **SHOWN}, channel={"SSLCIPH": CIPHER}),
    "expired_certificate": scene(
        [("AMQ9630E", "A certificate for channel 'APP.SVRCONN' is out of its dates.", ["Its validity is over."],
          {"C1": "APP.SVRCONN"}), ended("APP.SVRCONN", "10.20.0.5")], (2393, "MQRC_SSL_INITIALIZATION_ERROR"),
        {"gate": "TLS", "record": None, **SHOWN}, channel={"SSLCIPH": CIPHER}),
    "maxinst": scene(
        [("AMQ9490E", "Channel 'APP.SVRCONN' has reached the limit of '5' instances from client '10.20.0.5'.",
          ["No more of them start."], {"A1": "5", "C1": "APP.SVRCONN", "C2": "10.20.0.5"})],
        (2537, "MQRC_CHANNEL_NOT_AVAILABLE"),
        {"gate": "LIMIT", "record": "CHANNEL(APP.SVRCONN) MAXINSTC(5)", "address": "10.20.0.5", **SHOWN},
        channel={"MAXINSTC": "5"}),
    "idle_firewall": scene(
        [("AMQ9208E", "Error on receive from host app1.example (10.20.0.5).", ["The return code was 104 (X'68')."],
          {"A1": "104", "A2": "104", "C1": "app1.example (10.20.0.5)", "C2": "TCP/IP", "C3": "recv"}),
         ended("APP.SVRCONN", "app1.example (10.20.0.5)")], (2009, "MQRC_CONNECTION_BROKEN"),
        {"gate": "NETWORK", "record": None, "host": "app1.example"}, channel={"SHARECNV": "0", "HBINT": "300"}),
    "record_asks": scene(
        [("AMQ9791E", "The client did not send what the record asks for.", ["The inbound channel 'APP.SVRCONN' was "
          "blocked from address '10.20.0.5'. The active values of the channel were 'CLNTUSER(orders)'."],
          {"C1": "APP.SVRCONN", "C2": "10.20.0.5", "C3": "CLNTUSER(orders)"})], REFUSED,
        {"gate": "CHLAUTH", "user": "orders",
         "record": "CHLAUTH(APP.SVRCONN) TYPE(ADDRESSMAP) ADDRESS(*) USERSRC(CHANNEL) CHCKCLNT(REQUIRED)"},
        records=(record("APP.SVRCONN", "ADDRESSMAP", ADDRESS="*", USERSRC="CHANNEL", CHCKCLNT="REQUIRED"),)),
    "not_defined": scene(
        [("AMQ9519E", "Channel 'APP.SVRCON' not found.", ["It is not defined."], {"C1": "APP.SVRCON"})],
        (2540, "MQRC_UNKNOWN_CHANNEL_NAME"), {"gate": "NETWORK", "channel": "APP.SVRCON", "record": None}),
}  # fmt: skip
LAYOUTS = ("text", "json", "container", "old")


def files(name, layout="text", manager="QM1", start=START):
    """The files of a scene: `AMQERR01.LOG`, `definitions.txt`, `client.log`."""
    told = SCENES[name]
    filled = [
        (start + timedelta(milliseconds=3 * n), 77, id_, text.format(manager=manager) if "{manager}" in text else text,
         explanation, {key: value.replace("{manager}", manager) for key, value in inserts.items()})
        for n, (id_, text, explanation, inserts) in enumerate(told["entries"])
    ]  # fmt: skip
    reason, word, *queue = told["client"]
    text = jms(start + timedelta(milliseconds=40), manager, reason, word, *queue)
    return {
        "AMQERR01.LOG": logged(layout, manager, filled), "definitions.txt": definitions(manager, **told["definitions"]),
        "client.log": text,
    }  # fmt: skip


SAMPLE = {
    "refused_chlauth_address": ("chlauth_address", """A program on pc7 (192.0.2.7) asked QM1 for channel APP.SVRCONN and named user orders.
The back-stop record of APP.* has USERSRC(NOACCESS); the record above it lets in 10.20.* alone. So CHLAUTH refused it,
after TLS and before any password was looked at: log, client's text (2035) and definitions agree.""", "CHLAUTH_NOACCESS",
        "whether the address is behind a device that changes it",
        ["SET CHLAUTH('APP.SVRCONN') TYPE(USERMAP) CLNTUSER('orders') ADDRESS('192.0.2.7') USERSRC(MAP) "
         "MCAUSER('orders') CHCKCLNT(REQUIRED) ACTION(ADD)"]),
    "refused_mqadmin": ("mqadmin", """User mqm came from 10.20.0.5 over APP.SVRCONN. No record maps it, so the channel would run as mqm.
The record for all channels blocks *MQADMIN, and mqm is an administrator. The remedy is an ordinary user for the program:
no command gives an administrator a way in.""", "CHLAUTH_BLOCKED_USER", "why the program runs as mqm", []),
    "refused_wrong_password": ("wrong_password", """User orders sent a user id and a password that were rejected. CHCKCLNT(REQDADM) does not ask
orders for a password, but what is sent is checked. AMQ9557 after it is the consequence, not another cause.""",
        "CONNAUTH_REJECTED", "whether the password is wrong, expired, or the account locked", []),
    "refused_cluster_put": ("cluster_put", """User orders puts to SHARED.IN, a cluster queue that QM1 does not host. What is checked is put on
SYSTEM.CLUSTER.TRANSMIT.QUEUE, and orders has none. The smallest change is an alias to that one queue and put on the
alias; a grant on the transmission queue would open every cluster queue.""", "NO_AUTHORITY_CLUSTER",
        "ClusterQueueAccessControl of qm.ini, which could let the name of the queue decide",
        ["DEFINE QALIAS('SHARED.IN.ALIAS') TARGET('SHARED.IN')",
         "SET AUTHREC PROFILE('SHARED.IN.ALIAS') OBJTYPE(QUEUE) PRINCIPAL('orders') AUTHADD(PUT)"]),
    "refused_tls_cipher": ("tls_cipher", """The channel requires TLS_AES_256_GCM_SHA384 and the client negotiated
TLS_RSA_WITH_AES_128_CBC_SHA256: one end has to be corrected. Which user it was is not told, because TLS comes first.""",
        "TLS_CIPHER_DIFFERS", "which of the two ends has the wrong CipherSpec", []),
    "refused_expired_certificate": ("expired_certificate", """A certificate is outside its dates: AMQ9630 for APP.SVRCONN, 2393 at the client. The key
repositories of both ends tell the dates; nothing in the case does.""", "TLS_CERTIFICATE_EXPIRED",
        "which of the two ends the certificate belongs to", []),
    "refused_maxinst": ("maxinst", """The client at 10.20.0.5 already ran five instances of APP.SVRCONN, which has MAXINSTC(5); the status shows them,
all of one program. Connections that nobody closes are the usual reason, so the limit is not raised before they are
counted.""", "MAXINSTC_REACHED", "whether the five connections are in use", []),
    "refused_idle_firewall": ("idle_firewall", """Connections of app1 break every 900 seconds, reset at both ends in one second. The channel has
SHARECNV(0), which sends no heartbeat while it is idle, and HBINT(300). A firewall with a limit of 15 minutes does it:
that is the story, the evidence tells the regular period alone.""", "CONNECTION_RESET",
        "which device cut the connections", []),
}  # fmt: skip
KEYS = ("gate", "record", "user", "channel", "address", "object", "permission")


def truth_of(case, row):
    """TRUTH.md of a sample case: the story, what `refused` has to tell of it, and what nothing tells."""
    name, story, code, open_, changes = SAMPLE[case]
    told = {**dict.fromkeys(KEYS), **SCENES[name]["truth"]}
    lines = [f"| {key} | {told[key]} |" for key in KEYS if told[key]]
    lines += [f"| code | {code} |", f"| count | {row} |", *(f"| change | {one} |" for one in changes)]
    return f"{story}\n\n| | |\n|---|---|\n" + "\n".join(lines) + f"\n\nNot told: {open_}.\n"


def sample(case, manager="QM1", start=START):
    """The files of one case of sample_dumps."""
    name = SAMPLE[case][0]
    made = files(name, manager=manager, start=start)
    if name == "idle_firewall":
        times = [start + timedelta(seconds=900 * n) for n in range(6)]
        found = [files(name, manager=manager, start=time) for time in times]
        made |= {file: "".join(one[file] for one in found) for file in ("AMQERR01.LOG", "client.log")}
    if name == "maxinst":
        row = {"CHANNEL": "APP.SVRCONN", "CHLTYPE": "SVRCONN", "CONNAME": "10.20.0.5", "CURRENT": "", "RAPPLTAG": "orders",
               "STATUS": "RUNNING"}  # fmt: skip
        made["status.txt"] = runmqsc(manager, ("DISPLAY CHSTATUS(*) ALL", "CHSTATUS", [row] * 5)).replace(
            "CURRENT( )", "CURRENT"
        )
    return {**made, "TRUTH.md": truth_of(case, 6 if name == "idle_firewall" else 1)}


FILES = {f"{case}/{file}": text for case in SAMPLE for file, text in sample(case).items()}

if __name__ == "__main__":
    for name, text in FILES.items():
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
