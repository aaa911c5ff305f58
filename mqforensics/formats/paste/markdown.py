"""What Markdown puts around evidence: fences, back-ticks, bullets, cells of a table.

Back-ticks are taken off where they hold a line, or a command or message within one; whatever else has them stays.
"""

import re
from collections.abc import Iterator

from mqforensics.formats.paste.line_prefixes import Line

TICK = b"`"
FENCE = re.compile(rb"[ \t]*(?:```|~~~)[\w+-]{0,20}[ \t]*$")
OPEN = re.compile(rb"[ \t]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?P<ticks>`{1,3})(?=[^`])[ \t]*")
CLOSE = re.compile(rb"`{1,3}[ \t.,;:]*$")
KNOWN = (
    rb"(?i:(?:define|alter|def|alt|delete|display|dis|start|stop|set|clear|refresh|reset)[ \t]+[a-z]{2,9}[ \t]*"
    rb"(?:\(|[a-z]+))"
    rb"|(?:QUEUE|CHANNEL|QMNAME)\([^)\n]{0,60}\)[ \t]+[A-Z]{3,12}\("
    rb"|AMQ\d{4}[A-Z]?:? |CSQ[A-Z0-9]\d{3}[A-Z] |QMNAME\(|\d{1,4} : [A-Za-z]|JMS[A-Z]{2,3}\d{4}: |MQJE\d{3}: |setmqaut "
)
"""How evidence begins that stands within a sentence."""
SPAN = re.compile(rb"`{1,3}[ \t]*((?:" + KNOWN + rb")[^`\n]{1,2000})`{1,3}")
BULLET = re.compile(rb"[ \t]{0,8}(?:[-+]|\*(?=[ \t]+AMQ)|\d{1,3}[.)])[ \t]+(?=" + KNOWN + rb")")
CELL = re.compile(rb"[ \t]*\|(?:[^|\n]{0,200}\|){0,6}?[ \t]*`{0,3}(?=" + KNOWN + rb")")
"""What stands before a message or a command in the cell of a row."""
BEGIN = (b"- ", b"|", b"1. ", b"+ ")
END = re.compile(rb"[ \t]*`{0,3}[ \t]*\|[^\n]{0,200}$")


def has_markdown(data: bytes) -> bool:
    """Whether a text may have Markdown around what it holds."""
    return TICK in data or data.startswith(BEGIN) or any(b"\n" + mark in data for mark in BEGIN)


def without_markdown(lines: list[Line]) -> list[Line] | None:
    """The lines without their marks; what is marked within a sentence is its own line."""
    found, is_open = [], False
    for line in lines:
        pieces, is_open = _pieces(line, is_open)
        found += pieces
    is_changed = len(found) != len(lines) or any(new is not old for new, old in zip(found, lines, strict=True))
    return found if is_changed else None


def _pieces(line: Line, is_open: bool) -> tuple[list[Line], bool]:
    text = line.text
    if FENCE.match(text):
        return [line._replace(text=b"")], False
    if cell := CELL.match(text):
        inner = line.cut(cell.end())
        end = END.search(inner.text)
        return [inner._replace(text=inner.text[: end.start()] if end else inner.text)], is_open
    if bullet := BULLET.match(text):
        return [line.cut(bullet.end())], is_open
    if TICK not in text:
        return [line], is_open
    if opened := OPEN.match(text):
        return _opened(line, opened)
    if is_open and (closed := CLOSE.search(text)) and TICK not in text[: closed.start()]:
        return [line._replace(text=text[: closed.start()])], False
    spans = list(SPAN.finditer(text))
    return (list(_spans(line, spans)) if spans else [line]), is_open


def _opened(line: Line, opened: re.Match) -> tuple[list[Line], bool]:
    """A line that begins with back-ticks, and whether they go on; several spans on it are taken one by one."""
    inner = line.cut(opened.end())
    closed = CLOSE.search(inner.text)
    if closed and TICK not in inner.text[: closed.start()]:
        return [inner._replace(text=inner.text[: closed.start()])], False
    if TICK not in inner.text:
        return [inner], True
    spans = list(SPAN.finditer(line.text))
    return (list(_spans(line, spans)) if spans else [line]), False


def _spans(line: Line, spans: list[re.Match]) -> Iterator[Line]:
    at = 0
    for span in spans:
        if line.text[at : span.start()].strip():
            yield _piece(line, at, line.text[at : span.start()])
        yield _piece(line, span.start(1), span[1], at if at else 0)
        at = span.end()
    if line.text[at:].strip(b" \t.,;:"):
        yield _piece(line, at, line.text[at:])


def _piece(line: Line, at: int, text: bytes, begin: int | None = None) -> Line:
    start = at if begin is None else begin
    return line._replace(text=text, at=line.inner + start if start else line.at, inner=line.inner + at)
