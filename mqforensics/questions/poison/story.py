"""The backout story, event by event, as the exchange "Handling undelivered messages" tells it."""

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
    disposed,
    outcome,
)  # fmt: skip
from mqforensics.validation import COUNT, FLAG, NAME, either, number, one_of, validated

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
            yield now | _compared(settings, count)
        if count == settings.poison_at:
            yield now | _disposal(settings, queue)
            return
        yield now | {"event": "GIVEN", "text": f"The message is given to {_application(settings)}."}
        yield now | {"event": "REJECTED", "text": sentence(f"{_application(settings)} rejects it and rolls back")}
        now["backout_count"] = count + 1
        yield now | _put_back(queue, count + 1)
        if settings.stops_at:
            now["counter"] = count + 1
            yield now | _counted(settings, queue, count + 1)
            yield now | _checked(settings, queue, count + 1)
            if count + 1 == settings.stops_at:
                yield now | _ended("STOPPED", end.code, _stopped(settings, queue), queue)
                return
    yield now | _ended("AGAIN", end.code, _again(settings, end), queue)


def _compared(settings: Settings, count: int) -> dict[str, Any]:
    compare = f"{count} {SIGNS[settings.comparison]} {settings.bothresh}"
    is_poison = count == settings.poison_at
    if settings.comparison != GREATER and not settings.bothresh:
        text = "BOTHRESH is 0: the client never takes a message for poison."
    elif settings.comparison != GREATER and not count:
        text = "BackoutCount is 0: the message has not been rolled back, the client does not compare."
    else:
        text = f"Is BackoutCount {compare} (BOTHRESH)? {'Yes: the message is poison' if is_poison else 'No'}."
    return {"event": "COMPARE", "compare": compare, "poison": is_poison, "text": text}


def _put_back(queue: str, count: int) -> dict[str, Any]:
    text = f"The message is put back to {queue}, where it was: first of its priority. BackoutCount is now {count}."
    return {"event": "PUT_BACK", "queue": queue, "position": 1, "text": text}


def _counted(settings: Settings, queue: str, counter: int) -> dict[str, Any]:
    text = f"The counter of the {SERVERS[settings.listener]} goes from {counter - 1} to {counter}."
    return {"event": "COUNTED", "queue": queue, "position": 1, "text": text}


def _checked(settings: Settings, queue: str, counter: int) -> dict[str, Any]:
    sign = ">" if settings.comparison == GREATER or settings.listener == "spec" else ">="
    check = f"{counter} {sign} {settings.retries}"
    answer = "Yes" if counter == settings.stops_at else "No, it goes on"
    text = f"Is the counter {check} (maximum retries)? {answer}."
    return {"event": "CHECKED", "check": check, "queue": queue, "position": 1, "text": text}


def _disposal(settings: Settings, queue: str) -> dict[str, Any]:
    end = disposed(settings)
    moved = {"backout_count": 0, "counter": 0 if settings.stops_at else None, "position": None}
    if end.code == BACKOUT_QUEUE:
        text = f"The client takes the message off {queue} and puts it to {end.queue}, where its BackoutCount is 0."
        return _ended("MOVED", end.code, text, end.queue) | moved
    failed = f"The put to {settings.boqname} failed with {settings.boq_reason}"
    failed = failed if settings.boqname else f"{queue} names no backout queue"
    if end.code == DEAD_LETTER_QUEUE:
        text = f"{failed}: the client puts the message to {end.queue} with reason {end.reason} and a new MsgId."
        return _ended("DEAD_LETTERED", end.code, text, end.queue) | moved
    if end.code == DISCARDED:
        return _ended("DISCARDED", end.code, _discarded(settings, failed), None)
    if end.code == LISTENER_STOPS:
        return _ended("STOPPED", end.code, f"{failed}{_no_dlq(settings)}. {_stopped(settings, queue)}", queue)
    text = f"{failed}{_no_dlq(settings)}. The message is rolled back, again at every read."
    return _ended("LEFT", end.code, text, queue)


def _discarded(settings: Settings, failed: str) -> str:
    if settings.discard_msg:
        return f"{failed}: the client discards the message, as its MQRO_DISCARD_MSG asks."
    return f"{failed}{_no_dlq(settings)}. The message is nonpersistent: the client discards it."


def _no_dlq(settings: Settings) -> str:
    if settings.comparison == GREATER:
        return ""
    if settings.dlq:
        return f" and the put to {settings.dlq} failed with {settings.dlq_reason}"
    return " and the queue manager has no dead-letter queue"


def _stopped(settings: Settings, queue: str) -> str:
    return f"The {SERVERS[settings.listener]} stops; the message stays on {queue} until an administrator acts."


def _ended(event: str, outcome: str, text: str, queue: str | None) -> dict[str, Any]:
    return {"event": event, "outcome": outcome, "queue": queue, "position": 1 if queue else None, "text": text}


def _application(settings: Settings) -> str:
    return "the MDB" if settings.listener and settings.client == "jms" else "the application"


def _again(settings: Settings, end: Outcome) -> str:
    if end.deliveries is not None:
        return f"And so on; after {end.deliveries} deliveries: {end.code}."
    if settings.client == "mqi":
        return "And so on without end: the queue manager only counts, this client leaves the rest to its application."
    return "And so on without end: BOTHRESH(0) switches the client's handling off."
