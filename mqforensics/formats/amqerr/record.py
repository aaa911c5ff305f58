"""One entry of a JSON error log as a row."""

import re
from typing import Any

from mqforensics.formats.amqerr import inserts, when

COLUMNS = {
    "queue_manager": "ibm_serverName", "host": "host", "program": "ibm_processName", "user": "ibm_userName",
}  # fmt: skip
INSERTS = {
    "ArithInsert1": "ibm_arithInsert1", "ArithInsert2": "ibm_arithInsert2",
    "CommentInsert1": "ibm_commentInsert1", "CommentInsert2": "ibm_commentInsert2",
    "CommentInsert3": "ibm_commentInsert3", "RemoteHost": "ibm_remoteHost",
}  # fmt: skip
_ID = re.compile(r"(AMQ[A-Z]{0,2}\d{4,5})([A-Z])?")
_SOURCE = re.compile(r"(.+?)\s*:\s*(\d+)")


def json_row(record: dict[str, Any]) -> dict:
    """The row of a JSON record; identifiers of process and thread may be numbers or strings."""
    id_ = _ID.match(str(record["ibm_messageId"]))
    message = id_[1] if id_ else str(record["ibm_messageId"])
    text = _text(record.get("message")) or ""
    text = re.sub(rf"^{re.escape(str(record['ibm_messageId']))}:\s*", "", text)
    source = _SOURCE.fullmatch(_text(record.get("module")) or "")
    printed = {name: value for name, key in INSERTS.items() if (value := _text(record.get(key))) is not None}
    stamp = _text(record.get("ibm_datetime"))
    return {
        **when.columns(stamp, stamp),
        **{column: _text(record.get(key)) or None for column, key in COLUMNS.items()},
        "pid": _long(record.get("ibm_processId")), "tid": _long(record.get("ibm_threadId")),
        "message": message, "severity": (id_ and id_[2]) or _text(record.get("loglevel")), "text": text or None,
        "source": f"{source[1]} : {source[2]}" if source else None,
        "inserts": inserts.named(message, " ".join(text.split()), printed) or None,
        "error": "the JSON record is damaged: only its whole fields were read" if "" in record else None,
    }  # fmt: skip


def _text(value: Any) -> str | None:
    return None if value is None or isinstance(value, (dict, list)) else str(value)


def _long(value: Any) -> int | None:
    text = _text(value) or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None
