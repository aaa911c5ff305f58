"""What error logs say of channels: their entries, those that are alike counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from mqforensics.objects.causes import Entry
from mqforensics.questions.wording import reason
from mqforensics.validation import is_name

OLDEST = datetime.min.replace(tzinfo=UTC)
SESSION = ("5", "6", "7")
"""AMQ95nn to AMQ97nn and their like on z/OS tell of one channel."""
WRITER = ("host", "queue_manager", "pid", "tid")
"""What tells the threads of a log's entries apart; all but the host has to be told."""
ENDED, AT_ONCE = "AMQ9999", timedelta(seconds=1)
"""The message that names the channel of what the same thread wrote so shortly before."""


def entries(rows: Iterable[Mapping]) -> list[Entry]:
    """The entries of error logs that tell of channels, those that are alike counted."""
    found: dict[tuple, list[Mapping]] = {}
    told = [row for row in rows if (row.get("message") or "")[:4] in ("AMQ9", "CSQX")]
    ended: dict[tuple, tuple[datetime, str]] = {}
    for row in sorted(told, key=_place, reverse=True):
        inserts = dict(row.get("inserts") or {})
        thread = tuple(row.get(name) for name in WRITER)
        if row["message"].startswith(ENDED) and inserts.get("channel") and row.get("time"):
            ended[thread] = row["time"], inserts["channel"]
        at, name = ended.get(thread, (None, None)) if None not in thread[1:] else (None, None)
        by_thread = name if at and row.get("time") and at - row["time"] <= AT_ONCE else None
        channel = channel_of(row["message"], inserts, by_thread)
        found.setdefault((row["message"], channel, row.get("queue_manager"), host_of(inserts)), []).append(row)
    made = [_entry(key, of) for key, of in found.items()]
    return sorted(made, key=lambda one: (one.last or OLDEST, one.message, one.channel or ""))


def _place(row: Mapping) -> tuple:
    return row.get("time") or OLDEST, row["file"], row.get("offset") or row["line"] or 0


def host_of(inserts: Mapping) -> str | None:
    """The other end of an entry, by what its message calls it."""
    return inserts.get("host") or inserts.get("connection")


def channel_of(message: str, inserts: Mapping, by_thread: str | None = None) -> str | None:
    """The channel of an entry; of those about a session, the first insert may be its name."""
    first = inserts.get("CommentInsert1")
    named = message[4:5] in SESSION and is_name(first, 20)
    return inserts.get("channel") or by_thread or (first if named else None)


def _entry(key: tuple, rows: list[Mapping]) -> Entry:
    last = max(rows, key=_place)
    text = worded(last.get("text"), last.get("reason"))
    return Entry(*key, len(rows), last.get("time"), text, last["file"], last["line"])


def worded(text: str | None, code: int | None) -> str:
    """The first line of an entry with the reason that its other lines tell."""
    return f"{(text or '').removesuffix('.')} ({reason(code)})" if code else text or ""
