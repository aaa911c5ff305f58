"""The whole walk on plain rows, without Spark: requests, routes, steps, verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from mqforensics.errors import MQForensicsError
from mqforensics.questions.finding import Evidence, Finding
from mqforensics.questions.walk import ending, onward, signs
from mqforensics.questions.walk.diary import Entry
from mqforensics.questions.walk.letters import Mail
from mqforensics.questions.walk.matter import Matter, Request, Verdict
from mqforensics.questions.walk.route import route
from mqforensics.questions.walk.steps import BREAK, OK, OPEN, Step
from mqforensics.questions.walk.verdict import decide
from mqforensics.questions.walk.way import Route
from mqforensics.questions.walk.words import UNKNOWN
from mqforensics.questions.walk.world import QUEUES, World

QUESTION = "walk"
HEX = re.compile(r"[0-9A-F]{48}")
PERSISTENCE = {0: 0, 1: 1, 2: None, "0": 0, "1": 1, "2": None, "NO": 0, "YES": 1, None: None}
"""2 is as the queue defines it, which is not known of a message that was put."""


class MsgIdExpected(MQForensicsError, ValueError):
    """A message id is 24 bytes or 48 hex digits."""


class PersistenceExpected(MQForensicsError, ValueError):
    """Persistence is 0 or 1."""


@dataclass
class Walk:
    """One walk: its request, its route, its steps and its verdict."""

    request: Request
    route: Route
    steps: list[Step]
    verdict: Verdict

    @property
    def name(self) -> str:
        """The route in words."""
        return f"{self.request.queue} at {self.request.queue_manager}"

    @property
    def finding(self) -> Finding:
        """The verdict as a finding; one that nobody asked for and that the evidence does not tell is no alarm."""
        made = self.verdict
        severity = "info" if made.code == "UNKNOWN" and not self.request.asked else made.severity
        return Finding(QUESTION, made.code, severity, made.whole, made.evidence, made.next)


def requests(world: World, asked: Iterable[Mapping]) -> list[Request]:
    """What to follow: each request with the queue managers that know its queue, or every remote definition there is.

    Raises `MsgIdExpected` and `PersistenceExpected`.
    """
    wanted = [dict(one) for one in asked if isinstance(one, Mapping)]
    made = [request for one in wanted or [{}] for request in _requests(world, one, bool(wanted))]
    return list(dict.fromkeys(made))


def _requests(world: World, one: Mapping, asked: bool) -> Iterator[Request]:
    known = {
        "persistence": _persistence(one.get("persistence")),
        "msg_id": _msg_id(one.get("msg_id")),
        "put_time": _time(one.get("put_time")),
        "asked": asked,
    }
    queue, manager = one.get("queue"), one.get("queue_manager")
    if queue and manager:
        yield Request(queue, manager, **known)
    elif queue:
        owners = [name for name in world.managers if world.of(name, ("QREMOTE",), queue)]
        owners = owners or [name for name in world.managers if world.of(name, (*QUEUES, "QCLUSTER"), queue)]
        for owner in owners or [""]:
            yield Request(queue, owner, **known)
    else:
        for owner in [manager] if manager else world.managers:
            for name in sorted({row.name for row in world.of(owner, ("QREMOTE",)) if row.name and _for_messages(row)}):
                yield Request(name, owner, **known)


def _for_messages(row) -> bool:
    # One with a blank RNAME is an alias of a queue manager; nobody puts to it by its own name.
    return row.attributes.get("RNAME") != ""


def _persistence(value: object) -> int | None:
    key = value.upper() if isinstance(value, str) else value
    if key not in PERSISTENCE:
        raise PersistenceExpected(f"expected persistence 0 or 1, got {value!r}")
    return PERSISTENCE[key]


def _msg_id(value: object) -> str | None:
    if value is None:
        return None
    text = bytes(value).hex().upper() if isinstance(value, bytes | bytearray) else str(value).upper()
    text = text.removeprefix("ID:").removeprefix("0X").strip("X' ")
    if not HEX.fullmatch(text):
        raise MsgIdExpected(f"expected a message id of 24 bytes or 48 hex digits, got {value!r}")
    return text


def _time(value: object) -> datetime | None:
    if not isinstance(value, str):
        return value if isinstance(value, datetime) else None
    made = datetime.fromisoformat(value)
    return made if made.tzinfo else made.replace(tzinfo=UTC)


def follow(
    world: World, request: Request, mail: Mail, log: Sequence[Entry] = (), way: Route | None = None
) -> Walk:
    """Walk one request, over `way` where its route is known already."""
    world = world.since(request.put_time)
    way = way or route(world, request.queue, request.queue_manager)
    matter = Matter(world, way, mail, request, log)
    verdict = decide(matter)
    verdict.evidence = list(dict.fromkeys([*verdict.evidence, *_way(matter)]))
    return Walk(request, way, list(steps(matter, verdict)), verdict)


def steps(matter: Matter, verdict: Verdict) -> Iterator[Step]:
    """Every step of a walk in order, the verdict last."""
    yield from onward.definitions(matter)
    for place, hop in enumerate(matter.route.hops, 1):
        yield from onward.hop_steps(matter, hop, place)
    yield ending.destination(matter)
    yield from ending.dead_letter_queue(matter)
    yield from ending.reasons(matter)
    yield from ending.log(matter)
    state = OPEN if verdict.code == UNKNOWN else OK if verdict.severity == "info" else BREAK
    last = len(matter.route.hops)
    yield Step(10, last, *verdict.at, verdict.code, verdict.whole, state, verdict.evidence, verdict.next, verdict.code)


def _way(matter: Matter) -> Iterator[Evidence]:
    """The lines that show how the message came to where the verdict finds it."""
    for stop in matter.route.stops:
        yield from stop.evidence
    for hop in matter.route.hops:
        yield from signs.depth(matter.world, hop.manager, hop.xmitq).evidence
        yield from hop.partner_evidence
        if hop.manager == matter.route.end.manager or hop.partner is None:
            return
