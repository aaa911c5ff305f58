"""Messages as other programs show or save them: plain writers that the readers of `mqmessage` are tested against."""

import struct
from collections.abc import Iterable, Mapping

from tests.writers.amqsbcg import BLANK

TEXT = {"StrucId": 4, "Format": 8, "ReplyToQ": 48, "ReplyToQMgr": 48, "UserIdentifier": 12, "ApplIdentityData": 32,
        "PutApplName": 28, "PutDate": 8, "PutTime": 8, "ApplOriginData": 4}  # fmt: skip
FIRST = (
    "StrucId", "Version", "Report", "MsgType", "Expiry", "Feedback", "Encoding", "CodedCharSetId", "Format", "Priority",
    "Persistence", "MsgId", "CorrelId", "BackoutCount", "ReplyToQ", "ReplyToQMgr", "UserIdentifier", "AccountingToken",
    "ApplIdentityData", "PutApplType", "PutApplName", "PutDate", "PutTime", "ApplOriginData",
)  # fmt: skip
SECOND = ("GroupId", "MsgSeqNumber", "Offset", "MsgFlags", "OriginalLength")


def mqmd(message: Mapping, order: str = "<", codec: str = "ascii") -> bytes:
    """The bytes of an MQMD of the message's Version."""
    md = {**BLANK, **{k: v for k, v in message.items() if k in BLANK}}
    out = []
    for name in FIRST + (SECOND if md["Version"] > 1 else ()):
        value = md[name]
        if name in TEXT:
            out.append(value.ljust(TEXT[name]).encode(codec))
        else:
            out.append(value if isinstance(value, bytes) else struct.pack(order + "i", value))
    return b"".join(out)


def saved(messages: Iterable[Mapping], delimiter: bytes = b"#@%@#", order: str = "<", codec: str = "ascii") -> bytes:
    """Messages one after the other as rfhutil saves a queue; those with `properties` have them in front."""
    out = []
    for message in messages:
        lines = "".join(f"{name}={value}\n" for name, value in message.get("properties", {}).items()).encode()
        out.append((lines and lines + b"$%$%$") + mqmd(message, order, codec) + message["data"])
    return delimiter.join(out)


def screens(data: Iterable[bytes], queue: str = "QMZ1:DEAD.QUEUE") -> str:
    """Records as ISPF shows them with HEX ON, 72 columns wide."""
    out = [f"View             {queue:<30} +                 Top of 2", "Command ===>                       Scroll CSR"]
    out += [
        "      Col 1         Insert Length 4194304        Record AT TOP     Format HEX",
        "****** ****  Top of data  ****",
    ]
    ruler = "".join(f"----+----{n}" if n > 9 else f"----+----{n}-"[:10] for n in range(1, 9))[:72]
    for number, record in enumerate(data, 1):
        row = record[:72]
        text = "".join(c if c.isascii() and c.isprintable() else "." for c in row.decode("cp500"))
        out += [f"{number:06} {text}", " " * 7 + "".join(f"{b >> 4:X}" for b in row)]
        out += [" " * 7 + "".join(f"{b & 15:X}" for b in row), " " * 7 + ruler, ""]
    return "\n".join([*out, "****** ****  End of data  ****"])


def trace_rows(
    data: bytes, prefix: str = " 16:32:57.194679     4026.6      ZSESS:000003        ", suppress: bool = False
) -> str:
    """A buffer as MQ traces show it; with `suppress`, rows that repeat the one above are only counted."""
    rows = [data[at : at + 16] for at in range(0, len(data), 16)]
    out, skipped = [], 0
    for at, row in enumerate(rows):
        if suppress and at and at < len(rows) - 1 and row == rows[at - 1] and (skipped or row == rows[at + 1]):
            skipped += 1
            continue
        if skipped:
            out.append(f"{skipped} lines suppressed, same as above")
            skipped = 0
        cells = " ".join(row[i : i + 4].hex() for i in range(0, len(row), 4))
        text = "".join(chr(b) if 32 <= b < 127 else "." for b in row)
        out.append(f"{prefix}0x{at * 16:04x}:  {cells:<35}  |{text:<16}|")
    return "\n".join(out) + "\n"


JAVA = """\
 GET of message number {number}
****Message descriptor****

  StrucId  : 'MD  '  Version : {Version}
  Report   : {Report}  MsgType : {MsgType}
  Expiry   : {Expiry}  Feedback : {Feedback}
  Encoding : {Encoding}  CodedCharSetId : {CodedCharSetId}
  Format : '{Format:8}'
  Priority : {Priority}  Persistence : {Persistence}
  MsgId : X'{MsgId}'
  CorrelId : X'{CorrelId}'
  BackoutCount : {BackoutCount}
  ReplyToQ     : '{ReplyToQ}'
  ReplyToQMgr  : '{ReplyToQMgr}'
  ** Identity Context
  UserIdentifier : '{UserIdentifier}'
  Accounting Token :
   X'{AccountingToken}'
  ApplIdentityData : '{ApplIdentityData}'
  ** Origin Context
  PutApplType    : '{PutApplType}'
  PutApplName    : '{PutApplName}'
  PutDate  : '{PutDate}'    PutTime  : '{PutTime}'
  ApplOriginData : '{ApplOriginData}'

  GroupId : X'{GroupId}'
  MsgSeqNumber   : '{MsgSeqNumber}'
  Offset         : '{Offset}'
  MsgFlags       : '{MsgFlags}'
  OriginalLength : '{OriginalLength}'

****   Message     ****

 length - {length} bytes

"""


def java(messages: Iterable[Mapping], queue: str = "Q1", rows: str = "amqsbcg") -> str:
    """What a Java program after amqsbcg prints; `rows`: `amqsbcg` or, as JmqiBrowse has them, `trace`."""
    out = [f"\n OPEN - '{queue}'\n\n\n"]
    for number, message in enumerate(messages, 1):
        md = {k: v.hex().upper() if isinstance(v, bytes) else v for k, v in {**BLANK, **message}.items()}
        out.append(JAVA.format(number=number, length=len(message["data"]), **md))
        out.append(_java_rows(message["data"]) if rows == "amqsbcg" else trace_rows(message["data"], "", True))
        out.append("\n\n")
    return "".join(out)


def _java_rows(data: bytes) -> str:
    out = []
    for at in range(0, max(len(data), 1), 16):
        row = data[at : at + 16]
        cells = "".join(f" {row[i : i + 2].hex().upper()}" for i in range(0, len(row), 2))
        out.append(f"{at:08X}: {cells:<40} '{''.join(chr(b) if 32 <= b < 127 else '.' for b in row):<16}'\n")
    return "".join(out)


Q_LABELS = (
    ("StrucId", "StrucId"), ("Version", "Version"), ("Report", "Report"), ("Message Type", "MsgType"),
    ("Expiry", "Expiry"), ("Feedback", "Feedback"), ("MQEncoding", "Encoding"), ("CCSID", "CodedCharSetId"),
    ("Format", "Format"), ("Priority", "Priority"), ("Persistence", "Persistence"), ("Message Id", "MsgId"),
    ("Correl. Id", "CorrelId"), ("Backout Cnt.", "BackoutCount"), ("ReplyToQ", "ReplyToQ"),
    ("ReplyToQMgr", "ReplyToQMgr"), ("UserId", "UserIdentifier"), ("AccountingTkn", "AccountingToken"),
    ("ApplIdentity", "ApplIdentityData"), ("PutApplType", "PutApplType"), ("PutApplName", "PutApplName"),
    ("Put Date", "PutDate"), ("Put Time", "PutTime"), ("ApplOriginDat", "ApplOriginData"), ("Group Id", "GroupId"),
    ("Msg Seq No.", "MsgSeqNumber"), ("Offset", "Offset"), ("MsgFlags", "MsgFlags"), ("Original Len.", "OriginalLength"),
)  # fmt: skip
Q_DEAD = (
    ("StrucId", "StrucId"), ("Version", "Version"), ("Reason", "Reason"), ("Dest. Queue", "DestQName"),
    ("Dest. QMgr", "DestQMgrName"), ("MQEncoding", "Encoding"), ("CCSID", "CodedCharSetId"), ("Format", "Format"),
    ("PutApplType", "PutApplType"), ("PutApplName", "PutApplName"), ("Put Date", "PutDate"), ("Put Time", "PutTime"),
)  # fmt: skip
WIDTHS = {**TEXT, "DestQName": 48, "DestQMgrName": 48}


def _q_field(label: str, name: str, value) -> str:
    if isinstance(value, bytes):
        spaced = "".join(f"{chr(b) if 32 <= b < 127 else '.'} " for b in value)
        text = f"\n{' ' * 14}'{''.join(chr(b) if 32 <= b < 127 else '.' for b in value)}'" if "Id" in label else ""
        return f"{label:<13}:{spaced}\n{' ' * 14}{value.hex().upper()}{text}\n"
    if isinstance(value, str):
        return f"{label:<13}:'{value.ljust(WIDTHS[name])}'\n"
    shown = {
        "Encoding": f"0x'{value:X}'",
        "Report": f"{value & 0xFFFFFFFF:08X}",
        "MsgFlags": f"{value & 0xFFFFFFFF:08X}",
    }
    named = {"MsgType": " (Datagram)", "Reason": " (Queue full)"}.get(name, "")
    return f"{label:<13}:{shown.get(name, f'{value}{named}')}\n"


def q_long(messages: Iterable[Mapping], hexadecimal: bool = True) -> str:
    """What q prints with -d and -df3; an MQDLH as fields, what follows it in hexadecimal (-dh) or as text."""
    out = []
    for message in messages:
        md, dlh, data = {**BLANK, **message}, message.get("dlh"), message["data"]
        out.append("Message Descriptor (MQMD)\n")
        out += [_q_field(label, name, md[name]) for label, name in Q_LABELS]
        length = len(data) + (172 if dlh else 0)
        out.append(f"[{length:5} bytes] Message Content\n")
        if dlh:
            out.append(f"[{length:5} bytes] Dead Letter Queue Header (MQDLH)\n")
            out += [_q_field(label, name, {"StrucId": "DLH ", **dlh}[name]) for label, name in Q_DEAD]
        rows = q_hex(data, 172 if dlh else 0) if hexadecimal else data.decode("latin-1") + "\n"
        out.append(rows)
    return "".join(out)


def q_hex(data: bytes, first: int = 0, width: int = 20) -> str:
    """Rows as q -dh has them."""
    out = []
    for at in range(0, len(data), width):
        row = data[at : at + width]
        cells = " ".join(row[i : i + 4].hex().upper() for i in range(0, len(row), 4))
        text = "".join(chr(b) if 32 <= b < 127 else "." for b in row)
        out.append(f"+{first + at:08X} {cells:<{width * 2 + width // 4 - 1}}  {text}\n")
    return "".join(out)
