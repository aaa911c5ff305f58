"""Verdicts as data: how bad each is, and what would contradict it."""

UNKNOWN = "UNKNOWN"
SEVERITY = {
    "NOT_DEFINED": "critical",
    "REMOTE_DEFINITION_WRONG": "critical",
    "NO_CHANNEL": "critical",
    "WAITING_ON_XMITQ": "warning",
    "CHANNEL_NOT_RUNNING": "critical",
    "IN_DOUBT": "critical",
    "ON_SENDER_DLQ": "critical",
    "ON_DLQ": "critical",
    "RETURNED_TO_SENDER": "critical",
    "DISCARDED": "critical",
    "DELIVERED": "info",
    "CONSUMED": "info",
    "BACKED_OUT": "critical",
    UNKNOWN: "warning",
}
AGAINST = " It would be contradicted by "
CONTRADICTED = {
    "NOT_DEFINED": "a cluster queue or another definition of that name",
    "REMOTE_DEFINITION_WRONG": "a definition made since, or a message that did arrive",
    "NO_CHANNEL": "a sender or server channel with this XMITQ",
    "WAITING_ON_XMITQ": "a depth that falls to 0, or a last get that is newer than the message",
    "CHANNEL_NOT_RUNNING": "a newer status of the channel, or a depth of 0",
    "IN_DOUBT": "a newer status with INDOUBT(NO)",
    "ON_SENDER_DLQ": "a later dump of that queue without the message",
    "ON_DLQ": "a later dump of that queue without the message",
    "RETURNED_TO_SENDER": "the original message found on any queue",
    "DISCARDED": "the message found on any queue, or an application that set it to expire or put it persistent",
    "DELIVERED": "a browse of the queue that does not show the message",
    "CONSUMED": "the message found on another queue, or gets that took other messages",
    "BACKED_OUT": "a later dump of that queue without the message",
}
