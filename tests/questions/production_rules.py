"""Rules of what evidence proves, a family for each: an incident in which breaking the rule would say what is not so."""

from tests.questions.production import (
    CTQ,
    FAR,
    FAST,
    HELD,
    HUB,
    KEPT,
    NO_DLQ,
    READ,
    SENT,
    SHUT,
    A,
    B,
    C,
    Incident,
    X,
    here,
    sent,
)
from tests.questions.production_prints import (
    alias,
    all_of,
    browse,
    chs,
    clustered,
    csqutil,
    in_transit,
    letter,
    local,
    logged,
    member,
    msg_id,
    none,
    qmgr,
    qstatus,
    rcvr,
    remote,
    run,
    sdr,
    thing,
    xmitq,
)

AT_TEN = {"put_time": "2026-04-14T10:00:00Z", "persistence": 0}
TEN = {"put_time": "2026-04-14T10:00:00Z", "persistence": 1}
NOW = "CHSTADA=2026-04-14;CHSTATI=10.29.45"
CHANGED = "ALTDATE=2026-04-14;ALTTIME=10.15.00"
NEW = remote(via="NEW.XMIT", more=CHANGED), xmitq("NEW.XMIT", "CURDEPTH=5;TRIGDATA=NEW.TO.B"), sdr("NEW.TO.B", "NEW.XMIT"), \
    chs("STOPPED", "NEW.TO.B", "NEW.XMIT", more=NOW), \
    qstatus("NEW.XMIT", "CURDEPTH=5;MSGAGE=3000;LPUTDATE=2026-04-14;LPUTTIME=10.25.00")  # fmt: skip
NO_CLUSTER = none("DISPLAY CLUSQMGR(*)"), none("DISPLAY QCLUSTER(*)")

DEFINITIONS_IN_TIME = {
    "a changed definition does not re-route what was put before": Incident("", here(*NEW), TEN, never=("NEW.XMIT of QM.A, ", "waits: ")),
    "a message put before the change followed the old definition": Incident(
        "", {"old.txt": run(A, remote(), xmitq(X), sdr(), chs(more=NOW.replace("10.29", "10.04")), at="2026-04-14T10:05:00Z"), "new.txt": run(A, *NEW)}, TEN, never=("waits: ",),
    ),
    "without ALTDATE a definition proves no loss of a message of ten o'clock": Incident(
        "DISCARDED", {"a.txt": run(A, *SENT), "b.txt": run(B, local("L", "PUT=DISABLED;-ALTDATE;-ALTTIME"), *NO_DLQ)}, AT_TEN, never=("is lost",),
    ),
    "DEADQ was blanked after the put": Incident("", sent(SHUT, rcvr(), qmgr(B, f"DEADQ=;{CHANGED}"), qstatus("L")), AT_TEN, never=("is lost",)),
    "full now, and the last put was after this one": Incident(
        "", sent(local("L", "CURDEPTH=5000"), qstatus("L", "CURDEPTH=5000;LPUTDATE=2026-04-14;LPUTTIME=10.05.00;MSGAGE=9000"), *NO_DLQ), AT_TEN, never=("is lost",),
    ),
    "the time of a cluster record is not that of its alteration": Incident(
        "", here(clustered("R", B, more="CLUSDATE=2026-04-14;CLUSTIME=10.29.00"), member(B, "CL.B", "STATUS=RETRYING"), local(CTQ, "USAGE=XMITQ;CURDEPTH=3"), qmgr(A)), TEN, never=("waits: ",),
    ),
    "several runs in one file have each a time and a queue manager": Incident(
        "CHANNEL_NOT_RUNNING", {"all.txt": run(A, remote(), xmitq(X), sdr(), chs(), at="2026-04-14T08:00:00Z") + run(B, local("L", "CURDEPTH=4"), at="2026-04-14T10:29:00Z") + run(A, remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("STOPPED"))},
        at=(A, C),
    ),
}  # fmt: skip

STATUS_AND_MONITORING = {
    "INDOUBT(YES) of a running channel is a moment": Incident("WAITING_ON_XMITQ", here(remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs(more="INDOUBT=YES;CURMSGS=2")), KEPT, at=(A, X)),
    "a batch may be held though the queue is empty and the channel runs": Incident("", {"a.txt": run(A, remote(), xmitq(X), sdr(), chs(more="INDOUBT=YES;CURMSGS=2")), "b.txt": run(B, *FAR)}, KEPT, never=("was taken",)),
    "a handle is not a reader: the queue fills though it is open": Incident(
        "", sent(local("L", "CURDEPTH=9;IPPROCS=1"), qstatus("L", "CURDEPTH=9;IPPROCS=1;LPUTDATE=2026-04-14;LPUTTIME=10.29.58;LGETDATE=2026-04-14;LGETTIME=10.29.59"), *NO_DLQ), KEPT, never=("is on its destination",),
    ),
    "a blank last put is not never, and an empty queue not read": Incident("", sent(local("L", "IPPROCS=1"), qstatus("L", "MONQ=OFF;LPUTDATE=;LPUTTIME=;LGETDATE=;LGETTIME=;MSGAGE="), *NO_DLQ), KEPT),
    "UNCOM(YES) of an old level is an uncommitted get": Incident("", sent(local("L", "IPPROCS=1"), qstatus("L", f"{READ};UNCOM=YES"), *NO_DLQ, level="7.5"), KEPT, never=("was taken",)),
    "XQMSGSA(0) is weak": Incident(
        "", here(clustered("R", B), member(B, "CL.B", "STATUS=RETRYING"), local(CTQ, "USAGE=XMITQ;CURDEPTH=7"), chs("RETRYING", "CL.B", CTQ, B, "CHLTYPE=CLUSSDR;XQMSGSA=0"), qmgr(A)), never=("is empty", "waits: "),
    ),
    "a standby channel that is stopped is normal while another runs": Incident(
        "", {"a.txt": run(A, remote(), xmitq(X), sdr(), chs(), sdr("A.TO.B.DR"), chs("STOPPED", "A.TO.B.DR")), "b.txt": run(B, local("L"), qmgr(B, "DEADQ=DLQ"), rcvr())}, never=("A.TO.B.DR",),
    ),
    "a running channel with a young oldest message is traffic": Incident(
        "", here(remote(), xmitq(X, "CURDEPTH=12"), qstatus(X, "CURDEPTH=12;MSGAGE=2;LPUTDATE=2026-04-14;LPUTTIME=10.29.59;LGETDATE=2026-04-14;LGETTIME=10.29.59"), sdr(), chs()), TEN, never=("waits: ",),
    ),
    "a trigger is not a start": Incident("CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5"), qstatus(X, "CURDEPTH=5;LPUTDATE=2026-04-14;LPUTTIME=10.29.50"), sdr(), none(f"DISPLAY CHSTATUS({C})")), at=(A, C)),
    "the last put is not kept over a restart, so a blank one is not never": Incident(
        "DELIVERED", here(local("R", "CURDEPTH=3"), qstatus("R", "CURDEPTH=3;MSGAGE=90000"), qmgr(A)), TEN,
    ),
}  # fmt: skip

ABSENCE = {
    "WHERE leaves out what lacks the attribute": Incident("", here(("DISPLAY QUEUE(*) WHERE(CURDEPTH GE 0)", [thing("QLOCAL", "PAY.IN", only=True)]), *NO_CLUSTER), never=("not defined",)),
    "a status of an alias is not to be had": Incident("", here(none("DISPLAY QSTATUS(R) TYPE(QUEUE)"), *NO_CLUSTER), never=("not defined",)),
    "no open handle is no missing queue": Incident("", here(("DISPLAY QSTATUS(R) TYPE(HANDLE)", "AMQ8565E: Queue Status not found."), *NO_CLUSTER), never=("not defined",)),
    "an answer whose question is not shown is taken as filtered": Incident("", {"a.txt": run(A, *NO_CLUSTER) + f"$ runmqsc -e {A}\n5724-H72 (C) Copyright IBM Corp. 1994, 2022.\nStarting MQSC for queue manager {A}.\n\n\nAMQ8147E: IBM MQ object R not found.\nOne MQSC command read.\nNo commands have a syntax error.\nOne valid MQSC command could not be processed.\n"}, never=("not defined",)),
    "a stem that does not fit excludes nothing": Incident("", here(none("DISPLAY QUEUE(PAY*)"), *NO_CLUSTER), {"queue": "RAY.IN"}, never=("not defined",)),
    "CLUSQMGR of a partial repository lacks those that it never dealt with": Incident(
        "", here(remote(manager="QM.Z", via=""), none("DISPLAY QUEUE(QM.Z) ALL"), none("DISPLAY CLUSQMGR(QM.Z)"), member("QM.REPOS", "CL.REPOS", "QMTYPE=REPOS"), qmgr(A)), never=("cannot leave",),
    ),
    "a script of definitions lacks nothing": Incident("", {**here(*NO_CLUSTER), "q.mqsc": f"* Script generated on 2026-04-14 at 10.30.00\n* Queue manager name: {A}\n* dmpmqcfg -m {A} -x object\nDEFINE QLOCAL('PAY.IN') +\n   REPLACE\n"}, never=("not defined",)),
    "DEADQ not printed is not DEADQ blank": Incident("", sent(SHUT, rcvr(), ("DISPLAY QMGR DEFXMITQ", [thing("QMGR", B, "DEFXMITQ=", only=True)])), FAST, never=("is lost",)),
    "USEDLQ and NPMSPEED not printed are no defaults": Incident("DISCARDED", {"a.txt": run(A, remote(), xmitq(X), sdr(more="-NPMSPEED"), chs(more="-NPMSPEED")), "b.txt": run(B, SHUT, rcvr(more="-NPMSPEED;-USEDLQ"), qmgr(B))}, FAST, never=("is lost",)),
    "a status of one connection name is not of the channel": Incident("", here(remote(), xmitq(X, "CURDEPTH=5"), sdr(), none(f"DISPLAY CHSTATUS({C}) CONNAME('10.9.9.9')")), never=("INACTIVE",)),
    "MONITOR narrows a status": Incident("", here(remote(), xmitq(X, "CURDEPTH=5"), sdr(), none(f"DISPLAY CHSTATUS({C}) MONITOR")), never=("INACTIVE",)),
    "no receiver status is asked for at the sender": Incident("", {"a.txt": run(A, remote(), xmitq(X, "CURDEPTH=5"), sdr()), "b.txt": run(B, rcvr(), none(f"DISPLAY CHSTATUS({C})"))}, never=("INACTIVE",)),
}  # fmt: skip

OWNERS = {
    "a message id shows where it was put, not where it lies": Incident(
        "ON_DLQ", {"a.txt": run(A, *SENT, qmgr(A, "DEADQ=DLQ")), "b.txt": run(B, SHUT, rcvr(), qmgr(B, "DEADQ=DLQ")), "d.txt": browse("DLQ", letter("20260414102500", 2030, id_=msg_id(1, A)))}, {"msg_id": msg_id(1, A)}, at=(B, "DLQ"),
    ),
    "as many messages as the dump at one end, none at the other": Incident(
        "ON_DLQ", {"a.txt": run(A, *SENT, qmgr(A, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0")), "b.txt": run(B, SHUT, rcvr(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1")), "d.txt": browse("DLQ", letter("20260414102500", 2051))}, KEPT, at=(B, "DLQ"),
    ),
    "a poison message of JMS is on the queue manager that the client is connected to": Incident(
        "ON_DLQ", {**sent(local("L", "IPPROCS=1"), rcvr(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1")), "d.txt": browse("DLQ", letter("20260414102500", 2362, by="WebSphere MQ Client for Java", by_type=28), on=B)}, {"msg_id": msg_id(1)}, at=(B, "DLQ"),
    ),
    "too big for the channel is of the sending end": Incident(
        "ON_SENDER_DLQ", {**sent(local("L"), rcvr(), qmgr(B, "DEADQ=DLQ"), local("DLQ")), "d.txt": browse("A.DLQ", letter("20260414102500", 2218))}, KEPT, at=(A, "A.DLQ"),
    ),
    "no authority at the far end: 2035 is of the receiving end": Incident(
        "ON_DLQ", {**sent(local("L"), rcvr(more="MCAUSER=nobody"), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1")), "d.txt": browse("DLQ", letter("20260414102500", 2035))}, KEPT, at=(B, "DLQ"),
    ),
    "a queue of the same name at another queue manager was dumped": Incident(
        "", {**sent(local("L", "CURDEPTH=1"), *NO_DLQ), "c.txt": run("QM.C", local("L", "CURDEPTH=1"), qmgr("QM.C")), "d.txt": browse("L", letter("20260414102500"), on="QM.C")}, {"msg_id": msg_id(1)}, never=("is on its destination",),
    ),
    "a dead-letter queue that is read has passed it on": Incident(
        "", {**sent(SHUT, rcvr(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=0;IPPROCS=1")), "d.txt": browse("DLQ", letter("20260414102500", 2051), on=B)}, {"msg_id": msg_id(1)}, never=("is on DLQ, the dead",),
    ),
}  # fmt: skip

RESOLUTION = {
    "an alias whose target is not there: 2082": Incident("REMOTE_DEFINITION_WRONG NOT_DEFINED", here(alias("R", "BASE"), none("DISPLAY QUEUE(BASE) ALL"), *NO_CLUSTER)),
    "a remote definition with an RNAME is no manager alias": Incident(
        "REMOTE_DEFINITION_WRONG", here(remote(manager="GATE", via=""), all_of("QREMOTE", "GATE", f"RNAME=Q;RQMNAME={B};XMITQ={X}"), xmitq(X, "CURDEPTH=5"), sdr(), chs("STOPPED")), never=("waits: ",),
    ),
    "the cluster transmission queue cannot be the default one: 2199": Incident(
        "REMOTE_DEFINITION_WRONG", here(remote(manager="QM.Z", via=""), none("DISPLAY QUEUE(QM.Z) ALL"), *NO_CLUSTER, qmgr(A, f"DEFXMITQ={CTQ}"), local(CTQ, "USAGE=XMITQ;CURDEPTH=5")), never=("waits: ",),
    ),
    "a default transmission queue that is not there: 2197": Incident(
        "REMOTE_DEFINITION_WRONG", here(remote(manager="QM.Z", via=""), none("DISPLAY QUEUE(QM.Z) ALL"), *NO_CLUSTER, qmgr(A, "DEFXMITQ=HUB"), none("DISPLAY QUEUE(HUB) ALL")),
    ),
    "the transmission queue is an alias: 2091": Incident("REMOTE_DEFINITION_WRONG", here(remote(), alias(X, "OTHER")), never=("waits: ",)),
    "the queue named like the queue manager comes before the default one": Incident(
        "CHANNEL_NOT_RUNNING", here(remote(via=""), xmitq(B, "CURDEPTH=5"), sdr(C, B), chs("STOPPED", C, B), qmgr(A, "DEFXMITQ=HUB"), xmitq("HUB", "TRIGDATA=A.TO.HUB"), sdr("A.TO.HUB", "HUB"), chs("RUNNING", "A.TO.HUB", "HUB", HUB)), at=(A, C),
    ),
    "a reply need not be defined where it is put": Incident(
        "CHANNEL_NOT_RUNNING", here(none("DISPLAY QUEUE(REPLY) ALL"), *NO_CLUSTER, xmitq(B, "CURDEPTH=2"), sdr(C, B), chs("RETRYING", C, B)), {"queue": "REPLY", "object_queue_manager": B}, at=(A, C),
    ),
    "two clusters to one partner are two channels": Incident(
        "", here(clustered("R", B), ("DISPLAY CLUSQMGR(QM.B) ALL", [thing("CLUSQMGR", B, "CHANNEL=CL.B"), thing("CLUSQMGR", B, "CHANNEL=INT.B;CLUSTER=INT;STATUS=STOPPED")]), local(CTQ, "USAGE=XMITQ;CURDEPTH=5"), qmgr(A)), never=("INT.B is STOPPED",),
    ),
    "names are case sensitive": Incident("", here(none("DISPLAY QUEUE(PAY.REQ) ALL"), *NO_CLUSTER), {"queue": "Pay.Req"}, never=("not defined",)),
}  # fmt: skip

CAUSES = {
    "the newest specific entry, not what follows from it": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), *HELD), "e.log": logged(A, ("2026-04-14T10:25:00Z", "AMQ9520E", "Channel not defined remotely.", C), ("2026-04-14T10:25:01Z", "AMQ9999E", f"Channel '{C}' to host 'b' ended abnormally.", C))}, at=(A, C), said=("no channel of this name is defined at",), never=("AMQ9999",),
    ),
    "the cause is in the partner's log": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), *HELD), "a.log": logged(A, ("2026-04-14T10:25:00Z", "AMQ9208E", "Error on receive from host b.", C)), "b.log": logged(B, ("2026-04-14T10:25:00Z", "AMQ9777E", "Channel was blocked", C))}, at=(A, C), said=("authentication record",),
    ),
    "an entry of another channel is no cause": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), *HELD), "e.log": logged(A, ("2026-04-14T10:25:00Z", "AMQ9526E", "Message sequence number error for channel 'A.TO.Z'.", "A.TO.Z"))}, at=(A, C), never=("sequence",),
    ),
    "a session that ended well makes an entry history": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), *HELD), "e.log": logged(A, ("2026-04-14T09:25:00Z", "AMQ9526E", "Message sequence number error.", C), ("2026-04-14T10:00:00Z", "AMQ9001I", f"Channel '{C}' ended normally.", C))}, at=(A, C), never=("sequence",),
    ),
    "a stop by hand is told": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("STOPPED")), "e.log": logged(A, ("2026-04-14T10:25:00Z", "AMQ9528I", f"User requested channel '{C}' to be stopped.", C))}, at=(A, C), said=("somebody stopped",),
    ),
    "all retries used up": Incident("CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("STOPPED", more="LONGRTS=0;SHORTRTS=0")), at=(A, C), said=("retries are used up",)),
    "a log from after the status overtakes it": Incident(
        "", {**here(remote(), *HELD), "e.log": logged(A, ("2026-04-14T10:40:00Z", "AMQ9002I", f"Channel '{C}' is starting.", C))}, never=("is RETRYING. Why",),
    ),
}  # fmt: skip

REPORTS = {
    "two places of one message: which was dumped later is not shown": Incident(
        "", {**sent(local("L", "CURDEPTH=1"), *NO_DLQ), "a.txt": run(A, remote(), xmitq(X, "CURDEPTH=1"), sdr(), chs("STOPPED")), "x.txt": browse(X, in_transit("20260414102500"), on=A), "l.txt": browse("L", letter("20260414102500"), on=B)}, {"msg_id": msg_id(1)},
    ),
    "expired, says a report; on which queue is not known": Incident(
        "EXPIRED", {**sent(local("L"), *NO_DLQ), "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=258, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9)), on=A)}, {"msg_id": msg_id(1)}, never=("was taken", "could not"),
    ),
    "confirmed as taken, whatever waits there now": Incident(
        "CONSUMED", {**sent(local("L", "CURDEPTH=7"), *NO_DLQ), "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=260, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9)), on=A)}, {"msg_id": msg_id(1)}, at=(B, "L"), never=("processed",),
    ),
    "a negative notification says read and not processed": Incident(
        "CONSUMED", {**sent(local("L"), *NO_DLQ), "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=276, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9)), on=A)}, {"msg_id": msg_id(1)}, said=("negative",),
    ),
    "a code of the application's own says nothing": Incident("", {**sent(local("L", "CURDEPTH=1;IPPROCS=1"), *NO_DLQ), "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=65537, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9)), on=A)}, {"msg_id": msg_id(1)}),
    "an exception report without data: the original is elsewhere": Incident(
        "", {**sent(SHUT, rcvr(), qmgr(B, "DEADQ=DLQ"), local("DLQ", "CURDEPTH=1")), "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=2051, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9), text=b""), on=A)}, {"msg_id": msg_id(1)}, never=("came back",),
    ),
    "came back in full, having asked for it": Incident(
        "RETURNED_TO_SENDER", {"a.txt": run(A, *SENT, local("REPLY", "CURDEPTH=1")), "b.txt": run(B, SHUT, *NO_DLQ), "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=2051, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9), text=b"order 1001" * 30), on=A)}, {"msg_id": msg_id(1), "report": 0x0F000000}, at=(A, "REPLY"),
    ),
    "a report of another message": Incident("", {**sent(local("L"), *NO_DLQ), "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=260, CorrelId=bytes.fromhex(msg_id(2)), id_=msg_id(9)), on=A)}, {"msg_id": msg_id(1)}),
}  # fmt: skip

DEAD_ALIKE = {"msg_id": msg_id(1)}
DLQ_AT_B = qmgr(B, "DEADQ=DLQ"), rcvr()
TYPED = f"""$ date -u +%Y-%m-%dT%H:%M:%SZ
2026-04-14T10:30:00Z
$ runmqsc {A}
5724-H72 (C) Copyright IBM Corp. 1994, 2022.
Starting MQSC for queue manager {A}.


dis qr(R) all
     1 : dis qr(R) all
AMQ8409I: Display Queue details.
   QUEUE(R)                                TYPE(QREMOTE)
   PUT(ENABLED)                            RNAME(L)
   RQMNAME({B})                           XMITQ({X})
dis ql({X}) curdepth usage trigger
     2 : dis ql({X}) curdepth usage trigger
AMQ8409I: Display Queue details.
   QUEUE({X})                       TYPE(QLOCAL)
   CURDEPTH(5)                             NOTRIGGER
   USAGE(XMITQ)                            
dis chl(*) where(xmitq eq {X})
     3 : dis chl(*) where(xmitq eq {X})
AMQ8414I: Display Channel details.
   CHANNEL({C})                         CHLTYPE(SDR)
   XMITQ({X})                       
dis chs({C})
     4 : dis chs({C})
AMQ8417I: Display Channel Status details.
   CHANNEL({C})                         CHLTYPE(SDR)
   CONNAME(10.20.0.7(1414))                CURRENT
   RQMNAME({B})                           STATUS(STOPPED)
   SUBSTATE( )                             XMITQ({X})
end
     5 : end
4 MQSC commands read.
No commands have a syntax error.
All valid MQSC commands were processed.
"""

PLACES = {
    "two dumps of one queue: one has it, the other has not": Incident(
        "", {**sent(SHUT, *DLQ_AT_B, local("DLQ", "CURDEPTH=2")), "d1.txt": browse("DLQ", letter("20260414102500", 2051), on=B),
             "d2.txt": browse("DLQ", letter("20260414102600", 2051, serial=2), letter("20260414102700", 2051, serial=3), on=B)}, DEAD_ALIKE, never=("is on DLQ, the dead",),
    ),
    "a dump of the destination from before and one from after": Incident(
        "", {**sent(local("L", "CURDEPTH=1"), *NO_DLQ), "l1.txt": browse("L", letter("20260414102500"), on=B), "l2.txt": browse("L", letter("20260414102600", serial=2), on=B)}, DEAD_ALIKE, never=("is on its destination",),
    ),
    "a dead letter with its id is its reply": Incident(
        "CONSUMED", {**sent(local("L", "IPPROCS=1"), qstatus("L", READ), *NO_DLQ), "d.txt": browse("A.DLQ", letter("20260414102510", 2085, to=("AMQ.66120F4221F0A603", A), MsgType=2), on=A)}, DEAD_ALIKE, never=("is on A.DLQ, the",),
    ),
    "on the cluster's transmission queue for the one whose channel does not run": Incident(
        "CHANNEL_NOT_RUNNING", {**here(clustered("R", B, "QM.D"), member(B, "CL.B", "STATUS=RETRYING"), member("QM.D", "CL.D"), local(CTQ, "USAGE=XMITQ;CURDEPTH=3"),
                                       chs("RETRYING", "CL.B", CTQ, B, "CHLTYPE=CLUSSDR"), chs("RUNNING", "CL.D", CTQ, "QM.D", "CHLTYPE=CLUSSDR"), qmgr(A)),
                                "x.txt": browse(CTQ, in_transit("20260414102500", to=("R", B)), in_transit("20260414102501", to=("R", "QM.D"), serial=2), in_transit("20260414102502", to=("R", "QM.D"), serial=3), on=A)},
        DEAD_ALIKE, at=(A, "CL.B"), never=("CL.D is RUNNING",),
    ),
    "on the cluster's transmission queue for the one whose channel runs": Incident(
        "WAITING_ON_XMITQ", {**here(clustered("R", B, "QM.D"), member(B, "CL.B", "STATUS=RETRYING"), member("QM.D", "CL.D"), local(CTQ, "USAGE=XMITQ;CURDEPTH=1"),
                                    chs("RETRYING", "CL.B", CTQ, B, "CHLTYPE=CLUSSDR"), chs("RUNNING", "CL.D", CTQ, "QM.D", "CHLTYPE=CLUSSDR"), qmgr(A)),
                             "x.txt": browse(CTQ, in_transit("20260414102500", to=("R", "QM.D")), on=A)},
        DEAD_ALIKE, at=(A, CTQ), never=("CL.B is RETRYING",),
    ),
    "an alias of a remote definition at the other end goes on": Incident(
        "CHANNEL_NOT_RUNNING", {"a.txt": run(A, *SENT), "b.txt": run(B, rcvr(), alias("L", "ONWARD"), remote("ONWARD", "END", "QM.D", "QM.D"), xmitq("QM.D", "CURDEPTH=6;TRIGDATA=B.TO.D"), sdr("B.TO.D", "QM.D"), chs("RETRYING", "B.TO.D", "QM.D", "QM.D"), qmgr(B))}, at=(B, "B.TO.D"),
    ),
    "a clustered remote definition of a gateway goes on from there": Incident(
        "WAITING_ON_XMITQ", {"a.txt": run(A, clustered("R", HUB, more="CLUSQT=QREMOTE"), member(HUB, "CL.HUB", "XMITQ=XQ.HUB"), xmitq("XQ.HUB"), chs("RUNNING", "CL.HUB", "XQ.HUB", HUB, "CHLTYPE=CLUSSDR"), qmgr(A)),
                             "h.txt": run(HUB, remote("R", "L", B, X, "CLUSTER=CL"), xmitq(X, "CURDEPTH=4;TRIGDATA=HUB.TO.B"), sdr("HUB.TO.B"), chs("RUNNING", "HUB.TO.B"), qmgr(HUB))}, at=(HUB, X),
    ),
    "a persistent message that nobody can take or keep goes back to the transmission queue": Incident(
        "CHANNEL_NOT_RUNNING", {"a.txt": run(A, remote(), *HELD), "e.log": logged(A, ("2026-04-14T10:25:00Z", "AMQ9506E", "Message receipt confirmation failed.", C)), "b.txt": run(B, SHUT, *DLQ_AT_B, local("DLQ", "PUT=DISABLED"))},
        KEPT, at=(A, C), said=("did not accept the last batch",), never=("is lost",),
    ),
    "the destination and its dead-letter queue are both full": Incident(
        "DISCARDED", sent(local("L", "CURDEPTH=5000"), qstatus("L", "CURDEPTH=5000;LPUTDATE=2026-04-14;LPUTTIME=01.00.00;LGETDATE=2026-04-13;LGETTIME=23.00.00;MSGAGE=99000"), *DLQ_AT_B, local("DLQ", "CURDEPTH=100;MAXDEPTH=100")), FAST, at=(B, "L"),
    ),
    "the channel does not use the dead-letter queue that there is": Incident("DISCARDED", sent(SHUT, qmgr(B, "DEADQ=DLQ"), rcvr(more="USEDLQ=NO"), local("DLQ")), FAST, at=(B, "L")),
    "the same for a persistent message": Incident("", sent(SHUT, qmgr(B, "DEADQ=DLQ"), rcvr(more="USEDLQ=NO"), local("DLQ")), KEPT, never=("is lost",)),
    "of two dated captures the later one counts": Incident(
        "", {"z.txt": run(A, remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("STOPPED"), at="2026-04-14T10:00:00Z"), "a.txt": run(A, remote(), xmitq(X), sdr(), chs())}, never=("is STOPPED",),
    ),
    "a session as it was typed": Incident("CHANNEL_NOT_RUNNING", {"putty.log": TYPED}, at=(A, C), never=("NOTRIGGER",)),
    "a session as it was typed, without the last answer": Incident("", {"putty.log": TYPED.partition("AMQ8417I")[0]}, never=("STOPPED", "INACTIVE")),
    "on IBM i": Incident("CHANNEL_NOT_RUNNING", here(qmgr(A, "PLATFORM=OS400"), remote(), *HELD), at=(A, C)),
    "on IBM i, where it may be": Incident("", here(qmgr(A, "PLATFORM=OS400"), local("R", "CURDEPTH=9;IPPROCS=3"))),
}  # fmt: skip

M1 = "MQ1A"
IN_GROUP = qmgr(M1, "QSGNAME=QSG1;IGQ=DISABLED;PLATFORM=MVS")
SHARED = "QSGDISP=SHARED;CFSTRUCT=APP1"
GROUPS = {
    "a shared channel runs on any member, and one member does not show it": Incident(
        "", {"m.txt": csqutil(M1, IN_GROUP, remote(), xmitq(X, f"{SHARED};CURDEPTH=5"), sdr(more="QSGDISP=COPY"), (f"DISPLAY CHSTATUS({C}) ALL", "CSQM297I !MQ1A CSQMDRTC NO CHSTATUS FOUND MATCHING REQUEST CRITERIA"))},
        {"queue_manager": M1}, never=("is INACTIVE",),
    ),
    "readers and units of work of a shared queue are those of one member": Incident(
        "", {"m.txt": csqutil(M1, IN_GROUP, local("R", f"{SHARED};CURDEPTH=2"), qstatus("R", "QSGDISP=SHARED;CURDEPTH=2;UNCOM=NO;IPPROCS=0;LPUTDATE=2026-04-14;LPUTTIME=10.29.50"))}, {"queue_manager": M1}, never=("is on its destination",),
    ),
    "a shared queue that is empty may be held by another member's unit of work": Incident(
        "", {"m.txt": csqutil(M1, IN_GROUP, local("R", f"{SHARED};IPPROCS=1"), qstatus("R", f"QSGDISP=SHARED;UNCOM=NO;{READ}"))}, {"queue_manager": M1, "persistence": 1, "expiry": -1}, never=("was taken from",),
    ),
    "one instance was asked for: there may be others": Incident(
        "", here(("DISPLAY QCLUSTER(R) WHERE(CLUSQMGR EQ QM.B)", clustered("R", B)[1]), member(B, "CL.B", "STATUS=RETRYING;XMITQ=XQ.B"), xmitq("XQ.B", "CURDEPTH=4;TRIGDATA="), chs("RETRYING", "CL.B", "XQ.B", B, "CHLTYPE=CLUSSDR"), qmgr(A)), never=("waits: ",),
    ),
    "the instances of one cluster were asked for": Incident(
        "", here(("DISPLAY QCLUSTER(R) CLUSTER(CL)", clustered("R", B)[1]), member(B, "CL.B", "STATUS=RETRYING;XMITQ=XQ.B"), xmitq("XQ.B", "CURDEPTH=4;TRIGDATA="), chs("RETRYING", "CL.B", "XQ.B", B, "CHLTYPE=CLUSSDR"), qmgr(A)), never=("waits: ",),
    ),
}  # fmt: skip

BOUGHT = "LPUTDATE=2026-04-14;LPUTTIME=10.25.03;LGETDATE=2026-04-14;LGETTIME=10.25.04;IPPROCS=1"
OTHERS = {
    "put with an expiry, as the dump on its way shows": Incident(
        "", {"a.txt": run(A, *SENT, qmgr(A)), "b.txt": run(B, local("L", "IPPROCS=1"), qstatus("L", BOUGHT), *NO_DLQ), "x.txt": browse(X, in_transit("20260414102500", Expiry=300), on=A)}, DEAD_ALIKE, never=("was taken from",),
    ),
    "a transmission queue of its own for a cluster channel, where the channel's record does not name it": Incident(
        "CHANNEL_NOT_RUNNING", {"a.txt": run(A, clustered("R", B), member(B, "CL.B", "STATUS=STOPPED;-XMITQ"), xmitq("XQ.B", "CLCHNAME=CL.*;CURDEPTH=4;TRIGDATA="), local(CTQ, "USAGE=XMITQ"), qmgr(A)),
                                "b.txt": run(B, local("R", "CLUSTER=CL;IPPROCS=1"), qstatus("R", READ), qmgr(B))}, KEPT, at=(A, "CL.B"), never=("was taken from",),
    ),
    "messages came to the dead-letter queue just now, and nobody looked at them": Incident(
        "", sent(local("L", "IPPROCS=1;MAXMSGL=1000"), qstatus("L", READ), *DLQ_AT_B, local("DLQ", "CURDEPTH=7"), qstatus("DLQ", "CURDEPTH=7;LPUTDATE=2026-04-14;LPUTTIME=10.29.57;MSGAGE=50")), KEPT, never=("was taken from",),
    ),
    "an exception report, and the message itself on its destination": Incident(
        "DELIVERED", {"a.txt": run(A, *SENT, local("REPLY", "CURDEPTH=1")), "b.txt": run(B, local("L", "CURDEPTH=1"), *NO_DLQ), "l.txt": browse("L", letter("20260414102500"), on=B),
                      "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=2053, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9), text=b"order 1001" * 30), on=A)}, DEAD_ALIKE, at=(B, "L"), never=("came back",),
    ),
    "the message asked for is itself a report, and a dead letter": Incident(
        "ON_DLQ", {"b.txt": run(B, none("DISPLAY QUEUE(REPLY) ALL"), *NO_CLUSTER, xmitq(A, "TRIGDATA=B.TO.A"), sdr("B.TO.A", A), chs("RUNNING", "B.TO.A", A, A), qmgr(B)),
                   "a.txt": run(A, rcvr("B.TO.A"), local("REPLY", "CURDEPTH=5000"), qmgr(A, "DEADQ=A.DLQ"), local("A.DLQ", "CURDEPTH=1")),
                   "d.txt": browse("A.DLQ", letter("20260414102500", 2053, to=("REPLY", A), id_=msg_id(5, B), MsgType=4, Feedback=260, CorrelId=bytes.fromhex(msg_id(1))), on=A)},
        {"queue": "REPLY", "queue_manager": B, "object_queue_manager": A, "msg_id": msg_id(5, B)}, at=(A, "A.DLQ"), never=("was taken",),
    ),
    "the newest capture of the hub is of yesterday, that of the sender of today": Incident(
        "", {"a.txt": run(A, remote(via="QM.HUB"), xmitq("QM.HUB", "TRIGDATA=A.TO.HUB"), sdr("A.TO.HUB", "QM.HUB"), chs("RUNNING", "A.TO.HUB", "QM.HUB", HUB)),
             "h.txt": run(HUB, rcvr("A.TO.HUB"), xmitq(B, "CURDEPTH=5;TRIGDATA=HUB.TO.B"), sdr("HUB.TO.B", B), chs("STOPPED", "HUB.TO.B", B), qmgr(HUB), at="2026-04-13T10:30:00Z")}, never=("waits: ",),
    ),
    "a queue that nobody reads, put to a minute ago, by hand": Incident("DELIVERED", here(local("R", "CURDEPTH=1"), qstatus("R", "CURDEPTH=1;LPUTDATE=2026-04-14;LPUTTIME=10.29.00;MSGAGE=60"), qmgr(A)), at=(A, "R")),
    "a reader that stopped, and everything it left": Incident("DELIVERED", here(local("R", "CURDEPTH=40"), qstatus("R", "CURDEPTH=40;LPUTDATE=2026-04-14;LPUTTIME=10.29.50;LGETDATE=2026-04-14;LGETTIME=07.00.00;MSGAGE=12590"), qmgr(A)), at=(A, "R")),
    "a backout queue has one message": Incident("", sent(local("L", "IPPROCS=1;BOQNAME=L.BO;BOTHRESH=3"), qstatus("L", READ), local("L.BO", "CURDEPTH=1"), *NO_DLQ), {**KEPT, "expiry": -1}, never=("was taken from",)),
    "a message with a put time before the queue manager's clock says anything": Incident("DELIVERED", here(local("R", "CURDEPTH=1"), qmgr(A), at=None), TEN),
    "a depth of the alias's target at another queue manager": Incident("", {"a.txt": run(A, alias("R", "BASE"), qmgr(A)), "b.txt": run(B, local("BASE", "CURDEPTH=5"), qmgr(B))}, never=("is on its destination",)),
    "the destination is a transmission queue at the other end": Incident("", sent(local("L", "USAGE=XMITQ;CURDEPTH=5"), *NO_DLQ), KEPT, never=("is on its destination",)),
    "distribution lists, groups and segments: parts on two queues": Incident(
        "", {**sent(local("L", "CURDEPTH=1"), *DLQ_AT_B, local("DLQ", "CURDEPTH=1")), "l.txt": browse("L", letter("20260414102500", GroupId=bytes.fromhex("47" * 24), MsgSeqNumber=1, MsgFlags=8), on=B),
             "d.txt": browse("DLQ", letter("20260414102500", 2030, GroupId=bytes.fromhex("47" * 24), MsgSeqNumber=2, MsgFlags=24), on=B)}, DEAD_ALIKE,
    ),
}  # fmt: skip

EARLIER = "2026-04-14T08:00:00Z"
APART = {
    "the depth is of when the channel ran, its state of hours later": Incident(
        "", {"one.txt": run(A, remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs(), at=EARLIER), "two.txt": run(A, chs("STOPPED"))}, never=("waits: ",),
    ),
    "the queue manager was asked for its dead-letter queue a month ago": Incident(
        "", {"a.txt": run(A, *SENT), "old.txt": run(B, qmgr(B), at="2026-03-12T10:00:00Z"), "b.txt": run(B, SHUT, rcvr())}, FAST, never=("is lost",),
    ),
    "the queue still triggers the retired channel, the one with TLS retries": Incident(
        "CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5;TRIGDATA=A.TO.B.OLD"), sdr("A.TO.B.OLD", more="DESCR=retired 2024"), chs("STOPPED", "A.TO.B.OLD"), sdr("A.TO.B.TLS", more="SSLCIPH=ANY_TLS12_OR_HIGHER"), chs("RETRYING", "A.TO.B.TLS")),
        at=(A, "A.TO.B.TLS"),
    ),
    "both are stopped, and one of them is newer": Incident(
        "CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5;TRIGDATA="), sdr("A.TO.B.OLD", more="ALTDATE=2021-01-01"), chs("STOPPED", "A.TO.B.OLD", more="LSTMSGDA=;LSTMSGTI="), sdr("A.TO.B.TLS", more="ALTDATE=2026-01-01"), chs("STOPPED", "A.TO.B.TLS")),
        at=(A, "A.TO.B.TLS"),
    ),
    "no channel is defined, but something reads the transmission queue": Incident(
        "", here(remote(), xmitq(X, "CURDEPTH=5;IPPROCS=1"), none(f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ {X})")), never=("No channel serves",),
    ),
}  # fmt: skip

MANY = {
    "a sender's batch is in doubt, and its twin runs": Incident(
        "", {"a.txt": run(A, remote(), xmitq(X), sdr(), chs("RETRYING", more="INDOUBT=YES;CURMSGS=3"), sdr("A.TO.B.2"), chs("RUNNING", "A.TO.B.2")), "b.txt": run(B, *FAR)}, KEPT, never=("was taken from",),
    ),
    "the transmission queue's messages are of puts that were not committed, says the older level": Incident(
        "WAITING_ON_XMITQ", here(remote(), xmitq(X, "CURDEPTH=2"), qstatus(X, "CURDEPTH=2;UNCOM=YES"), sdr(), chs("STOPPED"), level="7.5"), at=(A, X), said=("UNCOM(YES)",), never=("waits: ",),
    ),
    "a receiver that is stopped at the partner": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), *HELD), "a.log": logged(A, ("2026-04-14T10:28:00Z", "AMQ9558E", f"The channel '{C}' on host 'b' is not currently available.", C)), "b.txt": run(B, rcvr(), all_of("CHSTATUS", C, "CHLTYPE=RCVR;CONNAME=10.1.1.1;RQMNAME=;STATUS=STOPPED"))},
        at=(A, C), said=("the channel is not available at",),
    ),
    "two receivers of one name at the partner, one of them orphaned": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), *HELD), "b.txt": run(B, rcvr(), (f"DISPLAY CHSTATUS({C}) ALL", [thing("CHSTATUS", C, f"CHLTYPE=RCVR;CONNAME=10.1.1.1;RQMNAME={A}"), thing("CHSTATUS", C, f"CHLTYPE=RCVR;CONNAME=10.1.1.2;RQMNAME={A};STATUS=BINDING")])),
                                "b.log": logged(B, ("2026-04-14T10:29:00Z", "AMQ9514E", f"Channel '{C}' is in use.", C))}, at=(A, C), said=("the channel is in use at",),
    ),
    "a put to the queue of another queue manager by its name": Incident(
        "CHANNEL_NOT_RUNNING", here(local("R", "CURDEPTH=8"), xmitq(B, "CURDEPTH=3"), sdr(C, B), chs("RETRYING", C, B), qmgr(A)), {"object_queue_manager": B}, at=(A, C), never=("is on its destination",),
    ),
    "an alias opened with the own queue manager's name": Incident("DELIVERED", here(alias("R", "BASE"), local("BASE", "CURDEPTH=2"), qstatus("BASE", "CURDEPTH=2;LPUTDATE=2026-04-14;LPUTTIME=10.29.00"), qmgr(A)), {"object_queue_manager": A}, at=(A, "BASE")),
    "GET(DISABLED) at the destination: it is there, whoever has it open": Incident("DELIVERED", sent(local("L", "CURDEPTH=3;GET=DISABLED;IPPROCS=1"), *NO_DLQ), KEPT, at=(B, "L")),
    "the destination is full behind a reader that has stopped, and there is a dead-letter queue": Incident(
        "ON_DLQ", sent(local("L", "CURDEPTH=5000"), qstatus("L", "CURDEPTH=5000;LPUTDATE=2026-04-14;LPUTTIME=01.00.00;LGETDATE=2026-04-13;LGETTIME=23.00.00;MSGAGE=99000"), *DLQ_AT_B, local("DLQ", "CURDEPTH=3")), FAST, never=("is lost", "is on its destination"),
    ),
    "a destination whose open was changed to PUT(ENABLED) a minute ago": Incident(
        "CONSUMED", sent(local("L", "CURDEPTH=0;IPPROCS=1;ALTDATE=2026-04-14;ALTTIME=10.29.00"), qstatus("L", READ), *DLQ_AT_B, local("DLQ", "CURDEPTH=0")), {"put_time": "2026-04-14T10:20:00Z", "persistence": 1}, never=("is lost",),
    ),
    "a remote definition of its own name": Incident(
        "REMOTE_DEFINITION_WRONG", {"a.txt": run(A, remote("R", "R"), xmitq(X), sdr(), chs(), rcvr("B.TO.A")), "b.txt": run(B, remote("R", "R", A, A), xmitq(A, "TRIGDATA=B.TO.A"), sdr("B.TO.A", A), chs("RUNNING", "B.TO.A", A, A), rcvr())}, said=("circle",),
    ),
    "names that end in sixteen digits are not all dynamic": Incident("", here(none("DISPLAY QUEUE(ACCOUNT.1234567890123456) ALL"), *NO_CLUSTER), {"queue": "ACCOUNT.1234567890123456"}),
}  # fmt: skip
