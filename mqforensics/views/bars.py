"""Bars that choose what they count: a click on one filters by it, a click on the chosen one shows all again.

Steps of time choose a stretch, too: drawn over with the mouse, or with Shift and a click on its other end.
"""

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

import traitlets
from anywidget import AnyWidget

from mqforensics.views.sheet import DESK, css


class Bars(AnyWidget):
    """`bars`: a name and a count each; `chosen` is the position of the chosen one, None without one.

    `upright`: steps of time beside each other, whose keys are spans, from and to; else names below each other. `last`
    is where a chosen stretch of them ends, None where it is one step. `label`: what they are, read aloud.
    """

    _esm = files(__package__).joinpath("bars.js").read_text(encoding="utf-8")
    _css = css(DESK)
    bars = traitlets.List().tag(sync=True)
    chosen = traitlets.Int(None, allow_none=True).tag(sync=True)
    last = traitlets.Int(None, allow_none=True).tag(sync=True)
    upright = traitlets.Bool(False).tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)

    def __init__(self, picked: Callable[[Any], None], label: str, upright: bool = False):
        """`picked` is called with the key of the chosen bar, or the span of a stretch; None where none is chosen."""
        self.picked: Callable[[Any], None] = picked
        self.meant: list[Any] = []
        super().__init__(label=label, upright=upright)
        self.on_msg(lambda _, said, buffers: self.pick(said.get("pick"), said.get("last")))

    def show(self, bars: Sequence[tuple[str, int, object]]) -> None:
        """Show these: name, count and the key that stands for it."""
        self.chosen, self.last, self.meant = None, None, [key for _, _, key in bars]
        self.bars = [[name, count] for name, count, _ in bars]

    def mark(self, key: object) -> None:
        """Mark the bar of a key as the chosen one, of a span the steps that it is made of, where there are such."""
        found = self._steps(*key) if self.upright and isinstance(key, tuple) else self._named(key)
        self.chosen, self.last = (found[0], found[-1]) if found else (None, None)

    def pick(self, at: Any, last: Any = None) -> None:
        """Choose a bar by its position, or the stretch from one to another; what is chosen, again, chooses none."""
        every = range(len(self.meant))
        if at not in every or last not in (None, *every):
            return
        last = at if last is None or not self.upright else last
        is_same = (at, last) == (self.chosen, self.chosen if self.last is None else self.last)
        self.chosen, self.last = (None, None) if is_same else (at, last)
        self.picked(None if is_same else self.meant[at] if at == last else (self.meant[at][0], self.meant[last][1]))

    def _named(self, key: object) -> list[int]:
        return [self.meant.index(key)] if key is not None and key in self.meant else []

    def _steps(self, since: Any, until: Any) -> list[int]:
        """The steps of a span that begins and ends with one."""
        if since is None or until is None:
            return []
        inside = [at for at, step in enumerate(self.meant) if since <= step[0] and step[1] <= until]
        is_whole = inside and self.meant[inside[0]][0] == since and self.meant[inside[-1]][1] == until
        return inside if is_whole else []
