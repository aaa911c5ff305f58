"""What amqsevt prints: JSON in three forms, and text."""

import json
from collections.abc import Iterable

from tests.writers.traces import COMP, Record, at, head, parameters

SPELT = {"Q": "QUEUE"}


def _words(constant: str) -> list[str]:
    return [SPELT.get(word, word) for word in constant.split("_")[1:]]


def _key(constant: str) -> str:
    first, *rest = _words(constant)
    return first.lower() + "".join(word.capitalize() for word in rest)


def _value(constant: str, value: object) -> str:
    if constant in ("MQIACF_COMP_CODE", "MQIACF_REASON_CODE"):
        name = COMP[value].capitalize() if "COMP" in constant else ("None" if value == 0 else "Some Reason")
        return f'{{ "name" : "{name}",\n\t"value" : {value} }}'
    if constant == "MQIACF_OPERATION_ID":
        return json.dumps(value.removeprefix("MQXF_").capitalize())
    if constant == "MQIACF_OPEN_OPTIONS":
        return f'{{ "options" : {value},\n    "optionsString" : [ "brw" ] }}'
    if constant.endswith("_OPTIONS"):
        return f'"0x{value:08X}"'
    return json.dumps(value.hex().upper() if isinstance(value, bytes) else value)


def _object(pairs: list[tuple[str, object]]) -> str:
    return ",\n".join(f'  "{_key(constant)}" : {_value(constant, value)}' for constant, value in pairs)


def event(record: Record) -> str:
    """One event as amqsevt -o json prints it."""
    calls = ",\n".join(f"{{\n{_object(parameters(call, record))}\n}}" for call in record.calls)
    created = at(record.calls[-1].at if record.calls else 0)
    return (
        '{\n"eventSource" : { "objectName": "SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE",\n'
        f'                  "objectType" : "Queue",\n                  "queueMgr" : "{record.qm}"}},\n'
        '"eventType" : {\n    "name" : "Activity Trace",\n    "value" : 209\n  },\n'
        '"eventReason" : {\n    "name" : "None",\n    "value" : 0\n  },\n'
        f'"eventCreation" : {{\n    "timeStamp"  : "{created:%Y-%m-%dT%H:%M:%SZ}",\n'
        f'    "epoch"      : {int(created.timestamp())}\n  }},\n'
        f'"eventData" : {{\n{_object(head(record))},\n'
        f'"activityTrace" : [ {calls} \n]\n}}\n}}\n'
    )


def evt_json(records: Iterable[Record]) -> str:
    return "\n".join(map(event, records))


def evt_compact(records: Iterable[Record]) -> str:
    return "".join(event(record).rstrip("\n").replace("\n", " ") + "\n" for record in records)


def evt_array(records: Iterable[Record]) -> str:
    return "[\n" + ",\n".join(map(event, records)) + "]\n"


def _shown(constant: str, value: object, named: bool) -> str:
    if constant == "MQIACF_COMP_CODE":
        return f"{'MQCC_' + COMP[value] if named else COMP[value].capitalize()} [{value}]"
    if constant == "MQIACF_REASON_CODE":
        none = "MQRC_NONE" if named else "None"
        return f"{none if value == 0 else 'Some Reason'} [{value}]"
    if constant == "MQIACF_OPERATION_ID":
        return value if named else value.removeprefix("MQXF_").capitalize()
    if constant == "MQIACF_OPEN_OPTIONS":
        return f"0x{value:08X} [ brw ]"
    if constant.endswith("_OPTIONS"):
        return f"0x{value:08X}"
    return value.hex().upper() if isinstance(value, bytes) else str(value)


def evt_text(records: Iterable[Record], named: bool = False) -> str:
    """amqsevt's text; `named` as with -d."""
    out = ["Sample AMQSEVT start", "", "", "Press ENTER to end", ""]
    width = 37 if named else 31

    def line(indent: int, constant: str, value: object) -> str:
        label = constant if named else " ".join(word.capitalize() for word in _words(constant))
        return f"{' ' * indent}{label:{width - indent + 2}}: {_shown(constant, value, named)}"

    for count, record in enumerate(records, 1):
        kind = "MQCMD_ACTIVITY_TRACE" if named else "Activity Trace"
        out += [
            f"**** Message #{count} (8712 Bytes) on Queue SYSTEM.ADMIN.TRACE.ACTIVITY.QUEUE ****",
            f"{'Event Type':{width + 2}}: {kind} [209]",
        ]
        out += [line(2, *pair) for pair in head(record)]
        for call in record.calls:
            out.append("  MQGACF_ACTIVITY_TRACE" if named else "  ACTIVITY TRACE")
            out += [line(4, *pair) for pair in parameters(call, record)]
        out.append("")
    return "\n".join([*out, "Sample AMQSEVT end", ""])
