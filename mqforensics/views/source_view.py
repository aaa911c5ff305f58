"""A quoted line in its file: an answer whose quotes are clicked, and beside it the file at that line."""

from collections.abc import Callable, Mapping
from importlib.resources import files

import ipywidgets as widgets
import traitlets
from anywidget import AnyWidget

from mqforensics.objects import quotes
from mqforensics.views.templates import render

AROUND = 14
"""Lines of a file before and after the one that is cited."""


class LinkedAnswer(AnyWidget):
    """An answer as HTML in `value`; `opened` is called with the anchor of a quote that is clicked."""

    _esm = files(__package__).joinpath("source.js").read_text(encoding="utf-8")
    value = traitlets.Unicode("").tag(sync=True)

    def __init__(self, opened: Callable[[str], None]):
        super().__init__()
        self.opened = opened
        self.on_msg(lambda _, said, buffers: self.click_quote(said.get("open")))

    def click_quote(self, anchor: object) -> None:
        """Open the quote of this anchor, as a click on its label does."""
        if isinstance(anchor, str):
            self.opened(anchor)


class SourceView(widgets.VBox):
    """The file of a quoted place at its line; `value` is the place that is open, None without one."""

    def __init__(self, run: Callable):
        """`run(label, job, then)` does work on Spark."""
        self.run, self.case, self.anchors, self.value = run, None, {}, None
        self.shown = widgets.HTML()
        self.closer = widgets.Button(description="Close", layout={"width": "80px", "flex": "0 0 auto"})
        self.closer.on_click(lambda _: self.shut())
        super().__init__([self.closer, self.shown], layout={"flex": "2 1 420px", "display": "none"})

    def offer(self, case, anchors: Mapping[tuple, str]) -> None:
        """Take up the quotes of an answer: the anchor of each place."""
        self.case, self.anchors = case, {anchor: place for place, anchor in anchors.items()}
        self.shut()

    def look_at(self, anchor: str) -> None:
        """Show the file of a quote at its line."""
        place, case = self.anchors.get(anchor), self.case
        if place is not None:
            self.value = place
            look = lambda: quotes.lines_around(case, [place], AROUND).get(place, [])  # noqa: E731
            self.run("Opening the file", look, lambda lines: self._show(place, lines))

    def _show(self, place: tuple, lines: quotes.Lines) -> None:
        if self.value == place:
            self.layout.display = None
            self.shown.value = render("source", file=place[0], lines=lines).data

    def shut(self) -> None:
        """Show no file."""
        self.value, self.shown.value, self.layout.display = None, "", "none"
