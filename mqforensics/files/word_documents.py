"""The text of a Word document (.docx), a line a paragraph: people paste logs and displays into one.

Its XML is looked at as bytes, from mark to mark: no parser expands an entity of it or opens what it names.
"""

import html
import re
from collections.abc import Iterable
from typing import BinaryIO

from mqforensics.errors import FileRefused

PARTS = re.compile(r"word/(?:document|footnotes|endnotes|comments|header\d{0,3}|footer\d{0,3})\.xml")
"""What of a document holds text."""
TELLING = frozenset(("[Content_Types].xml", "word/document.xml"))
"""What tells it from another zip."""
SCAFFOLD = re.compile(r".*\.(?:xml|rels)", re.S)
"""What else is in it, but for pictures and the files that somebody put into it."""
MOST = 64 << 20
"""So many bytes of XML are read."""
MARK = re.compile(
    rb"<w:t(?:\s[^<>]*)?>(?P<text>[^<]*)|(?P<line></w:p>|<w:p(?:\s[^<>]*)?/>|<w:(?:br|cr)(?:\s[^<>]*)?/>)"
    rb"|(?P<tab><w:tab\s*/>)|(?P<hyphen><w:noBreakHyphen\s*/>)|(?P<again><mc:Fallback[\s>])|(?P<over></mc:Fallback>)"
)
"""What the evidence shows, and, in `Fallback`, what is there again for programs that are older."""
ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});")


def parts(names: Iterable[str]) -> dict[str, bool]:
    """Of a zip's members, if they are a Word document's: those that have its text (true), and its scaffold."""
    names = set(names)
    if not names >= TELLING:
        return {}
    return {name: bool(PARTS.fullmatch(name)) for name in names if SCAFFOLD.fullmatch(name)}


def text(stream: BinaryIO) -> bytes:
    """The text of a part of a document. Raises `FileRefused` beyond `MOST` bytes."""
    raw = stream.read(MOST + 1)
    if len(raw) > MOST:
        raise FileRefused(f"a part of a Word document of more than {MOST} bytes: it is not read")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raw = raw.decode("utf-16", "replace").encode("utf-8", "replace")
    found, is_again = [], False
    for mark in MARK.finditer(raw):
        kind = mark.lastgroup
        is_again = kind == "again" or (is_again and kind != "over")
        if not is_again:
            found.append({"line": b"\n", "tab": b"\t", "hyphen": b"-"}.get(kind, mark["text"] or b""))
    shown = b"".join(found).decode("utf-8", "replace")
    return ENTITY.sub(lambda one: html.unescape(one[0]), shown).encode("utf-8", "replace")
