"""The error-log cases of sample_dumps, made by `python -m tests.writers.log_cases`: the product's layouts, our own words."""

import json

from tests.writers.cases import SAMPLES

WIDTH = 79


def entry(when, process, header, message, explanation, action, source="", words=("EXPLANATION", "ACTION"), indent=20):
    """One text entry: `header` are its lines under the first, in order."""
    lines = [f"{when} - {process}", *(" " * indent + line for line in header), " " * (indent - 1), message, ""]
    lines += [f"{words[0]}:", *explanation, f"{words[1]}:", *action]
    return "\n".join([*lines, (f"----- {source} " if source else "").ljust(WIDTH, "-"), ""])


def host(manager: str = "", version: str = "9.1.0.5", time: str = "") -> list[str]:
    """The header lines that every entry has."""
    out = ["Host(PORTSRV2) Installation(Installation1)", f"VRMF({version})" + (f" QMgr({manager})" if manager else "")]
    return [*out, f"Time({time})"] if time else out


MCA = "Process(6204.{tid}) User(MUSR_MQADMIN) Program(amqrmppa.exe)"


def windows() -> bytes:
    """The log of QM.EAST: an English service and a German administrator, each in their own date order and code page."""
    english = [
        entry(
            "11/10/2018 10:46:25", MCA.format(tid=31),
            [*host("QM.EAST", time="2018-10-11T08:46:25.113Z"), "ArithInsert1(2)", "CommentInsert1(EAST.TO.PORT)"],
            "AMQ9544W: Messages not put to destination queue.",
            ["A receiver could not put what came over the channel where it was meant to go.", "",
             "Look at the dead-letter queue of the other end."],
            ["Find the messages there, mend the cause, put them back."], "amqrmsga.c : 1711", indent=22,
        ),
        entry(
            "11/10/2018 10:46:31", MCA.format(tid=31),
            [*host("QM.EAST", time="2018-10-11T08:46:31.870Z"), "ArithInsert1(10054)", "ArithInsert2(10054)",
             "CommentInsert1(port1.example (10.20.0.7) (1414))", "CommentInsert2(TCP/IP)", "CommentInsert3(recv)"],
            "AMQ9208E: Error on receive from host port1.example (10.20.0.7) (1414).",
            ["The other end went away while the channel listened to it."],
            ["The return code was 10054 (X'2746').", "Ask the network people."], "amqccita.c : 4111", indent=22,
        ),
    ]  # fmt: skip
    german = entry(
        "11.10.2018 10:46:40", "Process(7788.1) User(Jörg) Program(runmqchl.exe)",
        [*host("QM.EAST", time="2018-10-11T08:46:40.002Z"), "CommentInsert1(EAST.TO.PORT)",
         "CommentInsert2(7788(7790))", "CommentInsert3(port1.example)"],
        "AMQ9999E: Kanal 'EAST.TO.PORT' zu Host 'port1.example' wurde abnormal beendet.",
        ["Der Kanal wurde beendet. Frühere Einträge sagen, warum."], ["Frühere Einträge prüfen."],
        "amqrmrsa.c : 938", ("ERKLÄRUNG", "AKTION"), 22,
    )  # fmt: skip
    return "".join([*english, german]).replace("\n", "\r\n").encode("cp1252")


def system() -> bytes:
    """The log of the machine: before 9.1, without QMgr and without a time that has a zone."""
    text = entry(
        "03/04/2016 05:06:07 PM", "Process(412.7) User(mqm) Program(amqrmppa)", host(version="8.0.0.4"),
        "AMQ9207: The data received from host 'scanner (10.20.0.99)' is not valid.",
        ["Something that is no queue manager spoke to the listener."], ["Find out what it is."], "amqccita.c : 1020",
    )  # fmt: skip
    return text.encode()


RECORDS = (
    ("AMQ7469I", "Transactions rolled back to release log space.", {}, "amqzmuc0", "INFO"),
    ("AMQ9510E", "Messages cannot be retrieved from a queue.",
     {"ibm_arithInsert1": 2016, "ibm_commentInsert2": "PORT.XMIT", "ibm_commentInsert3": "QM.WEST"}, "runmqchl", "ERROR"),
)  # fmt: skip


def records() -> bytes:
    """The JSON log of QM.WEST, its identifiers as strings, among lines of the web server that runs beside it."""
    out = [{"type": "liberty_message", "ibm_datetime": "2024-02-03T04:00:00.000+0000", "ibm_messageId": "CWWKE0001I",
            "message": "CWWKE0001I: The server mqweb has been launched."}]  # fmt: skip
    for second, (id_, text, inserts, program, level) in enumerate(RECORDS):
        out.append({
            "ibm_messageId": id_, **inserts, "ibm_datetime": f"2024-02-03T04:05:0{second}.250Z",
            "ibm_serverName": "QM.WEST", "type": "mq_log", "host": "portsrv3", "loglevel": level,
            "module": f"amqrmrca.c:{901 + second}", "ibm_processId": "2210", "ibm_threadId": "4",
            "ibm_version": "9.3.0.10", "ibm_processName": program, "ibm_userName": "mqm", "message": f"{id_}: {text}",
        })  # fmt: skip
    return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in out).encode()


CONTAINER = """\
2025-06-07T08:09:10.011Z Creating queue manager QMPOD
2025-06-07T08:09:10.522Z AMQ5026I: The listener 'SYSTEM.LISTENER.TCP.1' has started. ProcessId(152). [ArithInsert1(152), CommentInsert1(SYSTEM.LISTENER.TCP.1)]
2025-06-07T08:09:10.498Z AMQ9722W: Plain text communication is enabled.
2025-06-07T08:09:11.700Z Started queue manager
2025-06-07T08:20:00.001Z AMQ9507E: Channel 'POD.TO.EAST' is currently in-doubt. [CommentInsert1(POD.TO.EAST), CommentInsert2(10.20.0.8(1414))]
"""
HANDLER = """\
$ runmqdlq DLQ QMPOD < park.rul
06/07/25  08:30:00  AMQ8708: Dead-letter queue handler started to process INPUTQ(DLQ).
06/07/25  08:30:02  AMQ8722: Dead-letter queue handler unable to put message: Rule 4 Reason 2053.
"""

FILES = {
    "log_mixed/qmgrs/QM!EAST/errors/AMQERR01.LOG": windows,
    "log_mixed/errors/AMQERR01.LOG": system,
    "log_mixed/qmgrs/QM!WEST/errors/AMQERR01.json": records,
    "log_mixed/pod.txt": CONTAINER.encode,
    "log_mixed/runmqdlq.txt": HANDLER.encode,
}


if __name__ == "__main__":
    for name, made in FILES.items():
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made())
