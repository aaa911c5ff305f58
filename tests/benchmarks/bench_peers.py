"""MQMD and MQDLH against two peers: every field equal, and messages per second of each beside ours.

Run: `python -m tests.benchmarks.bench_peers [--messages 20000]`. The peers are not dependencies of the project:

- tshark: `apt-get install tshark`. It reads a capture that is written here. A fair reference as long as the MQDLH is in
  the byte order of its segment, which is what the dissector assumes; so the two are kept equal.
- ibmmq: `pip install --no-deps ibmmq`. Its C module wants the MQ client, which headers alone do not need, so a
  stand-in takes its place. It knows the machine's own byte order alone: little-endian messages only.
"""

import argparse
import importlib
import os
import random
import shutil
import string
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from mqforensics import structures

MD = (
    ("StrucId", "4s", "structid"), ("Version", "i", "version"), ("Report", "i", "report"), ("MsgType", "i", "msgtype"),
    ("Expiry", "i", "expiry"), ("Feedback", "i", "feedback"), ("Encoding", "i", "encoding"),
    ("CodedCharSetId", "i", "ccsid"), ("Format", "8s", "format"), ("Priority", "i", "priority"),
    ("Persistence", "i", "persistence"), ("MsgId", "24s", "msgid"), ("CorrelId", "24s", "correlid"),
    ("BackoutCount", "i", "backount"), ("ReplyToQ", "48s", "replytoq"), ("ReplyToQMgr", "48s", "replytoqmgr"),
    ("UserIdentifier", "12s", "userid"), ("AccountingToken", "32s", "acttoken"),
    ("ApplIdentityData", "32s", "appldata"), ("PutApplType", "i", "appltype"), ("PutApplName", "28s", "applname"),
    ("PutDate", "8s", "date"), ("PutTime", "8s", "time"), ("ApplOriginData", "4s", "origdata"),
)  # fmt: skip
MD_2 = (
    *MD, ("GroupId", "24s", "groupid"), ("MsgSeqNumber", "i", "msgseqnumber"), ("Offset", "i", "offset"),
    ("MsgFlags", "i", "msgflags"), ("OriginalLength", "i", "origlength"),
)  # fmt: skip
DLH = (
    ("StrucId", "4s", "structid"), ("Version", "i", "version"), ("Reason", "i", "reason"), ("DestQName", "48s", "destq"),
    ("DestQMgrName", "48s", "destqmgr"), ("Encoding", "i", "encoding"), ("CodedCharSetId", "i", "ccsid"),
    ("Format", "8s", "format"), ("PutApplType", "i", "putappltype"), ("PutApplName", "28s", "putapplname"),
    ("PutDate", "8s", "putdate"), ("PutTime", "8s", "puttime"),
)  # fmt: skip
"""Field, how `struct` packs it, and its name in tshark."""
BYTES = {"MsgId", "CorrelId", "GroupId", "AccountingToken"}
ORDERS = {"little": ("<", 546, 2), "big": (">", 273, 1)}
"""Sign of `struct`, Encoding, and the byte order that a segment states."""
NAME = string.ascii_letters + string.digits + "._/%"
NUMBERS = {
    "Encoding": None, "Version": None, "CodedCharSetId": (819, 850, 1208), "MsgType": (1, 2, 4, 8), "Persistence": (0, 1),
    "Priority": tuple(range(10)), "Reason": (2035, 2051, 2053, 2085, 265), "Feedback": (0, 259, 2085, 70_000),
}  # fmt: skip
PORT, GET_REPLY, FIRST_AND_LAST = 1414, 0x95, 0x30
OPTIONS = "4s5i48s"
"""MQGMO version 1, which stands between the descriptor and the data of a reply."""

Pair = tuple[Mapping[str, Any], Mapping[str, Any]]
"""MQMD and MQDLH."""


class Message(NamedTuple):
    """One message: its byte order, its MQMD and its data, which begins with an MQDLH."""

    order: str
    md: bytes
    data: bytes


def messages(count: int) -> Iterator[Message]:
    """Made-up dead letters, by turns in either byte order; every fourth MQMD is of version 1."""
    dice = random.Random(2085)
    for number in range(count):
        order = ("little", "big")[number % 2]
        md = packed(dice, MD if number % 4 > 2 else MD_2, order, StrucId="MD", Format="MQDEAD")
        header = packed(dice, DLH, order, StrucId="DLH", Format="MQSTR")
        yield Message(order, md, header + f"letter {number}".encode())


def packed(dice: random.Random, shape: tuple, order: str, **fixed: str) -> bytes:
    """One structure with random fields but for the `fixed` ones."""
    sign, encoding, _ = ORDERS[order]
    known = {"Encoding": encoding, "Version": 2 if shape is MD_2 else 1, **fixed}
    values = [_value(dice, name, kind, known.get(name)) for name, kind, _ in shape]
    return struct.pack(sign + "".join(kind for _, kind, _ in shape), *values)


def _value(dice: random.Random, name: str, kind: str, known: int | str | None) -> int | bytes:
    if kind == "i":
        return known if known is not None else dice.choice(NUMBERS.get(name) or (0, -1, dice.randrange(1 << 31)))
    width = int(kind[:-1])
    if name in BYTES:
        return dice.randbytes(width)
    text = known if known is not None else "".join(dice.choices(NAME, k=dice.randrange(width + 1)))
    return str(text).encode().ljust(width)


def ours(message: Message) -> Pair:
    """MQMD and MQDLH of a message as this project reads them."""
    md = structures.mqmd(message.md).fields
    return md, structures.message(md, message.data)["dlh"]


def capture(path: Path, found: Iterable[Message]) -> None:
    """A pcap of one TCP stream in which each message is the reply to an MQGET."""
    sequence = 1
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        for number, message in enumerate(found):
            content = segment(message)
            packet = frame(content, sequence)
            out.write(struct.pack("<IIII", number // 1000, number % 1000, len(packet), len(packet)) + packet)
            sequence += len(content)


def segment(message: Message) -> bytes:
    """A transmission segment (TSH) around a message, in the message's byte order."""
    sign, encoding, stated = ORDERS[message.order]
    options = struct.pack(sign + OPTIONS, b"GMO ", 1, 0, 0, 0, 0, b"DLQ".ljust(48))
    body = struct.pack(sign + "4i", 0, 0, 0, 2) + message.md + options
    body += struct.pack(sign + "i", len(message.data)) + message.data
    head = struct.pack(">4siBBBB8s", b"TSH ", 28 + len(body), stated, GET_REPLY, FIRST_AND_LAST, 0, bytes(8))
    return head + struct.pack(sign + "ihH", encoding, 819, 0) + body


def frame(content: bytes, sequence: int) -> bytes:
    """The Ethernet frame of a TCP segment from a queue manager's port."""
    host, client = bytes((10, 0, 0, 1)), bytes((10, 0, 0, 2))
    tcp = struct.pack(">HHIIBBHHH", PORT, 40_000, sequence & 0xFFFFFFFF, 1, 5 << 4, 0x18, 65535, 0, 0)
    ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 40 + len(content), 0, 0, 64, 6, 0, host, client)
    return bytes(12) + b"\x08\x00" + ip + tcp + content


def tshark(path: Path) -> list[Pair]:
    """MQMD and MQDLH of each message as the dissector reads them."""
    names = [f"mq.md.{name}" for *_, name in MD_2] + [f"mq.dlh.{name}" for *_, name in DLH]
    asked = [word for name in names for word in ("-e", name)]
    command = [
        "tshark",
        "-n",
        "-r",
        str(path),
        "-d",
        f"tcp.port=={PORT},mq",
        "-T",
        "fields",
        "-E",
        "separator=|",
        *asked,
    ]
    lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
    return [_printed(line.split("|")) for line in lines]


def _printed(words: list[str]) -> Pair:
    pairs = zip((*MD_2, *DLH), words, strict=True)
    read = [(name, _read(name, kind, word)) for (name, kind, _), word in pairs]
    return dict(read[: len(MD_2)]), dict(read[len(MD_2) :])


def _read(name: str, kind: str, word: str) -> int | str | bytes | None:
    if not word:
        return None if kind == "i" else ""
    if name in BYTES:
        return bytes.fromhex(word)
    if kind != "i":
        return word.rstrip()
    return (int(word, 0) + (1 << 31)) % (1 << 32) - (1 << 31)  # some are printed as unsigned


def stand_in() -> ModuleType:
    """The package `ibmmq` without its C module."""
    made: Any = ModuleType("ibmmq.ibmmqc")
    made.__version__, made.__cmdlevel__, made.__mqbuild__, made.__strucversions__ = version("ibmmq"), "0", "", {}
    made.__getattr__ = lambda name: lambda *_: None
    sys.modules[made.__name__] = made
    return importlib.import_module("ibmmq")


def ibmmq_bytes(message: Message) -> tuple[Any, Any]:
    """MQMD and MQDLH of a message as the package reads them: its own objects, names as bytes."""
    package: Any = sys.modules["ibmmq"]
    return package.MD().unpack(message.md), package.DLH().get_header(message.data)


def ibmmq(message: Message) -> tuple[Any, Any]:
    """The same with names as text, which the package does in a second step."""
    md, dlh = ibmmq_bytes(message)
    return md.to_string(), dlh.to_string()


def unlike(shape: tuple, one: Any, other: Any) -> list[str]:
    """The fields that two readers of a structure do not agree on."""
    hidden = {"StrucId": "_StrucId"} if hasattr(other, "_StrucId") else {}
    told = [(name, one[name], other[hidden.get(name, name)]) for name, *_ in shape]
    return [f"{name}: {mine!r}, {theirs!r}" for name, mine, theirs in told if mine != theirs]


def compare(peer: str, pairs: Iterable[tuple[Pair, Any]]) -> int:
    """Print how many fields of (ours, theirs) differ; gives the number of mismatches."""
    count = fields = wrong = 0
    for (md, dlh), (their_md, their_dlh) in pairs:
        shape = MD_2 if md["Version"] == 2 else MD
        said = unlike(shape, md, their_md) + unlike(DLH, dlh, their_dlh)
        if said and not wrong:
            print(f"first difference (ours, {peer}): {said[0]}")
        count, fields, wrong = count + 1, fields + len(shape) + len(DLH), wrong + len(said)
    print(f"{peer}: {count} messages, {fields} fields, {wrong} mismatches")
    return wrong


def rate(name: str, count: int, action: Callable[[], Any]) -> Any:
    """Print how many messages a second of processor time an action reads, its child processes' time included."""
    begin = sum(os.times()[:4])
    made = action()
    print(f"  {name:32} {count / (sum(os.times()[:4]) - begin):9,.0f} messages/s")
    return made


def each(read: Callable[[Message], Any], made: list[Message]) -> Callable[[], None]:
    """Reading all messages, keeping none."""

    def run() -> None:
        for message in made:
            read(message)

    return run


def against_tshark(made: list[Message]) -> int:
    """All messages, in both byte orders."""
    if not shutil.which("tshark"):
        raise SystemExit("tshark is not there: apt-get install tshark")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "replies.pcap"
        capture(path, made)
        theirs = rate("tshark", len(made), lambda: tshark(path))
    rate("mqforensics", len(made), each(ours, made))
    return compare("tshark", zip(map(ours, made), theirs, strict=True))


def against_ibmmq(made: list[Message]) -> int:
    """The messages in this machine's byte order; the package takes every MQMD for one of version 2, so only those."""
    try:
        stand_in()
    except PackageNotFoundError:
        raise SystemExit("ibmmq is not there: pip install --no-deps ibmmq") from None
    size = structures.MQMD2.length
    chosen = [message for message in made if message.order == sys.byteorder and len(message.md) == size]
    rate("ibmmq, names as bytes", len(chosen), each(ibmmq_bytes, chosen))
    rate("ibmmq, names as text", len(chosen), each(ibmmq, chosen))
    rate("mqforensics", len(chosen), each(ours, chosen))
    return compare("ibmmq", ((ours(message), ibmmq(message)) for message in chosen))


def main() -> None:
    """Compare and print; exit code 1 when any field differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    made = list(messages(parser.parse_args().messages))
    each(ours, made[:500])()
    sys.exit(bool(against_tshark(made) + against_ibmmq(list(messages(2 * len(made))))))


if __name__ == "__main__":
    main()
