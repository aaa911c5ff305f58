"""The case of sample_dumps with a file of every format, made anew by `python -m tests.writers.everything_case`.

A ferry company: bookings come in faster than the loader takes them, FERRY.IN is full, bookings become dead letters.
"""

from datetime import UTC, datetime, timedelta

from mqforensics import structures
from tests.writers.amqsbcg import dump
from tests.writers.cases import SAMPLES, clock, letter, msg_id
from tests.writers.event_cases import as_json
from tests.writers.fdc_cases import record
from tests.writers.handler_cases import definitions, queue
from tests.writers.jms import Made, trace
from tests.writers.log_cases import entry
from tests.writers.qload import unload
from tests.writers.shown import saved
from tests.writers.traces import Call, Record, amqsact

MANAGER, FULL, DEAD = "QMFERRY", "FERRY.IN", "FERRY.DLQ"
START = datetime(2026, 5, 11, 7, 30, tzinfo=UTC)
T0 = int(START.timestamp() * 1_000_000)
SECOND = 1_000_000
PASSWORD = "TIDE-418"


def booking(number: int, text: str, **md) -> dict:
    """A booking as the web shop sends it."""
    at = clock(START + timedelta(seconds=number))
    return {
        "Format": "MQSTR", "Encoding": 546, "CodedCharSetId": 1208, "MsgId": msg_id(MANAGER, number), "Persistence": 1,
        "UserIdentifier": "shop", "PutApplName": "ferryshop", "PutDate": at[:8], "PutTime": at[8:],
        "ReplyToQMgr": MANAGER, "data": text.encode(), **md,
    }  # fmt: skip


def dead_letters() -> bytes:
    """Two bookings for the full queue, and one for a queue that nobody defined."""
    made = []
    for number, reason, name in ((11, 2053, FULL), (12, 2053, FULL), (13, 2085, "FERRY.NIGHT")):
        put = START + timedelta(seconds=number)
        made.append(letter(
            reason, name, MANAGER, 546, 1208, f"booking {number}: one car, two people", put, put + timedelta(seconds=10),
            number, "ferryshop", "shop", "QMSHOP", Persistence=1,
        ))  # fmt: skip
    return dump(made, DEAD, "v7").encode()


def export() -> bytes:
    """What waits on FERRY.IN, unloaded."""
    return unload([booking(1, "booking 1: a bicycle"), booking(2, "booking 2: a coach")], FULL, "a", manager=MANAGER)


def to_sap() -> bytes:
    """Two messages saved by hand: an invoice for SAP, whose header holds a password, and a plain one."""
    fields = {
        "StrucId": "SAPH", "Version": 1, "StrucLength": 108, "Encoding": 546, "CodedCharSetId": 1208, "Format": "MQSTR",
        "Client": "100", "Language": "E", "HostName": "sapferry", "UserId": "RFCSHOP", "Password": PASSWORD,
        "SystemNumber": "00",
    }  # fmt: skip
    header = structures.pack("MQSAPH", fields, "little")
    invoice = booking(3, "", Format="MQHSAP") | {"data": header + b"invoice 3: 48.20"}
    return saved([invoice, booking(4, "booking 4: on foot")])


def definitions_of() -> bytes:
    """The queue manager and its queues, FERRY.IN full."""
    queues = [queue(DEAD, depth=3), queue(FULL, depth=200, most=200), queue("FERRY.OUT")]
    return definitions(MANAGER, DEAD, queues).encode()


def log() -> bytes:
    """The receiver's word on the dead letters."""
    header = [
        "Host(ferry1) Installation(Installation1)", f"VRMF(9.3.0.20) QMgr({MANAGER})", "Time(2026-05-11T07:30:21.044Z)",
        "CommentInsert1(SHOP.TO.FERRY)", "ArithInsert1(2)",
    ]  # fmt: skip
    return entry(
        "11/05/26 07:30:21", "Process(611.9) User(mqm) Program(amqrmppa)", header,
        "AMQ9544W: Messages not put to destination queue.",
        ["What came over the channel did not find room where it was meant to go."],
        ["Look at the dead-letter queue, mend the cause, put the messages back."], "amqrmrca.c : 1297",
    ).encode()  # fmt: skip


def calls() -> list[Call]:
    """The loader: it opens the queue and takes three seconds for each booking."""
    made = [Call("MQOPEN", T0, 140, 0x2002, 2, FULL)]
    for number in (1, 2):
        at = T0 + number * 3 * SECOND
        made.append(Call("MQGET", at, 230, 0x2002, 2, FULL, FULL, msg=msg_id(MANAGER, number), put=T0 + number * SECOND,
                         persistence=1, length=480))  # fmt: skip
        made.append(Call("MQCMIT", at + 2_900_000, 800))
    return made


def activity() -> bytes:
    """The loader's calls as the queue manager traces them."""
    return amqsact.act_verbose([Record(MANAGER, "loader", 2301, 4, calls=tuple(calls()))]).encode()


def client() -> bytes:
    """The same calls as the loader's own client traces them."""
    connection = b"AMQCQMFERRY     " + bytes.fromhex("6A00B2C100040001")
    lines = trace([Made(call, 4, connection) for call in calls()]).splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("[01/01/70"))  # of a thread that has no time
    return text.replace("Tue Mar 05 11:00:00 UTC 2024", f"{START:%a %b %d %H:%M:%S} UTC {START:%Y}").encode()


def shop() -> bytes:
    """The shop's own log: its queue manager refuses it."""
    return (
        b"2026-05-11T07:30:02.125Z ERROR [booking-3] Shop - put failed\n"
        b"com.ibm.mq.MQException: JMSCMQ0001: Call ended with compcode '2' ('MQCC_FAILED') reason '2053' ('MQRC_Q_FULL').\n"
        b"\tat ferry.Shop.book(Shop.java:88)\n"
    )


def failure() -> bytes:
    """A failure inside the queue manager: its log's file system was full for a moment."""
    return record({
        "Date/Time": "Mon May 11 2026 07:30:20 GMT", "UTC Time": "1778484620.500000", "Host Name": "ferry1",
        "LVLS": "9.3.0.20", "Probe Id": "HL010004", "Component": "hlgExtendLog", "Program Name": "amqhalx0",
        "Process": "00000611", "QueueManager": MANAGER, "Major Errorcode": "hrcE_MQLO_FULL", "Minor Errorcode": "OK",
        "Probe Type": "INCORROUT", "Probe Severity": "2", "Probe Description": "AMQ6118: Something failed inside.",
        "Comment1": "No space left on device",
    }).encode()  # fmt: skip


def events() -> bytes:
    """What the queue manager reports of the full queue."""
    full = (12, ("Perfm Event", "MQCMD_PERFM_EVENT", 45), ("Queue Full", "MQRC_Q_FULL", 2053), None, [
        ("MQCA_Q_MGR_NAME", MANAGER), ("MQCA_BASE_OBJECT_NAME", FULL), ("MQIA_HIGH_Q_DEPTH", 200),
    ])  # fmt: skip
    return as_json([full], start=START).replace(b'"QMPORT"', f'"{MANAGER}"'.encode())


INI = """\
Log:
   LogPrimaryFiles=3
   LogSecondaryFiles=2
Channels:
   MaxChannels=100
"""
RULES = f"""\
* what found no room is tried again, what nobody defined is put aside
INPUTQM('{MANAGER}') INPUTQ('{DEAD}') RETRYINT(30)
REASON(MQRC_Q_FULL) ACTION(RETRY) RETRY(5)
ACTION(FWD) FWDQ(FERRY.ASIDE) HEADER(YES)
"""
FILES = {
    "dlq.txt": dead_letters, "ferry_in.dmp": export, "by_hand.dat": to_sap, "queues.txt": definitions_of,
    "AMQERR01.LOG": log, "amqsact.txt": activity, "mqjms.trc": client, "ferry.rul": RULES.encode, "shop.log": shop, "AMQ611.0.FDC": failure,
    "amqsevt.json": events, "qm.ini": INI.encode,
}  # fmt: skip
FOLDER = SAMPLES / "everything"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, made in FILES.items():
        (FOLDER / name).write_bytes(made())
