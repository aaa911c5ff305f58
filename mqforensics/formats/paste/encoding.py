"""A text file as UTF-8 bytes, whatever it was saved in, with the way back to the file's own offsets."""

import codecs
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mqforensics.codes.code_pages import EBCDIC_FILE, to_latin

END = re.compile(rb"\r\n|\n|\r")
BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
STEP = 4096
ASCII_BLANK, EBCDIC_BLANK = 0x20, 0x40


@dataclass(frozen=True)
class Text:
    """`data`: the text as bytes, UTF-8 when it was UTF-16, else untouched; `encoding`: what it was saved in.

    A byte order mark is not a part of `data`; `origin(0)` is 0 all the same, so that rows cover it.
    """

    data: bytes
    encoding: str = "utf-8"
    mark: int = 0
    _steps: tuple[list[int], list[int]] = field(default=((), ()), repr=False)

    def origin(self, position: int) -> int:
        """Offset in the file of `position` in `data`."""
        if position <= 0:
            return 0
        if not self._steps[0]:
            return self.mark + position
        here, there = self._steps
        at = bisect_right(here, position) - 1
        rest = self.data[here[at] : position].decode("utf-8", "replace")
        return there[at] + len(rest.encode(self.encoding, "surrogatepass"))

    def origins(self, positions: Sequence[int]) -> np.ndarray:
        """The offsets in the file of many positions."""
        if self._steps[0]:
            return np.array([self.origin(position) for position in positions], np.int64)
        at = np.asarray(positions, np.int64)
        return np.where(at > 0, at + self.mark, 0)


def text_in_any_code(data: bytes) -> Text:
    """The text of a file, EBCDIC too: a file of print in which 0x40 is the blank and 0x20 hardly occurs."""
    head = data[:4096]
    if head.count(EBCDIC_BLANK) > len(head) // 20 and head.count(ASCII_BLANK) < len(head) // 200:
        return Text(data.translate(to_latin(EBCDIC_FILE)), "utf-8")
    return text_of(data)


def text_of(data: bytes) -> Text:
    """The text of a file by its byte order mark, by the zero bytes of UTF-16 or, untouched, as it is."""
    for mark, encoding in BOMS:
        if data.startswith(mark):
            return _from(data, encoding, len(mark))
    return _from(data, _utf16_without_mark(data) or "utf-8", 0)


def _utf16_without_mark(data: bytes) -> str | None:
    head = data[:512]
    if len(head) < 4 or b"\0" not in head:
        return None
    zeros = head[0::2].count(0), head[1::2].count(0)
    if zeros[1] > len(head) * 0.4 and zeros[0] == 0:
        return "utf-16-le"
    if zeros[0] > len(head) * 0.4 and zeros[1] == 0:
        return "utf-16-be"
    return None


def _from(data: bytes, encoding: str, mark: int) -> Text:
    if encoding == "utf-8":
        return Text(data[mark:] if mark else data, mark=mark)
    whole = data[mark:].decode(encoding, "replace")
    pieces = [whole[at : at + STEP] for at in range(0, len(whole), STEP)]
    here, there, out = [0], [mark], []
    for piece in pieces:
        out.append(piece.encode("utf-8", "replace"))
        here.append(here[-1] + len(out[-1]))
        there.append(there[-1] + len(piece.encode(encoding, "surrogatepass")))
    return Text(b"".join(out), encoding, mark, (here, there))
