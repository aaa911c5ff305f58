"""Bytes of several code pages as text, and which code page is read where none is named.

Evidence names its CCSID or it does not. Where it does not, the place it comes from decides:

- `EBCDIC`, 500: data of messages, and what programs print of it. MQ's names are the same in every EBCDIC.
- `EBCDIC_FILE`, 1047: a file as z/OS keeps it, whose lines end with NEL.
- `EBCDIC_LOG`, 37: an error log of IBM i, which was copied without conversion.
"""

from collections.abc import Callable
from functools import cache

import ebcdic  # noqa: F401 – registers the EBCDIC code pages that Python lacks

ASCII, EBCDIC, EBCDIC_FILE, EBCDIC_LOG = "latin-1", "cp500", "cp1047", "cp037"
WINDOWS = "cp1252"
NEL = b"\x85"


@cache
def to_latin(page: str) -> bytes:
    """Each byte of a page of EBCDIC as Latin-1, for `bytes.translate`; both of its line ends, NEL and LF, become LF."""
    return bytes(range(256)).decode(page).encode("latin-1").replace(NEL, b"\n")


@cache
def to_ascii(page: str, other: int, is_kept: Callable[[str], bool] = str.isascii) -> bytes:
    """Each byte of a page as ASCII, for `bytes.translate`; `other` where it is none, or is not to be kept."""
    signs = [bytes([byte]).decode(page, "replace") for byte in range(256)]
    return bytes(ord(sign) if len(sign) == 1 and sign.isascii() and is_kept(sign) else other for sign in signs)


def text(data: bytes, *pages: str) -> str:
    """Bytes as text: UTF-8 or, where they are not, the first of `pages` in which they are valid.

    Where they are valid in none, the last page reads what it can.
    """
    for page in ("utf-8", *pages[:-1]):
        try:
            return data.decode(page)
        except UnicodeDecodeError:
            continue
    return data.decode(pages[-1] if pages else "utf-8", "replace")


def of_bytes(text: str) -> str:
    """The text of one character a byte as UTF-8 or, where it is not, as it is; without halves of characters."""
    if text.isascii():
        return text
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return without_halves(text)


def without_halves(text: str) -> str:
    """A text with a question mark for each half of a character, which JSON may hold and UTF-8 cannot."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
