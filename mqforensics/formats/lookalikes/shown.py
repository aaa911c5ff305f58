"""One message that a text shows, and hex rows with offsets, which several of these texts have."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Gap = tuple[int, int | None]
MOST_SKIPPED = 1 << 22
"""So many bytes of a text may be gaps; a row further on has a damaged offset, or is of something else."""


@dataclass(slots=True)
class Shown:
    """A message and where its text begins; `data` is None where the text does not show the bytes.

    `dlh`: an MQDLH shown as fields, whose bytes are not in `data`. `text`: data that is shown as text only.
    """

    begin: int
    number: int | None = None
    queue: str | None = None
    md: dict[str, Any] | None = None
    dlh: dict[str, Any] | None = None
    data: bytes | None = None
    gaps: list[Gap] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    text: str | None = None
    length: int | None = None
    """The length of the data that the text states."""


def joined(rows: Iterable[tuple[int, bytes]]) -> tuple[bytes, list[Gap]]:
    """The bytes of rows (offset, bytes) in their places; what no row shows is a gap, up to `MOST_SKIPPED` in all."""
    data, gaps, left = bytearray(), [], MOST_SKIPPED
    for offset, content in rows:
        skipped = max(offset - len(data), 0)
        if skipped > left:
            continue
        left -= skipped
        if skipped:
            gaps.append((len(data), skipped))
            data += bytes(skipped)
        data[offset : offset + len(content)] = content
    return bytes(data), gaps
