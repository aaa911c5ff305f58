"""Incidents of ordinary production: what was saved, and what the product's own rules allow to be said of the message.

`right`: the codes that may be said beside UNKNOWN; with `at` the queue manager and the object of a definite one; `never`: words
that the sentence must not have; `said`: words that it must have. What is true is derived from the product, not from the kit.
"""

from dataclasses import dataclass, field

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
)  # fmt: skip

A, B, D, HUB, X, C = "QM.A", "QM.B", "QM.D", "QM.HUB", "QM.B.XMIT", "A.TO.B"
CTQ = "SYSTEM.CLUSTER.TRANSMIT.QUEUE"


@dataclass
class Incident:
    right: str
    files: dict[str, str]
    asked: dict = field(default_factory=dict)
    at: tuple | None = None
    never: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


SENT = (remote(), xmitq(X), sdr(), chs())
"""A has sent what it had to send to B."""
FAST, KEPT = {"persistence": 0}, {"persistence": 1}
READ = "LPUTDATE=2026-04-14;LPUTTIME=10.29.57;LGETDATE=2026-04-14;LGETTIME=10.29.58;IPPROCS=1"
NO_DLQ = qmgr(B, "DEADQ="), rcvr()
SHUT = local("L", "PUT=DISABLED")
HELD = (xmitq(X, "CURDEPTH=5"), sdr(), chs("RETRYING"))


def sent(*at_b, **known):
    return {"a.txt": run(A, *SENT, qmgr(A, "DEADQ=A.DLQ")), "b.txt": run(B, *at_b, **known)}


def here(*answers, **known):
    return {"a.txt": run(A, *answers, **known)}


CLUSTERS = {
    "the local instance is put-inhibited, so the put goes to another": Incident(
        "", here(local("R", "CLUSTER=CL;CLWLUSEQ=LOCAL;PUT=DISABLED"), clustered("R", A, B),
                 member(B, "CL.B"), local(CTQ, "USAGE=XMITQ"), qmgr(A)),
        never=("The put fails",),
    ),
    "an instance was inhibited after the put, so the message may have gone there": Incident(
        "", here(clustered("R", B, (D, "PUT=DISABLED;ALTDATE=2026-04-14;ALTTIME=10.20.00")), member(B, "CL.B", "STATUS=RETRYING;XMITQ=XQ.B"),
                 member(D, "CL.D"), xmitq("XQ.B", "CURDEPTH=4"), chs("RETRYING", "CL.B", "XQ.B", B, "CHLTYPE=CLUSSDR;CHSTADA=2026-04-14;CHSTATI=10.29.45"),
                 qstatus("XQ.B", "CURDEPTH=4;MSGAGE=2400;LPUTDATE=2026-04-14;LPUTTIME=10.00.01;LGETDATE=2026-04-14;LGETTIME=09.00.00"), qmgr(A)),
        {"put_time": "2026-04-14T10:00:00Z"},
    ),
    "every instance is inhibited: the application got 2268": Incident(
        "PUT_REFUSED", here(clustered("R", B, D, more="PUT=DISABLED"), member(B, "CL.B"), member(D, "CL.D"), local(CTQ, "USAGE=XMITQ"), qmgr(A)),
        never=("dead-letter", "waits"),
    ),
    "the only member is suspended and is used all the same": Incident(
        "CHANNEL_NOT_RUNNING", here(clustered("R", B), member(B, "CL.B", "SUSPEND=YES;STATUS=RETRYING;XMITQ=XQ.B"), xmitq("XQ.B", "CURDEPTH=4;TRIGDATA=CL.B"),
                                    chs("RETRYING", "CL.B", "XQ.B", B, "CHLTYPE=CLUSSDR"), qmgr(A)),
        at=(A, "CL.B"),
    ),
    "a clustered alias leads on at the queue manager that owns it": Incident(
        "DELIVERED", {"a.txt": run(A, clustered("R", B, more="CLUSQT=QALIAS"), member(B, "CL.B", "XMITQ=XQ.B"), xmitq("XQ.B"), chs("RUNNING", "CL.B", "XQ.B", B, "CHLTYPE=CLUSSDR"), qmgr(A)),
                      "b.txt": run(B, alias("R", "BASE", "CLUSTER=CL"), local("BASE", "CURDEPTH=3"), qstatus("BASE", "CURDEPTH=3;LPUTDATE=2026-04-14;LPUTTIME=10.29.57;MSGAGE=3"), qmgr(B))},
        at=(B, "BASE"),
    ),
    "an alias of a queue of the cluster that a partial repository has not looked up": Incident(
        "", here(alias("R", "PAY.IN"), none("DISPLAY QCLUSTER(PAY.IN) ALL"), none("DISPLAY QUEUE(PAY.IN) ALL"), member("QM.REPOS", "CL.REPOS", "QMTYPE=REPOS"), qmgr(A)),
    ),
    "a gateway resolves the queue afresh by a queue-manager alias with a blank RQMNAME": Incident(
        "DELIVERED", {"a.txt": run(A, remote(manager="ANY.CL", via="QM.HUB.XMIT"), xmitq("QM.HUB.XMIT", "TRIGDATA=A.TO.HUB"), sdr("A.TO.HUB", "QM.HUB.XMIT"), chs("RUNNING", "A.TO.HUB", "QM.HUB.XMIT", HUB)),
                      "h.txt": run(HUB, all_of("QREMOTE", "ANY.CL", "RNAME=;RQMNAME=;XMITQ="), local("L", "CURDEPTH=2"), rcvr("A.TO.HUB"), qmgr(HUB, "DEADQ=H.DLQ"), local("H.DLQ"))},
        at=(HUB, "L"),
    ),
    "the cluster transmission queue is deep, the channel of this queue manager has nothing waiting": Incident(
        "", here(clustered("R", B), member(B, "CL.B", "STATUS=STOPPED"), local(CTQ, "USAGE=XMITQ;CURDEPTH=900"),
                 chs("STOPPED", "CL.B", CTQ, B, "CHLTYPE=CLUSSDR;XQMSGSA=0"), qmgr(A)),
        never=("is in a batch", "waits: "),
    ),
    "a temporary member record says nothing of the queue": Incident(
        "", here(none("DISPLAY QUEUE(R) ALL"), none("DISPLAY QCLUSTER(R) ALL"), member("SYSTEM.TEMPQMGR.repos(1414)", "CL.REPOS", "STATUS=RETRYING"), qmgr(A)),
    ),
    "a manual transmission queue of cluster channels has no XMITQ that names it": Incident(
        "", here(remote(), xmitq(X, "CURDEPTH=5;CLCHNAME=TO.*;TRIGDATA="), none(f"DISPLAY CHANNEL(*) WHERE(XMITQ EQ {X})")),
        never=("No channel serves",),
    ),
    "two captures of a moving cluster transmission queue": Incident(
        "WAITING_ON_XMITQ", {
            "one.txt": run(A, clustered("R", B), member(B, "CL.B", "XMITQ=XQ.B"), xmitq("XQ.B", "CURDEPTH=900"), chs("RUNNING", "CL.B", "XQ.B", B, "CHLTYPE=CLUSSDR;MSGS=100"), at="2026-04-14T10:20:00Z"),
            "two.txt": run(A, clustered("R", B), member(B, "CL.B", "XMITQ=XQ.B"), xmitq("XQ.B", "CURDEPTH=40"), chs("RUNNING", "CL.B", "XQ.B", B, "CHLTYPE=CLUSSDR;MSGS=9000"), at="2026-04-14T10:30:00Z"),
        },
    ),
}  # fmt: skip

NAMES = {
    "the queue named like the queue manager is no transmission queue: 2092, not the default one": Incident(
        "REMOTE_DEFINITION_WRONG", here(remote(via=""), local(B), qmgr(A, "DEFXMITQ=QM.HUB"), xmitq("QM.HUB", "CURDEPTH=5;TRIGDATA=A.TO.HUB"),
                                        sdr("A.TO.HUB", "QM.HUB"), chs("STOPPED", "A.TO.HUB", "QM.HUB", HUB)),
        never=("waits: ",),
    ),
    "a copy of the receiver at the disaster site is not the partner": Incident(
        "", {"a.txt": run(A, remote(), xmitq(X), sdr(), all_of("CHSTATUS", C, f"CHLTYPE=SDR;CONNAME=10.20.0.7(1414);XMITQ={X};-RQMNAME")),
             "d.txt": run(D, rcvr(), none(f"DISPLAY QUEUE({B}) ALL"), none("DISPLAY CLUSQMGR(*)"), none("DISPLAY QUEUE(L) ALL"), qmgr(D, "DEADQ="))},
        FAST,
    ),
    "a copy of the receiver at the disaster site, its copy of the queue inhibited": Incident(
        "", {"a.txt": run(A, remote(), xmitq(X), sdr(), all_of("CHSTATUS", C, f"CHLTYPE=SDR;CONNAME=10.20.0.7(1414);XMITQ={X};-RQMNAME")),
             "d.txt": run(D, rcvr(), SHUT, xmitq(B), qmgr(D, "DEADQ="))},
        FAST,
    ),
    "a late reply to a temporary dynamic queue that has gone": Incident(
        "", {"b.txt": run(B, none("DISPLAY QUEUE(AMQ.66120F4221F0A603) ALL"), none("DISPLAY CLUSQMGR(*)"), xmitq(A, "TRIGDATA=B.TO.A"), sdr("B.TO.A", A), chs("RUNNING", "B.TO.A", A, A), qmgr(B)),
             "a.txt": run(A, rcvr("B.TO.A"), none("DISPLAY QUEUE(AMQ.66120F4221F0A603) ALL"), none("DISPLAY CLUSQMGR(*)"), qmgr(A, "DEADQ=A.DLQ"))},
        {"queue": "AMQ.66120F4221F0A603", "queue_manager": B, "object_queue_manager": A},
        never=("cannot arrive",),
    ),
    "a reply-to queue alias: RQMNAME is a manager alias at the server only": Incident(
        "", here(remote("R", "REPLY.IN", "QM.A.CLASS1", ""), none("DISPLAY QUEUE(QM.A.CLASS1) ALL"), none("DISPLAY CLUSQMGR(*)"), qmgr(A)),
        {"queue": "L", "queue_manager": A},
    ),
    "a model queue": Incident("", here(all_of("QMODEL", "R", "DEFTYPE=TEMPDYN"), qmgr(A)), never=("not defined",)),
    "a filter of TYPE hides the alias": Incident("", here(none("DISPLAY QUEUE(R) TYPE(QLOCAL) ALL"), none("DISPLAY CLUSQMGR(*)"), qmgr(A))),
    "a lower-case name was folded": Incident("", here(("DISPLAY QUEUE(orders.in)", "AMQ8147E: IBM MQ object ORDERS.IN not found."), none("DISPLAY CLUSQMGR(*)"), qmgr(A)), {"queue": "orders.in"}),
    "not authorised is not absent": Incident(
        "", here(("DISPLAY QUEUE(R)", "AMQ8135E: Not authorized."), none("DISPLAY CLUSQMGR(*)")), never=("not defined",),
    ),
    "a listing by somebody who may not see all is not complete": Incident(
        "", here(("DISPLAY QUEUE(*)", [thing("QLOCAL", "PAY.IN", only=True)]), ("DISPLAY QMGR ALL", "AMQ8135E: Not authorized."), none("DISPLAY CLUSQMGR(*)")),
        never=("not defined",),
    ),
    "a syntax error answers nothing": Incident(
        "", here(("DISPLAY QUEUE(R) ALLL", "AMQ8405I: Syntax error detected at or near end of command segment below:-\nDISPLAY QUEUE(R) A\n\nAMQ8426I: Valid MQSC commands are:\n"), none("DISPLAY CLUSQMGR(*)"), qmgr(A)),
        never=("not defined",),
    ),
    "a damaged object hides its name": Incident(
        "", here(("DISPLAY QUEUE(*)", [thing("QLOCAL", "PAY.IN", only=True)]), ("DISPLAY QUEUE(*) CURDEPTH", "AMQ8149E: IBM MQ object damaged."), none("DISPLAY CLUSQMGR(*)")),
        never=("not defined",),
    ),
    "a listing cut by the pager": Incident(
        "", {"a.txt": run(A, none("DISPLAY CLUSQMGR(*)"), ("DISPLAY QUEUE(*) ALL", [thing("QLOCAL", "PAY.IN")]), trailer=False) + "--More--\n"},
        never=("not defined",),
    ),
    "7.5 says WebSphere MQ and no letter": Incident(
        "NOT_DEFINED", here(none("DISPLAY QUEUE(R)", "7.5"), none("DISPLAY CLUSQMGR(*)", "7.5"), none("DISPLAY QCLUSTER(*)", "7.5"), level="7.5"), at=(A, "R"),
    ),
    "asked before the application put": Incident(
        "", here(none("DISPLAY QUEUE(R) ALL"), none("DISPLAY CLUSQMGR(*)"), at="2026-04-14T08:00:00Z"), {"put_time": "2026-04-14T10:00:00Z"},
    ),
    "RNAME is an alias of a topic at the other end": Incident(
        "", sent(alias("L", "PRICES", "TARGTYPE=TOPIC"), local("PRICES"), *NO_DLQ), FAST, never=("is lost", "not defined"), said=("topic",),
    ),
    "RNAME at the other end is a remote definition back to here": Incident(
        "DELIVERED", {"a.txt": run(A, *SENT, rcvr("B.TO.A"), local("FINAL", "CURDEPTH=1"), qmgr(A)),
                      "b.txt": run(B, remote("L", "FINAL", A, "QM.A"), xmitq("QM.A", "TRIGDATA=B.TO.A"), sdr("B.TO.A", "QM.A"), chs("RUNNING", "B.TO.A", "QM.A", A), *NO_DLQ)},
        at=(A, "FINAL"),
    ),
    "DEFXMITQ to a hub that does not know the queue manager": Incident(
        "REMOTE_DEFINITION_WRONG", {
            "a.txt": run(A, remote(manager="QM.BB", via=""), none("DISPLAY QUEUE(QM.BB) ALL"), none("DISPLAY CLUSQMGR(*)"), qmgr(A, "DEFXMITQ=QM.HUB"), xmitq("QM.HUB", "TRIGDATA=A.TO.HUB"), sdr("A.TO.HUB", "QM.HUB"), chs("RUNNING", "A.TO.HUB", "QM.HUB", HUB)),
            "h.txt": run(HUB, rcvr("A.TO.HUB"), none("DISPLAY QUEUE(QM.BB) ALL"), none("DISPLAY CLUSQMGR(*)"), qmgr(HUB, "DEADQ=H.DLQ"))},
        at=(A, "R"),
    ),
}  # fmt: skip

TIMES = {
    "the last get is after the last put although nobody reads now": Incident(
        "", sent(local("L", "CURDEPTH=3"), qstatus("L", "CURDEPTH=3;LPUTDATE=2026-04-14;LPUTTIME=10.29.50;LGETDATE=2026-04-14;LGETTIME=10.29.58;MSGAGE=4000"), *NO_DLQ),
        KEPT, never=("is on its destination",),
    ),
    "yesterday's dead letters for a name that is defined since": Incident(
        "CONSUMED", {**sent(local("L", "CRDATE=2026-04-14;CRTIME=07.00.00;IPPROCS=1"), qstatus("L", READ), qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ", "CURDEPTH=2"),
                            qstatus("DLQ", "CURDEPTH=2;LPUTDATE=2026-04-13;LPUTTIME=15.00.10;MSGAGE=70000")),
                     "dlq.txt": browse("DLQ", letter("20260413150000", 2085), letter("20260413150009", 2085, serial=2))},
        KEPT, never=("is on a dead-letter queue",),
    ),
    "dead letters of this morning, and the queue has taken messages since": Incident(
        "CONSUMED", {**sent(local("L", "IPPROCS=1"), qstatus("L", READ), qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ", "CURDEPTH=1")),
                     "dlq.txt": browse("DLQ", letter("20260414040000", 2030))},
        KEPT, never=("is on a dead-letter queue",),
    ),
    "dead letters of this morning while nothing came to the dead-letter queue since": Incident(
        "", {**sent(SHUT, qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ", "CURDEPTH=1"), qstatus("DLQ", "CURDEPTH=1;LPUTDATE=2026-04-14;LPUTTIME=03.00.10;MSGAGE=26990")),
             "dlq.txt": browse("DLQ", letter("20260414030000", 2051))},
        KEPT, never=("message put to R at QM.A is on a dead-letter queue",),
    ),
    "full since a moment ago: the message may be the last that went in": Incident(
        "", sent(local("L", "CURDEPTH=5000"), qstatus("L", "CURDEPTH=5000;LPUTDATE=2026-04-14;LPUTTIME=10.29.58;MSGAGE=9000"), *NO_DLQ), FAST, never=("is lost",),
    ),
    "a batch in doubt from the night, and puts since": Incident(
        "CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5"), qstatus(X, "CURDEPTH=5;LPUTDATE=2026-04-14;LPUTTIME=10.29.55;LGETDATE=2026-04-14;LGETTIME=02.00.00;MSGAGE=27000"),
                                    sdr(), chs("RETRYING", more="INDOUBT=YES;CURMSGS=3;LSTMSGDA=2026-04-14;LSTMSGTI=02.00.00;CURSEQNO=73")),
        KEPT, never=("is in a batch in doubt",),
    ),
    "captures of two days do not make one time": Incident(
        "", {"a.txt": run(A, *SENT, at="2026-04-13T10:30:00Z"), "b.txt": run(B, local("L", "PUT=DISABLED;ALTDATE=2026-04-14;ALTTIME=09.00.00"), *NO_DLQ)}, FAST, never=("is lost",),
    ),
    "the destination was captured a good while before the transmission queue": Incident(
        "", {"a.txt": run(A, *SENT), "b.txt": run(B, local("L", "IPPROCS=1"), qstatus("L", READ.replace("10.29", "08.59")), *NO_DLQ, at="2026-04-14T09:00:00Z")}, KEPT, never=("was taken",),
    ),
    "the dump of the transmission queue is older than its oldest message": Incident(
        "", {**here(remote(), xmitq(X, "CURDEPTH=5"), qstatus(X, "CURDEPTH=5;MSGAGE=1200;LPUTDATE=2026-04-14;LPUTTIME=10.29.50;LGETDATE=2026-04-14;LGETTIME=10.09.59"), sdr(), chs("STOPPED")),
             "x.txt": browse(X, in_transit("20260414095800"), on=A)},
        {"msg_id": msg_id(1)}, never=("waits: ",),
    ),
    "the dump of the destination is older than its oldest message": Incident(
        "", {**here(local("R", "CURDEPTH=2;IPPROCS=1"), qstatus("R", "CURDEPTH=2;MSGAGE=5;LPUTDATE=2026-04-14;LPUTTIME=10.29.57;LGETDATE=2026-04-14;LGETTIME=10.29.56;IPPROCS=1"), qmgr(A)),
             "r.txt": browse("R", letter("20260414080000"), on=A)},
        {"msg_id": msg_id(1)}, never=("is on its destination",),
    ),
    "a time of the hour before the clocks went forward": Incident(
        "", {"a.txt": run(A, *SENT, at="2026-03-29T10:00:00+02:00"),
             "b.txt": run(B, local("L", "PUT=DISABLED;ALTDATE=2026-03-29;ALTTIME=00.45.00"), qmgr(B, "DEADQ="), rcvr(), at="2026-03-29T10:01:00+02:00")},
        {"put_time": "2026-03-28T23:30:00Z", "persistence": 0}, never=("is lost",),
    ),
    "stamps with zones are compared as moments": Incident(
        "CHANNEL_NOT_RUNNING", {"one.txt": run(A, remote(), xmitq(X), sdr(), chs(), at="2026-04-14T10:10:00+02:00"),
                                "two.txt": run(A, remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("STOPPED"), at="2026-04-14T09:30:00Z")},
        at=(A, C),
    ),
    "two undated captures that contradict each other": Incident(
        "", {"before.txt": run(A, remote(), xmitq(X), sdr(), chs(more="-CHSTADA;-CHSTATI;-LSTMSGDA;-LSTMSGTI"), at=None), "after.txt": run(A, remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("STOPPED", more="-CHSTADA;-CHSTATI;-LSTMSGDA;-LSTMSGTI"), at=None)},
    ),
    "the correlation id is that of an older message": Incident(
        "", {**sent(SHUT, qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ", "CURDEPTH=1")),
             "dlq.txt": browse("DLQ", letter("20260414040000", 2051, CorrelId=bytes.fromhex("42" * 24)), on=B)},
        {"correl_id": "42" * 24, "put_time": "2026-04-14T10:00:00Z", "persistence": 1}, never=("is on a dead-letter queue", "is on DLQ"),
    ),
    "the queue was made anew after the put": Incident(
        "", sent(local("L", "CURDEPTH=1;CRDATE=2026-04-14;CRTIME=10.10.00;ALTDATE=2026-04-14;ALTTIME=10.10.00"), qstatus("L", "CURDEPTH=1;LPUTDATE=2026-04-14;LPUTTIME=10.12.00;MSGAGE=1080"), *NO_DLQ),
        {"put_time": "2026-04-14T10:00:00Z", "persistence": 1}, never=("is on its destination",),
    ),
}  # fmt: skip

DOUBTFUL = ("CHANNEL_NOT_RUNNING", "waits: ")
FAR = local("L", "IPPROCS=1"), qstatus("L", READ), *NO_DLQ
SVR = all_of("CHANNEL", C, f"CHLTYPE=SVR;CONNAME=;XMITQ={X}")
CHANNELS = {
    "the transmission queue cannot be read, though its channel runs": Incident(
        "WAITING_ON_XMITQ", here(remote(), xmitq(X, "CURDEPTH=5;GET=DISABLED"), sdr(), chs()), at=(A, X), said=("GET(DISABLED)",),
    ),
    "sequence numbers differ: neither START nor RESET nor PING": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), *HELD), "e.log": logged(A, ("2026-04-14T10:25:00Z", "AMQ9526E", f"Message sequence number error for channel '{C}'.", C))},
        at=(A, C), said=("sequence numbers",),
    ),
    "the limit is reached at the partner, as its log says": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), *HELD), "e.log": logged(B, ("2026-04-14T10:29:00Z", "AMQ9513E", "Maximum number of channels reached.", C))}, at=(A, C), said=("as many channels run as MaxChannels",),
    ),
    "a log that rolled over has only the cause of last week": Incident(
        "CHANNEL_NOT_RUNNING", {**here(remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("RETRYING", more="CHSTADA=2026-04-14;CHSTATI=10.29.50")),
                                "e.log": logged(A, ("2026-04-07T10:25:00Z", "AMQ9202E", "Remote host 'b.example (1414)' not available, retry later.", C))}, at=(A, C), never=("AMQ9202",),
    ),
    "the retired twin is stopped, the one with TLS retries": Incident(
        "CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5;TRIGDATA="), sdr("A.TO.B.OLD", more="DESCR=retired 2024"), chs("STOPPED", "A.TO.B.OLD"), sdr("A.TO.B.TLS", more="SSLCIPH=ANY_TLS12_OR_HIGHER"), chs("RETRYING", "A.TO.B.TLS")),
        at=(A, "A.TO.B.TLS"),
    ),
    "a server without CONNAME waits for its requester": Incident(
        "CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5"), qstatus(X, "CURDEPTH=5;LPUTDATE=2026-04-14;LPUTTIME=10.29.50"), SVR, none(f"DISPLAY CHSTATUS({C}) ALL")), at=(A, C), said=("requester",),
    ),
    "the receiver is in message retry: nothing is lost yet": Incident(
        "", {"a.txt": run(A, *SENT), "b.txt": run(B, SHUT, *NO_DLQ, all_of("CHSTATUS", C, f"CHLTYPE=RCVR;CONNAME=10.1.1.1;RQMNAME={A};STATUS=PAUSED;SUBSTATE=MREXIT"))}, FAST, never=("is lost",),
    ),
    "only running channels were asked for": Incident(
        "", here(remote(), xmitq(X, "CURDEPTH=5"), sdr(), ("DISPLAY CHSTATUS(*) WHERE(STATUS EQ RUNNING)", [thing("CHSTATUS", "A.TO.Z", "CHLTYPE=SDR;XMITQ=QM.Z")])), never=("is INACTIVE",),
    ),
    "only senders were listed: a server may serve it": Incident(
        "", here(remote(), xmitq(X, "CURDEPTH=5"), ("DISPLAY CHANNEL(*) CHLTYPE(SDR) ALL", [thing("CHANNEL", "A.TO.Z", "CHLTYPE=SDR;XMITQ=QM.Z")])), never=("No channel serves",),
    ),
    "only senders by a condition": Incident(
        "", here(remote(), xmitq(X, "CURDEPTH=5"), ("DISPLAY CHANNEL(*) WHERE(CHLTYPE EQ SDR)", [thing("CHANNEL", "A.TO.Z", "CHLTYPE=SDR;XMITQ=QM.Z")])), never=("No channel serves",),
    ),
    "a client connection of the same name is no second channel": Incident(
        "CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5"), (f"DISPLAY CHANNEL({C}) ALL", [thing("CHANNEL", C, "CHLTYPE=CLNTCONN;CONNAME=b(1414);QMNAME=QM.B"), sdr()[1][0]]), chs("RETRYING")), at=(A, C),
    ),
    "the saved status tells of a batch in doubt, the current one is not there": Incident(
        "IN_DOUBT", {"a.txt": run(A, remote(), xmitq(X), sdr(), none(f"DISPLAY CHSTATUS({C}) ALL"),
                         (f"DISPLAY CHSTATUS({C}) SAVED ALL", [thing("CHSTATUS", C, f"CHLTYPE=SDR;CONNAME=10.20.0.7(1414);SAVED;CURLUWID=4A1F0D2E10000602;CURMSGS=3;CURSEQNO=73;INDOUBT=YES;LSTLUWID=4A1F0D2E10000601;LSTSEQNO=70;XMITQ={X};RQMNAME={B}", only=True)])),
                     "b.txt": run(B, *FAR)},
        KEPT, never=("was taken",),
    ),
    "depth 0, and the number of uncommitted gets is the batch": Incident(
        "IN_DOUBT", {"a.txt": run(A, remote(), xmitq(X), qstatus(X, "UNCOM=3"), sdr(), chs("RETRYING", more="INDOUBT=YES;CURMSGS=3")), "b.txt": run(B, *FAR)}, KEPT, never=("was taken",),
    ),
    "the channel initiator is stopped": Incident(
        "CHANNEL_NOT_RUNNING", here(remote(), xmitq(X, "CURDEPTH=5"), qstatus(X, "CURDEPTH=5;LPUTDATE=2026-04-14;LPUTTIME=10.29.50"), sdr(), none(f"DISPLAY CHSTATUS({C}) ALL"),
                                    ("DISPLAY QMSTATUS ALL", [("QMSTATUS", {"QMNAME": A, "STATUS": "RUNNING", "CHINIT": "STOPPED", "CMDSERV": "RUNNING"})])), at=(A, C), said=("channel initiator",),
    ),
    "starting is not stopped": Incident("", here(remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("BINDING", more="SUBSTATE=SSLHANDSHK"))),
    "the status line was cut": Incident("", {"a.txt": run(A, remote(), xmitq(X, "CURDEPTH=5"), sdr(), chs("STOPPED"), trailer=False).partition("STATUS(STOPPED")[0] + "STATUS(STO"}),
    "the channel's status has no XMITQ and two queues may be meant": Incident(
        "", here(remote(), xmitq(X, "CURDEPTH=5"), all_of("CHSTATUS", C, "CHLTYPE=SDR;CONNAME=b(1414);STATUS=STOPPED;-XMITQ")), never=DOUBTFUL,
    ),
    "uncommitted puts wait, and the channel is idle for want of work": Incident(
        "WAITING_ON_XMITQ", here(remote(), xmitq(X, "CURDEPTH=2;OPPROCS=1"), qstatus(X, "CURDEPTH=2;UNCOM=2;MSGAGE=600"), sdr(), none(f"DISPLAY CHSTATUS({C}) ALL")), at=(A, X), said=("UNCOM(2)",),
    ),
    "an auto-defined cluster sender is shown by CLUSQMGR alone": Incident(
        "", here(clustered("R", B), member(B, "CL.B", "XMITQ=XQ.B;-STATUS"), xmitq("XQ.B", "CURDEPTH=4"), none("DISPLAY CHANNEL(CL.B) ALL"), qmgr(A)), never=("No channel serves",),
    ),
}  # fmt: skip

MESSAGES = {
    "a dead letter on another hub's queue, as its command line says": Incident(
        "", {**sent(SHUT, qmgr(B, "DEADQ=SYSTEM.DEAD.LETTER.QUEUE"), rcvr(), local("SYSTEM.DEAD.LETTER.QUEUE", "CURDEPTH=4")),
             "dlq.txt": browse("SYSTEM.DEAD.LETTER.QUEUE", letter("20260414102500", 2085), on=D)},
        KEPT, never=("The message put to R at QM.A is on",),
    ),
    "the file's name suggests an owner, the queue's name is that of both": Incident(
        "", {"a.txt": run(A, *SENT, qmgr(A, "DEADQ=SYSTEM.DEAD.LETTER.QUEUE")), "b.txt": run(B, SHUT, qmgr(B, "DEADQ=SYSTEM.DEAD.LETTER.QUEUE"), rcvr()),
             "QM.B_dlq.txt": browse("SYSTEM.DEAD.LETTER.QUEUE", letter("20260414102500", 2053, to=("L", B)))}, KEPT,
    ),
    "Advanced Message Security refused it to the reader": Incident(
        "", {**sent(local("L", "IPPROCS=1"), qstatus("L", READ), qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ")),
             "p.txt": browse("SYSTEM.PROTECTION.ERROR.QUEUE", letter("20260414102500", 2063, by="java", by_type=28), on=B)},
        {"msg_id": msg_id(1)}, never=("a dead-letter queue SYSTEM", "the dead-letter queue of"), said=("SYSTEM.PROTECTION.ERROR.QUEUE",),
    ),
    "a handler forwarded it with its header to another queue": Incident(
        "", {**sent(SHUT, qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ"), local("L.FAILED", "CURDEPTH=1")), "f.txt": browse("L.FAILED", letter("20260414102500", 2051), on=B)},
        {"msg_id": msg_id(1)}, never=("the dead-letter queue of",),
    ),
    "an exception report with full data without discard: the original is elsewhere": Incident(
        "", {**sent(SHUT, qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ", "CURDEPTH=1")),
             "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=2051, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9), text=b"order 1001" * 30), on=A)},
        {"msg_id": msg_id(1), "report": 0x07000000}, never=("came back",),
    ),
    "a confirmation of arrival, and the queue is empty since": Incident(
        "DELIVERED CONSUMED", {**sent(local("L", "IPPROCS=1"), qstatus("L", READ), *NO_DLQ),
                               "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=259, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9)), on=A)},
        {"msg_id": msg_id(1)}, never=("is on its destination",),
    ),
    "its reply could not be delivered and is a dead letter": Incident(
        "CONSUMED", {**sent(local("L", "IPPROCS=1"), qstatus("L", READ), *NO_DLQ),
                     "d.txt": browse("A.DLQ", letter("20260414102510", 2085, to=("AMQ.66120F4221F0A603", A), MsgType=2, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9, B)), on=A)},
        {"msg_id": msg_id(1)}, never=("is on A.DLQ, the dead",),
    ),
    "a channel-event report proves nothing": Incident(
        "", {**sent(local("L", "IPPROCS=1"), *NO_DLQ), "r.txt": browse("REPLY", letter("20260414102510", MsgType=4, Feedback=263, CorrelId=bytes.fromhex(msg_id(1)), id_=msg_id(9)), on=A)}, {"msg_id": msg_id(1)},
    ),
    "the dead letter is for a queue of the same name elsewhere": Incident(
        "", {**sent(SHUT, qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ", "CURDEPTH=1")), "dlq.txt": browse("DLQ", letter("20260414102500", 2051, to=("L", D)), on=B)}, KEPT, never=("on a dead-letter queue: ",),
    ),
    "a trigger monitor's dead letter is no message of anybody": Incident(
        "", {**sent(local("L", "CURDEPTH=1;TRIGGER;INITQ=INIT;PROCESS=P"), qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ", "CURDEPTH=1")), "dlq.txt": browse("DLQ", letter("20260414102500", 265, to=("L", B), by="runmqtrm"), on=B)},
        KEPT, never=("on a dead-letter queue: ",),
    ),
    "put with an expiry that is over": Incident(
        "EXPIRED", {"a.txt": run(A, local("R", "CURDEPTH=1"), qstatus("R", "CURDEPTH=1;LPUTDATE=2026-04-14;LPUTTIME=10.00.00;MSGAGE=1800"), qmgr(A))},
        {"put_time": "2026-04-14T10:00:00Z", "expiry": 600, "persistence": 1}, never=("is on its destination",),
    ),
    "CAPEXPRY on the remote definition": Incident(
        "", {"a.txt": run(A, remote(more="CUSTOM=CAPEXPRY(600)"), xmitq(X), sdr(), chs()), "b.txt": run(B, local("L"), qstatus("L", READ.replace("IPPROCS=1", "IPPROCS=0")), *NO_DLQ)}, KEPT, never=("was taken from",),
    ),
    "an uncommitted put in a local queue": Incident(
        "UNCOMMITTED", here(local("R", "CURDEPTH=1;OPPROCS=1"), qstatus("R", "CURDEPTH=1;UNCOM=1;MSGAGE=900;LPUTDATE=2026-04-14;LPUTTIME=10.15.00;OPPROCS=1"), qmgr(A)), never=("is on its destination",), said=("UNCOM(1)",),
    ),
    "two messages with one correlation id, one of them dead": Incident(
        "ON_DLQ", {**sent(SHUT, qmgr(B, "DEADQ=DLQ"), rcvr(), local("DLQ", "CURDEPTH=1")), "dlq.txt": browse("DLQ", letter("20260414102500", 2051, serial=2, CorrelId=bytes.fromhex("42" * 24)), on=B),
                   "l.txt": browse("L", letter("20260414102000", CorrelId=bytes.fromhex("42" * 24)), on=B)},
        {"correl_id": "42" * 24},
    ),
    "the copy on a stream queue is not the original": Incident(
        "", {**sent(local("L", "IPPROCS=1;STREAMQ=L.COPY"), local("L.COPY", "CURDEPTH=1"), *NO_DLQ), "c.txt": browse("L.COPY", letter("20260414102500"), on=B)}, {"msg_id": msg_id(1)}, never=("is on its destination",),
    ),
    "a message in the dump of a transmission queue that is empty since": Incident(
        "", {**sent(local("L"), *NO_DLQ), "x.txt": browse(X, in_transit("20260414102500"), on=A)}, {"msg_id": msg_id(1)}, never=("waits: ",),
    ),
}  # fmt: skip

HUBS = {
    "the hub cannot put to its outgoing transmission queue, and has no dead-letter queue": Incident(
        "DISCARDED", {"a.txt": run(A, remote(via="QM.HUB"), xmitq("QM.HUB", "TRIGDATA=A.TO.HUB"), sdr("A.TO.HUB", "QM.HUB"), chs("RUNNING", "A.TO.HUB", "QM.HUB", HUB)),
                      "h.txt": run(HUB, rcvr("A.TO.HUB"), none(f"DISPLAY QUEUE({B}) TYPE(QREMOTE) ALL"), xmitq(B, "PUT=DISABLED;TRIGDATA=HUB.TO.B"), sdr("HUB.TO.B", B), chs("RUNNING", "HUB.TO.B", B), qmgr(HUB)),
                      "b.txt": run(B, rcvr("HUB.TO.B"), local("L"), qmgr(B, "DEADQ=DLQ"), local("DLQ"))},
        FAST, at=(HUB, B),
    ),
    "the hub's dead-letter queue, not the destination's": Incident(
        "ON_DLQ", {"a.txt": run(A, remote(via="QM.HUB"), xmitq("QM.HUB", "TRIGDATA=A.TO.HUB"), sdr("A.TO.HUB", "QM.HUB"), chs("RUNNING", "A.TO.HUB", "QM.HUB", HUB), qmgr(A, "DEADQ=A.DLQ")),
                   "h.txt": run(HUB, rcvr("A.TO.HUB"), xmitq(B, "PUT=DISABLED;TRIGDATA=HUB.TO.B"), sdr("HUB.TO.B", B), chs("RUNNING", "HUB.TO.B", B), qmgr(HUB, "DEADQ=SYSTEM.DEAD.LETTER.QUEUE"), local("SYSTEM.DEAD.LETTER.QUEUE", "CURDEPTH=1")),
                   "b.txt": run(B, rcvr("HUB.TO.B"), local("L"), qmgr(B, "DEADQ=SYSTEM.DEAD.LETTER.QUEUE"), local("SYSTEM.DEAD.LETTER.QUEUE", "CURDEPTH=1")),
                   "d.txt": browse("SYSTEM.DEAD.LETTER.QUEUE", letter("20260414102500", 2051))},
        KEPT, at=(HUB, "SYSTEM.DEAD.LETTER.QUEUE"),
    ),
    "a queue-manager alias at the hub gives the message another name": Incident(
        "WAITING_ON_XMITQ", {"a.txt": run(A, remote(manager="BANK", via="QM.HUB"), xmitq("QM.HUB", "TRIGDATA=A.TO.HUB"), sdr("A.TO.HUB", "QM.HUB"), chs("RUNNING", "A.TO.HUB", "QM.HUB", HUB)),
                             "h.txt": run(HUB, rcvr("A.TO.HUB"), all_of("QREMOTE", "BANK", "RNAME=;RQMNAME=QM.B;XMITQ=QM.B.XMIT"), xmitq(X, "CURDEPTH=9;TRIGDATA=HUB.TO.B"), sdr("HUB.TO.B"), chs("RUNNING", "HUB.TO.B"), qmgr(HUB))},
        at=(HUB, X),
    ),
    "a reply comes back over a manager alias of the reply's queue manager": Incident(
        "DELIVERED", {"b.txt": run(B, none("DISPLAY QUEUE(REPLY) ALL"), all_of("QREMOTE", "QM.A.URGENT", "RNAME=;RQMNAME=QM.A;XMITQ=FAST.A"), xmitq("FAST.A", "TRIGDATA=B.TO.A"), sdr("B.TO.A", "FAST.A"), chs("RUNNING", "B.TO.A", "FAST.A", A)),
                      "a.txt": run(A, rcvr("B.TO.A"), local("REPLY", "CURDEPTH=2"), qmgr(A))},
        {"queue": "REPLY", "queue_manager": B, "object_queue_manager": "QM.A.URGENT"}, at=(A, "REPLY"),
    ),
    "the alias at the source is closed, its target is open": Incident("PUT_REFUSED", here(alias("R", "BASE", "PUT=DISABLED"), local("BASE", "CURDEPTH=7"), qmgr(A)), at=(A, "R")),
    "the outgoing transmission queue is closed": Incident("PUT_REFUSED", here(remote(), xmitq(X, "PUT=DISABLED;CURDEPTH=7"), sdr(), chs("STOPPED")), at=(A, X)),
    "a message that was put before the alias was closed": Incident(
        "", here(alias("R", "BASE", "PUT=DISABLED;ALTDATE=2026-04-14;ALTTIME=10.15.00"), local("BASE", "CURDEPTH=7"), qmgr(A)), {"put_time": "2026-04-14T10:00:00Z"}, never=("A put fails",),
    ),
}  # fmt: skip

M1, M2 = "MQ1A", "MQ1B"
GROUP = "QSGNAME=QSG1;IGQ=DISABLED;PLATFORM=MVS"
ZOS = {
    "a shared queue was seen deep by one member and empty by the other later": Incident(
        "", {"one.txt": csqutil(M1, qmgr(M1, GROUP), local("R", "QSGDISP=SHARED;CFSTRUCT=APP1;CURDEPTH=4"), at="2026-04-14 10:00:00"),
             "two.txt": csqutil(M2, qmgr(M2, GROUP), local("R", "QSGDISP=SHARED;CFSTRUCT=APP1;CURDEPTH=0"), at="2026-04-14 10:30:00")},
        {"queue_manager": M1}, never=("is on its destination",),
    ),
    "the other member of the group has uncommitted puts": Incident(
        "", {"one.txt": csqutil(M1, qmgr(M1, GROUP), local("R", "QSGDISP=SHARED;CFSTRUCT=APP1;CURDEPTH=1"), qstatus("R", "QSGDISP=SHARED;CURDEPTH=1;UNCOM=NO")),
             "two.txt": csqutil(M2, qmgr(M2, GROUP), local("R", "QSGDISP=SHARED;CFSTRUCT=APP1;CURDEPTH=1"), qstatus("R", "QSGDISP=SHARED;CURDEPTH=1;UNCOM=YES"))},
        {"queue_manager": M1}, never=("is on its destination",),
    ),
    "an answer that came from another member": Incident(
        "", {"one.txt": csqutil(M1, qmgr(M1, GROUP)) + "\n".join(csqutil(M1, local("R", "QSGDISP=QMGR;CURDEPTH=4", "DISPLAY QLOCAL(R) CMDSCOPE(MQ1B) ALL"), at=None, cpf="!MQ1B").splitlines()[3:])},
        {"queue_manager": M1}, never=("on R at MQ1A",),
    ),
    "the template of the group is not the object": Incident(
        "CHANNEL_NOT_RUNNING", {"one.txt": csqutil(M1, qmgr(M1, GROUP), ("DISPLAY QREMOTE(R) QSGDISP(ALL) ALL", [
            thing("QREMOTE", "R", "QSGDISP=GROUP;RNAME=NEW;RQMNAME=QM.Z;XMITQ=Z.XMIT"), thing("QREMOTE", "R", f"QSGDISP=COPY;RNAME=L;RQMNAME={B};XMITQ={X}")]),
            xmitq(X, "CURDEPTH=5"), sdr(), chs("RETRYING"))},
        {"queue_manager": M1}, at=(M1, C),
    ),
    "the channel initiator is down, so the question failed": Incident(
        "", {"one.txt": csqutil(M1, remote(), xmitq(X, "CURDEPTH=5"), sdr(), (f"DISPLAY CHSTATUS({C}) ALL", "CSQM131I !MQ1A CSQMDRTC CHANNEL INITIATOR NOT ACTIVE, CLUSTER AND CHANNEL COMMANDS INHIBITED"))},
        {"queue_manager": M1}, never=("is INACTIVE",),
    ),
    "the count of what was found is no absence": Incident(
        "CHANNEL_NOT_RUNNING", {"one.txt": csqutil(M1, remote(), xmitq(X, "CURDEPTH=5"), sdr()) + "\n".join([
            "DISPLAY CHSTATUS(A.TO.B) ALL", "CSQM293I !MQ1A CSQMDRTC 1 CHSTATUS FOUND MATCHING REQUEST CRITERIA", "CSQM201I !MQ1A CSQMDRTC DISPLAY CHSTATUS DETAILS 200",
            f"CHSTATUS(A.TO.B) CHLDISP(PRIVATE) XMITQ({X}) CONNAME(10.20.0.7) CURRENT CHLTYPE(SDR) STATUS(RETRYING) SUBSTATE( ) INDOUBT(NO) RQMNAME({B})", "CSQ9022I !MQ1A CSQMDRTC ' DISPLAY CHSTATUS' NORMAL COMPLETION", ""])},
        {"queue_manager": M1}, at=(M1, C), never=("INACTIVE",),
    ),
    "not authorised to display": Incident(
        "", {"one.txt": csqutil(M1, ("DISPLAY QUEUE(R) ALL", "CSQ9016E !MQ1A ' DISPLAY QUEUE' command request not authorized"), none("DISPLAY CLUSQMGR(*)"))}, {"queue_manager": M1}, never=("not defined",),
    ),
    "private objects asked for do not tell of shared ones": Incident(
        "", {"one.txt": csqutil(M1, qmgr(M1, GROUP), ("DISPLAY QUEUE(R) QSGDISP(QMGR) ALL", "CSQM297I !MQ1A CSQMDRTS NO QUEUE FOUND MATCHING REQUEST CRITERIA"), ("DISPLAY CLUSQMGR(*)", "CSQM297I !MQ1A CSQMDRTS NO CLUSQMGR FOUND MATCHING REQUEST CRITERIA"))},
        {"queue_manager": M1}, never=("not defined",),
    ),
}  # fmt: skip
