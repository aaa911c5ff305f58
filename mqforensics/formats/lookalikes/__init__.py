"""Texts that show MQ messages in ways of their own: each in a small module, all read through `mqmessage`.

A module has `sniff(text) -> int`, how sure the first bytes are, and `read(text) -> list[Shown]`, its messages.

To read: `printed_message`, `q_program`, `trace_hex`, `vertical_hex`, `java`, `python_bytes`, `fakes`.
"""

from mqforensics.formats.lookalikes import java, python_bytes, q_program, trace_hex, vertical_hex
from mqforensics.formats.lookalikes.fakes import kind_of_fake
from mqforensics.formats.lookalikes.printed_message import PrintedMessage

__all__ = ["READERS", "PrintedMessage", "best_reader", "kind_of_fake", "sniff"]

READERS = (java, q_program, vertical_hex, trace_hex, python_bytes)


def best_reader(text: bytes):
    """The reader for a text, or None when it is none of these."""
    score, at = max((reader.sniff(text), -at) for at, reader in enumerate(READERS))
    return READERS[-at] if score else None


def sniff(text: bytes) -> int:
    """How sure the first bytes are of one of these texts."""
    return max(reader.sniff(text) for reader in READERS)
