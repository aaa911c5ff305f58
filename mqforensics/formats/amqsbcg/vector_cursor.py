"""Many records of an amqsbcg dump at once: positions that move along the printed text together."""

from collections.abc import Mapping

import numpy as np

from mqforensics.formats.amqsbcg.printed_lines import WIDTHS, Tokens
from mqforensics.structures.arrays import windows

DIGITS = 12
NUMBERS = 10 ** np.arange(DIGITS - 1, -1, -1, dtype=np.int64)
BLANK, NEWLINE, QUOTE, MINUS = b" \n'-"
LONGEST = 4
"""Bytes of a letter."""
EXACT = ("StrucId", "Format", "PutDate", "PutTime")
"""Texts that have no letters of several bytes."""
LINE = 128
"""The rest of a line is no longer."""


def _hex_table() -> np.ndarray:
    table = np.full(1 << 16, 256, np.uint16)
    for value in range(256):
        for text in (f"{value:02X}", f"{value:02x}"):
            table[int.from_bytes(text.encode(), "little")] = value
    return table


HEX = _hex_table()
"""The value of two hexadecimal digits read as a 16-bit number; 256 where they are none."""


class VectorCursor:
    """Positions `at` in a padded text, one a record; `taken` are those that are still on their way.

    `found`: what the names of the templates stand for: numbers, or rows of bytes.
    """

    def __init__(self, text: np.ndarray, at: np.ndarray):
        self.text, self.at = text, at.astype(np.int64)
        self.taken = np.ones(len(at), bool)
        self.found: dict[str, np.ndarray] = {}
        self.long: dict[str, dict[int, bytes]] = {}
        """Names longer than their field, by record: a file that was recoded has more bytes for the same letters."""

    def follow(self, template: Tokens) -> None:
        """Move along a template, keeping what its names stand for."""
        for place, (kind, value) in enumerate(template):
            if kind == "=":
                self._literal(value)
            elif kind == "d":
                self.found[value] = self._number()
            elif kind == "c":
                self.found[value] = self._name(value, template[place + 1][1])
            elif kind == "x":
                self.found[value] = self._hex(WIDTHS[value])
            elif kind == "~":
                self._blank_lines()
            elif kind == "_":
                self._blanks()
            elif kind == "?":
                self._perhaps(value)
            else:
                self._line()

    def fits(self, text: bytes, at: np.ndarray | None = None) -> np.ndarray:
        """Where a text stands."""
        width = -(-len(text) // 8) * 8
        rows = windows(self.text, self.at if at is None else at, width).view("<u8")
        fits = np.ones(len(rows), bool)
        for nth in range(width // 8):
            wanted = text[8 * nth : 8 * nth + 8]
            mask = (1 << 8 * len(wanted)) - 1
            fits &= (rows[:, nth] & np.uint64(mask)) == np.uint64(int.from_bytes(wanted, "little"))
        return fits

    def _literal(self, text: bytes) -> None:
        self.taken &= self.fits(text)
        self.at = self.at + len(text)

    def _number(self) -> np.ndarray:
        window = windows(self.text, self.at, DIGITS)
        negative = window[:, 0] == MINUS
        digit = (window - ord("0")) < 10  # unsigned: what is below "0" is far above 9
        digit[:, 0] |= negative
        length = np.where(digit.all(axis=1), DIGITS, digit.argmin(axis=1))
        self.taken &= (length > negative) & (length < DIGITS)
        self.at = self.at + length
        last = windows(self.text, np.maximum(self.at - DIGITS, 0), DIGITS).astype(np.int64) - ord("0")
        inside = np.arange(DIGITS) >= (DIGITS - length + negative)[:, None]
        value = (np.where(inside, last, 0) * NUMBERS).sum(axis=1)
        value = np.where(negative, -value, value)
        self.taken &= (value >= -(1 << 31)) & (value < 1 << 31)
        return np.where(self.taken, value, 0)

    def _name(self, name: str, after: bytes) -> np.ndarray:
        """A name of its full width, or up to the first place where the text after it stands (it ended in a NUL)."""
        width = WIDTHS[name]
        rows = windows(self.text, self.at, width)
        length = np.where(self.fits(after, self.at + width), width, -1)
        for nth in np.flatnonzero((length < 0) & self.taken).tolist():
            begin = int(self.at[nth])
            text = self.text[begin : begin + LONGEST * width + len(after)].tobytes()
            end = text.find(after)
            length[nth] = end if b"\n" not in text[: max(end, 0)] else -1  # a name ends on its line
            if length[nth] > width:
                self.long.setdefault(name, {})[nth] = text[: length[nth]]
                self.taken[nth] &= name not in EXACT
        self.taken &= length >= 0
        self.at = self.at + np.maximum(length, 0)
        short = np.arange(width) >= length[:, None]
        return np.where(short, 0, rows) if short.any() else rows

    def _hex(self, width: int) -> np.ndarray:
        values = HEX[windows(self.text, self.at, 2 * width).view("<u2")]
        self.taken &= values.max(axis=1, initial=0) < 256
        self.at = self.at + 2 * width
        return values.astype(np.uint8)

    def _blank_lines(self) -> None:
        moving = np.flatnonzero(self.taken)
        while len(moving):
            two = windows(self.text, self.at[moving], 2)
            step = (two[:, 0] == NEWLINE) + 2 * ((two[:, 0] == BLANK) & (two[:, 1] == NEWLINE))
            self.at[moving] += step
            moving = moving[step > 0]

    def _blanks(self) -> None:
        moving = np.flatnonzero(self.taken)
        while len(moving):
            moving = moving[self.text[np.minimum(self.at[moving], len(self.text) - 1)] == BLANK]
            self.at[moving] += 1

    def _line(self) -> None:
        window = windows(self.text, self.at, LINE) == NEWLINE
        self.taken &= window.any(axis=1)
        self.at = self.at + window.argmax(axis=1) - 1  # before the line's last character

    def _perhaps(self, template: Tokens) -> None:
        there = np.flatnonzero(self.taken & self.fits(template[0][1]))
        part = self.only(there)
        part.follow(template)
        self.merge(there, part)

    def only(self, which: np.ndarray) -> "VectorCursor":
        """A walk of some of the records from where they are."""
        return VectorCursor(self.text, self.at[which])

    def merge(self, which: np.ndarray, part: "VectorCursor", names: Mapping[str, str] | None = None) -> None:
        """Take over where some records have come to, and what they have found; -1 stands for what others lack."""
        self.at[which], self.taken[which] = part.at, self.taken[which] & part.taken
        for name, values in part.found.items():
            whole = np.full((len(self.at), *values.shape[1:]), -1 if values.ndim == 1 else 0, values.dtype)
            whole[which] = values
            self.found[names[name] if names else name] = whole
        for name, values in part.long.items():
            self.long[names[name] if names else name] = {int(which[nth]): text for nth, text in values.items()}
