"""The lines of a capture that are no cells, all at once: what each is, and the objects under them that are whole."""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import numpy as np

from mqforensics.formats.mqsc.blocks import Blocks
from mqforensics.formats.mqsc.frame import ECHO, TRAILER
from mqforensics.formats.mqsc.session import HEADER, usual

KINDS = {HEADER: 1, ECHO: 2, TRAILER: 3}
"""What ends an object without a look at it, by a number."""


class Heads:
    """Lines that are no cells, by their turn: `lines` (with the end of the text), what they say, the cells under them.

    `shape`: of an object that is whole its message and keys, as the place in `shapes`; -1 for any other line.
    """

    def __init__(self, blocks: Blocks):
        self.blocks, self.lines = blocks, blocks.filled()
        encoded = blocks.whole(self.lines[:-1]).dictionary_encode()
        self._said = [usual(line[:-1].decode("latin-1")) for line in encoded.dictionary.to_pylist()]
        self._ids = encoded.indices.to_numpy()
        kinds = np.array([KINDS.get(kind, 0) for kind, _ in self._said], np.int8)[self._ids]
        self.cells = np.searchsorted(blocks.lines, self.lines)
        following = np.append(kinds[1:], 0)
        self._shaped(np.flatnonzero((kinds == KINDS[HEADER]) & (following > 0)))
        self._echoes = np.flatnonzero(kinds == KINDS[ECHO])
        self.echoes = np.append(0, np.cumsum(kinds == KINDS[ECHO]))
        """How many echoes there are before each."""

    def _shaped(self, heads: np.ndarray) -> None:
        cells = self.blocks.shapes(self.cells).dictionary_encode()
        keys, said = cells.indices.to_numpy()[heads], self._ids[heads]
        pairs, which = np.unique(keys.astype(np.int64) * len(self._said) + said, return_inverse=True)
        found = [divmod(pair, len(self._said)) for pair in pairs.tolist()]
        self.shapes = [(self._said[said][1], self.blocks.named(cells.dictionary[keys])) for keys, said in found]
        sound = np.array([self.blocks._is_object(*shape) for shape in self.shapes], bool)
        self.shape = np.full(len(self._ids), -1)
        self.shape[heads] = np.where(sound, np.arange(len(sound)), -1)[which]

    def what(self, head: int) -> tuple:
        """What a line is by `usual`."""
        return self._said[self._ids[head]]

    def place(self, head: int) -> int:
        """Where the first object from a line on begins."""
        return int(self.blocks.places[self.lines[head + int((self.shape[head:] >= 0).argmax())]])

    @cached_property
    def _numbers(self) -> list[int]:
        numbers = np.array([shown[0] if kind is ECHO else 0 for kind, shown in self._said])
        return numbers[self._ids[self._echoes]].tolist()

    @cached_property
    def _commands(self) -> list[str]:
        texts = [shown[1].strip() if kind is ECHO else "" for kind, shown in self._said]
        return [texts[said] for said in self._ids[self._echoes].tolist()]

    def echoed(self, begin: int, end: int) -> tuple[list[int], list[str]]:
        """The numbers and the commands of the echoes among some lines."""
        between = slice(self.echoes[begin], self.echoes[end])
        return self._numbers[between], self._commands[between]

    def pieces(self) -> Iterator[tuple[int, int, bool]]:
        """The lines in turn; together where they are whole objects and echoes that go on counting."""
        good = self.shape >= 0
        objects = np.flatnonzero(good)
        good[self._echoes] = self.cells[self._echoes] == self.cells[self._echoes + 1]  # cells need a header line
        edge = good[1:] != good[:-1]
        again = self._echoes[1:][np.diff(self._numbers) <= 0]
        edge[again - 1] = True
        edges = np.concatenate([[0], np.flatnonzero(edge) + 1, [len(good)]])
        before = np.searchsorted(objects, edges)
        for (begin, end), (first, after) in zip(pairwise(edges.tolist()), pairwise(before.tolist()), strict=True):
            last = int(objects[after - 1]) + 1 if after > first else begin
            if last > begin:
                yield begin, last, True
            if end > last:
                yield last, end, False
