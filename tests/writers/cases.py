"""The dead-letter cases of sample_dumps: what their files hold, made anew from here by `python -m tests.writers.cases`."""

import random
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.writers.amqsbcg import dump

SAMPLES = Path(__file__).resolve().parents[2] / "sample_dumps"
ORDERS = {273: ">", 546: "<", 785: ">"}
CODECS = {819: "latin-1", 1208: "utf-8", 1252: "cp1252", 500: "cp500"}


def dlh(reason, queue, queue_manager, encoding, ccsid, at, format="MQSTR", appl_type=6, appl="amqrmppa"):
    """An MQDLH whose own numbers and letters are in the encoding and character set that it states, and its fields."""
    order, codec = ORDERS[encoding], CODECS[ccsid]
    fields = {
        "Version": 1, "Reason": reason, "DestQName": queue, "DestQMgrName": queue_manager, "Encoding": encoding,
        "CodedCharSetId": ccsid, "Format": format, "PutApplType": appl_type, "PutApplName": appl,
        "PutDate": at[:8], "PutTime": at[8:],
    }  # fmt: skip
    text = {k: v.encode(codec) for k, v in fields.items() if isinstance(v, str)}
    pad = " ".encode(codec)
    widths = {"DestQName": 48, "DestQMgrName": 48, "Format": 8, "PutApplName": 28, "PutDate": 8, "PutTime": 8}
    text = {k: v.ljust(widths[k], pad) for k, v in text.items()}
    return struct.pack(
        f"{order}4sii48s48sii8si28s8s8s", "DLH ".encode(codec), 1, reason, text["DestQName"], text["DestQMgrName"],
        encoding, ccsid, text["Format"], appl_type, text["PutApplName"], text["PutDate"], text["PutTime"],
    ), fields  # fmt: skip


def clock(at: datetime) -> str:
    """A time as PutDate and PutTime hold it."""
    return f"{at:%Y%m%d%H%M%S}{at.microsecond // 10_000:02}"


def msg_id(queue_manager: str, serial: int) -> bytes:
    """A message id as a queue manager makes it."""
    return b"AMQ " + queue_manager.encode().ljust(12)[:12] + struct.pack(">II", 0x6A3B1C00 + serial // 256, serial)


def letter(reason, queue, queue_manager, encoding, ccsid, text, put, dead, serial, appl, user, origin, **md):
    """One dead letter: MQMD, MQDLH and text."""
    header, fields = dlh(reason, queue, queue_manager, encoding, ccsid, at=clock(dead))
    return {
        "Format": "MQDEAD", "Encoding": encoding, "CodedCharSetId": ccsid, "MsgId": msg_id(origin, serial),
        "ReplyToQMgr": origin, "UserIdentifier": user, "PutApplName": appl, "PutDate": clock(put)[:8],
        "PutTime": clock(put)[8:], "data": header + text.encode(CODECS[ccsid]), "dlh": fields, **md,
    }  # fmt: skip


def put_inhibited() -> str:
    """Q6 is put-inhibited: one little-endian dead letter with 2051."""
    put = datetime(2026, 3, 2, 9, 14, 7, 420000, tzinfo=UTC)
    one = letter(
        2051, "Q6", "QM_VER75", 546, 1208, "order 1001: two crates of oranges", put, put + timedelta(seconds=10), 7,
        "amqsput", "maria", "QM_ANG75",
    )  # fmt: skip
    return dump([one], "DLQ", "v7", extra=10)


def not_authorized() -> str:
    """A message from a big-endian host whose user may not put: 2035."""
    put = datetime(2026, 3, 3, 22, 40, 51, 90000, tzinfo=UTC)
    one = letter(
        2035, "PAYROLL.IN", "QMAIX01", 273, 819, "<pay employee='4711' month='2026-02'/>", put,
        put + timedelta(milliseconds=340), 19, "payfeed", "batch7", "QMAIX02", Persistence=1,
    )  # fmt: skip
    return dump([one], "SYSTEM.DEAD.LETTER.QUEUE", "v7")


def unknown_object() -> str:
    """A message from Windows for a queue that nobody defined: 2085, printed by a 9.4 program."""
    put = datetime(2026, 3, 4, 11, 2, 33, 0, tzinfo=UTC)
    one = letter(
        2085, "INVOICES.V2", "QMWIN1", 546, 1252, "Rechnung 88 für Müller", put, put + timedelta(milliseconds=90), 3,
        r"C:\apps\billing\send.exe", "SYSTEM", "QMWIN1", PutApplType=11,
    )  # fmt: skip
    header, text = one["data"][:172], one["data"][172:]
    assert len(header) == 172
    return dump([{**one, "data": text, "dlh": {**one["dlh"], "ReasonName": "MQRC_UNKNOWN_OBJECT_NAME"}}], "DLQ", "p944")


HOSTS = (
    ("QMAIX01", 273, 819, 6, "batch7", "/opt/feed/bin/settle"),
    ("QMLNX01", 546, 1208, 6, "tomcat", "orders-api"),
    ("QMWIN1", 546, 1252, 11, "svcmq", r"D:\mq\bin\bridge.exe"),
    ("CSQ1", 785, 500, 2, "CICSUSR", "CICSP01 ORD1"),
)
MIX = (
    (2053, "ORDERS.IN", 1, 132), (2035, "PAYROLL.IN", 0, 61), (2085, "INVOICES.V2", 2, 44), (2051, "CLAIMS.IN", 3, 38),
    (2030, "IMAGES.IN", 1, 12), (2087, "PARTNER.OUT", 0, 7), (2082, "ORDERS.ALIAS", 3, 4), (271, "QMLNX01", 2, 1),
)  # fmt: skip
"""Reason, destination, host, how many."""


def mixed() -> str:
    """Three hundred messages of four hosts and eight reasons; one of them an application put there itself."""
    dice = random.Random(20260307)
    start = datetime(2026, 3, 7, 1, 0, tzinfo=UTC)
    letters = [
        _mixed_letter(dice, start, reason, queue, HOSTS[host])
        for reason, queue, host, count in MIX
        for _ in range(count)
    ]
    letters.append(_bare(start))
    letters.sort(key=lambda one: one["PutDate"] + one["PutTime"])
    for serial, one in enumerate(letters, 1):
        one["MsgId"] = msg_id(one["ReplyToQMgr"], serial)
    return dump(letters, "SYSTEM.DEAD.LETTER.QUEUE", "v7", extra=10)


def _mixed_letter(dice, start, reason, queue, host):
    name, encoding, ccsid, appl_type, user, appl = host
    burst = reason == 2053
    at = start + timedelta(minutes=dice.uniform(390, 420) if burst else dice.uniform(0, 1380))
    text = f"{queue.lower()} item {dice.randrange(10_000, 99_999)} amount {dice.randrange(1, 900)}.{dice.randrange(100):02}"
    waited = timedelta(seconds=10 if reason in (2051, 2053) else 0, milliseconds=dice.randrange(20, 400))
    return letter(
        reason, queue, "QMHUB", encoding, ccsid, text, at, at + waited, 0, appl, user, name, PutApplType=appl_type,
        Persistence=int(reason != 2030),
    )  # fmt: skip


def _bare(start):
    at = clock(start + timedelta(minutes=777))
    text = '{"note":"parked by the night shift"}'
    return {
        "Format": "MQSTR", "CodedCharSetId": 1208, "ReplyToQMgr": "QMLNX01", "UserIdentifier": "ops",
        "PutApplName": "park.sh", "PutDate": at[:8], "PutTime": at[8:], "data": text.encode(),
    }  # fmt: skip


FILES = {
    "dlq_put_inhibited/dlq.txt": (put_inhibited, "\n"),
    "dlq_not_authorized/dlq.txt": (not_authorized, "\n"),
    "dlq_unknown_object/dlq.txt": (unknown_object, "\r\n"),
    "dlq_mixed/dlq.txt": (mixed, "\n"),
}


def content(name: str) -> bytes:
    """The bytes of one of `FILES`."""
    made, newline = FILES[name]
    return made().replace("\n", newline).encode("utf-8")


if __name__ == "__main__":
    for name in FILES:
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content(name))
