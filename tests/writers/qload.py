"""What the unload program (qload, dmpmqmsg) writes for given messages: the plain writer that the reader is tested against."""

import string
from collections.abc import Iterable, Mapping

from tests.writers.amqsbcg import BLANK

LINES = """\
VER Version
RPT Report
MST MsgType
EXP Expiry
FDB Feedback
ENC Encoding
CCS CodedCharSetId
FMT Format 8
PRI Priority
PER Persistence
MSI MsgId
COI CorrelId
BOC BackoutCount
RTQ ReplyToQ 48
RTM ReplyToQMgr 48
USR UserIdentifier 12
ACC AccountingToken
AI? ApplIdentityData 32
PAT PutApplType
PAN PutApplName 28
PTD PutDate 8
PTT PutTime 8
AO? ApplOriginData 4
GRP GroupId
MSQ MsgSeqNumber
OFF Offset
MSF MsgFlags
ORL OriginalLength
"""
NEWER = ("VER", "GRP", "MSQ", "OFF", "MSF", "ORL")
PRINTABLE = {ord(c) for c in string.printable[:95]}
INVARIANT = {ord(c) for c in string.ascii_letters + string.digits + " '()+,-./:=?_"}
HEADER = "* {program} Version:8.0 Created:Thu Jan  1 12:00:00 2026\n* Qmgr  = {manager}\n* Queue = {queue}\n\n"


def unload(messages: Iterable[Mapping], queue: str = "Q1", options: str = "", width: int = 25,
           manager: str = "QM1") -> bytes:  # fmt: skip
    """A whole file; `options` are the letters after -d: a A c H i N p t."""
    out = [] if "H" in options else [HEADER.format(program="DMPMQMSG", queue=queue, manager=manager).encode()]
    for number, message in enumerate(messages, 1):
        out.append(f"* Index {number}\n".encode() if "i" in options else b"")
        out.append(b"N\n" if "N" in options else _attributes({**BLANK, **message}, "c" in options))
        out.append(_data(message["data"], options, width) + b"\n")
    return b"".join(out)


def _attributes(md: Mapping, as_characters: bool) -> bytes:
    out = []
    for line in LINES.splitlines():
        code, name, *length = line.split()
        if code in NEWER and md["Version"] < 2:
            continue
        value = md[name]
        if length:
            value = value.ljust(int(length[0])).encode("latin-1")
            if "?" in code:
                code = code.replace("?", "D" if as_characters else "X")
                value = value if as_characters else value.hex().upper().encode()
            value = value.partition(b"\0")[0]
        else:
            value = (value.hex().upper() if isinstance(value, bytes) else str(value)).encode()
        out.append(b"A %s %s\n" % (code.encode(), value))
    return b"".join(out)


def _data(data: bytes, options: str, width: int) -> bytes:
    kinds = {"A": (INVARIANT, _string), "p": (PRINTABLE, _string), "t": (PRINTABLE, _text)}
    chosen = next((kinds[o] for o in options if o in kinds), None)
    if not chosen:
        return _hex(data, options, width)
    shown, write = chosen
    out, at = [], 0
    while at < len(data) or not out:
        end = at
        while end < len(data) and data[end] in shown:
            end += 1
        if end > at or not out or (write is _text and data[end : end + 1] in (b"\n", b"\r")):
            out.append(write(data[at:end], width))
        at = end
        if write is _text and data[at : at + 1] in (b"\n", b"\r"):
            at += 2 if data[at : at + 2] in (b"\n\r", b"\r\n") else 1
            continue
        while end < len(data) and data[end] not in shown:
            end += 1
        out.append(_hex(data[at:end], options, width) if end > at else b"")
        at = end
    return b"".join(out)


def _hex(data: bytes, options: str, width: int) -> bytes:
    rows = [data[at : at + width] for at in range(0, len(data), width)] or [b""]
    column = "a" in options and bool(data)
    return b"".join(
        b"X " + row.hex().upper().encode() + (_column(row, width) if column else b"") + b"\n" for row in rows
    )


def _column(row: bytes, width: int) -> bytes:
    shown = bytes(b if b in PRINTABLE else 0x2E for b in row)
    return b"  " * (width + 1 - len(row)) + b"<" + shown + b">"


def _string(data: bytes, width: int) -> bytes:
    size = width * 2 - 2
    rows = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b'S "%s"\n' % r.replace(b"~", b"~~").replace(b'"', b'~"') for r in rows) or b"S \n"


def _text(data: bytes, width: int) -> bytes:
    return b"T " + data + b"\n"
