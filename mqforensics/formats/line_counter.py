"""Which line a place of a text is on, asked for with growing places: what stands before is counted once."""


class LineCounter:
    """`line`: the number of the line that `place` is on; `first`: that of the line which the text begins with."""

    def __init__(self, text: bytes | str, first: int):
        self.line, self.place = first, 0
        self._text, self._end = text, b"\n" if isinstance(text, bytes) else "\n"

    def at(self, place: int) -> int:
        """The number of the line at a place, which is not before the last one."""
        self.line += self._text.count(self._end, self.place, place)  # pyright: ignore[reportArgumentType]
        self.place = place
        return self.line
