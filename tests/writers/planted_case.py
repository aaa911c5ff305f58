"""A case with secrets in every kind of evidence: passwords that nobody may see, and names and texts that may be hidden."""

import json
import struct
from pathlib import Path

from mqforensics import codes, structures
from mqforensics.investigation_record import Note, Record
from tests.writers.amqsbcg import dump
from tests.writers.event_cases import as_json
from tests.writers.fdc_cases import record
from tests.writers.handler_cases import dead
from tests.writers.jms import Made, header, trace
from tests.writers.log_cases import entry
from tests.writers.message_cases import rfh2
from tests.writers.qload import unload
from tests.writers.shown import saved
from tests.writers.traces import Call, amqsact
from tests.writers.traces import Record as Traced

PLANTED = {
    "payload": "PAYLOADSECRET", "user": "USERSECRET", "application": "APPSECRET", "queue": "QUEUESECRET",
    "queue_manager": "QMSECRET", "descr": "DESCRSECRET", "host": "hostsecret.example", "inserts": "INSERTSECRET",
    "reply": "REPLYSECRET", "note": "NOTESECRET", "property": "PROPSECRET", "program": "PROGSECRET", "channel": "CHLSECRET",
}  # fmt: skip
PASSWORD = "PWDSECRET"
T0 = 1_778_484_600_000_000
IN_PAYLOAD = PASSWORD + "0"
"""The one that the body of a message holds: of a table it is a part, of what leaves it is none."""


def _rfh2(folders: str) -> dict:
    return {"Format": "MQHRF2", "data": rfh2(folders, "hello"), "Encoding": 546, "CodedCharSetId": 1208}


def _header(name: str, eye: str, field: str, format: str) -> dict:
    fields = {"StrucId": eye, "Version": 1, "StrucLength": structures.layout(name).length, "Encoding": 546,
              "CodedCharSetId": 1208, "Format": "MQSTR", field: PASSWORD[:8]}  # fmt: skip
    return {
        "Format": format,
        "Encoding": 546,
        "CodedCharSetId": 1208,
        "data": structures.pack(name, fields, "little") + b"x",
    }


def letters() -> list[dict]:
    """Messages: a password in the payload, in properties of two kinds, in the headers that have room for one."""
    md = {"UserIdentifier": PLANTED["user"], "PutApplName": PLANTED["application"], "ReplyToQ": PLANTED["reply"]}
    text = f"{PLANTED['payload']} password={IN_PAYLOAD} {PLANTED['user']}".encode()
    usr = f"<usr><password dt='string'>{PASSWORD}1</password><note>{PLANTED['property']}</note></usr>"
    return [md | one for one in (
        {"data": text, "Format": "MQSTR"}, _rfh2(usr), _rfh2(f"<usr><a><accessToken>{PASSWORD}2</accessToken></a></usr>"),
        _header("MQIIH", "IIH", "Authenticator", "MQIMS"), _header("MQSAPH", "SAPH", "Password", "MQHSAP"),
        _command(),
    )]  # fmt: skip


def _command() -> dict:
    """A command for the queue manager that sets a password."""
    parameters = b"".join(
        struct.pack("<5i", 4, 20 + len(text), code, 1208, len(text)) + text
        for code, text in ((codes.code("MQCACH_CHANNEL_NAME"), PLANTED["channel"].encode().ljust(20)),
                           (codes.code("MQCACH_PASSWORD"), f"{PASSWORD}I".encode().ljust(12)))
    )  # fmt: skip
    head = {
        "Type": 1,
        "StrucLength": 36,
        "Version": 3,
        "Command": 21,
        "MsgSeqNumber": 1,
        "Control": 1,
        "ParameterCount": 2,
    }
    return {"Format": "MQADMIN", "Encoding": 546, "CodedCharSetId": 1208,
            "data": structures.pack("MQCFH", head, "little") + parameters}  # fmt: skip


def _calls() -> list[Call]:
    """What an application does in a trace."""
    return [Call("MQPUT", T0 + nth, 100, 0x2004, 2, PLANTED["queue"], PLANTED["queue"], 2051, 2, msg=bytes([nth] * 24), length=8)
            for nth in range(1, 3)]  # fmt: skip


def files() -> dict[str, bytes]:
    """Every file of the case by its name."""
    where, queue, host = PLANTED["queue_manager"], PLANTED["queue"], PLANTED["host"]
    dlq = [dead(1, 2053, queue, where, PLANTED["payload"], PutApplName=PLANTED["application"])]
    mqsc = (
        f"5724-H72 (C) Copyright IBM Corp. 1994, 2024.\nStarting MQSC for queue manager {where}.\n\n\n"
        f"       : DISPLAY QLOCAL({queue}) ALL\nAMQ8409I: Display Queue details.\n"
        f"   QUEUE({queue})                 TYPE(QLOCAL)\n   DESCR({PLANTED['descr']})   PUT(DISABLED)\n"
        "   CURDEPTH(5000)   MAXDEPTH(5000)\n"
        f"       : ALTER CHANNEL({PLANTED['channel']}) CHLTYPE(SDR) PASSWORD({PASSWORD}3)\nAMQ8016I: Channel changed.\n"
        "       : DISPLAY AUTHINFO(LDAP) ALL\nAMQ8566I: Display authentication information details.\n"
        f"   AUTHINFO(LDAP)   AUTHTYPE(IDPWLDAP)\n   LDAPPWD({PASSWORD}4)   CONNAME({host}(389))\n"
        "       : DISPLAY QMGR ALL\nAMQ8408I: Display Queue Manager details.\n"
        f"   QMNAME({where})\n   SSLCRYP(GSK_PKCS11=/usr/lib/p11.so;token;{PASSWORD}5;ALL;)\n"
    )
    log = entry(
        "11/05/26 07:30:21", f"Process(611.9) User(mqm) Program({PLANTED['program']})",
        [f"Host({host}) Installation(Installation1)", f"VRMF(9.3.0.20) QMgr({where})", "Time(2026-05-11T07:30:21.044Z)",
         f"CommentInsert1({PLANTED['inserts']})"],
        f"AMQ9999E: Channel '{PLANTED['inserts']}' to host '{host}' ended, password={PASSWORD}6",
        [f"It was called with --password={PASSWORD}7 by {PLANTED['inserts']}."], ["Look."], "amqrmrca.c : 1297",
    )  # fmt: skip
    client = (
        f'2026-05-11T07:30:02.125Z ERROR Shop - sasl.jaas.config=PlainLoginModule username="u" password="{PASSWORD}8";\n'
        "com.ibm.mq.MQException: JMSCMQ0001: Call ended with compcode '2' ('MQCC_FAILED') reason '2035' "
        f"('MQRC_NOT_AUTHORIZED').\n\tat ferry.Shop.book(Shop.java:88)\nAuthorization: Bearer {PASSWORD}9.abcdef\n"
    )
    fdc = record({
        "Date/Time": "Mon May 11 2026 07:30:20 GMT", "Host Name": host, "Probe Id": "HL010004", "Component": "hlgExtendLog",
        "Program Name": PLANTED["program"], "Process": "00000611", "QueueManager": where, "Probe Severity": "2",
        "Comment1": f"token={PASSWORD}A", "Major Errorcode": "hrcE_MQLO_FULL", "Arguments": f"-p PWD={PASSWORD}B",
    })  # fmt: skip
    changed = (0, ("Config Event", "MQCMD_CONFIG_EVENT", 43), ("Config Change Object", "MQRC_CONFIG_CHANGE_OBJECT", 2368),
               "After Change", [("MQCACF_EVENT_USER_ID", PLANTED["user"]), ("MQCACF_EVENT_Q_MGR", where),
               ("MQIACF_OBJECT_TYPE", ("Channel", "MQOT_CHANNEL", 6)), ("MQCACH_CHANNEL_NAME", PLANTED["channel"]),
               ("MQCACH_PASSWORD", f"{PASSWORD}C")])  # fmt: skip
    ini = f"SSL:\n   SSLCryptoHardware=GSK_PKCS11=/usr/lib/p11.so;token;{PASSWORD}D;\n   SSLKeyRepositoryPassword={PASSWORD}E\n"
    rules = (
        f"* tried with user=a;password={PASSWORD}F\nINPUTQ(DLQ) RETRYINT(30)\nDESTQ({queue}) ACTION(RETRY) RETRY(5)\n"
    )
    return {
        "browsed.txt": dump(letters(), queue).encode(), "dlq.txt": dump(dlq, "DLQ", "v7").encode(),
        "unloaded.dmp": unload(letters(), queue, manager=where), "saved.dat": saved(letters()), "qm.txt": mqsc.encode(),
        "AMQERR01.LOG": log.encode(), "shop.log": client.encode(), "AMQ611.0.FDC": fdc.encode(), "mqclient.ini": ini.encode(),
        "activity.txt": amqsact.act_verbose([Traced(where, PLANTED["application"], calls=tuple(_calls()))]).encode(),
        "jms.trc": (header("UTC", command=f"Shop -user {PLANTED['user']} -password={PASSWORD}J")
                    + f"|   javax.net.ssl.keyStorePassword       :-  {PASSWORD}K\n"
                    + trace([Made(one) for one in _calls()], head=False)).encode(),
        "events.json": as_json([changed]), "dlq.rules": rules.encode(),
        "case.json": json.dumps({"walk": {"queue": queue, "queue_manager": where}}).encode(),
    }  # fmt: skip


def write(folder: Path) -> Path:
    """The case in `folder`, and beside it the notes of somebody who looked at it."""
    folder.mkdir()
    for name, data in files().items():
        (folder / name).write_bytes(data)
    notes = Record(folder.with_name("notes.json"), "case")
    rows = ((PLANTED["queue"], PLANTED["note"]), (PLANTED["user"], f"password={PASSWORD}G"))
    notes.add(
        Note(
            "Letters", f"{PLANTED['note']} asked for password: {PASSWORD}H", (), ("queue", "preview"), rows, "aGVsbG8="
        )
    )
    return notes.path
