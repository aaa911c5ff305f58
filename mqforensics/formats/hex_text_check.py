"""The text column of hex rows: a check of the hex, never data.

Letters and digits alone are compared: signs vary by code page, blanks collapse, quotes turn. The column is in ASCII,
or, where an EBCDIC machine printed it and the file was converted on its way, in EBCDIC; all dots check nothing.
"""

import re
from collections.abc import Iterable

from mqforensics.codes.code_pages import ASCII, EBCDIC
from mqforensics.formats.hexrows import Row

WORD = re.compile(r"[0-9A-Za-z]+")
MASK = re.compile(r"[*#?]{4,}|[xX]{4,}")
WIDEST = 18
"""Characters of a column at most, with its closing quote; what follows is somebody's note."""
CODECS = {"ASCII": ASCII, "EBCDIC": EBCDIC}
MOST_NAMED = 5
SHOWN = bytes(byte if 32 <= byte < 127 else ord(".") for byte in range(256))


def notes(placed: Iterable[tuple[int, Row]]) -> list[str]:
    """What the columns of rows at their offsets say against the hex."""
    rows = [(offset, data, row.text) for offset, row in placed if (data := row.data) is not None]
    unlike = [(offset, data, text) for offset, data, text in rows if text != _printed(data)]
    checked = [(offset, data, told) for offset, data, text in unlike if any(told := _candidates(text))]
    if not _wrong(checked, "ASCII"):
        return []
    rows = [(offset, data, _candidates(text)) for offset, data, text in rows]
    rows = [(offset, data, told) for offset, data, told in rows if any(told)]
    wrong = {codec: _wrong(rows, codec) for codec in CODECS}
    if not all(wrong.values()):
        return []
    least = min(wrong.values(), key=len)
    if len(least) == len(rows) > 1 and not any(_close(data, told) for _, data, told in rows):
        return ["the text column is in a character set that is not known, so it checks nothing"]
    named = ", ".join(f"{offset:08X}" for offset in least[:MOST_NAMED]) + ", ..." * (len(least) > MOST_NAMED)
    return [f"hex and text column differ in row {named}: one of them was changed"]


def _printed(data: bytes) -> str:
    """The column as it is printed in the C locale."""
    return f"'{data.translate(SHOWN).decode('ascii'):<16}'"


def _wrong(rows: Iterable[tuple[int, bytes, set[str]]], codec: str) -> list[int]:
    return [offset for offset, data, told in rows if _word(data, codec) not in told]


def _word(data: bytes, codec: str) -> str:
    return "".join(WORD.findall(data.decode(CODECS[codec], "replace")))


def _candidates(text: str) -> set[str]:
    """What the column may say: up to each quote that may be its last."""
    if not text.startswith("'"):
        return set()
    column = text[1 : 1 + WIDEST]
    ends = [at for at, sign in enumerate(column) if sign == "'"]
    if MASK.search(column[: max(ends, default=0)]):
        return set()
    return {"".join(WORD.findall(column[:end])) for end in ends}


def _close(data: bytes, told: set[str]) -> bool:
    """Whether a column says at least half of what its hex does."""
    for codec in CODECS:
        word = _word(data, codec)
        for said in told:
            same = sum(one == other for one, other in zip(word, said, strict=False))
            if 2 * same >= max(len(word), len(said)) > 0:
                return True
    return False
