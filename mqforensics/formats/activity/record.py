"""One record of an activity trace: what holds for all its calls, the calls, and what they tell of each other."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from mqforensics.formats.activity.call import columns, connections, number, numbers, text, texts, whose
from mqforensics.formats.activity.call_time import COARSE, Moments, Zone, local, moment, offset, utc

OWN = {"processId", "connectionId"}
"""Where a call tells one of these itself, it need not be of the record's connection."""
NAMES = ("resolvedLocalQueueName", "resolvedQueueName", "objectName")
RESOLVED = set(NAMES[:2])
NO_MOMENT = Moments([None], [None], [None])


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
    """A record and the zone that calls elsewhere in the file have told."""

    record: Record
    zone: Zone | None


def table(traced: Sequence[Traced]) -> dict[str, list | pa.Array]:
    """The columns of every call, but for their places and numbers; of a record without any, one row that says this."""
    params, owns, times, sizes = [], [], Moments([], [], []), []
    for record, zone in traced:
        mine = [call.params for call in record.calls] or [{"problem": record.problem}]
        params += mine
        sizes.append(len(mine))
        own = whose(record.head)
        owns += [own if OWN.isdisjoint(call) else whose({**record.head, **call}) for call in mine]
        for all_times, found in zip(times, moments(record, zone) if record.calls else NO_MOMENT, strict=True):
            all_times += found
    return connections(owns) | columns(params, times, queues(params, sizes))


def queues(calls: Sequence[Mapping], sizes: Sequence[int]) -> list[str | None]:
    """The queue that each call worked on: the local one that its name resolved to, where the evidence shows it.

    A call that fails (2033) does not tell it, its neighbours in the record do: the handle and the name tell one opened
    object of a connection from another; a handle may be used again for another name. `sizes`: calls of each record.
    """
    names = [texts(calls, key) for key in NAMES]
    own = [local or base or opened for local, base, opened in zip(*names, strict=True)]
    handles = list(zip(texts(calls, "hobj"), names[-1], strict=True))
    found, begin = [], 0
    for size in sizes:
        told: dict[tuple, str | None] = {}
        here = slice(begin, begin + size)
        for params, handle, name in zip(calls[here], handles[here], own[here], strict=True):
            if not RESOLVED.isdisjoint(params):
                told.setdefault(handle, name)
        found += [told.get(handle) or name for handle, name in zip(handles[here], own[here], strict=True)]
        begin += size
    return found


def moments(record: Record, zone: Zone | None) -> Moments:
    """When each call was made; one without a high-resolution time leans on the calls beside it, then on `zone`."""
    params = [call.params for call in record.calls]
    exact = numbers(params, "highresTime")
    fractions = [call.get("fraction") for call in params]
    if all(exact) and fractions.count(None) == len(fractions):
        return Moments([utc(highres) for highres in exact], [1] * len(exact), [None] * len(exact))
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
        if fraction is not None:
            found.append(_fine(*moment(second, last), fraction))
        else:
            found.append((utc(highres), 1, None) if highres else moment(second, last))
    return Moments(*map(list, zip(*found, strict=True)))


def zone_of(record: Record) -> Zone | None:
    """What the record's last call with both times tells of the zone."""
    for _, params in reversed(record.calls):
        second = local(params.get("operationDate"), params.get("operationTime"))
        highres = number(params.get("highresTime"))
        if highres and second is not None:
            return Zone(text(record.head.get("queueMgrName")), offset(second, highres))
    return None


def _fine(coarse: int | None, exact: int | None, note: str | None, fraction: int) -> tuple:
    # amqsactz joins the local second and the microseconds of the high-resolution time.
    if coarse is None:
        return coarse, exact, note
    return utc(coarse + fraction), 1, note and note.removeprefix(COARSE)
