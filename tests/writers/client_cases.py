"""The client-side case of sample_dumps, made by `python -m tests.writers.client_cases`: what programs print, our own words.

A harbour's programs lose QMQUAY: the channel refuses the ferry shop's user, the crane's listener is down.
"""

import json

from tests.writers.cases import SAMPLES

FRAME = "\tat com.example.quay.{}({}.java:{})\n"


def frames(*names: str) -> str:
    """Stack frames of our own programs."""
    return "".join(FRAME.format(name, name.split(".")[0], 40 + at) for at, name in enumerate(names))


def refused(manager: str = "QMQUAY", host: str = "quay1.example(1414)") -> str:
    """The two exceptions of a refused connection over JMS, outermost first."""
    return (
        f"com.ibm.msg.client.jms.DetailedJMSSecurityException: JMSWMQ2013: Refused by queue manager '{manager}'"
        f" with connection mode 'Client' and host name '{host}'.\nSee the linked exception.\n"
        + frames("Boarding.open", "Boarding.run")
        + "Caused by: com.ibm.mq.MQException: JMSCMQ0001: Call ended with compcode '2' ('MQCC_FAILED')"
        " reason '2035' ('MQRC_NOT_AUTHORIZED').\n" + frames("Pier.call") + "\t... 2 more\n"
    )


def unreachable(host: str = "crane.example(1415)") -> str:
    """One exception of the classes for Java, its inserts nested."""
    inner = "com.ibm.mq.jmqi.JmqiException[CC=2;RC=2538;AMQ9213: Communications failed. "
    inner += "[1=java.net.ConnectException[Connection refused],4=TCP,5=Socket.connect]]"
    return (
        "com.ibm.mq.MQException: MQJE001: Completion Code '2', Reason '2538'.\n" + frames("Crane.hoist")
        + f"Caused by: com.ibm.mq.jmqi.JmqiException: CC=2;RC=2538;AMQ9204: Host '{host}' rejected it. "
        f"[1={inner},3={host},5=RemoteTCPConnection.connnectUsingLocalAddress]\n"
    )  # fmt: skip


def boarding() -> bytes:
    """A log with a time on each record: two refusals, one repeated, and one crane."""
    out = ["2026-05-11 07:29:58,100 INFO  [main] Boarding - opening the gates\n"]
    for second in ("07:30:01,250", "07:30:31,260"):
        out.append(f"2026-05-11 {second} ERROR [gate-1] Boarding - no connection, trying again\n{refused()}")
        out.append(f"2026-05-11 {second[:6]}02,000 INFO  [gate-1] Boarding - waiting for 30 s\n")
    return "".join([*out, "2026-05-11 07:31:00,007 WARN  [crane] Crane - cannot reach it\n", unreachable()]).encode()


CONSOLE = """\
$ amqsputc QUAY.IN QMQUAY
Sample AMQSPUT0 start
MQCONNX ended with reason code 2059
$ amqsputc QUAY.IN QMQUAY
Sample AMQSPUT0 start
MQCONNX ended with reason code 2059
$ ./tide.py
pymqi.MQMIError: MQI Error. Comp: 2, Reason 2085: FAILED: MQRC_UNKNOWN_OBJECT_NAME
$ ./tide-go
Cannot connect to queue manager QMQUAY: MQCONNX: MQCC = MQCC_FAILED [2] MQRC = MQRC_UNKNOWN_CHANNEL_NAME [2540]
"""
LETTER = """\
Hello, since this morning the loader gets 2035 MQRC_NOT_AUTHORIZED and nobody has changed anything. Please help.
"""


def pod() -> bytes:
    """JSON records of an application in a container; the stack is a field of one of them."""
    records = [
        {"@timestamp": "2026-05-11T07:30:00.000Z", "level": "INFO", "message": "started"},
        {"@timestamp": "2026-05-11T07:30:05.500Z", "level": "ERROR", "message": "put failed", "stack_trace": refused("QMPIER")},
    ]  # fmt: skip
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def both_ends() -> bytes:
    """What a helper pasted: the client's line, and the queue manager's entry of the same refusal."""
    return (
        b"MQOPEN ended with reason code 2035\n\n"
        b"2026-05-11T07:30:01.250Z AMQ8077W: Entity 'shop' has no authority for object QUAY.IN [queue]. "
        b"[CommentInsert1(shop), CommentInsert2(QUAY.IN [queue]), CommentInsert3(put)]\n"
    )


FILES = {
    "client_errors/boarding.log": boarding, "client_errors/console.txt": CONSOLE.encode,
    "client_errors/letter.txt": LETTER.encode, "client_errors/pod.json": pod, "client_errors/both_ends.txt": both_ends,
}  # fmt: skip


if __name__ == "__main__":
    for name, made in FILES.items():
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made())
