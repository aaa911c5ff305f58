"""What may be said of a message, and what must have been shown for it: the table that the walk goes by.

The walk follows the message step by step: the put at its source, then each transmission queue, then each queue manager
that a channel leads to, then the destination. At every step the claims below are tried in their order. `when` says what
the claim is about: it has to be shown before it comes into question. `premises` have to be shown too, each at the right
queue manager and for the time of the put; what the evidence does not show makes the verdict UNKNOWN, with what is known
and the command that settles the premise. `passed` is what must be shown to go on to the next step. `about` names the
object of the verdict.

A message that a dump or trace shows itself is claimed first (`sighting.py`), by its identity.
"""

from __future__ import annotations

from typing import NamedTuple

UNKNOWN = "UNKNOWN"
DEAD = ("ON_DLQ", "ON_SENDER_DLQ")
"""The verdicts that a message is on a dead-letter queue."""


class Claim(NamedTuple):
    """A verdict, what must be shown for it, and its sentence, in which a premise's name stands for what it says."""

    code: str
    when: tuple[str, ...]
    premises: tuple[str, ...]
    says: str
    about: str


SOURCE = (
    Claim(
        "PUT_REFUSED", ("refused_at_source",), (),
        "{refused_at_source}. The put fails, its application is told so, and no message leaves.", "refusing queue",
    ),
    Claim(
        "NOT_DEFINED", ("undefined",), ("still_so_at_the_put", "no_reply"),
        "{undefined}, where it is said to have been put.", "end",
    ),
    Claim(
        "REMOTE_DEFINITION_WRONG", ("nowhere",), ("still_so_at_the_put",),
        "{label} cannot leave: {nowhere}.", "definition",
    ),
)  # fmt: skip
XMITQ = (
    Claim(
        "IN_DOUBT", ("in_doubt",), ("in_the_batch", "accepted_at_source"),
        "{label} is in a batch in doubt: {in_doubt}. {in_the_batch}.", "channel",
    ),
    Claim(
        "NO_CHANNEL", ("waits", "unserved"), ("accepted_at_source",),
        "{label} waits: {waits}. No channel serves that queue.", "transmission queue",
    ),
    Claim(
        "CHANNEL_NOT_RUNNING", ("full_behind_a_channel", "none_runs"), ("not_overtaken",),
        "{full_behind_a_channel}: puts fail with 2053 until a channel takes messages from it. {none_runs}.", "channel",
    ),
    Claim(
        "CHANNEL_NOT_RUNNING", ("waits", "none_runs"),
        ("committed", "batch_settled", "not_overtaken", "accepted_at_source", "far_end"),
        "{label} waits: {waits}. {none_runs}.{batch_settled}{far_end}", "channel",
    ),
    Claim(
        "WAITING_ON_XMITQ", ("waits", "one_runs"), ("not_overtaken", "accepted_at_source", "not_sent_yet"),
        "{label} waits: {waits}. {one_runs}{not_sent_yet}", "transmission queue",
    ),
)  # fmt: skip
ARRIVAL = (
    Claim(
        "REMOTE_DEFINITION_WRONG", ("nowhere",), ("still_so_at_the_put", "not_sent_back", "not_dead_lettered"),
        "{label} cannot arrive: {nowhere}.", "end",
    ),
    Claim(
        "DISCARDED", ("refused", "discard_asked"), ("retries_over", "not_sent_back", "same_way_then", "no_exit"),
        "{label} is discarded: {refused}. {discard_asked}.", "lost",
    ),
    Claim(
        "DISCARDED", ("refused", "no_dead_letter_queue"),
        ("not_persistent", "fast", "retries_over", "not_sent_back", "same_way_then", "no_exit"),
        "{label} is lost: {refused}. Moreover {no_dead_letter_queue}. It was not persistent; its channel has {fast}.",
        "lost",
    ),
)  # fmt: skip
END = (
    Claim(
        "DELIVERED", ("holds_messages",),
        ("arrived", "still_there", "come_by_then", "no_dead_letters", "accepted_at_source"),
        "{label} is on its destination: {holds_messages}.", "end",
    ),
    Claim(
        "CONSUMED", ("empty_destination",),
        ("arrived", "not_expiring", "taken", "never_lost", "fresh_enough", "no_backout_queue", "no_dead_letters",
         "accepted_at_source"),
        "{label} was taken from its destination: {taken}.", "end",
    ),
)  # fmt: skip
STEPS = {
    "source": (SOURCE, "resolved"),
    "transmission queue": (XMITQ, "gone_from_xmitq"),
    "arrival": (ARRIVAL, "accepted"),
    "end": (END, None),
}
"""The claims of each kind of step, and what must be shown to go on."""

SEVERITY = {
    "NOT_DEFINED": "critical",
    "REMOTE_DEFINITION_WRONG": "critical",
    "PUT_REFUSED": "critical",
    "NO_CHANNEL": "critical",
    "WAITING_ON_XMITQ": "warning",
    "CHANNEL_NOT_RUNNING": "critical",
    "IN_DOUBT": "critical",
    "ON_SENDER_DLQ": "critical",
    "ON_DLQ": "critical",
    "RETURNED_TO_SENDER": "critical",
    "DISCARDED": "critical",
    "EXPIRED": "warning",
    "DELIVERED": "info",
    "CONSUMED": "info",
    "UNCOMMITTED": "warning",
    "ROLLED_BACK": "critical",
    "CLEARED": "critical",
    "LOST_IN_TRANSIT": "critical",
    "LOST_WITH_RESTART": "critical",
    "TAKEN_BY_EXIT": "critical",
    "MOVED": "warning",
    "RETRYING": "warning",
    UNKNOWN: "warning",
}

FEEDBACK = {
    258: ("EXPIRED", "expired and was discarded, an expiry report says"),
    259: ("DELIVERED", "arrived on its destination, a confirmation of arrival says; it may have been read since"),
    260: ("CONSUMED", "was taken from its destination, a confirmation of delivery says"),
    275: ("CONSUMED", "was processed, a positive action notification says"),
    276: ("CONSUMED", "was read, but a negative action notification says that it could not be processed"),
}
"""What a report on the message proves, by its feedback; other feedbacks below 2000 prove nothing of it."""
MQRC = range(2000, 4000)
"""Feedback of an exception report: the reason that the message could not be put with."""
