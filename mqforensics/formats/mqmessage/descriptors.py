"""The MQMDs of many raw messages at once, by their places in a file: field by field, and which can be MQMDs at all.

What is made is what `structures.mqmd` makes of each. One that is cut, or whose text is not all ASCII letters before its
padding, is not `plain`: it is left to that.
"""

from collections.abc import Mapping
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics import structures
from mqforensics.codes.code_pages import ASCII, EBCDIC, to_ascii
from mqforensics.formats.tables import MD
from mqforensics.structures import Descriptor
from mqforensics.structures.arrays import lengths, positions, strings, texts, translated, windows
from mqforensics.structures.layouts import layout

VERSION = rb"(?=\0\0\0[\x01\x02]|[\x01\x02]\0\0\0)"
EYES = (b"MD  ", b"\xd4\xc4\x40\x40")
VERSIONS = [int.from_bytes(version, "little") for version in (b"\0\0\0\1", b"\0\0\0\2", b"\1\0\0\0", b"\2\0\0\0")]
"""What an MQMD begins with, and what follows."""
HEAD = 8
"""Bytes of both."""
XQH_EYES = [int.from_bytes(eye, "little") for eye in (b"XQH ", b"\xe7\xd8\xc8\x40")]
XQH_BEFORE_MD, TOGETHER = 104, 4096
LIMITS = {
    "Expiry": (-1, 1 << 31), "Encoding": (0, 4095), "CodedCharSetId": (-4, 65535), "Priority": (-3, 9),
    "Persistence": (-1, 2), "BackoutCount": (0, 1 << 31), "MsgType": (1, 999_999_999),
}  # fmt: skip
DIGITS = ("PutDate", "PutTime")
NAMES = ("Format", "ReplyToQ", "ReplyToQMgr")
FIRST, SECOND = layout("MQMD1"), layout("MQMD2")
NO_ASCII = 0xFF
TEXTS = [name for name, kind in SECOND.types.items() if kind == "char"]


def places(data: bytes) -> list[tuple[int, int]]:
    """Where the MQMDs of a file's messages begin, and how many bytes each has."""
    eyes = np.sort(np.concatenate([positions(data, eye) for eye in EYES]))
    eyes = eyes[eyes <= len(data) - HEAD]
    text = np.frombuffer(data, np.uint8)
    eyes = eyes[np.isin(words(text, eyes + len(EYES[0])), VERSIONS)]
    taken, free = [], 0
    for first in range(0, len(eyes), TOGETHER):
        at = eyes[first : first + TOGETHER]
        at = at[~np.isin(words(text, np.maximum(at - XQH_BEFORE_MD, 0)), XQH_EYES)]
        found = Descriptors(rows(data, at), len(data) - at)
        is_sure = (found.are_sane() & found.plain) | (at == 0)
        sizes = np.minimum(found.length, len(data) - at)
        those = zip(*(part.tolist() for part in (at, sizes, is_sure, found.plain)), strict=True)
        for begin, size, sure, plain in those:
            if begin >= free and (sure or (not plain and _is_sane(structures.mqmd(data, begin)))):
                taken.append((begin, size))
                free = begin + size
    return taken


def words(text: np.ndarray, at: np.ndarray) -> np.ndarray:
    """The four bytes at each position as a number."""
    return windows(text, at, 4).view("<u4").ravel() if len(at) else np.empty(0, "<u4")


def rows(data: bytes, at: np.ndarray) -> np.ndarray:
    """As many bytes from each position as an MQMD of the second version has; what is not there is zero."""
    late = np.flatnonzero(at > len(data) - SECOND.length)
    found = windows(np.frombuffer(data, np.uint8), at, SECOND.length) if len(data) >= SECOND.length else None
    found = np.zeros((len(at), SECOND.length), np.uint8) if found is None else found
    for nth in late.tolist():
        found[nth] = np.frombuffer(data[at[nth] : at[nth] + SECOND.length].ljust(SECOND.length, b"\0"), np.uint8)
    return found


def _is_sane(md: Descriptor) -> bool:
    """Whether this can be an MQMD and not bytes that look like the beginning of one."""
    fields = md.fields
    if any(fields[name] is not None and not low <= fields[name] <= high for name, (low, high) in LIMITS.items()):
        return False
    if any(fields[name] and not (fields[name].isascii() and fields[name].isdigit()) for name in DIGITS):
        return False
    return all((fields[name] or "").isascii() and (fields[name] or " ").isprintable() for name in NAMES)


class Descriptors:
    """MQMDs as rows of bytes, as many as the second version has; and how many bytes of each are there."""

    def __init__(self, rows: np.ndarray, size: np.ndarray):
        self._rows, self._size = rows, size
        self._is_big = self._rows[:, SECOND.places["Version"][0]] == 0
        self._big, self._little = (SECOND.of_rows(rows, order) for order in ("big", "little"))
        self.is_second = self.number("Version") > 1
        self.length = np.where(self.is_second, SECOND.length, FIRST.length)

    @cached_property
    def _letters(self) -> np.ndarray:
        """The descriptors in ASCII."""
        is_ebcdic = self._rows[:, 0] != ord("M")
        in_ascii = translated(self._rows, to_ascii(ASCII, NO_ASCII))
        if not is_ebcdic.any():
            return SECOND.of_rows(in_ascii, "big")
        rows = np.where(is_ebcdic[:, None], translated(self._rows, to_ascii(EBCDIC, NO_ASCII)), in_ascii)
        return SECOND.of_rows(rows, "big")

    @cached_property
    def plain(self) -> np.ndarray:
        """Which are whole and have nothing but ASCII letters before the padding of their texts."""
        return (self.length <= self._size) & self._are_inside(dict.fromkeys(TEXTS, (1, NO_ASCII - 1)))

    def number(self, name: str) -> np.ndarray:
        """A field that is a number."""
        return np.where(self._is_big, self._big[name], self._little[name])

    def bytes(self, name: str) -> np.ndarray:
        """A field as it stands."""
        return self._big[name]

    def text(self, name: str) -> np.ndarray:
        """A field that is text, in ASCII, with its padding."""
        return self._letters[name]

    def are_sane(self) -> np.ndarray:
        """Which of those that are plain can be MQMDs, and not bytes that look like the beginning of one."""
        sane = np.ones(len(self._rows), bool)
        for name, (low, high) in LIMITS.items():
            value = self.number(name)
            sane &= (value >= low) & (value <= high)
        digits, letters = ((ord(low), ord(high)) for low, high in ("09", " ~"))
        return sane & self._are_inside(dict.fromkeys(DIGITS, digits) | dict.fromkeys(NAMES, letters))

    def _are_inside(self, limits: Mapping[str, tuple[int, int]]) -> np.ndarray:
        """Which rows have, in these texts, up to their padding, only letters from the lowest to the highest."""
        inside = np.ones(len(self._rows), bool)
        for name, (low, high) in limits.items():
            good = _between(self.text(name), low, high)
            odd = np.flatnonzero(~good.all(axis=1))
            if len(odd):  # of most messages no text has another padding than blanks
                length = lengths(self.text(name)[odd])[:, None]
                inside[odd] &= (good[odd] | (np.arange(good.shape[1]) >= length)).all(axis=1)
        return inside

    def column(self) -> pa.StructArray:
        """The MQMDs as the struct of the messages table; the first version has no field of the second."""
        return pa.StructArray.from_arrays([self._column(field) for field in MD], fields=list(MD))

    def _column(self, field: pa.Field) -> pa.Array:
        kind = SECOND.types[field.name]
        if kind == "long":
            found = pa.array(self.number(field.name), field.type)
        elif kind == "char":
            found = texts(self.text(field.name))
        else:
            rows = self.bytes(field.name)
            found = strings(rows.ravel(), np.arange(len(rows)) * rows.shape[1], len(rows), pa.binary())
        return found if field.name in FIRST.types else pc.if_else(pa.array(self.is_second), found, None)


def _between(letters: np.ndarray, low: int, high: int) -> np.ndarray:
    return letters - np.uint8(low) <= high - low  # what is lower turns round to a high number
