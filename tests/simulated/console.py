"""What a queue manager answers to a DISPLAY: the rows of the model with their attributes, filtered as the command says.

An attribute is (keyword, value), value None of a bare keyword. Only what the product shows is here; how it is laid out
is in `printers`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tests.simulated.model import Channel, Estate, Manager, Message, Queue
from tests.simulated.resolve import instances, members

COMMAND = re.compile(r"DISPLAY (\w+)(?: ?\( ?'?([^()']*)'? ?\))?(.*)$")
WORD = re.compile(r"(\w+)(?:\(((?:[^()]|\([^()]*\))*)\))?")
QUEUES = ("QLOCAL", "QALIAS", "QREMOTE", "QMODEL")
SHORT = {
    "CHSTATUS": ("CHANNEL", "CHLTYPE", "CONNAME", "CURRENT", "RQMNAME", "STATUS", "SUBSTATE", "XMITQ"),
    "CHANNEL": ("CHANNEL", "CHLTYPE"), "QUEUE": ("QUEUE", "TYPE"), "QSTATUS": ("QUEUE", "TYPE", "CURDEPTH", "IPPROCS"),
    "CLUSQMGR": ("CLUSQMGR", "CHANNEL", "CLUSTER"),
}  # fmt: skip
"""What is shown where neither ALL nor an attribute is asked for with a generic name, or of a status."""
CELLS = {
    "QLOCAL": "ACCTQ(QMGR) {alt} BOQNAME({boqname}) BOTHRESH({bothresh}) CLUSNL( ) {cluster} CLCHNAME( ) CLWLPRTY(0) CLWLRANK(0) "
    "CLWLUSEQ({clwluseq}) {cr} CURDEPTH({depth}) CUSTOM({custom}) DEFBIND({defbind}) DEFPRTY(0) DEFPSIST(NO) "
    "DEFPRESP(SYNC) DEFREADA(NO) DEFSOPT(SHARED) DEFTYPE(PREDEFINED) DESCR({descr}) DISTL(NO) GET({get}) NOHARDENBO "
    "INITQ({initq}) IPPROCS({readers}) MAXDEPTH({maxdepth}) MAXMSGL({maxmsgl}) MONQ(QMGR) MSGDLVSQ(PRIORITY) "
    "{trigger} NPMCLASS({npmclass}) OPPROCS({writers}) PROCESS( ) PUT({put}) PROPCTL(COMPAT) {shared} QDEPTHHI(80) QDEPTHLO(20) "
    "RETINTVL(999999999) SCOPE(QMGR) SHARE STATQ(QMGR) {stream} TRIGDATA({trigdata}) TRIGDPTH(1) TRIGMPRI(0) "
    "TRIGTYPE(FIRST) USAGE({usage})",
    "QREMOTE": "{alt} CLUSNL( ) {cluster} CLWLPRTY(0) CLWLRANK(0) CUSTOM({custom}) DEFBIND({defbind}) DEFPRTY(0) "
    "DEFPSIST(NO) DEFPRESP(SYNC) DESCR({descr}) PUT({put}) RNAME({rname}) RQMNAME({rqmname}) SCOPE(QMGR) XMITQ({xmitq})",
    "QALIAS": "{alt} CLUSNL( ) {cluster} CLWLPRTY(0) CLWLRANK(0) CUSTOM({custom}) DEFBIND({defbind}) DEFPRTY(0) "
    "DEFPSIST(NO) DEFPRESP(SYNC) DEFREADA(NO) DESCR({descr}) GET({get}) PUT({put}) PROPCTL(COMPAT) SCOPE(QMGR) "
    "TARGET({target}) TARGTYPE({targtype})",
    "QSTATUS": "CURDEPTH({depth}) CURFSIZE(1) CURMAXFS(2088960) IPPROCS({readers}) {lget} {lput} MEDIALOG( ) "
    "MONQ({monq}) MSGAGE({age}) OPPROCS({writers}) QTIME({qtime}) UNCOM({uncommitted})",
    "SDR": "{alt} BATCHHB(0) BATCHINT(0) BATCHLIM(5000) BATCHSZ(50) COMPHDR(NONE) COMPMSG(NONE) CONNAME({conname}) "
    "CONVERT({convert}) DESCR({descr}) DISCINT({discint}) HBINT(300) KAINT(AUTO) LOCLADDR( ) LONGRTY(999999999) "
    "LONGTMR(1200) MAXMSGL({maxmsgl}) MCANAME( ) MCATYPE(PROCESS) MCAUSER( ) MONCHL(QMGR) MSGEXIT({msgexit}) "
    "NPMSPEED({npmspeed}) RESETSEQ(NO) SCYEXIT( ) SENDEXIT( ) SEQWRAP(999999999) SHORTRTY(10) SHORTTMR(60) "
    "SSLCIPH( ) SSLPEER( ) STATCHL(QMGR) TRPTYPE(TCP) {usedlq} USERID( ) {serves}",
    "RCVR": "{alt} BATCHSZ(50) COMPHDR(NONE) COMPMSG(NONE) DESCR({descr}) HBINT(300) KAINT(AUTO) MAXMSGL({maxmsgl}) "
    "MCAUSER( ) MONCHL(QMGR) MRDATA( ) MREXIT( ) MRRTY({mrrty}) MRTMR({mrtmr}) {exit} NPMSPEED({npmspeed}) PUTAUT(DEF) "
    "RESETSEQ(NO) SCYEXIT( ) SEQWRAP(999999999) SSLCAUTH(REQUIRED) SSLCIPH( ) SSLPEER( ) STATCHL(QMGR) TRPTYPE(TCP) "
    "{usedlq} {serves}",
    "CHSTATUS": "BATCHES({batches}) BATCHSZ(50) BUFSRCVD(4) BUFSSENT(5) BYTSRCVD(588) BYTSSENT({bytes}) {since} "
    "COMPHDR(NONE,NONE) COMPMSG(NONE,NONE) CONNAME({conname}) CURLUWID({luwid}) CURMSGS({inbatch}) CURRENT "
    "CURSEQNO({seqno}) EXITTIME(0,0) HBINT(300) INDOUBT({indoubt}) JOBNAME({job}) LOCLADDR( ) LONGRTS(999999999) "
    "LSTLUWID({lastluwid}) {lstmsg} LSTSEQNO({lastseq}) MCASTAT({mcastat}) MONCHL({monchl}) MSGS({msgs}) NETTIME(0,0) "
    "NPMSPEED({npmspeed}) RQMNAME({rqmname}) SHORTRTS({shortrts}) SSLPEER( ) STATUS({status}) STOPREQ(NO) {substate} "
    "XBATCHSZ(0,0) XMITQ({xmitq}) XQTIME(0,0) {xqmsgsa}",
    "RCVSTATUS": "BATCHES({batches}) BATCHSZ(50) BUFSRCVD(5) BUFSSENT(4) BYTSRCVD({bytes}) BYTSSENT(588) {since} "
    "CONNAME({address}) CURLUWID({luwid}) CURMSGS(0) CURRENT CURSEQNO({seqno}) EXITTIME(0,0) HBINT(300) INDOUBT(NO) "
    "JOBNAME({job}) LSTLUWID({lastluwid}) {lstmsg} LSTSEQNO({seqno}) MCASTAT(RUNNING) MONCHL({monchl}) MSGS({msgs}) "
    "NPMSPEED({npmspeed}) RQMNAME({rqmname}) STATUS({status}) STOPREQ(NO) {substate}",
    "QMGR": "ACCTCONO(DISABLED) {alt} CCSID(1208) CHLAUTH(ENABLED) CLWLUSEQ({clwluseq}) CMDLEVEL({cmdlevel}) "
    "DEADQ({deadq}) DEFCLXQ({defclxq}) DEFXMITQ({defxmitq}) DESCR( ) MAXHANDS(256) MAXMSGL({maxmsgl}) MONCHL({monchl}) "
    "MONQ({monq}) PLATFORM({platform}) QMID({name}_2025-06-03_11.00.00) {group} REPOS({repos}) REPOSNL( ) VERSION({version})",
    "QCLUSTER": "{alt} {clusdate} CLUSTER({cluster}) CLUSQMGR({owner}) CLUSQT(QLOCAL) CLWLPRTY(0) CLWLRANK(0) "
    "DEFBIND({defbind}) DEFPRTY(0) DEFPSIST(NO) DEFPRESP(SYNC) DESCR({descr}) PUT({put}) QMID({owner}_2025-06-03_11.00.00)",
    "HANDLE": "APPLDESC( ) APPLTAG({tag}) APPLTYPE(USER) BROWSE(NO) CHANNEL({channel}) CONNAME( ) ASTATE(NONE) "
    "HSTATE(INACTIVE) INPUT({input}) INQUIRE(NO) OUTPUT(NO) PID(4711) SET(NO) TID(*) USERID(appuser)",
    "CONN": "APPLDESC( ) APPLTAG({tag}) APPLTYPE(USER) CHANNEL( ) CONNAME( ) PID(4712) TID(1) USERID(appuser) UOWLOG( ) "
    "{since} UOWLOGDA( ) UOWLOGTI( ) URTYPE(QMGR) EXTURID( ) QMURID(0.1402) UOWSTATE(ACTIVE)",
    "TOPIC": "DESCR( ) TOPICSTR(/{name}) PUB(ASPARENT) SUB(ASPARENT) DEFPSIST(ASPARENT) CLUSTER( )",
    "QMSTATUS": "CONNS(24) CMDSERV(RUNNING) INSTNAME(Installation1) {start} STANDBY(NOPERMIT) LOGTYPE(CIRCULAR)",
    "CLUSQMGR": "CHANNEL({channel}) CLUSTER({cluster}) {alt} BATCHSZ(50) {clusdate} CLWLPRTY(0) CLWLRANK(0) "
    "CLWLWGHT(50) CONNAME({conname}) DEFTYPE({deftype}) DISCINT(6000) NPMSPEED({npmspeed}) QMID({owner}_2025-06-03_11.00.00) "
    "QMTYPE({qmtype}) STATUS({status}) SUSPEND(NO) TRPTYPE(TCP) {usedlq} XMITQ({xmitq})",
}
"""The attributes by kind of row, in the order of `DISPLAY … ALL`, after what names the row."""
CELL = re.compile(r"(\w+)(?:\(((?:[^()]|\([^()]*\))*)\))?")


@dataclass
class Asked:
    """A DISPLAY command as the queue manager understands it."""

    what: str
    name: str = ""
    filters: dict = field(default_factory=dict)
    attributes: tuple = ()


@dataclass
class Row:
    """One object of an answer; `kind` decides its message."""

    kind: str
    attributes: list


def asked(command: str) -> Asked:
    found = COMMAND.match(command)
    words = [(word[1], word[2]) for word in WORD.finditer(found[3])]
    filters = {word: value or "" for word, value in words if value is not None or word in ("CLUSINFO", "SAVED")}
    return Asked(found[1], (found[2] or "").strip(), filters, tuple(word for word, value in words if value is None))


def answer(estate: Estate, manager: str, command: str) -> list[Row]:
    """The rows that a command shows; none: not found."""
    asks, owner = asked(command), estate.managers[manager]
    rows = [row for row in ROWS[asks.what](estate, owner, asks) if _fits(row, asks)]
    return [Row(row.kind, _chosen(row, asks)) for row in rows]


def cells(kind: str, values: dict) -> list:
    """The attributes of a row by its template, as (keyword, value)."""
    return [(found[1], found[2] if found[2] is None else found[2].strip()) for found in
            CELL.finditer(CELLS[kind].format_map(values))]  # fmt: skip


def _fits(row: Row, asks: Asked) -> bool:
    shown = dict(row.attributes)
    if asks.name and not _matches(shown.get(NAMING[asks.what], ""), asks.name):
        return False
    for key, value in asks.filters.items():
        if key in ("CHLTYPE", "XMITQ", "CONNAME", "CLUSTER") and shown.get(key) is None:
            return False
        if key in ("CHLTYPE", "CLUSTER", "XMITQ") and value != "ALL" and not _matches(shown[key], value):
            return False
        if key == "CONNAME" and value.strip("'") not in shown[key]:
            return False
        if key == "WHERE" and not _where(shown, value):
            return False
    return True


def _where(shown: dict, condition: str) -> bool:
    key, operator, value = condition.split(None, 2)
    if shown.get(key) is None:
        return False
    if operator == "LK":
        return _matches(shown[key], value)
    if operator in ("GT", "GE", "LT", "LE"):
        left, right = int(shown[key]), int(value)
        return {"GT": left > right, "GE": left >= right, "LT": left < right, "LE": left <= right}[operator]
    return (shown[key] == value.strip("'")) == (operator == "EQ")


def _matches(name: str, pattern: str) -> bool:
    return name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern


def _states(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    starts = [time for time, what, manager, _ in estate.deeds if (what, manager) == ("restarted", owner.name)]
    values = stamp(owner, max(starts, default=-9_000_000.0), "START", ("DA", "TI"))
    return [
        Row(
            "QMSTATUS",
            [
                ("QMNAME", owner.name),
                ("STATUS", "RUNNING"),
                ("CHINIT", "RUNNING"),
                *cells("QMSTATUS", {"start": values}),
            ],
        )
    ]


def _chosen(row: Row, asks: Asked) -> list:
    words = [word for word in asks.attributes if word not in ("ALL", "CLUSINFO", "SAVED", "CURRENT")]
    if "ALL" in asks.attributes or not (words or _sparse(asks)):
        return row.attributes
    where = asks.filters.get("WHERE", " ").split(" ")[0]
    keys = [*SHORT.get(asks.what, ()), *words, where, NAMING[asks.what]]
    if NAMING[asks.what] == "QUEUE":
        keys.append("TYPE")
    return [(key, value) for key, value in row.attributes if key in keys]


def _sparse(asks: Asked) -> bool:
    return asks.what in ("CHSTATUS", "QSTATUS") or asks.name.endswith("*")


NAMING = {
    "QUEUE": "QUEUE", "QLOCAL": "QUEUE", "QALIAS": "QUEUE", "QREMOTE": "QUEUE", "QCLUSTER": "QUEUE", "QSTATUS": "QUEUE",
    "QMGR": "QMNAME", "CONN": "CONN", "TOPIC": "TOPIC", "SUB": "SUB", "TPSTATUS": "TPSTATUS", "QMSTATUS": "QMNAME", "CHANNEL": "CHANNEL", "CHSTATUS": "CHANNEL", "CLUSQMGR": "CLUSQMGR",
}  # fmt: skip


def stamp(owner: Manager, at: float | None, stem: str, ending: tuple[str, str] = ("DATE", "TIME")) -> str:
    """A pair of date and time as the host's clock has it."""
    if at is None:
        return f"{stem}{ending[0]}( ) {stem}{ending[1]}( )"
    when = owner.local(at)
    return f"{stem}{ending[0]}({when:%Y-%m-%d}) {stem}{ending[1]}({when:%H.%M.%S})"


def _blank(value: object) -> object:
    return " " if value == "" else value


def _readers(estate: Estate, owner: Manager, queue: Queue) -> int:
    # A running sender has its transmission queue open, too.
    return queue.readers + sum(c.status == "RUNNING" for c in estate.serving(owner.name, queue.name))


def queue_row(estate: Estate, owner: Manager, queue: Queue) -> Row:
    """A queue as its definition shows it."""
    new = owner.level >= "9.4"
    limit = queue.capexpry
    values = {key: _blank(value) for key, value in vars(queue).items()}
    values |= {
        "readers": _readers(estate, owner, queue),
        "alt": stamp(owner, queue.altered, "ALT"), "cr": stamp(owner, queue.created, "CR"), "depth": queue.depth,
        "put": _enabled(queue.put), "get": _enabled(queue.get), "trigger": "TRIGGER" if queue.trigger else "NOTRIGGER",
        "cluster": f"CLUSTER({queue.cluster or ' '})" + (f" CAPEXPRY({limit or 'NOLIMIT'})" if new else ""),
        "custom": " " if new or limit is None else f"CAPEXPRY({limit})",
        "shared": f"QSGDISP({queue.qsgdisp or 'QMGR'})" if owner.group else "",
        "stream": f"STREAMQ({queue.streamq or ' '}) STRMQOS(BESTEF)" if owner.level >= "9.3" else "",
    }  # fmt: skip
    return Row("QUEUE", [("QUEUE", queue.name), ("TYPE", queue.kind), *cells(queue.kind, values)])


def _enabled(value: bool) -> str:
    return "ENABLED" if value else "DISABLED"


def _queues(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    types = {"QUEUE": asks.filters.get("TYPE", "ALL").split(",")}.get(asks.what, [asks.what])
    rows = [queue_row(estate, owner, q) for q in owner.queues.values() if q.kind in types or "ALL" in types]
    if "CLUSINFO" in asks.filters or "QCLUSTER" in types:
        rows += _clustered(estate, owner, asks)
    return rows


def _clustered(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    names = sorted({q.name for m in members(estate, owner) for q in m.queues.values() if q.cluster})
    known = names if owner.repos else [name for name in names if name in owner.knows or name in owner.queues]
    return [
        Row("QUEUE", [("QUEUE", name), ("TYPE", "QCLUSTER"), *cells("QCLUSTER", {
            "alt": stamp(m, q.altered, "ALT"), "clusdate": stamp(owner, q.altered + 8, "CLUS"), "cluster": q.cluster,
            "owner": m.name, "defbind": q.defbind, "descr": _blank(q.descr), "put": _enabled(q.put),
        })])
        for name in known for m, q in instances(estate, owner, name)
    ]  # fmt: skip


def _statuses(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    if asks.filters.get("TYPE") == "HANDLE":
        return _handles(estate, owner)
    return [qstatus_row(estate, owner, q) for q in owner.queues.values() if q.kind == "QLOCAL"]


def _handles(estate: Estate, owner: Manager) -> list[Row]:
    """Who has which queue open for input: its readers, and the channel that serves a transmission queue."""
    found = [(one.queue, f"reader{number}", "SHARED", "") for number, one in enumerate(estate.consumers)
             if one.on and one.manager == owner.name]  # fmt: skip
    found += [(one.xmitq, "runmqchl", "EXCL", one.name) for one in owner.channels.values()
              if one.sends and one.status == "RUNNING"]  # fmt: skip
    values = ((queue, {"tag": tag, "input": way, "channel": _blank(channel)}) for queue, tag, way, channel in found)
    return [Row("QSTATUS", [("QUEUE", queue), ("TYPE", "HANDLE"), *cells("HANDLE", one)]) for queue, one in values]


def _connections(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    """The programs that have a unit of work open."""
    held = [(queue, kind) for queue in owner.queues.values() for kind in ("unputs", "ungets") if getattr(queue, kind)]
    rows = []
    for number, (queue, kind) in enumerate(held):
        since = min((one.history[-1][0] for one in getattr(queue, kind) if one.history), default=estate.now)
        values = {
            "tag": "writer" if kind == "unputs" else "reader",
            "since": stamp(owner, since, "UOWST", ("DA", "TI")),
        }
        row = [("CONN", f"A53C4E5F0{number:07X}"), ("EXTCONN", "414D5143"), ("TYPE", "CONN"), *cells("CONN", values)]
        rows.append(Row("CONN", row))
    return rows


def _topics(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    """The topics that aliases stand for."""
    names = {one.target for one in owner.queues.values() if one.kind == "QALIAS" and one.targtype == "TOPIC"}
    return [
        Row("TOPIC", [("TOPIC", name), ("TYPE", "LOCAL"), *cells("TOPIC", {"name": name})]) for name in sorted(names)
    ]


def _none(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    """Nobody subscribes to a topic of these estates."""
    return []


def _since(message: Message, owner: Manager, queue: Queue) -> float:
    """When it came to the queue; a get that was backed out makes it no younger."""
    here = ("queue", owner.name, queue.name)
    return next((at for at, place in message.history if tuple(place[:3]) == here), message.history[-1][0])


def qstatus_row(estate: Estate, owner: Manager, queue: Queue) -> Row:
    oldest = min((_since(m, owner, queue) for m in [*queue.messages, *queue.unputs]), default=None)
    uncommitted = len(queue.unputs) + len(queue.ungets)
    on = owner.monq
    values = {
        "depth": queue.depth, "readers": _readers(estate, owner, queue), "writers": queue.writers,
        "lget": stamp(owner, queue.last_get if on else None, "LGET"),
        "lput": stamp(owner, queue.last_put if on else None, "LPUT"), "monq": "MEDIUM" if on else "OFF",
        "age": " " if not on else 0 if oldest is None else int(estate.now - oldest), "qtime": "," if on else " , ",
        "uncommitted": uncommitted or "NO",
    }  # fmt: skip
    return Row("QSTATUS", [("QUEUE", queue.name), ("TYPE", "QUEUE"), *cells("QSTATUS", values)])


def channel_row(owner: Manager, channel: Channel) -> Row:
    """A channel as its definition shows it."""
    values = {key: _blank(value) for key, value in vars(channel).items()}
    cluster = f"CLUSTER({channel.cluster})"
    end = cluster + (f" CONNAME({channel.conname})" if channel.kind == "CLUSRCVR" else "")
    values |= {
        "exit": f"MSGEXIT({channel.msgexit})" if channel.msgexit else "",
        "alt": stamp(owner, channel.altered, "ALT"), "convert": "YES" if channel.convert else "NO",
        "usedlq": f"USEDLQ({'YES' if channel.usedlq else 'NO'})",
        "serves": end if channel.cluster else f"XMITQ({channel.xmitq})" if channel.sends else "",
    }  # fmt: skip
    attributes = cells("SDR" if channel.sends else "RCVR", values)
    attributes += [("CONNAME", channel.conname)] if channel.kind == "RQSTR" else []
    return Row("CHANNEL", [("CHANNEL", channel.name), ("CHLTYPE", channel.kind), *attributes])


def _channels(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    return [channel_row(owner, c) for c in owner.channels.values() if c.defined]


def status_row(estate: Estate, owner: Manager, channel: Channel) -> Row | None:
    """The current status of a channel; None while it is inactive."""
    if not channel.sends:
        return _receiver_status(estate, owner, channel)
    if channel.status == "INACTIVE":
        return None
    running, doubt = channel.status == "RUNNING", bool(channel.batch)
    queue = owner.queues.get(channel.xmitq)
    mine = [m for m in queue.messages if m.via == channel.name] if queue else []
    values = {key: _blank(value) for key, value in vars(channel).items()}
    values |= {
        "batches": channel.msgs, "bytes": 744 + 500 * channel.msgs, "luwid": f"{channel.luwid:016X}",
        "since": stamp(owner, channel.since, "CHSTA", ("DA", "TI")), "inbatch": len(channel.batch),
        "indoubt": "YES" if doubt else "NO", "lastluwid": f"{channel.luwid - 1:016X}",
        "job": "0000126A00000001" if running else "0" * 16, "lstmsg": stamp(owner, channel.last_msg, "LSTMSG", ("DA", "TI")),
        "lastseq": channel.seqno, "seqno": channel.seqno + len(channel.batch),
        "mcastat": "RUNNING" if running else "NOT RUNNING", "monchl": "MEDIUM" if owner.monchl else "OFF",
        "rqmname": channel.partner if running or channel.seqno or channel.batch else " ",
        "xqmsgsa": f"XQMSGSA({len(mine)})" if channel.kind == "CLUSSDR" else "",
        "substate": f"SUBSTATE({'RECEIVE' if channel.busy and not mine else channel.substate})" if running else "SUBSTATE( )",
    }  # fmt: skip
    return Row("CHSTATUS", [("CHANNEL", channel.name), ("CHLTYPE", channel.kind), *cells("CHSTATUS", values)])


def _receiver_status(estate: Estate, owner: Manager, channel: Channel) -> Row | None:
    other = next(
        (c for m in estate.managers.values() for c in m.channels.values()
         if c.name == channel.name and c.sends and c.partner == owner.name), None,
    )  # fmt: skip
    running = other is not None and other.status == "RUNNING"
    if not running and channel.status != "STOPPED":
        return None
    sender = next((m for m in estate.managers.values() if other in m.channels.values()), None)
    values = {key: _blank(value) for key, value in vars(channel).items()}
    values |= {
        "batches": other.msgs if other else 0, "bytes": 744, "luwid": f"{other.luwid if other else 0:016X}",
        "since": stamp(owner, other.since if running else None, "CHSTA", ("DA", "TI")), "job": "0000126A00000003",
        "address": sender.host if sender else "10.20.0.1", "lastluwid": f"{other.luwid if other else 0:016X}",
        "lstmsg": stamp(owner, other.last_msg if running else None, "LSTMSG", ("DA", "TI")),
        "monchl": "MEDIUM" if owner.monchl else "OFF", "msgs": other.msgs if running else 0,
        "rqmname": sender.name if sender and running else " ", "status": "PAUSED" if running and channel.busy else "RUNNING" if running else "STOPPED",
        "substate": "SUBSTATE(RECEIVE)" if running else "SUBSTATE( )",
    }  # fmt: skip
    return Row("CHSTATUS", [("CHANNEL", channel.name), ("CHLTYPE", channel.kind), *cells("RCVSTATUS", values)])


def _channel_statuses(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    found = [status_row(estate, owner, channel) for channel in owner.channels.values()]
    return [row for row in found if row]


def _qmgr(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    values = {key: _blank(value) for key, value in vars(owner).items()}
    digits = owner.level.replace(".", "")
    values |= {
        "platform": "MVS" if owner.zos else "UNIX", "group": f"IGQ(DISABLED) QSGNAME({owner.group or ' '})" if owner.zos else "",
        "alt": stamp(owner, owner.altered, "ALT"), "cmdlevel": f"{digits}0",
        "version": f"0{digits[0]}0{digits[1]}0000", "monchl": "MEDIUM" if owner.monchl else "OFF",
        "monq": "MEDIUM" if owner.monq else "OFF",
    }  # fmt: skip
    return [Row("QMGR", [("QMNAME", owner.name), *cells("QMGR", values)])]


def _cluster_managers(estate: Estate, owner: Manager, asks: Asked) -> list[Row]:
    out = []
    for member in members(estate, owner):
        channel = next((c for c in owner.channels.values() if c.kind == "CLUSSDR" and c.partner == member.name), None)
        own = next(c for c in member.channels.values() if c.kind == "CLUSRCVR")
        if channel is None and member is not owner:
            continue
        known = owner.repos or member.repos or member is owner or any(name in owner.knows for name in member.queues)
        if not known:
            continue
        shown = channel or own
        values = {
            "channel": own.name, "cluster": own.cluster, "alt": stamp(member, own.altered, "ALT"),
            "clusdate": stamp(owner, own.altered + 8, "CLUS"), "conname": own.conname, "owner": member.name,
            "deftype": "CLUSRCVR" if member is owner else "CLUSSDR" if shown.defined else "CLUSSDRA",
            "npmspeed": own.npmspeed, "qmtype": "REPOS" if member.repos else "NORMAL", "status": shown.status,
            "usedlq": "USEDLQ(YES)", "xmitq": shown.xmitq or " ",
        }  # fmt: skip
        out.append(Row("CLUSQMGR", [("CLUSQMGR", member.name), *cells("CLUSQMGR", values)]))
    return out


ROWS = {
    "QUEUE": _queues, "QLOCAL": _queues, "QALIAS": _queues, "QREMOTE": _queues, "QCLUSTER": _clustered,
    "QSTATUS": _statuses, "CHANNEL": _channels, "CHSTATUS": _channel_statuses, "QMGR": _qmgr,
    "CLUSQMGR": _cluster_managers, "QMSTATUS": _states, "CONN": _connections, "TOPIC": _topics,
    "SUB": _none, "TPSTATUS": _none,
}  # fmt: skip
