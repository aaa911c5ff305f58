"""The sentences of the findings: what is wrong with a queue's way out, and what the client will do."""

from collections.abc import Sequence

from mqforensics.questions import wording
from mqforensics.questions.poison.clients import MQI, NAMED
from mqforensics.questions.poison.definitions import Queue
from mqforensics.questions.poison.outcome import (
    AT_LEAST,
    BACKOUT_QUEUE,
    DEAD_LETTER_QUEUE,
    DISCARDED,
    LISTENER_STOPS,
    ROLLED_BACK,
    SERVERS,
    WAYS_OUT,
    Outcome,
)
from mqforensics.questions.poison.poison_messages import KEPT, LOOPING, NEXT, NOW, ON_BACKOUT_QUEUE
from mqforensics.questions.poison.poison_policy import CHANNEL, UNKNOWN, PoisonPolicy
from mqforensics.questions.wording import count
from mqforensics.words import poison as words
from mqforensics.words.grammar import by_number, were


def place(queue: str | None, queue_manager: str | None) -> str:
    """A queue and, where they are known, its name and its queue manager."""
    if not queue:
        return words.UNNAMED_QUEUE
    return words.PLACE.format(queue=queue, manager=queue_manager) if queue_manager else queue


def does(end: Outcome, way: PoisonPolicy, number: int = 1) -> str:
    """What the client does with its poison messages, as a predicate."""
    it = by_number(number, "it", "them")
    circle = words.CIRCLE.format(name=way.queue.name) if way.circles else ""
    stays = words.STAYS.format(it=it) if way.dlq == end.queue else ""
    if way.client.kind == MQI:
        return words.COUNTED_ONLY.format(it=it)
    return {
        BACKOUT_QUEUE: words.MOVES.format(it=it, queue=end.queue, then=circle or stays),
        DEAD_LETTER_QUEUE: words.DEAD_LETTERS.format(it=it, queue=end.queue, reason=_reason(end.reason)),
        DISCARDED: words.DISCARDS.format(it=it),
        LISTENER_STOPS: words.STOPS.format(it=it, server=SERVERS[way.listener]),
        ROLLED_BACK: words.ROLLS_BACK.format(it=it, despite=way.no_dead_letter_queue),
        UNKNOWN: words.UNSURE.format(it=it, why=way.unsure or words.LACKS_DEADQ),
    }[end.code]


def state(row, way: PoisonPolicy | None, others: Sequence[Queue] = ()) -> str:
    """What is wrong with the messages of one queue that were backed out.

    `others`: where the dump does not show its queue manager, the queues of its name.
    """
    told = words.MESSAGES.format(messages=count(row.messages, "message"), place=place(row.queue, row.queue_manager))
    gone = _emptiness(way)
    highest = words.UP_TO.format(highest=row.highest) if row.messages > 1 else words.COUNT.format(highest=row.highest)
    if row.state == KEPT:
        return words.KEPT.format(messages=told, were=were(row.messages), highest=highest, kept=_who_counts(row, way))
    if way is None or row.state == UNKNOWN:
        why = words.CASE_SHOWS.format(fact=way.queue.fact("BOTHRESH").text()) if way else words.NO_THRESHOLD
        why = words.SEVERAL_MANAGERS if len(others) > 1 else why
        shown = [
            words.AT_MANAGER.format(manager=one.queue_manager, fact=fact.text())
            for one in others
            if (fact := one.fact("BOTHRESH")).seen
        ]
        bounds = words.SHOWS.format(facts=", ".join(shown[:NAMED])) if shown else ""
        return words.MAY_BE_POISON.format(
            messages=told, were=were(row.messages), highest=highest, why=why, bounds=bounds
        )
    end = Outcome(row.outcome, None, row.destination, row.reason)
    deed = f"{way.client.words} {does(end, way, row.messages)}.{_too_long(row, way)}"
    deed += f"{way.client.unsure}{_beyond(row, way)}{gone}"
    bound = f"BOTHRESH({way.queue.threshold})"
    if row.state == NOW:
        if row.is_moved:
            it = by_number(row.messages, "it", "they")
            there = words.MOVED_SINCE.format(queue=way.queue.backout_queue, they=it, were=were(row.messages))
            said = words.POISON_NOW.format(
                messages=told, are=were(row.messages), when=words.WHEN_DUMPED, highest=highest, bound=bound
            )
            return f"{said} {there}."
        is_ = by_number(row.messages, "is", "are")
        are, when = (were(row.messages), words.WHEN_DUMPED) if gone else (is_, words.NOW)
        said = words.POISON_NOW.format(messages=told, are=are, when=when, highest=highest, bound=bound)
        return f"{said}{words.AT_NEXT_READ.format(deed=deed)}"
    if row.state == NEXT:
        return words.NEXT.format(messages=told, highest=highest, bound=bound, deed=deed)
    if row.state == LOOPING:
        return words.SWITCHED_OFF.format(
            messages=told, were=were(row.messages), highest=highest, bound=bound, deed=deed
        )
    return words.LESS_OFTEN.format(
        messages=told, were=were(row.messages), highest=highest, bound=bound, to_go=_to_go(row, way), gone=gone
    )


def _to_go(row, way: PoisonPolicy) -> str:
    """How many rollbacks more make a message poison."""
    at = way.settings()[0].poison_at
    if at is None:
        return ""
    more = count(at - row.highest, "more rollback")
    verb = by_number(at - row.highest, "makes", "make")
    return words.TO_GO.format(more=more, makes=verb, them=by_number(row.messages, "it", words.FIRST_OF_THEM))


def _too_long(row, way: PoisonPolicy) -> str:
    if not row.is_long:
        return ""
    it = by_number(row.messages, "It is", "They are")
    return words.TOO_LONG.format(it=it, longest=way.longest, queue=way.queue.backout_queue)


def stopped_at(row, way: PoisonPolicy) -> str:
    """Which queue's listener has probably stopped, by the rollbacks of its messages."""
    where, bound = place(row.queue, row.queue_manager), f"BOTHRESH({way.queue.threshold})"
    return words.PROBABLY_READ.format(place=where, highest=row.highest, bound=bound)


def _who_counts(row, way: PoisonPolicy | None) -> str:
    """Whose rollbacks BackoutCount shows on a queue that no application reads."""
    if way is None or way.keeper in (CHANNEL, None):
        known = words.TRANSMISSION_QUEUE
        known = known if way and way.keeper else words.BY_FORMAT
        return words.KEPT_BY_CHANNEL.format(known=known)
    return words.KEPT_BY_HANDLER.format(by=_by(way))


def _by(way: PoisonPolicy) -> str:
    return words.READ_BY.format(programs=", ".join(way.client.names)) if way.client.names else ""


def _beyond(row, way: PoisonPolicy) -> str:
    """That a count above the threshold argues against what a client does at the threshold."""
    at = way.settings()[0].poison_at
    if at is None or row.highest <= at or row.outcome not in WAYS_OUT:
        return ""
    return words.ABOVE


def _emptiness(way: PoisonPolicy | None) -> str:
    """That the queue appears empty besides."""
    if way is None or way.queue.depth.value != "0":
        return ""
    shown = words.DEPTH.format(depth=way.queue.depth.text())
    return words.EMPTY_SINCE.format(depth=shown)


def exception_reports(row) -> str:
    """That the client makes exception reports besides."""
    if not row.reports:
        return ""
    told = count(row.reports, "message")
    return words.REPORTS.format(messages=told)


def no_way(way: PoisonPolicy) -> str:
    """Why a queue's poison messages cannot go to a backout queue, and where they go instead."""
    here = place(way.queue.name, way.queue.queue_manager)
    backout = way.queue.backout_queue
    if way.unsure:
        return words.MAY_HAVE_NONE.format(place=here, unsure=way.unsure, cached=words.CACHED)
    why = words.REFUSED_QUEUE.format(queue=backout, why=way.refused.said) if backout else words.NO_BOQNAME
    why = words.LEADS_BACK.format(queue=backout, name=way.queue.name) if way.circles else why
    if way.comparison == AT_LEAST and not way.queue.threshold:
        return words.NEVER_USED.format(place=here, why=why, cached=words.CACHED)
    deed = f"{way.client.words} {does(way.end(), way)}"
    ends = way.end().code, way.end("nonpersistent").code
    drops = words.NONPERSISTENT if ends == (LISTENER_STOPS, DISCARDED) and way.client.kind != MQI else ""
    said = words.NO_WAY.format(place=here, why=why, deed=deed)
    return said + drops + way.client.unsure + words.CACHED + words.AUTHORITY


def stops_first(way: PoisonPolicy) -> str:
    """Why the listener stops before the message is moved."""
    server, threshold = SERVERS[way.listener], way.queue.threshold
    stops = way.settings()[0].stops_at or 0
    times = count(stops, "failed delivery", "failed deliveries")
    return words.STOPS_FIRST.format(
        server=server,
        place=place(way.queue.name, way.queue.queue_manager),
        times=times,
        retries=way.retries,
        threshold=threshold,
    )


def arrival(row) -> str:
    """That messages came to a queue as poison, and from where."""
    some = [row.source_queue] if row.source_queue else row.may_come_from or []
    more = words.ANOTHER.format(number=len(some)) if len(some) > NAMED else ""
    source = words.FROM.format(queues=" or ".join(some[:NAMED]), more=more) if some else words.FROM_UNKNOWN
    if row.came_as == ON_BACKOUT_QUEUE:
        are = by_number(row.messages, "is", "are")
        here = words.ON_BACKOUT_QUEUE.format(messages=count(row.messages, "message"), are=are, queue=row.queue)
        return words.PROBABLY_CAME.format(here=here, they=by_number(row.messages, "it", "they"), source=source)
    return words.CAME.format(
        messages=count(row.messages, "message"), queue=row.queue, source=source, came_as=row.came_as
    )


def count_not_sure(way: PoisonPolicy | None) -> str:
    """That BackoutCount may be lower than the truth."""
    if way is None or not way.queue.may_forget:
        return ""
    return words.MAY_FORGET


def _reason(reason: int | None) -> str:
    return words.REASON.format(reason=wording.reason(reason)) if reason is not None else words.UNKNOWN_REASON
