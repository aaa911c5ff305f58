"""What amqsbcg prints for given messages, at each program level: the plain writer that the readers are tested against."""

from collections.abc import Iterable, Mapping

BLANK = {
    "StrucId": "MD  ", "Version": 2, "Report": 0, "MsgType": 8, "Expiry": -1, "Feedback": 0, "Encoding": 546,
    "CodedCharSetId": 1208, "Format": "", "Priority": 0, "Persistence": 0, "MsgId": bytes(24), "CorrelId": bytes(24),
    "BackoutCount": 0, "ReplyToQ": "", "ReplyToQMgr": "", "UserIdentifier": "mqm", "AccountingToken": bytes(32),
    "ApplIdentityData": "", "PutApplType": 6, "PutApplName": "amqsput", "PutDate": "20260101", "PutTime": "12000000",
    "ApplOriginData": "", "GroupId": bytes(24), "MsgSeqNumber": 1, "Offset": 0, "MsgFlags": 0, "OriginalLength": -1,
}  # fmt: skip
LEVELS = ("v6", "v7", "v7_ibmi", "p944")
DESCRIPTOR = """\
****Message descriptor****

  StrucId  : '{StrucId:4}'  Version : {Version}
  Report   : {Report}  MsgType : {MsgType}
  Expiry   : {Expiry}  Feedback : {Feedback}
  Encoding : {Encoding}  CodedCharSetId : {CodedCharSetId}
  Format : '{Format:8}'
  Priority : {Priority}  Persistence : {Persistence}
  MsgId : X'{MsgId}'
  CorrelId : X'{CorrelId}'
  BackoutCount : {BackoutCount}
  ReplyToQ       : '{ReplyToQ:48}'
  ReplyToQMgr    : '{ReplyToQMgr:48}'
  ** Identity Context
  UserIdentifier : '{UserIdentifier:12}'
  AccountingToken :\x20
   X'{AccountingToken}'
  ApplIdentityData : '{ApplIdentityData:32}'
  ** Origin Context
  PutApplType    : '{PutApplType}'
  PutApplName    : '{PutApplName:28}'
  PutDate  : '{PutDate:8}'    PutTime  : '{PutTime:8}'
  ApplOriginData : '{ApplOriginData:4}'

  GroupId : X'{GroupId}'
  MsgSeqNumber   : '{MsgSeqNumber}'
  Offset         : '{Offset}'
  MsgFlags       : '{MsgFlags}'
  OriginalLength : '{OriginalLength}'
"""
DEAD = """\

****Dead Letter Header****

  StrucId  : 'DLH '  Version : {Version}
  Reason   : {Reason} [{ReasonName}]
  DestQName      : '{DestQName:48}'
  DestQMgrName   : '{DestQMgrName:48}'
  Encoding : {Encoding}  CodedCharSetId : {CodedCharSetId}
  Format : '{Format:8}'
  PutApplType    : '{PutApplType}'
  PutApplName    : '{PutApplName:28}'
  PutDate  : '{PutDate:8}'    PutTime  : '{PutTime:8}'
"""


def hex_rows(data: bytes, extra: int = 0, pages: bool = True, first: bool = False) -> Iterable[str]:
    """The hex rows of single-byte locales, with the one-blank line of each page."""
    left = 31 if first else 38
    for at in range(0, max(len(data), 1), 16):
        row = data[at : at + 16]
        cells = "".join(f" {row[i : i + 2].hex().upper()}" for i in range(0, len(row), 2))
        text = "".join(chr(b) if 32 <= b < 127 else "." for b in row)
        if pages and left == 0:
            yield " "
            left = 60
        left -= 1
        yield f"{at:08X}: {cells:<40}{' ' * extra} '{text:<16}'"


def swap(value: int) -> int:
    """The number a little-endian machine prints for a big-endian four-byte integer."""
    return int.from_bytes((value & 0xFFFFFFFF).to_bytes(4, "big"), "little", signed=True)


def message(number: int, message: Mapping, level: str = "v7", extra: int = 0, pages: bool = True) -> str:
    """One message: `message` has MQMD names, `data` and, optionally, `length`, `dlh`, `swapped`, `properties`."""
    md = {**BLANK, **{k: v for k, v in message.items() if k in BLANK}}
    md = {k: v.hex().upper() if isinstance(v, bytes) else v for k, v in md.items()}
    data, dlh = message["data"], message.get("dlh")
    tail = " " if level == "v6" else ", CompCode:0 Reason:0"
    out = [f" MQGET of message number {number}{tail}\n", DESCRIPTOR.format(**md)]
    if message.get("properties") is not None:
        out.append(" \n****Message properties****\n\n")
        out += [f"  {name} : {value}\n" for name, value in message["properties"].items()] or ["  None\n"]
    if dlh and level == "p944":
        numbers = ("Version", "Reason", "Encoding", "CodedCharSetId", "PutApplType")
        shown = {**dlh, **{n: swap(dlh[n]) for n in numbers}} if message.get("swapped") else dlh
        out.append(DEAD.format(**{"ReasonName": "UNKNOWN RC", **shown}))
    declared = message.get("length", len(data))
    length = f"{declared} bytes" if level == "v6" else f"{len(data)} of {declared} bytes"
    out.append(f" \n****   Message      ****\n \n length - {length}\n \n")
    out.append("\n".join(hex_rows(data, extra, pages, number == 1)) + "\n \n \n")
    return "".join(out)


def dump(messages: Iterable[Mapping], queue: str = "Q1", level: str = "v7", extra: int = 0, pages: bool = True) -> str:
    """A whole run of the program, from its banner to its last line."""
    messages = list(messages)
    props = any(m.get("properties") is not None for m in messages)
    banner = "AMQSBCG4" if level == "v7_ibmi" else "AMQSBCG0"
    out = [f"\n{banner} - starts here\n**********************\n \n MQOPEN - '{queue}'\n"]
    out.append(" MQCRTMH\n \n \n" if props else " \n \n")
    out += [message(n, m, level, extra, pages) for n, m in enumerate(messages, 1)]
    out.append(" \n No more messages ")
    if level == "p944":
        out.append(
            _summary([m["length"] if "length" in m else len(m["data"]) + 172 * bool(m.get("dlh")) for m in messages])
        )
    out.append("\n MQDLTMH" * props + "\n MQCLOSE\n MQDISC" + "\n" * (level == "p944"))
    return "".join(out)


def _summary(sizes: list[int]) -> str:
    if not sizes:
        return "\n\n****   Summary      ****\n 0 messages browsed.\n"
    return (
        f"\n\n****   Summary      ****\n {len(sizes)} messages browsed.\n Smallest message {min(sizes)} bytes.\n"
        f" Largest message {max(sizes)} bytes.\n Average message {sum(sizes) // len(sizes)} bytes.\n"
    )
