"""What amqsact and amqsactz print: verbose, the summary, one line a call."""

from collections.abc import Iterable

from tests.writers.traces import COMP, EXACT, Record, at, correl_id, head, parameters

LABELS = {
    "MQCA_Q_MGR_NAME": "QueueManager", "MQIACF_SEQUENCE_NUMBER": "SeqNumber", "MQCACF_APPL_NAME": "ApplicationName",
    "MQIACF_PROCESS_ID": "ApplicationPid", "MQCACH_CHANNEL_NAME": "Channel Name", "MQIACF_OPERATION_ID": "Operation Id",
    "MQIACF_THREAD_ID": "ApplicationTid", "MQCACF_OPERATION_DATE": "OperationDate",
    "MQCACF_OPERATION_TIME": "OperationTime", "MQIAMO64_HIGHRES_TIME": "High Res Time",
    "MQIAMO64_QMGR_OP_DURATION": "QMgr Operation Duration", "MQIACF_COMP_CODE": "Completion Code",
    "MQIACF_REASON_CODE": "Reason Code", "MQIACF_HOBJ": "Hobj", "MQIACF_OPEN_OPTIONS": "Open_options",
    "MQIACF_GET_OPTIONS": "Get Options", "MQIACF_PUT_OPTIONS": "Put Options", "MQIACF_CLOSE_OPTIONS": "Close Options",
    "MQIACF_MSG_LENGTH": "Msg length", "MQCACF_RESOLVED_Q_NAME": "Resolved_Q_Name", "MQIACF_PRIORITY": "Priority",
    "MQIACF_PERSISTENCE": "Persistence", "MQBACF_MSG_ID": "Msg_id", "MQBACF_CORREL_ID": "Correl_id",
    "MQCACF_PUT_DATE": "Put_date", "MQCACF_PUT_TIME": "Put_time", "MQBACF_MQGMO_STRUCT": "MQGMO Structure",
    "MQCACF_OBJECT_NAME": "Object_name",
}  # fmt: skip


def hex_rows(data: bytes, indent: str) -> list[str]:
    rows = []
    for offset in range(0, len(data), 16):
        part = data[offset : offset + 16]
        groups = "".join(f" {part[i : i + 2].hex().upper():4}" for i in range(0, 16, 2))
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part).ljust(16)
        rows.append(f"{indent}{offset:08X}: {groups}  '{text}'")
    return rows


def _verbose(pairs: list[tuple[str, object]], indent: str) -> list[str]:
    rows = []
    for constant, value in pairs:
        label = LABELS[constant]
        if isinstance(value, bytes):
            rows += [f"{indent}{label}:", *hex_rows(value, indent)]
        elif constant == "MQIACF_COMP_CODE":
            rows.append(f"{indent}{label}: MQCC_{COMP[value]}")
        elif isinstance(value, str) and not value.startswith("MQXF_"):
            rows.append(f"{indent}{label}: '{value}'")
        else:
            rows.append(f"{indent}{label}: {value}")
    return rows


def _top(record: Record, number: int | None) -> list[str]:
    count = "" if number is None else f" RecordNum: {number}"
    return [f"MonitoringType: MQI Activity Trace{count}", "Correl_id:", *hex_rows(correl_id(record), ""),
            *_verbose(head(record), "")]  # fmt: skip


def act_verbose(records: Iterable[Record], rule: int = 77) -> str:
    """amqsact -v."""
    out, count = [], 0
    for record in records:
        count += 1
        out += _top(record, None)
        for number, call in enumerate(record.calls):
            out += [f"MQI Operation: {number}", *_verbose(parameters(call, record), "  ")]
        out += ["=" * rule, ""]
    return "\n".join([*out, f"{count} Records Processed.", ""])


def act_summary(records: Iterable[Record]) -> str:
    """amqsact without -v."""
    out, count = [], 0
    for record in records:
        count += 1
        out += [*_top(record, None), "=" * 77]
        out.append("  Tid Date       Time      Operation       CompCode      MQRC  HObj (ObjName)" + " " * 34)
        for call in record.calls:
            when = at(call.at, record.zone)
            call_name, comp = f"MQXF_{call.verb[2:]}", f"MQCC_{COMP[call.comp]}"
            line = f"  {record.tid:03} {when:%Y-%m-%d} {when:%H:%M:%S}  {call_name:15} {comp:13} {call.reason:04}"
            name = f" ({call.object:48})" if call.object else ""
            out.append(line + (f"  {call.hobj}{name}" if call.hobj is not None else "  -"))
        out += ["=" * 77, ""]
    return "\n".join([*out, f"{count} Records Processed.", ""])


def actz_1ls(records: Iterable[Record], heads: bool = True) -> str:
    """amqsactz with one line a call and the parts of `-f 4206591 -g 6`."""
    out = []
    for number, record in enumerate(records):
        out += [*_top(record, number), "=" * 129] if heads else []
        for call in record.calls:
            when = at(call.at, record.zone)
            exact = f".{when.microsecond:06}" if call.verb in EXACT else ""
            parts = [
                f"Rec({number})", f"Pid({record.pid})", f"Tid({record.tid})", f"Date({when:%Y-%m-%d})",
                f"Time({when:%H:%M:%S}{exact})", f"Opr(MQXF_{call.verb[2:]})", f"RC({call.reason})",
                f"Qmgr({record.qm})", f"Chl({record.channel or ''})", f"Appl({record.appl})", f"CnId({record.connection.hex().upper()})",
            ]  # fmt: skip
            parts += [f"HObj({call.hobj})"] if call.hobj is not None else []
            parts += [f"Obj({call.object})"] if call.object is not None else []
            parts += [f"Prty({call.priority})"] if call.msg is not None else []
            short = {"MQOPEN": "OpOp", "MQGET": "GtOp", "MQPUT": "PtOp", "MQPUT1": "PtOp", "MQCLOSE": "ClOp"}
            parts += [f"{short[call.verb]}({call.options})"] if call.options is not None else []
            parts += [f"MgId({call.msg.hex().upper()})"] if call.msg is not None else []
            out.append("  1LS= " + " ".join(parts) + " ")
        out += ["=" * 129, ""] if heads else []
    return "\n".join([*out, ""])
