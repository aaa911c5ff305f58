"""Bars that choose what they count: a click on one filters by it, a click on the chosen one shows all again."""

from collections.abc import Callable, Sequence
from importlib.resources import files

import traitlets
from anywidget import AnyWidget

from mqforensics.views.sheet import DESK, css


class Bars(AnyWidget):
    """`bars`: a name and a count each; `chosen` is the position of the chosen one, None without one.

    `upright`: steps of time beside each other, else names below each other; `label`: what they are, read aloud.
    """

    _esm = files(__package__).joinpath("bars.js").read_text(encoding="utf-8")
    _css = css(DESK)
    bars = traitlets.List().tag(sync=True)
    chosen = traitlets.Int(None, allow_none=True).tag(sync=True)
    upright = traitlets.Bool(False).tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)

    def __init__(self, picked: Callable[[object], None], label: str, upright: bool = False):
        """`picked` is called with the key of the chosen bar, with None where none is chosen any more."""
        self.picked, self.meant = picked, []
        super().__init__(label=label, upright=upright)
        self.on_msg(lambda _, said, buffers: self.pick(said.get("pick")))

    def show(self, bars: Sequence[tuple[str, int, object]]) -> None:
        """Show these: name, count and the key that stands for it."""
        self.chosen, self.meant = None, [key for _, _, key in bars]
        self.bars = [[name, count] for name, count, _ in bars]

    def mark(self, key: object) -> None:
        """Mark the bar of a key as the chosen one, where it has one."""
        self.chosen = self.meant.index(key) if key is not None and key in self.meant else None

    def pick(self, at: object) -> None:
        """Choose a bar by its position; the chosen one again chooses none."""
        if at in range(len(self.meant)):
            self.chosen = None if at == self.chosen else at
            self.picked(None if self.chosen is None else self.meant[at])
