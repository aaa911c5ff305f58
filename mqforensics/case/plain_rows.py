"""Rows of a case as plain values that may leave it: no password, redacted; messages are read without an engine."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from mqforensics.case.case import Case
from mqforensics.plaintext import in_json
from mqforensics.privacy.mask import byte_spans, spans
from mqforensics.privacy.redaction import Redaction
from mqforensics.source import Reading
from mqforensics.structures import secrets


def message_rows(case: Case) -> Iterator[dict[str, Any]]:
    """The rows of the table `messages` in the order of files and offsets, read by this process, one piece at a time.

    Their values are those of Spark's rows as dictionaries; top-level bytes are upper-case hexadecimal, and top-level
    times ISO 8601 in UTC.
    """
    readings = []
    for name, (files, parts) in case.to_read("messages").items():
        readings += [Reading.of(name, [file]) for file in files]
        readings += [Reading.of(name, [], [part]) for part in parts]
    tasks = [(task.parts[0], one.reader, task) for one in readings for task in one.tasks]
    for _, reader, task in sorted(tasks, key=lambda one: (one[0].file.name, one[0].start)):
        for batch in reader.read(task):
            yield from map(_plain, batch.to_pylist(maps_as_pydicts="lossy"))


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(value) for name, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, datetime) and value.tzinfo:
        return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return value.hex().upper() if isinstance(value, bytes) else value


def redacted_row(
    row: dict[str, Any], headers: list | None, redaction: Redaction, nested: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """A row without passwords, redacted; what is `nested` is JSON. `headers`: those of a message, else None.

    Of a message that holds a password the bytes are left out.
    """
    shown = dict(row)
    if headers is not None and secrets(headers):
        shown["data"] = None
    if _says_secrets(shown.get("body"), shown.get("body_text")):
        shown |= dict.fromkeys({"body", "data"} & shown.keys())
    return {name: _redacted(name, value, redaction, name in nested) for name, value in shown.items()}


def _says_secrets(body: str | bytes | None, text: str | None) -> bool:
    """Whether what a message carries, in bytes or in hexadecimal, has a secret in it."""
    data = bytes.fromhex(body) if isinstance(body, str) else bytes(body or b"")
    return bool(byte_spans(data, text) if data else spans(text or ""))


def _redacted(name: str, value: Any, redaction: Redaction, is_json: bool) -> Any:
    if is_json and value is not None:
        return json.dumps(redaction.value(json.loads(value), name), ensure_ascii=False, separators=(",", ":"))
    told = redaction.value(value, name)
    return told.encode() if isinstance(value, bytes | bytearray) and isinstance(told, str) else told


def json_line(row: Mapping[str, Any]) -> str:
    """A row as a JSON object, bytes in hexadecimal.

    What a terminal would obey, and marks of direction, stand there as JSON writes them: `\\u202e`.
    """
    return in_json(json.dumps(row, ensure_ascii=False, default=_jsoned))


def _jsoned(value: object) -> str:
    return bytes(value).hex().upper() if isinstance(value, bytes | bytearray) else str(value)
