"""Where is my message? A walk along its route, from what was saved: definitions, status, dumps, logs, traces.

The eight steps are those of seed 1, for any number of queue managers; the decision is plain Python over the few rows of
the route (`core`), the tables are filtered by Spark (`gathered`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pyspark.sql import DataFrame

from mqforensics.questions.finding import frame
from mqforensics.questions.local import local_frame
from mqforensics.questions.walk import core, gathered
from mqforensics.questions.walk.core import MsgIdExpected, PersistenceExpected, Walk
from mqforensics.questions.walk.letters import Mail
from mqforensics.questions.walk.matter import Request
from mqforensics.questions.walk.route import route
from mqforensics.questions.walk.way import Route
from mqforensics.questions.walk.world import World

__all__ = ["SCHEMA", "MsgIdExpected", "PersistenceExpected", "findings", "walk", "walks"]

SCHEMA = (
    "route string, step int, hop int, question string, queue_manager string, object string, found string, "
    "means string, state string, label string, file string, line int, number int, "
    "evidence array<struct<file: string, line: int, number: int>>, next string"
)
"""`file`, `line`, `number` are the first of `evidence`: a line of text, or a message of a dump."""


def walk(
    case,
    queue: str | None = None,
    queue_manager: str | None = None,
    msg_id: str | bytes | None = None,
    persistence: int | None = None,
    put_time: str | datetime | None = None,
) -> DataFrame:
    """The steps of a walk, one row each, the verdict last (`step` 10): what was asked, found, where, what it means.

    Follows `queue` from `queue_manager`, where the message was put. Without any of the arguments it follows what the
    case's `case.json` asks for (`{"walk": [{"queue": …, "queue_manager": …}]}`), else every remote queue definition;
    what `case.json` knows of the queue's message (its persistence, for one) counts where it is not given here.
    `msg_id` is 24 bytes or 48 hex digits, `persistence` 0 or 1, `put_time` ISO or a datetime, in UTC without a zone:
    status from before it is left out. Columns: `SCHEMA`. `state` is ok, break, unknown, contradiction or note.
    Raises `MsgIdExpected`, `PersistenceExpected`.
    """
    asked = {
        "queue": queue, "queue_manager": queue_manager, "msg_id": msg_id, "persistence": persistence,
        "put_time": put_time,
    }  # fmt: skip
    given = {key: value for key, value in asked.items() if value is not None}
    made = walks(case, [{**_noted(case, given), **given}] if given else None)
    return local_frame(case.spark, [row for one in made for row in _rows(one)], SCHEMA)


def findings(case) -> DataFrame | None:
    """The verdict of each walk that `case.json` asks for, or of every remote queue definition; None without any."""
    made = walks(case) if case.has("objects") else []
    return frame(case.spark, [one.finding for one in made]) if made else None


def walks(case, asked: list[Mapping] | None = None) -> list[Walk]:
    """The walks themselves, with their routes."""
    world = World(gathered.objects(case))
    requests = core.requests(world, _asked(case) if asked is None else asked)
    ways = [route(world.since(request.put_time), request.queue, request.queue_manager) for request in requests]
    ids = [request.msg_id for request in requests if request.msg_id]
    dead, dumped = gathered.mail(case, [name for way in ways for name in _names(way)]) if ways else ([], {})
    found, gets = gathered.messages(case, ids), gathered.gets(case, ids)
    log = gathered.entries(case, [name for way in ways for name in _channels(way)])

    def mail(request: Request, way: Route) -> Mail:
        if not request.msg_id:
            return Mail(dead, dumped)
        taken = [get for get in gets.get(request.msg_id, []) if get["queue"] in (way.end.queue, None)]
        return Mail(found.get(request.msg_id, []), dumped, taken)

    walked = zip(requests, ways, strict=True)
    return [core.follow(world, request, mail(request, way), log, way) for request, way in walked]


def _asked(case) -> list[Mapping]:
    wanted = case.settings.get("walk")
    wanted = [wanted] if isinstance(wanted, Mapping) else wanted
    return [one for one in wanted if isinstance(one, Mapping)] if isinstance(wanted, list) else []


def _noted(case, given: Mapping) -> Mapping:
    # The settings of the one request for the same queue, so that naming it again loses nothing.
    place = [key for key in ("queue", "queue_manager") if key in given]
    same = [one for one in _asked(case) if place and all(one.get(key) == given[key] for key in place)]
    return same[0] if len(same) == 1 and "msg_id" not in given else {}


def _names(way: Route) -> set[str]:
    return {queue for queue, _ in way.targets} | ({way.end.queue} if way.end.queue else set()) | {way.queue}


def _channels(way: Route) -> set[str]:
    return {channel.name for hop in way.hops for channel in hop.channels if channel.name}


def _rows(one: Walk) -> list[tuple]:
    return [
        (
            one.name, step.step, step.hop, step.question, step.queue_manager, step.object, step.found, step.means,
            step.state, step.label, *(step.evidence[0][:3] if step.evidence else (None, None, None)),
            [place[:3] for place in step.evidence], step.next,
        )
        for step in one.steps
    ]  # fmt: skip
