"""The verdicts of a walk: how severe each is, and which of them a report about a message proves.

The model of `flow` decides which one is the case; `described` says what the evidence shows of it.
"""

from __future__ import annotations

UNKNOWN = "UNKNOWN"
DEAD = ("ON_DLQ", "ON_SENDER_DLQ")
"""The verdicts that a message is on a dead-letter queue."""
AT_XMITQ = ("WAITING_ON_XMITQ", "CHANNEL_NOT_RUNNING", "NO_CHANNEL", "IN_DOUBT")
"""The verdicts that a message is on a transmission queue, or in a batch of one."""
QUOTED = 12
"""So many lines stand beside a verdict."""

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
