"""The data lines of a dmpmqmsg file: X hexadecimal, S a quoted string, T a line of text.

X and S lines give every byte. T lines do not: between two of them a line end was there, whichever it was, and
where one is followed by something else, or by nothing, there may have been one. Bytes that the file does not
show are gaps; nothing is put in their place.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

LOSSY = "text lines: original line ends are lost"
COLUMN = re.compile(rb"(?<![ \t])[ \t]*+<([^\n]*+)")
NIBBLES = re.compile(rb"[0-9A-Fa-f]+|[*#?]+")
PIECE = re.compile(rb"[0-9A-Fa-f]+|[*#?]+|\s+|.", re.S)
STRING = re.compile(rb'[ \t]*(?:"|\xe2\x80[\x9c\x9d])((?:[^"~]|~.)*?)(?:"|\xe2\x80[\x9c\x9d])[ \t\r]*\Z', re.S)
ESCAPE = re.compile(rb"~(.)", re.S)


@dataclass(slots=True)
class Body:
    """A message's data as far as the lines show it; a gap's length is None where no evidence shows it."""

    data: bytes | None = b""
    gaps: list[tuple[int, int | None]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    is_text: bool = False
    """There are T lines, so the data is not exact even where no gap is known."""
    width: int = 0
    """Bytes in the widest X line."""
    last: int = 0
    """Bytes in the last line, when it is an X line."""


def body(runs: Iterable[bytes], foreign: str | None = None) -> Body:
    """What runs of data lines give; `foreign` is the codec that strings and text lines were in, if not bytes."""
    whole = b"".join(run if run.endswith(b"\n") else run + b"\n" for run in runs)
    return even(whole) or _Lines(whole, foreign).read()


def even(run: bytes) -> Body | None:
    """What X lines of one width give, the last one shorter; None when these are not."""
    size = run.find(b"\n") + 1
    count = -(-len(run) // size) if size else 0
    if not count or run[::size].count(b"X") != count or run[size - 1 :: size].count(b"\n") < count - 1:
        return None
    if run.count(b"\n") != count:
        return None
    digits = run if b"<" not in run else COLUMN.sub(b"", run)
    first = digits[: digits.find(b"\n")].translate(None, b"X \r")
    if len(first) % 2:
        return None
    try:
        data = bytes.fromhex(digits.translate(None, b"X \r\n").decode("ascii"))
    except ValueError:
        return None
    width = len(first) // 2
    return Body(data, width=width, last=len(data) - width * (count - 1))


class _Lines:
    """Data lines one by one, for whatever is not plain hexadecimal."""

    def __init__(self, text: bytes, foreign: str | None):
        self.lines = [line for line in text.split(b"\n") if line.strip()]
        self.foreign, self.found, self.data, self.lost, self.full = foreign, Body(), bytearray(), 0, 0

    def read(self) -> Body:
        found, kinds = self.found, [line[:1] for line in self.lines]
        found.is_text = b"T" in kinds
        widths = [len(line.split()[1]) // 2 if _plain(line) else 0 for line in self.lines]
        found.width = max(widths, default=0)
        self.full = max((w for w, following in zip(widths, kinds[1:], strict=False) if following == b"X"), default=0)
        for place, (kind, line) in enumerate(zip(kinds, self.lines, strict=True)):
            before = len(self.data)
            if kind == b"X":
                self.hexadecimal(line[1:], place == len(kinds) - 1)
            elif kind == b"S":
                self.string(line[1:])
            elif kind == b"T":
                self.text(line[2:], place > 0 and kinds[place - 1] == b"T")
            else:
                self.unknown("a line of the data is left out")
            found.last = len(self.data) - before if kind == b"X" else 0
        if found.is_text:
            found.notes.append(LOSSY)
        if self.lost:
            found.notes.append(f"{self.lost} bytes come after a gap of unknown length and have no known offset")
        found.data = bytes(self.data)
        return found

    @property
    def adrift(self) -> bool:
        """Whether the offset of the next byte is not known any more."""
        return bool(self.found.gaps) and self.found.gaps[-1][1] is None  # after it no gap is added

    def add(self, content: bytes) -> None:
        if self.adrift:
            self.lost += len(content)
        else:
            self.data += content

    def gap(self, length: int) -> None:
        if length and not self.adrift:
            self.found.gaps.append((len(self.data), length))
            self.data += bytes(length)

    def unknown(self, why: str) -> None:
        if not self.adrift:
            self.found.gaps.append((len(self.data), None))
            self.found.notes.append(f"{why} at offset {len(self.data)}")

    def text(self, content: bytes, after_text: bool) -> None:
        if after_text:
            self.gap(1)
        self.add(self.original(content.rstrip(b"\r")))

    def string(self, content: bytes) -> None:
        quoted = STRING.match(content)
        if quoted:
            self.add(self.original(ESCAPE.sub(rb"\1", quoted[1])))
        elif content.lstrip().startswith(b'"'):
            self.add(self.original(ESCAPE.sub(rb"\1", content.strip()[1:])))
            self.unknown("a string has no closing quote")
        else:
            self.add(self.original(content.strip()))

    def original(self, content: bytes) -> bytes:
        if self.foreign is None or (content.isascii() and self.foreign.startswith("utf")):
            return content
        if self.foreign.startswith("utf"):
            self.unknown("characters outside ASCII were re-encoded")
            return b""
        return content.decode("latin-1").encode(self.foreign, "replace")

    def hexadecimal(self, line: bytes, is_last: bool) -> None:
        column = COLUMN.search(line)
        shown = len(column[1].rstrip(b" \t\r").removesuffix(b">")) if column else None
        pieces = PIECE.findall(line[: column.start()] if column else line)
        nibbles, elided = [], None
        for piece in pieces:
            if NIBBLES.fullmatch(piece):
                nibbles.append(piece)
            elif not piece.isspace():
                elided, nibbles = b"".join(nibbles) if elided is None else elided, []
        rest = b"".join(nibbles)
        if elided is None:
            self.digits(rest, shown)
            return
        known = (len(elided) + 1) // 2 + (len(rest) + 1) // 2
        total = shown or (self.full if not is_last else 0)  # another line that is surely full tells the width
        self.digits(elided, None)
        if total > known:
            self.found.notes.append(f"{total - known} bytes are elided at offset {len(self.data)}")
            self.gap(total - known)
        else:
            self.unknown("an unknown number of bytes is elided")
        self.digits(rest, None)

    def digits(self, nibbles: bytes, shown: int | None) -> None:
        whole = nibbles[: len(nibbles) & ~1]
        for masked, piece in _stretches(whole):
            if masked:
                self.found.notes.append(f"{len(piece) // 2} bytes are masked at offset {len(self.data)}")
                self.gap(len(piece) // 2)
            elif piece:
                self.add(_from_hex(piece))
        if len(nibbles) % 2:
            self.unknown("a line ends within a byte")
        elif shown is not None and shown > len(nibbles) // 2:
            self.found.notes.append(f"{shown - len(nibbles) // 2} bytes are left out at offset {len(self.data)}")
            self.gap(shown - len(nibbles) // 2)


def _plain(line: bytes) -> bool:
    words = line.split()
    return len(words) > 1 and words[0] == b"X" and words[1].isalnum()


def _stretches(nibbles: bytes) -> Iterable[tuple[bool, bytes]]:
    start, hidden = 0, None
    for at in range(0, len(nibbles), 2):
        masked = not nibbles[at : at + 2].isalnum()
        if masked is not hidden:
            yield bool(hidden), nibbles[start:at]
            start, hidden = at, masked
    yield bool(hidden), nibbles[start:]


def _from_hex(digits: bytes) -> bytes:
    return bytes.fromhex(digits.decode("ascii"))
