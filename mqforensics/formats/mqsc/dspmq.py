"""Lines of dspmq: a queue manager on each, its instances under it."""

import re

from mqforensics.formats.mqsc.capture_lines import Line, two_cells
from mqforensics.formats.mqsc.captured_object import IS_NAME

MANAGER = re.compile(r"QMNAME\([^)]*\)\s+.*\b(?:STATUS|ROLE|DEFAULT|STANDBY|INSTNAME)\(")
MEMBER = re.compile(r"\s+INSTANCE\([^)]*\)\s+(?:MODE|ROLE)\(")
CELL = re.compile(r"(?<![A-Z])([A-Z]{1,20})\((.{0,400}?)\)(?=\s|$)")


def take(session, line: Line) -> None:
    """Take the line of a queue manager; monitoring agents add NOW, the time of all that follows."""
    if session.block and two_cells(line.text.strip()):
        session.cells(line)
        return
    values = _values(line)
    session.open(line)
    session.time = values.get("NOW", session.time)
    _show(session, line, "QMSTATUS", values, values.get("QMNAME")).name = values.get("QMNAME")


def member(session, line: Line) -> None:
    """Take the line of an instance, if it stands under a queue manager of dspmq."""
    last = session.records[-1] if session.records else None
    if session.block:
        session.cells(line)
    elif not last or last.message or not last.queue_manager:
        session.prose(line)
    else:
        values = _values(line)
        kind = "NHA" if "ROLE" in values else "INSTANCE"
        _show(session, line, kind, values, last.queue_manager).name = values.get("INSTANCE")


def _values(line: Line) -> dict[str, str]:
    return {key: value.strip() for key, value in CELL.findall(line.text)}


def _show(session, line: Line, kind: str, values: dict[str, str], manager: str):
    known = manager if IS_NAME(manager or "") else None
    record = session.start(line, None, type=kind, queue_manager=known)
    for key, value in values.items():
        record.add(key, value)
    record.session = record.command = session.block = None
    # What follows is not of the queue manager of this line until a banner says so.
    session.used = False
    return record
