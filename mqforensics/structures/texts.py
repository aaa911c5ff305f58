"""The bodies of many messages as text, grouped by CCSID: what `body.body_text` says of each, at once where it is plain.

A body that is surely text in the stated character set is decoded with the others of its group; one that is surely no
text is proved so by its control bytes; every other is judged by `body_text` itself.
"""

from functools import cache, cached_property

import numpy as np
import pyarrow as pa

from mqforensics.codes.code_pages import EBCDIC
from mqforensics.structures.arrays import as_text, binaries, flagged, translated, windows
from mqforensics.structures.body import ASCII_CONTROLS, CONTROL, body_text
from mqforensics.structures.charsets import Charset, charset
from mqforensics.structures.message_data import AMS, AMS_NOTE

PROTECTED = int.from_bytes(AMS, "little")
MARKS = [int.from_bytes(mark, "little") for mark in (b"\xfe\xff", b"\xff\xfe")]
STRING = int.from_bytes(b"MQSTR   ", "little")
ORDERS = (None, "big", "little")
NOT_ASCII = bytes(byte >= 0x80 or byte in ASCII_CONTROLS for byte in range(256))
CONTROL_BYTES = bytes(byte < 0x80 and CONTROL.match(chr(byte)) is not None for byte in range(256))


def _signs(codec: str) -> list[str | None]:
    signs = []
    for byte in range(256):
        try:
            signs.append(bytes([byte]).decode(codec))
        except UnicodeDecodeError:
            signs.append(None)
    return signs


@cache
def _unplain(codec: str) -> np.ndarray:
    """Which bytes of a single-byte character set are no text."""
    return np.array([sign is None or CONTROL.match(sign) is not None for sign in _signs(codec)])


@cache
def _controls(known: Charset | None) -> bytes:
    """Bytes that, before the NULs at the end, prove that no reading which could be chosen is text."""
    hard = _unplain("latin-1") & _unplain(EBCDIC) & _unplain("cp1252") & np.isin(np.arange(256), range(1, 32))
    if known and known.kind in ("ascii", "ebcdic", "mixed"):
        hard &= _unplain(known.codec)
    return hard.tobytes()


class Bodies:
    """Bodies between `starts` and `stops` of a padded buffer, and what is said of each: format, byte order, CCSID."""

    def __init__(self, buffer: np.ndarray, starts: np.ndarray, stops: np.ndarray):
        self.buffer, self.starts, self.stops = buffer, starts, stops
        self.raw = memoryview(buffer)
        self.texts: list[bytes | None] = [None] * len(starts)
        self.notes: dict[int, list[str]] = {}
        self.same = np.zeros(len(starts), bool)
        """Whose text is their bytes."""

    def pieces(self, which: np.ndarray) -> list[memoryview]:
        """Bodies one by one, where they lie."""
        spans = zip(self.starts[which].tolist(), self.stops[which].tolist(), strict=True)
        return [self.raw[start:stop] for start, stop in spans]

    def read(self, formats: np.ndarray, orders: np.ndarray, ccsids: np.ndarray) -> None:
        """Fill `texts` with UTF-8 or None, and `notes`. `formats`: eight bytes padded with blanks, as a number."""
        is_text = formats == STRING
        empty = self.stops <= self.starts
        self.same |= empty & is_text
        eyes = windows(self.buffer, self.starts, 4).view("<u4").ravel()
        rest = np.flatnonzero(~empty)
        protected = eyes[rest] == PROTECTED
        self.odd(rest[protected], formats, orders, ccsids)
        rest = rest[~protected]
        kinds, which = np.unique(ccsids[rest], return_inverse=True)
        for nth, ccsid in enumerate(kinds.tolist()):
            self._one(rest[which == nth], charset(ccsid), is_text, (formats, orders, ccsids))

    def _one(self, which: np.ndarray, known: Charset | None, is_text: np.ndarray, said: tuple) -> None:
        """The bodies of one CCSID."""
        kind = known.kind if known else None
        if kind in ("ascii", "multi"):
            which = which[~self._ascii(which)]
        if kind == "multi" and known.codec == "utf-8":
            which = which[~self._utf8(which)]
        if kind in ("ascii", "ebcdic", "mixed"):
            which = which[~self._single(which, known)]
        if kind != "wide":
            proved = ~is_text[which]
            proved[proved] = self._no_text(which[proved], known)
            which = which[~proved]
        self.odd(which, *said)

    def columns(self) -> tuple[pa.Array, pa.Array]:
        """The bodies as bytes and as text."""
        pieces = self.pieces(np.arange(len(self.starts)))
        body = binaries(pieces)
        if self.same.all():
            return body, as_text(body)
        same = zip(self.same.tolist(), pieces, self.texts, strict=True)
        return body, as_text(pa.array([piece if is_same else text for is_same, piece, text in same], pa.binary()))

    def odd(self, which: np.ndarray, formats: np.ndarray, orders: np.ndarray, ccsids: np.ndarray) -> None:
        """Bodies that are judged one by one."""
        for nth, data in zip(which.tolist(), map(bytes, self.pieces(which)), strict=True):
            if data.startswith(AMS):
                self.notes[nth] = [AMS_NOTE]
                continue
            format = int(formats[nth]).to_bytes(8, "little").decode("latin-1").rstrip(" \0")
            order = ORDERS[orders[nth]]
            text, notes = body_text([data], format, order, int(ccsids[nth]) or None)
            self.texts[nth] = None if text is None else text.encode()
            if notes:
                self.notes[nth] = notes

    def _ascii(self, which: np.ndarray) -> np.ndarray:
        taken = ~flagged(self._unascii, self.starts[which], self.stops[which])
        self.same[which[taken]] = True
        return taken

    def _utf8(self, which: np.ndarray) -> np.ndarray:
        """Valid, no control character, and words apart as other scripts read by mistake have not."""
        taken = flagged(self._blanks, self.starts[which], self.stops[which])
        taken &= ~flagged(self._controls, self.starts[which], self.stops[which])
        for nth in np.flatnonzero(taken).tolist():
            at = which[nth]
            try:
                str(self.raw[self.starts[at] : self.stops[at]], "utf-8")
            except UnicodeDecodeError:
                taken[nth] = False
        self.same[which[taken]] = True
        return taken

    def _single(self, which: np.ndarray, known: Charset) -> np.ndarray:
        """Single-byte text is decoded joined, and cut again where each body ends in it."""
        unplain = _unplain(known.codec)
        if known.kind == "mixed":
            unplain = unplain | (np.arange(256) == 0x0E)
        pieces = self.pieces(which)
        joined = np.frombuffer(b"".join(pieces), np.uint8)
        sizes = self.stops[which] - self.starts[which]
        ends = np.cumsum(sizes)
        begins = ends - sizes
        taken = ~flagged(translated(joined, unplain.tobytes()), begins, ends)
        if known.is_ebcdic:
            taken &= flagged(joined >= 0x80, begins, ends)
        else:
            taken &= flagged(joined == ord(" "), begins, ends) | (sizes < 8)
        if not taken.any():
            return taken
        text = b"".join(piece for piece, good in zip(pieces, taken.tolist(), strict=True) if good)
        encoded = text.decode(known.codec).encode()
        ends = np.cumsum(sizes[taken])
        if len(encoded) > len(text):  # signs of more than one byte in UTF-8
            after = np.flatnonzero(np.frombuffer(encoded, np.uint8) & 0xC0 != 0x80)
            ends = np.append(after, len(encoded))[ends]
        begin = 0
        for nth, end in zip(which[taken].tolist(), ends.tolist(), strict=True):
            self.texts[nth] = encoded[begin:end]
            begin = end
        return taken

    def _no_text(self, which: np.ndarray, known: Charset | None) -> np.ndarray:
        """Whether it is sure that a body which need not be text is none."""
        starts, stops = self.starts[which], self.stops[which]
        pieces = self.pieces(which)
        joined = np.frombuffer(b"".join(pieces), np.uint8)
        sizes = stops - starts
        ends = np.cumsum(sizes)
        begins = ends - sizes
        hard = translated(joined, _controls(known))
        nul = (joined[:-1] == 0) & (joined[1:] != 0)
        proved = flagged(hard, begins, ends) | flagged(nul, begins, ends - 1)
        if known and known.kind == "mixed":
            proved |= flagged(joined == 0x0E, begins, ends)
        zeros = np.add.reduceat((joined == 0).view(np.uint8), begins, dtype=np.int64) if len(begins) else sizes
        proved &= (sizes % 2 == 1) | (8 * zeros < 3 * sizes)
        marked = windows(self.buffer, starts, 2).view("<u2").ravel()
        return proved & ~np.isin(marked, MARKS)

    @cached_property
    def _unascii(self) -> np.ndarray:
        # Which bytes plain ASCII text has not.
        return translated(self.buffer, NOT_ASCII)

    @cached_property
    def _blanks(self) -> np.ndarray:
        return self.buffer == ord(" ")

    @cached_property
    def _controls(self) -> np.ndarray:
        # Which bytes are, or begin, a control character in UTF-8: single bytes, and those that begin with C2.
        flags = translated(self.buffer, CONTROL_BYTES) != 0
        first = np.flatnonzero(self.buffer[:-1] == 0xC2)
        second = self.buffer[first + 1]
        flags[first[(second >= 0x80) & (second < 0xA0) & (second != 0x85)]] = True
        return flags
