"""One entry of a JSON error log as a row."""

import re
from typing import Any

from mqforensics.clock import timestamps
from mqforensics.codes import code_pages
from mqforensics.formats.amqerr import entry, inserts

COLUMNS = {
    "queue_manager": "ibm_serverName", "host": "host", "program": "ibm_processName", "user": "ibm_userName",
}  # fmt: skip
INSERTS = (
    ("ibm_arithInsert1", "ArithInsert1"), ("ibm_arithInsert2", "ArithInsert2"),
    ("ibm_commentInsert1", "CommentInsert1"), ("ibm_commentInsert2", "CommentInsert2"),
    ("ibm_commentInsert3", "CommentInsert3"), ("ibm_remoteHost", "RemoteHost"),
)  # fmt: skip
DAMAGED = "the JSON record is damaged: only its whole fields were read"
_ID = re.compile(r"(AMQ[A-Z]{0,2}\d{4,5})([A-Z])?")
_SOURCE = re.compile(r"(.+?)\s*:\s*(\d+)")


def json_row(record: dict[str, Any]) -> dict:
    """The row of a JSON record; identifiers of process and thread may be numbers or strings."""
    if "ibm_messageId" not in record:
        return _script(record)
    shown = _text(record["ibm_messageId"]) or ""
    id_ = _ID.match(shown)
    message = id_[1] if id_ else shown
    text = _text(record.get("message")) or ""
    text = text.removeprefix(f"{shown}:").lstrip()
    module = _text(record.get("module"))
    source = _SOURCE.fullmatch(module) if module else None
    printed = {name: value for key, name in INSERTS if key in record and (value := _text(record[key])) is not None}
    stamp = _text(record.get("ibm_datetime"))
    named = inserts.inserts_by_name(message, (text,), printed)
    codes = inserts.codes(named)
    return {
        **timestamps.time_columns(stamp, stamp),
        **{column: _text(record.get(key)) or None for column, key in COLUMNS.items()},
        "pid": _long(record.get("ibm_processId")), "tid": _long(record.get("ibm_threadId")),
        "message": message, "severity": (id_ and id_[2]) or _text(record.get("loglevel")), "text": text or None,
        "source": f"{source[1]} : {source[2]}" if source else None,
        "inserts": named or None,
        "comp_code": codes[0], "reason": codes[1], "error": DAMAGED if "" in record else None,
    }  # fmt: skip


def _script(record: dict[str, Any]) -> dict:
    """The row of a record of the start program of a container, or of what its MQSC has said: no separate id."""
    stamp = _text(record.get("ibm_datetime"))
    row = entry.script_columns(_text(record.get("message")) or "")
    return {
        **timestamps.time_columns(stamp, stamp), **row,
        "queue_manager": _text(record.get("ibm_serverName")) or row["queue_manager"],
        "host": _text(record.get("host")), "program": _text(record.get("ibm_processName")) or None,
        "user": _text(record.get("ibm_userName")) or None, "pid": _long(record.get("ibm_processId")),
        "severity": row["severity"] or _text(record.get("loglevel")), "error": DAMAGED if "" in record else None,
    }  # fmt: skip


def _text(value: Any) -> str | None:
    """A value as text; half a character, which JSON can hold, becomes a question mark."""
    if type(value) is str and value.isascii():
        return value
    if value is None or isinstance(value, (dict, list)):
        return None
    if isinstance(value, int) and value.bit_length() > 64:
        return None  # such a number is no insert, and turning it to text can take long
    return code_pages.without_halves(str(value))


def _long(value: Any) -> int | None:
    text = _text(value) or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None
