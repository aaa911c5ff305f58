"""A message as Python prints it: `b'RFH \\x02…'`, its bytes without an MQMD; text in EBCDIC among them.

Of `u'…'`, and of a text with the replacement character, bytes were lost where a program took the message for text.
"""

import re

from mqforensics.codes import code_pages
from mqforensics.formats.lookalikes.printed_message import PrintedMessage

LITERAL = re.compile(r"""(?<![\w\\])(b|u?)('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")""")
SIGN = re.compile(
    rb"(?<![\w\\])[bu]?['\"](?:(?:RFH|DLH|MD |XQH|CIH|IIH) (?:\\x|\\0|\\u|\xef\xbf\xbd)"
    rb"|(?:\\xd9\\xc6\\xc8|\\xc4\\xd3\\xc8|\\xd4\\xc4@|\\xe7\\xd8\\xc8)@)"
)
"""A header of MQ's, in ASCII or EBCDIC, at the beginning of what is printed."""
ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))", re.S)
NAMED = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
EBCDIC = re.compile(rb"(?<![\w\\])b['\"][^'\"\n]{16,}")
LEAST, MOSTLY = 8, 0.9
"""So many bytes, and so much of them letters, digits and blanks in EBCDIC, are text."""
WORDS = frozenset(range(0xC1, 0xCA)) | frozenset(range(0xD1, 0xDA)) | frozenset(range(0xE2, 0xEA)) | frozenset(
    range(0xF0, 0xFA)) | frozenset(range(0x81, 0x8A)) | frozenset(range(0x91, 0x9A)) | frozenset(range(0xA2, 0xAA)) | {
    0x40, 0x4B, 0x60, 0x61, 0x6B, 0x6D, 0x7A}  # fmt: skip
"""Letters, digits, the blank and `. - / , _ :` in every EBCDIC code page."""
ABSENT = "the MQMD is absent: Python printed the data alone"
IN_EBCDIC = "text in EBCDIC, shown by code page 500: get it with MQGMO_CONVERT, or decode it by the CCSID of its MQMD"
LOST = "bytes are lost: a program took the message for text before it was printed"


def sniff(text: bytes) -> int:
    """How sure the first bytes are of a message that Python printed."""
    if SIGN.search(text):
        return 60
    if not EBCDIC.search(text):
        return 0
    return 40 if any(_is_ebcdic(one.data or b"") for one in _found(text)) else 0


def read(text: bytes) -> list[PrintedMessage]:
    """The messages: what begins with a header of MQ's, or is text in EBCDIC."""
    shown = (one for one in _found(text) if one.data)
    return [one for one in shown if one.text or SIGN.match(text, one.begin) or _is_header(one.data)]


def _found(text: bytes) -> list[PrintedMessage]:
    words = text.decode("latin-1")
    return [_shown(literal) for literal in LITERAL.finditer(words)]


def _shown(literal: re.Match) -> PrintedMessage:
    value, notes = ESCAPE.sub(_unescaped, literal[2][1:-1]), [ABSENT]
    if literal[1] != "b":
        is_bytes = max(value, default="") < "\u0100"  # UTF-8 that was read as Latin-1
        value = value.encode("latin-1").decode("utf-8", "replace") if is_bytes else value
        notes += [LOST] if "\ufffd" in value else []
    data = value.encode("latin-1", "replace")
    shown = PrintedMessage(literal.start(), data=data, notes=notes)
    if _is_ebcdic(data):
        shown.text = data.decode(code_pages.EBCDIC)
        shown.notes.append(IN_EBCDIC)
    return shown


def _unescaped(escape: re.Match) -> str:
    return chr(int(escape[1] or escape[2], 16)) if escape[1] or escape[2] else NAMED.get(escape[3], escape[3])


def _is_header(data: bytes) -> bool:
    return data[:4] in (b"RFH ", b"DLH ", b"XQH ", b"MD  ", b"CIH ", b"IIH ")


def _is_ebcdic(data: bytes) -> bool:
    known = sum(byte in WORDS for byte in data)
    return len(data) >= LEAST and known >= MOSTLY * len(data) and not data.isascii()
