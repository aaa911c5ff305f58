"""amqsevt's events in JSON: objects one after the other, one a line, or in an array; keys sorted or not.

Work is done on Latin-1 text: one character a byte, so that a position in the text is a position in the file.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from mqforensics.codes import code_pages
from mqforensics.formats.event.row import Event, Group, text
from mqforensics.formats.json_text import DECODER, pairs

KEYS = frozenset(("eventSource", "eventType", "eventReason", "eventCreation", "eventData"))
BEGIN = re.compile(
    r'\{\s{0,99}"(?:event(?:Source|Type|Reason|Creation|Data)|correlationID|objectState|msgType)"\s{0,99}:'
)
DEPTH = 16
"""Groups inside groups; deeper ones are no event's."""
OWN = frozenset(
    ("name", "value", "objectName", "objectType", "queueMgr", "timeStamp", "epoch", "eventType", "eventReason")
)
"""Keys of the event itself. The others are its parameters."""
TO_THE_SECOND = "to the second"
BROKEN = "an event that is not whole JSON: "


def events(source: str) -> Iterator[tuple[int, Event]]:
    """Where each event begins, and the event; of a damaged one what can be read."""
    # Each is cut out before it is decoded, so that a mistake costs no more than its own length.
    begun = [found.start() for found in BEGIN.finditer(source)]
    for at, after in pairwise([*begun, len(source)]):
        part = source[at:after]
        try:
            value = DECODER.raw_decode(part)[0]
        except (ValueError, RecursionError) as error:
            yield at, _salvaged(part, str(error))
        else:
            if len(KEYS & value.keys()) > 1:
                yield at, _event(value)


def _event(value: dict) -> Event:
    source, data = value.get("eventSource"), value.get("eventData")
    source = source if isinstance(source, dict) else {}
    time, note = _created(value.get("eventCreation"))
    about = {"EventSource": source.get("objectName"), "ObjectState": value.get("objectState"),
             "CorrelId": value.get("correlationID")}  # fmt: skip
    return Event(
        _coded(value.get("eventType")), _coded(value.get("eventReason")),
        _parameters(data) if isinstance(data, dict) else [], time, note, _words(source.get("queueMgr")) or None,
        about={key: _words(shown) for key, shown in about.items() if shown},
        errors=() if isinstance(data, dict) else ("an event without its data",),
    )  # fmt: skip


def _parameters(data: dict, depth: int = 0) -> Group:
    found = Group()
    for key, value in data.items():
        several = value if isinstance(value, list) else [value]
        if any(_is_group(one) for one in several) and depth < DEPTH:
            groups = [_parameters(one, depth + 1) if isinstance(one, dict) else _plain(one) for one in several]
            found += [(_words(key), one) for one in groups]
        else:
            found.append((_words(key), _plain(value)))
    return found


def _is_group(value: Any) -> bool:
    return isinstance(value, dict) and not ({"value", "options"} & value.keys())


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return _words(value)
    if isinstance(value, list):
        return [_words(part) for part in value]
    return {key: _words(part) for key, part in value.items()} if isinstance(value, dict) else value


def _coded(value: Any) -> str | int | None:
    if isinstance(value, dict):
        told = value.get("value")
        return told if type(told) is int else _words(value.get("name")) or None
    return value if type(value) is int else _words(value) or None


def _created(value: Any) -> tuple[datetime | None, str | None]:
    stamp = value.get("timeStamp") if isinstance(value, dict) else value
    epoch = value.get("epoch") if isinstance(value, dict) else None
    try:
        if isinstance(stamp, str):
            time = datetime.fromisoformat(stamp.strip())
            return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC), TO_THE_SECOND
        if type(epoch) is int:
            return datetime.fromtimestamp(epoch, UTC), TO_THE_SECOND
    except (ValueError, OverflowError, OSError):
        pass
    return None, "the event tells no time"


def _salvaged(part: str, problem: str) -> Event:
    found = list(pairs(part))
    told = dict(found)
    time, note = _created(told.get("timeStamp"))
    rest = [(key, _words(shown)) for key, shown in found if key not in OWN]
    return Event(
        _coded(told.get("eventType")), _coded(told.get("eventReason")), rest, time, note, errors=(BROKEN + problem,)
    )


def _words(value: Any) -> str:
    if isinstance(value, dict | list):
        return "…"
    if not isinstance(value, str):
        return text(value)
    return code_pages.of_bytes(value)
