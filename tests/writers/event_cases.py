"""Events as each program writes them, and the event case of sample_dumps, made anew by `python -m tests.writers.event_cases`.

Cargo comes in over CARGO.TO.PORT; an operator closes PORT.IN for puts, the channel cannot deliver and stops, and the
queue behind it runs full.
"""

import json
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mqforensics.codes import code

SAMPLES = Path(__file__).resolve().parents[2] / "sample_dumps"
FOLDER = SAMPLES / "events_put_inhibited"
START = datetime(2026, 6, 2, 14, 5, tzinfo=UTC)
MANAGER = "QMPORT"
CORREL = bytes.fromhex("414D5120514D504F52542020202020206A1B2C3D00000007")
UPPER = {"MQSC": "MQSC", "SSL": "SSL"}

CHANGED = [
    ("MQCACF_EVENT_USER_ID", "mqops"), ("MQCACF_EVENT_Q_MGR", MANAGER), ("MQIACF_OBJECT_TYPE", ("Queue", "MQOT_Q", 1)),
    ("MQCA_Q_NAME", "PORT.IN"),
]  # fmt: skip
STORY = [
    # seconds, command, reason, half of a change, parameters: (constant, value or (label, constant, number) or a group)
    (0, ("Command Event", "MQCMD_COMMAND_EVENT", 99), ("Command MQSC", "MQRC_COMMAND_MQSC", 2412), None, [
        ("MQGACF_COMMAND_CONTEXT", [
            ("MQCACF_EVENT_USER_ID", "mqops"), ("MQCACF_EVENT_Q_MGR", MANAGER),
            ("MQIACF_COMMAND", ("Change Queue", "MQCMD_CHANGE_Q", 8)),
        ]),
        ("MQGACF_COMMAND_DATA", [
            ("MQCA_Q_NAME", "PORT.IN"), ("MQIA_INHIBIT_PUT", ("Put Inhibited", "MQQA_PUT_INHIBITED", 1)),
        ]),
    ]),
    (0, ("Config Event", "MQCMD_CONFIG_EVENT", 43), ("Config Change Object", "MQRC_CONFIG_CHANGE_OBJECT", 2368), "Before Change",
     [*CHANGED, ("MQIA_INHIBIT_PUT", ("Put Allowed", "MQQA_PUT_ALLOWED", 0))]),
    (0, ("Config Event", "MQCMD_CONFIG_EVENT", 43), ("Config Change Object", "MQRC_CONFIG_CHANGE_OBJECT", 2368), "After Change",
     [*CHANGED, ("MQIA_INHIBIT_PUT", ("Put Inhibited", "MQQA_PUT_INHIBITED", 1))]),
    (2, ("Queue Mgr Event", "MQCMD_Q_MGR_EVENT", 44), ("Put Inhibited", "MQRC_PUT_INHIBITED", 2051), None, [
        ("MQCA_Q_MGR_NAME", MANAGER), ("MQCA_Q_NAME", "PORT.IN"), ("MQIA_APPL_TYPE", ("System", "MQAT_SYSTEM", 7)),
        ("MQCACF_APPL_NAME", "amqrmppa"), ("MQCACH_CONNECTION_NAME", "10.9.1.4"),
        ("MQCACH_CHANNEL_NAME", "CARGO.TO.PORT"),
    ]),
    (31, ("Channel Event", "MQCMD_CHANNEL_EVENT", 46), ("Channel Stopped", "MQRC_CHANNEL_STOPPED", 2283), None, [
        ("MQCA_Q_MGR_NAME", MANAGER), ("MQCACH_CHANNEL_NAME", "CARGO.TO.PORT"), ("MQCACH_CONNECTION_NAME", "10.9.1.4"),
        ("MQIACF_REASON_QUALIFIER", ("Channel Stopped Error", "MQRQ_CHANNEL_STOPPED_ERROR", 8)),
    ]),
    (95, ("Perfm Event", "MQCMD_PERFM_EVENT", 45), ("Queue Full", "MQRC_Q_FULL", 2053), None, [
        ("MQCA_Q_MGR_NAME", MANAGER), ("MQCA_BASE_OBJECT_NAME", "PORT.WAIT"), ("MQIA_TIME_SINCE_RESET", 417),
        ("MQIA_HIGH_Q_DEPTH", 5000), ("MQIA_MSG_ENQ_COUNT", 5000), ("MQIA_MSG_DEQ_COUNT", 0),
    ]),
    (600, ("Statistics Queue", "MQCMD_STATISTICS_Q", 165), ("None", "MQRC_NONE", 0), None, [
        ("MQCA_Q_MGR_NAME", MANAGER), ("MQCAMO_START_DATE", "2026-06-02"), ("MQCAMO_START_TIME", "16.00.00"),
        ("MQGACF_Q_STATISTICS_DATA", [("MQCA_Q_NAME", "PORT.WAIT"), ("MQIAMO_Q_MAX_DEPTH", 5000), ("MQIAMO_PUTS_FAILED", 312)]),
    ]),
]  # fmt: skip


def key(constant: str, queue: str = "queue") -> str:
    """As the default JSON spells a constant; the formatter in Go leaves `q` as it is."""
    first, *rest = [queue if word == "Q" else word.lower() for word in constant.split("_")[1:]]
    return first + "".join(word.capitalize() for word in rest)


def label(constant: str) -> str:
    return " ".join("Queue" if word == "Q" else word.capitalize() for word in constant.split("_")[1:])


def _value(value, constants: bool):
    return value[1 if constants else 0] if isinstance(value, tuple) else value


def _data(parameters, spell, constants) -> dict:
    out = {}
    for constant, value in parameters:
        name = spell(constant)
        if isinstance(value, list):
            group = _data(value, spell, constants)
            out[name] = [group] if constant == "MQGACF_Q_STATISTICS_DATA" else group
        else:
            out[name] = _value(value, constants)
    return out


def _object(event, spell, constants, start) -> dict:
    seconds, command, reason, half, parameters = event
    at = start + timedelta(seconds=seconds)
    whole = {
        "eventSource": {"objectName": "SYSTEM.ADMIN.EVENTS", "objectType": "Queue", "queueMgr": MANAGER},
        "eventType": {"name": _value(command, constants), "value": command[2]},
        "eventReason": {"name": _value(reason, constants), "value": reason[2]},
        "eventCreation": {"timeStamp": f"{at:%Y-%m-%dT%H:%M:%SZ}", "epoch": int(at.timestamp())},
        "eventData": _data(parameters, spell, constants),
    }
    return whole | ({"objectState": half} if half else {}) | {"correlationID": CORREL.hex().upper()}


def as_json(events=STORY, names: str = "default", form: str = "json", start: datetime = START) -> bytes:
    """`names`: `default`, `d` (constants) or `go`; `form`: `json`, `compact` or `array`."""
    spell = {"default": key, "d": str, "go": lambda constant: key(constant, "q")}[names]
    made = [_object(event, spell, names == "d", start) for event in events]
    texts = [json.dumps(one, indent=None if form == "compact" else 2, sort_keys=names == "go") for one in made]
    return (f"[{','.join(texts)}]\n" if form == "array" else "\n".join(texts) + "\n").encode()


def _lines(parameters, indent, constants, width):
    for constant, value in parameters:
        name = " " * indent + (constant if constants else label(constant))
        if isinstance(value, list):
            yield " " * indent + (constant if constants else label(constant).upper())
            yield from _lines(value, indent + 2, constants, width)
        else:
            yield f"{name:{width}} : {_value(value, constants)}"


def as_text(events=STORY, constants: bool = False) -> bytes:
    """`amqsevt` without an output option; `constants`: with `-d`."""
    width, out = (38 if constants else 32), ["Sample AMQSEVT start", "", ""]
    for number, (seconds, command, reason, half, parameters) in enumerate(events, 1):
        at = START + timedelta(seconds=seconds)
        out += [
            f"**** Message #{number} (400 Bytes) on Queue SYSTEM.ADMIN.EVENTS ****",
            f"{'Event Type':{width}} : {_value(command, constants)} [{command[2]}]",
            f"{'Reason':{width}} : {_value(reason, constants)} [{reason[2]}]",
            *([f"{'Object State':{width}} : {half}"] if half else []),
            f"{'Event created':{width}} : {at:%Y/%m/%d %H:%M:%S}.00 GMT",
            *_lines(parameters, 2, constants, width), "",
        ]  # fmt: skip
    return "\n".join(out).encode()


def _parameter(constant, value, order) -> bytes:
    number = code(constant)
    if isinstance(value, list):
        inner = b"".join(_parameter(*one, order) for one in value)
        return struct.pack(order + "4i", 20, 16, number, len(value)) + inner
    value = value[2] if isinstance(value, tuple) else value
    if isinstance(value, int):
        return struct.pack(order + "4i", 3, 16, number, value)
    text = value.encode()
    padded = text + b" " * (-len(text) % 4)
    return struct.pack(order + "5i", 4, 20 + len(padded), number, 1208, len(padded)) + padded


def as_pcf(event, order: str = "<") -> bytes:
    """The message that the queue manager puts."""
    _, command, reason, half, parameters = event
    kind = 21 if command[2] == 165 else 7
    control = 0 if half == "Before Change" else 1
    head = struct.pack(
        order + "9i", kind, 36, 1, command[2], 1, control, 1 if reason[2] else 0, reason[2], len(parameters)
    )
    return head + b"".join(_parameter(*one, order) for one in parameters)


TRUTH = """`amqsevt.json` and `amqsevt.txt` are what `amqsevt` prints, as JSON and as text, of the seven events of `QMPORT`
between 14:05:00 and 14:15:00 UTC on 2026-06-02.

| time | event | what it says |
|---|---|---|
| 14:05:00 | COMMAND_MQSC 2412 | `mqops` changed the queue `PORT.IN`: puts inhibited |
| 14:05:00 | CONFIG_CHANGE_OBJECT 2368, before and after | puts on `PORT.IN` were allowed, then inhibited |
| 14:05:02 | PUT_INHIBITED 2051 | the receiving channel `CARGO.TO.PORT` (`amqrmppa`) could not put to `PORT.IN` |
| 14:05:31 | CHANNEL_STOPPED 2283 | `CARGO.TO.PORT` from 10.9.1.4 stopped because of an error |
| 14:06:35 | Q_FULL 2053 | `PORT.WAIT` holds 5000 messages, none was taken in 417 seconds |
| 14:15:00 | STATISTICS_Q | 312 puts to `PORT.WAIT` failed since 16:00 local time |
"""
FILES = {"amqsevt.json": as_json, "amqsevt.txt": as_text, "TRUTH.md": TRUTH.encode}


def write() -> None:
    """Write the case."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in FILES.items():
        (FOLDER / name).write_bytes(made())


if __name__ == "__main__":
    write()
