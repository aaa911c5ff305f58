"""amqsevt's events in text, with labels or (`-d`) with the names of the constants; indents show the groups."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from mqforensics.clock.dates import moment
from mqforensics.formats.event.row import Event, Group

HEAD = re.compile(
    r"^[ \t>]{0,40}\*{4} Message #(\d{1,10}) \(\d{1,12} Bytes?\) on (?:Queue|Topic) (\S{0,200}) \*{4}", re.M
)
PAD = " \t\r>"
CREATED = re.compile(r"(\d{4})/(\d\d)/(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d\d))?")
TOP = {"Event Type": "command", "Reason": "reason", "Event created": "time"}
BESIDE = {"Message Type": None, "Object State": "ObjectState", "Correlation ID": "CorrelId", "CorrelId": "CorrelId"}


def events(source: str) -> Iterator[tuple[int, Event]]:
    """Where each event begins, and the event."""
    heads = list(HEAD.finditer(source))
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        end = after.start() if after else len(source)
        yield head.start(), _event(source[head.end() : end], head[2])


def _event(body: str, queue: str) -> Event:
    told: dict[str, str] = {}
    about = {"EventSource": queue}
    top = Group()
    open_: list[tuple[int, Group]] = [(-1, top)]
    for text in body.split("\n"):
        words = text.strip(PAD)
        indent = len(text) - len(text.lstrip(PAD))
        label, colon, value = (part.strip(PAD) for part in words.partition(":"))
        if not words[:1].isalpha():
            continue
        if not indent and label in TOP:
            told[TOP[label]] = value
        elif not indent and label in BESIDE:
            about |= {BESIDE[label]: value} if BESIDE[label] and value else {}
        elif indent:
            while indent <= open_[-1][0]:
                open_.pop()
            if colon:
                open_[-1][1].append((label, _unquoted(value)))
            else:
                group = Group()
                open_[-1][1].append((label, group))
                open_.append((indent, group))
    time = _time(told.get("time", ""))
    errors = () if told.get("command") else ("an event without its type",)
    return Event(told.get("command"), told.get("reason"), top, time, None if time else "the event tells no time",
                 about=about, errors=errors)  # fmt: skip


def _unquoted(value: str) -> str:
    value = value.encode("latin-1").decode("utf-8", "replace")
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == "'" else value


def _time(shown: str) -> datetime | None:
    found = CREATED.search(shown)
    local = moment(found.group(1, 2, 3), found.group(4, 5, 6, 7)) if found else None
    return local.replace(tzinfo=UTC) if local else None
