"""What the sample API exit amqsaxe logs."""

import struct
from dataclasses import replace

from tests.writers.traces import Call, Record, at, gmo


def _dump(label: str, data: bytes) -> list[str]:
    rows = [f"  {label:<14}: 0x0x7fffffffd428"]
    for offset in range(0, len(data), 16):
        part = data[offset : offset + 16]
        groups = " ".join(part[i : i + 4].hex().upper() for i in range(0, len(part), 4))
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
        rows.append(f"          0x{0x7FFFFFFFD2A0 + offset:x}:    {groups:37}{text:16}")
    return rows


def _md(call: Call, after: bool) -> bytes:
    known = after and call.msg is not None
    put = at(call.at if call.put is None else call.put)
    when = f"{put:%Y%m%d%H%M%S}{put.microsecond // 10_000:02}".encode() if known else bytes(16)
    return (
        struct.pack("<4s7i8s2i", b"MD  ", 2, 0, 8, -1, 0, 546, 0, b"MQSTR   ", call.priority if known else -1,
                    call.persistence if known else 2)
        + (call.msg if known else bytes(24)) + bytes(24) + struct.pack("<i", 0) + b" " * 96 + bytes(12 + 32 + 32)
        + struct.pack("<i", 28) + bytes(28) + when + bytes(4) + bytes(24) + struct.pack("<4i", 1, 0, 0, -1)
    )  # fmt: skip


def exit_log(record: Record) -> str:
    """The log of amqsaxe for one thread: MQGET and MQPUT with structures, the other calls without."""

    def stamp(word: str, microseconds: int) -> str:
        when = at(microseconds, record.zone)
        local = f"{when:%Y-%m-%d  %H:%M:%S}"
        return f" {word:<25.25} {local:>20.20} {f'{microseconds // 10**6}.{microseconds % 10**6:06}':>26.26}"

    out = ["MQAPI Trace", stamp("START", record.calls[0].at), "  CONTEXT"]
    context = {"ApplName": f"{record.appl:28}", "ProcessId": record.pid, "ThreadId": record.tid}
    out += [*(f"   {name + ':':24}{value}" for name, value in context.items()), "-" * 74]
    for call in record.calls:
        body = {False: [], True: []}
        for after in (False, True):
            if call.verb == "MQGET":
                block = gmo(call if after and call.msg is not None else replace(call, resolved=None))
                body[after] = [*_dump("MsgDesc", _md(call, after)), *_dump("GetMsgOpts", block)]
        out += [call.verb, stamp("BEFORE", call.at), f"{'Hconn':>14}: (0x7fffffffe5c0) 0x20007"]
        out += [f"{'Hobj':>14}: (0x7fffffffe5bc) 0x{call.hobj:x}"] if call.hobj is not None else []
        out += body[False]
        out += [stamp("AFTER", call.at + call.duration), *body[True]]
        out += [f"{'DataLength':>14}: (0x7fffffffe5b4) {call.length}"] if call.verb == "MQGET" else []
        out += [
            f"{'CompCode':>14}: (0x7fffffffe5c8) {call.comp}",
            f"{'Reason':>14}: (0x7fffffffe5c4) {call.reason}",
            "-" * 74,
        ]
    return "\n".join([*out, ""])
