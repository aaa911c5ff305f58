"""Whether a message's body is text, and in which character set.

The stated CCSID is believed as long as it can be right. It cannot when the bytes are not valid in it, or when another
reading is plain text and this one is not; then the reading that fits is given, and a note says this.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Sequence
from typing import NamedTuple

from mqforensics.codes.code_pages import EBCDIC
from mqforensics.structures.charsets import Charset, charset, charsets, decode

ASCII_CONTROLS = bytes(b for b in range(32) if b not in b"\t\n\f\r") + b"\x7f"
CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]")
WORD = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
ASCII_RUN, EBCDIC_RUN = (
    re.compile(b"[" + re.escape((WORD.decode() + " .,:/-_").encode(codec)) + b"]{4,}") for codec in ("ascii", EBCDIC)
)
EBCDIC_BLANK, LAST_LATIN = b"\x40", "\u036f"
HIGH = bytes(range(128, 256))
SHIFT_OUT = b"\x0e"
UNKNOWN = "\ufffd"
"""Stands in a text where bytes are missing."""


class Reading(NamedTuple):
    """A way to read bytes as text."""

    charset: Charset
    order: str | None

    def text(self, data: bytes) -> str | None:
        """The text, or None when the bytes are not valid."""
        return decode(data, self.charset.ccsid, self.order)

    def __str__(self) -> str:
        return f"{self.charset.ccsid}" + (f" {self.order}-endian" if self.charset.kind == "wide" else "")


def body_text(
    parts: Sequence[bytes], format: str | None, order: str | None, ccsid: int | None
) -> tuple[str | None, list[str]]:
    """The body as text, or None when it is not text; and what is to be said of its character set.

    `parts` are the known stretches of the body; where bytes between them are missing the text has U+FFFD.
    """
    data = parts[0] if len(parts) == 1 else b"".join(parts)
    must = format == "MQSTR"
    if not data:
        return ("" if must else None), []
    known = charset(ccsid)
    if known and known.kind in ("ascii", "multi") and data.isascii() and data.translate(None, ASCII_CONTROLS) == data:
        return UNKNOWN.join(part.decode("ascii") for part in parts), []
    if known and known.kind == "mixed" and SHIFT_OUT in data:
        return None, [f"no codec for the double-byte characters of CodedCharSetId {ccsid}"] if must else []
    reading, notes = _choose(data, Reading(known, order) if known else None, order, must)
    uncoded = ccsid is not None and ccsid > 0 and not known
    if reading is None:
        return None, [f"no codec for CodedCharSetId {ccsid}"] if must and uncoded else notes
    if uncoded:
        notes = [f"no codec for CodedCharSetId {ccsid}, but the bytes fit {reading}"]
    return UNKNOWN.join(_decoded(part, reading) for part in parts), notes


def _choose(data: bytes, stated: Reading | None, order: str | None, must: bool) -> tuple[Reading | None, list[str]]:
    """The reading to believe; None when it is not text."""
    text = stated.text(data) if stated else None
    if _plain(text) and not _other_script(data, text, stated):
        return stated, []
    if stated and text is None and (cut := _cut_tail(data, stated)):
        return stated, [f"the body's last character is cut: {cut} of its bytes are there"]
    fit = _fitting(data, order)
    if fit is None or not (must or _plain(fit.text(data))) or (text is not None and not _differs(stated, fit)):
        return _as_stated(stated, text, must)
    return fit, [f"CodedCharSetId {stated} stated, but the bytes fit {fit}"] if stated else []


def _as_stated(stated: Reading | None, text: str | None, must: bool) -> tuple[Reading | None, list[str]]:
    """Nothing fits better: what must be text is read as stated, with whatever control characters it has."""
    if not must or text is not None or stated is None:
        return (stated if must else None), []
    return None, [f"the body is not valid in CodedCharSetId {stated}"]


def _decoded(data: bytes, reading: Reading) -> str:
    """A stretch of text; a character that is cut at its ends is U+FFFD."""
    return data.decode(reading.charset.codec_for(reading.order), "replace")


def _plain(text: str | None) -> bool:
    """Whether a text has no control characters, but for the NULs that end a C program's string."""
    return text is not None and CONTROL.search(text.rstrip("\0")) is None


def _count(data: bytes, wanted: bytes) -> int:
    return len(data) - len(data.translate(None, wanted))


def _in_runs(data: bytes, run: re.Pattern[bytes]) -> int:
    return sum(map(len, run.findall(data)))


def _other_script(data: bytes, text: str, stated: Reading) -> bool:
    """Whether the stated reading looks like text only because it gives a sign to almost every byte."""
    if stated.charset.is_ebcdic:
        return data.isascii() and 2 * _count(data, WORD) >= len(data)
    if stated.charset.kind == "wide":
        return _wide_order(data) not in (None, stated.order)
    if len(data) < 8 or b" " in data or 10 * _in_runs(data, EBCDIC_RUN) < 9 * len(data):
        return False
    return EBCDIC_BLANK in data or not any(sign.isalpha() and sign > LAST_LATIN for sign in text)


def _differs(stated: Reading, fit: Reading) -> bool:
    """Whether two readings are of different scripts; within one the stated code page is believed."""
    wide = "wide" in (stated.charset.kind, fit.charset.kind)
    return fit != stated if wide else stated.charset.is_ebcdic != fit.charset.is_ebcdic


def _cut_tail(data: bytes, stated: Reading) -> int:
    """How many bytes at the end are the beginning of a character; 0 when something else is wrong."""
    if stated.charset.kind not in ("multi", "wide"):
        return 0
    decoder = getincrementaldecoder(stated.charset.codec_for(stated.order))()
    try:
        text = decoder.decode(data)
    except UnicodeDecodeError:
        return 0
    return len(decoder.getstate()[0]) if text and _plain(text) else 0


def _fitting(data: bytes, order: str | None) -> Reading | None:
    """The reading that fits bytes of which nothing is known; of several the most usual one."""
    known = charsets()
    if wide := _wide_order(data):
        return Reading(known[1200], wide)
    ascii_words, ebcdic_words = _in_runs(data, ASCII_RUN), _in_runs(data, EBCDIC_RUN)
    if ebcdic_words > 2 * ascii_words and 2 * ebcdic_words >= len(data):
        return Reading(known[500], order)
    if data.isascii():
        return Reading(known[819], order)
    readings = [Reading(known[ccsid], order) for ccsid in (1208, 819, 1252)]
    if 2 * _count(data, HIGH) > len(data):  # perhaps a double-byte set, which cannot be told from its bytes
        del readings[1:]
    plain = next((reading for reading in readings if _plain(reading.text(data))), None)
    return plain or (Reading(known[819], order) if ascii_words > 2 * ebcdic_words else None)


def _wide_order(data: bytes) -> str | None:
    """The byte order of UTF-16, by its mark or by the zeros in Latin text."""
    if data[:2] in (b"\xfe\xff", b"\xff\xfe"):
        return "big" if data[0] == 0xFE else "little"
    if len(data) % 2:
        return None
    high, low = data[::2].count(0), data[1::2].count(0)
    if 8 * max(high, low) < 3 * len(data) or 8 * min(high, low) > len(data) // 2:
        return None
    return "big" if high > low else "little"
