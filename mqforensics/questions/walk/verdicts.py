"""The verdicts of a walk: how severe each is by `codes.csv`, and which of them a report about a message proves.

The model of `flow` decides which one is the case; `described` says what the evidence shows of it.
"""

from __future__ import annotations

from mqforensics import csv_tables, questions
from mqforensics.words import walk as said_of

UNKNOWN = "UNKNOWN"
DEAD = ("ON_DLQ", "ON_SENDER_DLQ")
"""The verdicts that a message is on a dead-letter queue."""
AT_XMITQ = ("WAITING_ON_XMITQ", "CHANNEL_NOT_RUNNING", "NO_CHANNEL", "IN_DOUBT")
"""The verdicts that a message is on a transmission queue, or in a batch of one."""
QUOTED = 12
"""So many lines are beside a verdict."""

SEVERITY = {
    row["code"]: row["severity"]
    for row in csv_tables.rows(questions.__name__, "codes.csv")
    if row["question"] == "walk"
}

FEEDBACK = {
    258: ("EXPIRED", said_of.EXPIRED),
    259: ("DELIVERED", said_of.ARRIVED),
    260: ("CONSUMED", said_of.DELIVERED_TO_PROGRAM),
    275: ("CONSUMED", said_of.PROCESSED),
    276: ("CONSUMED", said_of.NOT_PROCESSED),
}
"""What a report on the message proves, by its feedback; other feedbacks below 2000 prove nothing of it."""
MQRC = range(2000, 4000)
"""Feedback of an exception report: the reason that the message could not be put with."""
