"""The walk on plain rows, as the formats read them: what Spark gathers of a case, read again without it.

An independent reading of what `mail_of_case`, `case_evidence`, `channel_log` and `host_zones` do by Spark, for tests
that follow thousands of incidents; `test_walk_spark` compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from mqforensics.case.given import Given
from mqforensics.formats.amqsbcg.dump_rows import EMPTY
from mqforensics.objects import host_zones
from mqforensics.objects.case_evidence import ANSWERS, QUEUE_MANAGER, Dump
from mqforensics.objects.channel_causes import Entry
from mqforensics.objects.channel_log import AT_ONCE, ENDED, SESSION, WRITER, with_reason
from mqforensics.objects.estate import NOTHING_SAID, Estate
from mqforensics.objects.owners import CHANNELS, JOB
from mqforensics.questions.walk.handlers import handlers
from mqforensics.questions.walk.mail import (
    REPLY,
    REPORT,
    DumpedMessages,
    Mail,
    ends,
    failures,
    maker,
)
from mqforensics.questions.walk.mail_of_case import HEADER, INNER, XMIT_MANAGER, XMIT_QUEUE
from mqforensics.questions.walk.message_calls import ENDING, Call, of_row, puts
from mqforensics.questions.walk.plain_walk import Walk, follow, requests
from mqforensics.questions.walk.request import AROUND, ID_DIGITS, NEAR, Request
from mqforensics.validation import instant, is_name

BY_CHANNEL = re.compile(CHANNELS)
OF_DUMP = ("queue", "dump_queue_manager", "captured", "zone")
"""What the messages of one dump in a file have in common."""
NUMBER = re.compile(r"-?\d{1,9}")
OLDEST = datetime.min.replace(tzinfo=UTC)


def walk_rows(
    objects: Iterable[Mapping],
    messages: Iterable[Mapping] = (),
    log: Iterable[Mapping] = (),
    calls: Iterable[Mapping] = (),
    asked: Iterable[Mapping] = (),
    rules: Iterable[Mapping] = (),
    given: Given = NOTHING_SAID,
) -> list[Walk]:
    """The walks of these requests on rows of the tables of a case as formats read them."""
    messages, log, calls = [with_header(row) for row in messages], list(log), list(calls)
    estate, entries = Estate(objects, zones_of_log(log), given=given), log_entries(log)
    dumped, tables = dumps_of(messages), handlers(rules)
    wanted = requests(estate, asked)
    mails = [
        Mail(
            letters(messages, one),
            dumped,
            calls_on(calls, one),
            failures(log, one),
            tables,
            puts(calls, one),
        )
        for one in wanted
    ]
    return [follow(estate, one, letters, entries) for one, letters in zip(wanted, mails, strict=True)]


# Messages


def kind(row: Mapping, wanted: Request) -> DumpedMessages | None:
    """What a message of a dump is to a request, uncounted; None where it says nothing of it.

    `row` has the columns of the table `messages`, or those of `gathered.columns` of it.
    """
    md, dlh, xmit = row.get("md") or {}, row.get("dlh") or {}, row.get("xmit") or {}
    broken = any(gap["offset"] < HEADER for gap in row.get("gaps") or [])
    damaged = bool(row.get("error")) or bool(row.get("gaps")) or bool(row.get("missing"))
    dlh = {} if broken else dlh
    put = row.get("put_time")
    near = bool(wanted.put_time and put and abs(put - wanted.put_time) <= NEAR)
    around = bool(wanted.put_time) and (put is None or abs(put - wanted.put_time) <= AROUND)
    on_xmitq = md.get("Format") == "MQXMIT" or bool(xmit)
    links = _links(md, xmit, on_xmitq, near, wanted)
    unnamed = _is_unnamed(md, wanted)
    plain = not (any(links) or dlh)
    if (plain and not (around and (unnamed or not wanted.msg_id))) or not md:
        return None
    has_id, answers, has_correl = links
    one = DumpedMessages(
        row["file"], *map(row.get, OF_DUMP),
        destination=dlh.get("DestQName"), destination_manager=dlh.get("DestQMgrName"), reason=dlh.get("Reason"),
        byte_order=dlh.get("ByteOrder"), persistence=md.get("Persistence"),
        put_by=dlh.get("PutApplName") if dlh.get("PutApplType") == QUEUE_MANAGER else None,
        by_channel=bool(BY_CHANNEL.search(dlh.get("PutApplName") or "")),
        has_id=has_id, answers=answers, has_correl=has_correl, near=near, around=around, unnamed=unnamed,
    )  # fmt: skip
    if plain:
        remote = xmit.get(XMIT_QUEUE), xmit.get(XMIT_MANAGER)
        put_at = None if on_xmitq else maker(_hex(md.get("MsgId")))
        return replace(one, on_xmitq=on_xmitq, remote=remote, put_at=put_at)
    if one.by_channel:
        told = maker(_hex(md.get("MsgId"))), md.get("ReplyToQMgr")
        one = replace(one, channel_type=dlh.get("PutApplType"), put_at=told[0], reply_to=told[1])
    if not any(links) and not near:
        return one
    more = {
        "number": row.get("number"), "msg_type": _inner(md, xmit, "MsgType"), "feedback": _inner(md, xmit, "Feedback"),
        "on_xmitq": on_xmitq, "expiry": md.get("Expiry"),
        "remote": (xmit.get(XMIT_QUEUE), xmit.get(XMIT_MANAGER)), "data_length": row.get("data_length"),
        "flags": md.get("MsgFlags"), "damaged": damaged, "maker": _inner(md, xmit, "PutApplName"),
        "maker_type": _inner(md, xmit, "PutApplType"),
    }  # fmt: skip
    return replace(one, **more)


def _inner(md: Mapping, xmit: Mapping, name: str):
    """A field of the descriptor of the message itself, which is inside of a transmission header where it has one."""
    if not xmit:
        return md.get(name)
    text = xmit.get(INNER + name)
    return text if name == "PutApplName" else int(text) if NUMBER.fullmatch(text or "") else None


def _links(md: Mapping, xmit: Mapping, on_xmitq: bool, near: bool, wanted: Request) -> tuple[bool, bool, bool]:
    """How a message is tied to the one asked for: `has_id`, `answers`, `has_correl` of `DumpedMessages`."""
    # Outside of a transmission header the CorrelId is the MsgId inside, which may not be shown, or names a channel.
    outer = _hex(md.get("CorrelId"))
    correl = (xmit.get(f"{INNER}CorrelId") or "").upper() if on_xmitq else outer
    own = _hex(md.get("MsgId")), (xmit.get(f"{INNER}MsgId") or "").upper() or outer * on_xmitq
    has_id = wanted.msg_id is not None and wanted.msg_id in own
    # Several messages may have one correlation id.
    then = not wanted.msg_id and (near or not wanted.put_time)
    may_be = _inner(md, xmit, "MsgType") in (REPLY, REPORT) or then
    # Zeros are no identifier: many messages have them.
    return has_id, bool(correl.strip("0")) and wanted.msg_id == correl, may_be and wanted.correl_id == correl


def _is_unnamed(md: Mapping, wanted: Request) -> bool:
    name = wanted.id_field
    return name is not None and len(_hex(md.get(name))) != ID_DIGITS


def _hex(value: object) -> str:
    return bytes(value).hex().upper() if isinstance(value, bytes | bytearray) else ""


def letters(rows: Iterable[Mapping], wanted: Request) -> list[DumpedMessages]:
    """The messages of dumps that say something of a request, those that are alike counted."""
    found: dict[DumpedMessages, list[Mapping]] = {}
    known: set[tuple] = set()
    for row in rows:
        one = kind(row, wanted)
        if one:
            key = _message(row)
            found.setdefault(one, []).append({**row, "is_first": key is None or key not in known})
            known.add(key)
    return [replace(one, **counted_alike(of)) for one, of in found.items()]


def _message(row: Mapping) -> tuple | None:
    """What the copies of one message in dumps of its queue have in common; None for one without an id or a time."""
    md, own = row["md"], _hex(row["md"].get("MsgId"))
    same = row.get("data_length"), md.get("MsgSeqNumber"), md.get("Offset")
    put = row.get("put_time")
    return (row.get("queue"), own, put, *same) if own.strip("0") and put else None


def counted_alike(rows: list[Mapping]) -> dict:
    """What is counted of messages that are alike."""
    puts = [row["put_time"] for row in rows if row.get("put_time")]
    dead = [row["dlq_time"] for row in rows if row.get("dlq_time")]
    return {
        "count": sum(row["is_first"] for row in rows), "numbers": ends(*_bounds(rows)),
        "put_first": min(puts, default=None), "put_last": max(puts, default=None), "dead_last": max(dead, default=None),
    }  # fmt: skip


def _bounds(rows: list[Mapping]) -> tuple[int | None, int | None]:
    numbers = [row["number"] for row in rows if row.get("number")]
    return min(numbers, default=None), max(numbers, default=None)


def with_header(row: Mapping) -> dict:
    """A row of the table `messages` with its transmission header as its own mapping."""
    fields = [header["fields"] for header in row.get("headers") or [] if header.get("StrucId") == "XQH"]
    return {**row, "xmit": dict(fields[0] or {}) if fields else {}}


def dumps_of(rows: Iterable[Mapping]) -> dict[tuple, Dump]:
    """The dumps that these messages are of, by their keys, with what a walk asks of them."""
    found: dict[tuple, list[Mapping]] = {}
    for row in rows:
        is_empty = not row.get("md") and (row.get("error") or "").startswith(EMPTY)
        found.setdefault((row["file"], *map(row.get, OF_DUMP), is_empty), []).append(row)
    return {key: Dump(*key, **_of_dump(of)) for key, of in found.items()}


def _of_dump(rows: list[Mapping]) -> dict:
    messages = [md for row in rows if (md := row.get("md"))]
    putters = {name for row in rows if (name := _putter(row.get("dlh") or {}))}
    return {
        "messages": len(messages),
        "begin": min(row.get("offset") or 0 for row in rows), "put": _micros(row.get("put_time") for row in rows),
        "is_unread": any((row.get("md") or {}).get(name) is None for row in rows for name in ANSWERS),
        "putter": putters.pop() if len(putters) == 1 else None,
        "is_cut": any(row.get("md") is not None and row.get("error") is not None for row in rows),
        "is_unnamed": any(
            _cut(md, "MsgId") or (md.get("Format") == "MQXMIT" and _cut(md, "CorrelId")) for md in messages
        ),
    }  # fmt: skip


def _micros(times: Iterable[datetime | None]) -> int | None:
    last = max((time for time in times if time), default=None)
    return None if last is None else int(instant(last).timestamp() * 1e6)


def _putter(dlh: Mapping) -> str | None:
    """The queue manager that put a dead-lettered message itself, or whose channel initiator did."""
    job = re.match(JOB, dlh.get("PutApplName") or "")
    return dlh.get("PutApplName") if dlh.get("PutApplType") == QUEUE_MANAGER else job and job[1]


def _cut(md: Mapping, name: str) -> bool:
    return 2 * len(md.get(name) or b"") != ID_DIGITS


# Calls of a trace


def calls_on(rows: Iterable[Mapping], wanted: Request) -> list[Call]:
    """The calls of a trace that put or took the message asked for."""
    known = list(rows)
    found = [row for row in known if wanted.msg_id and row.get("msg_id") == bytes.fromhex(wanted.msg_id)]
    return [of_row(row, _end(row, known)) for row in found]


def _end(call: Mapping, rows: Iterable[Mapping]) -> Mapping | None:
    """What ended the unit of work of a call: the first such call of its connection behind it, or what is unreadable."""
    owner = _connection(call)
    later = [row for row in rows if row.get("file") == call.get("file") and _place_of_call(row) > _place_of_call(call)]
    ends = [
        row for row in later if row.get("error") or (owner and _connection(row) == owner and ends_unit(row.get("verb")))
    ]
    return min(ends, key=_place_of_call, default=None)


def _place_of_call(row: Mapping) -> tuple:
    return row.get("offset") or 0, row.get("number") or 0


def _connection(row: Mapping) -> tuple:
    connection = row.get("connection") or tuple(row.get(key) for key in ("process", "thread", "channel"))
    return (row.get("queue_manager"), connection) if connection != (None, None, None) else ()


def ends_unit(verb: str | None) -> bool:
    """Whether a call may end a unit of work."""
    return verb in ENDING or (verb or "").startswith("XA")


# Logs


def log_entries(rows: Iterable[Mapping]) -> list[Entry]:
    """The entries of error logs that show channels, those that are alike counted."""
    found: dict[tuple, list[Mapping]] = {}
    told = [row for row in rows if (row.get("message") or "").startswith(("AMQ9", "CSQX", "AMQ8003", "CSQY022"))]
    ended: dict[tuple, tuple[datetime, str]] = {}
    for row in sorted(told, key=_place_in_log, reverse=True):
        inserts = dict(row.get("inserts") or {})
        thread = tuple(row.get(name) for name in WRITER)
        if row["message"].startswith(ENDED) and inserts.get("channel") and row.get("time"):
            ended[thread] = row["time"], inserts["channel"]
        at, name = ended.get(thread, (None, None)) if None not in thread[1:] else (None, None)
        by_thread = name if at and row.get("time") and at - row["time"] <= AT_ONCE else None
        channel = channel_of(row["message"], inserts, by_thread)
        found.setdefault((row["message"], channel, row.get("queue_manager"), host_of(inserts)), []).append(row)
    made = [_entry(key, of) for key, of in found.items()]
    return sorted(made, key=lambda one: (one.last or OLDEST, one.message, one.channel or ""))


def _place_in_log(row: Mapping) -> tuple:
    return row.get("time") or OLDEST, row["file"], row.get("offset") or row["line"] or 0


def host_of(inserts: Mapping) -> str | None:
    """The other end of an entry, by what its message calls it."""
    return inserts.get("host") or inserts.get("connection")


def channel_of(message: str, inserts: Mapping, by_thread: str | None = None) -> str | None:
    """The channel of an entry; of those about a session, the first insert may be its name."""
    first = inserts.get("CommentInsert1")
    named = message[4:5] in SESSION and is_name(first, 20)
    return inserts.get("channel") or by_thread or (first if named else None)


def _entry(key: tuple, rows: list[Mapping]) -> Entry:
    last = max(rows, key=_place_in_log)
    text = with_reason(last.get("text"), last.get("reason"))
    return Entry(*key, len(rows), last.get("time"), text, last["file"], last["line"])


def zones_of_log(log: Iterable[Mapping]) -> dict[str, timedelta]:
    """Those of the rows of logs."""
    found: dict[str, set[timedelta]] = {}
    for row in log:
        manager, time = row.get("queue_manager"), row.get("time")
        if manager and time and not row.get("time_note"):
            found.setdefault(manager, set()).update(host_zones.offset(row.get("time_text"), time))
    return {manager: offsets.pop() for manager, offsets in found.items() if len(offsets) == 1}
