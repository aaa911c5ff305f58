"""The handler's cases of sample_dumps, made anew from here by `python -m tests.writers.handler_cases`."""

from datetime import UTC, datetime, timedelta

from tests.formats.mqsc_printer import HEADERS, two_columns
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES, letter

START = datetime(2026, 4, 7, 6, 30, tzinfo=UTC)
HOME = 1208


def dead(number, reason, queue, manager, text, **md):
    """A little-endian dead letter of the harbour's queue manager."""
    put = START + timedelta(minutes=number)
    return letter(
        reason, queue, manager, 546, HOME, text, put, put + timedelta(seconds=10), number, "berths", "harbour", manager,
        **md,
    )  # fmt: skip


def show(manager, *commands):
    """A runmqsc session: each command with its objects, (type, [(attribute, value)])."""
    out = ["5724-H72 (C) Copyright IBM Corp. 1994, 2025.", f"Starting MQSC for queue manager {manager}.", "", ""]
    for number, (command, objects) in enumerate(commands, 1):
        out.append(f"{number:6} : {command}")
        for kind, attributes in objects:
            out += [HEADERS[kind], *two_columns(attributes)]
    out += [f"{len(commands)} MQSC commands read.", "No commands have a syntax error."]
    return "\n".join([*out, "All valid MQSC commands were processed.", ""])


def queue(name, put="ENABLED", depth=0, most=5000):
    """A local queue as `display queue` shows it."""
    return "QLOCAL", [
        ("QUEUE", name), ("TYPE", "QLOCAL"), ("CURDEPTH", str(depth)), ("GET", "ENABLED"), ("MAXDEPTH", str(most)),
        ("PUT", put),
    ]  # fmt: skip


def definitions(manager, dead_letter_queue, queues):
    """What the queue manager says of its dead-letter queue and of all its queues."""
    own = ("QMGR", [("QMNAME", manager), ("DEADQ", dead_letter_queue)])
    return show(manager, ("display qmgr deadq", [own]), ("display queue(*) curdepth get maxdepth put", queues))


FORWARD_RULES = """\
* Q6 is closed for repairs: what was meant for it goes to Q7, as it was
INPUTQM('QMPORTO') INPUTQ('DLQ')
DESTQ(Q6) ACTION(FWD) FWDQ(Q7) FWDQM(' ') HEADER(NO)
"""


def forward():
    """One message for Q6, a rule that forwards it to Q7, and the queues."""
    one = dead(7, 2051, "Q6", "QMPORTO", "berth 12 free at noon")
    queues = [queue("DLQ", depth=1), queue("Q6", "DISABLED"), queue("Q7")]
    return {
        "handler_forward/dlq.txt": dump([one], "DLQ", "v7", extra=10),
        "handler_forward/dlq.rules": FORWARD_RULES,
        "handler_forward/definitions.txt": definitions("QMPORTO", "DLQ", queues),
    }


MISTAKEN_RULES = """\
* The harbour office's rules, first try: nothing here ever ran
RETRYINT(60) WAIT(YES)
  * an indented remark is no comment
REASON(MQRC_QUEUE_FULL) ACTION(RETRY) RETRY(3)
INPUTQ(DEAD.LETTERS) INPUTQM(QMPORT)
DESTQ(CLAIMS.IN) DESTQ(ORDERS.IN) ACTION(RETRY)
ACTION(RETRY) RETRY(0)
REASON(2035) ACTION(FWD)
FORMAT('MUCH TOO LONG') ACTION(DISCARD)
FEEDBACK(1000000000) ACTION(DISCARD)
ACTION(RETRY) HEADER(NO)
ACTION(FWD) FWDQ(REALLY.DEAD.QUEUE) HEADER(YES)"""

MENDED_RULES = """\
* The harbour office's rules, second try: it runs, but look what it does
INPUTQM('QMPORT') INPUTQ('DEAD.LETTERS') RETRYINT(60) WAIT(YES)

* full queues: three tries, then aside
REASON(MQRC_Q_FULL) ACTION(RETRY) RETRY(3)
REASON(MQRC_Q_FULL) +
  ACTION(FWD) FWDQ(FULL.DEAD.QUEUE) HEADER(YES)

REASON(MQRC_PUT_INHIBITED) ACTION(RETRY) RETRY(5)
REASON(MQRC_NOT_AUTHORIZED) ACTION(FWD) FWDQ(SECURITY.DEAD.QUEUE)

* nobody will define the queue by itself
REASON(MQRC_UNKNOWN_OBJECT_NAME) ACTION(RETRY) RETRY(2)

DESTQ(STATS.*) PERSIST(MQPER_NOT_PERSISTENT) ACTION(DISCARD)
DESTQ(STATS.DAILY) PERSIST(0) ACTION(FWD) FWDQ(STATS.DEAD.QUEUE)
REASON(MQFB_TM_ERROR) ACTION(IGNORE)
MSGTYPE(MQMT_REPORT) ACTION(FWD) FWDQ(DEAD.LETTERS)
"""
LETTERS = (
    (2053, "ORDERS.IN", 6, {}), (2051, "CLAIMS.IN", 4, {}), (2035, "PAYROLL.IN", 3, {}), (2085, "INVOICES.V2", 3, {}),
    (2030, "STATS.DAILY", 1, {}), (266, "PILOT.TRIGGER", 1, {"Persistence": 1}),
    (2087, "CUSTOMS.OUT", 1, {"Persistence": 1}), (2189, "REPORTS.IN", 1, {"MsgType": 4, "Persistence": 1}),
)  # fmt: skip
"""Reason, destination, how many, MQMD."""


def mixed():
    """Two rules tables, one with mistakes and one with bad ideas, for a queue of all sorts."""
    letters = [(reason, name, md) for reason, name, count, md in LETTERS for _ in range(count)]
    made = [dead(n, reason, name, "QMPORT", f"note {n}", **md) for n, (reason, name, md) in enumerate(letters, 1)]
    made[5] |= {"MsgId": made[4]["MsgId"], "CorrelId": made[4]["CorrelId"] if "CorrelId" in made[4] else bytes(24)}
    bare = {**made[0], "Format": "MQSTR", "MsgId": b"PARKED".ljust(24, b"."), "data": b"left here by hand"}
    made.append({name: value for name, value in bare.items() if name != "dlh"})
    queues = [
        queue("CLAIMS.IN"), queue("DEAD.LETTERS", depth=len(made)), queue("FULL.DEAD.QUEUE", most=4),
        queue("ORDERS.IN", depth=5000), queue("PAYROLL.IN"), queue("PILOT.TRIGGER"), queue("REPORTS.IN"),
        queue("STATS.DAILY"), queue("STATS.DEAD.QUEUE"),
    ]  # fmt: skip
    return {
        "handler_mixed/dlq.txt": dump(made, "DEAD.LETTERS", "v7"),
        "handler_mixed/first_try.rules": MISTAKEN_RULES,
        "handler_mixed/second_try.rules": MENDED_RULES,
        "handler_mixed/definitions.txt": definitions("QMPORT", "DEAD.LETTERS", queues),
    }


def files():
    """Name and text of every file."""
    return {**forward(), **mixed()}


if __name__ == "__main__":
    for name, text in files().items():
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
