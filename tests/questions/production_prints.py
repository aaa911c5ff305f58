"""What runmqsc, CSQUTIL, amqsbcg and error logs print in incidents of production, with every attribute that ALL shows."""

from tests.formats.mqsc_printer import two_columns
from tests.writers.amqsbcg import dump
from tests.writers.cases import dlh
from tests.writers.shown import mqmd

ALT = "ALTDATE=2025-11-03;ALTTIME=09.14.22"
QUEUE = f"{ALT};CLUSNL=;CLUSTER=;CLWLPRTY=0;CLWLRANK=0;CUSTOM=;DEFBIND=OPEN;DEFPRTY=0;DEFPSIST=NO;DEFPRESP=SYNC;DESCR=;PUT=ENABLED;SCOPE=QMGR"
ALL = {
    "QLOCAL": f"ACCTQ=QMGR;{QUEUE};BOQNAME=;BOTHRESH=0;CLCHNAME=;CLWLUSEQ=QMGR;CRDATE=2025-06-03;CRTIME=11.02.10;CURDEPTH=0;"
    "DEFREADA=NO;DEFSOPT=SHARED;DEFTYPE=PREDEFINED;DISTL=NO;GET=ENABLED;NOHARDENBO;IMGRCOVQ=QMGR;INITQ=;IPPROCS=0;"
    "MAXDEPTH=5000;MAXFSIZE=DEFAULT;MAXMSGL=4194304;MONQ=QMGR;MSGDLVSQ=PRIORITY;NOTRIGGER;NPMCLASS=NORMAL;OPPROCS=0;"
    "PROCESS=;PROPCTL=COMPAT;QDEPTHHI=80;QDEPTHLO=20;QDPMAXEV=ENABLED;RETINTVL=999999999;SHARE;STATQ=QMGR;STREAMQ=;"
    "STRMQOS=BESTEF;TRIGDATA=;TRIGDPTH=1;TRIGMPRI=0;TRIGTYPE=FIRST;USAGE=NORMAL",
    "QREMOTE": f"{QUEUE};RNAME=;RQMNAME=;XMITQ=",
    "QALIAS": f"{QUEUE};DEFREADA=NO;GET=ENABLED;PROPCTL=COMPAT;TARGET=;TARGTYPE=QUEUE",
    "QCLUSTER": f"{ALT};CLUSDATE=2025-11-03;CLUSTIME=09.14.30;CLUSTER=CL;CLUSQMGR=;CLUSQT=QLOCAL;CLWLPRTY=0;CLWLRANK=0;"
    "DEFBIND=OPEN;DEFPRTY=0;DEFPSIST=NO;DEFPRESP=SYNC;DESCR=;PUT=ENABLED;QMID=",
    "QMODEL": f"{QUEUE};DEFSOPT=EXCL;DEFTYPE=TEMPDYN;GET=ENABLED;MAXDEPTH=5000;MAXMSGL=4194304;NOTRIGGER;SHARE;USAGE=NORMAL",
    "QSTATUS": "CURDEPTH=0;CURFSIZE=1;CURMAXFS=2088960;IPPROCS=0;LGETDATE=;LGETTIME=;LPUTDATE=;LPUTTIME=;MEDIALOG=;"
    "MONQ=MEDIUM;MSGAGE=0;OPPROCS=0;QTIME=,;UNCOM=NO",
    "CHANNEL": f"{ALT};BATCHSZ=50;COMPHDR=NONE;COMPMSG=NONE;DESCR=;HBINT=300;KAINT=AUTO;MAXMSGL=4194304;MCAUSER=;MONCHL=QMGR;"
    "NPMSPEED=FAST;SCYEXIT=;SEQWRAP=999999999;SSLCIPH=;SSLPEER=;STATCHL=QMGR;TRPTYPE=TCP;USEDLQ=YES",
    "CHSTATUS": "BATCHES=7;BATCHSZ=50;BYTSRCVD=588;BYTSSENT=744;CHSTADA=2026-04-14;CHSTATI=06.00.04;CURLUWID=0000000000000000;"
    "CURMSGS=0;CURRENT;CURSEQNO=70;HBINT=300;INDOUBT=NO;JOBNAME=0000126A00000001;LONGRTS=999999999;LSTLUWID=4A1F0D2E10000601;"
    "LSTMSGDA=2026-04-14;LSTMSGTI=10.20.11;LSTSEQNO=70;MCASTAT=RUNNING;MONCHL=OFF;MSGS=70;NPMSPEED=FAST;RQMNAME=;"
    "SHORTRTS=10;STATUS=RUNNING;STOPREQ=NO;SUBSTATE=MQGET;XQTIME=0,0",
    "QMGR": f"{ALT};CCSID=1208;CHLAUTH=ENABLED;CLWLUSEQ=LOCAL;CMDLEVEL=930;DEADQ=;DEFCLXQ=SCTQ;DEFXMITQ=;DESCR=;MAXHANDS=256;"
    "MAXMSGL=4194304;MONCHL=OFF;MONQ=OFF;PLATFORM=UNIX;REPOS=;REPOSNL=;VERSION=09030000",
    "CLUSQMGR": f"{ALT};BATCHSZ=50;CLUSDATE=2025-11-03;CLUSTIME=09.14.30;CLUSTER=CL;CONNAME=b(1414);DEFTYPE=CLUSSDRA;DISCINT=6000;"
    "NPMSPEED=FAST;QMTYPE=NORMAL;STATUS=RUNNING;SUSPEND=NO;TRPTYPE=TCP;USEDLQ=YES;XMITQ=SYSTEM.CLUSTER.TRANSMIT.QUEUE",
}  # fmt: skip
IDS = {
    "QMGR": "AMQ8408",
    "CHANNEL": "AMQ8414",
    "CHSTATUS": "AMQ8417",
    "QSTATUS": "AMQ8450",
    "CLUSQMGR": "AMQ8441",
    "QMSTATUS": "AMQ8705",
}
NAMED = {"QMGR": "QMNAME", "CHANNEL": "CHANNEL", "CHSTATUS": "CHANNEL", "CLUSQMGR": "CLUSQMGR"}
ZOS = {"QMGR": "CSQM409I", "QLOCAL": "CSQM401I", "QREMOTE": "CSQM408I", "QALIAS": "CSQM407I", "CHANNEL": "CSQM415I",
       "CHSTATUS": "CSQM420I", "QSTATUS": "CSQM450I", "QCLUSTER": "CSQM401I", "CLUSQMGR": "CSQM441I"}  # fmt: skip


def _cells(text):
    return {part.split("=", 1)[0]: part.split("=", 1)[1] if "=" in part else None for part in text.split(";") if part}


def thing(kind, name, more="", only=False):
    """(kind, cells) of one object; `more` goes over what ALL shows, `-KEY` takes a key out; `only`: nothing but `more`."""
    first = {NAMED.get(kind, "QUEUE"): name}
    if NAMED.get(kind, "QUEUE") == "QUEUE":
        first["TYPE"] = "QUEUE" if kind == "QSTATUS" else kind
    over = _cells(more)
    cells = {**first, **({} if only else _cells(ALL[kind])), **over}
    if "TRIGGER" in over:
        cells.pop("NOTRIGGER", None)
    return kind, {key: value for key, value in cells.items() if f"-{key}" not in over and not key.startswith("-")}


def all_of(kind, name, more="", command=""):
    """A DISPLAY with ALL and its answer."""
    return command or (f"DISPLAY {kind}({name}) ALL" if kind != "QMGR" else "DISPLAY QMGR ALL"), [
        thing(kind, name, more)
    ]


def local(name, more="", command=""):
    return all_of("QLOCAL", name, more, command)


def xmitq(name, more=""):
    return local(name, f"USAGE=XMITQ;TRIGGER;INITQ=SYSTEM.CHANNEL.INITQ;TRIGDATA=A.TO.B;GET=ENABLED;{more}")


def remote(name="R", rname="L", manager="QM.B", via="QM.B.XMIT", more=""):
    return all_of("QREMOTE", name, f"RNAME={rname};RQMNAME={manager};XMITQ={via};{more}")


def alias(name, target, more=""):
    return all_of("QALIAS", name, f"TARGET={target};{more}")


def qstatus(name, more=""):
    return f"DISPLAY QSTATUS({name}) TYPE(QUEUE) ALL", [thing("QSTATUS", name, more)]


def sdr(name="A.TO.B", via="QM.B.XMIT", more=""):
    return all_of(
        "CHANNEL",
        name,
        f"CHLTYPE=SDR;CONNAME=b.example(1414);CONVERT=NO;DISCINT=6000;LONGRTY=999999999;SHORTRTY=10;XMITQ={via};{more}",
    )


def rcvr(name="A.TO.B", more=""):
    return all_of("CHANNEL", name, f"CHLTYPE=RCVR;MRDATA=;MREXIT=;MRRTY=10;MRTMR=1000;PUTAUT=DEF;{more}")


def chs(state="RUNNING", name="A.TO.B", via="QM.B.XMIT", partner="QM.B", more="", command=""):
    idle = "" if state == "RUNNING" else "SUBSTATE=;MCASTAT=NOT RUNNING;JOBNAME=0000000000000000;"
    text = f"CHLTYPE=SDR;CONNAME=10.20.0.7(1414);RQMNAME={partner};STATUS={state};XMITQ={via};{idle}{more}"
    return command or f"DISPLAY CHSTATUS({name}) ALL", [thing("CHSTATUS", name, text)]


def qmgr(name, more=""):
    return all_of("QMGR", name, f"QMID={name}_2025-06-03_11.00.00;{more}")


def member(name, channel, more=""):
    return f"DISPLAY CLUSQMGR({name}) ALL", [thing("CLUSQMGR", name, f"CHANNEL={channel};{more}")]


def clustered(name, *owners, more=""):
    """DISPLAY QCLUSTER with an instance at each owner; an owner may be (name, attributes)."""
    told = [(one, "") if isinstance(one, str) else one for one in owners]
    rows = [thing("QCLUSTER", name, f"CLUSQMGR={one};QMID={one}_2025-06-03_11.00.00;{more};{own}") for one, own in told]
    return f"DISPLAY QCLUSTER({name}) ALL", rows


def none(command, level="9.3"):
    """A question that found nothing, as the level says it."""
    name = command.partition("(")[2].partition(")")[0].strip("'") or "*"
    if "CHSTATUS" in command:
        return (
            command,
            "AMQ8420I: Channel Status not found." if level >= "9.1" else "AMQ8420: Channel Status not found.",
        )
    return (
        command,
        f"AMQ8147E: IBM MQ object {name} not found."
        if level >= "9.1"
        else f"AMQ8147: WebSphere MQ object {name} not found.",
    )


def run(manager, *answers, at="2026-04-14T10:30:00Z", level="9.3", trailer=True, header=True):
    """A run of runmqsc: (command, objects or a line), with the time that the collector wrote before it."""
    lines = [at] if at else []
    if header:
        year = {"7.5": "2011.  ALL RIGHTS RESERVED.", "8.0": "2014."}.get(level, "2022.")
        lines += [
            f"5724-H72 (C) Copyright IBM Corp. 1994, {year}",
            f"Starting MQSC for queue manager {manager}.",
            "",
            "",
        ]
    letter = "I" if level >= "9.1" else ""
    for number, (command, answer) in enumerate(answers, 1):
        lines.append(f"{number:6} : {command}")
        if isinstance(answer, str):
            lines.append(answer)
            continue
        for kind, cells in answer:
            lines += [f"{IDS.get(kind, 'AMQ8409')}{letter}: Display details.", *two_columns(list(cells.items()))]
    if trailer:
        lines += [
            f"{len(answers)} MQSC commands read.",
            "No commands have a syntax error.",
            "All valid MQSC commands were processed.",
        ]
    return "\n".join(lines) + "\n"


def csqutil(manager, *answers, at="2026-04-14 10:30:00", cpf=None):
    """The same by CSQUTIL on z/OS; `at` None: without its heading."""
    cpf = cpf or f"!{manager}"
    out = ["CSQU000I CSQUTIL IBM MQ for z/OS V9.3.0", f"CSQU001I CSQUTIL Queue Manager Utility - {at}"] if at else []
    out += [
        f"CSQU120I Connecting to {manager}",
        f"CSQU121I Connected to queue manager {manager}",
        f"CSQU055I Target queue manager is {manager}",
    ]
    for command, answer in answers:
        what, rows = command.split()[1].partition("(")[0], answer if isinstance(answer, list) else []
        out += [command, f"CSQN205I   COUNT={len(rows) + 1:8}, RETURN=00000000, REASON=00000000"]
        for kind, cells in rows:
            words = [key if value is None else f"{key}({value or ' '})" for key, value in cells.items()]
            out.append(f"{ZOS[kind]} {cpf} {' '.join(words)}")
        out += [answer] if isinstance(answer, str) else []
        out.append(f"CSQ9022I {cpf} CSQMDRTS ' DISPLAY {what}' NORMAL COMPLETION")
    return "\n".join(
        [*out, f"CSQU057I {len(answers)} commands read", "CSQU148I CSQUTIL Utility completed, return code=0", ""]
    )


def msg_id(serial=1, manager="QM.A"):
    return (b"AMQ " + manager.encode().ljust(12)[:12] + serial.to_bytes(8, "big")).hex().upper()


def letter(
    put,
    reason=None,
    to=("L", "QM.B"),
    dead=None,
    serial=1,
    id_=None,
    by="amqrmppa",
    by_type=6,
    text=b"order 1001",
    **md,
):
    """A message of a dump put at `put` (YYYYMMDDHHMMSS in UTC); with a reason a dead letter."""
    known = {
        "Format": "MQSTR", "MsgId": bytes.fromhex(id_ or msg_id(serial)), "PutDate": put[:8], "PutTime": put[8:] + "00",
        "UserIdentifier": "appuser", "Persistence": 1, "ReplyToQMgr": "QM.A", **md,
    }  # fmt: skip
    if reason is None:
        return {**known, "data": text}
    header, _ = dlh(reason, *to, 546, 1208, (dead or put) + "00", appl=by, appl_type=by_type)
    return {**known, "Format": "MQDEAD", "data": header + text}


def in_transit(put, to=("L", "QM.B"), serial=1, **md):
    """A message as it lies on a transmission queue."""
    one = letter(put, serial=serial, **md)
    names = to[0].ljust(48).encode() + to[1].ljust(48).encode()
    return {
        **one,
        "Format": "MQXMIT",
        "data": b"XQH " + (1).to_bytes(4, "little") + names + mqmd({**one, "Version": 1}) + one["data"],
    }


def browse(queue, *messages, on=None):
    """What amqsbcg prints; `on`: with the command line before it."""
    return (f"$ amqsbcg {queue} {on}\n" if on else "") + dump(list(messages), queue, "v7", extra=10)


def logged(manager, *entries, level="9.3"):
    """An error log: (UTC time, message, text, channel) each."""
    out = []
    for at, message, text, channel in entries:
        day, clock = at.removesuffix("Z").split("T")
        year, month, date = day.split("-")
        hour = int(clock[:2])
        shown = f"{hour % 12 or 12:02}{clock[2:]} {'PM' if hour > 11 else 'AM'}"
        out += [f"{month}/{date}/{year} {shown} - Process(4711.1) User(mqm) Program(runmqchl)", f"{'':20}Host(a01) Installation(Installation1)",
                f"{'':20}VRMF(9.3.0.5) QMgr({manager})", f"{'':20}Time({day}T{clock}.123Z)",
                *([f"{'':20}CommentInsert1({channel})"] if channel else []), " " * 19,
                f"{message}: {text}", "", "EXPLANATION:", text, "ACTION:", "None.", "-" * 20 + " amqrmrsa.c : 938 " + "-" * 40]  # fmt: skip
    return "\n".join(out) + "\n"
