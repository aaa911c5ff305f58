"""Is a file a trace of the IBM MQ classes for JMS or Java, its own or a server's."""

import re

from mqforensics.formats.paste.encoding import text_of

MARKS = (
    (100, re.compile(rb"^TimeStamp +TID +ObjectId +Class +Data", re.M)),
    (95, re.compile(rb"^\[\d\d/\d\d/\d\d \d\d:\d\d:\d\d\.\d{3}\.[0-9A-Z]{2}\]  \w{8}[ \t]", re.M)),
    (70, re.compile(
        rb"^\[\d[\d/.]+,? [\d:.]+ [\w+:-]+\] +[0-9a-f]{8} \S{1,40} +[<>1-3-] [^\n]*\bcom\.ibm\.(?:mq|msg\.client)\.",
        re.M,
    )),
)  # fmt: skip
HEADER = (
    re.compile(rb"^Process ID:\w", re.M),
    re.compile(rb"^\|   com\.ibm\.(?:msg\.client|mq)\.\S{1,200} +:-  ", re.M),
)  # fmt: skip
NOTICE = re.compile(rb"\bJMSCC0108\b|\bCWSJY0003W\b")
NO_MESSAGE = (
    "context only: JMSCC0108 says that a message marked for a listener was gone when it was to be got. "
    "The client browses with marks (MARK_BROWSE_CO_OP): see the queue manager's MARKINT"
)


def sniff(head: bytes) -> int:
    """How sure the first bytes of a file are such a trace."""
    data = text_of(head).data
    score = next((score for score, mark in MARKS if mark.search(data)), 0)
    if not score and all(mark.search(data) for mark in HEADER):
        return 60
    return score or (40 if NOTICE.search(data) else 0)


def context_only(data: bytes) -> str | None:
    """What bytes without calls are, where that can be told."""
    return NO_MESSAGE if NOTICE.search(data) else None
