"""Stars and tags of rows, and views that are kept by name; both are in the record, with the notes."""

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets

from mqforensics.investigation_record import Place, Record, place_of

STARRED = "★"


class RowMarks:
    """The stars and tags of the rows of a case; `changed` is called after each of them."""

    def __init__(self, changed: Callable[[], None] = lambda: None):
        self.changed = changed
        self.record: Record | None = None

    def of(self, row: Mapping[str, Any]) -> str:
        """The star and the tags of a row, as text; blank where it has none."""
        return str(self.record.marks.get(place_of(row), "")) if self.record else ""

    def star(self, row: Mapping[str, Any]) -> None:
        """Give a row a star, or take it away."""
        if self.record:
            self.record.star(place_of(row))
            self.changed()

    def tag(self, row: Mapping[str, Any], word: str) -> None:
        """Give a row a tag, or take it away."""
        if self.record:
            self.record.tag(place_of(row), word)
            self.changed()

    def named(self) -> dict[str, list[Place]]:
        """The places with a star, and those with each tag, by the star or the tag."""
        found: dict[str, list[Place]] = {}
        for place, mark in (self.record.marks if self.record else {}).items():
            for name in (STARRED,) * mark.star + mark.tags:
                found.setdefault(name, []).append(place)
        return found


class SavedViews(widgets.HBox):
    """What is chosen on a tab, kept under a name; `value` is the name of the view that was chosen last.

    `taken()` gives what is chosen as a mapping that JSON can hold, `show(mapping)` chooses it again.
    """

    def __init__(self, tab: str, taken: Callable[[], dict[str, Any]], show: Callable[[Mapping[str, Any]], None]):
        self.tab, self.taken, self.show = tab, taken, show
        self.record: Record | None = None
        self.list = widgets.Dropdown(description="View", options=[], layout={"width": "240px"})
        self.name = widgets.Text(placeholder="a name for this view", layout={"width": "180px"})
        self.keep = widgets.Button(description="Keep", tooltip="Keep what is chosen under this name",
                                   layout={"width": "70px"})  # fmt: skip
        self.drop = widgets.Button(description="Forget", tooltip="Forget this view",
                                   layout={"width": "70px"})  # fmt: skip
        self._silent = False
        self.list.observe(lambda change: self._shown(change["new"]), "value")
        self.keep.on_click(lambda _: self.keep_as(self.name.value.strip()))
        self.drop.on_click(lambda _: self.forget())
        super().__init__([self.list, self.name, self.keep, self.drop], layout={"flex_flow": "row wrap"})
        self._offer(None)

    @property
    def value(self) -> str | None:
        """The name of the view."""
        return self.list.value

    def begin(self, record: Record) -> None:
        """Take up the views of another case."""
        self.record = record
        self._offer(None)

    def keep_as(self, name: str) -> None:
        """Keep what is chosen under a name."""
        if self.record and name:
            self.record.keep_view(self.tab, name, self.taken())
            self.name.value = ""
            self._offer(name)

    def forget(self) -> None:
        """Forget the view that was chosen last."""
        if self.record and self.value:
            self.record.drop_view(self.tab, self.value)
            self._offer(None)

    def _views(self) -> Mapping[str, dict]:
        return self.record.views.get(self.tab, {}) if self.record else {}

    def _offer(self, name: str | None) -> None:
        self._silent = True
        names = list(self._views())
        self.list.options = [("none", None), *((one, one) for one in names)]
        self.list.index = names.index(name) + 1 if name else 0
        self._silent = False

    def _shown(self, name: str | None) -> None:
        if name and not self._silent:
            self.show(self._views()[name])
