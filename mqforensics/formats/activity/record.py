"""One record of an activity trace: what holds for all its calls, the calls, and what they tell of each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mqforensics.formats.activity.call import columns, number, numbers, text, texts, whose
from mqforensics.formats.activity.clock import SECOND, Moment, Zone, local, moment, offset, utc

OWN = {"processId", "connectionId"}
"""Where a call tells one of these itself, it need not be of the record's connection."""
NAMES = ("resolvedLocalQueueName", "resolvedQueueName", "objectName")
RESOLVED = set(NAMES[:2])
NO_MOMENT = Moment(None, None, None)


class Call(NamedTuple):
    """A call as the trace gives it: where it begins in the record, and its parameters under amqsevt's keys."""

    position: int
    params: Mapping


class Record(NamedTuple):
    """A record as a dialect reads it. `problem`: what there is to say when it holds no calls."""

    head: Mapping
    calls: list[Call]
    problem: str | None = None


class Traced(NamedTuple):
    """A call, or a record without any, with what it is known by: the columns of its connection, when, which queue."""

    position: int
    own: Mapping
    params: Mapping
    moment: Moment
    queue: str | None


def traced(record: Record, zone: Zone | None) -> Iterator[Traced]:
    """Each call of a record; `zone`: what calls elsewhere in the file have told."""
    mine = whose(record.head)
    if not record.calls:
        yield Traced(0, mine, {"problem": record.problem}, NO_MOMENT, None)
        return
    names = queues([call.params for call in record.calls])
    for (position, params), when, name in zip(record.calls, moments(record, zone), names, strict=True):
        own = mine if OWN.isdisjoint(params) else whose({**record.head, **params})
        yield Traced(position, own, params, when, name)


def table(calls: Iterable[Traced]) -> dict[str, list]:
    """The columns of calls, but for their places and numbers."""
    _, owns, params, whens, queues = zip(*calls, strict=True)
    return {name: [own[name] for own in owns] for name in owns[0]} | columns(params, whens, queues)


def queues(calls: Sequence[Mapping]) -> list[str | None]:
    """The queue that each call worked on: the local one that its name resolved to, where that is told.

    A call that fails (2033) does not tell it, its neighbours do: the handle and the name tell one opened object of a
    connection from another; a handle may be used again for another name.
    """
    names = [texts(calls, key) for key in NAMES]
    own = [local or base or opened for local, base, opened in zip(*names, strict=True)]
    handles = list(zip(texts(calls, "hobj"), names[-1], strict=True))
    told: dict[tuple, str | None] = {}
    for params, handle, name in zip(calls, handles, own, strict=True):
        if not RESOLVED.isdisjoint(params):
            told.setdefault(handle, name)
    return [told.get(handle) or name for handle, name in zip(handles, own, strict=True)]


def moments(record: Record, zone: Zone | None) -> list[Moment]:
    """When each call was made; one without a high-resolution time leans on the calls beside it, then on `zone`."""
    params = [call.params for call in record.calls]
    exact = numbers(params, "highresTime")
    fractions = [call.get("fraction") for call in params]
    if all(exact) and fractions.count(None) == len(fractions):
        return [Moment(utc(highres), 1, None) for highres in exact]
    seconds = [local(call.get("operationDate"), call.get("operationTime")) for call in params]
    told = [
        offset(second, highres) if highres and second is not None else None
        for second, highres in zip(seconds, exact, strict=True)
    ]
    elsewhere = zone.seconds if zone and zone.queue_manager == text(record.head.get("queueMgrName")) else None
    last = next((z for z in told if z is not None), elsewhere)
    found = []
    for second, highres, here, fraction in zip(seconds, exact, told, fractions, strict=True):
        last = last if here is None else here
        found.append(moment(second, highres, last) if fraction is None else _fine(moment(second, None, last), fraction))
    return found


def zone_of(record: Record) -> Zone | None:
    """What the record's last call with both times tells of the zone."""
    for _, params in reversed(record.calls):
        second = local(params.get("operationDate"), params.get("operationTime"))
        highres = number(params.get("highresTime"))
        if highres and second is not None:
            return Zone(text(record.head.get("queueMgrName")), offset(second, highres))
    return None


def _fine(coarse: Moment, fraction: int) -> Moment:
    # amqsactz joins the local second and the microseconds of the high-resolution time.
    if coarse.time is None:
        return coarse
    note = coarse.note and coarse.note.removeprefix("to the second; ")
    return Moment(utc(round(coarse.time.timestamp()) * SECOND + fraction), 1, note)
