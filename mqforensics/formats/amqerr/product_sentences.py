"""Entries of an error log whose number a copy has lost: the product's own sentences, each of one message alone.

Only a text without any entry is searched for them. Source: "IBM MQ messages", the first sentence or the explanation.
"""

import re
from collections.abc import Iterator

_Q = r"'[^'\n]{1,264}'"
SENTENCES = (
    ("AMQ9776", rf"The inbound channel {_Q} was blocked from address {_Q} because the active values of the channel "
     r"were mapped to a userid which should be blocked"),
    ("AMQ9777", rf"The inbound channel {_Q} was blocked from address {_Q} because the active values of the channel "
     r"matched a record configured with USERSRC\(NOACCESS\)"),
    ("AMQ9202", rf"Remote host {_Q} not available, retry later"),
    ("AMQ9208", r"Error on receive from host"), ("AMQ9999", rf"Channel {_Q} to host {_Q} ended abnormally"),
    ("AMQ9519", rf"Channel {_Q} not found"), ("AMQ9557", rf"Queue Manager User ID initialization failed for {_Q}"),
    ("AMQ8077", rf"Entity {_Q} has insufficient authority to access object"),
    ("AMQ5534", rf"User ID {_Q} authentication failed"),
    ("AMQ5540", rf"Application {_Q} did not supply a user ID and password"),
    ("AMQ9544", r"Messages not put to destination queue"),
    ("AMQ9526", rf"Message sequence number error for channel {_Q}"),
    ("AMQ9637", r"Channel is lacking a certificate"),
    ("AMQ9631", r"The CipherSpec negotiated during the (?:SSL|TLS) handshake does not match the required CipherSpec"),
    ("AMQ9209", rf"Connection to host {_Q} for channel {_Q} closed"),
)  # fmt: skip
"""(the message, its sentence)."""
_PATTERN = re.compile("|".join(f"(?P<{code}>{words})" for code, words in SENTENCES).replace(" ", r"\s{1,40}").encode())
SURE = 45


def sentence_starts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Where each sentence begins, and the message that it is of."""
    for hit in _PATTERN.finditer(data):
        yield hit.start(), hit.lastgroup.encode()


def with_number(data: bytes, message: bytes) -> bytes:
    """The bytes of an entry with the number that was lost."""
    return message + b": " + data
