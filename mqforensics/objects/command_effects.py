"""What a command that was carried out makes of the displays before it: some of what they show holds no longer.

Lines order the commands of one session. CLEAR and DELETE take messages away, and no reader has got these. What a
command sets is known; what it may have changed besides is not known any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mqforensics.formats.mqsc.captured_object import DONE
from mqforensics.objects import security_records, sentences
from mqforensics.objects.check import Check
from mqforensics.objects.fact import QUEUES, SENDERS, STATUS, Row, Span
from mqforensics.objects.security_records import RECORDS

if TYPE_CHECKING:
    from mqforensics.objects.estate import Estate

OF_QUEUE = (*QUEUES, "QSTATUS", "HANDLE")
SINGLE = ("QMGR", "QMSTATUS", *QUEUES, "QSTATUS", "CHANNEL", "AUTHINFO")
"""Types of which one answer shows an object once."""
STATES = ("CHANNEL", "CHLTYPE", "CONNAME", "CURRENT", "RQMNAME", "XMITQ")
"""What of the status of a channel stays when it is started, stopped, reset or resolved."""
ON_QUEUE = frozenset(("CURDEPTH", "CURFSIZE", "MSGAGE", "QTIME", "UNCOM"))
"""What is of the messages that are on a queue."""
WAYS = ("REPLACE", "NOREPLACE", "LIKE", "FORCE", "NOFORCE", "PURGE", "NOPURGE", "CMDSCOPE", "IGNSTATE")
"""Words of a command that say how it is carried out, and are no attributes of the object."""
ALTERED = ("ALTDATE", "ALTTIME")


def follows(one: Row, other: Row) -> bool:
    """Whether a row appeared after another of the same object, further down in one session."""
    if one.capture != other.capture or one.line is None or other.line is None or one.line <= other.line:
        return False
    if not one.name or one.name != other.name or not (one.command and other.command):
        return False
    if any(one.attributes.get(key) != other.attributes.get(key) for key in ("QSGDISP", "CHLTYPE", "CMDSCOPE")):
        return one.type != other.type and {one.type, other.type} <= {*QUEUES, "QSTATUS"}
    if one.type == other.type == "CHSTATUS":
        return one.attributes.get("CHLTYPE") in SENDERS and _same_status(one, other)
    return one.type in SINGLE and (one.type == other.type or {one.type, other.type} <= {*QUEUES, "QSTATUS"})


def _same_status(one: Row, other: Row) -> bool:
    shown = [{*row.attributes} & {"CURRENT", "SAVED", "SHORT"} for row in (one, other)]
    return shown[0] == shown[1] and one.attributes.get("XMITQ") == other.attributes.get("XMITQ")


def covers(one: Row, other: Row) -> bool:
    """Whether a row shows all that another one shows, but for when the object was altered."""
    shown, wanted = ({key.removeprefix("NO") for key in row.attributes} for row in (one, other))
    return one.type == other.type and shown >= wanted - {*ALTERED}


def with_command_effects(rows: Sequence[Row], later: Callable[[Row, Row], bool]) -> list[Row]:
    """The rows with what the commands among them have made of those that were surely shown before."""
    commands = [row for row in rows if row.type == DONE and row.asked and row.queue_manager]
    if not commands:
        return list(rows)
    became = [[row] for row in rows]
    alike: dict[tuple, list[list[Row]]] = {}
    for row, its in zip(rows, became, strict=True):
        alike.setdefault(_subject(row), []).append(its)
    for done in sorted(commands, key=lambda one: (str(one.captured), one.file, one.line or 0)):
        near = alike[_subject(done)]
        computed = alike.get((done.queue_manager, (done.asked or {}).get("word"), None), [])
        if change := CHANGES.get(done.asked["verb"]):
            for its in [*near, *computed]:
                its[:] = [one for row in its for one in _rows_after(done, row, change, later)]
        near.append(_rows_it_shows(done, [row for its in near for row in its]))
        became.append(near[-1])
    return [row for its in became for row in its]


def _subject(row: Row) -> tuple:
    """What a command has to be about to change anything of a row, and what a command is about."""
    asked = row.asked or {}
    word = asked.get("word") if row.type == DONE else row.type
    if word == "QMGR":
        return row.queue_manager, "QMGR", None
    if word in RECORDS:
        return row.queue_manager, word, security_records.profile(row)
    return row.queue_manager, None, asked.get("name") if row.type == "ERROR" else row.name


def _rows_after(done: Row, row: Row, change: Callable, later: Callable) -> Iterable[Row]:
    touched = row is not done and row.queue_manager == done.queue_manager and not row.source and row.type != DONE
    if not touched or not _is_before(row, done, later):
        return (row,)
    made = change(done, row)
    return (row,) if made is None else made


def _is_before(row: Row, done: Row, later: Callable) -> bool:
    if row.capture == done.capture:
        return row.line is not None and done.line is not None and row.line < done.line
    return later(done, row)


def _is_of(done: Row, row: Row, words: Iterable[str] = ()) -> bool:
    """Whether a row shows what a command is about: its definition, or what is of these types and has its name."""
    word = done.asked["word"]
    if word == "QMGR":
        return row.type == "QMGR"
    if not done.name or row.name != done.name:
        return False
    kinds = QUEUES if word in QUEUES else (word,)
    return row.type in (*kinds, *words)


def _after_clear(done: Row, row: Row) -> list[Row] | None:
    if not _is_of(done, row, ("QSTATUS",)):
        return None
    return [without_attributes(row, ON_QUEUE)]


def _after_delete(done: Row, row: Row) -> list[Row] | None:
    if row.type in RECORDS:
        return security_records.record_after_set(done, row)
    of_queue = OF_QUEUE if done.asked["word"] in QUEUES else ()
    return [] if _is_of(done, row, of_queue) else None


def _after_start(done: Row, row: Row) -> list[Row] | None:
    if done.asked["word"] != "CHANNEL":
        return None
    if _misses(row, ("CHSTATUS",), done.name):
        return []
    if row.type != "CHSTATUS" or row.name != done.name:
        return None
    return [without_attributes(row, row.attributes.keys() - {*STATES})]


def _misses(row: Row, words: Iterable[str], name: str | None) -> bool:
    """Whether a row says that nothing of a name was found."""
    asked = row.asked if row.type == "ERROR" and row.asked else {}
    return asked.get("verb") == "DISPLAY" and asked.get("word") in words and asked.get("name") == name


def _after_define(done: Row, row: Row) -> list[Row] | None:
    word = done.asked["word"]
    if _misses(row, (*QUEUES, "QSTATUS") if word in QUEUES else (word,), done.name):
        return []
    if not _is_of(done, row):
        return None
    return [without_attributes(row, row.attributes.keys() - STATUS - {"QUEUE", "CHANNEL", "TYPE", "CHLTYPE"})]


def _set_record(done: Row, row: Row) -> list[Row] | None:
    return security_records.record_after_set(done, row) if row.type in RECORDS else None


CHANGES = {
    "CLEAR": _after_clear, "DELETE": _after_delete, "DEFINE": _after_define, "START": _after_start,
    "STOP": _after_start, "RESET": _after_start,
    "RESOLVE": _after_start, "SET": _set_record,
}  # fmt: skip
"""What a command makes of a row displayed before it, by its verb: rows instead, or None where it stays."""


def without_attributes(row: Row, keys: Iterable[str]) -> Row:
    """A row without some of its attributes."""
    return replace(row, attributes={key: value for key, value in row.attributes.items() if key not in keys})


def command_in_words(row: Row) -> str:
    """A command that was carried out, in words."""
    return f"{row.asked['verb']} {row.asked['word']}" + (f"({row.name})" if row.name else "")


def was_cleared(estate: Estate, manager: str | None, queue: str | None, at: Span | None) -> Check:
    """Whether messages of a queue are known to have been deleted by a command, and not surely before a moment.

    `said` goes on behind the name of the queue.
    """
    rows = [
        row for row in estate.done(manager, queue, ("CLEAR", "DELETE"))
        if row.asked["word"] in QUEUES and (row.asked["verb"] == "CLEAR" or "PURGE" in row.attributes)
        and not (at and estate.captured(row).before(at))
    ]  # fmt: skip
    if not rows:
        return Check(False)
    how = "cleared" if rows[0].asked["verb"] == "CLEAR" else sentences.DELETED_WITH_MESSAGES
    said = sentences.MESSAGES_WERE_DELETED.format(how=how, named=command_in_words(rows[0]))
    return Check(True, said, [row.place(row.asked["word"]) for row in rows])


def changes_state(estate: Estate, manager: str | None, channel: str | None) -> Check:
    """Whether a command is the last in the evidence of the state of a channel: no status from after it is."""
    rows = estate.done(manager, channel, ("START", "STOP", "RESET", "RESOLVE"))
    shown = [row for row in estate.statuses(manager, channel) if "STATUS" in row.attributes]
    last = [
        row for row in rows
        if row.asked["word"] == "CHANNEL" and not any(_is_before(row, one, estate.later) for one in shown)
    ]  # fmt: skip
    if not last:
        return Check(False)
    said = sentences.ACCEPTED_WITHOUT_STATUS.format(named=command_in_words(last[-1]), manager=manager, channel=channel)
    return Check(True, said, [row.place("CHANNEL") for row in last])


def is_told(row: Row) -> bool:
    """Whether a row is what a command that was carried out sets, and no display."""
    return row.message is not None and bool(row.asked) and row.asked["verb"] in ("DEFINE", "ALTER")


def settings(done: Row) -> dict[str, str]:
    """The attributes that a command sets."""
    own = (done.asked["word"], *WAYS)
    return {key: value for key, value in done.attributes.items() if key not in own}


def _rows_it_shows(done: Row, rows: Iterable[Row]) -> list[Row]:
    """What a command that defines or alters something shows, with what its session showed before."""
    word, news = done.asked["word"], settings(done)
    if done.asked["verb"] == "SET" and word in RECORDS:
        return security_records.records_after_set(done, rows)
    if done.asked["verb"] not in ("DEFINE", "ALTER") or word not in (*QUEUES, "CHANNEL", "QMGR", "AUTHINFO"):
        return []
    if done.asked["verb"] == "ALTER":
        before = [row for row in rows if _is_of(done, row) and row.capture == done.capture and row.line < done.line]
        last = {row.type: row for row in sorted(before, key=lambda row: row.line)}
        if last or not news:
            return [_row_after_alter(done, row, news) for row in last.values()]
    name = done.name if word != "QMGR" else done.queue_manager
    shown = {"TYPE": word, "QUEUE": name or ""} if word in QUEUES else {}
    return [replace(done, type=word, name=name, attributes={**shown, **news})]


def _row_after_alter(done: Row, row: Row, news: dict[str, str]) -> Row:
    # The reply does not show when it was altered; what was not altered holds on.
    kept = without_attributes(row, (*ALTERED, *(f"NO{key}" for key in news), *(key.removeprefix("NO") for key in news)))
    times = {stem: time for stem, time in row.times.items() if stem != "ALT"}
    lines = {key: row.lines.get(key, row.line) for key in kept.attributes} | {key: done.lines.get(key) for key in news}
    return replace(kept, line=done.line, attributes={**kept.attributes, **news}, lines=lines, times=times)
