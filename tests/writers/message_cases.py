"""The cases of sample_dumps that hold messages in other ways than amqsbcg's, made by `python -m tests.writers.message_cases`."""

import struct
from datetime import UTC, datetime, timedelta

from tests.writers.cases import SAMPLES, clock, dlh, letter, msg_id
from tests.writers.qload import unload
from tests.writers.shown import java, mqmd, q_long, saved, screens, trace_rows

START = datetime(2026, 3, 14, 6, 30, tzinfo=UTC)
PEOPLE = {"UserIdentifier": "shipper", "PutApplName": "pickpack", "ReplyToQMgr": "QMDOCK"}


def plain(serial: int, text: str, **md) -> dict:
    """A message of the warehouse, a minute after the one before."""
    at = clock(START + timedelta(minutes=serial))
    return {
        "Format": "MQSTR", "MsgId": msg_id("QMDOCK", serial), "PutDate": at[:8], "PutTime": at[8:],
        "data": text.encode(), **PEOPLE, **md,
    }  # fmt: skip


def dead(serial: int, reason: int, queue: str, text: str, encoding: int = 546, ccsid: int = 1208) -> dict:
    """A dead letter of the warehouse."""
    put = START + timedelta(minutes=serial)
    return letter(
        reason, queue, "QMDOCK", encoding, ccsid, text, put, put + timedelta(seconds=11), serial, "pickpack", "shipper",
        "QMDOCK", Persistence=1,
    )  # fmt: skip


def rfh2(folder: str, text: str, order: str = "<", encoding: int = 546) -> bytes:
    """An MQRFH2 with one folder, and text after it."""
    content = folder.encode().ljust(-(-len(folder) // 4) * 4)
    length = 36 + 4 + len(content)
    head = struct.pack(f"{order}4siiii8sii", b"RFH ", 2, length, encoding, 1208, b"MQSTR   ", 0, 1208)
    return head + struct.pack(f"{order}i", len(content)) + content + text.encode()


def export() -> bytes:
    """A dead-letter queue unloaded with -da."""
    jms = rfh2("<usr><dock>7</dock><urgent dt='boolean'>1</urgent></usr>", "pallet 4711 at dock 7")
    messages = [
        dead(1, 2053, "PALLETS.IN", "pallet 4711"),
        dead(2, 2085, "PALLETS.V2", "pallet 4712"),
        dead(3, 2051, "LABELS", "label 88", 785, 500),
        plain(4, "", Format="MQHRF2", data=jms),
        plain(5, ""),
    ]
    return unload(messages, "DOCK.DLQ", "a", manager="QMDOCK")


def text_lines() -> bytes:
    """Two messages unloaded with -dt; the first had three lines."""
    return unload(
        [plain(6, "pallet 4713\r\ndock 2\r\nno label"), plain(7, "one line")], "PALLETS.IN", "t", manager="QMDOCK"
    )


def headerless() -> bytes:
    """An export as it is passed on: no header, one row of hexadecimal shortened by hand."""
    long = "pallet 4714 is at dock 9 and waits for its label, which dock 2 has printed"
    text = unload([plain(8, long), plain(9, "pallet 4715")], options="H")
    row = b"X " + long[25:50].encode().hex().upper().encode()
    return text.replace(row, row[:22] + b"...", 1)


def two_saved() -> bytes:
    """A queue saved by rfhutil on Windows, properties beside the second message."""
    second = plain(11, "pallet 4717") | {"properties": {"usr.dock": "3", "usr.retry(dt='i4')": "2"}}
    return saved([plain(10, "pallet 4716"), second, dead(12, 2035, "LABELS", "label 89")])


def host() -> bytes:
    """One dead letter as z/OS has it: big-endian, EBCDIC, MQMD version 1."""
    message = dead(13, 2051, "LABELS", "label 90", 785, 500) | {"Version": 1}
    return mqmd(message, ">", "cp500") + message["data"]


def header_alone() -> bytes:
    """The data of a dead letter without its MQMD."""
    return dlh(2087, "LABELS", "QMFAR", 273, 819, clock(START))[0] + b"label 91"


def screen() -> bytes:
    """The same kind of data in ISPF with HEX ON, 72 columns of it."""
    header, _ = dlh(2035, "LABELS", "QMZ1", 785, 500, clock(START))
    return screens([header + "label 92".encode("cp500"), "short".encode("cp500")], "QMZ1:DOCK.DLQ").encode()


def formatted() -> bytes:
    """A dead letter as q -df3 formats it."""
    _, fields = dlh(2030, "LABELS", "QMDOCK", 546, 1208, clock(START))
    return q_long([plain(15, "label 93", Format="MQDEAD", dlh=fields)]).encode()


def browsed() -> bytes:
    """Two messages as a Java program after amqsbcg prints them."""
    return java([plain(16, "label 94"), dead(17, 2053, "LABELS", "label 95")], "DOCK.DLQ").encode()


def traced() -> bytes:
    """An MQMD and its data in rows of a trace."""
    message = plain(18, "label 96")
    return trace_rows(mqmd(message) + message["data"]).encode()


FILES = {
    "dmpmqmsg_export/dlq.txt": export,
    "dmpmqmsg_export/text_lines.txt": text_lines,
    "dmpmqmsg_export/headerless.txt": headerless,
    "raw_messages/saved.dat": two_saved,
    "raw_messages/host.bin": host,
    "raw_messages/header_alone.bin": header_alone,
    "raw_messages/screen.txt": screen,
    "raw_messages/formatted.txt": formatted,
    "raw_messages/browsed.txt": browsed,
    "raw_messages/trace_rows.txt": traced,
}

if __name__ == "__main__":
    for name, made in FILES.items():
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made())
