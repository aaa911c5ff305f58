"""Files of any size for the benchmarks: every shape of dump, and one for each other reader; a few megabytes repeated."""

import random
import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.formats.mqsc_printer import HEADERS, two_columns
from tests.formats.mqsc_printer import session as mqsc_session
from tests.writers import log_cases, qload, shapes, shown, trace_cases
from tests.writers.traces import amqsact, amqsevt

SEPARATOR = "MQGET of message number "
MESSAGES = 600
ID = re.compile(rb"(MsgId : X'[0-9A-F]{40})[0-9A-F]{8}")
DAMAGED = {
    "one hex row masked": lambda lines, rows: [
        line[:11] + "**** ****" + line[20:] if at == rows[len(rows) // 2] else line for at, line in enumerate(lines)
    ],
    "one line of the descriptor lost": lambda lines, rows: [*lines[:9], *lines[10:]],
    "quoted by mail": lambda lines, rows: [f"> {line}" for line in lines],
}
"""What is done to each record of a dump, by its lines and where its hex rows are among them."""


def pieces(name: str) -> tuple[bytes, bytes, bytes]:
    """What a file of this shape begins with, what it repeats, and what it ends with."""
    if name in OTHERS:
        head, body = OTHERS[name][1]()
        return head, body, b""
    shape, _, damage = name.partition(", ")
    text = shapes.dump(shape, MESSAGES)
    begin, end = text.index(f" {SEPARATOR}"), text.index("\n No more messages")
    body = text[begin : end + 1].rstrip(" \n") + "\n \n \n"
    if damage:
        body = "".join(_damaged(record, damage) for record in re.split(f"(?m)^(?= {SEPARATOR})", body))
    return text[:begin].encode(), body.encode(), text[end:].encode()


def _damaged(record: str, damage: str) -> str:
    lines = record.removesuffix("\n").split("\n")
    rows = [at for at, line in enumerate(lines) if re.match("[0-9A-F]{8}:", line)]
    return "\n".join(DAMAGED[damage](lines, rows)) + "\n" if rows else record


def write(name: str, path: Path, megabytes: float) -> int:
    """Write a file of about this size; gives its bytes."""
    head, body, tail = pieces(name)
    with open(path, "wb") as out:
        out.write(head)
        for serial in _serials(body):
            out.write(serial)
            if out.tell() >= megabytes * 1e6:
                break
        out.write(tail)
    return path.stat().st_size


def _serials(body: bytes) -> Iterator[bytes]:
    """The body again and again; only the first message of a dump is number 1, which has a shorter page.

    Each message has an id of its own, as in one browse of a queue.
    """
    numbers = count(1)

    def own(found: re.Match) -> bytes:
        return b"%s%08X" % (found[1], next(numbers))

    yield ID.sub(own, body)
    again = body[body.find(b" " + SEPARATOR.encode(), 1) :] if SEPARATOR.encode() in body else body
    while True:
        yield ID.sub(own, again)


def _mqsc() -> tuple[bytes, bytes]:
    queues = [
        ("QLOCAL", [("QUEUE", f"APP.{n:05}.IN"), ("TYPE", "QLOCAL"), ("DESCR", f"orders of branch {n}"), ("PUT", "ENABLED"),
                   ("GET", "ENABLED"), ("MAXDEPTH", "5000"), ("CURDEPTH", str(n % 77)), ("BOTHRESH", "3"),
                   ("BOQNAME", "APP.BACKOUT"), ("ALTDATE", "2026-03-01"), ("ALTTIME", "10.11.12")])
        for n in range(2000)
    ]  # fmt: skip
    return b"", mqsc_session(queues).encode()


def _answer() -> tuple[bytes, bytes]:
    """One session that shows every attribute of very many queues."""
    more = [(f"ATTR{n:02}", ("ENABLED", "0", "", "QMGR", "999999999")[n % 5]) for n in range(44)]
    times = [("ALTDATE", "2026-03-01"), ("ALTTIME", "10.11.12"), ("CRDATE", "2025-03-01"), ("CRTIME", "10.11.12")]
    queues = (
        [("QUEUE", f"APP.{n:05}.IN"), ("TYPE", "QLOCAL"), ("CURDEPTH", str(n % 77)), *times, *more] for n in range(2000)
    )
    shown = "".join("\n".join([HEADERS["QLOCAL"], *two_columns(queue), ""]) for queue in queues)
    head = "5724-H72 (C) Copyright IBM Corp. 1994, 2025.\nStarting MQSC for queue manager QM1.\n\n\n"
    return f"{head}     1 : DISPLAY QLOCAL(*) ALL\n".encode(), shown.encode()


def _dmpmqmsg() -> tuple[bytes, bytes]:
    dice = random.Random(1)
    whole = qload.unload([shapes.jms(dice) for _ in range(MESSAGES)], "A.QUEUE")
    at = whole.index(b"\nA ") + 1
    return whole[:at], whole[at:].rstrip(b"\n") + b"\n\n"


def _rules() -> tuple[bytes, bytes]:
    rules = "".join(
        f"* branch {n}\nDESTQ(APP.{n:05}.IN) REASON(MQRC_Q_FULL) +\n ACTION(RETRY) RETRY(5)\n"
        f"APPLNAME('feed{n}') FORMAT(MQSTR) ACTION(FWD) FWDQ(PARKED.{n})\n" for n in range(500)
    )  # fmt: skip
    return b"INPUTQ(DLQ) INPUTQM('QM1') WAIT(NO)\n", rules.encode()


def _jmstrace() -> tuple[bytes, bytes]:
    text = trace_cases.jms()
    at = text.index("\n", text.index("=" * 100)) + 1
    return text[:at].encode(), text[at:].encode()


OTHERS: dict[str, tuple[str, Callable[[], tuple[bytes, bytes]]]] = {
    "runmqsc": ("mqsc", _mqsc),
    "runmqsc, one answer": ("mqsc", _answer),
    "error log": ("amqerr", lambda: (b"", log_cases.windows() * 40)),
    "error log in JSON": ("amqerr", lambda: (b"", log_cases.records() * 40)),
    "activity trace in JSON": ("activity", lambda: (b"", amqsevt.evt_json(trace_cases.records()).encode() * 4)),
    "activity trace in text": ("activity", lambda: (b"", amqsact.act_verbose(trace_cases.records()).encode() * 4)),
    "trace of JMS": ("jmstrace", _jmstrace),
    "rules table": ("dlqrules", _rules),
    "dmpmqmsg": ("dmpmqmsg", _dmpmqmsg),
    "saved queue": ("mqmessage", lambda: (b"", shown.saved([shapes.plain(random.Random(n)) for n in range(MESSAGES)]) + b"#@%@#")),
}  # fmt: skip
"""Each other reader's format, and what its file begins with and repeats."""
DUMPS = (*shapes.SHAPES, *(f"JMS, {damage}" for damage in DAMAGED))
