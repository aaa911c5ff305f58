"""The FDC case of sample_dumps, made by `python -m tests.writers.fdc_cases`: the product's box, our own failure.

A tunnel's queue manager QMTUNNEL loses its disk for two seconds; two processes say so, and a Java client beside them.
"""

from tests.writers.cases import SAMPLES

WIDTH = 75
BORDER = "+" + "-" * 77 + "+"


def line(text: str = "") -> str:
    """A line of the box; its padding counts bytes."""
    return "| " + text + " " * (WIDTH - len(text.encode())) + " |\n"


def field(label: str, value: str) -> str:
    """A field, cut at the edge of the box and gone on with below."""
    room = WIDTH - 21
    pieces = [value[at : at + room] for at in range(0, len(value), room)] or [""]
    return line(f"{label:<18}:- {pieces[0]}") + "".join(line("  " + piece) for piece in pieces[1:])


def record(fields: dict[str, str], stack: tuple[str, ...] = ("zlaMQPUT", "hlgExtendLog", "xcsFFST")) -> str:
    """One record: box, function stack, a piece of trace."""
    title = "IBM MQ First Failure Symptom Report"
    body = line() + line(title) + line("=" * len(title)) + line() + "".join(field(*pair) for pair in fields.items())
    below = "MQM Function Stack\n" + "".join(f"{name}\n" for name in stack) + "\nMQM Trace History\n"
    return (
        f"{BORDER}\n{body}{line()}{BORDER}\n\n{below}---{{  hlgExtendLog\n---}}! hlgExtendLog (rc=hrcE_MQLO_FULL)\n\n"
    )


def disk(second: float, process: int, program: str, sequence: int) -> dict[str, str]:
    """What both processes of the queue manager say."""
    return {
        "Date/Time": f"Tue June 02 2026 10:15:{second:02.0f} CEST", "UTC Time": f"{1780388100 + second:.6f}",
        "UTC Time Offset": "120 (CEST)", "Host Name": "tunnel1", "Operating System": "Linux 5.14.0", "PIDS": "5724H7271",
        "LVLS": "9.3.0.20", "Product Long Name": "IBM MQ for Linux (x86-64 platform)", "Probe Id": "HL013012",
        "Component": "hlgWriteLog", "SCCS Info": "lib/log/amqhlgw.c", "Line Number": "733",
        "Build Level": "p930-020-240301", "UserID": "1001 (mqm)", "Program Name": program, "Arguments": "-mQMTUNNEL",
        "Process": f"{process:08}", "Thread": "00000003", "QueueManager": "QMTUNNEL",
        "Major Errorcode": "xecF_E_UNEXPECTED_SYSTEM_RC", "Minor Errorcode": "OK", "Probe Type": "MSGAMQ6119",
        "Probe Severity": "2", "Probe Description": "AMQ6119: A write to the recovery log's own file has come back without success, error 28",
        "FDCSequenceNumber": str(sequence), "Arith1": "28 (0x1c)", "Comment1": "No space left on device",
        "Comment2": "/var/mqm/log/QMTUNNEL/active/S0000007.LOG",
    }  # fmt: skip


def boxes() -> bytes:
    """Two records of one process in one file."""
    return (record(disk(4.25, 8041, "amqzmuc0", 0)) + record(disk(6.5, 8041, "amqzmuc0", 1))).encode()


def java() -> bytes:
    """A record of the classes for Java beside it."""
    return (
        "-" * 34 + "START FFST" + "-" * 36 + "\n/opt/toll/FFDC/JMSCC0001.FDC PID:9117\n\n"
        "IBM MQ Classes for Java and classes for JMS First Failure Symptom Report\n\n"
        "Product           :-  IBM MQ classes for JMS\nDate/Time         :-  02-Jun-2026 10:15:07 CEST\n"
        "System Time       :-  1780388107120\nJava Version      :-  17.0.9\nSource Class      :-  com.example.toll.Pipe\n"
        "Source Method     :-  flush()\nProbeID           :-  08\nThread            :-  name=toll-4 priority=5\n\n"
        "                                   Data\n|  message  :-  JMSCMQ0001 (2009)\n\nAll Thread Information\n"
        f"{'Name':>30} : toll-4\nFirst Failure Symptom Report completed at Tue Jun 02 10:15:07 CEST 2026\n"
        + "-" * 36 + "END FFST" + "-" * 36 + "\n"
    ).encode()  # fmt: skip


SUMMARY = """\
$ ffstsummary
!AMQ8041.0.FDC 2026/06/02 10:15:04.250000+2 amqzmuc0 8041 3 HL013012 hlgWriteLog xecF_E_UNEXPECTED_SYSTEM_RC OK
 AMQ8041.0.FDC 2026/06/02 10:15:06.500000+2 amqzmuc0 8041 3 HL013012 hlgWriteLog xecF_E_UNEXPECTED_SYSTEM_RC OK
"""
FILES = {
    "fdc_disk_full/AMQ8041.0.FDC": boxes, "fdc_disk_full/JMSCC0001.FDC": java, "fdc_disk_full/summary.txt": SUMMARY.encode,
}  # fmt: skip


if __name__ == "__main__":
    for name, made in FILES.items():
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made())
