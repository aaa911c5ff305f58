"""What a walk is asked: which message, put where, and what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from mqforensics.case.settings import is_expiry
from mqforensics.errors import MQForensicsError
from mqforensics.flow.delivery.inputs import DISCARD_MSG, RETURN
from mqforensics.flow.facts import ASKED_TO
from mqforensics.objects.fact import Span
from mqforensics.validation import NAME, TIME
from mqforensics.words import walk as said_of

NEAR = timedelta(seconds=3)
"""A message put so near to the time asked for may be the message asked for."""
AROUND = timedelta(seconds=ASKED_TO)
"""A message put farther from the time asked for is another one, where that time is right (PUT_TIME)."""
ID_DIGITS = 48
HEX = re.compile(f"[0-9A-F]{{{ID_DIGITS}}}")
PERSISTENCE = {0: 0, 1: 1, 2: None, "0": 0, "1": 1, "2": None, "NO": 0, "YES": 1, None: None}
"""2 is as the queue defines it, which is not known of a message that was put."""
UNLIMITED = -1
PLACE = ("queue", "queue_manager", "object_queue_manager")
APART = {
    "msg_id": "MsgId", "correl_id": "CorrelId", "put_time": "put", "persistence": "persistence", "expiry": "expiry",
    "report": "report",
}  # fmt: skip
"""What tells messages apart that were put to one queue, and how it is called."""


class MsgIdExpected(MQForensicsError, ValueError):
    """A message id or correlation id is 24 bytes or 48 hex digits."""


class PersistenceExpected(MQForensicsError, ValueError):
    """Persistence is 0 or 1."""


class PutTimeExpected(MQForensicsError, ValueError):
    """A put time is a datetime or ISO 8601 text."""


class ExpiryExpected(MQForensicsError, ValueError):
    """An expiry is a number of tenths of a second, or -1 for a message that does not expire."""


class ReportExpected(MQForensicsError, ValueError):
    """Report options are a number of 32 bits."""


PUT_TIME = TIME._replace(error=PutTimeExpected)


@dataclass(frozen=True)
class Request:
    """What to follow: a queue and where it was put to, and what is known of the message."""

    queue: str
    queue_manager: str
    object_queue_manager: str = ""
    """As the application's open names it: for a reply, the ReplyToQMgr."""
    persistence: int | None = None
    msg_id: str | None = None
    """24 bytes as hex digits, upper case."""
    correl_id: str | None = None
    put_time: datetime | None = None
    """UTC; None: put while the captures were taken."""
    expiry: int | None = None
    """Tenths of a second from the put on, -1 for a message that does not expire."""
    report: int | None = None
    """The report options of its descriptor (MQRO), where they are known."""
    apart: str = ""
    """What tells it from other messages that are asked about and were put to the same queue; blank without any."""

    @property
    def at(self) -> Span | None:
        """The put as a moment; None for one while the captures were taken."""
        return Span(self.put_time, self.put_time) if self.put_time else None

    @property
    def id_field(self) -> str | None:
        """The field of the descriptor that has the identifier asked for; None where none is."""
        return "MsgId" if self.msg_id else "CorrelId" if self.correl_id else None

    @property
    def sent_back(self) -> bool | None:
        """Whether the message asked to be sent back where it cannot be delivered; None: not known."""
        return None if self.report is None else self.report & RETURN == RETURN

    @property
    def discarded(self) -> bool:
        """Whether the message is known to have asked to be discarded where it cannot be delivered."""
        return bool(self.report and self.report & DISCARD_MSG)

    def is_of_the_put(self, row: Mapping) -> bool:
        """Whether a row is from the time at which the message was put, and of its queue manager or one not named."""
        when = row.get("time")
        is_then = self.put_time and when and abs(when - self.put_time) <= NEAR
        return bool(is_then) and row.get("queue_manager") in (None, self.queue_manager)

    @property
    def name(self) -> str:
        """The request in words."""
        towards = said_of.FOR_MANAGER.format(manager=self.object_queue_manager) if self.object_queue_manager else ""
        return said_of.NAME.format(
            queue=self.queue,
            manager=self.queue_manager,
            towards=towards,
            apart=f" ({self.apart})" if self.apart else "",
        )

    @property
    def identity(self) -> str:
        """What makes it this message and no other, in one form for what is asked in several."""
        put = self.put_time.astimezone(UTC).isoformat() if self.put_time else None
        known = (self.queue, self.queue_manager, self.object_queue_manager, self.msg_id, self.correl_id, put)
        return repr(known if self.msg_id is None else self.msg_id)

    @property
    def words(self) -> str:
        """What is known of the message, but for its identifiers."""
        put = said_of.PUT.format(time=self.put_time.astimezone(UTC)) if self.put_time else ""
        kept = None if self.persistence is None else said_of.PERSISTENCE.get(self.persistence)
        lives = "" if self.expiry is None else said_of.EXPIRES.format(seconds=self.expiry / 10)
        lives = said_of.NEVER_EXPIRES if self.expiry == UNLIMITED else lives
        back = said_of.ASKS_TO_RETURN if self.sent_back else said_of.ASKS_TO_DISCARD if self.discarded else ""
        return ", ".join(filter(None, (put, kept, lives, back)))

    def with_known(self, **known) -> Request:
        """The same request with what the evidence shows of the message itself, where nobody said it."""
        return replace(self, **{key: value for key, value in known.items() if getattr(self, key) in (None, "")})


def check_request(given: Mapping) -> None:
    """Raise what `known` raises, and `NameExpected`, for what a person asks; evidence may name anything."""
    for place in PLACE:
        if place in given:
            NAME.taken(place, given[place])
    typed_values(given)


def with_distinct_names(wanted: Iterable[Request]) -> list[Request]:
    """The requests, each once, with what tells those apart that have one name."""
    alike: dict[str, list[Request]] = {}
    for one in dict.fromkeys(wanted):
        alike.setdefault(one.name, []).append(one)
    differ = {name: [key for key in APART if len({getattr(one, key) for one in of}) > 1] for name, of in alike.items()}
    return [replace(one, apart=_differences(one, differ[one.name])) for one in dict.fromkeys(wanted)]


def _differences(one: Request, keys: Iterable[str]) -> str:
    values = {key: getattr(one, key) for key in keys}
    if values.get("put_time"):
        values["put_time"] = one.put_time.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return ", ".join(f"{APART[key]} {value}" for key, value in values.items() if value is not None)


def typed_values(one: Mapping) -> dict:
    """The typed values of a request but for its queue and queue manager.

    Raises `MsgIdExpected`, `PersistenceExpected`, `PutTimeExpected`, `ExpiryExpected`, `ReportExpected`.
    """
    return {
        "persistence": _persistence(one.get("persistence")),
        "msg_id": identifier(one.get("msg_id")),
        "correl_id": identifier(one.get("correl_id")),
        "put_time": _time(one.get("put_time")),
        "expiry": _expiry(one.get("expiry")),
        "report": _report(one.get("report")),
        "object_queue_manager": one.get("object_queue_manager") or "",
    }


def _persistence(value: object) -> int | None:
    key = value.upper() if isinstance(value, str) else value
    if key not in PERSISTENCE:
        raise PersistenceExpected(f"expected persistence 0 or 1, got {value!r}")
    return PERSISTENCE[key]


def identifier(value: object) -> str | None:
    """A message id or correlation id as hex digits."""
    if value is None:
        return None
    text = bytes(value).hex().upper() if isinstance(value, bytes | bytearray) else str(value).upper()
    text = text.removeprefix("ID:").removeprefix("0X").strip("X' ")
    if not HEX.fullmatch(text):
        raise MsgIdExpected(f"expected an id of 24 bytes or 48 hex digits, got {value!r}")
    return text


def _time(value: object) -> datetime | None:
    return None if value is None else PUT_TIME.taken("put_time", value)


def _expiry(value: object) -> int | None:
    if value is not None and not is_expiry(value):
        raise ExpiryExpected(f"expected an expiry in tenths of a second or -1, got {value!r}")
    return value


def _report(value: object) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 32):
        raise ReportExpected(f"expected report options as a number of 32 bits, got {value!r}")
    return value
