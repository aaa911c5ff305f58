"""Values of PCF parameters: one reader for each of their structures."""

import struct
from typing import Any, NamedTuple

from mqforensics import codes
from mqforensics.structures.charsets import decode
from mqforensics.structures.layouts import PADDING


class Filter(NamedTuple):
    """A filter of a command: an operator and what it compares with."""

    operator: str
    value: Any


def _long(block: bytes, at: int, sign: str, code: str = "i") -> int:
    return struct.unpack_from(sign + code, block, at)[0]


def _list(block: bytes, sign: str, code: str) -> list[int]:
    size = struct.calcsize("=" + code)
    count = min(max(_long(block, 12, sign), 0), (len(block) - 16) // size)
    return list(struct.unpack_from(f"{sign}{count}{code}", block, 16))


def _text(word: bytes, ccsid: int, inherited: int | None, sign: str) -> str:
    """A string by its own CCSID, else the message's; bytes that are not valid in it stay visible."""
    order = "big" if sign == ">" else "little"
    text = decode(word, ccsid if ccsid > 0 else inherited, order)
    return (word.decode("utf-8", "backslashreplace") if text is None else text).rstrip(PADDING)


def _bytes(block: bytes, at: int, sign: str, length_at: int) -> bytes:
    return block[at : at + max(_long(block, length_at, sign), 0)]


def _string(block: bytes, sign: str, ccsid: int | None) -> str:
    return _text(_bytes(block, 20, sign, 16), _long(block, 12, sign), ccsid, sign)


def _strings(block: bytes, sign: str, ccsid: int | None) -> list[str]:
    own, count, size = struct.unpack_from(sign + "3i", block, 12)
    count = min(count, (len(block) - 24) // size) if size > 0 else 0
    return [_text(block[24 + size * n : 24 + size * (n + 1)], own, ccsid, sign) for n in range(count)]


def _filter(block: bytes, sign: str, value: Any) -> Filter:
    number = _long(block, 12, sign)
    return Filter(codes.name("MQCFOP", number) or str(number), value)


def _string_filter(block: bytes, sign: str, ccsid: int | None) -> Filter:
    return _filter(block, sign, _text(_bytes(block, 24, sign, 20), _long(block, 16, sign), ccsid, sign))


READERS = {
    "MQCFIN": lambda block, sign, ccsid: _long(block, 12, sign),
    "MQCFIN64": lambda block, sign, ccsid: _long(block, 16, sign, "q"),
    "MQCFIL": lambda block, sign, ccsid: _list(block, sign, "i"),
    "MQCFIL64": lambda block, sign, ccsid: _list(block, sign, "q"),
    "MQCFST": _string,
    "MQCFSL": _strings,
    "MQCFBS": lambda block, sign, ccsid: _bytes(block, 16, sign, 12),
    "MQCFIF": lambda block, sign, ccsid: _filter(block, sign, _long(block, 16, sign)),
    "MQCFSF": _string_filter,
    "MQCFBF": lambda block, sign, ccsid: _filter(block, sign, _bytes(block, 20, sign, 16)),
    "MQCFGR": lambda block, sign, ccsid: [],
}
"""What reads the value of a whole parameter; `sign` is struct's, `ccsid` the message's."""
