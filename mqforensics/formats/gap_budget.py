"""How much of the data of a text's messages may be filler: a few rows with far offsets may not fill the memory."""

from collections.abc import Callable, Iterable
from typing import TypeVar

MOST = 1 << 25
"""So many bytes of one text may be filler, whatever number of messages it has."""

Content = TypeVar("Content")


class GapBudget:
    """What is left of it for one text."""

    def __init__(self, most: int = MOST):
        self.most = self.left = most

    def takes(self, size: int) -> bool:
        """Whether a gap of `size` bytes can still be filled; if so, it is."""
        if size > self.left:
            return False
        self.left -= max(size, 0)
        return True

    def within(
        self, rows: Iterable[tuple[int, Content]], size: Callable[[Content], int] = len
    ) -> tuple[list[tuple[int, Content]], list[str]]:
        """The rows (offset, content) whose gaps before them can be filled; and a note on those that are left out."""
        kept, out, end = [], [], 0
        for offset, content in rows:
            if self.takes(offset - end):
                kept.append((offset, content))
                end = max(end, offset + size(content))
            else:
                out.append(offset)
        return kept, [self.refused(min(out), len(out))] if out else []

    def refused(self, offset: int, count: int = 1) -> str:
        """What is said of rows that are left out; `offset`: the first one's."""
        which = f"{count} rows from offset {offset:08X} on are" if count > 1 else f"the row at offset {offset:08X} is"
        return f"{which} left out: gaps of more than {self.most} bytes in one text are not laid out"


def joined_rows(rows: Iterable[tuple[int, bytes]]) -> tuple[bytes, list[tuple[int, int | None]]]:
    """The bytes of rows (offset, bytes) in their places; what no row shows is a gap."""
    data, gaps = bytearray(), []
    for offset, content in rows:
        if offset > len(data):
            gaps.append((len(data), offset - len(data)))
            data += bytes(offset - len(data))
        data[offset : offset + len(content)] = content
    return bytes(data), gaps
