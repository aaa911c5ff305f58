"""The backout story, event by event, as the exchange "Handling undelivered messages" shows it."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from mqforensics.questions.finding import sentence
from mqforensics.questions.poison.outcome import (
    BACKOUT_QUEUE,
    DEAD_LETTER_QUEUE,
    DISCARDED,
    GREATER,
    LISTENER_STOPS,
    SERVERS,
    Outcome,
    SettingExpected,
    Settings,
    outcome,
    outcome_of_poison,
)  # fmt: skip
from mqforensics.validation import COUNT, FLAG, NAME, either, number, one_of, validated
from mqforensics.words import poison as words

COLUMNS = (
    "step", "delivery", "event", "backout_count", "compare", "poison", "counter", "check", "queue", "position",
    "outcome", "text",
)  # fmt: skip
LIMIT = 12
"""Reads after which a story without end is cut off."""
LONGEST = 1000
"""So many reads of a story that does end are named."""
SIGNS = {GREATER: ">", "at_least": ">="}


@validated(**{name: kind._replace(error=SettingExpected) for name, kind in {
    "boqname": either(NAME, one_of("")), "persistence": one_of(0, 1), "discard_msg": FLAG,
    "dlq": either(NAME, one_of("")), "queue": NAME, "boq_reason": COUNT, "dlq_reason": COUNT, "limit": number(1),
}.items()})  # fmt: skip
def backout_story(
    bothresh: int = 0,
    boqname: str | None = None,
    retries: int | None = None,
    listener: str | None = "port",
    comparison: str = "at_least",
    persistence: int = 1,
    discard_msg: bool = False,
    dlq: str | None = None,
    client: str = "jms",
    queue: str = "Q1",
    boq_reason: int = 0,
    dlq_reason: int = 0,
    limit: int = LIMIT,
) -> pd.DataFrame:
    """A row an event in the life of one message that its application always rejects.

    `bothresh`, `boqname`: the queue's; `retries`: of the listener `port`, or the sequential failures that the
    activation `spec`ification tolerates (None: no limit; product default of a port: 0). `comparison`: `at_least`
    is the product's, `greater` that of the exchange "Handling undelivered messages". `client`: `jms`, or `mqi` for one
    that leaves it all to the application.
    `boq_reason`, `dlq_reason`: reason with which a put there fails. A story without end is cut off after `limit` reads.

    Columns: `step`; `delivery` (which read of the message this is); `event` (READ, COMPARE, GIVEN, REJECTED,
    PUT_BACK, COUNTED, CHECKED, MOVED, DEAD_LETTERED, DISCARDED, STOPPED, LEFT, AGAIN); `backout_count`; `compare`
    and `poison` (its result); `counter` (of the listener) and `check`; `queue` and `position` of the message (null
    while it is in a unit of work); `outcome` (of `outcome.OUTCOMES`, on the last row); `text`.
    Raises `SettingExpected` for a setting that does not exist or cannot be.
    """
    settings = Settings(
        bothresh, boqname or None, retries, listener, comparison, persistence, discard_msg, dlq or None, client,
        boq_reason, dlq_reason,
    )  # fmt: skip
    rows = [{"step": step, **event} for step, event in enumerate(_events(settings, queue, limit), 1)]
    story = pd.DataFrame(rows, columns=list(COLUMNS), dtype=object)
    return story.where(story.notna(), None)


def _events(settings: Settings, queue: str, limit: int) -> Iterator[dict[str, Any]]:
    end = outcome(settings)
    reads = limit if end.deliveries is None or end.deliveries >= LONGEST else end.deliveries + 1
    for count in range(reads):
        now = {"delivery": count + 1, "backout_count": count, "counter": count if settings.stops_at else None}
        yield now | {"event": "READ", "text": f"The message is read from {queue}; its BackoutCount is {count}."}
        if settings.client == "jms":
            yield now | _comparison_event(settings, count)
        if count == settings.poison_at:
            yield now | _disposal(settings, queue)
            return
        yield now | {"event": "GIVEN", "text": f"The message is given to {_application(settings)}."}
        yield now | {"event": "REJECTED", "text": sentence(f"{_application(settings)} rejects it and rolls back")}
        now["backout_count"] = count + 1
        yield now | _put_back(queue, count + 1)
        if settings.stops_at:
            now["counter"] = count + 1
            yield now | _count_event(settings, queue, count + 1)
            yield now | _check_event(settings, queue, count + 1)
            if count + 1 == settings.stops_at:
                yield now | _end_event("STOPPED", end.code, _stop_in_words(settings, queue), queue)
                return
    yield now | _end_event("AGAIN", end.code, _again(settings, end), queue)


def _comparison_event(settings: Settings, count: int) -> dict[str, Any]:
    compare = f"{count} {SIGNS[settings.comparison]} {settings.bothresh}"
    is_poison = count == settings.poison_at
    if settings.comparison != GREATER and not settings.bothresh:
        text = words.STORY_OFF
    elif settings.comparison != GREATER and not count:
        text = words.STORY_FIRST
    else:
        text = words.STORY_COMPARES.format(compared=compare, answer=words.STORY_YES if is_poison else "No")
    return {"event": "COMPARE", "compare": compare, "poison": is_poison, "text": text}


def _put_back(queue: str, count: int) -> dict[str, Any]:
    text = words.STORY_BACK.format(queue=queue, count=count)
    return {"event": "PUT_BACK", "queue": queue, "position": 1, "text": text}


def _count_event(settings: Settings, queue: str, counter: int) -> dict[str, Any]:
    text = words.STORY_COUNTER.format(server=SERVERS[settings.listener], before=counter - 1, after=counter)
    return {"event": "COUNTED", "queue": queue, "position": 1, "text": text}


def _check_event(settings: Settings, queue: str, counter: int) -> dict[str, Any]:
    sign = ">" if settings.comparison == GREATER or settings.listener == "spec" else ">="
    check = f"{counter} {sign} {settings.retries}"
    answer = "Yes" if counter == settings.stops_at else words.STORY_GOES_ON
    text = words.STORY_CHECKS.format(compared=check, answer=answer)
    return {"event": "CHECKED", "check": check, "queue": queue, "position": 1, "text": text}


def _disposal(settings: Settings, queue: str) -> dict[str, Any]:
    end = outcome_of_poison(settings)
    moved = {"backout_count": 0, "counter": 0 if settings.stops_at else None, "position": None}
    if end.code == BACKOUT_QUEUE:
        text = words.STORY_MOVES.format(queue=queue, backout_queue=end.queue)
        return _end_event("MOVED", end.code, text, end.queue) | moved
    failed = words.STORY_NOT_MOVED.format(queue=settings.boqname, reason=settings.boq_reason)
    failed = failed if settings.boqname else words.STORY_NO_QUEUE.format(queue=queue)
    if end.code == DEAD_LETTER_QUEUE:
        text = words.STORY_DEAD_LETTERS.format(failed=failed, queue=end.queue, reason=end.reason)
        return _end_event("DEAD_LETTERED", end.code, text, end.queue) | moved
    if end.code == DISCARDED:
        return _end_event("DISCARDED", end.code, _discard_in_words(settings, failed), None)
    if end.code == LISTENER_STOPS:
        return _end_event("STOPPED", end.code, f"{failed}{_no_dlq(settings)}. {_stop_in_words(settings, queue)}", queue)
    text = words.STORY_ROLLED_BACK.format(failed=failed, no_dlq=_no_dlq(settings))
    return _end_event("LEFT", end.code, text, queue)


def _discard_in_words(settings: Settings, failed: str) -> str:
    if settings.discard_msg:
        return words.STORY_DISCARDS.format(failed=failed)
    return words.STORY_NOT_PERSISTENT.format(failed=failed, no_dlq=_no_dlq(settings))


def _no_dlq(settings: Settings) -> str:
    if settings.comparison == GREATER:
        return ""
    if settings.dlq:
        return words.STORY_NO_PUT.format(queue=settings.dlq, reason=settings.dlq_reason)
    return words.STORY_NO_DEAD_LETTER_QUEUE


def _stop_in_words(settings: Settings, queue: str) -> str:
    return words.STORY_STOPS.format(server=SERVERS[settings.listener], queue=queue)


def _end_event(event: str, outcome: str, text: str, queue: str | None) -> dict[str, Any]:
    return {"event": event, "outcome": outcome, "queue": queue, "position": 1 if queue else None, "text": text}


def _application(settings: Settings) -> str:
    return words.MDB if settings.listener and settings.client == "jms" else words.AN_APPLICATION


def _again(settings: Settings, end: Outcome) -> str:
    if end.deliveries is not None:
        return words.STORY_ENDS.format(deliveries=end.deliveries, code=end.code)
    if settings.client == "mqi":
        return words.STORY_COUNTS
    return words.STORY_SWITCHED_OFF
