"""Many records of an amqsbcg dump at once: the strict templates and the hex rows walked with NumPy, a column at a time.

A record that any step does not take as printed is left to the readers of single records, and so is one whose
data is more than a dead letter header and plain text; what is taken here is what they would have made of it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pyarrow as pa

from mqforensics.formats.amqsbcg.strict import DESCRIPTOR
from mqforensics.formats.tables import MD

WIDTHS = {
    "StrucId": 4, "Format": 8, "MsgId": 24, "CorrelId": 24, "ReplyToQ": 48, "ReplyToQMgr": 48, "UserIdentifier": 12,
    "AccountingToken": 32, "ApplIdentityData": 32, "PutApplName": 28, "PutDate": 8, "PutTime": 8, "ApplOriginData": 4,
    "GroupId": 24,
}  # fmt: skip
GETS = {
    "v7": " MQGET of message number {number:d}, CompCode:{CompCode:d} Reason:{Reason:d}\n",
    "v6": " MQGET of message number {number:d} \n",
}
LENGTHS = {
    "v7": " length - {shown:d} of {declared:d} bytes\n \n",
    "v6": " length - {shown:d} bytes\n \n",
}
TITLE = " \n****   Message      ****\n \n"
DIGITS = 12
ROW = 52
"""Bytes of a hex row up to the text column: offset, eight cells, a blank, a quote."""
CELLS = 11
"""Where the first cell's digits begin; another every five bytes, two byte values in each."""
EXTRAS = (0, 10, 6, 2)
"""Blanks before the text column, by locale."""
FIRST_PAGE, NEXT_PAGES, PAGE = 31, 38, 60
"""Rows before the first page break of the first message and of the others, and between breaks."""


def _hex_table() -> np.ndarray:
    table = np.full(1 << 16, 256, np.uint16)
    for value in range(256):
        for text in (f"{value:02X}", f"{value:02x}"):
            table[int.from_bytes(text.encode(), "little")] = value
    return table


HEX = _hex_table()
DIGITS_OF_HEX = (b"0123456789ABCDEF", b"0123456789abcdef")
ALL_EIGHT = np.ones(8, np.uint8).view(np.uint64)
NUMBERS = 10 ** np.arange(DIGITS - 1, -1, -1, dtype=np.int64)


def tokens(template: str) -> list[tuple[str, str]]:
    """A template as literals (`=`), numbers (`d`), names in quotes (`c`) and hex (`x`), in the order of the text."""
    plain = template.replace("[*]", "*").replace("{{4}}", "***").replace(" ?\n", " \n")
    found = []
    for literal, name, kind in re.findall(r"([^{]*)(?:\{(\w+):([dcx])\}|$)", plain):
        quotes = {"c": ("'", "'"), "x": ("X'", "'")}.get(kind, ("", ""))
        found += [("=", literal + quotes[0])] if literal + quotes[0] else []
        found += [(kind, name)] if name else []
        found += [("=", quotes[1])] if quotes[1] else []
    return [token for token in _joined(found) if token[1]]


def _joined(found: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    text = ""
    for kind, value in found:
        if kind == "=":
            text += value
            continue
        yield "=", text
        text = ""
        yield kind, value
    yield "=", text


TEMPLATES = [tokens(GETS[level] + DESCRIPTOR.replace("{blanks}", "\n") + TITLE + LENGTHS[level]) for level in GETS]


class Walk:
    """Positions in a text, one a record, that move along a template together; `taken` are those still on it."""

    def __init__(self, data: bytes, starts: np.ndarray):
        self.text, self.end = np.frombuffer(data, np.uint8), len(data)
        self.at = starts.astype(np.int64)
        self.taken = np.ones(len(starts), bool)
        self.found: dict[str, np.ndarray] = {}

    def window(self, width: int, at: np.ndarray | None = None) -> np.ndarray:
        """The `width` bytes at each position; others where the text ends before: see `holds`."""
        if self.end < width:
            return np.zeros((len(self.at if at is None else at), width), np.uint8)
        view = np.lib.stride_tricks.sliding_window_view(self.text, width)
        return view[np.clip(self.at if at is None else at, 0, self.end - width)]

    def holds(self, width: int, at: np.ndarray | None = None) -> np.ndarray:
        """Whether the text goes on for `width` bytes at each position."""
        return (self.at if at is None else at) <= self.end - width

    def follow(self, template: list[tuple[str, str]]) -> None:
        """Move along a template, keeping what its names stand for."""
        for kind, value in template:
            if kind == "=":
                self.literal(value.encode())
            else:
                self.found[value] = self.number() if kind == "d" else self.name(value, kind)

    def literal(self, text: bytes) -> None:
        """Text that must be there."""
        self.taken &= self.holds(len(text)) & (self.window(len(text)) == np.frombuffer(text, np.uint8)).all(axis=1)
        self.at = self.at + len(text)

    def number(self) -> np.ndarray:
        """A decimal number, perhaps negative."""
        self.taken &= self.holds(DIGITS)
        window = self.window(DIGITS)
        negative = window[:, 0] == ord("-")
        digit = (window - ord("0")) < 10  # unsigned: what is below "0" is far above 9
        digit[:, 0] |= negative
        length = np.where(digit.all(axis=1), DIGITS, digit.argmin(axis=1))
        self.taken &= (length > negative) & (length < DIGITS)
        self.at = self.at + length
        last = self.window(DIGITS, np.maximum(self.at - DIGITS, 0)).astype(np.int64) - ord("0")
        inside = np.arange(DIGITS) >= (DIGITS - length + negative)[:, None]
        value = (np.where(inside, last, 0) * NUMBERS).sum(axis=1)
        value = np.where(negative, -value, value)
        self.taken &= (value >= -(1 << 31)) & (value < 1 << 31)
        return value

    def name(self, name: str, kind: str) -> np.ndarray:
        """A name of its full width, or bytes in hex: a row of bytes a record."""
        width = WIDTHS[name]
        self.taken &= self.holds(2 * width if kind == "x" else width)
        if kind == "c":
            window = self.window(width)
            self.taken &= ((window < 0x80) & (window >= 32)).all(axis=1)
            self.at = self.at + width
            return window
        window = np.ascontiguousarray(self.window(2 * width)).view("<u2")
        values = HEX[window]
        self.taken &= (values < 256).all(axis=1)
        self.at = self.at + 2 * width
        return values.astype(np.uint8)


def hex_rows(walk: Walk) -> tuple[np.ndarray, np.ndarray]:
    """The data of all records in one array, and where each one's begins in it; moves the walk behind the rows."""
    width, shown = _widths(walk), walk.found["shown"]
    count = np.maximum(1, -(-shown // 16))
    walk.taken &= (shown >= 0) & walk.holds(count * width)
    shown, count = np.where(walk.taken, shown, 0), np.where(walk.taken, count, 1)
    first = np.cumsum(count) - count
    record = np.repeat(np.arange(len(count)), count)
    nth = np.arange(len(record)) - first[record]
    at = walk.at[record] + nth * width[record] + 2 * _pages(walk, record, nth)
    rows = walk.window(ROW, at)
    values = _cells(rows)
    inside = np.arange(16) < (shown[record] - 16 * nth)[:, None]
    last = at + width[record] - 1
    ends = walk.holds(1, last) & (walk.window(1, last)[:, 0] == 10)
    good = _all_sixteen((values < 256) == inside) & _offsets(rows, nth) & ends
    walk.taken &= np.logical_and.reduceat(good, first)
    walk.at = at[first + count - 1] + width
    return values.astype(np.uint8)[inside], np.cumsum(shown) - shown


def _widths(walk: Walk) -> np.ndarray:
    width = np.zeros(len(walk.at), np.int64)
    for extra in EXTRAS:
        at = walk.at + 68 + extra
        end = walk.window(2, at)
        fits = (width == 0) & walk.holds(2, at) & (end[:, 0] == ord("'")) & (end[:, 1] == 10)
        width[fits] = 70 + extra
    walk.taken &= width > 0
    return width


def _pages(walk: Walk, record: np.ndarray, nth: np.ndarray) -> np.ndarray:
    before = np.where(walk.found["number"] == 1, FIRST_PAGE, NEXT_PAGES)[record]
    return np.where(nth < before, 0, 1 + (nth - before) // PAGE)


def _cells(rows: np.ndarray) -> np.ndarray:
    # Each cell holds two values of two digits; as 16-bit numbers they are looked up, not computed.
    values = np.empty((len(rows), 16), np.uint16)
    rows = np.ascontiguousarray(rows)
    for half in (0, 1):
        shape = np.ndarray((len(rows), 8), "<u2", rows, CELLS + 2 * half, (rows.shape[1], 5))
        values[:, half::2] = HEX[shape]
    return values


def _all_sixteen(flags: np.ndarray) -> np.ndarray:
    # Eight flags are one number: NumPy is slow at many short rows.
    eights = flags.view(np.uint64) == ALL_EIGHT
    return eights[:, 0] & eights[:, 1]


def _offsets(rows: np.ndarray, nth: np.ndarray) -> np.ndarray:
    printed = np.ndarray(len(rows), np.uint64, rows, 0, rows.strides[:1])
    upper, lower = printed_offsets(1 << int(nth.max(initial=0)).bit_length())
    right = (printed == upper[nth]) | (printed == lower[nth])
    return right & (rows[:, 8] == ord(":")) & (rows[:, 10] == 32)


@lru_cache
def printed_offsets(count: int) -> tuple[np.ndarray, np.ndarray]:
    """The eight digits of the first `count` rows' offsets, as numbers: in upper case, in lower case."""
    values = np.arange(count, dtype=np.int64)[:, None] * 16 >> np.arange(28, -1, -4)
    return tuple(np.frombuffer(digits, np.uint8)[values & 15].view(np.uint64)[:, 0] for digits in DIGITS_OF_HEX)


def texts(window: np.ndarray) -> pa.Array:
    """Names of one width as an Arrow column, without the blanks at their ends."""
    kept = window != 32
    width = window.shape[1]
    length = np.where(kept.any(axis=1), width - kept[:, ::-1].argmax(axis=1), 0)
    inside = np.arange(width) < length[:, None]
    return strings(window[inside], np.cumsum(length) - length, len(inside))


def strings(data: np.ndarray, begins: np.ndarray, count: int, kind: pa.DataType | None = None) -> pa.Array:
    """An Arrow column over bytes that lie one after the other."""
    offsets = np.append(begins, len(data)).astype(np.int32)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(data))]
    return pa.Array.from_buffers(kind or pa.string(), count, buffers)


def descriptors(walk: Walk) -> pa.StructArray:
    """The MQMD column."""
    count = len(walk.at)
    made = []
    for field in MD:
        values = walk.found.get(field.name)
        if pa.types.is_string(field.type):
            values[~walk.taken] = ord(" ")
            made.append(texts(values))
        elif pa.types.is_binary(field.type):
            made.append(strings(values.ravel(), np.arange(count) * values.shape[1], count, pa.binary()))
        else:
            made.append(pa.array(np.where(walk.taken, values, 0), field.type))
    return pa.StructArray.from_arrays(made, fields=list(MD))
