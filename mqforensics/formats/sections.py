"""A text of several kinds, one behind the other: what a home-made collector or a ticket puts into one file.

A session ends where a log, a dump or an FDC has a line that only its own kind has, and so on; the lines just above it
that no record ends in, a command or a date, belong to it. ("Support evidence": split on the start patterns.)
"""

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from mqforensics.formats import NAMES, SURE_ENOUGH, capture_stamps, format_module, identify
from mqforensics.formats.api import mark_starts, traits
from mqforensics.formats.paste.clean_text import LARGEST

LOGS = ("clientlog", "amqerr")
"""The first reads what is of the second, too."""
PASTED = 1 << 20
"""A text of so many bytes may be a paste, in which an application's error stands beside what else was copied."""


class Section(NamedTuple):
    """A part of a file that is of one kind: its format, first byte, the one after its last, the number of its line."""

    format: str
    start: int
    end: int
    line: int


def sections(data: bytes, format: str) -> list[Section]:
    """The parts of a text that by its first bytes is in `format`; none where all of it is of one kind."""
    kinds = [kind for kind in NAMES if traits(format_module(kind)).MARKS or traits(format_module(kind)).begins]
    if format not in kinds or len(data) > LARGEST:
        return []
    there = [kind for kind in kinds if next(_marked(data, kind), None) is not None]
    without = {kind for of in (*there, format) for kind in traits(format_module(of)).LISTS}
    there = [kind for kind in there if kind not in without]
    format = LOGS[0] if set(LOGS) <= {*there, format} else format
    if len({_reader(kind, format) for kind in (*there, format)}) < 2:
        return []
    has_logs = LOGS[0] in there
    found = sorted(
        {
            (at, LOGS[0] if has_logs and kind in LOGS else _reader(kind, format))
            for kind in there
            for at in _marked(data, kind)
        }
    )
    runs = [(kind, next(of)[0]) for kind, of in groupby(found, lambda one: one[1])]
    places = [(kind, _from(data, at, kind)) for kind, at in runs]
    if places[0][0] != format and places[0][1] > 0 and identify(data[: places[0][1]]) == format:
        places.insert(0, (format, 0))
    edges = [0, *(at for _, at in places[1:]), len(data)]
    parts = [(kind, start, end) for (kind, _), (start, end) in zip(places, pairwise(edges), strict=True)]
    made = [Section(*part, 1 + data[: part[1]].count(b"\n")) for part in _sure(parts, data)]
    return made if len(made) > 1 or made[0].format == format else []


def _reader(kind: str, format: str) -> str:
    return LOGS[0] if format == LOGS[0] and kind in LOGS else kind


def _marked(data: bytes, kind: str) -> Iterator[int]:
    """Where lines begin that only this kind has."""
    own = traits(format_module(kind))
    if not own.begins:
        return mark_starts(data, own.MARKS)
    return own.begins(data) if len(data) <= PASTED else iter(())


def _from(data: bytes, at: int, kind: str) -> int:
    """Where what belongs to a kind begins, whose first sure line is `at`."""
    while at:
        begin = data.rfind(b"\n", 0, at - 1) + 1
        above = data[begin : at - 1]
        if not any(
            lines.fullmatch(above) for lines in (capture_stamps.ABOVE, traits(format_module(kind)).ABOVE) if lines
        ):
            break
        at = begin
    return at


def _sure(parts: list[tuple[str, int, int]], data: bytes) -> Iterator[tuple[str, int, int]]:
    """Parts that are what they look like; one that is not goes to the part above it."""
    kept: list[tuple[str, int, int]] = []
    for kind, start, end in parts:
        is_sure = not kept or format_module(kind).sniff(data[start : min(end, start + (1 << 16))]) >= SURE_ENOUGH
        if kept and (not is_sure or kept[-1][0] == kind):
            kept[-1] = (kept[-1][0], kept[-1][1], end)
        else:
            kept.append((kind, start, end))
    yield from kept
