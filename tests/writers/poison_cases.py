"""The poison cases of sample_dumps: seed 1's loop and its repaired twin, made anew by `python -m tests.writers.poison_cases`."""

from datetime import UTC, datetime, timedelta

from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES, clock, msg_id

START = datetime(2026, 4, 20, 8, 5, 31, 250_000, tzinfo=UTC)
ORDERS = ("<order no='5001' qty='two'/>", "<order no='5002' qty='3'/>", "<order no='5003' qty='12'/>")
"""What the web shop sends; the first has a number that its reader cannot read."""


def order(serial: int, backouts: int = 0) -> dict:
    """An order, persistent, put by a Java client."""
    at = clock(START + timedelta(seconds=41 * serial))
    return {
        "Format": "MQSTR", "MsgId": msg_id("QM1", serial + 1), "Persistence": 1, "Priority": 4, "ReplyToQMgr": "QM1",
        "BackoutCount": backouts, "UserIdentifier": "wasadm", "PutApplType": 28, "PutApplName": "webshop",
        "PutDate": at[:8], "PutTime": at[8:], "data": ORDERS[serial].encode(),
    }  # fmt: skip


def cells(*pairs: str) -> str:
    """Attributes in runmqsc's two columns."""
    lines = [
        f"   {a:<40}{b}".rstrip() if b else f"   {a:<38}" for a, b in zip(pairs[::2], [*pairs[1::2], ""], strict=False)
    ]
    return "\n".join(lines)


def session(*replies: tuple[str, ...]) -> str:
    """A runmqsc session with QM1: (command, header, attributes …)."""
    out = ["5724-H72 (C) Copyright IBM Corp. 1994, 2025.", "Starting MQSC for queue manager QM1.", "", ""]
    for number, (command, header, *attributes) in enumerate(replies, 1):
        out += [f"{number:6} : {command}", header, cells(*attributes)]
    out += [f"{len(replies)} MQSC commands read.", "No commands have a syntax error."]
    return "\n".join([*out, "All valid MQSC commands were processed.", ""])


QUEUE, MANAGER, STATUS = (
    "AMQ8409I: Display Queue details.", "AMQ8408I: Display Queue Manager details.",
    "AMQ8450I: Display queue status details.",
)  # fmt: skip
READER = (
    "DISPLAY QSTATUS(Q1) TYPE(HANDLE) APPLTAG CHANNEL INPUT INQUIRE", STATUS, "QUEUE(Q1)", "TYPE(HANDLE)",
    "APPLTAG(WebSphere MQ Client for Java)", "CHANNEL(WAS.SVRCONN)", "INPUT(SHARED)", "INQUIRE(YES)",
)  # fmt: skip
NO_DLQ = ("DISPLAY QMGR DEADQ", MANAGER, "QMNAME(QM1)", "DEADQ( )")


def queue(name: str, backout: str, threshold: int, depth: int) -> tuple[str, ...]:
    """The reply about one queue."""
    command = f"DISPLAY QLOCAL({name}) BOQNAME BOTHRESH HARDENBO PUT CURDEPTH MAXDEPTH"
    return (
        command, QUEUE, f"QUEUE({name})", "TYPE(QLOCAL)", f"BOQNAME({backout})", f"BOTHRESH({threshold})",
        f"CURDEPTH({depth})", "HARDENBO", "MAXDEPTH(5000)", "PUT(ENABLED)",
    )  # fmt: skip


FILES = {
    "poison_loop/Q1.txt": lambda: dump([order(0, 1), order(1), order(2)], "Q1", "v7"),
    "poison_loop/QM1.txt": lambda: session(queue("Q1", " ", 0, 3), NO_DLQ, READER),
    "poison_repaired/Q1.txt": lambda: dump([], "Q1", "v7"),
    "poison_repaired/Q1_BO.txt": lambda: dump([order(0)], "Q1_BO", "v7"),
    "poison_repaired/QM1.txt": lambda: session(queue("Q1", "Q1_BO", 1, 0), queue("Q1_BO", " ", 0, 1), NO_DLQ, READER),
}


if __name__ == "__main__":
    for name, made in FILES.items():
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made(), encoding="utf-8", newline="\n")
