"""The data that hex rows show, laid out by their offsets: what no row surely shows is a gap, never made up."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter, itemgetter

from mqforensics.formats import hex_text_check
from mqforensics.formats.gap_budget import GapBudget
from mqforensics.formats.hexrows import WIDTH, Cells, Row, cut, span

MOST = 100 << 20
"""The longest message that MQ knows; a row beyond it is misread."""
BARE = "hex rows without an offset stand where they would follow the row before"

FULL = b"\1" * WIDTH

Gap = tuple[int, int]


@dataclass(slots=True)
class HexData:
    """`data` with `gaps` (offset, length) up to `end`, the declared length or as far as the rows go; and `notes`."""

    data: bytes = b""
    gaps: list[Gap] = field(default_factory=list)
    end: int = 0
    notes: list[str] = field(default_factory=list)


def hex_data(
    rows: Iterable[Row], declared: int | None, shown: int | None = None, filler: GapBudget | None = None
) -> HexData:
    """What rows show of data that should have `declared` bytes, if that is known, and of which `shown` were printed.

    `filler`: what is left for the gaps of the text that the rows are of.
    """
    rows, notes = list(rows), []
    whole = _unbroken(rows)
    if whole is not None and len(whole) == declared:
        return HexData(whole, [], declared, hex_text_check.notes((row.offset, row) for row in rows))
    _without_text(rows, declared)
    placed = _inside(_placed(rows, declared, notes), declared, notes)
    placed = _near(placed, filler or GapBudget(), notes)
    sheet = _Sheet(placed, declared, notes)
    sheet.starts |= {shown} - {None}
    seen = max((offset + row.size for offset, row in placed), default=0)
    end = seen if declared is None else declared
    if seen > end:
        notes.append(f"the rows show {seen} bytes, the length line {end}")
        end = seen
    if declared is None and rows:
        notes.append("no length is stated: more bytes may follow")
    notes += hex_text_check.notes(placed)
    data, known = sheet.lay(min(end, seen))
    return HexData(data, _gaps(known, end), end, notes)


def _unbroken(rows: list[Row]) -> bytes | None:
    """The data of rows that follow one another from the first byte on, whole, each with its text column."""
    cells = [row.cells[0] for row in rows if row.is_plain and row.has_column]
    sizes = {len(cell) for cell in cells[:-1]} | {WIDTH}
    if len(cells) < len(rows) or len(sizes) > 1 or (cells and len(cells[-1]) > WIDTH) or len(rows) * WIDTH > MOST:
        return None
    is_in_order = [row.offset for row in rows] == list(range(0, len(rows) * WIDTH, WIDTH))
    return b"".join(cells) if is_in_order else None


def _without_text(rows: list[Row], declared: int | None) -> None:
    # Where the quotes of the text column are lost its letters may look like cells; past the end they surely are.
    for row in rows:
        if declared is not None and row.offset is not None and not row.has_column and row.offset < declared:
            row.cells = cut(row.cells, declared - row.offset)


def _placed(rows: list[Row], declared: int | None, notes: list[str]) -> list[tuple[int, Row]]:
    """Each row with its offset; rows that have lost theirs where they fit between the others, or nowhere."""
    placed, end, lost, guessed = [], 0, 0, False
    runs = [(bare, list(run)) for bare, run in groupby(rows, key=lambda row: row.offset is None)]
    for at, (bare, run) in enumerate(runs):
        if not bare:
            placed += [(row.offset, row) for row in run]
            end = run[-1].offset + run[-1].size
            continue
        following = runs[at + 1][1][0].offset if at + 1 < len(runs) else None
        if not _fits(run, end, following, declared):
            lost += len(run)
            continue
        guessed = True
        for row in run:
            placed.append((end, row))
            end += row.size
    notes += [BARE] if guessed else []
    notes += [f"{lost} hex rows without an offset fit nowhere"] if lost else []
    return placed


def _fits(run: list[Row], start: int, following: int | None, declared: int | None) -> bool:
    end = start + sum(row.size for row in run)
    if following is not None:
        return end == following
    is_regular = all(row.size >= WIDTH for row in run[:-1])
    is_short = run[-1].size < WIDTH
    if declared is None:
        return is_regular and (not is_short or start > 0)
    return is_regular and (end == declared if is_short else end <= declared)


def _inside(placed: list[tuple[int, Row]], declared: int | None, notes: list[str]) -> list[tuple[int, Row]]:
    """Rows that can be of this message; one beyond its end is, where it goes on from another row."""
    ends = {offset + row.size for offset, row in placed}
    limit = MOST if declared is None else min(declared, MOST)
    good = [(offset, row) for offset, row in placed if offset < limit or (offset in ends and offset < MOST)]
    outside = sorted({offset for offset, _ in placed} - {offset for offset, _ in good})
    if outside:
        notes.append(f"left out because they are beyond the data: {_named(outside)}")
    return good


def _near(placed: list[tuple[int, Row]], filler: GapBudget, notes: list[str]) -> list[tuple[int, Row]]:
    """Rows that are not too far from the ones before them."""
    kept, refused = filler.within(sorted(placed, key=itemgetter(0)), attrgetter("size"))
    if not refused:
        return placed
    notes += refused
    near = {offset for offset, _ in kept}
    return [(offset, row) for offset, row in placed if offset in near]


def _named(offsets: list[int]) -> str:
    return f"row{'s' * (len(offsets) > 1)} " + ", ".join(f"{offset:08X}" for offset in offsets)


class _Sheet:
    """Rows on their places; where two of them differ nothing is known."""

    def __init__(self, placed: list[tuple[int, Row]], declared: int | None, notes: list[str]):
        self.placed, self.notes = placed, notes
        self.starts = {offset for offset, _ in placed} | ({declared} if declared is not None else set())
        self.open = declared is None
        self.last = max((offset for offset, _ in placed), default=0)

    def lay(self, size: int) -> tuple[bytes, bytes]:
        """The data, and for each byte whether it is known."""
        data, known, blotted, seen, end = bytearray(size), bytearray(size), [], {}, 0
        for offset, row in self.placed:
            if end <= offset < size and row.is_plain and row.has_column and offset % WIDTH == 0 and row.size == WIDTH:
                seen[offset], end = row.cells, min(offset + WIDTH, size)  # the usual row: nothing is there yet
                data[offset:end], known[offset:end] = row.cells[0][: end - offset], FULL[: end - offset]
                continue
            end = max(end, offset + max(row.size, span(seen.get(offset, []))))
            if row.cells == seen.get(offset):
                self.notes.append(f"row {offset:08X} is there twice")
                continue
            if offset in seen:
                self.notes.append(f"row {offset:08X} is there twice with different bytes")
                blotted.append((offset, max(row.size, span(seen[offset]))))
            seen.setdefault(offset, row.cells)
            self.write(offset, self.sure(offset, row), data, known, blotted)
        for offset, length in blotted:
            known[offset : offset + length] = bytes(len(known[offset : offset + length]))
        return bytes(data), bytes(known)

    def sure(self, offset: int, row: Row) -> Cells:
        """The cells whose places are sure."""
        adds_up = offset + row.size in self.starts or (offset + row.size) % WIDTH == 0 or row.is_wide
        adds_up = (adds_up or (self.open and offset == self.last and not row.is_masked)) and not row.is_overfull
        if adds_up or not (row.has_column or row.is_masked or row.is_overfull):
            return row.cells
        self.notes.append(f"row {offset:08X} does not add up, so it is not known which of its bytes are where")
        sure = row.cells[: next((at for at, cell in enumerate(row.cells) if isinstance(cell, int)), 0)]
        return sure if row.is_masked and not row.is_overfull else []

    def write(self, offset: int, cells: Cells, data: bytearray, known: bytearray, blotted: list[Gap]) -> None:
        """Put cells on their places; a row that contradicts what is there already blots all that it covers."""
        row = offset, span(cells)
        for cell in cells:
            if isinstance(cell, int):
                offset += cell
                continue
            end = offset + len(cell)
            there = known[offset:end]
            if 1 in there and any(is_known and data[offset + at] != cell[at] for at, is_known in enumerate(there)):
                blotted.append(row)
            data[offset:end], known[offset:end] = cell[: len(data) - offset], b"\1" * len(data[offset:end])
            offset = end


def _gaps(known: bytes, end: int) -> list[Gap]:
    gaps = [(gap.start(), len(gap[0])) for gap in re.finditer(b"\0+", known)]
    if end > len(known):
        start = gaps.pop()[0] if gaps and sum(gaps[-1]) == len(known) else len(known)
        gaps.append((start, end - start))
    return gaps
