"""The log of the sample API exit amqsaxe: each call with its parameters BEFORE and AFTER, structures in hexadecimal."""

import re
from collections.abc import Iterator

from mqforensics.formats.activity.call import number, whole
from mqforensics.formats.activity.call_time import SECOND
from mqforensics.formats.activity.record import Call, Record
from mqforensics.formats.hexrows import OF_API_EXIT
from mqforensics.structures import MQMD1

TOKENS = (b"MQAPI Trace", b"\n BEFORE ")
CONTEXT = re.compile(rb"^ +(ApplName|ProcessId|ThreadId): +([^\n]*)", re.M)
KEYS = {b"ApplName": "applName", b"ProcessId": "processId", b"ThreadId": "threadId"}
CALL = re.compile(rb"(MQ\w+)[ \t\r]*$")
WHEN = re.compile(rb"^ (BEFORE|AFTER) +(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d) +(\d+)\.(\d{6})", re.M)
VALUE = re.compile(rb"^ *(\w+): \(0x[0-9A-Fa-f]+\) (0x[0-9A-Fa-f]+|-?\d+)", re.M)
DUMP = re.compile(rb"^  (\w+) *: 0x(?:0x)?[0-9A-Fa-f]+[ \t\r]*\n((?: +0x[0-9A-Fa-f]+: [^\n]*\n?)+)", re.M)
OF_MQMD = ("Priority", "Persistence", "MsgId", "CorrelId", "BackoutCount", "PutDate", "PutTime")
SINCE_1970 = 100_000_000
"""Seconds below this are no time since 1970: on Windows the log counts from its own start."""
OPTIONS = {"MQGET": "getOptions", "MQPUT": "putOptions", "MQPUT1": "putOptions"}
ARGUMENT = {"MQOPEN": "openOptions", "MQCLOSE": "closeOptions", "MQSUB": "subOptions"}
LENGTH = {"MQGET": "DataLength", "MQPUT": "BufferLength", "MQPUT1": "BufferLength"}
NO_RETURN = "the log has no AFTER for this call: it had not returned, or the log is cut"


def begin(data: bytes, token: int) -> int | None:
    """Where the log's own header or the call begins whose mark is at `token`."""
    line = data.rfind(b"\n", 0, token) + 1
    if data.startswith(TOKENS[0], token):
        return token if token == line else None
    return line if CALL.fullmatch(data[line:token]) else None


def headline(unit: bytes) -> bool:
    """Whether this is the log's own header, which is part of the first call's text."""
    return unit.startswith(TOKENS[0])


def count(unit: bytes) -> int:
    """How many calls there are: one, but for the header."""
    return 0 if headline(unit) else 1


def last_exact(unit: bytes) -> None:
    """Every call of the log has its time in UTC: none leans on another."""


def learn(unit: bytes, memory: dict[str, str]) -> None:
    """Keep what later calls need: whose log it is, and the queue behind each handle."""
    if headline(unit):
        told = ((KEYS[name], value.rstrip(b" \t\r")) for name, value in CONTEXT.findall(unit))
        memory.update({key: value.decode("utf-8", "replace") for key, value in told})
    elif unit.startswith((b"MQOPEN", b"MQCLOSE")) or _handle(_values(unit)) not in memory:
        parse(unit, memory)


def parse(unit: bytes, memory: dict[str, str]) -> Record:
    """The record of one call."""
    if headline(unit):
        learn(unit, memory)
        return Record({}, [])
    called = CALL.match(unit.split(b"\n", 1)[0])[1].decode()
    values = _values(unit)
    params = _told(called, values) | _times(unit) | _structures(unit, called)
    params["threadId"] = memory.get("threadId")
    _queue(called, values, params, memory)
    head = {key: memory[key] for key in KEYS.values() if key in memory}
    return Record(head, [Call(0, params)])


def _values(unit: bytes) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in VALUE.findall(unit)}


def _told(called: str, values: dict[str, str]) -> dict:
    """The plain parameters; those AFTER the call stand last and win."""
    found = {
        "operationId": called.removeprefix("MQ"),
        "connectionId": values.get("Hconn"),
        "hobj": number(values.get("Hobj")),
        "compCode": values.get("CompCode"),
        "reasonCode": values.get("Reason"),
        "msgLength": values.get(LENGTH.get(called, "")),
    }
    if called in ARGUMENT and "Options" in values:
        found[ARGUMENT[called]] = values["Options"]
    return found


def _times(unit: bytes) -> dict:
    """The call begins BEFORE and lasts until AFTER; seconds since 1970, but on Windows since the log's start."""
    when = {found[1]: (found, int(found[4]) * SECOND + int(found[5])) for found in WHEN.finditer(unit)}
    if b"BEFORE" not in when:
        return {"problem": "the time of this call cannot be read"}
    line, start = when[b"BEFORE"]
    found = {"operationDate": line[2].decode(), "operationTime": line[3].decode()}
    if start >= SINCE_1970 * SECOND:
        found["highresTime"] = start
    if b"AFTER" not in when:
        return found | {"problem": NO_RETURN}
    return found | {"qmgrOpDuration": when[b"AFTER"][1] - start}


def _dumps(unit: bytes) -> Iterator[bytes]:
    for dump in DUMP.finditer(unit):
        digits = b"".join(OF_API_EXIT.findall(dump[2])).replace(b" ", b"")
        yield bytes.fromhex(digits[: len(digits) & ~1].decode())


def _structures(unit: bytes, called: str) -> dict:
    found: dict = {}
    after = unit.find(b"\n AFTER ")
    if after < 0 and called == "MQGET":
        after = 0  # its options are known before it returns
    for data in _dumps(unit[max(after, 0) :]):
        if data[:4] == b"MD  " and len(data) >= MQMD1.length:
            found |= _descriptor(data)
        elif data[:4] in (b"GMO ", b"PMO ") and len(data) >= 16 and called in OPTIONS:
            name = 24 if data[:1] == b"G" else 32
            found |= {OPTIONS[called]: whole(data, 8), "resolvedQueueName": _name(data, name)}
            if data[:1] == b"G":
                found["mqgmoStruct"] = data
        elif data[:4] == b"OD  " and len(data) >= 60:
            found["objectName"] = _name(data, 12)
    return {key: value for key, value in found.items() if value is not None}


def _descriptor(data: bytes) -> dict:
    fields = MQMD1.read(data, 0, "little" if data[4] else "big")
    return {name[0].lower() + name[1:]: fields[name] for name in OF_MQMD}


def _name(data: bytes, at: int) -> str | None:
    return data[at : at + 48].decode("utf-8", "replace").rstrip(" \0") or None


def _handle(values: dict[str, str]) -> str:
    return f"{values.get('Hconn')}/{values.get('Hobj')}"


def _queue(called: str, values: dict[str, str], params: dict, memory: dict[str, str]) -> None:
    """A call names its queue only where it resolves one: the handle remembers."""
    handle = _handle(values)
    known = params.get("resolvedQueueName") or params.get("objectName")
    if "Hobj" in values and known and called != "MQPUT1":
        memory[handle] = known
    elif handle in memory:
        params["objectName"] = memory[handle]
        if called == "MQCLOSE":
            del memory[handle]
