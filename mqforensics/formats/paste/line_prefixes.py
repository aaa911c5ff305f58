"""What a paste puts around the lines of evidence: each kind told by what it does to every line, and taken off.

Nothing is taken off that might be the evidence's own. What stands before the lines of a display, a log, a dump or an
FDC (the time of a collector, a container's name, numbers) is known by a line that begins in the same way always
("Support evidence", 7.1), and whose neighbours have the same before them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from mqforensics.clock.dates import WEEKDAYS, short_months


class Line(NamedTuple):
    """A line without its end, and where it stands in the text that it was read from."""

    text: bytes
    at: int
    """Where what belongs to it begins, what was taken off it among that."""
    inner: int
    """Where `text` begins."""
    number: int
    stamp: str | None = None
    """When it was printed, by what was taken off."""

    def cut(self, size: int, stamp: str | None = None) -> "Line":
        """The line without its first bytes."""
        return self._replace(text=self.text[size:], inner=self.inner + size, stamp=stamp or self.stamp)


LAYERS = 4
"""So many wrappings one around the other are taken off."""
DATE = rb"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}"
MARK = re.compile(
    rb"[ \t]{0,9}(?:5\d{3}-\w{3}[ \t].{0,40}Copyright IBM|Starting MQSC for queue manager "
    rb"|(?P<shown>AMQ8\d{3}[A-Z]?: )|QMNAME\([^)]*\)[ \t]+\w+\(|AMQSBCG0 - starts here|MQGET of message number \d"
    rb"|\*{4} Message #\d|AMQ\d{4}[A-Z]: [^\n]{0,4000}\[(?:Arith|Comment)Insert[123]\(|"
    + DATE + rb"[^(]{3,40} - Process\(\d|\|[A-Za-z \t]{2,60} First Failure Symptom Report"
    rb"|TimeStamp +TID +ObjectId +Class +Data)"
)  # fmt: skip
"""How lines begin that only their own kind has, and that tell no time of another's."""
FRONTS = (
    (b"Copyright IBM", re.compile(rb"5\d{3}-\w{3}[ \t]")), (b"Starting MQSC for", None), (b"AMQ8", None),
    (b"QMNAME(", None), (b"AMQSBCG0 - ", None), (b"MQGET of message number", None),
    (b"**** Message #", None),
    (b" - Process(", re.compile(rb"(?<![\w/.])" + DATE + rb"[ \t]")),
    (b"Insert1(", re.compile(rb"(?:(?<=[\w\]]: )|(?<= - )|(?<=\] ))AMQ\d{4}[A-Z]: ")),
    (b" First Failure Symptom", re.compile(rb"\|")), (b"TimeStamp  ", None),
)  # fmt: skip
"""(what a plain search finds, where the line that it is on begins to the left of it: there, if no pattern says)."""
CELL = re.compile(rb"[^\n(]{0,240}?(?<![\w(])[A-Z][A-Z0-9]{1,20}\(")
"""The line under the header of a display, whatever is before it."""
ISO = rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|[+-]\d\d:?\d\d))?"
SYSLOG = (
    rb"(?:<\d{1,3}>(?:1 )?)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|" + ISO + rb")"
    rb" [\w.:-]{1,255} [^ (\x1b\n][^(\x1b\n]{1,500}"
)
FRONT = re.compile(rb"(?=[ \t]*[^ \t>])[^'\"(\x1b]{0,199}[^'\"(\x1b\w]|" + SYSLOG + rb" ")
"""What a prefix is at most."""
ALONE = re.compile(SYSLOG)
"""A prefix that is one even before a single line."""
HITS, LONGEST, SHAPES, TOGETHER = 64, 1000, 16, 2
"""So many hits of a search are looked at, so much of their lines; so many prefixes are taken off; so many lines in
between may lack them."""
STAMP = re.compile(ISO)
NAMED = (*(name.capitalize() for name in short_months() if name.isascii()), *WEEKDAYS)
"""How months and days of the week are called in a prefix."""
TOKENS = re.compile(
    rb"(?P<fraction>[.,]\d{3,9}(?!\d))|(?P<digits>\d+)|(?P<stream>\b(?:stdout|stderr) [FP]\b)|(?P<blanks>[ \t]+)"
    rb"|(?P<word>\b(?:" + "|".join(NAMED).encode() + rb")\b)"
)
LIKE = {
    "fraction": rb"(?:[.,]\d{1,9})?", "digits": rb"\d{1,20}", "word": rb"[A-Z][a-z]{2}",
    "stream": rb"(?:stdout|stderr) [FP]", "blanks": rb"[ \t]+",
}  # fmt: skip
"""What changes from line to line in a prefix, and what stands in its place then."""
BLANK = rb"(?=[ \t]|$)"
GREPPED = re.compile(rb"([^\n]*?[^\d\n:-])(?:[:-](\d{1,9}))?[:-]")
"""What `grep` puts before a line: a colon behind it where the line was found, else a hyphen."""
OWN = re.compile(rb"AMQ(?!8)\d{4}[A-Z]: ")
HEADER = re.compile(rb"- Process\(\d")
QUOTE = re.compile(rb"[ \t]{0,3}(?:>[ \t]?){1,20}")
ENTRY = re.compile(rb"AMQ\d{4}[A-Z]?: ")
FEWEST = 3
"""A mail quotes at least so many lines; one alone may be a prompt."""
ESCAPES = re.compile(
    rb"\x1b(?:\[(?:[0-9;:]*m|0?K|\?[0-9;]*[hl])|\][^\x07\x1b\r\n]*(?:\x07|\x1b\\)|[()][0-9A-Z]|[=>])|[\x0e\x0f]"
)
"""What colours a terminal's text and names its window. One that moves the cursor stays, and spoils its line."""
ESCAPE = b"\x1b"
PAGER = b"--More--"
PAUSE = re.compile(PAGER + rb"(?:[ \t]?\(\d{1,3}%\))?[ \t]*")
"""Where a program that shows a page at a time has waited; blanks are printed over it, then the text goes on."""


def plain(raw: bytes) -> bytes:
    """Without what colours the text."""
    return ESCAPES.sub(b"", raw) if ESCAPE in raw or b"\x0f" in raw else raw


def has_colours(data: bytes) -> bool:
    """Whether a text may have what only terminals understand, or a pager's pauses."""
    return ESCAPE in data or b"\b" in data or PAGER in data


def without_colours(lines: list[Line]) -> list[Line] | None:
    """The lines without colours, without what was taken back while it was typed, and without a pager's pauses."""
    found = with_texts(lines, lambda text: _typed(plain(text)))
    if not any(line.text.startswith(PAGER) for line in found or lines):
        return found
    return _without_pauses(found or lines)


def _without_pauses(lines: list[Line]) -> list[Line]:
    """A pause goes with its line, where nothing else is on it, and with the blanks that were printed over it."""
    found, paused = [], None
    for line in lines:
        pause = PAUSE.match(line.text)
        text = line.text[pause.end() :] if pause else line.text
        if (pause or (paused is not None and line.text)) and not text.strip():
            paused = line.at if paused is None else paused
            continue
        kept = line._replace(text=text, inner=line.inner + len(line.text) - len(text))
        found.append(kept if paused is None else kept._replace(at=paused))
        paused = None
    return found


def _typed(text: bytes) -> bytes:
    """What is left where backspaces took characters back."""
    if b"\b" not in text:
        return text
    left = bytearray()
    for byte in text:
        if byte == 8:
            del left[-1:]
        else:
            left.append(byte)
    return bytes(left)


def with_texts(lines: list[Line], change: Callable[[bytes], bytes]) -> list[Line] | None:
    """The lines with another text each; None where all are as they were."""
    found = [line if (text := change(line.text)) == line.text else line._replace(text=text) for line in lines]
    return found if any(new is not old for new, old in zip(found, lines, strict=True)) else None


def has_prefixes(data: bytes) -> bool:
    """Whether lines of a text may have quotes or prefixes before them."""
    return _quoted(data) or _prefixed(plain(data))


def _quoted(data: bytes) -> bool:
    return data.startswith((b">", b" >")) or b"\n>" in data or b"\n >" in data or b"\r>" in data


def without_layers(lines: list[Line]) -> list[Line] | None:
    """The lines without mail quotes and prefixes, whichever is around the other."""
    found = None
    for _ in range(LAYERS):
        taken = without_quotes(found or lines)
        both = _without_prefixes(taken or found or lines) or taken
        if not both:
            break
        found = both
    return found


def without_quotes(lines: list[Line], all_over: bool = False) -> list[Line] | None:
    """The lines without a mail's quotes, if it quotes several, or all; only if `all_over` for whom that is asked."""
    quotes = [QUOTE.match(line.text) for line in lines]
    count = sum(map(bool, quotes))
    others = any(line.text.strip() for line, quote in zip(lines, quotes, strict=True) if not quote)
    few = count < FEWEST and not any(
        ENTRY.match(line.text, quote.end()) for line, quote in zip(lines, quotes, strict=True) if quote
    )
    if not count or (others and (all_over or few)):
        return None
    return [line.cut(quote.end()) if quote else line for line, quote in zip(lines, quotes, strict=True)]


def _prefixed(data: bytes) -> bool:
    return next(_befores(data), None) is not None


def _befores(data: bytes) -> Iterator[bytes]:
    """What stands before lines that always begin in the same way."""
    for needle, front in FRONTS:
        hit, count = data.find(needle), 0
        while hit >= 0 and count < HITS:
            near = max(hit - LONGEST, 0)
            begin = max(data.rfind(b"\n", near, hit), data.rfind(b"\r", near, hit)) + 1 or near
            before = data[begin:hit]
            if front and before:
                fronts = list(front.finditer(before))
                before = before[: fronts[-1].start()] if fronts else b""
            if FRONT.fullmatch(before) and is_sure(data, begin + len(before), data.find(b"\n", hit) + 1):
                yield before
            hit, count = data.find(needle, hit + 1), count + 1


def is_sure(data: bytes, at: int = 0, below: int = 0) -> bool:
    """Whether a line begins at a place, the next one at `below`, as only its own kind does."""
    mark = MARK.match(data, at)
    return bool(mark) and (not mark["shown"] or not below or bool(CELL.match(data, below)))


def _without_prefixes(lines: list[Line]) -> list[Line] | None:
    met = Counter(map(_shape, _befores(b"\n".join(line.text for line in lines)))).most_common(SHAPES)
    shapes = [re.compile(shape) for shape, _ in sorted(met, key=lambda one: len(one[0]), reverse=True)]
    if not shapes:
        return None
    ends = [next((hit.end() for shape in shapes if (hit := shape.match(line.text))), 0) for line in lines]
    found = list(lines)
    for start, stop in _runs(lines, ends):
        take_off(found, ends, start, stop)
    return found if found != lines else None


def _shape(before: bytes) -> bytes:
    """What is like a prefix: with other digits, another month."""
    grepped = GREPPED.fullmatch(before)
    if grepped:
        return _shape(grepped[1] + b" ").removesuffix(BLANK) + (rb"[:-]\d{1,20}" if grepped[2] else b"") + rb"[:-]"
    ends_in_blank, words, at, made = before[-1:] in b" \t", before.rstrip(b" \t"), 0, b""
    for token in TOKENS.finditer(words):
        made += re.escape(words[at : token.start()])
        made += rb"[ \t]*" if token.lastgroup == "blanks" and not token.start() else LIKE[token.lastgroup]
        at = token.end()
    return made + re.escape(words[at:]) + (BLANK if ends_in_blank else b"")


def _runs(lines: list[Line], ends: list[int]) -> Iterator[tuple[int, int]]:
    """Lines that follow one another and have a prefix, with few between that have none; a sure line is among them."""
    start = last = None
    for nth in [*(nth for nth, end in enumerate(ends) if end), None]:
        if nth is None or (last is not None and nth - last > TOGETHER + 1):
            are_enough = last is not None and (last > start or ALONE.fullmatch(lines[last].text, 0, ends[last]))
            if are_enough and any(_begins(lines, ends, one) for one in range(start, last + 1)):
                yield start, last + 1
            start = None
        start, last = nth if start is None else start, nth


def _begins(lines: list[Line], ends: list[int], nth: int) -> bool:
    """Whether a line with a prefix is a sure one."""
    text = lines[nth].text[ends[nth] :].lstrip(b" \t")
    below = lines[nth + 1].text if nth + 1 < len(lines) else b""
    return bool(ends[nth]) and is_sure(text + b"\n" + below, 0, len(text) + 1)


def _blanks(text: bytes, at: int) -> int:
    return len(text) - at - len(text[at:].lstrip(b" \t"))


def take_off(lines: list[Line], ends: list[int], start: int, stop: int) -> None:
    """Take the prefixes off a run of lines, and the blanks that all have behind them."""
    taken = [nth for nth in range(start, stop) if ends[nth]]
    filled = [nth for nth in taken if lines[nth].text[ends[nth] :].strip()]
    indent = min((_blanks(lines[nth].text, ends[nth]) for nth in filled), default=0)
    is_headed = False
    for nth in taken:
        line, end = lines[nth], ends[nth]
        text = line.text[end + indent :]
        stamp = STAMP.search(line.text, 0, end)
        # A line of a log of its own, whose time this is: only a header stands above an id in a log without.
        is_own = stamp and stamp.end() == len(line.text[:end].rstrip()) and OWN.match(text)
        if not is_own or is_headed:
            size = end + min(indent, _blanks(line.text, end))
            lines[nth] = _unbarred(line.cut(size, stamp[0].decode("ascii") if stamp else None), line.text[:end])
        is_headed = not OWN.match(text) and (is_headed or HEADER.search(text) is not None)


def _unbarred(line: Line, before: bytes) -> Line:
    """Without the bar at the end of a row of a table; a box has its own at both ends."""
    is_row = before.endswith(b"|") and line.text.endswith(b"|") and line.text[:1] not in (b"|", b"+")
    return line._replace(text=line.text[:-1].rstrip()) if is_row else line
