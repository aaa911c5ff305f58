"""Whether an assumption holds in the story of an incident: `true_of`, one judge for each key of the list.

An assumption is about one thing: key, queue manager, object, attribute, value, and the time for which it is assumed
(from the put to the capture, where it does not say). The weakest reading counts that its sentence has: what did not
touch the message or its queue does not make it false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tests.simulated.evidence import Capture
from tests.simulated.model import (
    FOR_EVER,
    NOT_AUTHORISED,
    Q_FULL,
    STAGING,
    START,
    TOO_BIG,
    TOO_BIG_FOR_CHANNEL,
    Estate,
    Manager,
    Message,
    Traced,
)
from tests.simulated.plot import Incident

RIGHT_TO, TOLD_TO = 120.0, 15.0
"""Seconds to which clocks, and a put time that a person tells, are taken to be right."""
AT_WORK = 15.0
"""Seconds between two moves of a message that belong together: a retry of the receiving end waits no longer."""
WHILE = 120.0
"""So many seconds before the first capture a message counts as put while they were taken."""
WORDS = {
    "ENABLED": True,
    "DISABLED": False,
    "YES": True,
    "NO": False,
    "TRIGGER": True,
    "NOTRIGGER": False,
    "NOLIMIT": None,
}
NAMES = {"IPPROCS": "readers", "OPPROCS": "writers", "TRIGGER": "trigger", "NOTRIGGER": "trigger", "STATUS": "status"}
"""Attributes that the model calls otherwise than by their small letters."""
OF_WHAT_IS_THERE = ("LGETTIME", "MSGAGE", "THE MESSAGE")
"""What changes when a message leaves its queue."""


@dataclass(frozen=True)
class About:
    """One assumption with what it is about in the model."""

    made: Incident
    key: str
    manager: str | None
    object: str | None
    attribute: str | None
    value: str | None
    since: float
    until: float

    @property
    def estate(self) -> Estate:
        return self.made.estate

    @property
    def message(self) -> Message:
        return self.made.message

    @property
    def owners(self) -> list[Manager]:
        """The queue manager that it names, or all."""
        return [m for m in self.estate.managers.values() if self.manager in (None, m.name)]

    @property
    def captures(self) -> list[Capture]:
        """The captures that it names by their file, or those of its queue manager."""
        mine = [one for one in self.made.captures if self.manager in (None, one.manager)]
        return [one for one in mine if one.file in (self.object, self.value)] or mine

    def deeds(self, *what: str) -> list[tuple]:
        """What was done in its time, to its queue manager and object where it names them."""
        return [
            one for one in self.estate.deeds
            if one[1].split()[0].rstrip(":") in what and self.since <= one[0] <= self.until
            and self.manager in (None, one[2]) and (self.object in (None, one[3]) or not one[3])
        ]  # fmt: skip

    def things(self) -> Iterable[Traced]:
        """The queues, channels or queue managers that it is about."""
        for owner in self.owners:
            found = [t for t in (owner.queues.get(self.object), owner.channels.get(self.object)) if t is not None]
            yield from found or ([owner] if self.object in (None, owner.name) else [])

    def was_at(self, *kinds: str) -> bool:
        """Whether the message was ever in such a place that it names, be it after the last look."""
        return any(
            place[0] in kinds and self.manager in (None, place[1]) and (self.object in (None, *place[2:]))
            for _, place in self.message.history
        )


def true_of(made: Incident, assumption: Mapping | object) -> bool | None:
    """Whether it holds in this incident; None for a key that is not of the list."""
    told = dict(assumption) if isinstance(assumption, Mapping) else assumption.as_dict()
    judge = KEYS.get(told["key"])
    if judge is None:
        return None
    manager = told.get("queue_manager")
    owner = made.estate.managers.get(manager or "")
    ends = [one.at for one in made.captures if manager in (None, one.manager)] or [made.estate.now]
    since, until = (_moment(told.get(key), owner) for key in ("from", "to"))
    return judge(About(made, told["key"], manager, *(told.get(key) for key in ("object", "attribute", "value")),
                       made.message.put_at if since is None else min(since, made.message.put_at),
                       max(ends) if until is None else max(until, *ends)))  # fmt: skip


def _moment(text: str | None, owner: Manager | None) -> float | None:
    """The true second of a time by the clock of a host: UTC where it says so, else local there."""
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    local = at.tzinfo is None
    seconds = (at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC) - START).total_seconds()
    return seconds - (owner.clock.skew + (owner.clock.zone if local else 0) if owner else 0)


def _put_ok(a: About) -> bool:
    return not (a.message.place[0] == "refused" and a.message.place[1] == a.message.origin and a.message.place[3])


def _committed(a: About) -> bool:
    """No unit of work holds a message of this queue at the capture, nor ever held this one to its end."""
    if a.was_at("uncommitted get", "uncommitted put") or (a.message.place[0] == "refused" and not a.message.place[3]):
        return False
    return not any(
        place[0] in ("uncommitted put", "uncommitted get") and a.manager in (None, place[1]) and a.object in (None, *place[2:])
        for other in a.estate.messages for place in _places(other, a.captures)
    )  # fmt: skip


def _places(message: Message, captures: Iterable[Capture]) -> list[tuple]:
    """Where a message was at each capture."""
    out = []
    for one in captures:
        before = [place for at, place in message.history if at <= one.at]
        out += before[-1:]
    return out


def _no_doubt(a: About) -> bool:
    """No batch in doubt at the capture: neither this message's nor that of others."""
    return not any(
        place[0] == "in doubt" and a.manager in (None, place[1])
        and a.object in (None, place[2], a.estate.managers[place[1]].channels[place[2]].xmitq)
        for other in a.estate.messages for place in _places(other, a.captures) if place[2] in a.estate.managers[place[1]].channels
    )  # fmt: skip


def _never(*kinds: str) -> Callable[[About], bool]:
    """The message never came to such a place, at whichever end of a channel."""
    return lambda a: not any(place[0] in kinds and a.object in (None, *place[2:]) for _, place in a.message.history)


def _no_ams(a: About) -> bool:
    return not any(getattr(one, "policy", False) for one in a.things())


def _not_switched(a: About) -> bool:
    return not any(one[0] <= a.until and a.manager in (None, one[2]) and a.object in (None, one[3])
                   and (a.attribute is None or a.attribute.lower() in one[1].split())
                   for one in a.estate.deeds if one[1].startswith("set "))  # fmt: skip


def _no_refusal(*reasons: int) -> Callable[[About], bool]:
    """Nothing was refused so there in its time, this message least of all."""

    def judge(a: About) -> bool:
        mine = [a.message.dead["reason"]] if a.message.dead else []
        mine += [place[3] for _, place in a.message.history if place[0] == "refused"]
        if set(mine) & set(reasons):
            return False
        return not any(
            reason in reasons and a.since - 1 <= at <= a.until and a.manager in (None, manager)
            and (a.object in (None, name) or _alias(a, manager, name))
            for at, reason, manager, name in a.estate.refusals
        )  # fmt: skip

    return judge


def _alias(a: About, manager: str, name: str) -> bool:
    queues = a.estate.managers[manager].queues
    return any(one in queues and queues[one].target == other for one, other in ((name, a.object), (a.object, name)))


def _fits(a: About) -> bool:
    return _no_refusal(TOO_BIG, TOO_BIG_FOR_CHANNEL)(a)


def _same_estate(a: About) -> bool:
    return not any(one.copy for one in a.made.captures if a.manager in (None, one.manager))


def _opened_since(a: About) -> bool:
    return "OPENED_SINCE" not in a.made.twists


def _not_done(*what: str) -> Callable[[About], bool]:
    return lambda a: not a.deeds(*what)


def _not_admin(a: About) -> bool:
    return not any(user in owner.admins for owner in a.owners for user in (a.value, a.object))


def _no_expiry(a: About) -> bool:
    limited = any(place[0] == "expired" for _, place in a.message.history)
    return not limited and (a.message.expiry == FOR_EVER)


def _after(a: About) -> bool:
    return bool(a.captures) and all(one.at >= a.message.put_at for one in a.captures)


def _settled(a: About) -> bool:
    """What the put set going was over: each move that follows another within seconds belongs to it, and what a channel
    brought or tried again."""
    return _after(a) and all(one.at >= _over(a.message) and not _goes_on(a.message, one.at) for one in a.captures)


def _goes_on(message: Message, at: float) -> bool:
    """Whether a receiving channel tries a message again, or one still brings it to another queue manager."""
    there = [place for then, place in message.history if then <= at][-1:]
    later = [place for then, place in message.history if then > at]
    return any(one[0] == "retried" or any(other[1:2] != one[1:2] for other in later) for one in there)


def _over(message: Message) -> float:
    over = message.put_at
    for at, _ in message.history:
        if at - over > AT_WORK:
            break
        over = at
    return over


def _clocks(a: About) -> bool:
    bound = _seconds(a.value) or RIGHT_TO
    named = {name for name in (a.manager, a.object, a.value) if name in a.estate.managers}
    return all(abs(a.estate.managers[name].clock.skew) <= bound for name in named or a.estate.managers)


def _seconds(text: str | None) -> float | None:
    """A bound as it is printed: `2 min`, `120`, `120 s`, `PT2M`."""
    digits = "".join(one for one in text or "" if one.isdigit() or one == ".")
    if not digits.strip("."):
        return None
    return float(digits) * (60 if "m" in (text or "").lower() else 1)


def _unaltered(a: About) -> bool:
    if "not defined" in (a.value or ""):
        return not _defined(a)
    if any(getattr(thing, "created", a.since) > a.message.put_at for thing in a.things()):
        return False  # it was not there at the put
    if a.value == "defined":
        return True
    return all(
        not thing.changed(key, a.since, a.until) for thing in a.things() for key in _keys(thing, a.attribute)
    ) and not (a.deeds("deleted"))


def _defined(a: About) -> bool:
    """Whether its name led somewhere at the put: the message went on by it, to the queue manager that it names, or it
    was deleted since, here or in a cluster."""
    gone = any(
        a.since < at <= a.until and what == "deleted" and name == a.object for at, what, _, name in a.estate.deeds
    )
    refused = a.message.place[0] == "refused" and a.message.place[3]
    arrived = any(place[1:2] == (a.object,) for _, place in [*a.message.history, (a.until, a.message.place)])
    return gone or arrived or (a.manager == a.message.origin and a.object == a.message.queue and not refused)


def _keys(thing: Traced, attribute: str | None) -> list[str]:
    """The model's names of an attribute: every traced one where none is named."""
    if attribute is None:
        return [
            key
            for key in thing.past
            if key not in ("altered", "readers", "writers", "status", "fault", "clock", "host")
        ]
    key = NAMES.get(attribute.upper(), attribute.lower())
    return [key] if hasattr(thing, key) else []


def _stands(a: About) -> bool:
    """The state has been so since the put; a depth, where it never fell below what is shown."""
    if (a.attribute or "").upper() in ("CURDEPTH", "DEPTH"):
        return not any(kind == "got" for kind in _depth_changes(a))
    if (a.attribute or "").upper() in OF_WHAT_IS_THERE:
        return not _left(a)
    if (a.attribute or "").upper().startswith("LSTMSG"):  # the channel sent nothing since
        served = {c.xmitq for m in a.owners if (c := m.channels.get(a.object))}
        return not any(_left(replace(a, object=one)) for one in served)
    if (a.attribute or "").upper() == "XMITQ":  # which channels name it
        return not a.deeds("unserved", "served")
    if a.attribute is None:
        keys = {"status", "put", "get", "trigger", "readers", "fault"}
        return not any(
            thing.changed(key, a.since, a.until) for thing in a.things() for key in keys if hasattr(thing, key)
        )
    return _unaltered(a)


def _left(a: About) -> bool:
    """Whether the message left the queue in its time, or that of which it is an alias."""
    moves = zip(a.message.history, a.message.history[1:], strict=False)
    names = {a.object, *(queue.target for one in a.owners if (queue := one.queues.get(a.object)) is not None)} - {""}
    return any(
        a.manager in (None, before[1]) and names.intersection(before[2:]) and a.since < at <= a.until
        for (_, before), (at, _) in moves
    )


def _nothing_since(a: About) -> bool:
    """Whether the message was still there at the last capture of all, if it was at that of its own queue manager.

    After something that an attribute names it never left."""
    if a.attribute:
        return not _left(a)
    there = [place for at, place in a.message.history if at <= a.until][-1:]
    later = [at for at, _ in a.message.history if a.until < at <= max(one.at for one in a.made.captures)]
    return not (later and any(a.manager == place[1] and a.object in place[2:] for place in there))


def _depth_changes(a: About) -> Iterable[str]:
    for other in a.estate.messages:
        for (_, before), (at, _) in zip(other.history, other.history[1:], strict=False):
            if (
                before[0] == "queue"
                and before[1] in (a.manager, before[1])
                and before[2] == a.object
                and a.since < at <= a.until
            ):
                yield "got"


def _identity(a: About) -> bool:
    """What is taken for the message is it: it was there, or a report of it, when that was looked at."""
    said = [a.value, a.object]
    ids = [m for m in a.estate.messages if m.id.hex().upper() in [str(one).upper() for one in said if one]]
    if ids:
        return all(a.message in (m, m.copy_of) or m.correl == a.message.id for m in ids)
    mine = [a.message] + [m for m in a.estate.messages if m.correl == a.message.id or m.copy_of is a.message]
    dumps = [one for one in a.captures if one.kind == "dump" and (a.object in (None, one.queue, one.file))]
    files = dumps or a.captures
    seen = (
        ("queue",) if dumps else ("queue", "uncommitted get", "uncommitted put", "in doubt")
    )  # a dump has none of them
    return any(
        place[0] in seen and a.manager in (None, place[1])
        and (a.object in (None, *place[2:]) or a.object in [one.file for one in files])
        for one in mine for place in _places(one, files)
    )  # fmt: skip


def _put_there(a: About) -> bool:
    """The message came to the queue, and by its capture no other had come there later."""
    came = [max(here, default=None) for one in a.estate.messages if (here := _arrivals(one, a))]
    mine = _arrivals(a.message, a)
    return bool(mine) and max(mine) + 1 >= max(came)


def _arrivals(message: Message, a: About) -> list[float]:
    """When a message was put to the queue."""
    return [
        at
        for at, place in message.history
        if place[0] in ("queue", "uncommitted put") and a.manager in (None, place[1])
        and a.object in (None, *place[2:3]) and at <= a.until
    ]  # fmt: skip


def _owner(a: About) -> bool:
    """The dump is of this queue manager: by its file, or every dump of a queue of this name that does not say whose it is."""
    dumps = [one for one in a.made.captures if one.kind == "dump"]
    named = [one for one in dumps if one.file in (a.object, a.value)] or [one for one in dumps if one.queue == a.object]
    return bool(named) and all(a.manager in (None, one.manager) for one in named)


def _put_time(a: About) -> bool:
    return abs(a.made.put_time_off) <= TOLD_TO


def _fifo(a: About) -> bool:
    """Nothing that came to the queue after the message left it while the message was there, and the other way round."""
    mine = _stay(a.message, a)
    return mine is None or not any(
        other is not a.message and (stay := _stay(other, a)) and (
            (stay[0] > mine[0] and stay[1] < mine[1]) or (stay[0] < mine[0] and stay[1] > mine[1] and mine[1] <= a.until))
        for other in a.estate.messages
    )  # fmt: skip


def _stay(message: Message, a: About) -> tuple[float, float] | None:
    """From when to when a message was on the queue."""
    came, never = None, float("inf")
    for at, place in message.history:
        here = place[0] == "queue" and a.manager in (None, place[1]) and a.object in (None, place[2])
        if here and came is None:
            came = at
        elif came is not None and not here:
            return came, at
    return None if came is None else (came, never)


def _default(a: About) -> bool:
    """What is not there has no default."""
    things = list(a.things())
    if not things:
        return False
    for thing in things:
        for key in _keys(thing, a.attribute) if a.attribute else ():
            if a.value is not None and not _same(thing.was(key, a.message.put_at), a.value):
                return False
    return True


def _same(value: object, text: str) -> bool:
    if isinstance(value, bool):
        return WORDS.get(text.upper()) == value
    return str(value or "").strip() == text.strip() or (value is None and text.upper() == "NOLIMIT")


def _zone(a: About) -> bool:
    return all(_offset(a.value, one) == timedelta(seconds=one.was("clock", a.message.put_at).zone) for one in a.owners)


def _offset(text: str | None, owner: Manager) -> timedelta | None:
    """A zone as it is printed: UTC where it does not say, `+01:00`, `UTC-5`, seconds, or the name of one."""
    text = (text or "UTC").strip()
    if text.upper() in ("UTC", "Z", "GMT", "UTC+0"):
        return timedelta(0)
    bare = text.upper().removeprefix("UTC").replace("\u2212", "-").strip()
    sign, digits = (-1 if bare[:1] == "-" else 1), bare.lstrip("+-")
    if digits.replace(":", "").isdigit():
        hours, _, minutes = digits.partition(":")
        if not minutes and len(digits) == 4:
            hours, minutes = digits[:2], digits[2:]
        if not minutes and len(digits) > 4:
            return timedelta(seconds=sign * int(digits))
        return sign * timedelta(hours=int(hours), minutes=int(minutes or 0))
    try:
        return ZoneInfo(text).utcoffset(START.replace(tzinfo=None))
    except (ZoneInfoNotFoundError, ValueError):
        return None


def _when(a: About) -> bool:
    """It was put shortly before the captures, and nothing changed in between: no channel's state, no queue's PUT, and no
    queue was deleted. Where it names a time: it was the last one that was put to the queue, then."""
    if a.value:
        return a.value in {
            f"{a.estate.managers[a.manager].local(at):%Y-%m-%d %H:%M:%S}" for at in _arrivals(a.message, a)
        }
    first, last = (find(one.at for one in a.made.captures) for find in (min, max))
    things = [(key, one) for owner in a.estate.managers.values()
              for key, found in (("status", owner.channels), ("put", owner.queues)) for one in found.values()]  # fmt: skip
    stood = not any(one.changed(key, a.message.put_at, last) for key, one in things)
    stood = stood and not any(a.message.put_at < at <= last and what == "deleted" for at, what, *_ in a.estate.deeds)
    return first - WHILE <= a.message.put_at <= first and stood and "STANDS" not in a.made.twists


def _came_before(a: About) -> bool:
    """It came to the queue, or was refused there, before an attribute was altered."""
    there = [at for at, place in a.message.history if a.manager in (None, place[1])]
    return bool(there) and not any(
        thing.changed(key, a.message.put_at, there[0])
        for thing in a.things() for key in (_keys(thing, a.attribute) if a.attribute else ())
    )  # fmt: skip


def _not_xmitq(a: About) -> bool:
    return not any(owner.queues[a.object].is_xmitq for owner in a.owners if a.object in owner.queues)


def _not_there(a: About) -> bool:
    return a.object not in a.estate.managers


KEYS: dict[str, Callable[[About], bool]] = {
    "NOT_THERE": _not_there,
    "PUT_OK": _put_ok, "COMMITTED": _committed, "NO_DOUBT": _no_doubt, "NOT_LOST": _never("lost"), "NO_EXIT": _never("exit"),
    "NO_AMS": _no_ams, "NO_REPORT_OPTIONS": lambda a: not a.message.returns, "NOT_SWITCHED": _not_switched, "FITS": _fits,
    "AUTHORISED": _no_refusal(NOT_AUTHORISED), "SAME_ESTATE": _same_estate, "OPENED_SINCE": _opened_since,
    "NOT_RESOLVED": _not_done("resolved"), "NO_RESTORE": _not_done("restored"), "NOT_ADMIN": _not_admin, "NO_EXPIRY": _no_expiry,
    "AFTER": _after, "SETTLED": _settled, "CLOCKS": _clocks, "ROOM": _no_refusal(Q_FULL), "UNALTERED": _unaltered,
    "IDENTITY": _identity, "LAST_PUT": _put_there, "OWNER": _owner, "PUT_TIME": _put_time, "FIFO": _fifo, "DEFAULT": _default, "ZONE": _zone,
    "NOT_XMITQ": _not_xmitq, "CAME_BEFORE": _came_before, "WHEN": _when, "STANDS": _stands, "NOTHING_SINCE": _nothing_since, "NO_RESTART": _not_done("restarted"), "NOT_CLEARED": _not_done("cleared", "deleted"),
    "NOT_BACKED_OUT": lambda a: not (a.message.place[0] == "refused" and not a.message.place[3]),
    "NO_CLUSTER": lambda a: a.made.kind != "cluster",
    "DEFAULT_WAY": lambda a: not any(a.object in owner.queues for owner in a.owners),
    "NO_DELAY": lambda a: not any(place[2:3] == (STAGING,) for _, place in a.message.history),
    "NOT_MOVED": lambda a: not a.deeds("moved") and a.message.moved is None and not _read_by_a_program(a),
}  # fmt: skip
"""The closed list, each with its judge; NO_DELAY says that no delivery delay kept the message on the staging queue."""


def _read_by_a_program(a: About) -> bool:
    """Whether a handler took the dead letter."""
    return bool(a.message.dead) and a.message.place[0] in ("consumed", "uncommitted get")
