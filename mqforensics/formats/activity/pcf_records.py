"""Activity trace messages as the queue manager writes them: PCF, with or without a descriptor before it."""

import struct
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pyarrow as pa

from mqforensics.formats.activity.call_columns import Columns, records_of
from mqforensics.formats.activity.parameter_labels import KEYS
from mqforensics.formats.activity.record import Call, Record
from mqforensics.structures import mqmd, pcf

CFH, APP_ACTIVITY, ACTIVITY_TRACE = 36, 26, 209
TOKENS = tuple(struct.pack(sign + "2i", APP_ACTIVITY, CFH) for sign in "<>")
GROUP, ACTIVITY_GROUP = 20, 8013
NUMBER64, HIGHRES = 23, 838
SHORT_HEAD = 40
"""What some collectors keep of the descriptor: PutDate 8, PutTime 8, CorrelId 24."""
DESCRIPTORS = (324, 364)
NO_CALLS = "an activity trace message with no MQI operation in it"


def begin(data: bytes, token: int) -> int | None:
    """Where the message begins whose MQCFH is at `token`, what is left of its descriptor included."""
    if len(data) < token + CFH:
        return None
    if struct.unpack_from(_sign(data, token) + "i", data, token + 12)[0] != ACTIVITY_TRACE:
        return None
    for length in DESCRIPTORS:
        if token >= length and data.startswith(b"MD  ", token - length):
            return token - length
    before = data[max(token - SHORT_HEAD, 0) : token]
    if len(before) == SHORT_HEAD and before[:16].isdigit() and before[16:20] == b"AMQC":
        return token - SHORT_HEAD
    # Read three bytes late, a big-endian header passes for a little-endian one; messages fill whole words.
    return None if token % 4 else token


def _cfh(unit: bytes) -> int:
    """Where the MQCFH of a message is that begins with the unit."""
    places = (0, SHORT_HEAD, *DESCRIPTORS)
    return next((at for at in places if unit.startswith(TOKENS, at) and begin(unit, at) == 0), 0)


def count(unit: bytes) -> int:
    """How many calls the message holds."""
    return unit.count(_mark(unit, _cfh(unit)), _cfh(unit))


def parse(unit: bytes) -> Record:
    """The record of one message."""
    start = _cfh(unit)
    return message(unit[start:], _correl_id(unit[:start]), start)


def last_exact(unit: bytes) -> Record | None:
    """The record with only its last call that tells a high-resolution time."""
    body = unit[_cfh(unit) :]
    mark = _mark(body, 0)
    first, last = body.find(mark), body.rfind(mark, 0, max(body.rfind(_exact(body)), 0))
    if last < 0:
        return None
    only_one = struct.pack(_sign(body, 0) + "i", 1)  # as ParameterCount: the rest of the message is not read
    head, call = pcf(body[:first]), pcf(body[: CFH - 4] + only_one + body[last:])
    if not (head and call and call["Parameters"]):
        return None
    return Record(_named(head["Parameters"]), [Call(last, _named(call["Parameters"][0].value))])


def message(body: bytes, correl_id: bytes | None = None, shift: int = 0) -> Record:
    """The record in a message body; the CorrelId of the trace message names the traced connection."""
    read = pcf(body)
    if read is None or read["Command"] != ACTIVITY_TRACE:
        return Record({}, [], NO_CALLS)
    head = _named(read["Parameters"]) | ({"connectionId": correl_id} if correl_id else {})
    groups = [p for p in read["Parameters"] if p.type == GROUP and p.code == ACTIVITY_GROUP]
    calls = [Call(shift + at, _named(group.value)) for at, group in zip(_groups(body), groups, strict=False)]
    return Record(head, calls, "; ".join([NO_CALLS, *read["notes"]]))


def calls(messages: Sequence[tuple[bytes, bytes | None]]) -> tuple[np.ndarray, Mapping[str, pa.Array]]:
    """The calls in activity trace messages, by their bodies and CorrelIds: the message of each, and the other columns.

    For messages that lie in a dump of SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE; any other body has no call.
    """
    read = [message(*one) for one in messages]
    which = [nth for nth, record in enumerate(read) if record.calls]
    columns = Columns(records_of([read[nth] for nth in which], [0] * len(which)))
    return np.array(which, np.int64)[columns.owner], columns.table([None] * len(which))


def _named(parameters: list) -> Mapping:
    found: dict = {}
    for parameter in parameters:
        key = KEYS.get(parameter.code)
        if key:
            found.setdefault(key, parameter.value)
    return found


def _sign(body: bytes, at: int) -> str:
    return "<" if body.startswith(TOKENS[0], at) else ">"


def _mark(body: bytes, cfh: int) -> bytes:
    """What the group of each call begins with."""
    return struct.pack(_sign(body, cfh) + "3i", GROUP, 16, ACTIVITY_GROUP)


def _exact(body: bytes) -> bytes:
    """What a high-resolution time begins with."""
    return struct.pack(_sign(body, 0) + "3i", NUMBER64, 24, HIGHRES)


def _groups(body: bytes) -> Iterator[int]:
    mark = _mark(body, 0)
    at = body.find(mark, CFH)
    while at >= 0:
        yield at
        at = body.find(mark, at + 16)


def _correl_id(before: bytes) -> bytes | None:
    if len(before) == SHORT_HEAD:
        return before[16:]
    described = mqmd(before) if before else None
    return described.fields.get("CorrelId") if described else None
