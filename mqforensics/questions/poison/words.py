"""The sentences of the findings: what is wrong with a queue's way out, and what the client will do."""

from collections.abc import Sequence

from mqforensics.questions import wording
from mqforensics.questions.poison.clients import MQI, NAMED
from mqforensics.questions.poison.definitions import Queue
from mqforensics.questions.poison.messages import KEPT, LOOPING, NEXT, NOW, ON_BACKOUT_QUEUE
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
from mqforensics.questions.poison.ways import CHANNEL, UNKNOWN, Way
from mqforensics.questions.wording import count


def place(queue: str | None, queue_manager: str | None) -> str:
    """A queue and, where they are known, its name and its queue manager."""
    if not queue:
        return "a queue that the dump does not name"
    return f"{queue} of {queue_manager}" if queue_manager else queue


def does(end: Outcome, way: Way, number: int = 1) -> str:
    """What the client does with its poison messages, as a predicate."""
    it = "them" if number != 1 else "it"
    circle = f", which leads back to {way.queue.name}, again and again" if way.circles else ""
    stays = f", the dead-letter queue, without an MQDLH: its handler leaves {it} there" if way.dlq == end.queue else ""
    unseen = "the evidence lacks DEADQ or BOQNAME"
    if way.client.kind == MQI:
        return f"gets {it} again and again unless it looks at BackoutCount itself; the queue manager only counts"
    return {
        BACKOUT_QUEUE: f"moves {it} to the backout queue {end.queue}{circle or stays}",
        DEAD_LETTER_QUEUE: f"puts {it} to the dead-letter queue {end.queue} with {_reason(end.reason)}",
        DISCARDED: f"discards {it}",
        LISTENER_STOPS: f"leaves {it} there and its {SERVERS[way.listener]} stops",
        ROLLED_BACK: f"gets {it} again and again{way.no_dead_letter_queue}",
        UNKNOWN: f"could do several things with {it}: {way.unsure or unseen}",
    }[end.code]


def state(row, way: Way | None, others: Sequence[Queue] = ()) -> str:
    """What is wrong with the messages of one queue that were backed out.

    `others`: where the dump does not tell its queue manager, the queues of its name.
    """
    told = f"{count(row.messages, 'message')} on {place(row.queue, row.queue_manager)}"
    gone = _gone(way)
    highest = f"BackoutCount up to {row.highest}" if row.messages > 1 else f"BackoutCount {row.highest}"
    if row.state == KEPT:
        return f"{told} {_was(row)} rolled back ({highest}). {_kept(row, way)}"
    if way is None or row.state == UNKNOWN:
        why = f"shows {way.queue.fact('BOTHRESH').text()}" if way else "does not show the queue's BOTHRESH"
        why = "has queues of that name in several queue managers" if len(others) > 1 else why
        shown = [f"at {one.queue_manager} {fact.text()}" for one in others if (fact := one.fact("BOTHRESH")).seen]
        bounds = f" It shows {', '.join(shown[:NAMED])}." if shown else ""
        return f"{told} {_was(row)} rolled back ({highest}). Whether that is poison is UNKNOWN: the case {why}.{bounds}"
    end = Outcome(row.outcome, None, row.destination, row.reason)
    deed = f"{way.client.words} {does(end, way, row.messages)}.{_too_long(row, way)}"
    deed += f"{way.client.unsure}{_beyond(row, way)}{gone}"
    bound = f"BOTHRESH({way.queue.threshold})"
    if row.state == NOW:
        poison = f"{told} {{}} poison{{}}: {highest} against {bound}."
        if row.is_moved:
            it = "it" if row.messages == 1 else "they"
            there = f"{way.queue.backout_queue} has a message of the same MsgId: {it} {_was(row)} moved there since"
            return f"{poison.format(_was(row), ' when the dump was made')} {there}."
        now = (_was(row), " when the dump was made") if gone else (_is(row), " now")
        return f"{poison.format(*now)} At the next read {deed}"
    if row.state == NEXT:
        return f"{told} will be poison after one more rollback: {highest} against {bound}. Then {deed}"
    if row.state == LOOPING:
        return (
            f"{told} {_was(row)} rolled back ({highest}). {bound} switches the JMS client's handling of poison "
            f"messages off: {deed}"
        )
    return f"{told} {_was(row)} rolled back ({highest}), less often than {bound}.{_to_go(row, way)}{gone}"


def _to_go(row, way: Way) -> str:
    """How many rollbacks more make a message poison."""
    at = way.settings()[0].poison_at
    if at is None:
        return ""
    more = count(at - row.highest, "more rollback")
    verb = "makes" if at - row.highest == 1 else "make"
    return f" {more} {verb} {'it' if row.messages == 1 else 'the first of them'} poison."


def _too_long(row, way: Way) -> str:
    if not row.is_long:
        return ""
    it = "It is" if row.messages == 1 else "They are"
    return f" {it} longer than the {way.longest} bytes that the backout queue {way.queue.backout_queue} takes."


def stopped_at(row, way: Way) -> str:
    """Which queue's listener has probably stopped, by the rollbacks of its messages."""
    where, bound = place(row.queue, row.queue_manager), f"BOTHRESH({way.queue.threshold})"
    return f" Probably it read {where}: only there do messages have BackoutCount {row.highest}, below {bound}."


def _kept(row, way: Way | None) -> str:
    """Whose rollbacks BackoutCount tells of on a queue that no application reads."""
    if way is None or way.keeper in (CHANNEL, None):
        known = "The queue is a transmission queue"
        known = known if way and way.keeper else "By the format MQXMIT the queue is a transmission queue"
        return (
            f"{known}, read by a channel. BackoutCount tells how often a batch with such a message was rolled back. "
            "BOTHRESH and BOQNAME change nothing there."
        )
    return (
        f"The queue is the dead-letter queue{_by(way)}. Its reader rolls back where it cannot put a message elsewhere. "
        "A backout queue does not help there: find out which put fails."
    )


def _by(way: Way) -> str:
    return f", read by {', '.join(way.client.names)}" if way.client.names else ""


def _beyond(row, way: Way) -> str:
    """That a count above the threshold speaks against what a client does at the threshold."""
    at = way.settings()[0].poison_at
    if at is None or row.highest <= at or row.outcome not in WAYS_OUT:
        return ""
    return (
        " A count above BOTHRESH argues against a reader that applies it, unless BOTHRESH was higher when the reader "
        "opened the queue."
    )


def _gone(way: Way | None) -> str:
    """That the queue appears empty besides."""
    if way is None or way.queue.depth.value != "0":
        return ""
    shown = f" The case also shows {way.queue.depth.text()}."
    return f"{shown} If that is later than the dump, it shows that no message was left there."


def reported(row) -> str:
    """That the client makes exception reports besides."""
    if not row.reports:
        return ""
    told = count(row.reports, "message")
    return f" For {told} it also puts an exception report to the reply-to queue, a copy to look for."


CACHED = " Clients read BOTHRESH and BOQNAME once and keep them until they open the queue again."
NONPERSISTENT = " That is so for a persistent message: its connection consumer (ASF) discards a nonpersistent one."
AUTHORITY = " The application's user needs put and passall on the backout queue."


def no_way(way: Way) -> str:
    """Why a queue's poison messages cannot go to a backout queue, and where they go instead."""
    here = place(way.queue.name, way.queue.queue_manager)
    backout = way.queue.backout_queue
    if way.unsure:
        return f"Whether {here} has a backout queue that takes messages is not known: {way.unsure}.{CACHED}"
    why = f"its BOQNAME is {backout}, and {way.refused.said}" if backout else "its BOQNAME is blank"
    why = f"its backout queue {backout} leads back to {way.queue.name}" if way.circles else why
    if way.comparison == AT_LEAST and not way.queue.threshold:
        return f"{here} has no backout queue that takes messages: {why}. BOTHRESH(0) would never use one.{CACHED}"
    deed = f"{way.client.words} {does(way.end(), way)}"
    ends = way.end().code, way.end("nonpersistent").code
    drops = NONPERSISTENT if ends == (LISTENER_STOPS, DISCARDED) and way.client.kind != MQI else ""
    words = f"{here} has no backout queue that takes messages: {why}. With a poison message, {deed}."
    return words + drops + way.client.unsure + CACHED + AUTHORITY


def stops_first(way: Way) -> str:
    """Why the listener stops before the message is moved."""
    server, threshold = SERVERS[way.listener], way.queue.threshold
    stops = way.settings()[0].stops_at
    times = count(stops, "failed delivery", "failed deliveries")
    return (
        f"The {server} of {place(way.queue.name, way.queue.queue_manager)} stops after {times}, because maximum "
        f"retries is {way.retries}. BOTHRESH is {threshold}, so it stops before the client moves a poison message."
    )


def arrived(row) -> str:
    """That messages came to a queue as poison, and from where."""
    some = [row.source_queue] if row.source_queue else row.may_come_from or []
    more = f" or another of {len(some)}" if len(some) > NAMED else ""
    source = f"from {' or '.join(some[:NAMED])}{more}" if some else "from a queue that the case does not tell"
    if row.came_as == ON_BACKOUT_QUEUE:
        here = f"{count(row.messages, 'message')} {_is(row)} on {row.queue}, a backout queue"
        return f"{here}, so {'it' if row.messages == 1 else 'they'} probably came as poison {source}."
    return f"{count(row.messages, 'message')} on {row.queue} came there as poison {source} ({row.came_as})."


def count_not_sure(way: Way | None) -> str:
    """That BackoutCount may be lower than the truth."""
    if way is None or not way.queue.may_forget:
        return ""
    return " The queue is NOHARDENBO: after a restart the counts may be too low."


def _reason(reason: int | None) -> str:
    return f"reason {wording.reason(reason)}" if reason is not None else "a reason not told"


def _was(row) -> str:
    return "were" if row.messages != 1 else "was"


def _is(row) -> str:
    return "are" if row.messages != 1 else "is"
