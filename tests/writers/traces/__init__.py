"""Traced calls, and what each program prints for them: the plain writers that the readers are tested against."""

import struct
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
EXACT = {"MQGET", "MQPUT", "MQPUT1"}
"""Calls that tell a high-resolution time."""
OPTIONS = {"MQOPEN": "open", "MQGET": "get", "MQPUT": "put", "MQPUT1": "put", "MQCLOSE": "close"}
COMP = ("OK", "WARNING", "FAILED")


@dataclass(frozen=True)
class Call:
    """One call; `at` in microseconds since 1970, `msg` None where no message came."""

    verb: str
    at: int
    duration: int = 100
    options: int | None = None
    hobj: int | None = None
    object: str | None = None
    resolved: str | None = None
    reason: int = 0
    comp: int = 0
    wait: int = 0
    msg: bytes | None = None
    priority: int = 0
    persistence: int = 1
    put: int | None = None
    """When the message was put, in microseconds since 1970."""
    length: int | None = None
    correl: bytes = bytes(24)


@dataclass(frozen=True)
class Record:
    """One activity trace message: a connection and its calls, as local time `zone` seconds east of Greenwich."""

    qm: str = "QM1"
    appl: str = "orders"
    pid: int = 4711
    tid: int = 3
    channel: str | None = None
    connection: bytes = bytes.fromhex("65E6EE0000000011")
    zone: int = 0
    calls: tuple[Call, ...] = field(default=())


def at(microseconds: int, zone: int = 0) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds, seconds=zone)


def gmo(call: Call) -> bytes:
    name = (call.resolved or "").ljust(48).encode()
    return (
        struct.pack("<4s2i", b"GMO ", 4, call.options) + struct.pack("<3i", call.wait, 0, 0) + name
        + struct.pack("<i", 3) + b"    " + bytes(16) + struct.pack("<i", -1) + bytes(12)
    )  # fmt: skip


def parameters(call: Call, record: Record) -> list[tuple[str, object]]:
    """Constant and value of each parameter, in the order the queue manager gives them."""
    local = at(call.at, record.zone)
    found: list[tuple[str, object]] = [
        ("MQIACF_OPERATION_ID", "MQXF_" + call.verb[2:]),
        ("MQIACF_THREAD_ID", record.tid),
        ("MQCACF_OPERATION_DATE", f"{local:%Y-%m-%d}"),
        ("MQCACF_OPERATION_TIME", f"{local:%H:%M:%S}"),
    ]
    if call.verb in EXACT:
        found.append(("MQIAMO64_HIGHRES_TIME", call.at))
    found += [
        ("MQIAMO64_QMGR_OP_DURATION", call.duration),
        ("MQIACF_COMP_CODE", call.comp),
        ("MQIACF_REASON_CODE", call.reason),
    ]
    if call.hobj is not None:
        found.append(("MQIACF_HOBJ", call.hobj))
    if call.options is not None:
        found.append((f"MQIACF_{OPTIONS[call.verb].upper()}_OPTIONS", call.options))
    if call.length is not None:
        found.append(("MQIACF_MSG_LENGTH", call.length))
    if call.resolved is not None and call.msg is not None:
        found.append(("MQCACF_RESOLVED_Q_NAME", call.resolved))
    if call.msg is not None:
        put = at(call.at if call.put is None else call.put)
        found += [
            ("MQIACF_PRIORITY", call.priority),
            ("MQIACF_PERSISTENCE", call.persistence),
            ("MQBACF_MSG_ID", call.msg),
            ("MQBACF_CORREL_ID", call.correl),
            ("MQCACF_PUT_DATE", f"{put:%Y%m%d}"),
            ("MQCACF_PUT_TIME", f"{put:%H%M%S}{put.microsecond // 10_000:02}"),
        ]
    if call.verb == "MQGET" and call.options is not None:
        found.append(("MQBACF_MQGMO_STRUCT", gmo(call)))
    if call.object is not None:
        found.append(("MQCACF_OBJECT_NAME", call.object))
    return found


def head(record: Record) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = [
        ("MQCA_Q_MGR_NAME", record.qm),
        ("MQIACF_SEQUENCE_NUMBER", 0),
        ("MQCACF_APPL_NAME", record.appl),
        ("MQIACF_PROCESS_ID", record.pid),
    ]
    return found + ([("MQCACH_CHANNEL_NAME", record.channel)] if record.channel else [])


def correl_id(record: Record) -> bytes:
    return b"AMQC" + record.qm[:12].ljust(12).encode() + record.connection
