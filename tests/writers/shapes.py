"""Well-formed amqsbcg dumps of many shapes: what real queues hold, drawn by dice, for equality tests and benchmarks."""

import random
from collections.abc import Callable, Iterable

from mqforensics import structures
from mqforensics.structures.layouts import layout
from tests.structures.made import CODECS, EYES, ORDERS, ZERO_FIELDS
from tests.writers import amqsbcg
from tests.writers.cases import dlh

WORDS = ("order", "4711", "accepted", "amount", "customer", '{"id":', "<item>", "value", "2026-03-01")
UMLAUTS = ("Müller", "Straße", "größer", "naïve", "日本語", "€ 12", "order", "Zürich")
QUEUES = ("ORDERS.IN", "PAYROLL.IN", "INVOICES.V2")


def text(dice: random.Random, words=WORDS, least: int = 20, most: int = 160) -> str:
    """Words with blanks between them."""
    return " ".join(dice.choice(words) for _ in range(dice.randrange(least, most)))


def binary(dice: random.Random) -> bytes:
    """Packed numbers, flags and codes, no text."""
    return dice.randbytes(dice.randrange(100, 900))


def folder(root: str, values: Iterable[tuple[str, str]]) -> bytes:
    """One folder of an MQRFH2, padded to a multiple of four."""
    inside = "".join(f"<{name}>{value}</{name.partition(' ')[0]}>" for name, value in values)
    content = f"<{root}>{inside}</{root}>".encode()
    return content.ljust(-(-len(content) // 4) * 4)


def rfh2(dice: random.Random, folders: Iterable[bytes], encoding: int, before: int, ccsid: int = 1208) -> bytes:
    """An MQRFH2 whose own numbers are in the order of `before`, the encoding of what stands before it."""
    order = ORDERS[before]
    inside = b"".join(len(one).to_bytes(4, order) + one for one in folders)
    fields = {"StrucId": "RFH", "Version": 2, "StrucLength": 36 + len(inside), "Encoding": encoding,
              "CodedCharSetId": ccsid, "Format": "MQSTR", "Flags": 0, "NameValueCCSID": 1208}  # fmt: skip
    return structures.pack("MQRFH2", fields, order) + inside


def jms_folders(dice: random.Random) -> list[bytes]:
    """What the classes for JMS write."""
    usr = [(f"key{n}" if dice.random() < 0.7 else f"num{n} dt='i4'", str(dice.randrange(10**6))) for n in range(4)]
    return [
        folder("mcd", [("Msd", "jms_text")]),
        folder("jms", [("Dst", "queue:///ORDERS.IN"), ("Tms", str(1772000000000 + dice.randrange(10**9))),
                       ("Cid", dice.randbytes(12).hex()), ("Dlv", "2")]),
        folder("usr", usr),
    ]  # fmt: skip


def message(dice: random.Random, **md) -> dict:
    """An MQMD with what differs from message to message."""
    return {
        "MsgId": b"AMQ QMHUB       " + dice.randbytes(8), "ReplyToQ": dice.choice(("", "REPLY.TO")),
        "ReplyToQMgr": "QMHUB", "UserIdentifier": "svcuser", "AccountingToken": dice.randbytes(32),
        "PutApplName": "orders-api", "Report": dice.choice((0, 1, 2048)), "Persistence": dice.randrange(2),
        "BackoutCount": dice.randrange(4), "PutTime": f"{dice.randrange(24):02}3015{dice.randrange(100):02}", **md,
    }  # fmt: skip


def dead(dice: random.Random, encoding: int, ccsid: int, format: str = "MQSTR") -> tuple[bytes, dict]:
    """An MQDLH and its fields."""
    codec_ccsid = 819 if ccsid == 1208 else ccsid
    header, fields = dlh(
        dice.choice((2035, 2051, 2053, 2085)), dice.choice(QUEUES), "QMHUB", encoding, codec_ccsid,
        at=f"20260301{dice.randrange(24):02}301500", format=format,
    )  # fmt: skip
    return header, fields


def _dead_text(dice, encode, ccsid, **md):
    encoding = dice.choice((273, 546)) if ccsid != 500 else 785
    header, _ = dead(dice, encoding, ccsid)
    return message(dice, Format="MQDEAD", Encoding=encoding, CodedCharSetId=ccsid, data=header + encode(dice), **md)


def plain(dice):
    """A dead letter in plain text."""
    return _dead_text(dice, lambda dice: text(dice).encode(), 819)


def ebcdic(dice):
    """A dead letter from z/OS."""
    return _dead_text(dice, lambda dice: text(dice).encode("cp500"), 500)


def utf8(dice):
    """Text with an umlaut."""
    return message(dice, Format="MQSTR", CodedCharSetId=1208, data=text(dice, UMLAUTS).encode())


def binary_letter(dice):
    """A dead letter that is no text."""
    header, _ = dead(dice, 546, 819, "        ")
    return message(dice, Format="MQDEAD", Encoding=546, CodedCharSetId=819, data=header + binary(dice))


def on_xmitq(dice):
    """A message on a transmission queue."""
    fields = {"StrucId": "XQH", "Version": 1, "RemoteQName": "ORDERS.IN", "RemoteQMgrName": "QMFAR",
              "MsgDesc.StrucId": "MD", "MsgDesc.Version": 1, "MsgDesc.Encoding": 546, "MsgDesc.CodedCharSetId": 1208,
              "MsgDesc.Format": "MQSTR", "MsgDesc.MsgId": dice.randbytes(24), "MsgDesc.PutApplName": "orders-api",
              "MsgDesc.PutDate": "20260301", "MsgDesc.PutTime": "07300000"}  # fmt: skip
    data = structures.pack("MQXQH", fields, "little") + text(dice).encode()
    return message(dice, Format="MQXMIT", Encoding=546, CodedCharSetId=819, data=data)


def jms(dice):
    """A dead letter of JMS."""
    header, _ = dead(dice, 546, 1208, "MQHRF2")
    data = header + rfh2(dice, jms_folders(dice), 273, 546) + text(dice).encode()
    return message(dice, Format="MQDEAD", Encoding=546, CodedCharSetId=1208, data=data)


def jms_bare(dice):
    """A message of JMS."""
    data = rfh2(dice, jms_folders(dice), 273, 273) + text(dice).encode()
    return message(dice, Format="MQHRF2", Encoding=273, CodedCharSetId=1208, data=data)


def printed(dice, format="MQSTR", data=None):
    """A dead letter whose header 9.3.4 and later print."""
    _, fields = dead(dice, 546, 1208, format)
    body = text(dice).encode() if data is None else data
    return message(dice, Format="MQDEAD", Encoding=546, CodedCharSetId=1208, data=body, dlh=fields)


def jms_printed(dice):
    """The same of JMS."""
    return printed(dice, "MQHRF2", rfh2(dice, jms_folders(dice), 273, 546) + text(dice).encode())


def quotes(dice):
    """A name with a quote in it."""
    return {**plain(dice), "PutApplName": dice.choice(("o'clock", "'q'", "it's"))}


SHAPES: dict[str, tuple[Callable, str, int]] = {
    "plain": (plain, "v7", 0), "IBM i plain": (plain, "v7_ibmi", 0), "EBCDIC": (ebcdic, "v6", 0),
    "printed dead letter header": (printed, "p944", 0), "UTF-8 with umlauts": (utf8, "v7", 0),
    "transmission queue": (on_xmitq, "v7", 0), "binary": (binary_letter, "v7", 0), "JMS": (jms, "v7", 0),
    "JMS bare": (jms_bare, "v7", 10), "JMS 9.3.4": (jms_printed, "p944", 10), "quotes": (quotes, "v7", 0),
}  # fmt: skip
"""Each shape's message, the program's level, and the blanks before the text column."""


def any_message(dice: random.Random) -> dict:
    """A message of any shape, or with headers, character sets and contradictions by chance."""
    if dice.random() < 0.4:
        return dice.choice(list(SHAPES.values()))[0](dice)
    kinds = [dice.choice(sorted(EYES)) for _ in range(dice.randrange(4))]
    steps = [(dice.choice(sorted(ORDERS)), dice.choice(sorted(CODECS))) for _ in range(len(kinds) + 1)]
    formats = [EYES[kind][2] for kind in kinds] + [dice.choice(("MQSTR", "", "MQHRF2", "MYFMT"))]
    data = b""
    for n, kind in enumerate(kinds):
        encoding, ccsid = steps[n]
        if dice.random() < 0.15:  # written otherwise than said
            encoding = dice.choice(sorted(ORDERS))
        fields = _fields(dice, kind, steps[n + 1], formats[n + 1])
        more = _more(dice, kind, encoding)
        if "StrucLength" in fields:
            fields["StrucLength"] += len(more)
        data += structures.pack(kind, fields, ORDERS[encoding], CODECS[ccsid]) + more
    data += _body(dice, steps[-1][1])
    if dice.random() < 0.1:
        data = data[: dice.randrange(len(data) + 1)]
    said = {"Encoding": steps[0][0], "CodedCharSetId": dice.choice((steps[0][1], steps[0][1], 0, 1200, 943)),
            "Format": formats[0]}  # fmt: skip
    made = message(dice, **said, data=data)
    if formats[0] == "MQDEAD" and dice.random() < 0.5:
        _, fields = dead(dice, 546, 819, formats[1] if len(formats) > 1 else "")
        made |= {"dlh": fields, "data": data[172:] if dice.random() < 0.7 else data, "swapped": dice.random() < 0.3}
    if dice.random() < 0.1:
        made["length"] = len(made["data"]) + dice.randrange(1, 5000)
    if dice.random() < 0.1:
        made["PutApplName"] = dice.choice(("ünder", "a'b'", "x" * 28))
    return made


def _fields(dice, kind, step, format):
    shape, (eye, version, _) = layout(kind), EYES[kind]
    prefix = "MsgDesc." if kind == "MQXQH" else ""
    fields = {}
    for name in shape.fields:
        length = shape.places[name][1]
        if shape.types[name] == "char":
            fields[name] = dice.choice(("", "NAME", "A.QUEUE/1"))[:length]
        elif shape.types[name] == "byte":
            fields[name] = dice.randbytes(length)
        else:
            fields[name] = 0 if name in ZERO_FIELDS else dice.choice((0, 1, -1, 2053, 2**31 - 1))
    fields |= {"StrucId": eye.rstrip(), "Version": version, prefix + "Encoding": step[0],
               prefix + "CodedCharSetId": step[1], prefix + "Format": format}  # fmt: skip
    fields |= {"MsgDesc.StrucId": "MD", "MsgDesc.Version": 1} if prefix else {}
    fields |= {"StrucLength": shape.length} if "StrucLength" in shape.fields else {}
    return fields


def _more(dice, kind, encoding):
    if kind == "MQRFH" and dice.random() < 0.7:
        return b"name value other 'x' \"a b\"   "
    if kind != "MQRFH2":
        return b""
    odd = [b"<usr><a>1</a><a>2</a></usr> ", b"<usr><a>&lt;</a></usr>  ", "<usr><ä>ö</ä></usr>  ".encode(), b"<usr></usr> ",
           b"<mcd/>  ", b"<a><b><c>d</c></b></a>  ", b"<usr><a>1</b></usr> ", b"text", b"<u><a dt=\"i8\">5</a>x</u> ",
           b"        ", b"<u><a x='1'>2</a></u>   "]  # fmt: skip
    folders = [dice.choice(odd) for _ in range(dice.randrange(3))] if dice.random() < 0.5 else jms_folders(dice)
    return b"".join(len(one).to_bytes(4, ORDERS[encoding]) + one for one in folders)


def _body(dice, ccsid):
    codec = CODECS[ccsid]
    return dice.choice((
        b"", text(dice, most=40).encode(codec), binary(dice), text(dice, UMLAUTS, 1, 20).encode(codec, "ignore"),
        text(dice, most=30).encode(), text(dice, most=30).encode("utf-16-be"), text(dice).encode(codec) + bytes(5),
        b"PDMQ" + bytes(20), bytes(40), b"ORDERS.IN", b"\xff\xfea\0b\0", "Straße".encode()[:-2], "ÄÖ".encode("cp1252"),
    ))  # fmt: skip


def wide_rows(data: bytes, extra: int = 10) -> Iterable[str]:
    """Hex rows of a UTF-8 locale: a character that a row begins is completed in it, and the next row is shorter."""
    at = 0
    while at < max(len(data), 1):
        lead = at % 16
        stop = at + 16 - lead
        while stop < len(data) and stop - at < 19 - lead and _inside_character(data, stop):
            stop += 1
        row = data[at:stop]
        cells = list("  " * lead + row.hex().upper())
        pairs = ["".join(cells[n : n + 2]) for n in range(0, len(cells), 2)]
        first = "".join(pairs[n] + (" " if n % 2 else "") for n in range(min(16, len(pairs)))).rstrip()
        grid = f"{first:<39}" if len(pairs) <= 16 else f"{first:<39}" + "".join(pairs[16:])
        shown = " " * lead + row.decode("utf-8", "replace").replace("\n", ".").replace("\ufffd", ".")
        yield f"{at:08X}:  {grid:<{40 + extra}}'{shown:<16}'"
        at = stop if row else 1


def _inside_character(data: bytes, stop: int) -> bool:
    begin = max(n for n in range(max(0, stop - 4), stop) if data[n] & 0xC0 != 0x80 or n == max(0, stop - 4))
    try:
        data[begin:stop].decode()
    except UnicodeDecodeError:
        try:
            data[begin : stop + 1].decode()
            return True
        except UnicodeDecodeError as problem:
            return problem.reason == "unexpected end of data"
    return False


def in_wide_rows(printed: str, messages: Iterable[dict]) -> str:
    """A printed dump with the hex rows of a UTF-8 locale instead of its own."""
    parts = printed.split("\n \n00000000:")
    for n, one in enumerate(messages, 1):
        _, _, rest = parts[n].partition("'\n \n \n")
        parts[n] = "\n \n" + "\n".join(wide_rows(one["data"])) + "\n \n \n" + rest
    return "".join(parts)


def dump(name: str, count: int, seed: int = 1) -> str:
    """A dump of `count` messages of one shape."""
    dice = random.Random(seed)
    make, level, extra = SHAPES[name]
    return amqsbcg.dump([make(dice) for _ in range(count)], "A.QUEUE", level, extra)
