"""Small cases for the walk, printed as runmqsc prints them: what is defined, what was asked, and where the message is."""

from dataclasses import dataclass, field

from tests.formats.mqsc_printer import two_columns

A, B, H, X, C = "QM.A", "QM.B", "QM.HUB", "QM.B.XMIT", "A.TO.B"
DISPLAYS = {
    "Q": "AMQ8409I",
    "QMGR": "AMQ8408I",
    "CHL": "AMQ8414I",
    "CHS": "AMQ8417I",
    "QS": "AMQ8450I",
    "CLUS": "AMQ8441I",
    "TOPIC": "AMQ8633I",
    "SUB": "AMQ8096I",
    "TPS": "AMQ8754I",
    "SBS": "AMQ8099I",
    "QMS": "AMQ8705I",
    "CONN": "AMQ8276I",
}


def show(kind, text):
    """One displayed object; `text` is `KEY=VALUE;KEY=VALUE;WORD`."""
    cells = [[*part.split("=", 1), None][:2] for part in text.split(";")]
    return [f"{DISPLAYS[kind]}: Display details.", *two_columns([(key, value) for key, value in cells])]


def session(manager, *answers, time=None):
    """A session: answers are (command, [shown objects] or the message of a failure)."""
    lines = [time] if time else []
    lines += ["5724-H72 (C) Copyright IBM Corp. 1994, 2025.", f"Starting MQSC for queue manager {manager}.", "", ""]
    for number, (command, answer) in enumerate(answers, 1):
        lines.append(f"{number:6} : {command}")
        lines += [answer] if isinstance(answer, str) else [line for shown in answer for line in shown]
    lines += [f"{len(answers)} MQSC commands read.", "No commands have a syntax error.", ""]
    return "\n".join(lines)


NOT_FOUND = "AMQ8147E: IBM MQ object {} not found."
NO_STATUS = "AMQ8420I: Channel Status not found."


def remote(name="R", rname="L", manager=B, xmitq=X):
    return f"DISPLAY QREMOTE({name})", [
        show("Q", f"QUEUE={name};TYPE=QREMOTE;RNAME={rname};RQMNAME={manager};XMITQ={xmitq}")
    ]


def local(name, more="CURDEPTH=0", command=""):
    return command or f"DISPLAY QLOCAL({name})", [show("Q", f"QUEUE={name};TYPE=QLOCAL;{more}")]


def sender(name=C, xmitq=X, more="NPMSPEED=FAST;USEDLQ=YES"):
    return f"DISPLAY CHANNEL({name})", [show("CHL", f"CHANNEL={name};CHLTYPE=SDR;CONNAME=b(1414);XMITQ={xmitq};{more}")]


def receiver(name=C, more="NPMSPEED=FAST;USEDLQ=YES"):
    return f"DISPLAY CHANNEL({name}) NPMSPEED USEDLQ", [show("CHL", f"CHANNEL={name};CHLTYPE=RCVR;{more}")]


def status(state="RUNNING", name=C, xmitq=X, partner=B, more="", command=""):
    text = f"CHANNEL={name};CHLTYPE=SDR;CONNAME=b(1414);CURRENT;RQMNAME={partner};STATUS={state};SUBSTATE=MQGET;XMITQ={xmitq}"
    return command or f"DISPLAY CHSTATUS({name})", [show("CHS", text + more)]


def qmgr(manager, more):
    return "DISPLAY QMGR DEADQ DEFXMITQ REPOS", [show("QMGR", f"QMNAME={manager};{more}")]


@dataclass
class Made:
    """A case: its sessions, its request, its dead letters and other messages, and the verdict that is right."""

    right: str
    sessions: list[str]
    request: dict = field(default_factory=lambda: {"persistence": 0})
    messages: list = field(default_factory=list)
    calls: list = field(default_factory=list)


SENT = (remote(), local(X), sender(), status())
"""A has sent all that it had to send to B."""
OPEN_QUEUE = "PUT=ENABLED;CURDEPTH={};MAXDEPTH=5000;BOQNAME={};BOTHRESH=0"
ID = "41" * 24


def sent_to(*answers, **known):
    return [session(A, *SENT), session(B, *answers, **known)]


def at_a(*answers):
    return [session(A, *answers)]


def qstatus(name, get, put):
    text = f"QUEUE={name};TYPE=QUEUE;CURDEPTH=0;IPPROCS=0;LGETDATE=2026-01-02;LGETTIME={get};LPUTDATE=2026-01-02;LPUTTIME={put}"
    return f"DISPLAY QSTATUS({name}) TYPE(QUEUE) ALL", [show("QS", text)]


OWN = "SYSTEM.CLUSTER.TRANSMIT.TO.B"
WHERE = f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ {X})"
OTHERS = [show("CHL", "CHANNEL=A.TO.C;CHLTYPE=SDR;XMITQ=QM.C"), show("CHL", "CHANNEL=C.TO.A;CHLTYPE=RCVR;DESCR=")]
ALL_STATUS = f"DISPLAY CHSTATUS({C}) ALL"
DOUBT = ";BATCHES=3;CURMSGS=2;INDOUBT={}"
SHUT = local("L", "PUT=DISABLED;CURDEPTH=0;MAXDEPTH=5000")
FULL = local("L", "PUT=ENABLED;CURDEPTH=10;MAXDEPTH=10")
PERSISTENT = {"persistence": 1}

GET = {
    "file": "t", "number": 1, "verb": "MQGET", "msg_id": bytes.fromhex(ID), "comp_code": 0, "options": [], "queue": "L",
}  # fmt: skip
DONE = "QUEUE=L;TYPE=QUEUE;CURDEPTH=0;IPPROCS=1;LGETDATE=2026-01-02;LGETTIME=09.59.51;LPUTDATE=2026-01-02;LPUTTIME=09.59.50;UNCOM=NO"
READ = [
    session(A, *SENT, time="2026-01-02T09:59:58Z"),
    session(B, local("L", OPEN_QUEUE.format(0, "")), ("DISPLAY QSTATUS(L) TYPE(QUEUE) ALL", [show("QS", DONE)]),
            time="2026-01-02T10:00:00Z"),
]  # fmt: skip

CASES = {
    "not defined": Made(
        "NOT_DEFINED", at_a(("DISPLAY QUEUE(R)", NOT_FOUND.format("R")), ("DISPLAY CLUSQMGR(*)", NOT_FOUND.format("*")))
    ),
    "RNAME blank": Made("REMOTE_DEFINITION_WRONG", at_a(remote(rname=""))),
    "XMITQ not defined": Made("REMOTE_DEFINITION_WRONG", at_a(remote(), (f"DISPLAY QLOCAL({X})", NOT_FOUND.format(X)))),
    "XMITQ is no transmission queue": Made("REMOTE_DEFINITION_WRONG", at_a(remote(), local(X, "CURDEPTH=0;USAGE=NORMAL"))),
    "RNAME not defined": Made(
        "REMOTE_DEFINITION_WRONG", sent_to(("DISPLAY QUEUE(L)", NOT_FOUND.format("L")), receiver(), qmgr(B, "DEADQ="))
    ),
    "definitions in a circle": Made(
        "REMOTE_DEFINITION_WRONG",
        sent_to(remote("L", "R", A, "QM.A"), local("QM.A"), sender("B.TO.A", "QM.A"), status("RUNNING", "B.TO.A", "QM.A", A)),
    ),
    "no channel by a filter": Made("NO_CHANNEL", at_a(remote(), local(X, "CURDEPTH=5"), (WHERE, NOT_FOUND.format("*")))),
    "no channel in a list": Made("NO_CHANNEL", at_a(remote(), local(X, "CURDEPTH=5"), ("DISPLAY CHANNEL(*) ALL", OTHERS))),
    "running": Made("WAITING_ON_XMITQ", at_a(remote(), local(X, "CURDEPTH=5"), sender(), status())),
    "stopped": Made("CHANNEL_NOT_RUNNING", at_a(remote(), local(X, "CURDEPTH=5"), sender(), status("STOPPED"))),
    "inactive": Made(
        "CHANNEL_NOT_RUNNING", at_a(remote(), local(X, "CURDEPTH=5;NOTRIGGER"), sender(), (f"DISPLAY CHSTATUS({C})", NO_STATUS))
    ),
    "in doubt": Made(
        "IN_DOUBT",
        at_a(remote(), local(X, "CURDEPTH=0"), status("RETRYING", more=DOUBT.format("YES"), command=ALL_STATUS)),
        PERSISTENT,
    ),
    "not in doubt": Made(
        "CHANNEL_NOT_RUNNING",
        at_a(remote(), local(X, "CURDEPTH=5"), status("RETRYING", more=DOUBT.format("NO"), command=ALL_STATUS)),
    ),
    "default transmission queue": Made(
        "CHANNEL_NOT_RUNNING",
        at_a(remote(xmitq=""), (f"DISPLAY QUEUE({B})", NOT_FOUND.format(B)), qmgr(A, f"DEFXMITQ={X}"),
             local(X, "CURDEPTH=1"), sender(), status("STOPPED")),
    ),
    "queue manager alias": Made(
        "WAITING_ON_XMITQ",
        at_a(remote(manager="ALIAS", xmitq=""),
             ("DISPLAY QUEUE(ALIAS)", [show("Q", f"QUEUE=ALIAS;TYPE=QREMOTE;RNAME=;RQMNAME={B};XMITQ={X}")]),
             local(X, "CURDEPTH=1"), sender(), status()),
    ),
    "cluster channel stopped": Made(
        "CHANNEL_NOT_RUNNING",
        at_a(("DISPLAY QCLUSTER(R)", [show("Q", f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={B}")]),
             ("DISPLAY CLUSQMGR(*)", [show("CLUS", f"CLUSQMGR={B};CHANNEL=TO.B;CLUSTER=CL;STATUS=STOPPED;XMITQ={OWN}")]),
             local(OWN, "CURDEPTH=2")),
    ),
    "delivered": Made("DELIVERED", sent_to(local("L", OPEN_QUEUE.format(3, "")))),
    "consumed by a traced get": Made(
        "CONSUMED", sent_to(local("L", OPEN_QUEUE.format(0, ""))), {"msg_id": ID}, calls=[GET]
    ),
    "discarded, put inhibited": Made("DISCARDED", sent_to(SHUT, receiver(), qmgr(B, "DEADQ="))),
    "discarded, full": Made("DISCARDED", sent_to(FULL, receiver(), qmgr(B, "DEADQ="))),
    "discarded, channel without dead-letter queue": Made(
        "DISCARDED", sent_to(SHUT, receiver(more="NPMSPEED=FAST;USEDLQ=NO"), qmgr(B, "DEADQ=DLQ"))
    ),
    "discarded, dead-letter queue not defined": Made(
        "DISCARDED", sent_to(SHUT, receiver(), qmgr(B, "DEADQ=DLQ"), ("DISPLAY QLOCAL(DLQ)", NOT_FOUND.format("DLQ")))
    ),
    "to the same queue manager": Made("REMOTE_DEFINITION_WRONG", at_a(remote(manager=A, xmitq=""), local("L", OPEN_QUEUE.format(1, "")))),
    "alias on the other side": Made(
        "DELIVERED",
        sent_to(("DISPLAY QUEUE(L)", [show("Q", "QUEUE=L;TYPE=QALIAS;TARGET=BASE;TARGTYPE=QUEUE;PUT=ENABLED")]),
                local("BASE", OPEN_QUEUE.format(3, ""))),
    ),
    "read, and when the message was put is not given": Made("CONSUMED", READ),
    "inactive, if all puts are committed": Made(
        "CHANNEL_NOT_RUNNING",
        at_a(remote(), local(X, "CURDEPTH=5"), sender(), (f"DISPLAY CHSTATUS({C})", NO_STATUS)),
    ),
    "NPMSPEED of one end only, and nothing waits": Made(
        "DISCARDED",
        [session(A, remote(), local(X), sender(more="DESCR="), status()), session(B, SHUT, receiver(), qmgr(B, "DEADQ="))],
    ),
    "dead-letter queue without a dump": Made(
        "ON_DLQ", sent_to(SHUT, receiver(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1"))
    ),
    "default transmission queue, own queue not looked for": Made(
        "CHANNEL_NOT_RUNNING",
        at_a(remote(xmitq=""), qmgr(A, f"DEFXMITQ={X}"), local(X, "CURDEPTH=1"), sender(), status("STOPPED")),
    ),
}  # fmt: skip
UNKNOWN = {
    "NPMSPEED(NORMAL) keeps it": sent_to(SHUT, receiver(more="NPMSPEED=NORMAL;USEDLQ=YES"), qmgr(B, "DEADQ=")),
    "nothing waits, but the channel retries": [
        session(A, remote(), local(X), sender(), status("RETRYING")), session(B, FULL, receiver(), qmgr(B, "DEADQ="))
    ],
    "cluster queue shared, channel stopped": at_a(
        ("DISPLAY QCLUSTER(R)", [show("Q", f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={B}")]),
        ("DISPLAY CLUSQMGR(*)", [show("CLUS", f"CLUSQMGR={B};CHANNEL=TO.B;CLUSTER=CL;STATUS=STOPPED")]),
        local("SYSTEM.CLUSTER.TRANSMIT.QUEUE", "CURDEPTH=2"),
    ),
    "nothing of the destination": sent_to(qmgr(B, "DEADQ=")),
    "destination empty, no last get": sent_to(local("L", OPEN_QUEUE.format(0, ""))),
    "emptied before the last put": sent_to(local("L", OPEN_QUEUE.format(0, "")), qstatus("L", "09.00.00", "10.00.00")),
    "emptied into a backout queue, perhaps": sent_to(
        local("L", OPEN_QUEUE.format(0, "L.BO")), qstatus("L", "10.00.01", "10.00.00"), local("L.BO", "CURDEPTH=1")
    ),
    "only asked for a remote definition": at_a(("DISPLAY QREMOTE(R)", NOT_FOUND.format("R")), qmgr(A, "REPOS=")),
    "not defined, but in a cluster": at_a(("DISPLAY QUEUE(R)", NOT_FOUND.format("R")), qmgr(A, "REPOS=CL")),
    "shown and not found": at_a(remote(), ("DISPLAY QUEUE(R)", NOT_FOUND.format("R"))),
    "two depths": [session(A, remote(), local(X, "CURDEPTH=0"), sender(), status()), session(A, local(X, "CURDEPTH=3"))],
    "running and not found": at_a(
        remote(), local(X, "CURDEPTH=3"), sender(), status(), (f"DISPLAY CHSTATUS({C})", NO_STATUS)
    ),
    "saved status only": at_a(
        remote(), local(X, "CURDEPTH=3"), sender(),
        (f"DISPLAY CHSTATUS({C}) SAVED", [show("CHS", f"CHANNEL={C};CHLTYPE=SDR;SAVED;STATUS=STOPPED;XMITQ={X}")]),
    ),
    "asked for saved status, none found": at_a(
        remote(), local(X, "CURDEPTH=3"), sender(), (f"DISPLAY CHSTATUS({C}) SAVED", NO_STATUS)
    ),
    "one channel of the list lost its XMITQ": at_a(
        remote(), local(X, "CURDEPTH=5"), ("DISPLAY CHANNEL(*) ALL", [show("CHL", "CHANNEL=A.TO.C;CHLTYPE=SDR;DESCR=")])
    ),
    "where it leads is not shown": at_a(remote(), local(X), sender(), (f"DISPLAY CHSTATUS({C})", NO_STATUS)),
    "cluster queue shared, channel running": at_a(
        ("DISPLAY QCLUSTER(R)", [show("Q", f"QUEUE=R;TYPE=QCLUSTER;CLUSTER=CL;CLUSQMGR={B}")]),
        ("DISPLAY CLUSQMGR(*)", [show("CLUS", f"CLUSQMGR={B};CHANNEL=TO.B;CLUSTER=CL;STATUS=RUNNING")]),
        local("SYSTEM.CLUSTER.TRANSMIT.QUEUE", "CURDEPTH=2"),
    ),
}  # fmt: skip
