"""What the programs print: sessions of runmqsc by level, CSQUTIL on z/OS, dumps by amqsbcg, error logs by AMQERR01.LOG."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from datetime import datetime

from tests.simulated.console import Row, answer, asked
from tests.simulated.model import Estate, Manager, Message, Queue
from tests.writers.amqsbcg import dump
from tests.writers.cases import clock, dlh
from tests.writers.shown import mqmd

MESSAGES = {
    "QMGR": ("AMQ8408", "Display Queue Manager details."),
    "QUEUE": ("AMQ8409", "Display Queue details."),
    "CHANNEL": ("AMQ8414", "Display Channel details."),
    "CHSTATUS": ("AMQ8417", "Display Channel Status details."),
    "CLUSQMGR": ("AMQ8441", "Display Cluster Queue Manager details."),
    "QMSTATUS": ("AMQ8705", "Display Queue Manager Status Details."),
    "QSTATUS": ("AMQ8450", "Display queue status details."),
    "CONN": ("AMQ8276", "Display Connection details."),
    "TOPIC": ("AMQ8633", "Display topic details."),
}
YEARS = {"7.5": "2011.  ALL RIGHTS RESERVED.", "8.0": "2014.", "9.0": "2016.", "9.1": "2018.", "9.2": "2020.",
         "9.3": "2022.", "9.4": "2024."}  # fmt: skip
LONGEST = 37
"""A longer cell stands alone on its line."""
ZOS = {"QMGR": "CSQM409I", "QLOCAL": "CSQM401I", "QREMOTE": "CSQM408I", "QALIAS": "CSQM407I", "CHANNEL": "CSQM415I",
       "CHSTATUS": "CSQM420I", "QSTATUS": "CSQM450I", "QMSTATUS": "CSQM422I", "QCLUSTER": "CSQM401I", "CLUSQMGR": "CSQM441I",
       "CONN": "CSQM476I", "TOPIC": "CSQM485I"}  # fmt: skip
PADDED = ("QUEUE", "RNAME", "RQMNAME", "DEADQ", "XMITQ", "TARGET")
TEXTS = {
    "AMQ8003": ("I", "IBM MQ queue manager '{name}' started using V9.3.0.5."),
    "AMQ8004": ("I", "IBM MQ queue manager '{name}' ended."),
    "AMQ9001": ("I", "Channel '{channel}' ended normally."),
    "AMQ9002": ("I", "Channel '{channel}' is starting."),
    "AMQ9202": ("E", "Remote host '{host}' not available, retry later."),
    "AMQ9206": ("E", "Error sending data to host {host}."),
    "AMQ9208": ("E", "Error on receive from host {host}."),
    "AMQ9506": ("E", "Message receipt confirmation failed."),
    "AMQ9507": ("E", "Channel '{channel}' is currently in-doubt."),
    "AMQ9514": ("E", "Channel '{channel}' is in use."),
    "AMQ9519": ("E", "Channel '{channel}' not found."),
    "AMQ9520": ("E", "Channel not defined remotely."),
    "AMQ9526": ("E", "Message sequence number error for channel '{channel}'."),
    "AMQ9528": ("I", "User requested channel '{channel}' to be stopped."),
    "AMQ9544": ("W", "Messages not put to destination queue."),
    "AMQ9545": ("I", "Disconnect interval expired."),
    "AMQ9558": ("E", "The channel '{channel}' on host '{host}' is not currently available."),
    "AMQ9565": ("E", "No dead-letter queue defined."),
    "AMQ9633": ("E", "Bad SSL certificate for channel '{channel}'."),
    "AMQ9637": ("E", "Channel is lacking a certificate."),
    "AMQ9665": ("E", "SSL connection closed by remote end of channel '{channel}'."),
    "AMQ9777": ("E", "Channel was blocked"),
    "AMQ9999": ("E", "Channel '{channel}' to host '{host}' ended abnormally."),
}


def cell(key: str, value: object) -> str:
    return key if value is None else f"{key}({value if value != '' else ' '})"


def columns(attributes: Iterable[tuple]) -> list[str]:
    """Cells in two columns, the second at offset 43."""
    lines, left = [], None
    for text in (cell(key, value) for key, value in attributes):
        if len(text) > LONGEST:
            lines += ["   " + left.ljust(40)] if left is not None else []
            lines.append("   " + text)
            left = None
        elif left is None:
            left = text
        else:
            lines.append("   " + left.ljust(40) + text)
            left = None
    return lines + (["   " + left.ljust(40)] if left is not None else [])


def number(level: str, id: str, letter: str) -> str:
    """A message id as the level prints it: with its severity from 9.1 on."""
    return id + (letter if level >= "9.1" else "")


def product(level: str) -> str:
    return "WebSphere MQ" if level < "8" else "IBM MQ"


def shown(level: str, rows: list[Row]) -> list[str]:
    """The blocks of objects."""
    out = []
    for row in rows:
        id, words = MESSAGES[row.kind]
        out += [f"{number(level, id, 'I')}: {words}", *columns(row.attributes)]
    return out


def absent(level: str, command: str) -> str:
    """The message of a question that found nothing."""
    asks = asked(command)
    if asks.what == "CHSTATUS":
        return f"{number(level, 'AMQ8420', 'I')}: Channel Status not found."
    return f"{number(level, 'AMQ8147', 'E')}: {product(level)} object {asks.name or '*'} not found."


def session(
    estate: Estate,
    manager: str,
    commands: Iterable[str],
    date: bool | str = True,
    echo: bool = True,
    call: bool = False,
) -> str:
    """A whole run of runmqsc now; `date`: the collector wrote the time before it, as `dated` does; `call`: its command line."""
    owner = estate.managers[manager]
    level, commands, failed = owner.level, list(commands), 0
    lines = [dated(owner, estate.now, date)] if date else []
    lines += [f"$ runmqsc {manager}"] if call else []
    lines += [f"5724-H72 (C) Copyright IBM Corp. 1994, {YEARS[level]}", f"Starting MQSC for queue manager {manager}."]
    lines += ["", ""]
    for place, command in enumerate(commands, 1):
        lines += [f"{place:6} : {command}"] if echo else []
        rows = answer(estate, manager, command)
        failed += not rows
        lines += shown(level, rows) or [absent(level, command)]
    return "\n".join([*lines, *trailer(len(commands), failed)]) + "\n"


def dated(owner: Manager, at: float, style: bool | str) -> str:
    """The time as a collecting script writes it: in UTC, or with `style` "offset" local with the offset of the zone."""
    if style != "offset":
        return f"{owner.utc(at):%Y-%m-%dT%H:%M:%SZ}"
    return f"{owner.local(at):%Y-%m-%dT%H:%M:%S}{offset(owner.was('clock', at).zone)}"


def offset(zone: int) -> str:
    """A zone as `+05:30`."""
    return f"{'-' if zone < 0 else '+'}{abs(zone) // 3600:02}:{abs(zone) % 3600 // 60:02}"


def trailer(count: int, failed: int) -> list[str]:
    """The last lines of a session."""
    read = {0: "No MQSC commands", 1: "One MQSC command"}.get(count, f"{count} MQSC commands")
    done = {0: "All valid MQSC commands were processed.", 1: "One valid MQSC command could not be processed."}
    several = f"{failed} valid MQSC commands could not be processed."
    return [f"{read} read.", "No commands have a syntax error.", done.get(failed, several)]


def csqutil(estate: Estate, manager: str, commands: Iterable[str]) -> str:
    """The same questions asked by CSQUTIL on z/OS."""
    owner, commands = estate.managers[manager], list(commands)
    when = owner.local(estate.now)
    out = [
        f"CSQU000I CSQUTIL IBM MQ for z/OS V{owner.level}.0",
        f"CSQU001I CSQUTIL Queue Manager Utility - {when:%Y-%m-%d %H:%M:%S}", "COMMAND DDNAME(CMDIN)",
        "CSQU127I Executing COMMAND using input from CMDIN data set", f"CSQU120I Connecting to {manager}",
        f"CSQU121I Connected to queue manager {manager}", f"CSQU055I Target queue manager is {manager}",
    ]  # fmt: skip
    for command in commands:
        what = asked(command).what
        rows = answer(estate, manager, command)
        out += [command, f"CSQN205I   COUNT={len(rows) + 1:8}, RETURN=00000000, REASON=00000000"]
        out += [_zos(manager, row) for row in rows]
        if not rows:
            out.append(f"CSQM297I !{manager} CSQMDRTS NO {what} FOUND MATCHING REQUEST CRITERIA")
        out.append(f"CSQ9022I !{manager} CSQMDRTS ' DISPLAY {what}' NORMAL COMPLETION")
    out += [f"CSQU057I {len(commands)} commands read",
            f"CSQU058I {len(commands)} commands issued and responses received, 0 failed",
            "CSQU143I 1 COMMAND statements attempted", "CSQU144I 1 COMMAND statements executed successfully",
            "CSQU148I CSQUTIL Utility completed, return code=0"]  # fmt: skip
    return "\n".join(out) + "\n"


def _zos(manager: str, row: Row) -> str:
    kind = dict(row.attributes).get("TYPE") if row.kind == "QUEUE" else row.kind
    words = [cell(key, str(value).ljust(48) if key in PADDED and value else value) for key, value in row.attributes]
    return f"{ZOS[kind]} !{manager} {' '.join(words)}"


def message(owner: Manager, queue: Queue, one: Message, origin: Manager) -> dict:
    """A message as a browse finds it on a queue, for the writer of amqsbcg dumps."""
    at = clock(origin.utc(one.put_at))
    text = one.text.encode()
    md = {
        "Format": "MQSTR", "CodedCharSetId": 1208, "MsgId": one.id, "CorrelId": one.correl, "MsgType": one.type,
        "Feedback": one.feedback, "Persistence": int(one.persistent), "ReplyToQ": one.reply_to[0],
        "ReplyToQMgr": one.reply_to[1] or origin.name, "PutApplName": one.put_by, "UserIdentifier": "appuser",
        "Expiry": one.expiry, "PutDate": at[:8], "PutTime": at[8:], "Report": options(one),
        "PutApplType": 7 if one.type == 4 and one.feedback < 1000 else 6,
        "Priority": one.priority, "BackoutCount": one.backouts,
    }  # fmt: skip
    if one.dead:
        by = clock(owner.utc(one.dead["at"]))
        header, _ = dlh(one.dead["reason"], *one.dead["dest"], 546, 1208, by, appl="amqrmppa")
        return {**md, "Format": "MQDEAD", "data": header + text}
    if queue.is_xmitq:
        inner = mqmd({**md, "Version": 1})
        names = one.dest[0].ljust(48).encode() + one.dest[1].ljust(48).encode()
        correl = one.via.ljust(24).encode()[:24] if one.via else one.correl
        data = b"XQH " + struct.pack("<i", 1) + names + inner + text
        return {**md, "Format": "MQXMIT", "CorrelId": correl, "data": data}
    return {**md, "data": text}


def options(one: Message) -> int:
    asked = {258: 0x00200000, 259: 0x00000100, 260: 0x00000800}
    return sum(asked[feedback] for feedback in one.reports) + (0x07000000 + 0x08000000 if one.returns else 0)


def browse(estate: Estate, manager: str, name: str, call: bool = True, level: str = "v7") -> str:
    """What amqsbcg prints of a queue now: what is committed and has not expired; the rest it removes."""
    owner = estate.managers[manager]
    queue = owner.queues[name]
    seen = [
        message(owner, queue, one, estate.managers[one.origin])
        for one in queue.messages if not one.expired(estate.now)
    ]  # fmt: skip
    return (f"$ amqsbcg {name} {manager}\n" if call else "") + dump(seen, name, level, extra=10)


def amqerr(owner: Manager, since: float, until: float) -> str:
    """The entries of an error log between two times."""
    return "".join(_entry(owner, *one) for one in sorted(owner.log, key=lambda one: one[0]) if since <= one[0] <= until)


def _entry(owner: Manager, at: float, id: str, inserts: dict) -> str:
    letter, words = TEXTS[id]
    local, utc = owner.local(at), owner.utc(at)
    lines = [f"{local:%m/%d/%Y %I:%M:%S %p} - Process(4711.1) User(mqm) Program(amqrmppa)"]
    lines.append(f"{'':20}Host({owner.host}) Installation(Installation1)")
    lines.append(f"{'':20}VRMF({owner.level}.0.5) QMgr({owner.name})")
    if owner.level >= "9.1":
        lines.append(f"{'':20}Time({utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03}Z)")
        lines += [f"{'':20}CommentInsert{n}({value})" for n, value in enumerate(inserts.values(), 1)]
    text = words.format_map({"host": "", **inserts})
    lines += [" " * 19, f"{number(owner.level, id, letter)}: {text}", "", "EXPLANATION:"]
    lines += [f"This is about channel '{inserts.get('channel', '')}'.", "ACTION:", "Look at the entries before it."]
    return "\n".join([*lines, "----- amqrmrsa.c : 938 ".ljust(79, "-"), ""])


def day(at: datetime) -> str:
    """A time as people write it into a request."""
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"
