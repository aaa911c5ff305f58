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
NO_BACKOUT_QUEUE = ", and no backout queue is defined"
MORE = " {count} more on {queues}."


def headline(state: str, messages: int, place: str, highest: int, threshold: int | None, lacks_queue: bool,
             more: int, queues: int) -> str:  # fmt: skip
    """The gravest group in a sentence, and how many messages there are besides."""
    said = HEADLINES[state].format(
        messages=count(messages, "message"), place=place, is_="is" if messages == 1 else "are", highest=highest,
        threshold="?" if threshold is None else threshold, way=NO_BACKOUT_QUEUE if lacks_queue else "",
    )  # fmt: skip
    return said + (MORE.format(count=count(more, "message"), queues=count(queues, "other queue")) if more else "")
