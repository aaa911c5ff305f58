"""What displays show that can begin a story, each with the times between which it is known to have begun."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from mqforensics.clock.offsets import Zone
from mqforensics.clock.zone_names import EAST, WEST
from mqforensics.objects.checks import dead_letter_queue
from mqforensics.objects.command_effects import is_told
from mqforensics.objects.estate import DEPTH, QUEUES, Estate
from mqforensics.objects.fact import Fact, Row, distinct
from mqforensics.objects.readers import nobody_triggers
from mqforensics.questions import causes
from mqforensics.questions.causes import SECOND, SOON, Condition
from mqforensics.words import timeline as words


def inhibited_queues(estate: Estate, symptoms: list[Condition], changed: list[Condition], zones: Mapping[str, Zone]
              ) -> Iterator[Condition]:  # fmt: skip
    """Queues with PUT(DISABLED), where no capture shows when that began."""
    named = {(one.queue_manager, name) for one in symptoms for name in (one.object, *one.queues) if name}
    for at, name in sorted(named - _altered_objects(changed, "PUT")):
        put = estate.fact(at, QUEUES, name, "PUT")
        if put.value == "DISABLED":
            told = words.PUT_DISABLED.format(name=name, manager=at)
            yield Condition(
                causes.INHIBITED, at, name, told, put.places, *_start_interval(estate, put, "ALT", zones.get(at))
            )


def unread_queues(estate: Estate, full: list[Condition], changed: list[Condition], zones: Mapping[str, Zone],
           failed: Sequence[Condition] = ()) -> Iterator[Condition]:  # fmt: skip
    """Full queues that no program could get from, or that none had open for input; `failed`: programs that did."""
    altered = _altered_objects(changed, "GET")
    for one in full:
        at, name = one.queue_manager, one.object
        get, readers, usage = (estate.fact(at, DEPTH, name, key) for key in ("GET", "IPPROCS", "USAGE"))
        if usage.value == "XMITQ" or name == dead_letter_queue(estate, at).name:
            continue
        found = None
        if get.value == "DISABLED" and (at, name) not in altered:
            told = words.GET_DISABLED.format(name=name, manager=at)
            since = _start_interval(estate, get, "ALT", zones.get(at))
            found = Condition(causes.SHUT, at, name, told, get.places, *since, _until(estate, get))
        elif readers.number() == 0:
            found = _with_failures(_without_readers(estate, at, name, readers, zones.get(at)), failed)
        # What has room by now was got from since it was full, or MAXDEPTH was raised after the last get.
        older = found and found.last is not None and one.first is not None and found.last <= one.first
        raised = older and _is_altered_since(estate, at, name, one.first, zones.get(at))
        if found and (raised or not _has_room(estate, at, name)):
            yield found


def _has_room(estate: Estate, at: str, name: str) -> bool:
    depth, most = (estate.fact(at, DEPTH, name, key).number() for key in ("CURDEPTH", "MAXDEPTH"))
    return None not in (depth, most) and depth < most


def _is_altered_since(estate: Estate, at: str, name: str, when: float, zone: Zone | None) -> bool:
    _, altered = _start_interval(estate, estate.fact(at, DEPTH, name, "MAXDEPTH"), "ALT", zone)
    return altered is not None and altered >= when


def _without_readers(estate: Estate, at: str, name: str, readers: Fact, zone: Zone | None) -> Condition:
    gets = estate.fact(at, ("QSTATUS",), name, "LGETDATE")
    first, last = _start_interval(estate, gets, "LGET", zone)
    # Before it was defined nobody failed to get from it.
    defined, _ = _start_interval(estate, readers, "CR", zone)
    when = words.LAST_GET.format(time=clock_time(last)) if last and zone else ""
    idle = nobody_triggers(estate, at, name)
    told = words.NO_READER.format(name=name, manager=at, last=when)
    told += f".{idle.said.rstrip('.')}" if idle.holds else ""
    places = distinct([*readers.places, *idle.places])
    first = max((one for one in (first, defined) if one is not None), default=None)
    return Condition(causes.UNREAD, at, name, told, places, first, last, _until(estate, gets))


def _with_failures(one: Condition, failed: Sequence[Condition]) -> Condition:
    """The programs that failed just after the last get from a queue are reported: one of them may have read it."""
    near = [each for each in failed if each.queue_manager == one.queue_manager and None not in (one.first, one.last)
            and one.first == one.last and -SECOND <= each.first - one.last <= SOON]  # fmt: skip
    if not near:
        return one
    said = words.MAY_HAVE_READ.format(said=one.said, failures=" and ".join(each.said for each in near))
    return replace(one, said=said, places=[*one.places, *(place for each in near for place in each.places)])


def _altered_objects(changed: list[Condition], attribute: str) -> set[tuple]:
    return {(one.queue_manager, one.object) for one in changed if one.change.attribute == attribute}


def _start_interval(estate: Estate, fact: Fact, stem: str, zone: Zone | None) -> tuple[float | None, float | None]:
    """Between which times the last of a pair of date and time of its rows is; no second one if one lacks it.

    What a command set, or appears otherwise before it in the same session, began with that session.
    """
    ends = [_session_interval(estate, fact, one.row) if stem == "ALT" else None for one in fact.seen]
    times = [utc(one.row.times.get(stem), zone, -EAST.total_seconds()) for one in fact.seen]
    latest = [utc(one.row.times.get(stem), zone, -WEST.total_seconds()) for one in fact.seen]
    first = [set_[0] if set_ else time for set_, time in zip(ends, times, strict=True)]
    last = [set_[1] if set_ else time for set_, time in zip(ends, latest, strict=True)]
    known = [one for one in first if one is not None]
    return max(known, default=None), max(last) if last and None not in last else None


def _session_interval(estate: Estate, fact: Fact, row: Row) -> tuple[float | None, float | None] | None:
    """Between which times the session began in which a command set what a row shows; None where none is known to."""
    if not (is_told(row) or any(one.row.capture == row.capture and one.value != fact.value for one in fact.older)):
        return None
    span = estate.captured(row)
    return tuple(end.timestamp() if end else None for end in (span.first, span.last))


def _until(estate: Estate, fact: Fact) -> float | None:
    """By when the displays that show it were surely not yet made."""
    made = [estate.captured(one.row).first for one in fact.seen]
    return min(one.timestamp() for one in made) if made and all(made) else None


def utc(local: datetime | None, zone: Zone | None, floats: float) -> float | None:
    """A local time in seconds since 1970; `floats`: what is added to it where its zone is not known."""
    if local is None:
        return None
    seconds = local.replace(tzinfo=UTC).timestamp()
    return seconds - zone.ahead if zone else seconds + floats


def clock_time(seconds: float) -> str:
    """Seconds since 1970 as they are printed."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S}"
