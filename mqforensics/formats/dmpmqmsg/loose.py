"""A message read line by line, as a row: what is there, and what is wrong with it."""

from typing import Any

from mqforensics.formats import message_rows
from mqforensics.formats.dmpmqmsg.attributes import fields
from mqforensics.formats.dmpmqmsg.data_lines import Body, body
from mqforensics.formats.dmpmqmsg.records import Record

WIDTH = 25
"""Bytes in an X line unless -dw says otherwise."""
CUT = "no blank line closes the message: the file may be cut"


def row(
    record: Record, place: tuple[str, int, int], foreign: str | None, rest: bytes | None, secrets: bool = False
) -> dict[str, Any]:
    """The row of one message; `rest`: what follows it when it is the last of its file; `secrets` as in `found.row`."""
    md, notes = _descriptor(record)
    shown = body(record.data, foreign) if record.data else None
    if shown is None:
        shown = Body(b"" if record.is_exit and md else None)  # that program writes no line for no data
        notes += [] if shown.data is not None else ["no data lines: the data is not in the file"]
    elif rest == b"" and _ends_full(shown):
        notes.append(CUT)
    made = message_rows.message_row(
        place, number=record.number, md=md, data=shown.data, gaps=shown.gaps,
        notes=[*notes, *shown.notes], is_exact=not shown.is_text, secrets=secrets,
    )  # fmt: skip
    if shown.is_text and made["body_text"]:
        made["body_text"] = made["body_text"].replace("\ufffd", "\n")  # a line end it was, whichever its bytes
    return {**made, **record.source.columns}


def _descriptor(record: Record) -> tuple[dict[str, Any] | None, list[str]]:
    if not record.attributes:
        told = "written without its MQMD (N line)" if record.is_bare else "no attribute lines: the MQMD is absent"
        return None, [told]
    md, notes = fields(line for run in record.attributes for line in run.split(b"\n") if line)
    if record.is_exit and md.get("Version"):
        md["Version"] -= 1
    return md, notes


def _ends_full(shown: Body) -> bool:
    return bool(shown.last) and shown.last == shown.width and (shown.width == WIDTH or len(shown.data) > shown.width)
