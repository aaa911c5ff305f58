"""Lines of `label: value` and the hexadecimal rows below a label, as amqsact and amqsevt print them."""

import re
from functools import lru_cache

from mqforensics.formats.activity.fields import Labels
from mqforensics.formats.activity.record import Call, Record

PAD = " \t\r>"
QUOTES = " \t\r'\u2018\u2019"
"""Around a value; the curly ones come with a copy from a web page."""
USUAL = 100
"""Lines of fewer characters come again and again, and are kept."""
HEXADECIMAL = {"msgId", "correlId", "connectionId", "mqmdStruct", "mqgmoStruct"}


def params(block: str, labels: Labels) -> dict[str, str]:
    """The parameters of a block that `labels` knows; of one that comes twice the first (a group below repeats them)."""
    found: dict[str, str] = {}
    open_key = None
    for line in block.split("\n"):
        key, value = (_told if len(line) < USUAL else _told.__wrapped__)(labels, line)
        if key:
            open_key = None
            if key not in found:
                found[key] = value
                open_key = key if key in HEXADECIMAL else None
        elif open_key and value is not None:
            found[open_key] += value
        else:
            open_key = None
    return found


@lru_cache(maxsize=1 << 14)
def _told(labels: Labels, line: str) -> tuple[str | None, str | None]:
    """The key and the value of a line; the digits alone of a hexadecimal row."""
    label, colon, value = line.partition(":")
    label = label.strip(PAD)
    if key := labels.get(label):
        return key, value.strip(QUOTES)
    return None, _digits(value) if colon and len(label) == 8 else None


def _digits(value: str) -> str:
    for quote in "'\u2018":
        value = value.partition(quote)[0]
    return value.replace(" ", "").strip()


def tail(
    unit: bytes, exact: tuple[bytes, ...], marks: tuple[bytes, ...], above: Labels, labels: Labels
) -> Record | None:
    """A record with only its last call that has one of the lines `exact`; calls begin at `marks`."""
    told = max(unit.rfind(line) for line in exact)
    start = max(unit.rfind(mark, 0, max(told, 0)) for mark in marks)
    if start < 0:
        return None
    end = unit.find(b"\n", told)
    head = unit[: min(at for mark in marks if (at := unit.find(mark)) >= 0)]
    call = params(unit[start : end if end > 0 else len(unit)].decode("utf-8", "replace"), labels)
    return Record(params(head.decode("utf-8", "replace"), above), [Call(start, call)])


def starts(unit: bytes, word: bytes, line: re.Pattern[bytes]) -> list[int]:
    """Where each line begins that `line` matches, which holds `word`: few lines do."""
    found, end, at = [], 0, unit.find(word)
    while at >= 0:
        begin = unit.rfind(b"\n", end, at) + 1 or end
        match = line.match(unit, begin)
        if match:
            found.append(begin)
        end = match.end() if match else at + len(word)
        at = unit.find(word, end)
    return found
