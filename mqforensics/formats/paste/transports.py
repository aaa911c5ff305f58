"""What programs that are no terminal make of evidence: JSON of collectors, HTML of mail and web pages, Word's quotes.

Each gives the lines back as they were before, or None where a text has none of it. A row of a hex dump keeps its text
column: what stands there is a message's.
"""

import html
import json
import re
from collections.abc import Iterator

from mqforensics.codes import code_pages
from mqforensics.formats import hexrows
from mqforensics.formats.paste.line_prefixes import ALONE, Line, is_sure, with_texts

STRING = re.compile(rb'"((?:[^"\\\n]|\\.)*)"')
MEMBER = re.compile(rb'"(?:log|line|message|MESSAGE|msg|_raw|textPayload|(?:\w{1,40}\.)?stdout)"[ \t]*:[ \t]*(?=")')
LIST = re.compile(rb'"(?:msg|(?:\w{1,40}\.)?stdout_lines)"[ \t]*:[ \t]*\[')
BYTES = re.compile(rb'"MESSAGE"[ \t]*:[ \t]*\[((?:[ \t]*\d{1,3}[ \t]*,?)+)\]')
"""How a journal shows a line that it cannot show as text."""
SIGNS = (
    b'"log"',
    b'"line"',
    b'"message"',
    b'"MESSAGE"',
    b'"msg"',
    b'"_raw"',
    b'"textPayload"',
    b'stdout"',
    b"stdout_l",
)
TIMED = (b'"log"', b'"line"', b'"message"', b'"_raw"', b'"textPayload"')
"""Beside lines under these keys stands the time of a program's own log; what reads such a log reads its entries."""
STDOUT = b'stdout"'
SCAFFOLD = re.compile(rb'[\s{}\[\],]*|[ \t]*"[\w.]{1,60}"[ \t]*:[^\n]*|[^\n]{0,200}=>[ \t]*\{[ \t]*')
ESCAPED = re.compile(rb"\\(?:r\\n|.)", re.S)
OWN_RECORD = b'"ibm_'
"""Records of MQ itself, which their reader unwraps."""
ENTRY = re.compile(rb"(?:\d{4}-\d\d-\d\dT[\d:.]{8,18}(?:Z|[+-]\d\d:?\d\d) )?AMQ\d{4}[A-Z]: ")
ENCODED = re.compile(rb"(?i)Content-Transfer-Encoding:[ \t]*quoted-printable")
QUOTED = re.compile(rb"=([2-7][0-9A-F]|[89A-F][0-9A-F])")
HEADINGS = re.compile(rb'(?:\xef\xbb\xbf)?"?[\w@ .:()\[\]/-]{1,60}"?(?:,"?[\w@ .:()\[\]/-]{1,60}"?){1,40}\r?\n')
CELL = re.compile(rb'"((?:[^"]|"")*)"')
DOUBLED = b"\0\0"
"""Stands for two quotation marks in a cell, which are one."""
TOLD = re.compile(rb'AMQ\d{4}[A-Z]?\b|"ibm_\w|- Process\(\d')
TAG = re.compile(
    r"<(?P<end>br[ \t]*/?|/(?:div|p|tr|li))>"
    r"|</?(?:div|p|tr|td|li|ul|span|pre|tt|code|font|table|tbody|html|body|head|b|i|o:p)(?:[ \t][^<>]{0,300})?>"
    r"|<ac:[\w-]{1,40}(?:[ \t][^<>]{0,300})?>(?:<!\[CDATA\[)?|(?:\]\]>)?</ac:[\w-]{1,40}>", re.I
)  # fmt: skip
ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});")
LINE_FEED, TAB = b"#012", b"#011"
HTML = re.compile(rb"&(?:#39|#x27|#160|nbsp);|<(?:br|/?div|/?pre|/?html)[ \t/>]|</?ac:\w", re.I)
FEWEST = 2
"""So many entities or tags make a text one of HTML."""
COLUMN = re.compile(r"(?:['‘’]|&#39;|&#x27;)([^\n]*)(?:['‘’]|&#39;|&#x27;)[ \t]*")
WORD = re.compile(r"‘[\w./%() \t:-]{1,100}’|[–—] Process\(|[ \xa0]\xa0|\xa0 |(?m:^)\xa0|<https?://")
FOLDED = str.maketrans({
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "--",
    "\xa0": " ", "\u2007": " ", "\u202f": " ", "\u200b": None, "\ufeff": None, "\xad": None,
})  # fmt: skip
LINK = re.compile(r"([\w./%-]{1,100})<https?://([\w./%-]{1,100}?)/?>")


def has_json(data: bytes) -> bool:
    """Whether a text may have lines in JSON."""
    return any(sign in data for sign in SIGNS)


def without_json(lines: list[Line]) -> list[Line] | None:
    """The lines that a collector or Ansible has put into strings of JSON, where evidence begins in one of them."""
    if any(OWN_RECORD in line.text for line in lines):
        return None
    has_stdout = any(STDOUT in line.text and any(b"\\n" in raw for _, raw in _members(line.text)) for line in lines)
    found, sure, in_list = [], False, False
    for line in lines:
        strings, in_list = _strings(line.text, in_list)
        if has_stdout and strings and not any(b"\\n" in raw for _, raw in strings) and STDOUT not in line.text:
            strings = [(at, b"") for at, _ in strings[:1]]  # stdout_lines say the same again
        pieces = [piece for at, raw in strings for piece in _pieces(line, at, raw)]
        if pieces:
            found.append(pieces[0]._replace(at=line.at))
            found += pieces[1:]
            is_told = not any(key in line.text for key in TIMED)
            sure = sure or any(is_sure(one.text) or (is_told and ENTRY.match(one.text)) for one in pieces)
        else:
            found.append(line._replace(text=b"") if SCAFFOLD.fullmatch(line.text) else line)
    return found if sure else None


def _strings(text: bytes, in_list: bool) -> tuple[list[tuple[int, bytes]], bool]:
    """Where the strings of a line that hold evidence begin, what is in them, and whether a list of such goes on."""
    begun = LIST.search(text)
    if begun or in_list:
        strings = list(_all(text, begun.end() if begun else 0))
        end = max((at + len(raw) + 1 for at, raw in strings), default=begun.end() if begun else 0)
        return ([] if begun and list(_members(text)) else strings) or list(_members(text)), b"]" not in text[end:]
    return list(_members(text)) or list(_bytes(text)), False


def _bytes(text: bytes) -> Iterator[tuple[int, bytes]]:
    numbers = BYTES.search(text)
    values = [int(one) for one in numbers[1].replace(b",", b" ").split()] if numbers else []
    if values and max(values) < 256:
        yield (
            numbers.start(1),
            json.dumps(code_pages.text(bytes(values), code_pages.WINDOWS), ensure_ascii=False)[1:-1].encode(),
        )


def _members(text: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while key := MEMBER.search(text, at):
        value = STRING.match(text, key.end())
        if not value:
            return
        yield value.start(1), value[1]
        at = value.end()


def _all(text: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    while (at := text.find(b'"', at)) >= 0 and (value := STRING.match(text, at)):
        yield value.start(1), value[1]
        at = value.end()


def _pieces(line: Line, at: int, raw: bytes) -> Iterator[Line]:
    """The lines in a string, the last of which may have its end there, too."""
    begin = 0
    for escape in ESCAPED.finditer(raw):
        if escape[0] in (b"\\n", b"\\r\\n"):
            yield _piece(line, at + begin, raw[begin : escape.start()])
            begin = escape.end()
    if begin < len(raw) or not raw:
        yield _piece(line, at + begin, raw[begin:])


def _piece(line: Line, at: int, raw: bytes) -> Line:
    try:
        text = json.loads(b'"' + raw + b'"', strict=False).encode("utf-8", "replace") if b"\\" in raw else raw
    except ValueError:
        text = raw
    return line._replace(text=text.replace(b"\n", b" "), at=line.inner + at, inner=line.inner + at)


def has_csv(data: bytes) -> bool:
    """Whether a text may be a table of entries, as consoles of logs export it."""
    return bool(HEADINGS.match(data)) and b'"' in data


def without_csv(lines: list[Line]) -> list[Line] | None:
    """The lines in the cells of a table that hold what a queue manager printed, the other cells being left out."""
    found, is_open = [], False
    for line in lines:
        goes_on = is_open
        cells, is_open = _cells(line, is_open)
        told = [cell for cell in cells if TOLD.search(cell.text)]
        kept = told or (cells[:1] if goes_on else cells[-1:] if is_open else [line._replace(text=b"")])
        found += [kept[0]._replace(at=line.at), *kept[1:]]
    return found if any(TOLD.search(line.text) for line in found) else None


def _cells(line: Line, is_open: bool) -> tuple[list[Line], bool]:
    """What of the quoted cells of a table is on a line, and whether the last of them goes on."""
    parts = line.text.replace(b'""', DOUBLED).split(b'"')
    found, at = [], 0
    for part in parts:
        if is_open:
            text = part.replace(DOUBLED, b'"')
            found.append(line._replace(text=text, at=line.inner + at, inner=line.inner + at))
        at += len(part) + 1
        is_open = not is_open
    return found, not is_open


def has_cells(data: bytes) -> bool:
    """Whether a text may have each of its lines in a cell of a table of one column."""
    return data.startswith(b'"') or b'\n"' in data


def without_cells(lines: list[Line]) -> list[Line] | None:
    """The lines out of their cells, where evidence begins in one of them."""
    cells = [CELL.fullmatch(line.text) for line in lines]
    if sum(map(bool, cells)) < FEWEST or not any(cell and is_sure(cell[1]) for cell in cells):
        return None
    return [line._replace(text=cell[1].replace(b'""', b'"'), inner=line.inner + 1) if cell else line
            for line, cell in zip(lines, cells, strict=True)]  # fmt: skip


def in_octal(data: bytes) -> bool:
    """Whether a text may have control characters as rsyslog writes them."""
    return LINE_FEED in data


def without_octal(lines: list[Line]) -> list[Line] | None:
    """The lines that rsyslog has made one of, with the octal number of what stood between them."""
    found = [one for line in lines for one in (_fed(line) if ALONE.match(line.text) else (line,))]
    return found if len(found) > len(lines) else None


def _fed(line: Line) -> Iterator[Line]:
    at = 0
    for text in line.text.split(LINE_FEED):
        begin = line.inner + at
        yield line._replace(text=text.replace(TAB, b"\t"), at=begin if at else line.at, inner=begin)
        at += len(text) + len(LINE_FEED)


def in_mail(data: bytes) -> bool:
    """Whether a text may be a mail as it was sent."""
    return any(b"quoted-" + word in data for word in (b"printable", b"Printable", b"PRINTABLE"))


def without_soft_breaks(lines: list[Line]) -> list[Line] | None:
    """The lines of a mail whose long lines were broken and whose odd characters were written in hexadecimal."""
    begun = next((nth for nth, line in enumerate(lines, 1) if ENCODED.match(line.text)), len(lines))
    found = []
    for line in lines[begun:]:
        if found and found[-1].text.endswith(b"="):
            found[-1] = found[-1]._replace(text=found[-1].text[:-1] + line.text)
        else:
            found.append(line)
    body = with_texts(found, lambda text: QUOTED.sub(lambda two: bytes.fromhex(two[1].decode()), text)) or found
    return [*lines[:begun], *body] if body != lines[begun:] else None


def in_html(data: bytes) -> bool:
    """Whether a text may be a copy of HTML's source."""
    return any(sign in data for sign in (b"&#", b"&nbsp;", b"<br", b"<div", b"<pre", b"<ac:", b"<BR", b"<DIV"))


def without_html(lines: list[Line]) -> list[Line] | None:
    """The lines without entities and tags."""
    count = sum(len(HTML.findall(line.text)) for line in lines if not hexrows.PASTED.match(line.text.decode("latin-1")))
    return [piece for line in lines for piece in _shown(line)] if count >= FEWEST else None


def _shown(line: Line) -> Iterator[Line]:
    text, row = code_pages.text(line.text, code_pages.WINDOWS), None
    if b"&" not in line.text and b"<" not in line.text:
        yield line
        return
    if row := hexrows.PASTED.match(text):
        yield _with(line, _row(row))
        return
    begin, made = 0, ""
    pieces = []
    for tag in TAG.finditer(text):
        made += text[begin : tag.start()]
        begin = tag.end()
        if tag["end"]:
            pieces.append((made, begin))
            made = ""
    rest = made + text[begin:]
    at = 0
    for made, end in pieces:
        yield _with(line, _unescaped(made), at)
        at = len(text[:end].encode("utf-8", "replace"))
    if rest.strip() or not pieces:
        yield _with(line, _unescaped(rest), at)


def _unescaped(text: str) -> str:
    return ENTITY.sub(lambda found: html.unescape(found[0]), text).replace("\n", " ").replace("\r", " ")


def _row(row: re.Match) -> str:
    """A hex row: what a program made of the quotation marks around its text is undone, what is between them stays."""
    column = COLUMN.fullmatch(row[2])
    return row[1].replace("\xa0", " ") + (f"'{column[1]}'" if column else row[2])


def _with(line: Line, text: str, at: int = 0) -> Line:
    raw = text.encode("utf-8", "replace")
    moved = line._replace(at=line.at + at if at else line.at, inner=line.inner + at)
    return moved if raw == line.text else moved._replace(text=raw)


def has_typography(data: bytes) -> bool:
    """Whether a text may have gone through a word processor."""
    return b"\xe2\x80" in data or b"\xa0" in data or b"\x91" in data or b"\x96" in data or b"<http" in data


def without_words(lines: list[Line]) -> list[Line] | None:
    """The lines with plain quotation marks, dashes and blanks, and without the links that a mail made of names."""
    texts = (code_pages.text(line.text, code_pages.WINDOWS) for line in lines)
    if not any(WORD.search(text) and not hexrows.PASTED.match(text) for text in texts):
        return None
    return with_texts(lines, _folded)


def _folded(raw: bytes) -> bytes:
    text = code_pages.text(raw, code_pages.WINDOWS)
    row = hexrows.PASTED.match(text)
    made = _row(row) if row else LINK.sub(_unlinked, text.replace("— Process(", "- Process(").translate(FOLDED))
    return raw if made == text else made.encode("utf-8", "replace")


def _unlinked(found: re.Match) -> str:
    return found[1] if found[1].lower() == found[2].lower() else found[0]
