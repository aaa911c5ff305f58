"""The headline of poison messages: how many on which queue, the threshold, and whether there is a backout queue."""

from mqforensics.words.grammar import count

NONE = "No message of this case is known to be poison."
HEADLINES = {
    "POISON_NOW": "{messages} on {place} {is_} poison: BackoutCount {highest} has reached BOTHRESH({threshold}){way}.",
    "LOOPING": "{messages} on {place} {is_} redelivered forever: BOTHRESH(0) switches backout off{way}.",
    "POISON_NEXT": "{messages} on {place} will be poison after one more rollback: BackoutCount {highest},"
                   " BOTHRESH({threshold}){way}.",
    "CAME": "{messages} on {place} arrived there as poison from another queue.",
}  # fmt: skip
NAMED = 5
NO_BACKOUT_QUEUE = ", and no backout queue is defined"
IN_DOUBT = (
    "{transactions} of {manager} {is_} in doubt ({names}): prepared, and not yet committed or backed out."
    " No get and no dump shows a message that such a transaction got."
    " Its BackoutCount rises when its coordinator backs out, and it may come back as poison."
)
MORE = " {count} more on {queues}."


def in_doubt(names: list[str], manager: str | None) -> str:
    """What transactions that are prepared do to the messages that they got."""
    number, first = len(names), ", ".join(names[:NAMED])
    return IN_DOUBT.format(
        transactions=count(number, "transaction"), manager=manager or "a queue manager that the display does not name",
        is_="is" if number == 1 else "are", names=first + (f" and {number - NAMED} more" if number > NAMED else ""),
    )  # fmt: skip


def headline(state: str, messages: int, place: str, highest: int, threshold: int | None, lacks_queue: bool,
             more: int, queues: int) -> str:  # fmt: skip
    """The gravest group in a sentence, and how many messages there are besides."""
    said = HEADLINES[state].format(
        messages=count(messages, "message"), place=place, is_="is" if messages == 1 else "are", highest=highest,
        threshold="?" if threshold is None else threshold, way=NO_BACKOUT_QUEUE if lacks_queue else "",
    )  # fmt: skip
    return said + (MORE.format(count=count(more, "message"), queues=count(queues, "other queue")) if more else "")
