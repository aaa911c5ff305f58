"""Lines of `label: value` and the hexadecimal rows below a label, as amqsact and amqsevt print them."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import itemgetter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mqforensics.formats.activity.call_columns import Records
from mqforensics.formats.activity.parameter_labels import Labels
from mqforensics.formats.activity.record import OWN, Call, Record
from mqforensics.formats.columnar import Distinct, line_edges, pieces

PAD = " \t\r>"
QUOTES = " \t\r'\u2018\u2019"
"""Around a value; the curly ones come with a copy from a web page."""
USUAL = 100
"""Lines of fewer characters come again and again, and are kept."""
ROWS = 64
"""Hexadecimal rows of a value that many blocks have together: a descriptor has 23."""
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


def together(
    data: bytes,
    places: list[tuple[int, int]],
    starts: np.ndarray,
    sizes: np.ndarray,
    head: Callable[[bytes], Mapping],
    labels: Labels,
) -> Records | None:
    """Records as columns: where each begins and ends, where their calls begin, and how many each has.

    `head` reads what stands above the calls; a record without any has nowhere to stand.
    """
    if not sizes.all():
        return None
    ends = np.append(starts[1:], 0)
    ends[np.cumsum(sizes) - 1] = [end for _, end in places]
    found = _columns(data, starts, ends, labels)
    if found is None or any(name in found and found[name].null_count < len(starts) for name in OWN):
        return None
    firsts = starts[np.cumsum(sizes) - sizes].tolist()
    heads = [head(data[start:first]) for (start, _), first in zip(places, firsts, strict=True)]
    return Records(heads, sizes, starts, found)


def _columns(data: bytes, starts: np.ndarray, ends: np.ndarray, labels: Labels) -> dict[str, pa.Array] | None:
    """The parameters of many blocks at once, as `params` reads each: each different line is looked at once.

    None where a hexadecimal value has more rows than any of ours.
    """
    begin = int(starts[0])
    block = data[begin : int(ends[-1])].removesuffix(b"\n") + b"\n"
    edges = line_edges(block)
    lines = Distinct(pieces(block, edges), lambda line: _told.__wrapped__(labels, line.decode("utf-8", "replace")[:-1]))
    at = edges[:-1] + begin
    owner = np.searchsorted(starts, at, "right") - 1
    owner = np.where(at < ends[owner], owner, -1)
    goes_on = lines.numbers(lambda told: told[0] is None and told[1] is not None, bool) & (owner >= 0)
    stops = np.append(np.flatnonzero(~goes_on), len(at))
    found = {}
    for name, line in lines.by_key(itemgetter(0), owner, len(starts), first=True).items():
        found[name] = lines.at(line, pa.string(), itemgetter(1))
        if name in HEXADECIMAL:
            rows = np.where(line < 0, 0, stops[np.searchsorted(stops, line, "right")] - line - 1)
            most = int(rows.max())
            if most > ROWS:
                return None
            below = (np.where(rows > nth, line + 1 + nth, -1) for nth in range(most))
            parts = [pc.fill_null(lines.at(row, pa.string(), itemgetter(1)), "") for row in below]
            found[name] = pc.binary_join_element_wise(found[name], *parts, "")
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
