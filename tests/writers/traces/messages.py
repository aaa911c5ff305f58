"""Activity trace messages as the queue manager writes them."""

import struct
from collections.abc import Iterable

from mqforensics.codes import code
from tests.writers.traces import Record, correl_id, head, parameters


def pcf(record: Record, order: str = "<") -> bytes:
    """One activity trace message, without a descriptor."""

    def one(constant: str, value: object) -> bytes:
        number = code(constant)
        if constant == "MQIACF_OPERATION_ID":
            value = code(value)
        if constant.startswith("MQIAMO64_"):
            return struct.pack(order + "4iq", 23, 24, number, 0, value)
        if isinstance(value, int):
            return struct.pack(order + "4i", 3, 16, number, value)
        if isinstance(value, bytes):
            padded = value + bytes(-len(value) % 4)
            return struct.pack(order + "4i", 9, 16 + len(padded), number, len(value)) + padded
        padded = value.encode() + b" " * (-len(value) % 4)
        return struct.pack(order + "5i", 4, 20 + len(padded), number, 1208, len(value)) + padded

    top = [one(*pair) for pair in head(record)]
    body = b"".join(top)
    for call in record.calls:
        pairs = parameters(call, record)
        body += struct.pack(order + "4i", 20, 16, 8013, len(pairs)) + b"".join(one(*pair) for pair in pairs)
    return struct.pack(order + "9i", 26, 36, 3, 209, 1, 1, 0, 0, len(top) + len(record.calls)) + body


def pcf_short(records: Iterable[Record], order: str = "<") -> bytes:
    """Messages behind PutDate, PutTime and CorrelId."""
    return b"".join(b"2024030510001600" + correl_id(record) + pcf(record, order) for record in records)
