"""Hex and text side by side: each header in its colour, each field named when the mouse rests on it."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from IPython.display import HTML

from mqforensics.structures import charset
from mqforensics.views.parts import LETTERS, Span, content, hidden_in_payload, parts, spans
from mqforensics.views.sheet import tint
from mqforensics.views.templates import on_desk

WIDTH = 16
SHOWN = 2048
GAP, SECRET = "??", "██"


def hexdump(row: Mapping[str, Any], start: int = 0, length: int = SHOWN) -> HTML:
    """The bytes of a message (a row of the messages table as a dict) from offset `start`, at most `length` of them.

    Passwords are blacked out; bytes that the evidence lacks are `??`. Says how many bytes it does not show.
    """
    return on_desk("hexdump", one=laid_out(row, start, length))


def laid_out(row: Mapping[str, Any], start: int = 0, length: int = SHOWN) -> dict[str, Any]:
    """What the template of `hexdump` shows: its lines, and what they leave out."""
    data, base = content(row)
    if not data:
        said = "The bytes of this message are not in the evidence." if data is None else "This message has no data."
        return {"lines": [], "said": said}
    start = max(base, min(start, base + len(data) - 1) // WIDTH * WIDTH)
    stop = min(start + length, base + len(data))
    page = Page(row, data, base)
    lines = [page.line(at, min(at + WIDTH, stop)) for at in range(start, stop, WIDTH)]
    return {"lines": lines, "said": _more(row, start, stop, base, base + len(data))}


def _more(row: Mapping[str, Any], start: int, stop: int, base: int, end: int) -> str:
    said = []
    if base:
        said.append(f"The first {base} bytes appear as fields, not as bytes.")
    if (start, stop) != (base, end):
        said.append(f"Bytes {start} to {stop - 1} of {end}.")
    if row.get("missing"):
        said.append(f"{row['missing']} bytes of this message are not in the evidence.")
    return " ".join(said)


class Page:
    """The lines of one message's dump."""

    def __init__(self, row: Mapping[str, Any], data: bytes, base: int):
        self.data, self.base, self.spans = data, base, spans(row)
        self.starts = [span.offset for span in self.spans]
        self.parts = parts(row)
        self.gaps = [(gap["offset"], gap["offset"] + gap["length"]) for gap in row.get("gaps") or []]
        self.hidden = hidden_in_payload(row)
        self.codecs = [_codec(ccsid) for ccsid in _ccsids(row, self.parts)]

    def line(self, at: int, stop: int) -> dict[str, Any]:
        """One line: which part begins here, offset, hex, text."""
        runs = list(self._runs(at, stop))
        letters = "".join(LETTERS[n % 26] for n, one in enumerate(self.parts) if at <= one.offset < stop)
        return {
            "at": at, "letters": letters,
            "hex": [self._hex(span, a, b, at) for span, a, b in runs],
            "pad": " " * (_columns(WIDTH) - _columns(stop - at)),
            "text": [self._marked(span, self._text(span, a, b)) for span, a, b in runs],
        }  # fmt: skip

    def _runs(self, at: int, stop: int) -> Iterator[tuple[Span, int, int]]:
        while at < stop:
            span = self.spans[bisect_right(self.starts, at) - 1]
            end = min(stop, span.offset + span.length)
            yield span, at, max(end, at + 1)
            at = max(end, at + 1)

    def _hex(self, span: Span, at: int, stop: int, line: int) -> dict[str, str]:
        words = [self._byte(span, offset) + " " * ((offset - line) % 2) for offset in range(at, stop)]
        whole = "".join(words)
        inner = whole.rstrip(" ")
        return self._marked(span, inner, whole[len(inner) :])

    def _byte(self, span: Span, offset: int) -> str:
        if any(start <= offset < end for start, end in self.gaps):
            return GAP
        return SECRET if span.secret or self._is_hidden(offset) else f"{self.data[offset - self.base]:02X}"

    def _is_hidden(self, offset: int) -> bool:
        return any(begin <= offset < end for begin, end in self.hidden)

    def _text(self, span: Span, at: int, stop: int) -> str:
        if span.secret:
            return SECRET[0] * (stop - at)
        known = self.data[at - self.base : stop - self.base].decode(self.codecs[span.part], "replace")
        shown = (c if c.isprintable() and c != "\ufffd" and not 0x7F <= ord(c) < 0xA0 else "." for c in known)
        text = "".join(shown)
        if any(map(self._is_hidden, range(at, stop))):
            if len(text) != stop - at:  # which letter is which byte is not known
                return SECRET[0] * len(text)
            text = "".join(SECRET[0] if self._is_hidden(at + nth) else c for nth, c in enumerate(text))
        return "".join("?" if self._byte(span, at + i) == GAP else c for i, c in enumerate(text))

    def _marked(self, span: Span, text: str, after: str = "") -> dict[str, str]:
        look = tint(None if self.parts[span.part].header is None else span.part)
        return {"look": look + " odd" * (span.field % 2), "title": span.title, "text": text, "after": after}


def _columns(bytes_: int) -> int:
    return 2 * bytes_ + bytes_ // 2


def _ccsids(row: Mapping[str, Any], chain: list) -> list[int | None]:
    """The CCSID that each part's own text is in: that of what is before it."""
    before = [(row.get("md") or {}).get("CodedCharSetId")] + [p.header["CodedCharSetId"] for p in chain if p.header]
    known: list[int | None] = []
    for ccsid in before:
        known.append(ccsid if ccsid and ccsid > 0 else known[-1] if known else ccsid)
    return known


def _codec(ccsid: int | None) -> str:
    known = charset(ccsid)
    return known.codec if known and known.kind in ("ascii", "ebcdic") else "latin-1"
